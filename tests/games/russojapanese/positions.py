"""Positions of the Russo-Japanese War, stated in a line or drawn, for playing by text.

A plan names units at places, and draws rows of the map: a row begins with the number of its first
hex, followed by a cell for each hex, `.` for an empty one. Rows may be written in separate lines,
where odd rows are half a hex further east, or in one line:

    1214   s1   .
    1113     .   g1+d1
    d2@Korea  s3@Siberia  s4+s5@lost

has s1 in 1214 and two units in 1114, and so has `"1214 s1  1114 g1+d1  d2@Korea …"`. Units
that are not in a plan are in their far boxes (Japan, Europe); pa1 and na1, which have no box, are
lost. A side holds the key hexes and towns that its units occupy; `held` names further ones of
Japan.

Hands are empty unless a test deals them (`japan="02 13"`, `russia="01"`), so that no window opens
for an answer by card; `pile` is in the order of play, with the top card last. The other cards are
in the deck. A stated position need not be one that play can reach.

A test of a rule is named after its number and reads like this:

    def test_6_1_a_unit_stops_where_it_enters_a_zone() -> None:
        table = moving("1214 s1  1112 g1")
        assert table.allows("g1>1213")
        assert table.refusal("g1>1213>1313") == "stopZone 6.1"
        assert "1313" in table.goals("g1"), "round by 1212 and 1312"

    def test_9_5_an_exchange_takes_one_of_each_and_no_unit_advances() -> None:
        table = fighting("1214 s1  1114 g1+d1  1215 d2").fought("g1+d1+d2*1214", "EX")
        assert table.asks == "loss japan g1+d1+d2"
        assert table.happened[-1] == "eliminated russia s1 1214"
        assert table.play("lose g1").units("g1", "d1", "s1") == ["lost", "1114", "lost"]

    def test_9_4_2_support_costs_a_card_and_counts_one() -> None:
        table = fighting("1214 s1  1114 g1", japan="12").play("g1*1214", "|")
        assert table.difference("#12/fight 1214") == table.difference("fight 1214") + 1
        assert table.play("#12/fight 1214").pile == "#12"

    def test_10_2_5_japan_lands_next_to_the_enemy() -> None:
        table = spending("1204 na1", japan="04 09")
        assert table.play("#04/d6@1203").happened == [
            "landing japan d6 1203 4", "taken japan 1203", "moraleDown russia 5"
        ]
        assert table.refusal("#04/d7@1203") == "notInHand 10.2"

    def test_4_3_2_three_losses_fail_on_a_three() -> None:
        assert ending(losses=(0, 3)).play("[R3]").morale == (6, 5)

    def test_3_2_the_deal_is_drawn_by_japan() -> None:
        assert fresh_game().play("draw #02+#04+#09").hand(JAPAN) == "#02 #04 #09"
"""

from __future__ import annotations

import re
from copy import copy
from functools import cache
from typing import Self, cast

from msgspec.structs import replace

from senpu.notation.events import OPERATORS
from senpu.notation.writer import format_event
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import Effect, Effects
from senpu.replay.games.russojapanese import turns
from senpu.replay.games.russojapanese.control import find_holder
from senpu.replay.games.russojapanese.rules import RussoJapaneseRules
from senpu.replay.games.russojapanese.state import (
    BOXES,
    CARDS,
    COMBAT,
    ENEMY,
    HOME,
    JAPAN,
    LOST,
    MOVEMENT,
    NUMBER,
    PHASES,
    REFILL,
    RUSSIA,
    VICTORY,
    Cards,
    RussoJapaneseState,
    format_card,
    get_hand,
)
from senpu.replay.parts.tables import find_results
from senpu.replay.parts.zones import ZONE
from senpu.spec.data import Value, Values
from senpu.spec.loader import SPEC, load_spec
from tests.games.tables import AnyGame, copy_state, event_of

