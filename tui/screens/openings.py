"""The workbench for openings: the moves of a position with their win rates, and one of them.

The screen moves along the log and along events played ahead of it; it does not change the log.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
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
from senpu.replay.openings.book import DEFAULT_GAMES, SAMPLES, BookFile, GameFilter, SampleGame
from senpu.replay.openings.ranking import ORDERS
from senpu.replay.openings.reading import Ruleset, get_ruleset
from senpu.replay.openings.shelf import BookError
from senpu.replay.recording.headers import format_header
from senpu.tui.keys import OPENINGS, make_bindings
from senpu.tui.render.openings_report import (
    find_side,
    format_choice,
    open_book_rules,
    read_choice,
)
from senpu.tui.screens.base import KeyedScreen
from senpu.tui.screens.opening_panel import OpeningPanel
from senpu.tui.screens.opening_position import BookPosition
from senpu.tui.screens.player import PlayerScreen
from senpu.tui.screens.repertoire_controller import OWN_KEYS, RepertoireController
from senpu.tui.screens.text_page import TextPage
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.book_games import GameTable
from senpu.tui.widgets.clicks import RowClicked
from senpu.tui.widgets.painting import Look, PaintedWidget
from senpu.tui.widgets.panels import PanelContent, Panels
from senpu.tui.widgets.provenance import describe_sign
from senpu.tui.widgets.rate_table import RateTable, measure_texts

if TYPE_CHECKING:
    from senpu.tui.screens.input_lines import InputLine


WIDE, TALL = 140, 32
"""The size from which the selected move is next to the list."""
SIDE_PANEL = 58
"""The columns of the selected move next to the list."""
ANSWERS, GAMES = 11, 9
"""The rows of the answers and of the games, with their titles."""
LOW_PANEL = 10
"""The rows of the selected move below the list on a small screen."""
LEAST_PANEL = 18
"""The height from which the selected move is below the list."""
LEASTS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""The numbers of games from which a win rate is not grey."""
MOST_GAMES = 500
"""The most games that the user can step through."""
SOON = 0.001
"""The seconds before values are computed that were not computed at once."""
BOOK_KEYS = ("who", "games", "rule_set", "least", "order", "gaps")
"""The words of keys that need a book."""


