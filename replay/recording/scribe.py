"""What a person types, as lines to append: checked, completed, and laid out.

An event with only one possible answer after it (a forced pass, a single retreat) is written
too, so that nobody types it; dice never are. A log does not say which of its events were filled in,
so a `|` that might mean one of them is never guessed at: see `draft`. Touches no file.
"""

import re
from itertools import islice
from random import Random
from typing import NamedTuple

from senpu.notation.events import EndPhase, Event, Word
from senpu.notation.faults import Error, Fault
from senpu.notation.lines import Actor, Close, End, Glyph, Item, Open, Play, Remark
from senpu.notation.play import play_line
from senpu.notation.writer import WIDTH, compose, format_event, format_line
from senpu.replay.core.reducer import META, Reducer, ReductionError, Step
from senpu.replay.core.rules import CHANCE, AnyRules, IllegalEventError, State
from senpu.replay.core.timeline import Activations


class Draft(NamedTuple):
    """Lines ready to be appended, and what they do."""

    text: str
    steps: list[Step]
    filled: list[Step]
    """Those that were filled in."""
    behind: int = 0
    """The number of a `|` that had to come, where a typed one stands first right behind it."""


def only_answer(rules: AnyRules, state: State) -> Event | None:
    """The one event that a side may answer with, if there is just one; never for chance. In a game
    with hidden parts only if everybody can tell that there is no other: to fill it in must tell
    nobody what a hand holds."""
    if state.decision is None or state.decision.side == CHANCE:
        return None
    found = list(islice(rules.legal(state), 2))
    if len(found) != 1:
        return None
    others = [
        side.id for side in rules.spec.sides if rules.hides and side.id != state.decision.side
    ]
    views = (rules.view(state, other) for other in others)
    if any(len(list(islice(rules.legal(view), 2))) > 1 for view in views):
        return None
    return found[0]


class Scribe:
    """Drafts lines onto a log whose events `reducer` has taken."""

    def __init__(
        self, rules: AnyRules, reducer: Reducer, turn: int | None, width: int = WIDTH
    ) -> None:
        self.rules = rules
        self.reducer = reducer
        self._width = width
        """The columns that a line may have: fewer where a tag is to follow."""
        self._turn = turn
        """The turn of the log's last event, so that a new turn is marked."""
        self._acts: list[tuple[int, str, Item, bool]] = []
        self._steps: list[Step] = []
        self.filled: list[Step] = []
        """What was filled in."""
        self._unseen = False
        self._behind = 0
        self._activations = Activations(rules)
        self._undid = False
        """Whether the last event took others back: what it took back is not filled in again."""
        reducer.listen(self._heard)

    def draft(self, text: str, unseen: bool = False) -> Draft:
        """The lines that `text` comes to. Raises ReductionError, or InputParseError for what cannot
        be read.

        `unseen` says that who typed it need not have looked at the position. Then a `|` without its
        side's letter that comes first, right behind a `|` that had to come, is refused: it may mean
        that one, which was filled in, and would end the next phase. With the letter it is taken."""
        self._unseen = unseen
        ending = ""
        for number, row in enumerate(re.split(r"\r?\n", text), 1):
            if row.strip().startswith("End:"):
                ending = row.strip().removeprefix("End:").strip()
                self._fill()
                self.reducer.read(End(ending))
                continue
            line, faults = play_line(number, row)
            # A keyboard may take letters apart; the line has them composed.
            if faults := [fault for fault in faults if fault.id != "notNfc"]:
                raise InputParseError(faults)
            self._line(line)
        if not self._steps and not ending and not self._acts:
            raise ReductionError("badToken", "nothing was typed", hint="such as i3+i4>D, or [4 4]")
        self._fill()
        rows = [format_line(line) for line in compose(self._acts, self._turn, self._width)]
        if ending:
            rows.append(f"End: {ending}")
        return Draft("".join(f"{row}\n" for row in rows), self._steps, self.filled, self._behind)

    def roll(self, random: Random) -> Draft:
        """The lines for what the position awaits of chance, without bias."""
        return self.draft(format_event(self.rules.sample(self.reducer.state, random)))

    def finish(self) -> Draft:
        """The lines for what the position leaves no choice about, and nothing else."""
        self._fill()
        rows = [format_line(line) for line in compose(self._acts, self._turn, self._width)]
        return Draft("".join(f"{row}\n" for row in rows), self._steps, self.filled, self._behind)

    def _line(self, line: Play) -> None:
        if line.tag:
            raise ReductionError("tagUnexpected", "a tag: it is written by the program, not typed")
        if line.turn is not None:
            self._reach_turn(line.turn)
        letter = ""
        for item in line.items:
            if isinstance(item, Actor):
                letter = item.letter
            elif isinstance(item, Remark):
                self._acts.append((0, "", item, False))
            elif isinstance(item, Glyph | Open | Close):
                raise ReductionError(
                    "whatIf", "what-if lines and glyphs stand in annotated texts, not in a log"
                )
            else:
                self._accept(item, letter)

    def _reach_turn(self, turn: int) -> None:
        while turn != self.reducer.state.turn:
            answer = self._answer()
            if answer is None:
                self.reducer.read(Play((), turn))  # says what is wrong
                return
            self._take(answer)

    def _accept(self, event: Event, letter: str) -> None:
        """A typed event; if it does not fit here, after what has only one answer anyway. What
        fits nowhere is refused where its form was asked for: there lies the mistake."""
        if self._unseen and type(event) is EndPhase and not self._steps:
            self._behind = self._checked_end(event, letter)
        refused = None
        while True:
            try:
                self.reducer.take(event, letter)
                return
            except ReductionError as error:
                if refused is None or _formless(refused):
                    refused = error
                answer = self._answer()
                if answer is None:
                    raise refused from None
            self._take(answer)

    def _checked_end(self, event: EndPhase, letter: str) -> int:
        """The number of a `|` that had to come right before the one typed, or 0. Raises
        ReductionError where it may be that one which is meant."""
        rules, state, newest = self.rules, self.reducer.state, self.reducer.newest
        decision = state.decision
        if decision is None or newest is None or newest[2] != event:
            return 0
        number, before, _ = newest
        if only_answer(rules, before) != event:
            return 0
        try:
            rules.canon(state, event)
        except IllegalEventError:
            return 0  # the position says so better
        if letter:
            return number
        facts = {
            "n": number,
            "ended": before.decision,
            "decision": decision,
            "letter": rules.letter[decision.side],
        }
        refusal = IllegalEventError("endTwice", decision.rule, **facts)
        raise ReductionError("illegalMove", format_event(event), refusal=refusal, event=event)

    def _fill(self) -> None:
        while not self._undid and (answer := self._answer()):
            self._take(answer)

    def _answer(self) -> Event | None:
        return only_answer(self.rules, self.reducer.state)

    def _take(self, event: Event) -> None:
        self.reducer.take(event)
        self.filled.append(self._steps[-1])

    def _heard(self, step: Step) -> None:
        letter = self.rules.letter.get(step.actor, "")
        before = step.before
        # A word of the log has a line of its own: it is no side's act in an activation.
        begins = type(step.event) is Word and step.event.word in META
        begins = self._activations.begins(before.decision, step.event) or begins
        self._undid = bool(step.undone)
        self._acts.append((before.turn, letter, step.event, begins))
        self._steps.append(step)


def _formless(refused: ReductionError) -> bool:
    """Whether an event was not even of the form that the position asks for."""
    return refused.refusal is None or refused.refusal.why == "wrongAnswer"


class InputParseError(Error):
    """Typed text that cannot be read; carries the faults."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__(faults[0].message)
        self.faults = faults
