"""The exhaustive search: every interleaving of some acts, equal states merged."""

from bisect import bisect
from collections.abc import Iterator
from time import monotonic
from typing import Any, NamedTuple

from msgspec.structs import replace

from senpu.replay.disputes.accountability import AwaitedAct, list_awaited_acts
from tests.protocol.acts import DEALER, SIDES, Act, Blind, NoTextError, Pendulum
from tests.protocol.ledger import Ledger
from tests.protocol.stand import RejectedError, Stand

DICE_ACTS = (
    *(Act("decide", count=at) for at in (0, 1)),
    *(Act("roll", count=at) for at in (0, 1)),
    *(Act("undo", count=n) for n in (1, 2)),
    *(Act("resign", side) for side in SIDES),
    Act("agree"),
    *(Act("commit", side, 1) for side in SIDES),
    *(Act("reveal", side, at) for side in SIDES for at in (0, 1)),
    *(Act("seal", side, n) for side in SIDES for n in (0, 1, 2)),
    *(Act("rotate", side) for side in SIDES),
    Act("end"),
)
"""The kinds of line after a decision for which dice are rolled."""

STATED_ACTS = (
    Act("decide"),
    Act("roll"),
    *(Act("undo", count=n) for n in (1, 2)),
    Act("resign", SIDES[0]),
    *(Act("state", count=at) for at in (0, 1)),
    *(Act("reveal", side) for side in SIDES),
    *(Act("seal", side, n) for side in SIDES for n in (0, 1)),
)
"""The kinds of line around a stated position."""

CARD_ACTS = (
    *(Act("decide", count=at) for at in (0, 1)),
    Act("hand"),
    Act("draw"),
    *(Act("undo", count=n) for n in (1, 2)),
    *(Act("resign", side) for side in SIDES),
    Act("agree"),
    *(Act("show", count=at) for at in (0, 2)),
    *(Act("seal", side, n) for side in SIDES for n in (0, 1, 2)),
    Act("seal", DEALER),
    Act("end"),
)
"""The kinds of line while cards are drawn."""


UNDONE = 2
"""The most events that one line of the search undoes."""


class Root(NamedTuple):
    """A start of a search."""

    name: str
    game: type[Pendulum] | type[Blind]
    keyed: tuple[str, ...]
    before: tuple[Act, ...]
    """The acts before the search."""
    acts: tuple[Act, ...]
    """The acts to try."""

    def make(self) -> Stand:
        """Return the log after the acts before; they must be accepted and break nothing."""
        stand = Stand(Ledger(self.game, frozenset(self.keyed)))
        for act in self.before:
            found = stand.add(act)
            assert not found, (act, found)
        return stand


ATTACK = (Act("decide"), Act("decide", count=1), Act("decide"))
"""A roll is pending after it."""


COMMITTED = (
    Act("commit", SIDES[0], 2), Act("seal", SIDES[0]), Act("commit", SIDES[1], 1),
    Act("seal", SIDES[1]),
)  # fmt: skip
HALF = tuple(act for act in COMMITTED if act != Act("seal", SIDES[0]))
"""The same, if the first side has no key."""

ROOTS = (
    Root("a roll, keys and secrets", Pendulum, SIDES, (*COMMITTED, *ATTACK), DICE_ACTS),
    Root("a roll, secrets, one key", Pendulum, SIDES[1:], (*HALF, *ATTACK), DICE_ACTS),
    Root("a recorded roll, keys", Pendulum, SIDES, ATTACK, DICE_ACTS),
    Root("a draw from a dealer, keys", Blind, SIDES, (), CARD_ACTS),
    Root("a stated position", Pendulum, SIDES, (*COMMITTED, *ATTACK), STATED_ACTS),
)


