"""A log to which others append: whole lines are new, and a changed file is reported."""

from pathlib import Path

import pytest

from senpu.logs.growth import LogChanges, LogGrowth
from senpu.logs.record import open_record, record_from
from senpu.notation.faults import Fault
from senpu.notation.lines import Machine, Play
from tests import sealed

HEAD = "Senpu: 1\nGame: pendulum/toy\n\n"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.senpu"
    path.write_text(f"{HEAD}N: n1>B\n", "utf-8")
    return path


def add(log: Path, text: str) -> None:
    with log.open("ab") as file:
        file.write(text.encode())


def watched(log: Path) -> LogGrowth:
    record = open_record(log)
    list(record)
    growth = LogGrowth(record)
    assert growth.look() == LogChanges()
    return growth


def test_lines_that_were_added_are_news_once(log: Path) -> None:
    growth = watched(log)
    add(log, "S: s1>B\nN: n1>C\n")
    assert growth.look() == LogChanges(added=([b"S: s1>B\n", b"N: n1>C\n"],))
    assert growth.look() == LogChanges()


def test_a_line_counts_when_its_newline_is_there(log: Path) -> None:
    growth = watched(log)
    add(log, "S: s1")
    assert growth.look() == growth.look() == LogChanges(torn=True)
    add(log, ">B\nN:")
    assert growth.look() == LogChanges(added=([b"S: s1>B\n"],), torn=True)
    add(log, " n1>C\n")
    assert growth.look() == LogChanges(added=([b"N: n1>C\n"],))


def test_many_rows_come_some_at_a_time(log: Path) -> None:
    growth = watched(log)
    add(log, "{more}\n" * 1100)
    assert [len(rows) for rows in growth.look().added] == [512, 512, 76]


@pytest.mark.parametrize(
    "now", [HEAD, f"{HEAD}N: n1>C\n", f"{HEAD}N: n2>B\nS: s1>B\n", ""], ids=range(4)
)
def test_a_file_that_shrank_or_changed_before_its_end_is_said(log: Path, now: str) -> None:
    growth = watched(log)
    log.write_text(now, "utf-8")
    assert growth.look().changed


def test_a_file_that_is_gone_is_said_once_and_serves_again_when_it_is_back(log: Path) -> None:
    growth = watched(log)
    text = log.read_bytes()
    log.unlink()
    assert growth.look().changed
    assert not growth.look().changed
    log.write_bytes(text + b"S: s1>B\n")
    assert growth.look() == LogChanges(added=([b"S: s1>B\n"],))


def test_a_change_between_reading_and_watching_is_said(log: Path) -> None:
    record = open_record(log)
    list(record)
    log.write_text(f"{HEAD}N: n1>C\n", "utf-8")
    growth = LogGrowth(record)
    assert not growth.knows(log.read_bytes())
    assert growth.look() == LogChanges(changed=True)


def test_another_file_in_place_of_the_log_is_looked_into(log: Path) -> None:
    growth = watched(log)
    other = log.with_name("other")
    other.write_bytes(log.read_bytes() + b"S: s1>B\n")
    other.replace(log)
    assert growth.look() == LogChanges(added=([b"S: s1>B\n"],))
    other.write_text(f"{HEAD}N: n1>C\nS: s1>B\n", "utf-8")
    other.replace(log)
    assert growth.look() == LogChanges(changed=True)


def test_a_record_goes_on_where_it_ended(log: Path) -> None:
    record = open_record(log)
    assert [number for number, _ in record] == [4]
    record.resume([[b"S: s1>B\n"], [b"N: n1>C\n"]])
    found = list(record)
    assert [(number, type(line)) for number, line in found] == [(5, Play), (6, Play)]
    assert record.text(6) == "N: n1>C"


@pytest.mark.parametrize("torn", ["S: s1", "S: 春"])
def test_an_incomplete_line_is_read_again_when_it_is_whole(log: Path, torn: str) -> None:
    add(log, torn)
    record = open_record(log)
    last = list(record)[-1]
    assert last[0] == 5
    assert isinstance(last[1], Fault)
    assert record.size == len(HEAD) + len("N: n1>B\n")
    record.resume([[b"S: s1>B\n"]])
    assert [(number, type(line)) for number, line in record] == [(5, Play)]


def test_a_machine_line_that_is_added_in_parts_is_read_when_it_is_whole() -> None:
    rows = sealed.seal(sealed.log(), "japan").encode().splitlines(keepends=True)
    for at in range(len(rows) - 5, len(rows)):
        for start in (b"", rows[at][:3]):
            record = record_from(b"".join((*rows[:at], start)))
            (*_, (number, fault)) = record
            assert isinstance(fault, Fault)
            assert (fault.id, number) == ("tornTail", len(rows) - 5)
            for row in rows[at:]:
                record.resume([[row]])
                found = list(record)
            assert [(number, type(line)) for number, line in found] == [(len(rows) - 5, Machine)]
            assert [seal.side for seal in record.seals.made] == ["japan"]
