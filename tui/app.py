"""The full-screen program: the library of recorded games, and the player of one.

Holds the look (theme, signs, language) that all screens share, and no game.
"""

import gc
import os
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.message_pump import MessagePump
from textual.reactive import Reactive
from textual.screen import Screen
from textual.theme import Theme

from senpu.logs.record import open_record
from senpu.notation.faults import Fault
from senpu.notation.messages import LANGUAGES, program
from senpu.replay.core.registry import rules_for
from senpu.replay.core.timeline import Timeline, UnknownPositionError, find_log_number
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.spec.data import DataError
from senpu.tui.boards.signs import DRAWN, PLAIN
from senpu.tui.keys import Key, Keyboard
from senpu.tui.screens.interfaces import ViewerApp
from senpu.tui.screens.player import PlayerScreen
from senpu.tui.theme import NIGHT, THEMES, Palette
from senpu.tui.user_files import Memory, book_file, keys_file, remembered_file
from senpu.tui.widgets.painting import Look

if TYPE_CHECKING:
    from argparse import Namespace

    from senpu.tui.evaluator import Evaluator


TIMES = 2
"""A key goes from who has the focus up to the program, where its action is run; what the action
then asks for goes the same way once more, as a change of focus does."""


class Typeahead:
    """The keys of a program which have not been answered, in their order; `send` has one taken to
    who has the focus.
    """

    def __init__(
        self, app: App[None], send: Callable[[events.Key | events.Paste], Awaitable[None]]
    ) -> None:
        self._app, self._send = app, send
        self._waiting: deque[events.Key | events.Paste] = deque()
        self._under_way = False

    async def take(self, event: events.Key | events.Paste) -> None:
        """Send a key, behind those that came before."""
        self._waiting.append(event)
        if not self._under_way:
            self._under_way = True
            await self._next()

    async def _next(self) -> None:
        if not self._waiting:
            self._under_way = False
            return
        await self._send(self._waiting.popleft())
        path: list[MessagePump] = [*(self._app.focused or self._app.screen).ancestors_with_self]
        self._follow(path * TIMES)

    def _follow(self, path: list[MessagePump]) -> None:
        """Go behind what was sent: each on its way has messages answered in their order. Who is
        gone answers none.
        """
        while path and not path[0].call_later(self._passed, path[1:]):
            path = path[1:]

    async def _passed(self, path: list[MessagePump]) -> None:
        if path:
            self._follow(path)
        else:
            await self._next()


def player_of(timeline: Timeline, look: Look, source: Path | None, at: int = 0) -> PlayerScreen:
    """The screen for a log, at the position after an event."""
    if timeline.rules.spec.game.board == "hexes":
        from senpu.tui.screens.hex_player import HexPlayerScreen

        return HexPlayerScreen(timeline, look, source, at)
    return PlayerScreen(timeline, look, source, at)


FIXED = ("Game", "Rules", "Options", "Data")
"""The header lines that say which rules and data a log needs."""


