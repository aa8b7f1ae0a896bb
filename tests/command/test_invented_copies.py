"""Logs on owner's files: an invented copy of each game, and random files, each next to its log."""

from pathlib import Path
from random import Random

import pytest

from senpu.spec.data import Tables
from tests.command.conftest import Run
from tests.data_sets import GAMES_ONCE, invent_copy, shake, write_file

pytestmark = pytest.mark.slow
PLAYABLE = 1
"""The random files of a game on which a log is made."""


def check_file(ident: str, own: Tables, run: Run, folder: Path) -> bool:
    """Check that a game on a file can be verified and shown in another folder.

    Returns:
        False if the file is rejected.
    """
    folder.mkdir()
    file, log, book = (folder / name for name in ("mine.toml", "game.senpu", "book.sqlite"))
    write_file(file, ident, own)
    checked = run("data", "check", file)
    if checked.status:
        assert str(file) in checked.err
        return False
    assert run("play", ident, "-o", log, "--data", file, "--seed", 1).status == 0
    elsewhere = folder.rename(folder.with_name(f"{folder.name}-elsewhere"))
    log, book = elsewhere / "game.senpu", elsewhere / "book.sqlite"
    for command in (
        ("verify", log), ("show", log, "--at", "T1.end", "--lang", "ja"),
        ("legal", log, "--at", "T1.end"),
        ("export", log, "--to", "html", "-o", log.with_suffix(".html")),
        ("export", log, "--to", "svg", "-o", log.with_suffix(".svg")),
        ("openings", "build", elsewhere, "-o", book), ("openings", "show", book),
    ):  # fmt: skip
        answer = run(*command)
        assert answer.status == 0, (command, answer.err)
    return True


@pytest.mark.parametrize("ident", GAMES_ONCE)
def test_a_game_on_a_copy_is_verified_and_shown_elsewhere(
    ident: str, run: Run, folder: Path
) -> None:
    assert check_file(ident, invent_copy(ident).own, run, folder / "copy")


@pytest.mark.parametrize("ident", GAMES_ONCE)
def test_a_game_on_a_random_file_is_verified_and_shown_elsewhere(
    ident: str, run: Run, folder: Path
) -> None:
    tried = (
        check_file(ident, shake(ident, Random(seed), 2 + seed % 2), run, folder / str(seed))
        for seed in range(60)
    )
    played = 0
    for good in tried:
        played += good
        if played == PLAYABLE:
            return
    raise AssertionError(f"only {played} random files of {ident} can be played")
