"""The texts of the page with a verdict: its headline, its findings, the invalid line, the keys.

All of it is made from an examination; nothing is verified here.
"""

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

from rich.cells import cell_len

from senpu.logs.chain import split_tag
from senpu.notation.faults import Fault
from senpu.notation.messages import program_catalogue, topic_renderer
from senpu.notation.printable import make_printable
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.comparison import PREFIX, STRIPPED
from senpu.replay.disputes.copies import FoundCopy
from senpu.replay.disputes.examination import Examination
from senpu.replay.disputes.log_rows import find_raw_row
from senpu.replay.disputes.verdict import Finding, LogVerdict, SealReport, find_latest_seals
from senpu.tui.render.verdict_report import (
    SideNames,
    describe_account,
    list_gap_messages,
    render_finding,
)
from senpu.tui.widgets.painting import Look

PIECES = re.compile(r"\s+|[A-Za-z0-9#@<>+/]+|.")
"""The parts of a line that are compared."""
WORD = re.compile(r"[a-z]+[ ,:]")
"""The start of a text that begins with a word, not with an event or an id."""
TAG_FAULT = "chainMismatch"
SEAL_FAULT = "sealMisplaced"
GAPS = ("gap", "gap_signed")
"""The findings about gaps."""
SECTIONS = ("proven", "open", "broken")


class Fact(NamedTuple):
    """A row of a section: its sign, the role of its colour, and its sentence."""

    sign: str
    role: str
    text: str


class LinePiece(NamedTuple):
    """A piece of a line, and whether the other line differs there."""

    text: str
    differs: bool


