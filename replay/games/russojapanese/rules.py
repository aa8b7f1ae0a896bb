"""The Russo-Japanese War as a ruleset: which question is answered where, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import (
    Answer,
    Board,
    Effect,
    IllegalEventError,
    Rules,
)
from senpu.replay.games.russojapanese import (
    cards,
    chances,
    combat,
    deck,
    events,
    gunfire,
    movement,
    repairs,
    results,
    retreats,
    sampling,
    screens,
    sea_cards,
    sea_lines,
    sea_views,
    shipping,
    sight,
    sorties,
    turns,
    windows,
)
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.state import SEALED, State, card_name
from senpu.replay.games.russojapanese.worth import Worth
from senpu.replay.parts.dice import canon_dice, legal_dice, sample_dice
from senpu.spec.loader import Spec

REPLY = Answer(events.canon_reply, events.legal_replies, events.reply)
CANON_SORTIE = (sea_cards.canon_sortie, sea_cards.legal_sorties)
CANON_CARD = (sea_cards.canon_answer, sea_cards.legal_answers)
CANON_WORD = (sorties.canon_word, sorties.legal_words)
PAIR = Answer(sea_lines.canon_pair, sea_lines.legal_pairs, sea_lines.pair)

ANSWERS = {
    "draw": Answer(deck.canon_draw, deck.legal_draws, deck.draw, sampling.draw),
    "discard": Answer(deck.canon_discard, deck.legal_discards, deck.discard),
    "refill": Answer(deck.canon_refill, deck.legal_refills, deck.refill),
    "move": Answer(movement.canon_move, movement.legal_moves, movement.move, sampling.move),
    "declare": Answer(
        combat.canon_declare, combat.legal_declarations, combat.declare, sampling.declare
    ),
    "fight": Answer(combat.canon_fight, combat.legal_fights, combat.fight),
    "reply-before": REPLY,
    "reply-after": REPLY,
    "reply-sortie": REPLY,
    "reply-check": REPLY,
    "dice": Answer(canon_dice, legal_dice, combat.dice, sample_dice),
    "loss": Answer(results.canon_loss, results.legal_losses, results.lose),
    "fall": Answer(retreats.canon_retreat, retreats.legal_retreats, retreats.retreat),
    "retreat": Answer(retreats.canon_retreat, retreats.legal_retreats, retreats.retreat),
    "displace": Answer(retreats.canon_retreat, retreats.legal_retreats, retreats.retreat),
    "advance": Answer(results.canon_advance, results.legal_advances, results.advance),
    "cards": Answer(cards.canon_card, cards.legal_cards, cards.act, sampling.card),
    "morale": Answer(canon_dice, legal_dice, turns.check, sample_dice),
    # Chapter 11, in the order of its steps.
    "flagship": Answer(sorties.canon_flagship, sorties.legal_flagships, sorties.mark),
    "sortie": Answer(*CANON_SORTIE, sorties.sortie),
    "ambush": Answer(*CANON_CARD, sorties.ambush),
    "toll": Answer(canon_dice, legal_dice, sorties.toll, sample_dice),
    "steps": Answer(sorties.canon_steps, sorties.legal_steps, sorties.hit, sea_views.sample_steps),
    "sail": Answer(*CANON_WORD, sorties.sail),
    "intercept": Answer(*CANON_WORD, sorties.intercept),
    "line": Answer(
        sea_lines.canon_line, sea_lines.legal_lines, sea_lines.lay, sea_views.sample_line
    ),
    "oppose": PAIR,
    "surplus": PAIR,
    "akiyama": Answer(*CANON_CARD, gunfire.akiyama),
    "salvo": Answer(gunfire.canon_salvo, legal_dice, gunfire.fire, sample_dice),
    "raid": Answer(*CANON_SORTIE, sorties.raid),
    "hunt": Answer(*CANON_CARD, sorties.hunt),
    "repair": Answer(repairs.canon_repair, repairs.legal_repairs, repairs.repair),
    "second": Answer(repairs.canon_second, repairs.legal_seconds, repairs.second),
}
"""By the kind of the ask."""

STAGES = {
    "draw": deck.draw_more,
    "drawn": deck.follow_drawn,
    "refill": deck.open_refill,
    "begin": turns.begin,
    "next-phase": turns.next_phase,
    "fights": combat.follow_fights,
    "roll": windows.follow_roll,
    "result": combat.after_window,
    "targets-fall": results.targets_fall,
    "attackers-fall": retreats.follow_attackers,
    "exchanged": results.exchanged,
    "retreats": retreats.follow_retreats,
    "advance": results.follow_advance,
    "sortie": events.follow_sortie,
    "check": turns.follow_check,
    # Chapter 11, in the order of its steps.
    "ambush": sorties.follow_ambush,
    "sail": sorties.follow_sail,
    "line": sea_lines.follow_line,
    "akiyama": gunfire.follow_akiyama,
    "salvo": gunfire.follow_salvo,
    "interference": shipping.follow_interference,
    "raid": sorties.follow_raid,
    "hunt": sorties.follow_hunt,
    "harassment": shipping.follow_harassment,
    "home": repairs.follow_home,
    "repair-first": repairs.follow_first,
    "repair-second": repairs.follow_second,
    "russian-cards": repairs.follow_cards,
}
"""What follows without an act, by the state's stage."""


