"""Short logs for tests, and what becomes of them.

The toy rule set (`tests/toy`) has n1 in A and s1 in C, areas in a row A-B-C, sides N and S by
turns, and a die after each step into C. 800 begins with its set-up and the first initiative.
"""

import tests.toy  # noqa: F401 (registers the rule set)
from senpu.logs.record import record_from
from senpu.notation.faults import Fault
from senpu.replay.core.reducer import Reducer, ReductionError
from senpu.replay.core.registry import GAMES, list_rule_sets, open_rules
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.disputes.verdict import LogVerdict
from senpu.replay.disputes.verification import verify_record

SHIPPED = [ident for ident in list_rule_sets() if GAMES[ident.partition("/")[0]].library]
"""The rule sets that players have."""
TOY = "Senpu: 1\nGame: pendulum/toy\nRules: 1\n\n"
BONSAI = "Senpu: 1\nGame: 800/bonsai-2021\nRules: 1\n\n"
SET_UP = "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\n"
BEGUN = f"{BONSAI}{SET_UP}T1 [J5 C3]\n"
"""Five events; Japan is to act, with i3, i4 and g2 in B."""


def folded(text: str) -> Reducer:
    """Return the reducer after the valid part of a log."""
    record = record_from(text)
    reducer = LogReducer(open_rules(record.headers["Game"]))
    for _, line in record:
        assert not isinstance(line, Fault), line.render()
        try:
            reducer.read(line)
        except ReductionError:
            break
    return reducer


def digest(text: str) -> str:
    """Return the digest of the position after a log."""
    reducer = folded(text)
    return reducer.rules.digest(reducer.state)


def verdict(text: str | bytes, all_faults: bool = False) -> LogVerdict:
    return verify_record(record_from(text), "game.senpu", all_faults)


def good(text: str) -> LogVerdict:
    """Return the verdict of a log that must be valid."""
    found = verdict(text)
    assert found.valid, found.faults[0].render()
    return found


def fault(text: str | bytes) -> Fault:
    """Return the first fault of a log that must have a fault."""
    found = verdict(text)
    assert not found.valid
    return found.faults[0]


def describe_fault(text: str) -> str:
    """Return the id, line, column and event of the first fault."""
    first = fault(text)
    return f"{first.id} {first.line}:{first.column} {first.event}"


def timeline(text: str) -> Timeline:
    return open_timeline(record_from(text))


__all__ = [
    "BEGUN",
    "BONSAI",
    "SET_UP",
    "SHIPPED",
    "TOY",
    "describe_fault",
    "digest",
    "fault",
    "folded",
    "good",
    "timeline",
    "verdict",
]  # fmt: skip
