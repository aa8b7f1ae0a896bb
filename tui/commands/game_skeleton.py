"""`senpu games new` and `record`: write a game that plays at once, and its recorded games.

Copies the game `template`, with its data, rules, texts and tests, under another name. The map, the
units and the recorded games are made for the numbers of areas and units that you choose.
"""

import re
from argparse import Namespace
from collections.abc import Iterator
from importlib import invalidate_caches
from pathlib import Path

from senpu.logs.inputs import read_file
from senpu.logs.journal import create_file, replace_file
from senpu.logs.record import LIBRARY
from senpu.replay.analysis.corpus import play_game
from senpu.replay.core.registry import GAMES, RegisteredGame, open_rules
from senpu.replay.core.rules import AnyRules
from senpu.spec.loader import SPEC
from senpu.tui.commands.arguments import UnusableLogError, choose_rule_set
from senpu.tui.commands.game_checks import format_text, list_recorded_logs, print_gaps
from senpu.tui.printing import print_text

ROOT = SPEC.parent
"""The root of the repository."""
MODEL, MODEL_EDITION, MODEL_SIDES = "template", "draft", ("north", "south")
"""The game that is copied."""
FOLDERS = ("spec", "replay/games", "tests/games")
MADE = ("map.toml", "units.toml", "__init__.py")
"""The files that are made, not copied."""
KINDS = (".py", ".toml", ".md")
"""The kinds of files that are copied."""
COLUMNS = 4
"""The most areas in a row of the map."""
SEEDS = 400
"""The most random games that are played to find one for each ending."""


def run_new(given: Namespace) -> int:
    """Write a new game. Return the exit status."""
    check_repository("new")
    first, second = given.sides
    return new_game(given.game, (first, second), given.areas, given.units, given.lang)


def run_record(given: Namespace) -> int:
    """Record a game for each ending that has none. Return the exit status."""
    check_repository("record")
    return record_endings(choose_rule_set(given), given.lang)


def run_check(given: Namespace) -> int:
    """List what a rule set lacks. Return the exit status."""
    check_repository("check")
    return print_gaps(choose_rule_set(given), given.lang)


def check_repository(action: str) -> None:
    """Raise UnusableLogError if the program is not in its repository."""
    if not (ROOT / "tests").is_dir():
        raise UnusableLogError("needsRepository", action=action)


