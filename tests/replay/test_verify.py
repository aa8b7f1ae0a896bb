"""The verdict: the first fault with its place and rule, and the last valid event."""

import re
from pathlib import Path

import pytest

import tests.toy_cards  # noqa: F401 - registers a game with hands
from senpu.logs.keys import PublicKey
from senpu.logs.record import record_from
from senpu.notation.faults import Fault, fault_message
from senpu.replay.core.registry import check_rules
from senpu.replay.core.rules import Rules
from senpu.replay.disputes.verdict import make_finding
from senpu.replay.disputes.verification import verify, verify_record
from senpu.spec.loader import SPEC
from tests import hands, sealed
from tests.replay.texts import BEGUN, BONSAI, TOY, describe_fault, fault, good, verdict

OVER = f"{BEGUN}J: resign\n"
NORTH = [hands.card(1, "north", "#02"), hands.card(2, "north", "#05")]
TWICE = hands.card(3, "south", "#02")
DEALT = hands.dealt(*NORTH) + hands.dealt(TWICE, hands.card(4, "south", "#06"))
PINNED = "Senpu: 1\nGame: 800/bonsai-2021\nData: sha256:{}\n\nC: x1+c1@D\n"

# ---- every fault of the rules ---------------------------------------------------------------

FAULTS = {
    "gameMissing": ("Senpu: 1\nEvent: x\n\nJ: pass\n", "1:0 None"),
    "gameUnknown": ("Senpu: 1\nEvent: x\nGame: 801/x\n\nJ: pass\n", "3:0 None"),
    "rulesUnknown": (f"{TOY}N: pass\n".replace("Rules: 1", "Rules: 9"), "3:0 None"),
    "optionUnknown": (
        "Senpu: 1\nGame: 800/bonsai-2021\nOptions: idle-markers naval\n\nC: x1+c1@D\n",
        "3:0 None",
    ),
    "dataUnknown": (PINNED.format("0" * 64), "3:0 None"),
    "dataMalformed": (PINNED.format("0" * 63), "3:0 None"),
    "wrongTurn": (f"{BEGUN}T2 J: pass\n", "8:1 None"),
    "wrongActor": (f"{BEGUN}J: pass C: c1>E C: c1>D\n", "8:20 8"),
    "actorMissing": (f"{BEGUN}J: i3*D.x1\nresign\n", "9:1 7"),
    "illegalMove": (f"{BEGUN}J: i3+i4>D C: c1>E J: i1>C\n", "8:23 8"),
    "gameOver": (f"{OVER}C: pass\n", "9:4 7"),
    "badMeta": (f"{BEGUN}J: pass {{so}} undo x1\n", "8:14 7"),
    "undoTooFar": (f"{BEGUN}J: pass undo 7\n", "8:9 7"),
    "undoUnsigned": (sealed.log(moves=f"{sealed.MOVES}J: undo\n"), "15:4 6"),
    "handMisplaced": (hands.log(hands.dealt(NORTH[0])), "9:0 None"),
    "handOpen": (hands.log("draw #02+#05\n"), "9:1 1"),
    "cardUnseen": (hands.log(f"{DEALT}N: play #02\n"), "17:4 3"),
    "cardTwice": (hands.log(DEALT + hands.format_reveals(NORTH[0], TWICE)), "19:0 None"),
    "cardConcealed": (hands.CONCEALED, "14:0 2"),
    "wrongEnding": (f"{OVER}End: Japan 4.1\n", "9:0 None"),
}


@pytest.mark.parametrize("ident", FAULTS)
def test_a_fault_of_the_rules_has_its_id_line_column_and_event(ident: str) -> None:
    text, where = FAULTS[ident]
    assert describe_fault(text) == f"{ident} {where}"
    assert fault(text).layer == "rules"
    assert "" not in fault(text).legal


def test_every_fault_of_the_rules_that_the_page_lists_is_tested_here() -> None:
    page = (SPEC / "en/reference/faults.md").read_text("utf-8").partition("\n## Rules\n")[2]
    listed = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    assert listed - {"whatIf"} == set(FAULTS)  # an append reports whatIf, verify does not


