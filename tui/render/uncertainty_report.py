"""The spread of a result over drawn data sets as text and as an object.

The report keeps the sampling error apart from the ignorance of values, and names the values that
drive the result most.
"""

from collections.abc import Callable
from typing import Any

from senpu.replay.analysis.drivers import LEAST_SETS, Driver, Spread
from senpu.replay.analysis.uncertainty import DrawnSets, SideSpread
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import AnyRules
from senpu.spec.loader import Spec
from senpu.spec.ranges import Unknown
from senpu.tui.render.text_layout import get_text, wrap_rows
from senpu.tui.render.win_probability_report import format_percent

MARGIN = "  "
INNER = "    "
Format = Callable[[float], str]


def format_points(share: float) -> str:
    """Return a change of a probability in percentage points: `+21`."""
    return f"{round(share * 100) + 0:+d}"


def format_number(number: float) -> str:
    """Return a mean of numbers: `2.1`."""
    return f"{round(number, 1) + 0.0:.1f}"


def format_number_change(number: float) -> str:
    """Return a change of a mean of numbers: `+2.1`."""
    return f"{round(number, 1) + 0.0:+.1f}"


def name_unknown(unknown: Unknown, narrator: Narrator) -> str:
    """Return the name of an unknown value, or its id if it has none."""
    name = narrator.spec.name(narrator.language, "unknown", unknown.block) or unknown.block
    if not unknown.part:
        return name
    return get_text(narrator.language, "unknown_part", name=name, part=unknown.part)


def render_head(sets: DrawnSets, narrator: Narrator, games: int = 0) -> list[str]:
    """Return the rows that describe the drawn data sets.

    Args:
        sets: The data sets.
        narrator: The narrator.
        games: The number of games on each data set; 0 if the results are exact.

    Returns:
        The rows.
    """
    fields = {"n": len(sets.draws), "count": len(sets.unknowns), "seed": sets.seed}
    language, game = narrator.language, narrator.spec.game.game
    text = get_text(language, "uncertain_head", **fields, game=game)
    if games:
        text += get_text(language, "uncertain_games", n=games)
    return list(wrap_rows(text, ""))


def render_side_spread(
    found: SideSpread, sets: DrawnSets, rules: AnyRules, narrator: Narrator, width: int = 0
) -> list[str]:
    """Return the rows of a report on the results of a side."""
    language = narrator.language
    rows = ["", *render_head(sets, narrator, found.wins.games)]
    rows += render_excluded(found.excluded, found.sets, language)
    side = {"side": narrator.side(found.side)}
    line = get_text(
        language, "uncertain_wins", **side, **describe_spread(found.wins, format_percent)
    )
    rows += wrap_rows(line, MARGIN, width)
    rows += render_errors(found.wins, language, format_percent, "points", width)
    if found.score is not None:
        of, label = rules.score_tally
        name = {"side": narrator.side(of), "label": narrator.label(label)}
        line = get_text(
            language, "uncertain_score", **name, **describe_spread(found.score, format_number)
        )
        rows += wrap_rows(line, MARGIN, width)
        rows += render_errors(found.score, language, format_number, "number", width)
    if found.measure is found.wins:
        title = get_text(language, "uncertain_drivers_wins", **side)
        return [*rows, title, *render_drivers(found.wins, narrator, format_points, width)]
    assert found.score is not None
    title = get_text(language, "uncertain_drivers_score", **name)
    drivers = render_drivers(found.score, narrator, format_number_change, width)
    return [*rows, *wrap_rows(title, "", width), *drivers]


def render_excluded(excluded: int, sets: int, language: str) -> list[str]:
    """Return the row about data sets without the position."""
    if not excluded:
        return []
    return list(wrap_rows(get_text(language, "uncertain_excluded", n=excluded, of=sets), MARGIN))


def describe_spread(spread: Spread, form: Format) -> dict[str, object]:
    """Return the fields of a sentence on a spread."""
    return {
        "mean": form(spread.mean), "low": form(spread.interval.low),
        "high": form(spread.interval.high), "least": form(spread.low), "most": form(spread.high),
        "n": spread.sets,
    }  # fmt: skip


