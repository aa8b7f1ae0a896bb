"""The scripts of `senpu completion`, and suggestions for mistyped words."""

import shutil
import subprocess
from pathlib import Path

import pytest

from senpu.tui.command_line.completion import SHELLS, render_completion
from senpu.tui.command_line.table import COMMANDS, TABLE
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
    "data check --color ne": "never",
    "help protoc": "protocol",
    "completion ": "bash fish zsh",
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
FISH = "source {script}\nfunction complete_line\n    complete -C $argv[1] | string split -f1 \\t"
FISH += "| string join ' '\nend\n"


@pytest.fixture
def files(folder: Path) -> Path:
    """A folder with files of some kinds."""
    for name in ("a.senpu", "b.sqlite", "x.study.toml", "y.repertoire.toml"):
        (folder / name).touch()
    (folder / "games").mkdir()
    return folder


@pytest.mark.parametrize(
    ("shell", "start"),
    [("bash", BASH), pytest.param("fish", FISH, marks=pytest.mark.slow)],
)
def test_a_shell_completes_words_and_files(files: Path, shell: str, start: str) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    script = files / "script"
    script.write_text(render_completion(shell, "en"), "utf-8")
    lines = "".join(f"complete_line 'senpu {line}'\n" for line in CASES)
    done = subprocess.run(
        [program, "--norc" if shell == "bash" else "--no-config"],
        input=start.format(script=script) + lines, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    found = [" ".join(sorted(row.replace("/\n", "").split())) for row in done.stdout.split("\n")]
    found = [" ".join(word.removesuffix("/") for word in row.split()) for row in found]
    assert dict(zip(CASES, found, strict=False)) == CASES


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
        ("export a --to htlm", "html"), ("rules 80", "800"),
        ("rules incident", "incident1932"), ("verify --lang en --strct a", "--strict"),
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
