"""Everything that can be said is said in both languages, with every field filled in."""

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from senpu.notation.messages import LANGUAGES
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator, find_example
from senpu.replay.core.rules import Effect, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.russojapanese.card_windows import NEVER
from senpu.replay.games.russojapanese.cards import MARCHES
from senpu.replay.games.russojapanese.display import FATES
from senpu.replay.games.russojapanese.movement import CLOSURES, STOPS
from senpu.replay.games.russojapanese.state import BOXES, JAPAN, PHASES
from senpu.spec.loader import read_toml
from senpu.spec.names import read_names
from senpu.spec.texts import open_texts
from tests.games.laws import sized
from tests.games.odds_laws import list_labels
from tests.games.random_play import collect_positions, steps
from tests.games.russojapanese.candidates import universe
from tests.games.russojapanese.positions import ruleset

RULES = ruleset()
ROOT = Path(__file__).parents[3]
FOLDER = Path(RULES.spec.folder)
OWN = read_toml(FOLDER / "en" / "texts.toml")
"""The English texts of this game, without the shared texts."""
NAMES = {language: read_names(FOLDER, language) for language in LANGUAGES}
RESULTS = ("DE", "DR", "EX", "NE", "AR", "AE")
languages = pytest.mark.parametrize("language", LANGUAGES)


def sources() -> str:
    code = ROOT / "replay/games/russojapanese"
    return "\n".join(path.read_text("utf-8") for path in sorted(code.glob("*.py")))


def is_complete(text: str, language: str) -> bool:
    """Return whether a sentence has no open field and is in its language."""
    japanese = bool(re.search(r"[぀-ヿ一-鿿]", text))
    return "{" not in text and "}" not in text and bool(text) and japanese is (language == "ja")


# ---- effects ----------------------------------------------------------------------------


def built() -> set[str]:
    """Return the kinds of effect whose names the code composes."""
    kinds = {f"{how}{result}" for how in ("roll", "now", "again") for result in RESULTS}
    return kinds | {f"forced_{word}" for word in MARCHES} | {kind for _, kind in PHASES}


@cache
def find_effects_and_decisions() -> tuple[dict[object, Effect], dict[object, tuple[Decision, str]]]:
    """Return the effects and decisions of random games, the latter with an example."""
    effects: dict[object, Effect] = {}
    asked: dict[object, tuple[Decision, str]] = {}
    for seed in range(250, 370):
        for state, event, _ in steps(RULES, seed):
            assert state.decision
            shape: object = (
                state.decision.kind,
                state.decision.side,
                len(state.decision.units),
                state.decision.count,
            )
            if shape not in asked:
                asked[shape] = (state.decision, find_example(RULES, state))
            _, happened = RULES.apply(state, event)
            for each in happened:
                shape = (each.kind, each.side, len(each.units), len(each.targets), each.numbers[:1])
                effects.setdefault((shape, len(each.places)), each)
    return effects, asked


@pytest.mark.slow
@languages
def test_effects_of_random_games_have_texts(language: str) -> None:
    narrator = Narrator(RULES.spec, language)
    happenings = find_effects_and_decisions()[0].values()
    assert len({each.kind for each in happenings}) > 55
    for each in happenings:
        sentence = narrator.describe(each)
        assert is_complete(sentence, language), (each, sentence)
        assert sentence[-1] in ".。", sentence
        assert not re.search(r"  |, ,|\(\)|「」|#-|#0[^\d]|[a-z]\.\.", sentence), sentence


@languages
def test_rare_effects_have_texts(language: str) -> None:
    narrator = Narrator(RULES.spec, language)
    named = set(re.findall(r'Effect\(\s*"(\w+)"', sources()))
    assert len(named) > 40
    for kind in named | built():
        each = Effect(kind, JAPAN, ("g1", "d1"), ("s1",), ("1214", "1313"), (1, 2, 3, 4, 5))
        assert narrator.describe(each) != kind, kind
        assert is_complete(narrator.describe(each), language), kind


def test_every_text_of_effects_is_used() -> None:
    effects = {each.kind for each in find_effects_and_decisions()[0].values()}
    quoted = set(re.findall(r'"(\w+)"', sources()))
    for kind in OWN["effect"]:
        bare = kind.removesuffix("_numbers")
        assert bare in effects | quoted | built(), f"no effect has {kind}"


# ---- decisions --------------------------------------------------------------------------


@languages
def test_decisions_of_random_games_have_texts(language: str) -> None:
    narrator = Narrator(RULES.spec, language)
    questions = find_effects_and_decisions()[1].values()
    assert {decision.kind for decision, _ in questions} >= LAND
    for decision, first in questions:
        prompt = narrator.prompt_with_example(decision, first)
        assert is_complete(narrator.decision(decision), language), decision
        assert is_complete(prompt, language), (decision, prompt)
        assert f"({decision.rule})" in prompt or f"（{decision.rule}）" in prompt
        assert first in prompt, prompt


