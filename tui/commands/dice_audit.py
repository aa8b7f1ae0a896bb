"""`senpu dice`: the distribution of the dice of one log, or of the logs in a folder."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from senpu.logs.record import headers_of, logs_below
from senpu.notation.messages import program
from senpu.replay.core.registry import GAMES
from senpu.replay.disputes.dice_audit import LEVEL, Audit, Group, audit
from senpu.spec.loader import folder
from senpu.tui.commands.arguments import UnusableLogError, add_data, add_json, add_language
from senpu.tui.render.text_layout import wrapped
from senpu.tui.render.verdict_report import WIDTH


def prepare_dice(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE|DIR")
    add_json(parser)
    add_data(parser)
    add_language(parser)
    parser.epilog = (
        "Counts per face, the chi-square test and the runs test (of high and low dice), by side "
        "and by source; and how large a bias so many dice could have shown. senpu verify says "
        "which rolls are proven."
    )
    return dice


def dice(given: Namespace) -> int:
    """Look at the dice of some logs. Exit status 1 if one of them is not good."""
    paths = [path for each in given.files for path in _logs(each)]
    found = audit(paths, given.data)
    if given.json:
        print(msgspec.json.encode(found).decode())
    else:
        print("\n".join(told(found, given.lang, side_names(paths, given.lang))))
    return 1 if found.left_out else 0


def _logs(path: Path) -> list[Path]:
    """The logs in a folder and in those below it, or the one that is named."""
    if not path.exists():
        raise UnusableLogError(f"{path}: no such file")
    if not path.is_dir():
        return [path]
    found = sorted(map(Path, logs_below(path)))
    if not found:
        raise UnusableLogError(f"{path}: no .senpu file in it")
    return found


def side_names(paths: Iterable[Path], language: str) -> dict[str, str]:
    """Return the names of the sides by id, as the rule sets of some logs name them."""
    games = {name_of(path).partition("/")[0] for path in paths}
    names: dict[str, list[str]] = {}
    for game in (line for name, line in GAMES.items() if name in games):
        for side in folder(game.folder).game.side:
            found = names.setdefault(side.id, [])
            if side.name[language] not in found:
                found.append(side.name[language])
    return {ident: program(language).listed(found) for ident, found in names.items()}


def name_of(path: Path) -> str:
    """Return the rule set that a log names, or an empty text."""
    try:
        return headers_of(path).get("Game", "")
    except OSError:
        return ""


def told(found: Audit, language: str, names: dict[str, str]) -> Iterator[str]:
    """Yield the rows of an audit; `names` has the names of the sides by id."""

    def say(name: str, **fields: object) -> str:
        return program(language).say(f"dice.{name}", fields)

    for file, why in found.left_out.items():
        yield say("left_out", file=file, why=why)
    yield say("log" if found.logs == 1 else "logs", n=found.logs, dice=found.dice)
    if found.taken_back:
        yield say("taken_back", n=found.taken_back)
    if not found.dice:
        return
    for group in found.groups:
        yield ""
        yield from _told(group, names, say)
    if found.tests:
        odd = sum(p is not None and p < LEVEL for g in found.groups for p in _ps(g))
        yield ""
        by_chance = f"{found.tests * LEVEL:.1f}"
        yield say("odd", n=odd, of=found.tests, by_chance=by_chance)
        yield say("means")


def _ps(group: Group) -> tuple[float | None, float | None]:
    return group.chi_square_p, group.runs_p


def _told(group: Group, names: dict[str, str], say: Callable[..., str]) -> Iterator[str]:
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
    yield f"  {say('chi_square')} {group.chi_square:.2f}, {_chance(group.chi_square_p)}"
    expected = f"{say('expected')} {group.runs_expected:.1f}"
    yield f"  {say('runs')} {group.runs} ({expected}), {_chance(group.runs_p)}"
    sentence = say("could_show", percent=f"{100 * group.shows:.0f}")
    yield from wrapped(sentence, "  ", WIDTH)


def _chance(p: float) -> str:
    return f"p {p:.3f}" if p >= 0.001 else "p < 0.001"


PREPARE = {"dice": prepare_dice}
