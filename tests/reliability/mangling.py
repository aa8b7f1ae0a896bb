"""Changes of a text by mail programs, one by one and combined."""

import html
import quopri
import textwrap
import unicodedata
from collections.abc import Callable
from random import Random

Mangling = Callable[[str], str]


def wrapped(text: str, ending: str = "", width: int = 72) -> str:
    """Break rows that are longer than `width` at spaces."""
    rows = []
    for row in text.split("\n"):
        pieces = textwrap.wrap(row, width, break_long_words=False, break_on_hyphens=False)
        rows.append(f"{ending}\n".join(pieces) if len(row) > width else row)
    return "\n".join(rows)


def quoted(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{row}".rstrip(" ") + "\n" for row in text.splitlines())


def quoted_printable(text: str) -> str:
    return quopri.encodestring(text.encode()).decode("ascii")


SMART = str.maketrans({"'": "’"})


def smart(text: str) -> str:
    """Replace quotes, dashes and dots like a word processor."""
    while '"' in text:
        text = text.replace('"', "“", 1).replace('"', "”", 1)
    return text.translate(SMART).replace("---", "—").replace("--", "–").replace("...", "…")


MANGLINGS: dict[str, Mangling] = {
    "smart quotes, dashes and dots": smart,
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "no-break spaces next to spaces": lambda text: text.replace("  ", "\u00a0 "),
    "full-width spaces": lambda text: text.replace(" ", "\u3000"),
    "decomposed letters (NFD)": lambda text: unicodedata.normalize("NFD", text),
    "format=flowed": lambda text: wrapped(text, " "),
    "wrapped at 72": wrapped,
    "quoted with >": quoted,
    "quoted with >, no space": lambda text: quoted(text, ">"),
    "quoted twice": lambda text: quoted(quoted(text), ">"),
    "quoted, then wrapped at 72": lambda text: wrapped(quoted(text)),
    "characters of HTML": lambda text: html.escape(text, quote=False),
    "quoted-printable": quoted_printable,
    "a letter around it": lambda text: (
        f"Dear Bo,\n\nhere it is:\n\n{text}\nYours, Anna\n\n-- \nAnna\n"
    ),
    "a reply above it": lambda text: f"My answer:\n\nOn 27 November Anna wrote:\n{text}",
    "CR LF": lambda text: text.replace("\n", "\r\n"),
    "a byte-order mark": lambda text: f"\ufeff{text}",
}
"""Changes in the order in which they occur."""


def several(random: Random) -> list[str]:
    """Return the names of 2 to 5 changes that can occur together."""
    chosen = random.sample(sorted(MANGLINGS), random.randint(2, 5))
    if {"characters of HTML", "quoted-printable"} <= {*chosen}:
        chosen.remove("characters of HTML")
    return [name for name in MANGLINGS if name in chosen]


def mangled(text: str, names: list[str]) -> bytes:
    for name in names:
        text = MANGLINGS[name](text)
    return text.encode()
