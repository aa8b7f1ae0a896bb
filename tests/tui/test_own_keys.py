"""Rebound keys: the file, its errors, and the screens that use it."""

from pathlib import Path

import pytest
from textual.keys import _character_to_key
from textual.pilot import Pilot

from senpu.tui import keys_file
from senpu.tui.app import SenpuApp
from senpu.tui.cli import main
from senpu.tui.keyboard import (
    PUNCTUATION,
    TAKEN,
    KeyBindingError,
    Keyboard,
    format_key,
    parse_key,
)
from senpu.tui.keys import SCREENS, list_actions, split_keys
from senpu.tui.keys_file import KeysFileError, read_keys, render_template
from tests.tui.stage import CLUB_NIGHT, RETREAT, perform, player, playing, rows, text


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "keys.toml"


# ---- the tables -----------------------------------------------------------------------------


@pytest.mark.parametrize("screen", SCREENS)
def test_no_two_actions_of_a_screen_share_a_key(screen: str) -> None:
    taken: dict[str, str] = {}
    for key in SCREENS[screen]:
        for names, _ in key.bound:
            for name in split_keys(names):
                assert taken.setdefault(name, key.action) == key.action


def test_an_action_has_the_same_keys_on_every_screen() -> None:
    known = list_actions()
    for keys in SCREENS.values():
        for key in keys:
            if key.bound:  # a screen may have further keys
                assert [split_keys(names)[0] for names, _ in key.bound] == [
                    split_keys(names)[0] for names, _ in known[key.action].bound
                ], key.word


def test_no_key_of_the_program_is_one_that_terminals_swallow() -> None:
    names = {
        n for key in list_actions().values() for bound, _ in key.bound for n in split_keys(bound)
    }
    assert not names & TAKEN.keys()


# ---- names of keys --------------------------------------------------------------------------


def test_signs_are_called_as_textual_calls_them() -> None:
    assert {char: _character_to_key(char) for char in PUNCTUATION} == PUNCTUATION


@pytest.mark.parametrize(
    ("written", "name", "shown"),
    [
        ("w", "w", "w"),
        ("W", "W", "W"),
        ("é", "é", "é"),
        ("[", "left_square_bracket", "["),
        ("+", "plus", "+"),
        ("PgUp", "pageup", "PgUp"),
        ("esc", "escape", "Esc"),
        ("Ctrl+E", "ctrl+e", "Ctrl+E"),
        ("shift+left", "shift+left", "Shift+Left"),
        ("ctrl+/", "ctrl+slash", "Ctrl+/"),
        ("alt+x", "alt+x", "Alt+X"),
        ("F5", "f5", "F5"),
    ],
)
def test_a_key_is_called(written: str, name: str, shown: str) -> None:
    written = written.lower() if "+" in written and len(written) > 1 else written
    assert parse_key(written) == name
    assert format_key(name) == shown


@pytest.mark.parametrize(
    "written", ["ww", "hyper+x", "ctrl+", "f99", "shift+w", "shift+", "ctrl+ctrl+x", *TAKEN]
)
def test_a_key_that_is_none_or_never_arrives_is_refused(written: str) -> None:
    with pytest.raises(KeyBindingError, match=r"unknown key|use another|write the shifted"):
        parse_key(written)


# ---- the file -------------------------------------------------------------------------------


def test_the_file_to_start_from_changes_nothing_whether_or_not_its_lines_are_taken(
    file: Path,
) -> None:
    start = render_template()
    file.write_text(start, "utf-8")
    assert read_keys(file).keyboard.rebound == {}
    lines = [row[2:] for row in start.splitlines() if " = " in row and row.startswith("# ")]
    file.write_text("\n".join(lines), "utf-8")
    found = read_keys(file).keyboard
    assert found.rebound.keys() == list_actions().keys()
    for key in list_actions().values():
        assert found.find_bindings(key) == Keyboard().find_bindings(key)


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["view", "--print-keys"]) == 0
    assert capsys.readouterr().out == render_template()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('wyh = "x"', "keys.toml:2: wyh: unknown action; did you mean why?"),
        ('zzzz = "x"', "available: step, action, turn"),
        ("play = 3", 'write the keys in quotes, such as play = "space"'),
        ('step = "x"', r'such as step = ["left", "right"]'),
        ('why = ["x", "y"]', "write a space between several keys"),
        ('why = "foo"', 'why: "foo": unknown key'),
        ('why = "ctrl+s"', "terminals stop and start their output with it"),
        ('why = "ctrl+b"', "tmux"),
        ('why = "o"\nlegal = "o"', 'legal: "o" is the key of why (odds of the last attack)'),
        ('why = "x', "keys.toml:2: "),
        ("[player]", "player: unknown action"),
    ],
)
def test_what_is_wrong_is_reported_with_its_line_and_with_what_would_be_right(
    file: Path, line: str, message: str
) -> None:
    file.write_text(f"# mine\n{line}\n", "utf-8")
    with pytest.raises(KeysFileError) as caught:
        read_keys(file)
    assert message in str(caught.value)
    assert str(caught.value).startswith((f"{file}:2: ", f"{file}:3: "))


def test_everything_wrong_is_reported_at_once(file: Path) -> None:
    file.write_text('a1 = "x"\nwhy = "é é é"\nlegal = "é"\nplay = "ctrl+c"\n', "utf-8")
    with pytest.raises(KeysFileError) as caught:
        read_keys(file)
    rows = caught.value.describe_problem().splitlines()
    assert [row.split(":")[1] for row in rows] == ["1", "3", "4"]


def test_two_actions_may_change_places(file: Path) -> None:
    file.write_text('why = "o"\nlegal = "w"\n', "utf-8")
    assert read_keys(file).keyboard.keymap() == {"why.0": "o", "legal.0": "w"}


