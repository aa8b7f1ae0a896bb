"""Logs of Pendulum of any length."""

from pathlib import Path
from random import Random

from senpu.notation.writer import format_event
from senpu.replay.core.registry import open_rules


def write(path: Path, events: int, seed: int = 1) -> Path:
    """A log of exactly that many events."""
    rules = open_rules("pendulum/toy")
    random = Random(seed)
    state = rules.start()
    row: list[str] = []
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write("Senpu: 1\nGame: pendulum/toy\nRules: 1\n\n")
        for _ in range(events):
            event = rules.sample(state, random)
            row.append(format_event(event))
            state = rules.apply(state, event)[0]
            if len(row) == 10:
                file.write(" ".join(row) + "\n")
                row = []
        if row:
            file.write(" ".join(row) + "\n")
    return path
