"""Adding a hash chain to a log, and sealing its lines.

As in all writing, the log is locked, read to its end and verified. Then whole lines are appended,
or the file is replaced in one step. Nothing is signed before it is verified.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from senpu.logs.chain import CHAIN, KEY_OF, KIND, NONCE, add_tags, create_nonce
from senpu.logs.chain import WIDTH as TAG
from senpu.logs.dice_secrets import SecretError, Secrets
from senpu.logs.hand_sheets import read_own_sheet
from senpu.logs.inputs import Source
from senpu.logs.journal import create_file, replace_file
from senpu.logs.keys import PublicKey, Signer, SigningKeyError
from senpu.logs.machine_lines import DEALER, KEY, SEAL
from senpu.logs.memory import KnownSeal, UserMemory, UserMemoryError
from senpu.logs.record import Record, record_from
from senpu.logs.seals import ACCEPT, format_body, sign_line
from senpu.notation.events import Roll
from senpu.notation.lines import (
    Actor,
    GameText,
    Glyph,
    Header,
    Item,
    Line,
    Play,
    VariationEnd,
    VariationStart,
)
from senpu.notation.messages import Message
from senpu.notation.reader import read_text
from senpu.notation.writer import WIDTH, format_event, format_game, format_line
from senpu.replay.core.reducer import EVENT_TYPES, ReductionError, is_log_event
from senpu.replay.core.registry import rules_for
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.side_names import name_ending, naming_sides
from senpu.replay.disputes.known_copies import (
    describe_path,
    identify_game,
    list_seals,
    make_known_copy,
    remember_key,
)
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.disputes.signatures import Offer
from senpu.replay.disputes.verification import verify_record
from senpu.replay.recording.canonical_form import make_canonical
from senpu.replay.recording.log_writing import (
    InvalidLogError,
    check_own_seals,
    lock_log,
    replay_log,
)


def make_chain_fields(keys: dict[str, bytes]) -> dict[str, str | None]:
    """Return the header fields of a new chained log: its chain, its name, and the public keys.

    Raises:
        SigningKeyError: Two sides have one key.
    """
    if len({*keys.values()}) < len(keys):
        raise SigningKeyError("oneKeyForTwo", sides=tuple(keys))
    named = {
        f"{KEY_OF}{side.capitalize()}": PublicKey(side, raw).text for side, raw in keys.items()
    }
    return {CHAIN: KIND, NONCE: create_nonce(), **named}


# ---- a chain for a log that has none --------------------------------------------------------


def add_chain(
    path: Path, keys: dict[str, bytes], out: Path | None, data_file: Source | None
) -> None:
    """Add a hash chain to a log, in a new file or in place.

    The events and the notes stay unchanged; lines too long for a tag are split.

    Args:
        path: The log.
        keys: The public key of each side that has one.
        out: The new file; None to replace the log.
        data_file: A file of data.

    Raises:
        InvalidLogError: The log is invalid, chained already, or not in canonical form.
    """
    with lock_log(path) as (_, data, record):
        if CHAIN in record.headers:
            raise InvalidLogError("chainedAlready", path=path)
        rules, reducer, _ = replay_log(record, rules_for(record, data_file))
        game, _ = read_text(data)
        if format_game(make_canonical(game, rules)).encode() != data:
            raise InvalidLogError("notCanonical", path=path)
        text = add_tags(format_game(_prepare_chain(game, keys, path)))
        again = record_from(text, path)
        verdict = verify_record(again, str(path), data_file=data_file)
        if not verdict.valid:
            error = InvalidLogError.from_fault(
                verdict.faults[0], str(path), Message("errors.noChainAdded")
            )
            raise error
        if verdict.state != rules.digest(reducer.state) or verdict.events != reducer.number:
            raise InvalidLogError("chainChangesLog", path=path)
        if out is None:
            replace_file(path, text.encode())
        else:
            create_file(out, text)


def _prepare_chain(game: GameText, keys: dict[str, bytes], path: Path) -> GameText:
    """Return the game with the header of a chained one, in lines with room for a tag."""
    fields = make_chain_fields(keys)
    headers = [header for header in game.headers if header.key not in fields]
    headers += [Header(key, value) for key, value in fields.items() if value]
    lines: list[Line] = []
    for line in game.lines:
        if not isinstance(line, Play):
            lines.append(line)
            continue
        if any(isinstance(item, Glyph | VariationStart | VariationEnd) for item in line.items):
            raise InvalidLogError("chainedAnnotation", path=path, text=format_line(line))
        lines += split_line(line, WIDTH - TAG)
    return GameText(tuple(headers), tuple(lines))


def split_line(line: Play, most: int) -> Iterator[Play]:
    """Yield a line as lines of at most `most` columns, unless a single part is longer."""
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


class SigningResult(NamedTuple):
    """The result of signing."""

    side: str
    key: PublicKey
    line: int
    event: int
    is_key_added: bool
    """True if the key was first added to the log."""
    in_force: Offer | None
    """The offered end or position that the seal puts in force, if it does."""
    events: tuple[str, ...]
    """The events in effect of the side that no seal of the side covered, with their numbers."""
    memory_error: Message | None
    """The reason why the seal could not be saved in the memory, if it could not."""


def sign(
    path: Path,
    signer: Signer,
    side: str = "",
    undo: int = 0,
    new_key: bytes | None = None,
    data_file: Source | None = None,
    memory: UserMemory | None = None,
    foreign_secrets: bool = False,
    accepts_offer: bool = False,
) -> SigningResult:
    """Append the seal of a side to a chained log.

    Args:
        path: The log.
        signer: The signing key.
        side: The side; if empty, the side of the key. A side without a key gets this one, in a
            separate line.
        undo: The number of events whose undo the side permits.
        new_key: The public key that replaces this one.
        data_file: A file of data.
        memory: The memory of earlier games.
        foreign_secrets: Whether the seal may cover a commitment of the side to secrets that are
            not on this machine.
        accepts_offer: Whether the seal accepts an offered end or a stated position.

    Returns:
        The result.

    Raises:
        InvalidLogError: The log is invalid or has no chain, or the seal would accept an offer.
        SigningKeyError: The key is not the key of the side, or is the key of another side.
        SecretError: The seal would commit the side to secrets that are not on this machine.
    """
    with lock_log(path) as (journal, _, record):
        rules, reducer, _ = replay_log(record, rules_for(record, data_file), side=side)
        if not record.chain.on:
            raise InvalidLogError("noChainToSign", path=path)
        with naming_sides(rules.spec):
            check_own_seals(record, rules, memory)
            side = _choose_side(record, rules, signer, side)
            for raw in (signer.raw, *filter(None, [new_key])):
                if owner := record.seals.find_other_owner(raw, side):
                    raise SigningKeyError("keyOfOtherSide", path=path, owner=owner, side=side)
            if not foreign_secrets:
                _check_commitment(path, record, side)
            if undo:
                _check_undo(path, reducer, undo)
            offer = reducer.signatures.offer
            accepts = offer is not None and side in offer.awaited and not undo and not new_key
            if accepts_offer and not accepts:
                raise InvalidLogError("noOffer", path=path, side=side)
            if offer is not None and accepts and not accepts_offer:
                error = _make_offer_error(path, rules, side, offer)
                raise error
        if side == DEALER:
            _check_hands(path, record)
        line, key, added = (
            record.chain.row,
            PublicKey(side, signer.raw),
            side not in record.seals.keys,
        )
        rows, seals = "", list_seals(record) if memory is not None else []

        def note_seal() -> None:
            chain = record.chain
            seals.append(
                KnownSeal(
                    chain.row, chain.head.hex(), side, signer.raw.hex(), reducer.number, own=True
                )
            )

        if added:
            note_seal()
            rows += _format_signed_line(record, KEY, key, signer, key.text)
        note_seal()
        if new_key is not None:
            rows += _format_signed_line(record, KEY, key, signer, PublicKey(side, new_key).text)
            record.seals.keys[side] = PublicKey(side, new_key)
        else:
            rows += _format_signed_line(
                record, SEAL, key, signer, f"undo {undo}" if undo else ACCEPT * accepts_offer
            )
        ends = offer is not None and accepts and offer.awaited == {side}
        in_force = offer if ends else None
        journal.append(rows, record.size)
        forgotten = _remember_seals(record, rules, seals, memory)
    events = tuple(_list_new_events(reducer, side))
    return SigningResult(side, key, line, reducer.number, added, in_force, events, forgotten)


def _check_undo(path: Path, reducer: LogReducer, undo: int) -> None:
    """Check that the number of events can be undone: a seal cannot be withdrawn."""
    try:
        reducer.find_undone(undo)
    except ReductionError as error:
        raise InvalidLogError("inFile", path=path, why=error) from None


def _make_offer_error(path: Path, rules: AnyRules, side: str, offer: Offer) -> InvalidLogError:
    """Return the error of a seal that would accept an offer without saying so."""
    if offer.ending:
        ending = name_ending(rules.spec.folder, offer.ending)
        return InvalidLogError("endOffered", path=path, side=side, ending=ending)
    return InvalidLogError("positionOffered", path=path, side=side, number=offer.number)


def _list_new_events(reducer: LogReducer, side: str) -> Iterator[str]:
    """Yield the events of a side that no seal of the side covers, such as `7 (pass)`."""
    for number, before, event in reducer.list_events_after(reducer.signatures.signed.get(side, 0)):
        decision = None if is_log_event(event) else before.decision
        if decision is not None and decision.side == side:
            yield f"{number} ({format_event(event)})"


def _check_hands(path: Path, record: Record) -> None:
    """Check that the dealer dealt each hand of the log. Raises SigningKeyError."""
    unknown = record.hands.sealed.keys() - read_own_sheet(record.seals.nonce).by_name().keys()
    if unknown:
        raise SigningKeyError("foreignHand", path=path, cards=tuple(sorted(unknown)))


def _check_commitment(path: Path, record: Record, side: str) -> None:
    """Check that the side knows the secrets to which its seal commits it. Raises SecretError."""
    # Anyone can make a commitment without a seal; it counts if the side had no key.
    signed = max((seal.line for seal in record.seals.made if seal.side == side), default=0)
    for made in (record.dice.sides.get(side), record.dice.unsealed.get(side)):
        if made is None or made.row <= signed:
            continue
        if not Secrets(record.seals.nonce).holds(made.commit):
            raise SecretError("foreignCommitment", path=path, side=side, line=made.row)


def _remember_seals(
    record: Record, rules: AnyRules, seals: list[KnownSeal], memory: UserMemory | None
) -> Message | None:
    """Remember the seals of a log and the user's key; return the reason if that is not possible."""
    if memory is None or record.path is None:
        return None
    copy = make_known_copy(record, seals, describe_path(record.path))
    try:
        memory.remember_copy(record.headers["Game"], *identify_game(record, rules), copy)
        remember_key(memory, record, seals[-1], copy.file)
    except UserMemoryError as error:
        return error.message
    return None


