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


LETTER = "[\u3041-\u309f\u30a0-\u30ff\u3400-\u9fff々]"
BARE = re.compile(
    rf"[A-Za-z0-9]+ (?={LETTER})|(?<={LETTER}) [A-Za-z0-9]+|(?<![\w./])senpu [a-z]+(?!\w*\.)"
    rf"|[\w}}]+: (?={LETTER})",
    re.ASCII,
)
"""A space between Japanese and a word in ASCII, a command, or a colon in ASCII before Japanese.

The place of a fault, `FILE:LINE:COL: id:`, is an interface, and its colons are in ASCII.
"""
SPACED = re.compile(
    r"上海・南京 1937|SS-004|#16 再編成|1937-10-27 出典|(?:[gp]|all|new) [名値証]\w*(?: 値)?"
    r"|^#+ .*$|^- \*\*\d\d |^ +senpu .*$|修正後の確認：.*$|^  (?:bash|fish)：.*$", re.MULTILINE
)  # fmt: skip
"""Names with a space, input with placeholders, and rows that are commands."""


def find_wrong_spaces(text: str) -> list[str]:
    """Return the places of a Japanese text with a missing or a wrong space or a bare command.

    Code has backquotes, and a space before and after it where a letter is next to it. Other words
    in ASCII have none: `Senpuが`.
    """
    parts = re.split(r"(`[^`\n]+`)", SPACED.sub("", text))
    found = []
    for before, code, after in zip(parts[::2], parts[1::2], parts[2::2], strict=False):
        if re.match(LETTER, before[-1:]) or re.match(LETTER, after[:1]):
            found.append(before[-1:] + code + after[:1])
    return found + [match[0] for part in parts[::2] for match in BARE.finditer(part)]


def check_prose(name: str, texts: list[Piece]) -> None:
    """Fail if prose has more than `PER_THOUSAND` matches in a thousand words."""
    found = counted([piece for piece in texts if piece.section in ("prose", "ja")])
    most = PER_THOUSAND * words(texts) // 1000
    assert len(found) <= most, f"{name}: {len(found)} matches, at most {most}:\n" + "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_and_help_have_no_match(language: str) -> None:
    folders = [MESSAGES / language, *sorted((ROOT / "spec").glob(f"*/{language}"))]
    assert len(folders) > 5
    assert counted([*pieces(folders)]) == []


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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Senpuが`senpu roll`を", ["が`senpu roll`を"]),
        ("`en` か `ja`", []),
        ("en か ja、End 行", ["en ", " ja", "End "]),
        ("senpu helpで", ["senpu help"]),
        ("{file}: 正常です。", ["file}: "]),
        ("「Senpu: 1」と。", []),
    ],
)
def test_a_wrong_space_or_bare_command_in_japanese_is_found(text: str, found: list[str]) -> None:
    assert find_wrong_spaces(text) == found


def test_japanese_has_spaces_at_code_only_and_commands_in_backquotes() -> None:
    folders = [MESSAGES / "ja", ROOT / "spec/ja", *sorted((ROOT / "spec").glob("*/ja"))]
    texts = [each for each in pieces(folders) if each.section == "ja"]
    assert len(texts) > 3000
    assert [(each.where, hit) for each in texts if (hit := find_wrong_spaces(each.text))] == []


@pytest.mark.parametrize("topic", ["help", "errors"])
def test_sentences_in_japanese_end_with_a_full_stop(topic: str) -> None:
    """A text of several sentences has a full stop after the last one; in help, each sentence."""
    several = "" if topic == "help" else "。.*"
    left = re.compile(rf"{several}(?:ます|ません|です|ください|でした|ました)$")
    texts = [*pieces([MESSAGES / "ja" / topic])]
    assert len(texts) > 100
    assert [piece.where for piece in texts if left.search(piece.text)] == []
