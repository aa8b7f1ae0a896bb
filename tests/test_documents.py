"""The pages for developers: each path and each command that they name exists."""

import re
from pathlib import Path

import pytest

from senpu.notation.extras import format_install
from senpu.notation.messages import LANGUAGES
from senpu.replay.core.registry import GAMES
from senpu.tui.command_line.table import COMMANDS

ROOT = Path(__file__).parents[1]
PAGES = {
    "ARCHITECTURE.md": 100,
    "CONTRIBUTING.md": 100,
    "SECURITY.md": 60,
    "spec/en/guides/adding-a-game.md": 100,
}
"""The most lines of each page."""
PATH = re.compile(r"\.?[a-z0-9_]+/(?:[\w.<>-]+/)*(?:[\w<>-]+(?:\.md|\.py|\.toml)?)?|[A-Z]+\.md")
"""`tests/golden/`, `spec/<game>/map.toml`, `.ci/run`, `README.md`."""

NOT_HERE = re.compile(r"^senpu/$|^\.venv/|^\.nox/|^build/|\bcrossing\b")
"""The content of the wheel, environments, outputs, the game of an example."""

each_page = pytest.mark.parametrize("page", PAGES)


def code(page: str) -> list[str]:
    """Return the words of a page that are code: between backquotes or in a fenced block."""
    text = (ROOT / page).read_text("utf-8")
    fenced = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    plain = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return [word for part in (*fenced, *re.findall(r"`([^`\n]+)`", plain)) for word in part.split()]


def paths(word: str) -> list[Path]:
    """Return the paths that a word means.

    One for each game if it contains `<game>`, for each language if it contains `<language>`.
    """
    if "<package>" in word:
        packages = [game.package.rpartition(".")[2] for game in GAMES.values() if game.library]
        return [ROOT / word.replace("<package>", package) for package in packages]
    if "<language>" in word:
        return [path for each in LANGUAGES for path in paths(word.replace("<language>", each))]
    games = [name for name, game in GAMES.items() if game.library]
    return [ROOT / word.replace("<game>", game) for game in (games if "<game>" in word else [""])]


@each_page
def test_a_page_is_short(page: str) -> None:
    assert len((ROOT / page).read_text("utf-8").splitlines()) <= PAGES[page]


@each_page
def test_every_path_that_a_page_names_exists(page: str) -> None:
    named = [word.rstrip(".") for word in code(page) if PATH.fullmatch(word.rstrip("."))]
    named = [word for word in named if not NOT_HERE.search(word)]
    assert named
    assert [word for word in named for path in paths(word) if not path.exists()] == []


@each_page
def test_every_command_that_a_page_names_exists(page: str) -> None:
    named = re.findall(r"`senpu ([a-z]+)|^senpu ([a-z]+)", (ROOT / page).read_text("utf-8"), re.M)
    assert {first or second for first, second in named} - set(COMMANDS) == set()


def test_packages_are_installed_in_one_way() -> None:
    """No index has the program: a text that names one would not work."""
    texts = [*(ROOT / "spec").rglob("*.md"), *(ROOT / "tui/messages").rglob("*.toml")]
    found = {
        each
        for path in texts
        for each in re.findall(r"pip install '[^']*'", path.read_text("utf-8"))
    }
    assert format_install("drill") in found
    assert {re.sub(r"\w+(?=\])", "drill", each) for each in found} == {format_install("drill")}
