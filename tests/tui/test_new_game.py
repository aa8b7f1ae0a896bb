"""A new game from the library: the form, and the log that it begins."""

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from senpu.tui.cli import main
from senpu.tui.screens.library import LibraryScreen
from senpu.tui.screens.new_game import NewGameScreen
from tests.tui.recorder import click, good, pressed
from tests.tui.stage import browsing, library, part, perform, playing, rows, settled, text


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def form(pilot: Pilot[None]) -> NewGameScreen:
    screen = pilot.app.screen
    assert isinstance(screen, NewGameScreen)
    return screen


def at_cursor(pilot: Pilot[None]) -> str:
    return next(row for row in rows(pilot) if row.startswith("▸"))


async def on_line(pilot: Pilot[None], words: str) -> None:
    """Put the cursor on the line with those words by the arrow keys."""
    await pressed(pilot, *["up"] * 40)
    for _ in range(40):
        if words in at_cursor(pilot):
            return
        await pressed(pilot, "down")
    raise AssertionError(f"{words} is nowhere: {text(pilot)}")


async def typed(pilot: Pilot[None], words: str, value: str) -> None:
    await on_line(pilot, f" {words}   ")
    await pressed(pilot, "enter", "ctrl+u", *(c if c != " " else "space" for c in value), "enter")


def test_the_form_has_the_grammar_of_all_choosers(folder: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "n", "2")  # a digit is Enter on its row
        screen = form(pilot)
        assert (screen.rule_set, screen.cursor) == ("800/battles-2011", 1)
        await pressed(pilot, "tab", "tab")  # the values, then the options
        assert "forced-pass" in at_cursor(pilot)
        for left in ({"forced-pass"}, set()):
            await pressed(pilot, "space")  # adds, and removes
            assert screen.options == left
        assert "a side without action points must pass" in " ".join(rows(pilot)[-3:-1])
        await on_line(pilot, "Rule set  ")
        await pressed(pilot, "end")
        assert "Start recording" in at_cursor(pilot)
        at = screen.cursor - screen.list.top + 1
        if at <= 9:
            await pressed(pilot, str(at))
        assert not list(folder.glob("*.senpu"))  # only Enter begins a log
        await pressed(pilot, "escape")
        assert isinstance(pilot.app.screen, LibraryScreen)

    perform(library(folder), script, (100, 30))


@pytest.mark.slow
def test_a_game_is_begun_by_keys_as_new_begins_it(folder: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "n")
        await on_line(pilot, "800/battles-2011")
        await pressed(pilot, "enter")
        await on_line(pilot, "forced-pass")
        await pressed(pilot, "space")
        await typed(pilot, "Japan", "Anna B")
        await typed(pilot, "China", "Bo")
        await typed(pilot, "Event", "Club")
        await typed(pilot, "Date", "1937-10")
        await typed(pilot, "File", "mine")
        await on_line(pilot, "Start recording")
        await pressed(pilot, "enter")
        await settled(pilot)
        assert playing(pilot).entry_controller.is_on
        assert "RECORDING" in rows(pilot)[0]
        assert playing(pilot).source == folder / "mine.senpu"
        await pressed(pilot, "colon", *"x1", "plus", "c1", "at", "D", "q")
        await pressed(pilot, "escape", "q")
        assert isinstance(pilot.app.screen, LibraryScreen)
        assert [game.name for game in browsing(pilot).shelf.games] == ["Club"]
        await pressed(pilot, "q")

    perform(library(folder), script, (100, 30))
    given = ["--japan", "Anna B", "--china", "Bo", "--event", "Club", "--date", "1937-10"]
    assert main(["new", "800/battles-2011", "other", *given, "--option", "forced-pass"]) == 0
    assert (folder / "mine.senpu").read_bytes() == (folder / "other").read_bytes()


@pytest.mark.parametrize(
    "name", ["mine.toml", pytest.param("Port Arthur at 1201", marks=pytest.mark.slow)]
)
def test_a_game_is_begun_on_a_chosen_data_set_and_resumed_without_it(
    folder: Path, name: str
) -> None:
    own = '[[strength]]\nprovenance = "printed"\nsource = "mine"\nd1 = {}\n'
    head = 'senpu-data = 1\ngame = "russojapanese"\n'
    for file, value in (("mine.toml", "4"), ("broken.toml", '"x"')):
        (folder / file).write_text(head + own.format(value), "utf-8")
    (folder / "names-only.toml").write_text(head, "utf-8")
    (folder / "notes.toml").write_text("note = 1", "utf-8")

    async def begin(pilot: Pilot[None], file: str) -> None:
        form(pilot).typed["File"] = file
        await click(pilot, form(pilot).list, "Start recording")
        await settled(pilot)

    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "n", "5")
        assert " notes.toml" not in text(pilot)
        assert "names-only.toml" in text(pilot), "it has the digest of the default, other names"
        await click(pilot, form(pilot).list, "broken.toml")
        assert "strength.d1" in rows(pilot)[-1]
        await click(pilot, form(pilot).list, name)
        assert "printed, digest" in text(pilot)
        if name == "mine.toml":
            await begin(pilot, "/elsewhere/log")
            assert "would not find its values" in rows(pilot)[-1]
        await begin(pilot, "log")
        await click(pilot, playing(pilot).footer, "Stop")
        await pressed(pilot, "i")
        assert name in text(pilot)

    perform(library(folder), script, (160, 50))
    assert main(["append", "log.senpu", "draw #01+#02+#03"]) == 0
    verdict = good(folder / "log.senpu")
    assert (verdict.data, bool(verdict.data_set), verdict.events) == ("pinned", True, 1)


