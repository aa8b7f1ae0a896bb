"""A battle at sea: the lines, the surplus of the larger side, and the salvos (11.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations, islice

from msgspec.structs import replace

from senpu.notation.events import Attack, Event, Roll, Word
from senpu.replay.core.rules import Effect, IllegalEventError
from senpu.replay.core.states import CHANCE, Decision
from senpu.replay.games.russojapanese import naval_cards
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.control import change_morale
from senpu.replay.games.russojapanese.fleets import (
    PORT_ARTHUR,
    SUNK,
    UNDAMAGED,
    Pair,
    RussoJapaneseNavalBattle,
    RussoJapaneseNavy,
    Ships,
)
from senpu.replay.games.russojapanese.naval_cards import AKIYAMA
from senpu.replay.games.russojapanese.state import (
    JAPAN,
    RUSSIA,
    RussoJapaneseState,
    Step,
    get_navy,
    replace_navy,
)
from senpu.replay.parts.dice import canon_dice


def get_battle(state: RussoJapaneseState) -> RussoJapaneseNavalBattle:
    """Return the current sea battle."""
    battle = get_navy(state).battle
    assert battle is not None
    return battle


def replace_battle(state: RussoJapaneseState, **changes: object) -> RussoJapaneseState:
    """Return the state with changed fields of the current sea battle."""
    return replace_navy(state, battle=replace(get_battle(state), **changes))


def begin(rules: RussoJapaneseContext, state: RussoJapaneseState, fleets: tuple[str, str]) -> Step:
    """Return the state after Japan's fleet meets Russia's at sea, and the effect."""
    navy = get_navy(state)
    mine, theirs = (
        rules.fleets.list_names(rules.fleets.list_afloat(navy, fleet)) for fleet in fleets
    )
    battle = RussoJapaneseNavalBattle(fleets, hits=(0,) * len(navy.steps))
    state = replace_navy(state, sailed=(*navy.sailed, fleets[0]), battle=battle)
    return replace(state, stage="line"), (Effect("meets", JAPAN, mine, theirs),)


class RussoJapaneseBattleSides:
    """The ships in a battle."""

    def __init__(
        self, rules: RussoJapaneseContext, navy: RussoJapaneseNavy, battle: RussoJapaneseNavalBattle
    ) -> None:
        fleets = rules.fleets
        self.japan, self.russia = (fleets.list_afloat(navy, fleet) for fleet in battle.fleets)
        self.sound = {
            side: frozenset(ship for ship in ships if navy.steps[ship] == UNDAMAGED)
            for side, ships in ((JAPAN, self.japan), (RUSSIA, self.russia))
        }
        """The number of undamaged ships, which are first in line (11.3.1)."""
        self.matched = min(len(self.japan), len(self.russia))
        """The number of ships one against one."""
        self.larger = JAPAN if len(self.japan) > len(self.russia) else RUSSIA
        """The side with surplus ships, if any."""
        self.enemies = self.russia if self.larger == JAPAN else self.japan
        """The ships of the other side."""
        marks = {0, len(self.sound[JAPAN]), len(self.sound[RUSSIA]), len(self.japan)}
        ends = sorted(mark for mark in marks if mark < len(self.russia))
        self.blocks = tuple(zip(ends, (*ends[1:], len(self.russia)), strict=True))
        """The parts of Russia's line within which its order has no effect.

        The ships of a part are all damaged or all undamaged, as are their enemies; or they have no
        enemies.
        """


def get_sides(rules: RussoJapaneseContext, state: RussoJapaneseState) -> RussoJapaneseBattleSides:
    """Return the ships in the current battle."""
    return RussoJapaneseBattleSides(rules, get_navy(state), get_battle(state))


# ---- 11.3.1: the line of Russia ---------------------------------------------------------


def follow_line(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with the next decision of the line pending, or after a forced assignment."""
    names = rules.fleets.names
    battle, sides = get_battle(state), get_sides(rules, state)
    if not battle.order:
        first, *more = islice(list_orders(sides), 2)
        if not more:
            return replace_battle(state, order=first), ()
        units = rules.fleets.list_names(sides.russia)
        return replace(state, decision=Decision(RUSSIA, "line", rules.number["line"], units)), ()
    if len(battle.pairs) < sides.matched:
        enemy, able = battle.order[len(battle.pairs)], find_opponents(sides, battle)
        if len(able) == 1:
            return oppose_ships(rules, state, (able[0], enemy))
        decision = Decision(JAPAN, "oppose", rules.number["line"], (names[enemy],))
        return replace(state, decision=decision), ()
    if not (surplus := find_unplaced(sides, battle)):
        return replace_battle(replace(state, stage="akiyama"), order=()), ()
    ship, able = surplus[0], find_targets(sides, battle)
    if len(able) == 1:
        return assign_ship(rules, state, ship, able[0])
    decision = Decision(sides.larger, "surplus", rules.number["line"], (names[ship],))
    return replace(state, decision=decision), ()


