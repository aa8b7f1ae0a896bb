"""The contract between a game's rules and everything else.

A position (:class:`State`) asks one question (:class:`Decision`) or is over (:class:`Outcome`).
Three functions define what is legal: `canon` turns an event into its one canonical spelling
or refuses it, `legal` yields canonical events only, `apply` takes a canonical one. An event
is accepted exactly if its canonical form is among the legal ones.

Rules are pure: a state is frozen and shared, and nothing here holds one.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from senpu.notation.events import Event
from senpu.notation.faults import Error
from senpu.notation.messages import SOURCE, Message
from senpu.replay.core.odds import Odds
from senpu.replay.core.sampling import choose_one
from senpu.spec.loader import Spec

if TYPE_CHECKING:
    from random import Random


CHANCE = "chance"


class Decision(msgspec.Struct, frozen=True, gc=False):
    """The pending decision of a position: who decides what, by which rule.

    Prompt, legal events, rejections and windows are made from it.

    Example:
        >>> import senpu
        >>> decision = senpu.read("game.senpu").at(5).decision
        >>> decision.side, decision.kind, decision.rule
        ('japan', 'act', '5.1')
    """

    side: str
    """A side's id, or `chance`."""
    kind: str
    """act, retreat, reroll, place, dice …: the game's word for it."""
    rule: str
    """The printed number of the rule that asks."""
    units: tuple[str, ...] = ()
    place: str = ""
    dice: tuple[str, ...] = ()
    """The letter before each die awaited, empty for plain dice."""
    count: int = 0
    """How many are asked for, where the question is of a number: hits to take …"""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The end of a game: `China 4.2`, one of the rule set's endings.

    Example:
        >>> import senpu
        >>> senpu.read("game.senpu").outcome
        Outcome(ending='China 4.2', winner='china')
    """

    ending: str
    winner: str
    """A side's id; empty for a draw."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """What every game's state has; a game adds its own."""

    turn: int = 0
    """0 during set-up."""
    decision: Decision | None = None
    """Nothing while consequences run, and when the game is over."""
    outcome: Outcome | None = None
    stage: str = ""
    """What follows next where nothing is asked: a key of the rules' table of stages."""


S = TypeVar("S", bound=State)
C = TypeVar("C", bound="Context")


class Effect(msgspec.Struct, frozen=True, gc=False):
    """One effect of an event: data, from which sentences, marks and reports are made.

    Example:
        >>> import senpu
        >>> effect = senpu.read("game.senpu").events[5].effects[0]
        >>> effect.kind, effect.units, effect.places
        ('move', ('i3', 'i4'), ('B', 'D'))
    """

    kind: str
    side: str = ""
    units: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    """From, to; or the one place concerned."""
    numbers: tuple[int, ...] = ()
    audience: str = ""
    """The side that alone may see it; empty for all."""


Effects = tuple[Effect, ...]
"""The effects of an event or of a consequence, in order."""


class IllegalEventError(Error):
    """An event that a rule does not allow in a position.

    Attributes:
        reason: The id of the reason, which has a text in both languages.
        rule: The number of the printed rule; may be empty.
        alternatives: Legal events that were perhaps intended, in canonical form, at most 9. The
            public API fills them in.

    Example:
        >>> import senpu
        >>> try:
        ...     senpu.read("game.senpu").end.play("J: pass")
        ... except senpu.IllegalEventError as error:
        ...     print(error.reason)
        gameOver
    """

    alternatives: tuple[str, ...] = ()
    message = Message("")
    """The explanation that the public API adds."""

    # Programs try many illegal events: each error is made with as little as possible.
    __slots__ = ("facts", "reason", "rule")

    def __init__(self, reason: str, rule: str, **facts: object) -> None:
        self.reason = reason
        self.rule = rule
        self.facts = facts

    def text(self, language: str = SOURCE) -> str:
        """Return the explanation in a language; without one, the reason, rule and facts."""
        if self.message.id:
            return self.message.text(language)
        facts = ", ".join(f"{key} {value}" for key, value in self.facts.items())
        return f"{self.reason} ({self.rule}){f': {facts}' if facts else ''}"


