"""`senpu data fill`: an owner answers questions through a pipe, stops, and continues."""

import re
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from senpu.logs.journal import JournalError
from senpu.notation.faults import text_width
from senpu.notation.messages import LANGUAGES
from senpu.replay.core.narration import Narrator
from senpu.spec.corrections import read_data_rules
from senpu.spec.data import TILE, Tables, Value
from senpu.tui.boards.signs import PLAIN
from senpu.tui.cli import main
from senpu.tui.jobs.data_answers import format_answer
from senpu.tui.jobs.data_entry import DataEntry
from senpu.tui.jobs.data_questions import QuestionSource, list_questions
from senpu.tui.render.data_question import describe_question, render_question
from tests.command.conftest import Run
from tests.data_sets import GAMES_ONCE, invent_copy, merge, open_folder

GAME = "800/bonsai-2021"
WHOLE, PART = ("800/bonsai-2021", "nanjing1937/bonsai-2016"), 40
"""The games whose copy is entered as a whole, and the questions of the others."""
QUESTION = re.compile(r"\[([a-z_]+)(?:\.([^\]\s]*))?\]$", re.MULTILINE)
"""The table and the key at the end of a question."""


def fill(run: Run, *answers: str, game: str = GAME, options: tuple[str, ...] = ()) -> str:
    """Return the output of a session that succeeds."""
    stdin = "".join(f"{each}\n" for each in answers).encode()
    answer = run("data", "fill", game, "mine.toml", *options, stdin=stdin)
    assert answer.status == 0, answer.err
    return answer.out


@pytest.mark.parametrize("command", ["q", "h", "b", "?", "??", "all", "/q", "\uff1f"])
def test_a_command_is_never_the_name_of_the_copy(run: Run, folder: Path, command: str) -> None:
    fields = {"stdin": f"{command}\n=q\n\nq\n".encode()}
    answer = run("data", "fill", GAME, "mine.toml", **fields)
    stops = command.removeprefix("/") == "q"
    assert (folder / "mine.toml").exists() is not stops
    if not stops:
        assert DataEntry(GAME, folder / "mine.toml").source == "q"
        assert ("First give the name of your copy" in " ".join(answer.err.split())) is (
            command != "h"
        )


@pytest.mark.parametrize("command", ["q", "h", "no"])
def test_a_doubt_accepts_the_commands(run: Run, folder: Path, command: str) -> None:
    stdin = f"copy\nadjacent.G = -\n{command}\ny\nq\n".encode()
    out = run("data", "fill", GAME, "mine.toml", stdin=stdin).out
    assert ("Type the value of your copy" in " ".join(out.split())) is (command == "h")
    assert (folder / "mine.toml").exists() is (command == "h")


def test_the_name_of_the_copy_is_kept_with_any_answer(run: Run, folder: Path) -> None:
    for game, answer in ((GAME, ""), (GAME, "??"), (GAME, "place_name.ja.A = 本部")):
        fill(run, answer, "q", game=game, options=("--source", "my copy"))
        assert DataEntry(game, folder / "mine.toml").source == "my copy"
        assert "Which copy" not in fill(run, "q", game=game)
        assert run("data", "check", "mine.toml").status == 0
        (folder / "mine.toml").unlink()


def read_own(folder: Path) -> Tables:
    """Return the values of the owner's file."""
    return DataEntry(GAME, folder / "mine.toml").own.tables


def test_a_session_is_stopped_and_continued(run: Run, folder: Path) -> None:
    out = fill(run, "my copy", "", "+i5 -t2", "", "3", "all 8 6", "defence.i5 = 8 5", "q")
    own = read_own(folder)
    assert own["roster"]["t2"].value == ""
    assert "t2" not in own["points"]
    assert own["points"]["i5"].value == 3
    assert [own["defence"][unit].value for unit in ("i1", "i4", "i5")] == [[8, 6]] * 2 + [[8, 5]]
    assert {each.source for table in own.values() for each in table.values()} <= {
        "my copy", "not entered yet", "the drawing of this program, from the adjacent pairs",
    }  # fmt: skip
    assert "> defence" in out
    assert "i5       inf" not in out.split("my copy", 1)[0]
    assert run("data", "check", "mine.toml").status == 0
    out = fill(run, "adjacent.G = I H", "y", "g J", "q")
    assert "of 211" not in out.split("\n")[0]
    assert "Which copy" not in out
    assert read_own(folder)["adjacent"]["G-H"].value is True
    assert read_own(folder)["adjacent"]["E-G"].value is False
    report = fill(run, options=("--changes",))
    assert "adjacent.G-H (adjacency): new, true" in report
    assert report.count("printed: my copy\n") == 1


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("defence.i1 = 1 99", "2 entries, each a number from 2 to 13"),
        ("adjacent.A = Q", "no Q"),
        ("roster.japan = x1", "other side"),
        ("kinds.i1 = dragon", "one of infantry"),
        ("points.i1 = -", "a number from 0 to 9"),
        ("new x 1", "fixed"),
        ("g nowhere", "Not found"),
        ("\x1b[2J", "signs that cannot be"),
    ],
)
def test_a_rejected_answer_changes_nothing(
    run: Run, folder: Path, answer: str, reason: str
) -> None:
    found = run("data", "fill", GAME, "mine.toml", stdin=f"copy\n{answer}\n".encode())
    assert found.status == 1
    assert reason in " ".join(found.err.split())
    assert not (folder / "mine.toml").exists()


