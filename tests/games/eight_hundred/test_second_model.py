"""The rules against the rulebooks said a second time, on positions drawn at random: most of them
no play comes to, with areas full, units spent and the headquarters in the wrong hands.
"""

from random import Random

import pytest

from senpu.notation.events import Attack
from senpu.replay.games.eight_hundred.state import CHINA, JAPAN
from tests.games.eight_hundred.positions import BATTLES, BONSAI, Table, ruleset
from tests.games.eight_hundred.second_model import SecondModel, Stands

every_edition = pytest.mark.parametrize("ident", [BONSAI, BATTLES])


def any_position(ident: str, random: Random) -> tuple[Table, SecondModel]:
    """Units of the turn in a few areas, so that they meet, four to an area at most."""
    rules, turn = ruleset(ident), random.randint(1, 6)
    sheet, side = rules.context.sheet, random.choice((JAPAN, CHINA))
    areas, units = random.sample(sheet.areas, random.randint(2, 6)), dict[str, Stands]()
    away = {JAPAN: random.choice((0.2, 0.7)), CHINA: random.choice((0.0, 0.5))}
    for k, unit in enumerate(sheet.units):
        place = random.choice(areas)
        taken = sum(stands.place == place for stands in units.values())
        if taken == 4 or sheet.enters[k] > turn or random.random() < away[sheet.side[k]]:
            continue
        if sheet.side[k] == JAPAN and place == sheet.concession:
            continue
        points = random.choice((0, sheet.full[k], random.randint(0, sheet.full[k])))
        units[unit] = Stands(place, points, random.random() < 0.4)
    units |= {"i1": Stands("B", 1, False), "c1": Stands("D", 1, False)}  # nobody has won
    plan = "|".join(
        f"{place} {unit}{'-' if reduced else ''}.{points}"
        for unit, (place, points, reduced) in units.items()
    )
    table = Table(ident, plan, turn, side)
    return table, SecondModel(rules.spec, ident == BONSAI, turn, side, units)


@every_edition
def test_what_may_be_done_and_what_it_needs_is_as_the_rulebook_says(ident: str) -> None:
    random, sheet = Random(800), ruleset(ident).context.sheet
    done = 0
    for _ in range(200):
        table, model = any_position(ident, random)
        assert sorted(table.legal()) == sorted(model.legal()), table.state
        for event in table.rules.legal(table.state):
            if isinstance(event, Attack):
                fight = table.rules.apply_answer(table.state, event)[0].fight
                assert fight
                needs = [model.need(event.units, sheet.units[k]) for k in fight.targets]
                assert list(fight.needs) == needs, f"{event} in {table.state}"
                done += 1
    assert done > 500


@every_edition
def test_where_units_fall_back_is_as_the_rulebook_says(ident: str) -> None:
    random = Random(1937)
    for _ in range(250):
        table, model = any_position(ident, random)
        for k, unit in enumerate(table.rules.context.sheet.units):
            if unit in model.units:
                ways = table.rules.context.acts.ways_back(table.state, k)
                assert set(ways) == model.ways_back(unit), f"{unit} in {table.state}"
