"""Map, units, options and prepared decisions of 800."""

from senpu.replay.core.rules import Context
from senpu.replay.core.states import CHANCE, Decision
from senpu.replay.games.eight_hundred.legality import EightHundredLegality
from senpu.replay.games.eight_hundred.state import CHINA, DUE, JAPAN, LOST
from senpu.spec.loader import Spec


class EightHundredContext(Context):
    """Data and options of an edition of 800."""

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        self.legality = EightHundredLegality(spec)
        self.tables = self.legality.tables
        self.turns = spec.game.turns
        self.phases = spec.edition.phases
        self.next_stage = dict(zip(self.phases, (*self.phases[1:], "turn"), strict=True))
        """The stage after each phase."""
        self.double_act = spec.switch["tank_double_act"]
        self.sudden_death = spec.switch["sudden_death"]
        self.absent = frozenset((LOST,) if spec.switch["due_units_count"] else (DUE, LOST))
        """The places whose units are not on the map for a sudden death (J 4.1; reading 49)."""
        self.arrive_early = self.phases.index("reinforcements") > self.phases.index("actions")
        """E 2.0-4: reinforcements of the next turn are placed at the end of this one."""
        number = self.number
        # These decisions never differ, so they are made once.
        self.act_decision = {side: Decision(side, "act", number["act"]) for side in (JAPAN, CHINA)}
        self.dice_decision = Decision(CHANCE, "dice", number["dice"], dice=("", ""))
        self.initiative_decision = Decision(
            CHANCE, "initiative", number["initiative"], dice=("J", "C")
        )
        self.reroll_decision = {
            side: Decision(side, "reroll", number["reroll"]) for side in (JAPAN, CHINA)
        }
