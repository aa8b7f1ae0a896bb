"""The sorties at the beginning of Russia's card phase, step by step (11.2), and before the first
of them the choice of the flagship (11.5).

The order of a phase: the Port Arthur fleet sorties or not; Japan's blockade and mines; on or home;
the First Fleet; what the sortie does to Japan's shipping; the same for the Vladivostok fleet; home
again, and repairs. A fleet goes to sea with all that is left of it (reading 28).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from notation.events import Event, Roll, Word
from replay.games.russojapanese import deck, sea_cards, sea_lines
from replay.games.russojapanese.damage import navy_of, struck, with_navy
from replay.games.russojapanese.navy import (
    FIRST,
    HIDDEN,
    PORT_ARTHUR,
    SECOND,
    VLADIVOSTOK,
    Ships,
)
from replay.games.russojapanese.sea_cards import AKIYAMA, BLOCKADE
from replay.games.russojapanese.state import JAPAN, NO, RUSSIA, State, hand
from replay.rules import CHANCE, Ask, Happening, Refusal

if TYPE_CHECKING:
    from replay.games.russojapanese.rules import RussoJapanese

OUT = {PORT_ARTHUR: "portArthurSails", VLADIVOSTOK: "vladivostokSails"}
"""How the sortie of either fleet is told."""
UNKNOWN = Word("mark", ("r?",))
"""The choice of the flagship as Japan may read it."""

# ---- 11.5: the flagship -----------------------------------------------------------------


def ask_flagship(rules: RussoJapanese, state: State) -> State:
    return replace(state, ask=Ask(RUSSIA, "flagship", rules.number["flagship"]))


def canon_flagship(rules: RussoJapanese, state: State, ask: Ask, event: Event) -> Event:
    """`mark r3`."""
    if not isinstance(event, Word) or event.word != "mark" or event.payer or event.again:
        raise Refusal("wrongAnswer", ask.rule, ask=ask)
    names = rules.fleets.named(rules.fleets.ships[PORT_ARTHUR])
    if len(event.args) != 1 or event.args[0] not in names:
        raise Refusal("markOne", ask.rule, units=names)
    return event


def legal_flagships(rules: RussoJapanese, state: State, ask: Ask) -> Iterator[Event]:
    if navy_of(state).flagship == HIDDEN:
        return iter((UNKNOWN,))
    return (Word("mark", (rules.fleets.names[ship],)) for ship in rules.fleets.ships[PORT_ARTHUR])


def mark(rules: RussoJapanese, state: State, event: Word, told: list[Happening]) -> State:
    told.append(Happening("marked", RUSSIA))
    told.append(Happening("markedShip", RUSSIA, event.args, only=RUSSIA))
    state = with_navy(state, flagship=rules.fleets.number[event.args[0]])
    return deck.draw_more(rules, replace(state, ask=None), told)


# ---- 11.2.1, 11.2.6: who goes to sea ----------------------------------------------------


def begin(rules: RussoJapanese, state: State) -> State:
    """Russia's card phase begins. Nobody is asked for a fleet that is sunk."""
    if not rules.fleets.afloat(navy_of(state), PORT_ARTHUR):
        return replace(state, ask=None, stage="raid")
    return replace(state, ask=Ask(RUSSIA, "sortie", rules.number["out"]), stage="raid")


def sortie(rules: RussoJapanese, state: State, event: Word, told: list[Happening]) -> State:
    if event == NO:
        told.append(Happening("noSortie", RUSSIA))
        return replace(state, ask=None, stage="raid")
    return sailed(rules, sea_cards.paid(rules, state, event, told), PORT_ARTHUR, told, "ambush")


def follow_raid(rules: RussoJapanese, state: State, told: list[Happening]) -> State:
    """11.2.6: the Vladivostok fleet needs a card, so Russia is asked if it has any."""
    if not rules.fleets.afloat(navy_of(state), VLADIVOSTOK) or not hand(state, RUSSIA):
        return replace(state, ask=None, stage="home")
    return replace(state, ask=Ask(RUSSIA, "raid", rules.number["raid"]), stage="home")


def raid(rules: RussoJapanese, state: State, event: Word, told: list[Happening]) -> State:
    if event == NO:
        told.append(Happening("noRaid", RUSSIA))
        return replace(state, ask=None)
    return sailed(rules, sea_cards.paid(rules, state, event, told), VLADIVOSTOK, told, "hunt")


def sailed(
    rules: RussoJapanese, state: State, fleet: str, told: list[Happening], then: str
) -> State:
    navy, fleets = navy_of(state), rules.fleets
    told.append(Happening(OUT[fleet], RUSSIA, fleets.named(fleets.afloat(navy, fleet))))
    return with_navy(replace(state, stage=then), sailed=(*navy.sailed, fleet))


# ---- 11.2.2: blockade and mines ---------------------------------------------------------


def follow_ambush(rules: RussoJapanese, state: State, told: list[Happening]) -> State:
    """Japan may play both cards, in any order, as long as there is a ship to hit."""
    navy = navy_of(state)
    if navy.card:  # the die of the card before is still to be rolled
        return replace(state, ask=Ask(CHANCE, "toll", rules.number["ambush"], dice=("",)))
    if not rules.fleets.afloat(navy, PORT_ARTHUR):
        return replace(state, stage="raid")
    return sea_cards.ask_japan(rules, state, "ambush", "sail")


def ambush(rules: RussoJapanese, state: State, event: Word, told: list[Happening]) -> State:
    state, card = sea_cards.answered(rules, state, event, told, again="ambush", no="sail")
    return with_navy(state, card=card)


