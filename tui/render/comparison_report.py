"""Two copies of a log compared, for people: where they part, who has signed what, in what the
positions differ. Says what the comparison says; judges nothing.
"""

from collections.abc import Iterator

from senpu.logs.keys import INSTALL
from senpu.notation.faults import cells
from senpu.notation.messages import program
from senpu.replay.disputes.comparison import (
    DIFFERENT,
    FAULT,
    FORK,
    IDENTICAL,
    PREFIX,
    Comparison,
    Found,
)
from senpu.tui.render.verdict_report import Speaker, drawn, seal


def told(found: Found, speaker: Speaker) -> Iterator[str]:
    """A comparison in rows."""
    result, names = found.comparison, found.comparison.files

    def say(ident: str, **fields: object) -> str:
        return word(speaker, ident, **fields)

    yield said(result, speaker)
    for name, fault in zip(names, result.faults, strict=True):
        if fault:
            ident, _, line = fault.partition(" ")
            yield say("not_good", name=name, fault=ident, line=line)
    if result.verdict == DIFFERENT:
        return
    for one in result.shared:
        yield say("shared", seal=seal(one, speaker))
    for at, name in enumerate(names):
        coming = result.next[at]
        if coming is not None:
            where = say(
                "line_event" if coming.event else "line", line=coming.line, event=coming.event
            )
            rest = result.follow[at]
            count = say(result.by, n=rest)
            yield ""
            yield say(
                "at_fault" if result.at_fault(at) else "goes_on",
                name=name,
                where=where,
                count=count,
            )
            if coming.text:  # of a line at fault none, where that might tell of a hand
                yield f"    {coming.text}"
        for one in result.seals[at]:
            yield f"  {seal(one, speaker)}"
        if result.verdict == FORK and not result.seals[at]:
            yield f"  {say('unsigned')}"
    timeline = found.copies[0].timeline
    if result.verdict == FORK and timeline is not None:
        yield ""
        yield from drawn(timeline, min(result.event, timeline.last), speaker)
        yield from facts(result, speaker)
    if any(not one.checked for seals in result.seals for one in seals):
        yield ""
        yield say("unchecked", install=INSTALL)
    if found.proof is not None:
        yield ""
        yield say("proof", side=speaker.side(found.proof.first.key.name))


def word(speaker: Speaker, ident: str, **fields: object) -> str:
    return program(speaker.language).say(f"comparison.{ident}", fields)


def said(result: Comparison, speaker: Speaker) -> str:
    """The verdict on two copies, in a row."""
    one, other = result.files
    both = {"one": one, "other": other, "event": result.event}
    after = "after_event" if result.line is None else "after_line"
    where = word(speaker, after, line=result.line, event=result.event)
    if result.verdict == IDENTICAL:
        return word(speaker, f"identical_{result.by}", **both)
    if result.verdict == PREFIX:
        longer = other if result.shorter == one else one
        return word(speaker, "prefix", longer=longer, shorter=result.shorter, where=where)
    if result.verdict == FAULT:
        bad = [
            word(speaker, "faulty", name=name, line=coming.line)
            for at, (name, coming) in enumerate(zip(result.files, result.next, strict=True))
            if coming is not None and result.at_fault(at)
        ]
        return word(speaker, "fault", bad=word(speaker, "and").join(bad), **both)
    if result.verdict == DIFFERENT:
        return word(speaker, "different", **both)
    return word(speaker, "fork", where=where, **both)


def facts(result: Comparison, speaker: Speaker) -> Iterator[str]:
    """In what the positions behind the next lines differ."""
    yield ""
    if not result.judged:
        yield word(speaker, "no_position")
        return
    if not result.facts:
        yield word(speaker, "same")
        return
    yield word(speaker, "differ")
    rows = [("", "A", "B")]
    rows += [(_named(what, speaker), one or "-", other or "-") for what, one, other in result.facts]
    widths = [max(cells(row[at]) for row in rows) for at in range(2)]
    for *columns, last in rows:
        padded = (
            text + " " * (width - cells(text)) for text, width in zip(columns, widths, strict=True)
        )
        yield f"  {'  '.join(padded)}  {last}"


def _named(what: str, speaker: Speaker) -> str:
    """What differs, where it is the same thing in every game; units and places have their ids."""
    ident = f"fact_{what.replace(' ', '_')}"
    return word(speaker, ident) if program().has(f"comparison.{ident}") else what