def _choose_side(record: Record, rules: AnyRules, signer: Signer, given: str) -> str:
    """Return the side whose seal it is. Raises SigningKeyError."""
    sides = [side.id for side in rules.spec.sides] + [DEALER] * bool(record.hands_nonce)
    keys = record.seals.keys
    own = [side for side in sides if side in keys and keys[side].raw == signer.raw]
    side = given or (own[0] if own else "")
    if not side:
        free = [each for each in sides if each not in keys]
        options = tuple(f"--side {each}" for each in free)
        if not options:
            raise SigningKeyError("keyOfNoSide", path=record.path or "")
        raise SigningKeyError("keyOfNewSide", path=record.path or "", options=options)
    if side in keys and keys[side].raw != signer.raw:
        raise SigningKeyError(
            "otherKey", path=record.path or "", side=side, key=keys[side].fingerprint,
            given=PublicKey(side, signer.raw).fingerprint,
        )  # fmt: skip
    return side


def _format_signed_line(
    record: Record, word: str, key: PublicKey, signer: Signer, statement: str
) -> str:
    """Return a signed line that covers the whole chain, with its tags."""
    chain = record.chain
    body = format_body(word, record.seals.nonce, chain.row, chain.head.hex(), statement)
    return chain.add_tags(sign_line(word, body, key, signer))
