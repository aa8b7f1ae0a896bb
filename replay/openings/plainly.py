"""A log of plain rows, judged a turn at a time: a quick way, since most logs of a corpus are such.

Accepts only what is accepted row by row. Gives up wherever anything is out of the ordinary (a
chain, a seal, a what-if line, something taken back) or wrong: `reading` then goes row by row, which
alone says what is wrong. A test holds that the two never differ.
"""

import re
from functools import lru_cache
from pathlib import Path

from senpu.logs.record import Record
from senpu.notation.faults import Fault
from senpu.notation.lines import End, Item, Line, Play
from senpu.notation.play import read_play
from senpu.notation.reader import CLEAN, rows_of
from senpu.replay.core.log_rules import checked_rules
from senpu.replay.core.reducer import META, Bad
from senpu.replay.disputes.log_reducer import LogReducer

LONGEST = 1 << 16
"""Longer logs are read row by row, in constant memory."""
APART = re.compile(rf"^ |\(|{'|'.join(META)}")
"""By what rows are told that cannot be taken together with others."""
KEPT = 1 << 16
"""How many rows are at hand once they were read."""
HEADS = b"\n\n"
ENDS = "End: "


def judged(path: Path) -> tuple[Record, LogReducer] | None:
    """A good log's header, and its whole game with all its positions; nothing where it has to be
    judged row by row. Raises DataError, OSError."""
    with path.open("rb") as file:
        data = file.read(LONGEST + 1)
    head, gap, body = data.partition(HEADS)
    if len(data) > LONGEST or body.translate(None, CLEAN):
        return None
    above = rows_of(head + gap)
    record = Record([above] if above else [], path)
    rules = checked_rules(record)
    if isinstance(rules, Fault) or record.chain.on or record.chain.first != len(above) + 1:
        return None
    lines = together(body.decode())
    if lines is None:
        return None
    reducer = LogReducer(rules, keeping=True)
    try:
        for line in lines:
            reducer.read(line)
    except Bad:
        return None
    return record, reducer


def together(text: str) -> list[Line] | None:
    """The rows of a game, those of a turn as one line, and its end; nothing where that might be
    another game. An actor holds to the end of its row: that it holds on here can only forbid."""
    *rows, torn = text.split("\n")
    if torn:
        return None
    rows = [row for row in rows if row]
    ends = [End(rows.pop()[len(ENDS) :].strip(" "))] if rows and rows[-1].startswith(ENDS) else []
    lines: list[Line] = []
    items: list[Item] = []
    turn: int | None = None
    for line in map(plain, rows):
        if line is None:
            return None
        if line.turn is not None:
            lines.append(Play(tuple(items), turn))
            items, turn = [], line.turn
        items += line.items
    return [*lines, Play(tuple(items), turn), *ends]


@lru_cache(KEPT)
def plain(row: str) -> Play | None:
    """A row that may stand with others; nothing for those that are faulty or tagged, and for what
    is taken back or might have been. The rows of games are much alike."""
    if APART.search(row):
        return None
    line, faults = read_play(0, row)
    return None if faults or line.tag else line
