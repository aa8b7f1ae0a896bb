"""What must have happened between two positions, from their boards alone.

It is the least that must have happened: a unit that moved away and back is not seen.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence

import msgspec

from senpu.replay.core.rules import AnyRules, Board, Piece, Tally
from senpu.replay.core.states import State

DUE = "due"
"""The fate of a unit that is expected to arrive."""


class PositionChange(msgspec.Struct, frozen=True):
    """A difference of two positions: data from which a sentence is made."""

    kind: str
    """`turns`, `turns_back`, `moved`, `arrived`, `left`, `lost`, `off_map`, `reduced`, `restored`,
    `points`, `strength`, `control`, `tally`, `decision`, `ending`, or `unseen`."""
    side: str = ""
    units: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    """Of units that moved: the start and the destination. Else the places concerned."""
    label: str = ""
    """The id of the text of a tally."""
    was: str = ""
    now: str = ""


class LogGap(msgspec.Struct, frozen=True):
    """A gap of a log: a stated position to which the events before it do not lead."""

    number: int
    """Its number among the gaps of the log, from 1."""
    event: int
    """The number of the event that states the position."""
    line: int
    """The line of the log with that event."""
    changes: tuple[PositionChange, ...]
    """What the gap must contain."""
    before: State
    after: State


def list_changes(rules: AnyRules, before: State, after: State) -> Iterator[PositionChange]:
    """Yield what must have happened between two positions.

    Args:
        rules: The rule set.
        before: The first position.
        after: The second position.

    Yields:
        The changes: turns, units, control, tallies, the ending. If none of these differs, the
        decision.
    """
    found = [
        *_list_turns(before.turn, after.turn),
        *_list_board_changes(rules.board(before), rules.board(after)),
    ]
    if after.outcome is not None and after.outcome != before.outcome:
        found.append(PositionChange("ending", after.outcome.winner, now=after.outcome.ending))
    if not found and before != after:
        differs = before.decision != after.decision and after.decision is not None
        side = after.decision.side if after.decision is not None else ""
        found.append(PositionChange("decision", side) if differs else PositionChange("unseen"))
    yield from found


def _list_turns(was: int, now: int) -> Iterator[PositionChange]:
    if was != now:
        yield PositionChange("turns" if now > was else "turns_back", was=str(was), now=str(now))


def _list_board_changes(before: Board, after: Board) -> Iterator[PositionChange]:
    old = {piece.id: piece for piece in before.pieces}
    pairs = [(old[new.id], new) for new in after.pieces if new.id in old]
    yield from _group(pairs, _describe_place)
    yield from _group(pairs, _describe_steps)
    yield from _group(pairs, _describe_value)
    yield from _list_control(before.control, after.control)
    yield from _list_tallies(before.tallies, after.tallies, old)


def _group(
    pairs: Iterable[tuple[Piece, Piece]],
    describe: Callable[[Piece, Piece], PositionChange | None],
) -> Iterator[PositionChange]:
    """Yield the changes of units; units with the same change are in one."""
    groups: dict[PositionChange, list[str]] = {}
    for was, now in pairs:
        change = describe(was, now)
        if change is not None:
            groups.setdefault(change, []).append(now.id)
    for change, units in groups.items():
        yield msgspec.structs.replace(change, units=tuple(units))


def _describe_place(was: Piece, now: Piece) -> PositionChange | None:
    if was.place == now.place and (now.place or was.fate == now.fate):
        return None
    if not now.place:
        if now.fate == DUE:
            return PositionChange("left", now.side, places=(was.place,)) if was.place else None
        if was.place:
            return PositionChange("lost", now.side, places=(was.place,))
        return PositionChange("off_map", now.side, was=was.fate, now=now.fate)
    if not was.place:
        return PositionChange("arrived", now.side, places=(now.place,))
    return PositionChange("moved", now.side, places=(was.place, now.place))


def _describe_steps(was: Piece, now: Piece) -> PositionChange | None:
    if not now.place or was.reduced == now.reduced:
        return None
    return PositionChange("reduced" if now.reduced else "restored", now.side)


def _describe_value(was: Piece, now: Piece) -> PositionChange | None:
    if not now.place or not was.place:
        return None
    if was.points != now.points:
        return PositionChange("points", now.side, was=str(was.points), now=str(now.points))
    if was.strength != now.strength and was.reduced == now.reduced:
        return PositionChange("strength", now.side, was=was.strength, now=now.strength)
    return None


def _list_control(was: dict[str, str], now: dict[str, str]) -> Iterator[PositionChange]:
    groups: dict[str, list[str]] = {}
    for place, side in now.items():
        if was.get(place, "") != side:
            groups.setdefault(side, []).append(place)
    for side, places in groups.items():
        yield PositionChange("control", side, places=tuple(places))


def _list_tallies(
    was: Sequence[Tally], now: Sequence[Tally], pieces: Container[str]
) -> Iterator[PositionChange]:
    """Yield the tallies that changed, without lists of units whose places are known."""
    old, new = ({(each.side, each.label): each for each in found} for found in (was, now))
    for side, label in dict.fromkeys((*old, *new)):
        tallies = [found.get((side, label)) for found in (old, new)]
        units = [unit for tally in tallies if tally is not None for unit in tally.units]
        values = [*map(_format_tally, tallies)]
        if values[0] != values[1] and not (units and all(unit in pieces for unit in units)):
            yield PositionChange("tally", side, label=label, was=values[0], now=values[1])


def _format_tally(tally: Tally | None) -> str:
    """Return the value of a tally: its units, the id of its text, or its count."""
    if tally is None:
        return ""
    return "+".join(tally.units) or tally.text or str(tally.count)
