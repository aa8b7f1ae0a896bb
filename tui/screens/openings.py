"""The opening book: a position on the map, and the events that a book has for it.

The screen moves along the log and along events played ahead of it; it does not change the log.
"""

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.screen import Screen

from senpu.logs.record import record_from
from senpu.notation.faults import Error
from senpu.notation.printable import make_printable
from senpu.replay.annotation.variations import AnyTimeline
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.openings.book import ALL_GAMES, BookEntry, BookFile, GameFilter, MoveRecord
from senpu.replay.openings.moves import MoveOdds
from senpu.replay.openings.reading import Ruleset, get_ruleset
from senpu.replay.openings.shelf import BookError
from senpu.replay.openings.walk import BookNavigator
from senpu.replay.recording.log_writing import format_header
from senpu.spec.data import PRINTED_PROVENANCES
from senpu.tui.boards.scene import build_scene
from senpu.tui.keys import OPENINGS, make_bindings
from senpu.tui.render.odds_report import UNSURE, list_assumptions
from senpu.tui.render.openings_report import (
    RenderedMove,
    find_side,
    format_choice,
    format_probability,
    open_book_rules,
    read_choice,
    render_game_results,
    render_move,
    render_move_results,
    split_moves,
)
from senpu.tui.screens.base import KeyedScreen
from senpu.tui.screens.player import PlayerScreen
from senpu.tui.widgets.area_map import AreaMap
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.clicks import ObjectClicked
from senpu.tui.widgets.hex_map import HexMap
from senpu.tui.widgets.move_list import BookRow, MoveChosen, MoveList
from senpu.tui.widgets.painting import Look, PaintedWidget

if TYPE_CHECKING:
    from senpu.tui.screens.input_lines import InputLine


LIST = 59
LEAST_WIDE = 80 + 1 + LIST
"""The width from which the list is next to the map."""
LEAST_MAP, LEAST_LIST = 6, 9


