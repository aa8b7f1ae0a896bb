"""A witness cosigns a log: a third party confirms, with a time, the lines that it has seen.

A witness checks the log, and never cosigns two histories of one game: it remembers what it has
cosigned, and its earlier cosignatures must fit the log too. The log is not changed.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from senpu.logs.checkpoint_files import (
    CosignedTree,
    WitnessMemory,
    checkpoint_path,
    hold_witness_memory,
    load_checkpoints,
    save_checkpoints,
)
from senpu.logs.checkpoints import (
    GAME_ORIGIN,
    ORIGIN,
    Checkpoint,
    CheckpointError,
    SignedCheckpoint,
    WitnessKey,
    add_signature,
    check_name,
    cosign,
    format_time,
    is_cosigned,
)
from senpu.logs.cosign_requests import CosignRequest, sign_checkpoint
from senpu.logs.inputs import read_file
from senpu.logs.journal import lock_file
from senpu.logs.keys import Signer, SigningKeyError
from senpu.logs.merkle import compute_roots, prove_consistency
from senpu.logs.record import Record, record_from
from senpu.notation.faults import Fault
from senpu.notation.reader import split_whole_rows
from senpu.replay.core.registry import rules_for
from senpu.replay.core.side_names import make_side_name
from senpu.replay.disputes.verification import verify_record
from senpu.replay.recording.log_writing import InvalidLogError


class Cosignature(NamedTuple):
    """The result of cosigning a log."""

    key: WitnessKey
    line: int
    """The last line that the cosignature covers."""
    time: int
    """Seconds since 1970."""
    file: Path
    """The file of the checkpoints."""


def cosign_log(
    path: Path, signer: Signer, name: str, time: int, data_file: Path | None = None
) -> Cosignature:
    """Cosign the lines of a log, in the file of its checkpoints.

    Args:
        path: The log.
        signer: The private key of the witness.
        name: The name of the witness.
        time: The current time, in seconds since 1970.
        data_file: A file of data.

    Returns:
        The result.

    Raises:
        InvalidLogError: The log is invalid or has no chain.
        SigningKeyError: The key is the key of a player.
        CheckpointError: The witness has cosigned another history, or its memory cannot be used.
        JournalError: A file cannot be written.
    """
    key = WitnessKey(check_name(name), signer.raw)
    log = _read_log(path)
    verdict = verify_record(log.record, str(path), data_file=data_file)
    if not verdict.valid:
        invalid = InvalidLogError.from_fault(verdict.faults[0], str(path))
        raise invalid
    if side := log.record.seals.find_other_owner(signer.raw, ""):
        rules = rules_for(log.record, data_file)
        assert not isinstance(rules, Fault)
        raise SigningKeyError("witnessIsPlayer", path=path, side=make_side_name(rules.spec, side))
    file = checkpoint_path(path)
    with hold_witness_memory(log.origin, key) as memory, lock_file(file):
        earlier = _load_own(file, log.origin, path)
        trees = [tree for tree in (memory.read(), *_list_cosigned(earlier, key, file)) if tree]
        root = _check_history(path, log.rows, trees)
        checkpoint = Checkpoint(log.origin, len(log.rows), root)
        _sign_and_save(checkpoint, key, signer, time, memory, earlier, file, path)
    return Cosignature(key, checkpoint.size, time, file)


class LogLines(NamedTuple):
    """The lines of a chained log."""

    record: Record
    origin: str
    """The first line of its checkpoints."""
    rows: list[bytes]
    """Its whole rows, with line feeds."""


def _read_log(path: Path) -> LogLines:
    """Return the lines of a log. Raises CheckpointError, InvalidLogError."""
    try:
        data = read_file(path)
    except OSError as error:
        raise CheckpointError("couldNotRead", path=path, why=error) from None
    record = record_from(data)
    if not record.chain.on:
        raise InvalidLogError("noChainToSign", path=path)
    rows = split_whole_rows(data)
    return LogLines(record, ORIGIN + record.seals.nonce, rows)


def _load_own(file: Path, origin: str, path: Path) -> list[SignedCheckpoint]:
    """Return the checkpoints in the file of a log. Raises CheckpointError."""
    found = load_checkpoints(file)
    if any(each.checkpoint.origin != origin for each in found):
        raise CheckpointError("checkpointOfOther", path=file, log=path)
    return found


def _sign_and_save(
    checkpoint: Checkpoint, key: WitnessKey, signer: Signer, time: int, memory: WitnessMemory,
    earlier: Sequence[SignedCheckpoint], file: Path, source: Path,
) -> None:  # fmt: skip
    """Remember a checkpoint durably, then cosign it."""
    origin, size, root = checkpoint.origin, checkpoint.size, checkpoint.root.hex()
    memory.write(CosignedTree(origin, size, root, time, str(source.absolute())))
    signature = cosign(checkpoint, key.name, signer, time)
    save_checkpoints(file, add_signature(earlier, checkpoint, signature))


# ---- requests -------------------------------------------------------------------------------


def make_request(path: Path, signer: Signer, old: int | None = None) -> CosignRequest:
    """Return the request to cosign a log, for a witness that does not read the log.

    Args:
        path: The log.
        signer: The private key of a player.
        old: The number of lines that the witness has cosigned; None for the number in the last
            checkpoint of the log, or 0 without one.

    Raises:
        InvalidLogError: The log has no chain.
        CheckpointError: The log or its checkpoints cannot be read, or `old` exceeds its lines.
    """
    log = _read_log(path)
    if old is None:
        sizes = [each.checkpoint.size for each in load_checkpoints(checkpoint_path(path))]
        old = max(sizes, default=0)
    if old > len(log.rows):
        raise CheckpointError("requestTooLong", path=path, lines=len(log.rows), old=old)
    root = compute_roots(log.rows, [len(log.rows)])[len(log.rows)]
    proof = prove_consistency(log.rows, old) if old else []
    signed = sign_checkpoint(Checkpoint(log.origin, len(log.rows), root), signer)
    return CosignRequest(old, tuple(proof), signed)


def cosign_request(
    path: Path, request: CosignRequest, signer: Signer, name: str, time: int
) -> Cosignature:
    """Cosign the checkpoint of a request, in a file of checkpoints next to it.

    The log itself is not checked.

    Args:
        path: The file of the request.
        request: The request.
        signer: The private key of the witness.
        name: The name of the witness.
        time: The current time, in seconds since 1970.

    Returns:
        The result.

    Raises:
        CheckpointError: The request does not continue the last checkpoint that the witness has
            cosigned.
        JournalError: A file cannot be written.
    """
    key = WitnessKey(check_name(name), signer.raw)
    new = request.signed.checkpoint
    if new.extension or not GAME_ORIGIN.fullmatch(new.origin):
        raise CheckpointError("requestOrigin", path=path)
    file = path.with_suffix(".checkpoint")
    with hold_witness_memory(new.origin, key) as memory, lock_file(file):
        known = memory.read()
        size = known.size if known else 0
        if known is not None and new.size < size:
            raise CheckpointError("witnessShorter", lines=new.size, **_describe(path, known))
        if request.old != size:
            raise CheckpointError("requestOld", path=path, old=request.old, line=size)
        if known is not None and not request.continues(bytes.fromhex(known.root)):
            raise CheckpointError("witnessFork", **_describe(path, known))
        earlier = _load_own(file, new.origin, path)
        _sign_and_save(new, key, signer, time, memory, earlier, file, path)
    return Cosignature(key, new.size, time, file)


# ---- histories ------------------------------------------------------------------------------


def _list_cosigned(
    checkpoints: Sequence[SignedCheckpoint], key: WitnessKey, file: Path
) -> list[CosignedTree]:
    """Return the checkpoints that have a valid cosignature by the key."""
    return [
        CosignedTree(checkpoint.origin, checkpoint.size, checkpoint.root.hex(), time, str(file))
        for checkpoint, signatures in checkpoints
        for each in signatures
        if is_cosigned(checkpoint, each, key) and (time := each.time) is not None
    ]


def _check_history(path: Path, rows: Sequence[bytes], trees: Sequence[CosignedTree]) -> bytes:
    """Return the root over all lines of a log, if it continues what was cosigned.

    Raises:
        CheckpointError: It does not.
    """
    roots = compute_roots(rows, [len(rows), *(tree.size for tree in trees)])
    for tree in trees:
        if tree.size > len(rows):
            raise CheckpointError("witnessShorter", lines=len(rows), **_describe(path, tree))
        if roots[tree.size].hex() != tree.root:
            raise CheckpointError("witnessFork", **_describe(path, tree))
    return roots[len(rows)]


def _describe(path: Path, tree: CosignedTree) -> dict[str, object]:
    return {"path": path, "line": tree.size, "time": format_time(tree.time), "file": tree.file}
