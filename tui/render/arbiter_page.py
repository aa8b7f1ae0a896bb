"""A verdict as one page of Markdown for an arbiter.

The page is made of the verdict and of the log; it decides nothing. The text of a rule is English in
every language, as in `spec/<game>/rules.md`.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from senpu.notation.messages import texts
from senpu.replay.core.rules import AnyRules
from senpu.replay.disputes.verdict import Verdict
from senpu.spec.loader import UnknownGameError
from senpu.spec.texts import rule_text
from senpu.tui.render.fault_report import told as render_fault
from senpu.tui.render.text_layout import spoken
from senpu.tui.render.verdict_report import (
    SideNames,
    is_played,
    last_valid_position,
    render_finding,
    render_seal,
    summary,
    weights,
)


def page(
    verdict: Verdict, sides: SideNames, headers: dict[str, str], digest: str, side: str = ""
) -> Iterator[str]:
    """Yield the rows of the page.

    Args:
        verdict: The verdict on the log.
        sides: The names of the sides, with the language and the rules.
        headers: The header of the log.
        digest: The SHA-256 of the bytes of the file.
        side: The side in whose view the position is shown; empty for all.
    """
    say, rules = texts("arbiter", sides.language), sides.rules
    yield f"# {say('title', file=Path(verdict.file).name)}"
    yield ""
    yield from (f"- {key}: {headers[key]}" for key in _shown(headers, rules))
    yield f"- {say('digest', digest=digest)}"
    if verdict.head:
        yield f"- {say('head', n=verdict.lines, head=verdict.head)}"
    for name, key in verdict.keys.items():
        yield f"- {say('key', side=sides.name(name), key=key)}"
    yield ""
    yield say("result", summary=summary(verdict, sides.language))
    for name, findings in weights(verdict).items():
        rows = [render_finding(each, sides) for each in findings] or [say("nothing")]
        yield from _section(say(name), [f"- {row}" for row in rows])
    if verdict.seals:
        seals = [f"- {render_seal(each, sides)}" for each in verdict.seals]
        yield from _section(say("seals"), seals)
    for fault in verdict.faults:
        rows = render_fault(fault, sides.language, "", rules).split("\n")
        yield from _section(say("fault", fault=fault.id), ["```", *rows, "```"])
        if fault.legal:
            yield from ("", say("legal_alternatives", events="`, `".join(fault.legal)))
        yield from _rule(fault.rule, sides)
    if rules is not None and is_played(verdict):
        position = last_valid_position(verdict, side, sides)
        yield from _section(say("position"), ["```", *position, "```"])
    yield from _section(say("check"), say("check_text").split("\n"))


def _shown(headers: dict[str, str], rules: AnyRules | None) -> list[str]:
    sides = [side.id.capitalize() for side in rules.spec.sides] if rules else []
    return [key for key in ("Game", "Event", "Date", *sides, "Data") if key in headers]


def _section(title: str, rows: Iterable[str]) -> Iterator[str]:
    yield from ("", f"## {title}", "")
    yield from rows


def _rule(number: str | None, sides: SideNames) -> Iterator[str]:
    """Yield the text of a printed rule, as restated in `rules.md`."""
    if not number or sides.rules is None:
        return
    try:
        for entry in rule_text(sides.rules.spec, number)[:1]:
            say = texts("arbiter", sides.language)
            title = say("rule", number=entry.number, title=entry.title)
            yield from ("", title, "", spoken(entry.body))
    except UnknownGameError:
        return
