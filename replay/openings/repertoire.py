"""A repertoire: a player's own choice in each position, with a comment.

See `spec/en/reference/repertoires.md`.

A file has the choices of one rule set on one data set. Positions are found by their keys, so
transpositions and interchangeable units are merged. It is read whole and written whole, by one
program at a time.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import tomli_w

from senpu.logs.inputs import Source, read_file, read_source
from senpu.logs.journal import lock_file, replace_file
from senpu.logs.toml_files import convert_content, parse_toml_file
from senpu.notation.events import StatedPosition, Word
from senpu.notation.faults import Error
from senpu.notation.lines import Item
from senpu.replay.annotation.branches import EventSequence
from senpu.replay.core.reducer import LOG_WORDS
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.core.timeline import Timeline
from senpu.replay.core.views import find_only_answer
from senpu.replay.core.visible_positions import format_position_for
from senpu.replay.openings.problems import OpenProblem, Problem, ProblemError
from senpu.replay.openings.reading import Numbering, Ruleset, get_ruleset

VERSION = 1
"""The version of the format."""
KEY = re.compile("[0-9a-f]{16}")
VERSION_KEY = "senpu-repertoire"


class RepertoireError(Error):
    """A file is not a repertoire, or a choice cannot be stored in it."""


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's own choice in a position."""

    key: str
    """The position key."""
    side: str
    position: str
    """The position text."""
    answer: str
    """The events of the side in canonical form: one event, or a whole set-up."""
    comment: str = ""

    def make_problem(self, path: Path | None = None) -> Problem:
        """Return the choice as a problem, in a file."""
        place = f"{path}: {self.key}" if path is not None else self.key
        return Problem(self.position, (self.answer,), self.comment, place=place)