class SenpuApp(App[None]):
    """Shows `timeline` (read from `source`), or where there is none the library of the games in
    `folders`, which are the shipped ones and the current one unless given.
    """

    TITLE = "Senpu"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "quit", show=False, priority=True),
    ]
    CSS = """
    SearchIcon { display: none; }  /* an emoji, whose width terminals disagree on */
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
        # Whoever wants no colour (no-color.org) gets the terminal's own two, not shades of grey.
        super().__init__(ansi_color=True if os.environ.get("NO_COLOR") else None)
        self._typeahead = Typeahead(self, super().on_event)
        self.memory = memory or Memory()
        kept = self.memory.theme
        self.theme = kept if kept in self.available_themes else NIGHT.name
        self.keyboard = keyboard or Keyboard()
        self.set_keymap(self.keyboard.keymap())
        self.read_only = read_only
        """Whether nothing may be written: no log, no notes, no picture, nothing remembered."""
        self.author = author
        """Who writes notes, where a name was given."""
        self.opened: PlayerScreen | None = None
        """The player that it began with."""
        self.language = language
        self.ascii_only = ascii_only
        self._first = (timeline, source, at)
        self.both: tuple[tuple[Timeline, Timeline], tuple[Path, Path]] | None = None
        """The logs to see side by side, instead."""
        self._folders = folders
        self._below = bool(folders)
        """Whether the folders that were named are searched through."""
        self._readings = 0
        """How often the first screen's log was read anew."""
        self.book: Path | None = None
        """The book of openings."""
        self.opens_book = False
        """Whether the book is to be opened at once."""
        self.data: Path | None = None
        """The file of values that was named, if one was."""

    def get_default_screen(self) -> Screen[Any]:
        timeline, source, at = self._first
        if timeline is not None:
            self.opened = player_of(timeline, self.look(), source, at)
            return self.opened
        if self.both is not None:
            from senpu.tui.screens.side_by_side import SideBySide

            return SideBySide(self.look(), *self.both)
        from senpu.tui.library.shelf import Shelf
        from senpu.tui.screens.library import LibraryScreen

        return LibraryScreen(self.look(), Shelf(self._places(), self._below, self.read_only))

    def _places(self) -> list[Path]:
        """The logs and folders that the program was started with."""
        if self._first[1] is not None:
            return [self._first[1]]
        if self.both is not None:
            return [*self.both[1]]
        if self._folders is None:
            from senpu.tui.library.catalogue import library_folders

            self._folders = list(library_folders(Path.cwd()))
        return self._folders

    def _admit(self, path: Path) -> None:
        """Raises PermissionError for a log that a program which only shows what it was started with
        is not to open.
        """
        places = [place.resolve() for place in self._places()] if self.read_only else []
        if places and not any(map(path.resolve().is_relative_to, places)):
            raise PermissionError(self.look().word("not_shown"))

    def on_ready(self) -> None:
        if not gc.isenabled():
            gc.freeze()  # what stands now is not searched for garbage at any step
            gc.enable()

    def on_mount(self) -> None:
        self.theme_changed_signal.subscribe(self, self._themed)
        if self.opens_book:
            self.call_after_refresh(self.action_openings)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            await self._typeahead.take(event)
        else:
            await super().on_event(event)

    # ---- look -----------------------------------------------------------------------------

    @property
    def available_themes(self) -> dict[str, Theme]:
        """Textual's own, and the program's, which are there before anything else is."""
        return super().available_themes | {theme.name: theme for theme in THEMES}

    def look(self) -> Look:
        """How everything is shown now."""
        palette = Palette(self.theme_variables or self.get_css_variables())
        signs = PLAIN if self.ascii_only else DRAWN
        return Look(palette, signs, self.language, self.keyboard, self.no_color)

    def redress(self) -> None:
        """Show every screen in the look of now."""
        look = self.look()
        for screen in self.screen_stack:
            if hasattr(screen, "redress"):
                screen.redress(look)

    def action_language(self) -> None:
        """English or Japanese."""
        self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]
        self.redress()

    def action_next_theme(self) -> None:
        """The next of the program's own themes; its name is said where the screen can say it."""
        names = [theme.name for theme in THEMES]
        at = names.index(self.theme) + 1 if self.theme in names else 0
        self.theme = names[at % len(names)]

    def _themed(self, theme: Theme) -> None:
        self.redress()
        self.memory.keep_theme(theme.name)
        known = program().has(f"screens.{theme.name.replace('-', '_')}")
        name = self.look().word(theme.name.replace("-", "_")) if known else theme.name
        say = getattr(self.screen, "say", None)
        if say is not None:
            say(self.look().word("theme_is", name=name))

    # ---- screens --------------------------------------------------------------------------

    def open_again(self, screen: Screen[Any]) -> None:
        """Read the file of a player again, and show the same position."""
        if not isinstance(screen, PlayerScreen) or (path := screen.source) is None:
            return
        try:
            record = open_record(path)
            same = all(record.headers.get(key) == screen.timeline.headers.get(key) for key in FIXED)
            timeline = open_timeline(record, screen.timeline.rules if same else None)
        except (OSError, UnknownPositionError, DataError) as error:
            screen.say(screen.look.word("cannot_open", why=screen.look.reason(error)))
            return
        stood = find_log_number(screen.course, screen.position)
        at = min(stood, timeline.extend(stood))
        side = screen.timeline.view.side
        timeline.view_as(side if side in timeline.rules.letter else "")
        anew = player_of(timeline, self.look(), path, at)
        anew.status = anew.look.word("reloaded")
        anew.desk.wanted = screen.desk.on
        anew.chances.wanted = screen.chances.on and not screen.desk.plays
        screen.following.stop()
        if self.lies_above(screen):
            self.switch_screen(anew)
            return
        # The first screen of a stack cannot be switched; another stack begins with the new one.
        before, self._readings = self.current_mode, self._readings + 1
        self.add_mode(f"reading {self._readings}", lambda: anew)
        self.switch_mode(f"reading {self._readings}")
        if self._readings > 1:
            self.remove_mode(before)

    def lies_above(self, screen: Screen[Any]) -> bool:
        """Whether another screen comes back when this one is left."""
        return screen is not self.screen_stack[0]

    def open_log(self, path: Path, at: str = "") -> None:
        """Put a player on top. Raises OSError, UnknownPositionError, DataError."""
        self._admit(path)
        timeline = open_timeline(open_record(path))
        number = timeline.find(at) if at else 0
        self.push_screen(player_of(timeline, self.look(), path, number))

    def open_both(self, one: Path, other: Path) -> None:
        """Put two logs side by side on top. Raises OSError, UnknownPositionError, DataError."""
        from senpu.tui.screens.side_by_side import SideBySide

        self._admit(one)
        self._admit(other)
        timelines = open_timeline(open_record(one)), open_timeline(open_record(other))
        self.push_screen(SideBySide(self.look(), timelines, (one, other)))

    @cached_property
    def evaluator(self) -> "Evaluator":
        """Who plays positions on: one program where many may look at the same machine."""
        from senpu.tui.evaluator import Evaluator

        return Evaluator(int(self.read_only or self.is_web))

    def action_openings(self) -> None:
        """The tree of openings, at the position that a player shows."""
        from senpu.tui.screens.openings import enter

        enter(self.screen, self.look(), self.book)

    def open_recording(self, path: Path, side: str = "") -> None:
        """Put a player on top that goes on with a log, which `side` may see. Raises OSError,
        UnknownPositionError, DataError.
        """
        timeline = open_timeline(open_record(path))
        timeline.view_as(side)
        screen = player_of(timeline, self.look(), path, timeline.extend())
        screen.desk.wanted = True
        self.push_screen(screen)

    def leave(self, screen: Screen[Any]) -> None:
        """Back to the screen below, or out of the program."""
        if self.lies_above(screen):
            self.pop_screen()
        else:
            self.exit()

    def action_keys(self) -> None:
        """The page of keys and signs."""
        from senpu.tui.screens.help import HelpScreen

        keys: tuple[Key, ...] = getattr(self.screen, "KEYS", ())
        if keys:
            screen = self.screen
            player = screen if isinstance(screen, PlayerScreen) else None
            sides = player.narrator.spec.sides if player else ()
            now = player.desk.keys if player else ()
            letters = [side.letter for side in sides]
            self.push_screen(HelpScreen(self.look(), keys, letters, now))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        look = self.look()
        tables: list[tuple[DOMNode, tuple[Key, ...]]] = [(screen, getattr(screen, "KEYS", ()))]
        if isinstance(screen, PlayerScreen):
            tables[:0] = [(node, screen.desk.keys[:-1]) for node in screen.desk.painted()]
        for node, keys in tables:
            for key in keys:
                if key.command:
                    title = look.word(f"key_{key.word}")

                    async def run(action: str = key.command, node: DOMNode = node) -> None:
                        await self.run_action(action, default_namespace=node)

                    said = look.word(f"help_{key.word}")
                    yield SystemCommand(f"{title} ({look.keyboard.shown(key)})", said, run)
        yield SystemCommand(
            look.word("command_theme"), look.word("help_command_theme"), self.action_change_theme
        )
        if not self.read_only:
            yield SystemCommand(
                look.word("command_picture"), look.word("help_command_picture"),
                lambda: self.set_timer(0.1, self.deliver_screenshot),
            )  # fmt: skip
        yield SystemCommand(look.word("key_quit"), look.word("help_quit"), self.exit)


