"""Laws of conservation of the cards, the units, the stacks, the losses and control.

`test_laws` and `test_naval_laws` check them after every event of random games.
"""

from collections import Counter

from senpu.notation.events import Event, Move, Place, Rail, Retreat, Word
from senpu.replay.core.states import CHANCE
from senpu.replay.games.russojapanese.rules import RussoJapaneseRules
from senpu.replay.games.russojapanese.state import (
    BOXES,
    CARDS,
    GATE,
    HOME,
    JAPAN,
    LOST,
    MOVEMENT,
    NUMBER,
    PHASES,
    RUSSIA,
    SIDES,
    RussoJapaneseState,
)
from tests.games.laws import Law
from tests.games.russojapanese.positions import CROWD, fighting


def moved(before: RussoJapaneseState, after: RussoJapaneseState) -> list[int]:
    """The units that are elsewhere than before."""
    pairs = zip(before.where, after.where, strict=True)
    return [k for k, (old, new) in enumerate(pairs) if old != new]


# ---- cards ------------------------------------------------------------------------------


def every_card_is_in_one_place(
    _: RussoJapaneseRules, __: RussoJapaneseState, ___: Event, after: RussoJapaneseState
) -> bool:
    cards = (*after.hands[0], *after.hands[1], *after.deck, *after.pile)
    return sorted(cards) == list(range(1, 17))


def hands_and_deck_are_sorted(
    _: RussoJapaneseRules, __: RussoJapaneseState, ___: Event, after: RussoJapaneseState
) -> bool:
    return all(list(cards) == sorted(cards) for cards in (*after.hands, after.deck))


def nobody_holds_more_than_four(
    _: RussoJapaneseRules, __: RussoJapaneseState, ___: Event, after: RussoJapaneseState
) -> bool:
    return max(map(len, after.hands)) <= 4


def the_deck_never_runs_out(
    _: RussoJapaneseRules, __: RussoJapaneseState, ___: Event, after: RussoJapaneseState
) -> bool:
    return len(after.deck) >= 1


def a_limited_hand_is_not_refilled_beyond_it(
    _: RussoJapaneseRules, before: RussoJapaneseState, event: Event, after: RussoJapaneseState
) -> bool:
    drew = isinstance(event, Word) and event.word == "draw"
    grown = len(after.hands[0]) > len(before.hands[0])
    return not (before.limit and drew and grown) or len(after.hands[0]) <= before.limit


def what_is_spent_lies_on_the_discards(
    _: RussoJapaneseRules, before: RussoJapaneseState, event: Event, after: RussoJapaneseState
) -> bool:
    paid = event.payer if isinstance(event, Word | Move | Place) else ()
    if isinstance(event, Word) and event.word == "play":
        paid = event.args[:1]
    cards = [int(card.removeprefix("#")) for card in paid]
    return all(card in before_hand(before) and card in after.pile for card in cards)


def before_hand(state: RussoJapaneseState) -> tuple[int, ...]:
    """The hand of the side with the decision."""
    assert state.decision
    return state.hands[NUMBER[state.decision.side]]


# ---- units ------------------------------------------------------------------------------


def units_stand_on_land_or_in_their_boxes(
    rules: RussoJapaneseRules, _: RussoJapaneseState, __: Event, after: RussoJapaneseState
) -> bool:
    return all(h in (LOST, HOME, GATE) or rules.context.tables.adjacent[h] for h in after.where)


def stacks_are_within_their_limits(
    rules: RussoJapaneseRules, _: RussoJapaneseState, __: Event, after: RussoJapaneseState
) -> bool:
    """Check stacks at all times (7.3), except in the hex of a displacing retreat."""
    for side, most in rules.context.tables.stack.items():
        crowd = Counter(h for h in after.where[rules.context.tables.span[side]] if h >= 0)
        if any(count > most + (h == after.crowd) for h, count in crowd.items()):
            return False
    return after.crowd < 0 or (after.decision is not None and after.decision.kind == "displace")


def enemies_never_share_a_hex(
    rules: RussoJapaneseRules, _: RussoJapaneseState, __: Event, after: RussoJapaneseState
) -> bool:
    places = [{h for h in after.where[rules.context.tables.span[side]] if h >= 0} for side in SIDES]
    return not places[0] & places[1]


def who_has_no_allowance_never_moves(
    rules: RussoJapaneseRules, before: RussoJapaneseState, _: Event, after: RussoJapaneseState
) -> bool:
    return all(
        rules.context.tables.allowance[k] or after.where[k] == LOST for k in moved(before, after)
    ) and all(
        after.where[k] in (rules.context.tables.start[k], LOST)
        for k, allowance in enumerate(rules.context.tables.allowance)
        if not allowance
    )


