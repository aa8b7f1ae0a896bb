"""`senpu verify`: the verdict on logs, and on proofs of a double signature."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from senpu.logs.inputs import Input
from senpu.logs.journal import find_cause
from senpu.notation.layout import get_layout, use_layout
from senpu.notation.messages import SOURCE, Message, topic_renderer
from senpu.notation.printable import make_printable
from senpu.replay.core.position_changes import GAP, LogGap
from senpu.replay.disputes.verdict import LogVerdict
from senpu.replay.disputes.verification import verify
from senpu.tui.command_line.named_files import LOG_FILE, UnusableFileError
from senpu.tui.command_line.statuses import FAILURE, GAPS, MISUSE, SUCCESS
from senpu.tui.commands.arguments import (
    UnusableLogError,
    encode_json,
    find_side,
    list_logs,
    open_log,
    open_view,
    read_notes,
)
from senpu.tui.jobs.report import LogContext, complete_verdict, open_log_rules, render_report
from senpu.tui.printing import print_notice, print_text
from senpu.tui.render.text_layout import add_label
from senpu.tui.render.verdict_report import (
    Conjecture,
    GapConjectures,
    SideNames,
    group_findings,
    list_gap_messages,
    render_finding,
    render_proof,
    render_unaccounted,
    render_verdict,
)

if TYPE_CHECKING:
    from senpu.logs.memory import UserMemory
    from senpu.replay.core.rules import AnyRules, Effect

PROOF = b"senpu-proof/1\n"
"""The first line of a proof."""
WORSE = (SUCCESS, GAPS, FAILURE, MISUSE)
"""The exit statuses, the worst one last."""
MANY = 256
"""The number of files from which all cores are used."""
BATCH = 32
"""The number of files in one piece of work."""


def run_verify(given: Namespace) -> int:
    """Print the verdict on each file. Return the exit status of the worst one."""
    given.files = list_logs(given.files)
    if given.report is not None and len(given.files) > 1:
        raise UnusableLogError("reportOneFile")
    if given.checkpoint is not None and len(given.files) > 1:
        raise UnusableLogError("oneFile", option="--checkpoint")
    check_witness_options(given)
    given.is_brief = len(given.files) > 1
    status = 0
    for code, text in _make_answers(given):
        if code == MISUSE and not given.json:
            print_notice(text)
        else:
            print_text(text)
        status = max(status, code, key=WORSE.index)
    return status


def check_witness_options(given: Namespace) -> None:
    """Check the named checkpoints and keys of witnesses, also if no log has use for them.

    Raises:
        CheckpointError: The file has no checkpoints, or a key is malformed.
        OSError: The file cannot be read.
    """
    if given.checkpoint is None and not given.witness_key:
        return
    from senpu.logs.checkpoint_files import read_checkpoints
    from senpu.logs.checkpoints import parse_witness_key

    for text in given.witness_key:
        parse_witness_key(text)
    if given.checkpoint is not None:
        read_checkpoints(given.checkpoint)


Answer = tuple[int, str]
"""The exit status of a file, and its report."""


def _make_answers(given: Namespace) -> Iterator[Answer]:
    """Yield the answer of each file, in the given order."""
    paths = given.files
    if len(paths) < MANY:
        yield from (_make_answer(path, given) for path in paths)
        return
    from senpu.replay.analysis.executors import (  # few runs have this many files
        map_in_order,
        open_executor,
    )

    batches = [paths[at : at + BATCH] for at in range(0, len(paths), BATCH)]
    asked = {
        name: getattr(given, name)
        for name in ("all", "data", "is_brief", "json", "lang", "strict", "view", "witness_key")
    }
    asked["layout"] = get_layout()
    work = ((batch, asked) for batch in batches)
    with open_executor(jobs=given.jobs) as hands:
        done = map_in_order(hands, _make_batch_answers, work, given.jobs)
        for batch, answers in zip(batches, done, strict=True):
            for path, answer in zip(batch, answers, strict=True):
                yield answer or _make_answer(path, given)


def _make_batch_answers(work: tuple[list[Input], dict[str, Any]]) -> list[Answer | None]:
    """Return the answers of some files: the work of another process."""
    paths, asked = work
    given = Namespace(**asked, report=None, accept=False, checkpoint=None)
    with use_layout(given.layout):
        return [_make_separate_answer(path, given) for path in paths]


def _make_separate_answer(log: Input, given: Namespace) -> Answer | None:
    """Return the answer of a file; None if the log may be remembered, which one process does."""
    if _is_proof(log):
        return _make_proof_answer(log, given)
    verdict = verify(
        log, given.all, given.data, _open_memory, can_remember=False,
        every_event=wants_events(given),
    )  # fmt: skip
    return None if verdict.chain == "valid" else _make_log_answer(log, verdict, given)


def _make_answer(log: Input, given: Namespace) -> Answer:
    if _is_proof(log):
        return _make_proof_answer(log, given)
    events = wants_events(given)
    verdict = verify(
        log, given.all, given.data, _open_memory, given.accept_copy, every_event=events
    )
    return _make_log_answer(log, verdict, given)


def _open_memory() -> UserMemory:
    """Return the memory of the user."""
    from senpu.logs.memory import UserMemory  # most logs are compared with no game

    return UserMemory()


def wants_events(given: Namespace) -> bool:
    """Return whether the answer lists who answers for each event."""
    return bool(given.json or given.strict or given.report)


def _is_proof(log: Input) -> bool:
    try:
        return log.data.startswith(PROOF)
    except OSError:
        return False  # the verdict says why


def _make_proof_answer(file: Input, given: Namespace) -> Answer:
    """Return the answer of a file of proofs: status 0 if all are valid, else 1."""
    from senpu.logs.proofs import ProofError, check_proof, parse_proof, split_proofs

    language = SOURCE if given.json else given.lang
    message = topic_renderer("findings.proof", language)
    valid, rows = True, []
    try:
        for text in split_proofs(file.data.decode("utf-8")):
            rows.append(render_proof(check_proof(parse_proof(text)), language))
    except (ProofError, UnicodeDecodeError) as error:
        why = error if isinstance(error, ProofError) else Message("errors.notUtf8")
        valid = False
        rows.append(message("invalid", why=why))
    if given.json:
        text = encode_json({"file": str(file), "valid": valid, "proof": "\n".join(rows)})
    else:
        name = make_printable(str(file))
        text = "\n".join(add_label(language, name, row) for row in rows)
    return SUCCESS if valid else FAILURE, text


def _make_log_answer(log: Input, verdict: LogVerdict, given: Namespace) -> Answer:
    """Return the answer of a log.

    The status is 0 if it is valid, 3 if it is valid and has gaps, 1 if it is invalid, and 2 if it
    cannot be read.
    """
    english = given.lang == SOURCE
    is_short = verdict.valid and not verdict.gaps and given.report is None
    whole = is_short and given.view is None and english
    rules, headers = (None, {}) if whole else open_log_rules(log, given.data)
    side = find_side(given, rules) if rules is not None else ""
    judged = complete_verdict(
        log, verdict, LogContext(rules, headers, None if given.view is None else side, given.lang),
        given.checkpoint, given.witness_key,
    )  # fmt: skip
    verdict, sides = judged.verdict, judged.sides
    conjectures = _find_conjectures(log, verdict, given) if verdict.gaps else {}
    if given.json:
        text = encode_json(make_object(verdict, rules, conjectures))
    elif verdict.is_unreadable:
        text = _report_unreadable(verdict, given)
    else:
        rows = [*render_verdict(verdict, log, sides, side, conjectures, given.is_brief)]
        if given.strict:
            rows += _render_strict(verdict, sides)
        text = "\n".join(rows)
    if given.report is not None and not verdict.is_unreadable:
        from senpu.tui.output_files import make_output

        make_output(given, given.report, "report").write(render_report(judged))
        print_notice(make_printable(str(given.report)))
    passed = verdict.valid and not (given.strict and verdict.unaccounted)
    valid = GAPS if verdict.gaps else SUCCESS
    return MISUSE if verdict.is_unreadable else valid if passed else FAILURE, text


def _report_unreadable(verdict: LogVerdict, given: Namespace) -> str:
    """Return the error of a file that cannot be read; raise it if a report was to be written."""
    from senpu.tui.command_line.error_reports import render_error

    path, why = Path(verdict.file), verdict.faults[0].message.fields["why"]
    assert isinstance(why, OSError)
    error = UnusableFileError(path, find_cause(path, why), LOG_FILE)
    if given.report is not None:
        raise error
    return "\n".join(render_error(error, given.lang))


def _find_conjectures(log: Input, verdict: LogVerdict, given: Namespace) -> GapConjectures:
    """Return the conjectures about the gaps that the notes of the log have."""
    from senpu.tui.jobs.bridge import list_conjectures  # few logs have gaps

    timeline = open_view(given, *open_log(log, given.data, given.view))
    notes = read_notes(timeline)
    return {
        gap.number: [
            Conjecture(each.ident, each.note.text) for each in list_conjectures(notes, gap.event)
        ]
        for gap in verdict.gaps
    }


def _render_strict(verdict: LogVerdict, sides: SideNames) -> list[str]:
    """Return the rows of the stricter answer of `--strict`."""
    message = topic_renderer("verdict.strict", sides.language)
    rows = [*render_unaccounted(verdict, sides)]
    if not verdict.valid:
        return [*rows, message("invalid", file=verdict.file)]
    if not rows:
        return [message("passed", file=verdict.file)]
    return [*rows, message("failed", file=verdict.file, n=len(rows))]


def make_object(
    verdict: LogVerdict, rules: AnyRules | None, conjectures: GapConjectures
) -> dict[str, object]:
    """Return a verdict for `--json`, in English; `spec/en/reference/json.md` lists the keys."""
    from senpu.tui.render.json_objects import make_fault_object  # loads the rules of views

    sides = SideNames(rules=rules)
    raw = {name: getattr(verdict, name) for name in verdict.__struct_fields__}
    raw["unaccounted"] = verdict.unaccounted
    raw["gaps"] = [
        _make_gap_object(gap, sides) | {"conjectures": _list_objects(conjectures[gap.number])}
        for gap in verdict.gaps
    ]
    raw["faults"] = [make_fault_object(fault) for fault in verdict.faults]
    return raw | {
        name: [render_finding(each, sides) for each in findings]
        for name, findings in group_findings(verdict).items()
    }


def _make_change_object(change: Effect) -> dict[str, object]:
    label, was, now = change.targets or ("", *map(str, change.numbers[1:] or ("", "")))
    return {
        "kind": change.kind.removeprefix(GAP), "side": change.side, "units": change.units,
        "places": change.places, "label": label, "was": was.removeprefix("+"),
        "now": now.removeprefix("+"),
    }  # fmt: skip


def _make_gap_object(gap: LogGap, sides: SideNames) -> dict[str, object]:
    sentences = list_gap_messages(gap, sides)
    changes = [
        {**_make_change_object(change), "text": text}
        for change, text in zip(gap.changes, sentences, strict=True)
    ]
    return {"number": gap.number, "event": gap.event, "line": gap.line, "changes": changes}


def _list_objects(conjectures: Sequence[Conjecture]) -> list[dict[str, str]]:
    return [{"note": each.note, "text": each.text} for each in conjectures]
