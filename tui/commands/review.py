"""`senpu review`: the errors of a game and its luckiest rolls, as notes."""

from argparse import Namespace
from typing import Any

from senpu.logs.inputs import Input, check_regular
from senpu.logs.notes import notes_path
from senpu.notation.messages import LANGUAGES
from senpu.notation.printable import make_printable
from senpu.notation.writer import format_event
from senpu.replay.analysis.executors import open_executor
from senpu.replay.analysis.playouts import PlayoutMethod
from senpu.replay.analysis.position_review import (
    GAMES,
    PositionReview,
    confirm_position,
    review_position,
)
from senpu.replay.analysis.review import (
    Confirmation,
    Review,
    ReviewedDecision,
    ReviewedRoll,
    ReviewMethod,
)
from senpu.replay.analysis.scorer import RankedEvent
from senpu.replay.analysis.uncertainty import draw_sets
from senpu.replay.annotation.studies import format_study
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.timeline import Timeline
from senpu.replay.core.visible_positions import format_position_at
from senpu.replay.openings.problems import compose_study
from senpu.tui.commands.arguments import (
    UnusableLogError,
    encode_json,
    find_named_side,
    make_narrator,
)
from senpu.tui.commands.progress import Progress
from senpu.tui.jobs.review import (
    ReviewRequest,
    make_ground,
    make_notes,
    open_reviewed_log,
    open_values,
    review_log,
    write_notes,
)
from senpu.tui.jobs.uncertain_review import DrawnReview
from senpu.tui.output_files import OutputFile, make_output
from senpu.tui.printing import print_text
from senpu.tui.render.review_report import ReviewReport, render_position_review
from senpu.tui.render.uncertain_losses import make_losses_object, render_losses
from senpu.tui.render.values import ScoreFormat


def review(given: Namespace) -> int:
    """Review a game, print the report, and add the notes; the quick form adds none."""
    writes = not given.dry_run and not given.quick
    if writes:
        check_regular(given.file.path)  # opening a pipe would wait for its writer
    asked = ReviewRequest(
        given.file, given.data, ReviewMethod(given.seed, given.games or 0, given.worst),
        not given.quick, writes,
    )  # fmt: skip
    if given.quick and given.problems is not None:
        raise UnusableLogError("quickProblems", path=given.file)
    out = make_output(given, given.problems, "study") if given.problems is not None else None
    if out is not None:
        out.check()  # before the work, not only after it
    timeline = open_reviewed_log(asked)
    rules, log = timeline.rules, timeline.record.path
    if not timeline.last and rules.stated_start is not None:
        return review_start(given, asked, timeline)
    if log is None and writes:
        raise UnusableLogError("reviewNeedsFile", path=given.file)
    side = find_named_side("--side", given.side, rules) if given.side else ""
    sets = draw_sets(rules.spec, given.uncertain, given.seed, True) if given.uncertain else None
    spreads = None
    with open_executor(jobs=1 if given.quick and sets is None else given.jobs) as hands:
        with Progress("games" if asked.is_full else "events", given.lang) as progress:
            found = review_log(asked, timeline, side, hands, given.jobs, progress)
        if sets is not None:
            with Progress("games", given.lang) as progress:
                drawn = DrawnReview(asked, timeline, sets, hands, given.jobs, progress)
                spreads = drawn.measure_losses(found)
    report = ReviewReport(found, timeline, make_narrator(rules, given))
    problems = _write_problems(report, out) if out is not None else 0
    notes = 0
    if log is not None and writes:
        new = make_notes(report)
        write_notes(timeline, notes_path(log), new)
        notes = len(new)
    if given.json:
        answer = make_object(found, given.file, rules, notes)
        if spreads is not None:
            answer["uncertainty"] = make_losses_object(spreads, rules.spec)
        print_text(encode_json(answer))
        return 0
    print_text("\n".join(report.rows()))
    if spreads is not None:
        print_text("\n".join(render_losses(spreads, report.narrator)))
    print_text()
    if log is not None and writes:
        print_text(report.word("written", n=notes, file=notes_path(log).name))
    else:
        print_text(report.word("written_none"))
    if out is not None:
        name = make_printable(str(given.problems))
        ident = "problems" if problems else "no_problems"
        print_text(report.word(ident, file=name, **({"n": problems} if problems else {})))
    return 0


def _write_problems(report: ReviewReport, out: OutputFile) -> int:
    """Write the errors with one clearly best event as a study; return their number."""
    problems = [*report.list_problems()]
    if problems:
        spec = report.timeline.rules.spec
        others = {
            language: ReviewReport(report.review, report.timeline, Narrator(spec, language))
            for language in LANGUAGES
            if language != report.narrator.language
        }
        translations = {
            language: (other.title(), [*other.list_problems()])
            for language, other in others.items()
        }
        study = compose_study(report.title(), problems, translations)
        out.write(format_study(study).splitlines())
    return len(problems)


