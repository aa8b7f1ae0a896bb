"""`senpu note`: writing notes to the notes file of a log."""

import json
from pathlib import Path

import pytest

from tests.command.conftest import NOON, Run
from tests.command.notes_reader import ident, notes

pytestmark = pytest.mark.usefixtures("anna")


# ---- adding ---------------------------------------------------------------------------------


def test_a_comment_is_next_to_the_log(run: Run, fought: Path) -> None:
    before = fought.read_bytes()
    answer = run("note", fought, "--at", 6, " Bold, and early ")
    assert answer.status == 0
    assert answer.out.startswith("game.notes.toml: notes: 1\n    6  ")
    assert answer.out.endswith("  {Bold, and early}  (Anna, 2026-11-27)\n")
    (note,) = notes(fought)
    digest = note.pop("digest")
    assert len(digest) == 16
    assert note == {"event": 6, "comment": "Bold, and early", "author": "Anna", "time": NOON}
    assert fought.read_bytes() == before


def test_everything_may_be_noted_at_once_and_several_times(run: Run, fought: Path) -> None:
    answer = run(
        "note", fought, "--glyph", "!?", "--arrow", "B>D", "--arrow", "D>E", "so", "--at", "6",
        "--highlight", "D+E", "--bookmark", "Here", "--date", "1937-10-27", "--source", "a diary",
        "--variation", "C: pass", "--variation", "C: c2>E", "--author", "Bo",
    )  # fmt: skip
    assert answer.status == 0
    kinds = [next(k for k in note if k not in ("event", "digest")) for note in notes(fought)]
    assert kinds == [
        "glyph", "comment", "arrow", "arrow", "highlight", "bookmark", "date",
        "variation", "variation",
    ]  # fmt: skip
    assert {note["author"] for note in notes(fought)} == {"Bo"}
    assert notes(fought)[6]["source"] == "a diary"


@pytest.mark.parametrize(("at", "event"), [("start", 0), ("T1", 5), ("T1.C", 7), ("end", 9)])
def test_positions_are_named_as_everywhere(run: Run, fought: Path, at: str, event: int) -> None:
    assert run("note", fought, "--at", at, "so").status == 0
    assert [note["event"] for note in notes(fought)] == [event]


def test_comments_are_read_from_standard_input_one_a_row(run: Run, fought: Path) -> None:
    typed = "一月二十八日\r\n\n cafe\N{COMBINING ACUTE ACCENT}\n".encode()
    assert run("note", fought, "--at", 6, "-", stdin=typed).status == 0
    assert [note["comment"] for note in notes(fought)] == ["一月二十八日", "café"]


@pytest.mark.parametrize(("given", "author"), [("Bo", "Bo"), ("", ""), (None, "system")])
def test_an_author_is_who_is_given_or_who_one_is(
    run: Run, fought: Path, given: str | None, author: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SENPU_AUTHOR")
    monkeypatch.setattr("getpass.getuser", lambda: "system")
    words = () if given is None else ("--author", given)
    assert run("note", fought, "--at", 6, "so", *words).status == 0
    assert notes(fought)[0].get("author", "") == author


def test_time_is_reported_in_utc(run: Run, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from senpu.logs.dates import current_time

    monkeypatch.setattr("senpu.tui.commands.notes.current_time", current_time)
    assert run("note", log, "--at", 5, "so").status == 0
    assert notes(log)[0]["time"].endswith("Z")


# ---- variations --------------------------------------------------------------------------


def test_a_line_is_checked_completed_and_taken_apart(run: Run, fought: Path) -> None:
    words = "i4+i3*C.k1 {by surprise} [6 5] ( [1 1] {a miss} !? )"
    assert run("note", fought, "--at", 5, "--variation", words).status == 0
    (line,) = notes(fought)
    assert line["variation"] == "J: i3+i4*C.k1 [6 5] C: k1<E"
    assert [note.get("comment", note.get("variation")) for note in line["note"]] == [
        "by surprise", "[1 1]"
    ]  # fmt: skip
    assert [note.get("glyph") for note in line["note"][1]["note"]] == [None, "!?"]


def test_a_line_that_the_rules_forbid_is_rejected_as_append_does(run: Run, fought: Path) -> None:
    answer = run(
        "note", fought, "--at", 5, "so", "--variation", "J: i3+i4>D C: k1*B.g2 [6 5] J: i3>C"
    )
    assert answer.status == 1
    assert answer.out == ""
    rows = answer.err.splitlines()
    assert rows[0].startswith("rejected: i3>C: ")
    assert "(rule " in rows[0]
    assert rows[1] == "  (after J: i3+i4>D C: k1*B.g2 [6 5] J: g2<A)"
    assert rows[2].startswith("  Japan may move or attack, or pass")
    assert rows[3].startswith("  legal alternatives: ")
    assert rows[4] == "nothing was written"
    assert notes(fought) == []


def test_a_rejection_speaks_japanese(run: Run, fought: Path) -> None:
    answer = run("note", fought, "--at", 5, "--variation", "J: i3+i4>E", "--lang", "ja")
    assert answer.err.startswith("ルール違反：i3+i4>E：EとBは角で接しているだけ")
    assert "ファイルは変更していません" in answer.err


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("J: i3->D", "badToken"),
        ("J: pass {open", "unterminatedRemark"),
        ("C: pass", "wrongActor"),
        ("undo", "cannot undo events"),
        ("J: resign pass", "gameOver"),
        ("[1 1]", "rejected"),
        ("J: pass ( C: pass )", "wrongActor"),
    ],
)
def test_nothing_is_written_of_a_line_that_cannot_be(
    run: Run, fought: Path, line: str, why: str
) -> None:
    answer = run("note", fought, "--at", 5, "--variation", line)
    assert answer.status == 1
    assert why in answer.err
    assert "nothing was written" in answer.err
    assert notes(fought) == []


