"""The public names: lazily loaded, typed without `Any`, documented with examples that run."""

import ast
import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import senpu
from senpu.tui.commands.public_names import INTERNAL
from tests.api.conftest import EXAMPLE

ROOT = Path(__file__).parents[2]
NAMES = [name for name in senpu.__all__ if not name.startswith("_")]


def members(public: object) -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield the functions of a public name: itself, or its public methods and properties."""
    if not inspect.isclass(public):
        assert callable(public)
        yield "", public
        return
    for name, member in vars(public).items():
        if name.startswith("_") and name != "__init__":
            continue
        if isinstance(member, property):
            assert member.fget is not None
            yield name, member.fget
        elif isinstance(member, cached_property):
            yield name, member.func
        elif isinstance(member, classmethod):
            yield name, member.__func__
        elif inspect.isfunction(member):
            yield name, member


@pytest.mark.parametrize("name", NAMES)
def test_every_name_has_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(getattr(senpu, name)) or ""), name


@pytest.mark.parametrize("name", NAMES)
def test_functions_document_arguments_and_results(name: str) -> None:
    public = getattr(senpu, name)
    text = inspect.getdoc(public) or ""
    assert text.splitlines()[0].endswith("."), name
    for member, function in members(public):
        is_attribute = isinstance(getattr(public, member, None), property | cached_property)
        if member == "__init__" or is_attribute or member in INTERNAL:
            continue
        hints = inspect.signature(function)
        own = inspect.getdoc(function) or ""
        for each in hints.parameters:
            assert each in ("self", "cls") or f"{each}:" in own, f"{name}.{member}: {each}"
        if hints.return_annotation not in ("None", None):
            assert "Returns:" in own, f"{name}.{member}: result"


def any_in(hint: object) -> bool:
    """Return whether a type has `Any` in it."""
    parts = [*getattr(hint, "__args__", ())]
    return hint is Any or any(any_in(part) for part in parts if part is not hint)


def classes_in(hint: object) -> Iterator[type]:
    """Yield the classes of Senpu that a type has in it."""
    if inspect.isclass(hint) and hint.__module__.startswith("senpu."):
        yield hint
    for part in getattr(hint, "__args__", ()):
        yield from classes_in(part)


def check_hint(hint: object, place: str) -> None:
    """Require that a type of a public signature has public classes only, and no `Any`."""
    assert not any_in(hint), f"{place}: {hint}"
    hidden = {each.__name__ for each in classes_in(hint)} - {*NAMES, "Events"}  # of a Sequence
    assert not hidden, f"{place}: {hidden}"


MADE_INSIDE = frozenset(("Event", "Game", "Option", "Position", "RuleSet"))
"""Classes that only the library makes: their constructors are not public."""


@pytest.mark.parametrize("name", NAMES)
def test_public_signatures_have_no_any(name: str) -> None:
    public = getattr(senpu, name)
    names: dict[str, object] = {}
    for base in reversed(getattr(public, "__mro__", (public,))):
        if base.__module__.startswith("senpu."):
            module = import_module(base.__module__)
            names |= vars(module) | type_only(Path(module.__file__ or ""))
    for member, function in members(public):
        if member == "__init__" and name in MADE_INSIDE:
            continue
        if member in INTERNAL:
            continue
        for hint in get_type_hints(function, names).values():
            check_hint(hint, f"{name}.{member}")
    if inspect.isclass(public):
        for field, hint in get_type_hints(public, names).items():
            if not field.startswith("_") and not (
                field in INTERNAL and issubclass(public, senpu.Error)
            ):
                check_hint(hint, f"{name}.{field}")


def type_only(path: Path) -> dict[str, object]:
    """Return the names that a module imports for type checkers only."""
    found: dict[str, object] = {}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            for each in node.body:
                if isinstance(each, ast.ImportFrom):
                    for alias in each.names:
                        module = import_module(str(each.module))
                        got = getattr(module, alias.name, None)
                        if got is None:
                            got = import_module(f"{each.module}.{alias.name}")
                        found[alias.asname or alias.name] = got
    return found


def test_every_name_is_listed_and_loaded_on_first_use() -> None:
    assert set(senpu.__all__) <= set(dir(senpu))
    program = (
        "import sys, senpu; assert not [m for m in sys.modules if m.startswith('senpu.')];"
        "from senpu import *; print(read, Game)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT.parent)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = senpu.nothing


def test_the_stub_and_the_lazy_names_are_the_same() -> None:
    tree = ast.parse((ROOT / "__init__.py").read_text("utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    typed = {
        alias.asname: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert typed == senpu._MODULES
    assert {*typed, "__version__"} == set(senpu.__all__)


def test_the_version_is_that_of_the_distribution() -> None:
    assert senpu.__version__.count(".") == 2


def test_the_example_is_the_log_of_the_docstrings(folder: Path) -> None:
    assert senpu.read("game.senpu").path == Path("game.senpu")
    assert EXAMPLE.read_bytes() == (folder / "game.senpu").read_bytes()
