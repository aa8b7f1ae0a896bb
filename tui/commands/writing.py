"""`senpu new`, `senpu append`, `senpu roll`: writing a log, checked and durable."""

import re
import sys
import unicodedata
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from random import SystemRandom
from typing import Any

from logs.journal import TornTail, create, hold
from logs.record import Record, record_of
from notation.events import Event
from notation.faults import Fault, NotationError
from notation.lines import Header, Play
from notation.writer import format_event, format_line
from replay.narration import Narrator, example
from replay.reducer import Bad, Reducer, Step
from replay.registry import find_ruleset, open_rules
from replay.rules import CHANCE, Rules, State
from replay.scribe import Draft, Faulty, Scribe
from replay.verify import SHOWN, explain, rules_for
from tui.commands.arguments import (
    BadLog,
    Refused,
    add_data,
    add_language,
    add_sides,
    narrator,
    side_choices,
)

DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")


def prepare_new(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--event", help="what the game belongs to: Club night, round 2")
    parser.add_argument("--date", help="default: today, in UTC")
    add_sides(parser, "NAME")
    parser.add_argument("--option", action="append", default=[], help="another reading of a rule")
    add_data(parser)
    add_language(parser)
    return new


def new(given: Namespace) -> int:
    """Start a log: its header, with the data pinned."""
    ident = find_ruleset(given.game)
    options = tuple(dict.fromkeys(given.option))
    rules = open_rules(ident, options, named=given.data)
    if given.date and not DATE.fullmatch(given.date):
        raise BadLog(f"--date {given.date}: a date is written 2026-11-27 (or 1937-10, or 1937)")
    names = {side.capitalize(): name for side, name in side_choices(given, rules).items()}
    fields = {
        "Event": given.event,
        "Date": given.date or f"{datetime.now(UTC):%Y-%m-%d}",
        **names,
    }
    create(given.file, header(rules, options, fields))
    say = narrator(rules, given)
    print(f"{given.file}: {rules.spec.title(given.lang)}, a new log")
    if given.data:
        print(f"It is pinned to {given.data}: keep that file beside the log, or name it each time.")
    state = rules.start()
    assert state.ask is not None
    print(say.prompt(state.ask, example(rules, state)))
    return 0


def header(rules: Rules[Any], options: tuple[str, ...], fields: dict[str, str | None]) -> str:
    """The header of a new log and the empty line below it. Raises BadLog for a value that
    cannot stand on one line."""
    spec = rules.spec
    keys: dict[str, str | None] = {
        "Senpu": "1",
        "Game": spec.id,
        "Rules": str(spec.edition.rules),
        "Data": f"sha256:{spec.values.digest()}",
        "Options": " ".join(options),
        **fields,
    }
    rows = [header_row(key, value.strip(" ")) for key, value in keys.items() if value]
    return "".join(f"{row}\n" for row in (*rows, ""))


def header_row(key: str, value: str) -> str:
    try:
        return format_line(Header(key, unicodedata.normalize("NFC", value)))
    except NotationError as error:
        raise BadLog(f"{key}: {value!r} cannot stand in a header: {error}") from None


def prepare_append(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("text", metavar="TEXT", help='events, such as "J: i3+i4>D"; - reads them')
    add_data(parser)
    add_language(parser)
    return append


def append(given: Namespace) -> int:
    """Check events, append them durably, say what happened and who is next."""
    text = typed() if given.text == "-" else given.text
    return write(given, lambda scribe, _: scribe.draft(text))


def typed() -> str:
    """Standard input, in UTF-8 whatever the locale; other bytes are told as faults of theirs."""
    return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")


def prepare_roll(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("file", type=Path, metavar="FILE")
    add_data(parser)
    add_language(parser)
    return roll


def roll(given: Namespace) -> int:
    """Roll what the position waits for. The dice are the system's own, without bias."""

    def rolled(scribe: Scribe, reducer: Reducer) -> Draft:
        ask = reducer.state.ask
        if ask is None or ask.of != CHANCE:
            say = narrator(scribe.rules, given)
            what = say.ask(ask) or "the game is over"
            raise Refused(f"{given.file}: no dice are awaited; {what}")
        event = scribe.rules.sample(reducer.state, SystemRandom())
        return scribe.draft(format_event(event))

    return write(given, rolled)


def write(given: Namespace, draft: Callable[[Scribe, Reducer], Draft]) -> int:
    """Read a log, draft lines onto it, append them, and tell. A refusal changes no byte."""
    with hold(given.file) as journal:
        try:
            data = journal.read()
        except TornTail as error:
            raise Refused(str(error)) from None
        record = record_of(data)
        record.path = given.file
        rules, reducer, steps = replayed(record, given)
        say = narrator(rules, given)
        last, newest = reducer.number, steps[-1].event if steps else None
        scribe = Scribe(rules, reducer, steps[-1].before.turn if steps else None)
        try:
            drafted = draft(scribe, reducer)
        except Faulty as error:
            for fault in error.faults:
                print(fault.render(), file=sys.stderr)
            print(say.label("nothing_written"), file=sys.stderr)
            return 1
        except Bad as bad:
            print("\n".join(refused(bad, scribe, say, last, newest)), file=sys.stderr)
            return 1
        journal.append(drafted.text, len(data))
    try:
        print("\n".join(told(drafted, rules, reducer, say, given.file)), flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        # Who sees a bare complaint types it all again.
        raise BadLog(f"{given.file}: it is written, but cannot be told: {error.strerror}") from None
    return 0


def replayed(record: Record, given: Namespace) -> tuple[Rules[Any], Reducer, list[Step]]:
    """A log played to its end: its rules, its position, its last event.
    Raises Refused if any of it is not good: nothing is appended to such a log."""
    rules = rules_for(record, given.data)
    faults: list[Fault] = list(record.header_faults)
    if faults or isinstance(rules, Fault):
        first = faults[0] if faults else rules
        assert isinstance(first, Fault)
        raise Refused(f"{first.render(str(given.file))}\nnothing was written")
    steps: list[Step] = []

    def listen(step: Step) -> None:
        steps[:] = [step]

    reducer = Reducer(rules, listen)
    for number, line in record:
        if isinstance(line, Fault):
            raise Refused(f"{line.render(str(given.file))}\nnothing was written")
        try:
            reducer.read(line)
        except Bad as bad:
            raise Refused(
                f"{given.file}:{number}: {bad.fault}: the log is not good, so nothing was "
                f"written; senpu verify {given.file} says more"
            ) from None
        if "Chain" in record.headers or (type(line) is Play and line.tag):
            raise Refused(f"{given.file}: the log is chained, which this version cannot go on with")
    if reducer.ended:
        raise Refused(f"{given.file}: the log has its End line; nothing follows it")
    return rules, reducer, steps


def refused(bad: Bad, scribe: Scribe, say: Narrator, last: int, newest: Event | None) -> list[str]:
    """A refusal that teaches: what is wrong, by which rule, and what is open instead."""
    rules, reducer, rows = scribe.rules, scribe.reducer, []
    if bad.refusal is not None:
        message, _ = explain(rules, bad.refusal, bad.message, say.language)
        rows.append(f"{say.label('refused')}: {message}")
    else:
        rows.append(f"{say.label('refused')}: {bad.message} ({bad.fault})")
    if bad.hint:
        rows.append(f"  {bad.hint}")
    state = reducer.state
    if bad.event is not None and bad.event == newest:
        rows.append(f"  {say.label('has_already', n=last)}")
    if scribe.filled:
        rows.append(f"  {say.label('after_filled')}")
    if state.ask is not None:
        rows.append(f"  {say.prompt(state.ask, example(rules, state))}")
        if state.ask.of != CHANCE and bad.event is not None:
            rows.append(f"  {say.label('open_instead')}: {instead(rules, state, bad.event, say)}")
    rows.append(say.label("nothing_written"))
    return rows


def instead(rules: Rules[Any], state: State, event: Event, say: Narrator) -> str:
    """What the units of a refused event could do, attacks with their chance; and that there is
    more, where it is not all."""
    found = list(islice(rules.alternatives(state, event), SHOWN + 1))
    found = found or list(islice(rules.legal(state), SHOWN + 1))
    texts = []
    for each in found[:SHOWN]:
        odds = rules.odds(state, each)
        chance = f" ({say.label('in_100', n=round(odds.success * 100))})" if odds else ""
        texts.append(f"{format_event(each)}{chance}")
    if len(found) > SHOWN:
        texts.append(say.label("and_more"))
    return say.label("comma").join(texts)


def told(draft: Draft, rules: Rules[Any], reducer: Reducer, say: Narrator, path: Path) -> list[str]:
    """What was written, what happened, and what is asked next."""
    rows = [f"  {row}" for row in draft.text.splitlines()]
    rows += [line for step in draft.steps for line in sentence(step, say)]
    state = reducer.state
    if state.ask is not None:
        rows.append(say.prompt(state.ask, example(rules, state)))
    elif state.outcome is not None:
        ending = state.outcome.ending
        meaning = say.ending(ending)
        over = say.label("game_over", ending=ending)
        rows.append(f"{over}{f' ({meaning})' if meaning else ''}")
        if not reducer.ended:
            rows.append(f'{say.label("close_with")}: senpu append {path} "End: {ending}"')
    return rows


def sentence(step: Step, say: Narrator) -> list[str]:
    text = say.story(step.told)
    return [text] if text else []


PREPARE = {"new": prepare_new, "append": prepare_append, "roll": prepare_roll}
