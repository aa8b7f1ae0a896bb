"""`spec/en/reference/python.md`: every example runs as printed."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from senpu.logs.record import LIBRARY
from senpu.spec.loader import SPEC
from tests.notation.cases import fenced_blocks

PAGE = (SPEC / "en/reference/python.md").read_text("utf-8")
SESSION = [block for block in fenced_blocks(PAGE, "python") if block.startswith(">>>")]
PROGRAMS = re.findall(
    r"^```python\n((?!>>>).*?)^```\n(?:\n```text\n(.*?)^```$)?", PAGE, re.MULTILINE | re.DOTALL
)
"""Each program of the page with its output; the script at the top prints too much to show."""
RECIPES = 10


@pytest.fixture
def shelf(folder: Path) -> Path:
    """The folder of the page: a log, a log with hidden cards, and a folder of logs."""
    shutil.copy(LIBRARY / "russojapanese" / "example.senpu", folder / "cards.senpu")
    (folder / "logs").mkdir()
    for path in (LIBRARY / "800").glob("historical-bonsai.*"):
        shutil.copy(path, folder / "logs")
    shutil.copy(folder / "game.senpu", folder / "logs")
    return folder


def test_the_tutorial_gives_the_output_of_the_page(shelf: Path) -> None:
    test = doctest.DocTestParser().get_doctest("\n".join(SESSION), {}, "python.md", None, 0)
    out: list[str] = []
    doctest.DocTestRunner().run(test, out=out.append)
    assert len(test.examples) > 20
    assert "".join(out) == ""


@pytest.mark.parametrize(("program", "printed"), PROGRAMS)
def test_a_program_gives_the_output_of_the_page(program: str, printed: str, shelf: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], cwd=shelf, capture_output=True, text=True,
        encoding="utf-8", env={**os.environ, "PYTHONPATH": str(SPEC.parents[1])},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    if printed or program not in PROGRAMS[0]:
        assert done.stdout == printed


def test_the_page_has_the_script_and_ten_recipes() -> None:
    assert len(PROGRAMS) == 1 + RECIPES
    assert re.findall(r"^\*\*(?:[^*]|\n)+\*\*", PAGE.partition("## Recipes")[2], re.M)
