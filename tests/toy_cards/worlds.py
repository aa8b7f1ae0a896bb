"""Games of Blind that a side cannot tell apart, found without asking the rules what they hide."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from senpu.notation.events import Event, Word
from senpu.notation.writer import format_event
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import CHANCE
from tests.toy_cards.rules import State

HEADER = "Senpu: 1\nGame: blind/toy\nRules: 1\n\n"
LONGEST = 5
SIDES = ("north", "south")


def random_game(seed: int) -> list[Event]:
    """The beginning of a game, with the hands drawn, that is not over."""
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
    """All games in which `side` has learned the same."""
    rules = open_rules("blind/toy")

    def on(state: State, done: list[Event]) -> Iterator[list[Event]]:
        if len(done) == len(events):
            yield done
            return
        learned = known(state, len(done), events[len(done)], side)
        for event in rules.legal(state):
            if known(state, len(done), event, side) == learned:
                yield from on(rules.apply(state, event)[0], [*done, event])

    yield from on(rules.start(), [])


def known(state: State, at: int, event: Event, side: str) -> str:
    """What `side` learns of the event after `at` others, in this test's own words."""
    if isinstance(event, Word):
        if event.word == "draw" and SIDES[at] != side:
            return "two cards"
        if event.word == "lay" and state.decision and state.decision.side != side:
            return "a card face down"
    return format_event(event)


def write(path: Path, events: list[Event], remark: str = "", more: str = "") -> Path:
    """A log of these events, a line each; then `more`."""
    rules = open_rules("blind/toy")
    state, lines = rules.start(), []
    for event in events:
        assert state.decision is not None
        letter = "" if state.decision.side == CHANCE else f"{rules.letter[state.decision.side]}: "
        lines.append(f"{letter}{format_event(event)}{remark}\n")
        state = rules.apply(state, event)[0]
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{HEADER}{''.join(lines)}{more}", "utf-8")
    return path
