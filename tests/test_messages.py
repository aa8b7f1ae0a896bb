"""The catalogues: every language has every sentence, with the same fields."""

from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from senpu.notation.messages import LANGUAGES, MESSAGES, SOURCE, Catalogue, Message

OTHERS = [language for language in LANGUAGES if language != SOURCE]


def sentences(topic: dict[str, Any], start: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the sentences of a topic by id."""
    for key, value in topic.items():
        if isinstance(value, dict) and "other" not in value:
            yield from sentences(value, f"{start}{key}.")
        else:
            yield f"{start}{key}", value


def fields(sentence: Any) -> set[str]:
    """Return the names of the fields of a sentence."""
    texts = [sentence] if isinstance(sentence, str) else [
        text for form, text in sentence.items() if form != "by"
    ]  # fmt: skip
    found = {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}
    return found | ({sentence["by"]} if isinstance(sentence, dict) and "by" in sentence else set())


def all_sentences(language: str, folder: Path = MESSAGES) -> dict[str, Any]:
    """Return every sentence of a language, by topic and id."""
    files = Catalogue(folder, language)
    base = folder / language
    topics = {
        path.relative_to(base).parts[0].removesuffix(".toml") for path in base.rglob("*.toml")
    }
    return {
        f"{topic}.{ident}": sentence
        for topic in sorted(topics - {"language", "system"})
        for ident, sentence in sentences(files.topic(topic))
    }


def differences(language: str, folder: Path = MESSAGES) -> list[str]:
    """Return what a language lacks or invents, compared with English."""
    source, other = all_sentences(SOURCE, folder), all_sentences(language, folder)
    found = [f"{ident}: missing" for ident in source if ident not in other]
    found += [f"{ident}: not in {SOURCE}" for ident in other if ident not in source]
    for ident in source.keys() & other.keys():
        wanted, used = fields(source[ident]), fields(other[ident])
        found += [f"{ident}: the field {name} is not used" for name in sorted(wanted - used)]
        found += [f"{ident}: there is no field {name}" for name in sorted(used - wanted)]
    return found


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_sentence_with_its_fields(language: str) -> None:
    assert differences(language) == []


def test_what_a_third_language_lacks_or_invents_is_listed(tmp_path: Path) -> None:
    for language, text in (
        (SOURCE, 'one = "{a} and {b}"\ntwo = "2"\n'),
        ("xx", 'one = "{a} {c}"\nthree = "3"\n'),
    ):
        (tmp_path / language).mkdir()
        (tmp_path / language / "words.toml").write_text(text)
    assert sorted(differences("xx", tmp_path)) == [
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
    say = Catalogue(tmp_path, "pl").say
    found = [say("words.logs", {"n": n}) for n in (1, 3, 5, 22)]
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
