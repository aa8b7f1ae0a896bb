"""The odds of what rolls dice at sea, exactly: the die of blockade and mines (11.2.2), and a battle
once its lines stand and only dice follow (11.3.2, 11.3.4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import comb

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import Decision
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.fleets import PORT_ARTHUR, SECOND, VLADIVOSTOK, Battle, Navy
from senpu.replay.games.russojapanese.naval_battles import battle_of, salvos
from senpu.replay.games.russojapanese.naval_cards import AKIYAMA, BLOCKADE, MINES
from senpu.replay.games.russojapanese.naval_sorties import tolled
from senpu.replay.games.russojapanese.state import JAPAN, NO, State, card_name, hand, navy_of

Numbers = dict[int, float]
"""How likely each number of hits, or of steps, is."""
Ships = dict[int, list[int]]
"""Who is fired at by whom."""


# ---- blockade and mines -------------------------------------------------------------------


def ambushed(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Odds | None:
    """How many steps the Port Arthur fleet loses by the card."""
    card = _played(event, (BLOCKADE, MINES))
    if not card:
        return None
    navy = navy_of(state)
    left = sum(navy.steps[ship] for ship in rules.fleets.afloat(navy, PORT_ARTHUR))
    lost = _added((min(tolled(card, pip), left), 1 / 6) for pip in range(1, 7))
    results = tuple((str(number), lost[number]) for number in sorted(lost))
    return Odds(results, 0, (), "printed", (), roll="none")


def _played(event: Event, cards: tuple[int, ...]) -> int:
    """Which of some cards an answer plays; 0 for another answer."""
    if not isinstance(event, Word) or event.word != "play":
        return 0
    return next((card for card in cards if event.args == (card_name(card),)), 0)


# ---- a battle -----------------------------------------------------------------------------


def opened(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Odds | None:
    """A battle whose lines stand, with Akiyama or without."""
    first = bool(_played(event, (AKIYAMA,)))
    if not first and event != NO:
        return None
    return _battle(rules, navy_of(state), battle_of(state), first)


def hunted(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Odds | None:
    """The battle that finding the Vladivostok fleet leads to, where it is one ship against one, so
    that nobody lays a line.
    """
    navy, fleets = navy_of(state), (SECOND, VLADIVOSTOK)
    lines = tuple([rules.fleets.afloat(navy, fleet) for fleet in fleets])
    if not _played(event, (AKIYAMA,)) or any(len(line) != 1 for line in lines):
        return None
    pair = (lines[0][0], lines[1][0])
    more = len(hand(state, JAPAN)) > 1
    odds = _battle(rules, navy, Battle(fleets, pairs=(pair,)), False)
    return replace(odds, assumptions=("no_cards",)) if more else odds


def _battle(rules: RussoJapanese, navy: Navy, battle: Battle, first: bool) -> Odds:
    """By how many steps Russia loses more than Japan; `first` is whether Japan's fire counts before
    Russia's.
    """
    fired_at: tuple[Ships, Ships] = ({}, {})
    for at, part in enumerate(salvos(replace(battle, japan_first=True))):
        for ((ship, target),) in part:
            fired_at[at].setdefault(target, []).append(ship)
    lost = {
        target: _lost(navy.steps[target], [_hits(rules, ship, navy.steps[ship]) for ship in ships])
        for target, ships in fired_at[0].items()
    }
    found: Numbers = {0: 1.0}
    for target, ships in fired_at[1].items():
        found = _sum(found, _exchange(rules, navy.steps, target, ships, lost, first))
    results = tuple((f"{by:+d}" if by else "0", found[by]) for by in sorted(found, reverse=True))
    failures = tuple(name for name, _ in results if name[0] != "+")
    keys = [("gunnery", rules.fleets.names[ship]) for pair in battle.pairs for ship in pair]
    standing = rules.spec.values.weakest(keys)
    return Odds(results, 0, (), standing, failures, roll="none")


def _exchange(
    rules: RussoJapanese, steps: Sequence[int], target: int, ships: Sequence[int],
    lost: dict[int, Numbers], first: bool,
) -> Numbers:  # fmt: skip
    """What the Russian ships that fire at one of Japan's lose more than it does; where Japan's fire
    counts first they answer with what it leaves them.
    """
    both: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for ship in ships:
        more: dict[tuple[int, int], float] = {}
        for own, likely in lost.get(ship, {0: 1.0}).items():
            left = steps[ship] - own if first else steps[ship]
            for hits, chance in _hits(rules, ship, left).items():
                for (gone, struck), before in both.items():
                    key = (gone + own, struck + hits)
                    more[key] = more.get(key, 0.0) + before * likely * chance
        both = more
    return _added(
        (gone - min(struck, steps[target]), chance) for (gone, struck), chance in both.items()
    )


def _hits(rules: RussoJapanese, ship: int, dice: int) -> Numbers:
    """The hits of a ship that rolls so many dice (11.3.2)."""
    good = min(max(rules.fleets.gunnery[ship], 0), 6) / 6
    return {
        hits: comb(dice, hits) * good**hits * (1 - good) ** (dice - hits)
        for hits in range(dice + 1)
    }


def _lost(steps: int, fire: Iterable[Numbers]) -> Numbers:
    """The steps that a ship loses under the fire of several."""
    hits: Numbers = {0: 1.0}
    for each in fire:
        hits = _sum(hits, each)
    return _added((min(number, steps), chance) for number, chance in hits.items())


def _sum(one: Numbers, other: Numbers) -> Numbers:
    return _added((a + b, p * q) for a, p in one.items() for b, q in other.items())


def _added(pairs: Iterable[tuple[int, float]]) -> Numbers:
    found: Numbers = {}
    for number, chance in pairs:
        found[number] = found.get(number, 0.0) + chance
    return found


ODDS: dict[str, Callable[[RussoJapanese, State, Decision, Event], Odds | None]] = {
    "ambush": ambushed,
    "akiyama": opened,
    "hunt": hunted,
}
"""By the kind of the ask."""
