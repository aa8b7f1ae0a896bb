"""How a game of the Russo-Japanese War reads, in both languages."""

import pytest

from senpu.notation.events import Word
from senpu.replay.core.narration import Narrator, find_example
from senpu.replay.core.rules import Effect, IllegalEventError
from senpu.replay.games.russojapanese.card_events import EFFECTS
from senpu.replay.games.russojapanese.card_windows import list_times
from senpu.replay.games.russojapanese.state import format_card
from senpu.spec.texts import open_texts
from tests.games.russojapanese.positions import (
    JAPAN,
    RUSSIA,
    RussoJapaneseTestGame,
    ending,
    event_of,
    fighting,
    fresh_game,
    moving,
    refilling,
    ruleset,
    spending,
)

RULES = ruleset()


def story(table: RussoJapaneseTestGame, language: str = "en") -> str:
    return Narrator(RULES.spec, language).describe_all(table.effects)


# ---- morale checks ------------------------------------------------------------------------


def test_the_die_of_a_check_its_modifier_and_their_sum_are_distinct() -> None:
    checked = ending("", losses=(0, 1), japan="10").play("play #10", "[R2]")
    assert (
        "Russia's morale check (units lost: 1): the die is 2, the modifier -1, the total 1; 1 or "
        "less costs a point of morale. "
        "Russia's morale falls to 5." in story(checked)
    )
    assert "ロシア軍の士気判定（喪失ユニット1個）。ダイスは2、修整は-1、合計は1、1以下で" in story(
        checked, "ja"
    )
    plain = story(ending("", losses=(0, 1)).play("[R2]"))
    assert "Russia's morale check (units lost: 1): the die is 2; 1 or less costs" in plain
    assert "modifier" not in plain


# ---- cards --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_card_that_is_named_goes_by_the_event_of_its_side(language: str) -> None:
    narrator = Narrator(RULES.spec, language)
    for side, letter in ((JAPAN, "J"), (RUSSIA, "R")):
        for card in range(1, 17):
            name = f"{format_card(card)} {narrator.name('card', f'{letter}{card:02}')}"
            for kind in ("played", "support", "recovered", "mustShuffle", *NAMING):
                effects = Effect(kind, side, ("g1",), (), ("1015", "1114"), (card,))
                assert name in narrator.describe(effects), kind
            cards = Effect("discarded", side, (), (f"#09+{format_card(card)}",), (), (2,))
            assert name in narrator.describe(cards)


NAMING = ("forced_move", "forced_attack", "march", "transport", "rebuilt", "landing")


def test_a_drawn_hand_is_named_to_its_owner_alone() -> None:
    table = fresh_game().play("draw #02+#04+#09")
    assert story(table) == (
        "Japan draws 3 cards. Drawn: #02 Hotchkiss machine gun, #04 Akiyama Saneyuki and "
        "#09 Kodama Gentaro. Turn 1 begins (April 1904). Japan: movement phase."
    )
    assert story(table.seen_by(RUSSIA), "ja") == (
        "日本軍はデッキから3枚を引く。第1ターン開始（1904年4月）。日本軍移動フェイズ。"
    )
    assert "「#04 秋山真之」、「#09 児玉源太郎」" in story(table.seen_by(JAPAN), "ja")


def test_a_hidden_card_stays_hidden() -> None:
    narrator = Narrator(RULES.spec)
    event = Word("draw", ("#??+#??",))
    assert narrator.describe(Effect("drewCards", JAPAN, (), event.args)) == "Drawn: #?? and #??."


# ---- how a game reads -------------------------------------------------------------------


def test_an_attack_decided_by_cards() -> None:
    table = fighting("1214 s1  1114 g1+d1", japan="09", russia="07")
    table.play("g1+d1*1214", "|", "fight 1214", "play #09")
    assert story(table) == (
        "Japan plays #09 Kodama Gentaro. The result becomes DR: the defenders retreat."
    )
    table.play("play #07")
    assert story(table, "ja") == (
        "ロシア軍は「#07 マキシム機関銃」を使用。戦闘結果をARに変更。攻撃側退却。"
    )


