"""Typed lines checked and completed, and logs begun and continued with them."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from senpu.logs.chain import NONCE, chained
from senpu.logs.chain import WIDTH as TAG
from senpu.logs.journal import IncompleteLineError, Journal, create, hold
from senpu.logs.record import Record, headers_of, record_of
from senpu.logs.witness import Seen, WitnessError
from senpu.notation.events import EndPhase, Event, Word
from senpu.notation.faults import Error, Fault, NotationError
from senpu.notation.lines import Actor, Close, End, Glyph, Header, Item, Open, Play, Remark
from senpu.notation.messages import Message
from senpu.notation.mistakes import cut
from senpu.notation.play import play_line
from senpu.notation.writer import WIDTH, compose, format_event, format_line
from senpu.replay.core.reducer import LOG_WORDS, AcceptedEvent, Reducer, ReductionError, Step
from senpu.replay.core.registry import find_newest_version, rules_for
from senpu.replay.core.rules import CHANCE, AnyRules, IllegalEventError, State
from senpu.replay.core.timeline import Activations
from senpu.replay.core.views import View
from senpu.replay.disputes.log_reducer import LogReducer


class Draft(NamedTuple):
    """Lines ready to be appended, and what they do."""

    text: str
    steps: list[Step]
    filled: list[Step]
    """Those that were filled in."""
    behind: int = 0
    """The number of a `|` that had to come, where a typed one stands first right behind it."""


def only_answer(rules: AnyRules, state: State) -> Event | None:
    """The one event that a side may answer with, if there is just one; never for chance. In a game
    with hidden parts only if everybody can tell that there is no other: to fill it in must tell
    nobody what a hand holds.
    """
    if state.decision is None or state.decision.side == CHANCE:
        return None
    found = list(islice(rules.legal(state), 2))
    if len(found) != 1:
        return None
    others = [
        side.id
        for side in rules.spec.sides
        if rules.has_hidden_parts and side.id != state.decision.side
    ]
    views = (rules.view(state, other) for other in others)
    if any(len(list(islice(rules.legal(view), 2))) > 1 for view in views):
        return None
    return found[0]


class Scribe:
    """Drafts lines onto a log whose events `reducer` has taken."""

    def __init__(
        self, rules: AnyRules, reducer: Reducer, turn: int | None, width: int = WIDTH
    ) -> None:
        self.rules = rules
        self.reducer = reducer
        self._width = width
        """The columns that a line may have: fewer where a tag is to follow."""
        self._turn = turn
        """The turn of the log's last event, so that a new turn is marked."""
        self._acts: list[tuple[int, str, Item, bool]] = []
        self._steps: list[Step] = []
        self.filled: list[Step] = []
        """What was filled in."""
        self._unseen = False
        self._behind = 0
        self._activations = Activations(rules)
        self._undid = False
        """Whether the last event took others back: what it took back is not filled in again."""
        reducer.listen(self._heard)

    def draft(self, text: str, unseen: bool = False) -> Draft:
        """The lines that `text` comes to. Raises ReductionError, or InputParseError for what cannot
        be read.

        `unseen` says that who typed it need not have looked at the position. Then a `|` without its
        side's letter that comes first, right behind a `|` that had to come, is refused: it may mean
        that one, which was filled in, and would end the next phase. With the letter it is taken.
        """
        self._unseen = unseen
        ending = ""
        for number, row in enumerate(re.split(r"\r?\n", text), 1):
            if row.strip().startswith("End:"):
                ending = row.strip().removeprefix("End:").strip()
                self._fill()
                self.reducer.read(End(ending))
                continue
            line, faults = play_line(number, row)
            # A keyboard may take letters apart; the line has them composed.
            if faults := [fault for fault in faults if fault.id != "notNfc"]:
                raise InputParseError(faults)
            self._line(line)
        if not self._steps and not ending and not self._acts:
            raise ReductionError("badToken", "nothing", hint="nothingHint")
        self._fill()
        rows = [format_line(line) for line in compose(self._acts, self._turn, self._width)]
        if ending:
            rows.append(f"End: {ending}")
        return Draft("".join(f"{row}\n" for row in rows), self._steps, self.filled, self._behind)

    def roll(self, random: Random) -> Draft:
        """The lines for what the position awaits of chance, without bias."""
        return self.draft(format_event(self.rules.sample(self.reducer.state, random)))

    def finish(self) -> Draft:
        """The lines for what the position leaves no choice about, and nothing else."""
        self._fill()
        rows = [format_line(line) for line in compose(self._acts, self._turn, self._width)]
        return Draft("".join(f"{row}\n" for row in rows), self._steps, self.filled, self._behind)

    def _line(self, line: Play) -> None:
        if line.tag:
            raise ReductionError("tagUnexpected", "typed", hint="typedHint")
        if line.turn is not None:
            self._reach_turn(line.turn)
        letter, continues = "", False
        for item in line.items:
            if isinstance(item, Actor):
                letter, continues = item.letter, False
            elif isinstance(item, Remark):
                self._acts.append((0, "", item, False))
            elif isinstance(item, Glyph | Open | Close):
                raise ReductionError("whatIf")
            else:
                self._accept(item, letter, continues)
                continues = True

    def _reach_turn(self, turn: int) -> None:
        while turn != self.reducer.state.turn:
            answer = self._answer()
            if answer is None:
                self.reducer.read(Play((), turn))  # says what is wrong
                return
            self._take(answer)

    def _accept(self, event: Event, letter: str, continues: bool) -> None:
        """Accept a typed event; if it is illegal here, after events that are the only legal ones.

        An event that is legal nowhere is rejected at the position that has a decision of its
        form.

        Args:
            event: The event.
            letter: The letter of the side that acts, if it was typed.
            continues: Whether the letter stands before an earlier event of the typed line.

        Raises:
            ReductionError: The event is illegal.
        """
        if self._unseen and type(event) is EndPhase and not self._steps:
            self._behind = self._checked_end(event, letter)
        refused = None
        while True:
            try:
                self.reducer.accept_event(event, letter, continues)
                return
            except ReductionError as error:
                if refused is None or _formless(refused):
                    refused = error
                answer = self._answer()
                if answer is None:
                    raise refused from None
            self._take(answer)

    def _checked_end(self, event: EndPhase, letter: str) -> int:
        """The number of a `|` that had to come right before the one typed, or 0. Raises
        ReductionError where it may be that one which is meant.
        """
        rules, state, newest = self.rules, self.reducer.state, self.reducer.last_event
        decision = state.decision
        if decision is None or newest is None or newest[2] != event:
            return 0
        number, before, _ = newest
        if only_answer(rules, before) != event:
            return 0
        try:
            rules.canon(state, event)
        except IllegalEventError:
            return 0  # the position says so better
        if letter:
            return number
        facts = {
            "n": number,
            "ended": before.decision,
            "decision": decision,
            "letter": rules.letter[decision.side],
        }
        raise self.reducer.illegal(event, IllegalEventError("endTwice", decision.rule, **facts))

    def _fill(self) -> None:
        while not self._undid and (answer := self._answer()):
            self._take(answer)

    def _answer(self) -> Event | None:
        return only_answer(self.rules, self.reducer.state)

    def _take(self, event: Event) -> None:
        self.reducer.accept_event(event)
        self.filled.append(self._steps[-1])

    def _heard(self, step: Step) -> None:
        letter = self.rules.letter.get(step.actor, "")
        before = step.before
        # A word of the log has a line of its own: it is no side's act in an activation.
        begins = type(step.event) is Word and step.event.word in LOG_WORDS
        begins = self._activations.is_start(before.decision, step.event) or begins
        self._undid = bool(step.undone)
        self._acts.append((before.turn, letter, step.event, begins))
        self._steps.append(step)


