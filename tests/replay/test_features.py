"""Features of positions, and the learned values over them: pure Python against numpy, and files."""

import importlib.util
from codecs import BOM_UTF8
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import tests.toy_cards  # noqa: F401  # registers a game
import tests.toy_wager  # noqa: F401  # registers a game
from senpu.replay.analysis.players import find_player, generate_game
from senpu.replay.analysis.value import (
    NetworkReader,
    PositionValue,
    name_own_value,
    read_value,
    squash,
)
from senpu.replay.core.features import Keys
from senpu.replay.core.registry import GAMES, list_rule_sets, open_rules
from senpu.replay.core.rules import AnyRules
from senpu.spec.data import DataError
from senpu.spec.game_file import MarginScale
from senpu.spec.value_files import (
    LINEAR,
    Network,
    Reliability,
    TrainingRecord,
    ValueFile,
    decode_value,
)
from tests.bench import heldout

WAR, NANJING = "russojapanese/bonsai-2018", "nanjing1937/bonsai-2016"
SHIPPED = [ident for ident in list_rule_sets() if GAMES[ident.partition("/")[0]].library]
NO_SCIPY = importlib.util.find_spec("scipy") is None
needs_scipy = pytest.mark.skipif(NO_SCIPY, reason="needs senpu[train]")
ROW = (0.0,) * LINEAR
EMPTY = ValueFile(
    1, "wager/toy", TrainingRecord("", "", 0, 0, 0, {}, {}),
    (Network({}, ROW, ((),) * LINEAR, ((),) * LINEAR, ((0.0, 1.0),)),),
)  # fmt: skip
"""A value without features."""


def play(rules: AnyRules, seed: int) -> list[Any]:
    """Return the positions of a random game."""
    players = {side.id: find_player("random") for side in rules.spec.sides}
    return [state for state, _ in generate_game(rules, players, seed)]


def name_all(rules: AnyRules, state: Any) -> Counter[str]:
    """Return the features of a position with their amounts."""
    found: Counter[str] = Counter()
    for group, keys in enumerate(rules.features.read(state)):
        for number, key in enumerate(keys):
            for name, amount in rules.features.name(group, number, key):
                found[name] += round(amount * 1000)
    return found


@needs_scipy
@pytest.mark.parametrize("ident", SHIPPED)
def test_python_and_numpy_evaluate_equally(ident: str) -> None:
    from senpu.replay.training.games import Sample
    from senpu.replay.training.network import FeatureIndex, FitMethod, NetworkFit

    rules: AnyRules = open_rules(ident)
    features, states = rules.features, play(rules, 1)[::9]
    index = FeatureIndex(features)
    samples = [
        Sample(tuple(features.read(each)), features.measure_time(each), 0, 0) for each in states
    ]
    positions = index.build([samples])
    fit = NetworkFit([*index.columns], FitMethod(hidden=3), None)
    fit.weights[:] = fit.random.normal(0, 0.1, fit.weights.shape)
    fit.bias[:] = fit.random.normal(0, 0.1, fit.bias.shape)
    rows = dict(zip(index.columns, map(tuple, fit.weights.tolist()), strict=True))
    shifts, outputs = (tuple(map(tuple, each.tolist())) for each in (fit.shifts, fit.outputs))
    network = Network(rows, tuple(fit.bias.tolist()), shifts, outputs, ((0, 1),))
    reader = NetworkReader(rules, network)
    for state, expected in zip(states, fit.predict(positions).tolist(), strict=True):
        assert squash(reader.evaluate(state)) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(("ident", "options"), [(WAR, ()), (WAR, ("naval",)), ("blind/toy", ())])
def test_features_depend_on_public_facts_only(ident: str, options: tuple[str, ...]) -> None:
    rules: AnyRules = open_rules(ident, options)
    assert rules.has_hidden_parts
    for number, state in enumerate(play(rules, 2)[::5]):
        for side in rules.spec.sides:
            dealt = rules.sample_hidden(state, side.id, Random(number))
            assert rules.features.read(dealt) == rules.features.read(state)
            assert rules.features.measure_time(dealt) == rules.features.measure_time(state)


