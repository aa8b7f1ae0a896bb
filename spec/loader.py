"""A game's folder under `spec/` into frozen structs, with errors that name file and key.

Knows the shape of the files, not what a game does with its values. Prose (narration, rule
texts) is not read here: see :mod:`senpu.spec.texts`.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from senpu.notation.faults import Error
from senpu.notation.lexer import PLACE, UNIT
from senpu.notation.messages import SOURCE
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
    "side": (r"[a-z]{2}[a-z0-9-]*", "two small letters or more"),
    "letter": (r"[A-Z]", "one capital letter"),
    "unit": (UNIT, "small letters and then a digit, such as i1"),
    "area": (PLACE, "a capital letter and letters behind it, or two to four digits"),
    "word": (r"[a-z]+", "small letters only"),
}
"""What each may look like, as the notation has it (`spec/notation.md`, 2), and in words."""


class UnknownGameError(Error):
    """No such rule set, edition or option."""


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side of a game, and the letter that begins its lines."""

    id: str
    letter: str


Tile = tuple[int, ...]
"""A rectangle of a drawing: column and row of its top left cell, then width and height in
cells; without the last two it is one cell."""


def _check_tile(tile: Tile) -> None:
    if len(tile) not in (2, 4) or min(tile) < 0 or 0 in tile[2:]:
        raise ValueError("expected [column, row] or [column, row, width, height]")


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
    counted in columns and rows of hexes."""

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
    an edition has none for."""

    def __init__(self, ident: str, numbers: Mapping[str, str]) -> None:
        super().__init__(numbers)
        self.ident = ident

    def __missing__(self, key: str) -> str:
        raise DataError(f"{self.ident}: the code cites rule {key}; game.toml has no number for it")


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
        raise DataError(f"{path}: {error}") from None
    except OSError as error:
        raise DataError(f"{path}: {error.strerror or error}") from None


def shaped(raw: Any, shape: type[T], name: str, files: Mapping[str, str] | None = None) -> T:
    """`raw` as a `shape`. Raises DataError that names the key and the file: `name`, where `files`
    has no other for what stands under that key."""
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        key = where.strip("`").removeprefix("$.")
        name = (files or {}).get(re.split(r"[.\[]", key)[0], name)
        raise DataError(f"{name}: {what}{f' at {key}' if key else ''}") from None


class Folder(msgspec.Struct, frozen=True):
    """A game's folder, read: what it is, and its shipped values (for each edition)."""

    game: GameFile
    values: dict[str, Values]


@cache
def folder(path: Path) -> Folder:
    """Everything in a game's folder but its prose. Raises DataError."""
    if not (path / "game.toml").exists():
        raise DataError(
            f"{path}: no game.toml (spec/adding-a-game.md says what a game's folder holds)"
        )
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
                and "standing" in entry[0]
            ):
                blocks += [(f"{path.name}/{name}", key, block) for block in entry]
            elif key in about:
                raise DataError(
                    f"{path.name}/{name}: {key} stands in another file of the folder too"
                )
            else:
                about[key], files[key] = entry, f"{path.name}/{name}"
    game = shaped(about, GameFile, f"{path.name}/game.toml", files)
    for edition in game.edition.values():
        for option in edition.option:
            if unknown := option.switch.keys() - edition.switch.keys():
                raise DataError(
                    f"{path.name}/game.toml: option {option.id} sets the unknown switch "
                    f"{min(unknown)}"
                )
    _check_boxes(path.name, game)
    if wrong := next(wrong_names(game), None):
        key, told = wrong
        raise DataError(f"{files[key]}: {told}")
    check_editions(blocks, game.edition)
    return Folder(game, {edition: read_blocks(blocks, edition) for edition in game.edition})


def _check_boxes(name: str, game: GameFile) -> None:
    sides = {side.id for side in game.side}
    for box in game.box:
        if box.side and box.side not in sides:
            raise DataError(f"{name}/map.toml: box of an unknown side {box.side}")
        if box.switch and not all(box.switch in each.switch for each in game.edition.values()):
            raise DataError(f"{name}/map.toml: box with the unknown switch {box.switch}")


def spec_of(
    ident: str, path: Path, options: tuple[str, ...] = (), values: Values | None = None
) -> Spec:
    """The rule set `ident` from its folder. Raises UnknownGameError, DataError."""
    content = folder(path)
    name = ident.partition("/")[2]
    edition = content.game.edition.get(name)
    if edition is None:
        raise UnknownGameError(
            f"{ident}: no such edition; there are "
            + ", ".join(f"{content.game.game}/{each}" for each in content.game.edition)
        )
    switch = dict(edition.switch)
    known = {option.id: option for option in edition.option}
    for option in options:
        if option not in known:
            have = ", ".join(known) or "none"
            raise UnknownGameError(f"{ident} has no option {option}; it has: {have}")
        switch |= known[option].switch
    edition = replace(edition, number=Numbers(ident, edition.number))
    return Spec(
        ident, str(path), content.game, edition, values or content.values[name], options, switch
    )


# ---- names --------------------------------------------------------------------------------------


def wrong_names(game: GameFile) -> Iterator[tuple[str, str]]:
    """What is wrong with the names of a game, each with the key of its files that it stands under:
    `unit`, `n1 is there twice`."""
    sides = [side.id for side in game.side]
    for key, shape, names in (
        ("side", "side", sides),
        ("side", "letter", [side.letter for side in game.side]),
        ("unit", "unit", [unit.id for unit in game.unit]),
        ("area", "area", [area.id for area in game.area]),
        ("words", "word", list(game.words)),
    ):
        yield from ((key, told) for told in _shaped(shape, names))
    yield from (("kind", told) for told in _once("kind", [kind.id for kind in game.kind]))
    for unit in game.unit:
        if unit.side not in sides:
            yield "unit", f"{unit.id} is of the side {unit.side}; the sides are {_list(sides)}"
    for side in sides:
        if side in TAKEN:
            yield "side", f"no side can be called {side}"
        if all(unit.side != side for unit in game.unit):
            yield "side", f"{side} has no unit"
    if game.board not in BOARDS:
        yield "board", f"board is {game.board}; expected {' or '.join(BOARDS)}"
    if game.turns < 1:
        yield "turns", f"turns is {game.turns}; expected 1 or more"
    for name, edition in game.edition.items():
        yield from (("edition", told) for told in _endings(name, edition, sides))


def _shaped(shape: str, names: list[str]) -> Iterator[str]:
    pattern, said = SHAPES[shape]
    for name in names:
        if not re.fullmatch(pattern, name):
            yield f"the {shape} {name} cannot be written in a log; expected {said}"
    yield from _once(shape, names)


def _once(shape: str, names: list[str]) -> Iterator[str]:
    return (f"the {shape} {name} is there twice" for name, n in Counter(names).items() if n > 1)


def _endings(name: str, edition: Edition, sides: list[str]) -> Iterator[str]:
    """`North 10`: the winner and the printed rule."""
    winners = [*(side.capitalize() for side in sides), DRAW]
    for ending in edition.endings:
        winner, _, rule = ending.partition(" ")
        if winner not in winners or not rule:
            yield (
                f"{name}: the ending {ending} is not one of {_list(winners)}, "
                "a blank and a printed rule"
            )
    yield from (f"{name}: {text}" for text in _once("ending", list(edition.endings)))


def _list(words: Iterable[str]) -> str:
    return ", ".join(words)
