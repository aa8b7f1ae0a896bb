"""The configuration of Sphinx. `tests/site/build.py` sets the language and the source folder."""

import posixpath
import re
from importlib.metadata import version as find_version
from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

HERE = Path(__file__).parent
project = "Senpu 戦譜"
author = "The Senpu contributors"
release = version = find_version("senpu")
extensions = ["myst_parser"]
templates_path = [str(HERE / "templates")]
html_static_path = [str(HERE / "static")]
html_css_files = ["site.css"]
html_theme = "furo"
html_theme_options = {"top_of_page_buttons": ["view"]}
html_title = f"Senpu {release}"
html_copy_source = False
html_show_copyright = False
html_use_index = False
html_search_language = "en"  # `static/search.js` finds Japanese without an index of words
html_domain_indices = False
html_permalinks_icon = "#"
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
myst_url_schemes = ("http", "https", "mailto", "english")
default_role = "code"
smartquotes = False  # -- begins an option
suppress_warnings = ["misc.highlighting_failure"]
JAPANESE = {
    "On this page": "このページの内容",
    "Back to top": "先頭へ",
    "Skip to content": "本文へ",
    "Next": "次",
    "Previous": "前",
    "Home": "ホーム",
    "Search": "検索",
    "Link to this heading": "この見出しへのリンク",
    "Made with ": "作成：",
}
"""Texts of the theme."""
ENGLISH = re.compile(r"\bexternal(\"[^>]* href=\")english://")
"""The start of a link to an English page from another language."""


def add_links(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Give the templates the page in the other language, else its home page."""
    del templatename, doctree
    own = app.config.language
    up = "../" * (pagename.count("/") + 1)
    context["translations"] = []
    for folder in sorted(Path(app.srcdir).parent.iterdir()):
        if folder.name != own:
            present = pagename == "search" or (folder / f"{pagename}.md").is_file()
            name = pagename if present else "index"
            context["translations"].append((folder.name, f"{up}{folder.name}/{name}.html"))
    for key in ("body", "toctree", "furo_navigation_tree", "toc"):
        if isinstance(context.get(key), str):
            context[key] = ENGLISH.sub(rf"internal\1{up}en/", context[key])
    for key in ("next", "prev"):
        link = (context.get(key) or {}).get("link", "")
        if link.startswith("english://"):
            context[key]["link"] = posixpath.join(f"{up}en", link.removeprefix("english://"))


def translate_theme(app: Sphinx) -> None:
    """Add the texts of the theme Furo, which has no Japanese catalogue."""
    if app.config.language == "ja":
        vars(app.translator)["_catalog"].update(JAPANESE)


def setup(app: Sphinx) -> None:
    """Register the handler, and the languages of code that Pygments does not know."""
    app.connect("builder-inited", translate_theme)
    app.add_lexer("senpu", TextLexer)
    app.connect("html-page-context", add_links, priority=900)
