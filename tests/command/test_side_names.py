"""Every output calls a side as its rule set does."""

import pytest

from senpu.logs.record import LIBRARY
from senpu.replay.core.registry import GAMES
from senpu.spec.loader import read_folder
from senpu.spec.names import find_name
from senpu.tui.cli import main

NAMES = {
    game: {
        find_name(line.folder, "ja", "side", side.id) for side in read_folder(line.folder).game.side
    }
    for game, line in GAMES.items()
}


@pytest.mark.parametrize("command", ["dice", "show", "verify", "view", "diff"])
@pytest.mark.parametrize("game", [game for game, line in GAMES.items() if line.library])
def test_no_output_takes_the_name_of_a_side_from_another_game(
    game: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(sorted((LIBRARY / game).glob("*.senpu"))[0])
    main([*command.split(), path, *([path] if command == "diff" else []), "--lang", "ja"])
    printed = capsys.readouterr().out
    others = set().union(*NAMES.values()) - NAMES[game]
    assert printed
    assert not [name for name in others if name in printed]


def test_dice_of_several_games_have_all_names(capsys: pytest.CaptureFixture[str]) -> None:
    main(["dice", str(LIBRARY), "--lang", "ja"])
    assert "国民党軍か国府軍" in capsys.readouterr().out
