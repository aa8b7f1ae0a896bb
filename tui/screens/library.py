"""The library: games to filter, sort, preview and open.

The first picture uses headers only; verification and the preview run in the background.
"""

import asyncio
from time import monotonic, sleep
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.worker import get_current_worker

from senpu.logs.record import open_record
from senpu.replay.core.timeline import UnknownPositionError
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.spec.data import DataError
from senpu.tui.keys import LIBRARY, make_bindings
from senpu.tui.library.catalogue import SORTS, RecordedGame
from senpu.tui.library.filters import Completion, LibraryFilter, list_completions
from senpu.tui.library.shelf import Shelf
from senpu.tui.screens.arrangement import add_prompt
from senpu.tui.screens.base import KeyedScreen
from senpu.tui.screens.input_lines import InputLine, open_line
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.game_list import STATES, Completions, GameChosen, GameList
from senpu.tui.widgets.painting import Look, PaintedWidget
from senpu.tui.widgets.preview import PREVIEW_ROWS, Preview, PreviewReading, start_reading

if TYPE_CHECKING:
    from senpu.replay.disputes.verdict import LogVerdict


def describe_filter_error(typed: LibraryFilter, look: Look) -> str:
    """Return the error of a filter that matches nothing, or an empty text."""
    unknown = typed.unknown
    if unknown.startswith("date:"):
        return look.word("no_date", text=unknown.removeprefix("date:"))
    return look.word("no_field", text=unknown) if unknown else ""


class FilterEntry:
    """The input line of the filter, while it is open."""

    def __init__(self, screen: "LibraryScreen") -> None:
        self.screen = screen
        self._base = screen.shelf.filter.text
        """The text that was typed without completion."""
        self._taken = -1
        self.offers: list[Completion] = []
        screen.footer.label = screen.look.word("key_filter")
        self.line = InputLine(
            self._base, screen.look.word("filter_prompt"),
            lambda _: screen.end_filtering(), screen.action_clear, self._changed, self._key,
        )  # fmt: skip
        open_line(screen, self.line)
        self.line.cursor_position = len(self._base)
        self.present()

    def close(self) -> None:
        """Remove the line."""
        self.line.remove()
        self.screen.footer.label = ""

    def present(self) -> None:
        """Show completions, and the error of the filter."""
        screen, shelf = self.screen, self.screen.shelf
        if self._taken < 0:
            self.offers = list_completions(self._base, shelf.games, shelf.known)
        if shelf.filter.unknown and not shelf.filter.unknown.startswith("date:"):
            self.offers = list_completions("", shelf.games, shelf.known)
        wrong = describe_filter_error(shelf.filter, screen.look)
        screen.offers.present("Tab", self.offers, self._taken, wrong)

    def take(self, number: int) -> None:
        """Replace the word at the end with an offered completion."""
        if 0 <= number < len(self.offers):
            self._taken = number
            text = self.offers[number].text
            self.line.value = text
            self.line.cursor_position = len(text)
            self.line.focus()

    def _key(self, name: str) -> None:
        """Complete with Tab; move through the games with Up and Down."""
        if name == "tab" and self.offers:
            self.take((self._taken + 1) % len(self.offers))
        elif name in ("up", "down"):
            self.screen.action_choose(1 if name == "down" else -1)

    def _changed(self, text: str) -> None:
        taken = self._taken >= 0 and text == self.offers[self._taken].text
        if not taken or text.endswith(":"):  # a field: its values follow
            self._base, self._taken = text, -1
        self.screen.set_filter(text)
        self.present()


SOON = 0.1
"""The delay in seconds of the work that the first picture does not need."""
AT_ONCE = 0.04
"""The time in seconds that the search for games can delay the first picture."""
SLICE = 0.004
OFTEN = 0.25
"""The least time in seconds between two pictures during background work."""
IDLE = 0.3
"""The time in seconds after a key until verification continues."""
BOTH = 100
"""The width from which the preview is next to the list."""
PRIORITIES = {"valid": 20, "gaps": 25, "incomplete": 30, "invalid": 35, "unverified": 10}
"""The priority of the number of games in each state in a short header."""
LEAST_HEIGHT = 12
"""The height from which a narrow screen has a preview of one line."""
UNREADABLE = (OSError, UnknownPositionError, DataError)


OF_GAMES = ("open", "verdict", "compare", "only_faults", "filter", "sort", "preview")
"""The words of keys that need games."""


