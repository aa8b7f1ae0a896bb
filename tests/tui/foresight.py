"""Win probability in the viewer without playouts: the winner of each game number is fixed."""

from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any
from zlib import crc32

import msgspec
from textual.pilot import Pilot

from senpu.replay.analysis.confidence import GameResults
from senpu.replay.core.states import State
from senpu.tui.app import SenpuApp
from senpu.tui.evaluator import Evaluator, PlayoutBatch
from senpu.tui.screens import win_probability as chances_screen
from tests.tui.stage import part, playing, settled

FIRST, MOST = 20, 100
"""The playouts of the current position in these tests, before others and in the end."""
DRAWN = 97
"""The roll of 0 to 99 from which a game is a draw. No share of wins may be larger."""


def by_turn(state: State) -> int:
    """Return the win rate of the first side in per cent: it falls from turn to turn."""
    return max(90 - 12 * state.turn, 0)


def by_everything(state: State) -> int:
    """Return the win rate of the first side in per cent, with room for draws."""
    return crc32(msgspec.json.encode(state)) % DRAWN


class Fixed(Executor):
    """Answers at once; game number n is won as `hundredths` says of its position."""

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
        wins = sum(roll < self.hundredths(piece.position.state) for roll in rolls)
        draws = sum(roll >= DRAWN for roll in rolls)
        tally = GameResults(len(rolls), (wins, len(rolls) - wins - draws), draws)
        future.set_result((tally, 0.0))
        return future

    @contextmanager
    def programs(self, jobs: int) -> Iterator[Executor]:
        del jobs
        self.open += 1
        try:
            yield self
        finally:
            self.open -= 1


def with_chances_by(app: SenpuApp, hundredths: Any = by_turn) -> Fixed:
    """Replace the playouts of an app by fixed results."""
    chances_screen.FIRST, chances_screen.MOST, chances_screen.ALONG = FIRST, MOST, (3, 6)
    fixed = Fixed(hundredths)
    app.evaluator = Evaluator(1, fixed.programs)
    return fixed


async def asked(pilot: Pilot[None]) -> None:
    """Wait until the win probabilities are shown."""
    await pilot.press("percent_sign")
    await settled(pilot)
    assert playing(pilot).win_probability.is_on


def bar_of(pilot: Pilot[None]) -> str:
    (widget,) = playing(pilot).win_probability.list_widgets()
    return part(widget)[0]


def graph(pilot: Pilot[None]) -> str:
    """Its row; the lower one where it has two."""
    found = part(playing(pilot).track)
    return found[4 if len(found) > 6 else 1 if len(found) == 4 else 0]
