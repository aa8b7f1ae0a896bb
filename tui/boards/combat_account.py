"""The account of a combat: the factors of each side, the number needed, the dice, the result.

It is made from the odds of a rule set and from the events since the attack, before the roll and
after it, for every kind of combat of every game.
"""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from senpu.notation.events import Attack, Event, Roll, Word
from senpu.replay.core.narration import Narrator
from senpu.replay.core.odds import Odds, OddsTerm
from senpu.replay.core.rules import AnyRules, Effect, IllegalEventError, Piece
from senpu.replay.core.states import Decision, State
from senpu.replay.core.timeline import GameLine
from senpu.tui.boards.scene import Scene, find_changes, is_lost

LONG_AGO = 100
"""Maximum events between an activation and its last attack."""
REPLY = "reply-"
"""The prefix of the kinds of reply decisions; the rest names the window."""
STEPS = ("roll", "now", "again")
"""Prefixes of kinds of effects: of the die, of a card, of a restored result."""
DIE = "die"
"""The label of the line of a rolled die."""


class AccountLine(msgspec.Struct, frozen=True):
    """A factor of one side."""

    label: str
    """A label of the game's texts."""
    unit: str
    """The unit, the units (`a1+a2`) or the place that it is about; may be empty."""
    value: int
    """The number that it adds to the total; if each die counts alone, the highest die that hits."""
    rule: str
    pips: tuple[int, ...] = ()
    """Its own dice, once they are rolled."""


class AccountSide(msgspec.Struct, frozen=True):
    """The factors of one side, and their total."""

    side: str
    total: int
    """If each die counts alone, the number of hits."""
    lines: tuple[AccountLine, ...]
    dice: int = 0
    """The number of dice, if each counts alone."""
    is_open: bool = False
    """True if a roll that is not made yet adds to the total."""


class AccountRoll(msgspec.Struct, frozen=True):
    """The dice of one roll of a combat."""

    kind: str
    """The kind of the decision."""
    pips: tuple[int, ...]
    letters: tuple[str, ...]
    """The letters of the sides that rolled; empty if the dice belong to no side."""


class AccountReply(msgspec.Struct, frozen=True):
    """A reply to an attack: a card, or none."""

    window: str
    side: str
    event: Word | None
    """None if the reply is pending."""


class CombatAccount(msgspec.Struct, frozen=True):
    """A combat, from its declaration to its result."""

    odds: Odds
    sides: tuple[AccountSide, ...]
    """The attacker first."""
    number: int = 0
    """The event that began it; 0 for an event that is not played."""
    place: str = ""
    card: str = ""
    """The card that is spent on the attack."""
    rule: str = ""
    dice: Decision | None = None
    """The decision of dice that no attack stated."""
    rolls: tuple[AccountRoll, ...] = ()
    """All rolls in order."""
    main: AccountRoll | None = None
    """The roll that decides, once it is made."""
    results: tuple[Effect, ...] = ()
    """The last effects that have a text as a result."""
    earlier: str = ""
    """The result that a card changed, as in the table."""
    replies: tuple[AccountReply, ...] = ()
    pending: Decision | None = None
    """The pending decision of the combat."""
    pieces: dict[str, Piece] = {}
    """The units before the attack."""
    fates: dict[str, str] = {}
    """The units that are `lost`, `retreated` or `reduced` since the attack."""

    @property
    def difference(self) -> int:
        """Return the attacker's total less the defender's."""
        attack, *others = [side.total for side in self.sides] or [0]
        return attack - sum(others)

    @property
    def die(self) -> int:
        """Return the die that selects a result of the column; 0 if there is none."""
        if not self.odds.faces or self.main is None or len(self.main.pips) != 1:
            return 0
        return self.main.pips[0]


def compute_odds(rules: AnyRules, state: State, event: Event) -> Odds | None:
    """Return the odds of an event if it is an attack in that position, else None."""
    try:
        return None if type(event) is Roll else rules.odds(state, event)
    except (IllegalEventError, KeyError, LookupError):
        return None


def is_table(odds: Odds) -> bool:
    """Return whether the difference of the totals selects a column, or allows no roll."""
    return bool(odds.faces) or odds.roll == "none"


# ---- the sides ------------------------------------------------------------------------------


def list_sides(
    odds: Odds, order: Iterable[str], main: AccountRoll | None = None, letters: str = ""
) -> tuple[AccountSide, ...]:
    """Return the factors and totals of both sides, with the dice that add to them.

    Args:
        odds: The odds of the attack.
        order: The ids of the sides of the game.
        main: The roll that decides, if it is made.
        letters: The letters of the same sides.

    Returns:
        The sides with factors, and their enemies, the attacker first; none without factors.
    """
    if not odds.terms:
        return ()
    sides = sorted(order, key=lambda side: side != odds.attacker)
    letter = dict(zip(order, letters, strict=False))
    if odds.roll == "each":
        return tuple(_list_dice(odds, sides, main))
    found = []
    for side in sides:
        sign = 1 if is_table(odds) == (side == odds.attacker) else -1
        lines = [
            AccountLine(term.label, term.unit, sign * term.number, term.rule)
            for term in odds.terms
            if term.side == side
        ]
        adds = not is_table(odds) and (side == odds.attacker or odds.roll == "difference")
        if adds and main is not None:
            own = [
                pip
                for at, pip in enumerate(main.pips)
                if not main.letters or main.letters[at] == letter.get(side)
            ]
            lines.append(AccountLine(DIE, "", sum(own), odds.terms[0].rule, tuple(own)))
        total = sum(line.value for line in lines)
        found.append(AccountSide(side, total, tuple(lines), is_open=adds and main is None))
    return tuple(found)


