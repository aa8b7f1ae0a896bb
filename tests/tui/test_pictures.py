"""Pictures of the screens as plain text, a file each in `snapshots/`.

SENPU_REGOLD=1 pytest tests/tui          draws them again; then look at the difference
"""

import os
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from senpu.tui.app import SenpuApp
from tests.tui.stage import (
    ATTACK,
    CLUB_NIGHT,
    DICE,
    NIGHT_ATTACK,
    PURSUIT,
    RETREAT,
    library,
    perform,
    player,
    rows,
    settled,
)  # fmt: skip
from tests.tui.test_verdict_page import KINDS, open_first

SNAPSHOTS = Path(__file__).parent / "snapshots"
REGOLD = bool(os.environ.get("SENPU_REGOLD"))


def compare(name: str, seen: list[str]) -> None:
    """A picture with the one kept under its name."""
    path = SNAPSHOTS / f"{name}.txt"
    drawn = "".join(f"{row}\n" for row in seen)
    if REGOLD:
        SNAPSHOTS.mkdir(exist_ok=True)
        path.write_text(drawn, "utf-8", newline="\n")
    assert path.exists(), f"no picture {path.name}; SENPU_REGOLD=1 draws it"
    kept = path.read_text("utf-8")
    assert drawn == kept, f"{path.name} has changed; SENPU_REGOLD=1 redraws it"


def picture(name: str, app: SenpuApp, size: tuple[int, int], keys: str = "") -> list[str]:
    """Draw a screen after some keys and compare it."""
    seen: list[str] = []

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(*keys.split())
        await settled(pilot)
        seen.extend(rows(pilot))

    perform(app, script, size)
    assert all(cell_len(row) <= size[0] for row in seen)
    compare(name, seen)
    return seen


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)], ids=lambda size: f"{size[0]}")
@pytest.mark.parametrize("face", ["en", "ja", "ascii"])
def test_a_retreat(face: str, size: tuple[int, int]) -> None:
    app = player(at=RETREAT, language="ja" if face == "ja" else "en", ascii_only=face == "ascii")
    seen = picture(f"retreat_{size[0]}x{size[1]}_{face}", app, size)
    if face == "ascii":
        assert all(row.isascii() for row in seen)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=lambda size: f"{size[0]}")
@pytest.mark.parametrize("face", ["en", "ja", "ascii"])
def test_a_map_of_rectangles(face: str, size: tuple[int, int]) -> None:
    language = "ja" if face == "ja" else "en"
    app = player(NIGHT_ATTACK, PURSUIT, language, face == "ascii")
    seen = picture(f"pursuit_{size[0]}x{size[1]}_{face}", app, size)
    if face == "ascii":
        assert all(row.isascii() for row in seen)


@pytest.mark.parametrize(
    ("name", "at", "keys"),
    [
        ("start", 0, ""),
        ("attack", ATTACK, ""),
        ("dice", DICE, ""),
        ("remark", 14, ""),
        ("undo", 28, ""),
        ("end", "end", ""),
        ("why", DICE, "w"),
        ("legal", RETREAT, "o"),
        ("strength", RETREAT, "s"),
        ("register", RETREAT, "m"),
        ("help", 0, "question_mark"),
    ],
)
def test_at_80x24(name: str, at: int | str, keys: str) -> None:
    picture(f"{name}_80x24_en", player(at=at), (80, 24), keys)


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (200, 60)], ids=lambda size: f"{size[0]}")
def test_smaller_and_larger(size: tuple[int, int]) -> None:
    picture(f"retreat_{size[0]}x{size[1]}_en", player(at=RETREAT), size)


def test_a_fault() -> None:
    game = CLUB_NIGHT.read_text("utf-8").replace("C: x1+c2>E\n", "C: x1+c2>J\n", 1)
    picture("fault_80x24_en", player(game, at="end"), (80, 24))


@pytest.mark.parametrize("face", ["en", "ja", "ascii"])
def test_the_library(tmp_path: Path, face: str) -> None:
    text = CLUB_NIGHT.read_text("utf-8")
    (tmp_path / "club.senpu").write_text(text, "utf-8")
    other = text.replace("Club night, round 2", "Two of a kind").replace("J: pass", "J: c1>E", 1)
    (tmp_path / "other.senpu").write_text(other, "utf-8")
    app = library(tmp_path, "ja" if face == "ja" else "en", face == "ascii")
    seen = picture(f"library_120x40_{face}", app, (120, 40))
    if face == "ascii":
        assert all(row.isascii() for row in seen)


@pytest.mark.parametrize(
    ("language", "size"), [("en", (160, 50)), pytest.param("ja", (80, 24), marks=pytest.mark.slow)]
)
def test_a_verdict_on_a_changed_die(language: str, size: tuple[int, int], tmp_path: Path) -> None:
    app = open_first(KINDS["changed die"].write(tmp_path), language)
    picture(f"verdict_{size[0]}x{size[1]}_{language}", app, size)
