"""Data shared by the functions of the Shanghai-Nanjing campaign."""

from senpu.replay.core.rules import Context
from senpu.replay.core.states import CHANCE, Decision
from senpu.replay.games.nanjing1937.control import NanjingControl
from senpu.replay.games.nanjing1937.state import CHINA, JAPAN
from senpu.replay.games.nanjing1937.tables import NanjingTables
from senpu.replay.parts.zones import Zones
from senpu.spec.loader import Spec


class NanjingContext(Context):
    """Data and options of the Shanghai-Nanjing Campaign."""

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        self.tables = NanjingTables(spec)
        self.zones = Zones(self.tables.zone, self.tables.span)
        self.contacts = Zones(self.tables.adjacent, self.tables.span)
        """The hexes from which enemies can be attacked, as if they were in a zone (9.0)."""
        self.control = NanjingControl(self.tables, self.zones, spec.switch["occupied_control"])
        self.stack_advances = spec.switch["stack_advances"]
        self.blocked_stays = spec.switch["blocked_stays"]
        self.fallen_back_shields = spec.switch["fallen_back_shields"]
        self.extension_after_hold = spec.switch["extension_after_hold"]
        self.hold_stops_air = spec.switch["hold_stops_air"]
        number, sides = self.number, (JAPAN, CHINA)
        # Decisions that never differ are built once: they are compared, never changed.
        self.ask_move = {side: Decision(side, "move", number["move"]) for side in sides}
        self.ask_combat = {side: Decision(side, "combat", number["combat"]) for side in sides}
        self.ask_reinforce = {
            side: Decision(side, "reinforce", number["reinforcements"]) for side in sides
        }
        self.ask_chen = Decision(CHINA, "chen", number["chen"])
        self.ask_dice = Decision(CHANCE, "dice", number["dice"], dice=("",))
        self.ask_decide = Decision(JAPAN, "decide", number["decide"])
        self.ask_widen = Decision(JAPAN, "widen", number["widen"])
        self.ask_extend = Decision(JAPAN, "extend", number["extend"])
