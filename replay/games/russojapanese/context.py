"""Data shared by the functions of the Russo-Japanese War."""

from senpu.replay.core.rules import Context, IllegalEventError
from senpu.replay.core.states import CHANCE, Decision
from senpu.replay.games.russojapanese.fleets import RussoJapaneseFleets
from senpu.replay.games.russojapanese.state import BOXES, SIDES
from senpu.replay.games.russojapanese.tables import LETTER, RussoJapaneseTables
from senpu.replay.parts.zones import Zones
from senpu.spec.data import DataError
from senpu.spec.loader import Spec

REPLACED = frozenset(("sortie", "makarov", "stop", "mines"))
"""The effects of cards that chapter 11 replaces by its own rules."""


class RussoJapaneseContext(Context):
    """Data and options of the Russo-Japanese War."""

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        self.tables = tables = RussoJapaneseTables(spec)
        self.zones = Zones(tables.adjacent, tables.span)
        self.event = dict(tables.event)
        """The event of each half of each card, under the options of the game."""
        self.fleets = RussoJapaneseFleets(spec)
        self.naval = spec.switch["naval"]
        """Flag: chapter 11 is played. `RussoJapaneseState.navy` decides for a state."""
        if self.naval:  # 11.0
            for half in spec.values.table("naval")["replaced"]:
                self.event[self.side_of_letter[half[0]], int(half[1:])] = ("naval",)
            for (side, card), (effect, *_) in self.event.items():
                if effect in REPLACED:
                    key = f"event.{LETTER[side]}{card:02}"
                    raise DataError("eventNotReplaced", game=spec.id, key=key, effect=effect)
        self.shuffled_back = frozenset(
            half for half, words in self.event.items() if words[0] == "reshuffle"
        )
        """The halves of cards that must be shuffled into the deck (10.4.6)."""
        self.haste = tables.limit["haste"]
        self.cards = tuple(range(1, tables.limit["cards"] + 1))
        self.limit_keeps_hand = spec.switch["limit_keeps_hand"]
        self.limit_waits = spec.switch["limit_waits"]
        self.sudden_advance = not spec.switch["advance_no_sudden"]
        self.japan_checks_first = spec.switch["check_japan_first"]
        self.makarov_stops_korea = spec.switch["makarov_stops_korea"]
        number = self.number
        # Decisions that never differ are built once: they are compared, never changed.
        self.ask_move = {side: Decision(side, "move", number["move"]) for side in SIDES}
        self.ask_declare = {side: Decision(side, "declare", number["declare"]) for side in SIDES}
        self.ask_fight = {side: Decision(side, "fight", number["fight"]) for side in SIDES}
        self.ask_cards = {side: Decision(side, "cards", number["cards"]) for side in SIDES}
        self.ask_refill = {side: Decision(side, "refill", number["refill"]) for side in SIDES}
        self.ask_dice = Decision(CHANCE, "dice", number["dice"], dice=("",))

    def reject_place(self, path: tuple[str, ...]) -> IllegalEventError:
        """Return the rejection of an event for the first of some places that is not on the map."""
        place = next(ident for ident in path if ident not in self.tables.index)
        if any(place in boxes.values() for boxes in BOXES.values()):
            return self.reject("noBox", "gate", places=(place,))
        return self.reject("unknownPlace", "map", place=place)