def test_a_fault_of_the_header_shows_its_row() -> None:
    found = fault(FAULTS["rulesUnknown"][0])
    assert found.text == "Rules: 9"
    assert found.message == fault_message("rulesUnknown", version="9")
    assert "version 1" in str(found.hint)


def test_a_fault_of_the_first_row_has_nothing_above_it() -> None:
    assert verdict(FAULTS["gameMissing"][0]).valid_line == 0
    assert verdict(FAULTS["gameUnknown"][0]).valid_line == 2


@pytest.mark.parametrize(
    "data", ["Data:", "Data: sha256:", "Data: x", "Data: sha256:" + "G" * 64, "Data: " + "0" * 64]
)
def test_a_data_line_that_is_no_digest_selects_nothing(data: str) -> None:
    assert fault(f"Senpu: 1\nGame: 800/bonsai-2021\n{data}\n\nC: x1+c1@D\n").id == "dataMalformed"


# ---- what a fault of the rules says ---------------------------------------------------------


def test_an_illegal_event_is_reported_with_its_rule_and_the_legal_events_of_its_units() -> None:
    found = fault(f"{BEGUN}J: i3+i4>E\n")
    assert found.rule == "7.2-1"
    assert (
        str(found.message)
        == "i3+i4>E: E is not adjacent to B: they touch only at a corner (rule 7.2-1)"
    )
    assert found.legal[0] == "i3+i4>D"
    assert all("i3" in text or "i4" in text for text in found.legal)
    assert len(set(found.legal)) == 9


def test_any_legal_event_is_reported_if_the_units_have_none() -> None:
    found = fault(f"{BEGUN}J: x1>E\n")
    assert found.legal
    assert len(found.legal) <= 9


def test_only_dice_are_legal_when_dice_are_pending() -> None:
    found = fault(f"{BEGUN}J: i3+i4>D C: k1*B.g2 pass\n")
    assert (found.id, found.rule, found.legal) == ("illegalMove", "8.2-2", ())


def test_a_fault_is_drawn_with_a_caret_below_the_event() -> None:
    rows = fault(f"{BEGUN}J: i3+i4>D C: c1>E J: i1>C\n").render("game.senpu").splitlines()
    assert rows[0].startswith("game.senpu:8:23: illegalMove: i1>C: ")
    assert rows[1].endswith("| J: i3+i4>D C: c1>E J: i1>C")
    assert rows[2].index("^") == rows[1].index("i1>C")


def test_columns_count_characters_and_comments_in_any_script() -> None:
    text = f"{BEGUN}J: {{第一撃}} i3+i4>D {{前進}} C: c1>A\n"
    assert describe_fault(text) == "illegalMove 8:26 7"


def test_a_tag_that_belongs_to_no_chain_is_pointed_at() -> None:
    assert describe_fault(f"{BEGUN}J: i3+i4>D ~1f3a9c02\n") == "tagUnexpected 8:12 None"


def test_a_side_that_is_none_is_pointed_at_after_the_turn() -> None:
    assert describe_fault(f"{BEGUN}T1 X: pass\n") == "wrongActor 8:4 6"


# ---- the last valid event ---------------------------------------------------------------------


def test_a_valid_log_has_its_position() -> None:
    found = good(f"{BEGUN}J: i3+i4>D\n")
    assert (found.game, found.events, found.valid_through) == ("800/bonsai-2021", 6, 6)
    assert (found.turn, found.ending, found.faults) == (1, None, [])
    assert re.fullmatch("[0-9a-f]{16}", found.state)
    assert good(f"{OVER}End: China resign\n").ending == "China resign"


def test_events_of_valid_and_invalid_files_are_counted() -> None:
    found = verdict(f"{BEGUN}J: i3>Q C: c1>E\nJ: i4*D.x1 ( pass C: | ) [6 6]\nC: | undo\n")
    assert (found.events, found.valid_through) == (11, 5)


def test_a_line_of_another_turn_is_counted_from_its_first_event() -> None:
    assert verdict(f"{BEGUN}T2 pass pass\n").events == 7


