"""Logs of older rules and of other data: verification by their own version, and migration."""

from pathlib import Path

import pytest

import tests.toy.metronome.rules as metronome
from senpu.logs.journal import JournalError
from senpu.logs.notes import Notes, StoredNote, notes_path
from senpu.logs.notes_file import edit_notes, load_notes
from senpu.logs.record import open_record
from senpu.notation.events import StatedPosition, Word
from senpu.notation.faults import fault_message
from senpu.notation.stated_positions import make_position_line
from senpu.notation.writer import format_line
from senpu.replay.core import registry
from senpu.replay.core.positions import format_position
from senpu.replay.core.registry import open_rules
from senpu.replay.disputes.verdict import make_finding
from senpu.replay.disputes.verification import verify, verify_record
from senpu.replay.recording.log_writing import InvalidLogError, append_draft
from senpu.replay.recording.migration import MIGRATED_FROM, MigrationChange, Migrator, describe_end
from tests import sealed
from tests.replay.texts import good, verdict
from tests.sealed import NONCE
from tests.toy.metronome import NAME

OLD = f"Senpu: 1\nGame: {NAME}\nRules: 1\nEvent: Club night\n\n"
SAME = "N: n1>B S: pass {quiet}\nN: pass\n"
"""Means under version 2 something else, once, and is legal."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return sealed.write(tmp_path / "old.senpu", OLD + SAME)


@pytest.fixture
def only_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    """The older version is not kept."""
    monkeypatch.setattr(metronome, "OLDER", {})


def written(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


# ---- by which version -----------------------------------------------------------------------


def test_a_log_is_verified_with_its_rules_version() -> None:
    """In version 2 no side can pass in A."""
    found = good(f"{OLD}N: pass\n")
    assert (found.rules, found.rules_named, found.newest) == (1, 1, 2)
    newer = verdict(f"{OLD}N: pass\n".replace("Rules: 1", "Rules: 2"))
    assert newer.faults[0].rule == "4"
    unnamed = verdict(f"{OLD}N: pass\n".replace("Rules: 1\n", ""))
    assert (unnamed.valid, unnamed.rules, unnamed.rules_named) == (False, 2, None)


@pytest.mark.parametrize("version", ["3", "0", "-1", "one", "01", "1.0"])
def test_a_version_that_is_not_known_is_a_fault(version: str) -> None:
    found = verdict(OLD.replace("Rules: 1", f"Rules: {version}"))
    assert found.faults[0].id == "rulesUnknown"
    assert found.faults[0].hint == fault_message("rulesUnknown", "hint", newest=2)


@pytest.mark.usefixtures("only_newest")
def test_where_the_version_is_not_kept_the_newest_judges_and_says_so() -> None:
    found = good(OLD + SAME)
    assert (found.rules, found.rules_named) == (2, 1)
    assert found.proven[0] == make_finding("by_rules_version_unpinned", n=3, game=NAME, version=2)
    assert found.open[0] == make_finding("other_rules_version", named=1, version=2)


def test_nothing_is_added_under_an_older_version(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(InvalidLogError, match="senpu migrate"):
        append_draft(path, lambda scribe, _: scribe.draft("pass"))
    assert path.read_bytes() == before


# ---- what changes ---------------------------------------------------------------------------


def test_what_means_something_else_is_listed(path: Path) -> None:
    report = Migrator(path).report
    assert (report.old.rules, report.new.rules, report.compared) == (1, 2, True)
    assert report.rejected is None
    (change,) = report.changes
    assert (change.event, change.line, change.what) == (1, 6, "effects")
    assert len(change.effects[1]) == len(change.effects[0]) + 1
    assert (report.events, report.positions, report.first_position) == (3, 3, 1)


def test_the_first_illegal_event_is_reported_with_its_rule(tmp_path: Path) -> None:
    path = written(tmp_path / "old.senpu", OLD + "N: n1>B S: pass\nN: n1>A S: pass\n")
    report = Migrator(path).report
    assert report.rejected is not None
    assert (report.rejected.id, report.rejected.line, report.rejected.event) == (
        "illegalMove",
        7,
        4,
    )
    assert report.rejected.rule == "3"
    assert MigrationChange(3, 7, "decision", "south act", "chance dice") in report.changes


def test_a_turn_that_is_counted_otherwise_is_listed_and_marked_again(tmp_path: Path) -> None:
    """Steps into B count twice, so the twentieth act comes sooner."""
    away = "N: n1>B S: pass N: pass S: pass N: pass S: pass N: pass S: pass N: pass S: pass\n"
    rest = "N: pass S: pass N: pass S: pass N: pass S: pass N: pass S: pass N: pass\n"
    path = written(tmp_path / "old.senpu", f"{OLD}{away}{rest}T1 S: pass\n")
    migrating = Migrator(path)
    assert MigrationChange(20, 8, "turn", "T1", "T2") in migrating.report.changes
    migrating.write(tmp_path / "new.senpu")
    assert (tmp_path / "new.senpu").read_text("utf-8").endswith("T2 S: pass\n")


def test_stated_positions_stay_and_name_the_new_rules(tmp_path: Path) -> None:
    old = open_rules(NAME, version=1)
    first = format_position(old, old.start())
    after, _ = old.apply(old.start(), old.canon(old.start(), Word("pass")))
    row = format_line(make_position_line(StatedPosition(format_position(old, after))))
    head = OLD.replace("Event:", f"Position: {first}\nEvent:")
    path = written(tmp_path / "old.senpu", f"{head}{row}\nS: pass\n")
    migrating = Migrator(path)
    assert migrating.report.changes == []
    migrating.write(tmp_path / "new.senpu")
    text = (tmp_path / "new.senpu").read_text("utf-8")
    found = verdict(text)
    assert (found.faults, found.rules, found.start, len(found.gaps)) == ([], 2, "stated", 1)
    assert (text.count(" rules 2 "), text.count(" rules 1 ")) == (2, 0)


@pytest.mark.usefixtures("only_newest")
def test_without_the_old_version_the_text_alone_is_compared(path: Path, tmp_path: Path) -> None:
    migrating = Migrator(path)
    assert not migrating.report.compared
    assert (migrating.report.changes, migrating.report.positions) == ([], 0)
    migrating.write(tmp_path / "new.senpu")
    refused = written(tmp_path / "refused.senpu", f"{OLD}N: pass\n")
    assert Migrator(refused).report.rejected is not None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (OLD.replace("Rules: 1", "Rules: 2") + SAME, "already has the newest rules"),
        (OLD + "N: n1>Q\n", "only a valid log can be migrated"),
        (OLD + "N: n1->B\n", "badToken"),
        (OLD.replace("toy", "none"), "gameUnknown"),
    ],
)
def test_a_rejected_migration_has_a_reason(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(InvalidLogError, match=why):
        Migrator(written(tmp_path / "old.senpu", text))


# ---- the new log ----------------------------------------------------------------------------


def test_the_new_log_points_at_the_old_one_which_stays(path: Path, tmp_path: Path) -> None:
    before, out = path.read_bytes(), tmp_path / "new.senpu"
    Migrator(path).write(out)
    assert path.read_bytes() == before
    text = out.read_text("utf-8")
    assert text.endswith(f"\n\n{SAME}")
    assert "Rules: 2\n" in text
    assert "Event: Club night\n" in text
    old = open_record(path)
    for _ in old:
        pass
    assert open_record(out).headers[MIGRATED_FROM] == describe_end(old)
    assert describe_end(old).startswith("file ")
    assert verify(out).valid
    with pytest.raises(JournalError, match="a file of that name already exists"):
        Migrator(path).write(out)


def test_a_rejection_writes_nothing_unless_the_valid_part_is_requested(tmp_path: Path) -> None:
    path = written(tmp_path / "old.senpu", OLD + "N: n1>B S: pass\nN: n1>A S: pass\n")
    out = tmp_path / "new.senpu"
    with pytest.raises(InvalidLogError, match="--cut"):
        Migrator(path).write(out)
    assert not out.exists()
    Migrator(path).write(out, cut=True)
    assert out.read_text("utf-8").endswith("\n\nN: n1>B S: pass\nN: n1>A\n")
    assert verify(out).events == 3


def test_a_migrated_log_gets_a_new_chain_without_seals(tmp_path: Path) -> None:
    """Seals, keys and secrets of the old log say nothing of the new one."""
    header = f"Senpu: 1\nGame: {NAME}\nRules: 1\nChain: sha256\nNonce: {NONCE}\n"
    text = sealed.log(header, f"{SAME}%dice recorded\n%other kept\n")
    path = written(tmp_path / "old.senpu", text)
    out = tmp_path / "new.senpu"
    Migrator(path).write(out)
    old, new = open_record(path), open_record(out)
    for _ in old:
        pass
    assert new.headers[MIGRATED_FROM] == f"head {old.chain.head.hex()}"
    assert new.headers["Nonce"] != NONCE
    assert (verify(out).valid, verify(out).chain) == (True, "valid")
    body = out.read_text("utf-8")
    assert "%dice" not in body
    assert "%other kept ~" in body


# ---- other data -----------------------------------------------------------------------------


def corrected(tmp_path: Path) -> Path:
    """Data in which A and C touch, and B and C do not."""
    text = 'senpu-data = 1\ngame = "pendulum"\n\n[[adjacent]]\nprovenance = "stated"\n'
    text += 'source = "the printed map"\nB-C = false\nA-C = true\n'
    return written(tmp_path / "mine.toml", text)


PENDULUM = "Senpu: 1\nGame: pendulum/toy\nRules: 1\n\n"


def test_other_data_are_a_migration_too(tmp_path: Path) -> None:
    path = written(tmp_path / "old.senpu", f"{PENDULUM}N: n1>B S: pass\nN: n1>C [4]\n")
    migrating = Migrator(path, corrected(tmp_path))
    report = migrating.report
    assert (report.old.rules, report.new.rules) == (1, 1)
    assert report.old.data != report.new.data
    assert report.rejected is not None
    assert (report.rejected.line, report.rejected.event) == (6, 3)
    assert (report.changes, report.positions, report.events) == ([], 0, 2)
    out = tmp_path / "new.senpu"
    migrating.write(out, cut=True)
    assert f"Data: sha256:{report.new.data}" in out.read_text("utf-8")
    assert verify(out).valid
    back = Migrator(out).report
    assert (back.rejected, back.new.data) == (None, report.old.data)


def test_a_log_of_older_rules_keeps_its_data(tmp_path: Path) -> None:
    data = corrected(tmp_path)
    data.write_text(data.read_text("utf-8").replace("pendulum", "metronome"), "utf-8")
    digest = registry.open_rules(NAME, data_file=data).spec.values.digest()
    text = OLD.replace("Event:", f"Data: sha256:{digest}\nEvent:") + "N: n1>C [4]\n"
    path = written(tmp_path / "old.senpu", text)
    report = Migrator(path).report
    assert (report.old.data, report.new.data) == (digest, digest)


# ---- notes ----------------------------------------------------------------------------------


def test_notes_are_bound_to_the_new_log_as_far_as_the_events_are_the_same(tmp_path: Path) -> None:
    text = f"{PENDULUM}N: n1>B S: pass\nN: pass S: pass\n"
    path = written(tmp_path / "old.senpu", text)
    from senpu.replay.annotation.annotations import find_digest
    from senpu.replay.disputes.log_timeline import open_timeline

    timeline = open_timeline(open_record(path))
    notes = [
        StoredNote(event=at, digest=find_digest(timeline, at), kind="comment", text=f"after {at}")
        for at in (0, 2, 4)
    ]
    strange = StoredNote(event=1, digest="0" * 16, kind="comment", text="of another log")
    edit_notes(notes_path(path), lambda _: Notes("pendulum/toy", (*notes, strange)))
    before = notes_path(path).read_bytes()
    migrating = Migrator(path, corrected(tmp_path))
    out = tmp_path / "new.senpu"
    migrating.write(out)
    assert (migrating.report.notes, migrating.report.notes_dropped) == (3, 1)
    assert notes_path(path).read_bytes() == before
    new = open_timeline(open_record(out))
    bound = load_notes(notes_path(out)).notes
    assert [note.digest for note in bound[:3]] == [find_digest(new, at) for at in (0, 2, 4)]
    assert bound[3] == strange
    assert verify_record(open_record(out)).valid
