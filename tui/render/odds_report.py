"""Odds as plain text: percentages that add up to 100, results, conditions, and the provenance of
the values. Knows no game and no terminal.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, islice

from senpu.notation.events import Roll
from senpu.notation.faults import cells as cells_of
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import CHANCE, AnyRules, State
from senpu.replay.core.views import View
from senpu.spec.data import SOUND, STANDINGS
from senpu.tui.render.text_layout import word, wrapped

UNSURE = "?"
"""Follows odds that use values that are not printed."""
NEARLY = 1e-9


def hundredth(chance: float) -> int:
    """Return a probability in %: 0 and 100 only if it is exactly 0 or 1."""
    if chance < NEARLY or chance > 1 - NEARLY:
        return round(chance) * 100
    return min(max(round(chance * 100), 1), 99)


def shares(chances: Sequence[float], whole: int) -> list[int]:
    """Return whole numbers in proportion to some probabilities that add up to `whole`: the numbers
    that lost most by rounding down are rounded up.
    """
    total = sum(chances) or 1.0
    exact = [chance * whole / total for chance in chances]
    found = [int(each + NEARLY) for each in exact]
    cut = sorted(range(len(found)), key=lambda at: found[at] - exact[at])
    for at in cut[: whole - sum(found)]:
        found[at] += 1
    return found


def hundredths(odds: Odds) -> list[tuple[str, int]]:
    """Return each result in %. They add up to 100, the successes to the success probability."""
    good = hundredth(odds.success)
    found: dict[str, int] = {}
    for fails, whole in ((False, good), (True, 100 - good)):
        part = [pair for pair in odds.results if (pair[0] in odds.failures) is fails]
        numbers = shares([chance for _, chance in part], whole)
        found |= dict(zip((what for what, _ in part), numbers, strict=True))
    return [(what, found[what]) for what, _ in odds.results]


def render_success(odds: Odds, sure: str = "") -> str:
    """Return the success probability: `58%`, then `?` if it uses values that are not printed, else
    `sure`.
    """
    return f"{hundredth(odds.success)}%{sure if odds.provenance in SOUND else UNSURE}"


def render_needed(odds: Odds) -> str:
    """Return the column of the results table, or the number needed; "" if there is neither."""
    return odds.column or ("" if odds.roll == "none" else str(odds.need))


def result_name(what: str, say: Narrator) -> str:
    return word(say.language, "row_miss") if what == "miss" else say.label(what)


def render_results(odds: Odds, say: Narrator, room: int) -> str:
    """Return the results: `DE 17, EX 16, DR 50, AR 17`; "" if the success probability says it all.
    Numbers of hits are merged if they do not fit in `room` columns.
    """
    found = hundredths(odds)
    if len(found) < 3 and not odds.column and any(what in odds.failures for what, _ in found):
        return ""
    text = _listed(found, say)
    if cells_of(text) > room and signed(odds):
        text = _listed(merged(found), say)
    return text


def _listed(numbers: Iterable[tuple[str, int]], say: Narrator) -> str:
    parts = (f"{result_name(what, say)} {number}" for what, number in numbers)
    return word(say.language, "and").join(parts)


def merged(numbers: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Merge the positive and the negative results: `+1..+5 42`."""
    found = []
    for sign, group in groupby(numbers, lambda pair: pair[0][0]):
        part = list(group)
        name = part[0][0]
        if sign in "+-" and len(part) > 1:
            name = "..".join(sorted((name, part[-1][0]), key=lambda what: abs(int(what))))
        found.append((name, sum(number for _, number in part)))
    return found


def render_cases(odds: Odds, say: Narrator) -> list[str]:
    """Return the odds of a fire before it, and the odds under other conditions:
    `with a card in support (#03, #12): 100%`.
    """
    language, texts = say.language, []
    if odds.defensive_fire:
        hit = sum(chance for hits, chance in odds.defensive_fire if hits != "miss")
        texts.append(word(language, "odds_fire", n=hundredth(hit)))
    for case in odds.cases:
        what, n = say.label(case.label), hundredth(case.success)
        if case.cards:
            texts.append(word(language, "odds_case_cards", what=what, cards=case.cards, n=n))
        else:
            texts.append(word(language, "odds_case", what=what, n=n))
    return texts


def provenance_note(odds: Iterable[Odds], language: str) -> str:
    """Return the provenance of the values of some odds in a row; "" if all values are printed."""
    found = {each.provenance for each in odds} - set(SOUND)
    names = [word(language, standing) for standing in STANDINGS if standing in found]
    if not names:
        return ""
    return word(language, "odds_not_printed", standing=word(language, "or").join(names))


