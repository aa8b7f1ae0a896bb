"""Panels of a combat on hexes: the strengths, the rolled dice, the odds, the replies."""

from itertools import groupby, islice
from typing import NamedTuple

from rich.cells import cell_len

from senpu.notation.events import Attack, Event, Roll, Word
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.odds import Odds, Term
from senpu.replay.core.rules import Decision, Piece
from senpu.replay.core.timeline import GameLine
from senpu.spec.data import PRINTED_PROVENANCES
from senpu.tui.boards.scene import Scene
from senpu.tui.boards.signs import get_brackets
from senpu.tui.render.odds_report import round_percents
from senpu.tui.widgets.hex_legend import (
    Group,
    TextPiece,
    add_counter,
    find_side,
    flow_groups,
)
from senpu.tui.widgets.painting import Look, Row, wrap_cells
from senpu.tui.widgets.panels import Block
from senpu.tui.widgets.reasons import compute_odds, find_attack

REPLY = "reply-"
"""The prefix of the kinds of reply decisions; the rest names the window."""
WINDOWS = ("before", "after", "check", "sortie")
"""The windows with a text in the catalogue of screens."""
STEPS = ("roll", "now", "again")
"""Prefixes of labels of effects that name a result: of the die, of a card, of a restored result."""


class CombatResult(NamedTuple):
    """A combat result at one event."""

    text: str
    number: int
    """The event that set it."""


def collect_windows(
    scene: Scene, timeline: GameLine, narrator: Narrator, look: Look, first: int
) -> list[list[Group]]:
    """Return the reply windows since an event: name, side and text of each reply."""
    windows: dict[str, list[Group]] = {}

    def add(decision: Decision, text: str, role: str = "text") -> None:
        """Add a reply to its window."""
        window = decision.kind.removeprefix(REPLY)
        name = look.word(f"window_{window}") if window in WINDOWS else window
        groups = windows.setdefault(decision.kind, [[TextPiece(name, "dim")]])
        groups.append(_build_reply(narrator, decision, text, role))

    for number in range(first, scene.number + 1):
        decision = timeline.get_position(number - 1).state.decision
        event = timeline.get_event(number).event
        if decision and decision.kind.startswith(REPLY) and type(event) is Word:
            none = event.word == "no" and not event.payer
            add(
                decision,
                look.word("reply_no") if none else _describe_card(narrator, decision, event),
            )
    asked = scene.moment.state.decision
    if asked and asked.kind.startswith(REPLY):
        add(asked, "?", "now")
    return list(windows.values())


def render_replies(windows: list[list[Group]], look: Look, width: int) -> list[Row]:
    """Return the rows of all replies."""
    return [row for groups in windows for row in flow_groups(look, groups, width, 2)]


def render_last_replies(windows: list[list[Group]], look: Look, width: int) -> list[Row]:
    """Return one row per window, with its last reply."""
    rows = []
    for name, *answers in windows:
        kept = answers
        while len(kept) > 1 and len(flow_groups(look, [name, *kept], width, 2)) > 1:
            kept = kept[1:]
        rows += flow_groups(look, [name, *kept], width, 2)[:1]
    return rows


def _describe_card(narrator: Narrator, decision: Decision, event: Word) -> str:
    """Return a card with the name of its event, and the other words of the reply."""
    card, *rest = event.args or ("",)
    if not card.startswith("#"):
        return format_event(event)
    return " ".join((narrator.card_label(card, decision.side), *rest))


def _build_reply(narrator: Narrator, decision: Decision, text: str, role: str) -> Group:
    at = find_side(narrator, decision.side)
    left, right = get_brackets(at)
    letter = next((side.letter for side in narrator.spec.sides if side.id == decision.side), "")
    return [
        TextPiece(f"{left}{letter}{right} ", f"side{at}", "b"),
        TextPiece(text, role, "b" * (text == "?")),
    ]


