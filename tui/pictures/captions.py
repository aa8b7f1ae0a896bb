"""The texts of pictures and pages: names, titles, captions, in one or two languages."""

from collections.abc import Callable, Iterable
from typing import Any

from senpu.notation.messages import program_catalogue
from senpu.replay.annotation.annotations import Annotations, list_comments
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board, Piece, Tally
from senpu.replay.core.states import State
from senpu.replay.core.timeline import GameLine
from senpu.spec.loader import Spec
from senpu.tui.boards.scene import Scene
from senpu.tui.pictures.elements import (
    element,
    format_number,
    measure_text,
    render_badge,
    text,
    wrap_text,
)
from senpu.tui.render.data_sets import describe_values
from senpu.tui.render.notes_report import add_author
from senpu.tui.render.stop_notice import describe_stop
from senpu.tui.render.text_layout import get_text
from senpu.tui.render.text_rendering import render_ending, report_activation
from senpu.tui.render.titles import translate_title

Words = dict[str, str]
"""A text by language."""
YES = "yes"
"""The words of a tally without a value."""


class Narrators:
    """Narrators of one rule set, one per language."""

    def __init__(self, spec: Spec, languages: Iterable[str]) -> None:
        self.spec = spec
        self.every = tuple(Narrator(spec, language) for language in languages)
        self.sides = {side.id: at for at, side in enumerate(spec.sides)}

    def translate(self, what: Callable[[Narrator], str]) -> Words:
        """Return a text in each language."""
        return {each.language: what(each) for each in self.every}

    def chosen(self, text: Words) -> Words:
        """Return a text of the data in the languages of the narrators."""
        return {each.language: text.get(each.language, "") for each in self.every}

    def side(self, ident: str) -> Words:
        """Return the name of a side."""
        return self.translate(lambda each: each.side(ident))

    def label(self, ident: str, **fields: Any) -> Words:
        """Return a label of the game."""
        return self.translate(lambda each: each.label(ident, **fields))

    def word(self, ident: str, **fields: Any) -> Words:
        """Return a text of the program's screens."""
        return self.translate(lambda each: get_text(each.language, ident, **fields))

    # ---- places and units -------------------------------------------------------------------

    def fate(self, fate: str, turn: int) -> Words:
        """Return why pieces are off the map: `lost`, `due T4`."""
        if not turn:
            return self.label(fate)
        return self.translate(lambda each: f"{each.label(fate)} T{turn}")

    def place(self, piece: Piece) -> Words:
        """Return the place of a piece."""
        if piece.place:
            return self.translate(lambda each: each.place(piece.place))
        box = next(
            (b for b in self.spec.game.box if b.fate == piece.fate and b.side in ("", piece.side)),
            None,
        )
        if box is not None:
            return self.translate(lambda each: each.name("box", box.id))
        return self.fate(piece.fate, piece.turn if piece.fate == "due" else 0)

    def piece(self, piece: Piece) -> Words:
        """Return a counter in words: `Infantry 1 (i1), Japan, 7, reduced, points 2/3`."""
        return self.translate(lambda each: _piece(piece, each))

    def brief(self, piece: Piece) -> Words:
        """Return a counter in a list of units at one place: `reduced i3`."""
        return self.translate(lambda each: _mark_reduced(piece, piece.id, each))

    def tally(self, tally: Tally) -> Words:
        """Return the value of a tally."""
        return self.translate(lambda each: format_tally_value(tally, each))

    def turn(self, state: State) -> Words:
        """Return `turn 3 of 6, 29 Oct`."""
        return self.translate(lambda each: format_turn(state, each))


def _piece(piece: Piece, narrator: Narrator) -> str:
    parts = [narrator.unit(piece.id), narrator.side(piece.side)]
    parts += [piece.strength] if piece.strength else []
    words = program_catalogue(narrator.language)
    parts += [words.render("screens.row_reduced", {})] if piece.reduced else []
    if piece.full and piece.place:
        points = {"count": piece.points, "of": piece.full}
        parts.append(words.render("screens.points_of", points))
    return narrator.label("comma").join(parts)


def _mark_reduced(piece: Piece, name: str, narrator: Narrator) -> str:
    return get_text(narrator.language, "reduced_unit", unit=name) if piece.reduced else name


def format_tally(tally: Tally, narrator: Narrator) -> str:
    """Return a tally with its label."""
    content = format_tally_value(tally, narrator)
    label = narrator.label(tally.label)
    colon = get_text(narrator.language, "colon")
    return f"{label}{colon}{content}" if content else label


def format_tally_value(tally: Tally, narrator: Narrator) -> str:
    """Return the value of a tally."""
    if tally.units:
        return _listed(tally, narrator)
    if tally.text == YES:
        return ""
    if tally.text:
        return narrator.label(tally.text)
    return narrator.count(tally)


def _listed(tally: Tally, narrator: Narrator) -> str:
    """Return cards and places with their names, units by id."""
    units = {unit.id for unit in narrator.spec.units}
    if all(each in units for each in tally.units):
        return " ".join(tally.units)
    texts = [
        each if each in units
        else narrator.card(each, tally.side) if each.startswith("#")
        else narrator.place(each)
        for each in tally.units
    ]  # fmt: skip
    return narrator.label("comma").join(texts)


def format_turn(state: State, narrator: Narrator) -> str:
    """Return the turn with its date."""
    of = narrator.spec.game.turns
    if not state.turn:
        return narrator.label("set_up")
    name = narrator.label("turn_of", n=state.turn, of=of) if state.turn <= of else ""
    parts = [name or narrator.label("turn", n=state.turn), narrator.date(state.turn)]
    label = narrator.label("comma").join(filter(None, parts))
    return label[:1].upper() + label[1:]


