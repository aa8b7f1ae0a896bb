"""`senpu study`, and the export of a study: what is accepted, written and reported."""

import json
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from senpu.logs.record import LIBRARY
from senpu.logs.study_files import STUDY_SUFFIX
from senpu.replay.annotation.studies import format_study, load_study, make_study
from senpu.spec.loader import SPEC
from senpu.tui.jobs.studies import check_chapters
from tests.command.conftest import SET_UP, Run
from tests.figures import find_pages
from tests.sharing.documents import read_page

PAGE = (SPEC / "en/reference/studies.md").read_text("utf-8")
EXAMPLE = re.search(r"```toml\n(.*?)```", PAGE, re.S)
HEAD = "Senpu: 1\nGame: 800/bonsai-2021\nRules: 1\n\n"
STUDY = "lessons.study.toml"


@pytest.fixture
def study(folder: Path) -> Path:
    """The example of the page, with a log of five events in its folder."""
    assert EXAMPLE is not None
    (folder / STUDY).write_text(EXAMPLE[1].replace('"T3"', '"T1"'), "utf-8")
    (folder / "game.senpu").write_text(f"{HEAD}{SET_UP}", "utf-8")
    return folder / STUDY


def test_the_example_of_the_page_is_valid_and_can_be_written_again(study: Path, run: Run) -> None:
    answer = run("study", "list", STUDY, "--json")
    found = json.loads(answer.out)
    assert (answer.status, [each["error"] for each in found["chapters"]]) == (0, [None] * 3)
    assert [each["events"] for each in found["chapters"]] == [5, 3, 0]
    assert found["chapters"][1]["notes"] == 2
    read = load_study(study)
    assert make_study(tomllib.loads(format_study(read)), study) == read
    assert "2回目のダイス" in run("study", "list", STUDY, "--lang", "ja").out


def test_the_example_of_each_translation_is_valid(study: Path, run: Run) -> None:
    for path in find_pages("studies").values():
        (example,) = re.findall(r"```toml\n(.*?)```", path.read_text("utf-8"), re.S)
        study.write_text(example.replace('"T3"', '"T1"'), "utf-8")
        assert run("study", "list", STUDY).status == 0


@pytest.mark.parametrize(
    "path", sorted(LIBRARY.rglob(f"*{STUDY_SUFFIX}")), ids=lambda path: path.name
)
def test_a_study_of_the_program_is_valid_and_in_both_languages(path: Path) -> None:
    study = load_study(path)
    assert all(each.is_valid for each in check_chapters(study, path.parent))
    texts = [study.in_language, *(chapter.in_language for chapter in study.chapter)]
    for in_language in texts:
        own, ja = in_language("en"), in_language("ja")
        assert all((own.title, own.comment, own.title != ja.title, own.comment != ja.comment))


def test_a_chapter_is_added_and_the_rest_is_unchanged(study: Path, run: Run) -> None:
    before = study.read_text("utf-8").replace('author = "Anna"', 'author = "Anna" # me\nown = 1')
    study.write_text(before, "utf-8")
    assert run("study", "add", STUDY, "game.senpu", "--title", "Again", "--at", "2").status == 0
    after = study.read_text("utf-8")
    assert after.startswith(before.rstrip())
    last = load_study(study).chapter[-1]
    assert (last.title, last.log, last.at) == ("Again", "game.senpu", "2")
    position = load_study(study).chapter[1].position
    given = ("--line", "C: no", "--answer", "C: reroll", "--answer", "C: no")
    assert run("study", "add", "new.study.toml", position, *given).status == 0
    (chapter,) = load_study(study.parent / "new.study.toml").chapter
    assert (chapter.events, chapter.answer) == ("C: no", ("C: reroll", "C: no"))


def test_chapters_are_moved_and_removed_with_their_comments(study: Path, run: Run) -> None:
    """A row in a text that looks like a chapter is not one: then nothing is written."""
    text = study.read_text("utf-8").replace(
        '[[chapter]]\ntitle = "Two', '# Mine.\n[[chapter]]\ntitle = "Two'
    )
    study.write_text(text, "utf-8")
    before = load_study(study).chapter
    assert run("study", "move", STUDY, 3, 1).status == 0
    assert load_study(study).chapter == (before[2], before[0], before[1])
    assert '# Mine.\n[[chapter]]\ntitle = "Two' in study.read_text("utf-8")
    assert run("study", "remove", STUDY, 2).status == 0
    assert load_study(study).chapter == (before[2], before[1])
    valid = study.read_text("utf-8")
    for number, text in ((9, valid), (1, valid.replace("[6 5]", "[6 5]\n[[chapter]]"))):
        study.write_text(text, "utf-8")
        answer = run("study", "remove", STUDY, number)
        assert (answer.status, study.read_text("utf-8")) == (2, text)
        assert STUDY in answer.err


