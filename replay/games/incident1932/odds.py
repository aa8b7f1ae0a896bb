"""The exact odds of fires and assaults in the First Shanghai Incident, and its merged rolls."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Attack, Event, Fire, Place, Roll, Word
from senpu.replay.core.odds import Odds, OddsCase, OddsTerm, Results
from senpu.replay.core.states import Decision
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
"""The differences of two dice, the first less the second, each with its probability."""


def list_outcomes(
    context: Incident1932Context, state: Incident1932State, decision: Decision
) -> Iterator[tuple[Event, float]]:
    """Yield the rolls of fire by their hits, or the rolls of an assault by their difference."""
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
    """Yield a roll for each possible number of hits, with its probability.

    The units with the best fire hit first; the identity of the units does not matter.
    """
    fire = context.tables.fire
    best = sorted(group, key=lambda k: -fire[k])
    for count, probability in compute_hit_odds([fire[k] for k in group]):
        if probability:
            hitting = best[:count]
            yield tuple([1 if k in hitting else 6 for k in group]), probability


def compute_hit_odds(fires: list[int]) -> list[tuple[int, float]]:
    """Return the probability of each number of hits if a unit hits by its fire or less."""
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
    """Return the odds of a fire, an assault, `go` or `bombs/go`; None for other events.

    The results of a fire are numbers of hits. The results of an assault are differences of
    strength, equal to the hits on the weaker side; they include the defensive fire before it (see
    :func:`compute_survivors`). For `go` and `bombs/go` the attackers are the current ones.
    """
    decision, tables = state.decision, context.tables
    if decision is None:
        return None
    if type(event) is Fire:
        return _compute_fire_odds(context, context.legality.select(event.units, JAPAN).group)
    if type(event) is Attack or (type(event) is Place and decision.kind == "act"):
        place = event.place if type(event) is Attack else event.path[0]
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
    if type(event) is Word and event.word == "go" and state.fight is not None:
        fight = replace(state.fight, bombs=True) if event.payer else state.fight
        return _compute_assault_odds(context, fight, {}, False)
    return None


def _compute_fire_odds(context: Incident1932Context, group: Group) -> Odds:
    tables, number = context.tables, context.number["fire"]
    terms = tuple(OddsTerm("fire", tables.fire[k], number, tables.units[k], JAPAN) for k in group)
    units = [tables.units[k] for k in group]
    keys = [("fire", unit) for unit in units]
    provenance = context.spec.values.weakest_provenance(keys)
    need = max(tables.fire[k] for k in group)
    return Odds(
        _list_hit_results(context, group), need, terms, provenance, roll="each", attacker=JAPAN
    )


def _list_hit_results(context: Incident1932Context, group: Group) -> Results:
    """Return the probability of each number of hits of a fire, none last."""
    none, *some = [
        (str(count) if count else "miss", probability)
        for count, probability in compute_hit_odds([context.tables.fire[k] for k in group])
    ]
    return (*some, none)


def compute_survivors(
    context: Incident1932Context, fight: Incident1932Combat, points: int
) -> dict[Group, float]:
    """Return the probability of each group of attackers left by the defensive fire.

    Hits are paid as long as there are points. For the other hits the fewest possible units are
    removed, and the units of the least strength first.
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
    """Return the odds of an assault.

    `need` is the least lead of the attacker's die for a hit if all attackers survive.
    """
    differences = _compute_differences(context, fight, survivors)
    results = _list_results(fight, differences)
    failures = tuple(name for name, _ in results if name[0] != "+")
    terms = _list_terms(context, fight)
    provenance = _find_provenance(context, fight, survivors)
    cases: tuple[OddsCase, ...] = ()
    if with_bombs:
        with_bombs_fight = replace(fight, bombs=True)
        bombed = _compute_differences(context, with_bombs_fight, survivors)
        won = sum(probability for by, probability in bombed.items() if by is not None and by > 0)
        weakest = _find_provenance(context, with_bombs_fight, survivors)
        cases = (OddsCase("bombs", _list_results(fight, bombed), won, weakest),)
    return Odds(
        results, sum(term.number for term in terms), terms,
        provenance, failures,
        _list_hit_results(context, fight.defenders) if survivors else (), roll="difference",
        assumptions=("hits_paid",) if survivors else (), cases=cases, attacker=fight.side,
    )  # fmt: skip


