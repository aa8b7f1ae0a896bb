"""A recorded game as a Markdown page, turn by turn.

The events, their effects, the comments and notes, and the last position. All in the view of the
timeline. Knows no game.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from senpu.notation.events import StatedPosition
from senpu.replay.annotation.annotations import Annotations, list_comments
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.tui.pictures.captions import format_turn
from senpu.tui.pictures.picture import render_picture
from senpu.tui.render.data_sets import describe_values
from senpu.tui.render.gap_texts import count_gaps
from senpu.tui.render.headers import list_header_rows
from senpu.tui.render.notes_report import NoteRow, list_note_rows
from senpu.tui.render.stop_notice import describe_stop
from senpu.tui.render.text_layout import add_label, get_text
from senpu.tui.render.text_rendering import (
    ActivationReport,
    join_parts,
    list_activations,
    name_turn,
    render_position_at,
    report_activation,
)


class Chapter(NamedTuple):
    """A turn, or a part of a turn after an undo."""

    turn: int
    activations: list[ActivationReport]
    last: int
    """The number of its last event."""


def split_turns(
    timeline: Timeline, narrator: Narrator, notes: Annotations | None = None
) -> Iterator[Chapter]:
    """Yield the chapters of a game, through the last valid event."""
    for turn, group in groupby(list_activations(timeline), lambda each: each[0]):
        found, last = list[ActivationReport](), 0
        for _, numbers in group:
            found.append(report_activation(timeline, narrator, numbers, notes))
            last = numbers[-1]
        yield Chapter(turn, found, last)


class TurnPicture(NamedTuple):
    """A picture that was written."""

    link: str
    """Its address, relative to the report."""
    alternative: str
    """The text for readers who cannot see it."""


DrawTurn = Callable[[int, int], TurnPicture]
"""(turn, number of an event): the picture of the position after the event.

