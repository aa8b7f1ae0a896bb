"""The rules of Metronome: version 1 is Pendulum.

In version 2 a step into B counts as two acts (2), the die is rolled in A and not in C (3), and no
side can pass in A (4).
"""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from senpu.notation.events import Event, Move
from senpu.replay.core.rules import Effect, Effects, IllegalEventError
from tests.toy.rules import PASS, Pendulum, State


class Metronome(Pendulum):
    """The second version."""

    throws_in: ClassVar[str] = "A"

    def canon(self, state: State, event: Event) -> Event:
        event = super().canon(state, event)
        if event == PASS and state.where[state.mover] == "A":
            raise IllegalEventError(
                "wrongAnswer", self.context.number["stay"], decision=state.decision
            )
        return event

    def legal(self, state: State) -> Iterator[Event]:
        stays = state.where[state.mover] != "A"
        return (event for event in super().legal(state) if event != PASS or stays)

    def apply(self, state: State, event: Event) -> tuple[State, Effects]:
        after, effects = super().apply(state, event)
        if isinstance(event, Move) and event.path == ("B",):
            acts = after.acts + 1
            after = replace(after, acts=acts, turn=1 + acts // 20)
            return after, (*effects, Effect("move", numbers=(2,)))
        return after, effects


RULES = Metronome
OLDER = {1: Pendulum}
