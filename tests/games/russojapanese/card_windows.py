"""Positions for playing events: a side with nearly all cards, in each phase and window.

The card that the hand lacks has no event (12 for Japan, 15 for Russia). It is in the discards, so
that God of War has a card to take.
"""

from tests.games.russojapanese.positions import (
    JAPAN,
    RUSSIA,
    RussoJapaneseTestGame,
    always,
    ending,
    fighting,
    moving,
    spending,
)

BLANK = {JAPAN: "12", RUSSIA: "15"}
SCENE = "1307 s1  1207 g1  1202 pa1  d5+s7+e2@lost"
"""Units on the map, in the boxes, and lost, so that every event has an object."""
FIGHTS = {
    ("in the open", JAPAN): ("1307 s1  1207 g1+d1", "g1+d1*1307"),
    ("in the open", RUSSIA): ("1307 d1  1407 s1", "s1*1307"),
    ("at Port Arthur", JAPAN): ("1202 pa1  1301 g1+d1", "g1+d1*1202"),
    ("at Port Arthur", RUSSIA): ("1202 d1  1301 s1", "s1*1202"),
}
"""The units and the attack, by its hex and the attacker."""


def all_but(*cards: str) -> str:
    return " ".join(f"{card:02}" for card in range(1, 17) if f"{card:02}" not in cards)


def hand_of(side: str) -> dict[str, str]:
    return {side: all_but(BLANK[side]), "pile": BLANK[side]}


def playable(table: RussoJapaneseTestGame) -> str:
    """The numbers of the cards whose events may be played now."""
    return " ".join(sorted({event.split()[1][1:] for event in table.starting("play ")}))


def in_phase(side: str, kind: str) -> str:
    """In the own `move` or `cards` phase."""
    table = (moving if kind == "move" else spending)(SCENE, side, **hand_of(side))
    return playable(table)


def before_die(side: str, attacker: str, where: str = "in the open") -> str:
    return playable(_fought(side, attacker, "NE", where))


def after_die(side: str, attacker: str, result: str, where: str = "in the open") -> str:
    return playable(_fought(side, attacker, result, where).play("no", "[1]"))


def _fought(side: str, attacker: str, result: str, where: str) -> RussoJapaneseTestGame:
    plan, attack = FIGHTS[where, attacker]
    table = fighting(plan, attacker, rules=always(result), **hand_of(side))
    return table.play(attack, "|", f"fight {attack.partition('*')[2]}")


def at_sortie(card: str) -> str:
    """Japan, when Russia has played 01 or 06."""
    table = spending("", RUSSIA, russia=card, japan=all_but(card))
    return playable(table.play(f"play #{card}"))


def at_check(side: str, losses: tuple[int, int]) -> str:
    return playable(ending("", losses=losses, **hand_of(side)))
