"""Annotated texts: out and back again nothing changes, and what is wrong in one is located."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.logs.marks import (
    Authorship,
    CommentMark,
    format_authorship,
    format_note,
    parse_authorship,
    parse_mark,
    split_variations,
)
from senpu.logs.notes import DEEPEST, Notes, StoredNote, sort_notes
from senpu.logs.record import LIBRARY, record_from
from senpu.notation.lines import Comment, Glyph
from senpu.notation.reader import read_text
from senpu.notation.writer import WIDTH
from senpu.replay.annotation.annotated_text import (
    AnnotationError,
    find_own_segments,
    read_annotated_text,
    render_annotated_text,
)
from senpu.replay.annotation.annotations import Annotations, find_digest
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.disputes.verification import verify_record
from tests import sealed
from tests.notation.generated import printable
from tests.replay.noted import random_log, random_notes, timeline_of
from tests.replay.texts import BEGUN, SHIPPED, TOY

IDENTS = ["pendulum/toy", "blind/toy", *SHIPPED]


def text_of(log: str, notes: Notes, side: str = "") -> str:
    """A log and its notes as one text."""
    timeline = open_timeline(record_from(log))
    timeline.view_as(side)
    found = Annotations(timeline, notes)
    assert found.faults == []
    return "".join(f"{row}\n" for row in render_annotated_text(timeline, found, record_from(log)))


def notes_in(text: str, log: str, author: str = "") -> Notes:
    """The notes of a text that are not the log's own."""
    return read_annotated_text(
        record_from(text), find_own_segments(read_text(log)[0].lines), author
    )


# ---- out and back ---------------------------------------------------------------------------


@pytest.mark.parametrize("ident", IDENTS)
@given(seed=st.integers(0, 1_000_000))
@settings(max_examples=15, deadline=None)
def test_notes_come_back_as_they_were_and_the_text_stays(ident: str, seed: int) -> None:
    random = Random(seed)
    log = random_log(ident, random)
    notes = random_notes(timeline_of(log), random)
    text = text_of(log, notes)
    back = notes_in(text, log)
    assert back.notes == notes.notes
    assert text_of(log, back) == text
    assert read_text(text)[1] == []


@pytest.mark.slow
@pytest.mark.parametrize("ident", IDENTS)
@given(seed=st.integers(0, 1_000_000_000))
@settings(max_examples=50, deadline=None)
def test_notes_come_back_as_they_were_many_times(ident: str, seed: int) -> None:
    random = Random(seed)
    log = random_log(ident, random, 150)
    notes = random_notes(timeline_of(log), random, 60)
    text = text_of(log, notes)
    back = notes_in(text, log)
    assert back.notes == notes.notes
    assert text_of(log, back) == text


@pytest.mark.parametrize(
    "name", ["800/learn", "incident1932/learn", "nanjing1937/learn", "russojapanese/learn"]
)
def test_recorded_games_go_out_and_come_back(name: str) -> None:
    log = (LIBRARY / f"{name}.senpu").read_text("utf-8")
    assert text_of(log, Notes()) == log
    notes = random_notes(timeline_of(log), Random(name), 60)
    text = text_of(log, notes)
    assert notes_in(text, log).notes == notes.notes
    assert verify_record(record_from(text)).valid
    assert notes_in(log, log).notes == ()


@pytest.mark.parametrize("ident", IDENTS)
def test_without_notes_the_text_is_the_log(ident: str) -> None:
    for seed in range(10):
        log = random_log(ident, Random(seed)).replace("%dice recorded\n", "")
        assert text_of(log, Notes()) == log


def test_an_annotated_text_typed_by_hand_is_unchanged() -> None:
    log = f"{BEGUN}J: i3+i4>D\nC: k1*B.g2 [6 5] J: g2<A\n"
    text = f"""{BEGUN}J: i3+i4>D !? ( i3>A C: k1*B.g2 ( pass ) {{quieter}} ) {{%arrow B>D}}
C: k1*B.g2 ( pass ) [6 5] ( [1 1] {{%%}} ( {{%then}} no ) ) J: g2<A
( {{%then}} J: i1>B C: pass !! )
"""
    notes = notes_in(text, log)
    assert text_of(log, notes) == text
    assert notes_in(text, text).notes == ()
    assert {(note.author, note.time) for note in notes.notes} == {("", "")}