def is_drawn_elsewhere(tally: Tally, board: Board) -> bool:
    """Return whether a tally lists only counters that are drawn off the map."""
    off = {piece.id for piece in board.pieces if not piece.place}
    return bool(tally.units) and all(unit in off for unit in tally.units)


ACT, STORY, REMARK = 14.0, 14.5, 13.0
"""Font sizes."""
LINE = 21.0


def collect_titles(
    timeline: GameLine, scene: Scene, narrator: Narrator, moment: str = ""
) -> list[str]:
    """Return the game, the occasion, the moment or else the turn, and the view."""
    side = timeline.view.side
    parts = [
        narrator.spec.title(narrator.language),
        translate_title(timeline.headers.get("Event", ""), narrator.language),
        moment or format_turn(scene.moment.state, narrator),
        narrator.seen_by(side) if side else "",
    ]
    return [part for part in parts if part]


def render_heading(
    titles: list[str], number: int, narrator: Narrator, left: float, right: float
) -> str:
    """Return the first line, with the number of the event at its end."""
    title, *rest = titles
    return (
        text(left, 32, title, "title")
        + text(left + measure_text(title, 21) + 18, 32, narrator.label("comma").join(rest), "turn")
        + (text(right, 32, str(number), "turn end") if number else "")
    )


def render_caption(
    timeline: GameLine, scene: Scene, narrator: Narrator, notes: Annotations | None, width: float
) -> tuple[str, float]:
    """Return the lines below the map and their height: activation, comments, pending decision."""
    parts = [element("path", cls="line", d=f"M0 4H{format_number(width)}")]
    y = 26.0
    if scene.number:
        label, y = _activation(timeline, scene, narrator, notes, width, y)
        parts += label
    for comment in collect_comments(timeline, scene, narrator, notes):
        for row in wrap_text(comment, REMARK, width - 14):
            parts.append(text(14, y, row, "remark"))
            y += LINE - 2
    if asked := describe_decision(scene, narrator):
        parts.append(text(0, y, asked, "asked"))
        y += LINE
    for row in wrap_text(describe_stop(timeline, narrator.language), REMARK, width):
        parts.append(text(0, y, row, "asked"))
        y += LINE
    for row in wrap_text(describe_values(narrator.spec, narrator.language), REMARK, width):
        parts.append(text(0, y, row, "asked"))
        y += LINE
    return "".join(parts), y - 6


def _activation(
    timeline: GameLine, scene: Scene, narrator: Narrator, notes: Annotations | None, width: float,
    y: float,
) -> tuple[list[str], float]:  # fmt: skip
    """Return the activation in notation and in words, and the position of the next line."""
    one = report_activation(
        timeline, narrator, range(scene.activation.start, scene.number + 1), notes
    )
    parts, x = [], 0.0
    actor = timeline.rules.side_of_letter.get(one.letter, "")
    if actor:
        at = next(n for n, side in enumerate(narrator.spec.sides) if side.id == actor)
        parts.append(render_badge(at, 12, f"side{at}", 6, y - 5))
        parts.append(text(18, y, narrator.side(actor), f"side-name side{at}"))
        x = 18 + measure_text(narrator.side(actor), 15) + 10
    for row in wrap_text(one.text, ACT, width - x):
        parts.append(text(x, y, row, "act"))
        y += LINE
    y += 1
    for sentence in filter(None, (one.story, *one.changes)):
        for row in wrap_text(sentence, STORY, width):
            parts.append(text(0, y, row, "story"))
            y += LINE
    return parts, y


def collect_comments(
    timeline: GameLine, scene: Scene, narrator: Narrator, notes: Annotations | None
) -> list[str]:  # fmt: skip
    """Return the comments on the last event; none on the whole game, which are too long."""
    if not scene.number:
        return []
    event_notes = notes.find_notes(scene.number) if notes is not None else []
    return [
        *list_comments(timeline, notes, scene.number, narrator.language),
        *(
            add_author(each.note.in_language(narrator.language), narrator)
            for each in event_notes
            if each.note.kind == "comment"
        ),
    ]


def describe_decision(scene: Scene, narrator: Narrator) -> str:
    """Return the pending decision, or the ending."""
    state = scene.moment.state
    if state.decision is None:
        return render_ending(state, narrator) if state.outcome is not None else ""
    label = narrator.decision(state.decision)
    rule = narrator.label("by_rule", rule=state.decision.rule) if state.decision.rule else ""
    if not rule:
        return label
    fields = {"decision": label, "rule": rule}
    return get_text(narrator.language, "decision_by_rule", **fields)


def describe_position(scene: Scene, narrator: Narrator) -> str:
    """Return the picture in words: effects, units by place, pending decision."""
    narrators = Narrators(narrator.spec, (narrator.language,))
    places: dict[str, list[str]] = {}
    for piece in scene.board.pieces:
        name = _mark_reduced(piece, narrator.unit(piece.id), narrator)
        places.setdefault(narrators.place(piece)[narrator.language], []).append(name)
    words = program_catalogue(narrator.language)
    positions = [
        words.render(
            "screens.units_at", {"place": place, "units": narrator.label("comma").join(units)}
        )
        for place, units in places.items()
    ]
    parts = [
        narrator.describe_all(scene.moment.effects),
        *positions,
        describe_decision(scene, narrator),
    ]
    return words.render("screens.gap", {}).join(filter(None, parts))
