"""The events on the cards (10.2.1, 10.4): when each may be played, on what, and what it does.

What is on a card stands in `cards.toml` as the name of an effect and what it needs; each effect
is one entry of the table here. Most of the cards' texts are on cards that we do not have: see the
standing of each entry there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import CHANCE, Decision, Effect, Effects, IllegalEventError
from senpu.replay.games.russojapanese import deck
from senpu.replay.games.russojapanese.card_windows import (
    ANY_TIME,
    CARD_PHASE,
    CLOSED,
    COMBAT_WINDOWS,
    ask_next,
    not_now,
    open_window,
)
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import shaken
from senpu.replay.games.russojapanese.state import (
    ENEMY,
    GATE,
    HOME,
    JAPAN,
    LOST,
    NO,
    NUMBER,
    RUSSIA,
    State,
    Step,
    card_name,
    card_of,
    fight_of,
    hand,
    of_side,
)
from senpu.replay.parts.counters import changed

Words = tuple[str, ...]
"""What `cards.toml` says of an event: the effect and what it needs."""
Ways = list[Words]
"""What may stand after the card: units …; one empty entry where nothing does."""
PLAIN: Ways = [()]


class CardEffect(NamedTuple):
    """What an event does."""

    when: frozenset[str]
    """Where it may be played: in the own movement (move) or card phase (cards), or in a window."""
    ways: Callable[[RussoJapanese, State, str, Words, str], Ways | IllegalEventError]
    """(rules, state, side, words, when): what it may be played on, or why on nothing."""
    apply: Callable[[RussoJapanese, State, str, Words, Words], Step]
    """(rules, state, side, words, choice): the state after the event of a spent card, and the
    effects."""


# ---- reading and listing ----------------------------------------------------------------


def canon_play(
    rules: RussoJapanese, state: State, decision: Decision, when: str, event: Word
) -> Event:
    """`play #06 s2`. Raises IllegalEventError."""
    if event.payer or event.again or not event.args:
        raise rules.reject("playCard", "event")
    card = deck.in_hand(rules, state, decision.side, event.args[:1], "event")
    ways = ways_of(rules, state, decision.side, card, when)
    if isinstance(ways, IllegalEventError):
        raise ways
    if event.args[1:] not in ways:
        choices = tuple(" ".join(way) for way in ways if way)
        if not choices:
            raise rules.reject("playAlone", "event", card=event.args[0])
        raise rules.reject("playOn", "event", card=event.args[0], choices=choices)
    return event


def ways_of(
    rules: RussoJapanese, state: State, side: str, card: int, when: str
) -> Ways | IllegalEventError:
    """What the event of a card may be played on now, or why it may not."""
    words = rules.event[side, card]
    effect = EFFECTS[words[0]]
    if when not in effect.when:
        return not_now(rules, words, effect.when)
    return effect.ways(rules, state, side, words, when)


def refused_elsewhere(
    rules: RussoJapanese, state: State, event: Word, refusal: IllegalEventError
) -> IllegalEventError:
    """Return the rejection of a card played at the wrong time, which names its time.

    Raises IllegalEventError if it is not in the hand.
    """
    decision = state.decision
    if decision is None or decision.side == CHANCE or event.payer or event.again or not event.args:
        return refusal
    card = deck.in_hand(rules, state, decision.side, event.args[:1], "event")
    words = rules.event[decision.side, card]
    return not_now(rules, words, EFFECTS[words[0]].when)


def legal_plays(
    rules: RussoJapanese, state: State, decision: Decision, when: str
) -> Iterator[Event]:
    """Every event that may be played. Of a hidden card nothing is said but that it may come."""
    for card in deck.playable(state, decision.side):
        if not card:
            yield Word("play", (card_name(card),))
            continue
        ways = ways_of(rules, state, decision.side, card, when)
        if not isinstance(ways, IllegalEventError):
            for way in ways:
                yield Word("play", (card_name(card), *way))


def play(rules: RussoJapanese, state: State, event: Word) -> Step:
    """Return the state after a card is discarded and its event takes place (10.0), and the
    effects.
    """
    assert state.decision is not None
    side, card = state.decision.side, card_of(event.args[0])
    words = rules.event[side, card]
    state = deck.spent(state, side, card)
    state, effects = EFFECTS[words[0]].apply(rules, state, side, words, event.args[1:])
    return state, (Effect("played", side, numbers=(card,)), *effects)


# ---- replies (10.4.5) -------------------------------------------------------------------


def canon_reply(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    if event == NO:
        return event
    if not isinstance(event, Word) or event.word != "play":
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    assert state.window is not None
    return canon_play(rules, state, decision, state.window.what, event)


def legal_replies(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    assert state.window is not None
    yield from legal_plays(rules, state, decision, state.window.what)
    yield NO


def reply(rules: RussoJapanese, state: State, event: Word) -> Step:
    """Return the state after an answer in a window, and its effects."""
    decision, window = state.decision, state.window
    assert decision is not None
    assert window is not None
    enemy = ENEMY[decision.side]
    if event == NO:
        window = replace(window, passes=window.passes + 1)
        state = replace(state, window=window, decision=None)
        return ask_next(rules, state, enemy), (Effect("noCard", decision.side),)
    state, effects = play(rules, replace(state, window=replace(window, passes=0)), event)
    window = state.window
    if state.outcome or window is None:
        return state, effects
    state = replace(state, decision=None)
    if window.what == "before" and fight_of(state).result:
        # The die is not rolled; the other side answers first (10.4.5; reading 10).
        return open_window(rules, state, "after", enemy), effects
    if window.what == "sortie" and not window.card:
        return replace(state, stage=CLOSED["sortie"]), effects
    return ask_next(rules, state, enemy), effects


# ---- results of combat (10.4.5) ---------------------------------------------------------


def _result_ways(
    rules: RussoJapanese, state: State, side: str, words: Words, when: str
) -> Ways | IllegalEventError:
    """`result before|after attack|defence any|port_arthur CHANGE …`: a result given without a
    die, or results changed into others.
    """
    _, time, role, place, *changes = words
    fight = state.fight
    assert fight is not None
    if time != when:
        return not_now(rules, words, COMBAT_WINDOWS)
    if (role == "attack") != (fight.side == side):
        why = "onlyAttack" if role == "attack" else "onlyDefence"
        return rules.reject(why, time)
    if place != "any" and fight.place != rules.sheet.port_arthur:
        return rules.reject("onlyPortArthur", time)
    if when == "after" and fight.result not in changes_of(changes):
        return rules.reject("resultStays", time, result=fight.result)
    return PLAIN


def changes_of(changes: list[str]) -> dict[str, str]:
    """`DR>NE` as what becomes what."""
    return {before: after for before, _, after in (each.partition(">") for each in changes)}


def _result(rules: RussoJapanese, state: State, side: str, words: Words, choice: Words) -> Step:
    fight = state.fight
    assert fight is not None
    changes = list(words[4:])
    after = changes[0] if words[1] == "before" else changes_of(changes)[fight.result]
    return _changed(rules, state, side, after)


def _changed(rules: RussoJapanese, state: State, side: str, result: str) -> Step:
    """Return the state with another result, and the effect; the window keeps the card if the enemy
    has one to undo it.
    """
    fight, window = state.fight, state.window
    assert fight is not None
    assert window is not None
    card = state.pile[-1]
    card, former = (card, fight.result) if (side, card) in rules.sheet.undone else (0, "")
    now = Effect(f"now{result}", fight.side, places=(rules.sheet.ids[fight.place],))
    state = replace(
        state,
        fight=replace(fight, result=result),
        window=replace(window, card=card, former=former),
    )
    return state, (now,)


def _cancel_ways(
    rules: RussoJapanese, state: State, side: str, words: Words, when: str
) -> Ways | IllegalEventError:
    """`cancel NUMBER …`: undoes the enemy's card that changed the result last."""
    window = state.window
    assert window is not None
    if not window.former or state.pile[-1:] != (window.card,):
        return rules.reject("nothingToCancel", "after")
    return PLAIN


