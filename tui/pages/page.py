"""A recorded game as one HTML page that replays it: map, events in lists, and a script.

The page needs no network, library or other file, and its content security policy allows none. It
has all languages and both themes. Without a script it shows the last position and lists the
events. It contains what the view of the timeline shows; the same log gives the same bytes.
"""

import base64
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import islice
from string import Template

from senpu.notation.messages import LANGUAGES
from senpu.replay.annotation.annotations import Annotations
from senpu.replay.core.timeline import Timeline
from senpu.tui.pages.controls import (
    GAP_SIGN,
    build_title,
    button,
    icon,
    name_next_languages,
    render_controls,
    render_effects,
    render_jumps,
    render_keys,
    render_note,
    render_rows,
    render_stated,
    render_texts,
    render_word,
    tag,
)
from senpu.tui.pages.course import ABSENT, NOTED, PageContent, PositionTable, expand_track
from senpu.tui.pictures.captions import Narrators, Words
from senpu.tui.pictures.elements import LETTERS, element, escape_text, format_number, render_badge
from senpu.tui.pictures.style import build_palette, iterate_rules
from senpu.tui.render.data_sets import describe_values
from senpu.tui.render.stop_notice import find_stop

REVIEW = "senpu review"
"""The author of the notes of a review."""


def render_page(
    timeline: Timeline, language: str, notes: Annotations | None = None
) -> Iterator[str]:
    """Yield the rows of the page in its initial language; readers can change it."""
    course = PageContent(timeline, Narrators(timeline.rules.spec, LANGUAGES), notes)
    heading = build_title(course)
    head = [
        tag("h1", render_texts(heading), id="title"), *render_players(course), render_choices(),
    ]  # fmt: skip
    yield from render_document(language, heading, render_game(course, head))


def render_document(
    language: str, title: Words, content: str, cls: str | None = None
) -> Iterator[str]:
    """Yield the rows of a page.

    Args:
        language: Its initial language.
        title: Its title.
        content: The games, and all that precedes them.
        cls: The class of its body.

    Yields:
        The rows.
    """
    style, script = _style(), _script()
    parts = {
        "language": language, "style_hash": _hashed(style), "script_hash": _hashed(script),
        "style": style, "script": script, "title": escape_text(title[language]),
        "body_class": f' class="{cls}"' if cls else "", "content": content,
    }  # fmt: skip
    yield from Template(_read("page.html")).substitute(parts).rstrip("\n").split("\n")


def render_choices() -> str:
    """Return the buttons for the language and the theme."""
    theme = tag("span", render_word("theme"), cls="aloud")
    return tag(
        "div", "\n", button(render_texts(name_next_languages()), id="language"), "\n",
        button(icon("theme"), theme, id="theme"), "\n", cls="choices",
    )  # fmt: skip


def render_players(course: PageContent) -> Iterator[str]:
    """Yield the players of a game, the view, and the notice of an invalid log."""
    yield tag("p", _players(course), cls="who")
    side = course.timeline.view.side
    viewed = render_texts(course.narrators.translate(lambda each: each.seen_by(side)))
    yield tag("p", viewed if side else "", cls="viewer")
    if count := len(course.timeline.list_gap_events()):
        yield tag(
            "p",
            GAP_SIGN,
            " ",
            render_texts(course.narrators.word("gap_count", n=count)),
            cls="counted",
        )
    yield from filter(None, [_stop(course.timeline)])


