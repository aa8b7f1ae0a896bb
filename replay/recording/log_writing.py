"""Checking and completing typed lines, and creating and extending logs with them."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from senpu.logs.chain import NONCE
from senpu.logs.chain import WIDTH as TAG
from senpu.logs.inputs import Source
from senpu.logs.journal import IncompleteLineError, Journal, hold_log
from senpu.logs.memory import UserMemory
from senpu.logs.position_logs import join_position_rows
from senpu.logs.record import Record, read_headers, record_from
from senpu.notation.events import EndPhase, Event
from senpu.notation.faults import Error, Fault
from senpu.notation.lines import (
    Actor,
    Comment,
    End,
    Glyph,
    Item,
    Play,
    VariationEnd,
    VariationStart,
)
from senpu.notation.play import parse_line
from senpu.notation.position_text import is_position_text
from senpu.notation.stated_positions import POSITION as STATED
from senpu.notation.stated_positions import STOP
from senpu.notation.writer import WIDTH, compose_lines, format_event, format_line
from senpu.replay.core.activations import Activations
from senpu.replay.core.reducer import (
    AcceptedEvent,
    Reducer,
    ReductionError,
    Step,
    is_log_event,
)
from senpu.replay.core.registry import find_newest_version, rules_for
from senpu.replay.core.rules import AnyRules, IllegalEventError
from senpu.replay.core.side_names import make_side_name, naming_sides
from senpu.replay.core.views import View, find_only_answer
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.recording.name_hints import suggest_ids


class Draft(NamedTuple):
    """Lines ready to be appended, and their steps."""

    text: str
    steps: list[Step]
    filled: list[Step]
    """The steps that were filled in."""
    repeated_end: int = 0
    """The number of a forced `|`, if the text begins with another directly after it."""


class Drafter:
    """Drafts lines for the end of a log.

    Args:
        rules: The rule set.
        reducer: The reducer at the end of the log.
        turn: The turn of the last event of the log, so that a new turn is marked.
        width: The greatest number of columns of a line; fewer if a tag follows.
        sight: The view of the user, if it is not the view of all. Hidden facts do not affect
            whether a typed event is accepted.
    """

    def __init__(
        self,
        rules: AnyRules,
        reducer: Reducer,
        turn: int | None,
        width: int = WIDTH,
        sight: View | None = None,
    ) -> None:
        self.rules = rules
        self.reducer = reducer
        self._sight = sight or View(rules)
        self._width = width
        self._turn = turn
        self._items: list[tuple[int, str, Item, bool]] = []
        self._steps: list[Step] = []
        self.filled: list[Step] = []
        """The steps that were filled in."""
        self._is_unseen = False
        self._repeated_end = 0
        self._activations = Activations(rules)
        self._has_undone = False
        """True if the last event undid others: these are not filled in again."""
        reducer.listen(self._add_step)

    def draft(self, text: str, is_unseen: bool = False, fills: bool = True) -> Draft:
        """Return the draft of a typed text.

        Args:
            text: The typed lines.
            is_unseen: Whether the user may not have seen the position. Then a leading `|` without
                its side's letter, directly after a forced `|`, is rejected: it may mean that one,
                which was filled in, and would end the next phase. With the letter it is accepted.
            fills: Whether forced events after the text are filled in.

        Returns:
            The draft.

        Raises:
            ReductionError: An event is illegal, or the text is empty.
            InputParseError: The text cannot be read.
        """
        self._is_unseen = is_unseen
        ending = ""
        rows = re.split(r"\r?\n", text)
        for number, row in enumerate(rows, 1):
            if row.strip().startswith("End:"):
                ending = row.strip().removeprefix("End:").strip()
                self._fill()
                self.reducer.read(End(ending))
                continue
            stated = row.strip().removeprefix(f"%{STATED}")
            if is_position_text(stated):
                self._state("\n".join([stated, *rows[number:]]))
                break
            if not stated and row.strip():
                continue  # a line copied from a log: the text is on the next rows
            line, faults = parse_line(number, row)
            # A keyboard may take letters apart; the line has them composed.
            if faults := [fault for fault in faults if fault.id != "notNfc"]:
                spec = self.rules.spec
                raise InputParseError([suggest_ids(fault, row, spec) for fault in faults])
            self._line(line)
        if not self._steps and not ending and not self._items:
            raise ReductionError("badToken", "nothing", hint="nothingHint")
        if fills:
            self._fill()
        rows = [format_line(line) for line in compose_lines(self._items, self._turn, self._width)]
        if ending:
            rows.append(f"End: {ending}")
        return Draft(
            "".join(f"{row}\n" for row in rows), self._steps, self.filled, self._repeated_end
        )

    def roll(self, random: Random, fills: bool = True) -> Draft:
        """Return the draft of an unbiased answer to chance."""
        return self.draft_chance(self.rules.sample(self.reducer.state, random), fills)

    def draft_chance(self, event: Event, fills: bool = True) -> Draft:
        """Return the draft of an answer to chance that the user has not chosen."""
        self._sight = View(self.rules)
        return self.draft(format_event(event), fills=fills)

    def finish(self) -> Draft:
        """Return the draft of the forced events alone."""
        self._fill()
        rows = [format_line(line) for line in compose_lines(self._items, self._turn, self._width)]
        return Draft(
            "".join(f"{row}\n" for row in rows), self._steps, self.filled, self._repeated_end
        )

    def _line(self, line: Play) -> None:
        if line.tag:
            raise ReductionError("tagUnexpected", "typed", hint="typedHint")
        if line.turn is not None:
            self._reach_turn(line.turn)
        letter, continues = "", False
        for item in line.items:
            if isinstance(item, Actor):
                letter, continues = item.letter, False
            elif isinstance(item, Comment):
                self._items.append((0, "", item, False))
            elif isinstance(item, Glyph | VariationStart | VariationEnd):
                raise ReductionError("whatIf")
            else:
                self._accept(item, letter, continues)
                continues = True

    def _state(self, text: str) -> None:
        """Accept a typed position, which may have several rows.

        Raises:
            ReductionError: The log cannot state the position.
            InputParseError: The position text has a fault.
        """
        if not self._sight.is_unrestricted:
            raise ReductionError("positionHidden")
        position = join_position_rows(text)
        try:
            self.reducer.state_position(("", f"{position}{STOP}"))
        except ReductionError as error:
            if error.position is None:
                raise
            raise InputParseError([error.position.make_fault(position)]) from None

    def _reach_turn(self, turn: int) -> None:
        while turn != self.reducer.state.turn:
            answer = self._answer()
            if answer is None:
                self.reducer.read(Play((), turn))  # raises the error
                return
            self._take(answer)

    def _accept(self, event: Event, letter: str, continues: bool) -> None:
        """Accept a typed event; if it is illegal here, after events that are the only legal ones.

        An event that is legal nowhere is rejected at the position that has a decision of its
        form.

        Args:
            event: The event.
            letter: The letter of the side that acts, if it was typed.
            continues: Whether the letter is before an earlier event of the typed line.

        Raises:
            ReductionError: The event is illegal.
        """
        if self._is_unseen and type(event) is EndPhase and not self._steps:
            self._repeated_end = self._checked_end(event, letter)
        refused = None
        while True:
            try:
                self._sight.check_event(self.reducer, event, letter)
                self.reducer.accept_event(event, letter, continues)
                return
            except ReductionError as error:
                if refused is None or _is_malformed(refused):
                    refused = error
                answer = self._answer()
                if answer is None:
                    raise refused from None
            self._take(answer)

    def _checked_end(self, event: EndPhase, letter: str) -> int:
        """Return the number of a forced `|` directly before the typed one, or 0.

        Args:
            event: The typed `|`.
            letter: The letter of the side, if it was typed.

        Returns:
            The number.

        Raises:
            ReductionError: The typed `|` may mean the forced one.
        """
        rules, state, newest = self.rules, self.reducer.state, self.reducer.last_event
        decision = state.decision
        if decision is None or newest is None or newest[2] != event:
            return 0
        number, before, _ = newest
        if find_only_answer(rules, before) != event:
            return 0
        try:
            rules.canon(state, event)
        except IllegalEventError:
            return 0  # an error at this position is clearer
        if letter:
            return number
        facts = {
            "n": number,
            "ended": before.decision,
            "decision": decision,
            "letter": rules.letter[decision.side],
        }
        raise self.reducer.make_rejection(
            event, IllegalEventError("endTwice", decision.rule, **facts)
        )

    def _fill(self) -> None:
        while not self._has_undone and (answer := self._answer()):
            self._take(answer)

    def _answer(self) -> Event | None:
        return find_only_answer(self.rules, self.reducer.state)

    def _take(self, event: Event) -> None:
        self.reducer.accept_event(event)
        self.filled.append(self._steps[-1])

    def _add_step(self, step: Step) -> None:
        letter = self.rules.letter.get(step.actor, "")
        before = step.before
        # A word of the log has its own line: it belongs to no activation.
        begins = is_log_event(step.event)
        begins = self._activations.is_start(before.decision, step.event) or begins
        self._has_undone = bool(step.undone)
        self._items.append((before.turn, letter, step.event, begins))
        self._steps.append(step)


def _is_malformed(refused: ReductionError) -> bool:
    """Return whether an event does not have the form of the pending decision."""
    return refused.rejection is None or refused.rejection.reason == "wrongAnswer"


class InputParseError(Error):
    """Typed text that cannot be read; carries the faults."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__()
        self.message = faults[0].message
        self.faults = faults


