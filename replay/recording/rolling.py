"""A side's part in the dice of a log: its commitment, its secrets, and the rolls they give.

Goes through the one way by which anything comes into a log. A secret is shown for one position
only, and where both sides have keys, for none to which the other side is not held by its seal.
"""

from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from senpu.logs.dice import Commit, Receipt, Reveal, Said, Source, line
from senpu.logs.dice_secrets import LENGTH, SecretError, Secrets
from senpu.logs.machine_lines import SEAL
from senpu.logs.record import Record
from senpu.logs.witness import Seen
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.rules import CHANCE, State
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.recording.log_writing import (
    AppendResult,
    Draft,
    Drafter,
    InvalidLogError,
    append_draft,
)

EMPTY_DRAFT = Draft("", [], [])


class NoRollPendingError(InvalidLogError):
    """No roll is awaited; carries the position."""

    def __init__(self, state: State, rules: Any) -> None:
        super().__init__("noRollPending")
        self.state, self.rules = state, rules


class RollResult(NamedTuple):
    """What was written of a roll."""

    written: AppendResult
    reveal: Reveal | None = None
    """The secret that was shown, if one was."""

    @property
    def awaited_side(self) -> str:
        """The side that is still to show its secret; empty if the dice have fallen."""
        dice = self.written.reducer.dice
        return "" if self.written.draft.steps else next(iter(dice.missing_sides), "")


def commit_secrets(
    path: Path, side: str = "", length: int = LENGTH, named: Path | None = None,
    seen: Seen | None = None,
) -> tuple[AppendResult, Commit]:  # fmt: skip
    """Have a side committed to secrets of its own, which are kept first. Raises InvalidLogError,
    SecretError, JournalError.
    """
    made: list[Commit] = []

    def preface(record: Record, reducer: LogReducer) -> str:
        if not record.chain.on:
            raise InvalidLogError("secretsNeedChain", path=path)
        dice = reducer.dice
        free = [each for each in dice.sides if each not in dice.committed_sides]
        if not side and len(free) != 1:
            sides = tuple(f"--as {each}" for each in free or dice.sides)
            raise SecretError("whoseSecrets", path=path, options=sides)
        whose = side or free[0]
        _take(path, reducer, Commit(whose, length, b""))
        made.append(Secrets(record.seals.nonce).make(whose, length))
        return line(made[0])

    written = append_draft(path, _nothing, named, seen=seen, preface=preface)
    return written, made[0]


def roll_dice(
    path: Path, random: Random, side: str = "", named: Path | None = None, seen: Seen | None = None
) -> RollResult:
    """Roll what the position waits for: where both sides are committed, show the secret of one,
    and write the roll if the other's is shown already; else by `random`. Raises NoRollPendingError,
    InvalidLogError, SecretError, JournalError.
    """
    shown: list[Reveal] = []

    def preface(record: Record, reducer: LogReducer) -> str:
        _check_awaited(reducer)
        dice = reducer.dice
        if not dice.is_committed or not dice.missing_sides:
            return ""
        who = _who(path, record, reducer, side)
        _check_held(path, record, reducer, who)
        standing, head = record.dice.sides[who], record.chain.head
        number = standing.shown + 1
        if number > standing.commit.length:
            raise SecretError("noSecretsLeft", path=path, side=who)
        secret = Secrets(record.seals.nonce).show(standing.commit, number, head)
        shown.append(Reveal(who, number, head, secret))
        dice.accept_statement(shown[0], reducer.state)
        return line(shown[0])

    def draft(scribe: Drafter, reducer: LogReducer) -> Draft:
        dice = reducer.dice
        if not dice.is_committed:
            return scribe.roll(random)
        if dice.missing_sides:
            return EMPTY_DRAFT
        return scribe.draft(format_event(dice.derive_roll(reducer.state)[0]))

    written = append_draft(path, draft, named, seen=seen, preface=preface)
    return RollResult(written, shown[0] if shown else None)


def write_server_roll(
    path: Path, server: str, receipt: str, text: str, named: Path | None = None,
    seen: Seen | None = None,
) -> RollResult:  # fmt: skip
    """Write what a server has rolled, with its name and its receipt. Raises NoRollPendingError,
    InvalidLogError, RejectedInputError, JournalError.
    """

    def preface(record: Record, reducer: LogReducer) -> str:
        _check_awaited(reducer)
        lines: list[Said] = [Source(server), Receipt(receipt)]
        for each in lines:
            _take(path, reducer, each)
        return "".join(map(line, lines))

    def draft(scribe: Drafter, _: LogReducer) -> Draft:
        return scribe.draft(text)

    return RollResult(append_draft(path, draft, named, seen=seen, preface=preface))


def _nothing(scribe: Drafter, reducer: LogReducer) -> Draft:
    del scribe, reducer
    return EMPTY_DRAFT


def _take(path: Path, reducer: LogReducer, what: Said) -> None:
    """Have the position know what a line says that is to be written. Raises InvalidLogError."""
    try:
        reducer.dice.accept_statement(what, reducer.state)
    except ReductionError as bad:
        raise InvalidLogError(
            "misplacedDice", path=path, why=bad.message, hint=bad.hint or ""
        ) from None


def _check_awaited(reducer: LogReducer) -> None:
    state = reducer.state
    if state.decision is None or state.decision.side != CHANCE:
        raise NoRollPendingError(state, reducer.rules)


def _who(path: Path, record: Record, reducer: LogReducer, side: str) -> str:
    """Whose secret is to be shown."""
    missing = reducer.dice.missing_sides
    own = [side] if side else Secrets(record.seals.nonce).own(reducer.dice.sides)
    found = [each for each in own if each in missing]
    if len(found) == 1:
        return found[0]
    if found:
        options = tuple(f"--as {each}" for each in found)
        raise SecretError("whoseSecrets", path=path, options=options)
    if own:
        raise InvalidLogError("secretRevealed", path=path, side=own[0], other=missing[0])
    raise SecretError("noSecretsHere", path=path, sides=tuple(missing))


def _check_held(path: Path, record: Record, reducer: LogReducer, side: str) -> None:
    """That who has shown a secret first is held to what stands above it, where there are keys:
    else that side could take it back once it knows the roll. Raises InvalidLogError.
    """
    for other, reveal in reducer.dice.revealed.items():
        if not {other, side} <= record.seals.keys.keys():
            continue
        row = record.dice.sides[other].at
        seals = [seal for seal in record.seals.made if seal.word == SEAL and seal.side == other]
        if not any(seal.line >= row for seal in seals):
            raise InvalidLogError(
                "secretUnsigned", path=path, side=other, number=reveal.number, line=row
            )
