"""Going from a what-if line to the next: from an event to what might have been in its place, and
back to the game.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from replay.variations import Course, Tree
    from tui.screens.player import PlayerScreen

Stand = tuple["Course", int]
"""A course, and an event of its own."""


def siblings(tree: "Tree", course: "Course", number: int) -> list[Stand]:
    """What the event behind that one may be: that of the course itself (or nothing, where it has
    none), then the first events of the what-if lines that stand in its place."""
    own = (course, min(number + 1, course.last))
    return [own, *((line, line.fork + 1) for line in tree.lines(course, number))]


def choices(tree: "Tree", course: "Course", number: int) -> tuple[list[Stand], int]:
    """Between what one goes round at an event, and where one is among it: lines in the place of
    this event, then those that begin behind it, then those beside the line that one is in."""
    inside = course.before is not None
    if not (inside and number == course.fork + 1):
        for at in (number - 1, number):
            if at >= course.fork and tree.lines(course, at):
                return siblings(tree, course, at), 0
    base = course
    while base.before is not None and base.before.before and base.fork == base.before.fork:
        base = base.before
    if base.before is None:
        return [], 0
    found = siblings(tree, base.before, base.fork)
    return found, [each for each, _ in found].index(course)


def go_round(screen: "PlayerScreen", way: int) -> None:
    """To the next of the lines that begin here, or the one before; then to the game again."""
    tree, word = screen.notebook.tree, screen.look.word
    found, at = choices(tree, screen.course, screen.position) if tree else ([], 0)
    if len(found) < 2:
        screen.say(word("no_line_here"))
        return
    at = (at + way) % len(found)
    course, number = found[at]
    screen.go_to(number, course)
    screen.say(word("line_of", n=at, of=len(found) - 1) if at else word("the_game_again"))
