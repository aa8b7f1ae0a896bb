"""The recorded games that a library shows, with their headers and verdicts.

Reads headers only; other modules verify the games one by one.
"""

import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import msgspec

from senpu.logs.position_logs import POSITION
from senpu.logs.record import LIBRARY, find_logs
from senpu.notation.faults import text_width
from senpu.notation.messages import LANGUAGES
from senpu.notation.printable import make_printable
from senpu.replay.core.registry import GAMES, get_registration
from senpu.replay.core.side_names import name_ending
from senpu.replay.disputes.verdict import LogVerdict, find_latest_seals
from senpu.replay.disputes.verification import verify
from senpu.spec.data import DataError
from senpu.spec.loader import UnknownGameError, read_folder
from senpu.spec.names import translate_name
from senpu.tui.render.text_layout import get_text
from senpu.tui.render.titles import translate_title

ENDING = 18
"""The columns of an ending in a list."""
SORTS = ("name", "date", "turn", "events", "ending", "verdict")


class RecordedGame(msgspec.Struct):
    """A recorded game. Only the verdict changes: it arrives later."""

    path: Path
    headers: dict[str, str]
    verdict: LogVerdict | None = None
    has_notes: bool = False
    """True if it has a notes file."""

    @property
    def name(self) -> str:
        """The name: `Event` of the header, or the file name."""
        return make_printable(self.headers.get("Event") or self.path.stem)

    def title(self, language: str) -> str:
        """Return the name; of a game of the program, in a language."""
        return translate_title(self.name, language)

    @property
    def rule_set(self) -> str:
        """The id of the rule set."""
        return make_printable(self.headers.get("Game", ""))

    @property
    def program(self) -> str:
        """The programs that played; empty for people."""
        return make_printable(self.headers.get("Program", ""))

    @property
    def date(self) -> str:
        """The date of the header."""
        return make_printable(self.headers.get("Date", ""))

    @property
    def ending(self) -> str:
        """The ending; empty if the game is in progress or unverified."""
        return (self.verdict.ending if self.verdict else "") or ""

    def player(self, side: str, name: str) -> str:
        """Return the player of a side, by its id or its English name; empty if none is named."""
        return make_printable(self.headers.get(side.capitalize()) or self.headers.get(name, ""))

    @property
    def text(self) -> str:
        """The text that is searched for words, in lower case; the title in each language."""
        values = (value for key, value in self.headers.items() if key != POSITION)
        titles = map(self.title, LANGUAGES)
        return " ".join((self.path.name, self.ending, *values, *titles)).casefold()

    @property
    def state(self) -> str:
        """`valid`, `gaps` (valid, with gaps), `incomplete`, `invalid` or `unverified`."""
        if self.verdict is None:
            return "unverified"
        if self.verdict.valid:
            return "gaps" if self.verdict.gaps else "valid"
        return "incomplete" if self.verdict.faults[0].id == "tornTail" else "invalid"

    @property
    def has_fault(self) -> bool:
        """Return whether the log is verified, and invalid or incomplete."""
        return self.verdict is not None and not self.verdict.valid

    @property
    def event_count(self) -> int:
        """The number of events; 0 until the game is verified."""
        return self.verdict.events if self.verdict else 0

    @property
    def signed_lines(self) -> dict[str, int]:
        """The last line that each side signed."""
        seals = find_latest_seals(self.verdict.seals) if self.verdict else {}
        return {side: seal.line for side, seal in seals.items()}

    def sort_key(self, by: str) -> tuple[object, ...]:
        """Return the key of the game in a list sorted by a column of `SORTS`."""
        verdict = self.verdict
        values: dict[str, object] = {
            "name": "",
            "date": self.date,
            "turn": verdict.turn if verdict else 0,
            "events": verdict.events if verdict else 0,
            "ending": self.ending,
            "verdict": ("invalid", "incomplete", "unverified", "gaps", "valid").index(self.state),
        }
        return values[by], self.name.casefold(), self.path.name


