"""Fit the first values to games of the former programs: `python -m tests.bench.first_values GAME`.

Training needs programs that play sensibly from the start. The opponents of this folder play each
other, with some random events; two networks are fitted to these games, each to two thirds of them,
and written to `spec/<game>/values/first/`. `senpu train` goes on from there.

With `--value`, there are also games in which `one-ply` plays by that value, mixed as in the games
of `heldout.py`: the value then knows both kinds of play. The package's first values were fitted
twice in this way. (For the Russo-Japanese War the value of the second fit was trained over two
generations of 1,200 games: with the first fit alone Japan never won.)
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from senpu.notation.events import Event
from senpu.replay.analysis.executors import map_in_order, open_executor
from senpu.replay.analysis.value import PositionValue
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE
from senpu.replay.training.games import Sample, is_learned, make_samples, open_networks
from senpu.replay.training.generations import list_versions
from senpu.replay.training.network import FeatureIndex, FitMethod, fit_networks
from senpu.spec.loader import SPEC
from senpu.spec.value_files import FORM, TrainingRecord, ValueFile
from tests.bench.heldout import PROGRAMS as MIXED
from tests.bench.opponents.programs import find_program

PROGRAMS = ("greedy", "greedy", "brisk")
NOISE = (0, 0.03, 0.1, 0.2)
"""The shares of random events of a side."""
POSITIONS = 24
"""The largest number of positions that are learned from one game."""


class Played(NamedTuple):
    """A game: its seed, and its events."""

    seed: int
    events: tuple[Event, ...]


def play(piece: tuple[str, bytes, int]) -> Played:
    """Play a game, with a value as `one-ply` too; runs in a worker."""
    ident, content, seed = piece
    rules, dice = open_rules(ident), Random(f"mix/{seed}")
    names, value = MIXED if content else PROGRAMS, open_networks(rules, content)[0]
    chosen = [(dice.choice(names), dice.choice(NOISE)) for _ in rules.spec.sides]
    players = {
        side.id: (find_program(name, value), noise)
        for side, (name, noise) in zip(rules.spec.sides, chosen, strict=True)
    }
    state = rules.first_position()
    events: list[Event] = []
    while state.decision is not None:
        side = state.decision.side
        if side == CHANCE or dice.random() < players[side][1]:
            event = rules.sample(state, dice)
        else:
            event = players[side][0](rules, state, dice)
        events.append(event)
        state = rules.apply(state, event)[0]
    return Played(seed, tuple(events))


def read_samples(rules: AnyRules, value: PositionValue, game: Played) -> list[Sample]:
    """Return the samples of a game: decisions of a side, at random."""
    state, found = rules.first_position(), []
    for event in game.events:
        if is_learned(rules, state):
            found.append(state)
        state = rules.apply(state, event)[0]
    chosen = Random(game.seed).sample(found, min(POSITIONS, len(found)))
    return make_samples(value, chosen, state)


def make(ident: str, games: int, content: bytes, seed: int, jobs: int | None) -> ValueFile:
    """Return the first value of a rule set; with a value, half of the games are mixed."""
    rules = open_rules(ident)
    value, index = PositionValue(rules, None), FeatureIndex(rules.features)
    with open_executor(jobs=jobs) as hands:
        pieces = ((ident, content if number % 2 else b"", seed + number) for number in range(games))
        samples = [read_samples(rules, value, each) for each in map_in_order(hands, play, pieces)]
    found = fit_networks(index.build(samples), index.columns, FitMethod())
    record = TrainingRecord(
        command=f"python -m tests.bench.first_values {ident} -n {games} --seed {seed}"
        + " --value FILE" * bool(content),
        data=rules.spec.values.digest(),
        games=games,
        positions=found.positions,
        generations=0,
        versions=list_versions(),
        fit=found.fit,
        start="",
    )
    margin = rules.spec.edition.training.margin
    return ValueFile(FORM, ident, record, found.networks, margin)


def main() -> int:
    """Make the first value of a rule set and write its file."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.first_values")
    parser.add_argument("game")
    parser.add_argument("-n", dest="games", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--value", type=Path, help="file of the value for half of the games")
    given = parser.parse_args()
    content = given.value.read_bytes() if given.value else b""
    file = make(given.game, given.games, content, given.seed, given.jobs)
    game, _, edition = given.game.partition("/")
    path = SPEC / game / "values" / "first" / f"{edition}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.encode(file))
    print(given.game, file.record.fit)
    return 0


if __name__ == "__main__":
    sys.exit(main())
