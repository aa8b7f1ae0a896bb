"""`senpu verify`, `senpu fmt`: the verdict on logs, and their canonical text."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

import msgspec

from logs.record import record_of
from notation.faults import Fault
from notation.lines import Play
from notation.reader import read_text
from notation.writer import format_game
from replay.canonical import canonical
from replay.verify import Verdict, rules_for, verify
from tui.commands.arguments import add_data, add_json


def prepare_verify(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--all", action="store_true", help="every fault that can be found")
    add_json(parser)
    add_data(parser)
    return run_verify


def run_verify(given: Namespace) -> int:
    good = True
    for path in given.files:
        verdict = verify(path, given.all, given.data)
        good = good and verdict.good
        if given.json:
            print(msgspec.json.encode(shown(verdict)).decode())
        else:
            print("\n".join(told(verdict)))
    return 0 if good else 1


def shown(verdict: Verdict) -> dict[str, object]:
    """A verdict as `--json` prints it; `spec/json.md` lists the keys."""
    keys = ("id", "layer", "line", "column", "event", "rule", "message", "legal")
    raw = msgspec.to_builtins(verdict)
    raw["faults"] = [{key: fault[key] for key in keys} for fault in raw["faults"]]
    return dict(raw)


def told(verdict: Verdict) -> list[str]:
    """A verdict for people."""
    rows = []
    for fault in verdict.faults:
        rows.append(fault.render(verdict.file))
        if fault.legal:
            rows.append(f"  open instead: {', '.join(fault.legal)}")
    if verdict.good:
        how = verdict.ending or "going on"
        rows.append(
            f"{verdict.file}: good, {verdict.events} events of {verdict.game}, "
            f"turn {verdict.turn}, {how}; {verdict.chain}, data {verdict.data}"
        )
    else:
        rest = verdict.events - verdict.good_through
        what = "event follows" if rest == 1 else "events follow"
        rows.append(
            f"{verdict.file}: not good; good through event {verdict.good_through} "
            f"(turn {verdict.turn}), {rest} {what}"
        )
    return rows


def prepare_fmt(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--check", action="store_true", help="change nothing, status 1 if needed")
    return run_fmt


def run_fmt(given: Namespace) -> int:
    """Canonical text for texts whose every byte can be kept; others are left alone."""
    from logs.journal import replace  # `fmt` is the only command here that writes

    status = 0
    for path in given.files:
        data = path.read_bytes()
        game, faults = read_text(data)
        lost = [fault for fault in faults if fault.id not in REPAIRED]
        if lost:
            print(f"{lost[0].render(str(path))}\n{path}: left as it is", file=sys.stderr)
            status = 1
            continue
        record = record_of(data)
        record.path = path
        rules = rules_for(record)
        if not isinstance(rules, Fault):
            game = canonical(game, rules)
        text = format_game(game).encode()
        if text == data:
            continue
        if "Chain" in record.headers or any(
            isinstance(line, Play) and line.tag for line in game.lines
        ):
            print(f"{path}: chained, so its bytes are left as they are", file=sys.stderr)
            status = 1
            continue
        if given.check:
            print(f"{path}: not canonical")
            status = 1
        else:
            replace(path, text)
            print(f"{path}: rewritten")
    return status


REPAIRED = frozenset(("byteOrderMark", "carriageReturn", "notNfc", "indented"))
"""Faults that canonical text cures without losing anything."""

PREPARE = {"verify": prepare_verify, "fmt": prepare_fmt}
