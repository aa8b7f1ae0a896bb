"""The sorties of the fleets, step by step, and their effects on shipping (11.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from senpu.notation.events import Event, Roll, Word
from senpu.replay.core.rules import Effect, Effects, IllegalEventError
from senpu.replay.core.states import CHANCE, Decision
from senpu.replay.games.russojapanese import deck, naval_battles, naval_cards
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.control import change_morale
from senpu.replay.games.russojapanese.fleets import (
    FIRST,
    HIDDEN,
    PORT_ARTHUR,
    SECOND,
    UNDAMAGED,
    VLADIVOSTOK,
    Ships,
)
from senpu.replay.games.russojapanese.naval_battles import apply_losses
from senpu.replay.games.russojapanese.naval_cards import AKIYAMA, BLOCKADE
from senpu.replay.games.russojapanese.state import (
    JAPAN,
    NO,
    RUSSIA,
    RussoJapaneseState,
    Step,
    get_hand,
    get_navy,
    replace_navy,
)

OUT = {PORT_ARTHUR: "portArthurSails", VLADIVOSTOK: "vladivostokSails"}
"""The kind of the effect of a sortie, by the fleet."""
UNKNOWN = Word("mark", ("r?",))
"""The choice of the flagship as Japan may read it."""

# ---- 11.5: the flagship -----------------------------------------------------------------


def ask_flagship(rules: RussoJapaneseContext, state: RussoJapaneseState) -> RussoJapaneseState:
    """Return the state with the choice of Russia's flagship pending (11.5)."""
    return replace(state, decision=Decision(RUSSIA, "flagship", rules.number["flagship"]))


