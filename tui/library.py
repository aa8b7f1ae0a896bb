"""The recorded games that come with the program, and those in the folder at hand."""

from collections.abc import Iterator
from pathlib import Path

from logs.record import LIBRARY
from replay.verify import verify


def recorded(folder: Path = LIBRARY) -> Iterator[Path]:
    """Every log in a folder and below it, in order."""
    yield from sorted(folder.rglob("*.senpu"))


def listing(language: str) -> Iterator[str]:
    """The library as text, a game a row: its verdict, events, ending and file."""
    del language
    for path in recorded():
        verdict = verify(path)
        sign, how = "good" if verdict.good else "bad ", verdict.ending or "going on"
        yield f"{sign}  {verdict.game:<20} {verdict.events:>4}  {how:<14} {path}"
