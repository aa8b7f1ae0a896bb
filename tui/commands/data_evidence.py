"""`senpu data evidence`: the facts of the ledgers, tested on data sets."""

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

import msgspec

from senpu.logs.inputs import Input
from senpu.replay.core.registry import GAMES, get_registration, list_rule_sets, read_data_file
from senpu.replay.evidence.evaluation import ExaminedSet, examine_sets
from senpu.replay.evidence.ledger import FILE, EvidenceLedger, choose_text, read_ledger
from senpu.spec.data import DataError
from senpu.tui.commands.arguments import (
    UnusableLogError,
    add_data,
    add_json,
    add_language,
    encode_json,
)
from senpu.tui.commands.parsing import Parser
from senpu.tui.printing import print_data, print_text
from senpu.tui.render.evidence_report import EvidenceReport
from senpu.tui.render.text_layout import WIDTH, get_text, get_width


def add_evidence(parser: Parser) -> None:
    """Add the arguments of `senpu data evidence`."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="evidence_game")
    add_data(parser)
    parser.add_argument("--all", action="store_true", dest="every")
    add_json(parser)
    add_language(parser)


def show_evidence(given: Namespace) -> int:
    """Print the facts that each data set satisfies. Return the exit status."""
    tested = list(_examine(given.game, given.data))
    if given.json:
        objects = [make_object(*each, given.lang) for each in tested]
        print_data(msgspec.json.format(encode_json(objects)) + "\n")
        return 0
    width = min(WIDTH, get_width() - 1)
    whole = given.game or given.data or given.every
    for number, (ledger, sets) in enumerate(tested):
        report = EvidenceReport(ledger, sets, given.lang, width)
        if number:
            print_text()
        for row in report.render_summary():
            print_text(row)
        rows = list(report.render_failures()) if whole else []
        rows += report.render_facts() if given.every else ()
        rows += report.render_claims(given.every) if whole else ()
        for row in rows:
            print_text(row)
    if not given.every:
        print_text()
        hint = "evidence_hint_all" if whole else "evidence_hint_game"
        print_text(get_text(given.lang, hint))
    return 0


def _examine(
    named: str | None, data_file: Input | None
) -> Iterator[tuple[EvidenceLedger, list[ExaminedSet]]]:
    """Yield the ledgers, each with its tested data sets. Raises Error."""
    own = _find_game(data_file) if data_file is not None else ""
    if named and own and named.partition("/")[0] != own.partition("/")[0]:
        raise UnusableLogError("evidenceOtherGame", path=data_file, game=named, other=own)
    ident = next((each for each in (named, own) if each and "/" in each), named or own)
    if ident and "/" in ident and ident not in list_rule_sets():
        get_registration(ident)
        raise UnusableLogError("noRuleSet", name=ident, have=tuple(list_rule_sets()))
    games = [ident] if ident else [game for game in GAMES if _has_ledger(game)]
    for each in games:
        game, _, edition = each.partition("/")
        yield (
            (ledger := read_ledger(game)),
            examine_sets(ledger, data_file, (edition,) if edition else ()),
        )


def _has_ledger(game: str) -> bool:
    return (GAMES[game].folder / FILE).exists()


def _find_game(data_file: Input) -> str:
    """Return the game, or the rule set, that a data file names. Raises DataError."""
    raw = read_data_file(data_file)
    game = raw.get("game")
    if raw.get("senpu-data") != 1 or not isinstance(game, str):
        raise DataError("dataFileHead", path=data_file.path)
    get_registration(game)
    return game


def make_object(ledger: EvidenceLedger, sets: list[ExaminedSet], language: str) -> dict[str, Any]:
    """Return the evidence of a game for `--json`.

    Args:
        ledger: The ledger.
        sets: The tested data sets.
        language: The language of the texts.
    """
    return {
        "game": ledger.game,
        "sets": [
            {
                "name": each.name,
                "title": each.title.get(language, ""),
                "digests": [f"sha256:{digest}" for digest in each.digests.values()],
                "satisfied": each.satisfied,
                "tested": len(each.findings),
            }
            for each in sets
        ],
        "sources": [
            {
                "id": source.id,
                "title": source.title,
                "address": source.address,
                "date": source.date,
                "read": source.read,
                "part": choose_text(source.part, language),
                "unread": choose_text(source.unread, language),
            }
            for source in ledger.source
        ],
        "facts": [
            {
                "id": fact.id,
                "claim": choose_text(fact.claim, language),
                "source": fact.source,
                "at": choose_text(fact.at, language),
                "provenance": fact.provenance,
                "edition": fact.edition,
                "kind": fact.kind,
                "untested": choose_text(fact.untested, language),
                "results": [
                    {
                        "set": each.name,
                        "holds": found.holds,
                        "found": found.found.text(language) if found.found else "",
                    }
                    for each in sets
                    if (found := each.findings.get(fact.id)) is not None
                ],
            }
            for fact in ledger.fact
        ],
        "claims": [
            {
                "events": [
                    {"log": log, "numbers": list(numbers)} for log, numbers in claim.events.items()
                ],
                "date": claim.date,
                "claim": choose_text(claim.claim, language),
                "cited": claim.cited,
                "source": claim.source,
                "finding": claim.finding,
                "note": choose_text(claim.note, language),
            }
            for claim in ledger.claim
        ],
    }
