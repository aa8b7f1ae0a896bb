"""`senpu verify`, `senpu fmt`: the verdict and canonical text."""

import json
import re
from pathlib import Path

import pytest

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.logs.journal import JournalError
from senpu.notation.lines import GameText
from senpu.tui.commands import verification as checking
from tests import sealed
from tests.command.conftest import Run

# ---- verify ---------------------------------------------------------------------------------


def test_a_valid_log_without_a_chain_has_status_0_and_is_not_protected(run: Run, log: Path) -> None:
    summary = (
        f"{log}: valid; 5 events of 800/bonsai-2021, turn 1, in progress; no chain or signature, "
        "data pinned\n"
    )
    row = (
        "  open    No chain or signature protects this log; any line may have changed.\n"
        "          1 roll is recorded without proof.\n"
    )
    assert run("verify", log) == (0, summary + row, "")
    assert run("verify", log, log) == (0, summary * 2, "")
    assert row in run("verify", log, "--strict").out


def test_receipts_are_listed_and_a_shared_one_is_a_warning(run: Run, log: Path) -> None:
    run("append", log, "J: i3+i4>D C: k1*B.g2")
    server = ("--server", "dice.example.org", "--receipt", "no. 17", "--dice")
    run("roll", log, *server, "[6 5]")
    answer = run("verify", log)
    assert "1 roll has the receipt of a dice server" in answer.out
    assert "1 roll is recorded without proof" in answer.out
    assert "warning" not in answer.out
    run("append", log, "undo 2")  # the roll, and the retreat that it forces
    run("roll", log, *server, "[6 6]")
    found = json.loads(run("verify", log, "--json").out)
    assert [each["roll"] for each in found["receipts"]] == ["[6 5]", "[6 6]"]
    events = ", ".join(str(each["event"]) for each in found["receipts"])
    assert {(each["server"], each["receipt"]) for each in found["receipts"]} == {
        ("dice.example.org", "no. 17")
    }
    (warning,) = found["warnings"]
    assert warning.startswith(f"Events {events} have the same receipt of dice.")
    assert "warning Events" in run("verify", log).out
    ja = run("verify", log, "--lang", "ja").out
    assert "同じ受領証（no. 17）" in ja


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_invalid_log_reports_who_signed_the_lines_above_its_fault(
    run: Run, log: Path, lang: str
) -> None:
    """Whatever the fault: an illegal event, a changed line, a misplaced seal, an incomplete end."""
    signed = sealed.seal(sealed.log(), "china")
    more = sealed.go_on(signed, "J: i3+i4>D\n")
    rows = sealed.seal(signed, "japan")[len(signed) :].splitlines()
    misplaced = "".join(f"{row.rpartition(' ~')[0]}\n" for row in rows)
    texts = {
        "rule": sealed.go_on(more, "C: c1>A\n"),
        "line": sealed.go_on(more, "C: pass\n").replace("C: pass", "C: c1>C"),
        "seal": sealed.go_on(more, misplaced),
        "end": more + "J: pa",
    }
    sentences = {
        "en": ("Japan has not signed lines 1 to ", "3 events of Japan are not covered by its seal"),
        "ja": ("行目に署名していません", "イベント3個に日本軍の署名がありません"),
    }
    for name, text in texts.items():
        log.write_text(text, "utf-8")
        answer = run("verify", log, "--lang", lang)
        assert answer.status == 1, name
        shown = ("" if lang == "ja" else " ").join(answer.out.split())
        for sentence in sentences[lang]:
            assert sentence in shown, name
        strict = run("verify", log, "--strict", "--lang", lang).out
        assert ("event 6: Japan, not signed" if lang == "en" else "イベント6：") in strict, name


def test_seals_below_a_fault_are_not_passed_over(run: Run, log: Path) -> None:
    signed = sealed.seal(sealed.seal(sealed.log(), "china"), "japan")
    log.write_text(signed.replace("[J5 C3]", "[J6 C3]"), "utf-8")
    answer = " ".join(run("verify", log).out.split())
    assert "2 seals below line 14 are not valid here; `verify --all` prints why." in answer
    shown = run("verify", log, "--all").out
    assert shown.count("sealMisplaced: ") == 2
    assert "below line" not in shown


