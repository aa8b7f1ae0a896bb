"""`senpu play`: games between programs, as logs."""

from pathlib import Path

import pytest

from tests.command.conftest import Run


def test_a_game_is_a_good_log_that_says_how_it_ended_and_who_played(run: Run, folder: Path) -> None:
    answer = run("play", "800/bonsai-2021", "-o", "a.senpu", "--japan", "greedy", "--seed", "4")
    assert answer.status == 0
    text = (folder / "a.senpu").read_text("utf-8")
    ending = text.splitlines()[-1].removeprefix("End: ")
    assert answer.out == f"a.senpu: {ending} (seed 4)\n"
    assert "\nJapan: greedy\nChina: random\nProgram: senpu play, seed 4\n" in text
    assert run("verify", "a.senpu").status == 0
    assert run("fmt", "a.senpu", "--check").status == 0


def test_the_same_seed_is_the_same_log(run: Run, folder: Path) -> None:
    for name, seed in (("a", 5), ("b", 5), ("c", 6)):
        run("play", "800/battles-2011", "-o", f"{name}.senpu", "--seed", seed)
    first, again, other = ((folder / f"{name}.senpu").read_bytes() for name in "abc")
    assert first == again
    assert first != other


def test_the_seed_that_was_drawn_is_told_and_gives_the_game_again(run: Run, folder: Path) -> None:
    said = run("play", "800/bonsai-2021", "-o", "a.senpu").out
    seed = said.partition("(seed ")[2].removesuffix(")\n")
    run("play", "800/bonsai-2021", "-o", "b.senpu", "--seed", seed)
    assert (folder / "a.senpu").read_bytes() == (folder / "b.senpu").read_bytes()


def test_many_games_go_into_a_folder_and_their_endings_are_counted(run: Run, folder: Path) -> None:
    answer = run("play", "800/bonsai-2021", "-n", "12", "-o", "logs/many", "--seed", "1")
    assert answer.status == 0
    paths = sorted((folder / "logs/many").iterdir())
    assert [path.name for path in paths] == [f"{n:02}.senpu" for n in range(1, 13)]
    assert sum(int(row.split()[0]) for row in answer.out.splitlines()) == 12
    assert run("verify", *paths).status == 0


def test_options_and_data_go_into_the_header(run: Run, folder: Path) -> None:
    (folder / "mine.toml").write_text(
        'senpu-data = 1\ngame = "800"\n[[limit]]\nstanding = "printed"\ngrenades = 3\n'
    )
    arguments = ("--option", "idle-markers", "--data", "mine.toml", "--seed", "1")
    assert run("play", "800/bonsai-2021", "-o", "a.senpu", *arguments).status == 0
    assert "\nOptions: idle-markers\n" in (folder / "a.senpu").read_text("utf-8")
    assert run("verify", "a.senpu").status == 0
    (folder / "elsewhere").mkdir()
    moved = (folder / "a.senpu").rename(folder / "elsewhere" / "a.senpu")
    assert "good" in run("verify", moved, "--data", "mine.toml").out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("800/bonsai-2021",), "required: -o"),
        (("800", "-o", "a"), "say which edition"),
        (("801/x", "-o", "a"), "no rule set"),
        (("800/bonsai-2021", "-o", "a", "--japan", "alphazero"), "there are random, greedy"),
        (("800/bonsai-2021", "-o", "a", "-n", "2", "--china", "x"), "no program is called x"),
        (("800/bonsai-2021", "-o", "a", "-n", "0"), "1 or more"),
        (("800/bonsai-2021", "-o", "a", "-n", "-3"), "1 or more"),
        (("800/bonsai-2021", "-o", "a", "-n", "x"), "invalid int value"),
        (("800/bonsai-2021", "-o", "a", "--seed", "x"), "invalid int value"),
        (("800/bonsai-2021", "-o", "a", "--option", "naval"), "no option naval"),
        (("800/bonsai-2021", "-o", "a", "--data", "none"), "No such file"),
        (("800/bonsai-2021", "-o", "none/a"), "No such file"),
        (("800/bonsai-2021", "-o", "a", "--germany", "random"), "unrecognized arguments"),
    ],
)
def test_play_refuses_and_writes_nothing(
    run: Run, folder: Path, arguments: tuple[str, ...], why: str
) -> None:
    answer = run("play", *arguments)
    assert answer.status == 2
    assert why in answer.err
    assert list(folder.iterdir()) == []


def test_a_side_that_the_game_has_not_is_told(run: Run, folder: Path) -> None:
    import tests.toy  # noqa: F401 (registers a game with other sides)

    answer = run("play", "800/bonsai-2021", "-o", "a", "--north", "random")
    assert answer.status == 2
    assert "no side north; it has japan and china" in answer.err
    assert list(folder.iterdir()) == []


def test_play_never_overwrites(run: Run, finished: Path) -> None:
    before = finished.read_bytes()
    answer = run("play", "800/bonsai-2021", "-o", finished)
    assert answer.status == 2
    assert finished.read_bytes() == before
