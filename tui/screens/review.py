"""The review of a game: the account of each side, its errors, the rolls by luck, the timeline.

It is made at once by values. Games that confirm the errors are played in the background of the
player, which is below this screen.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.strip import Strip

from senpu.notation.faults import Error
from senpu.notation.printable import make_printable
from senpu.replay.core.narration import Narrator
from senpu.tui.keys import REVIEW, make_bindings
from senpu.tui.screens.base import KeyedScreen
from senpu.tui.screens.job_progress import EVERY
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.clicks import PositionRequested, RowClicked
from senpu.tui.widgets.painting import Look, PaintedWidget, Row, wrap_text
from senpu.tui.widgets.panels import Block, PanelContent, Panels
from senpu.tui.widgets.provenance import describe_sign
from senpu.tui.widgets.review_list import ReviewList, ReviewListContent
from senpu.tui.widgets.review_texts import ReviewItem, ReviewTexts, list_swings
from senpu.tui.widgets.timeline import TimelineBar, TimelineTrack

if TYPE_CHECKING:
    from senpu.tui.screens.interfaces import Player
    from senpu.tui.screens.position_values import PositionValues
    from senpu.tui.screens.review_controller import ReviewController

WIDE, TALL = 120, 32
"""The size from which both lists are shown, with the details next to them."""
DETAILS = 7
"""The rows of the details below a list."""
TRACK = ((44, 9), (24, 4), (14, 3), (9, 2))
"""Pairs of a screen height and the rows of the timeline from that height on."""


class AccountPart(PaintedWidget):
    """The account of the sides, and the sentences about the review."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "account")
        self.texts: ReviewTexts | None = None
        self.waiting = ""
        """The text while there is no review."""
        self.is_brief = False
        """True if the screen has few rows."""

    def present(self, texts: ReviewTexts | None, waiting: str) -> None:
        """Show another review."""
        self.texts, self.waiting = texts, waiting
        self.repaint()

    def list_rows(self, width: int) -> list[Row]:
        """Return the rows: the table and the sentences."""
        look, texts = self.look, self.texts
        if texts is None:
            return [Row(look), *wrap_text(look, self.waiting, width - 2, "text", 1)]
        rows = [*texts.list_account_rows(width - 2)]
        for text, role in texts.list_statements(self.is_brief):
            rows += wrap_text(look, text, width - 2, role, 1)
        return rows

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows."""
        return [row.strip(width) for row in self.list_rows(width)[:height]]


class ReviewScreen(KeyedScreen):
    """The review of the log of a player."""

    KEYS = REVIEW
    FOOTER = "review"
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(REVIEW)]

    def __init__(self, look: Look, player: "Player", controller: "ReviewController") -> None:
        super().__init__(look)
        self.player, self.controller = player, controller
        self.texts: ReviewTexts | None = None
        self.lists: tuple[list[ReviewItem], list[ReviewItem]] = ([], [])
        """The decisions and the rolls."""
        self.chosen = [0, 0]
        """The index of the selected item of each list."""
        self.active = 0
        """The index of the list that has the keys."""
        self.account = AccountPart(look)
        self.tables = ReviewList(look, "decisions"), ReviewList(look, "rolls")
        self.details = Panels(look, self._fill_details, "details")
        self.track = TimelineBar(look, self._make_track())
        self._values: PositionValues | None = None

    def _make_track(self) -> TimelineTrack:
        player = self.player
        narrator = Narrator(player.timeline.rules.spec, self.look.language)
        track = TimelineTrack(player.timeline, player.losses, narrator)
        track.tree = player.note_tree
        return track

    def list_widgets(self) -> tuple[PaintedWidget, ...]:
        """Return the widgets of the screen."""
        return (
            self.header, self.account, *self.tables, self.details, self.track, self.footer,
        )  # fmt: skip

    def on_mount(self) -> None:
        """Show the review, or its progress."""
        from senpu.tui.screens.position_values import PositionValues

        self._values = PositionValues(self.player.timeline.rules)
        self.track.strand.value = self._values.find
        self.controller.on_change = self.take_review
        self.set_interval(EVERY, self._show_progress)
        self.take_review()

    def on_unmount(self) -> None:
        """Stop following the review."""
        self.controller.on_change = lambda: None
        self.controller.cancel()

    # ---- the content ----------------------------------------------------------------------

    def take_review(self) -> None:
        """Show the review of the controller."""
        found = self.controller.found
        if found is not None:
            narrator = Narrator(found.timeline.rules.spec, self.look.language)
            chosen = self.item
            self.texts = ReviewTexts(found.review, found.timeline, narrator, self.look)
            self.lists = self.texts.list_decisions(), self.texts.list_rolls()
            self._select_again(chosen)
            self.track.strand.swings = list_swings(found.review)
        self.rearrange()
        self.call_after_refresh(self._compute_values)  # the timeline has its cells then

    def _select_again(self, before: ReviewItem | None) -> None:
        """Select the item that was selected before the review changed."""
        for at, items in enumerate(self.lists):
            self.chosen[at] = max(min(self.chosen[at], len(items) - 1), 0)
        items = self.lists[self.active]
        numbers = [each.number for each in items]
        if before is not None and before.number in numbers:
            self.chosen[self.active] = numbers.index(before.number)
        elif before is None and not items and any(self.lists):
            self.active = 1 - self.active

    def _compute_values(self) -> None:
        """Compute the win probabilities along the timeline."""
        if self.is_attached and self.track.size.width:
            self.run_worker(self._compute_line(), group="values")

    async def _compute_line(self) -> None:
        if self._values is not None:
            await self._values.compute_all(self.track.strand.cells(), self.track.repaint)

    @property
    def item(self) -> ReviewItem | None:
        """The selected decision or roll."""
        items = self.lists[self.active]
        return items[self.chosen[self.active]] if items else None

    def present(self) -> None:
        """Show everything."""
        self._show_header()
        self.account.present(self.texts, self._describe_progress())
        texts, look = self.texts, self.look
        if texts is not None:
            titles = look.word("review_by_error"), look.word("review_by_luck")
            columns = (
                (look.word("item_error"), look.word("candidate_event"), look.word("item_better")),
                (look.word("item_luck"), look.word("list_dice"), look.word("list_result")),
            )
            letters = [side.letter for side in texts.narrator.spec.sides]
            for at, (table, items) in enumerate(zip(self.tables, self.lists, strict=True)):
                sign = (-1, 1)[at]
                amounts = [texts.name_change(sign, each) for each in items]
                content = ReviewListContent(
                    titles[at], columns[at], at == self.active, letters, amounts
                )
                table.show(items, self.chosen[at], content)
        self.details.present()
        item = self.item
        narrator = Narrator(self.player.timeline.rules.spec, look.language)
        number = item.number if item is not None else self.player.position
        self.track.present(self.player.timeline, number, narrator)
        self.show_footer()

    def _describe_progress(self) -> str:
        """Return the text while there is no review."""
        word, progress, error = self.look.word, self.controller.progress, self.controller.error
        if error is not None:
            why = error.text(self.look.language) if isinstance(error, Error) else str(error)
            return make_printable(why.replace("\n", " "))
        if progress is None or not progress.expected:
            return word("review_wait")
        return word("review_progress", done=progress.done, of=progress.expected)

    def _show_progress(self) -> None:
        if self.texts is None:
            self.account.present(None, self._describe_progress())
        self.show_footer()

    def show_footer(self) -> None:
        """Show the keys, and the progress of the job in the background."""
        super().show_footer()
        if not self.status:
            self.footer.present(self.footer.content, self.player.jobs.sign)

    def _show_header(self) -> None:
        look, word, player = self.look, self.look.word, self.player
        narrator = Narrator(player.timeline.rules.spec, look.language)
        left = [
            HeaderPart(word("task_review"), "text", "b", 60),
            HeaderPart(narrator.spec.title(look.language), "text", priority=45),
        ]
        right = []
        if self.texts is not None:
            review = self.texts.review
            form = word("review_form_quick")
            if review.is_full:
                form = word("review_form_full", program=review.program)
            right.append(HeaderPart(form, "now" if review.is_full else "text", "b", 50))
            events = word("review_events", n=self.texts.timeline.last)
            right.append(HeaderPart(events, "dim", priority=30))
        sign, _, text = describe_sign(narrator, look).partition(" ")
        right += [HeaderPart(sign, "note", "b", 48), HeaderPart(text, "dim", "", 10, 1)]
        self.header.present(left, right)

    def _fill_details(self, width: int, height: int) -> PanelContent:
        item = self.item
        if self.texts is None or item is None:
            return PanelContent([[Block("", [])]], (1,))
        details = self.texts.make_details(item, width, height)
        return PanelContent([[details, self.texts.explain(width, self.account.is_brief)]], (1,))

    def refresh_look(self) -> None:
        """Show everything after a change of the look."""
        self.take_review()

    # ---- arrangement ----------------------------------------------------------------------

    def _regions(self, size: Size) -> dict[str, Region]:
        width, height = size
        regions = {"header": Region(0, 0, width, min(height, 1))}
        if height > 1:
            regions["footer"] = Region(0, height - 1, width, 1)
        free = height - 2
        if free < 3 or width < 20:
            return regions
        tracked = next((rows for least, rows in TRACK if height >= least), 0)
        if self.texts is None:
            tracked = 0
        if tracked:
            regions["track"] = Region(0, height - 1 - tracked, width, tracked)
        free -= tracked
        is_wide = width >= WIDE and height >= TALL
        self.account.is_brief = height < TALL
        rows = min(len(self.account.list_rows(width)), max(free // 2, 1))
        rows = rows if self.texts is not None else free
        regions["account"] = Region(0, 1, width, rows)
        if self.texts is None:
            return regions
        y, free = 1 + rows + is_wide, free - rows - is_wide
        if is_wide:
            left = width * 11 // 20
            listed = max(min(len(self.lists[0]) + 1, free * 3 // 5), free - len(self.lists[1]) - 2)
            listed = min(listed, free - 4)
            regions["decisions"] = Region(0, y, left, listed)
            regions["rolls"] = Region(0, y + listed + 1, left, free - listed - 1)
            regions["details"] = Region(left + 1, y, width - left - 1, free)
            return regions
        below = min(DETAILS, free // 2) if free >= 8 else 0
        name = ("decisions", "rolls")[self.active]
        regions[name] = Region(0, y, width, free - below)
        if below:
            regions["details"] = Region(0, y + free - below, width, below)
        return regions

    def on_resize(self) -> None:
        """Show everything in the new size."""
        self.call_after_refresh(self.rearrange)
        self.call_after_refresh(self._compute_values)

    # ---- keys and mouse -------------------------------------------------------------------

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        found, jobs = self.controller.found, self.player.jobs
        usable = {
            "review_open": self.item is not None,
            "other_list": all(self.lists),
            "full_review": found is not None and not found.review.is_full and jobs.can_start,
            "save_review": found is not None and found.review.is_full and jobs.can_start,
            "swing_marks": found is not None,
        }
        return usable.get(word, True)

    def action_choose(self, by: int) -> None:
        """Select the item some rows further down."""
        self.status = ""
        count = len(self.lists[self.active])
        self.chosen[self.active] = max(0, min(self.chosen[self.active] + by, count - 1))
        self.present()

    def action_other_list(self) -> None:
        """Give the keys to the other list."""
        if all(self.lists):
            self.status, self.active = "", 1 - self.active
            self.rearrange()

    def action_scroll_panel(self, way: int) -> None:
        """Scroll the details."""
        self.details.scroll_rows(way * max(self.details.size.height - 2, 1))

    def action_open(self) -> None:
        """Go to the position of the selected item: a decision before it is made."""
        item = self.item
        if item is not None:
            number = item.number - (not item.is_roll)
            self.senpu.leave(self)
            self.player.go_to(number, self.player.timeline)

    def action_full_review(self) -> None:
        """Play games in the background that confirm the errors."""
        found = self.controller.found
        if found is not None and found.review.is_full:
            self.show_message(self.look.word("review_full_known"))
            return
        self.show_message(self.player.jobs.start("review"))

    def action_save_review(self) -> None:
        """Add the review to the notes."""
        found = self.controller.found
        if found is not None and not found.review.is_full:
            self.show_message(self.look.word("review_notes_later"))
        elif not self.player.jobs.can_start:
            self.show_message(self.look.word("job_not_here"))
        elif found is not None:
            self.show_message(self.controller.write_notes())

    def action_swing_marks(self) -> None:
        """Show the marks on the timeline of the player, or hide them."""
        self.controller.toggle_marks()
        name = "on" if self.controller.has_marks else "off"
        self.show_message(self.look.word(f"review_marks_{name}"))

    def action_back(self) -> None:
        """Cancel the games, or leave the screen."""
        if self.player.jobs.cancel():
            self.show_message(self.look.word("job_cancelled"))
        else:
            self.action_leave()

    def action_leave(self) -> None:
        """Leave the screen; the games continue."""
        self.senpu.leave(self)

    def on_row_clicked(self, message: RowClicked) -> None:
        """Select the clicked item; go there on a second click."""
        message.stop()
        at = ("decisions", "rolls").index(message.table)
        if at == self.active and message.index == self.chosen[at]:
            self.action_open()
            return
        self.active, self.chosen[at] = at, message.index
        self.status = ""
        self.rearrange()

    def on_position_requested(self, message: PositionRequested) -> None:
        """Go to the position that was clicked on the timeline."""
        message.stop()
        self.senpu.leave(self)
        self.player.go_to(message.number, self.player.timeline)
