"""The rules that a position of the First Shanghai Incident follows, and what no game reaches."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.replay.core.rules import IllegalEventError
from senpu.replay.games.incident1932 import combat, hits, impulses, placement, turns
from senpu.replay.games.incident1932.context import Incident1932Context
from senpu.replay.games.incident1932.positions import (
    KIND_RULES,
    LABELS,
    OFF_MAP,
    OVER_STAGE,
    STAGES,
    find_decision,
)
from senpu.replay.games.incident1932.state import (
    CHINA,
    CUT,
    DUE,
    ENEMY,
    JAPAN,
    LOST,
    OFF,
    PURSE,
    RIVER,
    SIDES,
    Group,
    Incident1932Combat,
    Incident1932State,
)

PLACE_KEY = {place: key for key, place in OFF_MAP.items()}
"""The keys of the places off the map."""

HITS = ("hits", "stage", "may_lose", "may_retreat")
WITHDRAWAL = ("stage", "may_retreat")
PARTS = {
    "fire": ("units", "place"),
    "defence": ("units", "place", "pursuit"),
    "decide": ("units", "place", "pursuit", "night", "retreated"),
    "assault": ("units", "place", "pursuit", "night", "bombs", "retreated"),
    "advance": ("units", "place", "pursuit"),
    "hits fire": ("place", *HITS),
    "hits defence": ("units", "place", "pursuit", "retreated", *HITS),
    "hits beaten": ("units", "place", "pursuit", *HITS),
    "hits repelled": ("units", "retreated", *HITS),
    "payment": ("hits", "stage"),
    "withdraw fire": ("place", *WITHDRAWAL),
    "withdraw defence": ("units", "place", "pursuit", "retreated", *WITHDRAWAL),
    "withdraw beaten": ("units", "place", "pursuit", *WITHDRAWAL),
    "withdraw repelled": ("units", "retreated", *WITHDRAWAL),
}
"""The parts of a fight that matter for a decision; for hits, also by the stage of the fight."""
OPTIONAL = frozenset(("night", "bombs", "pursuit", "retreated", "may_lose", "may_retreat"))
"""The parts of a fight that may be absent if they matter."""


def check_position(context: Incident1932Context, state: Incident1932State) -> None:
    """Check a position that was read from a text. Raises IllegalEventError."""
    check_turn(context, state)
    check_numbers(context, state)
    check_places(context, state)
    check_course(context, state)
    check_decision(context, state)


# ---- turn, numbers and units ------------------------------------------------------------------


def check_turn(context: Incident1932Context, state: Incident1932State) -> None:
    """Check the turn and the stage (5.0). Raises IllegalEventError."""
    decision, turn = state.decision, state.turn
    is_set_up = decision.kind == "set-up" if decision is not None else turn == 0
    if turn > context.turns or (turn == 0) is not is_set_up:
        raise context.reject("noSuchTurn", "scoring", field="turn", turn=turn)
    if turn < context.turns and is_ended_by_rules(state):
        raise context.reject("overEarly", "ending", field="over", turn=context.turns)
    if state.stage != (STAGES[decision.kind] if decision is not None else OVER_STAGE):
        raise context.reject("otherStage", "scoring", field="stage", stage=state.stage)


def is_ended_by_rules(state: Incident1932State) -> bool:
    """Return whether the game is over, and not because a side resigned or both agreed."""
    return state.outcome is not None and not state.outcome.is_by_players


def find_most_points(context: Incident1932Context, side: str, turn: int) -> int:
    """Return the most logistics points that a side can have in a turn (3.1, 3.2, 6.0)."""
    tables = context.tables
    if turn <= 1:
        return tables.limit[f"{side}_points"]
    if side == JAPAN:
        return tables.limit["japan_points_second"]
    income, sources = tables.income, len(tables.source)
    best = max(income["supplied"], income["unsupplied"])
    return income["source_area"] * sources + best * (len(tables.areas) - sources)


def check_numbers(context: Incident1932Context, state: Incident1932State) -> None:
    """Check the points, the markers and the passes. Raises IllegalEventError."""
    limit, decision = context.tables.limit, state.decision
    for side, key in ((JAPAN, "japan_set_up"), (CHINA, "set_up")):
        most = find_most_points(context, side, state.turn)
        if state.points[PURSE[side]] > most:
            number = key if state.turn <= 1 else "reinforcements"
            raise reject_points(context, state, side, most, number)
    fight, passes = state.fight, int(decision is not None and decision.kind == "act")
    for field, count, most, number in (
        ("nights", state.nights, limit["night_attacks"] - bool(fight and fight.night), "night"),
        ("bombs", state.bombs, limit["human_bombs"] - bool(fight and fight.bombs), "bombs"),
        ("passes", state.passes, passes, "act"),
    ):
        if count > most:
            raise context.reject("tooMany", number, field=field, count=count, most=most)


def reject_points(
    context: Incident1932Context, state: Incident1932State, side: str, most: int, number: str
) -> IllegalEventError:
    """Return the rejection of a side's logistics points."""
    count = state.points[PURSE[side]]
    return context.reject(
        "tooManyPoints", number, field="points", side=side, count=count, most=most
    )


