"""Notes that are bound to a log: notes that fit, notes that do not, and variations."""

from random import Random

import pytest
from msgspec.structs import replace

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.logs.notes import TRANSLATES, NoteError, Notes, StoredNote, walk_notes
from senpu.logs.record import LIBRARY, open_record, record_from
from senpu.notation.faults import fault_message
from senpu.notation.messages import Message
from senpu.notation.reader import read_text
from senpu.notation.writer import format_event, format_game
from senpu.replay.annotation.annotations import (
    Annotations,
    find_digest,
    find_places,
    list_comments,
)
from senpu.replay.annotation.branches import Branch
from senpu.replay.core.registry import open_rules
from senpu.replay.core.timeline import UnknownPositionError
from senpu.replay.core.views import WITHHELD
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.recording.canonical_form import make_canonical
from tests.replay.noted import random_log, random_notes, timeline_of
from tests.replay.texts import BEGUN, SHIPPED, TOY

FOUGHT = f"{BEGUN}J: i3+i4>D\nC: k1*B.g2 [2 3] reroll [6 5] J: g2<A\nJ: pass\n"
"""1-4 set-up, 5 initiative, 6 a move, 7-11 an attack, 12 a pass."""


def about(
    log: str, event: int, kind: str = "comment", text: str = "so", **more: object
) -> StoredNote:
    """A note on an event of a log."""
    digest = find_digest(open_timeline(record_from(log)), event)
    return StoredNote(event=event, digest=digest, kind=kind, text=text, **more)  # type: ignore[arg-type]


def bound(log: str, *notes: StoredNote, game: str = "") -> Annotations:
    return Annotations(open_timeline(record_from(log)), Notes(game, notes))


def misfit(log: str, *notes: StoredNote, game: str = "") -> str:
    """Return why the first note does not fit; such a note is not shown."""
    found = bound(log, *notes, game=game)
    assert not found.find_annotations(notes[0].event)
    first = found.faults[0]
    assert (first.layer, first.event) == ("notes", notes[0].event)
    return f"{first.id}: {first.message.fields['why']}"


# ---- languages -------------------------------------------------------------------------------

COMMENTED = FOUGHT.replace("i4>D\n", "i4>D {one} {two}\n{three}\n")


def translation(number: int, language: str, text: str) -> StoredNote:
    return about(COMMENTED, 6, TRANSLATES, str(number), translations={language: text})


def test_a_comment_of_the_log_is_shown_in_the_language_of_the_reader() -> None:
    notes = translation(3, "ja", "三"), translation(3, "ja", "第三"), translation(1, "de", "eins")
    found = bound(COMMENTED, *notes)
    assert found.faults == []
    seen = {each: list_comments(found.timeline, found, 6, each) for each in ("en", "ja", "de")}
    assert seen == {
        "en": ["one", "two", "three"], "ja": ["one", "two", "三"], "de": ["eins", "two", "three"],
    }  # fmt: skip
    assert found.find_notes(6) == []


def test_a_translation_needs_its_comment_in_the_log() -> None:
    assert misfit(COMMENTED, translation(4, "ja", "四")) == (
        "noteMisfit: the note translates comment 4 of the log on event 6, "
        "but the log has 3 comments there"
    )


# ---- what does not orphan a note ------------------------------------------------------------

KEPT = {
    "unchanged": FOUGHT,
    "other rows": FOUGHT.replace("J: i3+i4>D\n", "J: i3+i4>D ").replace("\nT1", "\n\nT1"),
    "other form": FOUGHT.replace("i3+i4>D", "i4+i3>D"),
    "comments and glyphs": FOUGHT.replace("i4>D", "i4>D !? {so}").replace("\n\n", "\n\n{first}\n"),
    "variations": FOUGHT.replace("i4>D", "i4>D ( pass {so} )"),
    "header lines": FOUGHT.replace("Rules: 1", "Event: Club night\nJapan: A. Player"),
    "sealed": FOUGHT + "%seal japan\n  RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3\n",
    "undone later": FOUGHT + "J: undo 7\nJ: pass\n",
    "grown": FOUGHT + "C: pass\n",
    "ended": FOUGHT + "C: resign\nEnd: Japan resign\n",
}


@pytest.mark.parametrize("log", KEPT.values(), ids=list(KEPT))
def test_a_log_that_plays_the_same_keeps_its_notes(log: str) -> None:
    found = bound(log, *(about(FOUGHT, number) for number in range(13)))
    assert found.faults == []
    assert [each.note.event for each in found.annotations] == list(range(13))


