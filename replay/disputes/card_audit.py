"""The second check of a game with face-down hands, once all its cards are known.

While cards are face down, the rules check the public facts only. Afterwards the same lines are read
twice in parallel: as in the log, and as if every card had been dealt open. This finds cards
that the dealer dealt twice, and cards that a player had to reveal. It needs all cards; while one is
face down, it proves nothing.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from senpu.logs.record import Record
from senpu.notation.faults import Fault, fault_message, make_fault
from senpu.notation.lines import Actor, Item, Line, Play, VariationStart
from senpu.notation.messages import Message
from senpu.notation.writer import format_line
from senpu.replay.core.reducer import EVENT_TYPES, ReductionError
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.disputes.log_reducer import LogReducer


def find_public_state(rules: AnyRules, state: State) -> State:
    """Return the part of a position that all sides know; the hands stay hidden after the end."""
    state = replace(state, outcome=None)
    for side in rules.spec.sides:
        state = rules.view(state, side.id)
    return state


def keep_lines(
    record: Record, read: list[tuple[int, Line | Fault]]
) -> Iterator[tuple[int, Line | Fault]]:
    """Yield the lines of a log, and keep them in `read` for another check."""
    for each in record:
        read.append(each)
        yield each


def audit_cards(
    rules: AnyRules, record: Record, lines: Iterable[tuple[int, Line | Fault]]
) -> tuple[Fault, LogReducer] | None:
    """Return the first fault in a log that is valid so far, with all its cards known.

    Args:
        rules: The rule set.
        record: The log, read to its end.
        lines: The lines of the log.

    Returns:
        The fault and the reducer at its position; None if there is no fault, or a card is face
        down.
    """
    hands = record.hands
    if not record.hands_nonce or len(hands.shown) < len(hands.sealed):
        return None
    seen = LogReducer(rules, None, record.signers, sealed=record.hands_nonce)
    whole = LogReducer(rules, None, record.signers, sealed=record.hands_nonce, known=hands.shown)
    for number, line in lines:
        assert not isinstance(line, Fault)
        text = format_line(line) if isinstance(line, Play) else ""
        for part in _split_events(line):
            if found := _check_part(seen, whole, part, record, number, text):
                return found
    return None


def _check_part(
    played: LogReducer, opened: LogReducer, line: Line, record: Record, number: int, text: str
) -> tuple[Fault, LogReducer] | None:
    """Return the fault of a part of a line, if there is one."""
    rules = played.rules
    if text and find_public_state(rules, played.state) != find_public_state(rules, opened.state):
        fault = make_fault(
            "cardConcealed", number, text, _find_concealed(played, record), layer="rules"
        )
        return replace(fault, event=played.number + 1), played
    try:
        opened.read(line)
    except ReductionError as bad:
        return _make_fault(opened, bad, number, text), opened
    played.read(line)
    return None


def _split_events(line: Line) -> Iterator[Line]:
    """Yield the events of a line one by one, each after its actor; yield other lines unchanged."""
    if not isinstance(line, Play) or any(isinstance(item, VariationStart) for item in line.items):
        yield line
        return
    actor: tuple[Item, ...] = ()
    for item in line.items:
        if isinstance(item, Actor):
            actor = (item,)
        elif type(item) in EVENT_TYPES:
            yield Play((*actor, item))


def _find_concealed(played: LogReducer, record: Record) -> Message:
    """Return which cards had to be revealed, because knowing them changes the public facts."""
    rules, state = played.rules, played.state
    before = find_public_state(rules, state)
    cards = tuple(
        fault_message("cardConcealed", "card", card=card, name=name)
        for name, card in record.hands.shown.items()
        if find_public_state(rules, rules.reveal(state, name, card)[0]) != before
    )
    if not cards:
        return fault_message("cardConcealed", "unknown")
    return fault_message("cardConcealed", cards=cards)


def _make_fault(whole: LogReducer, bad: ReductionError, number: int, text: str) -> Fault:
    ident, rule, decision = bad.fault, None, whole.state.decision
    if bad.rejection is not None:
        rule = bad.rejection.rule
        ident = "cardTwice" if decision is not None and decision.side == CHANCE else ident
    message = fault_message("cardTwice", "allKnown", error=bad.message)
    event = whole.number + 1
    return Fault(ident, "rules", number, 0, message, bad.log_hint, text, event, rule)
