"""The exact odds of dice on land: attacks and cards that change them (9.4.2, 9.5, 10.4.5).

The odds of dice at sea are in `naval_odds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from senpu.notation.events import Attack, Event, Word
from senpu.replay.core.odds import Odds, OddsCase, OddsTerm, Results
from senpu.replay.core.states import Decision
from senpu.replay.games.russojapanese import card_events, deck, naval_odds
from senpu.replay.games.russojapanese.combat import list_terms
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.state import (
    NO,
    NUMBER,
    Cards,
    RussoJapaneseCombat,
    RussoJapaneseState,
    format_card,
    get_hand,
    parse_card,
)
from senpu.replay.games.russojapanese.turns import find_failure_limit
from senpu.replay.parts.counters import UnitGroup
from senpu.replay.parts.tables import (
    find_column_number,
    find_probabilities,
    find_results,
    format_heading,
)

FAILURES = ("NE", "AR", "AE")
ELIMINATED = "DE"
UNANSWERED = ("no_cards",)


def compute_odds(
    rules: RussoJapaneseContext, state: RussoJapaneseState, event: Event
) -> Odds | None:
    """Return the odds of the dice if no card is played on them, or None without an attack."""
    decision = state.decision
    found = ODDS.get(decision.kind) if decision else None
    return found(rules, state, decision, event) if decision and found else None


def compute_declared_odds(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Odds | None:
    """Return the odds of a declared attack without support; cards may support it later (9.4.2)."""
    if type(event) is not Attack:
        return None
    tables, side = rules.tables, decision.side
    group = tuple([tables.unit[ident] for ident in event.units])
    cards = deck.list_playable(state, side)
    return _compute_attack(rules, state, group, tables.index[event.place], False, cards, cards)


def compute_chosen_odds(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Odds | None:
    """Return the odds of an attack that is chosen now, with the card that supports it."""
    if type(event) is not Word:
        return None
    target, side = rules.tables.index[event.args[0]], decision.side
    group = next(each.units for each in state.declared if each.place == target)
    if event.payer:  # any hidden card, which sort last, represents an unknown one
        card, held = parse_card(event.payer[0]), get_hand(state, side)
        state = deck.discard_card(state, side, card if card in held else held[-1])
    return _compute_attack(
        rules, state, group, target, bool(event.payer), (), deck.list_playable(state, side)
    )


def _compute_attack(
    rules: RussoJapaneseContext, state: RussoJapaneseState, group: UnitGroup, target: int,
    support: bool,
    supports: Cards, plays: Cards,
) -> Odds:  # fmt: skip
    """Return the odds of an attack.

    `supports` are the cards that may still support it, `plays` those to be played on it.
    """
    tables, side = rules.tables, rules.tables.side[group[0]]
    lines = list_terms(rules, state, group, target, support)
    keys = _list_keys(rules, state, lines, target)
    difference = sum(line.number for line in lines)
    made = difference >= tables.lowest  # 9.5: else it has no effect, and there are no windows
    cases: list[OddsCase] = []
    if supports:
        names = tuple(format_card(card) for card in supports)
        weakest = _find_provenance(rules, keys, difference + 1)
        results = _find_results(rules, difference + 1)
        cases.append(_build_case("support", results, weakest, names))
    if made:
        found = _list_plays(rules, side, target, _find_results(rules, difference), plays)
        for label, card, results in found:
            played = [*keys, ("event", f"{rules.letter[side]}{card:02}")]
            weakest = _find_provenance(rules, played, difference)
            cases.append(_build_case(label, results, weakest, (format_card(card),)))
    answers = made and any(state.hands)
    faces = find_results(tables.results, difference) if made else ()
    return Odds(
        _find_results(rules, difference), int(made), lines,
        _find_provenance(rules, keys, difference), FAILURES,
        column=_find_column(rules, difference), roll="sum" if made else "none",
        assumptions=UNANSWERED if answers else (), cases=tuple(cases), attacker=side,
        faces=faces, best=ELIMINATED if ELIMINATED in faces else "",
    )  # fmt: skip


def compute_reply_odds(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Odds | None:
    """Return the odds before the die, without a card and with each card that replaces it."""
    fight, side = state.fight, decision.side
    if fight is None or type(event) is not Word:
        return None
    if event == NO:
        lines = list_terms(rules, state, fight.units, fight.place, False)
        return Odds(
            _find_results(rules, fight.difference), 1, (),
            _find_provenance(rules, _list_keys(rules, state, lines, fight.place), fight.difference),
            FAILURES,
            column=_find_column(rules, fight.difference), assumptions=UNANSWERED,
        )  # fmt: skip
    card = parse_card(event.args[0])
    effect, *words = rules.event.get((side, card), ("none",))
    if effect != "result":
        return None
    provenance = rules.spec.values.weakest_provenance([("event", f"{rules.letter[side]}{card:02}")])
    return Odds(
        ((words[3], 1.0),), 0, (), provenance, FAILURES, roll="none", assumptions=UNANSWERED
    )


def compute_roll_odds(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Odds | None:
    """Return the highest die that succeeds for each pending die of a salvo or of morale checks."""
    decision, tables = state.decision, rules.tables
    if decision is None or decision.kind not in ("salvo", "morale"):
        return None
    if decision.kind == "salvo":
        return naval_odds.compute_salvo_odds(rules, state, decision)
    terms, keys = [], []
    for letter in decision.dice:
        side = rules.side_of_letter[letter]
        lost, change = state.losses[NUMBER[side]], state.checks[NUMBER[side]]
        limit = find_failure_limit(rules, lost) - change
        terms.append(OddsTerm("morale_check", limit, decision.rule, str(lost), side))
        keys.append(("check", str(min(lost, max(map(int, tables.check))))))
        if change:  # by a card, which the state does not name
            cards = rules.spec.values.tables["event"].items()
            keys += [("event", card) for card, effect in cards if effect.value[0] == "check"]
    provenance = rules.spec.values.weakest_provenance(keys)
    return Odds((), 0, tuple(terms), provenance, (), roll="each", attacker=terms[0].side)


# ---- results ----------------------------------------------------------------------------


def _find_results(rules: RussoJapaneseContext, difference: int) -> Results:
    """Return the results of a column; below the first one there is no die (9.5)."""
    table = rules.tables.results
    if difference < rules.tables.lowest:
        return (("NE", 1.0),)
    return find_probabilities(find_results(table, difference))


def _find_column(rules: RussoJapaneseContext, difference: int) -> str:
    """Return the heading of a column, or '' below the first one."""
    tables = rules.tables
    return "" if difference < tables.lowest else format_heading(tables.results, difference)


def _build_case(what: str, results: Results, provenance: str, cards: tuple[str, ...]) -> OddsCase:
    good = sum(chance for result, chance in results if result not in FAILURES)
    return OddsCase(what, results, good, provenance, cards)


def _list_plays(
    rules: RussoJapaneseContext, side: str, target: int, rolled: Results, cards: Cards
) -> Iterator[tuple[str, int, Results]]:
    """Yield each card that gives or changes an attacker's result (10.4.5).

    Yields:
        The label of its case, the card, and the results with it.
    """
    for card in cards:
        effect, *words = rules.event.get((side, card), ("none",))
        if effect != "result":
            continue
        time, role, place, *changes = words
        if role != "attack" or (place != "any" and target != rules.tables.port_arthur):
            continue
        found: dict[str, float] = {}
        if time == "before":
            found[changes[0]] = 1.0
        else:
            change = card_events.parse_changes(changes)
            for result, chance in rolled:
                after = change.get(result, result)
                found[after] = found.get(after, 0.0) + chance
        yield f"card_{time}", card, tuple(found.items())


# ---- provenance -------------------------------------------------------------------------


def _find_provenance(
    rules: RussoJapaneseContext, keys: list[tuple[str, str]], difference: int
) -> str:
    """Return the weakest provenance of the values of a difference and of its column."""
    tables, found = rules.tables, [*keys]
    if difference >= tables.lowest:
        found.append(("results", str(find_column_number(tables.results, difference))))
    return rules.spec.values.weakest_provenance(found)


def find_roll_provenance(
    rules: RussoJapaneseContext, state: RussoJapaneseState, fight: RussoJapaneseCombat
) -> str:
    """Return the weakest provenance of the values of a combat and of the map."""
    lines = list_terms(rules, state, fight.units, fight.place, False)
    keys = _list_keys(rules, state, lines, fight.place) + rules.spec.values.list_keys(*MAP)
    keys += [("allowance", line.unit) for line in lines if line.unit in rules.tables.unit]
    return _find_provenance(rules, keys, fight.difference)


def _list_keys(
    rules: RussoJapaneseContext, state: RussoJapaneseState, lines: tuple[OddsTerm, ...], target: int
) -> list[tuple[str, str]]:
    """Return the values that the difference of an attack depends on.

    The lists of rivers and of towns are among them: they also exclude all other hexes and hexsides.
    """
    tables, values = rules.tables, rules.spec.values
    keys = [("terrain", tables.ids[target]), ("place", "town")]
    keys += [("river", course) for course in values.tables["river"]]
    grounds = ("town",) if target in tables.town else ()
    covers = [word for word in (tables.terrain[target], *grounds) if word in values.tables["cover"]]
    keys += [("cover", word) for word in covers]
    for line in lines:
        if line.label in ("attacker", "defender"):
            turned = state.flipped and line.unit == tables.units[tables.garrison]
            keys += [("kinds", line.unit), ("reverse" if turned else "strength", line.unit)]
        elif line.label == "river":
            keys.append(("cover", "river"))
    return keys


MAP = ("grid", "terrain", "water_side", "place", "limit")
"""The tables that retreats depend on."""

ODDS: dict[
    str, Callable[[RussoJapaneseContext, RussoJapaneseState, Decision, Event], Odds | None]
] = {
    "declare": compute_declared_odds,
    "fight": compute_chosen_odds,
    "reply-before": compute_reply_odds,
    **naval_odds.ODDS,
}
"""The functions for the odds, by the kind of the decision."""
