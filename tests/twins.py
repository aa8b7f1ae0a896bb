"""Pairs of logs that differ only in what a side may not know, of any game with hidden parts.

A twin of a game has the same events in the view of the side, and the same positions in that view.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from senpu.logs.chain import add_tags
from senpu.logs.keys import PublicKey
from senpu.logs.notes import Notes, StoredNote, notes_path
from senpu.logs.notes_file import format_notes
from senpu.logs.record import record_from
from senpu.notation.events import Event
from senpu.notation.writer import format_event
from senpu.replay.annotation.annotations import find_digest
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules, IllegalEventError
from senpu.replay.core.states import State
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.recording.headers import format_header
from tests import sealed
from tests.games.random_play import steps

TRIES = 20
"""The number of attempts to find a twin."""


class Twins(NamedTuple):
    """Two games that look the same to a side."""

    rules: AnyRules
    side: str
    games: tuple[list[Event], list[Event]]

    def end(self, at: int) -> State:
        """Return the last position of a game."""
        return walk(self.rules, self.games[at])[-1]

    def is_public(self, event: Event) -> bool:
        """Return whether the side may read all of an event after the last position of the first."""
        return self.rules.visible_to(self.end(0), event, self.side) == event

    def is_last(self, at: int, event: Event) -> bool:
        """Return whether an event would end a game, so that the rules may show all hands."""
        return self.rules.apply(self.end(at), event)[0].outcome is not None

    def find_hidden_part(self, at: int) -> str:
        """Return a part of the first event that differs, such as a card, which is in one game."""
        mine, other = next(
            pair
            for pair in zip(self.games[at], self.games[1 - at], strict=True)
            if len(set(pair)) > 1
        )
        return min(_parts(mine) - _parts(other))


def walk(rules: AnyRules, events: Sequence[Event]) -> list[State]:
    """Return the positions of a game, the first one included."""
    states = [rules.start()]
    for event in events:
        states.append(rules.apply(states[-1], rules.canon(states[-1], event))[0])
    return states


@cache
def find_twins(ident: str, side: str, seed: int, most: int, options: tuple[str, ...] = ()) -> Twins:
    """Return the beginning of a random game of at most `most` events, and a twin of it."""
    rules = open_rules(ident, options)
    for number in range(seed * 1000, seed * 1000 + 50):
        events = [event for _, event, _ in islice(steps(rules, number), most)]
        while events and walk(rules, events)[-1].outcome is not None:
            events.pop()
        random = Random(number)
        for _ in range(TRIES):
            other = _try_twin(rules, events, side, random)
            if other is not None and other != events:
                return Twins(rules, side, (events, other))
    raise AssertionError(f"no twins of {ident} for {side}")


def _try_twin(
    rules: AnyRules, events: list[Event], side: str, random: Random
) -> list[Event] | None:
    states = walk(rules, events)
    seen = [rules.visible_to(*pair, side) for pair in zip(states, events, strict=False)]
    state, made = states[0], list[Event]()
    for at, event in enumerate(events):
        chosen = event
        if seen[at] != event:
            # A card of the event that the side reads later remains.
            read = {part for each in seen[at + 1 :] for part in _parts(each)}
            same = [
                each
                for each in rules.legal(state)
                if rules.visible_to(state, each, side) == seen[at]
                and not (_parts(each) ^ _parts(event)) & read
            ]
            chosen = random.choice(same or [event])
        try:
            after = rules.apply(state, rules.canon(state, chosen))[0]
        except IllegalEventError:
            return None
        if rules.view(after, side) != rules.view(states[at + 1], side):
            return None
        made.append(chosen)
        state = after
    return made


def _parts(event: Event) -> set[str]:
    return set(re.split("[^#?0-9a-z]+", format_event(event)))


# ---- files ----------------------------------------------------------------------------------


def write_log(
    twins: Twins,
    at: int,
    path: Path,
    more: str = "",
    chained: bool = False,
    most: int | None = None,
    start: int = 0,
) -> None:
    """Write one of two games as a log, with `more` after its events, and notes on it.

    Args:
        twins: The two games.
        at: The index of the game.
        path: The file.
        more: The text after the events; `{hidden}` in it is a text that the side may not know.
        chained: Whether the log has a hash chain.
        most: The number of events.
        start: The number of events before the position from which the log starts.
    """
    more = more.format(hidden=twins.find_hidden_part(at))
    rules, events = twins.rules, twins.games[at][:most]
    first = rules.spec.sides[0].id
    keyed = {"Chain": "sha256", "Nonce": sealed.NONCE}
    keyed[f"Key-{first.capitalize()}"] = PublicKey(first, sealed.SIGNERS["japan"].raw).text
    states = walk(rules, events)[start:]
    begun = rules.start_from(states[0]) if start else rules
    text = format_header(begun, {"Event": "Twins", **(keyed if chained else {})})
    events = events[start:]
    for state, event in zip(states, events, strict=False):
        assert state.decision is not None
        letter = rules.letter.get(state.decision.side, "")
        text += f"{letter}: " * bool(letter) + f"{format_event(event)} {{so}}\n"
    if chained:
        text = sealed.seal(add_tags(text), first, by="japan")
        if more.endswith("\n") and "~" not in more:
            more = sealed.read(text).chain.add_tags(more)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + more, "utf-8")
    notes = Notes(rules.spec.id, tuple(_make_notes(twins, text, len(events), start)), {}, {})
    notes_path(path).write_text(format_notes(notes, notes_path(path)), "utf-8")


def _make_notes(twins: Twins, text: str, last: int, start: int) -> Iterator[StoredNote]:
    """Yield the same notes for each of two games, bound to one of them."""
    timeline, (first, _) = open_timeline(record_from(text)), twins.games
    states, random = walk(twins.rules, first)[start:], Random(len(first))
    for number in range(0, last, 3):
        digest = find_digest(timeline, number)
        yield StoredNote(event=number, kind="comment", text="so", digest=digest)
        # Any side's event in the first game, or a draw: not all are legal in the second one.
        tried = format_event(twins.rules.sample(states[number], random))
        yield StoredNote(event=number, kind="variation", text=tried, digest=digest)