def render_errors(
    spread: Spread, language: str, form: Format, unit: str, width: int = 0
) -> list[str]:
    """Return the rows that distinguish the sampling error from the ignorance of values.

    Args:
        spread: The spread.
        language: The language.
        form: The form of a number.
        unit: `points` for percentage points, `number` for other numbers.
        width: The number of columns; by default the width of prose.

    Returns:
        The rows.
    """
    texts = []
    if spread.games:
        sampling = {"n": spread.games, "error": form(spread.sampling_error)}
        texts.append(get_text(language, f"uncertain_sampling_{unit}", **sampling))
    if spread.is_significant:
        deviation = form(spread.deviation)
        texts.append(get_text(language, f"uncertain_values_{unit}", deviation=deviation))
    elif spread.games:
        texts.append(get_text(language, "uncertain_no_values"))
    return [row for text in texts for row in wrap_rows(text, INNER, width)]


def render_drivers(spread: Spread, narrator: Narrator, form: Format, width: int = 0) -> list[str]:
    """Return a row for each of the values that drive a result most."""
    found = [
        row
        for number, driver in enumerate(spread.drivers, 1)
        for row in wrap_rows(f"{number}. {describe_driver(driver, narrator, form)}", MARGIN, width)
    ]
    none = "uncertain_few_sets" if spread.sets < LEAST_SETS else "uncertain_no_driver"
    return found or [MARGIN + get_text(narrator.language, none)]


def describe_driver(driver: Driver, narrator: Narrator, form: Format) -> str:
    """Return a driver as a sentence: the change, its error, the provenance of the value."""
    language, spec = narrator.language, narrator.spec
    low = driver.low or get_text(language, "uncertain_others")
    parts = [
        get_text(
            language, "uncertain_driver", name=name_unknown(driver.unknown, narrator), low=low,
            high=driver.high, effect=form(driver.effect), least=form(driver.interval.low),
            most=form(driver.interval.high),
        ),
        get_text(language, driver.unknown.find_provenance(spec.values)),
    ]  # fmt: skip
    if current := driver.unknown.find_current(spec):
        parts.append(get_text(language, "uncertain_current", value=current))
    if not driver.is_significant:
        parts.append(get_text(language, "uncertain_chance"))
    return get_text(language, "and").join(parts)


# ---- as an object -----------------------------------------------------------------------------


def make_sets_object(sets: DrawnSets) -> dict[str, Any]:
    """Return the head of an object on drawn data sets."""
    return {
        "data_sets": len(sets.draws), "seed": sets.seed,
        "unknown": [unknown.id for unknown in sets.unknowns],
    }  # fmt: skip


def make_side_object(found: SideSpread, sets: DrawnSets, rules: AnyRules) -> dict[str, Any]:
    """Return the results of a side as an object; `spec/en/reference/json.md` lists the keys."""
    score = None
    if found.score is not None:
        side, label = rules.score_tally
        score = {"side": side, "tally": label, **make_spread_object(found.score, rules.spec)}
    return {
        **make_sets_object(sets), "excluded": found.excluded, "side": found.side,
        "win_rate": make_spread_object(found.wins, rules.spec), "score": score,
        "measure": "win_rate" if found.measure is found.wins else "score",
    }  # fmt: skip


def make_spread_object(spread: Spread, spec: Spec) -> dict[str, Any]:
    """Return a spread as an object."""
    return {
        "sets": spread.sets, "games": spread.games, "mean": spread.mean,
        "confidence_interval": list(spread.interval), "range": [spread.low, spread.high],
        "sampling_error": spread.sampling_error, "deviation": spread.deviation,
        "significant": spread.is_significant,
        "drivers": [make_driver_object(driver, spec) for driver in spread.drivers],
    }  # fmt: skip


def make_driver_object(driver: Driver, spec: Spec) -> dict[str, Any]:
    """Return a driver as an object."""
    unknown = driver.unknown
    return {
        "id": unknown.id, "from": driver.low or None, "to": driver.high,
        "effect": driver.effect, "confidence_interval": list(driver.interval),
        "significant": driver.is_significant,
        "provenance": unknown.find_provenance(spec.values),
        "current": unknown.find_current(spec) or None,
    }  # fmt: skip