def test_options_may_be_named_in_any_order() -> None:
    head = "Senpu: 1\nGame: 800/bonsai-2021\nOptions: {}\n\n"
    one, other = map(head.format, ("cover-at-two idle-markers", "idle-markers  cover-at-two"))
    assert bound(other, about(one, 0)).faults == []


@pytest.mark.parametrize("ident", ["pendulum/toy", *SHIPPED])
@pytest.mark.parametrize("seed", range(3))
def test_canonical_text_keeps_all_notes(ident: str, seed: int) -> None:
    random = Random(seed)
    log = random_log(ident, random)
    notes = random_notes(timeline_of(log), random)
    game, _ = read_text(log)
    neat = timeline_of(format_game(make_canonical(game, open_rules(ident))))
    found = Annotations(neat, notes)
    assert found.faults == []
    assert [each.note for each in found.annotations] == [*notes.notes]


@pytest.mark.parametrize(
    "name", ["800/learn", "incident1932/learn", "nanjing1937/learn", "russojapanese/learn"]
)
def test_recorded_games_take_notes_anywhere(name: str) -> None:
    timeline = open_timeline(open_record(LIBRARY / f"{name}.senpu"))
    notes = random_notes(timeline, Random(name), 60)
    found = Annotations(open_timeline(open_record(LIBRARY / f"{name}.senpu")), notes)
    assert found.faults == []
    assert [*found.found] != []
    assert {*found.found} == {each.ident for each in walk_notes(notes.notes)}


# ---- mismatches -------------------------------------------------------------------------------


def test_notes_of_another_log_are_refused_with_the_first_event_that_differs() -> None:
    other = FOUGHT.replace("[2 3]", "[3 2]")
    notes = [about(FOUGHT, number) for number in range(13)]
    found = bound(other, *notes)
    assert [each.event for each in found.faults] == list(range(8, 13))
    assert found.faults[0].message.fields["why"] == fault_message(
        "noteMisfit", "otherEventsSince", number=8, same=7
    )
    assert [each.note.event for each in found.annotations] == list(range(8))


def test_a_note_beyond_the_end_of_the_log_is_reported() -> None:
    short = FOUGHT.partition("J: pass")[0]
    assert misfit(short, about(FOUGHT, 12)) == (
        "noteMisfit: the note is on event 12, but the log has only 11 events"
    )


def test_a_note_after_the_first_fault_is_reported() -> None:
    bad = FOUGHT.replace("J: pass", "J: i3>Q")
    assert misfit(bad, about(FOUGHT, 12)).endswith("the log is valid only through event 11")
    assert bound(bad, about(FOUGHT, 11)).faults == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("bonsai-2021", "battles-2011"),
        ("Rules: 1", "Options: idle-markers"),
        ("Rules: 1", f"Data: sha256:{open_rules('800/bonsai-2021').spec.values.digest()}"),
    ],
)
def test_another_game_option_or_data_does_not_match(old: str, new: str) -> None:
    head = BEGUN.partition("C: x1")[0]
    why = misfit(head.replace(old, new), about(head, 0))
    assert why == ("noteMisfit: the game, options or data have changed since the note was written")


def test_notes_to_another_game_say_so() -> None:
    why = misfit(FOUGHT, about(FOUGHT, 0), game="pendulum/toy")
    assert why == (
        "noteMisfit: the note belongs to pendulum/toy, but the log is a game of 800/bonsai-2021"
    )


def test_who_resigned_is_part_of_it() -> None:
    assert "have changed" in misfit(f"{FOUGHT}J: resign\n", about(f"{FOUGHT}C: resign\n", 13))
    assert not bound(f"{FOUGHT}resign\n", about(f"{FOUGHT}C: resign\n", 13)).faults


def test_a_fault_names_the_note_and_its_row() -> None:
    note = about(FOUGHT, 5, text="a comment that is far too long to be shown completely")
    other = FOUGHT.replace("[J5 C3]", "[J6 C3]")
    ident = next(walk_notes((note,))).ident
    found = Annotations(open_timeline(record_from(other)), Notes("", (note,), {}, {ident: 7}))
    assert found.faults[0].line == 7
    assert str(found.faults[0].message).startswith(
        f"note {ident[:6]} (comment a comment that is far too long …): the events"
    )
    why = found.faults[0].message.fields["why"]
    assert isinstance(why, Message)
    assert why.id == "faults.noteMisfit.otherEvents"


# ---- places ---------------------------------------------------------------------------------