class OpeningsScreen(KeyedScreen):
    """A book at a position of a log."""

    KEYS = OPENINGS
    FOOTER = "openings"
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(OPENINGS)]

    def __init__(self, look: Look, book: BookFile, line: AnyTimeline, at: int = 0) -> None:
        super().__init__(look)
        self.book = book
        self.walk = BookNavigator(line, at)
        self.narrator = Narrator(line.rules.spec, look.language)
        mine, self._depth = get_ruleset(line.rules), book.read_depth()
        self.games = sum(games for ruleset, games in book.list_rulesets() if ruleset == mine)
        self.choice = ALL_GAMES
        self.is_by_wins = False
        """True if events are sorted by win rate, not by number of games."""
        self.winner: int | None = None
        """The side whose win rate is shown; None for the side to act."""
        self.leaf = BookEntry()
        self.entries: list[BookRow] = []
        self.chosen = -1
        self._rendered: dict[MoveRecord, RenderedMove] = {}
        self._walked: dict[int, int] = {}
        """The selected row in each position when it was left, by event number."""
        self.prompt: InputLine | None = None
        hexes = line.rules.spec.game.board == "hexes"
        self.map: AreaMap | HexMap = (HexMap if hexes else AreaMap)(look, self.narrator)
        self.list = MoveList(look, self.narrator)
        self.list.named = self._format_move
        self.list.chance = self._format_chance
        self.list.about = self._describe_move

    def list_widgets(self) -> tuple[PaintedWidget, ...]:
        """Return the widgets of the screen."""
        return self.header, self.map, self.list, self.footer

    def on_mount(self) -> None:
        """Look up the first position."""
        self.look_up()

    # ---- the display ---------------------------------------------------------------------

    def look_up(self, chosen: int = -1) -> None:
        """Look up the current position in the book, and show it."""
        walk = self.walk
        self._rendered = {}
        self._odds = MoveOdds(walk.numbering, walk.state)
        self.list.over = "book_likely" if self._is_chance else "book_odds"
        try:
            self.leaf = self.book.look_up(walk.numbering, walk.state, self.choice)
            samples = self.book.list_samples(walk.position, self.choice)
        except BookError as error:
            self.leaf, samples, self.status = BookEntry(), [], self.look.reason(error)
        self.entries = []
        for title, moves in split_moves(self.leaf):
            caption = self.look.word("book_dice" if self._is_chance else title)
            if self.is_by_wins:
                moves.sort(key=lambda move: -move.played.win_rate_interval(self.side).low)
            self.entries += [BookRow(title=caption), *(BookRow(move) for move in moves), BookRow()]
        if samples:
            self.entries.append(BookRow(title=self.look.word("book_samples")))
            self.entries += [BookRow(sample=sample) for sample in samples]
        places = self._places
        self.chosen = chosen if chosen in places else next(iter(places), -1)
        self.list.top = 0
        self.present()

    @property
    def _places(self) -> list[int]:
        """The indexes of the rows that can be selected."""
        return [at for at, entry in enumerate(self.entries) if entry.choosable]

    @property
    def side(self) -> int:
        """The side whose win rate is shown."""
        return find_side(self.walk.state, self.narrator) if self.winner is None else self.winner

    def present(self) -> None:
        """Show the current position."""
        walk, word = self.walk, self.look.word
        self.map.present(build_scene(walk.line, walk.number), self.narrator)
        self.list.present(self.entries, self.chosen, self.side, self._head(), self.narrator)
        turn = walk.state.turn
        left = [HeaderPart(word("openings"), "text", "b", 60)]
        left.append(HeaderPart(make_printable(self.book.path.name), "dim", priority=20))
        if self.choice != ALL_GAMES:
            left.append(HeaderPart(f"/ {format_choice(self.choice)}", "now", "b", 55))
        right = [
            HeaderPart(word("turn_of", n=turn) if turn else word("set_up"), "text", priority=50)
        ]
        where = word("book_ahead") if walk.has_left_log else f"{walk.number} / {walk.timeline.last}"
        right.append(HeaderPart(where, "now" if walk.has_left_log else "dim", priority=40))
        self.header.present(left, right)
        self.show_footer()

    def _head(self) -> list[str]:
        """Return the pending decision and the number of games that reached it."""
        word, leaf, state = self.look.word, self.leaf, self.walk.state
        rows = [self.narrator.decision(state.decision) if state.decision else word("over")]
        if not leaf.reached.games:
            why = "book_nobody" if self.choice != ALL_GAMES else "book_beyond"
            return [*rows, word(why if self.games else "book_other", n=self._depth)]
        caption = word("book_reached", n=leaf.reached.games)
        counted = f"{word('book_games', n=self.games)}{word('and')}{caption}"
        return [*rows, counted, render_game_results(leaf.reached, self.narrator)]

    @property
    def _is_chance(self) -> bool:
        """Return whether the next event is a roll or a draw."""
        return self._odds.is_roll

    def _move(self, move: MoveRecord) -> RenderedMove:
        """Return an event of the position with its dice and odds."""
        if move not in self._rendered:
            self._rendered[move] = render_move(move, self._odds, self.walk.find_playable)
        return self._rendered[move]

    def _format_move(self, move: MoveRecord) -> str:
        return self._move(move).text

    def _format_chance(self, move: MoveRecord) -> str:
        """Return the odds of an event; empty for set-ups."""
        return "" if move.is_set_up else format_probability(self._move(move))

    def _describe_move(self, move: MoveRecord) -> list[str]:
        """Return the results of an attack, their assumptions and their provenance."""
        odds = None if move.is_set_up else self._move(move).odds
        if odds is None:
            return []
        caption = render_move_results(self._move(move), self.narrator, LIST - 2)
        weak = odds.provenance not in PRINTED_PROVENANCES
        rests = (
            self.look.word("rests_on", provenance=self.look.word(odds.provenance)) if weak else ""
        )
        assumes = list_assumptions((odds,), self.narrator)
        return [*filter(None, (caption, f"{UNSURE} {rests}" if rests else "", assumes))]

    def refresh_look(self) -> None:
        """Show everything after a change of the look."""
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
        if width >= LEAST_WIDE:
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
        """Select the row above or below, without titles."""
        self.status = ""
        places = self._places
        if places:
            at = places.index(self.chosen) + by
            self.chosen = places[max(0, min(at, len(places) - 1))]
        self.present()

    def action_step(self, by: int) -> None:
        """Go back to the previous position, or forward again."""
        self.status = ""
        self._walked[self.walk.number] = self.chosen
        self.walk.move_by(by)
        self.look_up(self._walked.get(self.walk.number, -1))

    def action_take(self) -> None:
        """Play the selected event, or open the selected game at the position."""
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
                self.show_message(self.look.word("book_hidden"))

    def _open(self, entry: BookRow) -> None:
        from senpu.replay.core.timeline import UnknownPositionError
        from senpu.spec.data import DataError

        assert entry.sample is not None
        try:
            self.senpu.open_log(entry.sample.path, str(entry.sample.number))
        except (OSError, UnknownPositionError, DataError) as error:
            why = getattr(error, "strerror", None) or str(error).splitlines()[0]
            self.show_message(self.look.word("cannot_open", why=why))

    def action_who(self) -> None:
        """Count games of all players, of people, or of programs."""
        ways = ("", "human", "program")
        by = ways[(ways.index(self.choice.player_kind) + 1) % len(ways)]
        self.choose_games(GameFilter(self.choice.player, self.choice.since, self.choice.until, by))

    def choose_games(self, choice: GameFilter) -> None:
        """Count other games."""
        self.choice, self.status = choice, ""
        self.look_up()

    def action_order(self) -> None:
        """Sort by number of games, or by win rate."""
        self.is_by_wins = not self.is_by_wins
        self.look_up()
        self.show_message(self.look.word("book_by_wins" if self.is_by_wins else "book_by_games"))

    def action_winner(self) -> None:
        """Show the win rate of the next side."""
        self.winner = (self.side + 1) % len(self.narrator.spec.sides)
        self.look_up(-1 if self.is_by_wins else self.chosen)

    def action_rule_set(self) -> None:
        """Show the start of games under the next rule set of the book."""
        show_next_rules(self)

    def action_ask_filter(self) -> None:
        """Open the filter line."""
        from senpu.tui.screens.input_lines import InputLine, open_line

        if self.prompt is not None:
            return
        self.footer.label = self.look.word("key_filter")
        hint = self.look.word("book_filter_prompt")
        self.prompt = InputLine(
            format_choice(self.choice), hint, self._apply_typed_filter, self._close_filter
        )
        open_line(self, self.prompt)
        self.footer.repaint()

    def _apply_typed_filter(self, text: str) -> None:
        self._close_filter()
        self.choose_games(read_choice(text))

    def _close_filter(self) -> None:
        if self.prompt is not None:
            self.prompt.remove()
        self.prompt, self.footer.label = None, ""
        self.footer.repaint()

    def action_leave(self) -> None:
        """Close the screen."""
        self.senpu.leave(self)

    def on_unmount(self) -> None:
        """Close the book."""
        self.book.close()

    def on_move_chosen(self, message: MoveChosen) -> None:
        """Select the clicked event; play it on a second click."""
        message.stop()
        again = message.index == self.chosen
        self.chosen = message.index
        if again:
            self.action_take()
        else:
            self.present()

    def on_object_clicked(self, message: ObjectClicked) -> None:
        """Ignore a click on the map."""
        message.stop()


