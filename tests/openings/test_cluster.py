"""Builds on a cluster of scheduler and worker processes, which end in the middle."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from senpu.notation.messages import Message
from senpu.replay.analysis import executors
from senpu.replay.analysis.executors import ExecutorError, open_executor
from senpu.replay.openings import binding
from senpu.replay.openings.binding import build_book
from tests.openings.shelves import build, contents, corpus


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator["DaskProcess"]:
    """Start the scheduler of a cluster without workers."""
    pytest.importorskip("distributed", reason="senpu[cluster] is not installed")
    started = DaskProcess(tmp_path / "cluster", "scheduler", "--port", "0", "--host", "127.0.0.1")
    yield started
    started.end()


class DaskProcess:
    """A scheduler or a worker in its own process."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        folder.mkdir(exist_ok=True)
        self.file = folder / "scheduler.json"
        command = [sys.executable, "-m", "dask", *arguments, "--scheduler-file", str(self.file)]
        self._process = subprocess.Popen(
            [*command, "--no-dashboard"], cwd=folder, stderr=subprocess.DEVNULL
        )

    def find_name(self) -> str:
        """Return the name of the executor, when the scheduler has written its address."""
        while not (text := self.file.read_text() if self.file.exists() else "").endswith("}"):
            assert self._process.poll() is None
        address: str = json.loads(text)["address"]
        return "dask://" + address.removeprefix("tcp://")

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


def divide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make many small pieces of work."""
    for name, value in (("BATCH", 1), ("SMALL", 0)):
        monkeypatch.setattr(binding, name, value)


@pytest.mark.slow
def test_a_cluster_does_the_work_and_its_end_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scheduler: DaskProcess
) -> None:
    logs, name = corpus(tmp_path / "logs", range(12)), scheduler.find_name()
    build(tmp_path / "alone.sqlite", logs)
    divide(monkeypatch)
    reported: list[Message] = []
    progress = [0]

    def build_on_cluster(victim: DaskProcess | None = None) -> None:
        def end(read: int, of: int) -> None:
            if of == 12:
                progress.append(read)  # a result that was on its way may follow the end
            if victim and read == 2:
                victim.end()

        with open_executor(name, report=reported.append) as cluster:
            build_book(tmp_path / "b.sqlite", [logs], cluster, 40, None, end)

    def check_continued() -> None:
        assert build(tmp_path / "b.sqlite", logs).read == 12 - progress[-1]
        assert 2 <= progress[-1] < 12, "the build was interrupted"
        assert contents(tmp_path / "b.sqlite") == contents(tmp_path / "alone.sqlite")
        (tmp_path / "b.sqlite").unlink()

    for constant, seconds in (("REPORT_SECONDS", 0), ("LONGEST_WAIT", 0.5)):
        monkeypatch.setattr(executors, constant, seconds)
    with pytest.raises(ExecutorError, match=r"no worker for (.|\n)* run the command again"):
        build_on_cluster()
    assert f"start one with `dask worker tcp://{name.removeprefix('dask://')}`" in str(reported[-1])
    monkeypatch.undo()
    divide(monkeypatch)
    worker = DaskProcess(tmp_path / "cluster", "worker", "--no-nanny", "--nthreads", "1")
    build_on_cluster()
    assert contents(tmp_path / "b.sqlite") == contents(tmp_path / "alone.sqlite")
    (tmp_path / "b.sqlite").unlink()
    monkeypatch.setattr(executors, "LONGEST_WAIT", 0.5)
    with pytest.raises(ExecutorError, match=r"no worker for (.|\n)* run the command again"):
        build_on_cluster(worker)
    check_continued()
    monkeypatch.setattr(executors, "LONGEST_WAIT", 60)
    worker = DaskProcess(tmp_path / "cluster", "worker", "--no-nanny", "--nthreads", "1")
    with pytest.raises(ExecutorError, match=r"the cluster ended; (.|\n)* run the command again"):
        build_on_cluster(scheduler)
    worker.end()
    check_continued()
