"""The other pages of a recording: dice, the end of the game, undo and agreements, taking over the
keyboard, and the reason why nothing can be recorded.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len

from senpu.logs.journal import create
from senpu.notation.faults import Error
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import Reducer
from senpu.replay.core.rules import CHANCE
from senpu.tui.render.text_layout import printable
from senpu.tui.screens import event_choice
from senpu.tui.screens.file_access import copied, free_name
from senpu.tui.widgets.chooser import Entry, Page
from senpu.tui.widgets.painting import Look, Row, wrapped

if TYPE_CHECKING:
    from senpu.tui.screens.recording_interface import Recorder


REACH = 30
"""So many events are offered to be taken back."""
NO_COPY = ("blocked_changed", "blocked_reading", "blocked_viewing", "blocked_face_down")
"""Why nothing can be recorded, where a copy does not help either."""


def line(look: Look, text: str, said: str, take: Callable[[], None], writes: bool = False) -> Entry:
    """A line with a name at the left and what it means at the right."""

    def paint(row: Row, until: int) -> None:
        row.add(text, how="b")
        room = until - row.width - 2
        if room > 3:
            shown = look.clip(said, room)
            row.to(until - cell_len(shown)).add(shown, "dim")

    return Entry(paint, take, writes)


def saying(look: Look, text: str, role: str = "text") -> Callable[[int, int], list[Row]]:
    """A sentence above the lines."""
    return lambda width, _: [Row(look).add(" " + row, role) for row in wrapped(text, width - 2)]


def waiting(recording: "Recorder") -> Page | None:
    """What is shown in place of all pages where nothing can be recorded, or elsewhere is looked."""
    if why := recording.end.barred():
        return _barred(recording, why)
    return None if recording.at_end else _looking_back(recording)


def first(recording: "Recorder") -> Page:
    """What is to be done at the end of the log."""
    state, look = recording.state, recording.screen.look
    if state.outcome is not None:
        return _over(recording, state.outcome.ending)
    if recording.handing:
        return _handing_over(recording)
    assert state.decision is not None
    if state.decision.side != CHANCE:
        page = event_choice.choose(recording)
        return page._replace(entries=[*page.entries, *_rest(recording)])
    typed = "type_rolled" if state.decision.dice else "type_dice"
    entries = [
        line(look, look.word("roll_now"), look.word("roll_help"), recording.roll, True),
        line(look, look.word("type_it"), look.word(typed), lambda: recording.type("")),
        _others_line(recording),
    ]
    # Digits are dice here, as they are rolled at the table.
    return Page(event_choice.title(recording), entries, numbered=not state.decision.dice)


def open_page(recording: "Recorder", page: Callable[["Recorder"], Page]) -> None:
    """Open one of these pages, where something can be recorded and nothing is being written."""
    if not recording.is_typing and not recording.busy and not recording.end.barred():
        recording.go_to_end()
        if recording.top.build is not page:
            recording.push(page)


def _rest(recording: "Recorder") -> list[Entry]:
    look = recording.screen.look
    said = look.word("type_help")
    typed = line(look, look.word("type_it"), said, lambda: recording.type(""))
    return [typed, _others_line(recording)]


def _others_line(recording: "Recorder") -> Entry:
    look = recording.screen.look
    said = look.word("others_help")
    return line(look, look.word("other_actions"), said, lambda: recording.push(others))


# ---- of the log, not of the game ------------------------------------------------------------


def others(recording: "Recorder") -> Page:
    """Taking back, resigning, agreeing; hidden hands; the end of recording."""
    screen = recording.screen
    look, narrator = screen.look, screen.narrator

    def sure(text: str, said: str) -> Entry:
        return line(look, text, said, lambda: recording.push(_sure(text, said)))

    said = look.word("help_undo")
    back = look.word("undo")
    entries = [line(look, back, said, lambda: recording.push(take_back))]
    if recording.state.outcome is None:
        for side in narrator.spec.sides:
            entries.append(
                sure(f"{side.letter}: resign", look.word("resigns", side=narrator.side(side.id)))
            )
        entries.append(sure("agree Draw", look.word("agrees_draw")))
        for side in narrator.spec.sides:
            name = Reducer.format_winner(side.id)
            agreed = look.word("agrees", side=narrator.side(side.id))
            entries.append(sure(f"agree {name}", agreed))
    if screen.timeline.rules.has_hidden_parts and not recording.end.aside:
        eyes = look.word("show_hands" if recording.hiding else "hide_hands")
        entries.append(line(look, look.word("key_view"), eyes, lambda: other_eyes(recording)))
    stop = look.word("key_stop_recording")
    entries.append(line(look, stop, look.word("leave_recording"), recording.leave))
    return Page(look.word("other_actions"), entries)


def _sure(text: str, said: str) -> Callable[["Recorder"], Page]:
    """A page that asks once more."""

    def page(recording: "Recorder") -> Page:
        look = recording.screen.look
        entry = line(look, text, said, lambda: recording.write(text), True)
        return Page(said, [entry], saying(look, look.word("confirm")), "error")

    return page


def take_back(recording: "Recorder") -> Page:
    """How many of the events that stand are taken back: those of a what-if line go for good."""
    screen, course, aside = recording.screen, recording.end.course, recording.end.aside
    timeline, look = screen.timeline, screen.look
    numbers = timeline.effective_events(REACH)
    if aside:
        numbers = [*range(course.last, course.fork, -1)] if course.parent else []
    entries = []
    for count, number in enumerate(numbers, 1):
        text = look.word("remove_events", n=count) if aside else f"undo {count}"
        entry = course.get_event(number)
        letter = timeline.rules.letter.get(entry.actor, "")
        event = printable(format_event(entry.event))
        said = f"{number} {letter}: {event}" if letter else f"{number} {event}"

        def take(count: int = count) -> None:
            if aside:
                recording.cut(count)
            else:
                recording.write(f"undo {count}")

        entries.append(line(look, text, said, take, True))
    said = look.word("undoes") if entries else look.word("nothing_to_undo")
    return Page(look.word("undo"), entries, saying(look, said, "dim"), "error")


def other_eyes(recording: "Recorder") -> None:
    """Hide each side's hand from the other, or show all again."""
    screen, decision = recording.screen, recording.state.decision
    sides = [side.id for side in screen.narrator.spec.sides]
    asked = decision.side if decision and decision.side in sides else sides[0]
    screen.look_as("" if recording.hiding else asked)


