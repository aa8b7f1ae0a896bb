"""Read a game's folder in `spec/` as frozen structs; errors name the file and the key.

The module knows the form of the files, not the use of the values. Texts are read elsewhere: see
:mod:`senpu.spec.texts`.
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
from senpu.notation.messages import LANGUAGES, SOURCE, Message
from senpu.spec.data import PROVENANCES, DataError, Values, check_editions, read_blocks
from senpu.spec.names import Translations, find_name, read_names

SPEC = Path(__file__).parent
FILES = ("game.toml", "map.toml", "units.toml", "tables.toml", "cards.toml")
SETS = "sets"
"""The folder of a game with its other shipped data sets."""

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
"""The form of each kind of name in a log (`spec/notation.md`, 2)."""


class UnknownGameError(Error):
    """The rule set, edition or option does not exist."""


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


PLACE_NAMES = ("place", "short")
"""The tables of names of places."""
NAME_BLOCKS = ("unit_name", "place_name")
"""The keys of the blocks about names, which are not values."""


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


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edition of a game."""

    rules: int
    """The rules version of the code, named by a log's `Rules:` line."""
    rulebook: str
    phases: tuple[str, ...]
    endings: tuple[str, ...]
    """The endings in an `End:` line: the winner (or Draw), then the printed rule."""
    switch: dict[str, bool]
    """The switches of the rules that differ between editions and options."""
    number: dict[str, str]
    """The printed number of each rule that the code enforces."""
    option: tuple[RuleOption, ...] = ()


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
    kind: tuple[UnitKind, ...] = ()
    unit: tuple[UnitEntry, ...] = ()
    unit_name: tuple[NameBlock, ...] = ()
    place_name: tuple[NameBlock, ...] = ()

    def __post_init__(self) -> None:
        if self.legend:
            _check_tile(self.legend)


class Spec(msgspec.Struct, frozen=True):
    """A rule set: a game in one edition, with its data and its options."""

    id: str
    """`800/bonsai-2021`."""
    folder: str
    game: GameFile
    edition: Edition
    values: Values
    options: tuple[str, ...]
    switch: dict[str, bool]
    """The switches of the edition, changed by the options."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """Return the sides of the game."""
        return self.game.side

    def side(self, ident: str) -> Side:
        """Return the side with an id."""
        return next(side for side in self.game.side if side.id == ident)

    roles: dict[str, tuple[str, ...]] = {}
    """The lists of the table `place` that consist of one hex, by the hex: 1202 is `port_arthur`."""

    def name(self, language: str, *keys: str) -> str:
        """Return a name by its table and id, or "" if it has none (`senpu.spec.names`).

        A hex has the name of its role, wherever the data put it, before a name of its own.
        """
        if keys[0] in PLACE_NAMES:
            for role in self.roles.get(keys[1], ()):
                if found := find_name(self.folder, language, keys[0], role):
                    return found
        return find_name(self.folder, language, *keys)

    def translate(self, *keys: str) -> Translations:
        """Return a name in each language."""
        return {language: self.name(language, *keys) for language in LANGUAGES}

    def find_place(self, ident: str) -> str:
        """Return the hex with a role, or `ident` itself if it is not a role."""
        return next((place for place, roles in self.roles.items() if ident in roles), ident)

    def list_named_places(self) -> tuple[str, ...]:
        """Return the places that have an English name."""
        return tuple(map(self.find_place, read_names(self.folder, SOURCE).get("place", {})))

    def name_block(self, ident: str) -> NameBlock | None:
        """Return the provenance of the name of a unit or place, with its source."""
        idents = {ident, *self.roles.get(ident, ())}
        blocks = (*self.game.unit_name, *self.game.place_name)
        return next((block for block in blocks if idents.intersection(block.ids)), None)

    def title(self, language: str = SOURCE) -> str:
        """Return the title of the edition, or the id of the rule set if it has none."""
        return self.name(language, "title", self.id.partition("/")[2]) or self.id


T = TypeVar("T")


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file of the program.

    Raises:
        DataError: The file is not TOML; with its name and the place.
    """
    try:
        return parse_toml(path.read_bytes(), path)
    except OSError as error:
        raise DataError("unreadableFile", path=path, why=error) from None