def _cancel(rules: RussoJapanese, state: State, side: str, words: Words, choice: Words) -> Step:
    window, fight = state.window, state.fight
    assert window is not None
    assert fight is not None
    again = Effect(f"again{window.former}", side, places=(rules.sheet.ids[fight.place],))
    state = replace(
        state,
        fight=replace(fight, result=window.former),
        window=replace(window, card=0, former=""),
    )
    return state, (again,)


def _kondratenko_ways(
    rules: RussoJapanese, state: State, side: str, words: Words, when: str
) -> Ways | IllegalEventError:
    """`kondratenko CHANGE …`: the garrison of Port Arthur turned over (10.4.4); after the die of
    an attack on it, a changed result (10.4.5).
    """
    if when == "after":
        return _result_ways(rules, state, side, _as_result(words), when)
    garrison = rules.sheet.garrison
    if state.flipped or state.where[garrison] == LOST:
        return rules.reject("garrisonDone", "garrison", unit=rules.sheet.units[garrison])
    return PLAIN


def _as_result(words: Words) -> Words:
    return ("result", "after", "defence", "port_arthur", *words[1:])


def _kondratenko(
    rules: RussoJapanese, state: State, side: str, words: Words, choice: Words
) -> Step:
    if state.window is not None:
        return _result(rules, state, side, _as_result(words), choice)
    unit = rules.sheet.units[rules.sheet.garrison]
    flipped = Effect("flipped", side, (unit,), numbers=(rules.sheet.reverse,))
    return replace(state, flipped=True), (flipped,)


