"""`senpu play`: games between programs, as logs."""

from pathlib import Path

import pytest

from tests.command.conftest import Run


def test_a_game_is_a_good_log_that_says_how_it_ended_and_who_played(run: Run, folder: Path) -> None:
    answer = run("play", "800/bonsai-2021", "-o", "a.senpu", "--china", "random", "--seed", "4")
    assert answer.status == 0
    text = (folder / "a.senpu").read_text("utf-8")
    ending = text.splitlines()[-1].removeprefix("End: ")
    assert answer.out == f"a.senpu: {ending} (seed 4)\n"
    assert "\nJapan: one-ply\nChina: random\nProgram: senpu play, seed 4\n" in text
    assert run("verify", "a.senpu").status == 0
    assert run("fmt", "a.senpu", "--check").status == 0


def test_the_same_seed_is_the_same_log(run: Run, folder: Path) -> None:
    for name, seed in (("a", 5), ("b", 5), ("c", 6)):
        run("play", "800/battles-2011", "-o", f"{name}.senpu", "--seed", seed)
    first, again, other = ((folder / f"{name}.senpu").read_bytes() for name in "abc")
    assert first == again
    assert first != other


def test_the_seed_that_was_drawn_is_reported_and_gives_the_game_again(
    run: Run, folder: Path
) -> None:
    output = run("play", "800/bonsai-2021", "-o", "a.senpu").out
    seed = output.partition("(seed ")[2].removesuffix(")\n")
    run("play", "800/bonsai-2021", "-o", "b.senpu", "--seed", seed)
    assert (folder / "a.senpu").read_bytes() == (folder / "b.senpu").read_bytes()


def test_many_games_go_into_a_folder_and_their_endings_are_counted(run: Run, folder: Path) -> None:
    answer = run("play", "800/bonsai-2021", "-n", "12", "-o", "logs/many", "--seed", "1")
    assert answer.status == 0
    paths = sorted((folder / "logs/many").iterdir())
    assert [path.name for path in paths] == [f"{n:04}.senpu" for n in range(1, 13)]
    *counts, values = answer.out.splitlines()
    assert sum(int(row.split()[0]) for row in counts) == 12
    assert values.startswith("Values: ")
    assert run("verify", *paths).status == 0


def test_options_and_data_go_into_the_header(run: Run, folder: Path) -> None:
    (folder / "mine.toml").write_text(
        'senpu-data = 1\ngame = "800"\n[[limit]]\nprovenance = "printed"\ngrenades = 3\n'
    )
    arguments = ("--option", "idle-markers", "--data", "mine.toml", "--seed", "1")
    assert run("play", "800/bonsai-2021", "-o", "a.senpu", *arguments).status == 0
    assert "\nOptions: idle-markers\n" in (folder / "a.senpu").read_text("utf-8")
    assert run("verify", "a.senpu").status == 0
    (folder / "elsewhere").mkdir()
    moved = (folder / "a.senpu").rename(folder / "elsewhere" / "a.senpu")
    assert "valid;" in run("verify", moved, "--data", "mine.toml").out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("800/bonsai-2021",), "missing: -o"),
        (("801/x", "-o", "a"), "unknown rule set"),
        (("800/bonsai-2021", "-o", "a", "--japan", "alphazero"), "available: random, one-ply"),
        (("800/bonsai-2021", "-o", "a", "-n", "2", "--china", "x"), 'unknown program "x"'),
        (("800/bonsai-2021", "-o", "a", "--japan", "tree:no"), "a number of search rounds"),
        (("800/bonsai-2021", "-o", "a", "-n", "0"), "1 or more"),
        (("800/bonsai-2021", "-o", "a", "-n", "-3"), "1 or more"),
        (("800/bonsai-2021", "-o", "a", "-n", "x"), '-n/--games: "x"'),
        (("800/bonsai-2021", "-o", "a", "--seed", "x"), '--seed: "x"'),
        (("800/bonsai-2021", "-o", "a", "--seed", "1e5"), "whole number from 0 to 999999999999"),
        (("800/bonsai-2021", "-o", "a", "--japan", ""), '--japan: "": expected a value'),
        (("800/bonsai-2021", "-o", "a", "--japan", "brisk"), "earlier versions; available: random"),
        (("800/bonsai-2021", "-o", "a", "--option", "naval"), "no option naval"),
        (("800/bonsai-2021", "-o", "a", "--data", "none"), "no such file"),
        (("800/bonsai-2021", "-o", "none/a"), "there is no folder none"),
        (("800/bonsai-2021", "-o", "a", "--germany", "random"), "unknown arguments"),
    ],
)
def test_play_rejects_and_writes_nothing(
    run: Run, folder: Path, arguments: tuple[str, ...], why: str
) -> None:
    answer = run("play", *arguments)
    assert answer.status == 2
    assert why in answer.err
    assert list(folder.iterdir()) == []