@pytest.mark.parametrize(
    ("words", "prompt"),
    [("Japan", "Japan no name"), ("Event", "Event none"), ("File", "File 800-")],
)
def test_a_prompt_says_once_what_it_asks_for_and_what_nothing_means(
    folder: Path, words: str, prompt: str
) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "n")
        await on_line(pilot, f" {words}   ")
        await pressed(pilot, "enter", "ctrl+u")
        assert " ".join(rows(pilot)[-1].split()).startswith(prompt)

    perform(library(folder), script, (100, 30))


def test_a_game_is_begun_and_left_by_the_mouse(folder: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await click(pilot, browsing(pilot).footer, "New")
        await click(pilot, form(pilot).footer, "Cancel")
        await click(pilot, browsing(pilot).footer, "New")
        await click(pilot, form(pilot).list, "Russo-Japanese War")
        await click(pilot, form(pilot).list, "Hands")
        assert "hidden from the other side" in text(pilot)
        await click(pilot, form(pilot).list, "Start recording")
        await settled(pilot)
        assert "view of Japan" in rows(pilot)[0]
        await click(pilot, playing(pilot).footer, "Stop")
        await click(pilot, playing(pilot).footer, "?")

    perform(library(folder), script, (160, 50))
    (path,) = folder.glob("*.senpu")
    assert good(path).game == "russojapanese/bonsai-2018"


def test_a_chained_game_is_begun_by_key_or_mouse_and_recorded(folder: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "n")
        await on_line(pilot, "Hash chain")
        await pressed(pilot, "enter")
        await click(pilot, form(pilot).list, "a tag on each line")
        assert "a tag on each line" not in text(pilot)
        await click(pilot, form(pilot).list, "Hash chain  ")
        await on_line(pilot, "Start recording")
        await pressed(pilot, "enter")
        await settled(pilot)
        await pressed(pilot, "colon", *"x1+c1@D", "enter")
        await settled(pilot)
        await pressed(pilot, "enter")  # the others can only go to C
        await settled(pilot)

    perform(library(folder), script, (100, 30))
    (path,) = folder.glob("*.senpu")
    found = good(path)
    assert (found.chain, found.events) == ("valid", 2)
    assert main(["new", "800/bonsai-2021", "other.senpu", "--chain"]) == 0
    assert header_keys(path) == header_keys(folder / "other.senpu")


def header_keys(path: Path) -> list[str]:
    head = path.read_text("utf-8").partition("\n\n")[0]
    return [row.partition(":")[0] for row in head.splitlines()]


@pytest.mark.parametrize(
    ("words", "value", "why"),
    [
        ("File", "taken", "a file of that name already exists"),
        ("File", "nowhere/at/all", "there is no folder"),
    ],
)
def test_what_cannot_be_begun_is_said(folder: Path, words: str, value: str, why: str) -> None:
    (folder / "taken.senpu").write_text("", "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "n")
        await typed(pilot, words, value)
        await on_line(pilot, "Start recording")
        await pressed(pilot, "enter")
        assert form(pilot)
        assert why in rows(pilot)[-1]

    perform(library(folder), script, (160, 50))
    assert [path.name for path in folder.iterdir()] == ["taken.senpu"]


def test_a_name_is_found_that_is_free(folder: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        for _ in range(2):
            await pressed(pilot, "n")
            await on_line(pilot, "Start recording")
            await pressed(pilot, "enter")
            await settled(pilot)
            await pressed(pilot, "q")
        assert len(browsing(pilot).shelf.games) == 2

    perform(library(folder), script)
    first, second = sorted(path.stem for path in folder.glob("*.senpu"))
    assert second == f"{first}-2"


def test_escape_leaves_a_line_and_then_the_form(folder: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "n")
        await on_line(pilot, " Event  ")
        await pressed(pilot, "enter", "x", "escape")
        assert form(pilot)
        assert "none" in next(row for row in rows(pilot) if row.startswith("▸"))
        await pressed(pilot, "escape")
        assert browsing(pilot)

    perform(library(folder), script)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("face", ["en", "ja", "ascii"])
@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)], ids=str)
def test_the_form_fits_every_size(folder: Path, face: str, size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "n")
        for _ in range(24):
            await pilot.press("down")
            await pilot.pause()
            seen = rows(pilot)
            assert all(cell_len(row) <= size[0] for row in seen)
            if face == "ascii":
                assert all(row.isascii() for row in seen)
        assert part(form(pilot).list)

    perform(library(folder, "ja" if face == "ja" else "en", face == "ascii"), script, size)
