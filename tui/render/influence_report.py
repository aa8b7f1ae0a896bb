"""The influence of the unknown values as text: lists, and short lists for the provenance."""

from collections.abc import Iterator
from typing import Any

from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import load_rules_module
from senpu.spec.influence import SCORE, Influence, find_table, rank_unknowns, read_influence
from senpu.spec.loader import Spec
from senpu.spec.ranges import Unknown, list_fixed
from senpu.tui.render.data_sets import translate_sentence
from senpu.tui.render.text_layout import get_text, wrap_rows
from senpu.tui.render.uncertainty_report import (
    format_number_change,
    format_points,
    name_unknown,
)

MARGIN = "    "


def describe_measure(narrator: Narrator) -> str:
    """Return the measure of the influence of a rule set; "" if it was not measured."""
    spec, table = narrator.spec, find_table(narrator.spec)
    if table is None:
        return ""
    if table.measure == SCORE:
        side, label = load_rules_module(spec.id).RULES.score_tally
        fields = {"side": narrator.side(side), "label": narrator.label(label)}
        return get_text(narrator.language, "ranges_measure_score", **fields)
    side = narrator.side(spec.sides[0].id)
    return get_text(narrator.language, "ranges_measure_wins", side=side)


def describe_influence(influence: Influence, narrator: Narrator) -> str:
    """Return the influence of a value: its two choices, the effect, the confidence interval."""
    table = find_table(narrator.spec)
    form = format_number_change if table and table.measure == SCORE else format_points
    low, high = map(form, influence.interval)
    return get_text(
        narrator.language, "ranges_effect", effect=form(influence.effect), least=low, most=high,
        low=influence.low or get_text(narrator.language, "uncertain_others"), high=influence.high,
    )  # fmt: skip


def list_influential(narrator: Narrator, most: int) -> list[tuple[Unknown, Influence]]:
    """Return the unknown values of a data set that decide games most."""
    found = [(each, how) for each, how in rank_unknowns(narrator.spec) if how is not None]
    return found[:most]


def render_ranges(narrator: Narrator) -> Iterator[str]:
    """Yield the rows of the list of unknown values: ranges, arguments and influence."""
    language, spec = narrator.language, narrator.spec
    ranked = rank_unknowns(spec)
    fields = {"title": spec.title(language), "id": " ".join((spec.id, *spec.options))}
    head = "ranges_head" if ranked else "ranges_head_none"
    yield from wrap_rows(get_text(language, head, n=len(ranked), **fields), "")
    if ranked and (file := read_influence(spec.folder)) and (measure := describe_measure(narrator)):
        method = {
            "date": file.date, "n": file.sets, "games": file.games, "program": file.program,
            "seed": file.seed, "measure": measure,
        }  # fmt: skip
        yield from wrap_rows(get_text(language, "ranges_influence", **method), "")
    for unknown, influence in ranked:
        yield ""
        yield from _render_unknown(unknown, influence, narrator)
    if fixed := list_fixed(spec):
        yield from ("", get_text(language, "ranges_fixed"))
    for block in fixed:
        name = narrator.label(f"table_{block.table}")
        keys = " ".join(block.keys) or get_text(language, "ranges_all")
        title = get_text(language, "unknown_part", name=name, part=keys)
        yield from wrap_rows(title, "  ")
        yield from wrap_rows(translate_sentence(spec.folder, block.why, language), MARGIN)


def _render_unknown(
    unknown: Unknown, influence: Influence | None, narrator: Narrator
) -> Iterator[str]:
    language, spec = narrator.language, narrator.spec
    comma = get_text(language, "and")
    heads = [f"{name_unknown(unknown, narrator)} ({unknown.id})"]
    heads.append(get_text(language, unknown.find_provenance(spec.values)))
    if current := unknown.find_current(spec):
        heads.append(get_text(language, "uncertain_current", value=current))
    yield from wrap_rows(comma.join(heads), "  ")
    labels = [
        each.label if each.weight == 1 else f"{each.label} (x{each.weight})"
        for each in unknown.choices
    ]
    choices = get_text(language, "ranges_choices", choices=comma.join(labels))
    how = (
        describe_influence(influence, narrator)
        if influence is not None
        else get_text(language, "ranges_weak") if find_table(spec) else ""
    )  # fmt: skip
    why = translate_sentence(spec.folder, unknown.why, language)
    for text in filter(None, (choices, how, why)):
        yield from wrap_rows(text, MARGIN)


def make_ranges_object(spec: Spec) -> dict[str, Any]:
    """Return the unknown values of a rule set as an object; `json.md` lists the keys."""
    file, table = read_influence(spec.folder), find_table(spec)
    return {
        "id": spec.id,
        "data": f"sha256:{spec.values.digest()}",
        "options": list(spec.options),
        "measured": {
            "date": file.date, "data_sets": file.sets, "games": file.games,
            "program": file.program, "seed": file.seed, "measure": table.measure,
            "mean": table.mean,
        } if file and table else None,
        "values": [
            {
                "id": unknown.id,
                "keys": [f"{name}.{key}" for name, key in unknown.keys],
                "provenance": unknown.find_provenance(spec.values),
                "choices": [
                    {"label": each.label, "weight": each.weight} for each in unknown.choices
                ],
                "current": unknown.find_current(spec) or None,
                "why": unknown.why,
                "influence": None if influence is None else {
                    "from": influence.low or None, "to": influence.high,
                    "effect": influence.effect,
                    "confidence_interval": list(influence.interval),
                },
            }
            for unknown, influence in rank_unknowns(spec)
        ],
    }  # fmt: skip
