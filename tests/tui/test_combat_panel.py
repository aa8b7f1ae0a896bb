"""The panel of a combat: the same rows for all games, from one account."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from rich.cells import cell_len

from senpu.logs.record import LIBRARY, open_record
from senpu.notation.events import Roll
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.app import SenpuApp
from senpu.tui.boards.combat_account import CombatAccount, find_account
from senpu.tui.boards.scene import build_scene
from senpu.tui.widgets.combat_panel import AccountPainter, render_last_combat
from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.panels import render_title

GAMES = (
    "800/historical-bonsai", "800/battles-china-6-0", "incident1932/historical",
    "incident1932/learn", "nanjing1937/historical", "russojapanese/historical",
    "russojapanese/naval",
)  # fmt: skip
LOGS = sorted(f"{path.parent.name}/{path.stem}" for path in LIBRARY.glob("*/*.senpu"))
SIZES = ((50, 21), (58, 13), (42, 12), (30, 6), (115, 0))
"""Columns and rows of panels; 0 for all rows."""


@cache
def timeline(name: str) -> Timeline:
    found = open_timeline(open_record(LIBRARY / f"{name}.senpu"))
    found.extend()
    return found


@cache
def voice(name: str, language: str = "en", ascii_only: bool = False) -> tuple[Narrator, Look]:
    course = timeline(name)
    app = SenpuApp(course, Path("any.senpu"), language=language, ascii_only=ascii_only)
    return Narrator(course.rules.spec, language), app.look()


def text(row: Row) -> str:
    return "".join(segment.text for segment in row.segments)


def panel(name: str, number: int, width: int, height: int = 0, language: str = "en") -> list[str]:
    """Return the title and the rows of the panel."""
    course, (narrator, look) = timeline(name), voice(name, language)
    scene = build_scene(course, number)
    block = render_last_combat(scene, course, narrator, look, width, height)
    return [text(row).rstrip() for row in (render_title(look, block, width), *block.rows)]


def accounts(name: str) -> Iterator[tuple[int, CombatAccount]]:
    """Yield the account of each position of a log that has one."""
    course, (narrator, _) = timeline(name), voice(name)
    for number in range(1, course.last + 1):
        account = find_account(build_scene(course, number), course, narrator)
        if account is not None:
            yield number, account


def test_an_attack_without_its_dice_has_no_result_yet() -> None:
    title, result, *_ = panel("russojapanese/historical", 76, 50, 21)
    assert "Telissu" in title
    assert result.strip() == "Not decided yet"


# ---- the numbers ----------------------------------------------------------------------------

TOTALS = {"attack": (0, 1), "fight": (0, 1)}
"""The numbers of the effects that report both totals of an attack on hexes."""


def check_totals(course: Timeline, account: CombatAccount, number: int) -> int:
    """Compare the totals with the numbers of the effects; return the number of comparisons."""
    totals = {side.side: side.total for side in account.sides}
    checked = 0
    for at in range(account.number, number + 1):
        for effect in course.get_position(at).effects:
            if effect.kind in TOTALS and account.odds.faces and len(effect.numbers) > 1:
                chen = any(line.label == "chen" for line in account.sides[1].lines)
                first, second = (side.total for side in account.sides)
                assert (first, second - chen) == effect.numbers[:2]
                checked += 1
            if effect.kind.startswith("strength"):
                assert totals[effect.side] == effect.numbers[0]
                checked += 1
            if effect.kind == "roll" and account.odds.roll == "sum" and account.main:
                hit = account.sides[0].total >= account.sides[1].total
                last = at == max(range(account.number, number + 1), key=lambda n: (
                    type(course.get_event(n).event) is Roll, n
                ))  # fmt: skip
                assert not last or hit is bool(effect.units)
                checked += 1
            if account.die and effect.numbers[:1] == (account.die,) and len(effect.numbers) == 2:
                face = account.odds.faces[account.die - 1].replace(" ", "")
                kinds = {each.kind for each in course.get_position(at).effects}
                read = "Ex" if "city" in kinds else effect.kind.removeprefix("roll")
                assert read == face  # against a city DR counts as Ex
                assert int(account.odds.column) == effect.numbers[1]
                checked += 1
    return checked


def check_log(name: str) -> int:
    course = timeline(name)
    return sum(check_totals(course, account, number) for number, account in accounts(name))


@pytest.mark.parametrize("name", [name for name in GAMES if name != "russojapanese/naval"])
def test_the_totals_dice_and_columns_are_those_of_the_rules(name: str) -> None:
    assert check_log(name)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", sorted({name.partition("/")[0] for name in LOGS}))
def test_they_are_in_the_logs_of_the_library(game: str, language: str) -> None:
    """Each log in one language."""
    names = [name for name in LOGS if name.startswith(f"{game}/")]
    for name in names[("en", "ja").index(language) :: 2]:
        check_log(name)
        check_rows(name, language)


# ---- the rows -------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "number", "width", "height", "expected"), [
    ("incident1932/historical", 19, 58, 13, [
        "China must take 2 hits",
        "totals   Japan 9  against  China 7 *",
        "needed   more than China with the dice, 72%",
        "rolled   J 4   C 4   defensive fire 2 5",
        "human bombs          2                             9.2.4",
    ]),
    ("nanjing1937/historical", 102, 50, 21, [
        "Defender eliminated: g87 and a1 lost",
        "totals   Japan 11  against  China 4 *",
        "needed   4 or more: D Elim 50%, any effect 100%",
        "rolled   5   column +4, from a difference of +7",
        "1       2       3       4      [5]      6",
        "(2-3) Army 1 (a1)               lost    2  9.2.2",
    ]),
    ("nanjing1937/historical", 102, 30, 6, [
        "Defender eliminated",
        "totals Japan 11  China 4 *",
        "needed 4 or more: D Elim 50%",
        "rolled 5 column +4",
        "1   2   3   4  [5]  6",
    ]),
    ("800/learn", 44, 58, 13, [
        "Miss", "needed   5 or more on the dice, 83%", "rolled   1 2   = 3",
    ]),
    ("incident1932/learn", 29, 58, 13, [
        "China must take 1 hit", "totals   Japan 1 of 1 die",
        "needed   each die its unit's number or less, 67%", "rolled   3",
    ]),
    ("russojapanese/historical", 334, 42, 12, [
        "Defender retreats", "rolled no die", "before the die  [J] #09 Kodama Gentaro",
    ]),
    ("russojapanese/naval", 22, 50, 12, [
        "totals   Japan 1 of 2 dice  Russia 2 of 2 dice *", "rolled   J 2 5   R 1 2",
    ]),
    ("russojapanese/naval", 13, 50, 12, [
        "Port Arthur fleet loses 1 step", "needed   1 34%, 2 33%, 3 33%", "rolled   2",
    ]),
])  # fmt: skip
def test_the_first_rows_are_result_totals_needed_and_rolled(
    name: str, number: int, width: int, height: int, expected: list[str]
) -> None:
    found = [row.strip() for row in panel(name, number, width, height)]
    assert [row for row in expected if row not in found] == [], found


def check_rows(name: str, language: str, step: int = 1) -> None:
    """Check that the rows of every panel fit, the important ones at any size."""
    narrator, look = voice(name, language)
    words = [look.word(f"combat_{ident}") for ident in ("needed", "rolled")]
    for number, account in list(accounts(name))[::step]:
        for width, height in SIZES:
            block = AccountPainter(account, narrator, look, width).block(height)
            rows = [text(row) for row in block.rows]
            assert [row for row in rows if cell_len(row) > width] == [], (number, width)
            assert not height or len(rows) <= height, (number, width)
            starts = [row.split()[0] for row in rows if row.strip()]
            assert [word for word in words if word not in starts] == [], (number, width)
            assert sum(row.count("*") for row in rows) <= 1, (number, width)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_rows_fit_and_the_important_ones_come_first(name: str, language: str) -> None:
    check_rows(name, language, step=9)


def test_the_whole_breakdown_of_an_assault_fits_the_opened_panel() -> None:
    _, *rows = panel("incident1932/historical", 19, 113)
    assert len(rows) <= 8, "the rows of an opened panel at 160x50"
    words = ["totals", "needed", "rolled", "best unit", "support", "human bombs", "die  "]
    assert [word for word in words if word not in "\n".join(rows)] == []


def test_without_an_attack_in_the_activation_the_last_one_is_named() -> None:
    title, *rows = panel("incident1932/historical", 52, 60)
    assert title.startswith("─ Combat (event 44) ─")
    assert any("J 5   C 3   defensive fire 4 6" in row for row in rows)


def test_once_an_answer_is_given_its_chance_is_no_case_any_more() -> None:
    before, after = (panel("nanjing1937/historical", number, 50) for number in (23, 24))
    assert any("with Chen Cheng: 33%" in row for row in before)
    assert not any("with Chen Cheng" in row for row in after)
