"""One log's lines folded into positions: the only place where events are accepted.

Undo, resignation and agreement are of the log, not of a game, and are handled here for all
games. Holds the newest position and a bounded window of those before it.
"""

from collections import deque
from collections.abc import Callable, Sequence
from operator import length_hint
from typing import Protocol

import msgspec
from msgspec.structs import replace

from senpu.notation.events import Event, Roll, Word
from senpu.notation.faults import Error
from senpu.notation.lines import Actor, Close, End, Line, Machine, Open, Play
from senpu.notation.writer import format_event
from senpu.replay.core.rules import (
    CHANCE,
    AnyRules,
    Effect,
    Effects,
    IllegalEventError,
    Outcome,
    State,
)

REACH = 1024
"""How many event numbers back an `undo` may reach (`spec/notation.md`): bounded, so that a log
of any length is read in constant memory."""

NOBODY = "nobody"
META = frozenset(("undo", "resign", "agree"))


class ReductionError(Error):
    """What a line does that the log or the rules forbid: a fault's id, and the details."""

    def __init__(
        self,
        fault: str,
        message: str,
        item: int = -1,
        hint: str = "",
        refusal: IllegalEventError | None = None,
        event: Event | None = None,
        right: str = "",
    ) -> None:
        super().__init__(message)
        self.fault = fault
        self.message = message
        self.item = item
        """The index of the item in its line; -1 for the line as a whole."""
        self.hint = hint
        self.refusal = refusal
        self.event = event
        """The event that a rule refuses."""
        self.right = right
        """The text of the event that had to stand there, where there is just one."""


class Step(msgspec.Struct, frozen=True):
    """One accepted event, for a listener."""

    event: Event
    actor: str
    """A side's id, or `chance`; empty for `undo` and `agree` that no side is named for."""
    before: State
    state: State
    effects: Effects
    undone: int
    """How many events it takes back."""


Before = tuple[int, State, Event]
"""An event that stands: its number, the position before it, and it."""


class Observer(Protocol):
    """Checks of a log other than the rules of its game: where its dice and face-down cards are
    from, and which side has signed an undo. A method raises ReductionError for what it forbids."""

    @property
    def chained(self) -> bool:
        """Whether the log has a hash chain."""

    @property
    def checks_events(self) -> bool:
        """Whether `before_event` and `after_event` are needed; read once per line."""

    def machine_line(self, line: Machine, state: State, number: int) -> State:
        """Read a machine line below event `number`; return the position after the line."""

    def before_event(self, state: State, event: Event) -> Event:
        """Return the event to fold in place of the written one."""

    def after_event(self, before: State, event: Event, after: State) -> State:
        """Check a canonical event; return the position after it."""

    def rejection(self, state: State, event: Event) -> ReductionError | None:
        """Return why an event is illegal, if the reason is outside the rules."""

    def before_word(self, state: State, word: Word) -> None:
        """Check a word of the log: undo, resign or agree."""

    def before_undo(self, undone: Sequence[Before], state: State, number: int) -> State:
        """Check an undo of the last events up to `number`; return the position it leads to."""

    def after_word(self) -> None:
        """A word of the log was accepted."""


