"""The reader on whole texts, beyond the table of faults."""

import pytest

from senpu.notation import lexer
from senpu.notation.encoding import LONGEST
from senpu.notation.events import Move, Word
from senpu.notation.faults import Fault
from senpu.notation.lines import Actor, Comment, EmptyLine, End, GameText, Header, Machine, Play
from senpu.notation.play import parse_line
from senpu.notation.reader import NumberedLine, read_lines, read_text, split_rows

TOP = "Senpu: 1\nGame: 800/bonsai-2021\n\n"
HEADERS = (Header("Senpu", "1"), Header("Game", "800/bonsai-2021"))
PASS = Play((Actor("J"), Word("pass")))


def ids(text: str | bytes) -> list[str]:
    """Return the ids of the faults of a text, in order."""
    return [fault.id for fault in read_text(text)[1]]


@pytest.mark.parametrize(
    "text",
    [
        TOP + "J: pass\n",
        "\ufeff" + TOP + "J: pass\n",
        (TOP + "J: pass\n").replace("\n", "\r\n"),
        TOP.replace("\n\n", "\n") + "J: pass\n",
        "\n\n" + TOP + "J: pass\n",
        "Hello!\n\n" + TOP + "J: pass\n",
        TOP + "J:\tpass\n",
        TOP + "J: pass\n" + TOP + "J: i3>D\n",
        TOP + "J: pass\nJ: i3",
    ],
    ids=[
        "valid", "byte-order mark", "CR LF", "no empty line", "empty lines above",
        "a greeting above",        "a tab", "a second game", "an incomplete line",
    ],
)  # fmt: skip
def test_the_game_is_found_in_a_text_with_faults(text: str) -> None:
    game, _ = read_text(text)
    assert game.headers == HEADERS
    assert game.lines == (PASS,)


def test_a_line_of_nul_bytes_and_play_is_reported_as_both() -> None:
    assert ids(TOP + "\0J: pass\n") == ["nulByte", "indentedLine"]


def test_a_line_with_a_fault_does_not_count() -> None:
    game, faults = read_text(TOP + "J: i3>D i4->D\nJ: pass\n")
    assert game.lines == (PASS,)
    assert [(fault.line, fault.column) for fault in faults] == [(4, 9)]


def test_empty_lines_above_the_header_are_no_lines_of_the_game() -> None:
    game, faults = read_text("Subject: our game\n\n\n\n" + TOP + "\nJ: pass\n")
    assert game == GameText((Header("Subject", "our game"), *HEADERS), (EmptyLine(), PASS))
    assert [fault.id for fault in faults] == ["headerMissing"]


def test_nothing_of_a_second_game_is_stitched_to_the_first() -> None:
    game, faults = read_text(TOP + "J: pass\n" + TOP + "J: i3>D\n")
    assert game == GameText(HEADERS, (PASS,))
    assert [fault.id for fault in faults] == ["secondGame"]


def test_an_incomplete_line_does_not_count_even_if_it_could_be_read() -> None:
    game, faults = read_text(TOP + "J: pass\nJ: i3>D")
    assert game.lines == (PASS,)
    assert [fault.id for fault in faults] == ["tornTail"]


def test_play_in_a_comment_is_not_play() -> None:
    line, faults = parse_line(1, "J: pass {J: i3>D [5 4] ( T3}")
    assert (line.items[-1], faults) == (Comment("J: i3>D [5 4] ( T3"), [])


def test_a_machine_line_goes_on_until_a_row_that_is_not_indented() -> None:
    game, faults = read_text(TOP + "%seal japan\n  one\n two\nJ: pass\n")
    assert game.lines == (Machine("seal", ("japan", "one", "two")), PASS)
    assert faults == []


def test_a_row_of_blanks_ends_a_machine_line() -> None:
    assert ids(TOP + "%seal japan\n   \n  one\n")[0] == "indentedLine"


def test_faults_in_the_rows_of_a_machine_line_come_after_it() -> None:
    found: list[NumberedLine] = list(
        read_lines(split_rows((TOP + "%seal\n  a\0b\nJ: pass\n").encode()))
    )
    below = [(n, line.id if isinstance(line, Fault) else type(line).__name__) for n, line in found]
    assert below[3:] == [(4, "Machine"), (5, "nulByte"), (6, "Play")]


def test_below_the_end_are_only_seals_and_comments() -> None:
    game, faults = read_text(TOP + "End: China\n{well played}\n%seal\n")
    assert game.lines == (End("China"), Play((Comment("well played"),)), Machine("seal", ("",)))
    assert faults == []
    assert ids(TOP + "End: China\nT3 {a turn}\nJ:\n|\n") == ["afterEnd"] * 3


def test_the_longest_line_is_read_and_one_byte_more_is_not() -> None:
    room = LONGEST - len("{}\n")
    assert ids(TOP + "{" + "x" * room + "}\n") == []
    assert ids(TOP + "{" + "x" * (room + 1) + "}\n") == ["lineTooLong"]


def test_a_line_is_read_while_the_next_one_is_not_there_yet() -> None:
    rows = iter([b"Senpu: 1\n", b"\n", b"J: pass\n", b"never asked for"])
    found = read_lines(rows)
    for _ in range(3):
        last = next(found)
    assert last == (3, PASS)
    assert next(rows) == b"never asked for"


def test_lone_surrogates_are_a_fault_and_no_exception() -> None:
    assert ids(TOP + "J: pass {\ud800}\n") == ["notUtf8"]
    assert [fault.id for fault in parse_line(1, "J: pass {\udfff}")[1]] == ["notUtf8"]


def test_what_is_typed_is_checked_as_a_file_is() -> None:
    assert [fault.id for fault in parse_line(1, "{e\N{COMBINING ACUTE ACCENT}}")[1]] == ["notNfc"]
    assert [fault.id for fault in parse_line(1, "{one\ntwo}")[1]] == ["controlCharacter"]


def test_tokens_of_a_line_do_not_depend_on_what_was_read_before() -> None:
    first = parse_line(1, "J: zz9>Zzz grab zz9 & zz9>Zzz ~0123abcd")
    assert parse_line(1, "J: zz9>Zzz grab zz9 & zz9>Zzz ~0123abcd") == first
    assert first[0].items[1] == Move(("zz9",), ("Zzz",))
    assert first[0].tag == "0123abcd"


def test_rows_are_split_at_line_feeds_alone() -> None:
    assert split_rows(b"a\rb\r\n\x0b\x0c\x85\n\nc") == [b"a\rb\r\n", b"\x0b\x0c\x85\n", b"\n", b"c"]
    assert split_rows(b"") == []
    assert b"".join(split_rows(b"\n\n\r")) == b"\n\n\r"


def test_play_below_what_is_no_header_is_a_game_of_its_own() -> None:
    parse_line(1, "J: pass")  # So that its tokens are known, and the quick way is taken.
    assert ids("Subject: our game\n\nJ: pass\n" + TOP) == ["headerMissing", "secondGame"]


def test_what_is_kept_of_tokens_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexer, "KEPT", 100)
    for number in range(1000):
        line, faults = parse_line(1, f"T{number} zz{number}>Zz take zz{number} zz{number}*Zz")
        assert (len(line.items), faults) == (3, [])
    assert len(lexer.phrases) <= 100
    assert len(lexer.turns) <= 100
