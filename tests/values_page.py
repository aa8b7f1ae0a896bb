"""The tables of the shipped values in `win-probability.md`; `python -m tests.values_page`."""

from collections.abc import Iterator

from senpu.replay.core.registry import list_rule_sets, open_rules
from senpu.spec.loader import SPEC, Spec
from senpu.spec.value_files import ValueFile, read_shipped_value
from tests.figures import replace_block

PAGE = SPEC / "en/reference/win-probability.md"
BEGIN = "<!-- reliability: python -m tests.values_page -->"
END = "<!-- end of reliability -->"
BANDS = 10
THIRDS = 3


def render_tables() -> Iterator[str]:
    """Yield the lines of the tables."""
    for ident in list_rule_sets():
        spec = open_rules(ident).spec
        if file := read_shipped_value(spec):
            yield from render_table(spec, file)


def render_table(spec: Spec, file: ValueFile) -> Iterator[str]:
    """Yield the lines of the table of one rule set."""
    record, rows = file.record, file.networks[0].reliability
    yield ""
    fit = ", ".join(f"{name} {number:.2f}" for name, number in record.fit.items())
    yield (
        f"**{spec.title()}** (`{spec.id}`): {record.games} games, generation {record.generations}, "
        f"data `{record.data[:16]}`. In other games: {fit}."
    )
    yield ""
    side = spec.name("en", "side", spec.sides[0].id)
    yield f"| predicted for {side} | first third | second | last |"
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
            cells.append(f"{won / positions * 100:.0f}% of {positions}" if positions else "")
        if any(cells):
            yield f"| {band * 10}-{band * 10 + 10}% | {' | '.join(cells)} |"


def render_page(text: str) -> str:
    """Return the page with the tables of the files."""
    return replace_block(text, BEGIN, END, [*render_tables(), ""])


if __name__ == "__main__":
    PAGE.write_text(render_page(PAGE.read_text("utf-8")), "utf-8", newline="\n")
