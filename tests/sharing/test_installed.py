"""Tests that the files of the page are installed with the program."""

import tomllib
from fnmatch import fnmatch
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_parts_of_the_page_are_data_of_its_package() -> None:
    for name in ("page.html", "style.css", "course.js", "page.js"):
        assert files("senpu.tui.pages").joinpath(name).is_file()


def test_every_file_next_to_the_modules_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["senpu.tui"]
    others = [
        path.relative_to(ROOT / "tui").as_posix()
        for path in (ROOT / "tui").rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
    ]
    assert others
    assert [each for each in others if not any(fnmatch(each, p) for p in patterns)] == []
