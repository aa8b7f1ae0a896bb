"""Log files of the public API: verified, begun and continued."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from senpu.logs.memory import UserMemory
from senpu.logs.position_logs import has_unknown_cards
from senpu.notation.faults import Fault
from senpu.notation.position_text import is_position_text
from senpu.replay.core.registry import find_rule_set, open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.views import View
from senpu.replay.disputes import verification
from senpu.replay.disputes.accountability import AwaitedAct, EventAccount
from senpu.replay.recording.log_writing import (
    InputParseError,
    InvalidLogError,
    RejectedInputError,
    append_draft,
    draft_typed,
)
from senpu.replay.recording.new_logs import create_log
from senpu.tui.api.errors import (
    ArgumentError,
    LogError,
    check_choice,
    check_language,
    check_list,
    check_path,
    check_type,
    make_data_input,
    make_illegal_event_error,
    make_input,
    make_log_error,
    opening_files,
)
from senpu.tui.api.events import Event, make_step_event
from senpu.tui.api.game import Game, read
from senpu.tui.api.position import Position
from senpu.tui.api.sources import PathName
from senpu.tui.render.verdict_report import SideNames, group_findings, render_finding


class Verdict(msgspec.Struct, frozen=True):
    """The result of verifying a log.

    Example:
        >>> import senpu
        >>> verdict = senpu.verify("game.senpu")
        >>> verdict.valid, verdict.events, verdict.ending
        (True, 139, 'China 4.2')
        >>> len(verdict.proven), len(verdict.open), len(verdict.broken)
        (1, 2, 0)
    """

    file: str
    """The name of the file."""
    valid: bool
    """True if the log has no error."""
    game: str
    """The id of the rule set; empty if the header names none."""
    events: int
    """The number of events in the file, valid or not."""
    valid_through: int
    """The number of the last event before the first error."""
    ending: str | None
    """The end of the game, such as `China 4.2`: winner and printed rule; None if it is not over."""
    faults: tuple[Fault, ...]
    """The errors: the first one, or all that can be found."""
    proven: tuple[str, ...]
    """Sentences: the facts that the log proves."""
    open: tuple[str, ...]
    """Sentences: the facts that the log leaves open."""
    broken: tuple[str, ...]
    """Sentences: the facts that contradict the log."""
    accountability: tuple[EventAccount, ...]
    """Each valid event with its actor, its signatures and its undo."""
    awaited: tuple[AwaitedAct, ...]
    """The acts that a valid game awaits; none if it is over."""
    gaps: tuple[int, ...]
    """The numbers of the events that state a position to which the events before do not lead. Their
    effects are what each gap must contain."""

    @property
    def fault(self) -> Fault | None:
        """The first error; None if the log is valid."""
        return self.faults[0] if self.faults else None


def verify(
    file: PathName, *, every: bool = False, data: PathName | None = None, language: str = "en"
) -> Verdict:
    """Verify a log file: notation, hash chain, signatures and rules.

    Args:
        file: The name of the file.
        every: Whether to continue after the first error, to find others.
        data: A file of values to play on, in place of the values that the log names.
        language: The language of the sentences, `en` or `ja`.

    Returns:
        The verdict. A file that cannot be read has the fault `fileUnreadable`.

    Raises:
        Error: No texts exist in that language.
        FileNotFoundError, OSError: The values cannot be read; these errors are an Error too.

    Example:
        >>> import senpu
        >>> senpu.verify("missing.senpu").fault.id
        'fileUnreadable'
    """
    sides = SideNames(check_language(language))
    check_type("every", every, bool)
    with opening_files():
        found = verification.verify(
            make_input(file), every, make_data_input(data), every_event=True
        )
    proven, left_open, broken, _ = (
        tuple(render_finding(each, sides) for each in findings)
        for findings in group_findings(found).values()
    )
    return Verdict(
        found.file, found.valid, found.game, found.events, found.valid_through, found.ending,
        tuple(found.faults), proven, left_open, broken, tuple(found.accountability),
        tuple(found.awaited), tuple(gap.event for gap in found.gaps),
    )  # fmt: skip


def append(file: PathName, text: str, *, data: PathName | None = None) -> tuple[Event, ...]:
    """Append events to a log file. They are on disk when the function returns.

    Events with only one legal answer after them are filled in, as in `senpu append`: a forced
    pass, a single retreat.

    Args:
        file: The name of the file.
        text: One or more events: `J: i3+i4>D`. Several lines are possible.
        data: A file of values to play on, in place of the values that the log names.

    Returns:
        The events that were written, including the events that were filled in.

    Raises:
        IllegalEventError: The rules do not allow an event. Nothing was written.
        LogError: The text is not an event, or the log has an error. Nothing was written.
        Error: Another program is writing to the file.
        FileNotFoundError, OSError: A file cannot be read or written; these errors are an Error too.

    Example:
        >>> import senpu
        >>> game = senpu.new("mine.senpu", "800/bonsai-2021", japan="Anna", china="Bo")
        >>> [event.text for event in senpu.append("mine.senpu", "C: x1+c2+c3+k1@D c1@C")]
        ['x1+c2+c3+k1@D', 'c1@C']
    """  # noqa: DOC501 - Error is the public name
    path = check_path(file)
    check_type("text", text, str)
    try:
        with opening_files():
            written = append_draft(
                path,
                lambda scribe, reducer: draft_typed(path, scribe, reducer, text),
                make_data_input(data),
                memory=UserMemory(),
            )
    except InvalidLogError as error:
        refused = LogError()
        refused.message, refused.located = error.message, error.located
        refused.faults = (error.located.fault,) if error.located else ()
        raise refused from None
    except RejectedInputError as declined:
        reason, reducer = declined.reason, declined.scribe.reducer
        if isinstance(reason, InputParseError):
            raise make_log_error(reason.faults) from None
        raise make_illegal_event_error(declined.scribe.rules, reducer.state, reason) from None
    steps = written.draft.steps
    first, sight = written.reducer.number - len(steps) + 1, View(written.rules)
    return tuple(make_step_event(sight, number, step) for number, step in enumerate(steps, first))


def new(
    file: PathName,
    rules: str | Position,
    *,
    event: str = "",
    date: str | None = None,
    options: Iterable[str] = (),
    data: PathName | None = None,
    **players: str,
) -> Game:
    """Create a log file with a header and no events.

    Args:
        file: The name of the file, which must not exist.
        rules: The id of the rule set. The name of a game is enough if it has one edition. A
            position, or its text, is a log that starts from it.
        event: The occasion: `Club night, round 2`.
        date: The date of the game: `2026-11-27`, `1937-10` or `1937`. Default: today, in UTC.
        options: The ids of the options that are to be in effect; a position has its own.
        data: A file of values to play on, in place of the values of the program.
        **players: The players by the id of their side: `japan="Anna"`.

    Returns:
        The new game.

    Raises:
        LogError: The position text has a fault.
        Error: No such rule set, option or side exists; a value is not possible in a header; the
            position is the view of a side.
        OSError: The file exists or cannot be written; the error is an Error too.

    Example:
        >>> import senpu
        >>> game = senpu.new("club.senpu", "800/bonsai-2021", japan="Anna", china="Bo")
        >>> game.headers["China"], game.start.decision.side
        ('Bo', 'china')
    """  # noqa: DOC501 - Error is the public name
    path = check_path(file)
    check_type("rules", rules, str, Position)
    given = {"event": event, **players, **({} if date is None else {"date": date})}
    for name, value in given.items():
        check_type(name, value, str)
        if len(value.splitlines()) > 1:
            raise ArgumentError("headerLines", name=name, value=value)
    values = make_data_input(data)
    chosen = tuple(dict.fromkeys(check_list("options", options)))
    if isinstance(rules, str) and not is_position_text(rules):
        found = open_rules(find_rule_set(rules), chosen, data_file=values)
    else:
        if chosen:
            raise ArgumentError("optionsOfText")
        found = _start_from(rules, data)
    sides = tuple(side.id for side in found.spec.sides)
    for side in players:
        check_choice("side", side, sides)
    fields: dict[str, str | None] = {
        "Event": event,
        "Date": date or f"{datetime.now(UTC):%Y-%m-%d}",
        **{side.capitalize(): players[side] for side in sides if side in players},
    }
    with opening_files():
        create_log(path, found, fields)
    return read(path, data=values)


def _start_from(position: Position | str, data: PathName | None) -> AnyRules:
    """Return the rules of a log that starts from a position. Raises ArgumentError, LogError."""
    if isinstance(position, str):
        position = Position.from_text(position, data=data)
    if position.side:
        raise ArgumentError("viewStart", side=position.side)
    if has_unknown_cards(position.text):
        raise ArgumentError("faceDownStart")
    return position._rules.start_from(position._state)
