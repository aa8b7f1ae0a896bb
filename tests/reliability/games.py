"""Chained logs of the toy rule set, of any length."""

from functools import cache
from random import Random

import tests.toy  # noqa: F401 (registers the rule set)
from senpu.logs.chain import add_tags
from senpu.logs.record import Record, record_from
from senpu.notation.faults import Fault, fault_message
from senpu.notation.lines import Play
from senpu.notation.reader import split_rows
from senpu.notation.writer import format_event
from senpu.replay.core.registry import open_rules

NONCE = "0123456789abcdef0123456789abcdef"
HEADER = f"Senpu: 1\nGame: pendulum/toy\nRules: 1\nChain: sha256\nNonce: {NONCE}\n"
SOME = 256
"""Number of rows per read."""
ABOVE = HEADER.count("\n") + 2
"""Number of rows above the first line: the header, an empty row and the tag of the header."""


@cache
def moves(lines: int, each: int = 1, seed: int = 1) -> str:
    """Return the lines of a game with `each` events per line."""
    rules = open_rules("pendulum/toy")
    random, state = Random(seed), rules.start()
    rows = []
    for _ in range(lines):
        row = []
        for _ in range(each):
            event = rules.sample(state, random)
            row.append(format_event(event))
            state = rules.apply(state, event)[0]
        rows.append(f"{' '.join(row)}\n")
    return "".join(rows)


@cache
def game(lines: int, each: int = 1, seed: int = 1) -> str:
    """Return a chained game with `lines` lines below its header."""
    header = HEADER.replace(NONCE, f"{seed:032x}")
    return add_tags(f"{header}\n{moves(lines, each, seed)}")


def read(text: str | bytes) -> Record:
    """Return a log that is read to its end."""
    record = record_from(text)
    for _ in record:
        pass
    return record


def first_fault(data: bytes) -> Fault | None:
    """Return the first fault that reading finds, without checking the rules."""
    rows = split_rows(data)  # in blocks, like a file: the first fault ends the reading
    record = Record(rows[at : at + SOME] for at in range(0, len(rows), SOME))
    if record.header_faults:
        return record.header_faults[0]
    for number, line in record:
        if isinstance(line, Fault):
            return line
        if isinstance(line, Play) and line.tag:
            return Fault(
                "tagUnexpected", "chain", number, 0, fault_message("tagUnexpected", tag=line.tag)
            )
    return None
