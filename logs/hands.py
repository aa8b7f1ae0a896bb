"""The face-down cards of a log: their commitments, and the cards revealed since.

A `%hand` line has a commitment for each card that a dealer deals to a side. A `%reveal` line has
the card and the salt of a commitment. The module checks each line at its place. The reducer
checks the use of the cards and that each is dealt once (`spec/en/reference/hands.md`).
"""

import re
from hashlib import sha256
from typing import NamedTuple

from senpu.logs.chain import HANDS
from senpu.logs.machine_lines import DEALER, HAND, OF_HANDS, REVEAL, MachineLineError
from senpu.notation.faults import Fault
from senpu.notation.lines import Machine

DOMAIN = "hand/1"
SALT = 32
"""Number of bytes of a salt."""

FIRST = re.compile(r"([a-z][a-z0-9]*) ([1-9][0-9]{0,5})")
DIGEST = re.compile(r"[0-9a-f]{64}")
OPENED = re.compile(r"(\?[0-9a-f]{8}) (#[0-9]{2})")


class FaceDownCard(NamedTuple):
    """A card that was dealt face down."""

    side: str
    number: int
    """The number of the face-down card in the game, from 1."""
    digest: str
    """The commitment, in 64 hexadecimal digits."""

    @property
    def name(self) -> str:
        """Return the name of the card in events, such as `?1f3a9c02`."""
        return f"?{self.digest[:8]}"


def compute_commitment(nonce: str, number: int, side: str, card: str, salt: bytes) -> str:
    """Return the commitment to a card. It binds the dealer, and reveals nothing without the salt.

    >>> compute_commitment("00" * 16, 1, "japan", "#05", bytes(32))[:16]
    '44ed4df4f78bd9f4'
    """
    text = f"{DOMAIN}\n{nonce}\n{number}\n{side}\n{card}\n"
    return sha256(text.encode() + salt).hexdigest()


def parse_hand_line(machine: Machine) -> tuple[FaceDownCard, ...]:
    """Return the cards of a valid `%hand` line."""
    side, first = machine.rows[0].split(" ")
    return tuple(
        FaceDownCard(side, int(first) + at, row) for at, row in enumerate(machine.rows[1:])
    )


def parse_reveal_line(machine: Machine) -> tuple[str, str]:
    """Return the name of the card that a valid `%reveal` line reveals, and the card."""
    name, card = machine.rows[0].split(" ")
    return name, card


def format_hand_line(cards: tuple[FaceDownCard, ...]) -> str:
    """Return a `%hand` line, without tags."""
    rows = (f"%{HAND} {cards[0].side} {cards[0].number}", *(f"  {card.digest}" for card in cards))
    return "".join(f"{row}\n" for row in rows)


def format_reveal_line(name: str, card: str, salt: bytes) -> str:
    """Return a `%reveal` line, without tags."""
    return f"%{REVEAL} {name} {card}\n  {salt.hex()}\n"


class Hands:
    """The face-down cards in the part of a log that was read."""

    def __init__(self, headers: dict[str, str], nonce: str) -> None:
        self.declared = headers.get(HANDS) == DEALER
        """True if the header declares that a dealer deals the hands."""
        self.nonce = nonce
        self.sealed: dict[str, FaceDownCard] = {}
        """The face-down cards by their names."""
        self.shown: dict[str, str] = {}
        """The revealed cards, by the names under which they were dealt."""

    def read(self, number: int, machine: Machine) -> Fault | None:
        """Return the fault of a machine line on cards that begins on row `number`, if any."""
        if machine.word not in OF_HANDS:
            return None
        try:
            if not self.declared:
                raise MachineLineError("handUndeclared", 0)
            (self._deal if machine.word == HAND else self._show)(machine)
        except MachineLineError as wrong:
            return wrong.fault_at(number, machine)
        return None

    def _deal(self, machine: Machine) -> None:
        first, *digests = machine.rows
        found = FIRST.fullmatch(first)
        if not found or not digests:
            raise MachineLineError("handMalformed", 0)
        for row, digest in enumerate(digests, 1):
            if not DIGEST.fullmatch(digest):
                raise MachineLineError("handMalformed", row, "digest")
        if int(found[2]) != len(self.sealed) + 1:
            raise MachineLineError("handRepeated", 0, n=len(self.sealed) + 1)
        for row, card in enumerate(parse_hand_line(machine), 1):
            if card.name in self.sealed:
                raise MachineLineError("handRepeated", row, "card", card=card.name)
            self.sealed[card.name] = card

    def _show(self, machine: Machine) -> None:
        found = OPENED.fullmatch(machine.rows[0])
        if not found or len(machine.rows) != 2 or not DIGEST.fullmatch(machine.rows[1]):
            raise MachineLineError("revealMalformed", 0)
        name, card = found[1], found[2]
        sealed = self.sealed.get(name)
        if sealed is None:
            raise MachineLineError("revealUnknown", 0, card=name)
        if name in self.shown:
            raise MachineLineError("revealTwice", 0, name=name, card=self.shown[name])
        given = compute_commitment(
            self.nonce, sealed.number, sealed.side, card, bytes.fromhex(machine.rows[1])
        )
        if given != sealed.digest:
            raise MachineLineError("cardMismatch", 0, card=card, given=given, sealed=sealed.digest)
        self.shown[name] = card
