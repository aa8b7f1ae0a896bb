"""Positions of the Shanghai-Nanjing campaign as text, and which of them the rules allow."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from senpu.replay.core.position_format import NEXT, OVER, STAGE, TURN, PositionFormat, StateField
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.nanjing1937 import combat, reinforcements, results, turns
from senpu.replay.games.nanjing1937.context import NanjingContext
from senpu.replay.games.nanjing1937.position_combats import AFTER, check_combat
from senpu.replay.games.nanjing1937.stacking import find_surplus
from senpu.replay.games.nanjing1937.state import (
    CHINA,
    COMBAT,
    DUE,
    ENEMY,
    EXPAND,
    FIRST_PHASE,
    HOLD,
    JAPAN,
    LOST,
    MOVEMENT,
    PHASES,
    REINFORCEMENTS,
    VICTORY,
    NanjingCombat,
    NanjingState,
)
from senpu.replay.games.nanjing1937.tables import WATER, NanjingTables
from senpu.replay.parts.counters import find_units
from senpu.replay.parts.position_values import (
    BitsCodec,
    ChoiceCodec,
    FlagCodec,
    ListCodec,
    NumberCodec,
    RecordCodec,
    RecordPart,
    UnitColumns,
    make_unit_list,
)

LOST_KEY, DUE_KEY = "lost", "due"
PHASE, POLICY, HELD, TROD, DONE = "phase", "policy", "held", "trod", "done"
RAILED, PLACED, LANDED = "railed", "placed", "landed"
AIR, GUNS, CHEN, CHEN_LOST = "air-used", "guns-used", "chen-used", "chen-lost"

DECISIONS = {
    "set-up": "set_up",
    "reinforce": "reinforcements",
    "move": "move",
    "surplus": "surplus",
    "combat": "combat",
    "chen": "chen",
    "dice": "dice",
    "loss": "results",
    "retreat": "retreat",
    "advance": "advance",
    "decide": "decide",
    "widen": "widen",
    "extend": "extend",
}
"""The kinds of decisions, each with the key of its usual rule."""

KINDS = {
    REINFORCEMENTS: ("reinforce",),
    MOVEMENT: ("move", "surplus"),
    COMBAT: ("combat", "chen", "dice", "loss", "retreat", "advance"),
    VICTORY: ("decide", "extend"),
}
"""The kinds of decisions of each phase; "set-up" and "widen" come before a first phase."""

STAGES = {
    "set-up": "set-up",
    "surplus": "over-stack",
    "retreat": "retreats",
    "widen": "widen",
    "decide": "chosen",
    "extend": "chosen",
}
"""The stage of each kind of decision, if it is not "phase"."""


# ---- the form ---------------------------------------------------------------------------


def make_format(context: NanjingContext) -> PositionFormat:
    """Return the form in which positions are written."""
    tables = context.tables
    places = {ident: h for h, ident in enumerate(tables.ids)}
    phases = {f"{side}-{kind}" if side else kind: k for k, (side, kind) in enumerate(PHASES)}
    cities = ListCodec({h: tables.ids[h] for h in tables.cities}, repeats=True, is_sorted=True)
    flag = FlagCodec()
    return PositionFormat(
        NanjingState,
        UnitColumns(
            tables.units, {**places, LOST_KEY: LOST, DUE_KEY: DUE}, "where"
        ),
        (
            StateField(PHASE, "phase", ChoiceCodec(phases)),
            StateField(POLICY, "policy", ChoiceCodec((HOLD, EXPAND))),
            StateField(HELD, "held", BitsCodec(_find_bits(tables, tables.keys), ())),
            StateField(
                TROD, "trod", BitsCodec(_find_bits(tables, tables.rails), list_railways(context))
            ),
            StateField(DONE, "done", BitsCodec(tables.unit, ())),
            StateField(RAILED, "railed", flag),
            StateField(PLACED, "placed", cities),
            StateField(LANDED, "landed", flag),
            StateField(AIR, "air_used", flag),
            StateField(GUNS, "guns_used", flag),
            StateField(CHEN, "chen_used", flag),
            StateField(CHEN_LOST, "chen_lost", flag),
            StateField("fight", "fight", _make_combat_codec(tables)),
            StateField("retreating", "retreating", make_unit_list(tables.units)),
        ),
        (JAPAN, CHINA),
        {kind: context.number[key] for kind, key in DECISIONS.items()},
        lambda state: complete_state(context, state),
        ("policy", "placed", "fight", "retreating"),
    )  # fmt: skip


def _make_combat_codec(tables: NanjingTables) -> RecordCodec[NanjingCombat]:
    units = make_unit_list(tables.units)
    return RecordCodec(
        NanjingCombat,
        (
            RecordPart("", "side", ChoiceCodec((JAPAN, CHINA))),
            RecordPart("at", "place", ChoiceCodec(tables.index)),
            RecordPart("units", "units", units),
            RecordPart("against", "targets", units),
            RecordPart("difference", "difference", NumberCodec(99, least=-99)),
            RecordPart("chen", "chen", FlagCodec()),
            RecordPart("result", "result", ChoiceCodec(("AR", "DR"))),
        ),
    )


def _find_bits(tables: NanjingTables, marks: int) -> dict[str, int]:
    """Return the number of the bit of each hex in a set of marked hexes."""
    return {
        ident: mark.bit_length() - 1
        for ident, mark in zip(tables.ids, tables.mark, strict=True)
        if mark & marks
    }


def list_railways(context: NanjingContext) -> tuple[tuple[str, ...], ...]:
    """Return the railway lines in pieces, of which each hex is in one."""
    pieces: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for line in context.spec.values.table("rail").values():
        piece: list[str] = []
        for ident in (*line, ""):
            if ident and ident not in seen:
                piece.append(ident)
                seen.add(ident)
            elif piece:
                pieces.append(tuple(piece))
                piece = []
    return tuple(pieces)


# ---- what a text leaves out -------------------------------------------------------------


def complete_state(context: NanjingContext, state: NanjingState) -> NanjingState:
    """Return a state with the phase, the stage, the units that fight, and the decision.

    They follow from the pending decision or the ending, and from the combat.
    """
    decision, fight = state.decision, state.fight
    state = replace(
        state,
        phase=_find_phase(state),
        stage=STAGES.get(decision.kind, "phase") if decision else "phase",
        done=_find_fighters(context, state, fight) if fight else 0,
    )
    if decision is None or (fight is None and decision.kind in AFTER):
        return state
    if decision != Decision(decision.side, decision.kind, decision.rule):
        return state
    derived = DERIVED[decision.kind](context, replace(state, decision=None)).decision
    if derived is None or (derived.side, derived.kind) != (decision.side, decision.kind):
        return state
    return replace(state, decision=derived)


def _find_phase(state: NanjingState) -> int:
    """Return the phase of the pending decision, or of the end of a game."""
    decision = state.decision
    if decision is None:
        return PHASES.index(("", VICTORY))
    kind = next((each for each, kinds in KINDS.items() if decision.kind in kinds), "")
    side = state.fight.side if state.fight else decision.side
    owner = "" if kind == VICTORY else JAPAN if decision.kind == "chen" else side
    if (owner, kind) in PHASES:
        return PHASES.index((owner, kind))
    return 0 if decision.kind == "widen" else FIRST_PHASE


def _find_fighters(context: NanjingContext, state: NanjingState, fight: NanjingCombat) -> int:
    """Return the units of a combat, one bit each."""
    own = context.tables.own[ENEMY[fight.side]]
    units = {*fight.units, *state.retreating, *find_units(own, state.where, fight.place)}
    return sum([1 << k for k in units])


# ---- the check --------------------------------------------------------------------------


def check_position(context: NanjingContext, state: NanjingState) -> None:
    """Check a position that was read from a text. Raises IllegalEventError."""
    _check_turn(context, state)
    _check_units(context, state)
    _check_control(context, state)
    _check_phase_records(context, state)
    _check_supports(context, state)
    check_combat(context, state)
    if state.outcome is None:
        assert state.decision is not None
        _check_decision(context, state, state.decision)
    else:
        _check_outcome(context, state)


def _reject_field(context: NanjingContext, field: str) -> IllegalEventError:
    """Return the rejection of a field that belongs to another phase or decision."""
    return context.reject("otherPhase", "sequence", field=field)


def _check_turn(context: NanjingContext, state: NanjingState) -> None:
    """Check the turn, the phase and Japan's policy (4.0, 5.0)."""
    limit, turn = context.tables.limit, state.turn
    most = limit["last"] + 1
    if turn > most:
        raise context.reject("noSuchTurn", "extend", field=TURN, turn=turn)
    last = turn == most
    if last and state.policy == HOLD and not context.extension_after_hold:  # reading 14
        raise context.reject("holdOver", "holding", field=POLICY, turn=turn)
    kind = PHASES[state.phase][1]
    is_early = state.phase < FIRST_PHASE if turn == 1 else turn == 0 and state.phase != FIRST_PHASE
    if is_early or (kind == VICTORY and not turns.has_victory_phase(context, state)):
        raise context.reject("noSuchPhase", "sequence", field=PHASE, turn=turn)
    decided = turn > limit["decision"]
    if decided != bool(state.policy):
        why = "undecided" if decided else "decidedEarly"
        raise context.reject(why, "decide", field=POLICY, turn=limit["decision"])


