"""Files that commands write: an output replaces only an earlier output of the same kind."""

import os
import stat
from pathlib import Path

import pytest

import tests.toy_cards  # noqa: F401 - registers a game with hands
from tests import sealed
from tests.command.conftest import Run

KEY = b"-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEI\n-----END PRIVATE KEY-----\n"
FORMS = ("md", "bbcode", "html", "svg", "json", "senpu")
OUTPUTS = {
    **{form: f"export game.senpu --to {form} -o OUT" for form in FORMS},
    "maps": "export game.senpu --to md -o new.md --maps maps",
    "report": "verify game.senpu --report OUT",
    "proof": "diff one.senpu other.senpu --proof OUT",
}
"""A command for each kind of output; OUT is the file."""
NEW = {
    "new": "new 800/bonsai-2021 OUT",
    "keygen": "keygen OUT --no-passphrase",
    "play": "play 800/bonsai-2021 -o OUT",
    "seal": "seal game.senpu --chain -o OUT",
    "mail": "restore game.senpu -o OUT",
    "book": "openings build . -o OUT --jobs 1",
}
"""The commands that replace nothing, or only a file that they continue."""


@pytest.fixture
def files(run: Run, log: Path, folder: Path) -> Path:
    """A game, and two branches of another one, both signed with one key."""
    del run, log
    for name, event in (("one", "J: i3+i4>D"), ("other", "J: pass")):
        text = sealed.seal(sealed.go_on(sealed.log(), f"{event}\n"), "japan")
        sealed.write(folder / f"{name}.senpu", text)
    return folder


def make(run: Run, kind: str, out: Path, *more: str) -> tuple[int, str]:
    words = (OUTPUTS | NEW)[kind].replace("OUT", str(out)).split(" ")
    answer = run(*words, *more)
    return answer.status, answer.err


def find_output(folder: Path, kind: str, out: Path) -> Path:
    return next((folder / "maps").glob("*.svg")) if kind == "maps" else out


QUICK = ("svg", "senpu", "report")
KINDS = [kind if kind in QUICK else pytest.param(kind, marks=pytest.mark.slow) for kind in OUTPUTS]


@pytest.mark.parametrize("kind", KINDS)
def test_an_output_replaces_its_own_kind_and_no_other(run: Run, files: Path, kind: str) -> None:
    out = files / "out"
    _, message = make(run, kind, out)
    out = find_output(files, kind, out)
    written = out.read_bytes()
    assert written
    out.write_bytes(written + b"\n")
    assert make(run, kind, out)[1] == message  # its own kind
    assert out.read_bytes() == written
    out.write_bytes(b"")
    assert make(run, kind, out)[1] == message  # an empty file
    for foreign in (KEY, b"Dear reader,\n", b"\xff\x00" * 9, (files / "one.senpu").read_bytes()):
        out.write_bytes(foreign)
        status, error = make(run, kind, out)
        assert status == 2
        assert "not replaced" in error
        assert out.read_bytes() == foreign
    assert make(run, kind, out, "--force")[1] == message
    assert out.read_bytes() == written


@pytest.mark.slow
def test_an_output_of_one_kind_does_not_replace_another_kind(run: Run, files: Path) -> None:
    made = {}
    for kind in OUTPUTS:
        make(run, kind, files / f"{kind}.out")
        made[kind] = (files / f"{kind}.out").read_bytes() if kind != "maps" else b""
    out = files / "out"
    for kind in OUTPUTS.keys() - {"maps"}:
        for other in OUTPUTS.keys() - {"maps", kind}:
            out.write_bytes(made[other])
            assert "not replaced" in make(run, kind, out)[1], (kind, other)


@pytest.mark.slow
@pytest.mark.parametrize("kind", NEW)
def test_a_new_file_replaces_nothing(run: Run, files: Path, kind: str) -> None:
    out = files / "key.pem"
    out.write_bytes(KEY)
    assert make(run, kind, out)[0] in (1, 2)
    assert out.read_bytes() == KEY


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*OUTPUTS, *NEW])
def test_a_folder_is_never_replaced(run: Run, files: Path, kind: str) -> None:
    if kind == "maps":
        return
    (files / "folder").mkdir()
    assert make(run, kind, files / "folder")[0] in (1, 2)
    assert list((files / "folder").iterdir()) == []


@pytest.mark.parametrize("how", ["same", "symbolic", "hard", "dots"])
@pytest.mark.parametrize("kind", ["svg", pytest.param("report", marks=pytest.mark.slow)])
def test_a_command_never_writes_to_a_file_that_it_reads(
    run: Run, files: Path, kind: str, how: str
) -> None:
    source = files / "game.senpu"
    before, out = source.read_bytes(), files / "link"
    if how == "symbolic":
        out.symlink_to(source.name)
    elif how == "hard":
        os.link(source, out)
    else:
        out = source if how == "same" else files / ".." / files.name / source.name
    status, error = make(run, kind, out, "--force")
    assert status == 2
    assert "the command reads this file" in error or "the end of the name means senpu" in error
    assert source.read_bytes() == before


def test_a_link_to_a_file_remains_and_is_checked_like_the_file(run: Run, files: Path) -> None:
    out, target = files / "out.svg", files / "real.svg"
    out.symlink_to(target)
    target.write_bytes(KEY)
    assert make(run, "svg", out)[0] == 2
    assert target.read_bytes() == KEY
    target.unlink()
    assert make(run, "svg", out)[0] == 0
    assert out.is_symlink()
    assert target.read_bytes().startswith(b"<svg")


def test_an_export_to_a_device_or_a_pipe_is_written_there(run: Run, files: Path) -> None:
    assert make(run, "svg", Path(os.devnull))[0] == 0
    pipe = files / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert make(run, "bbcode", pipe)[0] == 0
        assert os.read(reader, 1 << 16).startswith(b"[b]")
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_an_export_of_a_game_replaces_no_longer_log_of_the_game(run: Run, files: Path) -> None:
    longer = files / "longer.senpu"
    longer.write_bytes((files / "game.senpu").read_bytes() + b"J: i3+i4>D\n")
    before = longer.read_bytes()
    assert make(run, "senpu", longer)[0] == 2
    assert longer.read_bytes() == before


def test_the_sheet_of_a_player_replaces_no_other_file(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SENPU_STATE", str(folder / "state"))
    assert run("new", "blind/toy", "cards.senpu", "--hands", "dealer").status == 0
    sheet = folder / "cards.north.hand"
    sheet.write_bytes(KEY)
    answer = run("deal", "cards.senpu")
    assert answer.status == 2
    assert "not replaced" in answer.err
    assert sheet.read_bytes() == KEY
