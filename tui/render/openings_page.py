"""A book at a position: what the command and the screen of openings tell of, and as an object what
`--json` prints.
"""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from senpu.replay.analysis.confidence import Tally
from senpu.replay.core.narration import Narrator
from senpu.replay.core.odds import Odds
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules, State
from senpu.replay.openings.book import Book, Choice, Leaf, Move, Sample
from senpu.replay.openings.numbering import Numbering, Ruleset
from senpu.replay.openings.prospects import Prospects
from senpu.replay.openings.spelling import Names, Own
from senpu.tui.commands.objects import chances
from senpu.tui.render.odds_report import hundredth, results_said, success_said

ROOM = 72
"""So wide a list of results is."""


class Page(NamedTuple):
    """A book at a position."""

    book: Book
    rules: AnyRules
    numbering: Numbering
    state: State
    choice: Choice
    games: int
    """Of the rule set, without a choice."""

    def leaf(self) -> Leaf:
        """What the book has of the position. Raises BookError."""
        return self.book.leaf(self.numbering(self.state), self.choice)

    def samples(self) -> list[Sample]:
        """Some games that came to it. Raises BookError."""
        return self.book.samples(self.numbering(self.state), self.choice)


def rules_of(ruleset: Ruleset, data: Path | None = None) -> AnyRules:
    """The rules that games of a book were played under. Raises UnknownGame, DataError."""
    return open_rules(ruleset.game, tuple(ruleset.options.split()), ruleset.data, named=data)


class Told(NamedTuple):
    """A move as it is told in a position, and what the rules say of it."""

    text: str
    odds: Odds | None = None
    chance: float | None = None
    """Of dice: how often they come out so."""


def told_move(move: Move, prospects: Prospects, named: Callable[[Move], Own | None]) -> Told:
    """A move as it is written in the position; dice as they were rolled."""
    if prospects.of_chance:
        return Told(" ".join(move.spellings), chance=prospects.chance(move))
    own = named(move)
    return Told(own.text if own else move.text, prospects.odds(own))


def told_moves(page: Page, moves: Iterable[Move]) -> list[Told]:
    """Moves of a page."""
    prospects = Prospects(page.numbering, page.state)
    names = Names(page.numbering, page.state)
    return [told_move(move, prospects, names.own) for move in moves]


def chance_of(told: Told) -> str:
    """How often an attack succeeds, or dice come out so: `58%?`, `28%`."""
    if told.odds:
        return success_said(told.odds)
    return f"{hundredth(told.chance)}%" if told.chance else ""


def results_of(told: Told, say: Narrator, room: int = ROOM) -> str:
    """Each result of an attack that has several."""
    return results_said(told.odds, say, room) if told.odds else ""


def sections(leaf: Leaf) -> list[tuple[str, list[Move]]]:
    """Set-ups first, which are openings too; then single events, unless they are the same."""
    sets = [move for move in leaf.moves if move.whole]
    single = [move for move in leaf.moves if not move.whole]
    if {move.after for move in sets} == {move.after for move in single}:
        single = [] if sets else single
    return [(name, moves) for name, moves in (("book_sets", sets), ("book_moves", single)) if moves]


def shown(page: Page, leaf: Leaf, samples: list[Sample]) -> dict[str, Any]:
    """The same as an object; `spec/json.md` lists the keys."""
    decision = page.state.decision
    return {
        "book": str(page.book.path),
        "game": page.rules.spec.id,
        "games": page.games,
        "depth": page.book.depth(),
        "key": page.rules.key(page.state),
        "ask": {
            "of": decision.side if decision else None,
            "kind": decision.kind if decision else None,
        },
        "reached": counted(page, leaf.reached),
        "moves": [
            {
                "text": told.text, "spellings": move.spellings, "whole": move.whole,
                "key": page.numbering.key_of(move.after), "played": counted(page, move.played),
                "reached": counted(page, move.reached), "odds": chances(told.odds),
                "likely": told.chance,
            }
            for move, told in zip(leaf.moves, told_moves(page, leaf.moves), strict=True)
        ],
        "samples": [sample._asdict() | {"path": str(sample.path)} for sample in samples],
    }  # fmt: skip


def counted(page: Page, tally: Tally) -> dict[str, Any]:
    sides = [side.id for side in page.rules.spec.sides]
    return {
        "games": tally.games,
        "wins": dict(zip(sides, tally.wins, strict=False)),
        "draws": tally.draws,
        "open": tally.open,
        "chance": {side: list(tally.chance(at)) for at, side in enumerate(sides)},
    }


DAY = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?")
WHO = ("human", "program")


def choice_of(text: str) -> Choice:
    """Which games a typed line asks for: `anna`, `2026`, `2025-03..2026`, `human`, in any order."""
    since, until, by, names = "", "", "", []
    for word in text.split():
        first, dots, last = word.partition("..")
        if word in WHO:
            by = word
        elif all(DAY.fullmatch(day) for day in (first, last) if day) and (first or last):
            since, until = first, last if dots else first
        else:
            names.append(word)
    return Choice(" ".join(names), since, until, by)


def told_choice(choice: Choice) -> str:
    """The line that asks for it."""
    since, until = choice.since, choice.until
    days = since if since == until else f"{since}..{until}"
    return " ".join(filter(None, (choice.player, days, choice.by)))
