"""Notes in the output of commands, in exports, and in annotated texts."""

import json
from pathlib import Path
from random import Random

import pytest

from tests.command.conftest import Run
from tests.command.notes_reader import notes
from tests.faces import printed
from tests.toy_cards.worlds import SIDES, random_game, twins, write

pytestmark = pytest.mark.usefixtures("anna")


# ---- notes of another log -------------------------------------------------------------------


@pytest.fixture
def parted(run: Run, fought: Path) -> Path:
    """A log whose eighth event is no longer what its notes were written on."""
    for at in (0, 7, 8, 9):
        run("note", fought, "--at", at, f"on {at}")
    fought.write_text(fought.read_text("utf-8").replace("[6 5]", "[5 6]"), "utf-8")
    return fought


def test_notes_that_do_not_fit_are_reported_and_not_shown(run: Run, parted: Path) -> None:
    answer = run("note", parted)
    assert answer.status == 1
    assert [row for row in answer.out.splitlines() if "on 8" in row or "on 9" in row] == []
    assert "on 7" in answer.out
    rows = answer.err.splitlines()
    assert "game.notes.toml:19: noteMisfit: note " in rows[0]
    assert "(comment on 8): the events up to 8 have changed" in rows[0]
    assert "the events up to 7 are the same" in rows[0]
    assert sum("noteMisfit" in row for row in rows) == 2


@pytest.mark.parametrize(
    "command",
    [("view",), ("show",), *(("export", "--to", form) for form in ("md", "json", "senpu"))],
    ids=str,
)
def test_games_are_shown_without_them_with_status_1(
    run: Run, parted: Path, command: tuple[str, ...]
) -> None:
    answer = run(*command, parted)
    assert answer.status == 1
    assert "on 9" not in answer.out
    assert answer.err.count("noteMisfit") == 1
    assert "1 more; run senpu note" in answer.err


def test_nothing_is_added_where_something_does_not_fit(run: Run, parted: Path) -> None:
    before = parted.with_name("game.notes.toml").read_bytes()
    answer = run("note", parted, "--at", 1, "so")
    assert answer.status == 1
    assert "noteMisfit" in answer.err
    assert answer.err.endswith("nothing was written\n")
    assert parted.with_name("game.notes.toml").read_bytes() == before


def test_what_does_not_fit_can_be_taken_out(run: Run, parted: Path) -> None:
    faults = json.loads(run("note", parted, "--json").out)["faults"]
    idents = [fault["message"].split()[1] for fault in faults]
    assert len(idents) == 2
    assert run("note", parted, *(w for each in idents for w in ("--remove", each))).status == 0
    assert run("note", parted).status == 0
    assert len(notes(parted)) == 2


def test_what_changes_only_the_bytes_keeps_the_notes(run: Run, fought: Path) -> None:
    for at in range(10):
        run("note", fought, "--at", at, f"on {at}")
    fought.write_text(
        fought.read_text("utf-8").replace("i3+i4>D", " i4+i3>D  {so}").replace("\n\n", "\n\n\n")
    )
    assert run("note", fought).status == 0
    assert run("fmt", fought).status == 0
    assert run("append", fought, "J: undo 4").status == 0
    answer = run("note", fought)
    assert (answer.status, answer.err) == (0, "")
    assert len(answer.out.splitlines()) == 11


# ---- out and back ---------------------------------------------------------------------------


def test_notes_go_out_and_come_back(run: Run, fought: Path, folder: Path) -> None:
    run("note", fought, "--at", 5, "so", "--variation", "J: pass {b} ( {%then} C: pass !? )")
    run("note", fought, "--at", "end", "--variation", "J: pass", "--author", "Bo")
    assert run("export", fought, "--to", "senpu", "-o", "text.senpu").status == 0
    text = (folder / "text.senpu").read_bytes()
    assert run("verify", "text.senpu").status == 0
    path = fought.with_name("game.notes.toml")
    before = path.read_bytes()
    answer = run("note", fought, "--import", "text.senpu")
    assert answer.out == "game.notes.toml: 0 notes added, 6 exist already\n"
    path.unlink()
    answer = run("note", fought, "--import", "text.senpu")
    assert answer.out == "game.notes.toml: 6 notes added, 0 exist already\n"
    assert path.read_bytes() == before
    assert run("export", fought, "--to", "senpu").out.encode() == text
    assert json.loads(run("note", "text.senpu", "--json").out)["notes"] == []


