"""Logs that are cut, have a flipped bit, or have missing, doubled or foreign lines."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from senpu.logs.journal import IncompleteLineError, hold_log
from senpu.logs.repair import DamagedLogError, repair
from tests.reliability.figures import Figure
from tests.reliability.games import ABOVE, NONCE, first_fault, game, read


def measure(small: bool) -> Iterator[Figure]:
    yield cuts(4 if small else 200)
    yield from bits(2 if small else 50)
    yield random_bits(300 if small else 10_000, 20 if small else 2_000)
    yield from lines(20 if small else 200)


def cuts(count: int) -> Figure:
    """Cut a log at every byte, repair it and append to it."""
    data = game(count).encode()
    header = data.index(b"\n\n") + 2
    tried = wrong = never_begun = 0
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.senpu"
        for cut in range(len(data)):
            path.write_bytes(data[:cut])
            outcome = reopened(path, data[:cut])
            never_begun += outcome == "never begun"
            wrong += outcome == "wrong" or (outcome == "never begun") is not (cut < header)
            tried += 1
            for kept in path.parent.glob("*.torn-*"):
                kept.unlink()
    return Figure(
        f"a log of {count} lines cut at every byte, continued after `senpu repair`",
        tried,
        "never valid beyond the cut, nothing above it lost",
        f"{tried - wrong:,} met this ({never_begun} cuts in the header: no log yet)",
        not wrong,
    )


def reopened(path: Path, data: bytes) -> str:
    """Repair and continue a log that may be cut, and return the outcome."""
    whole = data[: data.rfind(b"\n") + 1]
    try:
        with hold_log(path) as held:
            held.read()
        torn = False
    except IncompleteLineError:
        torn = True
    if torn is not (whole != data or not data):
        return "wrong"
    try:
        done = repair(path)
    except DamagedLogError as damaged:
        return "never begun" if path.read_bytes() == data and not whole_header(damaged) else "wrong"
    if (done is not None) is not torn or path.read_bytes() != whole:
        return "wrong"
    if done and done.backup.read_bytes() != data[len(whole) :]:
        return "wrong"
    with hold_log(path) as held:
        added = read(held.read()).chain.add_tags("{so}\n")
        held.append(added, len(whole))
    return "wrong" if first_fault(path.read_bytes()) else "continued"


def whole_header(damaged: DamagedLogError) -> bool:
    return damaged.fault.id not in ("headerMissing", "headerUnended", "tornTail")


def bits(count: int) -> Iterator[Figure]:
    """Flip every bit of a log, one at a time."""
    data = game(count).encode()
    header = data.index(b"\n\n") + 2
    found = exact = tried = above = above_found = above_reported = 0
    number = 1
    for at, byte in enumerate(data):
        for bit in range(8):
            changed = bytearray(data)
            changed[at] = byte ^ 1 << bit
            fault = first_fault(bytes(changed))
            if at < header:
                above += 1
                above_found += fault is not None
                above_reported += fault is not None and fault.line <= ABOVE
            else:
                tried += 1
                found += fault is not None
                exact += fault is not None and fault.line == number
        number += byte == 0x0A
    yield Figure(
        f"every bit of {count} chained lines flipped",
        tried,
        "all found, on the exact line",
        f"{found:,} found, {exact:,} on the line",
        found == exact == tried,
    )
    yield Figure(
        f"every bit of the header above {count} lines flipped",
        above,
        "all found, reported in the header",
        f"{above_found:,} found, {above_reported:,} reported there",
        above_found == above_reported == above,
    )


def random_bits(count: int, times: int) -> Figure:
    """Flip random bits of a long log."""
    data = bytearray(game(count).encode())
    header, random = data.index(b"\n\n") + 2, Random(6)
    exact = 0
    for _ in range(times):
        at, bit = random.randrange(header, len(data)), 1 << random.randrange(8)
        number = data.count(b"\n", 0, at) + 1
        data[at] ^= bit
        fault = first_fault(bytes(data))
        exact += fault is not None and fault.line == number
        data[at] ^= bit
    return Figure(
        f"a random bit of {count:,} chained lines flipped",
        times,
        "all found, on the exact line",
        f"{exact:,} on the line",
        exact == times,
    )


def lines(count: int) -> Iterator[Figure]:
    """Drop, double and swap lines, and move lines between games."""
    rows = game(count).encode().splitlines(keepends=True)
    other = game(count, seed=2).encode().splitlines(keepends=True)
    places, random = range(ABOVE, len(rows)), Random(7)

    def tried(what: str, changed: list[tuple[int, list[bytes]]], note: str = "") -> Figure:
        exact = 0
        for at, each in changed:
            fault = first_fault(b"".join(each))
            exact += fault is not None and fault.line == at + 1
        result = f"{exact:,} on the line{note}"
        return Figure(
            what, len(changed), "the first invalid line reported", result, exact == len(changed)
        )

    yield tried(
        "each chained line dropped, except the last",
        [(at, [*rows[:at], *rows[at + 1 :]]) for at in places[:-1]],
        "; the last can be withdrawn unnoticed (`chain.md`)",
    )
    yield tried(
        "each chained line doubled",
        [(at + 1, [*rows[: at + 1], *rows[at:]]) for at in places],
    )
    yield tried(
        "each chained line swapped with the next",
        [
            (at, [*rows[:at], rows[at + 1], rows[at], *rows[at + 2 :]])
            for at in places[:-1]
            if rows[at] != rows[at + 1]
        ],
    )
    swaps = []
    for _ in places:
        one, two = sorted(random.sample(places, 2))
        each = [*rows]
        each[one], each[two] = each[two], each[one]
        swaps.append((one, each))
    yield tried("two random chained lines swapped", swaps)
    yield tried(
        "each line moved in from another chained game",
        [(at, [*rows[:at], other[at], *rows[at + 1 :]]) for at in places],
    )
    assert f"{1:032x}" != NONCE
