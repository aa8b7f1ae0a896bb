"""The lines of a text as values: the output of the reader and the input of the writer.

A line has no number and no column: equal lines are equal in any place. Lines are not checked
against a game here.
"""

from typing import TypeAlias

import msgspec

from senpu.notation.events import Event


class Actor(msgspec.Struct, frozen=True, gc=False, tag="actor", tag_field="is"):
    """`J:`: the actor of the following events."""

    letter: str


class Comment(msgspec.Struct, frozen=True, gc=False, tag="remark", tag_field="is"):
    """`{…}`: a comment on the previous event."""

    text: str


class Glyph(msgspec.Struct, frozen=True, gc=False, tag="glyph", tag_field="is"):
    """`!`, `?`, `!?` …: an evaluation symbol for the previous event; only in annotated text."""

    sign: str


class VariationStart(msgspec.Struct, frozen=True, gc=False, tag="open", tag_field="is"):
    """`(`: a variation begins; only in annotated text."""


class VariationEnd(msgspec.Struct, frozen=True, gc=False, tag="close", tag_field="is"):
    """`)`: the variation ends; only in annotated text."""


Item: TypeAlias = Event | Actor | Comment | Glyph | VariationStart | VariationEnd


class Header(msgspec.Struct, frozen=True, tag="header", tag_field="is"):
    """`Key: value` above the first empty line."""

    key: str
    value: str


class EmptyLine(msgspec.Struct, frozen=True, tag="blank", tag_field="is"):
    """An empty line: it ends the header; after the header it has no meaning."""


class Play(msgspec.Struct, frozen=True, tag="play", tag_field="is"):
    """A line of the game: `[turn] [actor] {item} [tag]`."""

    items: tuple[Item, ...]
    turn: int | None = None
    tag: str = ""


class Machine(msgspec.Struct, frozen=True, tag="machine", tag_field="is"):
    """`%word rest`: a seal, a key, a dice source, a commitment; for programs."""

    word: str
    rows: tuple[str, ...]
    """The rest of the first row, then the continuation rows without their indent."""


class End(msgspec.Struct, frozen=True, tag="end", tag_field="is"):
    """`End: China 4.2`: the result of the game. Only seals and comments may follow it."""

    value: str


Line: TypeAlias = Header | EmptyLine | Play | Machine | End


class GameText(msgspec.Struct, frozen=True):
    """A whole text."""

    headers: tuple[Header, ...]
    lines: tuple[Line, ...]
    """The lines after the header, without the empty line that ends the header."""
