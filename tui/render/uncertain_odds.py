"""The exact odds of a book's events over drawn data sets.

Only odds that the rules give vary with the values. The recorded results of a book do not.
"""

from pathlib import Path
from typing import Any, NamedTuple

from senpu.replay.analysis.drivers import Spread
from senpu.replay.analysis.playouts import get_rules_source
from senpu.replay.analysis.uncertainty import (
    DrawnSets,
    UncertaintyError,
    compute_set_spread,
    draw_sets,
    make_drawn_start,
    open_drawn_start,
    open_sets,
)
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import AnyRules
from senpu.replay.openings.book import BookEntry
from senpu.replay.openings.moves import MoveNames, MoveOdds
from senpu.spec.loader import Spec
from senpu.tui.render.openings_report import BookPage
from senpu.tui.render.text_layout import get_text, wrap_rows
from senpu.tui.render.uncertainty_report import (
    MARGIN,
    format_points,
    make_sets_object,
    make_spread_object,
    render_drivers,
    render_excluded,
    render_head,
)
from senpu.tui.render.win_probability_report import format_percent


class UncertainOdds(NamedTuple):
    """The success probability of an attack over data sets."""

    text: str
    shipped: float
    """The success probability with the values of the book."""
    excluded: int
    """The number of data sets in which the attack is not possible here."""
    spread: Spread | None
    """None if fewer than two data sets have the attack."""


class OddsSpreads(NamedTuple):
    """The odds of the attacks at a position of a book."""

    sets: DrawnSets
    attacks: tuple[UncertainOdds, ...]


def compute_odds_spreads(
    page: BookPage, leaf: BookEntry, count: int, seed: int, data: Any = None
) -> OddsSpreads:
    """Return the odds of the attacks at a position over drawn data sets.

    Args:
        page: The book at the position.
        leaf: The entries of the position.
        count: The number of data sets.
        seed: The seed of the data sets.
        data: The file of data that the user chose, if any.

    Returns:
        The odds.

    Raises:
        UncertaintyError: No value of the data is unknown.
    """
    sets = draw_sets(page.rules.spec, count, seed, keeps_roster=True)
    ground = get_rules_source(page.rules, Path(page.book.path).absolute().parent, data)
    odds, names = MoveOdds(page.numbering, page.state), MoveNames(page.numbering, page.state)
    found = []
    for move in leaf.moves:
        playable = names.find_playable(move)
        shipped = odds.find_odds(playable)
        if playable is None or shipped is None:
            continue
        start = make_drawn_start(page.rules, page.state, "", playable.course.steps[0].event)
        found.append((playable.text, shipped.success, start))
    results: list[list[list[float] | None]] = [[] for _ in found]
    for rules in open_sets(ground, sets) if found else ():
        for (_, _, start), numbers in zip(found, results, strict=True):
            numbers.append(_find_success(rules, open_drawn_start(rules, start)))
    attacks = []
    for (text, success, _), numbers in zip(found, results, strict=True):
        try:
            spread = compute_set_spread(sets, numbers, 1.0, is_exact=True)
        except UncertaintyError:
            spread = None
        attacks.append(UncertainOdds(text, success, numbers.count(None), spread))
    return OddsSpreads(sets, tuple(attacks))


def _find_success(rules: AnyRules, start: Any) -> list[float] | None:
    """Return the success probability of an attack on one data set; None if it is not possible."""
    if start is None or start.event is None:
        return None
    odds = rules.odds(start.state, start.event)
    return [odds.success] if odds else None


def render_odds_spreads(found: OddsSpreads, narrator: Narrator, count: int) -> list[str]:
    """Return the rows of the report: for each attack its odds, their range and the drivers."""
    language = narrator.language
    rows = ["", *render_head(found.sets, narrator)]
    if not found.attacks:
        return [*rows, MARGIN + get_text(language, "uncertain_no_attack")]
    for each in found.attacks[:count]:
        rows += _render_attack(each, found.sets, narrator)
    if len(found.attacks) > count:
        rows.append(f"{MARGIN}{get_text(language, 'more', n=len(found.attacks) - count)}")
    return [*rows, *wrap_rows(get_text(language, "uncertain_book"), "")]


def _render_attack(each: UncertainOdds, sets: DrawnSets, narrator: Narrator) -> list[str]:
    language, spread = narrator.language, each.spread
    fields = {"event": each.text, "odds": format_percent(each.shipped)}
    excluded = render_excluded(each.excluded, len(sets.draws), language)
    if spread is None:
        return [f"{MARGIN}{get_text(language, 'uncertain_odds_none', **fields)}", *excluded]
    if not spread.is_significant:
        return [f"{MARGIN}{get_text(language, 'uncertain_odds_same', **fields)}", *excluded]
    low, high = format_percent(spread.low), format_percent(spread.high)
    row = get_text(
        language, "uncertain_odds", **fields, least=low, most=high, n=spread.sets,
        mean=format_percent(spread.mean),
    )  # fmt: skip
    drivers = render_drivers(spread, narrator, format_points)
    return [*wrap_rows(row, MARGIN), *excluded, *(f"{MARGIN}{driver}" for driver in drivers)]


def make_odds_object(found: OddsSpreads, spec: Spec) -> dict[str, Any]:
    """Return the odds as an object; `spec/en/reference/json.md` lists the keys."""
    return {
        **make_sets_object(found.sets),
        "attacks": [
            {
                "text": each.text, "success": each.shipped, "excluded": each.excluded,
                "spread": each.spread and make_spread_object(each.spread, spec),
            }
            for each in found.attacks
        ],
    }  # fmt: skip
