"""The legal moves of a position with their values and their results in a book; the selected one."""

from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from senpu.replay.analysis.value import PositionValue, open_value
from senpu.replay.annotation.variations import AnyTimeline
from senpu.replay.core.narration import Narrator
from senpu.replay.core.states import CHANCE, State
from senpu.replay.openings.book import (
    DEFAULT_GAMES,
    BookEntry,
    BookFile,
    GameFilter,
    MoveRecord,
    SampleGame,
)
from senpu.replay.openings.moves import MoveNames, MoveOdds, PlayableMove
from senpu.replay.openings.novelty import Novelty, find_departure
from senpu.replay.openings.ranking import ORDERS, MoveRanking, is_enough, rank_moves
from senpu.replay.openings.reading import get_ruleset
from senpu.replay.openings.shelf import BookError
from senpu.replay.openings.values import MoveValues
from senpu.replay.openings.walk import BookNavigator, Destination
from senpu.tui.render.odds_report import list_assumptions
from senpu.tui.render.opening_tables import describe_best_by_value, render_value
from senpu.tui.render.openings_report import (
    RenderedMove,
    count_reached,
    find_side,
    format_probability,
    render_move,
    render_move_results,
    sort_moves,
    split_moves,
)
from senpu.tui.render.values import ScoreFormat, format_score_difference
from senpu.tui.screens.own_choices import OwnChoices, describe_own_choice
from senpu.tui.widgets.opening_blocks import describe_comparison
from senpu.tui.widgets.painting import Look
from senpu.tui.widgets.rate_table import TICKS, ScaleMarks, TableContent, TableRow

USUAL_LEAST = 20
AT_ONCE = 0.06
"""The seconds in which values are computed before the moves are shown."""
LATER = 0.03
"""The seconds of each later part of that work."""
RUN = 64
"""The most events of a set-up of the log."""
ANSWERS = 12
"""The most answers without a game that are shown."""


LEAST_MARGINS = 2
"""The least number of margins that have a confidence interval."""


FindPlayable = Callable[[MoveRecord], PlayableMove | None]


def start_timer(seconds: float) -> Callable[[], bool]:
    """Return a function that returns whether some seconds have not passed yet."""
    end = monotonic() + seconds
    return lambda: monotonic() < end


def find_marks(values: MoveValues, move: MoveRecord, side: int) -> ScaleMarks:
    """Return the results of a move for a side, and its value: win rates, or margins if graded."""
    score, played, value = values.find_score(move), move.played, values.value
    mine = 1 - score if side and score is not None else score
    if value.margin is None:
        if not played.ended:
            return ScaleMarks(value=mine)
        rate = played.wins[side] / played.ended
        return ScaleMarks(played.win_rate_interval(side), rate, mine)
    mean, result = played.mean_margin, None
    if mean is not None:
        result = (mean - value.margin.low) / value.size
        result = 1 - result if side else result
    return ScaleMarks(values.find_interval(move, side, LEAST_MARGINS), result, mine)


def list_ticks(value: PositionValue, side: int) -> tuple[str, ...]:
    """Return the names of the marks of a scale: percent without the sign, or margins."""
    form, is_first = ScoreFormat.from_value(value), not side
    return tuple(form.score(tick / 100, is_first).rstrip("%").removesuffix(".0") for tick in TICKS)


class SelectedMove(NamedTuple):
    """The selected move, and what follows it."""

    move: MoveRecord
    goal: Destination | None
    """The position after it; None if it cannot be played."""
    answers: BookEntry
    games: list[SampleGame]
    values: MoveValues | None = None
    """The values of the answers."""


