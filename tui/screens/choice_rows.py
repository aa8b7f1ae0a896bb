"""The rows of legal events in a chooser: units, cards and words, goals with their odds."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.cells import cell_len

from senpu.notation.events import (
    Attack,
    EndPhase,
    Fire,
    March,
    Move,
    Place,
    Rail,
    Retreat,
    Roll,
    Word,
)
from senpu.replay.core.odds import Odds
from senpu.tui.boards.choices import ChoiceItem, Choices, EventChoice
from senpu.tui.boards.combat_account import make_account
from senpu.tui.boards.signs import get_brackets
from senpu.tui.render.odds_report import mark_doubt, render_success
from senpu.tui.widgets.combat_panel import render_odds
from senpu.tui.widgets.counters import CounterWriter, format_points
from senpu.tui.widgets.legal_events import format_percent
from senpu.tui.widgets.painting import Row

if TYPE_CHECKING:
    from senpu.replay.core.narration import Narrator

Painter = Callable[[Row, int], None]
"""A function that writes a row up to a column."""

BRIEF = 34
"""The width in cells below which a row shows only the success probability of the odds."""
MIDDLE, WIDE = 35, 40
"""The widths in cells from which a row has the id of the place, and all of its columns."""
WHERE, BESIDE, COUNT = 11, 5, 4
"""The cells of the columns of a unit's place, of the id of the place, and of its goals."""
IDENT, AMOUNT, WAY = 6, 9, 18
"""The cells of the columns of a place's id, of a distance, and of a way."""


# ---- names ----------------------------------------------------------------------------------


def clip_unit(voice: CounterWriter, unit: str, width: int) -> str:
    """Return a unit with its id in at most `width` cells; the id remains whole."""
    narrator, look = voice.narrator, voice.look
    whole, name = narrator.unit(unit), narrator.unit_name(unit)
    if cell_len(whole) <= width or name == unit:
        return look.clip(whole, width)
    tail = f" ({unit})"
    return look.clip(name, width - cell_len(tail)) + tail


def name_units(choices: Choices, narrator: "Narrator", units: frozenset[str]) -> str:
    """Return units with their ids, in the order of the board."""
    return " + ".join(map(narrator.unit, order_units(choices, units)))


def order_units(choices: Choices, units: frozenset[str]) -> list[str]:
    """Return units in the order of the board."""
    return [unit for unit in choices.where if unit in units]


def describe_ground(narrator: "Narrator", place: str) -> str:
    """Return the terrain of a place without a name, or an empty text."""
    terrain = narrator.spec.values.tables.get("terrain", {}).get(place)
    return narrator.label(str(terrain.value)) if terrain is not None else ""


def describe_payment(choice: EventChoice, voice: CounterWriter) -> str:
    """Return what is spent for an event: a card, supports, or the action points of units."""
    payer = getattr(choice.event, "payer", ())
    decided = voice.pieces
    texts = []
    for each in payer:
        if each.startswith("#"):
            texts.append(each)
        elif each in decided:
            texts.append(voice.look.word("paid_by", unit=voice.narrator.unit(each)))
        else:
            texts.append(voice.narrator.label(each))
    return voice.look.word("and").join(texts)


def describe_way(choice: EventChoice, voice: CounterWriter) -> str:
    """Return the way of an event to its goal: `by 0712>0713`."""
    path = choice.path[:-1]
    return voice.look.word("row_by", path=">".join(path)) if path else ""


def describe_distance(choice: EventChoice, voice: CounterWriter) -> str:
    """Return the distance of a move on hexes, or its kind."""
    event, look = choice.event, voice.look
    if isinstance(event, Rail):
        return look.word("row_rail")
    if isinstance(event, March):
        return look.word("row_march")
    if isinstance(event, Move | Retreat) and not voice.narrator.spec.areas:
        return look.word("row_hexes", n=len(event.path))
    return look.word("row_retreat") if isinstance(event, Retreat) else ""


def describe_act(choice: EventChoice, choices: Choices, voice: CounterWriter) -> str:
    """Return an event in words, without the units that act."""
    event, look, narrator = choice.event, voice.look, voice.narrator
    if isinstance(event, EndPhase | Roll | Word):
        return describe_word(choice, choices, voice)
    goal = narrator.place(choice.goal.place)
    if isinstance(event, Attack):
        target = narrator.unit(choice.goal.unit) if choice.goal.unit else ""
        act = look.word("act_attack", target=target, place=goal) if target and goal else (
            look.word("act_attack_place", place=target or goal)
        )  # fmt: skip
    else:
        act = look.word(f"act_{type(event).__name__.lower()}", place=goal)
    parts = (act, describe_way(choice, voice), describe_payment(choice, voice))
    return look.word("and").join(filter(None, parts))