@pytest.mark.parametrize("ident", SHIPPED)
def test_equivalent_positions_have_equal_features(ident: str) -> None:
    """Interchangeable units and the order of events do not matter."""
    rules: AnyRules = open_rules(ident)
    random, compared = Random(1), 0
    for state in play(rules, 3)[::7]:
        by_key: dict[str, Any] = {}
        legal = [*rules.legal(state)]
        for event in random.sample(legal, min(len(legal), 12)):
            after = rules.apply(state, event)[0]
            other = by_key.setdefault(rules.key(after), after)
            if other != after:
                compared += 1
                assert name_all(rules, other) == name_all(rules, after)
    assert compared or ident not in ("800/bonsai-2021", WAR)


@pytest.mark.parametrize("ident", [*SHIPPED, "wager/toy", "blind/toy"])
def test_groups_and_time_are_regular(ident: str) -> None:
    rules: AnyRules = open_rules(ident)
    states = play(rules, 4)
    groups: list[tuple[Keys, ...]] = [tuple(rules.features.read(each)) for each in states]
    assert len({len(each) for each in groups}) == 1
    times = [rules.features.measure_time(each) for each in states]
    assert times == sorted(times)
    assert 0 <= times[0] <= times[-1] <= 1


# ---- files ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "truncated"),
        (b"[]", "not a list"),
        (msgspec.json.encode(replace(EMPTY, form=2)), "form is 2"),
        (msgspec.json.encode(replace(EMPTY, networks=())), "0 networks"),
        (
            msgspec.json.encode(
                replace(EMPTY, networks=(replace(EMPTY.networks[0], bias=(0.0,) * 5),))
            ),
            "different lengths",
        ),
        (
            msgspec.json.encode(
                replace(EMPTY, networks=(replace(EMPTY.networks[0], calibration=()),))
            ),
            "different lengths",
        ),
        (msgspec.json.encode(replace(EMPTY, networks=EMPTY.networks * 3)), "3 networks"),
        *[
            (
                msgspec.json.encode(replace(EMPTY, networks=(replace(EMPTY.networks[0], **some),))),
                why,
            )
            for some, why in (
                ({"calibration": ((0.0, 1e7),)}, "weight 10000000.0"),
                ({"weights": {"unit": (1e300,) * LINEAR}}, "weight 1e+300"),
                (
                    {
                        "bias": (0.0,) * 260,
                        "shifts": ((0.0,) * 257,) * 3,
                        "outputs": ((0.0,) * 257,) * 3,
                    },
                    "260 columns",
                ),
                ({"reliability": (Reliability(4, 10, 0.5, 0.5),)}, "reliability"),
                ({"reliability": (Reliability(1, 0, 0.5, 0.5),)}, "reliability"),
                ({"reliability": (Reliability(1, 10, 1.5, 0.5),)}, "reliability"),
                ({"reliability": (Reliability(1, 10, 0.5, -0.5),)}, "reliability"),
            )
        ],
        (msgspec.json.encode({**msgspec.to_builtins(EMPTY), "more": 1}), "more"),
        (
            msgspec.json.encode({**msgspec.to_builtins(EMPTY), "margin": {"low": 2, "high": 2}}),
            "not less than",
        ),
    ],
)
def test_a_bad_file_is_a_clear_error(content: bytes, why: str) -> None:
    with pytest.raises(DataError) as found:
        decode_value(content, "mine.json")
    assert found.value.text().startswith("mine.json: not a file of a value: ")
    assert why in found.value.text()


def test_your_own_value_is_found_by_the_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SENPU_DATA", str(tmp_path))
    rules: AnyRules = open_rules("wager/toy")
    assert read_value(rules.spec) is None
    own = name_own_value(rules.spec)
    assert rules.spec.values.digest()[:16] in own.name
    own.parent.mkdir()
    own.write_bytes(msgspec.json.encode(EMPTY))
    assert read_value(rules.spec) == EMPTY
    own.write_bytes(msgspec.json.encode(replace(EMPTY, game="other/toy")))
    with pytest.raises(DataError, match="this value is for other/toy"):
        read_value(rules.spec)
    own.write_bytes(msgspec.json.encode(replace(EMPTY, margin=MarginScale(0, 8))))
    with pytest.raises(DataError, match="margin: expected null"):
        read_value(rules.spec)
    own.write_bytes(BOM_UTF8 + msgspec.json.encode(EMPTY))
    assert read_value(rules.spec) == EMPTY
    for target in ("nowhere", own.name):
        own.unlink()
        own.symlink_to(target)
        with pytest.raises(DataError, match=own.name):
            read_value(rules.spec)


