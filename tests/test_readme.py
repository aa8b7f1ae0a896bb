"""README.md: its log is valid, its commands run as printed, its files and rule sets exist."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from senpu.replay.core.registry import get_registration, list_rule_sets
from senpu.tui.cli import main
from senpu.tui.command_line.table import COMMANDS
from tests.notation.cases import fenced_blocks
from tests.replay.texts import good

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text("utf-8")
SHELL = [row for block in fenced_blocks(TEXT, "sh") for row in block.splitlines()]
CODE = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", TEXT, flags=re.M | re.S))
"""Code in backquotes inside sentences and tables."""


EXAMPLES = ("game.senpu", "game.notes", "annotated.senpu", "mine.toml", "page.md")
"""Files that its reader makes."""


def test_the_log_at_the_top_is_good() -> None:
    (log,) = fenced_blocks(TEXT, "senpu")
    found = good(log)
    assert found.valid_through == found.events == 18


def test_the_record_of_a_game_is_made_as_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [shlex.split(row, comments=True) for row in SHELL if row.startswith("senpu ")]
    assert [row[1] for row in rows] == [
        "new", "append", "append", "append", "append", "note", "note", "export", "note"
    ]  # fmt: skip
    for row in rows:
        assert main(row[1:]) == 0, row
    kept = (tmp_path / "game.senpu").read_bytes()
    capfd.readouterr()
    (session,) = [block for block in fenced_blocks(TEXT, "") if block.startswith("$ senpu ")]
    typed, answer = session.splitlines()
    assert main(shlex.split(typed)[2:]) == 1
    assert answer in capfd.readouterr().err.splitlines()
    assert (tmp_path / "game.senpu").read_bytes() == kept


def test_the_exchange_by_mail_goes_as_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SENPU_STATE", str(tmp_path / "state"))
    (block,) = fenced_blocks(TEXT, "console")
    for row in block.splitlines():
        words = shlex.split(row, comments=True)
        if words[0] == "mkdir":
            for name in words[1:]:
                Path(name).mkdir()
        elif words[0] == "cp":
            shutil.copy(words[1], words[2])
        else:
            assert main(words[1:]) == (words[1] == "diff"), row
    printed = capfd.readouterr().out
    assert "China signed lines 1 to 19 (through event 2) with the key " in printed
    assert "prefix: anna/game.senpu continues bo/game.senpu after line 25 (event 2)" in printed


def test_every_command_it_names_is_one() -> None:
    named = {word for code in (*CODE, *SHELL) for word in re.findall(r"\bsenpu ([a-z]+)", code)}
    for cell in re.findall(r"^\| (`senpu .*?) \|", TEXT, re.MULTILINE):
        named |= {code.removeprefix("senpu ").split()[0] for code in re.findall(r"`(.+?)`", cell)}
    assert {"view", "verify", "play"} <= named
    assert named - set(COMMANDS) == set()


def test_every_file_and_folder_it_names_is_there() -> None:
    named = {
        word.rstrip(".")
        for code in (*CODE, *SHELL)
        for word in code.split()
        if re.fullmatch(r"[a-z0-9_]+(/[\w.-]+)*(/|\.md|\.py|\.senpu|\.toml)", word)
        and not word.startswith(EXAMPLES)
    }
    pages = {f"spec/en/reference/{name}.md" for name in ("faults", "python")}
    assert {"logs/library/800/learn.senpu", *pages} <= named
    folders = [ROOT, *(path for path in ROOT.iterdir() if path.is_dir())]
    assert {name for name in named if not any((at / name).exists() for at in folders)} == set()


def test_it_lists_the_rule_sets_there_are() -> None:
    table = TEXT.partition("\n| id | game |\n")[2].partition("\n\n")[0]
    listed = re.findall(r"^\| `(.+?)` \|", table, re.MULTILINE)
    shipped = [ident for ident in list_rule_sets() if get_registration(ident).library]
    assert listed == shipped, "README.md, The rule sets: a row each, in the order of the registry"


def test_modules_it_runs_are_there() -> None:
    for module in re.findall(r"python -m (tests\.\w+)", TEXT):
        assert (ROOT / module.replace(".", "/") / "__main__.py").exists()


def test_the_python_example_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    (block,) = fenced_blocks(TEXT, "python")
    exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("3 ")
