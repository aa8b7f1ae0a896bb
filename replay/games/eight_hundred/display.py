"""A position for the screens, its odds, and its position key."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from senpu.notation.events import Attack, Event, Word
from senpu.replay.core.odds import Odds, Term
from senpu.replay.core.rules import Board, Piece, Tally
from senpu.replay.games.eight_hundred.context import EightHundred
from senpu.replay.games.eight_hundred.results import REROLL
from senpu.replay.games.eight_hundred.state import CHINA, DUE, JAPAN, LOST, Fight, State
from senpu.replay.parts.counters import tally_of
from senpu.replay.parts.dice import TWO_DICE, rolls_of_two


def board(rules: EightHundred, state: State) -> Board:
    """The counters, what is said of areas, and the lines beside the map."""
    sheet = rules.sheet
    marks = {kind.id: kind.mark for kind in rules.spec.game.kind}
    pieces = tuple(
        Piece(
            sheet.units[k],
            sheet.side[k],
            "" if place in (DUE, LOST) else place,
            marks[sheet.kind[k]],
            str(rules.acts.defence(state, k)),
            state.reduced[k],
            state.points[k],
            sheet.full[k],
            {DUE: "due", LOST: "lost"}.get(place, ""),
            sheet.enters[k],
        )
        for k, place in enumerate(state.where)
    )
    return Board(pieces, _notes(rules, state), _tallies(rules, state))


def _notes(rules: EightHundred, state: State) -> dict[str, tuple[str, ...]]:
    sheet = rules.sheet
    notes: dict[str, tuple[str, ...]] = {}
    for place in sheet.areas:
        said = []
        if cover := sheet.cover.get(place):
            said.append(f"+{cover}")
        if place == sheet.bridge and state.turn < sheet.limit["bridge_from"]:
            said.append("shut")
        if place == sheet.concession:
            said.append("chinese_only")
        if state.where.count(place) >= rules.acts.stacking:
            said.append("full")
        notes[place] = tuple(said)
    return notes


def _tallies(rules: EightHundred, state: State) -> tuple[Tally, ...]:
    sheet, limit = rules.sheet, rules.sheet.limit

    def units(side: str, place: str) -> tuple[str, ...]:
        return sheet.ids(tuple(k for k in sheet.own[side] if state.where[k] == place))

    due = units(JAPAN, DUE) if state.turn else ()
    lost = {side: units(side, LOST) for side in (JAPAN, CHINA)}
    flag_due = state.turn < limit["flag_from"]
    return (
        tally_of(JAPAN, "due", due),
        tally_of(JAPAN, "lost", lost[JAPAN]),
        Tally(
            JAPAN, "ever_in_warehouse", int(state.entered), text="yes" if state.entered else "no"
        ),
        Tally(CHINA, "grenades", state.grenades, limit["grenades"]),
        Tally(CHINA, "flag", limit["flag_from"], text="flag_due")
        if flag_due
        else Tally(CHINA, "flag", state.flags, limit["flags"]),
        tally_of(CHINA, "lost", lost[CHINA]),
        Tally(CHINA, "evacuated", sheet.count(state, CHINA, sheet.concession), limit["evacuated"]),
    )


def odds(rules: EightHundred, state: State, event: Event) -> Odds | None:
    """The chance of each result of an attack, a grenade or a second roll; every miss that may be
    rolled again is.
    """
    decision, acts = state.decision, rules.acts
    if decision is None:
        return None
    if event == REROLL and state.fight is not None:
        fight = state.fight
        cover = acts.cover_of(fight.side, state.where[fight.units[0]], fight.place)
        terms: tuple[Term, ...] = ()
    elif isinstance(event, Attack):
        group = acts.named(event.units, decision.side, "group_attack").group
        here = state.where[group[0]]
        fight = acts.fight(state, decision.side, group, event.place, event.unit)
        cover = acts.cover_of(decision.side, here, fight.place)
        terms = _terms(rules, state, fight, cover)
    elif isinstance(event, Word) and event.word == "grenade":
        fight, cover = acts.grenade(state, event.args[0]), 0
        terms = _terms(rules, state, fight, cover)
    else:
        return None
    return Odds(
        _results(rules, fight), min(fight.needs), terms, _standing(rules, fight, cover),
        assumptions=("rolls_again",) if fight.rerolls else (),
    )  # fmt: skip


def _results(rules: EightHundred, fight: Fight) -> tuple[tuple[str, float], ...]:
    """Each set of units that one roll may hit, in rising order of the roll; a miss last. Every
    miss that may be rolled again is.
    """
    steps = sorted(set(fight.needs))
    missed = TWO_DICE - rolls_of_two(steps[0])
    # Rolls that come to a result, over all chains of misses before it, of `all_rolls` in all.
    all_rolls = TWO_DICE ** (fight.rerolls + 1)
    chains = sum(
        missed**again * TWO_DICE ** (fight.rerolls - again) for again in range(fight.rerolls + 1)
    )
    results: list[tuple[str, float]] = []
    for need, further in zip(steps, [*steps[1:], 99], strict=True):
        if rolls := rolls_of_two(need) - rolls_of_two(further):
            struck = tuple(
                k for k, own in zip(fight.targets, fight.needs, strict=True) if own <= need
            )
            results.append(("+".join(rules.sheet.ids(struck)), rolls * chains / all_rolls))
    return (*results, ("miss", missed ** (fight.rerolls + 1) / all_rolls))


def _terms(rules: EightHundred, state: State, fight: Fight, cover: int) -> tuple[Term, ...]:
    """How the number needed against the weakest target comes about."""
    acts, sheet, number = rules.acts, rules.sheet, rules.number
    target = min(zip(fight.needs, fight.targets, strict=True))[1]
    what = "defence_reduced" if state.reduced[target] else "defence"
    terms = [Term(what, acts.defence(state, target), number["defence"], sheet.units[target])]
    if cover:
        terms.append(Term("cover", cover, number["cover"], fight.place))
    if fight.units:
        kind = sheet.kind[fight.units[0]]
        if bonus := sheet.bonus[kind][len(fight.units) - 1]:
            what = kind if kind in ("tank", "artillery") else "several"
            terms.append(Term(what, -bonus, number[what], str(len(fight.units))))
    if fight.rerolls:
        terms.append(Term("again", 0, number["reroll"]))
    return tuple(terms)


def _standing(rules: EightHundred, fight: Fight, cover: int) -> str:
    """The weakest standing of the numbers an attack rests on."""
    sheet = rules.sheet
    keys = [("defence", sheet.units[k]) for k in fight.targets]
    if cover:
        keys.append(("cover", fight.place))
    if fight.units:
        kind = sheet.kind[fight.units[0]]
        keys += [("bonus", kind), ("strikes", kind)]
        keys += [("rerolls", kind)] if kind in sheet.rerolls else []
    return rules.spec.values.weakest(keys)


def interchangeable(rules: EightHundred, state: State) -> Any:
    """Return the position with interchangeable units merged, for position keys.

    It leaves out what no longer matters: who had the initiative, the stage, and when a unit that
    has arrived was due.
    """
    columns = zip(
        rules.sheet.like, state.where, rules.sheet.enters, state.points, state.reduced, strict=True
    )
    units = [
        (like, place, turn if place == DUE else 0, points, reduced)
        for like, place, turn, points, reduced in columns
    ]
    units.sort()
    return _rest(rules, state), units


def _rest(rules: EightHundred, state: State) -> tuple[Any, ...]:
    """All but how the units stand."""
    decision, fight, kind = state.decision, state.fight, rules.sheet.kind
    asked = decision and (
        decision.side,
        decision.kind,
        decision.units
        and tuple(sorted([kind[rules.sheet.index[each]] for each in decision.units])),
    )
    fought = fight and (
        fight.side, fight.place, fight.rerolls,
        tuple(sorted(zip(fight.needs, _each(rules, state, fight.targets), strict=True))),
    )  # fmt: skip
    return (
        state.turn, asked, state.outcome and state.outcome.ending, state.mover, state.passes,
        state.grenades, state.flags, state.entered, state.acted_as, fought,
        state.hit and _alike(rules, state, state.hit),
        state.acted and _alike(rules, state, state.acted),
    )  # fmt: skip


def _alike(rules: EightHundred, state: State, units: Iterable[int]) -> tuple[Any, ...]:
    """How some units stand, whichever they are."""
    return tuple(sorted(_each(rules, state, units)))


def _each(rules: EightHundred, state: State, units: Iterable[int]) -> list[tuple[Any, ...]]:
    """Return for each unit its kind, place, points and steps; for a unit that is due, its turn."""
    like, enters = rules.sheet.like, rules.sheet.enters
    where, points, reduced = state.where, state.points, state.reduced
    return [
        (like[k], where[k], enters[k] if where[k] == DUE else 0, points[k], reduced[k])
        for k in units
    ]
