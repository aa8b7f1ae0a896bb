"""Dice that are rolled for the sides (`[J4 R2]`), as a panel: each side's die among its faces, what
came of it, and the cards played on it.
"""

from notation.events import Roll
from replay.line import Line
from replay.narration import Narrator
from replay.rules import Ask
from tui.widgets.hex_replies import reply_rows, windows_of
from tui.widgets.hex_words import side_at
from tui.widgets.painting import Look, Row, wrapped
from tui.widgets.panels import Block
from tui.widgets.scene import Scene

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
    asked = scene.moment.state.ask
    if asked and any(asked.dice):
        for side in narrator.spec.sides:
            if count := asked.dice.count(side.letter):
                rows.append(_dice(narrator, look, side.id, [0] * count, width))
        return Block(_title(narrator, asked), rows, "text")
    for number in range(scene.number, first - 1, -1):
        event = timeline.entry(number).event
        ask = timeline.at(number - 1).state.ask
        if type(event) is not Roll or not event.sides or ask is None:
            continue
        told = timeline.at(number).told
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
        return Block(_title(narrator, ask), rows, "text")
    return None


def _title(narrator: Narrator, ask: Ask) -> str:
    said = narrator.ask(ask)
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