def find_results(
    scene: Scene, timeline: GameLine, first: int, faces: list[str]
) -> list[CombatResult]:
    """Return the results of an attack since an event, in order."""
    found = []
    names = {face.replace(" ", ""): face for face in faces}
    for number in range(first, scene.number + 1):
        for effect in timeline.get_position(number).effects:
            for step in STEPS:
                name = effect.kind.removeprefix(step)
                if name != effect.kind and name in names:
                    found.append(CombatResult(names[name], number))
    return found


def render_result(
    results: list[CombatResult], scene: Scene, narrator: Narrator, look: Look, width: int
) -> Row:
    """Return the row `DE > NE no effect`: the result and its previous values."""
    row = Row(look).add(" ")
    for result in results[:-1]:
        row.add(f"{result.text} ", "dim").add("> ", "dim")
    last = results[-1]
    row.add(last.text, "now" if last.number == scene.number else "text", "b")
    label = f"result_{last.text}"
    text = narrator.label(label)
    if text != label:
        row.add("  ").add(look.clip(text, max(width - row.width - 1, 2)), "dim")
    return row


FACES = 6
LINES = 2
"""Maximum lines for the effects of a side's dice."""


def render_rolls(
    scene: Scene, timeline: GameLine, narrator: Narrator, look: Look, width: int
) -> Block | None:
    """Return the dice that sides rolled in this activation, or the pending dice."""
    first = max(scene.activation.start, 1)
    windows = collect_windows(scene, timeline, narrator, look, first)
    rows = render_replies(windows, look, width)
    asked = scene.moment.state.decision
    if asked and any(asked.dice):
        for side in narrator.spec.sides:
            if count := asked.dice.count(side.letter):
                rows.append(_render_dice(narrator, look, side.id, [0] * count, width))
        return Block(_format_title(narrator, asked), rows, "text")
    for number in range(scene.number, first - 1, -1):
        event = timeline.get_event(number).event
        decision = timeline.get_position(number - 1).state.decision
        if type(event) is not Roll or not event.sides or decision is None:
            continue
        effects = timeline.get_position(number).effects
        for side in narrator.spec.sides:
            rolled = zip(event.pips, event.sides, strict=False)
            if pips := [pip for pip, letter in rolled if letter == side.letter]:
                rows.append(_render_dice(narrator, look, side.id, pips, width))
                parts = [each for each in effects if each.side == side.id and each.numbers]
                texts = wrap_cells(narrator.describe_all(parts), width - 4)
                if len(texts) > LINES:
                    rest = " ".join(texts[LINES - 1 :])
                    texts = [*texts[: LINES - 1], look.clip(rest, width - 4)]
                rows += [Row(look).add(f"   {text}", "dim") for text in texts]
        return Block(_format_title(narrator, decision), rows, "text")
    return None


def _format_title(narrator: Narrator, decision: Decision) -> str:
    text = narrator.decision(decision)
    return text[:1].upper() + text[1:]


def _render_dice(narrator: Narrator, look: Look, side: str, pips: list[int], width: int) -> Row:
    """Return the row of a side's dice; a single die is shown among all faces, 0 is pending."""
    at = find_side(narrator, side)
    row = Row(look).add(f" {narrator.side(side)}", f"side{at}", "b").pad_to(10).add(" ")
    faces = range(1, FACES + 1) if len(pips) == 1 else pips
    gap = " " if row.width + 4 * len(faces) < width else ""
    for face in faces:
        if face in pips and face:
            row.add(f"[{face}]", "background", "b", "now").add(gap)
        else:
            row.add(f" {face or '?'} {gap}", "dim" if not any(pips) else "faint")
    return row


ROOMY = 34
"""Minimum width for rule numbers and for a row of odds."""


