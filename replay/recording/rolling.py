"""Secrets and rolls: committing a side, revealing a secret, and rolling the dice.

All lines are appended by `append_draft`. A secret is revealed for one position only. If both sides
have keys, it is revealed only if the other side's seal binds that side to the position.
"""

from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from senpu.logs.dice import (
    DiceCommitment,
    DiceReceipt,
    DiceSource,
    DiceStatement,
    RevealedSecret,
    format_dice_line,
)
from senpu.logs.dice_secrets import LENGTH, SecretError, Secrets
from senpu.logs.inputs import Source
from senpu.logs.memory import UserMemory
from senpu.logs.record import Record
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.states import CHANCE, State
from senpu.replay.disputes.accountability import must_sign_first
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
    """No roll is pending; carries the position."""

    def __init__(self, state: State, rules: Any) -> None:
        super().__init__("noRollPending")
        self.state, self.rules = state, rules


class RollResult(NamedTuple):
    """The result of writing a roll."""

    written: AppendResult
    reveal: RevealedSecret | None = None
    """The secret that was revealed, if one was."""

    @property
    def awaited_side(self) -> str:
        """The side that must reveal its secret; empty if the dice are rolled."""
        dice = self.written.reducer.dice
        return "" if self.written.draft.steps else next(iter(dice.missing_sides), "")


def commit_secrets(
    path: Path, side: str = "", length: int = LENGTH, data_file: Source | None = None,
    memory: UserMemory | None = None,
) -> tuple[AppendResult, DiceCommitment]:  # fmt: skip
    """Commit a side to its own new secrets, which are saved first.

    Args:
        path: The log.
        side: The side; empty for the only one without a commitment.
        length: The number of secrets.
        data_file: A file of data.
        memory: The memory of earlier games.

    Returns:
        The result, and the commitment.

    Raises:
        InvalidLogError: The log has no chain, or cannot be extended.
        SecretError: The side is not clear.
    """
    made: list[DiceCommitment] = []

    def preface(record: Record, reducer: LogReducer) -> str:
        if not record.chain.on:
            raise InvalidLogError("secretsNeedChain", path=path)
        free = reducer.dice.sides_without_secrets
        if not side and len(free) != 1:
            sides = tuple(f"--side {each}" for each in free or reducer.dice.sides)
            raise SecretError("whoseSecrets", path=path, options=sides)
        whose = side or free[0]
        _accept_statement(path, reducer, DiceCommitment(whose, length, b""))
        made.append(Secrets(record.seals.nonce).create(whose, length))
        return format_dice_line(made[0])

    written = append_draft(
        path, _draft_nothing, data_file, memory=memory, make_preface=preface, side=side
    )
    return written, made[0]


def roll_dice(
    path: Path,
    random: Random,
    side: str = "",
    data_file: Source | None = None,
    memory: UserMemory | None = None,
) -> RollResult:
    """Roll the pending dice, or reveal a secret for them.

    If both sides are committed, the secret of one side is revealed, and the roll is written if the
    other secret is revealed already.

    Args:
        path: The log.
        random: The random source, if no secrets are used.
        side: The side that reveals its secret; empty for the only one with secrets here.
        data_file: A file of data.
        memory: The memory of earlier games.

    Returns:
        The result.

    Raises:
        NoRollPendingError: No roll is pending.
        InvalidLogError: The log cannot be extended.
        SecretError: The side is not clear, or it has no secrets left.
    """
    shown: list[RevealedSecret] = []

    def preface(record: Record, reducer: LogReducer) -> str:
        _check_roll_pending(reducer)
        dice = reducer.dice
        if not dice.is_committed or not dice.missing_sides:
            return ""
        who = _choose_side(path, record, reducer, side)
        standing, head = record.dice.sides[who], record.chain.head
        number = standing.shown + 1
        if number > standing.commit.length:
            raise SecretError("noSecretsLeft", path=path, side=who)
        _check_others(path, record, reducer, who)
        secret = Secrets(record.seals.nonce).reveal(standing.commit, number, head)
        shown.append(RevealedSecret(who, number, head, secret))
        dice.accept_statement(shown[0], reducer.state)
        return format_dice_line(shown[0])

    def draft(scribe: Drafter, reducer: LogReducer) -> Draft:
        dice = reducer.dice
        if not dice.is_committed:
            return scribe.roll(random)
        if dice.missing_sides:
            return EMPTY_DRAFT
        return scribe.draft_chance(dice.derive_roll(reducer.state)[0])

    written = append_draft(path, draft, data_file, memory=memory, make_preface=preface, side=side)
    return RollResult(written, shown[0] if shown else None)