class VerdictTexts:
    """The texts about one examination in one look.

    Args:
        found: The examination.
        look: The look.
    """

    def __init__(self, found: Examination, look: Look) -> None:
        self.found, self.look = found, look
        self.verdict: LogVerdict = found.verdict
        self.sides = SideNames(look.language, found.rules)
        self.narrator = Narrator(found.rules.spec, look.language) if found.rules else None

    # ---- names ------------------------------------------------------------------------------

    def file(self, path: Path) -> str:
        """Return the name of a file in the folder of the log, else its path."""
        here = self.found.source.path.absolute().parent
        return make_printable(path.name if path.absolute().parent == here else str(path))

    def player(self, side: str) -> str:
        """Return a side with the name of its player, if the header has one."""
        name = make_printable(self.found.record.headers.get(side.capitalize(), ""))
        shown = self.sides.name(side)
        return self.look.word("side_player", side=shown, player=name) if name else shown

    def short_player(self, side: str) -> str:
        """Return the letter of a side with the name of its player: `J Anna`."""
        spec = self.found.rules.spec if self.found.rules else None
        letter = next((each.letter for each in spec.sides if each.id == side), "") if spec else ""
        name = make_printable(self.found.record.headers.get(side.capitalize(), ""))
        return f"{letter} {name}" if letter and name else self.sides.name(side)

    def join(self, texts: Iterable[str]) -> str:
        """Return texts as a list in the language."""
        return program_catalogue(self.look.language).join_values([*texts], "and")

    def turn(self, number: int) -> str:
        """Return a turn, or the set-up."""
        message = topic_renderer("verdict", self.look.language)
        return message("turn", n=number) if number else message("set_up")

    def why(self, fault: Fault) -> str:
        """Return the message of a fault, with a capital letter if it begins with a word."""
        text = make_printable(fault.message.text(self.look.language))
        return text[:1].upper() + text[1:] if WORD.match(text) else text

    # ---- the headline -----------------------------------------------------------------------

    def headline(self) -> list[str]:
        """Return the result, up to which line the log is valid, and the known copy."""
        return [text for text in (self._result(), self._extent(), self._copy()) if text]

    @property
    def state(self) -> str:
        """The result in one word: `valid`, `gaps`, `forked`, `invalid` or `unverified`."""
        if self.found.rules is None:
            return "unverified"
        if not self.verdict.valid:
            return "invalid"
        if not self.found.is_good:
            return "forked"
        return "gaps" if self.verdict.gaps else "valid"

    @property
    def mark(self) -> tuple[str, str]:
        """The sign of the result, and the role of its colour."""
        signs = self.look.signs
        known = {
            "valid": (signs.good, "good"),
            "gaps": (signs.gap, "note"),
            "unverified": ("?", "note"),
        }
        return known.get(self.state, (signs.bad, "error"))

    @property
    def label(self) -> str:
        """The result for the first line of the screen."""
        word, line = self.look.word, self.found.line
        if self.state == "gaps":
            return word("gap_count", n=len(self.verdict.gaps))
        if self.state == "valid":
            return word("verdict_state_valid")
        if not line:
            return word(f"verdict_state_{self.state}")
        return word(f"verdict_state_{self.state}_at", line=line)

    def _result(self) -> str:
        word, verdict, fault = self.look.word, self.verdict, self.found.fault
        if fault is not None and self.found.rules is None:
            known = fault.layer == "rules"
            return word("verdict_unknown" if known else "verdict_unreadable", line=fault.line)
        if fault is not None and fault in self.found.record.header_faults:
            return word("verdict_invalid_header", line=fault.line)
        if fault is not None and fault.id == TAG_FAULT:
            return word("verdict_invalid_chain", line=fault.line)
        if fault is not None and fault.event is not None:
            return word(
                "verdict_invalid_event", line=fault.line, event=fault.event, why=self.why(fault)
            )
        if fault is not None and fault.line:
            return word("verdict_invalid_line", line=fault.line, why=self.why(fault))
        if fault is not None:
            return word("verdict_invalid_file", why=self.why(fault))
        if self.found.fork is not None:
            return word("verdict_forked", line=self.found.line)
        if self.found.is_contradicted:
            return word("verdict_forked_known")
        how = self.sides.ending(verdict.ending or "", "brief") or word("in_progress")
        fields = {"n": verdict.events, "game": verdict.game, "turn": self.turn(verdict.turn)}
        if not verdict.gaps:
            return word("verdict_valid_log", **fields, how=how)
        gaps = word("gap_count", n=len(verdict.gaps))
        return word("verdict_valid_gaps", **fields, how=how, gaps=gaps)

    def _extent(self) -> str:
        word, verdict = self.look.word, self.verdict
        if self.found.rules is None:
            return word("verdict_text_only", n=len(self.found.rows))
        if not verdict.valid:
            rest = verdict.events - verdict.valid_through
            if not verdict.valid_through:
                return word("verdict_nothing_proven", rest=rest)
            place = {
                "line": verdict.valid_line, "event": verdict.valid_through,
                "turn": self.turn(verdict.turn),
            }  # fmt: skip
            if not rest:
                return word("verdict_valid_to_end", **place)
            return word("verdict_valid_through", rest=rest, **place)
        fork = self.found.fork
        if fork is not None:
            both = fork.result.comparison.equivocation
            if both:
                return word("verdict_signed_both", sides=self.join(map(self.player, both)))
            return word("verdict_equal_until", event=fork.result.comparison.event)
        last = find_latest_seals(seal for seal in verdict.seals if seal.checked)
        if not last:
            return word("verdict_unsigned")
        lines = [
            word("signed_through", side=self.player(side), line=seal.line)
            for side, seal in last.items()
        ]
        return word("verdict_signed", lines=self.join(lines), of=verdict.lines)

    def _copy(self) -> str:
        """Return the known copy that helps most; copies that this one contains do not."""
        copy = self.copy
        if copy is None:
            return ""
        word, result = self.look.word, copy.result.comparison
        file, lines = self.file(copy.path), copy.verdict.lines
        if result.verdict == STRIPPED and result.without_chain == 0:
            return word("copy_chained", file=file, n=len(copy.verdict.seals))
        if result.verdict == PREFIX and result.shorter == result.files[0]:
            return word("copy_longer", file=file, n=lines)
        if not copy.verdict.valid:
            return word("copy_invalid", file=file, line=copy.verdict.faults[0].line)
        how = self.sides.ending(copy.verdict.ending or "", "brief") or word("in_progress")
        return word("copy_valid", file=file, n=lines, how=how)

    @property
    def copy(self) -> FoundCopy | None:
        """The copy that the page shows: one with another line, a chain, or more lines."""
        for copy in self.found.copies:
            result = copy.result.comparison
            more = result.verdict == PREFIX and result.shorter == result.files[0]
            chained = result.verdict == STRIPPED and result.without_chain == 0
            if self.found.rules is not None and (copy.differs or more or chained):
                return copy
        return None

    # ---- the findings -----------------------------------------------------------------------

    def sections(self, short: bool) -> dict[str, list[Fact]]:
        """Return what is proven, open and broken; warnings follow what is broken."""
        signs, verdict = self.look.signs, self.verdict
        proven = [Fact(signs.good, "good", text) for text in self._texts(verdict.proven, short)]
        open_facts = [*self._texts(verdict.open, short), *self._awaited()]
        broken = [Fact(signs.bad, "error", text) for text in self._broken(short)]
        warnings = [
            Fact("!", "note", make_printable(render_finding(each, self.sides)))
            for each in verdict.warnings
        ]
        return {
            "proven": proven,
            "open": [Fact(signs.spent, "dim", text) for text in open_facts],
            "broken": broken + warnings,
        }

    def _texts(self, findings: Iterable[Finding], short: bool) -> Iterator[str]:
        merged = False
        for each in findings:
            if not short:
                yield make_printable(render_finding(each, self.sides))
                if each.id in GAPS:
                    yield self._gap(each.facts["number"])
            elif each.id == "signed":
                if not merged:
                    yield self._signed_lines()
                merged = True
            else:
                yield self._shorten(each)

    def _gap(self, number: int) -> str:
        """Return what a gap must contain."""
        gap = self.verdict.gaps[number - 1]
        message = topic_renderer("findings", self.look.language)
        title = message("gap_contains", number=number, event=gap.event)
        changes = self.paragraph(list_gap_messages(gap, self.sides))
        return make_printable(f"{title}{self.look.word('gap')}{changes}")

    def _signed_lines(self) -> str:
        last = find_latest_seals(seal for seal in self.verdict.seals if seal.checked)
        lines = self.join(
            self.look.word("signed_through", side=self.sides.name(side), line=seal.line)
            for side, seal in last.items()
        )
        return self.look.word("short_signed", lines=lines)

    def _shorten(self, finding: Finding) -> str:
        """Return a short sentence of a finding, if the catalogue has one; else the whole one."""
        ident, facts = finding.id, finding.facts
        wanted = SHORT.get(ident)
        if wanted is None:
            return make_printable(render_finding(finding, self.sides))
        name = "by_rules" if ident.startswith("by_rules") else ident.removesuffix("_signed")
        fields = {key: self._value(key, facts[key]) for key in wanted}
        return self.look.word(f"short_{name}", **fields)

    def _value(self, key: str, fact: Any) -> Any:
        return self.sides.name(fact) if key == "side" else fact

    def _awaited(self) -> Iterator[str]:
        """Yield the awaited acts that have no finding."""
        shown = ("decide", "roll", "deal", "show", "reveal")
        for act in self.verdict.awaited:
            if act.act not in shown:
                continue
            if act.act == "roll":
                yield self.look.word("awaits_roll")
            else:
                yield self.look.word(f"awaits_{act.act}", side=self.sides.name(act.actor))

    def _broken(self, short: bool) -> Iterator[str]:
        """Yield a sentence for each fault, then the other facts that are broken."""
        word, placed = self.look.word, {mark.line + 1: mark for mark in self.found.list_marks()}
        fields = {
            each.facts["line"]: each.facts["lines"]
            for each in self.verdict.broken
            if each.id == "line_invalid_signed"
        }
        seals: dict[str, list[int]] = {}
        for fault in self.verdict.faults:
            mark = placed.get(fault.line) or placed.get(_first_row(self.found, fault.line))
            if fault.id == SEAL_FAULT and mark is not None and mark.status == "invalid":
                seals.setdefault(mark.side, []).append(mark.line + 1)
                if not short:
                    side = self.sides.name(mark.side)
                    yield word("broken_seal", line=mark.line + 1, side=side)
                continue
            yield self._describe_fault(fault, short)
            if fault.line in fields:
                places = [
                    word("seal_place", side=self.player(side), line=line)
                    for side, line in fields[fault.line]
                ]
                yield word("broken_signed", line=fault.line, seals=self.join(places))
        if short and seals:
            lines = sorted(line for each in seals.values() for line in each)
            sides, text = self.sides.all(seals), ", ".join(map(str, lines))
            yield word("short_broken_seals", n=len(lines), lines=text, sides=sides)
        for each in self.verdict.broken:
            if not each.id.startswith(("line_invalid", "file_invalid")):
                yield make_printable(render_finding(each, self.sides))
        fork = self.found.fork
        coming = fork.result.comparison.next[0] if fork is not None else None
        if fork is not None and coming is not None and coming.line not in self._invalid_lines:
            yield word("broken_fork", line=coming.line, file=self.file(fork.path))
            if both := fork.result.comparison.equivocation:
                yield word("broken_both", sides=self.join(map(self.player, both)))

    @property
    def _invalid_lines(self) -> set[int]:
        return {fault.line for fault in self.verdict.faults}

    def _describe_fault(self, fault: Fault, short: bool) -> str:
        word = self.look.word
        fields = fault.message.fields
        if fault.id == TAG_FAULT and {"tag", "right"} <= fields.keys():
            if short:
                return word("short_broken_tag", line=fault.line)
            tags = {"tag": fields["tag"], "right": fields["right"]}
            return word("broken_tag", line=fault.line, **tags)
        if not fault.line:
            return self.why(fault)
        return word("broken_line", line=fault.line, why=self.why(fault))

    # ---- the invalid line ------------------------------------------------------------------

    def line_title(self) -> str:
        """Return the title of the invalid line or of the difference."""
        line = self.found.line
        row = next((row for row in self.found.rows if row.line == line and row.first), None)
        if row is None:
            return self.look.word("line_at", line=line)
        return self.look.word("line_event", line=line, event=row.first)

    def compared_lines(self) -> tuple[list[LinePiece], list[LinePiece], str, str] | None:
        """Return the pieces of the line and of the copy's line, and their tags.

        None if there is no line to show.
        """
        found, copy = self.found, self.copy
        if not found.line or not found.is_whole:
            return None
        mine, tag = _split(find_raw_row(found.record, found.line))
        if copy is None or not copy.differs or copy.result.comparison.line is None:
            return [LinePiece(mine, False)], [], tag, ""
        line = copy.result.comparison.line + 1
        if line != found.line:
            return [LinePiece(mine, False)], [], tag, ""
        theirs, other_tag = _split(find_raw_row(copy.result.copies[1].record, line))
        one, other = compare_texts(mine, theirs)
        return one, other, tag, other_tag

    def meanings(self) -> tuple[list[str], list[str]]:
        """Return the effects of the line and of the copy's line, each in a sentence.

        Sentences that both have are left out. There are none if the rules do not accept the line.
        """
        found, copy, narrator = self.found, self.copy, self.narrator
        if narrator is None:
            return [], []
        mine = theirs = list[str]()
        if timeline := found.unproven or found.timeline:
            mine = describe_line(timeline, found.line, narrator)
        if copy is not None and (other := copy.result.copies[1].timeline):
            theirs = describe_line(other, found.line, narrator)
        one = [make_printable(text) for text in mine if text not in theirs]
        two = [make_printable(text) for text in theirs if text not in mine]
        return one, two

    def paragraph(self, sentences: list[str]) -> str:
        """Return sentences as one text."""
        return self.narrator.paragraph(sentences) if self.narrator is not None else ""

    def signatures(self, is_brief: bool) -> str:
        """Return which sides signed the line here and in the copy, and what the tag shows."""
        word, copy, line = self.look.word, self.copy, self.found.line
        here = self._covering(self.verdict.seals, line)
        lines = self.compared_lines()
        if copy is None or lines is None or not lines[1]:
            return word("line_signed", here=here)
        text = word("line_signed_copy", here=here, there=self._covering(copy.verdict.seals, line))
        is_changed = any(each.differs for each in lines[0])
        if not is_brief and is_changed and lines[2] and lines[2] == lines[3]:
            text = f"{text}{word('gap')}{word('tag_kept')}"
        return text

    def _covering(self, seals: Iterable[SealReport], line: int) -> str:
        """Return the sides with a seal over a line, each with the first such seal."""
        found: dict[str, int] = {}
        for seal in seals:
            if seal.line >= line and seal.checked:
                found.setdefault(seal.side, seal.line + 1)
        word = self.look.word
        places = [word("seal_place", side=self.player(side), line=at) for side, at in found.items()]
        return self.join(places) if places else word("no_side")

    # ---- the chosen event, and the keys -----------------------------------------------------

    def account(self, number: int) -> str:
        """Return who answers for an event: its actor, its signature, its undo."""
        accounts = self.verdict.accountability
        if not 0 < number <= len(accounts):
            return self.look.word("event_not_proven", event=number) if number else ""
        return describe_account(accounts[number - 1], self.sides)

    def key_rows(self) -> list[tuple[str, str, str]]:
        """Return the id of each side with a key, its fingerprint, and the lines it signed."""
        word, copy = self.look.word, self.copy
        here = find_latest_seals(self.verdict.seals)
        there = find_latest_seals(copy.verdict.seals) if copy else {}
        rows = []
        for side, key in self.verdict.keys.items():
            places = [word("key_here", line=here[side].line) if side in here else word("key_none")]
            if copy is not None and side in there:
                places.append(word("key_copy", file=self.file(copy.path), line=there[side].line))
            rows.append((side, key, word("and").join(places)))
        return rows


