"""Input and output as kinds: streams in place of files, hostile names, and a full output."""

import os
import re
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from senpu.logs.proofs import format_proof
from senpu.notation.printable import make_rows_printable
from senpu.replay.annotation.studies import format_study
from senpu.replay.disputes.comparison import compare
from senpu.replay.openings.problems import Problem, compose_study
from senpu.tui.cli import main
from senpu.tui.command_line.table import COMMANDS
from tests import sealed
from tests.command.conftest import Run

READING = [
    "verify {}", "verify {} --json", "verify {} --report report.md --force", "verify {bad} {}",
    "show {}", "show {} --json", "show {} --as japan --at 3", "legal {}", "dice {}", "view {}",
    "diff {} {bad}", "diff {bad} {} --json",
    "show {} --win-probability --games 1 --program random --uncertain 2 --jobs 1",
    "bridge {}", "openings show {book} {}", "note {log} --import {}",
    *(f"export {{}} --to {form}" for form in ("md", "bbcode", "html", "svg", "json", "senpu")),
]  # fmt: skip
"""The commands that read a log; {} is the log."""
OTHERS = {
    "data": [
        "data check {}",
        "data ranges 800/bonsai-2021 --data {} --json",
        "data evidence --data {}",
        "show {log} --data {}",
        "new 800/bonsai-2021 new.senpu --data {}",
    ],
    "key": ["seal {sealed} --key {}"],
    "public": ["new 800/bonsai-2021 new.senpu --chain --public japan={}"],
    "proof": ["verify {}"],
    "mail": ["restore {}"],
    "repertoire": ["repertoire list {}", "repertoire gaps {} --book {book}", "drill {} --seed 1"],
    "study": ["study list {}", "drill {} --seed 1"],
}
"""The commands that read another file, by its name."""
WRITING = [
    "append {} J:pass", "roll {}", "deal {}", "reveal {}", "repair {}", "fmt {}",
    "review {} --games 40 --worst 1 --jobs 1",
    "seal {}", "seal {} --chain", "note {}", "note {} --at 1 text", "data fill 800/bonsai-2021 {}",
]  # fmt: skip
"""The commands that write to the log, or next to it."""


def slow(value: object) -> ParameterSet:
    """Return a value of a parameter for CI only."""
    return pytest.param(value, marks=pytest.mark.slow)


@pytest.fixture
def files(run: Run, log: Path, folder: Path) -> dict[str, str]:
    """Return the files of the commands: a log, a book, values, keys, and the files of `OTHERS`."""
    named = {name: str(folder / name) for name in OTHERS}
    assert run("openings", "build", log, "-o", folder / "book", "--jobs", 1).status == 0
    values = run("data", "export", "800/bonsai-2021").out
    Path(named["data"]).write_text(values, "utf-8")
    assert run("keygen", folder / "key.pem", "--no-passphrase").status == 0
    (folder / "key.pem").rename(named["key"])
    (folder / "key.pub").rename(named["public"])
    one, other = (
        sealed.write(
            folder / f"{at}.senpu", sealed.seal(sealed.go_on(sealed.log(), f"J: {move}\n"), "japan")
        )
        for at, move in enumerate(("i3+i4>D", "pass"))
    )
    (found,) = compare(one, other).proofs
    Path(named["proof"]).write_text(format_proof(found), "utf-8")
    Path(named["mail"]).write_bytes(log.read_bytes())
    assert run("repertoire", "add", named["repertoire"], log, "--answer", "J: pass").status == 0
    problem = Problem(run("show", log, "--text").out.strip(), ("J: pass",))
    Path(named["study"]).write_text(format_study(compose_study("Problems", [problem])), "utf-8")
    (folder / "bad.senpu").write_bytes(log.read_bytes() + b"J: i3>Q\n")
    return {
        **named, "log": str(log), "book": str(folder / "book"), "sealed": str(one),
        "bad": str(folder / "bad.senpu"),
    }  # fmt: skip


def split_command(command: str, name: str, files: dict[str, str]) -> list[str]:
    return [word.format(name, **files) for word in command.split(" ")]


def open_pipe(data: bytes) -> int:
    """Return a pipe that has the data; a second reading finds it empty."""
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    return reading