@pytest.mark.parametrize("words", [("view",), ("show",), ("export", "--to", "md")])
def test_a_text_that_is_opened_as_a_log_says_what_is_not_shown(
    run: Run, fought: Path, words: tuple[str, ...]
) -> None:
    run("note", fought, "--at", "end", "so", "--arrow", "A>D", "--variation", "J: pass")
    run("export", fought, "--to", "senpu", "-o", "text.senpu")
    answer = run(*words, "text.senpu")
    assert answer.status == 0
    assert "so\n" in answer.out
    assert "%" not in answer.out
    assert "3 notes and variations in the text of the log are not shown" in answer.err
    assert "senpu note LOG --import text.senpu" in answer.err
    assert run(*words, fought).err == ""


def test_an_export_never_takes_the_place_of_a_log(run: Run, fought: Path) -> None:
    answer = run("export", fought, "--to", "senpu", "-o", fought)
    assert answer.status == 2
    assert "the command reads this file" in answer.err


def test_a_text_typed_by_hand_is_taken_over(run: Run, fought: Path, folder: Path) -> None:
    text = fought.read_text("utf-8").replace("i4>D", "i4>D !? {bold} ( i3*D.x1 )")
    (folder / "typed.txt").write_text(text, "utf-8")
    assert run("note", fought, "--import", "typed.txt", "--author", "Bo").status == 0
    assert [note["author"] for note in notes(fought)] == ["Bo"] * 3
    assert all("time" not in note for note in notes(fought))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("i4>D", "i4>D {%what}", "typed.txt:10:12: noteMalformed"),
        ("i4>D", "i4>D ( i3>E )", "typed.txt:10:14: illegalMove"),
        ("i4>D", "i4>E", "typed.txt:10:4: illegalMove"),
        ("[6 5]", "[5 6] {so}", "typed.txt:11: noteMisfit: event 8 is [5 6] here and [6 5]"),
        ("bonsai-2021", "bonsai-2099", "typed.txt:2: gameUnknown"),
        ("\nC: k1*B.g2 [6 5]", "\nC: k1*B.g2 [6 5] (", "typed.txt:11:18: unbalancedBracket"),
    ],
)
def test_a_text_that_does_not_fit_is_rejected(
    run: Run, fought: Path, folder: Path, old: str, new: str, why: str
) -> None:
    text = fought.read_text("utf-8")
    assert old in text
    (folder / "typed.txt").write_text(text.replace(old, new), "utf-8")
    answer = run("note", fought, "--import", "typed.txt")
    assert answer.status == 1
    assert answer.err.startswith(why)
    assert answer.err.endswith("nothing was written\n")
    assert notes(fought) == []


# ---- where they are shown -------------------------------------------------------------------


@pytest.fixture
def annotated(run: Run, fought: Path) -> Path:
    run("note", fought, "--at", 0, "A *cold* morning")
    run("note", fought, "--at", 6, "Bold", "--glyph", "!?", "--arrow", "B>D", "--highlight", "D+E")
    run("note", fought, "--at", 6, "--bookmark", "Here", "--date", "1937-10", "--source", "a diary")
    run("note", fought, "--at", 5, "--variation", "J: i3*D.x1 {risky} [6 5] ( [1 1] ) ?! C: x1<E")
    run("note", fought, "--at", "end", "--variation", "J: pass", "--author", "")
    return fought


def test_the_printed_game_reports_notes_with_variation_lines_indented(
    run: Run, annotated: Path
) -> None:
    out = run("view", annotated).out
    assert '\n  " A *cold* morning (Anna)\n' in out
    assert (
        "    6 J i3+i4>D !?\n"
        "        Infantry 3 (i3) and Infantry 4 (i4) move from B to D.\n"
        '        " Bold (Anna)\n'
        "        arrow B>D\n"
        "        highlight D+E\n"
        "        bookmark: Here\n"
        "        1937-10 (a diary)\n"
        "        instead of 6: J: i3*D.x1\n"
        '            " risky (Anna)\n'
        "        .. [6 5] ?!\n"
        "            instead of [6 5]: [1 1]\n"
        "        .. C: x1<E\n"
    ) in out
    assert "        continuation: J: pass\n" in out
    assert '        " Bold (Anna)\n        arrow B>D\n' in run("show", annotated, "--at", 6).out


