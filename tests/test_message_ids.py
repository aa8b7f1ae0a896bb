"""Ids of messages: each literal id in the code has a sentence, and each sentence is used."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from senpu.notation.faults import Error
from senpu.notation.messages import MESSAGES, SOURCE
from senpu.spec.texts import COMMON, read_catalogue
from tests.test_architecture import MODULES, docstrings, dotted, name, nodes
from tests.test_messages import SHIPPED

CATALOGUE = read_catalogue(MESSAGES, SOURCE)
TOPICS = {ident.partition(".")[0] for ident in CATALOGUE}
TESTED_ELSEWHERE = ("argparse.", "help.", "titles.library.")
"""`tests/command/test_help.py` compares the first two with the parsers, and
`tests/games/test_library.py` the last one with the logs."""
FAULTS = {"ReductionError": 1, "PositionError": 2, "FaultError": 1, "make_fault": 3}
"""The callables whose first argument is the id of a fault, with the number of the next key."""
VARIANTS = re.compile(r"(?:_none|_targets|_numbers|_end|_inactive)*$")
"""The endings that the narrator adds to the id of a sentence of a game."""


def text_of(node: ast.expr | None) -> str:
    """Return the value of a literal text, or ""."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


@cache
def plain_errors() -> dict[str, str]:
    """Return the topic of each exception whose first argument is the id of its sentence."""
    for path in MODULES:
        if path.name != "__main__.py":
            import_module(dotted(path))
    found, left = {}, [Error]
    while left:
        each = left.pop()
        left += each.__subclasses__()
        if each.__init__ is Error.__init__:
            found[each.__name__] = each.topic
    return found


def _is_look(function: ast.expr) -> bool:
    return ast.unparse(function).endswith("look.word")


def literal_ids() -> Iterator[tuple[str, str]]:
    """Yield each id that the code names literally, with its place."""
    errors = plain_errors()
    for path in MODULES:
        for node in nodes(path):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
            first, second = text_of(node.args[0]), text_of((*node.args, None)[1])
            ident = ""
            if called in ("Message", "render") and first.partition(".")[0] in TOPICS:
                ident = first if "." in first else ""
            elif called == "get_text" or (called == "word" and _is_look(node.func)):
                found = second if called == "get_text" else first
                ident = found and f"screens.{found}"
            elif called == "fault_message" and first and (second or len(node.args) == 1):
                ident = f"faults.{first}.{second or 'message'}"
            elif called in errors and first:
                ident = f"{errors[called]}.{first}"
            place = f"{name(path)}:{node.lineno}"
            if ident:
                yield ident, place
            if called in FAULTS and first:
                hint = next((each.value for each in node.keywords if each.arg == "hint"), None)
                for key in (*map(text_of, node.args[FAULTS[called] :]), text_of(hint)):
                    if key:
                        yield f"faults.{first}.{key}", place


@pytest.mark.slow
def test_every_literal_id_in_the_code_has_a_sentence() -> None:
    found = list(literal_ids())
    assert len(found) > 500
    assert [f"{place}: {ident}" for ident, place in found if ident not in CATALOGUE] == []


@cache
def literals() -> tuple[frozenset[str], frozenset[str], tuple[re.Pattern[str], ...]]:
    """Return the literal texts of the code, the words in them, and its formatted texts."""
    texts, patterns = set(), set()
    for path in MODULES:
        skipped = docstrings(path)
        for node in nodes(path):
            if isinstance(node, ast.Constant) and id(node) not in skipped:
                texts.add(text_of(node))
            elif isinstance(node, ast.keyword):
                texts.add(node.arg or "")
            elif isinstance(node, ast.AnnAssign):
                texts.add(ast.unparse(node.target))
            elif isinstance(node, ast.JoinedStr):
                parts = [re.escape(text_of(part)) or "(.+)" for part in node.values]
                fixed = "".join(part for part in parts if part != "(.+)")
                if (
                    re.search("[A-Za-z]{2}", fixed)
                    or fixed.startswith("_")
                    or fixed in ("_", r"\.")
                ):
                    patterns.add("".join(parts))
    words = {word for text in texts for word in re.findall(r"\w+(?:-\w+)*", text)}
    words |= {word.replace("-", "_") for word in words}
    general = {f"{topic}{rest}" for topic in TOPICS for rest in (r"\.(.+)", r"\.(.+)\.(.+)")}
    kept = [re.compile(each) for each in sorted(patterns - general)]
    return frozenset(texts), frozenset(words), tuple(kept)


def is_used(ident: str) -> bool:
    """Return whether the code has an id without its topic, or can compose it of its words."""
    texts, _, patterns = literals()
    key, (table, _, last) = ident.partition(".")[2], ident.rpartition(".")
    if ident in texts or key in texts or all(part in texts for part in key.split(".")):
        return True
    has_table = table in texts or key.rpartition(".")[0] in texts
    return any(
        all(group in texts or group.isdigit() or is_composed(group) for group in groups)
        for pattern in patterns
        for each in (ident, key, *([last] if has_table else []))
        for groups in split_pattern(pattern, each)
    )


def is_composed(group: str) -> bool:
    """Return whether the code has a word, or the words that a hyphen joins in it."""
    _, words, _ = literals()
    return group in words or ("-" in group and {*group.split("-")} <= words)


def split_pattern(pattern: re.Pattern[str], text: str) -> Iterator[tuple[str, ...]]:
    """Yield the groups of a pattern in a text; if an underscore joins two groups, every split."""
    if pattern.pattern == "(.+)_(.+)":
        for found in re.finditer("(?<=.)_(?=.)", text):
            yield text[: found.start()], text[found.end() :]
    elif found_all := pattern.fullmatch(text):
        yield found_all.groups()


@pytest.mark.slow
def test_every_sentence_of_the_program_is_used() -> None:
    unused = [each for each in CATALOGUE if not is_used(each)]
    assert [each for each in unused if not each.startswith(TESTED_ELSEWHERE)] == []


@pytest.mark.slow
@pytest.mark.parametrize("folder", [COMMON, *SHIPPED], ids=lambda folder: folder.name)
def test_every_sentence_of_a_game_is_used(folder: Path) -> None:
    unused = []
    for ident in read_catalogue(folder, SOURCE):
        topic, _, key = ident.partition(".")
        if topic == "texts" and not is_used(f"texts.{VARIANTS.sub('', key.partition('.')[2])}"):
            unused.append(ident)
    assert unused == []


@pytest.mark.slow
def test_an_unused_sentence_is_found() -> None:
    assert not is_used("screens.neverWritten")
    assert not is_used("faults.badDie.neverWritten")
