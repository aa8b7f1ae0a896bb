"""What a verdict comes to in a dispute: what is proven, what is open, and what is broken.

Sentences from the facts of a verdict, in English as all that is told of faults. They quote no
line, so that they tell nothing of a hand. Judges nothing itself.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from logs.words import SEAL

if TYPE_CHECKING:
    from replay.verify import Sealed, Verdict


def weigh(verdict: "Verdict", sides: Iterable[str]) -> None:
    """Add to a verdict what it comes to; `sides` are those of its rule set, if that is known."""
    names = [*dict.fromkeys([*sides, *verdict.keys])]
    last = latest(verdict.seals)
    verdict.proven = [*_proven(verdict, last), *_rolled(verdict)]
    verdict.open = [
        *_versions(verdict), *_open(verdict, names, last), *_rolls_open(verdict, last)
    ]  # fmt: skip
    verdict.broken = [*_broken(verdict, last)]


def latest(seals: Iterable["Sealed"]) -> dict[str, "Sealed"]:
    """The last seal of each side that has one."""
    return {seal.side: seal for seal in seals if seal.kind == SEAL}


def _proven(verdict: "Verdict", last: dict[str, "Sealed"]) -> Iterator[str]:
    if verdict.good_through:
        data = "the data that the log pins" if verdict.data == "pinned" else "the data shipped here"
        events = _events(1, verdict.good_through)
        version = f", version {verdict.rules}" if is_of_another(verdict) else ""
        yield f"{events} {_go(verdict)} by the rules of {verdict.game}{version}, on {data}."
    if verdict.whole:
        yield (
            f"Each of lines 1 to {verdict.whole} follows from those above it: none was changed, "
            "lost or moved since it was written, unless all below it were written anew."
        )
    if shown := verdict.hands.get("proven"):
        yield f"{shown} of {_cards(verdict)} shown: each by its salt the card that was dealt."
        if not verdict.hands["open"] and verdict.good_through == verdict.events:
            yield "With all cards known, each was dealt from where it lay, and none was kept back."
    for side, seal in last.items():
        if seal.checked:
            yield (
                f"{_name(side)}, by the key {seal.key}, has signed lines 1 to {seal.line}"
                f" (through event {seal.event})."
            )


def is_of_another(verdict: "Verdict") -> bool:
    """Whether a log was judged by another version of the rules than it names."""
    return verdict.rules_named not in (None, verdict.rules)


def _versions(verdict: "Verdict") -> Iterator[str]:
    if is_of_another(verdict):
        yield (
            f"The log names version {verdict.rules_named} of the rules, which is not kept here, "
            f"and was judged by version {verdict.rules}: whether that version said the same is "
            "open. senpu migrate writes a log under the newer one."
        )


def _rolled(verdict: "Verdict") -> Iterator[str]:
    """What is proven of the rolls."""
    if proven := verdict.rolls.get("proven"):
        where = " and ".join(f"{_name(side)} in line {n}" for side, n in _bound(verdict))
        yield (
            f"{_rolls(proven)} from the log above and from secrets that both sides had committed "
            f"to before: {where}."
        )


def _rolls_open(verdict: "Verdict", last: dict[str, "Sealed"]) -> Iterator[str]:
    """What is open of the rolls."""
    if not verdict.rolls:
        return
    receipts = verdict.rolls["open"] - bool(verdict.shown)
    if receipts:
        yield f"Rolls of a server, by receipts that are not checked here: {receipts}. Ask it."
    if verdict.rolls["recorded"]:
        yield f"Rolls that are as somebody has recorded them: {verdict.rolls['recorded']}."
    if verdict.shown:
        lacks = [side for side in verdict.sides if side not in verdict.shown]
        shown = _all(verdict.shown)
        what = f"; that of {_all(lacks)} is still to come" if lacks else ""
        yield f"A roll is awaited, for which {shown} has shown a secret{what}."
    for side, line in _bound(verdict):
        seal = last.get(side)
        if side in verdict.sides and (seal is None or not seal.checked or seal.line <= line):
            yield (
                f"The commitment of {_name(side)} (line {line}) is not signed by that side: "
                "nothing shows who knew its secrets."
            )


def _bound(verdict: "Verdict") -> list[tuple[str, int]]:
    return sorted(verdict.commitments.items(), key=lambda one: one[1])


def _rolls(count: int) -> str:
    return "1 roll follows" if count == 1 else f"{count} rolls follow"


def _open(verdict: "Verdict", sides: list[str], last: dict[str, "Sealed"]) -> Iterator[str]:
    if verdict.chain == "unchained" and verdict.lines:
        yield "The log has no chain: any line may have been changed, and nobody has signed any."
    if left := verdict.hands.get("open"):
        yield f"{left} of {_cards(verdict)} not shown yet: nobody has proven which they are."
    if verdict.chain != "good":
        return
    if any(not seal.checked for seal in verdict.seals):
        from logs.keys import INSTALL  # few lack the library

        yield f"Signatures are not checked here: {INSTALL}. Who made the seals is open."
    keyless = [side for side in sides if side not in verdict.keys]
    if keyless and keyless == sides:
        yield "No side has a key in the log: nobody has signed any line of it."
    elif keyless:
        yield f"{_all(keyless)} has no key in the log: nothing shows what that side accepts."
    for side in sides:
        signed = last[side].line if side in last else 0
        if side in verdict.keys and signed < verdict.lines - _own(verdict, last.get(side)):
            yield f"{_name(side)} has not signed lines {signed + 1} to {verdict.lines}."
    loose = max((seal.below for seal in last.values()), default=0) + 1
    if loose <= verdict.lines:
        yield (
            f"Lines {loose} to {verdict.lines} are signed by nobody: who has the only copy can "
            "change them or take them away, and no one could tell."
        )
    winner, _, how = (verdict.ending or "").partition(" ")
    if how in ("resign", "agree"):
        bound = [side for side in sides if how == "agree" or side != winner.lower()]
        needed = [side for side in bound if side not in last or last[side].event < verdict.events]
        if needed:
            yield f"The end, {verdict.ending}, is not signed by {_all(needed)}."


def _own(verdict: "Verdict", seal: "Sealed | None") -> int:
    """How many of the last lines are a side's own last seal, which it need not sign again."""
    return seal.below - seal.line if seal and seal.below == verdict.lines else 0


def _broken(verdict: "Verdict", last: dict[str, "Sealed"]) -> Iterator[str]:
    for fault in verdict.faults:
        where = f"Line {fault.line}" if fault.line else "The file"
        signed = [
            f"{_name(side)} (line {seal.line})"
            for side, seal in last.items()
            if seal.checked and 0 < fault.line <= seal.line
        ]
        said = f" It was signed as it stands by {_all(signed)}." if signed else ""
        yield f"{where} is at fault: {fault.id}.{said}"
    if verdict.chain == "broken" and all(fault.layer != "chain" for fault in verdict.faults):
        yield f"Line {verdict.whole + 1} is not what was chained or signed: senpu verify --all."


def _cards(verdict: "Verdict") -> str:
    count = verdict.hands["sealed"]
    return f"{count} sealed card{'' if count == 1 else 's'}"


def _go(verdict: "Verdict") -> str:
    return "goes" if verdict.good_through == 1 else "go"


def _events(first: int, last: int) -> str:
    return f"Event {first}" if first == last else f"Events {first} to {last}"


def _name(side: str) -> str:
    return side.capitalize()


def _all(names: Iterable[str]) -> str:
    return " and ".join(name[:1].upper() + name[1:] for name in names)