class Result(NamedTuple):
    """The result of a search."""

    name: str
    depth: int
    states: int
    lines: int
    seconds: float
    broken: dict[str, tuple[Act, ...]]
    """The broken rules, each with the shortest acts that break it."""

    def __str__(self) -> str:
        broken = [f"\n  {what}: {'; '.join(map(str, acts))}" for what, acts in self.broken.items()]
        return (
            f"{self.name}: depth {self.depth}, {self.states:,} states, "
            f"{self.lines:,} lines tried, {self.seconds:.0f} s, "
            f"{len(self.broken)} broken{''.join(broken)}"
        )


def search(root: Root, depth: int, first: Stand | None = None, stops: bool = False) -> Result:
    """Try all interleavings of the acts of a root up to a depth, breadth first.

    Args:
        root: The start.
        first: The log at the start, if it is another one.
        depth: The most acts.
        stops: Whether to stop at the first act that breaks something.
    """
    begin, first = monotonic(), first or root.make()
    seen = {hash(make_key(first, depth))}
    broken: dict[str, tuple[Act, ...]] = {}
    front: list[tuple[Act, ...]] = [()]
    tried = 0
    for level in range(depth):
        left = depth - level - 1
        here = set[int]()
        following: list[tuple[Act, ...]] = []
        for path in front if not (stops and broken) else ():
            stand = first.copy()
            for act in path:
                stand.add(act)
            for act in root.acts:
                if stops and broken:
                    break
                tried += 1
                try:
                    line, names = stand.make_line(act)
                    after = stand.copy()
                    found = after.add_line(act, line, names)
                except (RejectedError, NoTextError) as error:
                    found = list(find_strictness(stand, act, error))
                    for what in found:
                        broken.setdefault(what, (*path, act))
                    continue
                if not found:
                    whole = hash(make_key(after, depth))
                    key = (
                        hash(make_key(after, left))
                        if left * UNDONE < len(after.ledger.entries)
                        else whole
                    )
                    if whole in seen or key in here:
                        continue
                    here.add(key)
                    seen.add(whole)
                    found = list(find_deadlock(after))
                    if not found:
                        following.append((*path, act))
                for what in found:
                    broken.setdefault(what, (*path, act))
        front = following
    seconds = monotonic() - begin
    return Result(root.name, depth, len(seen), tried, seconds, broken)


def find_strictness(stand: Stand, act: Act, error: Exception) -> Iterator[str]:
    """Yield that an undo is rejected although each side that must permit it does."""
    ledger = stand.ledger
    if act.kind != "undo" or isinstance(error, NoTextError) or act.count > len(ledger.entries):
        return
    is_known = ledger.is_known and any(e.kind != "offer" for e in ledger.entries[-act.count :])
    if not is_known and ledger.undo_needs(act.count).keys() <= ledger.undo_consents(act.count):
        yield "I3: an undo to which all sides consent is rejected"


# ---- awaited acts -------------------------------------------------------------------------------

LONGEST = 12
"""The most acts that a pending roll or draw can await, with some to spare."""


def find_deadlock(stand: Stand) -> Iterator[str]:
    """Yield why the awaited acts of honest sides lead to no decision and no end."""
    if stand.ledger.is_ended:
        return
    stand = stand.copy()
    for _ in range(LONGEST):
        if stand.reducer.state.outcome is not None:
            return
        awaited = [each for each in list_awaited_acts(stand.reducer) if each.act != "accept"]
        if not awaited:
            yield "I3: no side is awaited"
            return
        each = awaited[0]
        if each.act == "decide":
            try:
                stand.add(Act("decide"))
            except (RejectedError, NoTextError) as error:
                yield f"I3: no decision is possible ({error})"
            return
        for act in _answer(stand.ledger, each):
            if act.kind == "reveal" and (other := stand.ledger.must_wait_for(act.side)):
                names = {(one.actor, one.act) for one in awaited}
                if (other, "seal") not in names:
                    yield "I3: a secret is awaited that its side must not show yet"
                    return
                act = Act("seal", other)
            offer = stand.ledger.offer
            if act.kind == "seal" and offer is not None and act.side in offer.awaited:
                act = act._replace(count=1)  # it does not accept the end
            try:
                found = stand.add(act)
            except (RejectedError, NoTextError) as error:
                yield f"I3: {each.actor} is to {each.act} and cannot ({error})"
                return
            yield from found
    yield "I3: the awaited acts lead nowhere"


