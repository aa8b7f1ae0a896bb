"""Positions as text: a state as one line, and the line as a checked state of any game.

The syntax of the line is in :mod:`senpu.notation.position_text`, the form that a game gives to its
fields in :mod:`senpu.replay.core.position_format`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from senpu.logs.inputs import Source
from senpu.notation.faults import fault_message
from senpu.notation.position_text import (
    PositionError,
    PositionField,
    PositionText,
    parse_position_text,
)
from senpu.replay.core.position_format import NEXT
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rejections import Rejection
from senpu.replay.core.rules import AnyRules, IllegalEventError
from senpu.replay.core.states import State


class PositionReading(msgspec.Struct, frozen=True):
    """A position that was read from a text."""

    rules: AnyRules
    state: Any
    side: str
    """The side whose view it is; empty for a whole position."""
    unreachable: tuple[IllegalEventError, ...]
    """The reasons why no game reaches the position; none if it may occur."""


def format_position(rules: AnyRules, state: State, side: str = "") -> str:
    """Return a position as one line of text.

    Args:
        rules: The rule set.
        state: The state, or the view of a side.
        side: The side whose view the state is; empty for a whole state.

    Returns:
        The position text in canonical form.
    """
    fields = tuple(rules.position_format.write(state, side))
    return replace(rules.position_head, fields=fields).text


def read_position(
    text: str,
    rules: AnyRules | None = None,
    log_folder: Path | None = None,
    data_file: Source | None = None,
) -> PositionReading:
    """Return the position that a text describes, after all checks.

    Args:
        text: The position text.
        rules: The rule set, if it is known; the text must name the same one.
        log_folder: The folder of the log with the text, where a data set may be.
        data_file: A file of data.

    Returns:
        The position.

    Raises:
        PositionError: The text is malformed, or the position breaks a rule.
        Error: The rule set, its version, an option or the data set is unknown.
    """
    parts = parse_position_text(text)
    if rules is None:
        rules = find_position_rules(parts, log_folder, data_file)
    else:
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
    return PositionError("positionIllegal", column, message, rule=error.rule or "-")


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
            return fields[key].column + len(key) + len(": ") + found.start()
    return 0


def find_position_rules(
    parts: PositionText, log_folder: Path | None = None, data_file: Source | None = None
) -> AnyRules:
    """Return the rule set that a position text names.

    Args:
        parts: The text.
        log_folder: The folder of a log, where a data set may be.
        data_file: A file of data.

    Returns:
        The rules.

    Raises:
        PositionError: The version of the rules is unknown.
        Error: The rule set, an option or the data set is unknown.
    """
    newest = open_rules(parts.rule_set, (), parts.data, log_folder, data_file)
    if parts.rules > newest.spec.edition.rules:
        have = newest.spec.edition.rules
        hint = fault_message("rulesUnknown", "hint", newest=have)
        raise PositionError("rulesUnknown", 0, hint=hint, version=parts.rules)
    version = 0 if parts.rules == newest.spec.edition.rules else parts.rules
    if not parts.options and not version:
        return newest
    return open_rules(parts.rule_set, parts.options, parts.data, log_folder, data_file, version)


def check_position_head(parts: PositionText, rules: AnyRules) -> None:
    """Check that a position text belongs to a rule set. Raises PositionError."""
    head = rules.position_head
    for name, given, known in (
        ("Game", parts.rule_set, head.rule_set),
        ("Rules", parts.rules or head.rules, head.rules),
        ("Options", parts.options, head.options),
        ("Data", parts.data or head.data, head.data),
    ):
        if given != known:
            raise PositionError(
                "positionMalformed", 1, "otherGame", name=name, text=str(given), known=str(known)
            )
