"""The sources of the site, and what its checks find. Sphinx is not needed here."""

from pathlib import Path

from senpu.tui.commands.topics import FOLDERS
from tests.site.checks import check_site
from tests.site.sources import ROOT, Sources

PAGE = """\
[notation](../reference/notation.md#4-events), [rules](../../800/en/rules.md), [none](none.md),
[![map](../../../tests/pictures/800-bonsai.svg)](https://example.org), `[x](y.md)`
[notes](../reference/notes.md)（英語）

文を
続ける。

```text
[x](y.md)
一行
二行
```
"""
ENGLISH = ("reference/notation", "reference/rule-sets/800", "reference/notes")
SITE = {
    "index.html": '<a href="en/a.html#b">x</a>',
    "en/a.html": """\
<html lang="en"><link href="a.css"><script src="https://example.org/a.js"></script>
<h1 id="a" title="A">A</h1><h3>B</h3><a href="http://example.org">x</a><a href="c.html">y</a>""",
    "ja/b.html": """\
<html lang="ja"><title>A</title><svg><title>B</title></svg>
<input placeholder="Search"><h1>表</h1>""",
    "en/a.css": "body { background: url(//example.org/a.png) } @import 'https://example.org/b.css'",
}


def test_links_of_a_page_become_links_of_the_site(tmp_path: Path) -> None:
    sources = Sources("ja")
    sources.pages, sources.sections = {"guides/x": PAGE, "index": ""}, {}
    sources._origins["guides/x"] = ROOT / "spec" / "ja" / "guides" / "x.md"
    sources.write(tmp_path, dict.fromkeys(ENGLISH, ""))
    assert (tmp_path / "guides/x.md").read_text("utf-8").splitlines()[:3] == [
        "[notation（英語）](english://reference/notation.html#4-events), "
        "[rules（英語）](english://reference/rule-sets/800.html), none,",
        "[![map](../files/tests/pictures/800-bonsai.svg)](https://example.org), `[x](y.md)`",
        "[notes](english://reference/notes.html)（英語）",
    ]
    assert "\n文を続ける。\n\n```text\n[x](y.md)\n一行\n二行\n```\n" in (
        tmp_path / "guides/x.md"
    ).read_text("utf-8")
    assert sources.errors == ["ja/guides/x: none.md: no such file"]
    assert (tmp_path / "files/tests/pictures/800-bonsai.svg").is_file()


def test_every_page_is_on_the_site() -> None:
    pages = {f"{path.parent.name}/{path.stem}" for path in ROOT.glob("spec/en/*/*.md")}
    found = Sources("en")
    assert pages <= {*found.pages}
    assert {f"{folder}/index" for folder in FOLDERS} <= {*found.pages}
    assert "reference/rule-sets/nanjing1937" in found.pages


def test_the_checks_find_what_is_wrong(tmp_path: Path) -> None:
    for name, text in SITE.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert list(check_site(tmp_path)) == [
        "en/a.html: http://example.org: not the address of a page",
        "en/a.html: c.html: no such file",
        "en/a.html: asks another host: https://example.org/a.js",
        "en/a.html: a heading of level 3 follows one of level 1",
        "index.html: en/a.html#b: no such anchor",
        "ja/b.html: a control in English: B",
        "ja/b.html: a control in English: Search",
        "en/a.css: asks another host: //example.org/a.png",
        "en/a.css: asks another host: https://example.org/b.css",
    ]
