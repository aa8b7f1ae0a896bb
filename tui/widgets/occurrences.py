"""What an event did, told by comparing the positions around it, for whoever looks for the next of a
kind. No game has a word of its own here.
"""

from collections.abc import Callable

from notation.events import Retreat, Roll
from replay.line import Line
from tui.widgets.scene import Step, changes, lost, steps_of, strikes
from tui.widgets.strand import TOLD


def combat(step: Step) -> bool:
    """Whether somebody strikes; the dice and the retreats that follow are of the same fight."""
    return type(step.event) not in (Roll, Retreat) and strikes(step) is not None


def loss(step: Step) -> bool:
    """Whether a unit was lost, or lost a step."""
    return any(
        lost(old, new) or (new.reduced and not old.reduced)
        for old, new in changes(step.before, step.after)
    )


def capture(step: Step) -> bool:
    """Whether a side took a place of weight: a city, a key place."""
    before, notes = step.before.control, step.after.notes
    return any(
        side and side != before.get(place) and not TOLD.isdisjoint(notes.get(place, ()))
        for place, side in step.after.control.items()
    )


OCCURRENCES: dict[str, Callable[[Step], bool]] = {
    "combat": combat, "loss": loss, "capture": capture,
}  # fmt: skip
"""By the name of the kind."""


def occurs(kind: str, line: Line, number: int) -> bool:
    """Whether an event is one of that kind, and was not taken back later."""
    if number < 1 or line.entry(number).undone:
        return False
    return any(OCCURRENCES[kind](step) for step in steps_of(line, range(number, number + 1)))
