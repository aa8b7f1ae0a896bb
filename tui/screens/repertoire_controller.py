"""The repertoire in the tree of openings: choose, comment, list gaps, drill."""

import asyncio
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from senpu.notation.faults import Error
from senpu.replay.openings.book import BookFile
from senpu.replay.openings.coverage import Coverage, CoverageSearch, UnansweredPosition
from senpu.replay.openings.drill import open_position
from senpu.replay.openings.repertoire import Choice, ChoiceTree
from senpu.replay.openings.walk import BookNavigator
from senpu.tui.render.openings_report import find_side
from senpu.tui.screens.drill import push_drill
from senpu.tui.screens.gap_list import GapListScreen
from senpu.tui.screens.opening_position import BookPosition
from senpu.tui.screens.own_choices import OwnChoices

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from textual.app import App
    from textual.worker import Worker, WorkType

    from senpu.tui.screens.interfaces import ViewerApp
    from senpu.tui.widgets.painting import Look

OWN_KEYS = ("own_choice", "own_comment", "gaps", "drill")
"""The words of the keys of the controller."""


class TreeScreen(Protocol):
    """The tree of openings, as its repertoire uses it."""

    look: "Look"
    position: BookPosition

    @property
    def app(self) -> "App[object]":
        """The running program of Textual."""

    @property
    def senpu(self) -> "ViewerApp":
        """The running program."""

    def look_up(self, chosen: int = -1) -> None:
        """Look up the current position in the book, and show it."""

    def rearrange(self) -> None:
        """Lay out the widgets again, and show everything."""

    def show_message(self, status: str) -> None:
        """Show a message at the end of the last line."""

    def ask_line(self, label: str, text: str, hint: str, done: "Callable[[str], None]") -> None:
        """Open an input line."""

    def run_worker(self, work: "WorkType[Any]", *, group: str) -> "Worker[Any]":
        """Run work in the background."""


class RepertoireController:
    """The repertoire of a tree of openings."""

    def __init__(self, screen: TreeScreen) -> None:
        self.screen = screen

    def open(self) -> None:
        """Open the repertoire of the rule set, if there is one."""
        position = self.screen.position
        files, rules = self.screen.senpu.repertoires, position.walk.rules
        path = files.find(rules.spec.id)
        position.own = OwnChoices(path, rules, files) if path is not None else None

    @property
    def choice(self) -> Choice | None:
        """The own choice in the current position."""
        own = self.screen.position.own
        return own.find_choice(self.screen.position.walk.position) if own else None

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        position, own = self.screen.position, self.screen.position.own
        if own is None or own.error is not None:
            return False
        can_write = not self.screen.senpu.read_only
        if word == "own_choice":
            view, decision = position.walk.timeline.view, position.walk.state.decision
            is_own = decision is not None and view.side == decision.side
            return can_write and position.can_choose and (view.is_unrestricted or is_own)
        if word == "own_comment":
            return can_write and self.choice is not None
        if word == "gaps" and position.book is None:
            return False
        return bool(own.content.choice)

    def toggle(self) -> None:
        """Store the selected move as the own choice; remove it if it is stored."""
        position = self.screen.position
        own, selected = position.own, position.selected
        if own is None or selected is None or not self.can_use("own_choice"):
            return
        choice = self.choice
        if choice is not None and selected.move.after in position.own_after:
            self._change(lambda: own.remove(choice), "own_removed")
            return
        text = position.format_move(selected.move)
        state = position.walk.line.get_full_position(position.walk.number).state
        self._change(lambda: own.store(state, text), "own_stored")

    def ask_comment(self) -> None:
        """Ask for the comment on the own choice."""
        own, choice = self.screen.position.own, self.choice
        if own is None or choice is None or not self.can_use("own_comment"):
            return
        self.screen.ask_line(
            "own_comment_label", choice.comment, self.screen.look.word("own_comment_hint"),
            lambda text: self._change(
                lambda: own.store_comment(choice, text.strip()), "own_comment_stored"
            ),
        )  # fmt: skip

    def _change(self, change: "Callable[[], None]", done: str) -> None:
        screen = self.screen
        try:
            change()
        except (Error, OSError) as error:
            screen.show_message(screen.look.word("not_written", why=screen.look.reason(error)))
            return
        screen.look_up(screen.position.chosen)
        screen.show_message(screen.look.word(done))

    # ---- gaps and drill -------------------------------------------------------------------

    def list_gaps(self) -> None:
        """List the likely positions without an answer for the side to act, else the first side."""
        if not self.can_use("gaps"):
            return
        screen = self.screen
        screen.show_message(screen.look.word("own_searching"))
        screen.run_worker(self._list_gaps(), group="gaps")

    async def _list_gaps(self) -> None:
        screen, position = self.screen, self.screen.position
        own, book = position.own, position.book
        assert own is not None
        assert book is not None
        sides = own.content.list_sides()
        mover = position.narrator.spec.sides[find_side(position.walk.state, position.narrator)].id
        side = mover if mover in sides else sides[0]
        tree = ChoiceTree(own.content, own.rules, side)
        try:
            found = await asyncio.to_thread(_search, book.path, tree, side)
        except (Error, OSError) as error:
            screen.show_message(screen.look.word("cannot_open", why=screen.look.reason(error)))
            return
        screen.show_message("")
        screen.app.push_screen(GapListScreen(screen.look, side, found, own.rules, self._go_to))

    def _go_to(self, gap: UnansweredPosition) -> None:
        """Go to a position without an answer."""
        position = self.screen.position
        rules, timeline = position.walk.rules, position.walk.timeline
        start = open_position(rules, gap.start)
        if rules.has_hidden_parts and timeline.view.side:
            start.view_as(timeline.view.side)
        position.walk = BookNavigator(start, 0)
        position.walk.play_line(gap.line)
        self.screen.look_up()
        self.screen.rearrange()

    def drill(self) -> None:
        """Open the drill of the repertoire."""
        own, screen = self.screen.position.own, self.screen
        if own is None or not self.can_use("drill"):
            return
        book = screen.position.book
        push_drill(screen, own.path, book.path if book is not None else None)


def _search(book: Path, tree: ChoiceTree, side: str) -> Coverage:
    with closing(BookFile(book)) as found:  # a connection belongs to one thread
        return CoverageSearch(found, tree, side).run()
