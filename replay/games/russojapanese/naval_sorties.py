"""The sorties of the fleets, step by step, and their effects on shipping (11.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from senpu.notation.events import Event, Roll, Word
from senpu.replay.core.rules import CHANCE, Decision, Effect, Effects, IllegalEventError
from senpu.replay.games.russojapanese import deck, naval_battles, naval_cards
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import shaken
from senpu.replay.games.russojapanese.fleets import (
    FIRST,
    HIDDEN,
    PORT_ARTHUR,
    SECOND,
    UNDAMAGED,
    VLADIVOSTOK,
    Ships,
)
from senpu.replay.games.russojapanese.naval_battles import struck
from senpu.replay.games.russojapanese.naval_cards import AKIYAMA, BLOCKADE
from senpu.replay.games.russojapanese.state import (
    JAPAN,
    NO,
    RUSSIA,
    State,
    Step,
    hand,
    navy_of,
    with_navy,
)

OUT = {PORT_ARTHUR: "portArthurSails", VLADIVOSTOK: "vladivostokSails"}
"""The kind of the effect of a sortie, by the fleet."""
UNKNOWN = Word("mark", ("r?",))
"""The choice of the flagship as Japan may read it."""

# ---- 11.5: the flagship -----------------------------------------------------------------


def ask_flagship(rules: RussoJapanese, state: State) -> State:
    return replace(state, decision=Decision(RUSSIA, "flagship", rules.number["flagship"]))


def canon_flagship(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    """`mark r3`."""
    if not isinstance(event, Word) or event.word != "mark" or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    names = rules.fleets.named(rules.fleets.ships[PORT_ARTHUR])
    if len(event.args) != 1 or event.args[0] not in names:
        raise IllegalEventError("markOne", decision.rule, units=names)
    return event


def legal_flagships(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    if navy_of(state).flagship == HIDDEN:
        return iter((UNKNOWN,))
    return (Word("mark", (rules.fleets.names[ship],)) for ship in rules.fleets.ships[PORT_ARTHUR])


def mark(rules: RussoJapanese, state: State, event: Word) -> Step:
    """Return the state after the choice of the flagship, and the effects."""
    state = with_navy(state, flagship=rules.fleets.number[event.args[0]])
    state, effects = deck.draw_more(rules, replace(state, decision=None))
    ship = Effect("markedShip", RUSSIA, event.args, audience=RUSSIA)
    return state, (Effect("marked", RUSSIA), ship, *effects)


# ---- 11.2.1, 11.2.6: who goes to sea ----------------------------------------------------


def begin(rules: RussoJapanese, state: State) -> State:
    """Russia's card phase begins. Nobody is asked for a fleet that is sunk."""
    if not rules.fleets.afloat(navy_of(state), PORT_ARTHUR):
        return replace(state, decision=None, stage="raid")
    return replace(state, decision=Decision(RUSSIA, "sortie", rules.number["out"]), stage="raid")


def sortie(rules: RussoJapanese, state: State, event: Word) -> Step:
    """Return the state after the choice of a sortie of the Port Arthur fleet, and the effects."""
    if event == NO:
        return replace(state, decision=None, stage="raid"), (Effect("noSortie", RUSSIA),)
    return sailed(rules, state, event, PORT_ARTHUR, "ambush")


def follow_raid(rules: RussoJapanese, state: State) -> Step:
    """Return the state with a sortie of the Vladivostok fleet pending if Russia has a card, which
    the sortie requires (11.2.6).
    """
    if not rules.fleets.afloat(navy_of(state), VLADIVOSTOK) or not hand(state, RUSSIA):
        return replace(state, decision=None, stage="home"), ()
    decision = Decision(RUSSIA, "raid", rules.number["raid"])
    return replace(state, decision=decision, stage="home"), ()


def raid(rules: RussoJapanese, state: State, event: Word) -> Step:
    """Return the state after the choice of a sortie of the Vladivostok fleet, and the effects."""
    if event == NO:
        return replace(state, decision=None), (Effect("noRaid", RUSSIA),)
    return sailed(rules, state, event, VLADIVOSTOK, "hunt")


def sailed(rules: RussoJapanese, state: State, event: Word, fleet: str, then: str) -> Step:
    """Return the state after a fleet sorties, and the effects. The stage `then` follows."""
    state, paid = naval_cards.paid(state, event)
    navy, fleets = navy_of(state), rules.fleets
    out = Effect(OUT[fleet], RUSSIA, fleets.named(fleets.afloat(navy, fleet)))
    return with_navy(replace(state, stage=then), sailed=(*navy.sailed, fleet)), (*paid, out)


# ---- 11.2.2: blockade and mines ---------------------------------------------------------


