"""Every key of the player: its effect on the position and the screen."""

import pytest
from textual.pilot import Pilot

from tests.tui.stage import RETREAT, part, perform, player, playing, rows, text, until

LAST = 170
REROLLED = """Senpu: 1
Game: 800/bonsai-2021
Rules: 1

C: x1+c1@D c2+c3+k1@C
J: i1+i2+g1@A i3+i4+g2@B
T1 [J5 C3]
J: i3+i4>D
C: k1*B.g2 [2 3] reroll [6 5] J: g2<A
J: pass
"""


@pytest.mark.parametrize(
    ("keys", "start", "goal"),
    [
        ("right", 0, 1),
        ("right right", 10, 12),
        ("left", 10, 9),
        ("left", 0, 0),
        ("right", "end", LAST),
        ("down", 0, 2),
        ("down", 11, 14),
        ("down", 14, 15),
        ("up", 14, 9),
        ("up", 2, 0),
        ("right_square_bracket", 0, 5),
        ("right_square_bracket", 5, 34),
        ("pagedown pagedown", 0, 34),
        ("left_square_bracket", 40, 34),
        ("pageup", 34, 5),
        ("home", 40, 0),
        ("end", 40, LAST),
        ("g 4 2 enter", 0, 42),
        ("g T 3 enter", 0, 69),
        ("g t 3 full_stop c enter", 0, 72),
        ("g e n d enter", 0, LAST),
        ("g s t a r t enter", 40, 0),
        ("g 4 escape", 7, 7),
        ("g 9 9 9 enter", 7, 7),
        ("g b a d enter", 7, 7),
    ],
)
def test_a_key_leads_to_a_position(keys: str, start: int | str, goal: int) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(*keys.split())
        await pilot.pause()
        assert playing(pilot).position == goal

    perform(player(at=start), script)