def _list_dice(odds: Odds, sides: Iterable[str], main: AccountRoll | None) -> Iterator[AccountSide]:
    """Yield the sides that roll dice which count alone; equal lines are merged."""
    pips = main.pips if main else ()
    for side in sides:
        lines: dict[OddsTerm, list[int]] = {}
        count = 0
        for at, term in enumerate(odds.terms):
            if term.side == side:
                lines.setdefault(term, []).extend(pips[at : at + 1])
                count += 1
        if not lines:
            continue
        hits = sum(pip <= term.number for term, own in lines.items() for pip in own)
        found = [
            AccountLine(term.label, term.unit, term.number, term.rule, tuple(own))
            for term, own in lines.items()
        ]
        yield AccountSide(side, hits, tuple(found), count, main is None)


def make_account(odds: Odds, narrator: Narrator, pieces: Iterable[Piece] = ()) -> CombatAccount:
    """Return the account of an attack that is not played."""
    sides = narrator.spec.sides
    rule = odds.terms[0].rule if odds.terms else ""
    return CombatAccount(
        odds,
        list_sides(odds, [side.id for side in sides]),
        rule=rule,
        pieces={piece.id: piece for piece in pieces},
    )


# ---- the attack of a position ---------------------------------------------------------------


def find_account(scene: Scene, timeline: GameLine, narrator: Narrator) -> CombatAccount | None:
    """Return the combat or roll of this activation, or None."""
    first, last = max(scene.activation.start, 1), scene.number
    return _find_roll(scene, timeline, narrator, first) or _build(timeline, narrator, first, last)


def find_previous_account(
    scene: Scene, timeline: GameLine, narrator: Narrator
) -> CombatAccount | None:
    """Return the last combat before this activation, within LONG_AGO events, or None."""
    last = min(scene.activation.start, scene.number + 1) - 1
    oldest = max(last - LONG_AGO, 0)
    while last > oldest:
        activation = timeline.find_activation(last)
        event = timeline.get_event(activation.start).event
        if type(event) is Attack or any(_is_roll(timeline, at) for at in activation):
            found = _build(timeline, narrator, activation.start, last)
            if found is not None and found.sides:
                return found
        last = activation.start - 1
    return None


def _is_roll(timeline: GameLine, number: int) -> bool:
    return type(timeline.get_event(number).event) is Roll


def _find_roll(
    scene: Scene, timeline: GameLine, narrator: Narrator, first: int
) -> CombatAccount | None:
    """Return the account of dice that no attack stated: just rolled, pending, or rolled before."""
    now = scene.number
    numbers = [now, *range(now - 1, first - 2, -1)]
    if now and _is_roll(timeline, now):
        numbers[:2] = [now - 1, now]
    for number in numbers:
        if number < scene.number and not _is_roll(timeline, number + 1):
            continue
        state = timeline.get_position(number).state
        odds = timeline.rules.roll_odds(state)
        if odds is None or state.decision is None:
            continue
        rolled = number < scene.number
        rolls = tuple(_list_rolls(timeline, number + 1, number + 1)) if rolled else ()
        main = rolls[-1] if rolls else None
        order = [side.id for side in narrator.spec.sides]
        effects = timeline.get_position(number + 1).effects if rolled else ()
        return CombatAccount(
            odds,
            list_sides(odds, order, main),
            number + 1 if rolled else 0,
            rule=state.decision.rule,
            dice=state.decision,
            rolls=rolls,
            main=main,
            results=_select_results(effects, narrator),
            pending=None if rolled else state.decision,
            pieces=_list_pieces(timeline, number),
        )
    return None


def _find_odds(timeline: GameLine, first: int, last: int) -> tuple[int, Odds] | None:
    """Return the event of the last attack among some events, and its odds with all answers."""
    rules = timeline.rules
    answers: list[Odds] = []
    plain: tuple[int, Odds] | None = None
    for number in reversed(range(first, last + 1)):
        event, state = timeline.get_event(number).event, timeline.get_position(number - 1).state
        odds = compute_odds(rules, state, event)
        if odds is None or state.decision is None:
            continue
        continues = state.decision.kind in rules.continuing_kinds
        if type(event) is Word and continues and odds.attacker:
            answers.append(odds)
        elif odds.terms:
            for answer in reversed(answers):
                changed = {(term.label, term.side) for term in answer.terms}
                kept = [term for term in odds.terms if (term.label, term.side) not in changed]
                odds = replace(answer, terms=(*kept, *answer.terms))
            return number, odds
        elif not state.decision.kind.startswith(REPLY):
            plain = plain or (number, odds)
    return plain


