"""The architecture: which layer may import which, no cycles, and the size of modules."""

import ast
import builtins
import gc
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from senpu.replay.core.registry import GAMES, list_rule_sets

ROOT = Path(__file__).parents[1]
LAYERS = ("notation", "logs", "spec", "replay", "tui")
MODULES = sorted(
    [
        *(path for path in ROOT.glob("*.py") if path.stem not in ("noxfile", "setup")),
        *(path for layer in LAYERS for path in (ROOT / layer).rglob("*.py")),
    ]
)
TESTS = sorted((ROOT / "tests").rglob("*.py"))
LINES = 600

MAY_IMPORT = {
    "notation": {"notation"},
    "logs": {"logs", "notation"},
    "spec": {"spec", "notation"},
    "replay": {"replay", "logs", "notation", "spec"},
    "tui": {"tui", "replay", "logs", "notation", "spec"},
}
SUB_PACKAGES = {
    "core": {"core"},
    "parts": {"core", "parts"},
    "games": {"core", "parts", "games"},
}
"""Sub-packages of `replay` that these may import; the others may import all except games."""
TEXTS = {"boards", "library", "messages", "pages", "pictures", "render"}
"""The sub-packages of `tui` below commands, screens and widgets."""
TEXTLESS_TUI = (
    "tui/api/", "tui/boards/", "tui/commands/", "tui/jobs/", "tui/library/", "tui/messages/",
    "tui/render/", "tui/cli.py",
)  # fmt: skip
"""The parts of `tui` that work without a screen."""
SPEC_LOADERS = (
    "corrections", "data", "forms", "game_file", "influence", "loader", "names", "owner_files",
    "ranges", "stagger", "texts", "translations", "value_files",
)  # fmt: skip


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def dotted(path: Path) -> str:
    parts = ["senpu", *path.relative_to(ROOT).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


IDENTS = {dotted(path): path for path in MODULES}


@cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a file. Do not change it."""
    tree = ast.parse(path.read_text("utf-8"))
    gc.freeze()  # trees stay to the end; searching them for garbage takes longer than parsing
    return tree


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a file."""
    return tuple(ast.walk(parsed(path)))


@cache
def imports(path: Path) -> tuple[tuple[str, int], ...]:
    """Return every module that a file imports, lazily or for types too, with the line number."""
    found = []
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)}:{node.lineno}: a relative import"
            assert node.module
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.append((whole if whole in IDENTS else node.module, node.lineno))
    return tuple(found)


def own_imports() -> Iterator[tuple[Path, list[str], list[str], str]]:
    """Yield each import between product modules: the file, both names in parts, a message."""
    for path in MODULES:
        for module, line in imports(path):
            if module.partition(".")[0] in ("senpu", "tests"):
                message = f"{name(path)}:{line} imports {module}"
                yield path, dotted(path).split(".")[1:], module.split("."), message


# ---- imports --------------------------------------------------------------------------------


def test_imports_run_one_way() -> None:
    for _, own, other, message in own_imports():
        assert other[0] == "senpu", message
        if own and own[0] in MAY_IMPORT and len(other) > 1:
            assert other[1] in MAY_IMPORT[own[0]], message


def test_sub_packages_of_replay_import_one_way() -> None:
    wrong = []
    for _, own, other, message in own_imports():
        if own[:1] == ["replay"] and other[1:2] == ["replay"] and len(own) > 1 and len(other) > 2:
            allowed = SUB_PACKAGES.get(own[1])
            if (other[2] not in allowed) if allowed else other[2] == "games":
                wrong.append(message)
    assert wrong == []


def test_spec_is_read_through_its_loader() -> None:
    for _, own, other, message in own_imports():
        if own[:1] != ["spec"] and other[1:2] == ["spec"] and len(other) > 2:
            assert other[2] in SPEC_LOADERS, message


def test_texts_and_pictures_import_no_part_of_the_screen() -> None:
    forbidden = {"commands", "screens", "serving", "widgets"}
    for _, own, other, message in own_imports():
        if own[:1] == ["tui"] and own[1:2] and own[1] in TEXTS and other[1:2] == ["tui"]:
            assert forbidden.isdisjoint(other[2:3]), message


