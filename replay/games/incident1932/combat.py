"""How a fight of the First Shanghai Incident goes on: dice of fire (9.1, 9.2.1), breaking off and
human bombs (9.2.1, 9.2.4), the assault's dice (9.2.3), the advance (9.5), the landing (9.6)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Event, Move, Roll, Word
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
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
    changed,
)

GO, HALT, NO = Word("go"), Word("halt"), Word("no")
BOMBS = Word("go", payer=("bombs",))

# ---- dice -----------------------------------------------------------------------------------


def fire(rules: Incident, state: State, event: Roll, effects: list[Effect]) -> State:
    """9.1: each die of no more than its unit's fire is a hit."""
    fight = state.fight
    assert fight is not None
    count = struck(rules, fight.units, event.pips)
    effects.append(Effect("roll", fight.side, numbers=(count, *event.pips)))
    if count:
        return hits.taking(rules, state, fight, "fire", count, effects)
    return fight_over(rules, state, effects)


def defence(rules: Incident, state: State, event: Roll, effects: list[Effect]) -> State:
    """9.2.1: every defender fires, before anything else."""
    fight = state.fight
    assert fight is not None
    count = struck(rules, fight.defenders, event.pips)
    effects.append(Effect("defence", ENEMY[fight.side], numbers=(count, *event.pips)))
    if count:
        return hits.taking(rules, state, fight, "defence", count, effects)
    return replace(state, stage="fight", decision=None)


def struck(rules: Incident, group: Group, pips: tuple[int, ...]) -> int:
    column = rules.sheet.fire
    return sum([pip <= column[k] for k, pip in zip(group, pips, strict=True)])


def after_defence(rules: Incident, state: State, effects: list[Effect]) -> State:
    """Reading 5: with no attacker left the assault is over, without dice."""
    fight = state.fight
    assert fight is not None
    if not fight.units:
        effects.append(Effect("spent", fight.side))
        return fight_over(rules, state, effects)
    return replace(state, stage="fight")


# ---- going on -------------------------------------------------------------------------------


def follow_fight(rules: Incident, state: State, effects: list[Effect]) -> State:
    """After the defensive fire: the attacker goes on or not, if there is a choice."""
    fight = state.fight
    assert fight is not None
    if may_halt(rules, fight) or may_bomb(state, fight):
        return replace(state, decision=rules.ask_decide[fight.side])
    return replace(state, decision=rules.ask_assault[fight.side])


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
            raise rules.acts.refuse("noHalt", "landing_fight")
        return HALT
    if event == BOMBS:
        if fight.side != JAPAN:
            raise rules.acts.refuse("bombsJapan", "bombs")
        if not state.bombs:
            raise rules.acts.refuse("bombsUsed", "bombs")
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


def decide(rules: Incident, state: State, event: Word, effects: list[Effect]) -> State:
    fight = state.fight
    assert fight is not None
    if event.word == "halt":
        effects.append(Effect("halt", fight.side, rules.sheet.ids(fight.units)))
        return fight_over(rules, state, effects)
    if event.payer:
        effects.append(Effect("bombs", fight.side))
        fight = replace(fight, bombs=True)
        state = replace(state, bombs=state.bombs - 1, fight=fight)
    else:
        effects.append(Effect("go", fight.side, rules.sheet.ids(fight.units)))
    return replace(state, decision=rules.ask_assault[fight.side])


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


def assault(rules: Incident, state: State, event: Roll, effects: list[Effect]) -> State:
    """9.2.3: a tie is nothing; else the difference is hits on the weaker side."""
    fight = state.fight
    assert fight is not None
    attack, defence = strength(rules, fight, True), strength(rules, fight, False)
    ours, theirs = event.pips
    total, against = sum(attack) + ours, sum(defence) + theirs
    kind = "strengthBombs" if attack[2] else "strength"
    effects.append(Effect(kind, fight.side, numbers=(total, *attack, ours)))
    kind = "strengthPlace" if defence[2] else "strength"
    effects.append(Effect(kind, ENEMY[fight.side], numbers=(against, *defence, theirs)))
    difference = total - against
    if difference > 0:
        return hits.taking(rules, state, fight, "beaten", difference, effects)
    if not difference:
        effects.append(Effect("tie"))
        return fight_over(rules, state, effects)
    if fight.night:  # 9.2.2: no hit on China counts
        effects.append(Effect("void", fight.side, numbers=(-difference,)))
        return fight_over(rules, state, effects)
    return hits.taking(rules, state, fight, "repelled", -difference, effects)


def after_beaten(rules: Incident, state: State, effects: list[Effect]) -> State:
    """9.5: who has beaten all defenders may advance."""
    fight = state.fight
    assert fight is not None
    if fight.defenders:
        return fight_over(rules, state, effects)
    number = rules.number["landing_fight" if fight.origin == RIVER else "advance"]
    decision = Decision(fight.side, "advance", number, rules.sheet.ids(fight.units), fight.place)
    return replace(state, decision=decision)


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


def advance(rules: Incident, state: State, event: Event, effects: list[Effect]) -> State:
    """9.5, 9.6: all, some or none; then the pursuit, unless this was one (9.7)."""
    fight = state.fight
    assert fight is not None
    if not isinstance(event, Move):
        effects.append(Effect("noAdvance", fight.side, rules.sheet.ids(fight.units)))
        return fight_over(rules, state, effects)
    group, place = rules.acts.named(event.units, fight.side).group, event.path[0]
    effects.append(Effect("advance", fight.side, event.units, places=(place,)))
    rest = tuple([k for k in fight.units if k not in group])
    state = replace(
        state,
        where=changed(state.where, group, place),
        fight=replace(fight, units=rest),
    )
    if fight.pursuit or not impulses.may_pursue(rules, state, fight.side, group):
        return fight_over(rules, state, effects)
    decision = Decision(fight.side, "pursuit", rules.number["pursuit"], event.units, place)
    return fight_over(rules, state, effects, group, decision)


def fight_over(
    rules: Incident,
    state: State,
    effects: list[Effect],
    advanced: Group = (),
    decision: Decision | None = None,
) -> State:
    """The end of a fight; who tried to land and did not is on the river still (9.6). Then the
    pursuit (`ask`), or the other side's impulse."""
    fight = state.fight
    assert fight is not None
    if fight.origin == RIVER and fight.units:
        effects.append(Effect("backToRiver", fight.side, rules.sheet.ids(fight.units)))
    return replace(
        state,
        fight=None,
        stage="impulse",
        advanced=advanced,
        decision=decision or rules.ask_act[ENEMY[fight.side]],
    )


AFTER_HITS = {
    "fire": fight_over,
    "defence": after_defence,
    "repelled": fight_over,
    "beaten": after_beaten,
}
"""What follows when all hits are taken, by the fight's stage."""


def follow_hits(rules: Incident, state: State, effects: list[Effect]) -> State:
    """All hits are taken; the next step depends on the side that took them."""
    fight = state.fight
    assert fight is not None
    cleared = replace(fight, stage="", may_lose=(), may_retreat=())
    return AFTER_HITS[fight.stage](rules, replace(state, fight=cleared), effects)
