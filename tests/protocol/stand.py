"""The program without files and signatures: its own checks of a log, fed line by line.

`Stand` feeds machine lines to the classes that `verify` uses, so that a search can copy a
position of a log and continue it in several ways. Signatures and the hash chain are left out:
the head is any value that depends on all lines above.
"""

from collections import deque
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from types import MethodType
from typing import Any

from msgspec import Struct

import tests.toy  # noqa: F401 (registers the rule set)
import tests.toy_cards  # noqa: F401 (registers the rule set)
from senpu.logs.dice import Dice, DiceCommitment, RevealedSecret, format_dice_line
from senpu.logs.hands import (
    FaceDownCard,
    Hands,
    compute_commitment,
    format_hand_line,
    format_reveal_line,
)
from senpu.logs.machine_lines import KEY, SEAL
from senpu.notation.faults import Fault
from senpu.notation.lines import End, Line, Machine
from senpu.notation.play import parse_line
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.registry import open_rules
from senpu.replay.core.states import CHANCE
from senpu.replay.disputes.accountability import Accountability, EventAccount
from senpu.replay.disputes.face_down import FaceDownCards
from senpu.replay.disputes.fairness import DiceCheck
from senpu.replay.disputes.log_reducer import LogObserver, LogReducer
from senpu.replay.disputes.signatures import Signatures
from tests.protocol.acts import (
    DEALER,
    SIDES,
    Act,
    NoTextError,
    Pendulum,
    card_of,
    make_secret,
)
from tests.protocol.ledger import Ledger
from tests.sealed import NONCE

DRAWN = 2
"""The number of cards of one draw of Blind."""


class RejectedError(Exception):
    """The program does not accept a line."""


@cache
def parse(text: str) -> Line:
    line, faults = parse_line(1, text)
    assert not faults, text
    return line


def read_machine_line(text: str) -> Machine:
    """Return a machine line as the reader returns it."""
    first, *rows = text.splitlines()
    word, _, rest = first[1:].partition(" ")
    return Machine(word, (rest, *(row.strip() for row in rows)))


def salt_of(index: int) -> bytes:
    return bytes([index + 1]) * 32


def make_hand(side: str, first: int) -> tuple[FaceDownCard, ...]:
    """Return the cards of a hand; `first` is the index of its first card."""
    cards = []
    for at in range(first, first + DRAWN):
        digest = compute_commitment(NONCE, at + 1, side, card_of(at), salt_of(at))
        cards.append(FaceDownCard(side, at + 1, digest))
    return tuple(cards)


class Writing:
    """The lines of acts, without signatures."""

    @staticmethod
    def write(act: Act, ledger: Ledger, head: bytes) -> tuple[str, tuple[str, ...]]:
        """Return the lines of an act, and the cards that it deals. Raises NoTextError."""
        match act.kind:
            case "commit":
                anchor = make_secret(act.side, ledger.new_chain(act), act.count, 0)
                return format_dice_line(DiceCommitment(act.side, act.count, anchor)), ()
            case "reveal":
                number, secret = ledger.next_secret(act.side, act.count)
                return format_dice_line(RevealedSecret(act.side, number, head, secret)), ()
            case "hand":
                side = SIDES[min(len(ledger.position.hands), 1)]
                cards = make_hand(side, len(ledger.names))
                return format_hand_line(cards), tuple(card.name for card in cards)
            case "show":
                if act.count >= len(ledger.names):
                    raise NoTextError
                name = ledger.names[act.count]
                return format_reveal_line(name, card_of(act.count), salt_of(act.count)), ()
            case "state":
                text = Pendulum.spell_position(act.count, 1000 * (ledger.number + 1))
                return f"%position\n  {text}.\n", ()
            case "comment":
                return f"{{word {act.count}}}\n", ()
            case "source":
                return "%dice recorded\n", ()
            case "end":
                offered = ledger.offer.outcome if ledger.offer else "Draw agree"
                return f"End: {ledger.outcome or offered}\n", ()
        return f"{ledger.spell(act)}\n", ()


