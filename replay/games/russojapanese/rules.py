"""The Russo-Japanese War as a ruleset: the answers to each decision, and the consequences."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import Answer, Board, IllegalEventError, Rules
from senpu.replay.core.states import Outcome
from senpu.replay.games.russojapanese import (
    card_events,
    card_windows,
    cards,
    combat,
    control,
    deck,
    display,
    hidden_cards,
    movement,
    naval_battles,
    naval_cards,
    naval_repairs,
    naval_sorties,
    naval_views,
    odds,
    results,
    sampling,
    turns,
)
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.features import RussoJapaneseFeatures
from senpu.replay.games.russojapanese.state import FACE_DOWN, RussoJapaneseState, Step, format_card
from senpu.replay.parts.dice import canon_dice, legal_dice, sample_dice
from senpu.replay.parts.losses import legal_losses
from senpu.spec.loader import Spec

if TYPE_CHECKING:
    from senpu.replay.core.position_format import PositionFormat

REPLY = Answer(card_events.canon_reply, card_events.legal_replies, card_events.answer_window)
CANON_SORTIE = (naval_cards.canon_sortie, naval_cards.legal_sorties)
CANON_CARD = (naval_cards.canon_answer, naval_cards.legal_answers)
CANON_WORD = (naval_sorties.canon_word, naval_sorties.legal_word)
PAIR = Answer(naval_battles.canon_pair, naval_battles.legal_pairs, naval_battles.choose_pair)

ANSWERS = {
    "draw": Answer(deck.canon_draw, deck.legal_draws, deck.draw, sampling.sample_draw),
    "discard": Answer(deck.canon_discard, deck.legal_discards, deck.discard),
    "refill": Answer(deck.canon_refill, deck.legal_refills, deck.refill),
    "move": Answer(movement.canon_move, movement.legal_moves, movement.move, sampling.sample_move),
    "declare": Answer(
        combat.canon_declare,
        combat.legal_declarations,
        combat.declare_attack,
        sampling.sample_declaration,
    ),
    "fight": Answer(combat.canon_fight, combat.legal_fights, combat.start_combat),
    "reply-before": REPLY,
    "reply-after": REPLY,
    "reply-sortie": REPLY,
    "reply-check": REPLY,
    "dice": Answer(canon_dice, legal_dice, combat.apply_roll, sample_dice),
    "loss": Answer(results.canon_loss, legal_losses, results.lose),
    "fall": Answer(results.canon_retreat, results.legal_retreats, results.retreat),
    "retreat": Answer(results.canon_retreat, results.legal_retreats, results.retreat),
    "displace": Answer(results.canon_retreat, results.legal_retreats, results.retreat),
    "advance": Answer(results.canon_advance, results.legal_advances, results.advance),
    "cards": Answer(cards.canon_card, cards.legal_cards, cards.use_card, sampling.sample_card),
    "morale": Answer(canon_dice, legal_dice, turns.apply_checks, sample_dice),
    # Chapter 11, in the order of its steps.
    "flagship": Answer(
        naval_sorties.canon_flagship, naval_sorties.legal_flagships, naval_sorties.mark_flagship
    ),
    "sortie": Answer(*CANON_SORTIE, naval_sorties.sortie),
    "ambush": Answer(*CANON_CARD, naval_sorties.answer_ambush),
    "toll": Answer(canon_dice, legal_dice, naval_sorties.apply_toll, sample_dice),
    "steps": Answer(
        naval_sorties.canon_steps,
        naval_sorties.legal_steps,
        naval_sorties.apply_hits,
        naval_views.sample_steps,
    ),
    "sail": Answer(*CANON_WORD, naval_sorties.sail),
    "intercept": Answer(*CANON_WORD, naval_sorties.intercept),
    "line": Answer(
        naval_battles.canon_line,
        naval_battles.legal_lines,
        naval_battles.form_line,
        naval_views.sample_line,
    ),
    "oppose": PAIR,
    "surplus": PAIR,
    "akiyama": Answer(*CANON_CARD, naval_battles.answer_akiyama),
    "salvo": Answer(naval_battles.canon_salvo, legal_dice, naval_battles.fire_salvo, sample_dice),
    "raid": Answer(*CANON_SORTIE, naval_sorties.raid),
    "hunt": Answer(*CANON_CARD, naval_sorties.answer_hunt),
    "repair": Answer(naval_repairs.canon_repair, naval_repairs.legal_repairs, naval_repairs.repair),
    "second": Answer(
        naval_repairs.canon_second, naval_repairs.legal_seconds, naval_repairs.repair_second
    ),
}
"""The answers to decisions, by the kind of the decision."""

STAGES = {
    "draw": deck.draw_more,
    "drawn": deck.follow_drawn,
    "refill": deck.open_refill,
    "begin": turns.begin,
    "next-phase": turns.next_phase,
    "fights": combat.follow_fights,
    "roll": card_windows.follow_roll,
    "result": combat.follow_window,
    "targets-fall": results.follow_targets,
    "attackers-fall": results.follow_attackers,
    "exchanged": results.follow_exchange,
    "retreats": results.follow_retreats,
    "advance": results.follow_advance,
    "sortie": card_events.follow_sortie,
    "check": turns.follow_check,
    # Chapter 11, in the order of its steps.
    "ambush": naval_sorties.follow_ambush,
    "sail": naval_sorties.follow_sail,
    "line": naval_battles.follow_line,
    "akiyama": naval_battles.follow_akiyama,
    "salvo": naval_battles.follow_salvo,
    "interference": naval_sorties.follow_interference,
    "raid": naval_sorties.follow_raid,
    "hunt": naval_sorties.follow_hunt,
    "harassment": naval_sorties.follow_harassment,
    "home": naval_repairs.follow_home,
    "repair-first": naval_repairs.follow_first,
    "repair-second": naval_repairs.follow_second,
    "russian-cards": naval_repairs.follow_cards,
}
"""The consequences without an event, by the state's stage."""


