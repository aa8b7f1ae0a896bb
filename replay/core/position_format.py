"""The form of a game's positions as text: where its units are, and a codec for each other field.

The syntax of the line is in :mod:`senpu.notation.position_text`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import fields as struct_fields
from msgspec.structs import replace

from senpu.notation.faults import fault_message
from senpu.notation.mistakes import cut
from senpu.notation.position_text import (
    FieldWords,
    PositionError,
    PositionField,
)
from senpu.replay.core.states import CHANCE, Decision, Outcome, State

T = TypeVar("T")

TURN, NEXT, OVER, STAGE, SEEN = "turn", "next", "over", "stage", "seen"
COMMON = (SEEN, TURN, NEXT, OVER, STAGE)
"""The keys of the fields that all games have, in canonical order."""
DRAW = "Draw"
"""The first word of an ending without a winner."""
DECISION, OUTCOME = "decision", "outcome"
"""The attributes of a state with the pending decision and the ending."""


class Codec(Protocol[T]):
    """Writes a value of a state as words, and reads it."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The accepted words, if they are few; for a person who edits a position."""

    def write(self, value: T) -> Iterable[str]:
        """Return the words of a value."""

    def read(self, words: FieldWords) -> T:
        """Return the value of the next words. Raises PositionError."""


class UnitPlacement(Protocol):
    """The columns of a state with the places and conditions of the units."""

    units: tuple[str, ...]
    """The ids of the units, in the game's order."""
    places: tuple[str, ...]
    """The keys of all places, on and off the map, in canonical order."""
    attributes: tuple[str, ...]
    """The attributes of the state that it covers."""
    has_reduced: bool
    """True if a unit can be reduced: the suffix `-`."""
    usual_points: Mapping[str, int]
    """The points of each unit without the suffix `=N`; empty if units have no points."""
    bare_places: frozenset[str]
    """The places off the map whose units have no suffix."""

    def write(self, state: Any) -> Mapping[str, Sequence[str]]:
        """Return the units at each place that has units, with their suffixes: `i1`, `i2-`."""

    def read(self, found: Mapping[str, PositionUnit]) -> Mapping[str, Any]:
        """Return the values of the attributes. Raises PositionError."""


class PositionUnit(msgspec.Struct, frozen=True):
    """A unit of a position text."""

    place: str
    """The key of the place."""
    suffix: str
    """The text after the id."""
    column: int


class StateField(msgspec.Struct, frozen=True):
    """A field of a state besides the places of units: its key in a text, and its codec."""

    key: str
    attribute: str
    codec: Codec[Any]


