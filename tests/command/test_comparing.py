"""`senpu diff`: what is told of two copies."""

from pathlib import Path

from tests import sealed
from tests.command.conftest import Run


def test_diff_draws_the_place_and_tells_what_differs(run: Run, folder: Path) -> None:
    one = sealed.write(folder / "a.senpu", sealed.go_on(sealed.log(), "J: i3+i4>D\n"))
    other = sealed.write(folder / "b.senpu", sealed.go_on(sealed.log(), "J: pass {so}\n"))
    answer = run("diff", "a.senpu", "b.senpu")
    assert answer.status == 1
    for said in (
        "fork: a.senpu and b.senpu part after line 14 and event 5",
        "a.senpu goes on, for 1 line, with line 15, event 6:\n    J: i3+i4>D ~",
        "nobody has signed that", "The position after event 5:", "  i3  D 7 1/2  B 7 2/2",
    ):  # fmt: skip
        assert said in answer.out
    assert run("diff", one, one).status == 0
    other.write_bytes(one.read_bytes()[:-1])
    assert "b.senpu is not good: tornTail, line 15" in run("diff", "a.senpu", "b.senpu").out


def test_diff_names_the_line_at_fault_and_what_stands_behind_it(run: Run, folder: Path) -> None:
    rows = f"{sealed.PLAIN}\n{sealed.MOVES}J: i3+i4>D\nC: k1*B.g2 [2 3]\nreroll [6 5]\n"
    sealed.write(folder / "a.senpu", rows)
    sealed.write(folder / "b.senpu", rows.replace("[2 3]", "[2 9]"))
    answer = run("diff", "b.senpu", "a.senpu")
    assert answer.status == 1
    for said in (
        "fault: b.senpu and a.senpu are the same through event 7; b.senpu is at fault in line 11,",
        "b.senpu is at fault in line 11, event 8, with 3 events from there on:\n"
        "    C: k1*B.g2 [2 9]\n",
        "a.senpu goes on, for 3 events, with line 11, event 8:\n    [2 3]\n",
    ):
        assert said in answer.out
    assert "prefix" not in answer.out
    tampered = sealed.go_on(sealed.log(), "J: pass\n").replace("J: pass", "J: i3>B")
    sealed.write(folder / "a.senpu", sealed.go_on(sealed.log(), "J: pass\n"))
    sealed.write(folder / "b.senpu", tampered)
    answer = run("diff", "a.senpu", "b.senpu")
    assert "b.senpu is at fault in line 15, with 1 line from there on:" in answer.out
    assert "Behind a fault there is no position to compare" in answer.out