class Skeleton:
    """A new game: its names and its size."""

    def __init__(self, ident: str, sides: tuple[str, str], areas: int, units: int) -> None:
        """Raise UnusableLogError if a name or a number cannot be used."""
        game, _, edition = ident.partition("/")
        if not re.fullmatch(r"[a-z][a-z0-9]+/[a-z0-9][a-z0-9-]*", ident):
            raise UnusableLogError("newGameId", text=ident)
        if not all(re.fullmatch(r"[a-z]{2,}", side) for side in sides):
            raise UnusableLogError("newGameSides", sides=sides)
        if sides[0][0] == sides[1][0]:
            raise UnusableLogError("newGameLetters", sides=sides)
        self.game, self.edition, self.sides = game, edition, sides
        self.areas = [chr(ord("A") + k) for k in range(areas)]
        self.units = units

    def files(self) -> Iterator[tuple[str, str]]:
        """Yield the path and the text of each file of the game, apart from recorded games."""
        for folder in FOLDERS:
            model = ROOT / folder / MODEL
            for path in sorted(model.rglob("*.*")):
                name = f"{folder}/{self.game}/{path.relative_to(model).as_posix()}"
                if path.suffix in KINDS and path.name not in MADE:
                    yield name, self.name_units(self.renamed(read_file(path).decode("utf-8")))
        title = self.game.capitalize()
        yield f"replay/games/{self.game}/__init__.py", f'"""The rules of {title}."""\n'
        yield f"tests/games/{self.game}/__init__.py", f'"""The tests of {title}."""\n'
        yield f"spec/{self.game}/map.toml", self.map()
        yield f"spec/{self.game}/units.toml", self.counters()

    def renamed(self, text: str) -> str:
        """Return a text of the model with the names of this game."""
        names = dict(zip(MODEL_SIDES, self.sides, strict=True))
        names |= {MODEL: self.game, MODEL_EDITION: self.edition}
        names |= {name.capitalize(): new.capitalize() for name, new in names.items()}
        for side, new in zip(MODEL_SIDES, self.sides, strict=True):
            names[f'"{side[0].upper()}"'] = f'"{new[0].upper()}"'
        pattern = rf"(?<!\w)({'|'.join(names)})(?=[A-Z]|\W)"
        return re.sub(pattern, lambda found: names[found[1]], text)

    def name_units(self, text: str) -> str:
        """Return a text with a name of each unit, in the form of the first name of the model."""
        found = re.search(r'^\[unit\]\n\w+ = "(.*)1"\n(?:\w+ = ".*"\n)*', text, re.MULTILINE)
        if found is None:
            return text
        rows = [
            f'{side[0]}{number} = "{found[1]}{number}"\n'
            for side in self.sides for number in range(1, self.units + 1)
        ]  # fmt: skip
        return text.replace(found[0], "".join(["[unit]\n", *rows]))

    def map(self) -> str:
        """Return the areas in rows; areas whose tiles share an edge are adjacent."""
        rows = ["# The map. The tile of an area is its column and row in the drawing.\n"]
        tiles = {area: (k % COLUMNS, k // COLUMNS) for k, area in enumerate(self.areas)}
        width = min(COLUMNS, len(self.areas))
        for k, side in enumerate(self.sides):
            rows.append(f'[[margin]]\nside = "{side}"\ntile = [{width}, {k}]\n')
        for area, (column, row) in tiles.items():
            rows.append(f'[[area]]\nid = "{area}"\ntile = [{column}, {row}]\n')
        rows.append(f"\n[[adjacent]]\n{SOURCE}")
        for area, (column, row) in tiles.items():
            for other, tile in tiles.items():
                if tile in ((column + 1, row), (column, row + 1)):
                    rows.append(f"{area}-{other} = true\n")
        return "".join(rows)

    def counters(self) -> str:
        """Return the units; a side starts in the first area, the other one in the last."""
        rows = [
            "# The units, in the order in which events name them, and where each one starts.\n"
            '[[kind]]\nid = "infantry"\nmark = "inf"\n\n'
        ]
        start, units = f"\n[[start]]\n{SOURCE}", []
        for side, area in zip(self.sides, (self.areas[0], self.areas[-1]), strict=True):
            for number in range(1, self.units + 1):
                units.append(f"{side[0]}{number}")
                rows.append(f'[[unit]]\nid = "{side[0]}{number}"\nside = "{side}"\n')
                start += f'{side[0]}{number} = "{area}"\n'
        listed = "".join(f'  "{unit}",\n' for unit in units)
        return "".join([*rows, f"\n[[unit_name]]\n{SOURCE}ids = [\n{listed}]\n", start])


SOURCE = 'provenance = "placeholder"\nsource = "invented; replace with the value of the rulebook"\n'


def new_game(ident: str, sides: tuple[str, str], areas: int, units: int, language: str) -> int:
    """Write a new game and register it. Print each file."""
    made = Skeleton(ident, sides, areas, units)
    files = {ROOT / name: text for name, text in made.files()}
    if made.game in GAMES or any(path.exists() for path in files):
        raise UnusableLogError("newGameExists", game=made.game)
    for path, text in files.items():
        _write(path, text, language)
    invalidate_caches()
    GAMES[made.game] = RegisteredGame(f"senpu.replay.games.{made.game}", SPEC / made.game)
    rules = open_rules(ident)
    _insert_rows(rules, language)
    record_endings(ident, language)
    print_text("\n" + format_text(language, "playable", game=ident))
    return 0


def _write(path: Path, text: str, language: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    create_file(path, text)
    print_text(format_text(language, "wrote", file=path.relative_to(ROOT).as_posix()))


def record_endings(ident: str, language: str) -> int:
    """Record a random game for each ending of a rule set that has none. Print each file."""
    rules = open_rules(ident)
    game, _, edition = ident.partition("/")
    programs = {side.id: "random" for side in rules.spec.sides}
    missing = set(rules.spec.edition.endings)
    missing -= {log.ending for log in list_recorded_logs(ident)}
    for seed in range(SEEDS if missing else 0):
        text, ending = play_game(rules, programs, seed)
        if ending in missing:
            missing.remove(ending)
            name = re.sub(r"\W+", "-", f"{edition} {ending}".lower())
            path = LIBRARY / game / f"{name}.senpu"
            path.parent.mkdir(parents=True, exist_ok=True)
            create_file(
                path, text.replace("\n\n", f"\nEvent: Random play: {ident}, {ending}\n\n", 1)
            )
            print_text(format_text(language, "wrote", file=path.relative_to(ROOT).as_posix()))
            row = f"| `{name}` | {ending} | `random` on both sides, seed {seed} |\n"
            _insert(
                "spec/en/reference/library.md",
                rf"\n## {game}\n(?:(?!## ).*\n)*\|.*\n",
                row,
                language,
            )
    if missing:
        print_text(format_text(language, "not_recorded", n=SEEDS, endings=tuple(sorted(missing))))
    return 1 if missing else 0


def _insert_rows(rules: AnyRules, language: str) -> None:
    """Add the lines about the game to the registry, README.md and spec/en/reference/library.md."""
    ident = rules.spec.id
    game = ident.partition("/")[0]
    registry = f'    "{game}": RegisteredGame("senpu.replay.games.{game}", SPEC / "{game}"),\n'
    _insert("replay/core/registry.py", r"GAMES: .*\{\n(?:    .*\n)*", registry, language)
    row = f"| `{ident}` | {rules.spec.title()} |\n"
    _insert("README.md", r"\| id \| game \|\n(?:\|.*\n)*", row, language)
    head = "| log | ending | how it came about |\n| --- | --- | --- |\n"
    _insert("spec/en/reference/library.md", r"(?s)\A.*", f"\n## {game}\n\n{head}", language)


def _insert(name: str, after: str, text: str, language: str) -> None:
    path = ROOT / name
    old = read_file(path).decode("utf-8")
    found = re.search(after, old)
    if found is None:
        print_text(format_text(language, "no_place", file=name, line=text.strip()))
        return
    replace_file(path, (old[: found.end()] + text + old[found.end() :]).encode())
    print_text(format_text(language, "changed", file=name))
