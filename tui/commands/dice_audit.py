"""`senpu dice`: the distribution of the dice of one log, or of the logs in a folder."""

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from senpu.logs.record import logs_below
from senpu.notation.messages import program, texts
from senpu.replay.core.registry import get_registration
from senpu.replay.disputes.dice_audit import LEVEL, Audit, Group, audit
from senpu.spec.loader import folder
from senpu.spec.names import name_of
from senpu.tui.commands.arguments import UnusableLogError, add_data, add_json, add_language
from senpu.tui.commands.parsing import Parser
from senpu.tui.render.text_layout import wrapped
from senpu.tui.render.verdict_report import WIDTH


def prepare_dice(parser: Parser) -> Callable[[Namespace], int]:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE|DIR")
    add_json(parser)
    add_data(parser)
    add_language(parser)
    return dice


def dice(given: Namespace) -> int:
    """Print the distribution of the dice of some logs. Return 1 if a log is invalid, else 0."""
    paths = [path for each in given.files for path in _logs(each)]
    found = audit(paths, given.data)
    if given.json:
        left_out = {file: str(fault) for file, fault in found.left_out.items()}
        print(msgspec.json.encode(msgspec.to_builtins(found) | {"left_out": left_out}).decode())
    else:
        print("\n".join(render_audit(found, given.lang)))
    return 1 if found.left_out else 0


def _logs(path: Path) -> list[Path]:
    """The logs in a folder and in those below it, or the one that is named."""
    if not path.exists():
        raise UnusableLogError("noFile", path=path)
    if not path.is_dir():
        return [path]
    found = sorted(map(Path, logs_below(path)))
    if not found:
        raise UnusableLogError("noLogsInFolder", path=path)
    return found


def render_audit(found: Audit, language: str) -> Iterator[str]:
    """Yield the rows of an audit."""
    say = texts("dice", language)
    for file, fault in found.left_out.items():
        yield say("left_out", file=file, fault=fault)
    yield say("logs", n=found.logs, dice=found.dice)
    if found.taken_back:
        yield say("undone", n=found.taken_back)
    if not found.dice:
        return
    names = side_names(found.games, language)
    for group in found.groups:
        yield ""
        yield from _group(group, names, say)
    if found.tests:
        below = sum(p is not None and p < LEVEL for g in found.groups for p in _ps(g))
        yield ""
        by_chance = f"{found.tests * LEVEL:.1f}"
        yield say("below_level", n=below, of=found.tests, by_chance=by_chance)
        yield say("meaning")


def side_names(games: Iterable[str], language: str) -> dict[str, str]:
    """Return the name of each side by its id: several names if they differ between the games."""
    names: dict[str, dict[str, None]] = {}
    for game in games:
        path = get_registration(game).folder
        for side in folder(path).game.side:
            names.setdefault(side.id, {})[name_of(path, language, "side", side.id)] = None
    catalogue = program(language)
    return {side: catalogue.listed([*found], "or") for side, found in names.items()}


def _ps(group: Group) -> tuple[float | None, float | None]:
    return group.chi_square_p, group.runs_p


def _group(group: Group, names: dict[str, str], say: Callable[..., str]) -> Iterator[str]:
    """Yield the rows of the dice of one side or source."""
    parts = [names.get(group.side, ""), say(group.source) if group.source else ""]
    name = " ".join(filter(None, parts))
    head = f"{name or say('all')}: {say('dice')} {group.dice}"
    if not group.dice:
        yield head
        return
    faces = "  ".join(f"{face}:{count}" for face, count in enumerate(group.counts, 1))
    yield f"{head}, {say('mean')} {group.mean:.2f}"
    yield f"  {faces}"
    if group.chi_square_p is None or group.runs_p is None or group.shows is None:
        yield f"  {say('few')}"
        return
    yield f"  {say('chi_square')} {group.chi_square:.2f}, {_p_value(group.chi_square_p)}"
    expected = f"{say('expected')} {group.runs_expected:.1f}"
    yield f"  {say('runs')} {group.runs} ({expected}), {_p_value(group.runs_p)}"
    text = say("detectable", percent=f"{100 * group.shows:.0f}")
    yield from wrapped(text, "  ", WIDTH)


def _p_value(p: float) -> str:
    return f"p {p:.3f}" if p >= 0.001 else "p < 0.001"


PREPARE = {"dice": prepare_dice}