def parse_toml(data: bytes, path: Path) -> dict[str, Any]:
    """Return the content of a TOML file from its bytes.

    Raises:
        DataError: They are not TOML; with the name of the file and the place.
    """
    try:
        return tomllib.loads(data.decode("utf-8").replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:  # also a number that is too long
        raise DataError("noToml", path=path, why=str(error)) from None


def convert_value(raw: Any, shape: type[T], name: str, files: Mapping[str, str] | None = None) -> T:
    """Return `raw` converted to the type `shape`.

    The error names the key and the file: the file of the key in `files`, else `name`.

    Raises:
        DataError: The value does not have the shape.
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


class GameFolder(msgspec.Struct, frozen=True):
    """The content of a game's folder: the game, and its shipped values by edition."""

    game: GameFile
    values: dict[str, Values]


@cache
def read_folder(path: Path) -> GameFolder:
    """Return the content of a game's folder without its texts.

    Raises:
        DataError: A file is invalid.
    """
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
                key not in NAME_BLOCKS
                and isinstance(entry, list)
                and entry
                and isinstance(entry[0], dict)
                and "provenance" in entry[0]
            ):
                blocks += [(f"{path.name}/{name}", key, block) for block in entry]
            elif key in about:
                raise DataError("keyInTwoFiles", file=f"{path.name}/{name}", key=key)
            else:
                about[key], files[key] = entry, f"{path.name}/{name}"
    game = convert_value(about, GameFile, f"{path.name}/game.toml", files)
    for edition in game.edition.values():
        for option in edition.option:
            if unknown := option.switch.keys() - edition.switch.keys():
                raise DataError(
                    "unknownSwitch", file=f"{path.name}/game.toml", option=option.id,
                    switch=min(unknown),
                )  # fmt: skip
    _check_boxes(path.name, game)
    if found := next(find_wrong_names(game), None):
        key, ident, fields = found
        raise DataError(ident, file=files[key], **fields)
    check_editions(blocks, game.edition)
    return GameFolder(game, {edition: read_blocks(blocks, edition) for edition in game.edition})


@cache
def read_sets(path: Path) -> dict[str, dict[str, Any]]:
    """Return the shipped data files in a game's folder by their names without `.toml`.

    Raises:
        DataError: A file is not TOML.
    """
    return {file.stem: read_toml(file) for file in sorted((path / SETS).glob("*.toml"))}


def _check_boxes(name: str, game: GameFile) -> None:
    sides = {side.id for side in game.side}
    for box in game.box:
        if box.side and box.side not in sides:
            raise DataError("boxOfUnknownSide", file=f"{name}/map.toml", side=box.side)
        if box.switch and not all(box.switch in each.switch for each in game.edition.values()):
            raise DataError("boxWithUnknownSwitch", file=f"{name}/map.toml", switch=box.switch)


def load_spec(
    ident: str, path: Path, options: tuple[str, ...] = (), values: Values | None = None
) -> Spec:
    """Return the rule set `ident` from its folder.

    Raises:
        UnknownGameError: The edition or an option does not exist.
        DataError: A file is invalid.
    """
    content = read_folder(path)
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
    values = values or content.values[name]
    roles = find_roles(values)
    return Spec(ident, str(path), content.game, edition, values, options, switch, roles)


def find_roles(values: Values) -> dict[str, tuple[str, ...]]:
    """Return the lists of the table `place` that consist of one hex, by the hex."""
    roles: dict[str, tuple[str, ...]] = {}
    for role, each in values.tables.get("place", {}).items():
        if isinstance(each.value, list) and len(each.value) == 1:
            (place,) = each.value
            roles[place] = (*roles.get(place, ()), role)
    return roles


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
    for key, blocks in zip(NAME_BLOCKS, (game.unit_name, game.place_name), strict=True):
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
