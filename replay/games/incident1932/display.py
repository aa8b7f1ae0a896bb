"""The board and the position key of the First Shanghai Incident."""

from __future__ import annotations

from typing import Any

from senpu.replay.core.rules import Board, Piece, Tally
from senpu.replay.games.incident1932.context import Incident1932Context
from senpu.replay.games.incident1932.state import (
    CHINA,
    CUT,
    DUE,
    JAPAN,
    LOST,
    OFF,
    RIVER,
    Incident1932State,
)
from senpu.replay.parts.counters import count_units

REMOVED = (LOST, OFF, CUT)
FATE = {DUE: "due", RIVER: "river", LOST: "lost", OFF: "off", CUT: "cut"}


def build_board(context: Incident1932Context, state: Incident1932State) -> Board:
    """Return the counters (combat-fire), the labels of areas, and the lines next to the map."""
    tables = context.tables
    marks = {kind.id: kind.mark for kind in context.spec.game.kind}
    pieces = tuple(
        Piece(
            tables.units[k],
            tables.side[k],
            "" if place in FATE else place,
            marks[tables.kind[k]],
            f"{tables.combat[k]}-{tables.fire[k]}",
            fate=FATE.get(place, ""),
            turn=tables.enters[k],
        )
        for k, place in enumerate(state.locations)
    )
    return Board(pieces, _list_area_notes(context, state), _list_tallies(context, state))


def _list_area_notes(
    context: Incident1932Context, state: Incident1932State
) -> dict[str, tuple[str, ...]]:
    tables = context.tables
    notes: dict[str, tuple[str, ...]] = {}
    for place in tables.areas:
        labels = []
        if place in tables.rising_sun:
            labels.append("rising_sun")
        if place in tables.source:
            labels.append("source")
        if place in tables.fort:
            labels.append("fort")
        if place == tables.settlement:
            labels.append(f"+{context.settlement_bonus}")
        if state.locations.count(place) >= tables.stacking:
            labels.append("full")
        notes[place] = tuple(labels)
    return notes


def _list_tallies(context: Incident1932Context, state: Incident1932State) -> tuple[Tally, ...]:
    tables, limit = context.tables, context.tables.limit
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
            units = tables.list_ids(tables.find_units(state.locations, side, place))
            if units and (place != DUE or state.turn):
                rows.append(count_units(side, fate, units))
    return tuple(rows)


def merge_interchangeable(context: Incident1932Context, state: Incident1932State) -> Any:
    """Return the position with interchangeable units merged, for position keys.

    Units of one formation with equal numbers are interchangeable. The way in which a unit left the
    game does not matter.
    """
    tables, fight, decision = context.tables, state.fight, state.decision
    kind = decision.kind if decision else ""
    attackers, defenders, may_lose, may_retreat = (
        (fight.units, fight.defenders, fight.may_lose, fight.may_retreat)
        if fight
        else ((), (), (), ())
    )
    units = sorted(
        (
            tables.formation[k], tables.kind[k], tables.combat[k], tables.fire[k],
            tables.enters[k] if place == DUE else 0, LOST if place in REMOVED else place,
            k in attackers, k in defenders, k in may_lose, k in may_retreat, k in state.advanced,
        )
        for k, place in enumerate(state.locations)
    )  # fmt: skip
    rest = fight and (
        fight.side, "" if kind == "fire" else fight.origin, fight.place, fight.stage, fight.hits,
        fight.pursuit, fight.night, fight.bombs, *(("retreated",) if fight.retreated else ()),
    )  # fmt: skip
    return (
        state.turn, decision and (decision.side, kind, decision.place), state.passes,
        state.outcome and state.outcome.ending, state.points, state.victory, state.nights,
        state.bombs, rest, units,
    )  # fmt: skip