def test_only_the_screens_import_textual() -> None:
    textless = ("notation/", "logs/", "spec/", "replay/", *TEXTLESS_TUI, "__")
    for path in MODULES:
        if name(path).startswith(textless):
            for module, line in imports(path):
                message = f"{name(path)}:{line} imports {module}"
                assert module.partition(".")[0] not in ("textual", "rich"), message


def cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the strongly connected components of more than one module (Tarjan, 1972)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(node: str) -> None:
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in order:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == order[node]:
            members = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(members) > 1:
                found.append(sorted(members))

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    try:
        for node in sorted(graph):
            if node not in order:
                visit(node)
    finally:
        sys.setrecursionlimit(limit)
    return found


def test_the_search_for_cycles_finds_them() -> None:
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]


def test_imports_have_no_cycles() -> None:
    """Imports inside functions and under TYPE_CHECKING count."""
    graph = {
        ident: {module for module, _ in imports(path) if module in IDENTS and module != ident}
        for ident, path in IDENTS.items()
    }
    assert cycles(graph) == []


CLOCKS = {
    ("replay/analysis/search.py", "time"),  # budgets of time
}


def test_replay_and_notation_read_no_clock_no_chance_and_no_locale() -> None:
    """The caller supplies the random generator."""
    forbidden = {"time", "datetime", "secrets", "locale", "uuid", "socket", "subprocess"}
    for path in MODULES:
        if not name(path).startswith(("replay/", "notation/")):
            continue
        for module, line in imports(path):
            message = f"{name(path)}:{line} imports {module}"
            if (name(path), module) not in CLOCKS:
                assert module.partition(".")[0] not in forbidden, message
        for node in nodes(path):
            if isinstance(node, ast.Import):
                assert "random" not in [alias.name for alias in node.names], name(path)
            elif isinstance(node, ast.ImportFrom) and node.module == "random":
                assert [alias.name for alias in node.names] == ["Random"], name(path)


def test_few_modules_start_processes() -> None:
    """Each of them ends its processes with this one (`tests/replay/test_executors.py`)."""
    starters = {
        "replay/analysis/executors.py", "tui/evaluator.py", "tui/pager.py",
        "tui/serving/__init__.py",
    }  # fmt: skip
    for path in MODULES:
        for module, line in imports(path):
            if module.partition(".")[0] in ("multiprocessing", "subprocess"):
                assert name(path) in starters, f"{name(path)}:{line} imports {module}"
        if "ProcessPoolExecutor" in path.read_text("utf-8"):
            assert name(path) in starters, name(path)


# ---- games ----------------------------------------------------------------------------------


def find_game_names() -> set[str]:
    """Return the ids, editions and package names by which a module could know a game."""
    found = set()
    for ident in list_rule_sets():
        game, _, edition = ident.partition("/")
        if GAMES[game].library:
            found |= {ident, edition, GAMES[game].package.rpartition(".")[2]}
            if not game.isdigit():
                found.add(game)
    return found


def docstrings(path: Path) -> set[int]:
    """Return the identities of all string statements."""
    return {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}


def test_no_game_is_known_outside_its_folder() -> None:
    names = find_game_names()
    for path in MODULES:
        if name(path).startswith("replay/games/") or name(path) == "replay/core/registry.py":
            continue
        skipped = docstrings(path)
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if id(node) in skipped or " " in node.value:
                    continue
                if node.value.startswith(("such as Game:", "expected senpu-data = 1")):
                    continue
                message = f"{name(path)}:{node.lineno}: {node.value!r} names a game"
                assert not any(word in node.value for word in names), message


def test_one_game_does_not_know_another() -> None:
    for _, own, other, message in own_imports():
        if own[:2] == ["replay", "games"] and other[1:3] == ["replay", "games"]:
            assert other[3:4] == own[2:3], message


# ---- packages and modules ---------------------------------------------------------------------


def test_every_package_is_found_by_the_build() -> None:
    folders = {path.parent for path in MODULES}
    assert [name(each) for each in folders if not (each / "__init__.py").exists()] == []


