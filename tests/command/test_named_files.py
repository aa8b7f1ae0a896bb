"""Files that arguments name: a missing file, a folder, and a folder without logs."""

import json
from pathlib import Path

import pytest

from senpu.tui.command_line.options import KINDS, Argument
from senpu.tui.command_line.parsing import split_command
from senpu.tui.command_line.table import TABLE
from tests.command.conftest import Run
from tests.command.test_errors import NOTHING

MISSING = {"en": ": no such file or folder", "ja": "：ファイルもフォルダーもありません"}

READING = (
    "append FILE x", "bridge FILE", "deal FILE", "dice FILE", "diff FILE game.senpu",
    "diff game.senpu FILE", "drill FILE", "export FILE --to md", "fmt FILE", "hand FILE",
    "hand game.senpu FILE", "keys trust Bo game.senpu --log FILE", "legal FILE", "migrate FILE",
    "new out.senpu --from FILE", "note FILE", "note game.senpu --import FILE",
    "openings build FILE -o new.sqlite", "openings show FILE", "openings top FILE",
    "openings show book.sqlite FILE", "play --from FILE -o out", "repair FILE",
    "repertoire add my.repertoire.toml FILE --side japan", "repertoire list FILE",
    "repertoire gaps FILE", "restore FILE", "reveal FILE", "review FILE --quick", "roll FILE",
    "seal FILE", "show FILE", "study add my.study.toml FILE", "study list FILE", "verify FILE",
    "verify game.senpu --checkpoint FILE", "view FILE",
)  # fmt: skip
"""Commands with a file that they read, among files that exist."""
OF_FOLDERS = ("dice", "fmt", "verify", "view", "openings build")
"""The commands that read the logs of a folder."""
SUFFIXES = ("senpu", "sqlite", "hand", "repertoire.toml", "study.toml")


@pytest.fixture
def files(run: Run, log: Path, folder: Path) -> Path:
    """Return the folder of the files; the folder `logs` in it has a file of each kind."""
    (folder / "logs" / "empty").mkdir(parents=True)
    (folder / "book.sqlite").touch()
    for suffix in SUFFIXES:
        (folder / "logs" / f"first.{suffix}").touch()
    return folder


@pytest.mark.parametrize("command", READING)
def test_a_missing_file_and_a_folder_have_one_form_of_error(
    run: Run, files: Path, command: str
) -> None:
    name, rest = split_command(command.split())
    is_log = KINDS[TABLE[name].arguments[0].kind] == KINDS["log"] and rest[:1] == ["FILE"]

    def give(name_of_file: str, language: str = "en") -> list[str]:
        """Return the rows of the error, without the last one: nothing was written."""
        words = [name_of_file if each == "FILE" else each for each in command.split()]
        answer = run(*words, "--lang", language)
        assert (answer.status, answer.out) == (2, "")
        rows = answer.err.splitlines()
        if TABLE[name].may_write(rest):
            assert rows.pop() == NOTHING[language]
        return rows

    for language, row in MISSING.items():
        first, *hints = give("none", language)
        assert first == f"senpu: none{row}"
        assert len(hints) == is_log  # it can be created
    if command.startswith(OF_FOLDERS) and "--checkpoint" not in command:
        if "build" not in command:  # which makes an empty book
            why = "no .senpu file in this folder or its subfolders"
            assert give("logs/empty") == [f"senpu: logs/empty: {why}"]
        return
    first, hint = give("logs")
    assert first == "senpu: logs: it is a folder, not a file"
    any_file = "hint: name a file in it"
    assert hint == any_file or hint.startswith(f"{any_file}: logs/first.")
    hint = give("logs/empty")[1]
    assert hint == any_file or hint.startswith("hint: no file in it is named *.")
    assert sorted(path.name for path in files.iterdir() if path.name.startswith("out")) == []


