"""The fire of a battle at sea (11.3.2 to 11.3.4): Akiyama, the salvos in line order, and what
they do once all have fired; the steps that ships lose, and the flagship with them (11.1, 11.5)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from msgspec.structs import replace

from senpu.notation.events import Event, Roll, Word
from senpu.replay.core.rules import CHANCE, Decision, Effect
from senpu.replay.games.russojapanese import sea_cards
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import shaken
from senpu.replay.games.russojapanese.navy import PORT_ARTHUR, SUNK, Battle, Pair
from senpu.replay.games.russojapanese.sea_cards import AKIYAMA
from senpu.replay.games.russojapanese.sea_lines import battle_of, with_battle
from senpu.replay.games.russojapanese.state import JAPAN, RUSSIA, State, navy_of, with_navy
from senpu.replay.parts.dice import canon_dice

Shot = Pair
"""Who fires, and at whom."""
Salvo = tuple[Shot, ...]
"""What is rolled for together."""


def follow_akiyama(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """The line stands: Japan may play Akiyama (11.3.4)."""
    return sea_cards.ask_japan(rules, state, "akiyama", "salvo")


def akiyama(rules: RussoJapanese, state: State, event: Word, effects: list[Effect]) -> State:
    state, card = sea_cards.answered(rules, state, event, effects, again="akiyama", no="salvo")
    if card == AKIYAMA:
        effects.append(Effect("japanFirst", JAPAN))
        return with_battle(replace(state, stage="salvo"), japan_first=True)
    return state


# ---- the salvos -------------------------------------------------------------------------


def salvos(battle: Battle) -> tuple[list[Salvo], list[Salvo]]:
    """All salvos in line order: those that count together, and those that follow once these
    took effect. Who stand one against one fire at each other; a surplus ship fires at the enemy
    it was sent against, who does not answer it (11.3.2; reading 64)."""
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


def follow_salvo(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """The dice of the next salvo; after the last one, and with Akiyama after Japan's last one,
    the hits take effect."""
    battle, navy = battle_of(state), navy_of(state)
    first, then = salvos(battle)
    if battle.salvo >= len(first) and any(battle.hits):
        over = battle.salvo == len(first) + len(then)
        if over or (battle.japan_first and battle.salvo == len(first)):
            state = struck(rules, state, battle.hits, effects)
            return with_battle(state, hits=(0,) * len(battle.hits))
    if battle.salvo == len(first) + len(then):
        return _over(state, battle, effects)
    salvo = (first + then)[battle.salvo]
    letters = tuple(
        rules.letter[rules.fleets.side[ship]] for ship, _ in salvo for _ in range(navy.steps[ship])
    )
    if not letters:  # whoever was to fire is sunk
        return with_battle(state, salvo=battle.salvo + 1)
    units = rules.fleets.named(tuple(ship for ship, _ in salvo))
    return replace(
        state, decision=Decision(CHANCE, "salvo", rules.number["gunnery"], units, dice=letters)
    )


def canon_salvo(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Roll:
    """The dice of either side in the order in which they are written, Japan's first."""
    if isinstance(event, Roll) and sorted(event.sides) == sorted(decision.dice):
        both = tuple(zip(event.pips, event.sides, strict=True))
        pips = {
            letter: iter([pip for pip, own in both if own == letter]) for letter in decision.dice
        }
        event = Roll(tuple([next(pips[letter]) for letter in decision.dice]), decision.dice)
    return canon_dice(rules, state, decision, event)


def fire(rules: RussoJapanese, state: State, event: Roll, effects: list[Effect]) -> State:
    """A die for each step, and a hit for each die up to the ship's strength (11.3.2)."""
    fleets, navy, battle = rules.fleets, navy_of(state), battle_of(state)
    first, then = salvos(battle)
    salvo = (first + then)[battle.salvo]
    hits = list(battle.hits)
    ends = tuple(accumulate(navy.steps[ship] for ship, _ in salvo))
    for (ship, target), start, end in zip(salvo, (0, *ends), ends, strict=False):
        pips = event.pips[start:end]
        number = sum(pip <= fleets.gunnery[ship] for pip in pips)
        hits[target] += number
        side, names = fleets.side[ship], fleets.named((ship, target))
        effects.append(Effect("fires", side, names[:1], names[1:], numbers=(number, *pips)))
    return with_battle(replace(state, decision=None), hits=tuple(hits), salvo=battle.salvo + 1)


def _over(state: State, battle: Battle, effects: list[Effect]) -> State:
    """11.3.3: everybody has fired once."""
    effects.append(Effect("battleOver"))
    after = "interference" if battle.fleets[1] == PORT_ARTHUR else "harassment"
    return with_navy(replace(state, stage=after), battle=None)


# ---- hits ---


def struck(rules: RussoJapanese, state: State, hits: Sequence[int], effects: list[Effect]) -> State:
    """Steps lost, a number for each ship. A ship that loses its second one is sunk; hits beyond
    that count for nothing (11.1, 11.3.2). The flagship, however it is sunk, is made known then
    and costs a point of Russian morale (11.5)."""
    fleets, navy = rules.fleets, navy_of(state)
    steps = list(navy.steps)
    for ship, number in enumerate(hits):
        if number and steps[ship]:
            steps[ship] = max(SUNK, steps[ship] - number)
            kind = "shipDamaged" if steps[ship] else "shipSunk"
            effects.append(Effect(kind, fleets.side[ship], (fleets.names[ship],)))
    state = with_navy(state, steps=tuple(steps))
    flagship = navy.flagship
    if flagship < 0 or steps[flagship] or not navy.steps[flagship]:
        return state
    effects.append(Effect("flagshipSunk", RUSSIA, (fleets.names[flagship],)))
    return shaken(rules, with_navy(state, revealed=True), RUSSIA, effects)
