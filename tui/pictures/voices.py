"""The same said in each language that is wanted: the words of pictures and pages."""

from collections.abc import Callable, Iterable
from typing import Any

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board, Piece, State, Tally
from senpu.spec.loader import Spec
from senpu.tui.messages.screens import WORDS

Words = dict[str, str]
"""By language."""
YES = "yes"
"""The words of a tally that says no more than that something holds."""


class Voices:
    """Narrators of one rule set, a language each."""

    def __init__(self, spec: Spec, languages: Iterable[str]) -> None:
        self.spec = spec
        self.every = tuple(Narrator(spec, language) for language in languages)
        self.sides = {side.id: at for at, side in enumerate(spec.sides)}

    def say(self, what: Callable[[Narrator], str]) -> Words:
        return {each.language: what(each) for each in self.every}

    def chosen(self, text: Words) -> Words:
        """A text of the data, in the languages that are wanted."""
        return {each.language: text.get(each.language, "") for each in self.every}

    def side(self, ident: str) -> Words:
        return self.say(lambda each: each.side(ident))

    def label(self, ident: str, **fields: Any) -> Words:
        return self.say(lambda each: each.label(ident, **fields))

    def word(self, ident: str, **fields: Any) -> Words:
        """A word of the program's own screens."""
        english, japanese = WORDS[ident]
        found = {"en": english, "ja": japanese}
        return {each.language: found[each.language].format(**fields) for each in self.every}

    # ---- what stands where ------------------------------------------------------------------

    def fate(self, fate: str, turn: int) -> Words:
        """Why pieces are off the map: `lost`, `due T4`."""
        if not turn:
            return self.label(fate)
        return self.say(lambda each: f"{each.label(fate)} T{turn}")

    def place(self, piece: Piece) -> Words:
        """Where a piece is."""
        if piece.place:
            return self.say(lambda each: each.place(piece.place))
        box = next(
            (b for b in self.spec.game.box if b.fate == piece.fate and b.side in ("", piece.side)),
            None,
        )
        if box is not None:
            return self.say(lambda each: box.name[each.language])
        return self.fate(piece.fate, piece.turn if piece.fate == "due" else 0)

    def piece(self, piece: Piece) -> Words:
        """A counter in words: `1st Infantry (i1), Japan, 7, reduced, points 2/3`."""
        return self.say(lambda each: _piece(piece, each))

    def brief(self, piece: Piece) -> Words:
        """A counter in a list of those at one place: `i3 (reduced)`."""
        return self.say(lambda each: _brief(piece, each))

    def tally(self, tally: Tally) -> Words:
        return self.say(lambda each: value(tally, each))

    def turn(self, state: State) -> Words:
        """`turn 3 of 6, 29 Oct`."""
        return self.say(lambda each: turn_words(state, each))


def _piece(piece: Piece, say: Narrator) -> str:
    name = say.units((piece.id,))
    parts = [name if name == piece.id else f"{name} ({piece.id})", say.side(piece.side)]
    parts += [piece.strength] if piece.strength else []
    parts += [WORDS["row_reduced"][say.language == "ja"]] if piece.reduced else []
    if piece.full and piece.place:
        said = WORDS["points_of"][say.language == "ja"]
        parts.append(said.format(count=piece.points, of=piece.full))
    return say.label("comma").join(parts)


def _brief(piece: Piece, say: Narrator) -> str:
    if not piece.reduced:
        return piece.id
    reduced = WORDS["row_reduced"][say.language == "ja"]
    return f"{piece.id} ({reduced})" if say.language == "en" else f"{piece.id}（{reduced}）"


def line(tally: Tally, say: Narrator) -> str:
    """A tally with its label."""
    said = value(tally, say)
    label = say.label(tally.label)
    return f"{label}{'：' if say.language == 'ja' else ': '}{said}" if said else label


def value(tally: Tally, say: Narrator) -> str:
    """What stands behind the label of a tally."""
    if tally.units:
        return _listed(tally, say)
    if tally.words == YES:
        return ""
    if tally.words:
        return say.label(tally.words)
    if not tally.of:
        return str(tally.count) if tally.count else say.label("none")
    return say.label("count_of", n=tally.count, of=tally.of)


def _listed(tally: Tally, say: Narrator) -> str:
    """Cards and places with their names; units by their ids."""
    units = {unit.id for unit in say.spec.game.unit}
    if all(each in units for each in tally.units):
        return " ".join(tally.units)
    said = [
        each if each in units
        else say.card(each, tally.side) if each.startswith("#")
        else say.place(each)
        for each in tally.units
    ]  # fmt: skip
    return say.label("comma").join(said)


def turn_words(state: State, say: Narrator) -> str:
    of = say.spec.game.turns
    if not state.turn:
        return say.label("set_up")
    name = say.label("turn_of", n=state.turn, of=of) if state.turn <= of else ""
    parts = [name or say.label("turn", n=state.turn), say.date(state.turn)]
    said = say.label("comma").join(filter(None, parts))
    return said[:1].upper() + said[1:]


def drawn_elsewhere(tally: Tally, board: Board) -> bool:
    """Whether a tally lists no more than the counters that are drawn off the map."""
    off = {piece.id for piece in board.pieces if not piece.place}
    return bool(tally.units) and all(unit in off for unit in tally.units)
