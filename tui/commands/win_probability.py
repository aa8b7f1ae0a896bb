"""`senpu show --win-probability`: the win probability of a position, estimated by playouts."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from senpu.replay.analysis.confidence import Interval
from senpu.tui.commands.arguments import UnusableLogError, add_jobs
from senpu.tui.commands.parsing import Parser, make_number_type
from senpu.tui.commands.uncertain_values import make_sets_type, play_drawn_sets

if TYPE_CHECKING:
    from senpu.replay.analysis.confidence import GameResults
    from senpu.replay.analysis.uncertainty import DrawnSets, SideSpread
    from senpu.replay.core.narration import Narrator
    from senpu.replay.core.timeline import Timeline


GAMES, SEED, PROGRAM = 100, 1, "one-ply"
MOST = 1_000_000


def add_win_probability(parser: Parser) -> None:
    """Add `--win-probability` and its options."""
    group = parser.add_argument_group("group_win_probability")
    group.add_argument("--win-probability", action="store_true")
    group.add_argument("--games", type=make_number_type(parser, 1, MOST), metavar="N")
    group.add_argument("--program", metavar="PROGRAM")
    group.add_argument("--seed", type=int)
    group.add_argument("--uncertain", type=make_sets_type(parser), metavar="N")
    add_jobs(parser)


def check_arguments(given: Namespace) -> None:
    """Check that the options apply. Raises UnusableLogError, UnknownPlayerError."""
    for name in ("games", "program", "seed", "uncertain", "jobs"):
        if getattr(given, name) is not None and not given.win_probability:
            raise UnusableLogError("optionNeeds", option=f"--{name}", other="--win-probability")
    if given.program is not None:
        from senpu.replay.analysis.players import find_player

        find_player(given.program)
    given.games = GAMES if given.games is None else given.games
    given.program = PROGRAM if given.program is None else given.program
    given.seed = SEED if given.seed is None else given.seed


def estimate(timeline: Timeline, number: int, given: Namespace) -> GameResults:
    """Return the results of games played from a position.

    Returns:
        The number of wins of each side, and of draws.

    Raises:
        UnusableLogError: The log has face-down cards, and no view is given.
    """
    from senpu.replay.analysis.executors import count_workers, map_in_order, open_executor
    from senpu.replay.analysis.playouts import (
        PlayoutMethod,
        PlayoutStart,
        count_results,
        get_rules_source,
        play_piece,
        split_work,
    )
    from senpu.replay.core.visible_positions import has_face_down_cards
    from senpu.tui.commands.progress import Progress

    sight, state = timeline.view, timeline.get_position(number).state
    side = "" if sight.is_unrestricted else sight.side
    is_hidden = bool(timeline.record.hands_nonce) or has_face_down_cards(timeline, number)
    if is_hidden and not side and state.outcome is None:
        raise UnusableLogError("estimateHiddenCards")
    ground = get_rules_source(timeline.rules, given.file.path.absolute().parent, given.data)
    method = PlayoutMethod(given.program, given.games, given.seed)
    work = [*split_work(ground, [PlayoutStart(state, side)], method)]
    jobs = count_workers(given.jobs, len(work))
    won: list[str | None] = []
    with Progress("games", given.lang) as progress, open_executor(jobs=jobs) as hands:
        for _, winners in map_in_order(hands, play_piece, work, jobs):
            won += winners
            progress(len(won), given.games)
    return count_results(timeline.rules, won)


def estimate_uncertain(
    timeline: Timeline, number: int, given: Namespace
) -> tuple[SideSpread, DrawnSets] | None:
    """Return the win rate of the first side on drawn data sets.

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
    method = PlayoutMethod(given.program, given.games, given.seed)
    ground = get_rules_source(rules, given.file.path.absolute().parent, given.data)
    with open_executor(jobs=given.jobs) as hands:
        outcomes = play_drawn_sets(given, ground, sets, [(start, method)], hands, given.jobs)
    return compute_side_spread(sets, outcomes, rules.spec.sides[0].id), sets


def make_object(
    timeline: Timeline, number: int, found: GameResults, given: Namespace
) -> dict[str, Any]:  # fmt: skip
    """Return the win probability for `--json`; exact for a game that is over."""
    from senpu.tui.render.win_probability_report import compute_win_rate, find_weakest_provenance

    over = timeline.get_position(number).state.outcome is not None
    intervals = [found.win_rate_interval(at) for at in range(len(found.wins))]
    if over:
        intervals = [
            Interval(compute_win_rate(found, at), compute_win_rate(found, at))
            for at in range(len(found.wins))
        ]
    return {
        "program": given.program,
        "games": 0 if over else found.games,
        "seed": given.seed,
        "sides": {
            side.id: {
                "wins": found.wins[at],
                "win_rate": compute_win_rate(found, at),
                "confidence_interval": [intervals[at].low, intervals[at].high],
            }
            for at, side in enumerate(timeline.rules.spec.sides)
        },
        "draws": found.draws,
        "open": found.open,
        "provenance": find_weakest_provenance(timeline.rules.spec),
    }


def render_win_probability(
    timeline: Timeline, number: int, found: GameResults, narrator: Narrator, given: Namespace
) -> list[str]:
    """Return the rows of the report, with a bar."""
    from senpu.notation.faults import text_width
    from senpu.spec.data import PRINTED_PROVENANCES
    from senpu.tui.boards.signs import PLAIN
    from senpu.tui.render.odds_report import mark_doubt
    from senpu.tui.render.text_layout import get_text
    from senpu.tui.render.win_probability_report import (
        compute_win_rate,
        find_weakest_provenance,
        format_ends,
        format_percent,
        render_bar,
    )

    sides, language = timeline.rules.spec.sides, narrator.language
    outcome = timeline.get_position(number).state.outcome
    if outcome is not None:
        return ["", get_text(language, "chance_over", ending=outcome.ending)]
    rows = ["", get_text(language, "chance_printed")]
    if found.ended:
        rows.append(f"  [{render_bar(found, PLAIN.shares, 40)}]")
    named = [narrator.side(side.id) for side in sides] + [get_text(language, "chance_draws")]
    room = max(map(text_width, named))
    shares = [compute_win_rate(found, at) for at in range(len(sides))]
    shares += [found.draws / found.ended] if found.draws else []
    provenance = find_weakest_provenance(timeline.rules.spec)
    doubt = mark_doubt(provenance)
    for at, (name, part) in enumerate(zip(named, shares, strict=False)):
        row = f"  {name}{' ' * (room - text_width(name))}  "
        row += get_text(language, "chance_row", share=f"{format_percent(part):>3}") + doubt
        if at < len(sides):
            low, high = format_ends(found.win_rate_interval(at))
            row += f"   {get_text(language, 'chance_interval', low=low, high=high)}"
        rows.append(row)
    if found.open:
        rows.append("  " + get_text(language, "chance_open", n=found.open))
    method = {"n": found.games, "program": given.program, "seed": given.seed}
    rows.append(get_text(language, "chance_rests", **method))
    if timeline.rules.has_hidden_parts and (side := timeline.view.side):
        rows.append(get_text(language, "chance_view", side=narrator.side(side)))
    if provenance in PRINTED_PROVENANCES:
        rows.append(get_text(language, "chance_printed_values"))
    else:
        rows.append(
            get_text(language, "chance_not_printed", provenance=get_text(language, provenance))
        )
    return rows