class PositionFormat:
    """The form in which the positions of a rule set are written.

    Args:
        state_type: The type of the states.
        placement: The places of the units.
        state_fields: The other fields of the state, in canonical order.
        sides: The ids of the sides.
        kinds: The usual number of the printed rule of each kind of decision.
        complete: The function that returns a state with the usual values of what a text leaves out,
            from a state with its turn, its units, its pending decision (perhaps with its side and
            kind alone), its ending, the fields without a default and `basis`. It accepts any such
            state, and leaves a decision with more than its side and kind unchanged.
        basis: The attributes with a default from which `complete` finds others. Their codecs may
            leave out parts of a value, which `complete` adds.
        is_other: Returns whether a decision may name something else than units of the placement and
            sides, such as a ship or a face-down card.
    """

    def __init__(
        self,
        state_type: type[State],
        placement: UnitPlacement,
        state_fields: Sequence[StateField],
        sides: Sequence[str],
        kinds: Mapping[str, str],
        complete: Callable[[Any], State] = lambda state: state,
        basis: Sequence[str] = (),
        is_other: Callable[[str], bool] = lambda name: False,
    ) -> None:
        self.complete = complete
        self._is_other = is_other
        self.state_type = state_type
        self.placement = placement
        self.state_fields = tuple(state_fields)
        self.sides = tuple(sides)
        self.kinds = dict(kinds)
        self._numbers = {unit: k for k, unit in enumerate(placement.units)}
        self._longest_first = sorted(placement.units, key=len, reverse=True)
        self._places = frozenset(placement.places)
        self._by_key = {each.key: each for each in self.state_fields}
        self._defaults = {
            each.name: each.default
            for each in struct_fields(state_type)
            if each.default is not msgspec.NODEFAULT
        }
        self._left_out = {
            name: value
            for name, value in self._defaults.items()
            if name not in ("turn", DECISION, OUTCOME, *basis, *placement.attributes)
        }
        covered = {*placement.attributes, *(each.attribute for each in self.state_fields)}
        missing = {each.name for each in struct_fields(state_type)} - covered
        assert missing == {"turn", "decision", "outcome", "stage"}, missing

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all fields except the places, in canonical order."""
        return (*COMMON, *self.own_keys)

    @property
    def own_keys(self) -> tuple[str, ...]:
        """The keys of the fields of the game except the places, in canonical order."""
        return tuple(self._by_key)

    def get_field(self, key: str) -> StateField | None:
        """Return the field of the game with a key, if there is one."""
        return self._by_key.get(key)

    def is_optional(self, key: str) -> bool:
        """Return whether a field other than a place can be left out, and has its usual value."""
        own = self._by_key.get(key)
        return key == STAGE if own is None else own.attribute in self._defaults

    @property
    def usual_stage(self) -> str:
        """The stage of a position without the field `stage`."""
        return str(self._defaults["stage"])

    # ---- writing ----------------------------------------------------------------------------

    def write(self, state: State, side: str = "") -> Iterator[PositionField]:
        """Yield the fields of a state.

        Args:
            state: The state, or the view of a side.
            side: The side whose view the state is; empty for a whole state.

        Yields:
            The fields in canonical order.
        """
        if side:
            yield PositionField(SEEN, (side,))
        decision, usual = self._shorten(state)
        yield PositionField(TURN, (str(state.turn),))
        if decision is not None:
            yield PositionField(NEXT, tuple(self.write_decision(decision)))
        if state.outcome is not None:
            yield PositionField(OVER, tuple(state.outcome.ending.split()))
        if state.stage != usual.stage:
            yield PositionField(STAGE, (state.stage,))
        found = self.placement.write(state)
        for place in self.placement.places:
            if place in found:
                yield PositionField(place, ("+".join(found[place]),))
        for each in self.state_fields:
            value = getattr(state, each.attribute)
            default: object = self._defaults.get(each.attribute, msgspec.NODEFAULT)
            if each.attribute in self._left_out:
                default = getattr(usual, each.attribute)
            if value != default:
                yield PositionField(each.key, tuple(each.codec.write(value)))

    def _shorten(self, state: State) -> tuple[Decision | None, State]:
        """Return the decision as it is written, and the state with all usual values."""
        decision = state.decision
        if decision is not None:
            short = Decision(decision.side, decision.kind, self.kinds[decision.kind])
            usual = self.complete(replace(state, **{**self._left_out, "decision": short}))
            if usual.decision == decision:
                return short, usual
        return decision, self.complete(replace(state, **self._left_out))

    def write_decision(self, decision: Decision) -> Iterator[str]:
        """Yield the words of a pending decision."""
        yield decision.side
        yield decision.kind
        if decision.units:
            yield from ("units", "+".join(decision.units))
        if decision.place:
            yield from ("at", decision.place)
        if decision.dice:
            letters = "+".join(decision.dice) if any(decision.dice) else str(len(decision.dice))
            yield from ("rolls", letters)
        if decision.count:
            yield from ("count", str(decision.count))
        if decision.rule != self.kinds.get(decision.kind):
            yield from ("by", decision.rule)

    # ---- reading ----------------------------------------------------------------------------

    def read(self, found: Iterable[PositionField]) -> tuple[State, str]:
        """Return the state that fields describe, and the side whose view it is.

        The rules of the game are not checked.

        Args:
            found: The fields, in any order.

        Returns:
            The state; and the side, or an empty text for a whole state.

        Raises:
            PositionError: A field is unknown, incomplete or has an unknown value; or one is
                missing.
        """
        units: dict[str, PositionUnit] = {}
        values: dict[str, Any] = {}
        side, turn = "", None
        for field in found:
            key, words = field.key, FieldWords(field)
            if key in self._places:
                self._read_units(words, units)
            elif key == TURN:
                turn = read_number(words)
            elif key == NEXT:
                values[DECISION] = self.read_decision(words)
            elif key == OVER:
                values[OUTCOME] = self._read_outcome(words)
            elif key == STAGE:
                values["stage"] = words.take()
            elif key == SEEN:
                side = self._read_side(words)
            elif key in self._by_key:
                each = self._by_key[key]
                values[each.attribute] = each.codec.read(words)
            else:
                known = (*self.keys, *self.placement.places)
                raise PositionError(
                    "positionUnknown", field.column, "field", name=cut(key), have=known
                )
            words.finish()
        if turn is None:
            raise PositionError("positionIncomplete", 0, "field", name=TURN)
        if (DECISION in values) == (OUTCOME in values):
            raise PositionError("positionIncomplete", 0, "next")
        missing = [unit for unit in self.placement.units if unit not in units]
        if missing:
            off = [place for place in self.placement.places if place[0].islower()]
            hint = fault_message("positionIncomplete", "unitsHint", have=tuple(off))
            units_text = tuple(missing)
            raise PositionError("positionIncomplete", 0, "units", hint=hint, units=units_text)
        values |= self.placement.read(units)
        for each in self.state_fields:
            if each.attribute not in values and each.attribute not in self._defaults:
                raise PositionError("positionIncomplete", 0, "field", name=each.key)
        given = {key: values.pop(key) for key in (DECISION, OUTCOME) if key in values}
        basis = {key: values.pop(key) for key in [*values] if key not in self._left_out}
        usual = self.complete(self.state_type(turn=turn, **given, **basis))
        return replace(usual, **values), side

    def _read_units(self, words: FieldWords, units: dict[str, PositionUnit]) -> None:
        field = words.field
        column = field.find_column(0)
        for entry in words.take().split("+"):
            ident = self.find_unit(entry)
            if not ident:
                raise PositionError(
                    "positionUnknown",
                    column,
                    "unit",
                    hint="unitHint",
                    text=cut(entry),
                    have=self.placement.units,
                )
            if ident in units:
                raise PositionError(
                    "positionMalformed", column, "unitTwice", hint="unitTwiceHint", unit=ident
                )
            units[ident] = PositionUnit(field.key, entry[len(ident) :], column)
            column += len(entry) + 1

    def find_unit(self, entry: str) -> str:
        """Return the id of a unit with a suffix; empty if there is none."""
        end = next((k for k, char in enumerate(entry) if char in "-="), len(entry))
        return entry[:end] if entry[:end] in self._numbers else ""

    def _read_side(self, words: FieldWords, also: tuple[str, ...] = ()) -> str:
        side = words.take()
        if side not in (*self.sides, *also):
            words.fail((*self.sides, *also), back=1)
        return side

    def read_decision(self, words: FieldWords) -> Decision:
        """Return the pending decision of the next words. Raises PositionError."""
        side = self._read_side(words, (CHANCE,))
        kind = words.take() if words.peek() else words.fail(self.kinds)
        if kind not in self.kinds:
            words.fail(self.kinds, back=1)
        units: tuple[str, ...] = ()
        dice: tuple[str, ...] = ()
        place, count, rule = "", 0, self.kinds[kind]
        if words.take_label("units"):
            units = tuple(words.take().split("+"))
            for unit in units:
                known = unit in self._numbers or unit in self.sides or self._is_other(unit)
                if not known:
                    words.fail(self.placement.units, back=1, part=unit)
        if words.take_label("at"):
            place = words.take()
        if words.take_label("rolls"):
            dice = self._read_dice(words)
        if words.take_label("count"):
            count = read_number(words)
        if words.take_label("by"):
            rule = words.take()
        return Decision(side, kind, rule, units, place, dice, count)

    @staticmethod
    def _read_dice(words: FieldWords) -> tuple[str, ...]:
        if words.peek().isdecimal():
            count = read_number(words)
            return ("",) * count if 0 < count < 100 else words.fail(back=1)
        return tuple(words.take().split("+"))

    def _read_outcome(self, words: FieldWords) -> Outcome:
        parts = []
        while words.peek():
            parts.append(words.take())
        name = parts[0] if parts else ""
        names = {side.capitalize(): side for side in self.sides} | {DRAW: ""}
        if name not in names or len(parts) < 2:
            words.fail(back=len(parts))
        outcome = Outcome(" ".join(parts), names[name])
        if outcome.is_by_players and (len(parts) > 2 or parts == [DRAW, "resign"]):
            words.fail(back=len(parts))
        return outcome


def read_number(words: FieldWords, most: int = 10**9) -> int:
    """Return the number that is the next word.

    Args:
        words: The words.
        most: The largest accepted number.

    Returns:
        The number, from 0.

    Raises:
        PositionError: The word is no such number.
    """
    text = words.take()
    if not text.isdecimal() or len(text) > 10 or int(text) > most or str(int(text)) != text:
        words.fail(back=1)
    return int(text)
