"""`senpu new`, `senpu append`, `senpu roll`: writing a log, checked and durable."""

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from random import SystemRandom
from typing import Any

from logs.chain import NONCE
from logs.dice import LONGEST
from logs.dice_secrets import LENGTH
from logs.hands import DEALER, HANDS
from logs.record import headers_of
from logs.seen import Seen
from logs.sheets import sheet_of
from notation.events import Event
from notation.places import state_folder
from notation.writer import format_event
from replay import rolling
from replay.inscription import BadHeader, Declined, NotGood, Written, begin, inscribe
from replay.narration import Narrator, example
from replay.reducer import Reducer, Step
from replay.refusals import SHOWN, explain
from replay.registry import find_ruleset, open_rules
from replay.rolling import NoDice, Rolled, from_server
from replay.rules import CHANCE, Refusal, Rules, State
from replay.scribe import Draft, Faulty, Scribe
from replay.sealing import chain_fields
from replay.sight import Sight
from tui.commands.arguments import (
    BadLog,
    Refused,
    add_data,
    add_language,
    add_public,
    add_sides,
    narrator,
    opened,
    public_keys,
    side_choices,
    side_of,
)

DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")


def prepare_new(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--event", help="what the game belongs to: Club night, round 2")
    parser.add_argument("--date", help="default: today, in UTC")
    add_sides(parser, "NAME")
    parser.add_argument("--option", action="append", default=[], help="another reading of a rule")
    parser.add_argument(
        "--hands", choices=("recorded", "dealer"), default="recorded",
        help="of a card game: dealt into the log for all to read, or sealed by a dealer (chained)",
    )  # fmt: skip
    parser.add_argument("--chain", action="store_true", help="with a tag on each line, for seals")
    add_public(parser, "chain: the public key of a side")
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
    sealed = given.hands == DEALER
    if sealed and not rules.deals:
        raise BadLog(f"--hands {DEALER}: {ident} has no hands that could be sealed")
    if given.chain or sealed:
        fields |= {HANDS: DEALER} if sealed else {}
        fields |= chain_fields(public_keys(given, rules))
    elif given.public:
        raise BadLog("--public goes with --chain")
    try:
        begin(given.file, rules, fields)
    except BadHeader as error:
        raise BadLog(str(error)) from None
    say = narrator(rules, given)
    print(f"{given.file}: {rules.spec.title(given.lang)}, a new log")
    if given.data:
        print(f"It is pinned to {given.data}: keep that file beside the log, or name it each time.")
    state = rules.start()
    assert state.ask is not None
    print(say.prompt(state.ask, example(rules, state)))
    return 0


def prepare_append(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("text", metavar="TEXT", help='events, such as "J: i3+i4>D"; - reads them')
    add_data(parser)
    add_language(parser)
    return append


def append(given: Namespace) -> int:
    """Check events, append them durably, say what happened and who is next."""
    text = typed() if given.text == "-" else given.text
    return write(given, lambda scribe, reducer: with_cards(given.file, scribe, reducer, text))


def with_cards(path: Path, scribe: Scribe, reducer: Reducer, text: str) -> Draft:
    """What was typed, behind the lines that show the sealed cards which it names."""
    if not reducer.sealed:
        return scribe.draft(text)
    from replay.dealing import named, show  # few logs have sealed hands

    sheet = sheet_of(headers_of(path)[NONCE])
    rows = show(reducer, named(reducer, sheet, text))
    draft = scribe.draft(text)
    return draft._replace(text=rows + draft.text)


def typed() -> str:
    """Standard input, in UTF-8 whatever the locale; other bytes are told as faults of theirs."""
    return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")


def prepare_roll(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument(
        "--commit", action="store_true", help="chained log: commit a side to secrets of its own"
    )
    parser.add_argument(
        "--secrets", type=int, default=LENGTH, metavar="N", help=f"commit: to how many ({LENGTH})"
    )
    parser.add_argument(
        "--as", dest="seen_by", metavar="SIDE", help="whose secrets, where that is not clear"
    )
    parser.add_argument("--server", metavar="NAME", help="write what a server has rolled")
    parser.add_argument("--receipt", metavar="TEXT", help="server: what it gave for the roll")
    parser.add_argument("--dice", metavar="TEXT", help='server: the roll, such as "[5 4]"')
    add_data(parser)
    add_language(parser)
    parser.epilog = (
        "Without more the dice are the system's own, and recorded. Once both sides have used "
        "--commit, each shows a secret by senpu roll, and the second one rolls: see spec/dice.md."
    )
    return roll


def roll(given: Namespace) -> int:
    """Roll what the position waits for, or do one's part in that."""
    if bool(given.server) != bool(given.receipt) or bool(given.server) != bool(given.dice):
        raise BadLog("--server, --receipt and --dice go together")
    if given.commit and given.server:
        raise BadLog("--commit and --server do not go together")
    if not 1 <= given.secrets <= LONGEST:
        raise BadLog(f"--secrets takes 1 to {LONGEST}")
    side = side_of(given, opened(given.file, given.data)[1])
    if given.commit:
        return commit(given, side)

    def rolled() -> tuple[Written, list[str]]:
        if given.server:
            who, receipt = given.server, given.receipt
            done = from_server(given.file, who, receipt, given.dice, given.data, Seen())
        else:
            done = rolling.roll(given.file, SystemRandom(), side, given.data, Seen())
        return done.written, shown(done, narrator(done.written.rules, given), given.file)

    try:
        return finish(given, rolled)
    except NoDice as none:
        say = narrator(none.rules, given)
        what = say.ask(none.state.ask) or say.refusal(Refusal("gameOver", ""))
        raise Refused(f"{given.file}: {say.label('no_dice')}; {what}") from None


def commit(given: Namespace, side: str) -> int:
    """Commit a side to its secrets."""

    def committed() -> tuple[Written, list[str]]:
        written, made = rolling.commit(given.file, side, given.secrets, given.data, Seen())
        say, free = narrator(written.rules, given), written.reducer.dice
        name = say.side(made.side)
        rows = [say.label("dice_committed", side=name, n=made.length, file=state_folder())]
        other = next((each for each in free.sides if each not in free.bound), "")
        if other:
            rows.append(say.label("dice_one", side=say.side(other)))
        else:
            rows.append(say.label("dice_both"))
        return written, [*rows, say.label("dice_seal", file=given.file)]

    return finish(given, committed)


def shown(done: Rolled, say: Narrator, path: Path) -> list[str]:
    """What is told of a secret whose roll is still to come, or of a roll that only one side is
    committed to."""
    dice = done.written.reducer.dice
    if dice.bound and not dice.fair:
        other = next(each for each in dice.sides if each not in dice.bound)
        return [say.label("dice_recorded", side=say.side(other))]
    if not done.waits or done.shown is None:
        return []
    names = {"side": say.side(done.shown.side), "other": say.side(done.waits)}
    rows = [say.label("dice_shown", n=done.shown.number, **names)]
    return [*rows, say.label("dice_seal", file=path)]


def write(
    given: Namespace, draft: Callable[[Scribe, Reducer], Draft], after_end: bool = False
) -> int:
    """Read a log, draft lines onto it, append them, and tell. A refusal changes no byte."""

    def written() -> tuple[Written, list[str]]:
        return inscribe(given.file, draft, given.data, seen=Seen(), after_end=after_end), []

    return finish(given, written)


def finish(given: Namespace, wrote: Callable[[], tuple[Written, list[str]]]) -> int:
    """Have lines written, and tell of them, and what more there is to say."""
    try:
        written, more = wrote()
    except NoDice:
        raise
    except NotGood as error:
        raise Refused(str(error)) from None
    except Declined as declined:
        say = narrator(declined.scribe.rules, given)
        print("\n".join(refused(declined, say)), file=sys.stderr)
        return 1
    say = narrator(written.rules, given)
    if written.forgotten:
        print(f"senpu: {written.forgotten}", file=sys.stderr)
    rows = told(written.draft, written.reducer, say, given.file)
    try:
        waits = more and not written.draft.steps
        print("\n".join([*(rows[:-1] if waits else rows), *more]), flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        # Who sees a bare complaint types it all again.
        raise BadLog(f"{given.file}: it is written, but cannot be told: {error.strerror}") from None
    return 0


def as_known(reducer: Reducer) -> State:
    """The position as it is for this user, who may know sealed cards that lie in it."""
    if not reducer.sealed:
        return reducer.state
    from replay.dealing import known  # few logs have sealed hands

    return Sight(reducer.rules, "", known(sheet_of(reducer.sealed))).state(reducer.state)


def refused(declined: Declined, say: Narrator) -> list[str]:
    """A refusal that teaches: what is wrong, by which rule, and what is open instead."""
    bad, scribe, rows = declined.reason, declined.scribe, list[str]()
    if isinstance(bad, Faulty):
        return [*(fault.render() for fault in bad.faults), say.label("nothing_written")]
    rules, reducer = scribe.rules, scribe.reducer
    if bad.refusal is not None:
        message, _ = explain(rules, bad.refusal, bad.message, say.language)
        rows.append(f"{say.label('refused')}: {message}")
    else:
        rows.append(f"{say.label('refused')}: {bad.message} ({bad.fault})")
    if bad.hint:
        rows.append(f"  {bad.hint}")
    state = as_known(reducer)
    if bad.event is not None and bad.event == declined.newest:
        rows.append(f"  {say.label('has_already', n=declined.last)}")
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


def told(draft: Draft, reducer: Reducer, say: Narrator, path: Path) -> list[str]:
    """What was written, what happened, and what is asked next."""
    rules = reducer.rules
    rows = [f"  {row}" for row in draft.text.splitlines()]
    rows += [line for step in draft.steps for line in sentence(step, say)]
    state = as_known(reducer)
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
