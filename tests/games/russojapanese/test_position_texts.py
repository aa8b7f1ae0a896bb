"""Texts of positions: what each rule rejects and where, what no game reaches, hidden cards, fields.

`tests/replay/test_positions.py` has the round trips and the changed texts of all games.
"""

from functools import cache
from random import Random

import pytest

from senpu.notation.position_text import PositionError
from senpu.replay.core.positions import format_position, read_position
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rejections import Rejection
from senpu.replay.core.rules import AnyRules
from senpu.replay.games.russojapanese.state import RUSSIA, SIDES
from tests.games.random_play import steps
from tests.games.russojapanese.positions import CROWD, fighting
from tests.replay.positions import check_text

START = "Senpu 1 russojapanese/bonsai-2018; "
NAVAL = "Senpu 1 russojapanese/bonsai-2018 options naval; "
EUROPE = "s3+s4+s5+s6+s7+c1+c2+e1+e2"
SHORE = "1913: s2; 1202: pa1; 1204: na1; 1214: s1; "
JAPANESE = "1206: d3; Japan: d4+d5+d6+d7+d8+d9+d10+d11+d12; Korea: g1+d1+d2; "
PLACES = f"{SHORE}{JAPANESE}Europe: {EUROPE}; "
HELD = "morale: 6/6; hands: #02+#09/#05; pile: #01+#16"
MOVE = f"{START}turn: 2; next: japan move; {PLACES}{HELD}; moved: d3; zoneless: s1"
SET_UP = (
    f"{START}turn: 0; next: chance draw units japan count 3 by 3.2; {SHORE}"
    f"Japan: d3+d4+d5+d6+d7+d8+d9+d10+d11+d12; Korea: g1+d1+d2; Europe: {EUROPE}; "
    "morale: 6/6; drawing: 3"
)
DRAW = f"{START}turn: 2; next: chance draw units japan count 1; {PLACES}{HELD}; drawing: 1"
REFILL = f"{START}turn: 2; next: russia refill; {PLACES}{HELD}"
DECLARE = f"{START}turn: 2; next: japan declare; {PLACES}{HELD}; declared: d3*1204".replace(
    "1206: d3", "1205: d3"
)
FIGHT = DECLARE.replace("japan declare", "japan fight")
ATTACK = "fight: japan units d3 against na1 at 1204 difference 1"
REPLY = (
    DECLARE.partition("; declared")[0].replace("japan declare", "japan reply-before")
    + f"; {ATTACK}; window: before"
)
LOSS = (
    f"{START}turn: 2; next: japan loss units g1+d2; 2014: s2; 1202: pa1; 1204: na1; 1214: s1; "
    f"1113: d2; 1114: g1; Japan: d3+d4+d5+d6+d7+d8+d9+d10+d11+d12; Europe: {EUROPE}; lost: d1; "
    "morale: 6/6; pile: #05+#06+#07; fight: japan units g1+d2 at 1214 result AE"
)
RETREAT = (
    f"{START}turn: 3; next: japan retreat units d11; 1812: s2; 1202: pa1; 1204: na1; 1113: s1; "
    "1115: d2; 1116: d1; 1014: d11; 1016: g1; Japan: d3+d4+d5+d6+d7+d8+d9+d12; Korea: d10; "
    "Europe: s3+s4+s5+s6+s7+c1+c2+e1+e2; morale: 6/6; pile: #05+#04; "
    "fight: japan at 1113 result AR; retreating: d11; retreated: d2"
)
CHECK = f"{START}turn: 2; next: chance morale rolls R; {PLACES}{HELD}; losses: 0/1"
OVER = f"{START}turn: 12; over: Russia 4.2; {PLACES}{HELD}"
SORTIE = f"{START}turn: 3; next: japan reply-sortie; {PLACES}{HELD}; window: sortie card #01"
AT_SEA = (
    f"{NAVAL}turn: 3; next: russia sail; {PLACES}{HELD}; fleets: flagship r3 sailed port-arthur"
)
BATTLE = (
    f"{NAVAL}turn: 3; next: japan oppose units r2; {PLACES}{HELD}; fleets: flagship r6 "
    "sailed port-arthur+first battle first*port-arthur line r1+r2+r3+r5+r6+r7+r4 pairs m3*r1"
)
LINE = " battle first*port-arthur line r1+r2+r3+r5+r6+r7+r4 pairs m3*r1"
ALL_SUNK = "steps r1=0+r2=0+r3=0+r4=0+r5=0+r6=0+r7=0"
SALVO = (
    f"{NAVAL}turn: 3; next: chance salvo units m4+r2 rolls J+J+R+R; {PLACES}{HELD}; fleets: "
    "flagship r6 sailed port-arthur+first battle first*port-arthur pairs m3*r1+m4*r2+m1*r3+m6*r5"
    "+m5*r6+m2*r7+m1*r4 salvo 1 hits r1=1"
)
ACCEPTED = (
    MOVE, SET_UP, DRAW, REFILL, DECLARE, FIGHT, REPLY, LOSS, RETREAT, CHECK, OVER, SORTIE, AT_SEA,
    BATTLE, SALVO,
)  # fmt: skip

