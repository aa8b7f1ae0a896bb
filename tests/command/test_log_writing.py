"""`senpu new`, `append`, `roll`: lines checked and durable, and nothing written on a refusal."""

import re
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from senpu.replay.core.narration import Narrator
from senpu.replay.core.reducer import Reducer
from senpu.replay.core.registry import open_rules
from senpu.replay.recording.log_writing import Drafter, InputParseError
from tests.command.conftest import SET_UP, Run
from tests.data_sets import GAMES_ONCE

# ---- new ------------------------------------------------------------------------------------


def test_new_writes_a_header_that_pins_the_data_and_asks_the_first_question(
    run: Run, folder: Path
) -> None:
    answer = run("new", "800/bonsai-2021", "a.senpu", "--japan", "A. Player", "--event", "Club")
    assert answer.status == 0
    text = (folder / "a.senpu").read_text("utf-8")
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    assert re.fullmatch(
        "Senpu: 1\nGame: 800/bonsai-2021\nRules: 1\nData: sha256:[0-9a-f]{64}\n"
        f"Event: Club\nDate: {today}\nJapan: A. Player\n\n",
        text,
    )
    assert "China must set up Xie Jinyuan (x1)" in answer.out
    assert "(3.0-4)" in answer.out


def test_new_writes_options_and_any_script(run: Run, folder: Path) -> None:
    names = ("--japan", "山田　太郎", "--china", " cafe\N{COMBINING ACUTE ACCENT} ")
    assert run("new", "800/battles-2011", "a.senpu", "--option", "forced-pass", *names).status == 0
    text = (folder / "a.senpu").read_text("utf-8")
    assert "Options: forced-pass\n" in text
    assert "Japan: 山田　太郎\nChina: café\n" in text
    assert run("append", "a.senpu", "C: x1+c1@D").status == 0
    assert run("verify", "a.senpu").status == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("801/x", "a.senpu"), "unknown rule set 801/x; available: 800/bonsai-2021"),
        (("800/bonsai-2021", "a.senpu", "--option", "naval"), "no option naval"),
        (
            ("800/bonsai-2021", "a.senpu", "--japan", "a\nb"),
            "cannot be written to a log",
        ),
        (("800/bonsai-2021", "a.senpu", "--event", "a\tb"), "the header Event cannot be"),
        (
            ("800/bonsai-2021", "none/a.senpu"),
            "none/a.senpu: could not write: there is no folder none",
        ),
        (("800/bonsai-2021", "."), "already"),
        (
            ("800/bonsai-2021", "a.senpu", "--data", "none.toml"),
            "none.toml: could not read the file",
        ),
    ],
)
def test_new_rejects_and_makes_no_file(
    run: Run, folder: Path, arguments: tuple[str, ...], why: str
) -> None:
    answer = run("new", *arguments)
    assert answer.status == 2
    assert why in answer.err
    assert list(folder.iterdir()) == []


def test_new_never_overwrites(run: Run, log: Path) -> None:
    before = log.read_bytes()
    answer = run("new", "800/bonsai-2021", log)
    assert answer.status == 2
    assert "already" in answer.err
    assert log.read_bytes() == before


# ---- append ---------------------------------------------------------------------------------


def test_append_prints_what_was_written_what_happened_and_who_is_next(run: Run, log: Path) -> None:
    before = log.read_text("utf-8")
    answer = run("append", log, "J: i4+i3>D")
    assert answer.status == 0
    assert answer.out.splitlines() == [
        "  J: i3+i4>D",
        "Infantry 3 (i3) and Infantry 4 (i4) move from B to D.",
        "China may move or attack, or pass (5.1). For example: c2>B.",
    ]
    assert log.read_text("utf-8") == f"{before}J: i3+i4>D\n"


def test_append_writes_what_has_only_one_answer(run: Run, log: Path) -> None:
    answer = run("append", log, "J: i3+i4>D C: k1*B.g2 [2 3] reroll [6 5]")
    assert "Machine Gun 2 (g2) retreats from B to the Japanese headquarters (A)" in answer.out
    assert log.read_text("utf-8").endswith("C: k1*B.g2 [2 3] reroll [6 5] J: g2<A\n")


def test_append_reads_lines_from_standard_input(run: Run, log: Path) -> None:
    typed = "J: i3+i4>D {進撃}\r\n\r\nC: pass\r\n".encode()
    assert run("append", log, "-", stdin=typed).status == 0
    assert log.read_text("utf-8").endswith("J: i3+i4>D {進撃}\nC: pass\n")


