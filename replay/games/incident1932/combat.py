"""The course of a fight of the First Shanghai Incident: dice of fire (9.1, 9.2.1), the attacker's
choice to halt and human bombs (9.2.1, 9.2.4), the dice of an assault (9.2.3), the advance (9.5)
and the landing (9.6).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Event, Move, Roll, Word
from senpu.replay.core.rules import Decision, Effect, Effects, IllegalEventError
from senpu.replay.games.incident1932 import hits, impulses
from senpu.replay.games.incident1932.context import Incident
from senpu.replay.games.incident1932.state import (
    CHINA,
    ENEMY,
    JAPAN,
    RIVER,
    Fight,
    Group,
    State,
    Step,
)
from senpu.replay.parts.counters import changed

GO, HALT, NO = Word("go"), Word("halt"), Word("no")
BOMBS = Word("go", payer=("bombs",))

# ---- dice -----------------------------------------------------------------------------------


def fire(rules: Incident, state: State, event: Roll) -> Step:
    """Return the state after the dice of a preparatory fire, and the effects: each die of at most
    the fire of its unit is a hit (9.1).
    """
    fight = state.fight
    assert fight is not None
    count = struck(rules, fight.units, event.pips)
    if count:
        state, more = hits.taking(rules, state, fight, "fire", count)
    else:
        state, more = fight_over(rules, state)
    return state, (Effect("roll", fight.side, numbers=(count, *event.pips)), *more)


def defence(rules: Incident, state: State, event: Roll) -> Step:
    """Return the state after the defensive fire of every defender (9.2.1), and the effects."""
    fight = state.fight
    assert fight is not None
    count = struck(rules, fight.defenders, event.pips)
    rolled = Effect("defence", ENEMY[fight.side], numbers=(count, *event.pips))
    if count:
        state, more = hits.taking(rules, state, fight, "defence", count)
        return state, (rolled, *more)
    return replace(state, stage="fight", decision=None), (rolled,)


def struck(rules: Incident, group: Group, pips: tuple[int, ...]) -> int:
    column = rules.sheet.fire
    return sum([pip <= column[k] for k, pip in zip(group, pips, strict=True)])


def after_defence(rules: Incident, state: State) -> Step:
    """Return the state after the hits of the defensive fire, and the effects: without attackers
    the assault is over without dice (reading 5).
    """
    fight = state.fight
    assert fight is not None
    if not fight.units:
        state, more = fight_over(rules, state)
        return state, (Effect("spent", fight.side), *more)
    return replace(state, stage="fight"), ()


# ---- going on -------------------------------------------------------------------------------


def follow_fight(rules: Incident, state: State) -> Step:
    """Return the state after the defensive fire, with the attacker's choice pending if there is
    one, otherwise the dice of the assault; without effects.
    """
    fight = state.fight
    assert fight is not None
    if may_halt(rules, fight) or may_bomb(state, fight):
        return replace(state, decision=rules.ask_decide[fight.side]), ()
    return replace(state, decision=rules.ask_assault[fight.side]), ()


def may_halt(rules: Incident, fight: Fight) -> bool:
    """9.2.1; readings 4 and 23."""
    switch = rules.acts.switch
    if fight.origin == RIVER and not switch["halt_landing"]:
        return False
    return not fight.night or switch["halt_after_night"]


def may_bomb(state: State, fight: Fight) -> bool:
    """9.2.4: once a game, where Japan attacks (reading 9)."""
    return fight.side == JAPAN and state.bombs > 0


def canon_decide(rules: Incident, state: State, decision: Decision, event: Event) -> Event:
    fight = state.fight
    assert fight is not None
    if event == GO:
        return GO
    if event == HALT:
        if not may_halt(rules, fight):
            raise rules.acts.reject("noHalt", "landing_fight")
        return HALT
    if event == BOMBS:
        if fight.side != JAPAN:
            raise rules.acts.reject("bombsJapan", "bombs")
        if not state.bombs:
            raise rules.acts.reject("bombsUsed", "bombs")
        return BOMBS
    raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)


def legal_decisions(rules: Incident, state: State, decision: Decision) -> Iterator[Event]:
    fight = state.fight
    assert fight is not None
    yield GO
    if may_bomb(state, fight):
        yield BOMBS
    if may_halt(rules, fight):
        yield HALT


def decide(rules: Incident, state: State, event: Word) -> Step:
    """Return the state after the attacker's choice (9.2.1, 9.2.4), and the effects."""
    fight = state.fight
    assert fight is not None
    if event.word == "halt":
        halted = Effect("halt", fight.side, rules.sheet.ids(fight.units))
        state, more = fight_over(rules, state)
        return state, (halted, *more)
    if event.payer:
        chosen = Effect("bombs", fight.side)
        fight = replace(fight, bombs=True)
        state = replace(state, bombs=state.bombs - 1, fight=fight)
    else:
        chosen = Effect("go", fight.side, rules.sheet.ids(fight.units))
    return replace(state, decision=rules.ask_assault[fight.side]), (chosen,)


# ---- the dice of the assault ----------------------------------------------------------------


