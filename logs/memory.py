"""The user's memory of verified games and of the keys of players, in the user's state folder.

Only signed facts enter it: the lines that a checked seal covers, and a key that made such a seal.
Without a seal, a file can claim anything, so it changes nothing here. A key can also be trusted by
hand. The memory makes no log invalid: it cannot know which copy or key is right. It reports the
difference (`spec/en/reference/chain.md`, 8).
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from senpu.logs.journal import JournalError, lock_file, replace_file
from senpu.logs.player_names import make_skeleton
from senpu.logs.state_files import Count, DamagedFileError, Hash, SideId, Time, read_state
from senpu.notation.faults import Error
from senpu.notation.messages import Message
from senpu.notation.user_folders import state_folder


class UserMemoryError(Error):
    """The memory of earlier games cannot be read or written."""


T = TypeVar("T")
DIGITS = 16
"""Hexadecimal digits of a digest in the name of a file."""


class GameIdentity(msgspec.Struct, frozen=True):
    """The identity of a game with a hash chain: its name, and the head of its header.

    The name alone does not: anyone can copy it into another log.
    """

    nonce: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
    header: Hash


class KnownSeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A checked seal or `%key` line."""

    line: Count
    head: Hash
    side: SideId
    key: Hash
    """The bytes of the key that signed."""
    event: Count = 0
    """The number of the last event that it covers; 0 if it is not known."""
    digest: Annotated[str, Meta(pattern=r"^([0-9a-f]{16})?\Z")] = ""
    """The digest of the events up to that event; empty if it is not known."""
    own: bool = False
    """True if `senpu seal` made it on this computer."""

    @property
    def place(self) -> tuple[int, str]:
        """Return the line and the head: equal in all copies that contain the seal."""
        return self.line, self.head


class KnownCopy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A verified continuation of a game: its seals in order; each covers the seals above it."""

    file: str
    time: Time
    seals: Annotated[tuple[KnownSeal, ...], Meta(min_length=1)]
    date: str = ""
    """The date of the game in the header; empty if there is none."""

    @property
    def last(self) -> KnownSeal:
        """Return the last seal."""
        return self.seals[-1]


class KnownGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game of which a copy with seals was verified or sealed here."""

    game: str
    identity: GameIdentity
    copies: tuple[KnownCopy, ...]
    """The copies of which none contains another; none if the user gave them up."""


class KnownKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key of a player."""

    name: str
    key: Hash
    how: Literal["hand", "seal"]
    """`hand`: the user trusts it; `seal`: it made a checked seal under this name."""
    time: Time
    file: str = ""
    """The log with the seal."""
    line: Count = 0
    """The last line that the seal covers."""
    follows: Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    """The key that introduced this one in the log with its signature."""


class UserMemory:
    """The memory of one user, in a folder that need not exist; without a folder it stays empty."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    @cached_property
    def folder(self) -> Path | None:
        """Return the folder, which is found when a log needs it."""
        return self._folder or state_folder()

    # ---- games --------------------------------------------------------------------------

    def find_game(self, identity: GameIdentity, players: str) -> KnownGame | None:
        """Return the known copies of a game; can raise UserMemoryError.

        Args:
            identity: The game.
            players: The digest of its players (:func:`digest_players`).
        """
        return self._read(f"games/{_game_name(identity, players)}", KnownGame)

    def find_games_like(
        self, nonce: str, players: str, other_than: GameIdentity | None = None
    ) -> tuple[list[KnownGame], list[UserMemoryError]]:
        """Return the known games of this name or with these players.

        Args:
            nonce: The name of a game; may be empty.
            players: The digest of its players.
            other_than: A game that is left out.

        Returns:
            The games, and an error for each file that cannot be read.
        """
        own = _game_name(other_than, players) if other_than else ""
        games: list[KnownGame] = []
        errors: list[UserMemoryError] = []
        try:
            names = self._list_files("games")
        except UserMemoryError as error:
            return [], [error]
        for name in names:
            has_name = nonce and name.startswith(f"{nonce}-")
            if name == own or not (has_name or name.endswith(f"-{players}.json")):
                continue
            try:
                game = self._read(f"games/{name}", KnownGame)
            except UserMemoryError as error:
                errors.append(error)
                continue
            games += [game] if game and game.copies else []
        return games, errors

    def remember_copy(
        self, game: str, identity: GameIdentity, players: str, copy: KnownCopy, accept: bool = False
    ) -> None:
        """Remember a copy of a game; can raise UserMemoryError.

        Args:
            game: The rule set.
            identity: The game.
            players: The digest of its players.
            copy: The copy. Known copies that it contains are replaced by it.
            accept: Whether the other known copies are forgotten.
        """
        name = f"games/{_game_name(identity, players)}"
        with self._held(name) as path:
            if path is None:
                return
            known = self._read(name, KnownGame)
            copies = add_copy(known.copies if known else (), copy, accept)
            if known is None or copies != known.copies:
                _write(path, KnownGame(game, identity, copies))

    def forget_game(self, identity: GameIdentity, players: str) -> None:
        """Forget the copies of a game; can raise UserMemoryError."""
        name = f"games/{_game_name(identity, players)}"
        with self._held(name) as path:
            game = self._read(name, KnownGame)
            if path is not None and game is not None:
                _write(path, msgspec.structs.replace(game, copies=()))

    # ---- keys ---------------------------------------------------------------------------

    def list_keys(self, name: str) -> tuple[KnownKey, ...]:
        """Return the known keys of all names that look like a name; can raise UserMemoryError."""
        return self._read(_key_file(name), tuple[KnownKey, ...]) or ()

    def list_all_keys(self) -> list[KnownKey]:
        """Return all known keys, by name and time; can raise UserMemoryError."""
        found = (
            self._read(f"keys/{name}", tuple[KnownKey, ...]) or ()
            for name in self._list_files("keys")
        )
        every = [key for keys in found for key in keys]
        return sorted(every, key=lambda key: (key.name.casefold(), key.name, key.time))

    def add_key(self, key: KnownKey) -> bool:
        """Remember a key, unless it is known in the same way. Can raise UserMemoryError.

        Returns:
            Whether it was added.
        """
        with self._held(_key_file(key.name)) as path:
            if path is None:
                return False
            known = self.list_keys(key.name)
            if any((one.name, one.key, one.how) == (key.name, key.key, key.how) for one in known):
                return False
            _write(path, (*known, key))
        return True

    def forget_keys(self, name: str, key: str = "") -> list[KnownKey]:
        """Forget the keys of a name, or one of them; can raise UserMemoryError.

        Returns:
            The forgotten keys.
        """
        with self._held(_key_file(name)) as path:
            known = self.list_keys(name)
            removed = [one for one in known if one.name == name and key in ("", one.key)]
            if path is not None and removed:
                _write(path, tuple(one for one in known if one not in removed))
        return removed

    # ---- files --------------------------------------------------------------------------

    def _list_files(self, kind: str) -> list[str]:
        """Return the names of the files in a sub-folder; can raise UserMemoryError."""
        if self.folder is None:
            return []
        path = self.folder / kind
        try:
            return sorted(name for name in os.listdir(path) if name.endswith(".json"))
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise UserMemoryError("couldNotRead", path=path, why=error) from None

    def _read(self, name: str, kind: type[T]) -> T | None:
        if self.folder is None:
            return None
        path = self.folder / name
        try:
            return read_state(path, kind)
        except OSError as error:
            raise UserMemoryError("couldNotRead", path=path, why=error) from None
        except DamagedFileError:
            raise UserMemoryError("memoryDamaged", path=path) from None

    @contextmanager
    def _held(self, name: str) -> Iterator[Path | None]:
        """Lock a file for reading and replacing; None without a folder."""
        if self.folder is None:
            yield None
            return
        path = self.folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with lock_file(path):
                yield path
        except OSError as error:
            why = Message("errors.couldNotWrite", {"path": path, "why": error})
            raise UserMemoryError("notRemembered", why=why) from None
        except JournalError as error:
            raise UserMemoryError("notRemembered", why=error) from None


