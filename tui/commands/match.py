"""`senpu match`: the playing strength of programs, and the win rate of each side."""

from argparse import Namespace
from typing import Any

from senpu.notation.messages import topic_renderer
from senpu.replay.analysis.confidence import Interval
from senpu.replay.analysis.executors import count_workers, open_executor
from senpu.replay.analysis.players import DEFAULT, format_player
from senpu.replay.analysis.playouts import PlayoutMethod, get_rules_source
from senpu.replay.analysis.strength import BATCH, Score, StrengthTable, play_pairings
from senpu.replay.analysis.uncertainty import (
    compute_side_spread,
    draw_sets,
    make_drawn_start,
)
from senpu.replay.core.positions import format_start
from senpu.replay.core.registry import name_data_set
from senpu.replay.core.rules import AnyRules
from senpu.spec.loader import Spec
from senpu.tui.commands.arguments import (
    encode_json,
    make_narrator,
)
from senpu.tui.commands.progress import Progress
from senpu.tui.commands.start_positions import find_folder, find_start
from senpu.tui.commands.uncertain_values import play_drawn_sets
from senpu.tui.printing import print_text
from senpu.tui.render.data_sets import describe_values
from senpu.tui.render.text_layout import align_rows, split_columns
from senpu.tui.render.uncertainty_report import make_side_object, render_side_spread
from senpu.tui.render.win_probability_report import find_weakest_provenance
from senpu.tui.settings import find_default_program


def render_tables(
    spec: Spec, table: StrengthTable, games: int, seed: int, language: str
) -> list[str]:
    """Return the rows of the tables: the points of each program, on both sides and on each."""
    message = topic_renderer("match", language)
    ranked = table.rank_programs()
    rows = [message("head", title=spec.title(language), id=spec.id, games=games, seed=seed), ""]
    heads = [*ranked] if len(ranked) == 1 else [message("others"), *ranked]
    sides = [spec.name(language, "side", side.id) for side in spec.sides]
    for at in (None, *range(len(sides))):
        if len(ranked) == 1 and at is None:
            continue
        rows.append(message("strength") if at is None else message("as_side", side=sides[at]))
        cells = [["", *heads]]
        for one in ranked:
            scores = [] if len(ranked) == 1 else [table.score_overall(one, at)]
            for other in ranked:
                if at is None or one != other:
                    scores.append(table.score_pair(one, other, at))
                else:
                    scores.append(table.score_side(at, (one,) * len(sides)))
            cells.append([one, *map(format_score, scores)])
        for part in split_columns(cells):
            rows += [*align_rows(part, range(1, len(part[0])), ""), ""]
    even = table.score_self_play(0)
    low, high = (f"{end * 100:.0f}" for end in even.interval)
    equal = message(
        "even", side=sides[0], share=format_percent(even), low=low, high=high, games=even.games
    )
    return [*rows, equal, message("note"), describe_values(spec, language)]


def format_score(score: Score) -> str:
    """Return the points in % with their interval, or a dot if no game was played."""
    return (
        f"{format_percent(score):>3} {format_interval(score.interval):>8}" if score.games else "."
    )


def format_percent(score: Score) -> str:
    """Return the points in %, or a dot if no game was played."""
    return f"{score.share * 100:.0f}" if score.games else "."


def format_interval(interval: Interval) -> str:
    """Return a confidence interval in %: `(40-60)`."""
    return f"({interval.low * 100:.0f}-{interval.high * 100:.0f})"


WEAKEST = "random"
"""The program with which the default program is compared."""


def list_default_programs() -> tuple[str, ...]:
    """Return the programs of a match if none is named."""
    return WEAKEST, find_default_program(DEFAULT)


def match(given: Namespace) -> int:
    """Let every program play against every other and itself, on each side."""
    if given.start is not None and given.game is not None:
        given.programs.insert(0, given.game)  # the position names the game
        given.game = None
    rules = find_start(given, for_play=True)
    programs = tuple(dict.fromkeys(map(format_player, given.programs or list_default_programs())))
    of = given.games * len(programs) ** len(rules.spec.sides)
    jobs = count_workers(given.jobs, -(-of // BATCH))
    start = make_drawn_start(rules, rules.stated_start, rules.stated_side)
    sets = None
    if given.uncertain:
        sets = draw_sets(rules.spec, given.uncertain, given.seed, bool(start.text))
    ground = get_rules_source(rules, find_folder(given), given.data)
    with open_executor(jobs=jobs) as hands:
        with Progress("games", given.lang) as progress:
            found = play_pairings(
                ground, programs, given.games, given.seed, hands, jobs, progress,
                rules.stated_start,
            )  # fmt: skip
        spread = None
        if sets is not None:
            starts = [(start, PlayoutMethod(name, given.games, given.seed)) for name in programs]
            outcomes = play_drawn_sets(given, ground, sets, starts, hands, jobs)
            spread = compute_side_spread(sets, outcomes, rules.spec.sides[0].id)
    if given.json:
        shown = make_object(rules, found, given)
        if sets is not None and spread is not None:
            shown["uncertainty"] = make_side_object(spread, sets, rules)
        print_text(encode_json(shown))
        return 0
    rows = render_tables(rules.spec, found, given.games, given.seed, given.lang)
    if sets is not None and spread is not None:
        rows += render_side_spread(spread, sets, rules, make_narrator(rules, given))
    print_text("\n".join(rows))
    return 0


def make_object(rules: AnyRules, table: StrengthTable, given: Namespace) -> dict[str, Any]:
    """Return the tables as an object; `spec/en/reference/json.md` lists the keys."""
    return {
        "game": rules.spec.id,
        "data": f"sha256:{rules.spec.values.digest()}",
        "data_set": name_data_set(rules.spec).label,
        "provenance": find_weakest_provenance(rules.spec),
        "options": list(rules.spec.options),
        "position": format_start(rules) or None,
        "games": given.games,
        "seed": given.seed,
        "programs": [
            {
                "program": one, **_make_score_object(table.score_overall(one)),
                "sides": [
                    {"side": side, **_make_score_object(table.score_overall(one, at))}
                    for at, side in enumerate(table.sides)
                ],
                "against": [
                    {
                        "program": other, **_make_score_object(table.score_pair(one, other)),
                        "sides": [
                            {"side": side, **_make_score_object(table.score_pair(one, other, at))}
                            for at, side in enumerate(table.sides)
                        ],
                    }
                    for other in table.programs if other != one
                ],
            }
            for one in table.rank_programs()
        ],
        "sides": list(table.sides),
        "pairings": [
            {
                "players": list(names), "wins": list(tally.wins),
                "draws": tally.draws, "games": tally.games,
            }
            for names, tally in table.tallies.items()
        ],
        "even": [
            {"side": side, **_make_score_object(table.score_self_play(at))}
            for at, side in enumerate(table.sides)
        ],
    }  # fmt: skip


def _make_score_object(score: Score) -> dict[str, Any]:
    return {
        "points": score.points,
        "games": score.games,
        "confidence_interval": list(score.interval),
    }
