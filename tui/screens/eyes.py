"""Through whose eyes a player shows its game: everybody's, or one side's."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.screens.player import PlayerScreen


def next_eyes(screen: "PlayerScreen") -> None:
    """Those of everybody, then of each side."""
    sides = ["", *(side.id for side in screen.narrator.spec.sides)]
    at = sides.index(screen.timeline.sight.side)
    look_as(screen, sides[(at + 1) % len(sides)])


def look_as(screen: "PlayerScreen", side: str) -> None:
    """Show what a side may know; everything, if it is empty."""
    if screen.desk.plays:
        screen.chances.stop()  # advice to one player is none of the other's
    screen.timeline.look_as(side)
    if screen.timeline.rules.hides:
        screen.rows.forget()
        screen.losses.start_over()
        screen.list.note(screen.notebook.tree)
        screen.read_on()
    screen.pointed = None
    screen.say("")
    screen.look_again()
