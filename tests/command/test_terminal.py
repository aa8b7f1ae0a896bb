"""Output on a terminal: the width, colours and the pager; data for programs has none of them."""

import json
import os
import pty
import re
import select
import shutil
import sys
from argparse import ArgumentTypeError
from contextlib import suppress
from pathlib import Path

import pytest

from senpu.logs.record import LIBRARY
from senpu.notation.faults import text_width
from senpu.notation.layout import Layout, use_layout
from senpu.notation.messages import LANGUAGES, SOURCE
from senpu.tui.command_line.options import KINDS
from senpu.tui.command_line.parsing import Parser, find_converter
from senpu.tui.command_line.table import TABLE
from senpu.tui.render.text_layout import (
    BRACKETS,
    CLOSING,
    align_rows,
    fit_rows,
    split_columns,
    split_map,
)
from tests.command.conftest import Run

GAMES = {
    name: str(sorted((LIBRARY / game).glob("*.senpu"))[0])
    for name, game in (
        ("area", "800"), ("town", "incident1932"), ("hexes", "nanjing1937"),
        ("boxes", "russojapanese"),
    )
}  # fmt: skip
AREA = GAMES["area"]
BROKEN = "Senpu: 1\nGame: 800/bonsai-2021\n\nC: x1+c1@D c2+c3+k1@C and then much more text here\n"
COMMANDS = [
    "games", "rules 800/bonsai-2021", "rules 800/bonsai-2021 7.2", "verify {area} broken.senpu",
    "dice {town}", "diff {area} broken.senpu", "show broken.senpu", "legal {area} --at T2",
    "legal {area} --at 4", "view broken.senpu", "note {area}", "data names incident1932",
    "data ranges 800", "data check 800", "data evidence 800", "help", "verify --help", "config",
    "append {area} pass", "vew", "verify --nothing", "config language xx",
]  # fmt: skip
"""Commands that print text."""
MAPS = ["show {hexes}", "show {boxes}", "show {town}"]
"""Commands that print a map wider than 80 columns, or than 40."""
CELL = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(autouse=True)
def broken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make an invalid log, and a user who is known."""
    (folder / "broken.senpu").write_text(BROKEN, "utf-8")
    monkeypatch.setenv("SENPU_AUTHOR", "Anna")


def run_at(run: Run, command: str, width: int, language: str) -> str:
    """Return what a command prints on both streams at a width."""
    os.environ["COLUMNS"] = str(width)
    try:
        words = [each.format(**GAMES) for each in command.split()]
        answer = run(*words, "--lang", language)
    finally:
        del os.environ["COLUMNS"]
    return answer.out + answer.err


def list_ascii(text: str) -> set[str]:
    """Return the words in ASCII letters and digits."""
    return set(re.findall(r"[0-9A-Za-z_/.>-]{2,}", text))


def assert_fits(text: str, width: int) -> None:
    """Check that no row is wider, unless it is one word, and that no row begins with a sign."""
    for row in text.splitlines():
        assert text_width(row) <= width or len(row.split()) <= 1, (width, row)
        assert row.lstrip()[:1] not in {*CLOSING, *BRACKETS} - {""}, row


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", [*COMMANDS, *MAPS])
def test_every_text_fits_every_terminal(run: Run, command: str, language: str) -> None:
    whole = list_ascii(run_at(run, command, 400, language))
    for width in (40, 60, 80, 120):
        text = run_at(run, command, width, language)
        assert_fits(text, width)
        if command not in MAPS:
            lost = {each for each in whole - list_ascii(text) if len(each) < width / 3}
            assert not lost or ".." in text or "…" in text, (width, lost)


def test_a_text_fits_a_narrow_terminal_and_not_only_a_wide_one(run: Run) -> None:
    for language in LANGUAGES:
        text = run_at(run, "verify broken.senpu {area}", 50, language)
        assert_fits(text, 50)
        assert len(text.splitlines()) > len(run_at(run, "games", 200, language).splitlines()) / 9


PAGES = ("help", "help faq", "rules 800/bonsai-2021 7.2", "verify --help")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", [*COMMANDS, *PAGES])
def test_without_a_terminal_only_pages_are_wrapped(
    run: Run, command: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("senpu.tui.render.text_layout.PROSE", 10_000)
    wide = run_at(run, command, 10_000, language)
    words = [each.format(**GAMES) for each in command.split()]
    answer = run(*words, "--lang", language)
    if words[0] in ("help", "rules") or "--help" in words:
        assert max(map(text_width, answer.out.splitlines())) <= 80
    else:
        assert len((answer.out + answer.err).splitlines()) <= len(wide.splitlines())


def test_a_row_continues_below_its_text() -> None:
    rows = ["    Sides      Japan, China and others", "  - a b c d e f g h i j k l m"]
    assert list(fit_rows(rows, 27)) == [
        "    Sides      Japan,", "      China and others", "  - a b c d e f g h i j k l", "    m",
    ]  # fmt: skip


def test_a_wide_map_is_cut_into_strips_that_overlap() -> None:
    rows = ["上abcdefghijklmnopqrstuv", "x"]
    with use_layout(Layout(14, is_bounded=True)):
        assert split_map(rows) == [
            "上abcdefghijkl", "x", "", "ghijklmnopqrst", "", "opqrstuv",
        ]  # fmt: skip
    assert split_map(rows) == rows
    areas = ["+- A --+- B --+", "|  i1  |      |", "+------+- C --+"]
    for width in (8, 9, 12):
        with use_layout(Layout(width, is_bounded=True)):
            assert split_map(areas) == [
                "+- A --+", "|  i1  |", "+------+", "", "+- B --+", "|      |", "+- C --+",
            ]  # fmt: skip


def test_a_wide_table_is_continued_below_with_its_first_column() -> None:
    cells = [["", "部隊", "won", "lost"], ["", "", "(a)", ""], ["Japan", "12", "3", "4"]]
    for width, parts in (
        (30, [["       部隊  won  lost", "             (a)", "Japan    12    3     4"]]),
        (18, [["       部隊  won", "             (a)", "Japan    12    3"],
              ["       lost", "Japan     4"]]),
        (9, [["       部隊", "Japan    12"], ["       won", "       (a)", "Japan    3"],
             ["       lost", "Japan     4"]]),
    ):  # fmt: skip
        with use_layout(Layout(width, is_bounded=True)):
            assert [[*align_rows(each, (1, 2, 3), "")] for each in split_columns(cells)] == parts
    assert len([*split_columns([["a" * 90] * 9])]) == 1


# ---- colours --------------------------------------------------------------------------------


def test_colours_are_only_where_they_are_wanted(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run("verify", "broken.senpu")
    coloured = run("verify", "broken.senpu", "--color", "always")
    assert "\x1b[31minvalid\x1b[0m; " in coloured.out
    assert CELL.sub("", coloured.out) == plain.out
    assert "\x1b" not in plain.out
    for row in coloured.out.splitlines():  # no colour passes the end of a row
        assert not row.count("\x1b[") or row.rindex("\x1b[0m") == row.rindex("\x1b[")
    assert "\x1b[31msenpu\x1b[0m: " in run("--color=always", "show", "nothing").err
    monkeypatch.setattr(sys.stdout.__class__, "isatty", lambda self: True)
    assert "\x1b[" in run("verify", "broken.senpu").out
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            assert "\x1b[" not in run("verify", "broken.senpu").out
    assert "\x1b[" not in run("verify", "broken.senpu", "--color", "never").out


@pytest.mark.parametrize(
    "command",
    ["verify --json broken.senpu", "show --json broken.senpu", "legal --json broken.senpu",
     "dice --json broken.senpu", "diff --json broken.senpu {area}", "games --json",
     "show --text {area}", "export --to md broken.senpu", "export --to json broken.senpu"],
)  # fmt: skip
def test_data_for_programs_has_no_colour_and_no_width(run: Run, command: str) -> None:
    words = [each.format(**GAMES) for each in command.split()]
    plain = run(*words)
    os.environ["COLUMNS"] = "30"
    try:
        assert run(*words, "--color", "always").out == plain.out
    finally:
        del os.environ["COLUMNS"]


def test_a_name_with_the_mark_of_a_style_has_no_colour(run: Run, folder: Path) -> None:
    (folder / "\ufdd0x.senpu").write_text(BROKEN, "utf-8")
    assert "\ufdd0" not in run("verify", "\ufdd0x.senpu").out
    assert "\x1b[32mx" in run("verify", "\ufdd0x.senpu", "--color", "always").out  # no more


# ---- pager ----------------------------------------------------------------------------------


def run_on_terminal(folder: Path, words: list[str], pager: str) -> tuple[int, str]:
    """Run a command on a terminal. Return its exit status and what the terminal shows."""
    child, terminal = pty.fork()
    if not child:  # pragma: no cover - another process
        os.environ |= {"SENPU_PAGER": pager, "TERM": "xterm", "COLUMNS": "80"}
        os.execv(sys.executable, [sys.executable, "-m", "senpu", *words])
    shown = b""
    while select.select([terminal], [], [], 30)[0]:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        shown += data
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), shown.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_long_output_is_read_in_a_pager(folder: Path) -> None:
    quitting = f"{sys.executable} -c \"import sys; print('PAGED', sys.stdin.readline())\""
    for words, paged in (
        (["rules", "800/bonsai-2021"], 0), ([], 2), (["--help"], 0), (["seal", "-h"], 0),
    ):  # fmt: skip
        status, shown = run_on_terminal(folder, words, quitting)
        assert (status, shown[:5]) == (paged, "PAGED"), words
        assert shown.count("\n") < 5
    status, shown = run_on_terminal(folder, ["rules", "800/bonsai-2021", "--no-pager"], quitting)
    assert (status, "PAGED" in shown) == (0, False)
    assert shown.count("\n") > 50


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_the_pager_names_its_keys_and_a_result_is_not_paged(folder: Path) -> None:
    printing = f"{sys.executable} -c \"import os; print('PAGED', os.environ['LESS'])\""
    for language, keys in (("en", r"Space\: next page   q\: end"), ("ja", "スペース：次の画面")):
        words = ["rules", "800/bonsai-2021", "--lang", language]
        assert f"PAGED FRXPs{keys}" in run_on_terminal(folder, words, printing)[1]
    for words in (["verify", AREA], ["diff", AREA, AREA], ["dice", AREA]):
        assert "PAGED" not in run_on_terminal(folder, words, printing)[1]


# ---- standard input and folders -----------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    ["verify -", "show -", "legal -", "view -", "dice -", "export - --to md", "fmt -",
     "diff - {copy}", "review - --quick", "restore -", "note {copy} --import -"],
)  # fmt: skip
def test_standard_input_is_a_log(run: Run, folder: Path, command: str) -> None:
    copy = shutil.copy(AREA, folder)
    words = [each.format(copy=copy) for each in command.split()]
    answer = run(*words, stdin=Path(AREA).read_bytes())
    assert answer.status in (0, 1), answer.err
    assert "no such file" not in answer.err


@pytest.mark.parametrize("command", ["append - pass", "roll -", "repair -", "note - x", "seal -"])
def test_a_command_that_writes_refuses_standard_input(run: Run, folder: Path, command: str) -> None:
    answer = run(*command.split(), stdin=BROKEN.encode())
    assert answer.status == 2
    assert "cannot use standard input" in answer.err
    assert not (folder / "-").exists()


def test_no_argument_takes_the_sign_of_a_stream_for_the_name_of_a_file(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parser, made = Parser(SOURCE), dict[tuple[str, str], object]()
    for name, command in TABLE.items():
        for each in (*command.arguments, *command.list_options()):
            if KINDS[each.kind].is_file:
                with suppress(ArgumentTypeError):
                    made[name, each.name] = find_converter(parser, each)("-")
    assert {key for key, value in made.items() if isinstance(value, Path)} == set()
    monkeypatch.setenv("SENPU_STATE", str(folder / "state"))
    assert run("keygen", "anna.key", "--no-passphrase").status == 0  # keys are texts or files
    for row in (
        "keys trust Anna -", "new 800/bonsai-2021 x.senpu --chain --public japan=-",
        "seal x.senpu --key anna.key --new-key -",
    ):  # fmt: skip
        assert run(*row.split(), stdin=Path("anna.pub").read_bytes()).status == 0, row


def test_standard_input_is_read_once(run: Run) -> None:
    assert "only once" in run("diff", "-", "-", stdin=BROKEN.encode()).err


def test_fmt_prints_the_canonical_form_of_standard_input(run: Run) -> None:
    log = Path(AREA).read_bytes()
    assert run("fmt", "-", stdin=log).out.encode() == log
    answer = run("fmt", "-", stdin=log.replace(b"\nC: ", b"\nC:   ", 1))
    assert answer.out.encode() == log


@pytest.mark.parametrize("command", ["verify", "fmt --check", "dice"])
def test_a_folder_means_its_logs(run: Run, folder: Path, command: str) -> None:
    (folder / "a" / "b").mkdir(parents=True)
    answer = run(*command.split(), "a")
    assert (answer.status, answer.out) == (2, "")
    assert "no .senpu file" in answer.err
    log = Path(AREA).read_bytes()
    (folder / "a" / "b" / "one.senpu").write_bytes(log)
    (folder / "a" / "two.senpu").write_bytes(log)
    assert run(*command.split(), "a").status == 0
    if command == "verify":
        assert run("verify", "a").out.count(": valid") == 2


# ---- errors ---------------------------------------------------------------------------------


def test_verify_prints_an_object_for_each_file(run: Run) -> None:
    answer = run("verify", "nothing.senpu", AREA, "--json")
    found = [json.loads(row) for row in answer.out.splitlines()]
    assert (answer.status, [each["valid"] for each in found]) == (2, [False, True])


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("verify {area} --force", "--force requires --report"),
        ("diff {area} {area} --force", "--force requires --proof"),
        ("export {area} --to md --force", "--force requires --output"),
        ("roll broken.senpu --secrets 5", "--secrets requires --commit"),
        ("view . --at 3", "--at requires exactly one FILE"),
        ("view --author A", "--author is for the screen"),
        ("view --repertoire a.toml", "--repertoire is for the screen"),
    ],
)
def test_an_option_without_effect_is_reported(run: Run, command: str, reason: str) -> None:
    answer = run(*(each.format(**GAMES) for each in command.split()))
    assert answer.status == 2
    assert reason in answer.err
