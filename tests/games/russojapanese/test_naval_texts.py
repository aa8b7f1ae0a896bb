"""Effects, decisions and rejections of chapter 11 have complete texts in both languages."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from senpu.notation.messages import LANGUAGES
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator, find_example
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.games.russojapanese.state import JAPAN, SIDES, RussoJapaneseState
from tests.games.random_play import steps
from tests.games.russojapanese.naval_candidates import QUESTIONS, candidates, positions
from tests.games.russojapanese.naval_positions import RULES, NavalTestGame, at_sea, in_battle
from tests.games.russojapanese.positions import event_of

languages = pytest.mark.parametrize("language", LANGUAGES)


def is_complete(text: str, language: str) -> bool:
    japanese = bool(re.search(r"[぀-ヿ一-鿿]", text))
    return "{" not in text and "}" not in text and bool(text) and japanese is (language == "ja")


def reached() -> Iterator[RussoJapaneseState]:
    for states in positions().values():
        yield from states


@languages
def test_effects_at_sea_have_texts(language: str) -> None:
    narrator, random, met = Narrator(RULES.spec, language), Random(1), set()
    for state in reached():
        for _ in range(4):
            _, effects = RULES.apply(state, RULES.sample(state, random))
            for each in effects:
                met.add(each.kind)
                sentence = narrator.describe(each)
                assert sentence != each.kind
                assert is_complete(sentence, language), (each, sentence)
                assert sentence[-1] in ".。", sentence
    assert len(met) > 30


@languages
def test_decisions_at_sea_have_an_example(language: str) -> None:
    narrator = Narrator(RULES.spec, language)
    for state in reached():
        assert state.decision
        for viewed in (state, *(RULES.view(state, side) for side in SIDES)):
            first = find_example(RULES, viewed)
            prompt = narrator.prompt_with_example(state.decision, first)
            assert is_complete(narrator.decision(state.decision), language), state.decision
            assert is_complete(prompt, language), prompt
            assert state.decision.rule in prompt
            assert first in prompt, prompt


def test_rejections_at_sea_state_their_reason() -> None:
    random = Random(2)
    met: dict[tuple[str, tuple[str, ...]], IllegalEventError] = {}
    for kind in QUESTIONS:
        for state in positions()[kind][-2:]:
            for event in candidates(RULES, state, random):
                try:
                    RULES.canon(state, event)
                except IllegalEventError as refusal:
                    met[refusal.reason, tuple(refusal.facts)] = refusal
    assert len(met) > 15
    for language in LANGUAGES:
        narrator = Narrator(RULES.spec, language)
        for refused in met.values():
            text = narrator.rejection(refused)
            assert text != str(refused), refused
            assert is_complete(text, language), text


@languages
def test_labels_of_the_fleets_have_texts(language: str) -> None:
    narrator = Narrator(RULES.spec, language)
    labels = {f"table_{name}" for name in ("fleet", "shipping", "repairs", "naval", "gunnery")}
    for state in reached():
        for viewed in (state, RULES.view(state, JAPAN)):
            for tally in RULES.board(viewed).tallies:
                labels |= {tally.label, tally.text}
    assert {"fleet_first", "ships_damaged", "ships_lost", "flagship", "secret"} <= labels
    for label in labels - {""}:
        assert is_complete(narrator.label(label), language), label


def test_events_at_sea_are_read_as_they_are_written() -> None:
    for seed in range(6):
        for _, event, _ in steps(RULES, seed):
            assert event_of(format_event(event)) == event


def story(table: NavalTestGame, language: str = "en") -> str:
    return Narrator(RULES.spec, language).describe_all(table.effects)


def test_a_battle_reads_as_a_story() -> None:
    table = in_battle(sunk="m2 m3 m4 m5 m6 r2 r3 r4 r5 r6 r7")
    assert story(table) == (
        "The Port Arthur fleet continues its sortie. A naval battle begins: Mikasa (m1) against "
        "Petropavlovsk (r1). Mikasa (m1) faces Petropavlovsk (r1)."
    )
    table.play("[J1 J6 R5 R6]")
    assert story(table).startswith(
        "Mikasa (m1) fires at Petropavlovsk (r1): 1 hit (dice 1, 6). "
        "Petropavlovsk (r1) fires at "
        "Mikasa (m1): 0 hits (dice 5, 6). Petropavlovsk (r1) is damaged. The naval battle ends."
    )
    assert "三笠（m1）がペトロパヴロフスク（r1）を砲撃、命中1（ダイス1、6）。" in story(table, "ja")


def test_ports_and_transports_are_rejected_with_their_reason() -> None:
    table = at_sea(side=JAPAN, japan="09")
    with pytest.raises(IllegalEventError) as refused:
        RULES.canon(table.state, event_of("#09/d6@1809"))
    assert Narrator(RULES.spec).rejection(refused.value) == (
        "units cannot be transported to Yingkou (1809) while 3 or more ships of the Port Arthur "
        "fleet are undamaged"
    )
