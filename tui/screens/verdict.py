"""The page with the verdict on a log: the first page of a log that is invalid, forked or sealed.

It opens at the fault. The player of the log is below it; a log that has no rules, so that it has no
player, is shown as text.
"""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.strip import Strip

from senpu.logs.inputs import Input
from senpu.logs.memory import UserMemory
from senpu.notation.faults import Error
from senpu.notation.printable import make_printable
from senpu.replay.core.timeline import UnknownPositionError
from senpu.replay.core.views import View
from senpu.replay.disputes.examination import Examination, add_copies, examine
from senpu.spec.data import DataError
from senpu.tui.boards.scene import build_scene
from senpu.tui.keys import VERDICT, make_bindings
from senpu.tui.render.titles import translate_title
from senpu.tui.screens.arrangement import add_prompt
from senpu.tui.screens.base import KeyedScreen
from senpu.tui.screens.input_lines import close_prompt, open_prompt
from senpu.tui.widgets.area_map import AreaMap
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.clicks import ObjectClicked
from senpu.tui.widgets.hex_map import HexMap
from senpu.tui.widgets.painting import Look, PaintedWidget, Row
from senpu.tui.widgets.panels import render_heading
from senpu.tui.widgets.verdict_list import ListIndex, RowChosen, VerdictList
from senpu.tui.widgets.verdict_page import (
    LEAST_MAP,
    TALL,
    WIDE,
    OuterRows,
    render_keys,
    render_outer,
)
from senpu.tui.widgets.verdict_text import VerdictTexts

if TYPE_CHECKING:
    from textual.widgets import Input as PromptInput

    from senpu.tui.screens.interfaces import LogFollower, Player

SHARE = 78 / 160
"""The share of the map in the width of a wide page."""
SENTENCES = 2
"""The rows of the sentences below the map."""


class PlayedLog(NamedTuple):
    """The player of a log, and the watcher of its file."""

    player: "Player"
    watcher: "LogFollower"


