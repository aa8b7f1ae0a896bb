"""The ledger of a game, `spec/<game>/evidence.toml`: sources, facts and dated claims.

`spec/en/reference/evidence.md` describes the format. This module reads and checks the file; it
tests no fact.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from senpu.logs.toml_files import convert_content
from senpu.notation.faults import Error
from senpu.notation.messages import SOURCE, Message
from senpu.replay.core.registry import get_registration
from senpu.spec.data import PROVENANCES
from senpu.spec.loader import GameFolder, read_folder, read_toml

KEY, VERSION = "senpu-evidence", 1
"""The key and the version of a ledger."""
FILE = "evidence.toml"


class LedgerError(Error):
    """A ledger is malformed, or a game has none: with the file and the key."""


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; an unknown key is an error."""


class Bounds(Strict, frozen=True, kw_only=True):
    """An expected number, or the least and the most."""

    exact: int | None = msgspec.field(name="is", default=None)
    least: int | None = None
    most: int | None = None

    def allow(self, number: int) -> bool:
        """Return whether a number is as expected."""
        return (
            self.exact in (None, number)
            and (self.least is None or number >= self.least)
            and (self.most is None or number <= self.most)
        )


class ValueTest(Strict, frozen=True, kw_only=True):
    """Values of a table: `is` each of them, or the members of all of them together."""

    table: str
    keys: tuple[str, ...] = ()
    """The keys; empty for all keys of the table."""
    equal: Any = msgspec.field(name="is", default=None)
    among: tuple[Any, ...] = ()
    has: tuple[Any, ...] = ()
    lacks: tuple[Any, ...] = ()


class CountTest(Bounds, frozen=True, kw_only=True):
    """The number of units, of a side and with some values; or of entries or members of a table."""

    side: str = ""
    where: dict[str, Any] = {}
    """The value of the unit by table."""
    table: str = ""
    """The table whose entries are counted in place of units."""
    key: str = ""
    """An entry with a list; its members are counted."""
    of: Any = None
    """The value of the entries that count; None for all."""


class NameTest(Strict, frozen=True, kw_only=True):
    """The name of a unit, a place or a card."""

    table: str
    id: str
    equal: str = msgspec.field(name="is")
    language: str = SOURCE


class AdjacencyTest(Strict, frozen=True, kw_only=True):
    """Two places and whether they are adjacent; water between hexes does not matter."""

    places: tuple[str, str]
    equal: bool = msgspec.field(name="is")


class DistanceTest(Bounds, frozen=True, kw_only=True):
    """The number of steps between two places, around some others."""

    places: tuple[str, str]
    avoid: tuple[str, ...] = ()


class SituationTest(Strict, frozen=True, kw_only=True):
    """A position, and the events that lead on from it."""

    position: str = ""
    """The fields of a position text; without them the game begins as usual."""
    log: str = ""
    """A log of the library, `historical-bonsai`: its events up to `at`."""
    at: int = 0
    events: tuple[str, ...] = ()
    """The rows of a log, after the position or the log."""


class ReachTest(SituationTest, frozen=True, kw_only=True):
    """A unit and places, and whether a legal event leads it to one of them."""

    unit: str
    to: tuple[str, ...]
    equal: bool = msgspec.field(name="is", default=True)


class LegalTest(SituationTest, frozen=True, kw_only=True):
    """Events that are legal one after the other."""

    event: str


class IllegalTest(LegalTest, frozen=True, kw_only=True):
    """An event that a rule forbids."""

    rule: str = ""
    """The number of the rule; empty for any."""


class OddsTest(SituationTest, frozen=True, kw_only=True):
    """The odds of an attack."""

    event: str
    shares: dict[str, float] = {}
    """The expected shares of some results, in %."""
    within: float = 0.5
    """The tolerance in percentage points."""
    column: str = ""
    need: int | None = None


class ResultTest(SituationTest, frozen=True, kw_only=True):
    """The position after the events."""

    units: dict[str, str] = {}
    """The place of some units; empty for a unit off the map."""
    fields: dict[str, str] = {}
    """Some fields of the position text."""
    ending: str = ""


AnyTest = (
    ValueTest
    | CountTest
    | NameTest
    | AdjacencyTest
    | DistanceTest
    | ReachTest
    | LegalTest
    | IllegalTest
    | OddsTest
    | ResultTest
)


Texts = dict[str, str]
"""A text by language; English is required."""