# ---- where nothing is to be chosen ----------------------------------------------------------


def _over(recording: "Recorder", ending: str) -> Page:
    look = recording.screen.look
    text = f"End: {ending}"
    close = line(look, text, look.word("close_log"), lambda: recording.write(text), True)
    said = look.word("game_is_over", ending=ending)
    entries = [_others_line(recording), *([] if recording.end.aside else [close])]
    return Page(look.word("over"), entries, saying(look, said))


def _looking_back(recording: "Recorder") -> Page:
    screen = recording.screen
    look = screen.look
    said = look.word("looking_back", n=screen.position)
    to_end = "to_variation_end" if recording.end.aside else "to_the_end"
    entry = line(look, "End", look.word(to_end), recording.go_to_end)
    return Page(look.word("recording"), [entry], saying(look, said), "dim")


def _handing_over(recording: "Recorder") -> Page:
    screen, side = recording.screen, recording.handing
    look, name = screen.look, screen.narrator.side(recording.handing)

    def hand_over() -> None:
        from senpu.tui.screens.base import HandingOver

        screen.app.push_screen(HandingOver(look, name, lambda: screen.look_as(side)))

    entry = line(look, look.word("hand_over_row", side=name), "", hand_over)
    said = look.word("hand_over", side=name)
    return Page(event_choice.title(recording), [entry, _others_line(recording)], saying(look, said))


def _barred(recording: "Recorder", why: str) -> Page:
    screen = recording.screen
    look, fault, source = screen.look, screen.timeline.fault, screen.source
    fields = {"line": fault.line} if fault and why == "blocked_invalid" else {}
    said = look.word(why, **fields)
    number = screen.position
    entries = []
    copies = source is not None and not recording.end.aside
    if source is not None and copies and why not in NO_COPY:
        copy = look.word("copy_row", n=number)
        entries.append(
            line(look, copy, look.word("copy_help"), lambda: ask_for_copy(recording, source))
        )
    stop = look.word("key_stop_recording")
    entries.append(line(look, stop, look.word("leave_recording"), recording.leave))
    said = look.word("cannot_note" if recording.end.aside else "cannot_record", why=said)
    return Page(look.word("key_record"), entries, saying(look, said), "error")


def ask_for_copy(recording: "Recorder", source: Path) -> None:
    """Ask for a file, and go on with a copy there of what is shown."""
    from senpu.tui.screens.input_lines import Line, opened

    screen = recording.screen
    if screen.footer.label:
        return
    number = screen.position
    screen.footer.label = screen.look.word("copy_label")

    def close() -> None:
        screen.footer.label = ""
        prompt.remove()
        screen.footer.repaint()
        recording.rebuild()

    def done(text: str) -> None:
        close()
        if not text.strip():
            return
        path = Path(text.strip()).expanduser()
        try:
            create(path, copied(source, number))
            screen.senpu.open_recording(path, screen.timeline.view.side)
        except (Error, OSError) as error:
            screen.say(screen.look.word("not_written", why=screen.look.reason(error)))

    name = str(free_name(Path(), source.stem))
    prompt = Line(name, screen.look.word("copy_prompt"), done, close)
    opened(screen, prompt)
    screen.footer.repaint()
