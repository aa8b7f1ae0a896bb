"""A log begun and gone on with: its header, and the lines that a person's words come to.

    hold the file, read it, play it to its end, draft the lines, append them, let it go

The one way in which events come into a log, whoever asks for it: everything is checked before a
byte is written. Prints nothing and says nothing in prose.
"""

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from senpu.logs.chain import NONCE, chained
from senpu.logs.chain import WIDTH as TAG
from senpu.logs.journal import IncompleteLineError, Journal, create, hold
from senpu.logs.record import Record, headers_of, record_of
from senpu.logs.witness import Seen, WitnessError
from senpu.notation.events import Word
from senpu.notation.faults import Error, Fault, NotationError
from senpu.notation.lines import Header
from senpu.notation.writer import WIDTH, format_line
from senpu.replay.core.log_rules import rules_for
from senpu.replay.core.reducer import META, Before, ReductionError, Step
from senpu.replay.core.registry import newest_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.views import Sight
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.recording.scribe import Draft, InputParseError, Scribe


class HeaderError(Error):
    """A value cannot stand in a header: says why."""


class InvalidLogError(Error):
    """The log is not one that can be gone on with: says why. Nothing was written."""


NOT_WRITTEN = "nothing was written"


class ConcurrentAppendError(Error):
    """The log is longer than its reader knows: what was meant for one position would come into
    another. Nothing was written."""


class RejectedInputError(Error):
    """What was said is not taken, and nothing was written: the reason, and where that was."""

    def __init__(
        self,
        reason: ReductionError | InputParseError,
        scribe: Scribe,
        newest: Before | None,
        sealed: str = "",
    ) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.scribe = scribe
        """With the position that did not take it."""
        self.newest = newest
        """The last event before the typed ones."""
        self.sealed = sealed
        """The name of a game with face-down hands; empty for others."""

    def repeats(self, sight: Sight) -> int:
        """The number of the last event, where what was refused is the same as it, as far as that
        may be known; else 0."""
        event = getattr(self.reason, "event", None)
        if event is None or self.newest is None:
            return 0
        number, before, newest = self.newest
        meta = type(newest) is Word and newest.word in META
        return number if event == newest and (meta or sight.event(before, newest) == newest) else 0


class Written(NamedTuple):
    """Lines that are on disk."""

    draft: Draft
    rules: AnyRules
    reducer: LogReducer
    """With the position after them."""
    size: int
    """The bytes of the log then."""
    forgotten: str = ""
    """Why it could not be remembered how far the log goes now, if so."""


# ---- a new log ------------------------------------------------------------------------------


def header(rules: AnyRules, fields: dict[str, str | None]) -> str:
    """The header of a new log and the empty line below it; `fields` without a value are left
    out. Raises HeaderError for a value that cannot stand on one line."""
    spec = rules.spec
    keys: dict[str, str | None] = {
        "Senpu": "1",
        "Game": spec.id,
        "Rules": str(spec.edition.rules),
        "Data": f"sha256:{spec.values.digest()}",
        "Options": " ".join(spec.options),
        **fields,
    }
    rows = [_header_row(key, value.strip(" ")) for key, value in keys.items() if value]
    return "".join(f"{row}\n" for row in (*rows, ""))


def _header_row(key: str, value: str) -> str:
    try:
        return format_line(Header(key, unicodedata.normalize("NFC", value)))
    except NotationError as error:
        raise HeaderError(f"{key}: {value!r} cannot stand in a header: {error}") from None


def begin(path: Path, rules: AnyRules, fields: dict[str, str | None]) -> None:
    """A new log with nothing but its header, durably; chained, if the fields say so. Raises
    HeaderError, JournalError."""
    create(path, chained(header(rules, fields)))


# ---- a log that is there --------------------------------------------------------------------


class Held(NamedTuple):
    """A log that is held alone."""

    journal: Journal
    data: bytes
    """All of it."""
    record: Record
    """Of those bytes, not read yet below the header."""


@contextmanager
def held(path: Path) -> Iterator[Held]:
    """Hold a log that whole lines could be appended to. Raises InvalidLogError, JournalError."""
    with hold(path) as journal:
        try:
            data = journal.read()
        except IncompleteLineError as error:
            raise InvalidLogError(str(error)) from None
        record = record_of(data)
        record.path = path
        yield Held(journal, data, record)


