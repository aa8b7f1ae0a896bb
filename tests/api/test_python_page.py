"""`spec/en/reference/python.md`: every example runs as printed."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from senpu.spec.loader import SPEC
from tests.notation.cases import fenced_blocks

PAGE = (SPEC / "en/reference/python.md").read_text("utf-8")
SESSION = [block for block in fenced_blocks(PAGE, "python") if block.startswith(">>>")]
SETUP, *PROGRAMS = re.findall(
    r"^```python\n((?!>>>).*?)^```\n(?:\n```text\n(.*?)^```$)?", PAGE, re.MULTILINE | re.DOTALL
)
"""The program that makes the folder of the page; then each program with its output. The script at
the top prints too much to show."""
RECIPES = 11


def run(program: str, folder: Path) -> str:
    """Return what a program prints in a folder."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], cwd=folder, capture_output=True, text=True,
        encoding="utf-8", timeout=60, env={**os.environ, "PYTHONPATH": str(SPEC.parents[1])},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the page, as its first program makes it."""
    monkeypatch.setenv("SENPU_STATE", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    run(SETUP[0], tmp_path)
    return tmp_path


def test_the_tutorial_gives_the_output_of_the_page(shelf: Path) -> None:
    test = doctest.DocTestParser().get_doctest("\n".join(SESSION), {}, "python.md", None, 0)
    out: list[str] = []
    doctest.DocTestRunner().run(test, out=out.append)
    assert len(test.examples) > 20
    assert "".join(out) == ""


@pytest.mark.parametrize(("program", "printed"), PROGRAMS)
def test_a_program_gives_the_output_of_the_page(program: str, printed: str, shelf: Path) -> None:
    out = run(program, shelf)
    if printed or program not in PROGRAMS[0]:
        assert out == printed


def test_the_page_has_the_script_and_ten_recipes() -> None:
    assert len(PROGRAMS) == 1 + RECIPES
    assert re.findall(r"^\*\*(?:[^*]|\n)+\*\*", PAGE.partition("## Recipes")[2], re.M)


@pytest.mark.parametrize(
    ("events", "printed"),
    [
        (("C: x1+c1@D c2+c3+k1@C", "J: resign"), ["x1+c1@D", "c2+c3+k1@C", "resign"]),
        (("C: x1+c1@D c2+c3+k1@C\nJ: i1@Q",), ["x1+c1@D", "c2+c3+k1@C"]),
    ],
)
def test_the_follower_waits_for_events_and_ends_with_the_game(
    shelf: Path, events: tuple[str, ...], printed: list[str]
) -> None:
    (recipe,) = (program for program, _ in PROGRAMS if "def follow(" in program)
    follow = f"{recipe.partition('print(')[0]}senpu.new('new.senpu', '800/bonsai-2021')\n"
    steps = f"""
texts = iter({events!r})
def add(seconds):
    with open("new.senpu", "a", encoding="utf-8") as file:
        file.write(next(texts) + "\\n")
time.sleep = add
print([event.text for event in follow("new.senpu", turns=6)])
"""
    assert run(follow + steps, shelf) == f"{printed}\n"
