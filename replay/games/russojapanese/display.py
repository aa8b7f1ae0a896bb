"""A position as others look at it: the board for screens, odds, the position key."""

from __future__ import annotations

from typing import Any

from senpu.replay.core.rules import Board, Piece, Plan, Tally
from senpu.replay.games.russojapanese import naval_views
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import holder
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
    State,
    card_name,
    deck_size,
    hand,
)
from senpu.replay.parts.counters import tally_of

FATES = {LOST: "lost", HOME: "home", GATE: "gate"}

# ---- the board --------------------------------------------------------------------------


def board(rules: RussoJapanese, state: State) -> Board:
    """The counters, who holds the key hexes and towns, the zones, and the lines beside the map."""
    sheet = rules.sheet
    marks = {kind.id: kind.mark for kind in rules.spec.game.kind}
    pieces = tuple(
        Piece(
            sheet.units[k],
            sheet.side[k],
            "" if h < 0 else sheet.ids[h],
            marks[sheet.kind[k]],
            f"{_strength(rules, state, k)}-{sheet.allowance[k]}",
            reduced=bool(state.zoneless >> k & 1),
            fate=FATES.get(h, ""),
        )
        for k, h in enumerate(state.where)
    )
    control = {sheet.ids[h]: holder(sheet, state, h) for h in sheet.marked}
    zones = rules.zones.places(sheet.ids, state.where, state.zoneless)
    plans = tuple(Plan(sheet.ids[each.place], sheet.names(each.units)) for each in state.declared)
    return Board(pieces, _notes(rules, control), _tallies(rules, state), control, zones, plans)


def _strength(rules: RussoJapanese, state: State, k: int) -> int:
    sheet = rules.sheet
    return sheet.reverse if state.flipped and k == sheet.garrison else sheet.strength[k]


def _notes(rules: RussoJapanese, control: dict[str, str]) -> dict[str, tuple[str, ...]]:
    sheet = rules.sheet
    notes: dict[str, tuple[str, ...]] = {}
    for h in sorted({*sheet.key, *sheet.town, *sheet.ports, *sheet.supply.values()}):
        ident = sheet.ids[h]
        what = ["key"] if h in sheet.key else ["town"] if h in sheet.town else []
        what += ["port"] if h in sheet.ports else []
        what += [f"supply_{side}" for side in SIDES if sheet.supply[side] == h]
        what += [f"held_{control[ident]}"] if ident in control else []
        notes[ident] = tuple(what)
    return notes


def _tallies(rules: RussoJapanese, state: State) -> tuple[Tally, ...]:
    sheet = rules.sheet
    tallies: list[Tally] = []
    for side in SIDES:
        own, cards = NUMBER[side], hand(state, side)
        keys = [sheet.ids[h] for h in sheet.key_hexes if holder(sheet, state, h) == side]
        tallies += [
            Tally(side, "morale", state.morale[own], sheet.limit["morale"]),
            tally_of(side, "keys", tuple(keys)),
            tally_of(side, "hand", tuple(card_name(card) for card in cards)),
        ]
        if state.losses[own]:
            tallies.append(Tally(side, "losses", state.losses[own]))
        if state.navy is not None:
            tallies += naval_views.tallies(rules, state.navy, side)
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
    pile = tuple(card_name(card) for card in state.pile)
    tallies += [Tally("", "deck", deck_size(state)), tally_of("", "pile", pile)]
    return tuple(tallies)


# ---- the position key -------------------------------------------------------------------


def interchangeable(rules: RussoJapanese, state: State) -> Any:
    """The public part of the position, with units of one side, kind and numbers taken as one.

    Of the hands and the deck only the sizes are in it. Which cards lie among the discards, and
    which one on top, is: they may come back.
    """
    sheet, fight = rules.sheet, state.fight
    parts = (fight.units, fight.targets) if fight else ((), ())
    declared = {k: each.place for each in state.declared for k in each.units}
    like = sorted(
        (
            sheet.side[k], sheet.kind[k], sheet.strength[k], h, state.done >> k & 1,
            state.zoneless >> k & 1, state.hastened >> k & 1, declared.get(k, -1),
            k in parts[0], k in parts[1], k in state.falling, k in state.fallen,
        )
        for k, h in enumerate(state.where)
    )  # fmt: skip
    decision = state.decision and (state.decision.side, state.decision.kind)
    in_cards = PHASES[state.phase][1] == CARDS
    return (
        state.turn, state.phase, decision, state.outcome and state.outcome.ending, state.held,
        state.morale, state.losses, [len(cards) for cards in state.hands], deck_size(state),
        sorted(state.pile[:-1]), state.pile[-1:], state.drawing, state.railed,
        state.marched and in_cards, state.within, state.crowd, state.limit, state.blockaded,
        state.agitated, state.locked, state.flipped, state.checks, state.window,
        fight and (fight.side, fight.place, fight.difference, fight.result),
        naval_views.alike(rules, state.navy), like,
    )  # fmt: skip
