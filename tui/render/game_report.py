"""A recorded game as a Markdown page: turn by turn the events, their effects, the comments and
notes, and the last position. All in the view of the timeline. Knows no game.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from senpu.replay.annotation.annotations import Annotations
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.tui.pictures.picture import picture
from senpu.tui.render.notes_report import NoteRow, note_rows
from senpu.tui.render.text_rendering import Account, account, activations, position_at, turn_name


class Chapter(NamedTuple):
    """A turn, or a part of a turn after an undo."""

    turn: int
    activations: list[Account]
    last: int
    """The number of its last event."""


def chapters(
    timeline: Timeline, say: Narrator, notes: Annotations | None = None
) -> Iterator[Chapter]:
    """Yield the chapters of a game, through the last valid event."""
    for turn, group in groupby(activations(timeline), lambda each: each[0]):
        found, last = list[Account](), 0
        for _, numbers in group:
            found.append(account(timeline, say, numbers, notes))
            last = numbers[-1]
        yield Chapter(turn, found, last)


class Shown(NamedTuple):
    """A picture that was written."""

    link: str
    """Its address, relative to the report."""
    alternative: str
    """The text for readers who cannot see it."""


Pictured = Callable[[int, int], Shown]
"""(turn, number of its last event): the picture of the position at the end of the turn."""


class TurnMaps:
    """The pictures of one report."""

    def __init__(
        self, timeline: Timeline, say: Narrator, folder: Path, name: str, theme: str,
        start: Path, write: Callable[[Path, Iterable[str]], None],
    ) -> None:  # fmt: skip
        """Into `folder`, under names that begin with `name`; links lead there from `start`."""
        self.timeline, self.say, self.theme = timeline, say, theme
        self.folder, self.name, self.start = folder, name, start
        self.write = write
        self._written: set[Path] = set()

    def __call__(self, turn: int, number: int) -> Shown:
        """Write the picture of a turn's end. Raises what `write` raises, OSError."""
        path = self.folder / f"{self.name}-turn-{turn:02}.svg"
        if path in self._written:  # an undo led back into the turn
            path = path.with_name(f"{path.stem}-event-{number}.svg")
        self._written.add(path)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.write(path, [picture(self.timeline, number, self.say, self.theme)])
        title = self.timeline.rules.spec.title(self.say.language)
        alternative = self.say.label("comma").join((title, turn_name(turn, self.say)))
        return Shown(self._link(path), alternative)

    def _link(self, path: Path) -> str:
        try:
            relative = os.path.relpath(path, self.start)
        except ValueError:  # on another drive
            return path.resolve().as_uri()
        return quote(Path(relative).as_posix())


INLINE = re.compile(r"([\\`*_\[\]<>~|&$])")
START = re.compile(r"^([#+=-]|\d+(?=[.)]))")
"""The start of a line that Markdown reads as a heading, a list or a rule."""


def report(
    timeline: Timeline,
    say: Narrator,
    notes: Annotations | None = None,
    pictured: Pictured | None = None,
) -> Iterator[str]:
    """Yield the rows of the page; with `pictured` each turn ends with a picture of its position."""
    spec = timeline.rules.spec
    yield f"# {plain(spec.title(say.language))}"
    yield ""
    for key, value in timeline.headers.items():
        if key != "Senpu":
            yield f"- {plain(key)}: {plain(value)}"
    if timeline.view.side:
        yield ""
        yield plain(say.seen_by(timeline.view.side))
    timeline.extend(1)
    if timeline.comments.get(0):
        yield ""
        yield from quoted(timeline.comments[0], "")
    if before := list(note_rows(notes, 0, say)):
        yield ""
        yield from noted(before, "")
    for chapter in chapters(timeline, say, notes):
        yield ""
        yield f"## {plain(turn_name(chapter.turn, say))}"
        yield ""
        for one in chapter.activations:
            yield from render_activation(one, say)
        if pictured is not None:
            shown = pictured(chapter.turn, chapter.last)
            yield ""
            yield f"![{plain(shown.alternative)}]({shown.link})"
    yield ""
    yield f"## {plain(say.label('last_position'))}"
    yield ""
    yield "```text"
    yield from position_at(timeline, timeline.last, say)
    yield "```"


def render_activation(one: Account, say: Narrator) -> Iterator[str]:
    """Yield an activation as an item of a list."""
    who = f"{one.number} {one.letter}".rstrip()
    undone = f" {plain(say.label('undone'))}" if one.undone else ""
    yield f"- **{who}** `{one.text}`{undone}"
    if one.story:
        yield f"  {plain(one.story)}"
    yield from quoted(one.comments, "  ")
    if one.comments and one.notes and not one.notes[0].lead:
        yield "  >"
    yield from noted(one.notes, "  ")


def noted(rows: list[NoteRow], margin: str) -> Iterator[str]:
    """Yield notes: comments as quotations, other notes as items of a list below the event."""
    quoting = False
    for row in rows:
        inner = margin + "  " * row.depth
        if not row.lead:
            if quoting:
                yield f"{inner}>"
            yield f"{inner}> {plain(row.text)}"
        else:
            parts = (plain(row.lead), row.code and f"`{row.code}`", plain(row.text))
            yield f"{inner}- {' '.join(filter(None, parts))}"
        quoting = not row.lead


def quoted(comments: list[str], margin: str) -> Iterator[str]:
    """Yield comments, each as a paragraph of a quotation."""
    for at, comment in enumerate(comments):
        if at:
            yield f"{margin}>"
        yield f"{margin}> {plain(comment)}"


def plain(text: str) -> str:
    """Return a text of one line with the characters escaped that Markdown would interpret."""
    escaped = INLINE.sub(r"\\\1", text)
    start = START.match(escaped)
    if start is None:
        return escaped
    if start[1].isdigit():
        return f"{start[1]}\\{escaped[start.end() :]}"
    return f"\\{escaped}"
