"""`senpu export`: a game as a page, and as an object."""

import json
import re
from pathlib import Path

import pytest

from senpu.tui.jobs.exports import FORMS
from tests.command.conftest import Run

PAGE = """\
# 800: Eight Hundred

- Game: 800/bonsai-2021
"""
TURN = """\

## Turn 1, 27 Oct

- **5** `[J5 C3]`
  Japan has the initiative (5 : 3).
- **6 J** `i3+i4*D.c1 [6 6] c1<E`
"""


@pytest.fixture
def played(run: Run, log: Path) -> Path:
    """An attack with a comment, and an event that was undone."""
    assert run("append", log, "J: i3+i4*D.c1 [6 6] C: c1<E {a *strong* start}").status == 0
    assert run("append", log, "C: pass").status == 0
    assert run("append", log, "undo").status == 0
    return log


def test_a_page_reports_the_game_turn_by_turn(run: Run, played: Path) -> None:
    answer = run("export", played, "--to", "md")
    assert answer.status == 0
    assert answer.out.startswith(PAGE)
    assert TURN in answer.out
    assert "\n  > a \\*strong\\* start\n" in answer.out
    assert "`pass` (undone)\n" in answer.out
    rows, _, values = run("show", played).out.partition("\n\n   10 ")[0].rpartition("\n")
    assert values.startswith("Values: the default values (* ")
    assert f"\n## Last position\n\n```text\n{rows}\n```\n" in answer.out


def test_a_page_in_japanese(run: Run, played: Path) -> None:
    out = run("export", played, "--to", "md", "--lang", "ja").out
    assert "## 第1ターン、10月27日\n" in out
    assert "## 最後の局面\n" in out
    assert "Turn" not in out


def test_an_object_has_the_header_every_event_and_the_position(run: Run, played: Path) -> None:
    answer = json.loads(run("export", played, "--to", "json").out)
    assert answer["header"]["Game"] == "800/bonsai-2021"
    assert answer["position"] | {"fault": None} == json.loads(run("show", played, "--json").out)
    events = answer["events"]
    assert [each["number"] for each in events] == list(range(1, len(events) + 1))
    assert events[4]["actor"] == "chance"
    assert events[5]["text"] == "i3+i4*D.c1"
    assert (events[7]["text"], events[7]["comments"]) == ("c1<E", ["a *strong* start"])
    assert events[7]["sentences"]
    assert [each["text"] for each in events if each["undone"]] == ["pass"]


def test_an_invalid_log_is_exported_through_its_last_valid_event(run: Run, played: Path) -> None:
    played.write_text(played.read_text("utf-8") + "C: c2>Q\n", "utf-8")
    answer = run("export", played, "--to", "md")
    assert answer.status == 1
    assert "illegalMove" in answer.err
    assert answer.out.startswith(PAGE)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--to", "docx"), "unknown value"),
        ((), "missing: --to"),
        (("--to", "md", "-o", "no/such/out.md"), "no/such/out.md: there is no folder no/such"),
        (("--to", "md", "-o", "no/x.md", "--maps", "maps"), "no/x.md: there is no folder no"),
        (("--to", "md", "-o", "."), "it is a folder, not a file"),
        (("--to", "md", "--maps", "file", "-o", "x.md"), "--maps file: this is a file"),
        (("--to", "md", "--maps", "file/in", "-o", "x.md"), "file/in"),
        (("--to", "bbcode", "--maps", "file/in"), "file/in"),
    ],
)
def test_what_cannot_be_exported_is_reported_and_nothing_is_made(
    run: Run, played: Path, folder: Path, words: tuple[str, ...], why: str
) -> None:
    (folder / "file").write_text("", "utf-8")
    before = sorted(folder.iterdir())
    answer = run("export", played, *words)
    assert (answer.status, answer.out) == (2, "")
    assert why in answer.err
    assert sorted(folder.iterdir()) == before


def test_marks_of_a_page_in_a_comment_are_shown_as_they_are(run: Run, log: Path) -> None:
    run("append", log, "J: i3+i4>D {1. <b> `x` # a_b [c](d)}")
    out = run("export", log, "--to", "md").out
    assert "  > 1\\. \\<b\\> \\`x\\` # a\\_b \\[c\\](d)\n" in out


# ---- an invalid log -------------------------------------------------------------------------

INVALID = {
    "syntax": ("J: i3+i4>>D\n", "badToken", 10),
    "rules": ("J: i3+i4>Q\n", "illegalMove", 10),
    "bytes": ("J: i3+i4>D", "tornTail", 10),
}
OUTPUTS = [
    *(("export", "--to", form) for form in FORMS),
    ("show",), ("show", "--json"), ("legal",), ("legal", "--json"), ("view",),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "kind"),
    [*((words, "rules") for words in OUTPUTS), (("show",), "syntax"), (OUTPUTS[0], "bytes")],
)
def test_an_output_of_an_invalid_log_says_where_and_why_it_stops(
    run: Run, log: Path, words: tuple[str, ...], kind: str
) -> None:
    whole = run(words[0], log, *words[1:])
    rows, fault, line = INVALID[kind]
    log.write_text(log.read_text("utf-8") + rows, "utf-8")
    answer = run(words[0], log, *words[1:])
    assert (whole.status, answer.status) == (0, 1)
    out = re.sub("<[^>]*>", "", answer.out)  # pictures have rows of text
    if "json" in words or "--json" in words:
        found = json.loads(out)["fault"]
        assert (found["id"], found["line"], found["message"] != "") == (fault, line, True)
        assert json.loads(whole.out)["fault"] is None
    elif words[0] == "export":
        assert re.search(rf"after event 5, before\s+line {line}: {fault}: \S", out)
        assert fault not in whole.out
    else:
        assert f"({fault}). The game stops after event 5, before line {line}." in out
        assert fault not in whole.out
    assert f":{line}:" in answer.err
    assert fault in answer.err
    if words[0] == "export":
        assert f"({fault}). The game stops after event 5, before line {line}." in answer.err
    reason = answer.err.partition(f"{fault}: ")[2].partition("\n")[0]
    assert answer.err.count(reason) == 1
    assert words[0] == "export" or reason not in out or "json" in words[-1]
