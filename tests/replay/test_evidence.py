"""The evidence ledgers: each fact holds on a data set, a spoiled one fails, dates have sources."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from senpu.logs.record import LIBRARY
from senpu.notation.faults import Error
from senpu.notation.messages import LANGUAGES
from senpu.replay.core.registry import GAMES
from senpu.replay.evidence.assertions import FactFinding, check_fact
from senpu.replay.evidence.evaluation import ExaminedSet, examine_sets
from senpu.replay.evidence.ledger import (
    FILE,
    KINDS,
    EvidenceFact,
    EvidenceLedger,
    IllegalTest,
    LegalTest,
    parse_ledger,
    read_ledger,
)
from senpu.spec.loader import SPEC, read_folder

SHIPPED = sorted(path.parent.name for path in SPEC.glob(f"*/{FILE}"))
HISTORICAL = sorted(LIBRARY.glob("*/historical*.notes.toml"))
MONTHS = "January February March April May June July August September October November December"
DATE = re.compile(rf"\b(?:[Ll]ate|[Ee]arly|\d+) (?:in )?(?:{'|'.join(MONTHS.split())})\b")


@cache
def examine(game: str) -> tuple[EvidenceLedger, list[ExaminedSet]]:
    ledger = read_ledger(game)
    return ledger, examine_sets(ledger)


def test_every_shipped_game_has_a_ledger() -> None:
    library = [name for name, game in GAMES.items() if game.library]
    assert sorted(library) == SHIPPED


@pytest.mark.parametrize("game", SHIPPED)
def test_every_fact_holds_on_a_shipped_set_and_most_on_the_default(game: str) -> None:
    ledger, sets = examine(game)
    facts = {fact.id for fact in ledger.fact if not fact.untested}
    assert facts
    for each in sets:
        assert each.findings.keys() == facts
        assert each.satisfied <= sets[0].satisfied, each.name
    held = {ident for each in sets for ident, finding in each.findings.items() if finding.holds}
    assert facts - held == set()


SPOILED: dict[str, dict[str, Any]] = {
    "count": {"exact": 99, "least": None, "most": None},
    "distance": {"exact": 99, "least": None, "most": None},
    "name": {"equal": "spoiled"},
    "odds": {"shares": {"spoiled": 50.0}},
    "result": {"ending": "Elephants 9.9"},
}
"""The changes of a test, by kind, after which it fails."""


def spoil(fact: EvidenceFact) -> EvidenceFact:
    """Return a fact that states the opposite, or another number."""
    test: Any = getattr(fact, fact.kind)
    changes: dict[str, Any]
    if fact.kind in ("legal", "illegal"):
        names = ("position", "log", "at", "events", "event")
        fields = {name: getattr(test, name) for name in names}
        if fact.kind == "legal":
            return replace(fact, legal=None, illegal=IllegalTest(**fields))
        return replace(fact, illegal=None, legal=LegalTest(**fields))
    if fact.kind in ("adjacent", "reach"):
        changes = {"equal": not test.equal}
    elif fact.kind != "value":
        changes = SPOILED[fact.kind]
    elif test.has or test.lacks:
        changes = {"has": test.lacks, "lacks": test.has}
    else:
        changes = {"equal": "spoiled"} if test.equal is not None else {"among": ("spoiled",)}
    return replace(fact, **{fact.kind: replace(test, **changes)})


@pytest.mark.parametrize("game", SHIPPED)
def test_a_spoiled_fact_fails(game: str) -> None:
    ledger, sets = examine(game)
    kinds = set()
    for fact in ledger.fact:
        if fact.untested:
            continue
        each = next(each for each in sets if each.findings[fact.id].holds)
        rules = each.open(fact.edition or each.editions[0], fact.options)
        found = check_fact(spoil(fact), rules)
        assert not found.holds, fact.id
        assert found.found is not None
        kinds.add(fact.kind)
        for language in LANGUAGES:
            assert found.found.text(language)
    assert len(kinds) > len(KINDS) // 2


def test_the_odds_at_port_arthur_decide_between_the_data_sets() -> None:
    _, sets = examine("russojapanese")
    for each in sets:
        odds, printed = (
            each.findings[name].holds for name in ("port-arthur-from-dalian", "port-arthur-1201")
        )
        assert odds != printed, each.name


# ---- dated claims --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", HISTORICAL, ids=lambda path: path.parent.name + "/" + path.stem)
def test_every_dated_note_of_a_reconstruction_has_an_entry(path: Path) -> None:
    log = path.name.removesuffix(".notes.toml")
    ledger, _ = examine(path.parent.name)
    known = {number for claim in ledger.claim for number in claim.events.get(log, ())}
    dated = {
        note["event"]
        for note in tomllib.loads(path.read_text("utf-8"))["note"]
        if "date" in note or DATE.search(f"{note.get('bookmark', '')} {note.get('comment', '')}")
    }
    assert len(dated) > 5
    assert dated - known == set()
    logs = {name for claim in ledger.claim for name in claim.events}
    assert all((path.parent / f"{name}.senpu").exists() for name in logs)


@pytest.mark.parametrize("game", SHIPPED)
def test_every_text_is_in_every_language(game: str) -> None:
    ledger, _ = examine(game)
    texts = [each.part or each.unread for each in ledger.source]
    texts += [each.claim for each in ledger.fact] + [each.claim for each in ledger.claim]
    texts += [each.untested for each in ledger.fact] + [each.note for each in ledger.claim]
    texts += [each.at for each in ledger.fact if isinstance(each.at, dict)]
    assert [each for each in texts if each and each.keys() != set(LANGUAGES)] == []


# ---- malformed ledgers ---------------------------------------------------------------------------

LEDGER = """senpu-evidence = 1
game = "800"
[[source]]
id = "J"
title = "The rules"
read = "2026-11-29"
[[source]]
id = "P5"
title = "A report"
unread.en = "not public"
[[fact]]
id = "a-b"
claim.en = "A touches B."
source = "J"
provenance = "printed"
adjacent = { places = ["A", "B"], is = true }
[[claim]]
events = { historical-bonsai = [5] }
date = "1937-10-27"
claim.en = "The first attack."
cited = "the rules"
source = "J"
finding = "agrees"
"""


TEST = 'adjacent = { places = ["A", "B"], is = true'


def parse(text: str) -> EvidenceLedger:
    return parse_ledger(tomllib.loads(text), Path("evidence.toml"), read_folder(SPEC / "800"))


def check(text: str) -> FactFinding:
    ledger = parse(text)
    return check_fact(ledger.fact[0], examine_sets(ledger)[0].open("bonsai-2021"))


def test_the_ledger_of_the_next_test_is_valid() -> None:
    assert check(LEDGER).holds


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("senpu-evidence = 1", "", "senpu-evidence = 1"),
        ("senpu-evidence = 1", "senpu-evidence = 2", "senpu-evidence"),
        ('game = "800"', 'game = "chess"', "game: chess"),
        ('id = "P5"', 'id = "J"', "source: the id J is given twice"),
        ('id = "a-b"', 'id = "a b"', "fact: the id a b"),
        ('unread.en = "not public"', "", "source P5: expected the date"),
        ('unread.en = "not public"', 'unread.ja = "x"', "source P5.unread: expected a text"),
        ("claim.en = \"A", "claim.xx = \"A", "fact a-b.claim: expected a text"),
        ('source = "J"\nprov', 'source = "K"\nprov', "fact a-b.source: K is unknown"),
        ('"printed"', '"guessed"', "fact a-b.provenance: guessed is unknown"),
        ("adjacent =", "next =", "fact[0].next"),
        ("adjacent = {", "untested.en = \"no\"\nadjacent = {", "exactly one of"),
        (TEST + " }", "", "exactly one of"),
        (", is = true", "", "fact[0].adjacent.is"),
        (", is = true", ', is = "yes"', "fact[0].adjacent.is"),
        ('["A", "B"]', '["A"]', "fact[0].adjacent.places"),
        ("adjacent = {", 'edition = "x"\nadjacent = {', "fact a-b.edition: x is unknown"),
        ("adjacent = {", 'options = ["x"]\nadjacent = {', "fact a-b.options: x is unknown"),
        (TEST, 'value = { table = "x", is = 1', "fact a-b.value.table"),
        (TEST, 'value = { table = "role"', "fact a-b.value"),
        (TEST, "count = { side = \"x\", is = 1", "count.side"),
        (TEST, "count = { side = \"japan\"", "fact a-b.count"),
        (TEST, 'odds = { event = "J: x"', "fact a-b.odds"),
        (TEST, "result = { ", "fact a-b.result"),
        (TEST, 'legal = { event = "i1>>B"', "fact a-b"),
        ("adjacent = {", "adjacent = {\n", "evidence.toml"),
        ('"agrees"', '"true"', "claim 1.finding: true is unknown"),
        ('"agrees"', '"unread"', "claim 1.source"),
        ('source = "J"\nfinding', 'source = "P5"\nfinding', "the source P5 was not"),
        ("[5]", '["five"]', "claim[0].events"),
    ],
)  # fmt: skip
def test_a_malformed_ledger_is_an_error_with_its_place(old: str, new: str, expected: str) -> None:
    text = LEDGER.replace(old, new, 1)
    assert text != LEDGER
    with pytest.raises((Error, tomllib.TOMLDecodeError)) as caught:
        check(text)
    if isinstance(caught.value, Error):
        assert expected in caught.value.text("en")
        assert "evidence.toml" in caught.value.text("en") or "800" in caught.value.text("en")
        assert caught.value.text("ja") != caught.value.text("en")