class InvalidLogError(Error):
    """A log that cannot be extended. Nothing was written."""


class ConcurrentAppendError(Error):
    """A log that is longer than its reader knows. Nothing was written."""


class RejectedInputError(Error):
    """Rejected input: the reason, and the position. Nothing was written."""

    def __init__(
        self,
        reason: ReductionError | InputParseError,
        scribe: Drafter,
        newest: AcceptedEvent | None,
        sealed: str = "",
    ) -> None:
        super().__init__()
        self.message = reason.message
        self.reason = reason
        self.scribe = scribe
        """The drafter, at the position of the rejection."""
        self.last_event = newest
        """The last event before the typed ones."""
        self.sealed = sealed
        """The name of a game with face-down hands; empty for others."""

    def find_repeated(self, sight: View) -> int:
        """Return the number of the last event if the rejected one repeats it; else 0."""
        event = getattr(self.reason, "event", None)
        if event is None or self.last_event is None:
            return 0
        number, before, newest = self.last_event
        return number if event == newest == sight.filter_event(before, newest) else 0


class AppendResult(NamedTuple):
    """Lines that were appended to the file."""

    draft: Draft
    rules: AnyRules
    reducer: LogReducer
    """The reducer after them."""
    size: int
    """The new size of the log in bytes."""


