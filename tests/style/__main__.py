"""Print what the style guide bans in some files: `python -m tests.style PATH ...`."""

import sys
from pathlib import Path

from tests.style.check import hits, pieces, words

if __name__ == "__main__":
    texts = list(pieces(map(Path, sys.argv[1:])))
    found = list(hits(texts))
    for hit in found:
        print(f"{hit.where}: {hit.found!r}: {hit.instead}")
    total = words(texts)
    print(f"{len(found)} hits, {total} words of prose")
    sys.exit(bool(found))
