"""Panels of rolled dice, and of replies to an attack."""

from typing import NamedTuple

from senpu.notation.events import Roll, Word
from senpu.notation.writer import format_event
from senpu.replay.core.line import Line
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Decision
from senpu.tui.widgets.hex_cards import named_card
from senpu.tui.widgets.hex_legend import Group, Said, flowing
from senpu.tui.widgets.hex_words import side_at
from senpu.tui.widgets.painting import Look, Row, wrapped
from senpu.tui.widgets.panels import Block
from senpu.tui.widgets.scene import Scene
from senpu.tui.widgets.signs import brackets

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

    def add(decision: Decision, said: str, role: str = "text") -> None:
        window = decision.kind.removeprefix(REPLY)
        name = look.word(f"window_{window}") if window in WINDOWS else window
        groups = windows.setdefault(decision.kind, [[Said(name, "dim")]])
        groups.append(_answer(narrator, decision, said, role))

    for number in range(first, scene.number + 1):
        decision = timeline.at(number - 1).state.decision
        event = timeline.entry(number).event
        if decision and decision.kind.startswith(REPLY) and type(event) is Word:
            none = event.word == "no" and not event.payer
            add(decision, look.word("reply_no") if none else _played(narrator, decision, event))
    asked = scene.moment.state.decision
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


def _played(narrator: Narrator, decision: Decision, event: Word) -> str:
    """A card with the name of its event, and what else was written."""
    card, *rest = event.args or ("",)
    if not card.startswith("#"):
        return format_event(event)
    return " ".join((named_card(narrator, card, decision.side), *rest))


def _answer(narrator: Narrator, decision: Decision, said: str, role: str) -> Group:
    at = side_at(narrator, decision.side)
    left, right = brackets(at)
    letter = next((side.letter for side in narrator.spec.sides if side.id == decision.side), "")
    return [
        Said(f"{left}{letter}{right} ", f"side{at}", "b"),
        Said(said, role, "b" * (said == "?")),
    ]


def results_of(scene: Scene, timeline: Line, first: int, faces: list[str]) -> list[Result]:
    """The results of an attack since an event, one after the other."""
    found = []
    names = {face.replace(" ", ""): face for face in faces}
    for number in range(first, scene.number + 1):
        for told in timeline.at(number).effects:
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


FACES = 6
LINES = 2
"""In how many lines it is said what came of a side's dice, at most."""


def rolls_block(
    scene: Scene, timeline: Line, narrator: Narrator, look: Look, width: int
) -> Block | None:
    """The dice of this activation that were rolled for sides, or those awaited; nothing else."""
    first = max(scene.activation.start, 1)
    windows = windows_of(scene, timeline, narrator, look, first)
    rows = reply_rows(windows, look, width)
    asked = scene.moment.state.decision
    if asked and any(asked.dice):
        for side in narrator.spec.sides:
            if count := asked.dice.count(side.letter):
                rows.append(_dice(narrator, look, side.id, [0] * count, width))
        return Block(_title(narrator, asked), rows, "text")
    for number in range(scene.number, first - 1, -1):
        event = timeline.entry(number).event
        decision = timeline.at(number - 1).state.decision
        if type(event) is not Roll or not event.sides or decision is None:
            continue
        told = timeline.at(number).effects
        for side in narrator.spec.sides:
            rolled = zip(event.pips, event.sides, strict=False)
            if pips := [pip for pip, letter in rolled if letter == side.letter]:
                rows.append(_dice(narrator, look, side.id, pips, width))
                said = [each for each in told if each.side == side.id and each.numbers]
                texts = wrapped(narrator.story(said), width - 4)
                if len(texts) > LINES:
                    rest = " ".join(texts[LINES - 1 :])
                    texts = [*texts[: LINES - 1], look.clip(rest, width - 4)]
                rows += [Row(look).add(f"   {text}", "dim") for text in texts]
        return Block(_title(narrator, decision), rows, "text")
    return None


def _title(narrator: Narrator, decision: Decision) -> str:
    said = narrator.decision(decision)
    return said[:1].upper() + said[1:]


def _dice(narrator: Narrator, look: Look, side: str, pips: list[int], width: int) -> Row:
    """A side's dice; a single one among the faces that it might have shown, closer together where
    there is little room. 0 is one that is awaited."""
    at = side_at(narrator, side)
    row = Row(look).add(f" {narrator.side(side)}", f"side{at}", "b").to(10).add(" ")
    faces = range(1, FACES + 1) if len(pips) == 1 else pips
    gap = " " if row.width + 4 * len(faces) < width else ""
    for face in faces:
        if face in pips and face:
            row.add(f"[{face}]", "background", "b", "now").add(gap)
        else:
            row.add(f" {face or '?'} {gap}", "dim" if not any(pips) else "faint")
    return row