def test_modules_have_one_topic() -> None:
    for path in [*MODULES, *TESTS]:
        count = len(path.read_text("utf-8").splitlines())
        assert count <= LINES, f"{name(path)} has {count} lines"
    for path in MODULES:
        assert ast.get_docstring(parsed(path)), f"{name(path)} has no docstring"
        for part in path.relative_to(ROOT).with_suffix("").parts:
            assert not re.search(r"util|helper|manager|common|misc", part), name(path)


def classes() -> dict[str, list[tuple[str, list[str]]]]:
    """Return the product classes by name: the module and the names of the base classes."""
    found: dict[str, list[tuple[str, list[str]]]] = {}
    for path in MODULES:
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                bases = [ast.unparse(base).rpartition(".")[2] for base in node.bases]
                found.setdefault(node.name, []).append((name(path), bases))
    return found


def test_a_class_name_has_one_meaning() -> None:
    repeated = {each: found for each, found in classes().items() if len(found) > 1}
    assert repeated == {}


def test_names_of_exceptions_end_in_error() -> None:
    """The base class of all errors is `Error`."""
    every = classes()

    def is_exception(ident: str) -> bool:
        built_in = getattr(builtins, ident, None)
        if isinstance(built_in, type):
            return issubclass(built_in, BaseException)
        return any(is_exception(base) for _, bases in every.get(ident, []) for base in bases)

    exceptions = [each for each in every if is_exception(each)]
    assert len(exceptions) > 20
    assert [each for each in exceptions if not each.endswith("Error")] == []


UNFINISHED = ("TO" + "DO", "FIX" + "ME", "XX" + "X", r"raise NotImplemented" + "Error")


def test_nothing_is_unfinished() -> None:
    pattern = re.compile(rf"\b(?:{'|'.join(UNFINISHED)})\b")
    for path in [*MODULES, *TESTS]:
        for number, row in enumerate(path.read_text("utf-8").splitlines(), 1):
            assert not pattern.search(row), f"{name(path)}:{number}: {row.strip()}"


# ---- gates -----------------------------------------------------------------------------------

GATES = {
    "logs/inputs.py": {"read"},
    "logs/journal.py": {"read", "write", "replace"},
    "tui/output_files.py": {"read", "write"},
    "tui/printing.py": {"print", "read", "write"},  # it opens the null device
}
"""The modules through which all input and output goes, and their actions."""
EXCEPTIONS = {
    ("logs/keys.py", "replace"): "removes its own new file after an error",
    ("logs/repair.py", "read"): "opens a log that the journal holds",
    ("logs/repair.py", "write"): "cuts a log that the journal holds",
    ("notation/messages.py", "read"): "reads the catalogues of the program",
    ("spec/loader.py", "read"): "reads the data of the program",
    ("spec/texts.py", "read"): "reads the rules of the program",
    ("spec/value_files.py", "read"): "reads the values of the program",
    ("tui/pages/page.py", "read"): "reads the style and the script of the program",
    (
        "replay/analysis/corpus.py",
        "write",
    ): "waits for no disk: a lost game is played again",
    ("tui/evaluator.py", "print"): "gives its workers the error stream of the terminal",
    ("replay/openings/shelf.py", "read"): "opens books with SQLite",
    ("replay/openings/shelf.py", "write"): "creates books with SQLite",
    ("replay/openings/shelf.py", "replace"): "removes a book that could not be created",
    ("replay/openings/binding.py", "replace"): "replaces a book by its complete part",
    ("replay/openings/shards.py", "read"): "reads the files of a build, which it wrote",
    ("replay/openings/shards.py", "replace"): "replaces a file of a build by the complete one",
}
"""Further actions, each with the reason."""
ACTIONS = {
    "print": {
        "print", "pprint", "input", "sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__",
        "print_help", "print_usage",
    },
    "read": {
        "open", "io.open", "os.open", "os.fdopen", "codecs.open", "read_text", "read_bytes",
        "sys.stdin", "sqlite3.connect", "tomllib.load", "json.load", "zipfile.ZipFile", "mmap.mmap",
    },
    "write": {
        "write_text", "write_bytes", "touch", "os.truncate", "os.ftruncate", "os.write",
        "json.dump", "tempfile", "os.mkfifo",
    },
    "replace": {
        "os.replace", "os.rename", "os.renames", "os.remove", "os.unlink", "os.link", "os.symlink",
        "unlink", "rename", "hardlink_to", "symlink_to", "shutil", "rmdir", "os.rmdir",
    },
}  # fmt: skip
"""Names of functions, methods and modules by action."""
METHODS = {
    "read_text", "read_bytes", "write_text", "write_bytes", "touch", "unlink", "rename",
    "hardlink_to", "symlink_to", "rmdir", "print_help", "print_usage",
}  # fmt: skip
PACKAGES = {"shutil", "tempfile"}
PATHS = re.compile(r"path|file|folder|part|temporary|backup|known|out", re.IGNORECASE)
"""The names of variables that hold a path, for methods that other objects have too."""


