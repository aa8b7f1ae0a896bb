"""Two logs side by side: how they compare, both maps, what differs, and their rows.

`replay/disputes/comparison.py` compares the logs in the background. Both logs step together, row
against row, or one alone. Without room for the maps, `m` shows one in place of the rows.
"""

import asyncio
from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace
from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size

from senpu.logs.inputs import Source
from senpu.logs.proofs import format_proof
from senpu.notation.faults import Error
from senpu.notation.messages import topic_renderer
from senpu.notation.printable import make_printable
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import UnknownPositionError
from senpu.replay.disputes.comparison import (
    DIFFERENT,
    FAULT,
    FORK,
    IDENTICAL,
    PREFIX,
    ComparisonResult,
    compare,
    list_double_signatures,
)
from senpu.spec.data import DataError
from senpu.tui.keys import SIDE_BY_SIDE, make_bindings
from senpu.tui.output_files import PROOF_SUFFIX, OutputFile
from senpu.tui.render.titles import translate_title
from senpu.tui.screens.base import KeyedScreen
from senpu.tui.screens.game_pane import GamePane, PaneSelected
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.captions import render_note_errors
from senpu.tui.widgets.painting import Look, PaintedWidget
from senpu.tui.widgets.pair_findings import (
    BandStatement,
    PositionDifferences,
    ValueFormat,
    list_statements,
)
from senpu.tui.widgets.pair_lines import PairLines
from senpu.tui.widgets.pair_list import PairList, PairRowChosen
from senpu.tui.widgets.pair_panels import WIDE, DifferenceStrip, PairBand, PairSentences

EVERY = 1.0
"""The seconds between two checks of the notes files."""
TALL = 34
"""The height from which a wide screen shows both maps."""
LEAST_ROWS = 6
"""The rows of the list that a map leaves."""


