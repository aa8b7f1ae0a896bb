"""Find words and phrases that the style guide bans (`banned.txt` explains the format)."""

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

LIST = Path(__file__).parent / "banned.txt"
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
CODE = re.compile(r"``?[^`]*``?|\{[^{}]*\}|senpu [a-z]+|--[a-z-]+")


class Ban(NamedTuple):
    """A banned expression, what it may be part of, and what to write instead."""

    pattern: re.Pattern[str]
    allowed: re.Pattern[str] | None
    instead: str


class Hit(NamedTuple):
    """A match of a banned expression."""

    where: str
    found: str
    instead: str


class Piece(NamedTuple):
    """A text to check: where it is, its section of the list, and the text."""

    where: str
    section: str
    text: str


@cache
def bans() -> dict[str, list[Ban]]:
    """Return the list by section."""
    found: dict[str, list[Ban]] = {}
    section = ""
    for row in LIST.read_text("utf-8").splitlines():
        if row.startswith("[") and row.endswith("]"):
            section = row[1:-1]
            found[section] = []
        elif row and not row.startswith("#"):
            pattern, allowed, instead = (*row.split("\t"), "", "")[:3]
            flags = re.IGNORECASE if section == "prose" else 0
            found[section].append(
                Ban(
                    re.compile(pattern, flags),
                    re.compile(allowed, flags) if allowed else None,
                    instead,
                )
            )
    return found


def hits(pieces: Iterable[Piece]) -> Iterator[Hit]:
    """Yield the matches in some texts."""
    for where, section, text in pieces:
        for found, instead in find_bans(section, text):
            yield Hit(where, found, instead)


@cache
def find_bans(section: str, text: str) -> list[tuple[str, str]]:
    """Return the matches in a text, with what to write instead; many names and rows recur."""
    hits = []
    for ban in bans()[section]:
        finds = (
            [m] if section == "name" and (m := ban.pattern.fullmatch(text))
            else [] if section == "name" else ban.pattern.finditer(text)
        )  # fmt: skip
        for match in finds:
            spans = ban.allowed.finditer(text) if ban.allowed else ()
            if not any(s.start() < match.end() and match.start() < s.end() for s in spans):
                hits.append((match[0], ban.instead))
    return hits


def prose_or_japanese(where: str, text: str) -> Piece:
    """Return a text as prose, or as Japanese."""
    if JAPANESE.search(text):
        return Piece(where, "ja", text)
    return Piece(where, "prose", CODE.sub("`", text))


def of_markdown(path: Path) -> Iterator[Piece]:
    """Yield the paragraphs, list items and rows of tables of a page."""
    text = re.sub(r"^(```|~~~).*?^\1\s*$", "\n", path.read_text("utf-8"), flags=re.M | re.S)
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.) ?)", text):
        if block.strip():
            yield prose_or_japanese(str(path), " ".join(block.split()))


def of_toml(path: Path) -> Iterator[Piece]:
    """Yield the texts of a TOML file."""

    def texts(value: Any, where: str) -> Iterator[Piece]:
        if isinstance(value, dict):
            for key, each in value.items():
                yield from texts(each, f"{where}.{key}" if key != "by" else where)
        elif isinstance(value, list):
            for each in value:
                yield from texts(each, where)
        elif isinstance(value, str):
            yield prose_or_japanese(where, value)

    source = path.read_text("utf-8")
    yield from texts(tomllib.loads(source), str(path))
    for row in source.splitlines():
        if row.startswith("#"):
            yield prose_or_japanese(str(path), row.lstrip("# "))


def of_python(path: Path) -> Iterator[Piece]:
    """Yield docstrings, comments, strings of two words or more, and names of a module."""
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    yield Piece(str(path), "name", path.stem)
    for node in ast.walk(tree):
        where = f"{path}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if len(node.value.split()) > 1:
                for paragraph in node.value.split("\n\n"):
                    yield prose_or_japanese(where, " ".join(paragraph.split()))
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            yield Piece(where, "name", node.name)
        elif isinstance(node, ast.arg):
            yield Piece(where, "name", node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield Piece(where, "name", node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield Piece(where, "name", node.attr)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield prose_or_japanese(f"{path}:{token.start[0]}", token.string.lstrip("# "))
    for number, row in enumerate(source.splitlines(), 1):
        yield Piece(f"{path}:{number}", "source", row)


READERS = {".md": of_markdown, ".toml": of_toml, ".py": of_python}


def pieces(paths: Iterable[Path]) -> Iterator[Piece]:
    """Yield the texts of files, and of all files in folders."""
    for path in paths:
        if path.is_dir():
            found = sorted(each for each in path.rglob("*") if each.suffix in READERS)
            yield from pieces(each for each in found if "__pycache__" not in each.parts)
        else:
            yield from READERS[path.suffix](path)


def words(texts: Iterable[Piece]) -> int:
    """Return the number of words of prose in some texts."""
    return sum(len(piece.text.split()) for piece in texts if piece.section == "prose")
