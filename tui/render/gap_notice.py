"""The notice in a report of a log that has gaps."""

from senpu.notation.messages import Message
from senpu.replay.core.timeline import Timeline


def find_gap_notice(timeline: Timeline) -> Message | None:
    """Return how many gaps a log that was read has, and before which events; None without gaps."""
    numbers = timeline.list_gap_events()
    if not numbers:
        return None
    events = ", ".join(map(str, numbers))
    return Message("screens.gap_notice", {"n": len(numbers), "events": events})


def describe_gaps(timeline: Timeline, language: str) -> str:
    """Return the notice as a sentence; "" without gaps."""
    notice = find_gap_notice(timeline)
    return notice.text(language) if notice else ""
