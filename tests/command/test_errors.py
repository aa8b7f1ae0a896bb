"""Errors of all commands of the table: hints, written files, `--json`, `-` as an output."""

import json
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.toy_wager  # noqa: F401 (registers the rule set)
from senpu.notation.messages import (
    LANGUAGES,
    MESSAGES,
    SOURCE,
    Message,
    program_catalogue,
    topic_renderer,
)
from senpu.notation.reasons import find_reason
from senpu.spec.loader import SPEC
from senpu.spec.texts import read_catalogue
from senpu.tui.cli import main
from senpu.tui.command_line.options import KINDS, Argument
from senpu.tui.command_line.statuses import FAILURES, GENERAL
from senpu.tui.command_line.table import SYNONYMS, TABLE, list_actions
from tests.command.conftest import Run
from tests.command.hints import SUBJECTS

MISSING = "No/No"
"""A file in a folder that does not exist; also no game, key, setting or position."""
NUMBERS = {"number": "1", "percent": "1"}
COMMANDS = [name for name, command in TABLE.items() if command.run]
AS_JSON = {
    name: words
    for name in COMMANDS
    for words in (["--json"], ["--to", "json"])
    if name != "games" and TABLE[name].prints_json(words)
}
"""The words by which a command prints JSON."""
NOTHING = {"en": "nothing was written", "ja": "ファイルは変更していません。"}
VERBS = (
    "accept|add|ask|choose|compare|correct|create|cut|delete|give|install|leave|list|make|move|"
    "name|print|read|remove|rename|restore|run|save|see|set|sign|start|try|use|write"
)
ADVICE = re.compile(rf"[;.] ({VERBS})\b|`senpu|senpu [a-z]+ ")


def fill(given: Argument) -> list[str]:
    """Return a value of an argument that no command can use."""
    count = given.number if isinstance(given.number, int) else 1
    return [NUMBERS.get(given.kind, MISSING)] * count


def list_words(name: str, *others: str) -> list[str]:
    """Return a command with arguments that it cannot use, and further words."""
    command = TABLE[name]
    needed = [each for each in command.list_options() if each.is_required]
    words = [word for each in command.arguments for word in fill(each)]
    for each in needed:
        if each.name not in others:
            value = each.list_choices()[0] if each.choices is not None else MISSING
            words += [each.name, value]
    return [*name.split(" "), *words, *others]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_message_of_an_error_has_no_advice(language: str) -> None:
    """Advice is a sentence of the table `hint`: a row of its own."""
    found = {}
    for ident, sentence in read_catalogue(MESSAGES, language).items():
        text = json.dumps(sentence, ensure_ascii=False)
        is_error = ident.startswith("errors.") and not ident.startswith("errors.hint.")
        if is_error and ident not in SUBJECTS and ADVICE.search(text):
            found[ident] = text
    assert not found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in COMMANDS if TABLE[name].may_write([])])
def test_a_command_that_writes_says_that_it_wrote_nothing(
    run: Run, folder: Path, name: str, language: str
) -> None:
    answer = run(*list_words(name), "--lang", language)
    assert answer.status in (1, 2), answer
    assert answer.err.endswith(f"\n{NOTHING[language]}\n")
    assert answer.err.count(NOTHING[language]) == 1
    assert list(folder.iterdir()) == []


def list_outputs() -> Iterator[tuple[str, Argument]]:
    """Yield each argument that is the name of a file to write, with its command."""
    for name in COMMANDS:
        for each in (*TABLE[name].arguments, *TABLE[name].list_options()):
            if KINDS[each.kind].is_written:
                yield name, each


OUTPUTS = list(list_outputs())


@pytest.mark.parametrize(
    ("name", "output"), OUTPUTS, ids=[f"{name} {each.name}" for name, each in OUTPUTS]
)
def test_no_command_writes_a_file_with_the_name_of_a_stream(
    run: Run, folder: Path, name: str, output: Argument
) -> None:
    if output.is_option:
        words = list_words(name, output.name, "-")
    else:
        words = [*name.split(" "), *("-" if each == output else fill(each)[0]
                                     for each in TABLE[name].arguments)]  # fmt: skip
    answer = run(*words)
    assert answer.status == 2
    assert ("standard" in answer.err) != output.has_stdout, answer
    assert answer.err.endswith(f"\n{NOTHING['en']}\n")
    assert list(folder.iterdir()) == []


