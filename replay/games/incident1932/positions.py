"""The text of positions of the First Shanghai Incident: its fields, and what follows from them.

A text leaves out what the rest of the position decides: the stage, the parts of the pending
decision, the sides of a combat, its defenders, and the area of its attackers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from senpu.replay.core.position_format import Codec, PositionFormat, StateField
from senpu.replay.core.states import Decision
from senpu.replay.games.incident1932 import combat, hits, placement
from senpu.replay.games.incident1932.context import Incident1932Context
from senpu.replay.games.incident1932.state import (
    CUT,
    DUE,
    ENEMY,
    JAPAN,
    LOST,
    OFF,
    RIVER,
    SIDES,
    Group,
    Incident1932Combat,
    Incident1932State,
)
from senpu.replay.parts.position_values import (
    ChoiceCodec,
    FlagCodec,
    ListCodec,
    NumberCodec,
    PairCodec,
    RecordCodec,
    RecordPart,
    UnitColumns,
    make_unit_list,
)

OFF_MAP = {"river": RIVER, "due": DUE, "lost": LOST, "off": OFF, "cut": CUT}
"""The places off the map, by their keys in a text."""
NOTHING: Group = (-1,)
"""In a short position: none of the units that take hits, where no entry is all of them."""
SOURCES = {"fire": "fire", "defence": "defence", "assault": "beaten", "repulse": "repelled"}
"""The stages of a fight with hits, by their words in a text."""

STAGES = {
    "set-up": "set-up", "act": "impulse", "fire": "impulse", "pursuit": "impulse",
    "defence": "fight", "decide": "fight", "assault": "fight", "hits": "hits", "withdraw": "hits",
    "advance": "hits",
}  # fmt: skip
"""The stage of the state for each kind of decision."""
OVER_STAGE = "turn"

LABELS = {
    "units": "units", "place": "at", "night": "night", "bombs": "bombs", "pursuit": "pursuit",
    "retreated": "retreated", "hits": "hits", "stage": "from", "may_lose": "lose",
    "may_retreat": "retreat",
}  # fmt: skip
"""The words for the parts of a fight, in canonical order."""
KIND_RULES = {
    "set-up": "set_up", "act": "act", "fire": "fire", "defence": "defence", "hits": "hits",
    "withdraw": "hits", "decide": "halt", "assault": "strength", "advance": "advance",
    "pursuit": "pursuit",
}  # fmt: skip
"""The key of the usual rule of each kind of decision."""


def make_format(context: Incident1932Context) -> PositionFormat:
    """Return the form in which positions are written."""
    tables = context.tables
    units = make_unit_list(tables.units)
    takers = ListCodec({-1: "nothing", **dict(enumerate(tables.units))}, is_sorted=True)
    codecs: dict[str, Codec[Any]] = {
        "units": units, "place": ChoiceCodec(tables.areas), "night": FlagCodec(),
        "bombs": FlagCodec(), "pursuit": FlagCodec(), "retreated": FlagCodec(),
        "hits": NumberCodec(),
        "stage": ChoiceCodec(SOURCES), "may_lose": takers, "may_retreat": takers,
    }  # fmt: skip
    parts = [
        RecordPart("" if name == "units" else label, name, codecs[name])
        for name, label in LABELS.items()
    ]
    return PositionFormat(
        Incident1932State,
        UnitColumns(tables.units, {area: area for area in tables.areas} | OFF_MAP, "locations"),
        (
            StateField("points", "points", PairCodec(NumberCodec())),
            StateField("victory", "victory", NumberCodec()),
            StateField("nights", "nights", NumberCodec()),
            StateField("bombs", "bombs", NumberCodec()),
            StateField("passes", "passes", NumberCodec()),
            StateField("fight", "fight", CombatCodec(Incident1932Combat, parts)),
            StateField("advanced", "advanced", units),
        ),
        SIDES,
        {kind: context.number[key] for kind, key in KIND_RULES.items()},
        lambda state: complete(context, state),
        ("fight", "advanced"),
    )  # fmt: skip


# ---- what follows from the rest of a position ---------------------------------------------------


def shorten_fight(fight: Incident1932Combat) -> Incident1932Combat:
    """Return a fight without the parts that `complete_fight` finds.

    Without an entry, all units may be removed or retreat. After the first retreat the units that
    may retreat have an entry, and none may be removed.
    """
    takers, may_lose, may_retreat = hits.find_takers(fight), fight.may_lose, fight.may_retreat
    if not takers or not (fight.hits or fight.stage):
        may_lose = may_retreat = ()
    elif not fight.hits:
        may_lose, may_retreat = (), () if may_retreat == takers else may_retreat
    elif may_retreat != takers:
        may_retreat = may_retreat or NOTHING
    else:
        may_lose, may_retreat = () if may_lose == takers else may_lose or NOTHING, ()
    return replace(
        fight, side="", origin="", defenders=(), may_lose=may_lose, may_retreat=may_retreat
    )


class CombatCodec(RecordCodec[Incident1932Combat]):
    """A combat without the parts that `complete_fight` finds."""

    def write(self, value: Incident1932Combat) -> Iterator[str]:
        """Yield the words of the combat."""
        return super().write(shorten_fight(value))


def complete(context: Incident1932Context, state: Incident1932State) -> Incident1932State:
    """Return a position with the usual values of what its text leaves out."""
    decision, fight, limit = state.decision, state.fight, context.tables.limit
    if fight is not None and not fight.side:
        state = replace(state, fight=complete_fight(context, state, fight))
    if decision is not None and decision == make_bare(context, decision):
        found = find_decision(context, state, decision)
        if found is not None and found.side == decision.side:
            decision = found
    return replace(
        state,
        stage=STAGES[decision.kind] if decision is not None else OVER_STAGE,
        decision=decision,
        nights=limit["night_attacks"] - bool(state.fight and state.fight.night),
        bombs=limit["human_bombs"] - bool(state.fight and state.fight.bombs),
    )


def make_bare(context: Incident1932Context, decision: Decision) -> Decision:
    """Return a decision without the parts that follow from the position."""
    return Decision(decision.side, decision.kind, context.number[KIND_RULES[decision.kind]])


def complete_fight(
    context: Incident1932Context, state: Incident1932State, fight: Incident1932Combat
) -> Incident1932Combat:
    """Return a fight with its sides, its origin and the units that may take hits."""
    tables, locations, decision = context.tables, state.locations, state.decision
    side, origin = JAPAN, ""
    if fight.units:
        side, origin = tables.side[fight.units[0]], locations[fight.units[0]]
    elif decision is not None and fight.stage in hits.ATTACKERS_TAKE:
        side = decision.side if decision.side in SIDES else side
    defenders = tables.find_units(locations, ENEMY[side], fight.place) if fight.place else ()
    fight = replace(fight, side=side, origin=origin, defenders=defenders)
    if not fight.hits and not fight.stage:
        return fight
    takers, may_lose, may_retreat = hits.find_takers(fight), fight.may_lose, fight.may_retreat
    if not fight.hits:
        left = () if may_retreat == NOTHING else may_retreat or takers
        return replace(fight, may_lose=may_lose, may_retreat=left)
    if may_retreat:
        may_retreat = () if may_retreat == NOTHING else may_retreat
    else:
        may_lose, may_retreat = may_lose or takers, takers
    may_lose = () if may_lose == NOTHING else may_lose
    if fight.stage == "defence" and origin != RIVER and may_retreat != takers:  # one has retreated
        fight = replace(fight, retreated=True)
    return replace(fight, may_lose=may_lose, may_retreat=may_retreat)


def find_decision(
    context: Incident1932Context, state: Incident1932State, decision: Decision
) -> Decision | None:
    """Return the decision of a kind and side to which a position leads; None if there is none."""
    kind, fight = decision.kind, state.fight
    if kind == "set-up":
        return placement.find_next_set_up(context, state.locations)
    if kind == "act":
        return context.act_decision.get(decision.side)
    if kind == "pursuit":
        advanced = state.advanced
        return combat.build_pursuit_decision(context, state, advanced) if advanced else None
    if fight is None:
        return None
    if kind == "hits":
        takes = fight.side if fight.stage in hits.ATTACKERS_TAKE else ENEMY[fight.side]
        return hits.build_decision(context, fight, takes)
    if kind == "withdraw":
        return hits.build_withdrawal(context, state)
    if kind == "fire":
        return context.build_fire_decision("fire", "fire", fight.units)
    if kind == "defence":
        return context.build_fire_decision("defence", "defence", fight.defenders)
    if kind == "decide":
        return context.choice_decision[fight.side]
    if kind == "assault":
        return context.assault_decision[fight.side]
    return combat.build_advance_decision(context, fight)
