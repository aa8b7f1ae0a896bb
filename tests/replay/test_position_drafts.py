"""Drafts of positions: changes, checks, and maps of drafts that the rules do not allow."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from senpu.notation.messages import LANGUAGES
from senpu.notation.position_text import parse_position_text
from senpu.replay.core.narration import Narrator
from senpu.replay.core.position_drafts import (
    PositionDraft,
    check_draft,
    draft_position,
    draft_text,
    read_board_state,
)
from senpu.replay.core.position_format import COMMON, NEXT, OVER, SEEN, TURN
from senpu.replay.core.positions import format_position
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.parts.position_forms import (
    ChoiceForm,
    ListForm,
    NumberForm,
    PairForm,
    RecordForm,
    ValueForm,
    Words,
    describe_field,
)
from tests.replay.positions import SUBJECTS, Subject, draw_reachable, each_extreme

WHOLE = [each for each in SUBJECTS if not each.options]
SHORT, LONG = 12, 1000
"""The numbers of changes of a draft in a quick and in a thorough test."""
each_rule_set = pytest.mark.parametrize("subject", WHOLE, ids=str)


def list_forms(rules: AnyRules) -> Iterator[tuple[str, ValueForm]]:
    """Yield the name and the form of each field, and of each part of one."""
    left = [(key, describe_field(rules, key)) for key in rules.position_format.keys]
    while left:
        name, form = left.pop()
        yield name, form
        if isinstance(form, RecordForm | PairForm):
            left += [(part.name, part.form) for part in form.parts]


def draw_value(form: ValueForm, random: Random) -> Words:
    """Return words of a form, which need not agree with the rest of a position."""
    if isinstance(form, NumberForm):
        return (str(random.randint(form.least, min(form.most, 12))),)
    if isinstance(form, ListForm):
        return form.join(random.sample(form.choices, min(2, len(form.choices))))
    if isinstance(form, RecordForm | PairForm):
        return form.join({
            part.name: draw_value(part.form, random)
            for part in form.parts
            if not part.is_optional or random.random() < 0.3
        })  # fmt: skip
    if isinstance(form, ChoiceForm):
        return tuple(random.choice(form.choices).split())
    return ("odd",) * (random.random() < 0.1)


def change(draft: PositionDraft, random: Random) -> PositionDraft:
    """Return a draft with a random change, as a user can make it."""
    form, units = draft.rules.position_format, list(draft.units)
    what, some = random.random(), random.sample(units, random.randint(1, 3))
    if what < 0.5:
        return draft.move(some, random.choice(form.placement.places))
    if what < 0.6 and form.placement.has_reduced:
        return draft.turn_over(some)
    if what < 0.7 and form.placement.usual_points:
        return draft.add_points(some, random.choice((-1, 1)))
    key = random.choice([each for each in form.keys if each != SEEN])
    if random.random() < 0.2:
        return draft.set_value(key, None)
    return draft.set_value(key, draw_value(describe_field(draft.rules, key), random))


@each_rule_set
def test_a_draft_has_the_text_of_its_position(subject: Subject) -> None:
    rules = subject.open()
    for state in islice(draw_reachable(rules, 3, 0.1), 20):
        draft = draft_position(rules, state)
        text = format_position(rules, state)
        assert draft.text == text
        assert draft_text(rules, parse_position_text(text)) == draft
        check = check_draft(draft)
        assert (check.text, check.state, check.error, check.key) == (text, state, None, "")


def check_changes(subject: Subject, count: int) -> None:
    """Change drafts of positions; each has a map, and each fault is at a place or a field."""
    rules, random = subject.open(), Random(7)
    form = rules.position_format
    keys = {"", *form.keys, *form.placement.places}
    boxes = {box.place for box in rules.spec.game.box}
    legal = rules.start()
    draft = draft_position(rules, legal)
    starts = draw_reachable(rules, 11, 0.2, count)
    for number in range(count):
        if number % 20 == 0:
            legal = next(starts)
            draft = draft_position(rules, legal)
        draft = change(draft, random)
        check = check_draft(draft)
        assert check.key in keys
        assert (check.error is None) == (check.state is not None)
        legal = check.state or legal
        pieces = rules.board(read_board_state(draft, legal)).pieces
        shown = {piece.id: piece.place for piece in pieces if piece.place not in boxes}
        for ident, unit in draft.units.items():
            if unit.place not in boxes and shown.get(ident):
                assert shown[ident] == unit.place


@each_rule_set
def test_a_changed_draft_has_a_map_and_a_located_fault(subject: Subject) -> None:
    check_changes(subject, SHORT)


@pytest.mark.slow
@each_extreme
def test_many_changed_drafts_have_maps_and_located_faults(subject: Subject) -> None:
    check_changes(subject, LONG)


@each_rule_set
def test_the_words_of_lists_and_records_are_split_and_joined(subject: Subject) -> None:
    rules = subject.open()
    for state in islice(draw_reachable(rules, 5, 0.3), 60):
        for key, words in draft_position(rules, state).values.items():
            form = describe_field(rules, key)
            if isinstance(form, ListForm | RecordForm | PairForm):
                parts = form.split(words)
                assert form.join(parts) == words  # type: ignore[arg-type] # of this form


@each_rule_set
def test_each_field_and_part_has_a_name_in_each_language(subject: Subject) -> None:
    rules = subject.open()
    sides = {side.id for side in rules.spec.sides}
    for language in LANGUAGES:
        narrator = Narrator(rules.spec, language)
        missing = [
            name
            for name, _ in list_forms(rules)
            if name not in sides and not narrator.has(f"label.field_{name}")
        ]
        assert missing == []


def test_a_fault_is_at_its_place_or_field() -> None:
    rules = open_rules("800/bonsai-2021")
    draft = draft_position(rules, next(draw_reachable(rules, 2, 0.02)))
    for changed, key in (
        (draft.move(("i1",), "J"), "J"),
        (draft.set_value(TURN, ("99",)), TURN),
        (draft.set_value(NEXT, ("japan", "odd")), NEXT),
        (draft.set_value(NEXT, None), NEXT),
        (draft.set_value("passes", ("odd",)), "passes"),
    ):
        assert check_draft(changed).key == key
    over = draft.set_value(OVER, ("Japan", "4.1"))
    assert NEXT not in over.values
    assert OVER not in over.set_value(NEXT, ("japan", "act")).values
    assert list(describe_field(rules, NEXT).split(("japan", "act", "count", "2"))) == [  # type: ignore[union-attr]
        "side", "kind", "count",
    ]  # fmt: skip
    assert set(COMMON) <= set(rules.position_format.keys)
