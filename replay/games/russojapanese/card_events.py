"""The events on the cards (10.2.1, 10.4): times, targets and effects.

`cards.toml` states the event of a card as the name of an effect and its arguments; each effect is
an entry of the table `EFFECTS`. Most texts of the cards are not available: see the provenance of
each entry there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import Effect, Effects, IllegalEventError
from senpu.replay.core.states import CHANCE, Decision
from senpu.replay.games.russojapanese import deck
from senpu.replay.games.russojapanese.card_windows import (
    ANY_TIME,
    CARD_PHASE,
    CLOSED,
    COMBAT_WINDOWS,
    ask_next,
    open_window,
    reject_time,
)
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.control import change_morale
from senpu.replay.games.russojapanese.state import (
    ENEMY,
    GATE,
    HOME,
    JAPAN,
    LOST,
    NO,
    NUMBER,
    RUSSIA,
    RussoJapaneseState,
    Step,
    format_card,
    get_combat,
    get_hand,
    parse_card,
    replace_value,
)
from senpu.replay.parts.counters import set_values

EventWords = tuple[str, ...]
"""The name of an event's effect in `cards.toml`, and its arguments."""
Choices = list[EventWords]
"""The possible arguments of a played card: units, or one empty entry."""
NO_TARGET: Choices = [()]


class RussoJapaneseCardEffect(NamedTuple):
    """The times, targets and application of an event."""

    when: frozenset[str]
    """The times of the event: its side's movement (move), card phase (cards), or a window."""
    ways: Callable[
        [RussoJapaneseContext, RussoJapaneseState, str, EventWords, str],
        Choices | IllegalEventError,
    ]
    """(rules, state, side, words, when): the possible targets, or why there are none."""
    apply: Callable[[RussoJapaneseContext, RussoJapaneseState, str, EventWords, EventWords], Step]
    """(rules, state, side, words, choice): the state after the event, and the effects."""


# ---- canonical form and legal events ----------------------------------------------------


def canon_play(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    decision: Decision,
    when: str,
    event: Word,
) -> Event:
    """Return a played card (`play #06 s2`) in canonical form, or raise IllegalEventError."""
    if event.payer or event.again or not event.args:
        raise rules.reject("playCard", "event")
    card = deck.find_payer(rules, state, decision.side, event.args[:1], "event")
    ways = find_choices(rules, state, decision.side, card, when)
    if isinstance(ways, IllegalEventError):
        raise ways
    if event.args[1:] not in ways:
        choices = tuple(" ".join(way) for way in ways if way)
        if not choices:
            raise rules.reject("playAlone", "event", card=event.args[0])
        raise rules.reject("playOn", "event", card=event.args[0], choices=choices)
    return event


def find_choices(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, card: int, when: str
) -> Choices | IllegalEventError:
    """Return the possible targets of the event of a card now, or why there are none."""
    words = rules.event[side, card]
    effect = EFFECTS[words[0]]
    if when not in effect.when:
        return reject_time(rules, words, effect.when)
    return effect.ways(rules, state, side, words, when)


def explain_time(
    rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word, refusal: IllegalEventError
) -> IllegalEventError:
    """Return the rejection of a card played at the wrong time, which names its time.

    Raises:
        IllegalEventError: The card is not in the hand.
    """
    decision = state.decision
    if decision is None or decision.side == CHANCE or event.payer or event.again or not event.args:
        return refusal
    card = deck.find_payer(rules, state, decision.side, event.args[:1], "event")
    words = rules.event[decision.side, card]
    return reject_time(rules, words, EFFECTS[words[0]].when)


def legal_plays(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, when: str
) -> Iterator[Event]:
    """Yield the cards that may be played, with their targets; a hidden card without targets."""
    for card in deck.list_playable(state, decision.side):
        if not card:
            yield Word("play", (format_card(card),))
            continue
        words = rules.event[decision.side, card]
        effect = EFFECTS[words[0]]
        if when not in effect.when:
            continue
        ways = effect.ways(rules, state, decision.side, words, when)
        if not isinstance(ways, IllegalEventError):
            for way in ways:
                yield Word("play", (format_card(card), *way))


