"""The deck, the hands, the refill and its limits (3.2, 10.0, 10.1, 10.4.3, 10.4.6).

The deck is a set: no side knows its order, and every draw is an event. Cards are written in the
order of their numbers. A draw beyond the last card of the deck is split: the cards before the
reshuffle are from the old deck, the others from the new one (reading 23).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import Effect, Effects, IllegalEventError
from senpu.replay.core.states import CHANCE, Decision
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.control import change_morale
from senpu.replay.games.russojapanese.state import (
    FACE_DOWN,
    JAPAN,
    NO,
    NUMBER,
    PHASES,
    SIDES,
    Cards,
    RussoJapaneseState,
    Step,
    count_deck,
    format_card,
    get_hand,
    parse_card,
    replace_value,
)

KEPT_HANDS = 4096


def remove_card(cards: Cards, card: int) -> Cards:
    """Return a hand without one of its cards; any hidden card represents the others."""
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def discard_card(state: RussoJapaneseState, side: str, card: int) -> RussoJapaneseState:
    """Return the state with a card moved from a hand to the top of the discards (10.0)."""
    hands = replace_value(state.hands, side, remove_card(get_hand(state, side), card))
    return replace(state, hands=hands, pile=(*state.pile, card))


def list_playable(state: RussoJapaneseState, side: str) -> Cards:
    """Return the cards of a hand that a side may use, each once; 0 for all unknown cards."""
    return _list_different(get_hand(state, side))


@lru_cache(KEPT_HANDS)
def _list_different(cards: Cards) -> Cards:
    return tuple(sorted({card if card < FACE_DOWN else 0 for card in cards}))


def find_payer(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    payer: tuple[str, ...],
    number: str,
) -> int:
    """Return the card that pays, or raise IllegalEventError if it is not in the hand."""
    if len(payer) != 1 or parse_card(payer[0]) < 0:
        raise rules.reject("payCard", number)
    card = parse_card(payer[0])
    if card >= FACE_DOWN and card in get_hand(state, side):
        raise IllegalEventError("showFirst", rules.number[number], card=payer[0])
    if card not in get_hand(state, side):
        names = tuple(format_card(each) for each in get_hand(state, side))
        raise rules.reject("notInHand", number, card=payer[0], cards=names)
    return card


def build_event(word: str, cards: Cards) -> Word:
    """Return the event with a word and cards, such as `draw #02+#05`."""
    return Word(word, ("+".join(format_card(card) for card in cards),))


def parse_cards(rules: RussoJapaneseContext, decision: Decision, event: Event, word: str) -> Cards:
    """Return the sorted cards that an event of chance names, or raise IllegalEventError."""
    if type(event) is not Word or event.word != word or event.payer or event.again:
        raise IllegalEventError("cardsFirst", decision.rule, decision=decision)
    texts = [text for arg in event.args for text in arg.split("+")]
    cards = tuple(sorted(parse_card(text) for text in texts))
    if len(cards) != decision.count or cards[0] < 1 or len(set(cards)) < len(cards):
        raise IllegalEventError("wrongCards", decision.rule, decision=decision, n=decision.count)
    return cards


# ---- draws ------------------------------------------------------------------------------


def find_drawer(state: RussoJapaneseState) -> str:
    """Return the side that draws: Japan in the deal (3.2), otherwise the active side."""
    return PHASES[state.phase][0] if state.turn else JAPAN


def draw_more(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with the next draw pending, or after the last draw, and the effects.

    Before the last card of the deck is drawn, the discards are shuffled into it (10.0).
    """
    if not state.drawing:
        return replace(state, stage="drawn"), ()
    effects: Effects = ()
    left = count_deck(state)
    if left == 1 and state.pile:
        state, effects = shuffle_discards(state)
        left = count_deck(state)
    count = min(state.drawing, max(1, left - 1))
    side = find_drawer(state)
    number = rules.number["deal" if not state.turn else "refill"]
    decision = Decision(CHANCE, "draw", number, (side,), count=count)
    return replace(state, decision=decision), effects


def shuffle_discards(state: RussoJapaneseState, card: int = 0) -> Step:
    """Return the state with the discards (and a card) shuffled into the deck, and the effect."""
    shuffle = Effect("shuffled", numbers=(len(state.pile) + bool(card),))
    known = (each for each in state.pile if each < FACE_DOWN)
    deck = tuple(sorted((*state.deck, *known, *((card,) if card else ()))))
    return replace(state, deck=deck, pile=()), (shuffle,)


