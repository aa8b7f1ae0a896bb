"""Notation typed into the line: completed, refused with the rule, and never lost."""

from pathlib import Path
from random import Random

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from senpu.logs.journal import hold_log
from senpu.notation.writer import format_event
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.replay.core.views import find_only_answer
from senpu.tui.cli import main
from senpu.tui.screens.recording import Recording
from tests.games.random_play import steps
from tests.tui.recorder import (
    RULE_SETS,
    begun,
    chosen,
    confirmed,
    good,
    new_log,
    pressed,
    recorder,
    recording,
    typed,
)  # fmt: skip
from tests.tui.stage import part, perform, playing, rows, send, settled, until

BEGUN = "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\nT1 [J5 C3]\n"
AREAS = "800/bonsai-2021"
ASSAULT = """\
C: w2+w3@01 a2+a5@02 a1+a3+a4+a6@03 w1+w4@05
T1 J: m1*05 [6 2] lose m1
C: w1+w4>11
J: d3>04
C: pass
J: d3*03 [5 2 5 1] lose d3
C: w2+w3>04
J: n1:02 [5]
C: w1+w4>05
J: d1+d2:04 [1 2] C: lose w3
C: w1+w4>04
J: d1+d2*04 [4 5 3] bombs/go [J6 C4] C: lose w4 w2<05
C: pass
J: d2*04 [2] lose d2
C: night/w1*06 [C6 J6]
J: pass
C: w1*06 [1] lose w1
"""
"""Up to where `d1*03` is open, and after its fire `go` and `halt`."""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return new_log(tmp_path / "game.senpu", AREAS, BEGUN)


def value(pilot: Pilot[None]) -> str:
    """Return the text of the line."""
    typing = recording(pilot).typing
    assert typing is not None
    return typing.line.value


def read_head(pilot: Pilot[None]) -> str:
    return "\n".join(chosen(pilot))


# ---- whole games ----------------------------------------------------------------------------


def activation(rules: AnyRules, state: State, random: Random) -> str:
    """Return a random event with its continuation, if nothing in it is filled in."""
    texts = []
    while state.decision is not None and find_only_answer(rules, state) is None:
        event = rules.sample(state, random)
        texts.append(format_event(event))
        state = rules.apply(state, event)[0]
        if state.decision is None or state.decision.kind not in rules.continuing_kinds:
            break
    return " ".join(texts)


def typed_to_the_end(path: Path) -> None:
    """Type a game at random from the end of a log to the end of the game."""

    async def script(pilot: Pilot[None]) -> None:
        screen, random = playing(pilot), Random(3)
        await begun(pilot)
        while (state := recording(pilot).state).outcome is None:
            if recording(pilot).typing is None:
                await pressed(pilot, "colon")
            await typed(pilot, activation(screen.timeline.rules, state, random))
            last = screen.timeline.last
            await pressed(pilot, "enter")
            await confirmed(pilot)
            assert screen.timeline.last > last, read_head(pilot)
        await pressed(pilot, "down", "enter")
        assert "it is closed by an End line" in " ".join(read_head(pilot).split())

    perform(recorder(path), script)
    assert f"End: {good(path).ending}" in path.read_text("utf-8")


@pytest.mark.slow
def test_the_end_of_a_game_is_typed(tmp_path: Path) -> None:
    rules = open_rules(AREAS)
    game = list(steps(rules, 3))
    starts = (
        at for at in range(len(game) - 60, 0, -1) if activation(rules, game[at][0], Random(3))
    )
    moves = "".join(f"{format_event(event)}\n" for _, event, _ in game[: next(starts)])
    typed_to_the_end(new_log(tmp_path / "game.senpu", AREAS, moves))


@pytest.mark.slow
@pytest.mark.parametrize("rule_set", [AREAS, RULE_SETS[3]])
def test_a_whole_game_is_typed(tmp_path: Path, rule_set: str) -> None:
    typed_to_the_end(new_log(tmp_path / "game.senpu", rule_set))


# ---- completion -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("i3", ["i3*D.x1", "i3+i4>D"]),
        ("i4+i3", ["i3+i4>D", "i3+i4*D.c1"]),
        ("i4+i3>", ["i3+i4>D"]),
        ("i4+i3*D.c", ["i3+i4*D.c1"]),
        ("pa", ["pass"]),
        ("J: i3+i4>", ["i3+i4>D"]),
        ("T1 J: i3+i4>", ["i3+i4>D"]),
        ("i3+i4>D ", ["k1*B.g2", "pass"]),
        ("i3+i4>D k1*B.g2 [1 ", ["[1 1]", "[1 6]"]),
        ("i3+i4>D k1*B.g2 [6 6]", ["[6 6]"]),
        ("J: i3+i4>D C: pa", ["pass"]),
        ("i3+i4>D {a remark} pa", ["pass"]),
    ],
)
def test_what_a_text_may_become_is_listed(log: Path, text: str, found: list[str]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "colon")
        await typed(pilot, text)
        typing = recording(pilot).typing
        assert typing is not None
        texts = [choice.text for choice in typing.typed.found]
        assert set(found) <= set(texts)

    perform(recorder(log), script)


