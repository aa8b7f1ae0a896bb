"""Tests of the panels of hexes with cards: hands, tracks, places, combat, plans, dice."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.pilot import Pilot

from senpu.logs.record import record_from
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board, Tally
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.boards.hex_chart import build_chart
from senpu.tui.boards.scene import build_scene
from senpu.tui.screens.hex_player import CARDS, HexPlayerScreen
from senpu.tui.widgets.hex_score import find_tracks, render_cards, render_score
from senpu.tui.widgets.panels import Block, share_rows
from tests.tui.card_game import CHANGED, CHECKS, DICE, GAME, LANDING, LAST, PLANNED, SPENT
from tests.tui.stage import Size, part, perform, player, playing, rows, settled
from tests.tui.test_hex_drawing import look
from tests.tui.test_pictures import picture

SIZES = [(80, 24), (100, 32), (120, 36), (160, 50), (200, 60)]


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    timeline = open_timeline(record_from(GAME))
    assert timeline.extend() == LAST
    return timeline


def texts(block: Block) -> list[str]:
    return ["".join(segment.text for segment in row.segments).rstrip() for row in block.rows]


def pane(at: int, size: Size = (160, 50), side: str = "", key: str = "") -> list[str]:
    """Return the rows of the pane after an event."""
    seen: list[str] = []

    async def script(pilot: Pilot[None]) -> None:
        if side:
            playing(pilot).look_as(side)
        if key:
            await pilot.press(key)
        await pilot.pause()
        screen = playing(pilot)
        assert isinstance(screen, HexPlayerScreen)
        seen.extend([*part(screen.panels), *part(screen.score)])

    perform(player(GAME, at), script, size)
    return seen


def read_rows(rows: list[str], words: str) -> str:
    """Return the row with some words."""
    return next(row for row in rows if words in row)


# ---- pictures -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}")
def test_a_result_that_a_card_changed_at_each_size(size: Size) -> None:
    picture(f"cards_{size[0]}x{size[1]}_en", player(GAME, CHANGED), size)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=lambda size: f"{size[0]}")
@pytest.mark.parametrize("face", ["ja", "ascii"])
def test_it_in_japanese_and_in_ascii(face: str, size: Size) -> None:
    app = player(GAME, CHANGED, "ja" if face == "ja" else "en", face == "ascii")
    seen = picture(f"cards_{size[0]}x{size[1]}_{face}", app, size)
    if face == "ascii":
        assert all(row.isascii() for row in seen)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    "size",
    [
        (40, 12), (74, 20), (120, 36),
        *(
            pytest.param(size, marks=pytest.mark.slow)
            for size in ((80, 24), (100, 32), (116, 30), (160, 50), (200, 60), (250, 80))
        ),
    ],
)  # fmt: skip
def test_nothing_is_wider_than_the_screen_at_any_event(size: Size, language: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        for at in (0, LANDING, CHECKS, PLANNED, SPENT, DICE, CHANGED, LAST):
            playing(pilot).go_to(at)
            await pilot.pause()
            seen = rows(pilot)
            assert len(seen) == size[1]
            assert all(cell_len(row) <= size[0] for row in seen)

    perform(player(GAME, 0, language), script, size)


# ---- hands ----------------------------------------------------------------------------------


def test_a_hand_is_shown_to_its_side_and_backs_to_the_other() -> None:
    everybody, japan, russia = (pane(PLANNED, side=side) for side in ("", "japan", "russia"))
    for seen in (everybody, japan):
        assert "#02 Hotchkiss machine gun" in read_rows(seen, "Japan   ")
    for seen in (everybody, russia):
        assert "#08 Kondratenko" in read_rows(seen, "Russia   ")
    assert read_rows(japan, "Russia   ").split()[1:] == ["#??"] * 3
    assert read_rows(russia, "Japan   ").split()[1:] == ["#??"]
    for seen in (everybody, japan, russia):
        assert "deck 4" in read_rows(seen, "deck")
        assert "discards 8  #13 #03 " in read_rows(seen, "deck"), "the last one on top"


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
def test_a_hand_that_one_may_not_know_makes_no_difference_to_anything_shown(size: Size) -> None:
    def read_screens(game: str, side: str) -> list[list[str]]:
        screens: list[list[str]] = []

        async def script(pilot: Pilot[None]) -> None:
            playing(pilot).look_as(side)
            for at in (PLANNED - 4, PLANNED, SPENT, CHANGED, LAST):
                playing(pilot).go_to(at)
                await settled(pilot)
                screens.append(rows(pilot))

        perform(player(game), script, size)
        return screens

    other = GAME.replace("draw #08+#10+#11", "draw #08+#10+#12")
    assert other != GAME
    assert read_screens(GAME, "japan") == read_screens(other, "japan")
    assert read_screens(GAME, "russia") != read_screens(other, "russia")


def cards(*hands: tuple[str, ...], pile: tuple[str, ...] = ()) -> Board:
    tallies = [
        Tally(side, "hand", len(hand), units=hand)
        for side, hand in zip(("japan", "russia"), hands, strict=True)
    ]
    return Board((), {}, (*tallies, Tally("", "deck", 5), Tally("", "pile", len(pile), units=pile)))


def test_names_of_events_give_way_to_the_room_there_is(timeline: Timeline) -> None:
    board = cards(("#01", "#07", "#08"), ("#10", "#11", "#16"))
    narrator = Narrator(timeline.rules.spec)

    def block(width: int, room: int) -> list[str]:
        return texts(render_cards(board, narrator, look(), width, room))

    assert "#01 Port Arthur blockade operation" in block(60, 9)[0]
    assert "#01 Port Arthur blo.." in block(60, 4)[0]
    assert block(60, 3)[0] == " Japan   #01 #07 #08"
    assert block(29, 3) == [" Japan   #01 #07 #08", " Russia  #10 #11 #16", " deck 5   discards 0"]
    assert len(block(60, 9)) == 9


def test_discards_that_find_no_room_are_cut(timeline: Timeline) -> None:
    board = cards((), (), pile=tuple(f"#{n:02}" for n in range(1, 14)))
    seen = texts(render_cards(board, Narrator(timeline.rules.spec), look(), 40, 3))
    assert seen[2].startswith(" deck 5   discards 13  #13 #12")
    assert seen[2].endswith("..")
    assert all(len(row) <= 40 for row in seen)


# ---- tracks, places, boxes ------------------------------------------------------------------


def tallies(japan: int, russia: int, of: int = 6) -> tuple[Tally, ...]:
    return Tally("japan", "morale", japan, of), Tally("russia", "morale", russia, of)


def score(
    timeline: Timeline, found: tuple[Tally, ...], width: int = 50, room: int = 6,
    change: Callable[[Board], Board] = lambda board: board, boxes: bool = False,
) -> list[str]:  # fmt: skip
    scene = build_scene(timeline, LAST)
    chart, narrator = build_chart(timeline.rules.spec), Narrator(timeline.rules.spec)
    scene = replace(scene, board=change(replace(scene.board, tallies=found)))
    shown = chart.boxes if boxes else ()
    return texts(render_score(scene, chart, narrator, look(), width, room, shown))


def test_a_track_shows_where_each_side_is(timeline: Timeline) -> None:
    assert score(timeline, tallies(4, 2))[0].startswith("  0   1  (2)  3  [4]  5   6")
    assert "[5)" in score(timeline, tallies(5, 5))[0]
    assert score(timeline, tallies(4, 2))[0].endswith("[Japan] (Russia)")
    assert "Japan" not in score(timeline, tallies(4, 2), 30)[0]


def test_only_what_every_side_has_out_of_the_same_number_is_a_track() -> None:
    sides = ["japan", "russia"]
    assert set(find_tracks(tallies(3, 3), sides)) == {"morale"}
    assert not find_tracks(tallies(3, 3)[:1], sides)
    assert not find_tracks(tallies(3, 3, 40), sides)
    assert not find_tracks((*tallies(3, 3)[:1], Tally("russia", "morale", 3, 7)), sides)


def keys(japan: tuple[str, ...], russia: tuple[str, ...]) -> tuple[Tally, ...]:
    return (
        Tally("japan", "keys", len(japan), units=japan),
        Tally("russia", "keys", len(russia), units=russia),
    )


def test_places_are_shown_together_in_the_brackets_of_their_holders(timeline: Timeline) -> None:
    def taken(board: Board) -> Board:
        return replace(board, control={**board.control, "1203": "japan", "1913": ""})

    found = keys(("1203",), ("2215", "1913", "1202"))
    wide = " ".join(score(timeline, found, change=taken)[:2])
    assert "(Mukden)  Liaoyang  (Port Arthur)" in wide
    assert "[Dalian]" in wide
    brief = score(timeline, (*found, *tallies(1, 1)), 29, 2, taken)[1]
    assert brief == " (Mukdn)LiaoY(PArth)[DaLia]"


def test_what_holds_is_shown_by_its_label_alone(timeline: Timeline) -> None:
    seen = score(timeline, (*tallies(6, 6), Tally("russia", "locked", 0, text="yes")))
    assert seen[1] == " Russia  fleet locked in"


def test_boxes_that_the_map_does_not_show_are_in_the_pane(timeline: Timeline) -> None:
    seen = score(timeline, tallies(6, 6), 60, 8, boxes=True)
    assert "Japan [2-3]x8" in read_rows(seen, " Japan  ")
    assert "European Russia (3-2)x5  (5-2)x2" in read_rows(seen, " Russia")
    assert "Siberia" not in " ".join(seen), "an empty box is not listed"


def test_boxes_are_in_the_pane_only_where_the_map_is_cut() -> None:
    assert "European Russia" not in "\n".join(pane(LANDING))
    assert "European Russia" in "\n".join(pane(LANDING, (100, 32), key="s"))


def test_the_strengths_on_request_have_all_that_is_next_to_the_map() -> None:
    seen = "\n".join(pane(LANDING, (160, 50), key="s"))
    for words in ("Units on the map", "Morale", "European Russia (3-2)x7", "Cards", "deck"):
        assert words in seen


# ---- fights ---------------------------------------------------------------------------------


def test_a_card_in_support_is_a_term_with_its_rule() -> None:
    seen = pane(SPENT)
    assert read_rows(seen, "#08 Kondrate").endswith("9.4.2 9.4.1")
    assert "before the die  (R) ?" in read_rows(seen, "before the die")
    assert "Russia 4  against  Japan 3" in read_rows(seen, "totals")
    assert "column +1" in read_rows(seen, "rolled")


def test_windows_show_replies_and_the_pending_side() -> None:
    seen = pane(DICE)
    assert "before the die  (R) no card  [J] no card" in read_rows(seen, "before")
    assert "after the die  (R) ?" in read_rows(seen, "after")
    assert "[3]" in "\n".join(seen)
    assert "Defender retreats" in "\n".join(seen)


def test_a_result_that_a_card_changed_says_what_it_was() -> None:
    seen = pane(CHANGED)
    assert "[J] #02 Hotchkiss machine gun  (R) ?" in read_rows(seen, "Hotchkiss")
    assert "No effect (was DR)" in "\n".join(seen)
    assert "[3]" in "\n".join(seen), "the die stays lit"


def test_a_low_pane_keeps_the_die_and_the_last_answer() -> None:
    seen = pane(CHANGED, (80, 24))
    assert "Russia 4  Japan 3" in read_rows(seen, "totals"), "the card is in it"
    assert "after the die  (R) ?" in read_rows(seen, "after")
    assert "was DR" in "\n".join(seen)
    assert "[6)" in "\n".join(seen)


def test_declared_attacks_are_listed_until_they_are_fought() -> None:
    seen = pane(PLANNED)
    assert "Declared attacks" in "\n".join(seen)
    assert read_rows(seen, "> 1612").split() == ["(3-2)", ">", "1612", "[2-3]", "0*"]
    assert read_rows(seen, "> 1714").split() == ["(3-2)", ">", "1714", "[2-3]", "0*"]
    assert "Declared attacks" not in "\n".join(pane(CHANGED))


def test_the_dice_of_the_morale_checks_have_the_number_that_each_needs() -> None:
    seen = pane(CHECKS)
    assert "The dice of the morale checks" in "\n".join(seen)
    assert "Japan 0 of 1 die  Russia 0 of 1 die" in read_rows(seen, "totals")
    assert read_rows(seen, "rolled").split() == ["rolled", "J", "4", "R", "2"]
    assert read_rows(seen, "units lost 1 4").split()[-1] == "4.3.2"


# ---- the pane, the track, the mouse ---------------------------------------------------------


def test_rows_never_exceed_a_pane_and_grow_with_it() -> None:
    before = 0
    for height in range(60):
        found = share_rows(CARDS, height - 1, title=1)
        total = sum(rows + 2 for rows in found.values()) - 1 if found else 0
        assert total <= height
        assert total >= before
        before = total


def test_the_track_has_losses_cards_and_places_taken() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        assert isinstance(screen, HexPlayerScreen)
        for size, losses in (((80, 24), "R"), ((160, 50), "R"), ((200, 60), "s1")):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            seen = "\n".join(part(screen.track))
            assert losses in seen
            assert "#" in seen
        assert [sign.number for sign in screen.losses.signs][:3] == [SPENT - 42, LANDING, 14]

    perform(player(GAME, LAST), script)


def test_cards_have_another_sign_where_the_cursor_has_theirs() -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert part(playing(pilot).track)[-1].count("#") == 1
        assert "%" in part(playing(pilot).track)[-1]

    perform(player(GAME, LAST, ascii_only=True), script)


def test_a_click_on_a_counter_in_a_box_tells_of_it() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        y, row = next((y, row) for y, row in enumerate(part(screen.map)) if "(5-2)" in row)
        await pilot.click(screen.map, offset=(row.index("(5-2)") + 1, y))
        await pilot.pause()
        assert "European Corps" in "\n".join(rows(pilot))

    perform(player(GAME, 0), script, (160, 56))


def test_a_unit_between_two_boxes_is_not_told_as_weaker(timeline: Timeline) -> None:
    moved = next(
        n
        for n in range(1, LAST)
        if "transport" in {effect.kind for effect in timeline.get_position(n).effects}
    )
    marks = build_scene(timeline, moved).marks
    assert {mark.kind for mark in marks.signs.values()} == {"away"}
