"""Map, units, limits and prepared decisions of the First Shanghai Incident."""

from senpu.replay.core.rules import Context
from senpu.replay.core.states import CHANCE, Decision
from senpu.replay.games.incident1932.legality import Incident1932Legality
from senpu.replay.games.incident1932.state import ENEMY, SIDES, Group
from senpu.spec.loader import Spec


class Incident1932Context(Context):
    """Data and limits of the First Shanghai Incident."""

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        self.legality = Incident1932Legality(spec)
        self.tables = self.legality.tables
        self.turns = spec.game.turns
        limit, number = self.tables.limit, self.number
        self.removal = limit["removal"]
        self.bombs_bonus = limit["bombs_bonus"]
        self.settlement_bonus = limit["settlement_bonus"]
        # These decisions never differ, so they are made once.
        self.act_decision = {side: Decision(side, "act", number["act"]) for side in SIDES}
        self.choice_decision = {side: Decision(side, "decide", number["halt"]) for side in SIDES}
        self.assault_decision = {
            side: Decision(
                CHANCE, "assault", number["strength"],
                dice=(self.letter[side], self.letter[ENEMY[side]]),
            )
            for side in SIDES
        }  # fmt: skip
        self.set_up_sizes: dict[tuple[str, int], range] = {}
        """The numbers of units that an area may take at set-up, by area and units left, cached."""
        self._fire_decisions: dict[tuple[str, Group], Decision] = {}

    def build_fire_decision(self, kind: str, number: str, group: Group) -> Decision:
        """Return the decision of the dice of fire: one per unit, in order (9.1, 9.2.1)."""
        found = self._fire_decisions.get((kind, group))
        if found is None:
            found = self._fire_decisions[kind, group] = Decision(
                CHANCE,
                kind,
                self.number[number],
                self.tables.list_ids(group),
                dice=("",) * len(group),
            )
        return found
