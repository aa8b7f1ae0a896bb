"""The fight of the moment on a map of hexes: who with what, each modifier with its rule, the
column of the table, its results, the die in it, and what was answered.
"""

from itertools import groupby, islice
from typing import NamedTuple

from rich.cells import cell_len

from senpu.notation.events import Attack, Event, Roll, Word
from senpu.replay.core.line import Line
from senpu.replay.core.narration import Narrator
from senpu.replay.core.odds import Odds, Term
from senpu.replay.core.rules import Piece
from senpu.spec.data import SOUND
from senpu.tui.render.odds_report import hundredths
from senpu.tui.widgets.hex_cards import named_card
from senpu.tui.widgets.hex_rolls import (
    REPLY,
    Result,
    brief_rows,
    reply_rows,
    result_row,
    results_of,
    windows_of,
)
from senpu.tui.widgets.hex_words import counter, place_words
from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.panels import Block
from senpu.tui.widgets.reasons import attack_of, odds_of
from senpu.tui.widgets.scene import Scene

ROOMY = 34
"""From this width on there is room for the rules' numbers, and for a row of chances."""


class Fight(NamedTuple):
    """What there is to say of a fight, in rows."""

    number: int
    """The event that began it."""
    place: str
    title: str
    terms: list[Row]
    brief: list[Row]
    """The terms of each side in one row."""
    replies: list[Row]
    latest: list[Row]
    """Of each window what was answered last."""
    outcome: list[Row]
    end: list[Row]

    def block(self, room: int) -> Block:
        """As much as finds room; the die and its results always do. Terms give way first, then
        what was answered first."""
        terms, replies = self.terms, self.replies
        fixed = len(self.outcome) + bool(self.end)
        if len(terms) + len(replies) + fixed > room:
            terms = self.brief
        if len(terms) + len(replies) + fixed > room:
            replies = self.latest
        while replies and len(terms) + len(replies) + fixed > room:
            replies = replies[1:]
        return Block(self.title, [*terms, *replies, *self.outcome, *self.end], "text")


def fight_of(
    scene: Scene, timeline: Line, narrator: Narrator, look: Look, width: int
) -> Fight | None:
    """The attack of this activation, reckoned; nothing without one."""
    found = attack_of(scene, timeline)
    if found is None:
        return None
    number, event, odds = found
    before = timeline.rules.board(timeline.at(number - 1).state)
    pieces = {piece.id: piece for piece in before.pieces}
    card = _card(event, narrator, timeline.entry(number).actor)
    terms = [
        _term_row(list(terms), pieces, narrator, look, width, card)
        for _, terms in groupby(odds.terms, lambda term: _group(term, pieces))
    ]
    brief = [
        _brief_row(list(terms), pieces, narrator, look, width)
        for _, terms in groupby(odds.terms, lambda term: term.number > 0)
    ]
    pip, column = _read(scene, timeline, number)
    column = column or odds.column
    faces = _faces(column, narrator)
    results = results_of(scene, timeline, number, faces + _all_faces(narrator))
    windows = windows_of(scene, timeline, narrator, look, number + 1)
    said = _said(scene, timeline, narrator, look, width, number)
    place = _place(event)
    return Fight(
        number,
        place,
        look.word("fight_at", place=place_words(narrator, place)),
        terms,
        brief,
        reply_rows(windows, look, width) + said,
        brief_rows(windows, look, width) + said,
        _outcome_rows(odds, look, narrator, width, pip, column),
        _end_rows(odds, scene, narrator, look, width, results, faces),
    )


def _place(event: Event) -> str:
    """The place that is attacked: of an attack, or of the word that has one fought."""
    if isinstance(event, Attack):
        return event.place
    return event.args[0] if isinstance(event, Word) and event.args else ""


def _card(event: Event, narrator: Narrator, side: str) -> str:
    """The card that is spent on an attack."""
    card = next((each for each in getattr(event, "payer", ()) if each.startswith("#")), "")
    return named_card(narrator, card, side) if card else ""


