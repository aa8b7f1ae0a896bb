"""The timeline of a log, with the checks of undo, dice and hands.

This is a separate module, because `verify` needs no timeline and starts faster without it.
"""

from collections.abc import Mapping

from senpu.logs.record import Record
from senpu.notation.faults import Fault
from senpu.replay.core.registry import rules_for
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.timeline import Timeline, UnknownPositionError
from senpu.replay.disputes.log_reducer import LogReducer


def open_timeline(
    record: Record, rules: AnyRules | None = None, known: Mapping[str, str] | None = None
) -> Timeline:
    """Return the timeline of a log.

    Args:
        record: The log.
        rules: The rules, if they are not to be chosen by the header.
        known: The face-down cards, as for :class:`~senpu.replay.disputes.log_reducer.LogReducer`.

    Returns:
        The timeline.

    Raises:
        UnknownPositionError: The rule set is unknown.
    """
    found = rules or rules_for(record)
    if isinstance(found, Fault):
        error = UnknownPositionError.from_fault(
            record.header_faults[0] if record.header_faults else found
        )
        raise error
    return Timeline(record, LogReducer(found, None, record.signers, record.hands_nonce, known))
