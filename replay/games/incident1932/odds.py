"""Chances in the First Shanghai Incident: the odds of fires and assaults, exactly, and the rolls
that stand for all that come to the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Attack, Event, Fire, Place, Roll, Word
from senpu.replay.core.odds import Case, Odds, Results, Term
from senpu.replay.core.rules import Decision
from senpu.replay.games.incident1932 import combat
from senpu.replay.games.incident1932.context import Incident1932Context
from senpu.replay.games.incident1932.state import (
    ENEMY,
    JAPAN,
    PURSE,
    Group,
    Incident1932Combat,
    Incident1932State,
)

DIFFERENCES = tuple((by, (6 - abs(by)) / 36) for by in range(5, -6, -1))
"""Of two dice, the first less the second, each with its chance."""


def list_outcomes(
    context: Incident1932Context, state: Incident1932State, decision: Decision
) -> Iterator[tuple[Event, float]]:
    """The rolls of fire by their hits, those of an assault by their difference."""
    if decision.kind == "assault":
        for by, probability in DIFFERENCES:
            yield Roll((1 + max(by, 0), 1 - min(by, 0)), decision.dice), probability
        return
    group = tuple([context.tables.index[ident] for ident in decision.units])
    for pips, probability in iter_rolls_by_hits(context, group):
        yield Roll(pips), probability


def iter_rolls_by_hits(
    context: Incident1932Context, group: Group
) -> Iterator[tuple[tuple[int, ...], float]]:
    """For each number of hits that may come, a roll that makes it, and its chance. The units
    of the best fire hit first; who hits does not matter.
    """
    fire = context.tables.fire
    best = sorted(group, key=lambda k: -fire[k])
    for count, probability in compute_hit_odds([fire[k] for k in group]):
        if probability:
            hitting = best[:count]
            yield tuple([1 if k in hitting else 6 for k in group]), probability


def compute_hit_odds(fires: list[int]) -> list[tuple[int, float]]:
    """How likely each number of hits is when each unit hits by its fire or less on a die."""
    ways = [1]
    for fire in fires:
        hitting_faces = min(max(fire, 0), 6)
        ways = [
            (ways[count] * (6 - hitting_faces) if count < len(ways) else 0)
            + (ways[count - 1] * hitting_faces if count else 0)
            for count in range(len(ways) + 1)
        ]
    every = 6 ** len(fires)
    return [(count, number / every) for count, number in enumerate(ways)]


# ---- odds -----------------------------------------------------------------------------------


def compute_odds(
    context: Incident1932Context, state: Incident1932State, event: Event
) -> Odds | None:
    """A fire: the hits it makes. An assault: the difference of strength, which is so many hits on
    the weaker side, defensive fire before it included (see :func:`left_by_fire`); of `go` and
    `bombs/go` as the attackers are now.
    """
    decision, tables = state.decision, context.tables
    if decision is None:
        return None
    if isinstance(event, Fire):
        return _compute_fire_odds(context, context.legality.select(event.units, JAPAN).group)
    if isinstance(event, Attack) or (isinstance(event, Place) and decision.kind == "act"):
        place = event.place if isinstance(event, Attack) else event.path[0]
        side = decision.side
        defenders = tables.find_units(state.locations, ENEMY[side], place)
        if not defenders:
            return None
        group = context.legality.select(event.units, side).group
        fight = Incident1932Combat(
            side, group, defenders, state.locations[group[0]], place, bool(event.payer)
        )
        points = state.points[PURSE[side]] - 1
        bombs = combat.can_bomb(state, fight)
        return _compute_assault_odds(
            context, fight, {} if fight.night else compute_survivors(context, fight, points), bombs
        )
    if isinstance(event, Word) and event.word == "go" and state.fight is not None:
        fight = replace(state.fight, bombs=True) if event.payer else state.fight
        return _compute_assault_odds(context, fight, {}, False)
    return None


def _compute_fire_odds(context: Incident1932Context, group: Group) -> Odds:
    tables, number = context.tables, context.number["fire"]
    terms = tuple(Term("fire", tables.fire[k], number, tables.units[k]) for k in group)
    provenance = context.spec.values.weakest([("fire", tables.units[k]) for k in group])
    need = max(tables.fire[k] for k in group)
    return Odds(_list_hit_results(context, group), need, terms, provenance, roll="each")


def _list_hit_results(context: Incident1932Context, group: Group) -> Results:
    """Each number of hits that fire may make; none last."""
    none, *some = [
        (str(count) if count else "miss", probability)
        for count, probability in compute_hit_odds([context.tables.fire[k] for k in group])
    ]
    return (*some, none)


def compute_survivors(
    context: Incident1932Context, fight: Incident1932Combat, points: int
) -> dict[Group, float]:
    """Which attackers are left by the defensive fire, and how likely that is, if its hits are paid
    for as long as there are points; where they run short as few units as can be are removed, those
    of the least strength.
    """
    combat = context.tables.combat
    strongest = sorted(fight.units, key=lambda k: -combat[k])
    found: dict[Group, float] = {}
    for hits, probability in compute_hit_odds([context.tables.fire[k] for k in fight.defenders]):
        lost = -(-max(hits - points, 0) // context.removal)
        units = tuple(sorted(strongest[: max(len(strongest) - lost, 0)]))
        found[units] = found.get(units, 0.0) + probability
    return found


def _compute_assault_odds(
    context: Incident1932Context,
    fight: Incident1932Combat,
    survivors: dict[Group, float],
    with_bombs: bool,
) -> Odds:
    """`need` is what the attacker's die must be better by, for a hit, if all attackers live."""
    differences = _compute_differences(context, fight, survivors)
    results = _list_results(fight, differences)
    failures = tuple(name for name, _ in results if name[0] != "+")
    terms = _list_terms(context, fight)
    cases: tuple[Case, ...] = ()
    if with_bombs:
        bombed = _compute_differences(context, replace(fight, bombs=True), survivors)
        won = sum(probability for by, probability in bombed.items() if by is not None and by > 0)
        cases = (Case("bombs", _list_results(fight, bombed), won),)
    return Odds(
        results, sum(term.number for term in terms), terms, _find_provenance(context, fight, bool(survivors)),
        failures, _list_hit_results(context, fight.defenders) if survivors else (), roll="difference",
        assumes=("hits_paid",) if survivors else (), cases=cases,
    )  # fmt: skip


