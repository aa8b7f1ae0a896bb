"""Which player shows the games of which kind of board. Loads only the one that is needed."""

from pathlib import Path

from replay.timeline import Timeline
from tui.screens.player import PlayerScreen
from tui.widgets.painting import Look


def player_of(timeline: Timeline, look: Look, source: Path | None, at: int = 0) -> PlayerScreen:
    """The screen for a log, at the position after an event."""
    if timeline.rules.spec.game.board == "hexes":
        from tui.screens.hex_player import HexPlayerScreen

        return HexPlayerScreen(timeline, look, source, at)
    return PlayerScreen(timeline, look, source, at)
