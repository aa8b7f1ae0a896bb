"""Hidden facts do not affect the view of a side: the other hand and the deck."""

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.notation.writer import format_event
from senpu.replay.analysis.value import open_value
from senpu.replay.core.reducer import Reducer, ReductionError
from senpu.replay.core.states import CHANCE
from senpu.replay.core.views import View
from senpu.replay.games.russojapanese.state import (
    ENEMY,
    JAPAN,
    NUMBER,
    RUSSIA,
    SIDES,
    RussoJapaneseState,
    get_hand,
)
from tests.games.random_play import collect_positions
from tests.games.russojapanese.positions import (
    READINGS,
    fighting,
    fresh_game,
    refilling,
    ruleset,
    spending,
)

every_side = pytest.mark.parametrize("side", SIDES)


@cache
def positions() -> list[RussoJapaneseState]:
    """Of every question."""
    found = collect_positions(ruleset(), games=120, each=40, seed=7)
    return [state for states in found.values() for state in states]


def twin(state: RussoJapaneseState, side: str, random: Random) -> RussoJapaneseState:
    """The position with other cards where `side` cannot look: in the other hand and in the deck."""
    other = NUMBER[ENEMY[side]]
    cards = [*state.hands[other], *state.deck]
    random.shuffle(cards)
    held = len(state.hands[other])
    hands = list(state.hands)
    hands[other] = tuple(sorted(cards[:held]))
    return replace(state, hands=(hands[0], hands[1]), deck=tuple(sorted(cards[held:])))


def twins(side: str, seed: int = 1) -> list[tuple[RussoJapaneseState, RussoJapaneseState]]:
    """Pairs of positions with the same view for a side."""
    random = Random(seed)
    pairs = [(state, twin(state, side, random)) for state in positions()]
    return [(one, other) for one, other in pairs if one != other]


def names_cards(event: Event) -> bool:
    return "#" in format_event(event)


# ---- the view ---------------------------------------------------------------------------


@every_side
def test_a_view_does_not_depend_on_hidden_facts(side: str) -> None:
    rules = ruleset()
    pairs = twins(side)
    assert len(pairs) > 40
    for state, other in pairs:
        view = rules.view(state, side)
        assert rules.view(other, side) == view
        assert rules.view(view, side) == view
        assert rules.board(rules.view(other, side)) == rules.board(view)
        assert rules.digest(rules.view(other, side)) == rules.digest(view)
        assert rules.key(other) == rules.key(state) == rules.key(view)
        assert list(rules.legal(rules.view(other, side))) == list(rules.legal(view))


@every_side
def test_a_view_keeps_the_own_hand_and_shows_the_rest_by_number(side: str) -> None:
    rules = ruleset()
    for state in positions():
        view = rules.view(state, side)
        assert get_hand(view, side) == get_hand(state, side)
        assert get_hand(view, ENEMY[side]) == (0,) * len(get_hand(state, ENEMY[side]))
        assert view.deck == (0,) * len(state.deck)
        assert view.pile == state.pile
        assert (view.turn, view.decision, view.outcome) == (
            state.turn,
            state.decision,
            state.outcome,
        )


@every_side
def test_the_view_of_the_deciding_side_has_the_legal_events_of_the_position(
    side: str,
) -> None:
    rules = ruleset()
    for state in positions():
        assert state.decision is not None
        texts = [format_event(event) for event in rules.legal(rules.view(state, side))]
        listed = [format_event(event) for event in rules.legal(state)]
        assert texts
        assert len(set(texts)) == len(texts)
        if state.decision.side == side:
            assert texts == listed
        else:
            assert {text for text in texts if "#" not in text} <= set(listed)
            assert all("#??" in text for text in texts if "#" in text) or own_draw(state, side)


def own_draw(state: RussoJapaneseState, side: str) -> bool:
    """Return whether chance takes cards from the hand of `side`, which it knows."""
    decision = state.decision
    return decision is not None and decision.kind == "discard" and decision.units == (side,)


@every_side
def test_the_value_of_a_position_rests_on_nothing_hidden(side: str) -> None:
    rules = ruleset()
    for state, other in twins(side):
        assert open_value(rules).score(state) == open_value(rules).score(other)


@every_side
def test_an_event_that_the_view_accepts_is_legal_in_each_position_with_this_view(side: str) -> None:
    """So `append --side` and the variations of a view depend on nothing hidden."""
    rules, random, accepted = ruleset(), Random(13), 0
    reducers = Reducer(rules), Reducer(rules)
    sight = View(rules, side)
    for pair in twins(side):
        listed = {
            *rules.legal(pair[0]),
            *rules.legal(pair[1]),
            *rules.legal(sight.filter_state(pair[0])),
        }
        some = sorted(listed, key=format_event)
        for event in random.sample(some, min(len(some), 15)):
            answers = []
            for reducer, state in zip(reducers, pair, strict=True):
                reducer.state = state
                try:
                    sight.check_event(reducer, event)
                except ReductionError as error:
                    answers.append(str(sight.filter_message(reducer.state, error)))
                else:
                    assert rules.canon(reducer.state, event) == event
                    answers.append("")
                    accepted += 1
            assert answers[0] == answers[1], format_event(event)
    assert accepted > 200


# ---- events and what comes of them ------------------------------------------------------


