"""Keys: readable only by their owner, read aloud in words, checked only if possible."""

import re
import stat
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from senpu.logs.keys import (
    CONSONANTS,
    CURVE,
    FIELD,
    SMALL_ORDER,
    VOWELS,
    PublicKey,
    SigningKeyError,
    check_key,
    compute_fingerprint,
    default_key_file,
    format_public_key,
    generate_key,
    is_signed,
    load_key,
    parse_public_key,
    parse_verifier_key,
    public_key_file,
)
from senpu.logs.record import record_from
from senpu.notation.faults import Fault
from tests.sealed import CHAINED, KEYS, SIGNERS, log, seal


def test_a_private_key_is_its_owner_s_alone_and_its_public_half_lies_next_to_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "key.pem"
    signer = generate_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert parse_public_key(public_key_file(path).read_text()) == signer.raw
    again = load_key(path)
    assert again is not None
    assert again.raw == signer.raw
    assert is_signed(PublicKey("japan", signer.raw), b"so", again.sign(b"so"))


def test_a_passphrase_locks_the_file(tmp_path: Path) -> None:
    path = tmp_path / "key.pem"
    signer = generate_key(path, "合言葉")
    assert b"ENCRYPTED" in path.read_bytes()
    assert load_key(path) is None
    with pytest.raises(SigningKeyError, match="passphrase is wrong"):
        load_key(path, "another")
    with pytest.raises(SigningKeyError, match="passphrase is wrong"):
        load_key(path, "")
    opened = load_key(path, "合言葉")
    assert opened is not None
    assert opened.raw == signer.raw


def test_a_key_never_takes_the_place_of_a_file(tmp_path: Path) -> None:
    for name in ("key.pem", "key.pub"):
        (tmp_path / name).write_text("mine")
        with pytest.raises(SigningKeyError, match=f"{name}: the key exists; not overwritten"):
            generate_key(tmp_path / "key.pem")
        assert [path.name for path in tmp_path.iterdir()] == [name]
        (tmp_path / name).unlink()


@pytest.mark.parametrize("data", [b"", b"\xff", b"-----BEGIN PRIVATE KEY-----\nAA\n", b"ENCRYPTED"])
def test_what_is_no_private_key_is_told_so(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "key.pem").write_bytes(data)
    with pytest.raises(SigningKeyError, match=r"key\.pem: "):
        load_key(tmp_path / "key.pem", "x")


