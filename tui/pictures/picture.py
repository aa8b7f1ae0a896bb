"""One position of a recorded game as a picture that stands alone: the map with its counters and the
last act, whose game it is, and in a sentence what happened.

Shows what the timeline's sight shows. Needs nothing but itself: no script, no font, no network.
"""

from replay.annotations import Annotations
from replay.narration import Narrator
from replay.timeline import Timeline
from tui.pictures.caption import caption, described, heading, named
from tui.pictures.colours import palette
from tui.pictures.drawing import Drawing, Shown
from tui.pictures.elements import element, number, plain
from tui.pictures.notes import marked
from tui.pictures.style import rules
from tui.pictures.voices import Voices
from tui.widgets.scene import Scene, scene_at

PAD, HEAD = 20.0, 46.0
"""The room around everything, and for the title."""


def picture(
    timeline: Timeline, at: int, say: Narrator, theme: str = "day",
    notes: Annotations | None = None,
) -> str:  # fmt: skip
    """The position after an event, with the notes on it; by `day` or by `night`."""
    scene = scene_at(timeline, at)
    voices = Voices(timeline.rules.spec, (say.language,))
    drawing = Drawing(voices, [scene.board])
    shown = drawing.show(scene)
    view = drawing.viewed
    width = view.width + 2 * PAD
    below, foot = caption(timeline, scene, say, notes, width - 2 * PAD)
    height = HEAD + view.height + foot + PAD
    name = f"senpu-{theme}"
    style = "\n".join(rules(palette(theme).__getitem__, f".{name} "))
    beside = [each.note for each in notes.notes(at)] if notes is not None else []
    inside = [
        element("title", plain(say.label("comma").join(named(timeline, scene, say))), id="title"),
        element("desc", plain(described(scene, say)), id="desc"),
        element("style", f"\n{style}\n"),
        element("rect", cls="bg", width=width, height=height),
        heading(timeline, scene, say, PAD, width - PAD),
        _moved(
            PAD - view.x, HEAD - view.y, drawn(drawing, shown, scene, voices),
            marked(beside, drawing.map),
        ),
        _moved(PAD, HEAD + view.height, below),
    ]  # fmt: skip
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" width="{number(width)}" '
        f'height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}" '
        f'font-size="11" lang="{say.language}" role="img" aria-labelledby="title desc">'
        + "\n".join(inside)
        + "</svg>"
    )


def _moved(x: float, y: float, *inside: str) -> str:
    return element("g", *inside, transform=f"translate({number(x)} {number(y)})")


def drawn(drawing: Drawing, shown: Shown, scene: Scene, voices: Voices) -> str:
    """The map with one position on it, the lower layers first; a counter tells on demand what it
    is."""
    (language,) = (each.language for each in voices.every)
    counters = []
    for piece in scene.board.pieces:
        x, y, _ = shown.spots[piece.id]
        words = f"{voices.piece(piece)[language]}: {voices.place(piece)[language]}"
        counters.append(
            element(
                "g", element("title", plain(words)), shown.looks[piece.id],
                id=f"unit-{piece.id}", transform=f"translate({number(x)} {number(y)})",
            )
        )  # fmt: skip
    layers = {
        name: element("g", part, id=name) if part else "" for name, part in shown.layers.items()
    }
    parts = [
        element("g", drawing.ground, id="ground"), layers["noted"], layers["beside"],
        layers["under"], *counters, layers["over"],
    ]  # fmt: skip
    return "\n".join(filter(None, parts))
