"""The full-screen program: the library of recorded games, and the player of one.

Holds the look (theme, signs, language) that all screens share, and no game.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.screen import Screen

from logs.record import open_record
from notation.faults import Fault
from replay.timeline import Timeline, UnknownPosition
from replay.verify import rules_for
from spec.data import DataError
from tui.keys import RECORDING, Key
from tui.screens.player import PlayerScreen
from tui.screens.players import player_of
from tui.theme import DAY, NIGHT, THEMES, Palette
from tui.widgets.painting import Look
from tui.widgets.signs import DRAWN, PLAIN

FIXED = ("Game", "Rules", "Options", "Data")
"""The header lines that say which rules and data a log needs."""


class SenpuApp(App[None]):
    """Shows `timeline` (read from `source`), or where there is none the library of the games in
    `folders`, which are the shipped ones and the current one unless given."""

    TITLE = "Senpu"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "quit", show=False, priority=True),
    ]
    CSS = "SearchIcon { display: none; }"  # an emoji, whose width terminals disagree on

    def __init__(
        self,
        timeline: Timeline | None = None,
        source: Path | None = None,
        at: int = 0,
        language: str = "en",
        ascii_only: bool = False,
        folders: list[Path] | None = None,
    ) -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = NIGHT.name
        self.language = language
        self.ascii_only = ascii_only
        self._first = (timeline, source, at)
        self._folders = folders
        self._readings = 0
        """How often the first screen's log was read anew."""

    def get_default_screen(self) -> Screen[Any]:
        timeline, source, at = self._first
        if timeline is not None:
            return player_of(timeline, self.look(), source, at)
        from tui.catalogue import library_folders
        from tui.screens.library import LibraryScreen

        folders = self._folders
        if folders is None:
            folders = list(library_folders(Path.cwd()))
        return LibraryScreen(self.look(), folders)

    def on_mount(self) -> None:
        self.theme_changed_signal.subscribe(self, lambda _: self.redress())

    # ---- look -----------------------------------------------------------------------------

    def look(self) -> Look:
        """How everything is shown now."""
        palette = Palette(self.theme_variables or self.get_css_variables())
        return Look(palette, PLAIN if self.ascii_only else DRAWN, self.language)

    def redress(self) -> None:
        """Show every screen in the look of now."""
        look = self.look()
        for screen in self.screen_stack:
            if hasattr(screen, "redress"):
                screen.redress(look)

    def action_language(self) -> None:
        """English or Japanese."""
        self.language = "ja" if self.language == "en" else "en"
        self.redress()

    def action_dark_or_light(self) -> None:
        """The theme for the night or the one for the day."""
        self.theme = NIGHT.name if not self.current_theme.dark else DAY.name

    # ---- screens --------------------------------------------------------------------------

    def open_again(self, screen: PlayerScreen) -> None:
        """Read a player's file anew, and show it where it stands."""
        path = screen.source
        if path is None:
            return
        try:
            record = open_record(path)
            same = all(record.headers.get(key) == screen.timeline.headers.get(key) for key in FIXED)
            timeline = Timeline(record, screen.timeline.rules if same else None)
        except (OSError, UnknownPosition, DataError) as error:
            screen.say(screen.look.word("cannot_open", why=str(error).splitlines()[0]))
            return
        at = min(screen.position, timeline.extend(screen.position))
        side = screen.timeline.sight.side
        timeline.look_as(side if side in timeline.rules.letter else "")
        anew = player_of(timeline, self.look(), path, at)
        anew.status = anew.look.word("reloaded")
        anew.desk.wanted = screen.desk.on
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
        """Put a player on top. Raises OSError, UnknownPosition, DataError."""
        timeline = Timeline(open_record(path))
        number = timeline.find(at) if at else 0
        self.push_screen(player_of(timeline, self.look(), path, number))

    def open_recording(self, path: Path, side: str = "") -> None:
        """Put a player on top that goes on with a log, which `side` may see. Raises OSError,
        UnknownPosition, DataError."""
        timeline = Timeline(open_record(path))
        timeline.look_as(side)
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
        from tui.screens.help import HelpScreen

        keys: tuple[Key, ...] = getattr(self.screen, "KEYS", ())
        if keys:
            screen = self.screen
            player = screen if isinstance(screen, PlayerScreen) else None
            sides = player.narrator.spec.sides if player else ()
            recording = player is not None and player.desk.on
            letters = [side.letter for side in sides]
            self.push_screen(HelpScreen(self.look(), keys, letters, recording))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        look = self.look()
        tables: list[tuple[DOMNode, tuple[Key, ...]]] = [(screen, getattr(screen, "KEYS", ()))]
        if isinstance(screen, PlayerScreen):
            tables[:0] = [(node, RECORDING[:-1]) for node in screen.desk.painted()]
        for node, keys in tables:
            for key in keys:
                if key.command:
                    title = look.word(f"key_{key.word}")

                    async def run(action: str = key.command, node: DOMNode = node) -> None:
                        await self.run_action(action, default_namespace=node)

                    said = look.word(f"help_{key.word}")
                    yield SystemCommand(f"{title} ({key.shown})", said, run)
        yield SystemCommand(
            look.word("command_theme"), look.word("help_command_theme"), self.action_change_theme
        )
        yield SystemCommand(
            look.word("command_picture"), look.word("help_command_picture"),
            lambda: self.set_timer(0.1, self.deliver_screenshot),
        )  # fmt: skip
        yield SystemCommand(look.word("key_quit"), look.word("help_quit"), self.exit)


def view(
    path: Path | None,
    language: str = "en",
    ascii: bool = False,  # noqa: A002 - named as the option of the command
    at: str = "",
    data: Path | None = None,
    side: str = "",
) -> int:
    """Open a log, as a side sees it where one is named, or the library without one. 0, or 1 for
    a log that is not good, or 2 for one that cannot be opened or a position that it does not
    have."""
    timeline, number = None, 0
    if path is not None:
        try:
            record = open_record(path)
            rules = rules_for(record, data)
            if isinstance(rules, Fault):
                raise UnknownPosition(rules.render())
            timeline = Timeline(record, rules)
            timeline.look_as(side)
        except OSError as error:
            print(f"{path}: {error.strerror or error}", file=sys.stderr)
            return 2
        except (UnknownPosition, DataError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 1
        try:
            number = timeline.find(at) if at else 0
        except UnknownPosition as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 2
    SenpuApp(timeline, path, number, language, ascii).run()
    return 0 if timeline is None or timeline.fault is None else 1
