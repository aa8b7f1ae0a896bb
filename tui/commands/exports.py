"""`senpu export`: a whole game in another form: a page, a picture, a report, an object."""

from __future__ import annotations

import errno
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from senpu.logs.record import open_record
from senpu.replay.annotation.annotated_text import annotated
from senpu.replay.annotation.annotations import Annotations
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.tui.commands.arguments import (
    UnusableLogError,
    add_data,
    add_language,
    add_sight,
    narrator,
    notes_to,
    opened,
    seen_as,
)
from senpu.tui.commands.parsing import Parser
from senpu.tui.commands.positions import warned
from senpu.tui.render.game_report import report
from senpu.tui.render.json_objects import game

if TYPE_CHECKING:
    from senpu.tui.render.game_report import Pictured


THEMES = ("day", "night")


class Wanted(NamedTuple):
    """A game to export, and the options of the export."""

    timeline: Timeline
    say: Narrator
    notes: Annotations
    given: Namespace
    write: Callable[[Path, Iterable[str]], None]
    """The function that writes a further file."""


def as_object(wanted: Wanted) -> Iterable[str]:
    """Yield a game as one JSON object."""
    yield msgspec.json.encode(game(wanted.timeline, wanted.say, wanted.notes)).decode()


def as_text(wanted: Wanted) -> Iterable[str]:
    """Return the log with the notes inside it."""
    path = wanted.timeline.record.path
    assert path is not None
    return annotated(wanted.timeline, wanted.notes, open_record(path))


def as_report(wanted: Wanted) -> Iterable[str]:
    """Return the rows of a Markdown page."""
    return report(wanted.timeline, wanted.say, wanted.notes, _maps(wanted))


def as_post(wanted: Wanted) -> Iterable[str]:
    """Return the rows of a post in BBCode."""
    from senpu.tui.render.forum_report import forum

    return forum(wanted.timeline, wanted.say, wanted.notes, _maps(wanted))


def as_picture(wanted: Wanted) -> Iterable[str]:
    """Return the picture of a position."""
    from senpu.tui.pictures.picture import picture

    timeline, theme = wanted.timeline, wanted.given.theme or THEMES[0]
    at = timeline.find(wanted.given.at or "end")
    return [picture(timeline, at, wanted.say, theme, wanted.notes)]


def as_page(wanted: Wanted) -> Iterable[str]:
    """Return the rows of a page that replays the game."""
    from senpu.tui.pages.page import page

    return page(wanted.timeline, wanted.say.language, wanted.notes)


def _maps(wanted: Wanted) -> Pictured | None:
    """Return the pictures of the ends of turns, if `--maps` is given."""
    given = wanted.given
    if given.maps is None:
        return None
    from senpu.tui.render.game_report import TurnMaps

    start = Path() if given.out is None else given.out.parent
    theme = given.theme or THEMES[0]
    return TurnMaps(
        wanted.timeline, wanted.say, given.maps, given.file.stem, theme, start, wanted.write
    )


FORMS: dict[str, Callable[[Wanted], Iterable[str]]] = {
    "md": as_report,
    "bbcode": as_post,
    "html": as_page,
    "svg": as_picture,
    "json": as_object,
    "senpu": as_text,
}
"""By the value of `--to`: the function that returns the rows."""

TO = (
    "a page to read (md), a post for a forum (bbcode), a page that replays the game (html), a "
    "position as a picture (svg), one object (json), or the log with its notes inside it (senpu)"
)
PICTURED = ("md", "bbcode")
"""The forms that show pictures of the ends of turns."""


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


LOG = b"Senpu:"
"""The first bytes of a log."""


def prepare(parser: Parser) -> Callable[[Namespace], int]:
    """Add the arguments of `senpu export`, and return the function that runs it."""
    parser.add_argument("file", type=Path, metavar="FILE")
    add_form(parser)
    parser.add_argument("-o", dest="out", type=Path, metavar="OUT")
    add_sight(parser)
    add_data(parser)
    add_language(parser)
    return export


def export(given: Namespace) -> int:
    """Write a game in another form, up to its first error."""
    check_form(given)
    timeline = seen_as(given, *opened(given.file, given.data))
    notes = notes_to(given.file, timeline)
    say = narrator(timeline.rules, given)
    rows = FORMS[given.to](Wanted(timeline, say, notes, given, write))
    if given.out is None:
        for row in rows if given.maps is None else [*rows]:  # all pictures can be, or nothing is
            print(row)
    else:
        write(given.out, rows)
        print(given.out, file=sys.stderr)
    return warned(timeline, given, notes)


def write(path: Path, rows: Iterable[str]) -> None:
    """Write a file, in place of an earlier export. Nothing is written if a row cannot be made.

    Raises:
        UnusableLogError: The file is a log.
        OSError: The file cannot be written.
    """
    if path.is_file():
        with path.open("rb") as file:
            if file.read(len(LOG)) == LOG:
                raise UnusableLogError("exportOverLog", path=path)
    amiss = errno.EISDIR if path.is_dir() else 0 if path.parent.is_dir() else errno.ENOENT
    if amiss:
        raise OSError(amiss, os.strerror(amiss), str(path))
    text = [f"{row}\n" for row in rows]
    with path.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(text)


PREPARE = {"export": prepare}
