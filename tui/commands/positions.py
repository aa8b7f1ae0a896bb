"""`senpu show`, `senpu legal`: a position, and its legal events."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
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
from senpu.tui.render.fault_report import sentence, told
from senpu.tui.render.json_objects import asked, chances, position
from senpu.tui.render.odds_report import GAP, odds_table, outcomes_of
from senpu.tui.render.text_layout import width_of, word, wrapped

if TYPE_CHECKING:
    from senpu.replay.annotation.annotations import Annotations


FEW = 36
"""So many outcomes of chance are listed."""
SOME = 3
"""And so many of more, before the last one."""


def _add_log(parser: ArgumentParser) -> None:
    """What is asked of a position of a log, and how it is told."""
    parser.add_argument("file", type=Path, metavar="FILE")
    add_position(parser)
    add_sight(parser)
    add_json(parser)
    add_data(parser)
    add_language(parser)


def prepare_show(parser: ArgumentParser) -> Callable[[Namespace], int]:
    _add_log(parser)
    win_probability.add_chance(parser)
    return show


def show(given: Namespace) -> int:
    """The position after an event, drawn, or as JSON; who wins from it, if that is asked."""
    win_probability.checked(given)
    timeline, number = found(given)
    tally = win_probability.reckoned(timeline, number, given) if given.chance else None
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
        numbers = range(timeline.activation(number)[0], number + 1)
        print("\n".join(printed.activation(timeline, say, numbers, notes)))
    if tally is not None:
        print("\n".join(win_probability.told(timeline, number, tally, say, given)))
    return warned(timeline, given, notes)


def warned(timeline: Timeline, given: Namespace, notes: Annotations | None = None) -> int:
    """1, and the fault on the error stream, if the log is not good up to where it was read, or
    notes beside it do not fit."""
    if timeline.fault is not None:
        print(told(timeline.fault, given.lang, str(given.file), timeline.rules), file=sys.stderr)
    if timeline.inside and notes is not None:
        hint = word(given.lang, "inline_notes_of", n=timeline.inside, file=given.file)
        print(hint, file=sys.stderr)
    amiss = notes.faults if notes else []
    if amiss:
        from senpu.logs.notes import beside

        print(told(amiss[0], given.lang, str(beside(given.file))), file=sys.stderr)
    if len(amiss) > 1:
        more = f"and {len(amiss) - 1} more; senpu note {given.file} tells them"
        print(f"  {sentence(more, given.lang)}", file=sys.stderr)
    return 1 if timeline.fault or amiss else 0


def found(given: Namespace) -> tuple[Timeline, int]:
    """A log's timeline, as it is to be seen, and the number of the position asked for.
    Raises Error, OSError."""
    timeline = seen_as(given, *opened(given.file, given.data))
    if game := timeline.record.sealed:
        from senpu.logs.hand_sheets import sheet_of
        from senpu.replay.recording.dealing import known  # few logs have sealed hands

        timeline.look_as(timeline.sight.side, known(sheet_of(game)))
    return timeline, timeline.find(given.at)


def prepare_legal(parser: ArgumentParser) -> Callable[[Namespace], int]:
    _add_log(parser)
    return legal


def legal(given: Namespace) -> int:
    """Every event that a position allows; attacks with their odds."""
    timeline, number = found(given)
    rules, state = timeline.rules, timeline.at(number).state
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
        rows = outcomes_told([*map(format_event, events)], say.language, width)
        rows += results_told(outcomes_of(rules, state, timeline.sight, say), say.language, width)
    else:
        rows = odds_table([*zip(map(format_event, events), odds, strict=True)], say, width)
    print("\n".join(rows))
    return warned(timeline, given)


def outcomes_told(events: Sequence[str], language: str, width: int) -> list[str]:
    """How many outcomes chance has here: all of them if they are few, else the first ones and the
    last, for the form."""

    said = GAP.join(events)
    if len(events) > FEW:
        some = GAP.join(events[:SOME])
        said = word(language, "outcomes_up_to", some=some, last=events[-1])
    head = word(language, "outcomes", n=len(events))
    return [*wrapped(head, "  ", width), *wrapped(said, "  ", width)]


def results_told(results: Sequence[tuple[int, str, str]], language: str, width: int) -> list[str]:
    """What the outcomes come to, a result a row; nothing if nothing."""
    if not results:
        return []
    rows = [*wrapped(word(language, "outcomes_come_to"), "  ", width)]
    size = max(cells(text) for _, text, _ in results)
    for share, text, story in results:
        rows += wrapped(story, f"  {share:>3}  {text}{' ' * (size - cells(text))}  ", width)
    return rows


PREPARE = {"show": prepare_show, "legal": prepare_legal}
