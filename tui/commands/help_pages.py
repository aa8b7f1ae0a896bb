"""The pages of the documentation by topic, for `senpu help` and for the site.

A topic is the name of a page's file. A page in `spec/<language>/<section>/` is Markdown. The pages
`commands`, `python-api` and `rule-sets` are generated (`generated_pages.py`).
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from senpu.notation.messages import SOURCE

SPEC = Path(__file__).parents[2] / "spec"
SECTIONS = {
    "tutorials": ("annotate-a-battle", "settle-a-dispute", "study-an-opening"),
    "guides": (
        "record-a-game", "positions-and-studies", "play-by-mail", "fair-dice", "hidden-hands",
        "openings-guide", "review-a-game", "owners-data", "share-a-game", "keys-and-themes",
        "scripts", "adding-a-game",
    ),
    "reference": (
        "commands", "notation", "faults", "json", "files-and-variables", "rule-sets", "glossary",
        "faq", "python", "python-api", "notes", "studies", "library", "viewer", "chain",
        "protocol", "dice-proofs", "hands", "witness", "reliability", "opening-books",
        "repertoires", "review-method", "win-probability", "programs", "data-files", "evidence",
        "versions", "areas", "hexes", "texts", "conformance",
    ),
    "explanation": (
        "how-a-log-is-verified", "what-a-seal-proves", "what-win-probabilities-are-worth",
        "architecture-overview",
    ),
}  # fmt: skip
"""The topics of each section, in the order of the navigation."""
GENERATED = ("commands", "python-api", "rule-sets")
SENTENCE_END = re.compile(r"(?<=[.。!?！？])(?:\s|$)|(?<=[。！？])")
NO_PROSE = ("#", "|", "```", "<", "![", "- ")
LINK = re.compile(r"!?\[((?:[^\]\\]|\\.)*)\]\(([^()\s]*)\)")
"""A link or picture of Markdown: its text and its target."""


class Topic(NamedTuple):
    """A page: its name, its section, and the language in which it exists."""

    name: str
    section: str
    language: str

    @property
    def path(self) -> Path:
        """The file of the page. A generated page has none."""
        return SPEC / self.language / self.section / f"{self.name}.md"

    def read(self) -> str:
        """Return the Markdown of the page."""
        if self.name in GENERATED:
            from senpu.tui.commands.generated_pages import GENERATORS

            return GENERATORS[self.name](self.language)
        return self.path.read_text("utf-8")


def list_topics(language: str) -> Iterator[Topic]:
    """Yield the pages in the order of the navigation: in a language, else in English."""
    for section, names in SECTIONS.items():
        for name in names:
            topic = _find(name, section, language)
            if topic is not None:
                yield topic


def find_topic(name: str, language: str) -> Topic | None:
    """Return the page with a name, in a language or else in English; None if there is none."""
    return next((topic for topic in list_topics(language) if topic.name == name), None)


def _find(name: str, section: str, language: str) -> Topic | None:
    for each in (language, SOURCE):
        topic = Topic(name, section, each)
        if topic.path.is_file() or (name in GENERATED and _can_generate(name, each)):
            return topic
    return None


def _can_generate(name: str, language: str) -> bool:
    """Return whether a generated page exists in a language: docstrings are in English only."""
    return name != "python-api" or language == SOURCE


def find_title(markdown: str) -> str:
    """Return the title of a page: its heading of level 1."""
    return markdown.partition("\n")[0].removeprefix("# ").strip()


def find_summary(markdown: str) -> str:
    """Return the first sentence of a page, without marks."""
    paragraphs = (part for part in markdown.split("\n\n")[1:] if not part.startswith(NO_PROSE))
    first = " ".join(next(paragraphs, "").split())
    return strip_marks(SENTENCE_END.split(first)[0])


def strip_marks(text: str) -> str:
    """Return a text without the marks of links, code and emphasis."""
    return re.sub(r"[`*]", "", LINK.sub(r"\1", text))
