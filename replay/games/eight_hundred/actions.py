"""An action phase of 800: units' acts, the markers, passing (J 5.1, 7 to 9; E 2.0-2, 3, 4, 5)
and the tanks' second act (E 4.0-5). What an act itself may be stands in :mod:`acts`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec.structs import replace

from notation.events import Attack, Event, Move, Word
from replay.games.eight_hundred import opening, turns
from replay.games.eight_hundred.acts import Group
from replay.games.eight_hundred.state import (
    CHINA,
    DUE,
    ENEMY,
    JAPAN,
    LOST,
    Fight,
    State,
    changed,
    spent,
)
from replay.rules import Ask, Happening, Refusal

if TYPE_CHECKING:
    from replay.games.eight_hundred.rules import EightHundred

PASS, NO = Word("pass"), Word("no")


def canon_act(rules: EightHundred, state: State, ask: Ask, event: Event) -> Event:
    if event == PASS:
        return PASS
    if isinstance(event, Word) and event.word in ("grenade", "flag") and ask.of == CHINA:
        return canon_marker(rules, state, event)
    if not isinstance(event, Move | Attack):
        raise Refusal("wrongAnswer", ask.rule, ask=ask)
    if event.again:
        raise Refusal("noSecond", ask.rule)
    return canon_unit_act(rules, state, ask.of, event)


def canon_unit_act(rules: EightHundred, state: State, side: str, event: Move | Attack) -> Event:
    group = rules.acts.group(state, side, event.units, event.payer)
    if type(event) is Move:
        if len(event.path) != 1:  # J 7.0: one area
            raise rules.acts.refuse("oneStep", "move", units=event.units)
        bar = rules.acts.bar_move(state, side, group, event.path[0], bool(event.payer))
    else:
        assert isinstance(event, Attack)
        place = event.place
        if not place and event.unit in rules.sheet.index:
            place = state.where[rules.sheet.index[event.unit]]
        found = rules.acts.fight(state, side, group, place, event.unit)
        bar = found if isinstance(found, Refusal) else None
        if place != event.place:
            event = replace(event, place=place)
    if bar is not None:
        raise bar
    if len(group) > 1:
        return opening.spelt(event, rules.sheet.ids(group))
    return event


def canon_marker(rules: EightHundred, state: State, event: Word) -> Event:
    if event.payer or event.again:
        raise rules.acts.refuse("notPayer", "act", payer=event.payer, xie="x1")
    if not rules.acts.switch["idle_markers"] and not turns.has_points(rules, state, CHINA):
        raise rules.acts.refuse("mustPass", "forced_pass")  # reading 1
    if event.word == "grenade":
        if len(event.args) != 1:
            raise rules.acts.refuse("grenadeWhere", "grenade")
        bar = rules.acts.grenade(state, event.args[0])
        if isinstance(bar, Refusal):
            raise bar
        return event
    return canon_flag(rules, state, event)


def canon_flag(rules: EightHundred, state: State, event: Word) -> Event:
    """J 9.7: one unit; E 5.0-2: all. Reading 24: only where it gives a point."""
    refuse = rules.acts.refuse
    if state.turn < rules.sheet.limit["flag_from"]:
        raise refuse("flagEarly", "flag", turn=rules.sheet.limit["flag_from"])
    if state.flags <= 0:
        raise refuse("flagUsed", "flag")
    if rules.acts.switch["flag_for_all"]:
        if event.args:
            raise refuse("flagForAll", "flag")
        if not any(below_full(rules, state, k) for k in rules.sheet.own[CHINA]):
            raise refuse("flagFull", "flag")
        return event
    if len(event.args) != 1 or event.args[0] not in rules.sheet.index:
        raise refuse("flagWhich", "flag")
    unit = rules.sheet.index[event.args[0]]
    if rules.sheet.side[unit] != CHINA or state.where[unit] in (DUE, LOST):
        raise refuse("flagWhich", "flag")
    if not below_full(rules, state, unit):
        raise refuse("flagFull", "flag")
    return event


def below_full(rules: EightHundred, state: State, unit: int) -> bool:
    below = state.points[unit] < rules.sheet.full[unit]
    return below and state.where[unit] not in (DUE, LOST)


def legal_acts(rules: EightHundred, state: State, ask: Ask) -> Iterator[Event]:
    side = ask.of
    for group in rules.acts.groups(state, side):
        yield from rules.acts.moves(state, side, group)
        yield from rules.acts.attacks(state, side, group)
    if side == CHINA:
        payer = (rules.sheet.units[rules.sheet.xie],)
        for group in rules.acts.commanded(state):
            yield from rules.acts.moves(state, side, group, payer)
            yield from rules.acts.attacks(state, side, group, payer)
        yield from legal_markers(rules, state)
    yield PASS


def legal_markers(rules: EightHundred, state: State) -> Iterator[Event]:
    words = [Word("grenade", (place,)) for place in rules.sheet.areas]
    words += [
        Word("flag"),
        *(Word("flag", (rules.sheet.units[k],)) for k in rules.sheet.own[CHINA]),
    ]
    for word in words:
        try:
            yield canon_marker(rules, state, word)
        except Refusal:
            continue


def act(rules: EightHundred, state: State, event: Event, told: list[Happening]) -> State:
    """An act as declared. Points are paid at once (reading 37)."""
    ask = state.ask
    assert ask is not None
    side = ask.of
    if isinstance(event, Move):
        return move(rules, state, side, event, told)
    if isinstance(event, Attack):
        return attack(rules, state, side, event, told)
    assert isinstance(event, Word)
    if event.word == "grenade":
        fight = rules.acts.grenade(state, event.args[0])
        assert isinstance(fight, Fight)
        told.append(
            Happening("grenade", side, (), rules.sheet.ids(fight.targets), event.args, fight.needs)
        )
        return replace(
            state, grenades=state.grenades - 1, fight=fight, ask=rules.ask_dice, passes=0
        )
    if event.word == "flag":
        units = (
            tuple(k for k in rules.sheet.own[CHINA] if below_full(rules, state, k))
            if not event.args
            else (rules.sheet.index[event.args[0]],)
        )
        points = list(state.points)
        for k in units:
            points[k] += 1  # reading 20: not above the maximum
        told.append(Happening("flag", side, rules.sheet.ids(units)))
        return replace(
            state,
            flags=state.flags - 1,
            points=tuple(points),
            passes=0,
            stage="acted",
            ask=None,
        )
    if event.word == "no":  # no second act (E 4.0-5)
        told.append(Happening("noSecond", side, ask.units))
        return replace(state, acted=(), stage="acted", ask=None)
    told.append(Happening("pass", side))
    return replace(state, passes=state.passes + 1, stage="acted", ask=None)


def paid(
    rules: EightHundred, state: State, group: Group, payer: tuple[str, ...]
) -> tuple[int, ...]:
    """J 6.0, 9.1: each unit pays a point, or Xie pays for the one he commands."""
    return spent(state.points, (rules.sheet.xie,) if payer else group)


def move(rules: EightHundred, state: State, side: str, event: Move, told: list[Happening]) -> State:
    sheet = rules.sheet
    group = tuple([sheet.index[ident] for ident in event.units])
    goal = event.path[0]
    told.append(Happening("move", side, event.units, event.payer, (state.where[group[0]], goal)))
    return replace(
        state,
        where=changed(state.where, group, goal),
        points=paid(rules, state, group, event.payer),
        entered=entered(rules, state, side, event.units, goal, told),
        passes=0,
        acted=tanks_left(rules, state, group, event, "move"),
        acted_as="move",
        stage="acted",
        ask=None,
    )


def entered(
    rules: EightHundred,
    state: State,
    side: str,
    units: tuple[str, ...],
    goal: str,
    told: list[Happening],
) -> bool:
    """Whether Japan has been in the warehouse while it must be held (J 4.2, E 6.0): at any
    time, not only at the end of a turn."""
    if state.entered or side != JAPAN or goal != rules.sheet.warehouse:
        return state.entered
    if state.turn > rules.sheet.limit["hold_to"]:
        return False
    told.append(Happening("entered", JAPAN, units, places=(goal,)))
    return True


def attack(
    rules: EightHundred, state: State, side: str, event: Attack, told: list[Happening]
) -> State:
    sheet = rules.sheet
    group = tuple([sheet.index[ident] for ident in event.units])
    fight = rules.acts.fight(state, side, group, event.place, event.unit)
    assert isinstance(fight, Fight)
    told.append(
        Happening(
            "attack", side, event.units, sheet.ids(fight.targets),
            (state.where[group[0]], event.place), fight.needs,
        )
    )  # fmt: skip
    if event.payer:
        told.append(Happening("command", side, event.payer, event.units))
    return replace(
        state,
        points=paid(rules, state, group, event.payer),
        fight=fight,
        passes=0,
        acted=tanks_left(rules, state, group, event, "attack"),
        acted_as="attack",
        ask=rules.ask_dice,
    )


def tanks_left(
    rules: EightHundred, state: State, group: Group, event: Move | Attack, how: str
) -> Group:
    if event.again or not rules.acts.switch["tank_double_act"]:
        return ()
    return tuple([k for k in group if k in rules.acts.tanks and state.points[k] > 1])


def second_acts(rules: EightHundred, state: State) -> Iterator[Event]:
    """Reading 18: some of the tanks that acted go on, with the other kind of act."""
    side = rules.sheet.side[state.acted[0]]
    for size in range(1, len(state.acted) + 1):
        for group in combinations(state.acted, size):
            if len({state.where[k] for k in group}) > 1:
                continue
            more: Iterator[Move | Attack] = (
                rules.acts.attacks(state, side, group)
                if state.acted_as == "move"
                else rules.acts.moves(state, side, group)
            )
            for event in more:
                yield replace(event, again=True)


def legal_seconds(rules: EightHundred, state: State, ask: Ask) -> Iterator[Event]:
    yield from second_acts(rules, state)
    yield NO


def canon_second(rules: EightHundred, state: State, ask: Ask, event: Event) -> Event:
    if event == NO:
        return NO
    wanted: type[Move] | type[Attack] = Attack if state.acted_as == "move" else Move
    if not isinstance(event, wanted) or not event.again or event.payer:
        raise Refusal("secondKind", ask.rule, ask=ask, units=ask.units)
    for ident in event.units:
        if ident not in ask.units:
            raise Refusal("secondWho", ask.rule, unit=ident, units=ask.units)
    return canon_unit_act(rules, state, ask.of, event)


def follow_acted(rules: EightHundred, state: State, told: list[Happening]) -> State:
    """After a whole act: the tanks' second one, or the other side's turn to act."""
    if state.acted:
        if any(True for _ in second_acts(rules, state)):  # reading 33
            units = rules.sheet.ids(state.acted)
            side = rules.sheet.side[state.acted[0]]
            return replace(state, ask=Ask(side, "second", rules.number["double_act"], units))
        state = replace(state, acted=())
    return replace(state, mover=ENEMY[state.mover], acted_as="", stage="actions")
