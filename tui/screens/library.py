"""The library: recorded games to filter, sort, look into and open.

The first picture needs headers only; verdicts, titles and the preview come in behind it.
"""

import asyncio
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.layout import Layout
from textual.screen import Screen
from textual.worker import get_current_worker

from logs.record import open_record
from replay.timeline import Timeline, UnknownPosition
from spec.data import DataError
from tui.catalogue import SORTS, About, Game, about, find_games, grouped
from tui.keys import EXTRA_LIBRARY, LIBRARY, bindings, hints
from tui.screens.arrangement import Parts, beside_prompt
from tui.screens.prompt import asked, closed
from tui.widgets.bars import Footer, Header, Part, Pressed
from tui.widgets.game_list import Chosen, GameList
from tui.widgets.painting import Look, Painted
from tui.widgets.preview import Preview, Reading, reading_of

if TYPE_CHECKING:
    from textual.widgets import Input

    from replay.verify import Verdict
    from tui.app import SenpuApp

SOON = 0.1
"""Seconds until what the first picture does not need begins."""
SLICE = 0.004
BOTH = 100
"""From this width on the preview stands beside the list."""
STATES = (("good", "good", 20), ("torn", "error", 30), ("bad", "error", 35), ("open", "dim", 10))
"""How a game stands: its colour, and its worth where the first line is short of room."""
UNREADABLE = (OSError, UnknownPosition, DataError)


