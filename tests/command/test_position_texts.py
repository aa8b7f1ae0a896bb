"""A position text in place of a log: each command reads it, or says that it changes a log."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from textwrap import indent, wrap
from typing import Any

import pytest

from senpu.logs.record import LIBRARY
from senpu.tui.command_line.table import COMMANDS
from tests.command.conftest import Run

TEXT = (
    "Senpu 1 800/bonsai-2021 rules 1 data 74baf8a7eac463b0; turn: 6; next: japan act; "
    "D: i1; F: x1; lost: i2+i3+i4+g1+g2+m1+t1+t2+h1+c1+c2+c3+k1"
)
"""A position shortly before the end of a game."""
READING = {
    "show": "show {}", "legal": "legal {}", "verify": "verify {}", "view": "view {}",
    "dice": "dice {}", "diff": "diff {} {}", "export": "export {} --to md",
    "bridge": "bridge {}", "openings": "openings show book {}", "migrate": "migrate {}",
    "restore": "restore {}", "study": "study add new.study.toml {}",
    "repertoire": "repertoire add new.repertoire.toml {} --answer pass",
    "review": "review {} --games 24 --worst 1 --jobs 1",
    "new": "new --from {} new.senpu", "play": "play --from {} -o played.senpu --seed 1",
    "match": "match --from {} random random -n 1 --jobs 1",
}  # fmt: skip
"""The commands that read a position; {} is the text."""
QUICK = ("legal", "verify", "new")
REFUSALS = {
    "bridge": "(position): the log has no gap",
    "openings": "no game of the book reached this position",
    "migrate": "(position): the log already has the newest rules",
}
"""The answers of commands that read the position and have nothing to report."""
CHANGING = {
    "append": "append {} pass", "roll": "roll {}", "deal": "deal {}", "reveal": "reveal {}",
    "hand": "hand {}", "seal": "seal {} --chain", "repair": "repair {}", "fmt": "fmt {}",
    "note": "note {} --at start text",
}  # fmt: skip
"""The commands that change a log, or keep files for it."""
OTHER = {
    "games",
    "rules",
    "data",
    "keygen",
    "keys",
    "drill",
    "train",
    "help",
    "completion",
    "config",
}
"""The commands that read no position from a log."""


def test_every_command_is_in_a_table() -> None:
    assert {*READING, *CHANGING, *OTHER} == {*COMMANDS}


def fill(command: str, text: object) -> list[object]:
    return [text if word == "{}" else word for word in command.split()]


def test_a_text_is_read_typed_from_a_file_and_from_a_pipe(run: Run, folder: Path) -> None:
    expected = run("show", TEXT)
    assert expected.status == 0
    assert "turn 6 of 6" in expected.out
    assert run("show", TEXT, "--text").out == f"{TEXT}\n"
    wrapped = TEXT.replace("; ", ";\r\n").replace("i4+", "i4+\n  ")
    (folder / "text.txt").write_text(f"\n{wrapped}\n", "utf-8", newline="")
    assert run("show", "text.txt") == expected
    assert run("show", "-", stdin=wrapped.encode()) == expected
    quoted = "".join(f"> > {row}\r\n" for row in wrapped.splitlines())
    assert run("show", "-", stdin=f"\ufeff{quoted}".encode()) == expected


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in READING],
)
def test_a_command_reads_a_text(run: Run, folder: Path, name: str) -> None:
    if name == "openings":
        log = LIBRARY / "800" / "resigned.senpu"
        assert run("openings", "build", log, "-o", "book", "--jobs", 1).status == 0
    answer = run(*fill(READING[name], TEXT))
    part = REFUSALS.get(name, "")
    assert answer.status == 0 or part, answer
    assert part in answer.out + answer.err
    if name in ("new", "play"):
        log = folder / ("new.senpu" if name == "new" else "played.senpu")
        assert f"\nPosition: {TEXT}\n" in log.read_text("utf-8")
        assert run("verify", log).status == 0
        assert run("show", log, "--at", "start", "--text").out == f"{TEXT}\n"


@pytest.mark.parametrize("name", CHANGING)
def test_a_command_that_changes_a_log_says_how_to_create_one(
    run: Run, folder: Path, name: str
) -> None:
    path = folder / "text.txt"
    path.write_text(f"{TEXT}\n", "utf-8")
    for text in (TEXT, path):
        answer = run(*fill(CHANGING[name], text))
        assert answer.status, answer
        assert "senpu new --from" in answer.err + answer.out, answer
    assert path.read_text("utf-8") == f"{TEXT}\n"
    assert [*folder.iterdir()] == [path]


@pytest.mark.parametrize(
    ("old", "new", "fault", "found"),
    [
        ("turn: 6", "turn: 7", "positionIllegal", "turn: 7"),
        ("turn", "turm", "positionUnknown", "turm"),
        ("Senpu 1", "Senpu 2", "positionMalformed", "Senpu 2"),
        ("800/bonsai-2021", "800", "positionMalformed", "800 rules"),
        ("japan act", "japan jump", "positionUnknown", "jump"),
        ("800/bonsai-2021", "801/bonsai-2021", "gameUnknown", "801/bonsai-2021"),
        ("rules 1", "rules 99", "rulesUnknown", "99"),
        ("rules 1", "rules 1 options none", "optionUnknown", "none"),
        ("74baf8a7eac463b0", "0000000000000000", "dataUnknown", "0000000000000000"),
        ("data 7", "data x", "positionMalformed", "x4baf8a7eac463b0"),
        ("c2+", "c2+c2+", "positionMalformed", "c2+c3"),
        ("D: i1", "D: i9", "positionUnknown", "i9"),
    ],
)  # fmt: skip
def test_an_error_names_its_column(run: Run, old: str, new: str, fault: str, found: str) -> None:
    text = TEXT.replace(old, new, 1)
    answer = run("show", text)
    assert answer.status == 1
    assert f"(position):1:{text.index(found) + 1}: {fault}: " in answer.err
    assert "faults." not in answer.err
    typed = run("verify", text, "--json")
    assert json.loads(typed.out)["faults"][0]["column"] == text.index(found) + 1


def test_new_rejects_what_no_log_can_start_from(run: Run, folder: Path) -> None:
    war = LIBRARY / "russojapanese" / "naval.senpu"
    view = run("show", war, "--at", "40", "--as", "japan", "--text").out.strip()
    assert "; seen: japan; " in view
    assert "#??" in view
    for words, part in (
        (("--from", view, "x.senpu"), "the view of one side"),
        (("--from", TEXT, "800", "x.senpu"), "cannot be combined"),
        (("--from", TEXT, "x.senpu", "--option", "idle-markers"), "cannot be combined"),
        (("x.senpu",), "--from"),
        (("800", "x.senpu", "--at", "3"), "--at requires --from"),
    ):
        answer = run("new", *words)
        assert answer.status == 2
        assert part in answer.err
    assert not [*folder.iterdir()]


def test_a_log_starts_from_a_position_of_another(run: Run, folder: Path) -> None:
    log = LIBRARY / "800" / "learn.senpu"
    options = ("--japan", "Anna", "--event", "Study", "--chain")
    assert run("new", "--from", log, "--at", "T3", "new.senpu", *options).status == 0
    text = run("show", log, "--at", "T3", "--text").out
    assert run("show", "new.senpu", "--text").out == text
    assert run("verify", "new.senpu").status == 0
    assert run("roll", "new.senpu").status == 0


def test_a_text_of_a_view_shows_the_view_and_no_other(run: Run) -> None:
    war = LIBRARY / "russojapanese" / "naval.senpu"
    whole = json.loads(run("show", war, "--at", 40, "--as", "japan", "--json").out)
    text = whole["position"]
    shown = json.loads(run("show", text, "--json").out)
    for key in ("state", "digest", "key", "view", "pieces", "position"):
        assert shown[key] == whole[key], key
    assert run("show", text, "--as", "japan", "--text").out == f"{text}\n"
    refused = run("show", text, "--as", "russia")
    assert (refused.status, "is the view of Japan" in refused.err) == (2, True)
    assert run("legal", text).out == run("legal", war, "--at", 40, "--as", "japan").out


def test_a_log_that_begins_with_a_view_is_read_but_never_extended(run: Run, folder: Path) -> None:
    war = LIBRARY / "russojapanese" / "naval.senpu"
    text = run("show", war, "--at", 40, "--as", "japan", "--text").out
    (folder / "v.senpu").write_text(run("export", text, "--to", "senpu").out, "utf-8")
    before = (folder / "v.senpu").read_bytes()
    for words in (("append", "|"), ("append", text), ("roll",), ("seal", "--chain")):
        refused = run(words[0], "v.senpu", *words[1:])
        assert refused.status != 0, words
        assert "begins with the view of Japan" in " ".join(refused.err.split())
        assert (folder / "v.senpu").read_bytes() == before
    assert run("show", "v.senpu").status == 0
    verified = run("verify", "v.senpu")
    assert (verified.status, "a view proves nothing" in verified.out) == (0, True)


def test_a_view_hides_the_first_position_of_a_log(run: Run, folder: Path) -> None:
    war = LIBRARY / "russojapanese" / "naval.senpu"
    assert run("new", "--from", war, "--at", 12, "new.senpu").status == 0
    hands = run("show", "new.senpu", "--text").out.partition("hands: ")[2].partition(";")[0]
    own, enemy = hands.split("/")
    for form in ("md", "bbcode", "html", "json", "senpu", "svg"):
        out = run("export", "new.senpu", "--to", form, "--as", "japan").out
        assert own in out, form
        assert enemy not in out, form


@pytest.mark.parametrize(
    ("old", "new"), [("hands: ", "hands: #99+"), ("bonsai-2018", "bonsai-1904"), ("/#", "#")]
)
def test_a_fault_of_a_first_position_shows_no_hidden_hand(
    run: Run, folder: Path, old: str, new: str
) -> None:
    """The rules, which define the hidden facts, are not known yet: two hands, one output."""
    war = LIBRARY / "russojapanese" / "naval.senpu"
    text = run("show", war, "--at", 12, "--text").out.strip()
    hand = re.search(r"hands: [^/]+/#(..)", text)
    assert hand is not None
    flawed = text.replace(old, new, 1)
    texts = {"a": flawed, "b": flawed.replace(f"#{hand[1]}", "#07", 1)}
    assert "#07" not in flawed
    for name, shown in texts.items():
        (folder / name).mkdir()
        head = "Senpu: 1\nGame: russojapanese/bonsai-2018\nOptions: naval\n"
        (folder / name / "game.senpu").write_text(f"{head}Position: {shown}\n\n", "utf-8")
        (folder / name / "text.txt").write_text(shown, "utf-8")
    for file in ("game.senpu", "text.txt"):
        for words in (["verify", "--json"], ["show"], ["export", "--to", "html"], ["view"]):
            answers = []
            for name in texts:
                answer = run(words[0], f"{name}/{file}", *words[1:], "--as", "japan")
                answers.append((answer.out + answer.err).replace(f"{name}/{file}", ""))
                assert answer.status
            assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\n".join(wrap(text, 50)),
        lambda text: "\n".join(f"> {row}" for row in wrap(text, 50)),
        lambda text: "%position\n" + indent("\n".join(wrap(f"{text}.", 60)), "  "),
        lambda text: f"%position {text}.",
    ],
)
def test_a_position_is_stated_from_the_rows_in_which_it_is_copied(
    run: Run, folder: Path, change: Callable[[str], str]
) -> None:
    assert run("new", "--from", TEXT, "game.senpu").status == 0
    answer = run("append", "game.senpu", change(TEXT))
    assert (answer.status, answer.err) == (0, "")
    assert "%position" in (folder / "game.senpu").read_text("utf-8")


def test_a_fault_of_a_stated_position_has_its_column(run: Run, folder: Path) -> None:
    assert run("new", "--from", TEXT, "game.senpu", "--annotator", "A. Bee").status == 0
    before = (folder / "game.senpu").read_text("utf-8")
    assert "Annotator: A. Bee\n" in before
    wrong = TEXT.replace("; ", "; A: z9; ", 1)
    answer = run("append", "game.senpu", wrong)
    assert answer.status == 1
    assert f"1:{wrong.index('z9') + 1}: positionUnknown" in answer.err
    damaged = run("append", "game.senpu", f"{TEXT}\udcff")  # a byte that is not UTF-8
    assert (damaged.status, "positionMalformed" in damaged.err) == (1, True)
    assert (folder / "game.senpu").read_text("utf-8") == before


EARLY = TEXT.replace("turn: 6", "turn: 2").replace("+t1+", "+").replace("D: i1", "D: i1+t1")
"""A position that breaks no rule, and that no game reaches."""


def test_a_position_that_no_game_reaches_is_marked(run: Run, folder: Path) -> None:
    reason = "no game reaches it: Tankette 1 (t1) enters on turn 3"
    assert reason in " ".join(run("show", EARLY).out.split())
    assert reason in run("export", EARLY, "--to", "md").out
    assert {"reason": "tooEarly", "rule": "5.0-2"} in read_json(run, "show", EARLY)["unreachable"]
    assert (read_json(run, "show", TEXT)["unreachable"], "reaches" in run("show", TEXT).out) == (
        [], False,
    )  # fmt: skip
    assert run("new", "800/bonsai-2021", "new.senpu").status == 0
    assert run("append", "new.senpu", EARLY).status == 0
    for file, event, sentence in ((EARLY, 0, "the log begins"), ("new.senpu", 1, "event 1 states")):
        verdict = read_json(run, "verify", file)
        assert verdict["unreachable"] == [event]
        rows = [row for row in verdict["open"] if "No game reaches the position" in row]
        assert sentence in rows[0]


def test_an_export_lists_the_gaps(run: Run, folder: Path) -> None:
    assert run("new", "--from", EARLY, "new.senpu").status == 0
    assert run("append", "new.senpu", TEXT).status == 0
    assert json.loads(run("export", "new.senpu", "--to", "json").out)["gaps"] == [1]


def read_json(run: Run, command: str, file: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(run(command, file, "--json").out)
    return answer


@pytest.mark.parametrize("kind", ["study", "repertoire", "data"])
def test_a_file_of_another_kind_is_named(run: Run, folder: Path, kind: str) -> None:
    (folder / "f.toml").write_text(f"senpu-{kind} = 1\n", "utf-8")
    for command in ("verify", "show"):
        answer = run(command, "f.toml")
        assert answer.status != 0
        assert kind in answer.out + answer.err
        assert "restore" not in answer.out + answer.err
