"""The odds of what rolls a die at an enemy on land, exactly: attacks as they are declared, fights
as they are begun and answered, and what a card in the attacker's hand would make of them (9.4.2,
9.5, 10.4.5). What rolls dice at sea stands in :mod:`naval_odds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from senpu.notation.events import Attack, Event, Word
from senpu.replay.core.odds import Case, Odds, Results, Term
from senpu.replay.core.rules import Decision
from senpu.replay.games.russojapanese import card_events, deck, naval_odds
from senpu.replay.games.russojapanese.combat import terms
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.state import NO, Cards, State, card_name, card_of, hand
from senpu.replay.parts.counters import Group
from senpu.replay.parts.tables import column_number, heading, results_of, shares

FAILURES = ("NE", "AR", "AE")
UNANSWERED = ("no_cards",)


def odds(rules: RussoJapanese, state: State, event: Event) -> Odds | None:
    """What the dice give if nobody plays a card on it; nothing where none are rolled at an
    enemy.
    """
    decision = state.decision
    found = ODDS.get(decision.kind) if decision else None
    return found(rules, state, decision, event) if decision and found else None


def declared(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Odds | None:
    """An attack that is declared now, without support; any card may support it later (9.4.2)."""
    if not isinstance(event, Attack):
        return None
    sheet, side = rules.sheet, decision.side
    group = tuple([sheet.unit[ident] for ident in event.units])
    cards = deck.playable(state, side)
    return _attack(rules, state, group, sheet.index[event.place], False, cards, cards)


def fought(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Odds | None:
    """An attack that is chosen to be fought now, with the card that supports it."""
    if not isinstance(event, Word):
        return None
    target, side = rules.sheet.index[event.args[0]], decision.side
    group = next(each.units for each in state.declared if each.place == target)
    if event.payer:  # a card that is not known here is any of those that are not, which come last
        card, held = card_of(event.payer[0]), hand(state, side)
        state = deck.spent(state, side, card if card in held else held[-1])
    return _attack(rules, state, group, target, bool(event.payer), (), deck.playable(state, side))


def _attack(
    rules: RussoJapanese, state: State, group: Group, target: int, support: bool,
    supports: Cards, plays: Cards,
) -> Odds:  # fmt: skip
    """`supports` are the cards that may still support it, `plays` those to be played on it."""
    sheet, side = rules.sheet, rules.sheet.side[group[0]]
    lines = terms(rules, state, group, target, support)
    difference = sum(line.number for line in lines)
    made = difference >= sheet.lowest  # 9.5: else it has no effect, and there are no windows
    cases: list[Case] = []
    if supports:
        names = tuple(card_name(card) for card in supports)
        cases.append(_case("support", _results(rules, difference + 1), names))
    if made:
        cases += _plays(rules, side, target, _results(rules, difference), plays)
    answers = made and any(state.hands)
    return Odds(
        _results(rules, difference), int(made), lines,
        _standing(rules, state, lines, group, target, difference), FAILURES,
        column=_column(rules, difference), roll="sum" if made else "none",
        assumptions=UNANSWERED if answers else (), cases=tuple(cases),
    )  # fmt: skip


def replied(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Odds | None:
    """Before the die: what it gives without a card, and what a card gives in its place."""
    fight, side = state.fight, decision.side
    if fight is None or not isinstance(event, Word):
        return None
    if event == NO:
        lines = terms(rules, state, fight.units, fight.place, False)
        return Odds(
            _results(rules, fight.difference), 1, (),
            _standing(rules, state, lines, fight.units, fight.place, fight.difference), FAILURES,
            column=_column(rules, fight.difference), assumptions=UNANSWERED,
        )  # fmt: skip
    card = card_of(event.args[0])
    effect, *words = rules.event.get((side, card), ("none",))
    if effect != "result":
        return None
    standing = rules.spec.values.weakest([("event", f"{rules.letter[side]}{card:02}")])
    return Odds(((words[3], 1.0),), 0, (), standing, FAILURES, roll="none", assumptions=UNANSWERED)


# ---- results ----------------------------------------------------------------------------


def _results(rules: RussoJapanese, difference: int) -> Results:
    """The results of a column; below the first one there is no die (9.5)."""
    table = rules.sheet.results
    if difference < rules.sheet.lowest:
        return (("NE", 1.0),)
    return shares(results_of(table, difference))


def _column(rules: RussoJapanese, difference: int) -> str:
    """The heading of a column; empty where none is read."""
    sheet = rules.sheet
    return "" if difference < sheet.lowest else heading(sheet.results, difference)


def _case(what: str, results: Results, cards: tuple[str, ...]) -> Case:
    good = sum(chance for result, chance in results if result not in FAILURES)
    return Case(what, results, good, cards)


def _plays(
    rules: RussoJapanese, side: str, target: int, rolled: Results, cards: Cards
) -> Iterator[Case]:
    """What each card that gives or changes an attacker's result would make of it (10.4.5)."""
    for card in cards:
        effect, *words = rules.event.get((side, card), ("none",))
        if effect != "result":
            continue
        time, role, place, *changes = words
        if role != "attack" or (place != "any" and target != rules.sheet.port_arthur):
            continue
        found: dict[str, float] = {}
        if time == "before":
            found[changes[0]] = 1.0
        else:
            change = card_events.changes_of(changes)
            for result, chance in rolled:
                after = change.get(result, result)
                found[after] = found.get(after, 0.0) + chance
        yield _case(f"card_{time}", tuple(found.items()), (card_name(card),))


# ---- what they rest on ------------------------------------------------------------------


def _standing(
    rules: RussoJapanese, state: State, lines: tuple[Term, ...], group: Group, target: int,
    difference: int,
) -> str:  # fmt: skip
    """The weakest standing of the numbers an attack rests on."""
    sheet, values = rules.sheet, rules.spec.values
    keys = [("terrain", sheet.ids[target])]
    if difference >= sheet.lowest:
        keys.append(("results", str(column_number(sheet.results, difference))))
    if target in sheet.town:
        keys.append(("place", "town"))
    for line in lines:
        if line.label in ("attacker", "defender"):
            turned = state.flipped and line.unit == sheet.units[sheet.garrison]
            keys.append(("reverse" if turned else "strength", line.unit))
        elif line.label == "river":
            sides = {frozenset((sheet.ids[state.where[k]], sheet.ids[target])) for k in group}
            keys += [
                ("river", name)
                for name, course in values.table("river").items()
                if any(frozenset(side.split("-")) in sides for side in course)
            ]
    return values.weakest(keys)


ODDS: dict[str, Callable[[RussoJapanese, State, Decision, Event], Odds | None]] = {
    "declare": declared,
    "fight": fought,
    "reply-before": replied,
    **naval_odds.ODDS,
}
"""By the kind of the ask."""
