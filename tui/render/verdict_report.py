"""A verdict for people: what is wrong and where, the position there, who has signed how far, and
what all that proves.

Says what the verdict says; draws, and judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from senpu.logs.hands import DEALER
from senpu.logs.machine_lines import SEAL
from senpu.notation.faults import cells
from senpu.notation.messages import SOURCE, program
from senpu.replay.core.rules import AnyRules
from senpu.replay.disputes.verdict import Finding, Sealed, Verdict, is_of_another

if TYPE_CHECKING:
    from senpu.logs.equivocation import Proven
    from senpu.replay.core.timeline import Timeline


WIDTH = 98
NAMED = 8
"""Columns for what is proven, open, or broken."""


class Speaker:
    """The words of verdicts in a language; with the rules of a log in Japanese also the names of
    its sides, which in English are their ids."""

    def __init__(self, language: str = "en", rules: AnyRules | None = None) -> None:
        self.language = language
        self.catalogue = program(language)
        self.rules = rules
        self._names = {}
        if rules is not None and language != SOURCE:
            spec = rules.spec
            self._names = {side.id: spec.name(language, "side", side.id) for side in spec.sides}
        self._names[DEALER] = self.word("dealer")

    def word(self, ident: str, **fields: object) -> str:
        return self.catalogue.say(f"verdict.{ident}", fields)

    def side(self, ident: str) -> str:
        return self._names.get(ident) or ident.capitalize()

    def finding(self, finding: Finding) -> str:
        """What is proven, open or broken, in a sentence."""
        return self.catalogue.say(f"verdict.{finding.id}", finding.facts, self._fact)

    def _fact(self, name: str, fact: Any) -> object:
        if name == "side":
            return self.side(fact)
        if name in ("sides", "other"):
            return self.word("and").join(map(self.side, fact))
        if name == "lines":
            lines = [self.word("in_line", side=self.side(side), line=line) for side, line in fact]
            return self.word("and").join(lines)
        return fact


def told(verdict: Verdict, speaker: Speaker, side: str = "") -> Iterator[str]:
    """A verdict in rows. With the rules of a log that is not good, the position is drawn in which
    it stops being so, as `side` may know it."""
    rules = speaker.rules
    for fault in verdict.faults:
        from senpu.tui.render.fault_report import told as told_fault  # most logs are good

        yield told_fault(fault, speaker.language, verdict.file, rules)
        if fault.legal:
            yield f"  {speaker.word('open_instead', events=', '.join(fault.legal))}"
    if verdict.unreadable:
        return
    if rules is not None and not verdict.good and is_played(verdict):
        yield ""
        yield from position(verdict, rules, side, speaker)
        yield ""
    yield f"{verdict.file}: {summary(verdict, speaker)}"
    if verdict.chain != "unchained" or not verdict.good or is_of_another(verdict):
        from senpu.tui.render.text_layout import wrapped

        for name, findings in weights(verdict).items():
            head = f"  {speaker.word(name)}"
            head += " " * (NAMED + 2 - cells(head))
            for sentence in map(speaker.finding, findings):
                yield from wrapped(sentence, head)
                head = " " * (NAMED + 2)


def summary(verdict: Verdict, speaker: Speaker) -> str:
    """How far a log is good, in a row."""
    say = speaker.word
    turn = say("turn", n=verdict.turn) if verdict.turn else say("set_up")
    if verdict.good:
        return say(
            "good", n=verdict.events, game=verdict.game, turn=turn,
            how=verdict.ending or say("going_on"), chain=say(f"chain_{verdict.chain}"),
            data=say(f"data_{verdict.data}"), judged=judged_by(verdict, speaker),
        )  # fmt: skip
    rest = verdict.events - verdict.good_through
    return say(
        "not_good", n=verdict.good_through, turn=turn, rest=rest,
        line=verdict.good_line, lines=verdict.lines,
    )  # fmt: skip


def judged_by(verdict: Verdict, speaker: Speaker) -> str:
    """By which version of the rules, where the log names an older one than the newest."""
    if verdict.rules_named is None or verdict.rules_named == verdict.rules == verdict.newest:
        return ""
    return speaker.word("judged_by", n=verdict.rules)


def is_played(verdict: Verdict) -> bool:
    """Whether there is a position to draw: some of the game, or what its first event is refused
    in."""
    return verdict.good_through > 0 or any(fault.event for fault in verdict.faults)


def weights(verdict: Verdict) -> dict[str, list[Finding]]:
    """What is proven, open and broken."""
    return {"proven": verdict.proven, "open": verdict.open, "broken": verdict.broken}


def position(verdict: Verdict, rules: AnyRules, side: str, speaker: Speaker) -> list[str]:
    """The last good position of a file."""
    from senpu.logs.record import open_record
    from senpu.replay.disputes.log_timeline import open_timeline

    timeline = open_timeline(open_record(Path(verdict.file)), rules)
    timeline.look_as(side)
    number = min(verdict.good_through, timeline.extend(verdict.good_through))
    return drawn(timeline, number, speaker)


def drawn(timeline: Timeline, number: int, speaker: Speaker) -> list[str]:
    """The position after an event, and which it is."""
    from senpu.replay.core.narration import Narrator
    from senpu.tui.render.text_rendering import position_at

    where = speaker.word("position", n=number) if number else speaker.word("position_start")
    narrator = Narrator(timeline.rules.spec, speaker.language)
    return [where, "", *position_at(timeline, number, narrator)]


def seal(one: Sealed, speaker: Speaker) -> str:
    """A seal in a row."""
    say = speaker.word
    says = one.statement and one.kind == SEAL
    return say(
        one.kind, side=speaker.side(one.side), line=one.line, event=one.event, key=one.key,
        unchecked="" if one.checked else say("seal_unchecked"),
        said=say("seal_says", statement=one.statement) if says else "",
    )  # fmt: skip


def proven(one: Proven, speaker: Speaker) -> str:
    """What a proof proves, in a row."""
    key = one.key
    return speaker.word("proof", side=key.name, key=key.fingerprint, nonce=one.nonce, line=one.line)
