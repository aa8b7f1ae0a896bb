"""An open log: its header at once, its rows as a stream, the bytes never changed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from senpu.logs.record import Record, find_logs, open_record, read_headers, record_from
from senpu.notation.faults import Fault
from senpu.notation.lines import EmptyLine, End, Play

TEXT = "Senpu: 1\nGame: pendulum/toy\nEvent: 春の会\n\nN: n1>B {why}\nS: s1>B\n\nEnd: North agree\n"


def test_the_header_is_there_before_any_row_of_the_game_is_read() -> None:
    read: list[bytes] = []

    def rows() -> Iterator[bytes]:
        for row in TEXT.encode().splitlines(keepends=True):
            read.append(row)
            yield row

    record = Record([row] for row in rows())
    assert record.headers == {"Senpu": "1", "Game": "pendulum/toy", "Event": "春の会"}
    assert record.header_rows == {"Senpu": 1, "Game": 2, "Event": 3}
    assert read[-1] == b"\n"
    number, line = next(iter(record))
    assert (number, type(line)) == (5, Play)
    assert read[-1] == b"N: n1>B {why}\n"


def test_iterating_yields_every_row_below_the_header_with_its_number() -> None:
    found = [(number, type(line)) for number, line in record_from(TEXT)]
    assert found == [(5, Play), (6, Play), (7, EmptyLine), (8, End)]


def test_the_text_of_the_row_read_last_is_that_of_the_file() -> None:
    record = record_from(TEXT)
    texts = {number: record.text(number) for number, line in record if isinstance(line, Play)}
    assert texts == {5: "N: n1>B {why}", 6: "S: s1>B"}


def test_a_game_that_begins_inside_the_header_is_not_lost() -> None:
    record = record_from("Senpu: 1\nGame: pendulum/toy\nN: n1>B\n")
    assert [fault.id for fault in record.header_faults] == ["headerUnended"]
    assert [number for number, _ in record] == [3]


def test_faults_below_the_header_come_in_their_place() -> None:
    found = list(record_from(TEXT.replace("s1>B", "s1->B")))
    assert [number for number, line in found if isinstance(line, Fault)] == [6]


def test_a_file_reads_as_its_bytes_do(tmp_path: Path) -> None:
    path = tmp_path / "game.senpu"
    path.write_text(TEXT, "utf-8")
    assert list(open_record(path)) == list(record_from(TEXT))
    assert read_headers(path) == record_from(TEXT).headers
    assert path.read_text("utf-8") == TEXT


def test_a_file_that_cannot_be_read_raises_what_the_system_says(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        open_record(tmp_path / "none.senpu")
    with pytest.raises(IsADirectoryError):
        read_headers(tmp_path)


def test_logs_are_found_below_a_folder_but_not_through_links(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/x.senpu").touch()
    (tmp_path / "a/b/x.notes.toml").touch()
    (tmp_path / "no.senpu").mkdir()
    (tmp_path / "away").symlink_to(tmp_path / "a")
    (tmp_path / "gone.senpu").symlink_to(tmp_path / "nothing")
    found = sorted(Path(name).relative_to(tmp_path).as_posix() for name in find_logs(tmp_path))
    assert found == ["a/b/x.senpu", "gone.senpu"]
