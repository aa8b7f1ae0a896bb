"""Help: every argument has a text in every language, the examples run, argparse is translated."""

import argparse
import ast
import inspect
import shlex
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from senpu.notation.faults import text_width
from senpu.notation.messages import LANGUAGES, SOURCE, program_catalogue
from senpu.tui.command_line.completion import has_value
from senpu.tui.command_line.help_texts import describe_command, read_examples
from senpu.tui.command_line.options import KINDS, OPTIONS
from senpu.tui.command_line.parsing import parse, split_command
from senpu.tui.command_line.statuses import FAILURES, GENERAL
from senpu.tui.command_line.table import COMMANDS, GROUPS, TABLE
from tests.command.conftest import SET_UP, Run
from tests.replay.test_bridges import STATED

SHARED = {
    "position", "side", "usage", "heading", "arguments", "options", "global_options", "actions",
    "examples", "default", "pages", "status", "did_you_mean", "more", "help", "stream",
    "folders_or_stream",
}  # fmt: skip
"""The keys of texts of all commands."""
OPTIONAL = ("description", "notes")
"""The texts that a command need not have."""


def ids(table: dict[str, Any], start: str) -> Iterator[str]:
    """Yield the ids of the texts of a topic."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from ids(value, f"{start}.{key}")
        else:
            yield f"{start}.{key}"


# ---- texts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_argument_has_a_text_and_every_text_is_used(language: str) -> None:
    present = set(ids(program_catalogue(language).topic("help"), "help"))
    used = {f"help.shared.{key}" for key in SHARED} | {f"help.groups.{each}" for each in GROUPS}
    used |= {f"help.statuses.{key}" for key in (*GENERAL.values(), *FAILURES)}
    used |= {"help.senpu.summary", "help.senpu.notes", "help.view.none", "help.help.topics"}
    missing = set()
    for name, command in TABLE.items():
        path = f"help.{name.replace(' ', '.')}"
        keys: set[tuple[str, ...]] = {(f"{path}.summary",)}
        for each in (*command.arguments, *command.list_options()):
            kind = "options" if each.is_option else "arguments"
            shared, own = f"help.{kind}.{each.text or each.key}", f"{path}.{each.key}"
            # An option has the text of one command only if the table says why.
            keys.add((own, shared) if each.own or not each.is_option else (shared,))
            if each.heading:
                keys.add((f"{path}.{each.heading}",))
        for several in keys:
            found = [ident for ident in several if ident in present]
            used.update(found[:1])
            missing |= set() if found else {several[0]}
        used |= {f"{path}.{key}" for key in OPTIONAL}
    assert (missing, sorted(present - used)) == (set(), [])


STREAM = {"en": "standard input", "ja": "標準入力"}
FOLDER = {"en": "folder", "ja": "フォルダー"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_an_argument_says_if_it_can_be_standard_input_or_a_folder(
    language: str,
) -> None:
    seen = set()
    for name in TABLE:
        for _, arguments in describe_command(name, language).sections:
            for each in arguments:
                kind = KINDS[each.argument.kind]
                if kind.has_stream:
                    assert each.text.count(STREAM[language]) == 1, (name, each)
                if kind.has_folders:
                    assert FOLDER[language] in each.text or kind == KINDS["output"], (name, each)
                seen |= {name} if kind.has_stream and kind.has_folders else set()
    assert seen == {"view", "verify", "dice", "fmt"}


def test_an_option_has_one_meaning() -> None:
    """The type, the name of the value and the short form are the same in all commands."""
    meanings: dict[str, set[tuple[object, ...]]] = {}
    for command in TABLE.values():
        for each in command.list_options():
            kind = KINDS[each.kind].convert, has_value(each)
            meanings.setdefault(each.name, set()).add((*kind, each.label, each.short))
    assert {name: found for name, found in meanings.items() if len(found) > 1} == {}
    short = [each.short for each in OPTIONS.values() if each.short]
    assert len(short) == len(set(short))
    assert OPTIONS.keys() == meanings.keys()


def test_the_table_names_functions_and_pages_that_exist() -> None:
    for name, command in TABLE.items():
        module, _, function = command.run.partition(":")
        if module:
            assert callable(getattr(import_module(f"senpu.tui.commands.{module}"), function)), name
        for each in (*command.arguments, *command.list_options()):
            each.find_default()
            each.list_choices()
    assert {name.partition(" ")[0] for name in TABLE} == {*COMMANDS}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_in_the_language_within_80_columns(
    run: Run, name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("SENPU_KEYS", "")
    monkeypatch.setenv("SENPU_STATE", "")
    answer = run(name, "--help", "--lang", language)
    assert answer.status == 0
    usage = program_catalogue(language).render("help.shared.usage", {})
    assert answer.out.startswith(f"{usage}senpu {name} ")
    assert "%%" not in answer.out
    assert (
        "\n\n" + program_catalogue(language).render("help.shared.examples", {}) + "\n" in answer.out
    )
    rows = answer.out.splitlines()
    assert [row for row in rows if text_width(row) > 80 and not row.startswith("  senpu")] == []


@pytest.mark.parametrize(
    "arguments", [("--help", "--lang", "ja"), ("--lang", "ja", "--help"), ("--lang=ja",)]
)
def test_the_overview_follows_lang(run: Run, arguments: tuple[str, ...]) -> None:
    assert run(*arguments).out.startswith("使い方：senpu")


def test_help_follows_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SENPU_LANG", "ja")
    assert run("rules", "--help").out.startswith("使い方：senpu rules")
    assert run("rules", "--help", "--lang", "en").out.startswith("usage: senpu rules")


def test_every_action_has_help(run: Run) -> None:
    for name in TABLE:
        if " " in name:
            for language in LANGUAGES:
                answer = run(*name.split(), "--help", "--lang", language)
                assert (answer.status, answer.err) == (0, ""), name
                assert f"senpu {name}" in answer.out


def test_help_of_an_action(run: Run) -> None:
    answer = run("openings", "build", "--help")
    assert answer.out.startswith("usage: senpu openings build ")
    assert "build or update" in answer.out.casefold()


# ---- errors of usage ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "english", "japanese"),
    [
        (["verify"], "missing: PATH", "次の引数を指定してください：PATH"),
        (["verify", "a", "--bad"], "unknown arguments: --bad", "次の引数は使えません：--bad"),
        (["legal", "a", "--at"], "--at: expected one value", "--at：値を1つ指定"),
        (
            ["export", "a", "--to", "doc"],
            '--to: unknown value "doc"; available: md',
            "「doc」は指定",
        ),
        (
            ["verify", "a", "--jobs", "0"],
            '--jobs: "0": expected a whole number, 1',
            "「0」",
        ),
        (["view", "--port", "99999"], "from 1 to 65535", "1から65535"),
        (["openings", "build"], "missing: DIR, -o", "指定してください：DIR, -o"),
    ],
)
def test_an_error_of_usage_is_printed_in_the_language(
    run: Run, arguments: list[str], english: str, japanese: str
) -> None:
    for language, text in (("en", english), ("ja", japanese)):
        answer = run(*arguments, "--lang", language)
        assert (answer.status, answer.out) == (2, "")
        assert text in answer.err


def test_every_message_of_argparse_that_a_user_can_see_is_in_the_catalogue() -> None:
    called = {
        argument.value
        for node in ast.walk(ast.parse(inspect.getsource(argparse)))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "ngettext")
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }
    known = set(program_catalogue().topic("argparse"))
    assert known - {"optional arguments"} <= called
    developers = [text for text in called - known if "conflicting" not in text]
    assert all(
        word in text
        for text in developers
        for word in ["%"]
        if any(part in text for part in ("argument %(", "expected", "choice", "usage"))
    )


# ---- examples -------------------------------------------------------------------------------

PARSED = {
    "senpu view finished.senpu copy.senpu", "senpu view --serve",
    "senpu review finished.senpu --dry-run",
    "senpu games new crossing/house-2026 --areas 5", "senpu games record crossing",
    "senpu repertoire remove china.repertoire.toml 3f2a9c",
    "senpu train 800/bonsai-2021", "senpu train russojapanese --data mine.toml --jobs 8",
}  # fmt: skip
"""Examples that are only parsed: they need a terminal or long, or do not end."""
ROWS = [
    (name, [*dict.fromkeys(row for language in LANGUAGES for row in read_examples(language)[name])])
    for name in read_examples(SOURCE)
]
"""The examples in all languages."""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the files that the examples name; the first example fills it."""
    return tmp_path_factory.mktemp("examples") / "files"


