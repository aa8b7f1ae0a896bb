"""`senpu diff`: the report of the differences."""

from pathlib import Path

import pytest

from tests import sealed
from tests.command.conftest import Run


def test_diff_draws_the_place_and_reports_what_differs(run: Run, folder: Path) -> None:
    one = sealed.write(folder / "a.senpu", sealed.go_on(sealed.log(), "J: i3+i4>D\n"))
    other = sealed.write(folder / "b.senpu", sealed.go_on(sealed.log(), "J: pass {so}\n"))
    answer = run("diff", "a.senpu", "b.senpu")
    assert answer.status == 1
    for output in (
        "fork: a.senpu and b.senpu differ after line 14 (event 5)",
        "a.senpu continues with line 15, event 6 (1 line):\n    J: i3+i4>D ~",
        "no side has signed this branch", "Position after event 5:", "  i3  D 7 1/2  B 7 2/2",
    ):  # fmt: skip
        assert output in answer.out
    assert run("diff", one, one).status == 0
    other.write_bytes(one.read_bytes()[:-1])
    assert "b.senpu is invalid: tornTail in line 15" in run("diff", "a.senpu", "b.senpu").out


def test_diff_names_the_line_at_fault_and_what_is_after_it(run: Run, folder: Path) -> None:
    rows = f"{sealed.PLAIN}\n{sealed.MOVES}J: i3+i4>D\nC: k1*B.g2 [2 3]\nreroll [6 5]\n"
    sealed.write(folder / "a.senpu", rows)
    sealed.write(folder / "b.senpu", rows.replace("[2 3]", "[2 9]"))
    answer = run("diff", "b.senpu", "a.senpu")
    assert answer.status == 1
    for output in (
        "fault: b.senpu and a.senpu are the same through event 7; b.senpu is invalid in line 11;",
        "b.senpu is invalid from line 11, event 8 on (3 events):\n    C: k1*B.g2 [2 9]\n",
        "a.senpu continues with line 11, event 8 (3 events):\n    [2 3]\n",
    ):
        assert output in answer.out
    assert "prefix" not in answer.out
    tampered = sealed.go_on(sealed.log(), "J: pass\n").replace("J: pass", "J: i3>B")
    sealed.write(folder / "a.senpu", sealed.go_on(sealed.log(), "J: pass\n"))
    sealed.write(folder / "b.senpu", tampered)
    answer = run("diff", "a.senpu", "b.senpu")
    assert "b.senpu is invalid from line 15 on (1 line):" in answer.out
    assert "After an error there is no position to compare" in answer.out


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_invalid_standard_input_is_described_because_no_command_can_read_it_again(
    run: Run, folder: Path, lang: str
) -> None:
    log = sealed.write(folder / "a.senpu", sealed.log())
    answer = run("diff", log, "-", "--lang", lang)
    assert answer.status == 1
    expected = ("the log is empty", "the command before `|` wrote nothing")
    expected = ("ログが空です", "前のコマンドが何も出力していません") if lang == "ja" else expected
    for text in expected:
        assert text in answer.out
    assert "senpu verify -" not in answer.out
    answer = run("diff", log, "-", "--lang", lang, stdin=log.read_bytes() + b"C: x9>D\n")
    assert "tagMissing: " in answer.out


def test_a_proof_is_announced_only_after_it_is_written(run: Run, folder: Path) -> None:
    one = sealed.write(folder / "a.senpu", sealed.seal(sealed.log(), "japan"))
    moves = sealed.MOVES.replace("J5", "J6")
    other = sealed.write(folder / "b.senpu", sealed.seal(sealed.log(moves=moves), "japan"))
    for form in ((), ("--json",)):
        answer = run("diff", one, other, "--proof", "none/proof.txt", *form)
        assert answer.status == 2
        assert "two histories" not in answer.out
        assert "nothing was written" in answer.err
    answer = run("diff", one, other, "--proof", "proof.txt")
    assert answer.status == 1
    assert "The proof in proof.txt needs no log." in answer.out
    assert run("verify", "proof.txt").status == 0