class OpeningsScreen(KeyedScreen):
    """A book at a position of a log."""

    KEYS = OPENINGS
    FOOTER = "openings"
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(OPENINGS)]

    def __init__(
        self, look: Look, book: BookFile | None, line: AnyTimeline, at: int = 0,
        source: Path | None = None,
    ) -> None:  # fmt: skip
        super().__init__(look)
        self.position = BookPosition(look, book, line, at, source)
        self.game = -1
        """The index of the selected game; -1 while the keys are for the moves."""
        self._walked: dict[int, int] = {}
        """The selected row in each position when it was left, by event number."""
        self.prompt: InputLine | None = None
        self._is_computing = False
        """True while the computation of values is due."""
        position = self.position
        self.table, self.answers = RateTable(look, "moves"), RateTable(look, "answers")
        self.table.named, self.table.chance = position.format_move, position.format_chance
        self.table.value, self.table.marks = position.format_value, position.find_marks
        self.answers.named = position.format_answer
        self.answers.value = position.format_answer_value
        self.answers.marks = position.find_answer_marks
        self.game_table = GameTable(look, position.narrator)
        self.content = OpeningPanel(position)
        self.panel = Panels(look, self._fill_panel)
        self.own_controller = RepertoireController(self)

    def list_widgets(self) -> tuple[PaintedWidget, ...]:
        """Return the widgets of the screen."""
        return (
            self.header, self.table, self.answers, self.game_table, self.panel, self.footer,
        )  # fmt: skip

    def on_mount(self) -> None:
        """Look up the first position."""
        self.own_controller.open()
        self.look_up()
        self.call_after_refresh(self._find_novelty)

    # ---- the display ----------------------------------------------------------------------

    def look_up(self, chosen: int = -1) -> None:
        """Look up the current position in the book, and show it."""
        self.game = -1
        self.position.look_up(chosen)
        self.present()

    def _compute_values(self) -> None:
        """Compute more values; show the moves without a game when all are known."""
        self._is_computing = False
        position = self.position
        is_first = position.chosen in (-1, *position.places[:1])
        was_complete = position.values.is_complete
        if position.compute_values():
            if was_complete:
                self.present()
            else:
                self._show_again()
                if is_first:
                    self.action_choose(-len(position.rows))
        self._compute_soon()

    def _compute_soon(self) -> None:
        """Compute values that are not known yet, after the display."""
        if not self._is_computing and not self.position.has_all_values:
            self._is_computing = True
            self.set_timer(SOON, self._compute_values)

    def _find_novelty(self) -> None:
        """Find where the log leaves the book, after the first display."""
        self.position.find_novelty()
        if self.position.novelty is not None or self.position.error:
            self._show_again()

    def present(self) -> None:
        """Show the current position."""
        position, selected = self.position, self.position.selected
        wide = self._is_wide(self.size)
        moves, answers = position.list_moves(wide), position.list_answers()
        least = max(moves.least_text, *(measure_texts(each.rows) for each in (moves, answers)))
        least = least if wide else moves.least_text
        self.table.present(replace(moves, has_keys=self.game < 0, least_text=least))
        self.answers.present(replace(answers, least_text=least))
        games = selected.games if selected else []
        count = selected.move.reached.games if selected else 0
        self.game_table.present(games, count, self.game, position.narrator)
        self.panel.present()
        self._show_header()
        if position.error:
            self.status = position.error
        self.show_footer()
        self._compute_soon()

    def _fill_panel(self, width: int, height: int) -> PanelContent:
        return self.content.fill(width, height, self._is_wide(self.size))

    def _show_header(self) -> None:
        position, word, look = self.position, self.look.word, self.look
        walk, narrator = position.walk, position.narrator
        reached, sides = position.leaf.reached, narrator.spec.sides
        left = [
            HeaderPart(word("openings"), "text", "b", 60),
            HeaderPart(narrator.spec.title(look.language), "text", priority=45),
        ]
        if position.book is None:
            left.append(HeaderPart(word("book_none_short"), "dim", priority=30))
        else:
            left.append(HeaderPart(make_printable(position.book.path.name), "dim", priority=20))
            left.append(HeaderPart(word("book_games", n=position.games), "dim", priority=30))
        if position.choice != DEFAULT_GAMES:
            left.append(HeaderPart(f"/ {format_choice(position.choice)}", "now", "b", 55))
        decision = walk.state.decision
        at = find_side(walk.state, narrator)
        role = f"side{at}" if decision and decision.side == sides[at].id else "text"
        text = narrator.decision(decision) if decision else word("over")
        right = [HeaderPart(text, role, "b", 50)]
        for number, side in enumerate(sides):
            if reached.wins:
                wins = f"{narrator.side(side.id)} {reached.wins[number]}"
                right.append(HeaderPart(wins, f"side{number}", priority=25))
        if position.novelty is not None:
            ident = "book_left_at" if position.novelty.is_roll else "book_novelty_at"
            name = word(ident, n=position.novelty.number)
            right.append(HeaderPart(name, "note", priority=35))
        if walk.has_left_log:
            right.append(HeaderPart(word("book_ahead"), "now", priority=40))
        elif walk.timeline.last:
            right.append(HeaderPart(f"{walk.number} / {walk.timeline.last}", "dim", priority=40))
        sign, _, text = describe_sign(position.narrator, look).partition(" ")
        right += [HeaderPart(sign, "note", "b", 48), HeaderPart(text, "dim", "", 10, 1)]
        self.header.present(left, right)

    def refresh_look(self) -> None:
        """Show everything after a change of the look."""
        position = self.position
        position.look = self.look
        position.narrator = Narrator(position.walk.rules.spec, self.look.language)
        self.look_up(self.position.chosen)

    # ---- arrangement ----------------------------------------------------------------------

    def _is_wide(self, size: Size) -> bool:
        """Return whether the chosen move is next to the list."""
        return size.width >= WIDE and size.height >= TALL

    def _regions(self, size: Size) -> dict[str, Region]:
        width, height = size
        free = max(height - 2, 0)
        label = cell_len(self.footer.label)
        regions = {
            "header": Region(0, 0, width, min(1, height)),
            "footer": Region(0, height - 1, label + 2 if self.prompt else width, 1),
            "prompt": Region(label + 2, height - 1, max(width - label - 2, 0), 1),
        }
        if self._is_wide(size):
            left = width - SIDE_PANEL - 1
            games = GAMES + 1 if self.position.book is not None else 0
            y, listed = 1, free - ANSWERS - 1 - games
            listed = min(listed, max(len(self.position.rows) + 2, free // 3))
            regions["moves"] = Region(0, y, left, listed)
            y += listed + 1
            answers = ANSWERS if games else max(height - 1 - y, 0)
            regions["answers"] = Region(0, y, left, answers)
            y += ANSWERS + 1
            if games:
                regions["games"] = Region(0, y, left, max(height - 1 - y, 0))
            regions["panels"] = Region(left, 1, width - left, free)
            return regions
        below = 0
        if height >= LEAST_PANEL and self.position.selected:
            below = max(LOW_PANEL, free * 9 // 20)
        table = "games" if self.game >= 0 else "moves"
        regions[table] = Region(0, 1, width, free - below)
        regions["panels"] = Region(0, 1 + free - below, width, below)
        return regions

    def on_resize(self) -> None:
        """Show the position in the new size."""
        self.call_after_refresh(self.present)

    # ---- keys and mouse -------------------------------------------------------------------

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        if word in BOOK_KEYS and self.position.book is None:
            return False
        if word == "take_move":
            return self.position.selected is not None
        if word in OWN_KEYS:
            return self.own_controller.can_use(word)
        return word != "book_games" or bool(self.position.selected and self.position.selected.games)

    def action_choose(self, by: int) -> None:
        """Choose the move, or the game, above or below."""
        self.status = ""
        if self.game >= 0 and self.position.selected:
            self.game = max(0, min(self.game + by, len(self.position.selected.games) - 1))
        elif places := self.position.places:
            at = places.index(self.position.chosen) + by
            self.position.select(places[max(0, min(at, len(places) - 1))])
        self.present()

    def action_games(self) -> None:
        """Go to the games of the chosen move, or back to the moves."""
        self.status = ""
        if self.game >= 0:
            self.game = -1
        elif self.position.selected and self.position.selected.games:
            games, book = self.position.selected.games, self.position.book
            if len(games) == SAMPLES and book is not None:
                try:
                    games = book.list_samples(
                        self.position.selected.move.after, self.position.choice, MOST_GAMES
                    )
                except BookError as error:
                    self.status = self.look.reason(error)
            self.position.selected, self.game = self.position.selected._replace(games=games), 0
        self.rearrange()

    def action_step(self, by: int) -> None:
        """Go back to the previous position, or forward again."""
        self.status = ""
        self._walked[self.position.walk.number] = self.position.chosen
        self.position.walk.move_by(by)
        self.look_up(self._walked.get(self.position.walk.number, -1))
        self.rearrange()

    def action_take(self) -> None:
        """Play the chosen move, or open the chosen game at the position."""
        self.status = ""
        if self.position.selected is None:
            return
        if self.game >= 0:
            self._open(self.position.selected.games[self.game])
            return
        self._walked[self.position.walk.number] = self.position.chosen
        goal = self.position.selected.goal
        if goal is None:
            self.show_message(self.look.word("book_hidden"))
            return
        self.position.walk.go_to(goal)
        self._walked.pop(self.position.walk.number, None)
        self.look_up()
        self.rearrange()

    def _open(self, game: SampleGame) -> None:
        from senpu.replay.core.timeline import UnknownPositionError
        from senpu.spec.data import DataError

        try:
            self.senpu.open_log(game.path, str(game.number))
        except (OSError, UnknownPositionError, DataError) as error:
            self.show_message(self.look.word("cannot_open", why=self.look.reason(error)))

    def action_who(self) -> None:
        """Count games of all players, of people, or of programs."""
        if self._lacks_book():
            return
        ways = ("", "human", "program")
        by = ways[(ways.index(self.position.choice.player_kind) + 1) % len(ways)]
        self.choose_games(
            GameFilter(
                self.position.choice.player,
                self.position.choice.since,
                self.position.choice.until,
                by,
            )
        )

    def choose_games(self, choice: GameFilter) -> None:
        """Count other games."""
        self.position.count(choice)
        self.status = ""
        self.position.find_novelty()
        self.look_up()
        self.rearrange()

    def action_order(self) -> None:
        """Sort by number of games, by win rate, or by value."""
        if self._lacks_book():
            return
        orders, position = ORDERS, self.position
        position.order = orders[(orders.index(position.order) + 1) % len(orders)]
        self.look_up()
        self.show_message(self.look.word(f"book_by_{position.order}"))

    def action_winner(self) -> None:
        """Show the win rate of the next side."""
        self.position.winner = (self.position.side + 1) % len(self.position.narrator.spec.sides)
        self._show_again()

    def action_least(self, by: int) -> None:
        """Change the least number of games of a move that is not grey."""
        if self._lacks_book():
            return
        at = max(0, min(LEASTS.index(self.position.least) + by, len(LEASTS) - 1))
        self.position.least = LEASTS[at]
        self._show_again()
        self.show_message(self.look.word("book_least_is", n=self.position.least))

    def _lacks_book(self) -> bool:
        """Return whether there is no book, after a message if so."""
        if self.position.book is not None:
            return False
        self.show_message(self.look.word("book_needed"))
        return True

    def _show_again(self) -> None:
        """Sort the rows again, and keep the chosen move."""
        self.status = ""
        move = self.position.selected.move if self.position.selected else None
        self.position.list_rows()
        rows, places = [row.move for row in self.position.rows], self.position.places
        at = rows.index(move) if move is not None and move in rows else self.position.chosen
        self.position.select(at if at in places else next(iter(places), -1))
        self.present()

    def action_scroll_panel(self, by: int) -> None:
        """Scroll the texts about the chosen move."""
        self.panel.scroll_rows(by)

    def action_rule_set(self) -> None:
        """Show the start of games under the next rule set of the book."""
        if self._lacks_book():
            return
        show_next_rules(self)

    def action_ask_filter(self) -> None:
        """Open the filter line."""
        if self._lacks_book():
            return
        hint = self.look.word("book_filter_prompt")
        self.ask_line(
            "key_filter", format_choice(self.position.choice), hint,
            lambda text: self.choose_games(read_choice(text)),
        )  # fmt: skip

    def ask_line(self, label: str, text: str, hint: str, done: Callable[[str], None]) -> None:
        """Open an input line.

        Args:
            label: The id of its label.
            text: The first text.
            hint: The text of an empty line.
            done: Gets the entered text.
        """
        from senpu.tui.screens.input_lines import InputLine, open_line

        if self.prompt is not None:
            return

        def take(entered: str) -> None:
            self._close_line()
            done(entered)

        self.footer.label = self.look.word(label)
        self.prompt = InputLine(text, hint, take, self._close_line)
        open_line(self, self.prompt)
        self.footer.repaint()

    def action_own_choice(self) -> None:
        """Store the selected move as the own choice; remove it if it is stored."""
        self.own_controller.toggle()

    def action_own_comment(self) -> None:
        """Ask for the comment on the own choice."""
        self.own_controller.ask_comment()

    def action_gaps(self) -> None:
        """List the likely positions without an answer."""
        self.own_controller.list_gaps()

    def action_drill(self) -> None:
        """Drill the repertoire."""
        self.own_controller.drill()

    def _close_line(self) -> None:
        if self.prompt is not None:
            self.prompt.remove()
        self.prompt, self.footer.label = None, ""
        self.footer.repaint()

    def action_leave(self) -> None:
        """Go back from the games to the moves, or close the screen."""
        if self.game >= 0:
            self.action_games()
        else:
            self.senpu.leave(self)

    def on_unmount(self) -> None:
        """Close the book."""
        if self.position.book is not None:
            self.position.book.close()

    def on_row_clicked(self, message: RowClicked) -> None:
        """Choose the clicked move or game; play or open it on a second click."""
        message.stop()
        if message.table == "moves":
            again = self.game < 0 and message.index == self.position.chosen
            if not again:
                self.position.select(message.index)
        elif message.table == "games" and self.position.selected:
            again = message.index == self.game
            self.game = message.index
        else:
            return
        if again:
            self.action_take()
        else:
            self.present()


def enter(screen: Screen[object], look: Look, path: Path | None) -> None:
    """Show a book above a screen, or why that is not possible.

    The book opens at the position of a player, else at the start of the rule set with most games.
    Without a book, the position of a player has the values of its moves.
    """
    app = screen.app
    if path is None and isinstance(screen, PlayerScreen):
        app.push_screen(
            OpeningsScreen(look, None, screen.course, screen.position, screen.source)
        )  # fmt: skip
        return
    if path is None:
        rows = look.word("no_book").split("\n")
        app.push_screen(TextPage(look, look.word("openings"), rows))
        return
    try:
        book = BookFile(path)
        if isinstance(screen, PlayerScreen):
            app.push_screen(
                OpeningsScreen(look, book, screen.course, screen.position, screen.source)
            )  # fmt: skip
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
    before = screen.position.book
    assert before is not None
    try:
        timeline = _open_empty_game(before, get_ruleset(screen.position.walk.rules))
        book = BookFile(before.path)
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
    rules = open_book_rules(found[at % len(found)], book.path.absolute().parent)
    return open_timeline(record_from(format_header(rules, {})), rules)
