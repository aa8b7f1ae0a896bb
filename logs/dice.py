"""Sources of dice in a log, and rolls that no side can choose or predict.

See `spec/en/reference/dice-proofs.md`.

    x(N)    a secret of 32 random bytes; x(k-1) = SHA-256("senpu-dice/1" LF, x(k))
    x(0)    the commitment of a side; later the side reveals x(1), x(2) …, one for each roll
    bytes   HMAC-SHA256(key: the secrets of both sides, by the order of their ids; head, counter)

The module reads the `%dice` lines of a log and checks each at its place. It knows no game: the
roll that the bytes give is compared with the log elsewhere. It stores no secrets: see
:mod:`senpu.logs.dice_secrets`.
"""

import re
from collections.abc import Callable, Container, Mapping
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from senpu.logs.machine_lines import DICE, SIGNED, MachineLineError
from senpu.notation.faults import Fault
from senpu.notation.lines import Machine
from senpu.notation.mistakes import cut

DOMAIN = b"senpu-dice/1\n"
LONGEST = 1_000_000
"""Maximum number of secrets of a commitment."""
BLOCK = 32
"""Number of bytes that one value of the counter gives."""

NUMBER = r"[1-9][0-9]{0,6}"
COMMIT = re.compile(rf"commit ([a-z]+) ({NUMBER})")
REVEAL = re.compile(rf"reveal ([a-z]+) ({NUMBER})")
SERVER = re.compile(r"server (\S.*)")
RECEIPT = re.compile(r"receipt (\S.*)")
DIGITS = re.compile(r"[0-9a-f]{64}")


class DiceSource(NamedTuple):
    """`%dice recorded`, `%dice server NAME`: the source of the following dice."""

    server: str = ""
    """Empty if the writer of the log rolls the dice."""


class DiceReceipt(NamedTuple):
    """`%dice receipt TEXT`: the receipt of the server for the next roll."""

    text: str


class DiceCommitment(NamedTuple):
    """`%dice commit SIDE N`: the end of a side's chain of secrets."""

    side: str
    length: int
    anchor: bytes


class RevealedSecret(NamedTuple):
    """`%dice reveal SIDE K`: a side's next secret, for the pending roll."""

    side: str
    number: int
    head: bytes
    """The head before the line."""
    secret: bytes


DiceStatement: TypeAlias = DiceSource | DiceReceipt | DiceCommitment | RevealedSecret


# ---- the lines ------------------------------------------------------------------------------


def parse_dice_line(machine: Machine) -> DiceStatement:
    """Parse a `%dice` line.

    Returns:
        The source, receipt, commitment or revealed secret.

    Raises:
        MachineLineError: The line is malformed.
    """
    first, *rest = machine.rows or ("",)
    if first == "recorded" and not rest:
        return DiceSource()
    if (found := SERVER.fullmatch(first)) and not rest:
        return DiceSource(found[1])
    if (found := RECEIPT.fullmatch(first)) is not None:
        return DiceReceipt(" ".join((found[1], *rest)))
    if found := COMMIT.fullmatch(first):
        (anchor,) = _digits(rest, 1)
        if int(found[2]) > LONGEST:
            raise MachineLineError("diceMalformed", 0, "most", most=LONGEST)
        return DiceCommitment(found[1], int(found[2]), anchor)
    if found := REVEAL.fullmatch(first):
        head, secret = _digits(rest, 2)
        return RevealedSecret(found[1], int(found[2]), head, secret)
    raise MachineLineError("diceMalformed", 0, text=cut(first))


def _digits(rows: list[str], count: int) -> list[bytes]:
    for at, row in enumerate(rows[:count], 1):
        if not DIGITS.fullmatch(row):
            raise MachineLineError("diceMalformed", at, "digits")
    if len(rows) != count:
        raise MachineLineError("diceMalformed", 0, "rows", n=count)
    return [bytes.fromhex(row) for row in rows]


def format_dice_line(what: DiceStatement) -> str:
    """Return a `%dice` line, without tags."""
    match what:
        case DiceSource(server):
            rows = [f"server {server}" if server else "recorded"]
        case DiceReceipt(text):
            rows = [f"receipt {text}"]
        case DiceCommitment(side, length, anchor):
            rows = [f"commit {side} {length}", anchor.hex()]
        case RevealedSecret(side, number, head, secret):
            rows = [f"reveal {side} {number}", head.hex(), secret.hex()]
    return "%" + DICE + " " + "\n  ".join(rows) + "\n"