class RussoJapaneseRules(Rules[RussoJapaneseContext, RussoJapaneseState]):
    """The contract, by table."""

    answers = ANSWERS
    stages = STAGES
    continuing_kinds = frozenset(
        ("draw", "discard", "reply-before", "reply-after", "reply-sortie", "reply-check", "dice",
         "loss", "fall", "retreat", "displace", "advance", "morale",
         "ambush", "toll", "steps", "sail", "intercept", "line", "oppose", "surplus", "akiyama",
         "salvo", "hunt")
    )  # fmt: skip
    lookahead_kinds = frozenset(("dice", "loss", "fall", "retreat", "displace", "advance"))
    score_tally = ("russia", "morale")

    def __init__(self, spec: Spec) -> None:
        super().__init__(RussoJapaneseContext(spec))

    def start(self) -> RussoJapaneseState:
        """Return the set-up (3.0), with all hexes Russia's and the first decision pending."""
        context = self.context
        tables, limit = context.tables, context.tables.limit
        state = RussoJapaneseState(
            where=tables.start,
            morale=(limit["morale"], limit["morale"]),
            deck=context.cards,
            drawing=limit["hand"],
            stage="draw",
        )
        if context.naval:
            return naval_sorties.ask_flagship(context, replace(state, navy=context.fleets.fresh))
        return deck.draw_more(context, state)[0]

    # ---- position texts -----------------------------------------------------------------

    def make_features(self) -> RussoJapaneseFeatures:
        """Return the features from which the value of a position is learned."""
        return RussoJapaneseFeatures(self.context)

    def make_position_format(self) -> PositionFormat:
        """Return the form in which positions are written as text."""
        from senpu.replay.games.russojapanese import positions  # most logs state no position

        return positions.make_format(self.context)

    def check_position(self, state: RussoJapaneseState, side: str) -> None:
        """Check a position that was read from a text. Raises IllegalEventError."""
        from senpu.replay.games.russojapanese import position_checks

        form = self.position_format
        position_checks.check_position(self.context, form, self.start(), state, side)

    def list_unreachable(self, state: RussoJapaneseState) -> Iterator[IllegalEventError]:
        """Yield the reasons why no game reaches a position, though it breaks no rule."""
        from senpu.replay.games.russojapanese import unreachable_positions

        return unreachable_positions.list_unreachable(self.context, state)

    # ---- what others look at ------------------------------------------------------------

    def view(self, state: RussoJapaneseState, side: str) -> RussoJapaneseState:
        """Return the state in the view of a side (3.2, 10.0, 11.5)."""
        return hidden_cards.view(self.context, state, side)

    def visible_to(self, state: RussoJapaneseState, event: Event, side: str) -> Event:
        """Return an event in the view of a side (3.2, 10.0, 11.5)."""
        return hidden_cards.hide_event(self.context, state, event, side)

    def sample_hidden(
        self, state: RussoJapaneseState, side: str, random: Random
    ) -> RussoJapaneseState:
        """Return a random complete position that agrees with the view of a side."""
        return hidden_cards.sample_hidden(self.context, state, side, random)

    def canon(self, state: RussoJapaneseState, event: Event) -> Event:
        """Return an event in canonical form, or raise IllegalEventError."""
        if state.pile and max(state.pile) >= FACE_DOWN:  # discards lie face up (10.0)
            raise self.context.reject("showFirst", "deck", card=format_card(max(state.pile)))
        try:
            return super().canon(state, event)
        except IllegalEventError as refusal:
            if refusal.reason == "wrongAnswer" and type(event) is Word and event.word == "play":
                raise card_events.explain_time(self.context, state, event, refusal) from None
            raise

    def drawing_side(self, state: RussoJapaneseState) -> str:
        """Return the side for which a draw is pending, or ''."""
        return deck.find_drawer(state) if state.decision and state.decision.kind == "draw" else ""

    def prepare_draw(self, state: RussoJapaneseState, cards: tuple[str, ...]) -> RussoJapaneseState:
        """Return the state with face-down cards prepared for the pending draw."""
        return deck.prepare_draw(state, cards)

    def reveal(self, state: RussoJapaneseState, face_down: str, card: str) -> Step:
        """Return the state after a face-down card is revealed, and the effects."""
        return deck.reveal_card(self.context, state, face_down, card)

    def get_moment(self, state: RussoJapaneseState) -> tuple[int, int]:
        """Return the turn and the phase of a position."""
        return state.turn, state.phase

    def outcomes(self, state: RussoJapaneseState) -> Iterator[tuple[Event, float]]:
        """Yield a roll for each result of the column, with its probability (9.5)."""
        if state.decision is not None and state.decision.kind == "dice":
            return sampling.list_outcomes(self.context, state)
        return super().outcomes(state)

    def end_by_players(self, state: RussoJapaneseState, outcome: Outcome) -> RussoJapaneseState:
        """Return the position after a resignation or an agreement, without unfinished actions."""
        return control.finish(state, outcome)

    def roll_provenance(self, state: RussoJapaneseState) -> str:
        """Return the weakest provenance of a combat and of the map, which limits retreats."""
        if state.fight is None or state.decision is None or state.decision.kind != "dice":
            return super().roll_provenance(state)
        return odds.find_roll_provenance(self.context, state, state.fight)

    def board(self, state: RussoJapaneseState) -> Board:
        """Return the board: counters, control, zones of control and tallies."""
        return display.build_board(self.context, state)

    def odds(self, state: RussoJapaneseState, event: Event) -> Odds | None:
        """Return the odds of an event, or None if no dice follow it."""
        return odds.compute_odds(self.context, state, event)

    def roll_odds(self, state: RussoJapaneseState) -> Odds | None:
        """Return what each die of a salvo or of the morale checks needs."""
        return odds.compute_roll_odds(self.context, state)

    def interchangeable(self, state: RussoJapaneseState) -> Any:
        """Return the public position with interchangeable units merged."""
        return display.merge_interchangeable(self.context, state)


RULES = RussoJapaneseRules