def test_a_bad_log_is_its_fault_and_status_1(run: Run, log: Path) -> None:
    log.write_text(log.read_text("utf-8") + "J: i3+i4>D\nC: c1>A\nJ: pass\n", "utf-8")
    answer = run("verify", log)
    assert answer.status == 1
    assert f"{log}:11:4: illegalMove: c1>A: " in answer.out
    assert "| C: c1>A" in answer.out
    assert "legal alternatives: c1>" in answer.out
    assert "invalid; valid through event 6 (turn 1), line " in answer.out


def test_one_bad_log_among_several_is_status_1(run: Run, log: Path, finished: Path) -> None:
    finished.write_text(finished.read_text("utf-8").rstrip("\n"), "utf-8")
    answer = run("verify", log, finished)
    assert answer.status == 1
    assert f"{log}: valid;" in answer.out
    assert "tornTail" in answer.out


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("form", [(), ("--json",), ("--lang", "ja")])
def test_many_files_are_verified_by_all_cores_and_reported_in_their_order(
    run: Run, log: Path, jobs: int, form: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    chained, cut = log.with_name("chained.senpu"), log.with_name("cut.senpu")
    sealed.write(chained, sealed.log())
    later = sealed.write(log.with_name("later.senpu"), sealed.seal(sealed.log(), "japan"))
    cut.write_text(log.read_text("utf-8")[:-1], "utf-8")
    files = [log, cut, later, log, chained, "none.senpu", log]
    monkeypatch.setenv("SENPU_STATE", str(log.with_name("one")))
    alone = run("verify", *files, *form)
    assert alone.status == 2
    expected = {(): "for lines through 14", ("--json",): '"shorter"'}.get(form, "欠けています")
    assert expected in " ".join(alone.out.split()), "the older copy comes after the newer one"
    monkeypatch.setenv("SENPU_STATE", str(log.with_name("other")))
    monkeypatch.setattr(checking, "MANY", len(files))
    monkeypatch.setattr(checking, "BATCH", 2)
    both = run("verify", *files, *form, "--jobs", jobs)
    first, second = (re.sub(r"T\d\d:\d\d:\d\dZ", "", each.out) for each in (both, alone))
    assert (both.status, first, both.err) == (alone.status, second, alone.err)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_file_that_cannot_be_read_is_status_2_and_the_others_are_verified(
    run: Run, log: Path, lang: str
) -> None:
    bad = log.with_name("bad.senpu")
    bad.write_text(log.read_text("utf-8") + "C: c1->A\n", "utf-8")
    answer = run("verify", "none.senpu", bad, log, "--lang", lang)
    assert answer.status == 2
    assert "badToken" in answer.out
    assert f"\n{log}{'：' if lang == 'ja' else ': '}" in answer.out
    assert "none.senpu" not in answer.out
    if lang == "en":
        assert answer.err == "senpu: none.senpu: no such file or folder\n"
    assert run("verify", "none.senpu", "--report", "page.md").status == 2
    assert not log.with_name("page.md").exists()


def test_all_reports_every_fault_that_can_be_found(run: Run, log: Path) -> None:
    log.write_text(log.read_text("utf-8") + "J: i3->D\nC: c1->A\n", "utf-8")
    assert run("verify", log).out.count("badToken: ") == 1
    assert run("verify", log, "--all").out.count("badToken: ") == 2


def test_verify_json_is_an_object_a_file(run: Run, log: Path, finished: Path) -> None:
    answer = run("verify", log, finished, "none", "--json")
    rows = [json.loads(row) for row in answer.out.splitlines()]
    assert [row["valid"] for row in rows] == [True, True, False]
    assert [row["file"] for row in rows] == [str(log), str(finished), "none"]
    assert rows[0]["ending"] is None
    assert f"\nEnd: {rows[1]['ending']}\n" in finished.read_text("utf-8")
    assert rows[2]["faults"][0]["id"] == "fileUnreadable"
    for row in rows:
        assert list(row)[:9] == [
            "file", "valid", "game", "events", "valid_through", "turn", "ending", "state", "faults",
        ]  # fmt: skip


def test_a_fault_in_json_has_exactly_its_keys(run: Run, log: Path) -> None:
    log.write_text(log.read_text("utf-8") + "J: i3+i4>E\n", "utf-8")
    (fault,) = json.loads(run("verify", log, "--json").out)["faults"]
    assert list(fault) == ["id", "layer", "line", "column", "event", "rule", "message", "legal"]
    assert fault["id"] == "illegalMove"
    assert (fault["layer"], fault["line"], fault["column"]) == ("rules", 10, 4)
    assert (fault["event"], fault["rule"], fault["legal"][0]) == (6, "7.2-1", "i3+i4>D")


def test_verify_changes_nothing(run: Run, log: Path, folder: Path) -> None:
    log.write_bytes(log.read_bytes() + b"J: \xff\r\n\x00")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    run("verify", log, "--all")
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize("end", [0, 5, 30, -2])
def test_a_hint_about_standard_input_does_not_change_a_file(run: Run, log: Path, end: int) -> None:
    """The log is empty, ends inside its header, or ends inside a line."""
    data = log.read_bytes()[:end]
    for command in ("verify", "verify --lang ja", "show --at 1", "show --at 1 --lang ja"):
        answer = run(*command.split(), "-", stdin=data)
        output = f"{answer.out}{answer.err}"
        if answer.status:
            assert "「|」" in output if "ja" in command else "`|`" in output
        assert answer.status == 1 or (command.startswith("show") and end == -2)
        assert not re.search("delete|repair|削除", output)


# ---- fmt ------------------------------------------------------------------------------------


def test_a_log_that_cannot_be_written_does_not_stop_fmt(
    run: Run, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = log.with_name("other.senpu")
    for path in (log, other):
        path.write_text(log.read_text("utf-8") + "J: i4+i3>D\n", "utf-8")

    def replace(path: Path, data: bytes) -> None:
        if path == log:
            raise JournalError("couldNotWrite", path=path, why=OSError(28, ""))
        path.write_bytes(data)

    monkeypatch.setattr("senpu.tui.commands.canonical_form.replace_file", replace)
    answer = run("fmt", log, other)
    assert answer.status == 2
    assert answer.err.startswith(f"senpu: {log}: could not write: no space left on the device")
    assert "i3+i4>D" in other.read_text("utf-8")


def test_fmt_leaves_a_canonical_text_alone(run: Run, log: Path) -> None:
    before = log.stat()
    assert run("fmt", log) == (0, "", "")
    assert run("fmt", log, "--check") == (0, "", "")
    assert log.stat().st_mtime_ns == before.st_mtime_ns


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("J:  i4+i3>D   C: pass  ", "J: i3+i4>D C: pass"),
        ("J: i3+i4>D{why}", "J: i3+i4>D {why}"),
        ("J: i3+i4>D\r", "J: i3+i4>D"),
        ("J: i3+i4>D\tC: pass", "J: i3+i4>D C: pass"),
        ("J: pass {cafe\N{COMBINING ACUTE ACCENT}}", "J: pass {café}"),
    ],
)
def test_fmt_repairs_what_can_be_repaired_without_a_choice(
    run: Run, log: Path, written: str, canonical: str
) -> None:
    good = log.read_bytes()
    log.write_bytes(good + f"{written}\n".encode())
    before = log.read_bytes()
    check = run("fmt", log, "--check")
    assert (check.status, check.out) == (1, f"{log}: not in canonical form\n")
    assert log.read_bytes() == before
    answer = run("fmt", log)
    assert (answer.status, answer.out) == (0, f"{log}: rewritten in canonical form\n")
    assert log.read_bytes() == good + f"{canonical}\n".encode()
    assert run("fmt", log) == (0, "", "")


