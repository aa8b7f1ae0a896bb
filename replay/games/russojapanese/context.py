"""What the functions of the Russo-Japanese War share: map and units, cards, fleets, options,
prepared decisions.
"""

from senpu.replay.core.rules import CHANCE, Context, Decision, IllegalEventError
from senpu.replay.games.russojapanese.fleets import Fleets
from senpu.replay.games.russojapanese.sheet import Sheet
from senpu.replay.games.russojapanese.state import BOXES, SIDES
from senpu.replay.parts.zones import Zones
from senpu.spec.loader import Spec


class RussoJapanese(Context):
    """Data and options of the Russo-Japanese War."""

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        self.sheet = sheet = Sheet(spec)
        self.zones = Zones(sheet.beside, sheet.span)
        self.event = dict(sheet.event)
        """The event of each half of each card, as it counts under the options."""
        self.fleets = Fleets(spec)
        self.naval = spec.switch["naval"]
        """Whether chapter 11 is played. Then `State.navy` holds the fleets, and decides."""
        if self.naval:  # 11.0
            for half in spec.values.table("naval")["replaced"]:
                self.event[self.side_of_letter[half[0]], int(half[1:])] = ("naval",)
        self.haste = sheet.limit["haste"]
        self.cards = tuple(range(1, sheet.limit["cards"] + 1))
        self.limit_keeps_hand = spec.switch["limit_keeps_hand"]
        self.sudden_advance = not spec.switch["advance_no_sudden"]
        self.japan_checks_first = spec.switch["check_japan_first"]
        self.makarov_stops_korea = spec.switch["makarov_stops_korea"]
        number = self.number
        # Asks that never differ are made once: they are compared and shown, never changed.
        self.ask_move = {side: Decision(side, "move", number["move"]) for side in SIDES}
        self.ask_declare = {side: Decision(side, "declare", number["declare"]) for side in SIDES}
        self.ask_fight = {side: Decision(side, "fight", number["fight"]) for side in SIDES}
        self.ask_cards = {side: Decision(side, "cards", number["cards"]) for side in SIDES}
        self.ask_refill = {side: Decision(side, "refill", number["refill"]) for side in SIDES}
        self.ask_dice = Decision(CHANCE, "dice", number["dice"], dice=("",))

    def unknown_place(self, path: tuple[str, ...]) -> IllegalEventError:
        """Why an event that names these places names no hex of the map."""
        place = next(ident for ident in path if ident not in self.sheet.index)
        if any(place in boxes.values() for boxes in BOXES.values()):
            return self.reject("noBox", "gate", places=(place,))
        return self.reject("unknownPlace", "map", place=place)
