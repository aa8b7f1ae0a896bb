"""Texts and names follow the style guide: see `banned.txt` and `python -m tests.style PATH ...`."""

import re
from pathlib import Path

import pytest

from senpu.notation.messages import LANGUAGES, MESSAGES
from tests.style.check import Piece, hits, pieces, words

ROOT = Path(__file__).parents[2]
PER_THOUSAND = 2
"""The most hits in a thousand words of prose."""
FOLDERS = ("notation", "logs", "replay", "spec", "tui")
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *(path for language in LANGUAGES if (path := ROOT / "spec" / language).is_dir()),
]


def counted(texts: list[Piece]) -> list[str]:
    """Return the matches in some texts, as rows."""
    return [f"{hit.where}: {hit.found!r}: {hit.instead}" for hit in hits(texts)]


def check_prose(name: str, texts: list[Piece]) -> None:
    """Fail if prose has more than `PER_THOUSAND` matches in a thousand words."""
    found = counted([piece for piece in texts if piece.section in ("prose", "ja")])
    most = PER_THOUSAND * words(texts) // 1000
    assert len(found) <= most, f"{name}: {len(found)} matches, at most {most}:\n" + "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_and_help_have_no_match(language: str) -> None:
    folders = [MESSAGES / language, *sorted((ROOT / "spec").glob(f"*/{language}"))]
    assert len(folders) > 5
    titles = "titles.toml.library"  # the titles of logs, as the logs have them
    assert counted([each for each in pieces(folders) if titles not in each.where]) == []


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS)
def test_prose_names_and_first_words_of_docstrings_of_a_folder(folder: str) -> None:
    texts = list(pieces([ROOT / folder]))
    check_prose(folder, texts)
    others = [piece for piece in texts if piece.section in ("name", "source")]
    assert others
    assert counted(others) == []


def test_pages_have_no_match() -> None:
    texts = list(pieces(PAGES))
    assert words(texts) > 50_000
    assert counted(texts) == []


def test_a_match_is_found_unless_it_is_part_of_something_allowed() -> None:
    texts = [
        Piece("a", "prose", "It stands on line 3."),
        Piece("b", "prose", "It stands for Japan."),
        Piece("c", "name", "told"),
        Piece("d", "name", "toldness"),
        Piece("e", "ja", "不備あり"),
    ]
    assert [hit.where for hit in hits(texts)] == ["a", "c", "e"]


@pytest.mark.parametrize("topic", ["help", "errors"])
def test_sentences_in_japanese_end_with_a_full_stop(topic: str) -> None:
    """A text of several sentences has a full stop after the last one; in help, each sentence."""
    several = "" if topic == "help" else "。.*"
    left = re.compile(rf"{several}(?:ます|ません|です|ください|でした|ました)$")
    texts = [*pieces([MESSAGES / "ja" / topic])]
    assert len(texts) > 100
    assert [piece.where for piece in texts if left.search(piece.text)] == []
