"""Programs that play, and games between them. Repeatable for a seed.

`random` plays anything legal; `greedy` takes what is best on average one activation ahead:
its own act, the dice and the answers that follow, until somebody may act again.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from notation.events import Event
from notation.faults import SenpuError
from replay.rules import CHANCE, Rules, State
from replay.settle import play

Player = Callable[[Rules[Any], State, Random], Event]


class UnknownPlayer(SenpuError):
    """No program of that name."""


def random(rules: Rules[Any], state: State, dice: Random) -> Event:
    """Any legal event."""
    return rules.sample(state, dice)


def greedy(rules: Rules[Any], state: State, dice: Random) -> Event:
    """The event of the best expected worth; among equals, any."""
    assert state.ask is not None
    side = state.ask.of
    best: list[Event] = []
    most = float("-inf")
    for event in rules.legal(state):
        worth = expected(rules, play(rules, state, event, []), side)
        if worth > most + 1e-9:
            best, most = [event], worth
        elif worth > most - 1e-9:
            best.append(event)
    return dice.choice(best)


def expected(rules: Rules[Any], state: State, side: str) -> float:
    """The worth of a position for a side once the activation under way is over: dice by their
    chances, the side's own answers at their best, the others' at their worst for it."""
    ask = state.ask
    beyond = rules.continuing if rules.foreseen is None else rules.foreseen
    if ask is None or ask.kind not in beyond:
        return rules.worth(state, side)
    if ask.of == CHANCE:
        return sum(
            chance * expected(rules, play(rules, state, event, []), side)
            for event, chance in rules.outcomes(state)
        )
    choose = max if ask.of == side else min
    return choose(
        expected(rules, play(rules, state, event, []), side) for event in rules.legal(state)
    )


PLAYERS: dict[str, Player] = {"random": random, "greedy": greedy}


def player(name: str) -> Player:
    """The program of that name. Raises UnknownPlayer."""
    if name not in PLAYERS:
        raise UnknownPlayer(f"no program is called {name}; there are {', '.join(PLAYERS)}")
    return PLAYERS[name]


def game(rules: Rules[Any], players: dict[str, Player], seed: int) -> Iterator[tuple[State, Event]]:
    """A game between programs, one by side's id: each position and the event that follows it.

    Dice come from the seed (Python's Mersenne twister, which maps without bias by rejection);
    each side and the dice have a stream of their own.
    """
    streams = {name: Random(f"{seed}/{name}") for name in (CHANCE, *players)}
    state = rules.start()
    while state.ask is not None:
        of = state.ask.of
        choose = random if of == CHANCE else players[of]
        event = choose(rules, state, streams[of])
        yield state, event
        state = play(rules, state, event, [])