It is the last event of the turn, a stated position after a gap, or 0, the start of the log.
"""


class TurnMaps:
    """The pictures of one report."""

    def __init__(
        self, timeline: Timeline, narrator: Narrator, folder: Path, name: str, theme: str,
        start: Path, write: Callable[[Path, Iterable[str]], None],
    ) -> None:  # fmt: skip
        """Into `folder`, under names that begin with `name`; links lead there from `start`."""
        self.timeline, self.narrator, self.theme = timeline, narrator, theme
        self.folder, self.name, self.start = folder, name, start
        self.write = write
        self._written: set[Path] = set()

    def __call__(self, turn: int, number: int) -> TurnPicture:
        """Write the picture of a position. Raises what `write` raises, OSError."""
        narrator = self.narrator
        path = self.folder / f"{self.name}-turn-{turn:02}.svg"
        if not number:
            path = path.with_name(f"{self.name}-start.svg")
        elif self._is_stated(number) or path in self._written:  # an undo led back into the turn
            path = path.with_name(f"{path.stem}-event-{number}.svg")
        self._written.add(path)
        self.folder.mkdir(parents=True, exist_ok=True)
        moment = self._name_moment(turn, number)
        drawn = render_picture(self.timeline, number, narrator, self.theme, moment=moment)
        self.write(path, [drawn])
        title = self.timeline.rules.spec.title(narrator.language)
        return TurnPicture(self._link(path), narrator.label("comma").join((title, moment)))

    def _is_stated(self, number: int) -> bool:
        return type(self.timeline.get_event(number).event) is StatedPosition

    def _name_moment(self, turn: int, number: int) -> str:
        """Return the moment of a picture: the start, a stated position, or the end of a turn."""
        narrator, state = self.narrator, self.timeline.get_position(number).state
        now = format_turn(state, narrator)
        if not number:
            name = get_text(narrator.language, "start_position")
        elif self._is_stated(number):
            name = narrator.label("stated_position")
        elif state.turn == turn:
            return now
        else:
            ident = "end_of_turn" if turn else "end_of_set_up"
            fields = {"n": turn} if turn else {}
            name, now = get_text(narrator.language, ident, **fields), narrator.date(turn)
        return join_parts([name, now], narrator)

    def _link(self, path: Path) -> str:
        try:
            relative = os.path.relpath(path, self.start)
        except ValueError:  # on another drive
            return path.resolve().as_uri()
        return quote(os.fsencode(Path(relative).as_posix()))


INLINE = re.compile(r"([\\`*_\[\]<>~|&$])")
START = re.compile(r"^([#+=-]|\d+(?=[.)]))")
"""The start of a line that Markdown reads as a heading, a list or a rule."""


def render_game(
    timeline: Timeline,
    narrator: Narrator,
    notes: Annotations | None = None,
    pictured: DrawTurn | None = None,
) -> Iterator[str]:
    """Yield the rows of the page; with `pictured` each turn ends with a picture of its position."""
    spec = timeline.rules.spec
    yield f"# {escape(spec.title(narrator.language))}"
    yield ""
    for name, value in list_header_rows(timeline.headers, spec, narrator.language):
        yield f"- {add_label(narrator.language, escape(name), escape(value))}"
    if timeline.view.side:
        yield ""
        yield escape(narrator.seen_by(timeline.view.side))
    if gaps := count_gaps(timeline, narrator.language):
        yield ""
        yield f"**{escape(gaps)}**"
    stop = describe_stop(timeline, narrator.language)
    if stop:
        yield ""
        yield f"**{escape(stop)}**"
    if comments := list_comments(timeline, notes, 0, narrator.language):
        yield ""
        yield from render_quotation(comments, "")
    if before := list(list_note_rows(notes, 0, narrator)):
        yield ""
        yield from render_note(before, "")
    if pictured is not None and timeline.rules.stated_start is not None:
        yield ""
        yield _show(pictured(timeline.get_position(0).state.turn, 0))
    for chapter in split_turns(timeline, narrator, notes):
        yield ""
        yield f"## {escape(name_turn(chapter.turn, narrator))}"
        yield ""
        shown = 0
        for one in chapter.activations:
            if one.gap:
                yield from ([""] if one is not chapter.activations[0] else [])
                yield from (f"### {escape(one.gap)}", "")
            yield from render_activation(one, narrator)
            if one.gap and pictured is not None:
                shown = one.number
                yield from ("", _show(pictured(chapter.turn, shown)))
                yield from ([""] if shown != chapter.last else [])
        if pictured is not None and shown != chapter.last:
            yield ""
            yield _show(pictured(chapter.turn, chapter.last))
    if stop:
        yield ""
        yield f"**{escape(stop)}**"
    yield ""
    yield f"## {escape(narrator.label('last_position'))}"
    yield ""
    yield "```text"
    yield from render_position_at(timeline, timeline.last, narrator)
    yield "```"
    yield ""
    yield escape(describe_values(spec, narrator.language))


def _show(shown: TurnPicture) -> str:
    return f"![{escape(shown.alternative)}]({shown.link})"


def render_activation(one: ActivationReport, narrator: Narrator) -> Iterator[str]:
    """Yield an activation as an item of a list."""
    who = f"{one.number} {one.letter}".rstrip()
    undone = f" {escape(narrator.label('undone'))}" if one.undone else ""
    text = escape(one.text) if one.stated else f"`{one.text}`"
    yield f"- **{who}** {text}{undone}"
    if one.story:
        yield f"  {escape(one.story)}"
    yield from (f"  - {escape(change)}" for change in one.changes)
    yield from render_quotation(one.comments, "  ")
    if one.comments and one.notes and not one.notes[0].lead:
        yield "  >"
    yield from render_note(one.notes, "  ")


def render_note(rows: list[NoteRow], margin: str) -> Iterator[str]:
    """Yield notes: comments as quotations, other notes as items of a list below the event."""
    quoting = False
    for row in rows:
        inner = margin + "  " * row.depth
        if not row.lead:
            if quoting:
                yield f"{inner}>"
            yield f"{inner}> {escape(row.text)}"
        else:
            parts = (escape(row.lead), row.code and f"`{row.code}`", escape(row.text))
            yield f"{inner}- {' '.join(filter(None, parts))}"
        quoting = not row.lead


def render_quotation(comments: list[str], margin: str) -> Iterator[str]:
    """Yield comments, each as a paragraph of a quotation."""
    for at, comment in enumerate(comments):
        if at:
            yield f"{margin}>"
        yield f"{margin}> {escape(comment)}"


def escape(text: str) -> str:
    """Return a text of one line with the characters escaped that Markdown would interpret."""
    escaped = INLINE.sub(r"\\\1", text)
    start = START.match(escaped)
    if start is None:
        return escaped
    if start[1].isdigit():
        return f"{start[1]}\\{escaped[start.end() :]}"
    return f"\\{escaped}"
