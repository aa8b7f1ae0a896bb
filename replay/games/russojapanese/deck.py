"""The deck, the hands, the refill and the limits on it (3.2, 10.0, 10.1, 10.4.3, 10.4.6).

The deck is a set: its order is nobody's to know, and every draw is an event. Cards are written in
the order of their numbers. A draw that meets the last card of the deck is cut in two, for the
cards before the reshuffle come from the old deck and those after it from the new one (reading 23).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import CHANCE, Decision, Effect, Effects, IllegalEventError
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import shaken
from senpu.replay.games.russojapanese.state import (
    JAPAN,
    NO,
    NUMBER,
    PHASES,
    SEALED,
    SIDES,
    Cards,
    State,
    Step,
    card_name,
    card_of,
    deck_size,
    hand,
    of_side,
)


def without(cards: Cards, card: int) -> Cards:
    """A hand without one of its cards; which one makes no difference where they are hidden."""
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def spent(state: State, side: str, card: int) -> State:
    """A card leaves a hand for the top of the discards (10.0)."""
    hands = of_side(state.hands, side, without(hand(state, side), card))
    return replace(state, hands=hands, pile=(*state.pile, card))


def playable(state: State, side: str) -> Cards:
    """What a side may spend or play of its hand, each once; 0 for all that nobody knows yet."""
    return tuple(sorted({card if card < SEALED else 0 for card in hand(state, side)}))


def in_hand(
    rules: RussoJapanese, state: State, side: str, payer: tuple[str, ...], number: str
) -> int:
    """The card that pays. Raises IllegalEventError if it is none, or not in that hand."""
    if len(payer) != 1 or card_of(payer[0]) < 0:
        raise rules.reject("payCard", number)
    card = card_of(payer[0])
    if card >= SEALED and card in hand(state, side):
        raise IllegalEventError("showFirst", rules.number[number], card=payer[0])
    if card not in hand(state, side):
        names = tuple(card_name(each) for each in hand(state, side))
        raise rules.reject("notInHand", number, card=payer[0], cards=names)
    return card


def listed(word: str, cards: Cards) -> Word:
    """`draw #02+#05`."""
    return Word(word, ("+".join(card_name(card) for card in cards),))


def read(rules: RussoJapanese, decision: Decision, event: Event, word: str) -> Cards:
    """The cards that an event of chance names, sorted. Raises IllegalEventError."""
    if not isinstance(event, Word) or event.word != word or event.payer or event.again:
        raise IllegalEventError("cardsFirst", decision.rule, decision=decision)
    texts = [text for arg in event.args for text in arg.split("+")]
    cards = tuple(sorted(card_of(text) for text in texts))
    if len(cards) != decision.count or cards[0] < 1 or len(set(cards)) < len(cards):
        raise IllegalEventError("wrongCards", decision.rule, decision=decision, n=decision.count)
    return cards


# ---- draws ------------------------------------------------------------------------------


def drawer(state: State) -> str:
    """Whose draw it is: Japan's in the deal (3.2), else that of the side whose turn it is."""
    return PHASES[state.phase][0] if state.turn else JAPAN


def draw_more(rules: RussoJapanese, state: State) -> Step:
    """Return the state with the next draw pending, or after the last draw, and the effects. Before
    the last card of the deck is drawn, the discards are shuffled into it (10.0).
    """
    if not state.drawing:
        return replace(state, stage="drawn"), ()
    effects: Effects = ()
    left = deck_size(state)
    if left == 1 and state.pile:
        state, effects = shuffled(state)
        left = deck_size(state)
    count = min(state.drawing, max(1, left - 1))
    side = drawer(state)
    number = rules.number["deal" if not state.turn else "refill"]
    decision = Decision(CHANCE, "draw", number, (side,), count=count)
    return replace(state, decision=decision), effects


def shuffled(state: State, card: int = 0) -> Step:
    """Return the state with the discards (and a card) shuffled into the deck, and the effect."""
    shuffle = Effect("shuffled", numbers=(len(state.pile) + bool(card),))
    known = (each for each in state.pile if each < SEALED)
    deck = tuple(sorted((*state.deck, *known, *((card,) if card else ()))))
    return replace(state, deck=deck, pile=()), (shuffle,)


