"""The view of a side: the visible and the hidden parts of a timeline."""

from pathlib import Path

import pytest

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.logs.record import record_from
from senpu.notation.faults import Fault
from senpu.notation.messages import Message
from senpu.notation.writer import format_event
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import Effect
from senpu.replay.core.timeline import Timeline
from senpu.replay.core.views import WITHHELD, View
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.disputes.verdict import filter_verdict
from senpu.replay.disputes.verification import verify
from tests.toy_cards.worlds import HEADER, SIDES, random_game, twins

GAME = f"{HEADER}T1 draw #02+#05\ndraw #01+#06\nN: lay #05\nundo\nN: play #02 [3]\nS: lay #01\n"


def texts(timeline: Timeline) -> list[str]:
    return [format_event(timeline.get_event(n).event) for n in range(1, timeline.extend() + 1)]


def test_events_keep_their_number_and_place_and_dice_are_never_hidden() -> None:
    timeline = open_timeline(record_from(GAME))
    assert texts(timeline) == [
        "draw #02+#05", "draw #01+#06", "lay #05", "undo", "play #02", "[3]", "lay #01"
    ]  # fmt: skip
    timeline.view_as("south")
    assert texts(timeline) == [
        "draw #??+#??", "draw #01+#06", "lay #??", "undo", "play #02", "[3]", "lay #01"
    ]  # fmt: skip
    assert timeline.get_event(3).undone
    timeline.view_as("")
    assert texts(timeline)[0] == "draw #02+#05"


@pytest.mark.parametrize("side", SIDES)
def test_every_position_is_a_view_with_public_effects_only(side: str) -> None:
    whole, seen = open_timeline(record_from(GAME)), open_timeline(record_from(GAME))
    seen.view_as(side)
    for number in range(7):
        assert seen.get_position(number).state == whole.rules.view(
            whole.get_position(number).state, side
        )
        assert {each.audience for each in seen.get_position(number).effects} <= {"", side}
    assert [each.audience for each in whole.get_position(1).effects] == ["", "north"]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(8))
def test_a_view_is_the_same_for_all_that_a_side_cannot_tell_apart(seed: int, side: str) -> None:
    rules = open_rules("blind/toy")
    events = random_game(seed)
    views = set()
    for other in twins(events, side):
        state = rules.start()
        for event in other:
            state, _ = rules.apply(state, event)
        views.add(rules.view(state, side))
    (view,) = views
    assert rules.view(view, side) == view


def test_a_game_without_hidden_information_is_unchanged() -> None:
    rules = open_rules("800/bonsai-2021")
    state = rules.start()
    sight = View(rules, "japan")
    assert sight.is_unrestricted
    assert sight.filter_state(state) is state
    event = next(rules.legal(state))
    assert sight.filter_event(state, event) is event
    fault = Fault(
        "illegalMove", "rules", 3, 1, Message("plain.text", {"text": "why"}), legal=("pass",)
    )
    assert sight.filter_fault(fault) is fault


def test_private_effects_are_visible_to_their_side_and_the_complete_view() -> None:
    effects = [Effect("pass", "japan"), Effect("pass", "china", audience="china")]
    rules = open_rules("800/bonsai-2021")
    assert View(rules).filter_effects(effects) == tuple(effects)
    assert View(rules, "china").filter_effects(effects) == tuple(effects)
    assert View(rules, "japan").filter_effects(effects) == (effects[0],)


def test_a_filtered_fault_and_verdict_have_only_the_place(tmp_path: Path) -> None:
    path = tmp_path / "game.senpu"
    path.write_text(f"{GAME}S: lay #03\nN: lay #05\n", "utf-8")
    whole = verify(path)
    seen = filter_verdict(whole, View(open_rules("blind/toy"), "north"))
    assert (whole.state, seen.state) != ("", "")
    assert seen.state == ""
    (fault,) = seen.faults
    assert (fault.id, fault.line, fault.message) == (whole.faults[0].id, 11, WITHHELD)
    assert (fault.text, fault.legal, fault.rule, fault.hint) == ("", (), None, None)
    assert whole.faults[0].text
