"""Ways through a gap: the events that were cut out of games are among the ways that are found."""

from itertools import combinations_with_replacement
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from senpu.logs.marks import Authorship
from senpu.logs.notes import NoteError, Notes
from senpu.logs.record import LIBRARY, open_record, record_from
from senpu.notation.reader import read_text
from senpu.notation.writer import format_event
from senpu.replay.analysis.bridges import BridgeReport, BridgeSearch
from senpu.replay.annotation.annotated_text import (
    AnnotationError,
    find_own_segments,
    read_annotated_text,
    render_annotated_text,
)
from senpu.replay.annotation.annotations import (
    Annotations,
    add_conjecture,
    add_notes,
    make_conjecture,
    make_note,
)
from senpu.replay.core.gaps import list_gaps
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.games.eight_hundred.state import EightHundredState
from tests.replay.test_gaps import LOGS, state_row, text_after, timeline_of
from tests.sealed import MOVES, PLAIN


class Cut(NamedTuple):
    """A gap in a recorded game."""

    log: str
    first: int
    """The number of the event before the gap."""
    size: int
    """The number of events in it."""
    ways: int
    """The number of all ways; 0 if the search has more to do after 8,000 positions."""


CUTS = (
    Cut("800/opening-chiharakai", 5, 5, 10),
    Cut("800/historical-bonsai", 62, 5, 4),
    Cut("800/example-e-4-0", 13, 5, 6),
    Cut("incident1932/japan-4-2", 11, 5, 0),
    Cut("nanjing1937/opening", 14, 5, 1),
    Cut("russojapanese/opening-chiharakai", 6, 5, 1),
)


def open_game(name: str) -> Timeline:
    timeline = open_timeline(open_record(LIBRARY / f"{name}.senpu"))
    timeline.extend()
    return timeline


def search(rules: AnyRules, start: State, goal: State, positions: int = 8000) -> BridgeReport:
    found = BridgeSearch(rules, start, goal)
    found.run(1000, positions)
    return found.make_report(1000)


@pytest.mark.parametrize("gap", CUTS, ids=lambda gap: f"{gap.log} {gap.first}")
def test_the_events_of_a_game_are_a_way(gap: Cut) -> None:
    timeline = open_game(gap.log)
    states = [
        timeline.get_full_position(number).state
        for number in range(gap.first, gap.first + gap.size + 1)
    ]
    report = search(timeline.rules, states[0], states[-1])
    assert states[1:] in [[step.state for step in way.steps] for way in report.ways]
    assert (len(report.ways) if report.is_complete else 0) == gap.ways
    costs = [(len(way.steps), -way.probability) for way in report.ways]
    assert costs == sorted(costs)
    sets = [sorted(format_event(step.event) for step in way.steps) for way in report.ways]
    assert len(sets) == len({tuple(each) for each in sets})
    assert report.nearest == states[-1]


def test_there_is_no_way_if_nothing_is_left_to_search() -> None:
    timeline = open_game("800/opening-chiharakai")
    start, goal = (timeline.get_full_position(number).state for number in (5, 10))
    assert isinstance(goal, EightHundredState)
    locations = list(goal.locations)
    first, second = (timeline.rules.context.tables.index[unit] for unit in ("i1", "i3"))
    assert locations[first] != locations[second]
    locations[first], locations[second] = locations[second], locations[first]
    mixed_up = replace(goal, locations=tuple(locations))
    report = search(timeline.rules, start, mixed_up)
    assert (report.ways, report.is_complete) == ((), True)
    assert report.nearest != mixed_up
    few = search(timeline.rules, start, goal, positions=1)
    assert (few.ways, few.is_complete) == ((), False)
    back = search(timeline.rules, goal, start)
    assert (back.ways, back.is_complete, back.positions) == ((), True, 0)


def test_the_players_may_end_the_game_in_a_gap() -> None:
    timeline = timeline_of(f"{PLAIN}\n{MOVES}J: pass\nJ: resign\n")
    start = timeline.get_full_position(5).state
    goal = timeline.get_full_position(7).state
    report = search(timeline.rules, start, goal, positions=500)
    texts = [[format_event(step.event) for step in way.steps] for way in report.ways]
    assert ["resign"] in texts


def check_course(timeline: Timeline) -> None:
    """Check that a search leaves nothing out of a game.

    No position is past a later one, and the merged outcomes of chance lead to all positions.
    """
    rules, last = timeline.rules, timeline.extend()
    effective = [number for number in range(1, last + 1) if not timeline.get_event(number).undone]
    states = [timeline.get_full_position(number).state for number in (0, *effective)]
    for state, later in combinations_with_replacement(states, 2):
        assert not rules.is_past(state, later)
    for state in states:
        if state.decision is not None and state.decision.side == CHANCE:
            every = {rules.apply(state, event)[0] for event in rules.legal(state)}
            assert {rules.apply(state, event)[0] for event, _ in rules.outcomes(state)} == every


@pytest.mark.parametrize("ident", LOGS)
def test_a_search_leaves_nothing_out_of_a_game(ident: str) -> None:
    check_course(open_timeline(open_record(LOGS[ident])))


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", sorted(LIBRARY.rglob("*.senpu")), ids=lambda path: f"{path.parent.name} {path.stem}"
)
def test_a_search_leaves_nothing_out_of_any_game(path: Path) -> None:
    check_course(open_timeline(open_record(path)))


# ---- conjectures ------------------------------------------------------------------------------

STATED = f"{PLAIN}\n{MOVES}{state_row(text_after(f'{MOVES}J: i3+i4>D{chr(10)}C: pass{chr(10)}'))}"
BY = Authorship("Anna", "2026-11-27T10:00:00Z")


def note_faults(timeline: Timeline, notes: Notes) -> list[str]:
    return [each.id for each in Annotations(timeline, notes).faults]


def test_a_conjecture_leads_through_its_gap_or_is_a_fault_of_the_note() -> None:
    timeline = timeline_of(f"{STATED}J: pass\n")
    (gap,) = list_gaps(timeline)
    right = make_conjecture(timeline, gap, "J: i3+i4>D C: pass", BY)
    notes = add_conjecture(timeline, Notes(), right)
    assert note_faults(timeline, notes) == []
    with pytest.raises(NoteError):
        add_conjecture(timeline, notes, right)
    wrong = make_conjecture(timeline, gap, "J: i3+i4>D", BY)
    assert note_faults(timeline, add_notes(timeline, Notes(), [wrong])) == ["noteConjecture"]
    elsewhere = replace(make_note(timeline, 4, "variation", "[J6 C1]", BY), conjecture=True)
    assert note_faults(timeline, add_notes(timeline, Notes(), [elsewhere])) == ["noteConjecture"]


def test_an_annotated_text_keeps_conjectures() -> None:
    text = f"{STATED}J: pass\n"
    timeline = timeline_of(text)
    (gap,) = list_gaps(timeline)
    note = make_conjecture(timeline, gap, "J: i3+i4>D C: pass", BY)
    notes = add_conjecture(timeline, Notes(), note)
    bound = Annotations(timeline, notes)
    annotated = "".join(
        f"{row}\n" for row in render_annotated_text(timeline, bound, record_from(text))
    )
    assert "( {%conjecture} J: i3+i4>D C: pass )" in annotated
    own = find_own_segments(read_text(text)[0].lines)
    assert read_annotated_text(record_from(annotated), own, log=timeline).notes == notes.notes
    for bad in ("{%conjecture}", "( J: i3+i4>D ( {%conjecture} C: pass ) )"):
        with pytest.raises(AnnotationError):
            read_annotated_text(record_from(f"{text}{bad}\n"), own)
