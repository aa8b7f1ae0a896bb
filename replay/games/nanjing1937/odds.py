"""The exact odds of attacks, with Chen Cheng in defence and without (9.2 to 9.5)."""

from __future__ import annotations

from msgspec.structs import replace

from senpu.notation.events import Attack, Event
from senpu.replay.core.odds import Case, Odds, Term
from senpu.replay.games.nanjing1937.combat import (
    CHEN,
    NO_CHEN,
    SUPPORT_CHECKS,
    USE_CHEN,
    convert_result,
    list_terms,
)
from senpu.replay.games.nanjing1937.context import NanjingContext
from senpu.replay.games.nanjing1937.state import JAPAN, NanjingState
from senpu.replay.parts.counters import UnitGroup
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
        provenance = _find_provenance(
            rules, terms, _find_origins(rules, state, group), target, difference
        )
        less = Term(CHEN, -tables.modifier[CHEN], rules.number["gunfire"], side=decision.side)
        added = (less,) if event == USE_CHEN else ()
        return _compute_odds(rules, target, difference, added, provenance, JAPAN)
    if decision.kind != "combat" or type(event) is not Attack:
        return None
    group = tuple([tables.unit[ident] for ident in event.units])
    target = tables.index[event.place]
    terms = list_terms(rules, state, group, target, event.payer)
    difference = sum(term.number for term in terms)
    provenance = _find_provenance(
        rules, terms, _find_origins(rules, state, group), target, difference
    )
    can_use_chen = decision.side == JAPAN and SUPPORT_CHECKS[CHEN](rules, state, target) is None
    return _compute_odds(rules, target, difference, terms, provenance, decision.side, can_use_chen)


def _compute_odds(
    rules: NanjingContext, target: int, difference: int, terms: tuple[Term, ...], provenance: str,
    attacker: str, can_use_chen: bool = False,
) -> Odds:  # fmt: skip
    """Return the odds of an attack; `asked` is whether China may use Chen Cheng (9.4.3)."""
    applied = _convert_results(rules, target, difference)
    need = next((pip for pip, result in enumerate(applied, 1) if result not in FAILURES), 7)
    cases: tuple[Case, ...] = ()
    if can_use_chen:
        less = _convert_results(rules, target, difference - rules.tables.modifier[CHEN])
        good = sum(result not in FAILURES for result in less) / len(less)
        cases = (Case(CHEN, find_probabilities(less), good),)
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


def _find_origins(rules: NanjingContext, state: NanjingState, group: UnitGroup) -> tuple[str, ...]:
    """Return the hexes from which units attack."""
    return tuple(sorted({rules.tables.ids[state.where[k]] for k in group}))


def _find_provenance(
    rules: NanjingContext,
    terms: tuple[Term, ...],
    origins: tuple[str, ...],
    target: int,
    difference: int,
) -> str:
    """Return the weakest provenance of the numbers that an attack uses."""
    tables, values = rules.tables, rules.spec.values
    column, place = find_column_number(tables.results, difference), tables.ids[target]
    keys = [("results", str(column)), ("terrain", place)]
    sides = [frozenset((start, place)) for start in origins]
    for term in terms:
        if term.label in ("attacker", "defender"):
            keys.append(("strength", term.unit))
        elif term.label in tables.modifier:
            keys.append(("modifier", term.label))
        for name in RIVERS.get(term.label, ()):
            keys += [
                (name, course)
                for course, along in values.table(name).items()
                if any(frozenset(side.split("-")) in sides for side in along)
            ]
    return values.weakest_provenance(keys)


RIVERS = {"river": ("river", "major_river"), "across_major": ("major_river",)}
"""The tables of the rivers that a term is about."""
