"""The course of a combat of the First Shanghai Incident.

It has the dice of fire (9.1, 9.2.1), the attacker's choice to halt and human bombs (9.2.1,
9.2.4), the dice of an assault (9.2.3), the advance (9.5) and the landing (9.6).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Event, Move, Roll, Word
from senpu.replay.core.rules import Effect, Effects, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.incident1932 import hits, impulses
from senpu.replay.games.incident1932.context import Incident1932Context
from senpu.replay.games.incident1932.state import (
    CHINA,
    ENEMY,
    JAPAN,
    RIVER,
    Group,
    Incident1932Combat,
    Incident1932State,
    Incident1932Step,
)
from senpu.replay.parts.counters import set_values

GO, HALT, NO = Word("go"), Word("halt"), Word("no")
BOMBS = Word("go", payer=("bombs",))

# ---- dice -----------------------------------------------------------------------------------


def apply_fire_dice(
    context: Incident1932Context, state: Incident1932State, event: Roll
) -> Incident1932Step:
    """Return the state after the dice of a preparatory fire, and the effects.

    Each die of at most the fire of its unit is a hit (9.1).
    """
    fight = state.fight
    assert fight is not None
    count = count_hits(context, fight.units, event.pips)
    if count:
        state, more = hits.impose_hits(context, state, fight, "fire", count)
    else:
        state, more = end_fight(context, state)
    return state, (Effect("roll", fight.side, numbers=(count, *event.pips)), *more)


def apply_defence_dice(
    context: Incident1932Context, state: Incident1932State, event: Roll
) -> Incident1932Step:
    """Return the state after the defensive fire of every defender (9.2.1), and the effects."""
    fight = state.fight
    assert fight is not None
    count = count_hits(context, fight.defenders, event.pips)
    rolled = Effect("defence", ENEMY[fight.side], numbers=(count, *event.pips))
    if count:
        state, more = hits.impose_hits(context, state, fight, "defence", count)
        return state, (rolled, *more)
    return replace(state, stage="fight", decision=None), (rolled,)


def count_hits(context: Incident1932Context, group: Group, pips: tuple[int, ...]) -> int:
    """Return the number of hits: dice of at most the fire of their units (9.1, 9.2.1)."""
    column = context.tables.fire
    return sum([pip <= column[k] for k, pip in zip(group, pips, strict=True)])


def follow_defence(context: Incident1932Context, state: Incident1932State) -> Incident1932Step:
    """Return the state after the hits of the defensive fire, and the effects.

    Without attackers the assault is over without dice (reading 5).
    """
    fight = state.fight
    assert fight is not None
    if not fight.units:
        state, more = end_fight(context, state)
        return state, (Effect("spent", fight.side), *more)
    return replace(state, stage="fight"), ()


# ---- the next step --------------------------------------------------------------------------


def follow_fight(context: Incident1932Context, state: Incident1932State) -> Incident1932Step:
    """Return the state after the defensive fire; without effects.

    The attacker's choice is pending if there is one, otherwise the dice of the assault.
    """
    fight = state.fight
    assert fight is not None
    if can_halt(context, fight) or can_bomb(state, fight):
        return replace(state, decision=context.choice_decision[fight.side]), ()
    return replace(state, decision=context.assault_decision[fight.side]), ()


def can_halt(context: Incident1932Context, fight: Incident1932Combat) -> bool:
    """Return whether the attacker may halt (9.2.1; readings 4 and 23)."""
    switch = context.legality.switch
    if fight.origin == RIVER and not switch["halt_landing"]:
        return False
    return not fight.night or switch["halt_after_night"]


def can_bomb(state: Incident1932State, fight: Incident1932Combat) -> bool:
    """Return whether Japan may use human bombs: once, as the attacker (9.2.4, reading 9)."""
    return fight.side == JAPAN and state.bombs > 0


def canon_decide(
    context: Incident1932Context, state: Incident1932State, decision: Decision, event: Event
) -> Event:
    """Return a choice to attack, to bomb or to halt (9.2.1, 9.2.4). Raises IllegalEventError."""
    fight = state.fight
    assert fight is not None
    if event == GO:
        return GO
    if event == HALT:
        if not can_halt(context, fight):
            raise context.legality.reject("noHalt", "landing_fight")
        return HALT
    if event == BOMBS:
        if fight.side != JAPAN:
            raise context.legality.reject("bombsJapan", "bombs")
        if not state.bombs:
            raise context.legality.reject("bombsUsed", "bombs")
        return BOMBS
    raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)


def legal_decisions(
    context: Incident1932Context, state: Incident1932State, decision: Decision
) -> Iterator[Event]:
    """Yield the legal choices of the attacker (9.2.1, 9.2.4)."""
    fight = state.fight
    assert fight is not None
    yield GO
    if can_bomb(state, fight):
        yield BOMBS
    if can_halt(context, fight):
        yield HALT


def apply_choice(
    context: Incident1932Context, state: Incident1932State, event: Word
) -> Incident1932Step:
    """Return the state after the attacker's choice (9.2.1, 9.2.4), and the effects."""
    fight = state.fight
    assert fight is not None
    if event.word == "halt":
        halted = Effect("halt", fight.side, context.tables.list_ids(fight.units))
        state, more = end_fight(context, state)
        return state, (halted, *more)
    if event.payer:
        chosen = Effect("bombs", fight.side)
        fight = replace(fight, bombs=True)
        state = replace(state, bombs=state.bombs - 1, fight=fight)
    else:
        chosen = Effect("go", fight.side, context.tables.list_ids(fight.units))
    return replace(state, decision=context.assault_decision[fight.side]), (chosen,)


