"""Write the sources of the site, one folder per language, from the pages of the repository.

A link to another page of the repository becomes a link to its page on the site. A page that does
not exist in a language is linked in English, and marked as English.
"""

import os
import posixpath
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from senpu.notation.messages import LANGUAGES, SOURCE, program_catalogue
from senpu.replay.core.registry import GAMES
from senpu.tui.api.rule_sets import rule_sets
from senpu.tui.commands.generated_pages import make_game_page
from senpu.tui.commands.help_pages import (
    find_label,
    find_summary,
    find_title,
    find_topic,
    list_topics,
)
from senpu.tui.commands.topics import FOLDERS, SECTIONS
from tests.pictures.gallery import CHOSEN, TRANSLATED

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PROJECT = ("CHANGELOG", "CONTRIBUTING", "ARCHITECTURE", "SECURITY")
"""Pages in the top folder, in English only."""
GAME_PAGES = [f"reference/rule-sets/{name}" for name, game in GAMES.items() if game.library]
LABELS = {
    "games": {"en": "Rules of the games", "ja": "ゲームのルール"},
    "project": {"en": "The project", "ja": "プロジェクト"},
}
"""The titles of the sections that `senpu help` does not have."""
SCHEME = "english"
"""The scheme of a link from another language to an English page: `english://reference/json.html`."""
NO_LINK = (
    r"^ *(?P<fence>```|~~~).*?^ *(?P=fence)[`~]* *$|(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)"
)
"""A block or a span of code."""
MARKS = re.compile(
    rf"{NO_LINK}|(?P<picture>!?)\[(?P<text>(?:[^\[\]\\]|\\.|!\[[^\]]*\]\([^)]*\))*)\]\((?P<target>[^()\s]+)\)",
    re.MULTILINE | re.DOTALL,
)
REMOTE = re.compile(r"[a-z]+:|#")
JOINED = re.compile(
    rf"(?P<code>{NO_LINK})|(?<=[\u3001-\u9fff\uff01-\uff60])\n(?=[\u3001-\u9fff\uff01-\uff60])",
    re.MULTILINE | re.DOTALL,
)
"""Code, or a line break between Japanese characters, which a browser would show as a space."""


def find_home(language: str) -> Path:
    """Return the file of the home page: README.md if a language has no home page."""
    path = ROOT / "spec" / language / "readme.md"
    return path if path.is_file() else README


