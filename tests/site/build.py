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


CONTROLS = {
    "ja": {
        "Toggle site navigation sidebar": "ページの一覧を開く、または閉じる",
        "Toggle table of contents sidebar": "このページの内容を開く、または閉じる",
        "Toggle Light / Dark / Auto color theme": "配色を切り替える（明るい、暗い、自動）",
        "Contents": "内容",
        "Menu": "メニュー",
        "Expand": "開く",
        "Light mode": "明るい配色",
        "Dark mode": "暗い配色",
        "Auto light/dark, in light mode": "自動（明るい配色）",
        "Auto light/dark, in dark mode": "自動（暗い配色）",
    }
}
"""Texts of the theme that are not in its catalogue: names of controls and titles of icons."""
ARTICLE = re.compile(r'<article role="main".*?>(.*?)</article>', re.DOTALL)
BLOCK_END = re.compile(r"</(?:h[1-6]|p|li|t[dh]|d[dt]|div|pre)>")
NO_TEXT = re.compile(r'<a class="headerlink".*?</a>|<[^>]*>', re.DOTALL)


def translate_controls(site: Path, texts: dict[str, str]) -> None:
    """Replace texts of the theme in the pages of a language."""
    pattern = re.compile(
        rf'(aria-label="|<title>)({"|".join(map(re.escape, texts))})(?="|</title>)'
    )
    for path in site.rglob("*.html") if texts else ():
        page = path.read_text("utf-8")
        path.write_text(pattern.sub(lambda found: found[1] + texts[found[2]], page), "utf-8")


def write_texts(site: Path) -> None:
    """Write the texts of the pages of a language for its search page, as a script."""
    texts = {}
    for path in sorted(site.rglob("*.html")):
        if path.name != "search.html" and (found := ARTICLE.search(path.read_text("utf-8"))):
            name = path.relative_to(site).with_suffix("").as_posix()
            text = html.unescape(NO_TEXT.sub("", BLOCK_END.sub(" ", found[1])))
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
        translate_controls(SITE / language, CONTROLS.get(language, {}))
        write_texts(SITE / language)
    (SITE / "index.html").write_text(START, "utf-8")
    return int(failed)