def test_places_are_those_of_the_map() -> None:
    assert find_places(open_rules("800/bonsai-2021").spec) == set("ABCDEFGHIJ")
    war = find_places(open_rules("russojapanese/bonsai-2018").spec)
    assert {"Korea", "Siberia", "1204"} < war
    assert "2599" not in war


@pytest.mark.parametrize(
    ("kind", "text"), [("arrow", "A>Z"), ("arrow", "Q>A>B"), ("highlight", "A+1204")]
)
def test_unknown_places_are_reported(kind: str, text: str) -> None:
    assert misfit(FOUGHT, about(FOUGHT, 6, kind, text)).startswith(
        f"notePlace: {kind} {text}: the map has no place"
    )


# ---- variations -----------------------------------------------------------------------------


def line(log: str, event: int, text: str, *inside: StoredNote) -> Branch:
    (branch,) = bound(log, about(log, event, "variation", text, notes=inside)).find_variations(
        event
    )
    return branch


def test_a_line_is_stepped_through_like_the_log() -> None:
    """A variation with the events of the log has the positions of the log."""
    seen = timeline_of(FOUGHT)
    branch = line(FOUGHT, 6, "C: k1*B.g2 [2 3] reroll [6 5] J: g2<A pass")
    assert (branch.event, branch.parent, branch.last, branch.depth) == (6, None, 6, 1)
    assert branch.get_position(0).state == seen.get_position(6).state
    for number in range(1, 7):
        assert branch.get_position(number) == seen.get_position(6 + number)
        mine, theirs = branch.get_event(number), seen.get_event(6 + number)
        assert (mine.event, mine.actor, mine.turn, mine.starts_activation) == (
            theirs.event, theirs.actor, theirs.turn, theirs.starts_activation
        )  # fmt: skip
    for number in (-1, 7):
        with pytest.raises(UnknownPositionError, match="the variation has 6 events"):
            branch.get_position(number)
    with pytest.raises(UnknownPositionError):
        branch.get_event(0)


@pytest.mark.parametrize("ident", ["pendulum/toy", *SHIPPED])
def test_a_line_of_any_game_comes_to_the_positions_that_play_comes_to(ident: str) -> None:
    random = Random(f"{ident} lines")
    log = random_log(ident, random, 60)
    seen = timeline_of(log)
    branches: list[Branch] = []
    while not branches:  # a short game has few positions at which a line can begin
        found = Annotations(seen, random_notes(seen, random, 40))
        branches = [each.branch for each in found.found.values() if each.branch]
    for branch in branches:
        state = (branch.parent or seen).get_position(branch.event).state
        for number in range(1, branch.last + 1):
            state = seen.rules.apply(state, branch.get_event(number).event)[0]
            assert branch.get_position(number).state == state


def test_a_line_may_begin_before_the_first_event_and_after_the_last() -> None:
    assert line(FOUGHT, 0, "C: x1+c1@C").get_position(1).state.turn == 0
    assert line(FOUGHT, 12, "C: pass").get_event(1).actor == "china"
    assert line(f"{FOUGHT}C: resign\n", 12, "C: pass").last == 1


def test_a_variation_can_fork_from_undone_events() -> None:
    log = f"{FOUGHT}J: undo 7\nJ: pass\n"
    assert line(log, 6, "C: pass").last == 1
    assert line(log, 13, "J: i3>A").last == 1


def test_a_line_may_end_the_game() -> None:
    branch = line(FOUGHT, 12, "C: resign")
    outcome = branch.get_position(1).state.outcome
    assert outcome is not None
    assert outcome.ending == "Japan resign"


def test_variations_can_be_nested() -> None:
    second = StoredNote(event=1, kind="variation", text="[1 1] C: no")
    third = StoredNote(event=2, kind="comment", text="a miss")
    inner = replace(second, notes=(third,))
    branch = line(FOUGHT, 6, "C: k1*B.g2 [6 5] J: g2<A", inner)
    (child,) = branch.find_variations(1)
    assert (child.parent, child.depth, child.event, child.text) == (branch, 2, 1, "[1 1] C: no")
    assert child.get_position(0) == branch.get_position(1)
    assert [each.note for each in child.find_notes(2)] == [third]
    assert [each.branch for each in branch.list_following(2)] == [child]
    assert branch.list_following(1) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("J: pass", "J: cannot act now; it is the turn of China (C:)"),
        ("C: c2>A", "c2>A: "),
        ("C: [6 6]", "[6 6]: "),
        ("C: pass undo", "a variation cannot undo events"),
        ("C: resign pass", "the game is over"),
        ("C: pass agree Unknown", "agree takes one result: Japan, China, Draw"),
    ],
)
def test_an_illegal_variation_is_reported(text: str, why: str) -> None:
    assert misfit(FOUGHT, about(FOUGHT, 6, "variation", text)).startswith(f"noteLine: {why}")


