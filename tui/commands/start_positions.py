"""The option `--from`: a position from which new games start, in place of the rule set."""

from __future__ import annotations

from argparse import Namespace
from contextlib import suppress
from pathlib import Path

from senpu.logs.position_logs import has_unknown_cards
from senpu.replay.core.registry import is_data_found, list_editions, open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.side_names import name_ending
from senpu.spec.loader import UnknownGameError
from senpu.tui.commands.arguments import (
    RejectedLogError,
    UnusableLogError,
    choose_rule_set,
    open_log,
)
from senpu.tui.render.text_layout import get_text


def find_start(given: Namespace, for_play: bool = False) -> AnyRules:
    """Return the rules of new games, with the position from which they start.

    Args:
        given: The arguments.
        for_play: Whether games will be played from it, so that the game cannot be over.

    Returns:
        The rules.

    Raises:
        UnusableLogError: The arguments cannot be combined, or the position is the view of a side.
        RejectedLogError: The position or the log has a fault.
        Error: The rule set or the position is unknown.
        OSError: The file cannot be read.
    """
    if given.start is None:
        if given.at is not None:
            raise UnusableLogError("optionNeeds", option="--at", other="--from")
        if given.game is None:
            file = str(getattr(given, "file", ""))  # the only word that is not an option
            with suppress(UnknownGameError):
                list_editions(file)
                raise UnusableLogError("gameWithoutFile", game=file)
            raise UnusableLogError("gameOrStart")
        ident = choose_rule_set(given)
        return open_rules(ident, tuple(dict.fromkeys(given.option)), data_file=given.data)
    for name, value in (("GAME", given.game), ("--option", given.option)):
        if value:
            raise UnusableLogError("optionsExclude", one=name, other="--from")
    rules = _read_start(given)
    outcome = rules.first_position().outcome
    if for_play and outcome is not None:
        raise UnusableLogError(
            "startOver", path=given.start, ending=name_ending(rules.spec.folder, outcome.ending)
        )
    return rules


def find_folder(given: Namespace) -> Path:
    """Return the folder where the data set of the start position may be."""
    return Path() if given.start is None else given.start.path.absolute().parent


def describe_data_file(given: Namespace, rules: AnyRules, folder: Path) -> str:
    """Return where the data file of new logs must be, or "" if it is found.

    Args:
        given: The arguments.
        rules: The rules of the logs.
        folder: The folder of the logs.
    """
    if is_data_found(rules.spec, folder):
        return ""
    file = given.data or rules.spec.data_file
    return get_text(given.lang, "data_elsewhere", file=file, folder=folder)


def _read_start(given: Namespace) -> AnyRules:
    from senpu.replay.core.positions import format_start  # most games begin at their start
    from senpu.replay.disputes.log_timeline import open_timeline

    record, rules = open_log(given.start, given.data)
    timeline = open_timeline(record, rules)
    number = timeline.find(given.at or "end")
    if timeline.fault is not None:
        raise RejectedLogError.from_fault(timeline.fault, str(given.start))
    if timeline.view.side:
        raise UnusableLogError("startHidden", path=given.start)
    found = rules.start_from(timeline.get_position(number).state)
    if has_unknown_cards(format_start(found)):
        raise UnusableLogError("startFaceDown", path=given.start)
    return found
