"""The tree of openings: a position on the map, and beside it what a book has of it.

Walks along the log that it came from, and along what is played from there; the log stays as it is.
"""

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.screen import Screen

from senpu.logs.record import record_of
from senpu.notation.faults import Error
from senpu.replay.annotation.variations import Course
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.openings.book import ALL, Book, Choice, Leaf, Move
from senpu.replay.openings.moves import Prospects
from senpu.replay.openings.reading import Ruleset, ruleset_of
from senpu.replay.openings.shelf import BookError
from senpu.replay.openings.walk import Walk
from senpu.replay.recording.log_writing import header
from senpu.spec.data import SOUND
from senpu.tui.boards.scene import scene_at
from senpu.tui.keys import OPENINGS, bindings
from senpu.tui.render.odds_report import UNSURE, assumptions
from senpu.tui.render.openings_report import (
    Rendered,
    chance_of,
    choice_of,
    choice_text,
    render_move,
    results_of,
    rules_of,
    sections,
    summed,
    whose,
)
from senpu.tui.render.text_layout import printable
from senpu.tui.screens.base import KeyedScreen
from senpu.tui.screens.player import PlayerScreen
from senpu.tui.widgets.area_map import AreaMap
from senpu.tui.widgets.bars import Part
from senpu.tui.widgets.clicks import Pointed
from senpu.tui.widgets.hex_map import HexMap
from senpu.tui.widgets.move_list import Entry, MoveChosen, MoveList
from senpu.tui.widgets.painting import Look, Painted

if TYPE_CHECKING:
    from senpu.tui.screens.input_lines import Line


LIST = 59
BESIDE = 80 + 1 + LIST
"""From this width on the list stands beside the map."""
LEAST_MAP, LEAST_LIST = 6, 9


