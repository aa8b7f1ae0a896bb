"""Start positions of the public API, without a log."""

from __future__ import annotations

from collections.abc import Iterable

from senpu.logs.record import record_from
from senpu.notation.position_text import is_position_text
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.recording.headers import format_header
from senpu.tui.api.errors import ArgumentError, check_list, check_type
from senpu.tui.api.position import Position
from senpu.tui.api.rule_sets import open_rule_set


def start(rules: str, *, options: Iterable[str] = ()) -> Position:
    """Return the position before the first event of a game, without a log.

    Args:
        rules: The id of the rule set. The name of a game is enough if it has one edition. A
            position text is possible, too.
        options: The ids of the options that are to be in effect; a position text names its own.

    Returns:
        The position, in which the first decision is pending.

    Raises:
        LogError: The position text has a fault.
        Error: No such rule set or option exists, or options are given for a position text.

    Example:
        >>> import senpu
        >>> senpu.start("incident1932").decision.side
        'china'
    """  # noqa: DOC501 - Error is the public name
    check_type("rules", rules, str)
    if is_position_text(rules):
        if check_list("options", options):
            raise ArgumentError("optionsOfText")
        return Position.from_text(rules)
    found = open_rule_set(rules, options)
    return Position(open_timeline(record_from(format_header(found, {})), found), 0)
