"""The event with which a log leaves a book."""

from pathlib import Path

import pytest

from senpu.logs.record import open_record
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.openings.novelty import Novelty, find_departure
from senpu.replay.openings.reading import Numbering
from tests.openings.shelves import SET_UP, book_of, write

FIRST = "J: pass C: c1>F J: pass C: k1>E\n"
OTHER = "J: pass C: k1>E J: pass C: c1>F\nJ: i3>D\n"
LOGS = {
    "same": (SET_UP + FIRST + "J: i1>B\n", None),
    "another move": (SET_UP + FIRST + "J: i2>B\nC: pass\n", None),  # interchangeable with i1
    "a new move": (SET_UP + FIRST + "J: g1>B\nC: pass\n", (10, "japan")),
    "transposed": (SET_UP + "J: pass C: k1>E J: pass C: c1>F\nJ: g1>B\n", None),  # as "a new move"
    "undone": (SET_UP + FIRST + "J: g1>B undo 1 J: i1>B\n", None),
    "another roll": (SET_UP.replace("5 C3", "1 C6"), (5, "chance")),
    "another set-up": ("C: x1+c1@D c2+c3+k1@C\nJ: i1+g1@A i2+i3+i4+g2@B\n", (3, "japan")),
    "the book ends": (SET_UP + FIRST + "J: i1>B C: pass J: pass\n", None),
    "resigned": (SET_UP + "J: resign\n", None),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games, and the logs, of which "a new move" is in the book as well."""
    folder = tmp_path_factory.mktemp("novelty")
    for number, rest in enumerate((FIRST + "J: i1>B\n", OTHER)):
        write(folder / f"logs/{number}.senpu", SET_UP + rest, Event=str(number))
    for name, (lines, _) in LOGS.items():
        write(folder / ("logs" if name == "a new move" else "") / f"{name}.senpu", lines)
    return folder


@pytest.mark.parametrize("name", LOGS)
def test_the_first_event_that_no_other_game_has(folder: Path, name: str) -> None:
    book = book_of(folder / "b.sqlite", folder / "logs")
    path = next(folder.rglob(f"{name}.senpu"))
    timeline = open_timeline(open_record(path))
    departure = find_departure(book, timeline, path)
    found = departure.novelty
    expected = LOGS[name][1]
    assert (found and (found.number, found.side)) == expected
    assert not isinstance(found, Novelty) or found.is_roll == (found.side == "chance")
    assert find_departure(book, timeline, None).novelty == (
        None if name == "a new move" else found  # without its file, it is a game like others
    )
    copy = folder / "a copy.senpu"  # has no place in the book, but its game has
    copy.write_bytes(path.read_bytes())
    assert find_departure(book, timeline, copy) == departure
    number, others = Numbering(timeline.rules), set[int]()
    for other in (folder / "logs").iterdir():
        game = open_timeline(open_record(other))
        last = 0 if other == path else game.extend()
        others.update(number(game.get_position(at).state) for at in range(last + 1))
    common = [
        at
        for at in [0, *reversed(timeline.effective_events(timeline.extend()))]
        if number(timeline.get_position(at).state) in others
    ]
    assert departure.last is not None
    assert departure.last == common[-1]
    assert departure.is_end == (common[-1] == timeline.last - (name == "resigned"))
