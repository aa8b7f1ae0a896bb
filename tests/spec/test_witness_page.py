"""`witness.md`: its checkpoint fits the log of `chain.md`, and its program works."""

import re
import subprocess
import sys
from pathlib import Path

from senpu.logs.checkpoints import is_cosigned, parse_checkpoints, parse_witness_key
from senpu.logs.merkle import compute_roots
from senpu.spec.loader import SPEC
from tests import sealed
from tests.spec.test_chain_page import LOG

PAGE = (SPEC / "en/reference/witness.md").read_text("utf-8")
(CHECKPOINT,) = re.findall(r"```senpu checkpoint\n(.*?)```", PAGE, re.DOTALL)
(KEY,) = re.findall(r"```senpu witness\n(.*?)\n```", PAGE, re.DOTALL)
(PROGRAM,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_checkpoint_is_cosigned_and_belongs_to_the_log() -> None:
    ((checkpoint, (signature,)),) = parse_checkpoints(CHECKPOINT)
    rows = LOG.encode().splitlines(keepends=True)
    assert checkpoint.root == compute_roots(rows, [checkpoint.size])[checkpoint.size]
    assert is_cosigned(checkpoint, signature, parse_witness_key(KEY))


def test_the_program_checks_a_log(tmp_path: Path) -> None:
    path = sealed.write(tmp_path / "game.senpu", LOG)
    file = sealed.write(tmp_path / "game.checkpoint", CHECKPOINT)
    run = [sys.executable, "-c", PROGRAM, path, file, KEY]
    assert subprocess.run(run, capture_output=True, text=True).stdout == "1795953600\n"
    sealed.write(path, LOG.replace("i3+i4+g2@B", "i3+i4@B"))
    assert subprocess.run(run, capture_output=True, text=True).stderr == "other lines\n"
    sealed.write(path, LOG)
    sealed.write(file, CHECKPOINT.replace("AAAABrDBPA", "AAAABrDBPB"))
    assert "InvalidSignature" in subprocess.run(run, capture_output=True, text=True).stderr