@every_side
def test_the_view_of_an_event_does_not_depend_on_hidden_facts(side: str) -> None:
    """The draws of the enemy show how many cards came; everything else is public."""
    rules, random = ruleset(), Random(3)
    hidden = 0
    for state in positions():
        for event in random.sample(listed := list(rules.legal(state)), min(len(listed), 20)):
            seen = rules.visible_to(state, event, side)
            draw = isinstance(event, Word) and event.word == "draw"
            if draw and rules.view(state, side).decision and drawer_is_not(state, side):
                hidden += 1
                count = format_event(event).count("#")
                assert format_event(seen) == f"draw {'+'.join(['#??'] * count)}"
            else:
                assert seen == event
    assert hidden > 5


def drawer_is_not(state: RussoJapaneseState, side: str) -> bool:
    assert state.decision is not None
    return state.decision.units != (side,)


@every_side
@pytest.mark.parametrize("options", [(), READINGS], ids=["plain", "readings"])
def test_the_view_after_an_event_does_not_depend_on_hidden_facts(
    side: str, options: tuple[str, ...]
) -> None:
    """Return the next decisions, windows included, the effects, and the views."""
    rules, random = ruleset(*options), Random(11)
    sight, compared = View(rules, side), 0
    for state, other in twins(side):
        assert state.decision is not None
        listed = [
            e for e in rules.legal(state) if state.decision.side == side or not names_cards(e)
        ]
        for event in random.sample(listed, min(len(listed), 25)):
            assert rules.canon(other, event) == event
            after, effects = rules.apply(state, event)
            twin_after, twin_effects = rules.apply(other, event)
            assert after.decision == twin_after.decision, format_event(event)
            assert rules.view(after, side) == rules.view(twin_after, side), format_event(event)
            assert sight.filter_effects(effects) == sight.filter_effects(twin_effects)
            compared += 1
    assert compared > 150


@every_side
def test_the_enemys_draws_have_one_view_except_for_a_revealed_card(side: str) -> None:
    rules, random = ruleset(), Random(5)
    sight, compared = View(rules, side), 0
    for state in positions():
        assert state.decision is not None
        if state.decision.kind != "draw" or not drawer_is_not(state, side):
            continue
        views = set()
        for event in random.sample(listed := list(rules.legal(state)), min(len(listed), 30)):
            after, effects = rules.apply(state, event)
            if any(each.kind == "mustShuffle" for each in effects):
                continue
            compared += 1
            views.add(
                (
                    rules.view(after, side),
                    sight.filter_effects(effects),
                    rules.visible_to(state, event, side),
                )
            )
        assert len(views) <= 1
    assert compared > 10


@every_side
def test_windows_open_by_the_number_of_cards_alone(side: str) -> None:
    """An owner of any hand with a card has a decision in a window."""
    plan, random = "1214 s1  1114 g1+d1  1215 d2", Random(9)
    asked = set()
    for _ in range(60):
        cards = random.sample(range(1, 17), 3)
        own, theirs = f"{cards[0]}", f"{cards[1]} {cards[2]}"
        japan, russia = (own, theirs) if side == JAPAN else (theirs, own)
        table = fighting(plan, japan=japan, russia=russia)
        table.play("g1+d1+d2*1214", "|", "fight 1214")
        way = [table.asks]
        for text in ("no", "no", "[3]", "no", "no"):
            way.append(table.play(text).asks)
        asked.add(tuple(way))
    assert asked == {
        (
            "reply-before japan", "reply-before russia", "dice chance", "reply-after japan",
            "reply-after russia", "retreat russia s1",
        )
    }  # fmt: skip


# ---- texts -------------------------------------------------------------------------------


def test_the_drawing_side_sees_the_cards_and_the_other_their_number() -> None:
    table = fresh_game()
    assert table.render_for("draw #02+#04+#09", JAPAN) == "draw #02+#04+#09"
    assert table.render_for("draw #02+#04+#09", RUSSIA) == "draw #??+#??+#??"
    table.play("draw #02+#04+#09")
    assert "drewCards japan #02+#04+#09 (japan)" in table.happened
    assert table.seen_by(RUSSIA).happened[0] == "drew japan 3"
    assert not any("#02" in line for line in table.seen_by(RUSSIA).happened)
    assert table.seen_by(RUSSIA).hand(JAPAN) == "#?? #?? #??"
    assert table.seen_by(JAPAN).hand(JAPAN) == "#02 #04 #09"
    assert set(table.seen_by(JAPAN).deck.split()) == {"#??"}


def test_chance_offers_hidden_cards_by_number() -> None:
    table = refilling(japan="01").play("refill 3")
    assert table.seen_by(JAPAN).legal() == table.seen_by(RUSSIA).legal() == ["draw #??+#??"]
    above = refilling(japan="01 02 03", limit=1)
    assert above.asks == "discard chance japan"
    assert above.seen_by(RUSSIA).legal() == ["discard #??+#??"]
    assert above.seen_by(JAPAN).legal() == above.legal()


def test_of_the_enemys_cards_nothing_is_offered_but_that_they_are_spent() -> None:
    table = spending("1406 d1", japan="13", pile="05").seen_by(RUSSIA)
    assert {"#??/move", "#??/d3@Korea", "play #??", "|"} <= set(table.legal())
    assert not any("#13" in text or "#05" in text for text in table.legal())


def test_a_full_view_includes_effects_for_one_side() -> None:
    table = fresh_game().play("draw #02+#04+#09")
    whole = View(table.rules)
    assert whole.filter_effects(table.effects) == table.effects
    assert {each.audience for each in table.effects} == {"", JAPAN}
    state = table.state
    assert state.decision is not None
    assert state.decision.side != CHANCE
    assert whole.filter_state(state) is state