def _check_units(context: NanjingContext, state: NanjingState) -> None:
    """Check where the units are (7.0, 7.3, 8.1.5)."""
    tables, where = context.tables, state.where
    japan, china = ({h for h in where[tables.span[side]] if h >= 0} for side in (JAPAN, CHINA))
    for h in sorted(japan | china):
        place = tables.ids[h]
        if tables.terrain[h] in WATER:
            raise context.reject("water", "water", goal=place, places=(place,))
        if h in japan and h in china:
            raise context.reject("bothSides", "stacking", place=place, places=(place,))
    if len(japan) + len(china) == sum(h >= 0 for h in where):
        return
    for side in (JAPAN, CHINA):
        for h in sorted({where[k] for k in find_surplus(tables, state, side)}):
            if not _may_exceed(context, state, side, h):
                place = tables.ids[h]
                raise context.reject("fullHex", "surplus", place=place, places=(place,))


def _may_exceed(context: NanjingContext, state: NanjingState, side: str, h: int) -> bool:
    """Return whether a hex may hold units of a side above the limit now (7.3; reading 8)."""
    owner, kind = PHASES[state.phase]
    if kind == COMBAT and context.blocked_stays:
        there = find_units(context.tables.own[side], state.where, h)
        return state.stage == "over-stack" or any(state.done >> k & 1 for k in there)
    if side != owner or state.stage in ("set-up", "widen"):
        return False
    if kind == REINFORCEMENTS:
        return h in (context.tables.port if side == JAPAN else state.placed)
    return kind == MOVEMENT