def check_places(context: Incident1932Context, state: Incident1932State) -> None:
    """Check the place of each unit, and stacking (8.1, 8.2). Raises IllegalEventError."""
    tables, locations = context.tables, state.locations
    for place in tables.areas:
        if place in locations:
            check_stack(context, locations, place)
    for k, place in enumerate(locations):
        if place not in PLACE_KEY:
            continue
        unit, at = tables.units[k], (PLACE_KEY[place],)
        is_japanese, turn = tables.side[k] == JAPAN, tables.enters[k]
        if place == OFF and is_japanese:
            raise context.reject("japanStays", "exit", places=at)
        if place == CUT and (is_japanese or not is_decided_by_supply(context, state)):
            raise context.reject("cutWhen", "victory", unit=unit, places=at)
        if place == RIVER and (not is_japanese or turn <= 1):
            raise context.reject("neverAfloat", "reinforcements", unit=unit, places=at)
        if place == DUE and state.turn and turn <= state.turn:
            first = "japan_set_up" if is_japanese else "set_up"
            number = first if turn <= 1 else "reinforcements"
            raise context.reject("hasArrived", number, unit=unit, turn=max(turn, 1), places=at)


def is_decided_by_supply(context: Incident1932Context, state: Incident1932State) -> bool:
    """Return whether the game is over and victory points did not decide it (4.2)."""
    return is_ended_by_rules(state) and state.victory < context.tables.limit["victory"]


def check_stack(context: Incident1932Context, locations: tuple[str, ...], place: str) -> None:
    """Check the units in one area (8.1, 8.2). Raises IllegalEventError."""
    tables, at = context.tables, (place,)
    japanese, chinese = (tables.find_units(locations, side, place) for side in SIDES)
    if japanese and chinese:
        raise context.reject("enemyThere", "enemy", place=place, places=at)
    units = japanese or chinese
    if len({tables.service[k] for k in units}) > 1:
        number, unit = "navy" if japanese else "armies", tables.units[units[0]]
        raise context.reject("services", number, unit=unit, place=place, places=at)
    if len(units) > tables.stacking:
        count, most = len(units), tables.stacking
        raise context.reject("full", "stacking", place=place, count=count, most=most, places=at)


# ---- the pending decision ---------------------------------------------------------------------


def check_course(context: Incident1932Context, state: Incident1932State) -> None:
    """Check the parts of the position that the pending decision needs. Raises IllegalEventError."""
    decision, fight = state.decision, state.fight
    kind = decision.kind if decision is not None else ""
    is_combat = kind not in ("", "set-up", "act", "pursuit")
    if is_combat is not (fight is not None):
        why, field = ("noCombat", "next") if is_combat else ("combatOver", "fight")
        raise context.reject(why, "assault", field=field)
    if bool(state.advanced) is not (kind == "pursuit"):
        why, field = ("noPursuers", "next") if kind == "pursuit" else ("pursuitOver", "advanced")
        raise context.reject(why, "pursuit", field=field)
    if state.turn == 0:
        check_set_up(context, state.locations)
    elif kind == "pursuit":
        check_pursuit(context, state)
    elif fight is not None:
        check_fight(context, state, kind, fight)


def check_decision(context: Incident1932Context, state: Incident1932State) -> None:
    """Check that the position leads to its decision or its ending. Raises IllegalEventError."""
    decision = state.decision
    if decision is not None:
        if decision != find_decision(context, state, decision):
            raise context.reject("otherDecision", KIND_RULES[decision.kind], field="next")
        return
    if not is_ended_by_rules(state):
        return
    ended, _ = turns.decide_game(context, replace(state, outcome=None))
    if ended.locations != state.locations:
        first = turns.find_unsupplied(context.tables, state.locations)[0]
        unit, place = context.tables.units[first], state.locations[first]
        raise context.reject("notSupplied", "victory", unit=unit, place=place, places=(place,))
    if ended.outcome != state.outcome:
        raise context.reject("otherEnding", "ending", field="over")


