"""Measured figures in files, and the blocks of pages that are made from them."""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")


def read_rows(path: Path, kind: type[T]) -> list[T]:
    """Return the rows of a file of figures; none if it does not exist."""
    return msgspec.json.decode(path.read_bytes(), type=list[kind]) if path.exists() else []  # type: ignore[valid-type]


def write_rows(path: Path, rows: Iterable[object]) -> None:
    """Write a file of figures, a JSON list with a row for each."""
    text = ",\n".join(msgspec.json.encode(each).decode() for each in rows)
    path.write_text(f"[\n{text}\n]\n", "utf-8", newline="\n")


def replace_block(text: str, begin: str, end: str, rows: Iterable[str]) -> str:
    """Return a page with other rows between two lines."""
    head, found, rest = text.partition(begin)
    assert found, f"the page lacks the line {begin}"
    return "\n".join([f"{head}{begin}", *rows, f"{end}{rest.partition(end)[2]}"])


def write_block(path: Path, begin: str, end: str, rows: Iterable[str]) -> None:
    """Write other rows between two lines of a page."""
    text = replace_block(path.read_text("utf-8"), begin, end, rows)
    path.write_text(text, "utf-8", newline="\n")
