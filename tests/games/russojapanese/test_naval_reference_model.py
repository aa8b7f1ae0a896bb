"""The program and the reference model of chapter 11 agree in random phases."""

import pytest

from senpu.replay.games.russojapanese.state import JAPAN, RUSSIA, get_hand
from tests.games.russojapanese.naval_reference_model import NavalModel


@pytest.mark.parametrize("seed", range(0, 800, 100))
def test_sorties_agree_with_the_reference_model(seed: int) -> None:
    for each in range(seed, seed + 100):
        phase = NavalModel(each, waits=each % 4 == 0)
        phase.run()
        table = phase.table
        assert table.asks == "cards russia", phase.played
        names = table.rules.context.fleets.names
        assert dict(zip(names, table.navy.steps, strict=True)) == phase.steps, phase.played
        assert (table.state.limit, table.state.blockaded) == (phase.limit, phase.stopped)
        assert table.morale == tuple(phase.morale), phase.played
        assert table.navy.revealed == phase.known, phase.played
        assert set(get_hand(table.state, JAPAN)) == phase.japan, phase.played
        assert set(get_hand(table.state, RUSSIA)) == phase.russia, phase.played
        assert list(table.state.pile) == phase.pile, phase.played
