"""Hex maps as printed text."""

from senpu.logs.record import record_from
from senpu.replay.core.narration import Narrator
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.render.text_maps import LOWER, UPPER, plan_map
from senpu.tui.render.text_rendering import render_position
from tests.games.nanjing1937.positions import NanjingTestGame, moving
from tests.tui.card_game import CHANGED, PLANNED
from tests.tui.card_game import GAME as CARD_GAME


def drawn(table: NanjingTestGame, language: str = "en") -> list[str]:
    rules = table.rules
    return plan_map(rules.spec, rules.board(table.state), Narrator(rules.spec, language))


SHANGHAI = moving(
    """
    0511   a1   .
    0612      s1+d3
    0611  g87
    0712      d114
    """
)


def test_a_map_is_ascii_and_three_rows_a_hex_high() -> None:
    rows = drawn(SHANGHAI)
    assert all(row.isascii() for row in rows)
    assert len(rows) == 11 * 3 + 1 + 3, "the last three are the legend"
    assert rows[0].startswith(UPPER)
    assert rows[33].startswith(LOWER)


def test_hexes_show_names_or_numbers_counters_sides_and_rails() -> None:
    assert [row[54:] for row in drawn(SHANGHAI)[13:19]] == [
        "|0510 |KShan|NXian|WSong|",
        '-----"-(a1)----o  |  p  |',
        "''-===================-'''-.",
        "09 !0610 |0611 |[s1] !0613 |",
        '+ "!    "|(g87)|[d3] !     |',
        "===='-.-'''-.-'''/===='-.-''",
    ]
    text = "\n".join(drawn(SHANGHAI))
    assert "[d3]" in text
    assert "[s1]" in text
    assert "[d114]" in text
    assert "(g87)" in text
    assert "SHai" not in text, "two counters take the name's place"
    assert "NJing" in text


def test_control_is_square_for_japan_round_for_china_and_bare_for_no_side() -> None:
    rows = drawn(moving("0810   a1\n0303  a2", held="0612 0411 0811"))
    assert "[C]" in rows[17], "Shanghai"
    assert "[p]" in rows[11], "Liuhe"
    assert "(C)" in rows[5], "Nanjing"
    assert " p " in rows[23], "Jinshanwei, in a Chinese zone"


def test_a_crowd_is_shown_below_the_map() -> None:
    rows = drawn(moving("0411  d3+d9+d11+d13"))
    assert "[+3]" in "".join(rows)
    assert "0411: d3 d9 d11 d13" in rows


def test_wide_letters_take_two_columns() -> None:
    rows = drawn(SHANGHAI, "ja")
    assert "南京" in rows[4]
    assert len(rows[4]) == len(drawn(SHANGHAI)[4]) - sum(ord(sign) > 127 for sign in rows[4])


def test_turn_10_is_not_told_as_one_of_nine() -> None:
    narrator = Narrator(SHANGHAI.rules.spec)
    tenth = moving("0303  d3", turn=10)
    assert render_position(tenth.rules, tenth.state, narrator)[0].endswith(", turn 10")
    assert render_position(SHANGHAI.rules, SHANGHAI.state, narrator)[0].endswith(", turn 4 of 9")


# ---- boxes, roads, places of other kinds ----------------------------------------------------


def printed(at: int, language: str = "en", side: str = "") -> list[str]:
    timeline = open_timeline(record_from(CARD_GAME))
    timeline.view_as(side)
    return render_position(
        timeline.rules, timeline.get_position(at).state, Narrator(timeline.rules.spec, language)
    )


def test_boxes_are_where_the_map_has_no_hexes() -> None:
    rows = printed(CHANGED)
    assert [row[:54].rstrip() for row in rows[3:8]] == [
        " +- European Russia ---------+ +- Siberia -----------+",
        " | (s5) (s6) (s7) (c1) (c2)  | |                     |",
        " | (e1) (e2)                 | |                     |",
        " |                           | |                     |",
        " +---------------------------+ +---------------------+",
    ]
    assert " | [g1]  " in rows[16]
    assert " | (s1)  " in rows[17]
    assert all(row.isascii() for row in rows)


def test_boxes_have_their_names_in_japanese() -> None:
    rows = printed(CHANGED, "ja")
    assert rows[3].startswith(" +- ヨーロッパ・ロシア ------+ +- シベリア ----------+ ")


def test_roads_are_dots_that_leave_outlines_and_rivers_whole() -> None:
    rows = printed(0)
    coast = next(row for row in rows if "pa1" in row)
    assert "|  p .|. . .|. . .|. . .|. . .|. p .|. . .|. . .|(s1) |" in coast
    assert ".!. .  |" in next(row for row in rows if "(s2)" in row), "under the Taizi"


def test_key_places_towns_ports_and_sources_of_supply_have_signs() -> None:
    text = "\n".join(printed(CHANGED))
    for sign in ("(@p)", "(@)", "(o)", "[o]", "(p)", " p ", "[S]", "(S)"):
        assert sign in text, sign
    assert "@ key hex  [S] Japanese supply  (S) Russian supply  p port  o town" in text


def test_what_belongs_to_no_unit_and_what_is_declared_are_below_the_sides() -> None:
    rows = printed(PLANNED)
    at = next(at for at, row in enumerate(rows) if row.startswith("Japan: "))
    assert "hand #02" in rows[at]
    assert "hand #08 #10 #11" in rows[at + 1]
    assert rows[at + 2] == "deck 4, discards #01 #04 #09 #05 #06 #07 #03 #13"
    assert rows[at + 3] == "declared attacks s2*1714 s3*1612"
    assert "hand #?? #?? #??" in "\n".join(printed(PLANNED, side="japan"))
