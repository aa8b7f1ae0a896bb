"""Wager: three acts each, of which one is always right; a rule set whose chances can be reckoned by
hand, for tests only. Importing this package registers it.
"""

from pathlib import Path

from senpu.replay.core.registry import GAMES, RegisteredGame

GAMES["wager"] = RegisteredGame("tests.toy_wager", Path(__file__).parent / "spec", library=False)