class BookPosition:
    """A position of a log, or after it, in a book."""

    def __init__(
        self, look: Look, book: BookFile | None, line: AnyTimeline, at: int,
        source: Path | None = None,
    ) -> None:  # fmt: skip
        """Take a book, if there is one, and a position of a log, whose file is `source`."""
        self.look, self.book, self.source = look, book, source
        self.walk = BookNavigator(line, at)
        self.narrator = Narrator(line.rules.spec, look.language)
        mine = get_ruleset(line.rules)
        self._depth = book.read_depth() if book else 0
        self.digest = mine.data
        rulesets = book.list_rulesets() if book else []
        self._all_games = sum(games for ruleset, games in rulesets if ruleset == mine)
        self.count(DEFAULT_GAMES)
        self.novelty: Novelty | None = None
        """The event with which the log leaves the book."""
        self.order = ORDERS[0] if book else ORDERS[-1]
        """The order of the moves."""
        self.least = USUAL_LEAST
        """The least number of games of a move that is not grey."""
        self.winner: int | None = None
        """The side whose win rate is shown; None for the side to act."""
        self.leaf = BookEntry()
        self.unplayed: list[MoveRecord] = []
        """The legal moves that no game played, once their values are known."""
        self.rows: list[TableRow] = []
        self.chosen = -1
        """The index of the selected row."""
        self.selected: SelectedMove | None = None
        self._log_ends: dict[tuple[bool, int], int] = {}
        self.own: OwnChoices | None = None
        """The repertoire, if there is one."""
        self.own_after: tuple[int, ...] = ()
        """The number of the position after the own choice, if there is one here."""
        self.error = ""
        """The reason why the book could not be read; empty if it was."""
        self._rendered: dict[MoveRecord, RenderedMove] = {}
        self._odds = MoveOdds(self.walk.numbering, self.walk.state)
        self._answer_names: MoveNames | None = None
        self.values = self._make_values(self.walk.state, self.leaf, self.walk.find_playable)

    def count(self, choice: GameFilter) -> None:
        """Count the games of the rule set that pass a filter, for all positions."""
        book, mine = self.book, get_ruleset(self.walk.rules)
        self.choice = choice
        self.excluded = book.count_excluded(mine, choice) if book else {}
        """The games that do not count because of their programs, by the weakest program."""
        self.games = book.count_games(mine, choice) if book else 0
        """The games of the rule set that pass the filter."""

    # ---- the rows -------------------------------------------------------------------------

    def look_up(self, chosen: int = -1) -> None:
        """Look up the current position in the book, and select a row, by default the first."""
        walk, self.error = self.walk, ""
        self._rendered = {}
        self._odds = MoveOdds(walk.numbering, walk.state)
        try:
            self.leaf = self._find_entry(walk.state)
        except BookError as error:
            self.leaf, self.error = BookEntry(), self.look.reason(error)
        problem = self.own.open(walk.position) if self.own else None
        self.own_after = problem.afters if problem else ()
        self.values = self._make_values(walk.state, self.leaf, walk.find_playable)
        self.unplayed, self._log_ends = [], self._find_log_ends()
        self.compute_values(AT_ONCE)
        self.list_rows()
        places = self.places
        self.select(chosen if chosen in places else next(iter(places), -1))

    def find_novelty(self) -> None:
        """Find the event with which the log leaves the book."""
        self.novelty = None
        try:
            if self.book is not None and self.games:
                self.novelty = find_departure(
                    self.book, self.walk.timeline, self.source, self.choice
                ).novelty
        except BookError as error:
            self.error = self.look.reason(error)

    def _find_entry(self, state: State) -> BookEntry:
        if self.book is None:
            return BookEntry()
        return self.book.look_up(self.walk.numbering, state, self.choice)

    def _make_values(self, state: State, leaf: BookEntry, named: FindPlayable) -> MoveValues:
        value = open_value(self.walk.rules)
        return MoveValues(self.walk.numbering, state, value, leaf, named)

    @property
    def has_all_values(self) -> bool:
        """True if all legal moves of the position, and after the selected move, have values."""
        after = self.selected.values if self.selected else None
        return self.values.is_complete and (after is None or after.is_complete)

    def compute_values(self, seconds: float = LATER) -> bool:
        """Compute values for some time, of the position first, then after the selected move.

        Returns:
            Whether there is more to show: the first values, or all values of one of them.
        """
        has_time = start_timer(seconds)
        if not self.values.is_complete:
            is_complete, had_none = self.values.advance(has_time), not self.unplayed
            if is_complete or had_none:
                self.unplayed = self._count_otherwise(self.values.list_unplayed())
            return is_complete or (had_none and bool(self.unplayed))
        after = self.selected.values if self.selected else None
        return after is not None and after.advance(has_time)

    def _count_otherwise(self, moves: list[MoveRecord]) -> list[MoveRecord]:
        """Return unplayed moves with the games that reached the positions after them otherwise."""
        if self.book is None:
            return moves
        try:
            return count_reached(self.book, self.walk.rules, self.leaf, moves, self.choice)
        except BookError as error:
            self.error = self.look.reason(error)
            return moves

    def list_rows(self) -> None:
        """Make the rows of the table.

        Moves with enough games come first, then, each below a rule, the others and those without a
        game. By value, all are in one order.
        """
        self.rows = []
        groups = split_moves(self.leaf)
        kinds = [(moves[0].is_set_up, moves) for _, moves in groups]
        for is_set_up in {move.is_set_up for move in self.unplayed} - {kind for kind, _ in kinds}:
            kinds.insert(0 if is_set_up else len(kinds), (is_set_up, []))
        if not groups:
            self.rows.append(TableRow(text=self._explain_no_moves()))
        for is_set_up, moves in kinds:
            if self.rows and groups:
                self.rows.append(TableRow(text=self.look.word("book_moves_single")))
            new = [move for move in self.unplayed if move.is_set_up == is_set_up]
            self._list_kind(moves, new, "sets" if is_set_up else self.find_kind(self.walk.state))
        if not self.values.is_complete:
            self.rows.append(TableRow(text=self.look.word("book_computing")))

    def _list_kind(self, moves: list[MoveRecord], new: list[MoveRecord], kind: str) -> None:
        """Add the rows of set-ups, events or rolls."""
        word = self.look.word
        if self.order == "value":
            for move in self.values.sort([*moves, *new]):
                is_thin = 0 < move.played.games < self.least
                self.rows.append(self._make_row(move, is_thin))
            return
        moves = sort_moves(moves, self.order, self.side, self.values)
        enough = [move for move in moves if is_enough(move, self.least)]
        few = [move for move in moves if not is_enough(move, self.least)]
        self.rows += [self._make_row(move) for move in enough]
        if few:
            self.rows.append(TableRow(text=word("book_too_few", n=self.least)))
        self.rows += [self._make_row(move, thin=True) for move in few]
        if new and self.leaf.moves:
            self.rows.append(TableRow(text=word(f"book_new_{kind}", n=len(new))))
        self.rows += [self._make_row(move) for move in new]

    def _make_row(self, move: MoveRecord, thin: bool = False) -> TableRow:
        return TableRow(move, thin, own=move.after in self.own_after, tag=self._find_tag(move))

    def _find_tag(self, move: MoveRecord) -> str:
        """Return the mark of a move: that it is the novelty of the log, or the event of the log."""
        end = self._log_ends.get((move.is_set_up, move.after))
        if end is None:
            return ""
        found = self.novelty
        is_novelty = (
            found is not None and not found.is_roll and self.walk.number < found.number <= end
        )
        return self.look.word("book_tag_novelty" if is_novelty else "book_tag_log")

    def _find_log_ends(self) -> dict[tuple[bool, int], int]:
        """Return the event and the set-up that follow in the log, each with its last number."""
        walk, kinds = self.walk, self.walk.rules.grouped_kinds
        if walk.has_left_log:
            return {}
        found: dict[tuple[bool, int], int] = {}
        start = walk.state.decision
        is_first = True
        for number in range(walk.number + 1, walk.timeline.extend(walk.number + RUN) + 1):
            state = walk.timeline.get_position(number).state
            decision = state.decision
            if is_first:
                found[False, walk.numbering(state)] = number
            if start is None or start.kind not in kinds:
                break
            if decision is None or (decision.kind, decision.side) != (start.kind, start.side):
                found[True, walk.numbering(state)] = number
                break
            is_first = False
        return found

    def _explain_no_moves(self) -> str:
        """Return why the book has no moves for the position."""
        word = self.look.word
        if self.walk.state.decision is None:
            return word("over")
        if self.is_draw:
            return word("book_cards")
        if self.book is None:
            return word("book_none")
        if not self._all_games:
            return word("book_other")
        if not self.games and self.excluded and self.choice.is_by_strength:
            return word("gap").join(
                word("book_excluded", n=games, program=program)
                for program, games in self.excluded.items()
            )
        is_filtered = self.choice != DEFAULT_GAMES or bool(self.excluded)
        if is_filtered and not self.leaf.reached.games:
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
            answers = self._find_entry(goal.state) if goal else BookEntry()
            games = self.book.list_samples(move.after, self.choice) if self.book else []
        except BookError as error:
            answers, games, self.error = BookEntry(), [], self.look.reason(error)
        values = None
        if goal is not None:
            self._answer_names = MoveNames(self.walk.numbering, goal.state)
            values = self._make_values(goal.state, answers, self._answer_names.find_playable)
            values.advance(start_timer(LATER))
        self.selected = SelectedMove(move, goal, answers, games, values)

    @property
    def places(self) -> list[int]:
        """The indexes of the rows that can be chosen."""
        return [at for at, row in enumerate(self.rows) if row.move]

    @property
    def is_draw(self) -> bool:
        """True if chance decides without dice: cards are drawn."""
        decision = self.walk.state.decision
        return decision is not None and decision.side == CHANCE and not decision.dice

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
        moves = [row.move for row in self.rows if row.move and row.move.is_set_up == whole]
        return [move for move in moves if move.played.games]

    # ---- texts ----------------------------------------------------------------------------

    def find_kind(self, state: State, moves: Sequence[MoveRecord] = ()) -> str:
        """Return the kind of the moves of a position: `sets`, `moves` or `dice`."""
        decision = state.decision
        if decision and decision.side not in (side.id for side in self.narrator.spec.sides):
            return "dice"
        return "sets" if moves and moves[0].is_set_up else "moves"

    def render_title(self, state: State, moves: Sequence[MoveRecord], ident: str) -> str:
        """Return the title of the moves of a state: `book_of` or `book_answers` is its text."""
        kind, word = self.find_kind(state, moves), self.look.word
        decision = state.decision
        if decision is None:
            return word("over")
        if decision.side == CHANCE and not decision.dice:
            return self.narrator.decision(decision)
        if kind == "dice":
            return word("book_title_dice")
        side = self.narrator.side(decision.side)
        mine = self.walk.state.decision
        if ident == "book_answers" and mine and mine.side == decision.side:
            ident = "book_next"
        if kind == "sets" and state.turn > 0:  # whole groups of events, such as reinforcements
            return self.narrator.decision(decision)
        return word(f"{ident}_{kind}", side=side)

    def count_moves(self) -> int:
        """Return the number of set-ups, or of events if the position has no set-ups."""
        moves = [*next((moves for _, moves in split_moves(self.leaf)), []), *self.unplayed]
        return sum(move.is_set_up == moves[0].is_set_up for move in moves)

    def render_wins(self, side: int, wide: bool) -> str:
        """Return the heading of the win rates of a side."""
        which = self.narrator.spec.sides[side]
        if wide:
            return self.look.word("book_side_wins", side=self.narrator.side(which.id))
        return self.look.word("book_won_brief", letter=which.letter)

    def list_moves(self, wide: bool) -> TableContent:
        """Return the moves of the position; on a small screen with the comparison below them."""
        word, state = self.look.word, self.walk.state
        moves = [*self.leaf.moves, *self.unplayed]
        title = self.render_title(state, moves, "book_of")
        heading = "" if self.is_draw else word(f"book_one_{self.find_kind(state, moves)}")
        return TableContent(
            title=title if wide else "", heading=heading if wide else title,
            odds=word("book_odds"), wins=self.render_wins(self.side, wide), rows=self.rows,
            side=self.side, count=self.count_moves(), chosen=self.chosen,
            notes=() if wide else self._list_notes(),
            ticks=list_ticks(self.values.value, self.side),
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
        values, new = selected.values, list[MoveRecord]()
        if values is not None and values.is_complete:
            new = values.list_unplayed()
        best = [TableRow(move) for move in new[:ANSWERS]]
        state, every = selected.goal.state, [*moves, *new]
        kind = self.find_kind(state, every)
        if best and moves:
            best.insert(0, TableRow(text=word(f"book_new_{kind}", n=len(new))))
        return TableContent(
            title=self.render_title(state, every, "book_answers"), heading=word(f"book_one_{kind}"),
            wins=self.render_wins(side, wide=True), rows=[*rows, *few, *best], side=side,
            count=len(every), ticks=list_ticks(self.values.value, side),
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

    def format_value(self, move: MoveRecord) -> str:
        """Return the value of a move, with a sign if its results contradict it."""
        return render_value(self.values, move, self.side, self.least)

    def describe_value(self, move: MoveRecord) -> tuple[str, str]:
        """Return the value of a move, and how far it is from the best one."""
        values, word = self.values, self.look.word
        text, score = self.format_value(move).rstrip(), values.find_score(move)
        compared = values.list_compared() if values.is_complete else []
        best = next(iter(values.sort(compared)), None)
        if best is None or best.is_set_up != move.is_set_up or self._odds.is_roll:
            return text, ""
        most = values.find_score(best)
        if score is None or most is None:
            return text, ""
        loss = abs(most - score)
        if not loss:
            return text, word("value_is_best")
        amount = format_score_difference(values.value, loss, self.look.language)
        return text, word("value_worse", n=amount)

    def find_marks(self, move: MoveRecord) -> ScaleMarks:
        """Return the results and the value of a move on the scale."""
        return find_marks(self.values, move, self.side)

    def find_answer_marks(self, move: MoveRecord) -> ScaleMarks:
        """Return the results and the value of a move after the selected one on the scale."""
        values = self.selected.values if self.selected else None
        return find_marks(values, move, self.answer_side) if values else ScaleMarks()

    def format_answer_value(self, move: MoveRecord) -> str:
        """Return the value of a move after the selected one."""
        values = self.selected.values if self.selected else None
        return render_value(values, move, self.answer_side, self.least) if values else ""

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
        """Return which move is first by results, and which by value."""
        texts: list[str] = []
        if len(self.compared) > 1:
            what = self.look.word("book_sets" if self.compared[0].is_set_up else "book_moves")
            texts = describe_comparison(
                self.look, self._compare(), self.format_move, what, self.side, self.least, brief
            )
        if self._odds.is_roll or not self.values.is_complete:
            return texts
        best = describe_best_by_value(
            self.values, self.side, self.least, self.look.language, self.format_move
        )
        return [*texts, *(best[-1:] if brief else best)]
