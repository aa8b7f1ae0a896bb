"""Stated positions of logs, and the gaps before them."""

from pathlib import Path
from typing import NamedTuple

import pytest

from senpu.logs.record import LIBRARY, open_record, record_from
from senpu.notation.events import StatedPosition
from senpu.notation.stated_positions import make_position_line
from senpu.notation.writer import format_line
from senpu.replay.core.gaps import list_gaps
from senpu.replay.core.narration import Narrator
from senpu.replay.core.positions import format_position
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.disputes.verdict import LogVerdict
from senpu.replay.disputes.verification import verify_record
from tests.replay.positions import IDENTS
from tests.sealed import CHAINED, MOVES, PLAIN, log

LOGS = {
    ident: min(paths, key=lambda path: path.stat().st_size)
    for ident in IDENTS
    if (paths := [
        path for path in (LIBRARY / ident.partition("/")[0]).rglob("*.senpu")
        if f"\nGame: {ident}\n" in (text := path.read_text("utf-8")) and "\nChain:" not in text
    ])
}  # fmt: skip
"""The shortest log of the library for each rule set."""
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