def test_the_odds_are_next_to_what_is_completed(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "colon")
        await typed(pilot, "i3*D.x1")
        assert "needs" in read_head(pilot)
        assert "%" in read_head(pilot)
        assert "Press Enter to write it" in read_head(pilot)

    perform(recorder(log), script)


def test_tab_takes_the_line_and_the_arrows_choose_another(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "colon", *"i3+i4")
        assert value(pilot) == "i3+i4"
        await pressed(pilot, "tab")
        first = value(pilot)
        assert first.startswith("i3+i4")
        assert len(first) > 5
        await typed(pilot, "i3")
        await pressed(pilot, "down", "down", "enter")  # the second line, taken and not written
        assert value(pilot) != "i3"
        assert playing(pilot).timeline.last == 5
        await pressed(pilot, "enter")
        assert playing(pilot).timeline.last == 6
        assert value(pilot) == ""

    perform(recorder(log), script)


def test_the_end_of_a_longer_text_is_completed_in_its_place(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "colon")
        await typed(pilot, "J: i3+i4>D C: k1*B.g2 [6 6] g2<")
        await pressed(pilot, "tab")
        assert value(pilot) == "J: i3+i4>D C: k1*B.g2 [6 6] J: g2<A"
        assert "Press Enter to write it" in read_head(pilot)
        await pressed(pilot, "enter")
        assert playing(pilot).timeline.last == 9

    perform(recorder(log), script)
    assert log.read_text("utf-8").endswith("J: i3+i4>D\nC: k1*B.g2 [6 6] J: g2<A\n")


def test_units_chosen_already_are_in_the_line(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "enter", "colon")
        assert value(pilot) == "i1"

    perform(recorder(log), script)


@pytest.mark.parametrize(
    ("keys", "left"),
    [
        *((f"colon {begins}", begins) for begins in ("i", "C", "8", "|")),
        *((f"colon {goes_on}", f"i1{goes_on}") for goes_on in (">", "*", "+", "@")),
        ("colon down >", "i1>"),
        ("colon end 0", "i10"),
        ("colon left x", "xi1"),
        ("colon tab", "i1>B"),
        ("colon backspace", ""),
        ("colon i 3 > F enter p", "p"),
        ("colon i 3 > F enter right p", "i3>Fp"),
        ("colon i 3 > F enter *", "i3>F*"),
    ],
)
def test_what_is_in_the_line_is_typed_over_or_continued(log: Path, keys: str, left: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        for key in ("enter", *keys.split()):
            await pressed(pilot, key)
        assert value(pilot) == left

    perform(recorder(log), script)


def test_without_colours_too_it_is_seen_what_will_be_typed_over(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "enter", "colon")
        typing = recording(pilot).typing
        assert typing is not None
        row = typing.line.render_line(0)
        assert any(each.text == "i1" and each.style and each.style.reverse for each in row)

    perform(recorder(log), script)


def test_what_is_pasted_continues_with_the_units_or_is_put_in_their_place(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        for pasted, left in ((">B", "i1>B"), ("i3>D", "i3>D")):
            await pressed(pilot, "enter", "colon")
            pilot.app.post_message(Paste(pasted))
            await settled(pilot)
            assert value(pilot) == left
            await pressed(pilot, "escape", "escape")

    perform(recorder(log), script)


def test_what_is_typed_while_a_text_is_written_is_the_next(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "colon")
        await typed(pilot, "pass")
        with hold_log(log):
            send(pilot, "enter", *"pa", "enter", "s")
            await until(lambda: value(pilot) == "passpa s")
        await settled(pilot)
        assert value(pilot) == "pa s"
        assert playing(pilot).timeline.last == 6

    perform(recorder(log), script)


# ---- the next question ----------------------------------------------------------------------


def first_of(entry_controller: Recording) -> None:
    """The page shows the pending decision from its start."""
    assert entry_controller.typing is None
    assert (len(entry_controller.stack), entry_controller.cursor) == (1, 0)
    assert not entry_controller.top.so_far.units


@pytest.mark.parametrize("before", ["enter", "down down enter", "down down", "x"])
def test_what_was_chosen_before_an_event_was_typed_is_not_chosen_for_the_next(
    tmp_path: Path, before: str
) -> None:
    path = new_log(tmp_path / "game.senpu", AREAS, "".join(BEGUN.splitlines(True)[:1]))

    async def script(pilot: Pilot[None]) -> None:
        entry_controller = recording(pilot)
        await begun(pilot)
        await pressed(pilot, *before.split(), "colon")
        await typed(pilot, "i1+i2+g1@A i3+i4+g2@B")
        await pressed(pilot, "enter")
        assert entry_controller.cursor == 0
        await pressed(pilot, "escape")
        first_of(entry_controller)
        assert "roll" in chosen(pilot)[1]
        await pressed(pilot, "enter")
        assert playing(pilot).timeline.last == 5

    perform(recorder(path), script)


def test_a_new_question_begins_at_its_first_line(tmp_path: Path) -> None:
    path = new_log(tmp_path / "game.senpu", "incident1932/bonsai-2016", ASSAULT)

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "down", "colon")
        await typed(pilot, "d1*03 [3 2 6 3]")
        await pressed(pilot, "enter")
        await pressed(pilot, "escape")
        first_of(recording(pilot))
        await pressed(pilot, "enter")

    perform(recorder(path), script)
    assert path.read_text("utf-8").endswith("J: d1*03 [3 2 6 3]\nJ: go\n")


def test_what_another_program_writes_is_asked_from_its_beginning_and_the_text_stays(
    log: Path,
) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "down", "enter", "colon", "colon")
        left = value(pilot)
        assert main(["append", str(log), "J: i3+i4>D"]) == 0
        playing(pilot).log_watcher.look()
        await settled(pilot)
        assert value(pilot) == left
        assert len(recording(pilot).stack) == 2
        await pressed(pilot, "escape")
        first_of(recording(pilot))
        assert "China to act" in read_head(pilot)

    perform(recorder(log), script)


