"""Positions of 800 as text, and which of them the rules allow."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from senpu.replay.core.position_format import PositionFormat, StateField
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.core.states import CHANCE, Decision, Outcome
from senpu.replay.games.eight_hundred import actions, placement, results, turns
from senpu.replay.games.eight_hundred.context import EightHundredContext
from senpu.replay.games.eight_hundred.state import (
    CHINA,
    DUE,
    ENEMY,
    JAPAN,
    LOST,
    EightHundredCombat,
    EightHundredState,
    EightHundredStep,
    Group,
)
from senpu.replay.parts.position_values import (
    ChoiceCodec,
    FlagCodec,
    NumberCodec,
    RecordCodec,
    RecordPart,
    SeriesCodec,
    UnitColumns,
    make_unit_list,
)

OFF_MAP = {"due": DUE, "lost": LOST}
IS_REDUCED = {"due": False, "lost": True}
"""The condition of the units of each place off the map; a unit loses a step before it is lost."""
STAGES = {
    "set-up": "set-up", "initiative": "initiative", "place": "reinforcements", "retreat": "resolve",
}  # fmt: skip
"""The stage of each kind of decision; of the others it is `actions`."""
OVER = "turn"
"""The stage after the end of the game."""
CHANCE_KINDS = ("dice", "initiative")
FIGHTING = ("dice", "reroll")
"""The decisions about a fight."""
SECOND_NEEDS = ("dice", "reroll", "retreat", "second")
"""The decisions during which tanks may have a second action left."""

Follow = Callable[[EightHundredContext, EightHundredState], EightHundredStep]

CAUSES: dict[str, Follow] = {
    "set-up": placement.follow_set_up,
    "initiative": turns.follow_initiative,
    "place": placement.follow_reinforcements,
    "act": turns.follow_actions,
    "second": actions.follow_acted,
    "retreat": results.follow_resolve,
}
"""The consequence that asks for each kind of decision; the other kinds need a fight."""


def make_format(context: EightHundredContext) -> PositionFormat:
    """Return the form in which positions are written."""
    tables, number = context.tables, context.number
    areas: ChoiceCodec[str] = ChoiceCodec(tables.areas)
    sides: ChoiceCodec[str] = ChoiceCodec((JAPAN, CHINA))
    units = make_unit_list(tables.units)
    fight = (
        RecordPart("", "side", sides),
        RecordPart("", "units", make_unit_list(tables.units, empty="grenade")),
        RecordPart("against", "targets", units),
        RecordPart("needs", "needs", SeriesCodec(NumberCodec(least=-99))),
        RecordPart("at", "place", areas),
        RecordPart("rerolls", "rerolls", NumberCodec()),
    )
    kinds = {
        "set-up": "set_up_china", "initiative": "initiative", "place": "reinforcements",
        "act": "act", "second": "double_act", "dice": "dice", "reroll": "reroll",
        "retreat": "retreat",
    }  # fmt: skip
    return PositionFormat(
        EightHundredState,
        UnitColumns(
            tables.units, {area: area for area in tables.areas} | OFF_MAP, "locations", "reduced",
            "points", tables.full, IS_REDUCED,
        ),
        (
            StateField("acts", "mover", sides),
            StateField("passes", "passes", NumberCodec()),
            StateField("grenades", "grenades", NumberCodec()),
            StateField("flags", "flags", NumberCodec()),
            StateField("entered", "has_entered", FlagCodec()),
            StateField("fight", "fight", RecordCodec(EightHundredCombat, fight)),
            StateField("hit", "hit", units),
            StateField("tanks", "second_tanks", units),
            StateField("acted", "first_act", ChoiceCodec(tuple(actions.SECOND_ACTS))),
        ),
        (JAPAN, CHINA),
        {kind: number[key] for kind, key in kinds.items() if key in number},
        lambda state: complete(context, state),
        ("fight", "hit", "second_tanks"),
    )  # fmt: skip


def complete(context: EightHundredContext, state: EightHundredState) -> EightHundredState:
    """Return a position with the usual values of what its text leaves out."""
    decision = state.decision
    turn, kind = state.turn, decision.kind if decision else ""
    if decision is not None and not (decision.units or decision.dice):
        decision = complete_decision(context, state, decision)
    first_act = "attack" if state.second_tanks and kind != "second" else ""
    late = kind == "" or (kind == "place" and context.arrive_early)
    return replace(
        state,
        stage=STAGES.get(kind, "actions") if kind else OVER,
        decision=decision,
        mover=find_mover(state, decision),
        grenades=context.tables.limit["grenades"] if turn else 0,
        flags=turns.count_flags(context, turn + late) if turn else 0,
        first_act=first_act,
    )


def complete_decision(
    context: EightHundredContext, state: EightHundredState, decision: Decision
) -> Decision:
    """Return a decision that has only its side and kind with its units and dice."""
    tables, kind = context.tables, decision.kind
    if kind == "dice":
        return context.dice_decision
    if kind == "initiative":
        return context.initiative_decision
    if kind in ("set-up", "place"):
        follow = CAUSES[kind]
        found = follow(context, replace(state, decision=None))[0].decision
        return found if found and found.side == decision.side else decision
    if kind == "retreat":
        return replace(decision, units=tables.list_ids(state.hit))
    if kind == "second":
        return replace(decision, units=tables.list_ids(state.second_tanks))
    return decision


def find_mover(state: EightHundredState, decision: Decision | None) -> str:
    """Return the side whose action is pending or being resolved; empty if there is none."""
    kind = decision.kind if decision else ""
    if kind == "dice":
        return state.fight.side if state.fight else ""
    if decision is None or decision.side == CHANCE:
        return ""
    if kind not in ("act", "second", "reroll", "retreat"):
        return ""
    return ENEMY[decision.side] if kind == "retreat" else decision.side


# ---- the rules that a position keeps ----------------------------------------------------------


def check_position(context: EightHundredContext, state: EightHundredState) -> None:
    """Check a position that was read from a text. Raises IllegalEventError."""
    decision = state.decision
    kind = decision.kind if decision else ""
    last = context.turns
    if decision is not None and (decision.side == CHANCE) != (kind in CHANCE_KINDS):
        raise context.reject("otherDecision", "act", field="next")
    is_set_up = kind == "set-up" or (state.turn == 0 and is_by_players(state))
    if state.turn != 0 if is_set_up else not 1 <= state.turn <= last:
        raise context.reject("noSuchTurn", "victory", field="turn", turn=state.turn, last=last)
    check_units(context, state)
    check_course(context, state)
    check_fight(context, state, kind)
    if decision is None:
        check_ending(context, state)
        return
    if decision.kind in FIGHTING:
        assert state.fight is not None  # checked by `check_fight`
        wanted = (
            context.dice_decision if kind == "dice" else context.reroll_decision[state.fight.side]
        )
        if decision != wanted:
            raise context.reject("otherDecision", "act", field="next")
        return
    if kind == "act" and not any(state.points):
        raise context.reject("turnOver", "act", field="next")
    after, _ = CAUSES[kind](context, replace(state, decision=None))
    if after != state:
        raise context.reject("otherDecision", "act", field="next")


def check_units(context: EightHundredContext, state: EightHundredState) -> None:
    """Check the place, the points and the condition of each unit. Raises IllegalEventError."""
    tables, legality = context.tables, context.legality
    for place in tables.areas:
        if (count := state.locations.count(place)) > legality.stacking:
            raise legality.reject(
                "full", "stacking", place=place, count=count, most=legality.stacking
            )
    for k, place in enumerate(state.locations):
        unit, side = tables.units[k], tables.side[k]
        if not state.turn:
            check_set_up(context, state, k)
        elif place == DUE and k in tables.first[side]:
            raise context.reject("notSetUp", f"set_up_{side}", unit=unit)
        if place in (DUE, LOST) or place in tables.set_up[side]:
            continue
        if error := legality.check_entry(state, side, (k,), place):
            raise error
    for k, points in enumerate(state.points):
        if points > (most := tables.full[k]):
            unit = tables.units[k]
            raise context.reject("pointsRange", "points", unit=unit, n=points, most=most)
    if context.sudden_death and state.turn and state.outcome is None:
        for side in (JAPAN, CHINA):
            if not results.has_units_on_map(context, state, side):
                raise context.reject("sideGone", "sudden_death", field="next", side=side)


def check_set_up(context: EightHundredContext, state: EightHundredState, unit: int) -> None:
    """Check a unit during the set-up. Raises IllegalEventError."""
    tables, place = context.tables, state.locations[unit]
    if place == DUE:
        return
    ident, side = tables.units[unit], tables.side[unit]
    number = f"set_up_{side}"
    waits = side == JAPAN and state.decision is not None and state.decision.side == CHINA
    if unit not in tables.first[side] or place == LOST or waits:
        raise context.reject("notYet", number, unit=ident)
    if place not in tables.set_up[side]:
        allowed = tables.set_up[side]
        raise context.reject("setUpArea", number, field=place, place=place, places=allowed)
    most = placement.get_initial_points(context, unit)
    if state.reduced[unit] or state.points[unit] != most:
        raise context.reject("setUpWhole", number, unit=ident, most=most)


def check_course(context: EightHundredContext, state: EightHundredState) -> None:
    """Check what follows from the decision: stage, side and markers. Raises IllegalEventError."""
    usual, reject = complete(context, state), context.reject
    kind = state.decision.kind if state.decision else ""
    if state.stage != usual.stage:
        raise reject("otherStage", "act", field="stage", stage=state.stage, usual=usual.stage)
    if kind == "place" and not context.arrive_early:
        if not state.mover:
            raise reject("noMover", "initiative", field="next", absent="acts")
    elif state.mover != usual.mover:
        raise reject("otherMover", "act", field="acts")
    if state.passes > (kind == "act"):
        raise reject("otherPasses", "act", field="passes", n=state.passes)
    if state.grenades > usual.grenades:
        raise reject("markerRange", "grenade", field="grenades", word="grenade", n=usual.grenades)
    if state.flags > usual.flags:
        raise reject("markerRange", "flag", field="flags", word="flag", n=usual.flags)
    if state.hit and kind != "retreat":
        raise reject("otherHits", "retreat", field="hit")
    if kind == "retreat" and not state.hit:
        raise reject("otherHits", "retreat", field="next")
    if state.hit:
        places = {state.locations[k] for k in state.hit}
        sides = {context.tables.side[k] for k in state.hit}
        if len(places) > 1 or places & {DUE, LOST} or sides != {ENEMY[state.mover]}:
            raise reject("otherHits", "retreat", field="hit")
    check_second_tanks(context, state, kind)


def check_second_tanks(context: EightHundredContext, state: EightHundredState, kind: str) -> None:
    """Check the tanks that may act again (E 4.0-5). Raises IllegalEventError."""
    tanks, legality = state.second_tanks, context.legality
    if not tanks:
        if state.first_act or kind == "second":
            raise context.reject("otherTanks", "act", field="acted" if state.first_act else "next")
        return
    if not context.double_act or kind not in SECOND_NEEDS:
        raise context.reject("otherTanks", "act", field="tanks")
    allowed = ("move", "attack") if kind == "second" else ("attack",)
    if state.first_act not in allowed:
        raise context.reject("otherTanks", "double_act", field="acted", places=("tanks",))
    group = find_free_tanks(context, state, tanks)
    here = {state.locations[k] for k in tanks}
    sides = {context.tables.side[k] for k in tanks}
    if group != tanks or len(here) > 1 or len(tanks) > legality.group_limit:
        raise context.reject("otherTanks", "double_act", field="tanks")
    if sides != {state.mover}:
        raise context.reject("otherTanks", "double_act", field="tanks")
    if state.fight and find_free_tanks(context, state, state.fight.units) != tanks:
        raise context.reject("otherTanks", "double_act", field="tanks")


def find_free_tanks(context: EightHundredContext, state: EightHundredState, units: Group) -> Group:
    """Return the tanks among some units that have a point left."""
    return tuple(k for k in units if k in context.legality.tanks and state.points[k] > 0)


def check_fight(context: EightHundredContext, state: EightHundredState, kind: str) -> None:
    """Check the fight whose dice are pending. Raises IllegalEventError."""
    fight = state.fight
    if (fight is not None) != (kind in FIGHTING):
        raise context.reject("otherFight", "dice", field="fight" if fight else "next")
    if fight is None:
        return
    try:
        wanted = build_fight(context, state, fight)
    except IllegalEventError as error:
        facts = {**error.facts, "field": "fight"}
        raise IllegalEventError(error.reason, error.rule, **facts) from None
    if (fight.targets, fight.needs) != (wanted.targets, wanted.needs):
        units, needs = context.tables.list_ids(wanted.targets), wanted.needs
        raise context.reject("otherTargets", "dice", field="fight", units=units, needs=needs)
    most = wanted.rerolls - (kind == "reroll")
    if fight.rerolls > most:
        raise context.reject("otherRerolls", "reroll", field="fight", most=max(most, 0))


def build_fight(
    context: EightHundredContext, state: EightHundredState, fight: EightHundredCombat
) -> EightHundredCombat:
    """Return the legal fight of the units of a fight. Raises IllegalEventError."""
    tables, legality = context.tables, context.legality
    if not fight.units:
        if fight.side != CHINA:
            raise context.reject("notYourMarker", "grenade", word="grenade")
        # The marker has been used already.
        if error := legality.check_grenade(replace(state, grenades=1), fight.place):
            raise error
        if state.grenades >= tables.limit["grenades"]:
            n = tables.limit["grenades"] - 1
            raise context.reject("markerRange", "grenade", word="grenade", n=n)
        return legality.build_grenade(state, fight.place)
    ids = tables.list_ids(fight.units)
    legality.select(ids, fight.side, "group_attack")
    places = {state.locations[k] for k in fight.units}
    if places & {DUE, LOST}:
        away = next(k for k in fight.units if state.locations[k] in (DUE, LOST))
        raise context.reject("offMap", "attack", unit=tables.units[away])
    if len(places) > 1:
        raise context.reject("apart", "group_attack", units=ids)
    if len(fight.targets) == 0:
        raise context.reject("nobodyThere", "attack", place=fight.place)
    target = tables.units[fight.targets[0]]
    if tables.strikes_all[tables.kind[fight.units[0]]]:
        there = legality.find_units(state, ENEMY[fight.side], fight.place)
        is_one_of_several = len(fight.targets) == 1 < len(there)  # reading 10
        target = target if legality.strikes_one_too and is_one_of_several else ""
    if error := legality.check_attack(state, fight.side, fight.units, fight.place, target):
        raise error
    return legality.build_combat(state, fight.side, fight.units, fight.place, target)


def check_ending(context: EightHundredContext, state: EightHundredState) -> None:
    """Check the ending of a game that is over. Raises IllegalEventError."""
    outcome = state.outcome
    assert outcome is not None
    if outcome.is_by_players:
        return
    for side in (JAPAN, CHINA):
        if context.sudden_death and not results.has_units_on_map(context, state, side):
            number, winner = "sudden_death", ENEMY[side]
            break
    else:
        number = "victory"
        if state.turn < context.turns:
            raise context.reject("notOver", number, field="over", turn=context.turns)
        ended = turns.decide_game(context, state)[0].outcome
        assert ended is not None
        winner = ended.winner
    ending = f"{winner.capitalize()} {context.number[number]}"
    if outcome != Outcome(ending, winner):
        raise context.reject("otherEnding", number, field="over", text=ending)


def is_by_players(state: EightHundredState) -> bool:
    """Return whether the players ended the game."""
    return state.outcome is not None and state.outcome.is_by_players


# ---- what no game reaches ---------------------------------------------------------------------


def list_unreachable(
    context: EightHundredContext, state: EightHundredState
) -> Iterator[IllegalEventError]:
    """Yield the reasons why no game reaches a position."""
    tables, kind = context.tables, state.decision.kind if state.decision else ""
    turn = state.turn
    may_arrive = kind == "place" or is_by_players(state)
    arriving = turn + (may_arrive and context.arrive_early)
    if kind == "initiative" and not context.arrive_early:
        arriving -= 1
    for k in tables.late:
        if state.locations[k] != DUE and tables.enters[k] > arriving:
            enters = tables.enters[k]
            yield context.reject("tooEarly", "reinforcements", unit=tables.units[k], turn=enters)
    if kind == "initiative":
        yield from list_changed(context, state)
    inside = tables.count_units(state, JAPAN, tables.warehouse)
    if inside and not state.has_entered and 0 < turn <= tables.limit["hold_to"]:
        yield context.reject("entryMissing", "victory", place=tables.warehouse)
    if state.fight is not None and not has_paid(context, state, state.fight):
        yield context.reject("notPaid", "points", units=tables.list_ids(state.fight.units))


def list_changed(
    context: EightHundredContext, state: EightHundredState
) -> Iterator[IllegalEventError]:
    """Yield what cannot be so at the start of a turn."""
    tables, usual = context.tables, complete(context, state)
    if (state.grenades, state.flags) != (usual.grenades, usual.flags):
        yield context.reject("usedMarkers", "act")
    on_map = [k for k, place in enumerate(state.locations) if place not in (DUE, LOST)]
    for k in on_map:
        if state.points[k] not in (tables.full[k], placement.get_initial_points(context, k)):
            yield context.reject("usedPoints", "points", unit=tables.units[k], n=state.points[k])
    if context.arrive_early and placement.find_open_arrivals(context, state):
        for k in tables.late:
            if state.locations[k] == DUE and tables.enters[k] <= state.turn:
                unit = tables.units[k]
                yield context.reject("stillDue", "reinforcements", unit=unit, n=tables.enters[k])
    if state.turn > 1:
        return
    for side in (JAPAN, CHINA):
        for k in tables.first[side]:
            if state.reduced[k] or state.locations[k] not in tables.set_up[side]:
                yield context.reject("beforeFirst", f"set_up_{side}", unit=tables.units[k])


def has_paid(
    context: EightHundredContext, state: EightHundredState, fight: EightHundredCombat
) -> bool:
    """Return whether the attackers, or Xie for one of them, have spent a point."""
    points, full, xie = state.points, context.tables.full, context.tables.xie
    if all(points[k] < full[k] for k in fight.units):
        return True
    return fight.side == CHINA and len(fight.units) == 1 and points[xie] < full[xie]