def find_name(path: Path) -> str:
    """Return the name on the site of the page that a file of the repository becomes, or ""."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[0] == "spec" and len(parts) == 3 and parts[2] in FOLDERS:
        return f"{parts[2]}/index"
    if path == README or (parts[0] == "spec" and parts[-1] == "readme"):
        return "index"
    if path.suffix != ".md":
        return ""
    if parts[0] == "spec" and len(parts) == 4:
        game = parts[-1] == "rules"
        return f"reference/rule-sets/{parts[1]}" if game else "/".join(parts[2:])
    return f"project/{parts[0].lower()}" if parts[0] in PROJECT else ""


class Sources:
    """The pages of one language.

    Attributes:
        pages: The Markdown of each page by its name on the site.
        files: The pictures and other files by their path on the site.
        sections: The names of the pages in each section, in the order of the navigation. They
            include the pages that exist in English only.
        errors: The links that lead nowhere.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self.render = program_catalogue(language).render
        self.pages: dict[str, str] = {}
        self.files: dict[str, Path] = {}
        self.sections: dict[str, list[str]] = {section: [] for section in SECTIONS}
        self.errors: list[str] = []
        self._origins: dict[str, Path] = {}
        for topic in list_topics(language):
            name = f"{topic.folder}/{topic.name}"
            self.sections[topic.section].append(name)
            if topic.language == language:
                self._add(name, topic.read(), topic.path)
        self.sections["games"] = GAME_PAGES
        for name in GAME_PAGES:
            game = posixpath.basename(name)
            path = GAMES[game].folder / language / "rules.md"
            if path.is_file():
                self._add(name, make_game_page(game, language), path)
        self.sections["project"] = [f"project/{name.lower()}" for name in PROJECT]
        if language == SOURCE:
            for name in PROJECT:
                path = ROOT / f"{name}.md"
                self._add(f"project/{name.lower()}", path.read_text("utf-8"), path)
        for folder in FOLDERS:
            path = ROOT / "spec" / language / folder / "index.md"
            self._add(f"{folder}/index", self._make_overview(folder), path)
        path = find_home(language)
        self._add("index", path.read_text("utf-8"), path)

    def _add(self, name: str, text: str, path: Path) -> None:
        self.pages[name], self._origins[name] = text, path

    def write(self, folder: Path, english: dict[str, str]) -> None:
        """Write the pages and files into an empty folder.

        Args:
            folder: The folder.
            english: The English pages, for links to pages that do not exist in this language.
        """
        texts = {name: self._relink(name, english) for name in self.pages}
        texts["index"] += "".join(self._extend_home(english))
        for name, text in texts.items():
            path = folder / f"{name}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        for at, path in self.files.items():
            (folder / at).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / at)

    def _relink(self, name: str, english: dict[str, str]) -> str:
        """Return a page with the links of the site in place of the links between files."""

        def relink(match: re.Match[str]) -> str:
            target = match["target"]
            if target is None:
                return match[0]
            text = MARKS.sub(relink, match["text"])
            if REMOTE.match(target):
                return f"{match['picture']}[{text}]({target})"
            where, mark, anchor = target.partition("#")
            path = Path(os.path.normpath(self._origins[name].parent / where))
            page = find_name(path)
            if page in self.pages:
                return f"[{text}]({self._relative(name, page)}.md{mark}{anchor})"
            if page in english:
                mark_of_english = self.render("pages.english", {"title": ""})
                # Without its brackets: a page may also write "、英語" in a longer comment.
                is_marked = match.string.startswith(mark_of_english[1:-1], match.end() + 1)
                title = text if is_marked else f"{text}{mark_of_english}"
                return f"[{title}]({SCHEME}://{page}.html{mark}{anchor})"
            if page or not path.is_file():
                self.errors.append(f"{self.language}/{name}: {target}: no such file")
                return text
            at = f"files/{path.relative_to(ROOT).as_posix()}"
            self.files[at] = path
            return f"{match['picture']}[{text}]({self._relative(name, at)})"

        return JOINED.sub(lambda match: match["code"] or "", MARKS.sub(relink, self.pages[name]))

    @staticmethod
    def _relative(name: str, to: str) -> str:
        return posixpath.relpath(to, posixpath.dirname(name) or ".")

    def _extend_home(self, english: dict[str, str]) -> Iterator[str]:
        """Yield what follows the text of the home page: the games, and the navigation."""
        yield f"\n\n## {LABELS['games'][self.language]}\n\n:::::{{container}} gallery\n"
        for picture in (*CHOSEN, *TRANSLATED):
            if picture.language != self.language:
                continue
            game = picture.log.partition("/")[0]
            edition = picture.name.removeprefix(f"{game}-")
            rules = next(
                each for each in rule_sets() if each.id.startswith(f"{game}/{edition}")
                or (edition == game and each.id.startswith(f"{game}/"))
            )  # fmt: skip
            at = f"files/{picture.path.relative_to(ROOT).as_posix()}"
            self.files[at] = picture.path
            title, page = rules.title(self.language), f"reference/rule-sets/{game}"
            link = f"{page}.md" if page in self.pages else f"{SCHEME}://{page}.html"
            yield f"\n[![{title}]({at})\\\n{title}]({link})\n"
        yield "\n:::::\n"
        for section, names in self.sections.items():
            own = LABELS.get(section)
            title = own[self.language] if own else self.render(f"pages.{section}", {})
            yield f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n"
            for name in names:
                if name in self.pages:
                    yield f"{name}\n"
                elif name in english:
                    topic = find_topic(posixpath.basename(name), SOURCE)
                    title = find_label(topic, self.language) if topic else find_title(english[name])
                    title = self.render("pages.english", {"title": title})
                    yield f"{title.replace('`', '')} <{SCHEME}://{name}.html>\n"
            yield "```\n"

    def _make_overview(self, folder: str) -> str:
        """Return the page of a folder: its pages by section, each with its first sentence."""
        parts = ["---\norphan: true\n---", f"# {self.render(f'pages.{folder}', {})}"]
        for section, (place, _) in SECTIONS.items():
            found = [each for each in list_topics(self.language) if each.section == section]
            if place == folder and section != folder:
                parts.append(f"## {self.render(f'pages.{section}', {})}")
            if place == folder:
                rows = [
                    f"- [{find_title(each.read())}]({each.name}.md): {find_summary(each)}"
                    if each.language == self.language
                    else f"- [{find_label(each, self.language)}]({each.name}.md)"
                    for each in found
                ]
                parts.append("\n".join(rows))
        return "\n\n".join(parts) + "\n"


def write_sources(folder: Path) -> list[str]:
    """Write the sources of all languages into folders with the ids of the languages.

    Args:
        folder: The folder that contains these folders.

    Returns:
        The errors: links that lead nowhere.
    """
    shutil.rmtree(folder, ignore_errors=True)
    english = Sources(SOURCE)
    errors = []
    for language in LANGUAGES:
        sources = english if language == SOURCE else Sources(language)
        sources.write(folder / language, english.pages)
        errors += sources.errors
    return errors