class LibraryScreen(KeyedScreen):
    """The games of some folders."""

    KEYS = LIBRARY
    FOOTER = "library"
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(LIBRARY)]

    def __init__(self, look: Look, shelf: Shelf) -> None:
        super().__init__(look)
        self.shelf = shelf
        self._finding = shelf.find()
        self.found = False
        """True if all games of the folders are known."""
        self.chosen: RecordedGame | None = None
        self.marked: RecordedGame | None = None
        """The game to compare with another."""
        self._away = False
        """True if a game was opened or started, so that files can have changed."""
        self.is_previewing = False
        self.trouble = ""
        self.reading: PreviewReading | None = None
        self._read_game: RecordedGame | None = None
        """The game that was read last for the preview."""
        self.filter_entry: FilterEntry | None = None
        self._went = False
        """True if the user selected a game; until then the first one is selected."""
        self._touched = 0.0
        """The monotonic time of the last move through the list."""
        self._presented = 0.0
        self.list = GameList(look)
        self.preview = Preview(look)
        self.offers = Completions(look)
        self._find_until(monotonic() + AT_ONCE)

    def list_widgets(self) -> tuple[PaintedWidget, ...]:
        """Return the widgets of the screen."""
        return self.header, self.list, self.preview, self.offers, self.footer

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        if word in OF_GAMES:
            return len(self.shelf.games) > (word == "compare")
        if word == "own_copy":
            return self.chosen is not None and not self.senpu.read_only
        return word != "new" or not self.senpu.read_only

    def on_mount(self) -> None:
        """Start the search for games."""
        self.present()
        self.set_timer(SOON, self._start)

    # ---- the display ---------------------------------------------------------------------

    def present(self) -> None:
        """Show the games, the selected game and the counts."""
        shelf, word = self.shelf, self.look.word
        shown = shelf.visible_games
        self.chosen, self.marked = shelf.now(self.chosen), shelf.now(self.marked)
        if not self._went or shelf.place(self.chosen) < 0:
            self.chosen = shown[0] if shown else None
        place, marked = shelf.place(self.chosen), shelf.place(self.marked)
        self.list.present(shelf.groups, place, self._note(), marked)
        copies = shelf.find_copies(self.chosen)
        self.preview.present(self.chosen, self.reading, self.trouble, copies)
        text = shelf.filter.text
        left = [HeaderPart(word("library"), "text", "b", 60)]
        every = word("all_games", n=len(shelf.games))
        if shelf.game_count < len(shelf.games):
            every = word("all_logs", n=len(shelf.games), games=shelf.game_count)
        if text:
            every = word("games_of", games=len(shown), n=len(shelf.games))
        left.append(HeaderPart(every, "dim", priority=50))
        sets = f"{word('and')}{word('rule_sets', n=shelf.rule_sets)}"
        left.append(HeaderPart("" if text else sets, "dim", priority=5, gap=0))
        if text:
            left.append(HeaderPart(f"/ {text}", "now", "b", 55))
        if shown and (wrong := describe_filter_error(shelf.filter, self.look)):
            left.append(HeaderPart(wrong, "error", priority=54))
        if shelf.by != SORTS[0]:
            by = word(f"sort_{shelf.by}")
            left.append(HeaderPart(word("sorted_by", what=by), "dim", priority=40))
        if shelf.only_faults:
            left.append(HeaderPart(word("needs_look"), "error", "b", 45))
        if self.marked is not None:
            left.append(HeaderPart(f"= {self.marked.title(self.look.language)}", "now", "b", 30))
        self.header.present(left, self._count())
        self.show_footer()
        self._presented = monotonic()
        if self.found and self.chosen is not self._read_game:
            self._look_into()

    def _count(self) -> list[HeaderPart]:
        """Return the number of games in each state, and of games whose copies differ."""
        shelf, look = self.shelf, self.look
        states = shelf.count_states()
        parts = []
        for state, priority in PRIORITIES.items():
            if states[state]:
                sign, role = STATES[state]
                text = look.word(f"count_{state}", n=states[state])
                text = f"{getattr(look.signs, sign)} {text}"
                parts.append(HeaderPart(text, role, priority=priority, gap=2))
        if forked := shelf.forked_games:
            text = f"{look.signs.differs} {look.word('count_forked', n=forked)}"
            parts.append(HeaderPart(text, "differs", priority=36, gap=2))
        return parts

    def _note(self) -> str:
        """Return the text of an empty list."""
        shelf, word = self.shelf, self.look.word
        if not shelf.games:
            return word("no_games" if self.found else "finding_games")
        if wrong := describe_filter_error(shelf.filter, self.look):
            asked = word("none_match_why", text=shelf.filter.text, why=wrong)
            return word("none_match", text=asked)
        if shelf.only_faults and not shelf.filter.text:
            return word("none_faulty")
        unverified = shelf.count_states()["unverified"]
        more = word("none_yet", n=unverified) if unverified else ""
        return f"{word('none_match', text=shelf.filter.text)} {more}".rstrip()

    # ---- arrangement ----------------------------------------------------------------------

    def _regions(self, size: Size) -> dict[str, Region]:
        width, height = size
        label = self.footer.label
        regions = {"header": Region(0, 0, width, 1), "footer": Region(0, height - 1, width, 1)}
        if label:
            regions = add_prompt(regions, cell_len(label))
            regions["offers"] = Region(0, height - 2, width, 1 if height > 6 else 0)
        below = 2 if label and height > 6 else 1  # a line for completions above the last one
        body = Region(0, 1, width, max(height - 1 - below, 0))
        if width >= BOTH:
            listed = max(min(width * 2 // 3, width - 42), width - 80)
            regions["games"] = Region(0, body.y, listed, body.height)
            regions["preview"] = Region(listed, body.y, width - listed, body.height)
        elif self.is_previewing or height < LEAST_HEIGHT:
            regions["preview" if self.is_previewing else "games"] = body
        else:
            regions["games"] = Region(0, body.y, width, body.height - PREVIEW_ROWS)
            regions["preview"] = Region(0, body.bottom - PREVIEW_ROWS, width, PREVIEW_ROWS)
        return regions

    def on_screen_resume(self) -> None:
        """Look for new games and new events after the return from a game."""
        if not self._away:
            return
        self._away = False
        if self.chosen is not None:
            self.shelf.forget(self.chosen)
        self._finding, self.found = self.shelf.find(), False
        self._find_until(monotonic() + AT_ONCE)
        self.present()
        self._start()

    # ---- in the background ----------------------------------------------------------------

    def _find_until(self, end: float) -> None:
        """Look for games until a time; find at least one, if there is one."""
        while next(self._finding, None) is not None:
            if monotonic() >= end:
                return
        self.found = True

    def _start(self) -> None:
        self.run_worker(self._find_all(), group="finding games", exclusive=True)

    async def _find_all(self) -> None:
        """Find the rest of the games, then look up their data and verify them."""
        while not self.found:
            self._find_until(monotonic() + SLICE)
            self._present_at_intervals()
            await asyncio.sleep(0)
        self.shelf.look_up()
        self.present()
        self.run_worker(self._verify_all, group="verifying", thread=True, exclusive=True)

    def _present_at_intervals(self) -> None:
        """Show new results, at most once in OFTEN seconds."""
        if monotonic() - self._presented > OFTEN:
            self.present()

    def _verify_all(self) -> None:
        """Verify all games, those in view first; pause while the user moves."""
        from senpu.replay.disputes.verification import verify

        worker = get_current_worker()
        games = {id(game): game for game in (*self.shelf.visible_games, *self.shelf.games)}
        for game in games.values():
            while monotonic() - self._touched < IDLE and not worker.is_cancelled:
                sleep(IDLE / 5)
            if worker.is_cancelled:
                return
            if game.verdict is None:
                self.app.call_from_thread(self._verified, game, verify(game.path))
        self._compare_copies([*self.shelf.games])
        self.app.call_from_thread(self.present)

    def _compare_copies(self, games: "list[RecordedGame]") -> None:
        """Find the copies of each game, and compare them."""
        from senpu.tui.library.copies import compare_copies, find_candidates

        worker, sets = get_current_worker(), []
        for each in find_candidates(games):
            if worker.is_cancelled:
                return
            if found := compare_copies(each):
                sets.append(found)
        self.app.call_from_thread(self.shelf.set_copies, sets)

    def _verified(self, game: RecordedGame, verdict: "LogVerdict") -> None:
        self.shelf.judged(game, verdict)
        self._present_at_intervals()

    def _look_into(self) -> None:
        """Read the selected game for its preview."""
        self.trouble, self._read_game = "", self.chosen
        if self.chosen is not None:
            self.run_worker(self._read(self.chosen), group="reading", exclusive=True)

    async def _read(self, game: RecordedGame) -> None:
        await asyncio.sleep(0.03)  # do not delay a user who scrolls
        try:
            reading = start_reading(game, open_timeline(open_record(game.path)))
        except UNREADABLE as error:
            self.trouble = self.look.word("cannot_open", why=self.look.reason(error))
            self.present()
            return
        shown = 0.0
        while not reading.done:
            until = monotonic() + SLICE
            while monotonic() < until and not reading.done:
                reading.read_more()
            if monotonic() - shown > 0.3:
                self.reading, shown = reading, monotonic()
                self.present()
            await asyncio.sleep(0)
        self.reading = reading
        self.present()

    # ---- keys -----------------------------------------------------------------------------

    def choose(self, game: RecordedGame) -> None:
        """Select a game and read it."""
        self.status, self._touched, self._went = "", monotonic(), True
        if game is not self.chosen:
            self.chosen = game
            self.present()

    def action_choose(self, by: int) -> None:
        """Select the game `by` rows further down."""
        shown = self.shelf.visible_games
        at = self.shelf.place(self.chosen)
        if at >= 0:
            self.choose(shown[max(0, min(at + by, len(shown) - 1))])

    def action_open(self) -> None:
        """Open the selected game."""
        if self.chosen is None:
            return
        self._away = True
        try:
            self.senpu.open_log(self.chosen.path)
        except UNREADABLE as error:
            self.show_message(self.look.word("cannot_open", why=self.look.reason(error)))

    def action_new_position(self) -> None:
        """Edit a position, and start a game from it."""
        self.action_new_game(edits_start=True)

    def action_new_game(self, edits_start: bool = False) -> None:
        """Start a game in the last of the folders."""
        if self.senpu.read_only:
            self.show_message(self.look.word("read_only"))
            return
        from senpu.tui.screens.new_game import NewGameScreen

        self._away = True
        form = NewGameScreen(self.look, self.shelf.folders[-1], edits_start)
        self.app.push_screen(form)

    def action_verdict(self) -> None:
        """Open the verdict on the selected game."""
        self.action_open()

    def action_own_copy(self) -> None:
        """Enter the values of the user's copy of the selected game."""
        if self.can_use("own_copy") and self.chosen is not None:
            from senpu.tui.screens.data_entry import enter_copy

            enter_copy(self, self.chosen.rule_set)

    def action_only_faults(self) -> None:
        """Show only the games that need a look, or all games."""
        self.shelf.show_faults(not self.shelf.only_faults)
        self.present()

    def action_compare(self) -> None:
        """Compare the selected game with the marked game or with another copy; else mark it."""
        first, second = self.marked, self.chosen
        copies = self.shelf.find_copies(second)
        if first is None and second is not None and copies is not None:
            first = copies.choose_other(copies.find(second))
            if first is not None and copies.find(second) < copies.find(first):
                first, second = second, first  # in the order of the list: a valid log first
        if first is None or second is None or first is second:
            self.marked = None if first is second else second
            self.present()
            name = self.marked.title(self.look.language) if self.marked else ""
            self.show_message(self.look.word("compare_with", name=name) if name else "")
            return
        self.marked, self._away = None, True
        try:
            self.senpu.open_both(first.path, second.path)
        except UNREADABLE as error:
            self.show_message(self.look.word("cannot_open", why=self.look.reason(error)))

    def action_sort(self) -> None:
        """Sort by the next criterion."""
        self.shelf.sort(SORTS[(SORTS.index(self.shelf.by) + 1) % len(SORTS)])
        self.present()

    def action_preview(self) -> None:
        """Show or hide the preview on a narrow screen."""
        self.is_previewing = not self.is_previewing
        self.rearrange()

    # ---- filter ---------------------------------------------------------------------------

    def action_ask_filter(self) -> None:
        """Open the filter line."""
        if self.filter_entry is None:
            self.shelf.look_up()
            self.filter_entry = FilterEntry(self)
            self.header.refresh(layout=True)

    def action_offer(self, number: int) -> None:
        """Take the completion of a number."""
        if self.filter_entry is not None:
            self.filter_entry.take(number)

    def set_filter(self, text: str) -> None:
        """Show only the games that match a filter."""
        self.shelf.set_filter(text)
        self.present()

    def end_filtering(self) -> None:
        """Close the filter line; the filter remains."""
        if self.filter_entry is not None:
            self.filter_entry.close()
            self.filter_entry = None
            self.rearrange()

    def action_clear(self) -> None:
        """Close the filter line, or clear the filter, mark or preview, in this order."""
        if self.filter_entry is not None or self.shelf.filter.text:
            self.end_filtering()
            self.set_filter("")
        elif self.marked is not None:
            self.marked = None
            self.present()
        elif self.shelf.only_faults:
            self.action_only_faults()
        elif self.is_previewing:
            self.action_preview()
        self.show_message("")

    def action_leave(self) -> None:
        """Clear the filter, the mark or the preview; else quit."""
        shelf = self.shelf
        if shelf.filter.text or self.marked or self.is_previewing or shelf.only_faults:
            self.action_clear()
        else:
            self.senpu.leave(self)

    def on_game_chosen(self, message: GameChosen) -> None:
        """Select the clicked game; open it on a second click."""
        message.stop()
        self.choose(self.list.games[message.index])
        if message.opened:
            self.action_open()
