"""The comparison of a log with the user's memory: earlier copies of the game, and known keys.

A valid log remains valid: all differences are warnings. A copy may lack
lines that a side signed, may be another continuation, or may be a game without its hash chain and
seals. A name may have another key than before. After the comparison, the signed facts of a valid
log are remembered.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from senpu.logs.chain import NONCE
from senpu.logs.dates import current_time
from senpu.logs.inputs import STANDARD_INPUT
from senpu.logs.keys import compute_fingerprint, parse_verifier_key
from senpu.logs.machine_lines import DEALER, KEY
from senpu.logs.memory import (
    GameIdentity,
    KnownCopy,
    KnownGame,
    KnownKey,
    KnownSeal,
    UserMemory,
    UserMemoryError,
    count_common,
    digest_players,
)
from senpu.logs.player_names import find_name_marks, make_skeleton
from senpu.logs.position_logs import POSITION
from senpu.logs.record import Record, is_library_log
from senpu.notation.printable import quote_word
from senpu.replay.core.event_digest import EventDigest
from senpu.replay.core.reducer import Step
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE
from senpu.replay.disputes.verdict import (
    Finding,
    Identity,
    KnownRelation,
    LogVerdict,
    Relation,
    make_finding,
)

DATE = "Date"
"""The header field with the date of a game."""
LONG = 10
"""The number of equal events without dice from which two games count as one."""


def identify_players(record: Record, rules: AnyRules) -> dict[str, str]:
    """Return the name of the player of each side, empty if the header has none."""
    return {side.id: record.headers.get(side.id.capitalize(), "") for side in rules.spec.sides}


def identify_game(record: Record, rules: AnyRules) -> tuple[GameIdentity, str]:
    """Return the identity of a game with a hash chain, and the digest of its players."""
    players = digest_players(record.headers["Game"], identify_players(record, rules))
    return GameIdentity(record.seals.nonce, record.chain.start.hex()), players


def list_seals(record: Record) -> list[KnownSeal]:
    """Return the seals of a log that was read, without their events; some may be unchecked."""
    return [
        KnownSeal(seal.line, seal.head, seal.side, seal.note.key.raw.hex())
        for seal in record.seals.made
    ]


def find_own_seal(
    memory: UserMemory, record: Record, rules: AnyRules
) -> tuple[KnownCopy, KnownSeal] | None:
    """Return the last seal by this user that a log lacks, and the copy that has it, if any.

    Can raise UserMemoryError.
    """
    game, ours = memory.find_game(*identify_game(record, rules)), list_seals(record)
    for copy in game.copies if game else ():
        own = [seal for seal in copy.seals[count_common(copy.seals, ours) :] if seal.own]
        if own:
            return copy, own[-1]
    return None


def find_seal_of_other_game(
    memory: UserMemory, record: Record, rules: AnyRules
) -> tuple[KnownCopy, KnownSeal] | None:
    """Return a seal by this user in another game that has the name of this one, if any.

    Can raise UserMemoryError.
    """
    identity, _ = identify_game(record, rules)
    games, errors = memory.find_games_like(identity.nonce, "", None)
    for error in errors:
        raise error
    others = (game for game in games if game.identity != identity)
    own = (
        (copy, seal) for game in others for copy in game.copies for seal in copy.seals if seal.own
    )
    return next(own, None)


class MemoryCheck:
    """The comparison of one log with the memory of a user.

    Args:
        memory: The memory.
        path: The file of the log.
        accept: Whether the user accepts this copy, so that other copies are forgotten.
        can_write: Whether the log may be remembered.
    """

    def __init__(
        self, memory: UserMemory, path: Path, accept: bool = False, can_write: bool = True
    ) -> None:
        self._memory, self._path = memory, path
        self._accept, self._can_write = accept, can_write
        self._names: dict[str, str] = {}
        self._players = self._date = ""
        self._identity: GameIdentity | None = None
        self._similar: list[KnownGame] = []
        self._errors: list[UserMemoryError] = []
        self._wanted: set[int] = set()
        """The numbers of the last events under the seals of similar games."""
        self._digests: dict[int, str] = {}
        """The digests of the events of this log up to these events."""
        self._rolls: dict[int, int] = {}
        """The number of answers to chance up to each of these events."""
        self._count = self._rolled = 0
        self._seal_digests: dict[int, str] = {}
        """The digests of the events above each seal, by the first row of the seal."""

    # ---- before and during the pass over the log ----------------------------------------

    def begin(self, record: Record, rules: AnyRules) -> None:
        """Find the similar games; called before the log is read."""
        headers, self._names = record.headers, identify_players(record, rules)
        self._date = headers.get(DATE, "")
        self._players = digest_players(headers["Game"], self._names)
        if record.chain.on and not record.header_faults:
            self._identity, _ = identify_game(record, rules)
        self._similar, self._errors = self._memory.find_games_like(
            headers.get(NONCE, ""), self._players, self._identity
        )
        seals = (seal for game in self._similar for copy in game.copies for seal in copy.seals)
        self._wanted = {seal.event for seal in seals if seal.digest and seal.event}
        if self.needs_events:
            known = (key for key in ("Game", POSITION) if key in headers)
            self._events = EventDigest({key: headers[key] for key in known})

    @property
    def needs_events(self) -> bool:
        """Return whether :meth:`listen` must be called with each event."""
        return bool(self._wanted) or self._identity is not None

    def listen(self, step: Step) -> None:
        """Note an event."""
        self._count += 1
        self._rolled += step.actor == CHANCE
        self._events.add(step.event, step.actor)
        if self._count in self._wanted:
            self._digests[self._count] = self._events.digest
            self._rolls[self._count] = self._rolled

    def note_seal(self, row: int) -> None:
        """Note the events above a seal that begins on a row."""
        if self._identity is not None:
            self._seal_digests[row] = self._events.digest

    # ---- after the pass -----------------------------------------------------------------

    def conclude(self, record: Record, verdict: LogVerdict) -> None:
        """Add the warnings to a verdict, and remember the signed facts of a valid log."""
        if not self._players:
            return  # the rules are not known
        try:
            verdict.known_copies += self._find_similar_games(record, verdict)
            if verdict.chain == "valid":
                seals = self._list_seals(record, verdict)
                verdict.known_copies += self._find_other_copies(verdict, seals)
                verdict.identities = [*self._identify(record)]
                if verdict.valid and self._can_write:
                    self._remember(record, seals)
        except UserMemoryError as error:
            self._errors.append(error)
        verdict.warnings += [_make_copy_warning(one, verdict) for one in verdict.known_copies]
        verdict.warnings += [
            finding for one in verdict.identities for finding in _list_warnings(one, verdict.file)
        ]
        verdict.warnings += [make_finding("not_remembered", why=why) for why in self._errors]

    def _list_seals(self, record: Record, verdict: LogVerdict) -> list[KnownSeal]:
        """Return the seals of the log, with the events that they cover."""
        events = {seal.line: seal.event for seal in verdict.seals}
        digests = {row - 1: digest for row, digest in self._seal_digests.items()}
        return [
            msgspec.structs.replace(
                seal, event=events.get(seal.line, 0), digest=digests.get(seal.line, "")
            )
            for seal in list_seals(record)
        ]

    def _find_other_copies(
        self, verdict: LogVerdict, seals: list[KnownSeal]
    ) -> Iterator[KnownRelation]:
        """Yield the known copies of this game that this copy does not contain."""
        if self._identity is None or self._accept:
            return
        game = self._memory.find_game(self._identity, self._players)
        for copy in game.copies if game else ():
            common = count_common(copy.seals, seals)
            missing = copy.seals[common:]
            if not missing:
                continue
            # The rows of the missing seal are directly below the lines that it covers.
            line, head = missing[0].place
            is_fork = (
                common < len(seals)
                or line < verdict.lines
                or (line == verdict.lines and head != verdict.head)
            )
            keys = {seal.key for seal in seals[common:]}
            both = {seal.side for seal in missing if seal.key in keys}
            relation: Relation = "fork" if is_fork else "shorter"
            yield _relate(relation, copy, missing, sorted(both) if is_fork else [])

    def _find_similar_games(self, record: Record, verdict: LogVerdict) -> list[KnownRelation]:
        """Return the known games with a chain whose events this copy has without their seals."""
        signed: dict[str, int] = {}
        for seal in verdict.seals:
            if seal.checked:
                signed[seal.side] = max(seal.event, signed.get(seal.side, 0))
        found = []
        for game in self._similar:
            copies = [*filter(None, (self._match(copy, signed) for copy in game.copies))]
            if copies:
                found.append(max(copies, key=lambda one: one.event))
            elif game.identity.nonce == record.headers.get(NONCE):
                copy = max(game.copies, key=lambda copy: copy.last.line)
                if not record.chain.on:
                    found.append(_relate("named", copy, copy.seals, []))
                elif own := tuple(seal for seal in copy.seals if seal.own):
                    found.append(_relate("reused", copy, own, []))
        if found and record.source is not None and is_library_log(record.source.data):
            return []  # a recorded game that everyone has
        return found

    def _match(self, copy: KnownCopy, signed: dict[str, int]) -> KnownRelation | None:
        """Return the relation to a known copy whose signed events the log has without seals."""
        equal = [
            at for at, seal in enumerate(copy.seals)
            if seal.event and seal.digest and self._digests.get(seal.event) == seal.digest
        ]  # fmt: skip
        if not equal or (copy.date and self._date and copy.date != self._date):
            return None
        seals = copy.seals[: equal[-1] + 1]
        event = seals[-1].event
        if not self._rolls[event] and event < LONG:
            return None  # two games often begin with the same events
        lacking = tuple(seal for seal in seals if signed.get(seal.side, 0) < seal.event)
        if not lacking:
            return None
        found = _relate("stripped", copy, lacking, [])
        return msgspec.structs.replace(found, event=event)

    def _identify(self, record: Record) -> Iterator[Identity]:
        """Yield the known facts about the name and each key of each side."""
        skeletons = {side: make_skeleton(name) for side, name in self._names.items()}
        links = _list_links(record)
        for side in dict.fromkeys([*self._names, *record.seals.keys]):
            name = record.headers.get(side.capitalize(), "")
            known = self._memory.list_keys(name) if name else ()
            similar = [
                self._names[other] for other, skeleton in skeletons.items()
                if other != side and skeleton and skeleton == skeletons.get(side)
            ]  # fmt: skip
            keys = _list_keys(record, side)
            if keys:
                similar += sorted({one.name for one in known} - {name})
            found = Identity(
                side, name, marks=find_name_marks(name) if name or keys else [],
                similar=[*dict.fromkeys(similar)],
            )  # fmt: skip
            if not keys and (found.marks or found.similar):
                yield found
            own = [one for one in known if one.name == name]
            for key in keys:
                yield self._identify_key(found, key, own, links)

    def _identify_key(
        self, found: Identity, key: str, known: list[KnownKey], links: list[tuple[str, str]]
    ) -> Identity:
        """Return the identity of a side with the known facts about one of its keys."""
        status = "unnamed"
        if self._memory.folder is None:
            status = "unremembered"
        elif found.name:
            status = _find_status(key, known, links)
        others = dict.fromkeys(one.key for one in known if one.key != key)
        return msgspec.structs.replace(
            found, key=format_fingerprint(key), status=status,
            since=min((one.time for one in known if one.key == key), default=""),
            other_keys=[*map(format_fingerprint, others)],
        )  # fmt: skip

    def _remember(self, record: Record, seals: list[KnownSeal]) -> None:
        if self._identity is None:
            return
        if not all(seal.checked for seal in record.seals.made):
            return  # the package that checks signatures is missing
        if not seals:
            if self._accept:
                self._memory.forget_game(self._identity, self._players)
            return
        file = describe_path(self._path)
        copy = make_known_copy(record, seals, file)
        game = record.headers["Game"]
        self._memory.remember_copy(game, self._identity, self._players, copy, self._accept)
        for seal in {(seal.side, seal.key): seal for seal in reversed(seals)}.values():
            remember_key(self._memory, record, seal, file)


def remember_key(memory: UserMemory, record: Record, seal: KnownSeal, file: str) -> None:
    """Remember the key of a seal for the name of its side, if the log has a name."""
    if name := record.headers.get(seal.side.capitalize(), ""):
        follows = {new: old for old, new in _list_rotations(record)}.get(seal.key, "")
        memory.add_key(KnownKey(name, seal.key, "seal", current_time(), file, seal.line, follows))


def make_known_copy(record: Record, seals: Iterable[KnownSeal], file: str) -> KnownCopy:
    """Return a copy of a game with its seals, to be remembered."""
    return KnownCopy(file, current_time(), tuple(seals), record.headers.get(DATE, ""))


def describe_path(path: Path) -> str:
    """Return a path as text that can be saved: a name that is not UTF-8 gets question marks."""
    text = STANDARD_INPUT if str(path) == STANDARD_INPUT else str(path.absolute())
    return text.encode("utf-8", "replace").decode()


def format_fingerprint(key: str) -> str:
    """Return the fingerprint of a key that is given in hexadecimal."""
    return compute_fingerprint(bytes.fromhex(key))


def _relate(
    relation: Relation, copy: KnownCopy, seals: tuple[KnownSeal, ...], both: list[str]
) -> KnownRelation:
    """Return a relation to a known copy, with the sides and the keys of some of its seals."""
    sides = [*dict.fromkeys(seal.side for seal in seals)]
    keys = [*map(format_fingerprint, dict.fromkeys(seal.key for seal in seals))]
    return KnownRelation(
        relation, copy.file, copy.time[:10], sides, keys, seals[-1].line, seals[-1].event, both
    )


def _list_keys(record: Record, side: str) -> list[str]:
    """Return the keys with which a side has signed, and its last key."""
    keys = [seal.note.key.raw.hex() for seal in record.seals.made if seal.side == side]
    last = record.seals.keys.get(side)
    return [*dict.fromkeys([*keys, *([last.raw.hex()] if last else [])])]


def _list_rotations(record: Record) -> list[tuple[str, str]]:
    """Return the old and the new key of each `%key` line that the old key signed."""
    return [
        (seal.note.key.raw.hex(), new)
        for seal in record.seals.made
        if seal.word == KEY and seal.checked
        and (new := parse_verifier_key(seal.statement).raw.hex()) != seal.note.key.raw.hex()
    ]  # fmt: skip


def _list_links(record: Record) -> list[tuple[str, str]]:
    """Return pairs of keys of a log: a key, and another key that vouches for it.

    The old key vouches for the new key that it introduces. The new key vouches for the old key
    only if it has signed a line below: anyone can introduce a key of someone else.
    """
    signed = {seal.note.key.raw.hex() for seal in record.seals.made if seal.checked}
    rotations = _list_rotations(record)
    return [(new, old) for old, new in rotations] + [
        (old, new) for old, new in rotations if new in signed
    ]


def _find_status(key: str, known: list[KnownKey], links: list[tuple[str, str]]) -> str:
    """Return the status of a key of a name: see :class:`Identity`."""
    both_ways = [(one.key, one.follows) for one in known if one.follows]
    links = [*links, *both_ways, *((old, new) for new, old in both_ways)]
    backed, size = {key}, 0
    while size < len(backed):
        size = len(backed)
        backed |= {voucher for one, voucher in links if one in backed}
    trusted = {one.key for one in known if one.how == "hand"}
    if trusted:
        return "trusted" if trusted & backed else "differs"
    if not known:
        return "new"
    return "known" if {one.key for one in known} <= backed else "differs"


# ---- the sentences --------------------------------------------------------------------------

COPY_WARNINGS = {
    "shorter": "copy_shorter", "fork": "copy_fork", "stripped": "copy_stripped",
    "named": "copy_named", "reused": "copy_reused",
}  # fmt: skip
"""The warning for each relation to a known copy."""
NAME_WARNINGS = {
    "invisible": "name_invisible", "variants": "name_variants", "mixed": "name_mixed",
}  # fmt: skip
"""The warning for each mark of a name."""


def _make_copy_warning(found: KnownRelation, verdict: LogVerdict) -> Finding:
    """Return the warning about another copy."""
    facts: dict[str, object] = {
        "file": found.file, "date": found.date, "sides": found.sides, "last": found.line,
    }  # fmt: skip
    if found.relation in ("shorter", "fork"):
        facts["keys"] = tuple(found.keys)
    if found.relation == "shorter":
        facts["count"] = verdict.lines
    elif found.relation == "stripped":
        facts["n"] = found.event
    elif found.both:
        return make_finding("copy_fork_both", other=found.both, **facts)
    return make_finding(COPY_WARNINGS[found.relation], **facts)


def _list_warnings(found: Identity, log: str) -> Iterator[Finding]:
    """Yield the warnings about a key and a name in a log."""
    words = {"word": quote_word(found.name), "log": quote_word(log)}
    facts = {"name": found.name, "key": found.key} | words
    if found.status == "new":
        yield make_finding("first_seen", **facts)
    elif found.status == "differs":
        yield make_finding("key_differs", keys=tuple(found.other_keys), **facts)
    elif found.status == "unnamed" and found.side != DEALER:  # no header names a dealer
        yield make_finding("name_missing", side=found.side, key=found.key)
    for mark in found.marks:
        if mark in NAME_WARNINGS:
            yield make_finding(NAME_WARNINGS[mark], name=found.name, side=found.side)
    for other in found.similar:
        ident = "name_equal" if other == found.name else "name_similar"
        yield make_finding(
            ident, name=found.name, **({} if other == found.name else {"like": other})
        )
