"""The losses of reviewed decisions, and the win rates of reviewed events, over drawn data sets."""

from typing import Any, NamedTuple

from senpu.replay.analysis.drivers import Spread
from senpu.replay.analysis.uncertainty import DrawnSets
from senpu.replay.core.narration import Narrator
from senpu.spec.loader import Spec
from senpu.tui.render.text_layout import get_text, wrap_rows
from senpu.tui.render.uncertainty_report import (
    MARGIN,
    describe_spread,
    format_points,
    make_sets_object,
    make_spread_object,
    render_drivers,
    render_errors,
    render_excluded,
    render_head,
)
from senpu.tui.render.win_probability_report import format_percent


class UncertainEvent(NamedTuple):
    """An event over data sets."""

    number: int
    """Its number in the game; 0 for an event of a position."""
    side: str
    text: str
    better: str
    """The event with which it is compared; empty for an event of a position."""
    excluded: int
    """The number of data sets in which one of them is not possible."""
    spread: Spread | None
    """The loss, or the win rate of the side; None if fewer than two data sets have both."""


class UncertainEvents(NamedTuple):
    """The events of a review over data sets."""

    sets: DrawnSets
    games: int
    events: tuple[UncertainEvent, ...]


def render_losses(found: UncertainEvents, narrator: Narrator) -> list[str]:
    """Return the rows of the report."""
    rows = ["", *render_head(found.sets, narrator, found.games)]
    if not found.events:
        return [*rows, MARGIN + get_text(narrator.language, "uncertain_no_mistake")]
    for each in found.events:
        rows += _render_event(each, found.sets, narrator)
    return rows


def _render_event(each: UncertainEvent, sets: DrawnSets, narrator: Narrator) -> list[str]:
    language, spread = narrator.language, each.spread
    fields: dict[str, object] = {"event": each.text, "side": narrator.side(each.side)}
    if each.better:
        fields |= {"number": each.number, "better": each.better}
    excluded = render_excluded(each.excluded, len(sets.draws), language)
    if spread is None:
        row = get_text(language, "uncertain_event_none", event=each.text)
        return [*wrap_rows(row, MARGIN), *excluded]
    form = format_points if each.better else format_percent
    kind = "uncertain_loss" if each.better else "uncertain_event"
    numbers = describe_spread(spread, form)
    rows = [*wrap_rows(get_text(language, kind, **fields, **numbers), MARGIN), *excluded]
    rows += render_errors(spread, language, format_percent, "points")
    return [
        *rows,
        *(f"{MARGIN}{row}" for row in render_drivers(spread, narrator, format_points)),
    ]


def make_losses_object(found: UncertainEvents, spec: Spec) -> dict[str, Any]:
    """Return the events as an object; `spec/en/reference/json.md` lists the keys."""
    return {
        **make_sets_object(found.sets), "games": found.games,
        "events": [
            {
                "event": each.number, "side": each.side, "text": each.text,
                "better": each.better or None, "excluded": each.excluded,
                "spread": each.spread and make_spread_object(each.spread, spec),
            }
            for each in found.events
        ],
    }  # fmt: skip
