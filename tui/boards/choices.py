"""The legal events of a position, split into choices, and the scene of each choice."""

import re
from collections.abc import Container, Iterable, Iterator
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from senpu.notation.events import (
    Attack,
    EndPhase,
    Event,
    Retreat,
    Roll,
    StatedPosition,
    Transfer,
    Word,
)
from senpu.notation.writer import format_event
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import AnyRules, Effect, IllegalEventError
from senpu.replay.core.states import State
from senpu.tui.boards.scene import Mark, Marks, Scene

if TYPE_CHECKING:
    from senpu.replay.core.narration import Narrator

FEW = 9
"""Maximum events listed at once, without a choice of units first."""
MOST = 20_000
"""Maximum legal events read; the user can type further ones."""
SOME = 64
"""Events read between two checks of the clock."""
UNITS = re.compile(r"(?:& ?)?([a-z]+[0-9][a-z0-9]*(?:\+[a-z]+[0-9][a-z0-9]*)*)(.*)")
OPERATORS = re.compile(r"=>|~>|[@><:*]")


class Goal(NamedTuple):
    """The target of an event: a place, and a unit there if one is meant."""

    place: str = ""
    unit: str = ""


class EventChoice(NamedTuple):
    """A legal event, split into its parts."""

    event: Event
    text: str
    units: frozenset[str]
    """The acting units, or the units of a word."""
    goal: Goal
    head: str
    """The word with its payment, or the card that pays (`#07/`); else empty."""
    kind: str
    """The list of the event: `unit` (of its units), `card` (of the card that pays) or `word`."""

    @property
    def path(self) -> tuple[str, ...]:
        """Return the places on the way, the target last."""
        return getattr(self.event, "path", ()) or ((self.goal.place,) if self.goal.place else ())


class Narrowing(NamedTuple):
    """The current selection."""

    units: frozenset[str] = frozenset()
    where: bool = False
    """True if the units are complete, so that the target is next."""
    goal: Goal | None = None
    place: str = ""
    """The place of the target, if its unit is still open."""
    head: str = ""
    at: str = ""
    """The place of the units to act."""


class ChoiceItem(NamedTuple):
    """An item to choose, and the events that it leaves."""

    kind: str
    """The kind: unit, head (a word or a card), or event."""
    key: str
    choices: tuple[EventChoice, ...]
    """For an event: the ways to the same goal, the shortest first."""

    @property
    def event(self) -> EventChoice | None:
        """The event, if the item is one."""
        return self.choices[0] if self.kind == "event" else None


