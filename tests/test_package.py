"""The metadata and the description of the package, and the tasks of `noxfile.py`."""

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
ADDRESS = PROJECT["tool"]["senpu"]["address"]
TEXTS = (".md", ".toml", ".py", ".json")


@pytest.fixture(scope="module", name="build")
def load_build() -> ModuleType:
    """The module `setup.py`."""
    spec = importlib.util.spec_from_file_location("senpu_setup", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("[log](logs/a.senpu)", "[log](A/blob/v1/logs/a.senpu)"),
        ("[part](#part)", "[part](A/blob/v1/README.md#part)"),
        ("[a](b.md), [a](c/d.md#e)", "[a](A/blob/v1/b.md), [a](A/blob/v1/c/d.md#e)"),
        ("![map](x/a.svg)", "![map](A/raw/v1/x/a.svg)"),
        ("[![map](a.svg)](b.md)", "[![map](A/raw/v1/a.svg)](A/blob/v1/b.md)"),
        ('![map](a.svg "the map")', '![map](A/raw/v1/a.svg "the map")'),
        ('<img alt="x" src="./a.svg">', '<img alt="x" src="A/raw/v1/a.svg">'),
        ('<a href="b.md">', '<a href="A/blob/v1/b.md">'),
        ("[web](https://a.b/c) <mailto:a@b>", "[web](https://a.b/c) <mailto:a@b>"),
        ("```sh\n[a](b)\n```\n[a](b)", "```sh\n[a](b)\n```\n[a](A/blob/v1/b)"),
    ],
)  # fmt: skip
def test_links_of_the_description_are_absolute(build: ModuleType, text: str, made: str) -> None:
    assert build.make_links_absolute(text, "A", "1") == made


def test_each_link_of_the_readme_names_a_file(build: ModuleType) -> None:
    text = build.make_links_absolute((ROOT / "README.md").read_text("utf-8"), "ADDRESS", "1")
    links = re.findall(r"ADDRESS/(?:blob|raw)/v1/([^)#\s\"]+)", text)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_address_of_the_project_is_stated_once(build: ModuleType) -> None:
    """Other files have addresses that begin with it; after a change, no older ones."""
    assert all(each.startswith(ADDRESS) for each in build.list_addresses(ADDRESS).values())
    assert f"<{ADDRESS}/security>" in (ROOT / "SECURITY.md").read_text("utf-8")
    assert f": {ADDRESS}/releases/tag/v" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    host = re.escape(ADDRESS.removeprefix("https://").partition("/")[0])
    for path in [*ROOT.glob("*.*"), *(ROOT / "spec").rglob("*.*"), *(ROOT / "tui").rglob("*.*")]:
        if path.suffix in TEXTS and path.name != "pyproject.toml":
            for found in re.findall(rf"https?://{host}[^\s)\"'`>]*", path.read_text("utf-8")):
                assert found.startswith(ADDRESS), path


def test_the_classifiers_name_the_pythons_of_ci() -> None:
    (minors,) = re.findall(r"^for minor in (.+); do", (ROOT / ".ci/run").read_text("utf-8"), re.M)
    oldest, *_, newest = minors.split()
    named = [each.rpartition(" :: ")[2] for each in PROJECT["project"]["classifiers"]]
    assert [each for each in named if each.startswith("3.")] == [
        f"3.{minor}" for minor in range(int(oldest), int(newest) + 1)
    ]
    assert PROJECT["project"]["requires-python"] == f">=3.{oldest}"


def test_the_version_is_stated_once() -> None:
    version = PROJECT["project"]["version"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(r"^## \[(.+?)\]", changes, re.M)[1] in (version, "Unreleased")  # type: ignore[index]
    for path in (*ROOT.glob("*.py"), *(ROOT / "tui").rglob("*.py")):
        assert f'"{version}"' not in path.read_text("utf-8"), path


def test_the_page_for_contributors_lists_each_task() -> None:
    tasks = re.findall(r"^def (\w+)\(session: ", (ROOT / "noxfile.py").read_text("utf-8"), re.M)
    tasks = [name for name in tasks if not name.startswith(("install", "run"))]
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert re.findall(r"^\| `nox -s (\w+)`", page, re.M) == tasks
