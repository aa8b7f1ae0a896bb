"""`senpu view`: the full-screen program, here or in a browser; without a terminal, text."""

from __future__ import annotations

import gc
import os
import sys
from argparse import Namespace

from senpu.logs.inputs import Input, check_regular, read_source
from senpu.logs.record import open_record
from senpu.logs.study_files import is_study
from senpu.notation.encoding import decode_row
from senpu.notation.faults import Fault
from senpu.notation.printable import make_printable
from senpu.notation.reader import split_rows
from senpu.replay.core.registry import check_rules
from senpu.tui.command_line.errors import report_empty_folders
from senpu.tui.commands.arguments import (
    UnusableLogError,
    find_side,
    make_narrator,
    open_log,
    open_view,
    read_notes,
)
from senpu.tui.commands.positions import print_faults
from senpu.tui.printing import print_notice, print_text

PORT = 8000
INSTEAD = {
    "book": "senpu openings show BOOK FILE", "repertoire": "senpu repertoire list FILE",
    "author": "senpu note FILE",
}  # fmt: skip
"""The options that only the screen uses, and the commands that do the same without one."""


def view(given: Namespace) -> int:
    """Open the full-screen program; print text if there is no terminal."""
    if given.print_keys:
        from senpu.tui.keys_file import render_template

        print_text(render_template(given.lang), end="")
        return 0
    check_arguments(given)
    if given.serve:
        from senpu.tui.serving import serve

        return serve(
            _make_command(given),
            given.host or "localhost",
            PORT if given.port is None else given.port,
            given.write,
            given.lang,
        )
    # In a browser there is no terminal either, but a driver for it.
    screen_there = sys.stdout.isatty() and sys.stdin.isatty()
    served = "TEXTUAL_DRIVER" in os.environ
    given.locked = served  # a visitor of the page does not have the file
    if not served and (not screen_there or os.environ.get("TERM") == "dumb"):
        return print_view(given)
    gc.disable()  # objects made at the start stay; the screen enables it again
    from senpu.tui.viewer_start import view as screen

    return screen(given.paths, given)


def check_arguments(given: Namespace) -> None:
    """Check that the arguments apply, and that their files exist. Raises UnusableLogError."""
    paths: list[Input] = given.paths
    folders = [each for each in paths if each.path.is_dir()]
    if given.view is not None and (len(paths) != 1 or folders):
        raise UnusableLogError("asNeedsFile")
    if given.at and (len(paths) != 1 or folders):
        raise UnusableLogError("oneFile", option="--at")
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
    given.text_only = False
    given.study = len(paths) == 1 and not folders and is_study(paths[0])
    if given.book is not None:
        from senpu.replay.openings.book import BookFile

        BookFile(given.book).close()
    if given.repertoire is not None and given.repertoire.exists():
        from senpu.replay.openings.repertoire import load_repertoire

        load_repertoire(given.repertoire)
    if given.study:
        for option, value in (("--as", given.view), ("--at", given.at)):
            if value:
                raise UnusableLogError("studyOption", path=paths[0], option=option)
        from senpu.replay.annotation.studies import load_study  # a log does not need it

        load_study(paths[0])
    elif not folders:
        # An invalid header is reported before a screen opens.
        for each in [*paths, given.data] if given.serve else []:
            if each is not None:
                check_regular(each.path)  # the program of each visitor reads it
        if len(paths) > 1:  # two logs are also compared if their rules are unknown
            for each in paths:
                read_source(each)
            return
        for each in paths:
            if len(paths) == 1 and given.view is None and find_header_fault(each, given):
                given.text_only = True
                return
            _, rules = open_log(each, given.data, given.view)
            given.side = find_side(given, rules)


def find_header_fault(log: Input, given: Namespace) -> Fault | None:
    """Return the fault of a header or of the rules that it names; such a log is shown as text."""
    found = check_rules(open_record(log), given.data)
    return found if isinstance(found, Fault) else None


def _make_command(given: Namespace) -> list[str]:
    """The arguments with which each visitor's program is started."""
    words = [each.argument for each in given.paths]
    for name, value in (
        ("--at", given.at), ("--as", given.view), ("--author", given.author),
        ("--data", given.data and given.data.path.absolute()),
        ("--book", given.book and given.book.absolute()),
        ("--repertoire", given.repertoire and given.repertoire.absolute()),
    ):  # fmt: skip
        words += [f"{name}={value}"] if value else []
    words += ["--ascii"] if given.ascii else []
    words += [] if given.write else ["--read-only"]
    return [*words, f"--lang={given.lang}"]


def print_view(given: Namespace) -> int:
    """Print the game turn by turn, or the library a game a line. Return the exit status."""
    from senpu.tui.render.text_rendering import render_game

    for option, command in INSTEAD.items():
        if getattr(given, option) is not None:
            raise UnusableLogError("optionNeedsScreen", option=f"--{option}", command=command)
    paths: list[Input] = given.paths
    if not paths or paths[0].path.is_dir():
        from senpu.tui.library.catalogue import render_library

        folders = [each.path for each in paths]
        for row in render_library(given.lang, folders or None):
            print_text(row)
        return report_empty_folders(folders, given.lang)
    if len(paths) > 1:
        raise UnusableLogError("twoLogsNoTerminal", one=paths[0], other=paths[1])
    given.file = paths[0]
    if given.study:
        from senpu.tui.commands.study import print_study

        return print_study(given.file, given)
    if given.text_only:
        return print_rows(given)
    timeline = open_view(given, *open_log(given.file, given.data, given.view))
    first = timeline.find(given.at) if given.at else 1
    notes = read_notes(timeline)
    for row in render_game(timeline, make_narrator(timeline.rules, given), first, notes):
        print_text(row)
    return print_faults(timeline, given, notes, is_text=True)


def print_rows(given: Namespace) -> int:
    """Print a log with an invalid header as text, and the fault. Return the exit status."""
    fault = find_header_fault(given.file, given)
    assert fault is not None
    for row in split_rows(given.file.data):
        print_text(make_printable(decode_row(0, row.rstrip(b"\r\n"))[0]))
    print_notice(fault.render(str(given.file), given.lang))
    return 1