def test_a_landing_at_a_key_hex() -> None:
    table = spending("1204 na1", japan="04").play("#04/d6@1203")
    assert story(table) == (
        "Japan discards #04 Akiyama Saneyuki: the 6th Division (d6) is transported by sea to "
        "Dalian (1203). Japan takes control of Dalian (1203). Russia's morale falls to 5."
    )
    assert story(table, "ja") == (
        "日本軍は「#04 秋山真之」を捨て、第6師団（d6）を大連（1203）へ海上輸送。"
        "日本軍が大連（1203）を支配。ロシア軍の士気が5に低下。"
    )


def test_a_card_and_an_event_bring_up_units_in_words_of_their_own() -> None:
    table = spending(side=RUSSIA, russia="02 09").play("#02/s3@Siberia")
    assert story(table) == (
        "Russia discards #02 Permanent forts: the 3rd Siberian Corps (s3) is transported to "
        "Siberia."
    )
    table.play("play #09 e1")
    assert story(table) == (
        "Russia plays #09 Trans-Siberian Railway. The 1st European Corps (e1) is transported to "
        "Siberia."
    )


def test_mines_stop_a_sortie_by_the_name_of_the_russian_event() -> None:
    table = spending(side=RUSSIA, russia="06", japan="03").play("play #06", "play #03")
    assert story(table) == (
        "Japan plays #03 Naval mines. #06 Vice-Admiral Makarov has no effect. The Port Arthur "
        "fleet can no longer sortie. Russia's morale falls to 5."
    )


def test_one_unit_and_several_have_their_verbs() -> None:
    table = fighting("1214 s1  1114 g1+d1").play("g1+d1*1214")
    assert story(table) == (
        "Japan declares an attack on the 1st Siberian Corps (s1) in Jiuliancheng (1214) by the "
        "Guards Division (g1) and the 1st Division (d1)."
    )
    assert story(table.play("|", "fight 1214")).startswith(
        "The Guards Division (g1) and the 1st Division (d1) attack the 1st Siberian Corps (s1) in "
        "Jiuliancheng (1214), "
    )
    table = moving("1214 s1  g1@Korea").play("g1>1015")
    assert story(table) == (
        "The Guards Division (g1) moves from Korea to Japan's supply source (1015)."
    )


def test_a_morale_check() -> None:
    table = ending(losses=(0, 2)).play("[R2]")
    assert story(table).startswith(
        "Russia's morale check (units lost: 2): the die is 2; 2 or less costs a point of morale. "
        "Russia's morale falls to 5."
    )
    assert story(table, "ja").startswith(
        "ロシア軍の士気判定（喪失ユニット2個）。ダイスは2、2以下で士気が1ポイント低下。"
        "ロシア軍の士気が5に低下。"
    )


# ---- questions and refusals ----------------------------------------------------------------


def test_a_prompt_states_that_only_the_end_of_the_phase_is_legal() -> None:
    narrator = Narrator(RULES.spec)
    table = fighting("1214 s1  1114 g1", japan="12").play("g1*1214", "|", "#12/fight 1214")
    assert table.asks == "dice chance"
    table = fighting("1214 s1  1114 g1+d1", japan="12").play("g1+d1*1214", "|", "fight 1214")
    assert table.state.decision
    assert narrator.prompt(table.state.decision, "no") == (
        'Japan has no card for the combat in Jiuliancheng (1214) before the die; "no" continues '
        "(10.4.5)."
    )
    for side, other in ((JAPAN, RUSSIA), (RUSSIA, JAPAN)):
        state = RULES.view(table.state, side)
        first = find_example(RULES, state)
        assert ("has no card" in narrator.prompt(table.state.decision, first)) is (side == JAPAN), (
            other
        )
    sortie = spending(side=RUSSIA, russia="06", japan="12").play("play #06")
    assert sortie.state.decision
    assert narrator.prompt(sortie.state.decision, "play #03") == (
        'Japan may play a card against #06 Vice-Admiral Makarov; "no" declines (10.2.1).'
    )


