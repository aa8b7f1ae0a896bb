"""`senpu config`, and the environment variables: the table, the page and the code."""

import re
from pathlib import Path

import pytest

from senpu.logs.keys import public_key_file
from senpu.notation.messages import LANGUAGES, program_catalogue
from senpu.tui.cli import main
from senpu.tui.pager import ENVIRONMENT
from senpu.tui.settings import (
    OTHER_VARIABLES,
    SETTINGS,
    VARIABLES,
    find_default_program,
    read_settings,
)
from senpu.tui.user_files import LOCALE, Memory, find_book_file
from tests.command.conftest import Run

ROOT = Path(__file__).parents[2]
VALUES = {"language": "ja", "program": "tree:20", "theme": "senpu-day", "author": "Anna"}


@pytest.fixture(autouse=True)
def state(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of settings, and no variables that determine them."""
    for name in (*(each.variable for each in SETTINGS.values()), *LOCALE):
        if name:
            monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SENPU_STATE", str(folder / "state"))
    monkeypatch.setenv("SENPU_CONFIG", str(folder / "config"))
    monkeypatch.setenv("LC_ALL", "C")
    return folder / "state" / "settings.toml"


def list_origins() -> dict[str, tuple[str, str]]:
    """Return the value and the origin of each setting."""
    return {each.name: (each.value, each.origin) for each in read_settings()}


def test_a_setting_is_stored_used_and_removed(run: Run, state: Path) -> None:
    before = list_origins()
    for name, value in VALUES.items():
        assert run("config", name, value, "--lang", "en").status == 0
        assert run("config", name).out == f"{value}\n"
    assert {name: list_origins()[name] for name in VALUES} == {
        name: (value, "file") for name, value in VALUES.items()
    }
    shown = run("config").out
    assert all(value in shown for value in VALUES.values())
    assert f"設定ファイル：{state}" in shown
    assert find_default_program("one-ply") == "tree:20"
    assert "tree:20" in run("play", "--help").out
    for name in VALUES:
        assert run("config", "--unset", name).status == 0
    assert list_origins() == before
    assert state.read_text("utf-8") == ""


def test_a_variable_comes_first_and_the_option_before_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("config", "language", "ja").status == 0
    monkeypatch.setenv("SENPU_LANG", "en")
    answer = run("config", "language", "ja")
    assert answer.out == "language: en ($SENPU_LANG)\n"
    assert "$SENPU_LANG determines language" in answer.err
    assert "設定" in run("config", "--lang", "ja").out


def test_the_locale_is_the_default_language(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert re.search(r"language +ja +\$LC_ALL", run("config").out)


def test_a_book_is_stored_with_its_folder(run: Run, folder: Path) -> None:
    assert run("config", "book", "none.sqlite").status == 2
    (folder / "logs").mkdir()
    assert run("play", "800/bonsai-2021", "-o", "logs/a.senpu", "--seed", 1).status == 0
    assert run("openings", "build", "logs", "-o", "b.sqlite", "--jobs", 1).status == 0
    assert run("config", "book", "b.sqlite").status == 0
    assert find_book_file() == folder / "b.sqlite"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["config", "langage"], "hint: did you mean language?"),
        (["config", "language", "fr"], "available: en, ja"),
        (["config", "program", "tre"], "available: random, one-ply, tree"),
        (["config", "theme", "green"], "available: senpu-night, "),
        (["config", "author", " "], "senpu config --unset author"),
        (["config", "--unset", "author", "author"], "cannot be combined"),
    ],
)
def test_an_invalid_setting_is_rejected(
    run: Run, state: Path, words: list[str], reason: str
) -> None:
    answer = run(*words)
    assert (answer.status, answer.out) == (2, "")
    assert reason in answer.err
    assert not state.exists()


def test_a_damaged_file_is_an_error_of_config_and_a_notice_of_others(run: Run, state: Path) -> None:
    state.parent.mkdir()
    state.write_text("language = ", "utf-8")
    for words in (["config"], ["config", "language", "ja"]):
        answer = run(*words)
        assert answer.status == 2
        assert answer.err.count(f"{state}: the settings file is damaged: ") == 1
    answer = run("games")
    assert (answer.status, answer.err.count("is damaged")) == (0, 1)
    assert state.read_text("utf-8") == "language = "
    assert Memory(state).theme == ""


IGNORED = {
    "language": ("xx", "en", "en, ja", "games"),
    "program": ("tre", "one-ply", "random, one-ply, tree", "play 800 -o a.senpu --seed 1"),
    "theme": (3, "senpu-night", "senpu-night, senpu-day, ", "view a.senpu"),
}
"""A value that no setting has, the value that is used, what the report says, a command."""


@pytest.mark.parametrize("name", IGNORED)
def test_an_invalid_value_is_reported_and_the_next_one_is_used(
    run: Run, state: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong, used, available, command = IGNORED[name]
    state.parent.mkdir()
    text = f'"{wrong}"' if isinstance(wrong, str) else wrong
    state.write_text(f"{name} = {text}\n", "utf-8")
    report = f'{state}: {name}: unknown value "{wrong}", ignored; available: {available}'
    answer = run("config", name)
    assert (answer.status, answer.out) == (0, f"{used}\n")
    assert report in answer.err
    assert report in run(*command.split()).err
    assert (report in run("games").err) == (name == "language")
    if variable := SETTINGS[name].variable:
        monkeypatch.setenv(variable, "yy")
        assert run("config", name).out == f"{used}\n"
        report = f'{variable}: {name}: unknown value "yy", ignored; available: {available}\n'
        assert report in run("config").err
        assert run(*command.split()).err.startswith(report)
        monkeypatch.setenv(variable, VALUES[name])
        assert run("config", name).out == f"{VALUES[name]}\n"
        assert report not in run("config").err


def test_an_empty_author_is_none(run: Run, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state.parent.mkdir()
    state.write_text('author = " "\n', "utf-8")
    monkeypatch.setenv("SENPU_AUTHOR", " ")
    assert list_origins()["author"][1] == "user"


def read_page(language: str) -> str:
    path = ROOT / "spec" / language / "reference" / "files-and-variables.md"
    return path.read_text("utf-8")


def test_every_variable_has_a_text_and_is_on_the_page() -> None:
    pattern = re.compile(r"SENPU_[A-Z]+\b")
    used = set()
    for folder in ("notation", "logs", "spec", "replay", "tui"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".md", ".toml") and "library" not in path.parts:
                used |= set(pattern.findall(path.read_text("utf-8")))
    used |= set(pattern.findall((ROOT / "README.md").read_text("utf-8")))
    assert used == set(VARIABLES)
    for language in LANGUAGES:
        page = read_page(language)
        texts = program_catalogue(language).topic("variables")
        assert set(texts) == set(VARIABLES)
        for name in VARIABLES:
            assert f"| `{name}` | {texts[name]} |" in page
        for name in SETTINGS:
            assert f"| `{name}` |" in page


INNER = {"TEXTUAL_DRIVER"}
"""Variables that Senpu sets for the programs that it starts."""


def test_every_other_variable_and_file_is_on_the_page() -> None:
    variables = {*OTHER_VARIABLES, *ENVIRONMENT}
    files = {".lock", ".new", ".part", ".work", public_key_file(Path("key.pem")).name}
    for folder in ("notation", "logs", "spec", "replay", "tui"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text("utf-8")
            variables |= set(re.findall(r"environ(?:\.get)?[\[(]\"([A-Z_]+)\"", text))
            if "user_folders import" in text:
                files |= set(re.findall(r"(?:/ f?\"|[(] ?f\")([a-z]+(?:\.[a-z]+)?)(?=[\"/])", text))
            if path.stem == "user_folders":
                variables |= set(re.findall(r"\"([A-Z_]{5,})\"", text))
    assert {"games", "keys", "settings.toml", "values"} <= files
    for language in LANGUAGES:
        page = read_page(language)
        assert {name for name in variables - INNER if f"`{name}`" not in page} == set()
        assert {name for name in files if not re.search(rf"`?{re.escape(name)}`", page)} == set()


def test_config_needs_a_folder(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SENPU_STATE", "")
    assert main(["config", "language", "ja"]) == 2
    assert run("config").status == 0