class Choices:
    """The events of one position.

    Args:
        rules: The rule set.
        state: The position.
        units: The units of the board with their places, in the order of the board.
        places: The places of the map.
        named: The places with a name, which are listed first.
        is_whole: Whether the position is not the view of one side, so that effects are known.
    """

    def __init__(
        self, rules: AnyRules, state: State, units: dict[str, str], places: Container[str],
        named: Container[str] = (), is_whole: bool = True,
    ) -> None:  # fmt: skip
        self.rules, self.state = rules, state
        self.where, self.places, self.named = units, places, named
        self.is_whole = is_whole
        self.found: list[EventChoice] = []
        self._by_units: dict[frozenset[str], list[EventChoice]] = {}
        self.complete = False
        self.more = False
        """True if there are more events than were read."""
        self._source: Iterator[Event] = rules.legal(state)
        self._odds: dict[Event, Odds | None] = {}

    # ---- reading --------------------------------------------------------------------------

    def read(self, seconds: float) -> None:
        """Read more events for some time."""
        until = monotonic() + seconds
        while not self.complete:
            some = list(islice(self._source, SOME))
            for choice in map(self.split_event, some):
                self.found.append(choice)
                self._by_units.setdefault(choice.units, []).append(choice)
            self.more = len(self.found) >= MOST
            self.complete = len(some) < SOME or self.more
            if monotonic() > until:
                return

    def split_event(self, event: Event) -> EventChoice:
        """Return an event of the position as a choice."""
        text = format_event(event)
        if isinstance(event, Roll | EndPhase | StatedPosition):
            return EventChoice(event, text, frozenset(), Goal(), text, "word")
        if isinstance(event, Word):
            parts = [part for arg in event.args for part in arg.split("+")]
            units = frozenset(part for part in parts if part in self.where)
            place = next((part for part in event.args if part in self.places), "")
            head = format_event(Word(event.word, payer=event.payer, again=event.again))
            kind = "unit" if parts and len(units) == len(parts) else "word"
            return EventChoice(event, text, units, Goal(place), head, kind)
        cards = [each for each in event.payer if each.startswith("#")]
        head, kind = (f"{'+'.join(cards)}/", "card") if cards else ("", "unit")
        units = frozenset(event.units)
        if isinstance(event, Attack):
            place = event.place or self.where.get(event.unit, "")
            return EventChoice(event, text, units, Goal(place, event.unit), head, kind)
        return EventChoice(event, text, units, Goal(event.path[-1]), head, kind)

    def odds(self, event: Event) -> Odds | None:
        """Return the exact odds of an attack."""
        if event not in self._odds:
            try:
                self._odds[event] = self.rules.odds(self.state, event)
            except (IllegalEventError, LookupError):
                self._odds[event] = None
        return self._odds[event]

    def describe(self, event: Event, narrator: "Narrator") -> str:
        """Return the sentence of the first effect of an event; empty if it may not be known."""
        if not self.is_whole:
            return ""
        try:
            _, effects = self.rules.apply(self.state, event)
        except (IllegalEventError, LookupError):
            return ""
        return narrator.describe_all(effects[:1])

    # ---- narrowing ------------------------------------------------------------------------

    def find_matches(self, so_far: Narrowing) -> list[EventChoice]:
        """Return the events that match the selection."""
        units, where, goal, place, head, _ = so_far
        found = self.found
        if units:
            found = self._by_units.get(units, []) if where else []
            found = found or [
                choice for each, own in self._by_units.items() if each >= units for choice in own
            ]
        if head:
            found = [choice for choice in found if choice.head == head]
        if goal is not None:
            found = [choice for choice in found if choice.goal == goal]
        elif place:
            found = [choice for choice in found if choice.goal.place == place]
        return found

    def items(self, so_far: Narrowing) -> list[ChoiceItem]:
        """Return the items of the next list: units and words, or events."""
        left = self.find_matches(so_far)
        few = len(left) <= FEW and self.complete and not so_far.units and not so_far.at
        if so_far.where or so_far.place or so_far.goal is not None or few:
            return self._events(left)
        own: list[EventChoice] = []
        rest: list[EventChoice] = []
        for each in left:
            by_unit = each.kind == "unit" or (so_far.head and each.units)
            (own if by_unit else rest).append(each)
        mentioned = {unit for choice in own for unit in choice.units}
        items = [
            ChoiceItem("unit", unit, tuple(each for each in own if unit in each.units))
            for unit, place in self.where.items()
            if unit in mentioned and so_far.at in ("", place)
        ]
        if so_far.at or so_far.units:
            return items
        if so_far.head:
            return [*items, *self._events(rest)]
        heads: dict[str, list[EventChoice]] = {}
        for choice in rest:
            heads.setdefault(choice.head, []).append(choice)
        for head, group in heads.items():
            single = len(group) == 1
            kind, key = ("event", group[0].text) if single else ("head", head)
            items.append(ChoiceItem(kind, key, tuple(group)))
        return items

    def goals(self, so_far: Narrowing, item: ChoiceItem) -> list[ChoiceItem]:
        """Return the list that an item leads to; empty for an event or an incomplete group."""
        step = self.apply_item(so_far, item)
        return [] if step == so_far or (not step.where and not step.head) else self.items(step)

    def _events(self, choices: Iterable[EventChoice]) -> list[ChoiceItem]:
        """Return events, the ways to one goal as one item; targets and named places first."""
        ways: dict[tuple[Any, ...], list[EventChoice]] = {}
        for choice in choices:
            event = choice.event
            moves = isinstance(event, Transfer) and len(event.path) >= 1
            key = (type(event), choice.head, choice.units, getattr(event, "payer", ()))
            last = choice.goal if moves else choice.text
            ways.setdefault((*key, last), []).append(choice)
        items = [
            ChoiceItem("event", group[0].text, tuple(sorted(group, key=lambda it: len(it.path))))
            for group in ways.values()
        ]
        return sorted(items, key=lambda item: self._rank(item.choices[0]))

    def _rank(self, choice: EventChoice) -> tuple[bool, bool, str]:
        """Return the sort key of an event; words and attacks keep the order of the rules."""
        place = choice.goal.place
        if not isinstance(choice.event, Transfer):
            return (choice.kind == "word", False, "")
        return (False, place not in self.named, place)

    def apply_item(self, so_far: Narrowing, item: ChoiceItem) -> Narrowing:
        """Return the selection after an item that leaves several events."""
        if item.kind == "unit":
            units = so_far.units | {item.key}
            return so_far._replace(units=units, where=self.is_enough(units, so_far.head), at="")
        return so_far._replace(head=item.key) if item.kind == "head" else so_far

    def count_missing(self, so_far: Narrowing) -> int:
        """Return the least number of units that must be added before the units can act."""
        more = [
            len(each.units - so_far.units)
            for each in self.find_matches(Narrowing(so_far.units, head=so_far.head))
        ]
        return min(more, default=0)

    def is_enough(self, units: frozenset[str], head: str = "") -> bool:
        """Return whether some units can act without others, or no unit can join them."""
        sets = [
            each
            for each, own in self._by_units.items()
            if each and any(choice.head == head or choice.kind == "unit" for choice in own)
        ]
        return units in sets or not any(each > units for each in sets)

    def toggle_unit(self, so_far: Narrowing, unit: str) -> Narrowing | None:
        """Return the selection with one unit added or removed, or None if it cannot join."""
        units = so_far.units ^ {unit}
        if units and not any(each >= units for each in self._by_units):
            return None
        return Narrowing(units, head=so_far.head)

    # ---- what is pointed at ---------------------------------------------------------------

    def select_unit(self, so_far: Narrowing, unit: str) -> Narrowing | None:
        """Return the selection after a click on a unit, as target or as actor, or None.

        Args:
            so_far: The current selection.
            unit: The unit under the pointer.

        Returns:
            The selection.
        """
        chosen = Narrowing(so_far.units, True)
        for choice in self.found:
            if choice.goal.unit == unit and choice.units == chosen.units:
                return chosen._replace(goal=choice.goal)
        joined = self.toggle_unit(so_far, unit)
        if joined is not None:
            return joined._replace(where=bool(joined.units) and self.is_enough(joined.units))
        if any(unit in choice.units for choice in self.found):
            alone = frozenset((unit,))
            return Narrowing(alone, self.is_enough(alone))
        place = self.where.get(unit, "")
        if place and (there := self._leads_to(chosen, place)):
            return there
        target = next((each.goal for each in self.found if each.goal.unit == unit), None)
        return Narrowing(goal=target) if target else self.select_place(Narrowing(), place)

    def select_place(self, so_far: Narrowing, place: str) -> Narrowing | None:
        """Return the selection after a click on a place, as target or as place of actors."""
        if there := self._leads_to(Narrowing(so_far.units, True), place):
            return there
        here = [unit for unit in self.actors() if self.where.get(unit) == place]
        if len(here) == 1:
            return self.select_unit(so_far, here[0])
        if here and place:
            return Narrowing(at=place)
        leads = any(choice.goal.place == place for choice in self.found)
        return Narrowing(place=place) if leads and place else None

    def actors(self) -> list[str]:
        """Return the units that can act, in the order of the board."""
        mentioned = {unit for choice in self.found for unit in choice.units}
        return [unit for unit in self.where if unit in mentioned]

    def _leads_to(self, chosen: Narrowing, place: str) -> Narrowing | None:
        """Return whether a choice is for exactly the selected units and a target."""
        goals = {
            choice.goal
            for choice in self.found
            if choice.goal.place == place and choice.units == chosen.units
        }
        if not goals:
            return None
        if len(goals) > 1:
            return chosen._replace(place=place)
        return chosen._replace(goal=goals.pop())

    # ---- typed text -----------------------------------------------------------------------

    def complete_text(self, text: str) -> list[EventChoice]:
        """Return the completions of a text: events with this prefix, then events of its units."""
        if not text:
            return self.found
        begins = [choice for choice in self.found if choice.text.startswith(text)]
        return begins + [
            choice
            for choice in self.found
            if not choice.text.startswith(text) and self._means(choice, text)
        ]

    @staticmethod
    def _means(choice: EventChoice, text: str) -> bool:
        if choice.goal.place and choice.goal.place.startswith(text):
            return True
        match = UNITS.fullmatch(text)
        if match is None or choice.kind == "word":
            return False
        units, rest = frozenset(match[1].split("+")), match[2]
        if not rest:
            return units <= choice.units
        if units != choice.units:
            return False
        operator = OPERATORS.match(rest)
        if operator is None:
            return False
        label = ".".join(filter(None, choice.goal))
        own = OPERATORS.search(choice.text)
        return (
            own is not None and own[0] == operator[0] and label.startswith(rest[operator.end() :])
        )


