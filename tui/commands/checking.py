"""`senpu verify`: the verdict on logs."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

import msgspec

from replay.verify import Verdict, verify
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


PREPARE = {"verify": prepare_verify}
