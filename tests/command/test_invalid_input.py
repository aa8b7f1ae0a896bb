"""Any input ends in a verdict or an error message, never in a traceback."""

import json
import os
from pathlib import Path

import pytest

from tests.command.conftest import Run

READING = [("verify",), ("show",), ("legal",), ("view",), ("fmt",), ("show", "--json"), ("review",)]
WRITING = [("append", "J: pass"), ("roll",)]


def insert_path(command: tuple[str, ...], path: object) -> tuple[object, ...]:
    return (command[0], path, *command[1:])


@pytest.mark.parametrize("command", READING + WRITING)
def test_a_file_that_is_missing(run: Run, folder: Path, command: tuple[str, ...]) -> None:
    answer = run(*insert_path(command, "none.senpu"))
    assert answer.status == 2
    assert "none.senpu" in answer.err + answer.out
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("command", READING + WRITING)
def test_a_folder_in_place_of_a_file(run: Run, folder: Path, command: tuple[str, ...]) -> None:
    (folder / "logs").mkdir()
    answer = run(*insert_path(command, "logs"))
    assert answer.status == 2
    several = command[0] in ("view", "verify", "fmt")
    output = "no .senpu file in this folder" if several else "is a folder"
    assert output in answer.err + answer.out


OTHERS = [
    "new 800/bonsai-2021 {}", "note {} --at 1 x", "note {log} --import {}", "repair {}",
    "migrate {}", "openings build {logs} -o {}", "openings top {}", "openings show {} {log}",
    "keygen {} --no-passphrase", "diff {} {}", "diff {log} {}", "seal --chain {}",
    "seal {log} --key {}",
    "export {} --to html", "export {log} --to html -o {}", "play 800/bonsai-2021 -o {}",
    "restore {}", "verify {log} --report {}", "data check {}", "show {log} --data {}",
    "data evidence --data {}", "view --book {}",
]  # fmt: skip
"""Every other way to name a file."""


@pytest.mark.parametrize("path", [".", "..", "/", "here"])
@pytest.mark.parametrize("command", OTHERS)
def test_a_folder_wherever_a_file_is_named(
    run: Run, log: Path, folder: Path, command: str, path: str
) -> None:
    """Also a folder whose path has no name."""
    (folder / "here").mkdir()
    (folder / "logs").mkdir()
    answer = run(*command.format(*[path] * 2, log=log, logs="logs").split())
    assert answer.status in (1, 2)
    assert answer.err.startswith(("senpu: ", f"{log}:4: dataMalformed: {path}: "))
    assert list((folder / "here").iterdir()) == []


FILES = {
    "empty": b"",
    "newlines": b"\n\n\n",
    "binary": bytes(range(256)) * 50,
    "binary rows": b"\x7fELF\x00\x01\n" * 50,
    "latin 1": "Senpu: 1\nGame: 800/bonsai-2021\nJapan: Jos\xe9\n\nC: x1@D\n".encode("latin-1"),
    "utf-16": "Senpu: 1\nGame: 800/bonsai-2021\n\nC: x1@D\n".encode("utf-16"),
    "header only": b"Senpu: 1\nGame: 800/bonsai-2021\n",
    "no game": b"Senpu: 1\n\nC: x1@D\n",
    "other game": b"Senpu: 1\nGame: chess\n\nC: x1@D\n",
    "newer": b"Senpu: 2\nGame: 800/bonsai-2021\n\nC: x1@D\n",
    "prose": b"Dear Sir,\n\nthank you for your letter.\n",
    "torn": b"Senpu: 1\nGame: 800/bonsai-2021\n\nC: x1+c1@D",
    "no data": b"Senpu: 1\nGame: 800/bonsai-2021\nData: sha256:" + b"0" * 64 + b"\n\nC: x1@D\n",
    "no version": b"Senpu: 1\nGame: 800/bonsai-2021\nRules:\n\nC: x1@D\n",
    "no option": b"Senpu: 1\nGame: 800/bonsai-2021\nOptions: naval\n\nC: x1@D\n",
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("command", READING + WRITING)
def test_a_file_that_is_no_good_log(
    run: Run, folder: Path, name: str, command: tuple[str, ...]
) -> None:
    path = folder / "bad.senpu"
    path.write_bytes(FILES[name])
    answer = run(*insert_path(command, path))
    if command == ("fmt",) and name in (
        "no game",
        "other game",
        "no data",
        "no version",
        "no option",
    ):
        assert answer.status == 0  # canonical text, legal or not
    else:
        assert answer.status == 1, answer
        assert "bad.senpu" in answer.err + answer.out
    assert path.read_bytes() == FILES[name]


@pytest.mark.parametrize("command", ["show", "legal"])
@pytest.mark.parametrize(
    "position", ["99", "-1", "T9", "T1.X", "T1.C.J", "foo", "", "1e3", "9" * 5000]
)
def test_a_position_that_the_log_has_not(run: Run, log: Path, command: str, position: str) -> None:
    answer = run(command, log, f"--at={position}")
    assert answer.status == 2
    assert answer.err
    assert answer.out == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ("verify",), ("show",), ("append",), ("append", "a.senpu"), ("new",), ("fmt",), ("rules",),
        ("verify", "--fast", "a"), ("show", "a", "--lang", "fr"), ("games", "extra"),
        ("view", "a", "b"), ("show", "a", "--at"), ("--fast",), ("verify", "--js", "a"),
    ],
)  # fmt: skip
def test_a_command_used_wrongly_is_status_2(run: Run, arguments: tuple[str, ...]) -> None:
    answer = run(*arguments)
    assert answer.status == 2
    assert answer.err
    assert answer.out == ""


