"""`senpu diff`: the first difference of two copies of a log, and the signer of each branch."""

from argparse import Namespace

from senpu.logs.proofs import format_proof
from senpu.logs.record import open_record
from senpu.notation.faults import Fault
from senpu.notation.messages import topic_renderer
from senpu.replay.core.registry import rules_for
from senpu.replay.disputes.comparison import IDENTICAL, compare
from senpu.tui.commands.arguments import encode_json, find_side, open_log
from senpu.tui.printing import print_notice, print_record, print_text
from senpu.tui.render.comparison_report import render_comparison
from senpu.tui.render.verdict_report import SideNames


def diff(given: Namespace) -> int:
    """Print how two copies of a log differ. Return 0 if they do not differ, else 1."""
    for named in (given.a, given.b):
        if given.view is not None:
            open_log(named, given.data, given.view)  # without rules there is no view
    rules = rules_for(open_record(given.a), given.data)
    known = None if isinstance(rules, Fault) else rules
    side = find_side(given, known) if known is not None else ""
    found = compare(given.a, given.b, given.data, side)
    text = "".join(map(format_proof, found.proofs))
    if text and given.proof is not None:
        from senpu.tui.output_files import make_output  # few copies have a proof

        make_output(given, given.proof, "proof").write(text.splitlines())  # then it is reported
    if given.json:
        print_text(encode_json(found.comparison))
    else:
        names = SideNames(given.lang, known)
        print_text("\n".join(render_comparison(found, names, given.proof)))
    if not text and given.proof is not None:
        message = topic_renderer("comparison", given.lang)
        print_notice(message("no_proof", file=given.proof))
    elif text and given.proof is None and not given.json:
        print_text()
        print_record(text, end="")
    return 0 if found.comparison.verdict == IDENTICAL else 1
