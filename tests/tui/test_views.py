"""The viewer in the view of one side: the key, the click, and all widgets."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from tests.command.test_views import GAME
from tests.faces import drawn
from tests.toy_cards.worlds import SIDES, random_game, twins, write
from tests.tui.hex_game import GAME as HEX_PLAYER
from tests.tui.stage import RETREAT, Size, part, perform, player, playing, rows, settled, text

SIZES = ((80, 24), (170, 50))


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    path = tmp_path / "cards.senpu"
    path.write_text(GAME, "utf-8")
    return path


# ---- the law --------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("seed", "size"),
    [(5, SIZES[0]), *(pytest.param(n, SIZES[1], marks=pytest.mark.slow) for n in (8, 11))],
)
def test_logs_that_differ_in_what_a_side_may_not_know_look_the_same_to_it(
    tmp_path: Path, seed: int, size: Size, side: str
) -> None:
    events = random_game(seed)
    others = list(twins(events, side))
    other = next(each for each in others[::-1] if each != events)
    more = "S: play #09\n" if seed == 8 else ""
    positions = [2, len(events)]
    first, second = (
        drawn(write(tmp_path / name / "game.senpu", log, " {so}", more), side, positions, size)
        for name, log in (("a", events), ("b", other))
    )
    assert first == second
    assert any("#??" in screen for screen in first)


# ---- the key, the click ---------------------------------------------------------------------


def test_a_key_goes_round_everybody_and_each_side(cards: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        hands = {
            "all sides": ("#02", "#01 #06", "lay #05"),
            "North": ("#02", "#??", "lay #05"),
            "South": ("#??", "#01 #06", "lay #??"),
        }
        for whose in ("all sides", "North", "South", "all sides"):
            assert f"view of {whose}" in rows(pilot)[0]
            seen = text(pilot)
            for words in hands[whose]:
                assert words in seen, whose
            assert ("It is card 5." in seen) == (whose != "South")
            assert ("draw #02+#05" in seen) == (whose != "South")
            await pilot.press("e")
            await settled(pilot)

    perform(player(cards, 3), script, SIZES[1])


def test_a_click_on_the_first_line_does_the_same(cards: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        for whose in ("North", "South", "all sides"):
            x = part(screen.header)[0].index("view of")
            await pilot.click(screen.header, offset=(x + 2, 0))
            await settled(pilot)
            assert f"view of {whose}" in rows(pilot)[0]
        await pilot.click(screen.header, offset=(2, 0))
        await settled(pilot)
        assert "view of all sides" in rows(pilot)[0]

    perform(player(cards, 3), script)


def test_words_that_a_side_cannot_read_are_not_found(cards: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"card", "space", "5", "enter")
        await settled(pilot)
        assert playing(pilot).position == 3
        await pilot.press("home", "e", "e", "n")
        await settled(pilot)
        assert playing(pilot).position == 0
        assert "Not found: card 5" in rows(pilot)[-1]

    perform(player(cards), script)


def test_the_eyes_stay_when_the_file_is_read_again_or_goes_on(cards: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("e")
        cards.write_text(GAME + "S: lay #06\n", "utf-8")
        playing(pilot).log_watcher.look()
        await settled(pilot)
        assert "lay #??" in text(pilot)
        await pilot.press("r")
        await settled(pilot)
        assert "view of North" in rows(pilot)[0]
        assert "lay #??" in text(pilot)
        assert "lay #06" not in text(pilot)

    perform(player(cards, "end"), script, SIZES[1])


@pytest.mark.parametrize("game", [None, HEX_PLAYER], ids=["areas", "hexes"])
def test_without_hidden_parts_only_the_first_line_changes(game: str | None) -> None:
    async def script(pilot: Pilot[None]) -> None:
        before = rows(pilot)
        assert "view of" not in before[0]
        for side in ("Japan", "China"):
            await pilot.press("e")
            await settled(pilot)
            assert f"view of {side}" in rows(pilot)[0]
            assert rows(pilot)[1:] == before[1:]
        await pilot.press("e")
        await settled(pilot)
        assert rows(pilot) == before

    perform(player(at=RETREAT) if game is None else player(game, 12), script, SIZES[1])
