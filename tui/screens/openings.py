"""The workbench for openings: the moves of a position with their win rates, and one of them.

The screen moves along the log and along events played ahead of it; it does not change the log.
"""

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.screen import Screen

from senpu.logs.record import record_from
from senpu.notation.faults import Error
from senpu.notation.printable import make_printable
from senpu.replay.annotation.variations import AnyTimeline
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.openings.book import (
    ALL_GAMES,
    SAMPLES,
    BookEntry,
    BookFile,
    GameFilter,
    MoveRecord,
    SampleGame,
)
from senpu.replay.openings.comparison import Comparison, compare_moves, is_enough
from senpu.replay.openings.moves import MoveNames, MoveOdds
from senpu.replay.openings.reading import Ruleset, get_ruleset
from senpu.replay.openings.shelf import BookError
from senpu.replay.openings.walk import BookNavigator, Destination
from senpu.replay.recording.log_writing import format_header
from senpu.spec.data import PRINTED_PROVENANCES
from senpu.tui.boards.area_tiling import build_plan, read_neighbours
from senpu.tui.keys import OPENINGS, make_bindings
from senpu.tui.render.odds_report import UNSURE, list_assumptions
from senpu.tui.render.openings_report import (
    RenderedMove,
    find_side,
    format_choice,
    format_probability,
    open_book_rules,
    read_choice,
    render_move,
    render_move_results,
    split_moves,
)
from senpu.tui.screens.base import KeyedScreen
from senpu.tui.screens.player import PlayerScreen
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.book_games import GameTable
from senpu.tui.widgets.opening_blocks import (
    CountedGames,
    describe_comparison,
    join_rows,
    render_counted,
    render_results,
    render_units,
    wrap_text,
)
from senpu.tui.widgets.painting import Look, PaintedWidget, Row
from senpu.tui.widgets.panels import Block, PanelContent, Panels, split_width
from senpu.tui.widgets.placement_plan import PlacedUnit, render_plan
from senpu.tui.widgets.rate_table import RateTable, RowClicked, TableContent, TableRow

if TYPE_CHECKING:
    from senpu.tui.screens.input_lines import InputLine


