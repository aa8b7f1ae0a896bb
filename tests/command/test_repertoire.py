"""`senpu repertoire` and `senpu drill`: three days with a repertoire, problems, bad input."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from senpu.replay.annotation.studies import format_study
from senpu.replay.openings.problems import Problem, compose_study
from tests.command.conftest import Run
from tests.openings.shelves import build, write
from tests.openings.test_repertoire import CHINA, JAPAN, OTHER

REPERTOIRE, BOOK = "china.repertoire.toml", "b.sqlite"
DRILL = ("drill", REPERTOIRE, "--book", BOOK, "--seed", 5)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three games and their book."""
    folder = tmp_path_factory.mktemp("book")
    for number, reply in enumerate((JAPAN, JAPAN, OTHER)):
        lines = f"{CHINA}\n{reply}\nT1 [J5 C3]\nJ: pass C: pass J: resign\n"
        write(folder / f"logs/{number}.senpu", lines, Date=f"2026-01-0{number + 1}")
    build(folder / BOOK, folder / "logs")
    return folder


@pytest.fixture
def files(run: Run, folder: Path, book: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The book, and a repertoire with two choices of China from one of its games."""
    monkeypatch.setenv("SENPU_STATE", str(folder / "state"))
    shutil.copytree(book, folder, dirs_exist_ok=True)
    answer = run("repertoire", "add", REPERTOIRE, "logs/0.senpu", "--side", "C", "--at", 7)
    assert answer.out == f"{REPERTOIRE}: 2 choices added, 2 choices in the repertoire\n"
    return folder


def drill(run: Run, day: str, *rows: str) -> str:
    answer = run(
        *DRILL, "--on", f"2026-11-{day}", stdin="".join(f"{row}\n" for row in rows).encode()
    )
    assert (answer.status, answer.err) == (0, "")
    return " ".join(answer.out.split())


def test_three_days(run: Run, files: Path) -> None:
    first = drill(run, "27", "C: c2@Q", "C: c1+x1@D", "", "C: pass", "C: pass")
    assert "2 problems: 0 due, 2 new." in first
    assert "rejected: " in first  # it does not count
    assert f"Right: {CHINA}. By value, it is " in first
    assert "Due again on 2026-11-29." in first
    assert "Wrong. The answer is C: pass. By value, it is " in first
    assert "Due again on 2026-11-28. The question returns" in first
    assert "2 questions, 1 right. 1 problem is due next, on 2026-11-28." in first
    second = drill(run, "28", "C: pass")
    assert "Question 1 of 1 800" in second
    assert "1 question, 1 right." in second
    third = drill(run, "29", "C: c2+c3+k1@C")
    assert "2 problems: 1 due, 0 new." in third
    assert f"Right: {CHINA}." in third
    assert "(your choice, not due)" in third or "(book " in third
    assert "The drill had no questions." in drill(run, "29")
    cards = json.loads((files / "state/drill.json").read_text("utf-8"))["cards"]
    assert sorted((each["asked"], each.get("missed", 0)) for each in cards.values()) == [
        (2, 0),
        (2, 1),
    ]


def test_a_seed_repeats_a_drill_and_a_line_follows_the_book(run: Run, files: Path) -> None:
    first = drill(run, "27", "C: c1+x1@D", "q")
    (files / "state/drill.json").unlink()
    assert drill(run, "27", "C: c1+x1@D", "q") == first
    assert "J: i1+i2+g1@A i3+i4+g2@B (book 67%)" in first or "(book 33%)" in first


def test_choices_are_added_listed_and_removed(run: Run, files: Path) -> None:
    line = ("--at", "start", "--line", CHINA, "--answer", JAPAN, "--comment", "Both areas.")
    answer = run("repertoire", "add", REPERTOIRE, "logs/2.senpu", *line)
    assert answer.out.endswith("1 choice added, 3 choices in the repertoire\n")
    listed = run("repertoire", "list", REPERTOIRE)
    assert f'  {JAPAN}\n  " Both areas.' in listed.out
    listed = run("repertoire", "list", REPERTOIRE, "--side", "J", "--json")
    (choice,) = json.loads(listed.out)["choices"]
    assert (choice["answer"], choice["comment"]) == (JAPAN, "Both areas.")
    again = run("repertoire", "add", REPERTOIRE, choice["position"], "--answer", OTHER)
    assert again.out == f"{REPERTOIRE}: 1 choice replaced, 3 choices in the repertoire\n"
    run("repertoire", "remove", REPERTOIRE, choice["key"])
    found = json.loads(
        run("repertoire", "gaps", REPERTOIRE, "--book", BOOK, "--json", "--side", "china").out
    )
    (side,) = found["sides"]
    assert side["answered"] == 2
    shares = [each["probability"] for each in side["gaps"]]
    assert sum(shares) + side["beyond"] + side["rare"] == pytest.approx(1)
    assert all(0 < each["win_probability"] < 1 for each in side["gaps"])
    text = run("repertoire", "gaps", REPERTOIRE, "--book", BOOK, "--rows", 1)
    assert side["gaps"][0]["position"] in text.out
    assert side["gaps"][0]["line"] in " ".join(text.out.split())


def test_problems_of_a_study_are_asked(run: Run, files: Path) -> None:
    listed = run("repertoire", "list", REPERTOIRE, "--json")
    position = json.loads(listed.out)["choices"][1]["position"]
    problems = [Problem(position, ("C: pass", "C: c1>E"), "Wait.", "After the roll")]
    (files / "p.study.toml").write_text(format_study(compose_study("Problems", problems)), "utf-8")
    answer = run("drill", "p.study.toml", "--on", "2026-11-27", stdin=b"C: c1>E\n")
    assert "Question 1 of 1 (new): After the roll" in answer.out
    assert "Right: C: pass." in answer.out
    assert '  " Wait.' in answer.out


ADD = f"repertoire add {REPERTOIRE}"
BAD = {
    f"{ADD} logs/0.senpu": (2, "--answer for one position, or --side"),
    f"{ADD} logs/0.senpu --at 1 --answer C:#pass": (1, "does not answer the pending decision"),
    f"{ADD} other.senpu --at start --answer C:#c1@D": (2, "the repertoire is for"),
    f"repertoire remove {REPERTOIRE} 0000000000000000": (2, "no choice for the position"),
    f"repertoire gaps {REPERTOIRE} --book {BOOK} --min-share nan": (2, "a percentage above 0"),
    f"repertoire list {BOOK}": (2, "an opening book, which"),
    "drill logs/0.senpu": (2, "this is a log or a position text, which"),
    "drill bad.study.toml": (2, "bad.study.toml: Wrong: the answer C: i1>A is illegal"),
    "drill toml.toml": (2, "neither a repertoire nor a study"),
    "drill bad.toml": (2, ": the answer C: i1>A is illegal"),
    f"drill {REPERTOIRE} --on yesterday": (2, "expected a date such as 2026-11-27"),
    f"drill {REPERTOIRE} --side X": (2, "--side"),
    f"drill {REPERTOIRE} --book logs/0.senpu": (2, "create an opening book"),
}


def test_bad_input_is_an_error_and_changes_nothing(run: Run, files: Path) -> None:
    write(files / "other.senpu", "", "800/battles-2011")
    (files / "toml.toml").write_text("a = 1\n")
    good = (files / REPERTOIRE).read_text("utf-8")
    (files / "bad.toml").write_text(good.replace('"C: pass"', '"C: i1>A"'), "utf-8")
    choice = json.loads(run("repertoire", "list", REPERTOIRE, "--json").out)["choices"][1]
    problem = Problem(choice["position"], ("C: i1>A",), title="Wrong")
    (files / "bad.study.toml").write_text(format_study(compose_study("", [problem])), "utf-8")
    before = (files / REPERTOIRE).read_bytes()
    for words, (status, message) in BAD.items():
        answer = run(*(word.replace("#", " ") for word in words.split()))
        assert (answer.status, answer.out) == (status, ""), words
        assert message in answer.err
        assert (files / REPERTOIRE).read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rules = 1", "rules = 9", "has no version 9; available: 1"),
        ('key = "', 'key = "#', "choice #"),
        ("Senpu 1 800/bonsai-2021", "Senpu 1 800/battles-2011", "but Game is 800/bonsai-2021 here"),
    ],
)
def test_an_unusable_choice_is_an_error(
    run: Run, files: Path, old: str, new: str, message: str
) -> None:
    path = files / REPERTOIRE
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    answer = run("repertoire", "list", REPERTOIRE)
    assert answer.status == 2
    assert message in answer.err


def test_damaged_results_and_a_missing_package_are_errors(
    run: Run, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (files / "state").mkdir()
    time, card = (
        '"2026-01-01T00:00:00Z"',
        '{"a": {"due": %s, "last": %s, "stability": %s, "difficulty": %s}}',
    )
    for cards in ("[", card % (time, time, 0, 5), card % (time, time, 1, 11), card % (1, 1, 1, 1)):
        (files / "state/drill.json").write_text(f'{{"senpu-drill": 1, "cards": {cards}}}')
        assert "the results of the drills are damaged" in run("drill", REPERTOIRE).err
    monkeypatch.setitem(sys.modules, "fsrs", None)
    answer = run("drill", REPERTOIRE)
    assert answer.status == 2
    assert "pip install '.[drill]'" in answer.err
