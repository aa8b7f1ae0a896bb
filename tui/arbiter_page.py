"""A verdict as one page of Markdown, to be handed to an arbiter. In English, like every fault.

Everything on it is from the verdict and from the log itself; it judges nothing.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from replay.rules import Rules
from replay.verify import Verdict
from spec.loader import UnknownGame
from spec.texts import rule_text
from tui.commands.catalogue import spoken
from tui.verdict_told import is_played, position, seal, summary, weights


def page(
    verdict: Verdict, rules: Rules[Any] | None, headers: dict[str, str], digest: str, side: str = ""
) -> Iterator[str]:
    """The verdict as one page of Markdown; `digest` is the SHA-256 of the file's bytes."""
    yield f"# Verdict on {Path(verdict.file).name}"
    yield ""
    names = [f"{key}: {headers[key]}" for key in _shown(headers, rules)]
    yield from (f"- {each}" for each in [*names, f"SHA-256 of the file: `{digest}`"])
    if verdict.head:
        yield f"- Head of the chain after line {verdict.lines}: `{verdict.head}`"
    for name, key in verdict.keys.items():
        yield f"- Key of {name.capitalize()}: {key}"
    yield ""
    yield f"**{'Good' if verdict.good else 'Not good'}.** {summary(verdict).partition(': ')[2]}"
    for name, said in weights(verdict):
        yield from _section(name.capitalize(), [f"- {each}" for each in said or ["nothing"]])
    if verdict.seals:
        yield from _section("Seals", [f"- {seal(each)}" for each in verdict.seals])
    for fault in verdict.faults:
        yield from _section(f"At fault: {fault.id}", ["```", *fault.render().split("\n"), "```"])
        if fault.legal:
            yield from ("", f"Open instead: `{'`, `'.join(fault.legal)}`")
        yield from _rule(fault.rule, rules)
    if rules is not None and is_played(verdict):
        yield from _section(
            "Where it is good so far", ["```", *position(verdict, rules, side), "```"]
        )
    yield from _section(
        "To check this",
        [
            "`senpu verify` says the same of this file on every machine. What each fault proves,",
            "and what it does not, stands in `spec/faults.md`; what a chain and a seal prove, in",
            "`spec/chain.md`. If there is another copy, `senpu diff` says where the two part.",
        ],
    )


def _shown(headers: dict[str, str], rules: Rules[Any] | None) -> list[str]:
    sides = [side.id.capitalize() for side in rules.spec.sides] if rules else []
    return [key for key in ("Game", "Event", "Date", *sides, "Data") if key in headers]


def _section(title: str, rows: Iterable[str]) -> Iterator[str]:
    yield from ("", f"## {title}", "")
    yield from rows


def _rule(number: str | None, rules: Rules[Any] | None) -> Iterator[str]:
    """A printed rule in our words."""
    if not number or rules is None:
        return
    try:
        for entry in rule_text(rules.spec, number)[:1]:
            yield from ("", f"Rule {entry.number}, {entry.title}:", "", spoken(entry.body))
    except UnknownGame:
        return