def inscribe(
    path: Path,
    draft: Callable[[Scribe, LogReducer], Draft],
    named: Path | None = None,
    opened: AnyRules | None = None,
    known: Callable[[bytes], bool] | None = None,
    seen: Seen | None = None,
    preface: Callable[[Record, LogReducer], str] | None = None,
    after_end: bool = False,
) -> Written:
    """Draft lines onto a log and append them durably; onto a chained one with their tags.

    `named` is a file of values to play on; `opened` the rules that the log was opened with, if it
    was; `known` says whether the bytes of the log are those that its reader knows, where they must
    be; `seen` is what was seen of chained games before: one that lacks some of it is not gone on
    with; `preface` gives the machine lines that stand above what is drafted; `after_end` says that
    the lines may stand below the End line. Raises RejectedInputError for what is not taken,
    InvalidLogError, ConcurrentAppendError, JournalError.
    """
    with held(path) as (journal, data, record):
        if known is not None and not known(data):
            raise ConcurrentAppendError(
                f"{path}: the log is another than was read; nothing was written"
            )
        rules, reducer, newest = replayed(record, opened or rules_for(record, named))
        if reducer.ended and not after_end:
            raise InvalidLogError(f"{path}: the log has its End line; nothing follows it")
        check_seen(record, seen)
        last = reducer.newest
        turn = newest.before.turn if newest else None
        width = WIDTH - TAG if record.chain.on else WIDTH
        scribe = Scribe(rules, reducer, turn, width)
        above = preface(record, reducer) if preface else ""
        try:
            drafted = draft(scribe, reducer)
        except (ReductionError, InputParseError) as reason:
            raise RejectedInputError(reason, scribe, last, record.sealed) from None
        drafted = drafted._replace(text=above + drafted.text)
        rows = record.chain.tagged(drafted.text) if record.chain.on else drafted.text
        forgotten = append(journal, record, rows, seen)
    size = len(data) + len(rows.encode())
    return Written(drafted, rules, reducer, size, forgotten)


def draft_typed(path: Path, scribe: Scribe, reducer: LogReducer, text: str) -> Draft:
    """Return the draft of a typed text, after the lines that reveal the face-down cards that it
    names. Raises ReductionError, InputParseError."""
    rows = ""
    if reducer.sealed:
        from senpu.logs.hand_sheets import sheet_of
        from senpu.replay.recording.dealing import named, show  # few logs have face-down cards

        rows = show(reducer, named(reducer, sheet_of(headers_of(path)[NONCE]), text))
    draft = scribe.draft(text, unseen=True)
    return draft._replace(text=rows + draft.text)


def append(journal: Journal, record: Record, rows: str, seen: Seen | None) -> str:
    """Append whole rows, with their tags in a chained log, to a log that was read to its end; and
    remember how far it goes now, or give back why that cannot be: what is written stays written.
    Raises JournalError."""
    journal.append(rows, record.size)
    if seen is None or not record.chain.on:
        return ""
    chain, seals = record.chain, record.seals
    try:
        seen.remember(journal.path, seals.nonce, chain.row, chain.head.hex())
    except WitnessError as error:
        return str(error)
    return ""


def check_seen(record: Record, seen: Seen | None) -> None:
    """That a log read to its end is the one that was seen before. Raises InvalidLogError: to go on
    with another would make two games of one."""
    if seen is None or not record.chain.on:
        return
    assert record.path is not None
    for fault in seen.faults(record.path, record.seals.nonce):
        raise InvalidLogError.of(fault, str(record.path), NOT_WRITTEN)


def is_older(record: Record, rules: AnyRules) -> bool:
    """Whether a log is of an older version of its rules, under which nothing is added to it."""
    return record.headers.get("Rules", "") not in ("", str(newest_rules(rules)))


def replayed(
    record: Record, rules: AnyRules | Fault, known: Mapping[str, str] | None = None
) -> tuple[AnyRules, LogReducer, Step | None]:
    """A log played to its end: its rules, its position, its last event; with sealed cards `known`,
    as if they had been dealt open.
    Raises InvalidLogError if any of it is not good: nothing is appended to such a log."""
    path = record.path
    if not isinstance(rules, Fault) and is_older(record, rules):
        raise InvalidLogError(
            f"{path}: it is of version {record.headers['Rules']} of the rules, and nothing is "
            f"added under an older one than {newest_rules(rules)}: senpu migrate {path} -o NEW"
        )
    faults: list[Fault] = list(record.header_faults)
    if faults or isinstance(rules, Fault):
        first = faults[0] if faults else rules
        assert isinstance(first, Fault)
        raise InvalidLogError.of(first, str(path), NOT_WRITTEN)
    steps: list[Step] = []

    def listen(step: Step) -> None:
        steps[:] = [step]

    reducer = LogReducer(rules, listen, record.signers, record.sealed, known)
    for number, line in record:
        if isinstance(line, Fault):
            raise InvalidLogError.of(line, str(path), NOT_WRITTEN)
        try:
            reducer.read(line)
        except ReductionError as bad:
            raise InvalidLogError(
                f"{path}:{number}: {bad.fault}: the log is not good, so nothing was "
                f"written; senpu verify {path} says more"
            ) from None
    return rules, reducer, steps[-1] if steps else None