def describe_with_units(
    choice: EventChoice, choices: Choices, voice: CounterWriter, room: int
) -> str:
    """Return an event in words with the names of its units; a place gives way to the names."""
    act = describe_act(choice, choices, voice)
    if isinstance(choice.event, EndPhase | Roll | Word) or not choice.units:
        return act
    named = map(voice.narrator.unit_name, order_units(choices, choice.units))
    names = voice.look.word("and").join(named)
    whole = f"{names}{voice.look.word('colon')}{act}"
    if cell_len(whole) <= room:
        return whole
    return names if isinstance(choice.event, Place) and cell_len(names) <= room else act


def describe_word(choice: EventChoice, choices: Choices, voice: CounterWriter) -> str:
    """Return the meaning of a word: cards and units by name, effects, or the end of the phase."""
    event, decision = choice.event, choices.state.decision
    if decision is None:
        return ""
    parts = [part for arg in getattr(event, "args", ()) for part in arg.split("+")]
    cards = [card for card in (*parts, *getattr(event, "payer", ())) if card.startswith("#")]
    named = [voice.narrator.card_label(card, decision.side) for card in cards]
    effects = choices.describe(choice.event, voice.narrator)
    units = [part for part in parts if voice.narrator.unit_name(part) != part]
    named += [unit for unit in map(voice.narrator.unit, units) if unit not in effects]
    ends = voice.look.word("ends_phase") if isinstance(event, EndPhase) else ""
    return "  ".join(filter(None, (ends, voice.look.word("and").join(named), effects)))


# ---- rows -----------------------------------------------------------------------------------


def add_counter(row: Row, unit: str, voice: CounterWriter) -> None:
    """Add the counter of a unit: its strength, or its id and action points."""
    piece = voice.pieces.get(unit)
    if piece is None:
        row.add(unit)
        return
    sides = [side.id for side in voice.narrator.spec.sides]
    side = sides.index(piece.side) if piece.side in sides else 0
    left, right = get_brackets(side)
    text = piece.strength if piece.strength and not piece.full else unit
    row.add(f"{left}{text}", f"side{side}", "b")
    row.add(voice.look.signs.striped if piece.reduced else "", "error", "b")
    row.add(right, f"side{side}", "b")
    if piece.full and piece.place:
        row.add(f" {format_points(piece, voice.look).rstrip()}", "dim")


def paint_unit(item: ChoiceItem, count: str, chosen: bool | None, voice: CounterWriter) -> Painter:
    """Return the painter of a unit: counter, name, place, number of goals.

    Args:
        item: The unit, and the events that it can be part of.
        count: The number of its goals, as text.
        chosen: Whether the unit is among the added ones; None while none is added.
        voice: The writer of counters.
    """
    piece = voice.pieces.get(item.key)

    def paint(row: Row, until: int) -> None:
        look, narrator = voice.look, voice.narrator
        if chosen is not None:
            row.add(f"{look.signs.good if chosen else ' '} ", "now", "b")
        start = row.width
        wide = until - start >= WIDE
        if wide:
            add_counter(row, item.key, voice)
            row.pad_to(start + (9 if piece and piece.full else 6))
        place = piece.place if piece else ""
        where = narrator.place_name(place)
        if piece and not place:
            where = narrator.label(piece.fate) if piece.fate else ""
        column = WHERE if wide else BESIDE if until - start >= MIDDLE else 0
        ends = until - max(COUNT, cell_len(count)) - (column + 1 if column else 0)
        row.add(clip_unit(voice, item.key, ends - row.width - 1), how="b")
        if column:
            row.pad_to(ends).add(look.clip(where if wide else place, column), "dim")
        row.pad_to(until - cell_len(count)).add(count, "dim")

    return paint


def paint_head(item: ChoiceItem, choices: Choices, voice: CounterWriter) -> Painter:
    """Return the painter of a card or a word that several events share."""
    decision = choices.state.decision

    def paint(row: Row, until: int) -> None:
        look, count = voice.look, str(len(item.choices))
        card = item.key.removesuffix("/")
        text, side = item.key, decision.side if decision is not None else ""
        if card.startswith("#"):
            text = voice.narrator.card_label(card, side)
        else:
            args = [arg for each in item.choices for arg in getattr(each.event, "args", ())]
            cards = dict.fromkeys(arg for arg in args if arg.startswith("#"))
            labels = [voice.narrator.card_label(each, side) for each in cards]
            text = (
                f"{text}  {look.word('and').join(labels)}"
                if labels
                else f"{text} {look.signs.more}"
            )
        row.add(look.clip(text, until - row.width - COUNT), how="b")
        row.pad_to(until - cell_len(count)).add(count, "dim")

    return paint


