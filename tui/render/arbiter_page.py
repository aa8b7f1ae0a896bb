"""A verdict as one page of Markdown, to be handed to an arbiter.

Everything on it is from the verdict and from the log itself; it judges nothing. A rule's own words
are English in both languages, as `spec/<game>/rules.md` has them.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from senpu.replay.core.rules import AnyRules
from senpu.replay.disputes.verdict import Verdict
from senpu.spec.loader import UnknownGameError
from senpu.spec.texts import rule_text
from senpu.tui.render.fault_report import told
from senpu.tui.render.text_layout import spoken
from senpu.tui.render.verdict_report import Speaker, is_played, position, seal, summary, weights


def page(
    verdict: Verdict, speaker: Speaker, headers: dict[str, str], digest: str, side: str = ""
) -> Iterator[str]:
    """The verdict as one page of Markdown; `digest` is the SHA-256 of the file's bytes."""
    say, rules = speaker.word, speaker.rules
    yield f"# {say('page_title', file=Path(verdict.file).name)}"
    yield ""
    yield from (f"- {key}: {headers[key]}" for key in _shown(headers, rules))
    yield f"- {say('page_digest', digest=digest)}"
    if verdict.head:
        yield f"- {say('page_head', n=verdict.lines, head=verdict.head)}"
    for name, key in verdict.keys.items():
        yield f"- {say('page_key', side=speaker.side(name), key=key)}"
    yield ""
    yield say("page_good" if verdict.good else "page_not_good", said=summary(verdict, speaker))
    for name, findings in weights(verdict).items():
        said = [*map(speaker.finding, findings)] or [say("page_nothing")]
        yield from _section(say(f"page_{name}"), [f"- {each}" for each in said])
    if verdict.seals:
        seals = [f"- {seal(each, speaker)}" for each in verdict.seals]
        yield from _section(say("page_seals"), seals)
    for fault in verdict.faults:
        rows = told(fault, speaker.language, "", rules).split("\n")
        yield from _section(say("page_fault", fault=fault.id), ["```", *rows, "```"])
        if fault.legal:
            yield from ("", say("page_instead", events="`, `".join(fault.legal)))
        yield from _rule(fault.rule, speaker)
    if rules is not None and is_played(verdict):
        drawn = position(verdict, rules, side, speaker)
        yield from _section(say("page_position"), ["```", *drawn, "```"])
    yield from _section(say("page_check"), say("page_check_says").split("\n"))


def _shown(headers: dict[str, str], rules: AnyRules | None) -> list[str]:
    sides = [side.id.capitalize() for side in rules.spec.sides] if rules else []
    return [key for key in ("Game", "Event", "Date", *sides, "Data") if key in headers]


def _section(title: str, rows: Iterable[str]) -> Iterator[str]:
    yield from ("", f"## {title}", "")
    yield from rows


def _rule(number: str | None, speaker: Speaker) -> Iterator[str]:
    """A printed rule in our words."""
    if not number or speaker.rules is None:
        return
    try:
        for entry in rule_text(speaker.rules.spec, number)[:1]:
            named = speaker.word("page_rule", number=entry.number, title=entry.title)
            yield from ("", named, "", spoken(entry.body))
    except UnknownGameError:
        return
