"""Blind: six cards, two hands of two; a rule set with hidden parts, for tests only.

Each side draws two cards, then in turn plays one openly (and rolls for its runner) or lays one
face down; then all is shown. Importing this package registers it.
"""

from pathlib import Path

from senpu.replay.core.registry import GAMES, RegisteredGame

GAMES["blind"] = RegisteredGame("tests.toy_cards", Path(__file__).parent / "spec", library=False)
