"""`senpu openings show` as text: the moves of a book at a position, and the other legal moves."""

from collections.abc import Callable, Sequence

from senpu.notation.printable import make_printable
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE
from senpu.replay.openings.book import DEFAULT_GAMES, MoveRecord
from senpu.replay.openings.moves import MoveNames
from senpu.replay.openings.novelty import Departure, Novelty
from senpu.replay.openings.values import MoveValues, find_contradiction
from senpu.tui.render.data_sets import describe_values
from senpu.tui.render.odds_report import describe_doubt, render_explanation
from senpu.tui.render.openings_report import (
    BookContent,
    BookPage,
    BookStart,
    OpeningsRow,
    describe_columns,
    find_side,
    format_probability,
    name_move,
    render_game_results,
    render_games,
    render_move_results,
    render_moves,
    render_table,
    sort_moves,
    split_moves,
)
from senpu.tui.render.text_layout import get_text, wrap_rows
from senpu.tui.render.values import format_expected

LEAST = 20
"""The least number of games of results that are compared with values."""
CONTRADICTIONS = "<>"
"""The signs of values that are clearly below, and above, the results."""


def render_book(
    page: BookPage, content: BookContent, narrator: Narrator, width: int, count: int | None,
    order: str,
) -> list[str]:  # fmt: skip
    """Return the rows of the report on a position of a book.

    Args:
        page: The book at the position.
        content: Its moves.
        narrator: The narrator.
        width: The number of columns.
        count: The most rows of a table; None for all.
        order: The order of the moves, one of `ORDERS`.

    Returns:
        The rows.
    """
    language, state, leaf = narrator.language, page.state, content.leaf
    comma = get_text(language, "and")
    options = make_printable(page.choice.format_options())
    name = page.rules.spec.id + (
        get_text(language, "book_with", options=options) if options else ""
    )
    head = f"{name}: {get_text(language, 'book_games', n=page.games)}{comma}"
    if leaf.reached.games:
        rows = [
            head + get_text(language, "book_reached", n=leaf.reached.games),
            render_game_results(leaf.reached, narrator),
        ]
    elif page.choice == DEFAULT_GAMES and not page.count_excluded():
        rows = [head + get_text(language, "book_beyond", n=page.book.read_depth())]
    else:
        rows = [head + get_text(language, "book_uncounted")]
    rows += render_excluded(page, language)
    if not leaf.reached.games and (starts := page.list_starts()):
        rows += render_starts(starts, language, width, count)
    if page.departure is not None:
        rows += _render_departure(page, page.departure, language, width)
    if state.decision is not None:
        rows.append(narrator.decision(state.decision))
    tables = MoveTables(page, content, narrator, width, count, order)
    rows += tables.render()
    if leaf.rarer:
        rows.append(get_text(language, "book_rarer", n=leaf.rarer))
    rows += ["", *wrap_rows(describe_values(page.rules.spec, language), "", width)]
    games = render_games(content.samples, narrator)
    return [*rows, "", *games] if games else rows


def render_starts(
    starts: Sequence[BookStart], language: str, width: int, count: int | None
) -> list[str]:
    """Return the rows with the positions at which games begin: arguments of commands."""
    rows = [*wrap_rows(get_text(language, "book_starts"), "", width)]
    for start in starts[:count]:
        games = get_text(language, "book_games", n=start.games)
        rows.append(f"  {make_printable(str(start.sample.path))} --at {start.sample.at}  {games}")
    if (more := len(starts) - len(starts[:count])) > 0:
        rows.append(f"  {get_text(language, 'more', n=more)}")
    return rows


def _render_departure(page: BookPage, departure: Departure, language: str, width: int) -> list[str]:
    """Return which position of a log is shown, and the event with which it leaves the book."""
    texts, games = [], page.describe_games(language)
    if departure.is_end:
        texts.append(get_text(language, "book_log_ends", games=games))
    elif departure.last == page.number:
        texts.append(
            get_text(language, "book_last_common", n=page.number, games=games)
            if page.number
            else get_text(language, "book_last_common_start", games=games)
        )
    if departure.novelty is not None:
        texts.append(describe_novelty(departure.novelty, page.rules, language, games))
    return [row for text in texts for row in wrap_rows(text, "", width)]


def render_excluded(page: BookPage, language: str) -> list[str]:
    """Return the rows that report which games do not count because of their programs."""
    if page.choice.programs:
        return []
    rows = [
        get_text(language, "book_excluded", n=games, program=program)
        for program, games in page.count_excluded().items()
    ]
    return [*rows, get_text(language, "book_include")] if rows else []


