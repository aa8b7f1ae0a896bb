"""Chained and sealed logs with two known keys."""

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from senpu.logs.chain import Chain, add_tags, split_tag
from senpu.logs.keys import PublicKey, Signer
from senpu.logs.machine_lines import KEY, SEAL
from senpu.logs.record import Record, record_from
from senpu.logs.seals import format_body, sign_line

SIDES = ("japan", "china")
SIGNERS = {
    side: Signer(Ed25519PrivateKey.from_private_bytes(bytes([at]) * 32))
    for at, side in enumerate((*SIDES, "stranger"), 1)
}
KEYS = {side: PublicKey(side, SIGNERS[side].raw) for side in SIDES}
NONCE = "0123456789abcdef0123456789abcdef"
PLAIN = "Senpu: 1\nGame: 800/bonsai-2021\nRules: 1\nJapan: Anna\nChina: Bo\n"
CHAINED = f"{PLAIN}Chain: sha256\nNonce: {NONCE}\n"
KEYED = CHAINED + "".join(f"Key-{side.capitalize()}: {KEYS[side].text}\n" for side in SIDES)
MOVES = "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\nT1 [J5 C3]\n"


def log(header: str = KEYED, moves: str = MOVES) -> str:
    """Return a chained log with these moves."""
    return add_tags(f"{header}\n{moves}")


def read(text: str) -> Record:
    """Return a log that is read to its end."""
    record = record_from(text)
    for _ in record:
        pass
    return record


def go_on(text: str, moves: str) -> str:
    """Append lines to a log."""
    return text + read(text).chain.add_tags(moves)


def seal(text: str, side: str, statement: str = "", by: str = "", word: str = SEAL) -> str:
    """Append the seal of a side to a log, made with the key of `by` if it is given."""
    record = read(text)
    chain, signer = record.chain, SIGNERS[by or side]
    body = format_body(word, record.seals.nonce, chain.row, chain.head.hex(), statement)
    return text + chain.add_tags(sign_line(word, body, PublicKey(side, signer.raw), signer))


def name_key(text: str, side: str, of: str = "", by: str = "") -> str:
    """Append a line with the key of a side to a log."""
    new = PublicKey(side, SIGNERS[of or side].raw)
    return seal(text, side, new.text, by or of or side, KEY)


def recompute_tags(text: str) -> str:
    """Return a changed log with recomputed tags."""
    chain, rows = Chain(), []
    for row in text.encode().splitlines(keepends=True):
        if chain.first:
            body = (split_tag(row) or (row[:-1],))[0]
            rows.append(chain.add_tags(f"{body.decode()}\n"))
        else:
            chain.read([row])
            rows.append(row.decode())
    return "".join(rows)


def write(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def write_key(path: Path, side: str) -> None:
    """Write the private key of a side to a file."""
    data = SIGNERS[side]._private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(data)
    path.chmod(0o600)
