"""Values with their provenance: blocks of TOML, their digest, and the data set of a log.

    [[points]]
    provenance = "placeholder"
    source = "the dots on the counters are in no text"
    i1 = 2

A block gives values of one table with one provenance. A value is a number, a word, true or
false, or a list of them. The game knows which values it needs.

A block may draw its values as rows of signs, such as a map of hexes. Each sign is the value of
one place; the key is the label of the row and the column in two digits:

    [[terrain]]
    provenance = "inferred"
    signs = { "." = "clear", w = "woods" }
    rows = '''
    01  . . w
    02   w - .
    '''

gives 0101, 0102 and so on. A `-` leaves the place to another block.
"""

import hashlib
import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from senpu.notation.faults import Error
from senpu.notation.messages import LANGUAGES
from senpu.notation.printable import make_printable
from senpu.notation.user_folders import data_folder

PROVENANCES = ("printed", "stated", "derived", "inferred", "placeholder")
"""The provenances, from the text of the rulebook to values invented for play."""
WEAK_PROVENANCES = ("inferred", "placeholder")
"""A figure that depends on values with these provenances has the sign `*`."""

RESERVED = frozenset(("provenance", "source", "edition", "signs", "rows"))
ROSTER = "roster"
"""The table of the units in the game, each with its side."""
TERRAIN = "terrain"
"""The table of the hexes of a map, each with its terrain."""
KINDS = "kinds"
"""The table of the kinds of units."""
TILE = "tile"
"""The table of the areas of a map, each with its rectangle in the drawing."""
NO_VALUE = "-"
"""The sign of a place that a block has no value for."""


class DataError(Error):
    """A data file is invalid: with the file, the key and the expected value."""


class TableError(DataError):
    """A table of a game has values that do not fit its map or dice; the caller adds the game."""


class Value(msgspec.Struct, frozen=True):
    """A value of a data file."""

    value: Any
    provenance: str
    source: str


Tables = dict[str, dict[str, Value]]
"""Values by table and key."""
Names = dict[str, dict[tuple[str, str], Value]]
"""Names of a data set by table (`unit_name` …), then by language and id."""
NAME_BLOCKS = {
    "unit_name": "unit", "place_name": "place", "short_name": "short", "card_name": "card",
}  # fmt: skip
"""The tables of an owner's file with names, and the tables of `names.toml` that they correct."""
HEADS = ("senpu-data", "game")
"""The keys of a data file that are not tables."""
COPY = "copy"
"""The key with the name of the owner's copy, which guided entry writes."""


class Values(msgspec.Struct, frozen=True):
    """The values of one rule set, by table and key."""

    tables: dict[str, dict[str, Value]]
    names: Names = {}
    """The names that an owner's file gives. The digest does not cover them."""
    known: dict[str, dict[str, Any]] = {}
    """Values of tables that the game's files give to every data set. Of these tables the digest
    covers only what differs from them."""
    absent: dict[str, dict[str, Value]] = {}
    """Entries that an owner's file states not to exist: a removed one, or `false` for a pair that
    the values do not have."""

    def table(self, name: str) -> dict[str, Any]:
        """Return the values of a table without provenance and source.

        Raises:
            DataError: There is no such table.
        """
        if name not in self.tables:
            raise DataError("noDataTable", table=name)
        return {key: value.value for key, value in self.tables[name].items()}

    def digest(self) -> str:
        """Return the SHA-256 (64 hexadecimal digits) of the values alone."""
        plain = {
            name: {key: value.value for key, value in table.items()}
            for name, table in self.tables.items()
        }
        for name, known in self.known.items():
            table = plain.pop(name, {})
            changed = {key: value for key, value in table.items() if known.get(key) != value}
            changed |= {key: "" for key in known if key not in table}
            if changed:
                plain[name] = changed
        return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()

    def count_by_provenance(self) -> dict[str, int]:
        """Return the number of values by provenance.

        A list of words is a set of facts (the sides of a river, the hexes of a railway), counted
        one by one; an empty list counts as one. The tiles of a drawing are not counted.
        """
        counts = dict.fromkeys(PROVENANCES, 0)
        for name, table in self.tables.items():
            for value in table.values() if name != TILE else ():
                counts[value.provenance] += count_facts(value.value)
        return counts

    def weakest_provenance(self, keys: Iterable[tuple[str, str]]) -> str:
        """Return the weakest provenance among some (table, key) values."""
        found = {self.tables[table][key].provenance for table, key in keys}
        return max(found, key=PROVENANCES.index, default=PROVENANCES[0])

    def list_keys(self, *names: str) -> list[tuple[str, str]]:
        """Return the (table, key) of the values of tables; without names, of all but `tile`."""
        chosen = names or tuple(name for name in self.tables if name != TILE)
        return [(name, key) for name in chosen for key in self.tables[name]]


