"""`senpu show`, `legal`, `view`: positions and games, drawn, listed and as JSON."""

import json
import re
from pathlib import Path

import pytest

from senpu.logs.record import LIBRARY
from senpu.tui.library.catalogue import list_recorded_logs
from tests.command.conftest import Run

MAP = """\
+- A --------+- B --------+- D --------+- F +1 -----+- H --------+
| [i1 :: ]   | [i3 :: ]   |   (x1 :::) |            |            |
| [i2 :: ]   | [i4 :: ]   |   (c1 :: ) |            |            |
| [g1 :: ]   | [g2 :: ]   |            |            |            |
|            |            |            |            |            |
+------------+- C --------+- E +1 -----+- G +2 -----+- I closed -+- J --------+
             |   (c2 :: ) |            |            |            |            |
             |   (c3 :: ) |            |            |            |            |
             |   (k1 :: ) |            |            |            |            |
             |            |            |            |            |            |
             +------------+------------+------------+------------+------------+
"""

# ---- show -----------------------------------------------------------------------------------


def test_show_draws_the_position_in_plain_letters_for_a_pipe(run: Run, log: Path) -> None:
    answer = run("show", log)
    assert answer.status == 0
    assert answer.out.startswith("800: Eight Hundred, turn 1 of 6, 27 Oct\n\n")
    assert MAP in answer.out
    assert "Japan: due m1 t1 t2 h1, lost none, entered G no\n" in answer.out
    assert "Japan may move or attack, or pass (5.1). For example: " in answer.out
    assert answer.out.isascii()


def test_only_the_last_position_has_an_example_of_an_event(run: Run, log: Path) -> None:
    assert "For example: " in run("show", log).out
    past = run("show", log, "--at", "4").out
    assert "Each side must roll one die" in past
    assert "For example: " not in past


def test_a_reduced_unit_and_its_points_are_marked(run: Run, log: Path) -> None:
    assert run("append", log, "J: i3+i4*D.c1 [6 6] C: c1<E").status == 0
    out = run("show", log).out
    assert "[i3 :. ]" in out
    assert "(c1 :. )" in out


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("start", "set-up"), ("0", "set-up"), ("1", "set-up"), ("4", "turn 1 of 6"),
        ("T0.J", "set-up"), ("T1", "turn 1 of 6"), ("end", "turn 1 of 6"),
    ],
)  # fmt: skip
def test_show_takes_any_position(run: Run, log: Path, position: str, expected: str) -> None:
    answer = run("show", log, "--at", position)
    assert answer.status == 0
    assert expected in answer.out.splitlines()[0]


def test_a_letter_of_two_columns_leaves_the_map_straight(run: Run, log: Path) -> None:
    from senpu.notation.faults import text_width

    out = run("show", log, "--lang", "ja").out
    assert "第1ターン" in out
    rows = [row for row in out.splitlines() if row.startswith(("|", "+"))]
    assert any("閉" in row for row in rows)
    assert {text_width(row) for row in rows} == {66, 79}


def test_more_units_than_a_tile_has_rows_are_counted(run: Run, log: Path, folder: Path) -> None:
    """The data of a user may allow larger stacks."""
    own = folder / "own.toml"
    own.write_text(
        'senpu-data = 1\ngame = "800"\n[[limit]]\nprovenance = "printed"\nstacking = 9\n'
    )
    run("new", "800/bonsai-2021", "a.senpu", "--data", own)
    answer = run("append", "a.senpu", "C: x1+c1+c2+c3+k1@D J: i1+i2+i3+i4+g1+g2@A")
    assert answer.status == 0, answer.err
    out = run("show", "a.senpu").out
    assert "3 more" in out
    assert "2 more" in out