def review_start(given: Namespace, asked: ReviewRequest, timeline: Timeline) -> int:
    """Review the position of a log without events: the events of its pending decision."""
    if given.side:
        raise UnusableLogError("sideOfPosition", path=given.file)
    if given.problems is not None:
        raise UnusableLogError("problemsOfPosition", path=given.file)
    rules, state = timeline.rules, timeline.get_position(0).state
    value, _ = open_values(rules)
    sets = draw_sets(rules.spec, given.uncertain, given.seed, True) if given.uncertain else None
    found = review_position(rules, state, timeline.view.side, value, asked.method.worst)
    spreads = None
    with open_executor(jobs=given.jobs) as hands:
        if asked.is_full:
            method = PlayoutMethod(games=asked.method.games or GAMES, seed=given.seed)
            ground = make_ground(asked, timeline)
            with Progress("games", given.lang) as progress:
                found = confirm_position(
                    found, rules, state, ground, method, hands, given.jobs, progress
                )
        if sets is not None:
            with Progress("games", given.lang) as progress:
                drawn = DrawnReview(asked, timeline, sets, hands, given.jobs, progress)
                spreads = drawn.measure_options(found)
    narrator = make_narrator(rules, given)
    if given.json:
        shown = make_position_object(found, given.file, timeline, value.unit, value.size)
        if spreads is not None:
            shown["uncertainty"] = make_losses_object(spreads, rules.spec)
        print_text(encode_json(shown))
        return 0
    form = ScoreFormat.from_value(value)
    rows = [*render_position_review(found, timeline, narrator, form)]
    if spreads is not None:
        rows += render_losses(spreads, narrator)
    print_text("\n".join(rows))
    return 0


# ---- as an object -----------------------------------------------------------------------------


def make_position_object(
    found: PositionReview, file: Input, timeline: Timeline, unit: str, size: float
) -> dict[str, Any]:
    """Return the review of a position as an object (`spec/en/reference/json.md`)."""
    return {
        "file": str(file),
        "game": timeline.rules.spec.id,
        "unit": unit,
        "size": size,
        "position": format_position_at(timeline, 0),
        "side": found.side,
        "legal": found.legal,
        "playouts": {"program": found.program, "games": found.games, "seed": found.seed}
        if found.program
        else None,
        "values": timeline.rules.spec.values.count_by_provenance(),
        "events": [
            {
                "text": format_event(each.event), "score": each.score, "mean": each.mean,
                "confidence_interval": each.interval, "worse": each.is_worse,
            }
            for each in found.options
        ],
    }  # fmt: skip


def make_object(found: Review, file: Input, rules: AnyRules, notes: int) -> dict[str, Any]:
    """Return a review as an object (`spec/en/reference/json.md`). Scores are from 0 to 1."""
    checked = found.discrimination
    return {
        "file": str(file),
        "game": rules.spec.id,
        "notes_written": notes,
        "form": "full" if found.is_full else "quick",
        "unit": found.unit,
        "size": found.size,
        "low": found.low,
        "value": found.digest,
        "value_is_for_data": found.is_for_data,
        "playouts": {
            "program": found.program, "turns": found.horizon, "seed": found.method.seed,
        }
        if found.is_full
        else None,
        "values": rules.spec.values.count_by_provenance(),
        "sides": [
            {
                "side": each.side, "start": each.start, "end": each.end,
                "decisions": each.decisions, "error": each.error, "error_rate": each.error_rate,
                "skill": each.skill, "luck": each.luck, "other": each.other,
                "luck_adjusted_result": each.adjusted,
                "confirmed": _make_confirmed_object(found.sum_confirmed(each.side)),
            }
            for each in found.sides
        ],
        "discrimination": {
            "problems": list(checked.problems), "spread": checked.spread,
            "errors": checked.errors, "agreement": checked.agreement,
            "undecided": checked.undecided,
        },
        "errors": [each.number for each in found.list_errors()],
        "suspects": [each.number for each in found.list_suspects()],
        "decisions": [*map(_make_decision_object, found.decisions)],
        "rolls": [*map(_make_roll_object, found.rolls)],
    }  # fmt: skip


def _make_confirmed_object(found: tuple[int, float] | None) -> dict[str, Any] | None:
    return None if found is None else {"errors": found[0], "size": found[1]}


def _make_decision_object(each: ReviewedDecision) -> dict[str, Any]:
    return {
        "event": each.number, "side": each.side, "text": format_event(each.event),
        "before": each.before, "after": each.after, "skill": each.skill, "legal": each.legal,
        "rank": each.rank, "error": each.error, "second_error": each.second_error,
        "glyph": each.glyph or None,
        "candidates": [*map(_make_candidate_object, each.candidates)],
        "playouts": each.confirmation and _make_playouts_object(each.confirmation),
    }  # fmt: skip


def _make_candidate_object(each: RankedEvent) -> dict[str, Any]:
    return {"text": format_event(each.event), "score": each.score}


def _make_playouts_object(each: Confirmation) -> dict[str, Any]:
    return {
        "pairs": each.games, "loss": each.loss, "confidence_interval": each.interval,
        "size": each.size, "probability": each.probability, "decided": each.is_decided,
    }  # fmt: skip


def _make_roll_object(each: ReviewedRoll) -> dict[str, Any]:
    return {
        "event": each.number, "text": format_event(each.event), "before": each.before,
        "after": each.after, "luck": each.luck, "probability": each.probability,
    }  # fmt: skip