def test_a_file_of_values_that_is_none(run: Run, log: Path, folder: Path) -> None:
    (folder / "mine.toml").write_text("a = 1\n")
    for command in (("show", log), ("legal", log), ("append", log, "J: pass")):
        answer = run(*command, "--data", "mine.toml")
        assert answer.status == 1
        assert "dataMalformed: mine.toml" in answer.err


def test_a_file_name_in_any_script_appears_in_the_output(run: Run, folder: Path) -> None:
    assert run("new", "800/bonsai-2021", "四行倉庫.senpu").status == 0
    assert "四行倉庫.senpu: valid" in run("verify", "四行倉庫.senpu").out


@pytest.mark.parametrize("command", ["verify", "dice", "note", "show", "legal", "diff"])
def test_json_about_a_file_with_a_name_that_is_not_utf_8(
    run: Run, folder: Path, log: Path, command: str
) -> None:
    named = folder / os.fsdecode(b"\xff\xfe.senpu")
    named.write_bytes(log.read_bytes())
    answer = run(command, named, *([log] if command == "diff" else []), "--json")
    assert (answer.status, answer.err) == (0, "")
    assert isinstance(json.loads(answer.out), dict)


def test_a_folder_with_the_name_of_a_log_is_no_log(run: Run, log: Path) -> None:
    (log.parent / "club" / "x.senpu").mkdir(parents=True)
    (log.parent / "club" / "x.senpu" / "inner.senpu").write_bytes(log.read_bytes())
    for words in (("verify", "club"), ("fmt", "club", "--check"), ("dice", "club")):
        assert run(*words).status == 0, words


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_extra_words_of_a_text_are_reported_with_the_quotes_that_they_need(
    run: Run, log: Path, lang: str
) -> None:
    before = log.read_bytes()
    answer = run("append", log, "J: pass", "C: pass", "--lang", lang)
    assert answer.status == 2
    assert ("one pair of quotes" if lang == "en" else "1組の引用符") in answer.err
    assert log.read_bytes() == before
    assert "quotes" not in run("append", log, "J: pass", "--bad").err


def test_a_command_that_reads_says_nothing_about_writing(run: Run, log: Path) -> None:
    for words in (("verify", ""), ("diff", log, ""), ("show", "")):
        answer = run(*words)
        assert answer.status == 2
        assert "nothing was written" not in answer.err


def test_keygen_creates_no_folder_that_may_be_mistyped(run: Run, folder: Path) -> None:
    answer = run("keygen", "nodir/key.pem", "--no-passphrase")
    assert answer.status == 2
    assert "nodir" in answer.err
    assert "nothing was written" in answer.err
    assert not (folder / "nodir").exists()


def test_the_verdict_on_another_file_does_not_speak_of_a_log(run: Run, folder: Path) -> None:
    (folder / "key.pem").write_text("-----BEGIN PRIVATE KEY-----\n", "utf-8")
    answer = run("verify", "key.pem")
    assert answer.status == 1
    assert "headerMissing" in answer.out
    assert "protects this log" not in answer.out
