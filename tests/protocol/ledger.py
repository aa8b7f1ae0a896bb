"""The oracle: its own record of signatures, draws and consents.

It reads the acts that were accepted and returns each rule of `spec/en/reference/protocol.md` that
an act breaks. It shares no code with the program.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tests.protocol.acts import (
    DEALER,
    LETTER,
    SIDES,
    Act,
    Blind,
    NoTextError,
    Pendulum,
    Position,
    card_of,
    compute_pips,
    make_secret,
)

REPEATED = 2


class Entry(NamedTuple):
    """An event in effect."""

    number: int
    kind: str
    """`decide`, `roll`, `draw`, `offer`, or `state` for a stated position in force."""
    actor: str
    before: Position
    signers: frozenset[str] = frozenset()
    """The sides that have signed it in any way."""
    named: frozenset[str] = frozenset()
    """The same, without seals that only permit to undo it."""
    exposed: bool = False
    """True if a secret or a card was shown, or a hand dealt, while it was in effect."""


class Commitment(NamedTuple):
    """A chain of secrets."""

    chain: int
    length: int
    shown: int = 0


class FixedRoll(NamedTuple):
    """A pending roll for which a secret is shown: nothing may change its result."""

    head: bytes
    expected: tuple[tuple[str, Commitment], ...]
    """The commitment of each side before its secret is shown."""
    shown: tuple[str, ...]
    sealed: frozenset[str]
    """The sides that have sealed their own shown secret."""

    def pips(self) -> int:
        """Return the result."""
        return compute_pips(
            {
                side: make_secret(side, made.chain, made.length, made.shown + 1)
                for side, made in self.expected
            },
            self.head,
        )


class Undone(NamedTuple):
    """An event that was undone."""

    by: int
    named: frozenset[str]
    """The sides that had signed it, and not only permitted to undo it."""
    signers: frozenset[str]
    consent: tuple[str, ...]


class Offer(NamedTuple):
    """An end or a stated position that its sides have not sealed yet."""

    outcome: str
    """The end; empty for a position."""
    awaited: frozenset[str]
    position: Position | None = None


class Ledger:
    """The knowledge of a careful reader after some acts.

    Args:
        game: The model of the game.
        keyed: The sides with keys.
    """

    def __init__(self, game: type[Pendulum] | type[Blind], keyed: frozenset[str]) -> None:
        self.game = game
        self.keyed = keyed
        self.number = 0
        self.entries: tuple[Entry, ...] = ()
        self.position = game.start
        self.consents: dict[str, tuple[int, ...]] = {}
        """The numbers of the events whose undo each side permits."""
        self.committed: dict[str, Commitment] = {}
        self.waiting: dict[str, Commitment] = {}
        self.chains: dict[str, int] = {}
        """The number of commitments that each side has made."""
        self.fixed: FixedRoll | None = None
        self.undone: dict[int, Undone] = {}
        """Every event that was undone, by its number."""
        self.undos: tuple[int, ...] = ()
        """The numbers of the undoing events."""
        self.offer: Offer | None = None
        self.outcome = ""
        self.is_ended = False
        self.hand: tuple[str, ...] = ()
        """The names of the cards that are dealt for the pending draw."""
        self.names: tuple[str, ...] = ()
        """The names of all cards, in order."""
        self.opened: frozenset[int] = frozenset()
        """The indices of the cards that were shown."""

    def copy(self) -> "Ledger":
        """Return an independent copy."""
        other = Ledger.__new__(Ledger)
        other.__dict__.update(self.__dict__)
        for name in ("consents", "committed", "waiting", "chains", "undone"):
            setattr(other, name, dict(getattr(self, name)))
        return other

    # ---- facts ----------------------------------------------------------------------------------

    @property
    def is_committed(self) -> bool:
        """Return whether rolls must follow from secrets."""
        return len(self.committed) == len(SIDES)

    @property
    def is_known(self) -> bool:
        """Return whether both secrets of the pending roll are shown."""
        return self.fixed is not None and len(self.fixed.shown) == len(SIDES)

    @property
    def in_effect(self) -> list[int]:
        """The numbers of the events in effect."""
        return [entry.number for entry in self.entries]

    def new_chain(self, act: Act) -> int:
        """Return the number of the chain that a commitment begins; below 0 if it is forged."""
        made = self.chains.get(act.side, 0)
        return -1 - made if act.forged else made

    def next_secret(self, side: str, which: int = 0) -> tuple[int, bytes]:
        """Return the number and the value of a secret of a side.

        Args:
            side: The side.
            which: 0 for its next one; 1 for the next one of a commitment that does not count yet;
                2 for the last one again.

        Raises:
            NoTextError: It has none.
        """
        made = (self.waiting if which == 1 else self.committed).get(side)
        if made is None or (which == REPEATED and not made.shown):
            raise NoTextError
        number = made.shown + (which != REPEATED)
        if number > made.length:  # a cheat would invent one
            return number, bytes(32)
        return number, make_secret(side, made.chain, made.length, number)

    def spell(self, act: Act) -> str:
        """Return the text of an event. Raises NoTextError if it has none here."""
        match act.kind:
            case "decide":
                if self.position.is_pending:
                    raise NoTextError
                text, _ = self.game.decide(self.position, bool(act.count))
                word, _, card = text.partition(" ")
                if card in self.names and self.names.index(card) in self.opened:
                    text = f"{word} {card_of(self.names.index(card))}"
                return f"{LETTER[SIDES[self.position.mover]]}: {text}"
            case "roll":
                pips = self.fixed.pips() if self.fixed else 3
                return f"[{(pips + act.count - 1) % 6 + 1}]"
            case "draw":
                return f"draw {'+'.join(sorted(self.hand))}"
            case "undo":
                return f"undo {act.count}"
            case "resign":
                return f"{LETTER[act.side]}: resign"
            case "agree":
                return "agree Draw"
        raise NoTextError

    def must_wait_for(self, side: str) -> str:
        """Return whose seal a careful side awaits before it shows its secret; or an empty text."""
        for other in SIDES:
            if other == side or not {side, other} <= self.keyed:
                continue
            own = [e for e in self.entries if (e.kind, e.actor) == ("decide", other)]
            if own and other not in own[-1].signers:
                return other
            fixed = self.fixed
            if fixed is not None and other in fixed.shown and other not in fixed.sealed:
                return other
        return ""

    def undo_needs(self, count: int) -> dict[str, str]:
        """Return the sides that must permit an undo, each with the invariant that asks for it."""
        undone = self.entries[-count:]
        changes = any(entry.kind != "offer" for entry in undone)
        needed: dict[str, str] = {}
        bound = any(entry.exposed or entry.kind in ("roll", "draw") for entry in undone)
        if bound or (changes and self.fixed) or self.outcome:
            needed |= dict.fromkeys(self.keyed, "I2" if self.outcome else "I1")
        if changes and (self.hand or any(entry.kind == "draw" for entry in undone)):
            needed |= dict.fromkeys(SIDES, "I1")
        for entry in undone:
            needed |= dict.fromkeys(entry.signers - {DEALER}, "I2")
        return needed

    def undo_consents(self, count: int) -> set[str]:
        """Return the sides that permit this undo here."""
        wanted = tuple(entry.number for entry in self.entries[-count:])
        return {side for side, numbers in self.consents.items() if numbers == wanted}

    # ---- acts -----------------------------------------------------------------------------------

    def add(self, act: Act, head: bytes = b"", names: tuple[str, ...] = ()) -> list[str]:
        """Add an act that the program accepted; return what it breaks.

        Args:
            act: The act.
            head: The head above its line.
            names: The names of the cards that it deals.
        """
        return list(getattr(self, f"_{act.kind}")(act, head, names))

    def _put(self, kind: str, actor: str, after: Position) -> None:
        self.number += 1
        self.entries = (*self.entries, Entry(self.number, kind, actor, self.position))
        self.position = after
        self.consents.clear()

    def _expose(self) -> None:
        self.consents.clear()
        if self.offer is not None and self.offer.position is not None:
            self.offer = None
        self.entries = tuple(entry._replace(exposed=True) for entry in self.entries)

    def _decide(self, act: Act, *_: object) -> Iterator[str]:
        if self.position.is_pending:
            yield "I1: a decision while a roll or a draw is pending"
        if self.outcome:
            yield "I2: a decision after the end"
        after = self.game.decide(self.position, bool(act.count))[1]
        self._put("decide", SIDES[self.position.mover], after)
        self.offer = self.fixed = None

    def _roll(self, act: Act, *_: object) -> Iterator[str]:
        if self.is_committed:
            if not self.is_known:
                yield "I1: a roll without both secrets"
            if act.count:
                yield "I1: another roll than the secrets give"
        if self.outcome:
            yield "I2: a roll after the end"
        self._put("roll", "chance", Pendulum.answer(self.position))
        self.offer = self.fixed = None

    def _undo(self, act: Act, *_: object) -> Iterator[str]:
        count = act.count
        undone, given = self.entries[-count:], self.undo_consents(count)
        changes = any(entry.kind != "offer" for entry in undone)
        for side, broken in self.undo_needs(count).items():
            if side not in given:
                yield f"{broken}: an undo without the consent of {side}"
        if changes and self.is_known and self.is_committed:
            yield "I1: a known roll is undone before it is written"
        self.entries = self.entries[:-count]
        self.number += 1
        self.undos += (self.number,)
        for entry in undone:
            named, signers = entry.named - {DEALER}, entry.signers - {DEALER}
            what = Undone(self.number, named, signers, tuple(sorted(given)))
            self.undone[entry.number] = what
        self.consents.clear()
        if changes:
            self.position = undone[0].before
            self.fixed, self.hand = None, ()
        self.offer, self.outcome = None, ""

    def _offer(self, outcome: str, actor: str, bound: frozenset[str]) -> None:
        self._put("offer", actor, self.position)
        self.offer = Offer(outcome, bound) if bound else None
        self.outcome = "" if bound else outcome

    def _resign(self, act: Act, *_: object) -> Iterator[str]:
        if self.outcome:
            yield "I2: a resignation after the end"
        winner = SIDES[1 - SIDES.index(act.side)]
        self._offer(f"{winner.capitalize()} resign", act.side, self.keyed & {act.side})

    def _agree(self, *_: object) -> Iterator[str]:
        if self.outcome:
            yield "I2: an agreement after the end"
        self._offer("Draw agree", "", self.keyed & set(SIDES))

    def _state(self, act: Act, *_: object) -> Iterator[str]:
        if self.outcome:
            yield "I2: a stated position after the end"
        if self.is_known and self.is_committed:
            yield "I1: a stated position replaces a known roll"
        bound, position = self.keyed & set(SIDES), Pendulum.stated[act.count]
        self._put("offer", "", self.position)
        self.offer = Offer("", bound, position) if bound else None
        if not bound:
            self._replace(position)

    def _replace(self, position: Position) -> None:
        """Put the position that the last event states in force."""
        self.entries = (*self.entries[:-1], self.entries[-1]._replace(kind="state"))
        self.position, self.fixed = position, None

    def _commit(self, act: Act, *_: object) -> Iterator[str]:
        if self.fixed:
            yield "I1: a commitment while a secret is shown"
        chain = self.new_chain(act)
        self.chains[act.side] = self.chains.get(act.side, 0) + 1
        made = self.waiting if act.side in self.keyed else self.committed
        made[act.side] = Commitment(chain, act.count)

    def _reveal(self, act: Act, head: bytes, _: object) -> Iterator[str]:
        side = act.side
        if not self.position.is_pending or self.outcome or not self.is_committed:
            yield "I1: a secret without a pending roll"
            return
        made = self.committed[side]
        if act.count:
            yield "I1: a secret of a commitment that does not count"
        if self.fixed is None:
            for other in SIDES:
                if self.committed[other].shown == self.committed[other].length:
                    yield f"I3: a secret shown while {other} has none"
            self.fixed = FixedRoll(head, tuple(self.committed.items()), (), frozenset())
        elif side in self.fixed.shown:
            yield "I1: two secrets of one side"
        if dict(self.fixed.expected)[side] != made:
            yield "I1: another secret than when the roll was fixed"
        self.committed[side] = made._replace(shown=made.shown + 1)
        self.fixed = self.fixed._replace(shown=(*self.fixed.shown, side))
        self.waiting.clear()
        self._expose()

    def _comment(self, *_: object) -> Iterator[str]:
        return iter(())

    def _source(self, *_: object) -> Iterator[str]:
        if self.is_committed:
            yield "I1: another source of dice than the secrets"

    def _sign(self, side: str, only: tuple[int, ...] = ()) -> None:
        self.entries = tuple(
            entry._replace(
                signers=entry.signers | {side},
                named=entry.named if entry.number in only else entry.named | {side},
            )
            for entry in self.entries
        )
        if self.fixed is not None and side in self.fixed.shown:
            self.fixed = self.fixed._replace(sealed=self.fixed.sealed | {side})
        if side in self.waiting:
            self.committed[side] = self.waiting.pop(side)

    def _seal(self, act: Act, *_: object) -> Iterator[str]:
        side = act.side
        count = act.count if act.count <= len(self.entries) else 0
        permitted = tuple(entry.number for entry in self.entries[-count:] if count)
        self._sign(side, permitted)
        if act.count:
            self.consents[side] = permitted
        elif self.offer is not None and side in self.offer.awaited:
            self.offer = self.offer._replace(awaited=self.offer.awaited - {side})
            if not self.offer.awaited:
                offer, self.offer = self.offer, None
                self.outcome = offer.outcome
                if offer.position is not None:
                    self._replace(offer.position)
        return iter(())

    def _rotate(self, act: Act, *_: object) -> Iterator[str]:
        self.keyed |= {act.side} & set(SIDES)
        self._sign(act.side)
        return iter(())

    def _end(self, *_: object) -> Iterator[str]:
        if not self.outcome:
            yield "I2: an end that is not in force"
        self.is_ended = True

    # ---- cards ----------------------------------------------------------------------------------

    def _hand(self, act: Act, _: object, names: tuple[str, ...]) -> Iterator[str]:
        if self.hand:
            yield "I1: a second hand for one draw"
        if not self.position.is_pending or self.outcome:
            yield "I1: a hand without a draw"
        self.hand = names
        self.names += names
        self._expose()

    def _draw(self, act: Act, *_: object) -> Iterator[str]:
        if not self.hand:
            yield "I1: a draw without a hand"
        assert self.game is Blind
        self._put("draw", DEALER, Blind.draw(self.position, self.hand))
        self.offer, self.hand = None, ()

    def _show(self, act: Act, *_: object) -> Iterator[str]:
        self.opened |= {act.count}
        self._expose()
        return iter(())