def test_notes_and_lines_are_added_inside_a_line(run: Run, fought: Path) -> None:
    run("note", fought, "--at", 5, "--variation", "J: i3*D.x1 [6 5]")
    first = ident(run, fought, "J: i3*D.x1 [6 5]")
    assert run("note", fought, "--in", first[:6], "--at", 1, "risky", "--glyph", "?!").status == 0
    first = ident(run, fought, "J: i3*D.x1 [6 5]")
    assert run("note", fought, "--in", first, "--at", "1", "--variation", "[1 1]").status == 0
    second = ident(run, fought, "[1 1]")
    answer = run("note", fought, "--in", second, "--at", "end", "so be it", "--author", "Bo")
    assert answer.out.endswith("{so be it}  (Bo, 2026-11-27)\n")
    (line,) = notes(fought)
    assert [note["event"] for note in line["note"]] == [1, 1, 1]
    assert line["note"][2]["note"][0] == {
        "event": 1, "comment": "so be it", "author": "Bo", "time": NOON
    }  # fmt: skip
    assert run("note", fought, "--in", second, "--at", 1, "--variation", "C: c2>E").status == 0
    answer = run("note", fought, "--in", second, "--at", 1, "--variation", "C: c2>A")
    assert (answer.status, "(rule " in answer.err) == (1, True)


# ---- what is used wrongly -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("so",), "--at POS is missing"),
        (("--at", "99", "so"), "no event 99; the log has the positions 0 (start) to 9"),
        (("--at", "6", " "), "the comment is empty"),
        (("--at", "6", "a\nb"), "is one line"),
        (("--at", "6", "--glyph", "!!!"), "is not a glyph"),
        (("--at", "0", "--glyph", "!"), "there is no event before it"),
        (("--at", "6", "--arrow", "A>Q"), "the map has no place Q"),
        (("--at", "6", "--highlight", "a"), "is not a list of different places such as D+E"),
        (("--at", "6", "--bookmark", ""), '--bookmark: "": expected a value'),
        (("--at", "6", "--date", "soon"), "is not a date: expected a date such as 1904"),
        (("--at", "6", "--date", "1937-02-30"), "is not a date: 1937-02 has 28 days, not 30"),
        (("--at", "6", "--date", "1937-13-01"), "months are 01 to 12, not 13"),
        (("--at", "6", "--date", "1937-11/1937-10"), "the interval ends before it begins"),
        (("--at", "6", "--date", "1937-10-27T25:00"), "hours are 00 to 23, not 25"),
        (("--at", "6", "--date", "1937-10-27T23:60"), "minutes are 00 to 59, not 60"),
        (("--at", "6", "--date", "0000"), "years are 0001 to 9999, not 0000"),
        (("--at", "6", "--source", "x"), "--source requires --date"),
        (("--at", "6", "--variation", "T1 J: pass"), "remove the turn mark"),
        (("--at", "5", "--variation", "J:"), "at least one event"),
        (("--at", "5", "--variation", "J: pass {%what}"), "is not a mark"),
        (("--in", "zz", "--at", "1", "so"), "zz: there is no note with this id"),
        (("--remove", "zz"), "zz: there is no note with this id"),
        (("--remove", "zz", "--at", "6", "so"), "--remove and a new note cannot be combined"),
        (("--import", "none.senpu"), "none.senpu"),
        (("--at", "6", "so", "more"), "unknown arguments: more"),
    ],
)
def test_what_is_used_wrongly_is_reported(
    run: Run, fought: Path, words: tuple[str, ...], why: str
) -> None:
    answer = run("note", fought, *words)
    assert answer.status == 2
    assert why in answer.err
    assert notes(fought) == []


