"""The state of a game of the Shanghai-Nanjing campaign."""

import msgspec

from senpu.notation.events import EndPhase
from senpu.replay.core.rules import Effects
from senpu.replay.core.states import State as AnyState

JAPAN, CHINA = "japan", "china"
ENEMY = {JAPAN: CHINA, CHINA: JAPAN}

DUE = -1
"""The place of a unit that has not entered yet; hexes are numbered from 0."""
LOST = -2
"""The place of a removed unit."""

HOLD, EXPAND = "hold", "expand"

REINFORCEMENTS, MOVEMENT, COMBAT, VICTORY = "reinforcements", "movement", "combat", "victory"
PHASES = (
    (JAPAN, REINFORCEMENTS),
    (JAPAN, MOVEMENT),
    (JAPAN, COMBAT),
    (CHINA, REINFORCEMENTS),
    (CHINA, MOVEMENT),
    (CHINA, COMBAT),
    ("", VICTORY),
)
"""A turn (5.1)."""
FIRST_PHASE = 4
"""The phase with which turn 1 begins (5.2)."""

END = EndPhase()


class NanjingCombat(msgspec.Struct, frozen=True, gc=False):
    """An attack under way, from its declaration to the advance after it."""

    side: str
    place: int
    units: tuple[int, ...] = ()
    """The attackers; none while they retreat."""
    targets: tuple[int, ...] = ()
    """The defenders, until the die is rolled."""
    difference: int = 0
    """Attack less defence, supports included (9.2.2), until the die is rolled."""
    chen: bool = False
    """Flag: Chen Cheng supports it, and is lost with a unit that may still be lost (9.5)."""
    result: str = ""
    """The result while units retreat: AR or DR."""


class NanjingState(AnyState, frozen=True, kw_only=True, gc=False):
    """A state of the Shanghai-Nanjing campaign.

    Units are numbered in the order of `units.toml`; a set of units is a number with a bit for each.
    A set of hexes has a bit for each city, port and railway hex, as numbered in the tables.
    """

    stage: str = "phase"
    """The next consequence: a key of the table of stages of the rules."""
    phase: int = FIRST_PHASE
    where: tuple[int, ...]
    """A hex of the grid, DUE or LOST."""
    held: int
    """The cities and ports that Japan entered last; China entered the others last (4.1)."""
    trod: int
    """The railway hexes that a Japanese unit ever entered (8.3)."""
    done: int = 0
    """The units that moved in this movement phase, or fought in this combat phase (9.1.2)."""
    railed: bool = False
    """Flag: the railway move of this phase is made (8.3)."""
    placed: tuple[int, ...] = ()
    """The hexes of China's placements in this phase, one entry for each unit (10.4)."""
    landed: bool = False
    """Flag: Japan made an assault landing this turn (10.1.2)."""
    air_used: bool = False
    guns_used: bool = False
    chen_used: bool = False
    """Flags: the support was used this turn (9.4.1, 9.4.2)."""
    chen_lost: bool = False
    """Flag: Chen Cheng is lost for the rest of the game (9.5)."""
    policy: str = ""
    """HOLD or EXPAND, once Japan has decided (4.0)."""
    fight: NanjingCombat | None = None
    retreating: tuple[int, ...] = ()
    """Units that still have to retreat (9.6)."""


Step = tuple[NanjingState, Effects]
"""The state after an event or a consequence, and the effects in order."""