def check_set_up(context: Incident1932Context, locations: tuple[str, ...]) -> None:
    """Check the units that China has set up so far (3.1). Raises IllegalEventError."""
    tables, placed = context.tables, set[int]()
    for place, allowed in tables.china_sets_up.items():
        here = [k for k, at in enumerate(locations) if at == place]
        if not here:
            break
        if strange := [k for k in here if k not in allowed]:
            unit = tables.units[strange[0]]
            raise context.reject("setUpElsewhere", "set_up", unit=unit, places=(place,))
        waiting = tuple([k for k in allowed if k not in placed])
        decision = placement.build_set_up_decision(context, place, waiting)
        sizes = placement.find_sizes(context, decision)
        if len(here) not in sizes:
            raise context.reject("setUpCount", "set_up", place=place, places=(place,))
        placed |= set(here)
    for k, place in enumerate(locations):
        if k not in placed and place != DUE:
            unit, at = tables.units[k], PLACE_KEY.get(place, place)
            number = "japan_set_up" if tables.side[k] == JAPAN else "set_up"
            raise context.reject("setUpElsewhere", number, unit=unit, places=(at,))


def check_pursuit(context: Incident1932Context, state: Incident1932State) -> None:
    """Check the units that may pursue (9.7). Raises IllegalEventError."""
    tables, advanced, decision = context.tables, state.advanced, state.decision
    assert decision is not None
    side = decision.side if decision.side in SIDES else tables.side[advanced[0]]
    place = check_group(context, state, side, advanced, "advanced", "advance")
    own = tables.find_units(state.locations, side, place)
    if own != advanced:  # 9.5: they advanced into an area that the enemy had left
        unit = next(tables.units[k] for k in own if k not in advanced)
        raise context.reject("notAdvanced", "advance", unit=unit, field="advanced")
    if not impulses.can_pursue(context, state, side, advanced):
        raise context.reject("noPursuit", "pursuit", field="next")


def check_group(
    context: Incident1932Context,
    state: Incident1932State,
    side: str,
    group: Group,
    field: str,
    number: str,
) -> str:
    """Return the area of units that act together, or the river (7.3, 7.4).

    Args:
        context: The data.
        state: The position.
        side: The side that acts.
        group: The units.
        field: The key of the field that names them.
        number: The key of the rule on groups of this kind of action.

    Returns:
        The place.

    Raises:
        IllegalEventError: The units cannot act together, or are off the map.
    """
    tables = context.tables
    for k in group:
        unit, place = tables.units[k], state.locations[k]
        if tables.side[k] != side:
            raise context.reject("notYours", "act", unit=unit, side=side, field=field)
        if place not in tables.adjacent and place != RIVER:
            raise context.reject("offMap", number, unit=unit, field=field)
    units, places = tables.list_ids(group), {state.locations[k] for k in group}
    if len(places) > 1:
        raise context.reject("apart", number, units=units, field=field)
    if side == JAPAN and len({tables.formation[k] for k in group}) > 1:
        raise context.reject("formations", "formation", units=units, field=field)
    return places.pop()


# ---- a combat ---------------------------------------------------------------------------------


def check_fight(
    context: Incident1932Context, state: Incident1932State, kind: str, fight: Incident1932Combat
) -> None:
    """Check a combat that is not over (9.1 to 9.7). Raises IllegalEventError."""
    check_parts(context, kind, fight)
    place = fight.place
    if fight.units:
        check_attackers(context, state, kind, fight)
    if fight.side != JAPAN and "fire" in (kind, fight.stage):
        raise context.reject("fireJapan", "group_fire", field="fight")
    is_won = kind == "advance" or (fight.stage == "beaten" and not fight.defenders)
    if is_won and place in state.locations:
        raise context.reject("notEmpty", "advance", place=place, field="fight")
    if place and not fight.defenders and not is_won:
        raise context.reject("nobodyThere", "assault", place=place, field="fight")
    check_markers(context, fight)
    if kind == "decide" and not (combat.can_halt(context, fight) or combat.can_bomb(state, fight)):
        raise context.reject("noHalt", "halt", field="next")
    if kind in ("hits", "withdraw"):
        check_hits(context, fight)


