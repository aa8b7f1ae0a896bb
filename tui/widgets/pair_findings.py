"""The facts about two logs as rows of text: proofs, faults, and the values that differ.

`replay/disputes/comparison.py` finds the facts; this module only words them.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec
from rich.cells import cell_len

from senpu.notation.messages import program_catalogue, topic_renderer
from senpu.notation.printable import make_printable
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import AnyRules, Board
from senpu.replay.core.states import State
from senpu.replay.disputes.comparison import (
    CONTROL,
    DIFFERENT,
    FORK,
    IDENTICAL,
    OFF_MAP,
    PREFIX,
    REDUCED,
    STRIPPED,
    ComparisonResult,
    DoubleSignature,
    LogCopy,
    ValueDifference,
    list_double_signatures,
    list_value_differences,
)
from senpu.replay.disputes.verdict import find_latest_seals
from senpu.tui.widgets.painting import Look

NAMES = ("A", "B")
"""The names of the two logs."""


class BandStatement(NamedTuple):
    """A sentence of the band above the logs."""

    sign: str
    """The attribute of its sign in the look."""
    role: str
    """`error` for a proven fact, `good`, or `differs`."""
    text: str
    short: str
    """The text for a narrow screen."""


def describe_side(narrator: Narrator | None, side: str) -> str:
    """Return the name of a side, or its id."""
    return narrator.side(side) if narrator is not None else side


def find_player(copies: Iterable[LogCopy], narrator: Narrator | None, side: str) -> str:
    """Return the player of a side by the headers; empty if none is named."""
    english = narrator.spec.name("en", "side", side) if narrator is not None else ""
    for copy in copies:
        headers = copy.record.headers
        if name := headers.get(side.capitalize()) or headers.get(english, ""):
            return make_printable(name)
    return ""


def list_statements(
    found: ComparisonResult, look: Look, narrator: Narrator | None
) -> list[BandStatement]:
    """Return the sentences about two logs, proven facts first."""
    statements = [*_list_double(found, look, narrator)]
    statements += [*_list_faults(found, look)]
    statements += [*_list_relations(found, look, narrator, bool(statements))]
    return statements


def _list_double(
    found: ComparisonResult, look: Look, narrator: Narrator | None
) -> Iterator[BandStatement]:
    """Yield the contradictory signatures, one sentence per side."""
    for at, double in enumerate(list_double_signatures(found)):
        texts = []
        for is_short in (False, True):
            text = describe_double(double, found, look, narrator, is_short)
            lead = look.word("pair_twice" if not at else "pair_cannot" if at == 1 else "pair_also")
            tail = look.word("pair_cannot") if len(found.proofs) == 1 else ""
            texts.append(join_messages(look, lead, text, tail))
        yield BandStatement("bad" if not at else "", "error", *texts)


def describe_double(
    double: DoubleSignature,
    found: ComparisonResult,
    look: Look,
    narrator: Narrator | None,
    is_short: bool,
) -> str:
    """Return one contradiction as a sentence."""
    (first, line), (second, other_line) = double.places
    name = find_player(found.copies, narrator, double.side)
    who = ", ".join(filter(None, (name, "" if is_short else double.key)))
    side = describe_side(narrator, double.side)
    if double.is_same_line and first != second:
        return look.word("pair_double_same", side=side, who=who, line=line)
    return look.word(
        "pair_double_lines", side=side, who=who,
        line=line, log=NAMES[first], other_line=other_line, other=NAMES[second],
    )  # fmt: skip


def _list_faults(found: ComparisonResult, look: Look) -> Iterator[BandStatement]:
    for at, copy in enumerate(found.copies):
        timeline = copy.timeline
        is_whole = timeline is None or timeline.view.is_unrestricted
        fault = copy.verdict.faults[0] if is_whole and copy.verdict.faults else copy.fault
        if fault is None:
            continue
        why = make_printable(fault.message.text(look.language))
        facts = {"log": NAMES[at], "line": fault.line, "why": why}
        text = look.word("pair_invalid", n=copy.verdict.valid_through, **facts)
        yield BandStatement("bad", "error", text, look.word("pair_invalid_short", **facts))


def _list_relations(
    found: ComparisonResult, look: Look, narrator: Narrator | None, is_proven: bool
) -> Iterator[BandStatement]:
    """Yield the relation of the logs, unless proven facts already state it."""
    result, word = found.comparison, look.word
    message = topic_renderer("comparison", look.language)
    if result.verdict == IDENTICAL:
        yield _same(f"pair_same_{result.by}", "good", look)
    elif result.verdict == DIFFERENT:
        games = [make_printable(copy.record.headers.get("Game", "")) for copy in found.copies]
        if games[0] != games[1]:
            text = word("pair_other_game", one=games[0] or "-", other=games[1] or "-")
        else:
            text = word("pair_unrelated")
        yield BandStatement("differs", "differs", text, text)
    elif result.verdict == PREFIX:
        longer = int(result.shorter == result.files[0])
        count = message(result.by, n=result.following[longer])
        text = word("pair_prefix", log=NAMES[1 - longer], other=NAMES[longer], count=count)
        yield BandStatement("differs", "differs", text, text)
    elif result.verdict == STRIPPED and result.without_chain is None:
        yield _same("pair_same_events", "differs", look)
    elif result.verdict == FORK and not is_proven:
        text = word("pair_not_proven")
        signers = _describe_signers(found, look, narrator)
        yield BandStatement("differs", "differs", join_messages(look, text, *signers), text)
    if result.without_chain is not None:
        lacking = NAMES[result.without_chain]
        text = word("pair_stripped", log=lacking, other=NAMES[1 - result.without_chain])
        yield BandStatement("differs", "differs", text, text)
    if any(not seal.checked for copy in found.copies for seal in copy.verdict.seals):
        yield BandStatement("differs", "differs", message("unchecked"), message("unchecked"))


def _same(ident: str, role: str, look: Look) -> BandStatement:
    text = look.word(ident)
    return BandStatement(role, role, text, text)


def _describe_signers(found: ComparisonResult, look: Look, narrator: Narrator | None) -> list[str]:
    """Return which side signed which branch, up to which line."""
    texts = []
    if not any(found.comparison.seals):
        return [look.word("pair_unsigned_both")]
    for name, seals in zip(NAMES, found.comparison.seals, strict=True):
        signed = [
            look.word("pair_signed_to", side=describe_side(narrator, side), line=seal.line)
            for side, seal in find_latest_seals(seals).items()
        ]
        listed = look.word("and").join(signed) or look.word("pair_unsigned")
        texts.append(look.word("pair_branch", log=name, signed=listed))
    return texts


def join_messages(look: Look, *texts: str) -> str:
    """Return the sentences that are not empty as one text."""
    return program_catalogue(look.language).join_messages(filter(None, texts))


# ---- values ---------------------------------------------------------------------------------


class ValueRow(NamedTuple):
    """A value of a unit or of the position, in both logs."""

    what: str
    """The unit, or the name of the value; empty if the previous row has the same unit."""
    side: int
    """The index of the side of a unit; -1 for other values."""
    place: str
    kind: str
    one: str
    other: str


class PositionDifferences(msgspec.Struct, frozen=True):
    """The differences of two positions, as texts."""

    rows: tuple[ValueRow, ...] = ()
    units: frozenset[str] = frozenset()
    """The units that differ."""
    total: int = 0
    """The number of all units."""
    same: str = ""
    """The values that are the same, in words."""


class ValueFormat:
    """The texts of values of one rule set in one language."""

    def __init__(self, rules: AnyRules, narrator: Narrator, look: Look) -> None:
        self.rules, self.narrator, self.look = rules, narrator, look
        self._comparison = topic_renderer("comparison", look.language)

    def compare(self, one: State, other: State) -> PositionDifferences:
        """Return the differences of two positions."""
        board, there = self.rules.board(one), self.rules.board(other)
        differences, same = list_value_differences(self.rules, one, other)
        pieces = {piece.id: piece for piece in (*there.pieces, *board.pieces)}
        units = [each.what for each in differences if each.what in pieces]
        differences.sort(key=lambda each: each.what not in pieces)
        rows: list[ValueRow] = []
        before = ""
        for each in differences:
            piece = pieces.get(each.what)
            values = self._values(each, (one, other))
            if piece is None:
                rows.append(ValueRow(self.fact(each.what), -1, "", "", *values))
                continue
            sides = [side.id for side in self.narrator.spec.sides]
            place = "" if each.kind == "place" else piece.place
            is_first = each.what != before
            before = each.what
            rows.append(
                ValueRow(
                    self.narrator.unit(each.what) if is_first else "",
                    sides.index(piece.side) if piece.side in sides else -1,
                    place if is_first else "",
                    self.look.word(f"pair_kind_{each.kind}"),
                    *values,
                )
            )
        words = self._describe_same(differences, same, board)
        return PositionDifferences(tuple(rows), frozenset(units), len(pieces), words)

    def fact(self, what: str) -> str:
        """Return the name of a value of the position."""
        if what.startswith(CONTROL):
            place = self.narrator.place(what.removeprefix(CONTROL))
            return self._comparison("fact_control", place=place)
        if what in ("turn", "decision", "ending"):
            return self._comparison(f"fact_{what}")
        side, _, label = what.rpartition(" ")
        text = self.narrator.label(label)
        if not side:
            return text
        return self.look.word("pair_fact_of", fact=text, side=self.narrator.side(side))

    def _values(self, each: ValueDifference, states: tuple[State, State]) -> tuple[str, str]:
        if each.what == "decision":
            one, other = (self.narrator.decision(state.decision) for state in states)
            if one != other:
                return one or "-", other or "-"
        return self.value(each.kind, each.one), self.value(each.kind, each.other)

    def value(self, kind: str, text: str) -> str:
        """Return a value as a text."""
        if kind == "reduced":
            return self._comparison("value_reduced") if text else self.look.word("pair_full")
        if kind == "points":
            points, _, full = text.partition("/")
            return self.look.word("pair_points", n=points, full=full) if full else "-"
        words = {REDUCED: self._comparison("value_reduced"),
                 OFF_MAP: self._comparison("value_off_map")}  # fmt: skip
        words |= {side.id: self.narrator.side(side.id) for side in self.narrator.spec.sides}
        found = [words.get(each) or self.narrator.label(each) for each in text.split(" ") if each]
        return " ".join(found) or "-"

    def _describe_same(
        self, differences: list[ValueDifference], same: list[tuple[str, str]], board: Board
    ) -> str:
        """Return the kinds of values that do not differ anywhere."""
        differing = {each.kind for each in differences if each.kind}
        kinds = [kind for kind in dict.fromkeys(kind for _, kind in same) if kind]
        texts = [self.look.word(f"pair_all_{kind}") for kind in kinds if kind not in differing]
        if board.control and not any(each.what.startswith(CONTROL) for each in differences):
            texts.append(self.look.word("pair_all_control"))
        facts = [what for what, kind in same if not kind and not what.startswith(CONTROL)]
        texts += [self.fact(what) for what in facts if what != "ending"]
        return self.look.word("and").join(dict.fromkeys(texts))


def join_values(rows: Iterable[ValueRow], look: Look) -> list[tuple[ValueRow, str, str]]:
    """Return a row per unit: its first row, and all its values in each log."""
    groups: list[list[ValueRow]] = []
    for row in rows:
        if row.what or not groups:
            groups.append([])
        groups[-1].append(row)
    reduced = look.word("pair_kind_reduced")
    found = []
    for group in groups:
        values = [[row.one for row in group], [row.other for row in group]]
        texts = [
            look.word("and").join(
                text if row.kind in ("", reduced) else f"{row.kind} {text}"
                for row, text in zip(group, each, strict=True)
            )
            for each in values
        ]
        found.append((group[0], texts[0], texts[1]))
    return found


def measure_column(texts: Iterable[str], heading: str, most: int) -> int:
    """Return the cells of a column with a heading and at most `most` cells."""
    return min(max([cell_len(heading), *map(cell_len, texts)]), most)
