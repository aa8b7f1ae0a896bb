"""Verification of face-down cards before and after their reveal."""

from typing import Any

import pytest
from msgspec.structs import replace

import tests.toy_cards  # noqa: F401 - registers a game with hands
from senpu.notation.events import Event, Word
from senpu.notation.play import parse_line
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import IllegalEventError, Rules
from senpu.replay.core.states import CHANCE, Decision, State
from senpu.replay.disputes.card_audit import find_public_state
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.recording.dealing import parse_machine_line
from tests.hands import RUSSO, card, dealt, format_reveals, log, must_show, name
from tests.replay.texts import fault, good, timeline
from tests.sealed import name_key

NORTH = (card(1, "north", "#02"), card(2, "north", "#05"))
SOUTH = (card(3, "south", "#01"), card(4, "south", "#06"))
DEALT = dealt(*NORTH) + dealt(*SOUTH)
PLAYED = f"{format_reveals(NORTH[0])}N: play #02 [3]\nS: lay {name(SOUTH[1])}\n"
OPENED = format_reveals(NORTH[1], *SOUTH)
JAPAN = [card(at, "japan", f"#{number:02}") for at, number in enumerate((3, 4, 7), 1)]


def describe_fault(rows: str, game: str = "blind/toy") -> str:
    first = fault(log(rows, game))
    return f"{first.id} {first.line}"


# ---- with cards face down -------------------------------------------------------------------


def test_a_game_waits_for_the_cards_that_decide_it_and_then_ends() -> None:
    assert good(log(DEALT + PLAYED)).ending is None
    found = good(log(DEALT + PLAYED + OPENED))
    assert (found.ending, found.hands["open"]) == ("Draw 4", 0)
    assert good(log(f"{DEALT}{PLAYED}{OPENED}End: Draw 4\n")).valid


def test_cards_may_be_opened_below_the_end() -> None:
    rows = f"{DEALT}N: resign\nEnd: South resign\n"
    assert good(log(rows)).hands["open"] == 4
    assert good(log(rows + format_reveals(*NORTH, *SOUTH))).hands["open"] == 0


@pytest.mark.parametrize(
    ("rows", "first"),
    [
        (dealt(NORTH[0]), "handMisplaced 9"),
        (dealt(card(1, "south", "#02"), card(2, "south", "#05")), "handMisplaced 9"),
        (DEALT + dealt(card(5, "north", "#03"), card(6, "north", "#04")), "handMisplaced 17"),
        ("draw #02+#05\n", "handOpen 9"),
        (f"draw {name(NORTH[0])}+{name(NORTH[1])}\n", "illegalMove 9"),
        (dealt(*NORTH).replace(f"{name(NORTH[1])}", "?00000000"), "illegalMove 12"),
        (DEALT + "N: play #02\n", "cardUnseen 17"),
        (DEALT + f"N: play {name(NORTH[0])}\n", "illegalMove 17"),
        (DEALT + format_reveals(NORTH[0]) + "N: play #05\n", "cardUnseen 19"),
        (DEALT + format_reveals(*NORTH) + "N: play #03\n", "illegalMove 21"),
        (DEALT + format_reveals(NORTH[0]) + "N: play #02 [3]\nS: play #01\n", "cardUnseen 20"),
    ],
)
def test_what_everybody_can_see_is_judged_at_once(rows: str, first: str) -> None:
    assert describe_fault(rows) == first


@pytest.mark.parametrize(
    ("rows", "awaited"),
    [
        (dealt(NORTH[0]), "1 face-down card for North; expected 2 for North"),
        (
            DEALT + dealt(card(5, "north", "#03")),
            "1 face-down card for North, but no cards",
        ),
    ],
)
def test_a_misplaced_deal_is_reported_with_the_expected_deal(rows: str, awaited: str) -> None:
    assert str(fault(log(rows)).message).startswith(awaited)


def test_playing_a_hidden_card_has_a_hint() -> None:
    found = fault(log(DEALT + "N: play #02\n"))
    assert str(found.message) == "play #02: #02 has not been revealed"
    assert "senpu append" in str(found.hint)


