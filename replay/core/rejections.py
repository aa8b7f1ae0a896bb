"""Messages that a game explains: the reason of a rejection, and names from its data.

The text of each message is made when it is needed, in any language. So `verify` loads no texts
of a game.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Self

from msgspec.structs import replace

from senpu.logs.machine_lines import DEALER
from senpu.notation.faults import Error
from senpu.notation.messages import SOURCE, Message
from senpu.notation.writer import format_event
from senpu.replay.core.rules import AnyRules, IllegalEventError
from senpu.replay.core.states import CHANCE, State
from senpu.spec.loader import Spec
from senpu.spec.names import find_name

MAX_ALTERNATIVES = 9
"""The number of legal alternatives that a fault lists at most."""


class Rejection(Message, frozen=True, kw_only=True):
    """A rejected event: the event as written, the reason, and the printed rule."""

    spec: Spec
    """The data of the game, whose texts explain the reason."""

    def __repr__(self) -> str:
        return f"Rejection({self.fields!r})"

    @classmethod
    def make(
        cls, spec: Spec, event: str, rejection: IllegalEventError, fault: str = "illegalMove"
    ) -> Self:
        """Return the message of a rejection.

        Args:
            spec: The data of the game.
            event: The text of the event; empty for a position.
            rejection: The reason.
            fault: The id of the fault.

        Returns:
            The message.
        """
        fields = {"event": event, "rejection": rejection}
        return cls(f"faults.{fault}.message", fields, spec=spec)

    @property
    def rejection(self) -> IllegalEventError:
        """The reason, the number of the rule, and the facts."""
        found: IllegalEventError = self.fields["rejection"]
        return found

    def text(self, language: str = SOURCE) -> str:
        """Return the event, the reason and the rule, in a language."""
        from senpu.replay.core.narration import Narrator  # verifying a log needs no texts

        narrator, rejection = Narrator(self.spec, language), self.rejection
        by = narrator.label("by_rule", rule=rejection.rule) if rejection.rule else ""
        fields = {"reason": narrator.rejection(rejection), "rule": by}
        if self.fields["event"]:
            fields["event"] = self.fields["event"]
        return Message(self.id if by else f"{self.id}NoRule", fields).text(language)


class SideName(Message, frozen=True, kw_only=True):
    """The name of a side or of the dealer; its field is the id."""

    folder: str
    """The folder of the game."""

    def text(self, language: str = SOURCE) -> str:
        """Return the name in a language."""
        side: str = self.fields["text"]
        if side == DEALER:
            return Message("findings.dealer").text(language)
        return find_name(self.folder, language, "side", side) or side


def make_side_name(spec: Spec, side: str) -> SideName:
    """Return the name of a side, by its id."""
    return SideName("plain.text", {"text": side}, folder=spec.folder)


SIDE_FIELDS = ("side", "sides", "missing", "other", "owner", "drawer")
"""The fields of a sentence that can have ids of sides."""


def name_sides(spec: Spec, message: Message) -> Message:
    """Return a message with the names of sides in place of their ids."""
    ids = {DEALER, *(side.id for side in spec.sides)}

    def name(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(name, value))
        return make_side_name(spec, value) if isinstance(value, str) and value in ids else value

    found = {key: name(message.fields[key]) for key in SIDE_FIELDS if key in message.fields}
    for key, value in message.fields.items():
        if isinstance(value, Message):
            found[key] = name_sides(spec, value)
    return replace(message, fields={**message.fields, **found}) if found else message


@contextmanager
def naming_sides(spec: Spec) -> Iterator[None]:
    """Replace the ids of sides with their names in an error."""
    try:
        yield
    except Error as error:
        error.message = name_sides(spec, error.message)
        raise


def list_alternatives(
    rules: AnyRules, state: State, event: Any, most: int = MAX_ALTERNATIVES
) -> tuple[str, ...]:
    """Return the first legal events similar to a rejected one, in canonical form."""
    decision = state.decision
    if decision is None or decision.side == CHANCE:
        return ()
    similar: Iterator[Any] = rules.alternatives(state, event)
    found = tuple(map(format_event, islice(similar, most)))
    return found or tuple(map(format_event, islice(rules.legal(state), most)))