# ---- what it looks like ---------------------------------------------------------------------

ONE = f"{BEGUN}J: i3+i4>D {{own}} C: pass\n{{below}} J: pass\n"


def noted(*notes: tuple[int, str, str], log: str = ONE, **more: str) -> Notes:
    timeline = timeline_of(log)
    made = [
        StoredNote(event=event, kind=kind, text=text, digest=find_digest(timeline, event), **more)  # type: ignore[arg-type]
        for event, kind, text in notes
    ]
    return Notes("", sort_notes(made, timeline.last))


def body(log: str, notes: Notes, side: str = "") -> str:
    return text_of(log, notes, side).partition("[J5 C3]")[2]


def test_notes_are_after_what_the_log_has_there_itself() -> None:
    text = body(ONE, noted((6, "glyph", "!?"), (6, "comment", "a"), (7, "comment", "b")))
    assert text == "\nJ: i3+i4>D {own} !? {a} C: pass {b}\n{below} J: pass\n"


def test_what_makes_a_row_too_long_begins_another_that_says_who_acts() -> None:
    text = body(
        ONE, noted((6, "comment", "a" * 60), (6, "comment", "b" * 60), (6, "variation", "C: pass"))
    )
    assert text == (
        f"\nJ: i3+i4>D {{own}}\n{{{'a' * 60}}}\n{{{'b' * 60}}} C: pass\n( C: pass )\n"
        "{below} J: pass\n"
    )
    rows = text_of(ONE, noted(*[(6, "comment", "x" * 20)] * 9)).splitlines()
    assert all(len(row) <= WIDTH for row in rows[4:])


def test_authors_are_written_where_they_change() -> None:
    by = {"author": "Anna", "time": "2026-11-27T10:00:00Z"}
    first, second = noted((6, "glyph", "!"), (6, "comment", "a"), **by), noted((7, "comment", "b"))
    notes = Notes("", (*first.notes, *second.notes))
    assert body(ONE, notes) == (
        "\nJ: i3+i4>D {own} {%by 2026-11-27T10:00:00Z Anna} ! {a} C: pass {%by} {b}\n"
        "{below} J: pass\n"
    )


def test_a_line_that_goes_on_from_the_last_event_says_so() -> None:
    notes = noted((8, "variation", "[J5 C3] J: m1@A"), (8, "comment", "so"))
    assert body(ONE, notes).endswith("{below} J: pass ( {%then} [J5 C3] m1@A ) {so}\n")


def test_notes_before_the_first_event_are_on_top() -> None:
    log = BEGUN.replace("\n\n", "\n\n{own}\n", 1)
    text = text_of(log, noted((0, "comment", "a"), (0, "variation", "C: x1+c1@C"), log=log))
    assert "\n\n{a}\n{own}\nC: x1+c1@D ( x1+c1@C ) c2+c3+k1@C\n" in text
    empty = BEGUN.partition("C: x1")[0]
    text = text_of(empty, noted((0, "comment", "a"), (0, "variation", "C: x1+c1@C"), log=empty))
    assert text == f"{empty}{{a}} ( {{%then}} C: x1+c1@C )\n"
    assert len(notes_in(text, empty).notes) == 2


def test_notes_are_above_the_end() -> None:
    log = f"{BEGUN}J: resign\nEnd: China resign\n{{so}}\n"
    text = body(log, noted((6, "glyph", "?"), log=log))
    assert text == "\nJ: resign ?\nEnd: China resign\n{so}\n"


def test_what_only_a_log_needs_is_left_out() -> None:
    log = sealed.seal(sealed.go_on(sealed.log(), "J: pass\n"), "japan")
    assert text_of(log, Notes()) == f"{sealed.PLAIN}\n{sealed.MOVES}J: pass\n"


