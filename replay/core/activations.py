"""The grouping of events into activations."""

from senpu.notation.events import EndPhase, Event, StatedPosition
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import Decision


class Activations:
    """Groups events into activations: which event begins one, which continues the previous one."""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self._before: Decision | None = None
        """The decision that the previous event answered."""
        self._opener: Decision | None = None
        """The decision whose answer began the current activation."""

    def is_start(self, decision: Decision | None, event: Event) -> bool:
        """Return whether the next event begins an activation.

        The end of a phase belongs to the last activation of that phase.

        Args:
            decision: The decision that the event answers.
            event: The event.

        Returns:
            Whether it begins an activation.
        """
        if type(event) is StatedPosition:  # it continues nothing, and nothing continues it
            self._before = self._opener = None
            return True
        before, opener = self._before, self._opener
        self._before = decision
        if decision is not None and before is not None and opener is not None:
            rules, like = self.rules, (decision.kind, decision.side)
            if decision.kind in rules.continuing_kinds:
                return False
            if type(event) is EndPhase and (opener.kind, opener.side) == like:
                return False
            if decision.kind in rules.grouped_kinds and (before.kind, before.side) == like:
                return False
        self._opener = decision
        return True
