"""Random logs and random notes to them, for the laws of notes."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from senpu.logs.notes import (
    KINDS,
    TRANSLATED,
    TRANSLATES,
    Notes,
    StoredNote,
    check_note,
    sort_notes,
)
from senpu.logs.record import record_from
from senpu.notation.writer import format_event
from senpu.replay.annotation.annotations import find_digest, find_places
from senpu.replay.annotation.branches import EventSequence
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline

LONG = "a comment that is as long as a row of the text can be, and then a few more words"
TEXTS = (
    "so", "", "%by 1", "%", r"a } b \ {", "上海　一月二十八日", "( pass ) !?", " edges ", LONG
)  # fmt: skip
NAMES = ("Anna", "山田 太郎", "-", "- x", "Bo %then")
TIMES = ("", "2026-11-27T10:00:00Z", "2026-11-28T23:59:59Z")
DATES = ("1904-05-01", "1904-05", "1904", "1904-05-01T04:30", "1904-05-01/1904-05-04T23:59")
GLYPHS = ("!", "?", "!!", "??", "!?", "?!")
OWN = ("{so}", "{%by 1}", "!?", "( pass {so} )", "{a}", "( pass )")


def random_log(ident: str, random: Random, most: int = 40, own: bool = True) -> str:
    """Return the text of a log of random events, some of them undone, on rows of random length.

    With `own`, the log itself has comments, glyphs and variations.
    """
    rules = open_rules(ident)
    line: list[State] = [rules.start()]
    rows: list[str] = []
    row: list[str] = []

    def end_row() -> None:
        if row:
            rows.append(" ".join(row))
        row.clear()

    since = 0
    for _ in range(random.randrange(most + 1)):
        state = line[-1]
        if own and random.random() < 0.2:
            row += random.choices(OWN, k=random.choice((1, 2)))
        if random.random() < 0.3:
            end_row()
        if random.random() < 0.05:
            end_row()
            rows.append(random.choice(("", "%dice recorded")))
        if since and random.random() < 0.1:
            count = random.randrange(min(since, 3)) + 1
            row.append(f"undo {count}")
            since -= count
            del line[-count:]
            continue
        if state.decision is None:
            break
        event = rules.sample(state, random)
        letter = rules.letter[state.decision.side]
        row += [f"{letter}:"] if letter else []
        row.append(format_event(event))
        line.append(rules.apply(state, event)[0])
        since += 1
    end_row()
    if own and random.random() < 0.5:
        rows.append("{so} {a}")
    outcome = line[-1].outcome
    if outcome is not None:
        rows += [f"End: {outcome.ending}", *(["{so}"] if random.random() < 0.5 else [])]
    body = "".join(f"{each}\n" for each in rows)
    return f"Senpu: 1\nGame: {ident}\nRules: 1\nEvent: Club night\n\n{body}"


def random_notes(timeline: Timeline, random: Random, most: int = 12) -> Notes:
    """Notes to a log, in their order."""
    last = timeline.extend()
    made: list[StoredNote] = []
    for _ in range(random.randrange(most + 1)):
        number = random.choice((0, last, random.randint(0, last)))
        state, digest = timeline.get_full_position(number).state, find_digest(timeline, number)
        own = len(timeline.comments.get(number, ()))
        found = _random(timeline.rules, state, number, random, 0, own)
        made += (replace(note, digest=digest) for note in found)
    return Notes(timeline.headers["Game"], sort_notes(made, last))


def _random(
    rules: AnyRules, state: State, number: int, random: Random, depth: int, own: int = 0
) -> Iterator[StoredNote]:
    """Yield a random note; `own` is the number of comments of the log there."""
    kind = random.choice((*KINDS, "comment", "variation", "variation"))
    places = sorted(find_places(rules.spec))
    some = random.sample(places, min(len(places), random.choice((2, 3))))
    text = {
        "comment": random.choice(TEXTS),
        "glyph": random.choice(GLYPHS),
        "arrow": ">".join(some),
        "highlight": "+".join(some[1:]),
        "bookmark": random.choice(NAMES),
        "date": random.choice(DATES),
        "variation": "",
        TRANSLATES: str(random.randint(1, max(own, 1))),
    }[kind]
    inside: tuple[StoredNote, ...] = ()
    if kind == "variation":
        if state.decision is None or depth == 3:
            return
        text, inside = _line(rules, state, random, depth)
    elif (kind == "glyph" and not number) or (kind == TRANSLATES and not own):
        return
    source = random.choice(("", "a book, p. 2", "%then")) if kind == "date" else ""
    languages = random.sample(("ja", "de", "pt-BR"), random.randint(kind == TRANSLATES, 2))
    if kind not in TRANSLATED or (kind == "date" and not source):
        languages = []
    translations = {each: random.choice(TEXTS[3:7]).strip() for each in languages}
    author, time = random.choice(("", *NAMES)), random.choice(TIMES)
    yield check_note(
        StoredNote(event=number, kind=kind, text=text, source=source, author=author, time=time,
             notes=inside, translations=translations)
    )  # fmt: skip


def _line(
    rules: AnyRules, state: State, random: Random, depth: int
) -> tuple[str, tuple[StoredNote, ...]]:
    course = EventSequence(rules, state)
    for _ in range(random.randint(1, 4)):
        now = course.reducer.state
        if now.decision is None:
            break
        course.take(rules.sample(now, random))
    notes: list[StoredNote] = []
    for _ in range(random.choice((0, 0, 1, 3))):
        number = random.randint(0, len(course.steps))
        notes += _random(rules, course.state(number), number, random, depth + 1)
    return course.text(), sort_notes(notes, len(course.steps))


def timeline_of(text: str) -> Timeline:
    timeline = open_timeline(record_from(text))
    timeline.extend()
    assert timeline.fault is None, timeline.fault.render()
    return timeline
