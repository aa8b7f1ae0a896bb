"""How strong programs are, and which side wins, as tables of plain text. Knows no rules."""

from collections.abc import Sequence

from replay.certainty import Interval
from replay.strength import Score, Table
from spec.loader import Spec

WORDS = {
    "head": (
        "{title} ({id})\n{games} games of each program on each side against each; seed {seed}",
        "{title}（{id}）\n各組合せ・各陣営 {games} 対局、乱数の種 {seed}",
    ),
    "strength": (
        "Points in 100 of the program of the row: against all others, then against each",
        "行のプログラムの得点（100中）: 他の全プログラム、続いて相手別",
    ),
    "wins": (
        "Points in 100 of {side}, played by the program of the row, against {other}, played by\n"
        "that of the column",
        "行のプログラムの{side}が列のプログラムの{other}から得た点（100中）",
    ),
    "even": (
        "Between equal programs {side} scores {share} in 100 {sure}, {games} games.",
        "同じプログラム同士では{side}が100中{share}点{sure}、{games} 対局。",
    ),
    "note": (
        "A win is a point, a draw half of one; in brackets, where the true share lies 95 times\n"
        "in 100.",
        "勝ち1点、引き分け0.5点。括弧内は95%の信頼区間。",
    ),
}
WIDE = 10
"""Cells of a column."""


def tables(spec: Spec, table: Table, games: int, seed: int, language: str) -> list[str]:
    """Who scored how much against whom, and each side's chances."""

    def say(ident: str, **fields: object) -> str:
        return WORDS[ident][language == "ja"].format(**fields)

    ranked = table.ranked()
    names = max(map(len, ranked))
    rows = [say("head", title=spec.title(language), id=spec.id, games=games, seed=seed), ""]
    if len(ranked) > 1:
        rows += [say("strength"), _row("", f"{'':14}", ranked, names)]
        for one in ranked:
            whole = table.overall(one)
            cells = [hundred(table.between(one, other)) for other in ranked]
            left = f"{hundred(whole):>4} {bracketed(whole.interval):<9}"
            rows.append(_row(one, left, cells, names))
        rows.append("")
    first, second = (side.name[language] for side in spec.sides)
    rows += [say("wins", side=first, other=second), _row("", "", ranked, names)]
    for one in ranked:
        cells = [hundred(table.of_side(0, (one, other))) for other in ranked]
        rows.append(_row(one, "", cells, names))
    even = table.even(0)
    sure = bracketed(even.interval)
    said = say("even", side=first, share=hundred(even), sure=sure, games=even.games)
    return [*rows, "", said, say("note")]


def _row(name: str, left: str, cells: Sequence[str], names: int) -> str:
    return f"{name:{names}}  {left}{''.join(f'{cell:>{WIDE}}' for cell in cells)}".rstrip()


def hundred(score: Score) -> str:
    """Points of 100; a dot where no games were played."""
    return f"{score.share * 100:.0f}" if score.games else "."


def bracketed(interval: Interval) -> str:
    return f"({interval.low * 100:.0f}-{interval.high * 100:.0f})"