def enter(screen: Screen[object], look: Look, path: Path | None) -> None:
    """Show a book above a screen, or a message with the reason if that fails.

    The book opens at the position of a player, else at the start of the rule set with most games.
    """
    app = screen.app
    if path is None:
        _show_message(screen, look.word("no_book"))
        return
    try:
        book = BookFile(path)
        if isinstance(screen, PlayerScreen):
            app.push_screen(OpeningsScreen(look, book, screen.course, screen.position))
        else:
            app.push_screen(OpeningsScreen(look, book, _open_empty_game(book)))
    except (Error, OSError) as error:
        _show_message(screen, look.word("cannot_open", why=look.reason(error)))


def _show_message(screen: Screen[object], text: str) -> None:
    show = getattr(screen, "show_message", None)
    if show is not None:
        show(text)


def show_next_rules(screen: OpeningsScreen) -> None:
    """Replace the screen with the start of games under the next rule set of the book."""
    try:
        timeline = _open_empty_game(screen.book, get_ruleset(screen.walk.rules))
        book = BookFile(screen.book.path)
        following = OpeningsScreen(screen.look, book, timeline)
    except (Error, OSError) as error:
        screen.show_message(screen.look.word("cannot_open", why=screen.look.reason(error)))
        return
    screen.app.switch_screen(following)


def _open_empty_game(book: BookFile, before: Ruleset | None = None) -> Timeline:
    """Return an empty game under the rule set with most games, or the next rule set after `before`.

    Returns:
        The timeline of the game.

    Raises:
        BookError: The book cannot be read.
        UnknownGameError: The game is not installed.
        DataError: The data of the game are not available.
    """
    found = [ruleset for ruleset, _ in book.list_rulesets()]
    if not found:
        raise BookError("bookWithoutGames", path=book.path)
    at = found.index(before) + 1 if before in found else 0
    rules = open_book_rules(found[at % len(found)])
    return open_timeline(record_from(format_header(rules, {})), rules)
