"""A state machine of a log on a disk that fails and crashes."""

import errno
from random import Random
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from senpu.logs.journal import IncompleteLineError, JournalError, hold_log
from senpu.logs.repair import DamagedLogError, repair
from tests.reliability.disk import FILLS, FOLDER, Disk, PowerFailureError, in_use
from tests.reliability.games import first_fault, game, read

PATH = FOLDER / "game.senpu"
ADDED = ("{so}\n", "{one}\n{two, and more}\n\n{three}\n", "J: pass {上海}\n")


class Steps(RuleBasedStateMachine):
    """Acknowledged lines stay, and no line is joined to remaining bytes."""

    points: ClassVar[int] = 0

    @initialize()
    def begin(self) -> None:
        self.disk = Disk()
        self.acknowledged = game(2).encode()
        """Bytes that were reported as written."""
        self.disk.restart(PATH, self.acknowledged)

    @property
    def data(self) -> bytes:
        return self.disk.seen[str(PATH)]

    def _append(self, added: str) -> None:
        """Read the log, and append if it is valid, like the program."""
        with hold_log(PATH) as held:
            data = held.read()
            if first_fault(data):
                raise JournalError("logChanged", path=PATH)
            lines = read(data).chain.add_tags(added)
            held.append(lines, len(data))
            self.acknowledged = data + lines.encode()

    @rule(added=st.sampled_from(ADDED))
    def append(self, added: str) -> None:
        is_valid, held = first_fault(self.data) is None, self.disk.held
        with in_use(self.disk):
            try:
                self._append(added)
            except JournalError:
                assert held or not is_valid
            else:
                assert is_valid
                assert not held
                assert self.disk.synced[str(PATH)] == self.data == self.acknowledged

    @rule(
        added=st.sampled_from(ADDED),
        at=st.integers(0, 25),
        error=st.sampled_from([errno.EIO, errno.ENOSPC]),
        taken=st.integers(0, 30),
    )
    def append_fails(self, added: str, at: int, error: int, taken: int) -> None:
        before, message = self.data, ""
        self.disk.fail_at, self.disk.error, self.disk.taken = self.disk.calls + at, error, taken
        with in_use(self.disk):
            try:
                self._append(added)
            except JournalError as error:
                message = str(error)
        self.disk.fail_at, self.disk.taken = -1, 0
        assert not message or self.data == before or "the file may have a part of it" in message

    @rule(
        added=st.sampled_from(ADDED),
        at=st.integers(0, 25),
        kept=st.integers(0, 200),
        fill=st.sampled_from(FILLS),
        seed=st.integers(0, 9),
    )
    def append_crashes(self, added: str, at: int, kept: int, fill: str, seed: int) -> None:
        self._crash_in(lambda: self._append(added), at, kept, fill, seed)

    @rule(at=st.integers(0, 30), kept=st.integers(0, 1))
    def repair_crashes(self, at: int, kept: int) -> None:
        self._crash_in(lambda: repair(PATH), at, kept, "dropped", 0)

    def _crash_in(self, work: object, at: int, kept: int, fill: str, seed: int) -> None:
        self.disk.kill_at = self.disk.calls + at
        with in_use(self.disk):
            try:
                assert callable(work)
                work()
            except (PowerFailureError, JournalError):
                pass
        self.disk.restart(PATH, self.disk.after_crash(PATH, kept, fill, Random(seed)))
        self.disk.held = False

    @rule()
    def repair(self) -> None:
        before = self.data
        with in_use(self.disk):
            try:
                done = repair(PATH)
            except (DamagedLogError, JournalError):
                assert self.data == before
            else:
                assert first_fault(self.data) is None
                assert (done is None) is (self.data == before)
                if done:
                    assert self.disk.synced[str(done.backup)] == before[len(self.data) :]

    @rule()
    def another_program_holds_or_lets_go(self) -> None:
        self.disk.held = not self.disk.held

    @rule()
    def read_alone(self) -> None:
        before = self.data
        with in_use(self.disk):
            try:
                with hold_log(PATH) as held:
                    assert held.read() == before
            except IncompleteLineError:
                assert before[-1:] != b"\n"
            except JournalError:
                assert self.disk.held
        assert self.data == before

    @invariant()
    def acknowledged_lines_stay(self) -> None:
        Steps.points += 1
        if hasattr(self, "acknowledged"):
            assert self.data.startswith(self.acknowledged)
            assert self.disk.synced[str(PATH)].startswith(self.acknowledged)
            fault = first_fault(self.data)
            assert fault is None or fault.line > self.acknowledged.count(b"\n")
