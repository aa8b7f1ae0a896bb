"""Positions of Template as text, and which of them the rules allow."""

from collections.abc import Iterator

from senpu.replay.core.position_format import PositionFormat, StateField
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.games.template.state import LOST, TemplateContext, TemplateState
from senpu.replay.parts.position_values import ChoiceCodec, UnitColumns

LOST_KEY = "lost"


def make_format(context: TemplateContext) -> PositionFormat:
    """Return the form in which positions are written."""
    areas = tuple(area.id for area in context.spec.areas)
    places = {area: area for area in areas} | {LOST_KEY: LOST}
    number = context.number
    movers = ChoiceCodec({side: k for k, side in enumerate(context.sides)})
    targets = ChoiceCodec({unit: k for k, unit in enumerate(context.units)})
    return PositionFormat(
        TemplateState,
        UnitColumns(context.units, places, "locations"),
        (
            StateField("mover", "mover", movers),
            StateField("target", "target", targets),
        ),
        context.sides,
        {"act": number["act"], "dice": number["attack"]},
    )  # fmt: skip


def check_position(context: TemplateContext, state: TemplateState) -> None:
    """Check a position that was read from a text. Raises IllegalEventError."""
    if not 1 <= state.turn <= context.spec.game.turns:
        raise context.reject("noSuchTurn", "victory", field="turn", turn=state.turn)
    for place in set(state.locations) - {LOST}:
        if len({context.side[k] for k, at in enumerate(state.locations) if at == place}) > 1:
            raise context.reject("enemyThere", "move", places=(place,))
    if state.stage != "act":
        raise context.reject("noSuchStage", "act", field="stage", stage=state.stage)
    if state.decision is None:
        return
    is_roll = state.target is not None
    if state.decision != (context.dice if is_roll else context.act[state.mover]):
        raise context.reject("otherDecision", "act", field="next")
    if state.target is not None and (
        state.locations[state.target] == LOST
        or context.side[state.target] == context.sides[state.mover]
    ):
        unit = context.units[state.target]
        raise context.reject("noTarget", "attack", field="target", unit=unit, places=())


def list_unreachable(context: TemplateContext, state: TemplateState) -> Iterator[IllegalEventError]:
    """Yield the reasons why no game reaches a position."""
    for side in context.sides:
        if state.decision is not None and not context.count_units(state, side):
            yield context.reject("noUnitsLeft", "victory", side=side)
