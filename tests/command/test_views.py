"""`--as SIDE`: what a side may not know is in nothing that the commands print."""

import json
from pathlib import Path
from random import Random

import pytest

from senpu.notation.play import parse_line
from tests.command.conftest import Run
from tests.faces import answer, printed
from tests.toy_cards.worlds import SIDES, random_game, twins, write

GAME = """\
Senpu: 1
Game: blind/toy
Rules: 1

T1 draw #02+#05
draw #01+#06
N: lay #05 {a low one stays}
"""


@pytest.fixture
def cards(folder: Path) -> Path:
    path = folder / "cards.senpu"
    path.write_text(GAME, "utf-8")
    return path


# ---- the law --------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=pytest.mark.slow if seed > 5 else ()) for seed in range(12)]
)
def test_logs_that_differ_in_what_a_side_may_not_know_print_the_same_to_it(
    folder: Path, seed: int, side: str
) -> None:
    random = Random(seed)
    events = random_game(seed)
    others = list(twins(events, side))
    assert len(others) > 1
    language = random.choice(("en", "ja"))
    positions = list(range(len(events) + 1))
    # Valid logs, incomplete logs, and logs with an illegal event.
    more = random.choice(("", "N: play #0", "undo\n", "S: play #09\n", "N: lay #06+#01\n"))
    first = write(folder / "a" / "game.senpu", events, " {so}", more)
    reported = printed(first, side, positions[: None if more != "undo\n" else -1], language)
    for at, other in enumerate(random.sample(others, min(len(others), 3))):
        twin = write(folder / f"b{at}" / "game.senpu", other, " {so}", more)
        again = printed(twin, side, positions[: None if more != "undo\n" else -1], language)
        for mine, theirs in zip(reported, again, strict=True):
            assert mine == theirs


@pytest.mark.parametrize("side", SIDES)
def test_a_side_is_shown_all_that_it_may_know(folder: Path, side: str) -> None:
    """The law alone would hold for a program that shows nothing."""
    for seed in range(12):
        events = random_game(seed)
        own = write(folder / "game.senpu", events)
        hidden = [text for text in printed(own, side, [len(events)]) if "$ legal" in text]
        letter = side[0].upper()
        asked = json.loads(hidden[1].splitlines()[1])
        for text in asked["events"] if asked["decision"]["side"] == side else ():
            assert "?" not in text
            assert parse_line(1, f"{letter}: {text}")[1] == []


# ---- what it looks like ---------------------------------------------------------------------


def test_show_as_a_side_hides_the_other_hand_and_says_whose_view_they_are(
    run: Run, cards: Path
) -> None:
    out = run("show", cards, "--as", "south").out
    assert out.splitlines()[0] == "Blind, turn 1 of 1, view of South"
    assert "North: hand #??, on the table #??, deck #?? #??\nSouth: hand #01 #06\n" in out
    assert out.endswith('    3 N lay #??\n        North lays a card.\n        " a low one stays\n')
    assert "lay #05\n        North lays a card. It is card 5.\n" in run("show", cards).out
    assert "It is card 5." in run("show", cards, "--as", "north").out


@pytest.mark.parametrize("name", ["south", "South", "S", "s"])
def test_a_side_is_named_by_its_id_or_its_letter(run: Run, cards: Path, name: str) -> None:
    assert "view of South" in run("show", cards, "--as", name).out


@pytest.mark.parametrize("name", ["east", "E", "", "chance"])
@pytest.mark.parametrize(
    "command",
    [("show",), ("legal",), ("view",), ("export", "--to", "md"), ("append",), ("roll",)],
    ids=str,
)
def test_a_side_that_is_not_there_is_reported(
    run: Run, cards: Path, name: str, command: tuple[str, ...]
) -> None:
    option = "--side" if command[0] in ("append", "roll") else "--as"
    answer = run(*command, cards, *(["S: play #06"] * (command == ("append",))), option, name)
    assert cards.read_text("utf-8") == GAME
    assert (answer.status, answer.out) == (2, "")
    unknown = "unknown side; available: north (N), south (S)"
    assert (unknown if name else f'{option}: "": expected a value') in answer.err


def test_the_library_has_no_side_to_look_as(run: Run) -> None:
    answer = run("view", "--as", "japan")
    assert (answer.status, answer.out) == (2, "")
    assert "--as requires exactly one FILE" in answer.err


def test_json_says_whose_view_they_are_and_has_digests_of_the_view(run: Run, cards: Path) -> None:
    whole = json.loads(run("show", cards, "--json").out)
    seen = json.loads(run("show", cards, "--json", "--as", "south").out)
    assert (whole["view"], seen["view"]) == (None, "south")
    assert (whole["text"], seen["text"]) == ("lay #05", "lay #??")
    assert seen["state"]["hands"] == [[0], [1, 6]]
    assert whole["digest"] != seen["digest"]
    assert whole["key"] == seen["key"]  # of the public part alone
    assert [each["kind"] for each in seen["effects"]] == ["laid"]


def test_a_fault_is_reported_without_what_was_legal_there(run: Run, cards: Path) -> None:
    cards.write_text(GAME + "S: play #05\n", "utf-8")
    assert "#01" in run("show", cards).err
    for side in SIDES:
        answer = run("show", cards, "--as", side)
        assert answer.status == 1
        assert "8: illegalMove: the reason depends on hidden information" in answer.err
        assert "#" not in answer.err


def test_what_is_shown_of_a_hidden_card_is_no_notation(run: Run, cards: Path) -> None:
    answer = run("append", cards, "S: play #??")
    assert answer.status == 1
    assert cards.read_text("utf-8") == GAME


