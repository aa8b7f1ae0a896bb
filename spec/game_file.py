"""The content of `game.toml` and the other files of a game, without values, and its checks."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from senpu.notation.lexer import PLACE, UNIT
from senpu.notation.messages import Message
from senpu.spec.data import PROVENANCES, DataError

BOARDS = ("areas", "hexes")
DRAW = "Draw"
"""The winner in the id of a drawn ending."""
RESERVED_NAMES = frozenset(
    ("chance", "draw", "senpu", "game", "rules", "data", "options", "event", "date", "program",
     "annotator", "chain", "nonce", "hands")
)  # fmt: skip
"""Reserved names of sides: they have another meaning in headers and endings."""

SHAPES = {
    "side": r"[a-z]{2}[a-z0-9-]*",
    "letter": r"[A-Z]",
    "unit": UNIT,
    "area": PLACE,
    "word": r"[a-z]+",
}
"""The form of each kind of name in a log (`spec/en/reference/notation.md`, 2)."""


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side of a game, and the letter that begins its lines."""

    id: str
    letter: str


Tile = tuple[int, ...]
"""A rectangle of a drawing.

It has the column and row of its top left cell, then width and height in cells; without the last
two it is one cell.
"""


BAD_TILE = "badTile"
"""The id of an error that `shaped` raises."""


def _check_tile(tile: Tile) -> None:
    if len(tile) not in (2, 4) or min(tile) < 0 or 0 in tile[2:]:
        raise ValueError(BAD_TILE)


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place of an area map, and its tile in the drawing."""

    id: str
    tile: Tile

    def __post_init__(self) -> None:
        _check_tile(self.tile)


class Margin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The place of a drawing for the units that a side has off the map."""

    side: str
    tile: Tile

    def __post_init__(self) -> None:
        _check_tile(self.tile)


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A box next to a hex map for units off the map; its tile is in columns and rows of hexes."""

    fate: str
    """The place of its units on the board: `home`, `lost` …"""
    tile: Tile
    side: str = ""
    """The side of its units; empty for both."""
    switch: str = ""
    """The switch of the rule set that the box requires."""
    place: str = ""
    """The name of the box in events and notes, if it has one."""

    def __post_init__(self) -> None:
        _check_tile(self.tile)

    @property
    def id(self) -> str:
        """Return the id of its name."""
        return self.place or self.fate


class UnitKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of unit; `mark` is its three letters on a counter."""

    id: str
    mark: str


class UnitEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit. The order of a game's units is the order in which they are written."""

    id: str
    side: str


class NameBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The provenance of the names of some units or places; the names are in `names.toml`."""

    provenance: str
    source: str
    ids: tuple[str, ...]


class RuleOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A variant of the rules, selected in a log's header."""

    id: str
    switch: dict[str, bool]


class Numbers(dict[str, str]):
    """The printed number of each rule, by its word in the code.

    A word without a number in an edition raises DataError.
    """

    def __init__(self, ident: str, numbers: Mapping[str, str]) -> None:
        super().__init__(numbers)
        self.ident = ident

    def __missing__(self, key: str) -> str:
        raise DataError("noRuleNumber", game=self.ident, rule=key)


class MarginScale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scale of the score of a game that is graded by the margin of a tally.

    It is the tally `Rules.score_tally`, for its side; the score is the score of the first side.
    """

    low: int
    """The margin with score 0."""
    high: int
    """The margin with score 1."""
    win: int = 0
    """The points that a win counts in addition, so that programs play for it."""

    @property
    def size(self) -> int:
        """The number of points from score 0 to score 1."""
        return self.high - self.low + self.win

    def __post_init__(self) -> None:
        if self.low >= self.high:
            raise ValueError(f"low {self.low} is not less than high {self.high}")


class TrainingPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The differences from the usual training of the value of positions."""

    margin: MarginScale | None = None
    """None if the score is the win probability."""
    games: int = 0
    """The number of games of a generation; 0 for the usual number."""
    generations: int = 0
    """The largest number of generations; 0 for the usual number."""
    hidden: int = 0
    """The number of columns that count where they are positive; 0 for the usual number."""


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edition of a game."""

    rules: int
    """The rules version of the code, named by a log's `Rules:` line."""
    rulebook: str
    """The printed rules."""
    phases: tuple[str, ...]
    endings: tuple[str, ...]
    """The endings in an `End:` line: the winner (or Draw), then the printed rule."""
    switch: dict[str, bool]
    """The switches of the rules that differ between editions and options."""
    number: dict[str, str]
    """The printed number of each rule that the code enforces."""
    option: tuple[RuleOption, ...] = ()
    language: str = "ja"
    """The language of the printed map, counters and cards."""
    training: TrainingPlan = TrainingPlan()


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the files of a game's folder, without values."""

    game: str
    turns: int
    words: tuple[str, ...]
    board: str
    side: tuple[Side, ...]
    edition: dict[str, Edition]
    area: tuple[Area, ...] = ()
    margin: tuple[Margin, ...] = ()
    box: tuple[Box, ...] = ()
    legend: Tile = ()
    """The tile for the legend in the drawing of a hex map, as for a box."""
    kept_rows: str = ""
    """The rows of hexes, `even` or `odd`, that keep their numbers if an owner's file states the
    other stagger. If empty, all hexes keep their numbers and get other neighbours."""
    kind: tuple[UnitKind, ...] = ()
    unit: tuple[UnitEntry, ...] = ()
    unit_name: tuple[NameBlock, ...] = ()
    place_name: tuple[NameBlock, ...] = ()

    def __post_init__(self) -> None:
        if self.legend:
            _check_tile(self.legend)


