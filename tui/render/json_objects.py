"""Positions, decisions, odds and whole games as the objects of `--json`.

`spec/json.md` describes them. Everything is in the view of the timeline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import State
from senpu.replay.core.timeline import Timeline

if TYPE_CHECKING:
    from senpu.replay.annotation.annotations import Annotations
    from senpu.replay.annotation.branches import Annotation


def position(timeline: Timeline, number: int) -> dict[str, Any]:
    """The position after an event."""
    rules, moment = timeline.rules, timeline.get_position(number)
    state = moment.state
    board = rules.board(state)
    return {
        "game": rules.spec.id,
        "event": number,
        "text": format_event(timeline.get_event(number).event) if number else None,
        "turn": state.turn,
        "ask": asked(state),
        "ending": state.outcome.ending if state.outcome else None,
        "pieces": board.pieces,
        "notes": board.notes,
        "tallies": board.tallies,
        "control": board.control,
        "zones": board.zones,
        "happened": moment.effects,
        "digest": rules.digest(state),
        "key": rules.key(state),
        "state": state,
        "seen_by": timeline.view.side or None,
    }


def asked(state: State) -> dict[str, Any]:
    decision = state.decision
    if decision is None:
        return {"of": None, "kind": None, "rule": None}
    return {
        "of": decision.side,
        "kind": decision.kind,
        "rule": decision.rule,
        "units": decision.units,
        "dice": decision.dice,
    }


def chances(odds: Odds | None) -> dict[str, Any] | None:
    """What may come of an event, where that can be reckoned."""
    if odds is None:
        return None
    return {
        "success": odds.success,
        "need": odds.need,
        "results": dict(odds.results),
        "column": odds.column,
        "standing": odds.provenance,
        "failures": odds.failures,
        "answered": dict(odds.defensive_fire),
        "assumes": odds.assumptions,
        "cases": [
            {
                "what": case.label, "cards": case.cards,
                "success": case.success, "results": dict(case.results),
            }
            for case in odds.cases
        ],
    }  # fmt: skip


def game(timeline: Timeline, say: Narrator, notes: Annotations | None = None) -> dict[str, Any]:
    """A whole log: its header, each event with its sentences and notes, and the last position."""
    last = timeline.extend()
    return {
        "header": timeline.headers,
        "remarks": timeline.comments.get(0, []),
        "events": [event(timeline, say, number, notes) for number in range(1, last + 1)],
        "position": position(timeline, last),
        "notes": notes_at(notes, 0),
    }


def event(
    timeline: Timeline, say: Narrator, number: int, notes: Annotations | None = None
) -> dict[str, Any]:
    """An event of a log, and what is said of it."""
    entry = timeline.get_event(number)
    return {
        "number": number,
        "turn": entry.turn,
        "actor": entry.actor or None,
        "text": format_event(entry.event),
        "sentences": [say.describe(each) for each in timeline.get_position(number).effects],
        "remarks": timeline.comments.get(number, []),
        "glyphs": timeline.glyphs.get(number, []),
        "undone": entry.undone,
        "notes": notes_at(notes, number),
    }


def notes_at(notes: Annotations | None, number: int) -> list[dict[str, Any]]:
    """The notes on an event, and the what-if lines that begin after it."""
    return [*map(note, notes.on(number))] if notes else []


def note(annotation: Annotation) -> dict[str, Any]:
    """A note, with those inside it if it is a what-if line."""
    ident, one, branch = annotation
    return {
        "id": ident,
        "event": one.event,
        "kind": one.kind or None,
        "text": branch.text if branch else one.text,
        "source": one.source or None,
        "author": one.author or None,
        "time": one.time or None,
        "notes": [*map(note, branch.annotations)] if branch else [],
    }
