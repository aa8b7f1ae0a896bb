"""`senpu fmt --from-mail`: from a file or standard input, to a file or standard output."""

from pathlib import Path

import pytest

from tests.command.conftest import Run


@pytest.fixture
def mail(log: Path, folder: Path) -> Path:
    path = folder / "mail.txt"
    rows = log.read_text("utf-8").splitlines()
    path.write_text("Hello,\n" + "".join(f"> {row}\n" for row in rows) + "\nBye!\n", newline="\r\n")
    return path


def test_the_log_goes_to_standard_output_and_what_was_undone_next_to_it(
    run: Run, log: Path, mail: Path
) -> None:
    before = mail.read_bytes()
    answer = run("fmt", "--from-mail", mail)
    assert (answer.status, answer.out) == (0, log.read_text("utf-8"))
    assert "a log of 9 lines; restored: quoted rows (9)" in answer.err
    assert "no tags prove the lines" in answer.err
    assert mail.read_bytes() == before
    assert run("fmt", "--from-mail", stdin=before).out == answer.out
    assert run("fmt", "--from-mail", "-", stdin=before).out == answer.out


def test_a_log_is_written_to_a_new_file_only(run: Run, log: Path, mail: Path, folder: Path) -> None:
    assert run("fmt", "--from-mail", mail, "-o", "out.senpu").status == 0
    assert (folder / "out.senpu").read_bytes() == log.read_bytes()
    answer = run("fmt", "--from-mail", mail, "-o", "out.senpu")
    assert answer.status == 2
    assert "already" in answer.err


def test_what_cannot_be_restored_is_named_and_nothing_is_written(
    run: Run, log: Path, mail: Path, folder: Path
) -> None:
    mail.write_bytes(mail.read_bytes().replace(b"[J5 C3]", b"[J5 C3"))
    answer = run("fmt", "--from-mail", mail, "-o", "out.senpu")
    assert (answer.status, answer.out) == (1, "")
    assert f"{mail}:10: mailDamaged: unterminatedDice" in answer.err
    assert "[J5 C3" in answer.err
    assert not (folder / "out.senpu").exists()


@pytest.mark.parametrize(
    "words", [(), ("-o", "x", "y"), ("--from-mail", "a", "b"), ("--from-mail", "--check", "a")]
)
def test_a_wrong_use_is_reported(run: Run, words: tuple[str, ...]) -> None:
    answer = run("fmt", *words)
    assert answer.status == 2
    assert answer.err.startswith("senpu: ")
