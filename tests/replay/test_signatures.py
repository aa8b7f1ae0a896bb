"""Undo and ends in signed games: the sides that must consent, and the ends in force."""

import pytest

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.logs.machine_lines import KEY, SEAL
from senpu.logs.record import record_from
from senpu.notation.lines import End, Machine
from senpu.notation.play import parse_line
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.registry import open_rules
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.disputes.log_timeline import open_timeline
from tests import sealed

SIDES = ("north", "south")
DEALT = ("draw #02+#05", "draw #01+#06")
AREAS = ("C: x1+c1@D c2+c3+k1@C", "J: i1+i2+g1@A i3+i4+g2@B", "[J5 C3]", "J: pass")


def played(
    *lines: str, signers: tuple[str, ...] | None = SIDES, game: str = "blind/toy"
) -> LogReducer:
    """Return a reducer of a game whose sides have keys, after some lines and `seal SIDE` lines."""
    reducer = LogReducer(open_rules(game), signers=signers)
    for text in lines:
        read(reducer, text)
    return reducer


def read(reducer: LogReducer, text: str) -> None:
    """Read an event line, or `seal SIDE STATEMENT`."""
    word, _, rest = text.partition(" ")
    if word == SEAL:
        side, _, statement = rest.partition(" ")
        body = (side, "senpu-seal/1 x", "line 9", "0")
        reducer.read(Machine(SEAL, (*body, *filter(None, [statement]), "", "")))
        return
    line, faults = parse_line(1, text)
    assert not faults
    reducer.read(line)


@pytest.mark.parametrize(
    ("lines", "bound"),
    [
        (DEALT[:1], True),  # cards were drawn
        ((*DEALT, "N: lay #05"), False),  # the other side has seen none of it
        ((*DEALT, "N: play #05"), True),  # a card was shown
        ((*DEALT, "N: play #05 [3]"), True),  # a die fell
        ((*DEALT, "N: lay #05 S: lay #06"), True),  # the game is over, and all hands are open
        ((*DEALT, "N: resign"), False),  # an offer
        ((*DEALT, "N: resign", "seal north"), True),
    ],
)
def test_an_undo_of_draws_rolls_and_reveals_needs_both_sides(
    lines: tuple[str, ...], bound: bool
) -> None:
    reducer = played(*lines)
    if bound:
        with pytest.raises(ReductionError, match="missing: North, South"):
            read(reducer, "N: undo 1")
        for side in SIDES:
            read(reducer, f"seal {side} undo 1")
    before = reducer.number
    read(reducer, "N: undo 1")
    assert reducer.number == before + 1
    unsigned = [line for line in lines if not line.startswith(SEAL)]
    read(played(*unsigned, signers=None), "N: undo 1")


@pytest.mark.parametrize("count", [1, 2, 3])
def test_an_undo_needs_each_side_that_signed_an_undone_event(count: int) -> None:
    reducer = played(
        *AREAS[:3], "seal china", AREAS[3], "seal japan", "C: pass",
        game="800/bonsai-2021", signers=("japan", "china"),
    )  # fmt: skip
    needed = {1: (), 2: ("japan",), 3: ("japan", "china")}[count]  # the third event is a roll
    for side in needed:
        with pytest.raises(ReductionError, match=side.capitalize()):
            read(reducer, f"undo {count}")
        read(reducer, f"seal {side} undo {count}")
    read(reducer, f"undo {count}")


def test_consent_is_for_one_undo_at_one_place() -> None:
    reducer = played(*DEALT, "N: play #05", "seal north undo 1", "seal south undo 2")
    with pytest.raises(ReductionError, match="missing: South"):
        read(reducer, "undo 1")
    with pytest.raises(ReductionError, match="missing: North"):
        read(reducer, "undo 2")
    read(reducer, "seal south undo 1")
    read(reducer, "undo 1")
    read(reducer, "N: play #05")
    with pytest.raises(ReductionError, match="missing: North, South"):
        read(reducer, "undo 1")


def test_a_key_that_comes_later_binds_from_there_on() -> None:
    reducer = played(*DEALT, signers=())
    reducer.read(Machine(KEY, ("south", "senpu-key/1 x")))
    with pytest.raises(ReductionError, match="missing: South"):
        read(reducer, "undo 1")


def test_an_end_is_an_offer_until_the_sides_that_it_binds_have_sealed_it() -> None:
    for offer, binds in (("N: resign", ("north",)), ("N: agree Draw", SIDES)):
        reducer = played(*DEALT, offer)
        state = reducer.state
        for side in reversed(binds):
            assert reducer.state.outcome is None
            with pytest.raises(ReductionError, match="only offered"):
                reducer.read(End("Draw agree"))
            read(reducer, f"seal {side}")
        assert reducer.state.outcome is not None
        with pytest.raises(ReductionError):
            read(reducer, "N: lay #05")
        read(reducer, "seal south undo 1")
        with pytest.raises(ReductionError, match="missing: North"):
            read(reducer, "S: undo 1")
        read(reducer, "seal north undo 1")
        read(reducer, "S: undo 1")
        assert reducer.state == state
        read(reducer, "N: lay #05")


def test_play_that_goes_on_declines_an_end() -> None:
    reducer = played(*DEALT, "S: resign", "seal north", "N: lay #05", "seal south", "seal north")
    assert reducer.state.outcome is None
    reducer = played(*DEALT, "N: agree Draw", "seal north", "S: agree South", "seal south")
    assert reducer.state.outcome is None
    read(reducer, "seal north")
    assert reducer.state.outcome is not None
    assert reducer.state.outcome.winner == "south"


def test_consent_to_an_undo_accepts_no_end() -> None:
    reducer = played(*DEALT, "N: agree Draw", "seal north undo 1", "seal south")
    assert reducer.state.outcome is None


def test_a_side_without_a_key_ends_a_game_at_once() -> None:
    reducer = played(*DEALT, "S: resign", signers=("north",))
    assert reducer.state.outcome is not None


def test_the_timeline_shows_an_end_once_it_is_in_force() -> None:
    text = sealed.go_on(sealed.log(), "J: resign\n")
    for sides, ending in (((), None), (("china",), None), (("china", "japan"), "China resign")):
        signed = text
        for side in sides:
            signed = sealed.seal(signed, side)
        line = open_timeline(record_from(signed))
        outcome = line.get_position(line.extend()).state.outcome
        assert (outcome and outcome.ending) == ending
