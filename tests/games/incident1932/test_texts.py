"""How a game of the First Shanghai Incident reads, in both languages."""

import pytest

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import IllegalEventError
from tests.games.incident1932.positions import CHINA, SET_UP, Incident1932Game, event_of


def story(table: Incident1932Game, language: str = "en") -> str:
    return Narrator(table.rules.spec, language).describe_all(table.effects)


def test_a_night_attack_on_the_settlement_in_english() -> None:
    table = Incident1932Game().play(*SET_UP, "pass", "night/a1+a2+a3*07")
    assert story(table) == (
        "China makes a night attack: no defensive fire, and hits on China are ignored (night "
        "attacks left: 1). "
        "The 119th Brigade (a1), the 120th Brigade (a2) and the 121st Brigade (a3) assault the "
        "Naval Landing Force (n1) in the International Settlement (07) from Zhabei (02)."
    )
    assert story(table.play("[C4 J6]")) == (
        "China's strength is 8 (combat 2, support 2, die 4). Japan's strength is 12 (combat 2, "
        "support 0, Settlement 4, die 6). The night attack cancels 4 hits on China."
    )


def test_a_night_attack_on_the_settlement_in_japanese() -> None:
    table = Incident1932Game().play(*SET_UP, "pass", "night/a1+a2+a3*07")
    assert story(table, "ja") == (
        "国府軍の夜襲。防御射撃はなく、国府軍が受けるヒットは無効（夜襲は残り1回）。"
        "第119旅（a1）、第120旅（a2）、第121旅（a3）が閘北（02）から共同租界（07）の"
        "海軍陸戦隊（n1）に突撃。"
    )
    assert story(table.play("[C4 J6]"), "ja") == (
        "国府軍の突撃力は8（戦闘力2、支援部隊数2、ダイス4）。"
        "日本軍の突撃力は12（戦闘力2、支援部隊数0、共同租界4、ダイス6）。"
        "夜襲のため、国府軍への4ヒットは無効。"
    )


def test_hits_are_asked_for_with_their_number() -> None:
    table = Incident1932Game("06 d1 d2 d3 | 03 a1 a2").play("d1+d2+d3:03", "[2 6 1]")
    assert story(table) == "The roll is 2, 6, 1: 2 hits. China must take 2 hits."
    assert table.state.decision
    narrator = Narrator(table.rules.spec)
    assert narrator.decision(table.state.decision) == "China to take 2 hits"
    assert narrator.prompt(table.state.decision, "lose a1") == (
        "China must take 2 hits: lose units (3 each), retreat (1 each), or pay (9.3)."
    )


def test_the_second_turn_reports_the_sources_of_the_points() -> None:
    table = Incident1932Game().play(*SET_UP, "pass", "pass")
    assert story(table) == (
        "China passes. Both sides have passed, and turn 1 ends. Japan scores 2 VP for areas with "
        "a rising sun and now has 2 VP. Turn 2 begins (to 3 Mar). Japan has 13 logistics points "
        "for this turn. China has 8 logistics points for this turn (supply sources: 2, other areas "
        "in supply: 2, areas out of supply: 2). The 12th Regiment (e1), the 22nd Regiment (e2), "
        "the 43rd Regiment (e3) and the 44th Regiment (e4) arrive on the Yangtze."
    )


def test_one_unit_and_several_have_their_verbs() -> None:
    plan = "08 a1 a2 | 06 d1"
    assert (
        story(Incident1932Game(plan, CHINA).play("a1>Off"))
        == "The 119th Brigade (a1) leaves the map from Zhenru (08)."
    )
    assert story(Incident1932Game(plan, CHINA).play("a1+a2>Off")) == (
        "The 119th Brigade (a1) and the 120th Brigade (a2) leave the map from Zhenru (08)."
    )


def test_a_unit_lost_while_landing_is_lost_from_the_river() -> None:
    table = Incident1932Game("10 w1 | 06 d1 | river e1 e2 e3 e4", turn=2)
    table.play("e1+e2+e3+e4@10", "[1]", "lose e4")
    assert (
        story(table) == "The 44th Regiment (e4) is eliminated on the Yangtze; Japan now has 0 VP."
    )
    assert story(table.play("halt")) == (
        "Japan breaks off the assault. The 12th Regiment (e1), the 22nd Regiment "
        "(e2) and the 43rd Regiment (e3) return to the Yangtze."
    )


def describe_rejection(table: Incident1932Game, text: str, language: str) -> str:
    with pytest.raises(IllegalEventError) as caught:
        table.rules.canon(table.state, event_of(text))
    return Narrator(table.rules.spec, language).rejection(caught.value)


@pytest.mark.parametrize(
    ("text", "english", "japanese"),
    [
        ("bombs/d1*03", "after the defensive fire: bombs/go", "防御射撃の後に使います：bombs/go"),
        ("e1>10", "together with all units there: e1+e2@…", "一緒に上陸しかできません：e1+e2@…"),
        (
            "d1>04>05", "the 6th Brigade (d1) can move only to an adjacent area",
            "歩兵第6旅団（d1）が移動できるのは隣接エリアまで",
        ),
        ("d1+d3>04>05", "cavalry that moves with other", "ほかのユニットと一緒なら隣接エリア"),
        ("d3>05", "the enemy occupies Miaohang (05)", "廟行（05）に敵ユニットがいます"),
    ],
)  # fmt: skip
def test_the_rejection_of_an_act_names_a_legal_one(text: str, english: str, japanese: str) -> None:
    table = Incident1932Game("06 d1 d3 | 03 a1 | 05 w1 | river e1 e2", turn=2)
    assert english in describe_rejection(table, text, "en")
    assert japanese in describe_rejection(table, text, "ja")


def test_a_payment_that_points_do_not_cover_names_the_units_that_take_hits_first() -> None:
    table = Incident1932Game("06 d1 d2 d3 | 03 a1 a2", points=(9, 1)).play("d1+d2+d3:03", "[1 1 6]")
    assert describe_rejection(table, "pay 1", "en") == (
        "logistics points (1) do not cover the remaining hits (2): remove or retreat units first"
    )
    assert describe_rejection(table, "pay 1", "ja") == (
        "LP（1）が残りのヒット（2）に足りません。先にユニットの除去か退却で消化してください"
    )
