"""`senpu diff`: the first difference of two copies of a log, and the signer of each branch."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from senpu.logs.proofs import format_proof
from senpu.logs.record import open_record
from senpu.notation.faults import Fault
from senpu.replay.core.registry import rules_for
from senpu.replay.disputes.comparison import IDENTICAL, compare
from senpu.tui.commands.arguments import (
    UnusableLogError,
    add_data,
    add_json,
    add_language,
    add_sight,
    encode_json,
    find_side,
    open_log,
)
from senpu.tui.commands.parsing import Parser
from senpu.tui.render.comparison_report import render_comparison
from senpu.tui.render.verdict_report import SideNames


def prepare(parser: Parser) -> Callable[[Namespace], int]:
    """Add the arguments of `senpu diff`, and return the function that runs it."""
    parser.add_argument("a", type=Path, metavar="A")
    parser.add_argument("b", type=Path, metavar="B")
    parser.add_argument("--proof", type=Path, metavar="OUT")
    add_sight(parser)
    add_json(parser)
    add_data(parser)
    add_language(parser)
    return diff


def diff(given: Namespace) -> int:
    """Print how two copies of a log differ. Return 0 if they do not differ, else 1."""
    for path in (given.a, given.b):
        if not path.is_file():
            raise UnusableLogError("diffFolder" if path.is_dir() else "noFile", path=path)
    if given.view is not None:
        for path in (given.a, given.b):
            open_log(path, given.data)  # without rules there is no view
    rules = rules_for(open_record(given.a), given.data)
    known = None if isinstance(rules, Fault) else rules
    side = find_side(given, known) if known is not None else ""
    found = compare(given.a, given.b, given.data, side)
    if given.json:
        print(encode_json(found.comparison))
    else:
        print("\n".join(render_comparison(found, SideNames(given.lang, known))))
    text = "".join(map(format_proof, found.proofs))
    if text and given.proof is not None:
        from senpu.tui.commands.exports import write_export

        write_export(given.proof, text.splitlines())
    elif text and not given.json:
        print(f"\n{text}", end="")
    return 0 if found.comparison.verdict == IDENTICAL else 1


PREPARE = {"diff": prepare}
