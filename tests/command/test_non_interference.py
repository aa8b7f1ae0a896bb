"""Non-interference: what a side may not know changes nothing that it gets.

See `spec/en/reference/hands.md`.

Two logs that differ only in what a side may not know give it the same output, the same files and
the same exit status, in every command with `--as`. The commands are found in their parsers: a new
one fails here until it has a row.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.logs.chain import split_tag
from senpu.notation.events import Roll
from senpu.notation.messages import LANGUAGES
from senpu.notation.writer import format_event
from senpu.replay.core.registry import list_rule_sets, open_rules
from senpu.replay.core.states import CHANCE
from senpu.tui.command_line.table import TABLE as TABLE_OF_COMMANDS
from senpu.tui.jobs.exports import FORMS
from tests.faces import answer
from tests.sealed import write_key
from tests.twins import Twins, find_twins, walk, write_log

WAR = "russojapanese/bonsai-2018"
PLAYERS = (
    (WAR, "japan", ()), (WAR, "russia", ()), (WAR, "japan", ("naval",)),
    ("blind/toy", "north", ()), ("blind/toy", "south", ()),
)  # fmt: skip
"""The viewers, with the options of the game."""
Words = list[str]

ENDINGS = {
    "valid": "",
    "illegal": "undo 5000\n",
    "impossible draw": "draw {hidden}+{hidden}\n",
    "card of one side": "J: play #98\n",
    "row": "draw {hidden}+#0x!\n",
    "other row": "R: ) #?? (\n",
    "incomplete": "draw {hidden}",
    "resigned": "R: resign\n",
    "tag": "undo ~00000000\n",
}
"""The text after the events of both logs, with faults in rows and events that may be hidden."""


# ---- the commands ---------------------------------------------------------------------------


def show(twins: Twins) -> Iterator[Words]:
    for at in ("start", str(len(twins.games[0]) // 2), "end"):
        yield ["show", "--at", at]
        yield ["show", "--json", "--at", at]
        yield ["show", "--text", "--at", at]
    words = "show --json --win-probability --games 2 --program random --seed 3 --jobs 1"
    yield words.split()


def legal(twins: Twins) -> Iterator[Words]:
    for at in ("1", str(len(twins.games[0]) - 1), "end"):
        yield ["legal", "--at", at]
        yield ["legal", "--json", "--at", at]


def verify(twins: Twins) -> Iterator[Words]:
    yield ["verify", "--report", "page.md"]
    yield ["verify", "--all", "--strict"]
    yield ["verify", "--json", "copy.senpu"]


def diff(twins: Twins) -> Iterator[Words]:
    for other in ("copy.senpu", "shorter.senpu", "forked.senpu"):
        yield ["diff", other]
        yield ["diff", "--json", "--proof", "proof.txt", other]


def export(twins: Twins) -> Iterator[Words]:
    for form in FORMS:
        yield ["export", "--to", form]
    yield ["export", "--to", "md", "--maps", "maps", "-o", "game.md"]
    yield ["export", "--to", "svg", "--at", "2", "-o", "game.svg"]


def view(twins: Twins) -> Iterator[Words]:
    yield ["view"]
    yield ["view", "--at", "2"]


def append(twins: Twins) -> Iterator[Words]:
    random, rules = Random(3), twins.rules
    for at in (0, 1):  # an event of either game, which may be illegal in the other
        event = rules.sample(twins.end(at), random)
        if not twins.is_last(at, event):
            yield ["append", format_event(event)]
    letters = [side.letter for side in rules.spec.sides]
    for text in ("play #05", "#05/move", "lay #05", "undo", "resign", "|"):
        yield ["append", f"{random.choice(letters)}: {text}"]
    yield ["append", "draw #01+#02"]
    yield ["append", "[3] End: Draw"]


def roll(twins: Twins) -> Iterator[Words]:
    yield ["roll", "--commit", "--secrets", "4"]
    yield ["roll", "--server", "club", "--receipt", "1", "--dice", "draw #01+#02"]
    state = twins.end(0)
    if state.decision is None or state.decision.side != CHANCE:
        yield ["roll"]
        return
    event = twins.rules.sample(state, Random(7))
    # A draw of the side may differ, and so may the hands that an end shows.
    if not twins.is_last(0, event) and (type(event) is Roll or not twins.is_public(event)):
        yield ["roll"]


def seal(twins: Twins) -> Iterator[Words]:
    yield ["seal", "--key", "a.key"]


TABLE = {
    each.__name__: each for each in (show, legal, verify, diff, export, view, append, roll, seal)
}


WRITING = {"append", "roll", "seal"}
"""The commands that name the acting side, whose view they have, by `--side`."""


def find_commands_with_view() -> set[str]:
    """Return the commands with `--as`."""
    return {
        name
        for name, command in TABLE_OF_COMMANDS.items()
        if any(option.name == "--as" for option in command.list_options())
    }


def test_every_command_with_a_view_is_tested() -> None:
    assert find_commands_with_view() | WRITING == TABLE.keys()


def test_every_game_with_hidden_parts_is_tested() -> None:
    found = {name for name in list_rule_sets() if open_rules(name).has_hidden_parts}
    assert found == {ident for ident, _, _ in PLAYERS}


# ---- the law --------------------------------------------------------------------------------


def run_all(
    twins: Twins, at: int, folder: Path, more: str, chained: bool, language: str, start: int
) -> Iterator[str]:
    """Yield the output of each command on one of two logs, and the contents of all new files."""
    forked = f"{twins.rules.spec.sides[0].letter}: resign\n"
    half = (start + len(twins.games[at])) // 2
    write_log(twins, at, folder / "game.senpu", more, chained, start=start)
    # Copies that differ from it only in what the side may not know, and in events.
    write_log(twins, 0, folder / "copy.senpu", "", chained, start=start)
    write_log(twins, at, folder / "shorter.senpu", "", chained, most=half, start=start)
    write_log(twins, at, folder / "forked.senpu", forked, chained, start=start)
    write_key(folder / "a.key", "japan")
    kept = {path: path.read_bytes() for path in folder.iterdir()}
    for words in (each for commands in TABLE.values() for each in commands(twins)):
        option = "--side" if words[0] in WRITING else "--as"
        rest = [option, twins.side, "--lang", language]
        yield answer([words[0], "game.senpu", *words[1:], *rest], folder)
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            content = path.read_bytes()
            if path not in kept:
                yield f"{path.name}: {content.decode()}"
                path.unlink()
            elif content != kept[path]:
                assert content.startswith(kept[path])
                yield from _list_play_lines(content[len(kept[path]) :])
                path.write_bytes(kept[path])


def _list_play_lines(added: bytes) -> Iterator[str]:
    """Yield the lines other than machine lines, without their tags."""
    for row in added.splitlines(keepends=True):
        if row[:1] not in b"% ":
            yield (split_tag(row) or (row,))[0].decode()


def check(
    twins: Twins, folder: Path, more: str, chained: bool, language: str, start: int = 0
) -> None:
    one, other = (
        list(run_all(twins, at, folder / name, ENDINGS[more], chained, language, start))
        for at, name in enumerate("ab")
    )
    for mine, theirs in zip(one, other, strict=True):
        assert mine == theirs


@pytest.fixture(autouse=True)
def dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("senpu.tui.commands.log_writing.SystemRandom", lambda: Random(7))


@pytest.mark.parametrize(
    ("ident", "side", "seed", "more", "chained", "language"),
    [
        pytest.param(WAR, "japan", 2, "valid", True, "en", marks=pytest.mark.slow),
        ("blind/toy", "south", 3, "tag", True, "ja"),
    ],
)
def test_twins_give_the_same_bytes_in_each_command(
    tmp_path: Path, ident: str, side: str, seed: int, more: str, chained: bool, language: str
) -> None:
    check(find_twins(ident, side, seed, 40), tmp_path, more, chained, language)


@pytest.mark.slow
@pytest.mark.parametrize(("ident", "side", "options"), PLAYERS)
def test_twins_give_the_same_bytes_if_they_start_from_a_position(
    tmp_path: Path, ident: str, side: str, options: tuple[str, ...]
) -> None:
    twins = find_twins(ident, side, 1, 60, options)
    states = zip(*(walk(twins.rules, game) for game in twins.games), strict=True)
    start = next(at for at, (mine, other) in enumerate(states) if mine != other)
    check(twins, tmp_path, "valid", False, "en", start)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("at", "more", "ident", "side", "options"),
    [
        (at, more, *player)
        for at, more in enumerate(ENDINGS)
        for number, player in enumerate(PLAYERS)
        if at == 0 or (at + number) % 5 == 0
    ],
)
def test_twins_give_the_same_bytes_after_each_fault(
    tmp_path: Path, ident: str, side: str, options: tuple[str, ...], more: str, at: int
) -> None:
    chained = at % 2 == 0 or more == "tag"
    check(find_twins(ident, side, at % 4, 60, options), tmp_path, more, chained, LANGUAGES[at % 2])


def test_the_memory_does_not_show_that_a_guess_is_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy with a guessed hand is verified with a memory that has the game."""
    twins, answers = find_twins("blind/toy", "south", 3, 40), list[str]()
    monkeypatch.setenv("SENPU_STATE", str(tmp_path / "state"))
    write_log(twins, 0, tmp_path / "known" / "game.senpu", chained=True)
    answer(["verify", "game.senpu"], tmp_path / "known")
    for at in (0, 1):
        folder = tmp_path / str(at)
        write_log(twins, at, folder / "game.senpu")
        whole = answer(["verify", "game.senpu", "--json"], folder)
        assert ('"relation":"stripped"' in whole) == (at == 0)
        for words in ([], ["--json"], ["--report", "page.md"]):
            answers.append(answer(["verify", "game.senpu", "--as", "south", *words], folder))
        answers.append((folder / "page.md").read_text("utf-8"))
    assert answers[:4] == answers[4:]


def test_without_rules_nothing_but_the_header_is_shown(tmp_path: Path) -> None:
    """A view needs rules; without them each part of the log may be hidden."""
    text = "Senpu: 1\nGame: nothing/at-all\n\ndraw #03+#04\nJ: #0x\n"
    for name, more in (("a", "draw #05\n"), ("b", "draw #07\n")):
        (tmp_path / f"{name}.senpu").write_text(text + more, "utf-8")
    seen = answer(["verify", "--all", "--as", "japan", "a.senpu"], tmp_path)
    assert "a.senpu:2" in seen
    compared = answer(["diff", "a.senpu", "b.senpu", "--as", "japan"], tmp_path)
    assert compared.endswith("\n1\n")
    for shown in (seen, compared):
        assert "#" not in shown
    assert "#05" in answer(["diff", "a.senpu", "b.senpu"], tmp_path)