def test_append_closes_a_game(run: Run, log: Path) -> None:
    answer = run("append", log, "J: resign")
    assert "Japan resigns. China wins." in answer.out
    assert f'senpu append {log} "End: China resign"' in answer.out
    assert run("append", log, "End: China resign").status == 0
    assert log.read_text("utf-8").endswith("J: resign\nEnd: China resign\n")
    answer = run("append", log, "undo")
    assert answer.status == 1
    assert "the log has an End line" in answer.err


def test_a_rejection_says_why_by_which_rule_and_what_is_open(run: Run, log: Path) -> None:
    answer = run("append", log, "J: i3+i4>E")
    assert answer.status == 1
    assert answer.out == ""
    rows = answer.err.splitlines()
    assert rows[0].startswith(
        "rejected: i3+i4>E: E is not adjacent to B: they touch only at a corner"
    )
    assert rows[0].endswith("(rule 7.2-1)")
    assert rows[1] == "  Japan may move or attack, or pass (5.1). For example: i1>B."
    assert rows[2].startswith("  legal alternatives: i3+i4>D, ")
    assert rows[3] == "nothing was written"


def test_a_rejection_speaks_japanese(run: Run, log: Path) -> None:
    answer = run("append", log, "J: i3+i4>E", "--lang", "ja")
    assert answer.err.startswith("ルール違反：i3+i4>E：EとBは角で接しているだけ")
    assert "可能な行動：i3+i4>D" in answer.err
    assert "ファイルは変更していません" in answer.err


def test_an_event_that_the_log_has_already_is_reported_so(run: Run, log: Path) -> None:
    assert run("append", log, "J: i3+i4>D").status == 0
    assert "the log already has this event, as event 6" in run("append", log, "J: i3+i4>D").err


def test_only_what_was_filled_in_is_said_to_be(run: Run, log: Path) -> None:
    refused = run("append", log, "J: i3+i4>D C: c1>A")
    assert refused.status == 1
    assert "(in the position after the events that are add" not in refused.err
    refused = run("append", log, "J: i3+i4>D C: k1*B.g2 [6 5] J: i3>Q")
    assert "(in the position after the events that are add" in refused.err


BAD = [
    ("J: i3->D", "badToken"),
    ("J: pass {open", "unterminatedRemark"),
    ("C: pass", "wrongActor"),
    ("Z: pass", "wrongActor"),
    ("T3 J: pass", "wrongTurn"),
    ("J: undo 9", "undoTooFar"),
    ("J: pass ( C: pass )", "whatIf"),
    ("J: pass ~1f3a9c02", "tagUnexpected"),
    ("End: Japan 4.1", "wrongEnding"),
    ("", "nothing was typed"),
    ("J: i3+i4>D C: c1>A", "rejected"),
    ("J: i3>C", "rejected"),
    ("x9>D", "rejected"),
    ("[1 1]", "rejected"),
]


@pytest.mark.parametrize(("text", "why"), BAD)
def test_nothing_is_written_on_a_refusal(run: Run, log: Path, text: str, why: str) -> None:
    before = log.read_bytes()
    answer = run("append", log, text)
    assert answer.status == 1
    assert why in answer.err
    assert "nothing was written" in answer.err
    assert log.read_bytes() == before


@pytest.mark.parametrize("ident", GAMES_ONCE)
def test_each_japanese_name_has_its_id_as_a_hint(ident: str) -> None:
    rules = open_rules(ident)
    spec, narrator = rules.spec, Narrator(rules.spec, "ja")
    side, places = spec.sides[0], [*spec.named_places]
    names = Counter(map(narrator.unit_name, (unit.id for unit in spec.units)))
    for unit in spec.units:
        name = narrator.unit_name(unit.id)
        place = places[0] if places else spec.units[0].id
        row = f"{narrator.side(side.id)}\uff1a{name}\uff1e{narrator.place_name(place)}"
        with pytest.raises(InputParseError) as error:
            Drafter(rules, Reducer(rules), None).draft(row)
        hint = str(error.value.faults[0].hint)
        meant = f"ids instead of names: {side.letter}: {unit.id}>{place}"
        assert (meant in hint) is (names[name] == 1), (row, hint)