def check_parts(context: Incident1932Context, kind: str, fight: Incident1932Combat) -> None:
    """Check that a combat has exactly the parts that matter. Raises IllegalEventError."""
    takes = kind in ("hits", "withdraw")
    if takes and not fight.stage:
        raise context.reject("partMissing", "hits", part=LABELS["stage"], field="fight")
    phase = f"{kind} {fight.stage}" if takes else kind
    if kind == "hits" and fight.stage != "beaten" and not fight.units and not fight.place:
        phase = "payment"  # no unit is left to take the hits
    parts = PARTS[phase]
    for name, label in LABELS.items():
        has = bool(getattr(fight, name))
        if has and name not in parts:
            raise context.reject("partPast", KIND_RULES[kind], part=label, field="fight")
        if not has and name in parts and name not in OPTIONAL:
            raise context.reject("partMissing", KIND_RULES[kind], part=label, field="fight")


def check_attackers(
    context: Incident1932Context, state: Incident1932State, kind: str, fight: Incident1932Combat
) -> None:
    """Check the attackers and the area that they attack (7.3.2 to 7.3.4). Raises IllegalEventError.

    Units on the river land all together in an area without a fort.
    """
    tables, place = context.tables, fight.place
    number = "group_fire" if "fire" in (kind, fight.stage) else "group_assault"
    origin = check_group(context, state, fight.side, fight.units, "fight", number)
    if origin != RIVER:
        if place and place not in tables.adjacent[origin]:
            raise context.reject("notAdjacent", number, place=origin, goal=place, field="fight")
        return
    afloat = context.legality.find_afloat(state)
    ids = tables.list_ids(afloat)
    if kind == "fire":
        raise context.reject("afloat", "landing", unit=ids[0], group="+".join(ids), field="fight")
    if fight.units != afloat:
        raise context.reject("landAll", "landing", units=ids, field="fight")
    if fight.pursuit:
        raise context.reject("partPast", "pursuit", part=LABELS["pursuit"], field="fight")
    if place and place not in tables.landing:
        why = "fort" if place in tables.fort else "noLandingHere"
        number = "fort" if place in tables.fort else "landing"
        raise context.reject(why, number, place=place, field="fight")


def check_markers(context: Incident1932Context, fight: Incident1932Combat) -> None:
    """Check the markers of a combat (9.2.2, 9.2.4). Raises IllegalEventError."""
    if fight.night and fight.side != CHINA:
        raise context.reject("nightChina", "night", field="fight")
    if fight.night and fight.pursuit and not context.legality.switch["night_pursuit"]:
        raise context.reject("nightPursuit", "pursuit", field="fight")
    if fight.retreated and (fight.night or fight.origin == RIVER):
        # 9.2.2, 9.6: no defensive fire, or no retreat
        raise context.reject("partPast", "hits", part=LABELS["retreated"], field="fight")
    if fight.bombs and fight.side != JAPAN:
        raise context.reject("bombsJapan", "bombs", field="fight")


def check_hits(context: Incident1932Context, fight: Incident1932Combat) -> None:
    """Check the hits of a combat, and the units that may still take them (9.3).

    Raises:
        IllegalEventError: If the hits are too many, or the units are not the last ones in order.
    """
    takers, may_lose, may_retreat = hits.find_takers(fight), fight.may_lose, fight.may_retreat
    most = find_most_hits(context, fight)
    if fight.hits > most:
        raise context.reject("tooManyHits", "hits", count=fight.hits, most=most, field="fight")
    for units in (may_lose, may_retreat):
        if units and units != takers[-len(units) :]:
            ids = context.tables.list_ids(tuple(k for k in units if k >= 0))
            raise context.reject("hitOrder", "hits", units=ids, field="fight")
    has_retreated = may_retreat != takers or (fight.stage == "defence" and fight.retreated)
    if has_retreated and fight.hits and (may_lose or takers_are_afloat(fight)):
        raise context.reject("retreatLater", "hits", field="fight")


def takers_are_afloat(fight: Incident1932Combat) -> bool:
    """Return whether the units that take hits are landing and cannot retreat (9.6)."""
    return fight.origin == RIVER and fight.stage in hits.ATTACKERS_TAKE


def find_most_hits(context: Incident1932Context, fight: Incident1932Combat) -> int:
    """Return the most hits that dice can bring (9.1, 9.2.1, 9.2.3)."""
    tables = context.tables
    if fight.stage in ("fire", "defence"):
        return tables.stacking
    attacks = fight.stage == "beaten"
    side = fight.side if attacks else ENEMY[fight.side]
    bonus = context.bombs_bonus if attacks else context.settlement_bonus
    bonus = bonus if side == JAPAN else 0
    strongest = max(tables.combat[k] for k in tables.own[side])
    weakest = min(tables.combat[k] for k in tables.own[ENEMY[side]])
    return strongest + tables.stacking - 1 + bonus + 5 - weakest


