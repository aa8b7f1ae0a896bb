"""The public names of `senpu` with their forms and docstrings, read from the source.

The text of a field is the string after it, which Python does not keep. So all texts are read from
the source, in its order: of names, fields, properties and methods.
"""

import ast
import inspect
import types
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, TypeGuard

import senpu

INTERNAL = frozenset(("facts", "from_fault", "located", "message", "topic"))
"""Members of the public errors for the other modules of Senpu."""
ATTRIBUTES = ("property", "cached_property")
"""The decorators of methods that are attributes."""
WIDTH = 76
"""The most characters of a form in one line."""


class PublicName(NamedTuple):
    """A public name, or a public member of a class."""

    name: str
    """`read`, `Game`, `Game.at`."""
    form: str
    """`at(position: int | str) -> Position`, `number: int`; for a class, its name or base."""
    text: str
    """The docstring; empty if there is none."""
    is_attribute: bool = False


def describe_name(name: str) -> Iterator[PublicName]:
    """Yield a public name of `senpu`, then the members of a class."""
    if not inspect.isclass(public := getattr(senpu, name)):
        module = import_module(senpu._MODULES.get(name, "senpu"))
        yield from (each for each in _read(module, _parse(module).body) if each.name == name)
        return
    yield _describe_class(public)
    is_error = issubclass(public, senpu.Error)
    bases = [public, *(base for base in public.__mro__ if _is_hidden(base))]
    for base in bases:
        module = import_module(base.__module__)
        for each in _read(module, _find_class(base).body):
            if not (each.name.startswith("_") or (is_error and each.name in INTERNAL)):
                yield each._replace(name=f"{name}.{each.name}")


def _is_hidden(base: type) -> bool:
    """Return whether a base is a class of Senpu that is not public."""
    return base.__module__.startswith("senpu.") and base.__name__ not in senpu.__all__


def _describe_class(public: type) -> PublicName:
    """Return a class; with the form of its constructor if the docstring has its arguments."""
    name, text = public.__name__, inspect.getdoc(public) or ""
    base = public.__base__
    form = f"class {name}({base.__name__})" if base and base.__name__ in senpu.__all__ else name
    if "\nArgs:\n" in text:
        module = import_module(public.__module__)
        (made,) = (each for each in _find_class(public).body if _is_function(each, "__init__"))
        form = _format_function(name, made, module, 1).removesuffix(" -> None")
    return PublicName(name, form, text)


def _read(module: types.ModuleType, body: list[ast.stmt]) -> Iterator[PublicName]:
    """Yield the functions and fields of the body of a module or class."""
    for at, node in enumerate(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            form = f"{node.target.id}: {_format(node.annotation, module)}"
            yield PublicName(node.target.id, form, _read_string(body[at + 1 : at + 2]), True)
        elif _is_function(node):
            marks = [mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)]
            text = ast.get_docstring(node) or ""
            if any(mark in ATTRIBUTES for mark in marks):
                form = f"{node.name}: {_format(node.returns, module)}"
                yield PublicName(node.name, form, text, True)
            else:
                own = int(node.col_offset > 0)  # a method: without `self` or `cls`
                form = _format_function(node.name, node, module, own)
                yield PublicName(node.name, form, text)


@cache
def _parse(module: types.ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


def _find_class(public: type) -> ast.ClassDef:
    """Return the definition of a class."""
    body = _parse(import_module(public.__module__)).body
    return next(
        each for each in body if isinstance(each, ast.ClassDef) and each.name == public.__name__
    )


def _is_function(node: ast.stmt, name: str = "") -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef) and name in ("", node.name)


def _read_string(body: list[ast.stmt]) -> str:
    """Return the string of which a statement consists; empty if it is another statement."""
    for node in body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return inspect.cleandoc(str(node.value.value))
    return ""


class _Resolver(ast.NodeTransformer):
    """Replaces the names of a module by their values: constants, and types made of others."""

    def __init__(self, module: types.ModuleType) -> None:
        self.names = vars(module)

    def visit_Name(self, node: ast.Name) -> Any:
        """Return the value of a name as an expression, or the name."""
        value = self.names.get(node.id)
        if isinstance(value, int | str):
            return ast.Constant(value)
        if isinstance(value, types.UnionType | types.GenericAlias):
            return ast.parse(str(value), mode="eval").body
        return node


def _format(node: ast.AST | None, module: types.ModuleType) -> str:
    """Return an expression of a module as text; quoted types without quotation marks."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return ast.unparse(_Resolver(module).visit(node)) if node else "None"


def _format_function(
    name: str, node: ast.FunctionDef, module: types.ModuleType, skipped: int
) -> str:
    """Return the form of a function without its first parameters; long ones in several lines."""
    parts = [*_list_parameters(node.args, module)][skipped:]
    result = _format(node.returns, module)
    form = f"{name}({', '.join(parts)}) -> {result}"
    if len(form) <= WIDTH:
        return form
    return "\n".join((f"{name}(", *(f"    {part}," for part in parts), f") -> {result}"))


def _list_parameters(args: ast.arguments, module: types.ModuleType) -> Iterator[str]:
    """Yield the parameters of a function, each with its type and default."""

    def describe(arg: ast.arg, default: ast.expr | None = None) -> str:
        text = f"{arg.arg}: {_format(arg.annotation, module)}" if arg.annotation else arg.arg
        if default is None:
            return text
        return f"{text} = {ast.unparse(_Resolver(module).visit(default))}"

    usual = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(usual) - len(args.defaults)) + args.defaults
    for at, (arg, default) in enumerate(zip(usual, defaults, strict=True), 1):
        yield describe(arg, default)
        if at == len(args.posonlyargs):
            yield "/"
    if args.kwonlyargs and not args.vararg:
        yield "*"
    if args.vararg:
        yield f"*{describe(args.vararg)}"
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        yield describe(arg, default)
    if args.kwarg:
        yield f"**{describe(args.kwarg)}"
