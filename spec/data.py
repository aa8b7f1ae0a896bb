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
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from senpu.notation.faults import Error
from senpu.notation.messages import Message
from senpu.notation.user_folders import data_folder

PROVENANCES = ("printed", "stated", "derived", "inferred", "placeholder")
"""The provenances, from the text of the rulebook to values invented for play."""
PRINTED_PROVENANCES = ("printed", "stated")
"""Results of values with these provenances are results of the printed game."""

RESERVED = frozenset(("provenance", "source", "edition", "signs", "rows"))
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


class Values(msgspec.Struct, frozen=True):
    """The values of one rule set, by table and key."""

    tables: dict[str, dict[str, Value]]

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
        return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()

    def count_by_provenance(self) -> dict[str, int]:
        """Return the number of values by provenance.

        A list of words is a set of facts (the sides of a river, the hexes of a railway), counted
        one by one.
        """
        counts = dict.fromkeys(PROVENANCES, 0)
        for table in self.tables.values():
            for value in table.values():
                counts[value.provenance] += count_facts(value.value)
        return counts

    def weakest_provenance(self, keys: Iterable[tuple[str, str]]) -> str:
        """Return the weakest provenance among some (table, key) values."""
        found = {self.tables[table][key].provenance for table, key in keys}
        return max(found, key=PROVENANCES.index, default=PROVENANCES[0])


def count_facts(value: Any) -> int:
    """Return the number of facts of a value."""
    named = isinstance(value, list) and all(isinstance(member, str) for member in value)
    return len(value) if named else 1


def read_blocks(blocks: Iterable[tuple[str, str, dict[str, Any]]], edition: str = "") -> Values:
    """Return the values of blocks, each given with its file and table.

    Raises:
        DataError: A block or value is invalid.
    """
    tables: dict[str, dict[str, Value]] = {}
    for file, name, block in blocks:
        if block.get("edition", edition) != edition:
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
            table[key] = Value(value, provenance, block.get("source", ""))
    return Values(tables)


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


def correct_values(shipped: Values, own: Values, file: str) -> Values:
    """Return `shipped` with the values of `own` in place of its values.

    Each value must have the form of the shipped value. A number must not be negative if no number
    of the shipped table is. The game checks the words (a terrain, a unit). A table may get new
    keys (a pair of areas), but no table is new.

    Raises:
        DataError: A table, key or value is invalid.
    """
    tables = {name: dict(table) for name, table in shipped.tables.items()}
    for name, table in own.tables.items():
        if name not in tables:
            raise DataError("unknownTable", file=file, table=name, have=tuple(tables))
        forms = {_find_form(value.value) for value in tables[name].values()}
        for key, value in table.items():
            first, joint, second = key.partition("-")
            if joint and (turned := f"{second}-{first}") in tables[name] and first != second:
                raise DataError("turnedPair", file=file, table=name, given=key, pair=turned)
            known = tables[name].get(key)
            expected = {_find_form(known.value)} if known else forms
            if _find_form(value.value) not in expected:
                wanted = tuple(
                    Message(f"errors.{form}", {"n": n} if form == NUMBERS else {})
                    for form, n in sorted(expected)
                )
                raise DataError(
                    "wrongValue", file=file, key=f"{name}.{key}", given=format_value(value.value),
                    expected=wanted,
                )  # fmt: skip
            if _is_negative(value.value) and not any(
                _is_negative(each.value) for each in shipped.tables[name].values()
            ):
                raise DataError(
                    "negativeValue", file=file, key=f"{name}.{key}", given=format_value(value.value)
                )
            tables[name][key] = value
    return Values(tables)


def _is_negative(value: Any) -> bool:
    return any(type(member) is int and member < 0 for member in _list_members(value))


def _list_members(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


NUMBERS = "formNumbers"
Form = tuple[str, int]
"""The form of a value: the id of its name among the errors, and the number of its numbers."""


def _find_form(value: Any) -> Form:
    if not isinstance(value, list):
        return {bool: "formTruth", int: "formNumber", str: "formWord"}[type(value)], 0
    forms = {_find_form(member)[0] for member in value}
    if forms == {"formNumber"}:
        return NUMBERS, len(value)
    return {
        frozenset(): "formEmpty",
        frozenset({"formWord"}): "formWords",
        frozenset({"formTruth"}): "formTruths",
    }.get(frozenset(forms), "formMixed"), 0


def format_value(value: Any) -> str:
    """Return a value of a data file as TOML."""
    return msgspec.json.encode(value, enc_hook=str).decode()


def dump_values(values: Values, game: str) -> dict[str, Any]:
    """Return values in the input form of `read_blocks`, for writing as TOML."""
    out: dict[str, Any] = {"senpu-data": 1, "game": game}
    for name, table in values.tables.items():
        blocks: dict[tuple[str, str], dict[str, Any]] = {}
        for key, value in table.items():
            block = blocks.setdefault(
                (value.provenance, value.source),
                {"provenance": value.provenance, "source": value.source},
            )
            block[key] = value.value
        out[name] = list(blocks.values())
    return out


def read_own_values(
    raw: dict[str, Any], file: str, shipped: Values, edition: str, editions: Iterable[str]
) -> Values:
    """Return the shipped values of an edition, corrected by a user's data file.

    Raises:
        DataError: The file is invalid.
    """
    blocks = [
        (file, name, block)
        for name, entry in raw.items()
        if name not in ("senpu-data", "game")
        for block in _check_blocks(entry, file, name)
    ]
    check_editions(blocks, editions)
    return correct_values(shipped, read_blocks(blocks, edition), file)


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


def _check_blocks(entry: Any, file: str, table: str) -> list[dict[str, Any]]:
    if not isinstance(entry, list) or not all(isinstance(block, dict) for block in entry):
        raise DataError("noBlocks", file=file, table=table)
    return entry


def find_data_files(near: Path | None) -> Iterator[Path]:
    """Yield the files that may have a log's data set: next to the log, then the user's."""
    for place in ([near] if near else []) + [data_folder()]:
        if place.is_dir():
            yield from sorted(place.glob("*.toml"))
