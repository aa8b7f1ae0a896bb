"""The actions of Template: move (3), attack (4) and pass (2), and the end of the game (5)."""

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Attack, Event, Move, Roll, Word
from senpu.replay.core.rules import Decision, Effect, IllegalEventError, Outcome
from senpu.replay.games.template.state import LOST, Context, State, Step

PASS = Word("pass")


def canon_act(context: Context, state: State, decision: Decision, event: Event) -> Event:
    """Return the canonical form of an action. Raises IllegalEventError."""
    if event == PASS:
        return event
    if not isinstance(event, Move | Attack) or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if len(event.units) != 1:
        raise context.reject("oneUnit", "act", units=event.units)
    unit = _unit(context, state, event.units[0])
    if context.side[unit] != decision.side:
        raise context.reject("enemyUnit", "act", unit=event.units[0])
    if isinstance(event, Move):
        if len(event.path) != 1:
            raise context.reject("oneArea", "move", places=event.path)
        _check_move(context, state, unit, event.path[0])
    else:
        _check_attack(context, state, unit, event)
    return event


def _unit(context: Context, state: State, ident: str) -> int:
    """Return the number of a unit on the map. Raises IllegalEventError."""
    unit = context.index.get(ident)
    if unit is None or state.where[unit] == LOST:
        raise context.reject("noUnit", "act", unit=ident)
    return unit


def _check_adjacent(context: Context, state: State, unit: int, place: str, rule: str) -> None:
    if place not in context.near[state.where[unit]]:
        raise context.reject("notAdjacent", rule, unit=context.units[unit], places=(place,))


def _check_move(context: Context, state: State, unit: int, place: str) -> None:
    """Raise IllegalEventError if a unit cannot move to a place (3)."""
    _check_adjacent(context, state, unit, place, "move")
    if any(context.side[k] != context.side[unit] for k in _in(state, place)):
        raise context.reject("enemyThere", "move", places=(place,))


def _check_attack(context: Context, state: State, unit: int, event: Attack) -> None:
    """Raise IllegalEventError if a unit cannot attack another one (4)."""
    _check_adjacent(context, state, unit, event.place, "attack")
    target = _unit(context, state, event.unit)
    if context.side[target] == context.side[unit] or state.where[target] != event.place:
        raise context.reject("noTarget", "attack", unit=event.unit, places=(event.place,))


def _in(state: State, place: str) -> list[int]:
    return [k for k, at in enumerate(state.where) if at == place]


def legal_acts(context: Context, state: State, decision: Decision) -> Iterator[Event]:
    """Yield every action that `canon_act` accepts."""
    for unit in context.own[decision.side]:
        for place in context.near.get(state.where[unit], ()):
            units = (context.units[unit],)
            events: list[Event] = [Move(units, (place,))]
            events += [Attack(units, place, context.units[k]) for k in _in(state, place)]
            for event in events:
                try:
                    yield canon_act(context, state, decision, event)
                except IllegalEventError:
                    continue
    yield PASS


def act(context: Context, state: State, event: Event) -> Step:
    """Return the state after an action, and its effect."""
    side = context.sides[state.mover]
    if isinstance(event, Move):
        unit, goal = context.index[event.units[0]], event.path[0]
        moved = Effect("move", side, event.units, places=(state.where[unit], goal))
        return replace(state, where=_placed(state, unit, goal), decision=None), (moved,)
    if isinstance(event, Attack):
        attack = Effect("attack", side, event.units, (event.unit,), (event.place,))
        return replace(state, target=context.index[event.unit], decision=context.dice), (attack,)
    return replace(state, decision=None), (Effect("pass", side),)


def roll(context: Context, state: State, event: Roll) -> Step:
    """Return the state after the roll of an attack (4), and its effect."""
    assert state.target is not None, "a roll belongs to an attack"
    unit = (context.units[state.target],)
    if event.pips[0] < context.lowest_hit:
        missed = Effect("miss", units=unit, numbers=event.pips)
        return replace(state, target=None, decision=None), (missed,)
    where = _placed(state, state.target, LOST)
    hit = Effect("hit", units=unit, numbers=event.pips)
    return replace(state, where=where, target=None, decision=None), (hit,)


def _placed(state: State, unit: int, place: str) -> tuple[str, ...]:
    return (*state.where[:unit], place, *state.where[unit + 1 :])


def follow_act(context: Context, state: State) -> Step:
    """Return the state with the next decision (2), or the end of the game (5), and the effects."""
    side, enemy = context.sides[state.mover], context.sides[1 - state.mover]
    if not context.count(state, enemy):
        return _over(context, state, side)
    turn = state.turn + state.mover
    if turn > context.spec.game.turns:
        return _over(context, state, "")
    mover = 1 - state.mover
    effects = (Effect("turn", numbers=(turn,)),) if turn > state.turn else ()
    return replace(state, turn=turn, mover=mover, decision=context.act[mover]), effects


def _over(context: Context, state: State, winner: str) -> Step:
    ending = f"{winner.capitalize() or 'Draw'} {context.number['victory']}"
    over = Effect("won" if winner else "drawn", winner)
    return replace(state, outcome=Outcome(ending, winner)), (over,)
