"""Messages that a game explains: the reason of a rejection, and names from its data.

The text of each message is made when it is needed, in any language. So `verify` loads no texts
of a game.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Self

from senpu.notation.messages import SOURCE, Message
from senpu.notation.writer import format_event
from senpu.replay.core.rules import AnyRules, IllegalEventError
from senpu.replay.core.states import CHANCE, State
from senpu.spec.loader import Spec

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
        found = self.fields["rejection"]
        assert isinstance(found, IllegalEventError)
        return found

    def text(self, language: str = SOURCE) -> str:
        """Return the event, the reason and the rule, in a language."""
        from senpu.replay.core.narration import Narrator  # verifying a log needs no texts

        narrator, rejection = Narrator(self.spec, language), self.rejection
        by = narrator.label("by_rule", rule=rejection.rule) if rejection.rule else ""
        fields: dict[str, object] = {"reason": narrator.rejection(rejection), "rule": by}
        if self.fields["event"]:
            fields["event"] = self.fields["event"]
        return Message(self.id if by else f"{self.id}NoRule", fields).text(language)


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


LIKE = 0.65
"""The least likeness of a suggested word."""


def reject_word(
    word: str, rule: str, words: Sequence[str], others: Sequence[str] = ()
) -> IllegalEventError:
    """Return the rejection of an unknown word, with the known word that it resembles.

    Args:
        word: The word.
        rule: The number of the rule that applies to the decision.
        words: The words of the game.
        others: The words of all games.
    """
    from difflib import get_close_matches  # few words are mistyped

    near = get_close_matches(word, [*words, *others], 1, LIKE)
    if near:
        return IllegalEventError("likeWord", rule, word=word, near=near[0], words=words)
    return IllegalEventError("unknownWord", rule, word=word, words=words)
