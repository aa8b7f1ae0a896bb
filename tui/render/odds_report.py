"""Odds as plain text.

Percentages that add up to 100, results, conditions, and the provenance of the values. Knows no
game and no terminal.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, islice

from senpu.notation.events import Roll
from senpu.notation.faults import text_width as cells_of
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.core.views import View
from senpu.spec.data import WEAK_PROVENANCES
from senpu.tui.render.text_layout import get_text, wrap_rows

UNSURE = "*"
"""Follows figures that depend on inferred values or placeholders."""
NEARLY = 1e-9
INFLUENTIAL = 3
"""The number of influential values below a table of odds."""


def round_percent(chance: float) -> int:
    """Return a probability in %: 0 and 100 only if it is exactly 0 or 1."""
    if chance < NEARLY or chance > 1 - NEARLY:
        return round(chance) * 100
    return min(max(round(chance * 100), 1), 99)


def round_shares(probabilities: Sequence[float], whole: int) -> list[int]:
    """Return whole numbers in proportion to some probabilities.

    Args:
        probabilities: The probabilities.
        whole: The sum of the numbers. The numbers that lost most by rounding down are rounded up.

    Returns:
        A number for each probability.
    """
    total = sum(probabilities) or 1.0
    exact = [each * whole / total for each in probabilities]
    found = [int(each + NEARLY) for each in exact]
    cut = sorted(range(len(found)), key=lambda at: found[at] - exact[at])
    for at in cut[: whole - sum(found)]:
        found[at] += 1
    return found


def round_percents(odds: Odds) -> list[tuple[str, int]]:
    """Return each result in %. They add up to 100, the successes to the success probability."""
    good = round_percent(odds.success)
    found: dict[str, int] = {}
    for fails, whole in ((False, good), (True, 100 - good)):
        part = [pair for pair in odds.results if (pair[0] in odds.failures) is fails]
        numbers = round_shares([chance for _, chance in part], whole)
        found |= dict(zip((what for what, _ in part), numbers, strict=True))
    return [(what, found[what]) for what, _ in odds.results]


def mark_doubt(provenance: str, sure: str = "") -> str:
    """Return the sign that follows a figure if its weakest provenance is a guess.

    Args:
        provenance: The weakest provenance of the values of the figure.
        sure: The text that follows other figures.

    Returns:
        The sign or text.
    """
    return UNSURE if provenance in WEAK_PROVENANCES else sure


def render_success(odds: Odds, sure: str = "") -> str:
    """Return the success probability, such as `58%`.

    Args:
        odds: The odds of an event.
        sure: The text that follows if no value is a guess; `*` follows otherwise.

    Returns:
        The text.
    """
    return f"{round_percent(odds.success)}%{mark_doubt(odds.provenance, sure)}"


def render_needed(odds: Odds) -> str:
    """Return the column of the results table, or the number needed; "" if there is neither."""
    return odds.column or ("" if odds.roll == "none" else str(odds.need))


def name_result(what: str, narrator: Narrator) -> str:
    """Return the name of a result."""
    return get_text(narrator.language, "row_miss") if what == "miss" else narrator.label(what)


def render_results(odds: Odds, narrator: Narrator, room: int) -> str:
    """Return the results, such as `DE 17, EX 16, DR 50, AR 17`.

    Args:
        odds: The odds of an event.
        narrator: The narrator.
        room: The number of columns. Numbers of hits are merged if they do not fit.

    Returns:
        The text; "" if the success probability is the only result.
    """
    found = round_percents(odds)
    if len(found) < 3 and not odds.column and any(what in odds.failures for what, _ in found):
        return ""
    text = _format_numbers(found, narrator)
    if cells_of(text) > room and format_change(odds):
        text = _format_numbers(merge_results(found), narrator)
    return text


def _format_numbers(numbers: Iterable[tuple[str, int]], narrator: Narrator) -> str:
    parts = (f"{name_result(what, narrator)} {number}" for what, number in numbers)
    return get_text(narrator.language, "and").join(parts)


def merge_results(numbers: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Merge the positive and the negative results: `+1..+5 42`."""
    found = []
    for sign, group in groupby(numbers, lambda pair: pair[0][0]):
        part = list(group)
        name = part[0][0]
        if sign in "+-" and len(part) > 1:
            name = "..".join(sorted((name, part[-1][0]), key=lambda what: abs(int(what))))
        found.append((name, sum(number for _, number in part)))
    return found