# ---- a log that is there --------------------------------------------------------------------


class LockedLog(NamedTuple):
    """A log under an exclusive lock."""

    journal: Journal
    data: bytes
    """The content of the file."""
    record: Record
    """The log of this content, read up to the header."""


@contextmanager
def lock_log(path: Path) -> Iterator[LockedLog]:
    """Lock a log for appending whole lines. Raises InvalidLogError, JournalError."""
    with hold_log(path) as journal:
        try:
            data = journal.read()
        except IncompleteLineError as error:
            if error.content and (faults := record_from(error.content).header_faults):
                raise InvalidLogError.from_fault(faults[0], str(path)) from None
            incomplete = InvalidLogError()
            incomplete.message, incomplete.located = error.message, error.located
            raise incomplete from None
        yield LockedLog(journal, data, record_from(data, path))


def append_draft(
    path: Path,
    draft: Callable[[Drafter, LogReducer], Draft],
    data_file: Source | None = None,
    rules: AnyRules | None = None,
    is_current: Callable[[bytes], bool] | None = None,
    memory: UserMemory | None = None,
    make_preface: Callable[[Record, LogReducer], str] | None = None,
    after_end: bool = False,
    side: str = "",
) -> AppendResult:
    """Draft lines for the end of a log and append them durably, with tags in a chained log.

    Args:
        path: The log.
        draft: A function that returns the draft.
        data_file: A file of data.
        rules: The rules with which the log was opened, if it was.
        is_current: A function that returns whether the reader knows the bytes of the log.
        memory: The memory of earlier games; a log that lacks a seal of this user is not extended.
        make_preface: A function that returns the machine lines above the draft.
        after_end: Whether the lines may follow the End line.
        side: The side in whose view the lines are drafted; empty for all. Hidden facts affect
            neither the acceptance of a typed event nor an error.

    Returns:
        The result.

    Raises:
        RejectedInputError: The input is illegal or cannot be read.
        InvalidLogError: The log cannot be extended.
        ConcurrentAppendError: The reader does not know the end of the log.
    """
    with lock_log(path) as (journal, data, record):
        if is_current is not None and not is_current(data):
            raise ConcurrentAppendError("logExtended", path=path)
        rules, reducer, newest = replay_log(
            record, rules or rules_for(record, data_file), side=side
        )
        sight = View(rules, side)
        if reducer.is_ended and not after_end:
            raise InvalidLogError("logEnded", path=path)
        last = reducer.last_event
        turn = newest.before.turn if newest else None
        width = WIDTH - TAG if record.chain.on else WIDTH
        # Face-down cards are hidden in the log itself.
        scribe = Drafter(rules, reducer, turn, width, View(rules) if reducer.sealed else sight)
        with naming_sides(rules.spec):
            check_own_seals(record, rules, memory)
            above = make_preface(record, reducer) if make_preface else ""
        try:
            drafted = draft(scribe, reducer)
        except (ReductionError, InputParseError) as reason:
            raise RejectedInputError(reason, scribe, last, record.hands_nonce) from None
        drafted = drafted._replace(text=above + drafted.text)
        rows = record.chain.add_tags(drafted.text) if record.chain.on else drafted.text
        journal.append(rows, record.size)
    size = len(data) + len(rows.encode())
    return AppendResult(drafted, rules, reducer, size)


