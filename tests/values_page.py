"""The tables of the shipped values in `win-probability.md`; `python -m tests.values_page`."""

from collections.abc import Iterator

from senpu.replay.core.registry import list_rule_sets, open_rules
from senpu.spec.loader import Spec
from senpu.spec.value_files import ValueFile, read_shipped_value
from tests.figures import write_block

PAGE = "win-probability"
BEGIN = "<!-- reliability: python -m tests.values_page -->"
END = "<!-- end of reliability -->"
BANDS = 10
THIRDS = 3
TEXTS = {
    "en": {
        "head": "**{title}** (`{id}`): {games} games, generation {generation}, data `{data}`. "
        "In other games: {fit}.",
        "columns": "| predicted for {side} | first third | second | last |",
        "comma": ", ",
        "band": "{low}-{high}%",
        "cell": "{share:.0f}% of {positions}",
    },
    "ja": {
        "head": "**{title}**（`{id}`）：{games}局、世代{generation}、データ `{data}`。"
        "ほかの対局では、{fit}。",
        "columns": "| {side}の予測 | 序盤 | 中盤 | 終盤 |",
        "comma": "、",
        "band": "{low}〜{high}%",
        "cell": "{positions}局面中{share:.0f}%",
    },
}


def render_tables(language: str) -> Iterator[str]:
    """Yield the lines of the tables."""
    for ident in list_rule_sets():
        spec = open_rules(ident).spec
        if file := read_shipped_value(spec):
            yield from render_table(spec, file, language)
    yield ""


def render_table(spec: Spec, file: ValueFile, language: str) -> Iterator[str]:
    """Yield the lines of the table of one rule set."""
    record, rows, texts = file.record, file.networks[0].reliability, TEXTS[language]
    yield ""
    fit = texts["comma"].join(f"{name} {number:.2f}" for name, number in record.fit.items())
    yield texts["head"].format(
        title=spec.title(language), id=spec.id, games=record.games,
        generation=record.generations, data=record.data[:16], fit=fit,
    )  # fmt: skip
    yield ""
    yield texts["columns"].format(side=spec.name(language, "side", spec.sides[0].id))
    yield "| --- | --- | --- | --- |"
    for band in range(BANDS):
        cells = []
        for third in range(1, THIRDS + 1):
            found = [
                each
                for each in rows
                if each.third == third and min(int(each.predicted * BANDS), BANDS - 1) == band
            ]
            positions = sum(each.positions for each in found)
            won = sum(each.observed * each.positions for each in found)
            share = won / positions * 100 if positions else 0
            cells.append(texts["cell"].format(share=share, positions=positions) if found else "")
        if any(cells):
            head = texts["band"].format(low=band * 10, high=band * 10 + 10)
            yield f"| {head} | {' | '.join(cells)} |"


if __name__ == "__main__":
    write_block(PAGE, BEGIN, END, render_tables)