@pytest.mark.parametrize("command", READING)
def test_an_empty_name_is_not_the_current_folder(run: Run, files: Path, command: str) -> None:
    answer = run(*("" if each == "FILE" else each for each in command.split()))
    assert (answer.status, answer.out) == (2, "")
    assert "expected a value that is not empty" in answer.err


def test_a_mistyped_name_is_named(run: Run, log: Path, folder: Path) -> None:
    for command in ("show gane.senpu", "verify game.sempu", "note Game"):
        assert run(*command.split()).err.splitlines()[1] == "hint: did you mean game.senpu?"
    assert "hint" not in run("show", "another.senpu").err


@pytest.mark.parametrize("command", ["verify", "dice", "fmt --check", "openings build -o b.sqlite"])
def test_an_argument_without_logs_does_not_stop_the_others(
    run: Run, log: Path, folder: Path, command: str
) -> None:
    (folder / "empty").mkdir()
    alone = run(*command.split(), log.name)
    (folder / "b.sqlite").unlink(missing_ok=True)
    answer = run(*command.split(), "empty", log.name)
    assert answer.status == 2
    assert alone.out.startswith(answer.out)  # of several logs, each has a row
    assert bool(answer.out) == bool(alone.out)
    why = "no .senpu file in this folder or its subfolders"
    rows = answer.err.removeprefix(alone.err).splitlines()
    assert rows[0] == f"senpu: empty: {why}"
    written = {"fmt": NOTHING["en"], "openings": "written before that: b.sqlite"}
    name = command.partition(" ")[0]
    assert rows[1:] == ([written[name]] if name in written else [])


def test_verify_json_has_an_object_for_each_argument_that_cannot_be_read(
    run: Run, log: Path, folder: Path
) -> None:
    (folder / "empty").mkdir()
    answer = run("verify", "empty", "none.senpu", log.name, "--json")
    assert (answer.status, answer.err) == (2, "")
    rows = [json.loads(row) for row in answer.out.splitlines()]
    assert [row["file"] for row in rows] == ["empty", "none.senpu", "game.senpu"]
    assert [[each["id"] for each in row["faults"]] for row in rows] == [
        ["fileUnreadable"], ["fileUnreadable"], [],
    ]  # fmt: skip


@pytest.mark.parametrize("command", ["show", "verify", "fmt", "append", "roll", "export", "dice"])
def test_a_file_with_the_name_of_a_stream_is_named_by_its_folder(
    run: Run, log: Path, folder: Path, command: str
) -> None:
    """`./-` is a file; `-` is standard input, or no file for a command that changes it."""
    (folder / "-").write_bytes(log.read_bytes())
    words = {"append": ["pass"], "export": ["--to", "md"]}.get(command, [])
    other = run(command, log, *words)
    found = run(command, "./-", *words, stdin=b"Senpu: 0\n")
    assert (found.status, found.out.replace(str(folder / "-"), str(log))) == other[:2]
    assert (folder / "-").read_bytes() == log.read_bytes()


NAMED = [
    (name, each)
    for name, command in TABLE.items()
    if command.run
    for each in (*command.arguments, *command.list_options())
    if KINDS[each.kind].convert in ("log", "path")
]


@pytest.mark.parametrize(
    ("name", "named"), NAMED, ids=[f"{name} {each.name}" for name, each in NAMED]
)
def test_a_file_that_cannot_be_standard_input_is_said_to_need_a_name(
    run: Run, folder: Path, name: str, named: Argument
) -> None:
    """Also of a command that only reads the file."""
    others = [each for each in TABLE[name].arguments if not each.is_option]
    words = ["-" if each == named else "800/bonsai-2021" for each in others]
    for each in TABLE[name].list_options():
        if each.is_required or each == named:
            words += [
                each.name,
                "-" if each == named else each.list_choices()[0] if each.choices else "x",
            ]
    answer = run(*name.split(), *words, stdin=b"")
    assert answer.status == 2
    assert "the command needs a file here and cannot use standard input" in answer.err
    assert list(folder.iterdir()) == []
