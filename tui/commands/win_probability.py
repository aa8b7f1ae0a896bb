"""`senpu show --win-probability`: the win probability of a position, at once and by playouts."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from senpu.tui.commands.arguments import UnusableLogError
from senpu.tui.commands.uncertain_values import play_drawn_sets
from senpu.tui.settings import find_default_program

if TYPE_CHECKING:
    from senpu.replay.analysis.uncertainty import DrawnSets, SideSpread
    from senpu.replay.core.timeline import Timeline
    from senpu.tui.render.estimate_report import WinReport


DRAWN_GAMES = 20
"""The default of the number of games on each drawn data set."""


def check_arguments(given: Namespace) -> None:
    """Check that the options apply, and set their defaults.

    Raises:
        UnusableLogError: An option needs another one.
        UnknownPlayerError: No program has the name.
    """
    plays = given.games is not None or given.uncertain is not None
    for name in ("games", "turns", "program", "seed", "uncertain", "jobs"):
        if getattr(given, name) is None:
            continue
        if not given.win_probability:
            raise UnusableLogError("optionNeeds", option=f"--{name}", other="--win-probability")
        if not plays or (name == "turns" and given.games is None):
            raise UnusableLogError("optionNeeds", option=f"--{name}", other="--games")
    if plays:
        from senpu.replay.analysis.players import find_player
        from senpu.replay.analysis.playouts import PlayoutMethod

        method = PlayoutMethod()
        given.program = given.program or find_default_program(method.program)
        given.seed = method.seed if given.seed is None else given.seed
        given.turns = method.horizon if given.turns is None else given.turns
        find_player(given.program)


def estimate(timeline: Timeline, number: int, given: Namespace) -> WinReport:
    """Return the win probability of a position: at once, and by playouts with `--games`.

    Raises:
        UnusableLogError: The log has face-down cards, and no view is given for playouts.
    """
    from senpu.replay.analysis.joint_estimate import estimate_position, list_methods
    from senpu.replay.analysis.playouts import (
        PlayoutMethod,
        PlayoutStart,
        get_rules_source,
    )
    from senpu.replay.analysis.value import open_value
    from senpu.tui.commands.progress import Progress
    from senpu.tui.render.estimate_report import WinReport

    rules, sight = timeline.rules, timeline.view
    state = timeline.get_position(number).state
    value = open_value(rules)
    report = WinReport(rules, state, value, value.win_probability(state))
    if given.games is None or state.outcome is not None:
        return report
    from senpu.replay.analysis.executors import open_executor
    from senpu.replay.core.visible_positions import has_face_down_cards

    side = "" if sight.is_unrestricted else sight.side
    if not side and (timeline.record.hands_nonce or has_face_down_cards(timeline, number)):
        raise UnusableLogError("estimateHiddenCards")
    ground = get_rules_source(rules, given.file.path.absolute().parent, given.data)
    method = PlayoutMethod(
        given.program, given.games, given.seed, horizon=given.turns, measure="wins"
    )
    methods, start = list_methods(rules, method), PlayoutStart(state, side)
    with Progress("games", given.lang) as progress, open_executor(jobs=given.jobs) as hands:
        found = estimate_position(
            ground, start, methods, hands, given.jobs, progress=progress
        )  # fmt: skip
    return report._replace(playouts=found, side=side if rules.has_hidden_parts else "")


def estimate_uncertain(
    timeline: Timeline, number: int, given: Namespace
) -> tuple[SideSpread, DrawnSets] | None:
    """Return the win rate of the first side on drawn data sets, in games played to the end.

    The value of positions is for one data set, so it cannot end these games.

    Returns:
        The win rate and the data sets; None without `--uncertain`, or if the game is over.

    Raises:
        UncertaintyError: No value is unknown, or the data sets do not have the position.
    """
    state = timeline.get_position(number).state
    if not given.uncertain or state.outcome is not None:
        return None
    from senpu.replay.analysis.executors import open_executor
    from senpu.replay.analysis.playouts import PlayoutMethod, get_rules_source
    from senpu.replay.analysis.uncertainty import compute_side_spread, draw_sets, make_drawn_start

    rules, sight = timeline.rules, timeline.view
    start = make_drawn_start(rules, state, "" if sight.is_unrestricted else sight.side)
    sets = draw_sets(rules.spec, given.uncertain, given.seed, bool(start.text))
    method = PlayoutMethod(given.program, given.games or DRAWN_GAMES, given.seed)
    ground = get_rules_source(rules, given.file.path.absolute().parent, given.data)
    with open_executor(jobs=given.jobs) as hands:
        outcomes = play_drawn_sets(given, ground, sets, [(start, method)], hands, given.jobs)
    return compute_side_spread(sets, outcomes, rules.spec.sides[0].id), sets


def make_object(report: WinReport) -> dict[str, Any]:
    """Return the win probability for `--json`; exact for a game that is over."""
    from senpu.tui.render.win_probability_report import find_weakest_provenance

    found, playouts = report.playouts, None
    if found is not None:
        method = found.methods[0].method
        playouts = {
            "program": method.program, "seed": method.seed, "turns": method.horizon,
            "games": found.games, "unsettled": found.is_unsettled,
            "methods": [
                {
                    "value": each.method.value, "games": each.method.games,
                    "sides": _make_sides(report, each.mean, each.interval),
                }
                for each in found.methods
            ],
            "sides": _make_sides(report, found.mean, found.interval),
        }  # fmt: skip
    return {
        "sides": _make_sides(report, report.probability),
        "value": _make_value(report),
        "playouts": playouts,
        "provenance": find_weakest_provenance(report.rules.spec),
    }


def _make_value(report: WinReport) -> dict[str, Any]:
    """Return the value of positions: its digest, its data, its margin and its reliability."""
    value, rules = report.value, report.rules
    row = value.find_reliability(report.state)
    margin = value.expect_margin(report.state)
    side, label = rules.score_tally
    return {
        "digest": value.digest, "trained_on": value.trained_on, "same_data": value.is_for,
        "margin": None if margin is None else {"side": side, "tally": label, "expected": margin},
        "reliability": None if row is None else {
            "third": row.third, "positions": row.positions, "predicted": row.predicted,
            "observed": row.observed,
        },
    }  # fmt: skip


def _make_sides(
    report: WinReport, share: float, interval: tuple[float, float] | None = None
) -> dict[str, Any]:
    """Return the win probability of each side, with its confidence interval if one is given."""
    first, second = (side.id for side in report.rules.spec.sides)
    shown: dict[str, Any] = {}
    for side, mean in ((first, share), (second, 1 - share)):
        shown[side] = {"win_probability": mean}
        if interval is not None:
            low, high = interval if side == first else (1 - interval[1], 1 - interval[0])
            shown[side]["confidence_interval"] = [low, high]
    return shown