IDENT = "russojapanese/bonsai-2018"
CROWD = "1306 s1  1207 g1  1208 d3+d5"
"""An attack by s1: the only retreat path from 1207 leads into a full hex."""
OF_A_PHASE = ("done", "railed", "marched", "hastened")
"""Records that the start of a phase clears; a test may state them anyway."""


def ruleset(*options: str) -> RussoJapaneseRules:
    """The rule set on the default values."""
    return cast(RussoJapaneseRules, open_rules(IDENT, options))


READINGS = tuple(option.id for option in ruleset().spec.edition.option if option.id != "naval")
"""The options that read a rule in another way."""


def ruleset_with(
    table: str, entries: dict[str, object], options: tuple[str, ...] = ()
) -> RussoJapaneseRules:
    """The rule set on data that differ in some values of a table."""
    home = SPEC / "russojapanese"
    spec = load_spec(IDENT, home, options)
    tables = {name: dict(values) for name, values in spec.values.tables.items()}
    for key, value in entries.items():
        tables[table][key] = Value(value, "placeholder", "a test")
    return RussoJapaneseRules(load_spec(IDENT, home, options, Values(tables)))


@cache
def always(result: str, options: tuple[str, ...] = ()) -> RussoJapaneseRules:
    """The rule set on a results table that knows one result only."""
    columns = ruleset().context.tables.results.lowest
    return ruleset_with("results", {str(column): [result] * 6 for column in columns}, options)


# ---- a position from its parts ----------------------------------------------------------


def placed(rules: RussoJapaneseRules, plan: str) -> tuple[int, ...]:
    """Return the place of each unit in a plan."""
    tables = rules.context.tables
    where = [HOME if allowance else LOST for allowance in tables.allowance]
    named: list[str] = []
    row, column = "", 0
    for word in plan.split():
        names, at, place = word.partition("@")
        if not at and word.isdigit():
            row, column = word[:2], int(word[2:])
            continue
        if not at:
            place, column = f"{row}{column:02}", column + 1
        for ident in [] if names == "." else names.split("+"):
            k = tables.unit[ident]
            boxes = {name: box for box, name in BOXES[tables.side[k]].items()} | {"lost": LOST}
            where[k] = boxes[place] if place in boxes else tables.index[place]
            named.append(ident)
    assert len(set(named)) == len(named), f"a unit appears twice in {plan}"
    return tuple(where)


def memory(rules: RussoJapaneseRules, where: tuple[int, ...], held: str) -> int:
    """Return the key hexes and towns that Japan holds: named ones and occupied ones."""
    tables = rules.context.tables
    marks = {
        side: tables.walks.find_marks(tuple(h for h in where[tables.span[side]] if h >= 0))
        for side in NUMBER
    }
    assert marks[JAPAN] & marks[RUSSIA] == 0, "enemies share a hex"
    return (tables.walks.find_marks(tables.grid.find_hexes(held.split())) | marks[JAPAN]) & ~marks[
        RUSSIA
    ]


def numbers(text: str) -> Cards:
    """Cards as a test writes them: `02 13`, `#02+#13`."""
    return tuple(int(digits) for digits in re.findall(r"\d+", text))


def dealt(japan: str, russia: str, pile: str, deck: str) -> dict[str, object]:
    """Return the cards in the state: named ones, and the others in the deck or the discards."""
    hands, top = (numbers(japan), numbers(russia)), numbers(pile)
    named = (*hands[0], *hands[1], *top, *numbers(deck))
    assert len(set(named)) == len(named), "a card lies in two places"
    rest = tuple(card for card in range(1, 17) if card not in named)
    return {
        "hands": (tuple(sorted(hands[0])), tuple(sorted(hands[1]))),
        "pile": (*rest, *top) if deck else top,
        "deck": tuple(sorted(numbers(deck))) if deck else rest,
    }


