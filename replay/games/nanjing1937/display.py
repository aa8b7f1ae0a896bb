"""A position as others look at it: the board for screens, odds, the position key."""

from __future__ import annotations

from typing import Any

from senpu.replay.core.rules import Board, Piece, Tally
from senpu.replay.games.nanjing1937.context import Nanjing
from senpu.replay.games.nanjing1937.state import CHINA, DUE, HOLD, JAPAN, LOST, State
from senpu.replay.parts.counters import tally_of

FATES = {DUE: "due", LOST: "lost"}


# ---- the board --------------------------------------------------------------------------


def board(rules: Nanjing, state: State) -> Board:
    """The counters, who controls the cities and ports, the zones, and the lines beside the map."""
    sheet = rules.sheet
    marks = {kind.id: kind.mark for kind in rules.spec.game.kind}
    pieces = tuple(
        Piece(
            sheet.units[k],
            sheet.side[k],
            "" if h < 0 else sheet.ids[h],
            marks[sheet.kind[k]],
            f"{sheet.strength[k]}-{sheet.allowance[k]}",
            fate=FATES.get(h, ""),
            turn=sheet.enters[k],
        )
        for k, h in enumerate(state.where)
    )
    control = {sheet.ids[h]: controller(rules, state, h) for h in sheet.key_hexes}
    zones = rules.zones.places(sheet.ids, state.where)
    return Board(pieces, _notes(rules, control), _tallies(rules, state), control, zones)


def controller(rules: Nanjing, state: State, h: int) -> str:
    """Who controls a city or port; nobody, if an enemy zone lies on it (4.1)."""
    return next((side for side in (JAPAN, CHINA) if rules.control.controls(state, side, h)), "")


def _notes(rules: Nanjing, control: dict[str, str]) -> dict[str, tuple[str, ...]]:
    sheet = rules.sheet
    notes: dict[str, tuple[str, ...]] = {}
    for ident, side in control.items():
        h = sheet.index[ident]
        what = ["city"] if h in sheet.city else []
        what += ["port"] if h in sheet.port else []
        notes[ident] = (*what, f"held_{side or 'nobody'}")
    return notes


def _tallies(rules: Nanjing, state: State) -> tuple[Tally, ...]:
    sheet, limit, control = rules.sheet, rules.sheet.limit, rules.control

    def units(side: str, fate: int) -> tuple[str, ...]:
        return sheet.names(tuple(k for k in sheet.own[side] if state.where[k] == fate))

    def idents(hexes: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(sheet.ids[h] for h in hexes)

    ports = len(control.ports(state, JAPAN))
    japan = [
        Tally(JAPAN, "points", control.points(state), needed(rules, state)),
        tally_of(JAPAN, "cities", idents(control.cities(state, JAPAN))),
        Tally(JAPAN, "ports", ports, limit["port_point"] if ports < limit["port_point"] else 0),
        Tally(JAPAN, "air", 0, text=air_word(rules, state)),
        Tally(JAPAN, "guns", 0, text=guns_word(state)),
        tally_of(JAPAN, "due", units(JAPAN, DUE)),
        tally_of(JAPAN, "lost", units(JAPAN, LOST)),
    ]
    if state.policy:
        japan.insert(0, Tally(JAPAN, "policy", 0, text=state.policy))
    chen = "gone" if state.chen_lost else "used" if state.chen_used else "ready"
    return (
        *japan,
        tally_of(CHINA, "cities", idents(control.cities(state, CHINA))),
        Tally(CHINA, "chen", 0, text=chen),
        tally_of(CHINA, "due", units(CHINA, DUE)),
        tally_of(CHINA, "lost", units(CHINA, LOST)),
    )


def needed(rules: Nanjing, state: State) -> int:
    """The points that Japan needs when it is judged next (4.0)."""
    limit = rules.sheet.limit
    if state.turn > limit["last"]:
        return limit["extended_points"]
    if not state.policy:
        return limit["decision_points"]
    return limit["holding_points" if state.policy == HOLD else "expanded_points"]


def air_word(rules: Nanjing, state: State) -> str:
    if state.policy == HOLD and rules.hold_stops_air:
        return "away"
    if state.turn < rules.sheet.limit["air_from"]:
        return "not_yet"
    return "used" if state.air_used else "ready"


def guns_word(state: State) -> str:
    if state.landed:
        return "landing"
    return "used" if state.guns_used else "ready"


# ---- the position key -------------------------------------------------------------------


def interchangeable(rules: Nanjing, state: State) -> Any:
    """The position with units of one side, kind and numbers taken as one: which of them it is
    makes no difference to what may follow.

    What cannot matter any more is not in it: when a unit on the map was due, markers of a turn
    whose fights are over.
    """
    sheet, fight = rules.sheet, state.fight
    parts = (fight.units, fight.targets) if fight else ((), ())
    like = sorted(
        (
            sheet.side[k], sheet.kind[k], sheet.strength[k], sheet.allowance[k], h,
            _waits(rules, state, k) if h == DUE else 0, state.done >> k & 1,
            k in parts[0], k in parts[1], k in state.falling,
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


def _waits(rules: Nanjing, state: State, k: int) -> int:
    """When a unit may come, as far as that still matters: 0 for now, or at any time."""
    sheet, enters = rules.sheet, rules.sheet.enters[k]
    if enters > state.turn:
        return enters
    held_back = sheet.side[k] == JAPAN and enters >= sheet.limit["late_from"]
    return -1 if held_back and state.policy == HOLD else 0