class LibraryScreen(Screen[None]):
    """All recorded games of some folders."""

    AUTO_FOCUS = ""
    KEYS = LIBRARY
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(LIBRARY, EXTRA_LIBRARY)]
    DEFAULT_CSS = "LibraryScreen { overflow: hidden hidden; }"

    def __init__(self, look: Look, folders: list[Path]) -> None:
        super().__init__()
        self.look = look
        self.folders = folders
        self.games = find_games(folders)
        self.words = ""
        self.sort = 0
        self.chosen: Game | None = None
        self._away = False
        """Whether a game was opened or begun: there may be more of them now, or more of it."""
        self.status = ""
        self.previewing = False
        self.trouble = ""
        self.reading: Reading | None = None
        self._about: dict[str, About | None] = {}
        self.header = Header(look)
        self.list = GameList(look)
        self.preview = Preview(look)
        self.footer = Footer(look)
        self._parts = Parts(self._regions)

    def compose(self) -> ComposeResult:
        yield from self._painted()

    def _painted(self) -> tuple[Painted, ...]:
        return self.header, self.list, self.preview, self.footer

    def on_mount(self) -> None:
        shown = self._shown()
        self.chosen = shown[0] if shown else None
        self.present()
        self.set_timer(SOON, self._start)

    def _start(self) -> None:
        for rule_set in {game.rule_set for game in self.games}:
            self._about[rule_set] = about(rule_set, self.look.language)
        self.present()
        self._look_into()
        self.run_worker(self._verify_all, group="verifying", thread=True)

    # ---- what is shown --------------------------------------------------------------------

    def _groups(self) -> list[tuple[str, list[Game]]]:
        games = [game for game in self.games if game.holds(self.words)]
        return grouped(games, SORTS[self.sort])

    def _shown(self) -> list[Game]:
        return [game for _, games in self._groups() for game in games]

    def present(self) -> None:
        """Show the games, the chosen one, and how they stand."""
        look, groups = self.look, self._groups()
        shown = [game for _, games in groups for game in games]
        if self.chosen not in shown:
            self.chosen = shown[0] if shown else None
        index = shown.index(self.chosen) if self.chosen else -1
        note = look.word("none_match" if self.games else "no_games")
        self.list.present(groups, self._about, index, note)
        self.preview.present(self.chosen, self.reading, self.trouble)
        sets = len({game.rule_set for game in self.games})
        left = [Part(look.word("library"), "text", "b", 60)]
        counted = look.word("games_and_sets", games=len(self.games), sets=sets)
        left.append(Part(counted, "dim", worth=50))
        if self.words:
            left.append(Part(f"/ {self.words}", "now", "b", 55))
        if self.sort:
            by = look.word(f"sort_{SORTS[self.sort]}")
            left.append(Part(look.word("sorted_by", what=by), "dim", worth=40))
        states = [game.state for game in self.games]
        right = [
            Part(look.word(f"count_{state}", n=states.count(state)), role, worth=worth, gap=2)
            for state, role, worth in STATES
            if state in states
        ]  # fmt: skip
        self.header.present(left, right)
        self.footer.present(hints(LIBRARY, look), self.status)

    def redress(self, look: Look) -> None:
        """Show everything in another look."""
        self.look = look
        self._about = {each: about(each, look.language) for each in self._about}
        for part in self._painted():
            part.redress(look)
        self.present()

    # ---- arrangement ----------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        return self._parts

    def _regions(self, size: Size) -> dict[str, Region]:
        width, height = size
        label = self.footer.label
        regions = {"header": Region(0, 0, width, 1), "footer": Region(0, height - 1, width, 1)}
        if label:
            regions = beside_prompt(regions, cell_len(label))
        body = Region(0, 2, width, max(height - 4, 0)) if height > 14 else Region(
            0, 1, width, max(height - 2, 0)
        )  # fmt: skip
        if width >= BOTH:
            listed = max(min(width * 2 // 3, width - 42), width - 80)
            regions["games"] = Region(0, body.y, listed, body.height)
            regions["preview"] = Region(listed, body.y, width - listed, body.height)
        else:
            regions["preview" if self.previewing else "games"] = body
        return regions

    def on_screen_resume(self) -> None:
        """A game may have been begun or gone on with."""
        if not self._away:
            return
        self._away = False
        known = {game.path: game for game in self.games if game is not self.chosen}
        self.games = [known.get(game.path, game) for game in find_games(self.folders)]
        kept = self.chosen.path if self.chosen else None
        self.chosen = next((game for game in self.games if game.path == kept), None)
        self.present()
        self._start()

    # ---- in the background ----------------------------------------------------------------

    def _verify_all(self) -> None:
        from replay.verify import verify

        worker = get_current_worker()
        for game in self._shown():
            if worker.is_cancelled:
                return
            if game.verdict is None:
                self.app.call_from_thread(self._verified, game, verify(game.path))

    def _verified(self, game: Game, verdict: "Verdict") -> None:
        game.verdict = verdict
        self.present()

    def _look_into(self) -> None:
        """Read the chosen game for its preview."""
        self.trouble = ""
        if self.chosen is not None:
            self.run_worker(self._read(self.chosen), group="reading", exclusive=True)

    async def _read(self, game: Game) -> None:
        await asyncio.sleep(0.03)  # whoever runs down the list waits for nothing
        try:
            reading = reading_of(game, Timeline(open_record(game.path)))
        except UNREADABLE as error:
            self.trouble = str(error)
            self.present()
            return
        shown = 0.0
        while not reading.done:
            until = monotonic() + SLICE
            while monotonic() < until and not reading.done:
                reading.read_on()
            if monotonic() - shown > 0.3:
                self.reading, shown = reading, monotonic()
                self.present()
            await asyncio.sleep(0)
        self.reading = reading
        self.present()

    # ---- keys -----------------------------------------------------------------------------

    @property
    def senpu(self) -> "SenpuApp":
        return cast("SenpuApp", self.app)

    def choose(self, game: Game) -> None:
        """Mark a game and look into it."""
        self.status = ""
        if game is not self.chosen:
            self.chosen = game
            self.present()
            self._look_into()

    def action_choose(self, by: int) -> None:
        shown = self._shown()
        if self.chosen in shown:
            at = shown.index(self.chosen) + by
            self.choose(shown[max(0, min(at, len(shown) - 1))])

    def action_open(self) -> None:
        if self.chosen is None:
            return
        self._away = True
        try:
            self.senpu.open_log(self.chosen.path)
        except UNREADABLE as error:
            self.status = self.look.word("cannot_open", why=str(error).splitlines()[0])
            self.present()

    def action_new_game(self) -> None:
        """Begin a game in the last of the folders."""
        from tui.screens.new_game import NewGameScreen

        self._away = True
        self.app.push_screen(NewGameScreen(self.look, self.folders[-1]))

    def action_sort(self) -> None:
        self.sort = (self.sort + 1) % len(SORTS)
        self.present()

    def action_preview(self) -> None:
        self.previewing = not self.previewing
        self.header.refresh(layout=True)
        self.present()

    def action_ask_filter(self) -> None:
        if not self.footer.label:
            self.footer.label = self.look.word("key_filter")
            asked(self, self.look.word("filter_prompt"), self.words)
            self.footer.repaint()

    def on_input_changed(self, event: "Input.Changed") -> None:
        event.stop()
        if self.footer.label:
            self.words = event.value.strip()
            self._filtered()

    def on_input_submitted(self, event: "Input.Submitted") -> None:
        event.stop()
        self._close()

    def _filtered(self) -> None:
        before: Any = self.chosen
        self.present()
        if self.chosen is not before:
            self._look_into()

    def _close(self) -> None:
        self.footer.label = ""
        closed(self)
        self.footer.repaint()

    def action_clear(self) -> None:
        """Close the prompt, forget the filter, leave the preview: whatever comes first."""
        if self.footer.label:
            self._close()
            self.words = ""
        elif self.words:
            self.words = ""
        elif self.previewing:
            self.action_preview()
        self._filtered()

    def action_leave(self) -> None:
        """Leave the filter or the preview, else the program."""
        if self.words or self.previewing:
            self.action_clear()
        else:
            self.senpu.leave(self)

    async def on_pressed(self, message: Pressed) -> None:
        message.stop()
        await self.run_action(message.action)

    def on_chosen(self, message: Chosen) -> None:
        message.stop()
        self.choose(self.list.games[message.index])
        if message.opened:
            self.action_open()
