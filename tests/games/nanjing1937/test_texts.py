"""Everything that can be said is said in both languages, with every field filled in."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from senpu.notation.events import Event
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import IllegalEventError
from senpu.spec.texts import COMMON, open_texts, read_rules_text
from tests.games.nanjing1937.candidates import universe
from tests.games.nanjing1937.positions import fresh_game, ruleset
from tests.games.random_play import collect_positions, steps

RULES = ruleset()
CODE = Path("replay/games/nanjing1937")
languages = pytest.mark.parametrize("language", ["en", "ja"])


def sources() -> Iterator[str]:
    root = Path(__file__).parents[3]
    return (path.read_text("utf-8") for path in (root / CODE).glob("*.py"))


def is_complete(text: str, language: str) -> bool:
    """Return whether a sentence has no open field and is in its language."""
    return (
        "{" not in text
        and bool(text)
        and (language == "en" or bool(re.search(r"[぀-ヿ一-鿿]", text)))
    )


@pytest.mark.slow
@languages
def test_effects_and_decisions_of_random_games_have_texts(language: str) -> None:
    narrator = Narrator(RULES.spec, language)
    kinds = set()
    for seed in range(40):
        for state, event, _ in steps(RULES, seed):
            _, effects = RULES.apply(state, event)
            for happening in effects:
                kinds.add(happening.kind)
                assert is_complete(narrator.describe(happening), language), happening
            assert state.decision
            assert is_complete(narrator.decision(state.decision), language)
            assert is_complete(narrator.prompt(state.decision, "|"), language)
    texts = open_texts(RULES.spec.folder).topic("texts")["effect"]
    of_logs = set(open_texts(str(COMMON)).topic("texts")["effect"]) - {"over"}
    assert kinds == set(texts) - of_logs, "every text is used, and every effect has one"


@cache
def refusals() -> tuple[list[tuple[Event, IllegalEventError]], set[tuple[str, str]]]:
    """Events that are refused: one of each kind and some more; and the kinds, by why and rule."""
    random = Random(3)
    found: list[tuple[Event, IllegalEventError]] = []
    met: set[tuple[str, str]] = set()
    for states in collect_positions(RULES, games=25, each=4).values():
        for state in states:
            for event in universe(RULES, state, random):
                try:
                    RULES.canon(state, event)
                except IllegalEventError as refusal:
                    if (refusal.reason, refusal.rule) not in met or random.random() < 0.002:
                        found.append((event, refusal))
                    met.add((refusal.reason, refusal.rule))
    return found, met


@languages
def test_every_rejection_states_its_reason(language: str) -> None:
    narrator = Narrator(RULES.spec, language)
    found, met = refusals()
    for event, refusal in found:
        text = narrator.rejection(refusal)
        assert is_complete(text, language), (format_event(event), text)
    assert len(met) > 45
    assert {rule for _, rule in met} <= NUMBERS


NUMBERS = set(RULES.context.number.values())


def test_every_reason_for_rejections_in_the_code_has_a_text() -> None:
    texts = open_texts(RULES.spec.folder).topic("texts")["rejection"]
    named = set()
    for source in sources():
        named |= set(re.findall(r'(?:reject|_refuse_at)\(\s*(?:rules, )?"(\w+)"', source))
        named |= set(re.findall(r'IllegalEventError\(\s*"(\w+)"', source))
        named |= set(re.findall(r'"((?:setUp|stop|retreat|rail)[A-Z]\w+)"', source))
    assert len(named) > 50
    assert named <= set(texts)


def test_every_printed_number_in_the_data_is_one_of_the_rules() -> None:
    entries = read_rules_text(RULES.spec.folder, "bonsai-2016")
    assert {entry.number for entry in entries} >= NUMBERS
    named = set(re.findall(r'"([a-z_]+)"', " ".join(sources())))
    assert set(RULES.context.number) <= named, "a number that no code names"


def test_every_reading_named_in_the_code_or_the_data_is_written_down() -> None:
    entries = read_rules_text(RULES.spec.folder, "bonsai-2016")
    written = {entry.number.removeprefix("Reading ") for entry in entries}
    data = (Path(RULES.spec.folder) / "game.toml").read_text("utf-8")
    named = {
        number
        for source in (*sources(), data)
        for found in re.findall(r"readings? ((?:\d+(?:, | and )?)+)", source)
        for number in re.findall(r"\d+", found)
    }
    assert len(named) > 15
    assert named <= written


@languages
def test_labels_of_the_board_have_texts(language: str) -> None:
    narrator = Narrator(RULES.spec, language)
    table = fresh_game()
    board = RULES.board(table.state)
    for tally in board.tallies:
        assert narrator.label(tally.label) != tally.label or language == "en"
        if tally.text:
            assert narrator.label(tally.text) != tally.text or language == "en"
    for notes in board.notes.values():
        assert all(narrator.label(note) for note in notes)


def test_every_printed_rule_has_a_test_or_does_not_affect_play() -> None:
    entries = read_rules_text(RULES.spec.folder, "bonsai-2016")
    folder = Path(__file__).parent
    tests = {
        name
        for path in folder.glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)\(", path.read_text("utf-8"), re.MULTILINE)
    }
    assert len(entries) > 90
    for entry in entries:
        named = set(re.findall(r"`(test_\w+)`", entry.body))
        assert named <= tests, entry.number
        assert (
            named or "Does not affect play." in entry.body or entry.number.startswith("Reading")
        ), entry.number
    numbered = {name for name in tests if re.match(r"test_\d", name)}
    effects = {name for entry in entries for name in re.findall(r"`(test_\w+)`", entry.body)}
    assert numbered <= effects, "a test of a rule that its entry does not name"