class RussoJapaneseTestGame(AnyGame[RussoJapaneseRules, RussoJapaneseState]):
    """A game at the start of a phase, or after its consequences without an event.

    `zoneless` names units; the other changes are fields of the state.
    """

    def __init__(
        self,
        plan: str,
        side: str,
        kind: str,
        turn: int = 2,
        options: tuple[str, ...] = (),
        japan: str = "",
        russia: str = "",
        pile: str = "",
        deck: str = "",
        held: str = "",
        zoneless: str = "",
        rules: RussoJapaneseRules | None = None,
        **changes: object,
    ) -> None:
        rules = rules or ruleset(*options)
        tables = rules.context.tables
        where = placed(rules, plan)
        memories = memory(rules, where, held)
        parts: dict[str, object] = {
            "turn": turn, "where": where, "held": memories, "decision": None, "drawing": 0,
            "locked": bool(memories & tables.mark[tables.port_arthur]),
            "zoneless": sum(1 << tables.unit[ident] for ident in zoneless.split()),
        }  # fmt: skip
        parts |= dealt(japan, russia, pile, deck) | changes
        state = replace(rules.start(), **parts)
        state, begun = turns.open_phase(rules.context, state, PHASES.index((side, kind)))
        state, settled = rules.run_stages(state)
        if PHASES[state.phase] == (side, kind):
            lasting = {name: parts[name] for name in OF_A_PHASE if name in parts}
            state = replace(state, **lasting)
        super().__init__(rules, state)
        self.effects = (*begun, *settled)

    # ---- events ---------------------------------------------------------------------------

    def allows(self, *texts: str) -> bool:
        """Return whether each event is legal, canonical and listed."""
        listed = set(self.legal())
        return all(
            self.refusal(text) == "legal" and self.canonical_form(text) == text and text in listed
            for text in texts
        )

    def starting(self, text: str) -> list[str]:
        """Return the legal events with a prefix."""
        return [event for event in self.legal() if event.startswith(text)]

    def goals(self, unit: str, sign: str = ">") -> set[str]:
        """Return the goals of a unit's own events.

        They are `>` for a move or an advance, `=>` for a railway move, `~>` for a strategic move,
        `@` for transport, and `<` for a retreat.
        """
        form = OPERATORS[sign]
        return {
            event.path[-1]
            for event in self.rules.legal(self.state)
            if isinstance(event, form) and event.units == (unit,)
        }

    def difference(self, text: str) -> int:
        """The attack less the defence of an attack, where it is declared or fought."""
        return sum(term.number for term in self.odds(text).terms)

    def fought(self, attack: str, die: int | str, support: str = "") -> Self:
        """Declare and make one attack up to the decision of its result; keep all effects.

        No side answers by card. The die is a number, or a result that some number gives.
        """
        place = attack.partition("*")[2]
        effects: Effects = ()
        for text in (attack, "|", f"{support}/fight {place}" if support else f"fight {place}"):
            effects += self.play(text).effects
        effects += self.unanswered().effects
        effects += self.play(f"[{self.pip(die) if isinstance(die, str) else die}]").effects
        effects += self.unanswered().effects
        self.effects = effects
        return self

    def pip(self, result: str) -> int:
        """A number of the die that gives a result in the column of the fight."""
        assert self.state.fight
        column = find_results(self.rules.context.tables.results, self.state.fight.difference)
        assert result in column, f"{result} is not in {column}"
        return column.index(result) + 1

    def unanswered(self) -> Self:
        """Close the open windows without a card."""
        effects: Effects = ()
        while self.state.decision and self.state.decision.kind.startswith("reply"):
            effects += self.play("no").effects
        self.effects = effects
        return self

    # ---- the position as text -------------------------------------------------------------

    def unit(self, ident: str) -> str:
        """The hex or the box of a unit, or `lost`."""
        k = self.rules.context.tables.unit[ident]
        return self.rules.context.tables.place(k, self.state.where[k]) or "lost"

    def holder(self, place: str) -> str:
        """Return the side that holds a key hex or a town."""
        return find_holder(
            self.rules.context.tables, self.state, self.rules.context.tables.index[place]
        )

    def zone(self, side: str) -> set[str]:
        """Return the zones of a side's units, without the occupied hexes."""
        field = self.rules.context.zones.field(ENEMY[side], self.state.where, self.state.zoneless)
        return {self.rules.context.tables.ids[h] for h, met in enumerate(field) if met == ZONE}

    @property
    def morale(self) -> tuple[int, int]:
        """Japan's and Russia's."""
        return self.state.morale

    def hand(self, side: str) -> str:
        """`#02 #13`; `#??` for a card that the position hides."""
        return listed(get_hand(self.state, side))

    @property
    def deck(self) -> str:
        return listed(self.state.deck)

    @property
    def pile(self) -> str:
        """The discards, the last one on top."""
        return listed(self.state.pile)

    @property
    def happened(self) -> list[str]:
        """Return the effects of the last event.

        Examples: `eliminated russia s1 1214`, `moraleDown russia 5`; for one side alone, `drewCards
        japan #02+#04 (japan)`.
        """
        return [as_text(each) for each in self.effects]

    def seen_by(self, side: str) -> RussoJapaneseTestGame:
        """The same table as a side sees it."""
        twin = copy(self)
        twin.state = self.rules.view(self.state, side)
        twin.effects = tuple(each for each in self.effects if each.audience in ("", side))
        return twin

    def render_for(self, text: str, side: str) -> str:
        """How a side may read an event that is played here."""
        event = self.rules.canon(self.state, event_of(text))
        return format_event(self.rules.visible_to(self.state, event, side))