def write_server_roll(
    path: Path, server: str, receipt: str, text: str, data_file: Source | None = None,
    memory: UserMemory | None = None, side: str = "",
) -> RollResult:  # fmt: skip
    """Write the roll of a server, with its name and its receipt.

    Args:
        path: The log.
        server: The name of the server.
        receipt: Its receipt.
        text: The roll.
        data_file: A file of data.
        memory: The memory of earlier games.
        side: The side in whose view the roll is checked; empty for all.

    Returns:
        The result.
    """

    def preface(record: Record, reducer: LogReducer) -> str:
        _check_roll_pending(reducer)
        lines: list[DiceStatement] = [DiceSource(server), DiceReceipt(receipt)]
        for each in lines:
            _accept_statement(path, reducer, each)
        return "".join(map(format_dice_line, lines))

    def draft(scribe: Drafter, _: LogReducer) -> Draft:
        return scribe.draft(text)

    return RollResult(
        append_draft(path, draft, data_file, memory=memory, make_preface=preface, side=side)
    )


def _draft_nothing(scribe: Drafter, reducer: LogReducer) -> Draft:
    del scribe, reducer
    return EMPTY_DRAFT


def _accept_statement(path: Path, reducer: LogReducer, what: DiceStatement) -> None:
    """Have the reducer accept a statement that is to be written. Raises InvalidLogError."""
    try:
        reducer.dice.accept_statement(what, reducer.state)
    except ReductionError as bad:
        fields: dict[str, object] = {"path": path, "why": bad.message}
        if bad.hint is None:
            raise InvalidLogError("inFile", **fields) from None
        raise InvalidLogError("misplacedDice", **fields, hint=bad.hint) from None


def _check_roll_pending(reducer: LogReducer) -> None:
    state = reducer.state
    if state.decision is None or state.decision.side != CHANCE:
        raise NoRollPendingError(state, reducer.rules)


def _choose_side(path: Path, record: Record, reducer: LogReducer, side: str) -> str:
    """Return the side whose secret is to be revealed."""
    missing = reducer.dice.missing_sides
    own = [side] if side else Secrets(record.seals.nonce).list_sides(reducer.dice.sides)
    found = [each for each in own if each in missing]
    if len(found) == 1:
        return found[0]
    if found:
        options = tuple(f"--side {each}" for each in found)
        raise SecretError("whoseSecrets", path=path, options=options)
    if own:
        raise InvalidLogError("secretRevealed", path=path, side=own[0], other=missing[0])
    raise SecretError("noSecretsHere", path=path, sides=tuple(missing))


def _check_others(path: Path, record: Record, reducer: LogReducer, side: str) -> None:
    """Check that a side with a key that reveals its secret gets nothing less in return.

    Another side with a key must have signed its own events and its own secret: it could otherwise
    claim other events once it knows the roll. And it must have a secret to reveal.

    Args:
        path: The log.
        record: The log, read to its end.
        reducer: The reducer.
        side: The side that is about to reveal its secret.

    Raises:
        InvalidLogError: Another side has not signed.
        SecretError: Another side has no secrets left.
    """
    dice, signatures = reducer.dice, reducer.signatures
    for other in dice.sides:
        if other == side:
            continue
        if not dice.revealed and not dice.secrets_left[other]:
            raise SecretError("othersSecretsUsed", path=path, side=other)
        if not must_sign_first(reducer, other, side):
            continue
        if number := signatures.find_unsigned_event(other):
            raise InvalidLogError("decisionUnsigned", path=path, side=other, number=number)
        raise InvalidLogError(
            "secretUnsigned", path=path, side=other, number=dice.revealed[other].number,
            line=record.dice.sides[other].at,
        )  # fmt: skip