def follow_ambush(rules: RussoJapanese, state: State) -> Step:
    """Return the state with the die of a card pending, or Japan's next answer. Japan may play both
    cards, in any order, while there is a ship to hit.
    """
    navy = navy_of(state)
    if navy.card:  # the die of the previous card is not rolled yet
        decision = Decision(CHANCE, "toll", rules.number["ambush"], dice=("",))
        return replace(state, decision=decision), ()
    if not rules.fleets.afloat(navy, PORT_ARTHUR):
        return replace(state, stage="raid"), ()
    return naval_cards.ask_japan(rules, state, "ambush", "sail"), ()


def ambush(rules: RussoJapanese, state: State, event: Word) -> Step:
    """Return the state after Japan's answer to a sortie, and the effects."""
    card = naval_cards.naval_card(state, event)
    state, effects = naval_cards.answered(rules, state, event, again="ambush", no="sail")
    return with_navy(state, card=card), effects


def toll(rules: RussoJapanese, state: State, event: Roll) -> Step:
    """Return the state after the die of a card, and the effects: mines take the number of steps
    that it shows, the blockade half of it (rounded up). Japan chooses the steps if it can.
    """
    navy, fleets = navy_of(state), rules.fleets
    (pip,) = event.pips
    number = tolled(navy.card, pip)
    rolled = Effect("toll", JAPAN, numbers=(number, pip, navy.card))
    state = with_navy(replace(state, decision=None), card=0)
    ships = fleets.afloat(navy, PORT_ARTHUR)
    if number < sum(navy.steps[ship] for ship in ships) and len(ships) > 1:
        decision = Decision(
            JAPAN, "steps", rules.number["ambush"], fleets.named(ships), count=number
        )
        return replace(state, decision=decision), (rolled,)
    state, losses = struck(rules, state, spread(navy.steps, dict.fromkeys(ships, number)))
    return state, (rolled, *losses)


def tolled(card: int, pip: int) -> int:
    """How many steps the die of blockade or mines takes (11.2.2)."""
    return (pip + 1) // 2 if card == BLOCKADE else pip


def spread(steps: Sequence[int], hits: dict[int, int]) -> Ships:
    """Hits by ship as a number for each."""
    return tuple([hits.get(ship, 0) for ship in range(len(steps))])


