"""A whole game in another form: a page, a picture, a report, an object."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from senpu.logs.record import open_record
from senpu.notation.printable import make_printable, make_rows_printable
from senpu.replay.annotation.annotated_text import render_annotated_text
from senpu.replay.annotation.annotations import Annotations
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.tui.commands.arguments import encode_json
from senpu.tui.render.game_report import render_game
from senpu.tui.render.json_objects import make_game
from senpu.tui.render.stop_notice import find_stop

if TYPE_CHECKING:
    from senpu.tui.render.game_report import DrawTurn


STOP = "stops"
"""The word of the machine line at the end of an annotated text of an invalid log."""
THEMES = ("day", "night")


class TurnPictures(NamedTuple):
    """The files of pictures of the ends of turns."""

    folder: Path
    stem: str
    """The beginning of the names of the files."""
    start: Path
    """The folder from which the export names them."""
    write: Callable[[Path, Iterable[str]], None]


class ExportJob(NamedTuple):
    """A game to export, and the options of the export."""

    timeline: Timeline
    narrator: Narrator
    notes: Annotations
    at: str = "end"
    """The position of a picture."""
    theme: str = THEMES[0]
    """The theme of pictures."""
    pictures: TurnPictures | None = None


def export_object(wanted: ExportJob) -> Iterable[str]:
    """Yield a game as one JSON object."""
    yield encode_json(make_game(wanted.timeline, wanted.narrator, wanted.notes))


def export_text(wanted: ExportJob) -> Iterable[str]:
    """Yield the log with the notes inside it; at an error of the log, a line for programs."""
    timeline = wanted.timeline
    source = timeline.record.source
    assert source is not None
    yield from render_annotated_text(timeline, wanted.notes, open_record(source))
    if stop := find_stop(timeline):
        yield make_printable(f"%{STOP} {stop}")


def export_report(wanted: ExportJob) -> Iterable[str]:
    """Return the rows of a Markdown page."""
    return render_game(wanted.timeline, wanted.narrator, wanted.notes, _make_maps(wanted))


def export_post(wanted: ExportJob) -> Iterable[str]:
    """Return the rows of a post in BBCode."""
    from senpu.tui.render.forum_report import render_post

    return render_post(wanted.timeline, wanted.narrator, wanted.notes, _make_maps(wanted))


def export_picture(wanted: ExportJob) -> Iterable[str]:
    """Return the picture of a position."""
    from senpu.tui.pictures.picture import render_picture

    at = wanted.timeline.find(wanted.at)
    return [render_picture(wanted.timeline, at, wanted.narrator, wanted.theme, wanted.notes)]


def export_page(wanted: ExportJob) -> Iterable[str]:
    """Return the rows of a page that replays the game."""
    from senpu.tui.pages.page import render_page

    return render_page(wanted.timeline, wanted.narrator.language, wanted.notes)


def _make_maps(wanted: ExportJob) -> DrawTurn | None:
    """Return the pictures of the ends of turns, if they are wanted."""
    wants = wanted.pictures
    if wants is None:
        return None
    from senpu.tui.render.game_report import TurnMaps

    return TurnMaps(
        wanted.timeline, wanted.narrator, wants.folder, wants.stem, wanted.theme, wants.start,
        wants.write,
    )  # fmt: skip


FORMS: dict[str, Callable[[ExportJob], Iterable[str]]] = {
    "md": export_report,
    "bbcode": export_post,
    "html": export_page,
    "svg": export_picture,
    "json": export_object,
    "senpu": export_text,
}
"""The functions that return the rows, by the value of `--to`."""

PICTURED = ("md", "bbcode")
"""The forms that are text, and that show pictures of the ends of turns."""


def render_export(form: str, wanted: ExportJob) -> Iterable[str]:
    """Return the rows of a game in a form of `FORMS`."""
    rows = FORMS[form](wanted)
    return map(make_rows_printable, rows) if form in PICTURED else rows
