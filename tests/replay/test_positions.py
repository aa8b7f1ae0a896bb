"""Positions as text: each rule set with each option writes and reads its positions exactly."""

from random import Random

import pytest

from tests.replay.positions import (
    Changer,
    Subject,
    check_texts,
    draw_reachable,
    each_subject,
    play_on,
    read_changed,
)


@each_subject
def test_the_text_of_a_reachable_position_returns_the_position(subject: Subject) -> None:
    rules = subject.open()
    for state in draw_reachable(rules, seed=1, share=0.04):
        check_texts(rules, state, subject.most)


@pytest.mark.slow
@each_subject
def test_the_texts_of_whole_games_return_the_positions(subject: Subject) -> None:
    rules = subject.open()
    for state in draw_reachable(rules, seed=1000, share=0.5, games=12):
        check_texts(rules, state, subject.most)


@pytest.mark.slow
@each_subject
def test_a_changed_text_is_rejected_or_can_be_played_on(subject: Subject) -> None:
    rules, random = subject.open(), Random(32)
    states = list(draw_reachable(rules, seed=2000, share=0.2, games=6))
    texts = [check_texts(rules, state, subject.most) for state in states]
    changer = Changer(rules, texts, random)
    accepted = 0
    for _ in range(1500):
        text = changer.change(random.choice(texts), times=random.choice((1, 1, 2, 3)))
        reading = read_changed(text, rules)
        if reading is not None:
            accepted += 1
            play_on(rules, reading.state, random, events=60 if accepted % 10 == 0 else 4)
    assert accepted > 40
