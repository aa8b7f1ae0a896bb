"""The common part of the positions of all games: pending decision, ending, turn, stage.

A position (:class:`State`) has one pending decision (:class:`Decision`) or is over
(:class:`Outcome`). A game adds its own fields.
"""

from __future__ import annotations

import msgspec

CHANCE = "chance"
BY_PLAYERS = (" resign", " agree")
"""The ends of the endings that no rule brings about."""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """The pending decision of a position: the side, the kind and the rule.

    Prompts, legal events, rejections and windows are made from it.

    Example:
        >>> import senpu
        >>> decision = senpu.read("game.senpu").at(5).decision
        >>> decision.side, decision.kind, decision.rule
        ('japan', 'act', '5.1')
    """

    side: str
    """A side's id, or `chance`."""
    kind: str
    """The game's name of the kind: act, retreat, reroll, place, dice …"""
    rule: str
    """The printed number of the rule that calls for the decision."""
    units: tuple[str, ...] = ()
    """The ids of the units that the decision is about; empty if it is about none."""
    place: str = ""
    """The area or hex that the decision is about; empty if it is about none."""
    dice: tuple[str, ...] = ()
    """The letter before each die to roll; empty for plain dice."""
    count: int = 0
    """The number to choose, if the decision is about a number: hits to take …"""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The end of a game: `China 4.2`, one of the rule set's endings.

    Example:
        >>> import senpu
        >>> senpu.read("game.senpu").outcome
        Outcome(ending='China 4.2', winner='china')
    """

    ending: str
    """The winner and the printed rule, or the act of the players: `China 4.2`, `Japan resign`."""
    winner: str
    """A side's id; empty for a draw."""

    @property
    def is_by_players(self) -> bool:
        """True if the players ended the game, as in `Japan resign` and `Draw agree`."""
        return self.ending.endswith(BY_PLAYERS)


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The part of the state that all games share; a game adds its own fields."""

    turn: int = 0
    """0 during set-up."""
    decision: Decision | None = None
    """None while consequences run, and when the game is over."""
    outcome: Outcome | None = None
    stage: str = ""
    """The next consequence if no decision is pending: a key of the rules' table of stages."""