def losses_are_counted(
    rules: RussoJapaneseRules, before: RussoJapaneseState, _: Event, after: RussoJapaneseState
) -> bool:
    """Check the number of lost units (4.3.2), from the start of a turn."""
    removed_steps = Counter(
        rules.context.tables.side[k] for k in moved(before, after) if after.where[k] == LOST
    )
    if after.turn != before.turn:
        return not removed_steps and after.losses == (0, 0)
    return after.losses == tuple(
        before.losses[NUMBER[side]] + removed_steps[side] for side in SIDES
    )


def only_combat_takes_units(
    rules: RussoJapaneseRules, before: RussoJapaneseState, _: Event, after: RussoJapaneseState
) -> bool:
    removed_steps = any(after.where[k] == LOST for k in moved(before, after))
    return not removed_steps or before.fight is not None


def boxes_are_left_as_the_rules_say(
    rules: RussoJapaneseRules, before: RussoJapaneseState, event: Event, after: RussoJapaneseState
) -> bool:
    """Check how units leave and enter boxes (8.3, 10.2.5, 10.2.6).

    A unit leaves the far box by transport, the near box into the supply hex, and is restored by
    reorganisation; it enters a box only by card.
    """
    for k in moved(before, after):
        old, new = before.where[k], after.where[k]
        by_card = isinstance(event, Place) or (isinstance(event, Word) and event.word == "play")
        if old == LOST and not (new == HOME and by_card):
            return False
        if old == HOME and not (by_card and (new == GATE or new in rules.context.tables.ports)):
            return False
        if old == GATE and new < 0:
            return False
        if old >= 0 and new in (HOME, GATE):
            return False
    return True


def a_box_is_of_one_side(
    rules: RussoJapaneseRules, _: RussoJapaneseState, __: Event, after: RussoJapaneseState
) -> bool:
    names = {name: side for side, boxes in BOXES.items() for name in boxes.values()}
    return all(
        names.get(rules.context.tables.place(k, h), rules.context.tables.side[k])
        == rules.context.tables.side[k]
        for k, h in enumerate(after.where)
    )


def only_the_side_that_is_asked_moves_its_units(
    rules: RussoJapaneseRules, before: RussoJapaneseState, event: Event, after: RussoJapaneseState
) -> bool:
    assert before.decision
    if isinstance(event, Move | Rail | Place):
        assert len(moved(before, after)) in (len(event.units), 0), "0 for a way round"
    return all(
        rules.context.tables.side[k] == before.decision.side
        or after.where[k] == LOST
        or before.decision.side == CHANCE
        for k in moved(before, after)
    )


# ---- morale and control -----------------------------------------------------------------


def morale_stays_on_its_track(
    rules: RussoJapaneseRules, _: RussoJapaneseState, __: Event, after: RussoJapaneseState
) -> bool:
    return min(after.morale) >= 0 and max(after.morale) <= rules.context.tables.limit["morale"]


def control_is_the_last_entry(
    rules: RussoJapaneseRules, before: RussoJapaneseState, event: Event, after: RussoJapaneseState
) -> bool:
    """Every key hex and town that a unit entered in this event is its side's, no other changes."""
    tables = rules.context.tables
    entered = {h: tables.side[k] for k in moved(before, after) if (h := after.where[k]) >= 0}
    if isinstance(event, Move | Rail | Place | Retreat):
        side = tables.side[tables.unit[event.units[0]]]
        entered |= {tables.index[ident]: side for ident in event.path if ident in tables.index}
    held = before.held
    for h, side in entered.items():
        held = held | tables.mark[h] if side == JAPAN else held & ~tables.mark[h]
    return after.held == held


def a_key_hex_costs_its_loser_a_point(
    rules: RussoJapaneseRules, before: RussoJapaneseState, event: Event, after: RussoJapaneseState
) -> bool:
    """Check one point for each lost key hex (4.3.1); no side gains morale."""
    changed = before.held ^ after.held
    if not changed & rules.context.tables.keys:
        return True
    taken = [bool(after.held & rules.context.tables.mark[h]) for h in rules.context.tables.key_hexes
             if changed & rules.context.tables.mark[h]]  # fmt: skip
    japan, russia = taken.count(False), taken.count(True)
    return after.morale == (max(0, before.morale[0] - japan), max(0, before.morale[1] - russia))


def holders_stand_where_they_hold(
    rules: RussoJapaneseRules, _: RussoJapaneseState, __: Event, after: RussoJapaneseState
) -> bool:
    return all(
        bool(after.held & rules.context.tables.mark[h]) == (rules.context.tables.side[k] == JAPAN)
        for k, h in enumerate(after.where)
        if h >= 0 and rules.context.tables.mark[h]
    )


