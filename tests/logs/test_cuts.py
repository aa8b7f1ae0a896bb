"""A log that was cut at any byte: its complete lines count, and `repair` removes the rest."""

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from senpu.logs.chain import add_tags
from senpu.logs.dice import DiceReceipt, DiceSource, format_dice_line
from senpu.logs.repair import DamagedLogError, repair
from senpu.notation.faults import Error
from senpu.replay.disputes.comparison import compare
from senpu.replay.disputes.verification import verify
from senpu.replay.recording.log_writing import append_draft, lock_log
from tests import fair, hands, sealed


@cache
def logs() -> dict[str, bytes]:
    """Return a log of each kind, with machine lines of each kind."""
    signed = sealed.name_key(sealed.seal(sealed.log(), "japan"), "japan", "stranger", "japan")
    signed = sealed.seal(signed, "china", "undo 1")
    rolled = fair.commit(fair.commit(fair.begun(), "north", 3), "south", 4)
    served = sealed.go_on(add_tags(f"{fair.HEADER}\n"), format_dice_line(DiceSource("dice.org")))
    served = sealed.go_on(served, fair.AWAITED + format_dice_line(DiceReceipt("No. 7")) + "[2]\n")
    cards = [hands.card(at, "japan", f"#0{at}") for at in (3, 4, 7)]
    cards = [card._replace(number=at) for at, card in enumerate(cards, 1)]
    dealt = f"{hands.dealt(*cards)}{{上海}}\n{hands.format_reveals(cards[1])}"
    shown = fair.reveal(fair.reveal(fair.begun(), "north"), "south")
    plain = "Senpu: 1\nGame: 800/bonsai-2021\n\nC: x1+c1@D c2+c3+k1@C {上海 \\}}\n%dice recorded\n"
    texts = {
        "seals": signed, "secrets": shown, "commitments": rolled, "receipts": served,
        "hands": hands.log(dealt, hands.RUSSO), "plain": plain + "J: i1+i2+g1@A i3+i4+g2@B\n",
    }  # fmt: skip
    return {name: text.encode() for name, text in texts.items()}


def find_ends(data: bytes) -> tuple[int, list[int]]:
    """Return the end of the header, and the ends of the lines: a machine line is one."""
    header = data.index(b"\n\n") + 2
    ends, rows = [header], data[header:].splitlines(keepends=True)
    is_hand = False
    for at, row in enumerate(rows):
        is_hand = row.startswith(b"%hand") or (is_hand and row[:1] == b" ")
        below = rows[at + 1] if at + 1 < len(rows) else b""
        if not is_hand and below[:1] != b" ":
            ends.append(header + len(b"".join(rows[: at + 1])))
    return header, ends


def check_cut(path: Path, data: bytes, cut: int) -> None:
    """Check a log that was cut at a byte."""
    header, ends = find_ends(data)
    path.write_bytes(data[:cut])
    verdict = verify(path)
    rejected = ""
    try:
        with lock_log(path):
            pass
        append_draft(path, lambda scribe, reducer: scribe.draft("{so}"), after_end=True)
    except Error as error:
        rejected = str(error)
    if cut < header:
        assert "repair" not in "".join((rejected, *(str(f.render()) for f in verdict.faults)))
        assert rejected
        with pytest.raises(DamagedLogError, match=r"no complete header|only cuts off"):
            repair(path)
        return
    kept = max(end for end in ends if end <= cut)
    if kept == cut:
        assert (verdict.faults, rejected) == ([], "")
        return
    (fault,) = verdict.faults
    assert (fault.id, fault.line) == ("tornTail", data[:kept].count(b"\n") + 1)
    remedy = "restore FILE -o NEW" if fault.message.id.endswith(".newline") else "repair FILE"
    assert f"`senpu {remedy}`" in fault.render()
    assert "senpu repair" in rejected
    assert path.read_bytes() == data[:cut]
    whole = path.with_name("whole.senpu")
    whole.write_bytes(data[:kept])
    assert compare(path, whole).comparison.verdict == "identical"
    done = repair(path)
    assert done
    assert (path.read_bytes(), done.backup.read_bytes()) == (data[:kept], data[kept:cut])
    again = verify(path)
    # The verdict ignores the incomplete end: its figures are those of the log without it.
    known = {"valid": True, "faults": [], "broken": []}
    ignored = {"awaited": again.awaited, "open": again.open}  # no acts are awaited after a fault
    assert again == replace(verdict, **known, **ignored)
    assert [each for each in again.open if not each.id.startswith("awaited")] == verdict.open
    append_draft(path, lambda scribe, reducer: scribe.draft("{so}"), after_end=True)
    assert verify(path).valid
    done.backup.unlink()


LAST = 9
"""Number of rows at the end that are cut; more than a seal has."""


@pytest.mark.parametrize("kind", ["seals", "hands", "plain"])
def test_a_log_cut_in_its_last_rows_has_its_complete_lines(kind: str, tmp_path: Path) -> None:
    data = logs()[kind]
    rows = data.splitlines(keepends=True)
    for at in range(max(len(rows) - LAST, 0), len(rows) + 1):
        start = len(b"".join(rows[:at]))
        for cut in {start, min(start + 3, len(data))}:
            check_cut(tmp_path / "game.senpu", data, cut)


@pytest.mark.slow
@pytest.mark.parametrize("kind", logs())
def test_a_log_cut_in_any_row_has_its_complete_lines(kind: str, tmp_path: Path) -> None:
    """It is cut at both ends of each row, inside all letters that are not ASCII, and between."""
    data = logs()[kind]
    for cut in range(len(data) + 1):
        around = data[max(cut - 2, 0) : cut + 2]
        if cut % 7 == 0 or b"\n" in around or not around.isascii():
            check_cut(tmp_path / "game.senpu", data, cut)
