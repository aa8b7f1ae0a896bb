"""`senpu study`: the chapters of a study, checked; a new chapter at its end."""

import os
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from senpu.logs.inputs import Input, read_file
from senpu.logs.journal import lock_file
from senpu.logs.toml_files import parse_toml_file
from senpu.notation.messages import Message
from senpu.notation.printable import make_printable
from senpu.replay.annotation.studies import (
    Study,
    StudyChapter,
    StudyError,
    append_chapter,
    arrange_chapters,
    format_study,
    load_study,
    make_study,
)
from senpu.tui.command_line.parsing import is_text
from senpu.tui.commands.arguments import (
    RejectedLogError,
    UnusableLogError,
    encode_json,
)
from senpu.tui.jobs.studies import check_chapter, check_chapters
from senpu.tui.output_files import OutputFile
from senpu.tui.printing import print_text
from senpu.tui.render.study_report import make_study_object, render_study
from senpu.tui.render.text_layout import add_label, get_text, get_width

# ---- add --------------------------------------------------------------------------------------


def run_add(given: Namespace) -> int:
    """Add a chapter at the end of a study."""
    path: Path = given.study
    chapter = make_chapter(given)
    with lock_file(path):
        before = read_file(path) if path.exists() else b""
        text = append_chapter(before or format_study(Study()).encode(), chapter, path)
        study = make_study(parse_toml_file(text.encode(), path), path)
        count = len(study.chapter)
        found = check_chapter(study, count, path.absolute().parent, given.data)
        if not found.is_valid:
            if found.error is not None:
                raise found.error
            assert found.fault is not None
            raise RejectedLogError.from_fault(found.fault, found.chapter.log)
        write_study(given, text, count, given.file)
    return 0


def write_study(given: Namespace, text: str, count: int, *inputs: Input) -> None:
    """Write the text of a study, and print the number of its chapters."""
    rows = text.removesuffix("\n").split("\n")
    OutputFile(given.study, "study", inputs).write(rows)
    name = make_printable(str(given.study))
    print_text(add_label(given.lang, name, get_text(given.lang, "study_chapters", n=count)))


def make_chapter(given: Namespace) -> StudyChapter:
    """Return the chapter of the arguments. Raises UnusableLogError, OSError."""
    file: Input = given.file
    texts = {"title": given.title, "comment": given.comment, "at": given.at}
    answer = tuple(given.answer)
    if file.position_text:
        return StudyChapter(position=file.position_text, events=given.line, answer=answer, **texts)
    if given.line:
        raise UnusableLogError("studyEvents", path=file)
    if file.is_stream:
        raise UnusableLogError("studyNeedsFile", path=file)
    log = os.path.relpath(file.path, given.study.absolute().parent)
    if not is_text(log):
        raise UnusableLogError("inFile", path=file, why=Message("errors.pathNotText"))
    return StudyChapter(log=Path(log).as_posix(), answer=answer, **texts)


# ---- move and remove --------------------------------------------------------------------------


def run_move(given: Namespace) -> int:
    """Move a chapter to another number."""

    def move(numbers: list[int]) -> list[int]:
        rest = [number for number in numbers if number != given.number]
        return [*rest[: given.to - 1], given.number, *rest[given.to - 1 :]]

    return _arrange(given, move)


def run_remove(given: Namespace) -> int:
    """Remove a chapter."""
    return _arrange(given, lambda numbers: [each for each in numbers if each != given.number])


def _arrange(given: Namespace, change: Callable[[list[int]], list[int]]) -> int:
    """Change the order of the chapters of a study."""
    path: Path = given.study
    with lock_file(path):
        count = len(load_study(path).chapter)
        for number in (given.number, getattr(given, "to", 1)):
            if number > count:
                raise StudyError("chapterNumber", path=path, number=number, n=count)
        order = change([*range(1, count + 1)])
        text = arrange_chapters(read_file(path), order, path)
        write_study(given, text, len(order))
    return 0


# ---- list -------------------------------------------------------------------------------------


def run_list(given: Namespace) -> int:
    """Print the chapters of a study after a check; the exit status is 1 if one is unusable."""
    return print_study(given.study, given, in_json=given.json)


def print_study(file: Input, given: Namespace, *, in_json: bool = False) -> int:
    """Print the chapters of a study after a check.

    Args:
        file: The study.
        given: The arguments, with the language and the data file.
        in_json: Whether JSON is printed.

    Returns:
        The exit status: 1 if a chapter is unusable.
    """
    study = load_study(file)
    chapters = list(check_chapters(study, file.path.absolute().parent, given.data))
    if in_json:
        print_text(encode_json(make_study_object(study, file.path, chapters, given.lang)))
    else:
        print_text("\n".join(render_study(study, file.path, chapters, given.lang, get_width())))
    return int(not all(each.is_valid for each in chapters))