# ---- what no game reaches -----------------------------------------------------------------------


def list_unreachable(
    context: Incident1932Context, state: Incident1932State
) -> Iterator[IllegalEventError]:
    """Yield the reasons why no game reaches a position that breaks no rule."""
    yield from list_early_units(context, state)
    yield from list_wrong_victory(context, state)
    yield from list_unpaid(context, state)


def list_early_units(
    context: Incident1932Context, state: Incident1932State
) -> Iterator[IllegalEventError]:
    """Yield the units that have arrived before their turn (6.0)."""
    tables = context.tables
    for k, place in enumerate(state.locations):
        turn = tables.enters[k]
        if place != DUE and turn > max(state.turn, 1):
            at = PLACE_KEY.get(place, place)
            unit = tables.units[k]
            yield context.reject("notYet", "reinforcements", unit=unit, turn=turn, places=(at,))


def list_wrong_victory(
    context: Incident1932Context, state: Incident1932State
) -> Iterator[IllegalEventError]:
    """Yield why the victory points cannot come from the losses and the areas held (4.1)."""
    tables, locations = context.tables, state.locations
    chinese, japanese = (
        sum(1 for k in tables.own[side] if locations[k] == LOST) for side in (CHINA, JAPAN)
    )
    least = max(chinese - japanese, 0)
    most = chinese + max(state.turn - 1, 0) * len(tables.rising_sun)
    if is_ended_by_rules(state):  # the areas that scored last are known
        held = sum(1 for place in tables.rising_sun if place in locations[tables.span[JAPAN]])
        least, most = least + held, most + held
    if not least <= state.victory <= most:
        yield context.reject(
            "victorySum", "points_victory", count=state.victory, least=least, most=most,
            field="victory",
        )  # fmt: skip


def list_unpaid(
    context: Incident1932Context, state: Incident1932State
) -> Iterator[IllegalEventError]:
    """Yield why the points and the markers left are too many for what has happened (7.3)."""
    if state.decision is None:
        return
    full = tuple(find_most_points(context, side, 1) for side in SIDES)
    has_begun = not is_untouched(context, state)
    if state.turn == 0:
        if has_begun or state.points != full:
            is_japans = state.points[PURSE[JAPAN]] != full[PURSE[JAPAN]]
            number = "japan_set_up" if is_japans else "set_up"
            yield context.reject("startPoints", number, field="points")
        return
    if state.turn == 1 and has_begun and state.points == full:
        yield context.reject("unpaid", "points", field="points")
    for side in SIDES:
        if state.turn > 1 and side == CHINA:
            continue  # its income depends on an earlier position
        most = find_most_points(context, side, state.turn)
        most -= count_operations(context, state, side, has_begun)
        if state.points[PURSE[side]] > most:
            yield reject_points(context, state, side, most, "points")


def count_operations(
    context: Incident1932Context, state: Incident1932State, side: str, has_begun: bool
) -> int:
    """Return the least number of operations that a side has performed in this turn (7.2, 7.3)."""
    decision, fight, limit = state.decision, state.fight, context.tables.limit
    assert decision is not None
    acts = decision.side if decision.kind == "act" else ""
    found = 0
    if fight is not None and fight.side == side:
        found = 2 if fight.pursuit else 1
    elif decision.kind == "pursuit" and decision.side == side:
        found = 1
    elif side == JAPAN and acts and (acts == JAPAN) is bool(state.passes):
        found = 1  # China acts, or has just passed, after an operation of Japan
    elif side == CHINA and acts == JAPAN and not state.passes:
        found = int(has_begun)
    if state.turn <= 1:
        used = limit["night_attacks"] - state.nights
        used = used if side == CHINA else limit["human_bombs"] - state.bombs
        found = max(found, used)
    return found


def is_untouched(context: Incident1932Context, state: Incident1932State) -> bool:
    """Return whether units and markers are as after the set-up, or during it."""
    tables, limit = context.tables, context.tables.limit
    if state.nights != limit["night_attacks"] or state.bombs != limit["human_bombs"]:
        return False
    if state.victory or state.fight is not None or state.advanced:
        return False
    if state.turn == 0:
        return True
    china = tuple(
        DUE if tables.side[k] == JAPAN else place for k, place in enumerate(state.locations)
    )
    try:
        check_set_up(context, china)
    except IllegalEventError:
        return False
    before = replace(state, locations=china)
    return (
        placement.find_next_set_up(context, china) is None
        and placement.deploy_japan(context, before)[0].locations == state.locations
    )
