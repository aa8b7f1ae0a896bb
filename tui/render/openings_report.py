"""The entries of an opening book at a position as text: events, results, odds."""

from collections.abc import Callable, Container, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from senpu.logs.dates import is_date
from senpu.notation.faults import text_width as cells_of
from senpu.notation.printable import make_printable
from senpu.notation.writer import format_event
from senpu.replay.analysis.confidence import GameResults, Interval
from senpu.replay.analysis.value import open_value
from senpu.replay.core.narration import Narrator
from senpu.replay.core.odds import Odds
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.openings.book import (
    BookEntry,
    BookFile,
    BookResults,
    GameFilter,
    MoveRecord,
    SampleGame,
)
from senpu.replay.openings.moves import MoveNames, MoveOdds, PlayableMove
from senpu.replay.openings.novelty import Departure, Novelty
from senpu.replay.openings.reading import Numbering, Ruleset, get_ruleset
from senpu.replay.openings.shelf import BookError
from senpu.replay.openings.strengths import LEAST, is_program
from senpu.replay.openings.values import MoveValues
from senpu.tui.render.json_objects import make_odds
from senpu.tui.render.odds_report import mark_doubt, render_results, render_success, round_percent
from senpu.tui.render.text_layout import add_aside, clip, format_percent, get_text, wrap_rows
from senpu.tui.render.titles import translate_title
from senpu.tui.render.values import (
    describe_values_column,
    make_score_object,
    make_value_object,
)
from senpu.tui.render.win_probability_report import find_weakest_provenance

BAR = 12
FULL = 66
"""The least width with the name of the side."""
LEAST_ROOM = 22
"""The cells of a text for which columns are left out."""
KEPT = 9
"""The priority of columns that are never left out."""


class OpeningsRow(NamedTuple):
    """A row of the table: an event with its results."""

    text: str
    played: BookResults
    reached: BookResults | None = None
    """None if it is not shown."""
    chance: str = ""
    """The success probability of an attack, or the probability of a roll."""
    details: str = ""
    """More text, in rows below."""
    value: str = ""
    """The value of the position after it."""


def format_interval(interval: Interval) -> str:
    """Return an interval: `21-37%`."""
    return f"{interval.low * 100:.0f}-{interval.high * 100:.0f}%"


def format_win_rate(tally: GameResults, side: int) -> str:
    """Return the win rate of a side in the games that ended, or `--` if none did."""
    return format_percent(tally.wins[side] / tally.ended) if tally.ended else "--"


def render_bar(tally: GameResults, side: int, width: int = BAR) -> str:
    """Return a bar of the games that ended: wins of a side `#`, draws `-`, other wins `.`."""
    if not tally.ended:
        return " " * width
    wins = round(tally.wins[side] * width / tally.ended)
    draws = round((tally.wins[side] + tally.draws) * width / tally.ended) - wins
    return "#" * wins + "-" * draws + "." * (width - wins - draws)


def find_side(state: State, narrator: Narrator) -> int:
    """Return the side whose win rate is shown: the side to act, else the first side."""
    ids = [side.id for side in narrator.spec.sides]
    of = state.decision.side if state.decision else CHANCE
    return ids.index(of) if of in ids else 0


class TextColumn(NamedTuple):
    """A column of numbers."""

    ident: str
    """The id of its heading."""
    name: str
    cells: list[str]
    priority: int
    """Columns with the lowest are left out first, except those with `KEPT`."""

    @property
    def size(self) -> int:
        """The width."""
        return max(map(cells_of, (self.name, *self.cells)))


