"""The text of a position of a log, in the view in which the log is shown."""

from senpu.replay.core.positions import format_position
from senpu.replay.core.timeline import GameLine


def format_position_at(line: GameLine, number: int) -> str:
    """Return the position after an event of a log or a variation, in its view, as text."""
    side = "" if line.view.is_unrestricted else line.view.side
    return format_position(line.rules, line.get_position(number).state, side)
