"""Canonical text: one form for each decision, with no other change."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from senpu.notation.reader import read_text
from senpu.notation.writer import format_event, format_game
from senpu.replay.analysis.players import find_player, generate_game
from senpu.replay.core.registry import open_rules
from senpu.replay.recording.canonical_form import make_canonical
from tests.replay.texts import BEGUN, BONSAI, TOY, verdict


def respelled(text: str) -> str:
    read, faults = read_text(text)
    assert not faults
    ident = next(each.value for each in read.headers if each.key == "Game")
    return format_game(make_canonical(read, open_rules(ident)))


@pytest.mark.parametrize(
    ("line", "spelled"),
    [
        ("J: i4+i3>D", "J: i3+i4>D"),
        ("J: i4+i3*D.x1 [1 1]", "J: i3+i4*D.x1 [1 1]"),
        ("J: i3*x1 [1 1]", "J: i3*D.x1 [1 1]"),
        ("{a} J: i4+i3>D !? {b} C: pass", "{a} J: i3+i4>D !? {b} C: pass"),
        ("J: ( i4+i3>D C: pass ) i4+i3>D", "J: ( i4+i3>D C: pass ) i3+i4>D"),
        ("J: i4+i3>D undo J: i4+i3>D", "J: i3+i4>D undo J: i3+i4>D"),
    ],
)
def test_events_are_spelled_as_the_rules_do(line: str, spelled: str) -> None:
    assert respelled(f"{BEGUN}{line}\n") == f"{BEGUN}{spelled}\n"


def test_what_the_rules_refuse_and_all_below_keeps_its_spelling() -> None:
    text = f"{BEGUN}J: i4+i3>D C: k1+c1>A c2+c1>E\nJ: i4+i3>E\n"
    assert respelled(text) == text.replace("J: i4+i3>D", "J: i3+i4>D")


def test_lines_are_neither_joined_nor_split() -> None:
    text = f"{TOY}N: n1>B S: s1>B\n\nN: n1>C\n[3]\n"
    assert respelled(text) == text


@given(seed=st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_any_order_of_units_has_one_canonical_text(seed: int) -> None:
    rules, random = open_rules("800/bonsai-2021"), Random(seed)
    players = dict.fromkeys(("japan", "china"), find_player("random"))
    rows, mixed = [], []
    for _, event in generate_game(rules, players, seed):
        text = format_event(event)
        rows.append(f"{text}\n")
        for sign in "@>*":
            units, found, rest = text.partition(sign)
            if found and "+" in units and "/" not in units:
                text = "+".join(random.sample(units.split("+"), units.count("+") + 1)) + sign + rest
                break
        mixed.append(f"{text}\n")
    assert respelled(BONSAI + "".join(mixed)) == BONSAI + "".join(rows)
    assert verdict(BONSAI + "".join(mixed)).state == verdict(BONSAI + "".join(rows)).state
