"""A game's folder under `spec/` into frozen structs, with errors that name file and key.

Knows the shape of the files, not what a game does with its values. Prose (narration, rule
texts) is not read here: see :mod:`senpu.spec.texts`.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from senpu.notation.faults import Error
from senpu.notation.lexer import PLACE, UNIT
from senpu.notation.messages import SOURCE, Message
from senpu.spec.data import DataError, Values, check_editions, read_blocks
from senpu.spec.names import name_of

SPEC = Path(__file__).parent
FILES = ("game.toml", "map.toml", "units.toml", "tables.toml", "cards.toml")

BOARDS = ("areas", "hexes")
DRAW = "Draw"
"""Who wins, in the id of an ending, where nobody does."""
TAKEN = frozenset(
    ("chance", "draw", "senpu", "game", "rules", "data", "options", "event", "date", "program",
     "annotator", "chain", "nonce", "hands")
)  # fmt: skip
"""What a side cannot be called: its name stands in headers and endings, where these mean else."""

SHAPES = {
    "side": r"[a-z]{2}[a-z0-9-]*",
    "letter": r"[A-Z]",
    "unit": UNIT,
    "area": PLACE,
    "word": r"[a-z]+",
}
"""The form of each kind of name in a log (`spec/notation.md`, 2)."""


class UnknownGameError(Error):
    """No such rule set, edition or option."""


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side of a game, and the letter that begins its lines."""

    id: str
    letter: str


Tile = tuple[int, ...]
"""A rectangle of a drawing: column and row of its top left cell, then width and height in
cells; without the last two it is one cell."""


BAD_TILE = "badTile"
"""The id of an error, which `shaped` raises."""


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
    """Where a drawing tells what a side has off the map."""

    side: str
    tile: Tile

    def __post_init__(self) -> None:
        _check_tile(self.tile)


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A box beside a hex map, for pieces that are off the map, and its tile in the drawing,
    counted in columns and rows of hexes.
    """

    fate: str
    """Which pieces stand in it, as the board calls where they are: `home`, `lost` …"""
    tile: Tile
    side: str = ""
    """Whose they are; without one, every side's."""
    switch: str = ""
    """A switch of the rule set without which the box is not there."""
    place: str = ""
    """As which the box is written in events and notes, if it is."""

    def __post_init__(self) -> None:
        _check_tile(self.tile)

    @property
    def id(self) -> str:
        """The id of its name."""
        return self.place or self.fate


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of unit; `mark` is its three letters on a counter."""

    id: str
    mark: str


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A counter. The order of a game's units is the order in which they are written."""

    id: str
    side: str


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another reading of the rules, chosen in a log's header."""

    id: str
    switch: dict[str, bool]


class Numbers(dict[str, str]):
    """The printed number of each rule, by the code's word for it. Raises DataError for a word that
    an edition has none for.
    """

    def __init__(self, ident: str, numbers: Mapping[str, str]) -> None:
        super().__init__(numbers)
        self.ident = ident

    def __missing__(self, key: str) -> str:
        raise DataError("noRuleNumber", game=self.ident, rule=key)


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: int
    """The version of the rules as coded, named by a log's `Rules:` line."""
    rulebook: str
    phases: tuple[str, ...]
    endings: tuple[str, ...]
    """The endings, as an `End:` line names them: the winner (or Draw), then the printed rule."""
    switch: dict[str, bool]
    """Where the editions of a game differ, and which reading is taken."""
    number: dict[str, str]
    """The printed number of each rule that the code enforces."""
    option: tuple[Option, ...] = ()


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the files of a game's folder hold, apart from values."""

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
    """Where the drawing of a hex map has room for its legend, as a tile of a box."""
    kind: tuple[Kind, ...] = ()
    unit: tuple[Unit, ...] = ()

    def __post_init__(self) -> None:
        if self.legend:
            _check_tile(self.legend)


class Spec(msgspec.Struct, frozen=True):
    """One rule set: a game in one edition, with its data and its options."""

    id: str
    """`800/bonsai-2021`."""
    folder: str
    game: GameFile
    edition: Edition
    values: Values
    options: tuple[str, ...]
    switch: dict[str, bool]
    """The edition's switches, with what the options change."""

    @property
    def sides(self) -> tuple[Side, ...]:
        return self.game.side

    def side(self, ident: str) -> Side:
        return next(side for side in self.game.side if side.id == ident)

    def name(self, language: str, *keys: str) -> str:
        """Return a name by its table and id, or "" if it has none (`senpu.spec.names`)."""
        return name_of(self.folder, language, *keys)

    def title(self, language: str = SOURCE) -> str:
        """Return the title of the edition, or the id of the rule set if it has none."""
        return self.name(language, "title", self.id.partition("/")[2]) or self.id


T = TypeVar("T")


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file. Raises DataError with the file's name and the place in it."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError("noToml", path=path, why=str(error)) from None
    except OSError as error:
        raise DataError("unreadableFile", path=path, why=error) from None


def shaped(raw: Any, shape: type[T], name: str, files: Mapping[str, str] | None = None) -> T:
    """`raw` as a `shape`. Raises DataError that names the key and the file: `name`, where `files`
    has no other for what stands under that key.
    """
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        why, _, where = str(error).partition(" - at ")
        what = Message(f"errors.{why}") if why == BAD_TILE else why
        key = where.strip("`").removeprefix("$.")
        name = (files or {}).get(re.split(r"[.\[]", key)[0], name)
        if key:
            raise DataError("badKey", file=name, key=key, why=what) from None
        raise DataError("badFile", file=name, why=what) from None


