"""The list of events: no act and no die is cut, at any width; the heading of the turn stays."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from senpu.logs.record import LIBRARY, open_record
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.widgets.event_cells import arrange_row, compute_columns
from senpu.tui.widgets.event_list import measure_rolls
from senpu.tui.widgets.event_rows import RowPiece, Rows
from tests.tui.recorder import new_log
from tests.tui.stage import Size, part, perform, player, playing, settled

WIDTHS = (20, 30, 34, 40, 43, 50, 64, 80, 98, 160)
LOGS = sorted(LIBRARY.rglob("*.senpu"))
FEW = [path for path in LOGS if path.stem in ("historical", "historical-bonsai", "naval")]
LATE = LIBRARY / "nanjing1937/historical.senpu"


def glue(lines: object) -> str:
    """Return the pieces of all lines as one text without spaces."""
    texts = (piece.text for line in lines for piece in line)  # type: ignore[attr-defined]
    return re.sub(r"\s", "", "".join(texts))


def check(path: Path) -> None:
    timeline = open_timeline(open_record(path))
    timeline.extend()
    rows = Rows(timeline)
    rows.grow()
    roll = max(measure_rolls(timeline), 4)
    texts = [rows.text(row) for row in range(len(rows)) if not rows.is_turn(row)]
    for width in WIDTHS:
        columns = compute_columns(width, timeline.last, roll)
        ends = (columns.dice - 1, columns.result - 1, columns.end)
        for text in texts:
            found = arrange_row(text.act, text.dice, text.result, columns)
            shown = found.act[: found.least]
            if columns.has_cells:
                assert glue(shown) == glue([text.act])
                assert glue(found.dice[: found.least]) == glue([text.dice])
                starts = (columns.act, columns.dice, columns.result)
                cells = zip((found.act, found.dice, found.result), starts, ends, strict=True)
            else:
                assert glue(shown).startswith(glue([text.act]))
                cells = zip((found.act,), (columns.act,), (width,), strict=True)
            for lines, start, end in cells:
                for line in lines:
                    assert sum(cell_len(piece.text) for piece in line) <= end - start


@pytest.mark.parametrize("path", FEW, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_act_is_cut(path: Path) -> None:
    check(path)


@pytest.mark.slow
@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_act_of_the_library_is_cut(path: Path) -> None:
    check(path)


def test_a_part_that_is_longer_than_a_line_is_split_and_the_next_piece_follows() -> None:
    act = [RowPiece("abcdefghijklmnop*0512", 1), RowPiece("d1+d2>0101", 2)]
    lines = arrange_row(act, (), (), compute_columns(20, 9, 4)).act
    assert [[piece.text for piece in line] for line in lines] == [
        ["abcdefghijk"], ["lmnop*0512"], ["d1+d2>0101"],
    ]  # fmt: skip


@pytest.mark.parametrize("size", [(160, 50), (100, 30), (80, 24)])
def test_the_current_row_is_whole_and_the_heading_of_the_turn_stays(size: Size) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await settled(pilot)
        regions = playing(pilot)._regions(playing(pilot).size)
        for number in (102, 103, 1, 142, 60):
            screen = playing(pilot)
            screen.go_to(number)
            assert screen._regions(screen.size) == regions
            seen = part(screen.list)
            headed = screen.list.size.height >= 8
            assert seen[0].split()[:2] == ["no", "act"] or not headed
            turn = screen.timeline.get_event(number).turn
            numbers = screen.rows.find_numbers(number)
            lit = [row for row in seen if row.startswith("▸")]
            assert len(lit) == 1
            text = screen.rows.text(screen.rows.row_of(number))
            y = seen.index(lit[0])
            assert (f" Turn {turn} " if turn else " Set-up ") in "".join(seen[:y])
            assert seen[headed].startswith("─ ")
            height = len(seen) - y
            assert int(lit[0][1:6].strip(' "!¦?(')) in numbers
            if height > 6:
                for piece in (*text.act, *text.dice):
                    assert glue([[piece]])[:11] in re.sub(r"\s", "", "".join(seen[y:]))

    perform(player(LATE, 102), script, size)


def test_the_column_of_dice_grows_with_the_log(tmp_path: Path) -> None:
    set_up = "C: x1+c1+k1@C c2+c3@D\nJ: i1+i2+i3+g1@B i4+g2@A\n"
    log = new_log(tmp_path / "a.senpu", "800/bonsai-2021", set_up)

    async def script(pilot: Pilot[None]) -> None:
        with log.open("a") as file:
            file.write("T1 [J5 C2]\nJ: g1*C.x1\n[2 6]\n")
        screen = playing(pilot)
        screen.log_watcher.look()
        await settled(pilot)
        screen.go_to(7)
        await settled(pilot)
        assert any(" J g1*C.x1 " in row and "[2 6]" in row for row in part(playing(pilot).list))

    perform(player(log, 4), script)


def test_a_seal_has_the_end_of_its_row() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        screen.list.seals = {102: RowPiece("J✓", 102, "good")}
        screen.list.repaint()
        row = next(row for row in part(screen.list) if row.startswith("▸"))
        assert row.endswith(" J✓")
        assert screen.list.size.width == cell_len(row)

    perform(player(LATE, 102), script)
