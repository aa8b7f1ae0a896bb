"""A game's first events -> how it left its positions.

Takes of a game only what everybody may know: the public part of its positions, and its events
without hidden cards. Judges nothing.
"""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import groupby, pairwise, repeat
from typing import NamedTuple

import msgspec

from senpu.notation.events import Event, Word
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import META, Before
from senpu.replay.core.rules import CHANCE, AnyRules, Decision, State
from senpu.replay.core.views import public
from senpu.replay.openings.numbering import numbering_of, ruleset_of

encode = msgspec.json.Encoder().encode
spelled = lru_cache(4096)(format_event)
"""Openings are much alike."""
WHOLE, SINGLE = 1, 0
"""What a passage tells of: everything that a side places in a row, or one event."""
NOWHERE = 0
"""In place of a position: the game, or what is told of it, ends here."""


class Passage(NamedTuple):
    """How a game left a position."""

    position: int
    whole: int
    after: int
    """The position it came to, or NOWHERE."""
    text: str
    number: int
    """The number of the event before, in the log: where the position stands."""


class Passages(msgspec.Struct, frozen=True, array_like=True):
    """All of a game's, a list for each of what they tell: programs hand these on sooner."""

    positions: list[int] = []
    wholes: list[int] = []
    afters: list[int] = []
    texts: list[str] = []
    numbers: list[int] = []

    def rows(self) -> Iterator[Passage]:
        """One by one."""
        columns = self.positions, self.wholes, self.afters, self.texts, self.numbers
        return map(Passage._make, zip(*columns, strict=True))


class Trail:
    """The first events of a game that stand, with the positions before them; of the others only
    what they come to."""

    def __init__(self, rules: AnyRules, depth: int) -> None:
        self.rules = rules
        self.depth = depth
        self._first: list[Before] = []
        self._hash = sha256(encode(ruleset_of(rules).name))

    def take(self, found: list[Before]) -> None:
        """The events that come next."""
        if not found:
            return
        if self.rules.hides:
            found = [
                (number, before, self._public(before, event)) for number, before, event in found
            ]
        self._first += found[: max(self.depth + 1 - len(self._first), 0)]
        # Event by event, however many come at once.
        self._hash.update(encode([event for _, _, event in found])[1:-1] + b",")

    def _public(self, before: State, event: Event) -> Event:
        meta = type(event) is Word and event.word in META
        return event if meta else public(self.rules, before, event)

    def digest(self) -> bytes:
        """Of all events that stand, and of the rules they stand under."""
        return self._hash.digest()[:16]

    def passages(self, end: State, last: int) -> Passages:
        """How the game left each of its positions, and each first position of several that a side
        placed units in; `end` is the position that the log comes to, after event `last`."""
        first = self._first[: self.depth]
        if first and type(first[-1][2]) is Word and first[-1][2].word in META:
            first.pop()  # resigning leads to no other position
        if len(self._first) > len(first):
            last, end, _ = self._first[len(first)]
            last -= 1
        states = [before for _, before, _ in first]
        states.append(end)
        numbers = numbering_of(self.rules).all(states)
        texts = [spelled(event) for _, _, event in first]
        above = [number - 1 for number, _, _ in first]
        rows = [*zip(numbers, repeat(SINGLE), numbers[1:], texts, above, strict=False)]
        if len({*pairwise(numbers)}) < len(rows):  # what it did twice counts where it did so first
            rows = [*{row[:3]: row for row in reversed(rows)}.values()][::-1]
        rows.append((numbers[-1], SINGLE, NOWHERE, "", last))
        for start, stop in self._gathered([state.decision for state in states]):
            text = " ".join(texts[start:stop])
            rows.append((numbers[start], WHOLE, numbers[stop], text, above[start]))
        return Passages(*map(list, zip(*rows, strict=True)))

    def _gathered(self, asks: list[Decision | None]) -> Iterator[tuple[int, int]]:
        """Where answers of one side to questions that are shown together begin and end. A row that
        goes on where the trail breaks off is left out."""
        gathered = self.rules.gathered
        kinds = [
            (asked.kind, asked.side)
            if asked is not None and asked.kind in gathered and asked.side != CHANCE
            else None
            for asked in asks
        ]
        start = 0
        for kind, row in groupby(kinds):
            stop = start + len([*row])
            if kind is not None and stop < len(asks):
                yield start, stop
            start = stop