WIDE, TALL = 140, 32
"""The size from which the chosen move is next to the list."""
SIDE_PANEL = 58
"""The columns of the chosen move next to the list."""
ANSWERS, GAMES = 11, 9
"""The rows of the answers and of the games, with their titles."""
LOW_PANEL = 10
"""The rows of the chosen move below the list on a small screen."""
LEAST_PANEL, LEAST_WIDTH = 18, 60
"""The height and width from which the chosen move is below the list."""
PLAN_SHARES = (56, 22)
PLAN_ROWS = 13
"""The most rows of the plan of areas."""
LEASTS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""The numbers of games from which a win rate is not grey."""
USUAL_LEAST = 20
MOST_GAMES = 500
"""The most games that the user can step through."""


class Choice(NamedTuple):
    """The chosen move, and what follows it."""

    move: MoveRecord
    goal: Destination | None
    """The position after it; None if it cannot be played."""
    answers: BookEntry
    games: list[SampleGame]


class OpeningsScreen(KeyedScreen):
    """A book at a position of a log."""

    KEYS = OPENINGS
    FOOTER = "openings"
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(OPENINGS)]

    def __init__(self, look: Look, book: BookFile, line: AnyTimeline, at: int = 0) -> None:
        super().__init__(look)
        self.book = book
        self.walk = BookNavigator(line, at)
        self.narrator = Narrator(line.rules.spec, look.language)
        mine, self._depth = get_ruleset(line.rules), book.read_depth()
        self.digest = mine.data
        self.games = sum(games for ruleset, games in book.list_rulesets() if ruleset == mine)
        self.choice = ALL_GAMES
        self.is_by_wins = False
        """True if moves are sorted by the lower end of the interval, not by number of games."""
        self.least = USUAL_LEAST
        """The least number of games of a move that is not grey."""
        self.winner: int | None = None
        """The side whose win rate is shown; None for the side to act."""
        self.leaf = BookEntry()
        self.rows: list[TableRow] = []
        self.chosen = -1
        """The index of the chosen row of the table."""
        self.selected: Choice | None = None
        self.game = -1
        """The index of the chosen game; -1 while the keys are for the moves."""
        self._rendered: dict[MoveRecord, RenderedMove] = {}
        self._answer_names: MoveNames | None = None
        self._walked: dict[int, int] = {}
        """The chosen row in each position when it was left, by event number."""
        self.prompt: InputLine | None = None
        game = line.rules.spec.game
        near = read_neighbours(line.rules.spec)
        self.plan = build_plan(game.area, near, game.margin) if game.board != "hexes" else None
        self.table, self.answers = RateTable(look, "moves"), RateTable(look, "answers")
        self.table.named, self.table.chance = self._format_move, self._format_chance
        self.answers.named = self._format_answer
        self.game_table = GameTable(look, self.narrator)
        self.panel = Panels(look, self._fill_panel)

    def list_widgets(self) -> tuple[PaintedWidget, ...]:
        """Return the widgets of the screen."""
        return (
            self.header, self.table, self.answers, self.game_table, self.panel, self.footer,
        )  # fmt: skip

    def on_mount(self) -> None:
        """Look up the first position."""
        self.look_up()

    # ---- the position ---------------------------------------------------------------------

    def look_up(self, chosen: int = -1) -> None:
        """Look up the current position in the book, and show it."""
        walk = self.walk
        self._rendered = {}
        self._odds = MoveOdds(walk.numbering, walk.state)
        try:
            self.leaf = self.book.look_up(walk.numbering, walk.state, self.choice)
        except BookError as error:
            self.leaf, self.status = BookEntry(), self.look.reason(error)
        self._list_rows()
        places = self._places
        self._select(chosen if chosen in places else next(iter(places), -1))
        self.present()

    def _list_rows(self) -> None:
        """Make the rows of the table: moves with enough games, then the others below a rule."""
        word, self.rows = self.look.word, []
        for _, moves in split_moves(self.leaf):
            if self.is_by_wins:
                moves.sort(key=lambda move: -move.played.win_rate_interval(self.side).low)
            if self.rows:
                self.rows.append(TableRow(text=word("book_moves_single")))
            enough = [move for move in moves if is_enough(move, self.least)]
            few = [move for move in moves if not is_enough(move, self.least)]
            self.rows += [TableRow(move) for move in enough]
            if few:
                self.rows.append(TableRow(text=word("book_too_few", n=self.least)))
            self.rows += [TableRow(move, thin=True) for move in few]
        if not self.rows:
            self.rows.append(TableRow(text=self._explain_no_moves()))

    def _explain_no_moves(self) -> str:
        """Return why the book has no moves for the position."""
        word = self.look.word
        if self.walk.state.decision is None:
            return word("over")
        if not self.games:
            return word("book_other")
        if self.choice != ALL_GAMES and not self.leaf.reached.games:
            return word("book_uncounted")
        return word("book_beyond", n=self._depth)

    def _select(self, row: int) -> None:
        """Choose a row, and look up what follows its move."""
        self.chosen, self.game, self.selected, self._answer_names = row, -1, None, None
        move = self.rows[row].move if row >= 0 else None
        if move is None:
            return
        goal = self.walk.follow(move)
        try:
            answers = (
                self.book.look_up(self.walk.numbering, goal.state, self.choice)
                if goal else BookEntry()
            )  # fmt: skip
            games = self.book.list_samples(move.after, self.choice)
        except BookError as error:
            answers, games, self.status = BookEntry(), [], self.look.reason(error)
        if goal is not None:
            self._answer_names = MoveNames(self.walk.numbering, goal.state)
        self.selected = Choice(move, goal, answers, games)

    @property
    def _places(self) -> list[int]:
        """The indexes of the rows that can be chosen."""
        return [at for at, row in enumerate(self.rows) if row.move]

    @property
    def side(self) -> int:
        """The side whose win rate is shown."""
        return find_side(self.walk.state, self.narrator) if self.winner is None else self.winner

    @property
    def _answer_side(self) -> int:
        """The side whose win rate is shown after the chosen move."""
        goal = self.selected.goal if self.selected else None
        if goal is None or self.winner is not None:
            return self.side
        return find_side(goal.state, self.narrator)

    @property
    def compared(self) -> list[MoveRecord]:
        """The moves of the same kind as the chosen one; none of them for rolls."""
        if self.selected is None or self._odds.is_roll:
            return []
        whole = self.selected.move.is_set_up
        return [row.move for row in self.rows if row.move and row.move.is_set_up == whole]

    # ---- the display ----------------------------------------------------------------------

    def present(self) -> None:
        """Show the current position."""
        word, wide = self.look.word, self._is_wide(self.size)
        title = self._title(self.walk.state, self.leaf, "book_of")
        heading = word(f"book_one_{self._kind(self.walk.state, self.leaf)}")
        self.table.present(TableContent(
            title=title if wide else "", heading=heading if wide else title,
            odds=word("book_odds"), wins=self._wins(self.side), rows=self.rows, side=self.side,
            count=self._count(self.leaf), chosen=self.chosen, has_keys=self.game < 0,
            notes=() if wide else tuple(self._describe_comparison(brief=True)),
        ))  # fmt: skip
        self.answers.present(self._list_answers())
        games = self.selected.games if self.selected else []
        count = self.selected.move.reached.games if self.selected else 0
        self.game_table.present(games, count, self.game, self.narrator)
        self.panel.present()
        self._show_header()
        self.show_footer()

    def _show_header(self) -> None:
        walk, word, look = self.walk, self.look.word, self.look
        reached, sides = self.leaf.reached, self.narrator.spec.sides
        left = [
            HeaderPart(word("openings"), "text", "b", 60),
            HeaderPart(self.narrator.spec.title(look.language), "text", priority=45),
            HeaderPart(make_printable(self.book.path.name), "dim", priority=20),
            HeaderPart(word("book_games", n=self.games), "dim", priority=30),
        ]
        if self.choice != ALL_GAMES:
            left.append(HeaderPart(f"/ {format_choice(self.choice)}", "now", "b", 55))
        decision = walk.state.decision
        at = find_side(walk.state, self.narrator)
        role = f"side{at}" if decision and decision.side == sides[at].id else "text"
        text = self.narrator.decision(decision) if decision else word("over")
        right = [HeaderPart(text, role, "b", 50)]
        for number, side in enumerate(sides):
            if reached.wins:
                wins = f"{self.narrator.side(side.id)} {reached.wins[number]}"
                right.append(HeaderPart(wins, f"side{number}", priority=25))
        if walk.has_left_log:
            right.append(HeaderPart(word("book_ahead"), "now", priority=40))
        elif walk.timeline.last:
            right.append(HeaderPart(f"{walk.number} / {walk.timeline.last}", "dim", priority=40))
        self.header.present(left, right)

    def _kind(self, state: object, leaf: BookEntry) -> str:
        """Return the kind of the moves of a position: `sets`, `moves` or `dice`."""
        decision = getattr(state, "decision", None)
        if decision and decision.side not in (side.id for side in self.narrator.spec.sides):
            return "dice"
        return "sets" if leaf.moves and leaf.moves[0].is_set_up else "moves"

    def _title(self, state: object, leaf: BookEntry, ident: str) -> str:
        kind, word = self._kind(state, leaf), self.look.word
        if kind == "dice":
            return word("book_title_dice")
        decision = getattr(state, "decision", None)
        if decision is None:
            return word("over")
        side = self.narrator.side(decision.side)
        mine = self.walk.state.decision
        if ident == "book_answers" and mine and mine.side == decision.side:
            ident = "book_next"
        return word(f"{ident}_{kind}", side=side)

    @staticmethod
    def _count(leaf: BookEntry) -> int:
        """Return the number of set-ups, or of events if a position has no set-ups."""
        return next((len(moves) for _, moves in split_moves(leaf)), 0)

    def _wins(self, side: int) -> str:
        which = self.narrator.spec.sides[side]
        if self.size.width >= WIDE:
            return self.look.word("book_side_wins", side=self.narrator.side(which.id))
        return self.look.word("book_won_brief", letter=which.letter)

    def _list_answers(self) -> TableContent:
        """Return the moves after the chosen one."""
        selected, word, side = self.selected, self.look.word, self._answer_side
        if selected is None or selected.goal is None:
            return TableContent()
        moves = next((found for _, found in split_moves(selected.answers)), [])
        rows = [TableRow(move) for move in moves if is_enough(move, self.least)]
        few = [TableRow(move, thin=True) for move in moves if not is_enough(move, self.least)]
        if few:
            rows.append(TableRow(text=word("book_too_few", n=self.least)))
        state = selected.goal.state
        return TableContent(
            title=self._title(state, selected.answers, "book_answers"),
            heading=word(f"book_one_{self._kind(state, selected.answers)}"),
            wins=self._wins(side), rows=rows + few, side=side,
            count=self._count(selected.answers),
        )  # fmt: skip

    # ---- moves as text --------------------------------------------------------------------

    def _move(self, move: MoveRecord) -> RenderedMove:
        """Return a move of the position with its dice and odds."""
        if move not in self._rendered:
            self._rendered[move] = render_move(move, self._odds, self.walk.find_playable)
        return self._rendered[move]

    def _format_move(self, move: MoveRecord) -> str:
        return self._move(move).text

    def _format_chance(self, move: MoveRecord) -> str:
        """Return the odds of a move; empty for set-ups."""
        return "" if move.is_set_up else format_probability(self._move(move))

    def _format_answer(self, move: MoveRecord) -> str:
        found = self._answer_names.find_playable(move) if self._answer_names else None
        return found.text if found else " ".join(move.forms[:1])

    def _describe_odds(self, move: MoveRecord, width: int) -> list[str]:
        """Return the results of an attack, their assumptions and their provenance."""
        odds = None if move.is_set_up else self._move(move).odds
        if odds is None:
            return []
        caption = render_move_results(self._move(move), self.narrator, width)
        weak = odds.provenance not in PRINTED_PROVENANCES
        rests = (
            self.look.word("rests_on", provenance=self.look.word(odds.provenance)) if weak else ""
        )
        assumes = list_assumptions((odds,), self.narrator)
        return [*filter(None, (caption, f"{UNSURE} {rests}" if rests else "", assumes))]

    def _compare(self) -> Comparison:
        return compare_moves(self.compared, self.side, self.least)

    def _describe_comparison(self, brief: bool = False) -> list[str]:
        """Return which move is first, and how sure that is."""
        if len(self.compared) < 2:
            return []
        what = self.look.word("book_sets" if self.compared[0].is_set_up else "book_moves")
        return describe_comparison(
            self.look, self._compare(), self._format_move, what, self.side, self.least, brief
        )

    # ---- the chosen move ------------------------------------------------------------------

    def _fill_panel(self, width: int, height: int) -> PanelContent:
        """Return the blocks about the chosen move, in one column or in two."""
        if self.selected is None:
            return PanelContent([[]], (1,))
        if self._is_wide(self.size):
            room = width - 2
            return PanelContent([[
                self._render_chosen(room, PLAN_ROWS), self._render_results(room),
                *self._render_comparison(room), self._render_counted(room),
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
        assert self.selected is not None
        look, move, goal = self.look, self.selected.move, self.selected.goal
        same = [row.move for row in self.rows if row.move and row.move.is_set_up == move.is_set_up]
        title = self.look.word("book_chosen", at=same.index(move) + 1, n=len(same))
        groups: list[list[Row]] = []
        if goal is None:
            return Block(title, wrap_text(look, look.word("book_hidden"), width))
        placed = self._find_placed(goal)
        side = find_side(self.walk.state, self.narrator)
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
            for number in range(self.walk.number + 1, goal.number + 1)
        ]
        text = self.narrator.paragraph(filter(None, texts))
        return [
            wrap_text(self.look, text, width - 2),
            *(
                wrap_text(self.look, odds, width - 2, "dim")
                for odds in self._describe_odds(move, width - 2)
            ),
        ]

    def _list_units(
        self, goal: Destination, placed: dict[str, list[str]]
    ) -> dict[str, list[PlacedUnit]]:
        """Return the units by place after a move."""
        new = {unit for found in placed.values() for unit in found}
        sides = [side.id for side in self.narrator.spec.sides]
        units: dict[str, list[PlacedUnit]] = {}
        for piece in self.walk.rules.board(goal.state).pieces:
            if piece.place:
                unit = PlacedUnit(piece.id, sides.index(piece.side), piece.id in new)
                units.setdefault(piece.place, []).append(unit)
        return units

    def _find_placed(self, goal: Destination) -> dict[str, list[str]]:
        """Return the units of the side to act that a move brings to each place."""
        rules = self.walk.rules
        before = {piece.id: piece.place for piece in rules.board(self.walk.state).pieces}
        mover = self.narrator.spec.sides[find_side(self.walk.state, self.narrator)].id
        placed: dict[str, list[str]] = {}
        for piece in rules.board(goal.state).pieces:
            if piece.place and before.get(piece.id, "") != piece.place and piece.side == mover:
                placed.setdefault(piece.place, []).append(piece.id)
        return dict(sorted(placed.items()))

    def _render_results(self, width: int) -> Block:
        assert self.selected is not None
        return render_results(self.look, self.narrator, self.selected.move, self.side, width)

    def _render_next(self, width: int) -> list[Row]:
        """Return the number of answers, and the most frequent one."""
        assert self.selected is not None
        moves = next((found for _, found in split_moves(self.selected.answers)), [])
        goal = self.selected.goal
        if not moves or goal is None:
            return []
        word = self.look.word
        title = self._title(goal.state, self.selected.answers, "book_answers")
        most = max(moves, key=lambda move: move.played.games)
        return [
            *wrap_text(self.look, word("book_counted", title=title, n=len(moves)), width, "dim"),
            *wrap_text(self.look, word("book_most_played", n=most.played.games), width, "dim"),
            *wrap_text(self.look, self._format_answer(most), width),
        ]

    def _render_comparison(self, width: int) -> list[Block]:
        texts = self._describe_comparison()
        if not texts:
            return []
        groups = [
            wrap_text(self.look, text, width, "dim" if at else "text")
            for at, text in enumerate(texts)
        ]
        kind = "sets" if self.compared[0].is_set_up else "moves"
        return [Block(self.look.word(f"book_against_{kind}"), join_rows(groups, self.look), "text")]

    def _render_counted(self, width: int) -> Block:
        counted = CountedGames(self.choice, self.digest, self.games, self.least)
        return render_counted(self.look, counted, width)

    def refresh_look(self) -> None:
        """Show everything after a change of the look."""
        self.narrator = Narrator(self.walk.rules.spec, self.look.language)
        self.look_up(self.chosen)

    # ---- arrangement ----------------------------------------------------------------------

    def _is_wide(self, size: Size) -> bool:
        """Return whether the chosen move is next to the list."""
        return size.width >= WIDE and size.height >= TALL

    def _regions(self, size: Size) -> dict[str, Region]:
        width, height = size
        free = max(height - 2, 0)
        label = cell_len(self.footer.label)
        regions = {
            "header": Region(0, 0, width, min(1, height)),
            "footer": Region(0, height - 1, label + 2 if self.prompt else width, 1),
            "prompt": Region(label + 2, height - 1, max(width - label - 2, 0), 1),
        }
        if self._is_wide(size):
            left = width - SIDE_PANEL - 1
            y, listed = 1, free - ANSWERS - GAMES - 2
            listed = min(listed, max(len(self.rows) + 2, free // 3))
            regions["moves"] = Region(0, y, left, listed)
            y += listed + 1
            regions["answers"] = Region(0, y, left, ANSWERS)
            y += ANSWERS + 1
            regions["games"] = Region(0, y, left, max(height - 1 - y, 0))
            regions["panels"] = Region(left, 1, width - left, free)
            return regions
        below = 0
        if height >= LEAST_PANEL and self.selected:
            below = max(LOW_PANEL, free * 9 // 20)
        table = "games" if self.game >= 0 else "moves"
        regions[table] = Region(0, 1, width, free - below)
        regions["panels"] = Region(0, 1 + free - below, width, below)
        return regions

    def on_resize(self) -> None:
        """Show the position in the new size."""
        self.call_after_refresh(self.present)

    # ---- keys and mouse -------------------------------------------------------------------

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        if word == "take_move":
            return self.selected is not None
        return word != "book_games" or bool(self.selected and self.selected.games)

    def action_choose(self, by: int) -> None:
        """Choose the move, or the game, above or below."""
        self.status = ""
        if self.game >= 0 and self.selected:
            self.game = max(0, min(self.game + by, len(self.selected.games) - 1))
        elif places := self._places:
            at = places.index(self.chosen) + by
            self._select(places[max(0, min(at, len(places) - 1))])
        self.present()

    def action_games(self) -> None:
        """Go to the games of the chosen move, or back to the moves."""
        self.status = ""
        if self.game >= 0:
            self.game = -1
        elif self.selected and self.selected.games:
            games = self.selected.games
            if len(games) == SAMPLES:
                try:
                    games = self.book.list_samples(
                        self.selected.move.after, self.choice, MOST_GAMES
                    )
                except BookError as error:
                    self.status = self.look.reason(error)
            self.selected, self.game = self.selected._replace(games=games), 0
        self.rearrange()

    def action_step(self, by: int) -> None:
        """Go back to the previous position, or forward again."""
        self.status = ""
        self._walked[self.walk.number] = self.chosen
        self.walk.move_by(by)
        self.look_up(self._walked.get(self.walk.number, -1))
        self.rearrange()

    def action_take(self) -> None:
        """Play the chosen move, or open the chosen game at the position."""
        self.status = ""
        if self.selected is None:
            return
        if self.game >= 0:
            self._open(self.selected.games[self.game])
            return
        self._walked[self.walk.number] = self.chosen
        goal = self.selected.goal
        if goal is None:
            self.show_message(self.look.word("book_hidden"))
            return
        self.walk.go_to(goal)
        self._walked.pop(self.walk.number, None)
        self.look_up()
        self.rearrange()

    def _open(self, game: SampleGame) -> None:
        from senpu.replay.core.timeline import UnknownPositionError
        from senpu.spec.data import DataError

        try:
            self.senpu.open_log(game.path, str(game.number))
        except (OSError, UnknownPositionError, DataError) as error:
            why = getattr(error, "strerror", None) or str(error).splitlines()[0]
            self.show_message(self.look.word("cannot_open", why=why))

    def action_who(self) -> None:
        """Count games of all players, of people, or of programs."""
        ways = ("", "human", "program")
        by = ways[(ways.index(self.choice.player_kind) + 1) % len(ways)]
        self.choose_games(GameFilter(self.choice.player, self.choice.since, self.choice.until, by))

    def choose_games(self, choice: GameFilter) -> None:
        """Count other games."""
        self.choice, self.status = choice, ""
        self.look_up()
        self.rearrange()

    def action_order(self) -> None:
        """Sort by number of games, or by win rate."""
        self.is_by_wins = not self.is_by_wins
        self.look_up()
        self.show_message(self.look.word("book_by_wins" if self.is_by_wins else "book_by_games"))

    def action_winner(self) -> None:
        """Show the win rate of the next side."""
        self.winner = (self.side + 1) % len(self.narrator.spec.sides)
        self._show_again()

    def action_least(self, by: int) -> None:
        """Change the least number of games of a move that is not grey."""
        at = max(0, min(LEASTS.index(self.least) + by, len(LEASTS) - 1))
        self.least = LEASTS[at]
        self._show_again()
        self.show_message(self.look.word("book_least_is", n=self.least))

    def _show_again(self) -> None:
        """Sort the rows again, and keep the chosen move."""
        self.status = ""
        move = self.selected.move if self.selected else None
        self._list_rows()
        rows = [row.move for row in self.rows]
        self._select(rows.index(move) if move in rows else self.chosen)
        self.present()

    def action_scroll_panel(self, by: int) -> None:
        """Scroll the texts about the chosen move."""
        self.panel.scroll_rows(by)

    def action_rule_set(self) -> None:
        """Show the start of games under the next rule set of the book."""
        show_next_rules(self)

    def action_ask_filter(self) -> None:
        """Open the filter line."""
        from senpu.tui.screens.input_lines import InputLine, open_line

        if self.prompt is not None:
            return
        self.footer.label = self.look.word("key_filter")
        hint = self.look.word("book_filter_prompt")
        self.prompt = InputLine(
            format_choice(self.choice), hint, self._apply_typed_filter, self._close_filter
        )
        open_line(self, self.prompt)
        self.footer.repaint()

    def _apply_typed_filter(self, text: str) -> None:
        self._close_filter()
        self.choose_games(read_choice(text))

    def _close_filter(self) -> None:
        if self.prompt is not None:
            self.prompt.remove()
        self.prompt, self.footer.label = None, ""
        self.footer.repaint()

    def action_leave(self) -> None:
        """Go back from the games to the moves, or close the screen."""
        if self.game >= 0:
            self.action_games()
        else:
            self.senpu.leave(self)

    def on_unmount(self) -> None:
        """Close the book."""
        self.book.close()

    def on_row_clicked(self, message: RowClicked) -> None:
        """Choose the clicked move or game; play or open it on a second click."""
        message.stop()
        if message.table == "moves":
            again = self.game < 0 and message.index == self.chosen
            if not again:
                self._select(message.index)
        elif message.table == "games" and self.selected:
            again = message.index == self.game
            self.game = message.index
        else:
            return
        if again:
            self.action_take()
        else:
            self.present()


def enter(screen: Screen[object], look: Look, path: Path | None) -> None:
    """Show a book above a screen, or a message with the reason if that fails.

    The book opens at the position of a player, else at the start of the rule set with most games.
    """
    app = screen.app
    if path is None:
        _show_message(screen, look.word("no_book"))
        return
    try:
        book = BookFile(path)
        if isinstance(screen, PlayerScreen):
            app.push_screen(OpeningsScreen(look, book, screen.course, screen.position))
        else:
            app.push_screen(OpeningsScreen(look, book, _open_empty_game(book)))
    except (Error, OSError) as error:
        _show_message(screen, look.word("cannot_open", why=look.reason(error)))


def _show_message(screen: Screen[object], text: str) -> None:
    show = getattr(screen, "show_message", None)
    if show is not None:
        show(text)


def show_next_rules(screen: OpeningsScreen) -> None:
    """Replace the screen with the start of games under the next rule set of the book."""
    try:
        timeline = _open_empty_game(screen.book, get_ruleset(screen.walk.rules))
        book = BookFile(screen.book.path)
        following = OpeningsScreen(screen.look, book, timeline)
    except (Error, OSError) as error:
        screen.show_message(screen.look.word("cannot_open", why=screen.look.reason(error)))
        return
    screen.app.switch_screen(following)


def _open_empty_game(book: BookFile, before: Ruleset | None = None) -> Timeline:
    """Return an empty game under the rule set with most games, or the next rule set after `before`.

    Returns:
        The timeline of the game.

    Raises:
        BookError: The book cannot be read.
        UnknownGameError: The game is not installed.
        DataError: The data of the game are not available.
    """
    found = [ruleset for ruleset, _ in book.list_rulesets()]
    if not found:
        raise BookError("bookWithoutGames", path=book.path)
    at = found.index(before) + 1 if before in found else 0
    rules = open_book_rules(found[at % len(found)])
    return open_timeline(record_from(format_header(rules, {})), rules)