NEARLY_ALL = "#01+#03+#04+#06+#07+#08+#10+#11+#12+#13+#14+#15+#16"
REJECTED = (
    # Units and control
    (MOVE, "Korea: g1", "Siberia: g1", "otherBox 8.3", "g1"),
    (MOVE, "1214: s1; 1206: d3", "1214: s1+d3", "enemyThere 7.0", "1214"),
    (MOVE, "1206: d3; Japan: d4+d5", "1206: d3+d4+d5; Japan: ", "tooMany 7.3", "1206"),
    (MOVE, "1204: na1", "1205: na1", "neverMoves 8.0", "1205"),
    (MOVE, "1206: d3", "2417: d3", "stopSupply 4.4", "2417"),
    (MOVE, "1206: d3", "1203: d3", "controlOf 3.4", "1203"),
    (MOVE, "; moved", "; taken: 1913; moved", "controlOf 3.4", "taken"),
    (CHECK, "1202: pa1; ", "lost: pa1; taken: 1202; ", "lockedMissing 10.4.1", "taken"),
    # Cards
    (MOVE, "pile: #01", "pile: #09", "cardTwice 10.0", "pile"),
    (MOVE, "#02+#09/", "#??+#09/", "hiddenCard 10.2", "hands"),
    (MOVE, "pile: #01", "pile: #??", "hiddenDiscard 10.0", "pile"),
    (MOVE, "turn: 2", "seen: japan; turn: 2", "notHidden 10.2", "hands"),
    (MOVE, "pile:", "deck: #03+#04; pile:", "deckCards 10.0", "deck"),
    (DRAW, "#02+#09/#05", "#02+#03+#04+#06+#07/none", "handTooLarge 10.1", "hands"),
    (DRAW, "drawing: 1", "drawing: 3", "handTooLarge 10.1", "drawing"),
    (MOVE, "#01+#16", NEARLY_ALL, "deckEmpty 10.0", "pile"),
    # The turn
    (MOVE, "turn: 2", "turn: 13", "noSuchTurn 4.2", "turn"),
    (SET_UP, "morale: 6/6", "morale: 6/5", "otherStart 3.2", "turn"),
    (MOVE, "; moved", "; phase: russia-cards; moved", "otherPhase 5.0", "next"),
    (MOVE, "; moved", "; fight: japan at 1204; moved", "otherRecord 8.0", "fight"),
    (MOVE, "japan move", "japan cards", "otherRecord 10.2", "moved"),
    (MOVE, "moved: d3", "moved: s1", "notMarked 8.0", "moved"),
    (MOVE, "zoneless: s1", "zoneless: s3", "notMarked 10.2.1", "zoneless"),
    (DRAW, "count 1", "count 2", "leadsTo 10.1", "next"),
    (CHECK, "rolls R", "rolls J", "leadsTo 4.3.2", "next"),
    (REPLY, "reply-before", "reply-after", "otherDecision 10.4.5", "next"),
    (CHECK, "; losses: 0/1", "", "noLosses 4.3.2", "next"),
    (OVER, "turn: 12", "turn: 11", "otherEnding 4.2", "over"),
    (OVER, "Russia 4.2", "Russia 4.3", "noSuchEnding 4.1", "over"),
    # Combat
    (DECLARE, "declared: d3*1204", "declared: d3*1206", "nobodyThere 9.1", "declared"),
    (DECLARE, "declared: d3*1204", "declared: d4*1204", "offMap 9.1", "declared"),
    (FIGHT, "; declared: d3*1204", "", "noDeclared 9.3", "next"),
    (FIGHT, "d3*1204", "s1*1204", "notYours 9.1", "declared"),
    (FIGHT, "d3*1204", "d3*1204 d3*1202", "committed 9.1", "declared"),
    (FIGHT, "d3*1204", "d3*1204 d4*1204", "targetTaken 9.1", "declared"),
    (REPLY, f"; {ATTACK}", "; phase: japan-combat", "noCombat 9.1", "next"),
    (REPLY, "units d3 against", "against", "noAttacker 9.1", "fight"),
    (REPLY, "units d3", "units d4", "notBeside 9.1", "fight"),
    (REPLY, "units d3", "units s1", "notYours 9.1", "fight"),
    (REPLY, "against na1", "against pa1", "otherDefenders 9.2", "fight"),
    (REPLY, "against na1 ", "", "nobodyThere 9.1", "fight"),
    (REPLY, "difference 1", "difference 5", "otherDifference 9.4", "fight"),
    (REPLY.replace("1205: d3; ", "1301: d3; "), "na1 at 1204 difference 1",
     "pa1 at 1202 difference -2", "tooWeak 9.5", "fight"),
    (REPLY, "difference 1", "difference 1 result DR", "otherResult 10.4.5", "fight"),
    (REPLY, "window: before", "window: before card #09", "otherWindow 10.4.5", "window"),
    (SORTIE, "card #01", "card #02", "otherWindow 10.2.1", "window"),
    (LOSS, "result AE", "result NE", "otherResult 9.5", "fight"),
    (LOSS, "units g1+d2;", "units g1;", "leadsTo 9.5", "next"),
    (RETREAT, "retreating: d11", "retreating: s1", "notYours 9.6", "retreating"),
    (RETREAT, "retreated: d2", "retreated: d11", "retreatedAlready 9.6", "retreated"),
    (RETREAT, "next: japan retreat units d11", "next: japan displace", "noCrowd 9.6", "next"),
    # Chapter 11
    (MOVE, "; moved", "; fleets: flagship r1; moved", "noFleets 11.1", "fleets"),
    (AT_SEA, "; fleets: flagship r3 sailed port-arthur", "", "fleetsMissing 11.1", "next"),
    (AT_SEA, "flagship r3 ", "", "otherFlagship 11.5", "fleets"),
    (AT_SEA, "flagship r3", "flagship secret", "flagshipSecret 11.5", "fleets"),
    (AT_SEA, "flagship r3", "flagship r3 revealed", "otherFlagship 11.5", "fleets"),
    (AT_SEA, "1202: pa1; ", "lost: pa1; taken: 1202; ", "fleetFallen 11.6", "fleets"),
    (AT_SEA, "; fleets", "; fleet-locked; fleets", "lockedNaval 10.4.1", "fleet-locked"),
    (AT_SEA, " sailed port-arthur", "", "otherSailed 11.2.1", "fleets"),
    (AT_SEA, "-arthur", "-arthur card #01", "otherSeaRecord 11.2.2", "fleets"),
    (AT_SEA, "flagship r3", f"{ALL_SUNK} flagship r3", "noShips 11.2.3", "fleets"),
    (BATTLE, LINE, "", "otherBattle 11.3.1", "fleets"),
    (BATTLE, "pairs m3*r1", "pairs m3*r2", "otherPairs 11.3.1", "fleets"),
    (SALVO, "salvo 1 hits r1=1", "salvo 0 hits r1=1", "otherSeaRecord 11.3.2", "fleets"),
    (SALVO, "m4+r2 rolls", "m1+r2 rolls", "leadsTo 11.3.2", "next"),
)  # fmt: skip
"""For each rule a position that breaks it: the text that is changed, the reason and its field."""