def _build(timeline: GameLine, narrator: Narrator, first: int, last: int) -> CombatAccount | None:
    """Return the last combat among some events of one activation, or None."""
    found = _find_odds(timeline, first, last)
    if found is None:
        return None
    number, odds = found
    event, before = timeline.get_event(number).event, timeline.get_position(number - 1)
    rolls = tuple(_list_rolls(timeline, number + 1, last))
    main = next((roll for roll in reversed(rolls) if _decides(roll, odds)), None)
    sides = narrator.spec.sides
    order, letters = [side.id for side in sides], "".join(side.letter for side in sides)
    decision, asked = before.state.decision, timeline.get_position(last).state.decision
    effects = [timeline.get_position(at).effects for at in range(number, last + 1)]
    every = list(filter(None, (_select_results(each, narrator) for each in effects)))
    results = every[-1] if every else ()
    named = [find_result(effect.kind, narrator) for each in every for effect in each]
    earlier = next((name for name in reversed(named) if name != named[-1]), "")
    pieces = _list_pieces(timeline, number - 1)
    return CombatAccount(
        odds,
        list_sides(odds, order, main, letters),
        number,
        _find_place(event, pieces),
        next((each for each in getattr(event, "payer", ()) if each.startswith("#")), ""),
        odds.terms[0].rule if odds.terms else decision.rule if decision else "",
        rolls=rolls,
        main=main,
        results=results,
        earlier=earlier if earlier in odds.faces else "",
        replies=tuple(_list_replies(timeline, number + 1, last)),
        pending=asked if asked and asked.kind in timeline.rules.continuing_kinds else None,
        pieces=pieces,
        fates=_list_fates(timeline, number, last, pieces),
    )


def _decides(roll: AccountRoll, odds: Odds) -> bool:
    """Return whether a roll decides the combat: the dice of defensive fire belong to no side."""
    return bool(roll.letters) or odds.roll != "difference"


def _list_rolls(timeline: GameLine, first: int, last: int) -> Iterator[AccountRoll]:
    """Yield the rolls among some events."""
    for number in range(first, last + 1):
        event = timeline.get_event(number).event
        decision = timeline.get_position(number - 1).state.decision
        if type(event) is Roll and decision is not None:
            yield AccountRoll(decision.kind, event.pips, event.sides or ())


def find_result(kind: str, narrator: Narrator) -> str:
    """Return the id of the text of a result by the kind of its effect, or "" if it has none.

    A result of a table has one text, however the effect came about: `rollDR`, `nowDR`.
    """
    names = (kind, *(kind.removeprefix(step) for step in STEPS))
    return next((name for name in names if narrator.has(f"result.{name}")), "")


def _select_results(effects: Iterable[Effect], narrator: Narrator) -> tuple[Effect, ...]:
    """Return the effects of the last kind that has a text as a result."""
    found = [effect for effect in effects if find_result(effect.kind, narrator)]
    return tuple(effect for effect in found if effect.kind == found[-1].kind)


def _list_replies(timeline: GameLine, first: int, last: int) -> Iterator[AccountReply]:
    """Yield the replies among some events, and the pending one."""
    for number in range(first, last + 2):
        decision = timeline.get_position(number - 1).state.decision
        if decision is None or not decision.kind.startswith(REPLY):
            continue
        event = timeline.get_event(number).event if number <= last else None
        if event is None or type(event) is Word:
            window = decision.kind.removeprefix(REPLY)
            yield AccountReply(window, decision.side, event)


def _find_place(event: Event, pieces: dict[str, Piece]) -> str:
    """Return the attacked place of an attack, a fire, or a word that resolves one."""
    if isinstance(event, Word):
        named = event.args[0] if event.args else ""
        return "" if named.startswith("#") else named
    path = getattr(event, "path", ())
    unit = getattr(event, "unit", "")
    place = getattr(event, "place", "") or (path[-1] if path else "")
    return place or (pieces[unit].place if unit in pieces else "")


def _list_pieces(timeline: GameLine, number: int) -> dict[str, Piece]:
    board = timeline.rules.board(timeline.get_position(number).state)
    return {piece.id: piece for piece in board.pieces}


def _list_fates(
    timeline: GameLine, first: int, last: int, before: dict[str, Piece]
) -> dict[str, str]:
    """Return what some events did to units: lost, reduced or retreated."""
    rules = timeline.rules
    retreated = {
        unit
        for number in range(first, last + 1)
        for effect in timeline.get_position(number).effects
        if effect.kind.startswith("retreat")
        for unit in effect.units
    }
    found = dict.fromkeys(retreated, "retreated")
    old = rules.board(timeline.get_position(first - 1).state)
    new = rules.board(timeline.get_position(last).state)
    for was, now in find_changes(old, new):
        if is_lost(was, now):
            found[now.id] = "lost"
        elif was.reduced < now.reduced:
            found[now.id] = "reduced"
    order = list(before)
    return dict(sorted(found.items(), key=lambda pair: order.index(pair[0])))
