"""The program and the reference model agree in random positions."""

from random import Random

import pytest

from senpu.notation.events import Move, Rail
from senpu.replay.games.russojapanese.combat import find_fronts
from tests.games.russojapanese.positions import (
    RussoJapaneseTestGame,
    always,
    fighting,
    moving,
    ruleset,
    spending,
)
from tests.games.russojapanese.reference_model import (
    JAPAN,
    RUSSIA,
    STACK,
    SUPPLY,
    Frozen,
    RussoJapaneseModel,
    allowance,
    side,
)

SHEET = ruleset().context.tables
MODEL = RussoJapaneseModel(SHEET)
SEEDS = range(24)


def placed(random: Random, boxes: bool) -> dict[str, str]:
    """Units thrown together around a hex, so that they meet."""
    hexes = [random.choice(MODEL.land)]
    for _ in range(random.randint(1, 2)):
        hexes += [n for h in hexes for n in MODEL.adjacent[h]]
    hexes = sorted(set(hexes))
    where: dict[str, str] = {}
    for unit in random.sample(SHEET.units, random.randint(6, 24)):
        own = side(unit)
        h = random.choice(hexes)
        if boxes and allowance(unit) and random.random() < 0.1:
            where[unit] = "Korea" if own == JAPAN else "Siberia"
        elif (
            h not in MODEL.enemies(where, own)
            and MODEL.number(where, own, h) < STACK[own]
            and h != SUPPLY[RUSSIA if own == JAPAN else JAPAN]
        ):
            where[unit] = h
    return where


def plan(where: dict[str, str]) -> str:
    return " ".join(f"{unit}@{place}" for unit, place in where.items())


@pytest.mark.parametrize("seed", SEEDS)
def test_the_program_and_the_model_agree_on_moves(seed: int) -> None:
    random = Random(seed)
    for own in (JAPAN, RUSSIA) * 4:
        where = placed(random, boxes=True)
        marks = " ".join(random.sample(sorted(MODEL.towns), 4))
        table = moving(plan(where), own, held=marks)
        cards = spending(plan(where), own, held=marks, **{own: "12"})
        held = {h for h in MODEL.towns if table.holder(h) == JAPAN}
        found: dict[tuple[type, str], set[str]] = {}
        for event in table.rules.legal(table.state):
            if isinstance(event, Move | Rail):
                found.setdefault((type(event), event.units[0]), set()).add(event.path[-1])
        for unit in filter(lambda each: side(each) == own, where):
            walks = found.get((Move, unit), set()) - {where[unit]}
            assert walks == MODEL.walks(where, unit), (unit, where)
            rails = found.get((Rail, unit), set())
            assert rails == MODEL.lines(where, unit, held, strategic=False), (unit, where)
            marches = cards.goals(unit, "~>")
            assert marches == MODEL.lines(where, unit, held, strategic=True), (unit, where)


def ends(table: RussoJapaneseTestGame) -> set[Frozen]:
    """Every position to which a result leads until the next fight or the end of the phase."""
    tables, found, seen, edge = (
        table.rules.context.tables,
        set[Frozen](),
        set[object](),
        [table.state],
    )
    while edge:
        state = edge.pop()
        if state in seen:
            continue
        seen.add(state)
        if state.outcome or (state.decision and state.decision.kind == "cards"):
            places = enumerate(state.where)
            found.add(frozenset((tables.units[k], tables.place(k, h) or "lost") for k, h in places))
        else:
            edge += [table.rules.apply(state, event)[0] for event in table.rules.legal(state)]
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_the_program_and_the_model_agree_on_results(seed: int) -> None:
    random = Random(seed)
    for own in (JAPAN, RUSSIA) * 3:
        where = placed(random, boxes=False)
        table = fighting(plan(where), own)
        targets = {
            SHEET.ids[h]: SHEET.names(units)
            for h, units in find_fronts(table.rules.context, table.state, own).items()
        }
        expected = MODEL.fronts(where, own)
        assert {h: set(units) for h, units in targets.items()} == {
            h: set(units) for h, units in expected.items()
        }, where
        if not targets:
            continue
        target = random.choice(sorted(targets))
        some = set(random.sample(targets[target], random.randint(1, min(3, len(targets[target])))))
        group = tuple(unit for unit in targets[target] if unit in some)
        attack = f"{'+'.join(group)}*{target}"
        difference = MODEL.difference(where, group, target)
        assert table.difference(attack) == difference, (attack, where)
        if difference < -1:
            continue
        every = {unit: table.unit(unit) for unit in SHEET.units}
        for result in ("DE", "DR", "EX", "AR", "AE", "NE"):
            fought = fighting(plan(where), own, rules=always(result))
            fought.play(attack, "|", f"fight {target}", "[1]")
            wanted = {
                frozenset({**every, **dict(after)}.items())
                for after in MODEL.outcomes(where, group, target, result)
            }
            assert ends(fought) == wanted, (result, attack, where)
