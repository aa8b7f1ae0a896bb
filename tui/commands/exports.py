"""`senpu export`: a whole game in another form: a page, a picture, a report, an object."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from senpu.logs.inputs import Input
from senpu.logs.record import open_record, record_from
from senpu.notation.printable import make_printable, make_rows_printable
from senpu.notation.reader import read_text
from senpu.replay.annotation.annotated_text import (
    AnnotationError,
    find_own_segments,
    read_annotated_text,
    render_annotated_text,
)
from senpu.replay.annotation.annotations import Annotations
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.tui.commands.arguments import (
    UnusableLogError,
    add_data,
    add_force,
    add_language,
    add_sight,
    encode_json,
    make_narrator,
    open_log,
    open_view,
    read_notes,
)
from senpu.tui.commands.parsing import Parser
from senpu.tui.commands.positions import print_faults
from senpu.tui.output_files import OutputFile, make_output
from senpu.tui.printing import print_data, print_notice
from senpu.tui.render.game_report import render_game
from senpu.tui.render.json_objects import make_game
from senpu.tui.render.stop_notice import find_stop

if TYPE_CHECKING:
    from senpu.tui.render.game_report import DrawTurn


STOP = "stops"
"""The word of the machine line at the end of an annotated text of an invalid log."""
THEMES = ("day", "night")


class ExportJob(NamedTuple):
    """A game to export, and the options of the export."""

    timeline: Timeline
    narrator: Narrator
    notes: Annotations
    given: Namespace
    write: Callable[[Path, Iterable[str]], None]
    """The function that writes a further file."""


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

    timeline, theme = wanted.timeline, wanted.given.theme or THEMES[0]
    at = timeline.find(wanted.given.at or "end")
    return [render_picture(timeline, at, wanted.narrator, theme, wanted.notes)]


def export_page(wanted: ExportJob) -> Iterable[str]:
    """Return the rows of a page that replays the game."""
    from senpu.tui.pages.page import render_page

    return render_page(wanted.timeline, wanted.narrator.language, wanted.notes)


def _make_maps(wanted: ExportJob) -> DrawTurn | None:
    """Return the pictures of the ends of turns, if `--maps` is given."""
    given = wanted.given
    if given.maps is None:
        return None
    from senpu.tui.render.game_report import TurnMaps

    start = Path() if given.out is None else given.out.parent
    theme = given.theme or THEMES[0]
    return TurnMaps(
        wanted.timeline,
        wanted.narrator,
        given.maps,
        given.file.path.stem,
        theme,
        start,
        wanted.write,
    )


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


def add_form(parser: Parser) -> None:
    """Add `--to`, and the options of some forms."""
    parser.add_argument("--to", choices=FORMS, required=True)
    parser.add_argument("--at", metavar="POS")
    parser.add_argument("--maps", type=Path, metavar="DIR")
    parser.add_argument("--theme", choices=THEMES)


def check_form(given: Namespace) -> None:
    """Check that the options apply to the form. Raises UnusableLogError."""
    if given.at is not None and given.to != "svg":
        raise UnusableLogError("atNeedsPicture")
    if given.maps is not None and given.to not in PICTURED:
        raise UnusableLogError("mapsNeedForm", forms=PICTURED)
    if given.theme is not None and given.to != "svg" and given.maps is None:
        raise UnusableLogError("themeNeedsPicture")
    if given.maps is not None and given.maps.exists() and not given.maps.is_dir():
        raise UnusableLogError("mapsIsFile", path=given.maps)


def prepare(parser: Parser) -> Callable[[Namespace], int]:
    """Add the arguments of `senpu export`, and return the function that runs it."""
    parser.add_argument("file", type=Input, metavar="FILE")
    add_form(parser)
    parser.add_argument("-o", dest="out", type=Path, metavar="OUT")
    add_force(parser)
    add_sight(parser)
    add_data(parser)
    add_language(parser)
    return export


def export(given: Namespace) -> int:
    """Write a game in another form, up to its first error."""
    check_form(given)
    timeline = open_view(given, *open_log(given.file, given.data))
    notes = read_notes(timeline)
    narrator = make_narrator(timeline.rules, given)
    out = given.out and make_export_file(given, timeline, given.out, given.to)
    if out is not None:
        out.check()

    def write(path: Path, rows: Iterable[str]) -> None:
        make_output(given, path, "svg").write(rows)

    rows = FORMS[given.to](ExportJob(timeline, narrator, notes, given, write))
    if given.to in PICTURED:
        rows = map(make_rows_printable, rows)
    if out is None:
        for row in rows if given.maps is None else [*rows]:  # all pictures can be, or nothing is
            print_data(f"{row}\n")
    else:
        out.write(rows)
        print_notice(make_printable(str(given.out)))
    return print_faults(timeline, given, notes)


def make_export_file(given: Namespace, timeline: Timeline, path: Path, kind: str) -> OutputFile:
    """Return a file of the export. A log replaces only an earlier export of the same game."""
    made = make_output(given, path, kind)
    if kind != "senpu":
        return made
    return made._replace(recognize=lambda data: is_earlier_export(data, path, timeline, given.data))


def is_earlier_export(data: bytes, path: Path, timeline: Timeline, named: Input | None) -> bool:
    """Return whether a file is a log with the events of a timeline, no others and no chain."""
    record = record_from(data, path)
    try:
        read_annotated_text(record, {}, named=named, log=timeline)
    except AnnotationError:
        return False
    events = len(find_own_segments(read_text(data)[0].lines)) - 1
    return not record.chain.on and events <= timeline.extend()


PREPARE = {"export": prepare}