@pytest.mark.parametrize(
    ("text", "hints"),
    [
        ("J: pas", ["did you mean pass?", "passではありませんか"]),
        ("J: resing", ["did you mean resign?", "resignではありませんか"]),
        ("J: zzz", ["zzz is not a word of this game; available", "zzzという語はありません"]),
        ("i3", ['in a shell in quotation marks: "i3>D"', 'シェルでは"i3>D"と引用符']),
        ("J: i3+i4", ['in a shell in quotation marks: "i3>D"', 'シェルでは"i3>D"と引用符']),
    ],
)
def test_a_mistyped_text_has_its_likely_form_as_a_hint(
    run: Run, log: Path, text: str, hints: list[str]
) -> None:
    for language, hint in zip(("en", "ja"), hints, strict=True):
        answer = run("append", log, text, "--lang", language)
        assert answer.status == 1
        assert hint in answer.err


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (b"J: pass {\xff}\n", "notUtf8"),
        (b"J: pass {\xe3\x82}\n", "notUtf8"),
        (b"J: pass {a\x00b}\n", "nulByte"),
        (b"\xef\xbb\xbfJ: pass\n", "byteOrderMark"),
        (b"J: pass\x0cC: pass\n", "controlCharacter"),
        (b"", "nothing was typed"),
    ],
)
def test_bytes_that_no_log_holds_are_reported_as_such(
    run: Run, log: Path, typed: bytes, why: str
) -> None:
    before = log.read_bytes()
    answer = run("append", log, "-", stdin=typed)
    assert answer.status == 1
    assert why in answer.err
    assert log.read_bytes() == before


@pytest.mark.parametrize(
    ("tail", "why"),
    [
        ("J: i3", "the last line is incomplete"),
        ("J: i3->D\n", "badToken"),
        ("J: i3>Q\n", "illegalMove"),
        ("T5 J: pass\n", "wrongTurn"),
        ("J: i3+i4>D ~1f3a9c02\n", "tagUnexpected"),
        ("J: resign\nEnd: Japan resign\n", "wrongEnding"),
        ("Senpu: 1\n", "secondGame"),
    ],
)
def test_nothing_is_appended_to_a_log_that_is_not_good(
    run: Run, log: Path, tail: str, why: str
) -> None:
    log.write_text(log.read_text("utf-8") + tail, "utf-8")
    before = log.read_bytes()
    for command in (("append", log, "J: pass"), ("roll", log)):
        answer = run(*command)
        assert answer.status == 1
        assert why in answer.err
        assert log.read_bytes() == before


def test_a_resignation_of_the_side_asked_is_written_with_its_actor(run: Run, log: Path) -> None:
    assert run("append", log, "J: g2*D.x1 [6 6]\nresign").status == 0
    assert log.read_text("utf-8").endswith("J: g2*D.x1 [6 6]\nC: resign\n")
    assert "Japan by resignation" in run("verify", log).out


def test_undo_takes_back_and_play_continues(run: Run, log: Path) -> None:
    assert run("append", log, "J: i3+i4>D").status == 0
    answer = run("append", log, "J: undo")
    assert answer.status == 0
    assert "1 event is undone." in answer.out
    assert "Japan may move or attack, or pass" in answer.out
    assert run("append", log, "J: pass").status == 0
    assert log.read_text("utf-8").endswith("J: i3+i4>D\nJ: undo\nJ: pass\n")


# ---- roll -----------------------------------------------------------------------------------


def test_roll_appends_the_dice_that_are_awaited(run: Run, log: Path) -> None:
    assert run("append", log, "J: i3*D.x1").status == 0
    assert run("roll", log).status == 0
    assert re.search(r"\nJ: i3\*D\.x1\n\[[1-6] [1-6]\]", log.read_text("utf-8"))
    assert run("verify", log).status == 0


def test_roll_names_the_sides_of_the_dice(run: Run, folder: Path) -> None:
    run("new", "800/bonsai-2021", "a.senpu")
    run("append", "a.senpu", SET_UP.partition("T1")[0])
    assert run("roll", "a.senpu").status == 0
    assert re.search(r"\nT1 \[J[1-6] C[1-6]\]\n$", (folder / "a.senpu").read_text("utf-8"))


def test_roll_rejects_where_no_dice_are_awaited(run: Run, log: Path) -> None:
    before = log.read_bytes()
    answer = run("roll", log)
    assert answer.status == 1
    assert "no roll is pending" in answer.err
    assert log.read_bytes() == before
