"""Migration of a log to newer rules or other data: the changes of its meaning, and the new log.

The log is played twice in parallel, by its own rules and data if they are installed, and by the new
ones. The differences are listed up to the first event that the new rules reject. The old log is
never changed. The new one refers to it by its head, and is verified before it is written.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from senpu.logs import notes_file
from senpu.logs.chain import WIDTH as TAG
from senpu.logs.chain import add_tags, is_chain_field
from senpu.logs.inputs import Source, hold_source
from senpu.logs.journal import create_file
from senpu.logs.position_logs import POSITION
from senpu.logs.record import Record, open_record, record_from
from senpu.notation.events import StatedPosition
from senpu.notation.faults import Fault
from senpu.notation.lines import Actor, Line, Machine, Play
from senpu.notation.messages import Message
from senpu.notation.stated_positions import join_position, make_position_line
from senpu.notation.writer import WIDTH, format_event, format_line
from senpu.replay.core.event_digest import EventDigest
from senpu.replay.core.positions import format_position, read_stated_position
from senpu.replay.core.reducer import ReductionError, Step, has_events
from senpu.replay.core.registry import check_rules, find_newest_version, open_rules
from senpu.replay.core.rules import AnyRules, Effect
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.disputes.verification import verify_record
from senpu.replay.recording.canonical_form import replace_events
from senpu.replay.recording.headers import format_header
from senpu.replay.recording.log_writing import InvalidLogError
from senpu.replay.recording.sealing import make_chain_fields, split_line

MIGRATED_FROM = "Migrated-From"
"""The key of a header field that names the previous log: `head` and the head of its chain, or
`file` and the SHA-256 of its bytes."""
LOG_BOUND_WORDS = ("seal", "key", "dice")
"""The words of machine lines that are valid in one log only."""


class RulesBasis(msgspec.Struct, frozen=True):
    """The rules and data used to verify a log."""

    rules: int
    """The version of the rules."""
    data: str
    """The digest of the data."""


class MigrationChange(msgspec.Struct, frozen=True):
    """An event that changed."""

    event: int
    line: int
    what: Literal["form", "effects", "decision", "turn"]
    """`form`, `effects`, `decision` (the decision after it), or `turn`."""
    was: str
    now: str
    effects: tuple[tuple[Effect, ...], tuple[Effect, ...]] = ((), ())
    """The old and the new effects, if they changed."""


class Migration(msgspec.Struct):
    """The result of migrating a log."""

    file: str
    game: str
    old: RulesBasis
    new: RulesBasis
    compared: bool
    """True if its own rules and data are installed, so that more than its text can be compared."""
    events: int = 0
    """The number of events that the new rules accept."""
    changes: list[MigrationChange] = []
    positions: int = 0
    """The number of events after which the position changed."""
    first_position: int | None = None
    """The first of these events."""
    rejected: Fault | None = None
    """The first event or ending that the new rules reject."""
    notes: int = 0
    """The number of notes that were bound to the new log."""
    notes_dropped: int = 0
    """The number of notes that do not fit the new log; they are copied unchanged."""


class Migrator:
    """Migrates a log.

    Args:
        source: The log.
        data_file: A file of data for the new log. Without it, a log of an older version of the
            rules
            keeps its data, and another log gets the default values.

    Raises:
        InvalidLogError: The log is invalid, or has the newest rules and data already.
    """

    def __init__(self, source: Source, data_file: Source | None = None) -> None:
        held = hold_source(source)
        self._record = open_record(held)
        path = self.path = held.path
        self.headers = dict(self._record.headers)
        old = check_rules(self._record)
        if isinstance(old, Fault):
            error = InvalidLogError.from_fault(old, str(path))
            raise error
        old_version = int(self.headers.get("Rules", find_newest_version(old)))
        compared = old_version == old.spec.edition.rules
        verdict = verify_record(open_record(held), str(path))
        if verdict.faults and (compared or verdict.faults[0].layer != "rules"):
            error = InvalidLogError.from_fault(
                verdict.faults[0], str(path), Message("errors.migratesValidLogs")
            )
            raise error
        is_current = data_file or old_version == find_newest_version(old)
        keeps = "" if is_current else old.spec.values.digest()
        near = self._record.path and path.absolute().parent
        newer = open_rules(old.spec.id, old.spec.options, keeps, near, data_file)
        self.rules: AnyRules = newer.start_from(old.stated_start, old.stated_side)
        digests = [rules.spec.values.digest() for rules in (old, self.rules)]
        self.report = Migration(
            str(path), old.spec.id, RulesBasis(old_version, digests[0]),
            RulesBasis(self.rules.spec.edition.rules, digests[1]), compared,
        )  # fmt: skip
        if self.report.old == self.report.new:
            raise InvalidLogError("newestAlready", path=path)
        self._data_file = data_file
        self._lines: list[Line] = []
        self._before: list[Step] = []
        self._after: list[Step] = []
        signers = self._record.signers
        self._known_rules: AnyRules = old
        """The rules of the log; the newest ones, if its own are not installed."""
        self._old = LogReducer(old, self._before.append, signers) if compared else None
        chained = frozenset[str]() if self._record.chain.on else None
        self._new = LogReducer(self.rules, self._after.append, chained)
        self._digests: dict[int, tuple[str, str]] = {}
        """For each event up to which nothing differs: the digests that bind notes to it, old and
        new."""
        self._play()

    # ---- playing ------------------------------------------------------------------------

    def _play(self) -> None:
        old = EventDigest(self.headers)
        data = {"Data": f"sha256:{self.report.new.data}"}
        new = EventDigest(self.headers | data | self._format_start())
        self._trails, self._same = (old, new), True
        self._digests[0] = old.digest, new.digest
        for number, line in self._record:
            assert not isinstance(line, Fault), "verified above"
            if self.report.rejected is None:
                self._take(number, line)
        self.report.events = self._new.number

    def _take(self, number: int, line: Line) -> None:
        """Play a line under both rules, up to the first event that the new rules reject."""
        self._before.clear()
        self._after.clear()
        if self._old is not None:
            self._old.read(line)
        if isinstance(line, Machine) and not has_events(line):
            self._lines += [] if line.word in LOG_BOUND_WORDS else [line]
            return
        marked = self._restate(line)
        if isinstance(line, Play) and line.turn is not None:
            marked = replace(line, turn=self._new.state.turn)
            self._compare_turns(number, line.turn, self._new.state.turn)
        try:
            self._new.read(marked)
        except ReductionError as bad:
            self.report.rejected = self._new.make_fault(bad, self._record, number, marked)
            self._compare(number)
            if isinstance(marked, Play):
                self._keep(replace(marked, items=marked.items[: max(bad.item, 0)]))
            return
        self._compare(number)
        self._keep(marked)

    def _format_start(self) -> dict[str, str]:
        """Return the header field with the first position, if the log states it."""
        rules = self.rules
        if rules.stated_start is None:
            return {}
        return {POSITION: format_position(rules, rules.stated_start, rules.stated_side)}

    def _restate(self, line: Line) -> Line:
        """Return a line; a stated position is written for the new rules and data."""
        if not isinstance(line, Machine):
            return line
        state = read_stated_position(join_position(line.rows), self._known_rules)
        return make_position_line(StatedPosition(format_position(self.rules, state)))

    def _keep(self, line: Line) -> None:
        """Keep an accepted line in the new canonical form, without a letter at its end."""
        line = replace_events(line, [step.event for step in self._after])
        if not isinstance(line, Play):
            self._lines.append(line)
            return
        items = list(line.items)
        while items and isinstance(items[-1], Actor):
            items.pop()
        if items or line.turn is not None:
            self._lines.append(replace(line, items=tuple(items), tag=""))

    # ---- comparing ----------------------------------------------------------------------

    def _compare_turns(self, number: int, was: int, now: int) -> None:
        if was != now:
            at = self._new.number + 1
            self.report.changes.append(MigrationChange(at, number, "turn", f"T{was}", f"T{now}"))

    def _compare(self, line: int) -> None:
        """Compare the events of a line under both rules."""
        first = self._new.number - len(self._after) + 1
        before: list[Step] | list[None] = self._before or [None] * len(self._after)
        for number, (was, now) in enumerate(zip(before, self._after, strict=False), first):
            self.report.changes += self._changes(number, line, was, now)
            old, new = self._trails
            old.add((was or now).event, now.actor)
            new.add(now.event, now.actor)
            self._same = self._same and (was is None or is_same_event(was, now))
            if self._same:
                self._digests[number] = old.digest, new.digest

    def _changes(
        self, number: int, line: int, was: Step | None, now: Step
    ) -> Iterator[MigrationChange]:
        if was is None or self._old is None:
            return
        texts = format_event(was.event), format_event(now.event)
        if not is_same_event(was, now):
            yield MigrationChange(number, line, "form", *texts)
        if was.effects != now.effects or was.actor != now.actor:
            effects = was.effects, now.effects
            yield MigrationChange(number, line, "effects", *texts, effects)
        kinds = [
            step.state.decision and (step.state.decision.side, step.state.decision.kind)
            for step in (was, now)
        ]
        if kinds[0] != kinds[1]:
            asked, asks = (" ".join(kind) if kind else "nothing" for kind in kinds)
            yield MigrationChange(number, line, "decision", asked, asks)
        if self._old.rules.digest(was.state) != self.rules.digest(now.state):
            self.report.positions += 1
            if self.report.first_position is None:
                self.report.first_position = number

    # ---- writing ------------------------------------------------------------------------

    def write(self, out: Path, cut: bool = False) -> None:
        """Write the new log and its notes; an existing file is kept.

        Args:
            out: The new file.
            cut: Whether to write the log up to the first rejected event.

        Raises:
            InvalidLogError: An event is rejected and `cut` is false, or the new log is invalid.
        """
        refused = self.report.rejected
        if refused is not None and not cut:
            raise InvalidLogError("migrationStops", path=self.path, number=self._new.number + 1)
        text = self._text()
        again = record_from(text, out)
        verdict = verify_record(again, str(out), data_file=self._data_file)
        if not verdict.valid:
            error = InvalidLogError.from_fault(verdict.faults[0], str(out))
            raise error
        create_file(out, text)
        self._bind(out)

    def _text(self) -> str:
        chain = self._record.chain
        kept = {
            key: value
            for key, value in self.headers.items()
            if not is_chain_field(key) and key not in ("Senpu", "Game", "Rules", "Data", "Options")
        }
        fields: dict[str, str | None] = {**kept, MIGRATED_FROM: describe_end(self._record)}
        fields |= self._format_start()
        fields |= make_chain_fields({}) if chain.on else {}
        rows = [format_header(self.rules, fields)]
        for line in self._lines:
            narrow = isinstance(line, Play) and chain.on
            parts = split_line(line, WIDTH - TAG) if narrow else [line]  # type: ignore[arg-type]
            rows += [f"{format_line(part)}\n" for part in parts]
        text = "".join(rows)
        return add_tags(text) if chain.on else text

    def _bind(self, out: Path) -> None:
        """Copy the notes of the old log to the new one."""
        if self._record.path is None:
            return
        notes = notes_file.load_notes(notes_file.notes_path(self.path))
        if not notes.notes:
            return
        bound = [
            replace(note, digest=self._digests[note.event][1])
            if self._digests.get(note.event, ("", ""))[0] == note.digest
            else note
            for note in notes.notes
        ]
        self.report.notes = sum(a is not b for a, b in zip(bound, notes.notes, strict=True))
        self.report.notes_dropped = len(bound) - self.report.notes
        made = replace(notes, notes=tuple(bound), rows={})
        notes_file.edit_notes(notes_file.notes_path(out), lambda _: made)


def is_same_event(was: Step, now: Step) -> bool:
    """Return whether two steps have the same event; a stated position names other rules or data."""
    if isinstance(was.event, StatedPosition):
        return type(now.event) is StatedPosition and was.state == now.state
    return was.event == now.event


def describe_end(record: Record) -> str:
    """Return the reference to a log that was read to its end."""
    chain = record.chain
    return f"head {chain.head.hex()}" if chain.on else f"file {record.digest.hexdigest()}"
