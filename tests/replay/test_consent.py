"""Events that only both sides can undo: dice, draws and reveals."""

import pytest

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.logs.machine_lines import KEY, SEAL
from senpu.notation.lines import Machine, Play
from senpu.notation.play import parse_line
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.registry import open_rules
from senpu.replay.disputes.consent import Consent, is_irreversible
from senpu.replay.disputes.log_reducer import LogReducer

SIDES = ("north", "south")


def played(*lines: str, signers: tuple[str, ...] | None = SIDES) -> LogReducer:
    """A game of Blind whose sides have keys, after some lines."""
    reducer = LogReducer(open_rules("blind/toy"), signers=signers)
    for text in lines:
        line, faults = parse_line(1, text)
        assert not faults
        reducer.read(line)
    return reducer


def undo(reducer: LogReducer, count: int = 1) -> None:
    reducer.read(parse_line(1, f"N: undo {count}")[0])


DEALT = ("draw #02+#05", "draw #01+#06")


@pytest.mark.parametrize(
    ("lines", "bound"),
    [
        (DEALT[:1], True),  # cards were drawn
        ((*DEALT, "N: lay #05"), False),  # the other side has seen none of it
        ((*DEALT, "N: play #05"), True),  # a card was shown
        ((*DEALT, "N: play #05 [3]"), True),  # a die fell
        ((*DEALT, "N: lay #05 S: lay #06"), True),  # the game is over, and all hands are open
        ((*DEALT, "N: resign"), True),
    ],
)
def test_one_side_cannot_undo_draws_rolls_or_reveals(lines: tuple[str, ...], bound: bool) -> None:
    reducer = played(*lines)
    if bound:
        with pytest.raises(
            ReductionError, match="needs a seal of each side; missing: north, south"
        ):
            undo(reducer)
        for side in SIDES:
            reducer.read(Machine(SEAL, (side, "senpu-seal/1 x", "line 9", "0", "undo 1", "", "")))
    before = reducer.number
    undo(reducer)
    assert reducer.number == before + 1
    undo(played(*lines, signers=("north",)))
    undo(played(*lines, signers=None))


def test_consent_depends_on_every_undone_event() -> None:
    with pytest.raises(ReductionError, match="event 2"):
        undo(played(*DEALT, "N: lay #05"), 2)


def test_in_a_game_without_hidden_parts_moves_are_free() -> None:
    rules = open_rules("800/bonsai-2021")
    reducer = LogReducer(rules, signers=("japan", "china"))
    for text in ("C: x1+c1@D c2+c3+k1@C", "J: i1+i2+g1@A i3+i4+g2@B", "[J5 C3]", "J: resign"):
        reducer.read(parse_line(1, text)[0])
    undo_ = parse_line(1, "J: undo 1")[0]
    reducer.read(undo_)
    with pytest.raises(ReductionError):
        reducer.read(undo_)


def test_a_key_that_comes_later_binds_from_there_on() -> None:
    reducer = played(*DEALT, signers=("north",))
    reducer.read(Machine(KEY, ("south", "senpu-key/1 x")))
    with pytest.raises(ReductionError):
        undo(reducer)


def test_consent_is_bound_to_a_position_and_a_number() -> None:
    consent = Consent(open_rules("blind/toy"), SIDES)
    consent.read_line(Machine(SEAL, ("north", "undo 2")), 5)
    assert consent.find_missing_sides(2, 5) == ["south"]
    assert (
        consent.find_missing_sides(2, 6) == consent.find_missing_sides(1, 5) == ["north", "south"]
    )
    consent.read_line(Machine(SEAL, ("south", "undo 2")), 5)
    assert consent.find_missing_sides(2, 5) == []
    other = Consent(open_rules("blind/toy"), None)
    other.read_line(Machine(SEAL, ("north", "undo 2")), 5)
    assert not other.is_needed()
    assert other.find_missing_sides(2, 5) == ["north", "south"]


def test_an_agreement_where_dice_are_awaited_rolls_nothing() -> None:
    rules = open_rules("800/bonsai-2021")
    reducer = LogReducer(rules)
    for text in ("C: x1+c1@D c2+c3+k1@C", "J: i1+i2+g1@A i3+i4+g2@B"):
        reducer.read(parse_line(1, text)[0])
    before = reducer.state
    agree = parse_line(1, "agree Draw")[0]
    reducer.read(agree)
    assert isinstance(agree, Play)
    assert not is_irreversible(rules, before, agree.items[0], reducer.state)  # type: ignore[arg-type]
