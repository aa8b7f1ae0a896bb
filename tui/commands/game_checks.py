"""`senpu games check`: what a registered game lacks, with the file and what to add.

Reads the files of a copy of the repository. Checks what can be seen in files; the tests check what
play brings up.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from senpu.logs.inputs import read_file
from senpu.logs.record import LIBRARY
from senpu.notation.faults import Error
from senpu.notation.lines import Comment, End, GameText, Play
from senpu.notation.messages import SOURCE, Message, program_catalogue
from senpu.notation.reader import read_text
from senpu.replay.core.registry import get_registration, open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.disputes.verification import verify
from senpu.spec.loader import SPEC
from senpu.spec.texts import find_text_faults, open_texts, read_rules_text
from senpu.tui.printing import print_text

ROOT = SPEC.parent
"""The root of the repository."""
LIBRARY_PAGE = SPEC / "en/reference/library.md"
"""The page that lists and shows the recorded games."""
COMMENTS = 10
"""The least number of comments in the annotated game of a rule set."""
CALLS = {"Effect": "effect", "IllegalEventError": "rejection", "refuse": "rejection"}
"""The calls whose first argument is the id of a text, and the table of the text."""


class Gap(NamedTuple):
    """A gap in a rule set."""

    path: str
    """The file or folder, from the root of the repository."""
    what: Message
    """The addition that closes it."""


def format_text(language: str, ident: str, **fields: object) -> str:
    """Return a text of the commands for authors of games."""
    return program_catalogue(language).render(f"game_files.{ident}", fields)


def print_gaps(ident: str, language: str) -> int:
    """Print what a rule set lacks. Return 1 if it lacks anything, else 0."""
    found = list(find_gaps(ident))
    for gap in found:
        print_text(format_text(language, "gap", path=gap.path, what=gap.what))
    if found:
        print_text(format_text(language, "missing", game=ident, n=len(found)))
    else:
        print_text(format_text(language, "complete", game=ident))
    return 1 if found else 0


def _make_gap(path: str, ident: str, **fields: Any) -> Gap:
    return Gap(path, Message(f"game_files.{ident}", fields))


def find_gaps(ident: str) -> Iterator[Gap]:
    """Yield what a rule set lacks, in the order in which to add it. Raises UnknownGameError."""
    line = get_registration(ident)
    package = f"{line.package.removeprefix('senpu.').replace('.', '/')}/"
    try:
        rules = open_rules(ident)
        faults = list(find_text_faults(Path(rules.spec.folder)))
    except Error as error:
        yield _make_gap(f"{_get_relative_path(line.folder)}/, {package}", "invalid", why=error)
        return
    yield from _find_missing_rules(rules)
    yield from _find_missing_texts(rules, package)
    yield from (
        _make_gap(_get_relative_path(path), "difference", text=fault) for path, fault in faults
    )
    yield from _find_missing_tests(ident, package)
    yield from _find_missing_logs(rules)
    yield from _find_missing_pages(rules)


def _get_relative_path(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.as_posix()


# ---- rules and texts ------------------------------------------------------------------------


def _find_missing_rules(rules: AnyRules) -> Iterator[Gap]:
    path = Path(rules.spec.folder) / "en/rules.md"
    edition = rules.spec.id.partition("/")[2]
    known = set()
    if path.exists():
        known = {entry.number for entry in read_rules_text(rules.spec.folder, edition)}
    for key, number in rules.spec.edition.number.items():
        if number not in known:
            fields = {"number": number, "edition": edition, "key": key}
            yield _make_gap(_get_relative_path(path), "no_rule", **fields)


def _find_missing_texts(rules: AnyRules, package: str) -> Iterator[Gap]:
    """Texts of effects and rejections in the code, and of the kinds of decisions."""
    path = _get_relative_path(Path(rules.spec.folder) / SOURCE / "texts.toml")
    texts = open_texts(rules.spec.folder)
    needed = sorted(
        {*find_text_ids(ROOT / package), *(("decision", kind) for kind in rules.answers)}
    )
    for table, name in needed:
        if not any(texts.has(f"texts.{table}.{each}") for each in (name, f"{name}_none")):
            yield _make_gap(path, "no_text", name=name, table=table)


@cache
def find_text_ids(folder: Path) -> frozenset[tuple[str, str]]:
    """Return the table and the id of each text that the code in a folder uses by its id."""
    found = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(read_file(path).decode("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                first = node.args[0]
                if name in CALLS and isinstance(first, ast.Constant):
                    found.add((CALLS[name], str(first.value)))
    return frozenset(found)


def _find_missing_tests(ident: str, package: str) -> Iterator[Gap]:
    folder = ROOT / "tests" / "games" / Path(package).name
    if not any(folder.glob("test_*.py")):
        yield _make_gap(f"{_get_relative_path(folder)}/", "no_tests")


# ---- recorded games -------------------------------------------------------------------------


class RecordedLog(NamedTuple):
    """A log of the library."""

    path: Path
    ending: str
    comments: int


@cache
def list_recorded_logs(ident: str) -> tuple[RecordedLog, ...]:
    """Return the recorded games of a rule set, by file name."""
    logs = sorted((LIBRARY / ident.partition("/")[0]).glob("*.senpu"))
    read = ((path, read_text(read_file(path))[0]) for path in logs)
    return tuple(
        _make_recorded_log(path, game) for path, game in read if _get_header(game, "Game") == ident
    )


def _get_header(game: GameText, name: str) -> str:
    return next((header.value for header in game.headers if header.key == name), "")


def _make_recorded_log(path: Path, game: GameText) -> RecordedLog:
    ending = next((line.value for line in game.lines if isinstance(line, End)), "")
    items = (item for line in game.lines if isinstance(line, Play) for item in line.items)
    return RecordedLog(path, ending, sum(isinstance(item, Comment) for item in items))


def _find_missing_logs(rules: AnyRules) -> Iterator[Gap]:
    ident = rules.spec.id
    folder = f"logs/library/{ident.partition('/')[0]}"
    logs = list_recorded_logs(ident)
    for log in logs:
        if fault := next(iter(verify(log.path).faults), None):
            fields = {"line": fault.line, "why": fault.message}
            yield _make_gap(f"{folder}/{log.path.name}", "invalid_log", **fields)
    for ending in rules.spec.edition.endings:
        if all(log.ending != ending for log in logs):
            yield _make_gap(f"{folder}/", "no_ending", ending=ending, game=ident)
    if all(log.comments < COMMENTS for log in logs):
        yield _make_gap(f"{folder}/learn.senpu", "no_annotated", n=COMMENTS)
    if not any(log.path.name.startswith("historical") for log in logs):
        yield _make_gap(f"{folder}/historical.senpu", "no_historical")
    rows = _read_library_rows(ident.partition("/")[0])
    for name in sorted(rows - {path.stem for path in (ROOT / folder).glob("*.senpu")}):
        yield _make_gap("spec/en/reference/library.md", "surplus_row", name=name)
    for log in logs:
        name = log.path.stem
        if name not in rows:
            row = f"| `{name}` | … | {log.ending} | … |"
            yield _make_gap("spec/en/reference/library.md", "no_row", row=row)
        transcript = f"tests/golden/{ident.partition('/')[0]}/{name}.txt"
        if not (ROOT / transcript).exists():
            yield _make_gap(transcript, "no_transcript")


def _read_library_rows(game: str) -> set[str]:
    page = read_file(LIBRARY_PAGE).decode("utf-8")
    part = page.partition(f"\n## {game}\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `([\w-]+)` \|", part, re.MULTILINE))


# ---- pages ----------------------------------------------------------------------------------


def _find_missing_pages(rules: AnyRules) -> Iterator[Gap]:
    ident = rules.spec.id
    readme = read_file(ROOT / "README.md").decode("utf-8")
    if f"\n| `{ident}` | " not in readme:
        yield _make_gap("README.md", "no_row", row=f"| `{ident}` | {rules.spec.title()} |")
    picture = next(filter(None, map(_find_picture, list_recorded_logs(ident))), "")
    if not picture:
        yield _make_gap("tests/pictures/", "no_picture")
    elif f"](../../../{picture})" not in read_file(LIBRARY_PAGE).decode("utf-8"):
        page = _get_relative_path(LIBRARY_PAGE)
        yield _make_gap(page, "no_picture_link", picture=f"../../../{picture}")


def _find_picture(log: RecordedLog) -> str:
    """Return the picture of a recorded game, or "". Its title ends in the command that shows it."""
    command = f"senpu view {log.path.relative_to(LIBRARY).as_posix()}</title>"
    for path in sorted((ROOT / "tests" / "pictures").glob("*.svg")):
        if command in read_file(path).decode("utf-8"):
            return _get_relative_path(path)
    return ""
