"""`senpu show`, `senpu legal`: a position, and its legal events."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from senpu.notation.faults import cells
from senpu.notation.writer import format_event
from senpu.replay.core.rules import CHANCE
from senpu.replay.core.timeline import Timeline
from senpu.tui.commands import win_probability
from senpu.tui.commands.arguments import (
    add_data,
    add_json,
    add_language,
    add_position,
    add_sight,
    narrator,
    notes_to,
    opened,
    seen_as,
)
from senpu.tui.commands.parsing import Parser
from senpu.tui.render.json_objects import asked, chances, position
from senpu.tui.render.odds_report import GAP, odds_table, outcomes_of
from senpu.tui.render.text_layout import width_of, word, wrapped

if TYPE_CHECKING:
    from senpu.replay.annotation.annotations import Annotations


FEW = 36
"""The most outcomes that are all listed."""
SOME = 3
"""The number listed of more outcomes, before the last one."""


def _add_log(parser: Parser) -> None:
    """Add the arguments of a position of a log."""
    parser.add_argument("file", type=Path, metavar="FILE")
    add_position(parser)
    add_sight(parser)
    add_json(parser)
    add_data(parser)
    add_language(parser)


def prepare_show(parser: Parser) -> Callable[[Namespace], int]:
    _add_log(parser)
    win_probability.add_chance(parser)
    return show


def show(given: Namespace) -> int:
    """Print the position after an event as text or JSON; with `--chance` its win probability."""
    win_probability.checked(given)
    timeline, number = found(given)
    tally = win_probability.estimate(timeline, number, given) if given.chance else None
    if given.json:
        shown = position(timeline, number)
        if tally is not None:
            shown["chance"] = win_probability.as_object(timeline, number, tally, given)
        print(msgspec.json.encode(shown).decode())
        return warned(timeline, given)
    from senpu.tui.render import text_rendering as printed
    from senpu.tui.render.text_maps import ASCII, BOXES

    say, notes = narrator(timeline.rules, given), notes_to(given.file, timeline)
    pen = BOXES if sys.stdout.isatty() else ASCII
    print("\n".join(printed.position_at(timeline, number, say, pen)))
    if number:
        print()
        numbers = range(timeline.find_activation(number)[0], number + 1)
        print("\n".join(printed.activation(timeline, say, numbers, notes)))
    if tally is not None:
        print(
            "\n".join(win_probability.render_win_probability(timeline, number, tally, say, given))
        )
    return warned(timeline, given, notes)


def warned(timeline: Timeline, given: Namespace, notes: Annotations | None = None) -> int:
    """Print the faults of the log and of its notes to the error stream. Return 1 if there are any,
    else 0.
    """
    if timeline.fault is not None:
        print(timeline.fault.render(str(given.file), given.lang), file=sys.stderr)
    if timeline.annotation_count and notes is not None:
        hint = word(given.lang, "inline_notes_of", n=timeline.annotation_count, file=given.file)
        print(hint, file=sys.stderr)
    amiss = notes.faults if notes else []
    if amiss:
        from senpu.logs.notes import beside

        print(amiss[0].render(str(beside(given.file)), given.lang), file=sys.stderr)
    if len(amiss) > 1:
        more = word(given.lang, "notes_more", n=len(amiss) - 1, file=given.file)
        print(f"  {more}", file=sys.stderr)
    return 1 if timeline.fault or amiss else 0


def found(given: Namespace) -> tuple[Timeline, int]:
    """Return the timeline of a log in the view of `--as`, and the number of the position `--at`.
    Raises Error, OSError.
    """
    timeline = seen_as(given, *opened(given.file, given.data))
    if game := timeline.record.sealed:
        from senpu.logs.hand_sheets import sheet_of
        from senpu.replay.recording.dealing import known  # few logs have sealed hands

        timeline.view_as(timeline.view.side, known(sheet_of(game)))
    return timeline, timeline.find(given.at)


def prepare_legal(parser: Parser) -> Callable[[Namespace], int]:
    _add_log(parser)
    return legal


def legal(given: Namespace) -> int:
    """Print the legal events of a position; attacks with their odds."""
    timeline, number = found(given)
    rules, state = timeline.rules, timeline.get_position(number).state
    events = list(rules.legal(state))
    odds = [rules.odds(state, event) for event in events]
    if given.json:
        answer = {
            "ask": asked(state),
            "events": [format_event(event) for event in events],
            "odds": [*map(chances, odds)],
        }
        print(msgspec.json.encode(answer).decode())
        return warned(timeline, given)
    say = narrator(rules, given)
    if state.decision is None:
        from senpu.tui.render.text_rendering import ending

        print(ending(state, say))
        return warned(timeline, given)

    width = width_of()
    print("\n".join(wrapped(say.prompt(state.decision, format_event(events[0])), "", width)))
    if state.decision.side == CHANCE:
        rows = render_outcomes([*map(format_event, events)], say.language, width)
        rows += render_results(outcomes_of(rules, state, timeline.view, say), say.language, width)
    else:
        rows = odds_table([*zip(map(format_event, events), odds, strict=True)], say, width)
    print("\n".join(rows))
    return warned(timeline, given)


def render_outcomes(events: Sequence[str], language: str, width: int) -> list[str]:
    """Return the rows of the outcomes of dice: all if they are few, else the first and the last."""
    text = GAP.join(events)
    if len(events) > FEW:
        some = GAP.join(events[:SOME])
        text = word(language, "outcomes_up_to", some=some, last=events[-1])
    head = word(language, "outcomes", n=len(events))
    return [*wrapped(head, "  ", width), *wrapped(text, "  ", width)]


def render_results(results: Sequence[tuple[int, str, str]], language: str, width: int) -> list[str]:
    """Return a row for each result of the dice; empty if there are no results."""
    if not results:
        return []
    rows = [*wrapped(word(language, "outcomes_results"), "  ", width)]
    size = max(cells(text) for _, text, _ in results)
    for share, text, story in results:
        rows += wrapped(story, f"  {share:>3}  {text}{' ' * (size - cells(text))}  ", width)
    return rows


PREPARE = {"show": prepare_show, "legal": prepare_legal}
