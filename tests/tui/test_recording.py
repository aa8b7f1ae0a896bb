"""A game recorded in the viewer by keys alone, and by the mouse alone, in all rule sets."""

from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from senpu.replay.core.states import CHANCE
from senpu.tui.screens import page_stack as pages_screen
from senpu.tui.widgets.area_map import AreaMap
from tests.tui.recorder import (
    RULE_SETS,
    begun,
    chosen,
    click,
    confirmed,
    enter,
    good,
    new_log,
    pressed,
    recorder,
    recording,
)  # fmt: skip
from tests.tui.stage import part, perform, playing, settled, text

FIRST, QUICK_FIRST = 30, 5
"""The number of events to enter for each rule set, and for the quick ones."""


QUICK = ("800/bonsai-2021",)
"""The other rule sets are slow tests."""


def test_a_key_that_is_held_writes_one_event(tmp_path: Path) -> None:
    moves = "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\nT1 [J5 C3]\nJ: i3+i4>D\n"
    moves += "C: k1*B.g2 [1 1]\n"  # it may roll again, or not: few answers, in a list
    path = new_log(tmp_path / "game.senpu", "800/bonsai-2021", moves)

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        pages_screen.STILL = 60.0
        for _ in range(5):
            await pressed(pilot, "enter")
        assert playing(pilot).timeline.last == 9
        pages_screen.STILL = 0.0
        await pressed(pilot, "enter")
        assert playing(pilot).timeline.last > 9

    perform(recorder(path), script)


# ---- one grammar ----------------------------------------------------------------------------


async def check_grammar(pilot: Pilot[None]) -> None:
    """Check the keys on each row of the current page; the page is the same afterwards."""
    pages = recording(pilot)
    chooser = pages.chooser
    assert chooser is not None
    last, depth = playing(pilot).timeline.last, len(pages.stack)
    for at in range(min(len(pages.page.entries), chooser.visible_count, 2)):
        before = pages.page.title, pages.top.so_far
        entry = pages.page.entries[at]
        await pressed(pilot, str(at + 1 - chooser.top))
        assert playing(pilot).timeline.last == last, "a digit writes nothing"
        if entry.final:
            assert (len(pages.stack), pages.cursor) == (depth, at), "Enter writes it"
            assert pages.sentence
            assert ("Space" in "\n".join(part(playing(pilot).footer))) == (entry.add is not None)
        elif not pages.is_typing:
            by_digit = pages.page.title, pages.top.so_far
            assert len(pages.stack) == depth + 1
            await pressed(pilot, "escape")
            assert (pages.page.title, pages.top.so_far, pages.cursor) == (*before, at)
            await pressed(pilot, "enter")
            assert (pages.page.title, pages.top.so_far) == by_digit, "Enter does the same"
            if pages.page.upper is not None and at + 1 < len(pages.page.upper.entries):
                below = pages.page.upper.entries[at + 1]
                await pressed(pilot, "tab")
                if below.unit and below.leads_to:
                    assert below.unit in pages.top.so_far.units, "Tab goes to the next unit"
        while len(pages.stack) > depth:
            await pressed(pilot, "escape")
        if entry.unit and entry.add and pages.chooser is not None:
            pages.pick(at)
            await pressed(pilot, "space")
            assert entry.unit in pages.top.so_far.units, "Space adds"
            assert pages.page.adding
            assert any(char.isdigit() for char in "".join(pages.page.aside)) or pages.page.confirm
            await pressed(pilot, "space")
            assert entry.unit not in pages.top.so_far.units, "and removes"
        assert len(pages.stack) == depth


@pytest.mark.parametrize(
    "rule_set",
    [
        pytest.param(each, marks=pytest.mark.slow) if each not in QUICK else each
        for each in RULE_SETS
    ],
)
def test_every_chooser_has_the_same_grammar(tmp_path: Path, rule_set: str) -> None:
    path = new_log(tmp_path / "game.senpu", rule_set)
    seen: set[str] = set()

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        rules, random = playing(pilot).timeline.rules, Random(7)
        while playing(pilot).timeline.last < (QUICK_FIRST if rule_set in QUICK else FIRST):
            state = recording(pilot).state
            if state.decision is None:
                break
            if state.decision.kind not in seen:
                seen.add(state.decision.kind)
                await check_grammar(pilot)
            await enter(pilot, rules.sample(state, random))
        for page in ("x", "b"):
            await pressed(pilot, page)
            await check_grammar(pilot)
            await pressed(pilot, "escape")

    perform(recorder(path), script, (120, 40))
    good(path)
    assert len(seen) > 1


def test_forced_events_are_shown_and_can_be_left_out(tmp_path: Path) -> None:
    for keys, events in (("enter", 2), ("2 enter", 1), ("escape", 0)):
        path = new_log(tmp_path / f"{events}.senpu", "800/bonsai-2021")

        async def script(pilot: Pilot[None], keys: str = keys, events: int = events) -> None:
            await begun(pilot)
            await pressed(pilot, "1", "2", "enter")
            assert playing(pilot).timeline.last == 0
            page = "\n".join(chosen(pilot))
            assert "c1+c2+c3+k1@C  forced" in page
            assert "Nothing is written yet" in page
            await pressed(pilot, *keys.split())
            assert playing(pilot).timeline.last == events
            if events == 1:  # the omitted event is pending
                assert "c1+c2+c3+k1@C" in "\n".join(chosen(pilot))

        perform(recorder(path), script, (160, 50))