class Repertoire(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The content of a file."""

    game: str
    rules: int
    data: str
    """The digest of the data set."""
    options: str = ""
    choice: tuple[Choice, ...] = ()
    """In the order of the file."""

    def by_key(self) -> dict[str, Choice]:
        """Return the choices by position key."""
        return {each.key: each for each in self.choice}

    def open_rules(self, near: Path, data: Source | None = None) -> AnyRules:
        """Return the rules of the positions.

        Args:
            near: The folder of the file, which may have its data set.
            data: A data file that the user named.

        Returns:
            The rules.

        Raises:
            UnknownGameError: The game is not installed.
            DataError: The data set was not found, or is invalid.
        """
        options = tuple(self.options.split())
        return open_rules(self.game, options, self.data, near, data, self.rules)

    def select_side(self, side: str) -> Iterator[Choice]:
        """Yield the choices of a side; all choices if `side` is empty."""
        return (each for each in self.choice if side in ("", each.side))

    def list_sides(self) -> list[str]:
        """Return the sides that have choices, in the order of the file."""
        return list(dict.fromkeys(each.side for each in self.choice))


def make_empty(rules: AnyRules) -> Repertoire:
    """Return a repertoire of a rule set without choices."""
    found = get_ruleset(rules)
    return Repertoire(found.game, found.rules, found.data, found.options)


def check_ruleset(path: Path, repertoire: Repertoire, rules: AnyRules) -> None:
    """Raise RepertoireError if the positions of a repertoire belong to other rules or data."""
    own, other = describe_ruleset(repertoire), get_ruleset(rules)
    if own != other.name:
        raise RepertoireError(
            "repertoireRules", path=path, own=_format_name(own), other=_format_name(other.name)
        )


def describe_ruleset(repertoire: Repertoire) -> tuple[str, str, str, int]:
    """Return the name of the rule set of a repertoire, as in a book."""
    return repertoire.game, repertoire.data, repertoire.options, repertoire.rules


def find_ruleset(repertoire: Repertoire, rulesets: Iterable[Ruleset]) -> Ruleset | None:
    """Return the rule set of a repertoire among the rule sets of a book."""
    name = describe_ruleset(repertoire)
    return next((each for each in rulesets if each.name == name), None)


def _format_name(name: tuple[str, str, str, int]) -> str:
    game, data, options, rules = name
    parts = game, f"options {options}" if options else "", f"rules {rules}", f"data {data[:16]}"
    return " ".join(filter(None, parts))


# ---- the file ---------------------------------------------------------------------------------


def load_repertoire(path: Source) -> Repertoire:
    """Return the content of a file.

    Raises:
        TomlFileError: The file is not a repertoire, or has an invalid value.
        RepertoireError: Two choices are for one position.
        OSError: The file cannot be read.
    """
    return parse_repertoire(read_source(path), Path(path))


def parse_repertoire(data: bytes, path: Path) -> Repertoire:
    """Return a repertoire from the bytes of its file. Raises RepertoireError, TomlFileError."""
    return make_repertoire(parse_toml_file(data, path), path)


def make_repertoire(raw: dict[str, Any], path: Path) -> Repertoire:
    """Return a repertoire from the content of its file. Raises RepertoireError, TomlFileError."""
    found = convert_content(raw, path, VERSION_KEY, VERSION, Repertoire)
    seen = set[str]()
    for each in found.choice:
        if each.key in seen:
            raise RepertoireError("repertoireTwice", path=path, key=each.key)
        seen.add(each.key)
    return found


def format_repertoire(repertoire: Repertoire) -> str:
    """Return the text of a file."""
    raw: dict[str, Any] = msgspec.to_builtins(repertoire)
    choices = raw.pop("choice", [])
    head = tomli_w.dumps({VERSION_KEY: VERSION, **raw})
    return head + "".join(f"\n[[choice]]\n{tomli_w.dumps(each)}" for each in choices)


def edit_repertoire(
    path: Path, rules: AnyRules | None, change: Callable[[Repertoire], Repertoire]
) -> Repertoire:
    """Change a file; an error leaves it unchanged.

    Args:
        path: The file.
        rules: The rule set of a new file; None if the file must exist.
        change: Returns the new content.

    Returns:
        The new content.

    Raises:
        RepertoireError: The file is not a repertoire of the rule set.
        JournalError: The file cannot be written, or another program writes it.
        OSError: The file cannot be read.
    """
    with lock_file(path):
        if rules is not None and not path.exists():
            before = make_empty(rules)
        else:
            before = parse_repertoire(read_file(path), path)
        if rules is not None:
            check_ruleset(path, before, rules)
        after = change(before)
        if after != before:
            replace_file(path, format_repertoire(after).encode())
    return after


# ---- choices ----------------------------------------------------------------------------------


def make_choice(rules: AnyRules, state: State, items: Iterable[Item], comment: str = "") -> Choice:
    """Return the choice of the side to act in a position.

    In a game with hidden parts, the position text is in the view of the side.

    Args:
        rules: The rule set.
        state: The position.
        items: The events of the side.
        comment: A comment.

    Returns:
        The choice.

    Raises:
        ReductionError: An event is illegal.
        RepertoireError: The position has no choice of a side, or an event belongs to another side.
    """
    decision = state.decision
    if decision is None or decision.side == CHANCE:
        raise RepertoireError("repertoireNoDecision")
    course = EventSequence(rules, state)
    course.play(items)
    if not course.steps:
        raise RepertoireError("repertoireNoEvent")
    for step in course.steps:
        if not step.actor or step.actor == CHANCE:
            raise RepertoireError("repertoireDice", text=course.text())
        if step.actor != decision.side:
            raise RepertoireError("repertoireActor", text=course.text(), side=decision.side)
    text = format_position_for(rules, state)
    return Choice(rules.key(state), decision.side, text, course.text(), comment)


class StoredChoices(NamedTuple):
    """A repertoire after some choices were stored in it, with the number of each kind of change."""

    content: Repertoire
    added: int = 0
    replaced: int = 0
    """Another choice was in the position."""
    commented: int = 0
    """The same choice has a new comment."""
    unchanged: int = 0


def put_choices(
    repertoire: Repertoire, choices: Iterable[Choice], rules: AnyRules
) -> StoredChoices:
    """Store some choices, which replace other choices in the same positions.

    A choice that leads to the same position as the stored one is the same choice: the stored one
    remains, with the new comment if there is one.

    Args:
        repertoire: The repertoire.
        choices: The choices.
        rules: The rule set.

    Returns:
        The repertoire with them.
    """
    found, counts = repertoire.by_key(), Counter[str]()
    for each in choices:
        old = found.get(each.key)
        if old is None or not _is_same(old, each, rules):
            found[each.key] = each
            counts["added" if old is None else "replaced"] += 1
        elif each.comment in ("", old.comment):
            counts["unchanged"] += 1
        else:
            found[each.key] = msgspec.structs.replace(old, comment=each.comment)
            counts["commented"] += 1
    content = msgspec.structs.replace(repertoire, choice=tuple(found.values()))
    return StoredChoices(content, **counts)


def _is_same(old: Choice, new: Choice, rules: AnyRules) -> bool:
    """Return whether two choices of a position lead to the same position."""
    try:
        afters = [OpenProblem(each.make_problem(), rules).afters for each in (old, new)]
    except ProblemError:  # the stored choice is invalid
        return False
    return afters[0] == afters[1]


def replace_choice(repertoire: Repertoire, choice: Choice) -> Repertoire:
    """Return a repertoire with another version of a stored choice."""
    found = repertoire.by_key() | {choice.key: choice}
    return msgspec.structs.replace(repertoire, choice=tuple(found.values()))


def remove_choices(repertoire: Repertoire, keys: Iterable[str]) -> Repertoire:
    """Return a repertoire without the choices in some positions. Raises RepertoireError."""
    found = repertoire.by_key()
    for key in keys:
        if found.pop(key, None) is None:
            raise RepertoireError("repertoireNoChoice", key=key)
    return msgspec.structs.replace(repertoire, choice=tuple(found.values()))


def list_choices(timeline: Timeline, side: str, last: int, comment: str = "") -> Iterator[Choice]:
    """Yield the choices of a side in a log up to an event; a set-up is one choice.

    Events that were undone, events without an alternative, and stated positions are left out.

    Args:
        timeline: The log.
        side: The side.
        last: The number of the last event.
        comment: The comment on each choice.

    Yields:
        The choices.

    Raises:
        RepertoireError: A choice cannot be stored.
    """
    rules = timeline.rules
    timeline.extend(last)
    numbers = [n for n in reversed(timeline.effective_events(timeline.last)) if n <= last]

    def make_group(number: int) -> tuple[str, int]:
        """Return an equal value for the events of one set-up; without a kind, for other events."""
        decision = timeline.get_full_position(number - 1).state.decision
        event = timeline.get_full_event(number)
        if decision is None or decision.side != side or type(event) is StatedPosition:
            return "", number
        if type(event) is Word and event.word in LOG_WORDS:
            return "", number
        return (decision.kind, 0 if decision.kind in rules.grouped_kinds else number)

    for (kind, _), group in groupby(numbers, make_group):
        found = list(group)
        state = timeline.get_full_position(found[0] - 1).state
        if kind and (len(found) > 1 or find_only_answer(rules, state) is None):
            events = [timeline.get_full_event(number) for number in found]
            yield make_choice(rules, state, events, comment)


class ChoiceTree:
    """The choices of a repertoire by the numbers of their positions, opened on demand."""

    def __init__(
        self, repertoire: Repertoire, rules: AnyRules, side: str = "", path: Path | None = None
    ) -> None:
        """Take the choices.

        Args:
            repertoire: The repertoire.
            rules: Its rule set.
            side: The side whose choices are taken; empty for all.
            path: The file, for errors.

        Raises:
            RepertoireError: The key of a choice is not a position key.
        """
        self.rules, self.numbering, self.path = rules, Numbering(rules), path
        self.choices = {}
        for each in repertoire.select_side(side):
            self.choices[self.parse_key(each.key)] = each
        self._open: dict[int, OpenProblem] = {}

    def parse_key(self, key: str) -> int:
        """Return the number of a position key. Raises RepertoireError."""
        if not KEY.fullmatch(key):
            raise RepertoireError("repertoireBadKey", key=key)
        return self.numbering.parse_key(key)

    def open(self, number: int) -> OpenProblem | None:
        """Return the choice in a position, or None. Raises ProblemError, RepertoireError."""
        choice = self.choices.get(number)
        if choice is None:
            return None
        if number not in self._open:
            problem = OpenProblem(choice.make_problem(self.path), self.rules)
            if problem.number != number or problem.side != choice.side:
                raise RepertoireError("repertoireOtherKey", place=problem.problem.place)
            self._open[number] = problem
        return self._open[number]
