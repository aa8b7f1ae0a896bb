"""The recorded games that a library shows: what their headers say, and how they were judged.

Reads headers only; games are verified elsewhere, one by one.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from logs.record import LIBRARY, headers_of
from replay.registry import GAMES, registered
from replay.verify import Verdict
from spec.data import DataError
from spec.loader import UnknownGame, folder
from tui.widgets.painting import printable

SORTS = ("name", "date", "turn", "events", "ending", "verdict")


class Game(msgspec.Struct):
    """A recorded game. Only the verdict changes: it comes later."""

    path: Path
    headers: dict[str, str]
    verdict: Verdict | None = None

    @property
    def name(self) -> str:
        return printable(self.headers.get("Event") or self.path.stem)

    @property
    def rule_set(self) -> str:
        return printable(self.headers.get("Game", ""))

    @property
    def program(self) -> str:
        """Which programs played it; empty for people."""
        return printable(self.headers.get("Program", ""))

    @property
    def state(self) -> str:
        """good, torn, bad, or open while it is not verified."""
        if self.verdict is None:
            return "open"
        if self.verdict.good:
            return "good"
        return "torn" if self.verdict.faults[0].id == "tornTail" else "bad"

    def holds(self, words: str) -> bool:
        """Whether name, players, file, rule set or ending hold all the words."""
        ending = (self.verdict.ending if self.verdict else "") or ""
        text = " ".join((self.path.name, ending, *self.headers.values())).casefold()
        return all(word in text for word in words.casefold().split())

    def sort_key(self, by: str) -> tuple[object, ...]:
        verdict = self.verdict
        worth: dict[str, object] = {
            "name": "",
            "date": self.headers.get("Date", ""),
            "turn": verdict.turn if verdict else 0,
            "events": verdict.events if verdict else 0,
            "ending": (verdict.ending or "") if verdict else "",
            "verdict": ("bad", "torn", "open", "good").index(self.state),
        }
        return worth[by], self.name.casefold(), self.path.name


def find_games(folders: Iterable[Path]) -> list[Game]:
    """The logs in some folders; what cannot be read is left out."""
    games: dict[Path, Game] = {}
    for place in folders:
        for path in sorted(place.glob("*.senpu")):
            try:
                games.setdefault(path.resolve(), Game(path, headers_of(path)))
            except OSError:
                continue
    return list(games.values())


def library_folders(current: Path | None) -> Iterator[Path]:
    """The shipped library's folders, then the current one."""
    if LIBRARY.is_dir():
        yield from sorted(place for place in LIBRARY.rglob("*") if place.is_dir())
    if current is not None:
        yield current


def grouped(games: Iterable[Game], by: str) -> list[tuple[str, list[Game]]]:
    """The games of each rule set, in the registry's order, each group sorted."""
    groups: dict[str, list[Game]] = {}
    for game in games:
        groups.setdefault(game.rule_set, []).append(game)
    known = list(GAMES)

    def order(rule_set: str) -> tuple[int, str]:
        name = rule_set.partition("/")[0]
        return known.index(name) if name in known else len(known), rule_set

    return [
        (rule_set, sorted(groups[rule_set], key=lambda game: game.sort_key(by)))
        for rule_set in sorted(groups, key=order)
    ]


class About(msgspec.Struct, frozen=True):
    """What a list says of a rule set."""

    title: str
    winners: tuple[str, ...]
    """Its sides in order, as endings name them."""


def about(rule_set: str, language: str) -> About | None:
    """A rule set's title and sides; nothing where it is not known."""
    try:
        game = folder(registered(rule_set).folder).game
    except (UnknownGame, DataError):
        return None
    edition = game.edition.get(rule_set.partition("/")[2])
    if edition is None:
        return None
    return About(edition.title[language], tuple(side.id.capitalize() for side in game.side))
