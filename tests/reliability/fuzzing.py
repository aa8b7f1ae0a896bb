"""A fuzzer guided by line coverage.

Keeps texts that reach a new line of the reader, the chain, the seals or the verdict, and mutates
them further. It is slower than a fuzzer in C and needs no other package.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic
from types import CodeType, FrameType

from senpu.logs.chain import Chain
from senpu.logs.mail.characters import RestorationError
from senpu.logs.mail.extraction import restore_mail
from senpu.logs.record import record_from
from senpu.logs.repair import find_damage, find_incomplete_end
from senpu.notation.faults import Fault
from senpu.notation.lines import Machine
from senpu.notation.reader import read_text, split_rows
from senpu.replay.disputes.verification import verify_record
from tests import sealed
from tests.notation.cases import fenced_blocks
from tests.reliability.figures import Figure
from tests.reliability.games import game

ROOT = Path(__file__).parents[2]
WATCHED = frozenset(
    str(path) for folder in ("notation", "logs", "replay") for path in (ROOT / folder).rglob("*.py")
)
PIECES = (
    b"Senpu: 1\n", b"Game: pendulum/toy\n", b"Chain: sha256\n", b"\n", b"\r\n", b"\0", b"\xff",
    b" ~1f3a9c02\n", b"%seal japan\n", b"%key ", b"  ", b"{", b"}", b"[5 4]", b"(", b")", b"End: ",
    b"undo 2", b"resign", b"agree Draw", b"T3 ", b"J: ", b"& ", b"|", b"> ", b"=3D", b"=\n",
    b"&gt;", "\u00a0\u3000“”…–\u0301".encode(), b"\xef\xbb\xbf", b"9" * 40,
)  # fmt: skip


def measure(small: bool) -> Iterator[Figure]:
    seconds = 0.7 if small else 60
    for what, work in (
        ("the reader and the verdict", read_and_verify),
        ("the mail reader", restore_and_verify),
    ):
        yield fuzz(what, work, seconds)


def seeds() -> list[bytes]:
    page = (ROOT / "spec" / "en/reference/notation.md").read_text("utf-8")
    texts = [*fenced_blocks(page, "senpu good"), *fenced_blocks(page, "senpu bad"), game(4)]
    texts += [sealed.seal(sealed.log(), "japan"), sealed.name_key(sealed.log(), "china")]
    return [text.encode() for text in texts]


def read_and_verify(data: bytes) -> None:
    """Read and verify the bytes of a log, and assert that the results agree."""
    verdict = verify_record(record_from(data), all_faults=True)
    assert verdict.valid is not bool(verdict.faults)
    assert verdict.valid_line <= len(split_rows(data))
    numbers = set()
    record, second = record_from(data), False
    numbers |= {fault.line for fault in record.header_faults} | {*record.header_rows.values()}
    for number, line in record:
        numbers |= {
            number,
            *range(number, number + (len(line.rows) if type(line) is Machine else 1)),
        }
        second = second or (isinstance(line, Fault) and line.id == "secondGame")
    if verdict.valid:
        assert find_damage(data) is None
        assert find_incomplete_end(data) is None
    if tear := find_incomplete_end(data):
        assert data.endswith(b"".join(tear.rows))


def restore_and_verify(data: bytes) -> None:
    try:
        found = restore_mail(data)
    except RestorationError:
        return
    if found.proven:
        chain = Chain()
        chain.read(split_rows(found.text))
        assert chain.on
        assert not chain.faults
    elif found.rows:  # else it was an attachment
        assert not read_text(found.text)[1]


def fuzz(what: str, work: Callable[[bytes], None], seconds: float) -> Figure:
    """Mutate texts for a number of seconds."""
    random, kept, seen = Random(4), seeds(), set[tuple[CodeType, int]]()
    failed: list[str] = []
    tried, until = 0, monotonic() + seconds
    for text in kept:
        _run(work, text, seen)
    begun = len(seen)
    while monotonic() < until:
        text = _mutate(random, kept)
        try:
            new = _run(work, text, seen)
        except Exception as error:
            failed.append(f"{type(error).__name__} on {text[:80]!r}")
            new = 0
        if new and len(text) < 4096:
            kept.append(text)
        tried += 1
    found = f"{len(seen):,} lines reached ({len(seen) - begun} of them new), " + (
        f"**{len(failed):,} failed: {failed[0]}**" if failed else "no exception"
    )
    goal = "no exception except RestorationError"
    return Figure(f"coverage-guided fuzzing of {what}", tried, goal, found, not failed)


def _run(work: Callable[[bytes], None], text: bytes, seen: set[tuple[CodeType, int]]) -> int:
    """Process a text and return the number of lines that run for the first time."""
    before = len(seen)

    def trace(frame: FrameType, event: str, _: object) -> object:
        code = frame.f_code
        if code.co_filename not in WATCHED:
            return None

        def line(frame: FrameType, event: str, _: object) -> object:
            if event == "line":
                seen.add((code, frame.f_lineno))
            return line

        return line

    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        work(text)
    finally:
        sys.settrace(None)
    return len(seen) - before


def _mutate(random: Random, kept: list[bytes]) -> bytes:
    """Return a text with bytes deleted, doubled, inserted, flipped, replaced or crossed over."""
    text = bytearray(random.choice(kept[-200:] + kept[:20]))
    for _ in range(random.randint(1, 4)):
        at = random.randint(0, len(text))
        end = min(len(text), at + random.choice((1, 2, 8, 30, 200)))
        kind = random.randrange(6)
        if kind == 0:
            del text[at:end]
        elif kind == 1:
            text[at:at] = text[at:end]
        elif kind == 2:
            text[at:at] = random.choice(PIECES)
        elif kind == 3 and at < len(text):
            text[at] ^= 1 << random.randrange(8)
        elif kind == 4:
            text[at:end] = random.choice(PIECES)
        else:
            other = random.choice(kept)
            text[at:] = other[random.randint(0, len(other)) :]
    return bytes(text[:8192])
