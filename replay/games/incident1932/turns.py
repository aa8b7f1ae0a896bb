"""The course of a turn: supply, the replacements, the marker, and the end of the game."""

from __future__ import annotations

from msgspec.structs import replace

from senpu.replay.core.rules import Effect, Effects, Outcome
from senpu.replay.games.incident1932.context import Incident
from senpu.replay.games.incident1932.state import (
    CHINA,
    CUT,
    DUE,
    JAPAN,
    RIVER,
    Group,
    Sheet,
    State,
    Step,
)
from senpu.replay.parts.counters import changed

Where = tuple[str, ...]


def sources(sheet: Sheet, where: Where) -> tuple[str, ...]:
    """The sources of supply without Japanese units (reading 16)."""
    japanese = where[sheet.span[JAPAN]]
    return tuple([place for place in sheet.source if place not in japanese])


def supplied(sheet: Sheet, where: Where) -> frozenset[str]:
    """The areas in supply: the sources and what the railway joins to them without a way
    through Japanese units.
    """
    japanese = where[sheet.span[JAPAN]]
    found = set(sources(sheet, where))
    front = list(found)
    for place in front:
        for other in sheet.rail[place]:
            if other not in found and other not in japanese:
                found.add(other)
                front.append(other)
    return frozenset(found)


def income(sheet: Sheet, where: Where) -> tuple[int, int, int]:
    """How many sources, other areas in supply with Chinese units, and others with them, pay
    (6.0). The sources pay whoever stands there.
    """
    reached = supplied(sheet, where)
    chinese = set(where[sheet.span[CHINA]]).intersection(sheet.areas).difference(sheet.source)
    inside = len(chinese & reached)
    return len(sources(sheet, where)), inside, len(chinese) - inside


def cut_off(sheet: Sheet, where: Where) -> Group:
    """The Chinese units on the map that are not in supply (4.2)."""
    reached = supplied(sheet, where)
    return tuple(
        [k for k in sheet.own[CHINA] if where[k] in sheet.adjacent and where[k] not in reached]
    )


def follow_turn(rules: Incident, state: State) -> Step:
    """Return the state in the next turn, with the first impulse of Japan pending (7.1), or at the
    end of the game after the last turn, and the effects.
    """
    if state.turn == rules.turns:
        return ended(rules, state)
    turn = state.turn + 1
    effects: Effects = (Effect("turn", numbers=(turn,)),)
    if turn > 1:
        state, more = reinforced(rules, state, turn)
        effects += more
    return replace(state, turn=turn, stage="impulse", decision=rules.ask_act[JAPAN]), effects


def reinforced(rules: Incident, state: State, turn: int) -> Step:
    """Return the state with the logistics points of a new turn (6.0) and the 11th Division on the
    Yangtze, and the effects.
    """
    sheet = rules.sheet
    counts = income(sheet, state.where)
    kinds = ("source_area", "supplied", "unsupplied")
    china = sum(sheet.income[kind] * n for kind, n in zip(kinds, counts, strict=True))
    japan = sheet.limit["japan_points_second"]
    effects: Effects = (
        Effect("points", JAPAN, numbers=(japan,)),
        Effect("income", CHINA, numbers=(china, *counts)),
    )
    arrived = tuple(
        k for k, place in enumerate(state.where) if place == DUE and sheet.enters[k] == turn
    )
    if arrived:
        effects += (Effect("arrive", JAPAN, sheet.ids(arrived)),)
    where = changed(state.where, arrived, RIVER)
    return replace(state, points=(japan, china), where=where), effects


def follow_scoring(rules: Incident, state: State) -> Step:
    """Return the state after both sides passed, and the effect: Japan scores a victory point for
    each area with a rising sun and Japanese units.
    """
    sheet = rules.sheet
    japanese = state.where[sheet.span[JAPAN]]
    held = tuple(place for place in sheet.rising_sun if place in japanese)
    victory = state.victory + len(held)
    end = Effect("turnEnd", JAPAN, numbers=(state.turn, len(held), victory))
    return replace(state, victory=victory, stage="turn"), (end,)


def ended(rules: Incident, state: State) -> Step:
    """Return the state at the end of the game after the last turn, and the effects: victory by
    points (4.1), otherwise by supplied Chinese units within the demanded line (4.2).
    """
    sheet = rules.sheet
    if state.victory >= sheet.limit["victory"]:
        return over(rules, state, JAPAN, "points_victory")
    effects: Effects = ()
    if lost := cut_off(sheet, state.where):
        effects = (Effect("cutOff", CHINA, sheet.ids(lost)),)
        state = replace(state, where=changed(state.where, lost, CUT))
    chinese = state.where[sheet.span[CHINA]]
    within = sum(1 for place in chinese if place in sheet.demanded)
    state, end = over(rules, state, CHINA if within else JAPAN, "victory")
    return state, (*effects, Effect("within", CHINA, numbers=(within,)), *end)


def over(rules: Incident, state: State, winner: str, number: str) -> Step:
    """Return the state at the end of the game by the rule with the key `number`, and the
    effect.
    """
    outcome = Outcome(f"{winner.capitalize()} {rules.number[number]}", winner)
    return replace(state, decision=None, outcome=outcome), (Effect("over", winner),)
