"""Events and lines into canonical text: the inverse of the reader.

`format_game(read(text))` is canonical and stays so; `read(format_game(game)) == game`.
The line is data: no line is joined or split here, except by :func:`compose`, which makes
new lines. The order of units in a list is the rules' concern, not the notation's.
"""

from collections.abc import Iterable, Iterator

from notation.events import OPERATORS, Attack, EndPhase, Event, Roll, Word
from notation.faults import NotationError
from notation.lines import (
    Actor,
    Close,
    End,
    Game,
    Glyph,
    Header,
    Item,
    Line,
    Machine,
    Open,
    Play,
    Remark,
)

WIDTH = 77
"""Canonical lines stay under 78 columns, so that mail leaves them whole."""

SIGNS = {kind: sign for sign, kind in OPERATORS.items()}


def format_event(event: Event) -> str:
    """The canonical text of one event.

    >>> from notation.events import Attack
    >>> format_event(Attack(("c1",), "D", "i3", payer=("x1",)))
    'x1/c1*D.i3'
    """
    if isinstance(event, Roll):
        return f"[{' '.join(map(str, labelled(event)))}]"
    if isinstance(event, EndPhase):
        return "|"
    if isinstance(event, Word):
        act = " ".join((event.word, *event.args))
    elif isinstance(event, Attack):
        target = ".".join(part for part in (event.place, event.unit) if part)
        act = f"{'+'.join(event.units)}*{target}"
    else:
        act = f"{'+'.join(event.units)}{SIGNS[type(event)]}{'>'.join(event.path)}"
    payer = f"{'+'.join(event.payer)}/" if event.payer else ""
    return f"{'& ' if event.again else ''}{payer}{act}"


def labelled(roll: Roll) -> list[str]:
    """Each die as it is written: `6`, or `J6` where dice name their sides."""
    return [
        f"{side}{pips}"
        for side, pips in zip(roll.sides or ("",) * len(roll.pips), roll.pips, strict=True)
    ]


def format_item(item: Item) -> str:
    """The canonical text of one item of a line."""
    if isinstance(item, Actor):
        return f"{item.letter}:"
    if isinstance(item, Remark):
        return format_remark(item.text)
    if isinstance(item, Glyph):
        return item.sign
    if isinstance(item, Open):
        return "("
    if isinstance(item, Close):
        return ")"
    return format_event(item)


def format_remark(text: str) -> str:
    """`{…}` with its closing braces and backslashes escaped."""
    return "{" + text.replace("\\", "\\\\").replace("}", "\\}") + "}"


def format_line(line: Line) -> str:
    """The canonical text of one line, its newline left out (a machine line may be several rows)."""
    if isinstance(line, Play):
        parts = [] if line.turn is None else [f"T{line.turn}"]
        parts += map(format_item, line.items)
        if line.tag:
            parts.append(f"~{line.tag}")
        return " ".join(parts)
    if isinstance(line, Header):
        return f"{line.key}: {line.value}".rstrip(" ")
    if isinstance(line, Machine):
        first, *rest = line.rows
        return "\n".join((f"%{line.word} {first}".rstrip(" "), *(f"  {row}" for row in rest)))
    if isinstance(line, End):
        return f"End: {line.value}".rstrip(" ")
    return ""


def format_game(game: Game) -> str:
    """The canonical text of a whole game.

    Raises NotationError for a game that no text says, such as a header value with a line break.
    """
    rows = [*map(format_line, game.headers), "", *map(format_line, game.lines)]
    for row in rows:
        for part in row.split("\n"):
            if not part.isprintable():
                raise NotationError("controlCharacter", f"{part[:40]!r} cannot stand on a line")
    return "".join(f"{row}\n" for row in rows)


def compose(
    acts: Iterable[tuple[int, str, Event, bool]], turn: int | None = None
) -> Iterator[Play]:
    """New lines for events: `acts` gives each event's turn, actor's letter and whether it
    opens an activation (and so a line). A line begins with its turn where that changes from
    `turn`, and breaks before WIDTH.
    """
    items: list[Item] = []
    mark: int | None = None
    width, letter = 0, ""
    for when, actor, event, opens in acts:
        size = len(format_event(event)) + 1
        turned = when != turn and bool(when)
        if items and (opens or turned or width + size + (3 if actor != letter else 0) > WIDTH):
            yield Play(tuple(items), mark)
            items, mark, width, letter = [], None, 0, ""
        if turned:
            mark, turn = when, when
            width = len(f"T{when} ")
        if actor and actor != letter:
            items.append(Actor(actor))
            letter = actor
            width += 3
        items.append(event)
        width += size
    if items:
        yield Play(tuple(items), mark)
