"""How a game of the First Shanghai Incident reads, in both languages."""

import pytest

from senpu.notation.messages import LANGUAGES
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import IllegalEventError
from senpu.spec.names import names_of
from tests.games.incident1932.positions import CHINA, SET_UP, Table, event_of


def story(table: Table, language: str = "en") -> str:
    return Narrator(table.rules.spec, language).describe_all(table.effects)


def test_a_night_attack_on_the_settlement_in_english() -> None:
    table = Table().play(*SET_UP, "pass", "night/a1+a2+a3*07")
    assert story(table) == (
        "A night attack: no defensive fire, and no hit on China counts (1 left). "
        "a1, a2 and a3 assault n1 in 07 (International Settlement) from 02 (Zhabei?)."
    )
    assert story(table.play("[C4 J6]")) == (
        "China 8: best 2, support 2, die 4. Japan 12: best 2, support 0, Settlement 4, die 6. "
        "China's 4 hits do not count at night."
    )


def test_a_night_attack_on_the_settlement_in_japanese() -> None:
    table = Table().play(*SET_UP, "pass", "night/a1+a2+a3*07")
    assert story(table, "ja") == (
        "夜襲：防御射撃なし、国府軍へのヒットは無効（残り1）。"
        "a1、a2、a3が02閘北？から07共同租界のn1へ突撃。"
    )
    assert story(table.play("[C4 J6]"), "ja") == (
        "国府軍8：戦闘力2、支援2、ダイス4。日本軍12：戦闘力2、支援0、共同租界4、ダイス6。"
        "夜襲のため国府軍への4ヒットは無効。"
    )


def test_hits_are_asked_for_with_their_number() -> None:
    table = Table("06 d1 d2 d3 | 03 a1 a2").play("d1+d2+d3:03", "[2 6 1]")
    assert story(table) == "Dice 2, 6, 1; hits: 2. China must take 2 hits."
    assert table.state.decision
    say = Narrator(table.rules.spec)
    assert say.decision(table.state.decision) == "China to take hits: 2"
    assert say.prompt(table.state.decision, "lose a1") == (
        "China must take hits, 2 in all: lose units (3 each), then fall back where they may "
        "(1 each), then pay, such as lose a1 (9.3)."
    )


def test_the_second_turn_tells_where_the_points_come_from() -> None:
    table = Table().play(*SET_UP, "pass", "pass")
    assert story(table) == (
        "China passes. Both have passed: turn 1 ends. Areas with a rising sun held by Japan: 2; "
        "victory points 2. Turn 2, to 3 Mar. Japan has 13 logistics points for the turn. China "
        "has 8 logistics points for the turn: free sources 2, other areas in supply 2, areas out "
        "of supply 2. e1, e2, e3 and e4 arrive on the Yangtze."
    )


def test_one_unit_and_several_have_their_verbs() -> None:
    plan = "08 a1 a2 | 06 d1"
    assert story(Table(plan, CHINA).play("a1>Off")) == "a1 leaves the map from 08 (Zhenru?)."
    assert story(Table(plan, CHINA).play("a1+a2>Off")) == (
        "a1 and a2 leave the map from 08 (Zhenru?)."
    )


def test_a_unit_lost_while_landing_is_lost_from_the_river() -> None:
    table = Table("10 w1 | 06 d1 | river e1 e2 e3 e4", turn=2)
    table.play("e1+e2+e3+e4@10", "[1]", "lose e4")
    assert story(table) == "e4 is removed from the river; Japan's victory points: 0."
    assert story(table.play("halt")) == (
        "Japan breaks the assault off. e1, e2 and e3 are back on the Yangtze."
    )


def refused(table: Table, text: str, language: str) -> str:
    with pytest.raises(IllegalEventError) as caught:
        table.rules.canon(table.state, event_of(text))
    return Narrator(table.rules.spec, language).rejection(caught.value)


@pytest.mark.parametrize(
    ("text", "english", "japanese"),
    [
        ("bombs/d1*03", "after the defensive fire: bombs/go", "防御射撃の後に使う：bombs/go"),
        ("e1>10", "all that are there land together: e1+e2@…", "一緒に上陸する：e1+e2@…"),
        ("d1>04>05", "an adjacent area is as far as d1 may move", "d1は隣接エリアまで"),
        ("d1+d3>04>05", "cavalry in company moves to an", "一緒に移動する騎兵は隣接エリア"),
        ("d3>05", "enemies stand in 05", "05には敵ユニットがいる"),
    ],
)  # fmt: skip
def test_a_refused_act_is_told_what_would_be_right(text: str, english: str, japanese: str) -> None:
    table = Table("06 d1 d3 | 03 a1 | 05 w1 | river e1 e2", turn=2)
    assert english in refused(table, text, "en")
    assert japanese in refused(table, text, "ja")


def test_a_payment_that_points_do_not_cover_is_told_who_takes_hits_first() -> None:
    table = Table("06 d1 d2 d3 | 03 a1 a2", points=(9, 1)).play("d1+d2+d3:03", "[1 1 6]")
    assert refused(table, "pay 1", "en") == (
        "points come last, and there are too few of them (1) for the hits left (2): units take "
        "some first"
    )
    assert refused(table, "pay 1", "ja") == (
        "LPは最後に払うもの。残り2ヒットに対しLPは1で足りない。先にユニットで消化する"
    )


def test_names_of_areas_that_are_guesses_bear_a_question_mark() -> None:
    for language in LANGUAGES:
        names = names_of(Table().rules.spec.folder, language)
        assert len(names["place"]) == 12
        for area, name in (*names["place"].items(), *names["short"].items()):
            assert (name[-1] in "?？") == (area != "07"), "only 07 is named in the rulebook"
