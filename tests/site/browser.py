"""Search the site in a browser, from the disk, in both languages."""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

SEARCHES = {
    "en": {
        "forged signature": (), "seal": ("reference/chain",), "equivocation": (),
        "illegalMove": ("reference/faults",), "win probability": ("reference/win-probability",),
        "salt": ("reference/hands",), "retreat": ("reference/rule-sets/800",),
        "senpu.Position.legal": ("reference/python-api",),
    },
    "ja": {
        "署名": ("guides/play-by-mail",),
        "推定勝率": ("explanation/what-win-probabilities-are-worth",),
        "初期配置": ("reference/rule-sets/800",), "「タイムライン」": (), "ハッシュチェーン": (),
        "定跡集": ("guides/openings-guide",), "verify": ("reference/commands",), "駒": (),
    },
}  # fmt: skip
"""Queries by language, with pages that each must find. Each must find a page."""
RESULT = re.compile(r'<li class="[^"]*kind-[^>]*><a href="([^"#]*)')


def find_browser() -> str:
    """Return the path of a browser, or "" if there is none."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), "")


def render(browser: str, address: str) -> str:
    """Return the HTML of a page after its scripts ran."""
    with tempfile.TemporaryDirectory() as profile:
        done = subprocess.run(
            [
                browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                f"--user-data-dir={profile}", "--virtual-time-budget=5000", "--dump-dom", address,
            ],
            capture_output=True, text=True, timeout=120, check=True,
        )  # fmt: skip
    return done.stdout


def check_searches(site: Path) -> Iterator[str]:
    """Yield the errors of the searches."""
    browser = find_browser()
    for language, queries in SEARCHES.items():
        for query, expected in queries.items():
            address = (site / language / "search.html").as_uri() + f"?q={quote(query)}"
            found = RESULT.findall(render(browser, address))
            if not found:
                yield f"{language}: {query}: nothing found"
            for name in expected:
                if f"{name}.html" not in found:
                    yield f"{language}: {query}: does not find {name}; finds {', '.join(found)}"
