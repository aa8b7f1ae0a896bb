"""Judging a log a turn at a time comes to the same as row by row, or is not done at all."""

from functools import cache
from pathlib import Path
from random import Random

import pytest

from senpu.logs.record import LIBRARY, open_record
from senpu.replay.analysis.corpus import played
from senpu.replay.core.registry import open_rules
from senpu.replay.disputes.verification import verify
from senpu.replay.openings import plainly
from senpu.replay.openings.plainly import judged
from senpu.replay.openings.reading import course_of, read
from tests.openings.shelves import GAME, SET_UP, write
from tests.replay.rule_cases import every_trial
from tests.replay.texts import SHIPPED

BEGUN = f"{SET_UP}J: i3>A\n"


def at_once(path: Path) -> bool:
    """Whether a log was judged the quick way; what it comes to is the same in any case."""
    assert read(path) == course_of(open_record(path), str(path), 32)
    quick = judged(path) is not None
    assert not quick or verify(path).good
    return quick


@cache
def whole_game(ident: str, seed: int) -> str:
    rules = open_rules(ident)
    return played(rules, {side.id: "random" for side in rules.spec.sides}, seed).text


@pytest.mark.parametrize("ident", SHIPPED)
def test_games_that_programs_play_are_judged_at_once(ident: str, tmp_path: Path) -> None:
    path = tmp_path / "a.senpu"
    path.write_text(whole_game(ident, 4), "utf-8")
    assert at_once(path)


def test_every_log_of_the_library_and_every_case_of_the_rules(tmp_path: Path) -> None:
    logs = sorted(LIBRARY.rglob("*.senpu"))
    quick = sum(map(at_once, logs))
    assert 0 < quick < len(logs), "some have remarks, and some have what-if lines"
    for number, trial in enumerate(every_trial()):
        path = tmp_path / f"{number}.senpu"
        path.write_bytes(trial.text.encode("utf-8", "surrogateescape"))
        at_once(path)


STRANGE = [
    "", " ", " J: pass", "\tJ: pass", "J: pass ", "undo", "J: undo 2", "agree Draw", "C: resign",
    "(J: pass)", "J: ( pass )", "J: )", "{a remark}", "{undo}", "J: pass {x} {y}", "{open",
    "J: pass !", "%seal japan", "% x", "Foo: bar", "End: Draw agree", "End: China 4.1", "End:",
    "T1", "T9 J: pass", "T1 T1", "J: T2", "& J: pass", "J: pass &", "~1f3a9c02",
    "J: pass ~1f3a9c02", "Senpu: 1", "[4",
    "4]", "[7 7]", "[1 1][2 2]", "J: x[1 1]", "J: pass\rC: pass", "J: pass\N{NO-BREAK SPACE}", "J:",
    "C:", "Q: pass", "pass", "i3>D", "reroll", "lose", "F", "grenade F", "J: i1+i1>D", "|",
]  # fmt: skip
"""Rows that mean something else, or nothing, where they come to stand."""


def mutant(text: str, random: Random) -> str:
    """A log with one to three of its rows not as they were."""
    rows = text.split("\n")
    for _ in range(random.randint(1, 3)):
        at = random.randrange(min(len(rows), random.choice((12, 999))))
        match random.randrange(9):
            case 0:
                del rows[at]
            case 1:
                rows.insert(at, rows[random.randrange(len(rows))])
            case 2:
                rows.insert(at, random.choice(STRANGE))
            case 3:
                rows[at : at + 2] = [" ".join(rows[at : at + 2])]
            case 4:
                rows[at : at + 1] = rows[at].split(" ", 1)
            case 5:
                rows[at] = rows[at].removeprefix("J: ").removeprefix("C: ")
            case 6:
                rows[at] = rows[at].replace("J:", "C:", 1)
            case 7:
                rows[at] += random.choice((" ", "  {said}", " ~", "\r", " C:", " J: pass", " ]"))
            case _:
                rows = rows[:at]
        rows = rows or [""]
    return "\n".join(rows) + random.choice(("", "\n", "\n", "\n\n"))


@pytest.mark.parametrize("seed", range(4))
def test_logs_with_something_wrong_in_them_are_told_of_as_row_by_row(
    seed: int, tmp_path: Path
) -> None:
    random, path = Random(seed), tmp_path / "a.senpu"
    quick = good = 0
    for _ in range(150):
        path.write_text(mutant(whole_game(GAME, seed), random), "utf-8", newline="")
        quick += at_once(path)
        good += verify(path).good
    assert 5 < quick < good < 140


@pytest.mark.parametrize(
    "row", ["C: pass ( C: c1>E )", "undo", "C: resign", "agree Draw", "pass", "%dice server x"]
)
def test_what_is_out_of_the_ordinary_is_judged_row_by_row(row: str, tmp_path: Path) -> None:
    path = write(tmp_path / "a.senpu", f"{BEGUN}{row}\n")
    assert verify(path).good
    assert not at_once(path)


@pytest.mark.parametrize("row", ["C: pass", "C: pass {so be it}", "\nC: pass\n", "C: pass & "])
def test_what_is_plain_is_judged_at_once(row: str, tmp_path: Path) -> None:
    path = write(tmp_path / "a.senpu", f"{BEGUN}{row}\n")
    assert at_once(path) is verify(path).good


def test_a_chained_log_and_a_long_one_are_judged_row_by_row(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rules = open_rules(GAME)
    names = {side.id: "random" for side in rules.spec.sides}
    path = tmp_path / "a.senpu"
    path.write_text(played(rules, names, 1, "0123456789abcdef" * 2).text, "utf-8")
    assert not at_once(path)
    path.write_text(played(rules, names, 1).text, "utf-8")
    assert at_once(path)
    monkeypatch.setattr(plainly, "LONGEST", path.stat().st_size - 1)
    assert not at_once(path)
