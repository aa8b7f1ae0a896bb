"""The changes between two positions, from their boards alone.

These are the least that must have happened: a unit that moved away and back is not seen. Each
change is an effect, so that the narrator has a sentence for it.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial

import msgspec

from senpu.replay.core.rules import AnyRules, Board, Effect, Piece, Tally
from senpu.replay.core.states import CHANCE, Decision, State

DUE = "due"
"""The fate of a unit that is expected to arrive."""
LOST = "lost"
"""The fate of a unit that is eliminated."""
GAP = "gap_"
"""The start of the kind of each change."""


class LogGap(msgspec.Struct, frozen=True):
    """A gap of a log: a stated position to which the events before it do not lead."""

    number: int
    """Its number among the gaps of the log, from 1."""
    event: int
    """The number of the event that states the position."""
    line: int
    """The line of the log with that event."""
    changes: tuple[Effect, ...]
    """The least that must have happened in it."""
    before: State
    after: State


def make_change(
    kind: str,
    side: str = "",
    places: tuple[str, ...] = (),
    values: tuple[str, str] = ("", ""),
    label: str = "",
) -> Effect:
    """Return a change.

    Args:
        kind: The kind, without `gap_`.
        side: The side of the units or of the tally; the side that controls the places.
        places: The start and the destination of units that moved; else the places concerned.
        values: A value before and after.
        label: The id of the text that names the value.

    Returns:
        The change; its targets are the label and the values, if there are any.
    """
    targets = (label, *values) if any(values) else ()
    return Effect(f"{GAP}{kind}", side, targets=targets, places=places)


def list_changes(rules: AnyRules, before: State, after: State) -> Iterator[Effect]:
    """Yield what must have happened between two positions.

    Args:
        rules: The rule set.
        before: The first position.
        after: The second position.

    Yields:
        The changes: turns, units, control, tallies, the ending; not what follows from these or
        from a new turn. If none of these differs, the decision.
    """
    found = [
        *_list_turns(before.turn, after.turn),
        *_list_board_changes(rules.board(before), rules.board(after), before.turn != after.turn),
    ]
    if after.outcome is not None and after.outcome != before.outcome:
        ending = after.outcome
        found.append(make_change("ending", ending.winner, values=("", ending.ending)))
    if not found and before != after:
        found.append(_describe_decision(before.decision, after.decision))
    yield from found


def make_gap_effects(rules: AnyRules, before: State, after: State) -> tuple[Effect, ...]:
    """Return the effects of a stated position that the position before it does not lead to."""
    return (Effect("position_stated"), *list_changes(rules, before, after))


def _describe_decision(was: Decision | None, now: Decision | None) -> Effect:
    """Return the change of two positions whose boards are equal."""
    if now is None or was == now:
        return make_change("unseen")
    return make_change("roll") if now.side == CHANCE else make_change("decision", now.side)


def _list_turns(was: int, now: int) -> Iterator[Effect]:
    if was != now:
        kind = "turns_back" if now < was else "turns" if was else "turns_set_up"
        yield Effect(f"{GAP}{kind}", numbers=(abs(now - was), was, now))


def _list_board_changes(before: Board, after: Board, new_turn: bool) -> Iterator[Effect]:
    old = {piece.id: piece for piece in before.pieces}
    pairs = [(old[new.id], new) for new in after.pieces if new.id in old]
    yield from _group(pairs, _describe_place)
    yield from _group(pairs, _describe_steps)
    yield from _group(pairs, partial(_describe_value, new_turn=new_turn))
    yield from _list_control(before.control, after.control)
    yield from _list_tallies(before.tallies, after.tallies, old)


def _group(
    pairs: Iterable[tuple[Piece, Piece]], describe: Callable[[Piece, Piece], Effect | None]
) -> Iterator[Effect]:
    """Yield the changes of units; units with the same change are in one."""
    groups: dict[Effect, list[str]] = {}
    for was, now in pairs:
        change = describe(was, now)
        if change is not None:
            groups.setdefault(change, []).append(now.id)
    for change, units in groups.items():
        yield msgspec.structs.replace(change, units=tuple(units))


def _describe_place(was: Piece, now: Piece) -> Effect | None:
    if was.place == now.place and (now.place or was.fate == now.fate):
        return None
    if not now.place:
        if was.place:
            return make_change("left" if now.fate == DUE else "lost", now.side, (was.place,))
        if (was.fate, now.fate) == (DUE, LOST):
            return make_change("lost_due", now.side)
        return make_change("off_map", now.side, values=(was.fate, now.fate))
    if not was.place:
        kind = "returned" if was.fate == LOST else "arrived"
        return make_change(kind, now.side, (now.place,))
    return make_change("moved", now.side, (was.place, now.place))


def _describe_steps(was: Piece, now: Piece) -> Effect | None:
    if not now.place or was.reduced == now.reduced or was.fate == LOST:
        return None
    return make_change("reduced" if now.reduced else "restored", now.side)


def _describe_value(was: Piece, now: Piece, new_turn: bool) -> Effect | None:
    """Return the change of a unit's points or strength; a new turn restores its points."""
    if not now.place or not was.place:
        return None
    if was.points != now.points and not (new_turn and now.points == now.full):
        return make_change("points", now.side, values=(str(was.points), str(now.points)))
    if was.strength != now.strength and was.reduced == now.reduced:
        return make_change("strength", now.side, values=(was.strength, now.strength))
    return None


def _list_control(was: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Effect]:
    groups: dict[str, list[str]] = {}
    for place, side in now.items():
        if was.get(place, "") != side:
            groups.setdefault(side, []).append(place)
    for side, places in groups.items():
        yield make_change("control" if side else "control_lost", side, tuple(places))


def _list_tallies(
    was: Sequence[Tally], now: Sequence[Tally], pieces: Container[str]
) -> Iterator[Effect]:
    """Yield the tallies that changed, except tallies that follow from the places of units."""
    old, new = ({(each.side, each.label): each for each in found} for found in (was, now))
    for side, label in dict.fromkeys((*old, *new)):
        tallies = [found.get((side, label)) for found in (old, new)]
        if any(tally is not None and tally.derived for tally in tallies):
            continue
        units = [unit for tally in tallies if tally is not None for unit in tally.units]
        first, second = map(_format_tally, tallies)
        if units:
            first, second = ("" if each == "0" else each for each in (first, second))
        if first != second and not (units and all(unit in pieces for unit in units)):
            kind = "tally" if side else "tally_shared"
            yield make_change(kind, side, values=(first, second), label=label)


def _format_tally(tally: Tally | None) -> str:
    """Return the value of a tally: its units after a `+` each, the id of its text, its count."""
    if tally is None:
        return ""
    return "".join(f"+{unit}" for unit in tally.units) or tally.text or str(tally.count)
