"""`senpu view`: the full-screen program, here or in a browser; without a terminal, text."""

from __future__ import annotations

import gc
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from senpu.notation.messages import Message
from senpu.tui.commands.arguments import (
    UnusableLogError,
    add_data,
    add_language,
    add_sight,
    narrator,
    notes_to,
    opened,
    seen_as,
    side_of,
)
from senpu.tui.commands.parsing import Parser, whole_number
from senpu.tui.commands.positions import warned

PORT = 8000


def prepare_view(parser: Parser) -> Callable[[Namespace], int]:
    """Add the arguments of `senpu view`, and return the function that runs it."""
    from senpu.tui.user_files import keys_file, remembered_file

    parser.fields = {
        "keys": keys_file()[0] or Message("help.view.none"),
        "memory": remembered_file() or Message("help.view.none"),
        "port": PORT,
    }
    parser.add_argument("paths", type=Path, nargs="*", metavar="PATH")
    parser.add_argument("--at", default="", metavar="POS")
    parser.add_argument("--ascii", action="store_true")
    add_sight(parser)
    add_data(parser)
    add_language(parser)
    parser.add_argument("--book", type=Path, metavar="BOOK")
    parser.add_argument("--author", metavar="NAME")
    parser.add_argument("--read-only", action="store_true")
    parser.add_argument("--keys", action="store_true")
    web = parser.add_argument_group("group_browser")
    web.add_argument("--serve", action="store_true")
    web.add_argument("--host")
    web.add_argument("--port", type=whole_number(parser, 1, 65535))
    web.add_argument("--write", action="store_true")
    return view


def view(given: Namespace) -> int:
    """Open the full-screen program; print text if there is no terminal."""
    if given.keys:
        from senpu.tui.keys_file import to_start_from

        print(to_start_from(given.lang), end="")
        return 0
    checked(given)
    if given.serve:
        from senpu.tui.serving import serve

        return serve(
            _again(given), given.host or "localhost", PORT if given.port is None else given.port,
            given.write,
            given.lang,
        )  # fmt: skip
    # A browser has no terminal either, but a driver that stands in for one.
    screen_there = sys.stdout.isatty() and sys.stdin.isatty()
    served = "TEXTUAL_DRIVER" in os.environ
    if not served and (not screen_there or os.environ.get("TERM") == "dumb"):
        return printed(given)
    gc.disable()  # what is made while a program begins stays; the screen lets it search again
    from senpu.tui.app import view as screen

    return screen(given.paths, given)


def checked(given: Namespace) -> None:
    """Raises UnusableLogError where arguments do not go together, or name what is not there."""
    paths: list[Path] = given.paths
    folders = [path for path in paths if path.is_dir()]
    if given.view is not None and (len(paths) != 1 or folders):
        raise UnusableLogError("asNeedsFile")
    if folders and len(folders) < len(paths):
        raise UnusableLogError("logsAndFolders")
    if len(paths) > 2 and not folders:
        raise UnusableLogError("tooManyLogs", n=len(paths))
    if not given.serve:
        for name in ("host", "port", "write"):
            if getattr(given, name):
                raise UnusableLogError("optionNeeds", option=f"--{name}", other="--serve")
    if given.write and given.read_only:
        raise UnusableLogError("optionsExclude", one="--write", other="--read-only")
    given.side = ""
    if given.book is not None:
        from senpu.replay.openings.book import Book

        Book(given.book).close()
    if not folders:
        # A header at fault is told on the command's own lines, before a screen opens.
        for path in paths:
            _, rules = opened(path, given.data)
            given.side = side_of(given, rules)


def _again(given: Namespace) -> list[str]:
    """The arguments with which each visitor's program is started."""
    words = [str(path.absolute()) for path in given.paths]
    for name, value in (
        ("--at", given.at), ("--as", given.view), ("--data", given.data),
        ("--book", given.book and given.book.absolute()), ("--author", given.author),
    ):  # fmt: skip
        words += [f"{name}={value}"] if value else []
    words += ["--ascii"] if given.ascii else []
    words += [] if given.write else ["--read-only"]
    return [*words, f"--lang={given.lang}"]


def printed(given: Namespace) -> int:
    """The game turn by turn, or the library a game a line."""
    from senpu.tui.render.text_rendering import game

    paths: list[Path] = given.paths
    if not paths or paths[0].is_dir():
        from senpu.tui.library.catalogue import listing

        found = False
        for row in listing(given.lang, paths or None):
            print(row)
            found = True
        if not found:
            raise UnusableLogError("noLogsInFolder", path=paths[0])
        return 0
    if len(paths) > 1:
        raise UnusableLogError("twoLogsNoTerminal", one=paths[0], other=paths[1])
    given.file = paths[0]
    timeline = seen_as(given, *opened(given.file, given.data))
    first = timeline.find(given.at) if given.at else 1
    notes = notes_to(given.file, timeline)
    for row in game(timeline, narrator(timeline.rules, given), first, notes):
        print(row)
    return warned(timeline, given, notes)


PREPARE = {"view": prepare_view}
