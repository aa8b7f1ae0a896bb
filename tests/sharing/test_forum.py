"""Tests of `senpu export --to bbcode`, and of pictures of the ends of turns with a report."""

import json
import re
from pathlib import Path

import pytest

from senpu.tui.render.forum_report import escape
from tests.command.conftest import Run, finished, folder, log, run
from tests.sharing.documents import LIBRARY, SHARED, read_picture

__all__ = ["finished", "folder", "log", "run"]

LEARN = LIBRARY / SHARED["areas with points"]


def test_a_post_reports_the_game_turn_by_turn(run: Run) -> None:
    out = run("export", LEARN, "--to", "bbcode").out
    assert out.startswith("[b]800: Eight Hundred[/b]\n")
    assert "\n[b]Turn 1, 27 Oct[/b]\n" in out
    assert (
        "\n[b]7 C: k1*B.g2 [2 3] reroll [6 5] g2<A[/b]\n"
        "The Machine Gun Company (k1) attacks Machine Gun 2 (g2) in B from C (needed: 7). "
        "Roll 2 + 3 = 5: a miss. "
    ) in out
    assert "[quote]9.2: a machine gun may roll a miss once more. 11 hits.[/quote]" in out
    rows = run("show", LEARN).out.partition("\n\n")[0].splitlines()
    assert rows[0] in out.partition("[code]")[2]


def test_a_post_in_japanese(run: Run) -> None:
    out = run("export", LEARN, "--to", "bbcode", "--lang", "ja").out
    assert "[b]第1ターン、10月27日[/b]" in out
    assert "Turn" not in re.sub(r"(?s)\[quote\].*?\[/quote\]", "", out)


@pytest.mark.parametrize("name", SHARED)
def test_every_tag_is_closed(run: Run, name: str) -> None:
    out = run("export", LIBRARY / SHARED[name], "--to", "bbcode").out
    open_: list[str] = []
    for slash, tag in re.findall(r"\[(/?)(b|i|quote|code|img)\]", out):
        if slash:
            assert open_.pop() == tag
        else:
            open_.append(tag)
    assert not open_


def test_a_comment_inside_a_variation_line_is_a_quotation_in_a_quotation(
    run: Run, log: Path
) -> None:
    run("append", log, "J: pass")
    line = "J: i3+i4>D {bold} C: pass"
    run("note", log, "--at", 5, "--variation", line, "--author", "")
    rows = run("export", log, "--to", "bbcode").out.splitlines()
    assert "[quote][quote]bold[/quote][/quote]" in rows
    assert not any(row.startswith("> [quote]") for row in rows)


def test_tags_in_a_comment_are_shown_as_they_are_and_dice_stay_whole(run: Run, log: Path) -> None:
    run("append", log, "J: i3+i4>D {[b]x[/b] [img]y[/img] [*] [6 6]}")
    out = run("export", log, "--to", "bbcode").out
    assert "[b]x" not in out
    assert "[img]" not in out
    assert "[6 6]" in out
    assert escape("[J5 C3] [/quote] [url=x]").count("\u200b") == 2


@pytest.mark.parametrize(
    ("form", "link"), [("md", r"!\[(.+?)\]\((.+?)\)"), ("bbcode", r"\[img\]()(.+?)\[/img\]")]
)
def test_each_turn_of_a_report_ends_with_a_picture(
    run: Run, folder: Path, form: str, link: str
) -> None:
    (folder / "posts").mkdir()
    out = folder / "posts" / f"game.{form}"
    answer = run("export", LEARN, "--to", form, "--maps", folder / "maps", "-o", out)
    assert answer.status == 0
    found = re.findall(link, out.read_text("utf-8"))
    assert [each for _, each in found] == [f"../maps/learn-turn-{n:02}.svg" for n in range(7)]
    for _, each in found:
        read_picture((out.parent / each).read_text("utf-8"))
    last = (folder / "maps" / "learn-turn-06.svg").read_text("utf-8")
    assert last == run("export", LEARN, "--to", "svg").out
    if form == "md":
        assert found[3][0] == "800: Eight Hundred, End of turn 3, 29 Oct"


def test_pictures_of_a_turn_that_an_undo_leads_back_to_are_kept_apart(
    run: Run, folder: Path, log: Path
) -> None:
    run("append", log, "J: i3+i4>D\nundo 1\nJ: pass".replace("\n", " "))
    out = folder / "out.md"
    assert run("export", log, "--to", "md", "--maps", "maps", "-o", out).status == 0
    links = re.findall(r"\((maps/.+?)\)", out.read_text("utf-8"))
    assert links
    assert len(links) == len(set(links))
    assert all((folder / each).exists() for each in links)


def test_a_picture_goes_into_a_file_and_never_takes_the_place_of_a_log(
    run: Run, folder: Path, log: Path
) -> None:
    out = folder / "game.svg"
    assert run("export", log, "--to", "svg", "--at", "4", "-o", out).status == 0
    read_picture(out.read_text("utf-8"))
    (folder / "maps").mkdir()
    kept = folder / "maps" / "game-turn-00.svg"
    kept.write_bytes(log.read_bytes())
    answer = run("export", log, "--to", "md", "--maps", folder / "maps")
    assert answer.status == 2
    assert kept.read_bytes() == log.read_bytes()


def test_a_position_that_is_not_there_leaves_the_file_unchanged(
    run: Run, folder: Path, log: Path
) -> None:
    out = folder / "game.svg"
    out.write_text("before", "utf-8")
    answer = run("export", log, "--to", "svg", "--at", "999", "-o", out)
    assert answer.status == 2
    assert out.read_text("utf-8") == "before"


@pytest.mark.parametrize(
    "words",
    [
        ("--to", "html", "--at", "T1"),
        ("--to", "md", "--theme", "night"),
        ("--to", "html", "--theme", "day"),
        ("--to", "svg", "--maps", "maps"),
        ("--to", "json", "--maps", "maps"),
        ("--to", "svg", "--theme", "dusk"),
        ("--to", "svg", "--at", "T99"),
    ],
    ids=str,
)
def test_options_that_do_not_go_with_a_form_are_rejected(
    run: Run, log: Path, words: tuple[str, ...]
) -> None:
    answer = run("export", log, *words)
    assert answer.status == 2
    assert answer.err or '"error"' in answer.out


@pytest.mark.slow
def test_every_form_reports_what_a_side_may_know(run: Run) -> None:
    war = LIBRARY / SHARED["hexes with boxes"]
    for form in ("bbcode", "html", "svg"):
        out = run("export", war, "--to", form, "--as", "russia").out
        assert "view of Russia" in out
    whole = json.loads(run("export", war, "--to", "json").out)
    hidden = [
        e["text"] for e in whole["events"] if e["text"].startswith("draw") and e["number"] == 1
    ]
    for form in ("bbcode", "html"):
        out = run("export", war, "--to", form, "--as", "russia").out
        assert hidden[0] not in out


def test_a_log_that_is_invalid_is_exported_up_to_its_error(run: Run, log: Path) -> None:
    log.write_text(log.read_text("utf-8") + "C: c2>Q\n", "utf-8")
    for form in ("bbcode", "html", "svg"):
        answer = run("export", log, "--to", form)
        assert answer.status == 1
        assert "wrongActor" in answer.err
        assert len(answer.out) > 1000
