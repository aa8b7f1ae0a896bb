"""The exact odds of dice at sea: blockade and mines (11.2.2), and battles (11.3.2, 11.3.4).

The odds of a battle require complete lines, so that only dice follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import comb

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.odds import Odds, OddsTerm
from senpu.replay.core.states import Decision
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.fleets import (
    PORT_ARTHUR,
    SECOND,
    VLADIVOSTOK,
    RussoJapaneseNavalBattle,
    RussoJapaneseNavy,
)
from senpu.replay.games.russojapanese.naval_battles import get_battle, list_salvos
from senpu.replay.games.russojapanese.naval_cards import AKIYAMA, BLOCKADE, MINES
from senpu.replay.games.russojapanese.naval_sorties import count_toll
from senpu.replay.games.russojapanese.state import (
    JAPAN,
    NO,
    RussoJapaneseState,
    format_card,
    get_hand,
    get_navy,
)

Numbers = dict[int, float]
"""The probability of each number of hits or steps."""
Ships = dict[int, list[int]]
"""The ships that fire, and their target."""


# ---- blockade and mines -------------------------------------------------------------------


def compute_ambush_odds(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Odds | None:
    """Return the odds of the steps that the Port Arthur fleet loses by the card."""
    card = _find_card(event, (BLOCKADE, MINES))
    if not card:
        return None
    navy = get_navy(state)
    ships = rules.fleets.list_afloat(navy, PORT_ARTHUR)
    left = sum(navy.steps[ship] for ship in ships)
    lost = _add_probabilities((min(count_toll(card, pip), left), 1 / 6) for pip in range(1, 7))
    results = tuple((str(number), lost[number]) for number in sorted(lost))
    limits = left < count_toll(card, 6)  # else the ships do not matter
    keys = [("fleet", rules.fleets.names[ship]) for ship in ships if limits]
    return Odds(results, 0, (), rules.spec.values.weakest_provenance(keys), (), roll="none")


def _find_card(event: Event, cards: tuple[int, ...]) -> int:
    """Return the card among some cards that an answer plays; 0 for another answer."""
    if type(event) is not Word or event.word != "play":
        return 0
    return next((card for card in cards if event.args == (format_card(card),)), 0)


# ---- a battle -----------------------------------------------------------------------------


def compute_battle_odds(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Odds | None:
    """Return the odds of a battle with complete lines, with Akiyama or without."""
    first = bool(_find_card(event, (AKIYAMA,)))
    if not first and event != NO:
        return None
    return _compute_battle(rules, get_navy(state), get_battle(state), first)


def compute_hunt_odds(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Odds | None:
    """Return the odds of the battle if the Vladivostok fleet is found, one ship against one."""
    navy, fleets = get_navy(state), (SECOND, VLADIVOSTOK)
    lines = tuple([rules.fleets.list_afloat(navy, fleet) for fleet in fleets])
    if not _find_card(event, (AKIYAMA,)) or any(len(line) != 1 for line in lines):
        return None
    pair = (lines[0][0], lines[1][0])
    more = len(get_hand(state, JAPAN)) > 1
    odds = _compute_battle(rules, navy, RussoJapaneseNavalBattle(fleets, pairs=(pair,)), False)
    return replace(odds, assumptions=("no_cards",)) if more else odds


def _compute_battle(
    rules: RussoJapaneseContext,
    navy: RussoJapaneseNavy,
    battle: RussoJapaneseNavalBattle,
    first: bool,
) -> Odds:
    """Return the odds of Russia's lost steps minus Japan's.

    `first` is whether Japan's fire counts before Russia's.
    """
    fired_at: tuple[Ships, Ships] = ({}, {})
    for at, part in enumerate(list_salvos(replace(battle, japan_first=True))):
        for ((ship, target),) in part:
            fired_at[at].setdefault(target, []).append(ship)
    lost = {
        target: _compute_losses(
            navy.steps[target], [_compute_hits(rules, ship, navy.steps[ship]) for ship in ships]
        )
        for target, ships in fired_at[0].items()
    }
    found: Numbers = {0: 1.0}
    for target, ships in fired_at[1].items():
        found = _combine(found, _compute_exchange(rules, navy.steps, target, ships, lost, first))
    results = tuple((f"{by:+d}" if by else "0", found[by]) for by in sorted(found, reverse=True))
    failures = tuple(name for name, _ in results if name[0] != "+")
    keys = [("gunnery", rules.fleets.names[ship]) for pair in battle.pairs for ship in pair]
    provenance = rules.spec.values.weakest_provenance(keys)
    return Odds(results, 0, (), provenance, failures, roll="none")


def compute_salvo_odds(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Odds:
    """Return the gunnery of the ship that rolls each die of a salvo (11.3.2)."""
    fleets, navy = rules.fleets, get_navy(state)
    ships = [fleets.names.index(name) for name in decision.units]
    terms = tuple(
        OddsTerm(
            "gunnery", fleets.gunnery[ship], decision.rule, fleets.names[ship], fleets.side[ship]
        )
        for ship in ships
        for _ in range(navy.steps[ship])
    )
    provenance = rules.spec.values.weakest_provenance(
        [("gunnery", fleets.names[ship]) for ship in ships]
    )
    return Odds((), 0, terms, provenance, (), roll="each", attacker=terms[0].side)


def _compute_exchange(
    rules: RussoJapaneseContext, steps: Sequence[int], target: int, ships: Sequence[int],
    lost: dict[int, Numbers], first: bool,
) -> Numbers:  # fmt: skip
    """Return the odds of lost steps between one ship of Japan and its enemies.

    If Japan's fire counts first, only the ships that remain answer.
    """
    both: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for ship in ships:
        more: dict[tuple[int, int], float] = {}
        for own, likely in lost.get(ship, {0: 1.0}).items():
            left = steps[ship] - own if first else steps[ship]
            for hits, chance in _compute_hits(rules, ship, left).items():
                for (removed_steps, struck), before in both.items():
                    key = (removed_steps + own, struck + hits)
                    more[key] = more.get(key, 0.0) + before * likely * chance
        both = more
    return _add_probabilities(
        (removed_steps - min(struck, steps[target]), chance)
        for (removed_steps, struck), chance in both.items()
    )


def _compute_hits(rules: RussoJapaneseContext, ship: int, dice: int) -> Numbers:
    """Return the probability of each number of hits with a number of dice (11.3.2)."""
    good = min(max(rules.fleets.gunnery[ship], 0), 6) / 6
    return {
        hits: comb(dice, hits) * good**hits * (1 - good) ** (dice - hits)
        for hits in range(dice + 1)
    }


def _compute_losses(steps: int, fire: Iterable[Numbers]) -> Numbers:
    """Return the probability of each number of steps that a ship loses under fire of several."""
    hits: Numbers = {0: 1.0}
    for each in fire:
        hits = _combine(hits, each)
    return _add_probabilities((min(number, steps), chance) for number, chance in hits.items())


def _combine(one: Numbers, other: Numbers) -> Numbers:
    return _add_probabilities((a + b, p * q) for a, p in one.items() for b, q in other.items())


def _add_probabilities(pairs: Iterable[tuple[int, float]]) -> Numbers:
    found: Numbers = {}
    for number, chance in pairs:
        found[number] = found.get(number, 0.0) + chance
    return found


ODDS: dict[
    str, Callable[[RussoJapaneseContext, RussoJapaneseState, Decision, Event], Odds | None]
] = {
    "ambush": compute_ambush_odds,
    "akiyama": compute_battle_odds,
    "hunt": compute_hunt_odds,
}
"""The functions for the odds, by the kind of the decision."""
