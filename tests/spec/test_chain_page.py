"""`chain.md`: its log is valid, its note is the seal's, and its program checks the log."""

import re
import subprocess
import sys
from pathlib import Path

from senpu.logs.chain import split_tag
from senpu.notation.writer import WIDTH
from senpu.spec.loader import SPEC
from tests import sealed
from tests.replay.texts import good

PAGE = (SPEC / "en/reference/chain.md").read_text("utf-8")
(LOG,) = re.findall(r"```senpu chained\n(.*?)```", PAGE, re.DOTALL)
(NOTE,) = re.findall(r"```senpu note\n(.*?)```", PAGE, re.DOTALL)
(PROGRAM,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_log_is_good_and_sealed_through_its_last_event() -> None:
    found = good(LOG)
    assert (found.chain, found.events) == ("valid", 5)
    assert [(seal.side, seal.line, seal.event, seal.checked) for seal in found.seals] == [
        ("china", 14, 5, True)
    ]
    assert all(len(row) <= WIDTH + 2 for row in LOG.splitlines())


def test_the_note_is_the_seal_as_other_programs_check_it() -> None:
    (seal,) = sealed.read(LOG).seals.made
    assert seal.note.text == NOTE


def test_the_program_gives_the_head_of_the_log_and_finds_a_changed_line(tmp_path: Path) -> None:
    path = sealed.write(tmp_path / "game.senpu", LOG)
    run = [sys.executable, "-c", PROGRAM, path]
    assert subprocess.run(run, capture_output=True, text=True).stdout.strip() == good(LOG).head
    row = LOG.splitlines()[12].encode() + b"\n"
    sealed.write(path, LOG.replace("i3+i4+g2@B", "i3+i4@B"))
    answer = subprocess.run(run, capture_output=True, text=True)
    assert answer.returncode == 1
    assert answer.stderr.startswith("invalid: J: i1+i2+g1@A i3+i4@B")
    assert split_tag(row) is not None


def test_the_fingerprints_are_those_of_the_keys() -> None:
    listed = dict(re.findall(r"^\| `(\w+)` \| `([a-z]{5}(?:-[a-z]{5}){4})` \|", PAGE, re.MULTILINE))
    assert listed == {side: key.fingerprint for side, key in sealed.KEYS.items()}
