"""The rules of Wager, a toy game of chance.

1: sides alternate, three acts each; 2: `try` for a point, `stay`, or `throw` a point to the enemy;
3: a die of 3 or more makes the point; 4: more points win; 5: a side that leads by three must stay.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from senpu.notation.events import Event, Roll, Word
from senpu.replay.core.odds import Odds
from senpu.replay.core.position_format import PositionFormat
from senpu.replay.core.rules import Board, Context, Effects, IllegalEventError, Piece, Rules
from senpu.replay.core.states import CHANCE, Decision, Outcome
from senpu.replay.core.states import State as AnyState
from senpu.replay.parts.dice import legal_dice
from senpu.spec.loader import Spec
from tests.toy_positions import make_plain_format

TRY, STAY, THROW = Word("try"), Word("stay"), Word("throw")
ACTS = 6
NEEDED = 3


class State(AnyState, frozen=True, kw_only=True):
    points: tuple[int, int] = (0, 0)
    acts: int = 0


class Wager(Rules[Context, State]):
    """A game in which `try` is always the best event."""

    continuing_kinds = frozenset(("dice",))

    def __init__(self, spec: Spec) -> None:
        super().__init__(Context(spec))

    def make_position_format(self) -> PositionFormat:
        return make_plain_format(self, State, "act dice")

    def check_position(self, state: State, side: str) -> None:
        del state, side

    def start(self) -> State:
        return self._next(State(turn=1))

    def _next(self, state: State) -> State:
        sides = [side.id for side in self.spec.sides]
        if state.acts < ACTS:
            return replace(
                state, decision=Decision(sides[state.acts % 2], "act", self.context.number["act"])
            )
        north, south = state.points
        winner = "" if north == south else sides[south > north]
        ending = f"{winner.capitalize() or 'Draw'} {self.context.number['end']}"
        return replace(state, decision=None, outcome=Outcome(ending, winner))

    def canon(self, state: State, event: Event) -> Event:
        if event not in self.legal(state):
            raise IllegalEventError(
                "wrongAnswer", self.context.number["act"], decision=state.decision
            )
        return event

    def legal(self, state: State) -> Iterator[Event]:
        if state.decision is None:
            return
        if state.decision.side == CHANCE:
            yield from legal_dice(self, state, state.decision)
            return
        yield STAY
        if abs(state.points[0] - state.points[1]) < 3:
            yield from (TRY, THROW)

    def sample(self, state: State, random: Random) -> Event:
        return random.choice(list(self.legal(state)))

    def apply(self, state: State, event: Event) -> tuple[State, Effects]:
        points, mover = [*state.points], state.acts % 2
        if event == TRY:
            decision = Decision(CHANCE, "dice", self.context.number["dice"], dice=("",))
            return replace(state, decision=decision), ()
        if isinstance(event, Roll):
            points[mover] += event.pips[0] >= NEEDED
        elif event == THROW:
            points[1 - mover] += 1
        state = replace(state, points=(points[0], points[1]), acts=state.acts + 1, decision=None)
        return self._next(state), ()

    def board(self, state: State) -> Board:
        sides = [side.id for side in self.spec.sides]
        pieces = (Piece("n1", sides[0], "A", "bob"), Piece("s1", sides[1], "B", "bob"))
        return Board(pieces, {}, ())

    def odds(self, state: State, event: Event) -> Odds | None:
        return None

    def interchangeable(self, state: State) -> Any:
        return (state.points, state.acts, state.decision and state.decision.kind)


RULES = Wager