def draft_typed(
    path: Path, scribe: Drafter, reducer: LogReducer, text: str, side: str = ""
) -> Draft:
    """Return the draft of a typed text, after lines that reveal the face-down cards that it names.

    Args:
        path: The log.
        scribe: The drafter.
        reducer: The reducer.
        text: The typed text.
        side: The side whose cards may be revealed; empty for all.

    Returns:
        The draft.
    """
    rows = ""
    if reducer.sealed:
        from senpu.logs.hand_sheets import read_own_sheet
        from senpu.replay.recording.dealing import (  # few logs have face-down cards
            find_cards_to_reveal,
            reveal_cards,
        )

        sheet = read_own_sheet(read_headers(path)[NONCE])
        sheet = sheet.for_side(side) if side else sheet
        rows = reveal_cards(reducer, find_cards_to_reveal(reducer, sheet, text))
    draft = scribe.draft(text, is_unseen=True)
    return draft._replace(text=rows + draft.text)


def check_own_seals(record: Record, rules: AnyRules, memory: UserMemory | None) -> None:
    """Check that a log, read to its end, contains the seals that this user made for the game.

    Args:
        record: The log.
        rules: Its rules.
        memory: The memory of earlier games, if it is used.

    Raises:
        InvalidLogError: It does not, or the user sealed another game of the same name; with another
            seal, the user would sign two histories.
        UserMemoryError: The memory is damaged.
    """
    if memory is None or not record.chain.on:
        return
    # few logs are chained
    from senpu.replay.disputes.known_copies import find_own_seal, find_seal_of_other_game

    if other := find_seal_of_other_game(memory, record, rules):
        copy, seal = other
        raise InvalidLogError(
            "nonceReused", path=record.path or "", side=seal.side, file=copy.file,
            date=copy.time[:10],
        )  # fmt: skip
    found = find_own_seal(memory, record, rules)
    if found is not None:
        copy, seal = found
        raise InvalidLogError(
            "ownSealMissing", path=record.path or "", side=seal.side, line=seal.line,
            file=copy.file, date=copy.time[:10],
        )  # fmt: skip


def has_older_rules(record: Record, rules: AnyRules) -> bool:
    """Return whether a log has an older version of its rules, so that it cannot be extended."""
    return record.headers.get("Rules", "") not in ("", str(find_newest_version(rules)))


def replay_log(
    record: Record,
    rules: AnyRules | Fault,
    known: Mapping[str, str] | None = None,
    side: str = "",
) -> tuple[AnyRules, LogReducer, Step | None]:
    """Read a log to its end.

    Args:
        record: The log.
        rules: The rules, or the fault of the header.
        known: Face-down cards: the log is read as if they had been dealt open.
        side: The side in whose view a fault is reported; empty for all.

    Returns:
        The rules, the reducer at the end, and the last event.

    Raises:
        InvalidLogError: The log is invalid, or begins with a view.
    """
    path = record.path
    if not isinstance(rules, Fault) and has_older_rules(record, rules):
        raise InvalidLogError(
            "olderRules", path=path or "", version=record.headers["Rules"],
            newest=find_newest_version(rules),
        )  # fmt: skip
    faults: list[Fault] = list(record.header_faults)
    if faults or isinstance(rules, Fault):
        first = faults[0] if faults else rules
        assert isinstance(first, Fault)
        error = InvalidLogError.from_fault(first, str(path))
        raise error
    if rules.stated_side:
        name = make_side_name(rules.spec, rules.stated_side)
        raise InvalidLogError("viewNotExtended", path=path or "", side=name)
    steps: list[Step] = []

    def listen(step: Step) -> None:
        steps[:] = [step]

    reducer = LogReducer(rules, listen, record.signers, record.hands_nonce, known)
    for number, line in record:
        if isinstance(line, Fault):
            shown = View(rules, side).filter_fault(line)
            error = InvalidLogError.from_fault(shown, str(path))
            raise error
        try:
            reducer.read(line)
        except ReductionError as bad:
            raise InvalidLogError(
                "invalidLog", path=path or "", line=number, fault=bad.fault
            ) from None
    return rules, reducer, steps[-1] if steps else None
