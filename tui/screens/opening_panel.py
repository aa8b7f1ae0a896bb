"""The texts about the selected move of a book, and its plan."""

from senpu.replay.core.narration import Narrator
from senpu.replay.core.states import CHANCE
from senpu.replay.openings.book import MoveRecord
from senpu.replay.openings.values import MoveValues
from senpu.replay.openings.walk import Destination
from senpu.tui.boards.area_tiling import build_map_plan
from senpu.tui.render.openings_report import find_side, split_moves
from senpu.tui.screens.opening_position import BookPosition
from senpu.tui.screens.own_choices import render_own_choice
from senpu.tui.widgets.opening_blocks import (
    CountedGames,
    join_rows,
    render_counted,
    render_results,
    render_units,
)
from senpu.tui.widgets.painting import Look, Row, wrap_text
from senpu.tui.widgets.panels import Block, PanelContent, split_width
from senpu.tui.widgets.placement_plan import PlacedUnit, render_plan

LEAST_WIDTH = 60
"""The width from which the plan is next to the results."""
PLAN_SHARES = (56, 22)
PLAN_ROWS = 13
"""The most rows of the plan of areas."""


class OpeningPanel:
    """The blocks about the selected move of a position."""

    def __init__(self, position: BookPosition) -> None:
        self.position = position
        spec = position.narrator.spec
        self.plan = build_map_plan(spec) if spec.game.board != "hexes" else None

    @property
    def look(self) -> Look:
        """The look."""
        return self.position.look

    @property
    def narrator(self) -> Narrator:
        """The narrator."""
        return self.position.narrator

    def fill(self, width: int, height: int, wide: bool) -> PanelContent:
        """Return the blocks about the chosen move, in one column or in two."""
        if self.position.selected is None:
            return PanelContent([[]], (1,))
        if wide:
            room = width - 2
            return PanelContent([[
                self._render_chosen(room, PLAN_ROWS), *self._render_own(room),
                self._render_results(room), *self._render_comparison(room),
                self._render_counted(room),
            ]], (1,))  # fmt: skip
        if width < LEAST_WIDTH:
            return PanelContent([[self._render_results(width - 2)]], (1,))
        left, right = split_width(width, PLAN_SHARES)
        results = self._render_results(right - 1)
        next_rows = self._render_next(right - 1)
        results = Block(results.title, join_rows((results.rows, next_rows), self.look))
        return PanelContent(
            [[self._render_chosen(left - 1, height - 1, whole=False)], [results]], PLAN_SHARES
        )

    def _render_chosen(self, width: int, most: int, whole: bool = True) -> Block:
        """Return the plan with the units that the move brings, their names, and what happens.

        Args:
            width: The columns.
            most: The most rows of the plan.
            whole: Whether texts are shown for which `most` rows are too few.

        Returns:
            The block.
        """
        assert self.position.selected is not None
        look, (move, goal, *_) = self.look, self.position.selected
        moves = [row.move for row in self.position.rows if row.move]
        same = [each for each in moves if each.is_set_up == move.is_set_up]
        title = self.look.word("book_chosen", at=same.index(move) + 1, n=len(same))
        groups: list[list[Row]] = []
        if goal is None:
            return Block(title, wrap_text(look, look.word("book_hidden"), width))
        placed = self._find_placed(goal)
        side = find_side(self.position.walk.state, self.narrator)
        if not move.is_set_up:
            groups += self._describe_events(move, goal, width)
        if self.plan is not None:
            used = sum(len(group) + 1 for group in groups)
            units = self._list_units(goal, placed)
            groups.append(render_plan(self.plan, units, look, width, most - used))
        if move.is_set_up:
            groups.append(render_units(look, self.narrator, placed, side, width))
        while not whole and len(groups) > 1 and len(join_rows(groups, look)) > most:
            groups.pop()
        return Block(title, join_rows(groups, look), "text")

    def _describe_events(self, move: MoveRecord, goal: Destination, width: int) -> list[list[Row]]:
        """Return what happens in a move, and the odds of an attack."""
        texts = [
            self.narrator.describe_all(goal.line.get_position(number).effects)
            for number in range(self.position.walk.number + 1, goal.number + 1)
        ]
        text = self.narrator.paragraph(filter(None, texts))
        return [
            wrap_text(self.look, text, width - 2),
            *(
                wrap_text(self.look, odds, width - 2, "dim")
                for odds in self.position.describe_odds(move, width - 2)
            ),
        ]

    def _list_units(
        self, goal: Destination, placed: dict[str, list[str]]
    ) -> dict[str, list[PlacedUnit]]:
        """Return the units by place after a move."""
        new = {unit for found in placed.values() for unit in found}
        sides = [side.id for side in self.narrator.spec.sides]
        units: dict[str, list[PlacedUnit]] = {}
        for piece in self.position.walk.rules.board(goal.state).pieces:
            if piece.place:
                unit = PlacedUnit(piece.id, sides.index(piece.side), piece.id in new)
                units.setdefault(piece.place, []).append(unit)
        return units

    def _find_placed(self, goal: Destination) -> dict[str, list[str]]:
        """Return the units of the side to act that a move brings to each place."""
        rules = self.position.walk.rules
        before = {piece.id: piece.place for piece in rules.board(self.position.walk.state).pieces}
        mover = self.narrator.spec.sides[find_side(self.position.walk.state, self.narrator)].id
        placed: dict[str, list[str]] = {}
        for piece in rules.board(goal.state).pieces:
            if piece.place and before.get(piece.id, "") != piece.place and piece.side == mover:
                placed.setdefault(piece.place, []).append(piece.id)
        return dict(sorted(placed.items()))

    def _render_own(self, width: int) -> list[Block]:
        """Return the own choice in the position, if there is a repertoire."""
        own, walk = self.position.own, self.position.walk
        return [render_own_choice(self.look, own, walk.position, width)] if own else []

    def _render_results(self, width: int) -> Block:
        assert self.position.selected is not None
        return render_results(
            self.look,
            self.narrator,
            self.position.selected.move,
            self.position.side,
            width,
            self.position.describe_value(self.position.selected.move),
            self.position.book is not None,
        )

    def _render_next(self, width: int) -> list[Row]:
        """Return the number of answers, and the most frequent one."""
        assert self.position.selected is not None
        moves = next((found for _, found in split_moves(self.position.selected.answers)), [])
        goal = self.position.selected.goal
        word, values = self.look.word, self.position.selected.values
        if goal is None or values is None:
            return []
        if not moves:
            return self._render_best_answer(values, width)
        title = self.position.render_title(
            goal.state, self.position.selected.answers.moves, "book_answers"
        )
        most = max(moves, key=lambda move: move.played.games)
        return [
            *wrap_text(self.look, word("book_counted", title=title, n=len(moves)), width, "dim"),
            *wrap_text(self.look, word("book_most_played", n=most.played.games), width, "dim"),
            *wrap_text(self.look, self.position.format_answer(most), width),
        ]

    def _render_best_answer(self, values: MoveValues, width: int) -> list[Row]:
        """Return the best answer by value, if no game has an answer."""
        best = next(iter(values.list_unplayed()), None) if values.is_complete else None
        decision = values.state.decision
        if best is None or decision is None or decision.side == CHANCE:
            return []
        side = self.narrator.side(decision.side)
        text = self.look.word("value_best_answer", side=side)
        value = self.position.format_answer_value(best).rstrip()
        return [
            *wrap_text(self.look, text, width, "dim"),
            *wrap_text(self.look, f"{self.position.format_answer(best)}  {value}", width),
        ]

    def _render_comparison(self, width: int) -> list[Block]:
        texts = self.position.describe_comparison()
        if not texts:
            return []
        groups = [
            wrap_text(self.look, text, width, "dim" if at else "text")
            for at, text in enumerate(texts)
        ]
        assert self.position.selected is not None
        kind = "sets" if self.position.selected.move.is_set_up else "moves"
        return [
            Block(
                self.look.word(f"book_against_{kind}"),
                join_rows(groups, self.look),
                "text",
            )
        ]

    def _render_counted(self, width: int) -> Block:
        if self.position.book is None:
            text = self.look.word("book_needed")
            return Block(self.look.word("book_which"), wrap_text(self.look, text, width, "dim"))
        counted = CountedGames(
            self.position.choice,
            self.position.digest,
            self.position.games,
            self.position.least,
            self.position.excluded,
        )
        return render_counted(self.look, counted, width)
