"""The content of notes, their order and their ids."""

import pytest
from msgspec.structs import replace

from senpu.logs.dates import current_time
from senpu.logs.notes import (
    KINDS,
    NoteError,
    StoredNote,
    change_note,
    check_note,
    find_note,
    identify_notes,
    merge_notes,
    sort_notes,
    walk_notes,
)


def note(kind: str, text: str = "", event: int = 3, **more: object) -> StoredNote:
    return StoredNote(kind=kind, text=text, event=event, **more)  # type: ignore[arg-type]


LINE = note(
    "variation", "J: i3>D C: pass", 2, notes=(note("comment", "in", 1), note("glyph", "!", 2))
)


# ---- what it may say ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("comment", ""), ("comment", " {上海} } \\ %x "), ("glyph", "!?"), ("arrow", "A>D"),
        ("arrow", "1204>Korea>1305"), ("highlight", "D"), ("highlight", "D+E+1204"),
        ("bookmark", "Here it turns"), ("date", "1904"), ("date", "1904-02"),
        ("date", "1904-02-29"), ("date", "1904-02-29T04:30"), ("date", "1904-02/1904-05-01"),
        ("date", "1904-02-08T23:30/1904-02-09"), ("date", "1904/1905"),
        ("variation", "J: i3>D [5 4]"), ("variation", "|"), ("", ""),
    ],
)  # fmt: skip
def test_a_note_says_what_its_kind_may_say(kind: str, text: str) -> None:
    assert check_note(note(kind, text)).text == text


WRONG_DATES = (
    "1904-05T04:30", "1904-05-01T4:30", "1904-05-01T24:00", "1904-05-01T04:30:00",
    "1904-05-01 04:30", "1904-05-01T04:30Z", "1904-05-01/", "/1904", "1904-05-01/1904-04-30",
    "1904/1905/1906", "1905/1904-12", "1904-05-01T04:30/1904-05-01T04:29", "1904-05-01/04",
)  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "text", "why"),
    [
        ("comment", "a\nb", "a text is one line"), ("comment", "a\tb", "a tab"),
        ("comment", "e\N{COMBINING ACUTE ACCENT}", "composed form"),
        ("comment", "\u202e", "not visible"), ("comment", "x" * (1 << 20), "bytes"),
        ("glyph", "!!!", "is not a glyph"), ("glyph", "", "is not a glyph"),
        ("arrow", "A", "such as A>D"), ("arrow", "A>d", "is not a path"), ("arrow", "", "path"),
        ("highlight", "D+D", "different places"), ("highlight", "D>E", "such as D"),
        ("bookmark", "", "is empty"), ("bookmark", " a", "begins or ends with a space"),
        ("date", "1904-2-1", "is not a date"), ("date", "1904-13", "is not a date"),
        ("date", "1905-02-29", "is not a date"), ("date", "1904-05-01\n", "is not a date"),
        *(("date", text, "is not a date: ") for text in WRONG_DATES),
        ("date", "１９０４", "is not a date"), ("date", "0000", "is not a date"),
        ("variation", "", "at least one event"), ("variation", "J:", "at least one event"),
        ("variation", "i3->D", "not part of the notation"), ("variation", "T2 i3>D", "no turn and"),
        ("variation", "i3>D ~1f3a9c02", "no tag"), ("variation", "i3>D {so}", "is a separate note"),
        ("variation", "i3>D !", "is a separate note"),
        ("variation", "i3>D ( pass )", "a separate note"),
    ],
)  # fmt: skip
def test_other_things_are_refused(kind: str, text: str, why: str) -> None:
    with pytest.raises(NoteError, match=why):
        check_note(note(kind, text))


def test_a_glyph_needs_an_event_to_judge() -> None:
    with pytest.raises(NoteError, match="there is no event before it"):
        check_note(note("glyph", "!", 0))


@pytest.mark.parametrize("time", ["2026-11-27", "2026-11-27T10:00:00", "2026-13-27T10:00:00Z"])
def test_times_are_in_utc_and_to_the_second(time: str) -> None:
    with pytest.raises(NoteError, match="is not a UTC time such as"):
        check_note(note("comment", "a", time=time))
    assert check_note(note("comment", "a", time=current_time()))


@pytest.mark.parametrize("author", [" Anna", "a\nb"])
def test_an_author_is_on_one_line(author: str) -> None:
    with pytest.raises(NoteError):
        check_note(note("comment", "a", author=author))


