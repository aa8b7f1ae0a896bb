"""The odds of attacks, exactly: what the die gives in the column of the difference, as it applies
against the hex, with Chen Cheng and without (9.2 to 9.5).
"""

from __future__ import annotations

from msgspec.structs import replace

from senpu.notation.events import Attack, Event
from senpu.replay.core.odds import Case, Odds, Term
from senpu.replay.games.nanjing1937.combat import (
    BARS,
    CHEN,
    CHEN_IN,
    CHEN_OUT,
    as_applied,
    strengths,
)
from senpu.replay.games.nanjing1937.context import Nanjing
from senpu.replay.games.nanjing1937.state import JAPAN, State
from senpu.replay.parts.counters import Group
from senpu.replay.parts.tables import column_number, heading, results_of, shares

FAILURES = ("A Elim", "AR")


def odds(rules: Nanjing, state: State, event: Event) -> Odds | None:
    """An attack; and the answer of China that decides whether Chen Cheng defends against it."""
    decision, sheet = state.decision, rules.sheet
    if decision is None:
        return None
    if decision.kind == "chen" and state.fight is not None and event in (CHEN_IN, CHEN_OUT):
        fight = state.fight
        group, target = fight.units, fight.place
        difference = fight.difference - (sheet.modifier[CHEN] if event == CHEN_IN else 0)
        # The defenders are marked as attacked by now; what the odds rest on is their strength.
        terms = strengths(rules, replace(state, done=0), group, target)
        standing = _standing(rules, terms, _from(rules, state, group), target, difference)
        less = Term(CHEN, -sheet.modifier[CHEN], rules.number["gunfire"])
        added = (less,) if event == CHEN_IN else ()
        return _odds(rules, target, difference, added, standing)
    if decision.kind != "combat" or not isinstance(event, Attack):
        return None
    group = tuple([sheet.unit[ident] for ident in event.units])
    target = sheet.index[event.place]
    terms = strengths(rules, state, group, target, event.payer)
    difference = sum(term.number for term in terms)
    standing = _standing(rules, terms, _from(rules, state, group), target, difference)
    asked = decision.side == JAPAN and BARS[CHEN](rules, state, target) is None
    return _odds(rules, target, difference, terms, standing, asked)


def _odds(
    rules: Nanjing, target: int, difference: int, terms: tuple[Term, ...], standing: str,
    asked: bool = False,
) -> Odds:  # fmt: skip
    """`asked` is whether China may still answer with Chen Cheng (9.4.3)."""
    applied = _applied(rules, target, difference)
    need = next((pip for pip, result in enumerate(applied, 1) if result not in FAILURES), 7)
    cases: tuple[Case, ...] = ()
    if asked:
        less = _applied(rules, target, difference - rules.sheet.modifier[CHEN])
        good = sum(result not in FAILURES for result in less) / len(less)
        cases = (Case(CHEN, shares(less), good),)
    return Odds(
        shares(applied), need, terms, standing, FAILURES,
        column=heading(rules.sheet.results, difference),
        assumptions=("no_chen",) if asked else (), cases=cases,
    )  # fmt: skip


def _applied(rules: Nanjing, target: int, difference: int) -> tuple[str, ...]:
    """The results of a column against a hex, by the die from 1 on."""
    read = results_of(rules.sheet.results, difference)
    return tuple([as_applied(rules, target, result) for result in read])


def _from(rules: Nanjing, state: State, group: Group) -> tuple[str, ...]:
    """The hexes that attackers stand in."""
    return tuple(sorted({rules.sheet.ids[state.where[k]] for k in group}))


def _standing(
    rules: Nanjing, terms: tuple[Term, ...], froms: tuple[str, ...], target: int, difference: int
) -> str:
    """The weakest standing of the numbers an attack rests on."""
    sheet, values = rules.sheet, rules.spec.values
    column, place = column_number(sheet.results, difference), sheet.ids[target]
    keys = [("results", str(column)), ("terrain", place)]
    sides = [frozenset((start, place)) for start in froms]
    for term in terms:
        if term.label in ("attacker", "defender"):
            keys.append(("strength", term.unit))
        elif term.label in sheet.modifier:
            keys.append(("modifier", term.label))
        for name in RIVERS.get(term.label, ()):
            keys += [
                (name, course)
                for course, along in values.table(name).items()
                if any(frozenset(side.split("-")) in sides for side in along)
            ]
    return values.weakest(keys)


RIVERS = {"river": ("river", "major_river"), "across_major": ("major_river",)}
"""The tables of the rivers that a term is about."""
