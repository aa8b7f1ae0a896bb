"""Check of the fleets of a position against the rules (chapter 11)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from senpu.replay.core.rules import IllegalEventError
from senpu.replay.core.states import CHANCE, Decision
from senpu.replay.games.russojapanese import naval_battles, naval_repairs, naval_sorties
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.control import find_holder
from senpu.replay.games.russojapanese.fleets import (
    FIRST,
    HIDDEN,
    PORT_ARTHUR,
    SECOND,
    UNMARKED,
    VLADIVOSTOK,
    RussoJapaneseNavalBattle,
    RussoJapaneseNavy,
)
from senpu.replay.games.russojapanese.naval_battles import RussoJapaneseBattleSides
from senpu.replay.games.russojapanese.naval_cards import BLOCKADE, MINES
from senpu.replay.games.russojapanese.state import (
    JAPAN,
    RussoJapaneseState,
    get_hand,
    get_navy,
)

Expect = Callable[[RussoJapaneseContext, RussoJapaneseState, Decision], RussoJapaneseState]
"""Returns the position that a kind of decision belongs to, from the position without a decision."""

IN_ORDER = (PORT_ARTHUR, FIRST, VLADIVOSTOK, SECOND)
"""The order in which fleets sortie in a phase (11.2)."""
LINES = ("line", "oppose", "surplus")
BATTLES = (*LINES, "akiyama", "salvo")
"""The decisions of a battle at sea."""
AT_SEA = ("ambush", "toll", "steps", "sail", "intercept")
"""The decisions of a sortie of the Port Arthur fleet before a battle."""


def check_fleets(rules: RussoJapaneseContext, state: RussoJapaneseState, side: str) -> None:
    """Check the fleets of a position.

    Args:
        rules: The data of the game.
        state: The position.
        side: The side whose view it is; empty for a whole position.

    Raises:
        IllegalEventError: The position breaks a rule.
    """
    navy = state.navy
    if (navy is not None) is not rules.naval:
        why = "noFleets" if navy else "fleetsMissing"
        raise rules.reject(why, "ships", field="fleets" if navy else "next")
    if navy is None:
        return
    _check_flagship(rules, state, navy, side)
    is_taken = find_holder(rules.tables, state, rules.tables.port_arthur) == JAPAN
    if is_taken and rules.fleets.list_afloat(navy, PORT_ARTHUR):
        raise rules.reject("fleetFallen", "ports", field="fleets")
    if not state.turn and replace(navy, flagship=UNMARKED) != rules.fleets.fresh:
        raise rules.reject("otherStart", "ships", field="fleets")
    _check_phase(rules, state, navy, state.decision.kind if state.decision else "")


def _reject(why: str, rules: RussoJapaneseContext, number: str) -> IllegalEventError:
    return rules.reject(why, number, field="fleets")


def _check_flagship(
    rules: RussoJapaneseContext, state: RussoJapaneseState, navy: RussoJapaneseNavy, side: str
) -> None:
    """Check the flagship, which Japan does not know until it is sunk (11.5)."""
    fleets, flagship = rules.fleets, navy.flagship
    is_asked = state.decision is not None and state.decision.kind == "flagship"
    is_early = state.outcome is not None and not state.turn and flagship == UNMARKED
    afloat = fleets.list_afloat(navy, PORT_ARTHUR)
    if side == JAPAN and not navy.revealed:
        is_right = flagship == HIDDEN
    elif is_asked or is_early or (flagship == UNMARKED and not afloat and not navy.revealed):
        is_right = flagship == UNMARKED
    elif flagship not in fleets.ships[PORT_ARTHUR]:
        is_right = False
    elif navy.revealed:
        is_right = not navy.steps[flagship]
    else:  # reading 68: it is lost in secret only with its whole fleet
        is_right = bool(navy.steps[flagship]) or not afloat
    if not is_right:
        why = "flagshipSecret" if flagship == HIDDEN or side == JAPAN else "otherFlagship"
        raise _reject(why, rules, "flagship")


# ---- the sorties of a phase -------------------------------------------------------------


def _check_phase(
    rules: RussoJapaneseContext, state: RussoJapaneseState, navy: RussoJapaneseNavy, kind: str
) -> None:
    """Check which fleets sortied, and what is under way."""
    sailed, battle = navy.sailed, navy.battle
    if (battle is not None) is not (kind in BATTLES):
        raise _reject("otherBattle", rules, "line")
    if navy.card not in ((BLOCKADE, MINES) if kind == "toll" else (0,)):
        raise _reject("otherSeaRecord", rules, "ambush")
    out, not_out = _list_required(state, navy, kind)
    is_order = sailed == tuple(fleet for fleet in IN_ORDER if fleet in sailed)
    alone = (FIRST in sailed and PORT_ARTHUR not in sailed) or (
        SECOND in sailed and VLADIVOSTOK not in sailed
    )
    if not is_order or alone or not out <= set(sailed) or not not_out.isdisjoint(sailed):
        raise _reject("otherSailed", rules, "out")
    if navy.interfered:
        is_after = PORT_ARTHUR in sailed and (
            kind in ("raid", "hunt", "repair", "second", "discard")
            or (battle is not None and VLADIVOSTOK in battle.fleets)
        )
        if not is_after:
            raise _reject("otherSeaRecord", rules, "interference")
    if kind in AT_SEA and not rules.fleets.list_afloat(navy, PORT_ARTHUR):
        raise _reject("noShips", rules, "sail")
    if battle is not None:
        _check_battle(rules, state, navy, battle)


def _list_required(
    state: RussoJapaneseState, navy: RussoJapaneseNavy, kind: str
) -> tuple[set[str], set[str]]:
    """Return the fleets that must have sortied, and the fleets that must not."""
    every = set(IN_ORDER)
    battle = navy.battle
    if kind in AT_SEA:
        return {PORT_ARTHUR}, every - {PORT_ARTHUR}
    if battle is not None:
        later = {VLADIVOSTOK, SECOND} if PORT_ARTHUR in battle.fleets else set[str]()
        return set(battle.fleets), later
    if kind == "hunt":
        return {VLADIVOSTOK}, {SECOND}
    if kind == "raid" or (kind == "discard" and state.stage == "raid"):
        return {PORT_ARTHUR} if kind == "discard" else set(), {VLADIVOSTOK, SECOND}
    if kind == "discard" and state.stage == "home":
        return {VLADIVOSTOK}, set()
    return set(), set() if kind in ("repair", "second") else every


def expect_discard(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    """Return the position with a discard after interference or harassment (11.2.5, 11.2.8)."""
    surplus = len(get_hand(state, JAPAN)) - state.limit
    key = {"raid": "interference", "home": "harassment"}.get(state.stage)
    navy = state.navy
    is_early = rules.limit_waits  # reading 30
    if key is None or navy is None or not state.limit or surplus <= 0 or is_early:
        raise IllegalEventError("otherDecision", decision.rule, field="next")
    if navy.interfered is not (key == "interference"):
        raise _reject("otherSeaRecord", rules, key)
    asked = Decision(CHANCE, "discard", rules.number[key], (JAPAN,), count=surplus)
    return replace(state, decision=asked)


# ---- battles ----------------------------------------------------------------------------


def _check_battle(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    navy: RussoJapaneseNavy,
    battle: RussoJapaneseNavalBattle,
) -> None:
    """Check the ships of a battle, their pairs, and the shots so far (11.3)."""
    assert state.decision is not None
    kind, fleets = state.decision.kind, rules.fleets
    if battle.fleets not in ((FIRST, PORT_ARTHUR), (SECOND, VLADIVOSTOK)):
        raise _reject("otherBattle", rules, "line")
    for pair in battle.pairs:
        if tuple(fleets.fleet[ship] for ship in pair) != battle.fleets:
            raise _reject("otherPairs", rules, "line")
    if kind != "salvo" and (battle.salvo or any(battle.hits) or battle.japan_first):
        raise _reject("otherSeaRecord", rules, "gunnery")
    is_line = kind in LINES
    if bool(battle.order) is not (kind in ("oppose", "surplus")):
        raise _reject("otherPairs", rules, "line")
    first = _count_first(battle)
    if battle.japan_first and battle.salvo >= first:  # 11.3.4: ships may be sunk meanwhile
        is_right = bool(battle.pairs) and _are_paired(rules, navy, battle)
    else:
        is_right = _are_pairs_legal(rules, navy, battle, is_complete=not is_line)
    if not is_right:
        raise _reject("otherPairs", rules, "line")
    if kind == "salvo":
        _check_shots(rules, battle)


def _count_first(battle: RussoJapaneseNavalBattle) -> int:
    """Return the number of salvos before the first hits count."""
    return len(naval_battles.list_salvos(battle)[0]) if battle.pairs else 0


def _check_shots(rules: RussoJapaneseContext, battle: RussoJapaneseNavalBattle) -> None:
    """Check the number of the salvo and the hits."""
    first, then = naval_battles.list_salvos(battle)
    placed = {ship for pair in battle.pairs for ship in pair}
    is_hit_elsewhere = any(n and ship not in placed for ship, n in enumerate(battle.hits))
    if battle.salvo >= len(first) + len(then) or is_hit_elsewhere:
        raise _reject("otherSeaRecord", rules, "gunnery")
    if not battle.salvo and any(battle.hits):
        raise _reject("otherSeaRecord", rules, "gunnery")


def _are_paired(
    rules: RussoJapaneseContext, navy: RussoJapaneseNavy, battle: RussoJapaneseNavalBattle
) -> bool:
    """Return whether each ship afloat has an enemy, and the first pairs are one against one."""
    placed = {ship for pair in battle.pairs for ship in pair}
    afloat = {ship for fleet in battle.fleets for ship in rules.fleets.list_afloat(navy, fleet)}
    matched = min(len({pair[at] for pair in battle.pairs}) for at in (0, 1))
    singles = battle.pairs[:matched]
    is_single = all(len({pair[at] for pair in singles}) == matched for at in (0, 1))
    return afloat <= placed and is_single


def _are_pairs_legal(
    rules: RussoJapaneseContext,
    navy: RussoJapaneseNavy,
    battle: RussoJapaneseNavalBattle,
    is_complete: bool,
) -> bool:
    """Return whether the line and the pairs follow 11.3.1, one after the other."""
    sides = RussoJapaneseBattleSides(rules, navy, battle)
    if not sides.japan or not sides.russia:
        return False
    sound, order = sides.sound["russia"], battle.order
    if order:
        canonical = tuple(k for start, end in sides.blocks for k in sorted(order[start:end]))
        is_line = sorted(order) == sorted(sides.russia) and set(order[: len(sound)]) == sound
        if canonical != order or not is_line:
            return False
    elif battle.pairs and not is_complete:
        return False
    for at, (one, other) in enumerate(battle.pairs):
        before = replace(battle, pairs=battle.pairs[:at])
        if at < sides.matched:
            left = naval_battles.find_unplaced_ships(sides.russia, before)
            is_next = other == order[at] if order else other in left
            is_next = is_next and (other in sound) is (at < len(sound))
            is_right = is_next and one in naval_battles.find_opponents(sides, before)
        else:
            ship, target = (one, other) if sides.larger == JAPAN else (other, one)
            next_ones = naval_battles.find_unplaced(sides, before)[:1]
            is_right = (ship,) == next_ones and target in naval_battles.find_targets(sides, before)
        if not is_right:
            return False
    if not is_complete:
        return True
    return len(battle.pairs) >= sides.matched and not naval_battles.find_unplaced(sides, battle)


# ---- the decision that the rest of the position leads to --------------------------------


def _expect_flagship(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    return naval_sorties.ask_flagship(rules, state)


def _expect_sortie(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    return naval_sorties.begin(rules, state)


def _expect_ambush(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    return replace(naval_sorties.follow_ambush(rules, state)[0], stage="ambush")


def _expect_steps(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    """Return the position with the choice of lost steps pending, whose number the die gave."""
    navy, fleets = get_navy(state), rules.fleets
    ships, number = fleets.list_afloat(navy, PORT_ARTHUR), decision.count
    is_choice = len(ships) > 1 and number < sum(navy.steps[ship] for ship in ships)
    if not is_choice or not 1 <= number <= 6:
        raise IllegalEventError("otherDecision", decision.rule, field="next")
    units = fleets.list_names(ships)
    asked = Decision(JAPAN, "steps", rules.number["ambush"], units, count=number)
    return replace(state, decision=asked, stage="ambush")


def _expect_sail(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    return replace(naval_sorties.follow_sail(rules, state)[0], stage="sail")


def _expect_intercept(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    if not rules.fleets.list_afloat(get_navy(state), FIRST):
        raise _reject("noShips", rules, "intercept")
    asked = Decision(JAPAN, "intercept", rules.number["intercept"])
    return replace(state, decision=asked, stage="interference")


def _follow(stage: str, follow: Callable[..., tuple[RussoJapaneseState, object]]) -> Expect:
    """Return the function for a decision that a stage asks for."""

    def expect(
        rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
    ) -> RussoJapaneseState:
        return follow(rules, replace(state, stage=stage))[0]

    return expect


def _expect_repair(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> RussoJapaneseState:
    """Return the position with repairs of either fleet pending (11.4)."""
    follow = naval_repairs.follow_first if decision.side == JAPAN else naval_repairs.follow_home
    return follow(rules, state)[0]


EXPECTED: dict[str, Expect] = {
    "flagship": _expect_flagship, "sortie": _expect_sortie, "ambush": _expect_ambush,
    "toll": _expect_ambush, "steps": _expect_steps, "sail": _expect_sail,
    "intercept": _expect_intercept,
    **dict.fromkeys(LINES, _follow("line", naval_battles.follow_line)),
    "akiyama": _follow("akiyama", naval_battles.follow_akiyama),
    "salvo": _follow("salvo", naval_battles.follow_salvo),
    "raid": _follow("raid", naval_sorties.follow_raid),
    "hunt": _follow("hunt", naval_sorties.follow_hunt),
    "repair": _expect_repair, "second": _follow("repair-second", naval_repairs.follow_second),
}  # fmt: skip
"""The functions for the decisions of chapter 11."""
