"""A verdict as one page of Markdown for an arbiter.

The page is made of the verdict and of the log; it decides nothing.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from senpu.logs.inputs import Source
from senpu.notation.messages import topic_renderer
from senpu.replay.core.rules import AnyRules
from senpu.replay.disputes.verdict import LogVerdict
from senpu.spec.loader import UnknownGameError
from senpu.spec.texts import find_rule_text
from senpu.tui.render.headers import list_header_rows
from senpu.tui.render.text_layout import add_label, strip_code_paragraph
from senpu.tui.render.verdict_report import (
    SideNames,
    group_findings,
    is_played,
    list_gap_messages,
    render_account,
    render_finding,
    render_last_valid_position,
    render_seal,
    render_summary,
)


def render_page(
    verdict: LogVerdict,
    log: Source,
    sides: SideNames,
    headers: dict[str, str],
    digest: str,
    side: str = "",
) -> Iterator[str]:
    """Yield the rows of the page.

    Args:
        verdict: The verdict on the log.
        log: The log.
        sides: The names of the sides, with the language and the rules.
        headers: The header of the log.
        digest: The SHA-256 of the bytes of the file; empty if the side may not read all of it.
        side: The side in whose view the position is shown; empty for all.
    """
    message, rules = topic_renderer("arbiter", sides.language), sides.rules
    yield f"# {message('title', file=Path(verdict.file).name)}"
    yield ""
    keys, spec = _list_headers(headers, rules), rules.spec if rules is not None else None
    for name, value in list_header_rows(headers, spec, sides.language, keys):
        yield f"- {add_label(sides.language, name, value)}"
    yield f"- {message('digest', digest=digest) if digest else message('digest_withheld')}"
    if verdict.head:
        yield f"- {message('head', n=verdict.lines, head=verdict.head)}"
    for name, key in verdict.keys.items():
        yield f"- {message('key', side=sides.name(name), key=key)}"
    yield ""
    yield message("result", summary=render_summary(verdict, sides))
    for name, findings in group_findings(verdict).items():
        rows = [render_finding(each, sides) for each in findings] or [message("nothing")]
        yield from _render_section(message(name), [f"- {row}" for row in rows])
        for gap in verdict.gaps if name == "open" else ():
            title = topic_renderer("findings", sides.language)(
                "gap_contains", number=gap.number, event=gap.event
            )
            yield from ("", title, "", *(f"- {row}" for row in list_gap_messages(gap, sides)))
    if verdict.seals:
        seals = [f"- {render_seal(each, sides)}" for each in verdict.seals]
        yield from _render_section(message("seals"), seals)
    if verdict.keys:
        events = [f"- {row}" for row in render_account(verdict, sides)]
        yield from _render_section(message("events"), events)
    for fault in verdict.faults:
        rows = fault.render(language=sides.language).split("\n")
        yield from _render_section(message("fault", fault=fault.id), ["```", *rows, "```"])
        if fault.legal:
            yield from ("", message("legal_alternatives", events="`, `".join(fault.legal)))
        yield from _render_rule(fault.rule, sides)
    if rules is not None and is_played(verdict):
        position = render_last_valid_position(verdict, log, side, sides)
        yield from _render_section(message("position"), ["```", *position, "```"])
    yield from _render_section(message("check"), message("check_text").split("\n"))


def _list_headers(headers: dict[str, str], rules: AnyRules | None) -> list[str]:
    sides = [side.id.capitalize() for side in rules.spec.sides] if rules else []
    return [key for key in ("Game", "Event", "Date", *sides, "Data") if key in headers]


def _render_section(title: str, rows: Iterable[str]) -> Iterator[str]:
    yield from ("", f"## {title}", "")
    yield from rows


def _render_rule(number: str | None, sides: SideNames) -> Iterator[str]:
    """Yield the text of a printed rule, as restated in `rules.md`."""
    if not number or sides.rules is None:
        return
    try:
        for entry in find_rule_text(sides.rules.spec, number, sides.language)[:1]:
            message = topic_renderer("arbiter", sides.language)
            title = message("rule", number=entry.number, title=entry.title)
            yield from ("", title, "", strip_code_paragraph(entry.body))
    except UnknownGameError:
        return