class SideBySide(KeyedScreen):
    """A screen with two logs, each in a pane."""

    KEYS = SIDE_BY_SIDE
    FOOTER = "side_by_side"
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(SIDE_BY_SIDE)]

    def __init__(
        self, look: Look, sources: tuple[Source, Source], side: str = "", is_locked: bool = False
    ) -> None:
        """Make the screen.

        Args:
            look: The look of the screen.
            sources: The two logs.
            side: The side in whose view the logs are shown; empty for everything.
            is_locked: Whether only this view may be shown.
        """
        super().__init__(look)
        self.sources = sources
        self.paths = (Path(sources[0]), Path(sources[1]))
        self.side, self.is_locked = side, is_locked
        self.panes = (
            GamePane(look, "one", self.paths[0]),
            GamePane(look, "other", self.paths[1]),
        )
        self.front = 0
        self.found: ComparisonResult | None = None
        self.pair: PairLines | None = None
        self.row: int | None = None
        """The row of the cursor, if it has no event; else the rows of the events."""
        self.is_mapped = False
        """True if a map is shown in place of the rows."""
        self.is_reading = False
        """True if comments have the rows of the list."""
        self.band = PairBand(look)
        self.sentences = PairSentences(look)
        self.strip = DifferenceStrip(look)
        self.list = PairList(look)
        self._statements: list[BandStatement] = []

    def list_widgets(self) -> tuple[PaintedWidget | GamePane, ...]:
        """Return the widgets of the screen."""
        return (
            self.header, self.band, *self.panes, self.sentences, self.strip, self.list, self.footer,
        )  # fmt: skip

    def on_mount(self) -> None:
        """Compare the logs, and read their notes."""
        self.present()
        self.run_worker(self._compare(), group="comparing")

    async def _compare(self) -> None:
        """Compare the logs, and show both where they part."""
        try:
            found = await asyncio.to_thread(compare, *self.sources, self.senpu.data, self.side)
        except (OSError, UnknownPositionError, DataError) as error:
            self.show_message(self.look.word("cannot_open", why=self.look.reason(error)))
            return
        if self.is_locked and not self._lock(found):
            self.show_message(self.look.word("cannot_open", why=self.look.word("not_shown")))
            return
        result = found.comparison
        self.pair = await asyncio.to_thread(
            PairLines, found.copies, result.event, result.verdict != DIFFERENT
        )
        self.pair.mark_doubles(list_double_signatures(found))
        for pane, copy in zip(self.panes, found.copies, strict=True):
            await pane.load(copy)
            pane.find_signs()
        self.found = found
        if not self.senpu.has_screen_below(self):
            self.senpu.has_invalid_pair = not all(found.comparison.valid)
        self._find_statements()
        self.rearrange()
        self.action_fork()
        self.set_interval(EVERY, self.read_notes)
        self.read_notes()

    def _lock(self, found: ComparisonResult) -> bool:
        """Lock both logs to the view of the side. Return False if a log has no such side."""
        for copy in found.copies:
            if copy.timeline is None or self.side not in copy.timeline.rules.letter:
                return False
            copy.timeline.lock_view()
        return True

    def _find_statements(self) -> None:
        """Make the texts of the band, and find the seals that were not checked."""
        found = self.found
        if found is None:
            return
        self._statements = list_statements(found, self.look, self.narrator)
        self.list.unchecked = frozenset(
            (at, seal.line)
            for at, copy in enumerate(found.copies)
            for seal in copy.verdict.seals
            if not seal.checked
        )

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        return word != "save_proof" or bool(self.found and self.found.proofs)

    @property
    def narrator(self) -> Narrator | None:
        """The narrator of the first log that has one."""
        return next((pane.narrator for pane in self.panes if pane.narrator is not None), None)

    def read_notes(self) -> None:
        """Read the notes of each log whose notes file has changed."""
        for pane in self.panes:
            if pane.is_stale:
                self.run_worker(self._read(pane), group=f"notes {pane.id}", exclusive=True)

    async def _read(self, pane: GamePane) -> None:
        await pane.read_notes()
        self.present()

    def refresh_look(self) -> None:
        """Show everything after a change of the look."""
        self._find_statements()
        self.rearrange()

    # ---- what it shows --------------------------------------------------------------------

    def present(self) -> None:
        """Show both logs."""
        look = self.look
        differences = self._compare_positions()
        different = differences.units if differences else frozenset()
        for at, pane in enumerate(self.panes):
            pane.front = at == self.front
            pane.present(different)
        self.sentences.present([pane.sentences for pane in self.panes])
        numbers = [pane.number for pane in self.panes]
        title = look.word("pair_differs_after", n=numbers[0])
        if numbers[0] != numbers[1]:
            title = look.word("pair_differs_after_both", n=numbers[0], other=numbers[1])
        self.strip.present(title, differences, self._describe_no_differences(differences))
        hint = look.word("pair_save_hint" if self.size.width >= WIDE else "pair_save_hint_short")
        self.band.present(self._statements, hint if self.found and self.found.proofs else "")
        self.list.signs = [pane.signs for pane in self.panes]
        note = look.word("comparing") if self.found is None else ""
        narrators = (self.panes[0].narrator, self.panes[1].narrator)
        self.list.title = self._describe_common()
        self.list.present(self.pair, narrators, self.cursor, self.front, note)
        self._present_header()
        self.show_footer()

    def _present_header(self) -> None:
        look = self.look
        faults = [fault for pane in self.panes for fault in pane.faults]
        error_parts = [replace(part, action="") for part in render_note_errors(faults, look)]
        event = ""
        if self.found is not None:
            event = self.found.copies[0].record.headers.get("Event", "")
            event = make_printable(translate_title(event, look.language))
        numbers = " : ".join(f"{pane.number} / {pane.last}" for pane in self.panes)
        self.header.present(
            [
                HeaderPart(look.word("two_logs"), "text", "b", 60),
                HeaderPart(event, "dim", priority=10),
                HeaderPart(self._describe_comparison(), "now", "b", 50),
            ],
            [
                *error_parts,
                HeaderPart(numbers, "text", "b", priority=20),
            ],
        )

    def _describe_comparison(self) -> str:
        """Return a short text that compares the logs."""
        word = self.look.word
        if self.found is None or self.pair is None:
            return word("comparing")
        found = self.found.comparison
        if found.verdict == PREFIX:
            longer = next(p for p in self.paths if str(p) != found.shorter)
            return word("logs_prefix", n=found.event, file=longer.name)
        if found.verdict == FAULT:
            bad = next((at for at in range(2) if found.is_invalid_at(at)), 0)
            return word("logs_invalid", n=found.event, file=self.paths[bad].name)
        if found.verdict == FORK:
            lines = {coming.line for coming in found.next if coming is not None}
            number = self._first_different()
            if number and len(lines) == 1:
                return word("logs_part_line", n=number, line=lines.pop())
            if lines and not number:
                return word("logs_part_at_line", line=min(lines))
            return word("logs_part", n=number)
        idents = {IDENTICAL: "logs_same", DIFFERENT: "logs_different"}
        return word(idents.get(found.verdict, "logs_same_events"))

    def _describe_common(self) -> str:
        """Return which part both logs share."""
        found = self.found.comparison if self.found is not None else None
        if found is None or found.verdict == DIFFERENT:
            return ""
        if found.line is not None:
            return self.look.word("pair_common_lines", n=found.line) if found.line else ""
        return self.look.word("pair_common_events", n=found.event) if found.event else ""

    def _first_different(self) -> int:
        """Return the number of the first event that differs; 0 if only other lines differ."""
        found, pair = self.found, self.pair
        if found is None or pair is None:
            return 0
        lines = [copy.timeline for copy in found.copies]
        if lines[0] is None or lines[1] is None:
            return 0
        number = found.comparison.event + 1
        while number <= min(line.last for line in lines if line is not None):
            one, other = (line.get_event(number) for line in lines if line is not None)
            if (one.actor, one.event) != (other.actor, other.event):
                return number
            number += 1
        return number if any(number <= line.last for line in lines if line is not None) else 0

    def _compare_positions(self) -> PositionDifferences | None:
        """Return the differences of the current positions; None if they are not comparable."""
        narrator = self.narrator
        scenes = [pane.scene for pane in self.panes]
        timelines = [pane.timeline for pane in self.panes]
        if narrator is None or self.found is None or None in scenes or self._is_unproven:
            return None
        one, other = timelines
        assert one is not None
        assert other is not None
        if one.rules.spec.id != other.rules.spec.id:
            return None
        states = [scene.moment.state for scene in scenes if scene is not None]
        return ValueFormat(one.rules, narrator, self.look).compare(states[0], states[1])

    def _describe_no_differences(self, differences: PositionDifferences | None) -> str:
        """Return the text of a strip without differences."""
        if self.found is None:
            return ""
        if differences is not None:
            return self.look.word("pair_same_positions")
        if self._is_unproven:
            return topic_renderer("comparison", self.look.language)("no_position")
        return self.look.word("pair_no_positions")

    @property
    def _is_unproven(self) -> bool:
        """Return whether the cursor is in a row after an error."""
        return self.pair is not None and self.row is not None and self.pair.is_unproven(self.row)

    # ---- arrangement ----------------------------------------------------------------------

    def _regions(self, size: Size) -> dict[str, Region]:
        width, height = size
        regions = {"header": Region(0, 0, width, 1), "footer": Region(0, height - 1, width, 1)}
        free = height - 2
        band = min(self.band.rows_for(width), max(free // 4, 0))
        regions["band"] = Region(0, 1, width, band)
        y, free = 1 + band, free - band
        if width >= WIDE:
            return regions | self._arrange_wide(width, y, free, height)
        return regions | self._arrange_narrow(width, y, free, height)

    def _arrange_wide(self, width: int, y: int, free: int, height: int) -> dict[str, Region]:
        half = (width - 1) // 2
        sentence_rows = 2 if free >= 12 else 1 if free >= 6 else 0
        strip = min(6 if free >= 40 else 4, max(free - sentence_rows - LEAST_ROWS, 0))
        mapped = 0
        if height >= TALL or self.is_mapped:
            room = max(free - 1 - sentence_rows - strip - LEAST_ROWS, 0)
            most = room if self.is_mapped else min(room, max(free * 2 // 5, 17))
            mapped = max((pane.map.height_for(half, most) for pane in self.panes), default=0)
            mapped = min(mapped, most) if mapped >= 3 else 0
        pane = 1 + mapped if free > 0 else 0
        # Plans of areas that need every column have no gap between them.
        gap = int(all(pane.map.least[0] <= half for pane in self.panes))
        half = (width - gap) // 2
        regions = {
            "one": Region(0, y, half, pane),
            "other": Region(half + gap, y, width - half - gap, pane),
        }
        y, free = y + pane, free - pane
        rest = free - sentence_rows - strip
        if self.is_reading:
            sentence_rows, strip, rest = free, 0, 0
        regions["sentences"] = Region(0, y, width, sentence_rows)
        regions["strip"] = Region(0, y + sentence_rows, width, strip)
        regions["rows"] = Region(0, y + sentence_rows + strip, width, max(rest, 0))
        return regions

    def _arrange_narrow(self, width: int, y: int, free: int, height: int) -> dict[str, Region]:
        sentence_rows = 3 if free >= 18 else 2 if free >= 10 else 0
        strip = 3 if free >= 16 else 2 if free >= 9 else 0
        rest = max(free - sentence_rows - strip, 0)
        regions = {"strip": Region(0, y, width, strip)}
        y += strip
        if self.is_reading:
            regions["sentences"] = Region(0, y, width, rest + sentence_rows)
            return regions
        half = (width - 1) // 2
        if self.is_mapped:
            front, back = ("one", "other") if not self.front else ("other", "one")
            listed = LEAST_ROWS if rest >= 4 * LEAST_ROWS else 0
            regions[front] = Region(0, y, width, rest - listed)
            regions[back] = Region(0, 0, 0, 0)
            y, rest = y + rest - listed, listed
        else:
            top = min(1, rest)
            regions["one"] = Region(0, y, half, top)
            regions["other"] = Region(half, y, width - half, top)
            y, rest = y + top, rest - top
        regions["rows"] = Region(0, y, width, rest)
        regions["sentences"] = Region(0, height - 1 - sentence_rows, width, sentence_rows)
        return regions

    # ---- the cursor -----------------------------------------------------------------------

    @property
    def cursor(self) -> tuple[int, int]:
        """The row of the cursor in each log."""
        if self.pair is None:
            return 0, 0
        if self.row is not None:
            return self.row, self.row
        rows = [self.pair.find_row(at, pane.number) for at, pane in enumerate(self.panes)]
        return rows[0], rows[1]

    def _go(self, *numbers: int) -> None:
        """Show the positions after an event of each log."""
        self.status, self.row = "", None
        for pane, number in zip(self.panes, numbers, strict=True):
            pane.go_to(number)
        self.present()

    def _go_with(self, at: int, number: int) -> None:
        """Show the position after an event of a log, and the position next to it in the other."""
        if self.pair is None:
            return
        number = max(0, min(number, self.panes[at].last))
        counterpart = self.pair.find_counterpart(at, number)
        self._go(*((number, counterpart) if not at else (counterpart, number)))

    def go_to_row(self, index: int) -> None:
        """Go to a row: to the last event of each log in it or above it."""
        if self.pair is None:
            return
        self._go(*(self.pair.find_event(at, index) for at in range(2)))
        self.row = index
        self.present()

    # ---- keys and mouse -------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """Step both logs; if the log in front has ended, the other one leads."""
        front, pane = self.front, self.panes[self.front]
        is_stuck = by > 0 and pane.number >= pane.last
        at = 1 - front if is_stuck else front
        self._go_with(at, self.panes[at].number + by)

    def action_alone(self, by: int) -> None:
        """Step the log in front only."""
        self._go(*(pane.number + by * (at == self.front) for at, pane in enumerate(self.panes)))

    def action_turn(self, by: int) -> None:
        """Go to the next or previous turn in both logs."""
        timeline = self.panes[self.front].timeline
        if timeline is not None:
            number = self.panes[self.front].number
            self._go_with(self.front, timeline.find_turn_start(number, by))

    def action_end(self, way: int) -> None:
        """Go to the start or the end of both logs."""
        self._go(*(pane.last if way > 0 else 0 for pane in self.panes))

    def action_fork(self) -> None:
        """Go to the first row that differs; without one, to the end of the common events."""
        pair = self.pair
        if pair is None or self.found is None:
            return
        number = self._first_different() if self.found.comparison.verdict != DIFFERENT else 0
        index = pair.find_difference(-1, 1)
        if number and not (index >= 0 and pair.is_unproven(index)):
            self._go(number, number)
        elif index >= 0 and self.found.comparison.verdict != DIFFERENT:
            self.go_to_row(index)
        else:
            self._go(self.found.comparison.event, self.found.comparison.event)

    def action_difference(self, way: int) -> None:
        """Go to the next or previous row that differs."""
        if self.pair is None:
            return
        index = self.pair.find_difference(self.cursor[self.front], way)
        if index < 0:
            self.show_message(self.look.word("pair_no_more"))
        else:
            self.go_to_row(index)

    def action_swap(self) -> None:
        """Bring the other log to the front."""
        self.put_in_front(1 - self.front)

    def put_in_front(self, at: int) -> None:
        """Bring the pane of an index to the front."""
        self.front = at
        self.rearrange()

    def action_maps(self) -> None:
        """Show or hide the map in place of rows."""
        self.is_mapped = not self.is_mapped
        self.rearrange()

    def action_comments(self) -> None:
        """Give the rows of the list to the sentences and comments, or return them."""
        self.is_reading = not self.is_reading
        self.rearrange()

    def action_scroll_strip(self, by: int) -> None:
        """Scroll the values that differ."""
        self.strip.scroll_rows(by)

    def action_save_proof(self) -> None:
        """Save the proof of the double signatures in the folder of the first log."""
        word = self.look.word
        if self.found is None or not self.found.proofs:
            self.show_message(word("pair_no_proof"))
        elif self.senpu.read_only:
            self.show_message(word("read_only"))
        else:
            path = self.paths[0].with_suffix(PROOF_SUFFIX)
            text = "".join(map(format_proof, self.found.proofs))
            try:
                OutputFile(path, "proof", self.sources).write(text.splitlines())
            except (Error, OSError) as error:
                self.show_message(word("pair_not_saved", why=self.look.reason(error)))
            else:
                self.show_message(word("pair_saved", file=path))

    def action_open(self) -> None:
        """Open the log in front at its current position."""
        pane = self.panes[self.front]
        try:
            self.senpu.open_log(pane.path, str(pane.number))
        except (OSError, UnknownPositionError, DataError) as error:
            self.show_message(self.look.word("cannot_open", why=self.look.reason(error)))

    def action_leave(self) -> None:
        """Stop pointing at a unit or place, close the map or the comments, or the screen."""
        if any(pane.pointed is not None for pane in self.panes):
            for pane in self.panes:
                pane.point(None)
            self.present()
        elif self.is_mapped or self.is_reading:
            self.is_mapped = self.is_reading = False
            self.rearrange()
        else:
            self.senpu.leave(self)

    def on_pane_selected(self, message: PaneSelected) -> None:
        """Bring the clicked pane to the front."""
        message.stop()
        self.put_in_front(int(message.name == "other"))

    def on_pair_row_chosen(self, message: PairRowChosen) -> None:
        """Go to the clicked row, and bring its log to the front."""
        message.stop()
        self.front = message.log
        self.go_to_row(message.row)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Step forward if nothing can be scrolled."""
        event.stop()
        self.action_step(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Step back if nothing can be scrolled."""
        event.stop()
        self.action_step(-1)
