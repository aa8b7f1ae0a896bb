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
from senpu.replay.games.incident1932.context import Incident
from senpu.replay.games.incident1932.state import ENEMY, JAPAN, PURSE, Fight, Group, State

DIFFERENCES = tuple((by, (6 - abs(by)) / 36) for by in range(5, -6, -1))
"""Of two dice, the first less the second, each with its chance."""


def outcomes(rules: Incident, state: State, decision: Decision) -> Iterator[tuple[Event, float]]:
    """The rolls of fire by their hits, those of an assault by their difference."""
    if decision.kind == "assault":
        for by, chance in DIFFERENCES:
            yield Roll((1 + max(by, 0), 1 - min(by, 0)), decision.dice), chance
        return
    group = tuple([rules.sheet.index[ident] for ident in decision.units])
    for pips, chance in rolls_by_hits(rules, group):
        yield Roll(pips), chance


def rolls_by_hits(rules: Incident, group: Group) -> Iterator[tuple[tuple[int, ...], float]]:
    """For each number of hits that may come, a roll that makes it, and its chance. The units
    of the best fire hit first; who hits does not matter.
    """
    fire = rules.sheet.fire
    best = sorted(group, key=lambda k: -fire[k])
    for count, chance in hit_chances([fire[k] for k in group]):
        if chance:
            hitting = best[:count]
            yield tuple([1 if k in hitting else 6 for k in group]), chance


def hit_chances(fires: list[int]) -> list[tuple[int, float]]:
    """How likely each number of hits is when each unit hits by its fire or less on a die."""
    ways = [1]
    for fire in fires:
        good = min(max(fire, 0), 6)
        ways = [
            (ways[count] * (6 - good) if count < len(ways) else 0)
            + (ways[count - 1] * good if count else 0)
            for count in range(len(ways) + 1)
        ]
    every = 6 ** len(fires)
    return [(count, number / every) for count, number in enumerate(ways)]


# ---- odds -----------------------------------------------------------------------------------


def odds(rules: Incident, state: State, event: Event) -> Odds | None:
    """A fire: the hits it makes. An assault: the difference of strength, which is so many hits on
    the weaker side, defensive fire before it included (see :func:`left_by_fire`); of `go` and
    `bombs/go` as the attackers are now.
    """
    decision, sheet = state.decision, rules.sheet
    if decision is None:
        return None
    if isinstance(event, Fire):
        return _fire(rules, rules.acts.named(event.units, JAPAN).group)
    if isinstance(event, Attack) or (isinstance(event, Place) and decision.kind == "act"):
        place = event.place if isinstance(event, Attack) else event.path[0]
        side = decision.side
        defenders = sheet.standing(state.where, ENEMY[side], place)
        if not defenders:
            return None
        group = rules.acts.named(event.units, side).group
        fight = Fight(side, group, defenders, state.where[group[0]], place, bool(event.payer))
        points = state.points[PURSE[side]] - 1
        bombs = combat.may_bomb(state, fight)
        return _assault(
            rules, fight, {} if fight.night else left_by_fire(rules, fight, points), bombs
        )
    if isinstance(event, Word) and event.word == "go" and state.fight is not None:
        fight = replace(state.fight, bombs=True) if event.payer else state.fight
        return _assault(rules, fight, {}, False)
    return None


def _fire(rules: Incident, group: Group) -> Odds:
    sheet, number = rules.sheet, rules.number["fire"]
    terms = tuple(Term("fire", sheet.fire[k], number, sheet.units[k]) for k in group)
    standing = rules.spec.values.weakest([("fire", sheet.units[k]) for k in group])
    need = max(sheet.fire[k] for k in group)
    return Odds(_hits(rules, group), need, terms, standing, roll="each")


def _hits(rules: Incident, group: Group) -> Results:
    """Each number of hits that fire may make; none last."""
    none, *some = [
        (str(count) if count else "miss", chance)
        for count, chance in hit_chances([rules.sheet.fire[k] for k in group])
    ]
    return (*some, none)