class CombatReport(NamedTuple):
    """The rows that describe a combat."""

    number: int
    """The event that began it."""
    place: str
    title: str
    terms: list[Row]
    brief: list[Row]
    """The terms of each side in one row."""
    replies: list[Row]
    latest: list[Row]
    """The last reply of each window."""
    outcome: list[Row]
    end: list[Row]

    def block(self, room: int) -> Block:
        """Return as many rows as fit; die and results are always included."""
        terms, replies = self.terms, self.replies
        fixed = len(self.outcome) + bool(self.end)
        if len(terms) + len(replies) + fixed > room:
            terms = self.brief
        if len(terms) + len(replies) + fixed > room:
            replies = self.latest
        while replies and len(terms) + len(replies) + fixed > room:
            replies = replies[1:]
        return Block(self.title, [*terms, *replies, *self.outcome, *self.end], "text")


def build_combat_report(
    scene: Scene, timeline: GameLine, narrator: Narrator, look: Look, width: int
) -> CombatReport | None:
    """Return the attack of this activation, computed, or None."""
    found = find_attack(scene, timeline)
    if found is None:
        return None
    number, event, odds = found
    before = timeline.rules.board(timeline.get_position(number - 1).state)
    pieces = {piece.id: piece for piece in before.pieces}
    card = _find_card(event, narrator, timeline.get_event(number).actor)
    terms = [
        _render_terms(list(terms), pieces, narrator, look, width, card)
        for _, terms in groupby(odds.terms, lambda term: _group_key(term, pieces))
    ]
    brief = [
        _render_total(list(terms), pieces, narrator, look, width)
        for _, terms in groupby(odds.terms, lambda term: term.number > 0)
    ]
    pip, column = _find_column(scene, timeline, number)
    column = column or odds.column
    faces = _read_column(column, narrator)
    results = find_results(scene, timeline, number, faces + _read_results(narrator))
    windows = collect_windows(scene, timeline, narrator, look, number + 1)
    text = _render_other_replies(scene, timeline, narrator, look, width, number)
    place = _find_place(event)
    return CombatReport(
        number,
        place,
        look.word("combat_at", place=narrator.place(place)),
        terms,
        brief,
        render_replies(windows, look, width) + text,
        render_last_replies(windows, look, width) + text,
        _render_outcome(odds, look, narrator, width, pip, column),
        _render_end(odds, scene, narrator, look, width, results, faces),
    )


def _find_place(event: Event) -> str:
    """Return the attacked place of an attack or of a word that resolves one."""
    if isinstance(event, Attack):
        return event.place
    return event.args[0] if isinstance(event, Word) and event.args else ""


def _find_card(event: Event, narrator: Narrator, side: str) -> str:
    """Return the card that is spent on an attack."""
    card = next((each for each in getattr(event, "payer", ()) if each.startswith("#")), "")
    return narrator.card_label(card, side) if card else ""


def _render_other_replies(
    scene: Scene, timeline: GameLine, narrator: Narrator, look: Look, width: int, number: int
) -> list[Row]:
    """Return the other replies before the die, a sentence each."""
    rows = []
    for answer in range(number + 1, scene.number + 1):
        decision = timeline.get_position(answer - 1).state.decision
        window = decision is not None and decision.kind.startswith(REPLY)
        if type(timeline.get_event(answer).event) is Word and not scene.marks.dice and not window:
            text = narrator.describe_all(timeline.get_position(answer).effects)
            rows.append(Row(look).add(" " + look.clip(text, width - 2), "dim"))
    return rows


def _find_column(scene: Scene, timeline: GameLine, attack: int) -> tuple[int, str]:
    """Return the die of a combat and its column, as the effects report them."""
    for number in range(scene.number, attack, -1):
        event = timeline.get_event(number).event
        if type(event) is not Roll or event.sides or len(event.pips) != 1:
            continue
        (pip,) = event.pips
        for effect in timeline.get_position(number).effects:
            if effect.numbers[:1] == (pip,) and len(effect.numbers) == 2:
                return pip, format_signed(effect.numbers[1])
        return pip, ""
    return 0, ""


def format_signed(number: int) -> str:
    """Return a number with its sign."""
    return f"{number:+}" if number else "0"


