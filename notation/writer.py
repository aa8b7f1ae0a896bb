"""Format events and lines as canonical text: the inverse of the reader.

`format_game(read(text))` is canonical and a fixed point; `read(format_game(game)) == game`. To
ensure this, the writer reads its output and rejects a value that no text represents. Lines are
data: only :func:`compose` joins or splits them. The order of the units in a list belongs to
the rules.
"""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NoReturn

from senpu.notation.events import (
    OPERATORS,
    Attack,
    EndPhase,
    Event,
    Roll,
    StatedPosition,
    Word,
)
from senpu.notation.faults import Fault, NotationError
from senpu.notation.lines import (
    Actor,
    Comment,
    End,
    GameText,
    Glyph,
    Header,
    Item,
    Line,
    Machine,
    Play,
    VariationEnd,
    VariationStart,
)
from senpu.notation.mistakes import cut
from senpu.notation.play import encode_text
from senpu.notation.reader import Reader, read_text, split_rows
from senpu.notation.stated_positions import format_stated, make_position_line

WIDTH = 77
"""Canonical lines have fewer than 78 columns, so that mail programs do not break them."""

SIGNS = {kind: sign for sign, kind in OPERATORS.items()}


def format_event(event: Event) -> str:
    """Return the canonical text of an event, without checking that it can be read.

    >>> from senpu.notation.events import Attack
    >>> format_event(Attack(("c1",), "D", "i3", payer=("x1",)))
    'x1/c1*D.i3'
    """
    if isinstance(event, Roll):
        return f"[{' '.join(map(str, format_dice(event)))}]"
    if isinstance(event, EndPhase):
        return "|"
    if isinstance(event, StatedPosition):
        return format_stated(event)
    if isinstance(event, Word):
        act = " ".join((event.word, *event.args))
    elif isinstance(event, Attack):
        target = ".".join(part for part in (event.place, event.unit) if part)
        act = f"{'+'.join(event.units)}*{target}"
    else:
        act = f"{'+'.join(event.units)}{SIGNS[type(event)]}{'>'.join(event.path)}"
    payer = f"{'+'.join(event.payer)}/" if event.payer else ""
    return f"{'& ' if event.again else ''}{payer}{act}"


def format_dice(roll: Roll) -> list[str]:
    """Return each die as written: `6`, or `J6` if the dice name their sides."""
    return [
        f"{side}{pips}"
        for side, pips in zip(roll.sides or ("",) * len(roll.pips), roll.pips, strict=True)
    ]


def format_item(item: Item) -> str:
    """Return the canonical text of an item of a line."""
    if isinstance(item, Actor):
        return f"{item.letter}:"
    if isinstance(item, Comment):
        return format_comment(item.text)
    if isinstance(item, Glyph):
        return item.sign
    if isinstance(item, VariationStart):
        return "("
    if isinstance(item, VariationEnd):
        return ")"
    return format_event(item)


def format_comment(text: str) -> str:
    """Return `{…}` with its closing braces and backslashes escaped."""
    return "{" + text.replace("\\", "\\\\").replace("}", "\\}") + "}"


def format_line(line: Line) -> str:
    """Return the canonical text of a line without its newline; a machine line may have rows.

    Raises:
        NotationError: No text represents the line, such as a comment with a line break.
    """
    text = _format_unchecked(line)
    reader = Reader("header" if isinstance(line, Header) else "body")
    found = [read for _, read in reader.read(split_rows(encode_text(f"{text}\n")))]
    if isinstance(line, Header):
        del found[1:]  # The header is incomplete, because only one of its lines is read.
    if found != [line]:
        _reject(line, next((read for read in found if isinstance(read, Fault)), None))
    return text


def format_game(game: GameText) -> str:
    """Return the canonical text of a whole game.

    Raises:
        NotationError: No text represents the game: a header value with a line break or outer
            spaces, a header that does not begin with `Senpu: 1`, or play after the End line.
    """
    rows = [*map(_format_unchecked, game.headers), "", *map(_format_unchecked, game.lines)]
    text = "".join(f"{row}\n" for row in rows)
    read, faults = read_text(encode_text(text))
    if faults or read != game:
        lines = [*game.headers, *game.lines]
        for line, again in zip_longest(lines, [*read.headers, *read.lines]):
            if line != again:
                _reject(line, faults[0] if faults else None)
        _reject(None, faults[0] if faults else None)
    return text


def _reject(line: Line | None, fault: Fault | None) -> NoReturn:
    """Raise why a line, or the game if that is None, cannot be written."""
    if fault is not None:
        raise NotationError(fault.id, fault.message, max(fault.column - 1, 0), fault.hint)
    if isinstance(line, Header):
        raise NotationError("notWritable", "header", key=cut(line.key), value=cut(line.value))
    text = _format_unchecked(line) if line else ""
    if text:
        raise NotationError("notWritable", text=cut(text))
    raise NotationError("notWritable", "game")


def _format_unchecked(line: Line) -> str:
    """Return the text of a line without checking that it can be read."""
    if isinstance(line, Play):
        parts = [] if line.turn is None else [f"T{line.turn}"]
        parts += map(format_item, line.items)
        if line.tag:
            parts.append(f"~{line.tag}")
        return " ".join(parts)
    if isinstance(line, Header):
        return f"{line.key}: {line.value}".rstrip(" ")
    if isinstance(line, Machine):
        rows = [f"%{line.word} {line.rows[0] if line.rows else ''}".rstrip(" ")]
        rows += (f"  {row}" for row in line.rows[1:])
        return "\n".join(rows)
    if isinstance(line, End):
        return f"End: {line.value}".rstrip(" ")
    return ""


def compose_lines(
    acts: Iterable[tuple[int, str, Item, bool]], turn: int | None = None, most: int = WIDTH
) -> Iterator[Play | Machine]:
    """Yield new lines for events and comments.

    A line begins with its turn if the turn differs from `turn`, and breaks before it exceeds
    `most` columns.

    Args:
        acts: For each item: the turn (0 for none), the letter of the actor (empty for
            chance), the item, and whether it opens an activation, and so a line.
        turn: The turn of the previous line.
        most: The maximum width, in columns.

    Yields:
        The lines.
    """
    items: list[Item] = []
    mark: int | None = None
    width, letter = 0, ""
    for when, actor, item, opens in acts:
        if isinstance(item, StatedPosition):
            if items:
                yield Play(tuple(items), mark)
            items, mark, width, letter = [], None, 0, ""
            yield make_position_line(item)
            continue
        size = len(format_item(item)) + 1
        turned = bool(when) and when != turn
        if items and (opens or turned or width + size + (3 if actor != letter else 0) > most):
            yield Play(tuple(items), mark)
            items, mark, width, letter = [], None, 0, ""
        if turned:
            mark, turn = when, when
            width = len(f"T{when} ")
        if actor and actor != letter:
            items.append(Actor(actor))
            letter = actor
            width += 3
        items.append(item)
        width += size
    if items:
        yield Play(tuple(items), mark)