def test_a_game_is_written_to_standard_output(run: Run, log: Path, folder: Path) -> None:
    for words in (
        ["export", log, "--to", "senpu"],
        ["restore", log],
        ["play", "800/bonsai-2021", "--seed", 3],
    ):
        answer = run(*words, "-o", "-")
        assert answer.status == 0
        assert run("verify", "-", stdin=answer.out.encode()).status == 0
    assert not (folder / "-").exists()
    answer = run("play", "800/bonsai-2021", "-o", "-", "-n", 2)
    assert (answer.status, answer.out) == (2, "")


def test_files_that_were_written_before_the_error_are_named(
    run: Run, log: Path, folder: Path
) -> None:
    other = folder / "other.senpu"
    for path in (log, other):
        path.write_text(path.read_text() + "J: i4+i3>D\n" if path == log else log.read_text())
    answer = run("fmt", log, "nothing.senpu")
    assert answer.status == 2
    assert answer.err.endswith(f"\nwritten before that: {log}\n")


WRITING = (
    "new 800/bonsai-2021 new.senpu", "append game.senpu i4+i3>D", "note game.senpu --at 2 Good",
    "play 800/bonsai-2021 -o played.senpu", "play 800/bonsai-2021 -n 2 -o played --jobs 1",
    "keygen my.pem --no-passphrase", "seal game.senpu --chain", "fmt game.senpu",
    "export game.senpu --to md --maps maps", "openings build . -o book.sqlite",
    "study add my.study.toml game.senpu",
    "repertoire add my.repertoire.toml game.senpu --side japan",
)  # fmt: skip
"""Commands that write files, and print a result."""


def read_files(folder: Path) -> dict[Path, bytes]:
    """Return the files of a folder with their contents, without locks."""
    paths = (each for each in folder.rglob("*") if each.is_file() and each.suffix != ".lock")
    return {path: path.read_bytes() for path in paths}


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no /dev/full")
@pytest.mark.parametrize("command", WRITING)
def test_an_error_names_exactly_the_files_that_were_written(
    run: Run, log: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, command: str,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    if command.startswith("fmt"):
        log.write_text(log.read_text() + "J: i4+i3>D\n")
    before = read_files(folder)
    with open("/dev/full", "w", encoding="utf-8") as full, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", full)
        main(command.split())
    changed = {path for path, data in read_files(folder).items() if before.get(path) != data}
    last = capsys.readouterr().err.splitlines()[-1].removeprefix("written before that: ")
    named = {folder / each for each in re.split(", | and ", last)}
    assert changed
    assert [path for path in changed if not {path, *path.parents} & named] == []
    assert named <= {*changed, *(parent for path in changed for parent in path.parents)}


# ---- --json ---------------------------------------------------------------------------------


def check_object(answer_out: str, status: int) -> None:
    """Require the object of an error, or of the verdict on a file."""
    found = json.loads(answer_out)
    if isinstance(found, dict) and "written" in found:
        assert found["status"] == status
        assert found["error"]
        assert "\n" not in found["error"]
        assert not re.search("[\ufdd0-\ufdef]", answer_out)  # the marks of styles


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", AS_JSON)
def test_an_error_is_an_object(run: Run, name: str, language: str) -> None:
    for others in ((), ("--no-such-option",)):
        answer = run(*list_words(name, *AS_JSON[name], *others), "--lang", language)
        assert answer.status == 2
        assert answer.err or name == "verify"
        check_object(answer.out, 2)


@pytest.mark.parametrize("name", AS_JSON)
def test_an_invalid_log_is_an_object(run: Run, log: Path, name: str) -> None:
    log.write_text(log.read_text() + "J: i3>Q\n")
    files = [each for each in TABLE[name].arguments if KINDS[each.kind].convert in ("input", "log")]
    if not files or name.startswith(("study", "repertoire", "openings")):
        pytest.skip("it reads no log")
    answer = run(*name.split(" "), *[log] * len(files), *AS_JSON[name])
    assert answer.status in ((0,) if name == "diff" else (1, 2))  # with itself
    check_object(answer.out, answer.status)


# ---- reasons of libraries -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "content", "english", "japanese"),
    [
        ("openings top {}", "x", "it is not a database", "データベースではありません"),
        ("study list {}", "a = [", "end of the file: ", "ファイルの末尾に誤りがあります（"),
        ("repertoire list {}", "a b", "line 1, column 3: ", "1行3桁目に誤りがあります（"),
        ("show {log} --data {}", "a b", "line 1, column 3: ", "1行3桁目に誤りがあります（"),
        ("train wager/toy --value {}", "{]", "byte 1: ", "1バイト目に誤りがあります（"),
    ],
)
def test_the_reason_of_a_library_has_a_text_in_each_language(
    run: Run, log: Path, folder: Path, command: str, content: str, english: str, japanese: str
) -> None:
    if command.startswith("train"):
        pytest.importorskip("scipy")  # else the missing package is the error
    (folder / "file").write_text(content * (1 if content != "x" else 2000), "utf-8")
    words = command.format(folder / "file", log=log).split(" ")
    assert english in " ".join(run(*words).err.split())
    assert japanese in run(*words, "--lang", "ja").err.replace("\n", "")