def test_a_position_inside_a_line_is_one_of_its_events(run: Run, fought: Path) -> None:
    run("note", fought, "--at", 5, "--variation", "J: pass")
    line = ident(run, fought, "J: pass")
    for at in ("2", "T1", "-1", "9" * 40):
        answer = run("note", fought, "--in", line, f"--at={at}", "so")
        assert answer.status == 2
        assert "a position in this variation is 0 to 1, start or end" in answer.err


def test_a_file_that_cannot_be_read_is_not_written_over(run: Run, fought: Path) -> None:
    path = fought.with_name("game.notes.toml")
    path.write_text("senpu-notes = 1\nnote = [\n", "utf-8")
    before = path.read_bytes()
    for words in (("--at", "6", "so"), (), ("--remove", "a")):
        answer = run("note", fought, *words)
        assert answer.status == 2
        assert "notesUnreadable" in answer.err
    answer = run("show", fought)
    assert answer.status == 1
    assert "notesUnreadable" in answer.err
    assert "Japan may move or attack, or pass" in answer.out
    assert path.read_bytes() == before


# ---- texts of something else ------------------------------------------------------------------

HEAD = "Senpu: 1\nGame: {}\nRules: 1\nData: {}\n\n{{hello}}\n"


def text_for(fought: Path, rest: str, game: str = "800/bonsai-2021") -> Path:
    """A text in the folder of the log, with its data."""
    data = fought.read_text("utf-8").partition("Data: ")[2].partition("\n")[0]
    path = fought.with_name("text.senpu")
    path.write_text(HEAD.format(game, data) + rest, "utf-8")
    return path


@pytest.mark.parametrize(
    ("rest", "game", "why"),
    [
        ("C: x1+c1+c2@C c3+k1@D\n", "800/bonsai-2021", "noteMisfit: event 1 is x1+c1+c2@C"),
        ("", "800/battles-2011", "noteMisfit: Game is 800/battles-2011"),
    ],
)
def test_a_text_of_another_game_is_not_taken_over(
    run: Run, fought: Path, rest: str, game: str, why: str
) -> None:
    answer = run("note", fought, "--import", text_for(fought, rest, game))
    assert (answer.status, answer.out) == (1, "")
    assert "noteMisfit" in answer.err
    assert why in answer.err
    assert notes(fought) == []


def test_a_text_that_ends_earlier_than_the_log_is_one_of_it(run: Run, fought: Path) -> None:
    text = text_for(fought, "C: x1+c1@D\n")
    output = run("note", fought, "--import", text).out
    assert output == "game.notes.toml: 1 note added, 0 exist already\n"
    output = run("note", fought, "--import", text).out
    assert output == "game.notes.toml: 0 notes added, 1 exists already\n"


# ---- listing, removing ----------------------------------------------------------------------


def test_notes_are_listed_all_or_at_a_position(run: Run, fought: Path) -> None:
    assert run("note", fought).out == "game.notes.toml: notes: 0\n"
    run("note", fought, "--at", 6, "a", "--variation", "C: pass {b}")
    run("note", fought, "--at", 0, "c")
    every = run("note", fought).out.splitlines()
    assert every[0] == "game.notes.toml: notes: 4"
    assert [row.split("  (Anna")[0].split(maxsplit=2)[2] for row in every[1:]] == [
        "{c}", "{a}", "( C: pass )", "{b}"
    ]  # fmt: skip
    assert len(run("note", fought, "--at", 6).out.splitlines()) == 4
    assert len(run("note", fought, "--at", 7).out.splitlines()) == 1
    line = ident(run, fought, "C: pass")
    assert "{b}" in run("note", fought, "--in", line).out
    assert "{b}" not in run("note", fought, "--in", line, "--at", 0).out


def test_what_was_added_is_reported_as_json(run: Run, fought: Path) -> None:
    run("note", fought, "--at", 0, "a")
    answer = json.loads(run("note", fought, "--at", 6, "b", "--json").out)
    assert [note["text"] for note in answer["notes"]] == ["b"]
    assert answer["notes"][0]["author"] == "Anna"


def test_notes_are_taken_out_with_what_is_inside_them(run: Run, fought: Path) -> None:
    run("note", fought, "--at", 6, "a", "--variation", "C: pass {b}")
    inner, line = ident(run, fought, "b"), ident(run, fought, "C: pass")
    answer = run("note", fought, "--remove", inner[:8])
    assert answer.out == "game.notes.toml: 1 of 3 notes removed\n"
    assert run("note", fought, "--remove", line, "--remove", ident(run, fought, "a")).status == 0
    assert notes(fought) == []
