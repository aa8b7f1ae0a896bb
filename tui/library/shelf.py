"""All games of some folders, and the games that are shown: filtered, sorted and grouped.

The first group has the games that need a look; the others are the rule sets.

Reads headers, a few at a time; other modules verify the games and report to the shelf. Knows no
screen.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from senpu.logs.inputs import IrregularFileError
from senpu.logs.notes import notes_path
from senpu.logs.record import read_headers
from senpu.replay.disputes.verdict import LogVerdict
from senpu.tui.library.catalogue import (
    SORTS,
    RecordedGame,
    RuleSetNames,
    find_names,
    group_by_rule_set,
    list_logs,
)
from senpu.tui.library.filters import LibraryFilter

if TYPE_CHECKING:
    from senpu.tui.library.copies import CopySet  # loaded in the background


class ShelfGroup(NamedTuple):
    """The games under one heading."""

    rule_set: str | None
    """The rule set; None for the games that need a look."""
    games: list[RecordedGame]
    sets: "dict[int, CopySet]"
    """The copies of one game that are together, by the index of the first one in `games`."""


class Shelf:
    """The games of some folders, and the order of the list."""

    def __init__(self, folders: list[Path], below: bool = False, inside: bool = False) -> None:
        self.folders = folders
        self.below = below
        """Include the games in folders of the folders."""
        self.inside = inside
        """Skip links that lead out of the folders."""
        self.games: list[RecordedGame] = []
        self.known: dict[str, RuleSetNames | None] = {}
        """The rule sets of the games, once they were looked up."""
        self.filter = LibraryFilter("", self.known)
        self.by = SORTS[0]
        self.only_faults = False
        """True if only the games that need a look are shown."""
        self.copy_sets: list[CopySet] = []
        self._by_path: dict[Path, RecordedGame] = {}
        self._groups: list[ShelfGroup] | None = None
        self._visible_games: list[RecordedGame] = []
        self._places: dict[int, int] = {}
        self._states: Counter[str] | None = None
        self._sets = 0

    # ---- finding --------------------------------------------------------------------------

    def find(self) -> Iterator[RecordedGame]:
        """Find the games, and yield each; games whose files are missing are removed at the end."""
        before, self._by_path = self._by_path, {}
        # What was found before stays in view until all are found.
        found: list[RecordedGame] = [] if self.games else self.games
        for path in list_logs(self.folders, self.below, self.inside):
            game = before.get(path)
            if game is None:
                try:
                    has_notes = notes_path(path).exists()
                    game = RecordedGame(path, read_headers(path), has_notes=has_notes)
                except IrregularFileError:
                    game = RecordedGame(path, {})  # its verdict says why
                except OSError:
                    continue  # it cannot be read, or went away meanwhile
            self._by_path[path] = game
            found.append(game)
            self.changed()
            yield game
        self.games = found
        self.changed()

    def look_up(self) -> bool:
        """Look up new rule sets. Return whether there was one."""
        fresh = {game.rule_set for game in self.games} - self.known.keys()
        for rule_set in fresh:
            self.known[rule_set] = find_names(rule_set)
        if fresh:
            self.set_filter(self.filter.text)
        return bool(fresh)

    def judged(self, game: RecordedGame, verdict: LogVerdict) -> None:
        """Record the verdict of a game."""
        game.verdict = verdict
        self.changed()

    def set_copies(self, sets: "list[CopySet]") -> None:
        """Record the copies of each game that has several."""
        self.copy_sets = sets
        self.changed()

    def find_copies(self, game: RecordedGame | None) -> "CopySet | None":
        """Return the copies of a game, itself included; None if there is no other one."""
        if game is None:
            return None
        return next((each for each in self.copy_sets if each.find(game) >= 0), None)

    def now(self, game: RecordedGame | None) -> RecordedGame | None:
        """Return the current object of a game after a search: itself, its successor, or None."""
        if game is None or self.place(game) >= 0:
            return game
        return self._by_path.get(game.path)

    def forget(self, game: RecordedGame) -> None:
        """Read and verify a game again with the next search."""
        self._by_path.pop(game.path, None)

    # ---- showing --------------------------------------------------------------------------

    def set_filter(self, text: str) -> None:
        """Show only the games that match a filter."""
        self.filter = LibraryFilter(text, self.known)
        self.changed()

    def sort(self, by: str) -> None:
        """Sort the games of each rule set by a column."""
        self.by = by
        self.changed()

    def show_faults(self, is_on: bool) -> None:
        """Show only the games that need a look, or all games."""
        self.only_faults = is_on
        self.changed()

    def changed(self) -> None:
        """Discard the computed groups and counts."""
        self._groups = self._states = None
        self._sets = 0

    @property
    def groups(self) -> list[ShelfGroup]:
        """The games shown, in groups; the same list until something changes."""
        if self._groups is None:
            self._groups = self._group()
            self._visible_games = [game for group in self._groups for game in group.games]
            self._places = {id(game): at for at, game in enumerate(self._visible_games)}
        return self._groups

    def _group(self) -> list[ShelfGroup]:
        games = [*filter(self.filter.fits, self.games)]
        shown = {game.path: game for game in games}
        faults: list[RecordedGame] = []
        sets: dict[int, CopySet] = {}
        for each in self.copy_sets:
            copies = [shown.pop(game.path) for game in each.games if game.path in shown]
            if not each.needs_look:
                shown |= {game.path: game for game in copies}
            elif copies:
                sets[len(faults)] = each
                faults += copies
        alone = [game for game in games if game.path in shown and game.has_fault]
        faults += sorted(alone, key=lambda game: game.sort_key(self.by))
        listed = {id(game) for game in faults}
        groups = [ShelfGroup(None, faults, sets)] if faults else []
        if not self.only_faults:
            rest = (game for game in games if id(game) not in listed)
            groups += [ShelfGroup(*each, {}) for each in group_by_rule_set(rest, self.by)]
        return groups

    @property
    def forked_games(self) -> int:
        """The number of games whose copies differ."""
        return sum(each.is_forked for each in self.copy_sets)

    @property
    def game_count(self) -> int:
        """The number of games, copies of one game counted once."""
        return len(self.games) - sum(len(each.games) - 1 for each in self.copy_sets)

    @property
    def visible_games(self) -> list[RecordedGame]:
        """The games of all groups, one after the other."""
        return self._visible_games if self.groups else []

    def place(self, game: RecordedGame | None) -> int:
        """Return the place of a game among the games shown, or -1."""
        self.groups  # noqa: B018 - the places are found with the groups
        return self._places.get(id(game), -1)

    @property
    def rule_sets(self) -> int:
        """The number of rule sets of the games."""
        if not self._sets:
            self._sets = len({game.rule_set for game in self.games})
        return self._sets

    def count_states(self) -> Counter[str]:
        """Return the number of games in each state, shown or not."""
        if self._states is None:
            self._states = Counter(game.state for game in self.games)
        return self._states