@pytest.mark.parametrize("end", ["eof", "interrupt", "full disk", "other program"])
def test_a_stop_at_any_time_loses_no_answer(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    answers = iter(["copy", "points.i1 = 4", "points.i2 = 4"])

    def read() -> str | None:
        answer = next(answers, None)
        if answer is None and end == "interrupt":
            raise KeyboardInterrupt
        if answer == "points.i2 = 4" and end == "full disk":

            def refuse(path: Path, data: bytes) -> None:
                raise JournalError("couldNotWrite", path=path, why=OSError(28, "full"))

            monkeypatch.setattr("senpu.tui.jobs.data_entry.replace_file", refuse)
        if answer == "points.i2 = 4" and end == "other program":
            path.write_bytes(path.read_bytes() + b"# a comment\n")
        return answer

    path = folder / "mine.toml"
    monkeypatch.setattr("senpu.tui.commands.data_entry.read_input_line", read)
    status = {"eof": 0, "interrupt": 130}.get(end, 2)
    assert main(["data", "fill", GAME, "mine.toml"]) == status
    own = read_own(folder)
    assert own["points"]["i1"].value == 4
    assert ("i2" in own["points"]) is (status != 2)


@pytest.mark.parametrize(
    ("game", "answers", "asked", "values", "absent"),
    [
        (  # a land corps becomes a ship
            "russojapanese", ["kinds.d12 = ship", "5", "first"], ["gunnery.d12", "fleet.d12"],
            {"gunnery.d12": 5}, "strength.d12",
        ),
        (  # an area is another one
            GAME, ["tile = -J +K", "K", "tile.K = 5 1"], ["role.concession"],
            {"tile.K": [5, 1], "role.concession": "K"}, "adjacent.I-J",
        ),
        (  # the other stagger renumbers what was entered before
            "nanjing1937", ["river.qingyi = 0601-0701 0601-0702", "grid.shifted = odd", "r"], [],
            {"river.qingyi": ["0601-0701"]}, "terrain.0701",
        ),
        (  # a smaller map
            "nanjing1937", ["terrain.01 = 02=w", "grid.top = 2", "y"], [], {"grid.top": 2},
            "terrain.0102",
        ),
    ],
)  # fmt: skip
def test_what_follows_from_an_answer_is_derived_or_asked_at_once(
    run: Run, folder: Path, game: str, answers: list[str], asked: list[str],
    values: dict[str, object], absent: str,
) -> None:  # fmt: skip
    out = fill(run, "copy", *answers, "q", game=game)
    assert [each for each in asked if f"[{each}]" not in out] == []
    entry = DataEntry(game, folder / "mine.toml")
    found = {
        f"{name}.{key}": each.value
        for name, table in entry.own.tables.items() for key, each in table.items()
    }  # fmt: skip
    assert found.items() >= values.items()
    assert not found.get(absent)


def read_value(entry: DataEntry, name: str) -> Value:
    """Return a value or a name of the owner's file: `points.i1`, `place_name.en.0402`."""
    table, _, key = name.partition(".")
    if table in entry.own.tables:
        return entry.own.tables[table][key]
    language, _, ident = key.partition(".")
    return entry.own.names[table][language, ident]


@pytest.mark.parametrize(
    ("game", "answers", "printed", "values"),
    [
        (  # a list without + or - drops members: asked once
            GAME, ["roster.china = c4", "y", "b", "roster.china = c4", "n"],
            ["5 entries that the answer does not name", "is undone", "Nothing was changed"], {},
        ),
        (  # a smaller map drops answers, and `b` restores them
            "nanjing1937", ["terrain.08 = 05=w", "grid.right = 3", "y", "b"],
            ["terrain.0805", "is undone"], {"terrain.0805": ("woods", "printed", "copy")},
        ),
        (  # a new unit has the values of a shipped one that the same answer removes
            GAME, ["roster.china = x1 k1 c4", "y"], ["3 entries"],
            {"kinds.c4": ("infantry", "placeholder", "not entered yet"),
             "points.c4": (2, "placeholder", None), "defence.c4": ([7, 6], "placeholder", None)},
        ),
        (  # an area that returns is the earlier one
            GAME, ["tile = -J", "tile = +J"], [], {"tile.J": ([5, 1], None, None)},
        ),
        ("nanjing1937", ["impassable.white = 0101-1111"], ["0101 and 1111 are not adjacent"], {}),
        ("nanjing1937", ["rail.nanjing_shanghai = 0202 0205"], ["0202 and 0205 are not"], {}),
        ("nanjing1937", ["grid.shifted = odd rows"], ["expected one of even, odd"], {}),
        (GAME, ["defense.i1 = 8 7"], ["no table defense"], {}),
        (GAME, ["points.t9 = 3"], ["The table points has no t9"], {}),
        (GAME, ["roster.japan = +i1"], ["i1 is in the list already"], {}),
        (  # names that look like commands, and commands at a name
            GAME,
            ["g unit_name.en.i1", "New Lese Bridge", "b", "B", "G Company", "-", "=q", "/x", "q"],
            ["/x is not a command"],
            {"unit_name.en.i1": ("B", "printed", "copy"),
             "unit_name.en.i2": ("G Company", "printed", "copy"),
             "unit_name.en.i3": ("", "printed", "copy"),
             "unit_name.en.i4": ("q", "printed", "copy")},
        ),
        (  # a new town has questions about its name; the other language is not printed by Enter
            "nanjing1937",
            ["place.town = +0402", "g place_name.ja.0402", "町", "/g place_name.en.0402", "", "/q"],
            ["[place_name.ja.0402]", "[place_name.en.0402]"],
            {"place_name.ja.0402": ("町", "printed", "copy"),
             "place_name.en.0402": ("", "placeholder", None)},
        ),
        (  # what the copy does not show keeps its provenance
            GAME, ["g points.i1", "??"], ["1 value is not on your copy and keeps"],
            {"points.i1": (2, "placeholder", "not on my copy: the dots")},
        ),
        (  # a city in the sea: the others stay
            "nanjing1937", ["terrain.06 = 12=~"], ["Now: 0202 0802 1007 (placeholder"],
            {"place.city": (["0202", "0802", "1007"], "placeholder", None)},
        ),
        (  # results with or without commas
            "nanjing1937", ["results.0 = a elim AR, A Elim Ex DR AE"], ["not accepted"], {},
        ),
        (
            "nanjing1937", ["results.0 = a elim AR, A Elim Ex DR ar"], [],
            {"results.0": (["A Elim", "AR", "A Elim", "Ex", "DR", "AR"], "printed", "copy")},
        ),
        (  # the owner's answers were read from the map in the other stagger
            "nanjing1937", ["place.town = +0503", "grid.shifted = odd", "k"],
            ["renumber it too", "Rows with"], {"grid.shifted": ("odd", "printed", "copy")},
        ),
        (GAME, ["g c1"], ["Questions about c1:", "points.c1: "], {}),
        (  # values that do not fit together yet
            GAME, ["set_up.C = japan", "points.i1 = 1"],
            ["Since the answer to set_up.C the values do not fit together: 800/bonsai-2021"],
            {"set_up.C": ("japan", "printed", "copy")},
        ),
        (
            GAME, ["set_up.C = japan", "set_up.C = china"], ["The values fit together again"],
            {"set_up.C": ("china", "printed", "copy")},
        ),
    ],
)  # fmt: skip
def test_answers_are_safe_and_do_only_what_they_name(
    run: Run, folder: Path, game: str, answers: list[str], printed: list[str],
    values: dict[str, tuple[object, str | None, str | None]],
) -> None:  # fmt: skip
    stdin = "".join(f"{each}\n" for each in ("copy", *answers)).encode()
    found = run("data", "fill", game, "mine.toml", stdin=stdin)
    text = " ".join(f"{found.out} {found.err}".split())
    assert [each for each in printed if each not in text] == []
    entry = DataEntry(game, folder / "mine.toml")
    for name, (value, provenance, source) in values.items():
        held = read_value(entry, name)
        assert held.value == value
        assert provenance in (None, held.provenance)
        assert source is None or held.source.startswith(source)
    assert ("To play with" in text) is (entry.path.exists() and entry.problem is None)


def test_a_finished_file_is_corrected(run: Run, folder: Path) -> None:
    (folder / "mine.toml").write_text('senpu-data = 1\ngame = "800"\n', "utf-8")
    entry = DataEntry(GAME, folder / "mine.toml")
    entry.source = "copy"
    entry.confirm(entry.questions)
    entry.leave(next(each for each in entry.questions if each.ident == ("points", "i3")))
    entry.rename_copy("my copy")
    out = fill(run, "points.i1 = 4", "points.i2 = 4", "b", "q", options=("--source", "Copy 2"))
    assert "The copy is now named Copy 2" in out
    assert "questions are confirmed" in out
    held = read_own(folder)["points"]
    assert held["i1"] == Value(4, "printed", "Copy 2")
    assert held["i2"].value == 2
    report = fill(run, options=("--changes",))
    assert "1 value is not on the copy, or illegible" in report
    assert '""' not in report


@pytest.mark.slow
@pytest.mark.parametrize("ident", GAMES_ONCE)
def test_each_question_has_words_and_fits_a_terminal(ident: str, folder: Path) -> None:
    entry = DataEntry(ident, folder / "none.toml")
    seen = set()
    for language in LANGUAGES:
        narrator = Narrator(entry.spec, language)
        for question in entry.questions:
            kind = (language, question.table, question.shape, question.key.rstrip("0123456789"))
            if kind in seen:
                continue
            seen.add(kind)
            table = narrator.table(question.table)
            fact = describe_question(entry, question, narrator)[0]
            assert table[:1] != "_"
            assert "{" not in fact
            assert not fact.startswith((f"{table}:", f"{table}：")), question
            rows = render_question(entry, question, narrator, (80, 20), PLAIN)
            assert len(rows) <= 23
            assert max(map(text_width, rows)) <= 80


@pytest.mark.slow
@pytest.mark.parametrize("ident", GAMES_ONCE)
def test_a_whole_copy_is_entered_and_played(
    ident: str, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """The owner reads each question from the output, as a person does; of some games a part."""
    copy = invent_copy(ident)
    copy.own.pop(TILE, None)  # drawn by the program, not printed
    rules = read_data_rules(open_folder(ident)[0].path)
    for name, table in copy.own.items():
        if rules.forms[name].key == "place" and rules.forms[name].value == "truth":
            table |= {key: replace(each, value="") for key, each in table.items() if not each.value}
    target = merge(ident, copy.own)
    source = QuestionSource(target.tables, {}, rules, rules.make_scope(target.tables))
    areas = sorted(target.tables.get(TILE, {}))
    answers = {
        each.ident: format_answer(each, source) for each in list_questions(source, areas)
    }  # fmt: skip
    asked: list[tuple[str, str]] = []

    def read() -> str:
        out = capsys.readouterr().out
        found = QUESTION.findall(out)
        if "would remove" in out:
            return "y"
        if not found:
            return "q" if asked else "an invented copy"
        asked.append(found[-1])
        if ident not in WHOLE and len(asked) > PART:
            return "q"
        assert len(asked) < 2 * len(answers) + 200, asked[-5:]
        if found[-1][0].endswith("_name"):
            return "/all"
        return f"={answers[found[-1]]}" if found[-1] in answers else ""

    monkeypatch.setattr("senpu.tui.commands.data_entry.read_input_line", read)
    monkeypatch.setattr(sys, "stdin", sys.__stdin__)
    assert main(["data", "fill", ident, "mine.toml"]) in ((0,) if ident in WHOLE else (0, 1))
    if ident not in WHOLE:
        own = DataEntry(ident, folder / "mine.toml").own.tables
        assert [
            f"{name}.{key}" for name, table in own.items() for key, each in table.items()
            if each.provenance == "printed" and each.value
            and target.tables[name][key].value != each.value
        ] == []  # fmt: skip
        return
    assert f"sha256:{target.digest()}" in capsys.readouterr().out
    assert run("play", ident, "-o", "game.senpu", "--data", "mine.toml", "--seed", 1).status == 0
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    for name in ("game.senpu", "mine.toml"):
        (folder / name).rename(elsewhere / name)
    assert run("verify", elsewhere / "game.senpu").status == 0
