"""The page `python-api`: every public name and member, with its whole text, in both forms."""

import inspect
import re

import pytest

import senpu
from senpu.tui.commands.generated_pages import PAGE_FILE, make_python_page
from senpu.tui.commands.help_pages import find_topic, render_page
from senpu.tui.commands.public_names import INTERNAL, describe_name
from tests.site.sources import Sources

PAGE = make_python_page("en")
TOPIC = find_topic("python-api", "en")
assert TOPIC is not None
PRINTED = " ".join(" ".join(render_page(TOPIC, "en", 80)).split())
"""The page as `senpu help python-api` prints it, in one line."""


def list_members(public: type) -> set[str]:
    """Return the members of a class as Python knows them, without members from other packages."""
    found: set[str] = set()
    for base in public.__mro__:
        is_own = base is public or base.__name__ not in senpu.__all__
        if base.__module__.startswith("senpu.") and is_own:
            found |= {*vars(base), *inspect.get_annotations(base)}
    hidden = INTERNAL if issubclass(public, senpu.Error) else frozenset()
    return {name for name in found if not name.startswith("_")} - hidden


def list_texts(docstring: str) -> list[str]:
    """Return the paragraphs of a docstring, and the texts of the entries of its sections."""
    parts = PIECE.split(PAGE_FILE.sub(r"`senpu help \2`", docstring))
    return [" ".join(part.split()) for part in parts if part.strip()]


PIECE = re.compile(
    r"\n\n|^(?:Args|Returns|Raises|Example):\n|^    [*\w]+(?:, \w+)*: ", re.MULTILINE
)


@pytest.mark.parametrize("name", senpu.__all__)
def test_the_page_has_every_member_with_its_whole_text(name: str) -> None:
    first, *members = describe_name(name)
    public = getattr(senpu, name)
    if inspect.isclass(public):
        assert {each.name.rpartition(".")[2] for each in members} == list_members(public)
    for each in (first, *members):
        head = f"- `{each.form}`: " if each in members and each.is_attribute else ""
        assert (head or f"`senpu.{each.name}` ") in PRINTED
        texts = list_texts(each.text)
        assert texts, f"{each.name} has no text"
        assert [text for text in texts if text not in PRINTED] == [], each.name


def test_the_site_has_the_same_page() -> None:
    assert Sources("en").pages["reference/python-api"] == PAGE


def test_the_page_has_nothing_of_the_inside() -> None:
    assert re.findall(r" at 0x|__init__|msgspec|\bself\b|:meth:|Attributes:", PAGE) == []
