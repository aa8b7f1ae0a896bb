"""A scene as it would be marked if somebody went on as they have begun: who acts, where they may
go, and which way the line at the cursor leads. The position itself stays as it is.
"""

from typing import NamedTuple

from msgspec.structs import replace

from senpu.notation.events import Attack, Retreat
from senpu.replay.core.rules import Effect
from senpu.tui.choices import Choice
from senpu.tui.widgets.scene import Mark, Marks, Scene


class Prospect(NamedTuple):
    """What may come next."""

    units: frozenset[str] = frozenset()
    """Who acts."""
    choice: Choice | None = None
    """The event at the cursor."""
    places: frozenset[str] = frozenset()
    """The places that may be chosen."""
    targets: frozenset[str] = frozenset()
    """The units that may be."""
    focus: str = ""
    """The place at the cursor, where no event is."""


def prospective(scene: Scene, prospect: Prospect) -> Scene:
    """The scene with the marks of what may come in place of those of what was."""
    pieces = {piece.id: piece for piece in scene.board.pieces}
    units, choice, focus = prospect.units, prospect.choice, prospect.focus
    signs = {unit: Mark("attack", False) for unit in prospect.targets if unit in pieces}
    crossings: dict[tuple[str, str], Mark] = {}
    told: tuple[Effect, ...] = ()
    if choice is not None:
        units = choice.units or units
        focus = choice.goal.place or focus
        strikes = isinstance(choice.event, Attack)
        kind = "retreat" if isinstance(choice.event, Retreat) else "move"
        if choice.goal.unit in pieces:
            signs[choice.goal.unit] = Mark("attack", True)
        places = (pieces[unit].place for unit in units if unit in pieces)
        origins = sorted({place for place in places if place and place != focus})
        for origin in origins:
            step = choice.path[0] if choice.path and not strikes else focus
            crossings[origin, step] = Mark("attack" if strikes else kind, True)
        if choice.path and not choice.head and not strikes:
            first = origins[:1] or [""]
            told = (Effect("prospect", units=tuple(units), places=(*first, *choice.path)),)
    elif not focus:
        here = sorted({pieces[unit].place for unit in units if unit in pieces})
        focus = here[0] if len(here) == 1 else ""
    signs |= {unit: Mark("acts", True) for unit in units if unit in pieces}
    marks = Marks(
        focus, signs, (), crossings, frozenset(units), (), prospect.places - {focus, ""},
        frozenset(units),
    )  # fmt: skip
    return replace(scene, marks=marks, moment=replace(scene.moment, effects=told))
