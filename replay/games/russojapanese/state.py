"""The state of a game of the Russo-Japanese War."""

from typing import TypeVar

import msgspec
from msgspec.structs import replace

from senpu.notation.events import EndPhase, Word
from senpu.replay.core.rules import Effects
from senpu.replay.core.states import State as AnyState
from senpu.replay.games.russojapanese.fleets import RussoJapaneseNavy
from senpu.replay.parts.counters import UnitGroup

JAPAN, RUSSIA = "japan", "russia"
SIDES = (JAPAN, RUSSIA)
ENEMY = {JAPAN: RUSSIA, RUSSIA: JAPAN}
NUMBER = {JAPAN: 0, RUSSIA: 1}
"""The index of each side in pairs, Japan first."""

LOST, HOME, GATE = -1, -2, -3
"""The place of a unit off the map; hexes are numbered from 0.

LOST: removed. HOME: in its side's far box (Japan, European Russia). GATE: in the box next to the
map (Korea, Siberia).
"""
BOXES = {JAPAN: {HOME: "Japan", GATE: "Korea"}, RUSSIA: {HOME: "Europe", GATE: "Siberia"}}
"""The names of the boxes."""

REFILL, MOVEMENT, COMBAT, CARDS, VICTORY = "refill", "movement", "combat", "cards", "victory"
PHASES = (
    (RUSSIA, REFILL),
    (RUSSIA, MOVEMENT),
    (RUSSIA, COMBAT),
    (RUSSIA, CARDS),
    (JAPAN, REFILL),
    (JAPAN, MOVEMENT),
    (JAPAN, COMBAT),
    (JAPAN, CARDS),
    ("", VICTORY),
)
"""A turn (5.0)."""
FIRST_PHASE = 5
"""The phase with which turn 1 begins (5.1)."""

END = EndPhase()
NO = Word("no")

Cards = tuple[int, ...]
"""Cards by their number; 0 is one that the viewer may not know."""
FACE_DOWN = 0x100
"""The first number of face-down cards; the digits of a card's name are added."""

T = TypeVar("T")


class RussoJapaneseDeclaration(msgspec.Struct, frozen=True, gc=False):
    """A declared attack that is not made yet (9.3)."""

    place: int
    units: UnitGroup


class RussoJapaneseCombat(msgspec.Struct, frozen=True, gc=False):
    """An attack under way, from the choice to fight it to the advance after it."""

    side: str
    place: int
    units: UnitGroup = ()
    """The remaining attackers; empty once they retreat."""
    targets: UnitGroup = ()
    """The remaining defenders, until they retreat; empty if the result does not concern them."""
    difference: int = 0
    """Attack less defence, support and ground included (9.5), until the result takes effect."""
    result: str = ""
    """The current result; cards may still change it (10.4.5)."""


class RussoJapaneseCardWindow(msgspec.Struct, frozen=True, gc=False):
    """A round of replies by card (10.4.5)."""

    what: str
    """before, after (the die), sortie or check."""
    passes: int = 0
    """The number of answers `no` in a row."""
    card: int = 0
    """The card to answer: a sortie's, or the last that changed the result and can be cancelled."""
    former: str = ""
    """The result before that card."""


