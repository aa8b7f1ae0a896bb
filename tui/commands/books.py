"""`senpu openings show|top`: the moves of a book at a position, and its most frequent set-ups."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from typing import Any, NamedTuple

import msgspec

from senpu.logs.notes import DATE
from senpu.notation.messages import Message
from senpu.replay.analysis.confidence import Tally
from senpu.replay.annotation.branches import Course
from senpu.replay.core.narration import Narrator
from senpu.replay.core.odds import Odds
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.rules import CHANCE, AnyRules
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.openings.book import ALL, Book, Choice, Leaf, Sample
from senpu.replay.openings.moves import Names
from senpu.replay.openings.reading import Numbering, Ruleset, ruleset_of
from senpu.tui.commands.arguments import UnusableLogError, named_side, opened
from senpu.tui.commands.positions import warned
from senpu.tui.commands.typed_lines import items_of, refused
from senpu.tui.render import openings_report
from senpu.tui.render.odds_report import explanation
from senpu.tui.render.openings_report import (
    Page,
    as_object,
    chance_of,
    counted,
    render_moves,
    results_of,
    rules_of,
    sections,
)
from senpu.tui.render.text_layout import width_of, word


def _opened(given: Namespace) -> Timeline | None:
    """The log that was named, if one was. Raises RejectedLogError, OSError."""
    return open_timeline(*opened(given.file, given.data)) if given.file is not None else None


def page_of(given: Namespace, book: Book, timeline: Timeline | None = None) -> Page:
    """A book at the position of a log, or where games begin. Raises Error."""
    for name, date in (("since", given.since), ("until", given.until)):
        if date and not DATE.fullmatch(date):
            raise UnusableLogError("dateOption", option=f"--{name}", text=date)
    choice = Choice(given.player, given.since, given.until, given.by)
    found = [
        (ruleset, games)
        for ruleset, games in book.rulesets()
        if given.game in (None, ruleset.game, ruleset.game.partition("/")[0])
        and ruleset.data.startswith((given.digest or "").removeprefix("sha256:"))
    ]
    if timeline is not None:
        rules = timeline.rules
        state = timeline.get_full_position(timeline.find(given.at)).state
        found = [(ruleset, games) for ruleset, games in found if ruleset == ruleset_of(rules)]
        if not found:
            ours = ruleset_of(rules)
            if any(ruleset == ours for ruleset, _ in book.rulesets()):
                raise UnusableLogError("bookOtherGame", path=given.file, game=_named(ours))
            raise UnusableLogError(
                "bookNoGames", path=given.book, game=_named(ours), content=_content(book)
            )
    elif found:
        rules = rules_of(found[0][0], given.data)
        state = rules.start()
        for other, games in found[1:]:
            also = word(given.lang, "book_also", game=_named(other))
            print(f"{also}: {word(given.lang, 'book_games', n=games)}", file=sys.stderr)
    else:
        raise UnusableLogError("bookNoMatch", path=given.book, content=_content(book))
    return Page(book, rules, Numbering(rules), state, choice, found[0][1])


def _content(book: Book) -> Message:
    """Return the rule sets of a book as a message."""
    games = tuple(_named(ruleset) for ruleset, _ in book.rulesets())
    return Message("errors.bookGames", {"games": games}) if games else Message("errors.bookEmpty")


def _named(ruleset: Ruleset) -> Message:
    """Return the name of a rule set with its data and options as a message."""
    fields = {"game": ruleset.game, "data": ruleset.data[:12]}
    if ruleset.options:
        return Message("errors.rulesetOptions", fields | {"options": str(ruleset.options)})
    return Message("errors.rulesetData", fields)


def run_show(given: Namespace) -> int:
    """Print the entries of a book at a position."""
    timeline = _opened(given)
    with closing(Book(given.book)) as book:
        _show(given, page_of(given, book, timeline))
    return warned(timeline, given) if timeline is not None else 0


def _show(given: Namespace, page: Page) -> None:
    if given.line is not None:
        course = Course(page.rules, page.state)
        try:
            course.play(items_of(given.line, given.lang))
        except ReductionError as bad:
            why = refused(bad, course, Narrator(page.rules.spec, given.lang))
            raise UnusableLogError("lineRejected", line=given.line, why=why) from None
        page = page._replace(state=course.reducer.state)
    leaf, samples = page.leaf(), page.samples()
    if given.json:
        print(msgspec.json.encode(as_object(page, leaf, samples)).decode())
    else:
        say = Narrator(page.rules.spec, given.lang)
        print("\n".join(rows_of(page, leaf, samples, say, width_of(), given.count)))


def rows_of(
    page: Page, leaf: Leaf, samples: list[Sample], say: Narrator, width: int, count: int
) -> list[str]:
    """Return the rows of the report on a position of a book."""
    language, state = say.language, page.state
    comma = word(language, "and")
    rows = [f"{page.rules.spec.id}: {word(language, 'book_games', n=page.games)}{comma}"]
    if not leaf.reached.games:
        why = "book_beyond" if page.choice == ALL else "book_uncounted"
        depth = {"n": page.book.depth()} if page.choice == ALL else {}
        return [rows[0] + word(language, why, **depth)]
    rows[0] += word(language, "book_reached", n=leaf.reached.games)
    rows.append(openings_report.summed(leaf.reached, say))
    if state.decision is not None:
        rows.append(say.decision(state.decision))
    side = openings_report.whose(state, say)
    chance = state.decision is not None and state.decision.side == CHANCE
    every: list[Odds] = []
    for title, moves in sections(leaf):
        found = render_moves(page, moves[:count])
        every += [each.odds for each in found if each.odds]
        table = [
            openings_report.Row(
                each.text, move.played, move.reached, chance_of(each), results_of(each, say)
            )
            for each, move in zip(found, moves[:count], strict=True)
        ]
        head = word(language, "book_dice" if chance else title)
        over = "book_likely" if chance else "book_odds"
        rows += ["", *openings_report.table(head, table, side, say, width, over)]
        if len(moves) > count:
            rows.append(f"  {word(language, 'more', n=len(moves) - count)}")
    rows += ["", *explanation(every, say, width, "book_odds")] if every else []
    return [*rows, "", *openings_report.games(samples, say)]


# ---- the best set-ups -------------------------------------------------------------------------


class Best(NamedTuple):
    """A set-up, and the set-ups that it answers."""

    texts: tuple[str, ...]
    """The text of each set-up; the last one is its own."""
    played: Tally
    after: Page


def run_top(given: Namespace) -> int:
    """Print the best set-ups, by the lower end of the 95% confidence interval of the win rate: of
    the side that sets up, or of `--side`.
    """
    with closing(Book(given.book)) as book:
        _top(given, page_of(given, book))
    return 0


def _top(given: Namespace, page: Page) -> None:
    say = Narrator(page.rules.spec, given.lang)
    whose = _side(given.side, page.rules) if given.side else None
    tables: list[Table] = []
    level = [Best((), Tally(), page)]
    while every := [best for above in level for best in _set_ups(above)]:
        mover = openings_report.whose(level[0].after.state, say)
        side = mover if whose is None else whose
        found = [best for best in every if best.played.games >= given.least]
        level = sorted(found, key=lambda best: (-best.played.chance(side).low, best.texts))
        tables.append(Table(mover, side, level[: given.count], len(every) - len(found)))
    if given.json:
        print(msgspec.json.encode([_top_as_object(page, each) for each in tables]).decode())
        return
    if not tables and not page.leaf().reached.games:
        raise UnusableLogError("bookNotReached", path=given.book)
    if not tables:
        raise UnusableLogError("bookNoSetUp", path=given.book)
    print("\n\n".join("\n".join(_top_rows(given, say, each)) for each in tables))


class Table(NamedTuple):
    """The set-ups of a side."""

    mover: int
    side: int
    """The side whose win rate is shown."""
    best: list[Best]
    fewer: int
    """The number of set-ups left out because of few games."""


def _set_ups(above: Best) -> Iterator[Best]:
    """Yield the set-ups that follow a set-up."""
    page = above.after
    names = Names(page.numbering, page.state)
    for move in page.leaf().moves:
        if move.whole and (found := names.own(move)):
            after = page._replace(state=found.course.reducer.state)
            yield Best((*above.texts, found.text), move.played, after)


def _top_rows(given: Namespace, say: Narrator, table: Table) -> list[str]:
    language = say.language
    pair = any(len(best.texts) > 1 for best in table.best)
    mover, side = (say.side(say.spec.sides[at].id) for at in (table.mover, table.side))
    title = "book_top_pair" if pair else "book_top_first"
    head = word(language, title, side=mover, winner=side)
    entries = [openings_report.Row(best.texts[-1], best.played) for best in table.best]
    names, *rows = openings_report.table("", entries, table.side, say, width_of())
    listed = [head, names] if entries else [head]
    for best, row in zip(table.best, rows, strict=True):
        listed.append(row)
        if pair:
            against = word(language, "book_against", text=" / ".join(best.texts[:-1]))
            listed.append(f"    {against}")
    if table.fewer:
        listed.append(f"  {word(language, 'book_least', n=table.fewer, of=given.least)}")
    return listed


def _top_as_object(page: Page, table: Table) -> dict[str, Any]:
    return {
        "side": page.rules.spec.sides[table.mover].id,
        "winner": page.rules.spec.sides[table.side].id,
        "left_out": table.fewer,
        "set_ups": [
            {
                "text": best.texts[-1], "against": list(best.texts[:-1]),
                "played": counted(page, best.played),
            }
            for best in table.best
        ],
    }  # fmt: skip


def _side(name: str, rules: AnyRules) -> int:
    """Return the number of the side that `--side` names. Raises UnusableLogError."""
    return [side.id for side in rules.spec.sides].index(named_side("--side", name, rules))
