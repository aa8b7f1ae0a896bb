"""Read a game's folder in `spec/` as frozen structs; errors name the file and the key.

The module knows the form of the files, not the use of the values. Texts are read elsewhere: see
:mod:`senpu.spec.texts`.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from senpu.notation.faults import Error
from senpu.notation.messages import LANGUAGES, SOURCE, Message
from senpu.spec.data import (
    KINDS,
    NAME_BLOCKS,
    PROVENANCES,
    ROSTER,
    TERRAIN,
    TILE,
    DataError,
    Names,
    Value,
    Values,
    check_editions,
    read_blocks,
    sort_naturally,
)
from senpu.spec.game_file import (
    BAD_TILE,
    Area,
    Edition,
    GameFile,
    NameBlock,
    Numbers,
    Side,
    UnitEntry,
    find_wrong_names,
)
from senpu.spec.names import Translations, find_name, read_names

SPEC = Path(__file__).parent
DRAWN = ("inferred", "the drawing of this program, from the adjacent pairs")
"""The provenance and the source of the tiles in a game's files."""
LISTED = ("printed", "the list of units")
"""The provenance and the source of a unit in a game without kinds of units."""
FILES = ("game.toml", "map.toml", "units.toml", "tables.toml", "cards.toml")
SETS = "sets"
"""The folder of a game with its other shipped data sets."""


PLACE_NAMES = ("place", "short")
"""The tables of the names of places."""


class UnknownGameError(Error):
    """The rule set, edition or option does not exist."""


class Spec(msgspec.Struct, frozen=True):
    """A rule set: a game in one edition, with its data and its options."""

    id: str
    """`800/bonsai-2021`."""
    folder: str
    game: GameFile
    edition: Edition
    values: Values
    units: tuple[UnitEntry, ...]
    """The units in the game, in the order in which they are written: the known ones first, then the
    others of their side by id."""
    areas: tuple[Area, ...]
    """The areas of the map with their tiles, in the same order."""
    options: tuple[str, ...]
    switch: dict[str, bool]
    """The switches of the edition, changed by the options."""
    roles: dict[str, tuple[str, ...]] = {}
    """The lists of the table `place` with one hex, by that hex: 1202 is `port_arthur`."""
    data_file: str = ""
    """The user's file with the values; empty for a shipped data set."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """Return the sides of the game."""
        return self.game.side

    def side(self, ident: str) -> Side:
        """Return the side with an id."""
        return next(side for side in self.game.side if side.id == ident)

    def name(self, language: str, *keys: str) -> str:
        """Return a name by its table and id, or "" if it has none.

        The data set's own name in the language comes first, then `names.toml`
        (:mod:`senpu.spec.names`). A hex has the name of its role, wherever the data put it.
        """
        found = self._find_name(language, *keys)
        if (
            keys[0] in PLACE_NAMES
            and keys[1] in self.roles
            and (language, keys[1]) not in (self.values.names.get(f"{keys[0]}_name", {}))
        ):
            named = (self._find_name(language, keys[0], role) for role in self.roles[keys[1]])
            return next(filter(None, named), found)
        return found

    def _find_name(self, language: str, *keys: str) -> str:
        if self.values.names:
            for block, table in NAME_BLOCKS.items():
                if table == keys[0] or (block, keys[0]) == ("place_name", "box"):
                    own = self.values.names.get(block, {}).get((language, keys[1]))
                    if own is not None:
                        return str(own.value)
        return find_name(self.folder, language, *keys)

    def translate(self, *keys: str) -> Translations:
        """Return a name in each language."""
        return {language: self.name(language, *keys) for language in LANGUAGES}

    @property
    def named_places(self) -> tuple[str, ...]:
        """Return the places that have a name."""
        shipped = read_names(self.folder, SOURCE).get("place", {})
        own = self.values.names.get("place_name", {})
        named = dict.fromkeys(map(self.find_place, (*shipped, *(ident for _, ident in own))))
        return tuple(place for place in named if any(self.translate("place", place).values()))

    def find_place(self, ident: str) -> str:
        """Return the hex with a role, or `ident` itself if it is not a role."""
        return next((place for place, roles in self.roles.items() if ident in roles), ident)

    def name_blocks(self, key: str) -> list[NameBlock]:
        """Return the names in effect by provenance and source.

        Args:
            key: `unit_name` or `place_name`.

        Returns:
            The blocks. Each id is in one block.
        """
        find = self.find_place if key == "place_name" else str
        named = self.values.names.get(key, {}).items()
        own = {find(ident): value for (_, ident), value in named}
        shipped: tuple[NameBlock, ...] = getattr(self.game, key)
        found: dict[tuple[str, str], list[str]] = {}
        for ident, value in own.items():
            if not value.value:
                continue
            found.setdefault((value.provenance, value.source), []).append(ident)
        for block in shipped:
            ids = [
                each for each in map(find, block.ids) if each not in own and self._has(key, each)
            ]
            if ids:
                found.setdefault((block.provenance, block.source), []).extend(ids)
        return [NameBlock(*head, tuple(ids)) for head, ids in found.items()]

    def _has(self, key: str, ident: str) -> bool:
        """Return whether a unit is in the game, or a place on its map or off it."""
        if key == "unit_name":
            return any(unit.id == ident for unit in self.units)
        tables = self.values.tables
        return ident in tables.get(TILE, {}) or ident in tables.get(TERRAIN, {})

    def name_block(self, ident: str) -> NameBlock | None:
        """Return the provenance of the name of a unit or place, with its source."""
        blocks = [*self.name_blocks("unit_name"), *self.name_blocks("place_name")]
        return next((block for block in blocks if ident in block.ids), None)

    def title(self, language: str = SOURCE) -> str:
        """Return the title of the edition, or the id of the rule set if it has none."""
        return self.name(language, "title", self.id.partition("/")[2]) or self.id

    def program_limits(self, language: str = SOURCE) -> str:
        """Return what the programs do not know about the edition; "" if nothing is stated."""
        return self.name(language, "programs", self.id.partition("/")[2])


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
        return tomllib.loads(data.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError:
        raise DataError("noUtf8", path=path) from None
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

    path: Path
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
    values = {edition: _add_known(game, read_blocks(blocks, edition)) for edition in game.edition}
    return GameFolder(path, game, values)


def _add_known(game: GameFile, values: Values) -> Values:
    """Return shipped values with the roster and the tiles of the game's files.

    A unit exists with the provenance of its kind, unless a block `[[roster]]` states another.
    A block `[[tile]]` changes a tile and leaves the digests of earlier values unchanged.
    """
    kinds, rosters = values.tables.get(KINDS, {}), values.tables.get(ROSTER, {})
    plain = Value("", *LISTED)
    roster: dict[str, Value] = {}
    for unit in game.unit:
        given = rosters.get(unit.id) or kinds.get(unit.id, plain)
        roster[unit.id] = Value(unit.side, given.provenance, given.source)
    tiles = {area.id: Value(list(area.tile), *DRAWN) for area in game.area}
    known = {ROSTER: roster, TILE: tiles} if tiles else {ROSTER: roster}
    tables = {name: table for name, table in values.tables.items() if name not in known}
    if tiles:
        tables[TILE] = tiles | values.tables.get(TILE, {})
    return Values(
        {**known, **tables},
        {},
        {name: {key: each.value for key, each in table.items()} for name, table in known.items()},
    )


def read_shipped_names(path: Path) -> Names:
    """Return the names of a game in each language, in the form of an owner's file."""
    game = read_folder(path).game
    provenance = {
        ident: (block.provenance, block.source)
        for block in (*game.unit_name, *game.place_name)
        for ident in block.ids
    }
    plain = (PROVENANCES[0], "")
    found: Names = {}
    for block, table in NAME_BLOCKS.items():
        for language in LANGUAGES:
            for ident, name in read_names(path, language).get(table, {}).items():
                value = Value(name, *provenance.get(ident, plain))
                found.setdefault(block, {})[language, ident] = value
    return found


