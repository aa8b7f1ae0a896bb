"""`senpu games check` and `senpu games new`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tests.games.template  # noqa: F401 (registers the game)
from senpu.replay.core.registry import GAMES, list_rule_sets
from senpu.tui.commands.game_checks import ROOT, find_gaps
from senpu.tui.commands.game_skeleton import Skeleton
from tests.command.conftest import Run

SHIPPED = [ident for ident in list_rule_sets() if GAMES[ident.partition("/")[0]].library]
COPIED = ("logs", "notation", "replay", "spec", "tui", "tests/games", "tests/pictures")
FILES = (
    "README.md",
    "pyproject.toml",
    "__init__.py",
    "__main__.py",
    "tests/__init__.py",
    "tests/conftest.py",
)
"""The folders and files that a new game is written into, and what its tests need."""


# ---- check ----------------------------------------------------------------------------------


@pytest.mark.parametrize("ident", SHIPPED)
def test_a_rule_set_of_the_program_lacks_nothing(ident: str) -> None:
    assert list(find_gaps(ident)) == []


def test_check_prints_the_file_and_what_to_add(run: Run) -> None:
    answer = run("games", "check", "template/draft")
    assert answer.status == 1
    assert answer.out.splitlines() == [
        "logs/library/template/: no game ends North 5; "
        "senpu games record template/draft looks for one",
        "logs/library/template/: no game ends South 5; "
        "senpu games record template/draft looks for one",
        "logs/library/template/: no game ends Draw 5; "
        "senpu games record template/draft looks for one",
        "logs/library/template/learn.senpu: no annotated game: one with 10 comments",
        "logs/library/template/historical.senpu: no reconstruction of the historical course",
        "README.md: no row | `template/draft` | Template |",
        "tests/pictures/: no picture of a recorded game; python -m tests.pictures takes it",
        "template/draft: 7 missing",
    ]


def test_check_of_a_complete_rule_set(run: Run) -> None:
    answer = run("games", "check", "incident1932")
    assert (answer.status, answer.out) == (0, "incident1932/bonsai-2016: complete\n")


def test_check_of_an_unknown_game(run: Run) -> None:
    answer = run("games", "check", "unknown")
    assert answer.status == 2
    assert "unknown" in answer.err


# ---- new ------------------------------------------------------------------------------------


def test_the_model_is_what_new_makes_of_it() -> None:
    for name, text in Skeleton("template/draft", ("north", "south"), 3, 2).files():
        if not name.endswith("__init__.py"):
            assert (ROOT / name).read_text("utf-8") == text, name


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["Crossing"], "expected GAME/EDITION"),
        (["800/new"], "expected GAME/EDITION"),
        (
            ["crossing/a", "--sides", "Japan", "china"],
            "expected names of two or more small letters",
        ),
        (["crossing/a", "--sides", "china", "chile"], "begin with the same letter"),
        (["crossing/a", "--areas", "1"], "from 2 to 26"),
        (["crossing/a", "--units", "0"], "from 1 to 99"),
        (["nanjing1937/a"], "nanjing1937 exists\nnothing was written"),
    ],
)
def test_new_rejects_what_it_cannot_make(run: Run, arguments: list[str], why: str) -> None:
    answer = run("games", "new", *arguments)
    assert answer.status == 2
    assert why in answer.err


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the repository that a test can change."""
    root = tmp_path / "senpu"
    for folder in COPIED:
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in (
        "__init__.py",
        "__main__.py",
        "README.md",
        "pyproject.toml",
        "tests/__init__.py",
        "tests/conftest.py",
        "tests/strict.py",
    ):
        shutil.copy(ROOT / name, root / name)
    return root


def python(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(root.parent)}
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=root, env=environment, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("areas", "units"), [(3, 2), (6, 1)])
def test_a_new_game_plays_and_passes_its_tests(copy: Path, areas: int, units: int) -> None:
    size = ("--areas", str(areas), "--units", str(units))
    made = python(copy, "senpu", "games", "new", "crossing/x-1", *size, "--sides", "japan", "china")
    assert (made.returncode, made.stderr) == (0, "")
    checked = python(copy, "senpu", "games", "check", "crossing/x-1")
    assert checked.returncode == 1
    lacking = {row.partition(": ")[0] for row in checked.stdout.splitlines()[:-1]}
    assert {name for name in lacking if not name.startswith("tests/golden/")} == {
        "logs/library/crossing/learn.senpu",
        "logs/library/crossing/historical.senpu",
        "tests/pictures/",
    }
    logs = [str(path) for path in (copy / "logs" / "library" / "crossing").glob("*.senpu")]
    assert len(logs) == 3
    verified = python(copy, "senpu", "verify", *logs)
    assert verified.returncode == 0, verified.stdout
    tested = python(copy, "pytest", "-n0", "-q", "tests/games/crossing")
    assert tested.returncode == 0, tested.stdout
    again = python(copy, "senpu", "games", "new", "crossing/x-1")
    assert again.returncode == 2
    assert "crossing exists\nnothing was written" in again.stderr