def _write(path: Path, value: KnownGame | tuple[KnownKey, ...]) -> None:
    replace_file(path, msgspec.json.encode(value) + b"\n")


def _game_name(identity: GameIdentity, players: str) -> str:
    return f"{identity.nonce}-{identity.header[:DIGITS]}-{players}.json"


def _key_file(name: str) -> str:
    """Return the file of the names that look like a name."""
    return f"keys/{sha256(make_skeleton(name).encode()).hexdigest()[:32]}.json"


def digest_players(game: str, players: dict[str, str]) -> str:
    """Return the digest of the rule set and the players of a game: equal for names that look equal.

    Args:
        game: The rule set.
        players: The name of the player of each side that has one.
    """
    rows = [game, *(f"{side} {make_skeleton(name)}" for side, name in sorted(players.items()))]
    return sha256("\n".join(rows).encode()).hexdigest()[:DIGITS]


def count_common(ours: Sequence[KnownSeal], theirs: Sequence[KnownSeal]) -> int:
    """Return the number of seals that two copies have in common: the first ones."""
    pairs = zip(ours, theirs, strict=False)
    return next(
        (at for at, (one, other) in enumerate(pairs) if one.place != other.place),
        min(len(ours), len(theirs)),
    )


def add_copy(
    known: Sequence[KnownCopy], copy: KnownCopy, accept: bool = False
) -> tuple[KnownCopy, ...]:
    """Return the copies of which none contains another, with a further copy among them.

    Args:
        known: The known copies.
        copy: The further copy.
        accept: Whether to drop the copies that it does not contain.
    """
    facts = {seal.place: seal for one in known for seal in one.seals}
    seals = tuple(_merge(seal, facts.get(seal.place)) for seal in copy.seals)
    if accept:
        return (msgspec.structs.replace(copy, seals=seals),)
    for at, one in enumerate(known):
        if count_common(one.seals, seals) == len(seals):  # the known copy contains the further one
            one = msgspec.structs.replace(one, seals=(*seals, *one.seals[len(seals) :]))
            return (*known[:at], one, *known[at + 1 :])
    kept = (one for one in known if count_common(one.seals, seals) < len(one.seals))
    return (*kept, msgspec.structs.replace(copy, seals=seals))


def _merge(seal: KnownSeal, known: KnownSeal | None) -> KnownSeal:
    """Return a seal with all that is known about it."""
    if known is None:
        return seal
    event, digest = (seal.event, seal.digest) if seal.digest else (known.event, known.digest)
    own = seal.own or known.own
    return msgspec.structs.replace(seal, event=event, digest=digest, own=own)
