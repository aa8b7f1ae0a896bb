"""The file of secrets: damaged content is reported and not replaced."""

from pathlib import Path

import pytest

from senpu.logs.dice_secrets import SecretError, Secrets
from tests.sealed import NONCE


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"length":5', '"length":-1'),
        ('"length":5', '"length":1000000000000'),
        ('"length":5', '"length":"5"'),
        ('"last":"', '"last":"x'),
        ('"anchor":"', '"anchor":"\\n'),
        ('"shown":{', '"shown":{"1":"x"'),
        ("[", "[" * 100_000),
        ("]", ""),
    ],
)  # fmt: skip
def test_damaged_secrets_are_reported(tmp_path: Path, old: str, new: str) -> None:
    secrets = Secrets(NONCE, tmp_path)
    commit = secrets.create("japan", 5)
    (path,) = (tmp_path / "dice").glob("*.json")
    assert secrets.reveal(commit, 1, bytes(32))
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    before = path.read_bytes()
    for use in (lambda: secrets.reveal(commit, 1, bytes(32)), lambda: secrets.create("japan")):
        with pytest.raises(SecretError, match="the secrets are damaged"):
            use()
    assert path.read_bytes() == before