class Piece(msgspec.Struct, frozen=True):
    """A unit as a map shows it."""

    id: str
    side: str
    place: str
    """Empty when off the map."""
    mark: str
    strength: str = ""
    reduced: bool = False
    points: int = 0
    full: int = 0
    fate: str = ""
    """Off the map: `due`, `lost` …"""
    turn: int = 0
    """When it is due."""


class Tally(msgspec.Struct, frozen=True):
    """A line beside the map: `grenades 2 of 2`; the label is a word of the game's texts."""

    side: str
    label: str
    count: int
    total: int = 0
    text: str = ""
    """A text id shown in place of the count, where the count says less than a word."""
    units: tuple[str, ...] = ()


class Plan(msgspec.Struct, frozen=True):
    """An attack that is declared and not fought yet."""

    place: str
    units: tuple[str, ...]


class Board(msgspec.Struct, frozen=True):
    """A position as the screens draw it, whatever the game."""

    pieces: tuple[Piece, ...]
    notes: dict[str, tuple[str, ...]]
    """For a place: `+1`, `full`, `shut` …: text ids or plain signs."""
    tallies: tuple[Tally, ...]
    control: dict[str, str] = {}
    """On maps with places to hold: who controls each of them; empty for nobody."""
    zones: dict[str, tuple[str, ...]] = {}
    """On maps with zones of control: the places on which the zone of each side lies."""
    plans: tuple[Plan, ...] = ()
    """Where attacks are declared first and fought afterwards: those still to be fought."""


def hash_number(data: Any) -> int:
    """A number of 64 bits for plain data: the first eight bytes of the SHA-256 of its JSON."""
    return int.from_bytes(
        hashlib.sha256(msgspec.json.encode(data, order="deterministic")).digest()[:8]
    )


class Context:
    """What the functions of a rule set share: its data, and what is derived from them.

    A game adds its map, tables, options and prepared decisions. It knows no function that
    decides an event, so the modules with these functions may import it.
    """

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.letter = {side.id: side.letter for side in spec.sides} | {CHANCE: ""}
        self.side_of_letter = {side.letter: side.id for side in spec.sides}
        self.number = spec.edition.number
        """The printed numbers of the edition's rules, by their keys in `game.toml`."""

    def reject(self, reason: str, number: str, **facts: object) -> IllegalEventError:
        """Return a rejection: the id of its text, the key of the rule, and its facts."""
        return IllegalEventError(reason, self.number[number], **facts)


class Answer(msgspec.Struct, Generic[C, S], frozen=True):
    """The functions that answer one kind of decision."""

    canon: Callable[[C, S, Decision, Event], Event]
    """Return the canonical form of an event. Raises IllegalEventError."""
    legal: Callable[[C, S, Decision], Iterator[Event]]
    """Yield every legal event in canonical form."""
    apply: Callable[[C, S, Any], tuple[S, Effects]]
    """Return the state after a canonical event, whose type is one that `canon` returns, and the
    effects in order. Consequences follow by `stages`."""
    sample: Callable[[C, S, Decision, Random], Event] | None = None
    """Return a random legal event; every legal event is possible. None: one of `legal`."""


