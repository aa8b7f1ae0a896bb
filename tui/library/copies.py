"""The copies of one game in a library: where each differs, and which side has signed two of them.

`replay/disputes/comparison.py` compares the copies; this module only groups the results.
"""

from collections.abc import Hashable, Iterable, Iterator
from itertools import combinations

import msgspec

from senpu.logs.inputs import hold_source
from senpu.replay.disputes.comparison import (
    DIFFERENT,
    FAULT,
    FORK,
    IDENTICAL,
    DoubleSignature,
    compare,
    list_double_signatures,
)
from senpu.replay.disputes.copies import list_copy_keys
from senpu.tui.library.catalogue import RecordedGame

FEW = 5
"""The number of copies up to which all pairs are compared; of more, each with the first one."""


class CopyRelation(msgspec.Struct, frozen=True):
    """The comparison of two copies."""

    kind: str
    """`identical`, `stripped`, `prefix`, `fork` or `fault`."""
    line: int = 0
    """The first line that differs; 0 if events were compared."""
    event: int = 0
    """The first event after the common events."""
    double: tuple[DoubleSignature, ...] = ()
    """The sides that signed both."""

    @property
    def differs(self) -> bool:
        """Return whether one copy has another line where the other has a line too."""
        return self.kind in (FORK, FAULT)


class CopySet(msgspec.Struct, frozen=True):
    """The copies of one game."""

    games: tuple[RecordedGame, ...]
    relations: dict[tuple[int, int], CopyRelation]
    """The comparisons by the indices of the copies, the smaller one first."""

    @property
    def is_forked(self) -> bool:
        """Return whether two copies differ."""
        return any(each.differs for each in self.relations.values())

    @property
    def needs_look(self) -> bool:
        """Return whether copies differ, or one of them is invalid."""
        return self.is_forked or any(game.has_fault for game in self.games)

    @property
    def double_sides(self) -> list[str]:
        """The sides that signed two copies."""
        found = (double.side for each in self.relations.values() for double in each.double)
        return [*dict.fromkeys(found)]

    def find(self, game: RecordedGame) -> int:
        """Return the index of a game, or -1."""
        return next((at for at, each in enumerate(self.games) if each.path == game.path), -1)

    def list_relations(self, at: int) -> Iterator[tuple[RecordedGame, CopyRelation]]:
        """Yield the other copies that were compared with a copy, valid ones first."""
        others = [
            (self.games[one + other - at], relation)
            for (one, other), relation in self.relations.items()
            if at in (one, other)
        ]
        yield from sorted(others, key=lambda pair: pair[0].has_fault)

    def find_difference(self, at: int) -> CopyRelation | None:
        """Return the comparison that shows where a copy differs from the valid ones.

        A valid copy differs where the first valid copy parts from it. An invalid copy differs from
        the valid copy that has most lines in common with it.
        """
        found = [
            relation for game, relation in self.list_relations(at)
            if relation.differs and not game.has_fault
        ]  # fmt: skip
        choose = max if self.games[at].has_fault else min
        return choose(found, key=lambda each: (each.line, each.event), default=None)

    def choose_other(self, at: int) -> RecordedGame | None:
        """Return the copy that shows best how a copy differs."""
        wanted = self.find_difference(at)
        others = [*self.list_relations(at)]
        best = (game for game, relation in others if relation is wanted or wanted is None)
        return next(best, others[0][0] if others else None)


def find_candidates(games: Iterable[RecordedGame]) -> list[list[RecordedGame]]:
    """Return groups of games that may be copies of one game."""
    groups: list[list[RecordedGame]] = []
    places: dict[Hashable, int] = {}
    for game in games:
        try:
            keys = list_copy_keys(hold_source(game.path))
        except OSError:
            continue
        found = sorted({places[key] for key in keys if key in places})
        groups.append([*(each for at in found for each in groups[at]), game])
        for at in found:
            groups[at] = []
        places |= dict.fromkeys(keys, len(groups) - 1)
        places |= {key: len(groups) - 1 for key, at in places.items() if at in found}
    return [group for group in groups if len(group) > 1]


def compare_copies(games: list[RecordedGame]) -> CopySet | None:
    """Compare the copies of a game. Return None if fewer than two belong to one game."""
    games = sorted(games, key=lambda game: (game.has_fault, -game.event_count, game.path.name))
    pairs = [*combinations(range(len(games)), 2)]
    if len(games) > FEW:
        pairs = [(0, at) for at in range(1, len(games))]
    relations = {}
    for one, other in pairs:
        try:
            found = compare_two(games[one], games[other])
        except OSError:
            continue
        if found is not None:
            relations[one, other] = found
    kept = [at for at in range(len(games)) if any(at in pair for pair in relations)]
    if len(kept) < 2:
        return None
    places = {at: new for new, at in enumerate(kept)}
    moved = {(places[one], places[other]): each for (one, other), each in relations.items()}
    return CopySet(tuple(games[at] for at in kept), moved)


def compare_two(one: RecordedGame, other: RecordedGame) -> CopyRelation | None:
    """Return how two logs differ; None if they are not copies of one game. Raises OSError."""
    sources = hold_source(one.path), hold_source(other.path)
    if sources[0].data == sources[1].data:
        return CopyRelation(IDENTICAL)
    found = compare(*sources)
    result = found.comparison
    if result.verdict == DIFFERENT:
        return None
    line = result.line + 1 if result.line is not None else 0
    double = tuple(list_double_signatures(found))
    return CopyRelation(result.verdict, line, result.event + 1, double)
