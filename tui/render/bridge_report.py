"""The ways through a gap, as the rows of a report and as an object."""

from collections.abc import Iterator
from typing import Any

from senpu.replay.core.narration import Narrator
from senpu.replay.core.position_changes import list_changes
from senpu.tui.jobs.bridge import GapBridges, list_way_events
from senpu.tui.render.odds_report import mark_doubt
from senpu.tui.render.text_layout import get_text, wrap_rows
from senpu.tui.render.win_probability_report import find_weakest_provenance


def format_chance(probability: float) -> str:
    """Return a probability in %: `58%`, `1.3%`, `0.04%`."""
    return f"{probability * 100:.2g}%" if probability < 0.1 else f"{probability * 100:.0f}%"


def describe_count(found: GapBridges, language: str) -> str:
    """Return how many ways were found, and whether there are more."""
    report = found.report
    fields = {"gap": found.gap.number, "event": found.gap.event, "positions": report.positions}
    if report.ways:
        key = "bridge_all" if report.is_complete else "bridge_some"
        return get_text(language, key, n=len(report.ways), **fields)
    return get_text(language, "bridge_none" if report.is_complete else "bridge_open", **fields)


def describe_way(found: GapBridges, number: int, language: str) -> str:
    """Return the number of events of a way (from 1) and the probability of its dice."""
    way = found.report.ways[number - 1]
    chance = ""
    if way.probability < 1:
        mark = mark_doubt(find_weakest_provenance(found.timeline.rules.spec))
        chance = get_text(language, "bridge_chance", share=format_chance(way.probability) + mark)
    return get_text(language, "bridge_events", n=len(way.steps), chance=chance)


def list_differences(found: GapBridges, narrator: Narrator) -> list[str]:
    """Return what differs between the nearest position and the stated one, as sentences."""
    rules = found.timeline.rules
    return [*map(narrator.describe, list_changes(rules, found.report.nearest, found.gap.after))]


def list_rows(found: GapBridges, narrator: Narrator) -> Iterator[tuple[str, str]]:
    """Yield the rows of a report on a gap, not wrapped: the margin, and the text.

    They say how many ways there are, and list them; without a way, they say what is missing.
    """
    language = narrator.language
    yield "", describe_count(found, language)
    for number, text in enumerate(found.texts, 1):
        yield "", ""
        yield f"{number:>3}  ", describe_way(found, number, language)
        yield "     ", text
    if found.texts:
        return
    yield "", ""
    is_start = found.report.nearest == found.gap.before
    yield "", get_text(language, "bridge_contains" if is_start else "bridge_nearest")
    yield from (("  - ", sentence) for sentence in list_differences(found, narrator))


def render_bridges(found: GapBridges, narrator: Narrator) -> Iterator[str]:
    """Yield the rows of a report on a gap, wrapped for the output of a command."""
    for margin, text in list_rows(found, narrator):
        yield from wrap_rows(text, margin) if text else [""]


def make_bridges_object(found: GapBridges, narrator: Narrator) -> dict[str, Any]:
    """Return the ways through a gap for `--json` (`spec/en/reference/json.md`)."""
    report = found.report
    ways = zip(report.ways, found.texts, strict=True)
    return {
        "game": found.timeline.rules.spec.id,
        "gap": found.gap.number,
        "event": found.gap.event,
        "positions": report.positions,
        "provenance": find_weakest_provenance(found.timeline.rules.spec),
        "complete": report.is_complete,
        "ways": [
            {
                "text": text,
                "probability": way.probability,
                "events": [
                    {"actor": letter, "text": event}
                    for letter, event in list_way_events(found.timeline, way)
                ],
            }
            for way, text in ways
        ],
        "nearest": [] if report.ways else list_differences(found, narrator),
    }
