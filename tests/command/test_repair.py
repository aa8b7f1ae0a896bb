"""`senpu repair`: the incomplete last line, the rest of a write, and the report."""

from pathlib import Path

import pytest

from tests import hands
from tests.command.conftest import Run


def test_an_incomplete_line_is_rejected_by_append_and_cut_off_by_repair(
    run: Run, log: Path
) -> None:
    whole = log.read_bytes()
    log.write_bytes(whole + b"J: i3+i4>D")
    answer = run("append", log, "J: pass")
    assert answer.status == 1
    assert f"senpu repair {log}" in answer.err
    answer = run("repair", log)
    assert (answer.status, answer.err) == (0, "")
    assert f"10 bytes after line 9 removed and saved as {log}.torn-1" in answer.out
    assert "| J: i3+i4>D\n" in answer.out
    assert "If it is complete, append it again" in answer.out
    assert log.read_bytes() == whole
    assert Path(f"{log}.torn-1").read_bytes() == b"J: i3+i4>D"
    assert run("append", log, "J: i3+i4>D").status == 0


def test_rows_of_foreign_bytes_are_reported_some_of_them(run: Run, log: Path) -> None:
    log.write_bytes(log.read_bytes() + b"\xff\n" * 20 + b"\0\0")
    answer = run("repair", log)
    assert answer.status == 0
    assert "12 more rows" in answer.out
    assert "Look for them in another copy" in answer.out


def test_a_whole_log_is_said_to_be_whole(run: Run, log: Path) -> None:
    answer = run("repair", log)
    assert (answer.status, answer.out) == (
        0,
        f"{log}: the last line is complete; the file was not changed\n",
    )


def test_damage_is_status_1_and_nothing_is_changed(run: Run, log: Path) -> None:
    data = log.read_bytes().replace(b"i3", b"i\0", 1) + b"J: pa"
    log.write_bytes(data)
    answer = run("repair", log)
    assert (answer.status, answer.out) == (1, "")
    assert "nulByte" in answer.err
    assert answer.err.endswith("\nnothing was written\n")
    assert log.read_bytes() == data
    assert run("repair", "none.senpu").status == 2


WRITING = (
    "append game.senpu {so}", "roll game.senpu", "roll game.senpu --commit --side japan",
    "deal game.senpu", "hand game.senpu", "reveal game.senpu --all", "seal game.senpu --key k.pem",
    "migrate game.senpu -o new.senpu",
)  # fmt: skip


@pytest.mark.parametrize(
    "cut", [b"  6f38af8685afc1", b"draw ?1e9f", b"%reveal ?6f38af86 #04 ~b6186edf\n"]
)
def test_each_command_that_writes_names_repair(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, cut: bytes
) -> None:
    monkeypatch.setenv("SENPU_STATE", str(folder / "state"))
    path = folder / "game.senpu"
    cards = [hands.card(at, "japan", f"#0{card}") for at, card in enumerate((7, 3, 4), 1)]
    text = f"{hands.dealt(*cards)}T1 J: | |\n{hands.format_reveals(cards[2])}"
    data = hands.log(text, hands.RUSSO).encode()
    assert cut in data
    path.write_bytes(data[: data.index(cut) + len(cut)])
    assert run("keygen", "k.pem", "--no-passphrase").status == 0
    for words in WRITING:
        answer = run(*words.split())
        assert answer.status, words
        assert "senpu repair" in answer.err + answer.out, words
    assert not (folder / "new.senpu").exists()
    assert run("repair", path).status == 0
    assert run("append", path, "{so}").status == 0
