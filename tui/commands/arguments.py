"""Arguments that several commands share, and what they mean."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from senpu.logs.record import Record, open_record
from senpu.notation.faults import Error, Fault
from senpu.notation.messages import LANGUAGES
from senpu.replay.core.registry import GAMES, rules_for
from senpu.replay.core.rules import AnyRules
from senpu.spec.loader import folder

if TYPE_CHECKING:
    from senpu.replay.annotation.annotations import Annotations
    from senpu.replay.core.narration import Narrator
    from senpu.replay.core.timeline import Timeline
from senpu.tui.commands.parsing import Parser


class UnusableLogError(Error):
    """A log cannot be used for this: says why."""


class RejectedLogError(UnusableLogError):
    """The log is not good, or does not take the event: exit status 1, not 2."""

    def __init__(self, why: str | Error) -> None:
        super().__init__(str(why))
        if isinstance(why, Error):
            self.located = why.located


def add_language(parser: Parser) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default=default_language())


def add_data(parser: Parser) -> None:
    parser.add_argument("--data", type=Path, metavar="FILE")


def add_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true")


def add_jobs(parser: Parser) -> None:
    parser.add_argument("--jobs", type=whole_number(parser), metavar="N")


def add_position(parser: Parser) -> None:
    parser.add_argument(
        "--at",
        default="end",
        metavar="POS",
    )


def add_sight(
    parser: ArgumentParser,
    what: str = "only what this side may know: its name (japan) or its letter",
) -> None:
    parser.add_argument("--as", dest="seen_by", metavar="SIDE")


def side_of(given: Namespace, rules: AnyRules) -> str:
    """The side that `--as` names; empty for everybody, also where a command has no `--as`. Raises
    UnusableLogError."""
    named = getattr(given, "seen_by", None)
    return "" if named is None else named_side("--as", str(named), rules)


def named_side(option: str, named: str, rules: AnyRules) -> str:
    """The side that an option names, by its id or its letter. Raises UnusableLogError."""
    for side in rules.spec.sides:
        if named.casefold() in (side.id.casefold(), side.letter.casefold()):
            return side.id
    have = ", ".join(f"{side.id} ({side.letter})" for side in rules.spec.sides)
    raise UnusableLogError(f"{option} {named}: no side is called so; there are {have}")


def seen_as(given: Namespace, record: Record, rules: AnyRules) -> Timeline:
    """A log to step through, as `--as` says. Raises UnusableLogError."""
    from senpu.replay.disputes.log_timeline import open_timeline

    side = side_of(given, rules)
    timeline = open_timeline(record, rules)
    timeline.look_as(side)
    return timeline


def notes_to(path: Path, timeline: Timeline) -> Annotations:
    """The notes beside a log, those that fit; what is wrong with the others is told with them."""
    from senpu.logs.notes import Notes
    from senpu.logs.notes_file import NotesFileError, beside, read
    from senpu.replay.annotation.annotations import Annotations

    try:
        return Annotations(timeline, read(beside(path)))
    except NotesFileError as error:
        return Annotations(timeline, Notes(), [error.fault])


def add_sides(parser: Parser, what: str) -> None:
    """`--japan`, `--china` …: an option for each side of any game."""
    for side in sides():
        parser.add_argument(f"--{side}", metavar=what)


def sides() -> list[str]:
    """The ids of all games' sides."""
    return list(
        dict.fromkeys(side.id for line in GAMES.values() for side in folder(line.folder).game.side)
    )


def side_choices(given: Namespace, rules: AnyRules) -> dict[str, str]:
    """What was given for each side of a rule set. Raises UnusableLogError for a side it has not."""
    ours = [side.id for side in rules.spec.sides]
    chosen = {side: str(getattr(given, side)) for side in sides() if getattr(given, side)}
    for side in chosen:
        if side not in ours:
            raise UnusableLogError(
                f"{rules.spec.id} has no side {side}; it has {' and '.join(ours)}"
            )
    return chosen


def add_public(parser: Parser, what: str) -> None:
    parser.add_argument(
        "--public",
        action="append",
        default=[],
        metavar="SIDE=KEY.pub",
    )


def public_keys(given: Namespace, rules: AnyRules) -> dict[str, bytes]:
    """What `--public` says, by side. Raises UnusableLogError, SigningKeyError."""
    keys = {}
    for text in given.public:
        name, _, key = str(text).partition("=")
        side = named_side("--public", name, rules)
        if not key or side in keys:
            raise UnusableLogError(f"--public {text}: written japan=anna.pub, once for a side")
        keys[side] = public_key(key)
    return keys


def public_key(text: str) -> bytes:
    """A public key from its file, or from its line. Raises SigningKeyError."""
    from senpu.logs.keys import SigningKeyError, public  # few commands know keys

    if text.startswith("ed25519 "):
        return public(text)
    try:
        return public(Path(text).read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise SigningKeyError(
            f"{text}: {getattr(error, 'strerror', None) or 'no public key'}"
        ) from None
    except SigningKeyError as error:
        raise SigningKeyError(f"{text}: {error}") from None


def opened(path: Path, data: Path | None = None) -> tuple[Record, AnyRules]:
    """A log and its rule set. Raises RejectedLogError if its header is at fault, OSError."""
    record = open_record(path)
    rules = rules_for(record, data)
    if record.header_faults:
        raise RejectedLogError.of(record.header_faults[0], str(path))
    if isinstance(rules, Fault):
        raise RejectedLogError.of(rules, str(path))
    return record, rules


def narrator(rules: AnyRules, given: Namespace) -> Narrator:
    from senpu.replay.core.narration import Narrator  # verifying says nothing in prose

    return Narrator(rules.spec, given.lang)
