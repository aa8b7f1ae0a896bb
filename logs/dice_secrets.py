"""The user's secrets for fair dice: one chain for each game and side, outside the logs.

They are in the user's state folder, in files that only the user can read. The module remembers
the position for which each secret was revealed, and reveals it for no other position: a player
with two rolls from one secret could choose.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from senpu.logs.dice import LONGEST, DiceCommitment, nth_secret
from senpu.logs.journal import lock_file, write_file
from senpu.logs.state_files import DamagedFileError, Hash, read_state
from senpu.notation.faults import Error
from senpu.notation.user_folders import state_folder

LENGTH = 1000
"""Default number of secrets of a commitment."""


class SecretError(Error):
    """A secret cannot be saved, found or revealed."""


class SecretChain(msgspec.Struct):
    """A chain of secrets: the last secret, from which all others follow."""

    last: Hash
    length: Annotated[int, Meta(ge=1, le=LONGEST)]
    anchor: Hash
    shown: dict[str, Hash] = {}
    """The head for which a secret was revealed, by the number of the secret."""


class Secrets:
    """The secrets of one user for one game."""

    def __init__(self, nonce: str, folder: Path | None = None) -> None:
        self._folder = folder or state_folder()
        self._nonce = nonce

    def list_sides(self, sides: Iterable[str]) -> list[str]:
        """Return the sides that have secrets here."""
        return [side for side in sides if self._folder and self._path(side).exists()]

    def create(self, side: str, length: int = LENGTH) -> DiceCommitment:
        """Return the commitment to a new chain of secrets, after saving the chain.

        Raises:
            SecretError: The chain cannot be saved.
            JournalError: The file cannot be written.
        """
        last = os.urandom(32)
        commit = DiceCommitment(side, length, nth_secret(last, length, 0))
        with self._held(side) as path:
            chains = [*self._read(path), SecretChain(last.hex(), length, commit.anchor.hex())]
            self._write(path, chains)
        return commit

    def holds(self, commit: DiceCommitment) -> bool:
        """Return whether the secrets of a commitment are here. Can raise SecretError."""
        if self._folder is None:
            return False
        chains = self._read(self._path(commit.side))
        return any(chain.anchor == commit.anchor.hex() for chain in chains)

    def reveal(self, commit: DiceCommitment, number: int, head: bytes) -> bytes:
        """Return a secret of a commitment, for the position after a head.

        Raises:
            SecretError: The secret is not here, or was revealed for another position.
            JournalError: The file cannot be written.
        """
        with self._held(commit.side) as path:
            chains = self._read(path)
            found = [chain for chain in chains if chain.anchor == commit.anchor.hex()]
            if not found:
                raise SecretError("secretElsewhere", path=path, side=commit.side)
            chain, name = found[0], str(number)
            if chain.shown.get(name, head.hex()) != head.hex():
                raise SecretError("secretShown", n=number, side=commit.side)
            if name not in chain.shown:
                chain.shown[name] = head.hex()
                self._write(path, chains)
        return nth_secret(bytes.fromhex(chain.last), chain.length, number)

    def _path(self, side: str) -> Path:
        if self._folder is None:
            raise SecretError("noSecretFolder")
        return self._folder / "dice" / f"{self._nonce}-{side}.json"

    @contextmanager
    def _held(self, side: str) -> Iterator[Path]:
        """Lock a file of secrets for writing."""
        path = self._path(side)
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise SecretError("couldNotWrite", path=path.parent, why=error) from None
        with lock_file(path):
            yield path

    @staticmethod
    def _read(path: Path) -> list[SecretChain]:
        try:
            return read_state(path, list[SecretChain]) or []
        except OSError as error:
            raise SecretError("couldNotRead", path=path, why=error) from None
        except DamagedFileError:
            raise SecretError("secretsDamaged", path=path) from None

    @staticmethod
    def _write(path: Path, chains: list[SecretChain]) -> None:
        try:
            write_file(path, msgspec.json.encode(chains) + b"\n", 0o600)
        except OSError as error:
            raise SecretError("secretsNotKept", path=path, why=error) from None
