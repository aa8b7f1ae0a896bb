"""A log on an invented copy of each game, with only the owner's file next to it."""

from pathlib import Path

import pytest

from tests.command.conftest import Run
from tests.data_sets import GAMES_ONCE, invent_copy, write_file

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("ident", GAMES_ONCE)
def test_a_game_on_a_copy_is_verified_and_shown_elsewhere(
    ident: str, run: Run, folder: Path
) -> None:
    write_file(folder / "mine.toml", ident, invent_copy(ident).own)
    assert run("data", "check", "mine.toml").status == 0
    assert run("play", ident, "-o", "game.senpu", "--data", "mine.toml", "--seed", 1).status == 0
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    for name in ("game.senpu", "mine.toml"):
        (folder / name).rename(elsewhere / name)
    log, book = elsewhere / "game.senpu", elsewhere / "book.sqlite"
    for command in (
        ("verify", log), ("show", log), ("show", log, "--at", "T1.end", "--lang", "ja"),
        ("legal", log, "--at", "T1.end"), ("export", log, "--to", "html", "-o", "page.html"),
        ("export", log, "--to", "svg", "-o", "picture.svg"),
        ("openings", "build", elsewhere, "-o", book), ("openings", "show", book),
    ):  # fmt: skip
        answer = run(*command)
        assert answer.status == 0, (command, answer.err)