# ---- names --------------------------------------------------------------------------------------


WrongName = tuple[str, str, dict[str, Any]]
"""An invalid name: the key of its file, the id of a DataError, and its fields."""


def find_wrong_names(game: GameFile) -> Iterator[WrongName]:
    """Yield the invalid names of a game."""
    sides = [side.id for side in game.side]
    for key, shape, names in (
        ("side", "side", sides),
        ("side", "letter", [side.letter for side in game.side]),
        ("unit", "unit", [unit.id for unit in game.unit]),
        ("area", "area", [area.id for area in game.area]),
        ("words", "word", list(game.words)),
    ):
        yield from ((key, *wrong) for wrong in _check_shapes(shape, names))
    yield from (
        ("kind", *wrong) for wrong in _check_unique("kind", [kind.id for kind in game.kind])
    )
    for unit in game.unit:
        if unit.side not in sides:
            fields = {"unit": unit.id, "side": unit.side, "have": tuple(sides)}
            yield "unit", "unitOfUnknownSide", fields
    for side in sides:
        if side in RESERVED_NAMES:
            yield "side", "reservedSide", {"side": side}
        if all(unit.side != side for unit in game.unit):
            yield "side", "sideWithoutUnits", {"side": side}
    yield from _check_name_blocks(game)
    if game.board not in BOARDS:
        yield "board", "unknownBoard", {"board": game.board, "have": tuple(BOARDS)}
    if game.turns < 1:
        yield "turns", "noTurns", {"turns": game.turns}
    for name, edition in game.edition.items():
        yield from (("edition", *wrong) for wrong in _check_endings(name, edition, sides))


def _check_shapes(shape: str, names: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name in names:
        if not re.fullmatch(SHAPES[shape], name):
            fields = {"kind": _kind_message(shape), "form": Message(f"errors.dataForm.{shape}")}
            yield "badName", {"name": name, **fields}
    yield from _check_unique(shape, names)


def _kind_message(shape: str) -> Message:
    return Message(f"errors.dataKind.{shape}")


def _check_unique(shape: str, names: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, n in Counter(names).items():
        if n > 1:
            yield "nameTwice", {"kind": _kind_message(shape), "name": name}


def _check_name_blocks(game: GameFile) -> Iterator[WrongName]:
    """Yield what is wrong with the provenance of names; each unit has exactly one block."""
    for key, blocks in (("unit_name", game.unit_name), ("place_name", game.place_name)):
        for block in blocks:
            if block.provenance not in PROVENANCES:
                fields = {"given": block.provenance, "have": PROVENANCES}
                yield key, "badProvenance", {"table": key, "key": "provenance", **fields}
        counts = Counter(ident for block in blocks for ident in block.ids)
        wrong = {ident for ident, n in counts.items() if n > 1}
        if key == "unit_name":
            wrong |= counts.keys() ^ {unit.id for unit in game.unit}
        if wrong:
            yield key if blocks else "unit", "nameBlocks", {"key": key, "ids": tuple(sorted(wrong))}


def _check_endings(
    name: str, edition: Edition, sides: list[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the endings that are not a winner and a printed rule, such as `North 10`."""
    winners = [*(side.capitalize() for side in sides), DRAW]
    for ending in edition.endings:
        winner, _, rule = ending.partition(" ")
        if winner not in winners or not rule:
            fields = {"edition": name, "ending": ending, "have": tuple(winners)}
            yield "badEnding", fields
    yield from _check_unique("ending", list(edition.endings))
