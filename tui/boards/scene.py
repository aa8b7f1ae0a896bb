"""A position for display: units, places, and the effects of the last events on them.

Scenes come from comparisons of positions, so that they need no code per game. A scene is immutable.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from senpu.notation.events import Attack, Event, Retreat, Roll, StatedPosition, Word
from senpu.replay.core.position_changes import DUE, LOST
from senpu.replay.core.rules import AnyRules, Board, Effect, Piece
from senpu.replay.core.states import State
from senpu.replay.core.timeline import GameLine, TimelineEvent, TimelinePosition
from senpu.spec.game_file import Side

if TYPE_CHECKING:
    from senpu.logs.notes import StoredNote


LONGEST = 40
"""Maximum events of one activation examined for its marks."""


class Mark(msgspec.Struct, frozen=True):
    """A sign before a counter, or on a crossed border."""

    kind: str
    """The kind: move, retreat, attack, acts, arrive, weaker, or away (to a place off the map)."""
    now: bool
    """True if the current event made it; else an earlier one of the activation."""


class Ghost(msgspec.Struct, frozen=True):
    """The previous position of a unit that moved or was lost."""

    unit: str
    place: str
    goal: str
    """The unit's current place; empty for a lost unit."""
    kind: str
    now: bool


class Marks(msgspec.Struct, frozen=True):
    """The marks of the current activation."""

    focus: str = ""
    """The place of the event."""
    signs: dict[str, Mark] = {}
    """Signs by unit."""
    ghosts: tuple[Ghost, ...] = ()
    crossings: dict[tuple[str, str], Mark] = {}
    """Crossings by the places on both sides of the border."""
    changed: frozenset[str] = frozenset()
    """The units of the current event."""
    dice: tuple[int, ...] = ()
    """The last roll."""
    offered: frozenset[str] = frozenset()
    """The places that can be chosen next, while recording."""
    chosen: frozenset[str] = frozenset()
    """The selected units."""
    last: str = ""
    """While recording, the place of the last event."""
    rejected: str = ""
    """The place where a rejected event fails."""
    different: frozenset[str] = frozenset()
    """The units that differ from another log."""


class Scene(msgspec.Struct, frozen=True):
    """A position with its surroundings."""

    number: int
    entry: TimelineEvent | None
    """The current event; None before the first event."""
    moment: TimelinePosition
    board: Board
    marks: Marks
    activation: range
    """The events of the activation, later ones included."""
    slots: dict[tuple[str, str], tuple[str, ...]]
    """The slots by place and side; units that left during the activation keep theirs."""
    arrows: tuple[tuple[str, ...], ...] = ()
    """The arrows of notes, as places."""
    highlights: frozenset[str] = frozenset()
    """The highlighted places of notes."""

    def find_path(self, origin: str, goal: str) -> tuple[str, ...]:
        """Return the places of a move between two places: the path of the event if it has one."""
        path: tuple[str, ...] = getattr(self.entry.event, "path", ()) if self.entry else ()
        return (origin, *path) if path and path[-1] == goal else (origin, goal)


def mark_different(scene: Scene, units: frozenset[str]) -> Scene:
    """Return a scene in which some units are marked as different from another log."""
    if units == scene.marks.different:
        return scene
    return replace(scene, marks=replace(scene.marks, different=units))


class ActivationStep(msgspec.Struct, frozen=True):
    """A event of an activation, with the boards before and after it."""

    number: int
    event: Event
    actor: str
    before: Board
    after: Board
    effects: tuple[Effect, ...]


def build_scene(timeline: GameLine, number: int) -> Scene:
    """Return the position after an event; 0 is the start position."""
    moment = timeline.get_position(number)
    board = timeline.rules.board(moment.state)
    if not number:
        slots = _slots(board, board, Marks(), _first_side(timeline))
        return Scene(0, None, moment, board, Marks(), range(0), slots)
    activation = timeline.find_activation(number)
    steps = list(list_steps(timeline, range(max(activation.start, number - LONGEST), number + 1)))
    marks = collect_marks(steps)
    slots = _slots(steps[0].before, board, marks, _first_side(timeline))
    return Scene(number, timeline.get_event(number), moment, board, marks, activation, slots)


def build_position_scene(rules: AnyRules, state: State, board: Board) -> Scene:
    """Return a position without a log, drawn with a board."""
    slots = _slots(board, board, Marks(), rules.spec.sides[0].id)
    return Scene(0, None, TimelinePosition(state, ()), board, Marks(), range(0), slots)


def add_notes(scene: Scene, notes: "Iterable[StoredNote]") -> Scene:
    """Return a scene with the marks of the notes on its event."""
    arrows: list[tuple[str, ...]] = []
    places: set[str] = set()
    for note in notes:
        if note.kind == "arrow":
            arrows.append(tuple(note.text.split(">")))
        elif note.kind == "highlight":
            places.update(note.text.split("+"))
    if not arrows and not places:
        return scene
    return replace(scene, arrows=tuple(arrows), highlights=frozenset(places))


def list_steps(timeline: GameLine, numbers: range) -> Iterator[ActivationStep]:
    """Return events with the boards around them."""
    rules = timeline.rules
    before = rules.board(timeline.get_position(numbers.start - 1).state)
    for number in numbers:
        entry, moment = timeline.get_event(number), timeline.get_position(number)
        after = rules.board(moment.state)
        yield ActivationStep(number, entry.event, entry.actor, before, after, moment.effects)
        before = after


