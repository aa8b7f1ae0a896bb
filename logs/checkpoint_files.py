"""Files of witnesses: checkpoints of a log, requests, and the memory of a witness.

`game.checkpoint` belongs to `game.senpu`; it changes no byte of the log. A witness remembers, in
its state folder, the largest checkpoint that it has cosigned for each game, and never cosigns
another history of that game.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from senpu.logs.checkpoints import (
    CheckpointError,
    CheckpointRowError,
    SignedCheckpoint,
    WitnessKey,
    format_checkpoints,
    parse_checkpoints,
)
from senpu.logs.cosign_requests import CosignRequest, parse_request
from senpu.logs.inputs import Input, read_file
from senpu.logs.journal import lock_file, replace_file
from senpu.logs.memory import UserMemory
from senpu.notation.messages import Message
from senpu.notation.user_folders import state_folder

T = TypeVar("T")
LARGEST = 1 << 22
"""Maximum number of bytes of a file of checkpoints."""


def checkpoint_path(log: Path) -> Path:
    """Return the file of the checkpoints of a log, by its real name, as for notes."""
    real = Path(os.path.realpath(log)) if log.is_symlink() else log
    return real.with_name(f"{real.name.removesuffix('.senpu')}.checkpoint")


def load_checkpoints(path: Path) -> list[SignedCheckpoint]:
    """Return the checkpoints in a file; none if there is no file.

    Raises:
        CheckpointError: The file cannot be read, or is not a file of checkpoints.
    """
    return _load(path, parse_checkpoints) or []


def read_checkpoints(source: Input) -> list[SignedCheckpoint]:
    """Return the checkpoints in a file that a command names.

    Raises:
        CheckpointError: The file cannot be read, or is not a file of checkpoints.
    """
    return _parse(source.path, _read_input(source), parse_checkpoints)


def load_request(source: Input) -> CosignRequest | None:
    """Return the request to a witness in a file; None if the file begins like no request.

    Raises:
        CheckpointError: The file cannot be read, or is damaged.
    """
    data = _read_input(source)
    return _parse(source.path, data, parse_request) if data.startswith(b"old ") else None


def _read_input(source: Input) -> bytes:
    """Return the bytes of a file that a command names. Raises CheckpointError."""
    try:
        return source.data
    except OSError as error:
        raise CheckpointError("couldNotRead", path=source.path, why=error) from None


def _load(path: Path, parse: Callable[[str], T]) -> T | None:
    """Return the content of a file; None if there is no file. Raises CheckpointError."""
    data = _read(path)
    return None if data is None else _parse(path, data, parse)


def _read(path: Path) -> bytes | None:
    """Return the bytes of a file; None if there is no file. Raises CheckpointError."""
    try:
        return read_file(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CheckpointError("couldNotRead", path=path, why=error) from None


def _parse(path: Path, data: bytes, parse: Callable[[str], T]) -> T:
    """Return the content of some bytes. Raises CheckpointError."""
    if len(data) > LARGEST:
        raise CheckpointError("checkpointLarge", path=path, most=LARGEST)
    try:
        return parse(data.decode())
    except UnicodeDecodeError:
        raise CheckpointError("inFile", path=path, why=Message("errors.notUtf8")) from None
    except CheckpointRowError as error:
        raise CheckpointError("checkpointRow", path=path, line=error.line) from None


def save_checkpoints(path: Path, checkpoints: list[SignedCheckpoint]) -> None:
    """Replace the file of the checkpoints of a log; can raise JournalError."""
    replace_file(path, format_checkpoints(checkpoints).encode())


def list_trusted_witnesses(memory: UserMemory) -> list[WitnessKey]:
    """Return the keys that the user trusts by hand; can raise UserMemoryError."""
    trusted = (one for one in memory.list_all_keys() if one.how == "hand")
    return [WitnessKey(one.name, bytes.fromhex(one.key)) for one in trusted]


# ---- the memory of a witness ----------------------------------------------------------------


class CosignedTree(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The largest checkpoint of a game that a witness has cosigned."""

    origin: str
    size: Annotated[int, Meta(ge=0, le=10**12)]
    root: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    time: Annotated[int, Meta(ge=0)]
    file: str


class WitnessMemory:
    """The checkpoints of one game that a witness has cosigned, locked against other programs.

    Args:
        path: The file, which need not exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> CosignedTree | None:
        """Return the largest checkpoint; None if there is none.

        Raises:
            CheckpointError: The file cannot be read, or is damaged.
        """
        try:
            return _load(self.path, lambda text: msgspec.json.decode(text, type=CosignedTree))
        except msgspec.MsgspecError:
            raise CheckpointError("witnessMemoryDamaged", path=self.path) from None

    def write(self, tree: CosignedTree) -> None:
        """Remember the largest checkpoint durably; can raise JournalError."""
        replace_file(self.path, msgspec.json.encode(tree) + b"\n")


@contextmanager
def hold_witness_memory(origin: str, key: WitnessKey) -> Iterator[WitnessMemory]:
    """Lock the memory of a witness for one game.

    Yields:
        The memory.

    Raises:
        CheckpointError: There is no state folder, or it cannot be used.
        JournalError: Another program has locked the file.
    """
    folder = state_folder()
    if folder is None:
        raise CheckpointError("witnessNoState")
    name = f"{origin.rpartition('/')[2]}-{key.ident.hex()}.json"
    path = folder / "witness" / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise CheckpointError("couldNotWrite", path=path, why=error) from None
    with lock_file(path):
        yield WitnessMemory(path)
