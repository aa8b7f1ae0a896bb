"""Mutation tests of the verifier.

    python -m tests.reliability.mutants MODULE TEST …

Each mutant is the module with one changed comparison, condition, number or statement. The tests
of each mutant run in a forked process that has not loaded the module. The result is printed as
JSON: the number of mutants, and the mutants that no test noticed. Texts are not changed, because
tests need not check the wording of messages.
"""

import ast
import json
import os
import resource
import sys
from collections.abc import Iterator, Sequence
from copy import deepcopy
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from itertools import islice
from pathlib import Path
from time import monotonic, sleep
from types import ModuleType

import _pytest.assertion
import hypothesis.stateful
import msgspec
import pytest

import senpu.notation.reader
import senpu.notation.writer

LOADED = (
    _pytest.assertion,
    hypothesis.stateful,
    msgspec,
    senpu.notation.reader,
    senpu.notation.writer,
)
"""Modules that are never mutated, loaded once for all mutants."""
ROOT = Path(__file__).parents[2]
TIMES, WAITING = 4, 120
"""Limits of a mutant: CPU time as a multiple of the time without a change, and seconds by the
clock. A mutant that exceeds a limit counts as noticed."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


def mutate(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the replacements of a node."""
    new = deepcopy(node)
    if isinstance(new, ast.Compare):
        new.ops[0] = COMPARED[type(new.ops[0])]()
        yield new
    elif isinstance(new, ast.BoolOp):
        new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
        yield new
    elif isinstance(new, ast.UnaryOp) and isinstance(new.op, ast.Not):
        yield new.operand
    elif isinstance(new, ast.BinOp) and isinstance(new.op, ast.Add | ast.Sub):
        new.op = ast.Sub() if isinstance(new.op, ast.Add) else ast.Add()
        yield new
    elif isinstance(new, ast.Constant) and type(new.value) is int:
        yield ast.Constant(new.value + 1)
    elif isinstance(new, ast.Constant) and type(new.value) is bool:
        yield ast.Constant(not new.value)
    elif isinstance(new, ast.If | ast.While | ast.IfExp):
        if ast.unparse(new.test) != "TYPE_CHECKING":  # otherwise it is only loaded sooner
            new.test = ast.UnaryOp(ast.Not(), new.test)
            yield new
    elif isinstance(new, ast.Return) and ast.unparse(new) not in ("return", "return None"):
        yield ast.Return(ast.Constant(None))
    elif isinstance(new, ast.AugAssign | ast.Continue | ast.Break | ast.Raise) or _calls(new):
        yield ast.Pass()


def _calls(node: ast.AST) -> bool:
    """Return whether a statement is only a call."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)


def mutants(source: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield the mutants of a module, each with a description of its change."""
    tree = ast.parse(source)
    rows = source.splitlines()
    nodes = [node for node in ast.walk(tree) if hasattr(node, "lineno")]
    for node in nodes:
        for new in mutate(node):
            mutant = deepcopy(_marked(tree, node))
            _Exchange(node, new).visit(mutant)
            change = f"{rows[node.lineno - 1].strip()}  =>  {ast.unparse(new).splitlines()[0]}"
            yield change, ast.fix_missing_locations(mutant)


def _marked(tree: ast.Module, node: ast.AST) -> ast.Module:
    for each in ast.walk(tree):
        each.here = each is node  # type: ignore[attr-defined]
    return tree


class _Exchange(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.new = ast.copy_location(new, old)

    def visit(self, node: ast.AST) -> ast.AST:
        if getattr(node, "here", False):
            return self.new
        self.generic_visit(node)
        return node


class MutantImporter(MetaPathFinder, Loader):
    """An importer that loads a module from another syntax tree."""

    def __init__(self, name: str, tree: ast.Module, path: Path) -> None:
        self.name, self.tree, self.path = name, tree, path

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        return spec_from_loader(name, self, origin=str(self.path)) if name == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self.path)
        exec(compile(self.tree, str(self.path), "exec"), module.__dict__)


def tested(name: str, tree: ast.Module, path: Path, tests: Sequence[str], most: int) -> int:
    """Fork a process that runs the tests on a mutant, and return its id."""
    program = os.fork()
    if program:
        return program
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (1, 2):
        os.dup2(nothing, descriptor)
    sys.meta_path.insert(0, MutantImporter(name, tree, path))
    hypothesis.settings.register_profile("still", database=None, deadline=None, derandomize=True)
    hypothesis.settings.load_profile("still")
    status = 1
    try:
        plugins = ("-p", "no:cacheprovider", "-p", "no:faulthandler")
        calm = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
        status = pytest.main(["-x", "-q", *plugins, *calm, *tests])
    finally:
        os._exit(int(status))


def survivors(path: Path, tests: Sequence[str], every: int = 1) -> dict[str, object]:
    """Run the tests on every mutant of a module, or on one of each `every` mutants."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    source = path.read_text("utf-8")
    _, status, used = os.wait4(tested(name, ast.parse(source), path, tests, 600), 0)
    most = 2 + int(TIMES * used.ru_utime)
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"{name}: the tests fail without any change")
    waiting = islice(mutants(source), 0, None, every)
    tried, alive = 0, list[str]()
    running: dict[int, tuple[str, float]] = {}
    while True:
        for change, tree in islice(waiting, (os.cpu_count() or 1) - len(running)):
            running[tested(name, tree, path, tests, most)] = (change, monotonic())
            tried += 1
        if not running:
            return {"tried": tried, "alive": alive}
        for program, (change, begun) in [*running.items()]:
            done, status = os.waitpid(program, os.WNOHANG)
            if not done and monotonic() - begun > WAITING:
                os.kill(program, 9)
                os.waitpid(program, 0)
            elif not done:
                continue
            elif not os.waitstatus_to_exitcode(status):
                alive.append(change)
            del running[program]
        sleep(0.01)


if __name__ == "__main__":
    file, step, *chosen = sys.argv[1:]
    print(json.dumps(survivors(ROOT / file, chosen, int(step))))