def list_orders(sides: RussoJapaneseBattleSides) -> Iterator[Ships]:
    """Yield the lines that Russia may form: undamaged ships first, each part in its order."""

    def lay(at: int, left: Ships) -> Iterator[Ships]:
        if at == len(sides.blocks):
            yield ()
            return
        start, end = sides.blocks[at]
        sound = start < len(sides.sound[RUSSIA])
        able = [ship for ship in left if (ship in sides.sound[RUSSIA]) is sound]
        for group in combinations(able, end - start):
            rest = tuple([ship for ship in left if ship not in group])
            for more in lay(at + 1, rest):
                yield (*group, *more)

    return lay(0, sides.russia)


def canon_line(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return Russia's line (`line r2+r1+r3`) in canonical form, undamaged ships first (11.3.1)."""
    if type(event) is not Word or event.word != "line" or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    names = [name for arg in event.args for name in arg.split("+")]
    if sorted(names) != sorted(decision.units):
        raise IllegalEventError("lineAll", decision.rule, units=decision.units)
    sides = get_sides(rules, state)
    order = tuple([rules.fleets.number[name] for name in names])
    sound = sides.sound[RUSSIA]
    if not set(order[: len(sound)]) <= sound:
        raise IllegalEventError("lineSound", decision.rule, units=_format_ships(rules, sound))
    return format_line(rules, sides, order)


def _format_ships(rules: RussoJapaneseContext, ships: frozenset[int]) -> tuple[str, ...]:
    return rules.fleets.list_names(tuple(sorted(ships)))


def format_line(rules: RussoJapaneseContext, sides: RussoJapaneseBattleSides, order: Ships) -> Word:
    """Return a line of Russia in its canonical form."""
    return _build_line(
        rules, tuple(k for start, end in sides.blocks for k in sorted(order[start:end]))
    )


def _build_line(rules: RussoJapaneseContext, order: Ships) -> Word:
    return Word("line", ("+".join(rules.fleets.list_names(order)),))


def legal_lines(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Yield the lines that Russia may form (11.3.1)."""
    sides = get_sides(rules, state)
    return (_build_line(rules, order) for order in list_orders(sides))


def form_line(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after Russia's choice of its line, and the effect."""
    order = tuple([rules.fleets.number[name] for name in event.args[0].split("+")])
    laid = Effect("laid", RUSSIA, rules.fleets.list_names(order))
    return replace_battle(replace(state, decision=None), order=order), (laid,)


# ---- 11.3.1: one against one, and the surplus -------------------------------------------


def find_opponents(sides: RussoJapaneseBattleSides, battle: RussoJapaneseNavalBattle) -> Ships:
    """Return Japan's ships for the next place in line, undamaged ones first."""
    sound = sides.sound[JAPAN]
    first = len(battle.pairs) < len(sound)
    left = find_unplaced_ships(sides.japan, battle)
    return tuple([ship for ship in left if (ship in sound) is first])


def find_unplaced(sides: RussoJapaneseBattleSides, battle: RussoJapaneseNavalBattle) -> Ships:
    """Return the ships beyond the enemy's number that are not assigned yet."""
    ships = sides.japan if sides.larger == JAPAN else sides.russia
    return find_unplaced_ships(ships, battle)


def find_unplaced_ships(ships: Ships, battle: RussoJapaneseNavalBattle) -> Ships:
    """Return the unassigned surplus ships of the current battle."""
    placed = {ship for pair in battle.pairs for ship in pair}
    return tuple([ship for ship in ships if ship not in placed])


def find_targets(sides: RussoJapaneseBattleSides, battle: RussoJapaneseNavalBattle) -> Ships:
    """Return the ships to which the next surplus ship may be assigned (11.3.1; reading 65).

    No ship gets a third enemy unless enough ships remain for a second one against each.
    """
    enemies = sides.enemies
    at = 1 if sides.larger == JAPAN else 0
    facing = [pair[at] for pair in battle.pairs]
    single = [ship for ship in enemies if facing.count(ship) < 2]
    rest = len(find_unplaced(sides, battle)) - 1
    return enemies if rest >= len(single) else tuple(single)


def oppose_ships(rules: RussoJapaneseContext, state: RussoJapaneseState, pair: Pair) -> Step:
    """Return the state after a ship of Japan takes the next place in line, and the effect."""
    one, other = rules.fleets.list_names(pair)
    faces = Effect("faces", JAPAN, (one,), (other,))
    return replace_battle(state, pairs=(*get_battle(state).pairs, pair)), (faces,)


def assign_ship(
    rules: RussoJapaneseContext, state: RussoJapaneseState, ship: int, target: int
) -> Step:
    """Return the state after a surplus ship is assigned to an enemy, and the effect."""
    side = rules.fleets.side[ship]
    names = rules.fleets.list_names((ship, target))
    effect = Effect("assigned", side, names[:1], names[1:])
    pair: Pair = (ship, target) if side == JAPAN else (target, ship)
    return replace_battle(state, pairs=(*get_battle(state).pairs, pair)), (effect,)


def canon_pair(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return a pair in line (`m3*r1`) or of a surplus ship (`r7*m3`) in canonical form (11.3.1)."""
    if type(event) is not Attack or event.payer or event.again or event.place:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if len(event.units) != 1:
        raise IllegalEventError("oneShip", decision.rule, units=event.units)
    number = rules.fleets.number
    for name in (*event.units, event.unit):
        if name not in number:
            raise IllegalEventError(
                "unknownShip", decision.rule, unit=name, units=rules.fleets.names
            )
    sides, battle = get_sides(rules, state), get_battle(state)
    if decision.kind == "oppose":
        given, chosen, able = event.unit, event.units[0], find_opponents(sides, battle)
        unplaced = number[chosen] in find_unplaced_ships(sides.japan, battle)
        why = "lineSoundNow" if unplaced else "lineWho"
    else:
        given, chosen, able = event.units[0], event.unit, find_targets(sides, battle)
        why = "secondFirst" if number[chosen] in sides.enemies else "lineWho"
    if given != decision.units[0]:
        raise IllegalEventError("lineNext", decision.rule, unit=decision.units[0])
    if number[chosen] not in able:
        names = rules.fleets.list_names(able)
        raise IllegalEventError(why, decision.rule, unit=chosen, units=names)
    return event


def legal_pairs(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal opponents of the next ship (11.3.1)."""
    sides, battle, (given,) = get_sides(rules, state), get_battle(state), decision.units
    if decision.kind == "oppose":
        able = rules.fleets.list_names(find_opponents(sides, battle))
        return (Attack((chosen,), "", given) for chosen in able)
    able = rules.fleets.list_names(find_targets(sides, battle))
    return (Attack((given,), "", chosen) for chosen in able)


def choose_pair(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Attack) -> Step:
    """Return the state after the choice of a pair of ships, and the effect."""
    assert state.decision is not None
    ship, other = rules.fleets.number[event.units[0]], rules.fleets.number[event.unit]
    kind, state = state.decision.kind, replace(state, decision=None)
    if kind == "oppose":
        return oppose_ships(rules, state, (ship, other))
    return assign_ship(rules, state, ship, other)


Shot = Pair
"""The ship that fires, and its target."""
Salvo = tuple[Shot, ...]
"""The shots whose dice are rolled together."""


def follow_akiyama(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state after the line is complete: Japan may play Akiyama (11.3.4)."""
    return naval_cards.ask_japan(rules, state, "akiyama", "salvo"), ()


def answer_akiyama(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after Japan's answer with or without Akiyama, and the effects."""
    card = naval_cards.find_naval_card(state, event)
    state, effects = naval_cards.apply_answer(rules, state, event, again="akiyama", no="salvo")
    if card == AKIYAMA:
        state = replace_battle(replace(state, stage="salvo"), japan_first=True)
        effects += (Effect("japanFirst", JAPAN),)
    return state, effects


# ---- the salvos -------------------------------------------------------------------------


def list_salvos(battle: RussoJapaneseNavalBattle) -> tuple[list[Salvo], list[Salvo]]:
    """Return all salvos in line order (11.3.2; reading 64).

    Shots of a salvo count together, before the following salvo. Ships one against one fire at each
    other. A surplus ship fires at the enemy to which it is assigned, which does not answer it.
    """
    mine, theirs = ({pair[at] for pair in battle.pairs} for at in (0, 1))
    matched = min(len(mine), len(theirs))
    japan = battle.pairs if len(mine) > matched else battle.pairs[:matched]
    russia = battle.pairs if len(theirs) > matched else battle.pairs[:matched]
    if battle.japan_first:
        return [((ship, enemy),) for ship, enemy in japan], [
            ((enemy, ship),) for ship, enemy in russia
        ]
    duels: list[Salvo] = [((ship, enemy), (enemy, ship)) for ship, enemy in battle.pairs[:matched]]
    duels += [((ship, enemy),) for ship, enemy in japan[matched:]]
    duels += [((enemy, ship),) for ship, enemy in russia[matched:]]
    return duels, []


def follow_salvo(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with the dice of the next salvo pending, and the effects.

    The hits take effect after the last salvo, and with Akiyama after Japan's last one.
    """
    battle, navy = get_battle(state), get_navy(state)
    first, then = list_salvos(battle)
    if battle.salvo >= len(first) and any(battle.hits):
        over = battle.salvo == len(first) + len(then)
        if over or (battle.japan_first and battle.salvo == len(first)):
            state, effects = apply_losses(rules, state, battle.hits)
            return replace_battle(state, hits=(0,) * len(battle.hits)), effects
    if battle.salvo == len(first) + len(then):
        return _end_battle(state, battle)
    salvo = (first + then)[battle.salvo]
    letters = tuple(
        rules.letter[rules.fleets.side[ship]] for ship, _ in salvo for _ in range(navy.steps[ship])
    )
    if not letters:  # the ship that would fire is sunk
        return replace_battle(state, salvo=battle.salvo + 1), ()
    units = rules.fleets.list_names(tuple(ship for ship, _ in salvo))
    decision = Decision(CHANCE, "salvo", rules.number["gunnery"], units, dice=letters)
    return replace(state, decision=decision), ()


def canon_salvo(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Roll:
    """Return the dice of either side in canonical form, Japan's first (11.3.2)."""
    if type(event) is Roll and sorted(event.sides) == sorted(decision.dice):
        both = tuple(zip(event.pips, event.sides, strict=True))
        pips = {
            letter: iter([pip for pip, own in both if own == letter]) for letter in decision.dice
        }
        event = Roll(tuple([next(pips[letter]) for letter in decision.dice]), decision.dice)
    return canon_dice(rules, state, decision, event)


def fire_salvo(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Roll) -> Step:
    """Return the state after the dice of a salvo, and the effects (11.3.2).

    A ship rolls a die for each step, and scores a hit for each die up to its strength.
    """
    fleets, navy, battle = rules.fleets, get_navy(state), get_battle(state)
    first, then = list_salvos(battle)
    salvo = (first + then)[battle.salvo]
    hits = list(battle.hits)
    effects: list[Effect] = []
    ends = tuple(accumulate(navy.steps[ship] for ship, _ in salvo))
    for (ship, target), start, end in zip(salvo, (0, *ends), ends, strict=False):
        pips = event.pips[start:end]
        number = sum(pip <= fleets.gunnery[ship] for pip in pips)
        hits[target] += number
        side, names = fleets.side[ship], fleets.list_names((ship, target))
        effects.append(Effect("fires", side, names[:1], names[1:], numbers=(number, *pips)))
    state = replace(state, decision=None)
    return replace_battle(state, hits=tuple(hits), salvo=battle.salvo + 1), tuple(effects)


def _end_battle(state: RussoJapaneseState, battle: RussoJapaneseNavalBattle) -> Step:
    """Return the state after a battle, and the effect: every ship has fired once (11.3.3)."""
    after = "interference" if battle.fleets[1] == PORT_ARTHUR else "harassment"
    return replace_navy(replace(state, stage=after), battle=None), (Effect("battleOver"),)


# ---- hits ---


def apply_losses(
    rules: RussoJapaneseContext, state: RussoJapaneseState, hits: Sequence[int]
) -> Step:
    """Return the state after the loss of steps, and the effects.

    `hits` has a number for each ship. A ship that loses its second step is sunk; further hits are
    ignored (11.1, 11.3.2). A sunk flagship is revealed and costs a point of Russian morale (11.5).
    """
    fleets, navy = rules.fleets, get_navy(state)
    steps = list(navy.steps)
    effects: list[Effect] = []
    for ship, number in enumerate(hits):
        if number and steps[ship]:
            steps[ship] = max(SUNK, steps[ship] - number)
            kind = "shipDamaged" if steps[ship] else "shipSunk"
            effects.append(Effect(kind, fleets.side[ship], (fleets.names[ship],)))
    state = replace_navy(state, steps=tuple(steps))
    flagship = navy.flagship
    if flagship < 0 or steps[flagship] or not navy.steps[flagship]:
        return state, tuple(effects)
    state, morale = change_morale(rules, replace_navy(state, revealed=True), RUSSIA)
    return state, (*effects, Effect("flagshipSunk", RUSSIA, (fleets.names[flagship],)), *morale)