@pytest.mark.parametrize("keys", ["colon 4 4", "colon left_square_bracket J 4 space C 4"])
def test_bare_numbers_are_dice_where_dice_are_asked(tmp_path: Path, keys: str) -> None:
    path = new_log(tmp_path / "game.senpu", AREAS, BEGUN.replace("T1 [J5 C3]\n", ""))

    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, *keys.split())
        if "[" in value(pilot):
            await pressed(pilot, "right_square_bracket")
        await pressed(pilot, "enter")
        assert playing(pilot).timeline.last == 5

    perform(recorder(path), script)
    assert path.read_text("utf-8").endswith("T1 [J4 C4]\n")


# ---- refusals -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("size", [(40, 12), (80, 24), (160, 50)], ids=str)
def test_a_refusal_tells_the_rule_and_keeps_the_text(log: Path, size: tuple[int, int]) -> None:
    before = log.read_bytes()

    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "colon", *"i3>", "F")
        await pressed(pilot, "enter")
        assert value(pilot) == "i3>F"
        assert "Rejected" in read_head(pilot)
        assert "rule 7" in read_head(pilot)
        assert "F is not adjacent to B" in read_head(pilot)
        assert "Nothing was written" in read_head(pilot)
        if size != (40, 12):
            assert "(i3): 6 goals" in read_head(pilot)
            assert "^" in read_head(pilot)

    perform(recorder(log), script, size)
    assert log.read_bytes() == before


def test_what_is_open_instead_goes_into_the_text_in_place_of_what_was_refused(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "colon")
        await typed(pilot, "J: i3>F C: pass")
        await pressed(pilot, "enter")
        assert "i3>F" in read_head(pilot)
        assert value(pilot) == "J: i3>F C: pass"
        await pressed(pilot, *["down"] * 9, "enter")  # the last one, a move
        assert value(pilot).startswith("J: i3")
        assert value(pilot).endswith(" C: pass")
        assert "i3>F" not in value(pilot)
        await pressed(pilot, "enter")
        await confirmed(pilot)
        assert playing(pilot).timeline.last > 5

    perform(recorder(log), script)
    good(log)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("i3->D", "write a move with > only: i3>D"),
        ("{open", "}"),
        ("C: c1>E", "C: cannot act now; it is the turn of Japan (J:)"),
        ("T4 pass", "the line is marked T4"),
        ("[4 4]", "this does not answer the pending decision"),
        ("undo 2000", "only 5 events can be undone here"),
        ("End: China 4.2", "the game has not ended"),
        ("nonsense", "nonsense"),
        ("i3+i4>D (c1>E)", "variation"),
    ],
)
def test_whatever_is_wrong_is_reported_and_kept(log: Path, text: str, why: str) -> None:
    before = log.read_bytes()

    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "colon")
        await typed(pilot, text)
        await pressed(pilot, "enter")
        assert value(pilot) == text
        assert why.casefold() in " ".join(read_head(pilot).split()).casefold()
        await pressed(pilot, "space", "backspace")
        assert "Rejected" not in read_head(pilot)

    perform(recorder(log), script, (120, 40))
    assert log.read_bytes() == before


def test_escape_closes_the_line_and_then_recording(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "colon", "x", "escape")
        assert recording(pilot).typing is None
        assert recording(pilot).is_on
        await pressed(pilot, "escape")
        assert not recording(pilot).is_on
        assert "RECORDING" not in rows(pilot)[0]

    perform(recorder(log), script)


def test_other_prompts_wait_while_the_line_is_open(log: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await begun(pilot)
        await pressed(pilot, "g", *"2", "enter")
        assert playing(pilot).position == 2
        assert "The screen shows event 2." in read_head(pilot)
        await pressed(pilot, "colon")
        assert playing(pilot).position == 5
        playing(pilot).search.open_prompt("go")
        await settled(pilot)
        assert value(pilot) == ""
        assert part(playing(pilot).footer)[0].strip() == "J:"

    perform(recorder(log), script)
