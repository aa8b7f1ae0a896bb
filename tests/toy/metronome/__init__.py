"""Metronome: Pendulum of which there is a second version, for logs of older rules.

Importing this package registers it, for tests only.
"""

from pathlib import Path

from senpu.replay.core.registry import GAMES, RegisteredGame

NAME = "metronome/toy"
GAMES["metronome"] = RegisteredGame(__name__, Path(__file__).parent / "spec", library=False)
