"""The full-screen program: the library of games, and the player of a game.

It holds the look (theme, signs, language) that all screens share, and no game.
"""

import gc
import os
import traceback
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.reactive import Reactive
from textual.screen import Screen
from textual.theme import Theme, ThemeProvider
from textual.worker import WorkerFailed

from senpu.logs.inputs import Input, Source, hold_source
from senpu.logs.position_logs import POSITION
from senpu.logs.record import Record, open_record
from senpu.notation.faults import Error, Fault
from senpu.notation.messages import find_next_language, program_catalogue
from senpu.notation.position_text import is_position_text
from senpu.replay.core.registry import check_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.timeline import Timeline, UnknownPositionError, find_log_number
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.spec.data import DataError
from senpu.tui.boards.signs import DRAWN, PLAIN
from senpu.tui.keyboard import Keyboard
from senpu.tui.keys import FOOTERS, Key
from senpu.tui.screens.interfaces import LogFollower, Player, ViewerApp
from senpu.tui.screens.player import PlayerScreen
from senpu.tui.theme import NIGHT, THEMES, Palette
from senpu.tui.typeahead import Typeahead
from senpu.tui.user_files import Memory, RepertoireFiles
from senpu.tui.widgets.painting import Look

if TYPE_CHECKING:
    from senpu.tui.evaluator import Evaluator
    from senpu.tui.palette_commands import OfferedCommand


def make_player(timeline: Timeline, look: Look, source: Path | None, at: int = 0) -> PlayerScreen:
    """Return the screen of a log at the position after an event."""
    if timeline.rules.spec.game.board == "hexes":
        from senpu.tui.screens.hex_player import HexPlayerScreen

        return HexPlayerScreen(timeline, look, source, at)
    return PlayerScreen(timeline, look, source, at)


def find_locked_side(timeline: Timeline | None) -> str:
    """Return the side to whose view the program is locked; not because of the first position."""
    is_locked = timeline is not None and timeline.is_locked and not timeline.rules.stated_side
    return timeline.view.side if timeline is not None and is_locked else ""


class ViewerError(Error):
    """The full-screen program ended because of an error in it."""


FIXED = ("Game", "Rules", "Options", "Data", POSITION)
"""The header lines that name the rules, the data and the first position of a log."""


