"""Requests to a witness: the body of `add-checkpoint` of C2SP tlog-witness, as a text.

A request has the size of the last checkpoint that the witness has cosigned, a proof that the new
checkpoint continues it, and the new checkpoint. So a witness can cosign a game that it has not
read.
"""

import base64
import re
from typing import NamedTuple

from senpu.logs.checkpoints import (
    Checkpoint,
    CheckpointRowError,
    NoteSignature,
    SignedCheckpoint,
    compute_key_id,
    decode_base64,
    parse_checkpoints,
)
from senpu.logs.keys import Signer
from senpu.logs.merkle import is_consistent

OLD = re.compile("old (0|[1-9][0-9]{0,17})")
LONGEST_PROOF = 63
SIGNED_NOTE = b"\x01"
"""The byte for plain Ed25519 signatures of a note."""


class CosignRequest(NamedTuple):
    """A request to cosign a checkpoint."""

    old: int
    """The size of the checkpoint that the witness has cosigned last; 0 for the first request."""
    proof: tuple[bytes, ...]
    signed: SignedCheckpoint

    @property
    def text(self) -> str:
        """Return the request."""
        rows = "".join(f"{base64.b64encode(node).decode()}\n" for node in self.proof)
        return f"old {self.old}\n{rows}\n{self.signed.text}"

    def continues(self, root: bytes) -> bool:
        """Return whether the checkpoint continues the earlier one, which has this root."""
        new = self.signed.checkpoint
        return is_consistent(self.old, root, new.size, new.root, self.proof)


def sign_checkpoint(checkpoint: Checkpoint, signer: Signer) -> SignedCheckpoint:
    """Return a checkpoint with the signature of a player in the name of the game."""
    ident = compute_key_id(checkpoint.origin, SIGNED_NOTE, signer.raw)
    signature = NoteSignature(checkpoint.origin, ident + signer.sign(checkpoint.body.encode()))
    return SignedCheckpoint(checkpoint, (signature,))


def parse_request(text: str) -> CosignRequest:
    """Return a request from its text.

    Raises:
        CheckpointRowError: The text is not a request.
    """
    head, _, note = text.replace("\r\n", "\n").partition("\n\n")
    first, *rows = head.split("\n")
    found = OLD.fullmatch(first)
    if not found:
        raise CheckpointRowError(1)
    proof = []
    for number, row in enumerate(rows, 2):
        node = decode_base64(row)
        if node is None or len(node) != 32 or number > LONGEST_PROOF + 1:
            raise CheckpointRowError(number)
        proof.append(node)
    try:
        signed = parse_checkpoints(note)
    except CheckpointRowError as error:
        raise CheckpointRowError(error.line + len(rows) + 2) from None
    if len(signed) > 1:
        raise CheckpointRowError(len(rows) + 2)
    return CosignRequest(int(found[1]), tuple(proof), signed[0])