def test_the_page_reports_notes_below_their_event(run: Run, annotated: Path) -> None:
    out = run("export", annotated, "--to", "md").out
    assert "\n\n> A \\*cold\\* morning (Anna)\n\n## Set-up" in out
    assert (
        "- **6 J** `i3+i4>D !?`\n"
        "  Infantry 3 (i3) and Infantry 4 (i4) move from B to D.\n"
        "  > Bold (Anna)\n"
        "  - arrow `B>D`\n"
        "  - highlight `D+E`\n"
        "  - bookmark: Here\n"
        "  - 1937-10 (a diary)\n"
        "  - instead of 6: `J: i3*D.x1`\n"
        "    > risky (Anna)\n"
    ) in out
    assert "  - continuation: `J: pass`\n" in out


def test_comments_of_the_log_and_next_to_it_are_paragraphs_of_one_quotation(
    run: Run, log: Path
) -> None:
    run("append", log, "J: i3+i4>D {own}")
    run("note", log, "--at", 6, "first", "--author", "")
    run("note", log, "--at", 6, "second", "--author", "")
    assert "  > own\n  >\n  > first\n  >\n  > second\n" in run("export", log, "--to", "md").out


def test_the_page_speaks_japanese(run: Run, annotated: Path) -> None:
    out = run("export", annotated, "--to", "md", "--lang", "ja").out
    for words in (
        "Bold（Anna）",
        "矢印 `B>D`",
        "強調 `D+E`",
        "ブックマーク： Here",
        "6の代わりに： `J:",
    ):
        assert words in out
    assert "1937-10 （a diary）" in out
    assert "instead" not in out


def test_an_object_has_the_notes_of_each_event(run: Run, annotated: Path) -> None:
    answer = json.loads(run("export", annotated, "--to", "json").out)
    assert [note["text"] for note in answer["notes"]] == ["A *cold* morning"]
    at = {event["number"]: event["notes"] for event in answer["events"]}
    assert [note["kind"] for note in at[6]] == [
        "glyph", "comment", "arrow", "highlight", "bookmark", "date"
    ]  # fmt: skip
    (line,) = at[5]
    assert [note["kind"] for note in line["notes"]] == ["comment", "variation", "glyph"]
    assert answer["position"]["notes"] != answer["notes"]


# ---- hidden parts ---------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(4))
def test_notes_give_away_nothing_that_a_side_may_not_know(
    run: Run, folder: Path, seed: int, side: str
) -> None:
    """Logs that differ only in facts hidden from a side, each with the same notes."""
    random = Random(seed)
    events = random_game(seed)
    some = [events, *random.sample(list(twins(events, side)), 2)]
    outputs = []
    for at, each in enumerate(some):
        log = write(folder / str(at) / "game.senpu", each)
        for number in range(len(each) + 1):
            words = ("--glyph", "!?") if number else ("--variation", "draw #02+#05 {so}")
            assert run("note", log, "--at", number, "so", *words).status == 0
        assert run("note", log).status == 0
        outputs.append(printed(log, side, [len(each)]))
        texts = run("export", log, "--to", "senpu", "--as", side)
        assert (texts.status, "so" in texts.out) == (0, True)
        outputs[-1].append(texts.out)
    assert outputs[0] == outputs[1] == outputs[2]
    assert any("so (Anna)" in text for text in outputs[0])


# ---- every game -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arrow"),
    [
        ("800/learn", "A>D"), ("incident1932/learn", "01>02"), ("nanjing1937/learn", "0511>0512"),
        ("russojapanese/learn", "Korea>1214"),
    ],
)  # fmt: skip
def test_recorded_games_take_notes(run: Run, folder: Path, name: str, arrow: str) -> None:
    from senpu.logs.record import LIBRARY

    log = folder / "game.senpu"
    log.write_bytes((LIBRARY / f"{name}.senpu").read_bytes())
    before = log.read_bytes()
    for at in ("start", "T1", "20", "end"):
        answer = run("note", log, "--at", at, "so", "--arrow", arrow)
        assert (answer.status, answer.err) == (0, "")
    legal = json.loads(run("legal", log, "--at", "T1", "--json").out)["events"][0]
    assert run("note", log, "--at", "T1", "--variation", legal).status == 0
    assert run("export", log, "--to", "senpu", "-o", "text.senpu").status == 0
    assert "9 exist already" in run("note", log, "--import", "text.senpu").out
    for command in (("view",), ("export", "--to", "md"), ("export", "--to", "json")):
        answer = run(*command, log)
        assert (answer.status, answer.err) == (0, "")
        assert "so (Anna)" in answer.out or '"so"' in answer.out
    assert log.read_bytes() == before
