"""The course of a turn of the First Shanghai Incident: supply, income, the end of the game."""

from __future__ import annotations

from msgspec.structs import replace

from senpu.replay.core.rules import Effect, Effects
from senpu.replay.core.states import Outcome
from senpu.replay.games.incident1932.context import Incident1932Context
from senpu.replay.games.incident1932.state import (
    CHINA,
    CUT,
    DUE,
    JAPAN,
    LOST,
    OFF,
    RIVER,
    Group,
    Incident1932State,
    Incident1932Step,
    Incident1932Tables,
)
from senpu.replay.parts.counters import set_values

Locations = tuple[str, ...]


def find_sources(tables: Incident1932Tables, locations: Locations) -> tuple[str, ...]:
    """Return the sources of supply without Japanese units (reading 16)."""
    japanese = locations[tables.span[JAPAN]]
    return tuple([place for place in tables.source if place not in japanese])


def find_supplied(tables: Incident1932Tables, locations: Locations) -> frozenset[str]:
    """Return the areas in supply.

    They are the sources, and the areas that the railway joins to them without Japanese units.
    """
    japanese = locations[tables.span[JAPAN]]
    found = set(find_sources(tables, locations))
    front = list(found)
    for place in front:
        for other in tables.rail[place]:
            if other not in found and other not in japanese:
                found.add(other)
                front.append(other)
    return frozenset(found)


def count_income(tables: Incident1932Tables, locations: Locations) -> tuple[int, int, int]:
    """Return the numbers of areas that pay China (6.0).

    Returns:
        The sources, with or without units; other areas in supply with Chinese units; and areas out
        of supply with Chinese units.
    """
    reached = find_supplied(tables, locations)
    chinese = (
        set(locations[tables.span[CHINA]]).intersection(tables.areas).difference(tables.source)
    )
    inside = len(chinese & reached)
    return len(find_sources(tables, locations)), inside, len(chinese) - inside


def find_unsupplied(tables: Incident1932Tables, locations: Locations) -> Group:
    """Return the Chinese units on the map that are out of supply (4.2)."""
    reached = find_supplied(tables, locations)
    return tuple(
        [
            k
            for k in tables.own[CHINA]
            if locations[k] in tables.adjacent and locations[k] not in reached
        ]
    )


def follow_turn(context: Incident1932Context, state: Incident1932State) -> Incident1932Step:
    """Return the state in the next turn, with the first impulse of Japan pending, and the effects.

    After the last turn the game ends (7.1).
    """
    if state.turn == context.turns:
        return decide_game(context, state)
    turn = state.turn + 1
    effects: Effects = (Effect("turn", numbers=(turn,)),)
    if turn > 1:
        state, more = reinforce(context, state, turn)
        effects += more
    return replace(state, turn=turn, stage="impulse", decision=context.act_decision[JAPAN]), effects


def reinforce(
    context: Incident1932Context, state: Incident1932State, turn: int
) -> Incident1932Step:
    """Return the state with the logistics points of a new turn (6.0), and the effects.

    The 11th Division arrives on the Yangtze.
    """
    tables = context.tables
    counts = count_income(tables, state.locations)
    kinds = ("source_area", "supplied", "unsupplied")
    china = sum(tables.income[kind] * n for kind, n in zip(kinds, counts, strict=True))
    japan = tables.limit["japan_points_second"]
    effects: Effects = (
        Effect("points", JAPAN, numbers=(japan,)),
        Effect("income", CHINA, numbers=(china, *counts)),
    )
    arrived = tuple(
        k for k, place in enumerate(state.locations) if place == DUE and tables.enters[k] == turn
    )
    if arrived:
        effects += (Effect("arrive", JAPAN, tables.list_ids(arrived)),)
    locations = set_values(state.locations, arrived, RIVER)
    return replace(state, points=(japan, china), locations=locations), effects


REMOVED = frozenset((LOST, OFF, CUT))
"""The places of units that never return."""


def is_spent(state: Incident1932State, goal: Incident1932State) -> bool:
    """Return whether a position has less than a later one, of what does not return.

    A removed unit, a night attack and a human bomb never return.
    Logistics points return at the start of a turn.
    """
    if state.nights < goal.nights or state.bombs < goal.bombs:
        return True
    if state.turn == goal.turn and (
        state.points[0] < goal.points[0] or state.points[1] < goal.points[1]
    ):
        return True
    pairs = zip(state.locations, goal.locations, strict=True)
    return any(here in REMOVED and here != there for here, there in pairs)


def follow_scoring(context: Incident1932Context, state: Incident1932State) -> Incident1932Step:
    """Return the state after both sides passed, and the effect.

    Japan scores a victory point for each area with a rising sun and Japanese units.
    """
    tables = context.tables
    japanese = state.locations[tables.span[JAPAN]]
    held = tuple(place for place in tables.rising_sun if place in japanese)
    victory = state.victory + len(held)
    end = Effect("turnEnd", JAPAN, numbers=(state.turn, len(held), victory))
    return replace(state, victory=victory, stage="turn"), (end,)


def decide_game(context: Incident1932Context, state: Incident1932State) -> Incident1932Step:
    """Return the state at the end of the game after the last turn, and the effects.

    Japan wins by points (4.1); otherwise supplied Chinese units within the demanded line decide
    (4.2).
    """
    tables = context.tables
    if state.victory >= tables.limit["victory"]:
        return end_game(context, state, JAPAN, "points_victory")
    effects: Effects = ()
    if lost := find_unsupplied(tables, state.locations):
        effects = (Effect("cutOff", CHINA, tables.list_ids(lost)),)
        state = replace(state, locations=set_values(state.locations, lost, CUT))
    chinese = state.locations[tables.span[CHINA]]
    within = sum(1 for place in chinese if place in tables.demanded)
    state, end = end_game(context, state, CHINA if within else JAPAN, "victory")
    return state, (*effects, Effect("within", CHINA, numbers=(within,)), *end)


def end_game(
    context: Incident1932Context, state: Incident1932State, winner: str, number: str
) -> Incident1932Step:
    """Return the state at the end by the rule with the key `number`, and the effect."""
    outcome = Outcome(f"{winner.capitalize()} {context.number[number]}", winner)
    return replace(state, decision=None, outcome=outcome), (Effect("over", winner),)


def stop_game(state: Incident1932State, outcome: Outcome) -> Incident1932State:
    """Return the state after a resignation or an agreement: nothing is pending any more."""
    return replace(
        state, stage="turn", decision=None, outcome=outcome, fight=None, advanced=(), passes=0
    )
