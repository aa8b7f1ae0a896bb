"""Logs that differ only in hidden cards give a side the same output, byte for byte.

This holds for all commands and the viewer.
"""

from pathlib import Path
from random import Random

import pytest

from senpu.notation.events import Event
from senpu.notation.writer import compose_lines, format_line
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.core.states import CHANCE
from senpu.replay.games.russojapanese.deck import build_event, find_drawer
from senpu.replay.games.russojapanese.rules import RussoJapaneseRules
from senpu.replay.games.russojapanese.state import (
    ENEMY,
    JAPAN,
    RUSSIA,
    RussoJapaneseState,
    get_hand,
    parse_card,
)
from tests.faces import drawn, printed
from tests.games.random_play import steps
from tests.games.russojapanese.positions import ruleset

GAME = "russojapanese/bonsai-2018"
RULES = ruleset()


def log(rules: RussoJapaneseRules, events: list[Event]) -> str | None:
    """A game as a log; nothing if an event is not legal any more."""
    acts = []
    state: RussoJapaneseState = rules.start()
    for event in events:
        assert state.decision is not None
        try:
            rules.canon(state, event)
        except IllegalEventError:
            return None
        letter = "" if state.decision.side == CHANCE else rules.letter[state.decision.side]
        acts.append((state.turn, letter, event, state.decision.side != CHANCE))
        state = rules.apply(state, event)[0]
    rows = [format_line(line) for line in compose_lines(acts, None)]
    return "\n".join((f"Senpu: 1\nGame: {GAME}\nRules: 1\n", *rows, ""))


def twins(seed: int, side: str) -> tuple[str, str, int] | None:
    """Return twin games that differ in a hidden card, and the number of the last event.

    The game ends at a position where the enemy of `side` holds a card since its last draw. Its twin
    has another card, which has not appeared since.
    """
    random = Random(seed)
    played = list(steps(RULES, seed))
    enemy, start = ENEMY[side], 0
    for at, (state, event, after) in enumerate(played):
        if state.decision and state.decision.kind == "draw" and find_drawer(state) == enemy:
            start = at
            drew = {parse_card(text) for text in event.args[0].split("+")}  # type: ignore[union-attr]
            continue
        kept = set(get_hand(after, enemy)) & drew if start else set()
        others = [card for card in after.deck if card in played[start][0].deck]
        others = [c for c in others if RULES.context.event[enemy, c][0] != "reshuffle"]
        if at > start + 3 and kept and others and random.random() < 0.2:
            card, other = min(kept), random.choice(others)
            cards = tuple(sorted({*drew, other} - {card}))
            events: list[Event] = [each for _, each, _ in played[: at + 1]]
            one = log(RULES, events)
            two = log(RULES, [*events[:start], build_event("draw", cards), *events[start + 1 :]])
            if one and two:
                return one, two, len(events)
    return None


def pairs(side: str, wanted: int) -> list[tuple[str, str, int]]:
    found: list[tuple[str, str, int]] = []
    for seed in range(60):
        pair = twins(seed, side)
        if pair:
            found.append(pair)
        if len(found) == wanted:
            break
    assert len(found) == wanted
    return found


def written(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True)
    path = folder / "game.senpu"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.slow
@pytest.mark.parametrize("side", [JAPAN, RUSSIA])
def test_output_does_not_reveal_the_other_hand(tmp_path: Path, side: str) -> None:
    for number, (one, two, last) in enumerate(pairs(side, 4)):
        shown = []
        for name, text in (("one", one), ("two", two)):
            path = written(tmp_path / f"{number}{name}", text)
            shown.append(printed(path, side, [last // 2, last - 1], "ja" if number % 2 else "en"))
        assert shown[0] == shown[1]
        assert one != two
        assert "#??" in "".join(shown[0])


@pytest.mark.parametrize("side", [pytest.param(JAPAN, marks=pytest.mark.slow), RUSSIA])
def test_the_viewer_does_not_reveal_the_other_hand(tmp_path: Path, side: str) -> None:
    ((one, two, last),) = pairs(side, 1)
    shown = []
    for name, text in (("one", one), ("two", two)):
        path = written(tmp_path / name, text)
        shown.append(drawn(path, side, [last // 2, last - 1], (120, 40)))
    assert shown[0] == shown[1]
