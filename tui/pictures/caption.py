"""The words of a picture: whose game it is, what happened, what was remarked, what is asked; and
the whole position in words for those who do not see it.
"""

from senpu.replay.annotation.annotations import Annotations
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.tui.pictures.counters import badge
from senpu.tui.pictures.elements import element, measured, number, text, wrapped
from senpu.tui.pictures.voices import Voices
from senpu.tui.render.notes_report import signed
from senpu.tui.render.text_rendering import account, ending
from senpu.tui.widgets.scene import Scene

ACT, STORY, REMARK = 14.0, 14.5, 13.0
"""The sizes of letters."""
LINE = 21.0


def named(timeline: Timeline, scene: Scene, say: Narrator) -> list[str]:
    """The game, the occasion, the turn, whose eyes."""
    side = timeline.sight.side
    parts = [
        say.spec.title(say.language),
        timeline.headers.get("Event", ""),
        Voices(say.spec, (say.language,)).turn(scene.moment.state)[say.language],
        say.seen_by(side) if side else "",
    ]
    return [part for part in parts if part]


def heading(timeline: Timeline, scene: Scene, say: Narrator, left: float, right: float) -> str:
    """The first line, and the number of the event at its end."""
    title, *rest = named(timeline, scene, say)
    return (
        text(left, 32, title, "title")
        + text(left + measured(title, 21) + 18, 32, say.label("comma").join(rest), "turn")
        + (text(right, 32, str(scene.number), "turn end") if scene.number else "")
    )


def caption(
    timeline: Timeline, scene: Scene, say: Narrator, notes: Annotations | None, width: float
) -> tuple[str, float]:
    """The lines below the map, and how high they are: the activation up to the last event, with
    what was remarked on that, and the question."""
    parts = [element("path", cls="line", d=f"M0 4H{number(width)}")]
    y = 26.0
    if scene.number:
        said, y = _activation(timeline, scene, say, notes, width, y)
        parts += said
    for remark in remarks(timeline, scene, say, notes):
        for row in wrapped(remark, REMARK, width - 14):
            parts.append(text(14, y, row, "remark"))
            y += LINE - 2
    if asked := asked_words(scene, say):
        parts.append(text(0, y, asked, "asked"))
        y += LINE
    return "".join(parts), y - 6


def _activation(
    timeline: Timeline, scene: Scene, say: Narrator, notes: Annotations | None, width: float,
    y: float,
) -> tuple[list[str], float]:  # fmt: skip
    """What was done, as it is written and in words, and where the next line stands."""
    one = account(timeline, say, range(scene.activation.start, scene.number + 1), notes)
    parts, x = [], 0.0
    actor = timeline.rules.side_of_letter.get(one.letter, "")
    if actor:
        at = next(n for n, side in enumerate(say.spec.sides) if side.id == actor)
        parts.append(badge(at, 12, f"side{at}", 6, y - 5))
        parts.append(text(18, y, say.side(actor), f"side-name side{at}"))
        x = 18 + measured(say.side(actor), 15) + 10
    for row in wrapped(one.text, ACT, width - x):
        parts.append(text(x, y, row, "act"))
        y += LINE
    y += 1
    for row in wrapped(one.story, STORY, width):
        parts.append(text(0, y, row, "story"))
        y += LINE
    return parts, y


def remarks(
    timeline: Timeline, scene: Scene, say: Narrator, notes: Annotations | None
) -> list[str]:  # fmt: skip
    """What was remarked on the last event; of the whole game nothing, which would be too long."""
    if not scene.number:
        return []
    beside = notes.notes(scene.number) if notes is not None else []
    return [
        *timeline.remarks.get(scene.number, ()),
        *(signed(each.note, say) for each in beside if each.note.kind == "remark"),
    ]


def asked_words(scene: Scene, say: Narrator) -> str:
    """What the position asks, or how the game ended."""
    state = scene.moment.state
    if state.decision is None:
        return ending(state, say) if state.outcome is not None else ""
    said = say.decision(state.decision)
    rule = say.label("by_rule", rule=state.decision.rule) if state.decision.rule else ""
    if rule and say.language == "en":
        return f"{said} ({rule})"
    return say.label("comma").join(filter(None, [said, rule]))


def described(scene: Scene, say: Narrator) -> str:
    """The picture in words: what happened, who stands where, what is asked."""
    voices = Voices(say.spec, (say.language,))
    places: dict[str, list[str]] = {}
    for piece in scene.board.pieces:
        brief = voices.brief(piece)[say.language]
        places.setdefault(voices.place(piece)[say.language], []).append(brief)
    standing = [f"{place}: {' '.join(units)}." for place, units in places.items()]
    parts = [say.story(scene.moment.effects), *standing, asked_words(scene, say)]
    return " ".join(filter(None, parts))
