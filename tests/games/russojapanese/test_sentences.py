"""How a game of the Russo-Japanese War reads, in both languages."""

import pytest

from senpu.notation.events import Word
from senpu.replay.core.narration import Narrator, example
from senpu.replay.core.rules import Effect, IllegalEventError
from senpu.replay.games.russojapanese.card_events import EFFECTS
from senpu.replay.games.russojapanese.card_windows import times
from senpu.replay.games.russojapanese.state import card_name
from senpu.spec.texts import texts_of
from tests.games.russojapanese.positions import (
    JAPAN,
    RUSSIA,
    Table,
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


def story(table: Table, language: str = "en") -> str:
    return Narrator(RULES.spec, language).describe_all(table.effects)


# ---- morale checks ------------------------------------------------------------------------


def test_the_die_of_a_check_its_modifier_and_their_sum_are_told_apart() -> None:
    checked = ending("", losses=(0, 1), japan="10").play("play #10", "[R2]")
    assert (
        "Russia's morale check, with 1 lost: die 2, modifier -1, sum 1; 1 or less fails. "
        "Russia's morale falls to 5." in story(checked)
    )
    assert "ロシア軍の士気判定（喪失ユニット1個）：ダイス2、修整-1、合計1、1以下で" in story(
        checked, "ja"
    )
    plain = story(ending("", losses=(0, 1)).play("[R2]"))
    assert "Russia's morale check, with 1 lost: die 2; 1 or less fails." in plain
    assert "modifier" not in plain


# ---- cards --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_card_that_is_named_goes_by_the_event_of_its_side(language: str) -> None:
    say = Narrator(RULES.spec, language)
    for side, letter in ((JAPAN, "J"), (RUSSIA, "R")):
        for card in range(1, 17):
            name = f"{card_name(card)} {say.name('card', f'{letter}{card:02}')}"
            for kind in ("played", "support", "recovered", "mustShuffle", *NAMING):
                effects = Effect(kind, side, ("g1",), (), ("1015", "1114"), (card,))
                assert name in say.describe(effects), kind
            cards = Effect("discarded", side, (), (f"#09+{card_name(card)}",), (), (2,))
            assert name in say.describe(cards)


NAMING = ("forced_move", "forced_attack", "march", "transport", "rebuilt", "landing")


def test_a_drawn_hand_is_named_to_its_owner_alone() -> None:
    table = fresh_game().play("draw #02+#04+#09")
    assert story(table) == (
        "Japan draws 3 from the deck. Drawn: #02 Hotchkiss machine gun, #04 Akiyama Saneyuki and "
        "#09 Kodama Gentaro. Turn 1, April 1904. Japan: movement."
    )
    assert story(table.seen_by(RUSSIA), "ja") == (
        "日本軍はデッキから3枚引く。第1ターン、1904年4月。日本軍移動フェイズ。"
    )
    assert "「#04 秋山真之」、「#09 児玉源太郎」" in story(table.seen_by(JAPAN), "ja")


def test_a_hidden_card_stays_hidden() -> None:
    say = Narrator(RULES.spec)
    event = Word("draw", ("#??+#??",))
    assert say.describe(Effect("drewCards", JAPAN, (), event.args)) == "Drawn: #?? and #??."


# ---- how a game reads -------------------------------------------------------------------


def test_an_attack_decided_by_cards() -> None:
    table = fighting("1214 s1  1114 g1+d1", japan="09", russia="07")
    table.play("g1+d1*1214", "|", "fight 1214", "play #09")
    assert story(table) == (
        "Japan plays #09 Kodama Gentaro. The result becomes DR: the defenders fall back."
    )
    table.play("play #07")
    assert story(table, "ja") == (
        "ロシア軍は「#07 マキシム機関銃」を使用。戦闘結果はAR（攻撃側退却）になる。"
    )


def test_a_landing_at_a_key_hex() -> None:
    table = spending("1204 na1", japan="04").play("#04/d6@1203")
    assert story(table) == (
        "Japan spends #04 Akiyama Saneyuki: 6th Division lands in 1203 (Dalian). Japan takes "
        "control of 1203 (Dalian). Russia's morale falls to 5."
    )
    assert story(table, "ja") == (
        "日本軍は「#04 秋山真之」を捨て、第6師団を1203（大連）へ海上輸送。"
        "日本軍が1203（大連）を支配。ロシア軍の士気が5に下がる。"
    )


def test_a_card_and_an_event_bring_up_units_in_words_of_their_own() -> None:
    table = spending(side=RUSSIA, russia="02 09").play("#02/s3@Siberia")
    assert story(table) == (
        "Russia spends #02 Permanent forts: 3rd Siberian Corps is brought up to Siberia."
    )
    table.play("play #09 e1")
    assert story(table) == (
        "Russia plays #09 Trans-Siberian Railway. 1st European Corps is brought up to Siberia."
    )


def test_mines_stop_a_sortie_by_the_name_of_the_russian_event() -> None:
    table = spending(side=RUSSIA, russia="06", japan="03").play("play #06", "play #03")
    assert story(table) == (
        "Japan plays #03 Naval mines. #06 Vice-Admiral Makarov comes to nothing. The Port Arthur "
        "fleet can sortie no more. Russia's morale falls to 5."
    )


def test_one_unit_and_several_have_their_verbs() -> None:
    table = fighting("1214 s1  1114 g1+d1").play("g1+d1*1214")
    assert story(table) == (
        "Guards Division and 1st Division are to attack 1st Siberian Corps in 1214 (Jiuliancheng)."
    )
    table = moving("1214 s1  g1@Korea").play("g1>1015")
    assert story(table) == "Guards Division moves from Korea to 1015 (Japan's supply source)."


def test_a_morale_check() -> None:
    table = ending(losses=(0, 2)).play("[R2]")
    assert story(table).startswith(
        "Russia's morale check, with 2 lost: die 2; 2 or less fails. Russia's morale falls to 5."
    )
    assert story(table, "ja").startswith(
        "ロシア軍の士気判定（喪失ユニット2個）：ダイス2、2以下で士気低下。ロシア軍の士気が5に下がる。"
    )


# ---- questions and refusals ----------------------------------------------------------------


def test_a_prompt_says_so_where_nothing_is_left_but_to_go_on() -> None:
    say = Narrator(RULES.spec)
    table = fighting("1214 s1  1114 g1", japan="12").play("g1*1214", "|", "#12/fight 1214")
    assert table.asks == "dice chance"
    table = fighting("1214 s1  1114 g1+d1", japan="12").play("g1+d1*1214", "|", "fight 1214")
    assert table.state.decision
    assert say.prompt(table.state.decision, "no") == (
        "Before the die of the fight at 1214 Japan has no card to play; no goes on (10.4.5)."
    )
    for side, other in ((JAPAN, RUSSIA), (RUSSIA, JAPAN)):
        state = RULES.view(table.state, side)
        first = example(RULES, state)
        assert ("has no card" in say.prompt(table.state.decision, first)) is (side == JAPAN), other
    sortie = spending(side=RUSSIA, russia="06", japan="12").play("play #06")
    assert sortie.state.decision
    assert say.prompt(sortie.state.decision, "play #03") == (
        "Japan may answer #06 Vice-Admiral Makarov with a card, such as play #03, or no (10.4.1)."
    )


RARE = (
    (moving("1214 s1  1112 g1"), "g1>1213>1313", "1213 is in an enemy zone: one stops there"),
    (moving("1303 d1"), "d1>1203>1204", "the sea lies between 1303 and 1203"),
    (moving("g1@Korea"), "g1=>1015", "no railway leads from Korea"),
    (
        moving("1913 s2  1912 d1", RUSSIA),
        "s2=>2014",
        "1913 is in an enemy zone, where no railway move begins",
    ),
    (
        spending("1214 s1  1114 g1", japan="04"),
        "#04/g1~>1015",
        "1114 is in an enemy zone, where no strategic move begins",
    ),
    (
        spending(japan="04 05").play("#04/move", "|"),
        "#05/attack",
        "one forced march is made in a player turn, and it has been",
    ),
    (
        spending(japan="04", blockaded=True),
        "#04/d6@1203",
        "Japan's sea transport is stopped in this player turn",
    ),
    (
        spending(side=RUSSIA, russia="02", agitated=True),
        "#02/s3@Siberia",
        "Russia can bring up nobody in this player turn",
    ),
    (spending(japan="04"), "#05/move", "#05 is not in the hand, which holds: #04"),
    (
        spending(japan="04"),
        "#04/d6@1208",
        "no port is written 1208; open: Korea, 1203 (Dalian), 1206 (Houtushi), 1211 (Dagushan)",
    ),
    (
        spending(japan="04"),
        "#04/d6@1809",
        "1809 opens only when the Port Arthur fleet can sortie no more",
    ),
    (
        refilling(limit=1),
        "refill 4",
        "fleets limit the hand: 1 at the most, with 0 held now, so that the draw is of 1 "
        "(refill 1), or of none (no)",
    ),
    (refilling(morale=(0, 6)), "refill 4", "no morale is left to pay for a fourth card"),
    (
        spending(side=RUSSIA, russia="01", locked=True),
        "play #01",
        "the Port Arthur fleet can sortie no more",
    ),
    (spending(side=RUSSIA, russia="08"), "play #08", "pa1 is lost or turned over already"),
    (
        ending(losses=(1, 0), japan="10"),
        "play #10",
        "Russia has lost nobody this turn and makes no morale check",
    ),
    (fighting("1203 s1  1303 d1"), "d1*1203", "the sea lies between d1 and 1203: no attack"),
    (
        fighting("1214 s1  1114 g1+d1").play("g1*1214"),
        "d1*1214",
        "an attack on 1214 is declared already",
    ),
    (
        fighting("1214 s1  1114 g1+d1", russia="02").play(
            "g1+d1*1214", "|", "fight 1214", "no", "[1]"
        ),
        "play #02",
        "this event is for fights at Port Arthur",
    ),
    (
        fighting("1214 s1  1114 g1+d1", japan="08").play(
            "g1+d1*1214", "|", "fight 1214", "no", "[1]"
        ),
        "play #08",
        "the result was not changed last by a card that this one undoes",
    ),
)


NOT_HERE = "the event of this card is not played here, but "
TIMES = (
    (spending(japan="09"), "play #09", "before the die of an own attack (10.4.5)"),
    (moving("", RUSSIA, russia="10"), "play #10", "before the die of an enemy attack (10.4.5)"),
    (spending(side=RUSSIA, russia="11"), "play #11", "after the die of an own attack (10.4.5)"),
    (spending(side=RUSSIA, russia="07"), "play #07", "after the die of an enemy attack (10.4.5)"),
    (spending(japan="08"), "play #08", "after the die of a fight (10.4.5)"),
    (
        moving("", RUSSIA, russia="02"),
        "play #02",
        "after the die of an attack on Port Arthur (10.4.5)",
    ),
    (
        moving("", RUSSIA, russia="08"),
        "play #08",
        "in the own card phase or after the die of an attack on Port Arthur (10.4.5)",
    ),
    (moving("", japan="05"), "play #05", "in the own card phase"),
    (spending(japan="06"), "play #06 s1", "in the own movement phase"),
    (spending(japan="03"), "play #03", "as an answer to a sortie (10.4.1)"),
    (spending(japan="10"), "play #10", "before the dice of the morale checks (4.3.2)"),
    (refilling(japan="05"), "play #05", "in the own card phase"),
    (fighting("1214 s1  1114 g1+d1", japan="05"), "play #05", "in the own card phase"),
    (
        refilling(japan="13"),
        "play #13",
        "in the own movement and card phases, and wherever cards are asked for",
    ),
)


@pytest.mark.parametrize(("table", "text", "when"), TIMES)
def test_a_card_at_a_wrong_time_is_told_when_it_is_played(
    table: Table, text: str, when: str
) -> None:
    with pytest.raises(IllegalEventError) as refused:
        RULES.canon(table.state, event_of(text))
    assert refused.value.rule == "10.2.1"
    assert Narrator(RULES.spec).rejection(refused.value) == NOT_HERE + when
    japanese = Narrator(RULES.spec, "ja").rejection(refused.value)
    assert japanese.startswith("このカードのイベントは今は行えない。行えるのは：")
    assert "when_" not in japanese


def test_every_event_has_a_time_that_can_be_told() -> None:
    texts = texts_of(RULES.spec.folder)
    for words in RULES.context.event.values():
        for ident in times(words, EFFECTS[words[0]].when):
            assert texts.has(f"texts.label.{ident}"), ident


def test_a_refill_beyond_a_limit_is_told_the_limit_and_what_may_be_drawn() -> None:
    with pytest.raises(IllegalEventError) as refused:
        RULES.canon(refilling(limit=2, japan="01").state, event_of("refill 3"))
    assert refused.value.rule == "10.4.3"
    assert Narrator(RULES.spec).rejection(refused.value) == (
        "fleets limit the hand: 2 at the most, with 1 held now, so that the draw is of 1 "
        "(refill 2), or of none (no)"
    )
    assert Narrator(RULES.spec, "ja").rejection(refused.value) == (
        "艦隊により手札は2枚に制限されている。今1枚なので、引けるのは1枚（refill 2）、または no"
    )


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("#01/d3@Dalian", "in an event, write Dalian as 1203"),
        ("#01/d3@Dal", "in an event, write Dal as 1203"),
        ("d1>PortArthur", "in an event, write PortArthur as 1201"),
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
def test_a_place_that_is_called_by_its_name_is_told_how_it_is_written(
    text: str, effects: str
) -> None:
    assert Narrator(RULES.spec).misnamed(event_of(text)) == effects


@pytest.mark.parametrize(("table", "text", "why"), RARE)
def test_what_is_seldom_refused_says_why(table: Table, text: str, why: str) -> None:
    with pytest.raises(IllegalEventError) as refused:
        RULES.canon(table.state, event_of(text))
    assert Narrator(RULES.spec).rejection(refused.value) == why
    assert Narrator(RULES.spec, "ja").rejection(refused.value) not in (why, str(refused.value))
