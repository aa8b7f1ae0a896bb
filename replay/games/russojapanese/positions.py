"""The form of a position as text: the places of units, the cards, the combat and the fleets.

`position_checks` checks positions against the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from senpu.notation.position_text import FieldWords, PositionError
from senpu.replay.core.position_format import Codec, PositionFormat, PositionUnit, StateField
from senpu.replay.core.rejections import Rejection
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.fleets import (
    FLEETS,
    HIDDEN,
    PORT_ARTHUR,
    UNDAMAGED,
    UNMARKED,
    RussoJapaneseNavalBattle,
    RussoJapaneseNavy,
)
from senpu.replay.games.russojapanese.state import (
    BOXES,
    CARDS,
    COMBAT,
    FACE_DOWN,
    FIRST_PHASE,
    JAPAN,
    LOST,
    MOVEMENT,
    PHASES,
    REFILL,
    RUSSIA,
    SIDES,
    VICTORY,
    Cards,
    RussoJapaneseCardWindow,
    RussoJapaneseCombat,
    RussoJapaneseDeclaration,
    RussoJapaneseState,
    format_card,
    parse_card,
)
from senpu.replay.games.russojapanese.tables import RESULTS
from senpu.replay.parts.position_forms import ListForm
from senpu.replay.parts.position_values import (
    NONE,
    BitsCodec,
    ChoiceCodec,
    FlagCodec,
    ListCodec,
    NumberCodec,
    PairCodec,
    RecordCodec,
    RecordPart,
    make_unit_list,
)

LOST_KEY = "lost"
UNKNOWN_CARD = format_card(0)
_FACE_DOWN = re.compile(r"\?[0-9a-f]{8}")
_COUNT = re.compile(r"([1-9][0-9]?)\*" + re.escape(UNKNOWN_CARD))
MOST_LOSSES, MOST_DIFFERENCE, MOST_CHECK = 99, 40, 3
"""The largest numbers in a text; the rules allow less."""

KINDS = {
    "draw": "refill", "discard": "limit", "refill": "refill", "move": "move", "declare": "declare",
    "fight": "fight", "reply-before": "before", "reply-after": "after", "reply-sortie": "sortie",
    "reply-check": "check", "dice": "dice", "loss": "results", "fall": "retreat",
    "retreat": "retreat", "displace": "retreat", "advance": "advance", "cards": "cards",
    "morale": "check", "flagship": "flagship", "sortie": "out", "ambush": "ambush",
    "toll": "ambush", "steps": "ambush", "sail": "sail", "intercept": "intercept", "line": "line",
    "oppose": "line", "surplus": "line", "akiyama": "akiyama", "salvo": "gunnery", "raid": "raid",
    "hunt": "hunt", "repair": "repair", "second": "repair",
}  # fmt: skip
"""The key of the usual rule number of each kind of decision."""

# ---- the places of units ----------------------------------------------------------------


class UnitPlaces:
    """The places of the units: hexes, the boxes of their sides, and `lost`.

    Args:
        context: The data of the game.
    """

    attributes: tuple[str, ...] = ("where",)
    has_reduced = False
    usual_points: Mapping[str, int] = {}
    bare_places: frozenset[str] = frozenset()

    def __init__(self, context: RussoJapaneseContext) -> None:
        self._context, tables = context, context.tables
        self.units = tables.units
        boxes = {side: {name: code for code, name in BOXES[side].items()} for side in SIDES}
        self.places = (*tables.ids, *(name for side in SIDES for name in boxes[side]), LOST_KEY)
        lost = {LOST_KEY: LOST}
        self._codes = {side: {**tables.index, **boxes[side], **lost} for side in SIDES}
        self._keys = {
            side: {code: key for key, code in self._codes[side].items()} for side in SIDES
        }

    def write(self, state: RussoJapaneseState) -> Mapping[str, Sequence[str]]:
        """Return the units at each place."""
        tables, found = self._context.tables, dict[str, list[str]]()
        for k, at in enumerate(state.where):
            found.setdefault(self._keys[tables.side[k]][at], []).append(tables.units[k])
        return found

    def read(self, found: Mapping[str, PositionUnit]) -> Mapping[str, Any]:
        """Return the places. Raises PositionError for a suffix or a box of the other side."""
        tables, where = self._context.tables, []
        for k, ident in enumerate(self.units):
            unit = found[ident]
            if unit.suffix:
                column = unit.column + len(ident)
                raise PositionError("positionUnknown", column, "suffix", text=unit.suffix)
            code = self._codes[tables.side[k]].get(unit.place)
            if code is None:
                raise self._reject_box(unit, ident)
            where.append(code)
        return {"where": tuple(where)}

    def _reject_box(self, unit: PositionUnit, ident: str) -> PositionError:
        rejection = self._context.reject("otherBox", "gate", unit=ident, place=unit.place)
        message = Rejection.make(self._context.spec, "", rejection, "positionIllegal")
        return PositionError("positionIllegal", unit.column, message, rule=rejection.rule)


# ---- cards ------------------------------------------------------------------------------


class CardsCodec(ListCodec[int]):
    """Cards in order, or sorted: `#02+#11+?1f3a9c02`; `#??` is a card that the viewer may not know.

    Args:
        cards: The cards of the game.
        is_sorted: Whether they are sorted when they are read.
    """

    def __init__(self, cards: Cards, is_sorted: bool) -> None:
        names = {card: format_card(card) for card in (*cards, 0)}
        super().__init__(names, repeats=True, is_sorted=is_sorted)
        self._known = {name: card for card, name in names.items()}

    def write(self, value: Sequence[int]) -> Iterator[str]:
        """Yield the cards."""
        yield "+".join(map(format_card, value)) or NONE

    def read(self, words: FieldWords) -> Cards:
        """Return the next cards. Raises PositionError."""
        text = words.take()
        if text == NONE:
            return ()
        found = []
        for name in text.split("+"):
            if name in self._known:
                found.append(self._known[name])
            elif is_face_down(name):
                found.append(parse_card(name))
            else:
                words.fail(self.choices, back=1, part=name)
        return tuple(sorted(found) if self.is_sorted else found)


class DeckCodec:
    """The deck, whose order no side knows: `#01-#09+#12`, or `10*#??` in the view of a side."""

    def __init__(self, cards: Cards) -> None:
        self._cards = cards
        self._bits = BitsCodec([format_card(card) for card in cards])
        self.choices = self._bits.choices
        self.form = ListForm(self.choices, codec=self._bits)

    def write(self, value: Cards) -> Iterator[str]:
        """Yield the cards."""
        if value and not any(value):
            yield f"{len(value)}*{UNKNOWN_CARD}"
        else:
            yield from self._bits.write(sum(1 << self._cards.index(card) for card in value))

    def read(self, words: FieldWords) -> Cards:
        """Return the cards. Raises PositionError."""
        if found := _COUNT.fullmatch(words.peek()):
            words.take()
            return (0,) * int(found[1])
        bits = self._bits.read(words)
        return tuple(card for k, card in enumerate(self._cards) if bits >> k & 1)


def is_face_down(name: str) -> bool:
    """Return whether a text is the name of a face-down card in canonical form."""
    return _FACE_DOWN.fullmatch(name) is not None


# ---- attacks and ships ------------------------------------------------------------------


class DeclarationsCodec:
    """The declared attacks, in the order of the map: `g1*1404 d1+d2*1303`."""

    choices: tuple[str, ...] = ()

    def __init__(self, units: Sequence[str], ids: Sequence[str]) -> None:
        self._unit = {ident: k for k, ident in enumerate(units)}
        self._place = {ident: h for h, ident in enumerate(ids)}
        self._units, self._ids = tuple(units), tuple(ids)

    def write(self, value: Sequence[RussoJapaneseDeclaration]) -> Iterator[str]:
        """Yield the attacks."""
        for each in value:
            yield f"{'+'.join([self._units[k] for k in each.units])}*{self._ids[each.place]}"

    def read(self, words: FieldWords) -> tuple[RussoJapaneseDeclaration, ...]:
        """Return the attacks, which are all words that are left. Raises PositionError."""
        found: list[RussoJapaneseDeclaration] = []
        while words.peek() or not found:
            text, _, place = words.take().partition("*")
            names = text.split("+")
            if place not in self._place or not all(name in self._unit for name in names):
                words.fail(back=1)
            units = [self._unit[name] for name in names]
            if units != sorted(set(units)):
                words.fail(back=1)
            found.append(RussoJapaneseDeclaration(self._place[place], tuple(units)))
        return tuple(sorted(found, key=lambda each: each.place))


class NumbersCodec:
    """A number for each ship: `m1=1+r3=2`. Ships with the usual number are left out.

    Args:
        names: The names of the ships.
        usual: The usual number.
        most: The largest number.
    """

    choices: tuple[str, ...] = ()

    def __init__(self, names: Sequence[str], usual: int, most: int) -> None:
        self._names, self._usual, self._most = tuple(names), usual, most
        self._numbers = {name: k for k, name in enumerate(names)}

    def write(self, value: Sequence[int]) -> Iterator[str]:
        """Yield the numbers."""
        pairs = zip(self._names, value, strict=True)
        yield "+".join([f"{name}={n}" for name, n in pairs if n != self._usual]) or NONE

    def read(self, words: FieldWords) -> tuple[int, ...]:
        """Return the next numbers. Raises PositionError."""
        text, found = words.take(), dict[int, int]()
        for part in [] if text == NONE else text.split("+"):
            name, _, number = part.partition("=")
            ship = self._numbers.get(name, -1)
            known = ship >= 0 and ship not in found
            if not known or not number.isdecimal() or not 0 <= int(number[:3]) <= self._most:
                words.fail(back=1, part=part)
            if number != str(int(number)) or int(number) == self._usual:
                words.fail(back=1, part=part)
            found[ship] = int(number)
        return tuple(found.get(ship, self._usual) for ship in range(len(self._names)))


def _make_pairs(names: Sequence[str], side: Sequence[str]) -> ListCodec[tuple[int, int]]:
    """Return the codec of ships that face each other: `m1*r1+m2*r2`."""
    own = [[k for k, owner in enumerate(side) if owner == one] for one in SIDES]
    return ListCodec({(a, b): f"{names[a]}*{names[b]}" for a in own[0] for b in own[1]})


def _make_navy(context: RussoJapaneseContext) -> Codec[RussoJapaneseNavy]:
    """Return the codec of the fleets (chapter 11)."""
    fleets = context.fleets
    names, none = fleets.names, (0,) * len(fleets.names)
    words = {fleet: fleet.replace("_", "-") for fleet in FLEETS}
    battles = {}
    for own, side in FLEETS.items():
        for enemy, other in FLEETS.items():
            if (side, other) == SIDES:
                battles[f"{words[own]}*{words[enemy]}"] = (own, enemy)
    battle = RecordCodec(
        RussoJapaneseNavalBattle,
        (
            RecordPart("", "fleets", ChoiceCodec(battles)),
            RecordPart("line", "order", ListCodec(dict(enumerate(names)))),
            RecordPart("pairs", "pairs", _make_pairs(names, fleets.side)),
            RecordPart("japan-first", "japan_first", FlagCodec()),
            RecordPart("salvo", "salvo", NumberCodec(2 * len(names))),
            RecordPart("hits", "hits", NumbersCodec(names, 0, 2 * len(names)), usual=none),
        ),
    )
    flagship = {names[ship]: ship for ship in fleets.ships[PORT_ARTHUR]} | {"secret": HIDDEN}
    cards = {format_card(card): card for card in context.cards}
    return RecordCodec(
        RussoJapaneseNavy,
        (
            RecordPart(
                "steps", "steps", NumbersCodec(names, UNDAMAGED, UNDAMAGED),
                usual=context.fleets.fresh.steps,
            ),
            RecordPart("flagship", "flagship", ChoiceCodec(flagship), usual=UNMARKED),
            RecordPart("revealed", "revealed", FlagCodec()),
            RecordPart("sailed", "sailed", ListCodec(words)),
            RecordPart("interfered", "interfered", FlagCodec()),
            RecordPart("card", "card", ChoiceCodec(cards)),
            RecordPart("battle", "battle", battle),
        ),
    )  # fmt: skip


# ---- the form ---------------------------------------------------------------------------


def make_format(context: RussoJapaneseContext) -> PositionFormat:
    """Return the form in which positions are written."""
    tables = context.tables
    units = make_unit_list(tables.units)
    moved = ListCodec(dict(enumerate(tables.units)))
    some = BitsCodec(tables.units)
    places = ChoiceCodec({ident: h for h, ident in enumerate(tables.ids)})
    results: ChoiceCodec[str] = ChoiceCodec(sorted(RESULTS))
    cards = {format_card(card): card for card in context.cards}
    phases = {"-".join(filter(None, each)): k for k, each in enumerate(PHASES)}
    fight = RecordCodec(
        RussoJapaneseCombat,
        (
            RecordPart("", "side", ChoiceCodec(SIDES)),
            RecordPart("units", "units", units),
            RecordPart("against", "targets", units),
            RecordPart("at", "place", places),
            RecordPart("difference", "difference", NumberCodec(MOST_DIFFERENCE, -MOST_DIFFERENCE)),
            RecordPart("result", "result", results),
        ),
    )
    window = RecordCodec(
        RussoJapaneseCardWindow,
        (
            RecordPart("", "what", ChoiceCodec(("before", "after", "sortie", "check"))),
            RecordPart("passes", "passes", NumberCodec(1)),
            RecordPart("card", "card", ChoiceCodec(cards)),
            RecordPart("former", "former", results),
        ),
    )
    fields = (
        StateField("phase", "phase", ChoiceCodec(phases)),
        StateField("morale", "morale", PairCodec(NumberCodec(tables.limit["morale"]))),
        StateField("taken", "held", BitsCodec([tables.ids[h] for h in tables.marked])),
        StateField("hands", "hands", PairCodec(CardsCodec(context.cards, is_sorted=True))),
        StateField("deck", "deck", DeckCodec(context.cards)),
        StateField("pile", "pile", CardsCodec(context.cards, is_sorted=False)),
        StateField("losses", "losses", PairCodec(NumberCodec(MOST_LOSSES))),
        StateField("drawing", "drawing", NumberCodec(tables.limit["paid_hand"])),
        StateField("marched", "marched", FlagCodec()),
        StateField("forced-march", "within", FlagCodec()),
        StateField("moved", "done", some),
        StateField("railed", "railed", FlagCodec()),
        StateField("zoneless", "zoneless", some),
        StateField("hastened", "hastened", some),
        StateField("declared", "declared", DeclarationsCodec(tables.units, tables.ids)),
        StateField("fight", "fight", fight),
        StateField("window", "window", window),
        StateField("retreating", "retreating", units),
        StateField("retreated", "retreated", moved),
        StateField("crowded", "crowd", places),
        StateField("hand-limit", "limit", NumberCodec(tables.limit["hand"])),
        StateField("blockaded", "blockaded", FlagCodec()),
        StateField("agitated", "agitated", FlagCodec()),
        StateField("fleet-locked", "locked", FlagCodec()),
        StateField("garrison-flipped", "flipped", FlagCodec()),
        StateField("checks", "checks", PairCodec(NumberCodec(MOST_CHECK, -MOST_CHECK))),
        StateField("fleets", "navy", _make_navy(context)),
    )
    ships = frozenset(context.fleets.names)
    return PositionFormat(
        RussoJapaneseState,
        UnitPlaces(context),
        fields,
        SIDES,
        {kind: context.number[key] for kind, key in KINDS.items()},
        lambda state: complete(context, state),
        ("hands", "pile", "fight", "within", "window"),
        lambda name: name in ships or is_face_down(name),
    )


STAGES = {
    "draw": "draw", "refill": "draw", "flagship": "draw", "discard": "refill",
    "reply-before": "roll", "dice": "roll", "reply-after": "result", "reply-sortie": "sortie",
    "reply-check": "check", "morale": "check", "fight": "fights", "advance": "fights",
    "loss": "fights", "fall": "retreats", "retreat": "retreats", "displace": "retreats",
    "sortie": "raid", "ambush": "ambush", "toll": "ambush", "steps": "ambush", "sail": "sail",
    "intercept": "interference", "line": "line", "oppose": "line", "surplus": "line",
    "akiyama": "akiyama", "salvo": "salvo", "raid": "home", "hunt": "hunt",
    "repair": "repair-first", "second": "russian-cards",
}  # fmt: skip
"""The usual stage of each kind of decision, without those at the start of a phase."""
OWN_PHASES = {
    "move": MOVEMENT,
    "declare": COMBAT,
    "fight": COMBAT,
    "cards": CARDS,
    "refill": REFILL,
}
"""The phases whose side has the decision."""


def complete(context: RussoJapaneseContext, state: RussoJapaneseState) -> RussoJapaneseState:
    """Return a position with the usual values of what its text leaves out."""
    decision, fight, window = state.decision, state.fight, state.window
    kind = decision.kind if decision else ""
    held = (*state.hands[0], *state.hands[1])
    known = {*held, *state.pile}
    deck = tuple(card for card in context.cards if card not in known)
    if 0 in held:  # the view of a side
        deck = (0,) * max(0, len(deck) - held.count(0))
    if decision is not None and not (decision.units or decision.place or decision.count):
        if kind == "dice":
            decision = context.ask_dice
        elif kind.startswith("reply-") and window is not None:
            place = context.tables.ids[fight.place] if fight else ""
            decision = replace(decision, place=place, count=window.card)
    stage = STAGES.get(kind, "phase")
    return replace(state, stage=stage, deck=deck, decision=decision, phase=_find_phase(state, kind))


def _find_phase(state: RussoJapaneseState, kind: str) -> int:
    """Return the usual phase of a kind of decision, or of an ending."""
    decision = state.decision
    if decision is None or kind in ("reply-check", "morale"):
        return PHASES.index(("", VICTORY))
    if kind in OWN_PHASES and decision.side in SIDES:
        return PHASES.index((decision.side, CARDS if state.within else OWN_PHASES[kind]))
    if state.fight is not None:
        return PHASES.index((state.fight.side, CARDS if state.within else COMBAT))
    if kind == "discard":
        return PHASES.index((JAPAN, REFILL))
    if kind == "draw":
        side = next((unit for unit in decision.units if unit in SIDES), JAPAN)
        return PHASES.index((side, REFILL)) if state.turn else FIRST_PHASE
    return FIRST_PHASE if kind == "flagship" else PHASES.index((RUSSIA, CARDS))


def list_known(cards: Cards) -> list[int]:
    """Return the cards that are neither hidden nor face down."""
    return [card for card in cards if 0 < card < FACE_DOWN]
