"""The likely positions to which a repertoire has no answer; Enter goes to the selected one."""

from collections.abc import Callable
from typing import ClassVar

from textual.binding import BindingType

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.visible_positions import format_position_for
from senpu.replay.openings.coverage import Coverage, UnansweredPosition
from senpu.tui.keys import GAPS, make_bindings
from senpu.tui.render.repertoire_report import (
    describe_coverage,
    describe_gap,
    describe_other_lines,
)
from senpu.tui.screens.title_list import TitleListScreen
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.chapter_list import ListedTitle
from senpu.tui.widgets.painting import Look

TAIL = 30
"""The most characters of the last events of a line in the list."""


def _cut_start(line: str) -> str:
    """Return the last events of a line."""
    return line if len(line) <= TAIL else f"...{line[-TAIL:].partition(' ')[2]}"


class GapListScreen(TitleListScreen):
    """A list of positions without an answer.

    Args:
        look: The look.
        side: The side of the repertoire.
        coverage: The positions.
        rules: The rule set.
        go_to: The function that shows a position.
    """

    KEYS = GAPS
    FOOTER = "gap_list"
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(GAPS)]

    def __init__(
        self, look: Look, side: str, coverage: Coverage, rules: AnyRules,
        go_to: Callable[[UnansweredPosition], None],
    ) -> None:  # fmt: skip
        super().__init__(look)
        self.side, self.coverage, self.rules, self.go_to = side, coverage, rules, go_to

    def on_mount(self) -> None:
        """Show the list."""
        self.present()

    def present(self) -> None:
        """Show the positions, and the way to the selected one."""
        narrator = Narrator(self.rules.spec, self.look.language)
        left = [HeaderPart(self.look.word("own_gaps"), "text", "b", 60)]
        self.header.present(left, [])
        titles = [
            ListedTitle(
                describe_gap(gap, self.side, self.rules, narrator),
                _cut_start(gap.line),
            )
            for gap in self.coverage.gaps
        ]
        details = [(describe_coverage(self.side, self.coverage, narrator), "text")]
        if titles:
            gap = self.coverage.gaps[self.chosen]
            details += [(gap.line, "note"), (format_position_for(self.rules, gap.state), "dim")]
        details += [(text, "dim") for text in describe_other_lines(self.coverage, narrator)]
        self.show_titles(titles, [each for each in details if each[0]])

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        return word != "open_gap" or self.count > 0

    def action_open(self) -> None:
        """Go to the selected position."""
        if self.coverage.gaps:
            self.senpu.leave(self)
            self.go_to(self.coverage.gaps[self.chosen])
