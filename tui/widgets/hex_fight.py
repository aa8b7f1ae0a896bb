"""The fight of the moment on a map of hexes: who with what, each modifier with its rule, the
column of the table, its results, and the die in it.
"""

from itertools import groupby

from notation.events import Word
from replay.narration import Narrator
from replay.rules import Odds, Piece, Term
from replay.timeline import Timeline
from tui.widgets.hex_words import counter, place_words
from tui.widgets.painting import Look, Row
from tui.widgets.panels import Block
from tui.widgets.reasons import Rolled, attack_of, rolled_of
from tui.widgets.scene import Scene
from tui.widgets.standings import SOUND

ROOMY = 34
"""From this width on there is room for the rules' numbers, and for a row of chances."""


def fight_block(
    scene: Scene, timeline: Timeline, narrator: Narrator, look: Look, width: int
) -> Block | None:
    """The attack of this activation, reckoned; nothing without one."""
    found = attack_of(scene, timeline)
    if found is None:
        return None
    number, event, odds = found
    before = timeline.rules.board(timeline.at(number - 1).state)
    pieces = {piece.id: piece for piece in before.pieces}
    rows = [
        _term_row(list(terms), pieces, narrator, look, width)
        for _, terms in groupby(odds.terms, lambda term: _group(term, pieces))
    ]
    for answer in range(number + 1, scene.number + 1):
        if type(timeline.entry(answer).event) is Word and not scene.marks.dice:
            said = narrator.story(list(timeline.at(answer).told))
            rows.append(Row(look).add(" " + look.clip(said, width - 2), "dim"))
    pip, column = _read(rolled_of(scene, timeline, number))
    rows += _outcome_rows(odds, narrator, look, width, pip, column or odds.column)
    title = look.word("fight_at", place=place_words(narrator, getattr(event, "place", "")))
    return Block(title, rows, "text")


def _read(rolled: Rolled | None) -> tuple[int, str]:
    """The die of a fight and the column it was read in, as far as what happened tells them."""
    if rolled is None or len(rolled.pips) != 1:
        return 0, ""
    (pip,) = rolled.pips
    for told in rolled.told:
        if told.numbers[:1] == (pip,) and len(told.numbers) == 2:
            return pip, f"{told.numbers[1]:+}"
    return pip, ""


def _group(term: Term, pieces: dict[str, Piece]) -> tuple[str, str, str]:
    """What stands together in a row: the units of one hex on one side."""
    piece = pieces.get(term.unit)
    return (term.what, piece.place if piece else term.unit, term.rule)


def _term_row(
    terms: list[Term], pieces: dict[str, Piece], narrator: Narrator, look: Look, width: int
) -> Row:
    row = Row(look).add(" ")
    first = terms[0]
    units = [pieces[term.unit] for term in terms if term.unit in pieces]
    end = width - 10 if width >= ROOMY else width - 4
    if units:
        for piece in units:
            counter(row, piece, narrator)
        row.add(" ")
        said = " ".join(piece.id for piece in units)
        row.add(look.clip(f"{said} {units[0].place}", max(end - row.width - 1, 2)), "dim")
    else:
        label = narrator.label(first.what, unit=first.unit)
        row.add(look.clip(label, max(end - row.width - 1, 2)), "dim")
    total = sum(term.number for term in terms)
    row.to(end).add(f"{total:+}".rjust(3), how="b")
    if width >= ROOMY:
        row.to(width - 6).add(first.rule, "faint")
    return row


def _outcome_rows(
    odds: Odds, narrator: Narrator, look: Look, width: int, pip: int, column: str
) -> list[Row]:
    """The sum and its column; the die and its results; how likely each is."""
    total = sum(term.number for term in odds.terms)
    end = width - 10 if width >= ROOMY else width - 4
    weak = odds.standing not in SOUND
    row = Row(look).add(" " + look.word("sum")).to(end - 14)
    row.add(f"{narrator.label('column')} {column}", "now" if pip else "text", "b")
    row.add("*" if weak else "", "note", "b")
    rows = [row.to(end).add(f"{total:+}".rjust(3), how="b")]
    faces = _faces(column, narrator)
    cell = min((width - 2) // max(len(faces), 1), 7)
    dice, names = Row(look).add(" "), Row(look).add(" ")
    for face, result in enumerate(faces, 1):
        lit = face == pip
        said = result if len(result) < cell else "".join(part[0] for part in result.split())
        number = f"[{face}]" if lit else f" {face} "
        role, on = ("background", "now") if lit else ("dim", "")
        dice.add(number.center(cell - 1), role, "b" if lit else "", on).add(" ")
        names.add(said.center(cell - 1), role if lit else "text", "b" if lit else "", on).add(" ")
    if faces:
        rows += [dice, names]
    if width >= ROOMY or not faces:
        row = Row(look).add(" ")
        for result, chance in odds.results:
            row.add(f"{result} ").add(look.word("percent", n=round(chance * 100)), "dim").add("  ")
        rows.append(row)
        if weak:
            said = look.word("rests_on", standing=look.word(odds.standing))
            rows.append(Row(look).add(" * " + look.clip(said, width - 4), "note"))
    return rows


def _faces(column: str, narrator: Narrator) -> list[str]:
    """The column of the printed table, by the die from 1 on."""
    table = narrator.spec.values.tables.get("results", {})
    held = table.get(column.lstrip("+"))
    return list(held.value) if held else []
