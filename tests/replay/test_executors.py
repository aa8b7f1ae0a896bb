"""Workers end with the program that started them, even if it is killed."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

LONG = 60
PARENT = """
import os, sys, time
from senpu.replay.analysis.executors import open_executor
if __name__ == "__main__":
    with open_executor(*sys.argv[1:], jobs=2) as pool, open_executor(jobs=2) as other:
        for each in (pool, other, pool, other):
            each.submit(time.sleep, 0.01).result()  # both have started before both are busy
        for each in (pool, other) * 3:
            each.submit(time.sleep, {LONG})
        print("at work", flush=True)
        time.sleep({LONG})
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal on this system")
@pytest.mark.parametrize("name", ["", pytest.param("dask://", marks=pytest.mark.slow)])
def test_workers_end_with_a_killed_parent(tmp_path: Path, name: str) -> None:
    if name:
        pytest.importorskip("distributed", reason="senpu[cluster] is not installed")
    program = tmp_path / "parent.py"
    program.write_text(PARENT.replace("{LONG}", str(LONG)))
    started = subprocess.Popen(
        [sys.executable, str(program), name],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert started.stdout
    assert started.stdout.readline() == "at work\n"
    started.send_signal(signal.SIGKILL)
    started.communicate(
        timeout=LONG / 2
    )  # the workers share the output, which ends with the last one
