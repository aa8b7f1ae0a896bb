"""The canonical form of a game's events by its rules: sorted unit lists, complete paths.

The notation alone cannot know this form. Illegal events, and all events after them, keep their
form.
"""

from msgspec.structs import replace

from senpu.notation.events import Event, StatedPosition
from senpu.notation.lines import GameText, Item, Line, Play, VariationEnd, VariationStart
from senpu.notation.stated_positions import make_position_line
from senpu.replay.core.reducer import EVENT_TYPES, ReductionError, Step
from senpu.replay.core.rules import AnyRules
from senpu.replay.disputes.log_reducer import LogReducer


def make_canonical(game: GameText, rules: AnyRules) -> GameText:
    """Return the game with each legal event in canonical form."""
    events: list[Event] = []

    def listen(step: Step) -> None:
        events.append(step.event)

    reducer = LogReducer(rules, listen)
    lines: list[Line] = []
    is_valid = True
    for line in game.lines:
        events.clear()
        if is_valid:
            try:
                reducer.read(line)
            except ReductionError:
                is_valid = False
        lines.append(replace_events(line, events) if events else line)
    return replace(game, lines=tuple(lines))


def replace_events(line: Line, events: list[Event]) -> Line:
    """Return the line with its first numbered events replaced by `events`, in order."""
    if events and isinstance(events[0], StatedPosition):
        return make_position_line(events[0])
    if not isinstance(line, Play):
        return line
    rest = list(reversed(events))
    items: list[Item] = []
    depth = 0
    for item in line.items:
        depth += (type(item) is VariationStart) - (type(item) is VariationEnd)
        items.append(rest.pop() if rest and not depth and type(item) in EVENT_TYPES else item)
    return replace(line, items=tuple(items))