@pytest.mark.parametrize(
    ("content", "japanese"),
    [
        ("a = [1", "一覧 ["), ("a = {b=1\n", "表 {"), ("a 1", "= がありません"),
        ("a = \n", "値がないか"),
        ('a = "x\n', "引用符がありません"), ("a = 'x", "引用符がありません"),
        ("a = 1 2", "余分な文字"), ("[a\n", "見出しを閉じる"), ("[[a]\n", "見出しを閉じる"),
        ("a=1\na=2", "2回"), ("[a]\n[a]", "2回"), ('a = "\\q"', "2つ続けて"), ("= 1", "の形では"),
        ('a = """x', "引用符がありません"), ("a = 2026-02-30", "2026-11-30"),
        ("a = {b=1,b=2}", "2回"),
        ("a = 1 # \x01", "使えない文字"),
    ],
)  # fmt: skip
def test_common_mistakes_in_toml_have_texts(content: str, japanese: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as error:
        tomllib.loads(content)
    reason = find_reason(error.value)
    assert isinstance(reason, Message)
    assert japanese in reason.text("ja")
    why = reason.fields["why"]
    assert isinstance(why, Message)
    assert "plain" not in why.id


def test_data_of_a_new_log_are_not_compared_with_an_old_log(run: Run, log: Path) -> None:
    values = log.parent / "values.toml"
    values.write_text(run("data", "export", "800").out.replace("points", "points", 1), "utf-8")
    answer = run("new", "800/bonsai-2021", log, "--data", values)
    assert answer.status == 2
    assert answer.err.startswith("senpu: "), answer.err
    assert "--data" not in answer.err


# ---- suggestions ----------------------------------------------------------------------------


def test_a_word_of_another_program_is_understood(run: Run) -> None:
    names = {*TABLE, *(action for name in TABLE for action in list_actions(name))}
    options = {each.name for command in TABLE.values() for each in command.list_options()}
    assert {*SYNONYMS.values()} <= names | options
    assert {*SYNONYMS} & ({*TABLE} | options) == set()
    for word, meant in (("compare", "diff"), ("watch", "view"), ("検証", "verify")):
        assert f"hint: did you mean {meant}?\n" in run(word, "x").err
    assert "hint: did you mean remove?\n" in run("study", "rm", "x").err
    assert "hint: did you mean --as?\n" in run("show", "x", "--view", "japan").err
    assert "did you mean" not in run("show", "x", "--format", "md").err  # it has no --to


def test_each_error_names_its_language(run: Run) -> None:
    assert SOURCE in NOTHING
    assert "ヒント：" in run("watch", "x", "--lang", "ja").err


# ---- exit statuses --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "page"),
    [
        (language, page)
        for language in LANGUAGES
        for page in ("guides/scripts", "reference/files-and-variables")
    ],
)
def test_the_tables_of_exit_statuses_are_complete(language: str, page: str) -> None:
    """The fixture `run` requires that each status is one of them."""
    message = topic_renderer("help.statuses", language)
    rows = [f"| {status} | {message(key)} |" for status, key in GENERAL.items()]
    if page == "guides/scripts":
        join = program_catalogue(language).join_values
        for key, names in FAILURES.items():
            rows.append(f"| {join([f'`{each}`' for each in names])} | {message(key)} |")
    text = (SPEC / language / f"{page}.md").read_text("utf-8")
    assert [row for row in rows if row not in text.splitlines()] == []
    assert {each for names in FAILURES.values() for each in names} <= {*COMMANDS}