# ---- fleets without chapter 11 (10.4.1, 10.4.3) ------------------------------------------


def _fleet_ways(
    rules: RussoJapanese, state: State, side: str, words: Words, when: str
) -> Ways | IllegalEventError:
    """`sortie LIMIT [port_arthur]` and `makarov`: not once the Port Arthur fleet is locked up."""
    if state.locked and words[-1] == "port_arthur":
        return rules.reject("fleetLocked", "locked")
    return PLAIN


def _fleet(rules: RussoJapanese, state: State, side: str, words: Words, choice: Words) -> Step:
    """Return the state with an answer of Japan pending if the Port Arthur fleet sorties (reading
    46); otherwise the event takes effect.
    """
    if words[-1] == "port_arthur":
        state = replace(state, decision=None)
        return open_window(rules, state, "sortie", JAPAN, state.pile[-1]), ()
    return sailed(rules, state, words)


def sailed(rules: RussoJapanese, state: State, words: Words) -> Step:
    """Return the state after a sortie, and its effects: Japan's next hand is limited, or its
    landings are stopped.
    """
    if words[0] == "makarov":
        state, morale = shaken(rules, state, RUSSIA, +1)
        return replace(state, blockaded=True), (*morale, Effect("blockaded", RUSSIA))
    limit = int(words[1])
    limited = Effect("limited", RUSSIA, numbers=(limit,))
    return replace(state, limit=min(limit, state.limit or limit)), (limited,)


def follow_sortie(rules: RussoJapanese, state: State) -> Step:
    """Return the state after Japan's answers to a sortie, and the effects of the sortie unless it
    was stopped.
    """
    window = state.window
    assert window is not None
    state = replace(state, window=None, stage="phase", decision=rules.ask_cards[RUSSIA])
    if window.card:
        return sailed(rules, state, rules.event[RUSSIA, window.card])
    return state, ()


def _stop_ways(
    rules: RussoJapanese, state: State, side: str, words: Words, when: str
) -> Ways | IllegalEventError:
    """`stop NUMBER …` and `mines NUMBER …`: answers to those cards."""
    window = state.window
    assert window is not None
    if window.card not in {int(number) for number in words[1:]}:
        return rules.reject("notThisSortie", "sortie", card=card_name(window.card))
    return PLAIN


def _stop(rules: RussoJapanese, state: State, side: str, words: Words, choice: Words) -> Step:
    window = state.window
    assert window is not None
    effects: Effects = (Effect("stopped", side, numbers=(window.card,)),)
    if words[0] == "mines":  # 10.4.1
        state, morale = shaken(rules, replace(state, locked=True), RUSSIA)
        effects += (Effect("locked", side), *morale)
    return replace(state, window=replace(window, card=0)), effects


# ---- movement, transport, units ---------------------------------------------------------


def _no_zone_ways(
    rules: RussoJapanese, state: State, side: str, words: Words, when: str
) -> Ways | IllegalEventError:
    """`no_zone`: one enemy on the map has no zone until the end of the phase (6.4; reading 51)."""
    sheet = rules.sheet
    found: Ways = [
        (sheet.units[k],) for k in sheet.own[ENEMY[side]]
        if state.where[k] >= 0 and not state.zoneless >> k & 1
    ]  # fmt: skip
    return found or rules.reject("nobody", "event")


def _no_zone(rules: RussoJapanese, state: State, side: str, words: Words, choice: Words) -> Step:
    zoneless = state.zoneless | 1 << rules.sheet.unit[choice[0]]
    return replace(state, zoneless=zoneless), (Effect("zoneLost", side, (), choice),)


def _hasten_ways(
    rules: RussoJapanese, state: State, side: str, words: Words, when: str
) -> Ways | IllegalEventError:
    """`hasten`: one unit that has not moved in this phase may go further in it."""
    sheet = rules.sheet
    found: Ways = [
        (sheet.units[k],) for k in sheet.own[side]
        if sheet.allowance[k] and (state.where[k] >= 0 or state.where[k] == GATE)
        and not (state.done | state.hastened) >> k & 1
    ]  # fmt: skip
    return found or rules.reject("nobody", "event")


def _hasten(rules: RussoJapanese, state: State, side: str, words: Words, choice: Words) -> Step:
    hastened = state.hastened | 1 << rules.sheet.unit[choice[0]]
    effect = Effect("hastened", side, choice, numbers=(rules.haste,))
    return replace(state, hastened=hastened), (effect,)