class EvidenceSource(Strict, frozen=True, kw_only=True):
    """A page, a rulebook or a book, and whether it was read for the ledger."""

    id: str
    title: str
    address: str = ""
    date: str = ""
    """The date of the source: `2024-06-03`, `2011`."""
    read: str = ""
    """The date on which the source was read; empty if it was not."""
    part: Texts = {}
    """The part that was read; empty for the whole."""
    unread: Texts = {}
    """The reason why it was not read."""


class EvidenceFact(Strict, frozen=True, kw_only=True):
    """A public fact with one test, or with the reason why it has none."""

    id: str
    claim: Texts
    source: str
    at: str | Texts = ""
    """The place in the source, such as a section; with words, by language."""
    provenance: str
    edition: str = ""
    options: tuple[str, ...] = ()
    value: ValueTest | None = None
    count: CountTest | None = None
    name: NameTest | None = None
    adjacent: AdjacencyTest | None = None
    distance: DistanceTest | None = None
    reach: ReachTest | None = None
    legal: LegalTest | None = None
    illegal: IllegalTest | None = None
    odds: OddsTest | None = None
    result: ResultTest | None = None
    untested: Texts = {}

    @property
    def kind(self) -> str:
        """The kind of its test; `untested` if it has none."""
        return next(self.list_kinds(), "untested")

    def list_kinds(self) -> Iterator[str]:
        """Yield the kinds of its tests, and `untested`; a correct fact has one."""
        yield from (kind for kind in (*KINDS, "untested") if getattr(self, kind))


KINDS = (
    "value", "count", "name", "adjacent", "distance", "reach", "legal", "illegal", "odds", "result",
)  # fmt: skip
"""The kinds of tests: keys of a fact."""

FINDINGS = ("agrees", "differs", "unread")
"""The results of the check of a dated claim."""


class DatedClaim(Strict, frozen=True, kw_only=True):
    """A date or a dated statement of a reconstruction, and its check against a source."""

    events: dict[str, tuple[int, ...]]
    """The numbers of the events with the notes, by log: `historical-bonsai`."""
    date: str
    """The date as the log states it: `1937-10-31`, `1904-05`."""
    claim: Texts
    cited: str
    """The source that the notes name."""
    source: str = ""
    """The source of the check; empty if none was read."""
    finding: str
    note: Texts = {}
    """The statement of the source, if it differs or adds something."""


def choose_text(texts: str | Texts, language: str) -> str:
    """Return a text in a language, else in English; empty if there is none."""
    if isinstance(texts, str):
        return texts
    return texts.get(language, texts.get(SOURCE, ""))


class EvidenceLedger(Strict, frozen=True, kw_only=True):
    """The content of a ledger."""

    game: str
    source: tuple[EvidenceSource, ...] = ()
    fact: tuple[EvidenceFact, ...] = ()
    claim: tuple[DatedClaim, ...] = ()

    def find_source(self, ident: str) -> EvidenceSource:
        """Return a source by its id; `check_ledger` ensures that it exists."""
        return next(each for each in self.source if each.id == ident)


def read_ledger(game: str) -> EvidenceLedger:
    """Return the ledger of a game.

    Args:
        game: The id of the game or of a rule set.

    Returns:
        The ledger.

    Raises:
        LedgerError: The game has no ledger, or it is malformed.
        Error: There is no such game, or the file is not TOML or has another form.
    """
    folder = get_registration(game).folder
    path = folder / FILE
    if not path.exists():
        raise LedgerError("noLedger", game=game)
    return parse_ledger(read_toml(path), path, read_folder(folder))


def parse_ledger(raw: dict[str, Any], path: Path, folder: GameFolder) -> EvidenceLedger:
    """Return a ledger from the content of its file, after all checks.

    Args:
        raw: The content of the file.
        path: The file, for errors.
        folder: The game.

    Returns:
        The ledger.

    Raises:
        LedgerError: The ledger is malformed.
        Error: The file has another format or version, or a key or value of the wrong kind.
    """
    ledger = convert_content(raw, path, KEY, VERSION, EvidenceLedger)
    for key, why in _find_errors(ledger, folder):
        raise LedgerError("badKey", file=str(path), key=key, why=why)
    return ledger


Wrong = tuple[str, Message]
"""An error: the key, and what is wrong."""


