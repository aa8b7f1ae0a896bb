"""Cards dealt face down into a log, and shown again: what its dealer and its players do.

Drafts rows and steps positions; the files are written by who calls it. The cards themselves come
from the rules, which know what lies in the deck once all sealed cards are known.
"""

import re
from contextlib import suppress
from random import Random

from senpu.logs.hand_sheets import Card, Sheet
from senpu.logs.hands import SALT, hand_line, reveal_line
from senpu.notation.events import Word
from senpu.notation.lines import Machine
from senpu.replay.core.reducer import Reducer
from senpu.replay.core.rules import CHANCE, AnyRules, IllegalEventError, State
from senpu.replay.disputes.card_audit import public

NAMED = re.compile(r"#[0-9]{2}")


def deal(
    rules: AnyRules, whole: State, sheet: Sheet, first: int, random: Random
) -> tuple[str, str, Sheet]:
    """A draw from the deck as it is: its `%hand` line, the text of the event, and the cards.
    `whole` is the position with all cards known; `first` the number of the next sealed card.
    """
    event, side = rules.sample(whole, random), rules.drawing_side(whole)
    assert isinstance(event, Word)
    names = [card for arg in event.args for card in arg.split("+")]
    random.shuffle(names)  # their order in the log tells nothing
    cards = [Card(first + at, side, card, random.randbytes(SALT)) for at, card in enumerate(names)]
    sealed = tuple(card.sealed(sheet.nonce) for card in cards)
    text = f"{event.word} {'+'.join(sorted(each.name for each in sealed))}"
    return hand_line(sealed), text, Sheet(sheet.nonce, tuple(cards))


def known(sheet: Sheet) -> dict[str, str]:
    """The cards of a sheet by the names under which they were dealt."""
    return {name: card.card for name, card in sheet.by_name().items()}


def held(reducer: Reducer, sheet: Sheet) -> dict[str, Card]:
    """The cards of a sheet that lie face down in the position, by name."""
    found = {}
    for name, card in sheet.by_name().items():
        with suppress(IllegalEventError):  # it was dealt twice, which shows when it is shown
            if reducer.rules.reveal(reducer.state, name, card.card)[0] != reducer.state:
                found[name] = card
    return found


def owed(reducer: Reducer, sheet: Sheet) -> dict[str, Card]:
    """Those of them that have to be shown now: to know them changes what lies open."""
    rules, state = reducer.rules, reducer.state
    if state.decision is None or state.decision.side == CHANCE:
        return {}
    before = public(rules, state)
    return {
        name: card for name, card in held(reducer, sheet).items()
        if public(rules, rules.reveal(state, name, card.card)[0]) != before
    }  # fmt: skip


def named(reducer: Reducer, sheet: Sheet, text: str) -> dict[str, Card]:
    """Those that have to be shown before what is typed can be played: those that it names, of the
    side that is asked, and those that are owed.
    """
    decision, said = reducer.state.decision, set(NAMED.findall(text))
    wanted = {
        name: card for name, card in held(reducer, sheet).items()
        if decision is not None and card.side == decision.side and card.card in said
    }  # fmt: skip
    return owed(reducer, sheet) | wanted


def show(reducer: Reducer, cards: dict[str, Card]) -> str:
    """The rows that show cards, which the reducer has heard then."""
    rows = ""
    for name, card in cards.items():
        line = reveal_line(name, card.card, card.salt)
        rows += line
        reducer.read(machine_of(line))
    return rows


def machine_of(line: str) -> Machine:
    """A machine line as the reader gives it."""
    first, *rows = line.splitlines()
    word, _, rest = first[1:].partition(" ")
    return Machine(word, (rest, *(row.strip() for row in rows)))
