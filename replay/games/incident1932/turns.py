"""The course of a turn: supply, the replacements, the marker, and the end of the game."""

from __future__ import annotations

from msgspec.structs import replace

from senpu.replay.core.rules import Effect, Outcome
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
    changed,
)

Where = tuple[str, ...]


def sources(sheet: Sheet, where: Where) -> tuple[str, ...]:
    """The sources of supply without Japanese units (reading 16)."""
    japanese = where[sheet.span[JAPAN]]
    return tuple([place for place in sheet.source if place not in japanese])


def supplied(sheet: Sheet, where: Where) -> frozenset[str]:
    """The areas in supply: the sources and what the railway joins to them without a way
    through Japanese units."""
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
    (6.0). The sources pay whoever stands there."""
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


def follow_turn(rules: Incident, state: State, effects: list[Effect]) -> State:
    """The next turn, in which Japan acts first (7.1), or the end of the game after the last."""
    if state.turn == rules.turns:
        return ended(rules, state, effects)
    turn = state.turn + 1
    effects.append(Effect("turn", numbers=(turn,)))
    if turn > 1:
        state = reinforced(rules, state, turn, effects)
    return replace(state, turn=turn, stage="impulse", decision=rules.ask_act[JAPAN])


def reinforced(rules: Incident, state: State, turn: int, effects: list[Effect]) -> State:
    """6.0: new points in place of the old ones; the 11th Division waits on the Yangtze."""
    sheet = rules.sheet
    counts = income(sheet, state.where)
    kinds = ("source_area", "supplied", "unsupplied")
    china = sum(sheet.income[kind] * n for kind, n in zip(kinds, counts, strict=True))
    japan = sheet.limit["japan_points_second"]
    effects.append(Effect("points", JAPAN, numbers=(japan,)))
    effects.append(Effect("income", CHINA, numbers=(china, *counts)))
    arrived = tuple(
        k for k, place in enumerate(state.where) if place == DUE and sheet.enters[k] == turn
    )
    if arrived:
        effects.append(Effect("arrive", JAPAN, sheet.ids(arrived)))
    return replace(state, points=(japan, china), where=changed(state.where, arrived, RIVER))


def follow_scoring(rules: Incident, state: State, effects: list[Effect]) -> State:
    """Both have passed: a point to Japan for each area with a rising sun where it stands."""
    sheet = rules.sheet
    japanese = state.where[sheet.span[JAPAN]]
    held = tuple(place for place in sheet.rising_sun if place in japanese)
    victory = state.victory + len(held)
    effects.append(Effect("turnEnd", JAPAN, numbers=(state.turn, len(held), victory)))
    return replace(state, victory=victory, stage="turn")


def ended(rules: Incident, state: State, effects: list[Effect]) -> State:
    """4.1: victory points; else 4.2: supply, and who stands within the demanded line."""
    sheet = rules.sheet
    if state.victory >= sheet.limit["victory"]:
        return over(rules, state, JAPAN, "points_victory", effects)
    if lost := cut_off(sheet, state.where):
        effects.append(Effect("cutOff", CHINA, sheet.ids(lost)))
        state = replace(state, where=changed(state.where, lost, CUT))
    chinese = state.where[sheet.span[CHINA]]
    within = sum(1 for place in chinese if place in sheet.demanded)
    effects.append(Effect("within", CHINA, numbers=(within,)))
    return over(rules, state, CHINA if within else JAPAN, "victory", effects)


def over(rules: Incident, state: State, winner: str, number: str, effects: list[Effect]) -> State:
    ending = f"{winner.capitalize()} {rules.number[number]}"
    effects.append(Effect("over", winner))
    return replace(state, decision=None, outcome=Outcome(ending, winner))