def canon_draw(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    cards = read(rules, decision, event, "draw")
    if decision.units[1:]:
        if cards != ready(decision):
            raise IllegalEventError("otherCards", decision.rule, cards=decision.units[1:])
        return listed("draw", cards)
    for card in cards:
        if card not in state.deck:
            raise rules.reject("notInDeck", "refill", card=card_name(card))
    return listed("draw", cards)


def ready(decision: Decision) -> Cards:
    """The cards that lie face down for a draw; their names stand behind the side that draws."""
    return tuple(sorted(map(card_of, decision.units[1:])))


def legal_draws(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    if decision.units[1:]:
        return iter((listed("draw", ready(decision)),))
    if 0 in state.deck:  # seen by a side: whatever comes is hidden
        return iter((listed("draw", (0,) * decision.count),))
    return (listed("draw", cards) for cards in combinations(state.deck, decision.count))


def draw(rules: RussoJapanese, state: State, event: Word) -> Step:
    """Return the state after a draw, and its effects."""
    side = drawer(state)
    cards = tuple(card_of(text) for text in event.args[0].split("+"))
    deck = state.deck
    for card in cards:
        if card < SEALED:
            deck = without(deck, card)
    hands = of_side(state.hands, side, tuple(sorted((*hand(state, side), *cards))))
    state = replace(
        state,
        decision=None,
        deck=deck,
        hands=hands,
        drawing=state.drawing - len(cards),
        stage="draw",
    )
    return state, (
        Effect("drew", side, numbers=(len(cards),)),
        Effect("drewCards", side, targets=event.args, audience=side),
    )


def follow_drawn(rules: RussoJapanese, state: State) -> Step:
    """Return the state after a complete refill, and the effects: a card that must be shuffled back
    counts now (10.4.6). Japan's first hand simply loses it (3.2).
    """
    side = drawer(state)
    state = replace(state, stage="next-phase" if state.turn else "begin")
    for card in hand(state, side):
        if must_shuffle(rules, side, card):
            return shuffled_back(state, side, card)
    return state, ()


def must_shuffle(rules: RussoJapanese, side: str, card: int) -> bool:
    """Whether a card counts for its side, and so is shuffled back; of one that is face down its
    owner has to show it.
    """
    return 0 < card < SEALED and rules.event[side, card][0] == "reshuffle"


def shuffled_back(state: State, side: str, card: int) -> Step:
    """Return the state with a card of a hand and the discards shuffled into the deck, and the
    effects.
    """
    hands = of_side(state.hands, side, without(hand(state, side), card))
    state, shuffle = shuffled(replace(state, hands=hands), card)
    return state, (Effect("mustShuffle", side, numbers=(card,)), *shuffle)


# ---- cards dealt face down ---------------------------------------------------------------


def deal(state: State, cards: tuple[str, ...]) -> State:
    """Cards lie face down for the draw that is awaited."""
    assert state.decision is not None
    return replace(state, decision=replace(state.decision, units=(state.decision.units[0], *cards)))


def learn(rules: RussoJapanese, state: State, face_down: str, card: str) -> Step:
    """Return the state once it is known which card a face-down one is, in a hand or among the
    discards, and the effects. A card that must be shuffled back is so at once (10.4.6). Raises
    IllegalEventError if the card is known to be elsewhere.
    """
    code, found = card_of(face_down), card_of(card)
    if code in state.pile and found in state.deck:
        pile = tuple(found if each == code else each for each in state.pile)
        return replace(state, pile=pile, deck=without(state.deck, found)), ()
    for side in SIDES:
        if code in hand(state, side):
            if found not in state.deck:
                raise rules.reject("notInDeck", "refill", card=card)
            cards = tuple(sorted((*without(hand(state, side), code), found)))
            hands = of_side(state.hands, side, cards)
            state = replace(state, hands=hands, deck=without(state.deck, found))
            if must_shuffle(rules, side, found):
                return shuffled_back(state, side, found)
    return state, ()


# ---- the refill -------------------------------------------------------------------------


def open_refill(rules: RussoJapanese, state: State) -> Step:
    """Return the state at the start of a refill phase. First Japan discards by chance its cards
    above a limit that fleets set (reading 3). Then a side with two cards or fewer may refill
    (10.1). A fourth card that was paid for is kept.
    """
    side = PHASES[state.phase][0]
    cards = hand(state, side)
    most = limit(rules, state, side)
    if side == JAPAN and state.limit and not rules.limit_keeps_hand and len(cards) > most:
        decision = Decision(
            CHANCE, "discard", rules.number["limit"], (side,), count=len(cards) - most
        )
        return replace(state, decision=decision, stage="refill"), ()
    if len(cards) < most and len(cards) <= rules.sheet.limit["refill_from"]:
        return replace(state, decision=rules.ask_refill[side], stage="draw"), ()
    return replace(state, stage="next-phase"), ()


def limit(rules: RussoJapanese, state: State, side: str) -> int:
    """How many cards a side may hold after a refill without paying (10.1, 10.4.3)."""
    most = rules.sheet.limit["hand"]
    if side == JAPAN and state.limit:
        return min(most, state.limit)
    return most


def sizes(rules: RussoJapanese, state: State, side: str) -> dict[int, int]:
    """To how many cards a side may refill now, and what each costs in morale. A point can be paid
    even if it is the last one (reading 2), never while fleets limit the hand (10.4.3).
    """
    found = {limit(rules, state, side): 0}
    limited = side == JAPAN and state.limit
    if not limited and state.morale[NUMBER[side]]:
        found[rules.sheet.limit["paid_hand"]] = 1
    return found


def canon_refill(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    if event == NO:
        return event
    if not isinstance(event, Word) or event.word != "refill" or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    choices = tuple(str(size) for size in sizes(rules, state, decision.side))
    if len(event.args) != 1 or event.args[0] not in choices:
        if state.limit and decision.side == JAPAN:
            most, held = limit(rules, state, JAPAN), len(hand(state, JAPAN))
            raise rules.reject("refillLimited", "limit", most=most, held=held, n=most - held)
        if event.args == (str(rules.sheet.limit["paid_hand"]),):
            raise rules.reject("refillMorale", "refill")
        raise rules.reject("refillTo", "refill", sizes=choices)
    return event


def legal_refills(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    for size in sizes(rules, state, decision.side):
        yield Word("refill", (str(size),))
    yield NO


def refill(rules: RussoJapanese, state: State, event: Word) -> Step:
    """Return the state after the choice of a refill, and its effects."""
    assert state.decision is not None
    side = state.decision.side
    if event == NO:
        return replace(state, decision=None, stage="next-phase"), (Effect("noRefill", side),)
    size = int(event.args[0])
    effects: Effects = (Effect("refill", side, numbers=(size,)),)
    if sizes(rules, state, side)[size]:
        state, morale = shaken(rules, state, side)
        effects += morale
    drawing = size - len(hand(state, side))
    return replace(state, decision=None, drawing=drawing, stage="draw"), effects


# ---- 10.4.3: a hand above its limit ------------------------------------------------------


def canon_discard(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    cards = read(rules, decision, event, "discard")
    held = hand(state, decision.units[0])
    for card in cards:
        if card not in held:
            names = tuple(card_name(each) for each in held)
            raise rules.reject("notInHand", "limit", card=card_name(card), cards=names)
    return listed("discard", cards)


def legal_discards(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    held = hand(state, decision.units[0])
    if 0 in held:
        return iter((listed("discard", (0,) * decision.count),))
    return (listed("discard", cards) for cards in combinations(held, decision.count))


def discard(rules: RussoJapanese, state: State, event: Word) -> Step:
    """Return the state after a discard by chance, face up, and its effect."""
    assert state.decision is not None
    side = state.decision.units[0]
    cards = tuple(card_of(text) for text in event.args[0].split("+"))
    for card in cards:
        state = spent(state, side, card)
    discarded = Effect("discarded", side, targets=event.args, numbers=(len(cards),))
    return replace(state, decision=None), (discarded,)