def test_units_that_cannot_act_alone_say_how_many_more(tmp_path: Path) -> None:
    path = new_log(tmp_path / "game.senpu", "incident1932/bonsai-2016", "C: w1+w2@01\n")

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        assert all(row.endswith(" with others") for row in chosen(pilot)[1:7])
        await pressed(pilot, "1")
        assert "choose 1 more" in "\n".join(chosen(pilot))
        await pressed(pilot, "enter")  # the same unit again is not enough
        assert "choose at least 1 more unit" in "\n".join(part(playing(pilot).footer))
        await pressed(pilot, "2", "enter")
        assert recording(pilot).top.so_far.units == {"a1", "a2"}
        entry = recording(pilot).entry
        assert entry is not None
        assert entry.event == "a1+a2@02"

    perform(recorder(path), script, (120, 40))


# ---- the mouse ------------------------------------------------------------------------------


async def click_area(pilot: Pilot[None], area: str) -> None:
    """Click on the name of an area in its upper wall."""
    board = playing(pilot).map
    assert isinstance(board, AreaMap)
    assert board._grid is not None
    box = board._grid.boxes[area]
    await pilot.click(board, offset=(box.left + 2, box.top))
    await settled(pilot)


def test_the_first_turn_is_played_by_the_mouse_alone(tmp_path: Path) -> None:
    path = new_log(tmp_path / "game.senpu", "800/bonsai-2021")

    async def script(pilot: Pilot[None]) -> None:
        screen, entry_controller = playing(pilot), recording(pilot)
        await click(pilot, screen.footer, "Record")
        chooser = entry_controller.chooser
        assert chooser is not None
        await click(pilot, chooser, "(x1)", 1)  # its goals are listed
        await click(pilot, chooser, "2 D")  # chosen, not written
        assert screen.timeline.last == 0
        await click(pilot, chooser, "2 D")
        assert screen.timeline.last == 0  # the others have one area left
        for _ in range(2):
            await click(pilot, chooser, "Write all")
        assert screen.timeline.last == 2
        await click(pilot, chooser, "(i1)", 1)
        await pressed(pilot, "escape")
        await click(pilot, screen.footer, "Space")
        for unit in ("(i2)", "(g1)"):
            await click(pilot, chooser, unit, 1)
        assert entry_controller.top.so_far.units == {"i1", "i2", "g1"}
        await click(pilot, screen.footer, "Enter")
        await click_area(pilot, "A")  # the goal, on the map; a second click writes it
        assert screen.timeline.last == 2
        await click_area(pilot, "A")
        await confirmed(pilot)
        assert screen.timeline.last == 4
        while (decision := entry_controller.state.decision) and decision.side == CHANCE:
            await click(pilot, chooser, "Roll")
            await click(pilot, chooser, "Roll")
        last = screen.timeline.last
        moves = [
            each for each in entry_controller.choices.found if len(each.units) == 1 and each.path
        ]
        goals = [(each.units, each.goal.place) for each in entry_controller.choices.found]
        move = next(each for each in moves if goals.count((each.units, each.goal.place)) == 1)
        await click(pilot, screen.map, f"{move.text[:2]} ")
        assert entry_controller.top.so_far.units == move.units
        open_ = {each.goal.place for each in moves if each.units == move.units}
        marked = "\n".join(part(screen.map))
        assert all(f"▾{place} " in marked for place in open_)
        await click_area(pilot, move.goal.place)
        assert entry_controller.entry is not None
        assert entry_controller.entry.event == move.text
        assert screen.timeline.last == last
        await click_area(pilot, move.goal.place)
        await confirmed(pilot)
        assert screen.timeline.last > last
        last = screen.timeline.last
        await click(pilot, screen.footer, "Undo")
        assert "undo 1" in "\n".join(chosen(pilot))
        for _ in range(2):
            await click(pilot, chooser, "1 undo 1")
        assert screen.timeline.last == last + 1
        await click(pilot, screen.footer, "Stop")
        assert not entry_controller.is_on

    perform(recorder(path), script, (160, 50))
    assert good(path).events >= 6


def test_the_outcome_stays_above_the_choice_and_the_digits_of_units_stay(tmp_path: Path) -> None:
    moves = "C: x1+c1+k1@C c2+c3@D\nJ: i1+i2+i3+g1@B i4+g2@A\nT1 [J5 C2]\n"
    path = new_log(tmp_path / "game.senpu", "800/bonsai-2021", moves)

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        shown = part(playing(pilot).sentences)
        assert "Japan has the initiative (5 : 2)." in shown[0]
        assert "Infantry 1 (i1)" in shown[1]
        digits = {row.split()[0]: row for row in chosen(pilot) if "(i3)" in row}
        await pressed(pilot, "2", "escape", "down", "space")
        assert "(i3)" in next(row for row in chosen(pilot) if row.lstrip(" ▸").startswith("3 "))
        assert digits.keys() == {"3"}
        await pressed(pilot, "vertical_line")
        assert "The phase cannot end now." in text(pilot)

    perform(recorder(path), script, (80, 24))


def test_the_end_of_the_phase_has_its_key(tmp_path: Path) -> None:
    path = new_log(
        tmp_path / "game.senpu", "nanjing1937/bonsai-2016", "C: g87@0304 g88@0611 a1@0711 a2@0712\n"
    )

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "1", "vertical_line", "enter")

    perform(recorder(path), script)
    assert path.read_text().endswith("|\n")


def test_an_event_without_a_sentence_leaves_the_choice_alone(tmp_path: Path) -> None:
    moves = "draw #12+#14+#15\nJ: g1>1015>1014>1113\nJ: |\nJ: g1*1214\nJ: |\n"
    path = new_log(tmp_path / "game.senpu", "russojapanese/bonsai-2018", moves)

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        assert "Enter writes it." in " ".join(part(playing(pilot).sentences))

    perform(recorder(path), script)