def answer_of(run: Run, words: list[str], name: str, log: str) -> tuple[int, str, str]:
    """Return the answer of a command, with X in place of the name and of the log in a book."""
    found = run(*words)
    shown = f"Values: {Path(name).name}"
    out, err = (
        " ".join(text.split()).replace(name, "X").replace(log, "X").replace(shown, "Values: X")
        for text in found[1:]
    )  # rows break at other words
    return found.status, out, err


def list_inputs() -> Iterator[tuple[str, str]]:
    yield from (("log", command) for command in READING)
    yield from ((name, command) for name, commands in OTHERS.items() for command in commands)


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="the system has no /dev/fd")
def test_a_stream_gives_the_same_answer_as_the_file(
    run: Run, files: dict[str, str], folder: Path
) -> None:
    """Each input is read once: a second reading of the pipe would find nothing."""
    for name, command in list_inputs():
        path = Path(files[name])
        expected = answer_of(run, split_command(command, str(path), files), str(path), files["log"])
        (folder / "new.senpu").unlink(missing_ok=True)
        reading = open_pipe(path.read_bytes())
        stream = f"/dev/fd/{reading}"
        found = answer_of(run, split_command(command, stream, files), stream, files["log"])
        os.close(reading)
        (folder / "new.senpu").unlink(missing_ok=True)
        if "public" in command or "--key" in command:  # random salts and times
            assert found[0] == expected[0] == (0 if "public" in command else 2), (command, found)
            continue
        assert found == expected, command
        if name == "log":
            again = split_command(command, "-", files)
            found = run(*again, stdin=path.read_bytes())
            assert found.status == expected[0], command


def test_writing_to_a_stream_is_an_error(run: Run, files: dict[str, str], folder: Path) -> None:
    data = Path(files["log"]).read_bytes()
    os.mkfifo(folder / "pipe.senpu")
    before = sorted(folder.iterdir())
    for command in WRITING:
        reading = open_pipe(data)
        for name in (f"/dev/fd/{reading}", "pipe.senpu"):
            answer = run(*split_command(command, name, files))
            assert answer.status == 2, (command, answer)
            assert "it is a pipe" in answer.err, (command, answer)
        os.close(reading)
    assert sorted(folder.iterdir()) == before


def test_what_is_no_file_in_a_folder_is_skipped_and_reported(
    run: Run, log: Path, folder: Path
) -> None:
    """Also next to a log: its notes, and a file that could have its data."""
    os.mkfifo(folder / "pipe.senpu")
    os.mkfifo(folder / "values.toml")
    os.mkfifo(folder / "game.notes.toml")
    with socket.socket(socket.AF_UNIX) as server, suppress(OSError):
        server.bind("socket.senpu")
        for command in ("dice .", "openings build . -o b --jobs 1", "view ."):
            answer = run(*command.split())
            assert answer.status in (0, 1)
            for name in ("pipe.senpu", "socket.senpu"):
                row = next(row for row in (answer.out + answer.err).splitlines() if name in row)
                assert "it is a pipe" in row, command
    text = re.sub(r"Data: .*", f"Data: sha256:{'0' * 64}", log.read_text("utf-8"))
    (folder / "pinned.senpu").write_text(text, "utf-8")
    assert "dataUnknown" in run("verify", "pinned.senpu").out
    answer = run("show", log)
    assert answer.status == 1
    assert "notesUnreadable" in answer.err


def test_an_endless_stream_is_an_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("senpu.logs.inputs.LARGEST", 1 << 20)
    answer = run("verify", "/dev/zero")
    assert answer.status == 2
    assert "too large" in answer.err


# ---- hostile names -----------------------------------------------------------------------------

