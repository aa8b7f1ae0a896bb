"""Senpu: notation, logs and replay of board wargames.

`spec/en/reference/python.md` is the tutorial, and the page `python-api` the reference of these
names. They are loaded on first use, so that `import senpu` costs almost nothing.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from senpu.notation.faults import Error as Error
    from senpu.notation.faults import Fault as Fault
    from senpu.notation.messages import Message as Message
    from senpu.replay.core.odds import Odds as Odds
    from senpu.replay.core.odds import OddsCase as OddsCase
    from senpu.replay.core.odds import OddsTerm as OddsTerm
    from senpu.replay.core.rules import Effect as Effect
    from senpu.replay.core.rules import IllegalEventError as IllegalEventError
    from senpu.replay.core.states import Decision as Decision
    from senpu.replay.core.states import Outcome as Outcome
    from senpu.replay.disputes.accountability import AwaitedAct as AwaitedAct
    from senpu.replay.disputes.accountability import EventAccount as EventAccount
    from senpu.tui.api.book import Book as Book
    from senpu.tui.api.book import BookMove as BookMove
    from senpu.tui.api.errors import LogError as LogError
    from senpu.tui.api.events import Event as Event
    from senpu.tui.api.events import Note as Note
    from senpu.tui.api.files import Verdict as Verdict
    from senpu.tui.api.files import append as append
    from senpu.tui.api.files import new as new
    from senpu.tui.api.files import verify as verify
    from senpu.tui.api.game import Game as Game
    from senpu.tui.api.game import Readable as Readable
    from senpu.tui.api.game import read as read
    from senpu.tui.api.position import Option as Option
    from senpu.tui.api.position import Position as Position
    from senpu.tui.api.rule_sets import RuleSet as RuleSet
    from senpu.tui.api.rule_sets import rule_set as rule_set
    from senpu.tui.api.rule_sets import rule_sets as rule_sets
    from senpu.tui.api.start_positions import start as start
    from senpu.tui.api.units import Unit as Unit
    from senpu.tui.api.win_probability import WinProbability as WinProbability

__version__: str
"""The version of the installed distribution, such as `0.1.0`."""

_SOURCES = {
    "senpu.notation.faults": ("Error", "Fault"),
    "senpu.notation.messages": ("Message",),
    "senpu.replay.core.odds": ("Odds", "OddsCase", "OddsTerm"),
    "senpu.replay.core.rules": ("Effect", "IllegalEventError"),
    "senpu.replay.core.states": ("Decision", "Outcome"),
    "senpu.replay.disputes.accountability": ("AwaitedAct", "EventAccount"),
    "senpu.tui.api.book": ("Book", "BookMove"),
    "senpu.tui.api.errors": ("LogError",),
    "senpu.tui.api.events": ("Event", "Note"),
    "senpu.tui.api.files": ("Verdict", "append", "new", "verify"),
    "senpu.tui.api.game": ("Game", "Readable", "read"),
    "senpu.tui.api.position": ("Option", "Position"),
    "senpu.tui.api.rule_sets": ("RuleSet", "rule_set", "rule_sets"),
    "senpu.tui.api.start_positions": ("start",),
    "senpu.tui.api.units": ("Unit",),
    "senpu.tui.api.win_probability": ("WinProbability",),
}
_MODULES = {name: module for module, names in _SOURCES.items() for name in names}

__all__ = [
    "AwaitedAct",
    "Book",
    "BookMove",
    "Decision",
    "Effect",
    "Error",
    "Event",
    "EventAccount",
    "Fault",
    "Game",
    "IllegalEventError",
    "LogError",
    "Message",
    "Note",
    "Odds",
    "OddsCase",
    "OddsTerm",
    "Option",
    "Outcome",
    "Position",
    "Readable",
    "RuleSet",
    "Unit",
    "Verdict",
    "WinProbability",
    "__version__",
    "append",
    "new",
    "read",
    "rule_set",
    "rule_sets",
    "start",
    "verify",
]


def __getattr__(name: str) -> object:
    """Load a public name on its first use."""
    if name == "__version__":
        from importlib.metadata import version

        found: object = version("senpu")
    elif name in _MODULES:
        from importlib import import_module

        found = getattr(import_module(_MODULES[name]), name)
    else:
        raise AttributeError(f"module 'senpu' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """List the public names, those not loaded yet included."""
    return sorted({*globals(), *__all__})
