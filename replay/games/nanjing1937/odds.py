"""The exact odds of attacks, with Chen Cheng in defence and without (9.2 to 9.5)."""

from __future__ import annotations

from msgspec.structs import replace

from senpu.notation.events import Attack, Event
from senpu.replay.core.odds import Odds, OddsCase, OddsTerm
from senpu.replay.games.nanjing1937.combat import (
    CHEN,
    NO_CHEN,
    SUPPORT_CHECKS,
    USE_CHEN,
    convert_result,
    list_terms,
)
from senpu.replay.games.nanjing1937.context import NanjingContext
from senpu.replay.games.nanjing1937.state import JAPAN, NanjingCombat, NanjingState
from senpu.replay.parts.tables import (
    find_column_number,
    find_probabilities,
    find_results,
    format_heading,
)

FAILURES = ("A Elim", "AR")
ELIMINATED = "D Elim"


def compute_odds(rules: NanjingContext, state: NanjingState, event: Event) -> Odds | None:
    """Return the odds of an attack, or of China's answer with Chen Cheng."""
    decision, tables = state.decision, rules.tables
    if decision is None:
        return None
    if decision.kind == "chen" and state.fight is not None and event in (USE_CHEN, NO_CHEN):
        fight = state.fight
        group, target = fight.units, fight.place
        difference = fight.difference - (tables.modifier[CHEN] if event == USE_CHEN else 0)
        # The defenders are marked as attacked by now; what the odds rest on is their strength.
        terms = list_terms(rules, replace(state, done=0), group, target)
        keys = _list_keys(rules, terms, target)
        keys += [("modifier", CHEN)] if event == USE_CHEN else []
        less = OddsTerm(CHEN, -tables.modifier[CHEN], rules.number["gunfire"], side=decision.side)
        added = (less,) if event == USE_CHEN else ()
        return _compute_odds(rules, target, difference, added, keys, JAPAN)
    if decision.kind != "combat" or type(event) is not Attack:
        return None
    group = tuple([tables.unit[ident] for ident in event.units])
    target = tables.index[event.place]
    terms = list_terms(rules, state, group, target, event.payer)
    difference = sum(term.number for term in terms)
    keys = _list_keys(rules, terms, target)
    can_use_chen = decision.side == JAPAN and SUPPORT_CHECKS[CHEN](rules, state, target) is None
    return _compute_odds(rules, target, difference, terms, keys, decision.side, can_use_chen)


def _compute_odds(
    rules: NanjingContext, target: int, difference: int, terms: tuple[OddsTerm, ...],
    keys: list[tuple[str, str]], attacker: str, can_use_chen: bool = False,
) -> Odds:  # fmt: skip
    """Return the odds of an attack.

    `keys` are the values of the difference; `can_use_chen` is whether China may use Chen Cheng
    (9.4.3).
    """
    provenance = _find_provenance(rules, keys, difference)
    applied = _convert_results(rules, target, difference)
    need = next((pip for pip, result in enumerate(applied, 1) if result not in FAILURES), 7)
    cases: tuple[OddsCase, ...] = ()
    if can_use_chen:
        smaller = difference - rules.tables.modifier[CHEN]
        less = _convert_results(rules, target, smaller)
        good = sum(result not in FAILURES for result in less) / len(less)
        weakest = _find_provenance(rules, [*keys, ("modifier", CHEN)], smaller)
        cases = (OddsCase(CHEN, find_probabilities(less), good, weakest),)
    return Odds(
        find_probabilities(applied), need, terms, provenance, FAILURES,
        column=format_heading(rules.tables.results, difference),
        assumptions=("no_chen",) if can_use_chen else (), cases=cases,
        attacker=attacker, faces=applied, best=ELIMINATED if ELIMINATED in applied else "",
    )  # fmt: skip


def _convert_results(rules: NanjingContext, target: int, difference: int) -> tuple[str, ...]:
    """Return the results of a column against a hex, by the die from 1 up."""
    read = find_results(rules.tables.results, difference)
    return tuple([convert_result(rules, target, result) for result in read])


def _find_provenance(rules: NanjingContext, keys: list[tuple[str, str]], difference: int) -> str:
    """Return the weakest provenance of the values of a difference and of its column."""
    column = ("results", str(find_column_number(rules.tables.results, difference)))
    return rules.spec.values.weakest_provenance([*keys, column])


def find_roll_provenance(rules: NanjingContext, state: NanjingState, fight: NanjingCombat) -> str:
    """Return the weakest provenance of the values of a combat and of the map."""
    terms = list_terms(rules, replace(state, done=0), fight.units, fight.place)
    keys = _list_keys(rules, terms, fight.place) + rules.spec.values.list_keys(*MAP)
    keys += [("allowance", term.unit) for term in terms if term.unit in rules.tables.unit]
    return _find_provenance(rules, keys, fight.difference)


def _list_keys(
    rules: NanjingContext, terms: tuple[OddsTerm, ...], target: int
) -> list[tuple[str, str]]:
    """Return the values that the difference of an attack depends on.

    Each list of rivers and of cities is among them: it also excludes all other hexes and hexsides.
    """
    tables, values = rules.tables, rules.spec.values
    place = tables.ids[target]
    keys = [("terrain", place), ("place", "city")]
    keys += [(name, course) for name in RIVERS for course in values.tables[name]]
    grounds = ("city",) if target in tables.city else ()
    covers = [word for word in (tables.terrain[target], *grounds) if word in values.tables["cover"]]
    keys += [("cover", word) for word in covers]
    for term in terms:
        if term.label in ("attacker", "defender"):
            keys += [("kinds", term.unit), ("strength", term.unit)]
        elif term.label in tables.modifier:
            keys.append(("modifier", term.label))
        elif term.label == "river":
            keys.append(("cover", "river"))
    return keys


MAP = ("grid", "terrain", "water_side", "impassable", "major_river", "place", "limit")
"""The tables that retreats depend on."""
RIVERS = ("river", "major_river")
"""The tables of rivers."""
