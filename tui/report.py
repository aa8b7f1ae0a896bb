"""A recorded game as a Markdown page: turn by turn what was written, what happened and what was
remarked, with the notes beside the log, and the last position.

Says what the timeline's sight shows. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from replay.annotations import Annotations
from replay.narration import Narrator
from replay.timeline import Timeline
from tui.chapters import chapters
from tui.notes_told import Told
from tui.notes_told import told as told_notes
from tui.printed import Account, position_at, turn_name

if TYPE_CHECKING:
    from tui.turn_maps import Pictured

INLINE = re.compile(r"([\\`*_\[\]<>~|&$])")
START = re.compile(r"^([#+=-]|\d+(?=[.)]))")
"""What would make a heading, a list or a rule of a line that begins with it."""


def report(
    timeline: Timeline,
    say: Narrator,
    notes: Annotations | None = None,
    pictured: Pictured | None = None,
) -> Iterator[str]:
    """The rows of the page; with `pictured` each turn ends with a picture of its last position."""
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
    if before := list(told_notes(notes, 0, say)):
        yield ""
        yield from noted(before, "")
    for chapter in chapters(timeline, say, notes):
        yield ""
        yield f"## {plain(turn_name(chapter.turn, say))}"
        yield ""
        for one in chapter.told:
            yield from told(one, say)
        if pictured is not None:
            shown = pictured(chapter.turn, chapter.last)
            yield ""
            yield f"![{plain(shown.words)}]({shown.link})"
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
    if one.remarks and one.told and not one.told[0].lead:
        yield "  >"
    yield from noted(one.told, "  ")


def noted(rows: list[Told], margin: str) -> Iterator[str]:
    """Notes: remarks as quotations, everything else as items of a list below the event."""
    quoting = False
    for row in rows:
        inner = margin + "  " * row.depth
        if not row.lead:
            if quoting:
                yield f"{inner}>"
            yield f"{inner}> {plain(row.text)}"
        else:
            said = (plain(row.lead), row.code and f"`{row.code}`", plain(row.text))
            yield f"{inner}- {' '.join(filter(None, said))}"
        quoting = not row.lead


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