def list_logs(folders: Iterable[Path], below: bool, inside: bool = False) -> Iterator[Path]:
    """Yield the logs in some folders, each once, without hidden folders.

    Args:
        folders: The folders to search.
        below: Whether to search the folders inside them.
        inside: Whether to skip links that lead out of the folders.

    Yields:
        The path of each log.
    """
    roots = [Path(os.path.realpath(place)) for place in folders]
    seen: set[Path] = set()
    for place in folders:
        for here, names, files in os.walk(place, followlinks=False):
            names[:] = sorted(name for name in names if not name.startswith(".")) if below else []
            for name in sorted(files):
                if not name.endswith(".senpu"):
                    continue
                path = Path(here, name)
                real = Path(os.path.realpath(path))  # also of a link to itself
                if real in seen or (inside and not any(map(real.is_relative_to, roots))):
                    continue
                seen.add(real)
                yield path


def list_library_folders(current: Path | None) -> Iterator[Path]:
    """Yield the folders of the shipped library, then the current folder."""
    if LIBRARY.is_dir():
        yield from sorted(place for place in LIBRARY.rglob("*") if place.is_dir())
    if current is not None:
        yield current


def group_by_rule_set(
    games: Iterable[RecordedGame], by: str
) -> list[tuple[str, list[RecordedGame]]]:
    """Return the games of each rule set, in the order of the registry, each group sorted."""
    groups: dict[str, list[RecordedGame]] = {}
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


class NamedSide(msgspec.Struct, frozen=True):
    """A side of a rule set: its id, its letter, and its names in the languages."""

    id: str
    letter: str
    names: tuple[str, ...]


class RuleSetNames(msgspec.Struct, frozen=True):
    """The names of a rule set and of its sides."""

    folder: str
    """The folder of the game."""
    titles: tuple[str, ...]
    """The title in each language."""
    sides: tuple[NamedSide, ...]

    @property
    def winners(self) -> list[str]:
        """The sides in order, as endings name them."""
        return [side.id.capitalize() for side in self.sides]

    def title(self, language: str) -> str:
        """Return the title in a language."""
        return self.titles[LANGUAGES.index(language)]


@cache
def find_names(rule_set: str) -> RuleSetNames | None:
    """Return the titles and sides of a rule set; None if it is not known."""
    try:
        path = get_registration(rule_set).folder
        game = read_folder(path).game
    except (UnknownGameError, DataError):
        return None
    edition = game.edition.get(rule_set.partition("/")[2])
    if edition is None:
        return None
    titles = translate_name(path, "title", rule_set.partition("/")[2])
    sides = (
        NamedSide(side.id, side.letter, tuple(translate_name(path, "side", side.id).values()))
        for side in game.side
    )
    return RuleSetNames(str(path), tuple(titles.values()), tuple(sides))


def name_ending_of(rule_set: str, ending: str, language: str) -> str:
    """Return how a game of a rule set ended, in the form for a column."""
    names = find_names(rule_set)
    return name_ending(names.folder, ending, "brief").text(language) if names else ending


def list_recorded_logs(folders: Iterable[Path] = (LIBRARY,)) -> Iterator[Path]:
    """Yield every log in some folders and in those below them, in order."""
    for path in folders:
        yield from sorted(map(Path, find_logs(path)))


def render_library(language: str, folders: Iterable[Path] | None = None) -> Iterator[str]:
    """Yield the library as text, one row per game: verdict, events, ending and file."""
    labels = {
        state: get_text(language, f"verdict_{state}") for state in ("invalid", "gaps", "valid")
    }
    width = max(map(text_width, labels.values()))
    for path in list_recorded_logs() if folders is None else list_recorded_logs(folders):
        verdict = verify(path)
        if verdict.is_unreadable:
            yield verdict.faults[0].render(str(path), language)
            continue
        label = labels["invalid" if not verdict.valid else "gaps" if verdict.gaps else "valid"]
        ending = name_ending_of(verdict.game, verdict.ending or "", language)
        ending = ending or get_text(language, "in_progress")
        head = f"{label}{' ' * (width - text_width(label))}  {verdict.game:<20} {verdict.events:>4}"
        yield f"{head}  {ending}{' ' * (ENDING - text_width(ending))} {make_printable(str(path))}"
