"""A game at a position of a test: the part that is common to all games."""

from abc import ABC, abstractmethod
from typing import Generic, Self, TypeVar, cast

import msgspec
import pytest

from senpu.notation.events import Event
from senpu.notation.play import parse_line
from senpu.notation.writer import format_event
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import AnyRules, Effects, IllegalEventError, S

R = TypeVar("R", bound=AnyRules)


def event_of(text: str) -> Event:
    """Return the event of a text."""
    line, faults = parse_line(1, text)
    assert not faults, faults
    (event,) = line.items
    return cast(Event, event)


def copy_state(state: S) -> S:
    """Return an equal state that shares nothing with the given one."""
    return msgspec.json.decode(msgspec.json.encode(state), type=type(state))


class AnyGame(ABC, Generic[R, S]):
    """A game at a position: events are texts, rejections are `reason rule`."""

    def __init__(self, rules: R, state: S) -> None:
        self.rules, self.state = rules, state
        self.effects: Effects = ()

    def play(self, *texts: str) -> Self:
        """Play events that the rules must accept."""
        for text in texts:
            event = self.rules.canon(self.state, event_of(text))
            self.state, self.effects = self.rules.apply(self.state, event)
        return self

    def refusal(self, text: str) -> str:
        """Return the reason and the rule of the rejection of an event, or `legal`."""
        try:
            self.rules.canon(self.state, event_of(text))
        except IllegalEventError as rejection:
            return f"{rejection.reason} {rejection.rule}"
        return "legal"

    def rejected(self, text: str) -> IllegalEventError:
        """Return the error of an illegal event."""
        with pytest.raises(IllegalEventError) as error:
            self.rules.canon(self.state, event_of(text))
        return error.value

    def canonical_form(self, text: str) -> str:
        """Return the canonical form of a legal event."""
        return format_event(self.rules.canon(self.state, event_of(text)))

    def legal(self) -> list[str]:
        return [format_event(event) for event in self.rules.legal(self.state)]

    def allows(self, *texts: str) -> bool:
        """Return whether the rules accept and list each of some events."""
        listed = set(self.legal())
        return all(self.refusal(text) == "legal" and text in listed for text in texts)

    def odds(self, text: str) -> Odds:
        found = self.rules.odds(self.state, self.rules.canon(self.state, event_of(text)))
        assert found is not None, f"{text} has no odds"
        return found

    # ---- the position as text -------------------------------------------------------------

    @property
    def asks(self) -> str:
        """The pending decision: `act japan`, `retreat china c1+c2`; after the game, its ending."""
        if self.state.outcome:
            return self.state.outcome.ending
        decision = self.state.decision
        assert decision
        return " ".join(filter(None, (decision.kind, decision.side, "+".join(decision.units))))

    @property
    def rule(self) -> str:
        """The printed rule of the pending decision."""
        assert self.state.decision
        return self.state.decision.rule

    @abstractmethod
    def unit(self, ident: str) -> str:
        """Return the place of a unit, and what else the game shows of it."""

    def units(self, *idents: str) -> list[str]:
        return [self.unit(ident) for ident in idents]

    @property
    def effect_kinds(self) -> list[str]:
        return [happening.kind for happening in self.effects]

    @property
    def key(self) -> str:
        return self.rules.key(self.state)

    def with_state(self, **changes: object) -> Self:
        """Return the same game with some fields of its state changed."""
        self.state = msgspec.structs.replace(self.state, **changes)
        return self