# ---- the dice of the assault ----------------------------------------------------------------


def compute_strength(
    context: Incident1932Context, fight: Incident1932Combat, attacks: bool
) -> tuple[int, int, int]:
    """Return the strength of a side without the die (9.2.3).

    Returns:
        The best unit, one for each other unit, and the bonus.
    """
    combat = context.tables.combat
    if attacks:
        group, added = fight.units, context.bombs_bonus if fight.bombs else 0
    else:
        settled = fight.place == context.tables.settlement and fight.side == CHINA  # reading 20
        group, added = fight.defenders, context.settlement_bonus if settled else 0
    return max([combat[k] for k in group]), len(group) - 1, added


def apply_assault_dice(
    context: Incident1932Context, state: Incident1932State, event: Roll
) -> Incident1932Step:
    """Return the state after the dice of an assault, and the effects.

    The difference is the number of hits on the weaker side (9.2.3).
    """
    fight = state.fight
    assert fight is not None
    attack, defence = (
        compute_strength(context, fight, True),
        compute_strength(context, fight, False),
    )
    ours, theirs = event.pips
    total, against = sum(attack) + ours, sum(defence) + theirs
    kind = "strengthBombs" if attack[2] else "strength"
    attacked = Effect(kind, fight.side, numbers=(total, *attack, ours))
    kind = "strengthPlace" if defence[2] else "strength"
    defended = Effect(kind, ENEMY[fight.side], numbers=(against, *defence, theirs))
    difference = total - against
    if difference > 0:
        state, more = hits.impose_hits(context, state, fight, "beaten", difference)
        return state, (attacked, defended, *more)
    if difference < 0 and not fight.night:
        state, more = hits.impose_hits(context, state, fight, "repelled", -difference)
        return state, (attacked, defended, *more)
    # 9.2.2: at night hits on China do not count
    void = Effect("void", fight.side, numbers=(-difference,)) if difference else Effect("tie")
    state, more = end_fight(context, state)
    return state, (attacked, defended, void, *more)


def follow_beaten(context: Incident1932Context, state: Incident1932State) -> Incident1932Step:
    """Return the state after the hits of an assault on its defenders, and the effects.

    Without defenders the attackers may advance (9.5).
    """
    fight = state.fight
    assert fight is not None
    if fight.defenders:
        return end_fight(context, state)
    return replace(state, decision=build_advance_decision(context, fight)), ()


def build_advance_decision(context: Incident1932Context, fight: Incident1932Combat) -> Decision:
    """Return the decision of the attackers to advance or not (9.5, 9.6)."""
    number = context.number["landing_fight" if fight.origin == RIVER else "advance"]
    units = context.tables.list_ids(fight.units)
    return Decision(fight.side, "advance", number, units, fight.place)


# ---- after the fight ------------------------------------------------------------------------