class OpeningsScreen(KeyedScreen):
    """A book, at a position of a log."""

    KEYS = OPENINGS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(OPENINGS)]

    def __init__(self, look: Look, book: Book, line: Course, at: int = 0) -> None:
        super().__init__(look)
        self.book = book
        self.walk = Walk(line, at)
        self.narrator = Narrator(line.rules.spec, look.language)
        mine = ruleset_of(line.rules)
        self.games = sum(games for ruleset, games in book.rulesets() if ruleset == mine)
        self.choice = ALL
        self.by_wins = False
        """Whether the surest wins stand first, and not what was played most."""
        self.winner: int | None = None
        """Whose wins are told; without one, of whoever is asked."""
        self.leaf = Leaf()
        self.entries: list[Entry] = []
        self.chosen = -1
        self._told: dict[Move, Rendered] = {}
        self._walked: dict[int, int] = {}
        """What was chosen in a position when it was left, by its number among events."""
        self.prompt: Line | None = None
        hexes = line.rules.spec.game.board == "hexes"
        self.map: AreaMap | HexMap = (HexMap if hexes else AreaMap)(look, self.narrator)
        self.list = MoveList(look, self.narrator)
        self.list.named = self._named
        self.list.chance = self._chance_of
        self.list.about = self._about

    def painted(self) -> tuple[Painted, ...]:
        return self.header, self.map, self.list, self.footer

    def on_mount(self) -> None:
        self.look_up()

    # ---- what is shown --------------------------------------------------------------------

    def look_up(self, chosen: int = -1) -> None:
        """Ask the book for the position at hand, and show it."""
        walk = self.walk
        self._told = {}
        self._prospects = Prospects(walk.numbering, walk.state)
        self.list.over = "book_likely" if self._chance else "book_odds"
        try:
            self.leaf = self.book.leaf(walk.position, self.choice)
            samples = self.book.samples(walk.position, self.choice)
        except BookError as error:
            self.leaf, samples, self.status = Leaf(), [], str(error)
        self.entries = []
        for title, moves in sections(self.leaf):
            said = self.look.word("book_dice" if self._chance else title)
            if self.by_wins:
                moves.sort(key=lambda move: -move.played.chance(self.side).low)
            self.entries += [Entry(title=said), *(Entry(move) for move in moves), Entry()]
        if samples:
            self.entries.append(Entry(title=self.look.word("book_samples")))
            self.entries += [Entry(sample=sample) for sample in samples]
        places = self._places
        self.chosen = chosen if chosen in places else next(iter(places), -1)
        self.list.top = 0
        self.present()

    @property
    def _places(self) -> list[int]:
        """Where something can be chosen."""
        return [at for at, entry in enumerate(self.entries) if entry.choosable]

    @property
    def side(self) -> int:
        """Whose wins are told."""
        return whose(self.walk.state, self.narrator) if self.winner is None else self.winner

    def present(self) -> None:
        """Show the position as it stands."""
        walk, word = self.walk, self.look.word
        self.map.present(scene_at(walk.line, walk.number), self.narrator)
        self.list.present(self.entries, self.chosen, self.side, self._head(), self.narrator)
        turn = walk.state.turn
        left = [Part(word("openings"), "text", "b", 60)]
        left.append(Part(printable(self.book.path.name), "dim", worth=20))
        if self.choice != ALL:
            left.append(Part(f"/ {choice_text(self.choice)}", "now", "b", 55))
        right = [Part(word("turn_of", n=turn) if turn else word("set_up"), "text", worth=50)]
        where = word("book_ahead") if walk.ahead else f"{walk.number} / {walk.timeline.last}"
        right.append(Part(where, "now" if walk.ahead else "dim", worth=40))
        self.header.present(left, right)
        self.show_footer()

    def _head(self) -> list[str]:
        """The question of the position, and how many games came to it."""
        word, leaf, state = self.look.word, self.leaf, self.walk.state
        rows = [self.narrator.decision(state.decision) if state.decision else word("over")]
        if not leaf.reached.games:
            why = "book_nobody" if self.choice != ALL else "book_beyond"
            return [*rows, word(why if self.games else "book_other", n=self.book.depth())]
        said = word("book_reached", n=leaf.reached.games)
        counted = f"{word('book_games', n=self.games)}{word('and')}{said}"
        return [*rows, counted, summed(leaf.reached, self.narrator)]

    @property
    def _chance(self) -> bool:
        """Whether what comes next is rolled or drawn."""
        return self._prospects.of_chance

    def _move(self, move: Move) -> Rendered:
        """A move in the names of the position, dice as they were rolled, and its prospects."""
        if move not in self._told:
            self._told[move] = render_move(move, self._prospects, self.walk.named)
        return self._told[move]

    def _named(self, move: Move) -> str:
        return self._move(move).text

    def _chance_of(self, move: Move) -> str:
        """Of set-ups there is none, whatever they are named."""
        return "" if move.whole else chance_of(self._move(move))

    def _about(self, move: Move) -> list[str]:
        """The results of an attack, what they take as decided, and what they rest on."""
        odds = None if move.whole else self._move(move).odds
        if odds is None:
            return []
        said = results_of(self._move(move), self.narrator, LIST - 2)
        weak = odds.provenance not in SOUND
        rests = (
            self.look.word("rests_on", provenance=self.look.word(odds.provenance)) if weak else ""
        )
        assumes = assumptions((odds,), self.narrator)
        return [*filter(None, (said, f"{UNSURE} {rests}" if rests else "", assumes))]

    def present_anew(self) -> None:
        self.narrator = Narrator(self.walk.rules.spec, self.look.language)
        self.look_up(self.chosen)

    # ---- arrangement ----------------------------------------------------------------------

    def _regions(self, size: Size) -> dict[str, Region]:
        width, height = size
        free = max(height - 2, 0)
        label = cell_len(self.footer.label)
        regions = {
            "header": Region(0, 0, width, 1),
            "footer": Region(0, height - 1, width, 1),
            "prompt": Region(label + 2, height - 1, max(width - label - 2, 1), 1),
        }
        if width >= BESIDE:
            room = width - LIST - 1
            mapped = self.map.height_for(room, free)
            regions["map"] = Region(0, 1, room, mapped)
            regions["moves"] = Region(room + 1, 1, LIST, free)
            return regions
        most = min(free // 2, free - LEAST_LIST)
        mapped = min(self.map.height_for(width, most), most) if most >= LEAST_MAP else 0
        regions["map"] = Region(0, 1, width, mapped)
        regions["moves"] = Region(0, 1 + mapped, width, free - mapped)
        return regions

    # ---- keys and mouse -------------------------------------------------------------------

    def action_choose(self, by: int) -> None:
        """The row above or below; titles are passed over."""
        self.status = ""
        places = self._places
        if places:
            at = places.index(self.chosen) + by
            self.chosen = places[max(0, min(at, len(places) - 1))]
        self.present()

    def action_step(self, by: int) -> None:
        """Back to where one came from, or on again."""
        self.status = ""
        self._walked[self.walk.number] = self.chosen
        self.walk.step(by)
        self.look_up(self._walked.get(self.walk.number, -1))

    def action_take(self) -> None:
        """Play the chosen move, or open the chosen game there."""
        self.status = ""
        if self.chosen < 0:
            return
        entry = self.entries[self.chosen]
        if entry.sample is not None:
            self._open(entry)
        elif entry.move is not None:
            self._walked[self.walk.number] = self.chosen
            if self.walk.play(entry.move):
                self._walked.pop(self.walk.number, None)
                self.look_up()
            else:
                self.say(self.look.word("book_hidden"))

    def _open(self, entry: Entry) -> None:
        from senpu.replay.core.timeline import UnknownPositionError
        from senpu.spec.data import DataError

        assert entry.sample is not None
        try:
            self.senpu.open_log(entry.sample.path, str(entry.sample.number))
        except (OSError, UnknownPositionError, DataError) as error:
            why = getattr(error, "strerror", None) or str(error).splitlines()[0]
            self.say(self.look.word("cannot_open", why=why))

    def action_who(self) -> None:
        """Games of everybody, of people alone, of programs alone."""
        ways = ("", "human", "program")
        by = ways[(ways.index(self.choice.by) + 1) % len(ways)]
        self.choose_games(Choice(self.choice.player, self.choice.since, self.choice.until, by))

    def choose_games(self, choice: Choice) -> None:
        """Count other games."""
        self.choice, self.status = choice, ""
        self.look_up()

    def action_order(self) -> None:
        """The most played first, or the surest wins."""
        self.by_wins = not self.by_wins
        self.look_up()
        self.say(self.look.word("book_by_wins" if self.by_wins else "book_by_games"))

    def action_winner(self) -> None:
        """Tell the wins of the next side, from here on."""
        self.winner = (self.side + 1) % len(self.narrator.spec.sides)
        self.look_up(-1 if self.by_wins else self.chosen)

    def action_rule_set(self) -> None:
        """The beginning of games under the next rules of the book."""
        next_rules(self)

    def action_ask_filter(self) -> None:
        from senpu.tui.screens.input_lines import Line, opened

        if self.prompt is not None:
            return
        self.footer.label = self.look.word("key_filter")
        hint = self.look.word("book_filter_prompt")
        self.prompt = Line(choice_text(self.choice), hint, self._filtered, self._unasked)
        opened(self, self.prompt)
        self.footer.repaint()

    def _filtered(self, text: str) -> None:
        self._unasked()
        self.choose_games(choice_of(text))

    def _unasked(self) -> None:
        if self.prompt is not None:
            self.prompt.remove()
        self.prompt, self.footer.label = None, ""
        self.footer.repaint()

    def action_leave(self) -> None:
        self.senpu.leave(self)

    def on_unmount(self) -> None:
        self.book.close()

    def on_move_chosen(self, message: MoveChosen) -> None:
        message.stop()
        again = message.index == self.chosen
        self.chosen = message.index
        if again:
            self.action_take()
        else:
            self.present()

    def on_pointed(self, message: Pointed) -> None:
        message.stop()


def enter(screen: Screen[object], look: Look, path: Path | None) -> None:
    """Show a book above a screen: at the position of a player, else where the games begin that the
    book has most of. A message gives the reason if that is not possible.
    """
    app = screen.app
    if path is None:
        _say(screen, look.word("no_book"))
        return
    try:
        book = Book(path)
        if isinstance(screen, PlayerScreen):
            app.push_screen(OpeningsScreen(look, book, screen.course, screen.position))
        else:
            app.push_screen(OpeningsScreen(look, book, _beginning(book)))
    except (Error, OSError) as error:
        why = getattr(error, "strerror", None) or str(error).splitlines()[0]
        _say(screen, look.word("cannot_open", why=why))


def _say(screen: Screen[object], text: str) -> None:
    say = getattr(screen, "say", None)
    if say is not None:
        say(text)


def next_rules(screen: OpeningsScreen) -> None:
    """Show the beginning of games under the next rules of the book, in place of what is shown."""
    try:
        timeline = _beginning(screen.book, ruleset_of(screen.walk.rules))
        book = Book(screen.book.path)
    except (Error, OSError) as error:
        screen.say(screen.look.word("cannot_open", why=screen.look.reason(error)))
        return
    screen.app.switch_screen(OpeningsScreen(screen.look, book, timeline))


def _beginning(book: Book, before: Ruleset | None = None) -> Timeline:
    """A game in which nothing is played yet, under the rules of most games of the book, or those
    that come next. Raises BookError, UnknownGameError, DataError.
    """
    found = [ruleset for ruleset, _ in book.rulesets()]
    if not found:
        raise BookError("bookWithoutGames", path=book.path)
    at = found.index(before) + 1 if before in found else 0
    rules = rules_of(found[at % len(found)])
    return open_timeline(record_of(header(rules, {})), rules)
