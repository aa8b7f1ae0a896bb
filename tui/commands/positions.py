"""`senpu show`, `senpu legal`: a position, and its legal events."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from senpu.notation.faults import text_width
from senpu.notation.writer import format_event
from senpu.replay.core.states import CHANCE
from senpu.replay.core.timeline import Timeline
from senpu.replay.core.views import HIDDEN
from senpu.replay.core.visible_positions import format_position_at
from senpu.tui.commands import win_probability
from senpu.tui.commands.arguments import (
    UnusableLogError,
    encode_json,
    make_narrator,
    open_log,
    open_view,
    read_notes,
)
from senpu.tui.printing import is_terminal, print_notice, print_record, print_text
from senpu.tui.render.data_sets import describe_values
from senpu.tui.render.json_objects import make_decision, make_fault_of, make_odds, make_position
from senpu.tui.render.odds_report import (
    GAP,
    describe_doubt,
    find_outcomes,
    mark_doubt,
    render_odds_table,
)
from senpu.tui.render.stop_notice import describe_stop
from senpu.tui.render.text_layout import get_text, get_width, wrap_rows

if TYPE_CHECKING:
    from senpu.replay.annotation.annotations import Annotations


FEW = 36
"""The most outcomes that are all listed."""
SOME = 3
"""The number listed of more outcomes, before the last one."""


def show(given: Namespace) -> int:
    """Print the position after an event and its win probability, or its text, or JSON."""
    win_probability.check_arguments(given)
    for name in ("json", "win_probability"):
        if given.text and getattr(given, name):
            option = f"--{name.replace('_', '-')}"
            raise UnusableLogError("optionsExclude", one="--text", other=option)
    timeline, number = open_position(given)
    if given.text:
        print_record(format_position_at(timeline, number))
        return print_faults(timeline, given)
    report = win_probability.estimate(timeline, number, given) if given.win_probability else None
    spread = win_probability.estimate_uncertain(timeline, number, given)
    if given.json:
        shown = make_position(timeline, number)
        if report is not None:
            found = win_probability.make_object(report)
            shown["win_probability"] = found
            if spread is not None:
                from senpu.tui.render.uncertainty_report import make_side_object

                found["uncertainty"] = make_side_object(*spread, timeline.rules)
        print_text(encode_json(shown | {"fault": make_fault_of(timeline)}))
        return print_faults(timeline, given)
    from senpu.tui.boards.signs import DRAWN, PLAIN
    from senpu.tui.render import text_rendering as printed

    narrator, notes = make_narrator(timeline.rules, given), read_notes(timeline)
    pen = DRAWN if is_terminal() else PLAIN
    print_text("\n".join(printed.render_position_at(timeline, number, narrator, pen)))
    values = describe_values(timeline.rules.spec, given.lang)
    print_text("\n".join(wrap_rows(values, "")))
    if number:
        print_text()
        numbers = range(timeline.find_activation(number)[0], number + 1)
        print_text("\n".join(printed.render_activation(timeline, narrator, numbers, notes)))
    if report is not None:
        from senpu.tui.render.estimate_report import render_report

        rows = render_report(report, narrator)
        if spread is not None:
            from senpu.tui.render.uncertainty_report import render_side_spread

            rows += render_side_spread(*spread, timeline.rules, narrator)
        print_text("\n".join(rows))
    return print_faults(timeline, given, notes, is_text=True)


def print_faults(
    timeline: Timeline,
    given: Namespace,
    notes: Annotations | None = None,
    is_text: bool = False,
) -> int:
    """Print the faults of the log and of its notes.

    Args:
        timeline: The log.
        given: The arguments.
        notes: The notes of the log, if the command uses them.
        is_text: Whether standard output is a text, which then says where it stops.

    Returns:
        The exit status: 1 if there are any, else 0.
    """
    if timeline.fault is not None:
        stop = describe_stop(timeline, given.lang, is_short=True)
        (print_text if is_text else print_notice)(stop)
        print_notice(timeline.fault.render(str(given.file), given.lang))
    if timeline.annotation_count and notes is not None:
        hint = get_text(given.lang, "inline_notes_of", n=timeline.annotation_count, file=given.file)
        print_notice(hint)
    faults = notes.faults if notes else []
    if faults:
        from senpu.logs.notes import notes_path

        print_notice(faults[0].render(str(notes_path(Path(given.file))), given.lang))
    if len(faults) > 1:
        more = get_text(given.lang, "notes_more", n=len(faults) - 1, file=given.file)
        print_notice(f"  {more}")
    return 1 if timeline.fault or faults else 0


def open_position(given: Namespace) -> tuple[Timeline, int]:
    """Return the timeline of a log, and the number of the position. Raises Error, OSError."""
    timeline = open_view(given, *open_log(given.file, given.data, given.view))
    if game := timeline.record.hands_nonce:
        from senpu.replay.recording.dealing import read_known_cards  # few logs have a dealer

        side = timeline.view.side
        timeline.view_as(side, read_known_cards(game, side))
    return timeline, timeline.find(given.at)


def legal(given: Namespace) -> int:
    """Print the legal events of a position; attacks with their odds."""
    timeline, number = open_position(given)
    rules, state = timeline.rules, timeline.get_position(number).state
    events = list(rules.legal(state))
    odds = [rules.odds(state, event) for event in events]
    if given.json:
        answer = {
            "decision": make_decision(state),
            "events": [format_event(event) for event in events],
            "odds": [*map(make_odds, odds)],
            "fault": make_fault_of(timeline),
        }
        print_text(encode_json(answer))
        return print_faults(timeline, given)
    narrator = make_narrator(rules, given)
    if state.decision is None:
        from senpu.tui.render.text_rendering import render_ending

        print_text(render_ending(state, narrator))
        return print_faults(timeline, given, is_text=True)

    width = get_width()
    prompt = narrator.prompt_with_example(state.decision, format_event(events[0]))
    print_text("\n".join(wrap_rows(prompt, "", width)))
    if state.decision.side == CHANCE:
        rows = render_outcomes([*map(format_event, events)], narrator.language, width)
        rows += render_results(
            find_outcomes(rules, state, timeline.view, narrator), rules.roll_provenance(state),
            narrator.language, width,
        )  # fmt: skip
    else:
        rows = render_odds_table(
            [*zip(map(format_event, events), odds, strict=True)], narrator, width
        )
    if any(HIDDEN in format_event(event) for event in events):
        rows += wrap_rows(get_text(narrator.language, "hidden_card"), "  ", width)
    print_text("\n".join(rows))
    return print_faults(timeline, given, is_text=True)


def render_outcomes(events: Sequence[str], language: str, width: int) -> list[str]:
    """Return the rows of the outcomes of dice: all if they are few, else the first and the last."""
    text = GAP.join(events)
    if len(events) > FEW:
        some = GAP.join(events[:SOME])
        text = get_text(language, "outcomes_up_to", some=some, last=events[-1])
    head = get_text(language, "outcomes", n=len(events))
    return [*wrap_rows(head, "  ", width), *wrap_rows(text, "  ", width)]


def render_results(
    results: Sequence[tuple[int, str, str]], provenance: str, language: str, width: int
) -> list[str]:
    """Return a row for each result of the dice with its share, and the provenance of the values.

    It is empty if there are no results.
    """
    if not results:
        return []
    rows = [*wrap_rows(get_text(language, "outcomes_results"), "  ", width)]
    size = max(text_width(text) for _, text, _ in results)
    mark = mark_doubt(provenance)
    for share, text, story in results:
        space = " " * (size - text_width(text))
        rows += wrap_rows(story, f"  {share:>3}{mark}  {text}{space}  ", width)
    doubt = describe_doubt([provenance], language)
    return rows + ([*wrap_rows(doubt, "  ", width)] if doubt else [])
