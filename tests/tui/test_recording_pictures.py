"""Pictures of recording, and that all of it fits every size, language and set of signs."""

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from tests.tui.card_game import GAME as CARDS
from tests.tui.hex_game import hex_log
from tests.tui.recorder import begun, chosen, new_log, pressed, recorder, recording, typed
from tests.tui.stage import perform, playing, rows, settled, text
from tests.tui.test_pictures import compare

AREAS = (
    "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\nT1 [J5 C3]\nJ: i3+i4>D\n"
    "C: k1*B.g2 [6 6] J: g2<A\n"
)
SIZES = ((80, 24), (160, 50))
FACES = ("en", "ja", "ascii")


@pytest.fixture
def areas(tmp_path: Path) -> Path:
    return new_log(tmp_path / "areas.senpu", "800/bonsai-2021", AREAS)


@pytest.fixture
def hexes(tmp_path: Path) -> Path:
    return hex_log(tmp_path)


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    path = tmp_path / "cards.senpu"
    path.write_text("".join(CARDS.splitlines(keepends=True)[:10]), "utf-8")
    return path


def picture(
    name: str, path: Path, size: tuple[int, int], face: str, *keys: str, text: str = ""
) -> None:
    """Draw the screen after some keys, and perhaps a typed text, and compare it."""
    seen: list[str] = []

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot) if face != "ja" else await pressed(pilot, "a")
        await pressed(pilot, *keys)
        if text:
            await typed(pilot, text)
            await pressed(pilot, "enter")
        seen.extend(rows(pilot))

    app = recorder(path, "ja" if face == "ja" else "en", face == "ascii")
    perform(app, script, size)
    assert all(cell_len(row) <= size[0] for row in seen)
    if face == "ascii":
        assert all(row.isascii() for row in seen)
    compare(f"{name}_{size[0]}x{size[1]}_{face}", seen)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("face", FACES)
def test_choosing_who(areas: Path, size: tuple[int, int], face: str) -> None:
    picture("record_who", areas, size, face, "down", "space")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_choosing_where(areas: Path, size: tuple[int, int]) -> None:
    picture("record_where", areas, size, "en", "enter", "down")


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("face", FACES)
def test_a_refusal(areas: Path, size: tuple[int, int], face: str) -> None:
    picture("record_refused", areas, size, face, "colon", text="x1+c1>J")


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("face", FACES)
def test_choosing_where_on_hexes(hexes: Path, size: tuple[int, int], face: str) -> None:
    picture("record_hexes", hexes, size, face, "enter", "down")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_choosing_among_cards(cards: Path, size: tuple[int, int]) -> None:
    picture("record_cards", cards, size, "en")


# ---- every size -----------------------------------------------------------------------------


FITTED = ((40, 12), (60, 20), (80, 24), (120, 40), (200, 60))
SHOWN = {((40, 12), "ja"), ((80, 24), "ascii")}
"""Two pairs by default; all pairs in CI."""


@pytest.mark.parametrize(
    ("size", "face"),
    [
        pytest.param(size, face, marks=() if (size, face) in SHOWN else pytest.mark.slow)
        for size in FITTED
        for face in FACES
    ],
    ids=str,
)
def test_recording_fits_every_size(
    areas: Path, hexes: Path, cards: Path, size: tuple[int, int], face: str
) -> None:
    async def script(pilot: Pilot[None]) -> None:
        for keys in ("a", "down", "enter", "down", "escape", "b", "escape", "x", "w", "w", "colon"):
            await pressed(pilot, keys)
            seen = rows(pilot)
            assert len(seen) == size[1]
            assert all(cell_len(row) <= size[0] for row in seen)
            if face == "ascii":
                assert all(row.isascii() for row in seen)
        assert recording(pilot).typing is not None
        await pressed(pilot, "enter", "escape")
        assert len(chosen(pilot)) >= 3

    for path in (areas, hexes, cards):
        app = recorder(path, "ja" if face == "ja" else "en", face == "ascii")
        perform(app, script, size)


def test_resizing_loses_nothing_of_what_was_chosen_or_typed(areas: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "enter", "down", "colon")
        await typed(pilot, "i1>")
        for size in ((40, 12), (200, 60), (20, 5), (80, 24)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
        typing = recording(pilot).typing
        assert typing is not None
        assert typing.line.value == "i1>"
        await pressed(pilot, "escape")
        assert len(recording(pilot).stack) == 2

    perform(recorder(areas), script)


# ---- with the keys of the player ------------------------------------------------------------


def test_a_panel_covers_the_lines_until_the_next_key(areas: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "w")
        assert "─ Combat" in text(pilot)
        assert recording(pilot).chooser is not None
        await pressed(pilot, "enter")
        assert "─ Combat" not in text(pilot)
        assert len(recording(pilot).stack) == 1
        await pressed(pilot, "s", "escape")
        assert recording(pilot).is_on
        assert "─ Strength" not in text(pilot)

    perform(recorder(areas), script)


def test_looking_back_and_on_keeps_what_was_chosen(areas: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "down", "enter", "left")
        assert "The screen shows event 8." in "\n".join(chosen(pilot))
        await pressed(pilot, "left", "enter")
        assert playing(pilot).position == 9
        assert len(recording(pilot).stack) == 2

    perform(recorder(areas), script)


def test_enter_begins_at_the_end_of_a_log_and_nowhere_else(areas: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "left", "enter")
        assert not recording(pilot).is_on
        await pressed(pilot, "end", "enter")
        assert recording(pilot).is_on

    perform(recorder(areas), script)


def test_shift_and_an_arrow_aim_at_what_lies_that_way(hexes: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "enter")
        board = playing(pilot).map

        def spot() -> tuple[int, int]:
            entry = recording(pilot).entry
            assert entry is not None
            choice = getattr(entry.shows, "choice", None)
            found = board.spot(choice.goal.place if choice else getattr(entry.shows, "focus", ""))
            assert found is not None
            return found

        for key, sign in (("right", (1, 0)), ("left", (-1, 0)), ("down", (0, 1)), ("up", (0, -1))):
            before = spot()
            await pressed(pilot, f"shift+{key}")
            after = spot()
            along = (after[0] - before[0]) * sign[0] + (after[1] - before[1]) * sign[1]
            assert along > 0 or after == before

    perform(recorder(hexes), script)


def test_the_language_changes_while_one_records(areas: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "enter", "l")
        assert "記録中" in rows(pilot)[0]
        assert "1つ選択" in "\n".join(chosen(pilot))
        await pressed(pilot, "t", "l")
        assert "choose 1" in "\n".join(chosen(pilot))

    perform(recorder(areas), script)


def test_the_palette_offers_what_recording_can_do(areas: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pilot.press("ctrl+p", *"undo", "enter")
        assert "undo 1" in "\n".join(chosen(pilot))

    perform(recorder(areas), script)