def _agitate(rules: RussoJapanese, state: State, side: str, words: Words, choice: Words) -> Step:
    return replace(state, agitated=True), (Effect("agitated", side),)


def _moved_ways(place: int, why: str) -> Callable[..., Ways | IllegalEventError]:
    def ways(
        rules: RussoJapanese, state: State, side: str, words: Words, when: str
    ) -> Ways | IllegalEventError:
        """`rebuild KIND …` of the lost units, `railway KIND …` of those in the far box."""
        sheet = rules.sheet
        if words[0] == "railway" and state.agitated:  # reading 50
            return rules.reject("agitated", "event")
        found: Ways = [
            (sheet.units[k],) for k in sheet.own[side]
            if state.where[k] == place and sheet.kind[k] in words[1:]
        ]  # fmt: skip
        return found or rules.reject(why, "event")

    return ways


def _moved(place: int, kind: str) -> Callable[..., Step]:
    def apply(rules: RussoJapanese, state: State, side: str, words: Words, choice: Words) -> Step:
        k = rules.sheet.unit[choice[0]]
        moved = Effect(kind, side, choice, (), (rules.sheet.place(k, place),))
        return replace(state, where=changed(state.where, (k,), place)), (moved,)

    return apply


# ---- morale checks, the discards --------------------------------------------------------


def _check_ways(
    rules: RussoJapanese, state: State, side: str, words: Words, when: str
) -> Ways | IllegalEventError:
    """`check SIDE NUMBER`: added to the die of a side that lost units this turn."""
    if not state.losses[NUMBER[words[1]]]:
        return rules.reject("noCheck", "check", side=words[1])
    return PLAIN


def _check(rules: RussoJapanese, state: State, side: str, words: Words, choice: Words) -> Step:
    of, number = words[1], int(words[2])
    checks = of_side(state.checks, of, state.checks[NUMBER[of]] + number)
    return replace(state, checks=checks), (Effect("checkHarder", of, numbers=(number,)),)


def _recover_ways(
    rules: RussoJapanese, state: State, side: str, words: Words, when: str
) -> Ways | IllegalEventError:
    return PLAIN if state.pile else rules.reject("noPile", "event")


def _recover(rules: RussoJapanese, state: State, side: str, words: Words, choice: Words) -> Step:
    """Return the state with the discard below this card back in the hand (reading 12), and the
    effect.
    """
    *rest, top, own = state.pile
    hands = of_side(state.hands, side, tuple(sorted((*hand(state, side), top))))
    recovered = Effect("recovered", side, numbers=(top,))
    return replace(state, pile=(*rest, own), hands=hands), (recovered,)


# ---- the table --------------------------------------------------------------------------


def _any(
    rules: RussoJapanese, state: State, side: str, words: Words, when: str
) -> Ways | IllegalEventError:
    return PLAIN


def _nothing(rules: RussoJapanese, state: State, side: str, words: Words, choice: Words) -> Step:
    return state, ()


NEVER_PLAYED = CardEffect(frozenset(), _any, _nothing)
EFFECTS: dict[str, CardEffect] = {
    **dict.fromkeys(("none", "naval", "reshuffle", "advance"), NEVER_PLAYED),
    "result": CardEffect(COMBAT_WINDOWS, _result_ways, _result),
    "cancel": CardEffect(frozenset(("after",)), _cancel_ways, _cancel),
    "kondratenko": CardEffect(frozenset(("cards", "after")), _kondratenko_ways, _kondratenko),
    "sortie": CardEffect(CARD_PHASE, _fleet_ways, _fleet),
    "makarov": CardEffect(CARD_PHASE, _fleet_ways, _fleet),
    "stop": CardEffect(frozenset(("sortie",)), _stop_ways, _stop),
    "mines": CardEffect(frozenset(("sortie",)), _stop_ways, _stop),
    "no_zone": CardEffect(frozenset(("move",)), _no_zone_ways, _no_zone),
    "hasten": CardEffect(frozenset(("move",)), _hasten_ways, _hasten),
    "no_transport": CardEffect(CARD_PHASE, _any, _agitate),
    "rebuild": CardEffect(CARD_PHASE, _moved_ways(LOST, "nobodyLost"), _moved(HOME, "rebuilt")),
    "railway": CardEffect(CARD_PHASE, _moved_ways(HOME, "nobodyHome"), _moved(GATE, "transport")),
    "check": CardEffect(frozenset(("check",)), _check_ways, _check),
    "recover": CardEffect(ANY_TIME, _recover_ways, _recover),
}
"""By the effect's name in `cards.toml`."""
