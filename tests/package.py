"""Build the package and try it as a user would: `python -m tests.package`, in about two minutes.

Two builds in different folders, under other permissions and times, have the same bytes; `twine`
accepts both files; the rendered description has no relative link; the wheel works in a new
environment and another folder; a part of the tests passes from the unpacked sdist. Needs the extra
`release`, and PyPI. `--keep DIR` copies the two files there.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

from tests.api.test_distribution import ROOT

EPOCH = "1767225600"
"""The time of all files, if Git does not know the time of the last commit."""
CLEAN = {
    key: value
    for key, value in os.environ.items()
    if key not in ("PYTHONPATH", "VIRTUAL_ENV") and not key.startswith(("SENPU_", "PIP_"))
}
COMMANDS = (
    "--version", "games", "rules 800/bonsai-2021 7.2", "help", "help verify",
    "play 800/bonsai-2021 --seed 3 -o game.senpu", "verify game.senpu", "verify game.senpu --json",
    "view game.senpu", "show game.senpu --at T1", "legal game.senpu --at 3",
    "export game.senpu --to html -o game.html", "fmt game.senpu", "view --lang ja game.senpu",
)  # fmt: skip
"""Commands that a user of the wheel runs, in an empty folder."""
PART = ("tests/notation", "tests/command/test_verification.py", "tests/test_package.py")
"""The part of the tests that runs from the unpacked sdist."""


def run(*command: str | Path, folder: Path, **variables: str) -> str:
    """Run a program outside this checkout and return its output. Exits if it fails."""
    done = subprocess.run(
        command, cwd=folder, env=CLEAN | variables, capture_output=True, text=True, encoding="utf-8"
    )
    if done.returncode:
        print(done.stdout, done.stderr, sep="\n", file=sys.stderr)
        sys.exit(f"failed: {' '.join(map(str, command))}")
    return done.stdout


def report(text: str) -> None:
    """Print the result of a check."""
    print(f"ok: {text}", flush=True)


def list_sources() -> list[str]:
    """Return the files of the repository; without Git all files that are not outputs."""
    if (ROOT / ".git").exists():
        listed = run("git", "ls-files", "-co", "--exclude-standard", folder=ROOT)
        return [name for name in listed.splitlines() if (ROOT / name).is_file()]
    left_out = {".git", ".venv", ".nox", "build", "dist", "__pycache__"}
    every = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return [path.as_posix() for path in every if not left_out & set(path.parts)]


def build(folder: Path, mode: int, age: int, epoch: str) -> dict[str, Path]:
    """Build sdist and wheel from a copy of the sources, and return them by the end of their names.

    Args:
        folder: A new folder for the copy and for the files.
        mode: The permissions of the copied files.
        age: The modification time of the copied files.
        epoch: The time of all files in the archives.
    """
    for name in list_sources():
        path = folder / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, path)
        path.chmod(mode | (0o100 if os.access(ROOT / name, os.X_OK) else 0))
        os.utime(path, (age, age))
    run(
        sys.executable, "-m", "build", "-o", folder / "dist", folder / "source",
        folder=folder, SOURCE_DATE_EPOCH=epoch,
    )  # fmt: skip
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    (wheel,) = (folder / "dist").glob("*.whl")
    return {"sdist": sdist, "wheel": wheel}


def build_twice(folder: Path) -> dict[str, Path]:
    """Build in two folders and return the files. Exits if the bytes differ."""
    epoch = EPOCH
    if (ROOT / ".git").exists():
        epoch = run("git", "log", "-1", "--format=%ct", folder=ROOT).strip()
    one = build(folder / "one", 0o644, 1_500_000_000, epoch)
    other = build(folder / "another" / "folder", 0o600, 1_600_000_000, epoch)
    for kind, path in one.items():
        if path.read_bytes() != other[kind].read_bytes():
            sys.exit(f"failed: two builds of the {kind} differ: {path}, {other[kind]}")
        report(f"two builds of {path.name} are equal, {path.stat().st_size:,} bytes")
    return one


def check_contents(files: dict[str, Path]) -> None:
    """Check the lists of files in the sdist and in the wheel."""
    with tarfile.open(files["sdist"]) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    missing = [name for name in list_sources() if name not in inside]
    missing.remove(".ci/path/senpu") if ".ci/path/senpu" in missing else None
    if missing:
        sys.exit(f"failed: not in the sdist: {' '.join(missing)}")
    report(f"the sdist has {len(inside)} files: all of the repository")
    names = zipfile.ZipFile(files["wheel"]).namelist()
    stem = "-".join(files["wheel"].name.split("-")[:2])
    others = [name for name in names if not name.startswith(("senpu/", f"{stem}.dist-info/"))]
    if others:
        sys.exit(f"failed: not of the package: {' '.join(others)}")
    report(f"the wheel has {len(names)} files: senpu/ and its metadata")


def check_description(files: dict[str, Path]) -> None:
    """Check the metadata and the rendered description."""
    import readme_renderer.markdown

    run(sys.executable, "-m", "twine", "check", "--strict", *files.values(), folder=ROOT)
    report("twine check --strict")
    archive = zipfile.ZipFile(files["wheel"])
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    text = archive.read(name).decode("utf-8").partition("\n\n")[2]
    html = readme_renderer.markdown.render(text) or ""
    links = re.findall(r"""\b(?:href|src|srcset)=["']([^"']*)""", html)
    headings = [link for link in links if link.startswith("#user-content-")]  # of the renderer
    relative = [link for link in links if not link.startswith(("https://", "#user-content-"))]
    if relative or not links:
        sys.exit(f"failed: relative links in the description: {' '.join(relative)}")
    pictures = re.findall(r"<img\b", html)
    report(
        f"the description: {len(links) - len(headings)} absolute links, {len(pictures)} pictures"
    )


def try_wheel(folder: Path, wheel: Path) -> None:
    """Install the wheel in a new environment, and run commands in another folder."""
    python = make_environment(folder / "user")
    run(python, "-m", "pip", "install", "-q", f"{wheel}", folder=folder)
    place = folder / "place"
    place.mkdir()
    state = {"SENPU_STATE": str(place / "state"), "SENPU_CONFIG": str(place / "config")}
    for words in COMMANDS:
        run(python.with_name("senpu"), *words.split(), folder=place, **state)
    where = "import senpu, importlib.resources as r; print(senpu.__file__);" + (
        "print(*sorted(p.name for p in (r.files('senpu.spec') / 'schemas').iterdir()))"
    )
    path, schemas = run(python, "-c", where, folder=place).splitlines()
    if not path.startswith(str(folder)) or "verify.schema.json" not in schemas:
        sys.exit(f"failed: {path} is not the installed package, or lacks the schemas: {schemas}")
    report(f"the wheel in a new environment: {len(COMMANDS)} commands")


def try_sdist(folder: Path, sdist: Path) -> None:
    """Install the unpacked sdist as the README says, and run a part of its tests."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (source,) = folder.glob("senpu-*/")
    python = make_environment(source / ".venv")
    run(python, "-m", "pip", "install", "-q", "-e", ".[dev]", folder=source)
    last = run(python.with_name("pytest"), *PART, folder=source).splitlines()[-1]
    report(f"tests from the unpacked sdist: {' '.join(PART)} {last.strip()}")


def make_environment(folder: Path) -> Path:
    """Make an environment and return its Python."""
    venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    return folder / ("Scripts" if os.name == "nt" else "bin") / "python"


def main() -> None:
    """Build, check and try. Exits with an error at the first check that fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.package", description=__doc__)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="a folder for the built files")
    keep = parser.parse_args().keep
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = build_twice(folder)
        check_contents(files)
        check_description(files)
        try_wheel(folder, files["wheel"])
        try_sdist(folder, files["sdist"])
        for path in files.values() if keep else ():
            keep.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, keep)


if __name__ == "__main__":
    main()
