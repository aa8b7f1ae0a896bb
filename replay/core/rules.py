"""The contract between a game's rules and all other code.

A position has one pending decision or is over (:mod:`senpu.replay.core.states`). Three functions
define legality: `canon` returns the canonical form of an event or rejects it, `legal` yields
canonical events only, `apply` takes a canonical event. An event is accepted exactly if its
canonical form is among the legal events.

Rules are pure: a state is frozen and shared, and no object here holds one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from functools import cached_property
from hashlib import sha256
from struct import Struct
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

import msgspec
from msgspec.structs import replace

from senpu.notation.events import Event
from senpu.notation.faults import Error
from senpu.notation.messages import SOURCE, Message
from senpu.notation.position_text import DIGEST_DIGITS, PositionText
from senpu.replay.core.features import BoardFeatures, Features
from senpu.replay.core.odds import Odds
from senpu.replay.core.sampling import choose_one
from senpu.replay.core.states import CHANCE, Decision, Outcome, State
from senpu.spec.loader import Spec

if TYPE_CHECKING:
    from random import Random

    from senpu.replay.core.position_format import PositionFormat


S = TypeVar("S", bound=State)
C = TypeVar("C", bound="Context")


class Effect(msgspec.Struct, frozen=True, gc=False):
    """An effect of an event: data from which sentences, marks and reports are made.

    Example:
        >>> import senpu
        >>> effect = senpu.read("game.senpu").events[5].effects[0]
        >>> effect.kind, effect.units, effect.places
        ('move', ('i3', 'i4'), ('B', 'D'))
    """

    kind: str
    """The id of the kind, such as `move`, `combat` or `eliminated`."""
    side: str = ""
    """The id of the side concerned; empty if there is none."""
    units: tuple[str, ...] = ()
    """The ids of the units that act or to which something happens."""
    targets: tuple[str, ...] = ()
    """The ids of the units that `units` act on."""
    places: tuple[str, ...] = ()
    """The start and the destination; or the one place concerned."""
    numbers: tuple[int, ...] = ()
    """Numbers, such as dice; the sentence of the effect says what they mean."""
    audience: str = ""
    """The only side that may see it; empty for all sides."""


Effects = tuple[Effect, ...]
"""The effects of an event or of a consequence, in order."""


class IllegalEventError(Error):
    """An event that a rule does not allow in a position.

    Example:
        >>> import senpu
        >>> try:
        ...     senpu.read("game.senpu").end.play("J: pass")
        ... except senpu.IllegalEventError as error:
        ...     print(error.reason)
        gameOver
    """

    reason: str
    """The id of the reason, which has a text in both languages."""
    rule: str
    """The number of the printed rule; may be empty."""
    alternatives: tuple[str, ...] = ()
    """Legal events that were perhaps intended, in canonical form, at most 9."""
    message = Message("")
    """The explanation that the public API adds."""

    # Programs try many illegal events: each error is made with as little as possible.
    __slots__ = ("facts", "reason", "rule")

    def __init__(self, reason: str, rule: str, **facts: object) -> None:
        self.reason = reason
        self.rule = rule
        self.facts = facts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IllegalEventError) and (
            (self.reason, self.rule, self.facts) == (other.reason, other.rule, other.facts)
        )

    def __hash__(self) -> int:
        return hash((self.reason, self.rule))

    def text(self, language: str = SOURCE) -> str:
        """Return the explanation.

        Args:
            language: `en` or `ja`.

        Returns:
            The sentence.
        """
        if self.message.id:
            return self.message.text(language)
        facts = ", ".join(f"{key} {value}" for key, value in self.facts.items())
        return f"{self.reason} ({self.rule}){f': {facts}' if facts else ''}"


class Piece(msgspec.Struct, frozen=True):
    """A unit as a map shows it."""

    id: str
    side: str
    place: str
    """The place; empty if it is off the map."""
    mark: str
    strength: str = ""
    reduced: bool = False
    points: int = 0
    full: int = 0
    fate: str = ""
    """The state off the map: `due`, `lost` …"""
    turn: int = 0
    """The turn of its arrival."""


class Tally(msgspec.Struct, frozen=True):
    """A line next to the map: `grenades 2 of 2`; the label is an id of the game's texts."""

    side: str
    label: str
    count: int
    total: int = 0
    """The maximum of the count; 0 if there is none."""
    text: str = ""
    """The id of a text that replaces the count."""
    units: tuple[str, ...] = ()
    needed: int = 0
    """The count that a rule requires; it may be exceeded. 0 if there is none."""
    derived: bool = False
    """True if it follows from the places of units and from control."""

    @property
    def is_limited(self) -> bool:
        """Return whether the count has a maximum or is needed by a rule."""
        return bool(self.total or self.needed)


