"""A recorded game as a Markdown page: turn by turn what was written, what happened and what was
remarked, with the notes beside the log, and the last position.

Says what the timeline's sight shows. Knows no game.
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
from senpu.tui.render.notes_report import Told
from senpu.tui.render.notes_report import told as told_notes
from senpu.tui.render.text_rendering import Account, account, activations, position_at, turn_name


class Chapter(NamedTuple):
    """A turn, or a part of one that an undo led back to."""

    turn: int
    told: list[Account]
    last: int
    """The number of its last event."""


def chapters(
    timeline: Timeline, say: Narrator, notes: Annotations | None = None
) -> Iterator[Chapter]:
    """The whole game, as far as its log is good."""
    for turn, found in groupby(activations(timeline), lambda each: each[0]):
        told, last = list[Account](), 0
        for _, numbers in found:
            told.append(account(timeline, say, numbers, notes))
            last = numbers[-1]
        yield Chapter(turn, told, last)


class Shown(NamedTuple):
    """A picture that was written."""

    link: str
    """From where the report lies."""
    words: str
    """What it shows, for those who do not see it."""


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
        words = self.say.label("comma").join((title, turn_name(turn, self.say)))
        return Shown(self._link(path), words)

    def _link(self, path: Path) -> str:
        try:
            relative = os.path.relpath(path, self.start)
        except ValueError:  # on another drive
            return path.resolve().as_uri()
        return quote(Path(relative).as_posix())


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
