"""Forks of one game at every line; one side signs both copies."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from senpu.logs.memory import UserMemory
from senpu.logs.record import LIBRARY
from senpu.notation.reader import read_text
from senpu.notation.writer import format_game
from senpu.replay.disputes.comparison import FORK, IDENTICAL, PREFIX, compare
from senpu.replay.disputes.verification import verify
from tests import sealed
from tests.reliability.figures import Figure

GAME = LIBRARY / "800" / "bonsai-china-4-1.senpu"


def measure(small: bool) -> Iterator[Figure]:
    rows = moves()[: 4 if small else None]
    yield forks(rows)
    yield rolled_back(rows)


def moves() -> list[str]:
    """Return the lines of a game of 800 without comments."""
    game, _ = read_text(GAME.read_bytes())
    text = format_game(game).partition("\n\n")[2]
    return [row for row in text.splitlines(keepends=True) if not row.startswith(("{", "End:"))]


def forks(rows: list[str]) -> Figure:
    """Fork a log at each line and sign both copies with one key."""
    exact = proven = 0
    with TemporaryDirectory() as folder:
        one, other = Path(folder) / "one.senpu", Path(folder) / "other.senpu"
        for at in range(len(rows)):
            common = sealed.go_on(sealed.log(moves=""), "".join(rows[:at]))
            one.write_text(sealed.seal(sealed.go_on(common, rows[at]), "japan"), "utf-8")
            other.write_text(sealed.seal(sealed.go_on(common, "C: resign\n"), "japan"), "utf-8")
            found = compare(one, other).comparison
            exact += found.verdict == FORK and found.line == common.count("\n")
            proven += found.equivocation == ["japan"]
    return Figure(
        "a fork at every line, both copies signed by one key",
        len(rows),
        "each fork found at its line, and equivocation proven",
        f"{exact} at the line, {proven} proven",
        exact == proven == len(rows),
    )


def rolled_back(rows: list[str]) -> Figure:
    """Cut a copy at each line after the complete log was verified."""
    reported = noticed = 0
    with TemporaryDirectory() as folder:
        whole, cut = Path(folder) / "whole.senpu", Path(folder) / "cut.senpu"
        unsigned = sealed.log(moves="".join(rows))
        text = sealed.seal(unsigned, "japan")
        whole.write_text(text, "utf-8")
        seen = UserMemory(Path(folder) / "seen")
        verify(whole, open_memory=lambda: seen)
        lines = unsigned.splitlines(keepends=True)
        for at in range(len(rows)):
            cut.write_text("".join(lines[: len(lines) - len(rows) + at]), "utf-8")
            reported += compare(whole, cut).comparison.verdict == PREFIX
            known = verify(cut, open_memory=lambda: seen).known_copies
            noticed += [copy.relation for copy in known] == ["shorter"]
        same = compare(whole, whole).comparison.verdict == IDENTICAL
    return Figure(
        "a copy cut at every line, after the complete, sealed log was verified",
        len(rows),
        "reported by `diff`, and by `verify` from its memory",
        f"{reported} reported, {noticed} noticed",
        same and reported == noticed == len(rows),
    )
