"""The catalogues: every language has every sentence, with the same fields."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from senpu.notation.messages import (
    LANGUAGES,
    MESSAGES,
    SOURCE,
    Catalogue,
    Message,
    is_table,
    program_catalogue,
)
from senpu.replay.core.registry import GAMES
from senpu.spec.loader import SPEC
from senpu.spec.texts import COMMON, find_differences, read_catalogue
from senpu.tui.commands.help import list_entries
from tests import strict

OTHERS = [language for language in LANGUAGES if language != SOURCE]
SHIPPED = sorted(game.folder for game in GAMES.values() if SPEC in Path(game.folder).parents)
FOLDERS = [MESSAGES, COMMON, *SHIPPED]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_sentence_with_its_fields(language: str, folder: Path) -> None:
    assert read_catalogue(folder, SOURCE)
    assert find_differences(folder, language) == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_name_topics_of_the_help_and_no_files_of_the_manual(
    language: str, folder: Path
) -> None:
    """An installed program has the pages as `senpu help TOPIC`; the reference links its pages."""
    for ident, sentence in read_catalogue(folder, language).items():
        if ident not in LINKS:
            assert not re.search(r"spec/|[a-z-]+\.md\b", str(sentence)), ident
        for topic in re.findall(r"senpu help ([a-z][a-z-]+)", str(sentence)):
            assert topic in list_entries(), ident


LINKS = {"pages.python_api_intro"}
"""Sentences of generated pages, which link other pages."""


def test_what_a_third_language_lacks_or_invents_is_listed(tmp_path: Path) -> None:
    for language, text in (
        (SOURCE, 'one = "{a} and {b}"\ntwo = "2"\n'),
        ("xx", 'one = "{a} {c}"\nthree = "3"\n'),
    ):
        (tmp_path / language).mkdir()
        (tmp_path / language / "words.toml").write_text(text)
    assert sorted(find_differences(tmp_path, "xx")) == [
        "words.one: the field b is not used",
        "words.one: there is no field c",
        "words.three: not in en",
        "words.two: missing",
    ]


def test_a_plural_form_is_selected_by_the_rule_of_the_language(tmp_path: Path) -> None:
    (tmp_path / "pl").mkdir()
    (tmp_path / "pl" / "language.toml").write_text(
        'plural = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"\n'
        'forms = ["one", "few", "other"]\ncomma = ", "\n'
    )
    (tmp_path / "pl" / "words.toml").write_text(
        'logs = { one = "{n} plik", few = "{n} pliki", other = "{n} plików" }\n'
    )
    render = Catalogue("pl", tmp_path).render
    found = [render("words.logs", {"n": n}) for n in (1, 3, 5, 22)]
    assert found == ["1 plik", "3 pliki", "5 plików", "22 pliki"]


def test_values_of_fields_become_texts() -> None:
    error = OSError(2, "raw text")
    for value, text in (
        ("a", "a"),
        (7, "7"),
        (Path("a/b"), "a/b"),
        (("x", 1), "x, 1"),
        (Message("plain.text", {"text": "inner"}), "inner"),
        ("bad\x1b[0m\udcff", "bad\ufffd[0m\ufffd"),
        (error, "no such file or folder"),
    ):
        assert str(Message("plain.text", {"text": value})) == text


class Token(msgspec.Struct):
    """A struct without a text."""

    text: str


class Record(NamedTuple):
    """A value without a text."""

    number: int


def test_a_field_is_never_a_value_without_a_text() -> None:
    values: tuple[Any, ...] = (
        {"a": 1},
        {1},
        None,
        True,
        Record(1),
        Token("a"),
        b"a",
        ("a", None),
        [{}],
    )
    for value in values:
        (found,) = strict.mistakes("plain.text", "{text}", {"text": value})
        assert found.startswith("plain.text: the field text is a ")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_has_only_plural_forms_of_its_language(language: str, folder: Path) -> None:
    """A table of sentences with the key `other` would be one."""
    forms = {"by", *program_catalogue(language).topic("language")["forms"]}
    for ident, sentence in read_catalogue(folder, language).items():
        assert isinstance(sentence, str) or sentence.keys() <= forms, ident


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_files_of_a_topic_have_the_same_id(language: str) -> None:
    for folder in (MESSAGES / language).iterdir():
        keys = [
            key
            for path in folder.glob("*.toml")
            for key in tomllib.loads(path.read_text("utf-8"))
        ]  # fmt: skip
        assert sorted(keys) == sorted(set(keys)), folder


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_id_is_in_one_file_only(language: str) -> None:
    found: dict[str, str] = {}
    for path in sorted((MESSAGES / language).glob("*/*.toml")):
        for ident in idents(tomllib.loads(path.read_text("utf-8"))):
            ident = f"{path.parent.name}.{ident}"
            assert ident not in found, f"{ident}: {found.get(ident)} and {path.name}"
            found[ident] = path.name


def idents(table: dict[str, Any], start: str = "") -> Iterator[str]:
    """Yield the ids of the sentences of a table."""
    for key, entry in table.items():
        yield from idents(entry, f"{start}{key}.") if is_table(entry) else [f"{start}{key}"]
