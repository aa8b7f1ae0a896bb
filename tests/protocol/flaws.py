"""Flaws of the program that the checks of the protocol must find: each breaks one rule."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest import mock

from senpu.logs.dice import Dice, DiceCommitment
from senpu.replay.disputes import accountability
from senpu.replay.disputes.face_down import FaceDownCards
from senpu.replay.disputes.fairness import DiceCheck
from senpu.replay.disputes.log_reducer import LogObserver
from senpu.replay.disputes.signatures import Signatures
from tests.protocol import search
from tests.protocol.acts import SIDES, Act

Change = Callable[[Any], Any]
"""Makes a flawed method from a method."""


class Flaw(NamedTuple):
    """A flaw, and where the search finds it."""

    name: str
    target: Any
    method: str
    change: Change
    depth: int
    prefix: tuple[Act, ...] = ()
    root: int = 0

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Make the program flawed."""
        changed = self.change(getattr(self.target, self.method))
        with mock.patch.object(self.target, self.method, changed):
            yield

    def find(self) -> dict[str, tuple[Act, ...]]:
        """Return what a search of the flawed program finds broken."""
        root = search.ROOTS[self.root]
        stand = root.make()
        for act in self.prefix:
            stand.add(act)
        with self.installed():
            found = search.search(root, self.depth, stand, stops=True)
        return found.broken


def _keep_offer(self: Signatures, number: int) -> None:
    self._shown += 1
    self._shown_after = number


def _return(value: Any) -> Change:
    return lambda _: lambda *_args, **_fields: value


def _call_after(then: Callable[..., None]) -> Change:
    """Return a change that calls a function with the same arguments afterwards."""

    def change(method: Any) -> Any:
        def changed(self: Any, *args: Any) -> Any:
            found = method(self, *args)
            then(self, *args)
            return found

        return changed

    return change


def _forget(*names: str) -> Change:
    """Return a change that empties fields before each call."""

    def change(method: Any) -> Any:
        def changed(self: Any, *args: Any) -> Any:
            for name in names:
                getattr(self, name).clear()
            return method(self, *args)

        return changed

    return change


def _keep(name: str) -> Change:
    """Return a change that restores a field after each call."""

    def change(method: Any) -> Any:
        def changed(self: Any, *args: Any) -> Any:
            kept = dict(getattr(self, name))
            found = method(self, *args)
            getattr(self, name).update(kept)
            return found

        return changed

    return change


def _accept_unsealed(self: DiceCheck, what: object, *_: object) -> None:
    if isinstance(what, DiceCommitment):
        self.secrets_left |= self.unsealed


def _accept_unsealed_chain(self: Dice, _: int, what: object, *__: object) -> None:
    if isinstance(what, DiceCommitment):
        self.sides |= self.unsealed


def _confirm_at_once(method: Any) -> Any:
    def changed(self: Signatures, side: str, state: Any) -> Any:
        if self.offer is not None and side in self.offer.awaited:
            self.offer = self.offer.__class__(
                self.offer.number, self.offer.change, frozenset((side,))
            )
        return method(self, side, state)

    return changed


def _any_count(_: object) -> Any:
    def changed(self: Signatures, count: int, number: int, needed: Any) -> list[str]:
        self.consents = tuple(sorted(self._permitted))
        return sorted({*needed} - {*self._permitted})

    return changed


def _any_place(_: object) -> Any:
    def changed(self: Signatures, count: int, number: int, needed: Any) -> list[str]:
        given = {side for side, each in self._permitted.items() if each.count == count}
        self.consents = tuple(sorted(given))
        return sorted({*needed} - given)

    return changed


def _sign_nothing(method: Any) -> Any:
    def changed(self: Signatures, number: int, consents: bool = True) -> frozenset[str]:
        return method(self, number) if consents else frozenset()

    return changed


NORTH, SOUTH = SIDES
SHOWN = (Act("reveal", NORTH), Act("reveal", SOUTH))
BOTH = (Act("seal", NORTH, 1), Act("seal", SOUTH, 1))

FLAWS = (
    Flaw("an undo needs no consent", LogObserver, "_check_consent", _return(None), 2),
    Flaw("a roll can be undone by one side", Signatures, "find_unforgettable", _return(None), 2,
         (*SHOWN, Act("roll"))),
    Flaw("an end in force can be undone by one side", Signatures, "find_unforgettable",
         _return(None), 3, (Act("resign", NORTH), Act("seal", NORTH))),
    Flaw("a secret binds no side", Signatures, "has_shown_since", _return(False), 2),
    Flaw("consent is for any number of events", Signatures, "find_missing_consents", _any_count, 3),
    Flaw("consent never ends", Signatures, "find_missing_consents", _any_place, 3, BOTH),
    Flaw("a resignation releases secrets", LogObserver, "offer",
         _call_after(lambda self, *_: self.dice.discard_secrets()), 2),
    Flaw("the undo of an offer releases secrets", LogObserver, "check_undo",
         _call_after(lambda self, *_: self.dice.discard_secrets()), 3, (Act("reveal", NORTH),)),
    Flaw("a resignation is in force at once", LogObserver, "offer", _return(False), 1),
    Flaw("one seal makes an agreement", Signatures, "_confirm", _confirm_at_once, 2),
    Flaw("a commitment counts without a seal", DiceCheck, "accept_statement",
         _call_after(_accept_unsealed), 1),
    Flaw("a commitment counts although a secret was shown", DiceCheck, "_reveal",
         _keep("unsealed"), 3),
    Flaw("another secret after the first one is shown", DiceCheck, "accept_statement",
         _forget("revealed"), 2),
    Flaw("any roll is accepted", DiceCheck, "_check", _return(None), 1, SHOWN),
    Flaw("a roll needs no secrets", DiceCheck, "_check", _return(None), 1),
    Flaw("a known roll can be undone", DiceCheck, "check_replacement", _return(None), 1,
         (*SHOWN, *BOTH)),
    Flaw("a shown secret declines no stated position", Signatures, "note_shown",
         lambda _: _keep_offer, 1, (Act("state"),)),
    Flaw("undone events are not named", Signatures, "find_signers", _sign_nothing, 2,
         (Act("seal", NORTH),)),
    Flaw("no side is awaited", search, "list_awaited_acts", _return([]), 1),
    Flaw("a seal before a secret is not awaited", accountability, "must_sign_first",
         _return(False), 1),
    Flaw("a second hand for one draw", FaceDownCards, "_deal", _forget("dealt"), 2, root=3),
)  # fmt: skip
