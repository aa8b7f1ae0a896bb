"""The odds at sea (chapter 11), against every roll and against many."""

from typing import Any

import pytest

from senpu.notation.events import Event
from senpu.replay.core.rules import Effects, Rules
from senpu.replay.games.russojapanese.fleets import DAMAGED, PORT_ARTHUR, SUNK
from senpu.replay.games.russojapanese.state import NO, RUSSIA, RussoJapaneseState, get_navy
from tests.games.odds_laws import (
    PlayedCase,
    PlayFunctions,
    check_odds_by_all_rolls,
    check_odds_by_random_rolls,
)
from tests.games.russojapanese.naval_positions import RULES, NavalTestGame, at_sea, in_battle
from tests.games.tables import event_of

FLEETS = RULES.context.fleets


def answer(
    rules: Rules[Any, RussoJapaneseState], state: RussoJapaneseState, case: PlayedCase
) -> Event:
    """Pass in all further windows."""
    del rules, state, case
    return NO


def steps_lost(
    start: RussoJapaneseState,
    before: RussoJapaneseState,
    effects: Effects,
    after: RussoJapaneseState,
) -> str:
    """The steps that Port Arthur loses to a card, or that Japan has to choose."""
    del start
    if not before.decision or before.decision.kind != "toll":
        return ""
    if after.decision and after.decision.kind == "steps":
        return str(after.decision.count)
    whole, left = (
        sum(get_navy(state).steps[ship] for ship in FLEETS.ships[PORT_ARTHUR])
        for state in (before, after)
    )
    assert any(each.kind in ("shipDamaged", "shipSunk") for each in effects)
    return str(whole - left)


def steps_ahead(
    start: RussoJapaneseState,
    before: RussoJapaneseState,
    effects: Effects,
    after: RussoJapaneseState,
) -> str:
    """Return Russia's lost steps minus Japan's after a battle."""
    del after
    if not any(each.kind == "battleOver" for each in effects):
        return ""
    steps = list(get_navy(before).steps)
    for each in effects:
        if each.kind in ("shipDamaged", "shipSunk"):
            steps[FLEETS.number[each.units[0]]] = DAMAGED if each.kind == "shipDamaged" else SUNK
    ahead = 0
    for side, was, left in zip(FLEETS.side, get_navy(start).steps, steps, strict=True):
        ahead += (was - left) * (1 if side == RUSSIA else -1)
    return f"{ahead:+d}" if ahead else "0"


AMBUSH, BATTLE = PlayFunctions(answer, steps_lost), PlayFunctions(answer, steps_ahead)
MOST = "r1 r2 r3 r4 r5 "
BATTLES = {
    "one against one": {"sunk": MOST + "r6 m1 m2 m3 m4 m5"},
    "Russia has one more": {"sunk": MOST + "m1 m2 m3 m4 m5", "hurt": "m6"},
    "Japan has one more": {"sunk": MOST + "r6 m1 m2 m3 m4", "hurt": "m5 r7"},
    "two against two": {"sunk": MOST + "m1 m2 m3 m4", "hurt": "m5 r7"},
}


def lined(japan: str = "04", **fleets: str) -> NavalTestGame:
    return in_battle(flag="r7", japan=japan, **fleets).lined()


@pytest.mark.parametrize("which", BATTLES)
def test_odds_of_a_battle_equal_the_results_of_all_rolls(which: str) -> None:
    table = lined(**BATTLES[which])
    plain, first = (
        check_odds_by_all_rolls(RULES, BATTLE, table.state, event_of(text))
        for text in ("no", "play #04")
    )
    assert plain.provenance == "placeholder", "the gunnery of the ships"
    assert first.success >= plain.success - 1e-9, "who fires first has no less"


@pytest.mark.parametrize("text", ["no", "play #04"])
def test_odds_of_complete_fleets_agree_with_the_results_of_many_rolls(text: str) -> None:
    table = lined()
    check_odds_by_random_rolls(
        RULES, BATTLE, table.state, event_of(text), rolls=400, seed=len(text)
    )


@pytest.mark.parametrize("card", ["#01", "#03"])
@pytest.mark.parametrize("sunk", ["", MOST + "r6"])
def test_odds_of_blockade_and_mines_equal_the_results_of_the_die(card: str, sunk: str) -> None:
    table = at_sea(japan="01 03", sunk=sunk, flag="r7").play("sortie")
    play = event_of(f"play {card}")
    odds = check_odds_by_all_rolls(RULES, AMBUSH, table.state, play)
    assert odds.success == pytest.approx(1)
    assert odds.provenance == "printed"
    assert max(int(what) for what, _ in odds.results) == (2 if sunk else 3 if card == "#01" else 6)
    assert RULES.odds(table.state, NO) is None


@pytest.mark.parametrize("japan", ["04", "04 07"])
def test_an_answer_that_finds_the_vladivostok_fleet_has_the_odds_of_the_battle(japan: str) -> None:
    table = at_sea(japan=japan, russia="05").through("no", "#05/sortie")
    odds = check_odds_by_all_rolls(RULES, BATTLE, table.state, event_of("play #04"))
    assert odds.assumptions == (("no_cards",) if " " in japan else ())
