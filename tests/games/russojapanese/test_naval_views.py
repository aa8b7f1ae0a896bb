"""Hidden facts at sea: the flagship, and the other hand in the windows at sea."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from senpu.notation.events import Word
from senpu.notation.writer import format_event
from senpu.replay.analysis.value import open_value
from senpu.replay.core.views import View
from senpu.replay.games.russojapanese.fleets import PORT_ARTHUR
from senpu.replay.games.russojapanese.state import JAPAN, RUSSIA, SIDES, RussoJapaneseState
from tests.faces import printed
from tests.games.random_play import steps
from tests.games.russojapanese.naval_candidates import navy_of, positions
from tests.games.russojapanese.naval_positions import RULES, in_battle


def twins(state: RussoJapaneseState, random: Random) -> Iterator[RussoJapaneseState]:
    """Return positions with the same view for Japan: another flagship or Russian hand."""
    navy = navy_of(state)
    afloat = RULES.context.fleets.list_afloat(navy, PORT_ARTHUR)
    unknown = (*state.hands[1], *state.deck)
    for _ in range(4):
        cards = random.sample(unknown, len(unknown))
        size = len(state.hands[1])
        hands = (state.hands[0], tuple(sorted(cards[:size])))
        flagged = navy
        if not navy.revealed and navy.flagship >= 0 and afloat:
            flagged = replace(navy, flagship=random.choice(afloat))
        yield replace(state, hands=hands, deck=tuple(sorted(cards[size:])), navy=flagged)


def test_positions_that_differ_in_the_flagship_or_russias_hand_are_one_to_japan() -> None:
    random = Random(11)
    different = 0
    for states in positions().values():
        for state in states:
            view = RULES.view(state, JAPAN)
            assert RULES.view(view, JAPAN) == view
            for twin in twins(state, random):
                different += twin != state
                assert RULES.view(twin, JAPAN) == view
                assert RULES.key(twin) == RULES.key(state)
                assert open_value(RULES).score(twin) == open_value(RULES).score(state)
    assert different > 200


def test_a_view_answers_like_a_position() -> None:
    for states in positions().values():
        for state in states:
            assert state.decision
            for side in SIDES:
                view = RULES.view(state, side)
                listed = [format_event(event) for event in RULES.legal(view)]
                assert listed
                assert len(set(listed)) == len(listed)
                if side == state.decision.side:
                    assert listed == [format_event(event) for event in RULES.legal(state)]
                RULES.board(view)
                RULES.digest(view)
                assert RULES.key(view) == RULES.key(state)


def test_games_that_differ_in_the_flagship_have_one_view_for_japan_until_it_is_sunk() -> None:
    sight, compared, sunk = View(RULES, JAPAN), 0, 0
    for seed in range(30):
        events = [event for _, event, _ in steps(RULES, seed)]
        games = [RULES.start(), RULES.start()]
        for at, event in enumerate(events):
            both = (event, Word("mark", ("r5",)) if at == 0 else event)
            seen = [sight.filter_event(state, one) for state, one in zip(games, both, strict=True)]
            applied = [RULES.apply(state, one) for state, one in zip(games, both, strict=True)]
            games, effects = [state for state, _ in applied], [each for _, each in applied]
            if any(navy_of(state).revealed for state in games):
                sunk += 1
                break
            assert seen[0] == seen[1]
            assert sight.filter_effects(effects[0]) == sight.filter_effects(effects[1])
            assert sight.filter_state(games[0]) == sight.filter_state(games[1])
            compared += 1
    assert compared > 2000
    assert sunk > 3


def test_a_game_with_the_flagship_sunk_shows_it_to_japan() -> None:
    table = in_battle(flag="r3").lined().fire(m3=2, m2=2, m1=2)
    assert table.navy.revealed
    assert RULES.view(table.state, JAPAN).navy == table.navy
    assert RULES.view(table.state, RUSSIA).navy == table.navy


def log_of(seed: int, flagship: str, most: int) -> str:
    """The beginning of a random game with a flagship of one's choice, as a log."""
    state, lines = RULES.start(), []
    for at, (_, event, _) in enumerate(steps(RULES, seed)):
        each = Word("mark", (flagship,)) if at == 0 else event
        assert state.decision
        letter = RULES.letter[state.decision.side]
        lines.append(f"{letter}: {format_event(each)}\n" if letter else f"{format_event(each)}\n")
        state = RULES.apply(state, each)[0]
        if at == most:
            break
    assert not navy_of(state).revealed
    return "Senpu: 1\nGame: russojapanese/bonsai-2018\nRules: 1\nOptions: naval\n\n" + "".join(
        lines
    )


@pytest.mark.slow
def test_logs_that_differ_in_the_flagship_have_the_same_output_for_japan(tmp_path: Path) -> None:
    found: dict[str, list[list[str]]] = {side: [] for side in SIDES}
    for flagship in ("r3", "r5"):
        path = tmp_path / flagship / "game.senpu"
        path.parent.mkdir()
        path.write_text(log_of(2, flagship, 90), "utf-8")
        for side, pages in found.items():
            pages.append(printed(path, side, [0, 1, 45, 91]))
    assert found[JAPAN][0] == found[JAPAN][1]
    assert found[RUSSIA][0] != found[RUSSIA][1]
    assert any("mark r?" in page for page in found[JAPAN][0])