def sort_naturally(ident: str) -> list[tuple[int, str]]:
    """Return the key of an id in an order in which numbers count as such: t2 before t10."""
    parts = re.findall(r"\d+|\D+", ident)
    return [(int(each), "") if each.isdigit() else (-1, each) for each in parts]


def count_facts(value: Any) -> int:
    """Return the number of facts of a value; an empty list is one."""
    named = isinstance(value, list) and all(isinstance(member, str) for member in value)
    return len(value) if named and value else 1


def read_blocks(blocks: Iterable[tuple[str, str, dict[str, Any]]], edition: str = "") -> Values:
    """Return the values of blocks, each given with its file and table.

    Raises:
        DataError: A block or value is invalid.
    """
    tables: dict[str, dict[str, Value]] = {}
    for file, name, block in blocks:
        if block.get("edition", edition) != edition or name in NAME_BLOCKS:
            continue
        provenance = block.get("provenance")
        if provenance not in PROVENANCES:
            raise DataError(
                "badProvenance", file=file, table=name, key="provenance",
                given=format_value(provenance), have=PROVENANCES,
            )  # fmt: skip
        table = tables.setdefault(name, {})
        for key, value in _read_entries(block, file, name):
            if key in table:
                raise DataError("valueTwice", file=file, key=f"{name}.{key}")
            if not all(isinstance(member, bool | int | str) for member in _list_members(value)):
                raise DataError("badValue", file=file, key=f"{name}.{key}")
            table[key] = Value(value, provenance, _read_source(block, file, name))
    return Values(tables)


def read_name_blocks(blocks: Iterable[tuple[str, str, dict[str, Any]]], edition: str = "") -> Names:
    """Return the names of the blocks that give names, each for one language.

    Raises:
        DataError: A block has no known language, or a name is not a text.
    """
    names: Names = {}
    for file, name, block in blocks:
        if name not in NAME_BLOCKS or block.get("edition", edition) != edition:
            continue
        provenance, language = block.get("provenance"), block.get("language")
        for key, given, have in (
            ("provenance", provenance, PROVENANCES),
            ("language", language, LANGUAGES),
        ):
            if given not in have:
                raise DataError(
                    "badProvenance", file=file, table=name, key=key, given=format_value(given),
                    have=have,
                )  # fmt: skip
        table = names.setdefault(name, {})
        for key, value in block.items():
            if key in (*RESERVED, "language"):
                continue
            if (str(language), key) in table:
                raise DataError("valueTwice", file=file, key=f"{name}.{key}")
            if not isinstance(value, str) or value.isspace() or make_printable(value) != value:
                raise DataError("badNameText", file=file, key=f"{name}.{key}")
            source = _read_source(block, file, name)
            table[str(language), key] = Value(value, str(provenance), source)
    return names


def _read_source(block: dict[str, Any], file: str, table: str) -> str:
    """Return the source of a block; empty without one. Raises DataError."""
    source = block.get("source", "")
    if not isinstance(source, str):
        raise DataError("badSource", file=file, table=table, given=format_value(source))
    return source


def _read_entries(block: dict[str, Any], file: str, table: str) -> Iterator[tuple[str, Any]]:
    """Yield the keys and values of a block, including those drawn as rows of signs."""
    yield from ((key, value) for key, value in block.items() if key not in RESERVED)
    signs, rows = block.get("signs", {}), block.get("rows", "")
    if not isinstance(signs, dict) or not isinstance(rows, str):
        raise DataError("badRows", file=file, table=table)
    for row in rows.splitlines():
        label, *drawn = row.split() or [""]
        for column, sign in enumerate(drawn, 1):
            if sign == NO_VALUE:
                continue
            if sign not in signs:
                raise DataError(
                    "unknownSign", file=file, table=table, row=label, sign=sign, have=tuple(signs)
                )
            yield f"{label}{column:02}", signs[sign]


