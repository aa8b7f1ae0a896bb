"""`senpu new`, `senpu append`, `senpu roll`: writing a log, checked and durable."""

import os
from argparse import Namespace
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom

from senpu.logs.chain import HANDS
from senpu.logs.inputs import Input, read_standard_input
from senpu.logs.machine_lines import DEALER
from senpu.logs.memory import UserMemory
from senpu.notation.play import parse_line
from senpu.notation.user_folders import state_folder
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.core.views import View
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.recording import rolling
from senpu.replay.recording.headers import HeaderError
from senpu.replay.recording.log_writing import (
    AppendResult,
    Draft,
    Drafter,
    InvalidLogError,
    RejectedInputError,
    append_draft,
    draft_typed,
)
from senpu.replay.recording.new_logs import create_log
from senpu.replay.recording.rolling import NoRollPendingError, RollResult, write_server_roll
from senpu.replay.recording.sealing import make_chain_fields
from senpu.tui.commands.arguments import (
    RejectedLogError,
    UnusableLogError,
    find_acting_side,
    make_narrator,
    open_log,
    read_public_keys,
    read_side_choices,
)
from senpu.tui.commands.event_reports import (
    make_view,
    render_pending,
    report_rejected,
    report_written,
)
from senpu.tui.commands.start_positions import describe_data_file, find_start
from senpu.tui.printing import PrintingError, flush_output, print_notice, print_text
from senpu.tui.render.data_sets import describe_values


def new(given: Namespace) -> int:
    """Start a log: its header, with the data pinned."""
    rules = find_start(given)
    names = {side.capitalize(): name for side, name in read_side_choices(given, rules).items()}
    fields = {
        "Event": given.event,
        "Date": given.date or f"{datetime.now(UTC):%Y-%m-%d}",
        "Annotator": given.annotator,
        **names,
    }
    sealed = given.hands == DEALER
    if sealed and not rules.has_face_down_cards:
        raise UnusableLogError("gameWithoutHands", option=f"--hands {DEALER}", game=rules.spec.id)
    if sealed and rules.stated_start is not None:
        raise UnusableLogError("optionsExclude", one=f"--hands {DEALER}", other="--from")
    if given.chain or sealed:
        fields |= {HANDS: DEALER} if sealed else {}
        fields |= make_chain_fields(read_public_keys(given, rules))
    elif given.public:
        raise UnusableLogError("optionNeeds", option="--public", other="--chain")
    try:
        create_log(given.file, rules, fields)
    except HeaderError as error:
        raise UnusableLogError.from_error(error) from None
    narrator = make_narrator(rules, given)
    print_text(narrator.label("new_log", file=given.file, name=rules.spec.title(given.lang)))
    if given.data:
        print_text(describe_values(rules.spec, given.lang))
    if where := describe_data_file(given, rules, given.file.parent):
        print_text(where)
    print_text("\n".join(render_pending(rules, rules.first_position(), narrator, given.file)))
    return 0


def append(given: Namespace) -> int:
    """Check events, append them durably, and print their effects and the pending decision."""
    # A mistake is reported before anything is written.
    side = "" if given.side is None else read_side(given)
    check_typed_text(given)
    text = read_input() if given.text == "-" else given.text
    return write_draft(
        given, lambda scribe, reducer: draft_typed(given.file, scribe, reducer, text, side),
        side=side,
    )  # fmt: skip


def check_typed_text(given: Namespace) -> None:
    """Check that the text to append is not the name of a file. Raises UnusableLogError."""
    if os.path.isfile(given.text) and parse_line(1, given.text)[1]:
        ident = "positionInFile" if Input(given.text).position_text else "eventsInFile"
        raise UnusableLogError(ident, path=given.text, file=given.file)


def read_side(given: Namespace) -> str:
    """Return the side that `--side` names in the game of the log. Raises UnusableLogError."""
    return find_acting_side(given, open_log(given.file, given.data, given.side)[1])


def read_input() -> str:
    """Return standard input as UTF-8 in each locale; other bytes become faults."""
    return read_standard_input().decode("utf-8", "surrogateescape")


