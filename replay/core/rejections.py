"""What a reducer forbade, as a located fault: in words, by which rule, and what was legal there.

Judges nothing itself.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from senpu.logs.record import Record
from senpu.notation.faults import Fault, Grounds
from senpu.notation.lexer import item_columns
from senpu.notation.lines import Line, Play
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import Reducer, ReductionError
from senpu.replay.core.rules import CHANCE, AnyRules, IllegalEventError, State

SHOWN = 9
"""How many legal alternatives a fault lists."""


def fault_of(
    reducer: Reducer, bad: ReductionError, record: Record, number: int, line: Line
) -> Fault:
    """What a reducer forbade in the row read last, as a located fault."""
    text = record.text(number) if type(line) is Play else ""
    columns = item_columns(text) if text else []
    column = columns[bad.item] if 0 <= bad.item < len(columns) else min(len(text), 1)
    rule: str | None = None
    message, legal = bad.message, ()  # type: str, tuple[str, ...]
    if bad.refusal is not None:
        message, rule = explain(reducer.rules, bad.refusal, bad.message)
        item = line.items[bad.item] if type(line) is Play else None
        legal = alternatives(reducer.rules, reducer.state, item)
    elif bad.right:
        legal = (bad.right,)
    layer = "rules"
    if bad.fault == "tagUnexpected":
        layer, column = "chain", text.rfind("~") + 1
    return Fault(
        bad.fault, layer, number, column, message, bad.hint, text,
        None if bad.item < 0 else reducer.number + 1, rule, legal, grounds_of(bad),
    )  # fmt: skip


def grounds_of(bad: ReductionError) -> Grounds | None:
    """Why a rule refused an event, if one did."""
    if bad.refusal is None:
        return None
    return Grounds(bad.message, bad.refusal.why, bad.refusal.facts)


def explain(
    rules: AnyRules, refusal: IllegalEventError, text: str, language: str = "en"
) -> tuple[str, str]:
    """A refusal in words (`i3>E: …`), and its printed rule."""
    from senpu.replay.core.narration import Narrator

    narrator = Narrator(rules.spec, language)
    by = narrator.label("by_rule", rule=refusal.rule)
    cited = f" ({by})" if language == "en" else f"（{by}）"
    return f"{text}: {narrator.rejection(refusal)}{cited}", refusal.rule


def alternatives(rules: AnyRules, state: State, event: Any, most: int = SHOWN) -> tuple[str, ...]:
    """The texts of the first legal events that a refused one may have meant."""
    decision = state.decision
    if decision is None or decision.side == CHANCE:
        return ()
    meant: Iterator[Any] = rules.alternatives(state, event)
    found = tuple(map(format_event, islice(meant, most)))
    return found or tuple(map(format_event, islice(rules.legal(state), most)))
