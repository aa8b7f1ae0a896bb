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

import tests.toy_cards  # noqa: F401 - registers a rule set that comes to an end
from senpu.replay.analysis.confidence import GameResults
from senpu.replay.analysis.playouts import (
    PlayoutMethod,
    PlayoutStart,
    RulesSource,
    count_results,
    get_rules_source,
    play_games,
)
from senpu.replay.core.registry import GAMES, open_rules
from senpu.tui.evaluator import EvaluationKey, Evaluator, PlayoutBatch, PlayoutRequest

ROOT = Path(__file__).parents[2]
RULES = open_rules("blind/toy")
GROUND = get_rules_source(RULES)
START = RULES.start()
KEY = EvaluationKey(GROUND, "", RULES.digest(START))


class Counting(Executor):
    """An executor that answers on request."""

    def __init__(self) -> None:
        self.begun: list[tuple[range, Future[Any]]] = []

    def submit(self, work: Any, /, *args: Any, **_: Any) -> Future[Any]:
        del work
        piece: PlayoutBatch = args[0]
        self.begun.append((piece.games, Future()))
        return self.begun[-1][1]

    def answer(self) -> None:
        for games, future in self.begun:
            if not future.done():
                future.set_result((GameResults(len(games), (len(games), 0)), 0.001))


def test_games_that_were_broken_off_are_played_again_and_no_other() -> None:
    counting, games = Counting(), 60

    @contextmanager
    def programs(_: int) -> Iterator[Executor]:
        yield counting

    evaluator = Evaluator(1, programs)

    def wanted() -> PlayoutRequest | None:
        asked = PlayoutRequest(KEY, START, games)
        return asked if evaluator.needs(KEY, games) else None

    async def script() -> None:
        for _ in range(3):
            work = asyncio.create_task(evaluator.work(wanted, lambda: None))
            await asyncio.sleep(0.01)
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            evaluator.close()
        counting.begun.clear()
        work = asyncio.create_task(evaluator.work(wanted, lambda: None))
        while not work.done():
            counting.answer()
            await asyncio.sleep(0)

    asyncio.run(script())
    assert sorted(n for played, _ in counting.begun for n in played) == list(range(games))
    assert evaluator.found[KEY].games == games
    assert not evaluator.needs(KEY, games)
    assert evaluator.needs(KEY, games + 1)


def test_tallies_add_up() -> None:
    assert GameResults() + GameResults(2, (1, 1)) == GameResults(2, (1, 1))
    assert GameResults(3, (1, 0), 1, 1) + GameResults(2, (0, 2)) == GameResults(5, (1, 2), 1, 1)


@pytest.mark.parametrize("side", ["", "north"])
def test_another_program_finds_what_this_one_would(side: str) -> None:
    games = 40

    @contextmanager
    def programs(jobs: int) -> Iterator[Executor]:
        context = get_context("spawn")
        with ProcessPoolExecutor(jobs, context, GAMES.update, (dict(GAMES),)) as pool:
            yield pool

    evaluator = Evaluator(1, programs)
    key = KEY._replace(side=side)

    def wanted() -> PlayoutRequest | None:
        return PlayoutRequest(key, START, games) if evaluator.needs(key, games) else None

    asyncio.run(evaluator.work(wanted, lambda: None))
    evaluator.close()
    mine = play_games(RULES, PlayoutStart(START, side), PlayoutMethod(), range(games))
    assert evaluator.found[key] == count_results(RULES, mine)


def test_a_rule_set_that_is_not_there_is_distinguished() -> None:
    class Here(Executor):
        def submit(self, work: Any, /, *args: Any, **_: Any) -> Future[Any]:
            future: Future[Any] = Future()
            try:
                future.set_result(work(*args))
            except Exception as error:
                future.set_exception(error)
            return future

    @contextmanager
    def programs(_: int) -> Iterator[Executor]:
        yield Here()

    evaluator = Evaluator(1, programs)
    key = KEY._replace(ground=RulesSource("nowhere/none", (), "", 1))

    def wanted() -> PlayoutRequest | None:
        return PlayoutRequest(key, START, 5) if evaluator.needs(key, 5) else None

    asyncio.run(evaluator.work(wanted, lambda: None))
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