def _check_control(context: NanjingContext, state: NanjingState) -> None:
    """Check the records of the hexes that Japan entered (4.1, 8.3)."""
    tables, where, held, trod = context.tables, state.where, state.held, state.trod
    for side in (JAPAN, CHINA):
        for h in where[tables.span[side]]:
            mark = tables.mark[h] if h >= 0 else 0
            place = tables.ids[h]
            if mark & tables.keys and (held & mark != 0) != (side == JAPAN):
                raise context.reject("enteredLast", "control", field=HELD, side=side, place=place)
            if side == JAPAN and mark & tables.rails & ~trod:
                raise context.reject("notTrod", "rail", field=TROD, place=place)
    if missing := held & tables.rails & ~trod:
        h = next(h for h in tables.key_hexes if tables.mark[h] & missing)
        raise context.reject("heldNotTrod", "rail", field=TROD, place=tables.ids[h])


def _check_phase_records(context: NanjingContext, state: NanjingState) -> None:
    """Check the records of a phase: units that acted, the railway, arrivals (8.0 to 10.4)."""
    tables, where = context.tables, state.where
    side, kind = PHASES[state.phase]
    is_moving = kind == MOVEMENT and state.stage == "phase"
    if state.done:
        if not is_moving and kind != COMBAT:
            raise _reject_field(context, DONE)
        done = [k for k in range(len(where)) if state.done >> k & 1]
        wrong = [k for k in done if where[k] < 0 or (is_moving and tables.side[k] != side)]
        if wrong:
            number = "move" if is_moving else "once"
            raise context.reject("notActed", number, field=DONE, units=tables.names(tuple(wrong)))
    if state.railed:
        if not is_moving or side != CHINA:
            raise _reject_field(context, RAILED)
        if not any(state.done >> k & 1 and tables.rail[where[k]] for k in tables.own[CHINA]):
            raise context.reject("notRailed", "rail", field=RAILED)
    if state.placed:
        _check_arrivals(context, state)
    if state.landed and (side != JAPAN or state.stage in ("set-up", "widen")):
        raise _reject_field(context, LANDED)