class RussoJapaneseState(AnyState, frozen=True, kw_only=True, gc=False):
    """A state of the Russo-Japanese War.

    Units are numbered in the order of `units.toml`, without ships; a set of units is a number with
    a bit for each. A set of hexes has a bit for each key hex and town, as numbered in the tables.
    Pairs have the value of Japan first.
    """

    stage: str = "phase"
    phase: int = FIRST_PHASE
    where: tuple[int, ...]
    """A hex of the grid, LOST, HOME or GATE."""
    held: int = 0
    """The key hexes and towns that Japan passed last; Russia passed the others last (3.4)."""
    morale: tuple[int, int]
    losses: tuple[int, int] = (0, 0)
    """Units lost in this turn (4.3.2)."""
    hands: tuple[Cards, Cards] = ((), ())
    """Sorted."""
    deck: Cards = ()
    """The sorted cards left in the deck; no side knows their order.

    While a hand has face-down cards, these are all cards that may be left: see `count_deck`.
    """
    pile: Cards = ()
    """The discards, the last one on top."""
    drawing: int = 0
    """The number of cards that the active side still draws."""
    done: int = 0
    """The units that moved in this movement phase."""
    railed: bool = False
    """Flag: the railway move of this phase is made (8.2)."""
    marched: bool = False
    """Flag: the forced march of this player turn is made (10.2.3)."""
    within: bool = False
    """Flag: the current movement or combat phase belongs to a forced march."""
    zoneless: int = 0
    """The units without a zone of control at present (6.4)."""
    hastened: int = 0
    """The units that may move further in this movement phase."""
    declared: tuple[RussoJapaneseDeclaration, ...] = ()
    fight: RussoJapaneseCombat | None = None
    retreating: UnitGroup = ()
    """Units that still have to retreat (9.6)."""
    retreated: UnitGroup = ()
    """Units that retreated in this chain of retreats, which may not be displaced again."""
    crowd: int = -1
    """The hex above the stacking limit after a retreat, from which a unit must give way."""
    window: RussoJapaneseCardWindow | None = None
    limit: int = 0
    """The most cards that Japan may hold in its next player turn; 0 for no limit (10.4.3)."""
    blockaded: bool = False
    """Flag: Japan may not land units from the sea in its next player turn."""
    agitated: bool = False
    """Flag: Russia may not transport units in its next player turn (Akashi)."""
    locked: bool = False
    """Flag: the Port Arthur fleet cannot sortie any more (10.4.1)."""
    flipped: bool = False
    """Flag: the garrison of Port Arthur is flipped (10.4.4)."""
    checks: tuple[int, int] = (0, 0)
    """The modifiers to the dice of the next morale checks."""
    navy: RussoJapaneseNavy | None = None
    """The fleets, if chapter 11 is played."""


Step = tuple[RussoJapaneseState, Effects]
"""The state after an event or a consequence, and the effects in order."""


def get_combat(state: RussoJapaneseState) -> RussoJapaneseCombat:
    """Return the fight in progress."""
    fight = state.fight
    assert fight is not None
    return fight


def get_navy(state: RussoJapaneseState) -> RussoJapaneseNavy:
    """Return the fleets, in a game with chapter 11."""
    navy = state.navy
    assert navy is not None
    return navy


def replace_navy(state: RussoJapaneseState, **changes: object) -> RussoJapaneseState:
    """Return the state with changed fields of its fleets."""
    return replace(state, navy=replace(get_navy(state), **changes))


def replace_value(pair: tuple[T, T], side: str, value: T) -> tuple[T, T]:
    """Return a pair with another value for one side."""
    return (value, pair[1]) if side == JAPAN else (pair[0], value)


def get_hand(state: RussoJapaneseState, side: str) -> Cards:
    """Return the hand of a side."""
    return state.hands[NUMBER[side]]


def count_deck(state: RussoJapaneseState) -> int:
    """Return the number of cards in the deck; face-down cards elsewhere are subtracted."""
    (one, other), pile = state.hands, state.pile
    lying = count_face_down(one) + count_face_down(other) + count_face_down(pile)
    return len(state.deck) - lying


def count_face_down(cards: Cards) -> int:
    """Return the number of face-down cards among some cards, 0 in most games."""
    return sum(card >= FACE_DOWN for card in cards) if cards and max(cards) >= FACE_DOWN else 0


def format_card(card: int) -> str:
    """Return the name of a card; a hidden card is `#??`."""
    return f"?{card - FACE_DOWN:08x}" if card >= FACE_DOWN else _NAMES[card]


_NAMES = ("#??", *[f"#{card:02}" for card in range(1, 17)])
_CARDS = {name: card for card, name in enumerate(_NAMES) if card}


def parse_card(text: str) -> int:
    """Return the number of a card from its name, or -1 for an unknown name."""
    card = _CARDS.get(text, -1)
    return card if card > 0 or text[:1] != "?" else FACE_DOWN + int(text[1:], 16)
