"""The moves of a book at one position: their names here and their odds.

Interchangeable units are one unit to a book, so the book's text of a move may name another unit
than the one at this position. :class:`MoveNames` tries the texts with interchangeable units
exchanged, from the first units on, then the texts in the book; a text is right if it leads to the
position of the move.

:class:`MoveOdds` has the odds of an attack and the probability of a roll, computed
from public facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, islice, permutations, product
from typing import NamedTuple

from msgspec.structs import replace

from senpu.notation.play import parse_line
from senpu.replay.annotation.branches import EventSequence
from senpu.replay.core.odds import Odds
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.openings.book import MoveRecord
from senpu.replay.openings.reading import Numbering

TRIED = 200
"""The most texts to try: enough for three of nine units and two of another kind."""
FIRST = 6
"""The number of texts to try before the texts in the book."""
UNITS = re.compile(r"(?<![#?\w])[a-z]+\d[a-z\d]*(?:\+[a-z]+\d[a-z\d]*)*")


class PlayableMove(NamedTuple):
    """A move that can be played in a position."""

    text: str
    course: EventSequence
    """Its events, and the states after them."""


class MoveNames:
    """The names of moves in one position."""

    def __init__(self, numbering: Numbering, state: State) -> None:
        self.numbering = numbering
        self.rules: AnyRules = numbering.rules
        self.state = state
        self._kinds: dict[str, object] = {}
        """The kind of each unit, once it is needed."""

    def find_playable(self, move: MoveRecord) -> PlayableMove | None:
        """Return a move in the names of this position.

        Returns:
            The move, or None if it cannot be played from the book alone: a draw of hidden cards.
        """
        return self.find_text(move.forms, move.after)

    def find_text(self, forms: Sequence[str], after: int) -> PlayableMove | None:
        """Return the events that lead to a position, in the names of this position.

        Args:
            forms: Texts of the events in the names of equivalent positions; at least one.
            after: The number of the position after them.

        Returns:
            The events, or None if no text leads to the position.
        """
        renamed = self._rename(forms[0])
        texts = chain(islice(renamed, FIRST), forms, renamed)
        for text in islice(texts, TRIED):
            course = play_text(self.rules, self.state, text)
            if course is not None and self.numbering(course.reducer.state) == after:
                return PlayableMove(text, course)
        return None

    def _rename(self, text: str) -> Iterator[str]:
        """Yield a text with interchangeable units exchanged."""
        if not self._kinds:
            pieces = self.rules.board(self.state).pieces
            self._kinds = {piece.id: (piece.side, piece.mark, piece.full) for piece in pieces}
        kinds = self._kinds
        named = dict.fromkeys(
            unit for match in UNITS.finditer(text) for unit in match[0].split("+")
        )
        if not named or not kinds.keys() >= named.keys():
            return
        interchangeable: dict[object, list[str]] = {}
        for unit, kind in kinds.items():
            interchangeable.setdefault(kind, []).append(unit)
        groups: dict[object, list[str]] = {}
        for unit in named:
            groups.setdefault(kinds[unit], []).append(unit)
        ways = [
            islice(permutations(interchangeable[kind], len(units)), TRIED)
            for kind, units in groups.items()
        ]
        order = {unit: at for at, unit in enumerate(kinds)}
        seen = set()
        for way in product(*ways):
            new = dict(zip(chain(*groups.values()), chain(*way), strict=True))
            found = UNITS.sub(partial(_format_units, new, order), text)
            if found not in seen:
                seen.add(found)
                yield found


def _format_units(new: dict[str, str], order: dict[str, int], match: re.Match[str]) -> str:
    """Return a list of units under their new names, in the game's order."""
    return "+".join(sorted((new[unit] for unit in match[0].split("+")), key=order.__getitem__))


def play_text(rules: AnyRules, state: State, text: str) -> EventSequence | None:
    """Return the events of a text played from a state, or None if they are illegal."""
    if "?" in text:
        return None
    line, faults = parse_line(1, text)
    if faults:
        return None
    course = EventSequence(rules, state)
    try:
        course.play(line.items)
    except ReductionError:
        return None
    return course


MOST = 216
"""The most outcomes of a roll to evaluate."""


class MoveOdds:
    """The odds of the moves at one position."""

    def __init__(self, numbering: Numbering, state: State) -> None:
        self.numbering, self.state = numbering, state
        self._probabilities: dict[int, float] | None = None

    @property
    def is_roll(self) -> bool:
        """True if the next event is a roll or a draw."""
        return self.state.decision is not None and self.state.decision.side == CHANCE

    def find_odds(self, found: PlayableMove | None) -> Odds | None:
        """The odds of a move that is a single attack, in the names of this position."""
        if found is None or len(found.course.steps) != 1:
            return None
        odds = self.numbering.rules.odds(self.state, found.course.steps[0].event)
        return replace(odds, cases=()) if odds else None

    def find_probability(self, move: MoveRecord) -> float | None:
        """Return the probability of the dice that lead to the position of a move.

        Returns:
            The probability, or None for cards and for too many outcomes.
        """
        if self._probabilities is None:
            self._probabilities = self._by_position()
        return self._probabilities.get(move.after)

    def _by_position(self) -> dict[int, float]:
        decision, rules = self.state.decision, self.numbering.rules
        if not self.is_roll or decision is None or not decision.dice:
            return {}
        outcomes = list(islice(rules.outcomes(self.state), MOST + 1))
        if len(outcomes) > MOST:
            return {}
        found: dict[int, float] = {}
        for event, chance in outcomes:
            after = self.numbering(rules.apply(self.state, event)[0])
            found[after] = found.get(after, 0.0) + chance
        return found
