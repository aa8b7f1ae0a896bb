"""The verdict on a log with all that is known about it, and its page for an arbiter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from senpu.logs.inputs import Input
from senpu.logs.record import open_record
from senpu.notation.faults import Fault
from senpu.notation.messages import Message
from senpu.notation.printable import make_rows_printable
from senpu.notation.reader import split_whole_rows
from senpu.replay.core.registry import rules_for
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.views import View
from senpu.replay.disputes.verdict import LogVerdict, filter_verdict, make_finding
from senpu.tui.render.verdict_report import SideNames


class LogContext(NamedTuple):
    """The rules, header and view of a reader of a log."""

    rules: AnyRules | None
    """None if the rules are not known."""
    headers: dict[str, str]
    side: str | None
    """The side in whose view the log is read; "" for the view of all sides, None for no view."""
    language: str


class JudgedLog(NamedTuple):
    """A log with its verdict."""

    log: Input
    verdict: LogVerdict
    context: LogContext
    sides: SideNames
    is_whole: bool
    """True if the reader may read every line."""


def open_log_rules(log: Input, data: Input | None) -> tuple[AnyRules | None, dict[str, str]]:
    """Return the rules of a log, None if they are not known, and its header."""
    try:
        record = open_record(log)
    except OSError:
        return None, {}
    rules = rules_for(record, data)
    return None if isinstance(rules, Fault) else rules, record.headers


def complete_verdict(
    log: Input, verdict: LogVerdict, context: LogContext, checkpoint: Input | None = None,
    witness_keys: Sequence[str] = (),
) -> JudgedLog:  # fmt: skip
    """Add the cosignatures of witnesses, and remove what the reader may not know.

    Args:
        log: The log.
        verdict: The verdict of `verify`.
        context: What the reader knows.
        checkpoint: The file of checkpoints; by default the file next to the log.
        witness_keys: More keys of witnesses.

    Returns:
        The log with the verdict.
    """
    side = context.side or ""
    sight = None if context.rules is None else View(context.rules, side)
    unrestricted = sight is not None and sight.is_unrestricted
    if verdict.nonce and (sight is None or unrestricted):
        # Whether a checkpoint fits depends on every line, also on lines that a side may not read.
        _report_witnesses(log, verdict, checkpoint, witness_keys)
    elif checkpoint is not None:
        why = Message(
            "errors.checkpointUnchained" if not verdict.nonce else "errors.checkpointHidden"
        )
        verdict.open.append(make_finding("checkpoints_unread", why=why))
    if context.side is not None and not verdict.is_unreadable:
        verdict = filter_verdict(verdict, sight)
    sides = SideNames(context.language, context.rules)
    return JudgedLog(log, verdict, context, sides, context.side is None or unrestricted)


def render_report(judged: JudgedLog) -> Iterable[str]:
    """Return the rows of the page for an arbiter."""
    from senpu.tui.render.arbiter_page import render_page

    # The digest of a text that the side may not read would be enough to guess the text.
    digest = sha256(judged.log.data).hexdigest() if judged.is_whole else ""
    rows = render_page(
        judged.verdict, judged.log, judged.sides, judged.context.headers, digest,
        judged.context.side or "",
    )  # fmt: skip
    return map(make_rows_printable, rows)


def _report_witnesses(
    log: Input, verdict: LogVerdict, checkpoint: Input | None, witness_keys: Sequence[str]
) -> None:
    """Add the cosignatures in the file of checkpoints of a log, if there is one."""
    from senpu.logs.checkpoint_files import (  # few logs are chained
        checkpoint_path,
        list_trusted_witnesses,
        load_checkpoints,
        read_checkpoints,
    )
    from senpu.logs.checkpoints import CheckpointError, parse_witness_key
    from senpu.logs.memory import UserMemory, UserMemoryError

    keys = [parse_witness_key(text) for text in witness_keys]
    named = None if checkpoint is None else read_checkpoints(checkpoint)
    try:
        own = load_checkpoints(checkpoint_path(log.file)) if log.file and named is None else []
        checkpoints = own if named is None else named
        keys += list_trusted_witnesses(UserMemory()) if checkpoints else []
    except (CheckpointError, UserMemoryError) as error:
        verdict.open.append(make_finding("checkpoints_unread", why=error))
        return
    if checkpoints:
        from senpu.replay.disputes.cosigned import report_cosignatures

        report_cosignatures(verdict, split_whole_rows(log.data), checkpoints, keys)
