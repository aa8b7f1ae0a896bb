"""Owner's files made at random: a few changes of any kind, and whole invented copies of a game."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import tomli_w

from senpu.replay.core.registry import (
    GAMES,
    get_registration,
    list_rule_sets,
    open_values,
)
from senpu.replay.parts.hexes import NOWHERE, HexGrid
from senpu.spec.corrections import correct_values, read_data_rules
from senpu.spec.data import (
    KINDS,
    ROSTER,
    TERRAIN,
    TILE,
    DataError,
    Tables,
    Value,
    Values,
    dump_values,
)
from senpu.spec.forms import FormScope, TableForm, find_accepted
from senpu.spec.loader import GameFolder, read_folder

SHIPPED = [ident for ident in list_rule_sets() if GAMES[ident.partition("/")[0]].library]
GAMES_ONCE = [ident for ident in SHIPPED if ident != "800/battles-2011"]
"""A rule set of each game."""
SOURCE = "an invented copy"
TRIES = 400
LINKED = {
    "sortie": [], "makarov": ["sortie", "1", "port_arthur"], "stop": ["stop", "6"],
    "mines": ["mines", "6"], "cancel": ["cancel", "2", "3"],
}  # fmt: skip
"""Effects of cards that other cards name, each with other words that they can have."""


def open_folder(ident: str) -> tuple[GameFolder, Values]:
    """Return the folder of a game and its shipped values in an edition."""
    folder = read_folder(get_registration(ident).folder)
    return folder, folder.values[ident.partition("/")[2]]


def merge(ident: str, own: Tables) -> Values:
    """Return the shipped values with an owner's. Raises DataError."""
    folder, shipped = open_folder(ident)
    return correct_values(shipped, Values(own), read_data_rules(folder.path), "own.toml")


def write_file(path: Path, ident: str, own: Tables) -> None:
    """Write an owner's file."""
    path.write_text(tomli_w.dumps(dump_values(Values(own), ident)), "utf-8")


# ---- values of any form -----------------------------------------------------------------------


class ValueMaker:
    """Values of the forms of a game's tables.

    Args:
        ident: The rule set.
        random: The source of random numbers.
    """

    def __init__(self, ident: str, random: Random) -> None:
        self.folder, self.shipped = open_folder(ident)
        self.random = random
        self.rules = read_data_rules(self.folder.path)
        self.scope: FormScope = self.rules.make_scope(self.shipped.tables)
        self.is_hex = self.folder.game.board == "hexes"

    def make(self, table: str, key: str, old: Any) -> Any:
        """Return a random value of the form of a table; it may equal the old one."""
        form, random = self.rules.forms[table].select(key), self.random
        words = find_accepted(form, self.scope)
        if form.value == "same":
            form = TableForm(value="word" if isinstance(old, str) else "number", least=1, most=26)
        most = form.most if form.most is not None else form.least + 9
        match form.value:
            case "truth":
                return random.random() < 0.5
            case "number":
                return random.randint(form.least, most)
            case "numbers":
                return [random.randint(form.least, most) for _ in old]
            case "tile":
                return [random.randint(0, 9), random.randint(0, 5), random.randint(1, 4), 1]
            case "hexes":
                size = form.count or random.randint(len(form.some), 4)
                return sorted(random.sample(sorted(self.scope.places), size))
            case "hexsides" | "line":
                return old[random.randint(0, 1) : len(old) - random.randint(0, 1)]
            case "words":
                return random.sample(old, len(old)) if form.count else self._borrow(table, key, old)
            case "kind":  # rules and tables limit the units of a kind that is printed
                kinds = self.shipped.tables[table].values()
                weak = {str(each.value) for each in kinds if each.provenance != "printed"}
                return random.choice(sorted(weak) if len(weak) > 1 else words)
        return random.choice(words) if words else old

    def _borrow(self, table: str, key: str, old: Any) -> Any:
        """Return the list of another key of a table with the same first letter."""
        lists = {key: each.value for key, each in self.shipped.tables[table].items()}
        if table == "event" and old[0] in LINKED:
            return [*old[:1], self.random.choice("1245")] if old[0] == "sortie" else LINKED[old[0]]
        return self.random.choice(
            [each for at, each in lists.items() if at[0] == key[0] and each[0] not in LINKED]
        )


def shake(ident: str, random: Random, changes: int) -> Tables:
    """Return some random corrections of shipped values: some are valid, others are not."""
    maker = ValueMaker(ident, random)
    tables = maker.shipped.tables
    own: Tables = {}
    for _ in range(changes):
        table = random.choice(list(tables))
        key = random.choice(list(tables[table]))
        value = maker.make(table, key, tables[table][key].value)
        if random.random() < 0.1:
            value = [] if isinstance(value, list) else ""
        own.setdefault(table, {})[key] = Value(value, "printed", SOURCE)
    for share, change in ((0.3, add_unit), (0.1, remove_kind), (0.1, level_table)):
        if random.random() < share:
            for table, key, value in change(maker, random):
                own.setdefault(table, {})[key] = Value(value, "printed", SOURCE)
    return own