HOSTILE = "x\x1b[2K\r\x9b2J\u202e\u2028\u2066\t\x85\nother.senpu: valid\x7f" + os.fsdecode(b"\xff")
"""A name that would erase its line, print a verdict, and turn the direction of the text."""
WORDS = [
    "append {log} NAME", "append {log} J:NAME", "note {log} --at 1 NAME",
    "note {log} --author NAME",
    "show {log} --at NAME", "show {log} --as NAME", "rules 800/bonsai-2021 NAME", "games NAME",
    "games new NAME", "match NAME", "match 800/bonsai-2021 NAME", "play NAME -o x", "NAME",
    "verify --NAME", "verify {log} --lang NAME", "show {log} NAME", "export {log} --to NAME",
    "roll {log} --side NAME", "openings show {book} --game NAME",
    "openings show {book} --line NAME", "help NAME", "completion NAME", "config NAME",
    "config language NAME",
    "openings top {book} --side NAME", "reveal {sealed} NAME", "new NAME new.senpu",
    "new 800/bonsai-2021 new.senpu --japan NAME", "new 800/bonsai-2021 new.senpu --date NAME",
    "new 800/bonsai-2021 new.senpu --option NAME", "note {log} --remove NAME", "migrate {log} NAME",
    "bridge {log} --gap NAME", "data fill NAME x", "data fill 800/bonsai-2021 x --source NAME",
    "seal {sealed} --side NAME", "seal {sealed} --undo NAME", "review {log} --side NAME",
    "new 800/bonsai-2021 new.senpu --chain --public NAME", "data export NAME", "dice --jobs NAME x",
    "data evidence NAME", "train NAME",

    "keys trust NAME NAME", "keys forget NAME", "keys history NAME",
    "study NAME", "study add {study} {log} --title NAME --at NAME", "study add {study} NAME",
    "repertoire add {repertoire} {log} --answer NAME", "repertoire remove {repertoire} NAME",
    "drill {repertoire} --on NAME", "drill {study} --side NAME",
    "view --serve --port NAME", "view --serve --host NAME", "openings build . -o x --executor NAME",
]  # fmt: skip
"""The commands with a hostile argument."""
NAMED = [
    *READING, *WRITING, *(each for several in OTHERS.values() for each in several),
    "new 800/bonsai-2021 {}", "play 800/bonsai-2021 -o {}", "keygen {} --no-passphrase",
    "export {log} --to svg -o {}", "export {log} --to md --maps {}", "verify {log} --report {}",
    "openings build {} -o book2 --jobs 1", "openings build {log} -o {} --jobs 1",
    "openings top {}", "migrate {} -o y", "migrate {log} -o {}", "hand {sealed} {}", "hand {}",
    "seal {log} --chain -o {}", "restore {log} -o {}", "view --book {}", "verify {}/x",
    "repertoire add {} {log} --answer J:pass", "repertoire add {repertoire} {} --answer J:pass",
    "repertoire remove {} NAME", "study add {study} {}", "study add {} {log}",
    "drill {study} --book {}",
    "view --repertoire {}", "train 800/bonsai-2021 --value {}",
]  # fmt: skip
"""The commands with a hostile name of a file."""


def test_every_command_is_tried() -> None:
    assert {command.split(" ")[0] for command in (*NAMED, *WORDS)} >= {*COMMANDS}


def check_output(text: str, command: str) -> None:
    assert make_rows_printable(text) == text, command
    assert not any(row.startswith("other.senpu") for row in text.split("\n")), command


def test_no_argument_controls_the_terminal(run: Run, files: dict[str, str]) -> None:
    for command in WORDS:
        name = HOSTILE.replace(" ", "\N{NO-BREAK SPACE}")
        words = [word.replace("NAME", name) for word in split_command(command, "", files)]
        answer = run(*words)
        check_output(answer.out + answer.err, command)