def render_game(course: PageContent, head: Iterable[str], **section: str) -> str:
    """Return a game as a part of a page.

    Args:
        course: The game.
        head: The elements above the map.
        section: The attributes of its element.

    Returns:
        The markup.
    """
    *_, last = islice(expand_track(course.tracks[0].steps, {}), course.shown + 1)
    parts = {
        "ids": course.ids,
        "section": "".join(f' {key}="{escape_text(value)}"' for key, value in section.items()),
        "head": "\n".join(head),
        "turn": render_texts(_words(course, last["turn"])),
        "what": _story(course),
        "ask": render_texts(_words(course, last["ask"])),
        "map": _map(course, last),
        "value_line": _value_line(course),
        "controls": render_controls(course),
        "jumps": render_jumps(course),
        "legend": _legend(course),
        "bookmarks": _bookmarks(course),
        "sides": _sides(course, last),
        "description": _description(course, last),
        "position_text": escape_text(course.position_text(last)),
        "copy_button": button(render_word("copy"), id=f"{course.ids}copy", cls="copy"),
        "copied": render_word("copied"),
        "about_log": _about_log(course.timeline),
        "keys": render_keys(course),
        "rows": "\n".join(render_rows(course)),
        "course": course.encoded(),
    }  # fmt: skip
    named = ("now", "map", "controls", "sides", "description", "position_text", "about_log", "keys")
    for ident in (*named, "events"):
        parts[f"{ident}_name"] = render_word(ident)
    no_script = tag("noscript", tag("p", render_word("no_script"), cls="note"))
    parts["no_script"] = "" if course.ids else no_script  # a study has one for all games
    parts |= {ident: render_word(ident) for ident in ("map_note", "made_by")}
    spec = course.narrators.spec
    values = course.narrators.translate(lambda each: describe_values(spec, each.language))
    parts["values"] = render_texts(values)
    return Template(_read("game.html")).substitute(parts).rstrip("\n")


def _value_line(course: PageContent) -> str:
    """Return the win probability along the game, if the notes have a review."""
    notes = course.notes.file.notes if course.notes is not None else ()
    if not any(note.author == REVIEW for note in notes):
        return ""
    from senpu.tui.pages.value_line import render_value_line

    return render_value_line(course, REVIEW)


@cache
def _read(name: str) -> str:
    return files("senpu.tui.pages").joinpath(name).read_text("utf-8")


def _style() -> str:
    """Return the page's rules, the picture's rules, and the colours of both themes as variables."""
    day, night = (
        "".join(f"--{role}:{colour};" for role, colour in build_palette(theme).items())
        for theme in ("day", "night")
    )
    drawing = "\n".join(iterate_rules(lambda role: f"var(--{role})", ":is(.map, .legend-map) "))
    return "\n".join(
        [
            f":root{{{day}}}",
            f'@media (prefers-color-scheme: dark){{:root:not([data-theme="day"]){{{night}}}}}',
            f':root[data-theme="night"]{{{night}}}',
            f"@media print{{:root:root:root{{{day}}}}}",
            ", ".join(
                f'html[lang="{shown}"] [lang="{hidden}"]'
                for shown in LANGUAGES
                for hidden in LANGUAGES
                if shown != hidden
            )
            + " { display: none; }",
            _read("style.css"),
            drawing,
            "",
        ]
    )


def _script() -> str:
    return "\n".join(["", *map(_read, ("course.js", "player.js", "page.js"))])