def canon_draw(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return a draw in canonical form (10.0, 10.1)."""
    cards = parse_cards(rules, decision, event, "draw")
    if decision.units[1:]:
        if cards != list_ready(decision):
            raise IllegalEventError("otherCards", decision.rule, cards=decision.units[1:])
        return build_event("draw", cards)
    for card in cards:
        if card not in state.deck:
            raise IllegalEventError("notInDeck", decision.rule, card=format_card(card))
    return build_event("draw", cards)


def list_ready(decision: Decision) -> Cards:
    """Return the face-down cards prepared for a draw, from the decision's units after the side."""
    return tuple(sorted(map(parse_card, decision.units[1:])))


def legal_draws(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Return an iterator over the draws that are possible (10.0, 10.1)."""
    if decision.units[1:]:
        return iter((build_event("draw", list_ready(decision)),))
    if 0 in state.deck:  # the view of a side: the drawn cards are hidden
        return iter((build_event("draw", (0,) * decision.count),))
    return (build_event("draw", cards) for cards in combinations(state.deck, decision.count))


def draw(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after a draw, and its effects."""
    side = find_drawer(state)
    cards = tuple(parse_card(text) for text in event.args[0].split("+"))
    deck = state.deck
    for card in cards:
        if card < FACE_DOWN:
            deck = remove_card(deck, card)
    hands = replace_value(state.hands, side, tuple(sorted((*get_hand(state, side), *cards))))
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


def follow_drawn(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state after a complete refill, and the effects.

    A card that must be shuffled into the deck counts now (10.4.6). Japan's first hand simply loses
    it (3.2).
    """
    side = find_drawer(state)
    state = replace(state, stage="next-phase" if state.turn else "begin")
    for card in get_hand(state, side):
        if is_shuffled_back(rules, side, card):
            return return_card(state, side, card)
    return state, ()


def is_shuffled_back(rules: RussoJapaneseContext, side: str, card: int) -> bool:
    """Return whether a card must be shuffled into the deck (10.4.6).

    The owner must reveal such a card if it is face down.
    """
    return (side, card) in rules.shuffled_back


def return_card(state: RussoJapaneseState, side: str, card: int) -> Step:
    """Return the state with a card and the discards shuffled into the deck, and the effects."""
    hands = replace_value(state.hands, side, remove_card(get_hand(state, side), card))
    state, shuffle = shuffle_discards(replace(state, hands=hands), card)
    return state, (Effect("mustShuffle", side, numbers=(card,)), *shuffle)


# ---- cards dealt face down ---------------------------------------------------------------


def prepare_draw(state: RussoJapaneseState, cards: tuple[str, ...]) -> RussoJapaneseState:
    """Return the state with face-down cards prepared for the pending draw."""
    assert state.decision is not None
    return replace(state, decision=replace(state.decision, units=(state.decision.units[0], *cards)))


def reveal_card(
    rules: RussoJapaneseContext, state: RussoJapaneseState, face_down: str, card: str
) -> Step:
    """Return the state after a face-down card in a hand or the discards is revealed.

    A card that must be shuffled into the deck is shuffled at once (10.4.6).

    Raises:
        IllegalEventError: The card is known to be elsewhere.
    """
    code, found = parse_card(face_down), parse_card(card)
    if code in state.pile and found in state.deck:
        pile = tuple(found if each == code else each for each in state.pile)
        return replace(state, pile=pile, deck=remove_card(state.deck, found)), ()
    for side in SIDES:
        if code in get_hand(state, side):
            if found not in state.deck:
                raise rules.reject("notInDeck", "refill", card=card)
            cards = tuple(sorted((*remove_card(get_hand(state, side), code), found)))
            hands = replace_value(state.hands, side, cards)
            state = replace(state, hands=hands, deck=remove_card(state.deck, found))
            if is_shuffled_back(rules, side, found):
                return return_card(state, side, found)
    return state, ()


# ---- the refill -------------------------------------------------------------------------


def find_limit_rule(state: RussoJapaneseState) -> str:
    """Return the key of the rule by which fleets limit Japan's hand (10.4.3, 11.2.5)."""
    return "limit" if state.navy is None else "interference"


def open_refill(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state at the start of a refill phase, and the effects.

    First Japan discards by chance its cards above a limit that fleets set (readings 3 and 30). Then
    a side with two cards or fewer may refill (10.1). A fourth card that was paid for is kept.
    """
    side = PHASES[state.phase][0]
    cards = get_hand(state, side)
    most = compute_limit(rules, state, side)
    naval = state.navy is not None  # then 11.2.5 requires the discard (reading 30)
    must_discard = naval or not rules.limit_keeps_hand
    if side == JAPAN and state.limit and len(cards) > most and must_discard:
        number = rules.number[find_limit_rule(state)]
        decision = Decision(CHANCE, "discard", number, (side,), count=len(cards) - most)
        return replace(state, decision=decision, stage="refill"), ()
    if len(cards) < most and len(cards) <= rules.tables.limit["refill_from"]:
        return replace(state, decision=rules.ask_refill[side], stage="draw"), ()
    return replace(state, stage="next-phase"), ()


def compute_limit(rules: RussoJapaneseContext, state: RussoJapaneseState, side: str) -> int:
    """Return the highest number of cards after a refill without payment (10.1, 10.4.3)."""
    most = rules.tables.limit["hand"]
    if side == JAPAN and state.limit:
        return min(most, state.limit)
    return most


def list_sizes(rules: RussoJapaneseContext, state: RussoJapaneseState, side: str) -> dict[int, int]:
    """Return the hand sizes to which a side may refill now, with the cost of each in morale.

    The last point of morale may be paid too (reading 2), but no point while fleets limit the hand
    (10.4.3).
    """
    found = {compute_limit(rules, state, side): 0}
    limited = side == JAPAN and state.limit
    if not limited and state.morale[NUMBER[side]]:
        found[rules.tables.limit["paid_hand"]] = 1
    return found


def canon_refill(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return a refill or its waiver in canonical form (10.1)."""
    if event == NO:
        return event
    if type(event) is not Word or event.word != "refill" or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    choices = tuple(str(size) for size in list_sizes(rules, state, decision.side))
    if len(event.args) != 1 or event.args[0] not in choices:
        if state.limit and decision.side == JAPAN:
            most, held = compute_limit(rules, state, JAPAN), len(get_hand(state, JAPAN))
            number = find_limit_rule(state)
            raise rules.reject("refillLimited", number, most=most, held=held, n=most - held)
        if event.args == (str(rules.tables.limit["paid_hand"]),):
            raise rules.reject("refillMorale", "refill")
        raise rules.reject("refillTo", "refill", sizes=choices)
    return event


def legal_refills(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal refills, then the waiver (10.1)."""
    for size in list_sizes(rules, state, decision.side):
        yield Word("refill", (str(size),))
    yield NO


def refill(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after the choice of a refill, and its effects."""
    assert state.decision is not None
    side = state.decision.side
    if event == NO:
        return replace(state, decision=None, stage="next-phase"), (Effect("noRefill", side),)
    size = int(event.args[0])
    effects: Effects = (Effect("refill", side, numbers=(size,)),)
    if list_sizes(rules, state, side)[size]:
        state, morale = change_morale(rules, state, side)
        effects += morale
    drawing = size - len(get_hand(state, side))
    return replace(state, decision=None, drawing=drawing, stage="draw"), effects


# ---- 10.4.3: a hand above its limit ------------------------------------------------------


def canon_discard(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return a discard by chance in canonical form (10.4.3, 11.2.5, 11.2.8)."""
    cards = parse_cards(rules, decision, event, "discard")
    held = get_hand(state, decision.units[0])
    for card in cards:
        if card not in held:
            names = tuple(format_card(each) for each in held)
            raise IllegalEventError("notInHand", decision.rule, card=format_card(card), cards=names)
    return build_event("discard", cards)


def legal_discards(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Return an iterator over the discards that are possible (10.4.3)."""
    held = get_hand(state, decision.units[0])
    if 0 in held:
        return iter((build_event("discard", (0,) * decision.count),))
    return (build_event("discard", cards) for cards in combinations(held, decision.count))


def discard(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after a discard by chance, face up, and its effect."""
    assert state.decision is not None
    side = state.decision.units[0]
    cards = tuple(parse_card(text) for text in event.args[0].split("+"))
    for card in cards:
        state = discard_card(state, side, card)
    discarded = Effect("discarded", side, targets=event.args, numbers=(len(cards),))
    return replace(state, decision=None), (discarded,)
