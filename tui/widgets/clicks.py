"""Messages that widgets post for clicks."""

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from senpu.replay.annotation.variations import AnyTimeline


class ActionClicked(Message):
    """A click on a part with an action."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action = action


class PositionRequested(Message):
    """A request to show another position, of `course` if one is given."""

    def __init__(self, number: int, course: "AnyTimeline | None" = None) -> None:
        super().__init__()
        self.number = number
        self.course = course


class ObjectClicked(Message):
    """A request for details of a unit or a place."""

    def __init__(self, kind: str, ident: str) -> None:
        super().__init__()
        self.kind = kind
        self.ident = ident


class ObjectHovered(Message):
    """The unit or place under the pointer, or "" for none."""

    def __init__(self, kind: str, ident: str) -> None:
        super().__init__()
        self.kind = kind
        self.ident = ident


class RowClicked(Message):
    """A click on a row that can be chosen."""

    def __init__(self, table: str, index: int) -> None:
        super().__init__()
        self.table, self.index = table, index