def _said(
    scene: Scene, timeline: Line, narrator: Narrator, look: Look, width: int, number: int
) -> list[Row]:
    """What else was answered before the die, in a sentence each."""
    rows = []
    for answer in range(number + 1, scene.number + 1):
        decision = timeline.at(answer - 1).state.decision
        window = decision is not None and decision.kind.startswith(REPLY)
        if type(timeline.entry(answer).event) is Word and not scene.marks.dice and not window:
            said = narrator.story(timeline.at(answer).effects)
            rows.append(Row(look).add(" " + look.clip(said, width - 2), "dim"))
    return rows


def _read(scene: Scene, timeline: Line, attack: int) -> tuple[int, str]:
    """The die of a fight and the column it was read in, as far as what happened tells them."""
    for number in range(scene.number, attack, -1):
        event = timeline.entry(number).event
        if type(event) is not Roll or event.sides or len(event.pips) != 1:
            continue
        (pip,) = event.pips
        for told in timeline.at(number).effects:
            if told.numbers[:1] == (pip,) and len(told.numbers) == 2:
                return pip, signed(told.numbers[1])
        return pip, ""
    return 0, ""


def signed(number: int) -> str:
    return f"{number:+}" if number else "0"


def _group(term: Term, pieces: dict[str, Piece]) -> tuple[str, str, str]:
    """What stands together in a row: the units of one hex on one side."""
    piece = pieces.get(term.unit)
    return (term.what, piece.place if piece else term.unit, term.rule)


def _term_row(
    terms: list[Term], pieces: dict[str, Piece], narrator: Narrator, look: Look, width: int,
    card: str,
) -> Row:  # fmt: skip
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
        label = f"{card} ({label})" if card and first.what == "support" else label
        row.add(look.clip(label, max(end - row.width - 1, 2)), "dim")
    total = sum(term.number for term in terms)
    row.to(end).add(signed(total).rjust(3), how="b")
    if width >= ROOMY:
        row.to(width - 6).add(first.rule, "faint")
    return row


def _brief_row(
    terms: list[Term], pieces: dict[str, Piece], narrator: Narrator, look: Look, width: int
) -> Row:
    """All that counts on one side: its units, then what is added for other things."""
    row = Row(look).add(" ")
    end = width - 10 if width >= ROOMY else width - 4
    units = [pieces[term.unit] for term in terms if term.unit in pieces]
    for piece in units:
        if row.width + 6 < end:
            counter(row, piece, narrator)
    others = [term for term in terms if term.unit not in pieces]
    said = [" ".join(piece.id for piece in units)]
    said += [f"{abs(term.number)} {narrator.label(term.what, unit=term.unit)}" for term in others]
    row.add(" ").add(look.clip(", ".join(said), max(end - row.width - 1, 2)), "dim")
    return row.to(end).add(signed(sum(term.number for term in terms)).rjust(3), how="b")


def _outcome_rows(
    odds: Odds, look: Look, narrator: Narrator, width: int, pip: int, column: str
) -> list[Row]:
    """The sum and its column; the die and its results."""
    total = sum(term.number for term in odds.terms)
    end = width - 10 if width >= ROOMY else width - 4
    attack = sum(max(term.number, 0) for term in odds.terms)
    row = Row(look).add(f" {look.word('sum')}")
    unsure = "*" if odds.standing not in SOUND else ""
    said = f"{narrator.label('column')} {column}"
    sides = f"  {attack} - {attack - total}"
    if width >= ROOMY and row.width + cell_len(sides + said + unsure) + 1 <= end:
        row.add(sides, "dim")
    row.to(max(min(end - 14, end - cell_len(said + unsure)), row.width + 1))
    row.add(said, "now" if pip else "text", "b").add(unsure, "note", "b")
    rows = [row.to(end).add(signed(total).rjust(3), how="b")]
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
    return [*rows, dice, names] if faces else rows


