"""The rules against a second implementation, on positions drawn at random.

Play cannot reach most of them: areas are full, units have no points, and enemies hold the
headquarters.
"""

from random import Random

import pytest

from senpu.notation.events import Attack
from senpu.replay.games.eight_hundred.state import CHINA, JAPAN
from tests.games.eight_hundred.positions import BATTLES, BONSAI, EightHundredGame, ruleset
from tests.games.eight_hundred.reference_model import MapUnit, ReferenceModel

every_edition = pytest.mark.parametrize("ident", [BONSAI, BATTLES])


OPTIONS: dict[str, tuple[str, ...]] = {
    BONSAI: ("strike-one",), BATTLES: ("strike-one", "concession-open"),
}  # fmt: skip


def draw_position(ident: str, random: Random) -> tuple[EightHundredGame, ReferenceModel]:
    """Return a position with units of the turn in a few areas, four to an area at most.

    Every other position has the options of the model.
    """
    options = random.choice(((), OPTIONS[ident]))
    rules, turn = ruleset(ident, *options), random.randint(1, 6)
    tables, side = rules.context.tables, random.choice((JAPAN, CHINA))
    areas, units = random.sample(tables.areas, random.randint(2, 6)), dict[str, MapUnit]()
    away = {JAPAN: random.choice((0.2, 0.7)), CHINA: random.choice((0.0, 0.5))}
    for k, unit in enumerate(tables.units):
        place = random.choice(areas)
        taken = sum(unit_on_map.place == place for unit_on_map in units.values())
        if taken == 4 or tables.enters[k] > turn or random.random() < away[tables.side[k]]:
            continue
        is_barred = "concession-open" not in options
        if tables.side[k] == JAPAN and place == tables.concession and is_barred:
            continue
        points = random.choice((0, tables.full[k], random.randint(0, tables.full[k])))
        units[unit] = MapUnit(place, points, random.random() < 0.4)
    units |= {"i1": MapUnit("B", 1, False), "c1": MapUnit("D", 1, False)}  # no side has won
    plan = "|".join(
        f"{place} {unit}{'-' if reduced else ''}.{points}"
        for unit, (place, points, reduced) in units.items()
    )
    table = EightHundredGame(ident, plan, turn, side, options)
    return table, ReferenceModel(rules.spec, ident == BONSAI, turn, side, units, options)


@every_edition
def test_legal_events_and_needs_agree_with_the_reference_model(ident: str) -> None:
    random, tables = Random(800), ruleset(ident).context.tables
    done = 0
    for _ in range(200):
        table, model = draw_position(ident, random)
        assert sorted(table.legal()) == sorted(model.list_legal()), table.state
        for event in table.rules.legal(table.state):
            if isinstance(event, Attack):
                fight = table.rules.apply(table.state, event)[0].fight
                assert fight
                needs = [model.compute_need(event.units, tables.units[k]) for k in fight.targets]
                assert list(fight.needs) == needs, f"{event} in {table.state}"
                done += 1
    assert done > 500


@every_edition
def test_retreats_are_as_in_the_reference_model(ident: str) -> None:
    random = Random(1937)
    for _ in range(250):
        table, model = draw_position(ident, random)
        for k, unit in enumerate(table.rules.context.tables.units):
            if unit in model.units:
                retreats = table.rules.context.legality.find_retreats(table.state, k)
                assert set(retreats) == model.find_retreats(unit), f"{unit} in {table.state}"
