"""A table at which a game is set up by a test: what the tables of all games share."""

from abc import ABC, abstractmethod
from typing import Generic, Self, TypeVar, cast

import msgspec
import pytest

from senpu.notation.events import Event
from senpu.notation.play import play_line
from senpu.notation.writer import format_event
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import AnyRules, Effects, IllegalEventError, S

R = TypeVar("R", bound=AnyRules)


def event_of(text: str) -> Event:
    """The one event that a text says."""
    line, faults = play_line(1, text)
    assert not faults, faults
    (event,) = line.items
    return cast(Event, event)


def copied(state: S) -> S:
    """A state made anew, equal to the one given and sharing nothing with it."""
    return msgspec.json.decode(msgspec.json.encode(state), type=type(state))


class AnyTable(ABC, Generic[R, S]):
    """A game at some position: events go in as text, refusals come out as `why rule`."""

    def __init__(self, rules: R, state: S) -> None:
        self.rules, self.state = rules, state
        self.effects: Effects = ()

    def play(self, *texts: str) -> Self:
        """Play events, each of which the rules must accept."""
        for text in texts:
            event = self.rules.canon(self.state, event_of(text))
            self.state, self.effects = self.rules.apply(self.state, event)
        return self

    def refusal(self, text: str) -> str:
        """Why an event is refused here and by which rule; `legal` if it is not."""
        try:
            self.rules.canon(self.state, event_of(text))
        except IllegalEventError as refused:
            return f"{refused.reason} {refused.rule}"
        return "legal"

    def rejected(self, text: str) -> IllegalEventError:
        """Return the error of an illegal event."""
        with pytest.raises(IllegalEventError) as rejected:
            self.rules.canon(self.state, event_of(text))
        return rejected.value

    def spelt(self, text: str) -> str:
        """The canonical spelling of an event that the rules accept."""
        return format_event(self.rules.canon(self.state, event_of(text)))

    def legal(self) -> list[str]:
        return [format_event(event) for event in self.rules.legal(self.state)]

    def allows(self, *texts: str) -> bool:
        """Whether the rules accept each of these here, and list it."""
        listed = set(self.legal())
        return all(self.refusal(text) == "legal" and text in listed for text in texts)

    def odds(self, text: str) -> Odds:
        found = self.rules.odds(self.state, self.rules.canon(self.state, event_of(text)))
        assert found is not None, f"{text} has no odds"
        return found

    # ---- the position as text -------------------------------------------------------------

    @property
    def asks(self) -> str:
        """`act japan`, `retreat china c1+c2`; how the game ended, when it has."""
        if self.state.outcome:
            return self.state.outcome.ending
        decision = self.state.decision
        assert decision
        return " ".join(filter(None, (decision.kind, decision.side, "+".join(decision.units))))

    @property
    def rule(self) -> str:
        """The printed rule that asks."""
        assert self.state.decision
        return self.state.decision.rule

    @abstractmethod
    def unit(self, ident: str) -> str:
        """Where a unit is, and what else its game says of it."""

    def units(self, *idents: str) -> list[str]:
        return [self.unit(ident) for ident in idents]

    @property
    def kinds_told(self) -> list[str]:
        return [happening.kind for happening in self.effects]

    @property
    def key(self) -> str:
        return self.rules.key(self.state)

    def with_state(self, **changes: object) -> Self:
        """The same table with some fields of its state changed."""
        self.state = msgspec.structs.replace(self.state, **changes)
        return self
