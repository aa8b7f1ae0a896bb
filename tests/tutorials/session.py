"""Run the steps of a page in an empty folder and compare the outputs."""

import contextlib
import io
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from senpu.tui.cli import main
from tests.tutorials.pages import ROOT, Step, matches, read_steps

SHELL = set("|<>;&$`*")
"""Characters outside quotation marks for which a command needs a shell."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A step whose result is not the printed one, and what it printed."""

    step: Step
    actual: str
    status: int


class TerminalOutput(io.TextIOWrapper):
    """Standard output as on a terminal in UTF-8: maps are drawn with lines."""

    def isatty(self) -> bool:
        """Return that it is a terminal."""
        return True


class Session:
    """A reader at a terminal: a working folder, and an environment without the user's settings."""

    def __init__(self, folder: Path, language: str) -> None:
        """Prepare the folders.

        Args:
            folder: An empty folder.
            language: The language of the commands' output.
        """
        self.work = folder / "work"
        bin_folder = folder / "bin"
        for path in (self.work, bin_folder):
            path.mkdir()
        (self.work / "logs").symlink_to(ROOT / "logs")
        for name, command in (("senpu", '"$PYTHON" -m senpu "$@"'), ("python", '"$PYTHON" "$@"')):
            script = bin_folder / name
            script.write_text(f"#!/bin/sh\nexec {command}\n", "utf-8")
            script.chmod(0o755)
        self.environment = {
            "SENPU_STATE": str(folder / "state"),
            "SENPU_DATA": str(folder / "data"),
            "SENPU_LANG": language,
            "SENPU_AUTHOR": "",
            "XDG_CONFIG_HOME": str(folder / "config"),
            "COLUMNS": "80",
            "NO_COLOR": "1",
            "LC_ALL": "C.UTF-8",
            "PYTHON": sys.executable,
            "PYTHONPATH": os.pathsep.join([str(ROOT.parent), os.environ.get("PYTHONPATH", "")]),
            "PATH": os.pathsep.join([str(bin_folder), os.environ["PATH"]]),
        }

    def run(self, step: Step) -> Difference | None:
        """Do a step, and return a difference from the page.

        Args:
            step: The step.

        Returns:
            None if the output, or the exit status of a command without output, is the right one.
        """
        if step.kind == "file":
            (self.work / step.name).write_text(step.text, "utf-8")
            return None
        with self._at_work():
            if step.kind == "python":
                status, actual = self._capture(lambda: exec(compile(step.text, "page", "exec"), {}))
            else:
                status, actual = self._command(step.text)
            self.work = Path.cwd()
        if step.output is None:
            return Difference(step, actual, status) if status else None
        return None if matches(step.output, actual) else Difference(step, actual, status)

    def _command(self, text: str) -> tuple[int, str]:
        words = shlex.split(text, comments=True)
        bare = shlex.shlex(text, posix=False, punctuation_chars="|<>;&")
        bare.whitespace_split = True
        if words[0] == "cd":
            os.chdir(words[1])
            return 0, ""
        if words[0] == "export":
            raise ValueError(
                f"{text}: it would remain in the reader's shell; write NAME=VALUE COMMAND"
            )
        unquoted = "".join(each for each in bare if each[0] not in "\"'")
        if words[0] == "senpu" and not SHELL & set(unquoted):
            return self._capture(lambda: main(words[1:]))
        done = subprocess.run(
            ["bash", "-c", text],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    def _capture(self, action: Callable[[], int | None]) -> tuple[int, str]:
        printed = io.BytesIO()
        output = TerminalOutput(printed, "utf-8", newline="\n", write_through=True)
        errors = io.TextIOWrapper(printed, "utf-8", newline="\n", write_through=True)
        saved, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(), "utf-8")
        try:
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
                status = action()
        finally:
            sys.stdin = saved
        return status or 0, printed.getvalue().decode()

    @contextlib.contextmanager
    def _at_work(self) -> Iterator[None]:
        before, environment = Path.cwd(), dict(os.environ)
        os.environ.update(self.environment)
        os.chdir(self.work)
        try:
            yield
        finally:
            os.chdir(before)
            os.environ.clear()
            os.environ.update(environment)


def run_page(page: Path, folder: Path) -> list[Difference]:
    """Run a page as printed, and return what differs.

    Args:
        page: The page; its folder names the language of the output.
        folder: An empty folder.
    """
    session = Session(folder, page.parent.parent.name)
    return [
        difference
        for step in read_steps(page.read_text("utf-8"))
        if (difference := session.run(step)) is not None
    ]
