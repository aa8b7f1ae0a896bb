"""The verdict on a log as text.

The faults, the last valid position, the signatures, and the findings.
Reports the verdict; decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from senpu.logs.inputs import Source
from senpu.logs.machine_lines import DEALER, SEAL
from senpu.notation.faults import text_width
from senpu.notation.layout import add_style, style_start
from senpu.notation.messages import SOURCE, program_catalogue, topic_renderer
from senpu.notation.printable import make_printable
from senpu.replay.core.position_changes import LogGap
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.side_names import name_ending
from senpu.replay.disputes.verdict import (
    Finding,
    LogVerdict,
    SealReport,
    has_other_version,
)
from senpu.tui.render.text_layout import add_label, wrap_rows

if TYPE_CHECKING:
    from senpu.logs.proofs import Equivocation
    from senpu.replay.core.timeline import Timeline
    from senpu.replay.disputes.accountability import EventAccount


GROUPS = ("proven", "open", "broken", "warnings")
"""The groups of findings; their labels have one width."""


class Conjecture(NamedTuple):
    """A note that says what may have happened in a gap; it proves nothing."""

    note: str
    """The id of the note."""
    text: str
    """The events."""


GapConjectures = Mapping[int, Sequence[Conjecture]]
"""The conjectures about each gap, by its number."""


class SideNames:
    """The names of sides in a report.

    Args:
        language: The language of the report.
        rules: The rules of the log; without them, and in English, the name of a side is its id.
    """

    def __init__(self, language: str = "en", rules: AnyRules | None = None) -> None:
        self.language = language
        self.rules = rules
        self._names = {}
        if rules is not None and language != SOURCE:
            spec = rules.spec
            self._names = {side.id: spec.name(language, "side", side.id) for side in spec.sides}

    def name(self, side: str) -> str:
        """Return the name of a side or of the dealer."""
        if side == DEALER:
            return topic_renderer("findings", self.language)("dealer")
        return self._names.get(side) or side.capitalize()

    def all(self, sides: Iterable[str]) -> str:
        """Return several names: `Japan and China`."""
        return program_catalogue(self.language).join_values([*map(self.name, sides)], "and")

    def ending(self, ending: str, form: str = "full") -> str:
        """Return how a game ended, by the id of the ending; see `name_ending`."""
        folder = self.rules.spec.folder if self.rules is not None else ""
        return name_ending(folder, ending, form).text(self.language)


def render_verdict(
    verdict: LogVerdict,
    log: Source,
    sides: SideNames,
    side: str = "",
    conjectures: GapConjectures | None = None,
    is_brief: bool = False,
) -> Iterator[str]:
    """Yield the rows of a verdict.

    Of a valid log without a chain, the summary contains what is proven.

    Args:
        verdict: The verdict.
        log: The log.
        sides: The names of the sides.
        side: The side in whose view the last valid position of an invalid log is drawn.
        conjectures: The conjectures about the gaps.
        is_brief: Whether a valid log without a chain has only the summary, which says that too.

    Yields:
        The rows.
    """
    rules, language = sides.rules, sides.language
    for fault in verdict.faults:
        yield fault.render(verdict.file, language)
        if fault.legal:
            alternatives = program_catalogue(language).join_values(fault.legal)
            render = topic_renderer("findings", language)
            yield f"  {render('legal_alternatives', events=alternatives)}"
    if rules is not None and not verdict.valid and is_played(verdict):
        yield ""
        yield from render_last_valid_position(verdict, log, side, sides)
        yield ""
    summary = style_start(render_summary(verdict, sides), "valid" if verdict.valid else "invalid")
    yield add_label(language, make_printable(verdict.file), summary)
    is_plain = verdict.chain == "unchained" and verdict.valid and not verdict.warnings
    is_stated = verdict.start in ("stated", "view") or bool(verdict.gaps)
    if not is_plain or has_other_version(verdict) or is_stated:
        yield from _findings(group_findings(verdict), sides)
    elif not is_brief:
        yield from _findings({"open": verdict.open}, sides)
    for gap in verdict.gaps:
        yield from render_gap(gap, sides, (conjectures or {}).get(gap.number, ()))


def render_gap(
    gap: LogGap, sides: SideNames, conjectures: Sequence[Conjecture] = ()
) -> Iterator[str]:
    """Yield the rows about a gap: what it must contain, and the conjectures about it."""
    message = topic_renderer("findings", sides.language)
    yield f"  {message('gap_contains', number=gap.number, event=gap.event)}"
    for sentence in list_gap_messages(gap, sides):
        yield from wrap_rows(sentence, "    - ")
    for each in conjectures:
        row = message("gap_conjecture", note=each.note[:6], text=make_printable(each.text))
        yield from wrap_rows(row, "    ")


def list_gap_messages(gap: LogGap, sides: SideNames) -> list[str]:
    """Return what a gap must contain, as sentences."""
    from senpu.replay.core.narration import Narrator

    assert sides.rules is not None
    narrator = Narrator(sides.rules.spec, sides.language)
    return [*map(narrator.describe, gap.changes)]


def _findings(groups: Mapping[str, Sequence[Finding]], sides: SideNames) -> Iterator[str]:
    """Yield what is proven, open and broken, and the warnings, each under its label."""
    message = topic_renderer("findings", sides.language)
    widest = max(map(text_width, map(message, GROUPS)))
    for name, findings in groups.items():
        label = message(name)
        head = f"  {add_style(label, 'heading')}{' ' * (widest + 1 - text_width(label))}"
        for finding in findings:
            yield from wrap_rows(render_finding(finding, sides), head)
            head = " " * (widest + 3)


def render_finding(finding: Finding, sides: SideNames) -> str:
    """Return the sentence of a finding."""
    catalogue = program_catalogue(sides.language)

    def value(name: str, fact: Any) -> Any:
        if name == "side":
            return sides.name(fact)
        if name in ("sides", "other", "consent"):
            return sides.all(fact)
        if name == "ending":
            return sides.ending(fact)
        if name == "lines":
            message = topic_renderer("findings", sides.language)
            lines = [message("in_line", side=sides.name(side), line=line) for side, line in fact]
            return catalogue.join_values(lines, "and")
        return fact

    return catalogue.render(f"findings.{finding.id}", finding.facts, value)


def render_summary(verdict: LogVerdict, sides: SideNames) -> str:
    """Return one row: valid or invalid, the last valid event, chain and data."""
    message = topic_renderer("verdict", sides.language)
    turn = message("turn", n=verdict.turn) if verdict.turn else message("set_up")
    data = message(f"data_{verdict.data}")
    if verdict.data_set:
        data = message("data_named", data=data, name=verdict.data_set)
    if verdict.valid:
        how = sides.ending(verdict.ending) if verdict.ending else message("in_progress")
        return message(
            "valid", n=verdict.events, game=verdict.game, turn=turn,
            how=how, chain=message(f"chain_{verdict.chain}"), data=data,
            rules=message("rules_version", n=verdict.rules) if has_old_rules(verdict) else "",
            gaps=message("gaps", n=len(verdict.gaps)) if verdict.gaps else "",
        )  # fmt: skip
    lines = max(
        verdict.lines, *(fault.line for fault in verdict.faults), 0
    )  # a last one without LF
    return message(
        "invalid", n=verdict.valid_through, turn=turn, rest=verdict.events - verdict.valid_through,
        line=verdict.valid_line, lines=lines,
    )  # fmt: skip


def has_old_rules(verdict: LogVerdict) -> bool:
    """Return whether the log names other rules than the newest, or than the rules used."""
    named = verdict.rules_named
    return named is not None and not named == verdict.rules == verdict.newest


def is_played(verdict: LogVerdict) -> bool:
    """Return whether there is a position to draw."""
    return verdict.valid_through > 0 or any(fault.event for fault in verdict.faults)


def group_findings(verdict: LogVerdict) -> dict[str, list[Finding]]:
    """Return what is proven, open and broken, and the warnings of the memory."""
    return {
        "proven": verdict.proven, "open": verdict.open, "broken": verdict.broken,
        "warnings": verdict.warnings,
    }  # fmt: skip


def render_last_valid_position(
    verdict: LogVerdict, log: Source, side: str, sides: SideNames
) -> list[str]:
    """Return the rows of the last valid position of a file, in the view of a side."""
    from senpu.logs.record import open_record
    from senpu.replay.disputes.log_timeline import open_timeline

    assert sides.rules is not None
    timeline = open_timeline(open_record(log), sides.rules)
    timeline.open_view(side)
    number = min(verdict.valid_through, timeline.extend(verdict.valid_through))
    return render_position_after(timeline, number, sides.language)


def render_position_after(timeline: Timeline, number: int, language: str) -> list[str]:
    """Return the rows of the position after an event, under a title."""
    from senpu.replay.core.narration import Narrator
    from senpu.tui.render.text_rendering import render_position_at

    message = topic_renderer("findings", language)
    title = message("position", n=number) if number else message("position_start")
    narrator = Narrator(timeline.rules.spec, language)
    return [title, "", *render_position_at(timeline, number, narrator)]


def render_unaccounted(verdict: LogVerdict, sides: SideNames) -> Iterator[str]:
    """Yield a row for each event that `--strict` rejects."""
    from senpu.replay.disputes.accountability import list_unaccounted  # few logs are signed

    message = topic_renderer("verdict.strict", sides.language)
    for each in list_unaccounted(verdict.accountability):
        text = message("line", line=each.line, what=_account(each, sides))
        yield add_label(sides.language, verdict.file, text)


def render_account(verdict: LogVerdict, sides: SideNames) -> Iterator[str]:
    """Yield a row for each event of a log: its actor, its signature, and its undo."""
    message = topic_renderer("verdict.strict", sides.language)
    for each in verdict.accountability:
        yield message("line", line=each.line, what=describe_account(each, sides))


def describe_account(each: EventAccount, sides: SideNames) -> str:
    """Return the account of an event: its actor, its signature, and its undo."""
    row = _account(each, sides)
    if not each.undone_by:
        return row
    message = topic_renderer("verdict.strict", sides.language)
    row = message("undone", what=row, by=each.undone_by)
    if not each.undone_signers:
        return row
    signers, consent = sides.all(each.undone_signers), sides.all(each.consent)
    return message("undone_signed", what=row, sides=signers, consent=consent)


def _account(each: EventAccount, sides: SideNames) -> str:
    message = topic_renderer("verdict.strict", sides.language)
    if each.source:
        return message(f"roll_{each.source}", event=each.event)
    if not each.actor:
        return message("all_signed" if each.signed else "all_unsigned", event=each.event)
    key = "signed" if each.signed else "unsigned"
    return message(key, event=each.event, side=sides.name(each.actor))


def render_seal(seal: SealReport, sides: SideNames) -> str:
    """Return one row about a seal, or about a line that introduces a key."""
    message = topic_renderer("findings.seal", sides.language)
    base, facts = "signed", {"key": seal.key}
    if seal.kind != SEAL:
        from senpu.logs.keys import parse_verifier_key  # most logs have no key

        new = parse_verifier_key(seal.statement).fingerprint
        base, facts = "key", {"key": new}
        if new != seal.key:
            base, facts = "key_replaced", {"key": new, "old": seal.key}
    row = message(
        base if seal.checked else f"{base}_unchecked", side=sides.name(seal.side), line=seal.line,
        event=seal.event, **facts,
    )  # fmt: skip
    if seal.statement and seal.kind == SEAL:
        return message("statement", seal=row, statement=seal.statement)
    return row


def render_proof(proven: Equivocation, language: str) -> str:
    """Return what a proof of two signed branches proves, in one row."""
    key = proven.key
    return topic_renderer("findings.proof", language)(
        "replaced" if proven.is_replaced else "valid",
        side=SideNames(language).name(key.name),
        key=key.fingerprint,
        nonce=proven.nonce,
        line=proven.line,
    )
