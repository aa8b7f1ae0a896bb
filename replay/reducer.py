"""One log's lines folded into positions: the only place where events are accepted.

Undo, resignation and agreement are of the log, not of a game, and are handled here for all
games. Holds the newest position and a bounded window of those before it.
"""

from collections import deque
from collections.abc import Callable
from operator import length_hint
from typing import Any, NamedTuple

from msgspec.structs import replace

from notation.events import Event, Roll, Word
from notation.lines import Actor, Close, End, Line, Open, Play
from notation.writer import format_event
from replay.rules import CHANCE, Happening, Outcome, Refusal, Rules, State
from replay.settle import settle

REACH = 1024
"""How many event numbers back an `undo` may reach (`spec/notation.md`): bounded, so that a log
of any length is read in constant memory."""

NOBODY = "nobody"
META = frozenset(("undo", "resign", "agree"))


class Bad(Exception):
    """What a line does that the log or the rules forbid: a fault's id, and the details."""

    def __init__(
        self,
        fault: str,
        message: str,
        item: int = -1,
        hint: str = "",
        refusal: Refusal | None = None,
        event: Event | None = None,
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


class Step(NamedTuple):
    """One accepted event, for a listener."""

    event: Event
    actor: str
    """A side's id, or `chance`; empty for `undo` and `agree` that no side is named for."""
    before: State
    state: State
    told: list[Happening]
    undone: int
    """How many events it takes back."""


class Reducer:
    """Folds events into positions, from the start of a game."""

    def __init__(self, rules: Rules[Any], listen: Callable[[Step], None] | None = None) -> None:
        self.rules = rules
        self.state: State = rules.start()
        self.number = 0
        """The number of the last event."""
        self.ended = False
        """Whether the End line has been read."""
        self._before: deque[tuple[int, State]] = deque(maxlen=REACH)
        """For each event that may still be taken back: its number and the state before it."""
        self._listen = listen

    def read(self, line: Line) -> None:
        """A line of the log. Raises Bad at the first thing forbidden; what stands before it in
        the line is accepted then, and nothing after it."""
        if type(line) is not Play:
            if type(line) is End:
                self._end(line.value)
            return
        state, number = self.state, self.number
        if line.turn is not None and line.turn != state.turn:
            now = f"turn {state.turn}" if state.turn else "the set-up"
            message = f"the line is marked T{line.turn}, but this is {now}"
            raise Bad("wrongTurn", message, hint=LOST_HINT)
        if line.tag:
            raise Bad("chainUnsupported", "this version does not check the tags of a chain")
        # Every event of every log goes through this loop, so what it needs is at hand.
        rules, listen, remember = self.rules, self._listen, self._before.append
        quick, sides = rules.quick, rules.side_of_letter
        side = ""
        what_if = 0
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
                    ask = state.ask
                    if kind is not Roll and side and ask is not None and side != ask.of:
                        self._check_actor(side, ask.of, item)  # type: ignore[arg-type]
                    told: list[Happening] = []
                    event: Event = item  # type: ignore[assignment]
                    at_once = quick.get(kind)
                    after = at_once and at_once(rules, state, event, told)
                    if after is None:
                        if ask is None:
                            raise Bad("gameOver", self._over(state))
                        event = rules.canon(state, event)
                        after = rules.apply(state, event, told)
                        if after.ask is None:
                            after = settle(rules, after, told)
                    number += 1
                    remember((number, state))
                    if listen is not None:
                        listen(Step(event, ask.of, state, after, told, 0))  # type: ignore[union-attr]
                    state = after
        except Refusal as refusal:
            index = len(line.items) - length_hint(items) - 1
            refused: Event = line.items[index]  # type: ignore[assignment]
            words = rules.spec.game.words
            if isinstance(refused, Word) and refused.word not in words:
                facts = {"word": refused.word, "words": words}
                refusal = Refusal("unknownWord", refusal.rule, **facts)
            text = format_event(refused)
            raise Bad("illegalMove", text, index, refusal=refusal, event=refused) from None
        except Bad as bad:
            bad.item = len(line.items) - length_hint(items) - 1
            raise
        finally:
            self.state, self.number = state, number

    @staticmethod
    def _over(state: State) -> str:
        assert state.outcome is not None
        return f"the game is over: {state.outcome.ending}"

    def _no_side(self, letter: str) -> Bad:
        have = ", ".join(f"{each}:" for each in self.rules.side_of_letter)
        return Bad("wrongActor", f"no side is called {letter}: here act {have}")

    def _check_actor(self, side: str, asked: str, event: Event) -> None:
        if asked != CHANCE:  # where dice come first, the rules say so better
            letter = self.rules.letter
            message = f"{letter[side]}: stands here, but it is for {letter[asked]}: to act"
            raise Bad("wrongActor", message, hint=LOST_HINT, event=event)

    def listen(self, listen: Callable[[Step], None]) -> None:
        """Have each event accepted from here on told to `listen`."""
        self._listen = listen

    def take(self, event: Event, letter: str = "") -> None:
        """One event outside a line. Raises Bad."""
        items = (Actor(letter), event) if letter else (event,)
        self.read(Play(items))

    # ---- of the log, not of a game --------------------------------------------------------

    def _meta(self, word: Word, actor: str) -> None:
        if word.payer or word.again:
            raise Bad("badMeta", f"{word.word} takes no payer and no &")
        before = self.state
        if word.word == "resign" and not actor and before.ask and before.ask.of != CHANCE:
            actor = before.ask.of
        state, told, undone = {
            "undo": self._undo,
            "resign": self._resign,
            "agree": self._agree,
        }[word.word](word, actor)
        self.number += 1
        self.state = state
        if not undone:
            self._before.append((self.number, before))
        if self._listen is not None:
            self._listen(Step(word, actor, before, state, told, undone))

    def _undo(self, word: Word, actor: str) -> tuple[State, list[Happening], int]:
        count = word.args[0] if word.args else "1"
        if len(word.args) > 1 or not count.isdigit() or int(count) < 1:
            raise Bad("badMeta", "undo takes the number of events to take back: undo 2")
        wanted = int(count)
        entries = list(self._before)[-wanted:]
        if len(entries) < wanted or entries[0][0] <= self.number - REACH:
            open_ = sum(1 for number, _ in self._before if number > self.number - REACH)
            raise Bad("undoTooFar", f"events that can be taken back here: {open_}")
        for _ in range(wanted):
            self._before.pop()
        return entries[0][1], [Happening("undo", actor, numbers=(wanted,))], wanted

    def _resign(self, word: Word, actor: str) -> tuple[State, list[Happening], int]:
        if word.args:
            raise Bad("badMeta", "resign stands alone")
        if self.state.outcome is not None:
            raise Bad("gameOver", self._over(self.state))
        if not actor:
            letter = next(iter(self.rules.side_of_letter))
            raise Bad("actorMissing", f"who resigns? Write {letter}: resign")
        winner = self.rules.winner_by_resignation(actor)
        outcome = Outcome(f"{self.winner_name(winner)} resign", winner)
        told = [Happening("resign", actor), Happening("over", winner)]
        return replace(self.state, ask=None, outcome=outcome), told, 0

    def _agree(self, word: Word, actor: str) -> tuple[State, list[Happening], int]:
        del actor
        names = {self.winner_name(side.id): side.id for side in self.rules.spec.sides}
        names["Draw"] = ""
        if len(word.args) != 1 or word.args[0] not in names:
            raise Bad("badMeta", f"agree takes one of {', '.join(names)}")
        if self.state.outcome is not None:
            raise Bad("gameOver", self._over(self.state))
        name = word.args[0]
        outcome = Outcome(f"{name} agree", names[name])
        told = [Happening("agree", names[name]) if names[name] else Happening("draw")]
        return replace(self.state, ask=None, outcome=outcome), told, 0

    @staticmethod
    def winner_name(side: str) -> str:
        """A side as endings name it: `Japan`."""
        return side.capitalize()

    def _end(self, value: str) -> None:
        outcome = self.state.outcome
        if outcome is None:
            raise Bad("wrongEnding", f"End: {value}, but the game goes on", hint=END_HINT)
        if value != outcome.ending:
            raise Bad("wrongEnding", f"End: {value}, but the game ended {outcome.ending}")
        self.ended = True


LOST_HINT = "if the line itself is right, one above it is lost, doubled or changed"
END_HINT = "a game that is not over has no End line; resign or agree ends it"
EVENTS = frozenset(Event.__args__)
