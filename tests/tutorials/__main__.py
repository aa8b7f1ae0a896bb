"""`python -m tests.tutorials`: run all tutorials and guides as printed, outside CI's time.

`--write` replaces each printed output that differs by the actual one, and texts that differ in each
run by `…`; read the result before you commit it. Names of pages select pages. The exit status is 1
if something differs.
"""

import argparse
import re
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from tests.tutorials.pages import ANY, ROOT, list_pages
from tests.tutorials.session import Difference, run_page

MASKS = (
    (re.compile(r"^( +(?:\d+|start)  )[0-9a-f]{4,16}(?=  )", re.M), rf"\1{ANY}"),
    (
        re.compile(r"\b(?:[bdfghj-np-tvz][aiou][bdfghj-np-tvz][aiou][bdfghj-np-tvz]-?\b){5}", re.A),
        ANY,
    ),
    (re.compile(r"\bed25519 \S+"), f"ed25519 {ANY}"),
    (re.compile(r"~[0-9a-f]{8}$", re.M), f"~{ANY}"),
    (re.compile(r"\b[0-9a-f]{8}, expected [0-9a-f]{8}\b"), f"{ANY}, expected {ANY}"),
    (re.compile(r"(?<=タグは)[0-9a-f]{8}|^  [0-9a-f]{8}(?=です)", re.M), ANY),
    (re.compile(r"\b[0-9a-f]{32}\b|(?<!sha256:)\b[0-9a-f]{64}\b"), ANY),
    (re.compile(r"\?[0-9a-f]{8}\b"), f"?{ANY}"),
    (re.compile(r"#\d\d(?=, dealt as)|(?<=\?… )#\d\d"), f"#{ANY}"),
    (re.compile(r"/\S+/work/"), f"{ANY}/"),
)
"""Texts that differ in each run (ids of notes, keys, tags, folders), and their text in a page."""


def write_outputs(page: Path, differences: list[Difference]) -> None:
    """Replace the printed outputs of a page.

    Args:
        page: The page.
        differences: What differs, in the order of the page.
    """
    rows = page.read_text("utf-8").splitlines(keepends=True)
    today = re.compile(datetime.now(UTC).strftime("%Y-%m-%d") + r"(?:T\d\d:\d\d:\d\dZ)?")
    masks = ((today, ANY), *MASKS)
    for each in reversed(differences):
        if each.step.output is None:
            continue
        start = each.step.line
        while rows[start - 1].endswith("\\\n"):
            start += 1
        old = each.step.output.count("\n")
        blank = old > 0 and rows[start + old - 1] == "\n"
        actual = "".join(row.rstrip() + "\n" for row in each.actual.splitlines())
        for changing, shown in masks:
            actual = changing.sub(shown, actual)
        rows[start : start + old] = [actual, "\n"] if blank else [actual]
    page.write_text("".join(rows), "utf-8", newline="\n")


def run() -> int:
    """Run the pages that the arguments name, and report what differs."""
    parser = argparse.ArgumentParser(description="Run the tutorials and guides as printed.")
    parser.add_argument("pages", nargs="*", help="names of pages, such as settle-a-dispute")
    parser.add_argument("--write", action="store_true", help="write the actual outputs")
    given = parser.parse_args()
    failed = 0
    for page in list_pages():
        if given.pages and page.stem not in given.pages and str(page) not in given.pages:
            continue
        start = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            differences = run_page(page, Path(folder))
        failed += len(differences)
        name = page.relative_to(ROOT)
        print(f"{name}: {len(differences)} differences, {time.perf_counter() - start:.1f} s")
        for each in [] if given.write else differences:
            print(f"--- {name}:{each.step.line}: {each.step.text} (status {each.status})")
            print(each.actual)
        if given.write:
            write_outputs(page, differences)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(run())