@cache
def rules_of(text: str) -> AnyRules:
    return open_rules("russojapanese/bonsai-2018", ("naval",) if "options naval" in text else ())


@pytest.mark.parametrize("text", ACCEPTED)
def test_a_position_that_breaks_no_rule_is_accepted(text: str) -> None:
    reading = read_position(text, rules_of(text))
    assert read_position(format_position(reading.rules, reading.state)).state == reading.state


@pytest.mark.parametrize(
    ("text", "old", "new", "why", "field"),
    REJECTED,
    ids=[f"{case[3]}-{case[2]}" for case in REJECTED],
)
def test_a_position_that_breaks_a_rule_is_rejected_at_the_field(
    text: str, old: str, new: str, why: str, field: str
) -> None:
    assert old in text
    changed = text.replace(old, new, 1).replace("Japan: +", "Japan: ")
    with pytest.raises(PositionError) as caught:
        read_position(changed, rules_of(changed))
    message = caught.value.message
    assert isinstance(message, Rejection)
    assert f"{message.rejection.reason} {message.rejection.rule}" == why
    assert caught.value.rule == message.rejection.rule
    assert changed[caught.value.column - 1 :].startswith(field)
    for language in ("en", "ja"):
        assert message.rejection.reason not in message.text(language), "it has a sentence"


