"""The vocabulary of all games: one tagged union of events (`spec/en/reference/notation.md`, 4).

An event is what a player did, without its effects. It has no actor (the line has it), no
number (the log has it), and does not know whether it is legal (the rule set does). Unit ids,
places, cards and words are plain text in the forms that the lexer checks.
"""

from typing import TypeAlias, final

import msgspec

Units: TypeAlias = tuple[str, ...]
Path: TypeAlias = tuple[str, ...]


class UnitEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="is"):
    """The prefixes of an event: `&` (the same activation continues) and a payer."""

    again: bool = False
    payer: tuple[str, ...] = ()
    """The price of the event: unit ids (`x1/`), words (`air+guns/`) or a card (`#05/`)."""


@final
class Place(UnitEvent, frozen=True, gc=False, tag="place"):
    """`u1+v2@B`: set-up, reinforcement, landing, transport."""

    units: Units
    path: Path


@final
class Move(UnitEvent, frozen=True, gc=False, tag="move"):
    """`u1>B`, `u1>1114>1215`, `u1>Off`: move along a path; the last place is the goal."""

    units: Units
    path: Path


@final
class Rail(UnitEvent, frozen=True, gc=False, tag="rail"):
    """`u1=>1811`: railway move."""

    units: Units
    path: Path


@final
class March(UnitEvent, frozen=True, gc=False, tag="march"):
    """`u1~>2215`: strategic move by road and rail."""

    units: Units
    path: Path


@final
class Retreat(UnitEvent, frozen=True, gc=False, tag="retreat"):
    """`u1<E`: retreat."""

    units: Units
    path: Path


@final
class Fire(UnitEvent, frozen=True, gc=False, tag="fire"):
    """`u1+v2:03`: fire without combat."""

    units: Units
    path: Path


@final
class Attack(UnitEvent, frozen=True, gc=False, tag="attack"):
    """`u1*D.c1` a unit in an area, `u1*1214` a whole place, `m1*r1` a unit wherever it is."""

    units: Units
    place: str
    """Empty if the event names only a unit."""
    unit: str = ""
    """Empty if the whole place is attacked."""


@final
class Word(UnitEvent, frozen=True, gc=False, tag="word"):
    """`pass`, `grenade D`, `lose u1`, `play #09`: a word of the game's list and its arguments.

    Arguments are text: units `u1+v2`, cards `#05+#13` or `?1f3a9c02`, a place, a number.
    """

    word: str
    args: tuple[str, ...] = ()


@final
class Roll(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="roll"):
    """`[5 4]`, `[J6 C4]`: dice as rolled, in the order of their units or sides."""

    pips: tuple[int, ...]
    sides: tuple[str, ...] = ()
    """A letter for each die; empty if no die names a side."""


@final
class EndPhase(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="end"):
    """`|`: the end of the phase."""


@final
class StatedPosition(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="position"):
    """A `%position` line: the position of the game, as the author of the log states it.

    It is an event of the log and not of a game, and has its own line.
    """

    text: str
    """The position text, in one line."""


Event: TypeAlias = (
    Place | Move | Rail | March | Retreat | Fire | Attack | Word | Roll | EndPhase | StatedPosition
)
Transfer: TypeAlias = Place | Move | Rail | March | Retreat | Fire
"""Events of the shape `units op place {> place}`."""

OPERATORS: dict[str, type[Transfer]] = {
    "@": Place,
    ">": Move,
    "=>": Rail,
    "~>": March,
    "<": Retreat,
    ":": Fire,
}
"""The sign of each transfer; `*` is the attack's."""