def canon_steps(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    """`hit r1 r1 r4`: a word for each step, in the order of the ships."""
    if not isinstance(event, Word) or event.word != "hit" or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    names = [name for arg in event.args for name in arg.split("+")]
    if len(names) != decision.count or not set(names) <= set(decision.units):
        raise IllegalEventError("hitSteps", decision.rule, n=decision.count, units=decision.units)
    fleets, steps = rules.fleets, navy_of(state).steps
    for name in names:
        left = steps[fleets.number[name]]
        if names.count(name) > left:
            raise IllegalEventError("hitTooMuch", decision.rule, unit=name, n=left)
    return Word("hit", tuple(sorted(names, key=fleets.number.__getitem__)))


def legal_steps(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    steps = [navy_of(state).steps[rules.fleets.number[name]] for name in decision.units]

    def ways(at: int, number: int) -> Iterator[tuple[str, ...]]:
        if number > sum(steps[at:]):
            return
        if not number:
            yield ()
            return
        for own in range(min(steps[at], number), -1, -1):
            for rest in ways(at + 1, number - own):
                yield (*(decision.units[at],) * own, *rest)

    return (Word("hit", way) for way in ways(0, decision.count))


def hit(rules: RussoJapanese, state: State, event: Word) -> Step:
    """Return the state after the loss of chosen steps, and the effects."""
    numbers = rules.fleets.number
    hits = {numbers[name]: event.args.count(name) for name in event.args}
    state = replace(state, decision=None)
    return struck(rules, state, spread(navy_of(state).steps, hits))


# ---- 11.2.3, 11.2.4: on, and into battle ------------------------------------------------

CHOICES = {"sail": ("go", "halt"), "intercept": ("go", "no")}
"""What is answered with a word alone, by the ask."""


def canon_word(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    if event not in legal_words(rules, state, decision):
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    return event


def legal_words(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    return (Word(word) for word in CHOICES[decision.kind])


def follow_sail(rules: RussoJapanese, state: State) -> Step:
    """Return the state with Russia's choice to break off pending (11.2.3)."""
    return replace(state, decision=Decision(RUSSIA, "sail", rules.number["sail"])), ()


def sail(rules: RussoJapanese, state: State, event: Word) -> Step:
    """Return the state after Russia's choice to continue or break off, and the effect."""
    if event.word == "halt":
        return replace(state, decision=None, stage="raid"), (Effect("brokenOff", RUSSIA),)
    effects = (Effect("sailsOn", RUSSIA),)
    if not rules.fleets.afloat(navy_of(state), FIRST):
        return replace(state, decision=None, stage="interference"), effects
    decision = Decision(JAPAN, "intercept", rules.number["intercept"])
    return replace(state, decision=decision, stage="interference"), effects


def intercept(rules: RussoJapanese, state: State, event: Word) -> Step:
    """Return the state after the First Fleet meets the sortie or stays in port (11.2.4), and the
    effect.
    """
    state = replace(state, decision=None)
    if event == NO:
        return state, (Effect("noMeeting", JAPAN),)
    return naval_battles.begin(rules, state, (FIRST, PORT_ARTHUR))


def follow_hunt(rules: RussoJapanese, state: State) -> Step:
    """Return the state with Japan's answer to the Vladivostok fleet pending if the Second Fleet is
    afloat: only Akiyama finds it (11.2.7).
    """
    if not rules.fleets.afloat(navy_of(state), SECOND):
        return replace(state, stage="harassment"), ()
    return naval_cards.ask_japan(rules, state, "hunt", "harassment"), ()


def hunt(rules: RussoJapanese, state: State, event: Word) -> Step:
    """Return the state after Japan's answer to the Vladivostok fleet, and the effects."""
    card = naval_cards.naval_card(state, event)
    state, effects = naval_cards.answered(rules, state, event, again="hunt", no="harassment")
    if card == AKIYAMA:
        state, meeting = naval_battles.begin(rules, state, (SECOND, VLADIVOSTOK))
        effects += meeting
    return state, effects


def follow_interference(rules: RussoJapanese, state: State) -> Step:
    """Return the state after interference with shipping, and the effects (11.2.5). Each undamaged
    ship of the Port Arthur fleet at sea lowers Japan's limit by one card. Three or more leave it
    one card, stop every transport from the Japan box, and raise Russia's morale if the flagship
    is afloat (11.5).
    """
    fleets, navy = rules.fleets, navy_of(state)
    state = replace(state, stage="raid")
    ships = fleets.with_steps(navy, PORT_ARTHUR, UNDAMAGED)
    if not ships:
        return state, (Effect("harmless", RUSSIA),)
    effects: Effects = (Effect("interferes", RUSSIA, fleets.named(ships)),)
    state = with_navy(state, interfered=True)
    most = max(rules.sheet.limit["hand"] - len(ships), fleets.stopped_hand)
    if len(ships) >= fleets.stopped:
        most = fleets.stopped_hand
        effects += (Effect("shippingStopped", RUSSIA),)
        if navy.flagship >= 0 and navy.steps[navy.flagship]:
            state, morale = shaken(rules, state, RUSSIA, +1)
            effects += morale
        state = replace(state, blockaded=True)
    state, limit = limited(rules, state, most, "interference")
    return state, (*effects, *limit)


def follow_harassment(rules: RussoJapanese, state: State) -> Step:
    """Return the state after harassment by the Vladivostok fleet, and the effects (11.2.8): if it
    has undamaged ships, it limits Japan's hand too, unless the Port Arthur fleet interfered.
    """
    fleets, navy = rules.fleets, navy_of(state)
    state = replace(state, stage="home")
    ships = fleets.with_steps(navy, VLADIVOSTOK, UNDAMAGED)
    if not ships or navy.interfered:
        return state, (Effect("harmlessToo" if ships else "harmless", RUSSIA),)
    state, limit = limited(rules, state, fleets.vladivostok_hand, "harassment")
    return state, (Effect("interferes", RUSSIA, fleets.named(ships)), *limit)


def limited(rules: RussoJapanese, state: State, most: int, number: str) -> Step:
    """Return the state with a limit to Japan's hand through its next turn, and the effect. Cards
    above the limit are discarded at once, by chance (reading 30).
    """
    effects = (Effect("limited", RUSSIA, numbers=(most,)),)
    state = replace(state, limit=most)
    surplus = len(hand(state, JAPAN)) - most
    if surplus <= 0:
        return state, effects
    decision = Decision(CHANCE, "discard", rules.number[number], (JAPAN,), count=surplus)
    return replace(state, decision=decision), effects


def bar_shipping(rules: RussoJapanese, state: State, korea: bool) -> IllegalEventError | None:
    """Return what stops Japan's transport to Korea or over the sea (reading 49; 11.2.5)."""
    if not state.blockaded:
        return None
    if state.navy is not None:
        return rules.reject("shippingStopped", "interference")
    if not korea or rules.makarov_stops_korea:
        return rules.reject("blockaded", "event")
    return None


def open_ports(rules: RussoJapanese, state: State) -> tuple[int, ...]:
    """Return the ports where Japan may land: the southern ones, and all of them once the fleet of
    Port Arthur is locked up (10.2.5), or while fewer than three of its ships are undamaged
    (11.6).
    """
    sheet = rules.sheet
    if state.navy is None:
        is_free = state.locked
    else:
        guards = rules.fleets.with_steps(state.navy, PORT_ARTHUR, UNDAMAGED)
        is_free = len(guards) < rules.fleets.stopped
    return sheet.ports if is_free else tuple(sorted(sheet.southern))


def shut_port(rules: RussoJapanese, state: State, place: str) -> IllegalEventError:
    """Return why a port is not open."""
    if state.navy is not None:
        return rules.reject("portGuarded", "ports", place=place, n=rules.fleets.stopped)
    return rules.reject("portShut", "transport", place=place)
