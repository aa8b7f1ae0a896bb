"""The recorded games that a library shows, with their headers and verdicts.

Reads headers only; other modules verify the games one by one.
"""

import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import msgspec

from senpu.logs.record import LIBRARY, logs_below
from senpu.notation.messages import LANGUAGES
from senpu.replay.core.registry import GAMES, get_registration
from senpu.replay.disputes.verdict import Verdict
from senpu.replay.disputes.verification import verify
from senpu.spec.data import DataError
from senpu.spec.loader import UnknownGameError, folder
from senpu.spec.names import in_all_languages
from senpu.tui.render.text_layout import printable

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
    def date(self) -> str:
        return printable(self.headers.get("Date", ""))

    @property
    def ending(self) -> str:
        """How it ended; empty while it goes on, and while it is not verified."""
        return (self.verdict.ending if self.verdict else "") or ""

    def player(self, side: str, name: str) -> str:
        """Who plays a side, by its id or its English name; empty for nobody named."""
        return printable(self.headers.get(side.capitalize()) or self.headers.get(name, ""))

    @property
    def text(self) -> str:
        """Everything in which words are looked for, in small letters."""
        return " ".join((self.path.name, self.ending, *self.headers.values())).casefold()

    @property
    def state(self) -> str:
        """Return valid, incomplete, invalid, or unverified."""
        if self.verdict is None:
            return "unverified"
        if self.verdict.valid:
            return "valid"
        return "incomplete" if self.verdict.faults[0].id == "tornTail" else "invalid"

    def sort_key(self, by: str) -> tuple[object, ...]:
        verdict = self.verdict
        worth: dict[str, object] = {
            "name": "",
            "date": self.date,
            "turn": verdict.turn if verdict else 0,
            "events": verdict.events if verdict else 0,
            "ending": self.ending,
            "verdict": ("invalid", "incomplete", "unverified", "valid").index(self.state),
        }
        return worth[by], self.name.casefold(), self.path.name


def logs_in(folders: Iterable[Path], below: bool, inside: bool = False) -> Iterator[Path]:
    """The logs in some folders, and with `below` in the folders in these; each once. Hidden
    folders are passed over. With `inside`, links that lead out of the folders are too.
    """
    roots = [place.resolve() for place in folders]
    seen: set[Path] = set()
    for place in folders:
        for here, names, files in os.walk(place, followlinks=False):
            names[:] = sorted(name for name in names if not name.startswith(".")) if below else []
            for name in sorted(files):
                if not name.endswith(".senpu"):
                    continue
                path = Path(here, name)
                real = path.resolve()
                if real in seen or (inside and not any(map(real.is_relative_to, roots))):
                    continue
                seen.add(real)
                yield path


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


class Side(msgspec.Struct, frozen=True):
    """A side of a rule set: its id, and its names in the languages."""

    id: str
    names: tuple[str, ...]


class About(msgspec.Struct, frozen=True):
    """What a list says of a rule set."""

    titles: tuple[str, ...]
    """In each language."""
    sides: tuple[Side, ...]

    @property
    def winners(self) -> list[str]:
        """Its sides in order, as endings name them."""
        return [side.id.capitalize() for side in self.sides]

    def title(self, language: str) -> str:
        return self.titles[LANGUAGES.index(language)]


@cache
def about(rule_set: str) -> About | None:
    """A rule set's title and sides; nothing where it is not known."""
    try:
        path = get_registration(rule_set).folder
        game = folder(path).game
    except (UnknownGameError, DataError):
        return None
    edition = game.edition.get(rule_set.partition("/")[2])
    if edition is None:
        return None
    titles = in_all_languages(path, "title", rule_set.partition("/")[2])
    sides = (
        Side(side.id, tuple(in_all_languages(path, "side", side.id).values())) for side in game.side
    )
    return About(tuple(titles.values()), tuple(sides))


def recorded(folders: Iterable[Path] = (LIBRARY,)) -> Iterator[Path]:
    """Every log in some folders and below them, in order."""
    for path in folders:
        yield from sorted(map(Path, logs_below(path)))


def listing(language: str, folders: Iterable[Path] | None = None) -> Iterator[str]:
    """The library as text, a game a row: its verdict, events, ending and file."""
    del language
    for path in recorded() if folders is None else recorded(folders):
        verdict = verify(path)
        sign, how = "good" if verdict.valid else "bad ", verdict.ending or "going on"
        yield f"{sign}  {verdict.game:<20} {verdict.events:>4}  {how:<14} {path}"