def test_the_line_below_a_misspelt_one_is_counted() -> None:
    assert verdict(f"{BEGUN}J: i3->D\nC: pass\n").events == 6


def test_the_state_is_the_state_after_the_last_valid_event() -> None:
    bad = verdict(f"{BEGUN}J: i3+i4>D C: c1>A J: pass\n")
    assert bad.state == good(f"{BEGUN}J: i3+i4>D\n").state
    assert bad.turn == 1


def test_the_state_does_not_depend_on_the_layout() -> None:
    other = BEGUN.replace("\nJ: i1", " J: i1").replace("T1 [J5 C3]", "[J5 C3] {first}")
    assert good(other).state == good(BEGUN).state


# ---- layers ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "first"),
    [
        # bytes before syntax, on one line
        (f"{BEGUN}J: i3->D\tC: pass\n", "tabCharacter"),
        # syntax before rules, on one line
        (f"{BEGUN}J: i3>Q C: c1->E\n", "badToken"),
        # line by line, in any layer
        (f"{BEGUN}J: i3>Q\nC: c1->E\n", "illegalMove"),
        (f"{BEGUN}J: i3->D\nC: x9>E\n", "badToken"),
        # an invalid header stops the rules
        (f"{BEGUN}J: i3>Q\n".replace("Rules: 1", "Rules: 1\nRules: 1"), "headerTwice"),
        # chains before rules
        (f"{BEGUN}J: i3>Q\n".replace("Rules: 1", "Chain: 1"), "chainUnsupported"),
        (f"{BEGUN}J: i3+i4>D ~1f3a9c02\nC: x9>E\n", "tagUnexpected"),
        (f"{BEGUN}J: i3+i4>D\nC: pass", "tornTail"),
    ],
)
def test_each_layer_guards_the_next(text: str, first: str) -> None:
    found = verdict(text)
    assert [each.id for each in found.faults] == [first]


def test_a_header_at_fault_leaves_the_game_below_unjudged() -> None:
    found = verdict(BEGUN.replace("Rules: 1", "Rules: 1\nRules: 1"))
    assert (found.events, found.valid_through, found.turn) == (5, 0, 0)
    assert verdict(BEGUN.replace("Rules: 1", "Chain: 1")).valid_through == 0


def test_an_incomplete_line_does_not_count() -> None:
    found = verdict(f"{BEGUN}J: i3+i4>D\nC: pass")
    assert (found.events, found.valid_through) == (6, 6)


def test_all_faults_include_faults_that_need_no_position() -> None:
    text = f"{BEGUN}J: i3>Q\nC: c1->E\nT1 x T1\nJ: i3>Q\n\tC: pass\nEnd: unknown\nJ: pass\n"
    found = [(each.line, each.id) for each in verdict(text, all_faults=True).faults]
    assert found == [
        (8, "illegalMove"), (9, "badToken"), (10, "misplacedTurn"), (12, "tabCharacter"),
        (12, "indentedLine"), (14, "afterEnd"),
    ]  # fmt: skip
    assert [each.id for each in verify_record(record_from(text)).faults] == ["illegalMove"]


def test_all_tells_every_fault_of_a_header_and_of_the_game_it_names() -> None:
    text = "Senpu: 1\nGame: 801/x\nGame: 800/x\nDate; x\n\nJ: i3->D\n"
    found = [each.id for each in verdict(text, all_faults=True).faults]
    assert found == ["headerTwice", "headerMalformed", "gameUnknown", "badToken"]
    assert [each.id for each in verdict(text).faults] == ["headerTwice"]


def test_an_annotated_text_is_judged_without_its_variations() -> None:
    good(f"{BEGUN}J: i3+i4>D !? ( i3>Q C: x9>E ) C: pass\n")


def test_the_verdict_says_what_was_not_checked() -> None:
    assert (good(BEGUN).data, good(BEGUN).chain) == ("unpinned", "unchained")
    assert verdict(BEGUN.replace("Rules: 1", "Chain: 1")).chain == "unsupported"


# ---- files ----------------------------------------------------------------------------------


