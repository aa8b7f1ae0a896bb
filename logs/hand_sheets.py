"""The face-down cards that a user knows, with their salts: of all sides (dealer) or one (player).

A sheet is a text that the dealer sends to a player. It is in the user's state folder, readable
only by the user: it reveals the cards. Whether it fits a log is checked elsewhere.

    senpu-hand/1 0123456789abcdef0123456789abcdef
    1 japan #05 9f86d081…
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from senpu.logs.hands import FaceDownCard, compute_commitment
from senpu.logs.inputs import Source, read_source
from senpu.logs.journal import write_file
from senpu.notation.faults import Error
from senpu.notation.messages import Message
from senpu.notation.user_folders import state_folder

KIND = "senpu-hand/1"
ROW = re.compile(r"([1-9][0-9]{0,5}) ([a-z][a-z0-9]*) (#[0-9]{2}) ([0-9a-f]{64})")


class SheetError(Error):
    """A sheet of cards cannot be read, written, or used."""


class KnownCard(NamedTuple):
    """A known face-down card."""

    number: int
    side: str
    card: str
    salt: bytes

    def face_down(self, nonce: str) -> FaceDownCard:
        """Return the card in the form of the log."""
        digest = compute_commitment(nonce, self.number, self.side, self.card, self.salt)
        return FaceDownCard(self.side, self.number, digest)


class HandSheet(NamedTuple):
    """The known cards of one game."""

    nonce: str
    cards: tuple[KnownCard, ...] = ()

    def by_name(self) -> dict[str, KnownCard]:
        """Return the cards by their names in events."""
        return {card.face_down(self.nonce).name: card for card in self.cards}

    def with_cards(self, cards: Iterable[KnownCard]) -> "HandSheet":
        """Return the sheet with more cards."""
        return HandSheet(self.nonce, tuple(dict.fromkeys((*self.cards, *cards))))

    def for_side(self, side: str) -> "HandSheet":
        """Return the sheet that the player of a side may see."""
        return HandSheet(self.nonce, tuple(card for card in self.cards if card.side == side))

    @property
    def text(self) -> str:
        """Return the text of the sheet."""
        rows = (f"{card.number} {card.side} {card.card} {card.salt.hex()}" for card in self.cards)
        return "".join(f"{row}\n" for row in (f"{KIND} {self.nonce}", *rows))


def read_sheet(path: Source) -> HandSheet:
    """Return the sheet in a file.

    Raises:
        SheetError: The file cannot be read, or is not a sheet.
    """
    try:
        data = read_source(path)
    except OSError as error:
        raise SheetError("couldNotRead", path=path, why=error) from None
    return parse_sheet(data, Path(path))


def parse_sheet(data: bytes, path: Path) -> HandSheet:
    """Return a sheet from the content of a file.

    Raises:
        SheetError: It is not a sheet.
    """
    try:
        first, *rows = data.decode("utf-8").splitlines() or [""]
    except UnicodeDecodeError:
        raise SheetError("couldNotRead", path=path, why=Message("errors.notText")) from None
    kind, _, nonce = first.partition(" ")
    if kind != KIND or not re.fullmatch("[0-9a-f]{32}", nonce):
        raise SheetError("notASheet", path=path, kind=KIND)
    cards = []
    for number, row in enumerate(rows, 2):
        if not (found := ROW.fullmatch(row)):
            raise SheetError("sheetRow", path=path, line=number)
        cards.append(KnownCard(int(found[1]), found[2], found[3], bytes.fromhex(found[4])))
    return HandSheet(nonce, tuple(cards))


def write_sheet(path: Path, sheet: HandSheet) -> None:
    """Write a sheet durably and atomically to a file that only the user can read.

    Raises:
        SheetError: The file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_file(path, sheet.text.encode(), 0o600)
    except OSError as error:
        raise SheetError("couldNotWrite", path=path, why=error) from None


def own_sheet_file(nonce: str) -> Path | None:
    """Return the file of the user's own sheet of a game; None if there is no state folder."""
    folder = state_folder()
    return folder and folder / "hands" / f"{nonce}.txt"


def read_own_sheet(nonce: str) -> HandSheet:
    """Return the user's own sheet of a game, which may be empty.

    Raises:
        SheetError: The file cannot be read, or is not a sheet.
    """
    path = own_sheet_file(nonce)
    return read_sheet(path) if path and path.exists() else HandSheet(nonce)


def save_sheet(sheet: HandSheet) -> None:
    """Add the cards of a sheet to the user's own sheet.

    Raises:
        SheetError: The file cannot be read or written.
    """
    path = own_sheet_file(sheet.nonce)
    if path is None:
        raise SheetError("noSaltFolder")
    write_sheet(path, read_own_sheet(sheet.nonce).with_cards(sheet.cards))
