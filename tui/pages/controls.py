"""Elements of a page as text: bilingual words, buttons, slider, turns, keys, and event rows."""

from collections.abc import Iterator
from functools import partial
from operator import methodcaller

from senpu.logs.notes import StoredNote
from senpu.notation.messages import (
    LANGUAGES,
    find_language_name,
    find_next_language,
    program_catalogue,
)
from senpu.replay.annotation.annotations import list_comments
from senpu.replay.annotation.branches import Branch, PlacedNotes
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import TimelineEvent
from senpu.tui.pages.course import PageContent
from senpu.tui.pictures.captions import Words
from senpu.tui.pictures.elements import element, escape_text
from senpu.tui.render.gap_texts import name_gap, split_changes
from senpu.tui.render.notes_report import describe_places
from senpu.tui.render.text_rendering import name_turn
from senpu.tui.render.titles import translate_title


def tag(name: str, *inside: str, **attributes: str | None) -> str:
    """Return an element with its end tag; its content is already markup.

    `cls` is the attribute `class`, and underscores are hyphens in names of attributes; an attribute
    without a value is omitted.

    >>> tag("b", "x", cls="now", data_at="0-1", title=None)
    '<b class="now" data-at="0-1">x</b>'

    Returns:
        The markup.
    """
    text = "".join(
        f' {"class" if key == "cls" else key.rstrip("_").replace("_", "-")}="{escape_text(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{text}>{''.join(inside)}</{name}>"


def render_texts(words: Words) -> str:
    """Return a text as HTML, in each language; only once if the texts are equal."""
    if len(set(words.values())) == 1:
        return escape_text(next(iter(words.values())))
    return "".join(
        tag("span", escape_text(text), lang=language) for language, text in words.items()
    )


def translate_word(ident: str, **fields: str | int) -> Words:
    """Return a text of the page."""
    return {
        language: program_catalogue(language).render(f"page.{ident}", fields)
        for language in LANGUAGES
    }


def render_word(ident: str, **fields: str | int) -> str:
    """Return a text of the page as markup."""
    return render_texts(translate_word(ident, **fields))


def name_next_languages() -> Words:
    """Return the own name of the next language, in each language."""
    return {each: find_language_name(find_next_language(each)) for each in LANGUAGES}


def render_language_key() -> str:
    """Return the key of the next language as markup."""
    return render_texts(
        {
            language: program_catalogue(language).render("page.key_language", {"name": name})
            for language, name in name_next_languages().items()
        }
    )


def button(*inside: str, **attributes: str | None) -> str:
    """Return a button."""
    return tag("button", *inside, type="button", **attributes)


ICONS = {
    "first": "M5 5h2.5v14H5zM19 5v14L8.5 12z",
    "previous_turn": "M12 5v14L3 12zM21 5v14l-9-7z",
    "previous": "M17 5v14L6 12z",
    "play": "M7 4.5v15L20 12z",
    "stop": "M6 5h4.5v14H6zM13.5 5H18v14h-4.5z",
    "next": "M7 5v14l11-7z",
    "next_turn": "M3 5v14l9-7zM12 5v14l9-7z",
    "last": "M16.5 5H19v14h-2.5zM5 5v14l10.5-7z",
    "larger": "M10.5 5h3v5.5H19v3h-5.5V19h-3v-5.5H5v-3h5.5z",
    "smaller": "M5 10.5h14v3H5z",
    "theme": "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 3v14a7 7 0 0 1 0-14z",
}
"""Paths in a square of 24; a hidden text next to each names it."""
ORDER = ("first", "previous_turn", "previous", "play", "next", "next_turn", "last")
PACE = "\u00d71"
"""The initial pace; the script has the others."""
GAP_SIGN = "\u22ef"
"""The sign of a gap."""
KEYS = ("step", "ends", "turn", "play", "language", "theme", "copy")


def icon(name: str, cls: str | None = None) -> str:
    """Return an icon."""
    return element(
        "svg", element("path", d=ICONS[name]), cls=cls, viewBox="0 0 24 24", aria_hidden="true"
    )  # fmt: skip


def render_button(course: PageContent, name: str) -> str:
    """Return a button with an icon."""
    if name != "play":
        return button(
            icon(name), tag("span", render_word(name), cls="aloud"), id=course.ids + name
        )  # fmt: skip
    return button(
        icon("play", "go"), tag("span", render_word("play"), cls="aloud go"),
        icon("stop", "stop"), tag("span", render_word("stop"), cls="aloud stop"),
        id=f"{course.ids}play", cls="play",
    )  # fmt: skip


def render_controls(course: PageContent) -> str:
    """Return the buttons, the slider with a tick at the start of each turn, speed and size."""
    ids = course.ids
    slider = (
        f'<input type="range" id="{ids}slider" min="0" max="{course.last}" value="{course.shown}" '
        f'list="{ids}ticks" aria-labelledby="{ids}slider-name">'
    )
    starts = sorted(n for n in course.timeline.turn_starts.values() if n <= course.last)
    ticks = tag("datalist", *(tag("option", value=str(n)) for n in starts), id=f"{ids}ticks")
    marks = [
        element("text", GAP_SIGN, x=f"{100 * number / course.last:.2f}%", y=10)
        for number in course.timeline.list_gap_events()
    ]
    if marks:
        slider += element("svg", *marks, cls="gaps", aria_hidden="true", text_anchor="middle")
    named_slider = tag("span", render_word("position"), id=f"{ids}slider-name", cls="aloud")
    named_slider += tag("span", slider, cls="rail") + ticks
    count = tag("output", f"{course.shown} / {course.last}", id=f"{ids}count", for_=f"{ids}slider")
    pace = button(
        tag("span", render_word("pace"), cls="aloud"),
        " ",
        tag("span", PACE, id=f"{ids}pace-value"),
        id=f"{ids}pace",
    )
    return tag("div", *(render_button(course, name) for name in ORDER), cls="buttons") + tag(
        "div",
        named_slider,
        count,
        pace,
        *(render_button(course, name) for name in ("smaller", "larger")),
        cls="sliding",
    )


def render_jumps(course: PageContent) -> str:
    """Return the turns, and the exit from a variation."""
    gaps, turns = course.timeline.list_gap_events(), list[str]()
    for turn, first in sorted(course.timeline.turn_starts.items()):
        if first <= course.last:
            turns += [tag("li", GAP_SIGN, aria_hidden="true")] if first in gaps else []
            name = render_word("set_up") if not turn else f"T{turn}"
            turns.append(tag("li", button(name, data_at=f"0-{first}")))
    return tag(
        "nav",
        tag("h2", render_word("turns"), cls="aloud", id=f"{course.ids}turns-name"),
        tag("ol", *turns, cls="turns", id=f"{course.ids}turns"),
        button(render_word("back"), id=f"{course.ids}back", hidden=""),
        cls="jumps",
        aria_labelledby=f"{course.ids}turns-name",
    )


def render_keys(course: PageContent) -> str:
    """Return the keys, and the option to disable the keys of one letter."""
    items = [
        tag("li", render_language_key() if name == "language" else render_word(f"key_{name}"))
        for name in (*KEYS, *["chapter"] * bool(course.ids))
    ]
    box = f'<input type="checkbox" id="{course.ids}single" checked>'
    choice = f"<label>{box}{render_word('keys_on')}</label>"
    return tag("ul", *items) + choice


def render_rows(course: PageContent) -> Iterator[str]:
    """Yield the rows of all events, from the start position on."""
    yield tag("ol", _start(course), cls="events start")
    entries = course.tracks[0].entries
    at = 0
    while at < len(entries):
        turn = entries[at].turn
        end = at
        while end < len(entries) and entries[end].turn == turn:
            end += 1
        ident = f"{course.ids}turn-{entries[at].number}"
        heading = tag(
            "h3",
            render_texts(course.narrators.translate(partial(name_turn, turn))),
            id=ident,
        )
        items = [_event(course, 0, entry, course.notes) for entry in entries[at:end]]
        yield tag(
            "section", heading, tag("ol", *items, cls="events"), aria_labelledby=ident
        )  # fmt: skip
        at = end


def _start(course: PageContent) -> str:
    """Return the position before the first event, with the comments on the whole game."""
    comments = list_page_comments(course, 0)
    head = button(
        tag("span", "0", cls="number"), tag("span", render_word("before"), cls="story"),
        cls="event", id=f"{course.ids}e0-0", data_at="0-0",
    )  # fmt: skip
    return tag("li", head, *_render_notes(course, 0, 0, comments, course.notes))


def _event(
    course: PageContent, track: int, entry: TimelineEvent, annotations: PlacedNotes | None
) -> str:
    number, narrators, timeline = entry.number, course.narrators, course.timeline
    letter = timeline.rules.letter.get(entry.actor, "")
    side = narrators.sides.get(entry.actor)
    glyphs = [] if track else list(timeline.glyphs.get(number, ()))
    glyphs += [n.text for n in _find_notes(annotations, number) if n.kind == "glyph"]
    text = course.event_text(track, number)
    parts = [
        *([] if track else _gap(course, number)),
        tag("span", str(number), cls="number"),
        tag("span", _who(course, entry, letter), cls=f"who s{side}") if side is not None else "",
        tag("code", escape_text(text)) if text else render_stated(course),
        tag("b", escape_text(" ".join(glyphs)), cls="glyph") if glyphs else "",
        tag("span", render_word("undone"), cls="undone-word") if entry.undone else "",
        *render_effects(course, track, number),
    ]
    head = button(
        " ".join(filter(None, parts)), cls="event", id=f"{course.ids}e{track}-{number}",
        data_at=f"{track}-{number}",
    )  # fmt: skip
    comments = list_page_comments(course, number) if not track else []
    kinds = ("" if entry.starts_activation else "follows", "undone" if entry.undone else "")
    return tag(
        "li", head, *_render_notes(course, track, number, comments, annotations),
        cls=" ".join(filter(None, kinds)) or None,
    )  # fmt: skip


def render_stated(course: PageContent) -> str:
    """Return the name of a stated position."""
    return tag("b", render_texts(course.narrators.label("stated_position")))


def render_effects(course: PageContent, track: int, number: int) -> Iterator[str]:
    """Yield the effects of an event in words: a text, and each change of a gap in its own row."""
    effects = course.moment(track, number).effects
    own, changes = split_changes(effects)
    for cls, part in (("story", own), *(("story change", (each,)) for each in changes)):
        words = course.narrators.translate(methodcaller("describe_all", part))
        if any(words.values()):
            yield tag("span", render_texts(words), cls=cls)


def _gap(course: PageContent, number: int) -> Iterator[str]:
    """Yield the heading of the gap before an event of the log."""
    words = course.narrators.translate(lambda each: name_gap(course.timeline, number, each))
    if any(words.values()):
        yield tag("span", GAP_SIGN, " ", render_texts(words), cls="gap")


def _who(course: PageContent, entry: TimelineEvent, letter: str) -> str:
    """Return the letter of the acting side, with the side's name for screen readers."""
    name = course.narrators.side(entry.actor)
    return tag("abbr", escape_text(letter), aria_hidden="true") + tag(
        "span", render_texts(name), cls="aloud"
    )


def _find_notes(annotations: PlacedNotes | None, number: int) -> list[StoredNote]:
    return [each.note for each in annotations.find_notes(number)] if annotations is not None else []


def _render_notes(
    course: PageContent,
    track: int,
    number: int,
    comments: list[Words],
    annotations: PlacedNotes | None,
) -> Iterator[str]:
    """Yield the comments, notes and variations after an event."""
    texts = [tag("p", render_texts(comment), cls="remark") for comment in comments]
    texts += [part for note in _find_notes(annotations, number) for part in _note(course, note)]
    if texts:
        yield tag("div", *texts, cls="said")
    for branch in annotations.find_variations(number) if annotations is not None else ():
        yield _line(course, branch, number)


def list_page_comments(course: PageContent, number: int) -> list[Words]:
    """Return the comments of the log on an event, each in the languages of the page."""
    found = [
        list_comments(course.timeline, course.notes, number, each.language)
        for each in course.narrators.every
    ]
    languages = [each.language for each in course.narrators.every]
    return [dict(zip(languages, texts, strict=True)) for texts in zip(*found, strict=True)]


def render_note(course: PageContent, note: StoredNote) -> str:
    """Return the text of a note, or the source of a date, in the languages of the page."""
    is_date = note.kind == "date"

    def translate(narrator: Narrator) -> str:
        found = note.in_language(narrator.language)
        return found.source if is_date else found.text

    return render_texts(course.narrators.translate(translate))


def _note(course: PageContent, note: StoredNote) -> Iterator[str]:
    """Yield a note in words; glyphs appear with the event."""
    by = tag("cite", escape_text(note.author)) if note.author else ""
    narrators = course.narrators
    if note.kind == "comment":
        yield tag("p", render_note(course, note), " " if by else "", by, cls="remark")
    elif note.kind in ("arrow", "highlight"):
        lead = render_texts(narrators.label(f"note_{note.kind}"))
        places = render_texts(narrators.translate(partial(describe_places, note)))
        yield tag("p", lead, " ", places, cls="remark")
    elif note.kind == "bookmark":
        yield tag(
            "p",
            render_texts(narrators.label("note_bookmark")),
            " ",
            render_note(course, note),
            cls="remark",
        )
    elif note.kind == "date":
        source = f" ({render_note(course, note)})" if note.source else ""
        # HTML has no machine-readable form of an interval.
        moment = {} if "/" in note.text else {"datetime": note.text}
        yield tag("p", tag("time", escape_text(note.text), **moment), source, cls="remark")


def _line(course: PageContent, branch: Branch, number: int) -> str:
    """Return a variation that can be opened; its events lead to its own positions."""
    track = course.track_of(branch)
    by = tag("cite", escape_text(branch.note.author)) if branch.note.author else ""
    items = [_event(course, track, entry, branch) for entry in course.tracks[track].entries]
    start = list(_render_notes(course, track, 0, [], branch))
    return tag(
        "details",
        tag(
            "summary",
            render_word("conjecture" if branch.note.conjecture else "variation", n=number),
            " ",
            tag("code", escape_text(branch.text)),
            " ",
            by,
        ),
        *start,
        tag("ol", *items, cls="events"),
        cls="line",
    )


def build_title(course: PageContent) -> Words:
    """Return the game and the occasion."""
    occasion = course.timeline.headers.get("Event", "")

    def join_title(each: Narrator) -> str:
        """Return the title in one language."""
        parts = [each.spec.title(each.language), translate_title(occasion, each.language)]
        return each.label("comma").join(filter(None, parts))

    return course.narrators.translate(join_title)
