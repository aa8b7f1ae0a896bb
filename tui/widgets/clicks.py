"""The messages that widgets send to their screen for a click."""

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from senpu.replay.annotation.variations import Course


class Pressed(Message):
    """A part with an action was clicked."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action = action


class GoTo(Message):
    """Show another position, of a course where one is named."""

    def __init__(self, number: int, course: "Course | None" = None) -> None:
        super().__init__()
        self.number = number
        self.course = course


class Pointed(Message):
    """Say more about a unit or a place."""

    def __init__(self, kind: str, ident: str) -> None:
        super().__init__()
        self.kind = kind
        self.ident = ident