def test_a_card_shown_twice_over_is_found_when_it_is_shown() -> None:
    south = (card(3, "south", "#02"), SOUTH[1])
    rows = dealt(*NORTH) + dealt(*south) + format_reveals(NORTH[0])
    assert good(log(rows)).valid
    assert describe_fault(rows + format_reveals(south[0])) == "cardTwice 19"


def test_a_revealed_card_stays_known_after_an_undo() -> None:
    lay = "N: lay #02\n"
    found = timeline(log(f"{DEALT}{format_reveals(NORTH[0])}{lay}N: undo 1\n"))
    found.extend()
    assert found.fault is None, found.fault.message
    board = found.rules.board(found.get_position(4).state)
    assert board.tallies[0].units[0] == "#02"


def test_no_undo_gives_a_second_hand() -> None:
    """Without keys no side can consent to it."""
    hand, _, draw = dealt(*SOUTH).partition("draw")
    rows = f"{dealt(*NORTH)}{hand}"
    assert describe_fault(f"{rows}undo 1\n") == "undoUnsigned 16"
    assert describe_fault(f"{rows}draw{draw}undo 1\n") == "undoUnsigned 17"
    second = dealt(card(5, "south", "#03"), card(6, "south", "#04"))
    assert describe_fault(f"{rows}{second}") == "handMisplaced 16"
    assert describe_fault(f"{rows}N: resign\nN: undo 1\n{second}") == "handMisplaced 18"
    assert good(log(f"{rows}N: resign\nN: undo 1\ndraw{draw}")).valid


def test_an_end_needs_the_seals_of_the_sides_and_none_of_the_dealer() -> None:
    text = name_key(log(f"{DEALT}N: resign\n"), "dealer", "stranger")
    (ending,) = (each for each in good(text).open if each.id == "end_unsigned")
    assert ending.facts["sides"] == ["north"]


def test_the_viewer_shows_a_card_from_where_it_was_shown() -> None:
    found = timeline(log(DEALT + PLAYED))
    last = found.extend()
    hands = [found.rules.board(found.get_position(at).state).tallies[0].units for at in (1, 2)]
    assert [units[0][0] for units in hands] == ["?", "#"]
    assert found.get_position(last).state == found._reducer.state
    found.clear_cache()
    assert found.get_position(3).state.decision is not None


# ---- with all cards known -------------------------------------------------------------------


def test_a_log_with_all_cards_shown_ends_as_if_they_had_been_dealt_open() -> None:
    opened = "Senpu: 1\nGame: blind/toy\nRules: 1\n\ndraw #02+#05\ndraw #01+#06\n"
    opened += "N: play #02 [3]\nS: lay #06\n"
    assert good(opened).state == good(log(DEALT + PLAYED + OPENED)).state


@pytest.mark.parametrize(("shuffled", "line", "event"), [(False, 30, None), (True, 23, 7)])
def test_a_card_dealt_from_where_it_did_not_lie_is_found(
    shuffled: bool, line: int, event: int | None
) -> None:
    """Card 4 is in the discard pile when it is dealt to Russia.

    If the pile is shuffled into the deck later, the invalid draw is found when all cards are known.
    """
    numbers = (4, must_show("russia"), 10) if shuffled else (4, 9, 10)
    russia = [card(at, "russia", f"#{number:02}") for at, number in enumerate(numbers, 4)]
    rows = dealt(*JAPAN) + "T1 J: | |\n" + format_reveals(JAPAN[1]) + "J: #04/d3@Korea |\n"
    rows += "R: refill 3\n" + dealt(*russia)
    rows += format_reveals(russia.pop(1)) if shuffled else ""
    rows += "R: resign\nEnd: Japan resign\n"
    assert good(log(rows, RUSSO)).hands["open"]
    found = fault(log(rows + format_reveals(JAPAN[0], JAPAN[2], *russia), RUSSO))
    assert (found.id, found.line, found.column, found.event) == ("cardTwice", line, 0, event)


