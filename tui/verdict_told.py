"""A verdict for people: what is wrong and where, the position there, who has signed how far, and
what all that proves. In English, like every fault.

Says what the verdict says; draws, and judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from replay.rules import Rules
from replay.verify import Sealed, Verdict
from replay.weighing import is_of_another

if TYPE_CHECKING:
    from replay.timeline import Timeline

WIDTH = 98


def told(verdict: Verdict, rules: Rules[Any] | None, side: str = "") -> Iterator[str]:
    """A verdict in rows. With the rules of a log that is not good, the position is drawn in which
    it stops being so, as `side` may know it."""
    for fault in verdict.faults:
        yield fault.render(verdict.file)
        if fault.legal:
            yield f"  open instead: {', '.join(fault.legal)}"
    if rules is not None and not verdict.good and is_played(verdict):
        yield ""
        yield from position(verdict, rules, side)
        yield ""
    yield summary(verdict)
    if verdict.chain != "unchained" or not verdict.good or is_of_another(verdict):
        for name, said in weights(verdict):
            for sentence in said:
                yield from wrap(f"  {name:<7} {sentence}", WIDTH, subsequent_indent=" " * 10)
                name = ""


def summary(verdict: Verdict) -> str:
    """How far a log is good, in a row."""
    if verdict.good:
        how = verdict.ending or "going on"
        chain = "chained" if verdict.chain == "good" else verdict.chain
        return (
            f"{verdict.file}: good, {verdict.events} events of {verdict.game}, "
            f"turn {verdict.turn}, {how}; {chain}, data {verdict.data}{judged_by(verdict)}"
        )
    rest = verdict.events - verdict.good_through
    what = "event follows" if rest == 1 else "events follow"
    return (
        f"{verdict.file}: not good; good through event {verdict.good_through} "
        f"(turn {verdict.turn}), {rest} {what}; good through line {verdict.good_line} "
        f"of {verdict.lines}"
    )


def judged_by(verdict: Verdict) -> str:
    """By which version of the rules, where the log names an older one than the newest."""
    if verdict.rules_named is None or verdict.rules_named == verdict.rules == verdict.newest:
        return ""
    return f", judged by version {verdict.rules} of the rules"


def is_played(verdict: Verdict) -> bool:
    """Whether there is a position to draw: some of the game, or what its first event is refused
    in."""
    return verdict.good_through > 0 or any(fault.event for fault in verdict.faults)


def weights(verdict: Verdict) -> list[tuple[str, list[str]]]:
    """What is proven, open and broken."""
    return [("proven", verdict.proven), ("open", verdict.open), ("broken", verdict.broken)]


def position(verdict: Verdict, rules: Rules[Any], side: str = "") -> list[str]:
    """The last good position of a file."""
    from logs.record import open_record
    from replay.timeline import Timeline  # what is good is not drawn

    timeline = Timeline(open_record(Path(verdict.file)), rules)
    timeline.look_as(side)
    return drawn(timeline, min(verdict.good_through, timeline.extend(verdict.good_through)))


def drawn(timeline: Timeline, number: int) -> list[str]:
    """The position after an event, and which it is."""
    from replay.narration import Narrator
    from tui.printed import position_at

    where = f"The position after event {number}:" if number else "The position at the start:"
    return [where, "", *position_at(timeline, number, Narrator(timeline.rules.spec, "en"))]


def seal(one: Sealed) -> str:
    """A seal in a row."""
    what = "names a key below" if one.kind == "key" else "signs lines 1 to"
    said = f", and says: {one.statement}" if one.statement and one.kind != "key" else ""
    checked = "" if one.checked else ", not checked here"
    return (
        f"{one.side.capitalize()} {what} {one.line} (event {one.event}), {one.key}{checked}{said}"
    )
