"""What a book has of a position, as rows of plain text: bars, counts, how sure they are, games.

Fits any width: what matters least is left out first. Knows no book and no terminal.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from senpu.notation.faults import cells as cells_of
from senpu.replay.analysis.confidence import Interval, Tally
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import CHANCE, State
from senpu.tui.render.text_layout import clipped, percent, word, wrapped

if TYPE_CHECKING:
    from senpu.replay.openings.book import Sample


BAR = 12
FULL = 66
"""From this width on, bars have room."""
REACHED = 50
"""And from this one the counts by any route."""


class Said(NamedTuple):
    """A move as a row tells it."""

    text: str
    played: Tally
    reached: Tally | None = None
    """Nothing where it is not told."""
    chance: str = ""
    """Of an attack how often it succeeds, of dice how often they come out so."""
    details: str = ""
    """What else there is to say of it, in rows of its own."""


def sure(interval: Interval) -> str:
    """An interval as `21-37%`."""
    return f"{interval.low * 100:.0f}-{interval.high * 100:.0f}%"


def share(tally: Tally, side: int) -> str:
    """How often a side won of the games that ended; nothing where none did."""
    return percent(tally.wins[side] / tally.ended) if tally.ended else "--"


def bar(tally: Tally, side: int, width: int = BAR) -> str:
    """Wins of a side `#`, draws `-`, other wins `.`, as far as games ended."""
    if not tally.ended:
        return " " * width
    wins = round(tally.wins[side] * width / tally.ended)
    draws = round((tally.wins[side] + tally.draws) * width / tally.ended) - wins
    return "#" * wins + "-" * draws + "." * (width - wins - draws)


def whose(state: State, narrator: Narrator) -> int:
    """The side whose wins are told: who is asked; the first one where chance is, or nobody."""
    ids = [side.id for side in narrator.spec.sides]
    of = state.decision.side if state.decision else CHANCE
    return ids.index(of) if of in ids else 0


def table(
    title: str, moves: Sequence[Said], side: int, narrator: Narrator, width: int,
    chance: str = "book_odds",
) -> list[str]:  # fmt: skip
    """A row for each move, under the names of the columns, and its details below it. `chance` is
    the word over the chances, if there are any."""
    language = narrator.language
    which = narrator.spec.sides[side]
    won = "book_won" if width >= FULL else "book_won_brief"
    named = word(language, won, side=narrator.side(which.id), letter=which.letter)
    here, reached, certain = (
        word(language, name) for name in ("book_here", "book_all", "book_sure")
    )
    columns: list[tuple[str, list[str]]] = [(here, [str(each.played.games) for each in moves])]
    if any(each.chance for each in moves):
        columns.insert(0, (word(language, chance), [each.chance for each in moves]))
    if width >= REACHED and (counts := [each.reached.games for each in moves if each.reached]):
        columns.append((reached, [*map(str, counts)]))
    columns.append((named, [share(each.played, side) for each in moves]))
    columns.append((certain, [sure(each.played.chance(side)) for each in moves]))
    if width >= FULL:
        columns.append(("", [bar(each.played, side) for each in moves]))
    sizes = [max(map(cells_of, (name, *cells))) for name, cells in columns]
    room = max(width - sum(sizes) - 2 * len(sizes) - 2, 8)
    longest = max(cells_of(each.text) for each in (*moves, Said(title, Tally())))
    room = min(room, max(longest, 12))
    found = [_row(title, [name for name, _ in columns], sizes, room + 2)]
    for at, each in enumerate(moves):
        cells = [column[at] for _, column in columns]
        found.append("  " + _row(each.text, cells, sizes, room))
        found += wrapped(each.details, "      ", width)
    return found


def _row(text: str, cells: Sequence[str], sizes: Sequence[int], room: int) -> str:
    numbers = [
        " " * (size - cells_of(cell)) + cell for cell, size in zip(cells, sizes, strict=True)
    ]
    return "  ".join((clipped(text, room), *numbers)).rstrip()


def summed(tally: Tally, narrator: Narrator) -> str:
    """How games ended, in words."""
    language = narrator.language
    parts = [
        word(language, "book_wins", side=narrator.side(side.id), n=wins, of=tally.ended)
        for side, wins in zip(narrator.spec.sides, tally.wins, strict=False)
        if wins or tally.ended
    ]
    parts += [word(language, "book_draws", n=tally.draws)] if tally.draws else []
    parts += [word(language, "book_open", n=tally.open)] if tally.open else []
    return ("、" if language == "ja" else ", ").join(parts)


def players(sample: "Sample") -> str:
    return " - ".join(sample.players.values())


def games(samples: Sequence["Sample"], narrator: Narrator) -> list[str]:
    """Where a game stands in the position: what `senpu view FILE --at N` takes, and who played."""
    if not samples:
        return []
    rows = [word(narrator.language, "book_samples")]
    for each in samples:
        about = "  ".join(filter(None, (players(each), each.date, each.event, each.ending)))
        rows += [f"  {each.path} --at {each.number or 'start'}", f"    {about}".rstrip()]
    return rows