def canon_advance(
    context: Incident1932Context, state: Incident1932State, decision: Decision, event: Event
) -> Event:
    """Return the canonical form of an advance or none (9.5). Raises IllegalEventError."""
    if event == NO:
        if not can_decline(context, state):
            raise context.legality.reject("mustLand", "landing_fight", place=decision.place)
        return NO
    if type(event) is not Move or event.again or event.payer:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    for ident in event.units:
        if ident not in decision.units:
            raise IllegalEventError("advanceWho", decision.rule, unit=ident, units=decision.units)
    if event.path != (decision.place,):
        raise IllegalEventError("advanceWhere", decision.rule, place=decision.place)
    selection = context.legality.select(event.units, decision.side)
    return event if selection.ids == event.units else replace(event, units=selection.ids)


def legal_advances(
    context: Incident1932Context, state: Incident1932State, decision: Decision
) -> Iterator[Event]:
    """Yield the legal advances, the largest first, and none (9.5)."""
    fight = state.fight
    assert fight is not None
    for selection in reversed(list(context.legality.iter_groups(fight.units))):
        yield Move(selection.ids, (decision.place,))
    if can_decline(context, state):
        yield NO


def can_decline(context: Incident1932Context, state: Incident1932State) -> bool:
    """Return whether the attackers may decline an advance (9.5; for a landing, reading 39)."""
    fight = state.fight
    assert fight is not None
    return fight.origin != RIVER or context.legality.switch["decline_landing"]


def apply_advance(
    context: Incident1932Context, state: Incident1932State, event: Event
) -> Incident1932Step:
    """Return the state after an advance of attackers or none (9.5, 9.6), and the effects.

    A pursuit may follow unless the assault was a pursuit (9.7).
    """
    fight = state.fight
    assert fight is not None
    if type(event) is not Move:
        stayed = Effect("noAdvance", fight.side, context.tables.list_ids(fight.units))
        state, more = end_fight(context, state)
        return state, (stayed, *more)
    group, place = context.legality.select(event.units, fight.side).group, event.path[0]
    advanced = Effect("advance", fight.side, event.units, places=(place,))
    rest = tuple([k for k in fight.units if k not in group])
    state = replace(
        state,
        locations=set_values(state.locations, group, place),
        fight=replace(fight, units=rest),
    )
    if fight.pursuit or not impulses.can_pursue(context, state, fight.side, group):
        state, more = end_fight(context, state)
    else:
        decision = build_pursuit_decision(context, state, group)
        state, more = end_fight(context, state, group, decision)
    return state, (advanced, *more)


def build_pursuit_decision(
    context: Incident1932Context, state: Incident1932State, advanced: Group
) -> Decision:
    """Return the decision of the units that have advanced to pursue or not (9.7)."""
    tables, first = context.tables, advanced[0]
    units, place = tables.list_ids(advanced), state.locations[first]
    return Decision(tables.side[first], "pursuit", context.number["pursuit"], units, place)


def end_fight(
    context: Incident1932Context,
    state: Incident1932State,
    advanced: Group = (),
    decision: Decision | None = None,
) -> Incident1932Step:
    """Return the state after a combat, and the effects.

    Units that did not land are still on the river (9.6). `advanced` are the units that may pursue,
    and `decision` is the pursuit; by default the impulse of the other side is pending.
    """
    fight = state.fight
    assert fight is not None
    effects: Effects = ()
    if fight.origin == RIVER and fight.units:
        effects = (Effect("backToRiver", fight.side, context.tables.list_ids(fight.units)),)
    state = replace(
        state,
        fight=None,
        stage="impulse",
        advanced=advanced,
        decision=decision or context.act_decision[ENEMY[fight.side]],
    )
    return state, effects


AFTER_HITS = {
    "fire": end_fight,
    "defence": follow_defence,
    "repelled": end_fight,
    "beaten": follow_beaten,
}
"""The consequences when all hits are taken, by the stage of the fight."""


def follow_hits(context: Incident1932Context, state: Incident1932State) -> Incident1932Step:
    """Return the state after all hits are taken, and the effects.

    The stage of the combat decides what follows; see AFTER_HITS. By an option, more units may
    retreat first (reading 24).
    """
    fight = state.fight
    assert fight is not None
    if withdrawal := hits.build_withdrawal(context, state):
        return replace(state, fight=replace(fight, may_lose=()), decision=withdrawal), ()
    cleared = replace(fight, stage="", may_lose=(), may_retreat=())
    return AFTER_HITS[fight.stage](context, replace(state, fight=cleared))
