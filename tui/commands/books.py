"""`senpu openings show|top`: the moves of a book at a position, and its most frequent set-ups."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from typing import Any, NamedTuple

from senpu.logs.dates import find_date_error
from senpu.notation.messages import Message
from senpu.replay.analysis.lookahead import expect_score
from senpu.replay.analysis.players import FORMER, find_player
from senpu.replay.analysis.value import open_value
from senpu.replay.annotation.branches import EventSequence
from senpu.replay.core.narration import Narrator
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.openings.book import BookFile, BookResults, GameFilter
from senpu.replay.openings.moves import MoveNames
from senpu.replay.openings.novelty import Departure, find_departure
from senpu.replay.openings.reading import Numbering, Ruleset, get_ruleset
from senpu.replay.openings.strengths import check_program
from senpu.tui.commands.arguments import UnusableLogError, encode_json, find_named_side, open_log
from senpu.tui.commands.positions import print_faults
from senpu.tui.commands.typed_lines import make_rejection, read_items
from senpu.tui.printing import print_notice, print_text
from senpu.tui.render import openings_report
from senpu.tui.render.data_sets import describe_values
from senpu.tui.render.opening_tables import render_book, render_excluded
from senpu.tui.render.openings_report import (
    BookPage,
    make_object,
    make_tally,
    open_book_rules,
    read_page,
)
from senpu.tui.render.text_layout import add_label, get_text, get_width, wrap_rows
from senpu.tui.render.uncertain_odds import (
    compute_odds_spreads,
    make_odds_object,
    render_odds_spreads,
)
from senpu.tui.render.values import format_expected, make_score_object
from senpu.tui.render.win_probability_report import find_weakest_provenance


def _open_timeline(given: Namespace) -> Timeline | None:
    """Return the timeline of the log, if one is given. Raises RejectedLogError, OSError."""
    return open_timeline(*open_log(given.file, given.data)) if given.file is not None else None


def open_page(given: Namespace, book: BookFile, timeline: Timeline | None = None) -> BookPage:
    """Return a book at a position of a log, or at the start of a game.

    Without `--at`, it is the last position of the log that another game of the book reached.

    Raises:
        UnusableLogError: The book has no such games, or two options contradict each other.
        Error: There is no such position, or the book or the filter is invalid.
    """
    for name, date in (("since", given.since), ("until", given.until)):
        if date and (error := find_date_error(date)) is not None:
            raise UnusableLogError("dateOption", option=f"--{name}", text=date, why=error)
    choice = _read_filter(given)
    found = [
        (ruleset, games)
        for ruleset, games in book.list_rulesets()
        if given.game in (None, ruleset.game, ruleset.game.partition("/")[0])
        and ruleset.data.startswith((given.digest or "").removeprefix("sha256:"))
    ]
    departure: Departure | None = None
    number = 0
    if timeline is not None:
        rules = timeline.rules
        departure = find_departure(book, timeline, given.file, choice)
        last = departure.last if not given.at else None
        number = timeline.find(given.at or "end") if last is None else last
        state = timeline.get_full_position(number).state
        found = [(ruleset, games) for ruleset, games in found if ruleset == get_ruleset(rules)]
        if not found:
            ours = get_ruleset(rules)
            if any(ruleset == ours for ruleset, _ in book.list_rulesets()):
                raise UnusableLogError(
                    "bookOtherGame", path=given.file, game=_describe_rule_set(ours)
                )
            raise UnusableLogError(
                "bookNoGames",
                path=given.book,
                game=_describe_rule_set(ours),
                content=_describe_content(book),
            )
    elif found:
        rules = open_book_rules(found[0][0], book.path.absolute().parent, given.data)
        state = rules.start()
        for other, games in found[1:]:
            also = get_text(given.lang, "book_also", game=_describe_rule_set(other))
            print_notice(add_label(given.lang, also, get_text(given.lang, "book_games", n=games)))
    else:
        raise UnusableLogError("bookNoMatch", path=given.book, content=_describe_content(book))
    games = book.count_games(get_ruleset(rules), choice)
    return BookPage(book, rules, Numbering(rules), state, choice, games, number, departure)


def _read_filter(given: Namespace) -> GameFilter:
    """Return the filter of the options.

    Raises:
        ProgramNameError: No program has the name.
        UnknownPlayerError: The budget of a program is malformed.
        UnusableLogError: Two options contradict each other.
    """
    programs = tuple(given.programs.split(",")) if given.programs else ()
    for name in (*programs, given.min_strength):
        if check_program(name) and name not in FORMER:
            find_player(name)
    least = given.min_strength
    if given.by == "human" and programs:
        raise UnusableLogError("filtersContradict", one="--by human", other="--programs")
    if given.until and given.since[: len(given.until)] > given.until:
        raise UnusableLogError("filtersContradict", one="--since", other="--until")
    return GameFilter(given.player, given.since, given.until, given.by, programs, least)


def _describe_content(book: BookFile) -> Message:
    """Return the rule sets of a book as a message."""
    games = tuple(_describe_rule_set(ruleset) for ruleset, _ in book.list_rulesets())
    return Message("errors.bookGames", {"games": games}) if games else Message("errors.bookEmpty")


def _describe_rule_set(ruleset: Ruleset) -> Message:
    """Return the name of a rule set with its data and options as a message."""
    fields = {"game": ruleset.game, "data": ruleset.data[:12]}
    if ruleset.options:
        return Message("errors.rulesetOptions", fields | {"options": str(ruleset.options)})
    return Message("errors.rulesetData", fields)


def run_show(given: Namespace) -> int:
    """Print the entries of a book at a position."""
    timeline = _open_timeline(given)
    with closing(BookFile(given.book)) as book:
        _print_page(given, open_page(given, book, timeline))
    return print_faults(timeline, given) if timeline is not None else 0


def _print_page(given: Namespace, page: BookPage) -> None:
    if given.line is not None:
        course = EventSequence(page.rules, page.state)
        try:
            course.play(read_items(given.line, given.lang))
        except ReductionError as bad:
            why = make_rejection(bad, course, Narrator(page.rules.spec, given.lang))
            raise UnusableLogError("lineRejected", line=given.line, why=why) from None
        page = page._replace(state=course.reducer.state)
    count = None if given.all else given.rows
    content = read_page(page, count)
    spreads = None
    if given.uncertain:
        spreads = compute_odds_spreads(
            page, content.leaf, given.uncertain, given.seed, given.data
        )  # fmt: skip
    if given.json:
        shown = make_object(page, content)
        if spreads is not None:
            shown["uncertainty"] = make_odds_object(spreads, page.rules.spec)
        print_text(encode_json(shown))
        return
    narrator, width = Narrator(page.rules.spec, given.lang), get_width()
    rows = render_book(page, content, narrator, width, count, given.sort)
    if spreads is not None:
        rows += render_odds_spreads(spreads, narrator, given.rows)
    print_text("\n".join(rows))


# ---- the best set-ups -------------------------------------------------------------------------


class RankedSetUp(NamedTuple):
    """A set-up, and the set-ups that it answers."""

    texts: tuple[str, ...]
    """The text of each set-up; the last one is its own."""
    played: BookResults
    after: BookPage


def run_top(given: Namespace) -> int:
    """Print the best set-ups, by the lower end of the 95% confidence interval of the win rate."""
    timeline = _open_timeline(given)
    with closing(BookFile(given.book)) as book:
        _print_top(given, open_page(given, book, timeline))
    return print_faults(timeline, given) if timeline is not None else 0


def _print_top(given: Namespace, page: BookPage) -> None:
    narrator = Narrator(page.rules.spec, given.lang)
    whose = _find_side(given.side, page.rules) if given.side else None
    tables: list[SetUpTable] = []
    level = [RankedSetUp((), BookResults(), page)]
    begins_later = page.leaf().reached.games < page.games
    while every := [best for above in level for best in _list_set_ups(above, begins_later)]:
        mover = openings_report.find_side(level[0].after.state, narrator)
        side = mover if whose is None else whose
        found = [best for best in every if best.played.games >= given.min_games]
        level = sorted(
            found, key=lambda best: (-best.played.win_rate_interval(side).low, best.texts)
        )
        tables.append(SetUpTable(mover, side, level[: given.rows], len(every) - len(found)))
    if given.json:
        print_text(encode_json([_make_top_object(page, each) for each in tables]))
        return
    for row in render_excluded(page, given.lang):
        print_notice(row)
    if not tables:
        raise _make_top_error(given, page)
    columns: set[str] = set()
    rendered = ["\n".join(_render_top(given, narrator, each, columns)) for each in tables]
    print_text("\n\n".join(rendered))
    sides = [*dict.fromkeys(table.side for table in tables)]
    legend = openings_report.describe_columns(page.rules, columns, sides, narrator)
    texts = [
        *legend,
        get_text(given.lang, "book_names"),
        describe_values(page.rules.spec, given.lang),
    ]
    for text in texts:
        print_text("\n".join(["", *wrap_rows(text, "")]))


def _make_top_error(given: Namespace, page: BookPage) -> UnusableLogError:
    """Return why there is no table: no games, games that begin elsewhere, or no set-up."""
    if page.leaf().reached.games:
        return UnusableLogError("bookNoSetUp", path=given.book)
    starts = page.list_starts()
    if not starts:
        return UnusableLogError("bookNoneMatches", path=given.book)
    games = sum(start.games for start in starts)
    log = f"{starts[0].sample.path} --at {starts[0].sample.position}"
    return UnusableLogError("bookStarts", path=given.book, n=games, log=log)


class SetUpTable(NamedTuple):
    """The set-ups of a side."""

    mover: int
    side: int
    """The side whose win rate is shown."""
    best: list[RankedSetUp]
    fewer: int
    """The number of set-ups left out because of few games."""


def _list_set_ups(above: RankedSetUp, begins_later: bool) -> Iterator[RankedSetUp]:
    """Yield the set-ups that follow a set-up.

    Args:
        above: The set-up.
        begins_later: Whether games can begin at the position after a set-up that none has played.

    Yields:
        The set-ups with the games that reached the position after them.
    """
    page = above.after
    names = MoveNames(page.numbering, page.state)
    moves = page.leaf().moves
    if begins_later:
        moves += tuple(read_page(page, None).unplayed)
    for move in moves:
        if move.is_set_up and move.reached.games and (found := names.find_playable(move)):
            after = page._replace(state=found.course.reducer.state)
            yield RankedSetUp((*above.texts, found.text), move.reached, after)


def _render_top(
    given: Namespace, narrator: Narrator, table: SetUpTable, columns: set[str]
) -> list[str]:
    """Return the rows of a table; add the ids of its columns to `columns`."""
    language = narrator.language
    pair = any(len(best.texts) > 1 for best in table.best)
    mover, side = (narrator.side(narrator.spec.sides[at].id) for at in (table.mover, table.side))
    title = "book_top_pair" if pair else "book_top_first"
    head = get_text(language, title, side=mover, winner=side)
    entries = [
        openings_report.OpeningsRow(
            best.texts[-1], best.played, value=_format_value(best.after, table.side)
        )
        for best in table.best
    ]
    names, *rows = openings_report.render_table(
        "", entries, table.side, narrator, get_width(), columns
    )
    listed = [head, names] if entries else [head]
    for best, row in zip(table.best, rows, strict=True):
        listed.append(row)
        if pair:
            against = get_text(language, "book_against", text=" / ".join(best.texts[:-1]))
            listed.append(f"    {against}")
    if table.fewer:
        listed.append(f"  {get_text(language, 'book_least', n=table.fewer, of=given.min_games)}")
    return listed


def _expect_score(page: BookPage) -> float:
    """Return the expected score of the first side after a set-up."""
    value = open_value(page.rules)
    return expect_score(page.rules, value, page.state, value.first)


def _format_value(page: BookPage, side: int) -> str:
    return format_expected(open_value(page.rules), _expect_score(page), side)


def _make_top_object(page: BookPage, table: SetUpTable) -> dict[str, Any]:
    value = open_value(page.rules)
    return {
        "side": page.rules.spec.sides[table.mover].id,
        "winner": page.rules.spec.sides[table.side].id,
        "excluded": table.fewer,
        "not_counted": page.count_excluded(),
        "provenance": find_weakest_provenance(page.rules.spec),
        "set_ups": [
            {
                "text": best.texts[-1], "against": list(best.texts[:-1]),
                "played": make_tally(page, best.played),
                "score": make_score_object(value, _expect_score(best.after)),
            }
            for best in table.best
        ],
    }  # fmt: skip


def _find_side(name: str, rules: AnyRules) -> int:
    """Return the number of the side that `--side` names. Raises UnusableLogError."""
    return [side.id for side in rules.spec.sides].index(find_named_side("--side", name, rules))
