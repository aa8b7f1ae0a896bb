"""Programs that play, and games between them, repeatable for a seed.

`random` plays any legal event. `brisk` plays the best of a few random events, with one roll of the
dice for each. `greedy` plays the event with the best expected evaluation after the activation: its
own event, the dice and the answers that follow. `tree` searches further (`search.py`). A number
after a colon is the budget: `tree:1000` searches for 1,000 rounds.

No program sees more than its side may know.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from senpu.notation.events import Event
from senpu.notation.faults import Error
from senpu.replay.analysis.search import Search, draw_best_event, evaluate_events
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State

EventChooser = Callable[[AnyRules, State, Random], Event]


class UnknownPlayerError(Error):
    """No program has this name, or its budget is malformed."""


def play_random(rules: AnyRules, state: State, dice: Random) -> Event:
    """Return any legal event."""
    return rules.sample(state, dice)


def make_brisk(draws: int) -> EventChooser:
    """Return a program that plays the best of some random events, after one roll for each."""

    def choose(rules: AnyRules, state: State, dice: Random) -> Event:
        assert state.decision is not None
        return draw_best_event(
            rules, rules.sample_hidden(state, state.decision.side, dice), dice, draws
        )

    return choose


def play_greedy(rules: AnyRules, state: State, dice: Random) -> Event:
    """Return an event with the best expected evaluation, at random among equal ones."""
    assert state.decision is not None
    side = state.decision.side
    best: list[Event] = []
    most = float("-inf")
    for event, evaluation in evaluate_events(rules, rules.sample_hidden(state, side, dice), side):
        if evaluation > most + 1e-9:
            best, most = [event], evaluation
        elif evaluation > most - 1e-9:
            best.append(event)
    return dice.choice(best)


def make_tree(rounds: int) -> EventChooser:
    """Return a program that plays the event with the most visits after a search of some rounds."""

    def choose(rules: AnyRules, state: State, dice: Random) -> Event:
        search = Search(rules, state, dice)
        search.grow(rounds)
        return search.list_events_by_visits()[0]

    return choose


class Program(NamedTuple):
    """A program of which games are played."""

    make: Callable[[int], EventChooser]
    budget: int = 0
    """The default budget; 0 for a program without one."""
    bad_budget: str = ""
    """The id of the error for a malformed budget."""


PROGRAMS = {
    "random": Program(lambda budget: play_random),
    "brisk": Program(make_brisk, 4, "badDraws"),
    "greedy": Program(lambda budget: play_greedy),
    "tree": Program(make_tree, 400, "badRounds"),
}
MOST_BUDGET = 10_000_000
SEEDS = 10**12


def format_player(name: str) -> str:
    """Return the name with its budget, as in logs: `tree` as `tree:400`.

    Returns:
        The name.

    Raises:
        UnknownPlayerError: No program has this name.
    """
    find_player(name)
    budget = PROGRAMS[name].budget if name in PROGRAMS else 0
    return f"{name}:{budget}" if budget else name


def find_player(name: str) -> EventChooser:
    """Return the program of a name, such as `greedy` or `tree:1000`.

    Returns:
        The program.

    Raises:
        UnknownPlayerError: No program has this name, or its budget is malformed.
    """
    word, colon, budget = name.partition(":")
    program = PROGRAMS.get(word)
    if program is None:
        raise UnknownPlayerError("unknownProgram", name=name, have=tuple(PROGRAMS))
    if not colon:
        return program.make(program.budget)
    if not program.budget:
        raise UnknownPlayerError("noBudget", name=name, program=word)
    if not (budget.isascii() and budget.isdigit() and 0 < int(budget) <= MOST_BUDGET):
        example = f"{word}:{program.budget}"
        raise UnknownPlayerError(program.bad_budget, name=name, most=MOST_BUDGET, example=example)
    return program.make(int(budget))


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
