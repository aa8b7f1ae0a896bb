"""The rules of Blind, a toy game with hidden cards.

1: two cards each; 2: a side plays a card or lays it face down; 3: a die for a played card; 4: the
higher cards win.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any

from msgspec.structs import replace

from senpu.notation.events import Event, Roll, Word
from senpu.replay.core.odds import Odds, OddsTerm
from senpu.replay.core.position_format import PositionFormat
from senpu.replay.core.rules import (
    Board,
    Context,
    Effect,
    Effects,
    IllegalEventError,
    Piece,
    Rules,
    Tally,
)
from senpu.replay.core.states import CHANCE, Decision, Outcome
from senpu.replay.core.states import State as AnyState
from senpu.spec.loader import Spec
from tests.toy_positions import make_plain_format

CARDS = range(1, 7)
Cards = tuple[int, ...]


class State(AnyState, frozen=True, kw_only=True):
    hands: tuple[Cards, Cards] = ((), ())
    deck: Cards = tuple(CARDS)
    table: Cards = ()
    """The cards that the sides have played or laid, in order."""
    faces: tuple[bool, ...] = ()
    """True for each card that is face up."""
    where: tuple[str, str] = ("A", "A")


SEALED = 0x100
"""The first number of face-down cards; the rest of a number is the digits of their names."""


def numbered(text: str) -> int:
    return int(text[1:]) if text[0] == "#" else SEALED + int(text[1:], 16)


def spelled(card: int) -> str:
    """Return the notation of a card; 0 is a card that the viewer may not know."""
    if card >= SEALED:
        return f"?{card - SEALED:08x}"
    return f"#{card:02}" if card else "#??"


def listed(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(spelled, cards))


def blank(cards: Cards) -> Cards:
    return (0,) * len(cards)


class Blind(Rules[Context, State]):
    """Two hands, of which each side knows its own."""

    continuing_kinds = frozenset(("dice",))

    def __init__(self, spec: Spec) -> None:
        super().__init__(Context(spec))
        self.ids = [side.id for side in spec.sides]
        self.runners = [unit.id for unit in spec.units]
        self.stages = {"": self._follow}

    def make_position_format(self) -> PositionFormat:
        return make_plain_format(self, State, "act dice draw show")

    def check_position(self, state: State, side: str) -> None:
        del state, side

    def start(self) -> State:
        return self._next(State(turn=1))

    def _next(self, state: State) -> State:
        """The question that follows, or the end."""
        drawn = sum(map(bool, state.hands))
        if drawn < 2 and not state.table:
            decision = Decision(CHANCE, "draw", self.context.number["draw"], count=2)
        elif len(state.table) < 2:
            decision = Decision(self.ids[len(state.table)], "act", self.context.number["act"])
        elif covered := self._covered(state):
            decision = Decision(CHANCE, "show", self.context.number["end"], count=covered)
        else:
            sums = [sum(hand) + card for hand, card in zip(state.hands, state.table, strict=True)]
            winner = "" if sums[0] == sums[1] else self.ids[sums[1] > sums[0]]
            name = winner.capitalize() or "Draw"
            return replace(
                state,
                decision=None,
                outcome=Outcome(f"{name} {self.context.number['end']}", winner),
            )
        return replace(state, decision=decision)

    @staticmethod
    def _lying(state: State) -> tuple[Cards, ...]:
        return (*state.hands, state.table)

    def _covered(self, state: State) -> int:
        """Return the number of cards that are face down for all sides."""
        return sum(card >= SEALED for cards in self._lying(state) for card in cards)

    # ---- face-down hands---------------------------------------------------------------------

    def drawing_side(self, state: State) -> str:
        asked = state.decision is not None and state.decision.kind == "draw"
        return self.ids[self._drawer(state)] if asked else ""

    def prepare_draw(self, state: State, cards: tuple[str, ...]) -> State:
        assert state.decision is not None
        return replace(state, decision=replace(state.decision, units=cards))

    def reveal(self, state: State, face_down: str, card: str) -> tuple[State, Effects]:
        code, found = numbered(face_down), numbered(card)
        if not any(code in cards for cards in self._lying(state)):
            return state, ()
        if found not in state.deck:
            raise IllegalEventError("notHeld", self.context.number["draw"], card=card, hand=())

        def replace_card(cards: Cards) -> Cards:
            return tuple(sorted(found if each == code else each for each in cards))

        north, south = map(replace_card, state.hands)
        state = replace(
            state,
            hands=(north, south),
            table=tuple(found if each == code else each for each in state.table),
            deck=tuple(each for each in state.deck if each != found),
        )
        shows = state.decision is not None and state.decision.kind == "show"
        return self._next(state) if shows else state, ()

    # ---- hidden parts ---------------------------------------------------------------------

    def view(self, state: State, side: str) -> State:
        if state.outcome is not None:
            return state
        own = self.ids.index(side)
        hands = [hand if at == own else blank(hand) for at, hand in enumerate(state.hands)]
        table = tuple(
            card if face or at == own else 0
            for at, (card, face) in enumerate(zip(state.table, state.faces, strict=True))
        )
        shown = self._covered(state) - sum(card >= SEALED for card in (*hands[own], *table))
        return replace(
            state,
            hands=(hands[0], hands[1]),
            deck=blank(state.deck[shown:]),
            table=table,
            decision=state.decision and replace(state.decision, units=()),
        )

    def sample_hidden(self, state: State, side: str, random: Random) -> State:
        own, known = self.ids.index(side), set[int]()
        for at, hand in enumerate(state.hands):
            known |= {card for card in hand if at == own and 0 < card < SEALED}
        for at, (card, face) in enumerate(zip(state.table, state.faces, strict=True)):
            known |= {card} if (face or at == own) and 0 < card < SEALED else set()
        hidden = [card for card in CARDS if card not in known]
        random.shuffle(hidden)

        def dealt(cards: Cards) -> Cards:
            return tuple(card if card in known else hidden.pop() for card in cards)

        hands = [tuple(sorted(dealt(hand))) for hand in state.hands]
        table = dealt(state.table)
        return replace(
            state,
            hands=(hands[0], hands[1]),
            table=table,
            deck=tuple(sorted(hidden)),
            decision=state.decision and replace(state.decision, units=()),
        )

    def visible_to(self, state: State, event: Event, side: str) -> Event:
        if not isinstance(event, Word) or event.word == "play":
            return event
        assert state.decision is not None
        if side == (self.ids[self._drawer(state)] if event.word == "draw" else state.decision.side):
            return event
        return Word(event.word, tuple("+".join("#??" for _ in a.split("+")) for a in event.args))

    @staticmethod
    def _drawer(state: State) -> int:
        return sum(map(bool, state.hands))

    # ---- what is legal --------------------------------------------------------------------

    def canon(self, state: State, event: Event) -> Event:
        decision = state.decision
        if decision is None:
            raise IllegalEventError("gameOver", self.context.number["end"])
        if decision.kind == "act":
            hand = state.hands[self.ids.index(decision.side)]
            if not isinstance(event, Word) or event.word == "draw" or len(event.args) != 1:
                raise IllegalEventError(
                    "wrongAnswer", self.context.number["act"], decision=decision
                )
            if event.args[0] not in listed(hand):
                card, held = event.args[0], listed(hand)
                raise IllegalEventError("notHeld", self.context.number["act"], card=card, hand=held)
            if event.word == "play" and event.args[0][0] == "?":
                raise IllegalEventError("showFirst", self.context.number["act"], card=event.args[0])
            return event
        if decision.kind == "draw" and decision.units and event not in self.legal(state):
            raise IllegalEventError("otherCards", self.context.number["draw"], cards=decision.units)
        if event not in self.legal(state):
            raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
        return event

    def legal(self, state: State) -> Iterator[Event]:
        decision = state.decision
        if decision is None:
            return
        if decision.kind == "dice":
            yield from (Roll((pips,)) for pips in range(1, 7))
        elif decision.units:
            yield Word("draw", ("+".join(sorted(decision.units)),))
        elif decision.kind == "show":
            return
        elif decision.kind == "draw":
            pairs = combinations(state.deck, 2)
            yield from (Word("draw", ("+".join(listed(pair)),)) for pair in dict.fromkeys(pairs))
        else:
            hand = dict.fromkeys(state.hands[self.ids.index(decision.side)])
            yield from (Word("play", (card,)) for card in listed(hand) if card[0] == "#")
            yield from (Word("lay", (card,)) for card in listed(hand))

    def sample(self, state: State, random: Random) -> Event:
        return random.choice(list(self.legal(state)))

    def apply(self, state: State, event: Event) -> tuple[State, Effects]:
        return self.run_stages(*self._answer(state, event))

    def _answer(self, state: State, event: Event) -> tuple[State, Effects]:
        at = len(state.table)
        if isinstance(event, Roll):
            place = "B" if event.pips[0] > state.table[-1] else "A"
            where = [*state.where]
            where[at - 1] = place
            kind = "ran" if place == "B" else "stood"
            rolled = Effect(kind, self.ids[at - 1], (self.runners[at - 1],), places=(place,))
            return replace(state, decision=None, where=(where[0], where[1])), (rolled,)
        assert isinstance(event, Word)
        hands = [*state.hands]
        cards = tuple(map(numbered, event.args[0].split("+")))
        if event.word == "draw":
            at = self._drawer(state)
            side = self.ids[at]
            hands[at] = tuple(sorted(cards))
            deck = tuple(card for card in state.deck if card not in cards)
            drawn = Effect("drawn", side, numbers=(2,))
            drawn_cards = Effect("drawn_cards", side, numbers=cards, audience=side)
            state = replace(state, decision=None, hands=(hands[0], hands[1]), deck=deck)
            return state, (drawn, drawn_cards)
        side, (card,) = self.ids[at], cards
        hands[at] = tuple(each for each in state.hands[at] if each != card)
        face = event.word == "play"
        state = replace(
            state,
            hands=(hands[0], hands[1]),
            table=(*state.table, card),
            faces=(*state.faces, face),
            decision=Decision(CHANCE, "dice", self.context.number["dice"], dice=("",))
            if face
            else None,
        )
        if face:
            return state, (Effect("played", side, numbers=cards),)
        return state, (
            Effect("laid", side),
            Effect("laid_card", side, numbers=cards, audience=side),
        )

    def _follow(self, _: Context, state: State) -> tuple[State, Effects]:
        after = self._next(state)
        if after.outcome is None:
            return after, ()
        return after, tuple(
            Effect("shown", side, numbers=(*hand, card))
            for side, hand, card in zip(self.ids, state.hands, state.table, strict=True)
        )

    # ---- the board ------------------------------------------------------------------------

    def board(self, state: State) -> Board:
        pieces = tuple(
            Piece(unit, side, place, "run", "1")
            for unit, side, place in zip(self.runners, self.ids, state.where, strict=True)
        )
        tallies = [
            Tally(side, "hand", len(hand), units=listed(hand))
            for side, hand in zip(self.ids, state.hands, strict=True)
        ]
        tallies += [
            Tally(side, "table", 1, units=(spelled(card),))
            for side, card in zip(self.ids, state.table, strict=False)
        ]
        tallies.append(Tally(self.ids[0], "deck", len(state.deck), units=listed(state.deck)))
        return Board(pieces, {"A": (), "B": ()}, tuple(tallies))

    def odds(self, state: State, event: Event) -> Odds | None:
        if not isinstance(event, Word) or event.word != "play" or event.args == ("#??",):
            return None
        card = int(event.args[0][1:])
        results = (("ran", (6 - card) / 6), ("miss", card / 6))
        terms = (OddsTerm("card", card, self.context.number["dice"]),)
        return Odds(results, card + 1, terms, "printed")

    def interchangeable(self, state: State) -> Any:
        over = state.outcome is not None
        hands = [hand if over else len(hand) for hand in state.hands]
        table = [
            card if face or over else 0 for card, face in zip(state.table, state.faces, strict=True)
        ]
        return (state.where, hands, table, state.faces, state.decision, state.outcome)


RULES = Blind
