"""Positions, decisions, odds and whole games as the objects of `--json`.

`spec/en/reference/json.md` describes them. Everything is in the view of the timeline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from senpu.logs.notes import TRANSLATES
from senpu.notation.faults import Fault
from senpu.notation.writer import format_event
from senpu.replay.annotation.annotations import list_comments
from senpu.replay.core.narration import Narrator
from senpu.replay.core.odds import Odds
from senpu.replay.core.registry import name_data_set
from senpu.replay.core.states import State
from senpu.replay.core.timeline import Timeline
from senpu.replay.core.visible_positions import format_position_at
from senpu.tui.render.win_probability_report import find_weakest_provenance

if TYPE_CHECKING:
    from senpu.replay.annotation.annotations import Annotations
    from senpu.replay.annotation.branches import Annotation


def make_position(timeline: Timeline, number: int) -> dict[str, Any]:
    """Return the position after an event."""
    rules, moment = timeline.rules, timeline.get_position(number)
    state = moment.state
    board = rules.board(state)
    return {
        "game": rules.spec.id,
        "data_set": name_data_set(rules.spec).label,
        "provenance": find_weakest_provenance(rules.spec),
        "event": number,
        "text": format_event(timeline.get_event(number).event) if number else None,
        "position": format_position_at(timeline, number),
        "turn": state.turn,
        "decision": make_decision(state),
        "ending": state.outcome.ending if state.outcome else None,
        "unreachable": [
            {"reason": each.reason, "rule": each.rule} for each in rules.list_unreachable(state)
        ],
        "pieces": board.pieces,
        "notes": board.notes,
        "tallies": board.tallies,
        "control": board.control,
        "zones": board.zones,
        "effects": moment.effects,
        "digest": rules.digest(state),
        "key": rules.key(state),
        "state": state,
        "view": timeline.view.side or None,
    }


def make_decision(state: State) -> dict[str, Any]:
    """Return the pending decision of a state; all keys are null if the game is over."""
    decision = state.decision
    if decision is None:
        return {"side": None, "kind": None, "rule": None}
    return {
        "side": decision.side,
        "kind": decision.kind,
        "rule": decision.rule,
        "units": decision.units,
        "dice": decision.dice,
    }


def make_odds(odds: Odds | None) -> dict[str, Any] | None:
    """Return the odds of an event; None if it has no odds."""
    if odds is None:
        return None
    return {
        "success": odds.success,
        "need": odds.need,
        "results": dict(odds.results),
        "column": odds.column,
        "provenance": odds.provenance,
        "failures": odds.failures,
        "defensive_fire": dict(odds.defensive_fire),
        "assumptions": odds.assumptions,
        "cases": [
            {
                "what": case.label, "cards": case.cards,
                "success": case.success, "results": dict(case.results),
                "provenance": case.provenance,
            }
            for case in odds.cases
        ],
    }  # fmt: skip


def make_game(
    timeline: Timeline, narrator: Narrator, notes: Annotations | None = None
) -> dict[str, Any]:
    """Return a whole log: its header, its events with effects and notes, and the last position."""
    last = timeline.extend()
    return {
        "header": timeline.headers,
        "comments": list_comments(timeline, notes, 0, narrator.language),
        "events": [make_event(timeline, narrator, number, notes) for number in range(1, last + 1)],
        "position": make_position(timeline, last),
        "notes": make_notes(notes, 0, narrator.language),
        "gaps": timeline.list_gap_events(),
        "fault": make_fault_of(timeline),
    }


def make_fault_of(timeline: Timeline) -> dict[str, Any] | None:
    """Return the fault at which the events of a log end, if it was read."""
    return make_fault_object(timeline.fault) if timeline.fault else None


def make_fault_object(fault: Fault) -> dict[str, Any]:
    """Return a fault."""
    keys = ("id", "layer", "line", "column", "event", "rule")
    found = {key: getattr(fault, key) for key in keys}
    return found | {"message": str(fault.message), "legal": fault.legal}


def make_event(
    timeline: Timeline, narrator: Narrator, number: int, notes: Annotations | None = None
) -> dict[str, Any]:
    """Return an event of a log, and its effects as sentences."""
    entry = timeline.get_event(number)
    return {
        "number": number,
        "turn": entry.turn,
        "actor": entry.actor or None,
        "text": format_event(entry.event),
        "sentences": [narrator.describe(each) for each in timeline.get_position(number).effects],
        "comments": list_comments(timeline, notes, number, narrator.language),
        "glyphs": timeline.glyphs.get(number, []),
        "undone": entry.undone,
        "notes": make_notes(notes, number, narrator.language),
    }


def make_notes(notes: Annotations | None, number: int, language: str) -> list[dict[str, Any]]:
    """Return the notes on an event, and the variations that begin after it, in a language."""
    found = notes.find_annotations(number) if notes else ()
    return [make_note(each, language) for each in found if each.note.kind != TRANSLATES]


def make_note(annotation: Annotation, language: str) -> dict[str, Any]:
    """Return a note in a language; if it is a variation, with the notes inside it."""
    ident, note, branch = annotation
    one = note.in_language(language)
    return {
        "id": ident,
        "event": one.event,
        "kind": one.kind or None,
        "text": branch.text if branch else one.text,
        "source": one.source or None,
        "author": one.author or None,
        "time": one.time or None,
        "translations": one.translations,
        "conjecture": one.conjecture,
        "notes": [make_note(each, language) for each in branch.annotations] if branch else [],
    }
