"""A position as others look at it: the board for screens, odds, the position key."""

from __future__ import annotations

from typing import Any

from senpu.replay.core.rules import Board, Piece, Tally
from senpu.replay.games.nanjing1937.context import NanjingContext
from senpu.replay.games.nanjing1937.state import CHINA, DUE, HOLD, JAPAN, LOST, NanjingState
from senpu.replay.parts.counters import count_units

FATES = {DUE: "due", LOST: "lost"}


# ---- the board --------------------------------------------------------------------------


def build_board(rules: NanjingContext, state: NanjingState) -> Board:
    """Return the board: counters, control, zones of control and tallies."""
    tables = rules.tables
    marks = {kind.id: kind.mark for kind in rules.spec.game.kind}
    pieces = tuple(
        Piece(
            tables.units[k],
            tables.side[k],
            "" if h < 0 else tables.ids[h],
            marks[tables.kind[k]],
            f"{tables.strength[k]}-{tables.allowance[k]}",
            fate=FATES.get(h, ""),
            turn=tables.enters[k],
        )
        for k, h in enumerate(state.where)
    )
    control = {tables.ids[h]: find_controller(rules, state, h) for h in tables.key_hexes}
    zones = rules.zones.places(tables.ids, state.where)
    return Board(pieces, _notes(rules, control), _tallies(rules, state), control, zones)


def find_controller(rules: NanjingContext, state: NanjingState, h: int) -> str:
    """Return the side that controls a city or port, or '' in an enemy zone (4.1)."""
    return next((side for side in (JAPAN, CHINA) if rules.control.has_control(state, side, h)), "")


def _notes(rules: NanjingContext, control: dict[str, str]) -> dict[str, tuple[str, ...]]:
    tables = rules.tables
    notes: dict[str, tuple[str, ...]] = {}
    for ident, side in control.items():
        h = tables.index[ident]
        what = ["city"] if h in tables.city else []
        what += ["port"] if h in tables.port else []
        notes[ident] = (*what, f"held_{side or 'nobody'}")
    return notes


def _tallies(rules: NanjingContext, state: NanjingState) -> tuple[Tally, ...]:
    tables, limit, control = rules.tables, rules.tables.limit, rules.control

    def units(side: str, fate: int) -> tuple[str, ...]:
        return tables.names(tuple(k for k in tables.own[side] if state.where[k] == fate))

    def idents(hexes: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(tables.ids[h] for h in hexes)

    ports = len(control.find_ports(state, JAPAN))
    japan = [
        Tally(
            JAPAN,
            "points",
            control.count_points(state),
            needed=count_needed_points(rules, state),
            derived=True,
        ),
        count_units(JAPAN, "cities", idents(control.find_cities(state, JAPAN)), derived=True),
        Tally(
            JAPAN,
            "ports",
            ports,
            needed=limit["port_point"] if ports < limit["port_point"] else 0,
            derived=True,
        ),
        Tally(JAPAN, "air", 0, text=describe_air(rules, state)),
        Tally(JAPAN, "guns", 0, text=describe_guns(state)),
        count_units(JAPAN, "due", units(JAPAN, DUE)),
        count_units(JAPAN, "lost", units(JAPAN, LOST)),
    ]
    if state.policy:
        japan.insert(0, Tally(JAPAN, "policy", 0, text=state.policy))
    chen = "gone" if state.chen_lost else "used" if state.chen_used else "ready"
    return (
        *japan,
        count_units(CHINA, "cities", idents(control.find_cities(state, CHINA)), derived=True),
        Tally(CHINA, "chen", 0, text=chen),
        count_units(CHINA, "due", units(CHINA, DUE)),
        count_units(CHINA, "lost", units(CHINA, LOST)),
    )


def count_needed_points(rules: NanjingContext, state: NanjingState) -> int:
    """Return the points that Japan needs at the next victory phase (4.0)."""
    limit = rules.tables.limit
    if state.turn > limit["last"]:
        return limit["extended_points"]
    if not state.policy:
        return limit["decision_points"]
    return limit["holding_points" if state.policy == HOLD else "expanded_points"]


def describe_air(rules: NanjingContext, state: NanjingState) -> str:
    """Return the condition of air support: its key in the texts."""
    if state.policy == HOLD and rules.hold_stops_air:
        return "away"
    if state.turn < rules.tables.limit["air_from"]:
        return "not_yet"
    return "used" if state.air_used else "ready"


def describe_guns(state: NanjingState) -> str:
    """Return the condition of naval gunfire: its key in the texts."""
    if state.landed:
        return "landing"
    return "used" if state.guns_used else "ready"


# ---- the position key -------------------------------------------------------------------


def merge_interchangeable(rules: NanjingContext, state: NanjingState) -> Any:
    """Return the position with interchangeable units of a side, kind and numbers merged.

    Facts without an effect on later events are excluded: the arrival turn of a unit on the map, and
    markers of a turn whose attacks are over.
    """
    tables, fight = rules.tables, state.fight
    parts = (fight.units, fight.targets) if fight else ((), ())
    like = sorted(
        (
            tables.side[k], tables.kind[k], tables.strength[k], tables.allowance[k], h,
            _find_arrival(rules, state, k) if h == DUE else 0, state.done >> k & 1,
            k in parts[0], k in parts[1], k in state.retreating,
        )
        for k, h in enumerate(state.where)
    )  # fmt: skip
    decision = state.decision and (state.decision.side, state.decision.kind)
    return (
        state.turn, state.phase, decision, state.outcome and state.outcome.ending, state.policy,
        state.held, state.trod, state.railed, sorted(state.placed), state.landed,
        state.air_used, state.guns_used, state.chen_used, state.chen_lost,
        fight and (fight.side, fight.place, fight.difference, fight.chen, fight.result), like,
    )  # fmt: skip


def _find_arrival(rules: NanjingContext, state: NanjingState, k: int) -> int:
    """Return the turn in which a unit may enter, or 0 if it may enter now or at any time."""
    tables, enters = rules.tables, rules.tables.enters[k]
    if enters > state.turn:
        return enters
    held_back = tables.side[k] == JAPAN and enters >= tables.limit["late_from"]
    return -1 if held_back and state.policy == HOLD else 0