def _list_columns(
    moves: Sequence[OpeningsRow], side: int, narrator: Narrator, width: int, chance: str
) -> list[TextColumn]:
    """Return the columns that have a content."""
    language, which = narrator.language, narrator.spec.sides[side]
    if width >= FULL:
        named = get_text(language, "book_won", side=narrator.side(which.id))
    else:
        named = get_text(language, "book_won_brief", letter=which.letter)
    has_games = any(each.played.games for each in moves)
    is_reached = has_games or any(each.reached.games for each in moves if each.reached)

    def make(ident: str, cells: Iterable[str], priority: int = KEPT) -> TextColumn:
        return TextColumn(ident, get_text(language, ident) if ident else "", [*cells], priority)

    tallies = [each.played for each in moves]
    columns = [make(chance, (each.chance for each in moves), 8)]
    if has_games:
        columns.append(make("book_here", (str(tally.games) for tally in tallies)))
    if is_reached and any(each.reached for each in moves):
        reached = (str(each.reached.games) if each.reached else "" for each in moves)
        columns.append(make("book_all", reached, 1))
    if has_games:
        endings = (next(iter(format_endings(each, narrator)), "") for each in tallies)
        intervals = (format_interval(tally.win_rate_interval(side)) for tally in tallies)
        columns += [
            TextColumn(
                "book_won", named, [format_win_rate(tally, side) for tally in tallies], KEPT
            ),
            make("book_interval", intervals, 6),
        ]
    columns.append(make("value_column", (each.value for each in moves), 7))
    if has_games:
        columns += [
            make("book_margin", map(format_margin, tallies), 5),
            make("book_turn", map(format_turn, tallies), 4),
            make("book_ending", endings, 3),
            make("", (render_bar(tally, side) for tally in tallies), 0),
        ]
    return [column for column in columns if any(cell.strip() for cell in column.cells)]


def describe_columns(
    rules: AnyRules, columns: Container[str], sides: Sequence[int], narrator: Narrator
) -> list[str]:
    """Return what the values, margins, turns and endings of tables are.

    Args:
        rules: The rules.
        columns: The ids of the columns that the tables have; others are not explained.
        sides: The sides whose values the tables have.
        narrator: The narrator.

    Returns:
        The sentences.
    """
    side, label = rules.score_tally
    language, found = narrator.language, []
    if "value_column" in columns:
        found += describe_values_column(open_value(rules), sides, narrator)
    if label and "book_margin" in columns:
        fields = {"side": narrator.side(side), "label": narrator.label(label)}
        found.append(get_text(language, "legend_margin", **fields))
    others = [name for name in ("turn", "ending") if f"book_{name}" in columns]
    return [*found, *(get_text(language, f"legend_{name}") for name in others)]


def format_margin(tally: BookResults) -> str:
    """Return the mean margin with its sign; empty without one."""
    return "" if tally.mean_margin is None else f"{tally.mean_margin:+.1f}"


def format_turn(tally: BookResults) -> str:
    """Return the mean last turn; empty if no game has ended."""
    return "" if tally.mean_turn is None else f"{tally.mean_turn:.1f}"


def format_endings(tally: BookResults, narrator: Narrator) -> list[str]:
    """Return the endings with their numbers of games, the most frequent one first."""
    language = narrator.language
    return [
        add_aside(language, narrator.name_ending(name, "brief"), str(n))
        for name, n in tally.endings
    ]


def render_table(
    title: str, moves: Sequence[OpeningsRow], side: int, narrator: Narrator, width: int,
    shown: set[str], chance: str = "book_odds",
) -> list[str]:  # fmt: skip
    """Return a table with a row for each event, and its details below it.

    Args:
        title: The heading of the events.
        moves: The rows.
        side: The number of the side whose win rate is shown.
        narrator: The narrator.
        width: The number of columns.
        shown: Gets the ids of the columns that are not left out.
        chance: The id of the heading of the probabilities.

    Returns:
        The rows of the table.
    """
    longest = max(cells_of(each.text) for each in (*moves, OpeningsRow(title, BookResults())))
    columns = _list_columns(moves, side, narrator, width, chance)
    while True:
        sizes = [column.size for column in columns]
        room = width - sum(sizes) - 2 * len(sizes) - 2
        first = min(columns, key=lambda column: column.priority, default=None)
        if first is None or first.priority == KEPT or room >= max(min(longest, LEAST_ROOM), 8):
            break
        columns.remove(first)
    shown.update(column.ident for column in columns)
    room = min(max(room, 8), max(longest, 12))
    found = [_render_row(title, [column.name for column in columns], sizes, room + 2)]
    for at, each in enumerate(moves):
        cells = [column.cells[at] for column in columns]
        found.append("  " + _render_row(each.text, cells, sizes, room))
        found += wrap_rows(each.details, "      ", width)
    return found


