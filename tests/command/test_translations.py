"""Notes and comments in the language of the reader."""

import json
from pathlib import Path

import pytest

from tests.command.conftest import Run
from tests.command.notes_reader import ident, notes

pytestmark = pytest.mark.usefixtures("anna")

ORIGINALS = ("Of the log", "A comment", "A bookmark", "A diary")
JAPANESE = ("ログのコメント", "メモのコメント", "ブックマークの名前", "ある日記")


@pytest.fixture
def translated(run: Run, fought: Path) -> Path:
    """A log with a comment, and notes on it, all in two languages."""
    text = fought.read_text("utf-8")
    assert text.count("i3+i4>D") == 1
    fought.write_text(text.replace("i3+i4>D", "i3+i4>D {Of the log}"), "utf-8")
    assert run("note", fought, "--at", 6, "A comment", "--bookmark", "A bookmark").status == 0
    added = run("note", fought, "--at", 6, "--date", "1937-10-27", "--source", "A diary")
    assert added.status == 0
    names = "6:1", *(ident(run, fought, each) for each in (*ORIGINALS[1:3], "1937-10-27"))
    for name, japanese in zip(names, JAPANESE, strict=True):
        answer = run("note", fought, "--translate", name, "ja", japanese)
        assert (answer.status, answer.err) == (0, "")
    assert len(notes(fought)) == 4
    return fought


@pytest.mark.parametrize(
    ("command", "texts"),
    [
        ("show --at 6", slice(4)), ("view", slice(4)), ("export --to md", slice(4)),
        ("export --to bbcode", slice(4)), ("export --to svg --at 6", slice(2)),
        ("export --to json", slice(4)), ("note", slice(1, 4)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "ja"])
def test_readers_choose_by_language(
    run: Run, translated: Path, command: str, texts: slice, language: str
) -> None:
    name, *options = command.split()
    answer = run(name, translated, *options, "--lang", language)
    assert answer.status == 0
    shown, hidden = (ORIGINALS, JAPANESE) if language == "en" else (JAPANESE, ORIGINALS)
    assert [each for each in shown[texts] if each not in answer.out] == []
    if "json" not in command:  # where a note also has its translations
        assert [each for each in hidden[texts] if each in answer.out] == []


def test_a_page_has_each_text_in_both_languages_once(run: Run, translated: Path) -> None:
    page = run("export", translated, "--to", "html").out
    for english, japanese in zip(ORIGINALS, JAPANESE, strict=True):
        both = f'<span lang="en">{english}</span><span lang="ja">{japanese}</span>'
        assert page.count(both) == 1 + (english == "A bookmark")  # also in the list of bookmarks


def test_a_text_with_its_notes_keeps_the_languages(run: Run, translated: Path) -> None:
    text = run("export", translated, "--to", "senpu", "--lang", "en").out
    assert "{%translates 1 ja ログのコメント}" in text
    before = notes(translated)
    translated.with_name("game.notes.toml").unlink()
    Path("text.senpu").write_text(text, "utf-8")
    assert run("note", translated, "--import", "text.senpu").status == 0
    assert notes(translated) == before


@pytest.mark.parametrize(
    ("name", "language", "text", "why"),
    [
        ("6:2", "ja", "so", "6:2: the log has 1 comment on event 6"),
        ("6:1", "Japanese", "so", 'translations: "Japanese" is not a language tag'),
        ("6:1", "ja", " ", "the comment is empty"),
        ("ffffffff", "ja", "so", "ffffffff: there is no note with this id"),
    ],
)
def test_a_translation_that_is_invalid_changes_nothing(
    run: Run, translated: Path, name: str, language: str, text: str, why: str
) -> None:
    before = notes(translated)
    answer = run("note", translated, "--translate", name, language, text)
    assert answer.status != 0
    assert why in answer.err
    assert notes(translated) == before


@pytest.mark.parametrize(("language", "is_shown"), [("ja", True), ("en", True), ("jp", False)])
def test_the_stored_text_is_printed_and_a_language_without_readers_is_reported(
    run: Run, fought: Path, language: str, is_shown: bool
) -> None:
    assert run("note", fought, "--at", 5, "Held.").status == 0
    (ident,) = (each["id"] for each in json.loads(run("note", fought, "--json").out)["notes"])
    answer = run("note", fought, "--translate", ident, language, "Gehalten.")
    assert answer.status == 0
    assert "Gehalten." in answer.out
    assert ("has no language jp, only en, ja" in " ".join(answer.err.split())) is not is_shown
