"""The recorded games that come with the program, and those of other folders, as text."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from logs.record import LIBRARY, logs_below
from replay.verify import verify


def recorded(folders: Iterable[Path] = (LIBRARY,)) -> Iterator[Path]:
    """Every log in some folders and below them, in order."""
    for folder in folders:
        yield from sorted(map(Path, logs_below(folder)))


def listing(language: str, folders: Iterable[Path] | None = None) -> Iterator[str]:
    """The library as text, a game a row: its verdict, events, ending and file."""
    del language
    for path in recorded() if folders is None else recorded(folders):
        verdict = verify(path)
        sign, how = "good" if verdict.good else "bad ", verdict.ending or "going on"
        yield f"{sign}  {verdict.game:<20} {verdict.events:>4}  {how:<14} {path}"
