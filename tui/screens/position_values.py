"""The calibrated win probabilities of the positions along a game, computed in small slices."""

import asyncio
from collections.abc import Callable, Iterable
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from senpu.replay.analysis.value import PositionValue
    from senpu.replay.annotation.variations import AnyTimeline
    from senpu.replay.core.rules import AnyRules

SLICE = 0.004
"""The seconds of work between two keys."""
OFTEN = 0.1
"""The least time in seconds between two pictures of new values."""


class PositionValues:
    """The values of the positions of a log and its variations, each computed once.

    A value depends on public facts only, so that it is the same in every view.
    """

    def __init__(self, rules: "AnyRules") -> None:
        from senpu.replay.analysis.value import open_value

        self.value: PositionValue = open_value(rules)
        self._has_limits = bool(rules.spec.program_limits())
        self._found: dict[tuple[AnyTimeline, int], float] = {}

    @property
    def warnings(self) -> tuple[str, ...]:
        """The ids of what restricts the value.

        None was learned, it belongs to other data, or the programs are known to misjudge the game.
        """
        if not self.value.digest:
            return ("chance_no_value",)
        found = {"chance_other_data": not self.value.is_for, "chance_limits": self._has_limits}
        return tuple(each for each, applies in found.items() if applies)

    def find(self, course: "AnyTimeline", number: int) -> float | None:
        """Return the win probability of the first side after an event, if it is known."""
        return self._found.get((course.find_owner(number), number))

    def compute(self, course: "AnyTimeline", number: int) -> float:
        """Return the win probability of the first side after an event."""
        place = course.find_owner(number), number
        found = self._found.get(place)
        if found is None:
            state = course.get_position(number).state
            found = self._found[place] = self.value.win_probability(state)
        return found

    def start_over(self) -> None:
        """Forget all values: events were added, or notes were bound again."""
        self._found.clear()

    async def compute_all(
        self, places: "Iterable[tuple[AnyTimeline, int]]", on_values: Callable[[], None]
    ) -> None:
        """Compute the values of positions.

        Args:
            places: The courses and the numbers of the events.
            on_values: Called now and then, and at the end.
        """
        shown = monotonic()
        until = shown + SLICE
        for course, number in places:
            self.compute(course, number)
            if monotonic() > until:
                await asyncio.sleep(0)
                if monotonic() - shown > OFTEN:
                    on_values()
                    shown = monotonic()
                until = monotonic() + SLICE
        on_values()