@pytest.mark.parametrize("kind", ["missing", *map(slow, ["log", "folder"])])
def test_no_name_of_a_file_controls_the_terminal(
    run: Run, files: dict[str, str], folder: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv("SENPU_STATE", str(folder / "state"))
    path = folder / HOSTILE
    for command in NAMED:
        if path.is_dir():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        (folder / f"{HOSTILE}.pub").unlink(missing_ok=True)
        if kind == "log":
            path.write_bytes(Path(files["log"]).read_bytes())
        elif kind == "folder":
            path.mkdir()
        answer = run(*split_command(command, HOSTILE, files))
        assert answer.status in (0, 1, 2), command
        check_output(answer.out + answer.err, command)


def test_an_event_is_written_to_a_log_with_a_name_that_is_not_utf_8(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chained too: the state of the user has the name."""
    monkeypatch.setenv("SENPU_STATE", str(folder / "state"))
    name = folder / os.fsdecode(b"caf\xff.senpu")
    assert run("new", "800/bonsai-2021", name, "--chain").status == 0
    assert run("append", name, "C: x1+c1@D").status == 0
    assert run("note", name, "--at", 1, "a note").status == 0
    for words in (["verify", name], ["show", name], ["note", name], ["view", name]):
        answer = run(*words)
        assert (answer.status, answer.err) == (0, ""), words
    for form in ("md", "bbcode", "html", "svg", "json", "senpu"):
        out = folder / os.fsdecode(b"\xff." + form.encode())
        assert run("export", name, "--to", form, "-o", out).status == 0
        assert out.read_text("utf-8")
    maps = folder / os.fsdecode(b"\xfe")
    assert run("export", name, "--to", "md", "-o", folder / "x.md", "--maps", maps).status == 0
    assert len([*maps.iterdir()]) == 1


@pytest.mark.slow
def test_no_line_of_a_log_a_proof_or_notes_controls_the_terminal(
    run: Run, log: Path, folder: Path, files: dict[str, str]
) -> None:
    hostile = "\x1b[2K\r\x9b2J\u202eother.senpu: valid\u2028\x7f"
    text = log.read_text("utf-8")
    for changed in (
        text + f"J: i3>{hostile}\n", text + f"{{{hostile}}}\n", text + f"%seal {hostile}\n",
        text.replace("Game: ", f"Event: {hostile}\nGame: "), hostile + text,
        text.replace("800/bonsai-2021", hostile), text + f"End: {hostile}\n",
    ):  # fmt: skip
        log.write_text(changed, "utf-8")
        for command in (*READING, "append {} J:pass", "fmt {}", "repair {}"):
            answer = run(*split_command(command, str(log), files))
            out = "" if "--to" in command else answer.out
            check_output(out + answer.err, command)
    proof = Path(files["proof"]).read_text("utf-8")
    for old in ("japan", "J: pass", "senpu-proof/1\n", "800"):
        Path(files["proof"]).write_text(proof.replace(old, old + hostile, 1), "utf-8")
        check_output(run("verify", files["proof"]).out, "verify")
    log.write_text(text, "utf-8")
    notes = f'senpu-notes = 1\n[[note]]\nevent = 1\ncomment = "{hostile!r}\\nother.senpu"\n'
    (folder / "game.notes.toml").write_text(notes.replace("'", ""), "utf-8")
    for command in ("note {}", "show {}", "view {}"):
        answer = run(*split_command(command, str(log), files))
        check_output(answer.out + answer.err, command)


# ---- a full output -----------------------------------------------------------------------------

PRINTING = [
    *READING, *(each for several in OTHERS.values() for each in several), "", "--help", "--version",
    "games", "games --json", "rules 800/bonsai-2021", "rules 800/bonsai-2021 3.0",
    "data export 800/bonsai-2021", "append {log} J:i3+i4>D", "note {log} --at 1 x", "note {log}",
    "openings show {book}", "openings build . -o new.book --jobs 1", "view --print-keys",
    "play 800/bonsai-2021 -o played.senpu --seed 1", "keygen k --no-passphrase", "verify --help",
    *(f"{name} --help" for name in COMMANDS), "seal {log} --chain", "roll {log}",
]  # fmt: skip


def run_with_output(monkeypatch: pytest.MonkeyPatch, words: list[str], path: str | int) -> int:
    with open(path, "w", encoding="utf-8") as full, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", full)
        return main(words)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no /dev/full")
@pytest.mark.parametrize(
    "commands",
    [["--help", "verify {}", "append {log} J:i3+i4>D", "show --help"], slow(PRINTING)],
    ids=["some", "all"],
)
def test_a_full_output_is_an_error(
    files: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    commands: list[str],
) -> None:  # fmt: skip
    """Check that nothing is raised, and nothing is left for a second attempt at the end."""
    for command in commands:
        words = [word for word in split_command(command, files["log"], files) if word]
        capsys.readouterr()
        status = run_with_output(monkeypatch, words, "/dev/full")
        error = capsys.readouterr().err
        assert status != 0, command
        if "could not be printed" not in error:  # a command without a result
            assert error, command


@pytest.mark.slow
def test_a_reader_that_is_gone_ends_a_command_quietly(
    files: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in ("verify {}", "show {}", "--help", "games", "export {} --to html"):
        reading, writing = os.pipe()
        os.close(reading)
        words = split_command(command, files["log"], files)
        capsys.readouterr()
        assert run_with_output(monkeypatch, words, writing) == 141, command
        assert capsys.readouterr().err == "", command