def toll(rules: RussoJapanese, state: State, event: Roll, told: list[Happening]) -> State:
    """The die of a card: as many steps as it shows for mines, half of that (rounded up) for the
    blockade. Japan chooses them where there is a choice."""
    navy, fleets = navy_of(state), rules.fleets
    (pip,) = event.pips
    number = tolled(navy.card, pip)
    told.append(Happening("toll", JAPAN, numbers=(number, pip, navy.card)))
    state = with_navy(replace(state, ask=None), card=0)
    ships = fleets.afloat(navy, PORT_ARTHUR)
    if number < sum(navy.steps[ship] for ship in ships) and len(ships) > 1:
        ask = Ask(JAPAN, "steps", rules.number["ambush"], fleets.named(ships), count=number)
        return replace(state, ask=ask)
    return struck(rules, state, spread(navy.steps, dict.fromkeys(ships, number)), told)


def tolled(card: int, pip: int) -> int:
    """How many steps the die of blockade or mines takes (11.2.2)."""
    return (pip + 1) // 2 if card == BLOCKADE else pip


def spread(steps: Sequence[int], hits: dict[int, int]) -> Ships:
    """Hits by ship as a number for each."""
    return tuple([hits.get(ship, 0) for ship in range(len(steps))])


def canon_steps(rules: RussoJapanese, state: State, ask: Ask, event: Event) -> Event:
    """`hit r1 r1 r4`: a word for each step, in the order of the ships."""
    if not isinstance(event, Word) or event.word != "hit" or event.payer or event.again:
        raise Refusal("wrongAnswer", ask.rule, ask=ask)
    names = [name for arg in event.args for name in arg.split("+")]
    if len(names) != ask.count or not set(names) <= set(ask.units):
        raise Refusal("hitSteps", ask.rule, n=ask.count, units=ask.units)
    fleets, steps = rules.fleets, navy_of(state).steps
    for name in names:
        left = steps[fleets.number[name]]
        if names.count(name) > left:
            raise Refusal("hitTooMuch", ask.rule, unit=name, n=left)
    return Word("hit", tuple(sorted(names, key=fleets.number.__getitem__)))


def legal_steps(rules: RussoJapanese, state: State, ask: Ask) -> Iterator[Event]:
    steps = [navy_of(state).steps[rules.fleets.number[name]] for name in ask.units]

    def ways(at: int, number: int) -> Iterator[tuple[str, ...]]:
        if number > sum(steps[at:]):
            return
        if not number:
            yield ()
            return
        for own in range(min(steps[at], number), -1, -1):
            for rest in ways(at + 1, number - own):
                yield (*(ask.units[at],) * own, *rest)

    return (Word("hit", way) for way in ways(0, ask.count))


def hit(rules: RussoJapanese, state: State, event: Word, told: list[Happening]) -> State:
    numbers = rules.fleets.number
    hits = {numbers[name]: event.args.count(name) for name in event.args}
    state = replace(state, ask=None)
    return struck(rules, state, spread(navy_of(state).steps, hits), told)


# ---- 11.2.3, 11.2.4: on, and into battle ------------------------------------------------

CHOICES = {"sail": ("go", "halt"), "intercept": ("go", "no")}
"""What is answered with a word alone, by the ask."""


def canon_word(rules: RussoJapanese, state: State, ask: Ask, event: Event) -> Event:
    if event not in legal_words(rules, state, ask):
        raise Refusal("wrongAnswer", ask.rule, ask=ask)
    return event


def legal_words(rules: RussoJapanese, state: State, ask: Ask) -> Iterator[Event]:
    return (Word(word) for word in CHOICES[ask.kind])


def follow_sail(rules: RussoJapanese, state: State, told: list[Happening]) -> State:
    """11.2.3: Russia may break off now."""
    return replace(state, ask=Ask(RUSSIA, "sail", rules.number["sail"]))


def sail(rules: RussoJapanese, state: State, event: Word, told: list[Happening]) -> State:
    if event.word == "halt":
        told.append(Happening("brokenOff", RUSSIA))
        return replace(state, ask=None, stage="raid")
    told.append(Happening("sailsOn", RUSSIA))
    if not rules.fleets.afloat(navy_of(state), FIRST):
        return replace(state, ask=None, stage="interference")
    ask = Ask(JAPAN, "intercept", rules.number["intercept"])
    return replace(state, ask=ask, stage="interference")


def intercept(rules: RussoJapanese, state: State, event: Word, told: list[Happening]) -> State:
    """11.2.4: the First Fleet meets the sortie, or stays."""
    state = replace(state, ask=None)
    if event == NO:
        told.append(Happening("noMeeting", JAPAN))
        return state
    return sea_lines.begin(rules, state, (FIRST, PORT_ARTHUR), told)


def follow_hunt(rules: RussoJapanese, state: State, told: list[Happening]) -> State:
    """11.2.7: only Akiyama finds the Vladivostok fleet, for the Second Fleet."""
    if not rules.fleets.afloat(navy_of(state), SECOND):
        return replace(state, stage="harassment")
    return sea_cards.ask_japan(rules, state, "hunt", "harassment")


def hunt(rules: RussoJapanese, state: State, event: Word, told: list[Happening]) -> State:
    state, card = sea_cards.answered(rules, state, event, told, again="hunt", no="harassment")
    if card == AKIYAMA:
        return sea_lines.begin(rules, state, (SECOND, VLADIVOSTOK), told)
    return state
