"""`senpu review`: the most costly decisions of a game and its luckiest rolls, as notes."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from senpu.logs.marks import Authorship
from senpu.logs.notes import Notes, current_time, notes_path
from senpu.logs.notes_file import edit_notes, load_notes
from senpu.logs.record import open_record
from senpu.notation.messages import Message
from senpu.notation.writer import format_event
from senpu.replay.analysis.evaluation import PlayoutMethod, get_rules_source
from senpu.replay.analysis.executors import open_executor
from senpu.replay.analysis.players import MOST_BUDGET, find_player
from senpu.replay.analysis.review import (
    LEAST,
    Budget,
    DecisionReview,
    Review,
    ReviewError,
    RollReview,
)
from senpu.replay.analysis.review import review as reviewed
from senpu.replay.annotation.annotations import Annotations, replace_notes
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.recording.log_writing import NOT_WRITTEN
from senpu.tui.commands.arguments import (
    RejectedLogError,
    UnusableLogError,
    add_data,
    add_jobs,
    add_json,
    add_language,
    encode_json,
    find_named_side,
    make_narrator,
    open_log,
)
from senpu.tui.commands.parsing import Parser, make_number_type
from senpu.tui.commands.progress import Progress
from senpu.tui.printing import print_text
from senpu.tui.render.review_report import ReviewReport

AUTHOR = "senpu review"
"""The author of the notes: a review replaces the notes of the previous review only."""
USUAL, HOW = Budget(), PlayoutMethod()


def prepare(parser: Parser) -> Callable[[Namespace], int]:
    """Add the arguments of `senpu review`, and return the function that runs it."""
    parser.add_argument("file", type=Path, metavar="FILE")
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
    add_jobs(parser)
    add_json(parser)
    add_data(parser)
    add_language(parser)
    return review


def review(given: Namespace) -> int:
    """Review a game, print the report, and add the notes."""
    method = PlayoutMethod(program=given.program, seed=given.seed)
    find_player(method.program)  # before anything is read
    budget = Budget(given.games, given.rounds, given.worst)
    timeline = open_valid_log(given)
    rules, path = timeline.rules, notes_path(given.file)
    side = find_named_side("--side", given.side, rules) if given.side else ""
    if not given.dry_run:
        check_notes(timeline, load_notes(path), path)  # before the work, not only after it
    ground = get_rules_source(rules, given.file.absolute().parent, given.data)
    try:
        with Progress("games", given.lang) as progress, open_executor(jobs=given.jobs) as hands:
            found = reviewed(
                reveal_hands(timeline), ground, method, budget, hands, given.jobs, progress, side
            )
    except ReviewError as error:
        raise UnusableLogError("inFile", path=given.file, why=error) from None
    report = ReviewReport(found, timeline, make_narrator(rules, given))
    new = report.notes(Authorship(AUTHOR, current_time()))
    if not given.dry_run:
        edit_notes(
            path,
            lambda notes: replace_notes(timeline, check_notes(timeline, notes, path), AUTHOR, new),
        )
    if given.json:
        answer = make_object(found, given.file, rules, 0 if given.dry_run else len(new))
        print_text(encode_json(answer))
        return 0
    print_text("\n".join(report.rows()))
    print_text()
    if given.dry_run:
        print_text(report.word("written_none"))
    else:
        print_text(report.word("written", n=len(new), file=path.name))
    return 0


def open_valid_log(given: Namespace) -> Timeline:
    """Return the timeline of a valid log. Raises RejectedLogError."""
    timeline = open_timeline(*open_log(given.file, given.data))
    timeline.extend()
    if timeline.fault is not None:
        more = Message("errors.reviewInvalidLog")
        raise RejectedLogError.from_fault(timeline.fault, str(given.file), more)
    return timeline


def reveal_hands(timeline: Timeline) -> Timeline:
    """Return the game with its hands known.

    Returns:
        The timeline.

    Raises:
        RejectedLogError: A card is still face down.
    """
    record = timeline.record
    if not record.hands_nonce:
        return timeline
    if still := len(record.hands.sealed) - len(record.hands.shown):
        raise RejectedLogError("reviewHiddenCards", path=record.path or "", n=still)
    assert record.source is not None
    other = open_timeline(open_record(record.source), timeline.rules, record.hands.shown)
    other.extend()
    return other


def check_notes(timeline: Timeline, notes: Notes, path: Path) -> Notes:
    """Return the notes of a log, if the notes by other authors fit. Raises RejectedLogError."""
    others = tuple(note for note in notes.notes if note.author != AUTHOR or note.notes)
    if faults := Annotations(timeline, replace(notes, notes=others)).faults:
        raise RejectedLogError.from_fault(faults[0], str(path), NOT_WRITTEN)
    return notes


# ---- as an object -----------------------------------------------------------------------------


def make_object(found: Review, file: Path, rules: AnyRules, notes: int) -> dict[str, Any]:
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
