"""`dice-proofs.md`: its log is valid, its program gives the log's roll, and it has every form."""

import re
import subprocess
import sys
from pathlib import Path

from senpu.notation.writer import WIDTH
from senpu.spec.loader import SPEC
from tests import sealed
from tests.replay.texts import good

PAGE = (SPEC / "en/reference/dice-proofs.md").read_text("utf-8")
(LOG,) = re.findall(r"```senpu dice\n(.*?)```", PAGE, re.DOTALL)
(PROGRAM,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_log_is_good_and_its_roll_is_proven() -> None:
    found = good(LOG)
    assert (found.chain, found.events, found.rolls["proven"]) == ("valid", 6, 1)
    assert all(len(row) < WIDTH for row in LOG.splitlines())


def test_the_program_gives_the_roll_of_the_log(tmp_path: Path) -> None:
    path = sealed.write(tmp_path / "game.senpu", LOG)
    output = subprocess.run([sys.executable, "-c", PROGRAM, path], capture_output=True, text=True)
    rolled = re.search(r"\[J(\d) C(\d)\]", LOG)
    assert rolled
    assert output.stdout.split() == [*rolled.groups()]


def test_every_form_of_the_line_is_on_the_page() -> None:
    for form in ("recorded", "server NAME", "receipt TEXT", "commit SIDE N", "reveal SIDE k"):
        assert f"`%dice {form}`" in PAGE
