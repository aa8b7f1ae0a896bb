"""`senpu deal`, `senpu hand`, `senpu reveal`: face-down cards, for the dealer and the players."""

from argparse import Namespace
from random import SystemRandom

from senpu.logs.hand_sheets import (
    HandSheet,
    KnownCard,
    read_own_sheet,
    read_sheet,
    save_sheet,
    write_sheet,
)
from senpu.logs.record import Record
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.recording.dealing import (
    deal_cards,
    find_due_cards,
    find_held_cards,
    map_cards,
    parse_machine_line,
    reveal_cards,
)
from senpu.replay.recording.log_writing import Draft, Drafter, InvalidLogError, replay_log
from senpu.tui.commands.arguments import (
    RejectedLogError,
    UnusableLogError,
    make_narrator,
    open_log,
)
from senpu.tui.commands.log_writing import write_draft as append
from senpu.tui.output_files import make_output
from senpu.tui.printing import print_text
from senpu.tui.render.text_layout import get_text


def run_deal(given: Namespace) -> int:
    """Deal the pending cards, and write the sheet of each player."""
    record, reducer = open_face_down_log(given)
    nonce = record.seals.nonce
    dealt = False
    while is_deal_pending(given):
        dealt = True

        def drafted(scribe: Drafter, reducer: LogReducer) -> Draft:
            record, _ = open_face_down_log(given)
            sheet = read_own_sheet(nonce)
            if missing := record.hands.sealed.keys() - sheet.by_name().keys():
                raise RejectedLogError(
                    "cardsNotKept", path=given.file, cards=tuple(sorted(missing))
                )
            whole = replay_with_cards(given, map_cards(sheet))
            first = len(record.hands.sealed) + 1
            line, text, new = deal_cards(whole, sheet, first, SystemRandom(), given.cards)
            save_sheet(
                new
            )  # before anything is written: without its salt a card cannot be revealed
            reducer.read(parse_machine_line(line))
            draft = scribe.draft(text)
            return draft._replace(text=line + draft.text)

        if status := append(given, drafted):
            return status
        if given.cards:  # of a real deck: they are one draw
            break
    sheet, folder = read_dealt_sheet(given), given.output or given.file.parent
    narrator = make_narrator(reducer.rules, given)
    for side in dict.fromkeys(card.side for card in sheet.cards):
        path, own = folder / f"{given.file.stem}.{side}.hand", sheet.for_side(side)
        # A sheet is missing if an earlier deal was interrupted before it was written.
        if dealt or not path.exists():
            dealt = True
            make_output(given, path, "sheet").check()
            write_sheet(path, own)
            print_text(get_text(given.lang, "hand_for", file=path, side=narrator.side(side)))
    if not dealt:
        raise RejectedLogError("noDealPending", path=given.file)
    return 0


def read_dealt_sheet(given: Namespace) -> HandSheet:
    """Return the known cards that the log has; the cards of an interrupted deal are not in it."""
    record, _ = open_face_down_log(given)
    sheet = read_own_sheet(record.seals.nonce)
    dealt = sheet.by_name().items()
    return HandSheet(
        sheet.nonce, tuple(card for name, card in dealt if name in record.hands.sealed)
    )


def open_face_down_log(given: Namespace) -> tuple[Record, LogReducer]:
    """Return a valid log with face-down hands, and its last position. Raises UnusableLogError."""
    return _replay(given, None)


def replay_with_cards(given: Namespace, cards: dict[str, str]) -> LogReducer:
    """Return the last position of a log with some cards known."""
    return _replay(given, cards)[1]


def _replay(given: Namespace, cards: dict[str, str] | None) -> tuple[Record, LogReducer]:
    record, rules = open_log(given.file, given.data)
    if not record.hands_nonce:
        raise UnusableLogError("noFaceDownHands", path=given.file)
    try:
        _, reducer, _ = replay_log(record, rules, cards)
    except InvalidLogError as error:
        raise RejectedLogError.from_error(error) from None
    return record, reducer


def is_deal_pending(given: Namespace) -> bool:
    """Return whether a deal is pending."""
    _, reducer = open_face_down_log(given)
    return bool(reducer.rules.drawing_side(reducer.state))


def run_hand(given: Namespace) -> int:
    """Read a sheet from the dealer, if it fits the log, and print the hand."""
    record, reducer = open_face_down_log(given)
    nonce = record.seals.nonce
    if given.sheet is not None:
        sheet = read_sheet(given.sheet)
        check_sheet(given, record, sheet)
        save_sheet(sheet)
    sheet = read_own_sheet(nonce)
    must = find_due_cards(reducer, sheet)
    cards, narrator = find_held_cards(reducer, sheet), make_narrator(reducer.rules, given)
    for name, card in sorted(cards.items(), key=lambda each: (each[1].side, each[1].card)):
        ident = "hand_owed" if name in must else "hand_card"
        print_text(
            get_text(given.lang, ident, side=narrator.side(card.side), card=card.card, name=name)
        )
    if not cards:
        print_text(get_text(given.lang, "hand_none", file=given.file))
    return 0


def check_sheet(given: Namespace, record: Record, sheet: HandSheet) -> None:
    """Check that a sheet holds the face-down cards of the log. Raises RejectedLogError."""
    if sheet.nonce != record.seals.nonce:
        raise RejectedLogError("sheetOtherGame", path=given.sheet, file=given.file)
    for name, card in sheet.by_name().items():
        if record.hands.sealed.get(name) != card.face_down(sheet.nonce):
            raise RejectedLogError(
                "sheetOtherCard", path=given.sheet, card=card.card, side=card.side,
                commitment=card.face_down(sheet.nonce).digest, number=card.number,
            )  # fmt: skip


def run_reveal(given: Namespace) -> int:
    """Reveal face-down cards with their salts."""
    record, reducer = open_face_down_log(given)
    shut = {
        name: card
        for name, card in read_own_sheet(record.seals.nonce).by_name().items()
        if name in record.hands.sealed and name not in record.hands.shown
    }
    chosen = choose_cards(given, shut)
    if not given.cards and not given.all and not is_over(reducer):
        raise UnusableLogError("revealDuringGame", path=given.file)
    if not chosen:
        raise RejectedLogError("nothingToReveal", path=given.file)
    return append(
        given, lambda _, reducer: Draft(reveal_cards(reducer, chosen), [], []), after_end=True
    )


def is_over(reducer: LogReducer) -> bool:
    """Return whether no event is legal, so that only cards can be revealed."""
    return next(reducer.rules.legal(reducer.state), None) is None


def choose_cards(given: Namespace, shut: dict[str, KnownCard]) -> dict[str, KnownCard]:
    """Return the cards to reveal. Raises UnusableLogError."""
    if not given.cards:
        return shut
    chosen: dict[str, KnownCard] = {}
    for text in given.cards:
        found = {name: card for name, card in shut.items() if text in (name, card.card)}
        if len(found) != 1:
            if not shut:
                raise UnusableLogError("noFaceDownCard", text=text)
            available = tuple(f"{card.card} ({name})" for name, card in shut.items())
            raise UnusableLogError("unknownFaceDownCard", text=text, available=available)
        chosen |= found
    return chosen
