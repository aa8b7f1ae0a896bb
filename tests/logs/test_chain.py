"""The chain: each change of a log's bytes is found, on the changed line."""

from random import Random
from time import process_time

import pytest

from senpu.logs.chain import Chain, add_tags, split_tag
from senpu.logs.record import Record, record_from
from senpu.notation.faults import Fault, make_fault
from senpu.notation.lines import Machine, Play
from tests import sealed
from tests.sealed import CHAINED, NONCE, go_on, log

LINES = 200
LONG = go_on(log(CHAINED), "J: pass\n" * LINES)
FIFTY = go_on(log(CHAINED), "J: i3+i4>D\nC: pass {上海}\n" * 18)
TOP = FIFTY.index("\n\n") + 2
"""The offset of the first row after the header."""


def faults(data: bytes | str) -> list[Fault]:
    """Return all faults that reading finds, without the rules.

    The reducer finds a tag that remains on a line.
    """
    record = record_from(data)
    found = [*record.header_faults]
    for number, line in record:
        if isinstance(line, Fault):
            found.append(line)
        elif isinstance(line, Play) and line.tag:
            found.append(make_fault("tagUnexpected", number, "", layer="chain"))
    return found


def first(data: bytes | str) -> Fault:
    return faults(data)[0]


def rows(text: str = LONG) -> list[str]:
    return text.splitlines(keepends=True)


def top(text: str = LONG) -> int:
    """Return the index of the first row after the header."""
    return rows(text).index("\n") + 1


# ---- a whole chain --------------------------------------------------------------------------


def test_lines_come_without_their_tags_and_the_header_s_tag_is_no_line() -> None:
    found = [(number, line) for number, line in record_from(log(CHAINED))]
    assert [number for number, _ in found] == [10, 11, 12]
    assert all(isinstance(line, Play) and not line.tag for _, line in found)
    assert faults(LONG) == faults(FIFTY) == []


def test_each_row_of_a_machine_line_has_its_tag() -> None:
    text = go_on(log(CHAINED), "%commit japan\n  one\n  two\n")
    (line,) = [line for _, line in record_from(text) if isinstance(line, Machine)]
    assert line.rows == ("japan", "one", "two")
    assert all(split_tag(row.encode()) for row in text.splitlines(keepends=True)[top(text) :])


def test_the_end_line_and_empty_lines_are_chained_too() -> None:
    text = go_on(log(CHAINED), "J: resign\n\nEnd: China resign\n{so}\n")
    assert faults(text) == []
    for row in ("~", "End: China resign", "{so}"):
        at = text.rindex(row)
        assert faults(text[:at] + text[at:].partition("\n")[2]) or row == "{so}"


def test_a_chain_that_goes_on_in_pieces_is_the_same() -> None:
    text = LONG.encode().splitlines(keepends=True)
    for size in (1, 7, 64):
        record = Record(text[at : at + size] for at in range(0, len(text), size))
        assert not [line for _, line in record if isinstance(line, Fault)]
        assert record.chain.head == sealed.read(LONG).chain.head


def test_a_log_that_grows_is_checked_on() -> None:
    record = record_from(log(CHAINED))
    assert len(list(record)) == 3
    added = go_on(log(CHAINED), "J: i3+i4>D\nC: pass\n").removeprefix(log(CHAINED))
    record.resume([added.encode().splitlines(keepends=True)])
    assert len(list(record)) == 2
    record.resume([[b"J: pass ~00000000\n"]])
    ((_, fault),) = list(record)
    assert isinstance(fault, Fault)
    assert (fault.id, fault.line) == ("chainMismatch", 15)


def test_without_a_chain_nothing_is_taken_off() -> None:
    text = f"{sealed.PLAIN}\n{sealed.MOVES}J: i3+i4>D ~1f3a9c02\n"
    *_, (_, line) = record_from(text)
    assert isinstance(line, Play)
    assert line.tag == "1f3a9c02"
    assert add_tags(f"{sealed.PLAIN}\n{sealed.MOVES}") == f"{sealed.PLAIN}\n{sealed.MOVES}"


# ---- every cut, every bit -------------------------------------------------------------------