VIEWER: type[ViewerApp] = SenpuApp
"""The program does what its screens expect."""


def view(paths: list[Path], given: "Namespace") -> int:
    """Open a log, two, or the library, as `senpu view` was asked to. 0, or 1 for a log that is not
    good, or 2 for what cannot be opened, a position that a log does not have, or a file of keys
    that is wrong. Raises Error, OSError.
    """
    logs = [path for path in paths if not path.is_dir()]
    timelines = [_timeline(path, given) for path in logs]
    number = timelines[0].find(given.at) if given.at and len(timelines) == 1 else 0
    one = len(logs) == 1
    app = SenpuApp(
        timelines[0] if one else None,
        logs[0] if one else None,
        number,
        language=given.lang,
        ascii_only=given.ascii,
        folders=paths if paths and not logs else None,
        keyboard=_keyboard(),
        memory=Memory(None if given.read_only else remembered_file()),
        read_only=given.read_only,
        author=given.author,
    )
    app.book = given.book or (None if given.read_only else book_file())
    app.opens_book = given.book is not None and not paths
    app.data = given.data
    if len(logs) == 2:
        app.both = (timelines[0], timelines[1]), (logs[0], logs[1])
    app.run()
    amiss = app.opened.notebook.told_at_the_end() if app.opened else []
    print("".join(f"{row}\n" for row in amiss), end="", file=sys.stderr)
    return int(bool(amiss) or any(timeline.fault is not None for timeline in timelines))


def _timeline(path: Path, given: "Namespace") -> Timeline:
    """A log as it is to be seen. Raises UnknownPositionError, OSError."""
    record = open_record(path)
    rules = rules_for(record, given.data)
    if isinstance(rules, Fault):
        raise UnknownPositionError.of(rules, str(path))
    timeline = open_timeline(record, rules)
    timeline.view_as(given.side)
    return timeline


def _keyboard() -> Keyboard:
    """The keys that the user has bound, or those of the program. Raises Error, OSError."""
    path, asked_for = keys_file()
    if path is None or not (asked_for or path.exists()):
        return Keyboard()
    from senpu.tui.keys_file import read

    return read(path)
