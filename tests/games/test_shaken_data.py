"""Random owner's files: each is rejected with its reason, or a game can be played on it."""

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from senpu.notation.messages import Message
from senpu.replay.analysis.value import open_value
from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules
from senpu.spec.corrections import list_changes
from senpu.spec.data import TERRAIN, DataError, Tables, Value
from tests.data_sets import SHIPPED, SOURCE, merge, open_folder, shake, write_file
from tests.games.laws import sized
from tests.games.random_play import steps


def remove_places(ident: str, random: Random, own: Tables) -> None:
    """Remove some hexes of a map and renumber others, or part some areas."""
    folder, shipped = open_folder(ident)
    if folder.game.board != "hexes":
        for pair in random.sample(list(shipped.tables["adjacent"]), random.randint(0, 2)):
            own.setdefault("adjacent", {})[pair] = Value(False, "printed", SOURCE)
        return
    if random.random() < 0.5:
        for ident in random.sample(list(shipped.tables[TERRAIN]), random.randint(1, 20)):
            own.setdefault(TERRAIN, {})[ident] = Value("", "printed", SOURCE)
    if folder.game.kept_rows and random.random() < 0.5:
        own.setdefault("grid", {})["shifted"] = Value("odd", "printed", SOURCE)


def open_shaken(ident: str, path: Path, seed: int) -> AnyRules | None:
    """Return the rules on a random owner's file, or None if it is rejected with a reason."""
    random = Random(seed)
    own = shake(ident, random, 1 + seed % 4)
    remove_places(ident, random, own)
    folder, _ = open_folder(ident)
    every = tuple(option.id for option in folder.game.edition[ident.partition("/")[2]].option)
    write_file(path, ident, own)
    rules: AnyRules | None = None
    why: object = None
    try:
        rules = open_rules(ident, every if seed % 2 else (), data_file=path)
    except DataError as error:
        why = error.message
    if rules is None:
        assert isinstance(why, Message)
        assert str(why).startswith(str(path)), (seed, str(why))
        assert "errors.unplayable" not in {why.id, getattr(why.fields.get("why"), "id", "")}
        return None
    values, (_, shipped) = merge(ident, own), open_folder(ident)
    assert rules.spec.values.digest() == values.digest()
    assert (values.digest() == shipped.digest()) is (not list_changes(shipped, values))
    return rules


@pytest.mark.parametrize("ident", SHIPPED)
def test_a_random_file_is_rejected_with_its_reason_or_can_be_played(
    ident: str, tmp_path: Path
) -> None:
    played = 0
    for seed in range(sized(12, 60)):
        rules = open_shaken(ident, tmp_path / "own.toml", seed)
        if rules is None:
            continue
        played += 1
        narrator = Narrator(rules.spec)
        for state, _, _ in islice(steps(rules, seed), 0, sized(60, 600), 10):
            first = next(rules.legal(state))
            assert rules.canon(state, first) == first
            narrator.decision(state.decision)
            rules.board(state)
            fields = list(rules.position_format.write(state))
            assert rules.digest(rules.position_format.read(fields)[0]) == rules.digest(state)
            assert 0 <= open_value(rules).score(state) <= 1
    assert played > sized(1, 15)
