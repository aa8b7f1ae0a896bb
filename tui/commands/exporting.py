"""`senpu export`: a whole game in another form, to be read or to be worked on."""

import errno
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from pathlib import Path

from tui.commands.arguments import (
    BadLog,
    add_data,
    add_language,
    add_sight,
    narrator,
    notes_to,
    opened,
    seen_as,
)
from tui.commands.forms import FORMS, Wanted, add_form, check_form
from tui.commands.looking import warned

LOG = b"Senpu:"
"""How a log begins."""


def prepare(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("file", type=Path, metavar="FILE")
    add_form(parser)
    parser.add_argument("-o", dest="out", type=Path, metavar="OUT", help="a file, not the output")
    add_sight(parser)
    add_data(parser)
    add_language(parser)
    return export


def export(given: Namespace) -> int:
    """A game in another form, as far as its log is good."""
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
    """A file with these lines, in place of what was exported there before: made only once all of
    them are there, which are asked for only if the file can be. Raises BadLog where a log stands,
    OSError."""
    if path.is_file():
        with path.open("rb") as file:
            if file.read(len(LOG)) == LOG:
                raise BadLog(f"{path} is a log, which an export does not take the place of")
    amiss = errno.EISDIR if path.is_dir() else 0 if path.parent.is_dir() else errno.ENOENT
    if amiss:
        raise OSError(amiss, os.strerror(amiss), str(path))
    text = [f"{row}\n" for row in rows]
    with path.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(text)


PREPARE = {"export": prepare}
