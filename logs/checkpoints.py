"""Checkpoints of a game, and the cosignatures of witnesses on them: the formats of C2SP.

A checkpoint (tlog-checkpoint) is a signed note with the name of a game, a number of lines, and
the Merkle root over these lines. A witness, such as the secretary of a club, adds a cosignature
(tlog-cosignature, `cosignature/v1`): at this time, it has seen these lines as the longest form of
the game. A file has one or more checkpoints, with an empty line between them. The module reads
and writes texts; it knows neither files nor games.
"""

import base64
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple

import msgspec

from senpu.logs.keys import PublicKey, Signer, SigningKeyError, check_key, is_signed
from senpu.notation.faults import Error

ORIGIN = "senpu/"
"""The start of the first line of a checkpoint; the name of the game follows."""
GAME_ORIGIN = re.compile(f"{ORIGIN}[0-9a-f]{{32}}")
KIND = b"\x04"
"""The byte for Ed25519 cosignatures in keys and key ids of a signed note."""
LATEST = 253_402_300_799
"""The last second of the year 9999."""
SIZE = re.compile("0|[1-9][0-9]{0,17}")
SIGNATURE = re.compile("\N{EM DASH} ([^ +]+) ([A-Za-z0-9+/]+=*)")
WITNESS_KEY = re.compile(r"([^ +]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})")
LONGEST_NAME = 255


class CheckpointError(Error):
    """A text is not a checkpoint or the key of a witness, or cannot be cosigned."""


