"""A book's move in the names of the position at hand.

Units that are alike are one to a book, so what it has of a move may name another unit than the one
that stands here. Searches among the spellings with like units in place of each other, from the
first units on, then among those that it has; whatever comes to the book's position is the move. So
a move is written in one way wherever it is met.
"""

import re
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice, permutations, product
from typing import NamedTuple

from senpu.notation.play import play_line
from senpu.replay.annotation.branches import Course
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.rules import AnyRules, State
from senpu.replay.openings.book import Move
from senpu.replay.openings.numbering import Numbering

TRIED = 200
"""How many spellings are tried at most: enough for three of nine units and two of another kind."""
FIRST = 6
"""And how many before those that the book has."""
UNITS = re.compile(r"(?<![#?\w])[a-z]+\d[a-z\d]*(?:\+[a-z]+\d[a-z\d]*)*")


class Own(NamedTuple):
    """A move as it may be played here."""

    text: str
    course: Course
    """Its events, and the positions after them."""


class Names:
    """The names of one position."""

    def __init__(self, numbering: Numbering, state: State) -> None:
        self.numbering = numbering
        self.rules: AnyRules = numbering.rules
        self.state = state
        self._kinds: dict[str, object] = {}
        """What each unit is, once that was asked for."""

    def own(self, move: Move) -> Own | None:
        """The move in the names of this position; nothing where it cannot be played from what the
        book knows of it, as a draw of hidden cards."""
        renamed = self._renamed(move.text)
        texts = chain(islice(renamed, FIRST), move.spellings, renamed)
        for text in islice(texts, TRIED):
            course = taken(self.rules, self.state, text)
            if course is not None and self.numbering(course.reducer.state) == move.after:
                return Own(text, course)
        return None

    def _renamed(self, text: str) -> Iterator[str]:
        """A text with like units in place of each other."""
        if not self._kinds:
            pieces = self.rules.board(self.state).pieces
            self._kinds = {piece.id: (piece.side, piece.mark, piece.full) for piece in pieces}
        kinds = self._kinds
        named = dict.fromkeys(
            unit for match in UNITS.finditer(text) for unit in match[0].split("+")
        )
        if not named or not kinds.keys() >= named.keys():
            return
        alike: dict[object, list[str]] = {}
        for unit, kind in kinds.items():
            alike.setdefault(kind, []).append(unit)
        groups: dict[object, list[str]] = {}
        for unit in named:
            groups.setdefault(kinds[unit], []).append(unit)
        ways = [
            islice(permutations(alike[kind], len(units)), TRIED) for kind, units in groups.items()
        ]
        order = {unit: at for at, unit in enumerate(kinds)}
        seen = set()
        for way in product(*ways):
            new = dict(zip(chain(*groups.values()), chain(*way), strict=True))
            found = UNITS.sub(partial(_written, new, order), text)
            if found not in seen:
                seen.add(found)
                yield found


def _written(new: dict[str, str], order: dict[str, int], match: re.Match[str]) -> str:
    """A list of units under their new names, in the game's order."""
    return "+".join(sorted((new[unit] for unit in match[0].split("+")), key=order.__getitem__))


def taken(rules: AnyRules, state: State, text: str) -> Course | None:
    """The events of a text taken from a position on; nothing if they cannot be."""
    if "?" in text:
        return None
    line, faults = play_line(1, text)
    if faults:
        return None
    course = Course(rules, state)
    try:
        course.play(line.items)
    except ReductionError:
        return None
    return course
