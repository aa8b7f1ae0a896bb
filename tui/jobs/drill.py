"""Open a drill: a repertoire or a study, the book, and the results of earlier drills."""

from datetime import datetime
from pathlib import Path
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from senpu.logs.inputs import Source, read_source
from senpu.logs.study_files import STUDY_KEY
from senpu.logs.toml_files import KINDS, parse_toml_file
from senpu.notation.messages import SOURCE
from senpu.replay.annotation.studies import make_study
from senpu.replay.openings.book import BookFile
from senpu.replay.openings.drill import MOST, Drill, list_choice_items, list_problem_items
from senpu.replay.openings.problems import list_problems
from senpu.replay.openings.repertoire import ChoiceTree, make_repertoire
from senpu.tui.commands.arguments import UnusableLogError, find_named_side
from senpu.tui.drill_schedule import Schedule


class DrillRequest(NamedTuple):
    """The arguments of a drill."""

    file: Source
    """A repertoire, or a study."""
    now: datetime
    results: Path | None
    """The file of the results; None to remember nothing."""
    book: Path | None = None
    side: str = ""
    """The id or the letter of a side; empty for all sides."""
    most: int = MOST
    seed: int | None = None
    """The seed of the replies and of the dice; None for another one each time."""
    data: Source | None = None
    language: str = SOURCE
    """The language of titles and comments of a study."""


class OpenDrill(NamedTuple):
    """A drill with its results."""

    drill: Drill
    schedule: Schedule
    path: Path
    idents: list[str]
    """The ids of all its problems."""

    def close(self) -> None:
        """Close the book."""
        if self.drill.book is not None:
            self.drill.book.close()


def open_drill(asked: DrillRequest) -> OpenDrill:
    """Return a drill that is ready for its first question.

    Args:
        asked: The request.

    Returns:
        The drill; the caller closes it.

    Raises:
        UnusableLogError: The file has no problem, or no side of that name.
        TomlFileError: The file is neither a repertoire nor a study.
        ScheduleError: The results cannot be used.
        Error: A problem, the rule set or the book cannot be used.
        OSError: A file cannot be read.
    """
    path = Path(asked.file)
    raw = parse_toml_file(read_source(asked.file), path)
    schedule = Schedule(asked.results, asked.now)
    random = Random(asked.seed)
    tree, book = None, None
    if STUDY_KEY in raw:
        if asked.side:
            raise UnusableLogError("drillSide")
        folder = path.absolute().parent
        problems = list_problems(make_study(raw, path), folder, asked.language, asked.data)
        named = [replace(each, place=f"{path}: {each.place}") for each in problems]
        items = list_problem_items(named, folder)
    else:
        if not raw.keys() & KINDS.keys():
            raise UnusableLogError("drillKind", path=path)
        content = make_repertoire(raw, path)
        rules = content.open_rules(path.absolute().parent, asked.data)
        side = find_named_side("--side", asked.side, rules) if asked.side else ""
        tree = ChoiceTree(content, rules, side, path)
        items = list_choice_items(tree)
        book = BookFile(asked.book) if asked.book is not None else None
    if not items:
        raise UnusableLogError("drillEmpty", path=path)
    drill = Drill(items, schedule, random, tree, book, asked.most)
    for item in drill.list_due():
        drill.open(item)  # an invalid problem is reported before the first question
    return OpenDrill(drill, schedule, path, [item.ident for item in items])
