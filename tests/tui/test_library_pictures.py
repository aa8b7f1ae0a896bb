"""Pictures of the library's filter, of a game marked to be compared, and of its page of keys."""

from pathlib import Path

import pytest

from tests.tui import pairs
from tests.tui.stage import CLUB_NIGHT, library
from tests.tui.test_pictures import picture


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("filter", "slash w o n colon"),
        ("nothing_fits", "slash z z z enter"),
        ("marked", "c down"),
        ("library_keys", "question_mark"),
    ],
)
@pytest.mark.parametrize(
    ("face", "size"), [("en", (80, 24)), ("ja", (160, 50)), ("ascii", (80, 24))],
    ids=["en", "ja", "ascii"],
)  # fmt: skip
def test_the_library(
    tmp_path: Path, name: str, keys: str, face: str, size: tuple[int, int]
) -> None:
    text = CLUB_NIGHT.read_text("utf-8")
    (tmp_path / "club.senpu").write_text(text, "utf-8")
    other = text.replace("Club night, round 2", "Two of a kind").replace("J: pass", "J: c1>E", 1)
    (tmp_path / "other.senpu").write_text(other, "utf-8")
    app = library(tmp_path, "ja" if face == "ja" else "en", face == "ascii")
    seen = picture(f"{name}_{size[0]}x{size[1]}_{face}", app, size, keys)
    if face == "ascii":
        assert all(row.isascii() for row in seen)


@pytest.mark.parametrize(
    ("face", "size"),
    [("en", (80, 24)), pytest.param("ja", (160, 50), marks=pytest.mark.slow),
     pytest.param("ascii", (160, 50), marks=pytest.mark.slow)],
    ids=["en", "ja", "ascii"],
)  # fmt: skip
def test_copies_of_one_game(tmp_path: Path, face: str, size: tuple[int, int]) -> None:
    text = CLUB_NIGHT.read_text("utf-8").replace("Club night, round 2", "Another game")
    pairs.write_copies(
        tmp_path, anna=pairs.make_anna(), bo=pairs.make_bo(), tampered=pairs.make_tampered(),
        other=text,
    )  # fmt: skip
    app = library(tmp_path, "ja" if face == "ja" else "en", face == "ascii")
    seen = picture(f"copies_{size[0]}x{size[1]}_{face}", app, size, "down down")
    if face == "ascii":
        assert all(row.isascii() for row in seen)
