"""`senpu review`: the report, the notes and the object."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
import tests.toy_wager  # noqa: F401  (registers them)
from senpu.logs.notes import notes_path
from senpu.replay.analysis.value import PositionValue
from senpu.replay.core.rules import AnyRules
from tests.command.conftest import NOON, Run
from tests.hands import card, dealt, format_reveals, log, name
from tests.toy_values import exact_value, flat_value, use_value
from tests.toy_wager.logs import HEADER, PLANTED

FEW = ("--games", 40, "--jobs", 1)
LATER = "2026-11-28T12:00:00Z"


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("senpu.tui.jobs.review.current_time", lambda: NOON)
    use_value(monkeypatch, make_value)


def make_value(rules: AnyRules) -> PositionValue:
    """Return the exact value of Wager, and a constant for other games."""
    return exact_value(rules) if rules.spec.id == "wager/toy" else flat_value(rules)


@pytest.fixture
def planted(folder: Path) -> Path:
    """A log in which North throws a point away, event 5."""
    path = folder / "wager.senpu"
    path.write_text(HEADER + PLANTED, "utf-8")
    return path


def notes(path: Path) -> list[dict[str, Any]]:
    return list(tomllib.loads(notes_path(path).read_text("utf-8")).get("note", []))


def test_it_reports_the_error_the_luck_and_what_they_rest_on(run: Run, planted: Path) -> None:
    output = run("review", planted, *FEW)
    assert (output.status, output.err) == (0, "")
    (row,) = (row for row in output.out.splitlines() if "throw ?" in row)
    assert row.split()[:3] == ["5", "T1", "throw"]
    for part in (
        "Wager", "North: 50% at the start, 50% after event 11", "error rate", "without luck",
        "1 of 1 suspected error confirmed by playouts; North: 1, total ", "; South: 0, total 0",
        "by values by values", "Best: try 50%, stay",
        "rank 3 of 3",
        "odds 33%", "pairs of playouts by one-ply", "seed 1", "good events usually exceed",
        "not by people", "Values of this rule set: 2 printed, 1 inferred",
        "notes written to wager.notes.toml",
    ):  # fmt: skip
        assert part in " ".join(output.out.split())


def test_the_quick_form_names_no_error_and_writes_nothing(run: Run, planted: Path) -> None:
    output = run("review", planted, "--quick")
    assert "throw ≈" in output.out
    assert "?" not in output.out
    assert "No error is confirmed" in output.out
    assert not notes_path(planted).exists()
    refused = run("review", planted, "--quick", "--problems", "p.study.toml")
    assert (refused.status, "leave out --quick" in refused.err) == (2, True)


def test_an_evaluation_that_does_not_discriminate_is_reported(
    run: Run, planted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_value(monkeypatch, flat_value)
    output = run("review", planted, *FEW)
    assert "The evaluation does not discriminate" in output.out
    assert any("does not discriminate" in note.get("comment", "") for note in notes(planted))
    answer = json.loads(run("review", planted, *FEW, "--json").out)
    assert answer["discrimination"]["problems"] == ["flat"]


def test_an_error_with_one_best_event_is_a_problem_for_a_drill(
    run: Run, planted: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SENPU_STATE", str(folder / "state"))
    command = ("review", planted, *FEW, "--dry-run", "--problems", "p.study.toml")
    assert "1 problem written to p.study.toml" in run(*command).out
    assert "1 problem written" in run(*command).out  # it replaces a study
    written = (folder / "p.study.toml").read_text("utf-8")
    (chapter,) = tomllib.loads(written)["chapter"]
    assert (chapter["title"], chapter["answer"]) == ("Turn 1, North, event 5", ["N: try"])
    assert chapter["comment"].startswith("throw was played, and cost North about ")
    assert "Better: try." in chapter["comment"]
    assert chapter["translations"]["ja"]["comment"].startswith("実戦はthrow。")
    answer = run("drill", "p.study.toml", stdin=b"N: try\n")
    assert "Right: N: try." in answer.out
    planted.with_name("other.toml").write_text("a = 1\n")
    refused = run("review", planted, *FEW, "--problems", "other.toml")
    assert (refused.status, "not replaced" in refused.err) == (2, True)
    assert not notes_path(planted).exists()


def test_in_japanese(run: Run, planted: Path) -> None:
    output = run("review", planted, *FEW, "--lang", "ja").out
    assert "悪手：疑い1件のうち1件をプレイアウトで確認" in output
    written = [note for note in notes(planted) if "comment" in note]
    assert any("北軍の損失は約" in note["comment"] for note in written)
    assert all(note["translations"]["en"] != note["comment"] for note in written)


def test_notes_are_next_to_the_log_and_the_log_stays_unchanged(run: Run, planted: Path) -> None:
    before = planted.read_bytes()
    run("review", planted, *FEW)
    assert planted.read_bytes() == before
    found = notes(planted)
    assert {(note["author"], note["time"]) for note in found} == {("senpu review", NOON)}
    first, second = (note["comment"] for note in found if note["event"] == 0)
    assert first.startswith("Review. North: 50% at the start")
    assert "confirmed by at most 24 pairs of playouts" in second
    assert "toy" not in second  # the digest of the value is in JSON only
    assert "2 printed, 1 inferred" in second
    glyphs = [(note["event"], note["glyph"]) for note in found if "glyph" in note]
    assert [number for number, _ in glyphs] == [5]
    (why,) = (note["comment"] for note in found if note["event"] == 5 and "comment" in note)
    assert why.startswith("Cost North about ")
    assert why.endswith("Better: try. An estimate by programs; inferred data.")
    assert [(note["event"], note["variation"]) for note in found if "variation" in note] == [
        (4, "N: try")
    ]
    (luck,) = (note["comment"] for note in found if note["event"] == 11)
    assert luck.startswith("Lucky for North: odds 33%, +33")
    format_reveals = run("note", planted)
    assert (format_reveals.status, format_reveals.err) == (0, "")  # they fit
    assert "instead of 5: N: try" in run("show", planted, "--at", 5).out


def test_rolls_have_no_judgement(run: Run, planted: Path) -> None:
    run("review", planted, *FEW)
    answer = json.loads(run("review", planted, *FEW, "--json").out)
    rolled = {roll["event"] for roll in answer["rolls"]}
    assert rolled
    assert not [note for note in notes(planted) if note["event"] in rolled and "glyph" in note]


def test_once_more_it_replaces_its_own_notes_and_no_other_notes(
    run: Run, planted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("note", planted, "--at", 5, "Why?", "--author", "Anna").status == 0
    assert run("note", planted, "--at", 4, "--variation", "stay", "--author", "Anna").status == 0
    theirs = notes(planted)
    run("review", planted, *FEW)
    once = notes(planted)
    monkeypatch.setattr("senpu.tui.jobs.review.current_time", lambda: LATER)
    run("review", planted, *FEW)
    again = notes(planted)
    assert [note for note in again if note["author"] == "Anna"] == theirs
    assert [note | {"time": ""} for note in again] == [note | {"time": ""} for note in once]
    assert {note["time"] for note in again if note["author"] == "senpu review"} == {LATER}
    run("review", planted, *FEW, "--side", "south")
    assert not [note for note in notes(planted) if "glyph" in note]
    assert [note for note in notes(planted) if note["author"] == "Anna"] == theirs


def test_a_line_in_which_somebody_wrote_stays(run: Run, planted: Path) -> None:
    run("review", planted, *FEW)
    listed = json.loads(run("note", planted, "--json").out)["notes"]
    (line,) = (note["id"] for note in listed if note["kind"] == "variation")
    answer = run("note", planted, "--in", line, "--at", 1, "Of course", "--author", "Anna")
    assert answer.status == 0
    run("review", planted, *FEW)
    lines = [note for note in notes(planted) if "variation" in note]
    assert [(line["variation"], [each["comment"] for each in line["note"]]) for line in lines] == [
        ("N: try", ["Of course"])
    ]


def test_the_same_seed_and_budget_write_the_same_on_however_many_cores(
    run: Run, planted: Path
) -> None:
    run("review", planted, *FEW)
    alone = notes_path(planted).read_bytes()
    notes_path(planted).unlink()
    run("review", planted, *FEW[:-1], 2)
    assert notes_path(planted).read_bytes() == alone


def test_a_dry_run_writes_nothing(run: Run, planted: Path, folder: Path) -> None:
    output = run("review", planted, *FEW, "--dry-run").out
    assert "throw ?" in output
    assert "No notes were written." in output
    assert [path.name for path in folder.iterdir()] == ["wager.senpu"]


def test_who_breaks_it_off_finds_nothing_changed(
    run: Run, planted: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("senpu.tui.jobs.review.review_values", broken)
    answer = run("review", planted, *FEW)
    assert (answer.status, answer.err) == (130, "senpu: interrupted\nnothing was written\n")
    assert [path.name for path in folder.iterdir()] == ["wager.senpu"]


BAD = {
    "N: jump\n": "illegalMove",
    "N: try [5] S: stay": "tornTail",
    "": "nothing to review",
    "N: resign\n": "nothing to review",
}


@pytest.mark.parametrize("moves", BAD)
def test_what_cannot_be_reviewed_is_reported(run: Run, folder: Path, moves: str) -> None:
    path = folder / "bad.senpu"
    path.write_text(HEADER + moves, "utf-8")
    answer = run("review", path, *FEW)
    assert answer.status in (1, 2)
    assert "bad.senpu" in answer.err
    assert BAD[moves] in answer.err
    assert [each.name for each in folder.iterdir()] == ["bad.senpu"]


def test_cards_face_down_are_shown_before_a_review(run: Run, folder: Path) -> None:
    north = (card(1, "north", "#02"), card(2, "north", "#05"))
    south = (card(3, "south", "#01"), card(4, "south", "#06"))
    played = f"{format_reveals(north[0])}N: play #02 [3]\nS: lay {name(south[1])}\n"
    path = folder / "sealed.senpu"
    path.write_text(log(dealt(*north) + dealt(*south) + played), "utf-8")
    answer = run("review", path, *FEW)
    assert (answer.status, answer.out) == (1, "")
    assert "3 cards are still face down" in answer.err
    path.write_text(
        log(dealt(*north) + dealt(*south) + played + format_reveals(north[1], *south)), "utf-8"
    )
    answer = run("review", path, *FEW, "--json")
    assert (answer.status, answer.err) == (0, "")
    found = json.loads(answer.out)
    assert [side["decisions"] for side in found["sides"]] == [1, 1]
    assert [side["end"] for side in found["sides"]] == [0.5, 0.5]
    assert run("note", path).status == 0


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (("--games", 3), "a whole number from 24 to"),
        (("--worst", 0), "a whole number from 1 to"),
        (("--side", "west"), '--side "west": unknown side; available: north (N), south (S)'),
        (("--jobs", 0), "a whole number, 1 or more"),
    ],
)
def test_what_is_asked_wrongly_is_reported(
    run: Run, planted: Path, arguments: tuple[object, ...], output: str
) -> None:
    answer = run("review", planted, *arguments)
    assert answer.status == 2
    assert output in answer.err
    assert not notes_path(planted).exists()


def test_notes_that_do_not_fit_are_reported_before_the_work(run: Run, planted: Path) -> None:
    run("note", planted, "--at", 11, "Lucky", "--author", "Anna")
    kept = notes_path(planted).read_bytes()
    planted.write_text(HEADER + PLANTED.replace("S: try [4]", "S: try [3]"), "utf-8")
    answer = run("review", planted, *FEW)
    assert answer.status == 1
    assert "noteMisfit" in answer.err
    assert notes_path(planted).read_bytes() == kept


def test_its_own_notes_to_another_course_are_replaced(run: Run, planted: Path) -> None:
    run("review", planted, *FEW)
    planted.write_text(HEADER + PLANTED.replace("S: try [4]", "S: try [3]"), "utf-8")
    assert run("review", planted, *FEW).status == 0
    assert run("note", planted).status == 0
