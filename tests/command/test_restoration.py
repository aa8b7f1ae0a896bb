"""`senpu restore`: from a file or standard input, to a file or standard output."""

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from senpu.notation.reader import split_rows
from tests import sealed
from tests.command.conftest import Run
from tests.reliability.mangling import MANGLINGS, mangled

CHAINED = sealed.seal(sealed.go_on(sealed.log(), 'J: i3+i4>D {上海… "é"}\n'), "japan")


@pytest.fixture
def mail(log: Path, folder: Path) -> Path:
    path = folder / "mail.txt"
    rows = log.read_text("utf-8").splitlines()
    path.write_text("Hello,\n" + "".join(f"> {row}\n" for row in rows) + "\nBye!\n", newline="\r\n")
    return path


def test_the_log_goes_to_standard_output_and_the_report_to_the_error_stream(
    run: Run, log: Path, mail: Path
) -> None:
    before = mail.read_bytes()
    answer = run("restore", mail)
    assert (answer.status, answer.out) == (0, log.read_text("utf-8"))
    assert answer.err.splitlines() == [
        f"{mail}: restored a log of 9 lines ({len(answer.out)} bytes, from {len(before)} bytes)",
        "9 lines differ from the file",
        "12 rows of the file are changed, or not in the log",
        "  carriage returns removed: 12",
        "  rows with quotation marks (>) removed: 9",
        "no tags prove the lines; check the log with `senpu verify`",
    ]
    assert mail.read_bytes() == before
    assert run("restore", stdin=before).out == answer.out
    assert run("restore", "-", stdin=before).out == answer.out
    assert "取り除いた復帰文字（CR）：12" in run("restore", mail, "--lang", "ja").err


def test_a_log_is_written_to_a_new_file_only(run: Run, log: Path, mail: Path, folder: Path) -> None:
    assert run("restore", mail, "-o", "out.senpu").status == 0
    assert (folder / "out.senpu").read_bytes() == log.read_bytes()
    answer = run("restore", mail, "-o", "out.senpu")
    assert answer.status == 2
    assert "already" in answer.err


def test_what_cannot_be_restored_is_named_and_nothing_is_written(
    run: Run, log: Path, mail: Path, folder: Path
) -> None:
    mail.write_bytes(mail.read_bytes().replace(b"[J5 C3]", b"[J5 C3"))
    answer = run("restore", mail, "-o", "out.senpu")
    assert (answer.status, answer.out) == (1, "")
    assert f"{mail}:10: mailDamaged: unterminatedDice" in answer.err
    assert "[J5 C3" in answer.err
    assert not (folder / "out.senpu").exists()


def attach(text: str) -> bytes:
    mail = EmailMessage()
    mail.set_content("here it is")
    mail.add_attachment(text.encode(), "text", "plain", filename="game.senpu", cte="8bit")
    return mail.as_bytes()


CHANGES = {
    **{name: mangled(CHAINED, [name]) for name in MANGLINGS},
    "nothing": CHAINED.encode(),
    "CR alone": CHAINED.replace("\n", "\r").encode(),
    "UTF-16": CHAINED.encode("utf-16"),
    "tabs": CHAINED.replace("  ", "\t").encode(),
    "spaces at the ends": CHAINED.replace("\n", "  \n").encode(),
    "the last newline": CHAINED.encode()[:-1],
    "an attachment": attach(CHAINED),
    "an attachment with CR LF": attach(CHAINED).replace(b"\n", b"\r\n"),
}
KINDS = {
    "CR LF": "carriage returns removed: ", "CR alone": "carriage returns removed: ",
    "UTF-16": "converted from UTF-16: 1", "tabs": "characters restored: 5",
    "a byte-order mark": "byte order mark removed: 1", "quoted with >": "rows with quotation marks",
    "decomposed letters (NFD)": "letters composed", "quoted-printable": "quoted-printable code",
    "smart quotes, dashes and dots": "characters restored: 2", "wrapped at 72": "joined to the row",
    "characters of HTML": "HTML code decoded: 1", "an attachment": "attachment, with bytes",
    "an attachment with CR LF": "carriage returns removed: ", "nothing": "nothing differs",
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_the_report_of_each_change_is_true(run: Run, folder: Path, name: str) -> None:
    data = CHANGES[name]
    (folder / "changed").write_bytes(data)
    answer = run("restore", "changed")
    assert (answer.status, answer.out) == (0, CHAINED)
    assert KINDS.get(name, "") in answer.err
    before, after = split_rows(data), split_rows(CHAINED.encode())
    changed = sum(row not in before for row in after)
    assert ("nothing differs" in answer.err) is (data == CHAINED.encode())
    assert changed == 0 or f"{changed} line" in answer.err


FOREIGN: dict[str, tuple[str, Callable[[str], bytes]]] = {
    "carriage returns": ("carriageReturnInside", lambda text: text.replace("\n", "\r").encode()),
    "one line end": ("carriageReturnInside", lambda text: text.replace("\n", "\r", 1).encode()),
    "UTF-16 without a mark": ("notUtf8", lambda text: text.encode("utf-16-be")),
}
"""Changes that `senpu restore` undoes and `senpu fmt` does not: the first fault, the change."""


@pytest.mark.parametrize("change", FOREIGN)
def test_no_command_gives_up_a_log_that_can_be_restored(run: Run, log: Path, change: str) -> None:
    before = log.read_bytes()
    fault, edit = FOREIGN[change]
    log.write_bytes(changed := edit(log.read_text("utf-8")))
    for command in ("fmt", "verify --all", "hand", "reveal", "deal", "note", "repair", "show"):
        answer = run(*command.split(), log)
        assert answer.status == 1, command
        text = answer.out + answer.err
        assert f": {fault}: " in text, command
        assert "senpu restore FILE" in text, command
        assert "delete" not in text, command
    assert log.read_bytes() == changed
    assert run("restore", log, "-o", "new.senpu").status == 0
    assert Path("new.senpu").read_bytes() == before
