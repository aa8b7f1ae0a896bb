"""`senpu export`: a whole game in another form: a page, a picture, a report, an object."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

from senpu.logs.inputs import Input
from senpu.logs.record import record_from
from senpu.logs.study_files import is_study
from senpu.notation.layout import FILE_LAYOUT, use_layout
from senpu.notation.printable import make_printable
from senpu.notation.reader import read_text
from senpu.replay.annotation.annotated_text import (
    AnnotationError,
    find_own_segments,
    read_annotated_text,
)
from senpu.replay.core.timeline import Timeline
from senpu.tui.command_line.parsing import PICTURE_FORMATS
from senpu.tui.commands.arguments import (
    UnusableLogError,
    make_narrator,
    open_log,
    open_view,
    read_notes,
)
from senpu.tui.commands.positions import print_faults
from senpu.tui.jobs.exports import (
    PICTURED,
    THEMES,
    ExportJob,
    TurnPictures,
    render_export,
)
from senpu.tui.output_files import OutputFile, make_output
from senpu.tui.printing import print_data, print_notice

SUFFIXES = ("html", "svg", "md", "json", "senpu")
"""The forms whose files have the name of the form at their end."""


def check_form(given: Namespace) -> None:
    """Check that the options apply to the form. Raises UnusableLogError."""
    suffix = given.output.suffix[1:].lower() if given.output is not None else ""
    if suffix in PICTURE_FORMATS:
        raise UnusableLogError("noPictureForm", form=suffix)
    if suffix in SUFFIXES and suffix != given.to:
        raise UnusableLogError("exportSuffix", path=given.output, form=given.to, suffix=suffix)
    if given.at is not None and given.to != "svg":
        raise UnusableLogError("atNeedsPicture")
    if given.maps is not None and given.to not in PICTURED:
        raise UnusableLogError("mapsNeedForm", forms=PICTURED)
    if given.theme is not None and given.to != "svg" and given.maps is None:
        raise UnusableLogError("themeNeedsPicture")
    if given.maps is not None and given.maps.exists() and not given.maps.is_dir():
        raise UnusableLogError("mapsIsFile", path=given.maps)


def export(given: Namespace) -> int:
    """Write a game in another form, up to its first error."""
    check_form(given)
    if is_study(given.file):
        return export_study(given)
    timeline = open_view(given, *open_log(given.file, given.data, given.view))
    notes = read_notes(timeline)
    narrator = make_narrator(timeline.rules, given)
    out = given.output and make_export_file(given, timeline, given.output, given.to)
    if out is not None:
        out.check()

    def write(path: Path, rows: Iterable[str]) -> None:
        make_output(given, path, "svg").write(rows)

    pictures = None
    if given.maps is not None:
        start = Path() if given.output is None else given.output.parent
        pictures = TurnPictures(given.maps, given.file.path.stem, start, write)
    theme = given.theme or THEMES[0]
    wanted = ExportJob(timeline, narrator, notes, given.at or "end", theme, pictures)
    rows = render_export(given.to, wanted)
    if out is None:
        with use_layout(FILE_LAYOUT):
            for row in rows if given.maps is None else [*rows]:  # all pictures can be, or nothing
                print_data(f"{row}\n")
    else:
        out.write(rows)
        print_notice(make_printable(str(given.output)))
    return print_faults(timeline, given, notes)


def export_study(given: Namespace) -> int:
    """Write all chapters of a study in another form."""
    from senpu.tui.jobs.study_exports import STUDY_FORMS, open_study

    if given.to not in STUDY_FORMS:
        raise UnusableLogError("studyForm", path=given.file, available=tuple(STUDY_FORMS))
    for option in ("view", "maps"):
        if getattr(given, option) is not None:
            name = "--as" if option == "view" else f"--{option}"
            raise UnusableLogError("studyOption", path=given.file, option=name)
    wanted = open_study(given.file, given.lang, given.data)
    rows = STUDY_FORMS[given.to](wanted)
    if given.output is None:
        with use_layout(FILE_LAYOUT):
            for row in rows:
                print_data(f"{row}\n")
    else:
        make_output(given, given.output, given.to).write(rows)
        print_notice(make_printable(str(given.output)))
    faults = [(each.chapter.log, each.fault) for each in wanted.chapters if each.fault]
    for log, fault in faults:
        print_notice(fault.render(log, given.lang))
    return int(bool(faults))


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
