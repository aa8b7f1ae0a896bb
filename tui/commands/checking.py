"""`senpu verify`: the verdict on logs, and on proofs that somebody has signed two games."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from logs.record import open_record
from logs.seen import Seen
from notation.faults import Fault
from replay.rules import Rules
from replay.sight import Sight
from replay.verify import Verdict, rules_for, verify
from tui.commands.arguments import BadLog, add_data, add_json, add_sight, side_of
from tui.verdict_told import told

PROOF = b"senpu-proof/1\n"
"""How a proof begins, and no log does."""


def prepare_verify(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--all", action="store_true", help="every fault that can be found")
    parser.add_argument(
        "--report", type=Path, metavar="OUT.md", help="a page for an arbiter, of one log"
    )
    parser.add_argument(
        "--accept", action="store_true",
        help="go on from this copy, though another was seen before, or another key",
    )  # fmt: skip
    add_sight(parser)
    add_json(parser)
    add_data(parser)
    return run_verify


def run_verify(given: Namespace) -> int:
    if given.report is not None and len(given.files) > 1:
        raise BadLog("--report goes with one FILE")
    results = [
        _proof(path, given.json) if _is_proof(path) else _log(path, given) for path in given.files
    ]
    return 0 if all(results) else 1


def _is_proof(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(PROOF)) == PROOF
    except OSError:
        return False  # the verdict says why


def _proof(path: Path, as_json: bool) -> bool:
    """Whether a proof proves what it says, which is told."""
    from logs.equivocation import NoProof, check, read  # most files are logs

    try:
        good, said = True, check(read(path.read_text("utf-8")))
    except (NoProof, UnicodeDecodeError) as error:
        good, said = False, f"no proof: {error}"
    if as_json:
        print(msgspec.json.encode({"file": str(path), "good": good, "proof": said}).decode())
    else:
        print(f"{path}: {said}")
    return good


def _log(path: Path, given: Namespace) -> bool:
    verdict = verify(path, given.all, given.data, Seen(), given.accept)
    whole = verdict.good and given.report is None and given.seen_by is None
    rules, headers = (None, {}) if whole else _opened(path, given)
    side = side_of(given, rules) if rules is not None else ""
    if rules is not None:
        verdict = Sight(rules, side).verdict(verdict)
    if given.json:
        print(msgspec.json.encode(shown(verdict)).decode())
    else:
        print("\n".join(told(verdict, rules, side)))
    if given.report is not None:
        from tui.arbiter_page import page
        from tui.commands.exporting import write

        digest = sha256(path.read_bytes()).hexdigest()
        write(given.report, page(verdict, rules, headers, digest, side))
        print(given.report, file=sys.stderr)
    return verdict.good


def _opened(path: Path, given: Namespace) -> tuple[Rules[Any] | None, dict[str, str]]:
    """The rules and the header of a log, as far as they are known."""
    try:
        record = open_record(path)
    except OSError:
        return None, {}
    rules = rules_for(record, given.data)
    return None if isinstance(rules, Fault) else rules, record.headers


def shown(verdict: Verdict) -> dict[str, object]:
    """A verdict as `--json` prints it; `spec/json.md` lists the keys."""
    raw = msgspec.to_builtins(verdict)
    raw["faults"] = [keys_of(fault) for fault in verdict.faults]
    return dict(raw)


def keys_of(fault: Fault) -> dict[str, object]:
    """A fault as `--json` prints it."""
    keys = ("id", "layer", "line", "column", "event", "rule", "message", "legal")
    return {key: getattr(fault, key) for key in keys}


PREPARE = {"verify": prepare_verify}
