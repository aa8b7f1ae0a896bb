"""The notes file: its content survives, each error has a place, and nothing is lost."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from senpu.logs.journal import JournalError
from senpu.logs.notes import DEEPEST, Notes, StoredNote
from senpu.logs.notes_file import NotesFileError, edit_notes, format_notes, load_notes, notes_path
from tests.games.laws import sized
from tests.logs.failing import full
from tests.notation.generated import printable

DIGEST = "0123456789abcdef"
HEAD = 'senpu-notes = 1\ngame = "pendulum/toy"\n'
ENTRY = f'\n[[note]]\nevent = 3\ndigest = "{DIGEST}"\n'
TRANSLATED = f'{HEAD}{ENTRY}comment = "a"\ntranslations = '


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.notes.toml"


def parsed(path: Path, text: str) -> Notes:
    path.write_text(text, "utf-8", newline="")
    return load_notes(path)


def fault(path: Path, text: str) -> str:
    """Return the fault of a file, in a row."""
    with pytest.raises(NotesFileError) as caught:
        parsed(path, text)
    found = caught.value.fault
    assert str(path) in str(caught.value)
    return f"{found.id} {found.line}:{found.column} {found.message}"


# ---- next to the log ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("log", "notes"),
    [("game.senpu", "game.notes.toml"), ("a.b.senpu", "a.b.notes.toml"), ("x", "x.notes.toml")],
)
def test_the_file_is_next_to_the_log(tmp_path: Path, log: str, notes: str) -> None:
    assert notes_path(tmp_path / log) == tmp_path / notes


def test_two_names_of_a_log_have_the_same_notes(tmp_path: Path) -> None:
    (tmp_path / "game.senpu").write_text("")
    (tmp_path / "link.senpu").symlink_to(tmp_path / "game.senpu")
    assert notes_path(tmp_path / "link.senpu") == tmp_path / "game.notes.toml"


# ---- reading and writing --------------------------------------------------------------------


def test_no_file_is_no_notes(path: Path) -> None:
    assert load_notes(path) == Notes()


def test_a_file_typed_by_hand_is_read(path: Path) -> None:
    notes = parsed(
        path,
        f"""# mine
senpu-notes = 1
[[note]]
event = 3
digest = "{DIGEST}"
date = 1904-05-01
source = "a book"
time = 2026-11-27T19:00:00+09:00
  [[ note ]]
event = 2
digest = "{DIGEST}"
variation = "J: pass"
  [[note.note]]
  event = 1
  comment = 'so'
