"""`senpu data ranges`: the unknown values of a game, their plausible values and their influence."""

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules
from senpu.spec.influence import find_table, rank_unknowns, read_influence
from senpu.tui.commands.arguments import add_data, add_json, add_language, encode_json
from senpu.tui.printing import print_text
from senpu.tui.render.influence_report import render_ranges


def add_ranges(actions: Any) -> None:
    """Add `senpu data ranges` to the actions of `senpu data`."""
    ranges = actions.add_parser("ranges", help="summary")
    ranges.add_argument("game", metavar="GAME")
    ranges.add_argument("--option", action="append", default=[], metavar="OPTION")
    add_json(ranges)
    add_data(ranges)
    add_language(ranges)


def list_ranges(idents: Sequence[str], given: Namespace) -> int:
    """Print the unknown values of some rule sets, the most influential first."""
    every = [open_rules(ident, tuple(given.option), data_file=given.data) for ident in idents]
    if given.json:
        print_text(encode_json([make_object(rules) for rules in every]))
        return 0
    narrators = [Narrator(rules.spec, given.lang) for rules in every]
    print_text("\n\n".join("\n".join(render_ranges(narrator)) for narrator in narrators))
    return 0


def make_object(rules: AnyRules) -> dict[str, Any]:
    """Return the unknown values of a rule set as an object; `spec/json.md` lists the keys."""
    spec = rules.spec
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