class ChoicePreview(NamedTuple):
    """The preview of a choice."""

    units: frozenset[str] = frozenset()
    """The acting units."""
    choice: EventChoice | None = None
    """The event at the cursor."""
    places: frozenset[str] = frozenset()
    """The places that can be chosen."""
    targets: frozenset[str] = frozenset()
    """The units that can be chosen as targets."""
    focus: str = ""
    """The place at the cursor, if no event is."""
    rejected: str = ""
    """The place where a rejected event fails."""


def preview_choice(scene: Scene, preview: ChoicePreview) -> Scene:
    """Return the scene with the marks of a choice instead of the marks of the last events."""
    pieces = {piece.id: piece for piece in scene.board.pieces}
    units, choice, focus = preview.units, preview.choice, preview.focus
    signs = {unit: Mark("attack", False) for unit in preview.targets if unit in pieces}
    crossings: dict[tuple[str, str], Mark] = {}
    effects: tuple[Effect, ...] = ()
    if choice is not None:
        units = choice.units or units
        focus = choice.goal.place or focus
        strikes = isinstance(choice.event, Attack)
        kind = "retreat" if isinstance(choice.event, Retreat) else "move"
        if choice.goal.unit in pieces:
            signs[choice.goal.unit] = Mark("attack", True)
        places = (pieces[unit].place for unit in units if unit in pieces)
        origins = sorted({place for place in places if place and place != focus})
        for origin in origins:
            step = choice.path[0] if choice.path and not strikes else focus
            crossings[origin, step] = Mark("attack" if strikes else kind, True)
        if choice.path and choice.kind != "word" and not strikes:
            first = origins[:1] or [""]
            effects = (Effect("prospect", units=tuple(units), places=(*first, *choice.path)),)
    elif not focus:
        here = sorted({pieces[unit].place for unit in units if unit in pieces})
        focus = here[0] if len(here) == 1 else ""
    signs |= {unit: Mark("acts", True) for unit in units if unit in pieces}
    marks = Marks(
        focus, signs, (), crossings, frozenset(units), (), preview.places - {""},
        frozenset(units), scene.marks.focus, preview.rejected,
    )  # fmt: skip
    return replace(scene, marks=marks, moment=replace(scene.moment, effects=effects))
