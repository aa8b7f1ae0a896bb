"""The tutorials and guides, and the steps of their blocks.

A page is read from its start. These fences have steps:

- `console`: `$ COMMAND`, then its output. In the output, `…` is any text of a line, and a line
  with only `…` is any number of lines.
- `sh`: one command per line; the output is not compared, and the exit status must be 0.
- any language and a file name, such as `text events.txt`: the reader saves the block as this file.
- `python` without a file name: the code runs.

Other fences are not run. A command that ends in a backslash continues in the next line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[2]
KINDS = ("tutorials", "guides")
FENCE = re.compile(r"^(?P<fence>```+)(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=fence)$", re.M | re.S)
ANY = "…"
IN_CHECKOUT = {"adding-a-game"}
"""Pages whose commands write into the repository; `tests/command/test_games.py` tests those."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a page.

    Attributes:
        kind: `command`, `file` or `python`.
        text: The command, or the content of the file, or the code.
        line: The line of the page, from 1.
        output: The printed output of a command in a `console` block; else None.
        name: The name of the file.
    """

    kind: str
    text: str
    line: int
    output: str | None = None
    name: str = ""


def list_pages() -> list[Path]:
    """Return the tutorials and guides of all languages."""
    return [
        page
        for language in sorted((ROOT / "spec").glob("??"))
        for kind in KINDS
        for page in sorted((language / kind).glob("*.md"))
        if page.stem not in IN_CHECKOUT
    ]


def read_steps(text: str) -> Iterator[Step]:
    """Yield the steps of a page in their order.

    Args:
        text: The Markdown of the page.
    """
    for block in FENCE.finditer(text):
        first = text.count("\n", 0, block.start("body")) + 1
        language, _, name = block["info"].strip().partition(" ")
        if language == "console":
            yield from _read_session(block["body"], first)
        elif language == "sh":
            for number, command in _join_lines(block["body"], first):
                if command and not command.startswith("#"):
                    yield Step("command", command, number)
        elif name:
            yield Step("file", block["body"], first, name=name)
        elif language == "python":
            yield Step("python", block["body"], first)


def matches(printed: str, actual: str) -> bool:
    """Return whether an output is the printed one.

    Args:
        printed: The output in a page, perhaps with `…`.
        actual: The output of the command.
    """
    pattern = ""
    for row in printed.splitlines():
        if row.strip() == ANY:
            pattern += r"(?:.*\n)*"
        else:
            pattern += ".*".join(re.escape(part) for part in row.rstrip().split(ANY)) + r"[ ]*\n"
    rows = "".join(f"{row}\n" for row in actual.splitlines())
    return re.fullmatch(pattern, rows) is not None


def _join_lines(body: str, first: int) -> Iterator[tuple[int, str]]:
    """Yield each logical line and its number: a backslash at the end joins it to the next one."""
    number, parts = first, list[str]()
    for count, row in enumerate(body.splitlines()):
        if not parts:
            number = first + count
        parts.append(row.removesuffix("\\"))
        if not row.endswith("\\"):
            yield number, "".join(parts).strip()
            parts = []


def _read_session(body: str, first: int) -> Iterator[Step]:
    rows = body.splitlines(keepends=True)
    starts = [number for number, row in enumerate(rows) if row.startswith("$ ")]
    for start, end in pairwise([*starts, len(rows)]):
        last = start
        while rows[last].endswith("\\\n"):
            last += 1
        parts = [row.removesuffix("\n").removesuffix("\\") for row in rows[start : last + 1]]
        command = "".join(parts)
        yield Step("command", command[2:].strip(), first + start, "".join(rows[last + 1 : end]))
