"""Chances in the First Shanghai Incident: the odds of fires and assaults, exactly, and the rolls
that stand for all that come to the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from notation.events import Attack, Event, Fire, Place, Roll, Word
from replay.games.incident1932 import fights
from replay.games.incident1932.state import (
    ENEMY,
    JAPAN,
    Fight,
    Group,
    State,
)
from replay.rules import Ask, Odds, Term

if TYPE_CHECKING:
    from replay.games.incident1932.rules import Incident

DIFFERENCES = tuple((by, (6 - abs(by)) / 36) for by in range(5, -6, -1))
"""Of two dice, the first less the second, each with its chance."""


def outcomes(rules: Incident, state: State, ask: Ask) -> Iterator[tuple[Event, float]]:
    """The rolls of fire by their hits, those of an assault by their difference."""
    if ask.kind == "assault":
        for by, chance in DIFFERENCES:
            yield Roll((1 + max(by, 0), 1 - min(by, 0)), ask.dice), chance
        return
    group = tuple([rules.sheet.index[ident] for ident in ask.units])
    for pips, chance in rolls_by_hits(rules, group):
        yield Roll(pips), chance


def rolls_by_hits(rules: Incident, group: Group) -> Iterator[tuple[tuple[int, ...], float]]:
    """For each number of hits that may come, a roll that makes it, and its chance. The units
    of the best fire hit first; who hits does not matter."""
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


def odds(rules: Incident, state: State, event: Event) -> Odds | None:
    """A fire: the hits it makes. An assault: the difference of strength if all attackers live
    through the defensive fire and go on (`go` and `bombs/go`: as they are now)."""
    ask, sheet = state.ask, rules.sheet
    if ask is None:
        return None
    if isinstance(event, Fire):
        return _fire(rules, rules.acts.named(event.units, JAPAN).group)
    fight: Fight | None = None
    if isinstance(event, Attack) or (isinstance(event, Place) and ask.kind == "act"):
        place = event.place if isinstance(event, Attack) else event.path[0]
        side = ask.of
        defenders = sheet.standing(state.where, ENEMY[side], place)
        group = rules.acts.named(event.units, side).group
        if defenders:
            origin = state.where[group[0]]
            fight = Fight(side, group, defenders, origin, place, bool(event.payer))
            answered = () if event.payer else _fire(rules, defenders).results
            return _assault(rules, fight, answered)
    elif isinstance(event, Word) and event.word == "go" and state.fight is not None:
        fight = state.fight
        if event.payer:
            fight = Fight(
                fight.side, fight.units, fight.defenders, fight.origin, fight.place, bombs=True
            )
        return _assault(rules, fight, ())
    return None


def _fire(rules: Incident, group: Group) -> Odds:
    sheet, number = rules.sheet, rules.number["fire"]
    fires = [sheet.fire[k] for k in group]
    results = [
        ("miss" if not count else str(count), chance) for count, chance in hit_chances(fires)
    ]
    terms = tuple(Term("fire", sheet.fire[k], number, sheet.units[k]) for k in group)
    standing = rules.spec.values.weakest([("fire", sheet.units[k]) for k in group])
    return Odds((*results[1:], results[0]), max(fires), terms, standing, roll="each")


def _assault(rules: Incident, fight: Fight, answered: tuple[tuple[str, float], ...]) -> Odds:
    """`need` is what the attacker's die must be better by, for a hit."""
    sheet, number = rules.sheet, rules.number
    attack, defence = (fights.strength(rules, fight, attacks) for attacks in (True, False))
    ahead = sum(attack) - sum(defence)
    best, others, added = defence
    terms = [Term("defence", best, number["strength"], _best(rules, fight.defenders))]
    terms += [Term("supports", others, number["strength"], str(others))] if others else []
    terms += [Term("settlement", added, number["strength"], fight.place)] if added else []
    best, others, added = attack
    terms.append(Term("attack", -best, number["strength"], _best(rules, fight.units)))
    terms += [Term("supports", -others, number["strength"], str(others))] if others else []
    terms += [Term("bombs", -added, number["bombs"])] if added else []
    terms.append(Term("tie", 1, number["strength"]))
    keys = [("combat", sheet.units[k]) for k in (*fight.units, *fight.defenders)]
    if answered:
        keys += [("fire", sheet.units[k]) for k in fight.defenders]
    named = [
        (f"{ahead + by:+d}" if ahead + by else "0", ahead + by, chance)
        for by, chance in DIFFERENCES
    ]
    failures = tuple(name for name, total, _ in named if total <= 0)
    results = [(name, chance) for name, _, chance in named]
    if fight.night:  # 9.2.2: a night attack that does nothing to the enemy does nothing at all
        lost = sum(chance for _, total, chance in named if total <= 0)
        results = [*results[: len(results) - len(failures)], ("miss", lost)]
        failures = ("miss",)
    standing = rules.spec.values.weakest(keys)
    return Odds(
        tuple(results), 1 - ahead, tuple(terms), standing, failures, answered, roll="difference"
    )


def _best(rules: Incident, group: Group) -> str:
    return rules.sheet.units[max(group, key=lambda k: (rules.sheet.combat[k], -k))]
