"""Playing positions on in other programs: no game twice, none missing, and no program left over."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import tests.toy_cards  # noqa: F401 - registers a rule set that comes to an end
from senpu.replay.analysis.executors import SerialExecutor
from senpu.replay.analysis.joint_estimate import JointEstimate, estimate_scores
from senpu.replay.analysis.playouts import (
    PlayoutMethod,
    PlayoutStart,
    RulesSource,
    get_rules_source,
    play_games,
)
from senpu.replay.core.registry import GAMES, open_rules
from senpu.tui import evaluator as evaluators
from senpu.tui.evaluator import (
    EvaluationKey,
    Evaluator,
    ExecutorFactory,
    PlayoutBatch,
    PlayoutRequest,
)

ROOT = Path(__file__).parents[2]
RULES = open_rules("blind/toy")
GROUND = get_rules_source(RULES)
START = RULES.start()
KEY = EvaluationKey(GROUND, "", RULES.digest(START))
RANDOM = PlayoutMethod("random", horizon=0, measure="wins")


def make_evaluator(programs: ExecutorFactory) -> Evaluator:
    """Return an evaluator of one job by games of `random`."""
    evaluator = Evaluator(1, programs)
    evaluator.method = RANDOM
    return evaluator


def ask(evaluator: Evaluator, games: int, key: EvaluationKey = KEY) -> PlayoutRequest | None:
    """Return a request while the position needs playouts."""
    return PlayoutRequest(key, RULES, START, games) if evaluator.needs(key, games) else None


class Counting(Executor):
    """An executor that answers on request: the first side wins every second game by one method."""

    def __init__(self, *means: float) -> None:
        self.means = means or (0.5,)
        self.begun: list[tuple[PlayoutBatch, Future[Any]]] = []

    def submit(self, work: Any, /, *args: Any, **_: Any) -> Future[Any]:
        del work
        self.begun.append((args[0], Future()))
        return self.begun[-1][1]

    def answer(self) -> None:
        for piece, future in self.begun:
            if not future.done():
                mean = self.means[piece.method.value - 1]
                scores = [mean + (0.4 if number % 2 else -0.4) for number in piece.games]
                future.set_result((scores, 0.001))

    async def finish(self, evaluator: Evaluator, games: int) -> None:
        work = asyncio.create_task(evaluator.work(lambda: ask(evaluator, games), lambda: None))
        while not work.done():
            self.answer()
            await asyncio.sleep(0)

    @contextmanager
    def programs(self, _: int) -> Iterator[Executor]:
        yield self


def test_games_that_were_broken_off_are_played_again_and_no_other() -> None:
    counting, games = Counting(), 60
    evaluator = make_evaluator(counting.programs)

    async def script() -> None:
        for _ in range(3):
            work = asyncio.create_task(evaluator.work(lambda: ask(evaluator, games), lambda: None))
            await asyncio.sleep(0.01)
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            evaluator.close()
        counting.begun.clear()
        await counting.finish(evaluator, games)

    asyncio.run(script())
    assert sorted(n for piece, _ in counting.begun for n in piece.games) == list(range(games))
    assert evaluator.found[KEY].games == games
    assert not evaluator.needs(KEY, games)
    assert evaluator.needs(KEY, games + 1)


def test_each_method_plays_until_its_error_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluators, "list_methods", lambda *_: [RANDOM, replace(RANDOM, value=2)])
    monkeypatch.setattr(evaluators, "ERROR", 0.1)
    counting = Counting(0.5, 0.6)
    evaluator = make_evaluator(counting.programs)
    asyncio.run(counting.finish(evaluator, 1000))
    found = evaluator.found[KEY]
    assert [each.error <= 0.1 for each in found.methods] == [True, True]
    assert all(50 < each.method.games < 150 for each in found.methods)
    assert not evaluator.needs(KEY, 2000)
    assert not found.is_unsettled


@pytest.mark.parametrize("side", ["", "north"])
def test_another_program_finds_what_this_one_would(side: str) -> None:
    games = 40

    @contextmanager
    def programs(jobs: int) -> Iterator[Executor]:
        context = get_context("spawn")
        with ProcessPoolExecutor(jobs, context, GAMES.update, (dict(GAMES),)) as pool:
            yield pool

    evaluator = make_evaluator(programs)
    key = KEY._replace(side=side)
    asyncio.run(evaluator.work(lambda: ask(evaluator, games, key), lambda: None))
    evaluator.close()
    mine = play_games(RULES, PlayoutStart(START, side), RANDOM, range(games))
    assert evaluator.found[key] == JointEstimate((estimate_scores(RANDOM, mine),))


def test_a_rule_set_that_is_not_there_is_distinguished() -> None:
    @contextmanager
    def programs(_: int) -> Iterator[Executor]:
        yield SerialExecutor()

    evaluator = make_evaluator(programs)
    key = KEY._replace(ground=RulesSource("nowhere/none", (), "", 1))
    asyncio.run(evaluator.work(lambda: ask(evaluator, 5, key), lambda: None))
    assert evaluator.unplayable == {key}
    assert key not in evaluator.found


# ---- programs that end ----------------------------------------------------------------------

LONG = 60
HOLDS = f"""
import os, sys, time
from senpu.tui.evaluator import start_programs
if __name__ == "__main__":
    with start_programs(1) as pool:
        pool.submit(os.getpid).result()
        pool.submit(time.sleep, {LONG})
        print("at work", flush=True)
        if sys.argv[1] == "stays":
            time.sleep({LONG})
    print("let go", flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal here")
@pytest.mark.parametrize("how", ["stays", "lets go"])
def test_programs_end_with_the_one_that_began_them_whatever_they_do(
    tmp_path: Path, how: str
) -> None:
    (tmp_path / "holds.py").write_text(HOLDS)
    begun = subprocess.Popen(
        [sys.executable, str(tmp_path / "holds.py"), how],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert begun.stdout
    # Its output is the other's too: that ends only when both have ended.
    if how == "stays":
        begun.stdout.readline()
        begun.send_signal(signal.SIGKILL)
        begun.communicate(timeout=LONG / 2)
    else:
        assert begun.communicate(timeout=LONG / 2) == ("at work\nlet go\n", "")