@pytest.mark.parametrize(
    "written",
    [b"J: i3->D\n", b"J: pass", b"J: pass {\xff}\n", b"J: pass {a\x00b}\n", b"Senpu: 1\n"],
)
def test_fmt_leaves_alone_what_it_would_lose(run: Run, log: Path, written: bytes) -> None:
    log.write_bytes(log.read_bytes() + written)
    before = log.read_bytes()
    answer = run("fmt", log)
    assert answer.status == 1
    assert "not changed" in answer.err
    assert log.read_bytes() == before


def test_fmt_leaves_a_chained_log_alone(run: Run, log: Path) -> None:
    log.write_bytes(log.read_bytes() + b"J:  i3+i4>D ~1f3a9c02\n")
    before = log.read_bytes()
    answer = run("fmt", log)
    assert answer.status == 1
    assert "chained" in answer.err
    assert log.read_bytes() == before


def test_fmt_continues_to_the_next_file(run: Run, log: Path, finished: Path) -> None:
    log.write_bytes(log.read_bytes() + b"J: i3->D\n")
    finished.write_bytes(finished.read_bytes().replace(b"J: ", b"J:  "))
    assert run("fmt", log, finished).status == 1
    assert b"J:  " not in finished.read_bytes()


def test_fmt_of_a_game_that_is_not_known_keeps_the_spelling_of_its_events(
    run: Run, folder: Path
) -> None:
    path = folder / "other.senpu"
    path.write_text("Senpu: 1\nGame: chess\n\nJ:  b2+a1>D\n")
    assert run("fmt", path).status == 0
    assert path.read_text() == "Senpu: 1\nGame: chess\n\nJ: b2+a1>D\n"