class MoveTables:
    """The tables of the moves at a position: the moves of the book, then the other legal moves."""

    def __init__(
        self, page: BookPage, content: BookContent, narrator: Narrator, width: int,
        count: int | None, order: str,
    ) -> None:  # fmt: skip
        self.page, self.content, self.narrator, self.width = page, content, narrator, width
        self.count, self.order = count, order
        self.language = narrator.language
        decision = page.state.decision
        self.is_chance = decision is not None and decision.side == CHANCE
        self.side = find_side(page.state, narrator)
        self.odds: list[Odds] = []
        """The odds of the listed attacks."""
        self.has_contradictions = False
        self.columns: set[str] = set()
        """The ids of the columns that a table has."""

    def render(self) -> list[str]:
        """Return the rows of all tables, with what their columns are."""
        page, content, language, width = self.page, self.content, self.language, self.width
        values = content.values
        rows: list[str] = []
        for title, found in split_moves(content.leaf):
            moves = sort_moves(found, self.order, self.side, values)
            rows += self._render_table("book_dice" if self.is_chance else title, moves)
            if (more := len(moves) - len(moves[: self.count])) > 0:
                rows.append(f"  {get_text(language, 'more', n=more)}")
        if unplayed := content.unplayed:
            kind = "sets" if unplayed[0].is_set_up else "moves"
            kind = "dice" if self.is_chance else kind
            rows += self._render_table(f"book_unplayed_{kind}", unplayed)
            if content.unlisted:
                rows.append(f"  {get_text(language, 'book_unlisted', n=content.unlisted)}")
        if self.is_chance:
            doubt = describe_doubt([page.rules.roll_provenance(page.state)], language)
            rows += ["", *wrap_rows(doubt, "", width)] if doubt else []
        if self.odds:
            rows += ["", *render_explanation(self.odds, self.narrator, width, "book_odds")]
        if page.state.decision is not None:
            rows += ["", *self._explain_values()]
        return rows

    def _render_table(self, title: str, moves: Sequence[MoveRecord]) -> list[str]:
        moves = moves[: self.count]
        found = render_moves(self.page, moves)
        self.odds += [each.odds for each in found if each.odds]
        table = [
            OpeningsRow(
                each.text, move.played, move.reached, format_probability(each),
                render_move_results(each, self.narrator), value,
            )
            for each, move, value in zip(found, moves, self._format_values(moves), strict=True)
        ]  # fmt: skip
        head = get_text(self.language, title)
        over = "book_likely" if self.is_chance else "book_odds"
        rows = render_table(
            head, table, self.side, self.narrator, self.width, self.columns, over
        )  # fmt: skip
        return ["", *rows]

    def _format_values(self, moves: Sequence[MoveRecord]) -> list[str]:
        """Return the values of moves, with a sign if the results contradict them."""
        found = [render_value(self.content.values, move, self.side, LEAST) for move in moves]
        has_signs = any(text.endswith(tuple(CONTRADICTIONS)) for text in found)
        self.has_contradictions |= has_signs
        return found if has_signs else [text.rstrip() for text in found]

    def _explain_values(self) -> list[str]:
        """Return what the values are, and where games and values disagree."""
        language, values, narrator = self.language, self.content.values, self.narrator
        texts = describe_columns(self.page.rules, self.columns, [self.side], narrator)
        if values.is_partial:
            texts.append(get_text(language, "book_partial_values"))
        if self.has_contradictions and "value_column" in self.columns:
            texts.append(get_text(language, "book_contradictions", n=LEAST))
        names = MoveNames(self.page.numbering, self.page.state)
        if not self.is_chance:
            texts += describe_best_by_value(
                values, self.side, LEAST, language,
                lambda move: name_move(move, names.find_playable),
            )  # fmt: skip
        return [row for text in texts for row in wrap_rows(text, "", self.width)]


def render_value(values: MoveValues, move: MoveRecord, side: int, least: int) -> str:
    """Return the value of a move, then `>` or `<` if its results contradict it, or a space."""
    score = values.find_score(move)
    text = "--" if score is None else format_expected(values.value, score, side)
    sign = values.compare(move, side, least)
    return text + (CONTRADICTIONS[sign > 0] if sign else " ")


def describe_novelty(novelty: Novelty, rules: AnyRules, language: str, games: str) -> str:
    """Return the event with which a log leaves the book; `games` are the games that count."""
    letter = rules.letter.get(novelty.side, "")
    event = format_event(novelty.event)
    text = f"{letter}: {event}" if letter else event
    ident = "book_novelty_roll" if novelty.is_roll else "book_novelty"
    return get_text(language, ident, n=novelty.number, text=text, games=games)


def describe_best_by_value(
    values: MoveValues, side: int, least: int, language: str,
    name_move: Callable[[MoveRecord], str],
) -> list[str]:  # fmt: skip
    """Return which move has the best value, and whether the results contradict the values.

    Args:
        values: The values of the moves.
        side: The number of the side whose scores are shown.
        least: The least number of games of results that are compared.
        language: The language.
        name_move: Returns a move of the book in the names of the position.

    Returns:
        The sentences.
    """
    if values.has_hidden:
        return [get_text(language, "value_hidden")]
    moves = values.list_compared()
    best = next(iter(values.sort(moves)), None)
    if best is None or len(moves) < 2:
        return []

    def format_value(move: MoveRecord) -> str:
        score = values.find_score(move)
        return "--" if score is None else format_expected(values.value, score, side)

    ident = "value_best" if best.played.games else "value_best_unplayed"
    if not values.leaf.moves:
        ident = "value_best"
    texts = [get_text(language, ident, text=name_move(best), value=format_value(best))]
    if found := find_contradiction(moves, side, least, values):
        first, other = found
        fields = {"first": name_move(first), "text": name_move(other)}
        fields |= {"value": format_value(other), "less": format_value(first)}
        texts.append(get_text(language, "value_contradiction", **fields))
    return texts