def play_card(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after a card is discarded and its event occurs (10.0), and the effects."""
    assert state.decision is not None
    side, card = state.decision.side, parse_card(event.args[0])
    words = rules.event[side, card]
    state = deck.discard_card(state, side, card)
    state, effects = EFFECTS[words[0]].apply(rules, state, side, words, event.args[1:])
    return state, (Effect("played", side, numbers=(card,)), *effects)


# ---- replies (10.4.5) -------------------------------------------------------------------


def canon_reply(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return an answer in a window, a card or `no`, in canonical form (10.4.5)."""
    if event == NO:
        return event
    if type(event) is not Word or event.word != "play":
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    assert state.window is not None
    return canon_play(rules, state, decision, state.window.what, event)


def legal_replies(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal answers in a window (10.4.5)."""
    assert state.window is not None
    yield from legal_plays(rules, state, decision, state.window.what)
    yield NO


def answer_window(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after an answer in a window, and its effects."""
    decision, window = state.decision, state.window
    assert decision is not None
    assert window is not None
    enemy = ENEMY[decision.side]
    if event == NO:
        window = replace(window, passes=window.passes + 1)
        state = replace(state, window=window, decision=None)
        return ask_next(rules, state, enemy), (Effect("noCard", decision.side),)
    state, effects = play_card(rules, replace(state, window=replace(window, passes=0)), event)
    window = state.window
    if state.outcome or window is None:
        return state, effects
    state = replace(state, decision=None)
    if window.what == "before" and get_combat(state).result:
        # The die is not rolled; the other side answers first (10.4.5; reading 10).
        return open_window(rules, state, "after", enemy), effects
    if window.what == "sortie" and not window.card:
        return replace(state, stage=CLOSED["sortie"]), effects
    return ask_next(rules, state, enemy), effects


# ---- results of combat (10.4.5) ---------------------------------------------------------


def _find_result_choices(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, words: EventWords, when: str
) -> Choices | IllegalEventError:
    """Return the possible uses of `result before|after attack|defence any|port_arthur CHANGE …`.

    The card sets a result without a die, or changes results.
    """
    _, time, role, place, *changes = words
    fight = state.fight
    assert fight is not None
    if time != when:
        return reject_time(rules, words, COMBAT_WINDOWS)
    if (role == "attack") != (fight.side == side):
        why = "onlyAttack" if role == "attack" else "onlyDefence"
        return rules.reject(why, time)
    if place != "any" and fight.place != rules.tables.port_arthur:
        return rules.reject("onlyPortArthur", time)
    if when == "after" and fight.result not in parse_changes(changes):
        return rules.reject("resultStays", time, result=fight.result)
    return NO_TARGET


def parse_changes(changes: list[str]) -> dict[str, str]:
    """Return changes such as `DR>NE` as a mapping from former to new results."""
    return {before: after for before, _, after in (each.partition(">") for each in changes)}


def _apply_result(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    words: EventWords,
    choice: EventWords,
) -> Step:
    fight = state.fight
    assert fight is not None
    changes = list(words[4:])
    after = changes[0] if words[1] == "before" else parse_changes(changes)[fight.result]
    return _change_result(rules, state, side, after)


def _change_result(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, result: str
) -> Step:
    """Return the state with another result, and the effect.

    The window records the card if the enemy has a card to cancel it.
    """
    fight, window = state.fight, state.window
    assert fight is not None
    assert window is not None
    card = state.pile[-1]
    card, former = (card, fight.result) if (side, card) in rules.tables.undone else (0, "")
    now = Effect(f"now{result}", fight.side, places=(rules.tables.ids[fight.place],))
    state = replace(
        state,
        fight=replace(fight, result=result),
        window=replace(window, card=card, former=former),
    )
    return state, (now,)


def _find_cancel_choices(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, words: EventWords, when: str
) -> Choices | IllegalEventError:
    """Return the possible uses of `cancel NUMBER …`, which cancels the enemy's last change."""
    window = state.window
    assert window is not None
    if not window.former or state.pile[-1:] != (window.card,):
        return rules.reject("nothingToCancel", "after")
    return NO_TARGET


def _apply_cancel(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    words: EventWords,
    choice: EventWords,
) -> Step:
    window, fight = state.window, state.fight
    assert window is not None
    assert fight is not None
    again = Effect(f"again{window.former}", side, places=(rules.tables.ids[fight.place],))
    state = replace(
        state,
        fight=replace(fight, result=window.former),
        window=replace(window, card=0, former=""),
    )
    return state, (again,)


def _find_kondratenko_choices(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, words: EventWords, when: str
) -> Choices | IllegalEventError:
    """Return the possible uses of `kondratenko CHANGE …`.

    The garrison of Port Arthur is flipped (10.4.4), or, after the die of an attack on it, the
    result is changed (10.4.5).
    """
    if when == "after":
        return _find_result_choices(rules, state, side, _convert_to_result(words), when)
    garrison = rules.tables.garrison
    if state.flipped or state.where[garrison] == LOST:
        return rules.reject("garrisonDone", "garrison", unit=rules.tables.units[garrison])
    return NO_TARGET


def _convert_to_result(words: EventWords) -> EventWords:
    return ("result", "after", "defence", "port_arthur", *words[1:])


def _apply_kondratenko(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    words: EventWords,
    choice: EventWords,
) -> Step:
    if state.window is not None:
        return _apply_result(rules, state, side, _convert_to_result(words), choice)
    unit = rules.tables.units[rules.tables.garrison]
    flipped = Effect("flipped", side, (unit,), numbers=(rules.tables.reverse,))
    return replace(state, flipped=True), (flipped,)


# ---- fleets without chapter 11 (10.4.1, 10.4.3) ------------------------------------------


def _find_fleet_choices(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, words: EventWords, when: str
) -> Choices | IllegalEventError:
    """Return the possible uses of `sortie LIMIT [port_arthur]` and `makarov`.

    Neither may be played after the Port Arthur fleet is locked up.
    """
    if state.locked and words[-1] == "port_arthur":
        return rules.reject("fleetLocked", "locked")
    return NO_TARGET


def _apply_fleet(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    words: EventWords,
    choice: EventWords,
) -> Step:
    """Return the state after a fleet event, and the effects.

    If the Port Arthur fleet sorties, an answer of Japan is pending (reading 46).
    """
    if words[-1] == "port_arthur":
        state = replace(state, decision=None)
        return open_window(rules, state, "sortie", JAPAN, state.pile[-1]), ()
    return apply_sortie(rules, state, words)


def apply_sortie(rules: RussoJapaneseContext, state: RussoJapaneseState, words: EventWords) -> Step:
    """Return the state after a sortie, and its effects.

    Japan's next hand is limited, or its landings are stopped.
    """
    if words[0] == "makarov":
        state, morale = change_morale(rules, state, RUSSIA, +1)
        return replace(state, blockaded=True), (*morale, Effect("blockaded", RUSSIA))
    limit = int(words[1])
    limited = Effect("limited", RUSSIA, numbers=(limit,))
    return replace(state, limit=min(limit, state.limit or limit)), (limited,)


def follow_sortie(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state after Japan's answers to a sortie, and its effects unless it was stopped."""
    window = state.window
    assert window is not None
    state = replace(state, window=None, stage="phase", decision=rules.ask_cards[RUSSIA])
    if window.card:
        return apply_sortie(rules, state, rules.event[RUSSIA, window.card])
    return state, ()


def _find_stop_choices(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, words: EventWords, when: str
) -> Choices | IllegalEventError:
    """Return the possible uses of `stop NUMBER …` and `mines NUMBER …`: answers to the cards."""
    window = state.window
    assert window is not None
    if window.card not in {int(number) for number in words[1:]}:
        return rules.reject("notThisSortie", "sortie", card=format_card(window.card))
    return NO_TARGET


def _apply_stop(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    words: EventWords,
    choice: EventWords,
) -> Step:
    window = state.window
    assert window is not None
    effects: Effects = (Effect("stopped", side, numbers=(window.card,)),)
    if words[0] == "mines":  # 10.4.1
        state, morale = change_morale(rules, replace(state, locked=True), RUSSIA)
        effects += (Effect("locked", side), *morale)
    return replace(state, window=replace(window, card=0)), effects


# ---- movement, transport, units ---------------------------------------------------------


def _find_no_zone_choices(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, words: EventWords, when: str
) -> Choices | IllegalEventError:
    """Return the targets of `no_zone`: an enemy loses its zone for the phase (6.4; reading 51)."""
    tables = rules.tables
    found: Choices = [
        (tables.units[k],) for k in tables.own[ENEMY[side]]
        if state.where[k] >= 0 and not state.zoneless >> k & 1
    ]  # fmt: skip
    return found or rules.reject("nobody", "event")


def _apply_no_zone(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    words: EventWords,
    choice: EventWords,
) -> Step:
    zoneless = state.zoneless | 1 << rules.tables.unit[choice[0]]
    return replace(state, zoneless=zoneless), (Effect("zoneLost", side, (), choice),)


def _find_hasten_choices(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, words: EventWords, when: str
) -> Choices | IllegalEventError:
    """Return the targets of `hasten`: a unit that has not moved in this phase may move further."""
    tables = rules.tables
    found: Choices = [
        (tables.units[k],) for k in tables.own[side]
        if tables.allowance[k] and (state.where[k] >= 0 or state.where[k] == GATE)
        and not (state.done | state.hastened) >> k & 1
    ]  # fmt: skip
    return found or rules.reject("nobody", "event")


def _apply_hasten(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    words: EventWords,
    choice: EventWords,
) -> Step:
    hastened = state.hastened | 1 << rules.tables.unit[choice[0]]
    effect = Effect("hastened", side, choice, numbers=(rules.haste,))
    return replace(state, hastened=hastened), (effect,)


def _apply_agitation(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    words: EventWords,
    choice: EventWords,
) -> Step:
    return replace(state, agitated=True), (Effect("agitated", side),)


def _build_move_choices(place: int, why: str) -> Callable[..., Choices | IllegalEventError]:
    def ways(
        rules: RussoJapaneseContext,
        state: RussoJapaneseState,
        side: str,
        words: EventWords,
        when: str,
    ) -> Choices | IllegalEventError:
        """Return the lost units for `rebuild KIND …`, those in the far box for `railway KIND …`."""
        tables = rules.tables
        if words[0] == "railway" and state.agitated:  # reading 50
            return rules.reject("agitated", "event")
        found: Choices = [
            (tables.units[k],) for k in tables.own[side]
            if state.where[k] == place and tables.kind[k] in words[1:]
        ]  # fmt: skip
        return found or rules.reject(why, "event")

    return ways


def _build_move(place: int, kind: str) -> Callable[..., Step]:
    def apply(
        rules: RussoJapaneseContext,
        state: RussoJapaneseState,
        side: str,
        words: EventWords,
        choice: EventWords,
    ) -> Step:
        k = rules.tables.unit[choice[0]]
        moved = Effect(kind, side, choice, (), (rules.tables.place(k, place),))
        return replace(state, where=set_values(state.where, (k,), place)), (moved,)

    return apply


# ---- morale checks, the discards --------------------------------------------------------


def _find_check_choices(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, words: EventWords, when: str
) -> Choices | IllegalEventError:
    """Return the possible uses of `check SIDE NUMBER` for a side that lost units this turn."""
    if not state.losses[NUMBER[words[1]]]:
        return rules.reject("noCheck", "check", side=words[1])
    return NO_TARGET


def _apply_check(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    words: EventWords,
    choice: EventWords,
) -> Step:
    of, number = words[1], int(words[2])
    checks = replace_value(state.checks, of, state.checks[NUMBER[of]] + number)
    return replace(state, checks=checks), (Effect("checkHarder", of, numbers=(number,)),)


def _find_recover_choices(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, words: EventWords, when: str
) -> Choices | IllegalEventError:
    return NO_TARGET if state.pile else rules.reject("noPile", "event")


def _apply_recovery(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    words: EventWords,
    choice: EventWords,
) -> Step:
    """Return the state with the discard below this card returned to the hand (reading 12)."""
    *rest, top, own = state.pile
    hands = replace_value(state.hands, side, tuple(sorted((*get_hand(state, side), top))))
    recovered = Effect("recovered", side, numbers=(top,))
    return replace(state, pile=(*rest, own), hands=hands), (recovered,)


# ---- the table --------------------------------------------------------------------------


def _find_no_choices(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, words: EventWords, when: str
) -> Choices | IllegalEventError:
    return NO_TARGET


def _apply_nothing(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    words: EventWords,
    choice: EventWords,
) -> Step:
    return state, ()


NEVER_PLAYED = RussoJapaneseCardEffect(frozenset(), _find_no_choices, _apply_nothing)
EFFECTS: dict[str, RussoJapaneseCardEffect] = {
    **dict.fromkeys(("none", "naval", "reshuffle", "advance"), NEVER_PLAYED),
    "result": RussoJapaneseCardEffect(COMBAT_WINDOWS, _find_result_choices, _apply_result),
    "cancel": RussoJapaneseCardEffect(frozenset(("after",)), _find_cancel_choices, _apply_cancel),
    "kondratenko": RussoJapaneseCardEffect(
        frozenset(("cards", "after")), _find_kondratenko_choices, _apply_kondratenko
    ),
    "sortie": RussoJapaneseCardEffect(CARD_PHASE, _find_fleet_choices, _apply_fleet),
    "makarov": RussoJapaneseCardEffect(CARD_PHASE, _find_fleet_choices, _apply_fleet),
    "stop": RussoJapaneseCardEffect(frozenset(("sortie",)), _find_stop_choices, _apply_stop),
    "mines": RussoJapaneseCardEffect(frozenset(("sortie",)), _find_stop_choices, _apply_stop),
    "no_zone": RussoJapaneseCardEffect(frozenset(("move",)), _find_no_zone_choices, _apply_no_zone),
    "hasten": RussoJapaneseCardEffect(frozenset(("move",)), _find_hasten_choices, _apply_hasten),
    "no_transport": RussoJapaneseCardEffect(CARD_PHASE, _find_no_choices, _apply_agitation),
    "rebuild": RussoJapaneseCardEffect(
        CARD_PHASE, _build_move_choices(LOST, "nobodyLost"), _build_move(HOME, "rebuilt")
    ),
    "railway": RussoJapaneseCardEffect(
        CARD_PHASE, _build_move_choices(HOME, "nobodyHome"), _build_move(GATE, "transport")
    ),
    "check": RussoJapaneseCardEffect(frozenset(("check",)), _find_check_choices, _apply_check),
    "recover": RussoJapaneseCardEffect(ANY_TIME, _find_recover_choices, _apply_recovery),
}
"""The effects by their names in `cards.toml`."""