class CheckpointRowError(ValueError):
    """A row is not what the format of a checkpoint requires."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line
        """The number of the row, from 1."""


class WitnessKey(msgspec.Struct, frozen=True):
    """The key of a witness: its name, by custom an address without `https://`, and its bytes."""

    name: str
    raw: bytes

    @property
    def ident(self) -> bytes:
        """Return the four bytes that identify the key in a signature."""
        return compute_key_id(self.name, KIND, self.raw)

    @property
    def text(self) -> str:
        """Return the verifier key, which the witness gives to the players."""
        return f"{self.name}+{self.ident.hex()}+{base64.b64encode(KIND + self.raw).decode()}"


def compute_key_id(name: str, kind: bytes, raw: bytes) -> bytes:
    """Return the four bytes that identify a key of a signed note in its signatures."""
    return sha256(name.encode() + b"\n" + kind + raw).digest()[:4]


def check_name(name: str) -> str:
    """Return the name of a witness, if it is allowed.

    Raises:
        CheckpointError: The name is empty or too long, or has a space, `+` or a control character.
    """
    if not name or not name.isprintable() or {*" +"} & {*name} or len(name) > LONGEST_NAME:
        raise CheckpointError("witnessName", text=name[:LONGEST_NAME], most=LONGEST_NAME)
    return name


def parse_witness_key(text: str) -> WitnessKey:
    """Return the key of a witness from its verifier key.

    Raises:
        CheckpointError: The text is not a verifier key for cosignatures.
    """
    found = WITNESS_KEY.fullmatch(text)
    if not found:
        raise CheckpointError("notAWitnessKey")
    data = base64.b64decode(found[3])
    key = WitnessKey(check_name(found[1]), data[1:])
    if key.text != text:
        raise CheckpointError("notAWitnessKey")
    try:
        check_key(key.raw)
    except SigningKeyError as error:
        raise CheckpointError("badWitnessKey", name=key.name, why=error) from None
    return key


class Checkpoint(NamedTuple):
    """The first lines of a game: how many, and the Merkle root over them."""

    origin: str
    size: int
    root: bytes
    extension: tuple[str, ...] = ()
    """Further lines, which the format allows; Senpu writes none."""

    @property
    def body(self) -> str:
        """Return the text that is signed."""
        rows = (self.origin, str(self.size), base64.b64encode(self.root).decode(), *self.extension)
        return "".join(f"{row}\n" for row in rows)


class NoteSignature(NamedTuple):
    """A signature line of a note: a cosignature, or a signature of another kind."""

    name: str
    data: bytes
    """The four bytes of the key id, and the signature."""

    @property
    def text(self) -> str:
        """Return the line."""
        return f"\N{EM DASH} {self.name} {base64.b64encode(self.data).decode()}"

    @property
    def ident(self) -> bytes:
        """Return the four bytes that identify the key."""
        return self.data[:4]

    @property
    def time(self) -> int | None:
        """Return the time of a cosignature, in seconds since 1970; None for other signatures."""
        time = int.from_bytes(self.data[4:12])
        return time if len(self.data) == 76 and time <= LATEST else None


class SignedCheckpoint(NamedTuple):
    """A checkpoint and its signatures."""

    checkpoint: Checkpoint
    signatures: tuple[NoteSignature, ...]

    @property
    def text(self) -> str:
        """Return the signed note."""
        rows = "".join(f"{each.text}\n" for each in self.signatures)
        return f"{self.checkpoint.body}\n{rows}"


def cosign(checkpoint: Checkpoint, name: str, signer: Signer, time: int) -> NoteSignature:
    """Return the cosignature of a witness.

    Args:
        checkpoint: The checkpoint, which the witness has checked.
        name: The name of the witness.
        signer: Its private key.
        time: Seconds since 1970.
    """
    signature = signer.sign(_format_message(checkpoint, time))
    ident = WitnessKey(name, signer.raw).ident
    return NoteSignature(name, ident + time.to_bytes(8) + signature)


def is_cosigned(checkpoint: Checkpoint, signature: NoteSignature, key: WitnessKey) -> bool | None:
    """Return whether a cosignature is valid; None if this computer cannot check it."""
    if (signature.name, signature.ident) != (key.name, key.ident) or signature.time is None:
        return False
    message = _format_message(checkpoint, signature.time)
    return is_signed(PublicKey(key.name, key.raw), message, signature.data[12:])


def _format_message(checkpoint: Checkpoint, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{checkpoint.body}".encode()


def format_time(time: int) -> str:
    """Return a time in UTC, given in seconds since 1970."""
    return f"{datetime.fromtimestamp(time, UTC):%Y-%m-%dT%H:%M:%SZ}"


# ---- texts ----------------------------------------------------------------------------------


def format_checkpoints(checkpoints: Iterable[SignedCheckpoint]) -> str:
    """Return the text of a file of checkpoints."""
    return "\n".join(each.text for each in checkpoints)


def add_signature(
    checkpoints: Sequence[SignedCheckpoint], checkpoint: Checkpoint, signature: NoteSignature
) -> list[SignedCheckpoint]:
    """Return checkpoints with a further signature: on an equal checkpoint, or on a new one.

    A checkpoint has at most one signature of a key, as other programs require.
    """
    found = [*checkpoints]
    for at, each in enumerate(found):
        keys = [(one.name, one.ident) for one in each.signatures]
        if each.checkpoint == checkpoint and (signature.name, signature.ident) not in keys:
            found[at] = SignedCheckpoint(checkpoint, (*each.signatures, signature))
            return found
    return [*found, SignedCheckpoint(checkpoint, (signature,))]


def parse_checkpoints(text: str) -> list[SignedCheckpoint]:
    """Return the checkpoints in a text, with empty lines or none between them.

    Raises:
        CheckpointRowError: The text is not a list of checkpoints.
    """
    rows = text.replace("\r\n", "\n").split("\n")
    if rows.pop():
        raise CheckpointRowError(len(rows) + 1)
    found, at = list[SignedCheckpoint](), 0
    while at < len(rows):
        end = next((each for each in range(at, len(rows)) if not rows[each]), len(rows))
        checkpoint = _parse_body(rows, at, end)
        at = end + 1
        signatures = list[NoteSignature]()
        while at < len(rows) and rows[at].startswith("\N{EM DASH} "):
            signatures.append(_parse_signature(rows, at))
            at += 1
        if not signatures:
            raise CheckpointRowError(at + 1)
        found.append(SignedCheckpoint(checkpoint, tuple(signatures)))
        while at < len(rows) and not rows[at]:
            at += 1
    if not found:
        raise CheckpointRowError(1)
    return found


def _parse_body(rows: Sequence[str], at: int, end: int) -> Checkpoint:
    """Return the checkpoint in some rows. Raises CheckpointRowError."""
    body = rows[at:end]
    if bad := next((row for row in body if not row.isprintable()), None):
        raise CheckpointRowError(at + 1 + body.index(bad))
    if len(body) < 3:
        raise CheckpointRowError(end + 1)
    root = decode_base64(body[2])
    if not SIZE.fullmatch(body[1]) or root is None or len(root) != 32:
        raise CheckpointRowError(at + 2 + bool(SIZE.fullmatch(body[1])))
    return Checkpoint(body[0], int(body[1]), root, tuple(body[3:]))


def _parse_signature(rows: Sequence[str], at: int) -> NoteSignature:
    """Return the signature in a row. Raises CheckpointRowError."""
    found = SIGNATURE.fullmatch(rows[at])
    data = decode_base64(found[2]) if found else None
    if not found or not found[1].isprintable() or data is None or len(data) < 5:
        raise CheckpointRowError(at + 1)
    return NoteSignature(found[1], data)


def decode_base64(text: str) -> bytes | None:
    """Return the bytes of a text in base64; None if it is not the one text of some bytes."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return data if base64.b64encode(data).decode() == text else None