@pytest.mark.parametrize(
    "bad", ["C: c1>Q J: pass\n", "T4 C: pass\n", "C: pass", "End: China 4.2\n"]
)
def test_an_invalid_log_is_exported_through_its_last_valid_event(bad: str) -> None:
    notes = noted((8, "comment", "a"))
    assert text_of(f"{ONE}{bad}", notes) == text_of(ONE, notes)


def test_events_before_a_fault_on_its_row_go_out_too() -> None:
    assert text_of(f"{ONE}[J1 C6] J: x9>Q\n", Notes()) == f"{ONE}[J1 C6]\n"


def test_a_side_gets_its_view_of_events_and_complete_notes() -> None:
    log = "Senpu: 1\nGame: blind/toy\nRules: 1\n\nT1 draw #02+#05\ndraw #01+#06\nN: lay #05 {so}\n"
    notes = noted((2, "variation", "N: lay #02"), (3, "glyph", "?"), log=log)
    assert text_of(log, notes, "south").endswith(
        "T1 draw #??+#??\ndraw #01+#06\nN: lay #?? {so} ( lay #02 ) ?\n"
    )


def test_notes_of_a_later_version_stay_in_their_file() -> None:
    notes = noted((6, "", ""), (6, "comment", "a"))
    assert body(ONE, notes).startswith("\nJ: i3+i4>D {own} {a} C: pass\n")


# ---- what is the log's own ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("log", "text", "left"),
    [
        ("pass {a} {b}", "pass {a} {b} {c}", ["c"]),
        ("pass {a}", "pass {a} {a}", ["a"]),
        ("pass {a} {b}", "pass {c} {b}\n{a}", ["c"]),
        ("pass\n{a}", "pass {a} {b}\n{a}", ["a", "b"]),
        ("pass {a}", "pass", []),
        ("pass ( i3>A )", "pass ( i3>A ) !", ["!"]),
        ("pass {%what}", "pass {%what} {b}", ["b"]),
        ("{a} pass", "{b} {a}\nJ: pass", ["b"]),
    ],
)
def test_comments_of_the_log_are_not_notes(log: str, text: str, left: list[str]) -> None:
    own, found = f"{BEGUN}J: {log}\n", f"{BEGUN}J: {text}\n"
    if log.startswith("{"):
        own, found = f"{BEGUN}{log}\n", f"{BEGUN}{text}\n"
    assert [note.text for note in notes_in(found, own).notes] == left


def test_a_text_of_another_shape_gives_the_same_notes() -> None:
    text = text_of(ONE, noted((6, "comment", "a"), (8, "comment", "b")))
    flat = text.replace("\nJ: i3", " J: i3").replace(" C: pass", "\n\nC: pass")
    assert notes_in(flat, ONE).notes == notes_in(text, ONE).notes


def test_an_author_may_be_given_for_those_that_name_none() -> None:
    text = f"{BEGUN}J: pass {{a}} {{%by - Bo}} {{b}} {{%by}} {{c}}\n"
    assert [note.author for note in notes_in(text, BEGUN, "Anna").notes] == ["Anna", "Bo", ""]


# ---- what is wrong is located ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("J: pass {%what}", "noteMalformed 8:9 %what is not a mark"),
        ("J: pass {%then}", "noteMalformed 8:9 %then must be the first item of a variation"),
        ("J: pass {%then x}", "noteMalformed 8:9 %then is not a mark"),
        ("J: pass {%arrow A}", 'noteMalformed 8:9 arrow: "A" is not a path of places such as A>D'),
        ("J: pass {%arrow A>Q}", "notePlace 8:9 arrow A>Q: the map has no place Q"),
        ("J: pass {%date soon}", 'noteMalformed 8:9 date: "soon" is not a date'),
        ("J: pass {%by now Anna}", 'noteMalformed 8:9 time: "now" is not a UTC time'),
        ("J: pass {%bookmark }", "noteMalformed 8:9 bookmark: the text is empty"),
        (
            "J: pass ( i3>A ) ( {so} )",
            "noteMalformed 8:18 line: a variation has at",
        ),
        (
            "J: pass ( ( pass ) i3>A )",
            "noteMalformed 8:11 a variation replaces the event",
        ),
        ("J: pass ( ! i3>A )", "noteMalformed 8:11 glyph: there is no event before it"),
        ("J: pass ( i3>A C: c2>A )", "illegalMove 8:19 c2>A: "),
        ("J: pass ( i3>A ( i3>Q ) )", "illegalMove 8:18 i3>Q: "),
        ("J: pass ( C: pass )", "wrongActor 8:14 C: cannot act now; it is the turn of Japan (J:)"),
        ("J: pass ( i3>A undo )", "badMeta 8:16 a variation cannot undo events"),
        ("J: i3>Q ( pass )", "illegalMove 8:4 i3>Q"),
        ("J: pass ( i3>A", "unbalancedBracket 8:9 the ( is not closed"),
        ("J: pass {so} " + "( i3>A " * 30 + ") " * 30, "noteMalformed 8:126 line: at most 16"),
    ],
)
def test_errors_have_a_line_and_a_column(row: str, message: str) -> None:
    with pytest.raises(AnnotationError) as caught:
        notes_in(f"{BEGUN}{row}\n", BEGUN)
    fault = caught.value.fault
    assert f"{fault.id} {fault.line}:{fault.column} {fault.message}".startswith(message)


