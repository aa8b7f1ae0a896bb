"""The tutorials and guides: their steps are deterministic, name commands, and run as printed.

`python -m tests.tutorials` runs all of them; the tests here run the short ones.
"""

import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from senpu.logs.checkpoint_files import checkpoint_path
from senpu.logs.keys import public_key_file
from senpu.logs.notes import notes_path
from senpu.notation.messages import LANGUAGES
from senpu.tui.command_line.completion import list_options
from senpu.tui.command_line.table import COMMANDS, TABLE
from tests.tutorials.pages import ROOT, list_pages, matches, read_steps
from tests.tutorials.session import Session, run_page

SEEDED = {"play", "match", "train", "drill"}
"""Commands with chance, which print the same each time with `--seed`."""
CHANCE = {"roll", "deal", "keygen"}
"""Commands with other results each time. `…` is in the place of what differs."""

COMMAND = re.compile(r"\bsenpu ((?:[a-z]+(?![a-z-]) ?){1,2})((?:\\\n|[^`\n|;&])*)")
"""The name of a command, with an action if it has one, and the rest of the row or the code."""
QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")

each_page = pytest.mark.parametrize(
    "page",
    list_pages(),
    ids=lambda page: page.relative_to(ROOT / "spec").with_suffix("").as_posix(),
)


@each_page
def test_each_step_is_a_command_with_the_same_result_each_time(page: Path) -> None:
    steps = [step for step in read_steps(page.read_text("utf-8")) if step.kind == "command"]
    assert steps or page.parent.name == "guides"
    for step in steps:
        for words in re.findall(r"(?:^|\| |&& )senpu ([^|]*)", step.text):
            command, *options = shlex.split(words, comments=True)
            name = options.pop(1) if command == "--lang" else command
            assert name in COMMANDS, step
            assert name not in SEEDED or "--seed" in options, step
            if name == "new":
                assert "--date" in options, step
            if name in CHANCE and step.output and "--commit" not in options:
                assert "…" in step.output, step


def page_of(folder: Path, text: str) -> Path:
    """Write a page, and return its path."""
    page = folder / "en" / "guides" / "page.md"
    page.parent.mkdir(parents=True)
    page.write_text(text, "utf-8")
    return page


def test_a_step_with_another_output_is_found(tmp_path: Path) -> None:
    made = "$ senpu new 800/bonsai-2021 a.senpu --date 2026-11-27\na.senpu: created…\n…\n"
    log = "```text b.senpu\nSenpu: 1\nGame: 800/bonsai-2021\n\nC: x1@A\n```\n"
    wrong = "```console\n$ cat b.senpu\nSenpu: 2\n…\n$ senpu verify b.senpu\nb.senpu: valid\n```\n"
    fails = "```sh\nsenpu verify b.senpu\nsenpu verify a.senpu\n```\n```text\n$ not run\n```\n"
    page = page_of(tmp_path, f"```console\n{made}```\n{log}{wrong}{fails}")
    found = run_page(page, tmp_path)
    assert [(each.step.line, each.step.text, each.status) for each in found] == [
        (13, "cat b.senpu", 0),
        (16, "senpu verify b.senpu", 1),
        (20, "senpu verify b.senpu", 1),
    ]


def test_an_ellipsis_is_any_text_of_a_line_or_any_lines() -> None:
    assert matches("a … c\n…\nz\n", "a b c\nd\ne\nz\n")
    assert matches("a\n…\n", "a\n")
    assert not matches("a … c\n", "a b\nc\n")
    assert not matches("", "a\n")


def test_pages_name_only_options_that_the_command_has() -> None:
    named = set()
    for path in [ROOT / "README.md", *ROOT.glob("spec/??/**/*.md")]:
        for words, rest in COMMAND.findall(path.read_text("utf-8")):
            name = " ".join(words.split()[:2])
            name = name if name in TABLE else words.split()[0]
            if name in TABLE:
                known = {form for form, _ in list_options(TABLE[name])} | {"--help"}
                used = re.findall(r"(?:^|(?<=[ (\[]))--?[a-z][a-z-]*", QUOTED.sub("", rest))
                named |= {(path.name, name, each) for each in used if each not in known}
    assert named == set()


def test_files_that_commands_make_have_the_names_that_pages_and_help_state() -> None:
    log, key = Path("game.senpu"), Path("key.pem")
    notes = notes_path(log).name
    made = {notes, f"{notes}.lock", checkpoint_path(log).name, public_key_file(key).name}
    made |= {f"game.{side}.hand" for side in ("japan", "russia")}  # the guide hidden-hands runs
    made |= {"game.request", "game.senpu.torn-1", "game.senpu.lock", "FILE.torn-1"}
    texts = [*ROOT.glob("spec/??/*/*.md"), *ROOT.glob("tui/messages/*/help/*.toml")]
    kinds = "hand|notes.toml|checkpoint|request|torn-1|lock|pub"
    name = re.compile(rf"\b(?:game|key|FILE)\.(?:[a-z0-9.-]+\.)?(?:{kinds})(?:\.lock)?\b")
    stated = {(each, path.name) for path in texts for each in name.findall(path.read_text("utf-8"))}
    assert {each for each, _ in stated} & made
    assert {(each, page) for each, page in stated if each not in made} == set()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["annotate-a-battle", "settle-a-dispute"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tutorial_runs_with_the_stated_output(language: str, name: str) -> None:
    page = ROOT / "spec" / language / "tutorials" / f"{name}.md"
    with TemporaryDirectory() as folder:  # its name is short, so rows are wrapped as on the page
        assert run_page(page, Path(folder)) == []


MAKER = re.compile(
    r"(?:\bkeygen |(?<! )-o |--output |--maps |> |\bmkdir |\brepertoire add "
    r"|\bstudy add |data fill \S+ )(\S+)"
    r"|\bcp .*\s(\S+)$|\bsenpu new (?:\S+ )?(?:--from \S+ )?(\S+\.senpu)"
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_can_be_followed_in_one_folder_in_any_order(language: str) -> None:
    makers: dict[str, set[str]] = {}
    for page in list_pages():
        if page.parent.parent.name != language:
            continue
        made: set[str] = set()
        for step in read_steps(page.read_text("utf-8")):
            if step.kind == "file":
                made.add(step.name)
            elif step.text.startswith("cd ") and ".." not in step.text:
                made = {step.text.removeprefix("cd ")}
                break  # the other files are in this folder
            else:
                made |= {next(filter(None, each)) for each in MAKER.findall(step.text)}
        for name in made:
            makers.setdefault(name.partition("/")[0], set()).add(page.stem)
    shared = {name for name, pages in makers.items() if len(pages) > 1}
    assert len(makers) > 30
    assert shared - {"maps", "position.txt", "."} == set()  # written again without a question


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tutorial_with_keys_can_be_repeated(language: str) -> None:
    page = ROOT / "spec" / language / "tutorials" / "settle-a-dispute.md"
    with TemporaryDirectory() as folder:  # its name is short, so rows are wrapped as on the page
        session = Session(Path(folder), language)
        for known in (
            set[str](),
            {"senpu verify arbiter/cut.senpu"},
        ):  # the page names this warning
            differences = map(session.run, read_steps(page.read_text("utf-8")))
            assert {each.step.text for each in differences if each is not None} == known