def canon_flagship(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return the choice of the flagship (`mark r3`) in canonical form (11.5)."""
    if type(event) is not Word or event.word != "mark" or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    names = rules.fleets.list_names(rules.fleets.ships[PORT_ARTHUR])
    if len(event.args) != 1 or event.args[0] not in names:
        raise IllegalEventError("markOne", decision.rule, units=names)
    return event


def legal_flagships(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Yield the choices of the flagship (11.5)."""
    if get_navy(state).flagship == HIDDEN:
        return iter((UNKNOWN,))
    return (Word("mark", (rules.fleets.names[ship],)) for ship in rules.fleets.ships[PORT_ARTHUR])


def mark_flagship(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after the choice of the flagship, and the effects."""
    state = replace_navy(state, flagship=rules.fleets.number[event.args[0]])
    state, effects = deck.draw_more(rules, replace(state, decision=None))
    ship = Effect("markedShip", RUSSIA, event.args, audience=RUSSIA)
    return state, (Effect("marked", RUSSIA), ship, *effects)


# ---- 11.2.1, 11.2.6: fleets at sea ------------------------------------------------------


def begin(rules: RussoJapaneseContext, state: RussoJapaneseState) -> RussoJapaneseState:
    """Return the state at the start of Russia's card phase, with a sortie pending (11.2).

    A sortie is pending only for a fleet that is not sunk.
    """
    if not rules.fleets.list_afloat(get_navy(state), PORT_ARTHUR):
        return replace(state, decision=None, stage="raid")
    return replace(state, decision=Decision(RUSSIA, "sortie", rules.number["out"]), stage="raid")


def sortie(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after the choice of a sortie of the Port Arthur fleet, and the effects."""
    if event == NO:
        return replace(state, decision=None, stage="raid"), (Effect("noSortie", RUSSIA),)
    return start_sortie(rules, state, event, PORT_ARTHUR, "ambush")


def follow_raid(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with a sortie of the Vladivostok fleet pending (11.2.6).

    The sortie requires a card in Russia's hand.
    """
    if not rules.fleets.list_afloat(get_navy(state), VLADIVOSTOK) or not get_hand(state, RUSSIA):
        return replace(state, decision=None, stage="home"), ()
    decision = Decision(RUSSIA, "raid", rules.number["raid"])
    return replace(state, decision=decision, stage="home"), ()


def raid(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after the choice of a sortie of the Vladivostok fleet, and the effects."""
    if event == NO:
        return replace(state, decision=None), (Effect("noRaid", RUSSIA),)
    return start_sortie(rules, state, event, VLADIVOSTOK, "hunt")


def start_sortie(
    rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word, fleet: str, then: str
) -> Step:
    """Return the state after a fleet sorties, and the effects. The stage `then` follows."""
    state, paid = naval_cards.pay_card(state, event)
    navy, fleets = get_navy(state), rules.fleets
    out = Effect(OUT[fleet], RUSSIA, fleets.list_names(fleets.list_afloat(navy, fleet)))
    return replace_navy(replace(state, stage=then), sailed=(*navy.sailed, fleet)), (*paid, out)


# ---- 11.2.2: blockade and mines ---------------------------------------------------------


def follow_ambush(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with the die of a card pending, or Japan's next answer (11.2.2).

    Japan may play both cards, in any order, while a ship can be hit.
    """
    navy = get_navy(state)
    if navy.card:  # the die of the previous card is not rolled yet
        decision = Decision(CHANCE, "toll", rules.number["ambush"], dice=("",))
        return replace(state, decision=decision), ()
    if not rules.fleets.list_afloat(navy, PORT_ARTHUR):
        return replace(state, stage="raid"), ()
    return naval_cards.ask_japan(rules, state, "ambush", "sail"), ()


def answer_ambush(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after Japan's answer to a sortie, and the effects."""
    card = naval_cards.find_naval_card(state, event)
    state, effects = naval_cards.apply_answer(rules, state, event, again="ambush", no="sail")
    return replace_navy(state, card=card), effects


def apply_toll(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Roll) -> Step:
    """Return the state after the die of a card, and the effects (11.2.2).

    Mines take the number of steps on the die, the blockade half of it (rounded up). Japan chooses
    the steps if there is a choice.
    """
    navy, fleets = get_navy(state), rules.fleets
    (pip,) = event.pips
    number = count_toll(navy.card, pip)
    rolled = Effect("toll", JAPAN, numbers=(number, pip, navy.card))
    state = replace_navy(replace(state, decision=None), card=0)
    ships = fleets.list_afloat(navy, PORT_ARTHUR)
    if number < sum(navy.steps[ship] for ship in ships) and len(ships) > 1:
        decision = Decision(
            JAPAN, "steps", rules.number["ambush"], fleets.list_names(ships), count=number
        )
        return replace(state, decision=decision), (rolled,)
    state, losses = apply_losses(rules, state, list_hits(navy.steps, dict.fromkeys(ships, number)))
    return state, (rolled, *losses)


def count_toll(card: int, pip: int) -> int:
    """Return the number of steps that the die of blockade or mines takes (11.2.2)."""
    return (pip + 1) // 2 if card == BLOCKADE else pip


def list_hits(steps: Sequence[int], hits: dict[int, int]) -> Ships:
    """Return the hits as a number for each ship."""
    return tuple([hits.get(ship, 0) for ship in range(len(steps))])


def canon_steps(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return hits (`hit r1 r1 r4`) in canonical form: a word for each step, in ship order."""
    if type(event) is not Word or event.word != "hit" or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    names = [name for arg in event.args for name in arg.split("+")]
    if len(names) != decision.count or not set(names) <= set(decision.units):
        raise IllegalEventError("hitSteps", decision.rule, n=decision.count, units=decision.units)
    fleets, steps = rules.fleets, get_navy(state).steps
    for name in names:
        left = steps[fleets.number[name]]
        if names.count(name) > left:
            raise IllegalEventError("hitTooMuch", decision.rule, unit=name, n=left)
    return Word("hit", tuple(sorted(names, key=fleets.number.__getitem__)))


def legal_steps(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Yield the choices of steps that the fleet loses (11.2.2)."""
    steps = [get_navy(state).steps[rules.fleets.number[name]] for name in decision.units]

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


def apply_hits(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after the loss of chosen steps, and the effects."""
    numbers = rules.fleets.number
    hits = {numbers[name]: event.args.count(name) for name in event.args}
    state = replace(state, decision=None)
    return apply_losses(rules, state, list_hits(get_navy(state).steps, hits))


# ---- 11.2.3, 11.2.4: at sea, and battle -------------------------------------------------

CHOICES = {"sail": ("go", "halt"), "intercept": ("go", "no")}
"""The choices that are single words, by the kind of the decision."""


def canon_word(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return an answer of a single word in canonical form (11.2.3, 11.2.4)."""
    if event not in legal_word(rules, state, decision):
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    return event


def legal_word(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Return the answers of a single word to a decision (11.2.3, 11.2.4)."""
    return (Word(word) for word in CHOICES[decision.kind])


def follow_sail(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with Russia's choice to break off pending (11.2.3)."""
    return replace(state, decision=Decision(RUSSIA, "sail", rules.number["sail"])), ()


def sail(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after Russia's choice to continue or break off, and the effect."""
    if event.word == "halt":
        return replace(state, decision=None, stage="raid"), (Effect("brokenOff", RUSSIA),)
    effects = (Effect("sailsOn", RUSSIA),)
    if not rules.fleets.list_afloat(get_navy(state), FIRST):
        return replace(state, decision=None, stage="interference"), effects
    decision = Decision(JAPAN, "intercept", rules.number["intercept"])
    return replace(state, decision=decision, stage="interference"), effects


def intercept(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after the First Fleet meets the sortie or stays in port (11.2.4)."""
    state = replace(state, decision=None)
    if event == NO:
        return state, (Effect("noMeeting", JAPAN),)
    return naval_battles.begin(rules, state, (FIRST, PORT_ARTHUR))


def follow_hunt(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with Japan's answer to the Vladivostok fleet pending (11.2.7).

    Only Akiyama finds the fleet, and only if the Second Fleet is afloat.
    """
    if not rules.fleets.list_afloat(get_navy(state), SECOND):
        return replace(state, stage="harassment"), ()
    return naval_cards.ask_japan(rules, state, "hunt", "harassment"), ()


def answer_hunt(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after Japan's answer to the Vladivostok fleet, and the effects."""
    card = naval_cards.find_naval_card(state, event)
    state, effects = naval_cards.apply_answer(rules, state, event, again="hunt", no="harassment")
    if card == AKIYAMA:
        state, meeting = naval_battles.begin(rules, state, (SECOND, VLADIVOSTOK))
        effects += meeting
    return state, effects


def follow_interference(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state after interference with shipping, and the effects (11.2.5).

    Each undamaged ship of the Port Arthur fleet at sea lowers Japan's limit by one card. Three or
    more leave it one card, stop every transport from the Japan box, and raise Russia's morale if
    the flagship is afloat (11.5).
    """
    fleets, navy = rules.fleets, get_navy(state)
    state = replace(state, stage="raid")
    ships = fleets.list_ships(navy, PORT_ARTHUR, UNDAMAGED)
    if not ships:
        return state, (Effect("harmless", RUSSIA),)
    effects: Effects = (Effect("interferes", RUSSIA, fleets.list_names(ships)),)
    state = replace_navy(state, interfered=True)
    most = max(rules.tables.limit["hand"] - len(ships), fleets.stopped_hand)
    if len(ships) >= fleets.stopped:
        most = fleets.stopped_hand
        effects += (Effect("shippingStopped", RUSSIA),)
        if navy.flagship >= 0 and navy.steps[navy.flagship]:
            state, morale = change_morale(rules, state, RUSSIA, +1)
            effects += morale
        state = replace(state, blockaded=True)
    state, limit = limit_hand(rules, state, most, "interference")
    return state, (*effects, *limit)


def follow_harassment(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state after harassment by the Vladivostok fleet, and the effects (11.2.8).

    If the fleet has undamaged ships, it limits Japan's hand, unless the Port Arthur fleet
    interfered.
    """
    fleets, navy = rules.fleets, get_navy(state)
    state = replace(state, stage="home")
    ships = fleets.list_ships(navy, VLADIVOSTOK, UNDAMAGED)
    if not ships or navy.interfered:
        return state, (Effect("harmlessToo" if ships else "harmless", RUSSIA),)
    state, limit = limit_hand(rules, state, fleets.vladivostok_hand, "harassment")
    return state, (Effect("interferes", RUSSIA, fleets.list_names(ships)), *limit)


def limit_hand(
    rules: RussoJapaneseContext, state: RussoJapaneseState, most: int, number: str
) -> Step:
    """Return the state with a limit to Japan's hand through its next turn, and the effect.

    Cards above the limit are discarded by chance: at once, or with the option `limit-waits` at the
    start of Japan's refill phase (reading 30).
    """
    effects = (Effect("limited", RUSSIA, numbers=(most,)),)
    state = replace(state, limit=most)
    surplus = len(get_hand(state, JAPAN)) - most
    if surplus <= 0 or rules.limit_waits:
        return state, effects
    decision = Decision(CHANCE, "discard", rules.number[number], (JAPAN,), count=surplus)
    return replace(state, decision=decision), effects


def bar_shipping(
    rules: RussoJapaneseContext, state: RussoJapaneseState, korea: bool
) -> IllegalEventError | None:
    """Return what stops Japan's transport to Korea or over the sea (reading 49; 11.2.5)."""
    if not state.blockaded:
        return None
    if state.navy is not None:
        return rules.reject("shippingStopped", "interference")
    if not korea or rules.makarov_stops_korea:
        return rules.reject("blockaded", "event")
    return None


def find_open_ports(rules: RussoJapaneseContext, state: RussoJapaneseState) -> tuple[int, ...]:
    """Return the ports in which Japan may land (10.2.5, 11.6).

    They are the southern ports. All ports are open if the Port Arthur fleet is locked up, or while
    fewer than three of its ships are undamaged.
    """
    tables = rules.tables
    if state.navy is None:
        is_free = state.locked
    else:
        guards = rules.fleets.list_ships(state.navy, PORT_ARTHUR, UNDAMAGED)
        is_free = len(guards) < rules.fleets.stopped
    return tables.ports if is_free else tables.southern_ports


def reject_port(
    rules: RussoJapaneseContext, state: RussoJapaneseState, place: str
) -> IllegalEventError:
    """Return why a port is not open."""
    if state.navy is not None:
        return rules.reject("portGuarded", "ports", place=place, n=rules.fleets.stopped)
    return rules.reject("portShut", "transport", place=place)