def _check_arrivals(context: NanjingContext, state: NanjingState) -> None:
    """Check China's placements of the phase (10.2, 10.4)."""
    tables, most = context.tables, context.tables.limit["arrivals"]
    if PHASES[state.phase] != (CHINA, REINFORCEMENTS):
        raise _reject_field(context, PLACED)
    for h in sorted(set(state.placed)):
        place, number = tables.ids[h], state.placed.count(h)
        if state.held & tables.mark[h]:
            raise context.reject("cityHeld", "control", field=PLACED, place=place)
        if not context.control.has_control(state, CHINA, h):
            raise context.reject("cityZone", "control", field=PLACED, place=place)
        if number > most:
            raise context.reject("cityFull", "arrivals", field=PLACED, place=place, most=most)
        if number > state.where[tables.span[CHINA]].count(h):
            raise context.reject("fewPlaced", "arrival", field=PLACED, place=place)


def _check_supports(context: NanjingContext, state: NanjingState) -> None:
    """Check the records of supports (9.4.1, 9.4.2, 9.5)."""
    phase = PHASES[state.phase]
    for field, used in ((AIR, state.air_used), (GUNS, state.guns_used)):
        if used and phase != (JAPAN, COMBAT):
            raise _reject_field(context, field)
    if state.guns_used and state.landed:
        raise context.reject("gunsLanding", "assault", field=GUNS)
    if state.air_used and (bar := combat.bar_air(context, replace(state, air_used=False), 0)):
        raise IllegalEventError(bar.reason, bar.rule, **{**bar.facts, "field": AIR})
    if state.chen_used:
        if state.chen_lost:
            raise context.reject("chenLost", "results", field=CHEN)
        first = PHASES.index((CHINA if state.turn == 1 else JAPAN, COMBAT))
        if not first <= state.phase < PHASES.index(("", VICTORY)) or state.turn == 0:
            raise _reject_field(context, CHEN)


# ---- the decision -----------------------------------------------------------------------

Derive = Callable[[NanjingContext, NanjingState], NanjingState]


def _ask(decisions: Callable[[NanjingContext, str], Decision]) -> Derive:
    """Return the function that asks for a decision of the side whose phase it is."""

    def derive(context: NanjingContext, state: NanjingState) -> NanjingState:
        return replace(state, decision=decisions(context, PHASES[state.phase][0]))

    return derive


def _derive_reinforcements(context: NanjingContext, state: NanjingState) -> NanjingState:
    side = PHASES[state.phase][0]
    decision = reinforcements.build_decision(context, state, side, state.turn)
    return replace(state, decision=decision)


DERIVED: dict[str, Derive] = {
    "set-up": lambda context, state: reinforcements.follow_set_up(context, state)[0],
    "reinforce": _derive_reinforcements,
    "move": _ask(lambda context, side: context.ask_move[side]),
    "surplus": turns.ask_surplus,
    "combat": _ask(lambda context, side: context.ask_combat[side]),
    "chen": _ask(lambda context, side: context.ask_chen),
    "dice": _ask(lambda context, side: context.ask_dice),
    "loss": results.ask_loss,
    "retreat": lambda context, state: results.follow_retreats(context, state)[0],
    "advance": results.ask_advance,
    "decide": lambda context, state: turns.score_turn(context, state)[0],
    "widen": _ask(lambda context, side: context.ask_widen),
    "extend": lambda context, state: turns.score_turn(context, state)[0],
}
"""The function that asks for a decision, by its kind; the rest of the position is ready for it."""


