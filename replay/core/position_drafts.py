"""Drafts of positions: the fields of a position text while a user edits them.

A draft has each unit at one place, and the words of each other field. It need not be a legal
position, and its words need not be readable: each check reads the whole text again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from senpu.notation.position_text import (
    FieldWords,
    PositionError,
    PositionField,
    PositionText,
)
from senpu.replay.core.position_format import COMMON, NEXT, OVER, SEEN, PositionUnit
from senpu.replay.core.positions import format_position, read_position
from senpu.replay.core.rejections import Rejection
from senpu.replay.core.rules import AnyRules, IllegalEventError
from senpu.replay.core.states import Decision, State

REDUCED, POINTS = "-", "="
"""The signs of a reduced unit and of its points in a position text."""
MOST_POINTS = 99


class DraftUnit(msgspec.Struct, frozen=True):
    """A unit of a draft."""

    place: str
    """The key of the place, on or off the map."""
    is_reduced: bool = False
    points: int | None = None
    """The points, if they differ from the usual number."""

    @property
    def suffix(self) -> str:
        """Return the text after the id of the unit."""
        points = "" if self.points is None else f"{POINTS}{self.points}"
        return f"{REDUCED * self.is_reduced}{points}"


class PositionDraft(msgspec.Struct, frozen=True):
    """A position that is being edited."""

    rules: AnyRules
    units: Mapping[str, DraftUnit]
    """The units in the order of the game."""
    values: Mapping[str, tuple[str, ...]]
    """The words of the fields other than places; a field that is not there has its usual value."""

    @property
    def fields(self) -> Iterator[PositionField]:
        """Yield the fields in canonical order."""
        form = self.rules.position_format
        found: dict[str, list[str]] = {}
        for ident, unit in self.units.items():
            found.setdefault(unit.place, []).append(ident + self.get_suffix(ident))
        here = {place: ("+".join(units),) for place, units in found.items()}
        for key in (*COMMON, *form.placement.places, *form.own_keys):
            words = here.get(key, self.values.get(key))
            if words is not None:
                yield PositionField(key, words)

    def get_suffix(self, ident: str) -> str:
        """Return the text after the id of a unit; units in some places off the map have none."""
        unit = self.units[ident]
        return "" if unit.place in self.rules.position_format.placement.bare_places else unit.suffix

    @property
    def text(self) -> str:
        """Return the position text."""
        return replace(self.rules.position_head, fields=tuple(self.fields)).text

    @property
    def side(self) -> str:
        """Return the side whose view it is; empty for a whole position."""
        return " ".join(self.values.get(SEEN, ()))

    # ---- changes ----------------------------------------------------------------------------

    def move(self, units: Iterable[str], place: str) -> PositionDraft:
        """Return the draft with units at a place."""
        moved = {unit: replace(self.units[unit], place=place) for unit in units}
        return replace(self, units={**self.units, **moved})

    def turn_over(self, units: Iterable[str]) -> PositionDraft:
        """Return the draft with units reduced; with full units if all of them are reduced."""
        units = tuple(units)
        is_reduced = not all(self.units[unit].is_reduced for unit in units)
        turned = {unit: replace(self.units[unit], is_reduced=is_reduced) for unit in units}
        return replace(self, units={**self.units, **turned})

    def add_points(self, units: Iterable[str], by: int) -> PositionDraft:
        """Return the draft with some points more for each of some units, or fewer."""
        usual = self.rules.position_format.placement.usual_points
        changed = {}
        for ident in units:
            unit = self.units[ident]
            points = (usual[ident] if unit.points is None else unit.points) + by
            points = max(0, min(points, MOST_POINTS))
            changed[ident] = replace(unit, points=None if points == usual[ident] else points)
        return replace(self, units={**self.units, **changed})

    def set_value(self, key: str, words: tuple[str, ...] | None) -> PositionDraft:
        """Return the draft with other words of a field; None removes the field.

        A position has either a pending decision or an ending, so that one replaces the other.
        """
        values = {name: each for name, each in self.values.items() if name != key}
        if words is not None:
            values[key] = words
            values.pop({NEXT: OVER, OVER: NEXT}.get(key, ""), None)
        return replace(self, values=values)


def make_draft(rules: AnyRules, fields: Iterable[PositionField]) -> PositionDraft:
    """Return the draft of fields that the format of the rule set can read."""
    form = rules.position_format
    units: dict[str, DraftUnit] = {}
    values: dict[str, tuple[str, ...]] = {}
    for field in fields:
        if field.key not in form.placement.places:
            values[field.key] = field.words
            continue
        for entry in "".join(field.words).split("+"):
            ident = form.find_unit(entry)
            suffix = entry[len(ident) :]
            points = suffix.removeprefix(REDUCED).removeprefix(POINTS)
            units[ident] = DraftUnit(
                field.key, suffix.startswith(REDUCED), int(points) if points else None
            )
    ordered = {ident: units[ident] for ident in form.placement.units}
    return PositionDraft(rules, ordered, values)


def draft_position(rules: AnyRules, state: State, side: str = "") -> PositionDraft:
    """Return the draft of a position, or of the view of a side."""
    return make_draft(rules, rules.position_format.write(state, side))


def draft_text(rules: AnyRules, parts: PositionText) -> PositionDraft:
    """Return the draft of a text. Raises PositionError if its fields cannot be read."""
    rules.position_format.read(parts.fields)
    return make_draft(rules, parts.fields)


class DraftCheck(msgspec.Struct, frozen=True):
    """The result of the check of a draft."""

    text: str
    """The position text, in canonical form if the position is legal."""
    state: State | None = None
    """The position, if it is legal."""
    unreachable: tuple[IllegalEventError, ...] = ()
    """The reasons why no game reaches the position."""
    error: PositionError | None = None
    key: str = ""
    """The place or the field with the fault."""

    @property
    def expected(self) -> Decision | None:
        """Return the decision that the rules name in place of another one."""
        if self.error is None or not isinstance(self.error.message, Rejection):
            return None
        facts = self.error.message.rejection.facts.values()
        return next((each for each in facts if isinstance(each, Decision)), None)


def check_draft(draft: PositionDraft) -> DraftCheck:
    """Return whether a draft is a legal position, and where its fault is."""
    text, side = draft.text, draft.side
    try:
        reading = read_position(text, draft.rules)
    except PositionError as error:
        return DraftCheck(text, error=error, key=_find_key(draft, error))
    text = format_position(draft.rules, reading.state, side)
    return DraftCheck(text, reading.state, reading.unreachable)


def _find_key(draft: PositionDraft, error: PositionError) -> str:
    """Return the key of the field with a fault; empty if it concerns the whole position."""
    start = len(replace(draft.rules.position_head, fields=()).text) + 1
    for field in draft.fields:
        start += len(field.text) + 2
        if 0 < error.column < start:
            return field.key
    if isinstance(error.message, Rejection):
        facts = error.message.rejection.facts
        return str(facts.get("field") or facts.get("place") or "")
    fields = error.message.fields
    return str(fields.get("name", "" if "units" in fields else NEXT))


def read_board_state(draft: PositionDraft, before: State) -> State:
    """Return a state with which a map can show a draft that is not a legal position.

    It has the units and the readable fields of the draft. It has the turn, the pending decision and
    the stage of the last legal position, because the rest must agree with them.

    Args:
        draft: The draft.
        before: The last legal position.

    Returns:
        The state.
    """
    form = draft.rules.position_format
    found = dict(_read_units(draft, before))
    for key, words in draft.values.items():
        field = form.get_field(key)
        if field is not None:
            with suppress(PositionError):
                found[field.attribute] = field.codec.read(FieldWords(PositionField(key, words)))
    return replace(before, **found)


def _read_units(draft: PositionDraft, before: State) -> Mapping[str, Any]:
    """Return the columns of the units; a unit at an impossible place is where it was before."""
    form = draft.rules.position_format
    placement, find_unit = form.placement, form.find_unit
    wanted = {
        ident: PositionUnit(unit.place, draft.get_suffix(ident), 0)
        for ident, unit in draft.units.items()
    }
    with suppress(PositionError):
        return placement.read(wanted)
    found: dict[str, PositionUnit] = {}
    for place, entries in placement.write(before).items():
        for entry in entries:
            ident = find_unit(entry)
            found[ident] = PositionUnit(place, entry[len(ident) :], 0)
    for ident, unit in wanted.items():
        with suppress(PositionError):
            placement.read({**found, ident: unit})
            found[ident] = unit
    return placement.read(found)
