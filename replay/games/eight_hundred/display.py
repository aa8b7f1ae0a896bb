"""The board, the odds and the position key of 800."""

from __future__ import annotations

from typing import Any

from senpu.notation.events import Attack, Event, Word
from senpu.replay.core.odds import Odds, OddsTerm
from senpu.replay.core.rules import Board, Piece, Tally
from senpu.replay.games.eight_hundred.context import EightHundredContext
from senpu.replay.games.eight_hundred.results import REROLL
from senpu.replay.games.eight_hundred.state import (
    CHINA,
    DUE,
    JAPAN,
    LOST,
    EightHundredCombat,
    EightHundredState,
)
from senpu.replay.parts.counters import count_units
from senpu.replay.parts.dice import TWO_DICE, count_rolls


def build_board(context: EightHundredContext, state: EightHundredState) -> Board:
    """Return the counters, the labels of the areas, and the lines next to the map."""
    tables = context.tables
    marks = {kind.id: kind.mark for kind in context.spec.game.kind}
    pieces = tuple(
        Piece(
            tables.units[k],
            tables.side[k],
            "" if place in (DUE, LOST) else place,
            marks[tables.kind[k]],
            str(context.legality.find_defence(state, k)),
            state.reduced[k],
            state.points[k],
            tables.full[k],
            {DUE: "due", LOST: "lost"}.get(place, ""),
            tables.enters[k],
        )
        for k, place in enumerate(state.locations)
    )
    return Board(pieces, _list_area_notes(context, state), _list_tallies(context, state))


def _list_area_notes(
    context: EightHundredContext, state: EightHundredState
) -> dict[str, tuple[str, ...]]:
    tables = context.tables
    notes: dict[str, tuple[str, ...]] = {}
    for place in tables.areas:
        labels = []
        if cover := tables.cover.get(place):
            labels.append(f"+{cover}")
        if place == tables.bridge and state.turn < tables.limit["bridge_from"]:
            labels.append("shut")
        if place == tables.concession and context.legality.concession_barred:
            labels.append("chinese_only")
        if state.locations.count(place) >= context.legality.stacking:
            labels.append("full")
        notes[place] = tuple(labels)
    return notes


def _list_tallies(context: EightHundredContext, state: EightHundredState) -> tuple[Tally, ...]:
    tables, limit = context.tables, context.tables.limit

    def units(side: str, place: str) -> tuple[str, ...]:
        return tables.list_ids(tuple(k for k in tables.own[side] if state.locations[k] == place))

    due = units(JAPAN, DUE) if state.turn else ()
    lost = {side: units(side, LOST) for side in (JAPAN, CHINA)}
    flag_due = state.turn < limit["flag_from"]
    return (
        count_units(JAPAN, "due", due),
        count_units(JAPAN, "lost", lost[JAPAN]),
        Tally(
            JAPAN,
            "ever_in_warehouse",
            int(state.has_entered),
            text="yes" if state.has_entered else "no",
        ),
        Tally(CHINA, "grenades", state.grenades, limit["grenades"]),
        Tally(CHINA, "flag", limit["flag_from"], text="flag_due")
        if flag_due
        else Tally(CHINA, "flag", state.flags, limit["flags"]),
        count_units(CHINA, "lost", lost[CHINA]),
        Tally(
            CHINA,
            "evacuated",
            tables.count_units(state, CHINA, tables.concession),
            needed=limit["evacuated"],
            derived=True,
        ),
    )


def compute_odds(
    context: EightHundredContext, state: EightHundredState, event: Event
) -> Odds | None:
    """Return the odds of an attack, a grenade or a re-roll; None for other events.

    The odds assume that each miss is rolled again if a re-roll is left.
    """
    decision, legality = state.decision, context.legality
    if decision is None:
        return None
    if event == REROLL and state.fight is not None:
        fight = state.fight
        cover = legality.find_cover(fight.side, state.locations[fight.units[0]], fight.place)
        terms: tuple[OddsTerm, ...] = ()
    elif type(event) is Attack:
        group = legality.select(event.units, decision.side, "group_attack").group
        here = state.locations[group[0]]
        fight = legality.build_combat(state, decision.side, group, event.place, event.unit)
        cover = legality.find_cover(decision.side, here, fight.place)
        terms = _list_terms(context, state, fight, cover)
    elif type(event) is Word and event.word == "grenade":
        fight, cover = legality.build_grenade(state, event.args[0]), 0
        terms = _list_terms(context, state, fight, cover)
    else:
        return None
    return Odds(
        _list_results(context, fight), min(fight.needs), terms,
        context.spec.values.weakest_provenance(_list_keys(context, fight, cover)),
        assumptions=("rolls_again",) if fight.rerolls else (), attacker=fight.side,
    )  # fmt: skip


