"""Laws at sea of canon, legal and apply, and of the position key."""

from collections.abc import Iterator
from random import Random

import pytest

from senpu.notation.events import Event
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.games.russojapanese.rules import RussoJapaneseRules
from senpu.replay.games.russojapanese.state import RussoJapaneseState
from tests.games.laws import GameLaws, Subject
from tests.games.random_play import steps
from tests.games.russojapanese.candidates import universe
from tests.games.russojapanese.naval_candidates import QUESTIONS, candidates, positions, rare
from tests.games.russojapanese.naval_positions import RULES, at_sea, in_battle
from tests.games.russojapanese.positions import ruleset
from tests.games.russojapanese.test_laws import KINDS as LAND_KINDS
from tests.games.russojapanese.test_naval_conservation import BOTH, LAWS


def everything(
    rules: RussoJapaneseRules, state: RussoJapaneseState, random: Random
) -> Iterator[Event]:
    """Yield events at sea, some legal events, and events on land."""
    yield from candidates(rules, state, random)
    listed = list(rules.legal(state))
    yield from random.sample(listed, min(40, len(listed)))
    yield from universe(rules, state, random)


LAND = LAND_KINDS - {"displace", "reply-sortie"}
"""Fleets make sorties themselves here, and 60 games contain no chain of retreats."""
SUBJECTS = {
    "naval": Subject(
        RULES, QUESTIONS | LAND, everything, games=60, each=6, laws=(*LAWS, *BOTH), rare=rare,
        few=frozenset({"cards"}), merging=frozenset({"salvo"}),
    )
}  # fmt: skip


@pytest.mark.slow
class TestNavalLaws(GameLaws):
    """The laws of every game, with the naval option."""


# ---- what is listed, and what is accepted -----------------------------------------------


def test_every_listed_event_may_be_sampled() -> None:
    tables = (
        in_battle(hurt="m5 m6"),
        at_sea(japan="01", hurt="r1").play("sortie", "play #01", "[3]"),
        at_sea(russia="01 06"),
        in_battle(sunk="r3 r4 r5 r6 r7").play("m1*r1", "m2*r2"),
    )
    for table in tables:
        random = Random(1)
        drawn = {table.rules.sample(table.state, random) for _ in range(4000)}
        assert drawn == set(table.rules.legal(table.state))


def test_without_the_option_nothing_at_sea_is_ever_asked() -> None:
    rules = ruleset()
    for seed in range(10):
        for state, _, after in steps(rules, seed):
            assert state.decision
            assert state.decision.kind not in QUESTIONS
            assert after.navy is None


# ---- the position key -------------------------------------------------------------------


def test_the_key_takes_like_ships_as_one_and_tells_others_apart() -> None:
    def key(**more: object) -> str:
        return at_sea(**more).key  # type: ignore[arg-type]

    same = {
        RULES.context.fleets.gunnery[RULES.context.fleets.number[name]] for name in ("r4", "r5")
    }
    assert len(same) == 1
    assert key(hurt="r4") == key(hurt="r5")
    assert key(hurt="r4") == key(hurt="r4", flag="r6")
    assert key(hurt="r4") != key(hurt="r4 r5")
    assert key(hurt="r4") != key(sunk="r4")
    assert key(sunk="r4") != key(sunk="r4", flag="r4"), "whether the flagship is sunk is public"
    assert key(hurt="r4") != key(hurt="m1")
    assert key(hurt="k1") != key(hurt="v1")
    lines = [
        in_battle(sunk="r7").play(*(f"{ship}*r{at}" for at, ship in enumerate(order.split(), 1)))
        for order in ("m1 m2 m3 m4 m5", "m2 m1 m3 m4 m5", "m5 m2 m3 m4 m1")
    ]
    assert lines[0].key == lines[1].key, "m1 and m2 are interchangeable"
    assert lines[0].key != lines[2].key


def test_rejections_at_sea_name_a_rule_of_the_chapter_or_of_the_cards() -> None:
    random, rules = Random(5), set()
    for kind in QUESTIONS:
        for state in positions()[kind][:2]:
            for event in candidates(RULES, state, random):
                try:
                    RULES.canon(state, event)
                except IllegalEventError as refused:
                    rules.add(refused.rule)
    assert {rule for rule in rules if not rule.startswith("11.")} <= {"10.2.1"}
    assert len(rules) > 8
