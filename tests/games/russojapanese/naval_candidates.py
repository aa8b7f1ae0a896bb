"""Positions of all decisions at sea, and events for the law of legality."""

from collections.abc import Iterator
from functools import cache
from random import Random

from senpu.notation.events import Attack, Event, Roll, Word
from senpu.replay.games.russojapanese.fleets import PORT_ARTHUR, RussoJapaneseNavy
from senpu.replay.games.russojapanese.rules import RussoJapaneseRules
from senpu.replay.games.russojapanese.state import RussoJapaneseState
from tests.games.random_play import collect_positions
from tests.games.russojapanese.candidates import payers
from tests.games.russojapanese.naval_positions import RULES, at_sea, in_battle, in_raid

QUESTIONS = {
    "flagship", "sortie", "ambush", "toll", "steps", "sail", "intercept", "line", "oppose",
    "surplus", "akiyama", "salvo", "raid", "hunt", "repair", "second",
}  # fmt: skip


def rare() -> Iterator[RussoJapaneseState]:
    """Questions that random games seldom come to."""
    yield at_sea(japan="01 03 04 13", pile="07").play("sortie").state
    yield at_sea(japan="01 03").play("sortie", "play #03").state
    yield at_sea(japan="03", hurt="r1 r4", sunk="r2").play("sortie", "play #03", "[6]").state
    yield at_sea(russia="05", japan="04 13", pile="07").play("no", "#05/sortie").state
    yield in_battle(japan="04 13").play("line r1+r2+r3+r4+r5+r6+r7").lined().state
    yield in_battle(hurt="m1 m2 r3 r4", sunk="r5").state
    yield in_raid(japan="04 13").state
    yield at_sea(hurt="k1").play("no").state
    yield at_sea(sunk="k1 m2", hurt="m3").play("no").state
    yield at_sea(hurt="r1 r2 r3").play("no").state


@cache
def positions() -> dict[str, list[RussoJapaneseState]]:
    found = collect_positions(RULES, games=60, each=6)
    for state in rare():
        assert state.decision
        found.setdefault(state.decision.kind, []).append(state)
    return {kind: states for kind, states in found.items() if kind in (*QUESTIONS, "cards")}


def candidates(
    rules: RussoJapaneseRules, state: RussoJapaneseState, random: Random
) -> Iterator[Event]:
    """Yield possible answers at sea, and many illegal ones."""
    ships = (*rules.context.fleets.names, "r8", "d1")
    for one in ships:
        for word in ("mark", "hit", "repair", "line"):
            yield Word(word, (one,))
        for other in ships:
            yield Attack((one,), "", other)
            yield Word("repair", (f"{one}+{other}",))
            yield Word("repair", (other,), payer=(one,))
        yield Attack((one, random.choice(ships)), "", random.choice(ships))
        yield Attack((one,), "", random.choice(ships), payer=payers(state, random))
    afloat = rules.context.fleets.list_afloat(navy_of(state), PORT_ARTHUR)
    for size in range(1, 8):
        for _ in range(20):
            yield Word("hit", tuple(random.choices(ships[7:15], k=size)))
            yield Word("hit", ("+".join(random.sample(ships, size)),))
            yield Word("repair", tuple(random.sample(ships, size)))
    for _ in range(60):
        names = random.sample(rules.context.fleets.list_names(afloat), len(afloat))
        yield Word("line", ("+".join(names),))
        yield Word("line", tuple(names))
        yield Word("line", ("+".join(names),), payer=payers(state, random))
    for card in range(18):
        for word in ("sortie", "repair", "go", "no"):
            yield Word(word, payer=(f"#{card:02}",))
    letters = state.decision.dice if state.decision else ()
    for _ in range(40):
        pips = tuple(random.randint(0, 7) for _ in letters)
        yield Roll(pips, letters)
        yield Roll(pips, tuple(random.sample(letters, len(letters))))
        yield Roll(pips)
        yield Roll((*pips, 1), (*letters, "J"))


def navy_of(state: RussoJapaneseState) -> RussoJapaneseNavy:
    assert state.navy
    return state.navy
