"""A user who records a game in the viewer, by keys, by the mouse, or by typing."""

from pathlib import Path

from textual.pilot import Pilot
from textual.widget import Widget

from senpu.notation.events import Event
from senpu.notation.writer import format_event
from senpu.replay.core.registry import open_rules
from senpu.replay.core.states import CHANCE
from senpu.replay.disputes.verdict import LogVerdict
from senpu.replay.disputes.verification import verify
from senpu.replay.recording.new_logs import create_log
from senpu.tui.app import SenpuApp
from senpu.tui.boards.choices import Narrowing
from senpu.tui.screens import page_stack as pages_screen
from senpu.tui.screens.forced_events import ForcedPage
from senpu.tui.screens.recording import Recording
from tests.tui.stage import part, player, playing, settled

RULE_SETS = (
    "800/bonsai-2021", "800/battles-2011", "incident1932/bonsai-2016", "nanjing1937/bonsai-2016",
    "russojapanese/bonsai-2018",
)  # fmt: skip


def new_log(path: Path, rule_set: str, moves: str = "") -> Path:
    """A log of nothing but its header, and what follows."""
    create_log(path, open_rules(rule_set), {"Date": "2026-11-28"})
    with path.open("ab") as file:
        file.write(moves.encode())
    return path


def recorder(path: Path, language: str = "en", ascii_only: bool = False) -> SenpuApp:
    """The viewer at the end of a log."""
    pages_screen.STILL = 0.0  # no key is pressed here by mistake
    return player(path, "end", language, ascii_only)


def recording(pilot: Pilot[None]) -> Recording:
    return playing(pilot).entry_controller.recording


def chosen(pilot: Pilot[None]) -> list[str]:
    """Return the rows of the chooser."""
    chooser = recording(pilot).chooser
    assert chooser is not None
    return part(chooser)


async def pressed(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, and wait for their effects."""
    await pilot.press(*keys)


async def begun(pilot: Pilot[None]) -> None:
    """Recording has begun by its key."""
    await pressed(pilot, "a")
    assert recording(pilot).is_on
    assert "RECORDING" in "\n".join(part(playing(pilot).header))


async def go_to_line(pilot: Pilot[None], index: int) -> None:
    """Put the cursor on a line by the arrow keys."""
    here = recording(pilot).cursor
    step = "down" if index > here else "up"
    await pressed(pilot, *[step] * abs(index - here))
    assert recording(pilot).cursor == index


async def enter(pilot: Pilot[None], event: Event) -> None:
    """Choose an event and write it, as its reader would: by arrows, Space and Enter alone."""
    entry_controller = recording(pilot)
    decision, last = entry_controller.state.decision, playing(pilot).timeline.last
    assert decision is not None
    if decision.side == CHANCE:
        await pressed(pilot, "colon")
        await typed(pilot, format_event(event))
        await pressed(pilot, "enter")
        await confirmed(pilot)
        await pressed(pilot, "escape")
    else:
        await _choose(pilot, event)
    assert playing(pilot).timeline.last > last
    assert len(entry_controller.stack) == 1


async def _choose(pilot: Pilot[None], event: Event) -> None:
    recording_ = recording(pilot)
    choice = next(each for each in recording_.choices.found if each.event == event)
    for _ in range(6):
        rows = {entry.event: at for at, entry in enumerate(recording_.page.entries) if entry.event}
        if choice.text in rows:
            await go_to_line(pilot, rows[choice.text])
            await pressed(pilot, "enter")
            await confirmed(pilot)
            return
        so_far = recording_.top.so_far if len(recording_.stack) > 1 else Narrowing()
        items = recording_.choices.items(so_far)
        at = next(at for at, item in enumerate(items) if choice in item.choices)
        if items[at].kind == "unit":
            for unit in choice.units:
                await go_to_line(pilot, line_of_unit(recording_, unit))
                await pressed(pilot, "space")
            await pressed(pilot, "enter")
        else:
            await go_to_line(pilot, at)
            await pressed(pilot, "space" if items[at].kind == "event" else "enter")
    raise AssertionError(f"{choice.text} was not found")


async def confirmed(pilot: Pilot[None]) -> None:
    """If forced events follow, they are shown and not written until Enter."""
    recording_ = recording(pilot)
    if isinstance(recording_.answer, ForcedPage):
        assert recording_.answer.draft.filled
        await pressed(pilot, "enter")


def line_of_unit(entry_controller: Recording, unit: str) -> int:
    return next(at for at, entry in enumerate(entry_controller.page.entries) if entry.unit == unit)


async def typed(pilot: Pilot[None], text: str) -> None:
    """Have a text in the line, as pasted."""
    typing = recording(pilot).typing
    assert typing is not None
    typing.line.value = text
    await settled(pilot)


async def click(pilot: Pilot[None], widget: Widget, words: str, after: int = 0) -> None:
    """Click on words in a part of the screen."""
    rows = part(widget)
    y = next(y for y, row in enumerate(rows) if words in row)
    await pilot.click(widget, offset=(rows[y].index(words) + after, y))
    await settled(pilot)


def good(path: Path) -> LogVerdict:
    """Return the verdict on a log, which must be valid."""
    found = verify(path)
    assert found.valid, found.faults
    return found
