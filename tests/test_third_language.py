"""A third language is one more set of files: made of the English files, in upper case."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from senpu.notation.messages import SOURCE, is_table
from senpu.spec.texts import find_differences

ROOT = Path(__file__).parents[1]
LOG = ROOT / "logs" / "library" / "800" / "historical-bonsai.senpu"
LANGUAGE = """\
name = "Third"
plural = "n==1 ? 0 : n==2 ? 1 : 2"
forms = ["one", "two", "other"]
comma = ", "
and = " & "
or = " / "
stop = "."
"""
KEPT = re.compile(r"(\{[^}]*\}|`[^`]*`|%(?:\(\w+\)[a-z]|[rs](?![a-z])))")
"""Fields and code."""
VIEWER = """
import asyncio, sys
from pathlib import Path
from senpu.logs.record import open_record
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.app import SenpuApp

async def view() -> None:
    app = SenpuApp(open_timeline(open_record(Path(sys.argv[1]))), language="ja")
    async with app.run_test(size=(120, 40)) as pilot:
        for _ in range(2):
            before = app.language
            await pilot.press("l")
            while app.language == before:
                await pilot.pause()
            print(app.language)
            widgets = app.screen.walk_children()
            rows = [
                each.render_line(y).text for each in widgets for y in range(each.size.height)
            ]
            print(" ".join(rows))

asyncio.run(view())
"""


def upper(sentence: Any) -> Any:
    """Return a sentence in upper case, with three plural forms if it has several."""
    if isinstance(sentence, list):  # ids
        return sentence
    if isinstance(sentence, str):
        parts = KEPT.split(sentence)
        return "".join(part if at % 2 else part.upper() for at, part in enumerate(parts))
    forms = {form: text if form == "by" else upper(text) for form, text in sentence.items()}
    return {"two": "{" + sentence.get("by", "n") + "} TWO", **forms}


def write_table(table: dict[str, Any], name: str = "") -> Iterator[str]:
    """Yield the rows of a TOML file of sentences."""
    if name:
        yield f"[{name}]"
    for key, entry in table.items():
        if not is_table(entry):
            sentence = upper(entry)
            inside = ", ".join(f"{form} = {json.dumps(sentence[form])}" for form in sentence) if (
                isinstance(sentence, dict)
            ) else ""  # fmt: skip
            yield f"{json.dumps(key)} = {f'{{ {inside} }}' if inside else json.dumps(sentence)}"
    for key, entry in table.items():
        if is_table(entry):
            yield from write_table(entry, f"{name}{'.' if name else ''}{json.dumps(key)}")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the package with one more language."""
    root = tmp_path_factory.mktemp("third") / "senpu"
    unneeded = shutil.ignore_patterns("tests", "library", ".*")
    shutil.copytree(ROOT, root, ignore=unneeded)
    for base in (root / "tui" / "messages", *(root / "spec").iterdir()):
        for path in (base / SOURCE).rglob("*.toml"):
            other = base / "xx" / path.relative_to(base / SOURCE)
            other.parent.mkdir(parents=True, exist_ok=True)
            rows = write_table(tomllib.loads(path.read_text("utf-8")))
            text = LANGUAGE if path.name == "language.toml" else "\n".join(rows)
            other.write_text(text, "utf-8")
    return root


def run(package: Path, *words: str) -> str:
    """Return what Python prints."""
    done = subprocess.run(
        [sys.executable, *words], cwd=package.parent, capture_output=True, encoding="utf-8",
        check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout + done.stderr


@pytest.mark.slow
def test_commands_help_and_pages_speak_the_third_language(package: Path) -> None:
    def senpu(*words: str) -> str:
        return run(package, "-m", "senpu", "--lang", "xx", *words)

    assert re.search("\n  verify +VERIFY LOGS:", senpu("help"))
    assert "EN, JA, XX" in senpu("verify", "x", "--lang", "zz").upper()
    assert "senpu verify: MISSING: PATH" in senpu("verify")
    assert "NO SUCH FILE OR FOLDER" in senpu("verify", "absent.senpu")
    assert "NO SUCH FILE OR FOLDER" in run(package, "-m", "senpu", "verify", "absent", "--lang=xx")
    verdict = " ".join(senpu("verify", str(LOG)).split())
    assert "VALID; 121 EVENTS OF 800/bonsai-2021" in verdict
    assert "800: EIGHT HUNDRED" in senpu("games")
    page = senpu("export", str(LOG), "--to", "html")
    assert '<html lang="xx">' in page
    assert 'html[lang="xx"] [lang="ja"]' in page
    assert '<span lang="ja">Third</span><span lang="xx">English</span>' in page


def test_the_viewer_switches_to_the_third_language_and_on_to_the_first(package: Path) -> None:
    third, rows, first, more = run(package, "-c", VIEWER, str(LOG)).rstrip("\n").split("\n")
    assert (third, first) == ("xx", "en")
    assert "EIGHT HUNDRED" in rows
    assert "Eight Hundred" in more


def test_missing_files_ids_and_fields_are_listed_and_appear_in_english(package: Path) -> None:
    messages = package / "tui" / "messages"
    assert find_differences(messages, "xx") == []
    (messages / "xx" / "repair.toml").unlink()
    (messages / "xx" / "system.toml").unlink()
    (messages / "xx" / "plain.toml").write_text('text = "{other}"\n', "utf-8")
    found = find_differences(messages, "xx")
    lost = tomllib.loads((messages / SOURCE / "repair.toml").read_text("utf-8"))
    assert sorted(found) == sorted(
        [
            *(f"repair.{ident}: missing" for ident in lost),
            "plain.text: the field text is not used",
            "plain.text: there is no field other",
        ]
    )
    assert "no such file or folder" in run(package, "-m", "senpu", "verify", "absent", "--lang=xx")
