"""The candidates of a decision as rows: the best first, the played one marked."""

from bisect import insort
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len

from senpu.notation.writer import format_event
from senpu.replay.analysis.lookahead import Candidate
from senpu.replay.core.narration import Narrator
from senpu.replay.core.states import Decision
from senpu.tui.render.values import ScoreFormat
from senpu.tui.widgets.painting import Look, Row, wrap_text
from senpu.tui.widgets.panels import Block, measure_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from senpu.notation.events import Event
    from senpu.replay.analysis.value import PositionValue

LISTED = 200
"""The most candidates that are listed."""
EQUAL = 1e-9
OTHER_ROWS = 4
"""The rows of the panel next to the best candidates: title, headings, played event, more."""


class CandidateRanking:
    """The candidates of one decision that are evaluated so far."""

    def __init__(self, obstacle: str = "") -> None:
        self.obstacle = obstacle
        """The id of the reason why there are none."""
        self.candidates: list[Candidate] = []
        """The evaluated candidates, the best first."""
        self.is_complete = False
        self._value: PositionValue | None = None

    @property
    def value(self) -> "PositionValue":
        """The value that evaluates the candidates."""
        assert self._value is not None
        return self._value

    def begin(self, value: "PositionValue") -> None:
        """Begin the ranking."""
        self._value, self.candidates, self.is_complete = value, [], False

    def add(self, candidate: Candidate) -> None:
        """Add a candidate at its rank."""
        insort(self.candidates, candidate, key=lambda each: -each.score)


def render_candidates(
    ranking: CandidateRanking, decision: Decision | None, played: str, narrator: Narrator,
    look: Look, width: int, height: int = 0,
) -> Block:  # fmt: skip
    """Return the panel of the candidates.

    The played event is in sight: if it is not among the best, it follows them at once.

    Args:
        ranking: The ranking.
        decision: The pending decision.
        played: The text of the event that was played; empty if there is none.
        narrator: The narrator.
        look: The look.
        width: The columns of the panel.
        height: Its rows; 0 if it is not scrolled.

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
    texts = [format_event(each.event) for each in found]
    shown = found[:LISTED]
    ranks = {text: at for at, text in enumerate(texts, 1)}
    in_sight = max(height - OTHER_ROWS, 1) if height else LISTED
    if played in texts[in_sight:]:
        own = found[texts.index(played)]
        shown = [*shown[:in_sight], own, *(each for each in shown[in_sight:] if each is not own)]
    value = ranking.value
    table = CandidateTable(
        [(each.event, each.score) for each in shown], ranks, ScoreFormat.from_value(value),
        decision.side == value.first,
    )  # fmt: skip
    rows = render_candidate_table(table, played, look, width)
    return Block(title, rows, right=look.word(count, n=len(found)))


class CandidateTable(NamedTuple):
    """Candidates and their scores for the side that decides, the best first."""

    candidates: "Sequence[tuple[Event, float]]"
    ranks: Mapping[str, int]
    """The ranks of events by text, if they differ from the places in the list."""
    form: ScoreFormat
    is_first: bool
    """True if the first side decides."""


def render_candidate_table(table: CandidateTable, played: str, look: Look, width: int) -> list[Row]:
    """Return candidates, each with its score and what it is worse than the best one.

    Args:
        table: The candidates.
        played: The text of the event that was played; empty if there is none.
        look: The look.
        width: The columns of the rows.

    Returns:
        The rows, with a heading.
    """
    if not table.candidates:
        return []
    best, form = table.candidates[0][1], table.form
    cells = []
    for at, (event, score) in enumerate(table.candidates, 1):
        text = format_event(event)
        loss = best - score
        worse = "=" if abs(loss) < EQUAL else form.change(-loss, 1)
        cells.append(
            (str(table.ranks.get(text, at)), form.score(score, table.is_first, 1), worse, text)
        )
    heads = ("", look.word("candidate_score"), look.word("candidate_loss"))
    sizes = [
        max(measure_labels(row[at] for row in cells), cell_len(head))
        for at, head in enumerate(heads)
    ]
    heading = Row(look).pad_to(3)
    for size, head in zip(sizes, heads, strict=True):
        heading.pad_to(heading.width + size - cell_len(head)).add(head, "dim").add("  ")
    rows = [heading.add(look.word("candidate_event"), "dim")]
    for *numbers, text in cells:
        is_played = text == played
        row = Row(look).add(" ").add(look.signs.here if is_played else " ", "now", "b").add(" ")
        for size, cell, role in zip(sizes, numbers, ("dim", "text", "dim"), strict=True):
            row.add(cell.rjust(size), "now" if is_played else role, "b" * is_played).add("  ")
        room = max(width - row.width - 1, 4)
        row.add(look.clip(text, room), "now" if is_played else "text", "b" * is_played)
        rows.append(row)
    return rows
