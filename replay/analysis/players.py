"""Programs that play, and games between them, repeatable for a seed.

`random` plays any legal event. `one-ply` plays the event with the best expected score after the
activation: its own event, the dice and the answers that follow. `tree` searches further
(`search.py`). After a colon is its budget for each event: a number of rounds, as in `tree:1000`, or
a time, as in `tree:500ms` or `tree:5s`. Games with a budget of time are not repeatable.

No program sees more than its side may know.
"""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from senpu.notation.events import Event
from senpu.notation.faults import Error
from senpu.replay.analysis.lookahead import evaluate_events
from senpu.replay.analysis.search import Search
from senpu.replay.analysis.value import PositionValue, open_value
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State

EventChooser = Callable[[AnyRules, State, Random], Event]

EQUAL = 1e-9
"""Scores that differ by less are equal."""


class UnknownPlayerError(Error):
    """No program has this name, or its budget is malformed."""


def play_random(rules: AnyRules, state: State, dice: Random) -> Event:
    """Return any legal event."""
    return rules.sample(state, dice)


def choose_best(rules: AnyRules, value: PositionValue, state: State, dice: Random) -> Event:
    """Return the event with the best expected score, at random among equal ones."""
    assert state.decision is not None
    dealt = rules.sample_hidden(state, state.decision.side, dice)
    best: list[Event] = []
    most = float("-inf")
    for event, score in evaluate_events(rules, value, dealt):
        if score > most + EQUAL:
            best, most = [event], score
        elif score > most - EQUAL:
            best.append(event)
    return dice.choice(best)


def make_one_ply(number: int) -> EventChooser:
    """Return a program that plays an event with the best expected score, at random if equal."""

    def choose(rules: AnyRules, state: State, dice: Random) -> Event:
        return choose_best(rules, open_value(rules, number), state, dice)

    return choose


class Budget(NamedTuple):
    """The budget of a search for each event: a number of rounds, or a time."""

    rounds: int = 0
    seconds: float = 0.0


def make_tree(budget: Budget, number: int) -> EventChooser:
    """Return a program that plays the event with the most visits after a search."""

    def choose(rules: AnyRules, state: State, dice: Random) -> Event:
        search = Search(rules, state, dice, open_value(rules, number))
        if budget.rounds:
            search.grow(budget.rounds)
        else:
            search.grow_for(budget.seconds)
        return search.list_events_by_visits()[0]

    return choose


PROGRAMS = {"random": "", "one-ply": "", "tree": "400"}
"""The programs, and their default budgets; empty for a program without one."""
FORMER = ("brisk", "greedy")
"""Programs of earlier versions, whose games may be in a book."""
DEFAULT = "one-ply"
"""The program that plays if none is named."""
MOST_BUDGET = 10_000_000
"""The largest number of rounds for one event."""
MOST_MINUTES = 60
"""The longest time for one event."""
SEEDS = 10**12

BUDGET = re.compile(r"(?P<count>[0-9]{1,9})(?P<unit>|ms|s)", re.ASCII)


def format_player(name: str) -> str:
    """Return the name with its budget, as in logs: `tree` as `tree:400`.

    Returns:
        The name.

    Raises:
        UnknownPlayerError: No program has this name, or its budget is malformed.
    """
    find_player(name)
    budget = PROGRAMS.get(name)
    return f"{name}:{budget}" if budget else name


def find_player(name: str, number: int = 1) -> EventChooser:
    """Return the program of a name, such as `one-ply` or `tree:1000`.

    Args:
        name: The name.
        number: The number of the value of positions by which it plays.

    Returns:
        The program.

    Raises:
        UnknownPlayerError: No program has this name, or its budget is malformed.
    """
    word, colon, budget = name.partition(":")
    if word in FORMER:
        raise UnknownPlayerError("formerProgram", name=word, have=tuple(PROGRAMS))
    if word not in PROGRAMS:
        raise UnknownPlayerError("unknownProgram", name=name, have=tuple(PROGRAMS))
    if colon and not PROGRAMS[word]:
        raise UnknownPlayerError("noBudget", name=name, program=word)
    if not PROGRAMS[word]:
        return play_random if word == "random" else make_one_ply(number)
    return make_tree(read_budget(name, budget if colon else PROGRAMS[word]), number)


def read_budget(name: str, text: str) -> Budget:
    """Return the budget in a program's name: `400`, `50ms`, `5s`. Raises UnknownPlayerError."""
    found = BUDGET.fullmatch(text)
    count = int(found["count"]) if found else 0
    if found and not found["unit"] and 0 < count <= MOST_BUDGET:
        return Budget(rounds=count)
    if found and found["unit"]:
        seconds = count / 1000 if found["unit"] == "ms" else float(count)
        if 0 < seconds <= MOST_MINUTES * 60:
            return Budget(seconds=seconds)
    raise UnknownPlayerError("badBudget", name=name, most=MOST_BUDGET, minutes=MOST_MINUTES)


def is_repeatable(name: str) -> bool:
    """Return whether a program plays the same game for the same seed: not with a time budget."""
    return not name.endswith("s")


def derive_seed(seed: int, number: int) -> int:
    """Return the seed of one of many games; adjacent seeds have no games in common."""
    return Random(f"{seed}/{number}").randrange(SEEDS)


def generate_game(
    rules: AnyRules, players: dict[str, EventChooser], seed: int
) -> Iterator[tuple[State, Event]]:
    """Yield each state of a game between the programs of the sides, and the next event.

    The game begins at the first position of the rules.

    The dice come from the seed (Python's Mersenne twister, mapped without bias by rejection). Each
    side and the dice have their own stream of random numbers.

    Yields:
        The state, and the event.
    """
    streams = {name: Random(f"{seed}/{name}") for name in (CHANCE, *players)}
    state = rules.first_position()
    while state.decision is not None:
        of = state.decision.side
        choose = play_random if of == CHANCE else players[of]
        event = choose(rules, state, streams[of])
        yield state, event
        state = rules.apply(state, event)[0]