def _compute_differences(
    context: Incident1932Context, fight: Incident1932Combat, survivors: dict[Group, float]
) -> dict[int | None, float]:
    """Each difference of strength, nothing where no attacker is left for dice."""
    found: dict[int | None, float] = {}
    for units, probability_of_units in (survivors or {fight.units: 1.0}).items():
        if not units:
            found[None] = found.get(None, 0.0) + probability_of_units
            continue
        lead = _compute_lead(context, replace(fight, units=units))
        for by, probability in DIFFERENCES:
            found[lead + by] = found.get(lead + by, 0.0) + probability_of_units * probability
    return found


def _compute_lead(context: Incident1932Context, fight: Incident1932Combat) -> int:
    """How much stronger the attackers are before the dice."""
    return sum(combat.compute_strength(context, fight, True)) - sum(
        combat.compute_strength(context, fight, False)
    )


def _list_results(fight: Incident1932Combat, differences: dict[int | None, float]) -> Results:
    """Differences as results, from the best on. At night all that does nothing to the enemy does
    nothing at all (9.2.2).
    """
    numbers = sorted((by for by in differences if by is not None), reverse=True)
    if fight.night:
        lead = [by for by in numbers if by > 0]
        none = sum(differences[by] for by in numbers if by <= 0)
        return (*((f"{by:+d}", differences[by]) for by in lead), ("miss", none))
    results = [(f"{by:+d}" if by else "0", differences[by]) for by in numbers]
    spent = differences.get(None, 0.0)
    return (*results, ("spent", spent)) if spent else tuple(results)


def _list_terms(context: Incident1932Context, fight: Incident1932Combat) -> tuple[Term, ...]:
    """What the attacker's die must be better by: the enemy's strength less one's own, and one for
    a tie.
    """
    number, bonus = context.number["strength"], context.number["bombs"]
    best, others, added = combat.compute_strength(context, fight, False)
    terms = [Term("defence", best, number, _find_best(context, fight.defenders))]
    terms += [Term("supports", others, number, str(others))] if others else []
    terms += [Term("settlement", added, number, fight.place)] if added else []
    best, others, added = combat.compute_strength(context, fight, True)
    terms.append(Term("attack", -best, number, _find_best(context, fight.units)))
    terms += [Term("supports", -others, number, str(others))] if others else []
    terms += [Term("bombs", -added, bonus)] if added else []
    return (*terms, Term("tie", 1, number))


def _find_provenance(context: Incident1932Context, fight: Incident1932Combat, fired: bool) -> str:
    """The weakest standing of the numbers an assault rests on."""
    tables = context.tables
    keys = [("combat", tables.units[k]) for k in (*fight.units, *fight.defenders)]
    if fired:
        keys += [("fire", tables.units[k]) for k in fight.defenders]
        keys.append(("limit", "removal"))
    keys += [("limit", "bombs_bonus")] if fight.bombs else []
    keys += (
        [("limit", "settlement_bonus")] if combat.compute_strength(context, fight, False)[2] else []
    )
    return context.spec.values.weakest(keys)


def _find_best(context: Incident1932Context, group: Group) -> str:
    return context.tables.units[max(group, key=lambda k: (context.tables.combat[k], -k))]
