"""`senpu repair`: the incomplete last line, the rest of a write, and the report."""

from pathlib import Path

import pytest

from tests import hands, sealed
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
    assert "whether the line is complete is not known" in " ".join(answer.out.split())
    assert log.read_bytes() == whole
    assert Path(f"{log}.torn-1").read_bytes() == b"J: i3+i4>D"
    assert run("append", log, "J: i3+i4>D").status == 0


def test_rows_of_foreign_bytes_are_reported_some_of_them(run: Run, log: Path) -> None:
    log.write_bytes(log.read_bytes() + b"\xff\n" * 20 + b"\0\0")
    answer = run("repair", log)
    assert answer.status == 0
    assert "12 more rows" in answer.out
    assert "Look for them in another copy" in answer.out


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_signed_log_cut_anywhere_in_its_last_seal_is_reported_alike_by_all_commands(
    run: Run, log: Path, lang: str
) -> None:
    """Without its last byte it lacks only the newline, and each command reports it."""
    above = sealed.seal(sealed.log(), "china")
    whole = sealed.seal(above, "japan").encode()
    for size in range(len(above) + 1, len(whole)):
        if size % 9 and size < len(whole) - 2 and whole[size - 1 : size] != b"\n":
            continue
        log.write_bytes(whole[:size])
        lacks_newline = size == len(whole) - 1
        verdict = run("verify", log, "--lang", lang)
        assert verdict.status == 1, size
        proves = "as its tag proves" if lang == "en" else "タグが示すように"
        assert (proves in verdict.out) == lacks_newline, size
        assert ("senpu repair" in verdict.out) != lacks_newline, size
        new = log.with_name(f"{size}.senpu")
        assert run("restore", log, "-o", new).status == (not lacks_newline), size
        assert new.exists() == lacks_newline
        report = run("repair", log, "--lang", lang).out
        proves = "only the newline was missing" if lang == "en" else "足りないのは改行だけ"
        assert (proves in report) == lacks_newline, size
        assert log.read_bytes() == above.encode()
        kept = Path(f"{log}.torn-1")
        if lacks_newline:
            assert new.read_bytes() == whole
            log.write_bytes(log.read_bytes() + kept.read_bytes())
            again = log.with_name("again.senpu")
            assert run("restore", log, "-o", again).status == 0
            assert again.read_bytes() == whole
        kept.unlink()


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
