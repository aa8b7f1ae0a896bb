"""The command as a separate process: signals, pipes, terminals."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SENPU = [sys.executable, "-m", "senpu"]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def senpu(
    *arguments: object, stdin: bytes = b"", env: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [*SENPU, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        env=environment(**(env or {})),
        check=False,
    )


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("process") / "finished.senpu"
    assert senpu("play", "800/bonsai-2021", "-o", path, "--seed", "1").returncode == 0
    return path


@pytest.mark.parametrize(
    "arguments", [("verify",), ("show",), ("show", "--json"), ("legal",), ("view",)]
)
def test_output_to_a_pipe_has_no_colour_and_no_boxes(
    finished: Path, arguments: tuple[str, ...]
) -> None:
    done = senpu(arguments[0], finished, *arguments[1:])
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.isascii()
    assert b"\x1b" not in done.stdout


def test_a_reader_that_goes_away_ends_the_command_quietly(finished: Path) -> None:
    """Like `senpu view LOG | head -1`, with more output than a pipe holds."""
    writer = subprocess.Popen(
        [*SENPU, "verify", *[str(finished)] * 20_000],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert writer.stdout
    assert writer.stderr
    assert b"valid" in writer.stdout.readline()
    writer.stdout.close()
    assert writer.stderr.read() == b""
    writer.stderr.close()
    assert writer.wait() == 141


@pytest.mark.parametrize("locale", ["C", pytest.param("C.UTF-8", marks=pytest.mark.slow)])
def test_text_on_standard_input_is_utf_8_whatever_the_locale(tmp_path: Path, locale: str) -> None:
    more = {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    path = tmp_path / "a.senpu"
    assert senpu("new", "800/bonsai-2021", path, env=more).returncode == 0
    done = senpu("append", path, "-", stdin="C: x1+c1@D {謝晋元}\n".encode(), env=more)
    assert done.returncode == 0, done.stderr
    assert "C: x1+c1@D {謝晋元}" in path.read_text("utf-8")
    assert senpu("show", path, "--lang", "ja", env=more).returncode == 0
    bad = senpu("append", path, "-", stdin=b"{\xff}\n", env=more)
    assert bad.returncode == 1
    assert b"notUtf8" in bad.stderr
    assert b"Traceback" not in bad.stderr


def test_an_argument_that_is_no_utf_8_is_reported_as_such(tmp_path: Path) -> None:
    path = tmp_path / "a.senpu"
    senpu("new", "800/bonsai-2021", path)
    before = path.read_bytes()
    done = subprocess.run(
        [*SENPU, "append", str(path), b"C: x1+c1@D {\xff}"],
        capture_output=True,
        env=environment(),
        check=False,
    )
    assert done.returncode == 1
    assert b"notUtf8" in done.stderr
    assert path.read_bytes() == before


def test_two_programs_that_append_the_same_event_write_it_once(tmp_path: Path) -> None:
    path = tmp_path / "a.senpu"
    senpu("new", "800/bonsai-2021", path)
    writers = [
        subprocess.Popen(
            [*SENPU, "append", str(path), "C: x1+c1@D c2+c3+k1@C"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
        for _ in range(3)
    ]
    assert sorted(writer.wait() for writer in writers) == [0, 1, 1]
    assert path.read_text("utf-8").count("x1+c1@D") == 1


LOADED = """
import sys
from {module} import *
{code}
print(sorted(name for name in sys.modules if name.partition(".")[0] in ("textual", "rich")))
"""


def loaded(module: str, code: str = "") -> str:
    """The modules of Textual that are loaded after importing a module and running some code."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(module=module, code=code)],
        capture_output=True,
        text=True,
        env=environment(),
        check=True,
    )
    return done.stdout.splitlines()[-1]


DRAWING = {"tui.commands.exports"}
"""The commands whose pictures have the colours of a Textual theme."""


def test_nothing_but_the_full_screen_program_loads_textual() -> None:
    modules = [
        path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        for folder in ("notation", "logs", "spec", "replay", "tui/commands")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.name != "__init__.py"
    ]
    names = [f"senpu.{each}" for each in modules if each not in DRAWING]
    assert len(names) > 200
    code = f"from importlib import import_module\nfor name in {names}:\n    import_module(name)"
    assert loaded("senpu.tui.cli", code) == "[]"


SLOW = {"platformdirs", "shutil", "locale", "getpass", "senpu.replay.core.narration"}
"""Modules that would take a part of the time of a short `verify`."""
SLOW |= {f"senpu.spec.{name}" for name in ("texts", "corrections", "forms", "ranges")}


def test_a_whole_run_of_verify_loads_no_textual_and_no_slow_module(finished: Path) -> None:
    code = f"assert main(['verify', {str(finished)!r}]) == 0\n"
    code += f"assert not sys.modules.keys() & {SLOW}"
    assert loaded("senpu.tui.cli", code) == "[]"


@pytest.mark.parametrize("name", ["show", "legal", "view", "games"])
def test_a_whole_run_of_another_command_loads_no_textual(finished: Path, name: str) -> None:
    arguments = [name] if name == "games" else [name, str(finished)]
    code = f"assert main({arguments!r}) == 0\n"
    if name != "games":
        code += "assert 'concurrent.futures.process' not in sys.modules"
    assert loaded("senpu.tui.cli", code) == "[]"
