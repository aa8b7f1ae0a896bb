"""The notice in an output that ends before the end of its log, because the log is invalid."""

from senpu.notation.messages import Message
from senpu.replay.core.timeline import GameLine


def find_stop(timeline: GameLine) -> Message | None:
    """Return where and why the events of a log that was read end; None if no error was found."""
    fault = timeline.fault
    if fault is None:
        return None
    ident = "stops" if fault.line else "stops_whole"
    fields = {"number": timeline.last, "line": fault.line, "fault": fault.id}
    return Message(f"screens.{ident}", {**fields, "message": fault.message})


def describe_stop(timeline: GameLine, language: str) -> str:
    """Return where and why the events of a log end, as a sentence; "" if no error was found."""
    stop = find_stop(timeline)
    return stop.text(language) if stop else ""
