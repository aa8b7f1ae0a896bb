"""Events of the public API, and the notes on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, overload

import msgspec

from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.reducer import is_log_event
from senpu.replay.core.timeline import find_event_turn
from senpu.tui.api.errors import Live, NotFoundError, check_language, check_type

if TYPE_CHECKING:
    from senpu.notation import events as notation
    from senpu.replay.annotation.branches import Annotation
    from senpu.replay.core.reducer import Step
    from senpu.replay.core.rules import AnyRules, Effect
    from senpu.replay.core.states import Decision
    from senpu.replay.core.timeline import Timeline
    from senpu.replay.core.views import View


class Note(msgspec.Struct, frozen=True):
    r"""A note on an event: a comment, a glyph, a mark on the map, or a variation.

    Example:
        >>> import senpu
        >>> game = senpu.read(text=(
        ...     "Senpu: 1\nGame: 800/bonsai-2021\n\nC: x1+c2+c3+k1@D {The centre.}\n"))
        >>> game.events[0].notes[0].text
        'The centre.'
    """

    kind: str
    """`comment`, `glyph` (such as `!?`), `arrow`, `highlight`, `bookmark`, `date` or
    `variation`."""
    text: str
    """The comment, the glyph, the places, or the events of a variation."""
    author: str = ""
    """The author; empty if unknown."""
    source: str = ""
    """The source of a date; empty for other notes."""
    length: int = 0
    """The number of events of a variation; 0 for other notes."""
    notes: tuple[Note, ...] = ()
    """The notes inside a variation."""
    translations: Mapping[str, str] = {}
    """The text by language tag (of a date, its source), without the original."""
    is_conjecture: bool = False
    """True for a variation that is a possible way through the gap after its event."""

    def __hash__(self) -> int:
        """Return the hash of the content without translations, which are a mapping."""
        content = self.kind, self.text, self.author, self.source, self.length, self.notes
        return hash((*content, self.is_conjecture))

    def in_language(self, language: str) -> Note:
        """Return the note with its text in a language.

        Args:
            language: A language tag such as `ja`.

        Returns:
            The note with the translation as its text (of a date, its source), or the note itself
            if it has no such translation.
        """
        check_type("language", language, str)
        found = self.translations.get(language)
        if found is None:
            return self
        field = "source" if self.kind == "date" else "text"
        return msgspec.structs.replace(self, **{field: found})


class Event(Live):
    """An event of a game: a side's action, a roll, or the end of a phase.

    Example:
        >>> import senpu
        >>> event = senpu.read("game.senpu").events[5]
        >>> event.side, event.text, event.turn
        ('japan', 'i3+i4>D', 1)
        >>> event.sentence()
        'Infantry 3 (i3) and Infantry 4 (i4) move from B to D.'
    """

    __slots__ = ("_moment", "_notes", "_place", "_rules")

    def __init__(
        self,
        rules: AnyRules,
        place: tuple[int, str, str, int, bool],
        moment: Callable[[], tuple[Decision | None, tuple[Effect, ...]]],
        notes: Callable[[], tuple[Note, ...]] = tuple,
    ) -> None:
        self._rules = rules
        self._moment = moment
        self._notes = notes
        self._place = place

    @property
    def number(self) -> int:
        """The number of the event, from 1."""
        return self._place[0]

    @property
    def side(self) -> str:
        """The id of the side that acted; `chance` for dice and drawn cards.

        It is empty for an undo or an agreement that names no side, and for a stated position.
        """
        return self._place[1]

    @property
    def text(self) -> str:
        """The event in the canonical form of the notation."""
        return self._place[2]

    @property
    def turn(self) -> int:
        """The turn in which it was played; 0 during set-up."""
        return self._place[3]

    @property
    def undone(self) -> bool:
        """True if a later event undoes it."""
        return self._place[4]

    @property
    def phase(self) -> str:
        """The kind of decision that the event answers, such as `act`, `retreat` or `dice`.

        It is empty for `undo`, `resign`, `agree` and a stated position.
        """
        decision, _ = self._moment()
        return decision.kind if decision else ""

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes on the event."""
        return self._notes()

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The effects of the event, in order."""
        return self._moment()[1]

    def sentence(self, language: str = "en") -> str:
        """Describe the effects of the event in one or more sentences.

        Args:
            language: `en` or `ja`.

        Returns:
            The sentences; empty if the event has no effect that is shown.

        Raises:
            Error: No texts exist in that language.
        """
        _, effects = self._moment()
        return Narrator(self._rules.spec, check_language(language)).describe_all(effects)

    def __repr__(self) -> str:
        """Return number, side and text, for a prompt."""
        return f"<{' '.join(('Event', str(self.number), *filter(None, (self.side, self.text))))}>"

    def __eq__(self, other: object) -> bool:
        """Return whether rule set, number, side, text, turn and `undone` are the same."""
        if not isinstance(other, Event):
            return NotImplemented
        return self._place == other._place and self._rules.spec.id == other._rules.spec.id

    def __hash__(self) -> int:
        """Return a hash that is equal for equal events."""
        return hash(self._place)


class Events(Live, Sequence[Event]):
    """The events of a log in order; the event of index 0 has the number 1."""

    def __init__(self, last: Callable[[], int], event: Callable[[int], Event]) -> None:
        self._last = last
        self._event = event

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Event, ...]: ...
    def __getitem__(self, index: int | slice) -> Event | tuple[Event, ...]:
        """Return an event, or some of them. Raises NotFoundError."""
        check_type("index", index, int, slice)
        count = self._last()
        if isinstance(index, slice):
            return tuple(self._event(at + 1) for at in range(*index.indices(count)))
        at = index + count if index < 0 else index
        if not 0 <= at < count:
            raise NotFoundError("noEventIndex", index=index, n=count)
        return self._event(at + 1)

    def __len__(self) -> int:
        """Return the number of events."""
        return self._last()

    def __repr__(self) -> str:
        """Return the number of events, for a prompt."""
        return f"<Events: {len(self)}>"


def make_event(timeline: Timeline, number: int, notes: Callable[[], tuple[Note, ...]]) -> Event:
    """Return an event of a log."""
    entry = timeline.get_event(number)
    place = (number, entry.actor, format_event(entry.event), entry.turn, entry.undone)

    def moment() -> tuple[Decision | None, tuple[Effect, ...]]:
        before = timeline.get_position(number - 1).state.decision
        return _find_decision(entry.event, before), timeline.get_position(number).effects

    return Event(timeline.rules, place, moment, notes)


def make_step_event(sight: View, number: int, step: Step) -> Event:
    """Return an event that was just accepted, in a view."""
    seen = format_event(sight.filter_event(step.before, step.event))
    turn = find_event_turn(step.event, step.before, step.state)
    place = (number, step.actor, seen, turn, False)
    answered = _find_decision(step.event, sight.filter_state(step.before).decision)
    effects = sight.filter_hypothetical_effects(step.state, step.effects)
    return Event(sight.rules, place, lambda: (answered, effects))


def _find_decision(event: notation.Event, decision: Decision | None) -> Decision | None:
    """Return the decision that an event answers; an event of the log itself answers none."""
    return None if is_log_event(event) else decision


def make_note(annotation: Annotation) -> Note:
    """Return a note as the API shows it, with the notes inside it."""
    _, note, branch = annotation
    inside = tuple(map(make_note, branch.annotations)) if branch else ()
    text, length = (branch.text, branch.last) if branch else (note.text, 0)
    return Note(
        note.kind, text, note.author, note.source, length, inside, note.translations,
        note.conjecture,
    )  # fmt: skip