class RowsPart(PaintedWidget):
    """A part of the page that shows ready rows."""

    def __init__(self, look: Look, name: str) -> None:
        super().__init__(look, name)
        self.rows: list[Row] = []

    def present(self, rows: list[Row]) -> None:
        """Show other rows."""
        self.rows = rows
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows."""
        return [row.strip(width) for row in self.rows[:height]]


class VerdictScreen(KeyedScreen):
    """The page with the verdict on a log.

    Args:
        look: The look.
        log: The log.
        played: The player of the log; None for a log without a player.
        opened_itself: Whether the page opened without a key, so that Esc leads to the last proven
            position.
    """

    KEYS = VERDICT
    FOOTER = "verify"
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(VERDICT)]

    def __init__(
        self,
        look: Look,
        log: Input,
        played: PlayedLog | None = None,
        opened_itself: bool = False,
    ) -> None:
        super().__init__(look)
        self.input, self.played = log, played
        self.player = played.player if played is not None else None
        self.source = log.path
        self.opened_itself = opened_itself
        self.found: Examination | None = None
        self.texts: VerdictTexts | None = None
        self.index: ListIndex | None = None
        self.chosen = 0
        self.scrolled = 0
        """The number of rows by which the findings are scrolled."""
        self.hidden = 0
        """The number of rows of the findings that are out of view."""
        self.shows_map: bool | None = None
        """True or False if the user shows or hides the map; None for the choice by the size."""
        self.map: AreaMap | HexMap | None = None
        self.top, self.title_row, self.under, self.foot = (
            RowsPart(look, name) for name in ("top", "title", "under", "foot")
        )
        self.list = VerdictList(look)
        self._stepped = False
        self._asks = ""
        self._arranged: tuple[Size, dict[str, Region]] | None = None
        self._outer: tuple[tuple[VerdictTexts, int, int, int, bool], OuterRows] | None = None
        """The rows above and below the list, and the values that they depend on."""

    def list_widgets(self) -> tuple[PaintedWidget, ...]:
        """Return the widgets of the screen."""
        boards = () if self.map is None else (self.map,)
        return (
            self.header, self.top, self.title_row, *boards, self.under, self.list, self.foot,
            self.footer,
        )  # fmt: skip

    def on_mount(self) -> None:
        """Examine the log."""
        self.present()
        self.start()
        if self.played is not None:
            self.played.watcher.listeners.append(self.start)

    def on_unmount(self) -> None:
        """Stop following the log."""
        if self.played is not None:
            self.played.watcher.listeners.remove(self.start)

    # ---- the examination ----------------------------------------------------------------------

    def start(self) -> None:
        """Examine the log, in the background."""
        self.run_worker(self._examine(), group="examining", exclusive=True)

    async def _examine(self) -> None:
        app = self.senpu
        view: View | None = None
        log = self.input
        if self.played is not None:
            view, log = self.played.player.timeline.view, self.played.watcher.snapshot
        whole = view is None or view.is_unrestricted
        candidates = [*app.list_copy_files(self.source)] if whole and log.file else []
        try:
            found = await asyncio.to_thread(
                examine, log, view, app.data, None if app.is_served else UserMemory,
                not app.read_only,
            )  # fmt: skip
            self._take(found, True)
            if whole:
                await asyncio.to_thread(add_copies, found, candidates, app.data)
                self._take(found, False)
        except OSError as error:
            self.show_message(self.look.word("cannot_open", why=self.look.reason(error)))

    def _take(self, found: Examination, first: bool) -> None:
        """Show an examination; at first, at the fault."""
        self.found = found
        self.texts = VerdictTexts(found, self.look)
        line = self.index.fault if self.index is not None else None
        self.index = ListIndex(found)
        if found.rules is not None and self.map is None and found.rows:
            narrator = self.texts.narrator
            hexes = found.rules.spec.game.board == "hexes"
            assert narrator is not None
            self.map = (HexMap if hexes else AreaMap)(self.look, narrator)
            self.mount(self.map, after=self.top)
        if (first or self.index.fault != line) and not self._stepped:
            self.chosen = self._find_start()
        self.rearrange()

    def _find_start(self) -> int:
        """Return the row at which the page opens."""
        index, player = self.index, self.player
        assert index is not None
        assert self.found is not None
        if index.fault >= 0:
            if index.is_fault(index.fault) or self.found.last_proven or self.found.rules is None:
                return index.fault
            return len(index.rows) - 1
        if player is not None and not self.opened_itself and player.position:
            return index.row_of(player.position)
        return max(len(index.rows) - 1, 0)

    # ---- what it shows ------------------------------------------------------------------------

    def present(self) -> None:
        """Show the examination in every part."""
        self._present_header()
        texts, index = self.texts, self.index
        if texts is not None and index is not None:
            self._arranged = None
            self._regions(self.size)
            self.list.present(texts, index, self.chosen, self.size.width >= WIDE)
            if self.map is not None and texts.narrator is not None:
                self._present_map()
        self.show_footer()

    def _present_header(self) -> None:
        look, texts = self.look, self.texts
        left = [HeaderPart(make_printable(self.source.name), "dim", priority=40)]
        label, role = look.word("verifying"), "dim"
        if texts is not None and self.found is not None:
            sign, role = texts.mark
            label = f"{sign} {texts.label}"
            headers, rules = self.found.record.headers, self.found.rules
            title = rules.spec.title(look.language) if rules else headers.get("Game", "")
            left.insert(0, HeaderPart(make_printable(title), "text", "b", 60))
            if headers.get("Event"):
                event = make_printable(translate_title(headers["Event"], look.language))
                left.insert(1, HeaderPart(event, "dim", priority=30))
            for at, side in enumerate(rules.spec.sides if rules else ()):
                if name := headers.get(side.id.capitalize()):
                    text = f"{make_printable(name)} ({side.letter})"
                    left.insert(-1, HeaderPart(text, f"side{at}", priority=20))
        right = [
            HeaderPart(look.word("verdict"), "text", "b", 50),
            HeaderPart(label, role, "b", 95, 2),
        ]
        self.header.present(left, right)

    def _present_map(self) -> None:
        """Show the position after the chosen row, or the last one that the rules accept."""
        assert self.found is not None
        assert self.texts is not None
        assert self.index is not None
        assert self.map is not None
        assert self.texts.narrator is not None
        number = self.shown_event
        timeline = self.found.find_timeline(number)
        if timeline is None:
            return
        scene = build_scene(timeline, number)
        self.map.present(scene, self.texts.narrator)

    @property
    def shown_event(self) -> int:
        """The event after which the position is shown."""
        assert self.found is not None
        assert self.index is not None
        number = self.index.event_at(self.chosen)
        if self.chosen == self.index.fault and self.found.last_proven:
            number = self.found.last_proven
        lasts = [each.last for each in (self.found.timeline, self.found.unproven) if each]
        return min(number, max(lasts, default=0))

    def _describe_position(self, width: int) -> list[Row]:
        """Return the rows below the map: the effects of the event, and the account of it."""
        assert self.found is not None
        assert self.texts is not None
        look, narrator = self.look, self.texts.narrator
        number = self.shown_event
        timeline = self.found.find_timeline(number)
        rows = list[str]()
        if narrator is not None and timeline is not None and number:
            text = narrator.describe_all(timeline.get_position(number).effects)
            rows = look.wrap(text, width - 2, SENTENCES)
        rows += [""] * (SENTENCES - len(rows))
        return [Row(look).add(" ").add(row) for row in rows]

    def _title_position(self) -> tuple[str, str]:
        """Return the title of the map and its role."""
        assert self.found is not None
        assert self.index is not None
        word, number = self.look.word, self.shown_event
        if number > self.found.verdict.valid_through:
            return word("position_unproven", n=number), "error"
        if self.index.fault >= 0 and number == self.found.last_proven and number:
            common = "position_last_proven" if self.found.fault else "position_common"
            return word(common, n=number), "text"
        return (word("position_after", n=number) if number else word("position_start")), "text"

    # ---- arrangement --------------------------------------------------------------------------

    def _regions(self, size: Size) -> dict[str, Region]:
        """Return the region of each part, and of the prompt while it is open."""
        regions, label = self._arrange_page(size), self.footer.label
        return add_prompt(regions, cell_len(label)) if label else regions

    def _arrange_page(self, size: Size) -> dict[str, Region]:
        """Return the region of each part, and fill the parts that have ready rows."""
        if self._arranged is not None and self._arranged[0] == size:
            return self._arranged[1]
        width, height = size
        regions = {"header": Region(0, 0, width, min(height, 1))}
        if height > 1:
            regions["footer"] = Region(0, height - 1, width, 1)
        if self.texts is not None and self.index is not None and height > 3 and width > 20:
            regions |= self._arrange(self.texts, width, height)
        self._arranged = (size, regions)
        return regions

    def _arrange(self, texts: VerdictTexts, width: int, height: int) -> dict[str, Region]:
        wanted = (texts, width, height, self.scrolled, bool(self.shows_map) and height < TALL)
        if self._outer is None or self._outer[0] != wanted:
            self._outer = wanted, render_outer(*wanted)
        outer = self._outer[1]
        self.hidden = outer.hidden
        self.scrolled = min(self.scrolled, outer.hidden)
        self.top.present(outer.top)
        self.foot.present(outer.foot)
        regions = {"top": Region(0, 1, width, len(outer.top))}
        y, end = 1 + len(outer.top), height - 1 - len(outer.foot)
        if outer.foot:
            regions["foot"] = Region(0, end, width, len(outer.foot))
            end -= outer.gap
        return regions | self._arrange_middle(texts, width, y, end)

    def _arrange_middle(
        self, texts: VerdictTexts, width: int, y: int, end: int
    ) -> dict[str, Region]:
        """Return the regions of the map, the texts below it, and the list, between two rows."""
        rows = end - y
        if rows < 2:
            return {}
        whole = {"rows": Region(0, y, width, rows)}
        board = self.map
        has_room = rows >= LEAST_MAP and board is not None
        is_next = width >= WIDE and has_room
        usual = is_next or rows >= LEAST_MAP + 16
        if (
            board is None
            or not has_room
            or not (usual if self.shows_map is None else self.shows_map)
        ):
            return whole
        listed = not is_next and self.shows_map is None
        left = max(int(width * SHARE), board.least[0] + 1) if is_next else width
        share = rows - 1 if is_next else rows // 2 if listed else rows - 1
        keys = render_keys(texts, left) if is_next else []
        below = self._describe_position(left)
        least = max(board.least[1], 6)
        while share - len(below) - len(keys) < least and (keys or below):
            keys, below = ([], below) if keys else ([], below[:-1])
        mapped = min(board.height_for(left, share - len(below) - len(keys)), share)
        mapped = max(min(mapped, share - len(below) - len(keys)), 0)
        title, role = self._title_position()
        self.title_row.present([render_heading(self.look, title, left, role)])
        regions = {
            "title": Region(0, y, left, 1),
            "map": Region(0, y + 1, left, mapped),
        }
        regions["under"] = Region(0, y + 1 + mapped, left, len(below) + len(keys))
        self.under.present([*below, *keys])
        if is_next:
            regions["rows"] = Region(left + 2, y, width - left - 2, rows)
        elif listed:
            used = 1 + mapped + len(below)
            regions["rows"] = Region(0, y + used, width, rows - used)
        return regions

    def refresh_look(self) -> None:
        """Show everything after a change of the look."""
        if self.found is not None:
            self.texts = VerdictTexts(self.found, self.look)
        self.rearrange()

    def on_resize(self) -> None:
        """Show everything in the new size."""
        self.present()

    # ---- keys and mouse -----------------------------------------------------------------------

    def choose_row(self, at: int) -> None:
        """Choose a row, and show the position after it."""
        if self.index is None or not self.index.rows:
            return
        self._stepped = True
        self.status = ""
        self.chosen = max(0, min(at, len(self.index.rows) - 1))
        before = self._arranged
        self.present()
        if before is None or self._arranged is None or self._arranged[1] != before[1]:
            self.header.refresh(layout=True)

    def action_choose(self, by: int) -> None:
        """Choose another row."""
        self.choose_row(self.chosen + by)

    def action_fault(self) -> None:
        """Go to the invalid line, or to the line that differs."""
        if self.index is None or self.index.fault < 0:
            self.show_message(self.look.word("no_fault"))
        else:
            self.choose_row(self.index.fault)

    def action_seal(self, way: int) -> None:
        """Go to the last line under the next or previous seal."""
        places = sorted(self.index.marks) if self.index else []
        if not places:
            self.show_message(self.look.word("no_seals"))
            return
        later = [at for at in places if at > self.chosen]
        earlier = [at for at in places if at < self.chosen]
        self.choose_row((later or places)[0] if way > 0 else (earlier or places)[-1])

    def action_copies(self) -> None:
        """Show the log and its copy side by side."""
        found, texts = self.found, self.texts
        copies = found.copies if found else []
        copy = (texts.copy if texts else None) or next(iter(copies), None)
        if copy is None:
            self.show_message(self.look.word("no_copy"))
            return
        try:
            self.senpu.open_both(self.source, copy.path)
        except (OSError, UnknownPositionError, DataError) as error:
            self.show_message(self.look.word("cannot_open", why=self.look.reason(error)))

    def action_map_style(self) -> None:
        """Show or hide the map."""
        if self.map is None:
            self.show_message(self.look.word("no_map"))
            return
        shown = "map" in self._regions(self.size)
        self.shows_map = not shown
        self.rearrange()

    def action_scroll_panel(self, way: int) -> None:
        """Scroll the findings."""
        self.scrolled = max(self.scrolled + way * 3, 0)
        self.rearrange()

    def action_leave(self) -> None:
        """Close the prompt, or go to the player at the chosen event, or leave the log."""
        if self._asks:
            self._close_prompt()
            return
        player = self.player
        if player is not None and self.index is not None and (self._stepped or self.opened_itself):
            player.go_to(min(self.shown_event, player.timeline.last))
        self.senpu.leave(self)

    async def action_resume(self, action: str, *given: str) -> None:
        """Return to the player, and begin another task there."""
        if self.player is not None:
            self.action_leave()
            named = ", ".join(map(repr, given))
            await self.app.run_action(f"{action}({named})", self.app.screen)

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        found, index = self.found, self.index
        usable = {
            "fault": index is not None and index.fault >= 0,
            "seals": index is not None and bool(index.marks),
            "copies": found is not None and bool(found.copies),
            "map": self.map is not None,
            "proof": bool(self._proofs()),
            "panel": self.hidden > 0,
            **dict.fromkeys(("notes", "legal", "record"), self.player is not None),
        }
        return usable.get(word, True)

    def on_row_chosen(self, message: RowChosen) -> None:
        """Choose the clicked row."""
        message.stop()
        self.choose_row(message.index)

    def on_object_clicked(self, message: ObjectClicked) -> None:
        """Ignore a click on the map."""
        message.stop()

    # ---- files --------------------------------------------------------------------------------

    def action_report(self) -> None:
        """Ask for the file of the report for an arbiter."""
        self._ask("report", f"{self.source.stem}.md")

    def action_proof(self) -> None:
        """Ask for the file of the proof that a key has signed two histories."""
        from senpu.tui.output_files import PROOF_SUFFIX

        if not self._proofs():
            self.show_message(self.look.word("no_proof"))
        else:
            self._ask("proof", f"{self.source.stem}{PROOF_SUFFIX}")

    def _proofs(self) -> str:
        """Return the proofs that a key has signed this log and a copy that contradicts it."""
        from senpu.logs.proofs import format_proof

        copies = self.found.copies if self.found else []
        return "".join(format_proof(proof) for copy in copies for proof in copy.result.proofs)

    def _ask(self, what: str, name: str) -> None:
        """Open the prompt for the name of a file."""
        if self.found is None or self._asks:
            return
        if self.senpu.read_only or self.senpu.is_served:
            self.show_message(self.look.word("blocked_viewing"))
            return
        self._asks = what
        self.footer.label = self.look.word(f"{what}_prompt")
        open_prompt(self, "", name)
        self.footer.repaint()

    def _close_prompt(self) -> None:
        self._asks = ""
        self.footer.label = ""
        close_prompt(self)
        self.footer.repaint()

    def on_key(self, event: events.Key) -> None:
        """Close the prompt with Escape."""
        if self._asks and event.key == "escape":
            event.stop()
            event.prevent_default()
            self._close_prompt()

    def on_input_submitted(self, event: "PromptInput.Submitted") -> None:
        """Write the file."""
        event.stop()
        what, name = self._asks, event.value.strip()
        self._close_prompt()
        if not name:
            return
        path = self.source.parent / Path(name).expanduser()
        rows = self._render_report() if what == "report" else self._proofs().splitlines()
        from senpu.tui.output_files import OutputFile

        try:
            OutputFile(path, what, (self.source,)).write(rows)
        except (OSError, Error) as error:
            self.show_message(self.look.word("not_written", why=self.look.reason(error)))
            return
        self.show_message(self.look.word("file_written", file=make_printable(str(path))))

    def _render_report(self) -> Iterable[str]:
        """Return the rows of the page for an arbiter."""
        from senpu.tui.jobs.report import JudgedLog, LogContext, render_report

        found, texts = self.found, self.texts
        assert found is not None
        assert texts is not None
        side = found.timeline.view.side if found.timeline is not None else ""
        context = LogContext(texts.sides.rules, found.record.headers, side, self.look.language)
        judged = JudgedLog(found.source, found.verdict, context, texts.sides, found.is_whole)
        return render_report(judged)
