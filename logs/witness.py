"""The user's memory of earlier games: the last head of each, and the key of each player.

Each player is a witness for the other. The memory is outside the logs, in the user's state
folder. So the program notices a copy that was shortened or has another past, and a name that
signs with another key than before. It reports the difference; it cannot know which copy is
right.
"""

from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from senpu.logs.chain import compute_heads
from senpu.logs.inputs import Source, read_file, read_source
from senpu.logs.journal import JournalError, lock_file, replace_file
from senpu.logs.keys import PublicKey
from senpu.notation.faults import Error, Fault, fault_message, make_fault
from senpu.notation.messages import Message
from senpu.notation.printable import make_printable
from senpu.notation.reader import split_rows
from senpu.notation.user_folders import state_folder


class WitnessError(Error):
    """The memory of earlier games cannot be read or written."""


T = TypeVar("T")


class KnownGame(msgspec.Struct, frozen=True):
    """The last known state of a game."""

    line: int
    head: str
    file: str
    time: str


class KnownPlayer(msgspec.Struct, frozen=True):
    """The first key that a name signed with."""

    name: str
    key: str
    """The bytes of the key, in hexadecimal digits."""
    time: str


class Witness:
    """The memory of one user, in a folder that need not exist; without a folder it stays empty."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    @cached_property
    def folder(self) -> Path | None:
        """Return the folder, which is found when a chained log needs it."""
        return self._folder or state_folder()

    def faults(self, source: Source, nonce: str) -> list[Fault]:
        """Return the differences between a valid log and the known state of the game.

        Can raise WitnessError and OSError.

        Returns:
            The faults.
        """
        game = self._read(self._game(nonce), KnownGame)
        if game is None:
            return []
        rows = split_rows(read_source(source))
        if rows and rows[-1][-1:] != b"\n":
            rows.pop()
        seen = {"date": game.time[:10], "file": game.file}
        if len(rows) < game.line:
            return [_log_fault("rollback", n=len(rows), seen=game.line, **seen)]
        if compute_heads(rows, [game.line])[game.line].hex() != game.head:
            return [_log_fault("otherBranch", n=game.line, **seen)]
        return []

    def key_faults(self, names: dict[str, str], keys: dict[str, PublicKey]) -> list[Fault]:
        """Return the players who sign with another key than in earlier games.

        Can raise WitnessError.

        Args:
            names: The names of the players, by side.
            keys: The keys, by side.
        """
        found = []
        for side, key in keys.items():
            name = names.get(side, "")
            known = self._read(self._player(name), KnownPlayer) if name else None
            if known is not None and known.key != key.raw.hex():
                old = PublicKey(side, bytes.fromhex(known.key)).fingerprint
                fields = {"key": key.fingerprint, "old": old, "date": known.time[:10]}
                hint = fault_message("keyChanged", "hint", name=name)
                found.append(_log_fault("keyChanged", hint, name=name, **fields))
        return found

    def is_new(self, name: str) -> bool:
        """Return whether the name is without a known key, if anything is remembered.

        Can raise WitnessError.
        """
        return self.folder is not None and self._read(self._player(name), KnownPlayer) is None

    def remember(
        self, path: Path, nonce: str, line: int, head: str,
        names: dict[str, str] | None = None, keys: dict[str, PublicKey] | None = None,
    ) -> None:  # fmt: skip
        """Remember the head of a game and the keys of its players; can raise WitnessError."""
        from datetime import UTC, datetime  # a log without a chain needs no clock

        now = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
        file = make_printable(str(path.absolute()))
        self._write(self._game(nonce), KnownGame(line, head, file, now))
        for side, key in (keys or {}).items():
            if name := (names or {}).get(side, ""):
                known = self._read(self._player(name), KnownPlayer)
                if known is None or known.key != key.raw.hex():
                    self._write(self._player(name), KnownPlayer(name, key.raw.hex(), now))

    def _game(self, nonce: str) -> str:
        return f"games/{nonce}.json"

    def _player(self, name: str) -> str:
        """Return the file of a player, named by a digest: a name may be invalid as a file name."""
        return f"players/{sha256(name.encode()).hexdigest()[:32]}.json"

    def _read(self, name: str, kind: type[T]) -> T | None:
        if self.folder is None:
            return None
        path = self.folder / name
        try:
            return msgspec.json.decode(read_file(path), type=kind)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise WitnessError("couldNotRead", path=path, why=error) from None
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise WitnessError("memoryDamaged", path=path) from None

    def _write(self, name: str, value: KnownGame | KnownPlayer) -> None:
        if self.folder is None:
            return
        path = self.folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with lock_file(path):
                replace_file(path, msgspec.json.encode(value) + b"\n")
        except OSError as error:
            raise WitnessError(
                "notRemembered", why=Message("errors.couldNotWrite", {"path": path, "why": error})
            ) from None
        except JournalError as error:
            raise WitnessError("notRemembered", why=error) from None


def _log_fault(ident: str, hint: Message | str = "hint", /, **fields: Any) -> Fault:
    """Return a fault of the log as a whole."""
    return make_fault(ident, 0, "", hint=hint, layer="chain", **fields)
