"""Positions as text: each rule set with each option writes and reads its positions exactly."""

import re
from pathlib import Path
from random import Random

import pytest

from senpu.logs.record import LIBRARY, open_record
from senpu.notation.position_text import FieldWords, parse_position_text
from senpu.replay.core.registry import open_rules
from senpu.replay.disputes.log_timeline import open_timeline
from tests.replay.positions import (
    IDENTS,
    Changer,
    Subject,
    check_texts,
    draw_reachable,
    each_extreme,
    each_subject,
    play_on,
    read_changed,
)


def read_section(ident: str) -> str:
    """Return the section of a game's page on its positions."""
    page = (Path(open_rules(ident).spec.folder) / "en/rules.md").read_text("utf-8")
    return page.partition("\n## Positions\n")[2].partition("\n## ")[0]


@each_extreme
def test_the_text_of_a_reachable_position_returns_the_position(subject: Subject) -> None:
    rules = subject.open()
    for state in draw_reachable(rules, seed=1, share=0.04):
        check_texts(rules, state, subject.most)


@pytest.mark.slow
@each_subject
def test_the_positions_of_the_library_have_texts(subject: Subject) -> None:
    logs = [log for log in sorted(LIBRARY.rglob("*.senpu")) if has_rules(log, subject)]
    for log in logs:
        timeline = open_timeline(open_record(log))
        for number in range(0, timeline.extend() + 1, 5):
            state = timeline.get_full_position(number).state
            check_texts(timeline.rules, state, subject.most)


def has_rules(log: Path, subject: Subject) -> bool:
    """Return whether a log was played by the rules of a subject."""
    headers = open_record(log).headers
    options = tuple(headers.get("Options", "").split())
    return (headers["Game"], options) == (subject.ident, subject.options)


@pytest.mark.parametrize("ident", IDENTS)
def test_the_page_of_the_rules_explains_each_field_of_a_position(ident: str) -> None:
    rules = open_rules(ident)
    form = rules.position_format
    section = read_section(ident)
    rows = re.findall(r"^\| `([\w-]+)` \| [^|]+ \| `([^`]+)` \|$", section, re.MULTILINE)
    off_map = {place for place in form.placement.places if place[0].islower()}
    own = {each.key: each.codec for each in form.state_fields}
    assert {key for key, _ in rows} == {*off_map, *own}
    for key, example in rows:
        (field,) = parse_position_text(f"Senpu 1 {ident}; {example}").fields
        assert field.key == key
        words = FieldWords(field)
        if key in own:
            value = own[key].read(words)
            words.finish()
            assert tuple(own[key].write(value)) == field.words


@pytest.mark.slow
@each_subject
def test_the_texts_of_whole_games_return_the_positions(subject: Subject) -> None:
    rules = subject.open()
    for state in draw_reachable(rules, seed=1000, share=0.1, games=2):
        check_texts(rules, state, subject.most)


@pytest.mark.slow
@each_extreme
def test_a_changed_text_is_rejected_or_can_be_played_on(subject: Subject) -> None:
    rules, random = subject.open(), Random(32)
    states = list(draw_reachable(rules, seed=2000, share=0.1, games=2))
    texts = [check_texts(rules, state, subject.most) for state in states]
    changer = Changer(rules, texts, random)
    accepted = 0
    for _ in range(300):
        text = changer.change(random.choice(texts), times=random.choice((1, 1, 2, 3)))
        reading = read_changed(text, rules)
        if reading is not None:
            accepted += 1
            play_on(rules, reading.state, random, events=60 if accepted % 25 == 0 else 1)
    assert accepted > 10