def _end_rows(
    odds: Odds, scene: Scene, narrator: Narrator, look: Look, width: int, results: list[Result],
    faces: list[str],
) -> list[Row]:  # fmt: skip
    """The result, once there is one that says more than the die; how likely each is; how sure the
    numbers are."""
    rows = []
    explained = bool(results) and narrator.label(f"result_{results[-1].text}") != (
        f"result_{results[-1].text}"
    )
    if results and (explained or len(results) > 1):
        rows.append(result_row(results, scene, narrator, look, width))
    elif width >= ROOMY or not faces:
        row = Row(look).add(" ")
        for result, number in hundredths(odds):
            row.add(f"{result} ").add(look.word("percent", n=number), "dim").add("  ")
        rows.append(row)
    if odds.standing not in SOUND and (width >= ROOMY or not faces):
        said = look.word("rests_on", standing=look.word(odds.standing))
        rows.append(Row(look).add(" * " + look.clip(said, width - 4), "note"))
    return rows


def _faces(column: str, narrator: Narrator) -> list[str]:
    """The column of the printed table, by the die from 1 on."""
    table = narrator.spec.values.tables.get("results", {})
    held = table.get(column.lstrip("+"))
    return list(held.value) if held else []


def _all_faces(narrator: Narrator) -> list[str]:
    """Every result that the table has."""
    table = narrator.spec.values.tables.get("results", {})
    return [face for held in table.values() for face in held.value]


LOOKED_AT = 120
"""How many legal events are looked at for the chances of what is declared."""


def plans_block(
    scene: Scene, timeline: Line, narrator: Narrator, look: Look, width: int
) -> Block | None:
    """The declared attacks; nothing without any."""
    plans = scene.board.plans
    if not plans:
        return None
    pieces = {piece.id: piece for piece in scene.board.pieces}
    odds = _odds(timeline, scene)
    rows = []
    for plan in plans:
        row = Row(look).add(" ")
        found = odds.get(plan.place)
        units = [pieces[unit] for unit in plan.units if unit in pieces]
        targets = [piece for piece in scene.board.pieces if piece.place == plan.place]
        words = place_words(narrator, plan.place)
        end = width - 5 if found is not None else width - 1
        # On a narrow pane the place goes by its number, and of many counters the first are told.
        least = 7 * bool(targets)
        if row.width + 6 * len(units) + cell_len(words) + 3 + least > end:
            words = plan.place
        _counters(row, units, narrator, look, end - cell_len(words) - 3 - least)
        row.add(" > ", "now", "b").add(words).add("  " if targets else "")
        _counters(row, targets, narrator, look, end)
        if found is not None and row.width <= width - 5:
            row.to(width - 4).add(found.column.rjust(3), how="b")
        rows.append(row)
    return Block(look.word("plans"), rows, "text")


def _counters(row: Row, pieces: list[Piece], narrator: Narrator, look: Look, until: int) -> None:
    """Counters up to a column, and that there are more where they do not fit."""
    for at, piece in enumerate(pieces):
        more = cell_len(look.signs.more) if at + 1 < len(pieces) else 0
        size = cell_len(piece.strength or piece.id) + 2
        if row.width + size + more > until:
            row.add(look.signs.more, "dim")
            break
        counter(row, piece, narrator)


def _odds(timeline: Line, scene: Scene) -> dict[str, Odds]:
    """The chances of each declared attack, where it may be chosen to be fought now."""
    rules, state = timeline.rules, scene.moment.state
    found: dict[str, Odds] = {}
    if state.decision is None:
        return found
    places = {plan.place for plan in scene.board.plans}
    for event in islice(rules.legal(state), LOOKED_AT):
        args = getattr(event, "args", ())
        place = args[0] if args else ""
        if place in places and place not in found and not getattr(event, "payer", ()):
            odds = odds_of(rules, state, event)
            if odds is not None:
                found[place] = odds
    return found
