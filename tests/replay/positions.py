"""Position texts of random positions: round trips, changed texts, and play from what is accepted.

The functions take any rule set, so a test names only its `Subject`; `SUBJECTS` has one per rule set
and choice of options that can write its positions. A game's own tests use them too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, islice
from random import Random
from typing import NamedTuple

import pytest

import tests.games.template  # noqa: F401 - registers Template
from senpu.notation.faults import Error
from senpu.notation.position_text import PositionText, parse_position_text
from senpu.notation.writer import format_event
from senpu.replay.analysis.value import open_value
from senpu.replay.core.narration import Narrator
from senpu.replay.core.positions import PositionReading, format_position, read_position
from senpu.replay.core.registry import list_rule_sets, open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, Outcome, State
from senpu.tui.render.text_rendering import render_position
from tests.games.random_play import steps

SHORT_GAMES, SHORT, LONG = ("800", "incident1932", "template"), 400, 998
"""The games whose position texts are short, and the most characters of theirs and of others."""
LISTED, TRIED = 400, 6
"""The most events that are listed in a position, and how many of them are tried further."""


class Subject(NamedTuple):
    """A rule set with options whose positions are tested."""

    ident: str
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "+".join([self.ident, *self.options])

    def open(self) -> AnyRules:
        """Return the rules."""
        return open_rules(self.ident, self.options)

    @property
    def most(self) -> int:
        """Return the most characters of a position text, without the options of a short game."""
        is_short = self.ident.partition("/")[0] in SHORT_GAMES
        return SHORT + len("+".join(self.options)) if is_short else LONG


TOYS = ("pendulum", "wager", "blind")
"""The games of other tests, which have no checks of positions."""


def list_subjects() -> Iterator[Subject]:
    """Yield each rule set of a real game: without options, with each, and with all.

    Options that exclude one another are not combined.
    """
    for ident in list_rule_sets():
        rules = open_rules(ident)
        if rules.spec.game.game in TOYS:
            continue
        options = [each.id for each in rules.spec.edition.option]
        yield Subject(ident)
        for chosen in ([each] for each in options):
            yield Subject(ident, tuple(chosen))
        if len(options) > 1:
            yield Subject(ident, find_all_options(ident, options))


def find_all_options(ident: str, options: list[str]) -> tuple[str, ...]:
    """Return the largest selection of options that a rule set accepts."""
    for size in range(len(options), 0, -1):
        for chosen in combinations(options, size):
            try:
                open_rules(ident, chosen)
            except Error:
                continue
            return chosen
    return ()


SUBJECTS = tuple(list_subjects())
IDENTS = tuple(dict.fromkeys(subject.ident for subject in SUBJECTS))
each_subject = pytest.mark.parametrize("subject", SUBJECTS, ids=str)
EXTREMES = tuple(
    subject
    for ident in IDENTS
    for subject in {
        min(len(each.options), 1): each for each in SUBJECTS if each.ident == ident
    }.values()
)
"""Each rule set without options, and with all."""
each_extreme = pytest.mark.parametrize("subject", EXTREMES, ids=str)


# ---- reachable positions ----------------------------------------------------------------------


def reach(rules: AnyRules, seed: int, games: int = 1) -> Iterator[State]:
    """Yield the positions of random games, from the start to the end."""
    for number in range(games):
        yield rules.start()
        for _, _, after in steps(rules, seed + number):
            yield after


def draw_reachable(rules: AnyRules, seed: int, share: float, games: int = 1) -> Iterator[State]:
    """Yield a share of the positions of random games, and all last ones."""
    random = Random(seed)
    return (
        state
        for state in reach(rules, seed, games)
        if state.outcome is not None or random.random() < share
    )


def check_texts(rules: AnyRules, state: State, most: int, reachable: bool = True) -> str:
    """Check that the text of a position, and of each side's view, returns the position exactly.

    Args:
        rules: The rules.
        state: A whole position.
        most: The most characters of a text.
        reachable: Whether a game has reached the position.

    Returns:
        The text of the whole position.
    """
    text = check_text(rules, state, "", most, reachable)
    if state.outcome is None:
        for end in (Outcome("Draw agree", ""), find_resignation(rules)):
            check_text(rules, rules.end_by_players(state, end), "", most, reachable)
    if rules.has_hidden_parts:
        for side in rules.spec.sides:
            check_text(rules, rules.view(state, side.id), side.id, most, reachable)
    return text


def find_resignation(rules: AnyRules) -> Outcome:
    """Return the ending after the resignation of the first side."""
    winner = rules.winner_by_resignation(rules.spec.sides[0].id)
    return Outcome(f"{winner.capitalize()} resign", winner)


def check_text(rules: AnyRules, state: State, side: str, most: int, reachable: bool) -> str:
    """Check that the text of a position returns the position exactly; return the text."""
    text = format_position(rules, state, side)
    assert len(text) <= most, text
    assert text.isascii(), text
    reading = read_position(text)
    assert reading.state == state, text
    assert reading.side == side, text
    assert reading.rules.spec.id == rules.spec.id
    assert reading.rules.spec.options == rules.spec.options
    assert format_position(reading.rules, reading.state, reading.side) == text
    if reachable:
        assert not reading.unreachable, (text, [each.text() for each in reading.unreachable])
    return text


# ---- changed texts ----------------------------------------------------------------------------

Parts = list[tuple[str, list[str]]]
"""The fields of a text that is being changed: key and words."""

NUMBER = re.compile(r"\d+")
SUFFIXES = ("", "-", "=0", "=1", "=2", "=3", "-=0", "-=1", "-=4", "=9")


class Changer:
    """Changes position texts of one rule set at random.

    Args:
        rules: The rules.
        donors: Texts of other positions, from which fields and words are taken.
        random: The source of random numbers.
    """

    def __init__(self, rules: AnyRules, donors: list[str], random: Random) -> None:
        form = rules.position_format
        self.random = random
        self.donors = [parse_position_text(text).fields for text in donors]
        self.places, self.units = form.placement.places, form.placement.units
        self.kinds = tuple(form.kinds)
        choices = [word for each in form.state_fields for word in each.codec.choices]
        self.words = (*form.sides, CHANCE, *self.kinds, *rules.stages, *choices)
        self.changes = (
            self.move_unit, self.move_unit, self.change_suffix, self.drop_unit, self.add_unit,
            self.change_number, self.change_number, self.take_field, self.take_field,
            self.drop_field, self.change_word, self.change_word, self.drop_word, self.swap_units,
        )  # fmt: skip

    def change(self, text: str, times: int) -> str:
        """Return a text with some random changes."""
        parts = parse_position_text(text)
        fields: Parts = [(field.key, list(field.words)) for field in parts.fields]
        for _ in range(times):
            self.random.choice(self.changes)(fields)
        head = PositionText(parts.rule_set, (), parts.rules, parts.options, parts.data).text
        rows = [f"{key}: {' '.join(words)}" if words else key for key, words in fields]
        return "; ".join([head, *rows])

    def _units(self, fields: Parts) -> list[tuple[int, int]]:
        """Return where the units are: the number of the field, and of the unit in its list."""
        return [
            (at, k)
            for at, (key, words) in enumerate(fields)
            if key in self.places and words
            for k in range(len(words[0].split("+")))
        ]

    def _pop(self, fields: Parts) -> str:
        """Take a random unit out of the text, and return it with its suffix."""
        found = self._units(fields)
        if not found:
            return self.random.choice(self.units)
        at, k = self.random.choice(found)
        key, words = fields[at]
        entries = words[0].split("+")
        entry = entries.pop(k)
        fields[at] = (key, ["+".join(entries)]) if entries else (key, [])
        if not entries:
            del fields[at]
        return entry

    def _put(self, fields: Parts, place: str, entry: str) -> None:
        for at, (key, words) in enumerate(fields):
            if key == place and words:
                fields[at] = (key, [f"{words[0]}+{entry}"])
                return
        fields.append((place, [entry]))

    def move_unit(self, fields: Parts) -> None:
        entry = self._pop(fields)
        self._put(fields, self.random.choice(self.places), entry)

    def swap_units(self, fields: Parts) -> None:
        occupied = [key for key, _ in fields if key in self.places]
        first, second = self._pop(fields), self._pop(fields)
        for entry in (first, second):
            self._put(fields, self.random.choice(occupied or self.places), entry)

    def change_suffix(self, fields: Parts) -> None:
        ident = re.split(r"[-=]", self._pop(fields))[0]
        place = self.random.choice(self.places)
        self._put(fields, place, ident + self.random.choice(SUFFIXES))

    def drop_unit(self, fields: Parts) -> None:
        self._pop(fields)

    def add_unit(self, fields: Parts) -> None:
        self._put(fields, self.random.choice(self.places), self.random.choice(self.units))

    def _word(self, fields: Parts) -> tuple[list[str], int]:
        """Return a random word outside the lists of units: the words of its field, its number."""
        found = [(words, k) for key, words in fields for k in range(len(words)) if words]
        rest = [each for each in found if "+" not in each[0][each[1]]] or found
        return self.random.choice(rest) if rest else ([""], 0)

    def change_number(self, fields: Parts) -> None:
        numbered = [
            (words, k)
            for key, words in fields
            if key not in self.places
            for k, word in enumerate(words)
            if NUMBER.search(word)
        ]
        if not numbered:
            return
        words, k = self.random.choice(numbered)
        found = list(NUMBER.finditer(words[k]))
        one = self.random.choice(found)
        value = int(one[0]) + self.random.choice((-1, 1, 1, 2, -int(one[0]), 5, 97))
        words[k] = f"{words[k][: one.start()]}{max(value, 0)}{words[k][one.end() :]}"

    def take_field(self, fields: Parts) -> None:
        """Take a field from another position in place of the own one."""
        donor = self.random.choice(self.random.choice(self.donors))
        fields[:] = [each for each in fields if each[0] != donor.key]
        fields.append((donor.key, list(donor.words)))

    def drop_field(self, fields: Parts) -> None:
        if fields:
            del fields[self.random.randrange(len(fields))]

    def change_word(self, fields: Parts) -> None:
        words, k = self._word(fields)
        pool = self.words if self.random.random() < 0.6 else (*self.places, *self.units)
        words[k] = self.random.choice(pool)

    def drop_word(self, fields: Parts) -> None:
        words, k = self._word(fields)
        del words[k]


def read_changed(text: str, rules: AnyRules) -> PositionReading | None:
    """Return the position of a changed text, or None if it is rejected with an explanation."""
    try:
        return read_position(text, rules)
    except Error as error:
        message = error.message
    for language in ("en", "ja"):
        assert message.text(language), text
    return None


# ---- playing on -------------------------------------------------------------------------------


def play_on(rules: AnyRules, state: State, random: Random, events: int = 60) -> None:
    """Play random events from a position, and use everything that a position offers at each step.

    The game need not be able to reach the position.
    """
    for _ in range(events):
        use_position(rules, state, random)
        check_texts(rules, state, most=2000, reachable=False)
        if state.outcome is not None:
            return
        event = rules.sample(state, random)
        assert rules.canon(state, event) == event
        state = rules.apply(state, event)[0]
        assert (state.decision is None) is (state.outcome is not None)


def use_position(rules: AnyRules, state: State, random: Random) -> None:
    """Use everything that a position offers: it raises no error, and agrees with itself."""
    decision = state.decision
    assert (decision is None) is (state.outcome is not None)
    listed = list(islice(rules.legal(state), LISTED))
    assert bool(listed) is (decision is not None)
    for event in random.sample(listed, min(TRIED, len(listed))):
        assert rules.canon(state, event) == event, format_event(event)
        rules.odds(state, event)
        rules.apply(state, event)
    rules.roll_odds(state)
    if decision is not None and decision.side == CHANCE and len(listed) < LISTED:
        assert sum(share for _, share in rules.outcomes(state)) == pytest.approx(1)
    assert 0 <= open_value(rules).score(state) <= 1
    for side in rules.spec.sides:
        if rules.has_hidden_parts:
            view = rules.view(state, side.id)
            assert rules.view(view, side.id) == view
            rules.board(view)
            rules.digest(rules.sample_hidden(state, side.id, random))
    rules.key(state)
    rules.digest(state)
    for language in ("en", "ja"):
        render_position(rules, state, Narrator(rules.spec, language))