RARE = (
    (
        moving("1214 s1  1112 g1"),
        "g1>1213>1313",
        "a unit must stop in Antung (1213), which is in an enemy zone of control",
    ),
    (
        moving("1303 d1"),
        "d1>1203>1204",
        "the hexside between 1303 and Dalian (1203) is all sea and cannot be crossed",
    ),
    (moving("g1@Korea"), "g1=>1015", "no railway leads from Korea"),
    (
        moving("1913 s2  1912 d1", RUSSIA),
        "s2=>2014",
        "a rail move cannot start in Liaoyang (1913), which is in an enemy zone of control",
    ),
    (
        spending("1214 s1  1114 g1", japan="04"),
        "#04/g1~>1015",
        "a strategic move cannot start in 1114, which is in an enemy zone of control",
    ),
    (
        spending(japan="04 05").play("#04/move", "|"),
        "#05/attack",
        "a forced march was already made in this player turn, which is the limit",
    ),
    (
        spending(japan="04", blockaded=True),
        "#04/d6@1203",
        "Japan cannot transport units by sea in this player turn",
    ),
    (
        spending(side=RUSSIA, russia="02", agitated=True),
        "#02/s3@Siberia",
        "Russia cannot transport units in this player turn",
    ),
    (spending(japan="04"), "#05/move", "#05 is not in the hand, which contains: #04"),
    (
        spending(japan="04"),
        "#04/d6@1208",
        "units cannot be transported to 1208; choose from: Korea, Dalian (1203), Houtushi (1206), "
        "Dagushan (1211)",
    ),
    (
        spending(japan="04"),
        "#04/d6@1809",
        "units cannot be transported to Yingkou (1809) while the Port Arthur fleet can sortie",
    ),
    (
        refilling(limit=1),
        "refill 4",
        "fleets limit the hand to 1, and it contains 0: draw 1 (refill 1) or none (no)",
    ),
    (
        refilling(morale=(0, 6)),
        "refill 4",
        "a fourth card costs a point of morale, and none is left",
    ),
    (
        spending(side=RUSSIA, russia="01", locked=True),
        "play #01",
        "the Port Arthur fleet can no longer sortie",
    ),
    (
        spending(side=RUSSIA, russia="08"),
        "play #08",
        "the Port Arthur garrison (pa1) is eliminated or already turned over",
    ),
    (
        ending(losses=(1, 0), japan="10"),
        "play #10",
        "Russia has lost no units this turn and makes no morale check",
    ),
    (
        fighting("1203 s1  1303 d1"),
        "d1*1203",
        "the 1st Division (d1) cannot attack Dalian (1203) across an all-sea hexside",
    ),
    (
        fighting("1214 s1  1114 g1+d1").play("g1+d1*1214", "|", "fight 1214", "[1]"),
        "s1<1314>1414",
        "the 1st Siberian Corps (s1) cannot retreat to Fenghuangcheng (1414): a retreat is one hex "
        "and cannot cross an all-sea hexside; choose from: Tangshancheng (1313), 1314, "
        "Antung (1213)",
    ),
    (
        fighting("1214 s1  1114 g1+d1").play("g1*1214"),
        "d1*1214",
        "an attack on Jiuliancheng (1214) is already declared",
    ),
    (
        fighting("1214 s1  1114 g1+d1", russia="02").play(
            "g1+d1*1214", "|", "fight 1214", "no", "[1]"
        ),
        "play #02",
        "this event can be played only in a combat at Port Arthur",
    ),
    (
        fighting("1214 s1  1114 g1+d1", japan="08").play(
            "g1+d1*1214", "|", "fight 1214", "no", "[1]"
        ),
        "play #08",
        "this event can be played only if an enemy card has just changed the result",
    ),
)


