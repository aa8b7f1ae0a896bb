"""The blocks of text about a move of a book: its units, its games, its place among the others."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from rich.cells import cell_len

from senpu.notation.printable import make_printable
from senpu.replay.analysis.confidence import GameResults
from senpu.replay.core.narration import Narrator
from senpu.replay.openings.book import GameFilter, MoveRecord
from senpu.replay.openings.ranking import MoveRanking
from senpu.tui.render.openings_report import (
    format_endings,
    format_interval,
    format_margin,
    format_turn,
    format_win_rate,
)
from senpu.tui.render.win_probability_report import format_ends
from senpu.tui.widgets.painting import Look, Row, wrap_cells, wrap_text
from senpu.tui.widgets.panels import Block, measure_labels

SHORT = 2
"""The cells of the id of a place that is not named, since the plan shows it."""
LONG = 4
"""The cells of a place with its units in a column next to it."""
NARROW = 40
"""The width from which the counts are explained."""
DIGEST = 8
"""The letters of a digest."""


class CountedGames(NamedTuple):
    """The games that are counted, and the least number that is enough."""

    choice: GameFilter
    digest: str
    """The digest of the data."""
    games: int
    least: int
    excluded: Mapping[str, int] = MappingProxyType({})
    """The games that do not count because of their programs, by the weakest program."""


def render_pairs(
    look: Look, pairs: Sequence[tuple[str, str]], width: int, gap: int = 3
) -> list[Row]:  # fmt: skip
    """Return names and their values in two columns."""
    size = measure_labels(name for name, _ in pairs)
    rows = []
    for name, value in pairs:
        lines = wrap_cells(value, max(width - size - gap, 4)) or [""]
        for at, line in enumerate(lines):
            row = Row(look).add("" if at else name, "dim").pad_to(size + gap)
            rows.append(row.add(line, "text"))
    return rows


def render_units(
    look: Look, narrator: Narrator, placed: Mapping[str, Sequence[str]], side: int, width: int
) -> list[Row]:
    """Return units by name, by place."""
    if not placed:
        return []
    rows = [Row(look).add(narrator.side(narrator.spec.sides[side].id), f"side{side}", "b")]
    names = {
        place: place if cell_len(place) <= SHORT else narrator.place(place) for place in placed
    }
    size = measure_labels(name for name in names.values() if cell_len(name) <= LONG)
    for place, units in placed.items():
        listed = look.word("and").join(map(narrator.unit, units))
        label = names[place]
        if cell_len(label) <= size:
            for at, line in enumerate(wrap_cells(listed, max(width - size - 2, 4))):
                row = Row(look).add("" if at else label, "text", "b").pad_to(size + 2)
                rows.append(row.add(line))
            continue
        lines = wrap_cells(f"{label}  {listed}", max(width - 2, 4))
        for at, line in enumerate(lines):
            rows.append(Row(look).add("  " * bool(at)).add(line))
    return rows


def render_results(
    look: Look, narrator: Narrator, move: MoveRecord, side: int, width: int,
    value: tuple[str, str], has_book: bool = True,
) -> Block:  # fmt: skip
    """Return the value of a move, and how its games ended.

    Args:
        look: The look.
        narrator: The narrator.
        move: The move.
        side: The number of the side whose win rate is shown.
        width: The columns.
        value: The value, and how far it is from the best one.
        has_book: Whether there is a book.

    Returns:
        The block.
    """
    word, played = look.word, move.played
    narrow = width < NARROW
    found = [
        (word("book_here"), str(played.games), word("book_here_means"), "dim"),
        (word("book_all"), str(move.reached.games), word("book_all_means"), "dim"),
    ]
    if not played.games:
        found = found[1:] if move.reached.games else []
    for at, each in enumerate(narrator.spec.sides if played.games else ()):
        name = word("book_side_won", side=narrator.side(each.id))
        wins = str(played.wins[at]) if played.wins else "0"
        means = describe_rate(look, played, at, with_ends=at == side)
        found.append((name, wins, means, f"side{at}"))
    if narrow and played.games:
        interval = format_interval(played.win_rate_interval(side))
        found.insert(3 + side, (word("book_interval"), interval, "", "dim"))
    if margin := format_margin(played):
        means = ""
        if ends := played.margin_interval:
            fields = {"low": f"{ends.low:+.1f}", "high": f"{ends.high:+.1f}"}
            means = word("book_margin_between", **fields)
        found.append((word("book_margin"), margin, means, "dim"))
    if turn := format_turn(played):
        found.append((word("book_turn"), turn, word("book_turn_means"), "dim"))
    endings = format_endings(played, narrator)
    if endings and not narrow:
        listed = word("and").join(endings)
        found.append((word("book_ending"), str(played.endings[0][1]), listed, "dim"))
    if played.draws:
        found.append((word("book_drawn"), str(played.draws), "", "dim"))
    if played.open:
        found.append((word("book_in_progress"), str(played.open), "", "dim"))
    found.insert(0, (word("value_column"), *value, "text"))
    size, number = (measure_labels(column) for column in list(zip(*found, strict=True))[:2])
    rows = []
    for name, count, means, role in found:
        row = Row(look).add(name, role).pad_to(size + 2)
        row.add(count if narrow else count.rjust(number + 1), "text", "b")
        start = size + number + 6
        lines = wrap_cells(means, max(width - start, 4)) if means and not narrow else []
        rows.append(row.pad_to(start).add(lines[0], "dim") if lines else row)
        rows += [Row(look).pad_to(start).add(line, "dim") for line in lines[1:]]
    if endings and narrow:
        rows += wrap_text(look, endings[0], width, "dim")
    if has_book and not played.games:
        rows += wrap_text(look, word("book_no_game_played"), width, "dim")
    return Block(word("book_went" if has_book else "value_title"), rows, "text")


def describe_rate(look: Look, tally: GameResults, side: int, with_ends: bool) -> str:
    """Return the win rate of a side, and the ends of its interval."""
    if not tally.ended:
        return look.word("book_none_ended")
    rate = format_win_rate(tally, side)
    if not with_ends:
        return rate
    low, high = format_ends(tally.win_rate_interval(side))
    return look.word("book_rate_between", rate=rate, low=low, high=high)


def describe_comparison(
    look: Look, found: MoveRanking, name_move: Callable[[MoveRecord], str], what: str, side: int,
    least: int, brief: bool = False,
) -> list[str]:  # fmt: skip
    """Return whether the moves can be distinguished, and which one is first.

    Args:
        look: The look.
        found: The comparison.
        name_move: Returns the text of a move.
        what: The word for the moves in the plural.
        side: The number of the side whose win rate is compared.
        least: The least number of games that are enough.
        brief: Whether to return only short sentences: which one is first, and if it is clearly so.

    Returns:
        The sentences, the most important first.
    """
    word = look.word
    fields: dict[str, Any]

    def name_first(ident: str, move: MoveRecord) -> str:
        low, high = format_ends(move.played.win_rate_interval(side))
        fields = {"text": name_move(move), "n": move.played.games, "low": low}
        if ident == "book_first":
            fields |= {"rate": format_win_rate(move.played, side), "high": high}
        return word(ident, **fields)

    first = found.first or found.thin
    leads = [name_first("book_first", first)] if first else []
    if found.first is None:
        how = word("book_all_thin", what=what, least=least)
    elif not found.others:
        how = word("book_only_one", what=what, least=least)
    elif not found.clear:
        fields = {"n": found.others + 1, "least": least} | ({} if brief else {"what": what})
        how = word(f"book_none_better{'_brief' * brief}", **fields)
    elif not found.overlapping:
        fields = {"least": least}
        fields |= {} if brief else {"text": name_move(found.first), "what": what}
        how = word(f"book_clearly_first{'_brief' * brief}", **fields)
    else:
        fields = {
            "clear": found.clear, "n": found.others, "least": least, "rest": found.overlapping,
        }  # fmt: skip
        fields |= {} if brief else {"text": name_move(found.first), "what": what}
        how = word(f"book_partly_first{'_brief' * brief}", **fields)
    if brief:
        return [*leads, how]
    thin = found.thin if found.first else None
    return [how, *leads, *([name_first("book_thin_first", thin)] if thin else [])]


def render_counted(look: Look, counted: CountedGames, width: int) -> Block:
    """Return which games are counted."""
    word, choice = look.word, counted.choice
    kind = word(f"book_by_{choice.player_kind or 'all'}")
    players = f"{make_printable(choice.player)}{word('and')}{kind}" if choice.player else kind
    since = choice.since or word("book_any_date")
    if choice.until and choice.until != choice.since:
        since = word("book_dates", since=choice.since or "", until=choice.until)
    pairs = [
        (word("book_players"), players),
        (word("book_since"), since),
        (word("book_data"), word("book_pinned", digest=counted.digest[:DIGEST])),
        (word("book_least_games"), word("book_least_means", n=counted.least)),
        *(
            (word("book_not_counted"), word("book_excluded", n=games, program=program))
            for program, games in counted.excluded.items()
        ),
    ]
    return Block(word("book_which"), render_pairs(look, pairs, width), "text")


def join_rows(groups: Iterable[Sequence[Row]], look: Look) -> list[Row]:
    """Return groups of rows with an empty row between them."""
    rows: list[Row] = []
    for group in groups:
        if rows and group:
            rows.append(Row(look))
        rows += group
    return rows
