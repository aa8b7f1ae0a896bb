"""A file of another format in place of a log is named, with the file that is expected."""

from pathlib import Path

import pytest

from senpu.logs.record import LIBRARY
from senpu.notation.other_formats import BYTES, ROWS
from tests.command.conftest import Run

TEXTS = {
    "study": ("# A study: chapters\nsenpu-study = 1\n", "this is a study"),
    "repertoire": ("senpu-repertoire = 1\n", "this is a repertoire"),
    "notesOf": ("# Notes to sihang.senpu. Unknown keys\n", "these are the notes of sihang.senpu"),
    "notes": ("senpu-notes = 1\n", "these are the notes of a log"),
    "data": ("senpu-data = 1\n", "name it with --data"),
    "page": ("<!DOCTYPE html>\n<p>é\tC: x</p>\n", "this is a web page"),
    "picture": ('<svg xmlns="x">\n', "this is a picture"),
    "post": ("[b]800[/b]\n", "this is a text for a forum"),
    "key": ("ed25519 AAAA\n", "this is a key"),
    "sheet": ("senpu-hand/1 00\n", "this is a sheet of cards"),
    "json": ('{\n  "game": 1\n}\n', "this is JSON"),
    "position": ("turn: 3; next: chance initiative; B: i1\n", 'begin it with "Senpu 1"'),
    "report": ("# 800: Eight Hundred\n", "this is a Markdown or TOML text"),
}


@pytest.mark.parametrize("key", [key for key, _ in ROWS])
def test_a_text_of_another_format_is_one_error_and_named(run: Run, folder: Path, key: str) -> None:
    content, text = TEXTS[key]
    path = folder / "other.senpu"
    path.write_text(content + "no line of a log (\n" * 9, "utf-8")
    for language in ("en", "ja"):
        for command in ("verify", "show", "fmt", *["view"] * (key != "study")):
            answer = run(command, path, "--lang", language)
            assert answer.status != 0
            assert (text in answer.out + answer.err) is (language == "en")
            found = (answer.out + answer.err).count("other.senpu:")
            assert key in ("post", "report") or found <= 3  # the fault, the verdict


@pytest.mark.parametrize(("name", "start"), BYTES)
@pytest.mark.parametrize(
    "command", ["verify", "view", "review", "openings show", "repertoire list"]
)
def test_a_file_that_is_not_text_is_named_by_all_readers(
    run: Run, folder: Path, name: str, start: bytes, command: str
) -> None:
    path = folder / "other"
    path.write_bytes(start + bytes(range(256)))
    words = (LIBRARY / "800/learn.senpu", path) if command == "openings show" else (path,)
    answer = run(*command.split(), *words)
    assert answer.status == 2
    assert f"{path.name}: it is " in answer.err
    assert {"sqlite": "SQLite", "gzip": "gzip"}.get(name, name.upper()) in answer.err
