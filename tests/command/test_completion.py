"""The scripts of `senpu completion`, and suggestions for mistyped words."""

import shutil
import subprocess
from pathlib import Path

import pytest

from senpu.tui.command_line.completion import (
    SHELLS,
    has_value,
    list_options,
    list_values,
    render_completion,
)
from senpu.tui.command_line.options import KINDS, Argument
from senpu.tui.command_line.table import COMMANDS, TABLE
from senpu.tui.command_line.table import SETTINGS as SETTING_VALUES
from senpu.tui.settings import SETTINGS
from tests.command.conftest import Run

CASES = {
    "v": "verify view",
    "--lang ja openi": "openings",
    "openings ": "build show top",
    "games ch": "check",
    "openings show --so": "--sort",
    "openings show b.sqlite --sort ": "games rate value",
    "export a.senpu --to s": "senpu svg",
    "play 80": "800 800/battles-2011 800/bonsai-2021",
    "play 800 --chi": "--china",
    "verify ": "a.senpu games",
    "verify a.senpu ": "a.senpu games",
    "study list ": "games x.study.toml",
    "export ": "a.senpu games x.study.toml",
    "view ": "a.senpu games x.study.toml",
    "data check --color ne": "never",
    "help protoc": "protocol",
    "completion ": "bash fish zsh",
    "config ": "author book language program theme",
    "config lan": "language",
    "config language ": "en ja",
    "config book ": "b.sqlite games",
    "config author ": "",
    "--lang ja config theme senpu-c": "senpu-clear-day senpu-clear-night senpu-contrast",
    "show a.senpu --at ": "end start",
    "play 800 --china one": "one-ply",
    "new 800 --china ": "",
}
"""The words that complete a typed line, in a folder with some files."""
BASH = """
compopt() {{ :; }}
source {script}
complete_line() {{
    local IFS=' '
    COMP_WORDS=($1)
    [[ $1 == *' ' ]] && COMP_WORDS+=('')
    COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
    _senpu
    echo "${{COMPREPLY[*]}}"
}}
"""
FISH = "source {script}\nfunction complete_line\n"
FISH += "    echo (complete -C $argv[1] | string split -f1 \\t)\nend\n"
SHELL_STARTS = {"bash": ("--norc", BASH), "fish": ("--no-config", FISH)}
"""The option and the first rows of each shell."""


@pytest.fixture
def files(folder: Path) -> Path:
    """A folder with files of some kinds."""
    for name in ("a.senpu", "b.sqlite", "x.study.toml", "y.repertoire.toml"):
        (folder / name).touch()
    (folder / "games").mkdir()
    return folder


each_shell = pytest.mark.parametrize(
    "shell", ["bash", pytest.param("fish", marks=pytest.mark.slow)]
)


@each_shell
def test_a_shell_completes_words_and_files(files: Path, shell: str) -> None:
    rows = complete_lines(shell, files, [*CASES])
    found = [" ".join(sorted(row.replace("/\n", "").split())) for row in rows]
    found = [" ".join(word.removesuffix("/") for word in row.split()) for row in found]
    assert dict(zip(CASES, found, strict=False)) == CASES


