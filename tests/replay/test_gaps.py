"""Stated positions of logs, and the gaps before them."""

import re
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

import pytest

from senpu.logs.mail.extraction import restore_mail
from senpu.logs.marks import Authorship
from senpu.logs.notes import Notes
from senpu.logs.record import LIBRARY, open_record, record_from
from senpu.notation.events import StatedPosition
from senpu.notation.reader import read_text
from senpu.notation.stated_positions import make_position_line
from senpu.notation.writer import format_game, format_line
from senpu.replay.annotation.annotated_text import (
    find_own_segments,
    read_annotated_text,
    render_annotated_text,
)
from senpu.replay.annotation.annotations import Annotations, add_notes, make_note
from senpu.replay.core.gaps import list_gaps
from senpu.replay.core.narration import Narrator
from senpu.replay.core.position_changes import list_changes
from senpu.replay.core.positions import format_position
from senpu.replay.core.registry import open_rules
from senpu.replay.core.timeline import Timeline, UnknownPositionError
from senpu.replay.disputes.accountability import AwaitedAct
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.disputes.verdict import LogVerdict
from senpu.replay.disputes.verification import verify_record
from senpu.replay.openings.reading import read_record
from senpu.replay.recording.canonical_form import make_canonical
from senpu.replay.recording.log_writing import InvalidLogError
from senpu.replay.recording.sealing import sign
from tests import fair
from tests.jumping import FIRST, JUMPS, LAST, SECOND, open_jumps
from tests.replay.positions import IDENTS
from tests.sealed import CHAINED, KEYED, MOVES, PLAIN, SIGNERS, go_on, log, seal, write

LOGS = {
    ident: min(paths, key=lambda path: path.stat().st_size)
    for ident in IDENTS
    if (paths := [
        path for path in (LIBRARY / ident.partition("/")[0]).rglob("*.senpu")
        if f"\nGame: {ident}\n" in (text := path.read_text("utf-8")) and "\nChain:" not in text
    ])
}  # fmt: skip
"""The shortest log of the library for each rule set."""
CARDS = re.compile("#[0-9]{2}")
OTHER = MOVES.replace("[J5 C3]", "[J3 C5]")
"""The same set-up, and another roll for the initiative."""


def verdict_of(text: str) -> LogVerdict:
    return verify_record(record_from(text))


def timeline_of(text: str) -> Timeline:
    timeline = open_timeline(record_from(text))
    timeline.extend()
    return timeline


def state_row(text: str) -> str:
    """Return the line that states a position."""
    return f"{format_line(make_position_line(StatedPosition(text)))}\n"


def text_at(timeline: Timeline, number: int) -> str:
    return format_position(timeline.rules, timeline.get_full_position(number).state)


def text_after(moves: str) -> str:
    """Return the position after some moves of 800."""
    timeline = timeline_of(f"{PLAIN}\n{moves}")
    assert timeline.fault is None
    return text_at(timeline, timeline.last)


