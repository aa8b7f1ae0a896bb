"""The transcript of a recorded game.

It has every event with the next decision, the number of legal events and the digest of the state,
and the map at the end of every turn.
"""

from collections.abc import Iterator
from pathlib import Path

from senpu.logs.record import LIBRARY, open_record
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.render.text_rendering import render_position

GOLDEN = Path(__file__).parent


def golden_file(log: Path) -> Path:
    """Return the path of the transcript of a library log."""
    return GOLDEN / log.relative_to(LIBRARY).with_suffix(".txt")


def transcript(log: Path) -> str:
    return "".join(f"{row}\n" for row in rows(log))


def rows(log: Path) -> Iterator[str]:
    timeline = open_timeline(open_record(log))
    rules = timeline.rules
    narrator = Narrator(rules.spec)
    data = rules.spec.values.digest()
    yield f"{log.relative_to(LIBRARY).as_posix()}: {rules.spec.id}, data {data}"
    last = timeline.extend()
    for number in range(last + 1):
        moment = timeline.get_position(number)
        state = moment.state
        if number:
            entry = timeline.get_event(number)
            letter = rules.letter.get(entry.actor, "") or "-"
            yield f"{number:>4} {letter} {format_event(entry.event)}"
            for effect in moment.effects:
                yield f"       {narrator.describe(effect)}"
        decision = (
            f"{state.decision.side} {state.decision.kind} {state.decision.rule}"
            if state.decision
            else "over"
        )
        count = sum(1 for _ in rules.legal(state))
        digest, key = rules.digest(state), rules.key(state)
        yield f"       ask {decision}; legal {count}; state {digest} key {key}"
        if number == last or timeline.get_position(number + 1).state.turn != state.turn:
            yield from render_position(rules, state, narrator)