def remove_kind(maker: ValueMaker, random: Random) -> Iterator[tuple[str, str, Any]]:
    """Yield the entries that remove the units of a random kind from the roster."""
    kind = random.choice(sorted(set(maker.scope.kind.values())))
    yield from ((ROSTER, unit, "") for unit, other in maker.scope.kind.items() if other == kind)


def level_table(maker: ValueMaker, random: Random) -> Iterator[tuple[str, str, Any]]:
    """Yield one value, or an empty one, for all keys of a random table."""
    table = random.choice(list(maker.shipped.tables))
    entries = maker.shipped.tables[table]
    key = random.choice(list(entries))
    old = entries[key].value
    value = maker.make(table, key, old)
    if random.random() < 0.5:
        value = [] if isinstance(old, list) else False if isinstance(old, bool) else ""
    yield from ((table, each, value) for each in entries)


def add_unit(maker: ValueMaker, random: Random) -> Iterator[tuple[str, str, Any]]:
    """Yield the entries of a new unit with the values of a random one."""
    model = random.choice(list(maker.scope.units))
    yield from copy_unit(maker, model, f"{model[0]}{random.randint(90, 99)}")


def copy_unit(maker: ValueMaker, model: str, ident: str) -> Iterator[tuple[str, str, Any]]:
    """Yield the values of a unit for another one."""
    for name, table in maker.shipped.tables.items():
        if maker.rules.forms[name].key == "unit" and model in table:
            yield name, ident, table[model].value


# ---- a whole invented copy --------------------------------------------------------------------