UNREACHABLE = (
    (MOVE, "Europe: s3+s4+s5+s6+s7", "Siberia: s3+s4+s5+s6+s7; Europe: ", "tooManyOut 10.2.5"),
    (MOVE, "; moved", "; agitated; moved", "limitOver 10.2.1"),
    (MOVE, "turn: 2; next: japan move", "turn: 2; next: russia move", "limitOver 10.2.1"),
    (CHECK, "losses: 0/1", "losses: 0/7", "tooManyLosses 4.3.2"),
    (REFILL, "morale: 6/6", "morale: 6/0", "moraleLost 4.1"),
    (MOVE, "turn: 2", "turn: 1", "noCardsYet 5.1"),
    (MOVE, "; Europe: s3", "; Siberia: s3; Europe: ", "noTurnYet 5.1"),
    (CHECK, "1206: d3", "1203: d3; taken: 1203", "keysUnpaid 4.3.1"),
    (CHECK, "; losses", "; garrison-flipped; losses", "noCardYet 10.4.4"),
    (AT_SEA, "next: russia sail", "next: japan move", "noSortieYet 11.2.1"),
)
"""Changed texts of legal positions that no game reaches, with one of the reasons and its rule."""


@pytest.mark.parametrize(
    ("text", "old", "new", "why"), UNREACHABLE, ids=[c[3] for c in UNREACHABLE]
)
def test_a_legal_position_that_no_game_reaches_is_marked(
    text: str, old: str, new: str, why: str
) -> None:
    changed = text.replace(old, new, 1).replace("Europe: +", "Europe: ")
    reason = why.partition(" ")[0]
    if reason == "limitOver" and "russia move" in new:
        changed = changed.partition("; moved")[0] + "; blockaded"
    if reason in ("noTurnYet", "keysUnpaid", "noCardYet", "noSortieYet"):
        changed = changed.replace("turn: 2", "turn: 1").replace("turn: 3", "turn: 1")
    if reason == "noSortieYet":
        changed = changed.replace("flagship r3 sailed port-arthur", "steps m1=1 flagship r3")
    reading = read_position(changed, rules_of(changed))
    assert why in [f"{each.reason} {each.rule}" for each in reading.unreachable]
    for each in reading.unreachable:
        assert Rejection.make(reading.rules.spec, "", each, "positionIllegal").text("ja")