class SecretProgress(NamedTuple):
    """The progress of a side in its chain of secrets."""

    commit: DiceCommitment
    row: int
    """The first row of the commitment."""
    shown: int
    """The number of revealed secrets."""
    last: bytes
    """The last revealed secret, or the commitment."""
    at: int
    """The first row of the line with the last secret."""


class Dice:
    """The commitments and secrets in the part of a chained log that was read."""

    def __init__(self, keys: Container[str] = ()) -> None:
        self.sides: dict[str, SecretProgress] = {}
        self.unsealed: dict[str, SecretProgress] = {}
        """The commitments that count once their sides, which have keys, seal them. A revealed
        secret of either side ends this: a later seal could choose between two rolls."""
        self._keys = keys

    def read(self, number: int, machine: Machine, above: bytes) -> Fault | None:
        """Return the fault of a machine line on dice, if it has one.

        Args:
            number: The first row of the line.
            machine: The line.
            above: The head before the line.
        """
        if machine.word in SIGNED and (made := self.unsealed.pop(machine.rows[0], None)):
            self.sides[machine.rows[0]] = made
        if machine.word != DICE:
            return None
        try:
            self._read(number, parse_dice_line(machine), above)
        except MachineLineError as wrong:
            return wrong.fault_at(number, machine)
        return None

    def _read(self, number: int, what: DiceStatement, above: bytes) -> None:
        if isinstance(what, DiceCommitment):
            made = SecretProgress(what, number, 0, what.anchor, number)
            (self.unsealed if what.side in self._keys else self.sides)[what.side] = made
        if not isinstance(what, RevealedSecret):
            return
        if what.head != above:
            raise MachineLineError("diceMisplaced", 1, head=above.hex())
        now = self.sides.get(what.side)
        if now is None:
            raise MachineLineError("revealMismatch", 0, "none", "commit", side=what.side)
        if now.shown == now.commit.length:
            raise MachineLineError(
                "revealMismatch", 0, "used", "again", side=what.side, n=now.shown
            )
        if what.number != now.shown + 1:
            raise MachineLineError(
                "revealMismatch", 0, "order", "inOrder", side=what.side, n=now.shown + 1
            )
        if previous_secret(what.secret) != now.last:
            value = now.last.hex()
            if not now.shown:
                raise MachineLineError("revealMismatch", 2, "anchor", side=what.side, value=value)
            raise MachineLineError("revealMismatch", 2, side=what.side, n=now.shown, value=value)
        self.unsealed.clear()
        self.sides[what.side] = now._replace(shown=what.number, last=what.secret, at=number)


# ---- secrets and bytes ----------------------------------------------------------------------


def previous_secret(secret: bytes) -> bytes:
    """Return the secret that is revealed before the given secret."""
    return sha256(DOMAIN + secret).digest()


def nth_secret(secret: bytes, length: int, number: int) -> bytes:
    """Return the secret of a number in a chain with the given last secret; 0 is the commitment."""
    for _ in range(length - number):
        secret = previous_secret(secret)
    return secret


class SecretBytes:
    """The bytes that the secrets of both sides give after a head, from an offset."""

    def __init__(self, secrets: Mapping[str, bytes], head: bytes, at: int = 0) -> None:
        from hmac import digest  # few logs have such dice

        self._hmac = digest
        self._key = b"".join(secrets[side] for side in sorted(secrets))
        self._head = head
        self.at = at
        """The number of bytes that are used."""

    def __call__(self) -> int:
        """Return the next byte."""
        counter, place = divmod(self.at, BLOCK)
        block = self._hmac(self._key, self._head + counter.to_bytes(4, "big"), "sha256")
        self.at += 1
        return block[place]


def draw_number(count: int, byte: Callable[[], int]) -> int:
    """Return a uniform number from 0 to `count` - 1.

    Bytes in the incomplete range at the top are discarded: for six faces the bytes 252 to 255.

    >>> fixed = iter([255, 252, 13]); draw_number(6, lambda: next(fixed))
    1
    """
    width = ((count - 1).bit_length() + 7) // 8
    every: int = 256**width
    while True:
        value = 0
        for _ in range(width):
            value = value << 8 | byte()
        if value < every - every % count:
            return value % count
