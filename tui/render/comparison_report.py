"""The comparison of two copies of a log as text.

It shows the first difference, the signatures, and the differences of the positions. Reports the
comparison; decides nothing.
"""

from collections.abc import Iterator

from senpu.notation.faults import cells
from senpu.notation.messages import program, texts
from senpu.replay.disputes.comparison import (
    CONTROL,
    DIFFERENT,
    FAULT,
    FORK,
    IDENTICAL,
    OFF_MAP,
    PREFIX,
    REDUCED,
    Comparison,
    ComparisonResult,
)
from senpu.tui.render.verdict_report import SideNames, position_after, render_seal


def render_comparison(found: ComparisonResult, sides: SideNames) -> Iterator[str]:
    """Yield the rows of a comparison."""
    result, say = found.comparison, texts("comparison", sides.language)
    yield summary(result, sides.language)
    for name, fault in zip(result.files, result.faults, strict=True):
        if fault:
            ident, _, line = fault.partition(" ")
            yield say("invalid", name=name, fault=ident, line=line)
    if result.verdict == DIFFERENT:
        return
    for one in result.shared:
        yield say("shared", seal=render_seal(one, sides))
    for at in range(len(result.files)):
        yield from _copy(result, at, sides)
    timeline = found.copies[0].timeline
    if result.verdict == FORK and timeline is not None:
        yield ""
        yield from position_after(timeline, min(result.event, timeline.last), sides.language)
        yield from facts(result, sides.language)
    if any(not one.checked for seals in result.seals for one in seals):
        yield ""
        yield say("unchecked")
    if found.proof is not None:
        yield ""
        yield say("proof", side=sides.name(found.proof.first.key.name))


def _copy(result: Comparison, at: int, sides: SideNames) -> Iterator[str]:
    """Yield how one copy continues after the common part, and who signed that."""
    say, coming = texts("comparison", sides.language), result.next[at]
    if coming is not None:
        where = say("line", line=coming.line)
        if coming.event:
            where = say("line_event", line=coming.line, event=coming.event)
        count = say(result.by, n=result.following[at])
        ident = "invalid_from" if result.is_invalid_at(at) else "continues"
        yield ""
        yield say(ident, name=result.files[at], where=where, count=count)
        if coming.text:  # empty for an invalid line, which might reveal a hand
            yield f"    {coming.text}"
    for seal in result.seals[at]:
        yield f"  {render_seal(seal, sides)}"
    if result.verdict == FORK and not result.seals[at]:
        yield f"  {say('unsigned')}"


def summary(result: Comparison, language: str) -> str:
    """Return the result in one row."""
    say = texts("comparison", language)
    one, other = result.files
    where = say("after_event", event=result.event)
    if result.line is not None:
        where = say("after_line", line=result.line, event=result.event)
    if result.verdict == IDENTICAL:
        return say(f"identical_{result.by}", one=one, other=other, event=result.event)
    if result.verdict == PREFIX:
        longer = other if result.shorter == one else one
        return say("prefix", longer=longer, shorter=result.shorter, where=where)
    if result.verdict == FAULT:
        invalid = [
            say("invalid_line", name=name, line=coming.line)
            for at, (name, coming) in enumerate(zip(result.files, result.next, strict=True))
            if coming is not None and result.is_invalid_at(at)
        ]
        listed = program(language).listed(invalid)
        return say("fault", one=one, other=other, event=result.event, invalid=listed)
    if result.verdict == DIFFERENT:
        return say("different", one=one, other=other)
    return say("fork", one=one, other=other, where=where)


def facts(result: Comparison, language: str) -> Iterator[str]:
    """Yield the differences of the positions after the next lines, as a table."""
    say = texts("comparison", language)
    yield ""
    if not result.has_positions:
        yield say("no_position")
        return
    if not result.facts:
        yield say("same")
        return
    yield say("differ")
    rows = [("", "A", "B")]
    rows += [
        (_fact(what, language), _value(one, language), _value(other, language))
        for what, one, other in result.facts
    ]
    widths = [max(cells(row[at]) for row in rows) for at in range(2)]
    for *columns, last in rows:
        padded = (
            text + " " * (width - cells(text)) for text, width in zip(columns, widths, strict=True)
        )
        yield f"  {'  '.join(padded)}  {last}"


def _fact(what: str, language: str) -> str:
    """Return the name of a fact that every game has; units and places are named by their ids."""
    if what.startswith(CONTROL):
        return texts("comparison", language)("fact_control", place=what.removeprefix(CONTROL))
    ident = f"comparison.fact_{what}"
    return program(language).say(ident, {}) if program().has(ident) else what


def _value(text: str, language: str) -> str:
    """Return the value of a fact, with its words in the language."""
    say = texts("comparison", language)
    words = {REDUCED: say("value_reduced"), OFF_MAP: say("value_off_map")}
    return " ".join(words.get(word, word) for word in text.split(" ")) or "-"
