"""Build the documentation site: `python -m tests.site [--check]`."""

import argparse
import sys
import time

from tests.site.browser import check_searches, find_browser
from tests.site.build import SITE, build_site
from tests.site.checks import check_site, find_missing_translations
from tests.site.sources import ROOT

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.site", description=__doc__)
    parser.add_argument("--check", action="store_true", help="also check links and searches")
    given = parser.parse_args()
    begun = time.monotonic()
    status = build_site(given.check)
    files = [path for path in SITE.rglob("*") if path.is_file()]
    pages = sum(path.suffix == ".html" for path in files)
    size = sum(path.stat().st_size for path in files) / 1e6
    print(f"{SITE}/index.html: {pages} pages, {size:.1f} MB, {time.monotonic() - begun:.0f} s")
    if given.check:
        errors = [*find_missing_translations(ROOT / "spec"), *check_site(SITE)]
        if find_browser():
            errors += check_searches(SITE)
        else:
            print("no browser (chromium or google-chrome): the searches were not checked")
        print("\n".join([*errors, f"{len(errors)} errors"]))
        status = status or int(bool(errors))
    sys.exit(status)