def _formless(refused: ReductionError) -> bool:
    """Whether an event was not even of the form that the position asks for."""
    return refused.rejection is None or refused.rejection.reason == "wrongAnswer"


class InputParseError(Error):
    """Typed text that cannot be read; carries the faults."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__()
        self.message = faults[0].message
        self.faults = faults


class HeaderError(Error):
    """A value cannot be written in a header."""


class InvalidLogError(Error):
    """The log is not one that can be gone on with: says why. Nothing was written."""


NOT_WRITTEN = Message("errors.nothingWritten")


class ConcurrentAppendError(Error):
    """The log is longer than its reader knows: what was meant for one position would come into
    another. Nothing was written.
    """


class RejectedInputError(Error):
    """What was said is not taken, and nothing was written: the reason, and where that was."""

    def __init__(
        self,
        reason: ReductionError | InputParseError,
        scribe: Scribe,
        newest: AcceptedEvent | None,
        sealed: str = "",
    ) -> None:
        super().__init__()
        self.message = reason.message
        self.reason = reason
        self.scribe = scribe
        """With the position that did not take it."""
        self.newest = newest
        """The last event before the typed ones."""
        self.sealed = sealed
        """The name of a game with face-down hands; empty for others."""

    def repeats(self, sight: View) -> int:
        """The number of the last event, where what was refused is the same as it, as far as that
        may be known; else 0.
        """
        event = getattr(self.reason, "event", None)
        if event is None or self.newest is None:
            return 0
        number, before, newest = self.newest
        meta = type(newest) is Word and newest.word in LOG_WORDS
        return (
            number
            if event == newest and (meta or sight.filter_event(before, newest) == newest)
            else 0
        )


class Written(NamedTuple):
    """Lines that are on disk."""

    draft: Draft
    rules: AnyRules
    reducer: LogReducer
    """With the position after them."""
    size: int
    """The bytes of the log then."""
    forgotten: Message | None = None
    """Why it could not be remembered how far the log goes now, if so."""


# ---- a new log ------------------------------------------------------------------------------


def header(rules: AnyRules, fields: dict[str, str | None]) -> str:
    """The header of a new log and the empty line below it; `fields` without a value are left
    out. Raises HeaderError for a value that cannot stand on one line.
    """
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
        if error.fault == "notWritable":
            raise HeaderError(error.message) from None
        raise HeaderError("headerValue", field=key, value=cut(value), why=error.message) from None


def begin(path: Path, rules: AnyRules, fields: dict[str, str | None]) -> None:
    """A new log with nothing but its header, durably; chained, if the fields say so. Raises
    HeaderError, JournalError.
    """
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
            incomplete = InvalidLogError()
            incomplete.message, incomplete.located = error.message, error.located
            raise incomplete from None
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
            raise ConcurrentAppendError("logExtended", path=path)
        rules, reducer, newest = replayed(record, opened or rules_for(record, named))
        if reducer.is_ended and not after_end:
            raise InvalidLogError("logEnded", path=path)
        check_seen(record, seen)
        last = reducer.last_event
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
    names. Raises ReductionError, InputParseError.
    """
    rows = ""
    if reducer.sealed:
        from senpu.logs.hand_sheets import sheet_of
        from senpu.replay.recording.dealing import named, show  # few logs have face-down cards

        rows = show(reducer, named(reducer, sheet_of(headers_of(path)[NONCE]), text))
    draft = scribe.draft(text, unseen=True)
    return draft._replace(text=rows + draft.text)


