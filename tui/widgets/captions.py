"""The first line of the player: what is played, by whom, and where in it one is."""

from collections.abc import Sequence

from notation.faults import Fault
from replay.line import Line
from replay.narration import Narrator
from replay.timeline import Timeline
from tui.widgets import blocks
from tui.widgets.bars import Part
from tui.widgets.painting import Look, printable
from tui.widgets.scene import Scene


def captions(
    timeline: Line, scene: Scene, narrator: Narrator, look: Look
) -> tuple[list[Part], list[Part]]:
    """Its parts at the left and at the right, with their worth where room is short."""
    return _left(timeline, scene, narrator, look), _right(timeline, scene, narrator, look)


def amiss_parts(faults: Sequence[Fault], look: Look) -> list[Part]:
    """That notes do not fit the log; a click tells more."""
    if not faults:
        return []
    said, action = look.word("notes_amiss", n=len(faults)), "panel('remark')"
    return [
        Part(look.signs.bad, "error", "b", 94, 2, action),
        Part(said, "error", worth=59, gap=1, action=action),
    ]


def inside_parts(timeline: Timeline, look: Look) -> list[Part]:
    """That notes stand in the log itself, which are shown from beside a log only."""
    said = look.word("inside", n=timeline.inside)
    return [Part(said, "dim", worth=4)] if timeline.inside else []


def _left(timeline: Line, scene: Scene, narrator: Narrator, look: Look) -> list[Part]:
    spec, headers = timeline.rules.spec, timeline.headers
    turn = scene.moment.state.turn
    parts = [Part(spec.title(look.language), "text", "b", 60)]
    if timeline.before is not None:
        at, every = scene.number - timeline.fork, timeline.last - timeline.fork
        what_if = look.word("what_if", n=timeline.fork, at=at, of=every)
        parts.append(Part(what_if, "note", "b", 91, action="back"))
    if headers.get("Event"):
        parts.append(Part(printable(headers["Event"]), "dim", worth=3))
    for at, side in enumerate(spec.sides):
        player = headers.get(side.id.capitalize()) or headers.get(side.name["en"])
        if player:
            parts.append(Part(f"{printable(player)} ({side.letter})", f"side{at}", worth=2))
    if not turn:
        return [*parts, Part(look.word("set_up"), "text", "b", 90)]
    parts.append(Part(look.word("turn_of", n=turn), "text", "b", 90))
    of = look.word("of_turns", of=spec.game.turns)
    parts.append(Part(of, "dim", worth=4, gap=look.language == "en"))
    parts.append(Part(narrator.date(turn), "dim", worth=5, gap=2))
    return parts


def _right(timeline: Line, scene: Scene, narrator: Narrator, look: Look) -> list[Part]:
    state = scene.moment.state
    parts = []
    side = timeline.sight.side
    if side or timeline.rules.hides:
        role, worth = (blocks.actor_role(narrator, side), 93) if side else ("dim", 6)
        parts.append(Part(narrator.seen_by(side), role, "b" * bool(side), worth, action="seen"))
    if state.outcome is not None:
        role = blocks.actor_role(narrator, state.outcome.winner)
        parts.append(Part(state.outcome.ending, role, "b", 80))
    elif state.ask is not None:
        role = blocks.actor_role(narrator, state.ask.of)
        parts.append(Part(narrator.ask(state.ask), role, "b", 80))
    total = f"{timeline.last}{'' if timeline.complete else '+'}"
    parts.append(Part(f"{scene.number} / {total}", "text", "b", 95))
    if timeline.fault is not None:
        parts.append(Part(look.signs.bad, "error", "b", 94, gap=1))
        parts.append(Part(look.word("faulty"), "error", "b", 79, gap=1))
    return parts