LAND = {
    "draw", "discard", "refill", "move", "declare", "fight", "reply-before", "reply-after",
    "reply-check", "reply-sortie", "dice", "loss", "fall", "retreat", "displace", "advance",
    "cards", "morale",
}  # fmt: skip
"""The questions of the land game."""


def test_every_question_has_its_texts_and_every_text_its_question() -> None:
    texts = open_texts(RULES.spec.folder)
    for kind in RULES.answers:
        assert texts.has(f"texts.decision.{kind}"), kind
        assert texts.has(f"texts.prompt.{kind}"), kind
    assert {kind.removesuffix("_end").removesuffix("_none") for kind in OWN["prompt"]} == set(
        RULES.answers
    )
    assert set(OWN["decision"]) - {"dice"} <= set(RULES.answers)


# ---- what is refused --------------------------------------------------------------------


@pytest.mark.slow
def test_every_rejection_states_its_reason() -> None:
    narrator = {language: Narrator(RULES.spec, language) for language in LANGUAGES}
    random = Random(3)
    met = set()
    for states in collect_positions(RULES, games=40, each=sized(2, 3)).values():
        for state in states:
            for event in universe(RULES, state, random):
                try:
                    RULES.canon(state, event)
                except IllegalEventError as refusal:
                    shape = (refusal.reason, refusal.rule, *sorted(refusal.facts))
                    if shape not in met or random.random() < 0.002:
                        for language in LANGUAGES:
                            text = narrator[language].rejection(refusal)
                            assert is_complete(text, language), (format_event(event), text)
                            assert not re.search(r"[.。]$|\(\)|  |None", text), text
                    met.add(shape)
    assert len({shape[0] for shape in met}) > 50
    assert {shape[1] for shape in met} <= set(RULES.context.number.values())


def reasons() -> set[str]:
    """Return all reasons for rejections that the code names."""
    code = sources()
    named = set(re.findall(r'(?:reject|IllegalEventError)\(\s*"(\w+)"', code))
    chosen = set(re.findall(r'\bwhy = "(\w+)"', code))
    chosen |= set(re.findall(r'(?:\bwhy = .* else |\b_build_move_choices\(\w+, )"(\w+)"', code))
    chosen |= set(re.findall(r'canon_loss\(decision, event, "(\w+)"', code))
    stops = {why for why, _ in STOPS.values()} | set(CLOSURES.values())
    return named | chosen - set(OWN["effect"]) | set(NEVER.values()) | stops


def test_every_reason_for_rejections_in_the_code_has_a_text() -> None:
    named = reasons()
    assert len(named) > 85
    assert {"attackSea", "onlyDefence", "refillMorale", "nobodyHome", "retreatZone"} <= named
    texts = open_texts(RULES.spec.folder)
    assert sorted(why for why in named if not texts.has(f"texts.rejection.{why}")) == []
    assert sorted(set(OWN["rejection"]) - named) == [], "an unused text"


# ---- labels -----------------------------------------------------------------------------


@pytest.mark.slow
@languages
def test_labels_of_boards_and_odds_have_texts(language: str) -> None:
    narrator = Narrator(RULES.spec, language)
    labels = set(FATES.values()) | {"column", *RULES.context.tables.terrain}
    for seed in range(40):
        for state, event, _ in steps(RULES, seed):
            assert state.decision
            board = RULES.board(state)
            labels |= {text for tally in board.tallies for text in (tally.label, tally.text)}
            labels |= {note for notes in board.notes.values() for note in notes}
            if state.decision.kind in ("declare", "fight"):
                odds = RULES.odds(state, event)
                labels |= list_labels(odds)
    assert {"limited", "blockaded", "agitated", "locked", "support", "held_japan"} <= labels
    for label in labels - {""}:
        assert narrator.has(f"label.{label}"), label
        assert is_complete(narrator.label(label, unit="g1"), language), label


@languages
def test_tables_that_are_shown_have_a_name(language: str) -> None:
    narrator = Narrator(RULES.spec, language)
    shown = {"grid", "terrain", "river", "water_side", "rail", "road", "place", "start", "reverse"}
    assert shown <= set(RULES.spec.values.tables)
    for name in shown | {"kinds", "strength", "allowance", "gunnery"}:
        assert is_complete(narrator.label(f"table_{name}"), language), name


# ---- cards and boxes --------------------------------------------------------------------


def test_every_half_of_every_card_has_a_name() -> None:
    halves = {f"{letter}{card:02}" for letter in "JR" for card in range(1, 17)}
    assert halves == set(NAMES["en"]["card"])
    rules = (FOLDER / "en/rules.md").read_text("utf-8")
    japanese = NAMES["ja"]["card"]
    for half, name in NAMES["en"]["card"].items():
        if "unknown" not in name:
            assert f"{half[1:]} {japanese[half]}, {name}." in re.sub(
                r"\*\*(\d\d)\?", r"**\1", rules
            ), half


def test_boxes_off_the_map_have_a_name() -> None:
    boxes = {name for boxes in BOXES.values() for name in boxes.values()}
    assert set(NAMES["en"]["box"]) == {*boxes, "lost"}
