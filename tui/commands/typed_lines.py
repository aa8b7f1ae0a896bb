"""Events typed for a command, not for a log: a variation, a line of an opening.

Read or rejected like the events of `senpu append`. Writes nothing.
"""

import re

from senpu.notation.layout import style_start
from senpu.notation.lines import Item
from senpu.notation.play import parse_line
from senpu.replay.annotation.branches import EventSequence
from senpu.replay.core.narration import Narrator
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.views import View
from senpu.tui.commands.arguments import RejectedEventError, UnusableLogError
from senpu.tui.commands.event_reports import describe_reason, render_decision


def read_items(text: str, language: str) -> tuple[Item, ...]:
    """Return the items of a typed line or of several rows.

    Returns:
        The items of all rows.

    Raises:
        RejectedEventError: A row cannot be read.
        UnusableLogError: A row has a turn mark or a tag.
    """
    items: list[Item] = []
    for number, row in enumerate(re.split(r"\r?\n", text), 1):
        play, faults = parse_line(number, row)
        if faults := [each for each in faults if each.id != "notNfc"]:
            raise RejectedEventError([each.render(language=language) for each in faults])
        if play.turn is not None or play.tag:
            raise UnusableLogError("lineHasTurn", text=text)
        items += play.items
    return tuple(items)


def make_rejection(
    bad: ReductionError, course: EventSequence, narrator: Narrator
) -> RejectedEventError:
    """Return the error of a typed line: the reason, the rule, and the legal alternatives."""
    rules, reducer = course.rules, course.reducer
    reason = describe_reason(bad, reducer, narrator, View(rules))
    rows = [style_start(narrator.label("rejected", reason=reason), "invalid")]
    if course.steps:
        rows.append(f"  {narrator.label('note_after', line=course.text())}")
    return RejectedEventError([*rows, *render_decision(rules, reducer.state, bad.event, narrator)])
