"""Non-interference of the Python API: twins are the same to a side.

See `spec/en/reference/hands.md`.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import senpu
import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.notation.writer import format_event
from tests.command.test_non_interference import PLAYERS
from tests.twins import Twins, find_twins, write_log


def describe(position: senpu.Position) -> Iterator[object]:
    """Yield all values of a position of the API."""
    yield position.number, position.turn, position.side, position.outcome, position.decision
    yield position.key, position.digest, hash(position), repr(position)
    yield dict(position.units)
    yield [(option.text, option.odds, repr(option)) for option in position.legal()]
    yield position.draw(), position.draw(language="ja"), position.svg(theme="night")
    event = position.event
    if event is not None:
        yield event.text, event.turn, event.side, event.undone, event.phase, repr(event)
        yield event.effects, event.sentence(), event.sentence("ja"), event.notes
    for refused in (
        lambda: position.play("pass"),
        lambda: position.roll(Random(1)),
        lambda: position.choose("random", Random(1)),
        lambda: next(view for side in position.rules.sides if (view := position.view(side))),
    ):
        try:
            yield repr(refused())
        except senpu.Error as error:
            yield str(error)


def look(twins: Twins, at: int, folder: Path, numbers: list[int]) -> list[object]:
    path = folder / "game.senpu"
    write_log(twins, at, path)
    game, seen = senpu.read(path), list[object]()
    for number in numbers:
        seen += describe(game.at(number).view(twins.side))
    # Events that were played from the end, in each of which the rules may hide something.
    last = game.end
    event = twins.rules.sample(twins.end(at), Random(7))
    if not twins.is_last(at, event) and not twins.is_public(event):
        played = last.play(format_event(event))
        seen += describe(played.view(twins.side))
    # A game that ends only in a line that was not recorded shows no hand.
    letter = twins.rules.letter[twins.side]
    seen += describe(last.play(f"{letter}: resign").view(twins.side))
    return seen


def compare(twins: Twins, folder: Path, numbers: list[int]) -> None:
    (folder / "a").mkdir()
    (folder / "b").mkdir()
    one, other = (look(twins, at, folder / name, numbers) for at, name in enumerate("ab"))
    for mine, theirs in zip(one, other, strict=True):
        assert mine == theirs


def test_twins_are_the_same_to_a_side(tmp_path: Path) -> None:
    compare(find_twins("blind/toy", "south", 1, 40), tmp_path, [0, 1, 2, 3])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("ident", "side", "options"), PLAYERS)
def test_all_twins_are_the_same_to_a_side(
    tmp_path: Path, ident: str, side: str, options: tuple[str, ...], seed: int
) -> None:
    twins = find_twins(ident, side, seed, 40, options)
    last = len(twins.games[0])
    compare(twins, tmp_path, [0, 1, last // 2, last - 1, last])


def test_a_draw_that_was_played_is_hidden_in_the_view_of_the_other_side() -> None:
    drawn = senpu.start("blind/toy").roll(Random(3))
    assert drawn.event is not None
    other = drawn.view("south")
    assert other.event is not None
    assert other.event.text == "draw #??+#??"
    assert drawn.view("north").event == drawn.event
    assert [each.kind for each in other.event.effects] == ["drawn"]
    assert drawn.event.text.partition("+")[0][-3:] not in other.svg()
