"""The rules of Pendulum (1: sides alternate; 2: one step or a pass; 3: a die in C)."""

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from senpu.notation.events import Event, Move, Roll, Word
from senpu.replay.core.odds import Odds
from senpu.replay.core.position_format import PositionFormat
from senpu.replay.core.rules import Board, Context, Effect, Effects, IllegalEventError, Piece, Rules
from senpu.replay.core.states import CHANCE, Decision
from senpu.replay.core.states import State as AnyState
from senpu.replay.parts.areas import find_neighbours
from senpu.replay.parts.dice import legal_dice
from senpu.spec.loader import Spec
from tests.toy_positions import make_plain_format

PASS = Word("pass")


class State(AnyState, frozen=True, kw_only=True):
    where: tuple[str, str] = ("A", "C")
    mover: int = 0
    acts: int = 0


class Pendulum(Rules[Context, State]):
    """Two units for ever."""

    continuing_kinds = frozenset(("dice",))
    throws_in: ClassVar[str] = "C"

    def __init__(self, spec: Spec) -> None:
        super().__init__(Context(spec))
        areas = (area.id for area in spec.areas)
        self.near = find_neighbours(areas, spec.values.table("adjacent"))
        self.units = [unit.id for unit in spec.units]
        self.asks = [Decision(side.id, "act", self.context.number["act"]) for side in spec.sides]
        self.stages = {"": self._ask_next}
        self.ask_die = Decision(CHANCE, "dice", self.context.number["dice"], dice=("",))

    def make_position_format(self) -> PositionFormat:
        return make_plain_format(self, State, "act dice")

    def check_position(self, state: State, side: str) -> None:
        del state, side

    def start(self) -> State:
        return State(turn=1, decision=self.asks[0])

    def canon(self, state: State, event: Event) -> Event:
        decision = state.decision
        if decision is None:
            raise IllegalEventError("gameOver", self.context.number["act"])
        if decision.side == CHANCE:
            if isinstance(event, Roll) and len(event.pips) == 1 and 1 <= event.pips[0] <= 6:
                return event
            raise IllegalEventError("diceFirst", self.context.number["dice"], decision=decision)
        if event == PASS:
            return event
        if not isinstance(event, Move) or event.units != (self.units[state.mover],):
            raise IllegalEventError("wrongAnswer", self.context.number["act"], decision=decision)
        if len(event.path) != 1 or event.path[0] not in self.near[state.where[state.mover]]:
            raise IllegalEventError("notAdjacent", self.context.number["move"])
        return event

    def legal(self, state: State) -> Iterator[Event]:
        if state.decision is None:
            return
        if state.decision.side == CHANCE:
            yield from legal_dice(self, state, state.decision)
            return
        for goal in self.near[state.where[state.mover]]:
            yield Move((self.units[state.mover],), (goal,))
        yield PASS

    def sample(self, state: State, random: Random) -> Event:
        return random.choice(list(self.legal(state)))

    def apply(self, state: State, event: Event) -> tuple[State, Effects]:
        if isinstance(event, Roll):
            state = replace(state, decision=None)
            return self.run_stages(state, (Effect("roll", numbers=event.pips),))
        where = list(state.where)
        effects: Effects = ()
        goal = where[state.mover]
        if isinstance(event, Move):
            goal = event.path[0]
            effects = (Effect("move", units=event.units, places=(where[state.mover], goal)),)
            where[state.mover] = goal
        acts = state.acts + 1
        mover = 1 - state.mover
        decision = self.ask_die if goal == self.throws_in and isinstance(event, Move) else None
        state = replace(
            state, where=(where[0], where[1]), acts=acts, mover=mover, decision=decision,
            turn=1 + acts // 20,
        )  # fmt: skip
        return self.run_stages(state, effects)

    def _ask_next(self, _: Context, state: State) -> tuple[State, Effects]:
        return replace(state, decision=self.asks[state.mover]), ()

    def board(self, state: State) -> Board:
        sides = [side.id for side in self.spec.sides]
        pieces = tuple(
            Piece(unit, sides[k], state.where[k], "bob") for k, unit in enumerate(self.units)
        )
        return Board(pieces, {}, ())

    def odds(self, state: State, event: Event) -> Odds | None:
        return None

    def interchangeable(self, state: State) -> Any:
        return (state.where, state.mover, state.decision and state.decision.kind)


RULES = Pendulum