def test_a_card_that_had_to_be_shown_at_once_and_was_kept_is_found_when_all_are_known() -> None:
    kept = [card(1, "japan", f"#{must_show('japan'):02}"), *JAPAN[1:]]
    end = "J: resign\nEnd: Russia resign\n"
    rows = dealt(*kept) + "T1 J: |\n"
    assert good(log(rows + end, RUSSO)).valid
    assert describe_fault(f"{rows}{end}{format_reveals(*kept)}", RUSSO) == "cardConcealed 14"
    message = fault(log(f"{rows}{end}{format_reveals(*kept)}", RUSSO)).message
    assert str(message).endswith(f": {kept[0].card} (dealt as {name(kept[0])})")
    one_line = rows.replace("\nT1 J: |", " J: |")
    assert describe_fault(f"{one_line}{end}{format_reveals(*kept)}", RUSSO) == "cardConcealed 13"
    honest = f"{dealt(*kept)}{format_reveals(kept[0])}T1 J: |\n{end}{format_reveals(*kept[1:])}"
    assert good(log(honest, RUSSO)).hands == {"sealed": 3, "proven": 3, "open": 0}


def test_an_act_that_is_forbidden_with_such_a_card_is_an_illegal_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    toy = type(open_rules("blind/toy"))
    canon = toy.canon

    def strict(rules: Rules[Any, State], state: State, event: Event) -> Event:
        if event == Word("lay", ("#06",)):
            raise IllegalEventError("notHeld", "4", card="#06", hand=())
        return canon(rules, state, event)

    monkeypatch.setattr(toy, "canon", strict)
    assert good(log(DEALT + PLAYED)).hands["open"]
    found = fault(log(DEALT + PLAYED + OPENED))
    assert (found.id, found.line, found.rule) == ("illegalMove", 20, "4")


def test_the_deck_and_the_hands_have_as_many_cards_as_if_they_had_been_dealt_open() -> None:
    rules = open_rules(RUSSO)
    seen, opened = LogReducer(rules, sealed="x"), LogReducer(rules)
    *hand, draw = dealt(*JAPAN).splitlines()
    seen.read(parse_machine_line("\n".join(hand)))
    seen.read(parse_line(1, draw)[0])
    opened.read(parse_line(1, "draw #03+#04+#07")[0])
    assert find_public_state(rules, seen.state) == find_public_state(rules, opened.state)
    for side in ("japan", "russia"):
        view = rules.view(seen.state, side)
        assert rules.view(view, side) == view


def test_the_view_of_a_side_shows_no_more_than_the_log() -> None:
    found = timeline(log(DEALT + format_reveals(*NORTH)))
    found.view_as("south")
    found.extend()
    assert "#02" not in "".join(str(found.get_position(at)) for at in range(3))


def test_a_card_that_chance_takes_from_a_hand_is_shown_before_anything_else() -> None:
    rules = open_rules(RUSSO)
    reducer = LogReducer(rules, sealed="x")
    *hand, draw = dealt(*JAPAN).splitlines()
    reducer.read(parse_machine_line("\n".join(hand)))
    reducer.read(parse_line(1, draw)[0])
    before = rules.board(reducer.state).tallies
    decision = Decision(CHANCE, "discard", "10.4.3", ("japan",), count=1)
    reducer.state = replace(reducer.state, decision=decision, stage="phase")
    taken, _ = rules.answers["discard"].apply(
        rules.context, reducer.state, Word("discard", (name(JAPAN[1]),))
    )
    reducer.state = replace(taken, decision=Decision("japan", "cards", "10.2"))
    assert rules.board(reducer.state).tallies[-2].count == before[-2].count
    with pytest.raises(ReductionError, match=r"\|"):
        reducer.read(parse_line(2, "J: |")[0])
    reducer.read(parse_machine_line(format_reveals(JAPAN[1])))
    assert rules.board(reducer.state).tallies[-1].units == ("#04",)
    assert rules.board(reducer.state).tallies[-2].count == before[-2].count
    reducer.read(parse_line(2, "J: |")[0])