def render_cases(odds: Odds, narrator: Narrator, marked: bool = False) -> list[str]:
    """Return the odds of defensive fire, and the odds under other conditions.

    With `marked`, a sign of doubt at the odds themselves is valid for all of them.
    """
    language, texts = narrator.language, []
    marked = marked and bool(mark_doubt(odds.provenance))
    if odds.defensive_fire:
        hit = sum(chance for hits, chance in odds.defensive_fire if hits != "miss")
        text = get_text(language, "odds_fire", n=round_percent(hit))
        texts.append(text if marked else text + mark_doubt(odds.provenance))
    for case in odds.cases:
        what, n = narrator.label(case.label), round_percent(case.success)
        if case.cards:
            text = get_text(language, "odds_case_cards", what=what, cards=case.cards, n=n)
        else:
            text = get_text(language, "odds_case", what=what, n=n)
        texts.append(text if marked else text + mark_doubt(case.provenance))
    return texts


def render_provenance(odds: Iterable[Odds], language: str) -> str:
    """Return the provenance of the values of some odds in a row; "" if all values are printed."""
    used: list[str] = []
    for each in odds:
        used += [each.provenance, *(case.provenance for case in each.cases)]
    return describe_doubt(used, language)


def describe_doubt(provenances: Iterable[str], language: str) -> str:
    """Return the meaning of the sign of doubt; "" if no figure depends on a guess."""
    if set(WEAK_PROVENANCES).isdisjoint(provenances):
        return ""
    return get_text(language, "odds_not_printed")


def render_weak_values(odds: Sequence[Odds], narrator: Narrator) -> list[str]:
    """Return the provenance of the values of some odds, and which unknown values decide games most.

    Returns:
        The rows; empty if all values are printed.
    """
    from senpu.tui.render.influence_report import list_influential  # few reports need it
    from senpu.tui.render.uncertainty_report import name_unknown

    provenance = render_provenance(odds, narrator.language)
    names = [name_unknown(each, narrator) for each, _ in list_influential(narrator, INFLUENTIAL)]
    if not provenance or not names:
        return [provenance] if provenance else []
    game = narrator.spec.game.game
    listed = get_text(narrator.language, "and").join(names)
    return [provenance, get_text(narrator.language, "odds_influence", names=listed, game=game)]


def list_assumptions(odds: Iterable[Odds], narrator: Narrator) -> str:
    """Return the assumptions of some odds in a row; "" if there are none."""
    labels = dict.fromkeys(label for each in odds for label in each.assumptions)
    if not labels:
        return ""
    what = get_text(narrator.language, "and").join(map(narrator.label, labels))
    return get_text(narrator.language, "odds_assumes", what=what)


def format_change(odds: Odds) -> bool:
    """Return whether the results are numbers for either side: `+2`, `0`, `-1`."""
    return all(what[0] in "+-0" for what, _ in odds.results)


def _compares_losses(odds: Odds) -> bool:
    """Return whether the results compare the losses of both sides, and no number is needed."""
    return odds.roll == "none" and format_change(odds)


Kinds = dict[str, Callable[[Odds], bool]]
NEEDED: Kinds = {
    "odds_means_sum": lambda odds: odds.roll == "sum" and not odds.column,
    "odds_means_each": lambda odds: odds.roll == "each",
    "odds_means_difference": lambda odds: odds.roll == "difference",
    "odds_means_column": lambda odds: bool(odds.column),
}
"""The texts that explain the number needed, with the odds that they explain."""
MEANINGS: Kinds = {
    "odds_means_hits": lambda odds: odds.roll == "difference",
    "odds_means_ahead": _compares_losses,
    "odds_means": lambda odds: not _compares_losses(odds),
}
"""The texts that explain the probabilities and results."""


def render_explanation(
    odds: Sequence[Odds], narrator: Narrator, width: int, over: str, kinds: Kinds = MEANINGS
) -> list[str]:
    """Return the rows that explain a list of odds: their meaning, assumptions and provenance.

    Args:
        odds: The odds to explain.
        narrator: The narrator.
        width: The number of columns.
        over: The id of the heading of the probabilities.
        kinds: The meanings to explain.

    Returns:
        The rows.
    """
    language = narrator.language
    fields = {
        ident: {"over": get_text(language, over)} for ident in ("odds_means", "odds_means_ahead")
    }
    texts = [
        *(
            get_text(language, ident, **fields.get(ident, {}))
            for ident, of in kinds.items()
            if any(map(of, odds))
        ),
        list_assumptions(odds, narrator),
        *(render_weak_values(odds, narrator) or (get_text(language, "odds_printed"),)),
    ]
    return [row for text in texts if text for row in wrap_rows(text, "", width)]


