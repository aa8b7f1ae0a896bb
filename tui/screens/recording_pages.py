"""The other pages of a recording.

They are: dice, the end of the game, undo and agreements, taking over the keyboard, and the reason
why nothing can be recorded.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len

from senpu.logs.journal import create_file
from senpu.notation.faults import Error
from senpu.notation.printable import make_printable
from senpu.replay.core.states import CHANCE
from senpu.tui.screens import event_choice
from senpu.tui.screens.file_access import copy_log_text, find_free_name
from senpu.tui.widgets.chooser import ChooserEntry, ChooserPage
from senpu.tui.widgets.painting import Look, Row, wrap_text

if TYPE_CHECKING:
    from senpu.tui.screens.recording_interface import Recorder


SIGNS = 3
"""The columns of a row before its text."""
REACH = 30
"""The number of events offered for undo."""
NO_COPY = ("blocked_changed", "blocked_reading", "blocked_viewing", "blocked_face_down")
"""The reasons against recording that a copy of the log does not remove."""


def make_row(
    look: Look, text: str, caption: str, take: Callable[[], None], final: bool = False,
    sentence: str = "", event: str = "",
) -> ChooserEntry:  # fmt: skip
    """Return a row with a name on the left and its meaning on the right.

    A meaning that is too long for the row is whole below the list.
    """

    def about(width: int) -> list[Row]:
        if SIGNS + cell_len(text) + 2 + cell_len(caption) <= width + 1:
            return []
        return wrap_text(look, caption, width - 2, "dim", 1)

    def paint(row: Row, until: int) -> None:
        row.add(look.clip(text, until - row.width), how="b")
        room = until - row.width - 2
        if room > 3 and 2 * room > cell_len(caption):
            shown = look.clip(caption, room)
            row.pad_to(until - cell_len(shown)).add(shown, "dim")

    return ChooserEntry(
        paint, take, final, about=about,
        sentence=(lambda: sentence) if sentence else None, event=event,
    )  # fmt: skip


def make_text(look: Look, text: str, role: str = "text") -> Callable[[int, int], list[Row]]:
    """Return a text above the rows of a page."""
    return lambda width, _: wrap_text(look, text, width - 2, role, 1)


def make_waiting_page(recording: "Recorder") -> ChooserPage | None:
    """Return the page for a blocked log, or for a position before its end; else None."""
    if why := recording.end.find_block():
        return _make_blocked_page(recording, why)
    return None if recording.at_end else _make_return_page(recording)


def make_first_page(recording: "Recorder") -> ChooserPage:
    """Return the bottom page: the pending decision at the end of the log."""
    state, look = recording.state, recording.screen.look
    if state.outcome is not None:
        return _over(recording, state.outcome.ending)
    if recording.takeover_side:
        return _make_takeover_page(recording)
    assert state.decision is not None
    if state.decision.side != CHANCE:
        return event_choice.make_choice_page(recording)
    kind = "roll" if state.decision.dice else "draw"
    entries = [
        make_row(
            look, look.word(f"{kind}_now"), look.word(f"{kind}_help"), recording.roll, True,
            look.word("says_roll"),
        ),
        make_row(look, look.word("type_it"), look.word(f"{kind}_type"), lambda: recording.type("")),
        _make_others_row(recording),
    ]  # fmt: skip
    title, aside = event_choice.make_title(recording), (look.word("choose_more", n=1),)
    return ChooserPage(title, entries, aside=aside)


def open_page(recording: "Recorder", page: Callable[["Recorder"], ChooserPage]) -> None:
    """Open one of these pages, if the log is writable and no write is in progress."""
    if not recording.is_typing and not recording.busy and not recording.end.find_block():
        recording.go_to_end()
        if recording.top.build is not page:
            recording.push(page)


def _make_others_row(recording: "Recorder") -> ChooserEntry:
    look = recording.screen.look
    caption = look.word("others_help")
    return make_row(
        look, look.word("other_actions"), caption, lambda: recording.push(make_others_page)
    )


# ---- of the log, not of the game ------------------------------------------------------------


def make_others_page(recording: "Recorder") -> ChooserPage:
    """Return the page of other actions: undo, resign, agree, hidden hands, stop recording."""
    screen = recording.screen
    look, narrator = screen.look, screen.narrator

    def make_confirmed_row(text: str, caption: str) -> ChooserEntry:
        return make_row(
            look, text, caption, lambda: recording.push(_make_confirmation(text, caption))
        )

    caption = look.word("help_undo")
    back = look.word("undo")
    entries = [make_row(look, back, caption, lambda: recording.push(undo_last))]
    if recording.state.outcome is None:
        for side in narrator.spec.sides:
            entries.append(
                make_confirmed_row(
                    f"{side.letter}: resign", look.word("resigns", side=narrator.side(side.id))
                )
            )
        entries.append(make_confirmed_row("agree Draw", look.word("agrees_draw")))
        for side in narrator.spec.sides:
            name = side.id.capitalize()
            agreed = look.word("agrees", side=narrator.side(side.id))
            entries.append(make_confirmed_row(f"agree {name}", agreed))
    timeline = screen.timeline
    can_change = timeline.rules.has_hidden_parts and not timeline.is_locked
    if can_change and not recording.end.is_variation:
        hands = look.word("show_hands" if recording.hides_hands else "hide_hands")
        entries.append(
            make_row(look, look.word("key_view"), hands, lambda: make_view_page(recording))
        )
    stop = look.word("key_stop_recording")
    entries.append(make_row(look, stop, look.word("leave_recording"), recording.leave))
    return ChooserPage(look.word("other_actions"), entries)


def _make_confirmation(text: str, caption: str) -> Callable[["Recorder"], ChooserPage]:
    """Return a page that asks for confirmation."""

    def page(recording: "Recorder") -> ChooserPage:
        look = recording.screen.look
        sentence = look.word("says_act", act=caption)
        entry = make_row(look, text, caption, lambda: recording.write(text), True, sentence, text)
        return ChooserPage(caption, [entry], make_text(look, look.word("confirm")), "error")

    return page


def undo_last(recording: "Recorder") -> ChooserPage:
    """Return the page of events to undo; events of a variation are deleted."""
    screen, course, is_variation = (
        recording.screen,
        recording.end.course,
        recording.end.is_variation,
    )
    timeline, look = screen.timeline, screen.look
    numbers = timeline.effective_events(REACH)
    if is_variation:
        numbers = [*range(course.last, course.fork, -1)] if course.parent else []
    entries = []
    for count, number in enumerate(numbers, 1):
        text = look.word("remove_events", n=count) if is_variation else f"undo {count}"
        entry = course.get_event(number)
        letter = timeline.rules.letter.get(entry.actor, "")
        event = make_printable(screen.narrator.event(entry.event))
        caption = f"{number} {letter}: {event}" if letter else f"{number} {event}"

        def take(count: int = count) -> None:
            if is_variation:
                recording.cut(count)
            else:
                recording.write(f"undo {count}")

        sentence = look.word("says_undo", n=count, event=event)
        entries.append(make_row(look, text, caption, take, True, sentence, text))
    caption = look.word("undoes") if entries else look.word("nothing_to_undo")
    return ChooserPage(look.word("undo"), entries, make_text(look, caption, "dim"), "error")


def make_view_page(recording: "Recorder") -> None:
    """Hide each side's hand from the other, or show all hands again."""
    screen, decision = recording.screen, recording.state.decision
    sides = [side.id for side in screen.narrator.spec.sides]
    asked = decision.side if decision and decision.side in sides else sides[0]
    screen.look_as("" if recording.hides_hands else asked)


