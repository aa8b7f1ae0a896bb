"""The rule set of Template: the functions for each decision, and the position for the screens."""

from collections.abc import Iterator
from typing import Any

from senpu.notation.events import Attack, Event
from senpu.replay.core.odds import Odds, OddsTerm
from senpu.replay.core.position_format import PositionFormat
from senpu.replay.core.rules import Answer, Board, IllegalEventError, Piece, Rules
from senpu.replay.games.template import actions, positions
from senpu.replay.games.template.state import LOST, TemplateContext, TemplateState
from senpu.replay.parts.dice import canon_dice, legal_dice, sample_dice
from senpu.spec.loader import Spec

PIPS = 6
ANSWERS = {
    "act": Answer(actions.canon_act, actions.legal_acts, actions.apply_act),
    "dice": Answer(canon_dice, legal_dice, actions.apply_roll, sample_dice),
}
"""The functions for each kind of decision."""

STAGES = {"act": actions.follow_act}
"""The consequences without an event, by the state's stage."""


class TemplateRules(Rules[TemplateContext, TemplateState]):
    """Template: the tables of the contract."""

    answers, stages = ANSWERS, STAGES
    continuing_kinds = frozenset(("dice",))

    def __init__(self, spec: Spec) -> None:
        super().__init__(TemplateContext(spec))

    def start(self) -> TemplateState:
        """Return the state at the start (1)."""
        context = self.context
        return TemplateState(turn=1, stage="act", locations=context.start, decision=context.act[0])

    def make_position_format(self) -> PositionFormat:
        """Return the form in which positions are written as text."""
        return positions.make_format(self.context)

    def check_position(self, state: TemplateState, side: str) -> None:
        """Check a position that was read from a text. Raises IllegalEventError."""
        del side
        positions.check_position(self.context, state)

    def list_unreachable(self, state: TemplateState) -> Iterator[IllegalEventError]:
        """Yield the reasons why no game reaches a position."""
        return positions.list_unreachable(self.context, state)

    def board(self, state: TemplateState) -> Board:
        """Return the position for the screens."""
        context = self.context
        mark = self.spec.game.kind[0].mark
        pieces = tuple(
            Piece(unit, context.side[k], at, mark, fate="lost" if at == LOST else "")
            for k, (unit, at) in enumerate(zip(context.units, state.locations, strict=True))
        )
        return Board(pieces, {}, ())

    def odds(self, state: TemplateState, event: Event) -> Odds | None:
        """Return the odds of an attack (4); None for other events."""
        context, decision = self.context, state.decision
        if not isinstance(event, Attack) or decision is None:
            return None
        need = context.lowest_hit
        hit = (PIPS + 1 - need) / PIPS
        enemy = context.side[context.units.index(event.unit)]
        term = OddsTerm("lowest", need, context.number["attack"], event.unit, enemy)
        provenance = self.spec.values.weakest_provenance([("hit", "lowest")])
        results = ((event.unit, hit), ("miss", 1 - hit))
        return Odds(results, need, (term,), provenance, attacker=decision.side)

    def interchangeable(self, state: TemplateState) -> Any:
        """Return the position without the identity of the units."""
        context = self.context
        places = [sorted(state.locations[k] for k in context.own[side]) for side in context.sides]
        target = None if state.target is None else state.locations[state.target]
        outcome = state.outcome and state.outcome.ending
        return state.turn, state.mover, places, target, outcome


RULES = TemplateRules
