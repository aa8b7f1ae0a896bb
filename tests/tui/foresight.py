"""Win probability in the viewer by a value of which the numbers are fixed, without playouts."""

from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any
from zlib import crc32

import msgspec
import pytest
from textual.pilot import Pilot

from senpu.replay.analysis.value import PositionValue
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.tui.app import SenpuApp
from senpu.tui.evaluator import Evaluator, PlayoutBatch
from senpu.tui.screens import win_probability as chances_screen
from tests.tui.stage import part, playing, settled

MOST = 100
"""The playouts of a position in these tests."""


def by_turn(state: State) -> int:
    """Return the win probability of the first side in per cent: it falls from turn to turn."""
    return max(90 - 12 * state.turn, 0)


def by_everything(state: State) -> int:
    """Return the win probability of the first side in per cent, another one for each position."""
    return crc32(msgspec.json.encode(state)) % 100


class FixedValue(PositionValue):
    """A value whose win probabilities a function gives."""

    hundredths = staticmethod(by_turn)
    is_for = True

    def __init__(self, rules: AnyRules) -> None:
        super().__init__(rules, None)
        self.digest = "fixed"
        self.evaluated: list[State] = []

    def score(self, state: State) -> float:
        if state.outcome is not None:
            return super().score(state)
        self.evaluated.append(state)
        return self.hundredths(state) / 100

    def win_probability(self, state: State) -> float:
        return self.score(state)


@pytest.fixture
def fixed_value(monkeypatch: pytest.MonkeyPatch) -> list[FixedValue]:
    """Replace the values of all rule sets, with one method of playouts; return the opened ones."""
    opened: list[FixedValue] = []

    def open_fixed(rules: AnyRules, *_: object) -> FixedValue:
        opened.append(FixedValue(rules))
        return opened[-1]

    monkeypatch.setattr("senpu.replay.analysis.value.open_value", open_fixed)
    monkeypatch.setattr("senpu.tui.evaluator.list_methods", lambda _, method: (method,))
    return opened


class Fixed(Executor):
    """Answers at once; `hundredths` gives the share of wins in %."""

    def __init__(self, hundredths: Any = by_turn) -> None:
        self.hundredths = hundredths
        self.asked: list[PlayoutBatch] = []
        self.open = 0
        self.fails: type[Exception] | None = None

    def submit(self, work: Any, /, *args: Any, **_: Any) -> Future[Any]:
        del work
        piece: PlayoutBatch = args[0]
        self.asked.append(piece)
        future: Future[Any] = Future()
        if self.fails is OSError:
            raise OSError("no programs here")
        if self.fails:
            future.set_exception(self.fails("no"))
            return future
        rolls = [number * 37 % 100 for number in piece.games]
        future.set_result(
            ([float(roll < self.hundredths(piece.position.state)) for roll in rolls], 0.0)
        )
        return future

    @contextmanager
    def programs(self, jobs: int) -> Iterator[Executor]:
        del jobs
        self.open += 1
        try:
            yield self
        finally:
            self.open -= 1


def with_playouts_by(app: SenpuApp, hundredths: Any = by_turn) -> Fixed:
    """Replace the playouts of an app by fixed results."""
    chances_screen.MOST = MOST
    fixed = Fixed(hundredths)
    app.evaluator = Evaluator(1, fixed.programs)
    return fixed


async def press_playouts(pilot: Pilot[None]) -> None:
    """Wait until the playouts are shown."""
    await pilot.press("S")
    await settled(pilot)
    assert playing(pilot).win_probability.has_playouts


def bar_of(pilot: Pilot[None]) -> str:
    (widget,) = playing(pilot).win_probability.list_widgets()
    return part(widget)[0]


def graph(pilot: Pilot[None]) -> str:
    """Its row; the lower one where it has two."""
    found = part(playing(pilot).track)
    return found[4 if len(found) > 6 else 1 if len(found) == 4 else 0]
