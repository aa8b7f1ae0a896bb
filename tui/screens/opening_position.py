"""The moves that a book has in a position, and the selected one of them."""

from typing import NamedTuple

from senpu.replay.annotation.variations import AnyTimeline
from senpu.replay.core.narration import Narrator
from senpu.replay.core.states import CHANCE, State
from senpu.replay.openings.book import (
    DEFAULT_GAMES,
    BookEntry,
    BookFile,
    MoveRecord,
    SampleGame,
)
from senpu.replay.openings.moves import MoveNames, MoveOdds
from senpu.replay.openings.ranking import MoveRanking, is_enough, rank_moves
from senpu.replay.openings.reading import get_ruleset
from senpu.replay.openings.shelf import BookError
from senpu.replay.openings.walk import BookNavigator, Destination
from senpu.tui.render.odds_report import list_assumptions
from senpu.tui.render.openings_report import (
    RenderedMove,
    find_side,
    format_probability,
    render_move,
    render_move_results,
    split_moves,
)
from senpu.tui.screens.own_choices import OwnChoices, describe_own_choice
from senpu.tui.widgets.opening_blocks import describe_comparison
from senpu.tui.widgets.painting import Look
from senpu.tui.widgets.rate_table import TableContent, TableRow

USUAL_LEAST = 20


class SelectedMove(NamedTuple):
    """The selected move, and what follows it."""

    move: MoveRecord
    goal: Destination | None
    """The position after it; None if it cannot be played."""
    answers: BookEntry
    games: list[SampleGame]