def _hashed(text: str) -> str:
    """Return the security policy's hash of a style or a script of the page."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _words(course: PageContent, at: int) -> dict[str, str]:
    return dict(zip(LANGUAGES, course.texts.every[at], strict=True))


# ---- the first line ---------------------------------------------------------------------------


def _players(course: PageContent) -> str:
    """Return the players of the sides."""
    headers = course.timeline.headers
    names = {side: render_texts(course.narrators.side(side)) for side in course.narrators.sides}
    texts = [
        f"{name}: {escape_text(headers[side.capitalize()])}"
        for side, name in names.items()
        if headers.get(side.capitalize())
    ]
    return " \u00b7 ".join([*texts, escape_text(headers["Date"])] if headers.get("Date") else texts)


def _stop(timeline: Timeline) -> str:
    """Return the notice of an invalid log, if it is one."""
    stop = find_stop(timeline)
    if stop is None:
        return ""
    texts = render_texts({language: stop.text(language) for language in LANGUAGES})
    return tag("p", tag("strong", texts), cls="note", role="alert")


def _about_log(timeline: Timeline) -> str:
    return "".join(
        tag("div", tag("dt", escape_text(key)), tag("dd", escape_text(value)))
        for key, value in timeline.headers.items()
        if key != "Senpu"
    )


def _story(course: PageContent) -> str:
    """Return the event before the position, for readers without scripts."""
    if not course.shown:
        return render_word("before")
    text = course.event_text(0, course.shown)
    event = tag("code", escape_text(text)) if text else render_stated(course)
    return " ".join((event, *render_effects(course, 0, course.shown)))


def _bookmarks(course: PageContent) -> str:
    """Return the bookmarks."""
    found = course.notes.bookmarks if course.notes is not None else []
    if not found:
        return ""
    items = [
        tag("li", button(f"{note.event} ", render_note(course, note), data_at=f"0-{note.event}"))
        for note in found
    ]
    return tag(
        "details",
        tag("summary", render_word("bookmarks")),
        tag("ul", *items, cls="turns"),
        cls="more bookmarks",
    )


def _legend(course: PageContent) -> str:
    """Return the legend, if the map has no room for it."""
    legend = course.drawing.legend
    if legend is None:
        return ""
    drawn = element(
        "svg", legend.drawn, cls="legend-map", viewBox=f"0 0 {legend.width:g} {legend.height:g}",
        font_size=LETTERS,
    )  # fmt: skip
    return tag("details", tag("summary", render_word("legend")), drawn, cls="more")


# ---- the map ----------------------------------------------------------------------------------


def _map(course: PageContent, position: PositionTable) -> str:
    """Return the drawing with one position."""

    def layer(name: str) -> str:
        return f'<g id="{course.ids}l-{name}">{course.parts.every[position[f"={name}"]]}</g>'

    counters = []
    for unit in course.units:
        value = position[f"@{unit}"]
        x, y, look = value[:3] if value else (0, 0, 0)
        counters.append(
            element(
                "g", "<title></title>", f"<g>{course.looks.every[look]}</g>", cls="unit",
                id=f"{course.ids}u-{unit}", hidden=None if value else "",
                transform=f"translate({format_number(x)} {format_number(y)})",
            )
        )  # fmt: skip
    view = " ".join(format_number(each) for each in course.drawing.viewed)
    inside = [
        f'<g class="ground">{course.drawing.ground}</g>',
        *map(layer, ("noted", "beside", "under")),
        *counters,
        *map(layer, ("over", NOTED)),
    ]
    return (
        f'<svg id="{course.ids}map" class="map" xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="{view}" '
        f'font-size="{LETTERS:g}" role="img" aria-labelledby="{course.ids}map-name" '
        f'aria-describedby="{course.ids}map-note">\n' + "\n".join(inside) + "\n</svg>"
    )


def _sides(course: PageContent, position: PositionTable) -> str:
    """Return the tallies of each side next to the map, then the common ones."""
    found = []
    for side in (*course.narrators.sides, ""):
        lines = [
            _tally(course, at, label, position)
            for at, (whose, label) in enumerate(course.tallies)
            if whose == side
        ]
        if lines:
            found.append(tag("section", _heading(course, side), tag("dl", *lines)))
    return "".join(found)


def _heading(course: PageContent, side: str) -> str:
    if not side:
        return tag("h3", render_word("both"))
    at = course.narrators.sides[side]
    mark = f'<svg viewBox="-6 -6 12 12" aria-hidden="true">{render_badge(at, 12, f"f{at}")}</svg>'
    name = render_texts(course.narrators.side(side))
    return tag("h3", mark, name, cls=f"s{at}")


def _tally(course: PageContent, at: int, label: str, position: PositionTable) -> str:
    value = position[f"#{at}"]
    text = "" if value == ABSENT else render_texts(_words(course, value))
    return tag(
        "div", tag("dt", render_texts(course.narrators.label(label))), tag("dd", text),
        id=f"{course.ids}t-{at}",
        hidden="" if value == ABSENT else None,
    )  # fmt: skip


def _description(course: PageContent, position: PositionTable) -> str:
    """Return the position in words."""
    places: dict[int, list[int]] = {}
    for unit in course.units:
        if value := position[f"@{unit}"]:
            places.setdefault(value[3], []).append(value[5])
    return "".join(
        tag(
            "div",
            tag("dt", render_texts(_words(course, place))),
            tag("dd", " ".join(render_texts(_words(course, unit)) for unit in units)),
        )
        for place, units in places.items()
    )