def strength(rules: Incident, fight: Fight, attacks: bool) -> tuple[int, int, int]:
    """9.2.3 without the die: the best unit, one for each other one, what is added."""
    combat = rules.sheet.combat
    if attacks:
        group, added = fight.units, rules.bombs_bonus if fight.bombs else 0
    else:
        settled = fight.place == rules.sheet.settlement and fight.side == CHINA  # reading 20
        group, added = fight.defenders, rules.settlement_bonus if settled else 0
    return max([combat[k] for k in group]), len(group) - 1, added


def assault(rules: Incident, state: State, event: Roll) -> Step:
    """Return the state after the dice of an assault, and the effects: the difference is the number
    of hits on the weaker side (9.2.3).
    """
    fight = state.fight
    assert fight is not None
    attack, defence = strength(rules, fight, True), strength(rules, fight, False)
    ours, theirs = event.pips
    total, against = sum(attack) + ours, sum(defence) + theirs
    kind = "strengthBombs" if attack[2] else "strength"
    attacked = Effect(kind, fight.side, numbers=(total, *attack, ours))
    kind = "strengthPlace" if defence[2] else "strength"
    defended = Effect(kind, ENEMY[fight.side], numbers=(against, *defence, theirs))
    difference = total - against
    if difference > 0:
        state, more = hits.taking(rules, state, fight, "beaten", difference)
        return state, (attacked, defended, *more)
    if difference < 0 and not fight.night:
        state, more = hits.taking(rules, state, fight, "repelled", -difference)
        return state, (attacked, defended, *more)
    # 9.2.2: at night hits on China do not count
    void = Effect("void", fight.side, numbers=(-difference,)) if difference else Effect("tie")
    state, more = fight_over(rules, state)
    return state, (attacked, defended, void, *more)


def after_beaten(rules: Incident, state: State) -> Step:
    """Return the state after the hits of an assault on its defenders, and the effects: without
    defenders the attackers may advance (9.5).
    """
    fight = state.fight
    assert fight is not None
    if fight.defenders:
        return fight_over(rules, state)
    number = rules.number["landing_fight" if fight.origin == RIVER else "advance"]
    decision = Decision(fight.side, "advance", number, rules.sheet.ids(fight.units), fight.place)
    return replace(state, decision=decision), ()


# ---- after the fight ------------------------------------------------------------------------


def canon_advance(rules: Incident, state: State, decision: Decision, event: Event) -> Event:
    if event == NO:
        return NO
    if not isinstance(event, Move) or event.again or event.payer:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    for ident in event.units:
        if ident not in decision.units:
            raise IllegalEventError("advanceWho", decision.rule, unit=ident, units=decision.units)
    if event.path != (decision.place,):
        raise IllegalEventError("advanceWhere", decision.rule, place=decision.place)
    named = rules.acts.named(event.units, decision.side)
    return event if named.ids == event.units else replace(event, units=named.ids)


def legal_advances(rules: Incident, state: State, decision: Decision) -> Iterator[Event]:
    fight = state.fight
    assert fight is not None
    for named in reversed(list(rules.acts.groups(fight.units))):
        yield Move(named.ids, (decision.place,))
    yield NO


def advance(rules: Incident, state: State, event: Event) -> Step:
    """Return the state after an advance of attackers or none (9.5, 9.6), and the effects.

    A pursuit may follow unless the assault was a pursuit (9.7).
    """
    fight = state.fight
    assert fight is not None
    if not isinstance(event, Move):
        stayed = Effect("noAdvance", fight.side, rules.sheet.ids(fight.units))
        state, more = fight_over(rules, state)
        return state, (stayed, *more)
    group, place = rules.acts.named(event.units, fight.side).group, event.path[0]
    advanced = Effect("advance", fight.side, event.units, places=(place,))
    rest = tuple([k for k in fight.units if k not in group])
    state = replace(
        state,
        where=changed(state.where, group, place),
        fight=replace(fight, units=rest),
    )
    if fight.pursuit or not impulses.may_pursue(rules, state, fight.side, group):
        state, more = fight_over(rules, state)
    else:
        decision = Decision(fight.side, "pursuit", rules.number["pursuit"], event.units, place)
        state, more = fight_over(rules, state, group, decision)
    return state, (advanced, *more)


def fight_over(
    rules: Incident, state: State, advanced: Group = (), decision: Decision | None = None
) -> Step:
    """Return the state after a fight, and the effects. Units that did not land are still on the
    river (9.6).

    Args:
        advanced: The units that may pursue.
        decision: The pursuit; by default the impulse of the other side.
    """
    fight = state.fight
    assert fight is not None
    effects: Effects = ()
    if fight.origin == RIVER and fight.units:
        effects = (Effect("backToRiver", fight.side, rules.sheet.ids(fight.units)),)
    state = replace(
        state,
        fight=None,
        stage="impulse",
        advanced=advanced,
        decision=decision or rules.ask_act[ENEMY[fight.side]],
    )
    return state, effects


AFTER_HITS = {
    "fire": fight_over,
    "defence": after_defence,
    "repelled": fight_over,
    "beaten": after_beaten,
}
"""The consequences when all hits are taken, by the stage of the fight."""


def follow_hits(rules: Incident, state: State) -> Step:
    """Return the state after all hits are taken, and the effects; they depend on the stage of the
    fight.
    """
    fight = state.fight
    assert fight is not None
    cleared = replace(fight, stage="", may_lose=(), may_retreat=())
    return AFTER_HITS[fight.stage](rules, replace(state, fight=cleared))
