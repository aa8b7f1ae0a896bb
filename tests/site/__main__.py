"""Build the documentation site: `python -m tests.site [--check]`."""

import argparse
import sys
import time

from tests.site.build import SITE, build_site

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.site", description=__doc__)
    parser.add_argument("--check", action="store_true", help="also check the site")
    given = parser.parse_args()
    begun = time.monotonic()
    status = build_site(given.check)
    if status:
        sys.exit(status)
    files = [path for path in SITE.rglob("*") if path.is_file()]
    pages = sum(path.suffix == ".html" for path in files)
    size = sum(path.stat().st_size for path in files) / 1e6
    print(f"{SITE}/index.html: {pages} pages, {size:.1f} MB, {time.monotonic() - begun:.0f} s")
