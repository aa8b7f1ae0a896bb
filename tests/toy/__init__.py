"""Pendulum: an endless rule set for scale, and proof that a game is two folders and a line.

Two units walk among three areas, a die now and then; no act ends the game. Importing this
package registers it, for tests only.
"""

from pathlib import Path

from senpu.replay.core.registry import GAMES, RegisteredGame

GAMES["pendulum"] = RegisteredGame("tests.toy", Path(__file__).parent / "spec", library=False)
