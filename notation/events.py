"""The vocabulary: one tagged union of events for all games (`spec/notation.md`, 4).

An event says what was done, never what follows from it. It carries no actor (the line
does), no number (the log does) and no opinion on whether a rule allows it (the ruleset
has). Unit ids, places, cards and words are plain text in the shapes that the lexer checks.
"""

from typing import TypeAlias

import msgspec

Units: TypeAlias = tuple[str, ...]
Path: TypeAlias = tuple[str, ...]


class Act(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="is"):
    """What stands in front of any act: `&` (the same activation goes on) and a payer."""

    again: bool = False
    payer: tuple[str, ...] = ()
    """What is spent: unit ids (`x1/`), words (`air+guns/`) or a card (`#05/`)."""


class Place(Act, frozen=True, gc=False, tag="place"):
    """`u1+v2@B`: set-up, reinforcement, landing, transport."""

    units: Units
    path: Path


class Move(Act, frozen=True, gc=False, tag="move"):
    """`u1>B`, `u1>1114>1215`, `u1>Off`: move along a path; the last place is the goal."""

    units: Units
    path: Path


class Rail(Act, frozen=True, gc=False, tag="rail"):
    """`u1=>1811`: railway move."""

    units: Units
    path: Path


class March(Act, frozen=True, gc=False, tag="march"):
    """`u1~>2215`: strategic move by road and rail."""

    units: Units
    path: Path


class Retreat(Act, frozen=True, gc=False, tag="retreat"):
    """`u1<E`: fall back."""

    units: Units
    path: Path


class Fire(Act, frozen=True, gc=False, tag="fire"):
    """`u1+v2:03`: fire without closing."""

    units: Units
    path: Path


class Attack(Act, frozen=True, gc=False, tag="attack"):
    """`u1*D.c1` a unit in an area, `u1*1214` a whole place, `m1*r1` a unit wherever it is."""

    units: Units
    place: str
    """Empty where only a unit is named."""
    unit: str = ""
    """Empty where the whole place is attacked."""


class Word(Act, frozen=True, gc=False, tag="word"):
    """`pass`, `grenade D`, `lose u1`, `play #09`: a word of the game's list and its arguments.

    Arguments stay text: units `u1+v2`, cards `#05+#13` or `?1f3a9c02`, a place, a number.
    """

    word: str
    args: tuple[str, ...] = ()


class Roll(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="roll"):
    """`[5 4]`, `[J6 C4]`: dice as rolled, in the order of the units or sides they are for."""

    pips: tuple[int, ...]
    sides: tuple[str, ...] = ()
    """A letter for each die, or nothing where no die names a side."""


class EndPhase(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="end"):
    """`|`: the end of the phase."""


Event: TypeAlias = Place | Move | Rail | March | Retreat | Fire | Attack | Word | Roll | EndPhase
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