def _list_members(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def format_value(value: Any) -> str:
    """Return a value of a data file as TOML."""
    return msgspec.json.encode(value, enc_hook=str).decode()


def dump_values(values: Values, game: str) -> dict[str, Any]:
    """Return values in the input form of `read_blocks`, for writing as TOML."""
    out: dict[str, Any] = {"senpu-data": 1, "game": game}
    for name, table in values.tables.items():
        blocks: dict[tuple[str, ...], dict[str, Any]] = {}
        for key, value in table.items():
            block = blocks.setdefault(
                (value.provenance, value.source),
                {"provenance": value.provenance, "source": value.source},
            )
            block[key] = value.value
        out[name] = list(blocks.values())
    for name, named in values.names.items():
        blocks = {}
        for (language, key), value in named.items():
            head = {"provenance": value.provenance, "source": value.source, "language": language}
            blocks.setdefault((value.provenance, value.source, language), head)[key] = value.value
        out[name] = list(blocks.values())
    return out


def check_editions(
    blocks: Iterable[tuple[str, str, dict[str, Any]]], editions: Iterable[str]
) -> None:
    """Check that no block is for an unknown edition: it would have no effect.

    Raises:
        DataError: A block is for an unknown edition.
    """
    known = tuple(editions)
    for file, name, block in blocks:
        if block.get("edition", known[0]) not in known:
            raise DataError(
                "unknownEdition",
                file=file,
                table=name,
                edition=format_value(block["edition"]),
                have=known,
            )


def has_data_head(raw: dict[str, Any]) -> bool:
    """Return whether a file has the first key of a data file, with its value."""
    head = raw.get("senpu-data")
    return type(head) is int and head == 1


def find_game(raw: dict[str, Any], path: Path) -> str:
    """Return the game or the rule set that the content of a data file names. Raises DataError."""
    game = raw.get("game")
    if not has_data_head(raw) or not isinstance(game, str):
        raise DataError("dataFileHead", path=path)
    return game


def list_blocks(raw: dict[str, Any], file: str) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the blocks of a data file, each with the file and its table. Raises DataError."""
    return [
        (file, name, block)
        for name, entry in raw.items()
        if name not in HEADS and not (name == COPY and isinstance(entry, str))
        for block in _check_blocks(entry, file, name)
    ]


def _check_blocks(entry: Any, file: str, table: str) -> list[dict[str, Any]]:
    """Return the blocks of a table of a data file.

    Raises:
        DataError: The entry is not a list of blocks, or a name or a key is too long.
    """
    if len(table) > LONGEST_KEY:
        raise DataError("longKey", file=file, key=table[:LONGEST_KEY], most=LONGEST_KEY)
    if not isinstance(entry, list) or not all(isinstance(block, dict) for block in entry):
        raise DataError("noBlocks", file=file, table=table)
    for key in (key for block in entry for key in block if len(key) > LONGEST_KEY):
        start = f"{table}.{key[:LONGEST_KEY]}"
        raise DataError("longKey", file=file, key=start, most=LONGEST_KEY)
    return entry


LONGEST_KEY = 40
"""The most characters of the name of a table and of a key."""
DATA_FILES = "*.[tT][oO][mM][lL]"
"""The pattern of the names of data files."""
LARGEST_FOUND = 1 << 20
"""The largest data file that is found without its name, in bytes."""


def is_usable(path: Path) -> bool:
    """Return whether the search for data reads a file: it is regular, and not huge."""
    try:
        about = path.stat()
    except OSError:  # reading it says why
        return True
    return stat.S_ISREG(about.st_mode) and about.st_size <= LARGEST_FOUND


def find_data_files(near: Path | None) -> Iterator[Path]:
    """Yield the files that may have a log's data set: next to the log, then the user's."""
    for place in ([near] if near else []) + [data_folder()]:
        if place.is_dir():
            yield from sorted(path for path in place.glob(DATA_FILES) if is_usable(path))
