"""Seals in a chained log: signatures of the sides on all lines up to the seal.

A seal is a machine line in the form of a signed note: the game, the previous line, that line's
whole head, and the signature of a side. The seal is itself in the chain, so a later seal covers
it. A `%key` line names a side's first key, or its next key, signed by the previous key. The
module checks each line at its place; the consequences of seals are elsewhere
(`spec/en/reference/chain.md`).
"""

import base64
import re
from typing import NamedTuple

import msgspec

from senpu.logs.chain import KEY_OF, NONCE
from senpu.logs.keys import PublicKey, Signer, SigningKeyError, is_signed, parse_verifier_key
from senpu.logs.machine_lines import HALF, KEY, SEAL, SIGNED, MachineLineError
from senpu.notation.faults import Fault, make_fault
from senpu.notation.lines import Machine
from senpu.notation.mistakes import cut

KINDS = {SEAL: "senpu-seal/1", KEY: "senpu-key/1"}
UNDO = re.compile(r"undo ([1-9][0-9]{0,3})")
"""The optional statement of a seal: its side agrees to undo N events."""
ACCEPT = "accept"
"""Another one: its side accepts the end or the stated position that is offered above the seal."""


class SignedNote(NamedTuple):
    """A text and its signature."""

    body: str
    key: PublicKey
    signature: bytes

    @property
    def text(self) -> str:
        """Return the signed note of C2SP, which other programs can check."""
        signature = format_signature(self.key, self.signature)
        return f"{self.body}\n\N{EM DASH} {self.key.name} {signature}\n"

    @property
    def checked(self) -> bool | None:
        """Return whether the signature is valid; None if this computer cannot check it."""
        return is_signed(self.key, self.body.encode(), self.signature)


class Seal(msgspec.Struct, frozen=True):
    """A valid seal or `%key` line."""

    side: str
    row: int
    """The number of its first row; it covers all previous rows."""
    head: str
    """The head before it, in hexadecimal digits."""
    statement: str
    """`undo 2`, `end`, or nothing; the new key of a `%key` line."""
    note: SignedNote
    checked: bool
    """False if the signature was not checked because the package for that is missing."""
    word: str = SEAL

    @property
    def line(self) -> int:
        """Return the number of the last line that it covers."""
        return self.row - 1

    @property
    def last_row(self) -> int:
        """Return the number of its last row."""
        return self.row + self.note.body.count("\n") + 2


def format_body(word: str, nonce: str, line: int, head: str, statement: str = "") -> str:
    """Return the text to sign."""
    rows = (f"{KINDS[word]} {nonce}", f"line {line}", head, *filter(None, [statement]))
    return "".join(f"{row}\n" for row in rows)


def format_signature(key: PublicKey, signature: bytes) -> str:
    """Return a signature after the number of its key, as in a signed note."""
    return base64.b64encode(key.ident + signature).decode()


def format_signature_rows(key: PublicKey, signature: bytes) -> tuple[str, str]:
    """Return a signature after the number of its key, as in the last two rows of a seal."""
    text = format_signature(key, signature)
    return text[:HALF], text[HALF:]


def sign_line(word: str, body: str, key: PublicKey, signer: Signer) -> str:
    """Return a signed machine line, without tags."""
    halves = format_signature_rows(key, signer.sign(body.encode()))
    rows = (*body.split("\n")[:-1], *halves)
    return f"%{word} {key.name}\n" + "".join(f"  {row}\n" for row in rows)


