"""Tests of Template, the game that `senpu games new` copies. Importing this registers it."""

from senpu.replay.core.registry import GAMES, RegisteredGame
from senpu.spec.loader import SPEC

GAMES["template"] = RegisteredGame("senpu.replay.games.template", SPEC / "template", library=False)
