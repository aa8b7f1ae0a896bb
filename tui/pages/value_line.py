"""The win probability along a reviewed game, above the slider of its page.

It appears only if the notes have a review (`senpu review`). It has its own module since a page
without a review loads no evaluation.
"""

from senpu.replay.analysis.playouts import measure_luck
from senpu.replay.analysis.value import PositionValue, open_value
from senpu.replay.core.narration import Narrator
from senpu.replay.core.states import CHANCE
from senpu.tui.boards.signs import DRAWN
from senpu.tui.pages.controls import render_texts, tag
from senpu.tui.pages.course import PageContent
from senpu.tui.pictures.elements import element, escape_text
from senpu.tui.render.text_layout import get_text
from senpu.tui.render.win_probability_report import find_weakest_provenance


def render_value_line(course: PageContent, author: str) -> str:
    """Return the line, with the signs of the errors and of the lucky rolls of a review.

    Args:
        course: The game.
        author: The author of the notes of the review.

    Returns:
        The markup.
    """
    timeline, last = course.timeline, max(course.last, 1)
    value = open_value(timeline.rules)
    shares = [
        value.win_probability(timeline.get_position(number).state)
        for number in range(course.last + 1)
    ]
    points = [f"{at} {100 - 100 * share:.1f}" for at, share in enumerate(shares)]
    ground = element("polygon", points=" ".join([*points, f"{last} 100", "0 100"]), cls="win-area")
    middle = element("path", d=f"M0 50H{last}", cls="win-middle")
    line = element("polyline", points=" ".join(points), cls="win-line")
    drawn = element(
        "svg", ground, middle, line, viewBox=f"0 0 {last} 100", preserveAspectRatio="none",
        width="100%", height="100%",
    )  # fmt: skip
    marks = []
    for number, sign in _list_signs(course, author, value):
        x, y = f"{100 * number / last:.2f}%", f"{min(max(100 - 100 * shares[number], 20), 95):.0f}%"
        marks.append(element("text", escape_text(sign), x=x, y=y))
    picture = element("svg", drawn, *marks, cls="wins", aria_hidden="true", text_anchor="middle")
    spec = course.narrators.spec

    def describe(narrator: Narrator) -> str:
        provenance = get_text(narrator.language, find_weakest_provenance(spec))
        side = narrator.side(spec.sides[0].id)
        return get_text(narrator.language, "win_line", side=side, provenance=provenance)

    caption = tag("figcaption", render_texts(course.narrators.translate(describe)))
    cursor = tag("span", cls="win-cursor")
    return tag("figure", picture, cursor, caption, cls="win-figure")


def _list_signs(
    course: PageContent, author: str, value: PositionValue
) -> list[tuple[int, str]]:  # fmt: skip
    """Return the events with notes of the review: its glyph, or the direction of the luck."""
    timeline, signs = course.timeline, dict[int, str]()
    for note in course.notes.file.notes if course.notes is not None else ():
        if note.author != author or not 0 < note.event <= course.last:
            continue
        if note.kind == "glyph":
            signs[note.event] = note.text
        elif note.kind == "comment" and timeline.view.is_unrestricted:
            before, after = (
                timeline.get_position(number).state for number in (note.event - 1, note.event)
            )
            if before.decision is not None and before.decision.side == CHANCE:
                luck = measure_luck(timeline.rules, value, before, after) or 0.0
                signs.setdefault(note.event, DRAWN.swings[2 + (luck < 0)])
    return sorted(signs.items())
