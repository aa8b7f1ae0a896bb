"""The lines of a text, as values: what the reader yields and the writer takes.

A line holds no number and no column: equal lines are equal wherever they stand. What a line
says is not checked here against any game.
"""

from typing import TypeAlias

import msgspec

from senpu.notation.events import Event


class Actor(msgspec.Struct, frozen=True, gc=False, tag="actor", tag_field="is"):
    """`J:`: who acts from here on."""

    letter: str


class Remark(msgspec.Struct, frozen=True, gc=False, tag="remark", tag_field="is"):
    """`{…}`: belongs to the event before it."""

    text: str


class Glyph(msgspec.Struct, frozen=True, gc=False, tag="glyph", tag_field="is"):
    """`!`, `?`, `!?` …: a judgement of the event before it; in annotated text only."""

    sign: str


class Open(msgspec.Struct, frozen=True, gc=False, tag="open", tag_field="is"):
    """`(`: a what-if line begins; in annotated text only."""


class Close(msgspec.Struct, frozen=True, gc=False, tag="close", tag_field="is"):
    """`)`: the what-if line ends."""


Item: TypeAlias = Event | Actor | Remark | Glyph | Open | Close


class Header(msgspec.Struct, frozen=True, tag="header", tag_field="is"):
    """`Key: value` above the first empty line."""

    key: str
    value: str


class Blank(msgspec.Struct, frozen=True, tag="blank", tag_field="is"):
    """An empty line: ends the header; below it, only space to breathe."""


class Play(msgspec.Struct, frozen=True, tag="play", tag_field="is"):
    """A line of the game: `[turn] [actor] {item} [tag]`."""

    items: tuple[Item, ...]
    turn: int | None = None
    tag: str = ""


class Machine(msgspec.Struct, frozen=True, tag="machine", tag_field="is"):
    """`%word rest`: a seal, a key, a dice source, a commitment; read by programs."""

    word: str
    rows: tuple[str, ...]
    """The rest of the first row, then the continued rows without their indent."""


class End(msgspec.Struct, frozen=True, tag="end", tag_field="is"):
    """`End: China 4.2`: how the game ended; only seals and remarks stand below it."""

    value: str


Line: TypeAlias = Header | Blank | Play | Machine | End


class Game(msgspec.Struct, frozen=True):
    """One whole text."""

    headers: tuple[Header, ...]
    lines: tuple[Line, ...]
    """What stands below the header, the empty line that ends it left out."""
