"""All games of some folders, as far as they are found and verified, and those of them that are
shown: filtered, sorted, grouped by rule set.

Reads headers, a little at a time; whoever verifies the games tells the shelf. Knows no screen.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from senpu.logs.record import headers_of
from senpu.replay.disputes.verdict import Verdict
from senpu.tui.library.catalogue import SORTS, About, Game, about, grouped, logs_in
from senpu.tui.library.filters import Filter


class Shelf:
    """Games, and which of them are shown in which order."""

    def __init__(self, folders: list[Path], below: bool = False, inside: bool = False) -> None:
        self.folders = folders
        self.below = below
        """Whether games in folders of the folders are there too."""
        self.inside = inside
        """Whether links out of the folders are passed over."""
        self.games: list[Game] = []
        self.known: dict[str, About | None] = {}
        """The rule sets of the games, once they were looked up."""
        self.filter = Filter("", self.known)
        self.by = SORTS[0]
        self._by_path: dict[Path, Game] = {}
        self._groups: list[tuple[str, list[Game]]] | None = None
        self._shown: list[Game] = []
        self._places: dict[int, int] = {}
        self._states: Counter[str] | None = None
        self._sets = 0

    # ---- finding --------------------------------------------------------------------------

    def find(self) -> Iterator[Game]:
        """Look for games, each as it is found: new ones come in, those that are gone go out."""
        before, self._by_path = self._by_path, {}
        # What was found before stays in view until all are found.
        found: list[Game] = [] if self.games else self.games
        for path in logs_in(self.folders, self.below, self.inside):
            game = before.get(path)
            if game is None:
                try:
                    game = Game(path, headers_of(path))
                except OSError:
                    continue  # it cannot be read, or went away meanwhile
            self._by_path[path] = game
            found.append(game)
            self.changed()
            yield game
        self.games = found
        self.changed()

    def look_up(self) -> bool:
        """Look up the rule sets that are not known yet; whether there was one."""
        fresh = {game.rule_set for game in self.games} - self.known.keys()
        for rule_set in fresh:
            self.known[rule_set] = about(rule_set)
        if fresh:
            self.set_filter(self.filter.text)
        return bool(fresh)

    def judged(self, game: Game, verdict: Verdict) -> None:
        """A game was verified."""
        game.verdict = verdict
        self.changed()

    def now(self, game: Game | None) -> Game | None:
        """What stands for a game since all were found anew: itself, another, or none."""
        if game is None or self.place(game) >= 0:
            return game
        return self._by_path.get(game.path)

    def forget(self, game: Game) -> None:
        """A game may be another than it was: it is read and verified anew."""
        self._by_path.pop(game.path, None)

    # ---- showing --------------------------------------------------------------------------

    def set_filter(self, text: str) -> None:
        """Show only the games that a line of words and fields fits."""
        self.filter = Filter(text, self.known)
        self.changed()

    def sort(self, by: str) -> None:
        """Put the games of each rule set in another order."""
        self.by = by
        self.changed()

    def changed(self) -> None:
        """What is shown has to be made anew."""
        self._groups = self._states = None
        self._sets = 0

    @property
    def groups(self) -> list[tuple[str, list[Game]]]:
        """The games shown, by rule set; the same list until something changes."""
        if self._groups is None:
            self._groups = grouped(filter(self.filter.fits, self.games), self.by)
            self._shown = [game for _, games in self._groups for game in games]
            self._places = {id(game): at for at, game in enumerate(self._shown)}
        return self._groups

    @property
    def shown(self) -> list[Game]:
        """The games of all groups, one after the other."""
        return self._shown if self.groups else []

    def place(self, game: Game | None) -> int:
        """Where a game stands among those shown; -1 if it does not."""
        self.groups  # noqa: B018 - the places are found with the groups
        return self._places.get(id(game), -1)

    @property
    def rule_sets(self) -> int:
        """How many rule sets the games are of."""
        if not self._sets:
            self._sets = len({game.rule_set for game in self.games})
        return self._sets

    def count_states(self) -> Counter[str]:
        """How many games stand how, whether they are shown or not."""
        if self._states is None:
            self._states = Counter(game.state for game in self.games)
        return self._states