""",
    )
    date, line = notes.notes
    assert (date.kind, date.text, date.source) == ("date", "1904-05-01", "a book")
    assert date.time == "2026-11-27T10:00:00Z"
    assert (line.kind, line.notes) == (
        "variation",
        (StoredNote(event=1, kind="comment", text="so"),),
    )
    assert sorted(notes.rows.values()) == [3, 9, 13]


@pytest.mark.parametrize(
    ("value", "text"),
    [("1904-05-01T04:30:00", "1904-05-01T04:30"), ("1904-05-01T04:30:20", ""),
     ("1904-05-01T04:30:00Z", ""), ("04:30:00", "")],
)  # fmt: skip
def test_a_local_time_of_toml_is_a_time_of_day(path: Path, value: str, text: str) -> None:
    rows = f'senpu-notes = 1\n[[note]]\nevent = 3\ndigest = "{DIGEST}"\ndate = {value}\n'
    if text:
        assert parsed(path, rows).notes[0].text == text
    else:
        with pytest.raises(NotesFileError):
            parsed(path, rows)


def test_carriage_returns_do_no_harm(path: Path) -> None:
    assert parsed(path, (HEAD + ENTRY + 'glyph = "!"\n').replace("\n", "\r\n")).notes


keys = st.from_regex(r"[a-z]{1,3}|[a-z]+ [\"'.]", fullmatch=True).filter(
    lambda key: key not in ("event", "note")
)
scalars = printable | st.integers(-(2**40), 2**40) | st.booleans() | st.dates() | st.floats(
    allow_nan=False
)  # fmt: skip
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=6,
)
others = st.dictionaries(keys, values, max_size=3)
comments = st.builds(
    StoredNote,
    event=st.integers(0, 9),
    kind=st.just("comment"),
    text=printable,
    author=printable.map(lambda text: text.strip(" ")),
    time=st.sampled_from(["", "2026-11-27T10:00:00Z"]),
    translations=st.dictionaries(st.sampled_from(["ja", "pt-BR"]), st.just("雨 }"), max_size=2),
    other=others,
)
unknown = st.builds(
    StoredNote,
    event=st.integers(0, 9),
    kind=st.just(""),
    other=others.filter(lambda other: bool(other)),
)
trees = st.recursive(
    comments | unknown,
    lambda inner: st.builds(
        StoredNote,
        event=st.integers(0, 9),
        kind=st.just("variation"),
        text=st.just("J: pass"),
        notes=st.lists(inner, max_size=3).map(tuple),
        other=others,
    ),
    max_leaves=5,
)
files = st.builds(
    Notes,
    game=printable,
    notes=st.lists(trees.map(lambda note: replace(note, digest=DIGEST)), max_size=4).map(tuple),
    other=others.filter(lambda other: "game" not in other),
)


@given(notes=files)
@settings(max_examples=sized(20, 200))
def test_what_is_written_is_read_again_unknown_keys_and_all(
    notes: Notes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.notes.toml"
    text = format_notes(notes, path)
    path.write_text(text, "utf-8", newline="")
    found = load_notes(path)
    assert (found.game, found.notes, found.other) == (notes.game, notes.notes, notes.other)
    assert format_notes(found, path) == text


def test_each_note_has_a_heading_of_its_own(path: Path) -> None:
    inner = StoredNote(event=1, kind="glyph", text="!")
    line = StoredNote(event=0, digest=DIGEST, kind="variation", text="J: pass", notes=(inner,))
    text = format_notes(Notes("pendulum/toy", (line,), {"mood": {"of": "day"}}), path)
    assert text == (
        "# Notes to game.senpu. Unknown keys are kept here; comments are not.\n"
        f'{HEAD}\n[[note]]\nevent = 0\ndigest = "{DIGEST}"\nvariation = "J: pass"\n'
        '\n[[note.note]]\nevent = 1\nglyph = "!"\n[mood]\nof = "day"\n'
    )


def test_unknown_keys_survive_a_change(path: Path) -> None:
    parsed(
        path,
        f'{HEAD}theme = "dark"\n{ENTRY}comment = "a"\nmood = 3\nsource = "no date"\n'
        f"[note.seen]\nby = [1, 2]\n{ENTRY}sound = 'bugle.ogg'\n[later]\nx = 1\n",
    )
    edit_notes(path, lambda notes: replace(notes, notes=notes.notes[::-1]))
    raw = tomllib.loads(path.read_text("utf-8"))
    assert (raw["theme"], raw["later"]) == ("dark", {"x": 1})
    assert raw["note"][0]["sound"] == "bugle.ogg"
    assert raw["note"][1] == {
        "event": 3, "digest": DIGEST, "comment": "a", "mood": 3, "source": "no date",
        "seen": {"by": [1, 2]},
    }  # fmt: skip


# ---- what is wrong is located ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "notesUnknown 1:0 the file does not begin with senpu-notes = 1"),
        ("senpu-notes = true\n", "notesUnknown 1:0 the file does not begin with senpu-notes = 1"),
        ("senpu-notes = 2\n", "notesUnknown 1:0 the file does not begin with senpu-notes = 1"),
        (f"{HEAD}\nnote = [", "notesUnreadable"),
        (f"{HEAD}x = \n", "notesUnreadable 3:5 not a TOML file: the value is missing or invalid"),
        (f"{HEAD}{HEAD}", "notesUnreadable 3:16 not a TOML file: a key or a table is given twice"),
        (f"{HEAD}x = {'[' * 9999}\n", "notesUnreadable 0:0 its tables are nested too deeply"),
        ("senpu-notes = 1\ngame = 3\n", "noteMalformed 0:0 game: the value is not a text"),
        (f"{HEAD}note = 3\n", "noteMalformed 0:0 the notes are not entries, each under [[note]]"),
        (f"{HEAD}{ENTRY}", "noteMalformed 4:0 note 1: the entry has none of comment, glyph, arrow"),
        (f'{HEAD}{ENTRY}glyph = "!"\n{ENTRY}glyph = "x"\n', "noteMalformed 9:0 note 2: glyph"),
        (f'{HEAD}{ENTRY}glyph = "!"\ncomment = "a"\n', "noteMalformed 4:0 note 1: a note has"),
        (f"{HEAD}{ENTRY}glyph = 3\n", "noteMalformed 4:0 note 1: glyph: the value is not a text"),
        (f'{HEAD}\n[[note]]\ncomment = "a"\n', "noteMalformed 4:0 note 1: event: the value is not"),
        (f'{HEAD}\n[[note]]\nevent = true\ncomment = "a"\n', "noteMalformed 4:0 note 1: event"),
        (f'{HEAD}\n[[note]]\nevent = -1\ncomment = "a"\n', "noteMalformed 4:0 note 1: event"),
        (f'{HEAD}\n[[note]]\nevent = 1\ncomment = "a"\n', "noteMalformed 4:0 note 1: digest"),
        (f'{HEAD}{ENTRY}comment = """a\nb"""\n', "noteMalformed 4:0 note 1: a text is one line"),
        (f'{HEAD}{ENTRY}comment = "a"\ntime = 2026-11-27\n', "noteMalformed 4:0 note 1: time"),
        (
            f'{HEAD}{ENTRY}variation = "pass"\n[[note.note]]\nevent = 1\nglyph = "x"\n',
            "noteMalformed 8:0 note 2: glyph",
        ),
        (
            f'{HEAD}{ENTRY}variation = "pass"\n[[note.note]]\nevent = 1\ndigest = "{DIGEST}"\n'
            'glyph = "!"\n',
            "noteMalformed 8:0 note 2: digest: a note inside a variation has no digest",
        ),
        (f'{HEAD}{ENTRY}variation = "pass"\nnote = 3\n', "noteMalformed 4:0 note 1: the notes are"),
        (f'{TRANSLATED}"so"\n', "noteMalformed 4:0 note 1: translations: the value is not"),
        (f"{TRANSLATED}{{ }}\n", "noteMalformed 4:0 note 1: translations: the value is not"),
        (f"{TRANSLATED}{{ ja = 3 }}\n", "noteMalformed 4:0 note 1: translations.ja: the value is"),
        (f'{TRANSLATED}{{ ja = "" }}\n', "noteMalformed 4:0 note 1: translations.ja: the text is"),
        (f'{TRANSLATED}{{ ja = """a\nb""" }}\n', "noteMalformed 4:0 note 1: a text is one line"),
        (f'{TRANSLATED}{{ Japan = "a" }}\n', 'noteMalformed 4:0 note 1: translations: "Japan" is'),
        (
            f'{HEAD}{ENTRY}glyph = "!"\ntranslations = {{ ja = "a" }}\n',
            "noteMalformed 4:0 note 1: translations: only a comment, a bookmark",
        ),
        (f"{HEAD}{ENTRY}translates = 1\n", "noteMalformed 4:0 note 1: translates: the entry has"),
        (f'{HEAD}{ENTRY}translates = "1"\n', 'noteMalformed 4:0 note 1: translates: "1" is not'),
        (f"{HEAD}{ENTRY}translates = 0\n", 'noteMalformed 4:0 note 1: translates: "0" is not the'),
        (
            f'{HEAD}{ENTRY}comment = "a"\ntranslates = 1\n',
            "noteMalformed 4:0 note 1: a note has either comment or translates",
        ),
        (
            f'{HEAD}{ENTRY}variation = "pass"\n[[note.note]]\nevent = 1\ntranslates = 1\n'
            'translations = { ja = "a" }\n',
            "noteMalformed 8:0 note 2: translates: the comments inside a variation are notes",
        ),
    ],
)  # fmt: skip
def test_errors_have_a_line_and_a_column(path: Path, text: str, message: str) -> None:
    assert fault(path, text).startswith(message)


def test_bytes_that_are_no_text_are_reported(path: Path) -> None:
    path.write_bytes(b"senpu-notes = 1\nx = '\xff'\n")
    with pytest.raises(NotesFileError, match="notesUnreadable"):
        load_notes(path)


def test_a_folder_in_its_place_is_reported(path: Path) -> None:
    path.mkdir()
    with pytest.raises(NotesFileError, match="notesUnreadable"):
        load_notes(path)


def test_variations_can_be_nested_up_to_a_depth(path: Path) -> None:
    def nested(depth: int) -> str:
        rows = [
            f"[[{'.'.join(['note'] * at)}]]\nevent = 0\nvariation = 'pass'\n"
            + ("" if at > 1 else f"digest = '{DIGEST}'\n")
            for at in range(1, depth + 1)
        ]
        return HEAD + "".join(rows)

    assert parsed(path, nested(DEEPEST)).notes
    assert "can be inside one another" in fault(path, nested(DEEPEST + 1))


# ---- nothing is lost ------------------------------------------------------------------------


def comment(text: str) -> StoredNote:
    return StoredNote(event=0, digest=DIGEST, kind="comment", text=text)


def test_a_failed_change_leaves_the_file_unchanged(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit_notes(path, lambda notes: replace(notes, notes=(comment("a"),)))
    before = path.read_bytes()

    def failing(notes: Notes) -> Notes:
        raise ValueError(notes.game)

    with pytest.raises(ValueError):  # noqa: PT011 - any error
        edit_notes(path, failing)
    assert path.read_bytes() == before

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(JournalError, match="no space"):
        edit_notes(path, lambda notes: replace(notes, notes=()))
    assert path.read_bytes() == before
    assert sorted(each.name for each in path.parent.iterdir()) == [path.name, f"{path.name}.lock"]


def test_nothing_is_written_where_nothing_changes(path: Path) -> None:
    edit_notes(path, lambda notes: notes)
    assert not path.exists()
    edit_notes(path, lambda notes: replace(notes, notes=(comment("a"),)))
    written_at = path.stat().st_mtime_ns
    edit_notes(path, lambda notes: replace(notes, notes=(comment("a"),)))
    assert path.stat().st_mtime_ns == written_at


ADDING = """
import sys
from pathlib import Path
from msgspec.structs import replace
from senpu.logs.notes import StoredNote
from senpu.logs.notes_file import edit_notes
for number in range(int(sys.argv[3])):
    note = StoredNote(event=0, digest="0" * 16, kind="comment", text=f"{sys.argv[2]} {number}")
    edit_notes(Path(sys.argv[1]), lambda notes: replace(notes, notes=(*notes.notes, note)))
    print(number, flush=True)
