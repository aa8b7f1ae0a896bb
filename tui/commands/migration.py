"""`senpu migrate`: an old log under newer rules or other data, with a record of the changes."""

from argparse import Namespace
from collections.abc import Callable, Iterator

import msgspec

from senpu.notation.messages import topic_renderer
from senpu.replay.core.narration import Narrator
from senpu.replay.core.states import Decision
from senpu.replay.recording.log_writing import InvalidLogError
from senpu.replay.recording.migration import MigrationChange, Migrator
from senpu.tui.commands.arguments import (
    RejectedLogError,
    UnusableLogError,
    encode_json,
)
from senpu.tui.printing import print_text
from senpu.tui.render.json_objects import make_fault_object

SHOWN = 20
"""The number of changes that are listed."""


def migrate(given: Namespace) -> int:
    """Print what changes, and write the new log to `-o`. Return 1 if an event is illegal now."""
    if given.cut and given.output is None:
        raise UnusableLogError("optionNeeds", option="--cut", other="-o NEW")
    try:
        migrating = Migrator(given.file, given.data)
        report = migrating.report
        if given.output is not None and (report.rejected is None or given.cut):
            migrating.write(given.output, given.cut)
            done = True
        else:
            done = False
    except InvalidLogError as error:
        raise RejectedLogError.from_error(error) from None
    if given.json:
        raw = msgspec.to_builtins(msgspec.structs.replace(report, rejected=None))
        raw["rejected"] = make_fault_object(report.rejected) if report.rejected else None
        print_text(encode_json(raw | {"out": str(given.output) if done else None}))
    else:
        print_text("\n".join(render_migration(migrating, given, done)))
    return 0 if report.rejected is None else 1


def render_migration(migrating: Migrator, given: Namespace, done: bool) -> Iterator[str]:
    """Yield the rows of the report; `done` is whether the new log was written."""
    report, message = migrating.report, topic_renderer("migration", given.lang)
    old, new = report.old, report.new
    yield message(
        "head", file=report.file, game=report.game, old_rules=old.rules, old_data=old.data[:12],
        new_rules=new.rules, new_data=new.data[:12],
    )  # fmt: skip
    if not report.compared:
        yield message("not_compared", version=old.rules)
    narrator = Narrator(migrating.rules.spec, given.lang)
    for change in report.changes[:SHOWN]:
        yield from (f"  {row}" for row in _render_change(change, narrator, message))
    if len(report.changes) > SHOWN:
        yield f"  {message('more', n=len(report.changes) - SHOWN)}"
    if report.positions:
        first = report.first_position
        yield message("positions", n=report.positions, of=report.events, first=first)
    elif report.compared and not report.changes and report.rejected is None:
        yield message("same", of=report.events)
    else:
        yield message("accepted", of=report.events)
    if report.rejected is not None:
        yield message("rejected")
        yield report.rejected.render(report.file, given.lang)
        if report.rejected.legal:
            alternatives = ", ".join(report.rejected.legal)
            render = topic_renderer("findings", given.lang)
            yield f"  {render('legal_alternatives', events=alternatives)}"
    if done:
        yield message("written", out=given.output, file=report.file)
        if report.notes or report.notes_dropped:
            yield message("notes", n=report.notes, left=report.notes_dropped)
        if given.data:
            yield message("keep", data=given.data)
    else:
        yield message("not_written" if report.rejected is None else "cut")


def _render_change(
    change: MigrationChange, narrator: Narrator, message: Callable[..., str]
) -> Iterator[str]:
    """Yield the rows of a change: the event, and how its text, effect or decision differs."""
    was, now = change.was, change.now
    if change.what == "effects":
        what = message("effects")
    else:
        if change.what == "decision":
            was, now = (
                _describe_decision(text, narrator) or message("nothing") for text in (was, now)
            )
        what = message(change.what, was=was, now=now)
    if change.what in ("form", "effects"):
        yield message("event", n=change.event, line=change.line, text=change.now, what=what)
    else:
        yield message("event_only", n=change.event, line=change.line, what=what)
    if change.what == "effects":
        for name, effects in zip(("before", "after"), change.effects, strict=True):
            yield f"  {message(name, text=narrator.describe_all(effects) or message('nothing'))}"


def _describe_decision(text: str, narrator: Narrator) -> str:
    """Return a decision of which only side and kind are known, as text."""
    of, _, kind = text.partition(" ")
    return narrator.decision(Decision(of, kind, "")) if kind else ""