def left_by_fire(rules: Incident, fight: Fight, points: int) -> dict[Group, float]:
    """Which attackers are left by the defensive fire, and how likely that is, if its hits are paid
    for as long as there are points; where they run short as few units as can be are removed, those
    of the least strength.
    """
    combat = rules.sheet.combat
    strongest = sorted(fight.units, key=lambda k: -combat[k])
    found: dict[Group, float] = {}
    for hits, chance in hit_chances([rules.sheet.fire[k] for k in fight.defenders]):
        lost = -(-max(hits - points, 0) // rules.removal)
        units = tuple(sorted(strongest[: max(len(strongest) - lost, 0)]))
        found[units] = found.get(units, 0.0) + chance
    return found


def _assault(rules: Incident, fight: Fight, left: dict[Group, float], may_bomb: bool) -> Odds:
    """`need` is what the attacker's die must be better by, for a hit, if all attackers live."""
    differences = _differences(rules, fight, left)
    results = _named(fight, differences)
    failures = tuple(name for name, _ in results if name[0] != "+")
    terms = _terms(rules, fight)
    cases: tuple[Case, ...] = ()
    if may_bomb:
        bombed = _differences(rules, replace(fight, bombs=True), left)
        won = sum(chance for by, chance in bombed.items() if by is not None and by > 0)
        cases = (Case("bombs", _named(fight, bombed), won),)
    return Odds(
        results, sum(term.number for term in terms), terms, _standing(rules, fight, bool(left)),
        failures, _hits(rules, fight.defenders) if left else (), roll="difference",
        assumptions=("hits_paid",) if left else (), cases=cases,
    )  # fmt: skip


def _differences(
    rules: Incident, fight: Fight, left: dict[Group, float]
) -> dict[int | None, float]:
    """Each difference of strength, nothing where no attacker is left for dice."""
    found: dict[int | None, float] = {}
    for units, likely in (left or {fight.units: 1.0}).items():
        if not units:
            found[None] = found.get(None, 0.0) + likely
            continue
        ahead = _ahead(rules, replace(fight, units=units))
        for by, chance in DIFFERENCES:
            found[ahead + by] = found.get(ahead + by, 0.0) + likely * chance
    return found


def _ahead(rules: Incident, fight: Fight) -> int:
    """How much stronger the attackers are before the dice."""
    return sum(combat.strength(rules, fight, True)) - sum(combat.strength(rules, fight, False))


def _named(fight: Fight, differences: dict[int | None, float]) -> Results:
    """Differences as results, from the best on. At night all that does nothing to the enemy does
    nothing at all (9.2.2).
    """
    numbers = sorted((by for by in differences if by is not None), reverse=True)
    if fight.night:
        ahead = [by for by in numbers if by > 0]
        none = sum(differences[by] for by in numbers if by <= 0)
        return (*((f"{by:+d}", differences[by]) for by in ahead), ("miss", none))
    results = [(f"{by:+d}" if by else "0", differences[by]) for by in numbers]
    spent = differences.get(None, 0.0)
    return (*results, ("spent", spent)) if spent else tuple(results)


def _terms(rules: Incident, fight: Fight) -> tuple[Term, ...]:
    """What the attacker's die must be better by: the enemy's strength less one's own, and one for
    a tie.
    """
    number, bonus = rules.number["strength"], rules.number["bombs"]
    best, others, added = combat.strength(rules, fight, False)
    terms = [Term("defence", best, number, _best(rules, fight.defenders))]
    terms += [Term("supports", others, number, str(others))] if others else []
    terms += [Term("settlement", added, number, fight.place)] if added else []
    best, others, added = combat.strength(rules, fight, True)
    terms.append(Term("attack", -best, number, _best(rules, fight.units)))
    terms += [Term("supports", -others, number, str(others))] if others else []
    terms += [Term("bombs", -added, bonus)] if added else []
    return (*terms, Term("tie", 1, number))


def _standing(rules: Incident, fight: Fight, fired: bool) -> str:
    """The weakest standing of the numbers an assault rests on."""
    sheet = rules.sheet
    keys = [("combat", sheet.units[k]) for k in (*fight.units, *fight.defenders)]
    if fired:
        keys += [("fire", sheet.units[k]) for k in fight.defenders]
        keys.append(("limit", "removal"))
    keys += [("limit", "bombs_bonus")] if fight.bombs else []
    keys += [("limit", "settlement_bonus")] if combat.strength(rules, fight, False)[2] else []
    return rules.spec.values.weakest(keys)


def _best(rules: Incident, group: Group) -> str:
    return rules.sheet.units[max(group, key=lambda k: (rules.sheet.combat[k], -k))]
