"""Keys: readable only by their owner, read aloud in words, checked only if possible."""

import re
import stat
import sys
from pathlib import Path

import pytest

from senpu.logs.keys import (
    CONSONANTS,
    VOWELS,
    PublicKey,
    SigningKeyError,
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
from tests.sealed import KEYS, SIGNERS


def test_a_private_key_is_its_owner_s_alone_and_its_public_half_lies_next_to_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "new" / "key.pem"
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
        with pytest.raises(SigningKeyError, match=r"install senpu\[sign\]"):
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