# ---- hidden cards -----------------------------------------------------------------------


def test_a_view_hides_the_enemy_hand_the_deck_and_the_flagship() -> None:
    rules = rules_of(BATTLE)
    state = read_position(BATTLE, rules).state
    text = format_position(rules, rules.view(state, "japan"), "japan")
    assert "hands: #02+#09/#??" in text
    assert "deck" not in text, "what it must contain is left out"
    assert "flagship secret" in text
    reading = read_position(text)
    assert (reading.state, reading.side) == (rules.view(state, "japan"), "japan")


@pytest.mark.parametrize("text", [MOVE, BATTLE])
def test_a_view_read_from_a_text_has_whole_positions(text: str) -> None:
    rules = rules_of(text)
    whole = read_position(text, rules).state
    for side in SIDES:
        view = read_position(format_position(rules, rules.view(whole, side), side)).state
        sampled = rules.sample_hidden(view, side, Random(1))
        assert rules.view(sampled, side) == view
        check_text(rules, sampled, "", 998, reachable=True)


def test_face_down_cards_are_written_under_their_names() -> None:
    text = MOVE.replace("#02+#09/#05", "#02+?1f3a9c02/?00000001")
    rules = rules_of(text)
    state = read_position(text, rules).state
    for side, hands in (("", "#02+?1f3a9c02/?00000001"), ("japan", "#02+?1f3a9c02/#??")):
        shown = rules.view(state, side) if side else state
        assert f"hands: {hands}; " in check_text(rules, shown, side, 998, reachable=True)
    shown = rules.reveal(state, "?1f3a9c02", "#09")[0]
    assert shown.hands == ((2, 9), (0x101,))
    assert "#02+#09/?00000001" in format_position(rules, shown)


def test_a_prepared_draw_is_written_with_its_face_down_cards() -> None:
    rules = rules_of(DRAW)
    state = rules.prepare_draw(read_position(DRAW, rules).state, ("?1f3a9c02",))
    text = check_text(rules, state, "", 998, reachable=True)
    assert "next: chance draw units japan+?1f3a9c02 count 1" in text
    with pytest.raises(PositionError, match="does not lead to"):
        read_position(text.replace("+?1f3a9c02", "+?1f3a9c02+?00000002"), rules)


# ---- chains of retreats, fields ---------------------------------------------------------


def test_a_chain_of_retreats_is_in_the_text() -> None:
    table = fighting(CROWD, RUSSIA).fought("s1*1207", "DR").play("g1<1208")
    rules = table.rules
    text = check_text(rules, table.state, "", 998, reachable=False)
    assert "retreated: g1; crowded: 1208" in text


def test_a_unit_at_sea_is_rejected_on_data_with_a_hex_of_sea() -> None:
    rules = rules_of("")
    start = format_position(rules, rules.start()).replace("Korea: g1", "1201: g1; Korea: ")
    with pytest.raises(PositionError, match="no land") as caught:
        read_position(start.replace("Korea: +", "Korea: "), rules)
    assert caught.value.rule == "8.1"


@pytest.mark.slow
def test_each_length_is_within_the_limit_with_face_down_hands() -> None:
    rules, random = rules_of("options naval"), Random(5)
    for seed in range(4):
        for _, _, state in steps(rules, seed):
            if state.decision is not None and state.decision.kind == "draw":
                names = tuple(f"?{random.getrandbits(32):08x}" for _ in range(state.decision.count))
                state = rules.prepare_draw(state, names)
                check_text(rules, state, "", 998, reachable=True)
                drawn = rules.apply(state, next(iter(rules.legal(state))))[0]
                check_text(rules, drawn, "", 998, reachable=True)
                for side in SIDES:
                    check_text(rules, rules.view(drawn, side), side, 998, reachable=True)
