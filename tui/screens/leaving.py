"""The way out of a player, one step at a time."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.screens.player import PlayerScreen


def step_out(screen: "PlayerScreen", out: bool) -> None:
    """Close the prompt, stop playing, let go of what was pointed at, close the panel, leave the
    what-if line, go back to the library: whatever comes first. With `out` the line is left with
    the log, and the program with its first screen."""
    if screen.seeking.close():
        return
    if screen.pacing.playing:
        screen.action_play()
    elif screen.pointing:
        screen.let_go()
    elif screen.panel:
        screen.action_panel(screen.panel)
    elif screen.course.before is not None and not out:
        screen.go_to(screen.course.fork)
    elif out or screen.senpu.lies_above(screen):
        screen.senpu.leave(screen)
    else:
        screen.say(screen.look.word("q_leaves"))