def _group_key(term: Term, pieces: dict[str, Piece]) -> tuple[str, str, str]:
    """Return the key of a row: the units of one hex on one side."""
    piece = pieces.get(term.unit)
    return (term.label, piece.place if piece else term.unit, term.rule)


def _render_terms(
    terms: list[Term], pieces: dict[str, Piece], narrator: Narrator, look: Look, width: int,
    card: str,
) -> Row:  # fmt: skip
    row = Row(look).add(" ")
    first = terms[0]
    units = [pieces[term.unit] for term in terms if term.unit in pieces]
    end = width - 10 if width >= ROOMY else width - 4
    if units:
        for piece in units:
            add_counter(row, piece, narrator)
        row.add(" ")
        text = " ".join(piece.id for piece in units)
        row.add(look.clip(f"{text} {units[0].place}", max(end - row.width - 1, 2)), "dim")
    else:
        label = narrator.label(first.label, unit=first.unit)
        label = f"{card} ({label})" if card and first.label == "support" else label
        row.add(look.clip(label, max(end - row.width - 1, 2)), "dim")
    total = sum(term.number for term in terms)
    row.pad_to(end).add(format_signed(total).rjust(3), how="b")
    if width >= ROOMY:
        row.pad_to(width - 6).add(first.rule, "faint")
    return row


def _render_total(
    terms: list[Term], pieces: dict[str, Piece], narrator: Narrator, look: Look, width: int
) -> Row:
    """Return one side's total: its units, then the other terms."""
    row = Row(look).add(" ")
    end = width - 10 if width >= ROOMY else width - 4
    units = [pieces[term.unit] for term in terms if term.unit in pieces]
    for piece in units:
        if row.width + 6 < end:
            add_counter(row, piece, narrator)
    others = [term for term in terms if term.unit not in pieces]
    texts = [" ".join(piece.id for piece in units)]
    texts += [f"{abs(term.number)} {narrator.label(term.label, unit=term.unit)}" for term in others]
    row.add(" ").add(look.clip(look.word("and").join(texts), max(end - row.width - 1, 2)), "dim")
    return row.pad_to(end).add(format_signed(sum(term.number for term in terms)).rjust(3), how="b")


