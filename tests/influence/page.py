"""The tables of influence in `data-files.md`, made from `influence.toml` of each game."""

from collections.abc import Iterator

from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import list_rule_sets, open_rules
from senpu.spec.influence import SCORE, find_table, rank_unknowns, read_influence
from senpu.tui.render.influence_report import describe_measure
from senpu.tui.render.text_layout import get_text
from senpu.tui.render.uncertainty_report import (
    format_number,
    format_number_change,
    format_points,
    name_unknown,
)
from senpu.tui.render.win_probability_report import format_percent
from tests.figures import write_block

PAGE = "data-files"
BEGIN, END = "<!-- influence: python -m tests.influence --write -->\n", "<!-- end of influence -->"
TEXTS = {
    "en": {
        "method": "{date}: {sets} data sets, {games} games of `{program}` on each, seed {seed}. "
        "The effect is the change of {measure}; mean: {mean}.",
        "columns": "| value | provenance | shipped | from | to | effect | 95% CI |",
        "interval": "{low} to {high}",
    },
    "ja": {
        "method": "{date}：データ{sets}組、それぞれ `{program}` の対局{games}局、シード{seed}。"
        "影響は{measure}の変化で、平均は{mean}です。",
        "columns": "| 値 | 出典区分 | 付属の値 | 変更前 | 変更後 | 影響 | 95%信頼区間 |",
        "interval": "{low}〜{high}",
    },
}


def render_tables(language: str) -> Iterator[str]:
    """Yield the lines of the tables."""
    for ident in list_rule_sets():
        spec = open_rules(ident).spec
        file = read_influence(spec.folder)
        tables = [table for table in file.rule_set if table.id == ident] if file else []
        for table in tables:
            yield from _render_table(ident, table.options, language)


def _render_table(ident: str, options: tuple[str, ...], language: str) -> Iterator[str]:
    spec, texts = open_rules(ident, options).spec, TEXTS[language]
    narrator, file, table = Narrator(spec, language), read_influence(spec.folder), find_table(spec)
    assert file is not None
    assert table is not None
    is_score = table.measure == SCORE
    change = format_number_change if is_score else format_points
    mean = format_number(table.mean) if is_score else f"{format_percent(table.mean)}%"
    yield f"### `{' '.join((ident, *options))}`"
    yield ""
    yield texts["method"].format(
        date=file.date, sets=file.sets, games=file.games, program=file.program, seed=file.seed,
        measure=describe_measure(narrator), mean=mean,
    )  # fmt: skip
    yield ""
    yield texts["columns"]
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for unknown, influence in rank_unknowns(spec):
        if influence is None:
            continue
        low, high = map(change, influence.interval)
        cells = (
            name_unknown(unknown, narrator),
            get_text(language, unknown.find_provenance(spec.values)),
            unknown.find_current(spec), influence.low or get_text(language, "uncertain_others"),
            influence.high, change(influence.effect), texts["interval"].format(low=low, high=high),
        )  # fmt: skip
        yield f"| {' | '.join(cells)} |"
    yield ""


def write_page() -> None:
    """Write the tables into the page in each language."""
    write_block(PAGE, BEGIN, END, render_tables)
