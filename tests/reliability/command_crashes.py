"""Crashes of `seal`, `deal`, `hand`, `roll --commit` and `reveal` at every call on a file.

The commands run in this process on a real folder. The module `os` of the journal fails at a call
as in a power failure, and after it. Then unsynced bytes and names are kept or lost. The log must
be valid, at once or after a repair, and the same command must continue.
"""

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

import tests.toy  # noqa: F401 (registers the rule set)
import tests.toy_cards  # noqa: F401
from senpu.logs import journal, repair
from senpu.logs.hand_sheets import read_sheet
from senpu.replay.disputes.verification import verify
from senpu.tui.cli import main
from tests.reliability.disk import FILLS, PowerFailureError, fill_bytes
from tests.reliability.figures import Figure
from tests.reliability.games import read

LOG, SHEET = "game.senpu", "game.north.hand"
GOAL = "no acknowledged line lost, nothing lost that a line needs, and the command continues"
Files = dict[Path, bytes]


class CrashingSystem:
    """The module `os`, with a count of the calls and a power failure."""

    COUNTED = ("open", "read", "write", "fsync", "ftruncate", "link", "replace", "close", "fstat")

    def __init__(self, kill_at: int) -> None:
        self.calls, self.kill_at = 0, kill_at
        self.open_files: dict[int, Path] = {}
        self.unsynced: Files = {}
        """The synced content of each file that has other bytes."""
        self.unnamed: dict[Path, bytes | None] = {}
        """The old content of each file whose new name is not synced."""

    def __getattr__(self, name: str) -> Any:
        call = getattr(os, name)
        return (lambda *given: self._call(name, call, *given)) if name in self.COUNTED else call

    def _call(self, name: str, call: Callable[..., Any], *given: Any) -> Any:
        if self.calls == self.kill_at:
            raise PowerFailureError
        self.calls += 1
        if isinstance(given[0], int):
            path = self.open_files.get(given[0])
        else:
            path = Path(os.path.realpath(given[0] if name == "open" else given[1]))
        if name == "write" and path is not None:
            self.unsynced.setdefault(path, path.read_bytes())
        if name in ("replace", "link") and path is not None:
            self.unnamed.setdefault(path, path.read_bytes() if path.exists() else None)
        found = call(*given)
        if name == "open":
            assert path is not None
            self.open_files[found] = path
        elif name == "close":
            del self.open_files[given[0]]
        elif name == "fsync" and path is not None:
            self.unsynced.pop(path, None)
            for each in [each for each in self.unnamed if each.parent == path]:
                del self.unnamed[each]
        return found

    def stop(self) -> None:
        """Close all files, as the end of a process does."""
        for descriptor in self.open_files:
            os.close(descriptor)


class Scenario(NamedTuple):
    """A command that crashes."""

    words: tuple[str, ...]
    state: str
    """The folder of the state of its user."""
    prepare: tuple[tuple[str, ...], ...]
    """The commands before it, each after the state of its user."""
    is_done: Callable[[], bool]
    """A function that returns whether the folder has what the command promises."""


def run(state: str, *words: str) -> int:
    """Run a command of a user in this process, and return its exit status."""
    folders = {"SENPU_STATE": f"{state}-state", "SENPU_CONFIG": f"{state}-config"}
    with patch.dict(os.environ, folders), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        return main([*words])


def is_sealed() -> bool:
    return bool(read(Path(LOG).read_bytes()).seals.made)


def is_committed() -> bool:
    """Return whether the secrets of each commitment in the log are saved."""
    sides = read(Path(LOG).read_bytes()).dice.sides
    saved = {
        chain["anchor"]
        for path in Path("north-state/dice").glob("*.json")
        for chain in msgspec.json.decode(path.read_bytes())
    }
    return bool(sides) and all(each.commit.anchor.hex() in saved for each in sides.values())


def is_dealt() -> bool:
    """Return whether each player can read the dealer's sheet."""
    return not any(run(side, "hand", LOG, f"game.{side}.hand") for side in ("north", "south"))


def is_held() -> bool:
    (path,) = Path("north-state/hands").glob("*.txt")
    return len(read_sheet(path).cards) == 2


def is_revealed() -> bool:
    return verify(Path(LOG)).hands == {"sealed": 4, "proven": 4, "open": 0}