class SenpuApp(App[None]):
    """The program: the player of `timeline` (read from `source`), or the library.

    The library shows the games in `folders`, by default the folders of the program and
    the current folder.
    """

    TITLE = "Senpu"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]
    CSS = """
    SearchIcon { display: none; }  /* an emoji, whose width terminals disagree on */
    CommandPalette { background: $background 0%; }  /* what is below it remains readable */
    .input--placeholder, .option-list--option-disabled { color: $senpu-dim; }
    .option-list--option-highlighted {
        background: $block-cursor-background; color: $block-cursor-foreground;
    }
    App:nocolor .input--cursor, App:nocolor .input--selection { text-style: reverse; }
    """
    theme: Reactive[str] = Reactive(NIGHT.name)
    # Not set later on: style sheets are read again where a theme changes.

    def __init__(
        self,
        timeline: Timeline | None = None,
        source: Path | None = None,
        at: int = 0,
        language: str = "en",
        ascii_only: bool = False,
        folders: list[Path] | None = None,
        keyboard: Keyboard | None = None,
        memory: Memory | None = None,
        read_only: bool = False,
        author: str | None = None,
    ) -> None:
        # Without colour (no-color.org) the terminal's own two colours are used, not shades of grey.
        super().__init__(ansi_color=True if os.environ.get("NO_COLOR") else None)
        self._typeahead = Typeahead(self, super().on_event)
        self.memory = memory or Memory()
        kept = self.memory.theme
        self.theme = kept if kept in self.available_themes else NIGHT.name
        self.keyboard = keyboard or Keyboard()
        self.set_keymap(self.keyboard.keymap())
        self.read_only = read_only
        """True if nothing can be written: no log, no notes, no picture, no settings."""
        self.author = author
        """The author of new notes, if one was given."""
        self.opened: PlayerScreen | None = None
        """The player that the program started with."""
        self.language = language
        self.ascii_only = ascii_only
        self._first = (timeline, source, at)
        self.locked_side = find_locked_side(timeline)
        """The side in whose view alone the log is shown, and no other file; empty if the user may
        see everything."""
        self.both: tuple[Source, Source] | None = None
        """The two logs to compare, if the program started with two."""
        self.has_invalid_pair = False
        """True if the program started with two logs, and one of them is invalid."""
        self._folders = folders
        self._below = bool(folders)
        """True if subfolders of the given folders are searched."""
        self._failed_player: PlayerScreen | None = None
        """The player on the screen when the program ended because of an error."""
        self._readings = 0
        """The number of times that the first log was reloaded."""
        self.book: Path | None = None
        """The opening book."""
        self.repertoires = RepertoireFiles()
        self.opens_book = False
        """True if the book opens at the start."""
        self.notices = 0
        """The number of notices about the file of keys that were printed before the start."""
        self.data: Source | None = None
        """The data file given by the user, if any."""
        self.begins_with_verdict = False
        """True if an invalid, forked or sealed log opens with its verdict."""
        self.text_only: Input | None = None
        """The log that is shown as text, because its header is invalid or its rules are unknown."""
        self.first_screen: Callable[[Look], Screen[Any]] | None = None
        """Makes the first screen, if it is neither of a log nor the library."""

    def get_default_screen(self) -> Screen[Any]:
        """Return the first screen."""
        timeline, source, at = self._first
        if self.first_screen is not None:
            return self.first_screen(self.look())
        if timeline is not None:
            self.opened = make_player(timeline, self.look(), source, at)
            self.opened.verdict_opener.is_wanted = self.begins_with_verdict
            return self.opened
        if self.text_only is not None:
            from senpu.tui.screens.verdict import VerdictScreen

            return VerdictScreen(self.look(), self.text_only)
        if self.both is not None:
            from senpu.tui.screens.side_by_side import SideBySide

            return SideBySide(self.look(), self.both)
        from senpu.tui.library.shelf import Shelf
        from senpu.tui.screens.library import LibraryScreen

        return LibraryScreen(self.look(), Shelf(self._places(), self._below, self.read_only))

    def _places(self) -> list[Path]:
        """Return the logs and folders that the program was started with."""
        if self._first[1] is not None:
            return [self._first[1]]
        if self.text_only is not None:
            return [self.text_only.path]
        if self.both is not None:
            return [Path(each) for each in self.both]
        if self._folders is None:
            from senpu.tui.library.catalogue import list_library_folders

            self._folders = list(list_library_folders(Path.cwd()))
        return self._folders

    def check_permission(self, path: Path) -> None:
        """Check that a log can be opened.

        Raises:
            PermissionError: The program is read-only or locked to a side, and the log is not in its
                folders.
        """
        is_bound = self.read_only or self.locked_side
        places = [*map(os.path.realpath, self._places())] if is_bound else []
        if places and not any(map(Path(os.path.realpath(path)).is_relative_to, places)):
            raise PermissionError(self.look().word("not_shown"))

    def _open_timeline(
        self, record: Record, rules: AnyRules | None = None, side: str = ""
    ) -> Timeline:
        """Return the timeline of a log in the view of a side, or of the locked side.

        Raises:
            PermissionError: The log has no such side, so that its view is unknown.
            UnknownPositionError: The rules of the log are unknown.
            DataError: The data of the log are not available.
        """
        timeline, shown = open_timeline(record, rules), self.locked_side or side
        if shown not in timeline.rules.letter:
            if self.locked_side:
                raise PermissionError(self.look().word("not_shown"))
            shown = ""
        timeline.open_view(shown)
        if self.locked_side:
            timeline.lock_view()
        return timeline

    def on_ready(self) -> None:
        """Report that there are notices."""
        if not gc.isenabled():
            gc.freeze()  # current objects are never garbage
            gc.enable()
        if self.notices and (show := getattr(self.screen, "show_message", None)):
            show(self.look().word("keys_notices", n=self.notices))

    def _fatal_error(self) -> None:
        """End the program after an error; `view` reports it, without the values of variables."""
        players = [each for each in self.screen_stack if isinstance(each, PlayerScreen)]
        self._failed_player = players[-1] if players else None
        self.bell()
        self._close_messages_no_wait()

    def find_failure(self) -> ViewerError | None:
        """Return the error that reports the exception that ended the program, if one did."""
        error: BaseException | None = self._exception
        if isinstance(error, WorkerFailed):
            error = error.error
        if error is None:
            return None
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if "senpu" in Path(frame.filename).parts]
        places = [f"{Path(each.filename).name}:{each.lineno}" for each in (*own[-1:], *frames[-1:])]
        what = traceback.format_exception_only(error)[-1].strip()
        fields = {"what": what, "places": tuple(dict.fromkeys(places))}
        player = self._failed_player
        if player is None or player.source is None:
            return ViewerError("viewerFailed", **fields)
        at, side = find_log_number(player.course, player.position), player.timeline.view.side
        view = f" --as {side}" if side else ""
        return ViewerError("viewerFailedAt", file=player.source, at=at, view=view, **fields)

    def on_mount(self) -> None:
        """Show everything in the remembered theme."""
        self.theme_changed_signal.subscribe(self, self._show_theme_name)
        if self.opens_book:
            self.call_after_refresh(self.action_openings)

    async def on_event(self, event: events.Event) -> None:
        """Queue keys; process all other events at once."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            await self._typeahead.take(event)
        else:
            await super().on_event(event)

    # ---- look -----------------------------------------------------------------------------

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return the colours of the style sheet that the themes of Textual do not have."""
        return {"senpu-dim": "ansi_default"}

    @property
    def available_themes(self) -> dict[str, Theme]:
        """The themes of Textual and of the program."""
        return super().available_themes | {theme.name: theme for theme in THEMES}

    def look(self) -> Look:
        """Return the current look."""
        palette = Palette(self.theme_variables or self.get_css_variables())
        signs = PLAIN if self.ascii_only else DRAWN
        return Look(palette, signs, self.language, self.keyboard, self.no_color)

    def apply_look(self) -> None:
        """Show every screen in the current look."""
        look = self.look()
        for screen in self.screen_stack:
            if hasattr(screen, "apply_look"):
                screen.apply_look(look)

    def action_language(self) -> None:
        """Switch to the next language, and remember it."""
        self.language = find_next_language(self.language)
        self.memory.keep_language(self.language)
        self.apply_look()

    def action_next_theme(self) -> None:
        """Switch to the next theme of the program, and show its name."""
        names = [theme.name for theme in THEMES]
        at = names.index(self.theme) + 1 if self.theme in names else 0
        self.theme = names[at % len(names)]

    def _show_theme_name(self, theme: Theme) -> None:
        self.apply_look()
        self.memory.keep_theme(theme.name)
        known = program_catalogue().has(f"screens.{theme.name.replace('-', '_')}")
        name = self.look().word(theme.name.replace("-", "_")) if known else theme.name
        show = getattr(self.screen, "show_message", None)
        if show is not None:
            show(self.look().word("theme_is", name=name))

    # ---- screens --------------------------------------------------------------------------

    def reload_log(self, screen: Screen[Any]) -> None:
        """Read the file of a player again, and show the same position."""
        if not isinstance(screen, PlayerScreen) or (path := screen.source) is None:
            return
        try:
            record = open_record(path)
            same = all(record.headers.get(key) == screen.timeline.headers.get(key) for key in FIXED)
            timeline = self._open_timeline(
                record, screen.timeline.rules if same else None, screen.timeline.view.side
            )
        except (OSError, UnknownPositionError, DataError) as error:
            screen.show_message(screen.look.word("cannot_open", why=screen.look.reason(error)))
            return
        before_number = find_log_number(screen.course, screen.position)
        at = min(before_number, timeline.extend(before_number))
        reloaded = make_player(timeline, self.look(), path, at)
        reloaded.status = reloaded.look.word("reloaded")
        reloaded.entry_controller.begins_at_once = screen.entry_controller.is_on
        reloaded.win_probability.begins_at_once = (
            screen.win_probability.is_on and not screen.entry_controller.is_recording_log
        )
        screen.log_watcher.stop()
        if self.has_screen_below(screen):
            self.switch_screen(reloaded)
            return
        # The first screen of a stack cannot be switched; another stack begins with the new one.
        before, self._readings = self.current_mode, self._readings + 1
        self.add_mode(f"reading {self._readings}", lambda: reloaded)
        self.switch_mode(f"reading {self._readings}")
        if self._readings > 1:
            self.remove_mode(before)

    @property
    def is_served(self) -> bool:
        """Return whether the program runs in the browser of a visitor."""
        return self.is_web

    def list_copy_files(self, path: Path) -> Iterator[Path]:
        """Yield the files that may be opened and may be copies of a log.

        These are the logs that the program was started with or lists in its library, and the logs
        in the folder of the log.
        """
        from senpu.replay.disputes.copies import list_neighbours
        from senpu.tui.screens.library import LibraryScreen

        if self.locked_side:
            return
        files = [*map(Path, self.both or ()), *list_neighbours(path)]
        for screen in self.screen_stack:
            if isinstance(screen, LibraryScreen):
                files += [game.path for game in screen.shelf.games]
        for each in files:
            try:
                self.check_permission(each)
            except PermissionError:
                continue
            yield each

    def action_verdict(self) -> None:
        """Show the page with the verdict on the log of the player."""
        if isinstance(self.screen, PlayerScreen):
            self.open_verdict(self.screen, self.screen.log_watcher)

    def open_verdict(
        self, player: Player, watcher: LogFollower, opened_itself: bool = False
    ) -> None:
        """Show the page with the verdict on the log of a player."""
        from senpu.tui.screens.verdict import PlayedLog, VerdictScreen

        if player.source is None:
            player.show_message(player.look.word("blocked_no_file"))
        else:
            played = PlayedLog(player, watcher)
            self.push_screen(VerdictScreen(self.look(), watcher.snapshot, played, opened_itself))

    def has_screen_below(self, screen: Screen[Any]) -> bool:
        """Return whether another screen is below this one."""
        return screen is not self.screen_stack[0]

    def open_log(self, path: Path, at: str = "") -> None:
        """Show a log; only its verdict and its rows if its header is invalid.

        Raises:
            OSError: The file cannot be read.
            UnknownPositionError: The log has no position `at`.
            DataError: The data of the log are not available.
        """
        self.check_permission(path)
        record = open_record(path)
        if isinstance(check_rules(record), Fault) and not self.locked_side:
            from senpu.tui.screens.verdict import VerdictScreen

            self.push_screen(VerdictScreen(self.look(), Input(path)))
            return
        timeline = self._open_timeline(record)
        number = timeline.find(at) if at else 0
        player = make_player(timeline, self.look(), record.path, number)
        player.verdict_opener.is_wanted = not at
        self.push_screen(player)

    def open_position(self, text: str) -> None:
        """Show the position of a text in place of the current screen. Raises Error."""
        from senpu.tui.commands.arguments import open_log

        source = Input.from_position_text(text)
        timeline = self._open_timeline(*open_log(source, self.data))
        self.pop_screen()
        self.push_screen(make_player(timeline, self.look(), None))

    def on_paste(self, event: events.Paste) -> None:
        """Open a position text that is pasted where no text is typed."""
        if is_position_text(event.text):
            self.action_open_position(event.text)

    def action_open_position(self, text: str = "") -> None:
        """Open the page to type a position text; show the position if there is a text."""
        from senpu.tui.screens.position_pages import PositionEntry

        self.push_screen(PositionEntry(self.look(), text))

    def action_position_text(self) -> None:
        """Copy the text of the position of the player or of the editor."""
        from senpu.tui.screens.position_editor import PositionEditor
        from senpu.tui.screens.position_pages import copy_position_text, show_position_text

        if isinstance(self.screen, PlayerScreen):
            copy_position_text(self.screen)
        elif isinstance(self.screen, PositionEditor):
            show_position_text(self.screen, self.screen.edited.check.text)

    def open_both(self, one: Path, other: Path) -> None:
        """Show two logs side by side.

        Raises:
            OSError: A file cannot be read.
            PermissionError: A log is not in the folders shown, or lacks the side of the view.
        """
        from senpu.tui.screens.side_by_side import SideBySide

        for path in (one, other):
            self.check_permission(path)
        sources = (hold_source(one), hold_source(other))
        side = self.locked_side
        self.push_screen(SideBySide(self.look(), sources, side, bool(side)))

    @cached_property
    def evaluator(self) -> "Evaluator":
        """The evaluator of positions; it uses one program if many users share the machine."""
        from senpu.tui.evaluator import Evaluator

        return Evaluator(int(self.read_only or self.is_web))

    def action_studies(self) -> None:
        """List the studies in the folders of the library."""
        from senpu.tui.screens.study_shelf import StudyShelf

        self.push_screen(StudyShelf(self.look(), self._places()))

    def action_openings(self) -> None:
        """Open the opening book at the position of the player."""
        from senpu.tui.screens.openings import enter

        enter(self.screen, self.look(), self.book)

    def action_edit_position(self) -> None:
        """Open the editor with the position of the player."""
        from senpu.tui.screens.position_editor import edit_position

        if isinstance(self.screen, PlayerScreen):
            edit_position(self.screen)

    def open_recording(self, path: Path, side: str = "") -> None:
        """Show the end of a log in the view of `side`, and record there.

        Raises:
            OSError: The file cannot be read.
            UnknownPositionError: The log has no such position.
            DataError: The data of the log are not available.
        """
        self.check_permission(path)
        timeline = self._open_timeline(open_record(path), side=side)
        screen = make_player(timeline, self.look(), path, timeline.extend())
        screen.entry_controller.begins_at_once = True
        self.push_screen(screen)

    def leave(self, screen: Screen[Any]) -> None:
        """Return to the screen below, or end the program."""
        if self.has_screen_below(screen):
            self.pop_screen()
        else:
            self.exit()

    def action_interrupt(self) -> None:
        """Cancel a job in the background; if there is none, end the program."""
        from senpu.tui.screens.background_jobs import cancel_jobs

        if not cancel_jobs(self.screen_stack):
            self.exit()

    def action_keys(self) -> None:
        """Open the page of keys and signs."""
        from senpu.tui.screens.help import HelpScreen

        screen = self.screen
        keys: tuple[Key, ...] = getattr(screen, "KEYS", ())
        if not keys:
            return
        letters, name = list[str](), getattr(screen, "FOOTER", "")
        if isinstance(screen, PlayerScreen):
            keys = screen.entry_controller.list_help_keys()
            letters = [side.letter for side in screen.narrator.spec.sides]
            name = screen.entry_controller.footer_name
        commands = self.list_commands(screen)
        task = FOOTERS[name].task if isinstance(screen, PlayerScreen) else name
        self.push_screen(HelpScreen(self.look(), keys, letters, task, commands))

    def action_command_palette(self) -> None:
        """Open the command palette."""
        from senpu.tui.screens.palette import CommandProvider, SmallCommandPalette

        if not isinstance(self.screen, SmallCommandPalette):
            self.push_screen(SmallCommandPalette(self.look(), CommandProvider, "--command-palette"))

    def search_themes(self) -> None:
        """Open the list of themes."""
        from senpu.tui.screens.palette import SmallCommandPalette

        self.push_screen(SmallCommandPalette(self.look(), ThemeProvider))

    def list_commands(self, screen: Screen[Any]) -> "list[OfferedCommand]":
        """Return the commands that the command palette offers on a screen."""
        from senpu.tui.palette_commands import list_commands

        keys: tuple[Key, ...] = getattr(screen, "KEYS", ())
        if isinstance(screen, PlayerScreen):
            keys = (*screen.entry_controller.keys, *keys)
        return list(list_commands(screen, self, keys, self.read_only))

    def action_save_picture(self) -> None:
        """Save the screen as an SVG picture, after the palette has closed."""
        self.set_timer(0.1, self.deliver_screenshot)


VIEWER: type[ViewerApp] = SenpuApp
"""A check that the program implements the interface of its screens."""