FIELDS = {
    LogReducer: (
        "rules state number is_ended _before sealed unchecked_rolls gaps undone_gaps _listen "
        "_observer hands dice signatures"
    ),
    LogObserver: "_rules signatures hands dice is_chained",
    Signatures: (
        "_rules sides is_chained keyed signed acted offer consents _endorsed _permitted _shown "
        "_shown_after _playable"
    ),
    DiceCheck: (
        "_rules _signatures sides is_active secrets_left unsealed unsigned_secrets rolls "
        "receipts source _server revealed _head _used _receipt"
    ),
    FaceDownCards: "_rules is_active _known _shown dealt _dealt_to",
    Dice: "sides unsealed _keys",
    Hands: "declared nonce sealed shown",
}
"""The fields of the program's checks. The key of a state (`search.make_key`) must regard each."""


def check_fields(*objects: object) -> None:
    """Check that the checks have no other field: the search might merge states that differ in it.

    Args:
        objects: The checks.
    """
    for each in objects:
        fields, known = {*vars(each)}, {*FIELDS[type(each)].split()}
        assert fields == known, (type(each), fields ^ known)


def compare_accounts(accounts: list[EventAccount], ledger: Ledger) -> Iterator[str]:
    """Yield each difference between the reported events and the oracle's."""
    in_effect = [each.event for each in accounts if not each.undone_by]
    if [number for number in in_effect if number not in ledger.undos] != ledger.in_effect:
        yield "I2: other events are reported as undone"
        return
    for entry in ledger.entries:
        whose = {entry.actor} if entry.actor in (*SIDES, DEALER) else set(SIDES)
        if accounts[entry.number - 1].signed != (whose <= entry.signers):
            yield f"I2: a {entry.kind} is reported with another signature"
    for number, one in ledger.undone.items():
        of = accounts[number - 1]
        is_named = one.named <= {*of.undone_signers} <= one.signers
        if not is_named or (of.undone_by, of.consent) != (one.by, one.consent):
            yield f"I2: an undo is reported as {of.undone_signers}, {of.consent}, not {one}"


