"""A log given its chain, and seals put below what stands in it.

Like everything that is written: the log is held, read to its end, and must be good; then whole
lines are appended, or the whole file is replaced at once. Never signs what it has not judged.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from senpu.logs.chain import CHAIN, KIND, NONCE, chained, new_nonce
from senpu.logs.chain import WIDTH as TAG
from senpu.logs.hands import DEALER
from senpu.logs.journal import create, replace
from senpu.logs.keys import Key, Signer, SigningKeyError
from senpu.logs.machine_lines import KEY, SEAL
from senpu.logs.record import Record, record_of
from senpu.logs.seals import KEY_OF, body_of, machine_line
from senpu.logs.witness import Seen
from senpu.notation.events import Roll
from senpu.notation.lines import Actor, Close, Game, Glyph, Header, Item, Line, Open, Play
from senpu.notation.messages import Message
from senpu.notation.reader import read_text
from senpu.notation.writer import WIDTH, format_game, format_line
from senpu.replay.core.reducer import EVENT_TYPES
from senpu.replay.core.registry import rules_for
from senpu.replay.core.rules import AnyRules
from senpu.replay.disputes.verification import judge
from senpu.replay.recording.canonical_form import canonical
from senpu.replay.recording.log_writing import InvalidLogError, append, check_seen, held, replayed


def chain_fields(keys: dict[str, bytes]) -> dict[str, str | None]:
    """The header of a new chained log: its chain, its name, and the public keys of sides."""
    named = {f"{KEY_OF}{side.capitalize()}": Key(side, raw).text for side, raw in keys.items()}
    return {CHAIN: KIND, NONCE: new_nonce(), **named}


# ---- a chain for a log that has none --------------------------------------------------------


def give_chain(path: Path, keys: dict[str, bytes], out: Path | None, named: Path | None) -> None:
    """A chain for a log that has none: in a new file, or in place of it. What is played stays as
    it is, and so do notes beside it; lines too long for a tag are broken. Raises InvalidLogError,
    JournalError.
    """
    with held(path) as (_, data, record):
        if CHAIN in record.headers:
            raise InvalidLogError("chainedAlready", path=path)
        rules, reducer, _ = replayed(record, rules_for(record, named))
        game, _ = read_text(data)
        if format_game(canonical(game, rules)).encode() != data:
            raise InvalidLogError("notCanonical", path=path)
        text = chained(format_game(_chainable(game, keys, path)))
        again = record_of(text)
        again.path = path
        verdict = judge(again, str(path), named=named)
        if not verdict.valid:
            raise InvalidLogError.of(verdict.faults[0], str(path), Message("errors.noChainAdded"))
        if verdict.state != rules.digest(reducer.state) or verdict.events != reducer.number:
            raise InvalidLogError("chainChangesLog", path=path)
        if out is None:
            replace(path, text.encode())
        else:
            create(out, text)


def _chainable(game: Game, keys: dict[str, bytes], path: Path) -> Game:
    """The game with the header of a chained one, in lines that leave room for a tag."""
    fields = chain_fields(keys)
    headers = [header for header in game.headers if header.key not in fields]
    headers += [Header(key, value) for key, value in fields.items() if value]
    lines: list[Line] = []
    for line in game.lines:
        if not isinstance(line, Play):
            lines.append(line)
            continue
        if any(isinstance(item, Glyph | Open | Close) for item in line.items):
            raise InvalidLogError("chainedAnnotation", path=path, text=format_line(line))
        lines += narrowed(line, WIDTH - TAG)
    return Game(tuple(headers), tuple(lines))


def narrowed(line: Play, most: int) -> Iterator[Play]:
    """A line as lines of at most so many columns, where no single part is longer."""
    if len(format_line(line)) <= most:
        yield line
        return
    turn, items, letter, shown = line.turn, list[Item](), "", ""
    for item in line.items:
        if isinstance(item, Actor):
            letter = item.letter
            continue
        acts = type(item) in EVENT_TYPES and not isinstance(item, Roll) and letter
        added = [Actor(letter), item] if acts and letter != shown else [item]
        if items and len(format_line(Play((*items, *added), turn))) > most:
            yield Play(tuple(items), turn)
            turn, items = None, []
            added = [Actor(letter), item] if acts else [item]
        items += added
        shown = letter if acts else shown if len(items) > len(added) else ""
    yield Play(tuple(items), turn)


# ---- seals ----------------------------------------------------------------------------------


class Signed(NamedTuple):
    """What was signed."""

    side: str
    key: Key
    line: int
    event: int
    added: bool
    """Whether the key was named in the log first."""
    forgotten: Message | None
    """Why it could not be remembered, if so."""


def sign(
    path: Path,
    signer: Signer,
    side: str = "",
    undo: int = 0,
    new_key: bytes | None = None,
    named: Path | None = None,
    seen: Seen | None = None,
) -> Signed:
    """Put the seal of a side below all that stands in a chained log.

    The side is that whose key it is, or the one named; a side without a key gets this one, in a
    line of its own. `undo` says that its side lets so many events be taken back; with `new_key`
    the side signs by that one from here on. Raises InvalidLogError, SigningKeyError, JournalError.
    """
    with held(path) as (journal, _, record):
        rules, reducer, _ = replayed(record, rules_for(record, named))
        if not record.chain.on:
            raise InvalidLogError("noChainToSign", path=path)
        check_seen(record, seen)
        side = _side(record, rules, signer, side)
        line, key, added = record.chain.row, Key(side, signer.raw), side not in record.seals.keys
        rows = ""
        if added:
            rows += _line(record, KEY, key, signer, key.text)
        if new_key is not None:
            rows += _line(record, KEY, key, signer, Key(side, new_key).text)
            record.seals.keys[side] = Key(side, new_key)
        else:
            rows += _line(record, SEAL, key, signer, f"undo {undo}" if undo else "")
        forgotten = append(journal, record, rows, seen)
    return Signed(side, key, line, reducer.number, added, forgotten)


def _side(record: Record, rules: AnyRules, signer: Signer, named: str) -> str:
    """Whose seal it is to be. Raises SigningKeyError."""
    sides = [side.id for side in rules.spec.sides] + [DEALER] * bool(record.sealed)
    keys = record.seals.keys
    own = [side for side in sides if side in keys and keys[side].raw == signer.raw]
    side = named or (own[0] if len(own) == 1 else "")
    if not side:
        free = [each for each in sides if each not in keys]
        options = tuple(f"--as {each}" for each in own or free)
        if not options:
            raise SigningKeyError("keyOfNoSide", path=record.path or "")
        ident = "keyOfBothSides" if own else "keyOfNewSide"
        raise SigningKeyError(ident, path=record.path or "", options=options)
    if side in keys and keys[side].raw != signer.raw:
        raise SigningKeyError(
            "otherKey", path=record.path or "", side=side, key=keys[side].fingerprint,
            given=Key(side, signer.raw).fingerprint,
        )  # fmt: skip
    return side


def _line(record: Record, word: str, key: Key, signer: Signer, statement: str) -> str:
    """A signed line below all that the chain holds, with its tags."""
    chain = record.chain
    body = body_of(word, record.seals.nonce, chain.row, chain.head.hex(), statement)
    return chain.tagged(machine_line(word, body, key, signer))