def roll(given: Namespace) -> int:
    """Roll the pending dice, or show the secret of a side."""
    if bool(given.server) != bool(given.receipt) or bool(given.server) != bool(given.dice):
        raise UnusableLogError("serverOptions")
    if given.commit and given.server:
        raise UnusableLogError("optionsExclude", one="--commit", other="--server")
    side = read_side(given)
    if given.commit:
        return commit(given, side)

    def rolled() -> tuple[AppendResult, list[str]]:
        if given.server:
            who, receipt = given.server, given.receipt
            done = write_server_roll(
                given.file, who, receipt, given.dice, given.data, UserMemory(), side
            )
        else:
            done = rolling.roll_dice(given.file, SystemRandom(), side, given.data, UserMemory())
        return done.written, render_secret(
            done, make_narrator(done.written.rules, given), given.file
        )

    try:
        return finish(given, rolled)
    except NoRollPendingError as none:
        narrator = make_narrator(none.rules, given)
        state = View(none.rules, side).filter_state(none.state)
        what = narrator.decision(state.decision) or narrator.rejection(
            IllegalEventError("gameOver", "")
        )
        raise RejectedLogError("noDicePending", path=given.file, pending=what) from None


def commit(given: Namespace, side: str) -> int:
    """Commit a side to its secrets."""

    def committed() -> tuple[AppendResult, list[str]]:
        written, made = rolling.commit_secrets(
            given.file, side, given.secrets, given.data, UserMemory()
        )
        narrator, free = make_narrator(written.rules, given), written.reducer.dice
        name = narrator.side(made.side)
        rows = [narrator.label("dice_committed", side=name, n=made.length, file=state_folder())]
        others = [each for each in free.sides_without_secrets if each not in free.unsealed]
        other = next(iter(others), "")
        if made.side in free.unsealed:
            rows.append(narrator.label("dice_counts", side=name))
        if other:
            rows.append(narrator.label("dice_one", side=narrator.side(other)))
        elif free.is_committed:
            rows.append(narrator.label("dice_both"))
        return written, [*rows, narrator.label("dice_seal", file=given.file)]

    return finish(given, committed)


def render_secret(done: RollResult, narrator: Narrator, path: Path) -> list[str]:
    """Return the rows about a secret whose roll is pending, or a roll without two commitments."""
    dice = done.written.reducer.dice
    if dice.secrets_left and not dice.is_committed:
        other = next(each for each in dice.sides if each not in dice.secrets_left)
        return [narrator.label("dice_recorded", side=narrator.side(other))]
    if not done.awaited_side or done.reveal is None:
        return []
    names = {"side": narrator.side(done.reveal.side), "other": narrator.side(done.awaited_side)}
    rows = [narrator.label("dice_shown", n=done.reveal.number, **names)]
    return [*rows, narrator.label("dice_seal", file=path)]


def write_draft(
    given: Namespace,
    draft: Callable[[Drafter, LogReducer], Draft],
    after_end: bool = False,
    side: str = "",
) -> int:
    """Draft lines for a log and append them. A rejection changes no byte."""

    def written() -> tuple[AppendResult, list[str]]:
        return append_draft(
            given.file, draft, given.data, memory=UserMemory(), after_end=after_end, side=side
        ), []

    return finish(given, written)


def finish(given: Namespace, wrote: Callable[[], tuple[AppendResult, list[str]]]) -> int:
    """Write lines, and print the report in the view of `--as`."""
    try:
        written, more = wrote()
    except NoRollPendingError:
        raise
    except InvalidLogError as error:
        raise RejectedLogError.from_error(error) from None
    except RejectedInputError as declined:
        narrator = make_narrator(declined.scribe.rules, given)
        sight = make_view(given, declined.scribe.rules, declined.sealed)
        print_notice("\n".join(report_rejected(declined, narrator, sight)))
        return 1
    narrator = make_narrator(written.rules, given)
    sight = make_view(given, written.rules, written.reducer.sealed)
    waits = bool(more) and not written.draft.steps
    rows = report_written(written, narrator, sight, given.file, has_pending=not waits)
    try:
        print_text("\n".join([*rows, *more]))
        flush_output()
    except PrintingError as error:
        # After a bare error the user would type everything again.
        raise UnusableLogError("writtenNotPrinted", path=given.file, why=error.why) from None
    return 0