class Stand:
    """A log in memory.

    Args:
        ledger: The oracle at the start.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        rules = open_rules(ledger.game.ident)
        signers = frozenset(ledger.keyed | ({DEALER} if ledger.game.has_dealer else set()))
        self.keys = set(signers)
        nonce = NONCE if ledger.game.has_dealer else ""
        self.reducer = LogReducer(rules, None, signers, nonce)
        self.account = Accountability(rules, bool(nonce))
        self.account.follow(self.reducer)
        self.dice = Dice(self.keys)
        self.hands = Hands({"Hands": "dealer"} if nonce else {}, nonce)
        self.head = b""
        self.row = 10
        observer = self.reducer._observer
        assert isinstance(observer, LogObserver)
        check_fields(
            self.reducer, observer, observer.signatures, observer.dice, observer.hands, self.dice,
            self.hands,
        )  # fmt: skip

    def copy(self) -> "Stand":
        """Return an independent copy."""
        copied: Stand = _copy(self, {})
        return copied

    def add(self, act: Act) -> list[str]:
        """Add an act to the log.

        Args:
            act: The act.

        Returns:
            What it breaks.

        Raises:
            RejectedError: The program does not accept it. The log can no longer be used.
            NoTextError: The act has no text here.
        """
        return self.add_line(act, *self.make_line(act))

    def add_line(self, act: Act, line: Line, names: tuple[str, ...]) -> list[str]:
        """Add the line of an act; see :meth:`add`."""
        self._read(line)
        ledger = self.ledger
        found = ledger.add(act, self.head, names)
        self.head = sha256(self.head + repr(line).encode()).digest()
        self.row += len(line.rows) if isinstance(line, Machine) else 1
        accounts = self.account.list_events()
        return [*found, *self._compare(accounts)]

    def _compare(self, accounts: list[EventAccount]) -> Iterator[str]:
        """Yield each difference between the program and the oracle."""
        ledger, reducer = self.ledger, self.reducer
        dice, signatures, state = reducer.dice, reducer.signatures, reducer.state
        if [number for number, *_ in reducer._before] != ledger.in_effect:
            yield "I2: other events are in effect"
        yield from compare_accounts(accounts, ledger)
        ending = state.outcome.ending if state.outcome else ""
        if ending != ledger.outcome and not self._is_played_out:
            yield f"I2: the end is {ending!r} instead of {ledger.outcome!r}"
        awaited = signatures.offer.awaited if signatures.offer else frozenset()
        if awaited != (ledger.offer.awaited if ledger.offer else frozenset()):
            yield f"I2: an offer awaits {sorted(awaited)}"
        left = {side: made.length - made.shown for side, made in ledger.committed.items()}
        if dice.secrets_left != left:
            yield f"I1: the sides have {dice.secrets_left} secrets left instead of {left}"
        shown = ledger.fixed.shown if ledger.fixed else ()
        if tuple(dice.revealed) != shown and ledger.position.is_pending:
            yield f"I1: secrets of {[*dice.revealed]} are shown instead of {shown}"
        pending = state.decision is not None and state.decision.side == CHANCE
        if (
            pending != (ledger.position.is_pending and not ledger.outcome)
            and not self._is_played_out
        ):
            yield "I1: another decision is pending"

    @property
    def _is_played_out(self) -> bool:
        """True if the cards decide the game."""
        return self.ledger.position.laid == len(SIDES)

    def make_line(self, act: Act) -> tuple[Line, tuple[str, ...]]:
        """Return the line of an act, and the cards that it deals. Raises NoTextError."""
        if self.ledger.is_ended:
            raise NoTextError
        if act.kind == "seal":
            statement = [f"undo {act.count}"] if act.count else []
            return Machine(SEAL, (act.side, "x", "line 1", "x", *statement, "", "")), ()
        if act.kind == "rotate":
            return Machine(KEY, (act.side, "x", "line 1", "x", "key", "", "")), ()
        text, names = Writing.write(act, self.ledger, self.head)
        if text[0] == "%":
            return read_machine_line(text), names
        if act.kind == "end":
            return End(text[5:-1]), ()
        return parse(text[:-1]), names

    def _read(self, line: Line) -> None:
        if isinstance(line, Machine):
            if line.word == SEAL and line.rows[0] not in self.keys:
                raise RejectedError("sealUnknownKey")
            if line.word == KEY:
                self.keys.add(line.rows[0])
            for each in (
                self.dice.read(self.row, line, self.head),
                self.hands.read(self.row, line),
            ):
                if isinstance(each, Fault):
                    raise RejectedError(each.id)
        try:
            self.reducer.read(line)
        except ReductionError as error:
            raise RejectedError(error.fault) from None


COPIED = frozenset(
    f"senpu.{name}"
    for name in (
        "replay.disputes.log_reducer", "replay.disputes.signatures", "replay.disputes.fairness",
        "replay.disputes.face_down", "replay.disputes.accountability", "logs.dice", "logs.hands",
    )
)  # fmt: skip
"""The modules of the program's checks. Everything else is shared: rules, values, functions."""

Copier = Callable[[Any, dict[int, Any]], Any]


def _copy(value: Any, memo: dict[int, Any]) -> Any:
    """Return a copy of an object of the checks; what it shares, the copies share as well."""
    if (found := memo.get(id(value))) is not None:
        return found
    memo[id(value)] = other = object.__new__(type(value))
    fields = other.__dict__ = dict(value.__dict__)
    for name, each in fields.items():
        kind: type = type(each)
        if (copier := _find_copier(kind)) is not None:
            fields[name] = copier(each, memo)
    return other


@cache
def _find_copier(kind: type) -> Copier | None:
    if kind in (dict, list, set, deque):
        return _copy_container
    if kind is MethodType:
        return lambda value, memo: MethodType(value.__func__, _copy(value.__self__, memo))
    if kind is Ledger:
        return lambda value, _: value.copy()
    is_check = kind.__module__ in COPIED and not issubclass(kind, tuple | Struct)
    return _copy if is_check else None


def _copy_container(value: Any, memo: dict[int, Any]) -> Any:
    if (found := memo.get(id(value))) is None:
        memo[id(value)] = found = value.copy()
    return found
