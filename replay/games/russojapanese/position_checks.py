"""Check of positions against the rules: units, control, cards, the phase, combat and the ending.

The pending decision is derived from the rest of the position by the functions of the rules, and
compared. The fleets are in `naval_position_checks`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec.structs import fields, replace

from senpu.replay.core.position_format import PositionFormat
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.core.states import Decision, Outcome
from senpu.replay.games.russojapanese import (
    card_windows,
    combat,
    deck,
    hidden_cards,
    results,
    turns,
)
from senpu.replay.games.russojapanese import naval_position_checks as naval
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.control import find_holder
from senpu.replay.games.russojapanese.positions import is_face_down, list_known
from senpu.replay.games.russojapanese.stacking import count_room
from senpu.replay.games.russojapanese.state import (
    CARDS,
    COMBAT,
    ENEMY,
    FACE_DOWN,
    GATE,
    JAPAN,
    LOST,
    MOVEMENT,
    PHASES,
    REFILL,
    RUSSIA,
    SIDES,
    VICTORY,
    RussoJapaneseCombat,
    RussoJapaneseState,
    count_deck,
    format_card,
    get_combat,
    get_hand,
)
from senpu.replay.parts.counters import UnitGroup, find_units

Expect = Callable[[RussoJapaneseContext, RussoJapaneseState, Decision], RussoJapaneseState]
"""Returns the position that a kind of decision belongs to, from the position without a decision."""


def check_position(
    rules: RussoJapaneseContext,
    form: PositionFormat,
    start: RussoJapaneseState,
    state: RussoJapaneseState,
    side: str,
) -> None:
    """Check a position that was read from a text.

    Args:
        rules: The data of the game.
        form: The form of positions as text.
        start: The position at the start.
        state: The position.
        side: The side whose view it is; empty for a whole position.

    Raises:
        IllegalEventError: The position breaks a rule.
    """
    _check_cards(rules, state, side)
    _check_units(rules, state)
    _check_control(rules, state)
    naval.check_fleets(rules, state, side)
    if state.outcome is not None:
        _check_ending(rules, state)
        return
    decision = state.decision
    assert decision is not None
    if not 0 <= state.turn <= rules.spec.game.turns:
        most = rules.spec.game.turns
        raise rules.reject("noSuchTurn", "last", field="turn", turn=state.turn, most=most)
    _check_start(rules, hidden_cards.view(rules, start, side) if side else start, state)
    _check_records(rules, state, decision)
    if decision.kind in COMBATS:
        _check_combat(rules, state, decision.kind)
    expect = EXPECTED.get(decision.kind) or naval.EXPECTED[decision.kind]
    expected = expect(rules, replace(state, decision=None), decision)
    if expected.decision not in (None, decision):
        words = " ".join(form.write_decision(expected.decision))
        raise IllegalEventError(
            "leadsTo", decision.rule, field="next", text=words, decision=expected.decision
        )
    if expected != state:
        field = "stage" if expected.decision and expected.stage != state.stage else "next"
        raise IllegalEventError("otherDecision", decision.rule, field=field)


def _reject_decision(decision: Decision) -> IllegalEventError:
    return IllegalEventError("otherDecision", decision.rule, field="next")


# ---- cards ------------------------------------------------------------------------------


def _check_cards(rules: RussoJapaneseContext, state: RussoJapaneseState, side: str) -> None:
    """Check that each card is in one place, and that only a view has hidden cards."""
    decks = {"hands": (*state.hands[0], *state.hands[1]), "pile": state.pile, "deck": state.deck}
    seen: set[int] = set()
    for field, cards in decks.items():
        for card in cards:
            if card and card in seen:
                raise rules.reject("cardTwice", "deck", field=field, card=format_card(card))
            seen.add(card)
    if 0 in state.pile:
        raise rules.reject("hiddenDiscard", "deck", field="pile")
    if not side and 0 in seen:
        field = "hands" if 0 in decks["hands"] else "deck"
        raise rules.reject("hiddenCard", "cards", field=field)
    if side:
        shown = hidden_cards.view(rules, state, side)
        for field in ("hands", "deck"):
            if getattr(shown, field) != getattr(state, field):
                raise rules.reject("notHidden", "cards", field=field, side=side)
    unknown = len(rules.cards) - len(list_known((*decks["hands"], *state.pile)))
    number = unknown - decks["hands"].count(0)
    if len(state.deck) != number:
        raise rules.reject("deckCards", "deck", field="deck", n=number)
    if count_deck(state) < 1:
        raise rules.reject("deckEmpty", "deck", field="deck", places=("pile",))
    most = rules.tables.limit["paid_hand"]
    if max(map(len, state.hands)) > most:
        raise rules.reject("handTooLarge", "refill", field="hands", n=most)


# ---- units and control ------------------------------------------------------------------


def _check_units(rules: RussoJapaneseContext, state: RussoJapaneseState) -> None:
    """Check terrain, stacks, garrisons and supply hexes."""
    tables, where = rules.tables, state.where
    is_displacing = state.decision is not None and state.decision.kind == "displace"
    is_left = state.outcome is not None and state.outcome.is_by_players  # perhaps in a retreat
    counts = {side: Counter(where[tables.span[side]]) for side in SIDES}
    for k, h in enumerate(where):
        unit, side = tables.units[k], tables.side[k]
        if not tables.allowance[k] and h not in (tables.start[k], LOST):
            place = tables.place(k, h)
            raise rules.reject("neverMoves", "fixed", unit=unit, places=(place,))
        if h < 0:
            continue
        place = tables.ids[h]
        if not tables.adjacent[h]:
            raise rules.reject("noLand", "terrain", unit=unit, place=place, places=(place,))
        if counts[ENEMY[side]][h]:
            raise rules.reject("enemyThere", "enemy", place=place, places=(place,))
        most = tables.stack[side]
        if counts[side][h] > most + (is_left or (is_displacing and h == state.crowd)):
            raise rules.reject("tooMany", "stacking", place=place, places=(place,), most=most)
        is_goal = h == tables.supply[ENEMY[side]]
        if is_goal and state.outcome is None and rules.sudden_advance:
            raise rules.reject("stopSupply", "sudden", place=place, places=(place,))


def _check_control(rules: RussoJapaneseContext, state: RussoJapaneseState) -> None:
    """Check that units control their hexes, and what the fall of Port Arthur entails."""
    tables = rules.tables
    for k, h in enumerate(state.where):
        if h >= 0 and tables.mark[h] and find_holder(tables, state, h) != tables.side[k]:
            unit, place = tables.units[k], tables.ids[h]
            field = "taken" if tables.side[k] == RUSSIA else place
            raise rules.reject("controlOf", "control", field=field, unit=unit, place=place)
    is_fallen = find_holder(tables, state, tables.port_arthur) == JAPAN
    if state.locked if rules.naval else is_fallen and not state.locked:
        why = "lockedNaval" if rules.naval else "lockedMissing"
        raise rules.reject(why, "locked", field="fleet-locked" if rules.naval else "taken")


# ---- the turn ---------------------------------------------------------------------------


def _check_ending(rules: RussoJapaneseContext, state: RussoJapaneseState) -> None:
    """Check that the position is one in which the game ends so."""
    outcome = state.outcome
    assert outcome is not None
    name, _, number = outcome.ending.partition(" ")
    winner = name.capitalize() if outcome.winner else "Draw"
    is_known = outcome.ending in rules.spec.edition.endings or outcome.is_by_players
    if not is_known or name != winner or not 0 <= state.turn <= rules.spec.game.turns:
        endings = rules.spec.edition.endings
        raise rules.reject("noSuchEnding", "morale", field="over", endings=endings)
    if not outcome.is_by_players and not _is_ended(rules, state, outcome, number):
        raise IllegalEventError("otherEnding", number, field="over")
    rule = rules.number["morale"]
    for attribute, field in RECORDS.items():
        if getattr(state, attribute) != DEFAULTS[attribute]:
            raise IllegalEventError("otherRecord", rule, field=field, name=field)
    if state.stage != "phase":
        raise IllegalEventError("otherEnding", rule, field="stage")


def _is_ended(
    rules: RussoJapaneseContext, state: RussoJapaneseState, outcome: Outcome, number: str
) -> bool:
    """Return whether the rules end the game so (4.1, 4.2, 4.4)."""
    tables = rules.tables
    japan, russia = state.morale
    if state.turn < 1:
        return False
    if number == rules.number["sudden"]:
        goal = tables.supply[ENEMY[outcome.winner]]
        near = {goal, *tables.adjacent[goal]}  # a card may continue the advance (reading 48)
        has_entered = any(state.where[k] in near for k in tables.own[outcome.winner])
        return has_entered and PHASES[state.phase][1] in (MOVEMENT, COMBAT, CARDS)
    if PHASES[state.phase][1] != VICTORY:
        return False
    if number == rules.number["last"]:
        return state.turn == rules.spec.game.turns and bool(japan and russia)
    return [bool(japan), bool(russia)] == [outcome.winner == side for side in SIDES]


def _check_start(
    rules: RussoJapaneseContext, start: RussoJapaneseState, state: RussoJapaneseState
) -> None:
    """Check that nothing has changed before turn 1."""
    decision = state.decision
    assert decision is not None
    is_set_up = decision.kind in ("flagship", "draw")
    if (not state.turn and not is_set_up) or (state.turn and decision.kind == "flagship"):
        raise _reject_decision(decision)
    if not state.turn and replace(
        state, decision=None, navy=start.navy
    ) != replace(start, decision=None):  # fmt: skip
        raise rules.reject("otherStart", "deal", field="turn")


RECORDS = {
    "drawing": "drawing", "marched": "marched", "within": "forced-march", "done": "moved",
    "railed": "railed", "zoneless": "zoneless", "hastened": "hastened", "declared": "declared",
    "fight": "fight", "window": "window", "retreating": "retreating", "retreated": "retreated",
    "crowd": "crowded", "checks": "checks",
}  # fmt: skip
"""The records of a phase, which not all positions have: the attribute, and its field in a text."""
DEFAULTS = {each.name: each.default for each in fields(RussoJapaneseState) if each.name in RECORDS}
IN_COMBAT = frozenset(("declared", "fight"))
COMBATS = {
    "reply-before": {*IN_COMBAT, "window"}, "reply-after": {*IN_COMBAT, "window"},
    "dice": IN_COMBAT, "loss": IN_COMBAT, "advance": IN_COMBAT, "fall": {*IN_COMBAT, "retreating"},
    "retreat": {*IN_COMBAT, "retreating", "retreated"},
    "displace": {*IN_COMBAT, "retreating", "retreated", "crowd"},
}  # fmt: skip
"""The decisions of an attack under way, each with its records."""
RECORDS_OF = COMBATS | {
    "draw": {"drawing"}, "flagship": {"drawing"},
    "move": {"done", "railed", "zoneless", "hastened"},
    "declare": {"declared"}, "fight": {"declared"}, "reply-sortie": {"window"},
    "reply-check": {"window", "checks"}, "morale": {"checks"},
}  # fmt: skip
"""The records of each kind of decision; a forced march has further ones."""
PHASES_OF = {
    "draw": {REFILL}, "refill": {REFILL}, "discard": {REFILL, CARDS}, "move": {MOVEMENT},
    **dict.fromkeys(("declare", "fight", *COMBATS), frozenset((COMBAT,))), "cards": {CARDS},
    "reply-sortie": {CARDS}, "reply-check": {VICTORY}, "morale": {VICTORY},
}  # fmt: skip
"""The phases of each kind of decision before chapter 11."""


def _check_records(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> None:
    """Check the phase, and that the position has only records that belong to its decision."""
    kind = decision.kind
    side, phase = PHASES[state.phase]
    marches = kind in ("move", "declare", "fight") or kind in COMBATS
    if not state.turn:
        is_phase = True  # it is the set-up, which is checked already
    elif state.within:
        is_phase = marches and phase == CARDS and state.marched
    elif kind in naval.EXPECTED:
        is_phase = (side, phase) == (RUSSIA, CARDS) and state.navy is not None
    else:
        is_phase = phase in PHASES_OF[kind]
    if not is_phase:
        raise rules.reject("otherPhase", "sequence", field="next")
    allowed = set(RECORDS_OF.get(kind, ()))
    if phase == CARDS and kind not in naval.EXPECTED and kind != "discard":
        allowed |= {"marched", "within"} if marches else {"marched"}
    for attribute, field in RECORDS.items():
        if attribute not in allowed and getattr(state, attribute) != DEFAULTS[attribute]:
            raise IllegalEventError("otherRecord", decision.rule, field=field, name=field)
    if kind == "move":
        _check_movement(rules, state, side)
    _check_declared(rules, state, kind, side)


def _check_movement(rules: RussoJapaneseContext, state: RussoJapaneseState, side: str) -> None:
    """Check the records of units in a movement phase."""
    tables = rules.tables
    for attribute, owner, off_map, number in (
        ("done", side, (), "move"),
        ("zoneless", ENEMY[side], (), "event"),
        ("hastened", side, (GATE,), "event"),
    ):
        bits, field = getattr(state, attribute), RECORDS[attribute]
        for k, unit in enumerate(tables.units):
            is_able = tables.side[k] == owner and (tables.allowance[k] or owner != side)
            if bits >> k & 1 and not (
                is_able and (state.where[k] >= 0 or state.where[k] in off_map)
            ):
                raise rules.reject("notMarked", number, field=field, unit=unit)


def _check_declared(
    rules: RussoJapaneseContext, state: RussoJapaneseState, kind: str, side: str
) -> None:
    """Check the declared attacks: each unit and each target once (9.1)."""
    tables, fight = rules.tables, state.fight
    seen = set(fight.units) if fight else set()
    targets = {fight.place} if fight else set()
    for each in state.declared:
        if kind == "declare":
            others = tuple(other for other in state.declared if other is not each)
            bar = combat.bar_attack(
                rules, replace(state, declared=others), side, each.units, each.place
            )
            if bar is not None:
                raise IllegalEventError(bar.reason, bar.rule, **bar.facts | {"field": "declared"})
        place = tables.ids[each.place]
        if each.place in targets or not tables.adjacent[each.place]:
            raise rules.reject("targetTaken", "once", field="declared", place=place)
        for k in each.units:
            unit = tables.units[k]
            if tables.side[k] != side:
                raise rules.reject("notYours", "combat", field="declared", unit=unit, side=side)
            if k in seen:
                raise rules.reject("committed", "once", field="declared", unit=unit)
            seen.add(k)
        targets.add(each.place)


# ---- an attack under way ----------------------------------------------------------------


def _check_combat(rules: RussoJapaneseContext, state: RussoJapaneseState, kind: str) -> None:
    """Check the attack under way: its units, its hex, and the result so far."""
    fight, side = state.fight, PHASES[state.phase][0]

    def reject(why: str, number: str = "combat", **facts: object) -> IllegalEventError:
        return rules.reject(why, number, field="fight", **facts)

    if fight is None or fight.side != side:
        raise rules.reject("noCombat", "combat", field="fight" if fight else "next")
    for units, owner in ((fight.units, side), (fight.targets, ENEMY[side])):
        for k in units:
            if rules.tables.side[k] != owner:
                raise reject("notYours", unit=rules.tables.units[k], side=owner)
    is_retreat = kind in ("retreat", "displace")
    if bool(fight.units) is (is_retreat and fight.result == "AR"):
        raise reject("noAttacker")
    for k in fight.units:
        if state.where[k] < 0 or fight.place not in rules.tables.adjacent[state.where[k]]:
            place = rules.tables.ids[fight.place]
            raise reject("notBeside", unit=rules.tables.units[k], place=place)
    defenders = find_units(rules.tables.own[ENEMY[side]], state.where, fight.place)
    if fight.targets and fight.targets != defenders:
        raise reject("otherDefenders", "together", units=rules.tables.names(defenders))
    if kind in OPEN:
        _check_open_combat(rules, state, fight, defenders)
    elif fight.difference or not _is_result_of(kind, fight):
        raise reject("otherResult", "results")
    if is_retreat:
        _check_retreat(rules, state, fight)


OPEN = ("reply-before", "dice", "reply-after")
"""The decisions before a result takes effect."""


def _check_open_combat(
    rules: RussoJapaneseContext, state: RussoJapaneseState, fight: RussoJapaneseCombat,
    defenders: UnitGroup,
) -> None:  # fmt: skip
    """Check an attack before its result takes effect: all defenders, the difference (9.4)."""
    if not defenders or fight.targets != defenders:
        place = rules.tables.ids[fight.place]
        raise rules.reject("nobodyThere", "combat", field="fight", place=place)
    attack, defence = combat.compute_totals(
        rules, state, fight.units, fight.targets, fight.place, False
    )
    least = attack - defence
    if fight.difference not in (least, least + 1):  # 9.4.2: support by a card
        raise rules.reject("otherDifference", "strength", field="fight", n=least, n2=least + 1)
    if fight.difference < rules.tables.lowest:
        raise rules.reject("tooWeak", "results", field="fight", n=rules.tables.lowest)


def _is_result_of(kind: str, fight: RussoJapaneseCombat) -> bool:
    """Return whether a decision may follow a result, with or without defenders left in it."""
    result, has_targets = fight.result, bool(fight.targets)
    if kind == "loss":
        if result in ("DE", "EX") and has_targets:
            return len(fight.targets) > 1
        return result in ("EX", "AE", "AR") and not has_targets and len(fight.units) > 1
    if kind == "fall":
        return result == "AR" and not has_targets
    results_of = ("DE", "DR") if kind == "advance" else ("DE", "DR", "AR")
    return result in results_of and not has_targets


def _check_retreat(
    rules: RussoJapaneseContext, state: RussoJapaneseState, fight: RussoJapaneseCombat
) -> None:
    """Check the retreating units and their hexes (9.6)."""
    tables = rules.tables
    side = fight.side if fight.result == "AR" else ENEMY[fight.side]
    for field, units in (("retreating", state.retreating), ("retreated", state.retreated)):
        for k in units:
            h, unit = state.where[k], tables.units[k]
            if tables.side[k] != side or h < 0:
                raise rules.reject("notYours", "retreat", field=field, unit=unit, side=side)
            is_there = h == fight.place if side != fight.side else fight.place in tables.adjacent[h]
            if field == "retreating" and not is_there:
                place = tables.ids[fight.place]
                raise rules.reject("notBeside", "retreat", field=field, unit=unit, place=place)
    if not set(state.retreating).isdisjoint(state.retreated):
        raise rules.reject("retreatedAlready", "retreat", field="retreated")


# ---- the decision that the rest of the position leads to --------------------------------


def _expect_draw(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    side = deck.find_drawer(state)
    is_limited = side == JAPAN and state.limit
    most = deck.compute_limit(rules, state, side) if is_limited else rules.tables.limit["paid_hand"]
    if not state.drawing or len(get_hand(state, side)) + state.drawing > most:
        raise rules.reject("handTooLarge", "refill", field="drawing", n=most)
    expected = replace(deck.draw_more(rules, state)[0], stage="draw")
    ready = decision.units[1:]
    if expected.decision is None or not ready:
        return expected
    lying = {card for cards in (*state.hands, state.pile) for card in cards}
    codes = set(deck.list_ready(decision)) if all(map(is_face_down, ready)) else set()
    is_ready = len(ready) == len(codes) == expected.decision.count and codes.isdisjoint(lying)
    if not is_ready or 0 in state.deck or min(codes) < FACE_DOWN:
        raise _reject_decision(decision)
    units = (*expected.decision.units, *ready)
    return replace(expected, decision=replace(expected.decision, units=units))


def _expect_discard(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    """Return the position with a discard in a refill, or after the sortie of a fleet."""
    if PHASES[state.phase][1] == REFILL:
        return deck.open_refill(rules, state)[0]
    return naval.expect_discard(rules, state, decision)


def _expect_refill(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    return deck.open_refill(rules, state)[0]


def _ask(kind: str) -> Expect:
    """Return the function for a decision that a side takes at the start of its phase."""

    def expect(
        rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
    ) -> RussoJapaneseState:
        asked: dict[str, Decision] = getattr(rules, f"ask_{kind}")
        return replace(state, decision=asked[PHASES[state.phase][0]], stage="phase")

    return expect


def _expect_fight(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    if not state.declared:
        raise rules.reject("noDeclared", "fight", field="next")
    return combat.follow_fights(rules, state)[0]


def _expect_reply(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    """Return the position with an answer of the side in the current window (10.4.5)."""
    window, fight = state.window, state.fight
    if window is None or decision.kind != f"reply-{window.what}" or decision.side not in SIDES:
        raise _reject_decision(decision)
    what = window.what
    if fight is not None and bool(fight.result) is (what == "before"):
        raise rules.reject("otherResult", what, field="fight")
    numbers = {card for _, card in rules.tables.undone}
    words = rules.event.get((RUSSIA, window.card), ("",))
    if what == "sortie":  # reading 46
        is_card = words[0] in ("sortie", "makarov") and words[-1] == "port_arthur"
        is_card = is_card and not state.locked and PHASES[state.phase][0] == RUSSIA
    else:
        is_card = window.card in numbers if what == "after" and window.former else not window.card
    if not is_card or (window.former and what != "after"):
        raise rules.reject("otherWindow", what, field="window")
    if what == "check" and not any(state.losses):
        raise rules.reject("noLosses", "check", field="next")
    return card_windows.ask_next(rules, state, decision.side)


def _expect_dice(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    if get_combat(state).result:
        raise rules.reject("otherResult", "dice", field="fight")
    return replace(card_windows.follow_roll(rules, state)[0], stage=card_windows.CLOSED["before"])


def _expect_loss(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    """Return the position with the loss of a unit pending (9.5; reading 13)."""
    fight = get_combat(state)
    if fight.result == "AR":
        return results.follow_attackers(rules, state)[0]
    if fight.targets:
        then = "targets-fall" if fight.result == "DE" else "exchanged"
        return results.ask_loss(rules, state, fight.targets, then)[0]
    return results.ask_loss(rules, state, fight.units, "fights")[0]


def _expect_fall(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    state = replace(state, retreating=get_combat(state).units)
    return results.follow_attackers(rules, state)[0]


def _expect_retreat(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    """Return the position with a retreat pending (9.6)."""
    if decision.kind == "displace":
        last = state.retreated[-1:]
        is_crowd = state.crowd >= 0 and last and state.where[last[0]] == state.crowd
        if not is_crowd or not results.find_displaceable(rules, state):
            raise rules.reject("noCrowd", "retreat", field="next")
        side = rules.tables.side[last[0]]
        if count_room(rules.tables, state, side, state.crowd) >= 0:
            raise rules.reject("noCrowd", "retreat", field="next")
    elif not state.retreating:
        raise _reject_decision(decision)
    return replace(results.follow_retreats(rules, state)[0], stage="retreats")


def _expect_advance(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    return results.follow_advance(rules, state)[0]


def _expect_morale(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    if not any(state.losses):
        raise rules.reject("noLosses", "check", field="next")
    return replace(turns.follow_check(rules, state)[0], stage=card_windows.CLOSED["check"])


EXPECTED: dict[str, Expect] = {
    "draw": _expect_draw, "discard": _expect_discard, "refill": _expect_refill,
    "move": _ask("move"), "declare": _ask("declare"), "fight": _expect_fight,
    **dict.fromkeys(
        ("reply-before", "reply-after", "reply-sortie", "reply-check"), _expect_reply
    ),
    "dice": _expect_dice, "loss": _expect_loss, "fall": _expect_fall,
    "retreat": _expect_retreat, "displace": _expect_retreat, "advance": _expect_advance,
    "cards": _ask("cards"), "morale": _expect_morale,
}  # fmt: skip
"""The functions for the decisions before chapter 11."""
