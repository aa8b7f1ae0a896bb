"""The state of a game of the Russo-Japanese War."""

from typing import TypeVar

import msgspec
from msgspec.structs import replace

from senpu.notation.events import EndPhase, Word
from senpu.replay.core.rules import Effects
from senpu.replay.core.rules import State as AnyState
from senpu.replay.games.russojapanese.fleets import Navy
from senpu.replay.parts.counters import Group

JAPAN, RUSSIA = "japan", "russia"
SIDES = (JAPAN, RUSSIA)
ENEMY = {JAPAN: RUSSIA, RUSSIA: JAPAN}
NUMBER = {JAPAN: 0, RUSSIA: 1}
"""Where each side stands in what is kept once a side."""

LOST, HOME, GATE = -1, -2, -3
"""Where a unit is that is not on the map: removed; in its side's far box (Japan, European Russia);
in the box beside the map (Korea, Siberia). A hex is counted from 0."""
BOXES = {JAPAN: {HOME: "Japan", GATE: "Korea"}, RUSSIA: {HOME: "Europe", GATE: "Siberia"}}
"""How the boxes are written."""

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
"""Where turn 1 begins (5.1)."""

END = EndPhase()
NO = Word("no")

Cards = tuple[int, ...]
"""Cards by their number; 0 is one that the viewer may not know."""
SEALED = 0x100
"""From here on, cards that were dealt face down, by the digits of their names."""

T = TypeVar("T")


class Declared(msgspec.Struct, frozen=True, gc=False):
    """An attack that was declared and is not fought yet (9.3)."""

    place: int
    units: Group


class Fight(msgspec.Struct, frozen=True, gc=False):
    """An attack under way, from the choice to fight it to the advance after it."""

    side: str
    units: Group
    """The attackers, those removed since left out."""
    targets: Group
    """The defenders, likewise."""
    place: int
    difference: int
    """Attack less defence, support and ground included (9.5)."""
    result: str = ""
    """As it stands; cards may still change it (10.4.5)."""


class Window(msgspec.Struct, frozen=True, gc=False):
    """A round of replies by card (10.4.5)."""

    what: str
    """before, after (the die), sortie or check."""
    passes: int = 0
    """How many said no in a row."""
    card: int = 0
    """The card that is answered: the sortie's, or the last one that changed the result if the
    enemy has one to undo it."""
    former: str = ""
    """The result before that card."""


class State(AnyState, frozen=True, kw_only=True, gc=False):
    """Units are counted in the order of `units.toml`, ships left out; a set of units is a number
    with a bit for each. A set of hexes has a bit for each key hex and town, as numbered by the
    sheet; other hexes have no memory. What is kept once a side stands Japan first.
    """

    stage: str = "draw"
    phase: int = FIRST_PHASE
    where: tuple[int, ...]
    """A hex of the grid, LOST, HOME or GATE."""
    held: int = 0
    """The key hexes and towns that Japan passed last; the others Russia did (3.4)."""
    morale: tuple[int, int]
    losses: tuple[int, int] = (0, 0)
    """Units lost in this turn (4.3.2)."""
    hands: tuple[Cards, Cards] = ((), ())
    """Sorted."""
    deck: Cards
    """What is left in it, sorted: its order is nobody's to know. While cards lie face down in a
    hand, whatever may be left in it: see `deck_size`."""
    pile: Cards = ()
    """The discards, the last one on top."""
    drawing: int = 0
    """How many cards are still to be drawn by the side whose phase it is."""
    done: int = 0
    """The units that moved in this movement phase."""
    railed: bool = False
    """Whether this phase's railway move was made (8.2)."""
    marched: bool = False
    """Whether this player turn's forced march was made (10.2.3)."""
    within: bool = False
    """Whether the movement or combat phase under way is that of a forced march."""
    zoneless: int = 0
    """The units without a zone of control at present (6.4)."""
    hastened: int = 0
    """The units that may go further in this movement phase."""
    declared: tuple[Declared, ...] = ()
    fight: Fight | None = None
    falling: Group = ()
    """Units that a result tells to retreat and that have not yet (9.6)."""
    fallen: Group = ()
    """Those that did, in this retreat: a chain does not push them again."""
    crowd: int = -1
    """The hex into which one fell back too many, and from which somebody must give way."""
    window: Window | None = None
    limit: int = 0
    """The most cards that Japan may hold in its next player turn; 0 for no limit (10.4.3)."""
    blockaded: bool = False
    """Whether Japan may land nobody from the sea in its next player turn."""
    agitated: bool = False
    """Whether Russia may bring up nobody in its next player turn (Akashi)."""
    locked: bool = False
    """Whether the Port Arthur fleet can sortie no more (10.4.1)."""
    flipped: bool = False
    """Whether the garrison of Port Arthur shows its other side (10.4.4)."""
    checks: tuple[int, int] = (0, 0)
    """What is added to the die of each side's next morale check."""
    navy: Navy | None = None
    """The fleets, where chapter 11 is played."""


Step = tuple[State, Effects]
"""The state after an event or a consequence, and the effects in order."""


def fight_of(state: State) -> Fight:
    """Return the fight in progress."""
    fight = state.fight
    assert fight is not None
    return fight


def navy_of(state: State) -> Navy:
    navy = state.navy
    assert navy is not None
    return navy


def with_navy(state: State, **changes: object) -> State:
    """The state with something else about its fleets."""
    return replace(state, navy=replace(navy_of(state), **changes))


def of_side(pair: tuple[T, T], side: str, value: T) -> tuple[T, T]:
    """What is kept once a side, with another value for one of them."""
    return (value, pair[1]) if side == JAPAN else (pair[0], value)


def hand(state: State, side: str) -> Cards:
    return state.hands[NUMBER[side]]


def deck_size(state: State) -> int:
    """How many cards the deck holds. Those that lie face down may be any of those it lists."""
    lying = sum(map(face_down, (*state.hands, state.pile)))
    return len(state.deck) - lying


def face_down(cards: Cards) -> int:
    """How many of some cards nobody knows yet. In most games that is none."""
    return sum(card >= SEALED for card in cards) if cards and max(cards) >= SEALED else 0


def card_name(card: int) -> str:
    """How a card is written; one that is hidden is shown as `#??`."""
    if card >= SEALED:
        return f"?{card - SEALED:08x}"
    return f"#{card:02}" if card else "#??"


_CARDS = {card_name(card): card for card in range(1, 17)}


def card_of(text: str) -> int:
    """The number of a card as written, -1 for anything that is no card of the game."""
    card = _CARDS.get(text, -1)
    return card if card > 0 or text[:1] != "?" else SEALED + int(text[1:], 16)
