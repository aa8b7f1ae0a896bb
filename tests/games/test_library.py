"""The recorded games: good, canonical, fit for mail, and together a showcase of every rule set."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest
from rich.cells import cell_len

from senpu.logs.notes import notes_path, walk_notes
from senpu.logs.notes_file import load_notes as read_notes
from senpu.logs.record import LIBRARY, open_record
from senpu.notation.events import Word
from senpu.notation.lines import Comment, GameText, Play
from senpu.notation.messages import SOURCE, program_catalogue
from senpu.notation.reader import read_text
from senpu.notation.writer import WIDTH, format_game, format_line
from senpu.replay.annotation.annotations import Annotations
from senpu.replay.annotation.branches import Annotation
from senpu.replay.core.registry import (
    get_registration,
    list_rule_sets,
    list_shipped_sets,
    open_rules,
    rules_for,
)
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.disputes.verdict import LogVerdict
from senpu.replay.disputes.verification import verify
from senpu.replay.recording.canonical_form import make_canonical

RULE_SETS = [ident for ident in list_rule_sets() if get_registration(ident).library]
LOGS = sorted(LIBRARY.rglob("*.senpu"))
NOTED = [log for log in LOGS if notes_path(log).exists()]
HISTORICAL = [log for log in LOGS if log.name.startswith("historical")]
MIN_COMMENTS = 10
"""The minimum number of comments in an annotated game."""
LONGEST_TEXTS = {"comment": 310, "bookmark": 56}
"""The most cells of a text, by kind: no translation is longer than the longest original."""

each_log = pytest.mark.parametrize(
    "log", LOGS, ids=lambda log: log.relative_to(LIBRARY).with_suffix("").as_posix()
)
each_noted_log = pytest.mark.parametrize(
    "log", NOTED, ids=lambda log: log.relative_to(LIBRARY).with_suffix("").as_posix()
)
each_historical_log = pytest.mark.parametrize(
    "log", HISTORICAL, ids=lambda log: log.relative_to(LIBRARY).with_suffix("").as_posix()
)
each_rule_set = pytest.mark.parametrize("ident", RULE_SETS)


@cache
def verdict(log: Path) -> LogVerdict:
    return verify(log)


@cache
def read(log: Path) -> GameText:
    game, faults = read_text(log.read_bytes())
    assert not faults, faults[0].render(str(log))
    return game


@cache
def headers(log: Path) -> dict[str, str]:
    return open_record(log).headers


def logs_of(ident: str) -> list[Path]:
    return [log for log in LOGS if headers(log).get("Game") == ident]


def comments(log: Path) -> list[str]:
    return [item.text for line in plays(log) for item in line.items if isinstance(item, Comment)]


def plays(log: Path) -> Iterator[Play]:
    return (line for line in read(log).lines if isinstance(line, Play))


# ---- each log -------------------------------------------------------------------------------


@each_log
def test_a_recorded_game_is_good(log: Path) -> None:
    found = verdict(log)
    assert [fault.render(log.name) for fault in found.faults] == []
    assert found.valid


@each_log
def test_it_names_a_game_of_its_folder_its_rules_and_shipped_data(log: Path) -> None:
    header = headers(log)
    assert header["Game"] in RULE_SETS
    assert header["Game"].partition("/")[0] == log.relative_to(LIBRARY).parts[0]
    spec = open_rules(header["Game"]).spec
    assert header["Rules"] == str(spec.edition.rules)
    digests = [each.values.digest() for each in list_shipped_sets(header["Game"])]
    assert header["Data"].removeprefix("sha256:") in digests


@each_log
def test_its_text_is_canonical(log: Path) -> None:
    rules = rules_for(open_record(log))
    assert not isinstance(rules, msgspec.Struct), "no rules for it"
    assert format_game(make_canonical(read(log), rules)) == log.read_text("utf-8")


@each_log
def test_its_lines_without_their_comments_go_through_the_mail(log: Path) -> None:
    for line in plays(log):
        bare = tuple(item for item in line.items if not isinstance(item, Comment))
        text = format_line(msgspec.structs.replace(line, items=bare)) if bare else ""
        assert len(text) <= WIDTH, text


@each_log
def test_its_header_describes_it(log: Path) -> None:
    assert headers(log).get("Event"), "an Event line, by which the library lists it"


PROGRAMS = {"random", "greedy", "one-ply", "tree"}
"""The programs that played games of the library; `greedy` is now in `tests/bench/opponents`."""


@each_log
def test_its_header_names_its_author(log: Path) -> None:
    """A game between programs has a Program line with its seed, and names the programs as players.

    Any other game has an Annotator.
    """
    header = headers(log)
    names = [header.get(s.id.capitalize(), "") for s in open_rules(header["Game"]).spec.sides]
    if "Program" in header:
        assert header["Program"].startswith("senpu play, seed ")
        assert set(names) <= PROGRAMS
    else:
        assert not set(names) & PROGRAMS
        assert header.get("Annotator")
        assert comments(log), "a composed game has a comment that describes it"


def test_each_title_has_a_translation() -> None:
    titles = program_catalogue(SOURCE).topic("titles")["library"].values()
    assert {headers(log).get("Event") for log in LOGS} == set(titles)


def test_no_two_games_of_a_rule_set_go_by_the_same_name() -> None:
    names = [(headers(log)["Game"], headers(log).get("Event")) for log in LOGS]
    assert len(set(names)) == len(names)


# ---- the notes of the logs -------------------------------------------------------------------


@cache
def annotations(log: Path) -> Annotations:
    return Annotations(open_timeline(open_record(log)), read_notes(notes_path(log)))


def notes(log: Path, kind: str) -> list[Annotation]:
    return [each for each in annotations(log).annotations if each.note.kind == kind]


@each_noted_log
def test_its_notes_fit_it(log: Path) -> None:
    assert [fault.render(log.name) for fault in annotations(log).faults] == []
    assert annotations(log).annotations


def test_notes_belong_to_a_log() -> None:
    found = {path.resolve() for path in LIBRARY.rglob("*.notes.toml")}
    assert found == {notes_path(log) for log in NOTED}


def test_every_rule_set_has_the_course_of_history() -> None:
    found = {headers(log)["Game"] for log in HISTORICAL}
    for ident in RULE_SETS:
        folder = ident.partition("/")[0]
        assert ident in found, f"{ident}: no logs/library/{folder}/historical….senpu"


@each_historical_log
def test_a_reconstruction_is_labelled(log: Path) -> None:
    assert headers(log)["Event"].startswith("Reconstruction: ")
    assert comments(log)[0].startswith("A reconstruction: ")


@each_historical_log
def test_the_course_of_history_is_dated_and_bookmarked_turn_by_turn(log: Path) -> None:
    timeline = annotations(log).timeline
    turns = set(range(1, timeline.rules.spec.game.turns + 1))
    for kind in ("date", "bookmark"):
        effects = {timeline.get_position(each.note.event).state.turn for each in notes(log, kind)}
        assert turns - effects == set(), kind


@each_historical_log
def test_every_date_of_history_names_its_source(log: Path) -> None:
    assert [each.note.event for each in notes(log, "date") if not each.note.source] == []


@each_historical_log
def test_the_course_of_history_ends(log: Path) -> None:
    assert verdict(log).ending


@pytest.mark.parametrize(
    "log",
    [log for log in LOGS if log.name.startswith(("historical", "learn"))],
    ids=lambda log: log.relative_to(LIBRARY).with_suffix("").as_posix(),
)
def test_every_comment_and_bookmark_of_a_learning_game_and_a_reconstruction_is_japanese(
    log: Path,
) -> None:
    found, own = annotations(log), annotations(log).timeline.comments
    pairs = [
        ("comment", text, found.find_translations(number, index).get("ja", ""))
        for number, texts in own.items()
        for index, text in enumerate(texts)
    ]
    pairs += [
        (each.note.kind, each.note.text, each.note.translations.get("ja", ""))
        for each in walk_notes(found.file.notes)
        if each.note.kind in LONGEST_TEXTS
    ]
    assert len(pairs) > MIN_COMMENTS
    for kind, text, japanese in pairs:
        assert re.search("[\u3040-\u30ff\u4e00-\u9fff]", japanese), text
        assert cell_len(japanese) <= LONGEST_TEXTS[kind], japanese


# ---- each rule set --------------------------------------------------------------------------


@each_rule_set
def test_every_ending_of_a_rule_set_is_reached_by_a_recorded_game(ident: str) -> None:
    wanted = set(open_rules(ident).spec.edition.endings)
    missing = wanted - {verdict(log).ending for log in logs_of(ident)}
    assert missing == set(), f"{ident}: no recorded game ends so"


@each_rule_set
def test_every_rule_set_has_an_annotated_game(ident: str) -> None:
    annotated = [log.name for log in logs_of(ident) if len(comments(log)) >= MIN_COMMENTS]
    assert annotated, f"{ident}: no recorded game has {MIN_COMMENTS} comments"


# ---- the whole library ----------------------------------------------------------------------


def test_the_page_on_the_library_lists_every_log_with_its_ending() -> None:
    page = (LIBRARY.parents[1] / "spec" / "en/reference/library.md").read_text("utf-8")
    listed = {
        (part.split(maxsplit=1)[0], *row)
        for part in page.split("\n## ")[1:]
        for row in re.findall(r"^\| `([\w-]+)` \|(?: `.+?` \|)? (.+?) \|", part, re.MULTILINE)
    }
    recorded = {(log.parent.name, log.stem, verdict(log).ending) for log in LOGS}
    assert recorded - listed == set(), "spec/en/reference/library.md has no such row"
    assert listed - recorded == set(), "spec/en/reference/library.md has a row of no such log"


def test_logs_and_notes_go_into_the_wheel() -> None:
    logs = LIBRARY.parent
    project = tomllib.loads((logs.parent / "pyproject.toml").read_text("utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["senpu.logs"]
    shipped = {path for pattern in patterns for path in logs.glob(pattern)}
    assert {*LOGS, *LIBRARY.rglob("*.toml")} <= shipped


def test_the_library_shows_a_resignation_an_agreement_and_an_undone_event() -> None:
    words = {
        item.word
        for log in LOGS
        for line in plays(log)
        for item in line.items
        if isinstance(item, Word)
    }
    assert {"resign", "agree", "undo"} <= words
