"""The sentences of the data in other languages (`translations.toml`)."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from senpu.notation.messages import LANGUAGES, SOURCE
from senpu.replay.core.registry import get_registration, list_rule_sets
from senpu.spec.loader import DRAWN
from senpu.spec.translations import FILE, find_translation, read_translations
from senpu.tui.render.data_sets import translate_sentence

FOLDERS = sorted(
    {Path(get_registration(each).folder) for each in list_rule_sets()}, key=lambda path: path.name
)
SHIPPED = [folder for folder in FOLDERS if (folder / FILE).exists()]


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def texts(value: Any) -> Iterator[str]:
    """Yield the texts in a part of a TOML file."""
    if isinstance(value, str):
        yield value
    for each in value.values() if isinstance(value, dict) else value if type(value) is list else ():
        yield from texts(each)


@pytest.mark.parametrize("folder", SHIPPED, ids=lambda folder: folder.name)
@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != SOURCE])
def test_reasons_and_rulebooks_are_translated_and_no_translation_is_stale(
    folder: Path, language: str
) -> None:
    ranges = read(folder / "ranges.toml").values()
    needed = {each["why"] for blocks in ranges for each in blocks if each.get("why")}
    needed |= {each["rulebook"] for each in read(folder / "game.toml")["edition"].values()}
    found = read_translations(str(folder), language)
    assert needed - found.keys() == set()
    data = {
        text for path in folder.glob("*.toml") if path.name != FILE for text in texts(read(path))
    }
    assert found.keys() - data <= {DRAWN[1]}
    assert all(found.values())


def test_every_rule_set_with_a_library_is_translated() -> None:
    assert len(SHIPPED) == 4


def test_a_sentence_without_a_translation_is_marked() -> None:
    folder = str(SHIPPED[0])
    assert find_translation(folder, "of no game", "ja") == ""
    assert translate_sentence(folder, "of no game", "ja") == "of no game［英語］"
    assert translate_sentence(folder, "of no game", "en") == "of no game"
    assert translate_sentence(folder, "自分のゲーム", "ja") == "自分のゲーム"
    assert translate_sentence(folder, "J 3.0-4", "ja") == "J 3.0-4"
