"""The logs of the shipped library and of other folders, and a list of them as text."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from senpu.logs.record import LIBRARY, logs_below
from senpu.replay.disputes.verification import verify


def recorded(folders: Iterable[Path] = (LIBRARY,)) -> Iterator[Path]:
    """Every log in some folders and below them, in order."""
    for path in folders:
        yield from sorted(map(Path, logs_below(path)))


def listing(language: str, folders: Iterable[Path] | None = None) -> Iterator[str]:
    """The library as text, a game a row: its verdict, events, ending and file."""
    del language
    for path in recorded() if folders is None else recorded(folders):
        verdict = verify(path)
        sign, how = "good" if verdict.good else "bad ", verdict.ending or "going on"
        yield f"{sign}  {verdict.game:<20} {verdict.events:>4}  {how:<14} {path}"