def test_append_checks_the_whole_position(run: Run, cards: Path) -> None:
    answer = run("append", cards, "S: play #05")
    assert answer.status == 1
    assert "#05 is not in the hand: #01, #06 (rule 2)" in answer.err


def test_without_hidden_parts_only_the_heading_changes(run: Run, log: Path, folder: Path) -> None:
    (folder / "bad.senpu").write_text(log.read_text("utf-8") + "J: i3>Q\n", "utf-8")
    for path in (log, folder / "bad.senpu"):
        for command in (("show", path), ("legal", path), ("view", path)):
            whole, seen = run(*command), run(*command, "--as", "J")
            assert seen.out.replace(", view of Japan", "") == whole.out
            assert (seen.err, seen.status) == (whole.err, whole.status)
        whole, seen = (
            json.loads(run("show", path, "--json", *more).out) for more in ((), ("--as", "J"))
        )
        assert seen | {"view": None} == whole


# ---- writing --------------------------------------------------------------------------------

TYPED = (
    *(f"{who} #0{card}" for who in ("N: play", "N: lay", "S: play", "S: lay") for card in "159"),
    "N: jump #01", "N: undo 9", "draw #01+#02", "draw #09", "[7]", "lay #01+#02", "N: play #??",
)  # fmt: skip


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(3))
def test_rejections_are_alike_where_a_side_may_not_know_the_difference(
    folder: Path, seed: int, side: str
) -> None:
    """A rejection depends on all facts, but its message only on facts that the side may know."""
    events = random_game(seed)
    other = Random(seed).choice(list(twins(events, side))[1:])
    language = Random(seed).choice(("en", "ja"))
    compared = 0
    for at in range(len(events) + 1):
        paths = [
            write(folder / f"{name}{at}" / "game.senpu", game[:at])
            for name, game in (("a", events), ("b", other))
        ]
        for text in TYPED:
            words = ["append", "game.senpu", text, "--side", side, "--lang", language]
            reported = [answer(words, path.parent) for path in paths]
            if all(each.endswith("\n1\n") for each in reported):
                assert reported[0] == reported[1]
                compared += 1
            for path, game in zip(paths, (events, other), strict=True):
                write(path, game[:at])
    assert compared > 40


def test_append_reports_what_was_written_as_the_side_may_read_it(run: Run, folder: Path) -> None:
    path = folder / "cards.senpu"
    path.write_text(GAME.partition("draw #01")[0], "utf-8")
    assert run("roll", path, "--side", "north").status == 0
    reported = run("append", path, "N: lay #05 {a low one}", "--side", "north")
    assert (reported.status, path.read_text("utf-8")[-23:]) == (0, "N: lay #05 {a low one}\n")
    assert "  N: lay #05 {a low one}\n" in reported.out
    again = run("append", path, "N: lay #05", "--side", "south")
    assert "the log already has this event" not in again.err


@pytest.mark.parametrize("text", ["N: lay #05", "N: lay #02", "N: lay #09", "N: play #05"])
def test_append_does_not_say_whether_the_other_side_has_a_card(
    run: Run, folder: Path, text: str
) -> None:
    path = folder / "cards.senpu"
    path.write_text(GAME.partition("N: lay")[0], "utf-8")
    before = path.read_bytes()
    answer = run("append", path, text, "--side", "south")
    assert (answer.status, answer.out, path.read_bytes()) == (1, "", before)
    assert f"{text[3:]}: this view does not show whether the event is legal" in answer.err


def test_without_as_everything_is_reported_as_before(run: Run, cards: Path) -> None:
    assert "#05 is not in the hand: #01, #06" in run("append", cards, "S: play #05").err
    own = run("append", cards, "S: play #05", "--side", "south")
    assert "#05 is not in the hand: #01, #06" in own.err
    other = run("append", cards, "S: play #05", "--side", "north")
    assert "S: play #05" not in other.out
    assert "rejected: play #05: this view does not show whether the event is legal" in other.err
    assert "#01" not in other.err
    assert "#06" not in other.err


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_hidden_hand_is_reported_nowhere_in_a_war_that_one_side_types(
    run: Run, folder: Path, language: str
) -> None:
    path = folder / "war.senpu"
    path.write_text("Senpu: 1\nGame: russojapanese/bonsai-2018\nRules: 1\n\n", "utf-8")
    reported = []

    def typed(*words: str, status: int = 0) -> None:
        option = "--side" if words[0] in ("append", "roll") else "--as"
        answer = run(words[0], path, *words[1:], option, "russia", "--lang", language)
        assert answer.status == status, (words, answer)
        reported.append(answer.out + answer.err)

    typed("append", "draw #05+#06+#13", status=1)
    assert "draw #??" in reported.pop()
    assert run("append", path, "draw #05+#06+#13").status == 0
    typed("append", "J: |")
    typed("append", "J: x1>1214", status=1)
    typed("append", "J: play #99", status=1)
    typed("append", "J: |")
    typed("append", "R: refill 3")
    hidden = "".join(reported)
    for number in (*range(1, 17), 99):
        assert f"#{number:02}" not in hidden.replace("play #99", ""), number
    assert "#??" in hidden
    assert "draw #05+#06+#13" in path.read_text("utf-8")
    typed("roll")
    own = path.read_text("utf-8").splitlines()[-1].partition("draw ")[2].split("+")
    assert all(card in reported[-1] for card in own), "its own draw is visible"
