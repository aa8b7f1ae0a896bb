"""The candidates of a decision as rows: the best first, the played one marked."""

from bisect import insort
from typing import TYPE_CHECKING

from rich.cells import cell_len

from senpu.notation.writer import format_event
from senpu.replay.analysis.lookahead import Candidate
from senpu.replay.core.narration import Narrator
from senpu.replay.core.states import Decision
from senpu.tui.widgets.painting import Look, Row, wrap_text
from senpu.tui.widgets.panels import Block, measure_labels

if TYPE_CHECKING:
    from senpu.replay.analysis.value import Value

LISTED = 200
"""The most candidates that are listed."""
EQUAL = 1e-9


class CandidateRanking:
    """The candidates of one decision, as far as they are evaluated."""

    def __init__(self, obstacle: str = "") -> None:
        self.obstacle = obstacle
        """The id of the reason why there are none."""
        self.candidates: list[Candidate] = []
        """The evaluated candidates, the best first."""
        self.is_complete = False
        self._value: Value | None = None

    @property
    def value(self) -> "Value":
        """The value that evaluates the candidates."""
        assert self._value is not None
        return self._value

    def begin(self, value: "Value") -> None:
        """Begin the ranking."""
        self._value, self.candidates, self.is_complete = value, [], False

    def add(self, candidate: Candidate) -> None:
        """Add a candidate after those that are not worse."""
        insort(self.candidates, candidate, key=lambda each: -each.score)


def format_score(score: float, size: float) -> str:
    """Return a score in the unit of the value: `62.3`."""
    return f"{score * size:.1f}"


def format_loss(loss: float, size: float) -> str:
    """Return the difference of a score from the best one: `-4.1`, or `=` for none."""
    return "=" if abs(loss) < EQUAL else f"{-loss * size:+.1f}"


def render_candidates(
    ranking: CandidateRanking, decision: Decision | None, played: str, narrator: Narrator,
    look: Look, width: int,
) -> Block:  # fmt: skip
    """Return the panel of the candidates.

    Args:
        ranking: The ranking.
        decision: The pending decision.
        played: The text of the event that was played; empty if there is none.
        narrator: The narrator.
        look: The look.
        width: The columns of the panel.

    Returns:
        The panel.
    """
    title = look.word("candidates")
    if ranking.obstacle or decision is None:
        text = look.word(ranking.obstacle or "candidates_over")
        return Block(title, wrap_text(look, text, width - 2, "faint", 1))
    title = look.word("candidates_of", side=narrator.side(decision.side))
    found = ranking.candidates
    count = "candidates_count" if ranking.is_complete else "candidates_so_far"
    if not found:
        return Block(title, [Row(look).add(" " + look.word("candidates_wait"), "faint")])
    rows = render_ranking(found, ranking.value, played, look, width, LISTED)
    return Block(title, rows, right=look.word(count, n=len(found)))


def render_ranking(
    found: list[Candidate], value: "Value", played: str, look: Look, width: int, most: int
) -> list[Row]:
    """Return the best candidates and the played one, each with its score and its loss.

    Args:
        found: The candidates, the best first.
        value: The value that evaluated them.
        played: The text of the event that was played; empty if there is none.
        look: The look.
        width: The columns of the rows.
        most: The most rows.

    Returns:
        The rows, with a heading.
    """
    texts = [format_event(each.event) for each in found]
    shown = list(range(min(most, len(found))))
    if played in texts and texts.index(played) not in shown:
        shown[-1] = texts.index(played)
    best = found[0].score
    cells = [
        (str(at + 1), format_score(found[at].score, getattr(value, "size", 100)),
         format_loss(best - found[at].score, getattr(value, "size", 100)), texts[at])
        for at in shown
    ]  # fmt: skip
    unit = look.word("unit_percent")
    heads = ("", unit, look.word("candidate_loss"))
    sizes = [
        max(measure_labels(column), measure_labels([head]))
        for column, head in zip(list(zip(*cells, strict=True))[:3], heads, strict=True)
    ]
    heading = Row(look).pad_to(3)
    for size, head in zip(sizes, heads, strict=True):
        heading.pad_to(heading.width + size - cell_len(head)).add(head, "dim").add("  ")
    rows = [heading.add(look.word("candidate_event"), "dim")]
    for numbers in cells:
        *left, text = numbers
        is_played = text == played
        row = Row(look).add(" ").add(look.signs.here if is_played else " ", "now", "b").add(" ")
        for size, cell, role in zip(sizes, left, ("dim", "text", "dim"), strict=True):
            row.add(cell.rjust(size), "now" if is_played else role, "b" * is_played).add("  ")
        room = max(width - row.width - 1, 4)
        row.add(look.clip(text, room), "now" if is_played else "text", "b" * is_played)
        rows.append(row)
    return rows
