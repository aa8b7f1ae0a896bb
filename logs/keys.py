"""Keys: a side signs with a private key, others check with the public key or its fingerprint.

Ed25519, by the `cryptography` package. It is loaded only to sign or check and may be missing:
then a signature is neither valid nor invalid, and the caller is notified. Public keys in a log
are verifier keys of the C2SP signed note (`spec/en/reference/chain.md`). The module does not know
the owner of a key.
"""

import base64
import re
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from senpu.logs.inputs import Source, read_source
from senpu.notation.extras import format_install
from senpu.notation.faults import Error
from senpu.notation.mistakes import cut
from senpu.notation.user_folders import settings_folder

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


KIND = b"\x01"
"""The byte for Ed25519 in keys and key ids of a signed note."""
VERIFIER = re.compile(r"([a-z][a-z0-9]*)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})")
PUBLIC = re.compile(r"ed25519 ([A-Za-z0-9+/]{43}=)")
WORDS = 5
"""Number of words of a fingerprint, of 16 bits each."""

FIELD = 2**255 - 19
"""The prime of the field of Ed25519 (RFC 8032, 5.1)."""
CURVE = -121665 * pow(121666, -1, FIELD) % FIELD
"""The constant d of the curve -x² + y² = 1 + dx²y²."""
_EIGHTH = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
SMALL_ORDER = frozenset((0, 1, FIELD - 1, _EIGHTH, FIELD - _EIGHTH))
"""The y coordinates of the eight points whose order divides 8: the neutral point, and the points
of order 2, 4 and 8. A signature by such a key can be made without a private key."""


class SigningKeyError(Error):
    """A key cannot be read, used, or written."""


class PublicKey(msgspec.Struct, frozen=True):
    """A public key by the name under which it signs: a side's id."""

    name: str
    raw: bytes
    """The 32 bytes of the key."""

    @property
    def ident(self) -> bytes:
        """Return the four bytes that identify the key in a signature."""
        return sha256(self.name.encode() + b"\n" + KIND + self.raw).digest()[:4]

    @property
    def text(self) -> str:
        """Return the key as written in a log: `japan+c74f20a3+ARpc2Q…`."""
        return f"{self.name}+{self.ident.hex()}+{base64.b64encode(KIND + self.raw).decode()}"

    @property
    def fingerprint(self) -> str:
        """Return the key in five words that can be read aloud; the same under any name."""
        return compute_fingerprint(self.raw)