def listed(cards: Cards) -> str:
    return " ".join(format_card(card) for card in cards)


def as_text(effect: Effect) -> str:
    """Return an effect's kind, side, units, targets, places and numbers, if present."""
    only = f"({effect.audience})" if effect.audience else ""
    parts = (
        effect.kind,
        effect.side,
        "+".join(effect.units),
        "+".join(effect.targets),
        ">".join(effect.places),
        " ".join(str(number) for number in effect.numbers),
        only,
    )
    return " ".join(filter(None, parts))


# ---- the phases -------------------------------------------------------------------------


def refilling(plan: str = "", side: str = JAPAN, **more: object) -> RussoJapaneseTestGame:
    """A table at the beginning of a refill phase; with three cards, at what follows it."""
    return RussoJapaneseTestGame(plan, side, REFILL, **more)  # type: ignore[arg-type]


def moving(plan: str, side: str = JAPAN, **more: object) -> RussoJapaneseTestGame:
    """A table at the beginning of a movement phase."""
    return RussoJapaneseTestGame(plan, side, MOVEMENT, **more)  # type: ignore[arg-type]


def fighting(plan: str, side: str = JAPAN, **more: object) -> RussoJapaneseTestGame:
    """A table at the beginning of a combat phase."""
    return RussoJapaneseTestGame(plan, side, COMBAT, **more)  # type: ignore[arg-type]


def spending(plan: str = "", side: str = JAPAN, **more: object) -> RussoJapaneseTestGame:
    """A table at the beginning of a card phase. Deal its side a hand."""
    return RussoJapaneseTestGame(plan, side, CARDS, **more)  # type: ignore[arg-type]


def ending(plan: str = "", **more: object) -> RussoJapaneseTestGame:
    """Return a table at the end of a turn.

    `losses=(1, 0)` requires a morale check of Japan, with a window for cards before it.
    """
    return RussoJapaneseTestGame(plan, "", VICTORY, **more)  # type: ignore[arg-type]


def fresh_game(*options: str) -> RussoJapaneseTestGame:
    """A table before the deal."""
    table = moving("", options=options)
    table.state, table.effects = table.rules.start(), ()
    return table


__all__ = [
    "CROWD", "JAPAN", "READINGS", "RUSSIA", "RussoJapaneseTestGame", "always",
    "copy_state", "ending", "event_of",
    "fighting", "fresh_game", "moving", "placed", "refilling", "ruleset", "ruleset_with",
    "spending",
]  # fmt: skip