# ---- pages without a choice -----------------------------------------------------------------


def _over(recording: "Recorder", ending: str) -> ChooserPage:
    look = recording.screen.look
    text = f"End: {ending}"
    close = make_row(look, text, look.word("close_log"), lambda: recording.write(text), True)
    caption = look.word("game_is_over", ending=recording.screen.narrator.name_ending(ending))
    entries = [_make_others_row(recording), *([] if recording.end.is_variation else [close])]
    return ChooserPage(look.word("over"), entries, make_text(look, caption))


def _make_return_page(recording: "Recorder") -> ChooserPage:
    screen = recording.screen
    look = screen.look
    caption = look.word("looking_back", n=screen.position)
    to_end = "to_variation_end" if recording.end.is_variation else "to_the_end"
    entry = make_row(look, "End", look.word(to_end), recording.go_to_end)
    return ChooserPage(look.word("recording"), [entry], make_text(look, caption), "dim")


def _make_takeover_page(recording: "Recorder") -> ChooserPage:
    screen, side = recording.screen, recording.takeover_side
    look, name = screen.look, screen.narrator.side(recording.takeover_side)

    def hand_over() -> None:
        from senpu.tui.screens.base import TakeoverScreen

        screen.app.push_screen(TakeoverScreen(look, name, lambda: screen.look_as(side)))

    entry = make_row(look, look.word("hand_over_row", side=name), "", hand_over)
    caption = look.word("hand_over", side=name)
    return ChooserPage(
        event_choice.make_title(recording),
        [*([] if screen.timeline.is_locked else [entry]), _make_others_row(recording)],
        make_text(look, caption),
    )


def _make_blocked_page(recording: "Recorder", why: str) -> ChooserPage:
    screen = recording.screen
    look, fault, source = screen.look, screen.timeline.fault, screen.source
    fields = {"line": fault.line} if fault and why == "blocked_invalid" else {}
    caption = look.word(why, **fields)
    number = screen.position
    entries = []
    # A copy is another file, with all that is hidden from the side.
    copies = not recording.end.is_variation and not screen.timeline.is_locked
    if source is not None and copies and why not in NO_COPY:
        copy = look.word("copy_row", n=number)
        entries.append(
            make_row(look, copy, look.word("copy_help"), lambda: request_copy(recording, source))
        )
    stop = look.word("key_stop_recording")
    entries.append(make_row(look, stop, look.word("leave_recording"), recording.leave))
    caption = look.word(
        "cannot_note" if recording.end.is_variation else "cannot_record", why=caption
    )
    return ChooserPage(look.word("key_record"), entries, make_text(look, caption), "error")


def request_copy(recording: "Recorder", source: Path) -> None:
    """Ask for a file name, and continue in a copy of the log up to the current event."""
    from senpu.tui.screens.input_lines import InputLine, close_line, open_line

    screen = recording.screen
    if screen.footer.label:
        return
    number = screen.position
    screen.footer.label = screen.look.word("copy_label")

    def close() -> None:
        close_line(screen, prompt)
        recording.rebuild()

    def done(text: str) -> None:
        close()
        if not text.strip():
            return
        path = Path(text.strip()).expanduser()
        try:
            create_file(path, copy_log_text(source, number))
            screen.senpu.open_recording(path, screen.timeline.view.side)
        except (Error, OSError) as error:
            screen.show_message(screen.look.word("not_written", why=screen.look.reason(error)))

    name = str(find_free_name(Path(), source.stem))
    prompt = InputLine(name, screen.look.word("copy_prompt"), done, close)
    open_line(screen, prompt)
    screen.footer.repaint()
