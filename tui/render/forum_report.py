"""A recorded game for a forum, in BBCode: turn by turn what was written, with its dice, what
happened and what was remarked, with the notes beside the log, and the last position.

Uses only tags that every forum knows. Says what the timeline's sight shows. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from senpu.replay.annotation.annotations import Annotations
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.tui.render.game_report import chapters
from senpu.tui.render.notes_report import Told
from senpu.tui.render.notes_report import told as told_notes
from senpu.tui.render.text_rendering import Account, position_at, turn_name

if TYPE_CHECKING:
    from senpu.tui.render.game_report import Pictured


TAG = re.compile(r"\[(?=/?[A-Za-z*]+[\]=\s])")
"""What a forum may take for a tag of its own; dice are none."""
APART = "\u200b"
"""Keeps a bracket from what follows it, and is not seen."""


def forum(
    timeline: Timeline, say: Narrator, notes: Annotations | None = None,
    pictured: Pictured | None = None,
) -> Iterator[str]:  # fmt: skip
    """The rows of the post; with `pictured` each turn ends with a picture of its last position."""
    yield f"[b]{plain(timeline.rules.spec.title(say.language))}[/b]"
    yield ""
    for key, value in timeline.headers.items():
        if key != "Senpu":
            yield f"{plain(key)}: {plain(value)}"
    if timeline.sight.side:
        yield f"[i]{plain(say.seen_by(timeline.sight.side))}[/i]"
    timeline.extend(1)
    for remark in timeline.remarks.get(0, ()):
        yield quoted(remark)
    for row in told_notes(notes, 0, say):
        yield noted(row)
    for chapter in chapters(timeline, say, notes):
        yield ""
        yield f"[b]{plain(turn_name(chapter.turn, say))}[/b]"
        yield ""
        for one in chapter.told:
            yield from told(one, say)
        if pictured is not None:
            yield f"[img]{pictured(chapter.turn, chapter.last).link}[/img]"
    yield ""
    yield f"[b]{plain(say.label('last_position'))}[/b]"
    yield "[code]"
    yield from position_at(timeline, timeline.last, say)
    yield "[/code]"


def told(one: Account, say: Narrator) -> Iterator[str]:
    """An activation."""
    who = f"{one.number} {one.letter}".rstrip()
    undone = f" {plain(say.label('taken_back'))}" if one.undone else ""
    yield f"[b]{who}: {plain(one.text)}[/b]{undone}"
    if one.story:
        yield plain(one.story)
    for remark in one.remarks:
        yield quoted(remark)
    for row in one.told:
        yield noted(row)


def quoted(remark: str, depth: int = 0) -> str:
    """A remark as a quotation, inside so many others."""
    return "[quote]" * (depth + 1) + plain(remark) + "[/quote]" * (depth + 1)


def noted(row: Told) -> str:
    """A note: a remark as a quotation, everything else in a row. What stands inside a what-if line
    is a quotation in a quotation, or behind a sign, for each line that it stands in."""
    if not row.lead:
        return quoted(row.text, row.depth)
    said = (f"[i]{plain(row.lead)}[/i]", plain(row.code), plain(row.text))
    return "> " * row.depth + " ".join(filter(None, said))


def plain(text: str) -> str:
    """A text of one line that shows its letters as they are.

    >>> plain("[6 6] [J5 C3]"), plain("[b]x") == f"[{APART}b]x"
    ('[6 6] [J5 C3]', True)
    """
    return TAG.sub(f"[{APART}", text)
