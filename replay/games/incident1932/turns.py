"""The course of the First Shanghai Incident: the turns (5.0, 7.1), the second turn's points and
units (6.0), Japan's points for areas (4.1, 5.0), the verdict (4.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from replay.games.incident1932 import supply
from replay.games.incident1932.state import (
    CHINA,
    CUT,
    DUE,
    JAPAN,
    RIVER,
    State,
    changed,
)
from replay.rules import Happening, Outcome

if TYPE_CHECKING:
    from replay.games.incident1932.rules import Incident


def follow_turn(rules: Incident, state: State, told: list[Happening]) -> State:
    """The next turn, in which Japan acts first (7.1), or the end of the game after the last."""
    if state.turn == rules.turns:
        return ended(rules, state, told)
    turn = state.turn + 1
    told.append(Happening("turn", numbers=(turn,)))
    if turn > 1:
        state = reinforced(rules, state, turn, told)
    return replace(state, turn=turn, stage="impulse", ask=rules.ask_act[JAPAN])


def reinforced(rules: Incident, state: State, turn: int, told: list[Happening]) -> State:
    """6.0: new points in place of the old ones; the 11th Division waits on the Yangtze."""
    sheet = rules.sheet
    counts = supply.income(sheet, state.where)
    kinds = ("source_area", "supplied", "unsupplied")
    china = sum(sheet.income[kind] * n for kind, n in zip(kinds, counts, strict=True))
    japan = sheet.limit["japan_points_second"]
    told.append(Happening("points", JAPAN, numbers=(japan,)))
    told.append(Happening("income", CHINA, numbers=(china, *counts)))
    arrived = tuple(
        k for k, place in enumerate(state.where) if place == DUE and sheet.enters[k] == turn
    )
    if arrived:
        told.append(Happening("arrive", JAPAN, sheet.ids(arrived)))
    return replace(state, points=(japan, china), where=changed(state.where, arrived, RIVER))


def follow_scoring(rules: Incident, state: State, told: list[Happening]) -> State:
    """Both have passed: a point to Japan for each area with a rising sun where it stands."""
    sheet = rules.sheet
    japanese = state.where[sheet.span[JAPAN]]
    held = tuple(place for place in sheet.rising_sun if place in japanese)
    victory = state.victory + len(held)
    told.append(Happening("turnEnd", JAPAN, numbers=(state.turn, len(held), victory)))
    return replace(state, victory=victory, stage="turn")


def ended(rules: Incident, state: State, told: list[Happening]) -> State:
    """4.1: victory points; else 4.2: supply, and who stands within the demanded line."""
    sheet = rules.sheet
    if state.victory >= sheet.limit["victory"]:
        return over(rules, state, JAPAN, "points_victory", told)
    if lost := supply.cut_off(sheet, state.where):
        told.append(Happening("cutOff", CHINA, sheet.ids(lost)))
        state = replace(state, where=changed(state.where, lost, CUT))
    chinese = state.where[sheet.span[CHINA]]
    within = sum(1 for place in chinese if place in sheet.demanded)
    told.append(Happening("within", CHINA, numbers=(within,)))
    return over(rules, state, CHINA if within else JAPAN, "victory", told)


def over(rules: Incident, state: State, winner: str, number: str, told: list[Happening]) -> State:
    ending = f"{winner.capitalize()} {rules.number[number]}"
    told.append(Happening("over", winner))
    return replace(state, ask=None, outcome=Outcome(ending, winner))
