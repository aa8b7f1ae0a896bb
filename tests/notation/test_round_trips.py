"""The reader restores what the writer writes, and the writer writes canonical text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from senpu.notation.events import Event, Move, Place, Roll, Word
from senpu.notation.faults import NotationError
from senpu.notation.lines import (
    Actor,
    Comment,
    EmptyLine,
    End,
    GameText,
    Header,
    Item,
    Line,
    Machine,
    Play,
    VariationStart,
)
from senpu.notation.play import MOST, parse_line
from senpu.notation.reader import read_text
from senpu.notation.writer import format_event, format_game, format_line
from tests.notation.generated import events, games, keys, nearly, plays, printable, values

SENPU = Header("Senpu", "1")


@given(games())
def test_every_game_is_read_as_it_was_written(game: GameText) -> None:
    assert read_text(format_game(game)) == (game, [])


@given(events())
def test_every_event_is_read_as_it_was_written(event: Event) -> None:
    line, faults = parse_line(1, format_event(event))
    assert (line.items, faults) == ((event,), [])


@given(plays)
def test_every_line_is_read_as_it_was_written_the_quick_way_and_the_thorough(play: Play) -> None:
    text = format_line(play)
    for _ in range(2):  # The second time its tokens are known.
        assert parse_line(1, text) == (play, [])


@given(keys, values)
def test_a_header_holds_every_printable_value(key: str, value: str) -> None:
    game = GameText((SENPU, Header(key, value)), ())
    assert read_text(format_game(game)) == (game, [])


@given(printable)
def test_a_comment_holds_every_printable_text(text: str) -> None:
    line = Play((Comment(text),))
    assert parse_line(1, format_line(line)) == (line, [])


@given(nearly | st.text() | st.binary())
def test_canonical_text_stays_unchanged(text: str | bytes) -> None:
    game, _ = read_text(text)
    try:
        once = format_game(game)
    except NotationError:  # The text may have no header.
        return
    again, faults = read_text(once)
    assert (again, faults) == (game, [])
    assert format_game(again) == once


@given(nearly)
def test_what_was_read_without_fault_can_be_written(text: str) -> None:
    game, faults = read_text(text + "\n")
    if not faults:
        assert format_game(game)


BAD_LINES: list[Line] = [
    Header("Event", "a\nGame: b"),
    Header("Event", " a"),
    Header("Event", "a "),
    Header("Event", "cafe\N{COMBINING ACUTE ACCENT}"),
    Header("Event", "a\tb"),
    Header("Event", "\N{RIGHT-TO-LEFT OVERRIDE}abc"),
    Header("Event", "\ud800"),
    Header("E", "a key of one letter"),
    Header("End", "China"),
    Header("Two words", "a"),
    Header("Senpu", "2"),
    Play(()),
    Play((Comment("a\nb"),)),
    Play((Comment("e\N{COMBINING ACUTE ACCENT}"),)),
    Play((Word("pass", ("go",)),)),
    Play((Word("pass", ("",)),)),
    Play((Word("lose", ("c1+c1",)),)),
    Play((Word("Pass"),)),
    Play((Word("two words"),)),
    Play((Place((), ("A",)),)),
    Play((Place(("a1",), ()),)),
    Play((Place(("a1", "a1"), ("A",)),)),
    Play((Place(("a1",), ("A>B",)),)),
    Play((Move(("a1",), ("A",), payer=("#05", "#06")),)),
    Play((Move(("a1",), ("A",), payer=("a1", "night")),)),
    Play((Roll(()),)),
    Play((Roll((-1,)),)),
    Play((Roll((5, 4), ("", "")),)),
    Play((Roll((10_000,)),)),
    Play((Actor("JJ"),)),
    Play((Actor(""),)),
    Play((VariationStart(),)),
    Play((), -1),
    Play((), 1_000_000),
    Play((), None, "xyz"),
    Machine("seal", ()),
    Machine("seal", (" edge",)),
    Machine("seal", ("edge ",)),
    Machine("seal", ("a", "")),
    Machine("seal", ("a", " b")),
    Machine("seal", ("a\nJ: pass",)),
    Machine("Seal", ("a",)),
    Machine("", ("a",)),
    End("a "),
    End("a\nb"),
]


@pytest.mark.parametrize("line", BAD_LINES, ids=repr)
def test_a_line_that_no_text_says_is_refused(line: Line) -> None:
    with pytest.raises(NotationError):
        format_line(line)
    whole = GameText((SENPU, line), ()) if isinstance(line, Header) else GameText((SENPU,), (line,))
    with pytest.raises(NotationError):
        format_game(whole)


PASS = Play((Word("pass"),))


@pytest.mark.parametrize(
    "game",
    [
        GameText((), ()),
        GameText((), (PASS,)),
        GameText((Header("Game", "x"), SENPU), ()),
        GameText((SENPU, Header("Event", "a"), Header("Event", "b")), ()),
        GameText((SENPU,), (Header("Event", "a"),)),
        GameText((SENPU,), (SENPU,)),
        GameText((SENPU,), (End("China"), PASS)),
        GameText((SENPU,), (End("China"), Play((), 3))),
        GameText((SENPU,), (End("China"), End("China"))),
    ],
    ids=repr,
)
def test_incompatible_lines_are_rejected(game: GameText) -> None:
    with pytest.raises(NotationError):
        format_game(game)


@pytest.mark.parametrize(
    "lines",
    [
        (EmptyLine(), EmptyLine(), PASS, EmptyLine()),
        (Machine("a", ("",)), Machine("b", ("", "row")), PASS),
        (Machine("a", ("x", "End: no")), EmptyLine(), Machine("b", ("{",))),
        (End(""), EmptyLine(), Machine("a", ("x",)), Play((Comment("r"),), None, "0123abcd")),
        (Play((), 0), Play((), None, "0123abcd")),
        (Play((Word("go"), Word("go", ("1", "D", "#05")), Actor("J"), Word("go"))),),
    ],
)
def test_neighbours_do_not_change_how_a_line_is_read(lines: tuple[Line, ...]) -> None:
    game = GameText((SENPU,), lines)
    assert read_text(format_game(game)) == (game, [])


@given(st.lists(st.sampled_from(["!x", "i3>D", "(", "c1", "&", "]"]), max_size=60))
def test_no_fault_of_a_line_is_lost_to_the_count(pieces: list[str]) -> None:
    """Each piece is checked separately, so a line has the faults of its parts."""
    text = " ".join(pieces)
    _, faults = parse_line(1, text)
    alone = sum(len(parse_line(1, piece)[1]) for piece in pieces if piece != "&")
    reported = [fault for fault in faults if fault.id != "moreFaults"]
    rest = [int(str(f.message.fields["n"])) for f in faults if f.id == "moreFaults"]
    bad = [f for f in reported if f.id == "badAgain"]
    assert len(reported) <= MOST
    if "&" not in pieces:
        assert len(reported) + sum(rest) == alone
        assert not bad
    assert bool(rest) == (len(faults) == MOST + 1)


def test_items_of_a_line_keep_their_order() -> None:
    items: tuple[Item, ...] = (Actor("J"), Word("pass"), Comment("a"), Roll((5,)), Actor("C"))
    assert format_line(Play(items, 2)) == "T2 J: pass {a} [5] C:"
