"""The theme: set by a key, remembered between runs, off without colour."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from senpu.tui.app import SenpuApp
from senpu.tui.cli import main
from senpu.tui.command_line.parsing import find_language
from senpu.tui.theme import THEMES
from senpu.tui.user_files import LOCALE, Memory, find_keys_file, find_settings_file
from tests.tui.stage import CLUB_NIGHT, library, perform, player, playing, rows, text


def test_a_key_goes_through_the_themes_and_says_which(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        for theme in (*THEMES[1:], THEMES[0]):
            await pilot.press("t")
            await pilot.pause()
            assert pilot.app.theme == theme.name
        assert "Theme: night" in rows(pilot)[-1]

    perform(player(), script, (120, 40))
    perform(library(tmp_path), script, (120, 40))


def test_the_theme_is_remembered_and_nothing_is_written_where_nothing_may_be(
    tmp_path: Path,
) -> None:
    memory = Memory(tmp_path / "new" / "settings.toml")

    def app() -> SenpuApp:
        return SenpuApp(*player(CLUB_NIGHT)._first, memory=memory)

    async def choose(pilot: Pilot[None]) -> None:
        assert pilot.app.theme == THEMES[0].name
        await pilot.press("t", "t")
        await pilot.pause()

    async def look(pilot: Pilot[None]) -> None:
        assert pilot.app.theme == THEMES[2].name

    perform(app(), choose)
    perform(app(), look)
    assert memory.theme == THEMES[2].name
    memory.keep_theme("nothing-like-it")
    perform(app(), lambda pilot: pilot.pause())
    assert Memory().theme == ""
    Memory().keep_theme("anything")


@pytest.mark.parametrize("content", ["theme = ", "\x00", "other = 1"])
def test_a_memory_that_cannot_be_read_remembers_nothing(tmp_path: Path, content: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(content, "utf-8")
    assert Memory(path).theme == ""
    Memory(path / "below").keep_theme("anything")
    assert path.read_text("utf-8") == content


@pytest.mark.parametrize("content", ["theme = ", "\x00", f"a = {'[' * 100_000}"])
def test_a_damaged_file_is_not_replaced(tmp_path: Path, content: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(content, "utf-8")
    Memory(path).keep_theme("anything")
    assert (Memory(path).theme, path.read_text("utf-8")) == ("", content)


@pytest.mark.parametrize(
    ("option", "variable", "kept", "locale", "language"),
    [
        ("", "", "", {}, "en"),
        ("", "", "", {"LANG": "ja_JP.UTF-8"}, "ja"),
        ("", "", "", {"LC_MESSAGES": "ja", "LANG": "en_GB.UTF-8"}, "ja"),
        ("", "", "", {"LC_ALL": "C", "LC_MESSAGES": "ja_JP", "LANG": "ja_JP"}, "en"),
        ("", "", "", {"LC_ALL": "", "LANG": "ja_JP.eucJP@x"}, "ja"),
        ("", "", "", {"LANG": "fr_FR.UTF-8"}, "en"),
        ("", "", "en", {"LANG": "ja_JP.UTF-8"}, "en"),
        ("", "", "ja", {}, "ja"),
        ("", "", "fr", {"LANG": "ja_JP.UTF-8"}, "ja"),
        ("", "en", "ja", {"LANG": "ja_JP.UTF-8"}, "en"),
        ("", "fr", "ja", {}, "ja"),
        ("en", "ja", "ja", {"LANG": "ja_JP.UTF-8"}, "en"),
        ("ja", "", "en", {}, "ja"),
    ],
)
def test_the_first_known_language_counts(
    option: str, variable: str, kept: str, locale: dict[str, str], language: str,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    for name in LOCALE:
        monkeypatch.delenv(name, raising=False)
    for name, value in {"SENPU_STATE": str(tmp_path), "SENPU_LANG": variable, **locale}.items():
        monkeypatch.setenv(name, value)
    if kept:
        Memory(find_settings_file()).keep_language(kept)
    assert find_language([f"--lang={option}"] if option else []) == language


def test_the_language_chosen_by_a_key_is_the_language_of_the_next_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SENPU_STATE", str(tmp_path))
    app = SenpuApp(*player(CLUB_NIGHT)._first, memory=Memory(find_settings_file()))
    perform(app, lambda pilot: pilot.press("l"))
    assert main(["verify", str(CLUB_NIGHT)]) == 0
    assert "正常" in capsys.readouterr().out


def test_where_things_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SENPU_KEYS", "SENPU_STATE", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", "/c")
    monkeypatch.setenv("XDG_STATE_HOME", "/s")
    assert find_keys_file() == (Path("/c/senpu/keys.toml"), False)
    assert find_settings_file() == Path("/s/senpu/settings.toml")
    monkeypatch.setenv("SENPU_KEYS", "/k.toml")
    monkeypatch.setenv("SENPU_STATE", "/own")
    assert find_keys_file() == (Path("/k.toml"), True)
    assert find_settings_file() == Path("/own/settings.toml")
    monkeypatch.setenv("SENPU_KEYS", "")
    monkeypatch.setenv("SENPU_STATE", "")
    assert find_keys_file() == (None, False)
    assert find_settings_file() is None


def test_whoever_wants_no_colour_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("right", "t")
        await pilot.pause()
        assert playing(pilot).position == 1
        assert "Eight Hundred" in text(pilot)
        for filter_ in pilot.app._filters:
            if type(filter_).__name__ == "NoColor":
                break
        else:
            pytest.fail("colours are kept")

    perform(player(), script)
