"""The texts of the positions of a log, in the view in which the log is shown."""

from collections.abc import Iterator

from senpu.logs.position_logs import has_unknown_cards
from senpu.notation.position_text import PositionField
from senpu.replay.core.position_format import COMMON
from senpu.replay.core.positions import format_position
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.core.timeline import GameLine


def format_position_at(line: GameLine, number: int) -> str:
    """Return the position after an event of a log or a variation, in its view, as text."""
    return format_position(line.rules, line.get_position(number).state, _find_side(line))


def format_position_for(rules: AnyRules, state: State) -> str:
    """Return a position as text; with hidden parts, in the view of the side to act."""
    side = state.decision.side if rules.has_hidden_parts and state.decision is not None else ""
    if side in ("", CHANCE):
        return format_position(rules, state)
    return format_position(rules, rules.view(state, side), side)


def has_face_down_cards(line: GameLine, number: int) -> bool:
    """Return whether a position of a log has cards that only their commitments can prove."""
    if not line.rules.has_face_down_cards or not line.view.is_unrestricted:
        return False
    return has_unknown_cards(format_position_at(line, number))


def list_fields(line: GameLine, state: State) -> Iterator[PositionField]:
    """Return the fields of the text of a position of a log, which is in the view of the log."""
    return line.rules.position_format.write(state, _find_side(line))


def list_field_keys(rules: AnyRules) -> list[str]:
    """Return the keys of all fields of position texts, in canonical order."""
    form = rules.position_format
    return [*COMMON, *form.placement.places, *form.keys[len(COMMON) :]]


def _find_side(line: GameLine) -> str:
    """Return the side whose view the positions of a log are; empty for whole positions."""
    return "" if line.view.is_unrestricted else line.view.side
