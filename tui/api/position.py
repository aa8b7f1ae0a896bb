"""Positions of the public API: units, legal events, odds, the next position, pictures."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from senpu.logs.notes import StoredNote
from senpu.logs.position_logs import has_unknown_cards
from senpu.notation.events import Word
from senpu.notation.faults import fault_message
from senpu.notation.layout import NARROWEST
from senpu.notation.messages import Message
from senpu.notation.play import parse_line
from senpu.notation.writer import format_event
from senpu.replay.annotation.branches import Branch, EventSequence
from senpu.replay.annotation.variations import Variation
from senpu.replay.core.narration import Narrator
from senpu.replay.core.positions import format_position
from senpu.replay.core.reducer import ReductionError, Step
from senpu.replay.core.rules import AnyRules, IllegalEventError
from senpu.replay.core.side_names import name_ending
from senpu.replay.core.states import CHANCE
from senpu.replay.core.timeline import Timeline
from senpu.tui.api.errors import (
    ArgumentError,
    Entries,
    Live,
    check_choice,
    check_count,
    check_language,
    check_type,
    make_illegal_event_error,
    make_log_error,
)
from senpu.tui.api.events import Event, Note, make_event, make_step_event
from senpu.tui.api.rule_sets import RuleSet
from senpu.tui.api.sources import PathName, open_position_text
from senpu.tui.api.units import Unit, make_unit

if TYPE_CHECKING:
    from senpu.notation import events as notation
    from senpu.replay.core.odds import Odds
    from senpu.replay.core.states import Decision, Outcome, State
    from senpu.replay.core.timeline import GameLine
    from senpu.tui.api.win_probability import WinProbability

THEMES = ("day", "night")


class Option(Live):
    """A legal event of a position.

    Example:
        >>> import senpu
        >>> position = senpu.read("game.senpu").at(5)
        >>> option = next(each for each in position.legal() if each.odds)
        >>> option.text, round(option.odds.success, 2)
        ('i3*C.c2', 0.58)
    """

    __slots__ = ("_event", "_position")

    def __init__(self, position: Position, event: notation.Event) -> None:
        self._position = position
        self._event = event

    @property
    def text(self) -> str:
        """The event in the canonical form of the notation."""
        return format_event(self._event)

    @property
    def odds(self) -> Odds | None:
        """The exact odds of an attack; None if the event has no odds."""
        return self._position._rules.odds(self._position._state, self._event)

    def __str__(self) -> str:
        """Return the text of the event."""
        return self.text

    def __repr__(self) -> str:
        """Return the text, for a prompt."""
        return f"<Option {self.text}>"

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same event of equal positions."""
        if not isinstance(other, Option):
            return NotImplemented
        return self._event == other._event and self._position == other._position

    def __hash__(self) -> int:
        """Return a hash that is equal for equal options."""
        return hash(self.text)


def _no_notes(number: int, timeline: Timeline) -> tuple[Note, ...]:
    """Return the notes on an event of a game without notes."""
    del number, timeline
    return ()


class _Played(NamedTuple):
    """An event played from a position, with the events before it."""

    before: _Played | None
    number: int
    step: Step