def test_rules_are_opened_for_a_valid_header_only() -> None:
    rules = check_rules(record_from(BEGUN))
    assert isinstance(rules, Rules)
    assert rules.spec.id == "800/bonsai-2021"
    broken = record_from(BEGUN.replace("Rules: 1", "Rules: 1\nRules: 1"))
    assert check_rules(broken) == broken.header_faults[0]
    unknown = check_rules(record_from("Senpu: 1\nGame: 801/bonsai\n\n"))
    assert isinstance(unknown, Fault)
    assert unknown.id == "gameUnknown"


def test_a_file_that_cannot_be_read_has_a_verdict_too(tmp_path: Path) -> None:
    for path, why in (
        (tmp_path, "could not read the file: it is a folder, not a file"),
        (tmp_path / "none", "could not read the file: no such file or folder"),
    ):
        found = verify(path)
        assert not found.valid
        assert found.is_unreadable
        assert (found.faults[0].id, found.faults[0].layer) == ("fileUnreadable", "bytes")
        assert (found.faults[0].line, found.faults[0].column) == (0, 0)
        assert str(found.faults[0].message) == why
        assert found.broken == [make_finding("file_invalid", fault="fileUnreadable")]
        assert found.events == found.valid_through == found.turn == found.lines == 0
        assert found.valid_line == found.chain_through == found.rules == found.newest == 0


def test_only_the_first_fault_is_reported_by_default(tmp_path: Path) -> None:
    path = sealed.write(tmp_path / "a", f"{BEGUN}J: i3>Q\nC: c1->E\n")
    assert [len(verify(path).faults), len(verify(path, all_faults=True).faults)] == [1, 2]


@pytest.mark.parametrize(
    ("data", "first"),
    [
        (b"", "headerMissing"),
        (b"\n", "headerMissing"),
        (bytes(range(256)) * 20, "headerMissing"),
        (b"\x00" * 5000, "tornTail"),
        (b"\x7fELF\x02\x01\x01\n\xff\xfe\n", "controlCharacter"),
        ("Senpu: 1\nGame: 800/bonsai-2021\n".encode("utf-16"), "notUtf8"),
    ],
)
def test_files_that_are_not_logs_are_recognized_by_their_first_row(
    tmp_path: Path, data: bytes, first: str
) -> None:
    path = tmp_path / "no-log"
    path.write_bytes(data)
    found = verify(path, all_faults=True)
    assert not found.valid
    assert found.valid_through == 0
    assert first in [each.id for each in found.faults[:4]]
    assert path.read_bytes() == data


def test_cutting_a_log_never_changes_a_line_to_a_valid_line() -> None:
    """A cut leaves an incomplete last line, or only complete lines."""
    text = f"{BEGUN}J: i3+i4>D\nC: k1*B.g2 [2 3] reroll [6 5] J: g2<A\nJ: pass\n"
    whole = text.encode()
    for cut in range(len(BONSAI) + 1, len(whole)):
        found = verdict(whole[:cut])
        if whole[cut - 1 : cut] == b"\n":
            assert found.valid
        else:
            assert [each.id for each in found.faults] == ["tornTail"]
            assert found.faults[0].line == whole[:cut].count(b"\n") + 1


FOREIGN = PublicKey("russia", sealed.SIGNERS["stranger"].raw).text
DEALERS = PublicKey("dealer", sealed.SIGNERS["stranger"].raw).text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (sealed.log(f"{sealed.KEYED}Key-Russia: {FOREIGN}\n"), 10),
        (sealed.log(f"{sealed.KEYED}Key-Dealer: {DEALERS}\n"), 10),
        (sealed.seal(sealed.log(), "russia", FOREIGN, by="stranger", word="key"), 15),
        (sealed.seal(sealed.log(), "dealer", DEALERS, by="stranger", word="key"), 15),
    ],
    ids=["header", "dealer-in-header", "line", "dealer-in-line"],
)
def test_only_a_side_of_the_game_has_a_key(tmp_path: Path, text: str, line: int) -> None:
    (fault,) = verify(sealed.write(tmp_path / "a", text)).faults
    assert (fault.id, fault.line) == ("sideUnknown", line)
