"""Copies of one game that differ: signed forks, a changed die, a stripped copy and others."""

import re
from functools import cache
from pathlib import Path

from senpu.logs.record import LIBRARY
from tests.sealed import KEYED, PLAIN, go_on, log, seal

CHANGED = "J: i4*E.c3 [3 5]"
"""The last line that the fork has with another roll."""
OTHER = "J: i4*E.c3 [1 5]"
PART_EVENT = 66
"""The first event that differs: the roll."""


@cache
def list_moves() -> tuple[str, ...]:
    """Return the lines of the learning game of 800, without comments and header."""
    text = (LIBRARY / "800" / "learn.senpu").read_text("utf-8").partition("\n\n")[2]
    rows = (re.sub(r" ?\{[^}]*\}", "", row) for row in text.splitlines())
    return tuple(row for row in rows if row and not row.startswith("End"))


def list_header(chained: bool = True) -> str:
    """Return the header of the game."""
    source = (LIBRARY / "800" / "learn.senpu").read_text("utf-8")
    data = next(row for row in source.splitlines() if row.startswith("Data:"))
    return (KEYED if chained else PLAIN).replace(
        "Japan: Anna", f"{data}\nEvent: Club night, round 2\nDate: 2026-11-21\nJapan: Anna"
    )


def find_move(start: str) -> int:
    """Return the index of a line of the game."""
    return next(at for at, row in enumerate(list_moves()) if row.startswith(start))


def make_copy(moves: tuple[str, ...], seals: dict[int, str]) -> str:
    """Return a chained copy; `seals` has the side that signs after each line."""
    text = log(list_header(), "")
    for at, row in enumerate(moves):
        text = go_on(text, f"{row}\n")
        if at in seals:
            text = seal(text, seals[at])
    return text


@cache
def make_anna() -> str:
    """Return the whole game, signed by both sides."""
    seals = {find_move("T2") - 1: "japan", find_move("T3") - 1: "china",
             find_move("T4") - 1: "japan", find_move("T5") - 1: "china"}  # fmt: skip
    return make_copy(list_moves(), seals)


@cache
def make_bo(double: str = "japan") -> str:
    """Return a fork up to the end of turn 3; `double` signs it at its end, if given."""
    moves = tuple(row.replace(CHANGED, OTHER) for row in list_moves()[: find_move("T4")])
    end = find_move("T4") - 1
    seals = {find_move("T2") - 1: "japan", find_move("T3") - 1: "china"}
    if double == "china":
        seals[end - 1] = "china"
    elif double:
        seals[end] = double
    return make_copy(moves, seals)


def make_tampered() -> str:
    """Return the whole game with a changed roll below an unchanged tag."""
    return make_anna().replace("C: x1*D.h1 [2 3] ", "C: x1*D.h1 [4 3] ")


def make_stripped() -> str:
    """Return the whole game without hash chain and signatures."""
    return f"{list_header(False)}\n" + "".join(f"{row}\n" for row in list_moves())


def make_prefix() -> str:
    """Return the game up to the end of turn 3."""
    text = make_anna()
    return text[: text.index("T4 [")]


def write_copies(folder: Path, **texts: str) -> list[Path]:
    """Write logs, each under its name."""
    paths = []
    for name, text in texts.items():
        paths.append(folder / f"{name}.senpu")
        paths[-1].write_text(text, "utf-8")
    return paths