def find_strike(step: ActivationStep) -> tuple[str, tuple[str, ...], str, tuple[str, ...]] | None:
    """Return an attack's origins, attackers, target place and targets, or None."""
    places = {piece.id: piece.place for piece in step.before.pieces}
    event = step.event
    for each in step.effects:
        if not each.targets or not each.places or each.targets[0] not in places:
            continue
        if type(event) is Attack or not set(each.targets) & set(each.units):
            if any(_side(step.before, target) == each.side for target in each.targets):
                continue
            origin = places.get(each.units[0], "") if each.units else ""
            return origin, each.units, each.places[-1], each.targets
    if type(event) is Attack:
        place = event.place or places.get(event.unit, "")
        targets = (event.unit,) if event.unit else ()
        return places.get(event.units[0], ""), event.units, place, targets
    return None


def _side(board: Board, unit: str) -> str:
    return next((piece.side for piece in board.pieces if piece.id == unit), "")


def collect_marks(steps: list[ActivationStep]) -> Marks:
    """Return the marks of an activation up to its last step, the current one."""
    focus = ""
    signs: dict[str, Mark] = {}
    ghosts: dict[str, Ghost] = {}
    crossings: dict[tuple[str, str], Mark] = {}
    changed: set[str] = set()
    dice: tuple[int, ...] = ()
    for step in steps:
        now = step is steps[-1]
        if type(step.event) is Roll:
            dice = step.event.pips
        if fight := find_strike(step):
            origin, units, focus, targets = fight
            signs |= dict.fromkeys(units, Mark("acts", now))
            signs |= dict.fromkeys(targets, Mark("attack", now))
            changed.update(targets if now else ())
            if origin and origin != focus:
                crossings[origin, focus] = Mark("attack", now)
        for old, new in find_changes(step.before, step.after):
            kind = _kind(step, old, new)
            if now:
                changed.add(new.id)
            if kind == "undone":
                continue
            if kind == "gone":
                signs.pop(new.id, None)
                ghosts[new.id] = Ghost(new.id, old.place, "", kind, now)
                focus = focus or old.place
                continue
            signs[new.id] = Mark(kind, now)
            if kind in ("weaker", "away") or not new.place:
                continue
            focus = new.place
            if old.place:
                ghosts[new.id] = Ghost(new.id, old.place, new.place, kind, now)
                crossings[old.place, new.place] = Mark(kind, now)
        if now and type(step.event) is Roll and focus:
            signs = {unit: replace(mark, now=True) for unit, mark in signs.items()}
            changed.update(unit for unit, mark in signs.items() if mark.kind == "attack")
            crossings = {wall: replace(mark, now=True) for wall, mark in crossings.items()}
    return Marks(focus, signs, tuple(ghosts.values()), crossings, frozenset(changed), dice)


def find_changes(before: Board, after: Board) -> Iterator[tuple[Piece, Piece]]:
    """Yield the pieces that moved, arrived, were lost or lost a step."""
    old = {piece.id: piece for piece in before.pieces}
    for new in after.pieces:
        was = old.get(new.id)
        if was is None or was is new:
            continue
        if was.place != new.place or was.fate != new.fate or was.reduced < new.reduced:
            yield was, new


def is_lost(old: Piece, new: Piece) -> bool:
    """Return whether a unit left the map permanently, or was lost while it was due."""
    was_lost = new.fate != DUE if old.place else old.fate == DUE and new.fate == LOST
    return not new.place and was_lost


def _kind(step: ActivationStep, old: Piece, new: Piece) -> str:
    if type(step.event) is Word and step.event.word == "undo":
        return "undone"
    if is_lost(old, new):
        return "gone"
    if old.place == new.place:
        return "weaker" if new.reduced or old.place else "away"
    if not old.place:
        return "arrive"
    if type(step.event) is StatedPosition:
        return "move"
    forced = type(step.event) is Retreat or step.actor != new.side
    return "retreat" if forced else "move"


def _first_side(timeline: GameLine) -> str:
    return timeline.rules.spec.sides[0].id


def _slots(
    start: Board, board: Board, marks: Marks, first: str
) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the slots of the units by place and side.

    The first side fills from the top, the others from the bottom; a new unit takes the next free
    slot towards the middle, so that no other unit moves.

    Returns:
        The slots.
    """
    sides = {piece.id: piece.side for piece in board.pieces}
    here = {piece.id: piece.place for piece in board.pieces}
    left = {(ghost.place, ghost.unit) for ghost in marks.ghosts}
    slots: dict[tuple[str, str], list[str]] = {}
    for piece in start.pieces:
        if piece.place and (here.get(piece.id) == piece.place or (piece.place, piece.id) in left):
            slots.setdefault((piece.place, sides[piece.id]), []).append(piece.id)
    for piece in board.pieces:
        held = slots.setdefault((piece.place, piece.side), []) if piece.place else [piece.id]
        if piece.id not in held:
            held.insert(len(held) if piece.side == first else 0, piece.id)
    return {key: tuple(units) for key, units in slots.items()}


def find_side(rules: Any, side: str) -> int:
    """Return the index of a side in the data of a rule set or a narrator; 0 if it is unknown."""
    return next((at for at, each in enumerate(rules.spec.sides) if each.id == side), 0)


def find_role(sides: Sequence[Side], side: str, other: str = "text") -> str:
    """Return the role of a side, named by its id or letter; `other` for chance and the unknown."""
    found = (f"side{at}" for at, each in enumerate(sides) if side in (each.id, each.letter))
    return next(found, other)