def test_a_value_knows_its_data() -> None:
    rules: AnyRules = open_rules("wager/toy")
    assert not PositionValue(rules, EMPTY).is_for
    record = replace(EMPTY.record, data=rules.spec.values.digest())
    assert PositionValue(rules, replace(EMPTY, record=record)).is_for


def test_scores_of_margins_are_linear_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    rules: AnyRules = open_rules(NANJING)
    value, scale = PositionValue(rules, None), rules.spec.edition.training.margin
    assert scale is not None
    assert (value.unit, value.size) == ("points", scale.size)
    *_, state = play(rules, 1)
    while state.outcome is None:
        state = rules.apply(state, rules.sample(state, Random(1)))[0]
    assert state.outcome is not None
    bonus = scale.win * (state.outcome.winner == value.first)
    for margin, points in (
        (scale.low - 5, 0), (scale.low, 0), (scale.low + 2, 2), (scale.high, 6),
        (scale.high + 1, 6),
    ):  # fmt: skip
        monkeypatch.setattr(type(rules), "count_margin", lambda self, state, m=margin: m)
        assert value.score(state) == pytest.approx((points + bonus) / scale.size)
    assert value.win_probability(state) in (0.0, 0.5, 1.0)


# ---- fits -------------------------------------------------------------------------------------


@needs_scipy
def test_calibration_and_reliability() -> None:
    """The wins are less certain than the scores, by half of the logit."""
    import numpy as np
    from scipy.sparse import csr_matrix

    from senpu.replay.training.network import (
        Positions,
        calibrate,
        measure_fit,
        squash,
        tabulate_reliability,
    )

    random = np.random.default_rng(1)
    logits, times = random.normal(0, 2, 9000), random.uniform(0, 1, 9000)
    wins = (random.uniform(0, 1, 9000) < squash(logits / 2)).astype(np.float32)
    positions = Positions(csr_matrix((9000, 0)), times, wins, wins, np.arange(9000))
    for shift, slope in calibrate(squash(logits), positions):
        assert shift == pytest.approx(0, abs=0.15)
        assert slope == pytest.approx(0.5, abs=0.08)
    table = tabulate_reliability(squash(logits / 2), positions)
    assert sum(row.positions for row in table) == 9000
    assert {row.third for row in table} == {1, 2, 3}
    big = [row for row in table if row.positions > 200]
    assert all(abs(row.predicted - row.observed) < 0.12 for row in big)
    assert measure_fit(wins, wins)["r2"] == 1
    assert measure_fit(np.full(9000, wins.mean()), wins)["r2"] == pytest.approx(0, abs=1e-4)
    assert measure_fit(np.ones(5), np.ones(5))["r2"] == 0


def test_held_out_games_are_made_kept_and_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heldout, "PROGRAMS", ("one-ply", "random"))
    content = msgspec.json.encode(EMPTY)
    made = heldout.make_set("wager/toy", content, 12, 1, 1)
    assert heldout.make_set("wager/toy", content, 12, 1, 1) == made
    assert heldout.make_set("wager/toy", content, 12, 2, 1).games != made.games
    assert heldout.unpack(heldout.pack(made)) == made
    rules: AnyRules = open_rules("wager/toy")
    games, winners = heldout.find_samples(rules, made)
    assert len(games) == len(winners) == 12
    found = heldout.check_network(rules, games, winners, PositionValue(rules, EMPTY), 1)
    assert found.r2 <= 0
    assert found.log_loss == pytest.approx(0.6931, abs=1e-3)
    assert sum(row.positions for row in found.reliability) == found.positions
    assert heldout.explain([0.0, 1.0], [0.0, 1.0]) == 1
