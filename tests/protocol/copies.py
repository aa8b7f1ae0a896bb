"""Copies of a signed log as texts with real chains and signatures, and the verdict on them."""

import re
from collections.abc import Collection, Iterator
from hashlib import sha256
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from senpu.logs.chain import CHAIN, KEY_OF, add_tags, next_head, tag_of
from senpu.logs.chain import NONCE as NONCE_FIELD
from senpu.logs.keys import PublicKey, Signer
from senpu.logs.machine_lines import KEY, SEAL
from senpu.logs.record import record_from
from senpu.logs.seals import format_body, sign_line
from senpu.replay.disputes.accountability import AwaitedAct
from senpu.replay.disputes.verdict import LogVerdict
from senpu.replay.disputes.verification import verify_record
from tests.protocol.acts import DEALER, SIDES, Act, Blind, NoTextError, Pendulum
from tests.protocol.ledger import Ledger
from tests.protocol.stand import Writing, compare_accounts
from tests.sealed import NONCE

TAG = re.compile(r" ?~[0-9a-f]{8}$")


def make_signer(side: str, number: int = 0) -> Signer:
    """Return one of the keys of a side."""
    seed = sha256(f"key {number} of {side}".encode()).digest()
    return Signer(Ed25519PrivateKey.from_private_bytes(seed))


class Copy(NamedTuple):
    """A copy of a log."""

    text: str
    ledger: Ledger
    acts: tuple[Act, ...]
    row: int
    head: bytes
    keys: tuple[tuple[str, int], ...]
    """The number of the key of each side that has one."""
    signed: tuple[tuple[str, int], ...] = ()
    """The side and the place in the text of each signed line."""
    before: "Copy | None" = None
    """The copy without the last act."""

    def write(self, act: Act) -> tuple[str, tuple[str, ...]]:
        """Return the lines of an act, and the cards that it deals. Raises NoTextError."""
        if act.kind not in ("seal", "rotate"):
            return Writing.write(act, self.ledger, self.head)
        side = act.side
        number = dict(self.keys).get(side)
        whose = SIDES[1 - SIDES.index(side)] if act.forged and side in SIDES else side
        signer = make_signer(whose, number or 0)
        key = PublicKey(side, make_signer(side, number or 0).raw)
        word, statement = SEAL, f"undo {act.count}" if act.count else ""
        if act.kind == "rotate":
            new = signer if number is None else make_signer(side, number + 1)
            word, statement = KEY, PublicKey(side, new.raw).text
        body = format_body(word, NONCE, self.row, self.head.hex(), statement)
        return sign_line(word, body, key, signer), ()

    def extend(self, lines: str) -> str:
        """Return this text with more lines."""
        text, head = self.text, self.head
        for line in lines.split("\n")[:-1]:
            head = next_head(head, line.encode())
            text += f"{line} ~{tag_of(head)}\n"
        return text

    def follow(self, act: Act, lines: str, names: tuple[str, ...]) -> tuple["Copy", list[str]]:
        """Return the copy after an act that the program accepts, and what the act breaks."""
        ledger, keys = self.ledger.copy(), dict(self.keys)
        found = ledger.add(act, self.head, names)
        if act.kind in ("seal", "rotate") and act.forged and act.side in keys:
            found.append("I2: a signature with the key of another side")
        signed = self.signed
        if act.kind in ("seal", "rotate"):
            signed += ((act.side, len(self.text)),)
        if act.kind == "rotate":
            keys[act.side] = keys[act.side] + 1 if act.side in keys else 0
        head = self.head
        for line in lines.split("\n")[:-1]:
            head = next_head(head, line.encode())
        text = self.extend(lines)
        after = Copy(
            text, ledger, (*self.acts, act), self.row + lines.count("\n"), head,
            tuple(keys.items()), signed, self,
        )  # fmt: skip
        return after, found

    def render(self) -> str:
        """Return the acts, for a report."""
        return "; ".join(map(str, self.acts))


def begin(game: type[Pendulum] | type[Blind], keyed: frozenset[str]) -> Copy:
    """Return the copy of a new game."""
    fields = {"Senpu": "1", "Game": game.ident, "Rules": "1", "Chain": "sha256", NONCE_FIELD: NONCE}
    signers = [*sorted(keyed)]
    if game.has_dealer:
        fields["Hands"] = DEALER
        signers.append(DEALER)
    for side in signers:
        fields[f"Key-{side.capitalize()}"] = PublicKey(side, make_signer(side).raw).text
    header = "".join(f"{name}: {value}\n" for name, value in fields.items())
    text = add_tags(f"{header}\n")
    record = record_from(text)
    assert not [*record]
    keys = tuple((side, 0) for side in signers)
    return Copy(text, Ledger(game, keyed), (), record.chain.row, record.chain.head, keys)


def verify_text(text: str) -> LogVerdict:
    """Return the verdict of the program on a text."""
    return verify_record(record_from(text))