def test_a_side_that_the_game_has_not_is_reported(run: Run, folder: Path) -> None:
    import tests.toy  # noqa: F401 (registers a game with other sides)

    answer = run("play", "800/bonsai-2021", "-o", "a", "--north", "random")
    assert answer.status == 2
    assert "no side north; its sides: japan, china" in answer.err
    assert list(folder.iterdir()) == []


def test_play_never_overwrites(run: Run, finished: Path) -> None:
    before = finished.read_bytes()
    answer = run("play", "800/bonsai-2021", "-o", finished)
    assert answer.status == 2
    assert finished.read_bytes() == before


# ---- corpora ----------------------------------------------------------------------------------


def corpus(run: Run, count: int, *arguments: object) -> dict[str, bytes]:
    """Have a corpus played in the folder `many`; its games."""
    seeded = arguments if "--seed" in arguments else ("--seed", 1, *arguments)
    answer = run("play", "800/bonsai-2021", "-n", count, "-o", "many", *seeded)
    assert answer.status == 0, answer.err
    return {path.name: path.read_bytes() for path in sorted(Path("many").iterdir())}


@pytest.mark.slow
def test_on_how_many_cores_a_corpus_is_played_makes_no_difference(run: Run, folder: Path) -> None:
    first = corpus(run, 9, "--jobs", 1)
    (folder / "many").rename(folder / "before")
    assert corpus(run, 9, "--jobs", 2) == first


def test_a_corpus_continues_where_it_was(run: Run, folder: Path) -> None:
    whole = corpus(run, 6, "--jobs", 1)
    (folder / "many/0002.senpu").unlink()
    for name, size in (("3", 0), ("4", 300), ("5", -5)):
        path = folder / f"many/000{name}.senpu"
        path.write_bytes(path.read_bytes()[:size])
    untouched = (folder / "many/0001.senpu").stat().st_mtime_ns
    assert corpus(run, 6, "--jobs", 1) == whole
    assert (folder / "many/0001.senpu").stat().st_mtime_ns == untouched
    more = corpus(run, 8, "--jobs", 1)
    assert [*more] == [f"{n:04}.senpu" for n in range(1, 9)]
    assert {name: more[name] for name in whole} == whole


def test_a_game_of_a_corpus_can_be_played_alone(run: Run, folder: Path) -> None:
    games = corpus(run, 3, "--jobs", 1)
    seed = games["0002.senpu"].partition(b"senpu play, seed ")[2].partition(b"\n")[0].decode()
    run("play", "800/bonsai-2021", "-o", "alone.senpu", "--seed", seed)
    assert (folder / "alone.senpu").read_bytes() == games["0002.senpu"]


def test_corpora_of_neighbouring_seeds_have_no_game_in_common(run: Run, folder: Path) -> None:
    first = corpus(run, 4, "--jobs", 1, "--seed", 1)
    (folder / "many").rename(folder / "before")
    second = corpus(run, 4, "--jobs", 1, "--seed", 2)
    assert set(first.values()) & set(second.values()) == set()


@pytest.mark.parametrize(
    "text", ["my notes\n", "Senpu: 1\nGame: 800/bonsai-2021\n\nEnd: x\n", "\xff"]
)
def test_a_corpus_touches_no_other_file(run: Run, folder: Path, text: str) -> None:
    path = folder / "many/0002.senpu"
    path.parent.mkdir()
    path.write_text(text, "latin-1")
    answer = run("play", "800/bonsai-2021", "-n", 3, "-o", "many", "--seed", 1, "--jobs", 1)
    assert answer.status == 2
    assert "0002.senpu: another game of that name exists" in answer.err
    assert path.read_text("latin-1") == text


def test_a_chained_corpus_continues_too(run: Run, folder: Path) -> None:
    whole = corpus(run, 2, "--jobs", 1, "--chain")
    path = folder / "many/0001.senpu"
    path.write_bytes(path.read_bytes()[:600])
    assert corpus(run, 2, "--jobs", 1, "--chain") == whole
    assert run("verify", *sorted((folder / "many").iterdir())).status == 0
