"""Gaps of a log in words: how many there are, their headings, and what each must contain."""

from collections.abc import Sequence

from senpu.replay.core.gaps import find_gap_number
from senpu.replay.core.narration import Narrator
from senpu.replay.core.position_changes import GAP
from senpu.replay.core.rules import Effect
from senpu.replay.core.timeline import GameLine, Timeline
from senpu.tui.render.text_layout import get_text


def describe_effects(effects: Sequence[Effect], narrator: Narrator) -> tuple[str, tuple[str, ...]]:
    """Return the sentences of an event's effects as one text; of a gap, one by one."""
    own, changes = split_changes(effects)
    return narrator.describe_all(own), tuple(map(narrator.describe, changes))


def split_changes(effects: Sequence[Effect]) -> tuple[list[Effect], list[Effect]]:
    """Return the effects of an event itself, and the changes of the gap before it."""
    own = [each for each in effects if not each.kind.startswith(GAP)]
    return own, [each for each in effects if each.kind.startswith(GAP)]


def name_gap(timeline: GameLine, number: int, narrator: Narrator) -> str:
    """Return the heading of the gap before an event: its number and its turns; "" without one."""
    gap = find_gap_number(timeline, number)
    if not gap:
        return ""
    was, now = (timeline.get_position(each).state.turn for each in (number - 1, number))
    language = narrator.language
    if was and was != now:
        return get_text(language, "gap_turns", number=gap, was=was, now=now)
    if not now:
        return get_text(language, "gap_in_set_up", number=gap)
    ident = "gap_in_turn" if was == now else "gap_from_set_up"
    return get_text(language, ident, number=gap, now=now)


def count_gaps(timeline: Timeline, language: str) -> str:
    """Return how many gaps a log has, as a sentence; "" if it has none."""
    timeline.extend()
    count = len(timeline.list_gap_events())
    return get_text(language, "gaps_of_log", n=count) if count else ""
