"""The pages of the documentation by topic, for `senpu help` and for the site.

A topic is the name of a page's file. A page in `spec/<language>/<section>/` is Markdown. The pages
`commands`, `python-api` and `rule-sets` are generated (`generated_pages.py`).
"""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from senpu.logs.inputs import read_file
from senpu.notation.layout import add_style
from senpu.notation.messages import SOURCE, program_catalogue, topic_renderer
from senpu.notation.printable import join_lines
from senpu.tui.commands.topics import FOLDERS, GENERATED, SECTIONS
from senpu.tui.render.text_layout import wrap_rows

SPEC = Path(__file__).parents[2] / "spec"
SENTENCE_END = re.compile(r"(?<=[.。!?！？])(?:\s|$)|(?<=[。！？])")
REMOTE = re.compile(r"[a-z]+:")
GAME_RULES = re.compile(r"([^/]+)/[a-z]+/rules\.md$")
NO_PROSE = ("#", "|", "```", "<", "![", "- ")
EMPHASIS = re.compile(r"(`[^`]+`)|\*")
"""Code, which can have asterisks, and the asterisks of emphasis."""
LINK = re.compile(r"!?\[((?:[^\]\\]|\\.)*)\]\(([^()\s]*)\)")
"""A link or picture of Markdown: its text and its target."""


class Topic(NamedTuple):
    """A page: its name, its section and folder, and the language in which it exists."""

    name: str
    section: str
    folder: str
    language: str

    @property
    def path(self) -> Path:
        """The file of the page. A generated page has none."""
        return SPEC / self.language / self.folder / f"{self.name}.md"

    def read(self) -> str:
        """Return the Markdown of the page."""
        if self.name in GENERATED:
            from senpu.tui.commands.generated_pages import GENERATORS

            return GENERATORS[self.name](self.language)
        return read_file(self.path).decode("utf-8")


def list_topics(language: str) -> Iterator[Topic]:
    """Yield the pages in the order of the navigation: in a language, else in English."""
    for section, (folder, names) in SECTIONS.items():
        for name in names:
            topic = _find(name, section, folder, language)
            if topic is not None:
                yield topic


def find_topic(name: str, language: str) -> Topic | None:
    """Return the page with a name, in a language or else in English; None if there is none."""
    return next((topic for topic in list_topics(language) if topic.name == name), None)


def _find(name: str, section: str, folder: str, language: str) -> Topic | None:
    for each in (language, SOURCE):
        topic = Topic(name, section, folder, each)
        if topic.path.is_file() or (name in GENERATED and _can_generate(name, each)):
            return topic
    return None


def _can_generate(name: str, language: str) -> bool:
    """Return whether a generated page exists in a language: docstrings are in English only."""
    return name != "python-api" or language == SOURCE


def find_title(markdown: str) -> str:
    """Return the title of a page: its heading of level 1."""
    return markdown.partition("\n")[0].removeprefix("# ").strip()


def find_label(topic: Topic, language: str) -> str:
    """Return what a page is about in another language; its title if there is no text."""
    ident = f"pages.about.{topic.name}"
    catalogue = program_catalogue(language)
    return catalogue.render(ident, {}) if catalogue.has(ident) else find_title(topic.read())


def find_summary(topic: Topic) -> str:
    """Return the first sentence of a page, without marks."""
    if topic.name in GENERATED:
        name = topic.name.replace("-", "_")
        first = program_catalogue(topic.language).render(f"pages.{name}_intro", {})
    else:
        paragraphs = topic.read().split("\n\n")[1:]
        first = next((part for part in paragraphs if not part.startswith(NO_PROSE)), "")
    return SENTENCE_END.split(strip_marks(join_lines(first)))[0]


def strip_marks(text: str) -> str:
    """Return a text without the marks of links and emphasis; code is unchanged."""
    return EMPHASIS.sub(lambda found: found[1] or "", LINK.sub(r"\1", text))


def find_anchor(heading: str) -> str:
    """Return the anchor of a heading, as a site makes it: `Exit statuses` → `exit-statuses`."""
    return re.sub(r"[^\w\- ]", "", strip_marks(heading).strip().lower()).replace(" ", "-")


def render_topics(language: str) -> Iterator[str]:
    """Yield the rows of a list of all pages: by section, with the title of each."""
    message = topic_renderer("pages", language)
    topics = list(list_topics(language))
    column = max(len(topic.name) for topic in topics) + 4
    for section in SECTIONS:
        found = [topic for topic in topics if topic.section == section]
        if found:
            yield add_style(message("heading", title=message(section)), "heading")
        for topic in found:
            title = find_title(topic.read())
            if topic.language != language:
                title = message("english", title=find_label(topic, language))
            yield from wrap_rows(title, f"  {topic.name}".ljust(column))
        if found:
            yield ""


def render_page(topic: Topic, language: str, width: int) -> Iterator[str]:
    """Yield the rows of a page as text.

    Args:
        topic: The page.
        language: The language of the user. If the page is in another one, the first row reports it.
        width: The width of a row in cells.
    """
    from senpu.tui.render.markdown import render_markdown  # `senpu help` alone needs no Markdown

    if topic.language != language:
        yield program_catalogue(language).render("pages.only_english", {})
        yield ""
    yield from render_markdown(topic.read(), width, partial(render_link, language=language))


def render_link(text: str, target: str, language: str = SOURCE) -> str:
    """Return a link as text: the command that prints the page or its section, or the address."""
    where, _, anchor = unquote(target).partition("#")
    if REMOTE.match(target):
        return text if text == target else f"{text} <{target}>"
    if not where:
        return text
    path = Path(where)
    command = f"senpu help {path.stem}"
    if game := GAME_RULES.search(where):
        command = f"senpu rules {game[1]}"
    elif path.parent.name not in FOLDERS and where != path.name:
        return program_catalogue(language).render("pages.link", {"text": text, "target": path.name})
    else:
        head, sign, rest = text.partition(",")
        if head == path.stem:
            return f"`{command}`{sign}{rest}"
        command += f" {anchor}" if anchor else ""
    fields = {"text": text, "target": f"`{command}`"}
    return program_catalogue(language).render("pages.link", fields)