class BookPosition:
    """A position of a log, or after it, in a book."""

    def __init__(self, look: Look, book: BookFile, line: AnyTimeline, at: int) -> None:
        self.look, self.book = look, book
        self.walk = BookNavigator(line, at)
        self.narrator = Narrator(line.rules.spec, look.language)
        mine, self._depth = get_ruleset(line.rules), book.read_depth()
        self.digest = mine.data
        self.games = sum(games for ruleset, games in book.list_rulesets() if ruleset == mine)
        self.choice = DEFAULT_GAMES
        self.is_by_wins = False
        """True if moves are sorted by the lower end of the interval, not by number of games."""
        self.least = USUAL_LEAST
        """The least number of games of a move that is not grey."""
        self.winner: int | None = None
        """The side whose win rate is shown; None for the side to act."""
        self.leaf = BookEntry()
        self.rows: list[TableRow] = []
        self.chosen = -1
        """The index of the selected row."""
        self.selected: SelectedMove | None = None
        self.own: OwnChoices | None = None
        """The repertoire, if there is one."""
        self.own_after: tuple[int, ...] = ()
        """The number of the position after the own choice, if there is one here."""
        self.error = ""
        """The reason why the book could not be read; empty if it was."""
        self._rendered: dict[MoveRecord, RenderedMove] = {}
        self._odds = MoveOdds(self.walk.numbering, self.walk.state)
        self._answer_names: MoveNames | None = None

    # ---- the rows -------------------------------------------------------------------------

    def look_up(self, chosen: int = -1) -> None:
        """Look up the current position in the book, and select a row, by default the first."""
        walk, self.error = self.walk, ""
        self._rendered = {}
        self._odds = MoveOdds(walk.numbering, walk.state)
        try:
            self.leaf = self.book.look_up(walk.numbering, walk.state, self.choice)
        except BookError as error:
            self.leaf, self.error = BookEntry(), self.look.reason(error)
        problem = self.own.open(walk.position) if self.own else None
        self.own_after = problem.afters if problem else ()
        self.list_rows()
        places = self.places
        self.select(chosen if chosen in places else next(iter(places), -1))

    def list_rows(self) -> None:
        """Make the rows of the table: moves with enough games, then the others below a rule."""
        word, self.rows = self.look.word, []
        for _, moves in split_moves(self.leaf):
            if self.is_by_wins:
                moves.sort(key=lambda move: -move.played.win_rate_interval(self.side).low)
            if self.rows:
                self.rows.append(TableRow(text=word("book_moves_single")))
            enough = [move for move in moves if is_enough(move, self.least)]
            few = [move for move in moves if not is_enough(move, self.least)]
            self.rows += [self._make_row(move) for move in enough]
            if few:
                self.rows.append(TableRow(text=word("book_too_few", n=self.least)))
            self.rows += [self._make_row(move, thin=True) for move in few]
        if not self.rows:
            self.rows.append(TableRow(text=self._explain_no_moves()))

    def _make_row(self, move: MoveRecord, thin: bool = False) -> TableRow:
        return TableRow(move, thin, own=move.after in self.own_after)

    def _explain_no_moves(self) -> str:
        """Return why the book has no moves for the position."""
        word = self.look.word
        if self.walk.state.decision is None:
            return word("over")
        if not self.games:
            return word("book_other")
        if self.choice != DEFAULT_GAMES and not self.leaf.reached.games:
            return word("book_uncounted")
        return word("book_beyond", n=self._depth)

    def select(self, row: int) -> None:
        """Choose a row, and look up what follows its move."""
        self.chosen, self.selected, self._answer_names = row, None, None
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
            answers, games, self.error = BookEntry(), [], self.look.reason(error)
        if goal is not None:
            self._answer_names = MoveNames(self.walk.numbering, goal.state)
        self.selected = SelectedMove(move, goal, answers, games)

    @property
    def places(self) -> list[int]:
        """The indexes of the rows that can be chosen."""
        return [at for at, row in enumerate(self.rows) if row.move]

    @property
    def side(self) -> int:
        """The side whose win rate is shown."""
        return find_side(self.walk.state, self.narrator) if self.winner is None else self.winner

    @property
    def answer_side(self) -> int:
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

    # ---- texts ----------------------------------------------------------------------------

    def find_kind(self, state: State, leaf: BookEntry) -> str:
        """Return the kind of the moves of a position: `sets`, `moves` or `dice`."""
        decision = state.decision
        if decision and decision.side not in (side.id for side in self.narrator.spec.sides):
            return "dice"
        return "sets" if leaf.moves and leaf.moves[0].is_set_up else "moves"

    def render_title(self, state: State, leaf: BookEntry, ident: str) -> str:
        """Return the title of the moves of a state: `book_of` or `book_answers` is its text."""
        kind, word = self.find_kind(state, leaf), self.look.word
        if kind == "dice":
            return word("book_title_dice")
        decision = state.decision
        if decision is None:
            return word("over")
        side = self.narrator.side(decision.side)
        mine = self.walk.state.decision
        if ident == "book_answers" and mine and mine.side == decision.side:
            ident = "book_next"
        return word(f"{ident}_{kind}", side=side)

    @staticmethod
    def count_moves(leaf: BookEntry) -> int:
        """Return the number of set-ups, or of events if a position has no set-ups."""
        return next((len(moves) for _, moves in split_moves(leaf)), 0)

    def render_wins(self, side: int, wide: bool) -> str:
        """Return the heading of the win rates of a side."""
        which = self.narrator.spec.sides[side]
        if wide:
            return self.look.word("book_side_wins", side=self.narrator.side(which.id))
        return self.look.word("book_won_brief", letter=which.letter)

    def list_moves(self, wide: bool) -> TableContent:
        """Return the moves of the position; on a small screen with the comparison below them."""
        word, state = self.look.word, self.walk.state
        title = self.render_title(state, self.leaf, "book_of")
        heading = word(f"book_one_{self.find_kind(state, self.leaf)}")
        return TableContent(
            title=title if wide else "", heading=heading if wide else title,
            odds=word("book_odds"), wins=self.render_wins(self.side, wide), rows=self.rows,
            side=self.side, count=self.count_moves(self.leaf), chosen=self.chosen,
            notes=() if wide else self._list_notes(),
        )  # fmt: skip

    def _list_notes(self) -> tuple[str, ...]:
        """Return the sentences below the rows on a small screen: comparison, own choice."""
        own = self.own
        choice = describe_own_choice(self.look, own, self.walk.position) if own else []
        text = self.look.word("gap").join(choice)
        return (*self.describe_comparison(brief=True), *([text] if text else []))

    @property
    def can_choose(self) -> bool:
        """Return whether the selected move can be the own choice: a side plays it."""
        decision = self.walk.state.decision
        selected = self.selected
        can_play = selected is not None and selected.goal is not None
        return can_play and decision is not None and decision.side != CHANCE

    def list_answers(self) -> TableContent:
        """Return the moves after the chosen one."""
        selected, word, side = self.selected, self.look.word, self.answer_side
        if selected is None or selected.goal is None:
            return TableContent()
        moves = next((found for _, found in split_moves(selected.answers)), [])
        rows = [TableRow(move) for move in moves if is_enough(move, self.least)]
        few = [TableRow(move, thin=True) for move in moves if not is_enough(move, self.least)]
        if few:
            rows.append(TableRow(text=word("book_too_few", n=self.least)))
        state = selected.goal.state
        return TableContent(
            title=self.render_title(state, selected.answers, "book_answers"),
            heading=word(f"book_one_{self.find_kind(state, selected.answers)}"),
            wins=self.render_wins(side, wide=True), rows=rows + few, side=side,
            count=self.count_moves(selected.answers),
        )  # fmt: skip

    # ---- moves as text --------------------------------------------------------------------

    def _move(self, move: MoveRecord) -> RenderedMove:
        """Return a move of the position with its dice and odds."""
        if move not in self._rendered:
            self._rendered[move] = render_move(move, self._odds, self.walk.find_playable)
        return self._rendered[move]

    def format_move(self, move: MoveRecord) -> str:
        """Return a move as text."""
        return self._move(move).text

    def format_chance(self, move: MoveRecord) -> str:
        """Return the odds of a move; empty for set-ups."""
        return "" if move.is_set_up else format_probability(self._move(move))

    def format_answer(self, move: MoveRecord) -> str:
        """Return a move after the selected one as text."""
        found = self._answer_names.find_playable(move) if self._answer_names else None
        return found.text if found else " ".join(move.forms[:1])

    def describe_odds(self, move: MoveRecord, width: int) -> list[str]:
        """Return the results of an attack, and their assumptions."""
        odds = None if move.is_set_up else self._move(move).odds
        if odds is None:
            return []
        caption = render_move_results(self._move(move), self.narrator, width)
        assumes = list_assumptions((odds,), self.narrator)
        return [*filter(None, (caption, assumes))]

    def _compare(self) -> MoveRanking:
        return rank_moves(self.compared, self.side, self.least)

    def describe_comparison(self, brief: bool = False) -> list[str]:
        """Return which move is first, with its confidence interval."""
        if len(self.compared) < 2:
            return []
        what = self.look.word("book_sets" if self.compared[0].is_set_up else "book_moves")
        return describe_comparison(
            self.look, self._compare(), self.format_move, what, self.side, self.least, brief
        )