class Position(Live):
    """A position of a game. Positions never change; `play` and `roll` return others.

    Example:
        >>> import senpu
        >>> position = senpu.start("800/bonsai-2021")
        >>> position.decision.side, position.decision.kind
        ('china', 'set-up')
        >>> option = next(position.legal())
        >>> position.play(option).number
        1
    """

    def __init__(
        self,
        timeline: Timeline,
        number: int,
        played: _Played | None = None,
        notes: Callable[[int, Timeline], tuple[Note, ...]] = _no_notes,
    ) -> None:
        self._timeline = timeline
        self._fork = number
        self._played = played
        self._notes = notes
        self._state: State = (
            timeline.get_position(number).state
            if played is None
            else timeline.view.filter_hypothetical(played.step.state)
        )
        self._rules: AnyRules = timeline.rules

    @classmethod
    def from_text(cls, text: str, *, data: PathName | None = None) -> Position:
        """Return the position that a position text describes.

        Args:
            text: A position text: one line, as `text` and `senpu show FILE --text` give it
                (`spec/en/reference/notation.md`, section 13).
            data: A file of values to play on, in place of the values that the text names.

        Returns:
            The position. The view of a side, with hidden cards, can be examined and not played.

        Raises:
            LogError: The text is malformed, or its position breaks a rule; each of its `faults` has
                a column of the text.
            Error: The file of values is invalid.
            FileNotFoundError, OSError: The file of values cannot be read; these are an Error too.

        Example:
            >>> import senpu
            >>> position = senpu.read("game.senpu").at("T3")
            >>> senpu.Position.from_text(position.text) == position
            True
            >>> try:
            ...     senpu.Position.from_text("Senpu 1 800/bonsai-2021; turn: x")
            ... except senpu.LogError as error:
            ...     print(error.faults[0].id, error.faults[0].column)
            positionUnknown 32
        """
        check_type("text", text, str)
        return cls(open_position_text(text, data), 0)

    # ---- what it is -----------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of events played before it, undone ones included."""
        return self._fork if self._played is None else self._played.number

    @property
    def turn(self) -> int:
        """The turn, from 1; 0 during set-up."""
        return self._state.turn

    @property
    def decision(self) -> Decision | None:
        """The pending decision; None if the game is over."""
        return self._state.decision

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game; None if it is not over."""
        return self._state.outcome

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return RuleSet(self._rules.spec)

    @property
    def side(self) -> str:
        """The side whose view this is; empty if everything is shown."""
        return self._timeline.view.side

    @property
    def key(self) -> str:
        """The position key, 16 hexadecimal digits.

        It is equal for positions that differ only in hidden parts or in interchangeable units.
        """
        return self._rules.key(self._state)

    @property
    def digest(self) -> str:
        """16 hexadecimal digits of the SHA-256 of the exact state."""
        return self._rules.digest(self._state)

    @property
    def text(self) -> str:
        """The position in one line, for `from_text` and for commands."""
        side = "" if self._timeline.view.is_unrestricted else self.side
        return format_position(self._rules, self._state, side)

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """Each unit by its id, units that are off the map included."""
        kinds = {kind.mark: kind.id for kind in self._rules.spec.game.kind}
        pieces = self._rules.board(self._state).pieces
        return Entries("unit", {piece.id: make_unit(piece, kinds) for piece in pieces})

    @property
    def event(self) -> Event | None:
        """The event that led to the position; None at the start."""
        if not self.number:
            return None
        if self._played is not None:
            step = self._played.step
            return make_step_event(self._timeline.view, self.number, step)
        return make_event(
            self._timeline, self.number, lambda: self._notes(self.number, self._timeline)
        )

    # ---- what can be done -----------------------------------------------------------------

    def legal(self) -> Iterator[Option]:
        """Return the legal events, computed one at a time.

        Returns:
            Each option. If chance has to act, each possible roll or draw; all of these are
            equally likely.

        Example:
            >>> import senpu
            >>> position = senpu.read("game.senpu").at(5)
            >>> [option.text for option in position.legal()][:4]
            ['i1>B', 'i2>B', 'g1>B', 'i3>A']
        """
        return (Option(self, event) for event in self._rules.legal(self._state))

    def play(self, event: str | Option) -> Position:
        """Play one or more events.

        Args:
            event: An option of this position, or a text in the notation: `i3+i4>D`,
                `J: i3*D.k1 [4 3]`.

        Returns:
            The position after the events.

        Raises:
            IllegalEventError: The rules do not allow an event. It has the printed rule, the id of
                the reason, and legal alternatives.
            LogError: The text is not an event.
            Error: The position is the view of one side, or the text has an undo.

        Example:
            >>> import senpu
            >>> position = senpu.read("game.senpu").at(5)
            >>> position.play("i3+i4>D").event.number
            6
            >>> try:
            ...     position.play("i3>F")
            ... except senpu.IllegalEventError as error:
            ...     print(error.reason, error.rule, error.alternatives[0])
            notAdjacent 7.0 i3>A
        """  # noqa: DOC501 - Error is the public name
        check_type("event", event, str, Option)
        self._check_whole("Play")
        line, faults = parse_line(1, str(event))
        if faults:
            raise make_log_error(faults)
        if any(isinstance(item, Word) and item.word == "undo" for item in line.items):
            raise ArgumentError("positionUndo")
        course = EventSequence(self._rules, self._state)
        try:
            course.play(line.items)
        except ReductionError as bad:
            raise make_illegal_event_error(self._rules, course.reducer.state, bad) from None
        if not course.steps:
            raise ArgumentError("noEventInText", text=str(event))
        return self._extend(course.steps)

    def roll(self, random: Random) -> Position:
        """Roll the dice, or draw the cards, that the position waits for.

        Args:
            random: The source of random numbers. `random.Random(7)` gives the same roll each
                time; `random.SystemRandom()` gives rolls that no one can predict.

        Returns:
            The position after the roll.

        Raises:
            IllegalEventError: A side has to decide; nothing has to be rolled.
            Error: The position is the view of one side.

        Example:
            >>> import random, senpu
            >>> position = senpu.read("game.senpu").at(4)
            >>> position.roll(random.Random(7)).event.text
            '[J2 C6]'
        """
        check_type("random", random, Random)
        self._check_whole("Roll")
        decision = self._state.decision
        if decision is None or decision.side != CHANCE:
            error = IllegalEventError("noDice", decision.rule if decision else "")
            error.message = Message("errors.noRollPending")
            raise error
        return self._take(self._rules.sample(self._state, random))

    def choose(self, program: str, random: Random) -> Option:
        """Let a program choose an event for the side that has to decide.

        The program knows no more than its side may know.

        Args:
            program: `random`, `one-ply` or `tree`, with a budget if wanted: `tree:1000`,
                `tree:500ms`.
            random: The source of random numbers. The same numbers give the same choice,
                unless the budget is a time.

        Returns:
            The option that the program prefers; if chance has to act, a roll.

        Raises:
            IllegalEventError: The game is over.
            Error: No such program exists, or the position is the view of one side.

        Example:
            >>> import random, senpu
            >>> position = senpu.read("game.senpu").at(6)
            >>> position.choose("one-ply", random.Random(1)).text
            'grenade D'
        """
        from senpu.replay.analysis.players import find_player  # loads the search

        check_type("program", program, str)
        check_type("random", random, Random)
        self._check_whole("Choice")
        chosen = find_player(program)
        if self._state.decision is None:
            error = IllegalEventError("gameOver", "")
            assert self._state.outcome is not None
            ending = name_ending(self._rules.spec.folder, self._state.outcome.ending)
            error.message = fault_message("gameOver", ending=ending)
            raise error
        if self._state.decision.side == CHANCE:
            return Option(self, self._rules.sample(self._state, random))
        return Option(self, chosen(self._rules, self._state, random))

    def win_probability(
        self,
        playouts: int = 0,
        *,
        program: str = "one-ply",
        seed: int = 1,
        jobs: int = 1,
        language: str = "en",
    ) -> WinProbability:
        """Estimate the win probability of each side (`spec/en/reference/win-probability.md`).

        Args:
            playouts: The largest number of games that programs play from here, by each of the two
                methods; 0 for the value of the position, which is known at once.
            program: The program that plays all sides, as for `choose`.
            seed: The seed of the playouts; they are the same for the same seed.
            jobs: The number of processes for the playouts.
            language: The language of the warnings, `en` or `ja`.

        Returns:
            The win probability; of a game that is over, its result. In the view of a side, the
            facts that are hidden from it are dealt again for each playout.

        Raises:
            Error: No such program exists, a number is too small, or the position has face-down
                cards and playouts need the view of a side.

        Example:
            >>> import senpu
            >>> position = senpu.read("game.senpu").at("T3")
            >>> found = position.win_probability(playouts=10)
            >>> low, high = found.intervals["china"]
            >>> low < found.sides["china"] < high, found.playouts
            (True, 20)
        """  # noqa: DOC501 - Error is the public name
        from senpu.replay.analysis.playouts import PlayoutStart  # loads the programs
        from senpu.tui.api.win_probability import estimate_win_probability, play_out

        for name, value, least in (("playouts", playouts, 0), ("seed", seed, 0), ("jobs", jobs, 1)):
            check_type(name, value, int)
            check_count(name, value, least)
        check_type("program", program, str)
        narrator = Narrator(self._rules.spec, check_language(language))
        estimate = None
        if playouts and self._state.outcome is None:
            side = "" if self._timeline.view.is_unrestricted else self.side
            if not side and has_unknown_cards(self.text):
                raise ArgumentError("viewNeeded")
            start = PlayoutStart(self._state, side)
            estimate = play_out(self._rules, start, playouts, program, seed, jobs)
        return estimate_win_probability(self._rules, self._state, narrator, estimate)

    def view(self, side: str) -> Position:
        """Return the position as one side may know it.

        Args:
            side: The id of the side.

        Returns:
            A position without the parts that are hidden from that side. It can be examined and
            drawn, but not played.

        Raises:
            Error: The rule set has no such side, or the position is the view of another side.

        Example:
            >>> import senpu
            >>> senpu.read("game.senpu").at(5).view("japan").side
            'japan'
        """
        check_choice("side", side, self.rules.sides)
        if side != self.side:
            self._check_whole("Other")
        self._timeline.extend()  # a copy reads no further
        timeline = copy.copy(self._timeline)
        timeline.view_as(side)
        timeline.lock_view()
        return Position(timeline, self._fork, self._played, self._notes)

    def explain_unreachable(self, language: str = "en") -> tuple[str, ...]:
        """Explain why no game reaches the position, though it breaks no rule.

        Args:
            language: `en` or `ja`.

        Returns:
            The reasons, each with its printed rule; empty for a position of a game. An
            unreachable position may have no reason.

        Raises:
            Error: No texts exist in that language.

        Example:
            >>> import senpu
            >>> text = senpu.read("game.senpu").at("T3").text.replace("turn: 3", "turn: 1")
            >>> senpu.Position.from_text(text).explain_unreachable()[0]
            'Mortar (m1) enters on turn 2 (rule 5.0-2)'
        """
        from senpu.tui.render.reachability import list_reasons

        narrator = Narrator(self._rules.spec, check_language(language))
        return (*list_reasons(self._rules.list_unreachable(self._state), narrator),)

    # ---- how it looks ---------------------------------------------------------------------

    def draw(self, width: int = 80, language: str = "en") -> str:
        """Draw the position as plain text.

        Args:
            width: The number of columns at which sentences are wrapped. The map has its own
                width: up to 96 columns for areas, up to 131 for hexes.
            language: `en` or `ja`.

        Returns:
            The rows, separated by newlines. They have the turn, the map, the state of each side
            and the pending decision.

        Raises:
            Error: No texts exist in that language, or the width is less than 20.

        Example:
            >>> import senpu
            >>> print(senpu.read("game.senpu").at(5).draw().splitlines()[0])
            800: Eight Hundred, turn 1 of 6, 27 Oct
        """
        from senpu.tui.boards.signs import PLAIN
        from senpu.tui.render.text_layout import wrap_rows
        from senpu.tui.render.text_rendering import draw_board, render_position

        check_type("width", width, int)
        check_count("width", width, NARROWEST)
        narrator = Narrator(self._rules.spec, check_language(language))
        whose = narrator.seen_by(self.side) if self.side else ""
        title, *rows = render_position(self._rules, self._state, narrator, whose=whose)
        size = (
            len(draw_board(self._rules.spec, self._rules.board(self._state), narrator, PLAIN)) + 2
        )
        text = [*wrap_rows(title, "", width), *rows[:size]]
        for row in rows[size:]:
            text += wrap_rows(row, "", width) if row else [""]
        return "\n".join(text)

    def svg(self, theme: str = "day", language: str = "en") -> str:
        """Draw the position as a picture.

        Args:
            theme: `day` or `night`.
            language: `en` or `ja`.

        Returns:
            An SVG document that needs no other file. Its size is given in pixels.

        Raises:
            Error: No such theme exists, or no texts in that language.

        Example:
            >>> import senpu
            >>> senpu.read("game.senpu").at(5).svg(theme="night")[:4]
            '<svg'
        """
        from senpu.tui.pictures.picture import render_picture  # loads what draws

        check_choice("theme", theme, THEMES)
        narrator = Narrator(self._rules.spec, check_language(language))
        return render_picture(self._line(), self.number, narrator, theme)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return self.svg()

    def __repr__(self) -> str:
        """Return rule set, number and turn, for a prompt."""
        seen = f", view of {self.side}" if self.side else ""
        return f"<Position {self._rules.spec.id} after event {self.number}, turn {self.turn}{seen}>"

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same rules and the same exact state."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.rules == other.rules and self._state == other._state

    def __hash__(self) -> int:
        """Return a hash that is equal for equal positions."""
        return hash((self._rules.spec.id, self.digest))

    # ---- inside ---------------------------------------------------------------------------

    def _check_whole(self, what: str) -> None:
        """Raise ArgumentError if the position is the view of one side."""
        if self.side:
            raise ArgumentError(f"view{what}", side=self.side)

    def _take(self, event: notation.Event) -> Position:
        course = EventSequence(self._rules, self._state)
        course.take(event)
        return self._extend(course.steps)

    def _extend(self, steps: Iterable[Step]) -> Position:
        played = self._played
        for number, step in enumerate(steps, self.number + 1):
            played = _Played(played, number, step)
        return Position(self._timeline, self._fork, played, self._notes)

    def _line(self) -> GameLine:
        """Return the events that led here, as the drawing reads them."""
        if self._played is None:
            return self._timeline
        start = self._timeline.get_full_position(self._fork)
        course = EventSequence(self._rules, start.state)
        course.steps = [*_list_steps(self._played)][::-1]
        note = StoredNote(event=self._fork, kind="variation", text=course.text())
        branch = Branch(self._timeline, "", note, start, None, is_played=True)
        return Variation(branch, self._timeline)


def _list_steps(played: _Played | None) -> Iterator[Step]:
    """Generate the steps that were played, the last one first."""
    while played is not None:
        yield played.step
        played = played.before
