"""The search of `senpu help`: sections of pages, entries of their tables, and words."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from senpu.notation.faults import text_width
from senpu.notation.layout import add_style
from senpu.notation.messages import SOURCE, topic_renderer
from senpu.tui.command_line.table import SYNONYMS, TABLE
from senpu.tui.commands.help_pages import (
    Topic,
    find_anchor,
    find_label,
    find_topic,
    list_topics,
    render_link,
    strip_marks,
)
from senpu.tui.render.text_layout import wrap_rows

HEADING = re.compile(r"(#+) (.+)")
FENCE = re.compile(r" *(```|~~~)")
UNIT = re.compile(r" *(?:[|#]|[-*] |[0-9]+\. )")
"""The start of a line that does not continue the line before it: of a table or a list."""
PARTED = re.compile(r"[!-~]{2}")
"""Two characters of one word, if the writing has spaces between words."""
CODE = "\0"
"""The first character of a line of code."""
CELLS = re.compile(r"(?<!\\)\|")
NAMES = re.compile(r"[;；、,]\s*|\s*[(（].*?[)）]")
"""The separators of the names of one entry of a table: a sign, or a comment in brackets."""
NAME_COLUMNS = {"glossary": 2}
"""The columns that contain names, if there are more than one: terms in two languages."""
MARGIN = "  "
SHORTEST = 4
"""The characters of a word from which it may be the start of another word for a command."""
MOST_ENTRIES = 3
"""The most entries that are printed for a name; entries of the glossary are first."""


class Section(NamedTuple):
    """A section of a page, without the sections below it."""

    topic: Topic
    level: int
    title: str
    page: str
    """The title of the page."""
    text: str
    """Markdown."""

    @property
    def command(self) -> str:
        """The command that prints the section."""
        code = self.title.strip("`")
        if self.topic.name == "commands" and code.removeprefix("senpu ") in TABLE:
            return code.replace("senpu", "senpu help", 1)
        anchor = f" {find_anchor(self.title)}" if self.level > 1 else ""
        return f"senpu help {self.topic.name}{anchor}"


class Entry(NamedTuple):
    """A row of a table, with the first row of the table."""

    section: Section
    names: tuple[str, ...]
    head: str
    row: str


def read_sections(topic: Topic) -> list[Section]:
    """Return the sections of a page in their order."""
    found: list[tuple[int, str, list[str]]] = []
    is_code = False
    for line in topic.read().split("\n"):
        is_code ^= bool(FENCE.match(line))
        heading = None if is_code else HEADING.fullmatch(line)
        if heading:
            found.append((len(heading[1]), strip_marks(heading[2]), []))
        elif found:
            found[-1][2].append(line)
    page = found[0][1]
    return [
        Section(topic, level, title, page, "\n".join(lines).strip("\n"))
        for level, title, lines in found
    ]


def find_sections(topic: Topic, words: Sequence[str]) -> list[list[Section]]:
    """Return the sections whose heading has some words, each with the sections below it.

    Args:
        topic: The page.
        words: Words of the heading, or its anchor, in the language of the page; or in English, as
            in a link of a page that has no translation. If a heading has no other words, no other
            section is returned.
    """
    sections, anchor = read_sections(topic), find_anchor(" ".join(words))
    chosen = _choose(sections, anchor)
    if not chosen and topic.language != SOURCE:
        originals = read_sections(topic._replace(language=SOURCE))
        if [each.level for each in originals] == [each.level for each in sections]:
            chosen = _choose(originals, anchor)
    return [[*_take_section(sections[at:])] for at in chosen]


def _choose(sections: Sequence[Section], anchor: str) -> list[int]:
    """Return the places of the sections with an anchor; else with an anchor that contains it."""
    anchors = [find_anchor(each.title) for each in sections]
    exact = [at for at, each in enumerate(anchors) if each == anchor]
    return exact or [at for at, each in enumerate(anchors) if anchor and anchor in each]


def _take_section(sections: Sequence[Section]) -> Iterator[Section]:
    """Yield the first section and the sections below it."""
    first, *others = sections
    yield first
    yield from takewhile(lambda each: each.level > first.level, others)


def read_entries(section: Section) -> Iterator[Entry]:
    """Yield the rows of the tables of a section."""
    head, columns = "", NAME_COLUMNS.get(section.topic.name, 1)
    for line in section.text.split("\n"):
        if not line.startswith("|"):
            head = ""
        elif not head:
            head = line
        elif set(line) - set("|-: "):
            cells = [each.strip() for each in CELLS.split(line)[1 : columns + 1]]
            names = (name.strip("`* ") for cell in cells for name in (cell, *NAMES.split(cell)))
            yield Entry(section, tuple(dict.fromkeys(names)), head, line)


def list_names(language: str) -> list[str]:
    """Return the names of all entries and sections, for suggestions."""
    sections = [each for topic in list_topics(language) for each in read_sections(topic)]
    names = [name for each in sections for entry in read_entries(each) for name in entry.names]
    return [*(each.title for each in sections), *names]


def render_search(words: Sequence[str], language: str, width: int) -> Iterator[str]:
    """Yield the rows of what the manual has about some words; none if it has nothing.

    The words are a page and a section of it, or a name (of a fault, a term, a section), or words of
    a text.

    Args:
        words: The words.
        language: The language of the user.
        width: The width of a row in cells.
    """
    message = topic_renderer("pages", language)
    topic = find_topic(words[0].casefold(), language)
    if topic is not None and len(words) > 1:
        found = find_sections(topic, words[1:])
        if found:
            for sections in found:
                yield from render_sections(sections, language, width)
                yield ""
            return
        words = words[1:]
        hits = [*_find_hits(read_sections(topic), words)]
    else:
        sections = [each for page in list_topics(language) for each in read_sections(page)]
        yield from _render_commands(sections, " ".join(words), language, width)
        yield from _render_entries(sections, " ".join(words), language, width)
        best: dict[str, Hit] = {}
        for hit in _find_hits(sections, words):
            kept = best.setdefault(hit.section.topic.name, hit)
            best[hit.section.topic.name] = max(kept, hit, key=Hit.rank)
        hits = sorted(best.values(), key=Hit.rank, reverse=True)
    if hits:
        yield add_style(message("found", words=" ".join(words)), "heading")
    for hit in hits:
        yield ""
        yield from _render_origin(hit.section, language, width)
        if hit.line:
            yield MARGIN + cut_around(hit.line, hit.pattern, width - len(MARGIN))


def _render_origin(section: Section, language: str, width: int) -> Iterator[str]:
    """Yield the rows of the name of a section and of the command that prints it."""
    message, topic, name = topic_renderer("pages", language), section.topic, section.page
    if topic.language != language:
        name = message("english", title=find_label(topic, language))
    if section.level > 1:
        name = message("section", page=name, title=section.title)
    origin = message("link", text=name, target=f"`{section.command}`")
    yield from wrap_rows(add_style(origin, "heading"), "", width)


def render_sections(
    sections: Sequence[Section], language: str, width: int, text: str = ""
) -> Iterator[str]:
    """Yield the rows of a text, and of a section and the sections below it."""
    from senpu.tui.render.markdown import render_markdown  # a search needs no Markdown

    parts = [f"\n\n{'#' * each.level} {each.title}\n\n{each.text}" for each in sections]
    return render_markdown("".join((text, *parts)), width, partial(render_link, language=language))


def _render_entries(sections: list[Section], name: str, language: str, width: int) -> Iterator[str]:
    """Yield the rows of the sections and entries of tables that have a name."""
    from senpu.tui.render.markdown import render_record

    name = name.casefold()
    link = partial(render_link, language=language)
    found: list[tuple[Section, Iterator[str]]] = []
    for at, section in enumerate(sections):
        if section.title.strip("`").casefold() == name:
            own, *others = _take_section(sections[at:])
            found.append((own, render_sections(others, language, width, own.text)))
        for entry in read_entries(section):
            if name in map(str.casefold, entry.names):
                found.append((section, render_record(entry.head, entry.row, width, link)))
    found.sort(key=lambda each: each[0].topic.name not in NAME_COLUMNS)
    for section, rows in found[:MOST_ENTRIES]:
        yield from _render_origin(section, language, width)
        yield ""
        yield from rows
        yield ""


class Hit(NamedTuple):
    """A section with all words of a search."""

    section: Section
    is_in_title: bool
    matches: int
    """The number of times that the section has a word of the search."""
    line: str
    pattern: re.Pattern[str]
    """A word of the search that the line has, if it has one."""

    def rank(self) -> tuple[bool, int]:
        """Return a value by which better sections are greater."""
        return self.is_in_title, self.matches


def _render_commands(
    sections: list[Section], word: str, language: str, width: int
) -> Iterator[str]:  # fmt: skip
    """Yield the rows of the commands for which a word, or a longer one, is another name."""
    word = word.casefold()
    commands = {
        f"senpu {command}"
        for synonym, command in SYNONYMS.items()
        if synonym == word or (len(word) >= SHORTEST and synonym.startswith(word))
    }
    for section in sections:
        if section.topic.name == "commands" and section.title.strip("`") in commands:
            yield from _render_origin(section, language, width)
            yield from wrap_rows(next(list_lines(section.text), ""), MARGIN, width)
            yield ""


def _find_hits(sections: Sequence[Section], words: Sequence[str]) -> Iterator[Hit]:
    patterns = [*map(make_pattern, " ".join(words).split())]
    for section in sections:
        counts = [len(each.findall(f"{section.title}\n{section.text}")) for each in patterns]
        if not all(counts):
            continue
        lines = [*list_lines(section.text)] or [""]
        line = max(lines, key=lambda line: sum(bool(each.search(line)) for each in patterns))
        pattern = next((each for each in patterns if each.search(line)), patterns[0])
        is_in_title = all(each.search(section.title) for each in patterns)
        yield Hit(section, is_in_title, sum(counts), line, pattern)


def make_pattern(word: str) -> re.Pattern[str]:
    """Return the pattern of a word in texts: in English, its start, in the singular or plural."""
    word = unicodedata.normalize("NFKC", word)
    if word.isascii() and word[-1] in "sS" and word[-2:].casefold() != "ss":
        word = word[:-1] or word
    start = r"(?<![A-Za-z0-9])" if word[0].isascii() and word[0].isalnum() else ""
    return re.compile(start + re.escape(word), re.IGNORECASE)


def list_lines(text: str) -> Iterator[str]:
    """Yield the paragraphs, items, rows and lines of code of a text, without marks."""
    lines: list[str] = []
    is_code = continues = False
    for line in text.split("\n"):
        if FENCE.match(line):
            is_code, continues = not is_code, False
        elif is_code:
            lines.append(f"{CODE}{line}")
        elif not continues or UNIT.match(line):
            lines.append(line)
            continues = bool(line.strip())
        elif line.strip():
            lines[-1] += f" {line}"
        else:
            continues = False
    for line in lines:
        if set(line) - set(f"{CODE}|-: "):
            is_code = line.startswith(CODE)
            shown = line.removeprefix(CODE) if is_code else strip_marks(line).strip("|# ")
            yield " ".join(shown.split())


def cut_around(text: str, pattern: re.Pattern[str], width: int) -> str:
    """Return a row of a text that has a match of a pattern; `…` is in the place of the rest.

    Args:
        text: The text.
        pattern: The pattern.
        width: The most cells of the row.
    """
    found = pattern.search(text)
    end = found.end() if found else 0
    start = found.start() if found else 0
    if text_width(text[:end]) >= width:
        at = 0
        while text_width(text[at:]) >= width and text_width(text[at:end]) > width * 2 // 3:
            at += 1
        while 0 < at < start and PARTED.match(text, at - 1):
            at += 1
        rest = text[at:].lstrip()
        text, end = f"…{rest}", end - len(text) + len(rest) + 1
    if text_width(text) <= width:
        return text
    last = len(text)
    while text_width(text[:last]) >= width:
        last -= 1
    whole = last
    while whole > end and PARTED.match(text, whole - 1):
        whole -= 1
    return f"{text[: whole if whole > end else last].rstrip()}…"
