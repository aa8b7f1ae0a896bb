"""Conservation at sea, after every event of random games.

Steps, the flagship and the battles are accounted for, and the laws on land hold too.
"""

from random import Random

from senpu.notation.events import Event, Word
from senpu.notation.writer import format_event
from senpu.replay.games.russojapanese.fleets import PORT_ARTHUR, SUNK, UNDAMAGED, RussoJapaneseNavy
from senpu.replay.games.russojapanese.rules import RussoJapaneseRules
from senpu.replay.games.russojapanese.state import RussoJapaneseState
from tests.games.laws import Law
from tests.games.russojapanese.naval_candidates import QUESTIONS, navy_of, rare
from tests.games.russojapanese.naval_positions import RULES
from tests.games.russojapanese.test_conservation import LAWS as ON_LAND


def steps_are_lost_by_fire_mines_port_arthur_or_exchange(
    rules: RussoJapaneseRules, before: RussoJapaneseState, event: Event, after: RussoJapaneseState
) -> bool:
    assert before.decision
    old, new = navy_of(before), navy_of(after)
    lost = [ship for ship, left in enumerate(new.steps) if left < old.steps[ship]]
    if not lost or before.decision.kind in ("salvo", "steps", "toll"):
        return True
    if before.decision.kind == "second":
        (given,) = lost
        assert isinstance(event, Word)
        return (
            rules.context.fleets.list_names((given,)) == event.payer
            and old.steps[given] == UNDAMAGED
        )
    retreated = bool(
        after.held & ~before.held & rules.context.tables.mark[rules.context.tables.port_arthur]
    )
    return retreated and lost == list(rules.context.fleets.list_afloat(old, PORT_ARTHUR))


def steps_come_back_by_repairs(
    rules: RussoJapaneseRules, before: RussoJapaneseState, event: Event, after: RussoJapaneseState
) -> bool:
    """Check that at most one, two and one ship of the fleets become undamaged (11.4).

    Of the sunk ships only the Second Fleet returns.
    """
    old, new = navy_of(before), navy_of(after)
    back = [ship for ship, left in enumerate(new.steps) if left > old.steps[ship]]
    fleets = [rules.context.fleets.fleet[ship] for ship in back]
    most = {"port_arthur": 1, "first": 2, "second": 1, "vladivostok": 0}
    return (
        all(new.steps[ship] == UNDAMAGED for ship in back)
        and all(fleets.count(fleet) <= number for fleet, number in most.items())
        and all(old.steps[ship] or rules.context.fleets.fleet[ship] == "second" for ship in back)
    )


def the_flagship_stays_what_it_is(
    _: RussoJapaneseRules, before: RussoJapaneseState, __: Event, after: RussoJapaneseState
) -> bool:
    old, new = navy_of(before), navy_of(after)
    return old.flagship in (-1, new.flagship) and (new.revealed or not old.revealed)


def a_flagship_sunk_is_known(
    rules: RussoJapaneseRules, _: RussoJapaneseState, __: Event, after: RussoJapaneseState
) -> bool:
    navy = navy_of(after)
    if navy.flagship < 0:
        return after.turn == 0 and not navy.revealed
    retreated = after.held & rules.context.tables.mark[rules.context.tables.port_arthur]
    sunk = navy.steps[navy.flagship] == SUNK
    return sunk if navy.revealed else not sunk or bool(retreated) or removed_steps(rules, navy)


def removed_steps(rules: RussoJapaneseRules, navy: RussoJapaneseNavy) -> bool:
    return not rules.context.fleets.list_afloat(navy, PORT_ARTHUR)


def port_arthur_in_japans_hands_has_no_fleet(
    rules: RussoJapaneseRules, _: RussoJapaneseState, __: Event, after: RussoJapaneseState
) -> bool:
    retreated = after.held & rules.context.tables.mark[rules.context.tables.port_arthur]
    return not retreated or removed_steps(rules, navy_of(after))


def battles_end_with_their_salvos(
    _: RussoJapaneseRules, __: RussoJapaneseState, ___: Event, after: RussoJapaneseState
) -> bool:
    battle = navy_of(after).battle
    asked = after.decision.kind if after.decision else ""
    return (battle is not None) == (asked in ("line", "oppose", "surplus", "akiyama", "salvo"))


def fleets_are_home_outside_their_steps(
    _: RussoJapaneseRules, __: RussoJapaneseState, ___: Event, after: RussoJapaneseState
) -> bool:
    navy, asked = navy_of(after), after.decision.kind if after.decision else ""
    return asked in (*QUESTIONS, "discard") or (navy.sailed, navy.card) == ((), 0)


def nothing_is_locked_in(
    _: RussoJapaneseRules, __: RussoJapaneseState, ___: Event, after: RussoJapaneseState
) -> bool:
    return not after.locked


LAWS: tuple[Law, ...] = (
    steps_are_lost_by_fire_mines_port_arthur_or_exchange,
    steps_come_back_by_repairs,
    the_flagship_stays_what_it_is,
    a_flagship_sunk_is_known,
    port_arthur_in_japans_hands_has_no_fleet,
    battles_end_with_their_salvos,
    fleets_are_home_outside_their_steps,
    nothing_is_locked_in,
)
BOTH = [
    law
    for law in ON_LAND
    if law.__name__
    not in (
        "a_lost_port_arthur_locks_its_fleet_for_good",  # the fleet is lost instead (11.6)
        "what_is_spent_lies_on_the_discards",  # a ship may pay too (11.4)
    )
]


def test_the_laws_hold_in_rare_positions() -> None:
    random = Random(3)
    for state in rare():
        for _ in range(20):
            before = state
            for _ in range(40):
                event = RULES.sample(before, random)
                after = RULES.apply(before, event)[0]
                broken = [law.__name__ for law in LAWS if not law(RULES, before, event, after)]
                assert not broken, format_event(event)
                before = after
                if before.decision is None:
                    break
