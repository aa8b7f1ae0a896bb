"""The tables of influence in `data-files.md`, made from `influence.toml` of each game."""

from collections.abc import Iterator

from senpu.notation.messages import SOURCE
from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import list_rule_sets, open_rules
from senpu.spec.influence import SCORE, find_table, rank_unknowns, read_influence
from senpu.spec.loader import SPEC
from senpu.tui.render.influence_report import describe_measure
from senpu.tui.render.uncertainty_report import (
    format_number,
    format_number_change,
    format_points,
    name_unknown,
)
from senpu.tui.render.win_probability_report import format_percent
from tests.figures import replace_block

PAGE = SPEC / "en/reference/data-files.md"
BEGIN, END = "<!-- influence: python -m tests.influence --write -->\n", "<!-- end of influence -->"


def render_tables() -> Iterator[str]:
    """Yield the lines of the tables."""
    for ident in list_rule_sets():
        spec = open_rules(ident).spec
        file = read_influence(spec.folder)
        tables = [table for table in file.rule_set if table.id == ident] if file else []
        for table in tables:
            yield from _render_table(ident, table.options)


def _render_table(ident: str, options: tuple[str, ...]) -> Iterator[str]:
    spec = open_rules(ident, options).spec
    narrator, file, table = Narrator(spec, SOURCE), read_influence(spec.folder), find_table(spec)
    assert file is not None
    assert table is not None
    is_score = table.measure == SCORE
    change = format_number_change if is_score else format_points
    mean = format_number(table.mean) if is_score else f"{format_percent(table.mean)}%"
    yield f"### `{' '.join((ident, *options))}`"
    yield ""
    yield (
        f"{file.date}: {file.sets} data sets, {file.games} games of `{file.program}` on each, seed "
        f"{file.seed}. The effect is the change of {describe_measure(narrator)}; mean: {mean}."
    )
    yield ""
    yield "| value | provenance | shipped | from | to | effect | 95% CI |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for unknown, influence in rank_unknowns(spec):
        if influence is None:
            continue
        low, high = map(change, influence.interval)
        cells = (
            name_unknown(unknown, narrator), unknown.find_provenance(spec.values),
            unknown.find_current(spec), influence.low or "others", influence.high,
            change(influence.effect), f"{low} to {high}",
        )  # fmt: skip
        yield f"| {' | '.join(cells)} |"
    yield ""


def render_page(text: str) -> str:
    """Return the page with the tables of the files."""
    return replace_block(text, BEGIN, END, render_tables())


def write_page() -> None:
    """Write the tables into the page."""
    PAGE.write_text(render_page(PAGE.read_text("utf-8")), "utf-8", newline="\n")