def test_an_illegal_variation_lists_the_legal_events() -> None:
    with pytest.raises(AnnotationError) as caught:
        notes_in(f"{BEGUN}J: pass ( i3>E )\n", BEGUN)
    assert caught.value.fault.rule == "7.2-1"
    assert "i3>A" in caught.value.fault.legal
    assert caught.value.fault.event is None


@pytest.mark.parametrize(
    ("text", "fault"), [("", "headerMissing"), ("Senpu: 1\nGame: x/y\n\n", "gameUnknown")]
)
def test_a_text_without_a_game_is_rejected(text: str, fault: str) -> None:
    with pytest.raises(AnnotationError) as caught:
        notes_in(text, BEGUN)
    assert caught.value.fault.id == fault


def test_brackets_in_brackets_cost_no_more_than_their_length() -> None:
    deep = 50_000
    with pytest.raises(AnnotationError) as caught:
        notes_in(f"{TOY}N: pass {'( pass ' * deep}{') ' * deep}\n", TOY)
    assert caught.value.fault.id == "noteMalformed"


# ---- marks ----------------------------------------------------------------------------------


@given(text=printable)
def test_any_comment_is_read_again(text: str) -> None:
    item = format_note(StoredNote(event=1, kind="comment", text=text))
    assert isinstance(item, Comment)
    assert parse_mark(item) == CommentMark("comment", text)


@given(author=printable.map(str.strip), time=st.sampled_from(["", "2026-11-27T10:00:00Z"]))
def test_the_author_is_read_again(author: str, time: str) -> None:
    mark = parse_mark(format_authorship(Authorship(author, time)))
    assert (mark.kind, parse_authorship(mark.text)) == ("by", Authorship(author, time))


@pytest.mark.parametrize(
    ("note", "item"),
    [
        (StoredNote(event=1, kind="glyph", text="!?"), Glyph("!?")),
        (StoredNote(event=1, kind="arrow", text="A>D"), Comment("%arrow A>D")),
        (StoredNote(event=1, kind="highlight", text="D+E"), Comment("%highlight D+E")),
        (StoredNote(event=1, kind="bookmark", text="a b"), Comment("%bookmark a b")),
        (StoredNote(event=1, kind="date", text="1904", source="a b"), Comment("%date 1904 a b")),
        (StoredNote(event=1, kind="date", text="1904"), Comment("%date 1904")),
    ],
)
def test_a_note_has_one_form(note: StoredNote, item: object) -> None:
    assert format_note(note) == item
    if isinstance(item, Comment):
        assert parse_mark(item) == CommentMark(note.kind, note.text, note.source)


def test_variations_are_split_as_a_unit() -> None:
    (play,) = read_text(f"{TOY}n1>B ( s1>B ( pass ) {{a}} ) {{b}}\n")[0].lines
    found = list(split_variations(play.items))  # type: ignore[union-attr]
    assert [(index, len(segment)) for index, segment in found] == [(0, 1), (1, 7), (8, 1)]
    assert DEEPEST > 1