def test_a_source_belongs_to_a_date() -> None:
    assert check_note(note("date", "1904", source="a book"))
    with pytest.raises(NoteError, match="only a date can have a source"):
        check_note(note("comment", "a", source="a book"))


# ---- order ----------------------------------------------------------------------------------


def test_notes_have_the_order_of_an_annotated_text() -> None:
    first, line = note("comment", "a", 3), note("variation", "pass", 2)
    later, early = note("comment", "b", 3), note("comment", "c", 1)
    assert sort_notes((first, line, later, early), 9) == (early, first, line, later)


def test_a_line_after_the_last_event_goes_on_from_it() -> None:
    line, comment = note("variation", "pass", 3), note("comment", "a", 3)
    assert sort_notes((line, comment), 3) == (line, comment)
    assert sort_notes((line, comment), 4) == (comment, line)


def test_notes_inside_a_line_are_put_in_order_too() -> None:
    mixed = replace(LINE, notes=LINE.notes[::-1])
    assert sort_notes((mixed,), 9) == (LINE,)


# ---- names ----------------------------------------------------------------------------------


def test_an_id_names_what_a_note_says_and_where() -> None:
    idents = {each.ident for each in walk_notes((LINE, note("comment", "a"), note("comment", "b")))}
    assert len(idents) == 5
    assert {
        each.ident for each in walk_notes((note("comment", "b"), LINE, note("comment", "a")))
    } == idents


def test_an_id_gives_away_no_event_of_the_log() -> None:
    one, other = note("comment", "a", digest="0" * 16), note("comment", "a", digest="1" * 16)
    assert [each.ident for each in identify_notes((one,))] == [
        each.ident for each in identify_notes((other,))
    ]


def test_notes_that_say_the_same_have_ids_of_their_own() -> None:
    twice = (note("glyph", "!"), note("glyph", "!"))
    assert len({each.ident for each in identify_notes(twice)}) == 2


def test_a_note_is_found_by_the_beginning_of_its_id() -> None:
    for each in walk_notes((LINE, note("comment", "a"))):
        assert find_note((LINE, note("comment", "a")), each.ident[:8]) == each


@pytest.mark.parametrize("ident", ["", "x", "0" * 16])
def test_an_id_that_names_nothing_is_reported(ident: str) -> None:
    with pytest.raises(NoteError, match="there is no note with this id"):
        find_note((LINE,), ident)


def test_an_id_that_names_several_is_reported() -> None:
    many = tuple(note("comment", str(number)) for number in range(40))
    short = next(each.ident[0] for each in identify_notes(many))
    with pytest.raises(NoteError, match="notes have ids that begin like this"):
        find_note(many, short)


# ---- changing -------------------------------------------------------------------------------


def test_a_note_inside_a_line_is_changed_where_it_stands() -> None:
    inner = next(each for each in walk_notes((LINE,)) if each.note.text == "in")
    after = change_note((LINE, LINE), inner.ident, lambda note: replace(note, text="out"))
    assert [each.note.text for each in walk_notes(after)].count("out") == 1
    (first, second) = change_note((LINE, LINE), inner.ident, lambda _: None)
    assert ([*first.notes], second) == ([LINE.notes[1]], LINE)


def test_merging_adds_what_is_not_there_and_takes_nothing_away() -> None:
    more = replace(LINE, notes=(*LINE.notes, note("comment", "new", 2)))
    ours = (note("comment", "ours", other={"mood": "grim"}), LINE)
    theirs = (more, note("comment", "ours"), note("comment", "ours"))
    assert merge_notes(ours, ()) == ours
    assert merge_notes((), theirs) == theirs
    assert merge_notes(ours, theirs) == (ours[0], more, note("comment", "ours"))
    assert merge_notes(merge_notes(ours, theirs), theirs) == merge_notes(ours, theirs)


def test_merging_adds_missing_languages_and_changes_no_text() -> None:
    ours = note("comment", "so", translations={"ja": "そう"})
    theirs = note("comment", "so", translations={"ja": "はい", "de": "so"})
    (merged,) = merge_notes((ours,), (theirs,))
    assert merged.translations == {"ja": "そう", "de": "so"}
    assert [each.ident for each in identify_notes((ours,))] == [
        each.ident for each in identify_notes((merged,))
    ]


def test_every_kind_can_be_checked() -> None:
    from senpu.logs.notes import CHECKS

    assert set(CHECKS) == {*KINDS, ""}
