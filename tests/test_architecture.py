"""The house: who may know whom, and how large a room may be."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from replay.registry import GAMES, rulesets

ROOT = Path(__file__).parents[1]
PACKAGES = ("notation", "logs", "spec", "replay", "tui")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))

MAY_IMPORT = {
    "notation": {"notation"},
    "logs": {"logs", "notation"},
    "spec": {"spec", "notation"},
    "replay": {"replay", "logs", "notation", "spec"},
    "tui": {"tui", "replay", "logs", "notation", "spec"},
}
"""tui -> replay -> logs -> notation; spec is read by replay and tui. The root of all errors
and the user's places stand in notation, so spec knows those."""

SPEC_FACES = {"spec.loader", "spec.data", "spec.texts"}
LINES = 450


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    """Read once for all tests; who changes it parses it anew."""
    return ast.parse(path.read_text("utf-8"))


@cache
def imports(path: Path) -> list[tuple[str, int]]:
    """Every module that a file imports, wherever in it, and the line."""
    found = []
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)}:{node.lineno}: an import that is relative"
            assert node.module
            found.append((node.module, node.lineno))
    return found


def every_module(test: str = "path") -> pytest.MarkDecorator:
    return pytest.mark.parametrize(test, MODULES, ids=name)


def test_there_are_modules_to_look_at() -> None:
    assert len(MODULES) > 40
    assert {name(path).partition("/")[0] for path in MODULES} == set(PACKAGES)


# ---- imports --------------------------------------------------------------------------------


@every_module()
def test_imports_run_one_way(path: Path) -> None:
    package = name(path).partition("/")[0]
    for module, line in imports(path):
        other = module.partition(".")[0]
        if other in PACKAGES or other == "tests":
            assert other in MAY_IMPORT[package], f"{name(path)}:{line} imports {module}"


@every_module()
def test_the_data_are_read_through_their_loader_alone(path: Path) -> None:
    if name(path).startswith("spec/"):
        return
    for module, line in imports(path):
        if module.partition(".")[0] == "spec":
            assert module in SPEC_FACES, f"{name(path)}:{line} imports {module}"


@every_module()
def test_nothing_outside_the_screens_knows_textual(path: Path) -> None:
    if name(path).startswith("tui/"):
        return
    for module, line in imports(path):
        other = module.partition(".")[0]
        assert other not in ("textual", "rich"), f"{name(path)}:{line} imports {module}"


@every_module()
def test_commands_know_textual_only_through_the_program_they_open(path: Path) -> None:
    if not name(path).startswith(("tui/commands/", "tui/cli.py", "tui/printed.py")):
        return
    for module, line in imports(path):
        other = module.partition(".")[0]
        assert other not in ("textual", "rich"), f"{name(path)}:{line} imports {module}"


@every_module()
def test_the_reducer_reads_no_clock_no_chance_and_no_locale(path: Path) -> None:
    """Chance comes from a generator that the caller hands in."""
    if not name(path).startswith(("replay/", "notation/")):
        return
    forbidden = {"time", "datetime", "secrets", "locale", "uuid", "socket", "subprocess"}
    for module, line in imports(path):
        assert module.partition(".")[0] not in forbidden, f"{name(path)}:{line} imports {module}"
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            assert "random" not in [alias.name for alias in node.names], name(path)
        elif isinstance(node, ast.ImportFrom) and node.module == "random":
            assert [alias.name for alias in node.names] == ["Random"], name(path)


# ---- games ----------------------------------------------------------------------------------


@cache
def game_words() -> set[str]:
    """What would betray that a module knows a game: ids, editions and the code's package."""
    found = set()
    for ident in rulesets():
        game, _, edition = ident.partition("/")
        if GAMES[game].library:
            found |= {ident, edition, GAMES[game].package.rpartition(".")[2]}
            if not game.isdigit():
                found.add(game)
    return found


@every_module()
def test_no_game_is_known_outside_its_folder(path: Path) -> None:
    if name(path).startswith("replay/games/") or name(path) == "replay/registry.py":
        return
    for node in ast.walk(without_docstrings(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node.value.startswith(("such as Game:", "expected senpu-data = 1")):
                continue
            words = {word for word in game_words() if word in node.value}
            told = f"{name(path)}:{node.lineno}: {node.value!r} names a game"
            assert not words or " " in node.value, told
    for module, line in imports(path):
        assert not module.startswith("replay.games"), f"{name(path)}:{line} imports {module}"


def without_docstrings(path: Path) -> ast.Module:
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [  # type: ignore[attr-defined]
                each
                for each in body
                if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
            ]
    return tree


@pytest.mark.parametrize(
    "path", [path for path in MODULES if name(path).startswith("replay/games/")], ids=name
)
def test_one_game_does_not_know_another(path: Path) -> None:
    parts = path.relative_to(ROOT / "replay" / "games").parts
    if len(parts) < 2:
        return
    own = f"replay.games.{parts[0]}"
    for module, line in imports(path):
        if module.startswith("replay.games."):
            assert module.startswith(own), f"{name(path)}:{line} imports {module}"


def test_every_package_is_installed_with_the_project() -> None:
    import tomllib
    from fnmatch import fnmatch

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    patterns = project["tool"]["setuptools"]["packages"]["find"]["include"]
    found = {name(path.parent).replace("/", ".") for path in MODULES if path.name == "__init__.py"}
    missed = {each for each in found if not any(fnmatch(each, pattern) for pattern in patterns)}
    assert missed == set()
    assert not any(fnmatch("tests", pattern) for pattern in patterns)


# ---- rooms ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [*MODULES, *TESTS], ids=name)
def test_no_module_is_longer_than_one_can_hold_in_mind(path: Path) -> None:
    count = len(path.read_text("utf-8").splitlines())
    assert count <= LINES, f"{name(path)} has {count} lines"


@every_module()
def test_modules_are_named_for_what_they_are_about(path: Path) -> None:
    for part in path.relative_to(ROOT).with_suffix("").parts:
        assert not re.search(r"util|helper|manager|common|misc", part), name(path)


@every_module()
def test_every_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(parsed(path)), f"{name(path)} has no docstring"


UNFINISHED = ("TO" + "DO", "FIX" + "ME", "XX" + "X", r"raise NotImplemented" + "Error")


@pytest.mark.parametrize("path", [*MODULES, *TESTS], ids=name)
def test_nothing_is_left_unfinished(path: Path) -> None:
    for number, row in enumerate(path.read_text("utf-8").splitlines(), 1):
        for word in UNFINISHED:
            assert not re.search(rf"\b{word}\b", row), f"{name(path)}:{number}: {row.strip()}"
