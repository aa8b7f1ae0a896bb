"""Measured figures in files, and the blocks of pages that are made from them."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

from senpu.notation.messages import LANGUAGES
from senpu.spec.loader import SPEC

T = TypeVar("T")


def read_rows(path: Path, kind: type[T]) -> list[T]:
    """Return the rows of a file of figures; none if it does not exist."""
    return msgspec.json.decode(path.read_bytes(), type=list[kind]) if path.exists() else []  # type: ignore[valid-type]


def write_rows(path: Path, rows: Iterable[object]) -> None:
    """Write a file of figures, a JSON list with a row for each."""
    text = ",\n".join(msgspec.json.encode(each).decode() for each in rows)
    path.write_text(f"[\n{text}\n]\n", "utf-8", newline="\n")


def find_pages(name: str) -> dict[str, Path]:
    """Return the reference page with a name in each language that has it."""
    pages = {each: SPEC / each / "reference" / f"{name}.md" for each in LANGUAGES}
    return {language: path for language, path in pages.items() if path.is_file()}


def replace_block(text: str, begin: str, end: str, rows: Iterable[str]) -> str:
    """Return a page with other rows between two lines."""
    head, found, rest = text.partition(begin)
    assert found, f"the page lacks the line {begin}"
    return "\n".join([f"{head}{begin}", *rows, f"{end}{rest.partition(end)[2]}"])


def write_block(name: str, begin: str, end: str, render: Callable[[str], Iterable[str]]) -> None:
    """Write other rows between two lines of a page in each language.

    Args:
        name: The name of the page.
        begin: The line above the rows.
        end: The line below the rows.
        render: Returns the rows in a language.
    """
    for language, path in find_pages(name).items():
        text = replace_block(path.read_text("utf-8"), begin, end, render(language))
        path.write_text(text, "utf-8", newline="\n")
