"""A viewer that is served to one side: nothing in it shows what the side may not know."""

from argparse import Namespace
from pathlib import Path

import pytest
from textual.pilot import Pilot

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.replay.core.timeline import LockedViewError
from senpu.tui.app import SenpuApp
from senpu.tui.cli import main
from senpu.tui.viewer_start import make_timeline
from tests.command.test_non_interference import WAR
from tests.command.test_views import GAME
from tests.tui.stage import CLUB_NIGHT, Size, perform, playing, rows, settled, text
from tests.twins import Twins, find_twins, write_log


def served(path: Path, side: str, read_only: bool = False) -> SenpuApp:
    """Return the program that `view --serve --as` starts for a visitor."""
    timeline = make_timeline(path, Namespace(data=None, side=side, locked=True))
    return SenpuApp(timeline, path, timeline.extend(), read_only=read_only)


def press_all(path: Path, twins: Twins, size: Size, read_only: bool) -> list[str]:
    """Return the screen after each key of the player, and after each command of the palette."""
    seen: list[str] = []
    app = served(path, twins.side, read_only)

    async def script(pilot: Pilot[None]) -> None:
        keys = [
            name
            for key in playing(pilot).KEYS
            for names, action in key.bound
            if action not in ("leave", "playouts")  # playouts take long
            for name in names.split(",")
        ]
        ways = [[key] for key in keys]
        ways += [["v", key] for key in ("f", "s", "c", "m", "r", "p", "up", "right_curly_bracket")]
        ways += [["colon", *"draw", "space", "enter"], ["a", "x"], ["a", "x", "enter"], ["a", "b"]]
        for way in ways:
            await pilot.press(*way)
            await settled(pilot)
            seen.append(f"{way}\n{text(pilot)}")
            await pilot.press("escape", "escape")
        seen.extend(str(command) for command in app.list_commands(app.screen))

    perform(app, script, size)
    return seen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ident", "side", "options", "more", "read_only"),
    [
        (WAR, "japan", ("naval",), "", False), (WAR, "russia", (), "draw #03+#0!\n", True),
        ("blind/toy", "north", (), "", False),
    ],
)  # fmt: skip
def test_no_key_of_a_served_viewer_tells_twins_apart(
    tmp_path: Path, ident: str, side: str, options: tuple[str, ...], more: str, read_only: bool
) -> None:
    twins, screens = find_twins(ident, side, 2, 40, options), list[list[str]]()
    for at, name in enumerate("ab"):
        path = tmp_path / name / "game.senpu"
        write_log(twins, at, path, more, chained=True)
        screens.append(press_all(path, twins, (100, 30), read_only))
    assert len(screens[0]) > 60
    for mine, theirs in zip(*screens, strict=True):
        assert mine == theirs


@pytest.mark.parametrize("driver", [True, False])
def test_only_a_served_viewer_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, driver: bool
) -> None:
    path, given = tmp_path / "cards.senpu", list[Namespace]()
    path.write_text(GAME, "utf-8")

    def view(_: list[Path], words: Namespace) -> int:
        given.append(words)
        return 0

    monkeypatch.setattr("senpu.tui.viewer_start.view", view)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("TEXTUAL_DRIVER", raising=False)
    if driver:
        monkeypatch.setenv("TEXTUAL_DRIVER", "web")
    assert main(["view", str(path), "--as", "south"]) == 0
    assert [each.locked for each in given] == [driver]


# ---- the ways out ---------------------------------------------------------------------------


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    path = tmp_path / "cards.senpu"
    path.write_text(GAME, "utf-8")
    return path


def test_the_view_does_not_change(cards: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("e")
        await settled(pilot)
        assert "view of South" in rows(pilot)[0]
        assert "This viewer shows the view of South only" in rows(pilot)[-1]
        await pilot.click(playing(pilot).header, offset=(rows(pilot)[0].index("view of"), 0))
        with pytest.raises(LockedViewError):
            playing(pilot).look_as("")
        assert "lay #??" in text(pilot)
        await pilot.press("a", "x")
        await settled(pilot)
        assert "R: resign" not in text(pilot)
        assert "agree Draw" in text(pilot)
        assert playing(pilot).look.word("show_hands") not in text(pilot)

    perform(served(cards, "south"), script, (120, 40))


def test_no_other_file_is_opened_and_no_copy_is_made(cards: Path) -> None:
    other = cards.with_name("other.senpu")
    other.write_text(GAME, "utf-8")
    app = served(cards, "south")

    async def script(pilot: Pilot[None]) -> None:
        for open_file in (
            app.open_log,
            app.open_recording,
            lambda path: app.open_both(cards, path),
        ):
            for path in (other, CLUB_NIGHT):
                with pytest.raises(PermissionError):
                    open_file(path)
        app.open_both(cards, cards)
        await settled(pilot)
        assert "#05" not in text(pilot)

    perform(app, script, (120, 40))


def test_a_file_that_becomes_another_game_is_not_shown(cards: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        cards.write_text(CLUB_NIGHT.read_text("utf-8"), "utf-8")
        await pilot.press("r")
        await settled(pilot)
        assert "view of South" in rows(pilot)[0]
        assert "800" not in text(pilot)
        cards.write_text(GAME.replace("lay #05", "lay #02"), "utf-8")
        await pilot.press("r")
        await settled(pilot)
        assert "view of South" in rows(pilot)[0]
        assert "lay #??" in text(pilot)

    perform(served(cards, "south"), script, (120, 40))