class RussoJapaneseRules(Rules[RussoJapanese, State]):
    """The contract, by table."""

    answers = ANSWERS
    stages = STAGES
    state_type = State
    continuing = frozenset(
        ("draw", "discard", "reply-before", "reply-after", "reply-sortie", "reply-check", "dice",
         "loss", "fall", "retreat", "displace", "advance", "morale",
         "ambush", "toll", "steps", "sail", "intercept", "line", "oppose", "surplus", "akiyama",
         "salvo", "hunt")
    )  # fmt: skip
    foreseen = frozenset(("dice", "loss", "fall", "retreat", "displace", "advance"))

    def __init__(self, spec: Spec) -> None:
        super().__init__(RussoJapanese(spec))

    def start(self) -> State:
        """3.0: everybody in place, all hexes Russia's, Japan about to draw its hand."""
        context = self.context
        sheet, limit = context.sheet, context.sheet.limit
        state = State(
            where=sheet.start,
            morale=(limit["morale"], limit["morale"]),
            deck=context.cards,
            drawing=limit["hand"],
        )
        if context.naval:
            return sorties.ask_flagship(context, replace(state, navy=context.fleets.fresh))
        return deck.draw_more(context, state, [])

    # ---- what others look at ------------------------------------------------------------

    def view(self, state: State, side: str) -> State:
        return sight.view(self.context, state, side)

    def seen(self, state: State, event: Event, side: str) -> Event:
        return sight.seen(self.context, state, event, side)

    def suppose(self, state: State, side: str, random: Random) -> State:
        return sight.suppose(self.context, state, side, random)

    def canon(self, state: State, event: Event) -> Event:
        if state.pile and max(state.pile) >= SEALED:  # discards lie face up (10.0)
            raise self.context.refuse("showFirst", "limit", card=card_name(max(state.pile)))
        try:
            return super().canon(state, event)
        except IllegalEventError as refusal:
            if refusal.why == "wrongAnswer" and isinstance(event, Word) and event.word == "play":
                raise events.refused_elsewhere(self.context, state, event, refusal) from None
            raise

    def drawer(self, state: State) -> str:
        return deck.drawer(state) if state.decision and state.decision.kind == "draw" else ""

    def deal(self, state: State, cards: tuple[str, ...]) -> State:
        return deck.deal(state, cards)

    def learn(self, state: State, sealed: str, card: str, effects: list[Effect]) -> State:
        return deck.learn(self.context, state, sealed, card, effects)

    def outcomes(self, state: State) -> Iterator[tuple[Event, float]]:
        if state.decision is not None and state.decision.kind == "dice":
            return sampling.outcomes(self.context, state)
        return super().outcomes(state)

    def board(self, state: State) -> Board:
        return screens.board(self.context, state)

    def odds(self, state: State, event: Event) -> Odds | None:
        return chances.odds(self.context, state, event)

    def worth(self, state: State, side: str) -> float:
        return self.values.of(state, side)

    @cached_property
    def values(self) -> Worth:
        """Made for programs, when the first one asks."""
        return Worth(self.context)

    def interchangeable(self, state: State) -> Any:
        return screens.interchangeable(self.context, state)


RULES = RussoJapaneseRules
