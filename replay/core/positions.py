"""Positions as text: a state as one line, and the line as a checked state of any game.

The syntax of the line is in :mod:`senpu.notation.position_text`, the form that a game gives to its
fields in :mod:`senpu.replay.core.position_format`.
"""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from senpu.logs.inputs import Source
from senpu.notation.faults import fault_message
from senpu.notation.position_text import (
    PositionError,
    PositionText,
    parse_position_text,
)
from senpu.replay.core.position_checks import PositionReading as PositionReading
from senpu.replay.core.position_checks import check_position
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State


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


def format_start(rules: AnyRules) -> str:
    """Return the position from which the log of the rules starts; empty for the usual start."""
    return "" if rules.stated_start is None else format_position(rules, rules.stated_start)


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
    return check_position(parts, rules)


def read_stated_position(text: str, rules: AnyRules, turn: int = 0) -> State:
    """Return the position that a log states in mid-game.

    Args:
        text: The position text.
        rules: The rules of the log. The text may name an older version, as the log may.
        turn: The turn of the position before it.

    Returns:
        The position.

    Raises:
        PositionError: The text is malformed, the position breaks a rule, it is a view, or its
            turn is earlier.
    """
    parts = parse_position_text(text)
    if parts.rules < rules.spec.edition.rules:
        parts = replace(parts, rules=0)
    reading = check_position(parts, rules)
    if reading.side:
        raise PositionError("positionMalformed", 0, "view", hint="viewHint")
    state: State = reading.state
    if state.turn < turn:
        column = next((field.column for field in parts.fields if field.key == "turn"), 0)
        raise PositionError("positionEarlier", column, turn=state.turn, now=turn)
    return state


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
