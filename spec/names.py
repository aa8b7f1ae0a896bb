"""Whether what a game's folder names can be written in a log, stands once, and is there.

Looks at sides, units, places, words and endings, and at what they are called in each language.
Does not know what a game does with them, nor its values and sentences (:mod:`senpu.spec.data`,
:mod:`senpu.spec.texts`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from senpu.notation.lexer import PLACE, UNIT

if TYPE_CHECKING:
    from senpu.spec.loader import Edition, GameFile, Text


BOARDS = ("areas", "hexes")
DRAW = "Draw"
"""Who wins, in the id of an ending, where nobody does."""
TAKEN = frozenset(
    ("chance", "draw", "senpu", "game", "rules", "data", "options", "event", "date", "program",
     "annotator", "chain", "nonce", "hands")
)  # fmt: skip
"""What a side cannot be called: its name stands in headers and endings, where these mean else."""

SHAPES = {
    "side": (r"[a-z]{2}[a-z0-9-]*", "two small letters or more"),
    "letter": (r"[A-Z]", "one capital letter"),
    "unit": (UNIT, "small letters and then a digit, such as i1"),
    "area": (PLACE, "a capital letter and letters behind it, or two to four digits"),
    "site": (PLACE, "a capital letter and letters behind it, or two to four digits"),
    "word": (r"[a-z]+", "small letters only"),
}
"""What each may look like, as the notation has it (`spec/notation.md`, 2), and in words."""


def wrong_names(game: GameFile, languages: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What is wrong with the names of a game, each with the key of its files that it stands under:
    `unit`, `n1 is there twice`."""
    sides = [side.id for side in game.side]
    for key, shape, names in (
        ("side", "side", sides),
        ("side", "letter", [side.letter for side in game.side]),
        ("unit", "unit", [unit.id for unit in game.unit]),
        ("area", "area", [area.id for area in game.area]),
        ("site", "site", [site.id for site in game.site]),
        ("words", "word", list(game.words)),
    ):
        yield from ((key, told) for told in _shaped(shape, names))
    yield from (("kind", told) for told in _once("kind", [kind.id for kind in game.kind]))
    for unit in game.unit:
        if unit.side not in sides:
            yield "unit", f"{unit.id} is of the side {unit.side}; the sides are {_list(sides)}"
    for side in sides:
        if side in TAKEN:
            yield "side", f"no side can be called {side}"
        if all(unit.side != side for unit in game.unit):
            yield "side", f"{side} has no unit"
    if game.board not in BOARDS:
        yield "board", f"board is {game.board}; expected {' or '.join(BOARDS)}"
    if game.turns < 1:
        yield "turns", f"turns is {game.turns}; expected 1 or more"
    if game.dates and len(game.dates) != game.turns:
        yield "dates", f"there are {len(game.dates)} dates for {game.turns} turns"
    for name, edition in game.edition.items():
        yield from (("edition", told) for told in _endings(name, edition, sides))
    yield from _untold(game, languages)


def _shaped(shape: str, names: list[str]) -> Iterator[str]:
    pattern, said = SHAPES[shape]
    for name in names:
        if not re.fullmatch(pattern, name):
            yield f"the {shape} {name} cannot be written in a log; expected {said}"
    yield from _once(shape, names)


def _once(shape: str, names: list[str]) -> Iterator[str]:
    return (f"the {shape} {name} is there twice" for name, n in Counter(names).items() if n > 1)


def _endings(name: str, edition: Edition, sides: list[str]) -> Iterator[str]:
    """`North 10`: the winner and the printed rule."""
    winners = [*(side.capitalize() for side in sides), DRAW]
    for ending in edition.endings:
        winner, _, rule = ending.id.partition(" ")
        if winner not in winners or not rule:
            yield (
                f"{name}: the ending {ending.id} is not one of {_list(winners)}, "
                "a blank and a printed rule"
            )
    yield from _once(f"{name}: the ending", [ending.id for ending in edition.endings])


def _untold(game: GameFile, languages: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Names that every game needs, without one of the languages."""
    needed: list[tuple[str, str, Text]] = [
        *(("side", f"the name of {side.id}", side.name) for side in game.side),
        *(("kind", f"the name of {kind.id}", kind.name) for kind in game.kind),
        *(("dates", f"date {turn}", date) for turn, date in enumerate(game.dates, 1)),
    ]
    for name, edition in game.edition.items():
        needed.append(("edition", f"{name}: the title", edition.title))
        needed += [("edition", f"{name}: ending {one.id}", one.text) for one in edition.endings]
        needed += [("edition", f"{name}: option {one.id}", one.text) for one in edition.option]
    for key, what, text in needed:
        if missing := [language for language in languages if not text.get(language)]:
            yield key, f"{what} is missing in {_list(missing)}"


def _list(words: Iterable[str]) -> str:
    return ", ".join(words)
