"""README.md and its Japanese page: the log is valid, commands, links and rule sets exist."""

import re
from pathlib import Path

import pytest

from senpu.replay.core.registry import get_registration, list_rule_sets
from senpu.tui.command_line.table import COMMANDS
from tests.notation.cases import fenced_blocks
from tests.replay.texts import good

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", ROOT / "spec" / "ja" / "readme.md")
WORDS = 600
"""The limit of the English page, as `wc -w` counts."""
TWO_COMMANDS = [
    "python3 -m venv .venv && .venv/bin/pip install -q . && "
    ".venv/bin/senpu view logs/library/800/learn.senpu\n",
    "python3 -m venv .venv && .venv/bin/pip install -q -e '.[dev]' && .venv/bin/pytest\n",
]
LINK = re.compile(r"\]\(([^)\s]+)\)")

each_page = pytest.mark.parametrize(
    "page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix()
)


def read_text(page: Path) -> str:
    """Return the Markdown of a page."""
    return page.read_text("utf-8")


def read_prose(page: Path) -> str:
    """Return the sentences and tables of a page."""
    return re.sub(r"^```.*?^```\n", "", read_text(page), flags=re.M | re.S)


def test_it_is_short() -> None:
    assert len(read_text(PAGES[0]).split()) <= WORDS


@each_page
def test_a_picture_is_near_the_top(page: Path) -> None:
    assert "\n![" in read_text(page)[:1000]


@each_page
def test_two_commands_do_all(page: Path) -> None:
    assert fenced_blocks(read_text(page), "sh") == TWO_COMMANDS
    assert (ROOT / "logs/library/800/learn.senpu").exists()


@each_page
def test_the_log_is_valid(page: Path) -> None:
    (log,) = fenced_blocks(read_text(page), "senpu")
    found = good(log)
    assert found.valid_through == found.events == 18


@each_page
def test_every_command_it_names_is_one(page: Path) -> None:
    named = set(re.findall(r"`senpu ([a-z]+)", read_prose(page)))
    assert named
    assert named - set(COMMANDS) == set()


@each_page
def test_every_link_is_relative_and_has_a_target(page: Path) -> None:
    links = LINK.findall(read_prose(page))
    assert len(links) > 15
    assert [link for link in links if not (page.parent / link).exists()] == []


@each_page
def test_it_lists_the_rule_sets_there_are(page: Path) -> None:
    listed = re.findall(r"^\| `(\w+/.+?)` \|", read_prose(page), re.MULTILINE)
    shipped = [ident for ident in list_rule_sets() if get_registration(ident).library]
    assert listed == shipped, f"{page}: a row for each rule set, in the order of the registry"


@each_page
def test_the_python_example_runs(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    (block,) = fenced_blocks(read_text(page), "python")
    exec(compile(block, page.name, "exec"), {})
    assert capsys.readouterr().out.startswith("3 ")
