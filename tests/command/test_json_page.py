"""`json.md` and the schemas of `spec/schemas/` against the output of the commands.

The fixture `run` checks the JSON of all other tests of commands.
"""

import inspect
import json
import re
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import pytest

import tests.toy_wager  # noqa: F401  (registers it)
from senpu.logs.record import LIBRARY
from senpu.notation.faults import LAYERS
from senpu.replay.core import registry
from senpu.replay.disputes.accountability import AwaitedAct
from senpu.replay.disputes.comparison import Comparison
from senpu.replay.disputes.verdict import KnownRelation, LogVerdict
from senpu.replay.recording.migration import MigrationChange
from senpu.spec.loader import SPEC
from senpu.tui.command_line.table import TABLE
from tests import schemas
from tests.command.conftest import Run
from tests.replay.test_bridges import STATED
from tests.toy_values import exact_value, use_value
from tests.toy_wager.logs import HEADER

PAGE = (SPEC / "en/reference/json.md").read_text("utf-8")
EXAMPLES: dict[str, Any] = {
    name: json.loads(text)
    for name, text in re.findall(r"```json ([\w-]+)\n(.*?)```", PAGE, re.DOTALL)
}
OPEN = {"notes", "results", "state", "header", "position"}
"""Objects whose keys are the game's, the log's, or another command's."""
NULLABLE = {"from", "current"}
"""Members of a measured list that are strings or null, as the games end."""
GAMES = sorted(name for name, game in registry.GAMES.items() if game.library)


def _is_open(key: str, member: Any) -> bool:
    return key in NULLABLE or (key in OPEN and isinstance(member, dict))


def shape(value: Any) -> Any:
    """A value with its keys and the kinds of its members, and nothing else."""
    if isinstance(value, dict):
        return {
            key: "open" if _is_open(key, member) else shape(member) for key, member in value.items()
        }
    if isinstance(value, list):
        shapes = [shape(member) for member in value if member is not None]
        return [shapes[0]] if shapes and isinstance(shapes[0], dict) else "list"
    return "null" if value is None else type(value).__name__


def printed(run: Run, log: Path, name: str) -> Any:
    if name == "games":
        rows = json.loads(run("games", "--json").out)
        return [row for row in rows if row["id"] == "800/bonsai-2021"]
    if name == "error":
        return json.loads(run("show", "no.senpu", "--json").out)
    if name == "data-evidence":
        return json.loads(run("data", "evidence", "nanjing1937", "--json").out)
    if name == "export":
        return json.loads(run(name, log, "--to", "json").out)
    if name == "verify":
        log.write_text(log.read_text("utf-8") + "J: i3+i4>E\n", "utf-8")
    if name == "diff":
        other = log.with_name("other.senpu")
        other.write_text(log.read_text("utf-8") + "J: pass\n", "utf-8")
        log.write_text(log.read_text("utf-8") + "J: i3+i4>D\n", "utf-8")
        return json.loads(run("diff", log.name, other.name, "--json").out)
    if name == "migrate":
        data = log.with_name("mine.toml")
        data.write_text(run("data", "export", "800").out.replace("G = 2", "G = 1"), "utf-8")
        assert run("append", log, "J: i3+i4>D").status == 0
        return json.loads(run("migrate", log.name, "--data", data.name, "--json").out)
    if name == "bridge":
        log.write_text(STATED, "utf-8")
    if name == "review":
        log.write_text(HEADER + "N: throw S: try [4]\n", "utf-8")
        return json.loads(run(name, log, "--json", "--dry-run", "--games", 64).out)
    if name == "match":
        words = ("random", "one-ply", "-n", 1, "--uncertain", 8, "--jobs", 1, "--json")
        return json.loads(run(name, "800/bonsai-2021", *words).out)
    if name == "note":
        run("note", log, "--at", 5, "--variation", "pass {too quiet}", "--author", "Anna")
    return json.loads(run(name, log, "--json").out)