OLD = {
    "step", "action", "turn", "ends", "go", "find", "next", "combat", "loss", "capture",
    "note_jump", "mistake", "bookmark", "variations", "play", "pace", "why", "legal", "openings",
    "strength", "chances", "comments", "notes", "comment", "glyph", "variation", "verify", "view",
    "panel", "map", "language", "theme", "reload", "record", "resume", "type", "close", "back",
    "help", "zoom", "zones", "idents", "legend", "numbers", "look", "take", "pick", "pages",
    "join", "number", "aim", "undo", "more", "retrace", "stop_recording", "choose", "edges",
    "open", "new", "filter", "sort", "compare", "preview", "clear", "quit", "change", "cancel",
    "alone", "swap", "fork", "move", "take_move", "along", "order", "winner", "who", "rule_set",
    "games",
}  # fmt: skip
"""The names of the actions on 28 November 2026; files of users may have them."""


def test_every_old_name_of_an_action_has_a_meaning() -> None:
    known = {*list_actions(), *keys_file.RENAMED, *keys_file.REMOVED}
    assert not OLD - known
    assert {*keys_file.RENAMED.values()} <= {*list_actions()}
    assert not {*list_actions()} & {*keys_file.RENAMED, *keys_file.REMOVED}


def test_the_lines_of_an_old_template_do_not_collide(file: Path) -> None:
    file.write_text('take = "enter"\njoin = "space"\nchange = "enter space"\n', "utf-8")
    keyboard, notices = read_keys(file)
    assert keyboard.keymap() == {"take.0": "enter", "add.0": "space"}
    assert len(notices) == 2


def test_an_old_file_is_used_and_what_changed_is_reported(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys_file, "RENAMED", {"reasons": "why"})
    monkeypatch.setattr(keys_file, "REMOVED", frozenset({"bell"}))
    file.write_text('reasons = "W"\nbell = "o"\nplay = "t f5"\n', "utf-8")
    keyboard, notices = read_keys(file)
    assert keyboard.keymap() == {"why.0": "W", "play.0": "t,f5", "theme.0": "<none>"}
    assert [str(each).removeprefix(f"{file}:") for each in notices] == [
        "1: reasons: this action is now called why; its keys are used for why",
        "2: bell: this action no longer exists; the line is ignored",
        '3: play: "t", the default key of theme (night, day, high contrast) in the player, '
        "now has the action play; theme keeps only its other keys",
    ]


def test_the_viewer_reports_notices_at_its_start(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text('play = "t"\n', "utf-8")
    monkeypatch.setenv("SENPU_KEYS", str(file))
    shown: list[str] = []

    def run(app: SenpuApp) -> None:
        async def script(pilot: Pilot[None]) -> None:
            shown.append(rows(pilot)[-1])

        perform(app, script, (120, 30))

    monkeypatch.setattr(SenpuApp, "run", run)
    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.headless_driver:HeadlessDriver")
    assert main(["view", str(CLUB_NIGHT)]) == 0
    assert "theme keeps only its other keys" in capsys.readouterr().err
    assert "Your file of keys: 1 notice" in shown[0]


@pytest.mark.parametrize(
    ("content", "status"),
    [(b'why = "ww"', 2), (b"\xff", 2), (None, 2)],
    ids=["bad", "bytes", "none"],
)
def test_a_bad_file_of_keys_is_a_message_and_a_status(
    file: Path, content: bytes | None, status: int, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setenv("TEXTUAL_DRIVER", "none: no screen opens here")
    monkeypatch.setenv("SENPU_KEYS", str(file))
    assert main(["view", str(CLUB_NIGHT)]) == status
    assert str(file) in capsys.readouterr().err


# ---- screens --------------------------------------------------------------------------------


def test_keys_of_ones_own_work_and_are_told_by_the_last_line_the_help_and_what_is_said(
    file: Path,
) -> None:
    file.write_text('why = "W f5"\nstep = ["y", "ctrl+e"]\nlegal = "w"\nhelp = "f2"\n', "utf-8")
    made = player(CLUB_NIGHT, RETREAT)
    app = SenpuApp(*made._first, keyboard=read_keys(file).keyboard)

    async def script(pilot: Pilot[None]) -> None:
        assert "y Ctrl+E Step" in rows(pilot)[-1]
        assert "w Study" in rows(pilot)[-1]
        await pilot.press("ctrl+e")
        await pilot.press("right")
        assert playing(pilot).position == RETREAT + 1
        await pilot.press("y")
        assert playing(pilot).position == RETREAT
        await pilot.press("f5")
        await pilot.pause()
        assert "─ Combat ─" in text(pilot)
        await pilot.press("W", "w")
        await pilot.pause()
        assert playing(pilot).panel == "legal"
        assert "W Odds" in rows(pilot)[-1]
        await pilot.press("f2")
        await pilot.pause()
        assert "  y Ctrl+E     previous, next event" in text(pilot)
        assert any("W " in row and "(also F5)" in row for row in rows(pilot))
        await pilot.press("f2")
        await pilot.pause()
        assert playing(pilot)

    perform(app, script, (160, 60))


def test_an_action_may_have_no_key(file: Path) -> None:
    file.write_text('why = ""\n', "utf-8")
    made = player(CLUB_NIGHT, RETREAT)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("w")
        assert playing(pilot).panel == ""
        await pilot.press("o")
        assert "R C Review" in rows(pilot)[-1]
        assert "Odds" not in rows(pilot)[-1]

    perform(SenpuApp(*made._first, keyboard=read_keys(file).keyboard), script, (120, 40))
