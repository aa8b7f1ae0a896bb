"""Build the site with Sphinx."""

import html
import json
import re
import shutil
from pathlib import Path

from senpu.notation.messages import LANGUAGES
from tests.site.sources import ROOT, write_sources

HERE = Path(__file__).parent
BUILD = ROOT / "build"
SITE = BUILD / "site"
SOURCES = BUILD / "site-sources"
START = """<!doctype html>
<meta charset="utf-8">
<title>Senpu 戦譜</title>
<script>
location.replace((navigator.language.startsWith("ja") ? "ja" : "en") + "/index.html");
</script>
<p><a href="en/index.html">English</a> · <a href="ja/index.html" lang="ja">日本語</a></p>
"""


ARTICLE = re.compile(r'<article role="main".*?>(.*?)</article>', re.DOTALL)
NO_TEXT = re.compile(r'<a class="headerlink".*?</a>|<[^>]*>', re.DOTALL)


def write_texts(site: Path) -> None:
    """Write the texts of the pages of a language for its search page, as a script."""
    texts = {}
    for path in sorted(site.rglob("*.html")):
        if path.name != "search.html" and (found := ARTICLE.search(path.read_text("utf-8"))):
            name = path.relative_to(site).with_suffix("").as_posix()
            text = html.unescape(NO_TEXT.sub("", found[1]))
            texts[name] = " ".join(text.split())
    script = f"const PAGE_TEXTS = {json.dumps(texts, ensure_ascii=False)};\n"
    (site / "_static" / "texts.js").write_text(script, "utf-8")


def build_site(strict: bool) -> int:
    """Build the site in all languages.

    Args:
        strict: Whether a warning of Sphinx, or a link that leads nowhere, is an error.

    Returns:
        The exit status: 0 if the site was built.
    """
    from sphinx.cmd.build import build_main

    errors = write_sources(SOURCES)
    failed = strict and bool(errors)
    print("".join(f"{error}\n" for error in errors), end="")
    shutil.rmtree(SITE, ignore_errors=True)
    for language in LANGUAGES:
        status: int = build_main(
            [
                "-q", "-b", "html", "-c", str(HERE), "-d", str(BUILD / "site-state" / language),
                "-D", f"language={language}", *(["-W", "--keep-going"] if strict else []),
                str(SOURCES / language), str(SITE / language),
            ]
        )  # fmt: skip
        failed |= bool(status)
        write_texts(SITE / language)
    (SITE / "index.html").write_text(START, "utf-8")
    return int(failed)