def test_a_key_of_another_kind_is_told_so(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key

    data = generate_private_key(SECP256R1()).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    (tmp_path / "key.pem").write_bytes(data)
    with pytest.raises(SigningKeyError, match="not an Ed25519 key"):
        load_key(tmp_path / "key.pem")


def test_a_verifier_key_says_its_name_its_number_and_its_bytes() -> None:
    key = KEYS["japan"]
    assert parse_verifier_key(key.text) == key
    for bad in ("", key.text[:-1], key.text.replace("japan", "china"), f"{key.text}x", "japan+0+A"):
        with pytest.raises(SigningKeyError):
            parse_verifier_key(bad)


def test_a_public_key_is_a_line() -> None:
    raw = KEYS["japan"].raw
    assert parse_public_key(f"{format_public_key(raw)}\n") == raw
    for bad in ("", "ed25519", format_public_key(raw)[:-2], f"rsa {format_public_key(raw)[8:]}"):
        with pytest.raises(SigningKeyError, match="ed25519 and 44 characters"):
            parse_public_key(bad)


def test_a_fingerprint_is_five_pronounceable_words_and_unique() -> None:
    words = compute_fingerprint(bytes(32)).split("-")
    assert len(words) == 5
    pattern = "".join(f"[{letters}]" for letters in (CONSONANTS, VOWELS) * 2) + f"[{CONSONANTS}]"
    assert all(re.fullmatch(pattern, word) for word in words)
    many = {compute_fingerprint(number.to_bytes(32)) for number in range(2000)}
    assert len(many) == 2000
    assert {letter for each in many for letter in each} == {*CONSONANTS, *VOWELS, "-"}


def test_a_signature_is_good_bad_or_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    key, signature = KEYS["japan"], SIGNERS["japan"].sign(b"so")
    assert is_signed(key, b"so", signature) is True
    assert is_signed(key, b"no", signature) is False
    assert is_signed(KEYS["china"], b"so", signature) is False
    assert is_signed(key, b"so", b"") is False
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    assert is_signed(key, b"no", signature) is None


def test_without_the_package_nothing_is_signed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    for begin in (generate_key, load_key):
        with pytest.raises(SigningKeyError, match=r"pip install '.\[sign\]'"):
            begin(tmp_path / "key.pem")
    assert list(tmp_path.iterdir()) == []


def test_the_user_s_own_key_has_its_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SENPU_CONFIG", str(tmp_path))
    assert default_key_file() == tmp_path / "key.pem"
    monkeypatch.delenv("SENPU_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert default_key_file() == tmp_path / "senpu" / "key.pem"
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.delenv("APPDATA", raising=False)
    assert default_key_file() == Path.home() / ".config" / "senpu" / "key.pem"


# ---- keys that prove nothing ----------------------------------------------------------------


def find_x(y: int) -> int | None:
    """Return an x of a point with this y (RFC 8032, 5.1.3), if there is such a point."""
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, FIELD) % FIELD
    x = pow(square, (FIELD + 3) // 8, FIELD)
    x = x if x * x % FIELD == square else x * pow(2, (FIELD - 1) // 4, FIELD) % FIELD
    return x if x * x % FIELD == square else None


def list_torsion_points() -> list[tuple[int, int]]:
    """Return the eight points whose order divides 8, computed from the curve itself."""

    def add(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
        (x1, y1), (x2, y2) = one, other
        product = CURVE * x1 * x2 * y1 * y2
        return (
            (x1 * y2 + x2 * y1) * pow(1 + product, -1, FIELD) % FIELD,
            (y1 * y2 + x1 * x2) * pow(1 - product, -1, FIELD) % FIELD,
        )

    def multiply(point: tuple[int, int], times: int) -> tuple[int, int]:
        total = (0, 1)
        for bit in bin(times)[2:]:
            total = add(total, total)
            total = add(total, point) if bit == "1" else total
        return total

    order = 2**252 + 27742317777372353535851937790883648493
    for y in range(2, 100):  # a point times the prime order is a point of small order
        x = find_x(y)
        if x is not None:
            point = multiply((x, y), order)
            if multiply(point, 4) != (0, 1):
                return [multiply(point, times) for times in range(8)]
    raise AssertionError


def list_weak_keys() -> list[bytes]:
    """Return every encoding of a point of small order, canonical or not."""
    return [
        (y | sign << 255).to_bytes(32, "little")
        for point in list_torsion_points()
        for y in (point[1], point[1] + FIELD)
        if y < 2**255
        for sign in (0, 1)
    ]


@pytest.mark.parametrize("raw", sorted(set(list_weak_keys())), ids=bytes.hex)
def test_a_key_of_small_order_is_rejected_wherever_keys_are_read(raw: bytes) -> None:
    with pytest.raises(SigningKeyError, match=r"small order|canonical"):
        parse_public_key(format_public_key(raw))
    with pytest.raises(SigningKeyError, match=r"small order|canonical"):
        parse_verifier_key(PublicKey("japan", raw).text)
    (fault,) = record_from(
        log(f"{CHAINED}Key-Japan: {PublicKey('japan', raw).text}\n")
    ).header_faults
    assert fault.id == "keyMalformed"
    forged = seal(log(CHAINED), "japan", PublicKey("japan", raw).text, word="key")
    assert "keyMalformed" in {line.id for _, line in record_from(forged) if isinstance(line, Fault)}


def test_the_published_list_of_weak_keys_is_complete() -> None:
    """Libsodium and "Taming the many EdDSAs" (Chalkias et al., 2020) have the same list."""
    assert len(set(list_torsion_points())) == 8
    assert {y for _, y in list_torsion_points()} == SMALL_ORDER
    assert len(set(list_weak_keys())) == 14


def test_a_key_is_a_canonical_point_of_the_curve() -> None:
    usable = {y for y in range(2, 64) if find_x(y) is not None}
    assert 20 < len(usable) < 42
    for y in (*range(2, 64), *range(FIELD, 2**255)):
        for sign in (0, 1):
            raw = (y | sign << 255).to_bytes(32, "little")
            if y in usable:
                assert check_key(raw) == raw
            else:
                why = "canonical" if y >= FIELD else "not a point of the curve"
                with pytest.raises(SigningKeyError, match=why):
                    check_key(raw)


@given(st.binary(min_size=32, max_size=32))
def test_every_private_key_has_a_usable_public_key(secret: bytes) -> None:
    raw = Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()
    assert parse_public_key(format_public_key(raw)) == raw
    assert parse_verifier_key(PublicKey("japan", raw).text).raw == raw


def test_a_signature_has_one_form() -> None:
    """Neither S plus the order of the group nor another R is accepted (RFC 8032, 5.1.7)."""
    order = 2**252 + 27742317777372353535851937790883648493
    signature = SIGNERS["japan"].sign(b"so")
    scalar = int.from_bytes(signature[32:], "little")
    for times in range(1, 2**256 // order):
        other = scalar + times * order
        if other < 2**256:
            changed = signature[:32] + other.to_bytes(32, "little")
            assert is_signed(KEYS["japan"], b"so", changed) is False
    for raw in list_weak_keys():
        assert is_signed(KEYS["japan"], b"so", raw + signature[32:]) is False
