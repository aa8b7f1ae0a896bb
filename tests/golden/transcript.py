"""A recorded game as a transcript: every event with what it asks next, how many events are then
legal, and the digest of the state; the map at the end of every turn."""

from collections.abc import Iterator
from pathlib import Path

from logs.record import LIBRARY, open_record
from notation.writer import format_event
from replay.narration import Narrator
from replay.timeline import Timeline
from tui.printed import position

GOLDEN = Path(__file__).parent


def golden_file(log: Path) -> Path:
    """Where the transcript of a library log stands."""
    return GOLDEN / log.relative_to(LIBRARY).with_suffix(".txt")


def transcript(log: Path) -> str:
    return "".join(f"{row}\n" for row in rows(log))


def rows(log: Path) -> Iterator[str]:
    timeline = Timeline(open_record(log))
    rules = timeline.rules
    say = Narrator(rules.spec)
    data = rules.spec.values.digest()
    yield f"{log.relative_to(LIBRARY).as_posix()}: {rules.spec.id}, data {data}"
    last = timeline.extend()
    for number in range(last + 1):
        moment = timeline.at(number)
        state = moment.state
        if number:
            entry = timeline.entry(number)
            letter = rules.letter.get(entry.actor, "") or "-"
            yield f"{number:>4} {letter} {format_event(entry.event)}"
            for happening in moment.told:
                yield f"       {say.tell(happening)}"
        ask = f"{state.ask.of} {state.ask.kind} {state.ask.rule}" if state.ask else "over"
        count = sum(1 for _ in rules.legal(state))
        yield f"       ask {ask}; legal {count}; state {rules.digest(state)} key {rules.key(state)}"
        if number == last or timeline.turn_of(number + 1) != state.turn:
            yield from position(rules, state, say)
