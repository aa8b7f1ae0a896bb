"""Results on drawn data sets: the two kinds of error, the drivers, and positions in all sets."""

import re
from collections.abc import Sequence
from itertools import islice
from math import sqrt
from random import Random

import pytest

from senpu.replay.analysis.drivers import Spread, compute_spread, find_drivers
from senpu.replay.analysis.executors import SerialExecutor
from senpu.replay.analysis.players import find_player, generate_game
from senpu.replay.analysis.playouts import PlayoutMethod, get_rules_source
from senpu.replay.analysis.uncertainty import (
    DrawnStart,
    UncertaintyError,
    compute_side_spread,
    draw_sets,
    make_drawn_start,
    open_drawn_start,
    play_sets,
)
from senpu.replay.core.registry import open_rules, replace_values
from senpu.spec.ranges import ChoiceBlock, Draw, Unknown, draw_values


def make_unknown(ident: str, labels: Sequence[str], is_ordered: bool = True) -> Unknown:
    return Unknown(ident, tuple(ChoiceBlock(each) for each in labels), is_ordered, (), "")


UNKNOWNS = (
    make_unknown("strong", "123"),
    make_unknown("idle", "12345"),
    make_unknown("kind", "abc", is_ordered=False),
    make_unknown("other", "xy", is_ordered=False),
)


def simulate(seed: int, sets: int, games: int, strong: float, kind: float = 0.0) -> Spread:
    """Return the spread of games whose win probability follows from the values."""
    dice = Random(seed)
    choices = [
        {each.id: dice.randrange(len(each.choices)) for each in UNKNOWNS} for _ in range(sets)
    ]
    results = []
    for each in choices:
        win = 0.5 + strong * (each["strong"] - 1) / 2 + kind * (each["kind"] == 2)
        results.append([float(dice.random() < win) for _ in range(games)])
    return compute_spread(UNKNOWNS, choices, results)


def test_the_drivers_are_found_with_their_directions() -> None:
    spread = simulate(1, 60, 40, -0.3, 0.3)
    first, second = sorted(spread.drivers[:2], key=lambda driver: driver.effect)
    assert (first.unknown.id, first.low, first.high) == ("strong", "1", "3")
    assert (second.unknown.id, second.low, second.high) == ("kind", "", "c")
    assert first.is_significant
    assert second.is_significant
    assert first.interval.low < -0.3 < first.interval.high < 0
    assert 0 < second.interval.low < 0.3 < second.interval.high
    assert not any(driver.is_significant for driver in spread.drivers[2:])


def test_the_sampling_error_is_told_from_the_ignorance_of_values() -> None:
    """The spread of the values does not depend on the number of games, the sampling error does."""
    for games in (10, 100):
        found = [simulate(seed, 80, games, 0.3) for seed in range(5)]
        mean = sum(spread.deviation for spread in found) / len(found)
        assert mean == pytest.approx(0.15 * sqrt(2 / 3), abs=0.02)
        assert found[0].sampling_error == pytest.approx(1.96 * 0.485 / sqrt(games), rel=0.05)
        assert all(spread.is_significant for spread in found)
        assert all(spread.low <= spread.mean <= spread.high for spread in found)


def test_chance_is_seldom_taken_for_influence() -> None:
    """Without influence, about 5% of reports show a difference, and fewer name a driver."""
    found = [simulate(seed, 20, 10, 0.0) for seed in range(200)]
    named = sum(spread.drivers[0].is_significant for spread in found)
    differing = sum(spread.is_significant for spread in found)
    assert 0 < differing <= 20
    assert named <= differing
    assert not any(
        x.is_significant for each in found if not each.is_significant for x in each.drivers
    )


def test_exact_results_have_no_sampling_error() -> None:
    choices = [{"strong": number % 3} for number in range(12)]
    results = [[0.5 + 0.1 * (number % 3)] for number in range(12)]
    spread = compute_spread(UNKNOWNS[:1], choices, results, is_exact=True)
    assert (spread.games, spread.sampling_error) == (0, 0.0)
    assert spread.is_significant
    assert spread.drivers[0].effect == pytest.approx(0.2)
    equal = compute_spread(UNKNOWNS[:1], choices, [[0.5]] * 12, is_exact=True)
    assert not equal.is_significant
    assert equal.drivers == ()


