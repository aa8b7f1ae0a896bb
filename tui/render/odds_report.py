"""Odds as plain text: shares of a hundred that add up, results, what would change them, and what
they rest on. Knows no game and no terminal.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, islice

from senpu.notation.events import Roll
from senpu.notation.faults import cells as cells_of
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import CHANCE, AnyRules, State
from senpu.replay.core.views import Sight
from senpu.spec.data import SOUND, STANDINGS
from senpu.tui.render.text_layout import word, wrapped

UNSURE = "?"
"""Stands behind a chance that rests on others."""
NEARLY = 1e-9


def hundredth(chance: float) -> int:
    """A chance as so many of 100: none and all only where it is so."""
    if chance < NEARLY or chance > 1 - NEARLY:
        return round(chance) * 100
    return min(max(round(chance * 100), 1), 99)


def shares(chances: Sequence[float], whole: int) -> list[int]:
    """Whole numbers in proportion to some chances that add up to `whole`: what is left over by
    rounding down goes to where most was cut off."""
    total = sum(chances) or 1.0
    exact = [chance * whole / total for chance in chances]
    found = [int(each + NEARLY) for each in exact]
    cut = sorted(range(len(found)), key=lambda at: found[at] - exact[at])
    for at in cut[: whole - sum(found)]:
        found[at] += 1
    return found


def hundredths(odds: Odds) -> list[tuple[str, int]]:
    """Each result as so many of 100; they add up, and the good ones to the chance of success."""
    good = hundredth(odds.success)
    found: dict[str, int] = {}
    for fails, whole in ((False, good), (True, 100 - good)):
        part = [pair for pair in odds.results if (pair[0] in odds.failures) is fails]
        numbers = shares([chance for _, chance in part], whole)
        found |= dict(zip((what for what, _ in part), numbers, strict=True))
    return [(what, found[what]) for what, _ in odds.results]


def success_said(odds: Odds, sure: str = "") -> str:
    """`58%`, and `?` behind it where that is not the printed game; else `sure`."""
    return f"{hundredth(odds.success)}%{sure if odds.standing in SOUND else UNSURE}"


def needed_said(odds: Odds) -> str:
    """The column, or the number needed; nothing where there is none."""
    return odds.column or ("" if odds.roll == "none" else str(odds.need))


def result_name(what: str, say: Narrator) -> str:
    return word(say.language, "row_miss") if what == "miss" else say.label(what)


def results_said(odds: Odds, say: Narrator, room: int) -> str:
    """`DE 17, EX 16, DR 50, AR 17`; nothing where the chance of success says all. Numbers of hits
    are drawn together where there is no room for each."""
    found = hundredths(odds)
    if len(found) < 3 and not odds.column and any(what in odds.failures for what, _ in found):
        return ""
    said = _listed(found, say)
    if cells_of(said) > room and signed(odds):
        said = _listed(drawn_together(found), say)
    return said


def _listed(numbers: Iterable[tuple[str, int]], say: Narrator) -> str:
    parts = (f"{result_name(what, say)} {number}" for what, number in numbers)
    return word(say.language, "and").join(parts)


def drawn_together(numbers: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Differences on one side as one: `+1..+5 42`."""
    found = []
    for sign, group in groupby(numbers, lambda pair: pair[0][0]):
        part = list(group)
        name = part[0][0]
        if sign in "+-" and len(part) > 1:
            name = "..".join(sorted((name, part[-1][0]), key=lambda what: abs(int(what))))
        found.append((name, sum(number for _, number in part)))
    return found


def cases_said(odds: Odds, say: Narrator) -> list[str]:
    """What comes before it, and what it would be if somebody did otherwise:
    `with a card in support (#03, #12): 100%`."""
    language = say.language
    said = []
    if odds.answered:
        hit = sum(chance for hits, chance in odds.answered if hits != "miss")
        said.append(word(language, "odds_fire", n=hundredth(hit)))
    for case in odds.cases:
        ident = "odds_case_cards" if case.cards else "odds_case"
        cards = word(language, "and").join(case.cards)
        what, n = say.label(case.what), hundredth(case.success)
        said.append(word(language, ident, what=what, cards=cards, n=n))
    return said


def rests_said(odds: Iterable[Odds], language: str) -> str:
    """What some odds rest on, in a line; nothing where they are those of the printed game."""
    found = {each.standing for each in odds} - set(SOUND)
    names = [word(language, standing) for standing in STANDINGS if standing in found]
    if not names:
        return ""
    return word(language, "odds_weak", standing=word(language, "or").join(names))


def assumed(odds: Iterable[Odds], say: Narrator) -> str:
    """What some odds take as decided, in a line; nothing if nothing."""
    labels = dict.fromkeys(label for each in odds for label in each.assumes)
    if not labels:
        return ""
    what = word(say.language, "and").join(map(say.label, labels))
    return word(say.language, "odds_assumes", what=what)


def signed(odds: Odds) -> bool:
    """Whether results are numbers for either side: `+2`, `0`, `-1`."""
    return all(what[0] in "+-0" for what, _ in odds.results)