class Rules(ABC, Generic[C, S]):
    """One rule set, ready to play: an edition of a game with its data and options."""

    answers: Mapping[str, Answer[C, S]] = {}
    """By the kind of the decision."""
    stages: Mapping[str, Callable[[C, S], tuple[S, Effects]]] = {}
    """The consequences without an event, by the state's stage: functions that return the next
    state and the effects in order."""
    state_type: ClassVar[type[State]]
    continuing_kinds: ClassVar[frozenset[str]] = frozenset()
    """The kinds of decision whose answers continue the previous activation: dice, retreats …"""
    grouped_kinds: ClassVar[frozenset[str]] = frozenset()
    """The kinds of decision whose answers by one side in a row are shown together: set-up …"""
    lookahead_kinds: ClassVar[frozenset[str] | None] = None
    """Those of the continuing decisions that programs look beyond; all of them by default.
    At the others a program takes the evaluation of the position."""

    def __init__(self, context: C) -> None:
        self.context = context
        self.spec = context.spec
        self.letter = context.letter
        self.side_of_letter = context.side_of_letter
        self.search_extensions = (
            self.continuing_kinds if self.lookahead_kinds is None else self.lookahead_kinds
        )

    @abstractmethod
    def start(self) -> S:
        """The position before the first event; it asks already."""

    def sample(self, state: S, random: Random) -> Event:
        """Return a random legal event; every legal event is possible."""
        decision = state.decision
        assert decision is not None, "without a pending decision no event is legal"
        draw = self.answers[decision.kind].sample
        if draw is None:
            return choose_one(list(self.legal(state)), random)
        return draw(self.context, state, decision, random)

    def canon(self, state: S, event: Event) -> Event:
        """Return the canonical form of `event`. Raises IllegalEventError if a rule forbids it."""
        decision = state.decision
        if decision is None:
            raise IllegalEventError("gameOver", "")
        return self.answers[decision.kind].canon(self.context, state, decision, event)

    def legal(self, state: S) -> Iterator[Event]:
        """Yield every legal event in canonical form. If chance decides, the outcomes listed are
        equally likely.
        """
        decision = state.decision
        if decision is None:
            return iter(())
        return self.answers[decision.kind].legal(self.context, state, decision)

    def apply(self, state: S, event: Event) -> tuple[S, Effects]:
        """Return the next position with a pending decision, or the end of the game, after a
        canonical event, and the effects in order. Does not check legality.
        """
        state, effects = self.apply_answer(state, event)
        if state.decision is None:
            state, more = self.run_stages(state)
            effects += more
        return state, effects

    def run_stages(self, state: S) -> tuple[S, Effects]:
        """Run consequences until the next pending decision or the end of the game; return the
        state and the effects in order.
        """
        effects: Effects = ()
        while state.decision is None and state.outcome is None:
            state, more = self.run_stage(state)
            if more:
                effects += more
        return state, effects

    def apply_answer(self, state: S, event: Event) -> tuple[S, Effects]:
        """Return the state after a canonical event, before its consequences, and the effects."""
        assert state.decision is not None, "a canonical event answers a decision"
        return self.answers[state.decision.kind].apply(self.context, state, event)

    def run_stage(self, state: S) -> tuple[S, Effects]:
        """Return the state after one consequence, and the effects."""
        return self.stages[state.stage](self.context, state)

    @abstractmethod
    def board(self, state: S) -> Board:
        """The position for the screens."""

    @abstractmethod
    def odds(self, state: S, event: Event) -> Odds | None:
        """The exact chances of an attack; nothing for other events."""

    @abstractmethod
    def evaluate(self, state: S, side: str) -> float:
        """A rough value of the position for a side, for programs that look one act ahead."""

    @abstractmethod
    def interchangeable(self, state: S) -> Any:
        """The public part of the position with like units merged: plain data, equal exactly
        for positions that play alike.
        """

    def outcomes(self, state: S) -> Iterator[tuple[Event, float]]:
        """Where chance is asked: outcomes that stand for all, each with its chance. A game may
        merge those that come to the same.
        """
        every = list(self.legal(state))
        return ((event, 1 / len(every)) for event in every)

    def alternatives(self, state: S, event: Event) -> Iterator[Event]:
        """Legal events that a refused one may have meant: those of exactly its units, then
        those of some of them; a game may do better.
        """
        units = set(getattr(event, "units", ()))
        if not units:
            yield from self.legal(state)
            return
        for same in (True, False):
            for other in self.legal(state):
                theirs = set(getattr(other, "units", ()))
                if units & theirs and (units == theirs) is same:
                    yield other

    # ---- hidden parts ---------------------------------------------------------------------
    #
    # Everything that is shown to a side (board, ask, legal list, odds, alternatives, tallies,
    # key, digest, sentences, the texts of events) is made from `view`, from `seen`, and from
    # happenings whose `only` is empty or that side. The faces reach all three through
    # `senpu.replay.core.views.View` alone. What is accepted is decided on the whole position.

    def view(self, state: S, side: str) -> S:
        """What `side` may know of the position. Games without hidden parts return it whole.

        Positions that differ only in what `side` may not know have one and the same view. Turn,
        ask and outcome are public and stay. What is hidden stands as a sign of its own (a card
        as 0, which is written `#??`), in an order that tells nothing. A view is a position like
        any other to `board`, `legal`, `odds`, `alternatives`, `interchangeable`, `digest` and to
        `view` itself, which gives it back. Its legal events are those of the position where
        `side` is asked; else they may hold the sign, each text comes once, there is at least
        one where the position asks, and none of them is ever applied.
        """
        del side
        return state

    def visible_to(self, state: S, event: Event, side: str) -> Event:
        """A canonical event as `side` may read it; `state` is the whole position before it.
        Games without hidden parts return it as it is.

        The form of the event, its units and places, and how many cards it names stay; a card
        that `side` may not know is written `#??`. Dice are never hidden. What is given back is
        shown and reckoned with (`odds` takes it, at the view), and nothing else: it is written
        into no log and goes to neither `canon` nor `apply`. It may be asked for
        again as another side reads it, which leaves what both may read.
        """
        del state, side
        return event

    def sample_hidden(self, state: S, side: str, random: Random) -> S:
        """A whole position that `side` may take for the one at hand: what it may not know is dealt
        anew, each way of it as likely as what is public makes it. Depends on nothing but the
        view of `side`; where `side` is asked, the same events are legal. Games without hidden
        parts return it as it is.
        """
        del side, random
        return state

    # ---- sealed hands ---------------------------------------------------------------------
    #
    # In a log whose hands a dealer seals, a card is dealt as `?1f3a9c02` and shown later
    # (`spec/hands.md`). A game that can be played so has the three below, and plays on with cards
    # that nobody knows: it judges what can be judged without them, and lists them among the
    # legal events by the sign of what is hidden, which no log takes: they are shown first. A view
    # of the position says of them what it says of others.

    def drawing_side(self, state: S) -> str:
        """The side to which chance is asked to deal cards face down; empty where it is not."""
        del state
        return ""

    def prepare_draw(self, state: S, cards: tuple[str, ...]) -> S:
        """The position in which these sealed cards lie ready for the draw that is asked for, and no
        others can be drawn.
        """
        del cards
        return state

    def reveal(self, state: S, face_down: str, card: str) -> tuple[S, Effects]:
        """Return the position once it is known which card a face-down one is, and the effects; the
        same position if that card is in no hand. Raises IllegalEventError if the card is known
        to be elsewhere.
        """
        del face_down, card
        return state, ()

    @property
    def has_face_down_cards(self) -> bool:
        """Whether the game can be played with sealed hands."""
        return type(self).reveal is not Rules.reveal

    @property
    def has_hidden_parts(self) -> bool:
        """Whether the game has hidden parts at all."""
        return type(self).view is not Rules.view or type(self).visible_to is not Rules.visible_to

    def winner_by_resignation(self, side: str) -> str:
        """Who wins when `side` resigns: the other one."""
        return next(other.id for other in self.spec.sides if other.id != side)

    def digest(self, state: S) -> str:
        """The exact state, as 16 hexadecimal digits of SHA-256, for disputes."""
        data = msgspec.json.encode(state, order="deterministic")
        return hashlib.sha256(data).hexdigest()[:16]

    def key(self, state: S) -> str:
        """The position key, as 16 hexadecimal digits: like units merged, public part only."""
        return f"{self.key_number(state):016x}"

    def key_number(self, state: S) -> int:
        """Return the position key as a number of 64 bits."""
        return hash_number(self.interchangeable(state))


AnyRules = Rules[Any, Any]
"""A rule set of any game, for code that treats all games alike."""