def assumptions(odds: Iterable[Odds], say: Narrator) -> str:
    """Return the assumptions of some odds in a row; "" if there are none."""
    labels = dict.fromkeys(label for each in odds for label in each.assumptions)
    if not labels:
        return ""
    what = word(say.language, "and").join(map(say.label, labels))
    return word(say.language, "odds_assumes", what=what)


def signed(odds: Odds) -> bool:
    """Return whether the results are numbers for either side: `+2`, `0`, `-1`."""
    return all(what[0] in "+-0" for what, _ in odds.results)


def _ahead(odds: Odds) -> bool:
    """Return whether the results compare the losses of both sides, and no number is needed."""
    return odds.roll == "none" and signed(odds)


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
    "odds_means_ahead": _ahead,
    "odds_means": lambda odds: not _ahead(odds),
}
"""The texts that explain the probabilities and results."""


def explanation(
    odds: Sequence[Odds], say: Narrator, width: int, over: str, kinds: Kinds = MEANINGS
) -> list[str]:
    """Return the rows that explain a list of odds: their meaning, assumptions and provenance.
    `over` is the id of the heading of the probabilities.
    """
    language = say.language
    fields = {ident: {"over": word(language, over)} for ident in ("odds_means", "odds_means_ahead")}
    texts = [
        *(
            word(language, ident, **fields.get(ident, {}))
            for ident, of in kinds.items()
            if any(map(of, odds))
        ),
        assumptions(odds, say),
        provenance_note(odds, language) or word(language, "odds_printed"),
    ]
    return [row for text in texts if text for row in wrapped(text, "", width)]


# ---- a list of events -----------------------------------------------------------------------

GAP = "  "
LEAST = 24
"""The least number of columns for the results."""


def odds_table(events: Sequence[tuple[str, Odds | None]], say: Narrator, width: int) -> list[str]:
    """Return a table with a row for each event and the odds of attacks, and an explanation below
    it. Results that do not fit continue in the next row.
    """
    every = [odds for _, odds in events if odds]
    if not every:
        return [f"  {text}" for text, _ in events]
    named = "odds_column" if any(odds.column for odds in every) else "odds_needs"
    head = ["", word(say.language, named), word(say.language, "odds_succeeds")]
    sure = " " if any(odds.provenance not in SOUND for odds in every) else ""
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
    for row, (_, odds) in zip(cells, events, strict=True):
        details = render_details(odds, say, max(width - start, LEAST)) if odds else []
        detailed = detailed or bool(details)
        rows.append("  " + GAP.join((_aligned(row, sizes), *details[:1])))
        rows += [" " * start + line for line in details[1:]]
    results = (word(say.language, "odds_results"),) if detailed else ()
    below = explanation(every, say, width, "odds_succeeds", NEEDED | MEANINGS)
    first = "  " + GAP.join((_aligned(head, sizes), *results))
    return [first, *(row.rstrip() for row in rows), *below]


def _aligned(row: Sequence[str], sizes: Sequence[int]) -> str:
    """Return a row of cells, the first aligned to the left; columns of size 0 are left out."""
    first, *others = row
    numbers = [
        " " * (size - cells_of(cell)) + cell
        for cell, size in zip(others, sizes[1:], strict=False)
        if size
    ]
    gap = " " * (sizes[0] - cells_of(first)) if numbers else ""
    return GAP.join((first + gap, *numbers))


def render_details(odds: Odds, say: Narrator, room: int) -> list[str]:
    """Return the results, and the odds under other conditions, in rows of `room` columns."""
    rows: list[str] = []
    for text in filter(None, (render_results(odds, say, room), *render_cases(odds, say))):
        if rows and cells_of(rows[-1] + GAP + text) <= room:
            rows[-1] += GAP + text
        else:
            rows += wrapped(text, "", room)
    return rows


MOST = 12
"""The most results that are reported; more would be nearly one for each roll."""


def outcomes_of(
    rules: AnyRules, state: State, sight: View, say: Narrator
) -> list[tuple[int, str, str]]:
    """Return each result of the pending dice: its share in %, a roll that gives it, its effects.
    Empty if no dice are pending, if the view hides facts, or if there are too many results.
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
        stories.append(say.describe_all(effects))
    of_hundred = shares([chance for _, chance in found], 100)
    rows = zip(of_hundred, found, stories, strict=True)
    return [(share, format_event(event), story) for share, (event, _), story in rows]
