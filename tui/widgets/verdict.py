"""What verifying a log found, layer by layer."""

from collections.abc import Iterator
from typing import Any

from senpu.notation.faults import LAYERS
from senpu.replay.core.rules import Rules
from senpu.replay.disputes.findings import latest
from senpu.replay.disputes.verdict import Verdict
from senpu.tui.render.text_layout import printable
from senpu.tui.widgets.painting import Look, Row, wrapped
from senpu.tui.widgets.panels import Block, label_width

BESIDE_LAYERS = 70
"""From this width on the facts stand beside the layers."""


def verdict_block(
    verdict: Verdict | None, look: Look, width: int, rules: Rules[Any] | None = None
) -> Block:
    """What verifying the file found, layer by layer; refusals in the words of the rules given."""
    if verdict is None:
        return Block(look.word("verdict"), [Row(look).add(" " + look.word("verifying"), "dim")])
    from senpu.tui.render.fault_report import told

    rows = []
    for fault in verdict.faults:
        said, *shown = map(printable, told(fault, look.language, "", rules).splitlines())
        for text in (*wrapped(said, width - 2), *(look.clip(line, width - 2) for line in shown)):
            rows.append(Row(look).add(" " + text, "error"))
        if fault.legal:
            said = look.word("legal_were", events="  ".join(fault.legal))
            rows += [Row(look).add(" " + text, "dim") for text in wrapped(said, width - 3)]
    layers = list(layer_rows(verdict, look))
    facts = _facts(verdict, look, width)
    if width >= BESIDE_LAYERS:
        for at in range(max(len(layers), len(facts))):
            row = Row(look).join(layers[at] if at < len(layers) else Row(look), 38)
            rows.append(row.join(facts[at] if at < len(facts) else Row(look), width - 40))
    else:
        rows += [*layers, *facts]
    return Block(look.word("verdict"), rows, "dim" if verdict.good else "error")


def _facts(verdict: Verdict, look: Look, width: int) -> list[Row]:
    facts = [
        ("game", verdict.game),
        ("events", str(verdict.events)),
        ("good_through", str(verdict.good_through)),
        ("ending", verdict.ending or look.word("going_on")),
        ("state", verdict.state),
    ]
    if verdict.seals:
        signed = [
            f"{side.capitalize()} {seal.line}{'' if seal.checked else ' ?'}"
            for side, seal in latest(verdict.seals).items()
        ]
        facts.append(("signed", ", ".join(signed)))
    if not verdict.state:  # of a rule set that is not known, or not for who looks to see
        facts = [fact for fact in facts if fact[0] != "state"]
    start = label_width(look.word(name) for name, _ in facts) + 4
    return [
        Row(look)
        .add("   " + look.word(name), "dim")
        .to(start)
        .add(look.clip(printable(value), max(width - start, 4)))
        for name, value in facts
    ]


def layer_rows(verdict: Verdict, look: Look) -> Iterator[Row]:
    """A sign and a word for each layer; those below the first fault were not reached."""
    faulty = {fault.layer for fault in verdict.faults}
    reached = True
    for layer in LAYERS:
        row = Row(look).add(" ")
        if layer in faulty:
            row.add(look.signs.bad, "error", "b")
            said, reached = look.word("layer_bad"), False
        elif not reached:
            row.add(look.signs.open, "faint")
            said = look.word("layer_open")
        elif layer == "chain" and verdict.chain == "unchained":
            row.add(look.signs.open, "dim")
            said = look.word("layer_unchained")
        else:
            row.add(look.signs.good, "good", "b")
            said = look.word("layer_good", n=verdict.good_through)
        row.add(" " + look.word(f"layer_{layer}"), "dim").to(13).add(said)
        yield row
    row = Row(look).add(" ")
    pinned = verdict.data == "pinned"
    row.add(look.signs.good if pinned else look.signs.open, "good" if pinned else "dim", "b")
    row.add(" " + look.word("layer_data"), "dim").to(13)
    yield row.add(look.word("data_pinned" if pinned else "data_unpinned"))
