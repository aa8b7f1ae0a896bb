"""A recorded game as a Markdown page: turn by turn what was written, what happened and what was
remarked, and the last position.

Says what the timeline's sight shows. Knows no game.
"""

import re
from collections.abc import Iterator

from replay.narration import Narrator
from replay.timeline import Timeline
from tui.printed import Account, account, activations, position_at, turn_name

INLINE = re.compile(r"([\\`*_\[\]<>~|&$])")
START = re.compile(r"^([#+=-]|\d+(?=[.)]))")
"""What would make a heading, a list or a rule of a line that begins with it."""


def report(timeline: Timeline, say: Narrator) -> Iterator[str]:
    """The rows of the page."""
    spec = timeline.rules.spec
    yield f"# {plain(spec.title(say.language))}"
    yield ""
    for key, value in timeline.headers.items():
        if key != "Senpu":
            yield f"- {plain(key)}: {plain(value)}"
    if timeline.sight.side:
        yield ""
        yield plain(say.seen_by(timeline.sight.side))
    timeline.extend(1)
    if timeline.remarks.get(0):
        yield ""
        yield from quoted(timeline.remarks[0], "")
    heading: int | None = None
    for turn, numbers in activations(timeline):
        if turn != heading:
            heading = turn
            yield ""
            yield f"## {plain(turn_name(turn, say))}"
            yield ""
        yield from told(account(timeline, say, numbers), say)
    yield ""
    yield f"## {plain(say.label('last_position'))}"
    yield ""
    yield "```text"
    yield from position_at(timeline, timeline.last, say)
    yield "```"


def told(one: Account, say: Narrator) -> Iterator[str]:
    """An activation as an item of a list."""
    who = f"{one.number} {one.letter}".rstrip()
    undone = f" {plain(say.label('taken_back'))}" if one.undone else ""
    yield f"- **{who}** `{one.text}`{undone}"
    if one.story:
        yield f"  {plain(one.story)}"
    yield from quoted(one.remarks, "  ")


def quoted(remarks: list[str], margin: str) -> Iterator[str]:
    """Remarks, each a paragraph of a quotation."""
    for at, remark in enumerate(remarks):
        if at:
            yield f"{margin}>"
        yield f"{margin}> {plain(remark)}"


def plain(text: str) -> str:
    """A text of one line that shows its letters as they are."""
    escaped = INLINE.sub(r"\\\1", text)
    start = START.match(escaped)
    if start is None:
        return escaped
    if start[1].isdigit():
        return f"{start[1]}\\{escaped[start.end() :]}"
    return f"\\{escaped}"
