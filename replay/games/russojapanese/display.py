"""Displays of a position: the board for screens, and the position key."""

from __future__ import annotations

from typing import Any

from senpu.replay.core.rules import Board, Piece, Plan, Tally
from senpu.replay.games.russojapanese import naval_views
from senpu.replay.games.russojapanese.combat import compute_strength
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.control import find_holder
from senpu.replay.games.russojapanese.state import (
    CARDS,
    GATE,
    HOME,
    JAPAN,
    LOST,
    NUMBER,
    PHASES,
    RUSSIA,
    SIDES,
    RussoJapaneseState,
    count_deck,
    format_card,
    get_hand,
)
from senpu.replay.parts.counters import count_units

FATES = {LOST: "lost", HOME: "home", GATE: "gate"}

# ---- the board --------------------------------------------------------------------------


def build_board(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Board:
    """Return the board: counters, control, zones of control and tallies."""
    tables = rules.tables
    marks = {kind.id: kind.mark for kind in rules.spec.game.kind}
    pieces = tuple(
        Piece(
            tables.units[k],
            tables.side[k],
            "" if h < 0 else tables.ids[h],
            marks[tables.kind[k]],
            f"{compute_strength(rules, state, k)}-{tables.allowance[k]}",
            reduced=bool(state.zoneless >> k & 1),
            fate=FATES.get(h, ""),
        )
        for k, h in enumerate(state.where)
    )
    control = {tables.ids[h]: find_holder(tables, state, h) for h in tables.marked}
    zones = rules.zones.places(tables.ids, state.where, state.zoneless)
    plans = tuple(Plan(tables.ids[each.place], tables.names(each.units)) for each in state.declared)
    return Board(pieces, _notes(rules, control), _tallies(rules, state), control, zones, plans)


def _notes(rules: RussoJapaneseContext, control: dict[str, str]) -> dict[str, tuple[str, ...]]:
    tables = rules.tables
    notes: dict[str, tuple[str, ...]] = {}
    for h in sorted({*tables.key, *tables.town, *tables.ports, *tables.supply.values()}):
        ident = tables.ids[h]
        what = ["key"] if h in tables.key else ["town"] if h in tables.town else []
        what += ["port"] if h in tables.ports else []
        what += [f"supply_{side}" for side in SIDES if tables.supply[side] == h]
        what += [f"held_{control[ident]}"] if ident in control else []
        notes[ident] = tuple(what)
    return notes


def _tallies(rules: RussoJapaneseContext, state: RussoJapaneseState) -> tuple[Tally, ...]:
    tables = rules.tables
    tallies: list[Tally] = []
    for side in SIDES:
        own, cards = NUMBER[side], get_hand(state, side)
        keys = [tables.ids[h] for h in tables.key_hexes if find_holder(tables, state, h) == side]
        tallies += [
            Tally(side, "morale", state.morale[own], tables.limit["morale"]),
            count_units(side, "keys", tuple(keys), derived=True),
            count_units(side, "hand", tuple(format_card(card) for card in cards)),
        ]
        if state.losses[own]:
            tallies.append(Tally(side, "losses", state.losses[own]))
        if state.navy is not None:
            tallies += naval_views.build_tallies(rules, state.navy, side)
    tallies += [
        Tally(JAPAN, word, 0, text="yes")
        for word, on in (("limited", state.limit), ("blockaded", state.blockaded))
        if on
    ]
    tallies += [
        Tally(RUSSIA, word, 0, text="yes")
        for word, on in (("agitated", state.agitated), ("locked", state.locked))
        if on
    ]
    pile = tuple(format_card(card) for card in state.pile)
    tallies += [Tally("", "deck", count_deck(state)), count_units("", "pile", pile)]
    return tuple(tallies)


# ---- the position key -------------------------------------------------------------------


def merge_interchangeable(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Any:
    """Return the public position with interchangeable units of a side, kind and numbers merged.

    Of the hands and the deck it has only the sizes. It has the discards and the top one: they may
    be used again.
    """
    tables, fight = rules.tables, state.fight
    parts = (fight.units, fight.targets) if fight else ((), ())
    declared = {k: each.place for each in state.declared for k in each.units}
    like = sorted(
        (
            tables.side[k], tables.kind[k], tables.strength[k], h, state.done >> k & 1,
            state.zoneless >> k & 1, state.hastened >> k & 1, declared.get(k, -1),
            k in parts[0], k in parts[1], k in state.retreating, k in state.retreated,
        )
        for k, h in enumerate(state.where)
    )  # fmt: skip
    decision = state.decision and (state.decision.side, state.decision.kind)
    in_cards = PHASES[state.phase][1] == CARDS
    return (
        state.turn, state.phase, decision, state.outcome and state.outcome.ending, state.held,
        state.morale, state.losses, [len(cards) for cards in state.hands], count_deck(state),
        sorted(state.pile[:-1]), state.pile[-1:], state.drawing, state.railed,
        state.marched and in_cards, state.within, state.crowd, state.limit, state.blockaded,
        state.agitated, state.locked, state.flipped, state.checks, state.window,
        fight and (fight.side, fight.place, fight.difference, fight.result),
        naval_views.merge_interchangeable(rules, state.navy), like,
    )  # fmt: skip
