"""Events that are filled in: forced events, and ends of phases."""

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
    ("language", "reported"),
    [
        (
            "en",
            "Added automatically, because nothing else was legal: J: |\n"
            "(to end this phase too, enter J: |)\nJapan may use cards, one at a time",
        ),
        (
            "ja",
            "ほかに可能な行動がないため、自動的に補いました：J: |\n"
            "（このフェイズも終える場合は「J: |」と入力してください）\n"
            "日本軍は手札を1枚ずつ使用できます",
        ),
    ],
)
def test_what_was_filled_in_is_reported(run: Run, war: Path, language: str, reported: str) -> None:
    answer = run("append", war, "|", "--lang", language)
    assert (answer.status, events(war)) == (0, "T1 J: |\nJ: |\n")
    assert reported in answer.out


def test_a_bare_end_after_one_that_had_to_come_is_rejected(run: Run, war: Path) -> None:
    run("append", war, "|")
    for text in ("|", "T1 |", "{so} |", "| R: no", "|\n|"):
        answer = run("append", war, "-", stdin=text.encode())
        assert (answer.status, events(war)) == (1, "T1 J: |\nJ: |\n"), text
        assert answer.err.startswith("rejected: |: the | of event 3 has already ended this phase (")
    japanese = run("append", war, "|", "--lang", "ja").err
    assert "）はイベント3の「|」ですでに終了しています" in japanese
    assert "そうする場合は「J: |」と入力してください" in japanese


def test_with_its_letter_it_is_taken_and_reported(run: Run, war: Path) -> None:
    run("append", war, "|")
    answer = run("append", war, "J: |")
    assert (answer.status, events(war)) == (0, "T1 J: |\nJ: |\nJ: |\n")
    assert "The previous phase had already ended with the | of event 3" in answer.out
    assert run("append", war, "undo").status == 0
    assert "Japan may use cards, one at a time" in run("legal", war).out


def test_an_end_that_can_mean_nothing_else_needs_no_letter(run: Run, war: Path) -> None:
    """Within one text nothing is filled in before a `|`, and only one event after others."""
    assert run("append", war, "| | |").status == 0
    assert events(war) == "T1 J: |\nJ: |\nJ: |\n"
    war.write_text(MANCHURIA, "utf-8")
    assert run("append", war, "J: | #05/d3@Korea").status == 0
    reported = run("append", war, "|")
    assert (reported.status, "The previous phase had" in reported.out) == (0, False)
    assert "Russia may refill" in reported.out


def test_what_was_filled_in_before_a_rejection_is_reported_with_it(run: Run, log: Path) -> None:
    refused = run("append", log, "J: i3+i4>D C: k1*B.g2 [6 5] J: i3>Q")
    assert "are added automatically: J: g2<A)" in refused.err
    refused = run("append", log, "J: i3+i4>D C: k1*B.g2 [6 5] J: i3>Q", "--lang", "ja")
    assert "（自動的に補われるイベントの後の局面です：J: g2<A）" in refused.err


def test_a_retreat_that_is_filled_in_is_reported(run: Run, log: Path) -> None:
    answer = run("append", log, "J: i3+i4>D C: k1*B.g2 [6 5]")
    assert "Added automatically, because nothing else was legal: J: g2<A\n" in answer.out
    assert "to end this phase" not in answer.out
    assert "Added automatically" not in run("append", log, "J: pass").out


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_place_that_is_called_by_its_name_is_reported_how_it_is_written(
    run: Run, war: Path, language: str
) -> None:
    run("append", war, "|")
    answer = run("append", war, "J: #05/d3@Dalian", "--lang", language)
    assert answer.status == 1
    words = {
        "en": "  in an event, write Dalian as 1203\n",
        "ja": "  Dalianは、イベントでは1203と書いてください\n",
    }
    assert words[language] in answer.err
    assert "Dalian (1203)" in run("append", war, "J: #05/d3@1204").err