NEW = ("north", "new", "pendulum/toy", LOG, "--chain")
DEAL = (("dealer", "new", "blind/toy", LOG, "--hands", "dealer"), ("dealer", "deal", LOG))
SCENARIOS = {
    "seal": Scenario(
        ("seal", LOG, "--key", "k.pem"), "north",
        (
            ("north", "keygen", "k.pem", "--no-passphrase"), (*NEW, "--public", "north=k.pub"),
            ("north", "append", LOG, "N: n1>B"),
        ),
        is_sealed,
    ),
    "roll --commit": Scenario(
        ("roll", LOG, "--commit", "--side", "north", "--secrets", "3"), "north",
        (NEW, ("north", "roll", LOG, "--commit", "--side", "south", "--secrets", "3")),
        is_committed,
    ),
    "deal": Scenario(("deal", LOG), "dealer", DEAL[:1], is_dealt),
    "hand": Scenario(("hand", LOG, SHEET), "north", DEAL, is_held),
    "reveal": Scenario(
        ("reveal", LOG), "dealer", (*DEAL, ("dealer", "append", LOG, "N: resign")), is_revealed
    ),
}  # fmt: skip


def measure(small: bool) -> Iterator[Figure]:
    for name, scenario in SCENARIOS.items():
        yield crash(name, scenario, small)


def crash(name: str, scenario: Scenario, small: bool) -> Figure:
    """Crash a command at each call, with each kind of remaining bytes and names."""
    random, outcomes = Random(7), Counter[str]()
    with TemporaryDirectory() as folder, chdir(folder):
        for words in scenario.prepare:
            assert not run(*words), words
        before = read_files()
        for at in count(random.randrange(9) if small else 0, 9 if small else 1):
            lay_files(before)
            done, system = crash_at(scenario, at)
            after, log = read_files(), Path(os.path.realpath(LOG))
            for number, files in enumerate(list_remains(system, after, random)):
                if small and number % 5:
                    continue
                lay_files(files)
                acknowledged = after[log] if done else before[log]
                outcomes[find_outcome(scenario, before[log], acknowledged)] += 1
            if done:
                break
    bad = sum(number for outcome, number in outcomes.items() if outcome.startswith("**"))
    found = ", ".join(f"{number:,} {outcome}" for outcome, number in outcomes.most_common())
    what = f"`senpu {name}` crashes: each call, bytes and names kept or lost"
    return Figure(what, outcomes.total(), GOAL, found, not bad)


def crash_at(scenario: Scenario, at: int) -> tuple[bool, CrashingSystem]:
    """Run the command up to a call.

    Returns:
        Whether it was completed, and the system after it.
    """
    system = CrashingSystem(at)
    with patch.object(journal, "os", system), patch.object(repair, "os", system):
        try:
            done = not run(scenario.state, *scenario.words)
        except PowerFailureError:
            done = False
    system.stop()
    return done, system


def list_remains(system: CrashingSystem, after: Files, random: Random) -> Iterator[Files]:
    """Yield the possible contents of the folder after a crash."""
    yield after
    for path, old in system.unnamed.items():
        lost = {each: data for each, data in after.items() if each != path}
        yield lost if old is None else {**lost, path: old}
    for path, synced in system.unsynced.items():
        if path not in after:
            continue
        added = after[path][len(synced) :]
        ends = [at for at in range(1, len(added)) if added[at - 1 : at] == b"\n"]
        for kept in sorted({0, len(added) // 3, len(added) - 1, *ends}):
            for fill in FILLS if 0 <= kept < len(added) else ():
                yield {**after, path: fill_bytes(after[path], len(synced) + kept, fill, random)}


def read_files() -> Files:
    """Return the content of each file in the folder."""
    paths = (path for path in Path(os.path.realpath(".")).rglob("*") if path.is_file())
    return {path: path.read_bytes() for path in paths}


def lay_files(files: Files) -> None:
    """Make the folder have exactly these files."""
    for path in Path().iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for path, data in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(0o600)


def find_outcome(scenario: Scenario, before: bytes, acknowledged: bytes) -> str:
    """Return the outcome for the files after a crash, a repair and the same command again."""
    log, outcome = Path(LOG), "valid at once"
    if not log.read_bytes().startswith(acknowledged):
        return "**acknowledged line lost**"
    if not verify(log).valid:
        if run(scenario.state, "repair", LOG):
            return "damage reported"
        if not log.read_bytes().startswith(acknowledged):
            return "**acknowledged line lost**"
        if not verify(log).valid:
            return "**repaired and invalid**"
        outcome = "valid after a repair"
    run(scenario.state, *scenario.words)  # rejected if nothing is left to do
    if not verify(log).valid or not log.read_bytes().startswith(before):
        return "**invalid after the command**"
    return outcome if scenario.is_done() else "**cannot be continued**"