ONLY = "the event of this card can be played only "
TIMES = (
    (spending(japan="09"), "play #09", "before the die roll of your attack (10.4.5)"),
    (
        moving("", RUSSIA, russia="10"),
        "play #10",
        "before the die roll of an enemy attack (10.4.5)",
    ),
    (spending(side=RUSSIA, russia="11"), "play #11", "after the die roll of your attack (10.4.5)"),
    (
        spending(side=RUSSIA, russia="07"),
        "play #07",
        "after the die roll of an enemy attack (10.4.5)",
    ),
    (spending(japan="08"), "play #08", "after the die roll of a combat (10.4.5)"),
    (
        moving("", RUSSIA, russia="02"),
        "play #02",
        "after the die roll of an attack on Port Arthur (10.4.5)",
    ),
    (
        moving("", RUSSIA, russia="08"),
        "play #08",
        "in your card play phase or after the die roll of an attack on Port Arthur (10.4.5)",
    ),
    (moving("", japan="05"), "play #05", "in your card play phase"),
    (spending(japan="06"), "play #06 s1", "in your movement phase"),
    (spending(japan="03"), "play #03", "against a sortie (10.2.1)"),
    (spending(japan="10"), "play #10", "before the die rolls of the morale checks (4.3.2)"),
    (refilling(japan="05"), "play #05", "in your card play phase"),
    (fighting("1214 s1  1114 g1+d1", japan="05"), "play #05", "in your card play phase"),
    (
        refilling(japan="13"),
        "play #13",
        "in your movement or card play phase, or when you are asked to play cards",
    ),
)


@pytest.mark.parametrize(("table", "text", "when"), TIMES)
def test_the_rejection_of_a_card_at_a_wrong_time_names_its_time(
    table: RussoJapaneseTestGame, text: str, when: str
) -> None:
    with pytest.raises(IllegalEventError) as refused:
        RULES.canon(table.state, event_of(text))
    assert refused.value.rule == "10.2.1"
    assert Narrator(RULES.spec).rejection(refused.value) == ONLY + when
    japanese = Narrator(RULES.spec, "ja").rejection(refused.value)
    assert japanese.startswith("このカードのイベントを行えるのは、")
    assert "when_" not in japanese


def test_every_event_has_a_time_with_a_text() -> None:
    texts = open_texts(RULES.spec.folder)
    for words in RULES.context.event.values():
        for ident in list_times(words, EFFECTS[words[0]].when):
            assert texts.has(f"texts.label.{ident}"), ident


def test_the_rejection_of_a_refill_beyond_the_limit_states_it() -> None:
    with pytest.raises(IllegalEventError) as refused:
        RULES.canon(refilling(limit=2, japan="01").state, event_of("refill 3"))
    assert refused.value.rule == "10.4.3"
    assert Narrator(RULES.spec).rejection(refused.value) == (
        "fleets limit the hand to 2, and it contains 1: draw 1 (refill 2) or none (no)"
    )
    assert Narrator(RULES.spec, "ja").rejection(refused.value) == (
        "艦隊により手札は2枚に制限されています。今は1枚なので、1枚を引く（refill 2）か、"
        "引かない（no）かを選んでください"
    )


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("#01/d3@Dalian", "in an event, write Dalian as 1203"),
        ("#01/d3@Dal", "in an event, write Dal as 1203"),
        ("d1>PortArthur", "in an event, write PortArthur as 1202"),
        ("d1>1214>Liaoyang", "in an event, write Liaoyang as 1913"),
        ("d1*Mukden", "in an event, write Mukden as 2215"),
        ("#01/s3@European", "in an event, write European as Europe"),
        ("#01/d3@Korea", ""),
        ("#01/d3@1203", ""),
        ("d1>Tokyo", ""),
        ("d1>Da", ""),
        ("d1>J", ""),
        ("play #09", ""),
    ],
)
def test_the_rejection_of_a_place_name_shows_its_id(text: str, effects: str) -> None:
    assert Narrator(RULES.spec).misnamed(event_of(text)) == effects


@pytest.mark.parametrize(("table", "text", "why"), RARE)
def test_rare_rejections_state_their_reason(
    table: RussoJapaneseTestGame, text: str, why: str
) -> None:
    with pytest.raises(IllegalEventError) as refused:
        RULES.canon(table.state, event_of(text))
    assert Narrator(RULES.spec).rejection(refused.value) == why
    assert Narrator(RULES.spec, "ja").rejection(refused.value) not in (why, str(refused.value))
