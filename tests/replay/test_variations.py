"""Variations as games to step through, and digests that bind notes in logs of any length."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.logs.notes import Notes, StoredNote
from senpu.logs.record import open_record, record_from
from senpu.replay.annotation.annotations import KEPT, Annotations, Digests
from senpu.replay.annotation.variations import Variation, VariationTree
from senpu.replay.core.event_digest import EventDigest
from senpu.replay.core.timeline import GameLine, list_ancestors
from senpu.replay.disputes.log_timeline import open_timeline
from tests.command.test_views import GAME as CARDS
from tests.replay.noted import random_log, random_notes, timeline_of
from tests.replay.test_annotations import FOUGHT, about
from tests.replay.texts import SHIPPED
from tests.toy.logs import write


def tree_of(log: str, *notes: StoredNote) -> VariationTree:
    bound = Annotations(open_timeline(record_from(log)), Notes("", notes))
    assert not bound.faults
    return VariationTree(bound)


INNER = StoredNote(
    event=1,
    kind="variation",
    text="[1 1]",
    notes=(StoredNote(event=1, kind="bookmark", text="in"),),
)
LINE = replace(
    about(FOUGHT, 11, "variation", "J: i3*D.c1 [6 6] C: c1<F"),
    notes=(
        INNER,
        StoredNote(event=0, kind="variation", text="J: pass"),
        StoredNote(event=2, kind="comment", text="so"),
    ),
)
OTHER = about(FOUGHT, 11, "variation", "J: i1+i2>B")


def test_numbers_go_on_where_a_line_leaves_the_log() -> None:
    tree = tree_of(FOUGHT, LINE, OTHER)
    log = tree.notes.timeline
    line = next(each for each in tree.variations.values() if each.branch.text == LINE.text)
    assert (line.fork, line.last, line.parent) == (11, 14, log)
    assert [line.get_event(number).number for number in (1, 11, 12, 14)] == [1, 11, 12, 14]
    assert line.get_event(11) == log.get_event(11)
    assert line.get_event(12).event != log.get_event(12).event
    assert line.get_position(11) == log.get_position(11)
    assert line.get_position(14) == line.branch.get_position(3)
    assert line.find_owner(11) is log
    assert line.find_owner(12) is line
    inner = next(each for each in tree.variations.values() if each.branch.text == INNER.text)
    assert (inner.fork, inner.last) == (12, 13)
    assert inner.find_activation(13) == range(12, 14)  # the dice of the attack before them
    assert inner.find_owner(12) is line
    assert inner.find_owner(11) is log
    assert list_ancestors(inner) == (log, line, inner)


def test_lines_in_the_place_of_one_event_are_found_together() -> None:
    tree = tree_of(FOUGHT, LINE, OTHER)
    log = tree.notes.timeline
    texts = [each.branch.text for each in tree.find_variations(log, 11)]
    assert texts == [LINE.text, "J: pass", "J: i1+i2>B"]  # the second leaves the first at once
    line = tree.find_variations(log, 11)[0]
    assert [each.branch.text for each in tree.find_variations(line, 12)] == ["[1 1]"]
    assert tree.find_variations(line, 13) == tree.find_variations(log, 7) == []
    assert [(note.text, number) for note, _, number in tree.list_bookmarks()] == [("in", 13)]
    assert tree.list_event_numbers(line) == [12, 13]
    assert [each.note.text for each in tree.find_notes(line, 13)] == ["so"]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("ident", SHIPPED[:2])
def test_a_line_is_the_log_that_has_its_events(ident: str, seed: int) -> None:
    random = Random(seed)
    timeline = timeline_of(random_log(ident, random, own=False))
    tree = VariationTree(Annotations(timeline, random_notes(timeline, random, 6)))
    for line in tree.variations.values():
        _agrees(line, line.parent)


def _agrees(line: Variation, before: GameLine) -> None:
    """Check that a variation equals its parent up to the fork and is consistent after it."""
    for number in range(line.last + 1):
        assert line.get_position(number) == (
            before.get_position(number) if number <= line.fork else line.get_position(number)
        )
        if not number:
            continue
        entry = line.get_event(number)
        assert entry.number == number
        assert number in line.find_activation(number)
        state = line.get_full_position(number - 1).state
        if number > line.fork and state.decision is not None:
            assert entry.event == line.rules.canon(state, entry.event)
    assert line.find_turn_start(line.last, 1) == line.last


def test_a_game_that_only_might_be_over_opens_no_hand() -> None:
    tree = tree_of(CARDS, about(CARDS, 3, "variation", "S: resign"))
    (line,) = tree.variations.values()
    assert line.get_position(4).state.outcome is not None
    assert line.get_position(4).state.hands == ((2,), (1, 6))  # type: ignore[attr-defined]
    tree.notes.timeline.view_as("south")
    assert line.get_position(4).state.outcome is not None
    assert line.get_position(4).state.hands == ((0,), (1, 6))  # type: ignore[attr-defined]


# ---- digests --------------------------------------------------------------------------------


def test_digests_do_not_depend_on_the_order_of_requests(tmp_path: Path) -> None:
    timeline = open_timeline(open_record(write(tmp_path / "long.senpu", 3 * KEPT)))
    trail, expected = EventDigest(timeline.headers), {}
    for number in range(1, timeline.extend() + 1):
        trail.add(timeline.get_full_event(number), timeline.get_event(number).actor)
        expected[number] = trail.digest
    some = [1, KEPT - 1, KEPT, KEPT + 1, 2 * KEPT + 7, timeline.last]
    for order in (some, some[::-1]):
        digests = Digests(timeline)
        assert [digests.find_digest(number) for number in order] == [expected[n] for n in order]
    assert Digests(timeline).find_digest(0) == EventDigest(timeline.headers).digest
    assert Digests(timeline).find_digest(timeline.last + 1) is None
