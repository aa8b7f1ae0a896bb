"""Every figure of every output shows the doubt of one guess, and none without one."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from senpu.replay.core.registry import get_registration
from senpu.spec.data import PROVENANCES, WEAK_PROVENANCES, Value, Values, dump_values
from senpu.spec.loader import SPEC, read_shipped_names
from tests.command.conftest import SET_UP, Run
from tests.data_sets import open_folder

IDENT = "800/bonsai-2021"
UNSURE = re.compile(r"[%\d)]\*(?!\S)|\* \d+ (placeholder|inferred|derived)\b")
"""The sign of doubt after a figure, or the number of values in doubt; not an attack (`i3*D.c1`)."""
NAMED = re.compile(r"(?<!no )\b(placeholder|inferred)\b")
"""The name of a provenance in doubt."""
ATTACK = "i3*D.c1"
FIGURES = [
    ("show", "game.senpu"),
    ("show", "game.senpu", "--win-probability", "--games", 10),
    ("legal", "game.senpu"),
    ("legal", "rolling.senpu"),
    ("match", IDENT, "random", "-n", 1, "--data", "mine.toml"),
    ("play", IDENT, "-o", "played", "-n", 2, "--data", "mine.toml", "--seed", 1),
    ("review", "game.senpu", "--dry-run", "--games", 24, "--worst", 1),
    ("openings", "show", "book.sqlite"),
    ("openings", "show", "book.sqlite", "--line", SET_UP.partition("T1")[0]),
    ("openings", "top", "book.sqlite", "--min-games", 1),
    ("repertoire", "gaps", "mine.rep.toml", "--book", "book.sqlite"),
    *(("export", "game.senpu", "--to", form) for form in ("md", "bbcode", "html", "svg")),
]  # fmt: skip
OBJECTS = [
    ("show", "game.senpu", "--json"),
    ("legal", "game.senpu", "--json"),
    ("match", IDENT, "random", "-n", 1, "--data", "mine.toml", "--json"),
    ("openings", "show", "book.sqlite", "--json"),
    ("repertoire", "gaps", "mine.rep.toml", "--book", "book.sqlite", "--json"),
    ("export", "game.senpu", "--to", "json"),
]


def write_copy(path: Path, other: tuple[str, str] | None, provenance: str = "placeholder") -> None:
    """Write a data file in which every value and name is printed, except perhaps one value."""
    _, shipped = open_folder(IDENT)
    tables = {
        name: {
            key: Value(each.value, provenance if (name, key) == other else "printed", "my copy")
            for key, each in table.items()
        }
        for name, table in shipped.tables.items()
    }
    grenades = tables["limit"]["grenades"]
    tables["limit"]["grenades"] = Value(grenades.value + 1, "printed", "my copy")
    names = {
        name: {key: Value(each.value, "printed", "my copy") for key, each in table.items()}
        for name, table in read_shipped_names(get_registration(IDENT).folder).items()
    }
    path.write_text(tomli_w.dumps(dump_values(Values(tables, names), IDENT)), "utf-8")


def prepare(run: Run, provenance: str) -> None:
    """Write a copy with logs, a book and a repertoire on it into the current folder."""
    write_copy(Path("mine.toml"), ("defence", "c1"), provenance)
    for name, text in (("game", SET_UP), ("rolling", f"{SET_UP}J: {ATTACK}\n")):
        path = f"{name}.senpu"
        assert run("new", IDENT, path, "--data", "mine.toml").status == 0
        assert run("append", path, "-", stdin=text.encode()).status == 0
    assert run("openings", "build", ".", "-o", "book.sqlite").status == 0
    answer = run("repertoire", "add", "mine.rep.toml", "game.senpu", "--side", "china")
    assert answer.status == 0, answer.err


def find_provenances(value: Any) -> Iterator[str]:
    """Yield the provenances in an object."""
    for key, member in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(key, str) and key.endswith("provenance"):
            yield from [member] if member else []
        elif isinstance(member, dict | list):
            yield from find_provenances(member)


@pytest.mark.slow
@pytest.mark.parametrize("provenance", PROVENANCES)
def test_each_output_with_a_figure_shows_doubt_exactly_if_there_is_some(
    run: Run, provenance: str
) -> None:
    prepare(run, provenance)
    doubtful = provenance in WEAK_PROVENANCES
    for command in FIGURES:
        answer = run(*command)
        assert answer.status == 0, (command, answer.err)
        is_unsure = UNSURE.search(answer.out) or NAMED.search(answer.out)
        assert bool(is_unsure) is doubtful, (command, answer.out[-3000:])
    for log, figure in (("game", r" 58%\*"), ("rolling", r" 58\*  \[")):
        answer = run("legal", f"{log}.senpu")
        assert bool(re.search(figure, answer.out)) is doubtful, answer.out
    for command in OBJECTS:
        found = {*find_provenances(json.loads(run(*command).out))}
        assert found <= {"printed", provenance}
        assert (provenance in found) or not doubtful, (command, found)


@pytest.mark.parametrize(
    ("language", "guesses"), [("en", ("inferred", "placeholder")), ("ja", ("推定値", "仮の値"))]
)
def test_each_page_gives_the_sign_of_doubt_the_same_meaning(
    language: str, guesses: tuple[str, str]
) -> None:
    assert WEAK_PROVENANCES == ("inferred", "placeholder")
    found = 0
    for page in (SPEC / language).rglob("*.md"):
        for part in re.split(r"\n\s*\n|\n(?=[-|*] |\d\. )", page.read_text("utf-8")):
            is_operator = re.search(r"(?i)attack|base64|攻撃", part)
            if "`*`" in part and not is_operator:
                found += 1
                assert all(guess in part for guess in guesses), (page.name, part)
    assert found >= 8