@pytest.mark.parametrize("games", [1, 4, 8])
@pytest.mark.parametrize("sets", [4, 5, 6])
@pytest.mark.parametrize("won", ["none", "one", "by_value"])
def test_few_data_sets_prove_nothing(won: str, sets: int, games: int) -> None:
    """Three values are named, each effect is inside its interval, and no driver is proved."""
    dice = Random(games * sets)
    choices = [
        {each.id: (at + dice.randrange(2)) % len(each.choices) for each in UNKNOWNS}
        for at in range(sets)
    ]
    wins = {"none": range(0), "one": range(1), "by_value": range(1, sets, 2)}[won]
    results = [[float(at in wins and not game) for game in range(games)] for at in range(sets)]
    spread = compute_spread(UNKNOWNS, choices, results, 1.0)
    assert spread.games == games
    assert spread.sampling_error > 0
    assert spread.interval.low < spread.mean < spread.interval.high
    assert len(spread.drivers) == 3
    for driver in spread.drivers:
        low, high = driver.interval
        assert low <= driver.effect <= high
        assert high - low > 0.05
        assert not driver.is_significant


def test_two_data_sets_name_no_driver() -> None:
    assert [*find_drivers(UNKNOWNS[:1], [{"strong": 0}, {"strong": 2}], [0.1, 0.9])] == []


# ---- games ------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_results_and_the_starts_are_pooled() -> None:
    rules = open_rules("incident1932/bonsai-2016")
    ground, sets = get_rules_source(rules), draw_sets(rules.spec, 3, 5)
    starts = [(DrawnStart(), PlayoutMethod("random", 3, seed)) for seed in (2, 3)]
    one, two = (play_sets(ground, sets, starts, SerialExecutor(), 1) for _ in range(2))
    assert one == two
    spread = compute_side_spread(sets, one, "japan")
    wins = [end.winner == "japan" for each in one for ends in each.ends for end in ends or ()]
    assert spread.wins.games == 6
    assert spread.wins.mean == pytest.approx(sum(wins) / len(wins))
    assert spread.score is not None
    assert spread.score.mean > 0
    assert (spread.excluded, spread.sets) == (0, 3)


@pytest.mark.parametrize(
    "ident",
    [
        "800/battles-2011", "incident1932/bonsai-2016", "nanjing1937/bonsai-2016",
        "russojapanese/bonsai-2018",
    ],
)  # fmt: skip
def test_a_position_is_the_same_position_in_another_data_set_or_is_left_out(ident: str) -> None:
    rules = open_rules(ident)
    players = {side.id: find_player("random") for side in rules.spec.sides}
    states = [state for state, _ in generate_game(rules, players, 3)]
    there = 0
    for seed in range(3):
        drawn = replace_values(rules, draw_values(rules.spec, Draw(seed, keeps_roster=True)).values)
        for state in states[:: max(len(states) // 5, 1)]:
            start = make_drawn_start(rules, state)
            found = open_drawn_start(drawn, start)
            if found is None:
                continue
            there += 1
            if start.text:
                fields = find_places(make_drawn_start(drawn, found.state).text)
                assert fields == find_places(start.text)
    assert there >= 5


def find_places(text: str) -> list[str]:
    """Return the fields of a position that two data sets share, without points and key places."""
    fields = text.split("; ")[1:]
    return [re.sub(r"=\d", "", each) for each in fields if not each.startswith(("held", "trod"))]


def test_a_data_set_without_the_position_is_left_out_and_counted() -> None:
    rules = open_rules("russojapanese/bonsai-2018")
    ground, sets = get_rules_source(rules), draw_sets(rules.spec, 8, 1)
    players = {side.id: find_player("random") for side in rules.spec.sides}
    state = next(islice((state for state, _ in generate_game(rules, players, 3)), 9, None))
    start = make_drawn_start(rules, state)
    method = PlayoutMethod("random", 2, 1)
    outcomes = play_sets(ground, sets, [(start, method)], SerialExecutor(), 1)
    lacking = [ends is None for ends in outcomes[0].ends]
    split = [each["split"] for each in sets.choices]
    assert all(lack for lack, number in zip(lacking, split, strict=True) if number)
    assert not all(lacking)
    kept = draw_sets(rules.spec, 4, 1, keeps_roster=True)
    assert all("split" not in each for each in kept.choices)
    spread = compute_side_spread(sets, outcomes, "japan")
    assert spread.excluded == sum(lacking)
    assert spread.wins.sets == 8 - sum(lacking)
    none = [outcomes[0]._replace(ends=(None,) * 8)]
    with pytest.raises(UncertaintyError):
        compute_side_spread(sets, none, "japan")