# ---- a list of events -----------------------------------------------------------------------

GAP = "  "
LEAST = 24
"""The least number of columns for the results."""
DETAILS = 6
"""The margin of results in a narrow terminal."""


def render_odds_table(
    events: Sequence[tuple[str, Odds | None]], narrator: Narrator, width: int
) -> list[str]:
    """Return a table with a row for each event and the odds of attacks, and an explanation."""
    every = [odds for _, odds in events if odds]
    if not every:
        return [f"  {text}" for text, _ in events]
    named = "odds_column" if any(odds.column for odds in every) else "odds_needs"
    head = ["", get_text(narrator.language, named), get_text(narrator.language, "odds_succeeds")]
    sure = " " if any(mark_doubt(odds.provenance) for odds in every) else ""
    cells = [
        [text, render_needed(odds), render_success(odds, sure)] if odds else [text]
        for text, odds in events
    ]
    full = [row for row in cells if row[1:]]
    sizes = [max(cells_of(row[at]) for row in (head, *full)) for at in range(3)]
    if not any(needed for _, needed, _ in full):
        sizes[1] = 0
    start = 2 + sum(size + len(GAP) for size in sizes if size)
    rows, detailed = [], False
    is_narrow = width - start < LEAST  # the details are then below the event
    start = DETAILS if is_narrow else start
    for row, (_, odds) in zip(cells, events, strict=True):
        details = render_details(odds, narrator, width - start) if odds else []
        detailed = detailed or bool(details)
        if is_narrow:
            details.insert(0, "")
        rows.append("  " + GAP.join((_align_row(row, sizes), *details[:1])))
        rows += [" " * start + line for line in details[1:]]
    results = [get_text(narrator.language, "odds_results")] if detailed else []
    beneath = [f"{' ' * start}{each}" for each in results] if is_narrow else []
    below = render_explanation(every, narrator, width, "odds_succeeds", NEEDED | MEANINGS)
    first = "  " + GAP.join((_align_row(head, sizes), *(results if not is_narrow else ())))
    return [first, *beneath, *(row.rstrip() for row in rows), *below]


def _align_row(row: Sequence[str], sizes: Sequence[int]) -> str:
    """Return a row of cells, the first aligned to the left; columns of size 0 are left out."""
    first, *others = row
    numbers = [
        " " * (size - cells_of(cell)) + cell
        for cell, size in zip(others, sizes[1:], strict=False)
        if size
    ]
    gap = " " * (sizes[0] - cells_of(first)) if numbers else ""
    return GAP.join((first + gap, *numbers))


def render_details(odds: Odds, narrator: Narrator, room: int) -> list[str]:
    """Return the results, and the odds under other conditions, in rows of `room` columns."""
    rows: list[str] = []
    for text in filter(None, (render_results(odds, narrator, room), *render_cases(odds, narrator))):
        if rows and cells_of(rows[-1] + GAP + text) <= room:
            rows[-1] += GAP + text
        else:
            rows += wrap_rows(text, "", room)
    return rows


MOST = 12
"""The most results that are reported; more would be nearly one for each roll."""


def find_outcomes(
    rules: AnyRules, state: State, sight: View, narrator: Narrator
) -> list[tuple[int, str, str]]:
    """Return each result of the pending dice.

    Returns:
        The share in %, a roll that gives the result, and its effects. Empty if no dice are pending,
        if the view hides facts, or if there are too many results.
    """
    decision = state.decision
    if decision is None or decision.side != CHANCE or not sight.is_unrestricted:
        return []
    found = list(islice(rules.outcomes(state), MOST + 1))
    if not 1 < len(found) <= MOST or any(type(event) is not Roll for event, _ in found):
        return []
    stories = []
    for event, _ in found:
        _, effects = rules.apply(state, event)
        stories.append(narrator.describe_all(effects))
    of_hundred = round_shares([chance for _, chance in found], 100)
    rows = zip(of_hundred, found, stories, strict=True)
    return [(share, format_event(event), story) for share, (event, _), story in rows]