def _render_row(text: str, cells: Sequence[str], sizes: Sequence[int], room: int) -> str:
    numbers = [
        " " * (size - cells_of(cell)) + cell for cell, size in zip(cells, sizes, strict=True)
    ]
    return "  ".join((clip(text, room), *numbers)).rstrip()


def render_game_results(tally: GameResults, narrator: Narrator) -> str:
    """Return how games ended: `Japan wins 3 of 5, 1 draw`."""
    language = narrator.language
    parts = [
        get_text(language, "book_wins", side=narrator.side(side.id), n=wins, of=tally.ended)
        for side, wins in zip(narrator.spec.sides, tally.wins, strict=False)
        if wins or tally.ended
    ]
    parts += [get_text(language, "book_draws", n=tally.draws)] if tally.draws else []
    parts += [get_text(language, "book_open", n=tally.open)] if tally.open else []
    return get_text(language, "and").join(parts)


def format_players(sample: "SampleGame") -> str:
    """Return the players of a game."""
    return " - ".join(sample.players.values())


def render_games(samples: Sequence["SampleGame"], narrator: Narrator) -> list[str]:
    """Return the games that reached the position: the arguments of `senpu view`, the players."""
    if not samples:
        return []
    rows = [get_text(narrator.language, "book_samples")]
    for each in samples:
        ending = narrator.name_ending(each.ending, "brief")
        event = translate_title(each.event, narrator.language)
        about = "  ".join(filter(None, (format_players(each), each.date, event, ending)))
        path = make_printable(str(each.path))
        rows += [f"  {path} --at {each.position}", f"    {make_printable(about)}".rstrip()]
    return rows


ROOM = 72
"""The columns of a list of results."""


class BookStart(NamedTuple):
    """A position at which games of a book begin."""

    games: int
    sample: SampleGame


class BookPage(NamedTuple):
    """A book at a position."""

    book: BookFile
    rules: AnyRules
    numbering: Numbering
    state: State
    choice: GameFilter
    games: int
    """The games of the rule set that pass the filter."""
    number: int = 0
    """The number of the event of a log before the position."""
    departure: Departure | None = None
    """The place where the log leaves the book; None without a log."""

    def count_excluded(self) -> dict[str, int]:
        """Return the games of the rule set that the filter excludes, by their weakest program."""
        return self.book.count_excluded(get_ruleset(self.rules), self.choice)

    def describe_games(self, language: str) -> str:
        """Return which games count, as a noun phrase: of the book, or that match the filter."""
        if options := self.choice.format_options():
            return get_text(language, "book_filtered", options=make_printable(options))
        return get_text(language, "book_unfiltered")

    def leaf(self) -> BookEntry:
        """Return the entries of the position. Raises BookError."""
        return self.book.look_up(self.numbering, self.state, self.choice)

    def list_starts(self) -> list[BookStart]:
        """Return the first positions of the games, if they are not the start. Raises BookError."""
        found = self.book.list_starts(get_ruleset(self.rules), self.choice)
        if [position for position, _ in found] == [self.numbering(self.rules.start())]:
            return []
        return [
            BookStart(games, sample)
            for position, games in found
            for sample in self.book.list_samples(position, self.choice, 1)
        ]

    def samples(self) -> list[SampleGame]:
        """Return some games that reached the position. Raises BookError."""
        return self.book.list_samples(self.numbering(self.state), self.choice)


def open_book_rules(ruleset: Ruleset, near: Path, data: Path | None = None) -> AnyRules:
    """Return the rules of games in a book.

    Args:
        ruleset: The rule set.
        near: The folder of the book, which may have its data set.
        data: A data file that the user named.

    Returns:
        The rules.

    Raises:
        UnknownGameError: The game is not installed.
        DataError: The data set was not found, or is invalid.
        BookError: The book has other sides.
    """
    rules = open_rules(ruleset.game, tuple(ruleset.options.split()), ruleset.data, near, data)
    if get_ruleset(rules).sides != ruleset.sides:
        raise BookError("bookSides", game=ruleset.game)
    return rules