def _list_kinds(context: NanjingContext, state: NanjingState) -> tuple[str, ...]:
    """Return the kinds of decisions of the phase (7.3; reading 8)."""
    kind = PHASES[state.phase][1]
    return (*KINDS[kind], "surplus") if kind == COMBAT and context.blocked_stays else KINDS[kind]


def _check_decision(context: NanjingContext, state: NanjingState, decision: Decision) -> None:
    """Check that the pending decision follows from the rest of the position."""
    kind = decision.kind
    if state.turn == 0:
        kinds: tuple[str, ...] = ("set-up",)
    elif state.policy == HOLD and state.phase == 0:
        kinds = ("widen", "reinforce")
    else:
        kinds = _list_kinds(context, state)
    if kind not in kinds:
        raise context.reject("otherDecision", "sequence", field=NEXT)
    stage = STAGES.get(kind, "phase")
    if state.stage != stage:
        raise context.reject("otherStage", "sequence", field=STAGE, stage=stage)
    derived = DERIVED[kind](context, replace(state, decision=None))
    expected = derived.decision
    if expected is None or expected.kind != kind:
        raise context.reject("otherDecision", DECISIONS[kind], field=NEXT)
    if expected.units != decision.units:
        units = expected.units
        why = "decisionUnits" if units else "decisionNobody"
        raise IllegalEventError(why, expected.rule, field=NEXT, units=units)
    if derived != state:
        raise context.reject("otherDecision", DECISIONS[kind], field=NEXT)


def _check_outcome(context: NanjingContext, state: NanjingState) -> None:
    """Check the end of the game, and the position in which it came (4.0 to 4.0.4)."""
    outcome = state.outcome
    assert outcome is not None
    if outcome.ending.endswith(" agree") or (outcome.winner and outcome.ending.endswith(" resign")):
        _check_stage(context, state)
        return
    if PHASES[state.phase][1] != VICTORY or state.stage != "phase":
        raise context.reject("otherEnding", "sequence", field=OVER)
    derived = turns.score_turn(context, replace(state, outcome=None))[0]
    if derived.decision == context.ask_extend:
        derived = turns.choose(context, derived, turns.NO_EXTENSION)[0]
    if derived != state:
        raise context.reject("otherEnding", "decide", field=OVER)


def _check_stage(context: NanjingContext, state: NanjingState) -> None:
    """Check the stage of a game that ended without a rule."""
    kinds = _list_kinds(context, state)
    stages = {STAGES.get(kind, "phase") for kind in kinds}
    if state.turn == 0:
        stages = {"set-up"}
    elif state.policy == HOLD and state.phase == 0:
        stages.add("widen")
    if (state.fight and state.fight.result) or state.retreating:
        stages = {"retreats"}
    elif PHASES[state.phase][1] == COMBAT:
        stages -= {"retreats", "over-stack"} if state.fight else {"retreats"}
    if state.stage not in stages:
        raise context.reject("otherStage", "sequence", field=STAGE, stage=min(stages))


# ---- what no game reaches ---------------------------------------------------------------


def list_unreachable(context: NanjingContext, state: NanjingState) -> Iterator[IllegalEventError]:
    """Yield the reasons why no game reaches a position."""
    yield from _list_strange_units(context, state)
    yield from _list_strange_records(context, state)


FIRST_COMBAT = (1, PHASES.index((CHINA, COMBAT)))
"""The turn and phase of the first combat (5.2)."""


def _list_strange_units(
    context: NanjingContext, state: NanjingState
) -> Iterator[IllegalEventError]:
    """Yield units at places that they cannot have by now (3.1, 3.2, 10.0)."""
    tables, now = context.tables, (state.turn, state.phase)
    reach = measure_reach(context, state)
    for k, h in enumerate(state.where):
        unit, side, turn = tables.units[k], tables.side[k], tables.enters[k]
        is_first = k in tables.start
        place = tables.ids[h] if h >= 0 else ""
        if h == DUE:
            if state.turn and (is_first or (side == CHINA and turn == 0)):
                yield context.reject("setUpLeft", "set_up", unit=unit)
            continue
        if not is_first and now < _find_entry(context, k):
            yield context.reject(
                "tooEarly", "reinforcements", unit=unit, turn=turn, places=(place,)
            )
        elif side == JAPAN and state.policy == HOLD and turn >= tables.limit["late_from"]:
            late = tables.limit["late_from"]
            yield context.reject("heldBack", "holding", unit=unit, turn=late, places=(place,))
        if h == LOST:
            thinned = state.stage == "over-stack" and side == PHASES[state.phase][0]
            if now < FIRST_COMBAT and not thinned:
                yield context.reject("lostEarly", "results", unit=unit)
        elif side == JAPAN and reach is not None and reach[h] > 0:
            yield context.reject("tooFarYet", "move", unit=unit, place=place, places=(place,))
        elif h not in tables.reached:
            yield context.reject("setUpCutOff", "water", place=place, places=(place,))