SHORT: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("by_rules_pinned", "by_rules_unpinned", "by_rules_version_pinned",
         "by_rules_version_unpinned"), ("n",),
    ),
    "after_gap": ("first", "last", "event"), "after_undone_gap": ("first", "last", "event"),
    "gap_undone": ("first", "last"),
    **dict.fromkeys(GAPS, ("number", "event")), "start_stated": (), "chained": ("n",),
    "unchained": (), "keys_none": (), "rolls_recorded": ("n",),
    "unsigned": ("side", "first", "last"), "unsigned_end": ("first", "last"),
    "events_unsigned": ("side", "n", "event"),
}  # fmt: skip
"""The findings with a short sentence, and the fields of it."""


def _first_row(found: Examination, line: int) -> int:
    """Return the first line of the machine line that contains a line."""
    above = [row.line for row in found.rows if row.line <= line]
    return above[-1] if above else 0


def _split(text: str) -> tuple[str, str]:
    """Return a line without its tag, and the tag with its sign."""
    found = split_tag(f"{text}\n".encode())
    return (text, "") if found is None else (found[0].decode(), f"~{found[1].decode()}")


def compare_texts(one: str, other: str) -> tuple[list[LinePiece], list[LinePiece]]:
    """Return two lines in pieces of equal width, each marked if the other line differs there."""
    mine, theirs = PIECES.findall(one), PIECES.findall(other)
    left, right = list[LinePiece](), list[LinePiece]()
    matcher = SequenceMatcher(None, mine, theirs, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        first, second = "".join(mine[a:b]), "".join(theirs[c:d])
        width = max(cell_len(first), cell_len(second))
        left.append(LinePiece(first + " " * (width - cell_len(first)), kind != "equal"))
        right.append(LinePiece(second + " " * (width - cell_len(second)), kind != "equal"))
    return left, right


def describe_line(timeline: Timeline, line: int, narrator: Narrator) -> list[str]:
    """Return the effects of the events of a line, each in a sentence."""
    texts = list[str]()
    for number in range(1, timeline.last + 1):
        at = timeline.get_event(number).line
        if at == line:
            texts += map(narrator.describe, timeline.get_position(number).effects)
        elif at > line:
            break
    return texts