def _find_errors(ledger: EvidenceLedger, folder: GameFolder) -> Iterator[Wrong]:
    """Yield what is wrong with a ledger of the right form."""
    if ledger.game != folder.game.game:
        yield "game", _expected(ledger.game, (folder.game.game,))
    for key, idents in (
        ("source", [each.id for each in ledger.source]),
        ("fact", [each.id for each in ledger.fact]),
    ):
        for ident, n in Counter(idents).items():
            if n > 1 or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-]*", ident):
                why = "ledgerTwice" if n > 1 else "ledgerId"
                yield key, Message(f"errors.{why}", {"name": ident})
    sources = tuple(each.id for each in ledger.source)
    for source in ledger.source:
        yield from _check_texts(f"source {source.id}", part=source.part, unread=source.unread)
        if bool(source.read) == bool(source.unread):
            yield f"source {source.id}", Message("errors.ledgerRead")
    for fact in ledger.fact:
        texts = {"claim": fact.claim or {"": ""}, "untested": fact.untested}
        yield from _check_texts(f"fact {fact.id}", **texts)
        yield from ((f"fact {fact.id}{key}", why) for key, why in _check_fact(fact, folder))
        if fact.source not in sources:
            yield f"fact {fact.id}.source", _expected(fact.source, sources)
    for number, claim in enumerate(ledger.claim, 1):
        key = f"claim {number}"
        yield from _check_texts(key, claim=claim.claim or {"": ""}, note=claim.note)
        if claim.finding not in FINDINGS:
            yield f"{key}.finding", _expected(claim.finding, FINDINGS)
        elif (claim.finding == "unread") == bool(claim.source):
            yield f"{key}.source", Message("errors.ledgerUnread")
        elif claim.source and claim.source not in sources:
            yield f"{key}.source", _expected(claim.source, sources)
        elif claim.source and not ledger.find_source(claim.source).read:
            yield f"{key}.source", Message("errors.ledgerNotRead", {"name": claim.source})


def _check_fact(fact: EvidenceFact, folder: GameFolder) -> Iterator[Wrong]:
    editions = tuple(folder.game.edition)
    if len(kinds := tuple(fact.list_kinds())) != 1:
        yield "", Message("errors.ledgerTests", {"given": kinds, "have": (*KINDS, "untested")})
    if fact.provenance not in PROVENANCES:
        yield ".provenance", _expected(fact.provenance, PROVENANCES)
    if fact.edition and fact.edition not in editions:
        yield ".edition", _expected(fact.edition, editions)
        return
    edition = fact.edition or editions[0]
    options = tuple(option.id for option in folder.game.edition[edition].option)
    for option in fact.options:
        if option not in options:
            yield ".options", _expected(option, options)
    tables = folder.values[edition].tables
    test = getattr(fact, fact.kind)
    if isinstance(test, ValueTest):
        yield from _check_tables((test.table,), tables, ".value.table")
        if not (test.equal is not None or test.among or test.has or test.lacks):
            yield ".value", Message("errors.ledgerEmpty", {"have": ("is", "among", "has", "lacks")})
    if isinstance(test, CountTest):
        yield from _check_tables(test.where, tables, ".count.where")
        yield from _check_tables((test.table,) if test.table else (), tables, ".count.table")
        sides = tuple(side.id for side in folder.game.side)
        if test.side and test.side not in sides:
            yield ".count.side", _expected(test.side, sides)
    if isinstance(test, Bounds) and (test.exact, test.least, test.most) == (None, None, None):
        have = ("is", "least", "most")
        yield f".{fact.kind}", Message("errors.ledgerEmpty", {"have": have})
    if isinstance(test, OddsTest) and not (test.shares or test.column or test.need is not None):
        have = ("shares", "column", "need")
        yield ".odds", Message("errors.ledgerEmpty", {"have": have})
    if isinstance(test, ResultTest) and not (test.units or test.fields or test.ending):
        have = ("units", "fields", "ending")
        yield ".result", Message("errors.ledgerEmpty", {"have": have})


def _check_texts(key: str, **texts: Texts) -> Iterator[Wrong]:
    """Yield the texts that lack English."""
    for name, text in texts.items():
        if text and not text.get(SOURCE):
            yield f"{key}.{name}", Message("errors.ledgerText", {"language": SOURCE})


def _check_tables(names: Iterable[str], tables: Iterable[str], key: str) -> Iterator[Wrong]:
    known = tuple(tables)
    for name in names:
        if name not in known:
            yield key, _expected(name, known)


def _expected(given: str, have: tuple[str, ...]) -> Message:
    return Message("errors.ledgerWord", {"given": given, "have": have})