@pytest.mark.parametrize(
    ("game", "given", "part"),
    [
        ("absent.senpu", (), "absent.senpu"),
        ("game.senpu", ("--at", "99"), "99"),
        ("game.senpu", ("--line", "C: no"), "--line"),
        ("-", (), "stream"),
        ("POSITION", ("--line", "C: pass"), "rule 9.2"),
        ("POSITION", ("--answer", "C: pass"), "C: pass"),
        ("POSITION", ("--answer", "J: pass"), "J: pass"),
        ("Senpu 1 800/bonsai-2021; turn: 9", (), "next"),
    ],
)
def test_an_unusable_chapter_is_reported_and_not_written(
    study: Path, run: Run, game: str, given: tuple[str, ...], part: str
) -> None:
    before = study.read_bytes()
    game = game.replace("POSITION", load_study(study).chapter[1].position)
    answer = run("study", "add", STUDY, game, *given)
    assert (answer.status, study.read_bytes()) == (2, before)
    assert part in answer.err


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("senpu-study = 1", "senpu-study = 2", "version 1"),
        ("senpu-study = 1\n", "", "senpu-study = 1"),
        ('log = "game.senpu"', "", "chapter 1"),
        ('log = "game.senpu"', 'log = "a"\nevents = "pass"', "chapter 1"),
        ("Senpu 1 800", "senpu 1 800", "chapter 2"),
        ('answer = ["C: grenade D"]', 'answer = "C: grenade D"', "answer"),
        ("[[chapter]]", "[chapter]", "TOML"),
    ],
)
def test_a_file_that_is_no_study_is_reported(
    study: Path, run: Run, old: str, new: str, part: str
) -> None:
    study.write_text(study.read_text("utf-8").replace(old, new), "utf-8")
    for words in (("study", "list"), ("view",), ("export", "--to=md")):
        answer = run(*words, STUDY)
        assert (answer.status, answer.out) == (2, "")
        assert part in answer.err


def test_an_unusable_chapter_of_a_study_is_listed_with_its_error(study: Path, run: Run) -> None:
    (study.parent / "game.senpu").unlink()
    for words in (("study", "list"), ("view",)):
        answer = run(*words, STUDY)
        assert answer.status == 1
        assert "! chapter 1: game.senpu: no such file" in answer.out
        assert "Two grenades (problem)" in answer.out
    assert run("export", STUDY, "--to", "html", "-o", "page.html").status == 2
    assert not (study.parent / "page.html").exists()


def test_a_study_is_one_page_with_all_chapters(study: Path, run: Run) -> None:
    answer = run("export", STUDY, "--to", "html")
    root = read_page(answer.out)
    assert answer.status == 0
    assert max(Counter(each["id"] for each in root.walk() if each["id"]).values()) == 1
    ids = {each["id"] for each in root.walk()}
    for each in root.walk():
        for attribute in ("aria-labelledby", "aria-describedby", "for", "list"):
            assert set(each[attribute].split()) <= ids
    assert [each["href"] for each in root.all("a")] == [f"#chapter-{at}" for at in (1, 2, 3)]
    games = [json.loads(root.by_id(f"c{at}-course").text()) for at in (1, 2, 3)]
    assert [each["first"] for each in games] == [5, 0, 0]
    assert [len(each["tracks"]) for each in games] == [1, 2, 1]
    assert [each.text("ja") for each in root.all("a")][1] == "2. 2回目のダイス"
    (secret,) = root.of_class("answer")
    assert "C: grenade D" in secret.text()
    assert "no point left" in secret.text()


@pytest.mark.parametrize("form", [pytest.param("html", marks=pytest.mark.slow), "md", "json"])
def test_an_export_replaces_an_earlier_one_and_no_other_file(
    study: Path, run: Run, form: str
) -> None:
    out = study.parent / f"out.{form}"
    for _ in range(2):
        assert run("export", STUDY, "--to", form, "-o", out).status == 0
    text = out.read_text("utf-8")
    assert text.count("x1+c1@D")
    assert "Two grenades" in text
    assert "C: grenade D" in text
    out.write_text("mine", "utf-8")
    assert run("export", STUDY, "--to", form, "-o", out).status == 2
    assert out.read_text("utf-8") == "mine"


def test_options_of_a_log_are_rejected(study: Path, run: Run) -> None:
    for words in (("export", STUDY, "--to", "svg"), ("export", STUDY, "--to", "md", "--as", "J"),
                  ("view", STUDY, "--at", "3"), ("view", STUDY, "--as", "J"),
                  ("show", STUDY), ("legal", STUDY)):  # fmt: skip
        answer = run(*words)
        assert (answer.status, answer.out) == (2, "")
        assert STUDY in answer.err
    assert study.exists()
