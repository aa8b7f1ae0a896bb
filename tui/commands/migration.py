"""`senpu migrate`: an old log under newer rules or other data, with a record of the changes."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from senpu.notation.messages import program
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Decision
from senpu.replay.recording.log_writing import InvalidLogError
from senpu.replay.recording.migration import Change, Migrating
from senpu.tui.commands.arguments import RejectedLogError, UnusableLogError, add_json, add_language
from senpu.tui.commands.verification import keys_of
from senpu.tui.render.fault_report import told as fault_told

SHOWN = 20
"""How many changes are told one by one."""


def prepare_migrate(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("-o", dest="out", type=Path, metavar="NEW", help="write the new log there")
    parser.add_argument(
        "--cut", action="store_true", help="only what stands above the first thing refused now"
    )
    parser.add_argument("--data", type=Path, metavar="FILE", help="go on with this file's values")
    add_json(parser)
    add_language(parser)
    parser.epilog = (
        "Tells what changes its meaning under the newest rules (then the data stay), or under the "
        "data shipped here or those of --data. FILE stays as it is; NEW points at it by its end."
    )
    return migrate


def migrate(given: Namespace) -> int:
    """Tell what changes, and write the new log if it is asked for. Exit status 1 if something is
    refused now."""
    if given.cut and given.out is None:
        raise UnusableLogError("--cut goes with -o NEW")
    try:
        migrating = Migrating(given.file, given.data)
        report = migrating.report
        if given.out is not None and (report.refused is None or given.cut):
            migrating.write(given.out, given.cut)
            done = True
        else:
            done = False
    except InvalidLogError as error:
        raise RejectedLogError(error) from None
    if given.json:
        raw = msgspec.to_builtins(msgspec.structs.replace(report, refused=None))
        raw["refused"] = keys_of(report.refused) if report.refused else None
        print(msgspec.json.encode(raw | {"out": str(given.out) if done else None}).decode())
    else:
        print("\n".join(told(migrating, given, done)))
    return 0 if report.refused is None else 1


def told(migrating: Migrating, given: Namespace, done: bool) -> Iterator[str]:
    """The record of a migration in rows."""
    report = migrating.report

    def say(name: str, **fields: object) -> str:
        return program(given.lang).say(f"migration.{name}", fields)

    old, new = report.old, report.new
    yield say(
        "head", file=report.file, game=report.game, was=old.rules, was_data=old.data[:12],
        now=new.rules, now_data=new.data[:12],
    )  # fmt: skip
    if not report.compared:
        yield say("not_compared", was=old.rules)
    narrator = Narrator(migrating.rules.spec, given.lang)
    for change in report.changes[:SHOWN]:
        yield from (f"  {row}" for row in _told(change, narrator, say))
    if len(report.changes) > SHOWN:
        yield f"  {say('more', n=len(report.changes) - SHOWN)}"
    if report.positions:
        first = report.first_position
        yield say("positions", n=report.positions, of=report.events, first=first)
    elif report.compared and not report.changes and report.refused is None:
        yield say("same", of=report.events)
    else:
        yield say("taken", of=report.events)
    if report.refused is not None:
        yield say("refused")
        yield fault_told(report.refused, given.lang, report.file, migrating.rules)
        if report.refused.legal:
            yield f"  {narrator.label('open_instead')}: {', '.join(report.refused.legal)}"
    if done:
        yield say("written", out=given.out, file=report.file)
        if report.notes or report.notes_left:
            yield say("notes", n=report.notes, left=report.notes_left)
        if given.data:
            yield say("keep", data=given.data)
    else:
        yield say("not_written" if report.refused is None else "cut")


def _told(change: Change, narrator: Narrator, say: Callable[..., str]) -> Iterator[str]:
    was, now = change.was, change.now
    if change.what == "asks":
        was, now = (_asked(text, narrator) or say("nothing") for text in (was, now))
    what = say(change.what, was=was, now=now)
    text = change.now if change.what in ("spelling", "meaning") else ""
    yield say("event", n=change.event, line=change.line, text=text, what=what).replace(", :", ":")
    if change.what == "meaning":
        for name, told in zip(("was", "now"), change.effects, strict=True):
            yield f"  {say(name, text=narrator.describe_all(told) or say('nothing'))}"


def _asked(text: str, narrator: Narrator) -> str:
    """A question of which only side and kind are known, in words."""
    of, _, kind = text.partition(" ")
    return narrator.decision(Decision(of, kind, "")) if kind else ""


PREPARE = {"migrate": prepare_migrate}
