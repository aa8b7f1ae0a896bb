"""The checks of a position text under known rules: its head, its fields, and the rules of the game.

The registry, which finds the rules of a log, reads the first position of the log here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from senpu.notation.faults import fault_message
from senpu.notation.messages import Message
from senpu.notation.mistakes import cut
from senpu.notation.position_text import PositionError, PositionField, PositionText
from senpu.replay.core.position_format import NEXT
from senpu.replay.core.rejections import Rejection
from senpu.replay.core.rules import AnyRules, IllegalEventError

NONE = "none"
"""The options of a text without options, in an error."""


class PositionReading(msgspec.Struct, frozen=True):
    """A position that was read from a text."""

    rules: AnyRules
    state: Any
    side: str
    """The side whose view it is; empty for a whole position."""
    unreachable: tuple[IllegalEventError, ...]
    """The reasons why no game reaches the position; none if it may occur."""


def check_position(parts: PositionText, rules: AnyRules) -> PositionReading:
    """Return the position of a text in parts, after all checks. Raises PositionError."""
    check_position_head(parts, rules)
    state, side = rules.position_format.read(parts.fields)
    fields = {field.key: field for field in parts.fields}
    try:
        rules.check_position(state, side)
        if state.decision is not None and next(iter(rules.legal(state)), None) is None:
            column = fields[NEXT].column
            raise PositionError("positionIllegal", column, "noEvent", hint="noEventHint")
    except IllegalEventError as error:
        found = make_position_error(rules, error, fields)
        raise found from None
    return PositionReading(rules, state, side, tuple(rules.list_unreachable(state)))


def make_position_error(
    rules: AnyRules, error: IllegalEventError, fields: Mapping[str, PositionField]
) -> PositionError:
    """Return the error of a position that breaks a rule, at the place or field that breaks it."""
    message = Rejection.make(rules.spec, "", error, "positionIllegal")
    column = _find_column(rules, error, fields)
    hint: str | Message = "hint"
    facts = error.facts
    if (field := str(facts.get("absent") or facts.get("field", ""))) in rules.position_format.keys:
        key = "fieldHint" if field in fields else "missingHint"
        hint = fault_message("positionIllegal", key, name=field)
    return PositionError("positionIllegal", column, message, hint=hint, rule=error.rule or "-")


def _find_column(
    rules: AnyRules, error: IllegalEventError, fields: Mapping[str, PositionField]
) -> int:
    """Return the column of the field, the place or the unit that a rejection names; 0 if none."""
    facts = error.facts
    places = facts.get("places")
    several = places if isinstance(places, tuple) else ()
    for key in (facts.get("field"), *several, facts.get("place")):
        if key in fields:
            return fields[key].column
    unit = re.compile(rf"(?<![^+]){re.escape(str(facts.get('unit')))}(?![^+=-])")
    for key in rules.position_format.placement.places:
        if key in fields and (found := unit.search(fields[key].words[0])):
            return fields[key].find_column(0) + found.start()
    return 0


def check_position_head(parts: PositionText, rules: AnyRules) -> None:
    """Check that a position text belongs to a rule set. Raises PositionError."""
    head = rules.position_head
    for name, given, known in (
        ("Game", parts.rule_set, head.rule_set),
        ("Rules", str(parts.rules or head.rules), str(head.rules)),
        ("Options", "+".join(parts.options) or NONE, "+".join(head.options) or NONE),
        ("Data", parts.data or head.data, head.data),
    ):
        if given != known:
            raise PositionError(
                "positionMalformed", 1, "otherGame", hint="otherGameHint",
                name=name, text=cut(given), known=known,
            )  # fmt: skip
