"""The printed win probability of a position: at once, and by playouts."""

from collections.abc import Iterator
from typing import NamedTuple

from senpu.notation.faults import text_width
from senpu.notation.messages import topic_renderer
from senpu.notation.position_text import DIGEST_DIGITS
from senpu.replay.analysis.confidence import Interval
from senpu.replay.analysis.joint_estimate import JointEstimate
from senpu.replay.analysis.value import UNKNOWN, PositionValue
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.spec.data import WEAK_PROVENANCES
from senpu.tui.boards.signs import PLAIN
from senpu.tui.render.odds_report import mark_doubt
from senpu.tui.render.text_layout import wrap_rows
from senpu.tui.render.win_probability_report import (
    divide_width,
    find_weakest_provenance,
    format_ends,
    format_percent,
)

BAR = 40
"""The cells of a printed bar."""
MARGIN = "  "


class WinReport(NamedTuple):
    """The win probability of a position for the first side."""

    rules: AnyRules
    state: State
    value: PositionValue
    probability: float
    """The calibrated value of the position; the result if the game is over."""
    playouts: JointEstimate | None = None
    side: str = ""
    """The side whose hidden facts were dealt again; empty if none were."""


def render_report(report: WinReport, narrator: Narrator) -> list[str]:
    """Return the rows of a printed report."""
    message = topic_renderer("win_probability", narrator.language)
    outcome, found = report.state.outcome, report.playouts
    if outcome is not None:
        return ["", message("over", ending=narrator.name_ending(outcome.ending))]
    share = report.probability
    interval = Interval(share, share) if found is None else found.interval
    head = "at_once" if found is None else "unsettled" if found.is_unsettled else "by_playouts"
    rows = ["", message(head), f"{MARGIN}[{render_range(interval, BAR)}]"]
    rows += _list_sides(report, narrator)
    if found is not None:
        rows += _wrap(_describe_methods(report, found, narrator), MARGIN)
        rows += _wrap(_describe_playouts(report, found, narrator))
    return (
        rows + _wrap(_describe_value(report, narrator)) + _wrap(_describe_rules(report, narrator))
    )


def _wrap(texts: Iterator[str], margin: str = "") -> list[str]:
    return [row for text in texts for row in wrap_rows(text, margin)]


def render_range(interval: Interval, room: int) -> str:
    """Return a bar of `room` cells: the first side, the interval, and the other side."""
    low, high = interval
    cells = divide_width((low, high - low, 1 - high), room)
    return "".join(sign * width for sign, width in zip(PLAIN.shares, cells, strict=True))


def _list_sides(report: WinReport, narrator: Narrator) -> Iterator[str]:
    """Yield a row for each side: its win probability, or its range if that is unsettled."""
    message = topic_renderer("win_probability", narrator.language)
    found, spec = report.playouts, report.rules.spec
    names = [narrator.side(side.id) for side in spec.sides]
    room = max(map(text_width, names))
    doubt = mark_doubt(find_weakest_provenance(spec))
    share = report.probability if found is None else found.mean
    low, high = (share, share) if found is None else found.interval
    every = ((share, Interval(low, high)), (1 - share, Interval(1 - high, 1 - low)))
    for name, (mean, interval) in zip(names, every, strict=True):
        row = f"{MARGIN}{name}{' ' * (room - text_width(name))}{MARGIN}"
        least, most = format_ends(interval)
        if found is not None and found.is_unsettled:
            yield row + message("range", low=f"{least:>3}", high=most) + doubt
            continue
        row += message("share", share=f"{format_percent(mean):>3}") + doubt
        if found is not None:
            row += f"   {message('interval', low=least, high=most)}"
        yield row


def _describe_methods(
    report: WinReport, found: JointEstimate, narrator: Narrator
) -> Iterator[str]:  # fmt: skip
    message = topic_renderer("win_probability", narrator.language)
    side = narrator.side(report.rules.spec.sides[0].id)
    for each in found.methods:
        low, high = format_ends(each.interval)
        yield message(
            "method", number=each.method.value, side=side,
            share=format_percent(each.mean), low=low, high=high, n=each.method.games,
        )  # fmt: skip


def _describe_playouts(
    report: WinReport, found: JointEstimate, narrator: Narrator
) -> Iterator[str]:  # fmt: skip
    message = topic_renderer("win_probability", narrator.language)
    if len(found.methods) == 1:
        yield message("one_method")
    else:
        yield message("disagree" if found.is_unsettled else "agree")
    method = found.methods[0].method
    fields = {"program": method.program, "seed": method.seed}
    if method.horizon:
        yield message("played", turns=method.horizon, **fields)
    else:
        yield message("played_out", **fields)
    yield message("without", share=format_percent(report.probability))
    if report.side:
        yield message("view", side=narrator.side(report.side))


def _describe_value(report: WinReport, narrator: Narrator) -> Iterator[str]:
    """Yield the expected margin, and how far to trust the value."""
    message = topic_renderer("win_probability", narrator.language)
    value, rules = report.value, report.rules
    if (margin := value.expect_margin(report.state)) is not None:
        side, label = rules.score_tally
        name = {"side": narrator.side(side), "label": narrator.label(label)}
        yield message("margin", margin=f"{margin:+.1f}", **name)
    if row := value.find_reliability(report.state):
        yield message(
            "reliability", third=message(f"third_{row.third}"), share=format_percent(row.predicted),
            side=narrator.side(value.first), observed=format_percent(row.observed),
            n=row.positions,
        )  # fmt: skip
    yield from list_warnings(report, narrator)


def list_warnings(report: WinReport, narrator: Narrator) -> Iterator[str]:
    """Yield sentences on the limits of the value for a position: why it may be far off."""
    message = topic_renderer("win_probability", narrator.language)
    value, rules = report.value, report.rules
    if not value.digest:
        yield message("untrained", game=rules.spec.id)
        return
    if limits := rules.spec.program_limits(narrator.language):
        yield limits
    if not value.is_for:
        data = rules.spec.values.digest()
        digits = {"trained": value.trained_on[:DIGEST_DIGITS], "data": data[:DIGEST_DIGITS]}
        yield message("other_data", game=rules.spec.id, **digits)
    unknown, of = value.count_unknown_features(report.state)
    if unknown > UNKNOWN * of:
        yield message("unknown", n=unknown, of=of)


def _describe_rules(report: WinReport, narrator: Narrator) -> Iterator[str]:
    message = topic_renderer("win_probability", narrator.language)
    provenance = find_weakest_provenance(report.rules.spec)
    if provenance not in WEAK_PROVENANCES:
        yield message("printed")
    else:
        yield message("not_printed")
    if report.playouts is None:
        yield message("more")
