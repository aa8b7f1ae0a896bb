"""`python -m tests.golden`: rewrite the golden transcripts of all library logs."""

from senpu.logs.record import LIBRARY
from tests.golden.transcript import GOLDEN, golden_file, transcript

wanted = {golden_file(log): log for log in sorted(LIBRARY.rglob("*.senpu"))}
for old in GOLDEN.rglob("*.txt"):
    if old not in wanted:
        old.unlink()
        print(f"removed {old.relative_to(GOLDEN)}")
for path, log in wanted.items():
    text = transcript(log)
    if not path.exists() or path.read_text("utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")
        print(f"wrote {path.relative_to(GOLDEN)}")