def _find_entry(context: NanjingContext, k: int) -> tuple[int, int]:
    """Return the first turn and phase in which a unit can enter (3.2, 5.2, 10.0)."""
    tables = context.tables
    side, turn = tables.side[k], tables.enters[k]
    if side == CHINA and turn == 0:
        return 0, FIRST_PHASE
    return max(turn, 2), PHASES.index((side, REINFORCEMENTS))


def measure_reach(context: NanjingContext, state: NanjingState) -> list[int] | None:
    """Return how many steps each hex is beyond the reach of Japan's units by now.

    Units begin in their first hexes and in the ports. Each has walked once in each of Japan's
    movement phases, and has retreated or advanced in each combat phase. A unit may retreat more
    than once in a phase, if another one defends with it.

    Returns:
        The steps beyond the reach, which are negative within it; None if all hexes are within it.
    """
    tables, turn, phase = context.tables, state.turn, state.phase
    own = tables.own[JAPAN]
    moves = max(0, turn - 2) + (turn > 1 and phase >= PHASES.index((JAPAN, MOVEMENT)))
    combats = max(0, turn - 1) + ((turn, phase) >= FIRST_COMBAT and phase >= FIRST_COMBAT[1])
    combats += max(0, turn - 2) + (turn > 1 and phase >= PHASES.index((JAPAN, COMBAT)))
    entered = [k for k in own if state.where[k] != DUE]
    steps = moves * max(tables.allowance[k] for k in own) + combats * 2 * len(entered)
    if steps >= tables.grid.high + tables.grid.wide:
        return None
    origins = {h for k, h in tables.start.items() if tables.side[k] == JAPAN}
    if any(k not in tables.start for k in entered):
        origins |= tables.port
    distance = tables.grid.distance
    return [
        min((distance(h, origin) for origin in origins), default=0) - steps
        for h in range(len(tables.ids))
    ]


def _list_strange_records(
    context: NanjingContext, state: NanjingState
) -> Iterator[IllegalEventError]:
    """Yield records that nothing can have made by now."""
    tables, reach = context.tables, measure_reach(context, state)
    for marks, field in ((state.held, HELD), (state.trod, TROD)):
        far = [
            tables.ids[h]
            for h, mark in enumerate(tables.mark)
            if reach is not None and mark & marks and reach[h] > 0
        ]
        if far:
            places = tuple(far)
            yield context.reject("enteredFar", "control", field=field, places=places)
    for k, h in tables.start.items():
        if tables.side[k] == JAPAN and tables.mark[h] & tables.rails & ~state.trod:
            yield context.reject("notTrod", "rail", field=TROD, place=tables.ids[h])
    if state.chen_lost and (state.turn, state.phase) < FIRST_COMBAT:
        yield context.reject("chenEarly", "results", field=CHEN_LOST)
    newcomers = [k for k in tables.own[JAPAN] if k not in tables.start]
    if state.landed and all(state.where[k] == DUE for k in newcomers):
        yield context.reject("nobodyLanded", "assault", field=LANDED)
    side, kind = PHASES[state.phase]
    if kind == MOVEMENT and state.stage == "phase":
        entries = tables.port if side == JAPAN else tables.city
        for h in sorted({state.where[k] for k in find_surplus(tables, state, side)}):
            there = [k for k in tables.own[side] if state.where[k] == h]
            if h not in entries and not any(state.done >> k & 1 for k in there):
                place = tables.ids[h]
                yield context.reject("fullHex", "surplus", place=place, places=(place,))
