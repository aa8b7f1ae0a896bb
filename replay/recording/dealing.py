"""Face-down cards in a log: dealing and revealing them.

These functions draft rows and advance positions; their callers write the files. The cards come from
the rules, which know the deck once all face-down cards are known.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from random import Random

from senpu.logs.hand_sheets import HandSheet, KnownCard, read_own_sheet
from senpu.logs.hands import SALT, format_hand_line, format_reveal_line
from senpu.notation.events import Word
from senpu.notation.lines import Machine
from senpu.replay.core.reducer import Reducer, ReductionError
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.core.states import CHANCE
from senpu.replay.disputes.card_audit import find_public_state

CARD = re.compile(r"#[0-9]{2}")


def deal_cards(
    whole: Reducer, sheet: HandSheet, first: int, random: Random, drawn: Sequence[str] = ()
) -> tuple[str, str, HandSheet]:
    """Return a draw from the current deck.

    Args:
        whole: The end of the log, with all cards known.
        sheet: The dealer's sheet, for the name of the game.
        first: The number of the next face-down card.
        random: The random source.
        drawn: The cards that were drawn from a real deck; by default, random cards.

    Returns:
        The `%hand` line, the text of the event, and the cards.

    Raises:
        ReductionError: The drawn cards are not a legal draw.
    """
    event, side = whole.rules.sample(whole.state, random), whole.rules.drawing_side(whole.state)
    assert isinstance(event, Word)
    if drawn:
        event = _check_draw(whole, Word(event.word, ("+".join(drawn),)))
    names = [card for arg in event.args for card in arg.split("+")]
    random.shuffle(names)  # their order in the log reveals nothing
    cards = [
        KnownCard(first + at, side, card, random.randbytes(SALT)) for at, card in enumerate(names)
    ]
    sealed = tuple(card.face_down(sheet.nonce) for card in cards)
    text = f"{event.word} {'+'.join(sorted(each.name for each in sealed))}"
    return format_hand_line(sealed), text, HandSheet(sheet.nonce, tuple(cards))


def _check_draw(whole: Reducer, event: Word) -> Word:
    """Return a draw in canonical form."""
    for card in event.args[0].split("+"):
        if not CARD.fullmatch(card):
            raise ReductionError("badToken", text=card)
    try:
        found = whole.rules.canon(whole.state, event)
    except IllegalEventError as error:
        raise whole.make_rejection(event, error) from None
    assert isinstance(found, Word)
    return found


def read_known_cards(game: str, side: str = "") -> dict[str, str]:
    """Return the face-down cards of a game that this machine knows; with a side, only its own."""
    sheet = read_own_sheet(game)
    return map_cards(sheet.for_side(side) if side else sheet)


def map_cards(sheet: HandSheet) -> dict[str, str]:
    """Return the cards of a sheet by the names under which they were dealt."""
    return {name: card.card for name, card in sheet.by_name().items()}


def find_held_cards(reducer: Reducer, sheet: HandSheet) -> dict[str, KnownCard]:
    """Return the cards of a sheet that are face down in the position, by name."""
    found = {}
    for name, card in sheet.by_name().items():
        with suppress(IllegalEventError):  # it was dealt twice, which shows when it is shown
            if reducer.rules.reveal(reducer.state, name, card.card)[0] != reducer.state:
                found[name] = card
    return found


def find_due_cards(reducer: Reducer, sheet: HandSheet) -> dict[str, KnownCard]:
    """Return the face-down cards to reveal now, because they change the public facts."""
    rules, state = reducer.rules, reducer.state
    if state.decision is None or state.decision.side == CHANCE:
        return {}
    before = find_public_state(rules, state)
    return {
        name: card for name, card in find_held_cards(reducer, sheet).items()
        if find_public_state(rules, rules.reveal(state, name, card.card)[0]) != before
    }  # fmt: skip


def find_cards_to_reveal(reducer: Reducer, sheet: HandSheet, text: str) -> dict[str, KnownCard]:
    """Return the cards to reveal before a typed text is played.

    Args:
        reducer: The reducer at the position.
        sheet: The cards of the user.
        text: The typed text.

    Returns:
        The face-down cards in the text, of the side to decide, and the due cards.
    """
    decision, named = reducer.state.decision, set(CARD.findall(text))
    wanted = {
        name: card for name, card in find_held_cards(reducer, sheet).items()
        if decision is not None and card.side == decision.side and card.card in named
    }  # fmt: skip
    return find_due_cards(reducer, sheet) | wanted


def reveal_cards(reducer: Reducer, cards: dict[str, KnownCard]) -> str:
    """Return the rows that reveal cards, after the reducer has read them."""
    rows = ""
    for name, card in cards.items():
        line = format_reveal_line(name, card.card, card.salt)
        rows += line
        reducer.read(parse_machine_line(line))
    return rows


def parse_machine_line(line: str) -> Machine:
    """Return a machine line as the reader returns it."""
    first, *rows = line.splitlines()
    word, _, rest = first[1:].partition(" ")
    return Machine(word, (rest, *(row.strip() for row in rows)))
