"""The comparison of two copies of a log as text.

It shows the first difference, the signatures, and the differences of the positions. Reports the
comparison; decides nothing.
"""

from collections.abc import Iterator
from pathlib import Path

from senpu.notation.faults import STANDARD_INPUT, text_width
from senpu.notation.messages import program_catalogue, topic_renderer
from senpu.replay.core.views import hide_header_fault
from senpu.replay.disputes.comparison import (
    CONTROL,
    DIFFERENT,
    FAULT,
    FORK,
    IDENTICAL,
    OFF_MAP,
    PREFIX,
    REDUCED,
    STRIPPED,
    Comparison,
    ComparisonResult,
)
from senpu.tui.render.verdict_report import SideNames, render_position_after, render_seal


def render_comparison(
    found: ComparisonResult, sides: SideNames, proof_file: Path | None = None
) -> Iterator[str]:
    """Yield the rows of a comparison.

    Args:
        found: The comparison.
        sides: The names of the sides.
        proof_file: The file for a proof of equivocation; None: the proof follows the rows.
    """
    result, message = found.comparison, topic_renderer("comparison", sides.language)
    yield render_summary(result, sides.language)
    for name, copy in zip(result.files, found.copies, strict=True):
        for fault in copy.verdict.faults[:1]:
            if name == STANDARD_INPUT:  # another command cannot read it again
                timeline = copy.timeline
                hide = timeline.view.filter_fault if timeline else hide_header_fault
                yield hide(fault).render(name, sides.language)
            else:
                yield message("invalid", name=name, fault=fault.id, line=fault.line)
    if result.without_chain is not None:
        lacking, chained = result.without_chain, 1 - result.without_chain
        seals = message("seals", n=len(found.copies[chained].verdict.seals))
        yield message(
            "without_chain", name=result.files[lacking], other=result.files[chained], seals=seals
        )
    if result.verdict != DIFFERENT:
        yield from _render_differences(found, sides)
    if found.proofs:
        names = sides.all(dict.fromkeys(result.equivocation))
        yield ""
        if proof_file:
            yield message("proof_file", sides=names, n=len(found.proofs), file=proof_file)
        else:
            yield message("proof", sides=names, n=len(found.proofs))


def _render_differences(found: ComparisonResult, sides: SideNames) -> Iterator[str]:
    """Yield the signatures, the next lines and the differences of the positions."""
    result, message = found.comparison, topic_renderer("comparison", sides.language)
    for one in result.shared:
        yield message("shared", seal=render_seal(one, sides))
    for at in range(len(result.files)):
        yield from _render_copy(result, at, sides)
    timeline = found.copies[0].timeline
    if result.verdict == FORK and timeline is not None:
        yield ""
        yield from render_position_after(timeline, min(result.event, timeline.last), sides.language)
        yield from render_facts(result, sides)
    if any(not one.checked for seals in result.seals for one in seals):
        yield ""
        yield message("unchecked")


def _render_copy(result: Comparison, at: int, sides: SideNames) -> Iterator[str]:
    """Yield how a copy continues after the common part, and the signatures on that."""
    message, coming = topic_renderer("comparison", sides.language), result.next[at]
    if coming is not None:
        where = message("line", line=coming.line)
        if coming.event:
            where = message("line_event", line=coming.line, event=coming.event)
        count = message(result.by, n=result.following[at])
        ident = "invalid_from" if result.is_invalid_at(at) else "continues"
        yield ""
        yield message(ident, name=result.files[at], where=where, count=count)
        if coming.text:  # empty for an invalid line, which might reveal a hand
            yield f"    {coming.text}"
    for seal in result.seals[at]:
        yield f"  {render_seal(seal, sides)}"
    if result.verdict == FORK and not result.seals[at] and not result.equivocation:
        yield f"  {message('unsigned')}"


def render_summary(result: Comparison, language: str) -> str:
    """Return the result in one row."""
    message = topic_renderer("comparison", language)
    one, other = result.files
    where = message("after_event", event=result.event)
    if result.line is not None:
        where = message("after_line", line=result.line, event=result.event)
    if result.verdict == IDENTICAL:
        return message(f"identical_{result.by}", one=one, other=other, event=result.event)
    if result.verdict == STRIPPED:
        return message("stripped", one=one, other=other, event=result.event)
    if result.verdict == PREFIX:
        longer = other if result.shorter == one else one
        return message("prefix", longer=longer, shorter=result.shorter, where=where)
    if result.verdict == FAULT:
        invalid = [
            message("invalid_line", name=name, line=coming.line)
            for at, (name, coming) in enumerate(zip(result.files, result.next, strict=True))
            if coming is not None and result.is_invalid_at(at)
        ]
        listed = program_catalogue(language).join_values(invalid)
        return message("fault", one=one, other=other, event=result.event, invalid=listed)
    if result.verdict == DIFFERENT:
        return message("different", one=one, other=other)
    return message("fork", one=one, other=other, where=where)


def render_facts(result: Comparison, sides: SideNames) -> Iterator[str]:
    """Yield the differences of the positions after the next lines, as a table."""
    language = sides.language
    message = topic_renderer("comparison", language)
    yield ""
    if not result.has_positions:
        yield message("no_position")
        return
    if not result.facts:
        yield message("same")
        return
    yield message("differ")
    rows = [("", "A", "B")]
    rows += [
        (_render_fact(what, language), _render_value(one, sides), _render_value(other, sides))
        for what, one, other in result.facts
    ]
    widths = [max(text_width(row[at]) for row in rows) for at in range(2)]
    for *columns, last in rows:
        padded = (
            text + " " * (width - text_width(text))
            for text, width in zip(columns, widths, strict=True)
        )
        yield f"  {'  '.join(padded)}  {last}"


def _render_fact(what: str, language: str) -> str:
    """Return the name of a fact that every game has; units and places are named by their ids."""
    if what.startswith(CONTROL):
        return topic_renderer("comparison", language)(
            "fact_control", place=what.removeprefix(CONTROL)
        )
    ident = f"comparison.fact_{what}"
    return program_catalogue(language).render(ident, {}) if program_catalogue().has(ident) else what


def _render_value(text: str, sides: SideNames) -> str:
    """Return the value of a fact, with its words in the language."""
    message = topic_renderer("comparison", sides.language)
    words = {REDUCED: message("value_reduced"), OFF_MAP: message("value_off_map")}
    if sides.rules is not None:
        words |= {side.id: sides.name(side.id) for side in sides.rules.spec.sides}
    return " ".join(words.get(word, word) for word in text.split(" ")) or "-"