def _list_results(
    context: EightHundredContext, fight: EightHundredCombat
) -> tuple[tuple[str, float], ...]:
    """Return each set of units that one roll may hit with its probability, a miss last.

    The results are in rising order of the roll. Each miss is rolled again if a re-roll is left.
    """
    steps = sorted(set(fight.needs))
    missed = TWO_DICE - count_rolls(steps[0])
    # The rolls with a result, after any number of misses, out of `all_rolls`.
    all_rolls = TWO_DICE ** (fight.rerolls + 1)
    chains = sum(
        missed**again * TWO_DICE ** (fight.rerolls - again) for again in range(fight.rerolls + 1)
    )
    results: list[tuple[str, float]] = []
    for need, further in zip(steps, [*steps[1:], 99], strict=True):
        if rolls := count_rolls(need) - count_rolls(further):
            hit_units = tuple(
                k
                for k, need_of_target in zip(fight.targets, fight.needs, strict=True)
                if need_of_target <= need
            )
            results.append(
                ("+".join(context.tables.list_ids(hit_units)), rolls * chains / all_rolls)
            )
    return (*results, ("miss", missed ** (fight.rerolls + 1) / all_rolls))


def _list_terms(
    context: EightHundredContext, state: EightHundredState, fight: EightHundredCombat, cover: int
) -> tuple[OddsTerm, ...]:
    """Return the parts of the number needed against the weakest target."""
    legality, tables, number = context.legality, context.tables, context.number
    target = min(zip(fight.needs, fight.targets, strict=True))[1]
    enemy = tables.side[target]
    what = "defence_reduced" if state.reduced[target] else "defence"
    defence = legality.find_defence(state, target)
    terms = [OddsTerm(what, defence, number["defence"], tables.units[target], enemy)]
    if cover:
        terms.append(OddsTerm("cover", cover, number["cover"], fight.place, enemy))
    if fight.units:
        kind = tables.kind[fight.units[0]]
        if bonus := tables.bonus[kind][len(fight.units) - 1]:
            what = kind if kind in ("tank", "artillery") else "several"
            terms.append(
                OddsTerm(
                    what, -bonus, number[what], "+".join(tables.list_ids(fight.units)), fight.side
                )
            )
    if fight.rerolls:
        terms.append(OddsTerm("again", 0, number["reroll"]))
    return tuple(terms)


def find_roll_provenance(context: EightHundredContext, fight: EightHundredCombat) -> str:
    """Return the weakest provenance of the values of a combat and of the map."""
    values = context.spec.values
    keys = _list_keys(context, fight, int(fight.place in values.tables["cover"]))
    limits = [("limit", "stacking")]
    return values.weakest_provenance(keys + limits + values.list_keys("adjacent", "role"))


def _list_keys(
    context: EightHundredContext, fight: EightHundredCombat, cover: int
) -> list[tuple[str, str]]:
    """Return the values that an attack depends on."""
    tables = context.tables
    units = [tables.units[k] for k in (*fight.units, *fight.targets)]
    keys = [("kinds", unit) for unit in units]
    keys += [("defence", tables.units[k]) for k in fight.targets]
    if cover:
        keys.append(("cover", fight.place))
    if (
        fight.place in tables.cover and fight.side == JAPAN
    ):  # the distance decides whether it counts
        pairs = context.spec.values.list_keys("adjacent")
        keys += [(table, pair) for table, pair in pairs if fight.place in pair.split("-")]
    if fight.units:
        kind = tables.kind[fight.units[0]]
        keys += [("bonus", kind), ("strikes", kind)]
        keys += [("rerolls", kind)] if kind in tables.rerolls else []
    return keys


def merge_interchangeable(context: EightHundredContext, state: EightHundredState) -> Any:
    """Return the position with interchangeable units merged, for position keys.

    The result excludes what no longer matters: the initiative, the stage, and the turn of arrival
    of a unit on the map.
    """
    tables, decision, fight = context.tables, state.decision, state.fight
    turns = map(dict.get, tables.arrivals, state.locations, tables.no_arrivals)
    columns = tables.representative, state.locations, turns, state.points, state.reduced
    units = [*zip(*columns)]  # noqa: B905 (a keyword makes it a quarter slower; books need it often)
    pending = decision and (
        decision.side,
        decision.kind,
        decision.units and sorted([tables.kind[tables.index[each]] for each in decision.units]),
    )
    combat_key = fight and (
        fight.side, fight.place, fight.rerolls,
        sorted(zip(fight.needs, [units[k] for k in fight.targets], strict=True)),
    )  # fmt: skip
    rest = (
        state.turn, pending, state.outcome and state.outcome.ending, state.mover, state.passes,
        state.grenades, state.flags, state.has_entered, state.first_act, combat_key,
        state.hit and sorted([units[k] for k in state.hit]),
        state.second_tanks and sorted([units[k] for k in state.second_tanks]),
    )  # fmt: skip
    units.sort()
    return rest, units
