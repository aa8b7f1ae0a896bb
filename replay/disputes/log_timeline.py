"""The timeline of a log, with the checks of undo, dice and hands.

This is a separate module, because `verify` needs no timeline and starts faster without it.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from senpu.logs.machine_lines import SEAL
from senpu.logs.record import Record
from senpu.notation.faults import Fault
from senpu.replay.core.registry import rules_for
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.timeline import Timeline, UnknownPositionError
from senpu.replay.disputes.log_reducer import LogReducer


class SealedEvent(NamedTuple):
    """The last event under a valid seal of a side."""

    number: int
    side: str
    checked: bool
    """False if the signature was not checked because the package for that is missing."""


def list_sealed_events(timeline: Timeline) -> Iterator[SealedEvent]:
    """Yield the last event under each valid seal in the part of a log that was read."""
    record = timeline.record
    if not record.chain.on:
        return
    number = 0
    for seal in record.seals.made:
        if seal.word == SEAL:
            while number < timeline.last and timeline.get_event(number + 1).line <= seal.line:
                number += 1
            yield SealedEvent(number, seal.side, seal.checked)


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