def check_key(raw: bytes) -> bytes:
    """Return the 32 bytes of a public key, if a signature by the key can prove anything.

    The rules of RFC 8032, 5.1.3: y is less than the prime of the field, and a point of the curve
    has this y. Points of small order are rejected too. The library checks neither.

    Raises:
        SigningKeyError: The bytes are no such key.
    """
    number = int.from_bytes(raw, "little")
    y, is_odd = number & (1 << 255) - 1, number >> 255
    if y >= FIELD or (is_odd and y in (1, FIELD - 1)):  # x is 0, and -0 is not canonical
        raise SigningKeyError("keyNotCanonical")
    if y in SMALL_ORDER:
        raise SigningKeyError("keyOfSmallOrder")
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, FIELD) % FIELD
    if pow(square, (FIELD - 1) // 2, FIELD) != 1:  # Euler's criterion
        raise SigningKeyError("keyNotAPoint")
    return raw


def parse_verifier_key(text: str) -> PublicKey:
    """Parse a verifier key.

    Returns:
        The key.

    Raises:
        SigningKeyError: The text is not a verifier key.
    """
    if not (found := VERIFIER.fullmatch(text)):
        raise SigningKeyError("notAKey", text=cut(text))
    data = base64.b64decode(found[3])
    key = PublicKey(found[1], data[1:])
    if data[:1] != KIND or key.ident.hex() != found[2]:
        raise SigningKeyError("keyIdMismatch", text=text)
    check_key(key.raw)
    return key


def parse_public_key(text: str) -> bytes:
    """Return the bytes of a public key from its line, `ed25519 …`; can raise SigningKeyError."""
    found = PUBLIC.fullmatch(text.strip())
    raw = base64.b64decode(found[1]) if found else b""
    if format_public_key(raw) != text.strip():  # base64 has several texts for some bytes
        raise SigningKeyError("notAPublicKey")
    return check_key(raw)


def format_public_key(raw: bytes) -> str:
    """Return the line of a public key, which the user sends to others."""
    return f"ed25519 {base64.b64encode(raw).decode()}"


CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"


def compute_fingerprint(raw: bytes) -> str:
    """Return a key's first 80 bits of SHA-256 as proquints (Wilkerson, 2009).

    Each word is 16 bits, in alternating consonants and vowels of four and two bits.

    >>> compute_fingerprint(bytes(32))
    'pubin-vorap-horut-tomat-nahom'
    """
    digest = sha256(b"senpu-fingerprint/1\n" + raw).digest()
    return "-".join(
        _format_word(int.from_bytes(digest[at : at + 2])) for at in range(0, 2 * WORDS, 2)
    )


def _format_word(bits: int) -> str:
    return "".join(
        letters[bits >> shift & len(letters) - 1]
        for letters, shift in (
            (CONSONANTS, 12), (VOWELS, 10), (CONSONANTS, 6), (VOWELS, 4), (CONSONANTS, 0)
        )
    )  # fmt: skip


def is_signed(key: PublicKey, message: bytes, signature: bytes) -> bool | None:
    """Return whether a signature is valid; None if this computer cannot check it."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return None
    try:
        Ed25519PublicKey.from_public_bytes(key.raw).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


# ---- private keys ---------------------------------------------------------------------------


class Signer:
    """A private key that can sign."""

    def __init__(self, private: "Ed25519PrivateKey") -> None:
        self._private = private

    @property
    def raw(self) -> bytes:
        """Return its public key."""
        return self._private.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """Return the signature of a message."""
        return self._private.sign(message)


def _load_library() -> None:
    try:
        import cryptography  # noqa: F401
    except ImportError:
        raise SigningKeyError("noCryptography", install=format_install("sign")) from None


def default_key_file() -> Path:
    """Return the file of the user's private key, in the folder of settings."""
    return settings_folder() / "key.pem"


def generate_key(path: Path, passphrase: str = "") -> Signer:
    """Return a new private key, saved in a new file next to its public key."""
    _load_library()
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    # Loaded late: keys that are only read are not written.
    from senpu.logs.journal import record_write, write_new

    private = Ed25519PrivateKey.generate()
    locked: serialization.KeySerializationEncryption = serialization.NoEncryption()
    if passphrase:
        locked = serialization.BestAvailableEncryption(passphrase.encode())
    data = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, locked
    )
    signer, public = Signer(private), public_key_file(path)
    try:
        if path == default_key_file():
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_new(path, data, 0o600)
        try:
            write_new(public, f"{format_public_key(signer.raw)}\n".encode(), 0o644)
        except OSError:
            path.unlink()  # a private key without its public key is useless
            raise
        record_write(path)
        record_write(public)
    except FileExistsError as error:
        raise SigningKeyError("keyExists", path=error.filename) from None
    except OSError as error:
        raise SigningKeyError("couldNotWrite", path=error.filename or path, why=error) from None
    return signer


def public_key_file(path: Path) -> Path:
    """Return the file of the public key for the file of a private key."""
    return path.with_suffix(".pub")


def load_key(path: Source, passphrase: str | None = None) -> Signer | None:
    """Return the private key in a file; None if it needs a passphrase and none is given.

    Raises:
        SigningKeyError: The file cannot be read, or is not a key.
    """
    _load_library()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        data = read_source(path)
    except OSError as error:
        raise SigningKeyError("noKey", path=path, why=error) from None
    locked = b"ENCRYPTED" in data
    if locked and passphrase is None:
        return None
    try:
        secret = passphrase.encode() if locked and passphrase else None
        private = load_pem_private_key(data, secret)
    except (ValueError, TypeError):
        key = "wrongPassphrase" if locked else "notAPrivateKey"
        raise SigningKeyError(key, path=path) from None
    except Exception:  # the library has its own errors for some types of keys
        raise SigningKeyError("notAPrivateKey", path=path) from None
    if not isinstance(private, Ed25519PrivateKey):
        raise SigningKeyError("otherKeyType", path=path)
    return Signer(private)
