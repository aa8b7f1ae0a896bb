"""What was answered to an attack: who played a card or said no, before the die and after it, and
how the result changed (`spec/hexes.md` says what tells it).
"""

from typing import NamedTuple

from notation.events import Word
from notation.writer import format_event
from replay.line import Line
from replay.narration import Narrator
from replay.rules import Ask
from tui.widgets.hex_cards import named_card
from tui.widgets.hex_flow import Group, Said, flowing
from tui.widgets.hex_words import side_at
from tui.widgets.painting import Look, Row
from tui.widgets.scene import Scene
from tui.widgets.signs import brackets

REPLY = "reply-"
"""How the kinds of asks for replies begin; what follows is the window."""
WINDOWS = ("before", "after", "check", "sortie")
"""Those that the screens have a word for."""
STEPS = ("roll", "now", "again")
"""How what happened begins that tells a result, which stands right behind: the die's, one that a
card made, one that stands again."""


class Result(NamedTuple):
    """A result as it stood."""

    text: str
    number: int
    """The event that made it so."""


def windows_of(
    scene: Scene, timeline: Line, narrator: Narrator, look: Look, first: int
) -> list[list[Group]]:
    """The windows since an event: what each is called, then who said what, and who is asked."""
    windows: dict[str, list[Group]] = {}

    def add(ask: Ask, said: str, role: str = "text") -> None:
        window = ask.kind.removeprefix(REPLY)
        name = look.word(f"window_{window}") if window in WINDOWS else window
        groups = windows.setdefault(ask.kind, [[Said(name, "dim")]])
        groups.append(_answer(narrator, ask, said, role))

    for number in range(first, scene.number + 1):
        ask = timeline.at(number - 1).state.ask
        event = timeline.entry(number).event
        if ask and ask.kind.startswith(REPLY) and type(event) is Word:
            none = event.word == "no" and not event.payer
            add(ask, look.word("reply_no") if none else _played(narrator, ask, event))
    asked = scene.moment.state.ask
    if asked and asked.kind.startswith(REPLY):
        add(asked, "?", "now")
    return list(windows.values())


def reply_rows(windows: list[list[Group]], look: Look, width: int) -> list[Row]:
    """All that was answered, in as many rows as that needs."""
    return [row for groups in windows for row in flowing(look, groups, width, 2)]


def brief_rows(windows: list[list[Group]], look: Look, width: int) -> list[Row]:
    """A row for each window, with what was answered last."""
    rows = []
    for name, *answers in windows:
        kept = answers
        while len(kept) > 1 and len(flowing(look, [name, *kept], width, 2)) > 1:
            kept = kept[1:]
        rows += flowing(look, [name, *kept], width, 2)[:1]
    return rows


def _played(narrator: Narrator, ask: Ask, event: Word) -> str:
    """A card with the name of its event, and what else was written."""
    card, *rest = event.args or ("",)
    if not card.startswith("#"):
        return format_event(event)
    return " ".join((named_card(narrator, card, ask.of), *rest))


def _answer(narrator: Narrator, ask: Ask, said: str, role: str) -> Group:
    at = side_at(narrator, ask.of)
    left, right = brackets(at)
    letter = next((side.letter for side in narrator.spec.sides if side.id == ask.of), "")
    return [
        Said(f"{left}{letter}{right} ", f"side{at}", "b"),
        Said(said, role, "b" * (said == "?")),
    ]


def results_of(scene: Scene, timeline: Line, first: int, faces: list[str]) -> list[Result]:
    """The results of an attack since an event, one after the other."""
    found = []
    names = {face.replace(" ", ""): face for face in faces}
    for number in range(first, scene.number + 1):
        for told in timeline.at(number).told:
            for step in STEPS:
                name = told.kind.removeprefix(step)
                if name != told.kind and name in names:
                    found.append(Result(names[name], number))
    return found


def result_row(
    results: list[Result], scene: Scene, narrator: Narrator, look: Look, width: int
) -> Row:
    """`DE > NE  no effect`: the result as it stands, and what it was before."""
    row = Row(look).add(" ")
    for result in results[:-1]:
        row.add(f"{result.text} ", "dim").add("> ", "dim")
    last = results[-1]
    row.add(last.text, "now" if last.number == scene.number else "text", "b")
    label = f"result_{last.text}"
    said = narrator.label(label)
    if said != label:
        row.add("  ").add(look.clip(said, max(width - row.width - 1, 2)), "dim")
    return row
