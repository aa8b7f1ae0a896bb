"""`senpu train`: the file, which follows from the seed, and wrong use."""

import sys
from pathlib import Path

import msgspec
import pytest

import tests.toy  # noqa: F401  # registers a game
import tests.toy_wager  # noqa: F401  # registers a game
from senpu.notation.messages import LANGUAGES
from senpu.replay.analysis.value import PositionValue, name_own_value, open_value
from senpu.replay.core.registry import open_rules
from senpu.replay.training.generations import Training
from senpu.spec.value_files import TrainingRecord, decode_value
from tests.command.conftest import Run

SMALL = ("wager/toy", "--games", 40, "--generations", 2)
pytest.importorskip("scipy")


@pytest.mark.slow
def test_the_file_follows_from_the_seed_with_any_number_of_processes(run: Run) -> None:
    for jobs in (1, 2):
        assert run("train", *SMALL, "--jobs", jobs, "-o", f"{jobs}.json").status == 0
    assert Path("1.json").read_bytes() == Path("2.json").read_bytes()
    assert run("train", *SMALL, "--jobs", 1, "--seed", 2, "-o", "1.json").status == 0
    assert Path("1.json").read_bytes() != Path("2.json").read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_your_own_value_is_used_until_it_is_deleted(run: Run, language: str) -> None:
    rules = open_rules("wager/toy")
    own = name_own_value(rules.spec)
    answer = run("train", *SMALL, "--jobs", 1, "--lang", language)
    assert answer.status == 0
    assert str(own) in "".join(answer.out.split("\n"))
    value = open_value.__wrapped__(rules)
    assert value.digest in answer.out
    assert value.is_for
    assert value.score(rules.start()) != 0.5
    assert max(map(len, answer.out.splitlines())) <= 100 or str(own) in answer.out
    own.unlink()
    assert open_value.__wrapped__(rules).digest == ""


def test_the_record_states_what_was_done(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Training, "_compare", lambda *_: (60.0, 60.0))
    assert run("train", *SMALL, "--jobs", 1, "-o", "first.json").status == 0
    answer = run("train", *SMALL, "--jobs", 1, "-o", "next.json", "--value", "first.json")
    assert answer.status == 0
    first, after = (
        decode_value(Path(f"{name}.json").read_bytes(), "") for name in ("first", "next")
    )
    assert first.record.command == "senpu train wager/toy --games 40 --generations 2 --seed 1"
    assert first.record.start == ""
    assert after == first or len(after.record.start) == 16, (
        "the first value, or one learned from it"
    )
    assert first.record.data == open_rules("wager/toy").spec.values.digest()
    assert set(first.record.versions) == {"python", "numpy", "scipy"}


def test_ctrl_c_keeps_the_last_complete_generation(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Training._play

    def stop(self: Training, number: int, files: list[bytes]) -> None:
        if number == after:
            raise KeyboardInterrupt
        play(self, number, files)

    monkeypatch.setattr(Training, "_play", stop)
    after = 0
    answer = run("train", *SMALL, "--jobs", 1, "-o", "value.json")
    assert (answer.status, Path("value.json").exists()) == (130, False)
    assert "Nothing was written" in answer.err
    after = 1
    answer = run("train", *SMALL, "--jobs", 1, "-o", "value.json")
    assert answer.status == 130
    assert "value.json has the value of generation 1" in answer.err
    assert decode_value(Path("value.json").read_bytes(), "").record.generations == 1


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--games", "19"), '--games: "19": expected a whole number'),
        (("-o", "notes.txt"), "this file is not a value file of this program"),
        (("-o", "none/value.json"), "none"),
        (("--value", "notes.txt"), "notes.txt: not a file of a value"),
        (("--value", "other.json"), "other.json: this value is for other/toy; expected: a value"),
        (("--value", "none.json"), "none.json"),
    ],
)
def test_wrong_use_is_an_error(run: Run, arguments: tuple[str, ...], expected: str) -> None:
    Path("notes.txt").write_text("Buy bread.\n", "utf-8")
    value = PositionValue(open_rules("wager/toy"), None)
    assert value.file is None
    Path("other.json").write_bytes(make_empty("other/toy"))
    answer = run("train", *SMALL, *arguments)
    assert (answer.status, expected in answer.err) == (2, True), answer.err
    assert Path("notes.txt").read_text("utf-8") == "Buy bread.\n"


def test_a_folder_without_access_is_found_before_games_are_played(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)  # as root, all folders are writable
    monkeypatch.delattr(Training, "run")
    answer = run("train", *SMALL, "-o", "value.json")
    assert (answer.status, "value.json" in answer.err) == (2, True), answer.err


def make_empty(game: str) -> bytes:
    """Return a value without features."""
    network = {
        "weights": {}, "bias": [0, 0, 0], "shifts": [[], [], []], "outputs": [[], [], []],
        "calibration": [[0, 1]],
    }  # fmt: skip
    record = TrainingRecord("", "", 0, 0, 0, {}, {})
    return msgspec.json.encode({"form": 1, "game": game, "record": record, "networks": [network]})


def test_a_game_without_end_and_missing_packages_are_errors(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("senpu.replay.training.games.MOST_EVENTS", 5)
    answer = run("train", "pendulum/toy", "--games", 20, "--jobs", 1, "-o", "value.json")
    assert (answer.status, "0 of 20 games ended" in answer.err) == (2, True), answer.err
    monkeypatch.setitem(sys.modules, "scipy", None)
    answer = run("train", *SMALL, "-o", "value.json")
    assert (answer.status, "pip install '.[train]'" in answer.err) == (2, True)
    assert not Path("value.json").exists()
