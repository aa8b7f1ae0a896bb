"""An old log under newer rules or other data: what changed its meaning, and the log anew.

The log is played twice at once, by its own rules and data where they are here, and by those it is
to go on with; what differs is listed, up to the first event that the new ones refuse. The old log
is never touched; the new one points at it by its head, and is judged before it is written.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from senpu.logs import notes_file
from senpu.logs.chain import WIDTH as TAG
from senpu.logs.chain import chained
from senpu.logs.journal import create
from senpu.logs.record import Record, open_record, record_of
from senpu.logs.seals import is_of_chain
from senpu.notation.faults import Fault
from senpu.notation.lines import Actor, Line, Machine, Play
from senpu.notation.messages import Message
from senpu.notation.writer import WIDTH, format_event, format_line
from senpu.replay.annotation.annotations import Trail
from senpu.replay.core.reducer import ReductionError, Step
from senpu.replay.core.registry import check_rules, find_newest_version, open_rules
from senpu.replay.core.rules import AnyRules, Effect
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.disputes.verification import judge
from senpu.replay.recording.canonical_form import respelled
from senpu.replay.recording.log_writing import NOT_WRITTEN, InvalidLogError, header
from senpu.replay.recording.sealing import chain_fields, narrowed

FROM = "Migrated-From"
"""The key of a header that names the log before: `head` and the head of its chain, or `file` and
the SHA-256 of its bytes."""
OF_THE_LOG = ("seal", "key", "dice")
"""Words of machine lines that say something of one log, and nothing of another."""


class Under(msgspec.Struct, frozen=True):
    """By what a log is judged."""

    rules: int
    """The version of the rules."""
    data: str
    """The digest of the data."""


class Change(msgspec.Struct, frozen=True):
    """An event that is not what it was."""

    event: int
    line: int
    what: str
    """`spelling`, `meaning`, `asks` (what is asked after it), or `turn`."""
    was: str
    now: str
    effects: tuple[tuple[Effect, ...], tuple[Effect, ...]] = ((), ())
    """Of a meaning: what happened, under the old and under the new."""


class Migration(msgspec.Struct):
    """What comes of a log under newer rules or other data."""

    file: str
    game: str
    old: Under
    new: Under
    compared: bool
    """Whether its own rules and data are here, so that more than its text can be compared."""
    events: int = 0
    """How many events the new ones take."""
    changes: list[Change] = []
    positions: int = 0
    """How many events are followed by another position than before."""
    first_position: int | None = None
    """The first of them."""
    refused: Fault | None = None
    """The first event, or ending, that is refused now."""
    notes: int = 0
    """How many notes beside the log were bound to the new one."""
    notes_left: int = 0
    """How many do not fit it: they stand beside it as they were."""


class Migrating:
    """One log on its way. Raises InvalidLogError where that makes no sense."""

    def __init__(self, path: Path, named: Path | None = None) -> None:
        """`named` is the file of data to go on with; without it a log of an older version of the
        rules keeps its own, and another goes on with those shipped.
        """
        self.path = path
        self._record = open_record(path)
        self.headers = dict(self._record.headers)
        old = check_rules(self._record)
        if isinstance(old, Fault):
            raise InvalidLogError.of(old, str(path))
        said = int(self.headers.get("Rules", find_newest_version(old)))
        compared = said == old.spec.edition.rules
        verdict = judge(open_record(path), str(path))
        if verdict.faults and (compared or verdict.faults[0].layer != "rules"):
            raise InvalidLogError.of(
                verdict.faults[0], str(path), Message("errors.migratesValidLogs")
            )
        keeps = "" if named or said == find_newest_version(old) else old.spec.values.digest()
        near = path.absolute().parent
        self.rules: AnyRules = open_rules(old.spec.id, old.spec.options, keeps, near, named)
        digests = [rules.spec.values.digest() for rules in (old, self.rules)]
        self.report = Migration(
            str(path), old.spec.id, Under(said, digests[0]),
            Under(self.rules.spec.edition.rules, digests[1]), compared,
        )  # fmt: skip
        if self.report.old == self.report.new:
            raise InvalidLogError("newestAlready", path=path)
        self._named = named
        self._lines: list[Line] = []
        self._before: list[Step] = []
        self._after: list[Step] = []
        signers = self._record.signers
        self._old = LogReducer(old, self._before.append, signers) if compared else None
        chained = frozenset[str]() if self._record.chain.on else None
        self._new = LogReducer(self.rules, self._after.append, chained)
        self._digests: dict[int, tuple[str, str]] = {}
        """For an event up to which nothing differs: what binds notes to it, before and now."""
        self._play()

    # ---- playing ------------------------------------------------------------------------

    def _play(self) -> None:
        old = Trail(self.headers)
        new = Trail(self.headers | {"Data": f"sha256:{self.report.new.data}"})
        self._trails, self._same = (old, new), True
        self._digests[0] = old.digest, new.digest
        for number, line in self._record:
            assert not isinstance(line, Fault), "it was judged"
            if self.report.refused is None:
                self._take(number, line)
        self.report.events = self._new.number

    def _take(self, number: int, line: Line) -> None:
        """A line under both, up to what the new ones refuse."""
        self._before.clear()
        self._after.clear()
        if self._old is not None:
            self._old.read(line)
        if isinstance(line, Machine):
            self._lines += [] if line.word in OF_THE_LOG else [line]
            return
        marked = line
        if isinstance(line, Play) and line.turn is not None:
            marked = replace(line, turn=self._new.state.turn)
            self._compare_turns(number, line.turn, self._new.state.turn)
        try:
            self._new.read(marked)
        except ReductionError as bad:
            self.report.refused = self._new.fault_of(bad, self._record, number, marked)
            self._compare(number)
            if isinstance(marked, Play):
                self._keep(replace(marked, items=marked.items[: max(bad.item, 0)]))
            return
        self._compare(number)
        self._keep(marked)

    def _keep(self, line: Line) -> None:
        """A line that is taken, in the spelling of the new rules; what names who would have acted
        next does not stand last.
        """
        if not isinstance(line, Play):
            self._lines.append(line)
            return
        line = respelled(line, [step.event for step in self._after])
        items = list(line.items)
        while items and isinstance(items[-1], Actor):
            items.pop()
        if items or line.turn is not None:
            self._lines.append(replace(line, items=tuple(items), tag=""))

    # ---- comparing ----------------------------------------------------------------------

    def _compare_turns(self, number: int, was: int, now: int) -> None:
        if was != now:
            at = self._new.number + 1
            self.report.changes.append(Change(at, number, "turn", f"T{was}", f"T{now}"))

    def _compare(self, line: int) -> None:
        """The events of a line, under both."""
        first = self._new.number - len(self._after) + 1
        before: list[Step] | list[None] = self._before or [None] * len(self._after)
        for number, (was, now) in enumerate(zip(before, self._after, strict=False), first):
            self.report.changes += self._changes(number, line, was, now)
            old, new = self._trails
            old.add((was or now).event, now.actor)
            new.add(now.event, now.actor)
            self._same = self._same and (was is None or was.event == now.event)
            if self._same:
                self._digests[number] = old.digest, new.digest

    def _changes(self, number: int, line: int, was: Step | None, now: Step) -> Iterator[Change]:
        if was is None or self._old is None:
            return
        texts = format_event(was.event), format_event(now.event)
        if was.event != now.event:
            yield Change(number, line, "spelling", *texts)
        if was.effects != now.effects or was.actor != now.actor:
            effects = was.effects, now.effects
            yield Change(number, line, "meaning", *texts, effects)
        kinds = [
            step.state.decision and (step.state.decision.side, step.state.decision.kind)
            for step in (was, now)
        ]
        if kinds[0] != kinds[1]:
            asked, asks = (" ".join(kind) if kind else "nothing" for kind in kinds)
            yield Change(number, line, "asks", asked, asks)
        if self._old.rules.digest(was.state) != self.rules.digest(now.state):
            self.report.positions += 1
            if self.report.first_position is None:
                self.report.first_position = number

    # ---- writing ------------------------------------------------------------------------

    def write(self, out: Path, cut: bool = False) -> None:
        """The log anew, up to what is refused now if `cut` says so, and its notes beside it. Raises
        InvalidLogError, JournalError; a file that is there is left alone.
        """
        refused = self.report.refused
        if refused is not None and not cut:
            raise InvalidLogError("migrationStops", path=self.path, number=self._new.number + 1)
        text = self._text()
        again = record_of(text)
        again.path = out
        verdict = judge(again, str(out), named=self._named)
        if not verdict.valid:
            raise InvalidLogError.of(verdict.faults[0], str(out), NOT_WRITTEN)
        create(out, text)
        self._bind(out)

    def _text(self) -> str:
        chain = self._record.chain
        kept = {
            key: value
            for key, value in self.headers.items()
            if not is_of_chain(key) and key not in ("Senpu", "Game", "Rules", "Data", "Options")
        }
        fields: dict[str, str | None] = {**kept, FROM: end_of(self._record)}
        fields |= chain_fields({}) if chain.on else {}
        rows = [header(self.rules, fields)]
        for line in self._lines:
            narrow = isinstance(line, Play) and chain.on
            parts = narrowed(line, WIDTH - TAG) if narrow else [line]  # type: ignore[arg-type]
            rows += [f"{format_line(part)}\n" for part in parts]
        text = "".join(rows)
        return chained(text) if chain.on else text

    def _bind(self, out: Path) -> None:
        """The notes beside the old log, beside the new one."""
        notes = notes_file.read(notes_file.beside(self.path))
        if not notes.notes:
            return
        bound = [
            replace(note, digest=self._digests[note.event][1])
            if self._digests.get(note.event, ("", ""))[0] == note.digest
            else note
            for note in notes.notes
        ]
        self.report.notes = sum(a is not b for a, b in zip(bound, notes.notes, strict=True))
        self.report.notes_left = len(bound) - self.report.notes
        made = replace(notes, notes=tuple(bound), rows={})
        notes_file.edit(notes_file.beside(out), lambda _: made)


def end_of(record: Record) -> str:
    """How a log that was read to its end is pointed at."""
    chain = record.chain
    return f"head {chain.head.hex()}" if chain.on else f"file {record.digest.hexdigest()}"
