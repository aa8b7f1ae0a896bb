"""A second implementation of the sorties of a card phase, from chapter 11 and its readings.

The model follows a table through the phase, predicts the legal answers and keeps its own record. It
rolls the dice and chooses; it has no rejections and no land units.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from tests.games.russojapanese.naval_positions import RULES, NavalTestGame, at_sea
from tests.games.russojapanese.positions import ruleset

PORT_ARTHUR = tuple(f"r{number}" for number in range(1, 8))
FIRST = tuple(f"m{number}" for number in range(1, 7))
SECOND, VLADIVOSTOK = ("k1",), ("v1",)
GUNS = dict(zip(RULES.context.fleets.names, RULES.context.fleets.gunnery, strict=True))
"""The one thing that is taken from the data."""
WAITING = ruleset("naval", "limit-waits")
BLOCKADE, MINES, AKIYAMA, RAID, GOD_OF_WAR = 1, 3, 4, 5, 13
SORTIES = (1, 6)

Shot = tuple[str, str]


def cards(numbers: Iterable[int]) -> str:
    return " ".join(f"{number:02}" for number in numbers)


class NavalModel:
    """A random position, and the phase according to the printed rules."""

    def __init__(self, seed: int, waits: bool = False) -> None:
        self.random = random = Random(seed)
        ships = (*PORT_ARTHUR, *FIRST, *SECOND, *VLADIVOSTOK)
        self.waits = waits
        """Flag: Japan keeps cards above a limit until its refill (reading 30)."""
        self.steps = {ship: random.choice((2, 2, 2, 2, 1, 0)) for ship in ships}
        if random.random() < 0.2:  # a fleet small enough for its lines to differ
            self.steps |= dict.fromkeys(PORT_ARTHUR[3:], 0)
        self.flagship = random.choice(PORT_ARTHUR)
        self.known = not self.steps[self.flagship]
        wanted = [1, 3, 4, 5, 6, 13]
        others = [card for card in range(1, 17) if card not in wanted]
        random.shuffle(wanted)
        random.shuffle(others)
        self.japan = {*wanted[: random.randint(0, 3)], others[0]}
        self.russia = {card for card in wanted[3:] if random.random() < 0.7} | {others[1]}
        self.pile = [others[2]]
        self.morale = [random.randint(0, 6), random.randint(0, 6)]
        self.limit, self.stopped, self.interfered = 0, False, False
        self.sailed: set[tuple[str, ...]] = set()
        self.played: list[str] = []
        self.table: NavalTestGame = at_sea(
            hurt=" ".join(ship for ship in ships if self.steps[ship] == 1),
            sunk=" ".join(ship for ship in ships if self.steps[ship] == 0),
            flag=self.flagship, japan=cards(self.japan), russia=cards(self.russia),
            pile=cards(self.pile), morale=tuple(self.morale),
            rules=WAITING if waits else RULES,
        )  # fmt: skip

    # ---- answers --------------------------------------------------------------------------

    @property
    def asked(self) -> str:
        assert self.table.state.decision
        return self.table.state.decision.kind

    def choose(self, kind: str, expected: Iterable[str] | None = None) -> str:
        """Choose a legal answer; the printed rules must allow the same answers."""
        assert self.asked == kind, self.played
        listed = set(self.table.legal())
        assert expected is None or listed == set(expected), self.played
        return self.play(self.random.choice(sorted(listed)))

    def play(self, text: str) -> str:
        self.played.append(text)
        self.table.play(text)
        return text

    def afloat(self, fleet: tuple[str, ...]) -> list[str]:
        return [ship for ship in fleet if self.steps[ship]]

    def undamaged(self, fleet: tuple[str, ...]) -> list[str]:
        return [ship for ship in fleet if self.steps[ship] == 2]

    def spend(self, hand: set[int], card: int) -> None:
        hand.remove(card)
        self.pile.append(card)

    def window(self, kind: str, *open_cards: int) -> int:
        """The card that Japan plays, 0 for none; God of War only brings the question again."""
        while self.japan:
            able = {card for card in open_cards if card in self.japan}
            if GOD_OF_WAR in self.japan:
                able.add(GOD_OF_WAR)
            text = self.choose(kind, {"no", *(f"play #{card:02}" for card in able)})
            if text == "no":
                return 0
            card = int(text.removeprefix("play #"))
            top = self.pile[-1]
            self.spend(self.japan, card)
            if card != GOD_OF_WAR:
                return card
            self.pile.remove(top)
            self.japan.add(top)
        return 0

    # ---- what ships suffer (11.1, 11.5) -----------------------------------------------------

    def strike(self, hits: Counter[str]) -> None:
        for ship, number in hits.items():
            self.steps[ship] = max(0, self.steps[ship] - number)
        if not self.known and not self.steps[self.flagship]:
            self.known = True
            self.morale[1] = max(0, self.morale[1] - 1)

    def limited(self, most: int) -> None:
        self.limit = most
        surplus = len(self.japan) - most
        if surplus > 0 and not self.waits:
            assert self.asked == "discard", self.played
            lost = sorted(self.random.sample(sorted(self.japan), surplus))
            self.play("discard " + "+".join(f"#{card:02}" for card in lost))
            for card in lost:
                self.spend(self.japan, card)

    # ---- the steps of 11.2 ------------------------------------------------------------------

    def run(self) -> None:
        if self.afloat(PORT_ARTHUR):
            paid = {f"#{card:02}/sortie" for card in SORTIES if card in self.russia}
            text = self.choose("sortie", {"no", "sortie", *paid})
            if text != "no":
                self.sailed.add(PORT_ARTHUR)
                if text in paid:
                    self.spend(self.russia, int(text[1:3]))
                self.port_arthur_out()
        if self.afloat(VLADIVOSTOK) and self.russia:
            raids = {"#05/sortie"} if RAID in self.russia else set()
            if self.choose("raid", {"no", *raids}) != "no":
                self.sailed.add(VLADIVOSTOK)
                self.spend(self.russia, RAID)
                if self.afloat(SECOND) and self.window("hunt", AKIYAMA):
                    self.sailed.add(SECOND)
                    self.battle(SECOND, VLADIVOSTOK)
                if self.undamaged(VLADIVOSTOK) and not self.interfered:  # 11.2.8
                    self.limited(2)
        self.repair()

    def port_arthur_out(self) -> None:
        while self.afloat(PORT_ARTHUR):  # 11.2.2
            card = self.window("ambush", BLOCKADE, MINES)
            if not card:
                break
            self.toll(card)
        if not self.afloat(PORT_ARTHUR) or self.choose("sail", {"go", "halt"}) == "halt":
            return
        if self.afloat(FIRST) and self.choose("intercept", {"go", "no"}) == "go":
            self.sailed.add(FIRST)
            self.battle(FIRST, PORT_ARTHUR)
        whole = len(self.undamaged(PORT_ARTHUR))
        self.interfered = whole > 0
        if whole >= 3:  # 11.2.5, 11.5
            self.stopped = True
            if self.steps[self.flagship]:
                self.morale[1] = min(6, self.morale[1] + 1)
        if whole:
            self.limited(max(1, 3 - whole))

    def toll(self, card: int) -> None:
        assert self.asked == "toll", self.played
        die = self.random.randint(1, 6)
        self.play(f"[{die}]")
        number = die if card == MINES else (die + 1) // 2
        ships = self.afloat(PORT_ARTHUR)
        if number >= sum(self.steps[ship] for ship in ships):
            self.strike(Counter(dict.fromkeys(ships, 2)))
        elif len(ships) == 1:
            self.strike(Counter({ships[0]: number}))
        else:
            hits = Counter(self.choose("steps").split()[1:])
            assert hits.total() == number, self.played
            assert all(self.steps[ship] >= lost for ship, lost in hits.items()), self.played
            self.strike(hits)

    # ---- 11.3 -------------------------------------------------------------------------------

    def battle(self, japan: tuple[str, ...], russia: tuple[str, ...]) -> None:
        while self.asked in ("line", "oppose", "surplus"):
            self.choose(self.asked)
        battle = self.table.navy.battle
        assert battle
        names = self.table.rules.context.fleets.names
        pairs = [(names[one], names[other]) for one, other in battle.pairs]
        sides = (self.afloat(japan), self.afloat(russia))
        matched = min(map(len, sides))
        for at, ships in enumerate(sides):
            assert {pair[at] for pair in pairs} == set(ships), self.played
            line = [self.steps[pair[at]] for pair in pairs[:matched]]
            assert line == sorted((self.steps[ship] for ship in ships), reverse=True)[:matched]
            assert len({pair[at] for pair in pairs[:matched]}) == matched
        larger = int(len(sides[1]) > len(sides[0]))
        against = Counter(pair[1 - larger] for pair in pairs).values()
        assert max(against) <= 2 or min(against) >= 2, "no third before all have two"
        shots: tuple[list[Shot], list[Shot]] = ([], [])
        for at, pair in enumerate(pairs):
            for own in (0, 1):
                if at < matched or own == larger:
                    shots[own].append((pair[own], pair[1 - own]))
        if self.window("akiyama", AKIYAMA):  # 11.3.4
            self.strike(self.fire(shots[0]))
            self.strike(self.fire([shot for shot in shots[1] if self.steps[shot[0]]]))
        else:
            self.strike(self.fire([*shots[0], *shots[1]]))

    def fire(self, shots: list[Shot]) -> Counter[str]:
        """All these shots, a die a step; the hits count when the last of them has been fired."""
        hits, fired = Counter[str](), list[Shot]()
        while len(fired) < len(shots):
            assert self.asked == "salvo", self.played
            assert self.table.state.decision
            letters = self.table.state.decision.dice
            pips = [self.random.randint(1, 6) for _ in letters]
            dice = (f"{letter}{pip}" for letter, pip in zip(letters, pips, strict=True))
            self.play(f"[{' '.join(dice)}]")
            for effects in [each for each in self.table.effects if each.kind == "fires"]:
                (ship,), (target,) = effects.units, effects.targets
                own, pips = pips[: self.steps[ship]], pips[self.steps[ship] :]
                hits[target] += sum(pip <= GUNS[ship] for pip in own)
                fired.append((ship, target))
            assert not pips, self.played
        assert sorted(fired) == sorted(shots), self.played
        return hits

    # ---- 11.4 -------------------------------------------------------------------------------

    def repair(self) -> None:
        for fleet, number in ((PORT_ARTHUR, 1), (FIRST, 2)):
            hurt = [ship for ship in fleet if self.steps[ship] == 1]
            if fleet in self.sailed:
                continue
            if len(hurt) > number:
                mended = self.choose("repair").split()[1].split("+")
                assert len(mended) == number, self.played
                assert set(mended) <= set(hurt), self.played
                hurt = mended
            self.steps |= dict.fromkeys(hurt, 2)
        (ship,) = SECOND
        if self.steps[ship] == 0 and self.undamaged(FIRST):
            able = {f"{giver}/repair {ship}" for giver in self.undamaged(FIRST)}
        elif self.steps[ship] == 1 and SECOND not in self.sailed:
            able = {f"repair {ship}"}
        else:
            return
        text = self.choose("second", {"no", *able})
        if text != "no":
            giver, slash, _ = text.partition("/")
            self.steps |= {giver: 0, ship: 2} if slash else {ship: 2}
