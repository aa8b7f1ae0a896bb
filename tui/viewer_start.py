"""Start the full-screen program, as `senpu view` does."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from senpu.logs.inputs import Input, Source, hold_source
from senpu.logs.record import open_record
from senpu.notation.faults import Fault
from senpu.replay.core.registry import rules_for
from senpu.replay.core.timeline import Timeline, UnknownPositionError
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.app import SenpuApp
from senpu.tui.printing import print_notice
from senpu.tui.user_files import (
    Memory,
    find_book_file,
    find_keys_file,
    find_repertoires,
    find_settings_file,
)
from senpu.tui.widgets.painting import Look

if TYPE_CHECKING:
    from argparse import Namespace

    from senpu.tui.keys_file import KeysFile


def view(named: list[Input], given: "Namespace") -> int:
    """Open a log, two logs, a study, or the library, as `senpu view` does.

    Returns:
        The exit status: 0; 1 if the log is invalid; 2 if it cannot be opened.

    Raises:
        Error: The position or the file of keys is invalid.
        OSError: A file cannot be read.
        ViewerError: The program ended because of an error in it.
    """
    logs = [each for each in named if not each.path.is_dir()]
    one, keys = len(logs) == 1 and not given.study, read_own_keys()
    text_only = logs[0] if given.text_only else None
    timelines = [make_timeline(each, given) for each in logs] if one and not text_only else []
    folders = [each.path for each in named] if named and not logs else None
    if given.study:
        folders = [logs[0].path.absolute().parent]
    number = timelines[0].find(given.at) if given.at and timelines else 0
    notices = [notice.text(given.lang) for notice in keys.notices] if keys else []
    app = SenpuApp(
        timelines[0] if timelines else None,
        timelines[0].record.path if timelines else None,
        number,
        language=given.lang,
        ascii_only=given.ascii,
        folders=folders,
        keyboard=keys.keyboard if keys else None,
        memory=Memory(None if given.read_only else find_settings_file()),
        read_only=given.read_only,
        author=given.author,
    )
    app.book = given.book or (None if given.read_only else find_book_file())
    app.repertoires = find_repertoires(given.repertoire, given.read_only)
    app.opens_book = given.book is not None and not named
    app.data = given.data
    app.begins_with_verdict = one and not given.at
    app.text_only = text_only
    if given.study:
        from senpu.replay.annotation.studies import load_study
        from senpu.tui.screens.study import StudyScreen

        study, path = load_study(logs[0]), logs[0].path
        app.first_screen = lambda look: StudyScreen(look, study, path, given.data)
    app.notices = len(notices)
    for row in notices:
        print_notice(row)  # the terminal shows it again at the end
    if len(logs) == 2:
        app.both = hold_source(logs[0]), hold_source(logs[1])
    app.run()
    if (failure := app.find_failure()) is not None:
        raise failure
    invalid_notes = app.opened.notebook.render_invalid_notes() if app.opened else []
    for row in invalid_notes:
        print_notice(row)
    is_invalid = text_only or any(timeline.fault is not None for timeline in timelines)
    return int(bool(invalid_notes or is_invalid or app.has_invalid_pair))


def show_screen(make: Callable[[Look], Screen[Any]], language: str) -> int:
    """Open a screen that belongs to no log.

    Returns:
        The exit status.

    Raises:
        Error: The file of keys is invalid.
        OSError: The file of keys cannot be read.
        ViewerError: The program ended because of an error in it.
    """
    keys = read_own_keys()
    app = SenpuApp(
        language=language, keyboard=keys.keyboard if keys else None,
        memory=Memory(find_settings_file()),
    )  # fmt: skip
    app.first_screen = make
    app.run()
    if (failure := app.find_failure()) is not None:
        raise failure
    return 0


def make_timeline(log: Source, given: "Namespace") -> Timeline:
    """Return the timeline of a log in the given view."""
    record = open_record(log)
    rules = rules_for(record, given.data)
    if isinstance(rules, Fault):
        raise UnknownPositionError.from_fault(rules, str(log))
    timeline = open_timeline(record, rules)
    timeline.open_view(given.side)
    if given.locked:
        timeline.lock_view()
    return timeline


def read_own_keys() -> "KeysFile | None":
    """Return the keys of the user, if there is a file of them.

    Raises:
        Error: The file of keys is invalid.
        OSError: The file of keys cannot be read.
    """
    path, describe_choice = find_keys_file()
    if path is None or not (describe_choice or path.exists()):
        return None
    from senpu.tui.keys_file import read_keys

    return read_keys(path)
