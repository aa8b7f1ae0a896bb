"""Values with their provenance: blocks of TOML, their digest, and where a log's set is found.

    [[points]]
    provenance = "placeholder"
    source = "the dots on the counters are in no text"
    i1 = 2

A block gives values of one table, all of one provenance. A value is a number, a word, true or
false, or a list of them. Which values a game needs is the game's affair.

A block may draw its values as rows of signs, as a map of hexes is best read; each sign is the
value of one place, whose key is the row's label and the column in two digits:

    [[terrain]]
    provenance = "inferred"
    signs = { "." = "clear", w = "woods" }
    rows = '''
    01  . . w
    02   w - .
    '''

gives 0101, 0102 and so on. A `-` leaves its place to another block.
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
"""From the rulebook's own text down to what was invented so that the game can be played."""
SOUND = ("printed", "stated")
"""What rests on values of these provenance is the printed game, and need not say so."""

RESERVED = frozenset(("provenance", "source", "edition", "signs", "rows"))
LEFT_OUT = "-"
"""The sign of a place that a block does not speak of."""


class DataError(Error):
    """A data file is wrong: names the file, the key, and what was expected."""


class TableError(DataError):
    """A table of a game has values that do not fit its map or dice; the caller adds the game."""


class Value(msgspec.Struct, frozen=True):
    value: Any
    provenance: str
    source: str


class Values(msgspec.Struct, frozen=True):
    """The values of one rule set, by table and key."""

    tables: dict[str, dict[str, Value]]

    def table(self, name: str) -> dict[str, Any]:
        """The bare values of a table. Raises DataError if there is none."""
        if name not in self.tables:
            raise DataError("noDataTable", table=name)
        return {key: value.value for key, value in self.tables[name].items()}

    def digest(self) -> str:
        """SHA-256 (64 hexadecimal digits) of what matters for play: the values, not their
        provenance or source.
        """
        plain = {
            name: {key: value.value for key, value in table.items()}
            for name, table in self.tables.items()
        }
        return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()

    def count_by_provenance(self) -> dict[str, int]:
        """How many values there are of each provenance; a list of words is a set of facts (the
        sides of a river, the hexes of a railway), each of which counts.
        """
        counts = dict.fromkeys(PROVENANCES, 0)
        for table in self.tables.values():
            for value in table.values():
                counts[value.provenance] += facts(value.value)
        return counts

    def weakest(self, keys: Iterable[tuple[str, str]]) -> str:
        """The weakest provenance among some (table, key) values."""
        found = {self.tables[table][key].provenance for table, key in keys}
        return max(found, key=PROVENANCES.index, default=PROVENANCES[0])


def facts(value: Any) -> int:
    """How many facts a value is."""
    named = isinstance(value, list) and all(isinstance(member, str) for member in value)
    return len(value) if named else 1


def read_blocks(blocks: Iterable[tuple[str, str, dict[str, Any]]], edition: str = "") -> Values:
    """Blocks, each with its file and table, as values. Raises DataError."""
    tables: dict[str, dict[str, Value]] = {}
    for file, name, block in blocks:
        if block.get("edition", edition) != edition:
            continue
        provenance = block.get("provenance")
        if provenance not in PROVENANCES:
            raise DataError(
                "badProvenance", file=file, table=name, key="provenance", given=shown(provenance),
                have=PROVENANCES,
            )  # fmt: skip
        table = tables.setdefault(name, {})
        for key, value in _entries(block, file, name):
            if key in table:
                raise DataError("valueTwice", file=file, key=f"{name}.{key}")
            if not all(isinstance(member, bool | int | str) for member in _members(value)):
                raise DataError("badValue", file=file, key=f"{name}.{key}")
            table[key] = Value(value, provenance, block.get("source", ""))
    return Values(tables)


def _entries(block: dict[str, Any], file: str, table: str) -> Iterator[tuple[str, Any]]:
    """Yield the keys and values of a block, including those drawn as rows of signs."""
    yield from ((key, value) for key, value in block.items() if key not in RESERVED)
    signs, rows = block.get("signs", {}), block.get("rows", "")
    if not isinstance(signs, dict) or not isinstance(rows, str):
        raise DataError("badRows", file=file, table=table)
    for row in rows.splitlines():
        label, *drawn = row.split() or [""]
        for column, sign in enumerate(drawn, 1):
            if sign == LEFT_OUT:
                continue
            if sign not in signs:
                raise DataError(
                    "unknownSign", file=file, table=table, row=label, sign=sign, have=tuple(signs)
                )
            yield f"{label}{column:02}", signs[sign]