class Plan(msgspec.Struct, frozen=True):
    """An attack that is declared and not resolved yet."""

    place: str
    units: tuple[str, ...]


class Board(msgspec.Struct, frozen=True):
    """A position as the screens of all games draw it."""

    pieces: tuple[Piece, ...]
    notes: dict[str, tuple[str, ...]]
    """The notes on each place: text ids or plain signs, such as `+1`, `full`, `shut`."""
    tallies: tuple[Tally, ...]
    control: dict[str, str] = {}
    """The side that controls each place, on maps with places to control; empty for no side."""
    zones: dict[str, tuple[str, ...]] = {}
    """The places in the zone of control of each side, on maps with such zones."""
    plans: tuple[Plan, ...] = ()
    """The declared attacks that are not resolved yet, if attacks are declared first."""


unpack_number = Struct(">Q").unpack_from
encode = msgspec.json.Encoder(order="deterministic").encode


def hash_number(data: Any) -> int:
    """Return a 64-bit hash of plain data: the first eight bytes of the SHA-256 of its JSON."""
    number: int = unpack_number(sha256(encode(data)).digest())[0]
    return number


class Context:
    """Data that the functions of a rule set share, and values derived from them.

    A game adds its map, tables, options and prepared decisions. The context knows no function that
    decides an event, so the modules with these functions can import it.
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
    """Return the state and the effects, in order, after a canonical event, before consequences."""
    sample: Callable[[C, S, Decision, Random], Event] | None = None
    """Return a random legal event; every legal event is possible. If None, one of `legal` is used.
    """


class Rules(ABC, Generic[C, S]):
    """A rule set ready to play: an edition of a game with its data and options."""

    answers: Mapping[str, Answer[C, S]] = {}
    """The functions for each kind of decision."""
    stages: Mapping[str, Callable[[C, S], tuple[S, Effects]]] = {}
    """The consequences without an event, by the state's stage: functions that return the next state
    and the effects in order."""
    continuing_kinds: ClassVar[frozenset[str]] = frozenset()
    """The kinds of decision whose answers continue the previous activation: dice, retreats …"""
    grouped_kinds: ClassVar[frozenset[str]] = frozenset()
    """The kinds of decision whose answers by one side in a row are shown together: set-up …"""
    lookahead_kinds: ClassVar[frozenset[str] | None] = None
    """The continuing decisions that programs search through; None for all. At the other decisions,
    a program evaluates the position."""
    score_tally: ClassVar[tuple[str, str]] = ("", "")
    """The side and the label of the tally that measures a game that is over, if there is one: it
    distinguishes games that the same side wins."""

    def __init__(self, context: C) -> None:
        self.context = context
        self.spec = context.spec
        self.letter = context.letter
        self.side_of_letter = context.side_of_letter
        # Attributes of an object are found faster than attributes of its class.
        self.answers, self.stages = self.answers, self.stages
        self.search_extensions = (
            self.continuing_kinds if self.lookahead_kinds is None else self.lookahead_kinds
        )

    @abstractmethod
    def start(self) -> S:
        """Return the position in which the game begins, with its pending decision."""

    stated_start: S | None = None
    """The position that a log states as its first one; None if it begins as the game does."""
    stated_side = ""
    """The side whose view that position is; empty for a whole position."""

    def start_from(self, state: S | None, side: str = "") -> Self:
        """Return the same rules for a log that states its first position, whole or in a view."""
        rules = copy(self)
        rules.stated_start, rules.stated_side = state, side
        return rules

    def first_position(self) -> S:
        """Return the position before the first event of a log."""
        return self.start() if self.stated_start is None else self.stated_start

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
        """Yield every legal event in canonical form; if chance decides, they are equally likely."""
        decision = state.decision
        if decision is None:
            return iter(())
        return self.answers[decision.kind].legal(self.context, state, decision)

    def apply(self, state: S, event: Event) -> tuple[S, Effects]:
        """Return the next position with a pending decision, or the end, after a canonical event.

        The legality of the event is not checked.

        Returns:
            The state, and the effects in order.
        """
        decision = state.decision
        assert decision is not None, "a canonical event answers a decision"
        state, effects = self.answers[decision.kind].apply(self.context, state, event)
        if state.decision is not None:
            return state, effects
        return self.run_stages(state, effects)

    def run_stages(self, state: S, effects: Effects = ()) -> tuple[S, Effects]:
        """Run consequences until a decision is pending or the game is over.

        Args:
            state: The state.
            effects: The effects of what happened before the consequences.

        Returns:
            The state, and all effects in order.
        """
        context, stages = self.context, self.stages
        while state.decision is None and state.outcome is None:
            state, more = stages[state.stage](context, state)
            effects += more
        return state, effects

    # ---- position texts ---------------------------------------------------------------------

    @cached_property
    def position_format(self) -> PositionFormat:
        """The form in which positions are written as text."""
        return self.make_position_format()

    @cached_property
    def position_head(self) -> PositionText:
        """The head of each position text: rule set, version, options and data."""
        spec = self.spec
        data = spec.values.digest()[:DIGEST_DIGITS]
        return PositionText(spec.id, (), spec.edition.rules, spec.options, data)

    @abstractmethod
    def make_position_format(self) -> PositionFormat:
        """Return the form in which positions are written as text."""

    @abstractmethod
    def check_position(self, state: S, side: str) -> None:
        """Check a position that was read from a text.

        An accepted position can be played, shown and evaluated like one of a game.

        Args:
            state: The position.
            side: The side whose view it is; empty for a whole position. Only a view may have
                hidden facts.

        Raises:
            IllegalEventError: The position breaks a rule. Its facts `places` or `field` name the
                place or the field of the text that is wrong, `absent` a field to add.
        """

    def list_unreachable(self, state: S) -> Iterator[IllegalEventError]:
        """Yield the reasons why no game reaches a position, though it breaks no rule."""
        del state
        return iter(())

    @abstractmethod
    def board(self, state: S) -> Board:
        """Return the position for the screens."""

    def count_score(self, state: S) -> int | None:
        """Return the count of `score_tally`; None if the game has no such tally."""
        tally = self._find_score_tally(state)
        return None if tally is None else tally.count

    def count_margin(self, state: S) -> int | None:
        """Return the count of `score_tally` minus the count that a rule requires.

        If no rule requires a count, as of morale, it is the count.

        Returns:
            The margin, for the side of the tally; None if the game has no such tally.
        """
        tally = self._find_score_tally(state)
        return None if tally is None else tally.count - tally.needed

    def _find_score_tally(self, state: S) -> Tally | None:
        tallies = self.board(state).tallies if self.score_tally[1] else ()
        return next((each for each in tallies if (each.side, each.label) == self.score_tally), None)

    @abstractmethod
    def odds(self, state: S, event: Event) -> Odds | None:
        """Return the exact odds of an attack; None for other events."""

    def roll_odds(self, state: S) -> Odds | None:
        """Return what each pending die needs if no attack stated it; without results."""
        del state
        return None

    def roll_provenance(self, state: S) -> str:
        """Return the weakest provenance of the values that the results of pending dice depend on.

        A game that does not know them returns the weakest provenance of all values.
        """
        values, odds = self.spec.values, self.roll_odds(state)
        return odds.provenance if odds else values.weakest_provenance(values.list_keys())

    def make_features(self) -> Features[Any]:
        """Return the features from which the value of a position is learned.

        A game with its own features is read faster, and its value can know more.

        Returns:
            The features; by default those of any board.
        """
        return BoardFeatures(self.board, self.spec.game.turns)

    @cached_property
    def features(self) -> Features[Any]:
        """The features of positions, built on first use."""
        return self.make_features()

    @abstractmethod
    def interchangeable(self, state: S) -> Any:
        """Return the public part of the position with interchangeable units merged.

        Returns:
            Plain data, equal exactly for positions with the same play.
        """

    def outcomes(self, state: S) -> Iterator[tuple[Event, float]]:
        """Yield the outcomes of chance and their probabilities; equivalent ones may be merged."""
        every = list(self.legal(state))
        return ((event, 1 / len(every)) for event in every)

    def alternatives(self, state: S, event: Event) -> Iterator[Event]:
        """Yield legal events similar to a rejected one, first the events of exactly its units."""
        units = set(getattr(event, "units", ()))
        if not units:
            yield from self.legal(state)
            return
        for same in (True, False):
            for other in self.legal(state):
                theirs = set(getattr(other, "units", ()))
                if units & theirs and (units == theirs) is same:
                    yield other

    def get_moment(self, state: S) -> tuple[int, ...]:
        """Return when a position is: its turn, and its phase if the game has phases.

        No event leads to an earlier moment.
        """
        return (state.turn,)

    def is_past(self, state: S, goal: S) -> bool:
        """Return whether a fact that never returns excludes that events lead to a position.

        These facts are the moment, and what is spent: points, losses … A position is not past
        itself. If the answer is False, there may still be no such events.

        Args:
            state: The position before the events.
            goal: The position after them.

        Returns:
            Whether no events lead there.
        """
        return self.get_moment(state) > self.get_moment(goal)

    # ---- hidden parts ---------------------------------------------------------------------
    #
    # The output for a side (board, decision, legal list, odds, alternatives, tallies, key, digest,
    # sentences, texts of events) is made from `view`, `visible_to`, and effects whose `audience` is
    # empty or that side, all through `senpu.replay.core.views.View`. Legality is decided on the
    # whole position.

    def view(self, state: S, side: str) -> S:
        """Return the part of the position that `side` may know.

        Positions that differ only in hidden facts have the same view. The turn, the decision and
        the outcome are public. A hidden fact has a sign (a card is 0, written `#??`), in an order
        that reveals nothing. A view is a position for `board`, `legal`, `odds`, `alternatives`,
        `interchangeable`, `digest` and `view`, which returns it unchanged. If the decision belongs
        to `side`, the legal events of the view and of the position are equal. Otherwise `canon`
        accepts at a view only events that are legal in each position with this view. The legal
        events may then contain the sign, each text occurs once, there is at least one if a decision
        is pending, and none is ever applied.

        Returns:
            The view; the position itself if the game has no hidden parts.
        """
        del side
        return state

    def visible_to(self, state: S, event: Event, side: str) -> Event:
        """Return a canonical event as `side` may read it.

        The form of the event, its units and places, and the number of its cards are public; a card
        that `side` may not know is `#??`. Dice are never hidden. The result is for display and for
        `odds` of the view only: no log contains it, and `canon` and `apply` never take it. It can
        be filtered again for another side, which leaves the facts that both may know.

        Args:
            state: The whole position before the event.
            event: The event.
            side: The viewer.

        Returns:
            The visible event; the event itself if the game has no hidden parts.
        """
        del state, side
        return event

    def sample_hidden(self, state: S, side: str, random: Random) -> S:
        """Return a random whole position that is consistent with the view of `side`.

        The probability of each position follows from the public facts. The result depends on the
        view alone; if the decision belongs to `side`, the same events are legal.

        Returns:
            The position; `state` itself if the game has no hidden parts.
        """
        del side, random
        return state

    # ---- face-down hands ------------------------------------------------------------------
    #
    # In a log with a dealer, a card is dealt face down as `?1f3a9c02` and revealed later
    # (`spec/en/reference/hands.md`). A game that supports this has the three methods below. It
    # continues with unknown cards: it checks the public facts, and lists an unknown card as `#??`,
    # which no log accepts: it is revealed first. A view hides these cards like all others.

    def drawing_side(self, state: S) -> str:
        """Return the side to which chance deals face-down cards now; empty if none are dealt."""
        del state
        return ""

    def prepare_draw(self, state: S, cards: tuple[str, ...]) -> S:
        """Return the position in which the pending draw can draw only these face-down cards."""
        del cards
        return state

    def reveal(self, state: S, face_down: str, card: str) -> tuple[S, Effects]:
        """Return the position after a face-down card is revealed, and the effects.

        Args:
            state: The position.
            face_down: The name under which the card was dealt.
            card: The card.

        Returns:
            The position, unchanged if that card is in no hand, and the effects.
        """
        del face_down, card
        return state, ()

    @property
    def has_face_down_cards(self) -> bool:
        """Return whether the game can be played with face-down hands."""
        return type(self).reveal is not Rules.reveal

    @property
    def has_hidden_parts(self) -> bool:
        """Return whether the game has hidden parts at all."""
        return type(self).view is not Rules.view or type(self).visible_to is not Rules.visible_to

    def end_by_players(self, state: S, outcome: Outcome) -> S:
        """Return the position after a resignation or an agreement.

        A game whose positions contain unfinished actions, such as a fight, leaves them out.
        """
        return replace(state, decision=None, outcome=outcome)

    def winner_by_resignation(self, side: str) -> str:
        """Return the winner if `side` resigns: the other side."""
        return next(other.id for other in self.spec.sides if other.id != side)

    def digest(self, state: S) -> str:
        """Return the digest of the exact state, 16 hexadecimal digits of SHA-256, for disputes."""
        return sha256(encode(state)).hexdigest()[:16]

    def key(self, state: S) -> str:
        """Return the position key, 16 hexadecimal digits: interchangeable units are merged."""
        return f"{hash_number(self.interchangeable(state)):016x}"


AnyRules = Rules[Any, Any]
"""A rule set of any game, for code that treats all games in the same way."""