def _compute_differences(
    context: Incident1932Context, fight: Incident1932Combat, survivors: dict[Group, float]
) -> dict[int | None, float]:
    """Return the probability of each difference of strength; None if no attacker is left."""
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
    """Return the lead in strength of the attackers before the dice."""
    return sum(combat.compute_strength(context, fight, True)) - sum(
        combat.compute_strength(context, fight, False)
    )


def _list_results(fight: Incident1932Combat, differences: dict[int | None, float]) -> Results:
    """Return differences as results, the best first.

    At night all results without a hit on the enemy are one result (9.2.2).
    """
    numbers = sorted((by for by in differences if by is not None), reverse=True)
    if fight.night:
        lead = [by for by in numbers if by > 0]
        none = sum(differences[by] for by in numbers if by <= 0)
        return (*((f"{by:+d}", differences[by]) for by in lead), ("miss", none))
    results = [(f"{by:+d}" if by else "0", differences[by]) for by in numbers]
    spent = differences.get(None, 0.0)
    return (*results, ("spent", spent)) if spent else tuple(results)


def _list_terms(context: Incident1932Context, fight: Incident1932Combat) -> tuple[OddsTerm, ...]:
    """Return the parts of the lead that the attacker's die needs.

    They are the strength of the enemy, less the strength of the attackers, and one for a tie.
    """
    number, bonus = context.number["strength"], context.number["bombs"]
    side, enemy = fight.side, ENEMY[fight.side]
    best, others, added = combat.compute_strength(context, fight, False)
    first, supports = _find_best(context, fight.defenders)
    terms = [
        OddsTerm("defence", best, number, first, enemy),
        OddsTerm("supports", others, number, supports, enemy),
    ]
    terms += [OddsTerm("settlement", added, number, fight.place, enemy)] if added else []
    best, others, added = combat.compute_strength(context, fight, True)
    first, supports = _find_best(context, fight.units)
    terms += [
        OddsTerm("attack", -best, number, first, side),
        OddsTerm("supports", -others, number, supports, side),
    ]
    terms += [OddsTerm("bombs", -added, bonus, "", side)] if added else []
    return (*terms, OddsTerm("tie", 1, number))


def _find_provenance(
    context: Incident1932Context, fight: Incident1932Combat, survivors: dict[Group, float]
) -> str:
    """Return the weakest provenance of the values of an assault.

    `survivors` are the attackers after defensive fire; empty without it.
    """
    tables = context.tables
    units = [tables.units[k] for k in (*fight.units, *fight.defenders)]
    keys = [("combat", unit) for unit in units]
    if survivors:
        keys += [("fire", tables.units[k]) for k in fight.defenders]
        keys += [("limit", "removal")] if len(survivors) > 1 else []
    keys += [("limit", "bombs_bonus")] if fight.bombs else []
    if fight.side == JAPAN:  # reading 20: the settlement helps China's attacks only
        return context.spec.values.weakest_provenance(keys)
    keys.append(("role", "settlement"))
    keys += [("limit", "settlement_bonus")] if fight.place == tables.settlement else []
    return context.spec.values.weakest_provenance(keys)


def find_roll_provenance(context: Incident1932Context, fight: Incident1932Combat) -> str:
    """Return the weakest provenance of the values of a combat and of the map."""
    values, units = context.spec.values, [*fight.units, *fight.defenders]
    names = [context.tables.units[k] for k in units]
    keys = [(table, unit) for table in ("kinds", "combat", "fire") for unit in names]
    keys += values.list_keys("adjacent", "role", "limit")
    return values.weakest_provenance(keys)


def _find_best(context: Incident1932Context, group: Group) -> tuple[str, str]:
    """Return the best unit of a group, and the others as `a1+a2`."""
    best = max(group, key=lambda k: (context.tables.combat[k], -k))
    others = context.tables.list_ids(tuple(k for k in group if k != best))
    return context.tables.units[best], "+".join(others)