def corrected(shipped: Values, own: Values, file: str) -> Values:
    """`shipped` with the values of `own` in place of its own. Every value must be of the
    same form as the shipped one, and no number is below nothing where none of the shipped is;
    what the words may be (a terrain, a unit) is the game's affair. A table may get keys (a pair
    of areas) but no table is new. Raises DataError.
    """
    tables = {name: dict(table) for name, table in shipped.tables.items()}
    for name, table in own.tables.items():
        if name not in tables:
            raise DataError("unknownTable", file=file, table=name, have=tuple(tables))
        forms = {_form(value.value) for value in tables[name].values()}
        for key, value in table.items():
            first, joint, second = key.partition("-")
            if joint and (turned := f"{second}-{first}") in tables[name] and first != second:
                raise DataError("turnedPair", file=file, table=name, given=key, pair=turned)
            known = tables[name].get(key)
            expected = {_form(known.value)} if known else forms
            if _form(value.value) not in expected:
                wanted = tuple(
                    Message(f"errors.{form}", {"n": n} if form == NUMBERS else {})
                    for form, n in sorted(expected)
                )
                raise DataError(
                    "wrongValue", file=file, key=f"{name}.{key}", given=shown(value.value),
                    expected=wanted,
                )  # fmt: skip
            if _below(value.value) and not any(
                _below(each.value) for each in shipped.tables[name].values()
            ):
                raise DataError(
                    "negativeValue", file=file, key=f"{name}.{key}", given=shown(value.value)
                )
            tables[name][key] = value
    return Values(tables)


def _below(value: Any) -> bool:
    return any(type(member) is int and member < 0 for member in _members(value))


def _members(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


NUMBERS = "formNumbers"
Form = tuple[str, int]
"""The form of a value: the id of its name among the errors, and how many numbers a list has."""


def _form(value: Any) -> Form:
    if not isinstance(value, list):
        return {bool: "formTruth", int: "formNumber", str: "formWord"}[type(value)], 0
    forms = {_form(member)[0] for member in value}
    if forms == {"formNumber"}:
        return NUMBERS, len(value)
    return {
        frozenset(): "formEmpty",
        frozenset({"formWord"}): "formWords",
        frozenset({"formTruth"}): "formTruths",
    }.get(frozenset(forms), "formMixed"), 0


def shown(value: Any) -> str:
    """Return a value of a data file as TOML has it."""
    return msgspec.json.encode(value, enc_hook=str).decode()


def export(values: Values, game: str) -> dict[str, Any]:
    """Values in the form in which `read_blocks` takes them, ready to be written as TOML."""
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


def own_values(
    raw: dict[str, Any], file: str, shipped: Values, edition: str, editions: Iterable[str]
) -> Values:
    """A user's data file over the shipped values of one of a game's editions. Raises
    DataError.
    """
    blocks = [
        (file, name, block)
        for name, entry in raw.items()
        if name not in ("senpu-data", "game")
        for block in _blocks_of(entry, file, name)
    ]
    check_editions(blocks, editions)
    return corrected(shipped, read_blocks(blocks, edition), file)


def check_editions(
    blocks: Iterable[tuple[str, str, dict[str, Any]]], editions: Iterable[str]
) -> None:
    """That no block is for an edition there is not: it would never count. Raises DataError."""
    known = tuple(editions)
    for file, name, block in blocks:
        if block.get("edition", known[0]) not in known:
            raise DataError(
                "unknownEdition", file=file, table=name, edition=shown(block["edition"]), have=known
            )


def _blocks_of(entry: Any, file: str, table: str) -> list[dict[str, Any]]:
    if not isinstance(entry, list) or not all(isinstance(block, dict) for block in entry):
        raise DataError("noBlocks", file=file, table=table)
    return entry


def candidates(near: Path | None) -> Iterator[Path]:
    """Files that may hold a log's data set: those beside the log, then the user's."""
    for place in ([near] if near else []) + [data_folder()]:
        if place.is_dir():
            yield from sorted(place.glob("*.toml"))
