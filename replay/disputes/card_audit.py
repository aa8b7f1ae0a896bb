"""A game with sealed hands judged once more when all its cards are known.

While cards lie face down the rules judge what everybody can see. Afterwards the same lines are
folded twice side by side, as they were played and as if every card had been dealt open: what the
dealer gave twice, and what a player held and had to show, comes out then. Needs all cards; proves
nothing while one is open.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from senpu.logs.record import Record
from senpu.notation.faults import Fault, fault_text, located
from senpu.notation.lines import Actor, Item, Line, Open, Play
from senpu.notation.messages import Message
from senpu.notation.writer import format_line
from senpu.replay.core.reducer import EVENT_TYPES, ReductionError
from senpu.replay.core.rules import CHANCE, AnyRules, State
from senpu.replay.disputes.log_reducer import LogReducer


def public(rules: AnyRules, state: State) -> State:
    """What everybody knows of a position: what each side may know of what the other may. Of a
    game that is over too, where rules may open the hands.
    """
    state = replace(state, outcome=None)
    for side in rules.spec.sides:
        state = rules.view(state, side.id)
    return state


def kept(
    record: Record, read: list[tuple[int, Line | Fault]]
) -> Iterator[tuple[int, Line | Fault]]:
    """The lines of a log, which stay in `read`, to be judged again."""
    for each in record:
        read.append(each)
        yield each


def audit(
    rules: AnyRules, record: Record, lines: Iterable[tuple[int, Line | Fault]]
) -> tuple[Fault, LogReducer] | None:
    """The first thing that shows in the lines of a log that is good so far, once all its sealed
    cards are shown, and the position there; nothing if there is none, or a card is not shown.
    """
    hands = record.hands
    if not record.sealed or len(hands.shown) < len(hands.sealed):
        return None
    seen = LogReducer(rules, None, record.signers, sealed=record.sealed)
    whole = LogReducer(rules, None, record.signers, sealed=record.sealed, known=hands.shown)
    for number, line in lines:
        assert not isinstance(line, Fault)
        text = format_line(line) if isinstance(line, Play) else ""
        for part in _singly(line):
            if found := _differ(seen, whole, part, record, number, text):
                return found
    return None


def _differ(
    seen: LogReducer, whole: LogReducer, line: Line, record: Record, number: int, text: str
) -> tuple[Fault, LogReducer] | None:
    """What shows at an event, or at a line that has none."""
    rules = seen.rules
    if text and public(rules, seen.state) != public(rules, whole.state):
        fault = located("cardConcealed", number, text, _concealed(seen, record), layer="rules")
        return replace(fault, event=seen.number + 1), seen
    try:
        whole.read(line)
    except ReductionError as bad:
        return _fault(whole, bad, number, text), whole
    seen.read(line)
    return None


def _singly(line: Line) -> Iterator[Line]:
    """The events of a line one by one, each behind its actor; another line as it is."""
    if not isinstance(line, Play) or any(isinstance(item, Open) for item in line.items):
        yield line
        return
    actor: tuple[Item, ...] = ()
    for item in line.items:
        if isinstance(item, Actor):
            actor = (item,)
        elif type(item) in EVENT_TYPES:
            yield Play((*actor, item))


def _concealed(seen: LogReducer, record: Record) -> Message:
    """Return which cards had to be revealed: those that change what is public once known."""
    rules, state = seen.rules, seen.state
    before = public(rules, state)
    cards = tuple(
        fault_text("cardConcealed", "card", card=card, name=name)
        for name, card in record.hands.shown.items()
        if public(rules, rules.reveal(state, name, card)[0]) != before
    )
    if not cards:
        return fault_text("cardConcealed", "unknown")
    return fault_text("cardConcealed", cards=cards)


def _fault(whole: LogReducer, bad: ReductionError, number: int, text: str) -> Fault:
    ident, rule, decision = bad.fault, None, whole.state.decision
    if bad.rejection is not None:
        rule = bad.rejection.rule
        ident = "cardTwice" if decision is not None and decision.side == CHANCE else ident
    message = fault_text("cardTwice", "allKnown", error=bad.message)
    event = whole.number + 1
    return Fault(ident, "rules", number, 0, message, bad.log_hint, text, event, rule)
