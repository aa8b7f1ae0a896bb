"""Events typed for a command, not for a log: a variation, a line of an opening. Read or rejected
like the events of `senpu append`. Writes nothing.
"""

import re

from senpu.notation.faults import Error
from senpu.notation.lines import Item
from senpu.notation.messages import plain
from senpu.notation.play import play_line
from senpu.replay.annotation.branches import Course
from senpu.replay.core.narration import Narrator
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.views import View
from senpu.tui.commands.arguments import UnusableLogError
from senpu.tui.commands.event_reports import legal_here, reason


class LineParseError(Error):
    """A line that cannot be read, or that the rules forbid; carries what is to be said."""

    def __init__(self, rows: list[str]) -> None:
        super().__init__()
        self.message = plain("\n".join(rows))
        self.rows = rows


def items_of(text: str, language: str) -> tuple[Item, ...]:
    """What stands in a typed line, which may have several rows. Raises LineParseError,
    UnusableLogError.
    """
    items: list[Item] = []
    for number, row in enumerate(re.split(r"\r?\n", text), 1):
        play, faults = play_line(number, row)
        if faults := [each for each in faults if each.id != "notNfc"]:
            raise LineParseError([each.render(language=language) for each in faults])
        if play.turn is not None or play.tag:
            raise UnusableLogError("lineHasTurn", text=text)
        items += play.items
    return tuple(items)


def refused(bad: ReductionError, course: Course, say: Narrator) -> LineParseError:
    """Return the error of a typed line: the reason, the rule, and the legal alternatives."""
    rules, reducer = course.rules, course.reducer
    rows = [say.label("rejected", reason=reason(bad, reducer, say, View(rules)))]
    if course.steps:
        rows.append(f"  {say.label('note_after', line=course.text())}")
    return LineParseError([*rows, *legal_here(rules, reducer.state, bad.event, say)])