def complete_lines(shell: str, folder: Path, lines: list[str]) -> list[str]:
    """Return what completes each line in a folder."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    script = folder / "script"
    script.write_text(render_completion(shell, "en"), "utf-8")
    words, start = SHELL_STARTS[shell]
    typed = "".join(f"complete_line 'senpu {line}'\n" for line in lines)
    done = subprocess.run(
        [program, words], input=start.format(script=script) + typed,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout.split("\n")[: len(lines)]


FREE = {
    "keys", "cards", "text", "title", "to", "number", "name", "game", "--event", "--date",
    "--annotator", "--author", "--server", "--receipt", "--dice", "--host", "--name", "--in",
    "--arrow", "--highlight", "--bookmark", "--source", "--variation", "--translate", "--remove",
    "--executor", "--line", "--digest", "--player", "--since", "--until", "--answer", "--comment",
    "--title", "--min-share", "--on", "--sides",
}  # fmt: skip
"""Options and arguments with other values than numbers that cannot be listed."""


def list_words(given: Argument) -> dict[str, set[str]]:
    """Return the listed values of an argument, for each value of the previous argument."""
    cases = given.after or {"x": given}
    return {before: set(list_values(each)) for before, each in cases.items()}


@each_shell
def test_all_values_that_can_be_listed_are_completed(files: Path, shell: str) -> None:
    """Each option and argument of the table has listed values, or is known to have none."""
    cases: dict[str, set[str]] = {}
    for name, command in TABLE.items():
        for option, each in list_options(command):
            if has_value(each):
                cases[f"{name} {option} "] = list_words(each)["x"]
        for at, each in enumerate(command.arguments):
            for before, words in list_words(each).items():
                cases[" ".join([name, *["x"] * (at - 1), *[before][:at], ""])] = words
    found = complete_lines(shell, files, [*cases])
    for (line, words), row in zip(cases.items(), found, strict=True):
        assert words <= set(row.replace("\\", "").split(" ")), line


def test_each_value_that_is_not_listed_is_a_number_a_file_or_free() -> None:
    for name, command in TABLE.items():
        for each in [*command.list_options(), *command.arguments]:
            kind = KINDS[each.kind]
            is_file = kind.suffixes or kind.has_folders
            is_listed = each.after or list_values(each) or is_file or each.kind == "number"
            is_name = each.per_side and each.kind == "name"
            if has_value(each) and not is_listed and not is_name:
                assert each.name in FREE, f"{name} {each.name}: its values must be listed"


def test_settings_are_completed_by_name() -> None:
    assert [*SETTINGS] == [*SETTING_VALUES]


@pytest.mark.slow
def test_zsh_reads_the_script(files: Path) -> None:
    """The completion itself needs a terminal."""
    program = shutil.which("zsh")
    if program is None:
        pytest.skip("zsh is not installed")
    script = files / "_senpu"
    script.write_text(render_completion("zsh", "ja"), "utf-8")
    code = f"autoload -U compinit; compinit -u -D; source {script}; print $_comps[senpu]"
    done = subprocess.run([program, "-fc", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("_senpu\n", "")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_has_every_command(shell: str) -> None:
    text = render_completion(shell, "en")
    assert [name for name in COMMANDS if name not in text] == []
    assert len([name for name in TABLE if name.rpartition(" ")[2] in text]) == len(TABLE)


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        ("vew", "view"), ("help vew", "view"), ("help dice-prof", "dice-proofs"),
        ("openings biuld", "build"), ("games chekc", "check"), ("view --bok x", "--book"),
        ("export a --to htlm", "html"), ("rules 801", "800"),
        ("rules incident193x", "incident1932"), ("verify --lang en --strct a", "--strict"),
        ("show a.senpu --color alway", "always"), ("play 800 -o x --japan one-pyl", "one-ply"),
    ],
)  # fmt: skip
def test_a_mistyped_word_is_suggested(run: Run, log: Path, words: str, suggestion: str) -> None:
    answer = run(*words.replace("a.senpu", str(log)).split())
    assert (answer.status, answer.out) == (2, "")
    assert f"hint: did you mean {suggestion}?" in answer.err.splitlines(), answer.err


def test_a_word_that_is_like_no_other_suggests_nothing(run: Run) -> None:
    assert "did you mean" not in run("xyzzy").err


@pytest.mark.parametrize(
    "words", ["--lang ja keys list", "keys --lang=ja list", "keys list --lang ja",
              "--no-pager --color never --lang ja keys list"],
)  # fmt: skip
def test_options_of_all_commands_can_be_before_the_command(run: Run, words: str) -> None:
    assert run(*words.split()) == run("keys", "list", "--lang", "ja")
