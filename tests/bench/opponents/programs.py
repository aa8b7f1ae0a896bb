"""The frozen opponents by name."""

from random import Random

from senpu.notation.events import Event
from senpu.replay.analysis.players import EventChooser, choose_best, find_player
from senpu.replay.analysis.value import PositionValue
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from tests.bench.opponents.search import Search, draw_best_event, evaluate_events


def play_brisk(rules: AnyRules, state: State, dice: Random) -> Event:
    """Return the best of four random events, after one roll of the dice for each."""
    assert state.decision is not None
    return draw_best_event(rules, rules.sample_hidden(state, state.decision.side, dice), dice, 4)


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


def find_program(name: str, value: PositionValue) -> EventChooser:
    """Return an opponent, or `one-ply` with a value."""
    if name == "one-ply":
        return lambda rules, state, dice: choose_best(rules, value, state, dice)
    return find_opponent(name)


def find_opponent(name: str) -> EventChooser:
    """Return an opponent: `random`, `one-ply`, or one of the frozen `brisk`, `greedy`, `tree:N`."""
    word, _, rounds = name.partition(":")
    if word == "tree":
        return make_tree(int(rounds))
    return {"brisk": play_brisk, "greedy": play_greedy}.get(word) or find_player(name)