def test_show_reports_an_invalid_log_and_its_last_valid_event(run: Run, log: Path) -> None:
    log.write_text(log.read_text("utf-8") + "J: i3>Q\n", "utf-8")
    for command in (("show", log), ("show", log, "--json"), ("legal", log), ("view", log)):
        answer = run(*command)
        assert answer.status == 1
        assert "illegalMove" in answer.err + answer.out
        assert answer.out
    assert run("show", log, "--at", "2").status == 0


# ---- legal ----------------------------------------------------------------------------------


def test_legal_lists_every_event_with_the_odds_of_each_attack(run: Run, log: Path) -> None:
    out = run("legal", log).out
    rows = out.splitlines()
    assert rows[0].startswith("Japan may move or attack, or pass (5.1). For example: ")
    assert "  i3+i4>D" in rows
    assert rows[1].split() == ["needed", "success"]
    assert ["i3*D.c1", "7", "58%*"] in [row.split() for row in rows]
    assert "  pass" in rows
    assert "success: probability that the attack has an effect on the enemy" in rows
    assert any(
        row.startswith("* marks odds with inferred values or placeholders") for row in rows
    ), "no odds of the printed game"


def test_legal_says_it_in_japanese_too(run: Run, log: Path) -> None:
    rows = run("legal", log, "--lang", "ja").out.splitlines()
    assert rows[1].split() == ["必要", "成功率"]
    assert any(row.startswith("* 推定値か仮の値による") for row in rows)
    assert not any(word in row for row in rows for word in ("needed", "success", "values"))


def test_legal_reports_many_outcomes_of_chance_by_their_number_and_their_form(
    run: Run, log: Path
) -> None:
    out = run("legal", log, "--at", "4").out
    assert "36 outcomes with equal probability:" in out
    assert "[J6 C6]" in out
    learn = LIBRARY / "russojapanese" / "learn.senpu"
    rows = run("legal", learn, "--at", "start").out.splitlines()
    assert len(rows) < 6
    assert "560 outcomes with equal probability:" in rows[1]
    assert rows[2].endswith(" to draw #14+#15+#16")


@pytest.mark.parametrize(
    ("name", "number", "expected"),
    [
        ("800/learn", 43, "17*  [1 1]  Roll 1 + 1 = 2: a miss."),
        ("incident1932/historical", 44, "45*  [6 6]  Defensive fire rolls 6, 6: 0 hits."),
        ("nanjing1937/historical", 24,
         "33*  [3]  The die is 3, the column is -1: AR, the attacker retreats."),
        ("russojapanese/example", 53,
         "16*  [6]  The die is 6, the column is 3: AR, the attackers retreat."),
    ],
)  # fmt: skip
def test_legal_reports_the_odds_of_an_attack(
    run: Run, name: str, number: int, expected: str
) -> None:
    rows = run("legal", LIBRARY / f"{name}.senpu", "--at", str(number)).out.splitlines()
    at = next(at for at, row in enumerate(rows) if row.startswith("  Results in %"))
    assert expected in [row.strip() for row in rows]
    shares = re.findall(r"^ +(\d+)\*  ", "\n".join(rows[at + 1 :]), re.MULTILINE)
    assert sum(map(int, shares)) == 100


def test_odds_are_reported_only_in_the_complete_view(run: Run) -> None:
    example = LIBRARY / "russojapanese" / "example.senpu"
    assert "Results in %" in run("legal", example, "--at", "53").out
    assert "Results in %" not in run("legal", example, "--at", "53", "--as", "japan").out


def test_legal_of_a_game_that_is_over_is_its_ending(run: Run, finished: Path) -> None:
    answer = run("legal", finished)
    assert answer.status == 0
    assert answer.out.startswith("End: ")


def test_whatever_legal_lists_append_takes(run: Run, log: Path) -> None:
    events = json.loads(run("legal", log, "--json").out)["events"]
    before = log.read_bytes()
    for event in events[::5]:
        assert run("append", log, event).status == 0, event
        log.write_bytes(before)


# ---- as JSON --------------------------------------------------------------------------------


