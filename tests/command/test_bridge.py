"""`senpu bridge`: ways through a gap; one of them as a conjecture in the notes of the log."""

import json
from pathlib import Path

import pytest

from tests.command.conftest import Run
from tests.replay.test_bridges import STATED

WAY = "J: i3+i4>D C: pass"


@pytest.fixture
def gap(folder: Path) -> Path:
    """A log with a gap of two events."""
    path = folder / "gap.senpu"
    path.write_text(f"{STATED}J: pass\n", "utf-8")
    return path


def test_a_picked_way_is_a_conjecture_and_the_gap_remains(run: Run, gap: Path) -> None:
    before = gap.read_bytes()
    answer = run("bridge", gap, "--positions", 20000, "--pick", 1, "--author", "Anna")
    assert answer.status == 0
    assert WAY in answer.out
    assert "marked as a conjecture in gap.notes.toml" in answer.out
    assert gap.read_bytes() == before
    assert "conjecture = true" in gap.with_name("gap.notes.toml").read_text("utf-8")
    verdict = run("verify", gap)
    assert verdict.status == 3
    assert f"not proven): {WAY}" in verdict.out
    (found,) = json.loads(run("verify", gap, "--json").out)["gaps"]
    assert [each["text"] for each in found["conjectures"]] == [WAY]
    assert f"conjecture about the gap before 6: {WAY}" in run("show", gap, "--at", 6).out
    assert f"( {{%conjecture}} {WAY} )" in run("note", gap).out
    again = run("bridge", gap, "--positions", 20000, "--pick", 1)
    assert (again.status, "already" in again.err) == (2, True)


@pytest.mark.slow
def test_a_page_names_conjectures(run: Run, gap: Path) -> None:
    run("bridge", gap, "--positions", 20000, "--pick", 1)
    assert "Conjecture about the gap after event 5" in run("export", gap, "--to", "html").out


def test_a_conjecture_that_does_not_fit_is_a_fault_of_its_note(run: Run, gap: Path) -> None:
    run("bridge", gap, "--positions", 20000, "--pick", 1)
    notes = gap.with_name("gap.notes.toml")
    notes.write_text(notes.read_text("utf-8").replace(" C: pass", ""), "utf-8")
    answer = run("note", gap)
    assert answer.status == 1
    assert "gap.notes.toml:5: noteConjecture:" in answer.err
    assert "not proven):" not in run("verify", gap).out


@pytest.mark.parametrize(
    ("options", "status", "text"),
    [
        (("--positions", 1), 1, "no way was found within the budget"),
        (("--gap", 2), 2, "there is no gap 2; the log has 1 gap"),
        (("--positions", 20000, "--pick", 900), 2, "nothing was written"),
        (("--author", "Anna"), 2, "--author requires --pick"),
    ],
)
def test_what_is_not_found_is_said(
    run: Run, gap: Path, options: tuple[object, ...], status: int, text: str
) -> None:
    answer = run("bridge", gap, *options)
    assert answer.status == status
    assert text in " ".join((answer.out + answer.err).split())
    assert not gap.with_name("gap.notes.toml").exists()


def test_json_says_whether_the_ways_are_complete(run: Run, gap: Path) -> None:
    found = json.loads(run("bridge", gap, "--positions", 1, "--json").out)
    assert (found["ways"], found["complete"], found["note"]) == ([], False, None)
    assert found["nearest"]
    found = json.loads(run("bridge", gap, "--positions", 20000, "--json").out)
    assert found["ways"][0]["text"] == WAY
    assert found["ways"][0]["events"] == [
        {"actor": "J", "text": "i3+i4>D"}, {"actor": "C", "text": "pass"},
    ]  # fmt: skip
