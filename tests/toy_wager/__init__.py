"""Wager, a rule set for tests: three acts each, with win probabilities that are easy to compute.

Importing this package registers it.
"""

from pathlib import Path

from senpu.replay.core.registry import GAMES, RegisteredGame

GAMES["wager"] = RegisteredGame("tests.toy_wager", Path(__file__).parent / "spec", library=False)