def test_a_refused_line_names_its_rule() -> None:
    (fault,) = bound(FOUGHT, about(FOUGHT, 5, "variation", "J: i3>E")).faults
    assert fault.rule == "7.2-1"
    assert "(rule 7.2-1)" in str(fault.message)


def test_a_misfit_inside_a_variation_keeps_the_variation() -> None:
    inside = (
        StoredNote(event=2, kind="comment", text="beyond its end"),
        StoredNote(event=1, kind="variation", text="C: pass"),
        StoredNote(event=1, kind="highlight", text="Z"),
        StoredNote(event=1, kind="comment", text="kept"),
    )
    found = bound(FOUGHT, about(FOUGHT, 6, "variation", "C: pass", notes=inside))
    assert [each.id for each in found.faults] == ["noteMisfit", "noteLine", "notePlace"]
    assert found.faults[0].message.fields["why"] == fault_message(
        "noteMisfit", "pastLine", number=2, n=1
    )
    (branch,) = found.find_variations(6)
    assert [each.note.text for each in branch.annotations] == ["kept"]


def test_a_line_is_found_by_its_id() -> None:
    found = bound(FOUGHT, about(FOUGHT, 6, "variation", "C: pass"), about(FOUGHT, 6))
    first, second = found.annotations
    assert found.find_variation(first.ident[:6]) is first.branch
    with pytest.raises(NoteError, match="not a variation"):
        found.find_variation(second.ident)
    with pytest.raises(NoteError, match="no note with this id"):
        found.find_variation("zz")


# ---- their positions -------------------------------------------------------------------------


def test_a_variation_follows_the_event_that_it_replaces() -> None:
    found = bound(
        FOUGHT, about(FOUGHT, 5, "variation", "J: pass"), about(FOUGHT, 12, "variation", "C: pass")
    )
    assert [len(found.list_following(number)) for number in range(13)] == [0] * 6 + [1] + [
        0
    ] * 5 + [1]
    assert [len(found.find_variations(number)) for number in (5, 12)] == [1, 1]


def test_no_more_of_the_log_is_read_than_notes_need() -> None:
    seen = open_timeline(record_from(FOUGHT))
    Annotations(seen, Notes("", (about(FOUGHT, 2, "variation", "J: i1@A"),)))
    assert seen.last <= 4
    assert not seen.is_complete


def test_bookmarks_mark_positions() -> None:
    found = bound(
        FOUGHT, about(FOUGHT, 6, "bookmark", "Early"), about(FOUGHT, 12, "bookmark", "Late")
    )
    assert [(note.event, note.text) for note in found.bookmarks] == [(6, "Early"), (12, "Late")]


# ---- hidden parts ---------------------------------------------------------------------------

CARDS = "Senpu: 1\nGame: blind/toy\nRules: 1\n\nT1 draw #02+#05\ndraw #01+#06\nN: lay #05\n"


def test_the_positions_of_a_line_are_seen_like_those_of_the_log() -> None:
    seen = open_timeline(record_from(CARDS))
    found = Annotations(seen, Notes("", (about(CARDS, 2, "variation", "N: lay #02"),)))
    (branch,) = found.find_variations(2)
    assert branch.get_position(1) == branch.get_full_position(1)
    seen.view_as("south")
    assert branch.get_position(1).state == seen.rules.view(
        branch.get_full_position(1).state, "south"
    )
    assert {each.audience for each in branch.get_position(1).effects} <= {"", "south"}
    assert format_event(branch.get_event(1).event) == "lay #02"


def test_the_reason_of_a_rejected_variation_needs_the_complete_view() -> None:
    seen = open_timeline(record_from(CARDS))
    found = Annotations(seen, Notes("", (about(CARDS, 2, "variation", "N: lay #01"),)))
    assert "#02, #05" in str(found.faults[0].message)
    seen.view_as("south")
    assert (found.faults[0].id, found.faults[0].message) == ("noteLine", WITHHELD)


def test_toy_logs_take_notes_too() -> None:
    log = f"{TOY}N: n1>B S: s1>B\n"
    assert line(log, 1, "S: pass N: n1>C [3]").get_position(3).state.decision is not None