@pytest.mark.parametrize("step", [19, pytest.param(1, marks=pytest.mark.slow)])
def test_every_cut_ends_the_log_there_and_nothing_more_is_good(step: int) -> None:
    data = LONG.encode()
    whole = 0
    for cut in range(len(data)):
        ends = data[cut - 1 : cut] == b"\n"
        if not ends and 300 < cut < len(data) - 60 and cut % step:
            continue  # a step of 19 has a cut in each line
        found = faults(data[:cut])
        if ends and cut >= LONG.index("\n\n") + 2:
            assert found == [], cut
            whole += 1
        else:
            assert found, cut
            assert found[0].id in ("tornTail", "headerUnended", "headerMissing"), cut
    assert whole == LINES + 4


@pytest.mark.parametrize("bits", [1, pytest.param(8, marks=pytest.mark.slow)])
def test_every_bit_is_found_on_its_line(bits: int) -> None:
    """In the header, on its own line or by the header's tag, which names it.

    By default one bit of each byte is changed, another one from byte to byte; in CI all are.
    """
    data, number = FIFTY.encode(), 1
    header = FIFTY[:TOP].count("\n")
    for at, byte in enumerate(data):
        for bit in ((at + more) % 8 for more in range(bits)):
            changed = bytearray(data)
            changed[at] = byte ^ 1 << bit
            found = first(bytes(changed))
            where = (found.id, found.line, number, at, bit)
            if number > header:
                assert found.line == number, where
            else:
                assert found.line <= header + 1, where  # the place of its tag
        number += byte == 0x0A


def test_random_bits_of_a_long_log_are_found_on_their_lines() -> None:
    text = go_on(log(CHAINED), "J: i3+i4>D C: c1<E {so}\n" * 10_000).encode()
    below, random = text.index(b"\n\n") + 2, Random(6)
    lines = text.splitlines(keepends=True)
    ends, size = [], 0
    for row in lines:
        size += len(row)
        ends.append(size)
    for _ in range(40):
        at = random.randrange(below, len(text))
        number = next(number for number, end in enumerate(ends, 1) if at < end)
        changed = bytearray(lines[number - 1])
        changed[at - (ends[number - 1] - len(changed))] ^= 1 << random.randrange(8)
        chain = Chain()
        chain.read(lines[: number - 1])
        chain.read(
            (bytes(changed) + b"".join(lines[number : number + 2])).splitlines(keepends=True)
        )
        assert min(chain.faults) == number


# ---- lines ----------------------------------------------------------------------------------

PLACES = range(top(), len(rows()), 9)


@pytest.mark.parametrize("at", PLACES)
def test_a_line_that_was_dropped_is_missed_right_there(at: int) -> None:
    found = faults("".join((*rows()[:at], *rows()[at + 1 :])))
    if at == len(rows()) - 1:
        assert found == []  # only a user who has seen it can notice
    else:
        assert (found[0].id, found[0].line) == (
            "chainMismatch", at + 1
        ), at  # fmt: skip


@pytest.mark.parametrize("at", PLACES)
def test_a_repeated_line_is_reported(at: int) -> None:
    found = first("".join((*rows()[: at + 1], rows()[at], *rows()[at + 1 :])))
    assert (found.id, found.line) == ("chainMismatch", at + 2)
    last = at == len(rows()) - 1
    assert (found.message.id == "faults.chainMismatch.passed") is not last


@pytest.mark.parametrize("at", PLACES[:-1])
def test_lines_that_changed_places_are_found_at_the_first(at: int) -> None:
    text = go_on(log(CHAINED), "".join(f"J: i3+i4>D {{{number}}}\n" for number in range(LINES)))
    row = rows(text)
    row[at], row[at + 1] = row[at + 1], row[at]
    assert first("".join(row)).line == at + 1


def test_a_line_of_another_game_does_not_fit() -> None:
    other = LONG.replace(NONCE, "f" * 32)
    other = sealed.recompute_tags(other)
    for at in PLACES:
        mixed = "".join((*rows()[:at], rows(other)[at], *rows()[at + 1 :]))
        found = first(mixed)
        assert found.line == at + 1, at
    assert first(other.replace("f" * 32, NONCE)).id == "headerMismatch"


