"""`spec/en/reference/notes.md`: its file fits its log, and the export is its text."""

import re
from pathlib import Path

from senpu.logs.marks import MARKS
from senpu.logs.notes import TRANSLATES
from senpu.logs.notes_file import load_notes
from senpu.logs.record import record_from
from senpu.notation.reader import read_text
from senpu.replay.annotation.annotated_text import (
    find_own_segments,
    read_annotated_text,
    render_annotated_text,
)
from senpu.replay.annotation.annotations import Annotations
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.spec.loader import SPEC

PAGE = (SPEC / "en/reference/notes.md").read_text("utf-8")
(FILE,) = re.findall(r"```toml notes\n(.*?)```", PAGE, re.DOTALL)
(TEXT,) = re.findall(r"```senpu annotated\n(.*?)```", PAGE, re.DOTALL)
(LOG,) = re.findall(r"```senpu log\n(.*?)```", PAGE, re.DOTALL)


def test_the_file_fits_the_log_and_comes_out_as_the_text(tmp_path: Path) -> None:
    path = tmp_path / "game.notes.toml"
    path.write_text(FILE, "utf-8")
    notes = load_notes(path)
    timeline = open_timeline(record_from(LOG))
    found = Annotations(timeline, notes)
    assert [fault.message for fault in found.faults] == []
    text = "".join(f"{row}\n" for row in render_annotated_text(timeline, found, record_from(LOG)))
    assert text == TEXT


def test_the_text_gives_the_notes_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.notes.toml"
    path.write_text(FILE, "utf-8")
    back = read_annotated_text(record_from(TEXT), find_own_segments(read_text(LOG)[0].lines))
    assert sorted(back.notes, key=repr) == sorted(load_notes(path).notes, key=repr)


def test_every_fault_and_mark_is_on_the_page() -> None:
    page = (SPEC / "en/reference/faults.md").read_text("utf-8")
    faults = re.findall(r"^\| `(note\w+)` \|", page, re.M)
    assert set(re.findall(r"`(notes?[A-Z]\w+)`", PAGE)) == set(faults)
    assert set(re.findall(r"^\| `\{%(\w+)", PAGE, re.M)) == {
        *MARKS,
        "by",
        "conjecture",
        "in",
        "then",
        TRANSLATES,
    }
