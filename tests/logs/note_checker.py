"""A second checker of cosigned checkpoints, from the text of the C2SP pages alone.

It shares no code with the program: signed-note, tlog-checkpoint, tlog-cosignature, RFC 6962.
"""

import base64
import hashlib
import struct

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def check_note(note: str, vkey: str) -> int:
    """Return the time of a cosignature, or 0 for a plain signature; raise an error if it fails."""
    name, digits, encoded = vkey.split("+", 2)
    kind, public = base64.b64decode(encoded)[:1], base64.b64decode(encoded)[1:]
    ident = hashlib.sha256(name.encode() + b"\n" + kind + public).digest()[:4]
    assert ident.hex() == digits
    text, signatures = note[: note.rindex("\n\n") + 1], note[note.rindex("\n\n") + 2 :]
    (signed,) = (
        base64.b64decode(row.split(" ")[2])
        for row in signatures.splitlines()
        if row.split(" ")[:2] == ["\N{EM DASH}", name]
    )
    assert signed[:4] == ident
    key = Ed25519PublicKey.from_public_bytes(public)
    if kind == b"\x01":
        key.verify(signed[4:], text.encode())
        return 0
    assert kind == b"\x04"
    (time,) = struct.unpack(">Q", signed[4:12])
    key.verify(signed[12:], f"cosignature/v1\ntime {time}\n{text}".encode())
    return int(time)


def tree_hash(leaves: list[bytes]) -> bytes:
    """Return MTH of RFC 6962, 2.1."""
    if not leaves:
        return hashlib.sha256().digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    half = max(1 << at for at in range(len(leaves).bit_length()) if 1 << at < len(leaves))
    left, right = tree_hash(leaves[:half]), tree_hash(leaves[half:])
    return hashlib.sha256(b"\1" + left + right).digest()
