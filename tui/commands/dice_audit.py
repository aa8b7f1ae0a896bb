"""`senpu dice`: the distribution of the dice of one log, or of the logs in a folder."""

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator

import msgspec

from senpu.logs.inputs import Input, ListedFile, read_source
from senpu.notation.messages import program_catalogue, topic_renderer
from senpu.replay.core.registry import get_registration
from senpu.replay.disputes.dice_audit import LEVEL, DiceAudit, DiceGroup, audit_dice
from senpu.spec.loader import read_folder
from senpu.spec.names import find_name
from senpu.tui.command_line.errors import print_file_error
from senpu.tui.commands.arguments import encode_json, list_logs
from senpu.tui.printing import print_text
from senpu.tui.render.text_layout import wrap_rows


def dice(given: Namespace) -> int:
    """Print the distribution of the dice of some logs.

    Returns:
        The exit status: 1 if a log is invalid, 2 if one cannot be read, else 0.
    """
    logs, status = list[Input](), 0
    for log in list_logs(given.files):
        try:
            if not isinstance(log, ListedFile):  # the audit reports the files of a folder
                read_source(log)
            logs.append(log)
        except OSError as error:
            status = print_file_error(error, given.lang)
    if not logs:
        return status
    found = audit_dice(logs, given.data)
    if given.json:
        excluded = {file: str(fault) for file, fault in found.excluded.items()}
        print_text(encode_json(msgspec.to_builtins(found) | {"excluded": excluded}))
    else:
        print_text("\n".join(render_audit(found, given.lang)))
    return status or (1 if found.excluded else 0)


def render_audit(found: DiceAudit, language: str) -> Iterator[str]:
    """Yield the rows of an audit."""
    message = topic_renderer("dice", language)
    for file, fault in found.excluded.items():
        yield message("excluded", file=file, fault=fault)
    yield message("logs", n=found.logs, dice=found.dice)
    if found.undone:
        yield message("undone", n=found.undone)
    if not found.dice:
        return
    names = list_side_names(found.games, language)
    for group in found.groups:
        yield ""
        yield from _render_group(group, names, message)
    if found.tests:
        below = sum(p is not None and p < LEVEL for g in found.groups for p in _get_p_values(g))
        yield ""
        by_chance = f"{found.tests * LEVEL:.1f}"
        yield message("below_level", n=below, of=found.tests, by_chance=by_chance)
        yield message("meaning")


def list_side_names(games: Iterable[str], language: str) -> dict[str, str]:
    """Return the name of each side by its id: several names if they differ between the games."""
    names: dict[str, dict[str, None]] = {}
    for game in games:
        path = get_registration(game).folder
        for side in read_folder(path).game.side:
            names.setdefault(side.id, {})[find_name(path, language, "side", side.id)] = None
    catalogue = program_catalogue(language)
    return {side: catalogue.join_values([*found], "or") for side, found in names.items()}


def _get_p_values(group: DiceGroup) -> tuple[float | None, float | None]:
    return group.chi_square_p, group.runs_p


def _render_group(
    group: DiceGroup, names: dict[str, str], message: Callable[..., str]
) -> Iterator[str]:
    """Yield the rows of the dice of one side or source."""
    parts = [names.get(group.side, ""), message(group.source) if group.source else ""]
    fields = {"name": " ".join(filter(None, parts)) or message("all"), "n": group.dice}
    if not group.dice:
        yield message("empty", **fields)
        return
    faces = "  ".join(f"{face}:{count}" for face, count in enumerate(group.counts, 1))
    yield message("group", mean=f"{group.mean:.2f}", **fields)
    yield f"  {faces}"
    if group.chi_square_p is None or group.runs_p is None or group.detectable is None:
        yield f"  {message('few')}"
        return
    value, p = f"{group.chi_square:.2f}", _format_p(group.chi_square_p)
    yield f"  {message('chi_square', value=value, p=p)}"
    expected, p = f"{group.runs_expected:.1f}", _format_p(group.runs_p)
    yield f"  {message('runs', n=group.runs, expected=expected, p=p)}"
    text = message("detectable", percent=f"{100 * group.detectable:.0f}")
    yield from wrap_rows(text, "  ")


def _format_p(p: float) -> str:
    return f"p {p:.3f}" if p >= 0.001 else "p < 0.001"