ENDS = {names.rpartition(".")[2] for found in ACTIONS.values() for names in found} | {"replace"}


def find_actions(tree: Sequence[ast.AST]) -> Iterator[tuple[str, int, str]]:
    """Yield the input and output of a module: the action, the line and the name."""
    calls, harmless = {}, set()
    for node in tree:
        if isinstance(node, ast.Call):
            calls[id(node.func)] = node
        if isinstance(node, ast.Attribute) and node.attr == "isatty":
            harmless.add(id(node.value))
    for node in tree:
        found: set[str] = set()
        if isinstance(node, ast.Name) and (id(node) in calls or node.id == "print"):
            found = {node.id} - METHODS
        elif isinstance(node, ast.Attribute) and node.attr in ENDS and id(node) not in harmless:
            owner = ast.unparse(node.value)
            found = {f"{owner}.{node.attr}"} | ({node.attr} & METHODS)
            call = calls.get(id(node))
            if call is not None and PATHS.search(owner.rpartition(".")[2]):
                found |= {"open"} & {node.attr}
                if node.attr == "replace" and len(call.args) == 1 and not call.keywords:
                    found.add("os.replace")  # of a path: a text needs two arguments
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found = {node.value.id} & PACKAGES
        for action, names in ACTIONS.items() if found else ():
            for each in sorted(found & names):
                yield action, node.lineno, each  # type: ignore[attr-defined]  # a name has a line


PAINTERS = {"tui/widgets/painting.py", "tui/widgets/hex_sheet.py"}
"""The modules that make the cells of the viewer; the second has only texts of the program."""


def test_the_viewer_paints_text_in_two_modules() -> None:
    for path in MODULES:
        for module, line in imports(path):
            message = f"{name(path)}:{line} imports {module}"
            assert module != "rich.segment" or name(path) in PAINTERS, message
            assert module not in ("rich.text", "textual.content"), message


def test_input_and_output_go_through_gates() -> None:
    wrong, used = [], set()
    for path in MODULES:
        module = name(path)
        for action, line, what in find_actions(nodes(path)):
            if action in GATES.get(module, ()):
                continue
            if (module, action) in EXCEPTIONS:
                used.add((module, action))
            else:
                wrong.append(f"{module}:{line}: {what} ({action})")
    assert wrong == []
    assert EXCEPTIONS.keys() - used == set(), "not needed any more"


@pytest.mark.parametrize(
    ("code", "action"),
    [
        ("print('x')", "print"),
        ("f = print", "print"),
        ("sys.stderr.write('x')", "print"),
        ("sys.stdout.buffer.write(b'x')", "print"),
        ("parser.print_help()", "print"),
        ("open('x')", "read"),
        ("with path.open('rb') as file: pass", "read"),
        ("self.path.open()", "read"),
        ("Path('x').read_text()", "read"),
        ("sys.stdin.read()", "read"),
        ("os.open('x', 0)", "read"),
        ("sqlite3.connect('x')", "read"),
        ("given.out.write_bytes(b'')", "write"),
        ("path.touch()", "write"),
        ("os.replace(a, b)", "replace"),
        ("part.replace(path)", "replace"),
        ("path.rename(other)", "replace"),
        ("path.unlink()", "replace"),
        ("shutil.copyfile(a, b)", "replace"),
        ("text.replace('a', 'b')", ""),
        ("sys.stdout.isatty()", ""),
        ("book.open(page)", ""),
    ],
)
def test_the_search_for_input_and_output_finds_it(code: str, action: str) -> None:
    assert {found for found, _, _ in find_actions([*ast.walk(ast.parse(code))])} == (
        {action} if action else set()
    )