class Reducer:
    """Folds events into positions, from the start of a game. An `observer` checks what belongs to
    the log rather than to the game. With `keeping` no event is dropped until `settled` returns
    it."""

    def __init__(
        self,
        rules: AnyRules,
        listen: Callable[[Step], None] | None = None,
        observer: Observer | None = None,
        keeping: bool = False,
    ) -> None:
        self.rules = rules
        self.state: State = rules.start()
        self.number = 0
        """The number of the last event."""
        self.ended = False
        """Whether the End line has been read."""
        self._before: deque[Before] = deque(maxlen=None if keeping else REACH)
        """For each event that may still be taken back: its number, the state before it, and it."""
        self.unchecked_rolls = 0
        """The number of rolls that no observer has checked."""
        self._listen = listen
        self._observer = observer

    def read(self, line: Line) -> None:
        """A line of the log. Raises ReductionError at the first thing forbidden; what stands before
        it in the line is accepted then, and nothing after it."""
        if type(line) is not Play:
            if type(line) is End:
                self._end(line.value)
            elif type(line) is Machine and self._observer is not None:
                self.state = self._observer.machine_line(line, self.state, self.number)
            return
        state, number, observer = self.state, self.number, self._observer
        if line.tag:
            hint = SECOND_TAG if observer is not None and observer.chained else NO_CHAIN
            raise ReductionError(
                "tagUnexpected", f"a tag ~{line.tag} that belongs to no chain", hint=hint
            )
        if line.turn is not None and line.turn != state.turn:
            now = f"turn {state.turn}" if state.turn else "the set-up"
            message = f"the line is marked T{line.turn}, but this is {now}"
            raise ReductionError("wrongTurn", message, hint=LOST_HINT)
        # Every event of every log goes through this loop, so what it needs is at hand.
        rules, listen, remember = self.rules, self._listen, self._before.append
        sides = rules.side_of_letter
        checks = observer if observer is not None and observer.checks_events else None
        side = ""
        what_if = rolls = 0
        items = iter(line.items)
        try:
            for item in items:
                kind = type(item)
                if kind is Actor:
                    if not what_if:
                        side = sides.get(item.letter, NOBODY)  # type: ignore[union-attr]
                        if side is NOBODY:
                            raise self._no_side(item.letter)  # type: ignore[union-attr]
                elif kind not in EVENTS:
                    what_if += (kind is Open) - (kind is Close)
                elif what_if:
                    continue
                elif kind is Word and item.word in META:  # type: ignore[union-attr]
                    self.state, self.number = state, number
                    self._meta(item, side)  # type: ignore[arg-type]
                    state, number = self.state, self.number
                else:
                    decision = state.decision
                    if kind is not Roll and side and decision is not None and side != decision.side:
                        self._check_actor(side, decision.side, item)  # type: ignore[arg-type]
                    if decision is None:
                        raise ReductionError("gameOver", self._over(state))
                    event: Event = item  # type: ignore[assignment]
                    if checks is not None:
                        event = checks.before_event(state, event)
                    event = rules.canon(state, event)
                    after, effects = rules.apply(state, event)
                    if checks is not None:
                        after = checks.after_event(state, event, after)
                    elif kind is Roll:
                        rolls += 1
                    number += 1
                    remember((number, state, event))
                    if listen is not None:
                        listen(Step(event, decision.side, state, after, effects, 0))
                    state = after
        except IllegalEventError as refusal:
            index = len(line.items) - length_hint(items) - 1
            refused: Event = line.items[index]  # type: ignore[assignment]
            words = rules.spec.game.words
            if isinstance(refused, Word) and refused.word not in words:
                facts = {"word": refused.word, "words": words}
                refusal = IllegalEventError("unknownWord", refusal.rule, **facts)
            text = format_event(refused)
            bad = observer.rejection(state, refused) if observer is not None else None
            bad = bad or ReductionError("illegalMove", text, refusal=refusal, event=refused)
            bad.item = index
            raise bad from None
        except ReductionError as bad:
            bad.item = len(line.items) - length_hint(items) - 1
            raise
        finally:
            self.state, self.number = state, number
            self.unchecked_rolls += rolls

    @staticmethod
    def _over(state: State) -> str:
        assert state.outcome is not None
        return f"the game is over: {state.outcome.ending}"

    def _no_side(self, letter: str) -> ReductionError:
        have = ", ".join(f"{each}:" for each in self.rules.side_of_letter)
        return ReductionError("wrongActor", f"no side is called {letter}: here act {have}")

    def _check_actor(self, side: str, asked: str, event: Event) -> None:
        if asked != CHANCE:  # where dice come first, the rules say so better
            letter = self.rules.letter
            message = f"{letter[side]}: stands here, but it is for {letter[asked]}: to act"
            raise ReductionError("wrongActor", message, hint=LOST_HINT, event=event)

    def settled(self, all_of_them: bool = False) -> list[Before]:
        """Hand over the events that stand and can be taken back no more, the first ones first; or
        all that stand, where the log has come to its end."""
        standing, handed = self._before, []
        if all_of_them:
            handed = [*standing]
            standing.clear()
            return handed
        last = self.number - REACH
        while standing and standing[0][0] <= last:
            handed.append(standing.popleft())
        return handed

    @property
    def newest(self) -> Before | None:
        """The last event, if it stands; nothing where there is none, or it took others back."""
        last = self._before[-1] if self._before else None
        return last if last is not None and last[0] == self.number else None

    def listen(self, listen: Callable[[Step], None]) -> None:
        """Have each event accepted from here on told to `listen`."""
        self._listen = listen

    def take(self, event: Event, letter: str = "") -> None:
        """One event outside a line. Raises ReductionError."""
        items = (Actor(letter), event) if letter else (event,)
        self.read(Play(items))

    # ---- of the log, not of a game --------------------------------------------------------

    def _meta(self, word: Word, actor: str) -> None:
        if word.payer or word.again:
            raise ReductionError("badMeta", f"{word.word} takes no payer and no &")
        before, observer = self.state, self._observer
        if observer is not None:
            observer.before_word(before, word)
        if (
            word.word == "resign"
            and not actor
            and before.decision
            and before.decision.side != CHANCE
        ):
            actor = before.decision.side
        state, effects, undone = {
            "undo": self._undo,
            "resign": self._resign,
            "agree": self._agree,
        }[word.word](word, actor)
        self.number += 1
        self.state = state
        if observer is not None:
            observer.after_word()
        if not undone:
            self._before.append((self.number, before, word))
        if self._listen is not None:
            self._listen(Step(word, actor, before, state, effects, undone))

    def _undo(self, word: Word, actor: str) -> tuple[State, Effects, int]:
        count = word.args[0] if word.args else "1"
        if len(word.args) > 1 or not count.isdigit() or int(count) < 1:
            raise ReductionError("badMeta", "undo takes the number of events to take back: undo 2")
        wanted = int(count)
        entries = list(self._before)[-wanted:]
        if len(entries) < wanted or entries[0][0] <= self.number - REACH:
            open_ = sum(1 for number, *_ in self._before if number > self.number - REACH)
            raise ReductionError("undoTooFar", f"events that can be taken back here: {open_}")
        state = entries[0][1]
        if self._observer is not None:
            state = self._observer.before_undo(entries, self.state, self.number)
        for _ in range(wanted):
            self._before.pop()
        return state, (Effect("undo", actor, numbers=(wanted,)),), wanted

    def _resign(self, word: Word, actor: str) -> tuple[State, Effects, int]:
        if word.args:
            raise ReductionError("badMeta", "resign stands alone")
        if self.state.outcome is not None:
            raise ReductionError("gameOver", self._over(self.state))
        if not actor:
            letter = next(iter(self.rules.side_of_letter))
            raise ReductionError("actorMissing", f"who resigns? Write {letter}: resign")
        winner = self.rules.winner_by_resignation(actor)
        outcome = Outcome(f"{self.winner_name(winner)} resign", winner)
        effects = (Effect("resign", actor), Effect("over", winner))
        return replace(self.state, decision=None, outcome=outcome), effects, 0

    def _agree(self, word: Word, actor: str) -> tuple[State, Effects, int]:
        del actor
        names = {self.winner_name(side.id): side.id for side in self.rules.spec.sides}
        names["Draw"] = ""
        if len(word.args) != 1 or word.args[0] not in names:
            raise ReductionError("badMeta", f"agree takes one of {', '.join(names)}")
        if self.state.outcome is not None:
            raise ReductionError("gameOver", self._over(self.state))
        name = word.args[0]
        outcome = Outcome(f"{name} agree", names[name])
        effects = (Effect("agree", names[name]) if names[name] else Effect("draw"),)
        return replace(self.state, decision=None, outcome=outcome), effects, 0

    @staticmethod
    def winner_name(side: str) -> str:
        """A side as endings name it: `Japan`."""
        return side.capitalize()

    def _end(self, value: str) -> None:
        outcome = self.state.outcome
        if outcome is None:
            raise ReductionError(
                "wrongEnding", f"End: {value}, but the game goes on", hint=END_HINT
            )
        if value != outcome.ending:
            raise ReductionError(
                "wrongEnding", f"End: {value}, but the game ended {outcome.ending}"
            )
        self.ended = True


LOST_HINT = "if the line itself is right, one above it is lost, doubled or changed"
NO_CHAIN = "the header names no chain; senpu seal --chain gives a log one"
SECOND_TAG = "a line has one tag"
END_HINT = "a game that is not over has no End line; resign or agree ends it"
EVENTS = frozenset(Event.__args__)