class Folder(msgspec.Struct, frozen=True):
    """A game's folder, read: what it is, and its shipped values (for each edition)."""

    game: GameFile
    values: dict[str, Values]


@cache
def folder(path: Path) -> Folder:
    """Everything in a game's folder but its prose. Raises DataError."""
    if not (path / "game.toml").exists():
        raise DataError("noGameFile", path=path)
    about: dict[str, Any] = {}
    files: dict[str, str] = {}
    blocks: list[tuple[str, str, dict[str, Any]]] = []
    for name in FILES:
        file = path / name
        if not file.exists():
            continue
        for key, entry in read_toml(file).items():
            if (
                isinstance(entry, list)
                and entry
                and isinstance(entry[0], dict)
                and "provenance" in entry[0]
            ):
                blocks += [(f"{path.name}/{name}", key, block) for block in entry]
            elif key in about:
                raise DataError("keyInTwoFiles", file=f"{path.name}/{name}", key=key)
            else:
                about[key], files[key] = entry, f"{path.name}/{name}"
    game = shaped(about, GameFile, f"{path.name}/game.toml", files)
    for edition in game.edition.values():
        for option in edition.option:
            if unknown := option.switch.keys() - edition.switch.keys():
                raise DataError(
                    "unknownSwitch", file=f"{path.name}/game.toml", option=option.id,
                    switch=min(unknown),
                )  # fmt: skip
    _check_boxes(path.name, game)
    if found := next(wrong_names(game), None):
        key, ident, fields = found
        raise DataError(ident, file=files[key], **fields)
    check_editions(blocks, game.edition)
    return Folder(game, {edition: read_blocks(blocks, edition) for edition in game.edition})


def _check_boxes(name: str, game: GameFile) -> None:
    sides = {side.id for side in game.side}
    for box in game.box:
        if box.side and box.side not in sides:
            raise DataError("boxOfUnknownSide", file=f"{name}/map.toml", side=box.side)
        if box.switch and not all(box.switch in each.switch for each in game.edition.values()):
            raise DataError("boxWithUnknownSwitch", file=f"{name}/map.toml", switch=box.switch)


def spec_of(
    ident: str, path: Path, options: tuple[str, ...] = (), values: Values | None = None
) -> Spec:
    """The rule set `ident` from its folder. Raises UnknownGameError, DataError."""
    content = folder(path)
    name = ident.partition("/")[2]
    edition = content.game.edition.get(name)
    if edition is None:
        have = tuple(f"{content.game.game}/{each}" for each in content.game.edition)
        raise UnknownGameError("noRuleSet", name=ident, have=have)
    switch = dict(edition.switch)
    known = {option.id: option for option in edition.option}
    for option in options:
        if option not in known:
            if not known:
                raise UnknownGameError("noOptions", game=ident, option=option)
            raise UnknownGameError("noOption", game=ident, option=option, have=tuple(known))
        switch |= known[option].switch
    edition = replace(edition, number=Numbers(ident, edition.number))
    return Spec(
        ident, str(path), content.game, edition, values or content.values[name], options, switch
    )


# ---- names --------------------------------------------------------------------------------------


WrongName = tuple[str, str, dict[str, Any]]
"""A wrong name: the key of the game's files that has it, the id of a DataError, and its fields."""


def wrong_names(game: GameFile) -> Iterator[WrongName]:
    """Yield what is wrong with the names of a game."""
    sides = [side.id for side in game.side]
    for key, shape, names in (
        ("side", "side", sides),
        ("side", "letter", [side.letter for side in game.side]),
        ("unit", "unit", [unit.id for unit in game.unit]),
        ("area", "area", [area.id for area in game.area]),
        ("words", "word", list(game.words)),
    ):
        yield from ((key, *wrong) for wrong in _shaped(shape, names))
    yield from (("kind", *wrong) for wrong in _once("kind", [kind.id for kind in game.kind]))
    for unit in game.unit:
        if unit.side not in sides:
            fields = {"unit": unit.id, "side": unit.side, "have": tuple(sides)}
            yield "unit", "unitOfUnknownSide", fields
    for side in sides:
        if side in TAKEN:
            yield "side", "reservedSide", {"side": side}
        if all(unit.side != side for unit in game.unit):
            yield "side", "sideWithoutUnits", {"side": side}
    if game.board not in BOARDS:
        yield "board", "unknownBoard", {"board": game.board, "have": tuple(BOARDS)}
    if game.turns < 1:
        yield "turns", "noTurns", {"turns": game.turns}
    for name, edition in game.edition.items():
        yield from (("edition", *wrong) for wrong in _endings(name, edition, sides))


def _shaped(shape: str, names: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name in names:
        if not re.fullmatch(SHAPES[shape], name):
            fields = {"kind": _kind(shape), "form": Message(f"errors.dataForm.{shape}")}
            yield "badName", {"name": name, **fields}
    yield from _once(shape, names)


def _kind(shape: str) -> Message:
    return Message(f"errors.dataKind.{shape}")


def _once(shape: str, names: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, n in Counter(names).items():
        if n > 1:
            yield "nameTwice", {"kind": _kind(shape), "name": name}


def _endings(name: str, edition: Edition, sides: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the endings that are not a winner and a printed rule, such as `North 10`."""
    winners = [*(side.capitalize() for side in sides), DRAW]
    for ending in edition.endings:
        winner, _, rule = ending.partition(" ")
        if winner not in winners or not rule:
            fields = {"edition": name, "ending": ending, "have": tuple(winners)}
            yield "badEnding", fields
    yield from _once("ending", list(edition.endings))
