"""`senpu review`: the most costly decisions of a game and its luckiest rolls, as notes."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from senpu.logs.inputs import Input, check_regular
from senpu.logs.notes import notes_path
from senpu.notation.messages import LANGUAGES
from senpu.notation.printable import make_printable
from senpu.notation.writer import format_event
from senpu.replay.analysis.executors import open_executor
from senpu.replay.analysis.players import MOST_BUDGET
from senpu.replay.analysis.playouts import PlayoutMethod
from senpu.replay.analysis.position_review import PositionReview, review_position
from senpu.replay.analysis.review import LEAST, Budget, DecisionReview, Review, RollReview
from senpu.replay.analysis.uncertainty import draw_sets
from senpu.replay.annotation.studies import format_study
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.timeline import Timeline
from senpu.replay.core.visible_positions import format_position_at
from senpu.replay.openings.problems import compose_study
from senpu.tui.commands.arguments import (
    UnusableLogError,
    add_data,
    add_force,
    add_jobs,
    add_json,
    add_language,
    encode_json,
    find_named_side,
    make_narrator,
)
from senpu.tui.commands.parsing import Parser, make_number_type
from senpu.tui.commands.progress import Progress
from senpu.tui.commands.uncertain_values import add_uncertain
from senpu.tui.jobs.review import (
    ReviewRequest,
    make_ground,
    make_notes,
    open_reviewed_log,
    review_log,
    write_notes,
)
from senpu.tui.jobs.uncertain_review import DrawnReview
from senpu.tui.output_files import make_output
from senpu.tui.printing import print_text
from senpu.tui.render.review_report import ReviewReport, render_position_review
from senpu.tui.render.uncertain_losses import make_losses_object, render_losses

USUAL, HOW = Budget(), PlayoutMethod()


def prepare(parser: Parser) -> Callable[[Namespace], int]:
    """Add the arguments of `senpu review`, and return the function that runs it."""
    parser.add_argument("file", type=Input, metavar="FILE", help="log_or_position")
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--side", metavar="SIDE")
    parser.add_argument(
        "--worst", type=make_number_type(parser, 1, MOST_BUDGET), default=USUAL.worst, metavar="N",
    )  # fmt: skip
    parser.add_argument(
        "--games", type=make_number_type(parser, LEAST, MOST_BUDGET),
        default=USUAL.games, metavar="N",
    )  # fmt: skip
    parser.add_argument("--program", default=HOW.program)
    parser.add_argument(
        "--rounds", type=make_number_type(parser, 1, MOST_BUDGET),
        default=USUAL.rounds, metavar="N",
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=int, default=HOW.seed,
    )  # fmt: skip
    add_uncertain(parser)
    parser.add_argument("--problems", type=Path, metavar="OUT")
    add_force(parser)
    add_jobs(parser)
    add_json(parser)
    add_data(parser)
    add_language(parser)
    return review


def review(given: Namespace) -> int:
    """Review a game, print the report, and add the notes."""
    if not given.dry_run:
        check_regular(given.file.path)  # opening a pipe would wait for its writer
    asked = ReviewRequest(
        given.file, given.data, PlayoutMethod(program=given.program, seed=given.seed),
        Budget(given.games, given.rounds, given.worst, given.problems is not None),
        not given.dry_run,
    )  # fmt: skip
    out = make_output(given, given.problems, "study") if given.problems is not None else None
    if out is not None:
        out.check()  # before the work, not only after it
    timeline = open_reviewed_log(asked)
    rules, log = timeline.rules, timeline.record.path
    if not timeline.last and rules.stated_start is not None:
        return review_start(given, asked, timeline)
    if log is None and not given.dry_run:
        raise UnusableLogError("reviewNeedsFile", path=given.file)
    side = find_named_side("--side", given.side, rules) if given.side else ""
    sets = draw_sets(rules.spec, given.uncertain, given.seed, True) if given.uncertain else None
    with open_executor(jobs=given.jobs) as hands:
        with Progress("games", given.lang) as progress:
            found = review_log(asked, timeline, side, hands, given.jobs, progress)
        spreads = None
        if sets is not None:
            with Progress("games", given.lang) as progress:
                drawn = DrawnReview(asked, timeline, sets, hands, given.jobs, progress)
                spreads = drawn.measure_losses(found)
    report = ReviewReport(found, timeline, make_narrator(rules, given))
    new = make_notes(report)
    problems = list(report.list_problems()) if out is not None else []
    if out is not None and problems:
        others = {
            language: ReviewReport(found, timeline, Narrator(rules.spec, language))
            for language in LANGUAGES
            if language != given.lang
        }
        translations = {
            language: (other.title(), list(other.list_problems()))
            for language, other in others.items()
        }
        study = compose_study(report.title(), problems, translations)
        out.write(format_study(study).splitlines())
    if log is not None and not given.dry_run:
        write_notes(timeline, notes_path(log), new)
    if given.json:
        answer = make_object(found, given.file, rules, 0 if given.dry_run else len(new))
        if spreads is not None:
            answer["uncertainty"] = make_losses_object(spreads, rules.spec)
        print_text(encode_json(answer))
        return 0
    print_text("\n".join(report.rows()))
    if spreads is not None:
        print_text("\n".join(render_losses(spreads, report.narrator)))
    print_text()
    if log is None or given.dry_run:
        print_text(report.word("written_none"))
    else:
        print_text(report.word("written", n=len(new), file=notes_path(log).name))
    if out is not None:
        name = make_printable(str(given.problems))
        if problems:
            print_text(report.word("problems", n=len(problems), file=name))
        else:
            print_text(report.word("no_problems", file=name, games=given.games))
    return 0


def review_start(given: Namespace, asked: ReviewRequest, timeline: Timeline) -> int:
    """Review the position of a log without events: the events of its pending decision."""
    if given.side:
        raise UnusableLogError("sideOfPosition", path=given.file)
    if given.problems is not None:
        raise UnusableLogError("problemsOfPosition", path=given.file)
    rules = timeline.rules
    ground = make_ground(asked, timeline)
    sets = draw_sets(rules.spec, given.uncertain, given.seed, True) if given.uncertain else None
    with open_executor(jobs=given.jobs) as hands:
        with Progress("games", given.lang) as progress:
            found = review_position(
                rules, timeline.get_position(0).state, timeline.view.side, ground, asked.method,
                asked.budget, hands, given.jobs, progress,
            )  # fmt: skip
        spreads = None
        if sets is not None:
            with Progress("games", given.lang) as progress:
                drawn = DrawnReview(asked, timeline, sets, hands, given.jobs, progress)
                spreads = drawn.measure_options(found)
    narrator = make_narrator(rules, given)
    if given.json:
        shown = make_position_object(found, given.file, timeline)
        if spreads is not None:
            shown["uncertainty"] = make_losses_object(spreads, rules.spec)
        print_text(encode_json(shown))
        return 0
    rows = [*render_position_review(found, timeline, narrator)]
    if spreads is not None:
        rows += render_losses(spreads, narrator)
    print_text("\n".join(rows))
    return 0


# ---- as an object -----------------------------------------------------------------------------


def make_position_object(
    found: PositionReview, file: Input, timeline: Timeline
) -> dict[str, Any]:  # fmt: skip
    """Return the review of a position as an object (`spec/json.md`)."""
    return {
        "file": str(file),
        "game": timeline.rules.spec.id,
        "position": format_position_at(timeline, 0),
        "side": found.side,
        "budget": {
            "program": found.method.program, "games": found.budget.games,
            "rounds": found.budget.rounds, "seed": found.method.seed,
        },
        "values": timeline.rules.spec.values.count_by_provenance(),
        "events": [
            {
                "text": format_event(each.event), "win_probability": each.win_probability,
                "confidence_interval": each.interval,
            }
            for each in found.options
        ],
    }  # fmt: skip


def make_object(found: Review, file: Input, rules: AnyRules, notes: int) -> dict[str, Any]:
    """Return a review as an object (`spec/json.md`). Probabilities are from 0 to 1."""
    budget, method = found.budget, found.method
    return {
        "file": str(file),
        "game": rules.spec.id,
        "notes_written": notes,
        "budget": {
            "program": method.program, "games": budget.games, "first": budget.first,
            "luck": budget.luck, "rounds": budget.rounds, "seed": method.seed,
        },
        "values": rules.spec.values.count_by_provenance(),
        "sides": [
            {
                "side": each.side, "start": found.start[each.side], "end": found.end[each.side],
                "decisions": each.decisions, "gain": each.gain,
                "gain_confidence_interval": each.gain_interval,
                "rolls": each.rolls, "luck": each.luck,
                "luck_confidence_interval": each.luck_interval,
            }
            for each in found.changes
        ],
        "decisions": [*map(_make_decision_object, found.decisions)],
        "rolls": [*map(_make_roll_object, found.rolls)],
    }  # fmt: skip


def _make_decision_object(each: DecisionReview) -> dict[str, Any]:
    found = each.better is not None
    return {
        "event": each.number, "side": each.side, "text": format_event(each.event),
        "glyph": each.glyph or None, "win_probability": each.win_probability,
        "better": None if each.better is None else format_event(each.better),
        "better_win_probability": each.better_win_probability if found else None,
        "loss": each.loss if found else None,
        "confidence_interval": each.interval if found else None,
    }  # fmt: skip


def _make_roll_object(each: RollReview) -> dict[str, Any]:
    return {
        "event": each.number, "side": each.side, "text": format_event(each.event),
        "luck": each.luck, "confidence_interval": each.interval, "probability": each.probability,
        "significant": each.is_significant,
    }  # fmt: skip


PREPARE = {"review": prepare}