def a_lost_port_arthur_locks_its_fleet_for_good(
    rules: RussoJapaneseRules, before: RussoJapaneseState, _: Event, after: RussoJapaneseState
) -> bool:
    retreated = after.held & rules.context.tables.mark[rules.context.tables.port_arthur]
    return after.locked or not (retreated or before.locked)


def the_supply_hex_ends_the_game(
    rules: RussoJapaneseRules, _: RussoJapaneseState, event: Event, after: RussoJapaneseState
) -> bool:
    """A side with a unit in the enemy's supply hex has won (4.4).

    By an option, an advance or a retreat into the hex does not win.
    """
    for k, h in enumerate(after.where):
        side = rules.context.tables.side[k]
        if (
            h == rules.context.tables.supply[RUSSIA if side == JAPAN else JAPAN]
            and rules.context.sudden_advance
        ):
            return after.outcome is not None and after.outcome.winner == side
    return True


# ---- what waits -------------------------------------------------------------------------


def only_those_in_a_fight_fall_back(
    _: RussoJapaneseRules, __: RussoJapaneseState, ___: Event, after: RussoJapaneseState
) -> bool:
    return all(after.where[k] >= 0 for k in (*after.retreating, *after.retreated)) and (
        not after.retreating or after.fight is not None
    )


def fighters_stand_on_the_map(
    _: RussoJapaneseRules, __: RussoJapaneseState, ___: Event, after: RussoJapaneseState
) -> bool:
    declared = [k for each in after.declared for k in each.units]
    fighting = [*after.fight.units, *after.fight.targets] if after.fight else []
    if after.outcome or (after.decision and after.decision.kind != "fight"):
        declared = []  # one that was lost since is struck when the next fight is chosen
    return all(after.where[k] >= 0 for k in (*declared, *fighting))


def nobody_fights_twice(
    _: RussoJapaneseRules, __: RussoJapaneseState, ___: Event, after: RussoJapaneseState
) -> bool:
    units = [k for each in after.declared for k in each.units]
    units += after.fight.units if after.fight else ()
    return len(set(units)) == len(units)


def what_lasts_a_phase_is_gone_after_it(
    _: RussoJapaneseRules, __: RussoJapaneseState, ___: Event, after: RussoJapaneseState
) -> bool:
    kind = PHASES[after.phase][1]
    moving = kind == MOVEMENT or (after.within and kind == CARDS)
    return moving or after.outcome is not None or not (after.zoneless or after.hastened)


def what_lasts_a_player_turn_is_gone_after_it(
    _: RussoJapaneseRules, before: RussoJapaneseState, __: Event, after: RussoJapaneseState
) -> bool:
    if after.phase == before.phase or PHASES[before.phase][1] != CARDS:
        return True
    if PHASES[before.phase][0] == JAPAN:
        return not (after.limit or after.blockaded)
    return not after.agitated


LAWS: tuple[Law, ...] = (
    every_card_is_in_one_place,
    hands_and_deck_are_sorted,
    nobody_holds_more_than_four,
    the_deck_never_runs_out,
    a_limited_hand_is_not_refilled_beyond_it,
    what_is_spent_lies_on_the_discards,
    units_stand_on_land_or_in_their_boxes,
    stacks_are_within_their_limits,
    enemies_never_share_a_hex,
    who_has_no_allowance_never_moves,
    losses_are_counted,
    only_combat_takes_units,
    boxes_are_left_as_the_rules_say,
    a_box_is_of_one_side,
    only_the_side_that_is_asked_moves_its_units,
    morale_stays_on_its_track,
    control_is_the_last_entry,
    a_key_hex_costs_its_loser_a_point,
    holders_stand_where_they_hold,
    a_lost_port_arthur_locks_its_fleet_for_good,
    the_supply_hex_ends_the_game,
    only_those_in_a_fight_fall_back,
    fighters_stand_on_the_map,
    nobody_fights_twice,
    what_lasts_a_phase_is_gone_after_it,
    what_lasts_a_player_turn_is_gone_after_it,
)


def test_the_crowd_of_a_chain_lasts_until_a_unit_gives_way() -> None:
    table = fighting(CROWD, RUSSIA).fought("s1*1207", "DR").play("g1<1208")
    index = table.rules.context.tables.index["1208"]
    assert (table.state.crowd, table.state.where.count(index)) == (index, 3)
    table.play("d3<1209")
    assert (table.state.crowd, table.state.where.count(index)) == (-1, 2)
