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


def describe_stop(timeline: GameLine, language: str, is_short: bool = False) -> str:
    """Return where and why the events of a log end, as a sentence; "" if no error was found.

    Args:
        timeline: The events.
        language: The language of the sentence.
        is_short: Whether the sentence names only the fault, because its message follows.
    """
    stop = find_stop(timeline)
    if stop is None:
        return ""
    if is_short:
        fields = {name: value for name, value in stop.fields.items() if name != "message"}
        stop = Message(f"{stop.id}_short", fields)
    return stop.text(language)