def _answer(ledger: Ledger, awaited: AwaitedAct) -> Iterator[Act]:
    side = awaited.actor
    match awaited.act:
        case "commit":
            yield Act("commit", side, 1)
            if side in ledger.keyed:
                yield Act("seal", side)
        case "seal" | "reveal":
            yield Act(awaited.act, side)
        case "roll":
            yield Act("roll")
        case "deal":
            if not ledger.hand:
                yield Act("hand")
            yield Act("draw")
        case "show":
            closed = (at for at in range(len(ledger.names)) if at not in ledger.opened)
            yield from (Act("show", count=at) for at in closed)


# ---- equal states -------------------------------------------------------------------------------


def make_key(log: Stand, left: int) -> tuple[Any, ...]:
    """Return a key of a state: equal keys have equal futures.

    Numbers of events count by their place among the events in effect only; heads, secrets and the
    names of chains do not count.

    Args:
        log: The log.
        left: The number of acts to come. Events that they cannot undo do not count.
    """
    reducer, ledger = log.reducer, log.ledger
    signatures, dice, hands = reducer.signatures, reducer.dice, reducer.hands
    number, offer, fixed = reducer.number, signatures.offer, ledger.fixed
    reach = UNDONE * left
    events = [*reducer._before][-reach:] if reach else []
    numbers = [each[0] for each in events]

    def place(of: dict[str, int]) -> tuple[tuple[str, int], ...]:
        return tuple(sorted((name, bisect(numbers, each)) for name, each in of.items()))

    permitted = (
        (side, each.count) for side, each in signatures._permitted.items()
        if (each.number, each.shown) == (number, signatures._shown)
    )  # fmt: skip
    acted = (
        side for side, each in signatures.acted.items() if each > signatures.signed.get(side, 0)
    )
    entries = tuple(
        (
            entry.kind, entry.actor if entry.kind != "offer" else "", entry.before, entry.signers,
            entry.named, entry.exposed,
        )
        for entry in (ledger.entries[-reach:] if reach else ())
    )  # fmt: skip
    return (
        _rest(reducer.state), tuple(_rest(each[1]) for each in events),
        len(reducer._before) < reach, place(signatures.signed), place(signatures._endorsed),
        bisect(numbers, signatures._shown_after), frozenset(acted), frozenset(permitted),
        frozenset(signatures.keyed), (_rest(offer.change), offer.awaited) if offer else None,
        signatures._playable and _rest(signatures._playable),
        frozenset(dice.secrets_left.items()), frozenset(dice.unsealed.items()),
        tuple(dice.revealed), frozenset(dice.unsigned_secrets.intersection(dice.revealed)),
        dice._used, dice._receipt, reducer.is_ended,
        _measure(log.dice.sides), _measure(log.dice.unsealed),
        frozenset(hands.dealt), frozenset(hands._shown), frozenset(hands._dealt_to),
        frozenset(log.hands.shown), tuple(log.hands.sealed),
        entries, ledger.position,
        frozenset((side, len(those)) for side, those in ledger.consents.items()),
        fixed and (fixed.shown, fixed.sealed), ledger.offer, ledger.outcome, ledger.is_ended,
        ledger.hand, ledger.names, ledger.opened,
        frozenset((side, made.length - made.shown) for side, made in ledger.committed.items()),
        frozenset((side, made.length) for side, made in ledger.waiting.items()),
    )  # fmt: skip


def _rest(state: Any) -> Any:
    """Return a position without the counter of decisions and the turn that follows from it."""
    return replace(state, acts=0, turn=1) if hasattr(state, "acts") else state


def _measure(sides: Any) -> frozenset[tuple[str, int]]:
    return frozenset((side, each.commit.length - each.shown) for side, each in sides.items())


__all__ = ["ROOTS", "Result", "Root", "find_deadlock", "search"]
