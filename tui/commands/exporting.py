"""`senpu export`: a whole game in another form, to be read or to be worked on."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from replay.narration import Narrator
from replay.timeline import Timeline
from tui.commands.arguments import (
    BadLog,
    add_data,
    add_language,
    add_sight,
    narrator,
    opened,
    seen_as,
)
from tui.commands.looking import warned
from tui.commands.objects import game
from tui.report import report

LOG = b"Senpu:"
"""How a log begins."""


def as_json(timeline: Timeline, say: Narrator) -> Iterable[str]:
    yield msgspec.json.encode(game(timeline, say)).decode()


FORMS: dict[str, Callable[[Timeline, Narrator], Iterable[str]]] = {"md": report, "json": as_json}
"""By what `--to` says: the lines of a game in that form."""


def prepare(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--to", choices=FORMS, required=True, help="a page to read, or one object")
    parser.add_argument("-o", dest="out", type=Path, metavar="OUT", help="a file, not the output")
    add_sight(parser)
    add_data(parser)
    add_language(parser)
    return export


def export(given: Namespace) -> int:
    """A game in another form, as far as its log is good."""
    timeline = seen_as(given, *opened(given.file, given.data))
    rows = FORMS[given.to](timeline, narrator(timeline.rules, given))
    if given.out is None:
        for row in rows:
            print(row)
    else:
        write(given.out, rows)
        print(given.out, file=sys.stderr)
    return warned(timeline, given)


def write(path: Path, rows: Iterable[str]) -> None:
    """A file with these lines, in place of what was exported there before. Raises BadLog where
    a log stands, OSError."""
    if path.exists():
        with path.open("rb") as file:
            if file.read(len(LOG)) == LOG:
                raise BadLog(f"{path} is a log, which an export does not take the place of")
    with path.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(f"{row}\n" for row in rows)


PREPARE = {"export": prepare}
