"""Acts of the sides of a game, and simple models of two toy games that give them their texts.

The models know whose turn it is and what the next texts are. They share no code with the rules.
"""

from hashlib import sha256
from hmac import digest
from typing import NamedTuple

SIDES = ("north", "south")
LETTER = {"north": "N", "south": "S"}
DEALER = "dealer"


class NoTextError(Exception):
    """An act has no text here, for example a second decision of a game that is over."""


class Act(NamedTuple):
    """A line of the log that a player writes."""

    kind: str
    side: str = ""
    count: int = 0  # type: ignore[assignment] # it hides a method of tuples
    """Of an undo or a seal: the events to undo. Otherwise which of several texts it is."""
    forged: bool = False
    """True if the other side wrote it: with its own key, or with secrets that it knows."""

    def __str__(self) -> str:
        parts = (self.kind, self.side, self.count, "(forged)" if self.forged else "")
        return " ".join(str(part) for part in parts if part)


class Position(NamedTuple):
    """The facts of a position that a model keeps."""

    mover: int
    """The index of the side that is to decide."""
    is_pending: bool
    """True if a roll or a draw is awaited."""
    places: tuple[str, ...] = ()
    """Pendulum: the area of each side's unit."""
    hands: tuple[tuple[str, ...], ...] = ()
    """Blind: the names of the cards that were drawn, and not laid since."""
    laid: int = 0
    """Blind: the number of cards on the table."""


class Pendulum:
    """Two units that move in turn; a move into C needs a roll."""

    ident = "pendulum/toy"
    has_dealer = False
    start = Position(0, False, ("A", "C"))
    stated = start, Position(1, True, ("C", "B"))
    """The positions that a log can state."""

    @classmethod
    def spell_position(cls, which: int, acts: int) -> str:
        """Return the text of a stated position after a number of decisions."""
        position = cls.stated[which]
        places = ",".join(f'"{place}"' for place in position.places)
        asked = "chance dice rolls 1 by 3" if position.is_pending else "north act"
        head = f"Senpu 1 {cls.ident}; turn: 1; next: {asked}"
        return f"{head}; where: [{places}]; mover: {position.mover}; acts: {acts}"

    @staticmethod
    def decide(position: Position, other: bool) -> tuple[str, Position]:
        """Return the text of a decision and the position after it; `other` is another decision."""
        mover = position.mover
        if other:
            return "pass", position._replace(mover=1 - mover)
        goal = "C" if position.places[mover] == "B" else "B"
        places = tuple(goal if at == mover else place for at, place in enumerate(position.places))
        text = f"{SIDES[mover][0]}1>{goal}"
        return text, Position(1 - mover, goal == "C", places)

    @staticmethod
    def answer(position: Position) -> Position:
        """Return the position after a roll."""
        return position._replace(is_pending=False)


class Blind:
    """Two draws of two cards, then each side lays a card."""

    ident = "blind/toy"
    has_dealer = True
    start = Position(0, True, hands=())

    @staticmethod
    def decide(position: Position, other: bool) -> tuple[str, Position]:
        """Return the text of a decision and the position after it; `other` is another decision."""
        if position.laid == len(SIDES):
            raise NoTextError
        hand = position.hands[position.mover]
        card = hand[-1 if other else 0]
        left = tuple(each for each in hand if each != card)
        hands = tuple(
            left if at == position.mover else each for at, each in enumerate(position.hands)
        )
        after = Position(1 - position.mover, False, hands=hands, laid=position.laid + 1)
        return f"lay {card}", after

    @staticmethod
    def draw(position: Position, names: tuple[str, ...]) -> Position:
        """Return the position after a draw."""
        hands = (*position.hands, names)
        return Position(0, len(hands) < 2, hands=hands)


def card_of(index: int) -> str:
    """Return the card with an index among all that are dealt."""
    return f"#{index % 6 + 1:02}"


# ---- secrets ------------------------------------------------------------------------------------


def previous(secret: bytes) -> bytes:
    """Return the secret that is shown before another one, as `dice-proofs.md` defines it."""
    return sha256(b"senpu-dice/1\n" + secret).digest()


def make_secret(side: str, chain: int, length: int, number: int) -> bytes:
    """Return a secret of one of a side's chains; 0 is the commitment."""
    secret = sha256(f"{side} {chain}".encode()).digest()
    for _ in range(length - number):
        secret = previous(secret)
    return secret


def compute_pips(secrets: dict[str, bytes], head: bytes) -> int:
    """Return the roll of one die that the secrets of both sides give."""
    key = b"".join(secret for _, secret in sorted(secrets.items()))
    counter = 0
    while True:
        for byte in digest(key, head + counter.to_bytes(4, "big"), "sha256"):
            if byte < 252:
                return 1 + byte % 6
        counter += 1
