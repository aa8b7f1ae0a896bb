"""Logs with face-down hands and known salts."""

from senpu.logs.chain import add_tags
from senpu.logs.hand_sheets import KnownCard
from senpu.logs.hands import SALT, format_hand_line, format_reveal_line
from senpu.replay.core.registry import open_rules
from senpu.replay.games.russojapanese.rules import RussoJapaneseRules
from tests.sealed import NONCE

HEADER = f"Senpu: 1\nGame: {{}}\nRules: 1\nHands: dealer\nChain: sha256\nNonce: {NONCE}\n"


def card(number: int, side: str, card: str, salt: int = 0) -> KnownCard:
    """Return the card number `number` of the deal."""
    return KnownCard(number, side, card, bytes([salt or number]) * SALT)


def name(card: KnownCard) -> str:
    return card.face_down(NONCE).name


def dealt(*cards: KnownCard) -> str:
    """Return the rows of a draw of cards."""
    sealed = tuple(each.face_down(NONCE) for each in cards)
    return f"{format_hand_line(sealed)}draw {'+'.join(sorted(each.name for each in sealed))}\n"


def format_reveals(*cards: KnownCard) -> str:
    return "".join(format_reveal_line(name(each), each.card, each.salt) for each in cards)


def log(rows: str, game: str = "blind/toy") -> str:
    """Return a chained log of a game with face-down hands."""
    return add_tags(f"{HEADER.format(game)}\n{rows}")


RUSSO = "russojapanese/bonsai-2018"


def must_show(side: str) -> int:
    """Return the card that a side must reveal when it draws it."""
    rules = open_rules(RUSSO)
    assert isinstance(rules, RussoJapaneseRules)
    event = rules.context.event.items()
    return next(card for (of, card), words in event if of == side and words[0] == "reshuffle")


_KEPT = [card(at, "japan", f"#{each:02}") for at, each in enumerate((must_show("japan"), 3, 4), 1)]
CONCEALED = log(
    f"{dealt(*_KEPT)}T1 J: |\nJ: resign\nEnd: Russia resign\n{format_reveals(*_KEPT)}", RUSSO
)
"""A game in which Japan did not reveal a card that it had to reveal."""
