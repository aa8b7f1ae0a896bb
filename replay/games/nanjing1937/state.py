"""The state of a game of the Shanghai-Nanjing campaign."""

import msgspec

from senpu.notation.events import EndPhase
from senpu.replay.core.rules import Effects
from senpu.replay.core.rules import State as AnyState

JAPAN, CHINA = "japan", "china"
ENEMY = {JAPAN: CHINA, CHINA: JAPAN}

DUE = -1
"""Where a unit is that has not come yet; a hex is counted from 0."""
LOST = -2
"""Where a unit is that was removed."""

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
"""Where turn 1 begins (5.2)."""

END = EndPhase()


class Fight(msgspec.Struct, frozen=True, gc=False):
    """An attack under way, from its declaration to the advance after it."""

    side: str
    units: tuple[int, ...]
    """The attackers, those removed since left out."""
    targets: tuple[int, ...]
    place: int
    difference: int
    """Attack less defence, supports included (9.2.2)."""
    chen: bool = False
    """Whether Chen Cheng is in it."""
    result: str = ""
    """As it applies: DR against a city is Ex (9.3.4)."""


class State(AnyState, frozen=True, kw_only=True, gc=False):
    """Units are counted in the order of `units.toml`, and a set of units is a number with a bit
    for each. A set of hexes has a bit for each city, port and railway hex, as numbered by the
    sheet; other hexes have no memory.
    """

    stage: str = "set-up"
    """What follows next: a key of the rules' table of stages."""
    phase: int = FIRST_PHASE
    where: tuple[int, ...]
    """A hex of the grid, DUE or LOST."""
    held: int
    """The cities and ports that Japan entered last; the others China did (4.1)."""
    trod: int
    """The railway hexes that a Japanese unit ever entered (8.3)."""
    done: int = 0
    """The units that moved in this movement phase, or that attacked or were attacked in this
    combat phase (9.1.2)."""
    railed: bool = False
    """Whether this phase's railway move was made (8.3)."""
    placed: tuple[int, ...] = ()
    """Where China placed units in this reinforcement phase, one entry a unit (10.4)."""
    landed: bool = False
    """Whether Japan made an assault landing this turn (10.1.2)."""
    air_used: bool = False
    guns_used: bool = False
    chen_used: bool = False
    """This turn (9.4.1, 9.4.2)."""
    chen_lost: bool = False
    """For good (9.5)."""
    policy: str = ""
    """HOLD or EXPAND, once Japan has decided (4.0)."""
    fight: Fight | None = None
    falling: tuple[int, ...] = ()
    """Units that a result tells to retreat and that have not yet (9.6)."""


Step = tuple[State, Effects]
"""The state after an event or a consequence, and the effects in order."""