def test_fmt_never_loses_a_line_that_is_appended_meanwhile(
    run: Run, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.write_bytes(log.read_bytes() + b"J:  pass\n")

    def slow(game: GameText, rules: object) -> GameText:
        log.write_bytes(log.read_bytes() + b"C: pass\n")
        return game

    monkeypatch.setattr("senpu.tui.commands.canonical_form.make_canonical", slow)
    answer = run("fmt", log)
    assert answer.status == 2
    assert "changed the log while it was read" in answer.err
    assert log.read_bytes().endswith(b"J:  pass\nC: pass\n")


# ---- view of one side -----------------------------------------------------------------------


def test_a_side_is_reported_only_where_a_log_with_hidden_hands_is_at_fault(
    run: Run, folder: Path
) -> None:
    path = folder / "cards.senpu"
    text = "Senpu: 1\nGame: blind/toy\nRules: 1\n\nT1 draw #02+#05\ndraw #01+#06\nN: lay #06\n"
    path.write_text(text, "utf-8")
    whole = run("verify", path)
    assert "legal alternatives: " in whole.out
    assert "#05" in whole.out
    seen = run("verify", path, "--as", "south")
    assert (seen.status, whole.status) == (1, 1)
    assert "cards.senpu:7: illegalMove: the reason depends on hidden information" in seen.out
    assert "Position after event 2:" in seen.out
    assert "#05" not in seen.out
    assert "#01" in seen.out  # its own hand
    answer = run("verify", path, "--as", "south", "--report", "report.md")
    assert answer.status == 1
    assert "#05" not in (folder / "report.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("language", "reported"),
    [
        ("en", "valid; 1 event of 800/bonsai-2021, set-up"),
        ("ja", "正常です。800/bonsai-2021、イベント数1、"),
    ],
)
def test_a_log_with_one_event_is_said_to_have_one(
    run: Run, folder: Path, language: str, reported: str
) -> None:
    path = folder / "one.senpu"
    path.write_text("Senpu: 1\nGame: 800/bonsai-2021\nRules: 1\n\nC: x1+c1@D\n", "utf-8")
    assert reported in run("verify", path, "--lang", language).out