def sort_moves(
    moves: Iterable[MoveRecord], order: str, side: int, values: MoveValues
) -> list[MoveRecord]:
    """Return moves that are in the order of the book in one of `ORDERS`."""
    if order == "value":
        return values.sort(moves)
    if order == "rate":
        return sorted(moves, key=lambda move: -move.played.win_rate_interval(side).low)
    return list(moves)


class BookContent(NamedTuple):
    """The moves of a page, played or not, with their values."""

    leaf: BookEntry
    samples: list[SampleGame]
    values: MoveValues
    unplayed: list[MoveRecord]
    """Legal moves that no game played, the best first: whole set-ups, or events."""
    unlisted: int
    """The number of other legal moves that no game played."""


def read_page(page: BookPage, most: int | None) -> BookContent:
    """Return the content of a page.

    Args:
        page: The page.
        most: The most unplayed moves; None for all.

    Returns:
        The content.

    Raises:
        BookError: The book cannot be read.
    """
    leaf, names = page.leaf(), MoveNames(page.numbering, page.state)
    value = open_value(page.rules)
    values = MoveValues(page.numbering, page.state, value, leaf, names.find_playable)
    values.advance()
    every = values.list_unplayed()
    unplayed = count_reached(page.book, page.rules, leaf, every[:most], page.choice)
    return BookContent(leaf, page.samples(), values, unplayed, len(every) - len(unplayed))


def count_reached(
    book: BookFile, rules: AnyRules, leaf: BookEntry, moves: Sequence[MoveRecord],
    choice: GameFilter,
) -> list[MoveRecord]:  # fmt: skip
    """Return unplayed moves with the games that reached the positions after them otherwise.

    If the entry of the position is not complete, moves whose position was reached are left out:
    they may have been played.
    """
    positions = [move.after for move in moves]
    reached = book.count_each_reached(positions, len(rules.spec.sides), choice)
    found = (replace(move, reached=reached[move.after]) for move in moves)
    return [move for move in found if not (leaf.rarer and move.reached.games)]


class RenderedMove(NamedTuple):
    """An event of a book as text in a position, with its odds."""

    text: str
    odds: Odds | None = None
    chance: float | None = None
    """The probability of a roll."""
    provenance: str = ""
    """The weakest provenance of the values that the probability of a roll depends on."""


def render_move(
    move: MoveRecord, book_odds: MoveOdds, named: Callable[[MoveRecord], PlayableMove | None]
) -> RenderedMove:
    """Return an event in the canonical form of the position; dice as they were rolled."""
    if book_odds.is_roll:
        provenance = book_odds.numbering.rules.roll_provenance(book_odds.state)
        text, chance = " ".join(move.forms), book_odds.find_probability(move)
        return RenderedMove(text, chance=chance, provenance=provenance)
    own = named(move)
    return RenderedMove(own.text if own else move.text, book_odds.find_odds(own))


def name_move(move: MoveRecord, named: Callable[[MoveRecord], PlayableMove | None]) -> str:
    """Return a move in the names of the position, if it can be played there."""
    own = named(move)
    return own.text if own else move.text


def render_moves(page: BookPage, moves: Iterable[MoveRecord]) -> list[RenderedMove]:
    """Return the events of a page as text."""
    book_odds = MoveOdds(page.numbering, page.state)
    names = MoveNames(page.numbering, page.state)
    return [render_move(move, book_odds, names.find_playable) for move in moves]


def format_probability(rendered: RenderedMove) -> str:
    """Return the success probability of an attack, or the probability of a roll: `58%*`, `28%`."""
    if rendered.odds:
        return render_success(rendered.odds)
    if not rendered.chance:
        return ""
    return f"{round_percent(rendered.chance)}%{mark_doubt(rendered.provenance)}"


def render_move_results(rendered: RenderedMove, narrator: Narrator, room: int = ROOM) -> str:
    """Return the results of an attack that has several."""
    return render_results(rendered.odds, narrator, room) if rendered.odds else ""


