"""The wheel: its contents, and how it works next to distributions of the old import names."""

import os
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import msgspec
import pytest

from tests.api.conftest import EXAMPLE

ROOT = Path(__file__).parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
LAYERS = ("logs", "notation", "replay", "spec", "tui")
OTHERS = ("notation", "replay", "spec", "tui")
"""Names that other distributions on PyPI use."""
LEFT_OUT = shutil.ignore_patterns(".*", "tests", "build", "*.egg-info", "__pycache__", "*.lock")
pytestmark = pytest.mark.slow
CLEAN = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}


def run(*command: str | Path, folder: Path, fails: bool = False) -> str:
    """Run a program without this checkout on its path; return its output and errors."""
    done = subprocess.run(
        command, cwd=folder, env=CLEAN, capture_output=True, text=True, encoding="utf-8"
    )
    assert bool(done.returncode) is fails, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The wheel of this checkout, and what building it printed."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, folder / "source", ignore=LEFT_OUT)
    log = run(
        sys.executable, "-m", "pip", "-v", "wheel", "--no-deps", "--no-build-isolation",
        "-w", folder, folder / "source", folder=folder,
    )  # fmt: skip
    (wheel,) = folder.glob("*.whl")
    return wheel, log


def dummy(name: str, folder: Path) -> Path:
    """Build the wheel of a small distribution with one package of the same name."""
    wheel, info = folder / f"{name}-1.0-py3-none-any.whl", f"{name}-1.0.dist-info"
    files = {
        f"{name}/__init__.py": "OWNER = 'another distribution'\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = "".join(f"{each},,\n" for each in (*files, f"{info}/RECORD"))
    with zipfile.ZipFile(wheel, "w") as archive:
        for each, text in (files | {f"{info}/RECORD": rows}).items():
            archive.writestr(each, text)
    return wheel


def test_the_wheel_holds_the_package_and_nothing_else(built: tuple[Path, str]) -> None:
    wheel, log = built
    names = {name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("/")}
    assert {name.partition("/")[0] for name in names} == {"senpu", f"senpu-{VERSION}.dist-info"}
    expected = {f"senpu/{name}" for name in ("__init__.py", "__main__.py", "py.typed")}
    for layer in LAYERS:
        for path in (ROOT / layer).rglob("*"):
            if path.is_file() and path.suffix not in (".pyc", ".lock"):
                expected.add(f"senpu/{path.relative_to(ROOT).as_posix()}")
    assert {name for name in names if name.startswith("senpu/")} == expected
    games = [path.name for path in (ROOT / "replay" / "games").iterdir() if path.is_dir()]
    assert not any(f"Package 'senpu.replay.games.{game}' is absent" in log for game in games)
    assert "Deprecat" not in log


@pytest.fixture(scope="module")
def python(built: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a Python with the wheel, and with distributions that have the names of its folders.

    It uses the installed dependencies.
    """
    folder = tmp_path_factory.mktemp("python")
    venv.create(folder / "venv", symlinks=os.name != "nt")
    found = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    others = [dummy(name, folder) for name in OTHERS]
    run(
        sys.executable, "-m", "pip", "--python", found, "install", "-q", "--no-deps", "--no-index",
        "--no-compile", *others, built[0], folder=folder,
    )  # fmt: skip
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(run(found, "-c", where, folder=folder).strip())
    (site / "dependencies.pth").write_text(f"{Path(msgspec.__file__).parents[1]}\n", "utf-8")
    return found


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A current folder with a log, and with modules that must not be imported."""
    shutil.copy(EXAMPLE, tmp_path / "game.senpu")
    for name in LAYERS:
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported by mistake')\n", "utf-8")
    return tmp_path


def test_the_command_works_next_to_other_distributions(python: Path, hostile: Path) -> None:
    verdict = run(python, "-m", "senpu", "verify", "game.senpu", folder=hostile)
    assert verdict.startswith("game.senpu: ")
    assert run(python.with_name("senpu"), "verify", "game.senpu", folder=hostile) == verdict
    assert "800/bonsai-2021" in run(python, "-m", "senpu", "games", folder=hostile)
    assert run(python, "-m", "senpu", "--version", folder=hostile).strip() == f"senpu {VERSION}"


def test_the_library_works_next_to_other_distributions(python: Path, hostile: Path) -> None:
    program = (
        "import senpu; print(senpu.__file__); game = senpu.read('game.senpu');"
        "print(game.outcome.ending); assert game.end.svg().startswith('<svg');"
        f"assert len(senpu.rule_sets()) > 4 and senpu.__version__ == '{VERSION}'"
    )
    place, ending = run(python, "-c", program, folder=hostile).splitlines()
    assert Path(place).is_relative_to(python.parents[1])
    assert ending == "China 4.2"


def test_the_other_distributions_stay_whole(python: Path, tmp_path: Path) -> None:
    for name in OTHERS:
        program = f"import {name}; print({name}.OWNER)"
        assert run(python, "-c", program, folder=tmp_path).strip() == "another distribution"