def test_a_line_without_a_tag_is_reported_with_what_the_line_below_shows() -> None:
    middle, typed = top() + 20, "J: pass\n"
    added = first("".join((*rows()[:middle], typed, *rows()[middle:])))
    assert (added.id, added.line, added.column) == ("tagMissing", middle + 1, 9)
    assert added.message.id == "faults.tagMissing.passed"
    bare = rows()[middle].rpartition(" ~")[0] + "\n"
    lost = first("".join((*rows()[:middle], bare, *rows()[middle + 1 :])))
    assert (lost.id, lost.line) == ("tagMissing", middle + 1)
    assert lost.message.id == "faults.tagMissing.kept"


# ---- messages -------------------------------------------------------------------------------


def test_a_changed_line_is_reported_with_both_tags_and_the_last_valid_line() -> None:
    found = first(FIFTY.replace("i3+i4+g2@B", "i3+i4@B"))
    row = FIFTY.splitlines()[found.line - 1]
    assert found.layer == "chain"
    assert found.text[found.column - 1 :] == row[-9:]
    assert str(found.message).startswith(f"tag {row[-8:]}, expected ")
    assert found.message.id.rpartition(".")[2] in ("message", "first")
    assert str(found.message).endswith(f"valid through line {found.line - 1}")


def test_where_only_a_tag_was_changed_the_chain_goes_on_below() -> None:
    at = FIFTY.index(" ~", FIFTY.index("J: i1+i2")) + 2
    text = FIFTY[:at] + ("0" if FIFTY[at] != "0" else "1") + FIFTY[at + 1 :]
    (found,) = faults(text)
    assert found.message.id == "faults.chainMismatch.kept"
    later = text.rindex("C: pass")
    assert len(faults(text[:later] + "J" + text[later + 1 :])) == 2


def test_columns_of_tags_count_characters() -> None:
    text = FIFTY.replace("{上海}", "{上海市}", 1)
    found = first(text)
    assert found.column == len("C: pass {上海市} ") + 1


@pytest.mark.parametrize("key", ["Game", "Rules", "Japan", "Nonce"])
def test_a_header_that_was_changed_is_reported_as_such(key: str) -> None:
    (row,) = [row for row in CHAINED.splitlines() if row.startswith(f"{key}:")]
    changed = row[:-1] + ("0" if row[-1] != "0" else "1")
    found = first(FIFTY.replace(row, changed))
    assert found.id == "headerMismatch"
    assert "lines 1 to 8" in str(found.message)


def test_a_header_without_a_name_or_with_another_chain_is_no_chain() -> None:
    assert first(add_tags(f"{sealed.PLAIN}Chain: sha256\n\n{sealed.MOVES}")).id == "nonceMalformed"
    assert first(f"{sealed.PLAIN}Chain: md5\n\n{sealed.MOVES}").id == "chainUnsupported"
    found = first(FIFTY.replace("Chain: sha256\n", ""))
    assert (found.id, found.line) == ("chainRemoved", 6)
    found = first(FIFTY.replace(f"Chain: sha256\nNonce: {NONCE}\n", ""))
    assert (found.id, found.line) == ("tagUnexpected", 7)


def test_rows_of_bytes_that_look_alike_are_not_chained_equally() -> None:
    """A space before a lone tag, or a tag after another, is not an equivalent form."""
    bare = FIFTY[TOP:].partition("\n")[0]
    assert first(FIFTY.replace(bare, f" {bare}", 1)).line == 9
    twice = go_on(log(CHAINED), "J: i3+i4>D ~1f3a9c02\n")
    *_, (_, line) = record_from(twice)
    assert isinstance(line, Play)
    assert line.tag == "1f3a9c02"  # which does not belong to this log: the reducer reports it


def test_ten_thousand_lines_are_checked_in_a_moment() -> None:
    lines = go_on(log(CHAINED), "J: i3+i4>D C: c1<E {so}\n" * 10_000).encode()
    split = lines.splitlines(keepends=True)
    times = []
    for _ in range(3):
        chain, start = Chain(), process_time()
        chain.read(split)
        times.append(process_time() - start)
        assert not chain.faults
    assert min(times) < 0.05
