"""`spec/en/reference/hands.md`: its log is valid, and its program checks the cards of a log."""

import re
import subprocess
import sys
from pathlib import Path

from senpu.notation.writer import WIDTH
from senpu.spec.loader import SPEC
from tests import sealed
from tests.replay.texts import good

PAGE = (SPEC / "en/reference/hands.md").read_text("utf-8")
(LOG,) = re.findall(r"```senpu sealed\n(.*?)```", PAGE, re.DOTALL)
(PROGRAM,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_log_is_good_and_all_its_cards_are_proven() -> None:
    found = good(LOG)
    assert found.hands == {"sealed": 3, "proven": 3, "open": 0}
    assert found.ending == "Japan resign"
    assert all(len(row) <= WIDTH + 2 for row in LOG.splitlines())


def test_a_draw_on_the_page_is_that_of_the_log() -> None:
    (draw,) = re.findall(r"`(draw \?.*?)`", PAGE)
    assert f"\n{draw} ~" in LOG


def test_the_program_counts_the_open_cards_and_finds_a_changed_one(tmp_path: Path) -> None:
    def output(text: str) -> str:
        path = sealed.write(tmp_path / "game.senpu", text)
        run = [sys.executable, "-c", PROGRAM, path]
        answer = subprocess.run(run, capture_output=True, text=True)
        return answer.stdout.strip() or answer.stderr.strip()

    assert output(LOG) == "0 open"
    assert output(LOG[: LOG.rindex("%reveal")]) == "1 open"
    assert re.fullmatch(r"\?[0-9a-f]{8} is not #05", output(LOG.replace(" #04 ", " #05 ")))
