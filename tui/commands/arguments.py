"""Arguments that several commands share, and what they mean."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import msgspec

from senpu.logs.inputs import STANDARD_INPUT, EmptyFolder, Input, ListedFile, Source
from senpu.logs.record import Record, find_logs, open_record
from senpu.logs.study_files import is_study
from senpu.notation.faults import Error, Fault, make_fault
from senpu.notation.messages import Message
from senpu.notation.printable import escape_json
from senpu.replay.core.registry import GAMES, list_editions, rules_for
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.views import hide_header_fault
from senpu.spec.loader import read_folder
from senpu.tui.printing import print_notice

if TYPE_CHECKING:
    from senpu.replay.annotation.annotations import Annotations
    from senpu.replay.core.narration import Narrator
    from senpu.replay.core.timeline import Timeline


class UnusableLogError(Error):
    """A command cannot be used like this, or not with this log."""

    @classmethod
    def from_error(cls, error: Error) -> Self:
        """Return an error with the message of another one."""
        made = cls()
        made.message, made.located = error.message, error.located
        return made


class RejectedLogError(UnusableLogError):
    """The log is invalid, or the event is rejected: exit status 1, not 2."""


def encode_json(value: Any) -> str:
    """Return a value as JSON text; a file name that is not UTF-8 gets replacement characters."""
    try:
        text = msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        import json  # file names are seldom not UTF-8

        text = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":"))
        text = re.sub("[\ud800-\udfff]", "\ufffd", text)
    return escape_json(text)


def choose_rule_set(given: Namespace) -> str:
    """Return the rule set that GAME names: the first edition of a game, with a notice.

    Raises:
        UnknownGameError: There is no such game or rule set.
    """
    first, *others = list_editions(given.game)
    if others:
        editions = {"game": given.game, "chosen": first, "others": tuple(others)}
        print_notice(Message("errors.editionChosen", editions).text(given.lang))
    return first


def find_side(given: Namespace, rules: AnyRules) -> str:
    """Return the side that `--as` names, or "" if there is none. Raises UnusableLogError."""
    named = getattr(given, "view", None)
    return "" if named is None else find_named_side("--as", str(named), rules)


def find_acting_side(given: Namespace, rules: AnyRules) -> str:
    """Return the side that `--side` names, or "" if there is none. Raises UnusableLogError."""
    named = getattr(given, "side", None)
    return "" if named is None else find_named_side("--side", str(named), rules)


def find_named_side(option: str, named: str, rules: AnyRules) -> str:
    """Return the side that an option names by its id or letter. Raises UnusableLogError."""
    for side in rules.spec.sides:
        if named.casefold() in (side.id.casefold(), side.letter.casefold()):
            return side.id
    available = tuple(f"{side.id} ({side.letter})" for side in rules.spec.sides)
    raise UnusableLogError("optionSide", option=option, name=named, available=available)


def open_view(given: Namespace, record: Record, rules: AnyRules) -> Timeline:
    """Return the timeline of a log in the view of `--as`. Raises UnusableLogError."""
    from senpu.replay.disputes.log_timeline import open_timeline

    side = find_side(given, rules)
    timeline = open_timeline(record, rules)
    timeline.open_view(side)
    timeline.lock_view()
    return timeline


def read_notes(timeline: Timeline) -> Annotations:
    """Return the notes of a log that fit it, with the faults of the others."""
    from senpu.logs.notes import Notes
    from senpu.logs.notes_file import NotesFileError, load_notes, notes_path
    from senpu.replay.annotation.annotations import Annotations

    path = timeline.record.path
    try:
        return Annotations(timeline, load_notes(notes_path(path)) if path else Notes())
    except NotesFileError as error:
        return Annotations(timeline, Notes(), [error.fault])


def list_sides() -> list[str]:
    """Return the ids of the sides of all games."""
    return list(
        dict.fromkeys(
            side.id for line in GAMES.values() for side in read_folder(line.folder).game.side
        )
    )


def read_side_choices(given: Namespace, rules: AnyRules) -> dict[str, str]:
    """Return the player given for each side. Raises UnusableLogError for a side of another game."""
    ours = [side.id for side in rules.spec.sides]
    chosen = {side: str(getattr(given, side)) for side in list_sides() if getattr(given, side)}
    for side in chosen:
        if side not in ours:
            raise UnusableLogError("noSide", game=rules.spec.id, name=side, sides=tuple(ours))
    return chosen


def read_public_keys(given: Namespace, rules: AnyRules) -> dict[str, bytes]:
    """Return the public keys of `--public` by side. Raises UnusableLogError, SigningKeyError."""
    keys = {}
    for text in given.public:
        name, _, key = str(text).partition("=")
        side = find_named_side("--public", name, rules)
        if not key or side in keys:
            raise UnusableLogError("publicForm", text=str(text))
        keys[side] = read_public_key(key)
    return keys


def read_public_key(text: str) -> bytes:
    """Return a public key from its file, or from its line. Raises SigningKeyError."""
    from senpu.logs.keys import SigningKeyError, parse_public_key  # few commands know keys

    if text.startswith("ed25519 "):
        return parse_public_key(text)
    try:
        return parse_public_key(Input(text).data.decode("utf-8"))
    except OSError as error:
        raise SigningKeyError("fileSystem", path=text, why=error) from None
    except UnicodeDecodeError:
        raise SigningKeyError("publicKeyFile", path=text) from None
    except SigningKeyError as error:
        raise SigningKeyError("inFile", path=text, why=error) from None


def open_log(
    source: Source, data: Source | None = None, side: str | None = None
) -> tuple[Record, AnyRules]:
    """Return a log and its rule set.

    Args:
        source: A log that is only read, or the path of a log file: a position text is no such file.
        data: A file of data.
        side: The side that views the log, if there is one.

    Returns:
        The log and its rule set.

    Raises:
        RejectedLogError: The header is invalid, or the file has a position text.
        UnusableLogError: The file is a study.
    """
    record = open_record(source)
    rules = rules_for(record, data)
    found = next(iter(record.header_faults), rules)
    if record.position_text and not isinstance(source, Input):
        found = make_fault("positionAsLog", 1, record.position_text, "message", 1)
    if isinstance(found, Fault) and is_study(source):
        raise UnusableLogError("otherKind", path=Path(source), kind=Message("errors.kindStudy"))
    if isinstance(found, Fault):
        found = found if side is None else hide_header_fault(found)
        error = RejectedLogError.from_fault(found, str(Path(source)))
        raise error
    return record, found


def list_logs(named: Iterable[Input]) -> list[Input]:
    """Return the logs that a command reads: the named files, and the logs in named folders.

    Args:
        named: The files and folders.

    Returns:
        The files in the given order; the files of a folder and its subfolders in the order of
        their paths. A folder without logs is a file that cannot be read.
    """
    logs: list[Input] = []
    for each in named:
        if not each.path.is_dir():
            logs.append(each)
            continue
        found = sorted(find_logs(each.path))
        logs += map(ListedFile, found) if found else [EmptyFolder(each.path)]
    return logs


def check_standard_input(given: Namespace) -> None:
    """Check that not more than one argument is standard input. Raises UnusableLogError."""
    values = (
        each
        for value in vars(given).values()
        for each in (value if isinstance(value, list | tuple) else [value])
    )
    named = [each for each in values if str(each) == STANDARD_INPUT]
    if len({id(each) for each in named}) > 1:
        raise UnusableLogError("standardInputTwice")


def make_narrator(rules: AnyRules, given: Namespace) -> Narrator:
    """Return the narrator of a rule set in the language of `--lang`."""
    from senpu.replay.core.narration import Narrator  # verifying says nothing in prose

    return Narrator(rules.spec, given.lang)