class InventedCopy:
    """A copy of a game that differs from the shipped values in each one that is not printed.

    Args:
        ident: The rule set.
        seed: The seed of the random values.
    """

    def __init__(self, ident: str, seed: int) -> None:
        self.ident, self.random = ident, Random(seed)
        self.maker = ValueMaker(ident, self.random)
        self.shipped = self.maker.shipped.tables
        self.own: Tables = {}
        self._change_units()
        if self.maker.is_hex:
            self._draw_hexes()
        for name, table in self.shipped.items():
            if name == TILE:
                self._move_tiles()
            elif self.maker.rules.forms[name].key == "pair":
                self._join_areas(name)
            elif name not in self.own or name not in HEX_TABLES:
                for key, value in table.items():
                    if value.provenance != "printed" and key not in self.own.get(name, {}):
                        self._change(name, key, value.value)

    def put(self, table: str, key: str, value: Any) -> None:
        """Set a value of the copy."""
        self.own.setdefault(table, {})[key] = Value(value, "printed", SOURCE)

    def _change(self, table: str, key: str, old: Any) -> None:
        if self.maker.rules.forms[table].key == "unit" and key in self.removed:
            return
        for _ in range(TRIES):
            value = self.maker.make(table, key, old)
            if table == KINDS:  # the rules need one leader, and limit the units of rare kinds
                value = self._find_other_kind(key, old)
            near = self._move_near(table, key, old, value)
            if near != old:
                self.put(table, key, near)
                return
        raise AssertionError(f"{self.ident}: {table}.{key} has no other value than {old}")

    def _find_other_kind(self, unit: str, old: str) -> str:
        """Return the kind that most units have, if possible on that side, apart from `old`."""
        side = self.shipped[ROSTER][unit].value
        every = {key: str(each.value) for key, each in self.shipped[KINDS].items()}
        kinds = [
            kind for key, kind in every.items()
            if self.shipped[ROSTER][key].value == side and kind != old
            and self._list_columns(kind) == self._list_columns(old)
        ] or [kind.id for kind in self.maker.folder.game.kind if kind.id != old]  # fmt: skip
        return max(kinds, key=[*every.values()].count)

    def _list_columns(self, kind: str) -> list[str]:
        """Return the tables that only some kinds have, with this one."""
        return [name for name, form in self.maker.rules.forms.items() if kind in form.only]

    def _move_near(self, table: str, key: str, old: Any, value: Any) -> Any:
        """Return a number next to the old one in place of a random one: games stay comparable."""
        form = self.maker.rules.forms[table].select(key)
        if type(old) is int:
            most = form.most if form.most is not None else old + 1
            return self.random.choice([n for n in (old - 1, old + 1) if form.least <= n <= most])
        if isinstance(old, list) and old and all(type(each) is int for each in old):
            step = self.random.choice((-1, 1))
            return [each + step for each in old]
        if form.value == "words" and form.count and form.among:  # each result of a column
            turn = self.random.randint(1, len(form.among) - 1)
            words = form.among
            return [words[(words.index(each) + turn) % len(words)] for each in old]
        return value

    def _change_units(self) -> None:
        """Replace each unit that is not printed by another one with other values."""
        roster = self.shipped[ROSTER]
        self.removed = {key for key, value in roster.items() if value.provenance != "printed"}
        for number, unit in enumerate(sorted(self.removed), 1):
            self.put(ROSTER, unit, "")
            for table, key, value in copy_unit(self.maker, unit, f"z{number}"):
                self.put(table, key, value)
                weak = self.shipped[table][unit].provenance != "printed"
                if weak and table not in (ROSTER, "kinds"):
                    self._change(table, key, value)

    def _move_tiles(self) -> None:
        tiles = list(self.shipped[TILE])
        for at, key in enumerate(reversed(tiles)):
            self.put(TILE, key, [5 * (at % 4) + 30, 3 * (at // 4) + 10, 3, 3])

    def _join_areas(self, name: str) -> None:
        """Reverse each pair that is not printed, and join the areas by other pairs."""
        table = self.shipped[name]
        for pair, value in table.items():
            if value.provenance != "printed":
                self.put(name, pair, not value.value)
        places = sorted(self.maker.scope.places)
        free = [
            f"{one}-{other}" for at, one in enumerate(places) for other in places[at + 1 :]
            if f"{one}-{other}" not in table
        ]  # fmt: skip
        for pair in self.random.sample(free, min(len(free), len(places) + 4)):
            self.put(name, pair, True)

    # ---- hexes --------------------------------------------------------------------------

    def _draw_hexes(self) -> None:
        """Draw another map: terrain, water, lines and places."""
        terrain = self.shipped[TERRAIN]
        other = {"clear": "rough", "rough": "clear", "woods": "marsh", "marsh": "woods"}
        water = {"sea": "lake", "lake": "sea"}
        accepted = self.maker.rules.forms[TERRAIN].among
        self.land = {}
        for key, value in terrain.items():
            kind = str(value.value)
            if value.provenance != "printed":
                turned = (other | water).get(kind, kind)
                kind = turned if turned in accepted else "clear"
                self.put(TERRAIN, key, kind)
            if kind not in water:
                self.land[key] = kind
        grid = {key: value.value for key, value in self.shipped["grid"].items()}
        for key, value in self.shipped["grid"].items():
            if value.provenance != "printed":
                step = 2 if key in ("top", "bottom") else 1
                outward = {"left": -1, "right": step}.get(key, 0)
                if key in ("top", "bottom"):
                    outward = step if grid[key] == max(grid["top"], grid["bottom"]) else -1
                changed = {"even": "odd", "odd": "even"}.get(value.value, "")
                grid[key] = changed or value.value + outward
                self.put("grid", key, grid[key])
        self.grid = HexGrid(grid, terrain)
        for name in ("major_river", "river", "water_side", "impassable"):
            self._redraw(name, self._draw_sides)
        for name in ("rail", "road"):
            self._redraw(name, self._draw_line)
        for name in ("place", "coast"):
            self._redraw(name, self._draw_places)

    def _redraw(self, name: str, draw: Callable[[list[str]], list[str]]) -> None:
        for key, value in self.shipped.get(name, {}).items():
            if value.provenance != "printed":
                self.put(name, key, draw(value.value))

    def _near(self, ident: str) -> list[str]:
        """Return the adjacent land hexes."""
        around = self.grid.neighbours[self.grid.index[ident]]
        return [self.grid.ids[n] for n in around if n != NOWHERE and self.grid.ids[n] in self.land]

    def _draw_sides(self, old: list[str]) -> list[str]:
        found: set[str] = set()
        while len(found) < max(len(old), 2):
            one = self.random.choice(list(self.land))
            if near := self._near(one):
                found.add("-".join(sorted((one, self.random.choice(near)))))
        return sorted(found)

    def _draw_line(self, old: list[str]) -> list[str]:
        line = [self.random.choice(list(self.land))]
        while len(line) < max(len(old) - 1, 2):
            onward = [each for each in self._near(line[-1]) if each not in line]
            if not onward:
                return self._draw_line(old)
            line.append(self.random.choice(onward))
        return line

    def _draw_places(self, old: list[str]) -> list[str]:
        free = [each for each in self.land if each not in old and len(self._near(each)) > 2]
        return sorted(self.random.sample(free, min(len(old), len(free))))


HEX_TABLES = frozenset(
    (TERRAIN, "grid", "major_river", "river", "water_side", "impassable", "rail", "road", "place",
     "coast")
)  # fmt: skip


def invent_copy(ident: str, seed: int = 0) -> InventedCopy:
    """Return a playable invented copy of a game."""
    for number in range(seed, seed + TRIES):
        try:
            copy = InventedCopy(ident, number)
            open_values(ident, merge(ident, copy.own))
        except (DataError, KeyError, IndexError):
            continue
        return copy
    raise AssertionError(f"no playable copy of {ident} was found")