def split_moves(leaf: BookEntry) -> list[tuple[str, list[MoveRecord]]]:
    """Return the set-ups, then the single events, unless they are the same."""
    sets = [move for move in leaf.moves if move.is_set_up]
    single = [move for move in leaf.moves if not move.is_set_up]
    if {move.after for move in sets} == {move.after for move in single}:
        single = [] if sets else single
    return [(name, moves) for name, moves in (("book_sets", sets), ("book_moves", single)) if moves]


def make_object(page: BookPage, content: BookContent) -> dict[str, Any]:
    """Return a page as an object; `spec/en/reference/json.md` lists the keys."""
    decision, leaf, values = page.state.decision, content.leaf, content.values
    moves = [*leaf.moves, *content.unplayed]
    return {
        "book": str(page.book.path),
        "game": page.rules.spec.id,
        "games": page.games,
        "filter": page.choice.format_options(),
        "not_counted": page.count_excluded(),
        "depth": page.book.read_depth(),
        "key": page.rules.key(page.state),
        "provenance": find_weakest_provenance(page.rules.spec),
        "decision": {
            "side": decision.side if decision else None,
            "kind": decision.kind if decision else None,
        },
        "value": make_value_object(values.value) | {"partial": values.is_partial},
        "event": page.number if page.departure else None,
        "novelty": make_novelty_object(page.departure.novelty if page.departure else None),
        "reached": make_tally(page, leaf.reached),
        "rarer": leaf.rarer,
        "moves": [
            {
                "text": one.text, "forms": move.forms, "set_up": move.is_set_up,
                "key": page.numbering.format_key(move.after),
                "played": make_tally(page, move.played),
                "reached": make_tally(page, move.reached),
                "score": make_score_object(values.value, values.find_score(move)),
                "odds": make_odds(one.odds),
                "probability": one.chance, "probability_provenance": one.provenance or None,
            }
            for move, one in zip(moves, render_moves(page, moves), strict=True)
        ],
        "unlisted": content.unlisted,
        "samples": [
            sample._asdict() | {"path": str(sample.path)} for sample in content.samples
        ],
    }  # fmt: skip


def make_novelty_object(novelty: Novelty | None) -> dict[str, Any] | None:
    """Return the novelty of a log as an object."""
    if novelty is None:
        return None
    return {
        "number": novelty.number, "side": novelty.side, "text": format_event(novelty.event)
    }  # fmt: skip


def make_tally(page: BookPage, tally: BookResults) -> dict[str, Any]:
    """Return a tally as an object."""
    margins = tally.margin_interval
    sides = [side.id for side in page.rules.spec.sides]
    return {
        "games": tally.games,
        "wins": dict(zip(sides, tally.wins, strict=False)),
        "draws": tally.draws,
        "open": tally.open,
        "confidence_interval": {
            side: list(tally.win_rate_interval(at)) for at, side in enumerate(sides)
        },
        "margin": {
            "games": tally.margins, "mean": tally.mean_margin,
            "confidence_interval": list(margins) if margins else None,
        },
        "endings": dict(tally.endings),
        "mean_turn": tally.mean_turn,
    }  # fmt: skip


WHO = ("human", "program")


def read_choice(text: str) -> GameFilter:
    """Return the filter of a typed line: `anna`, `2025-03..2026`, `human`, `tree`, `random+`.

    The terms can have any order. The name of a program selects its games; with a `+`, it is the
    weakest program whose games count.

    Returns:
        The filter.
    """
    since, until, by, names = "", "", "", []
    programs, least = [], LEAST
    for term in text.split():
        first, dots, last = term.partition("..")
        if term in WHO:
            by = term
        elif is_program(term.removesuffix("+")):
            if term.endswith("+"):
                least = term[:-1]
            else:
                programs.append(term)
        elif all(is_date(day) for day in (first, last) if day) and (first or last):
            since, until = first, last if dots else first
        else:
            names.append(term)
    return GameFilter(" ".join(names), since, until, by, tuple(programs), least)


def format_choice(choice: GameFilter) -> str:
    """Return a filter as a line to type."""
    since, until = choice.since, choice.until
    days = since if since == until else f"{since}..{until}"
    least = f"{choice.least_strength}+" if choice.least_strength != LEAST else ""
    terms = (choice.player, days, choice.player_kind, *choice.programs, least)
    return " ".join(filter(None, terms))