class Seals:
    """The keys and seals in the part of a log that was read."""

    def __init__(self, headers: dict[str, str], rows: dict[str, int]) -> None:
        self.nonce = headers.get(NONCE, "")
        self.keys: dict[str, PublicKey] = {}
        """The key of each side that has one."""
        self._owners: dict[bytes, str] = {}
        """The side of each key, earlier keys included. Two sides never share one, because one
        person could then consent for both."""
        self.made: list[Seal] = []
        self.header_faults: list[Fault] = []
        for name, value in headers.items():
            if name.startswith(KEY_OF):
                named = name.removeprefix(KEY_OF)
                side = named.lower() if named.istitle() else named
                text, at = f"{name}: {value}", rows[name]
                try:
                    key = _parse_key(value, side)
                except SigningKeyError as error:
                    fault = make_fault("keyMalformed", at, text, layer="chain", why=error.message)
                    self.header_faults.append(fault)
                    continue
                if owner := self._claim(key, side):
                    fields = {"key": key.fingerprint, "owner": owner, "side": side}
                    fault = make_fault("keyShared", at, text, layer="chain", **fields)
                    self.header_faults.append(fault)
                self.keys[side] = key

    def find_other_owner(self, raw: bytes, side: str) -> str:
        """Return the other side that has or had the key; empty if there is none."""
        owner = self._owners.get(raw, side)
        return owner if owner != side else ""

    def _claim(self, key: PublicKey, side: str) -> str:
        """Note that a side has a key; return the other side that has or had it."""
        self._owners.setdefault(key.raw, side)
        return self.find_other_owner(key.raw, side)

    def read(self, number: int, machine: Machine, above: bytes) -> Fault | None:
        """Return the fault of a signed machine line, if it has one.

        Args:
            number: The first row of the line.
            machine: The line.
            above: The head before the line.
        """
        if machine.word not in SIGNED:
            return None
        try:
            self.made.append(self._seal(number, machine, above.hex()))
        except MachineLineError as wrong:
            return wrong.fault_at(number, machine)
        return None

    def _seal(self, number: int, machine: Machine, above: str) -> Seal:
        word, (side, *rows) = machine.word, machine.rows
        least = 5 if word == SEAL else 6
        if not least <= len(rows) <= 6:
            raise MachineLineError("sealMalformed", 0, "rows", word=word, n=least + 1)
        *body, first, second = rows
        statement = body[3] if len(body) > 3 else ""
        if body[0] != f"{KINDS[word]} {self.nonce}":
            if body[0].startswith(f"{KINDS[word]} "):
                raise MachineLineError("sealMisplaced", 1, "game")
            raise MachineLineError("sealMalformed", 1, "start", kind=KINDS[word])
        if body[1] != f"line {number - 1}":
            raise MachineLineError("sealMisplaced", 2, line=number - 1)
        if body[2] != above:
            raise MachineLineError("sealMisplaced", 3, "head", head=above)
        if word == SEAL and statement not in ("", ACCEPT) and not UNDO.fullmatch(statement):
            raise MachineLineError("sealMalformed", 4, "statement", text=cut(statement))
        key = self.keys.get(side)
        named = _parse_named_key(statement, side) if word == KEY else None
        key = key or named
        if key is None:
            raise MachineLineError("sealUnknownKey", 0, "none", side=side)
        signature = _parse_signature(first + second, len(rows))
        if signature[:4] != key.ident:
            raise MachineLineError("sealUnknownKey", len(rows) - 1, side=side, key=key.fingerprint)
        note = SignedNote("".join(f"{row}\n" for row in body), key, signature[4:])
        checked = note.checked
        if checked is False:
            raise MachineLineError("sealBad", len(rows) - 1, key=key.fingerprint)
        if named is not None:
            if owner := self._claim(named, side):
                given = {"key": named.fingerprint, "owner": owner, "side": side}
                raise MachineLineError("keyShared", 4, **given)
            self.keys[side] = named
        return Seal(side, number, above, statement, note, bool(checked), word)


def _parse_key(text: str, side: str) -> PublicKey:
    key = parse_verifier_key(text)
    if key.name != side:
        raise SigningKeyError("otherSidesKey", name=key.name, side=side)
    return key


def _parse_named_key(text: str, side: str) -> PublicKey:
    """Return the key that a `%key` line names."""
    try:
        return _parse_key(text, side)
    except SigningKeyError as error:
        raise MachineLineError("keyMalformed", 4, why=error.message) from None


def _parse_signature(text: str, rows: int) -> bytes:
    """Return the number of a key and a signature."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        data = b""
    if len(data) != 68 or base64.b64encode(data).decode() != text:
        raise MachineLineError("sealMalformed", rows - 1)
    return data
