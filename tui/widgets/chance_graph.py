"""How often the first side wins, after each event of a game: a small graph along the timeline."""

from collections.abc import Sequence

from replay.certainty import Tally
from tui.chance_told import share
from tui.widgets.painting import Canvas, Look


def draw_graph(
    canvas: Canvas, look: Look, tallies: Sequence[Tally | None], start: int, y: int, rows: int,
    cursor: int,
) -> None:  # fmt: skip
    """A cell for each tally from column `start` on, in so many rows from `y` down, in the colour of
    who wins more; the column of the cursor stands out. Where nothing is known nothing stands."""
    steps = len(look.signs.levels)
    for x, tally in enumerate(tallies, start):
        if tally is None or not tally.ended:
            continue
        wins = [share(tally, side) for side in range(len(tally.wins))]
        ahead = max(range(len(wins)), key=wins.__getitem__)
        role = f"side{ahead}" if wins.count(wins[ahead]) == 1 else "dim"
        ink = look.ink(role)
        if x == cursor:
            ink = look.ink("now", "now-ground", "bu" if look.colourless else "b")
        level = min(int(wins[0] * steps * rows), steps * rows - 1)
        for row in range(rows):
            within = min(level - row * steps, steps - 1)
            if within >= 0:
                canvas.put(x, y + rows - 1 - row, look.signs.levels[within], ink)
