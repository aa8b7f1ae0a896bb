"""Tests of Template, the game that `senpu games new` copies. Importing this registers it."""

from senpu.replay.core.registry import GAMES, Registered
from senpu.spec.loader import SPEC

GAMES["template"] = Registered("senpu.replay.games.template", SPEC / "template", library=False)