def append(journal: Journal, record: Record, rows: str, seen: Seen | None) -> Message | None:
    """Append whole rows, with their tags in a chained log, to a log that was read to its end; and
    remember how far it goes now, or give back why that cannot be: what is written stays written.
    Raises JournalError.
    """
    journal.append(rows, record.size)
    if seen is None or not record.chain.on:
        return None
    chain, seals = record.chain, record.seals
    try:
        seen.remember(journal.path, seals.nonce, chain.row, chain.head.hex())
    except WitnessError as error:
        return error.message
    return None


def check_seen(record: Record, seen: Seen | None) -> None:
    """That a log read to its end is the one that was seen before. Raises InvalidLogError: to go on
    with another would make two games of one.
    """
    if seen is None or not record.chain.on:
        return
    assert record.path is not None
    for fault in seen.faults(record.path, record.seals.nonce):
        raise InvalidLogError.of(fault, str(record.path), NOT_WRITTEN)


def is_older(record: Record, rules: AnyRules) -> bool:
    """Whether a log is of an older version of its rules, under which nothing is added to it."""
    return record.headers.get("Rules", "") not in ("", str(find_newest_version(rules)))


def replayed(
    record: Record, rules: AnyRules | Fault, known: Mapping[str, str] | None = None
) -> tuple[AnyRules, LogReducer, Step | None]:
    """A log played to its end: its rules, its position, its last event; with sealed cards `known`,
    as if they had been dealt open.
    Raises InvalidLogError if any of it is not good: nothing is appended to such a log.
    """
    path = record.path
    if not isinstance(rules, Fault) and is_older(record, rules):
        raise InvalidLogError(
            "olderRules", path=path or "", version=record.headers["Rules"],
            newest=find_newest_version(rules),
        )  # fmt: skip
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
                "invalidLog", path=path or "", line=number, fault=bad.fault
            ) from None
    return rules, reducer, steps[-1] if steps else None
