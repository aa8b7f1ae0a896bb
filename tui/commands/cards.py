"""`senpu deal`, `senpu hand`, `senpu reveal`: face-down cards, for the dealer and the players."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom

from senpu.logs.hand_sheets import Card, Sheet, keep, read, sheet_of, write
from senpu.logs.record import Record, open_record
from senpu.replay.core.registry import rules_for
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.recording.dealing import deal, held, known, machine_of, owed, show
from senpu.replay.recording.log_writing import Draft, InvalidLogError, Scribe, replayed
from senpu.tui.commands.arguments import (
    RejectedLogError,
    UnusableLogError,
    add_data,
    add_language,
    narrator,
)
from senpu.tui.commands.log_writing import write as append
from senpu.tui.commands.parsing import Parser
from senpu.tui.render.text_layout import word


def prepare_deal(parser: Parser) -> Callable[[Namespace], int]:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument(
        "-o", dest="out", type=Path, metavar="DIR",
    )  # fmt: skip
    add_data(parser)
    add_language(parser)
    return run_deal


def run_deal(given: Namespace) -> int:
    """Deal the pending cards, and write the sheet of each player."""
    record, reducer = sealed(given)
    nonce = record.seals.nonce
    dealt = False
    while awaited(given):
        dealt = True

        def drafted(scribe: Scribe, reducer: LogReducer) -> Draft:
            record, _ = sealed(given)
            sheet = sheet_of(nonce)
            if missing := record.hands.sealed.keys() - sheet.by_name().keys():
                raise RejectedLogError(
                    "cardsNotKept", path=given.file, cards=tuple(sorted(missing))
                )
            whole = folded(given, known(sheet))
            first = len(record.hands.sealed) + 1
            line, text, new = deal(scribe.rules, whole.state, sheet, first, SystemRandom())
            keep(new)  # before anything stands in the log: a salt that is lost opens nothing
            reducer.read(machine_of(line))
            draft = scribe.draft(text)
            return draft._replace(text=line + draft.text)

        if status := append(given, drafted):
            return status
    if not dealt:
        raise RejectedLogError("noDealPending", path=given.file)
    sheet, folder = sheet_of(nonce), given.out or given.file.parent
    say = narrator(reducer.rules, given)
    for side in dict.fromkeys(card.side for card in sheet.cards):
        path = folder / f"{given.file.stem}.{side}.hand"
        write(path, sheet.of(side))
        print(word(given.lang, "hand_for", file=path, side=say.side(side)))
    return 0


def sealed(given: Namespace) -> tuple[Record, LogReducer]:
    """Return a valid log with face-down hands, and its last position. Raises UnusableLogError."""
    return _folded(given, None)


def folded(given: Namespace, cards: dict[str, str]) -> LogReducer:
    """Return the last position of a log with some cards known."""
    return _folded(given, cards)[1]


def _folded(given: Namespace, cards: dict[str, str] | None) -> tuple[Record, LogReducer]:
    record = open_record(given.file)
    if not record.sealed:
        raise UnusableLogError("noFaceDownHands", path=given.file)
    try:
        _, reducer, _ = replayed(record, rules_for(record, given.data), cards)
    except InvalidLogError as error:
        raise RejectedLogError.from_error(error) from None
    return record, reducer


def awaited(given: Namespace) -> bool:
    """Return whether a deal is pending."""
    _, reducer = sealed(given)
    return bool(reducer.rules.drawing_side(reducer.state))


def prepare_hand(parser: Parser) -> Callable[[Namespace], int]:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("sheet", type=Path, nargs="?", metavar="SHEET")
    add_data(parser)
    add_language(parser)
    return run_hand


def run_hand(given: Namespace) -> int:
    """Read a sheet from the dealer, if it fits the log, and print the hand."""
    record, reducer = sealed(given)
    nonce = record.seals.nonce
    if given.sheet is not None:
        sheet = read(given.sheet)
        check(given, record, sheet)
        keep(sheet)
    sheet = sheet_of(nonce)
    must = owed(reducer, sheet)
    cards, say = held(reducer, sheet), narrator(reducer.rules, given)
    for name, card in sorted(cards.items(), key=lambda each: (each[1].side, each[1].card)):
        ident = "hand_owed" if name in must else "hand_card"
        print(word(given.lang, ident, side=say.side(card.side), card=card.card, name=name))
    if not cards:
        print(word(given.lang, "hand_none", file=given.file))
    return 0


def check(given: Namespace, record: Record, sheet: Sheet) -> None:
    """That a sheet tells the cards that the log has sealed. Raises RejectedLogError."""
    if sheet.nonce != record.seals.nonce:
        raise RejectedLogError("sheetOtherGame", path=given.sheet, file=given.file)
    for name, card in sheet.by_name().items():
        if record.hands.sealed.get(name) != card.sealed(sheet.nonce):
            raise RejectedLogError(
                "sheetOtherCard", path=given.sheet, card=card.card, side=card.side,
                commitment=card.sealed(sheet.nonce).digest, number=card.number,
            )  # fmt: skip


def prepare_reveal(parser: Parser) -> Callable[[Namespace], int]:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("cards", nargs="*", metavar="CARD")
    parser.add_argument("--all", action="store_true")
    add_data(parser)
    add_language(parser)
    return run_reveal


def run_reveal(given: Namespace) -> int:
    """Reveal face-down cards with their salts."""
    record, reducer = sealed(given)
    shut = {
        name: card
        for name, card in sheet_of(record.seals.nonce).by_name().items()
        if name in record.hands.sealed and name not in record.hands.shown
    }
    chosen = wanted(given, shut)
    if not given.cards and not given.all and not over(reducer):
        raise UnusableLogError("revealDuringGame", path=given.file)
    if not chosen:
        raise RejectedLogError("nothingToReveal", path=given.file)
    return append(given, lambda _, reducer: Draft(show(reducer, chosen), [], []), after_end=True)


def over(reducer: LogReducer) -> bool:
    """Return whether no event is legal, so that only cards can be revealed."""
    return next(reducer.rules.legal(reducer.state), None) is None


def wanted(given: Namespace, shut: dict[str, Card]) -> dict[str, Card]:
    """Return the cards to reveal. Raises UnusableLogError."""
    if not given.cards:
        return shut
    chosen: dict[str, Card] = {}
    for text in given.cards:
        found = {name: card for name, card in shut.items() if text in (name, card.card)}
        if len(found) != 1:
            if not shut:
                raise UnusableLogError("noFaceDownCard", text=text)
            available = tuple(f"{card.card} ({name})" for name, card in shut.items())
            raise UnusableLogError("unknownFaceDownCard", text=text, available=available)
        chosen |= found
    return chosen


PREPARE = {"deal": prepare_deal, "hand": prepare_hand, "reveal": prepare_reveal}
