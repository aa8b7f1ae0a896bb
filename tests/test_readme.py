"""README.md: short, its log is valid, its commands, links and rule sets exist, its code runs."""

import re
from pathlib import Path

import pytest

from senpu.replay.core.registry import get_registration, list_rule_sets
from senpu.tui.command_line.table import COMMANDS
from tests.notation.cases import fenced_blocks
from tests.replay.texts import good

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text("utf-8")
PROSE = re.sub(r"^```.*?^```\n", "", TEXT, flags=re.M | re.S)
"""Sentences and tables."""

WORDS = 600
TWO_COMMANDS = [
    "python3 -m venv .venv && .venv/bin/pip install -q . && "
    ".venv/bin/senpu view logs/library/800/learn.senpu\n",
    "python3 -m venv .venv && .venv/bin/pip install -q -e '.[dev]' && .venv/bin/pytest\n",
]
LINK = re.compile(r"\]\(([^)\s]+)\)")


def test_it_is_short() -> None:
    read = LINK.sub("]", re.sub(r"!\[[^\]]*\]\([^)]*\)", "", PROSE))
    assert len(read.split()) <= WORDS


def test_a_picture_is_near_the_top() -> None:
    assert "\n![" in TEXT[:1000]


def test_two_commands_do_all() -> None:
    assert fenced_blocks(TEXT, "sh") == TWO_COMMANDS
    assert (ROOT / "logs/library/800/learn.senpu").exists()


def test_the_log_is_valid() -> None:
    (log,) = fenced_blocks(TEXT, "senpu")
    found = good(log)
    assert found.valid_through == found.events == 18


def test_every_command_it_names_is_one() -> None:
    named = set(re.findall(r"`senpu ([a-z]+)", PROSE))
    assert named
    assert named - set(COMMANDS) == set()


def test_every_link_is_relative_and_has_a_target() -> None:
    links = LINK.findall(PROSE)
    assert len(links) > 15
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_it_lists_the_rule_sets_there_are() -> None:
    table = TEXT.partition("\n| id | game |\n")[2].partition("\n\n")[0]
    listed = re.findall(r"^\| `(.+?)` \|", table, re.MULTILINE)
    shipped = [ident for ident in list_rule_sets() if get_registration(ident).library]
    assert listed == shipped, "README.md, The games: a row each, in the order of the registry"


def test_the_python_example_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    (block,) = fenced_blocks(TEXT, "python")
    exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("3 ")
