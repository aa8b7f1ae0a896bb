"""Two logs side by side: what is proven, what differs, and the rows of both."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from textual.pilot import Pilot

from senpu.logs.inputs import Input
from senpu.logs.proofs import check_proof, parse_proof
from senpu.logs.record import LIBRARY
from senpu.tui.app import SenpuApp
from senpu.tui.screens.side_by_side import SideBySide
from tests.sealed import KEYS
from tests.tui import pairs
from tests.tui.hex_game import hex_log
from tests.tui.noted import note
from tests.tui.stage import (
    CLUB_NIGHT,
    library,
    part,
    perform,
    playing,
    rows,
    settled,
    text,
)
from tests.tui.test_mouse import wheel
from tests.tui.test_pictures import picture


def copy_of(path: Path, end: str, lines: int = 24) -> Path:
    """The club night up to some lines of its game, and then something else."""
    head, _, body = CLUB_NIGHT.read_text("utf-8").partition("\n\n")
    kept = "".join(body.splitlines(keepends=True)[:lines])
    head = head.replace("Club night, round 2", "As it might have been")
    path.write_text(f"{head}\n\n{kept}{end}", "utf-8")
    return path


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return copy_of(tmp_path / "copy.senpu", "C: pass\n")


def both(one: Path, other: Path, language: str = "en", ascii_only: bool = False) -> SenpuApp:
    app = SenpuApp(language=language, ascii_only=ascii_only)
    app.both = Input(one), Input(other)
    return app


def comparing(pilot: Pilot[None]) -> SideBySide:
    screen = pilot.app.screen
    assert isinstance(screen, SideBySide)
    return screen


def numbers(pilot: Pilot[None]) -> list[int]:
    return [pane.number for pane in comparing(pilot).panes]


class Kind(NamedTuple):
    """A kind of pair: the second log, and texts of header, band, strip and list."""

    make: Callable[[], str]
    header: str
    band: list[str]
    strip: list[str]
    listed: list[str]


BOTH_DIE = "▸  65 J i4*E.c3", "[3 5]", "c3 reduced", "!▸", "[1 5]", "miss"
KINDS = {
    "one line signed twice": Kind(
        pairs.make_bo,
        "They differ from event 66, line 72",
        ["✗ Signed twice. One key of Japan (Anna", KEYS["japan"].fingerprint, "line 78 of both",
         "Both cannot have been played.", "p saves the proof"],
        ["after event 66", "1 unit of 15", "(c3)", "reduced", "full", "Same: places of all units"],
        ["J✓ Japan signs to line 78, in both", "this log ends here", *BOTH_DIE],
    ),
    "different lines signed": Kind(
        lambda: pairs.make_bo("china"),
        "They differ from event 66, line 72",
        ["✗ Signed twice. One key of China (Bo", "line 101 of A and line 77 of B"],
        ["(c3)"],
        ["C✓ China signs to line 77; in A to line 101", *BOTH_DIE],
    ),
    "unsigned fork": Kind(
        lambda: pairs.make_bo(""),
        "They differ from event 66, line 72",
        ["! Nothing proves which of the two was played. A: Japan signed to line 78",
         "B: no signature after the fork."],
        ["(c3)"],
        ["J✓ Japan signs to line 78 ", *BOTH_DIE],
    ),
    "changed die": Kind(
        pairs.make_tampered,
        "They differ from event 81, line 91",
        ["✗ B is invalid in line 91, valid through event 80: tag "],
        ["After an error there is no position to compare."],
        ["✗ line 91: nothing below is proven", "[2 3]", "[4 3]", "!▸",
         "C- China signs to line 101"],
    ),
    "beginning": Kind(
        pairs.make_prefix,
        "Only a.senpu continues after event 73",
        ["! B is the beginning of A, which continues with 53 lines."],
        ["pending decision", "Same: places of all units"],
        ["this log ends here", "T4 [J6 C5]"],
    ),
    "stripped": Kind(
        pairs.make_stripped,
        "Same events",
        ["! B lacks the hash chain and the signatures of A: nothing protects its lines."],
        ["The positions are the same."],
        ["J✓ Japan signs to line 35"],
    ),
    "other game": Kind(
        lambda: (LIBRARY / "nanjing1937" / "learn.senpu").read_text("utf-8"),
        "Different games",
        ["! Different games: A is 800/bonsai-2021, B is nanjing1937/bonsai-2016."],
        ["There are no two positions to compare."],
        ["x1+c1@D"],
    ),
    "unknown rules": Kind(
        lambda: pairs.make_stripped().replace("Rules: 1", "Rules: 99"),
        "",
        ["✗ B is invalid in line", 'version "99" of these rules is not known'],
        ["There are no two positions to compare."],
        ["T2 [J2 C6]", "J m1@A"],
    ),
    "no log": Kind(
        lambda: "hello\n",
        "Different games",
        ["✗ B is invalid in line 1", "! Different games"],
        ["There are no two positions to compare."],
        ["nothing below is proven", "hello"],
    ),
}  # fmt: skip
SLOW = ("unsigned fork", "stripped", "other game", "unknown rules", "no log")


@pytest.mark.parametrize(
    "kind", [pytest.param(each, marks=[pytest.mark.slow] * (each in SLOW)) for each in KINDS]
)
def test_each_kind_of_pair_shows_its_facts(tmp_path: Path, kind: str) -> None:
    expected = KINDS[kind]
    one, other = pairs.write_copies(tmp_path, a=pairs.make_anna(), b=expected.make())

    async def script(pilot: Pilot[None]) -> None:
        screen = comparing(pilot)
        assert expected.header in rows(pilot)[0]
        for widget, wanted in (
            (screen.band, expected.band), (screen.strip, expected.strip),
            (screen.list, expected.listed),
        ):  # fmt: skip
            seen = "\n".join(part(widget))
            assert [each for each in wanted if each not in seen] == []

    perform(both(one, other), script, (160, 50))


def test_differing_counters_and_cells_are_marked_without_colour(tmp_path: Path) -> None:
    one, other = pairs.write_copies(tmp_path, a=pairs.make_anna(), b=pairs.make_bo())

    async def script(pilot: Pilot[None]) -> None:
        screen = comparing(pilot)
        for pane, counter in zip(screen.panes, ("!(c3/", "!(c3 "), strict=True):
            seen = "\n".join(part(pane.map))
            assert counter in seen
            assert seen.count("!") == 1
        await pilot.press("left")
        assert numbers(pilot) == [pairs.PART_EVENT - 1] * 2
        assert "!(" not in text(pilot)
        assert "The positions are the same." in text(pilot)
        await pilot.press("f", "d")
        assert "in both" in part(screen.list)[_cursor_row(pilot)]

    perform(both(one, other), script, (160, 50))


def test_a_narrow_screen_has_facts_values_and_rows_and_the_map_on_demand(tmp_path: Path) -> None:
    one, other = pairs.write_copies(tmp_path, a=pairs.make_anna(), b=pairs.make_bo())

    async def script(pilot: Pilot[None]) -> None:
        seen = rows(pilot)
        assert "One key of Japan (Anna) signed line 78 of both logs." in seen[1]
        assert any("in E  A  reduced, strength 6   B  full, strength 7" in row for row in seen)
        assert any("[3 5]  c3 reduced !▸ 65 J i4*E.c3" in row for row in seen)
        assert any(row.startswith(" A ") for row in seen[-4:])
        await pilot.press("m")
        await pilot.pause()
        assert "!(c3/" in text(pilot)
        await pilot.press("tab")
        await pilot.pause()
        assert "!(c3 " in text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert "!(c3" not in text(pilot)
        assert comparing(pilot)

    perform(both(one, other), script, (80, 24))


def test_both_step_row_against_row_and_one_alone(tmp_path: Path) -> None:
    one, other = pairs.write_copies(tmp_path, a=pairs.make_anna(), b=pairs.make_bo("china"))

    async def script(pilot: Pilot[None]) -> None:
        part_event = pairs.PART_EVENT
        assert numbers(pilot) == [part_event, part_event]
        await pilot.press("left", "left")
        assert numbers(pilot) == [part_event - 2] * 2
        await pilot.press("up")
        assert numbers(pilot) == [part_event - 3, part_event - 2]
        await pilot.press("tab", "down", "right")
        assert numbers(pilot) == [part_event, part_event]
        await pilot.press("home", "right_square_bracket")
        assert len(set(numbers(pilot))) == 1
        await pilot.press("end")
        assert numbers(pilot) == [139, 73]
        await pilot.press("f", "d")
        assert "77; in A to line 101" in part(comparing(pilot).list)[_cursor_row(pilot)]
        await pilot.press("D")
        assert "[3 5]" in part(comparing(pilot).list)[_cursor_row(pilot)]
        await pilot.press("D")
        await pilot.pause()
        assert "No more differences" in rows(pilot)[-1]

    perform(both(one, other), script, (160, 50))


def _cursor_row(pilot: Pilot[None]) -> int:
    return next(y for y, row in enumerate(part(comparing(pilot).list)) if "▸" in row)


def test_the_proof_is_saved_and_replaces_no_other_file(tmp_path: Path) -> None:
    one, other = pairs.write_copies(tmp_path, a=pairs.make_anna(), b=pairs.make_bo())
    proof = tmp_path / "a.proof.txt"
    proof.write_text("my notes\n", "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("p")
        await pilot.pause()
        assert "The proof was not saved" in rows(pilot)[-1]
        assert proof.read_text("utf-8") == "my notes\n"
        proof.unlink()
        for _ in range(2):
            await pilot.press("p")
            await pilot.pause()
            assert "Proof saved: " in rows(pilot)[-1]

    perform(both(one, other), script, (160, 50))
    assert check_proof(parse_proof(proof.read_text("utf-8"))).line == 78


@pytest.mark.slow
def test_without_a_proof_nothing_is_written(tmp_path: Path, copy: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("p")
        await pilot.pause()
        assert "nothing was written" in rows(pilot)[-1]

    perform(both(CLUB_NIGHT, copy), script, (160, 50))
    assert not list(tmp_path.glob("*.txt"))
    assert not list(CLUB_NIGHT.parent.glob("*.proof.txt"))


@pytest.mark.slow
def test_enter_opens_the_one_in_front_at_its_position_and_comes_back(copy: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        number = numbers(pilot)[1]
        await pilot.press("tab", "enter")
        await settled(pilot)
        assert playing(pilot).source == copy
        assert playing(pilot).position == number
        await pilot.press("q")
        await pilot.pause()
        assert numbers(pilot)[1] == number

    perform(both(CLUB_NIGHT, copy), script, (120, 40))


@pytest.mark.slow
def test_the_mouse_chooses_rows_and_units_and_scrolls(copy: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = comparing(pilot)
        before = numbers(pilot)
        seen = part(screen.list)
        y = next(y for y, row in enumerate(seen) if "  32 " in row)
        await pilot.click(screen.list, offset=(100, y))
        await pilot.pause()
        assert (numbers(pilot), screen.front) == ([32, 32], 1)
        screen.list.post_message(wheel(screen.list, down=True))
        await pilot.pause()
        assert part(screen.list) != seen
        screen.panes[0].title.post_message(wheel(screen.panes[0].title, down=True))
        await pilot.pause()
        assert numbers(pilot) == [33, 33]
        await pilot.press("f")
        assert numbers(pilot) == before
        board = screen.panes[1].map
        y = next(y for y, row in enumerate(part(board)) if "(c2 " in row)
        await pilot.click(board, offset=(part(board)[y].index("(c2 ") + 1, y))
        await pilot.pause()
        assert "(c2): China, 1 of 2 points" in text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert "(c2): China" not in text(pilot)

    perform(both(CLUB_NIGHT, copy), script, (160, 50))


@pytest.mark.slow
def test_notes_are_marked_and_read(copy: Path) -> None:
    comment = "No one saw it come, " * 9 + "and so it went."
    for kind, message in (("comment", comment), ("glyph", "?!"), ("arrow", "C>E")):
        note(copy, 38, kind, message)

    async def script(pilot: Pilot[None]) -> None:
        screen = comparing(pilot)
        await pilot.press("left", "tab")
        while numbers(pilot)[1] != 38:
            await pilot.press("up" if numbers(pilot)[1] > 38 else "down")
        await pilot.pause()
        assert '" ?! / No one saw it come' in text(pilot)
        assert "╎" in "\n".join(part(screen.panes[1].map)) or "╌" in text(pilot)
        await pilot.press("quotation_mark")
        await pilot.pause()
        assert "so it went." in text(pilot)
        copy.with_name("copy.notes.toml").write_text("senpu-notes = \n", "utf-8")
        screen.read_notes()
        await settled(pilot)
        assert "1 invalid note" in rows(pilot)[0]

    perform(both(CLUB_NIGHT, copy), script, (160, 50))


@pytest.mark.slow
def test_differing_counters_are_marked_on_hexes(tmp_path: Path) -> None:
    log = LIBRARY / "nanjing1937" / "learn.senpu"
    head, _, body = log.read_text("utf-8").partition("\n\n")
    moves = body.splitlines(keepends=True)
    at = next(n for n, row in enumerate(moves) if "[" in row)
    other = tmp_path / "b.senpu"
    other.write_text(f"{head}\n\n{''.join(moves[:at])}", "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("end")
        await pilot.pause()
        screen = comparing(pilot)
        assert any("!" in row for pane in screen.panes for row in part(pane.map))

    perform(both(log, other), script, (160, 50))


@pytest.mark.slow
def test_on_hexes_the_wheel_scrolls_the_map(tmp_path: Path) -> None:
    log = hex_log(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("m")
        await pilot.pause()
        board, before = comparing(pilot).panes[0].map, numbers(pilot)
        seen = part(board)
        board.post_message(wheel(board, down=True))
        await pilot.pause()
        assert (part(board) != seen, numbers(pilot)) == (True, before)

    perform(both(log, log), script, (80, 24))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["one line signed twice", "changed die"])
def test_an_invalid_log_ends_the_program_with_status_1(tmp_path: Path, kind: str) -> None:
    one, other = pairs.write_copies(tmp_path, a=pairs.make_anna(), b=KINDS[kind].make())
    app = both(one, other)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("q")

    perform(app, script)
    assert app.has_invalid_pair == (kind == "changed die")


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=lambda size: f"{size[0]}")
@pytest.mark.parametrize("face", ["en", *(pytest.param(each, marks=pytest.mark.slow)
                                          for each in ("ja", "ascii"))])  # fmt: skip
def test_pictures(tmp_path: Path, face: str, size: tuple[int, int]) -> None:
    one, other = pairs.write_copies(tmp_path, anna=pairs.make_anna(), bo=pairs.make_bo())
    app = both(one, other, "ja" if face == "ja" else "en", face == "ascii")
    seen = picture(f"side_by_side_{size[0]}x{size[1]}_{face}", app, size)
    if face == "ascii":
        assert all(row.isascii() for row in seen)


@pytest.mark.slow
def test_copies_of_the_library_open_side_by_side(tmp_path: Path) -> None:
    pairs.write_copies(tmp_path, anna=pairs.make_anna(), bo=pairs.make_bo())

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("c")
        await settled(pilot)
        assert comparing(pilot)
        await pilot.press("l", "q")
        await pilot.pause()
        assert "ライブラリ" in rows(pilot)[0]

    perform(library(tmp_path), script, (120, 40))
