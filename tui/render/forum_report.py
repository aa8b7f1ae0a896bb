"""A recorded game for a forum, in BBCode: turn by turn the events, their effects, the comments and
notes, and the last position.

Uses only tags that every forum knows. All in the view of the timeline. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from senpu.replay.annotation.annotations import Annotations
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.tui.render.game_report import chapters
from senpu.tui.render.notes_report import NoteRow, note_rows
from senpu.tui.render.text_rendering import Account, position_at, turn_name

if TYPE_CHECKING:
    from senpu.tui.render.game_report import Pictured


TAG = re.compile(r"\[(?=/?[A-Za-z*]+[\]=\s])")
"""Text that a forum might read as a tag; dice are not tags."""
APART = "\u200b"
"""An invisible character that separates a bracket from the next character."""


def forum(
    timeline: Timeline, say: Narrator, notes: Annotations | None = None,
    pictured: Pictured | None = None,
) -> Iterator[str]:  # fmt: skip
    """Yield the rows of the post; with `pictured` each turn ends with a picture of its position."""
    yield f"[b]{plain(timeline.rules.spec.title(say.language))}[/b]"
    yield ""
    for key, value in timeline.headers.items():
        if key != "Senpu":
            yield f"{plain(key)}: {plain(value)}"
    if timeline.view.side:
        yield f"[i]{plain(say.seen_by(timeline.view.side))}[/i]"
    timeline.extend(1)
    for comment in timeline.comments.get(0, ()):
        yield quoted(comment)
    for row in note_rows(notes, 0, say):
        yield noted(row)
    for chapter in chapters(timeline, say, notes):
        yield ""
        yield f"[b]{plain(turn_name(chapter.turn, say))}[/b]"
        yield ""
        for one in chapter.activations:
            yield from render_activation(one, say)
        if pictured is not None:
            yield f"[img]{pictured(chapter.turn, chapter.last).link}[/img]"
    yield ""
    yield f"[b]{plain(say.label('last_position'))}[/b]"
    yield "[code]"
    yield from position_at(timeline, timeline.last, say)
    yield "[/code]"


def render_activation(one: Account, say: Narrator) -> Iterator[str]:
    """Yield the rows of an activation."""
    who = f"{one.number} {one.letter}".rstrip()
    undone = f" {plain(say.label('undone'))}" if one.undone else ""
    yield f"[b]{who}: {plain(one.text)}[/b]{undone}"
    if one.story:
        yield plain(one.story)
    for comment in one.comments:
        yield quoted(comment)
    for row in one.notes:
        yield noted(row)


def quoted(comment: str, depth: int = 0) -> str:
    """Return a comment as a quotation inside `depth` others."""
    return "[quote]" * (depth + 1) + plain(comment) + "[/quote]" * (depth + 1)


def noted(row: NoteRow) -> str:
    """Return a note: a comment as a quotation, other notes as a row. A note inside a variation is a
    quotation in a quotation, or follows a `>` for each variation that contains it.
    """
    if not row.lead:
        return quoted(row.text, row.depth)
    parts = (f"[i]{plain(row.lead)}[/i]", plain(row.code), plain(row.text))
    return "> " * row.depth + " ".join(filter(None, parts))


def plain(text: str) -> str:
    """Return a text of one line with the tags escaped.

    >>> plain("[6 6] [J5 C3]"), plain("[b]x") == f"[{APART}b]x"
    ('[6 6] [J5 C3]', True)
    """
    return TAG.sub(f"[{APART}", text)