def paint_goal(item: ChoiceItem, choices: Choices, voice: CounterWriter) -> Painter:
    """Return the painter of an event of known units: goal, distance, way or odds."""
    choice = item.choices[0]
    event, narrator = choice.event, voice.narrator
    if isinstance(event, EndPhase | Roll | Word):
        return paint_event(item, choices, voice)

    def paint(row: Row, until: int) -> None:
        look = voice.look
        if isinstance(event, Attack | Fire):
            _paint_target(row, until, choice, choices, voice)
            return
        place = choice.goal.place
        row.add(place, how="b")
        row.pad_to(row.width + max(IDENT - cell_len(place), 1))
        name = narrator.name("place", place) or narrator.name("box", place)
        amount = describe_distance(choice, voice)
        way = describe_way(choice, voice)
        way = "  ".join(filter(None, (way, describe_payment(choice, voice))))
        if len(item.choices) > 1:
            more = look.word("row_ways", n=len(item.choices) - 1)
            way = f"{way}  {more}" if way else more
        wide = until - row.width >= WIDE - IDENT - 4
        columns = AMOUNT + 1 if amount else 0
        columns += WAY if wide and columns else cell_len(way) + 1 if wide and way else 0
        at = max(until - columns, row.width + 8)
        text = name or describe_ground(narrator, place)
        row.add(look.clip(text, at - row.width - 1), "text" if name else "dim")
        if amount:
            row.pad_to(at).add(look.clip(amount, max(until - row.width, 0)))
            row.pad_to(at + AMOUNT + 1)
        if wide and way:
            row.pad_to(at + (AMOUNT + 1 if amount else 0))
            row.add(look.clip(way, until - row.width), "dim")

    return paint


def _paint_target(
    row: Row, until: int, choice: EventChoice, choices: Choices, voice: CounterWriter
) -> None:
    look, narrator = voice.look, voice.narrator
    sign = ":" if isinstance(choice.event, Fire) else look.signs.strikes
    row.add(f"{sign} ", "error", "b")
    odds = choices.odds(choice.event)
    caption = format_odds(odds, voice, until) if odds else ""
    place, unit = choice.goal.place, choice.goal.unit
    row.add(unit or place, how="b")
    row.add("  ").add(describe_payment(choice, voice), "now")
    if unit:
        name = f"{narrator.name('unit', unit)}  {narrator.place(place)}".strip()
    else:
        decision = choices.state.decision
        own = decision.side if decision else ""
        here = [p.id for p in voice.pieces.values() if p.place == place and p.side != own]
        name = look.word("and").join(map(narrator.unit, here))
        name = "  ".join(filter(None, (narrator.name("place", place), name)))
        if cell_len(name) > until - row.width - cell_len(caption) - 3:
            name = "+".join(here)  # no target of several is left out
    room = until - row.width - cell_len(caption) - 3
    row.add("  ").add(look.clip(name, room) if room > 3 else "", "dim")
    row.pad_to(until - cell_len(caption)).add(caption, "dim")


def paint_event(item: ChoiceItem, choices: Choices, voice: CounterWriter) -> Painter:
    """Return the painter of an event of any units: its notation and its words or odds."""
    choice = item.choices[0]

    def paint(row: Row, until: int) -> None:
        look = voice.look
        row.add(look.clip(choice.text, max(until - row.width - 1, 1)), how="b")
        start = max(row.width + 2, 16)
        odds = choices.odds(choice.event)
        caption = format_odds(odds, voice, until) if odds else ""
        room = until - start - cell_len(caption) - 1
        if room > 5:
            text = describe_with_units(choice, choices, voice, room)
            row.pad_to(start).add(look.clip(text, room), "text")
        if caption and until - row.width > cell_len(caption):
            row.pad_to(until - cell_len(caption)).add(caption, "dim")

    return paint


# ---- odds -----------------------------------------------------------------------------------


def format_odds(odds: Odds, voice: CounterWriter, width: int) -> str:
    """Return the odds of an attack as a text that fits a width."""
    chance = format_percent(voice.look, odds.success)
    mark = mark_doubt(odds.provenance)
    if width < BRIEF:
        return render_success(odds)
    if odds.roll != "sum":  # the number needed is not a total of the dice
        return f"{chance}{mark}"
    if odds.column:
        return f"{voice.look.word('in_column', column=odds.column)}  {chance}{mark}"
    return f"{voice.look.word('needs_roll', n=odds.need)}  {chance}{mark}"


def describe_odds(odds: Odds, voice: CounterWriter, width: int) -> list[Row]:
    """Return the account of an attack: totals, the number needed, and each factor."""
    account = make_account(odds, voice.narrator, voice.pieces.values())
    return render_odds(account, voice.narrator, voice.look, width)