@cache
def list_set_files(path: Path) -> dict[str, Path]:
    """Return the shipped data files in a game's folder by their names without `.toml`."""
    return {file.stem: file for file in sorted((path / SETS).glob("*.toml"))}


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
    units, areas = _list_units(content.game, values), _list_areas(content.game, values)
    return Spec(
        ident, str(path), content.game, edition, values, units, areas, options, switch,
        find_roles(values),
    )  # fmt: skip


def find_roles(values: Values) -> dict[str, tuple[str, ...]]:
    """Return the lists of the table `place` with one hex, by that hex."""
    roles: dict[str, tuple[str, ...]] = {}
    for role, each in values.tables.get("place", {}).items():
        if isinstance(each.value, list) and len(each.value) == 1:
            (place,) = each.value
            roles[place] = (*roles.get(place, ()), role)
    return roles


def _list_units(game: GameFile, values: Values) -> tuple[UnitEntry, ...]:
    """Return the units in the roster, in the order of the game."""
    sides = [side.id for side in game.side]
    known = [unit.id for unit in game.unit]
    order: dict[str, Any] = {side: [unit.side for unit in game.unit].index(side) for side in sides}
    found = [UnitEntry(key, str(each.value)) for key, each in values.tables[ROSTER].items()]
    found.sort(key=lambda unit: (order[unit.side], *_sort_known(unit.id, known)))
    return tuple(found)


def _list_areas(game: GameFile, values: Values) -> tuple[Area, ...]:
    """Return the areas of the map with their tiles, in the order of the game."""
    known = [area.id for area in game.area]
    tiles = values.tables.get(TILE, {})
    order = sorted(tiles, key=lambda ident: _sort_known(ident, known))
    return tuple(Area(ident, tuple(tiles[ident].value)) for ident in order)


def _sort_known(ident: str, known: list[str]) -> tuple[int, list[tuple[int, str]]]:
    """Return the key of an id in an order: the known ones as listed, then the others by name."""
    return (known.index(ident), []) if ident in known else (len(known), sort_naturally(ident))
