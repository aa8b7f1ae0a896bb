"""`senpu show`, `senpu legal`: looking at a position."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from notation.writer import format_event
from replay.rules import CHANCE, Odds, Rules
from replay.timeline import Timeline
from tui.commands.arguments import (
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
from tui.commands.objects import asked, chances, position

if TYPE_CHECKING:
    from replay.annotations import Annotations


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
    return show


def show(given: Namespace) -> int:
    """The position after an event, drawn, or as JSON."""
    timeline, number = found(given)
    if given.json:
        print(msgspec.json.encode(position(timeline, number)).decode())
        return warned(timeline, given)
    from tui import printed
    from tui.areas_printed import ASCII, BOXES

    say, notes = narrator(timeline.rules, given), notes_to(given.file, timeline)
    pen = BOXES if sys.stdout.isatty() else ASCII
    print("\n".join(printed.position_at(timeline, number, say, pen)))
    if number:
        print()
        numbers = range(timeline.activation(number)[0], number + 1)
        print("\n".join(printed.activation(timeline, say, numbers, notes)))
    return warned(timeline, given, notes)


def warned(timeline: Timeline, given: Namespace, notes: Annotations | None = None) -> int:
    """1, and the fault on the error stream, if the log is not good up to where it was read, or
    notes beside it do not fit."""
    if timeline.fault is not None:
        print(timeline.fault.render(str(given.file)), file=sys.stderr)
    amiss = notes.faults if notes else []
    if amiss:
        from logs.notes_file import beside

        print(amiss[0].render(str(beside(given.file))), file=sys.stderr)
    if len(amiss) > 1:
        print(f"  and {len(amiss) - 1} more; senpu note {given.file} tells them", file=sys.stderr)
    return 1 if timeline.fault or amiss else 0


def found(given: Namespace) -> tuple[Timeline, int]:
    """A log's timeline, as it is to be seen, and the number of the position asked for.
    Raises SenpuError, OSError."""
    timeline = seen_as(given, *opened(given.file, given.data))
    if game := timeline.record.sealed:
        from logs.sheets import sheet_of
        from replay.dealing import known  # few logs have sealed hands

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
    if state.ask is None:
        from tui.printed import ending

        print(ending(state, say))
        return warned(timeline, given)
    print(say.prompt(state.ask, format_event(events[0])))
    if state.ask.of == CHANCE:  # dice: many, and nothing to say of each
        from tui.printed import wrapped

        print("\n".join(wrapped("  ".join(map(format_event, events)), "  ")))
        return warned(timeline, given)
    for event, each in zip(events, odds, strict=True):
        print(f"  {format_event(event):<19} {odds_text(each)}".rstrip())
    if any(odds):
        print(standing_note(rules, [each for each in odds if each]))
    return warned(timeline, given)


def odds_text(odds: Odds | None) -> str:
    """`needs 7   58 in 100`, and each result where there are several."""
    if odds is None:
        return ""
    if odds.column:
        every = ", ".join(f"{what} {chance * 100:.0f}" for what, chance in odds.results)
        return f"column {odds.column:<3}  {odds.success * 100:>3.0f} in 100  ({every})"
    text = f"needs {odds.need:<2}  {odds.success * 100:>3.0f} in 100"
    hits = [(what, chance) for what, chance in odds.results if what != "miss"]
    if len(hits) > 1:
        text += f"  ({', '.join(f'{what} {chance * 100:.0f}' for what, chance in hits)})"
    return text


def standing_note(rules: Rules[Any], chances: list[Odds]) -> str:
    """What the odds rest on, where that is not the printed game."""
    standings = sorted({each.standing for each in chances} - {"printed", "stated"})
    if not standings:
        return "The odds rest on printed values."
    return (
        f"The odds rest on {' and '.join(standings)} values, not on the printed counters "
        f"(senpu games)."
    )


PREPARE = {"show": prepare_show, "legal": prepare_legal}