@pytest.mark.parametrize(
    ("key", "seen"),
    [
        ("w", "─ Combat ─"),
        ("o", "─ China to act (5.1): "),
        ("s", "─ Strength ─"),
        ("C", "─ Candidates of China ─"),
        ("i", "─ Where the values come from ─"),
        ("v", "─ Signatures ─"),
    ],
)
def test_a_panel_opens_and_closes(key: str, seen: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert seen not in text(pilot)
        await pilot.press(key)
        await pilot.pause()
        assert seen in text(pilot)
        await pilot.press(key)
        await pilot.pause()
        assert seen not in text(pilot)
        await pilot.press(key, "escape")
        await pilot.pause()
        assert seen not in text(pilot)

    perform(player(at=RETREAT), script)


def test_why_says_the_terms_with_their_rules_the_need_the_chance_and_the_standing() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("w")
        await pilot.pause()
        seen = text(pilot)
        assert "needed" in seen
        assert "%" in seen
        assert "8.3" in seen
        assert "rolled   5 6   = 11" in seen
        assert "against  China 8 *" in seen

    perform(player(at=RETREAT), script, (160, 50))


def test_why_counts_the_second_throw_and_shows_both() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("w")
        await pilot.pause()
        seen = part(playing(pilot).panels)
        again = next(row for row in seen if "re-roll of a miss" in row)
        assert again.split()[-1] == "9.2"
        assert "0" not in again
        assert any("rolled   not yet" in row for row in seen)
        await pilot.press("right")
        await pilot.pause()
        seen = part(playing(pilot).panels)
        assert sum("re-roll of a miss" in row for row in seen) == 1
        assert sum("rolled   2 3   = 5" in row for row in seen) == 1
        await pilot.press("right", "right")
        await pilot.pause()
        assert any(
            "rolled   6 5   = 11   earlier 2 3" in row for row in part(playing(pilot).panels)
        )

    perform(player(REROLLED, 7), script, (160, 50))


def test_why_shows_the_last_attack_after_it_too() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("w")
        await pilot.pause()
        assert "─ Combat (event 7) ─" in text(pilot)
        await pilot.press("home")
        await pilot.pause()
        assert "No attack yet" in text(pilot)

    perform(player(REROLLED, "end"), script)


def test_legal_events_are_listed_with_their_odds_and_the_one_played_is_marked() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("o")
        await pilot.pause()
        seen = text(pilot)
        assert "▸x1+c1>D" in seen
        assert "%*" in seen

    perform(player(at=RETREAT), script, (160, 50))


def test_a_long_panel_scrolls() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("o")
        await pilot.pause()
        before = text(pilot)
        await pilot.press("right_curly_bracket")
        await pilot.pause()
        assert text(pilot) != before
        await pilot.press("left_curly_bracket")
        await pilot.pause()
        assert text(pilot) == before

    perform(player(at=RETREAT), script, (80, 18))


def test_the_map_turns_into_a_register_and_back() -> None:
    async def script(pilot: Pilot[None]) -> None:
        plan = part(playing(pilot).map)
        assert "┌─ A ──" in text(pilot)
        await pilot.press("m")
        await pilot.pause()
        assert "┌─ A ──" not in text(pilot)
        assert any(row.startswith(" D ") and "B E F" in row for row in rows(pilot))
        await pilot.press("m")
        await pilot.pause()
        assert part(playing(pilot).map) == plan

    perform(player(at=RETREAT), script)


def test_the_language_changes_everywhere_and_changes_back() -> None:
    async def script(pilot: Pilot[None]) -> None:
        english = text(pilot)
        await pilot.press("l")
        await pilot.pause()
        seen = text(pilot)
        assert "第2ターン" in seen
        assert "国民党軍" in seen
        assert "Turn" not in seen
        assert "China" not in seen
        await pilot.press("l")
        await pilot.pause()
        assert text(pilot) == english

    perform(player(at=RETREAT), script)


def test_the_theme_changes_colours_and_no_character() -> None:
    async def script(pilot: Pilot[None]) -> None:
        night, strip = text(pilot), playing(pilot).map.render_line(1)
        await pilot.press("t")
        await pilot.pause()
        assert pilot.app.theme == "senpu-day"
        assert rows(pilot)[:-1] == night.splitlines()[:-1]
        assert "Theme: day" in rows(pilot)[-1]
        assert playing(pilot).map.render_line(1) != strip
        pilot.app.theme = "senpu-night"
        await pilot.pause()
        assert playing(pilot).map.render_line(1) == strip

    perform(player(at=RETREAT), script)


def test_any_other_theme_serves() -> None:
    async def script(pilot: Pilot[None]) -> None:
        for theme in ("textual-light", "nord", "ansi-dark"):
            pilot.app.theme = theme
            await pilot.pause()
            assert "Eight Hundred" in text(pilot)

    perform(player(at=RETREAT), script)


def test_space_plays_at_a_pace_that_can_be_changed_and_stops() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("plus", "plus", "plus")
        assert "8 events/s" in rows(pilot)[-1]
        await pilot.press("space")
        assert "Playing, 8 events/s" in rows(pilot)[-1]
        await until(lambda: playing(pilot).position >= 2)
        await pilot.press("minus")
        assert "Playing, 4 events/s" in rows(pilot)[-1]
        await pilot.press("space")
        assert not playing(pilot).playback.is_playing
        assert "Playing" not in rows(pilot)[-1]

    perform(player(), script)


def test_playing_ends_with_the_log() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("plus", "plus", "plus", "space")
        await until(lambda: not playing(pilot).playback.is_playing)
        await pilot.pause()
        assert playing(pilot).position == LAST
        assert "Playing" not in rows(pilot)[-1]

    perform(player(at=LAST - 2), script)


def test_the_command_palette_offers_the_commands() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+p", *"legal", "enter")
        assert playing(pilot).panel == "legal"

    perform(player(at=RETREAT), script)
