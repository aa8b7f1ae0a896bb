"""A position of the First Shanghai Incident as others look at it: the board for screens, the
position key.
"""

from __future__ import annotations

from typing import Any

from senpu.replay.core.rules import Board, Piece, Tally
from senpu.replay.games.incident1932.context import Incident
from senpu.replay.games.incident1932.state import CHINA, CUT, DUE, JAPAN, LOST, OFF, RIVER, State
from senpu.replay.parts.counters import tally_of

GONE = (LOST, OFF, CUT)
FATE = {DUE: "due", RIVER: "river", LOST: "lost", OFF: "off", CUT: "cut"}


def board(rules: Incident, state: State) -> Board:
    """The counters (combat, then fire), what is said of areas, and the lines beside the map."""
    sheet = rules.sheet
    marks = {kind.id: kind.mark for kind in rules.spec.game.kind}
    pieces = tuple(
        Piece(
            sheet.units[k],
            sheet.side[k],
            "" if place in FATE else place,
            marks[sheet.kind[k]],
            f"{sheet.combat[k]}-{sheet.fire[k]}",
            fate=FATE.get(place, ""),
            turn=sheet.enters[k],
        )
        for k, place in enumerate(state.where)
    )
    return Board(pieces, _notes(rules, state), _tallies(rules, state))


def _notes(rules: Incident, state: State) -> dict[str, tuple[str, ...]]:
    sheet = rules.sheet
    notes: dict[str, tuple[str, ...]] = {}
    for place in sheet.areas:
        said = []
        if place in sheet.rising_sun:
            said.append("rising_sun")
        if place in sheet.source:
            said.append("source")
        if place in sheet.fort:
            said.append("fort")
        if place == sheet.settlement:
            said.append(f"+{rules.settlement_bonus}")
        if state.where.count(place) >= sheet.stacking:
            said.append("full")
        notes[place] = tuple(said)
    return notes


def _tallies(rules: Incident, state: State) -> tuple[Tally, ...]:
    sheet, limit = rules.sheet, rules.sheet.limit
    fight = state.fight
    rows = [
        Tally(JAPAN, "victory", state.victory, text=str(state.victory)),
        Tally(JAPAN, "logistics", state.points[0], text=str(state.points[0])),
        Tally(JAPAN, "bombs", state.bombs, limit["human_bombs"]),
        Tally(CHINA, "logistics", state.points[1], text=str(state.points[1])),
        Tally(CHINA, "nights", state.nights, limit["night_attacks"]),
    ]
    if fight is not None and fight.hits and state.decision is not None:
        rows.append(Tally(state.decision.side, "hits", fight.hits))
    for side in (JAPAN, CHINA):
        for place, fate in FATE.items():
            units = sheet.ids(sheet.standing(state.where, side, place))
            if units and (place != DUE or state.turn):
                rows.append(tally_of(side, fate, units))
    return tuple(rows)


def interchangeable(rules: Incident, state: State) -> Any:
    """The position with units of one formation and numbers taken as one: which of them it is
    makes no difference to what may follow, nor how a unit left the game.
    """
    sheet, fight, decision = rules.sheet, state.fight, state.decision
    kind = decision.kind if decision else ""
    attackers, defenders, may_lose, may_retreat = (
        (fight.units, fight.defenders, fight.may_lose, fight.may_retreat)
        if fight
        else ((), (), (), ())
    )
    fired = fight is not None and (kind == "fire" or fight.stage == "fire")
    if fired and kind != "fire":
        attackers = ()  # who fired matters to nobody now
    like = sorted(
        (
            sheet.formation[k], sheet.kind[k], sheet.combat[k], sheet.fire[k],
            sheet.enters[k] if place == DUE else 0, LOST if place in GONE else place,
            k in attackers, k in defenders, k in may_lose, k in may_retreat, k in state.advanced,
        )
        for k, place in enumerate(state.where)
    )  # fmt: skip
    rest = fight and (
        fight.side, "" if fired else fight.origin, fight.place, fight.stage, fight.hits,
        fight.pursuit, fight.night and kind in ("decide", "assault"),
        fight.bombs and kind == "assault",
    )  # fmt: skip
    return (
        state.turn, decision and (decision.side, kind, decision.place), state.passes,
        state.outcome and state.outcome.ending, state.points, state.victory, state.nights,
        state.bombs, rest, like,
    )  # fmt: skip
