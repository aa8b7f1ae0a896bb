"""Tests of random choices: every legal one occurs, no other does, all are equally likely."""

from collections import Counter
from itertools import combinations
from random import Random

from senpu.replay.core.sampling import choose_one, choose_some, walk_randomly
from senpu.replay.core.states import Decision
from senpu.replay.parts.dice import list_rolls, sample_dice

DRAWS = 12_000


def evenly(counts: Counter[object], cells: int) -> bool:
    """Return whether draws are consistent with equal probabilities (five standard deviations)."""
    mean = sum(counts.values()) / cells
    return len(counts) == cells and all(abs(n - mean) < 5 * mean**0.5 for n in counts.values())


def test_one_of_some_is_any_of_them() -> None:
    random = Random(1)
    assert evenly(Counter(choose_one("abcde", random) for _ in range(DRAWS)), 5)


def test_some_of_them_are_any_of_that_number_in_their_order() -> None:
    random = Random(2)
    drawn = Counter(tuple(choose_some("abcde", 3, random)) for _ in range(DRAWS))
    assert set(drawn) == set(combinations("abcde", 3))
    assert evenly(Counter(drawn), 10)
    assert choose_some("abc", 3, random) == ["a", "b", "c"]
    assert choose_some("abc", 0, random) == []


def test_a_wandering_goes_from_neighbour_to_neighbour_as_far_as_there_is_one() -> None:
    random, neighbours = Random(3), ((1, 2), (0,), ())
    walks = {walk_randomly(neighbours, 0, 3, random) for _ in range(200)}
    assert walks == {(2,), (1, 0, 1), (1, 0, 2)}


def test_dice_are_even_whether_they_are_kept_or_made() -> None:
    random = Random(4)
    for dice in (("",), ("J", "C"), ("",) * 4):
        decision = Decision("chance", "dice", "1", dice=dice)
        rolls = [sample_dice(None, None, decision, random) for _ in range(DRAWS)]
        assert {roll.sides for roll in rolls} == {dice if dice[0] else ()}  # type: ignore[union-attr]
        for at in range(len(dice)):
            assert evenly(Counter(roll.pips[at] for roll in rolls), 6)  # type: ignore[union-attr]


def test_every_roll_comes_once_in_rising_order() -> None:
    rolls = [roll.pips for roll in list_rolls(("", ""))]
    assert rolls == sorted(set(rolls))
    assert len(rolls) == 36