@pytest.mark.parametrize("name", [*EXAMPLES])
def test_an_example_has_the_keys_and_kinds_of_the_output(
    run: Run, log: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "review":  # its first decision is an error
        use_value(monkeypatch, exact_value)
    assert shape(EXAMPLES[name]) == shape(printed(run, log, name))


def test_the_schemas_are_made_from_the_tables_of_the_page() -> None:
    assert schemas.read_files() == schemas.make_files()  # `python -m tests.schemas --write`


def test_each_command_that_prints_json_has_a_schema_that_is_valid() -> None:
    outputs = {output.name: output for output in schemas.read_page()[0]}
    printing = {name.replace(" ", "-") for name, each in TABLE.items() if "--json" in each.options}
    assert {*printing, "export", "error"} == outputs.keys() >= EXAMPLES.keys()
    for output in outputs.values():
        jsonschema_rs.meta.validate(schemas.make_schema(output))


@pytest.mark.parametrize(
    "change",
    [{"more": 1}, {"data": None}, {"values": {"printed": "81"}}, {"sides": "japan"}, None],
)
def test_an_output_that_breaks_its_schema_is_found(change: dict[str, Any] | None) -> None:
    (row,) = EXAMPLES["games"]
    schemas.check_json(["games", "--json"], json.dumps([row]))
    broken = {"id": row["id"]} if change is None else row | change
    with pytest.raises(AssertionError, match=r"games\.schema\.json: 0"):
        schemas.check_json(["games", "--json"], json.dumps([broken]))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_outputs_of_each_game_fit_their_schemas(run: Run, game: str) -> None:
    log = min((LIBRARY / game).glob("*.senpu"), key=lambda path: path.stat().st_size)
    for words in (["show"], ["legal", "--at", "3"], ["verify"], ["dice"], ["note"]):
        assert run(*words, log, "--json").out
    assert run("export", log, "--to", "json").out
    assert run("data", "ranges", game, "--json").out


def test_the_example_of_diff_is_true(run: Run, log: Path) -> None:
    assert printed(run, log, "diff") == EXAMPLES["diff"]


def test_the_examples_are_of_one_game_and_true(run: Run, log: Path) -> None:
    """The positions in examples are positions of the log, except for digests."""
    shown = printed(run, log, "show")
    for key in ("game", "event", "text", "turn", "decision", "ending"):
        assert EXAMPLES["show"][key] == shown[key], key
    assert EXAMPLES["show"]["pieces"][0] in shown["pieces"]
    assert EXAMPLES["show"]["tallies"][0] in shown["tallies"]
    assert EXAMPLES["show"]["effects"] == shown["effects"]
    exported = printed(run, log, "export")
    assert exported["position"] | {"fault": None} == shown
    assert EXAMPLES["export"]["events"][0] in exported["events"]
    verdict = printed(run, log, "verify")
    for key in verdict:
        if key not in ("file", "faults", "state", "accountability"):
            assert EXAMPLES["verify"][key] == verdict[key], key
    assert EXAMPLES["verify"]["accountability"][0] == verdict["accountability"][0]
    assert EXAMPLES["verify"]["faults"][0]["message"] == verdict["faults"][0]["message"]


STRUCTS: dict[str, type] = {
    "awaited-act": AwaitedAct, "verdict": LogVerdict, "known-copy": KnownRelation,
    "comparison": Comparison, "migration-change": MigrationChange,
}  # fmt: skip
"""Objects of the page whose keys are fields of the code."""


def test_the_words_of_an_enumeration_are_those_of_the_code() -> None:
    """Mypy requires that the code writes no other words."""
    compared = []
    for name, struct in STRUCTS.items():
        hints = inspect.get_annotations(struct)
        for key, schema in schemas.read_page()[1][name]["properties"].items():
            if "enum" in schema:
                kind = hints[key]
                text = kind if isinstance(kind, str) else " ".join(map(repr, get_args(kind)))
                words = {each[1:-1] for each in re.findall(r"'\w*'|\"\w*\"", text)}
                assert {*schema["enum"]} == words, f"{name}.{key}"
                compared.append(key)
    assert len(compared) == 8
    layers = schemas.read_page()[1]["fault"]["properties"]["layer"]
    assert tuple(layers["enum"]) == LAYERS
