"""`senpu data evidence`: the facts of the ledgers, tested on data sets."""

from argparse import Namespace
from collections.abc import Iterator

import msgspec

from senpu.logs.inputs import Input
from senpu.replay.core.registry import GAMES, list_editions, read_data_file
from senpu.replay.evidence.evaluation import ExaminedSet, examine_sets
from senpu.replay.evidence.ledger import FILE, EvidenceLedger, read_ledger
from senpu.spec.data import find_game
from senpu.tui.commands.arguments import (
    UnusableLogError,
    encode_json,
)
from senpu.tui.printing import print_data, print_text
from senpu.tui.render.evidence_report import EvidenceReport, make_evidence_object
from senpu.tui.render.text_layout import get_prose_width, get_text


def show_evidence(given: Namespace) -> int:
    """Print the facts that each data set satisfies. Return the exit status."""
    tested = list(_examine(given.game, given.data))
    if given.json:
        objects = [make_evidence_object(*each, given.lang) for each in tested]
        print_data(msgspec.json.format(encode_json(objects)) + "\n")
        return 0
    width = get_prose_width()
    whole = given.game or given.data or given.all
    for number, (ledger, sets) in enumerate(tested):
        report = EvidenceReport(ledger, sets, given.lang, width)
        if number:
            print_text()
        for row in report.render_summary():
            print_text(row)
        rows = list(report.render_failures()) if whole else []
        rows += report.render_facts() if given.all else ()
        rows += report.render_claims(given.all) if whole else ()
        for row in rows:
            print_text(row)
    if not given.all:
        print_text()
        hint = "evidence_hint_all" if whole else "evidence_hint_game"
        print_text(get_text(given.lang, hint))
    return 0


def _examine(
    named: str | None, data_file: Input | None
) -> Iterator[tuple[EvidenceLedger, list[ExaminedSet]]]:
    """Yield the ledgers, each with its tested data sets. Raises Error."""
    own = find_game(read_data_file(data_file), data_file.path) if data_file is not None else ""
    if named and own and named.partition("/")[0] != own.partition("/")[0]:
        raise UnusableLogError("evidenceOtherGame", path=data_file, game=named, other=own)
    ident = next((each for each in (named, own) if each and "/" in each), named or own)
    games = [ident] if ident else [game for game in GAMES if (GAMES[game].folder / FILE).exists()]
    for each in games:
        editions = tuple(edition.partition("/")[2] for edition in list_editions(each))
        ledger = read_ledger(each)
        yield ledger, examine_sets(ledger, data_file, editions)