def _render_outcome(
    odds: Odds, look: Look, narrator: Narrator, width: int, pip: int, column: str
) -> list[Row]:
    """Return the rows of the sum and its column, and of the die and its results."""
    total = sum(term.number for term in odds.terms)
    end = width - 10 if width >= ROOMY else width - 4
    attack = sum(max(term.number, 0) for term in odds.terms)
    row = Row(look).add(f" {look.word('sum')}")
    unsure = "*" if odds.provenance not in PRINTED_PROVENANCES else ""
    text = f"{narrator.label('column')} {column}"
    sides = f"  {attack} - {attack - total}"
    if width >= ROOMY and row.width + cell_len(sides + text + unsure) + 1 <= end:
        row.add(sides, "dim")
    row.pad_to(max(min(end - 14, end - cell_len(text + unsure)), row.width + 1))
    row.add(text, "now" if pip else "text", "b").add(unsure, "note", "b")
    rows = [row.pad_to(end).add(format_signed(total).rjust(3), how="b")]
    faces = _read_column(column, narrator)
    cell = min((width - 2) // max(len(faces), 1), 7)
    dice, names = Row(look).add(" "), Row(look).add(" ")
    for face, result in enumerate(faces, 1):
        lit = face == pip
        text = result if len(result) < cell else "".join(part[0] for part in result.split())
        number = f"[{face}]" if lit else f" {face} "
        role, on = ("background", "now") if lit else ("dim", "")
        dice.add(number.center(cell - 1), role, "b" if lit else "", on).add(" ")
        names.add(text.center(cell - 1), role if lit else "text", "b" if lit else "", on).add(" ")
    return [*rows, dice, names] if faces else rows


def _render_end(
    odds: Odds, scene: Scene, narrator: Narrator, look: Look, width: int,
    results: list[CombatResult], faces: list[str],
) -> list[Row]:  # fmt: skip
    """Return the rows of the result, or of its odds, and of the provenance of the data."""
    rows = []
    explained = bool(results) and narrator.label(f"result_{results[-1].text}") != (
        f"result_{results[-1].text}"
    )
    if results and (explained or len(results) > 1):
        rows.append(render_result(results, scene, narrator, look, width))
    elif width >= ROOMY or not faces:
        row = Row(look).add(" ")
        for result, number in round_percents(odds):
            row.add(f"{result} ").add(look.word("percent", n=number), "dim").add("  ")
        rows.append(row)
    if odds.provenance not in PRINTED_PROVENANCES and (width >= ROOMY or not faces):
        text = look.word("rests_on", provenance=look.word(odds.provenance))
        rows.append(Row(look).add(" * " + look.clip(text, width - 4), "note"))
    return rows


def _read_column(column: str, narrator: Narrator) -> list[str]:
    """Return the column of the combat results table, by die from 1."""
    table = narrator.spec.values.tables.get("results", {})
    held = table.get(column.lstrip("+"))
    return list(held.value) if held else []


def _read_results(narrator: Narrator) -> list[str]:
    """Return all results of the combat results table."""
    table = narrator.spec.values.tables.get("results", {})
    return [face for held in table.values() for face in held.value]


LOOKED_AT = 120
"""Maximum legal events read for the odds of declared attacks."""


def render_plans(
    scene: Scene, timeline: GameLine, narrator: Narrator, look: Look, width: int
) -> Block | None:
    """Return the declared attacks, or None."""
    plans = scene.board.plans
    if not plans:
        return None
    pieces = {piece.id: piece for piece in scene.board.pieces}
    odds = _compute_odds(timeline, scene)
    rows = []
    for plan in plans:
        row = Row(look).add(" ")
        found = odds.get(plan.place)
        units = [pieces[unit] for unit in plan.units if unit in pieces]
        targets = [piece for piece in scene.board.pieces if piece.place == plan.place]
        words = narrator.place(plan.place)
        end = width - 5 if found is not None else width - 1
        # A narrow pane shows the number of the place and the first counters only.
        least = 7 * bool(targets)
        if row.width + 6 * len(units) + cell_len(words) + 3 + least > end:
            words = plan.place
        _add_counters(row, units, narrator, look, end - cell_len(words) - 3 - least)
        row.add(" > ", "now", "b").add(words).add("  " if targets else "")
        _add_counters(row, targets, narrator, look, end)
        if found is not None and row.width <= width - 5:
            row.pad_to(width - 4).add(found.column.rjust(3), how="b")
        rows.append(row)
    return Block(look.word("declared_attacks"), rows, "text")


def _add_counters(
    row: Row, pieces: list[Piece], narrator: Narrator, look: Look, until: int
) -> None:
    """Add counters up to a column, then a sign if some do not fit."""
    for at, piece in enumerate(pieces):
        more = cell_len(look.signs.more) if at + 1 < len(pieces) else 0
        size = cell_len(piece.strength or piece.id) + 2
        if row.width + size + more > until:
            row.add(look.signs.more, "dim")
            break
        add_counter(row, piece, narrator)


def _compute_odds(timeline: GameLine, scene: Scene) -> dict[str, Odds]:
    """Return the odds of each declared attack that can be resolved now."""
    rules, state = timeline.rules, scene.moment.state
    found: dict[str, Odds] = {}
    if state.decision is None:
        return found
    places = {plan.place for plan in scene.board.plans}
    for event in islice(rules.legal(state), LOOKED_AT):
        args = getattr(event, "args", ())
        place = args[0] if args else ""
        if place in places and place not in found and not getattr(event, "payer", ()):
            odds = compute_odds(rules, state, event)
            if odds is not None:
                found[place] = odds
    return found