def add(copy: Copy, act: Act) -> tuple[Copy, LogVerdict, list[str]] | None:
    """Return the copy after an act, the verdict, and what is broken; None if it is not accepted.

    Raises:
        NoTextError: The act has no text here.
    """
    if copy.ledger.is_ended and act.kind not in ("seal", "rotate"):
        raise NoTextError
    lines, names = copy.write(act)
    # A `%hand` line at the end of a file counts as an incomplete deal: the draw belongs to it.
    verdict = verify_text(copy.extend(f"{lines}{{word}}\n" if act.kind == "hand" else lines))
    if not verdict.valid:
        return None
    after, found = copy.follow(act, lines, names)
    return after, verdict, [*found, *compare(verdict, after.ledger)]


TRACES = ("tags", "signatures", "secrets", "nonce", "keys")
"""The removable parts of a chain besides the `Chain:` field."""
LINES = {"signatures": ("%seal ", "%key "), "secrets": ("%dice commit ", "%dice reveal ")}
FIELDS = {"nonce": NONCE_FIELD, "keys": KEY_OF}


TRACE = re.compile(
    rf"^({NONCE_FIELD}|{KEY_OF}\w+):|^%(seal|key|dice commit|dice reveal) |(^| )~[0-9a-f]{{8}}$",
    re.MULTILINE,
)
"""A trace of a chain in a log without one."""


def strip(text: str, parts: Collection[str]) -> str:
    """Return a log without its `Chain:` field, and without some of `TRACES`."""
    words = tuple(word for part in parts for word in LINES.get(part, ()))
    fields = (CHAIN, *(FIELDS[part] for part in parts if part in FIELDS))
    header, _, body = text.partition("\n\n")
    kept, drops = [row for row in header.split("\n") if not row.startswith(fields)], False
    rows = []
    for row in body.split("\n"):
        drops = (drops and row.startswith("  ")) or (bool(words) and row.startswith(words))
        if not drops:
            rows.append(TAG.sub("", row) if "tags" in parts else row)
    return "\n".join([*kept, "", *rows])


def compare(verdict: LogVerdict, ledger: Ledger) -> Iterator[str]:
    """Yield each difference between a verdict and the oracle."""
    if ledger.keyed:
        yield from compare_accounts(verdict.accountability, ledger)
    is_played_out = ledger.position.laid == len(SIDES)
    if (verdict.ending or "") != ledger.outcome and not is_played_out:
        yield f"I2: the end is {verdict.ending!r} instead of {ledger.outcome!r}"
    if verdict.offered != (ledger.offer.outcome if ledger.offer else ""):
        yield f"I2: {verdict.offered!r} is offered"
    if {*verdict.commitments} != {*ledger.committed}:
        yield f"I1: {sorted(verdict.commitments)} are committed"
    if {*verdict.unsealed_commitments} != {*ledger.waiting}:
        yield f"I1: {sorted(verdict.unsealed_commitments)} await seals"
    shown = ledger.fixed.shown if ledger.fixed and not ledger.outcome else ()
    if tuple(verdict.revealed_by) != shown and ledger.position.is_pending:
        yield f"I1: secrets of {verdict.revealed_by} are shown instead of {shown}"
    named = {number for number, one in ledger.undone.items() if one.named}
    for number in named:
        one = ledger.undone[number]
        facts = (each.facts for each in verdict.proven if each.id == "undone_signed")
        if not any(
            each["by"] == one.by and each["first"] <= number <= each["last"]
            and one.named <= {*each["sides"]} and {*each["consent"]} == {*one.consent}
            for each in facts
        ):  # fmt: skip
            yield f"I2: no finding names event {number}, which {sorted(one.named)} had signed"
    if ledger.keyed:
        yield from check_awaited(verdict.awaited, ledger)


def check_awaited(awaited: list[AwaitedAct], ledger: Ledger) -> Iterator[str]:
    """Yield why the awaited acts of a verdict do not continue the game."""
    accepts = {each.actor for each in awaited if each.act == "accept"}
    if accepts != (ledger.offer.awaited if ledger.offer else frozenset()):
        yield f"I3: the offered end awaits {sorted(accepts)}"
    others = [each for each in awaited if each.act != "accept"]
    is_over = bool(ledger.outcome) or ledger.is_ended
    if is_over or not others:
        if is_over == bool(others) and ledger.position.laid < len(SIDES):
            yield "I3: no side is awaited, or a side after the end"
        return
    for each in others:
        side, act = each.actor, each.act
        if not _is_possible(ledger, side, act):
            yield f"I3: {side} is awaited to {act}, which does not continue the game"


def _is_possible(ledger: Ledger, side: str, act: str) -> bool:
    """Return whether an act of a side continues the game."""
    pending, fixed = ledger.position.is_pending, ledger.fixed
    match act:
        case "decide":
            return not pending and side == SIDES[ledger.position.mover]
        case "deal":
            return pending and ledger.game.has_dealer
        case "roll":
            return pending and (not ledger.is_committed or ledger.is_known)
        case "commit":
            made = ledger.committed[side]
            return pending and fixed is None and made.shown == made.length
        case "seal":
            return pending and side in ledger.keyed
        case "reveal":
            missing = fixed is None or side not in fixed.shown
            return pending and missing and not ledger.must_wait_for(side)
        case "show":
            return ledger.position.laid == len(SIDES)
    return False


__all__ = [
    "TRACE",
    "TRACES",
    "Copy",
    "add",
    "begin",
    "compare",
    "make_signer",
    "strip",
    "verify_text",
]