def _ahead(odds: Odds) -> bool:
    """Whether two sides' losses are held against each other, and no number is needed."""
    return odds.roll == "none" and signed(odds)


Kinds = dict[str, Callable[[Odds], bool]]
NEEDED: Kinds = {
    "odds_means_sum": lambda odds: odds.roll == "sum" and not odds.column,
    "odds_means_each": lambda odds: odds.roll == "each",
    "odds_means_difference": lambda odds: odds.roll == "difference",
    "odds_means_column": lambda odds: bool(odds.column),
}
"""By its id what is said of the number needed by odds of a kind."""
MEANINGS: Kinds = {
    "odds_means_hits": lambda odds: odds.roll == "difference",
    "odds_means_ahead": _ahead,
    "odds_means": lambda odds: not _ahead(odds),
}
"""And what is said of their chances and results."""


def explained(
    odds: Sequence[Odds], say: Narrator, width: int, over: str, kinds: Kinds = MEANINGS
) -> list[str]:
    """What a list of odds means, what it takes as decided, and what all rests on. `over` is the
    word that stands over the chances."""
    language = say.language
    fields = {"over": word(language, over)}
    said = [
        *(word(language, ident, **fields) for ident, of in kinds.items() if any(map(of, odds))),
        assumed(odds, say),
        rests_said(odds, language) or word(language, "odds_sound"),
    ]
    return [row for text in said if text for row in wrapped(text, "", width)]


# ---- a list of events -----------------------------------------------------------------------

GAP = "  "
LEAST = 24
"""So much room the results have at least, in rows of their own if need be."""


def odds_table(events: Sequence[tuple[str, Odds | None]], say: Narrator, width: int) -> list[str]:
    """A row for each event, attacks with their odds under the names of the columns, and below what
    that means and rests on. What finds no room in its row goes on in the next."""
    every = [odds for _, odds in events if odds]
    if not every:
        return [f"  {text}" for text, _ in events]
    named = "odds_column" if any(odds.column for odds in every) else "odds_needs"
    head = ["", word(say.language, named), word(say.language, "odds_succeeds")]
    sure = " " if any(odds.standing not in SOUND for odds in every) else ""
    cells = [
        [text, needed_said(odds), success_said(odds, sure)] if odds else [text]
        for text, odds in events
    ]
    full = [row for row in cells if row[1:]]
    sizes = [max(cells_of(row[at]) for row in (head, *full)) for at in range(3)]
    if not any(needed for _, needed, _ in full):
        sizes[1] = 0
    start = 2 + sum(size + len(GAP) for size in sizes if size)
    rows, detailed = [], False
    for row, (_, odds) in zip(cells, events, strict=True):
        details = details_said(odds, say, max(width - start, LEAST)) if odds else []
        detailed = detailed or bool(details)
        rows.append("  " + GAP.join((_aligned(row, sizes), *details[:1])))
        rows += [" " * start + line for line in details[1:]]
    results = (word(say.language, "odds_results"),) if detailed else ()
    below = explained(every, say, width, "odds_succeeds", NEEDED | MEANINGS)
    first = "  " + GAP.join((_aligned(head, sizes), *results))
    return [first, *(row.rstrip() for row in rows), *below]


def _aligned(row: Sequence[str], sizes: Sequence[int]) -> str:
    """Cells in their columns, the first one to the left; a column of no size is left out."""
    first, *others = row
    numbers = [
        " " * (size - cells_of(cell)) + cell
        for cell, size in zip(others, sizes[1:], strict=False)
        if size
    ]
    gap = " " * (sizes[0] - cells_of(first)) if numbers else ""
    return GAP.join((first + gap, *numbers))


def details_said(odds: Odds, say: Narrator, room: int) -> list[str]:
    """The results, and what would change them, in as many rows as that needs."""
    rows: list[str] = []
    for said in filter(None, (results_said(odds, say, room), *cases_said(odds, say))):
        if rows and cells_of(rows[-1] + GAP + said) <= room:
            rows[-1] += GAP + said
        else:
            rows += wrapped(said, "", room)
    return rows


MOST = 12
"""Of more results than these none is told: they are as many as the rolls."""


def outcomes_of(
    rules: AnyRules, state: State, sight: Sight, say: Narrator
) -> list[tuple[int, str, str]]:
    """So many of 100, such as which roll, and its story; nothing where no dice are asked for, where
    something of the position is left out, or where there is nearly a result for each roll."""
    decision = state.decision
    if decision is None or decision.side != CHANCE or not sight.whole:
        return []
    found = list(islice(rules.outcomes(state), MOST + 1))
    if not 1 < len(found) <= MOST or any(type(event) is not Roll for event, _ in found):
        return []
    stories = []
    for event, _ in found:
        _, told = rules.apply(state, event)
        stories.append(say.describe_all(told))
    of_hundred = shares([chance for _, chance in found], 100)
    rows = zip(of_hundred, found, stories, strict=True)
    return [(share, format_event(event), story) for share, (event, _), story in rows]
