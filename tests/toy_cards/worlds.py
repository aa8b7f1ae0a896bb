"""Games of Blind that look the same to a side, found without the rules of hidden parts."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from senpu.notation.events import Event, Word
from senpu.notation.writer import format_event
from senpu.replay.core.registry import open_rules
from senpu.replay.core.states import CHANCE
from tests.toy_cards.rules import State

HEADER = "Senpu: 1\nGame: blind/toy\nRules: 1\n\n"
LONGEST = 5
SIDES = ("north", "south")


def random_game(seed: int) -> list[Event]:
    """Return the beginning of a game with drawn hands that is not over."""
    rules, random = open_rules("blind/toy"), Random(seed)
    state, events = rules.start(), []
    for _ in range(random.randint(2, LONGEST)):
        event = rules.sample(state, random)
        after = rules.apply(state, event)[0]
        if after.outcome is not None:
            break
        state = after
        events.append(event)
    return events


def twins(events: list[Event], side: str) -> Iterator[list[Event]]:
    """Yield all games in which `side` has the same information."""
    rules = open_rules("blind/toy")

    def continue_game(state: State, done: list[Event]) -> Iterator[list[Event]]:
        if len(done) == len(events):
            yield done
            return
        learned = describe_event(state, len(done), events[len(done)], side)
        for event in rules.legal(state):
            if describe_event(state, len(done), event, side) == learned:
                yield from continue_game(rules.apply(state, event)[0], [*done, event])

    yield from continue_game(rules.start(), [])


def describe_event(state: State, at: int, event: Event, side: str) -> str:
    """Return what `side` learns from the event after `at` other events."""
    if isinstance(event, Word):
        if event.word == "draw" and SIDES[at] != side:
            return "two cards"
        if event.word == "lay" and state.decision and state.decision.side != side:
            return "a card face down"
    return format_event(event)


def write(path: Path, events: list[Event], comment: str = "", more: str = "") -> Path:
    """Write a log of these events, one per line, and `more` after them."""
    rules = open_rules("blind/toy")
    state, lines = rules.start(), []
    for event in events:
        assert state.decision is not None
        letter = "" if state.decision.side == CHANCE else f"{rules.letter[state.decision.side]}: "
        lines.append(f"{letter}{format_event(event)}{comment}\n")
        state = rules.apply(state, event)[0]
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{HEADER}{''.join(lines)}{more}", "utf-8")
    return path