def test_legal_json(run: Run, log: Path) -> None:
    answer = json.loads(run("legal", log, "--json").out)
    assert list(answer) == ["decision", "events", "odds", "fault"]
    assert answer["decision"]["side"] == "japan"
    assert (answer["decision"]["kind"], answer["decision"]["rule"]) == ("act", "5.1")
    assert len(answer["events"]) == len(answer["odds"])
    odds = dict(zip(answer["events"], answer["odds"], strict=True))
    assert odds["pass"] is None
    assert odds["i3*D.c1"]["need"] == 7
    assert sum(odds["i3*D.c1"]["results"].values()) == pytest.approx(1)
    assert (odds["i3*D.c1"]["failures"], odds["i3*D.c1"]["cases"]) == (["miss"], [])


def test_legal_json_of_chance_and_of_nothing(run: Run, log: Path, finished: Path) -> None:
    answer = json.loads(run("legal", log, "--at", "4", "--json").out)
    assert (answer["decision"]["side"], answer["decision"]["dice"]) == ("chance", ["J", "C"])
    assert len(answer["events"]) == 36
    answer = json.loads(run("legal", finished, "--json").out)
    assert answer["decision"]["side"] is None
    assert answer["events"] == []


def test_show_json(run: Run, log: Path) -> None:
    answer = json.loads(run("show", log, "--json").out)
    verdict = json.loads(run("verify", log, "--json").out)
    assert (answer["game"], answer["event"]) == ("800/bonsai-2021", 5)
    assert answer["text"] == "[J5 C3]"
    assert answer["digest"] == verdict["state"]
    assert answer["ending"] is None
    places = {piece["id"]: piece["place"] for piece in answer["pieces"]}
    assert (places["i3"], places["x1"], places["t1"]) == ("B", "D", "")
    start = json.loads(run("show", log, "--json", "--at", "start").out)
    assert (start["event"], start["text"], start["turn"]) == (0, None, 0)


# ---- view without a terminal ----------------------------------------------------------------


def test_view_prints_the_game_turn_by_turn(run: Run, finished: Path) -> None:
    answer = run("view", finished)
    assert answer.status == 0
    rows = answer.out.splitlines()
    assert rows[0] == "800: Eight Hundred (one-ply - one-ply)"
    assert "--- Set-up ---" in rows
    assert "--- Turn 1, 27 Oct ---" in rows
    assert answer.out.rstrip().splitlines()[-2].startswith("End: ")
    assert answer.out.isascii()


def test_view_in_japanese_has_no_english_headings(run: Run, finished: Path) -> None:
    out = run("view", finished, "--lang", "ja").out
    assert "--- 第1ターン、10月27日 ---" in out
    for word in ("Turn", "turn", "Set-up", " of ", "adjacent", "undone"):
        assert word not in out


def test_view_marks_what_was_undone_and_shows_comments(run: Run, log: Path) -> None:
    run("append", log, "J: i3+i4>D {too bold}")
    run("append", log, "undo")
    out = run("view", log).out
    assert "i3+i4>D  (undone)" in out
    assert '" too bold' in out


def test_view_without_a_file_lists_the_library(run: Run) -> None:
    answer = run("view")
    assert answer.status == 0
    rows = [row for row in answer.out.splitlines() if row]
    assert [row.split()[-1] for row in rows] == [str(path) for path in list_recorded_logs()]
    assert all(row.startswith("valid  ") for row in rows)


@pytest.mark.slow
@pytest.mark.parametrize("ident", ["800/bonsai-2021", "800/battles-2011"])
def test_whole_games_are_reported_without_a_gap_in_either_language(
    run: Run, folder: Path, ident: str
) -> None:
    assert run("play", ident, "-o", "many", "-n", "6", "--seed", "1").status == 0
    for path in sorted((folder / "many").iterdir()):
        for language in ("en", "ja"):
            answer = run("view", path, "--lang", language)
            assert answer.status == 0
            assert "{" not in answer.out
