"""`senpu migrate`: the report, the new log, and wrong use."""

import json
from pathlib import Path

import pytest

from tests.command.conftest import Run
from tests.toy.metronome import NAME

OLD = f"Senpu: 1\nGame: {NAME}\nRules: 1\n\n"


@pytest.fixture
def old(folder: Path) -> Path:
    path = folder / "old.senpu"
    path.write_text(OLD + "N: n1>B S: pass\nN: pass\n", "utf-8")
    return path


def test_the_verdict_names_the_version(run: Run, old: Path) -> None:
    assert "verified with version 1 of the rules\n" in run("verify", old).out
    assert json.loads(run("verify", old, "--json").out)["rules"] == 1


def test_without_a_new_file_it_only_tells(run: Run, folder: Path, old: Path) -> None:
    answer = run("migrate", old)
    assert answer.status == 0
    assert "from rules 1" in answer.out
    assert "event 1 (line 5), n1>B: different effect" in answer.out
    assert "Different positions: after 3 of 3 events, first after event 1" in answer.out
    assert "Nothing was written. Use -o NEW" in answer.out
    assert [path.name for path in folder.glob("*.senpu")] == ["old.senpu"]


def test_the_new_log_is_valid_and_can_be_continued(run: Run, folder: Path, old: Path) -> None:
    assert "senpu migrate" in run("append", old, "S: pass").err
    answer = run("migrate", old, "-o", "new.senpu")
    assert answer.status == 0
    assert "it refers to the end of" in answer.out
    assert run("append", "new.senpu", "S: pass").status == 0
    again = run("migrate", old, "-o", "new.senpu")
    assert again.status == 2
    assert "a file of that name already exists" in again.err


def test_a_rejection_is_reported_and_written_up_to_only_if_asked(run: Run, folder: Path) -> None:
    path = folder / "old.senpu"
    path.write_text(OLD + "N: pass\n", "utf-8")
    answer = run("migrate", path, "-o", "new.senpu")
    assert answer.status == 1
    assert "First event that is now illegal:" in answer.out
    assert "old.senpu:5:4: illegalMove: pass:" in answer.out
    assert "(rule 4)" in answer.out
    assert "legal alternatives: n1>B" in answer.out
    assert "--cut -o NEW" in answer.out
    assert not (folder / "new.senpu").exists()
    assert run("migrate", path, "-o", "new.senpu", "--cut").status == 1
    assert run("verify", "new.senpu").status == 0


def test_japanese(run: Run, old: Path) -> None:
    output = run("migrate", old, "--lang", "ja").out
    assert "結果が変わる" in output
    assert "異なる局面" in output


def test_real_data_are_corrected(run: Run, folder: Path, log: Path) -> None:
    data = folder / "mine.toml"
    exported = run("data", "export", "800").out
    data.write_text(exported.replace("B-D = true", "B-D = false"), "utf-8")
    assert run("append", log, "J: i3+i4>D").status == 0
    assert run("migrate", log).status == 1
    assert "the log already has the newest rules" in run("migrate", log).err
    answer = run("migrate", log, "--data", data, "-o", "new.senpu", "--cut")
    assert "illegalMove" in answer.out
    assert "keep that file in the same folder" in answer.out
    assert run("verify", "new.senpu").status == 0


@pytest.mark.parametrize(
    ("arguments", "status", "why"),
    [
        (("none.senpu",), 2, "no such file"),
        (("old.senpu", "--cut"), 2, "--cut requires -o NEW"),
        (
            ("old.senpu", "--data", "none.toml"),
            2,
            "none.toml: could not read the file: no such file",
        ),
    ],
)
def test_a_wrong_use_is_reported(
    run: Run, old: Path, arguments: tuple[str, ...], status: int, why: str
) -> None:
    del old
    answer = run("migrate", *arguments)
    assert answer.status == status
    assert why in answer.err
