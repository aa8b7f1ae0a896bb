"""What `append` fills in is told, and no `|` ends a phase that nobody meant to end."""

from pathlib import Path

import pytest

from tests.command.conftest import Run

MANCHURIA = "Senpu: 1\nGame: russojapanese/bonsai-2018\nRules: 1\n\ndraw #05+#06+#13\n"


@pytest.fixture
def war(folder: Path) -> Path:
    """Japan is to move in April 1904; no attack can be declared then."""
    path = folder / "war.senpu"
    path.write_text(MANCHURIA, "utf-8")
    return path


def events(path: Path) -> str:
    return path.read_text("utf-8").removeprefix(MANCHURIA)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            "Filled in, because no other event was legal: J: |\n"
            "(to end this phase too, write J: |)\nJapan may use its cards",
        ),
        (
            "ja",
            "ほかに選択の余地がないので補いました：J: |\n"
            "（このフェイズも終えるなら J: | と書いてください）\n日本軍は手札を1枚ずつ使える",
        ),
    ],
)
def test_what_was_filled_in_is_told(run: Run, war: Path, language: str, told: str) -> None:
    answer = run("append", war, "|", "--lang", language)
    assert (answer.status, events(war)) == (0, "T1 J: |\nJ: |\n")
    assert told in answer.out


def test_a_bare_end_behind_one_that_had_to_come_is_refused(run: Run, war: Path) -> None:
    run("append", war, "|")
    for text in ("|", "T1 |", "{so} |", "| R: no", "|\n|"):
        answer = run("append", war, "-", stdin=text.encode())
        assert (answer.status, events(war)) == (1, "T1 J: |\nJ: |\n"), text
        assert answer.err.startswith(
            "rejected: |: the | before it (event 3) had to come, and answered this already: Japan "
            "to declare attacks; one more would answer: Japan to play cards; to mean that, write "
            "J: | (rule 10.2)\n"
        )
    japanese = run("append", war, "|", "--lang", "ja").err
    assert "直前の | （3番）は他に選択の余地がなく" in japanese
    assert "そうするなら J: | と書く" in japanese


def test_with_its_letter_it_is_taken_and_told(run: Run, war: Path) -> None:
    run("append", war, "|")
    answer = run("append", war, "J: |")
    assert (answer.status, events(war)) == (0, "T1 J: |\nJ: |\nJ: |\n")
    assert "The previous | (event 3) was filled in" in answer.out
    assert run("append", war, "undo").status == 0
    assert "Japan may use its cards" in run("legal", war).out


def test_an_end_that_can_mean_nothing_else_needs_no_letter(run: Run, war: Path) -> None:
    """Within one text nothing is filled in before a `|`; and behind anything else but one."""
    assert run("append", war, "| | |").status == 0
    assert events(war) == "T1 J: |\nJ: |\nJ: |\n"
    war.write_text(MANCHURIA, "utf-8")
    assert run("append", war, "J: | #05/d3@Korea").status == 0
    told = run("append", war, "|")
    assert (told.status, "The | before it" in told.out) == (0, False)
    assert "Russia: refill" in told.out


def test_what_was_filled_in_before_a_refusal_is_told_with_it(run: Run, log: Path) -> None:
    refused = run("append", log, "J: i3+i4>D C: k1*B.g2 [6 5] J: i3>Q")
    assert "would be filled in: J: g2<A)" in refused.err
    refused = run("append", log, "J: i3+i4>D C: k1*B.g2 [6 5] J: i3>Q", "--lang", "ja")
    assert "（ほかに選択の余地がないイベントを補った後の局面：J: g2<A）" in refused.err


def test_a_retreat_that_is_filled_in_is_told(run: Run, log: Path) -> None:
    answer = run("append", log, "J: i3+i4>D C: k1*B.g2 [6 5]")
    assert "Filled in, because no other event was legal: J: g2<A\n" in answer.out
    assert "to end this phase" not in answer.out
    assert "Filled in" not in run("append", log, "J: pass").out


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_place_that_is_called_by_its_name_is_told_how_it_is_written(
    run: Run, war: Path, language: str
) -> None:
    run("append", war, "|")
    answer = run("append", war, "J: #05/d3@Dalian", "--lang", language)
    assert answer.status == 1
    words = {"en": "  Dalian is written 1203\n", "ja": "  Dalianは1203と書く\n"}
    assert words[language] in answer.err
    assert "1203 (Dalian)" in run("append", war, "J: #05/d3@1204").err
