"""The actions of Template: move (3), attack (4) and pass (2), and the end of the game (5)."""

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Attack, Event, Move, Roll, Word
from senpu.replay.core.rules import Effect, IllegalEventError
from senpu.replay.core.states import Decision, Outcome
from senpu.replay.games.template.state import LOST, TemplateContext, TemplateState, TemplateStep

PASS = Word("pass")


def canon_act(
    context: TemplateContext, state: TemplateState, decision: Decision, event: Event
) -> Event:
    """Return the canonical form of an action. Raises IllegalEventError."""
    if event == PASS:
        return event
    if not isinstance(event, Move | Attack) or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if len(event.units) != 1:
        raise context.reject("oneUnit", "act", units=event.units)
    unit = _find_unit(context, state, event.units[0])
    if context.side[unit] != decision.side:
        raise context.reject("enemyUnit", "act", unit=event.units[0])
    if isinstance(event, Move):
        if len(event.path) != 1:
            raise context.reject("oneArea", "move", places=event.path)
        _check_move(context, state, unit, event.path[0])
    else:
        _check_attack(context, state, unit, event)
    return event


def _find_unit(context: TemplateContext, state: TemplateState, ident: str) -> int:
    """Return the number of a unit on the map. Raises IllegalEventError."""
    unit = context.index.get(ident)
    if unit is None or state.locations[unit] == LOST:
        raise context.reject("noUnit", "act", unit=ident)
    return unit


def _check_adjacent(
    context: TemplateContext, state: TemplateState, unit: int, place: str, rule: str
) -> None:
    if place not in context.neighbours[state.locations[unit]]:
        raise context.reject("notAdjacent", rule, unit=context.units[unit], places=(place,))


def _check_move(context: TemplateContext, state: TemplateState, unit: int, place: str) -> None:
    """Raise IllegalEventError if a unit cannot move to a place (3)."""
    _check_adjacent(context, state, unit, place, "move")
    if any(context.side[k] != context.side[unit] for k in _find_units(state, place)):
        raise context.reject("enemyThere", "move", places=(place,))


def _check_attack(context: TemplateContext, state: TemplateState, unit: int, event: Attack) -> None:
    """Raise IllegalEventError if a unit cannot attack another one (4)."""
    _check_adjacent(context, state, unit, event.place, "attack")
    target = _find_unit(context, state, event.unit)
    if context.side[target] == context.side[unit] or state.locations[target] != event.place:
        raise context.reject("noTarget", "attack", unit=event.unit, places=(event.place,))


def _find_units(state: TemplateState, place: str) -> list[int]:
    return [k for k, at in enumerate(state.locations) if at == place]


def legal_acts(
    context: TemplateContext, state: TemplateState, decision: Decision
) -> Iterator[Event]:
    """Yield every action that `canon_act` accepts."""
    for unit in context.own[decision.side]:
        for place in context.neighbours.get(state.locations[unit], ()):
            units = (context.units[unit],)
            events: list[Event] = [Move(units, (place,))]
            events += [Attack(units, place, context.units[k]) for k in _find_units(state, place)]
            for event in events:
                try:
                    yield canon_act(context, state, decision, event)
                except IllegalEventError:
                    continue
    yield PASS


def apply_act(context: TemplateContext, state: TemplateState, event: Event) -> TemplateStep:
    """Return the state after an action, and its effect."""
    side = context.sides[state.mover]
    if isinstance(event, Move):
        unit, goal = context.index[event.units[0]], event.path[0]
        moved = Effect("move", side, event.units, places=(state.locations[unit], goal))
        return replace(state, locations=_place_unit(state, unit, goal), decision=None), (moved,)
    if isinstance(event, Attack):
        attack = Effect("attack", side, event.units, (event.unit,), (event.place,))
        return replace(state, target=context.index[event.unit], decision=context.dice), (attack,)
    return replace(state, decision=None), (Effect("pass", side),)


def apply_roll(context: TemplateContext, state: TemplateState, event: Roll) -> TemplateStep:
    """Return the state after the roll of an attack (4), and its effect."""
    assert state.target is not None, "a roll belongs to an attack"
    unit = (context.units[state.target],)
    if event.pips[0] < context.lowest_hit:
        missed = Effect("miss", units=unit, numbers=event.pips)
        return replace(state, target=None, decision=None), (missed,)
    where = _place_unit(state, state.target, LOST)
    hit = Effect("hit", units=unit, numbers=event.pips)
    return replace(state, locations=where, target=None, decision=None), (hit,)


def _place_unit(state: TemplateState, unit: int, place: str) -> tuple[str, ...]:
    return (*state.locations[:unit], place, *state.locations[unit + 1 :])


def follow_act(context: TemplateContext, state: TemplateState) -> TemplateStep:
    """Return the state with the next decision (2), or the end of the game (5), and the effects."""
    side, enemy = context.sides[state.mover], context.sides[1 - state.mover]
    if not context.count_units(state, enemy):
        return _end_game(context, state, side)
    turn = state.turn + state.mover
    if turn > context.spec.game.turns:
        return _end_game(context, state, "")
    mover = 1 - state.mover
    effects = (Effect("turn", numbers=(turn,)),) if turn > state.turn else ()
    return replace(state, turn=turn, mover=mover, decision=context.act[mover]), effects


def _end_game(context: TemplateContext, state: TemplateState, winner: str) -> TemplateStep:
    ending = f"{winner.capitalize() or 'Draw'} {context.number['victory']}"
    over = Effect("won" if winner else "drawn", winner)
    return replace(state, outcome=Outcome(ending, winner)), (over,)