"""

DYING = """
import os
replaced = os.replace
def replace(source, target):
    if b"doomed" in open(source, "rb").read():
        os._exit(9)
    replaced(source, target)
os.replace = replace
"""


def started(code: str, *arguments: Any) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)], stdout=subprocess.PIPE, text=True
    )


def test_two_writers_lose_no_note(path: Path) -> None:
    writers = [started(ADDING, path, name, 25) for name in "ab"]
    for writer in writers:
        writer.communicate()
    found = [note.text for note in load_notes(path).notes]
    for name in "ab":
        assert [each for each in found if each[0] == name] == [f"{name} {n}" for n in range(25)]
    assert len(found) == 50


def test_an_end_between_writing_and_renaming_leaves_the_notes_as_they_were(path: Path) -> None:
    edit_notes(path, lambda notes: replace(notes, notes=(comment("a"),)))
    before = path.read_bytes()
    writer = started(DYING + ADDING, path, "doomed", 1)
    assert writer.communicate()[0] == ""
    assert writer.returncode == 9
    assert path.read_bytes() == before
    # The file that it left does no harm.
    edit_notes(path, lambda notes: replace(notes, notes=(*notes.notes, comment("b"))))
    assert [note.text for note in load_notes(path).notes] == ["a", "b"]
    assert sorted(each.name for each in path.parent.iterdir()) == [path.name, f"{path.name}.lock"]


@pytest.mark.slow
def test_killing_a_writer_loses_no_note_that_it_was_told_is_written(path: Path) -> None:
    for kill in range(10):
        path.unlink(missing_ok=True)
        with started(ADDING, path, "w", 100_000) as writer:
            assert writer.stdout
            lines = [writer.stdout.readline() for _ in range(kill + 1)]
            writer.kill()
            lines += writer.stdout.read().splitlines()
        found = [note.text for note in load_notes(path).notes]
        assert found == [f"w {n}" for n in range(len(found))]
        assert len(found) in (len(lines), len(lines) + 1)
