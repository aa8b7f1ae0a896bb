"""The events of a game as lists of the page, a turn each: number, who acts, notation, what happened
in both languages, remarks, notes, and what-if lines with their own events."""

from collections.abc import Iterator
from functools import partial

from senpu.logs.notes import Note
from senpu.replay.annotation.branches import Beside, Branch
from senpu.replay.core.line import Entry
from senpu.replay.core.narration import Narrator
from senpu.tui.pages.controls import both, button, tag, told
from senpu.tui.pages.course import Course
from senpu.tui.pictures.elements import plain
from senpu.tui.pictures.voices import Words
from senpu.tui.render.text_rendering import turn_name


def rows(course: Course) -> Iterator[str]:
    """Everything there is to read, from before the first event on."""
    yield tag("ol", _start(course), cls="events start")
    entries = course.tracks[0].entries
    at = 0
    while at < len(entries):
        turn = entries[at].turn
        end = at
        while end < len(entries) and entries[end].turn == turn:
            end += 1
        ident = f"turn-{entries[at].number}"
        heading = tag("h3", both(course.voices.say(partial(turn_name, turn))), id=ident)
        items = [_event(course, 0, entry, course.notes) for entry in entries[at:end]]
        yield tag(
            "section", heading, tag("ol", *items, cls="events"), aria_labelledby=ident
        )  # fmt: skip
        at = end


def _start(course: Course) -> str:
    """The position before the first event, with what is said of the whole game."""
    remarks = course.timeline.remarks.get(0, [])
    head = button(
        tag("span", "0", cls="number"), tag("span", told("before"), cls="story"),
        cls="event", id="e0-0", data_at="0-0",
    )  # fmt: skip
    return tag("li", head, *_beside(course, 0, 0, remarks, course.notes))


def _event(course: Course, track: int, entry: Entry, beside: Beside | None) -> str:
    number, voices, timeline = entry.number, course.voices, course.timeline
    letter = timeline.rules.letter.get(entry.actor, "")
    side = voices.sides.get(entry.actor)
    glyphs = [] if track else list(timeline.glyphs.get(number, ()))
    glyphs += [n.text for n in _notes(beside, number) if n.kind == "glyph"]
    story = voices.say(lambda each: each.story(course.moment(track, number).effects))
    parts = [
        tag("span", str(number), cls="number"),
        tag("span", _who(course, entry, letter), cls=f"who s{side}") if side is not None else "",
        tag("code", plain(course.event_text(track, number))),
        tag("b", plain(" ".join(glyphs)), cls="glyph") if glyphs else "",
        tag("span", told("taken_back"), cls="undone-word") if entry.undone else "",
        tag("span", both(story), cls="story") if any(story.values()) else "",
    ]
    head = button(
        " ".join(filter(None, parts)), cls="event", id=f"e{track}-{number}",
        data_at=f"{track}-{number}",
    )  # fmt: skip
    remarks = timeline.remarks.get(number, []) if not track else []
    kinds = ("" if entry.opens else "follows", "undone" if entry.undone else "")
    return tag(
        "li", head, *_beside(course, track, number, remarks, beside),
        cls=" ".join(filter(None, kinds)) or None,
    )  # fmt: skip


def _who(course: Course, entry: Entry, letter: str) -> str:
    """The letter of who acts, read aloud as the side's name."""
    name = course.voices.side(entry.actor)
    return tag("abbr", plain(letter), aria_hidden="true") + tag("span", both(name), cls="aloud")


def _notes(beside: Beside | None, number: int) -> list[Note]:
    return [each.note for each in beside.notes(number)] if beside is not None else []


def _beside(
    course: Course, track: int, number: int, remarks: list[str], beside: Beside | None
) -> Iterator[str]:
    """What stands below an event."""
    said = [tag("p", plain(remark), cls="remark") for remark in remarks]
    said += [part for note in _notes(beside, number) for part in _note(course, note)]
    if said:
        yield tag("div", *said, cls="said")
    for branch in beside.branches(number) if beside is not None else ():
        yield _line(course, branch, number)


def _note(course: Course, note: Note) -> Iterator[str]:
    """A note in words; glyphs stand with the event."""
    by = tag("cite", plain(note.author)) if note.author else ""
    voices = course.voices
    if note.kind == "remark":
        yield tag("p", plain(note.text), " " if by else "", by, cls="remark")
    elif note.kind in ("arrow", "highlight"):
        lead = both(voices.label(f"note_{note.kind}"))
        yield tag("p", lead, " ", tag("code", plain(note.text)), cls="remark")
    elif note.kind == "bookmark":
        yield tag("p", both(voices.label("note_bookmark")), " ", plain(note.text), cls="remark")
    elif note.kind == "date":
        source = f" ({plain(note.source)})" if note.source else ""
        yield tag("p", tag("time", plain(note.text), datetime=note.text), source, cls="remark")


def _line(course: Course, branch: Branch, number: int) -> str:
    """A what-if line to be opened: its events go to its own positions."""
    track = course.track_of(branch)
    by = tag("cite", plain(branch.note.author)) if branch.note.author else ""
    items = [_event(course, track, entry, branch) for entry in course.tracks[track].entries]
    start = list(_beside(course, track, 0, [], branch))
    return tag(
        "details",
        tag("summary", told("what_if", n=number), " ", tag("code", plain(branch.text)), " ", by),
        *start,
        tag("ol", *items, cls="events"),
        cls="line",
    )


def title(course: Course) -> Words:
    """The game and the occasion."""
    occasion = course.timeline.headers.get("Event", "")

    def said(each: Narrator) -> str:
        parts = [each.spec.title(each.language), occasion]
        return each.label("comma").join(filter(None, parts))

    return course.voices.say(said)
