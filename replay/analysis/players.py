"""Programs that play, and games between them. Repeatable for a seed.

`random` plays anything legal. `brisk` takes the best of a few events drawn at random, whose dice it
rolls once. `greedy` takes what is best on average one activation ahead: its own act, the dice and
the answers that follow, until somebody may act again. `tree` searches beyond that (`search.py`). A
number after a colon is the budget of those that have one: `tree:1000` searches for 1,000 rounds.

None of them sees more than its side may know.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from senpu.notation.events import Event
from senpu.notation.faults import Error
from senpu.replay.analysis.search import Search, drawn, prospects
from senpu.replay.core.rules import CHANCE, AnyRules, State

Player = Callable[[AnyRules, State, Random], Event]


class UnknownPlayerError(Error):
    """No program of that name."""


def random(rules: AnyRules, state: State, dice: Random) -> Event:
    """Any legal event."""
    return rules.sample(state, dice)


def brisk(draws: int) -> Player:
    """The best of some events drawn at random, as their dice fell once: as quick as a program can
    be that prefers anything.
    """

    def choose(rules: AnyRules, state: State, dice: Random) -> Event:
        assert state.decision is not None
        return drawn(rules, rules.sample_hidden(state, state.decision.side, dice), dice, draws)

    return choose


def greedy(rules: AnyRules, state: State, dice: Random) -> Event:
    """The event of the best expected worth; among equals, any."""
    assert state.decision is not None
    side = state.decision.side
    best: list[Event] = []
    most = float("-inf")
    for event, worth in prospects(rules, rules.sample_hidden(state, side, dice), side):
        if worth > most + 1e-9:
            best, most = [event], worth
        elif worth > most - 1e-9:
            best.append(event)
    return dice.choice(best)


def tree(rounds: int) -> Player:
    """What a search of so many rounds tries most, beginning from what `greedy` thinks."""

    def choose(rules: AnyRules, state: State, dice: Random) -> Event:
        search = Search(rules, state, dice)
        search.grow(rounds)
        return search.tried()[0]

    return choose


class Program(NamedTuple):
    make: Callable[[int], Player]
    budget: int = 0
    """What it spends unless told otherwise; 0 for what has no budget."""
    bad_budget: str = ""
    """The id of the error that says what the budget counts."""


PROGRAMS = {
    "random": Program(lambda budget: random),
    "brisk": Program(brisk, 4, "badDraws"),
    "greedy": Program(lambda budget: greedy),
    "tree": Program(tree, 400, "badRounds"),
}
MOST = 10_000_000
SEEDS = 10**12


def spelled(name: str) -> str:
    """The name with the budget, as logs tell it: `tree` as `tree:400`. Raises
    UnknownPlayerError.
    """
    player(name)
    budget = PROGRAMS[name].budget if name in PROGRAMS else 0
    return f"{name}:{budget}" if budget else name


def player(name: str) -> Player:
    """The program of that name, such as `greedy` or `tree:1000`. Raises UnknownPlayerError."""
    word, colon, budget = name.partition(":")
    program = PROGRAMS.get(word)
    if program is None:
        raise UnknownPlayerError("unknownProgram", name=name, have=tuple(PROGRAMS))
    if not colon:
        return program.make(program.budget)
    if not program.budget:
        raise UnknownPlayerError("noBudget", name=name, program=word)
    if not (budget.isascii() and budget.isdigit() and 0 < int(budget) <= MOST):
        example = f"{word}:{program.budget}"
        raise UnknownPlayerError(program.bad_budget, name=name, most=MOST, example=example)
    return program.make(int(budget))


def seed_of(seed: int, number: int) -> int:
    """The seed of a game among many, from that of all; seeds side by side have none in common."""
    return Random(f"{seed}/{number}").randrange(SEEDS)


def game(rules: AnyRules, players: dict[str, Player], seed: int) -> Iterator[tuple[State, Event]]:
    """A game between programs, one by side's id: each position and the event that follows it.

    Dice come from the seed (Python's Mersenne twister, which maps without bias by rejection);
    each side and the dice have a stream of their own.
    """
    streams = {name: Random(f"{seed}/{name}") for name in (CHANCE, *players)}
    state = rules.start()
    while state.decision is not None:
        of = state.decision.side
        choose = random if of == CHANCE else players[of]
        event = choose(rules, state, streams[of])
        yield state, event
        state = rules.apply(state, event)[0]
