"""`senpu diff`: where two copies of a log part, and who signed what on each side."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from logs.equivocation import written
from logs.keys import INSTALL
from notation.faults import Fault
from replay.comparison import DIFFERENT, FORK, IDENTICAL, PREFIX, Comparison, Found, compare
from replay.verify import rules_for
from tui.commands.arguments import BadLog, add_data, add_json, add_sight, side_of
from tui.verdict_told import drawn, seal


def prepare(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("a", type=Path, metavar="A")
    parser.add_argument("b", type=Path, metavar="B")
    parser.add_argument(
        "--proof", type=Path, metavar="OUT", help="where the proof goes, if a key signed both sides"
    )
    add_sight(parser)
    add_json(parser)
    add_data(parser)
    parser.epilog = "Exit status: 0 if the copies are identical, 1 if they are not."
    return diff


def diff(given: Namespace) -> int:
    """Say how two copies of a log differ. 0 only if they do not."""
    for path in (given.a, given.b):
        if not path.is_file():
            raise BadLog(
                f"{path}: {'a folder; two logs are compared' if path.is_dir() else 'no such file'}"
            )
    found = compare(given.a, given.b, given.data, _side(given))
    if given.json:
        print(msgspec.json.encode(found.comparison).decode())
    else:
        print("\n".join(told(found)))
    if found.proof is not None and given.proof is not None:
        from tui.commands.exporting import write

        write(given.proof, written(found.proof).splitlines())
    elif found.proof is not None and not given.json:
        print(f"\n{written(found.proof)}", end="")
    return 0 if found.comparison.verdict == IDENTICAL else 1


def _side(given: Namespace) -> str:
    from logs.record import open_record

    rules = rules_for(open_record(given.a), given.data)
    return "" if isinstance(rules, Fault) else side_of(given, rules)


def told(found: Found) -> Iterator[str]:
    """A comparison for people."""
    result, names = found.comparison, found.comparison.files
    yield said(result)
    for name, fault in zip(names, result.faults, strict=True):
        if fault:
            ident, _, line = fault.partition(" ")
            yield f"{name} is not good: {ident}, line {line}; senpu verify {name} says more"
    if result.verdict == DIFFERENT:
        return
    for one in result.shared:
        yield f"of what both have: {seal(one)}"
    for at, name in enumerate(names):
        coming, count = result.next[at], result.follow[at]
        what = result.by.removesuffix("s") if count == 1 else result.by
        if coming is not None:
            number = f", event {coming.event}" if coming.event else ""
            yield ""
            yield f"{name} goes on, for {count} {what}, with line {coming.line}{number}:"
            yield f"    {coming.text}"
        for one in result.seals[at]:
            yield f"  {seal(one)}"
        if result.verdict == FORK and not result.seals[at]:
            yield "  nobody has signed that"
    timeline = found.copies[0].timeline
    if result.verdict == FORK and timeline is not None:
        yield ""
        yield from drawn(timeline, min(result.event, timeline.last))
        yield from facts(result)
    if any(not one.checked for seals in result.seals for one in seals):
        yield ""
        yield f"Signatures are not checked here: {INSTALL}; so nothing is proven of who signed both"
    if found.proof is not None:
        yield ""
        yield f"{found.proof.first.key.name.capitalize()} has signed both: the proof stands alone"


def said(result: Comparison) -> str:
    """The verdict on two copies, in a row."""
    one, other = result.files
    if result.verdict == IDENTICAL:
        what = "byte for byte" if result.by == "lines" else "event for event"
        return f"identical: {one} and {other} are the same {what}, through event {result.event}"
    if result.verdict == PREFIX:
        longer = other if result.shorter == one else one
        return f"prefix: {longer} goes on from the end of {result.shorter},{_where(result)}"
    if result.verdict == DIFFERENT:
        return f"different games: {one} and {other}"
    return f"fork: {one} and {other} part{_where(result)}"


def _where(result: Comparison) -> str:
    line = f" line {result.line} and" if result.line is not None else ""
    return f" after{line} event {result.event}"


def facts(result: Comparison) -> Iterator[str]:
    """In what the positions behind the next lines differ."""
    yield ""
    if not result.facts:
        yield "After these two the positions are the same."
        return
    yield "After these two the positions differ:"
    widths = [max(len(row[at]) for row in (*result.facts, ("", "A", "B"))) for at in range(2)]
    yield f"  {'':<{widths[0]}}  {'A':<{widths[1]}}  B"
    for what, one, other in result.facts:
        yield f"  {what:<{widths[0]}}  {one or '-':<{widths[1]}}  {other or '-'}"


PREPARE = {"diff": prepare}