@pytest.fixture
def files(run: Run, folder: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that the examples name."""
    monkeypatch.setenv("SENPU_STATE", str(folder / "state"))
    monkeypatch.setenv("SENPU_AUTHOR", "Anna")
    if not shelf.exists():
        fill(run, folder)
        shutil.copytree(folder, shelf)
    shutil.copytree(shelf, folder, dirs_exist_ok=True)
    return folder


def fill(run: Run, folder: Path) -> None:
    """Make the files that the examples name, in the current folder."""
    (folder / "secret.txt").write_text("open sesame\n")
    (folder / "events.txt").write_text("J: i1+i2+g1@A i3+i4+g2@B\n")
    (folder / "sheets").mkdir()

    def made(*arguments: object) -> None:
        answer = run(*arguments)
        assert answer.status == 0, answer

    made("keygen", "anna.key", "--no-passphrase")
    made("new", "800/bonsai-2021", "club.senpu")
    made("new", "800/bonsai-2021", "half.senpu")
    made("append", "half.senpu", SET_UP.partition("J:")[0])
    made("new", "800/bonsai-2021", "signed.senpu", "--chain", "--public", "japan=anna.pub")
    made("new", "800/bonsai-2021", "pending.senpu")
    made("append", "pending.senpu", SET_UP.rpartition("T1")[0])
    (folder / "gap.senpu").write_text(STATED, "utf-8")
    for name in ("cards.senpu", "other.senpu", "table.senpu", "dealt.senpu"):
        made("new", "russojapanese", name, "--hands", "dealer")
    made("deal", "dealt.senpu", "#05", "#06", "#07")
    made("play", "800/bonsai-2021", "-o", "finished.senpu", "--seed", 3)
    made("play", "800/bonsai-2021", "-o", "games", "-n", 2, "--seed", 3)
    made("openings", "build", "games", "-o", "book.sqlite")
    shutil.copy("finished.senpu", "copy.senpu")
    log = Path("finished.senpu").read_text()
    Path("mail.eml").write_text(f"From: anna@example.org\nSubject: move\n\n{log}")
    values = run("data", "export", "800/bonsai-2021").out
    Path("mine.toml").write_text(values.replace("F = 1\n", "F = 2\n"))


@pytest.mark.parametrize(
    ("name", "rows"),
    [pytest.param(name, rows, id=name) for name, rows in ROWS],
)
def test_the_examples_of_a_command_run(run: Run, files: Path, name: str, rows: list[str]) -> None:
    if name == "drill":
        command = "repertoire add china.repertoire.toml finished.senpu --side china --at 8"
        assert run(*command.split()).status == 0
    for row in rows:
        words, stdin, out = shlex.split(row), b"", None
        for sign in ("<", ">"):
            if sign in words:
                at = words.index(sign)
                stdin = Path(words[at + 1]).read_bytes() if sign == "<" else stdin
                out = Path(words[at + 1]) if sign == ">" else out
                del words[at:]
        assert words[:2] == ["senpu", name]
        if row in PARSED:
            assert parse(*split_command(words[1:]))
            continue
        answer = run(*words[1:], stdin=stdin)
        assert answer.status == 0, (row, answer)
        if out is not None:
            out.write_text(answer.out)


def test_every_command_and_action_has_examples() -> None:
    assert {name for name, _ in ROWS} == set(COMMANDS)
    for name in TABLE:
        found = describe_command(name, SOURCE).examples
        is_short = " " in name or name == "repair"
        assert 2 - is_short <= len(found) <= (4 if TABLE[name].run else 6), name
