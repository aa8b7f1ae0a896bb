"""A recorded game for a forum, in BBCode, turn by turn.

The events, their effects, the comments and notes, and the last position. Uses only tags that every
forum knows. All in the view of the timeline. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from senpu.replay.annotation.annotations import Annotations, list_comments
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.tui.render.data_sets import describe_values
from senpu.tui.render.game_report import split_turns
from senpu.tui.render.gap_texts import count_gaps
from senpu.tui.render.headers import list_header_rows
from senpu.tui.render.notes_report import NoteRow, list_note_rows
from senpu.tui.render.stop_notice import describe_stop
from senpu.tui.render.text_layout import add_label
from senpu.tui.render.text_rendering import (
    ActivationReport,
    name_turn,
    render_position_at,
)

if TYPE_CHECKING:
    from senpu.tui.render.game_report import DrawTurn


TAG = re.compile(r"\[(?=/?[A-Za-z*]+[\]=\s])")
"""Text that a forum might read as a tag; dice are not tags."""
APART = "\u200b"
"""An invisible character that separates a bracket from the next character."""


def render_post(
    timeline: Timeline, narrator: Narrator, notes: Annotations | None = None,
    pictured: DrawTurn | None = None,
) -> Iterator[str]:  # fmt: skip
    """Yield the rows of the post; with `pictured` each turn ends with a picture of its position."""
    yield f"[b]{escape(timeline.rules.spec.title(narrator.language))}[/b]"
    yield ""
    for name, value in list_header_rows(timeline.headers, timeline.rules.spec, narrator.language):
        yield add_label(narrator.language, escape(name), escape(value))
    if timeline.view.side:
        yield f"[i]{escape(narrator.seen_by(timeline.view.side))}[/i]"
    if gaps := count_gaps(timeline, narrator.language):
        yield f"[b]{escape(gaps)}[/b]"
    stop = describe_stop(timeline, narrator.language)
    if stop:
        yield f"[b]{escape(stop)}[/b]"
    for comment in list_comments(timeline, notes, 0, narrator.language):
        yield render_quotation(comment)
    for row in list_note_rows(notes, 0, narrator):
        yield render_note(row)
    if pictured is not None and timeline.rules.stated_start is not None:
        yield f"[img]{pictured(timeline.get_position(0).state.turn, 0).link}[/img]"
    for chapter in split_turns(timeline, narrator, notes):
        yield ""
        yield f"[b]{escape(name_turn(chapter.turn, narrator))}[/b]"
        yield ""
        shown = 0
        for one in chapter.activations:
            if one.gap:
                yield from ("", f"[b]{escape(one.gap)}[/b]")
            yield from render_activation(one, narrator)
            if one.gap and pictured is not None:
                shown = one.number
                yield f"[img]{pictured(chapter.turn, shown).link}[/img]"
        if pictured is not None and shown != chapter.last:
            yield f"[img]{pictured(chapter.turn, chapter.last).link}[/img]"
    if stop:
        yield ""
        yield f"[b]{escape(stop)}[/b]"
    yield ""
    yield f"[b]{escape(narrator.label('last_position'))}[/b]"
    yield "[code]"
    yield from render_position_at(timeline, timeline.last, narrator)
    yield "[/code]"
    yield escape(describe_values(timeline.rules.spec, narrator.language))


def render_activation(one: ActivationReport, narrator: Narrator) -> Iterator[str]:
    """Yield the rows of an activation."""
    who = f"{one.number} {one.letter}".rstrip()
    undone = f" {escape(narrator.label('undone'))}" if one.undone else ""
    yield f"[b]{who}: {escape(one.text)}[/b]{undone}"
    if one.story:
        yield escape(one.story)
    yield from (f"- {escape(change)}" for change in one.changes)
    for comment in one.comments:
        yield render_quotation(comment)
    for row in one.notes:
        yield render_note(row)


def render_quotation(comment: str, depth: int = 0) -> str:
    """Return a comment as a quotation inside `depth` others."""
    return "[quote]" * (depth + 1) + escape(comment) + "[/quote]" * (depth + 1)


def render_note(row: NoteRow) -> str:
    """Return a note: a comment as a quotation, other notes as a row; nested in a variation."""
    if not row.lead:
        return render_quotation(row.text, row.depth)
    parts = (f"[i]{escape(row.lead)}[/i]", escape(row.code), escape(row.text))
    return "> " * row.depth + " ".join(filter(None, parts))


def escape(text: str) -> str:
    """Return a text of one line with the tags escaped.

    >>> escape("[6 6] [J5 C3]"), escape("[b]x") == f"[{APART}b]x"
    ('[6 6] [J5 C3]', True)
    """
    return TAG.sub(f"[{APART}", text)
