"""The cosignatures of a log in its verdict: which lines a witness has seen, and when.

A cosignature proves something to a user who trusts the key of the witness. It makes no log
invalid: another file cannot do that. Lines that differ from the cosigned lines are reported.
"""

from collections.abc import Sequence

from senpu.logs.checkpoints import (
    ORIGIN,
    Checkpoint,
    NoteSignature,
    SignedCheckpoint,
    WitnessKey,
    format_time,
    is_cosigned,
)
from senpu.logs.merkle import compute_roots
from senpu.replay.disputes.verdict import (
    CosignatureReport,
    Finding,
    LogVerdict,
    make_finding,
)

COSIGNED, UNKNOWN, UNCHECKED, BAD = "cosigned", "unknown", "unchecked", "bad"
CHANGED, SHORTER = "changed", "shorter"


def report_cosignatures(
    verdict: LogVerdict,
    rows: Sequence[bytes],
    checkpoints: Sequence[SignedCheckpoint],
    keys: Sequence[WitnessKey],
) -> None:
    """Add the cosignatures of a log, and their findings, to its verdict.

    Args:
        verdict: The verdict on the log.
        rows: Its whole rows, with line feeds.
        checkpoints: The checkpoints.
        keys: The keys of the witnesses that the user trusts.
    """
    trusted = {(key.name, key.ident): key for key in keys}
    own = [each for each in checkpoints if each.checkpoint.origin == ORIGIN + verdict.nonce]
    roots = compute_roots(rows, {each.checkpoint.size for each in own})
    if len(own) < len(checkpoints):
        verdict.open.append(make_finding("checkpoints_of_other", n=len(checkpoints) - len(own)))
    for checkpoint, signatures in own:
        for signature in signatures:
            key = trusted.get((signature.name, signature.ident))
            report = _make_report(checkpoint, signature, key, roots)
            verdict.cosignatures.append(report)
            place = {COSIGNED: verdict.proven, UNKNOWN: verdict.open, UNCHECKED: verdict.open}
            findings = place.get(report.status, verdict.broken)
            if (finding := _make_finding(report, len(rows))) not in findings:
                findings.append(finding)


def _make_report(
    checkpoint: Checkpoint,
    signature: NoteSignature,
    key: WitnessKey | None,
    roots: dict[int, bytes],
) -> CosignatureReport:
    time = "" if signature.time is None else format_time(signature.time)
    is_valid = None if key is None else is_cosigned(checkpoint, signature, key)
    if key is None:
        status = UNKNOWN
    elif is_valid is None:
        status = UNCHECKED
    elif not is_valid:
        status = BAD
    elif checkpoint.size not in roots:
        status = SHORTER
    else:
        status = COSIGNED if roots[checkpoint.size] == checkpoint.root else CHANGED
    return CosignatureReport(
        signature.name, signature.ident.hex(), time, checkpoint.size, status,
        roots.get(checkpoint.size) == checkpoint.root,
    )  # fmt: skip


def _make_finding(report: CosignatureReport, lines: int) -> Finding:
    facts = {"name": report.name, "line": report.line}
    if report.status == UNKNOWN:
        ident = "cosignature_unknown" if report.fits else "cosignature_unknown_misfit"
        return make_finding(ident, key=report.key, **facts)
    if report.status in (UNCHECKED, BAD):
        return make_finding(f"cosignature_{report.status}", **facts)
    if report.status == SHORTER:
        return make_finding("cosigned_shorter", time=report.time, lines_here=lines, **facts)
    ident = "cosigned" if report.status == COSIGNED else "cosigned_changed"
    return make_finding(ident, time=report.time, **facts)