def cut(path: Path) -> tuple[str, Timeline, int]:
    """Return a log in which a stated position replaces some lines, the whole log, and its event."""
    timeline = open_timeline(open_record(path))
    last = timeline.extend()
    starts = {timeline.get_event(number).line: number for number in range(last, 0, -1)}
    lines = sorted(starts)
    first, second = lines[len(lines) // 3], lines[len(lines) // 2]
    rows = path.read_text("utf-8").split("\n")
    stated = state_row(text_at(timeline, starts[second] - 1)).split("\n")[:-1]
    return "\n".join([*rows[: first - 1], *stated, *rows[second - 1 :]]), timeline, starts[first]


@pytest.mark.parametrize("ident", LOGS)
def test_a_log_of_every_rule_set_goes_on_after_a_gap(ident: str) -> None:
    text, whole, event = cut(LOGS[ident])
    verdict = verdict_of(text)
    assert verdict.faults == []
    assert verdict.state == whole.rules.digest(whole.get_full_position(whole.last).state)
    (gap,) = verdict.gaps
    assert (gap.number, gap.event) == (1, event)
    assert gap.changes
    for language in ("en", "ja"):
        narrator = Narrator(whole.rules.spec, language)
        for change in gap.changes:
            sentence = narrator.describe(change)
            assert sentence, change.kind
            assert change.kind not in sentence
    shown = timeline_of(text)
    assert [each.changes for each in list_gaps(shown)] == [gap.changes]


def test_a_gap_names_what_it_must_contain() -> None:
    stated = text_after(f"{OTHER}C: x1+c1>F\n").replace("C: c2+c3+k1", "C: c2+k1-; lost: c3")
    verdict = verdict_of(f"{PLAIN}\n{MOVES}{state_row(stated)}")
    (gap,) = verdict.gaps
    assert (gap.event, gap.line) == (6, 10)
    found = {change.kind: (change.side, change.units, change.places) for change in gap.changes}
    assert found["gap_moved"] == ("china", ("x1", "c1"), ("D", "F"))
    assert found["gap_lost"] == ("china", ("c3",), ("C",))
    assert found["gap_reduced"] == ("china", ("k1",), ())
    assert [each.id for each in verdict.proven] == ["by_rules_unpinned"]
    assert verdict.proven[0].facts["n"] == 5


def test_a_position_that_the_events_lead_to_leaves_no_gap() -> None:
    verdict = verdict_of(f"{PLAIN}\n{MOVES}{state_row(text_after(MOVES))}J: i3+i4>D\n")
    assert (verdict.faults, verdict.gaps, verdict.events) == ([], [], 7)


def test_an_undone_position_leaves_no_gap() -> None:
    text = f"{PLAIN}\n{MOVES}{state_row(text_after(OTHER))}C: pass\nundo 2\nJ: i3+i4>D\n"
    timeline = timeline_of(text)
    assert (timeline.fault, list_gaps(timeline), timeline.last) == (None, [], 9)
    assert timeline.get_event(6).undone
    verdict = verdict_of(text)
    proven = [(each.id, each.facts["n"]) for each in verdict.proven]
    assert proven == [("by_rules_unpinned", 5), ("after_undone_gap", 2)]
    (undone,) = (each for each in verdict.open if each.id == "gap_undone")
    assert (undone.facts["first"], undone.facts["last"]) == (6, 7)
    assert timeline.get_position(8).state == timeline.get_position(5).state
    assert timeline.get_position(6).state != timeline.get_position(5).state


def test_a_log_begins_with_the_position_of_its_header() -> None:
    stated = text_after(OTHER)
    timeline = timeline_of(f"{PLAIN}Position: {stated}\n\nT1 C: pass\n")
    assert timeline.fault is None
    assert text_at(timeline, 0) == stated
    assert timeline.find("T1") == 1
    verdict = verdict_of(f"{PLAIN}Position: {stated}\n\nC: pass\n")
    assert (verdict.valid, verdict.start, verdict.gaps) == (True, "stated", [])
    assert "start_stated" in {each.id for each in verdict.open}


VALUES = {
    "a number that is also a place": (
        LIBRARY / "incident1932" / "learn.senpu", 60, 90, "LP of Japan: 12, then 2.",
    ),
    "a word of the texts": (
        LIBRARY / "800" / "learn.senpu", 60, 90, "Flag of China: from T4, then 1.",
    ),
    "one ship": (
        LIBRARY / "russojapanese" / "naval.senpu", 60, 90,
        "First Fleet of Japan: Fuji (m5), then Asahi (m2), Shikishima (m3) and Fuji (m5).",
    ),
}  # fmt: skip
"""Two positions of a log, and a sentence about the value of a tally."""


@pytest.mark.parametrize("name", VALUES)
def test_the_values_of_tallies_have_their_words(name: str) -> None:
    path, first, second, expected = VALUES[name]
    timeline = open_timeline(open_record(path))
    before, after = (timeline.get_position(number).state for number in (first, second))
    narrator = Narrator(timeline.rules.spec)
    changes = list_changes(timeline.rules, before, after)
    assert expected in [narrator.describe(change) for change in changes]


GOOD = text_after(MOVES)
ROWS = state_row(GOOD)


class Case(NamedTuple):
    """A log with a fault in a stated position."""

    text: str
    fault: str
    place: str = ""
    """The text at the place of the fault; empty if the fault concerns the line."""


CASES = {
    "no full stop": Case(f"{PLAIN}\n{ROWS[:-2]}\n", "positionMalformed", "%position"),
    "a value in a later row": Case(
        f"{PLAIN}\n{ROWS.replace('C: c2', 'C: q2')}", "positionUnknown", "q2"
    ),
    "another game": Case(
        f"{PLAIN}\n{ROWS.replace('bonsai-2021', 'battles-2011')}", "positionMalformed", "Senpu 1 8"
    ),
    "a view": Case(
        f"{PLAIN}\n{ROWS.replace('; turn', '; seen: japan; turn')}", "positionMalformed",
        "%position",
    ),
    "a broken rule": Case(
        f"{PLAIN}\n{ROWS.replace('turn: 1', 'turn: 9')}", "positionIllegal", "turn: 9"
    ),
    "an earlier turn": Case(
        JUMPS.replace("turn: 6; over: China 4.2;", "turn: 3; next: china act;").replace(
            "J: x1+c1+c2+k1; lost: t2+c3", "J: c1+c2+k1; lost: c3+x1; due: t2"
        ), "positionEarlier", "turn: 3",
    ),
    "after the end": Case(f"{PLAIN}\n{MOVES}C: resign\n{ROWS}", "gameOver"),
    "below End": Case(f"{PLAIN}\n{MOVES}C: resign\nEnd: Japan resign\n{ROWS}", "afterEnd"),
    "in the header": Case(
        f"{PLAIN}Position: {GOOD.replace('next', 'nxt')}\n\n", "positionUnknown", "nxt"
    ),
    "another game in the header": Case(
        f"{PLAIN}Position: {GOOD.replace('bonsai-2021', 'battles-2011')}\n\n",
        "positionMalformed", "Senpu 1 8",
    ),
    "a dealer": Case(
        log(f"{CHAINED}Hands: dealer\nPosition: {GOOD}\n", ""), "positionDealt",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_stated_position_has_its_faults_where_they_are(name: str) -> None:
    case = CASES[name]
    (fault,) = verdict_of(case.text).faults
    rows = case.text.split("\n")
    assert fault.id == case.fault
    at = rows[fault.line - 1].find(case.place) + 1 if case.place else 0
    assert fault.column == at
    assert at or not case.place


def test_a_stated_position_belongs_to_the_turn_that_it_states() -> None:
    timeline = open_jumps()
    found = [timeline.get_event(number).turn for number in range(1, LAST + 1)]
    assert found == [1, 1, 1, 1, 2, 2, 4, 4, 4, 4, 4, 6]
    named = {
        "T1": 1, "T1.end": 4, "T2": 5, "T2.end": 6, "T4": FIRST, "T4.J": 8, "T4.end": 11,
        "T6": SECOND, "T6.end": SECOND,
    }  # fmt: skip
    assert {name: timeline.find(name) for name in named} == named
    assert [timeline.find_turn_start(at, 1) for at in (1, 5, FIRST)] == [5, FIRST, SECOND]
    for turn, event in ((3, FIRST), (5, SECOND)):
        with pytest.raises(UnknownPositionError, match=f"in the gap before event {event}"):
            timeline.find(f"T{turn}")
    with pytest.raises(UnknownPositionError, match="no turn 7"):
        timeline.find("T7")
    undone = open_jumps(f"{JUMPS}undo 1\nJ: pass\n")
    assert undone.get_event(LAST + 1).turn == 4
    with pytest.raises(UnknownPositionError, match="no turn 6"):
        undone.find("T6")


def test_a_gap_leaves_out_what_follows_from_other_changes() -> None:
    first, second = list_gaps(open_jumps())
    kinds = [change.kind for change in first.changes]
    assert kinds.count("gap_lost_due") == 1
    assert {"gap_points", "gap_off_map"}.isdisjoint({*kinds, *(c.kind for c in second.changes)})
    assert [c.targets[0] for c in first.changes if c.kind == "gap_tally"] == ["flag"]
    assert "gap_tally" not in {change.kind for change in second.changes}


@pytest.mark.parametrize("ident", [each for each in LOGS if open_rules(each).has_hidden_parts])
def test_a_side_reads_of_a_stated_position_only_what_it_may_know(ident: str) -> None:
    text, whole, event = cut(LOGS[ident])
    timeline = timeline_of(text)
    state = timeline.get_full_position(event).state
    for side in whole.rules.spec.sides:
        timeline.view_as(side.id)
        seen = timeline.get_event(event).event
        assert isinstance(seen, StatedPosition)
        assert seen.text == format_position(whole.rules, whole.rules.view(state, side.id), side.id)
        assert "#??" in seen.text
        (gap,) = list_gaps(timeline)
        assert gap.changes == timeline.get_position(event).effects[1:]
        cards = {*CARDS.findall(seen.text)}
        named = {card for change in gap.changes for card in CARDS.findall(str(change.targets))}
        assert named <= cards


# ---- a log with keys --------------------------------------------------------------------------

STATED = state_row(text_after(OTHER))
OFFERED = go_on(log(), STATED)
"""A log whose sides have keys, and have not sealed its stated position."""


def test_a_stated_position_is_in_force_once_both_sides_seal_it() -> None:
    for text in (OFFERED, seal(OFFERED, "japan")):
        verdict = verdict_of(text)
        assert (verdict.valid, verdict.gaps, verdict.offered_position) == (True, [], 6)
        assert verdict.state == verdict_of(log()).state
        assert timeline_of(text).get_position(6).state == timeline_of(text).get_position(5).state
    text = seal(seal(OFFERED, "japan"), "china")
    verdict = verdict_of(text)
    assert [gap.event for gap in verdict.gaps] == [6]
    assert verdict.state == verdict_of(f"{PLAIN}\n{OTHER}").state
    (finding,) = (each for each in verdict.open if each.id == "gap_signed")
    assert finding.facts["sides"] == ["japan", "china"]
    timeline = timeline_of(text)
    assert list_gaps(timeline)[0].changes == verdict.gaps[0].changes
    assert [each.kind for each in timeline.get_position(6).effects][:1] == ["position_stated"]
    assert verdict_of(go_on(text, "C: pass\n")).valid


def test_continued_play_declines_a_stated_position() -> None:
    text = go_on(seal(OFFERED, "japan"), "J: i3+i4>D\n")
    sealed = seal(seal(text, "china"), "japan")
    verdict = verdict_of(sealed)
    assert (verdict.valid, verdict.gaps, verdict.offered_position) == (True, [], 0)


@pytest.mark.parametrize("offer", [STATED, "J: resign\n"])
def test_a_confirmed_position_declines_an_offer(offer: str) -> None:
    text = go_on(log(), offer + state_row(text_after(MOVES)))
    verdict = verdict_of(seal(seal(text, "japan"), "china"))
    assert (verdict.faults, verdict.gaps, verdict.ending) == ([], [], None)
    assert verdict.state == verdict_of(log()).state


@pytest.mark.parametrize("moves", [MOVES, f"{MOVES}J: i3+i4>D\nC: k1*B.g2\n"])
def test_an_end_by_seals_leads_to_the_position_of_an_end_without_them(moves: str) -> None:
    sealed = seal(log(moves=f"{moves}J: resign\n"), "japan")
    timeline = timeline_of(f"{PLAIN}\n{moves}J: resign\n")
    assert verdict_of(sealed).state == verdict_of(f"{PLAIN}\n{moves}J: resign\n").state
    assert verdict_of(go_on(sealed, state_row(text_at(timeline, timeline.last)))).valid


def test_an_undo_of_a_position_in_force_needs_both_sides() -> None:
    text = seal(seal(OFFERED, "japan"), "china")
    assert verdict_of(go_on(text, "undo\n")).faults[0].id == "undoUnsigned"
    both = go_on(seal(seal(text, "japan", "undo 1"), "china", "undo 1"), "undo\nJ: i3+i4>D\n")
    verdict = verdict_of(both)
    assert (verdict.faults, verdict.gaps) == ([], [])


def test_a_seal_accepts_a_stated_position_only_if_its_side_wants_to(tmp_path: Path) -> None:
    path = write(tmp_path / "game.senpu", OFFERED)
    with pytest.raises(InvalidLogError, match="accept the stated position of event 6"):
        sign(path, SIGNERS["japan"])
    assert sign(path, SIGNERS["japan"], accepts_offer=True).in_force is None
    in_force = sign(path, SIGNERS["china"], accepts_offer=True).in_force
    assert in_force is not None
    assert in_force.number == 6
    assert len(verdict_of(path.read_text("utf-8")).gaps) == 1


def test_the_verdict_names_the_sides_that_did_not_seal_the_first_position() -> None:
    text = log(KEYED.replace("Chain:", f"Position: {GOOD}\nChain:"), "J: i3+i4>D\n")
    for signed, expected in ((text, ["japan", "china"]), (seal(text, "japan"), ["china"])):
        (finding,) = (each for each in verdict_of(signed).open if each.id == "start_unsigned")
        assert finding.facts["sides"] == expected


# ---- secrets for dice --------------------------------------------------------------------------


def pendulum_at(moves: str) -> str:
    """Return the line that states the position after some moves of Pendulum."""
    timeline = timeline_of(f"{fair.HEADER.split('Chain')[0]}\n{moves}")
    assert timeline.fault is None
    return state_row(text_at(timeline, timeline.last))


def test_a_stated_position_replaces_no_roll_that_both_sides_know() -> None:
    elsewhere = pendulum_at("N: n1>B\n")
    (fault,) = verdict_of(go_on(fair.reveal_both(), elsewhere)).faults
    assert fault.id == "rollMismatch"
    assert verdict_of(go_on(fair.reveal_both(), pendulum_at(fair.AWAITED))).valid


def test_the_secrets_for_a_roll_end_with_a_stated_position() -> None:
    shown = fair.reveal(fair.begun(), "north")
    text = go_on(shown, pendulum_at("N: n1>B\n"))
    assert len(verdict_of(text).gaps) == 1
    again = go_on(text, pendulum_at(fair.AWAITED))
    assert verdict_of(shown).awaited == [AwaitedAct("south", "reveal")]
    assert {act.actor for act in verdict_of(again).awaited} == {"north", "south"}


# ---- other readers of a log -------------------------------------------------------------------


def test_a_position_whose_rows_were_cut_off_does_not_count() -> None:
    """Each of its rows is whole and has a tag, and the text without the last ones is a position."""
    rows = OFFERED.split("\n")
    for left in range(1, STATED.count("\n")):
        verdict = verdict_of("\n".join(rows[: -1 - left]) + "\n")
        assert [fault.id for fault in verdict.faults] == ["tornTail"]


def test_an_annotated_text_has_the_stated_positions_and_the_notes_after_them() -> None:
    text = f"{PLAIN}\n{MOVES}{STATED}C: pass {{why}}\n"
    timeline = timeline_of(text)
    note = make_note(timeline, 6, "comment", "as the photograph shows", Authorship("A"))
    found = Annotations(timeline, add_notes(timeline, Notes("800/bonsai-2021"), [note]))
    rows = [*render_annotated_text(timeline, found, record_from(text))]
    made = "".join(f"{row}\n" for row in rows)
    assert made.count(STATED) == 1
    own = find_own_segments(read_text(text)[0].lines)
    read = read_annotated_text(record_from(made), own)
    assert [(each.event, each.text) for each in read.notes] == [
        (6, "as the photograph shows"),
    ]  # fmt: skip


def test_the_canonical_form_has_the_whole_text_in_short_rows() -> None:
    short = GOOD.replace(" rules 1", "").split(" data ")[0]
    rest = GOOD.split("; ", 1)[1]
    text = f"{PLAIN}\n%position {short}; {rest}.\n"
    game, faults = read_text(text)
    assert faults == []
    again = format_game(make_canonical(game, timeline_of(text).rules))
    assert again == f"{PLAIN}\n{ROWS}"
    assert max(map(len, again.split("\n"))) <= 77


@pytest.mark.parametrize("ident", LOGS)
@pytest.mark.parametrize("width", [68, 72])
def test_a_mail_returns_the_first_position_and_the_stated_ones(ident: str, width: int) -> None:
    """A row of the header that a mail program broke may begin with a field, like a header line."""
    timeline = open_timeline(open_record(LOGS[ident]))
    stated = text_at(timeline, timeline.extend() // 2)
    text = f"Senpu: 1\nGame: {ident}\nPosition: {stated}\nEvent: a club\n\n{state_row(stated)}"
    rows = [wrap(row, width) if len(row) > 78 else [row] for row in text.split("\n")]
    mailed = "\n".join("\n".join(each) for each in rows)
    assert mailed != text
    assert restore_mail(mailed.encode()).text.decode() == text


MOVED = f"{MOVES}J: i3+i4>D\n"


def test_a_book_counts_only_what_follows_the_last_gap() -> None:
    text = f"{PLAIN}\n{MOVED}{STATED}C: pass\nC: resign\nEnd: Japan resign\n"
    found = read_record(record_from(text), "game", 32)
    assert (found.gaps, found.ending) == (1, "Japan resign")
    assert [row.text for row in found.passages.rows()] == ["pass", ""]
    whole = read_record(record_from(text.replace(STATED, "")), "game", 32)
    assert (whole.gaps, len([*whole.passages.rows()])) == (0, 10)
    confirmed = read_record(
        record_from(text.replace(STATED, state_row(text_after(MOVED)))), "game", 32
    )
    assert (confirmed.gaps, confirmed.passages.texts) == (0, whole.passages.texts)
